#!/usr/bin/env python3
"""Converts the published Pl@ntNet-300K ResNet-50 checkpoint into a model folder of Stillroom.

    python Models/convert_plantnet300k.py resnet50_weights_best_acc.tar \\
        --labels Sources/Adapters/LocalRecognition/Catalogues/plantnet-300k.json --output plantnet-300k

PyTorch is not needed, and no code out of the downloaded file is run: the file is a zip archive with a pickle inside,
of which only tensors, names and numbers are understood. The network is rebuilt in OpenVINO and compared with a second,
slow and plain computation of the same checkpoint: once as built, where it has to be the same, and once more as it was
written at half precision and read back. The folder appears only when all of that went well.

Exit status: 0 done · 64 wrong usage · 65 the checkpoint, labels or pictures are not usable · 66 a file is missing ·
74 it cannot be written · 78 a Python package is missing · 130 interrupted.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import json
import logging
import os
import pickle
import pickletools
import re
import shutil
import signal
import sys
import tempfile
import time
import zipfile
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, NoReturn

try:
    import numpy as np
    import openvino as ov
    from openvino import opset13 as ops
except ImportError as error:
    print(f"{error.name} is not installed: python -m pip install -r Models/requirements-convert.txt", file=sys.stderr)
    sys.exit(78)

NAME, VERSION = "plantnet-300k-resnet50", "1"
CLASSES, FEATURES = 1081, 2048
SIDE, SHORTER_SIDE = 224, 256
STAGES = (3, 4, 6, 3)
# What was subtracted and divided by in training, for bytes / 255. The checkpoint does not record which.
STATISTICS = {
    "imagenet": ((0.485, 0.456, 0.406), (0.229, 0.224, 0.225)),
    "dataset": ((0.4425, 0.4695, 0.3266), (0.2353, 0.2219, 0.2325)),
}
BATCH_NORM_EPSILON = 1e-5
LARGEST_PICKLE = 16 << 20
CALIBRATION_PICTURES = (10, 300)
PICTURE_SUFFIXES = {".jpg", ".jpeg", ".png", ".webp"}
DOWNLOAD_AGAIN = "Download it again from the publisher (github.com/plantnet/PlantNet-300K, pre-trained models)."

Weights = dict[str, np.ndarray]
Answers = list[tuple[np.ndarray, np.ndarray]]


class Tolerance(NamedTuple):
    """What two computations of one network may differ by.

    A network that is sure of nothing would pass `probability` whatever it computed; the other two it would not.
    """

    probability: float
    relative: float
    cosine: float


# The same numbers, added up in another order.
AS_BUILT = Tolerance(1e-3, 0.01, 0.9999)
# Rounding every weight to eleven bits moves the probability of an undecided picture by up to 0.015 (measured on a
# trained network, garden-109 1, over 22 pictures), so that 1e-3 would refuse sound conversions.
HALF_PRECISION = Tolerance(0.05, 0.1, 0.999)


class Refusal(Exception):
    """Why there will be no model; names the file and what to do about it."""

    def __init__(self, file: Path | str, message: str, remedy: str, status: int = 65) -> None:
        super().__init__(f"{file}: {message} {remedy}")
        self.status = status


# ---------------------------------------------------------------- the checkpoint


class Storage(NamedTuple):
    """One block of numbers in the archive. Immutable, as is `StoredTensor`: a pickle can change what it can reach."""

    kind: str
    key: str
    count: int


class StoredTensor(NamedTuple):
    storage: Storage
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]


STORAGE_KINDS = {
    "DoubleStorage": "<f8", "FloatStorage": "<f4", "HalfStorage": "<f2", "BFloat16Storage": "", "LongStorage": "<i8",
    "IntStorage": "<i4", "ShortStorage": "<i2", "CharStorage": "|i1", "ByteStorage": "|u1", "BoolStorage": "|b1",
}


def rebuild_tensor(storage, offset, shape, strides, requires_grad=False, hooks=None, metadata=None) -> StoredTensor:
    """Stands in for torch._utils._rebuild_tensor_v2 and reads nothing yet: half of the file is never needed."""
    numbers = (offset, *shape, *strides)
    if not isinstance(storage, Storage) or len(shape) != len(strides):
        raise pickle.UnpicklingError("a tensor without storage")
    if not all(type(number) is int and number >= 0 for number in numbers):
        raise pickle.UnpicklingError("a tensor of impossible shape")
    return StoredTensor(storage, offset, tuple(shape), tuple(strides))


class HostileName(Exception):
    """The pickle asks for something other than tensors and dictionaries."""


class TensorUnpickler(pickle.Unpickler):
    """Understands what torch.save writes of a dictionary of tensors, and refuses everything else by name."""

    def find_class(self, module: str, name: str) -> object:
        if (module, name) == ("collections", "OrderedDict"):
            return OrderedDict
        if (module, name) == ("torch._utils", "_rebuild_tensor_v2"):
            return rebuild_tensor
        if module == "torch" and name in STORAGE_KINDS:
            return ("storage kind", name)
        raise HostileName(f"{module}.{name}")

    def persistent_load(self, identifier: object) -> Storage:
        match identifier:
            case ("storage", ("storage kind", str(kind)), str(key), str(), int(count)) if key.isdecimal():
                return Storage(kind, key, count)
        raise pickle.UnpicklingError("an unknown reference")


def read_checkpoint(path: Path) -> Weights:
    """The network's tensors by name, as 32-bit floats, with exactly the names and shapes of ResNet-50."""
    refuse_foreign_formats(path)
    try:
        with zipfile.ZipFile(path) as archive:
            root = archive_root(path, archive)
            contents = unpickle(path, archive.read(f"{root}data.pkl"))
            stored = network_of(path, contents)
            check_names_and_shapes(path, stored)
            return {name: read_tensor(path, archive, root, name, tensor) for name, tensor in stored.items()}
    except (zipfile.BadZipFile, EOFError, NotImplementedError) as error:
        raise Refusal(path, f"It is damaged or ends too early ({error}).", DOWNLOAD_AGAIN) from error


