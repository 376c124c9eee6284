"""Turn trained weights into a model folder, measure it, and write what was measured into its card.

    python export.py --pictures build --weights build/garden.pt --output ../../Sources/Adapters/LocalRecognition/BuiltIn

1. The two branches become an eight-bit graph. Everything after them is fitted on the numbers of that graph.
2. On the training part: the head over both branches (centre squares and varied copies), and the labels' means.
3. Temperature and gate: on the calibration part and on collections that no weight learned from. Every figure of such a
   collection is from a temperature and a gate that were fitted without it.
4. The finished file runs over the test part and over all other collections, and its figures go into measured.json.
"""

from __future__ import annotations

import argparse
import copy
import hashlib
import json
import os
import shutil
import tempfile
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from network import EMBEDDING, Garden
from pictures import SIDE, Pictures, read, varied
from tail import Tail, best_temperature, evidence, familiarity, fit_gate, fit_head, fit_means

NAME, VERSION = "garden-120", "2"
#: An everyday thing that is seen in plant pictures as rarely as this (mean probability) speaks against a plant.
RARE = 4e-4
#: The household's default threshold of "Likely" (Policy.likelyAbove).
LIKELY = 0.7
#: The highest share of strangers that may be named, in the mean of the collections.
STRANGERS = 0.025
#: The highest share of strangers that may be shown as "perhaps", whatever the confidence.
PERHAPS = 0.12
#: Collections with pictures of known plants or of strangers that no weight learned from.
APART = ("oxford17", "wild", "abdo3yd", "peenach", "houseplants", "trees", "hanagoyomi", "produce")


class Branches(nn.Module):
    """uint8 NHWC in; both unit vectors and the probabilities of everyday things out."""

    def __init__(self, net: Garden):
        super().__init__()
        self.net = net

    def forward(self, image: torch.Tensor):
        trunk = self.net.trunk(image.permute(0, 3, 1, 2).float() / 127.5 - 1)
        objects = self.net.objects(trunk)
        return (F.normalize(self.net.plant(trunk), dim=1), F.normalize(objects, dim=1),
                torch.softmax(self.net.object_head(objects), 1))


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


def branches(net: Garden, sample: list[np.ndarray]):
    """The eight-bit graph of both branches."""
    import nncf
    import openvino as ov

    model = ov.convert_model(Branches(net).eval(), example_input=torch.zeros(1, SIDE, SIDE, 3, dtype=torch.uint8),
                             input=[("image", [1, SIDE, SIDE, 3], ov.Type.u8)])
    for port, name in zip(model.outputs, ("plant", "objects", "things")):
        port.get_tensor().set_names({name})
    model.inputs[0].get_tensor().set_names({"image"})
    nncf.set_log_level(40)
    # The end of the object branch stays exact: ranges seen on plants would cut off what speaks against one.
    exact = nncf.IgnoredScope(types=["Softmax", "ReduceSum", "Multiply"], patterns=[".*object_head.*"], validate=False)
    return nncf.quantize(model, nncf.Dataset([p[None] for p in sample]), preset=nncf.QuantizationPreset.MIXED,
                         subset_size=len(sample), fast_bias_correction=True, ignored_scope=exact)


def joined(model, tail: Tail, no_plant: np.ndarray):
    """The branches with the tail: the model that is shipped."""
    import openvino as ov
    from openvino import opset13 as op

    end = ov.convert_model(copy.deepcopy(tail).eval(), example_input=(torch.zeros(1, EMBEDDING),) * 2,
                           input=[[1, EMBEDDING], [1, EMBEDDING]])
    for parameter, output in zip(end.get_parameters(), model.outputs[:2]):
        parameter.output(0).replace(output.get_node().input_value(0))
    things = model.outputs[2].get_node().input_value(0)
    strange = op.reduce_sum(op.multiply(things, op.constant(no_plant[None])), np.array([1]), keep_dims=True)
    results = [op.result(output.get_node().input_value(0)) for output in end.outputs] + [op.result(strange)]
    whole = ov.Model(results, model.get_parameters(), "garden")
    for port, name in zip(whole.outputs, ("probabilities", "embedding", "familiar", "not-a-plant")):
        port.get_tensor().set_names({name})
    whole.inputs[0].get_tensor().set_names({"image"})
    return whole


