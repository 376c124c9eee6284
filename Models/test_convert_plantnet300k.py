"""The converter against checkpoints made here: random weights in the very format of torch.save.

    python -m pip install pytest -r Models/requirements-convert.txt
    python -m pytest Models/test_convert_plantnet300k.py
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import pickle
import signal
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import openvino as ov
import pytest

SCRIPT = Path(__file__).with_name("convert_plantnet300k.py")
CATALOGUE = SCRIPT.parents[1] / "Sources/Adapters/LocalRecognition/Catalogues/plantnet-300k.json"
specification = importlib.util.spec_from_file_location("convert_plantnet300k", SCRIPT)
converter = importlib.util.module_from_spec(specification)
specification.loader.exec_module(converter)


# ---------------------------------------------------------------- checkpoints


def random_network(seed: int = 300) -> dict[str, np.ndarray]:
    """Weights under which signals neither vanish nor explode, so that every layer shows in the answer."""
    random, network = np.random.default_rng(seed), {}
    for name, shape in converter.expected_shapes().items():
        norm = name.rpartition(".")[0]
        if name.endswith("num_batches_tracked"):
            network[name] = np.array(9000, np.int64)
        elif len(shape) == 4:
            spread = np.sqrt(2 / np.prod(shape[1:]), dtype=np.float32)
            network[name] = random.standard_normal(shape, np.float32) * spread
        elif name == "fc.weight":
            network[name] = random.standard_normal(shape, np.float32) * np.float32(0.15)
        elif name.endswith("running_var"):
            network[name] = random.uniform(0.5, 2, shape).astype(np.float32)
        elif name.endswith("weight"):
            # The last norm of a block is kept small: sixteen sums would otherwise grow without bound.
            low, high = (0.2, 0.5) if norm.endswith("bn3") else (0.6, 1.4)
            network[name] = random.uniform(low, high, shape).astype(np.float32)
        else:
            network[name] = random.normal(0, 0.2, shape).astype(np.float32)
    Settling(network, "imagenet")(converter.fixed_pictures()[1])
    return network


class Settling(converter.Reference):
    """Gives every batch norm the statistics of what reaches it, which training would have left there."""

    def normal(self, x: np.ndarray, name: str) -> np.ndarray:
        self.weights[f"{name}.running_mean"], self.weights[f"{name}.running_var"] = x.mean((1, 2)), x.var((1, 2))
        return super().normal(x, name)


class Pickled:
    """Writes protocol-2 pickles of dictionaries of tensors as torch.save does, without torch."""

    KINDS = {"float32": "FloatStorage", "float16": "HalfStorage", "float64": "DoubleStorage", "int64": "LongStorage"}

    def __init__(self) -> None:
        self.storages: list[bytes] = []

    def document(self, value: object) -> bytes:
        return b"\x80\x02" + self.code(value) + b"."

    def code(self, value: object) -> bytes:
        match value:
            case bool():
                return b"\x88" if value else b"\x89"
            case int():
                return b"J" + struct.pack("<i", value)
            case float():
                return b"G" + struct.pack(">d", value)
            case str():
                return b"X" + struct.pack("<I", len(value.encode())) + value.encode()
            case tuple():
                return b"(" + b"".join(map(self.code, value)) + b"t"
            case list():
                return b"](" + b"".join(map(self.code, value)) + b"e"
            case dict():
                items = b"".join(self.code(key) + self.code(item) for key, item in value.items())
                return b"ccollections\nOrderedDict\n)R(" + items + b"u"
            case np.ndarray():
                return self.tensor(value)
        raise TypeError(type(value))

    def tensor(self, value: np.ndarray) -> bytes:
        key, kind = str(len(self.storages)), self.KINDS[value.dtype.name]
        self.storages.append(np.ascontiguousarray(value).tobytes())
        strides = tuple(step // value.itemsize for step in np.ascontiguousarray(value).reshape(value.shape).strides)
        storage = (b"(" + self.code("storage") + f"ctorch\n{kind}\n".encode() + self.code(key) + self.code("cpu")
                   + self.code(value.size) + b"tQ")
        rest = b"".join(map(self.code, (0, value.shape, strides, False, {})))
        return b"ctorch._utils\n_rebuild_tensor_v2\n(" + storage + rest + b"tR"


def write_checkpoint(path: Path, contents: object, *, with_numbers: bool = True) -> Path:
    pickled = Pickled()
    document = pickled.document(contents)
    return write_archive(path, document, pickled.storages if with_numbers else [])


def write_archive(path: Path, document: bytes, storages: list[bytes] = ()) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("archive/data.pkl", document)
        archive.writestr("archive/byteorder", b"little")
        for key, numbers in enumerate(storages):
            archive.writestr(f"archive/data/{key}", numbers)
        archive.writestr("archive/version", b"3\n")
    return path


def published(network: dict[str, np.ndarray]) -> dict:
    """The publisher's file: the network, and an optimiser that remembers one tensor more for each."""
    momentum = {"momentum_buffer": np.zeros(3, np.float32)}
    optimiser = {"state": {0: momentum}, "param_groups": [{"lr": 0.01, "nesterov": True, "params": [0]}]}
    return {"epoch": 29, "model": network, "optimizer": optimiser}


