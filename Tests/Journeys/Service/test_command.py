"""The command for people, scripts and pipes."""

import json
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import time

import pytest
from conftest import BINARY, FIXTURES, FLOWER, PAGE, environment

VERDICTS = {"likely", "unsure", "doubtful", "no-clear-match", "not-a-plant", "error"}
BAD = FIXTURES / "Bad/jpeg-cut-50.jpg"


@pytest.fixture
def stillroom(home):
    """Run the command and return status, standard output and standard error."""

    def run(*arguments, stdin=None, cwd=None):
        done = subprocess.run(
            [BINARY, *map(str, arguments)], input=stdin, capture_output=True, cwd=cwd, env=environment(home), timeout=60)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    return run


@pytest.fixture
def folder(tmp_path):
    """Three photographs, a damaged one, and a file that is not a picture."""
    folder = tmp_path / "photographs"
    (folder / "deeper").mkdir(parents=True)
    shutil.copy(FLOWER, folder / "a.jpg")
    shutil.copy(FIXTURES / "Pictures/flower.heic", folder / "b.heic")
    shutil.copy(FIXTURES / "Pictures/flower-16-bit.png", folder / "deeper/c.png")
    shutil.copy(BAD, folder / "damaged.jpg")
    (folder / "notes.txt").write_text("not a picture\n")
    (folder / ".hidden.jpg").write_bytes(FLOWER.read_bytes())
    return folder


def check(document, verdict=None):
    """Check the promises of issue 2 for one answer."""
    assert document["verdict"] in VERDICTS
    if verdict:
        assert document["verdict"] == verdict
    if document["verdict"] == "error":
        assert re.fullmatch(r"[A-Za-z-]+", document["error"]["code"]) and document["error"]["message"]
        return
    assert document.get("error") is None
    assert document["source"] == "on-device" and document["model"]
    assert set(document["milliseconds"]) == {"decode", "inference", "total"}
    assert all(value >= 0 for value in document["milliseconds"].values())
    ranks = [candidate["rank"] for candidate in document["candidates"]]
    assert ranks == list(range(1, len(ranks) + 1))
    confidences = [candidate["confidence"] for candidate in document["candidates"]]
    assert confidences == sorted(confidences, reverse=True) and all(0 <= value <= 1 for value in confidences)
    for candidate in document["candidates"]:
        assert candidate["scientificName"] and isinstance(candidate["commonNames"], list) and candidate["family"]


def named(document):
    """Return the expected exit status for one answer."""
    return 0 if document["verdict"] in ("likely", "unsure") else 1


def test_a_person_reads_the_answer(stillroom):
    status, out, err = stillroom("identify", FIXTURES / "Pictures/flower-palette.png")
    assert status == 0 and err == ""
    assert "Rudbeckia hirta" in out and "Black-eyed Susan" in out and "Asteraceae" in out
    assert re.search(r"[█·]{10} +\d+ %  (Likely|Unsure|Doubtful) ", out)
    assert re.search(r"Identified by Stillroom in \d+\.\d+ s \(garden-120 ", out)


def test_json_is_one_object(stillroom):
    status, out, err = stillroom("identify", "--json", "--top", 10, FLOWER)
    document = json.loads(out)
    check(document)
    assert document["file"] == str(FLOWER)
    assert any(candidate["scientificName"].startswith("Helianthus") for candidate in document["candidates"])
    assert status == named(document) and err == ""


def test_json_of_several_is_an_array(stillroom):
    status, out, _ = stillroom("identify", "--json", FLOWER, PAGE)
    documents = json.loads(out)
    assert [document["file"] for document in documents] == [str(FLOWER), str(PAGE)]
    for document in documents:
        check(document)
    assert status == min(map(named, documents))


def test_json_lines_come_in_order(stillroom):
    _, out, err = stillroom("identify", "--jsonl", "--top", 1, FLOWER, PAGE, FLOWER)
    documents = [json.loads(line) for line in out.splitlines()]
    assert [document["file"] for document in documents] == [str(FLOWER), str(PAGE), str(FLOWER)]
    for document in documents:
        check(document)
        assert len(document["candidates"]) <= 1
    assert err == ""


