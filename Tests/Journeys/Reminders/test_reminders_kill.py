"""A killed worker loses no notice and shows none twice; two workers send each notice once."""

import collections
import contextlib
import datetime
import json
import random
import signal
import sqlite3
import subprocess
import time

import pytest
from conftest import BINARY, environment, eventually
from reminder_house import live, mail, notice, push_service  # noqa: F401

pytestmark = pytest.mark.long

EARLY = "2026-11-21T06:00:00Z"
DUE = "2026-11-21T07:00:05Z"  # the notice of the day's chores is sent at 08:00 in Vienna
NOTICES = 1000
KILLS = 50
ENOUGH = 25
SEED = 20261121


class Outbox:
    """A stopped server with many due notices for one webhook."""

    def __init__(self, house, mail, notices=NOTICES):
        self.mail, self.house = mail, house
        house.api("PATCH", "/channels/page", {"isOn": False}, 204)
        self.channel, self.place = house.hook()
        house.stop()
        house.settings["STILLROOM_REMINDERS_GROUP"] = "false"
        self.command = house.command()
        self.command.take_in(*[{"name": f"Plant {number}", "addedOn": "2026-11-21"} for number in range(notices)])
        self.began = time.monotonic()
        self.file = next((house.folder / "data").rglob("*.sqlite"), None)

    @contextlib.contextmanager
    def worker(self, **settings):
        """`stillroom work`; killed at the end of the test if still running."""
        # A clock that started again with each worker would go back before the previous worker's leases.
        now = datetime.datetime.fromisoformat(DUE) + datetime.timedelta(seconds=time.monotonic() - self.began)
        given = environment(self.house.home) | self.house.settings | settings | {
            "STILLROOM_DATA_DIR": str(self.house.folder / "data"), "STILLROOM_NOW": now.strftime("%Y-%m-%dT%H:%M:%SZ")}
        with (self.house.folder / "work.log").open("ab") as log:
            process = subprocess.Popen([BINARY, "work"], env=given, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()
            process.wait()

    @property
    def count(self):
        """Return the number of requests."""
        return self.mail.look(deliveries="no")["attempts"].get(self.place, 0)

    def due(self):
        """Return the titles of due notices that are not settled."""
        with contextlib.closing(sqlite3.connect(self.file)) as database:
            rows = database.execute("SELECT subjects FROM notice WHERE state = 'pending' AND at <= strftime('%s', ?) * 1000 AND channel_id = ?", (DUE, self.channel["id"]))
            return {f"Water {json.loads(subjects)[0]['plantName']}" for subjects, in rows}

    def wire(self):
        """Return how often each title was sent."""
        return collections.Counter(notice(delivery)["title"] for delivery in self.mail.taken(self.place))

    def states(self):
        with contextlib.closing(sqlite3.connect(self.file)) as database:
            return dict(database.execute("SELECT state, count(*) FROM notice WHERE at <= strftime('%s', ?) * 1000 AND channel_id = ? GROUP BY state", (DUE, self.channel["id"])))


@pytest.fixture
def outbox(live, mail):
    return Outbox(live(now=EARLY), mail)


def test_a_thousand_notices_are_sent_although_the_worker_is_killed_fifty_times(outbox, mail):
    chance, unsettled, kills = random.Random(SEED), set(), 0
    # On a busy machine a worker sends more before it is killed, so the notices may be sent before the last kill.
    while kills < KILLS and outbox.due():
        before = outbox.count
        mail(places={outbox.place: {"mode": "slow", "milliseconds": chance.choice((40, 120, 300))}})
        # On a machine that stands still for longer, a notice would be claimed again while its sender lives.
        with outbox.worker(STILLROOM_REMINDERS_LEASE_SECONDS="3") as process:
            eventually(lambda: outbox.count > before or process.poll() is not None, within=90)
            assert process.poll() is None, "the worker ended by itself"
            time.sleep(chance.uniform(0, 0.12))
            process.kill()
            process.wait()
        kills += 1
        unsettled |= outbox.due() & set(outbox.wire())
    left = len(outbox.due())
    assert kills >= ENOUGH, "the notices were sent before they could be lost"
    mail(places={outbox.place: None})
    with outbox.worker() as process:
        eventually(lambda: not outbox.due(), within=60)
        time.sleep(1.5)
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
    wire = outbox.wire()
    repeats = {tag: count for tag, count in wire.items() if count > 1}
    print(f"\n{kills} kills, {left} left after the last; {sum(repeats.values()) - len(repeats)} repeats of {len(repeats)} notices; "
          f"{len(unsettled)} were under way at a kill; at most {max(wire.values())} times")
    assert len(wire) == NOTICES and outbox.states() == {"sent": NOTICES}
    assert repeats.keys() <= unsettled, "what was settled was sent again"
    assert left > 0 or kills >= ENOUGH, "the last kills had nothing to kill"
    names = {}
    for delivery in mail.taken(outbox.place):
        names.setdefault(delivery["headers"]["webhook-id"], set()).add(notice(delivery)["title"])
    assert len(names) == NOTICES and all(len(titles) == 1 for titles in names.values()), "one name, two notices"


def test_two_workers_send_each_notice_once(outbox, mail):
    mail(places={outbox.place: {"mode": "slow", "milliseconds": 30}})
    with outbox.worker() as one, outbox.worker() as other:
        eventually(lambda: not outbox.due(), within=40)
        time.sleep(1.5)
        for process in (one, other):
            process.send_signal(signal.SIGTERM)
        assert [process.wait(10) for process in (one, other)] == [0, 0]
    wire = outbox.wire()
    assert len(wire) == NOTICES and set(wire.values()) == {1} and outbox.states() == {"sent": NOTICES}
    log = (outbox.house.folder / "work.log").read_text()
    assert "not sent" not in log, log[-2000:]


def test_a_notice_of_a_killed_worker_is_sent_by_the_next_worker(live, mail):
    """A notice leased by the dead worker is sent as soon as the lease expires."""
    outbox = Outbox(live(now=EARLY), mail, notices=100)
    mail(places={outbox.place: {"mode": "slow", "milliseconds": 30_000}})
    # The lease is longer than a busy machine needs until the kill.
    with outbox.worker(STILLROOM_REMINDERS_LEASE_SECONDS="10") as process:
        eventually(lambda: outbox.count >= 8, within=60)
        process.kill()
        process.wait()
    held = set(outbox.wire())
    mail(places={outbox.place: None})
    with outbox.worker(STILLROOM_REMINDERS_LEASE_SECONDS="10"):
        eventually(lambda: not outbox.due(), within=60)
    wire = outbox.wire()
    assert {tag for tag, count in wire.items() if count == 2} == held and len(wire) == 100
