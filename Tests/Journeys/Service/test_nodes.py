"""Several nodes of one household on PostgreSQL: no call is paid twice, no budget is exceeded, nothing is sent twice.

With SLOW=1 the same runs with more kills, a pause of two minutes and a failover of the database to its standby.
"""

import collections
import concurrent.futures
import contextlib
import json
import os
import random
import signal
import time

import pytest
from conftest import FLOWER, eventually
from food_house import FoodHouse, food, food_service  # noqa: F401
from postgresql_nodes import Cluster, Relay, cluster, free_port, needs_postgresql, nodes  # noqa: F401
from reminder_house import NoticeServer, mail, notice, push_service  # noqa: F401
from test_larder_kill import SETTLED, questions, shown
from test_plantnet_http import noise, spent
from test_reminders_kill import DUE, EARLY, Outbox

pytestmark = [pytest.mark.long, needs_postgresql]

SLOW = bool(os.environ.get("SLOW"))
SEED = int(os.environ.get("SEED", "20261128"))


def test_one_photograph_at_three_nodes_is_one_paid_call(nodes, stub):
    servers = [nodes(**stub.settings, STILLROOM_INQUIRY_STRATEGY="parallel") for _ in range(3)]
    stub(delayMilliseconds=1500)
    photographs = [servers[number % 3].photograph(FLOWER.read_bytes()) for number in range(200 if SLOW else 30)]
    ask = lambda pair: servers[pair[0] % 3].ask(  # noqa: E731
        "POST", f"/api/photographs/{pair[1]}/identifications", timeout=120).json
    with concurrent.futures.ThreadPoolExecutor(len(photographs)) as pool:
        answers = list(pool.map(ask, enumerate(photographs)))
    assert {answer["candidates"][0]["scientificName"] for answer in answers} == {"Rosa canina"}
    assert sum(answer["asked"]["priceUnits"] for answer in answers) == stub.calls == stub.seen["creditsUsed"] == 1
    assert {spent(server) for server in servers} == {(1, 0, 499)}


def test_three_nodes_keep_to_the_budget_although_one_is_killed(nodes, stub):
    settings = stub.settings | {"STILLROOM_INQUIRY_STRATEGY": "parallel", "STILLROOM_PLANTNET_DAILY_BUDGET": "8"}
    servers = [nodes(**settings) for _ in range(3)]
    photographs = [servers[0].photograph(noise(number)) for number in range(30)]
    stub(delayMilliseconds=400)

    def ask(pair):
        try:
            return servers[pair[0] % 3].ask("POST", f"/api/photographs/{pair[1]}/identifications", timeout=120).json
        except OSError:
            return None

    with concurrent.futures.ThreadPoolExecutor(30) as pool:
        answers = pool.map(ask, enumerate(photographs))
        eventually(lambda: stub.calls >= 3, within=30)
        servers[1].kill()
        answers = [answer for answer in answers if answer]
    servers[1].start()
    assert len(answers) >= 20 and stub.calls == stub.seen["creditsUsed"] <= 8
    used, reserved, remaining = spent(servers[1])
    assert used + reserved >= stub.calls and remaining == 8 - used - reserved
    assert sum(answer["asked"]["priceUnits"] for answer in answers) <= stub.calls


class SharedOutbox(Outbox):
    """The same with the notices in PostgreSQL."""

    def __init__(self, house, mail, cluster, database, notices):
        self.cluster, self.database = cluster, database
        super().__init__(house, mail, notices)

    def rows(self, columns, more):
        moment = f"extract(epoch FROM timestamptz '{DUE}') * 1000"
        return self.cluster.sql(
            f"SELECT {columns} FROM notice WHERE at <= {moment} AND channel_id = '{self.channel['id']}' {more}", self.database).splitlines()

    def due(self):
        return {f"Water {json.loads(subjects)[0]['plantName']}" for subjects in self.rows("subjects", "AND state = 'pending'")}

    def states(self):
        return {state: int(count) for state, count in (row.split("|") for row in self.rows("state, count(*)", "GROUP BY state"))}

    def has_one_name_for_each(self, notices):
        """Check that each of so many notices had one name, however often it was sent, and each name one notice."""
        names = collections.defaultdict(set)
        for delivery in self.mail.taken(self.place):
            names[delivery["headers"]["webhook-id"]].add(notice(delivery)["title"])
        assert len(names) == notices and all(len(titles) == 1 for titles in names.values())


