"""Draws the small models the tests run: no weights of anybody's, a few kilobytes each.

    python make_models.py        # openvino 2026.4.1, numpy 2.4.6

tiny/   8 × 8 RGB bytes → the mean of red, green and blue as three probabilities, and their unit vector
gated/  the same probabilities as bytes of 1/200, and as familiarity the probability of the first label
slow/   one byte → a float, after some seconds of useless work: for time limits and cancellation
"""

import hashlib
import json
from pathlib import Path

import numpy as np
import openvino as ov
from openvino import opset13 as op

HERE = Path(__file__).parent


def tiny() -> None:
    folder = HERE / "tiny"
    folder.mkdir(exist_ok=True)
    image = op.parameter([1, 8, 8, 3], np.uint8, name="image")
    mean = op.reduce_mean(op.convert(image, np.float32), np.array([1, 2]), keep_dims=False)
    probabilities = op.softmax(op.divide(mean, np.float32(16)), 1)
    embedding = op.normalize_l2(mean, np.array([1]), 1e-6, "add")
    model = ov.Model([op.result(probabilities), op.result(embedding)], [image], "tiny")
    for port, name in zip(model.outputs, ("probabilities", "embedding")):
        port.get_tensor().set_names({name})
    model.inputs[0].get_tensor().set_names({"image"})
    ov.save_model(model, folder / "model.xml")
    np.eye(3, dtype="<f4").tofile(folder / "centroids.f32")
    labels = [("Rosa rubra", "Red rose", "Rosaceae"), ("Viola viridis", "Green violet", "Violaceae"),
              ("Iris caerulea", "Blue iris", "Iridaceae")]
    (folder / "labels.json").write_text(json.dumps({"version": "1", "source": "drawn", "labels": [
        {"index": i, "scientificName": s, "commonNames": [c], "family": f, "rank": "species"}
        for i, (s, c, f) in enumerate(labels)]}, indent=1) + "\n")
    files = [{"path": p, "format": k, "bytes": (folder / p).stat().st_size,
              "sha256": hashlib.sha256((folder / p).read_bytes()).hexdigest()}
             for p, k in (("model.xml", "openvino-ir"), ("model.bin", "openvino-ir-weights"), ("centroids.f32", "float32-le"))]
    (folder / "model.json").write_text(json.dumps({
        "formatVersion": 1, "name": "tiny", "version": "1", "task": "image-classification", "subject": "plants",
        "files": files, "default": "model.xml", "labels": "labels.json",
        "input": {"name": "image", "width": 8, "height": 8, "resize": {"exact": True, "filter": "bilinear-antialiased"},
                  "crop": "centre", "colour": "RGB",
                  "openvino-ir": {"type": "u8", "layout": "NHWC", "mean": [0, 0, 0], "scale": [1, 1, 1]}},
        "outputs": {"probabilities": {"shape": [1, 3], "kind": "probabilities"},
                    "embedding": {"shape": [1, 3], "kind": "unit-vector"}},
        "familiarity": {"file": "centroids.f32", "shape": [3, 3], "threshold": 0.7},
        "licence": "Apache-2.0", "source": "drawn for the tests"}, indent=1) + "\n")


def gated() -> None:
    folder = HERE / "gated"
    folder.mkdir(exist_ok=True)
    image = op.parameter([1, 8, 8, 3], np.uint8, name="image")
    mean = op.reduce_mean(op.convert(image, np.float32), np.array([1, 2]), keep_dims=False)
    probabilities = op.softmax(op.divide(mean, np.float32(16)), 1)
    familiar = op.reduce_max(probabilities, np.array([1]), keep_dims=True)
    probabilities = op.convert(op.round(op.multiply(probabilities, np.float32(200))), np.uint8)
    model = ov.Model([op.result(probabilities), op.result(familiar)], [image], "gated")
    for port, name in zip(model.outputs, ("probabilities", "familiar")):
        port.get_tensor().set_names({name})
    model.inputs[0].get_tensor().set_names({"image"})
    ov.save_model(model, folder / "model.xml")
    manifest = json.loads((HERE / "tiny" / "model.json").read_text())
    (folder / "labels.json").write_text((HERE / "tiny" / "labels.json").read_text())
    manifest["files"] = [{"path": p, "format": k, "bytes": (folder / p).stat().st_size,
                          "sha256": hashlib.sha256((folder / p).read_bytes()).hexdigest()}
                         for p, k in (("model.xml", "openvino-ir"), ("model.bin", "openvino-ir-weights"))]
    manifest.update({
        "name": "gated",
        "outputs": {"probabilities": {"shape": [1, 3], "kind": "probabilities",
                                      "quantisation": {"scale": 0.005, "zeroPoint": 0}},
                    "familiar": {"shape": [1, 1], "kind": "familiarity"}},
        "familiarity": {"output": "familiar", "threshold": 0.7}})
    (folder / "model.json").write_text(json.dumps(manifest, indent=1) + "\n")


def slow() -> None:
    folder = HERE / "slow"
    folder.mkdir(exist_ok=True)
    image = op.parameter([1, 1, 1, 1], np.uint8, name="image")
    x = op.broadcast(op.convert(image, np.float32), op.constant(np.array([1, 16, 1024, 1024])))
    weights = np.random.default_rng(1).normal(0, 0.05, (16, 16, 7, 7)).astype(np.float32)
    for _ in range(60):
        x = op.tanh(op.convolution(x, op.constant(weights), [1, 1], [3, 3], [3, 3], [1, 1]))
    out = op.reduce_mean(x, np.array([1, 2, 3]), keep_dims=False)
    model = ov.Model([op.result(out)], [image], "slow")
    model.outputs[0].get_tensor().set_names({"answer"})
    model.inputs[0].get_tensor().set_names({"image"})
    ov.save_model(model, folder / "model.xml")


tiny()
gated()
slow()