@pytest.fixture(scope="session")
def network() -> dict[str, np.ndarray]:
    return random_network()


@pytest.fixture(scope="session")
def checkpoint(tmp_path_factory, network) -> Path:
    path = tmp_path_factory.mktemp("checkpoint") / "resnet50_weights_best_acc.tar"
    return write_checkpoint(path, published(network))


def run(checkpoint: Path, output: Path, *more: str | Path, labels: Path = CATALOGUE) -> subprocess.CompletedProcess:
    words = [sys.executable, SCRIPT, checkpoint, "--labels", labels, "--output", output, *more]
    return subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False)


@pytest.fixture(scope="session")
def converted(tmp_path_factory, checkpoint) -> tuple[Path, dict]:
    output = tmp_path_factory.mktemp("models") / "plantnet-300k"
    finished = run(checkpoint, output)
    assert finished.returncode == 0, finished.stderr
    return output, json.loads(finished.stdout)


# ---------------------------------------------------------------- what comes out


def test_the_folder_holds_what_its_manifest_says(converted):
    folder, _ = converted
    manifest = json.loads((folder / "model.json").read_text())
    assert manifest["formatVersion"] == 1
    assert {entry["path"] for entry in manifest["files"]} == {"model-fp16.xml", "model-fp16.bin", "labels.json"}
    for entry in manifest["files"]:
        data = (folder / entry["path"]).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (entry["bytes"], entry["sha256"])
    assert manifest["default"] == "model-fp16.xml"
    assert manifest["statistics"]["name"] == "imagenet"
    assert "familiarity" not in manifest
    assert (folder / manifest["labels"]).read_bytes() == CATALOGUE.read_bytes()
    assert sorted(file.name for file in folder.iterdir()) == [
        "labels.json", "model-fp16.bin", "model-fp16.xml", "model.json"]
    assert 51_000_000 < (folder / "model-fp16.bin").stat().st_size < 52_000_000


def test_the_model_takes_bytes_and_gives_probabilities_and_a_unit_vector(converted):
    model = ov.Core().read_model(converted[0] / "model-fp16.xml")
    (image,) = model.inputs
    assert (image.any_name, list(image.shape), image.element_type) == ("image", [1, 224, 224, 3], ov.Type.u8)
    assert {(port.any_name, tuple(port.shape), port.element_type) for port in model.outputs} == {
        ("probabilities", (1, 1081), ov.Type.f32), ("embedding", (1, 2048), ov.Type.f32)}
    recognise = converter.Recogniser(converted[0] / "model-fp16.xml")
    for picture in converter.fixed_pictures():
        probabilities, embedding = recognise(picture)
        assert (probabilities >= 0).all() and abs(probabilities.sum() - 1) < 1e-4
        assert abs(np.linalg.norm(embedding) - 1) < 1e-4


def test_the_converter_reports_how_closely_it_agrees_with_the_plain_computation(converted):
    accuracy = converted[1]["accuracy"]
    assert 0 < accuracy["asBuilt/f32"]["largestProbabilityDifference"] < 1e-4
    assert accuracy["asBuilt/f32"]["embeddingCosine"] >= 0.999999
    assert 0 < accuracy["fp16/f32"]["largestProbabilityDifference"] < 0.02
    assert accuracy["fp16/f32"]["embeddingCosine"] > 0.9999
    assert json.loads((converted[0] / "model.json").read_text())["accuracy"] == accuracy


def test_the_network_of_the_tests_is_not_indifferent(converted):
    # Otherwise all the comparisons here would pass whatever was computed.
    recognise = converter.Recogniser(converted[0] / "model-fp16.xml")
    answers = [recognise(picture)[0] for picture in converter.fixed_pictures()]
    assert all(answer.max() > 0.02 for answer in answers)
    assert len({int(answer.argmax()) for answer in answers}) > 1