def refuse_foreign_formats(path: Path) -> None:
    """Says what a file is that is no zip archive, for the file's `.tar` misleads everybody."""
    with path.open("rb") as file:
        head = file.read(512)
    if head.startswith(b"PK\x03\x04"):
        return
    if head.startswith(b"\x80") or head[257:262] == b"ustar":
        raise Refusal(
            path, "It was written by PyTorch before 1.6, whose plain pickle cannot be read without running its code.",
            "Use the publisher's present file; or, if you trust this one, load it with PyTorch and save it again "
            "(torch.save(torch.load(FILE, map_location='cpu'), NEW)), then convert the new file.")
    if head.lstrip()[:1] == b"<":
        raise Refusal(path, "It is a web page, not a checkpoint.", "Open the address in a browser and save the file "
                      "behind the download button.")
    raise Refusal(path, "It is not a PyTorch checkpoint.", DOWNLOAD_AGAIN)


def archive_root(path: Path, archive: zipfile.ZipFile) -> str:
    names = archive.namelist()
    roots = [name.removesuffix("data.pkl") for name in names if re.fullmatch(r"[^/]+/data\.pkl", name)]
    if len(roots) != 1 or f"{roots[0]}constants.pkl" in names:
        raise Refusal(path, "It is a zip archive, but not a checkpoint written by torch.save.",
                      "Give the file resnet50_weights_best_acc.tar as it was downloaded.")
    root = roots[0]
    if f"{root}byteorder" in names and archive.read(f"{root}byteorder") != b"little":
        raise Refusal(path, "Its numbers are big-endian.", "Save it again on a little-endian machine.")
    if archive.getinfo(f"{root}data.pkl").file_size > LARGEST_PICKLE:
        raise Refusal(path, "Its table of contents is far too large for a checkpoint.", DOWNLOAD_AGAIN)
    return root


def unpickle(path: Path, data: bytes) -> object:
    try:
        for operation, argument, _ in pickletools.genops(data):
            # A pickle may name any place of its memo, and the memo grows to hold that place: gigabytes from six bytes.
            if operation.name in ("PUT", "BINPUT", "LONG_BINPUT") and argument > len(data):
                raise pickle.UnpicklingError("an impossible memo")
        return TensorUnpickler(io.BytesIO(data), encoding="utf-8").load()
    except HostileName as error:
        raise Refusal(
            path, f"It wants {error}, which a file of weights has no use for. Nothing of it was run.",
            "Do not open it with anything else. " + DOWNLOAD_AGAIN) from error
    except Exception as error:  # Whatever a damaged pickle makes the reader stumble over.
        raise Refusal(path, f"Its table of contents is damaged ({error}).", DOWNLOAD_AGAIN) from error


