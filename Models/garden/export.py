"""Turn trained weights into a model folder, measure it, and write what was measured into its card.

    python export.py --pictures … --weights build/garden.pt \\
        --not-plants FOLDER … --strangers FOLDER … --output ../../Sources/Adapters/LocalRecognition/BuiltIn

Everything that is decided from data (temperature, thresholds, which everyday things count as "no plant") is decided
on the calibration split; everything that is reported is measured on the test split, through the finished INT8 file.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import tempfile
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image, ImageOps
from torch import nn

from network import EMBEDDING, Garden
from pictures import SIDE, Pictures, read, square

NAME, VERSION = "garden-108", "1"
#: An everyday thing that is seen in plant pictures as rarely as this (mean probability) speaks against a plant.
RARE = 4e-4


class Deployed(nn.Module):
    """uint8 NHWC in; probabilities, unit embedding and the probability of "no plant" out."""

    def __init__(self, net: Garden, temperature: float, no_plant: torch.Tensor):
        super().__init__()
        self.net = net
        self.register_buffer("temperature", torch.tensor(temperature))
        self.register_buffer("no_plant", no_plant.float())

    def forward(self, image: torch.Tensor):
        x = image.permute(0, 3, 1, 2).float() / 127.5 - 1
        trunk = self.net.trunk(x)
        features = self.net.plant(trunk)
        probabilities = torch.softmax(self.net.plant_head(features) / self.temperature, 1)
        embedding = F.normalize(features, dim=1)
        things = torch.softmax(self.net.object_head(self.net.objects(trunk)), 1)
        return probabilities, embedding, (things * self.no_plant).sum(1, keepdim=True)


def outputs(net: Garden, pictures: Pictures, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Logits, unit embeddings and probabilities of everyday things."""
    logits, embeddings, things = [], [], []
    with torch.no_grad():
        for start in range(0, len(rows), 64):
            x = torch.from_numpy(pictures.pixels[rows[start:start + 64]]).permute(0, 3, 1, 2).float() / 127.5 - 1
            trunk = net.trunk(x)
            features = net.plant(trunk)
            logits.append(net.plant_head(features).numpy())
            embeddings.append(F.normalize(features, dim=1).numpy())
            things.append(torch.softmax(net.object_head(net.objects(trunk)), 1).numpy())
    return np.concatenate(logits), np.concatenate(embeddings), np.concatenate(things)


def best_temperature(logits: np.ndarray, labels: np.ndarray) -> float:
    grid = np.exp(np.linspace(np.log(0.2), np.log(3), 60))
    losses = [F.cross_entropy(torch.from_numpy(logits / t), torch.from_numpy(labels)).item() for t in grid]
    return float(grid[int(np.argmin(losses))])


def calibration_error(confidence: np.ndarray, right: np.ndarray, bins: int = 15) -> float:
    edges, error = np.linspace(0, 1, bins + 1), 0.0
    for low, high in zip(edges[:-1], edges[1:]):
        chosen = (confidence > low) & (confidence <= high)
        if chosen.any():
            error += chosen.mean() * abs(confidence[chosen].mean() - right[chosen].mean())
    return float(error)


def centroids(embeddings: np.ndarray, labels: np.ndarray, count: int) -> np.ndarray:
    rows = np.stack([embeddings[labels == label].mean(0) for label in range(count)])
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype("<f4")


