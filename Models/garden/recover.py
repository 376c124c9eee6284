"""Recover float weights of the plant branch from a published eight-bit model, to train on from them.

    git show COMMIT:Sources/Adapters/LocalRecognition/BuiltIn/model-int8.xml > old/model-int8.xml    (and .bin, labels.json)
    python recover.py old --start START.tflite --output further.pt

The weights were rounded to eight bits, so the recovered branch is near the trained one, not equal: for garden-108 the
embeddings have a cosine of 0.97, and 58 of 60 pictures the same first label.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import openvino as ov
import torch

from network import Garden, load_start

#: Labels that have another name now.
RENAMED = {"Crocus vernus": "Crocus"}


def weights(path: Path) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Weight and bias of each convolution and of the heads, by the name of the module."""
    core = ov.Core()
    model = core.read_model(path)
    for op in model.get_ordered_ops():  # the quantisation of activations is not wanted
        if op.get_type_name() == "FakeQuantize":
            op.output(0).replace(op.input_value(0))
    names, wanted = [], []
    for op in model.get_ordered_ops():
        if op.get_type_name() in ("Convolution", "GroupConvolution", "MatMul") and "__module.net." in op.get_friendly_name():
            add = next(iter(op.output(0).get_target_inputs())).get_node()
            side = next(add.input_value(place) for place in range(2) if add.input_value(place).get_node() != op)
            names.append(op.get_friendly_name().split("__module.net.")[1].split("/")[0])
            wanted += [op.input_value(1), side]
    constants = ov.Model([ov.opset13.result(output) for output in wanted], [])
    values = list(core.compile_model(constants, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})([]).values())
    return {name: (np.array(weight, np.float32), np.array(bias, np.float32).reshape(-1))
            for name, weight, bias in zip(names, values[::2], values[1::2])}


def main(arguments: argparse.Namespace) -> None:
    names = [row["scientificName"] for row in json.loads((arguments.model / "labels.json").read_text())["labels"]]
    net = Garden(len(names))
    load_start(net, arguments.start)
    modules = dict(net.named_modules())
    found = 0
    for name, (weight, bias) in weights(arguments.model / "model-int8.xml").items():
        if not name.startswith(("plant.", "plant_head")):
            continue
        module = modules[name]
        with torch.no_grad():
            module.weight.copy_(torch.from_numpy(weight.reshape(module.weight.shape).copy()))
            module.bias.copy_(torch.from_numpy(bias.copy()))
        found += 1
    expected = sum(name.startswith(("plant.", "plant_head")) and name.endswith(".weight") for name in net.state_dict())
    assert found == expected, f"{found} of {expected} layers"
    torch.save({**net.state_dict(), "names": [RENAMED.get(name, name) for name in names]}, arguments.output)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path)
    parser.add_argument("--start", type=Path, required=True)
    parser.add_argument("--output", type=Path, required=True)
    main(parser.parse_args())