class Runner:
    """A finished model file, run as the program runs it."""

    def __init__(self, path: Path):
        import openvino as ov

        self.model = ov.Core().compile_model(
            str(path), "CPU", {"INFERENCE_PRECISION_HINT": "f32", "PERFORMANCE_HINT": "THROUGHPUT"})

    def over(self, picture, count: int, wanted: tuple[str, ...]) -> dict[str, np.ndarray]:
        """The outputs for pictures 0 ..< count, each [count, size]."""
        import openvino as ov

        found = {name: None for name in wanted}

        def keep(request, index):
            for name in wanted:
                value = request.get_tensor(name).data[0]
                if found[name] is None:
                    found[name] = np.zeros((count, value.size), np.float32)
                found[name][index] = value

        queue = ov.AsyncInferQueue(self.model)
        queue.set_callback(keep)
        for index in range(count):
            queue.start_async({"image": np.ascontiguousarray(picture(index))[None]}, index)
            if index % 5000 == 0:
                print(f"  {index} of {count}", flush=True)
        queue.wait_all()
        return found


def varied_pictures(pictures: Pictures, rows: np.ndarray, seed: int):
    """A function that gives a varied copy of row `index`, when called with 0, 1, 2 …"""
    random, block = torch.Generator().manual_seed(seed), {}

    def picture(index: int) -> np.ndarray:
        place = index // 64
        if place not in block:
            block.clear()
            x = varied(pictures.pixels[rows[place * 64:(place + 1) * 64]], SIDE, random)
            block[place] = ((x + 1) * 127.5).round().clamp(0, 255).byte().permute(0, 2, 3, 1).numpy()
        return block[place][index % 64]

    return picture


class Fit:
    """Temperatures, gate and thresholds from some rows; the head and the means are fitted before."""

    def __init__(self, tail: Tail, plant: np.ndarray, objects: np.ndarray, pictures: Pictures, rows: np.ndarray):
        self.tail = copy.deepcopy(tail)
        labels, sources = pictures.labels[rows], pictures.sources[rows]
        is_known = labels >= 0
        # Each collection counts alike, and of each its known plants and its strangers.
        groups = [f"{source} {known}" for source, known in zip(sources, is_known)]
        sizes = {group: groups.count(group) for group in set(groups)}
        weight = np.array([1 / sizes[group] for group in groups])

        def temperature(chosen: np.ndarray) -> float:
            return best_temperature(self.tail, plant[rows[chosen]], objects[rows[chosen]], labels[chosen], weight[chosen])

        self.tail.gate_temperature.fill_(temperature(is_known))
        seen = evidence(self.tail, plant[rows], objects[rows])
        fit_gate(self.tail, seen, self.first(plant[rows], objects[rows]) == labels, weight)
        score = familiarity(self.tail, seen)
        grid = np.linspace(0.02, 0.98, 193)

        def lowest(confident: np.ndarray, share_: float) -> float:
            named = [np.average(confident & (score >= t), weights=weight * ~is_known) for t in grid]
            return float(round(next((t for t, value in zip(grid, named) if value <= share_), 0.98), 3))

        self.unsure_from = lowest(np.ones(len(rows), bool), PERHAPS)
        self.temperature = temperature(is_known & (score >= self.unsure_from))
        self.tail.temperature.fill_(self.temperature)
        self.threshold = max(lowest(self.confidence(plant[rows], objects[rows]) > LIKELY, STRANGERS), self.unsure_from)

    def _probabilities(self, plant: np.ndarray, objects: np.ndarray) -> np.ndarray:
        with torch.no_grad():
            logits = self.tail.logits(torch.from_numpy(plant), torch.from_numpy(objects))
            return torch.softmax(logits / self.tail.temperature, 1).numpy()

    def first(self, plant: np.ndarray, objects: np.ndarray) -> np.ndarray:
        return self._probabilities(plant, objects).argmax(1)

    def confidence(self, plant: np.ndarray, objects: np.ndarray) -> np.ndarray:
        return self._probabilities(plant, objects).max(1)

    def verdicts(self, plant: np.ndarray, objects: np.ndarray, strange: np.ndarray, limit: float) -> dict[str, np.ndarray]:
        """What the program would say: the same order of questions as `Ranking.judge`."""
        probabilities = self._probabilities(plant, objects)
        score = familiarity(self.tail, evidence(self.tail, plant, objects))
        return {**said(probabilities, score, strange, self, limit), "score": score}


