"""After a kill while doses are logged, every acknowledged dose exists, and none exists twice."""

import collections
import http.client
import json
import random
import threading
import time

import pytest
from medicine_house import PAINKILLER, chat, medicines, pharmacy, post, vision  # noqa: F401

pytestmark = pytest.mark.long

KILLS = 10
SEED = 20261121
LOST = (ConnectionError, http.client.HTTPException, TimeoutError, OSError)


def send(house, path, body=None):
    """Return whether it was acknowledged; None if unknown."""
    try:
        return house.ask("POST", "/api" + path, None if body is None else json.dumps(body), timeout=10).status == 200
    except LOST:
        return None


def test_a_server_killed_between_requests_loses_no_acknowledged_dose(medicines):
    house = medicines()
    chance = random.Random(SEED)
    course = house.course()
    needed = house.medicine(PAINKILLER, name="Paracetamol", strength="500 mg")
    house.plan(needed)
    label = house.typed("AMOXICILLIN 500 MG CAPSULE\nTAKE 1 CAPSULE DAILY")
    doses = [dose["id"] for day in range(21, 28) for dose in house.doses(f"2026-11-{day}")["doses"]]
    assert len(doses) >= 20
    recorded, needs, amounts = {}, collections.Counter(), [0.0]
    sure = ["above-dose", "above-maximum", "under-gap", "too-early"]

    def note(number):
        for dose in (doses[number], doses[10 + number]):
            verb = chance.choice(("taken", "skipped"))
            recorded[dose] = (verb, send(house, f"/medicines/{course}/doses/{dose}/{verb}", {"sure": sure}))
            # Each has a different amount, because the same one again within seconds counts as a double press.
            amounts[0] += 0.25
            needs[send(house, f"/medicines/{needed}/clauses/0/taken", {"amount": amounts[0], "sure": sure})] += 1

    for number in range(KILLS):
        writer = threading.Thread(target=note, args=(number,))
        writer.start()
        time.sleep(chance.uniform(0.03, 0.3))
        house.kill()
        writer.join()
        house.start()
        # A request without an answer is repeated unchanged.
        for dose, (verb, isRecorded) in list(recorded.items()):
            if isRecorded is None:
                assert send(house, f"/medicines/{course}/doses/{dose}/{verb}", {"sure": sure})
                recorded[dose] = (verb, True)
    log = house.log_of(course)
    found = collections.Counter(one["dose"] for one in log)
    assert all(isRecorded for _, isRecorded in recorded.values())
    assert {one["dose"]: one["action"] for one in log} == {dose: verb for dose, (verb, _) in recorded.items()}
    assert set(found.values()) == {1}, "noted twice"
    assert [one["number"] for one in log] == sorted({one["number"] for one in log})
    count = len(house.log_of(needed))
    print(f"\n{KILLS} kills; of {sum(needs.values())} taken as needed {needs[True]} acknowledged, {needs[None]} without an answer, {count} noted")
    assert needs[True] <= count <= needs[True] + needs[None] and needs[None] > 0, "hardly a kill hit a note"
    assert house.api("GET", f"/labels/{label['id']}", None, 200).json["text"] == label["text"]


def test_a_deletion_interrupted_by_a_kill_is_completed_by_a_repeat(medicines):
    """A half deleted label is deleted by a repeated request, and no picture is left without its row."""
    from conftest import FIXTURES
    house = medicines()
    for _ in range(2):
        house.label((FIXTURES / "Labels/flat.png").read_bytes())
    house.course()
    eraser = threading.Thread(target=lambda: send_delete(house))
    eraser.start()
    time.sleep(0.01)
    house.kill()
    eraser.join()
    house.start()
    house.api("DELETE", "/medicines?everything=true", None, 204)
    assert house.pictures() == [] and house.api("GET", "/medicines?all=true").json["medicines"] == []


def send_delete(house):
    try:
        house.ask("DELETE", "/api/medicines?everything=true", timeout=10)
    except LOST:
        pass