def network_of(path: Path, contents: object) -> dict[str, StoredTensor]:
    expected = "The publisher's file holds the network under the key 'model'; give that file unchanged."
    if not isinstance(contents, dict) or not isinstance(dict.get(contents, "model"), dict):
        keys = ", ".join(repr(key) for key in list(dict.keys(contents))[:4]) if isinstance(contents, dict) else ""
        raise Refusal(path, f"It has no dictionary 'model'{f' (it has {keys})' if keys else ''}.", expected)
    network: dict[str, StoredTensor] = {}
    for name, tensor in dict.items(contents["model"]):
        if not isinstance(name, str) or not isinstance(tensor, StoredTensor):
            raise Refusal(path, f"The entry {name!r} of its network is not a tensor.", expected)
        network[name] = tensor
    if network and all(name.startswith("module.") for name in network):
        # Training on several graphics cards puts this before every name.
        network = {name.removeprefix("module."): tensor for name, tensor in network.items()}
    return network


def check_names_and_shapes(path: Path, network: dict[str, StoredTensor]) -> None:
    """Refuses another architecture or another list of classes instead of loading the part that happens to fit."""
    remedy = "This converter reads the ResNet-50 with 1,081 classes (resnet50_weights_best_acc.tar), nothing else."
    expected = expected_shapes()
    missing, surplus = sorted(expected.keys() - network.keys()), sorted(network.keys() - expected.keys())
    if missing or surplus:
        parts = [f"{len(names)} {what} ({', '.join(names[:3])}{' …' if len(names) > 3 else ''})"
                 for what, names in (("missing", missing), ("not known", surplus)) if names]
        raise Refusal(path, f"Of the {len(expected)} entries of a ResNet-50, {' and '.join(parts)}.", remedy)
    outputs = network["fc.bias"].shape[0] if len(network["fc.bias"].shape) == 1 else 0
    if outputs != CLASSES:
        hint = " It was trained on the second edition of the pictures." if outputs == 1000 else ""
        raise Refusal(path, f"It tells {outputs} classes apart, not {CLASSES}.{hint}", remedy)
    for name, shape in expected.items():
        if network[name].shape != shape:
            raise Refusal(path, f"{name} has the shape {network[name].shape}, not {shape}.", remedy)


def read_tensor(path: Path, archive: zipfile.ZipFile, root: str, name: str, tensor: StoredTensor) -> np.ndarray:
    kind, is_count = STORAGE_KINDS[tensor.storage.kind], name.endswith("num_batches_tracked")
    if not is_count and kind not in ("<f8", "<f4", "<f2"):
        raise Refusal(path, f"{name} is kept as {tensor.storage.kind}.", "Save the checkpoint with 32-bit floats.")
    damaged = Refusal(path, f"The numbers of {name} are missing or cut short.", DOWNLOAD_AGAIN)
    try:
        entry = archive.getinfo(f"{root}data/{tensor.storage.key}")
    except KeyError:
        raise damaged from None
    size = tensor.storage.count * np.dtype(kind or "<f4").itemsize
    last = tensor.offset + sum((length - 1) * step for length, step in zip(tensor.shape, tensor.strides))
    if entry.file_size != size or last >= tensor.storage.count or entry.compress_type != zipfile.ZIP_STORED:
        raise damaged
    numbers = np.frombuffer(archive.read(entry), np.dtype(kind or "<f4"))[tensor.offset:]
    values = np.lib.stride_tricks.as_strided(
        numbers, tensor.shape, [step * numbers.itemsize for step in tensor.strides], writeable=False)
    values = np.ascontiguousarray(values, np.float32)
    if not np.isfinite(values).all() or (name.endswith("running_var") and (values < 0).any()):
        raise Refusal(path, f"{name} holds values that are not finite numbers or not possible.", DOWNLOAD_AGAIN)
    return values


def blocks() -> Iterator[tuple[str, int, int, int, bool]]:
    """Every residual block: name, channels in, channels inside, stride, whether its shortcut has a convolution."""
    channels = 64
    for stage, count in enumerate(STAGES):
        width = 64 << stage
        for block in range(count):
            yield f"layer{stage + 1}.{block}", channels, width, 2 if stage and not block else 1, block == 0
            channels = 4 * width