def test_the_plain_output_is_a_table_separated_by_tabs(stillroom):
    _, out, _ = stillroom("identify", "--plain", FLOWER, PAGE)
    flower, page = (line.split("\t") for line in out.splitlines())
    assert len(flower) == len(page) == 6
    assert flower[0] == str(FLOWER) and flower[1] in VERDICTS and flower[2].startswith("Helianthus")
    assert 0 <= float(flower[5]) <= 1
    assert page[1] in ("not-a-plant", "no-clear-match")


def test_an_answer_that_names_no_plant_has_status_1(stillroom):
    status, out, err = stillroom("identify", PAGE)
    assert status == 1 and "Identified by Stillroom" in out and err == ""


def test_a_bad_file_does_not_stop_a_folder(stillroom, folder):
    status, out, err = stillroom("identify", "--jsonl", folder)
    documents = {json.loads(line)["file"].removeprefix(f"{folder}/"): json.loads(line) for line in out.splitlines()}
    assert set(documents) == {"a.jpg", "b.heic", "deeper/c.png", "damaged.jpg"}
    for name, document in documents.items():
        check(document, "error" if name == "damaged.jpg" else None)
    assert documents["damaged.jpg"]["error"]["code"] == "truncated-or-corrupt"
    assert status == 65
    assert "damaged.jpg" in err and "Files skipped because they are not pictures: 1" in err


def test_a_named_file_that_is_no_picture_has_status_65(stillroom):
    status, out, err = stillroom("identify", FIXTURES / "Bad/text.jpg")
    assert status == 65 and out == "" and "text.jpg" in err


def test_a_missing_file_has_status_66_even_if_another_file_is_damaged(stillroom, tmp_path):
    status, out, err = stillroom("identify", tmp_path / "missing.jpg")
    assert status == 66 and out == "" and "missing.jpg" in err
    status, out, _ = stillroom("identify", "--jsonl", BAD, tmp_path / "missing.jpg", FLOWER)
    assert status == 66 and len(out.splitlines()) == 3


def test_a_picture_is_read_from_standard_input(stillroom):
    status, out, err = stillroom("identify", "--json", "-", stdin=FLOWER.read_bytes())
    document = json.loads(out)
    check(document)
    assert document["file"] == "-" and status == named(document) and err == ""
    status, out, err = stillroom("identify", "-", stdin=b"")
    assert status == 65 and out == "" and err


def test_a_closed_pipe_ends_the_command_without_an_error(home, folder):
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", f"'{BINARY}' identify --jsonl {folder}/a.jpg {folder}/a.jpg {folder}/a.jpg | head -n 1"],
        capture_output=True, env=environment(home), timeout=60)
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == b"", done.stderr
    assert done.returncode in (0, 1, 128 + signal.SIGPIPE)


def test_an_interrupted_run_resumes_after_an_incomplete_line(stillroom, folder, tmp_path):
    answers = tmp_path / "answers.jsonl"
    arguments = ["identify", "--jsonl", "--output", answers, "--resume", folder]
    status, out, _ = stillroom(*arguments)
    assert status == 65 and out == ""
    whole = answers.read_text().splitlines()
    assert len(whole) == 4

    answers.write_text("\n".join(whole[:2]) + "\n" + whole[2][:25])
    stillroom(*arguments)
    again = answers.read_text()
    assert again.endswith("\n") and again.splitlines()[:2] == whole[:2]
    assert sorted(json.loads(line)["file"] for line in again.splitlines()) \
        == sorted(json.loads(line)["file"] for line in whole)

    stillroom(*arguments)
    assert answers.read_text() == again

    status, _, err = stillroom("identify", "--jsonl", "--output", answers, folder)
    assert status == 64 and "exists" in err and answers.read_text() == again
    other = tmp_path / "letter.txt"
    other.write_text("Dear aunt,\n")
    status, _, err = stillroom("identify", "--jsonl", "--output", other, "--resume", folder)
    assert status == 65 and other.read_text() == "Dear aunt,\n"


def test_several_pictures_identified_together_get_one_answer(stillroom):
    _, out, _ = stillroom("identify", "--together", "--json", FLOWER, FIXTURES / "Pictures/flower-grey.jpg")
    check(json.loads(out))
    assert "Helianthus" in out
    assert stillroom("identify", "--together", *[FLOWER] * 6)[0] == 64