def said(probabilities: np.ndarray, score: np.ndarray, strange: np.ndarray, fit: Fit, limit: float) -> dict[str, np.ndarray]:
    """The verdicts: named as likely; shown with its candidates (likely, "perhaps" or less); or no plant."""
    likely = (score >= fit.threshold) & (probabilities.max(1) > LIKELY)
    thing = (strange >= limit) & ~likely
    return {"probabilities": probabilities, "named": likely, "shown": (score >= fit.unsure_from) & ~thing, "thing": thing}


def share(flags: np.ndarray) -> dict[str, float | int]:
    """A share with its 95 % interval (Wilson)."""
    n = int(len(flags))
    if n == 0:
        return {"n": 0}
    p, z = float(np.mean(flags)), 1.96
    middle, half = p + z * z / (2 * n), z * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    low, high = (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)
    return {"n": n, "share": round(p, 4), "low": round(float(max(0, low)), 4), "high": round(float(min(1, high)), 4)}


def calibration_error(confidence: np.ndarray, right: np.ndarray, bins: int = 15) -> float:
    edges, error = np.linspace(0, 1, bins + 1), 0.0
    for low, high in zip(edges[:-1], edges[1:]):
        chosen = (confidence > low) & (confidence <= high)
        if chosen.any():
            error += chosen.mean() * abs(confidence[chosen].mean() - right[chosen].mean())
    return round(float(error), 4)


def figures(verdicts: dict[str, np.ndarray], truth: np.ndarray) -> dict[str, object]:
    """Of known plants (truth >= 0): first, five, named and right of named. Of strangers: named, and called no plant."""
    known, strangers = truth >= 0, truth < 0
    order = np.argsort(-verdicts["probabilities"], 1)
    right = order[:, 0] == truth
    result: dict[str, object] = {}
    if known.any():
        result["top1"] = share(right[known])
        result["top5"] = share((order[:, :5] == truth[:, None]).any(1)[known])
        result["named"] = share(verdicts["named"][known])
        result["rightOfNamed"] = share(right[known & verdicts["named"]])
        result["shown"] = share(verdicts["shown"][known])
        result["rightOfShown"] = share(right[known & verdicts["shown"]])
        result["calledNoPlant"] = share(verdicts["thing"][known])
    if strangers.any():
        result["strangersNamed"] = share(verdicts["named"][strangers])
        result["strangersShown"] = share(verdicts["shown"][strangers])
    return result


def curve(score: np.ndarray, named: np.ndarray, right: np.ndarray) -> list[list[float]]:
    """Coverage and risk: of the pictures, ordered by the gate's number, how many are named and how many of these are
    wrong. `named` are those above the threshold of confidence."""
    rows = []
    for threshold in np.linspace(0.05, 0.95, 19):
        chosen = named & (score >= threshold)
        if chosen.any():
            rows.append([round(float(threshold), 2), round(float(chosen.mean()), 4),
                         round(float(1 - right[chosen].mean()), 4)])
    return rows