def test_the_same_checkpoint_gives_the_same_bytes(converted, checkpoint, tmp_path):
    assert run(checkpoint, tmp_path / "again").returncode == 0
    for file in converted[0].iterdir():
        assert (tmp_path / "again" / file.name).read_bytes() == file.read_bytes(), file.name


def test_a_checkpoint_written_by_torch_is_read_to_the_same_numbers(tmp_path, network):
    torch = pytest.importorskip("torch")
    tensors = {name: torch.from_numpy(values.copy()) for name, values in network.items()}
    # A transposed tensor is written with strides, and must be read with them.
    tensors["fc.weight"] = torch.from_numpy(network["fc.weight"].T.copy()).T
    optimiser = torch.optim.SGD([torch.nn.Parameter(torch.ones(4))], lr=0.01, momentum=0.9, nesterov=True)
    path = tmp_path / "torch.tar"
    torch.save({"epoch": 3, "model": tensors, "optimizer": optimiser.state_dict()}, path)
    read = converter.read_checkpoint(path)
    assert all((read[name] == values).all() for name, values in network.items())


def test_the_prefix_of_parallel_training_is_taken_off_once(tmp_path, network):
    parallel = {f"module.{name}": values for name, values in network.items()}
    read = converter.read_checkpoint(write_checkpoint(tmp_path / "parallel.tar", published(parallel)))
    assert read.keys() == network.keys()
    twice = {f"module.{name}": values for name, values in parallel.items()}
    refused(write_checkpoint(tmp_path / "twice.tar", published(twice), with_numbers=False), tmp_path, "320 missing")


def test_half_precision_checkpoints_are_read(tmp_path, network):
    halves = {name: values.astype(np.float16) if values.ndim else values for name, values in network.items()}
    read = converter.read_checkpoint(write_checkpoint(tmp_path / "half.tar", published(halves)))
    assert read["conv1.weight"].dtype == np.float32
    assert (read["conv1.weight"] == halves["conv1.weight"]).all()


def test_eight_bits_are_written_beside_half_precision(checkpoint, tmp_path):
    pytest.importorskip("nncf")
    image = pytest.importorskip("PIL.Image")
    random = np.random.default_rng(8)
    for number in range(12):
        coarse = random.integers(0, 256, (9, 12, 3), dtype=np.uint8)
        image.fromarray(coarse).resize((400, 300), image.Resampling.BICUBIC).save(tmp_path / f"{number}.jpg")
    (tmp_path / "broken.jpg").write_bytes(b"no picture")
    output = tmp_path / "model"
    finished = run(checkpoint, output, "--int8", "--calibration", tmp_path)
    assert finished.returncode == 0, finished.stderr
    assert "broken.jpg: left out" in finished.stderr
    report = json.loads(finished.stdout)["accuracy"]["int8/f32"]
    assert report["pictures"] == 12 and report["top1AgreementWithFP16"] >= 0.5
    manifest = json.loads((output / "model.json").read_text())
    assert [entry["path"] for entry in manifest["files"]] == [
        "model-fp16.xml", "model-fp16.bin", "model-int8.xml", "model-int8.bin", "labels.json"]
    assert 25_000_000 < (output / "model-int8.bin").stat().st_size < 27_000_000
    probabilities, embedding = converter.Recogniser(output / "model-int8.xml")(converter.fixed_pictures()[0])
    assert abs(probabilities.sum() - 1) < 1e-4 and abs(np.linalg.norm(embedding) - 1) < 1e-4


def test_pictures_are_cut_as_in_training():
    image = pytest.importorskip("PIL.Image")
    wide = np.zeros((256, 512, 3), np.uint8)
    wide[:, 144:368] = 255
    prepared = converter.prepare(image.fromarray(wide))
    assert prepared.shape == (224, 224, 3) and (prepared == 255).all()


# ---------------------------------------------------------------- what is refused


def refused(checkpoint: Path, folder: Path, *phrases: str, status: int = 65, labels: Path = CATALOGUE) -> str:
    """Checks the status and the message, and that nothing whole or half stays behind."""
    before = set(folder.iterdir())
    finished = run(checkpoint, folder / "model", labels=labels)
    assert finished.returncode == status, finished.stderr
    for phrase in phrases:
        assert phrase in finished.stderr
    assert "Traceback" not in finished.stderr and finished.stdout == ""
    assert set(folder.iterdir()) == before
    return finished.stderr


