"""Measure how well single plants are recognised again by their photographs, and choose the threshold.

    python gallery.py --pictures build --mirrors MIRRORS --model build/model-int8.xml

iNaturalist numbers the photographs of one observation one after the other, and an observation is of one plant. So
photographs of one species whose numbers differ by at most four are taken as photographs of one plant. Those that the
weights learned from are left out. The plants are of ten species only, most of them look alike (five are poison ivies),
and the photographs of one plant often show different organs: this is harder than the plants of a household.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import re
from pathlib import Path

import numpy as np

from collect import Item, Mirrors, load
from export import Runner, share

#: Photographs of one observation have numbers that differ by at most this.
GAP = 4


def series(mirrors: Mirrors, used: set[str]) -> list[tuple[str, list[Item]]]:
    """Species and photographs of each plant; single photographs too."""
    base = "Milestone IIand Final Project Files/input/toxic-plant-classification/tpc-imgs/"
    names = {row["path"].split("tpc-imgs/")[1]: row["scientific_name"].removesuffix(" L.")
             for row in csv.DictReader(io.StringIO(mirrors.text("inaturalist", base + "full_metadata.csv")))}
    blobs = {path.split("tpc-imgs/")[-1]: blob for path, blob in mirrors.pictures("inaturalist")}
    found = []
    for kind in ("toxic", "nontoxic"):
        for place in range(5):
            addresses = mirrors.text("inaturalist addresses", f"iNaturalist/saved_urls/{kind}_{place}_urls.txt").split()
            numbered = []
            for index, address in enumerate(addresses):
                file, match = f"{kind}_images/00{place}/{index:03d}.jpg", re.search(r"photos/(\d+)/", address)
                if match and file in blobs and file in names:
                    numbered.append((int(match[1]), file))
            groups: list[list[tuple[int, str]]] = []
            for number, file in sorted(numbered):
                if groups and number - groups[-1][-1][0] <= GAP:
                    groups[-1].append((number, file))
                else:
                    groups.append([(number, file)])
            for group in groups:
                files = [file for _, file in group if file not in used]
                if files:
                    found.append((names[files[0]], [Item("series", names[file], file, "inaturalist", blobs[file])
                                                    for file in files]))
    return found


def rounded(vectors: np.ndarray) -> np.ndarray:
    """As the store keeps them: signed bytes of the greatest number."""
    greatest = np.abs(vectors).max(1, keepdims=True)
    return np.round(vectors / greatest * 127) * greatest / 127


def main(arguments: argparse.Namespace) -> None:
    mirrors = Mirrors(arguments.mirrors)
    rows = list(csv.DictReader((arguments.pictures / "store.csv").open()))
    plants = series(mirrors, {row["file"] for row in rows if row["source"] == "inaturalist"})
    several = [photographs for _, photographs in plants if len(photographs) >= 2]
    species = np.array([name for name, photographs in plants if len(photographs) >= 2])
    single = [photographs[0] for _, photographs in plants if len(photographs) == 1][:arguments.strangers]
    items = [item for photographs in several for item in photographs] + single
    pixels, _ = load(items, mirrors)
    runner = Runner(arguments.model)
    vectors = runner.over(lambda index: pixels[index], len(items), ("embedding",))["embedding"]
    store = np.load(arguments.pictures / "pixels.npy", mmap_mode="r")
    others = [index for index, row in enumerate(rows) if row["source"] in ("houseplants", "hanagoyomi", "abdo3yd")]
    elsewhere = runner.over(lambda index: store[others[index]], len(others), ("embedding",))["embedding"]
    bounds = np.cumsum([0] + [len(photographs) for photographs in several])
    strangers = vectors[bounds[-1]:]
    print(f"{len(several)} plants with several photographs, {len(strangers)} strangers of the same species, "
          f"{len(elsewhere)} of others")

    random, result = np.random.default_rng(3), {}
    for enrolled, is_mixed in ((1, True), (1, False), (2, False)):
        able = [index for index in range(len(several)) if len(several[index]) > enrolled]
        about = f"{enrolled} photographs of " + ("plants of different species" if is_mixed else "30 plants of ten species")
        best, right, same, other = [], [], [], []
        for _ in range(arguments.rounds):
            chosen = random.choice(able, min(30, len(able)), replace=False)
            if is_mixed:  # one plant of each species
                chosen = [random.choice([index for index in able if species[index] == name]) for name in set(species[able])]
            gallery, owners, queries = [], [], []
            for index in chosen:
                order = random.permutation(np.arange(bounds[index], bounds[index + 1]))
                gallery += list(rounded(vectors[order[:enrolled]]))
                owners += [index] * enrolled
                queries.append((index, vectors[order[enrolled]]))
            gallery, owners = np.array(gallery), np.array(owners)
            for index, query in queries:
                cosines = gallery @ query
                best.append(cosines.max())
                right.append(owners[cosines.argmax()] == index)
            same.append((strangers[random.choice(len(strangers), 60)] @ gallery.T).max(1))
            other.append((elsewhere[random.choice(len(elsewhere), 60)] @ gallery.T).max(1))
        best, right = np.array(best), np.array(right)
        same, other = np.concatenate(same), np.concatenate(other)
        for limit in (0.02, 0.05):
            for name, impostors in (("same species", same), ("other plants", other)):
                threshold = float(np.quantile(impostors, 1 - limit))
                result[f"{about}, strangers of {name} at {limit}"] = {
                    "threshold": round(threshold, 3), "plants": len(able),
                    "found": round(float((right & (best >= threshold)).mean()), 3),
                    "wrongPlant": round(float((~right & (best >= threshold)).mean()), 3)}
        result[f"{about}, nearest without threshold"] = {**share(right), "plants": len(able)}
        for threshold in (arguments.threshold,) if arguments.threshold else ():
            result[f"{about}, at {threshold}"] = {
                "found": round(float((right & (best >= threshold)).mean()), 3),
                "wrongPlant": round(float((~right & (best >= threshold)).mean()), 3),
                "strangersOfSameSpecies": round(float((same >= threshold).mean()), 3),
                "strangersOfOtherPlants": round(float((other >= threshold).mean()), 3)}
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=Path, required=True)
    parser.add_argument("--mirrors", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--strangers", type=int, default=1500)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--threshold", type=float)
    main(parser.parse_args())