def main(arguments: argparse.Namespace) -> None:
    import openvino as ov

    os.environ["NNCF_CI"] = "1"  # no telemetry
    labels_file = Path(__file__).with_name("labels.json")
    names = [row["scientificName"] for row in json.loads(labels_file.read_text())["labels"]]
    pictures = read(arguments.pictures, names)
    saved = torch.load(arguments.weights, weights_only=True)
    assert saved.pop("names") == names
    net = Garden(len(names))
    net.load_state_dict(saved)
    net.eval()
    train, calibrate, test = (pictures.split(part) for part in ("train", "calibrate", "test"))
    work = arguments.cache
    work.mkdir(parents=True, exist_ok=True)

    random = np.random.default_rng(7)
    sample = list(pictures.pixels[np.sort(random.choice(train, 260, replace=False))]) + drawn(40, random)
    graph = branches(net, sample)
    ov.save_model(graph, work / "branches.xml", compress_to_fp16=True)
    graph = ov.Core().read_model(work / "branches.xml")
    cache = work / "features.npz"
    if not cache.exists():
        runner, wanted = Runner(work / "branches.xml"), ("plant", "objects", "things")
        whole = runner.over(lambda index: pictures.pixels[index], len(pictures.files), wanted)
        copies = [runner.over(varied_pictures(pictures, train, 5 + turn), len(train), wanted[:2])
                  for turn in range(arguments.copies)]
        np.savez(cache, **whole, copy_plant=np.concatenate([c["plant"] for c in copies]),
                 copy_objects=np.concatenate([c["objects"] for c in copies]))
    found = np.load(cache)
    plant, objects, things = found["plant"], found["objects"], found["things"]
    no_plant = (things[train].mean(0) < RARE).astype(np.float32)
    no_plant[0] = 0  # "background" says nothing
    strange = things @ no_plant
    limit = round(float(max(0.5, np.quantile(strange[calibrate], 0.995))), 3)

    tail = Tail(len(names))
    fit_head(tail, np.concatenate([plant[train], found["copy_plant"]]),
             np.concatenate([objects[train], found["copy_objects"]]),
             np.concatenate([pictures.labels[train]] * (1 + arguments.copies)))
    fit_means(tail, plant[train], objects[train], pictures.labels[train])

    # Pictures that are no plant, or of which it is not clear what they show, take no part.
    clear = (pictures.labels >= 0) | (pictures.truths == "stranger")
    learned_ = pictures.learned()
    apart = np.flatnonzero(clear & np.isin(pictures.sources, APART) & ~learned_)

    def without(source: str | None) -> Fit:
        rows = apart if source is None else apart[pictures.sources[apart] != source]
        return Fit(tail, plant, objects, pictures, np.concatenate([calibrate, rows]))

    final = without(None)
    measured: dict[str, object] = {"apart": {}}
    named_rows, scores, rights, confident = [], [], [], []
    for source in APART:
        rows = apart[pictures.sources[apart] == source]
        fit = without(source)
        found_ = fit.verdicts(plant[rows], objects[rows], strange[rows], limit)
        truth = pictures.labels[rows]
        measured["apart"][source] = figures(found_, truth)
        named_rows.append(found_["named"])
        scores.append(found_["score"])
        rights.append(found_["probabilities"].argmax(1) == truth)
        confident.append(found_["probabilities"].max(1) > LIKELY)
        for label in np.unique(truth[truth >= 0]):
            mine = truth == label
            if mine.sum() >= 15:
                measured.setdefault("apartLabels", {}).setdefault(source, {})[names[label]] = share(
                    found_["probabilities"][mine].argmax(1) == label)
    named, right = np.concatenate(named_rows), np.concatenate(rights)
    is_known = np.concatenate([pictures.labels[apart[pictures.sources[apart] == source]] >= 0 for source in APART])
    measured["wrongOfNamedApart"] = {
        "known plants alone": share(~right[named & is_known]), "with strangers": share(~right[named])}
    measured["knownNamedApart"] = share(named[is_known])
    measured["strangersNamedApart"] = share(named[~is_known])
    measured["knownShareApart"] = round(float(is_known.mean()), 4)
    measured["riskCoverage"] = curve(np.concatenate(scores), np.concatenate(confident), right)

    # The finished file, on pictures of the collections that it learned from.
    model = joined(graph, final.tail, no_plant)
    ov.save_model(model, work / "model-int8.xml", compress_to_fp16=True)
    out = Runner(work / "model-int8.xml").over(
        lambda index: pictures.pixels[test[index]], len(test), ("probabilities", "familiar", "not-a-plant"))
    answers = said(out["probabilities"], out["familiar"][:, 0], out["not-a-plant"][:, 0], final, limit)
    truth = pictures.labels[test]
    right = out["probabilities"].argmax(1) == truth
    measured["test"] = figures(answers, truth)
    measured["test"]["calibrationError"] = calibration_error(out["probabilities"].max(1), right)
    measured["test"]["bySource"] = {
        source: figures({key: value[pictures.sources[test] == source] for key, value in answers.items()},
                        truth[pictures.sources[test] == source]) for source in sorted(set(pictures.sources[test]))}
    measured["test"]["weakLabels"] = {
        name: share(right[truth == label]) for label, name in enumerate(names)
        if (truth == label).sum() >= 3 and right[truth == label].mean() < 0.8}
    poison = names.index("Toxicodendron")
    strangers = apart[pictures.labels[apart] < 0]
    lookalikes = np.isin(truth, [names.index(name) for name in ("Parthenocissus quinquefolia", "Acer negundo",
                                                                 "Rhus aromatica", "Arisaema triphyllum", "Quercus")])
    warned = out["probabilities"][:, poison] >= arguments.hazard
    measured["poisonIvy"] = {"warnedOfIt": share(warned[truth == poison]), "warnedOfLookalikes": share(warned[lookalikes]),
                             "warnedOfOthers": share(warned[(truth != poison) & ~lookalikes]),
                             "warnedOfStrangers": share(final.verdicts(
                                 plant[strangers], objects[strangers], strange[strangers], limit)
                                 ["probabilities"][:, poison] >= arguments.hazard)}
    rows = np.flatnonzero(pictures.truths == "thing")
    things_said = final.verdicts(plant[rows], objects[rows], strange[rows], limit)
    measured["things"] = {"calledNoPlant": share(things_said["thing"]), "named": share(things_said["named"]),
                          "shown": share(things_said["shown"])}
    measured["temperature"], measured["familiarFrom"] = round(final.temperature, 3), final.threshold
    measured["unsureFrom"] = final.unsure_from
    measured["notAPlantFrom"] = limit
    write(arguments.output, work, measured, names, labels_file, arguments.same_plant)
    print(json.dumps(measured, indent=1, ensure_ascii=False))


