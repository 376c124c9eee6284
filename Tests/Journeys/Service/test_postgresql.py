"""A household in PostgreSQL: the main job, two servers at the same time, a killed server, a stopped database, move and backup."""

import json
import os
import random
import signal
import threading
import time

import pytest
from conftest import Program, Server, eventually
from postgresql_nodes import Cluster, Node, cluster, needs_postgresql, nodes  # noqa: F401

pytestmark = [pytest.mark.long, needs_postgresql]


class Writer(threading.Thread):
    """Adds notes at any of some servers, each with a key, again until it is acknowledged."""

    def __init__(self, number, plant, servers, seed):
        super().__init__()
        self.plant, self.number, self.servers, self.chance = plant, number, servers, random.Random(seed + number)
        self.acknowledged, self.repeats, self.longest, self.enough = [], 0, 0, threading.Event()

    def run(self):
        count = 0
        while not self.enough.is_set():
            count += 1
            name = f"Note {self.number}-{count}"
            began = time.monotonic()
            while not self.write(name):
                self.repeats += 1
                if time.monotonic() - began > 150:
                    return
                time.sleep(self.chance.uniform(0, 0.3))
            self.longest = max(self.longest, time.monotonic() - began)
            self.acknowledged.append(name)

    def write(self, name):
        try:
            answer = self.chance.choice(self.servers).ask(
                "POST", f"/api/plants/{self.plant}/notes", json.dumps({"text": name}), {"Idempotency-Key": f'"{name}"'}, timeout=25)
        except OSError:
            return False
        return answer.status in (200, 201)


def notes(server, plant):
    return sorted(note["text"] for note in server.ask("GET", f"/api/plants/{plant}/notes").json["notes"])


def names(server):
    return sorted(plant["name"] for plant in server.ask("GET", "/api/plants").json["plants"])


def test_two_servers_share_one_database(nodes):
    one, two = nodes(), nodes()
    plant = one.plant("Rose")
    assert names(two) == ["Rose"]
    two.plant("Tulip")
    assert names(one) == ["Rose", "Tulip"]
    page = two.ask("GET", f"/plants/{plant}")
    assert page.status == 200 and "Rose" in page.text
    assert not (one.folder / "data" / "stillroom.sqlite").exists()


def test_the_page_offers_no_restore_when_the_data_is_in_postgresql(nodes):
    assert "cannot restore a backup itself" in nodes().ask("GET", "/settings/restore").text


def test_a_killed_server_loses_no_acknowledged_write(nodes):
    one, two = nodes(), nodes()
    acknowledged, stop = [], threading.Event()

    def write():
        number = 0
        while not stop.is_set():
            number += 1
            try:
                answer = one.ask("POST", "/api/plants", json.dumps({"name": f"Plant {number}"}))
            except OSError:
                return
            if answer.status == 201:
                acknowledged.append(f"Plant {number}")

    writer = threading.Thread(target=write)
    writer.start()
    eventually(lambda: len(acknowledged) > 20, within=60)
    one.process.kill()
    one.process.wait()
    stop.set()
    writer.join(30)
    there = names(two)
    assert set(acknowledged) <= set(there)
    assert len(there) <= len(acknowledged) + 1, "one write was under way"
    one.start()
    assert set(acknowledged) <= set(names(one))


def test_a_write_waits_while_the_database_restarts(nodes, cluster):
    server = nodes()
    server.plant("Rose")
    cluster.stop("immediate")
    returned = threading.Timer(1.5, cluster.start)
    returned.start()
    # The write waits for the database and is then performed once.
    answer = server.ask("POST", "/api/plants", json.dumps({"name": "Tulip"}), timeout=60)
    returned.join()
    assert answer.status == 201, answer.text
    assert names(server) == ["Rose", "Tulip"]


