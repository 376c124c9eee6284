"""The command and Pl@ntNet: strategies, cost, sent data, and failures."""

import base64
import ctypes
import http.server
import json
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import struct
import subprocess
import threading
import time
import zlib

import pytest
from conftest import BINARY, FIXTURES, FLOWER, KEY, PAGE, SURE, UNKNOWN, UNSURE, Stub, environment, eventually, own_confidence

PICTURES = FIXTURES / "Pictures"
DIFFERENT = ["flower.jpg", "flower-16-bit.png", "flower-palette.png", "flower-lzw.tiff", "flower-grey.jpg", "flower.heic"]
ASKED = {"service", "reason", "priceUnits", "remaining"}


class Run:
    """The result of a command."""

    def __init__(self, status, out, err, took):
        self.status, self.out, self.err, self.took = status, out.decode(), err.decode(errors="replace"), took
        self.raw = err

    @property
    def json(self):
        return json.loads(self.out)

    @property
    def documents(self):
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def asked(self):
        """Return the values for one photograph: service, reason, price and remaining quota."""
        asked = self.json["asked"]
        assert ASKED <= set(asked), asked
        return asked["service"], asked["reason"], asked["priceUnits"], asked["remaining"]


class Command:
    """`stillroom` with its own data folder and, by default, the stub of Pl@ntNet."""

    def __init__(self, home, data, stub):
        self.data = data
        self.environment = environment(home) | stub.settings | {"STILLROOM_DATA_DIR": str(data)}

    def surroundings(self, settings):
        names = {f"STILLROOM_{name}": value for name, value in settings.items()}
        return {name: str(value) for name, value in (self.environment | names).items() if value is not None}

    def __call__(self, *arguments, **settings):
        began = time.monotonic()
        done = subprocess.run(
            [BINARY, *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True,
            env=self.surroundings(settings), timeout=60)
        return Run(done.returncode, done.stdout, done.stderr, time.monotonic() - began)

    def identify(self, *arguments, **settings):
        return self("identify", "--json", *arguments, **settings)

    def start(self, *arguments, **settings):
        return subprocess.Popen(
            [BINARY, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=self.surroundings(settings))

    def quota(self, **settings):
        """Return the credits spent, reserved and left today."""
        quota = self("quota", "--json", **settings).json
        return quota["used"], quota["reserved"], quota["remaining"]


@pytest.fixture
def stillroom(home, tmp_path, stub):
    return Command(home, tmp_path / "data", stub)


@pytest.fixture
def folder(tmp_path):
    """Six photographs that also differ after the conversion for sending."""
    folder = tmp_path / "photographs"
    folder.mkdir()
    for name in DIFFERENT:
        shutil.copy(PICTURES / name, folder)
    return folder


@pytest.fixture
def nowhere():
    """An address without a server."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{taken.getsockname()[1]}"


# MARK: strategies

@pytest.mark.parametrize("strategy, picture, reason, calls", [
    ("on-device-only", UNKNOWN, "on-device-only", 0),
    ("service-only", SURE, "by-strategy", 1),
    ("on-device-first", SURE, "confident", 0),
    ("on-device-first", UNSURE, "unfamiliar", 1),
    ("on-device-first", UNKNOWN, "outside-knowledge", 1),
    ("on-device-first", PAGE, "no-plant", 0),
    ("parallel", SURE, "by-strategy", 1),
], ids=lambda value: value.name if isinstance(value, pathlib.Path) else str(value))
def test_the_strategy_decides_whether_plantnet_is_asked(stillroom, stub, strategy, picture, reason, calls):
    run = stillroom("identify", "--jsonl", "--strategy", strategy, picture)
    assert len(run.documents) == 1 and run.err == ""
    document = run.json
    assert stub.calls == stub.seen["creditsUsed"] == calls
    assert run.asked == (("plantnet", reason, 1, 499) if calls else (None, reason, 0, None))
    if not calls:
        assert "answers" not in document and document.get("agreement") is None and document["source"] == "on-device"
        assert stub.seen["targets"] == []
        return
    assert document["source"] == "plantnet" and document["verdict"] == "likely" and run.status == 0
    assert document["candidates"][0]["scientificName"] == "Rosa canina"
    theirs, ours = document["answers"]["plantnet"], document["answers"].get("onDevice")
    assert theirs["source"] == "plantnet" and theirs["candidates"][0]["scientificName"] == "Rosa canina"
    if strategy == "service-only":
        assert ours is None and document.get("agreement") is None
        return
    assert ours["source"] == "on-device" and ours["model"].startswith("garden-120") and ours["candidates"]
    assert document["agreement"] == "none"
    assert document["candidates"][0]["plantnet"] == document["candidates"][0]["confidence"]
    assert any("onDevice" in candidate for candidate in stillroom.identify("--top", 10, "--strategy", strategy, picture).json["candidates"])


def test_the_own_model_is_asked_first_by_default(stillroom, stub):
    assert stillroom.identify(SURE).asked[1] == "confident"
    assert stillroom.identify(UNSURE).asked[1] == "unfamiliar"
    assert stillroom.identify(SURE, INQUIRY_STRATEGY="parallel").asked[1] == "by-strategy"
    assert stillroom.identify("--strategy", "on-device-only", UNSURE, INQUIRY_STRATEGY="parallel").asked[1] == "on-device-only"
    assert stub.calls == 2


def test_the_threshold_decides_when_the_own_model_is_sure_enough(stillroom, stub):
    run = stillroom.identify("--threshold", 0, UNSURE)
    assert run.asked == (None, "confident", 0, None) and run.json["asked"]["threshold"] == 0 and stub.calls == 0
    assert stillroom.identify("--threshold", 0.5, SURE).asked[1] == "confident"
    assert stub.calls == 0
    run = stillroom.identify("--threshold", 1, SURE)
    assert run.asked == ("plantnet", "under-threshold", 1, 499) and run.json["asked"]["threshold"] == 1
    run = stillroom.identify("--threshold", 1, SURE, INQUIRY_THRESHOLD="0", CACHE_DAYS="0")
    assert run.asked[1] == "under-threshold"
    assert stub.calls == 2


def test_both_answers_agree_if_they_have_the_same_name(home, tmp_path):
    """The model in this test has no ids, so that only the name joins the results."""
    shutil.copytree(FIXTURES / "PlantNet", tmp_path / "answers")
    rose = tmp_path / "answers/rose.json"
    rose.write_text(rose.read_text().replace("Rosa canina", "Helianthus annuus"))
    stub = Stub(tmp_path, "--fixtures", tmp_path / "answers")
    try:
        run = Command(home, tmp_path / "data", stub).identify("--strategy", "parallel", FLOWER)
        assert run.json["agreement"] == "species" and run.status == 0
        first = run.json["candidates"][0]
        assert first["scientificName"] == "Helianthus annuus" and first["onDevice"] == own_confidence(FLOWER) and first["plantnet"] > 0.9
        names = [candidate["scientificName"] for candidate in run.json["candidates"]]
        assert len(names) == len(set(names))
    finally:
        stub.stop()


def test_the_output_explains_the_reason_and_the_cost_of_a_request(stillroom):
    run = stillroom("identify", UNSURE)
    assert run.status == 0 and run.err == ""
    assert "Pl@ntNet was asked because the model is not sure that it knows this plant" in run.out
    assert "This used 1 request; 499 left that day." in run.out
    assert "The answers differ: Helianthus annuus by the model, Rosa canina by Pl@ntNet." in run.out
    assert "https://plantnet.org" in run.out
    assert "Nothing was sent." in stillroom("identify", SURE).out
    assert "the photo seems to show no plant" in stillroom("identify", PAGE).out


@pytest.mark.parametrize("arguments", [
    ["--strategy", "everybody"], ["--threshold", "1.1"], ["--threshold", "-0.1"], ["--threshold", "high"], ["--organ", "root"],
    ["--organ", "leaf", "--organ", "flower"], ["--organ", "leaf", "--organ", "flower", "--organ", "bark", FLOWER],
], ids=lambda arguments: " ".join(map(str, arguments)))
def test_wrong_arguments_have_status_64_and_plantnet_is_not_called(stillroom, stub, arguments):
    run = stillroom.identify(*arguments, FLOWER)
    assert run.status == 64 and run.out == "" and "Usage:" in run.err
    assert stub.calls == 0


def test_the_organ_is_given_once_or_for_each_photograph(stillroom, stub):
    def organs(*arguments):
        """The values of the larger and the smaller picture, which may be sent in either order."""
        stub(reset=True)
        stillroom.identify("--strategy", "service-only", *arguments, FLOWER, SURE)
        uploads = stub.seen["uploads"]
        return [uploads[number]["organ"] for number in sorted(range(2), key=lambda number: sides(stub.upload(number)), reverse=True)]

    assert organs() == ["auto", "auto"]
    assert organs("--organ", "leaf") == ["leaf", "leaf"]
    assert organs("--organ", "flower", "--organ", "bark") == ["flower", "bark"]


def test_photographs_of_one_plant_are_one_call_and_one_credit(stillroom, stub):
    run = stillroom.identify(
        "--together", "--strategy", "parallel", "--organ", "flower", "--organ", "leaf", "--organ", "auto",
        *(PICTURES / name for name in DIFFERENT[:3]))
    assert run.status == 0 and run.asked == ("plantnet", "by-strategy", 1, 499)
    seen = stub.seen
    assert seen["identifyCalls"] == seen["creditsUsed"] == 1
    assert [(upload["call"], upload["filename"], upload["organ"]) for upload in seen["uploads"]] == [
        (0, "image-1.jpg", "flower"), (0, "image-2.jpg", "leaf"), (0, "image-3.jpg", "auto")]
    assert stillroom.quota() == (1, 0, 499)
    assert stillroom.identify("--together", *[FLOWER] * 6).status == 64 and stub.calls == 1


# MARK: the cache

def test_a_repeated_photograph_is_answered_from_the_cache_with_its_day(stillroom, stub):
    first = stillroom.identify("--strategy", "parallel", FLOWER, NOW="2026-05-03T08:00:00Z")
    assert first.asked == ("plantnet", "by-strategy", 1, 499)
    second = stillroom.identify("--strategy", "parallel", FLOWER, NOW="2026-05-05T08:00:00Z")
    assert second.asked[:3] == (None, "cached", 0) and second.json["asked"]["wanted"] == "by-strategy"
    assert second.json["source"] == "cache" and second.status == 0
    assert second.json["answers"]["plantnet"]["answeredAt"].startswith("2026-05-03T08:00")
    assert [one["scientificName"] for one in second.json["candidates"]] == [one["scientificName"] for one in first.json["candidates"]]
    repeated = stillroom("identify", "--strategy", "service-only", FLOWER, NOW="2026-05-05T08:00:00Z")
    assert "gave this answer on 3 May" in repeated.out and "This used" not in repeated.out
    assert stub.calls == 1

    # Another organ, language or flora is a new request; so is the same one after the cached answer expired.
    stillroom.identify("--strategy", "parallel", "--organ", "leaf", FLOWER, NOW="2026-05-05T08:00:00Z")
    stillroom.identify("--strategy", "parallel", FLOWER, NOW="2026-05-05T08:00:00Z", PLANTNET_LANGUAGE="de")
    stillroom.identify("--strategy", "parallel", FLOWER, NOW="2026-05-05T08:00:00Z", PLANTNET_PROJECT="k-middle-europe")
    assert stub.calls == 4
    assert stillroom.identify("--strategy", "parallel", FLOWER, NOW="2026-05-10T08:00:01Z").asked[1] == "by-strategy"
    assert stub.calls == 5


def test_the_cache_answers_without_network_or_credits(stillroom, stub, nowhere):
    stillroom.identify("--strategy", "service-only", FLOWER)
    for settings in ({"PLANTNET_BASE_URL": nowhere}, {"PLANTNET_DAILY_BUDGET": "1"}):
        run = stillroom.identify("--strategy", "service-only", FLOWER, **settings)
        assert run.status == 0 and run.json["source"] == "cache", run.err
    assert stub.calls == 1


def test_the_same_photograph_twice_in_one_batch_is_one_call(stillroom, stub):
    run = stillroom("identify", "--jsonl", "--strategy", "parallel", "--jobs", 4, *[FLOWER] * 4)
    assert [document["candidates"][0]["scientificName"] for document in run.documents] == ["Rosa canina"] * 4
    assert stub.calls == 1 and sum(document["asked"]["priceUnits"] for document in run.documents) == 1


def test_the_cache_commands_show_and_remove_saved_answers(stillroom):
    stats = stillroom("cache", "stats", "--json")
    assert stats.status == 0 and stats.err == ""
    assert stats.json == {"entries": 0, "expired": 0, "hits": 0, "misses": 0, "bytes": 0, "limit": 100, "days": 7}
    old, new = {"NOW": "2026-05-01T00:00:00Z"}, {"NOW": "2026-05-10T00:00:00Z"}
    stillroom.identify("--strategy", "service-only", FLOWER, **old)
    stillroom.identify("--strategy", "service-only", SURE, **new)
    stillroom.identify("--strategy", "service-only", SURE, **new)
    stats = stillroom("cache", "--json", **new).json
    assert {name: stats[name] for name in ("entries", "expired", "hits", "misses")} == {"entries": 2, "expired": 1, "hits": 1, "misses": 2}
    assert 100 < stats["bytes"] < 20_000
    assert stillroom("cache", "clear-expired", "--json", **new).json == {"removed": 1}
    assert stillroom("cache", "clear-expired", **new).out == "0 answers deleted\n"
    assert "1 of 100 answers saved" in stillroom("cache", **new).out
    assert stillroom("cache", "clear", "--json", **new).json == {"removed": 1}
    stats = stillroom("cache", "stats", "--json", **new).json
    assert stats["entries"] == stats["bytes"] == 0
    assert stillroom("cache", "clear-all").status == 64


def test_the_cache_does_not_exceed_its_size(stillroom, stub):
    for picture in (UNKNOWN, SURE, UNSURE):
        stillroom.identify("--strategy", "service-only", picture, CACHE_ENTRIES="2")
    assert stillroom("cache", "--json").json["entries"] == 2
    assert stillroom.identify("--strategy", "service-only", SURE).json["source"] == "cache"
    assert stillroom.identify("--strategy", "service-only", UNKNOWN).json["source"] == "plantnet"
    assert stillroom.identify("--strategy", "service-only", UNKNOWN, CACHE_DAYS="0").json["source"] == "plantnet"


# MARK: the key

def test_without_a_key_the_own_model_answers_and_nothing_is_sent(stillroom, stub):
    for key in (None, ""):
        run = stillroom.identify("--strategy", "on-device-first", UNSURE, PLANTNET_API_KEY=key)
        assert run.status == 0 and run.err == "" and run.asked == (None, "not-configured", 0, None)
        assert run.json["asked"]["wanted"] == "unfamiliar" and run.json["verdict"] == "unsure"
    assert stillroom.identify("--strategy", "parallel", SURE, PLANTNET_API_KEY=None).status == 0
    run = stillroom.identify("--strategy", "service-only", FLOWER, PLANTNET_API_KEY=None)
    assert run.status == 78 and run.json["verdict"] == "error" and run.json["error"]["code"] == "service-not-configured"
    assert "key" in run.err
    assert stub.seen["targets"] == []
    assert "no key is set" in stillroom("identify", UNSURE, PLANTNET_API_KEY=None).out


def test_the_key_may_lie_in_a_file(stillroom, stub, tmp_path):
    file = tmp_path / "key"
    file.write_text(f"  {KEY}\n")
    settings = {"PLANTNET_API_KEY": None, "PLANTNET_API_KEY_FILE": str(file)}
    assert stillroom.identify("--strategy", "service-only", FLOWER, **settings).status == 0
    assert stub.seen["keys"] == [KEY]
    file.unlink()
    run = stillroom.identify("--strategy", "service-only", SURE, **settings)
    assert run.status == 78 and stub.calls == 1
    (stillroom.data / "secrets").mkdir()
    (stillroom.data / "secrets/plantnet-api-key").write_text(KEY)
    assert stillroom.identify("--strategy", "service-only", SURE, PLANTNET_API_KEY=None).status == 0
    assert stillroom.identify("--strategy", "service-only", SURE, PLANTNET_API_KEY="").status == 78


def test_a_key_in_the_settings_file_or_a_flag_is_not_taken(stillroom, stub, tmp_path):
    (tmp_path / "config.json").write_text(json.dumps({"plantnet": {"api-key": KEY}}))
    run = stillroom.identify(UNSURE, PLANTNET_API_KEY=None, CONFIG=tmp_path / "config.json")
    assert run.asked[1] == "not-configured" and stub.seen["targets"] == []
    assert stillroom.identify("--key", KEY, UNSURE).status == stillroom.identify("--plantnet.api-key", KEY, UNSURE).status == 64


def test_a_wrong_key_has_status_77_if_only_plantnet_is_asked(stillroom, stub):
    run = stillroom.identify("--strategy", "service-only", FLOWER, PLANTNET_API_KEY="wrong-key")
    assert run.status == 77 and run.json["error"]["code"] in ("service-key-refused", "key-refused")
    assert "Pl@ntNet does not know the key" in run.err and "wrong-key" not in run.err
    assert stub.calls == 1 and stub.seen["creditsUsed"] == 0
    assert stillroom.quota(PLANTNET_API_KEY="wrong-key") == (0, 0, 500)
    assert stillroom("quota", "--json", "--ask", PLANTNET_API_KEY="wrong-key").status == 77


def test_with_a_wrong_key_the_own_model_answers_and_plantnet_is_not_called_again(stillroom, stub, folder):
    run = stillroom("identify", "--jsonl", "--strategy", "parallel", "--jobs", 1, folder, PLANTNET_API_KEY="wrong-key")
    assert run.status == 0 and len(run.documents) == len(DIFFERENT)
    assert {document["source"] for document in run.documents} == {"on-device"}
    failures = [document for document in run.documents if "failure" in document["asked"]]
    assert all("does not know the key" in document["asked"]["failure"]["message"] for document in failures)
    reasons = [document["asked"]["reason"] for document in run.documents]
    assert reasons.count("key-refused") >= 3, reasons
    assert stub.calls <= 3, "one job reads three photographs ahead"
    assert stillroom.identify("--strategy", "on-device-first", UNKNOWN, PLANTNET_API_KEY="wrong-key").status == 1
    assert stillroom.identify("--strategy", "on-device-first", UNSURE, PLANTNET_API_KEY="wrong-key").status == 0


def test_the_key_is_not_visible_in_process_arguments_or_decoder_environments(stillroom, stub):
    """The key is in no argument of the program or its decoders, and not in a decoder's environment."""
    stub(next=["hang"])
    process = stillroom.start("identify", "--json", "--strategy", "parallel", FLOWER)
    try:
        eventually(lambda: stub.calls == 1)
        decoders = [int(child) for task in pathlib.Path(f"/proc/{process.pid}/task").iterdir()
                    for child in (task / "children").read_text().split()]
        assert decoders
        for number in (process.pid, *decoders):
            assert KEY.encode() not in pathlib.Path(f"/proc/{number}/cmdline").read_bytes()
        for number in decoders:
            assert KEY.encode() not in pathlib.Path(f"/proc/{number}/environ").read_bytes(), "a decoder has the key"
    finally:
        process.kill()
        process.communicate()


# MARK: the quota

def test_the_budget_holds_for_a_folder(stillroom, stub, folder):
    run = stillroom("identify", "--jsonl", "--strategy", "parallel", "--jobs", 6, folder, PLANTNET_DAILY_BUDGET="2")
    assert run.status == 0 and stub.calls == 2
    asked = [document["asked"] for document in run.documents]
    assert sorted(one["reason"] for one in asked) == ["by-strategy"] * 2 + ["no-quota"] * 4
    assert sum(one["priceUnits"] for one in asked) == 2
    assert {document["source"] for document in run.documents if document["asked"]["reason"] == "no-quota"} == {"on-device"}
    assert stillroom.quota(PLANTNET_DAILY_BUDGET="2") == (2, 0, 0)
    run = stillroom.identify("--strategy", "service-only", "--organ", "leaf", FLOWER, PLANTNET_DAILY_BUDGET="2")
    assert run.status == 75 and stub.calls == 2
    assert "No requests are left today" in run.err


def test_two_commands_at_once_share_the_budget(stillroom, stub, folder):
    stub(delayMilliseconds=300)
    runs = [stillroom.start("identify", "--jsonl", "--strategy", "parallel", "--organ", organ, folder, PLANTNET_DAILY_BUDGET="3")
            for organ in ("leaf", "flower")]
    results = [run.communicate(timeout=60) for run in runs]
    assert [run.returncode for run in runs] == [0, 0], results
    assert stub.calls == 3 and stillroom.quota(PLANTNET_DAILY_BUDGET="3") == (3, 0, 0)


def test_quota_says_how_much_is_left(stillroom, stub):
    now = {"NOW": "2026-05-03T08:00:00Z"}
    stub(quota=400, secondsToReset=57_600)
    quota = stillroom("quota", "--json", **now)
    assert quota.status == 0 and quota.err == ""
    assert quota.json == {
        "service": "plantnet", "configured": True, "budget": 500, "limit": 500, "used": 0, "reserved": 0, "remaining": 500,
        "level": "plenty", "day": "2026-05-03", "resetsAt": "2026-05-04T00:00:00Z", "waiting": 0}
    stillroom.identify("--strategy", "service-only", FLOWER, **now)
    assert stillroom.quota(**now) == (1, 0, 399), "the number of the service lowers ours"
    assert stillroom("quota", "--json", "--ask", **now).json["serviceRemaining"] == 399
    for budget, level in ((101, "note"), (51, "warning"), (11, "critical"), (1, "exhausted")):
        quota = stillroom("quota", "--json", **now, PLANTNET_DAILY_BUDGET=budget)
        assert (quota.json["level"], quota.json["remaining"], quota.status) == (level, budget - 1, 0)
    assert stillroom.quota(NOW="2026-05-04T00:00:00Z") == (0, 0, 500), "midnight UTC"
    assert "399 of" in stillroom("quota", **now).out
    none = stillroom("quota", "--json", PLANTNET_API_KEY=None)
    assert none.status == 78 and none.json == {"configured": False, "service": "plantnet"} and "key" in none.err


@pytest.mark.parametrize("how", ["429", "429-bare"])
def test_after_status_429_plantnet_is_not_called_again_the_same_day(stillroom, stub, how):
    day, next_day = {"NOW": "2026-05-03T08:00:00Z"}, {"NOW": "2026-05-04T00:00:01Z"}
    stub(next=[how])
    run = stillroom.identify("--strategy", "service-only", FLOWER, **day)
    assert run.status == 75 and run.json["verdict"] == "error" and "no more requests" in run.err
    assert stub.calls == 1
    quota = stillroom("quota", "--json", **day).json
    assert (quota["used"], quota["remaining"], quota["level"]) == (0, 0, "exhausted") and "blockedUntil" in quota
    later = {"NOW": "2026-05-03T08:00:20Z"}
    assert stillroom.identify("--strategy", "service-only", FLOWER, **later).status == 75
    run = stillroom.identify("--strategy", "on-device-first", UNSURE, **later)
    assert run.status == 0 and run.asked == (None, "no-quota", 0, None) and run.json["verdict"] == "unsure"
    assert stub.calls == 1
    assert stillroom.identify("--strategy", "service-only", FLOWER, **next_day).status == 0 and stub.calls == 2


# MARK: Pl@ntNet's behaviours

def test_the_verdict_that_a_picture_shows_no_plant_is_a_regular_answer(stillroom, stub):
    stub(answer="not-a-plant")
    run = stillroom.identify("--strategy", "service-only", FLOWER)
    assert run.status == 1 and run.err == ""
    assert run.json["verdict"] == "not-a-plant" and run.json["candidates"] == [] and run.json.get("error") is None
    assert run.asked == ("plantnet", "by-strategy", 1, 499)
    again = stillroom.identify("--strategy", "service-only", FLOWER)
    assert again.json["verdict"] == "not-a-plant" and again.json["source"] == "cache" and stub.calls == 1
    both = stillroom.identify("--strategy", "parallel", "--organ", "flower", SURE)
    assert both.json["agreement"] == "none" and both.json["answers"]["plantnet"]["verdict"] == "not-a-plant"
    assert both.json["candidates"][0]["scientificName"] == "Helianthus annuus" and both.json.get("error") is None


def test_an_unreachable_service_has_status_69_and_costs_no_credit(stillroom, nowhere):
    run = stillroom.identify("--strategy", "service-only", FLOWER, PLANTNET_BASE_URL=nowhere)
    assert run.status == 69 and run.json["verdict"] == "error" and "cannot be reached" in run.err and run.took < 10
    run = stillroom.identify(UNSURE, PLANTNET_BASE_URL=nowhere)
    assert run.status == 0 and run.json["verdict"] == "unsure" and "cannot be reached" in run.json["asked"]["failure"]["message"]
    assert stillroom.quota() == (0, 0, 500)


# The behaviour, the number of calls, the spent credits, and the message.
MISCHIEF = {
    "500 twice": ({"next": ["500", "500"]}, 2, 2, r"Pl@ntNet failed (500)"),
    "503 twice": ({"next": ["503", "503"]}, 2, 2, r"Pl@ntNet failed (503)"),
    "html": ({"next": ["html", "html"]}, 1, 1, "cannot be read"),
    "cut": ({"next": ["cut", "cut"]}, 2, 2, "ended before its answer did"),
    "dropped": ({"next": ["dropped", "dropped"]}, 2, 2, "ended before its answer did"),
    "endless": ({"next": ["endless", "endless"]}, 1, 1, "Pl@ntNet"),
    "hang": ({"next": ["hang", "hang"]}, 1, 1, "in time"),
    "slow": ({"next": ["slow", "slow"], "bytesPerSecond": 20}, 1, 1, "in time"),
    "400": ({"next": ["400", "400"]}, 1, 1, "did not take the photographs"),
    "403": ({"next": ["403", "403"]}, 1, 0, "does not allow this"),
    "413": ({"next": ["413", "413"]}, 1, 1, "too large"),
}


@pytest.mark.parametrize("name", MISCHIEF)
def test_every_failure_of_the_service_ends_in_time_with_a_message(stillroom, stub, name):
    order, calls, price, words = MISCHIEF[name]
    stub(**order)
    run = stillroom.identify("--strategy", "service-only", FLOWER, INQUIRY_TIME_LIMIT="2" if name in ("hang", "slow") else "20")
    assert run.status == (77 if name == "403" else 65 if name == "413" else 69), run.err
    assert run.took < 10 and stub.calls == calls
    assert words in run.err and len(run.err.splitlines()) <= 2 and KEY not in run.err
    document = run.json
    assert document["verdict"] == "error" and document["error"]["code"] and words in document["error"]["message"]
    assert document["file"] == str(FLOWER)
    used, reserved, _ = stillroom.quota()
    assert (used, reserved) == (price, 0)


@pytest.mark.parametrize("name", ["500 twice", "html", "hang"])
def test_the_own_model_answers_whatever_failure_the_service_has(stillroom, stub, name):
    order, calls, price, words = MISCHIEF[name]
    stub(**order)
    run = stillroom.identify("--strategy", "on-device-first", UNSURE, INQUIRY_TIME_LIMIT="2")
    assert run.status == 0 and run.json["verdict"] == "unsure" and run.json["source"] == "on-device"
    asked = run.json["asked"]
    assert (asked["service"], asked["reason"], asked["priceUnits"]) == ("plantnet", "unfamiliar", price)
    assert words in asked["failure"]["message"]
    assert run.took < 10 and stub.calls == calls


@pytest.mark.parametrize("first", ["500", "502", "dropped", "cut"])
def test_plantnet_is_asked_once_more_after_a_temporary_failure(stillroom, stub, first):
    stub(next=[first])
    run = stillroom.identify("--strategy", "service-only", FLOWER)
    assert run.status == 0 and run.err == "" and run.json["candidates"][0]["scientificName"] == "Rosa canina"
    assert stub.calls == 2 and run.asked[:3] == ("plantnet", "by-strategy", 2)
    assert stillroom.quota()[:2] == (2, 0)


def test_a_failed_request_is_not_repeated_without_a_second_credit(stillroom, stub):
    stub(next=["500"])
    run = stillroom.identify("--strategy", "service-only", FLOWER, PLANTNET_DAILY_BUDGET="1")
    assert run.status == 69 and stub.calls == 1
    assert stillroom.quota(PLANTNET_DAILY_BUDGET="1") == (1, 0, 0)


@pytest.mark.parametrize("status", ["", "-301", "-303", "-307", "-308"])
def test_a_redirect_never_gets_the_key(stillroom, stub, status):
    got = []

    class Thief(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            got.append(self.path)
            self.send_error(404)

        do_POST = do_GET

        def log_message(self, *arguments):
            pass

    thief = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Thief)
    threading.Thread(target=thief.serve_forever, daemon=True).start()
    try:
        for host in ("127.0.0.1", "localhost"):
            elsewhere = f"http://{host}:{thief.server_port}/v2/identify/all"
            stub(next=["redirect" + status] * 2, redirectTo=elsewhere)
            run = stillroom.identify("--strategy", "service-only", FLOWER)
            assert run.status == 69 and run.json["verdict"] == "error" and "Pl@ntNet" in run.err and run.took < 10
            assert KEY not in run.err + run.out
            stub(reset=True)
    finally:
        thief.shutdown()
        thief.server_close()
    assert got == []


def test_a_missing_flora_is_replaced_by_the_flora_of_all_plants(stillroom, stub):
    run = stillroom.identify("--strategy", "service-only", FLOWER, PLANTNET_PROJECT="k-atlantis")
    assert run.status == 0 and run.json["candidates"][0]["scientificName"] == "Rosa canina"
    assert [path.rsplit("/", 1)[1] for path in stub.seen["paths"]] == ["k-atlantis", "all"]


@pytest.mark.alone
def test_control_c_ends_a_hanging_call_at_once(stillroom, stub):
    stub(next=["hang"])
    process = stillroom.start("identify", "--json", "--strategy", "service-only", FLOWER)
    eventually(lambda: stub.calls == 1)
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=10)
    assert time.monotonic() - began < 2
    assert process.returncode in (130, -signal.SIGINT)  # a shell sees 130 in both cases
    assert out == b"" or json.loads(out)["verdict"] == "error"
    used, reserved, remaining = stillroom.quota()
    assert used + reserved == 1 and remaining == 499, "it may have been counted"


# MARK: logged and sent data

@pytest.mark.parametrize("level", ["debug", "trace"])
def test_the_log_contains_neither_the_key_nor_the_picture(stillroom, stub, level):
    for picture, order in ((UNKNOWN, {}), (SURE, {"next": ["500", "html"]}), (UNSURE, {"next": ["429"]})):
        stub(**order)
        run = stillroom.identify("--strategy", "parallel", picture, LOG_LEVEL=level)
        assert run.json
        assert "/v2/identify/" in run.err, "there is a line for each request"
        assert KEY not in run.err and "api-key=" + KEY[:3] not in run.err
        for number in range(len(stub.seen["uploads"])):
            sent = stub.upload(number)
            for place in range(0, len(sent) - 16, 997):
                piece = sent[place:place + 16]
                assert piece not in run.raw and piece.hex() not in run.err.lower()
            assert base64.b64encode(sent[:48]).decode() not in run.err
        assert "JFIF" not in run.err and "Rosa canina" not in run.err
        assert len(run.raw) < 20_000


def markers(jpeg):
    """Return the segments before the scan: marker and content."""
    assert jpeg[:2] == b"\xff\xd8" and jpeg[-2:] == b"\xff\xd9"
    place, found = 2, []
    while True:
        assert jpeg[place] == 0xFF
        marker, length = jpeg[place + 1], int.from_bytes(jpeg[place + 2:place + 4], "big")
        found.append((marker, jpeg[place + 4:place + 2 + length]))
        if marker == 0xDA:
            return found
        place += 2 + length


def sides(jpeg):
    """Return width and height, and check that there is no metadata."""
    size = None
    for marker, content in markers(jpeg):
        assert marker in (0xC0, 0xC2, 0xC4, 0xDA, 0xDB, 0xDD, 0xE0), f"a segment {marker:X} was sent"
        if marker == 0xE0:
            assert content[:5] == b"JFIF\0" and content[12:14] == b"\0\0" and len(content) == 14
        if marker in (0xC0, 0xC2):
            assert content[5] == 3, "colour"
            size = int.from_bytes(content[3:5], "big"), int.from_bytes(content[1:3], "big")
    for trace in (b"Exif", b"GPS", b"ICC_PROFILE", b"stillroom-canary", b"http://ns.adobe.com"):
        assert trace not in jpeg
    return size


def pixels(jpeg):
    """Return the samples decoded with the same libvips as the program's."""
    vips = ctypes.CDLL("libvips.so.42")
    vips.vips_init(b"journeys")
    for function in (vips.vips_image_new_from_buffer, vips.vips_image_write_to_memory):
        function.restype = ctypes.c_void_p
    image = vips.vips_image_new_from_buffer(ctypes.c_char_p(jpeg), ctypes.c_size_t(len(jpeg)), b"", None)
    size = ctypes.c_size_t()
    memory = vips.vips_image_write_to_memory(ctypes.c_void_p(image), ctypes.byref(size))
    return ctypes.string_at(memory, size.value)


def png(width, height, samples):
    """Encode 8-bit samples: grey with one sample per pixel, otherwise colour."""
    bands = len(samples) // (width * height)
    rows = b"".join(b"\0" + samples[row * width * bands:(row + 1) * width * bands] for row in range(height))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, {1: 0, 3: 2}[bands], 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b"")