def expected_shapes() -> dict[str, tuple[int, ...]]:
    """The 320 entries of torchvision's ResNet-50."""
    shapes: dict[str, tuple[int, ...]] = {}

    def add(convolution: str, norm: str, out: int, into: int, side: int) -> None:
        shapes[f"{convolution}.weight"] = (out, into, side, side)
        for part in ("weight", "bias", "running_mean", "running_var"):
            shapes[f"{norm}.{part}"] = (out,)
        shapes[f"{norm}.num_batches_tracked"] = ()

    add("conv1", "bn1", 64, 3, 7)
    for name, channels, width, _, has_convolution in blocks():
        add(f"{name}.conv1", f"{name}.bn1", width, channels, 1)
        add(f"{name}.conv2", f"{name}.bn2", width, width, 3)
        add(f"{name}.conv3", f"{name}.bn3", 4 * width, width, 1)
        if has_convolution:
            add(f"{name}.downsample.0", f"{name}.downsample.1", 4 * width, channels, 1)
    shapes["fc.weight"], shapes["fc.bias"] = (CLASSES, FEATURES), (CLASSES,)
    return shapes


# ---------------------------------------------------------------- the network in OpenVINO


def build(weights: Weights, statistics: str) -> ov.Model:
    """Bytes of an RGB picture in; probabilities and a unit vector out. Everything in between is in the graph."""
    mean, deviation = (np.array(values, np.float64) for values in STATISTICS[statistics])

    def convolve(value: ov.Output, name: str, norm: str, stride: int, padding: int, relu: bool) -> ov.Output:
        scale = weights[f"{norm}.weight"].astype(np.float64)
        scale /= np.sqrt(weights[f"{norm}.running_var"].astype(np.float64) + BATCH_NORM_EPSILON)
        bias = weights[f"{norm}.bias"] - weights[f"{norm}.running_mean"] * scale
        kernel = (weights[f"{name}.weight"] * scale[:, None, None, None]).astype(np.float32)
        node = ops.convolution(
            value, constant(kernel, f"{name}/kernel"), [stride] * 2, [padding] * 2, [padding] * 2, [1, 1], name=name)
        node = ops.add(node, constant(bias.astype(np.float32)[None, :, None, None], f"{name}/bias"), name=norm)
        return ops.relu(node, name=f"{norm}/relu") if relu else node

    image = ops.parameter([1, SIDE, SIDE, 3], np.uint8, name="image")
    value = ops.convert(image, np.float32, name="image/float")
    centre = constant((255 * mean).astype(np.float32)[None, None, None], "mean")
    value = ops.subtract(value, centre, name="image/centred")
    scale = constant((1 / (255 * deviation)).astype(np.float32)[None, None, None], "scale")
    value = ops.multiply(value, scale, name="image/scaled")
    value = ops.transpose(value, constant(np.array([0, 3, 1, 2]), "planes"), name="image/planes")

    value = convolve(value, "conv1", "bn1", 2, 3, relu=True)
    value = ops.max_pool(value, [2, 2], [1, 1], [1, 1], [1, 1], [3, 3], name="maxpool").output(0)
    for name, _, _, stride, has_convolution in blocks():
        shortcut = value
        if has_convolution:
            shortcut = convolve(value, f"{name}.downsample.0", f"{name}.downsample.1", stride, 0, relu=False)
        value = convolve(value, f"{name}.conv1", f"{name}.bn1", 1, 0, relu=True)
        value = convolve(value, f"{name}.conv2", f"{name}.bn2", stride, 1, relu=True)
        value = convolve(value, f"{name}.conv3", f"{name}.bn3", 1, 0, relu=False)
        value = ops.relu(ops.add(value, shortcut, name=f"{name}/sum"), name=f"{name}/relu")

    features = ops.reduce_mean(value, constant(np.array([2, 3]), "space"), keep_dims=False, name="avgpool")
    logits = ops.matmul(features, constant(weights["fc.weight"], "fc/kernel"), False, True, name="fc")
    logits = ops.add(logits, constant(weights["fc.bias"][None], "fc/bias"), name="logits")
    probabilities = ops.softmax(logits, 1, name="probabilities")
    embedding = ops.normalize_l2(features, constant(np.array([1]), "length"), 1e-12, "max", name="embedding")
    image.output(0).set_names({"image"})
    probabilities.output(0).set_names({"probabilities"})
    embedding.output(0).set_names({"embedding"})
    results = [ops.result(probabilities, name="probabilities/result"), ops.result(embedding, name="embedding/result")]
    return ov.Model(results, [image], NAME)


def constant(values: np.ndarray, name: str) -> ov.Node:
    return ops.constant(values, name=name)