class Hostile:
    """Runs a command when it is unpickled by anything that obeys it."""

    def __init__(self, marker: Path) -> None:
        self.marker = marker

    def __reduce__(self) -> tuple:
        return os.system, (f"touch '{self.marker}'",)


@pytest.mark.parametrize("protocol", [2, 4])
@pytest.mark.parametrize("place", ["whole", "model", "optimizer"])
def test_a_pickle_that_runs_commands_is_refused_and_not_run(tmp_path, protocol, place):
    marker = tmp_path / "was-run"
    hostile = Hostile(marker)
    document = pickle.dumps(hostile if place == "whole" else {"epoch": 1, place: hostile}, protocol)
    path = write_archive(tmp_path / "hostile.tar", document)
    refused(path, tmp_path, str(path), "system", "Nothing of it was run")
    assert not marker.exists()
    pickle.loads(document)
    assert marker.exists(), "The sample was harmless, so the test showed nothing."


@pytest.mark.parametrize("name", ["builtins\neval", "torch\nload", "torch._utils\n_rebuild_parameter", "nt\nsystem",
                                  "torch\nFloatStorage.__init__", "collections\nOrderedDict.fromkeys"])
def test_names_off_the_list_are_refused(tmp_path, name):
    path = write_archive(tmp_path / "odd.tar", b"\x80\x02c" + name.encode() + b"\n.")
    refused(path, tmp_path, f"It wants {name.replace(chr(10), '.')}")


@pytest.mark.parametrize("document", [
    b"", b"\x80\x02", b"\x80\x02}", b"\x80\x02(((", b"\x80\x02}r\xff\xff\xff\x7f.",
    b"\x80\x02ccollections\nOrderedDict\n}U\x01aK\x01sb.",
    b"\x80\x02X\xff\xff\xff\x7fabc.", b"\x80\x02(U\x07storageU\x03../U\x03cpuK\x01tQ.",
    b"\x80\x05\x96" + b"\xff" * 7 + b"\x7f."])
def test_damaged_pickles_are_refused_without_taking_the_memory(tmp_path, document):
    refused(write_archive(tmp_path / "damaged.tar", document), tmp_path, "damaged.tar", "Download it again")


def test_a_checkpoint_of_old_pytorch_is_refused_with_the_way_out(tmp_path):
    path = tmp_path / "old.tar"
    path.write_bytes(pickle.dumps(0x1950A86A20F9469CFC6C, 2) + pickle.dumps(1001, 2) + pickle.dumps({"model": {}}, 2))
    refused(path, tmp_path, str(path), "before 1.6", "save it again")


def test_a_web_page_and_other_files_are_told_apart(tmp_path):
    page, other, empty = tmp_path / "page.tar", tmp_path / "other.tar", tmp_path / "empty.tar"
    page.write_text("<!DOCTYPE html><title>Seafile</title>")
    other.write_bytes(b"\x89HDF\r\n\x1a\n" + bytes(600))
    empty.write_bytes(b"")
    refused(page, tmp_path, str(page), "web page")
    refused(other, tmp_path, str(other), "not a PyTorch checkpoint")
    refused(empty, tmp_path, str(empty), "not a PyTorch checkpoint")


@pytest.mark.parametrize("share", [0.001, 0.5, 0.999])
def test_a_truncated_download_is_refused(tmp_path, checkpoint, share):
    data = checkpoint.read_bytes()
    path = tmp_path / "cut.tar"
    path.write_bytes(data[: int(len(data) * share)])
    refused(path, tmp_path, str(path), "ends too early", "Download it again")