def convert(net: Garden, temperature: float, no_plant: np.ndarray, sample: np.ndarray, int8: bool):
    """The deployed network as an OpenVINO model with named ports and a batch of one."""
    import openvino as ov

    deployed = Deployed(net, temperature, torch.from_numpy(no_plant)).eval()
    model = ov.convert_model(deployed, example_input=torch.zeros(1, SIDE, SIDE, 3, dtype=torch.uint8),
                             input=[("image", [1, SIDE, SIDE, 3], ov.Type.u8)])
    for port, name in zip(model.outputs, ("probabilities", "embedding", "not-a-plant")):
        port.get_tensor().set_names({name})
    model.inputs[0].get_tensor().set_names({"image"})
    if int8:
        import nncf
        nncf.set_log_level(40)
        # The end of the object branch stays exact: ranges seen on plants would cut off what speaks against one.
        exact = nncf.IgnoredScope(types=["Softmax", "ReduceSum", "Multiply"], patterns=[".*object_head.*"], validate=False)
        model = nncf.quantize(model, nncf.Dataset([p[None] for p in sample]), preset=nncf.QuantizationPreset.MIXED,
                              subset_size=len(sample), fast_bias_correction=True, ignored_scope=exact)
    return model


class Runner:
    """A finished model file, run as the program runs it."""

    def __init__(self, path: Path):
        import openvino as ov

        self.model = ov.Core().compile_model(str(path), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})

    def __call__(self, pixels: np.ndarray) -> dict[str, np.ndarray]:
        found = self.model(np.ascontiguousarray(pixels)[None])
        return {name: found[name][0] for name in ("probabilities", "embedding", "not-a-plant")}

    def over(self, pictures: np.ndarray | list[np.ndarray]) -> dict[str, np.ndarray]:
        rows = [self(p) for p in pictures]
        return {name: np.stack([row[name] for row in rows]) for name in rows[0]}


def loose(folders: list[Path]) -> tuple[list[str], list[np.ndarray]]:
    """Pictures that belong to no set: upright, prepared as the manifest says."""
    names, pixels = [], []
    for folder in folders:
        for path in sorted(folder.rglob("*")) if folder.is_dir() else [folder]:
            try:
                with Image.open(path) as image:
                    image.draft("RGB", (SIDE, SIDE))
                    pixels.append(np.asarray(square(ImageOps.exif_transpose(image))))
                    names.append(path.name)
            except (OSError, ValueError):
                continue
    return names, pixels


def drawn(count: int, random: np.random.Generator) -> list[np.ndarray]:
    """Plain things nobody would call a plant: areas, lines and edges in strong colours, so that the ranges of the
    object branch are not those of plants alone."""
    made = []
    for _ in range(count):
        image = np.full((SIDE, SIDE, 3), random.integers(0, 256, 3), np.uint8)
        for _ in range(random.integers(3, 30)):
            top, left = random.integers(0, SIDE, 2)
            height, width = random.integers(2, SIDE, 2) // random.integers(1, 12)
            image[top:top + height, left:left + width] = random.integers(0, 256, 3)
        made.append(image)
    return made


def verdicts(found: dict[str, np.ndarray], rows: np.ndarray, rules: dict) -> dict[str, np.ndarray]:
    """What the program would say: the same order of questions as `Ranking.judge`."""
    top = found["probabilities"].argmax(1)
    confidence = found["probabilities"].max(1)
    cosine = (found["embedding"] * rows[top]).sum(1)
    familiar = cosine >= rules["familiar"]
    strange = (found["not-a-plant"][:, 0] >= rules["notAPlant"]) & ~(familiar & (confidence > 0.7))
    return {"top": top, "confidence": confidence, "cosine": cosine, "familiar": familiar, "strange": strange,
            "named": familiar & ~strange & (confidence > 0.7)}