@pytest.fixture
def shared_outbox(cluster, tmp_path, home, mail, request):
    """Return a function that makes due notices in a database of its own."""
    def make(notices):
        database = request.node.name.replace("test_", "")[:40]
        house = NoticeServer(tmp_path / "house", home, mail, EARLY, STILLROOM_DATABASE_URL=cluster.make(database))
        return SharedOutbox(house, mail, cluster, database, notices)

    return make


def test_workers_on_two_nodes_send_each_notice_once(shared_outbox, mail):
    outbox = shared_outbox(120)
    mail(places={outbox.place: {"mode": "slow", "milliseconds": 20}})
    with outbox.worker() as one, outbox.worker() as other:
        eventually(lambda: not outbox.due(), within=60)
        for process in (one, other):
            process.send_signal(signal.SIGTERM)
        assert [process.wait(10) for process in (one, other)] == [0, 0]
    wire = outbox.wire()
    assert len(wire) == 120 and set(wire.values()) == {1} and outbox.states() == {"sent": 120}


def test_notices_of_killed_and_paused_workers_keep_their_names(shared_outbox, mail):
    """A notice that was under way at a kill may be sent again, under the same name, so that a receiver shows it once."""
    outbox, chance, kills = shared_outbox(300 if SLOW else 120), random.Random(SEED), 0
    unsettled = set()
    mail(places={outbox.place: {"mode": "slow", "milliseconds": 80}})
    # Longer than a busy machine needs for a delivery: otherwise another worker claims it while its sender lives.
    with outbox.worker(STILLROOM_REMINDERS_LEASE_SECONDS="10") as paused:
        eventually(lambda: outbox.count > 0, within=60)
        paused.send_signal(signal.SIGSTOP)
        stopped = time.monotonic()
        unsettled |= outbox.due() & set(outbox.wire())
        while kills < (25 if SLOW else 8) and outbox.due():
            before = outbox.count
            with outbox.worker(STILLROOM_REMINDERS_LEASE_SECONDS="3") as process:
                eventually(lambda: outbox.count > before or process.poll() is not None, within=60)
                assert process.poll() is None, "the worker ended by itself"
                time.sleep(chance.uniform(0, 0.12))
                process.kill()
                process.wait()
            kills += 1
            unsettled |= outbox.due() & set(outbox.wire())
        with outbox.worker():
            eventually(lambda: outbox.count > before, within=60)
            # The claims of the worker that wakes have ended, so it must neither send nor settle what others have.
            time.sleep(max(0, (120 if SLOW else 11) - (time.monotonic() - stopped)))
            paused.send_signal(signal.SIGCONT)
            eventually(lambda: not outbox.due(), within=90)
            time.sleep(1)
    wire = outbox.wire()
    repeats = {title for title, count in wire.items() if count > 1}
    print(f"\nseed {SEED}: {kills} kills, one pause; {len(repeats)} of {len(wire)} notices were sent again, at most {max(wire.values())} times")
    assert outbox.states() == {"sent": len(wire)} and len(wire) == (300 if SLOW else 120)
    assert repeats <= unsettled, "what was settled was sent again"
    outbox.has_one_name_for_each(len(wire))


