"""Valid but odd pictures from real phones through every input: the command, plants, barcodes and labels."""

import json
import os

import pytest
from conftest import FIXTURES, Program
from test_http import is_problem

FOLDER = FIXTURES / "ValidButOdd"
INDEX = json.loads((FOLDER / "index.json").read_text())
WHOLE = [FOLDER / entry["file"] for entry in INDEX if entry["expect"] == "accept" and "/strip-" not in entry["file"]]
DAMAGED = [FOLDER / entry["file"] for entry in INDEX if entry["expect"] == "refuse"]
# A label takes a hundred times as long as a plant, and the same decoder reads both, so a fifth is enough; SLOW=1 reads all.
LABELS = WHOLE if "SLOW" in os.environ else WHOLE[::5]
STRIPS = sorted(FOLDER.glob("plain/strip-*"))
GTIN = "4006381333931"
DIRECTION = "TAKE 1 CAPSULE TWICE DAILY"


@pytest.fixture
def command(home, tmp_path):
    return Program(home, tmp_path / "data")


def answers(command, words, paths, size=20):
    """Return one JSON object for each picture, in any order."""
    found = []
    for start in range(0, len(paths), size):
        run = command(*words, "--jsonl", *paths[start:start + size])
        found += [json.loads(line) for line in run.out.splitlines()]
    assert len(found) == len(paths)
    return found


def code(answer):
    error = answer.get("error")
    return error["code"] if isinstance(error, dict) else error


def test_there_are_enough_odd_and_damaged_pictures():
    assert len(WHOLE) >= 150 and len(DAMAGED) >= 80


@pytest.mark.long
@pytest.mark.parametrize("words, right", [
    # Whether a barcode counts as a plant differs between processors; the picture was read in any case.
    (("identify",), lambda answer: answer["verdict"] and answer["reason"] != "too-small"),
    (("food", "scan"), lambda answer: [code["gtin"] for code in answer["codes"]] == [GTIN]),
    (("rx", "read"), lambda answer: DIRECTION in answer["text"]),
], ids=["plants", "barcodes", "labels"])
def test_the_command_reads_the_odd_and_refuses_the_damaged(command, words, right):
    whole = LABELS if words == ("rx", "read") else WHOLE
    wrong = [answer for answer in answers(command, words, whole) if code(answer) or not right(answer)]
    assert not wrong, wrong
    wrong = [answer for answer in answers(command, words, DAMAGED) if code(answer) != "truncated-or-corrupt"]
    assert not wrong, wrong


def test_the_command_reads_strips_of_barcodes(command):
    assert all([code["gtin"] for code in answer["codes"]] == [GTIN] for answer in answers(command, ("food", "scan"), STRIPS))
    assert {code(answer) for answer in answers(command, ("identify",), STRIPS)} == {"too-small"}


def test_the_server_accepts_odd_plant_photographs_and_refuses_damaged_ones(fresh):
    for path in WHOLE:
        answer = fresh.ask("POST", "/api/photographs", path.read_bytes())
        assert answer.status == 201, (path.name, answer.text)
        assert (answer.json["width"], answer.json["height"]) == (480, 176), path.name
        assert answer.json["format"] == {"jpg": "jpeg"}.get(path.suffix[1:], path.suffix[1:]), path.name
        assert fresh.ask("GET", answer.json["display"]).body[:2] == b"\xff\xd8", path.name
    for path in DAMAGED:
        is_problem(fresh.ask("POST", "/api/photographs", path.read_bytes()), 422, "truncated-or-corrupt")


def test_the_server_reads_odd_barcode_photographs_and_refuses_damaged_ones(fresh):
    for path in WHOLE + STRIPS:
        answer = fresh.ask("POST", "/api/larder/scan", path.read_bytes())
        assert answer.status == 200 and [code["gtin"] for code in answer.json["codes"]] == [GTIN], (path.name, answer.text)
    for path in DAMAGED:
        is_problem(fresh.ask("POST", "/api/larder/scan", path.read_bytes()), 422, "truncated-or-corrupt")


@pytest.mark.long
def test_the_server_reads_odd_label_photographs_and_refuses_damaged_ones(fresh):
    for path in LABELS:
        answer = fresh.ask("POST", "/api/labels", path.read_bytes(), {"Content-Type": "image/jpeg"})
        assert answer.status == 201 and answer.json["directions"][0]["sig"] == DIRECTION, (path.name, answer.text)
    for path in DAMAGED:
        is_problem(fresh.ask("POST", "/api/labels", path.read_bytes(), {"Content-Type": "image/jpeg"}), 422, "truncated-or-corrupt")