def main(arguments: argparse.Namespace) -> None:
    pictures = read(arguments.pictures, arguments.cache)
    labels_file = Path(__file__).with_name("labels.json")
    assert [row["scientificName"] for row in json.loads(labels_file.read_text())["labels"]] == pictures.names
    net = Garden(len(pictures.names))
    net.load_state_dict(torch.load(arguments.weights, weights_only=True))
    net.eval()

    train, calibrate, test = (pictures.split(part) for part in ("train", "calibrate", "test"))
    logits, embeddings, things = outputs(net, pictures, calibrate)
    temperature = best_temperature(logits, pictures.labels[calibrate])
    _, _, train_things = outputs(net, pictures, train[::3])
    no_plant = (train_things.mean(0) < RARE).astype(np.float32)
    no_plant[0] = 0  # "background" says nothing

    os.environ["NNCF_CI"] = "1"  # no telemetry
    import openvino as ov

    work = Path(tempfile.mkdtemp())
    random = np.random.default_rng(7)
    sample = list(pictures.pixels[np.sort(random.choice(train, 260, replace=False))]) + drawn(40, random)
    variants = {}
    for kind in ("fp16", "int8"):
        ov.save_model(convert(net, temperature, no_plant, sample, kind == "int8"), work / f"{kind}.xml", compress_to_fp16=True)
        variants[kind] = Runner(work / f"{kind}.xml").over(pictures.pixels[test])
    truth = pictures.labels[test]
    right = {kind: (found["probabilities"].argmax(1) == truth) for kind, found in variants.items()}
    print({kind: round(float(r.mean()), 4) for kind, r in right.items()})

    runner = Runner(work / "int8.xml")
    rows = centroids(runner.over(pictures.pixels[train[::2]])["embedding"],
                     pictures.labels[train[::2]],
                     len(pictures.names))
    tuned = runner.over(pictures.pixels[calibrate])
    temperature_left = best_temperature(np.log(tuned["probabilities"] + 1e-12), pictures.labels[calibrate])
    top = tuned["probabilities"].argmax(1)
    cosine = (tuned["embedding"] * rows[top]).sum(1)
    rules = {"familiar": round(float(np.quantile(cosine, arguments.unfamiliar)), 3),
             "notAPlant": round(float(max(0.5, np.quantile(tuned["not-a-plant"][:, 0], 0.995))), 3)}
    measured = report(pictures, test, variants, right, rows, rules, runner, arguments)
    measured["temperature"] = round(temperature, 3)
    measured["temperatureLeftAfterInt8"] = round(temperature_left, 3)
    write(arguments.output, work, rows, rules, measured, pictures, labels_file)
    print(json.dumps(measured, indent=1, ensure_ascii=False))


def report(pictures, test, variants, right, rows, rules, runner, arguments) -> dict:
    found, truth = variants["int8"], pictures.labels[test]
    sets = np.array(pictures.sets)[test]
    five = np.argsort(-found["probabilities"], 1)[:, :5]
    in_five = (five == truth[:, None]).any(1)
    said = verdicts(found, rows, rules)
    answered = said["named"]
    labels = {}
    for label, name in enumerate(pictures.names):
        mine = truth == label
        labels[name] = (int(mine.sum()), float(right["int8"][mine].mean()) if mine.any() else 0.0)
    not_plants, not_plant_pixels = loose(arguments.not_plants)
    strangers, stranger_pixels = loose(arguments.strangers)
    result = {
        "testPictures": int(len(test)),
        "top1": {"int8": rate(right["int8"]), "fp16": rate(right["fp16"])},
        "top5": rate(in_five),
        "bySet": {name: {"pictures": int((sets == name).sum()), "top1": rate(right["int8"][sets == name]),
                         "top5": rate(in_five[sets == name])} for name in sorted(set(sets))},
        "macroTop1": rate(np.array([v for n, v in labels.values() if n])),
        "calibrationError": round(calibration_error(found["probabilities"].max(1), right["int8"]), 4),
        "knownPlants": {"answeredAt70": rate(answered), "rightOfThose": rate(right["int8"][answered]),
                        "toldUnfamiliar": rate(~said["familiar"]), "toldNotAPlant": rate(said["strange"])},
        "weakLabels": {n: v for n, v in labels.items() if v[0] >= 3 and v[1] < 0.8},
    }
    if not_plants:
        v = verdicts(runner.over(not_plant_pixels), rows, rules)
        result["notPlants"] = {"pictures": len(not_plants), "toldSo": rate(v["strange"]), "named": rate(v["named"]),
                               "namedFiles": [n for n, x in zip(not_plants, v["named"]) if x]}
    if strangers:
        out = runner.over(stranger_pixels)
        v = verdicts(out, rows, rules)
        result["strangers"] = {n: f"{pictures.names[t]} {c:.2f} cosine {f:.2f}{' NAMED' if x else ''}{' not-a-plant' if s else ''}"
                               for n, t, c, f, x, s in zip(strangers, v["top"], v["confidence"], v["cosine"], v["named"], v["strange"])}
    return result