def sent(stillroom, stub, picture, *arguments):
    """Return the bytes that Pl@ntNet receives for a picture."""
    run = stillroom.identify("--strategy", "service-only", picture, *arguments)
    assert run.status == 0, run.err
    number = len(stub.seen["uploads"]) - 1
    assert stub.seen["uploads"][number]["filename"] == "image-1.jpg"
    assert stub.seen["uploads"][number]["type"] == "image/jpeg"
    return stub.upload(number)


@pytest.mark.parametrize("name", [
    "private.jpg", "private.png", "private.webp", "flower-adobe-rgb.jpg", "flower-cmyk.jpg", "flower-grey.jpg",
    "flower-alpha.png", "flower-lzw.tiff", "flower-rotated.heic",
])
def test_only_pixels_are_sent(stillroom, stub, name):
    width, height = sides(sent(stillroom, stub, PICTURES / name))
    assert 0 < width <= 1280 and 0 < height <= 1280
    assert not any("private" in target or "flower" in target for target in stub.seen["targets"])


@pytest.mark.parametrize("orientation", [2, 3, 5, 6, 8])
def test_what_is_sent_is_upright(stillroom, stub, orientation):
    first = sent(stillroom, stub, PICTURES / "flower-orientation-1.jpg")
    turned = sent(stillroom, stub, PICTURES / f"flower-orientation-{orientation}.jpg")
    assert sides(first) == sides(turned) == (448, 336)
    one, other = pixels(first), pixels(turned)
    assert len(one) == len(other) == 448 * 336 * 3
    places = range(0, len(one), 7)
    assert sum(abs(one[place] - other[place]) for place in places) / len(places) < 8


