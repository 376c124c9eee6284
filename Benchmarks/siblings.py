#!/usr/bin/env python3
"""Compare the program with Google's own runtime on the siblings of the model `inat-plants`.

    python Benchmarks/siblings.py ../shared/models PICTURES [--stillroom .build/release/stillroom] [--count 200]

The weights of inat-plants could not be had; those of its siblings for birds and insects have the same network, input and
output. Each is put into a model folder with the description of inat-plants (Catalogues/models.json), and the program and
LiteRT (PyPI ai-edge-litert, pillow, numpy) answer for the same squares of 224 pixels, written as PNG. PICTURES is a folder
of photographs; any will do, because only the agreement is measured.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from ai_edge_litert.interpreter import Interpreter
from PIL import Image, ImageOps

SIDE = 224
ROOT = Path(__file__).parents[1]
CATALOGUE = ROOT / "Sources/Adapters/LocalRecognition/Catalogues/models.json"


def model_folder(source: Path, folder: Path) -> list[str]:
    """A folder as `models install` makes it, with the sibling's weights and labels. Returns the labels' names."""
    manifest = next(m for m in json.loads(CATALOGUE.read_text()) if m["name"] == "inat-plants")["manifest"]
    names = [re.sub(r" \(.*\)$", "", line.strip()) for line in (source / "labels.txt").read_text().splitlines()]
    folder.mkdir()
    labels = [{"index": index, "scientificName": name, "rank": "species"} for index, name in enumerate(names)]
    labels[-1] = {"index": len(names) - 1, "scientificName": "", "rank": "none"}
    (folder / "labels.json").write_text(json.dumps({"version": "1", "source": "sibling", "labels": labels}))
    (folder / "model.tflite").write_bytes((source / "model.tflite").read_bytes())
    manifest["name"] = source.name
    manifest["outputs"]["prediction"]["shape"] = [1, len(names)]
    manifest["files"] = [{"path": name, "format": kind, "bytes": (folder / name).stat().st_size,
                          "sha256": hashlib.sha256((folder / name).read_bytes()).hexdigest()}
                         for name, kind in (("model.tflite", "tflite"), ("labels.json", "labels"))]
    (folder / "model.json").write_text(json.dumps(manifest))
    return names


def squares(pictures: Path, folder: Path, count: int) -> list[Path]:
    made = []
    files = sorted(path for path in pictures.rglob("*") if path.suffix.lower() in (".jpg", ".jpeg", ".png"))
    for path in files[::max(1, len(files) // count)][:count]:
        image = ImageOps.exif_transpose(Image.open(path)).convert("RGB")
        image = ImageOps.fit(image, (SIDE, SIDE), Image.BILINEAR)
        made.append(folder / f"{len(made):04d}.png")
        image.save(made[-1])
    return made


def reference(weights: Path, files: list[Path]) -> np.ndarray:
    runtime = Interpreter(model_path=str(weights))
    runtime.allocate_tensors()
    entry, end = runtime.get_input_details()[0], runtime.get_output_details()[0]
    scale, zero = end["quantization"]
    rows = []
    for file in files:
        runtime.set_tensor(entry["index"], np.asarray(Image.open(file).convert("RGB"))[None])
        runtime.invoke()
        rows.append((runtime.get_tensor(end["index"])[0].astype(float) - zero) * scale)
    return np.array(rows)


def program(stillroom: str, folder: Path, files: list[Path], data: Path) -> list[dict]:
    out = subprocess.run([stillroom, "identify", "--jsonl", "--no-progress", "--model", folder, "--data-dir", data, *files],
                         capture_output=True, text=True)
    return [json.loads(line) for line in out.stdout.splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", type=Path)
    parser.add_argument("pictures", type=Path)
    parser.add_argument("--stillroom", default=str(ROOT / ".build/release/stillroom"))
    parser.add_argument("--count", type=int, default=200)
    arguments = parser.parse_args()
    for name in ("inat-bird", "inat-insect"):
        with tempfile.TemporaryDirectory() as work:
            folder = Path(work) / name
            names = model_folder(arguments.models / name, folder)
            files = squares(arguments.pictures, Path(work), arguments.count)
            scores = reference(folder / "model.tflite", files)
            answers = program(arguments.stillroom, folder, files, Path(work) / "data")
            assert len(answers) == len(files), f"{len(answers)} answers for {len(files)} pictures"
            same, most, background = 0, 0.0, 0
            for row, answer in zip(scores, answers):
                if answer["verdict"] == "not-a-plant":
                    # The background is at least half, so the program names nothing.
                    background += 1
                    same += bool(row[-1] >= 0.5)
                    continue
                best = {candidate["scientificName"]: candidate["confidence"] for candidate in answer["candidates"]}
                first = answer["candidates"][0]["scientificName"]
                top = row[:-1].max()
                # Eight bits have equal scores; any of the best labels is right.
                same += first in {names[index] for index in np.flatnonzero(row[:-1] >= top - 1e-9)}
                most = max(most, *(abs(best[names[index]] - row[index]) for index in range(len(names) - 1)
                                   if names[index] in best))
            print(f"{name}: {same} of {len(files)} the same first answer, {background} of them background; "
                  f"scores differ by at most {most:.4f}")


if __name__ == "__main__":
    main()