def rate(flags: np.ndarray) -> float:
    return round(float(np.mean(flags)), 4) if len(flags) else 0.0


def write(output: Path, work: Path, rows: np.ndarray, rules: dict, measured: dict, pictures: Pictures, labels: Path) -> None:
    output.mkdir(parents=True, exist_ok=True)
    for old in list(output.glob("model*.*")) + [output / "centroids.f32"]:
        old.unlink(missing_ok=True)
    shutil.copy(work / "int8.xml", output / "model-int8.xml")
    shutil.copy(work / "int8.bin", output / "model-int8.bin")
    shutil.copy(labels, output / "labels.json")
    rows.tofile(output / "centroids.f32")
    formats = {"model-int8.xml": "openvino-ir", "model-int8.bin": "openvino-ir-weights", "centroids.f32": "float32-le",
               "labels.json": "labels"}
    files = [{"path": name, "format": kind, "bytes": os.path.getsize(output / name),
              "sha256": hashlib.sha256((output / name).read_bytes()).hexdigest()} for name, kind in formats.items()]
    by_set = measured["bySet"]
    manifest = {
        "formatVersion": 1, "name": NAME, "version": VERSION, "task": "image-classification", "subject": "plants",
        "files": files, "default": "model-int8.xml", "labels": "labels.json",
        "input": {"name": "image", "width": SIDE, "height": SIDE,
                  "resize": {"shorterSide": SIDE, "filter": "bilinear-antialiased"}, "crop": "centre", "colour": "RGB",
                  "openvino-ir": {"type": "u8", "layout": "NHWC", "mean": [0, 0, 0], "scale": [1, 1, 1]}},
        "outputs": {
            "probabilities": {"shape": [1, len(pictures.names)], "kind": "probabilities",
                              "calibration": {"temperature": measured["temperature"], "inGraph": True}},
            "embedding": {"shape": [1, EMBEDDING], "kind": "unit-vector"},
            "not-a-plant": {"shape": [1, 1], "kind": "probability"}},
        "familiarity": {"file": "centroids.f32", "shape": [len(pictures.names), EMBEDDING], "threshold": rules["familiar"]},
        "notAPlant": {"threshold": rules["notAPlant"]},
        "licence": "Apache-2.0; the photographs it learned from have their own terms, see NOTICE",
        "source": "Trained by the project (Models/garden) on Pl@ntNet-300K, Oxford 102 flowers and tf_flowers pictures; "
                  "start weights: Google's MobileNetV2 (Apache-2.0)",
        "accuracyNote": (
            f"Of {measured['testPictures']} pictures kept apart, {measured['top1']['int8']:.1%} had the right plant first and "
            f"{measured['top5']:.1%} among the first five; of field photographs (Pl@ntNet) {by_set['plantnet300k']['top1']:.1%} "
            f"and {by_set['plantnet300k']['top5']:.1%}."),
        "limitsNote": "It knows 108 garden, cut and meadow flowers, and hardly any leaves, trees, ferns or houseplants; "
                      "those it should call unknown.",
    }
    (output / "model.json").write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n")
    (output / "measured.json").write_text(json.dumps(measured, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=Path, required=True)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--cache", type=Path, default=Path("build"))
    parser.add_argument("--not-plants", type=Path, nargs="*", default=[], help="pictures of other things")
    parser.add_argument("--strangers", type=Path, nargs="*", default=[], help="pictures of plants it never learned")
    parser.add_argument("--unfamiliar", type=float, default=0.07, help="share of known plants that may be told as unknown")
    parser.add_argument("--output", type=Path, required=True)
    main(parser.parse_args())