@pytest.mark.parametrize("width, height, bands, size", [
    (4000, 4000, 1, (1280, 1280)), (1280, 1280, 3, (1280, 1280)), (2560, 640, 3, (1280, 320)), (300, 200, 3, (300, 200)),
])
def test_even_noise_is_made_small_enough(stillroom, stub, tmp_path, width, height, bands, size):
    picture = tmp_path / "noise.png"
    picture.write_bytes(png(width, height, random.Random(7).randbytes(width * height * bands)))
    jpeg = sent(stillroom, stub, picture)
    assert sides(jpeg) == size and len(jpeg) < 2_000_000


def test_the_command_leaves_no_photograph_behind(stillroom):
    stillroom.identify("--strategy", "parallel", FLOWER)
    files = [path for path in stillroom.data.rglob("*") if path.is_file()]
    assert files and not [path for path in files if path.suffix in (".jpg", ".jpeg") or FLOWER.read_bytes()[:64] in path.read_bytes()]
    assert not [path for path in files if KEY.encode() in path.read_bytes()]


# MARK: the original answers

def test_the_original_answer_of_plantnet_is_printed_and_the_rest_goes_to_standard_error(stillroom, stub):
    run = stillroom("identify", "--strategy", "service-only", "--raw", UNSURE)
    assert run.status == 0, run.err
    answer = run.json  # standard output has nothing else
    assert answer["results"] and {"score", "species"} <= set(answer["results"][0]) and "remainingIdentificationRequests" in answer
    assert answer["results"][0]["species"]["scientificNameWithoutAuthor"] in run.err
    assert re.search(r"^POST /v2/identify/\S+: status 200, \d+ bytes$", run.err, re.MULTILINE), run.err
    assert KEY not in run.out + run.err
    # The answer is stored, so Pl@ntNet is not asked again.
    again = stillroom("identify", "--strategy", "service-only", "--raw", UNSURE)
    assert again.status == 69 and again.out == "" and "No service was asked" in again.err and stub.calls == 1
    counted = stillroom("quota", "--ask", "--raw")
    assert counted.status == 0 and "remaining" in json.dumps(counted.json) and "requests left today" in counted.err


def test_the_original_answer_to_a_failed_request_is_printed_too(stillroom, stub):
    stub(next=["401"])
    run = stillroom("identify", "--strategy", "service-only", "--raw", UNKNOWN)
    assert run.status not in (0, 69) and run.out and "status 401" in run.err and KEY not in run.out + run.err
    alone = stillroom("identify", "--strategy", "on-device-only", "--raw", SURE)
    assert alone.status == 69 and alone.out == "" and "No service was asked" in alone.err
    elsewhere = stillroom("identify", "--raw", "--house", "http://127.0.0.1:9", SURE)
    assert elsewhere.status == 64 and "--raw" in elsewhere.err
    several = stillroom("identify", "--raw", SURE, UNSURE)
    assert several.status == 64 and "one photograph" in several.err and stub.calls == 1