def test_a_flipped_byte_is_found(tmp_path, checkpoint):
    data = bytearray(checkpoint.read_bytes())
    data[len(data) // 2] ^= 0x40
    path = tmp_path / "flipped.tar"
    path.write_bytes(data)
    refused(path, tmp_path, str(path), "damaged", "Download it again")


@pytest.mark.parametrize("key", ["state_dict", None])
def test_the_network_must_stand_under_model(tmp_path, network, key):
    contents = {key: network} if key else network
    path = write_checkpoint(tmp_path / "bare.tar", contents, with_numbers=False)
    refused(path, tmp_path, str(path), "no dictionary 'model'", key or "conv1.weight")


def test_missing_and_surplus_keys_are_named(tmp_path, network):
    changed = {name: values for name, values in network.items() if name != "layer3.2.bn2.running_mean"}
    changed["layer3.2.bn2.middle"] = network["layer3.2.bn2.running_mean"]
    path = write_checkpoint(tmp_path / "keys.tar", published(changed), with_numbers=False)
    refused(path, tmp_path, str(path), "1 missing (layer3.2.bn2.running_mean)", "1 not known (layer3.2.bn2.middle)")


@pytest.mark.parametrize(("classes", "hint"), [(1000, "second edition"), (1080, "")])
def test_another_number_of_classes_is_refused(tmp_path, network, classes, hint):
    changed = {**network, "fc.weight": network["fc.weight"][:classes], "fc.bias": network["fc.bias"][:classes]}
    path = write_checkpoint(tmp_path / "classes.tar", published(changed), with_numbers=False)
    refused(path, tmp_path, str(path), f"tells {classes} classes apart, not 1081", hint)


def test_another_shape_is_refused(tmp_path, network):
    changed = {**network, "conv1.weight": np.zeros((64, 3, 3, 3), np.float32)}
    path = write_checkpoint(tmp_path / "shape.tar", published(changed), with_numbers=False)
    refused(path, tmp_path, "conv1.weight has the shape (64, 3, 3, 3), not (64, 3, 7, 7)")


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_numbers_that_are_not_finite_are_refused(tmp_path, network, value):
    spoilt = network["conv1.weight"].copy()
    spoilt[3, 1, 4, 1] = value
    path = write_checkpoint(tmp_path / "nan.tar", published({**network, "conv1.weight": spoilt}))
    refused(path, tmp_path, "conv1.weight holds values that are not finite")


def test_missing_numbers_are_refused(tmp_path, network):
    path = write_checkpoint(tmp_path / "hollow.tar", published(network), with_numbers=False)
    refused(path, tmp_path, "The numbers of conv1.weight are missing")


def test_labels_that_do_not_fit_are_refused(tmp_path, checkpoint):
    catalogue = json.loads(CATALOGUE.read_text())
    short, other = tmp_path / "short.json", tmp_path / "other.json"
    short.write_text(json.dumps({**catalogue, "labels": catalogue["labels"][:-1]}))
    other.write_text("[]")
    refused(checkpoint, tmp_path, str(short), "1081 labels", labels=short)
    refused(checkpoint, tmp_path, str(other), "not a label catalogue", labels=other)


def test_a_missing_checkpoint_has_its_own_status(tmp_path):
    refused(tmp_path / "absent.tar", tmp_path, "absent.tar: There is no such file", status=66)


def test_a_folder_with_something_in_it_is_left_alone(tmp_path, checkpoint):
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "mine").write_text("mine")
    refused(checkpoint, tmp_path, "It is there already", status=64)
    assert (tmp_path / "model" / "mine").read_text() == "mine"


def test_eight_bits_without_pictures_are_wrong_usage(tmp_path, checkpoint):
    assert run(checkpoint, tmp_path / "model", "--int8").returncode == 64
    few = run(checkpoint, tmp_path / "model", "--int8", "--calibration", tmp_path)
    assert few.returncode == 65 and "0 readable pictures" in few.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("fault", ["statistics", "stride"])
def test_a_network_that_computes_something_else_is_refused_and_removed(
    tmp_path, checkpoint, monkeypatch, capsys, fault
):
    honest, blocks = converter.build, converter.blocks
    if fault == "statistics":
        monkeypatch.setattr(converter, "build", lambda weights, _: honest(weights, "dataset"))
    else:
        # The stage's strides swapped about would keep every shape; so does one of them left out.
        monkeypatch.setattr(converter, "blocks", lambda: [
            (name, into, width, 1 if name == "layer4.0" else stride, own)
            for name, into, width, stride, own in blocks()])
    status = converter.main([str(checkpoint), "--labels", str(CATALOGUE), "--output", str(tmp_path / "model")])
    printed = capsys.readouterr()
    assert status == 65 and "does not compute what the checkpoint does" in printed.err and printed.out == ""
    assert list(tmp_path.iterdir()) == []


def test_terminating_it_leaves_nothing_behind(tmp_path, checkpoint):
    words = [sys.executable, SCRIPT, checkpoint, "--labels", CATALOGUE, "--output", tmp_path / "model"]
    process = subprocess.Popen(list(map(str, words)), stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    assert process.stderr.readline().startswith("reading")
    assert process.stderr.readline().startswith("building")
    assert [file.name.startswith(".model.") for file in tmp_path.iterdir()] == [True]
    process.send_signal(signal.SIGTERM)
    process.communicate()
    assert process.returncode == 128 + signal.SIGTERM
    assert list(tmp_path.iterdir()) == []
