"""Measure an earlier model on the collections that no weight learned from, for a table of before and after.

    python before.py --pictures build --model OLD      (a folder with model-int8.xml, labels.json, centroids.f32, model.json)

For models with a file of centres (garden-108): named means a probability above 70 %, familiar by the cosine, and not
classified as no plant.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from export import APART, LIKELY, Runner, figures
from pictures import read

#: Labels of the earlier model that have another name now.
RENAMED = {"Crocus vernus": "Crocus"}


def main(arguments: argparse.Namespace) -> None:
    manifest = json.loads((arguments.model / "model.json").read_text())
    old = [RENAMED.get(row["scientificName"], row["scientificName"])
           for row in json.loads((arguments.model / "labels.json").read_text())["labels"]]
    pictures = read(arguments.pictures, old)
    new = {row["scientificName"] for row in json.loads(Path(__file__).with_name("labels.json").read_text())["labels"]}
    # A plant that only the new model has is a stranger to the old one, and is left out: both answer the same pictures.
    clear = (pictures.labels >= 0) | (pictures.truths == "stranger")
    rows = np.flatnonzero(clear & np.isin(pictures.sources, APART) & ~np.isin(pictures.truths, list(new - set(old)))
                          & ~pictures.learned())
    out = Runner(arguments.model / "model-int8.xml").over(
        lambda index: pictures.pixels[rows[index]], len(rows), ("probabilities", "embedding", "not-a-plant"))
    centres = np.fromfile(arguments.model / "centroids.f32", "<f4").reshape(len(old), -1)
    first = out["probabilities"].argmax(1)
    familiar = (out["embedding"] * centres[first]).sum(1) >= manifest["familiarity"]["threshold"]
    sure = out["probabilities"].max(1) > LIKELY
    thing = (out["not-a-plant"][:, 0] >= manifest["notAPlant"]["threshold"]) & ~(familiar & sure)
    verdicts = {"probabilities": out["probabilities"], "named": familiar & sure & ~thing,
                "shown": familiar & ~thing, "thing": thing}
    truth = pictures.labels[rows]
    for source in APART:
        mine = pictures.sources[rows] == source
        print(source, json.dumps(figures({key: value[mine] for key, value in verdicts.items()}, truth[mine])))
    right, known = first == truth, truth >= 0
    named = verdicts["named"]
    print("wrong of the known that are named", round(float((~right)[named & known].mean()), 4),
          "strangers named", round(float(named[~known].mean()), 4), "known named", round(float(named[known].mean()), 4))
    for source, name in (("oxford17", "Tulipa"), ("oxford17", "Helianthus annuus"), ("oxford17", "Taraxacum officinale"),
                         ("abdo3yd", "Rosa")):
        mine = (pictures.sources[rows] == source) & (truth == old.index(name))
        print(name, round(float(right[mine].mean()), 3), int(mine.sum()))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True)
    main(parser.parse_args())