class Recogniser:
    """A model, from its file or as it was built, run as Stillroom runs it where answers must be reproducible."""

    def __init__(self, model: Path | ov.Model) -> None:
        # OpenVINO would otherwise compute in bfloat16 on processors that have it.
        settings = {"INFERENCE_PRECISION_HINT": "f32", "PERFORMANCE_HINT": "LATENCY"}
        self.request = ov.Core().compile_model(model, "CPU", settings).create_infer_request()

    def __call__(self, picture: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        self.request.infer({"image": picture[None]})
        return tuple(self.request.get_tensor(name).data[0].copy() for name in ("probabilities", "embedding"))


# ---------------------------------------------------------------- the comparison


class Reference:
    """The same network as plainly as it can be written, straight from the checkpoint: windows, products, sums.

    It shares nothing with `build`: batch normalisation stays a step of its own, the order of the layers is
    written out again, and only numpy computes. What is wrong in one of the two shows up between them.
    """

    def __init__(self, weights: Weights, statistics: str) -> None:
        self.weights, self.statistics = weights, statistics

    def __call__(self, picture: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        mean, deviation = STATISTICS[self.statistics]
        x = np.stack([(picture[:, :, c] / np.float32(255) - np.float32(mean[c])) / np.float32(deviation[c])
                      for c in range(3)])
        x = np.maximum(self.normal(self.windows_times(x, "conv1.weight", 2, 3), "bn1"), 0)
        padded = np.pad(x, ((0, 0), (1, 1), (1, 1)), constant_values=-np.inf)
        x = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), (1, 2))[:, ::2, ::2].max((3, 4))
        for stage in (1, 2, 3, 4):
            block = 0
            while f"layer{stage}.{block}.conv1.weight" in self.weights:
                x = self.residual(x, f"layer{stage}.{block}", 2 if stage > 1 and block == 0 else 1)
                block += 1
        features = x.mean((1, 2), dtype=np.float64)
        logits = self.weights["fc.weight"].astype(np.float64) @ features + self.weights["fc.bias"]
        powers = np.exp(logits - logits.max())
        return powers / powers.sum(), features / np.linalg.norm(features)

    def residual(self, x: np.ndarray, block: str, stride: int) -> np.ndarray:
        y = np.maximum(self.normal(self.windows_times(x, f"{block}.conv1.weight", 1, 0), f"{block}.bn1"), 0)
        y = np.maximum(self.normal(self.windows_times(y, f"{block}.conv2.weight", stride, 1), f"{block}.bn2"), 0)
        y = self.normal(self.windows_times(y, f"{block}.conv3.weight", 1, 0), f"{block}.bn3")
        if f"{block}.downsample.0.weight" in self.weights:
            x = self.windows_times(x, f"{block}.downsample.0.weight", stride, 0)
            x = self.normal(x, f"{block}.downsample.1")
        return np.maximum(x + y, 0)

    def windows_times(self, x: np.ndarray, name: str, stride: int, padding: int) -> np.ndarray:
        kernel = self.weights[name]
        padded = np.pad(x, ((0, 0), (padding, padding), (padding, padding)))
        windows = np.lib.stride_tricks.sliding_window_view(padded, kernel.shape[2:], (1, 2))[:, ::stride, ::stride]
        return np.tensordot(kernel, windows, ((1, 2, 3), (0, 3, 4)))

    def normal(self, x: np.ndarray, name: str) -> np.ndarray:
        mean, variance, scale, shift = (
            self.weights[f"{name}.{part}"][:, None, None] for part in ("running_mean", "running_var", "weight", "bias"))
        return (x - mean) / np.sqrt(variance + np.float32(BATCH_NORM_EPSILON)) * scale + shift