def test_notices_keep_their_names_although_a_worker_loses_its_way_to_the_database(tmp_path, home, mail):
    """What the cut-off worker has sent it cannot store; when the way is free again, the claims of others must stand."""
    port = free_port()
    cluster = Cluster(options="-c listen_addresses=127.0.0.1", port=port)
    relay = Relay(port)
    try:
        house = NoticeServer(tmp_path / "house", home, mail, EARLY, STILLROOM_DATABASE_URL=cluster.make("cut"))
        outbox = SharedOutbox(house, mail, cluster, "cut", 80)
        lease = {"STILLROOM_REMINDERS_LEASE_SECONDS": "3"}
        mail(places={outbox.place: {"mode": "slow", "milliseconds": 80}})
        through = f"postgresql://stillroom@127.0.0.1:{relay.port}/cut?sslmode=disable"
        with outbox.worker(**lease, STILLROOM_DATABASE_URL=through) as alone:
            eventually(lambda: outbox.count > 5, within=60)
            relay.cut()
            time.sleep(0.5)
            unsettled = outbox.due() & set(outbox.wire())
            with outbox.worker(**lease):
                eventually(lambda: not outbox.due(), within=60)
                relay.heal()
                time.sleep(2)
            assert alone.poll() is None, "the worker that was cut off ended"
        wire = outbox.wire()
        repeats = {title for title, count in wire.items() if count > 1}
        print(f"\na cut; {len(repeats)} of {len(wire)} notices were sent again")
        assert outbox.states() == {"sent": 80} and len(wire) == 80
        assert repeats <= unsettled, "what was settled was sent again"
        outbox.has_one_name_for_each(80)
    finally:
        relay.close()
        cluster.remove()


def test_answers_to_questions_at_two_nodes_are_sent_once_although_they_are_killed(cluster, tmp_path, home, food):
    chance, count = random.Random(SEED), 30 if SLOW else 12
    questions(food, count)
    address = cluster.make("votes")
    one = FoodHouse(tmp_path / "one", home, food, STILLROOM_DATABASE_URL=address)
    (tmp_path / "two").mkdir()
    (tmp_path / "two/data").symlink_to(one.folder / "data")
    other = FoodHouse(tmp_path / "two", home, food, one.now(), STILLROOM_DATABASE_URL=address)
    with contextlib.ExitStack() as end:
        for house in (one, other):
            end.callback(house.kill)
        for question in shown(one, count):
            food(annotate={"mode": "slow", "seconds": chance.choice((0.03, 0.1, 0.25))})
            house = chance.choice((one, other))
            house.answer(question, chance.choice(("yes", "no", "skip")))
            time.sleep(chance.uniform(0, 0.3))
            house.later(15)
        food(annotate=None)
        for _ in range(40):
            left = [vote for vote in one.votes() if vote["state"] not in SETTLED]
            if not left:
                break
            for house in (one, other):
                house.later(125)
            eventually(lambda: not one.votes(state="waiting"), within=30)
            time.sleep(1.2)
        votes = one.votes()
        assert len(votes) == count and {vote["state"] for vote in votes} <= set(SETTLED), votes
        food.never_twice()
        for vote in votes:
            entries = food.answers(vote["question"]["id"])
            assert len(entries) <= 1, "sent again"
            assert sum(entry["counted"] for entry in entries) == (vote["state"] == "counted"), (vote, entries)


@pytest.mark.skipif(not SLOW, reason="takes minutes; SLOW=1")
def test_a_failover_during_notices_loses_none(tmp_path, home, mail):
    """The primary fails while two workers send; the synchronous standby is promoted, and the workers go on there."""
    primary = Cluster(options="-c wal_level=replica -c max_wal_senders=8")
    standby = Cluster(primary)
    try:
        primary.make("house")
        primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'", "postgres")
        primary.sql("SELECT pg_reload_conf()", "postgres")
        eventually(lambda: primary.sql("SELECT sync_state FROM pg_stat_replication", "postgres") == "sync")
        address = f"postgresql:///house?host={primary.folder},{standby.folder}&user=stillroom"
        house = NoticeServer(tmp_path / "house", home, mail, EARLY, STILLROOM_DATABASE_URL=address)
        outbox = SharedOutbox(house, mail, primary, "house", 200)
        mail(places={outbox.place: {"mode": "slow", "milliseconds": 60}})
        with outbox.worker(), outbox.worker():
            eventually(lambda: outbox.count > 20, within=60)
            primary.stop("immediate")
            standby.promote()
            outbox.cluster = standby
            eventually(lambda: not outbox.due(), within=180)
        wire = outbox.wire()
        repeats = sum(count > 1 for count in wire.values())
        print(f"\na failover; {repeats} of {len(wire)} notices were sent again")
        assert len(wire) == 200 and outbox.states() == {"sent": 200}
        outbox.has_one_name_for_each(200)
    finally:
        for cluster in (primary, standby):
            cluster.remove()