def write(output: Path, work: Path, measured: dict, names: list[str], labels: Path, same_plant: float) -> None:
    output.mkdir(parents=True, exist_ok=True)
    for old in list(output.glob("model*.*")) + [output / "centroids.f32"]:
        old.unlink(missing_ok=True)
    for name in ("model-int8.xml", "model-int8.bin"):
        shutil.copy(work / name, output / name)
    shutil.copy(labels, output / "labels.json")
    formats = {"model-int8.xml": "openvino-ir", "model-int8.bin": "openvino-ir-weights", "labels.json": "labels"}
    files = [{"path": name, "format": kind, "bytes": os.path.getsize(output / name),
              "sha256": hashlib.sha256((output / name).read_bytes()).hexdigest()} for name, kind in formats.items()]
    test, wrong, strangers = measured["test"], measured["wrongOfNamedApart"]["known plants alone"], measured["strangersNamedApart"]
    manifest = {
        "formatVersion": 1, "name": NAME, "version": VERSION, "task": "image-classification", "subject": "plants",
        "files": files, "default": "model-int8.xml", "labels": "labels.json",
        "input": {"name": "image", "width": SIDE, "height": SIDE,
                  "resize": {"shorterSide": SIDE, "filter": "bilinear-antialiased"}, "crop": "centre", "colour": "RGB",
                  "openvino-ir": {"type": "u8", "layout": "NHWC", "mean": [0, 0, 0], "scale": [1, 1, 1]}},
        "outputs": {
            "probabilities": {"shape": [1, len(names)], "kind": "probabilities",
                              "calibration": {"temperature": measured["temperature"], "inGraph": True}},
            "embedding": {"shape": [1, 2 * EMBEDDING], "kind": "unit-vector"},
            "familiar": {"shape": [1, 1], "kind": "familiarity"},
            "not-a-plant": {"shape": [1, 1], "kind": "probability"}},
        "familiarity": {"output": "familiar", "threshold": measured["unsureFrom"],
                        "likelyFrom": measured["familiarFrom"]},
        "notAPlant": {"threshold": measured["notAPlantFrom"]},
        "samePlant": {"threshold": same_plant},
        "licence": "Apache-2.0; the photographs it learned from have their own terms, see NOTICE",
        "source": "Trained by the project (Models/garden) on pictures of Pl@ntNet-300K, Oxford 102 and 17 flowers, "
                  "iNaturalist and Flickr; start weights: Google's MobileNetV2 (Apache-2.0)",
        "accuracyNote": (
            f"Of {test['top1']['n']} pictures kept apart, {test['top1']['share']:.1%} had the right plant first and "
            f"{test['top5']['share']:.1%} among the first five. On pictures from elsewhere, {wrong['share']:.1%} of the "
            f"answers called likely were wrong for plants that it knows, and {strangers['share']:.1%} of the plants that "
            "it does not know were called likely."),
        "limitsNote": f"It knows {len(names)} garden, cut and meadow plants, and hardly any trees, ferns or house plants; "
                      "those it should call unknown.",
    }
    (output / "model.json").write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n")
    (output / "measured.json").write_text(json.dumps(measured, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=Path, required=True, help="the store that collect.py wrote")
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "garden")
    parser.add_argument("--copies", type=int, default=2, help="varied copies of each training picture for the head")
    parser.add_argument("--hazard", type=float, default=0.3, help="the threshold of the warning (Policy.hazardFrom)")
    parser.add_argument("--same-plant", type=float, required=True, help="the threshold of gallery.py")
    parser.add_argument("--output", type=Path, required=True)
    main(parser.parse_args())