def fixed_pictures() -> list[np.ndarray]:
    """Three pictures from arithmetic alone: a slope of colours, discs on a ground, and noise."""
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.uint64)
    slope = np.stack([x * 255 // (SIDE - 1), y * 255 // (SIDE - 1), (x + y) * 255 // (2 * SIDE - 2)], -1)
    discs = np.stack([40 + 0 * x, 110 + x // 8, 50 + y // 8], -1)
    flowers = ((60, 70, 40, (220, 60, 90)), (150, 140, 55, (240, 200, 40)), (110, 40, 20, (90, 70, 200)))
    for column, row, radius, colour in flowers:
        discs[(x.astype(int) - column) ** 2 + (y.astype(int) - row) ** 2 < radius**2] = colour
    place = np.arange(SIDE * SIDE * 3, dtype=np.uint64).reshape(SIDE, SIDE, 3)
    noise = (place * np.uint64(2654435761) >> np.uint64(13)) ^ (place * np.uint64(40503) >> np.uint64(5))
    return [np.ascontiguousarray(picture & np.uint64(255), np.uint8) for picture in (slope, discs, noise)]


class Comparison(NamedTuple):
    probability: float
    relative: float
    cosine: float
    same_best: int
    pictures: int


def compare(answers: Answers, wanted: Answers) -> Comparison:
    absolute, relative, cosines, same_best = [], [], [], 0
    for (probabilities, embedding), (wanted_probabilities, wanted_embedding) in zip(answers, wanted, strict=True):
        difference = np.abs(probabilities - wanted_probabilities).max()
        absolute.append(difference)
        relative.append(difference / wanted_probabilities.max())
        cosines.append(embedding @ wanted_embedding)
        same_best += int(probabilities.argmax() == wanted_probabilities.argmax())
    worst = float(np.max(absolute)), float(np.max(relative)), float(np.min(cosines))
    return Comparison(*worst, same_best, len(answers))


def verified(file: Path, what: str, model: Path | ov.Model, wanted: Answers, tolerance: Tolerance) -> dict[str, float]:
    """How far the network is from the plain computation; throws when that is further than the tolerance."""
    result = compare(list(map(Recogniser(model), fixed_pictures())), wanted)
    say(f"{what}: probabilities differ by at most {result.probability:.1e}; the best label is the same for "
        f"{result.same_best} of {result.pictures} pictures")
    # Written so that a NaN, which compares as false, is refused too.
    if not (result.probability <= tolerance.probability and result.relative <= tolerance.relative
            and result.cosine >= tolerance.cosine):
        raise Refusal(
            file, f"The converted network does not compute what the checkpoint does: probabilities differ by "
            f"up to {result.probability:.1e} ({result.relative:.0%} of the highest), embeddings agree to "
            f"{result.cosine:.4f}.",
            "Nothing was written. Please report it with the versions of numpy and openvino.")
    # Two significant digits: the last ones depend on the processor's order of adding up.
    difference, cosine = float(f"{result.probability:.1e}"), round(result.cosine, 6)
    return {"largestProbabilityDifference": difference, "embeddingCosine": cosine}


# ---------------------------------------------------------------- eight bits


def calibration_pictures(folder: Path) -> list[np.ndarray]:
    """Up to 300 pictures, spread over the folder, prepared as the model's manifest says."""
    try:
        from PIL import Image, ImageOps
    except ImportError:
        raise missing_package("pillow") from None
    if not folder.is_dir():
        raise Refusal(folder, "There is no such folder.", "Give a folder with photographs of plants.", 66)
    fewest, most = CALIBRATION_PICTURES
    files = sorted(file for file in folder.rglob("*") if file.suffix.lower() in PICTURE_SUFFIXES)
    chosen = [files[place * len(files) // most] for place in range(most)] if len(files) > most else files
    pictures = []
    for file in chosen:
        try:
            with Image.open(file) as image:
                pictures.append(prepare(ImageOps.exif_transpose(image).convert("RGB")))
        except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
            say(f"{file}: left out, it cannot be read ({error})")
    if len(pictures) < fewest:
        raise Refusal(folder, f"It has {len(pictures)} readable pictures; {fewest} are the least, 200 a good number.",
                      "Give a folder with photographs of plants (JPEG, PNG or WebP).")
    return pictures


def prepare(image) -> np.ndarray:
    """Shorter side to 256, then the centre 224 × 224, as in training."""
    from PIL import Image

    width, height = image.size
    shorter = min(width, height)
    size = (SHORTER_SIDE * width // shorter, SHORTER_SIDE * height // shorter)
    image = image.resize(size, Image.Resampling.BILINEAR)
    left, top = round((size[0] - SIDE) / 2), round((size[1] - SIDE) / 2)
    return np.asarray(image.crop((left, top, left + SIDE, top + SIDE)), np.uint8)


def quantise(model: ov.Model, pictures: list[np.ndarray]) -> ov.Model:
    # nncf reports its use to its makers unless it believes itself under test; this is a private machine.
    os.environ.setdefault("NNCF_CI", "1")
    # It writes its progress to standard output, which belongs to the report; its logger keeps what it finds at import.
    with contextlib.redirect_stdout(sys.stderr):
        try:
            import nncf
        except ImportError:
            raise missing_package("nncf") from None
        nncf.set_log_level(logging.ERROR)
        return nncf.quantize(
            model, nncf.Dataset(pictures, lambda picture: {"image": picture[None]}), subset_size=len(pictures),
            preset=nncf.QuantizationPreset.MIXED,
            ignored_scope=nncf.IgnoredScope(types=["NormalizeL2"]))


def missing_package(name: str) -> Refusal:
    return Refusal(name, "It is not installed.", "python -m pip install -r Models/requirements-convert.txt", 78)


# ---------------------------------------------------------------- the folder


def read_labels(path: Path) -> bytes:
    """The catalogue as it is, once it is known to fit the network."""
    remedy = "Give Sources/Adapters/LocalRecognition/Catalogues/plantnet-300k.json."
    data = path.read_bytes()
    try:
        labels = json.loads(data)["labels"]
        indexes = [label["index"] for label in labels]
        names = [label["scientificName"] for label in labels]
    except (ValueError, KeyError, TypeError) as error:
        raise Refusal(path, "It is not a label catalogue.", remedy) from error
    if indexes != list(range(CLASSES)) or not all(isinstance(name, str) and name for name in names):
        message = f"It does not have the {CLASSES} labels 0 to {CLASSES - 1} in order, each with a name."
        raise Refusal(path, message, remedy)
    return data


def manifest(folder: Path, weights: list[str], checkpoint: Path, statistics: str, accuracy: dict) -> dict:
    """`model.json`, in the shape that Docs/models.md describes."""
    formats = {".xml": "openvino-ir", ".bin": "openvino-ir-weights", ".json": "labels"}
    mean, deviation = STATISTICS[statistics]
    return {
        "formatVersion": 1,
        "name": NAME,
        "version": VERSION,
        "task": "image-classification",
        "subject": "plants",
        "files": [
            {"path": name, "format": formats[Path(name).suffix], "bytes": (folder / name).stat().st_size,
             "sha256": digest(folder / name)}
            for name in [*weights, "labels.json"]
        ],
        "default": "model-fp16.xml",
        "labels": "labels.json",
        "mergeBy": "binomial",
        "input": {
            "name": "image",
            "width": SIDE,
            "height": SIDE,
            "resize": {"shorterSide": SHORTER_SIDE, "filter": "bilinear-antialiased"},
            "crop": "centre",
            "colour": "RGB",
            "orientation": "upright",
            "openvino-ir": {
                "type": "u8",
                "layout": "NHWC",
                "mean": [0, 0, 0],
                "scale": [1, 1, 1],
                "note": "normalisation is inside the graph",
            },
        },
        "statistics": {
            "name": statistics,
            "mean": [round(255 * value, 4) for value in mean],
            "scale": [round(255 * value, 4) for value in deviation],
            "inGraph": True,
        },
        "outputs": {
            "probabilities": {
                "shape": [1, CLASSES],
                "kind": "probabilities",
                "calibration": {"temperature": 1, "inGraph": True},
            },
            "embedding": {"shape": [1, FEATURES], "kind": "unit-vector"},
        },
        "confidence": {"threshold": 0.7},
        "runtime": {"inferencePrecision": "f32"},
        "licence": "network code BSD-2-Clause (plantnet/PlantNet-300K); weights: see the publisher; "
                   "the pictures they learned from are CC BY-SA, each by its author",
        "source": f"{checkpoint.name}, sha256 {digest(checkpoint)}",
        "limitsNote": "Knows 1,081 labels of 303 genera; roses, oaks, sunflowers, tulips and maples are not among "
                      "them. Its confidence is not calibrated, and it cannot tell that it does not know a plant.",
        "accuracy": accuracy,
    }


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextlib.contextmanager
def appearing_whole(output: Path) -> Iterator[Path]:
    """A folder beside `output` that takes its name at the end, or is gone whatever goes wrong."""
    if output.is_symlink() or (output.exists() and not (output.is_dir() and not any(output.iterdir()))):
        raise Refusal(output, "It is there already.", "Give another folder, or remove it first.", 64)
    output.parent.mkdir(parents=True, exist_ok=True)
    part = Path(tempfile.mkdtemp(prefix=f".{output.name}.", dir=output.parent))
    try:
        yield part
        mask = os.umask(0)
        os.umask(mask)
        part.chmod(0o777 & ~mask)
        part.rename(output)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def convert(arguments: argparse.Namespace) -> dict:
    """Does all of it; returns what is worth knowing about the result."""
    began = time.monotonic()
    checkpoint, output = arguments.checkpoint, Path(os.path.abspath(arguments.output))
    labels = read_labels(arguments.labels)
    pictures = calibration_pictures(arguments.calibration) if arguments.int8 else []
    with appearing_whole(output) as folder:
        say(f"reading {checkpoint}")
        weights = read_checkpoint(checkpoint)
        say("building the network")
        model = build(weights, arguments.statistics)
        (folder / "labels.json").write_bytes(labels)
        ov.save_model(model, folder / "model-fp16.xml", compress_to_fp16=True)
        written = time.monotonic()
        say("comparing it with a plain computation of the checkpoint")
        wanted = list(map(Reference(weights, arguments.statistics), fixed_pictures()))
        del weights  # Each of the networks to come takes a hundred megabytes of its own.
        accuracy = {
            "asBuilt/f32": verified(checkpoint, "as built", model, wanted, AS_BUILT),
            "fp16/f32": verified(checkpoint, "half precision", folder / "model-fp16.xml", wanted, HALF_PRECISION),
        }
        files = ["model-fp16.xml", "model-fp16.bin"]
        if arguments.int8:
            agreement = write_int8(folder, model, pictures)
            files += ["model-int8.xml", "model-int8.bin"]
            accuracy["int8/f32"] = {"top1AgreementWithFP16": agreement, "pictures": len(pictures)}
        text = json.dumps(
            manifest(folder, files, checkpoint, arguments.statistics, accuracy), ensure_ascii=False, indent=1)
        (folder / "model.json").write_text(text + "\n", encoding="utf-8")
    seconds = {"conversion": round(written - began, 2), "all": round(time.monotonic() - began, 2)}
    return {"output": str(output), "files": files, "accuracy": accuracy, "seconds": seconds}


def write_int8(folder: Path, model: ov.Model, pictures: list[np.ndarray]) -> float:
    """Writes the eight-bit variant; returns how often its best label is that of the half-precision one."""
    say(f"finding the ranges for eight bits on {len(pictures)} pictures")
    ov.save_model(quantise(model, pictures), folder / "model-int8.xml", compress_to_fp16=True)
    in_eight_bits, in_half, agreeing = Recogniser(folder / "model-int8.xml"), Recogniser(folder / "model-fp16.xml"), 0
    for picture in pictures:
        probabilities, embedding = in_eight_bits(picture)
        if not (abs(probabilities.sum() - 1) < 1e-3 and abs(np.linalg.norm(embedding) - 1) < 1e-3):
            raise Refusal(folder.name, "The eight-bit network gives no probabilities.", "Convert without --int8.")
        agreeing += int(probabilities.argmax() == in_half(picture)[0].argmax())
    say(f"eight bits and half precision have the same best label for {agreeing} of {len(pictures)} pictures")
    return agreeing / len(pictures)


def say(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(64, f"{self.prog}: {message}\n")


def parse(words: list[str] | None) -> argparse.Namespace:
    parser = Parser(description=__doc__.partition("\n")[0])
    parser.add_argument("checkpoint", type=Path, help="resnet50_weights_best_acc.tar, as downloaded")
    parser.add_argument("--labels", type=Path, required=True, metavar="CATALOGUE.json")
    parser.add_argument("--output", type=Path, required=True, metavar="DIR", help="a folder that is not there yet")
    parser.add_argument("--int8", action="store_true", help="write an eight-bit variant as well; needs --calibration")
    parser.add_argument("--calibration", type=Path, metavar="FOLDER", help="photographs of plants, 200 or so")
    parser.add_argument(
        "--statistics", choices=list(STATISTICS), default="imagenet",
        help="imagenet (default): trained from ImageNet weights, as the published one; dataset: from scratch")
    arguments = parser.parse_args(words)
    if arguments.int8 != (arguments.calibration is not None):
        parser.error("--int8 and --calibration FOLDER go together")
    return arguments


def main(words: list[str] | None = None) -> int:
    arguments = parse(words)
    # A plain termination would leave the half-written folder behind.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    try:
        print(json.dumps(convert(arguments)))
    except Refusal as refusal:
        say(str(refusal))
        return refusal.status
    except FileNotFoundError as error:
        say(f"{error.filename}: There is no such file.")
        return 66
    except OSError as error:
        say(f"{error.filename or arguments.output}: {error.strerror or error}.")
        return 74
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