@pytest.mark.skipif(not os.environ.get("SLOW"), reason="takes a minute; SLOW=1")
def test_no_acknowledged_write_is_lost_over_kills_a_pause_and_a_failover(home, tmp_path):
    """Print one line of figures; nothing that was acknowledged is lost, and nothing is there twice."""
    seed = int(os.environ.get("SEED", "20261127"))
    chance = random.Random(seed)
    primary = Cluster(options="-c wal_level=replica -c max_wal_senders=8")
    standby = Cluster(primary)
    servers = []
    try:
        primary.make("house")
        primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'", "postgres")
        primary.sql("SELECT pg_reload_conf()", "postgres")
        eventually(lambda: primary.sql("SELECT sync_state FROM pg_stat_replication", "postgres") == "sync")
        address = f"postgresql:///house?host={primary.folder},{standby.folder}&user=stillroom"
        servers.append(Server(tmp_path, home, {"STILLROOM_DATABASE_URL": address}))
        servers += [Node(servers[0], number) for number in (1, 2)]
        plant = servers[0].plant("Rose")
        writers = [Writer(number, plant, servers, seed) for number in range(20)]
        for writer in writers:
            writer.start()
        done = lambda: sum(len(writer.acknowledged) for writer in writers)  # noqa: E731
        eventually(lambda: done() > 40, within=60)
        kills = 0
        for _ in range(6):
            victim = chance.choice(servers)
            victim.kill()
            kills += 1
            time.sleep(chance.uniform(0, 1))
            victim.start()
        paused = chance.choice(servers)
        paused.process.send_signal(signal.SIGSTOP)
        time.sleep(8)
        before = done()
        paused.process.send_signal(signal.SIGCONT)
        primary.stop("immediate")
        began = time.monotonic()
        standby.promote()
        eventually(lambda: done() > before + 20, within=90)
        outage = time.monotonic() - began
        for writer in writers:
            writer.enough.set()
        for writer in writers:
            writer.join(200)
        acknowledged = [name for writer in writers for name in writer.acknowledged]
        there = notes(servers[0], plant)
        print(f"\nseed {seed}: {len(acknowledged)} notes acknowledged, {kills} kills, a pause of 8 s, a failover; "
              f"{sum(writer.repeats for writer in writers)} requests repeated; 20 more {outage:.1f} s after the promotion; "
              f"the longest wait of a writer {max(writer.longest for writer in writers):.1f} s")
        twice = sorted(name for name in set(there) if there.count(name) > 1)
        assert not twice, standby.sql("SELECT * FROM request WHERE key IN (" + ", ".join(f"'{name}'" for name in twice) + ")", "house")
        assert set(acknowledged) <= set(there), "lost"
        assert all(notes(server, plant) == there for server in servers)
    finally:
        for server in servers:
            server.process.send_signal(signal.SIGCONT)
            server.kill()
        for cluster in (primary, standby):
            cluster.remove()


def test_a_household_moves_to_postgresql_and_back(cluster, home, tmp_path):
    program = Program(home, tmp_path / "data")
    program.add("Rose", "--room", "Kitchen")
    address = cluster.make("moved")
    run = program("move", "--to", address, "--json")
    assert run.status == 0, run.err
    assert run.json["tables"]["plant"] == 1 and run.json["rows"] > 1
    there = program("plants", "--json", DATABASE_URL=address).json
    assert there == program("plants", "--json").json
    program.add("Tulip", DATABASE_URL=address)
    run = program("move", "--to", address)
    assert run.status == 64 and "--replace" in run.err, "nothing is replaced unasked"
    run = program("move", "--from", address, "--to", f"sqlite:{tmp_path}/back/stillroom.sqlite")
    assert run.status != 0, "the folder does not exist"
    (tmp_path / "back").mkdir()
    run = program("move", "--from", address, "--to", f"sqlite:{tmp_path}/back/stillroom.sqlite")
    assert run.status == 0, run.err
    back = Program(home, tmp_path / "back")
    assert back("plants", "--json").json == program("plants", "--json", DATABASE_URL=address).json
    assert len(back("plants", "--json").json) == 2


def test_a_backup_of_postgresql_is_restored_into_sqlite(cluster, home, tmp_path):
    address = cluster.make("saved")
    program = Program(home, tmp_path / "data", STILLROOM_DATABASE_URL=address)
    program.add("Rose")
    run = program("backup", tmp_path / "house.tar", "--json")
    assert run.status == 0, run.err
    assert run.json["plants"] == 1
    assert program("restore", tmp_path / "house.tar").status != 0
    other = Program(home, tmp_path / "other")
    run = other("restore", tmp_path / "house.tar")
    assert run.status == 0, run.err
    assert [plant["name"] for plant in other("plants", "--json").json] == ["Rose"]


def test_no_error_message_contains_the_password_of_the_database(home, tmp_path):
    program = Program(home, tmp_path / "data")
    run = program("plants", DATABASE_URL="postgresql://me:hush-hush@127.0.0.1:1/house")
    assert run.status == 78 and "hush-hush" not in run.err + run.out
    run = program("plants", DATABASE_URL="postgresql://me@127.0.0.1:1/house", DATABASE_PASSWORD="hush-hush")
    assert run.status != 0 and "no connection" in run.err and "hush-hush" not in run.err + run.out
