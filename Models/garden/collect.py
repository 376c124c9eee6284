"""Gather the pictures that the built-in model learns from and is tested with.

    python collect.py --shared ../../../shared/data --mirrors MIRRORS --output build

MIRRORS has one git repository for each collection, OWNER+NAME/repo; nothing is checked out. The output is store.csv
(source, label, truth, file) and pixels.npy (the centre squares, 224 x 224 x 3 bytes, in the same order). `truth` is a
label, "stranger" (a plant without a label), "thing" (no plant), or "unclear": left out of every figure.

Model card and NOTICE say which collections the weights learn from, and under which terms.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import io
import json
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

from pictures import SIDE, square

HERE = Path(__file__).parent
#: The repository of each collection, and the commit that was read.
COLLECTIONS = {
    "kounteyo98": ("Kounteyo98/Data", "1964b472"),
    "inaturalist": ("katherinekelleher/DS6050-Toxic-Plant-Classification", "23e5adbd"),
    "inaturalist addresses": ("hans-elliott99/toxic-plant-classification", "8b4b9cba"),
    "oxford17": ("mgmacias95/Flower-Recognition", "bfe1f137"),
    "wild": ("muazkadan/Edible-Wild-Plants-Classifier", "13741990"),
    "abdo3yd": ("abdo3yd/ornamintal-plant-classification", "8786a297"),
    "peenach": ("peenach/plant-species-image-classification", "b5751f90"),
    "four house plants": ("mira-tu/IOT-Project", "b167ecd9"),
    "house plants": ("wcedmisten/houseplant-nurse", "c206b512"),
    "anki trees": ("kenakofer/anki-tree-identification", "af4bb1a2"),
    "trees": ("Nyks11/Damalerio-Nikko_LW2A_Plant_Species_Image_Classification", "18e0d018"),
    "hanagoyomi": ("01hojo10-creator/hanagoyomi", "8a43aaa7"),
    "groceries": ("marcusklasson/GroceryStoreDataset", "fc80ba90"),
}
OXFORD17 = ("Narcissus", "Galanthus nivalis", "Convallaria majalis", "Hyacinthoides non-scripta", "Crocus", "Iris",
            "Lilium lancifolium", "Tulipa", "Fritillaria meleagris", "Helianthus annuus", "Bellis perennis",
            "Tussilago farfara", "Taraxacum officinale", "Primula veris", "Ranunculus", "Anemone nemorosa",
            "Viola tricolor")
KOUNTEYO98 = {"rose": "Rosa", "tulip": "Tulipa", "dandelion": "Taraxacum officinale", "sunflower": "Helianthus annuus"}
WILD = {"Garlic Mustard": "Alliaria petiolata", "Bull Thistle": "Cirsium vulgare", "Queen Annes Lace": "Daucus carota",
        "Coneflower": "Echinacea purpurea", "Purple Deadnettle": "Lamium purpureum", "Mallow": "Malva",
        "Vervain Mallow": "Malva", "Red Clover": "Trifolium pratense", "Coltsfoot": "Tussilago farfara",
        "Herb Robert": "Geranium"}
#: Folders that are copies of a collection that the weights learn from, or mixtures.
NOT_WILD = ("Dandellion", "Daisy Fleabane", "Sunflower")
PEENACH = {"14_flame_lily": "Gloriosa superba", "11_calla_lily": "Zantedeschia aethiopica",
           "15_bird_of_paradise": "Strelitzia reginae", "12_blue_passion_flower": "Passiflora",
           "13_morning_glory": "Ipomoea", "08_mexican_petunia": "Ruellia simplex",
           "17_garden_cosmos": "Cosmos bipinnatus"}
TREE_GENERA = set(
    "Abies Acer Aesculus Betula Carya Catalpa Cercis Cornus Fagus Fraxinus Ginkgo Gleditsia Juglans Juniperus "
    "Liquidambar Liriodendron Magnolia Malus Picea Pinus Platanus Populus Prunus Pseudotsuga Quercus Robinia Salix "
    "Sequoia Thuja Tilia Tsuga Ulmus".split())


@dataclass(frozen=True)
class Item:
    source: str
    label: str
    file: str
    repository: str | None  # None: `blob` is a path
    blob: str


def number(text: str) -> int:
    """The same for the same text on every machine: for orders and draws."""
    return int(hashlib.sha256(text.encode()).hexdigest()[:8], 16)


class Mirrors:
    def __init__(self, folder: Path):
        self.folder = folder

    def git(self, name: str) -> Path:
        repository = self.folder / COLLECTIONS[name][0].replace("/", "+") / "repo"
        return repository / ".git" if (repository / ".git").is_dir() else repository

    def text(self, name: str, path: str) -> str:
        return subprocess.run(["git", "-C", self.git(name), "show", f"HEAD:{path}"], capture_output=True,
                              check=True).stdout.decode()

    def pictures(self, name: str) -> list[tuple[str, str]]:
        """Path and blob of every picture, sorted by path."""
        out = subprocess.run(["git", "-C", self.git(name), "ls-tree", "-r", "-z", "HEAD"], capture_output=True,
                             check=True).stdout.decode()
        rows = []
        for line in filter(None, out.split("\0")):
            meta, path = line.split("\t", 1)
            if re.search(r"\.(jpe?g|png|webp)$", path, re.I):
                rows.append((path, meta.split()[2]))
        return sorted(rows)


class Names:
    """Which label a scientific name belongs to."""

    def __init__(self, labels: list[dict[str, object]]):
        self.labels = {row["scientificName"] for row in labels}
        self.genus_labels = {row["scientificName"] for row in labels if row.get("rank") == "genus"}
        self.genera = {str(row["scientificName"]).split()[0] for row in labels}

    def truth(self, name: str) -> str:
        if name in self.labels:
            return name
        genus = name.split()[0]
        if genus in self.genus_labels:
            return genus
        return "unclear" if genus in self.genera else "stranger"


def shared_items(folder: Path) -> Iterator[Item]:
    for row in csv.DictReader((folder / "plant-images" / "labels.csv").open()):
        label = "Crocus" if row["scientific_name"] == "Crocus vernus" else row["scientific_name"]
        yield Item(row["set"], label, row["file"], None, str(folder / "plant-images" / "train" / row["file"]))


def learned_items(mirrors: Mirrors) -> Iterator[Item]:
    for path, blob in mirrors.pictures("kounteyo98"):
        if (folder := path.split("/")[1]) in KOUNTEYO98:
            yield Item("kounteyo98", KOUNTEYO98[folder], path, "kounteyo98", blob)
    # Only photographs in iNaturalist's bucket of open data: the list of addresses is in the order of the files.
    base = "Milestone IIand Final Project Files/input/toxic-plant-classification/tpc-imgs/"
    names = {row["path"].split("tpc-imgs/")[1]: row["scientific_name"].removesuffix(" L.")
             for row in csv.DictReader(io.StringIO(mirrors.text("inaturalist", base + "full_metadata.csv")))}
    addresses = {(kind, place): mirrors.text("inaturalist addresses", f"iNaturalist/saved_urls/{kind}_{place}_urls.txt")
                 .split() for kind in ("toxic", "nontoxic") for place in range(5)}
    counts: Counter[str] = Counter()
    for path, blob in sorted(mirrors.pictures("inaturalist"), key=lambda row: number(row[0])):
        short = path.split("tpc-imgs/")[-1]
        match = re.match(r"(toxic|nontoxic)_images/00(\d)/(\d+)\.", short)
        if short not in names or not match:
            continue
        known, place = addresses[match[1], int(match[2])], int(match[3])
        if place >= len(known) or "open-data" not in known[place]:
            continue
        name = names[short]
        counts[name] += 1
        genus = name.split()[0]
        if counts[name] <= (330 if genus == "Toxicodendron" else 550):
            yield Item("inaturalist", genus if genus in ("Toxicodendron", "Quercus") else name, short, "inaturalist",
                       blob)
    for path, blob in mirrors.pictures("oxford17"):
        if path.startswith("Dataset/"):
            place = (int(re.search(r"(\d+)\.jpg", path)[1]) - 1) // 80
            yield Item("oxford17", OXFORD17[place], path, "oxford17", blob)


def some(rows: list[tuple[str, str]], folder: int, at_most: int, by: int = 0) -> Iterator[tuple[str, str, str]]:
    """At most so many pictures of each folder, drawn by the hash of path (`by` 0) or blob (1)."""
    counts: Counter[str] = Counter()
    for path, blob in sorted(rows, key=lambda row: number(row[by])):
        if path.count("/") < abs(folder):
            continue
        name = path.split("/")[folder]
        counts[name] += 1
        if counts[name] <= at_most:
            yield name, path, blob


def other_items(mirrors: Mirrors) -> Iterator[Item]:
    """Collections that no weight learns from. A label with "?" has no label of the model by its name alone."""
    for path, blob in mirrors.pictures("wild"):
        if path.startswith("dataset/") and (name := path.split("/")[1]) not in NOT_WILD:
            yield Item("wild", WILD.get(name, "?" + name), path, "wild", blob)
    for name, path, blob in some([row for row in mirrors.pictures("abdo3yd") if row[0].count("/") == 2], 1, 150):
        yield Item("abdo3yd", "Rosa" if "Rose" in name else "?" + name, path, "abdo3yd", blob)
    for name, path, blob in some([row for row in mirrors.pictures("peenach") if row[0].startswith("images/")], 1, 100):
        yield Item("peenach", PEENACH.get(name, "?" + name), path, "peenach", blob)
    for path, blob in mirrors.pictures("four house plants"):
        if "dataset" in path and (name := path.split("/")[-2]) != "unknown":
            yield Item("houseplants", "?" + name, path, "four house plants", blob)
    for path, blob in mirrors.pictures("house plants"):
        if "plant-images/" in path:
            yield Item("houseplants", "?" + Path(path).stem, path, "house plants", blob)
    for path, blob in mirrors.pictures("anki trees"):
        if path.startswith("media"):
            yield Item("trees", "?" + path.split("/")[1], path, "anki trees", blob)
    seen: set[str] = set()
    rows = [row for row in mirrors.pictures("trees") if row[0].startswith("plant_images/") and "Rafflesia" not in row[0]]
    unique = [row for row in rows if not (row[1] in seen or seen.add(row[1]))]
    for name, path, blob in some(unique, 1, 40, by=1):
        yield Item("trees", "?" + name, path, "trees", blob)
    for path, blob in mirrors.pictures("hanagoyomi"):
        if path.startswith("images/"):
            yield Item("hanagoyomi", "?", path, "hanagoyomi", blob)
    groceries = [(path, blob) for path, blob in mirrors.pictures("groceries")
                 if re.search(r"dataset/(train|test|val)/(Fruit|Vegetables|Packages)/", path)]
    for name, path, blob in some(groceries, 3, 6):
        yield Item("packages" if "/Packages/" in path else "produce", "?" + name, path, "groceries", blob)


def truth(item: Item, names: Names, calendar: dict[str, dict[str, str]]) -> str:
    if item.label in names.labels:
        return item.label
    if item.source == "hanagoyomi":
        row = calendar.get(item.file)
        return names.truth(row["scientific_name"]) if row and row["sure"] == "yes" else "unclear"
    if item.source == "packages":
        return "thing"
    if item.source in ("wild", "abdo3yd", "peenach", "produce"):
        return "stranger"
    if item.source == "houseplants":
        words = item.label[1:].split("-")
        if len(words) == 1:
            return "stranger"
        return names.truth(" ".join([words[0].capitalize(), *words[1:]]))
    if item.source == "trees":
        if match := re.search(r"_([A-Z][a-z]+)_([a-z]+)(_Nana)?_ch$", item.label):
            return names.truth(f"{match[1]} {match[2]}")
        match = re.search(r"\(?([A-Z][a-z]{3,})[_ -]([a-z]{4,})", Path(item.file).name)
        return names.truth(f"{match[1]} {match[2]}") if match and match[1] in TREE_GENERA else "unclear"
    return "unclear"


def load(items: list[Item], mirrors: Mirrors) -> tuple[np.ndarray, np.ndarray]:
    """The squares of some items, and which of them could be read."""
    pixels = np.zeros((len(items), SIDE, SIDE, 3), np.uint8)
    is_read = np.zeros(len(items), bool)
    readers: dict[str, subprocess.Popen] = {}
    for place, item in enumerate(items):
        if item.repository is None:
            data = Path(item.blob).read_bytes()
        else:
            reader = readers.get(item.repository) or subprocess.Popen(
                ["git", "-C", mirrors.git(item.repository), "cat-file", "--batch"], stdin=subprocess.PIPE,
                stdout=subprocess.PIPE)
            readers[item.repository] = reader
            reader.stdin.write(f"{item.blob}\n".encode())
            reader.stdin.flush()
            head = reader.stdout.readline().split()
            if len(head) < 3:
                continue
            data = reader.stdout.read(int(head[2]))
            reader.stdout.read(1)
        try:
            image = Image.open(io.BytesIO(data))
            image.draft("RGB", (SIDE, SIDE))
            pixels[place] = np.asarray(square(ImageOps.exif_transpose(image)))
            is_read[place] = True
        except (OSError, ValueError) as error:
            print(f"{item.source} {item.file}: {error}")
    for reader in readers.values():
        reader.stdin.close()
    return pixels, is_read


def main(arguments: argparse.Namespace) -> None:
    mirrors = Mirrors(arguments.mirrors)
    names = Names(json.loads((HERE / "labels.json").read_text())["labels"])
    calendar = {row["file"]: row for row in csv.DictReader((HERE / "hanagoyomi.csv").open())}
    items = [*shared_items(arguments.shared), *learned_items(mirrors), *other_items(mirrors)]
    print(len(items), Counter(item.source for item in items))
    arguments.output.mkdir(parents=True, exist_ok=True)
    part = arguments.output / "pixels.part.npy"
    parts = [items[start:start + 200] for start in range(0, len(items), 200)]
    is_read = np.zeros(len(items), bool)
    if not arguments.only_names:
        pixels = np.lib.format.open_memmap(part, "w+", np.uint8, (len(items), SIDE, SIDE, 3))
        with ProcessPoolExecutor() as pool:
            for place, (squares, flags) in enumerate(pool.map(partial(load, mirrors=mirrors), parts)):
                pixels[place * 200:place * 200 + len(squares)] = squares
                is_read[place * 200:place * 200 + len(squares)] = flags
        pixels.flush()
        part.rename(arguments.output / "pixels.npy")
    with (arguments.output / "store.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["source", "label", "truth", "file"])
        for item, flag in zip(items, is_read):
            known = truth(item, names, calendar) if flag or arguments.only_names else "unclear"
            writer.writerow([item.source, item.label, known, item.file])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, required=True)
    parser.add_argument("--mirrors", type=Path, required=True)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--only-names", action="store_true", help="write store.csv again for pixels that are there")
    main(parser.parse_args())