@pytest.mark.parametrize("arguments", [
    [], ["identify"], ["identify", "--bogus", "x.jpg"], ["identify", "--json", "--plain", "x.jpg"],
    ["identify", "--top", "11", "x.jpg"], ["identify", "--resume", "x.jpg"], ["nonsense"],
    ["models", "install", "https://example.org/model.tar.gz"],
], ids=" ".join)
def test_wrong_arguments_have_status_64(stillroom, arguments):
    status, out, err = stillroom(*arguments)
    if arguments:
        assert status == 64 and out == "" and "Usage:" in err
    else:
        assert status == 0 and "identify" in out


def test_an_unknown_model_has_status_78_and_a_hint(stillroom):
    status, out, err = stillroom("identify", "--model", "oaks", FLOWER)
    assert status == 78 and out == "" and "oaks" in err and len(err.splitlines()) >= 2


def test_the_models_command_lists_the_built_in_model(stillroom):
    status, out, err = stillroom("models", "list", "--json")
    models = json.loads(out)
    assert status == 0 and err == ""
    assert [model["builtIn"] for model in models if model["inUse"]] == [True]
    assert models[0]["labels"] >= 100 and models[0].get("problem") is None
    status, out, _ = stillroom("models")
    assert status == 0 and out.startswith("* ")


def test_the_models_command_verifies_the_model(stillroom):
    status, out, _ = stillroom("models", "verify")
    assert status == 0 and "as published" in out


def test_the_doctor_command_finds_no_problem_in_a_new_installation(stillroom, tmp_path):
    status, out, err = stillroom("doctor")
    assert status == 0 and err == "" and "TROUBLE" not in out
    findings = json.loads(stillroom("doctor", "--json", "--data-dir", tmp_path)[1])
    assert {"model", "decoder", "data"} <= {finding["what"] for finding in findings}
    assert all(finding["isWell"] for finding in findings)


def test_the_doctor_command_reports_a_missing_or_changed_photograph(stillroom, fresh):
    """A file that was removed or changed outside the server is found and reported in the status."""
    fresh.photograph(FLOWER.read_bytes())
    fresh.stop()
    data = fresh.folder / "data"
    assert stillroom("doctor", "--data-dir", data)[0] == 0
    originals = [path for path in data.rglob("*") if path.is_file() and path.read_bytes() == FLOWER.read_bytes()]
    assert len(originals) == 1
    originals[0].chmod(0o600)
    originals[0].write_bytes(FLOWER.read_bytes() + b"changed")
    status, out, _ = stillroom("doctor", "--data-dir", data)
    assert status == 74 and "1 files changed" in out
    originals[0].unlink()
    status, out, _ = stillroom("doctor", "--data-dir", data)
    assert status == 74 and "1 files missing" in out


def test_the_command_prints_its_version_and_help(stillroom):
    status, out, err = stillroom("--version")
    assert status == 0 and re.fullmatch(r"\d+\.\d+\.\d+\n", out) and err == ""
    status, out, _ = stillroom("identify", "--help")
    assert status == 0 and "Examples:" in out and "Exit status:" in out


def test_an_address_in_the_network_is_not_served_without_an_owner(stillroom):
    for host in ("0.0.0.0", "192.168.1.5", "::"):
        status, out, err = stillroom("serve", "--host", host, "--port", 0)
        assert status == 78 and out == "" and "no owner" in err and "set-up link" in err


def test_a_wrong_setting_is_named(home):
    done = subprocess.run(
        [BINARY, "identify", FLOWER], capture_output=True, timeout=60,
        env=environment(home) | {"STILLROOM_PICTURES_WORKERS": "many"})
    assert done.returncode == 78 and b"STILLROOM_PICTURES_WORKERS" in done.stderr


def test_a_terminal_sees_progress_and_the_data_stays_clean(home, folder):
    near, far = pty.openpty()
    process = subprocess.Popen(
        [BINARY, "identify", "--jsonl", folder], stdout=subprocess.PIPE, stderr=far, env=environment(home))
    os.close(far)
    out = process.stdout.read()
    seen, end = b"", time.monotonic() + 10
    while time.monotonic() < end and select.select([near], [], [], 1)[0]:
        try:
            piece = os.read(near, 65536)
        except OSError:
            break
        if not piece:
            break
        seen += piece
    os.close(near)
    assert process.wait(10) == 65
    assert re.search(rb"\r\x1b\[K\[#*-*\] \d+ of \d+, [\d.]+ a second, \d+:\d\d left", seen), seen
    assert len([json.loads(line) for line in out.splitlines()]) == 4
