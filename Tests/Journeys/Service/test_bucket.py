"""Photographs in a bucket: an S3-compatible service (moto, which compares signatures here) beside the server."""

import contextlib
import hashlib
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import time

import pytest
from conftest import BINARY, FLOWER, Program, Server, eventually

FORMS = ("original", "display.jpg", "thumbnail.jpg")


class Service:
    """moto as an S3-compatible service. Four requests make a user and a bucket; all later ones need a right signature."""

    def __init__(self, folder, port=None):
        self.folder = folder
        with contextlib.closing(socket.socket()) as free:
            free.bind(("127.0.0.1", port or 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()
        self.credentials = self.make()

    def start(self):
        given = os.environ | {"INITIAL_NO_AUTH_ACTION_COUNT": "4"}
        self.process = subprocess.Popen(
            [pathlib.Path(sys.executable).with_name("moto_server"), "-H", "127.0.0.1", "-p", str(self.port)], env=given,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=(self.folder / "moto.log").open("ab"))
        eventually(self.is_listening, within=30)

    def is_listening(self):
        with contextlib.closing(socket.socket()) as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def make(self):
        iam = self.client("iam", "any", "thing")
        iam.create_user(UserName="stillroom")
        key = iam.create_access_key(UserName="stillroom")["AccessKey"]
        rights = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]}
        iam.put_user_policy(UserName="stillroom", PolicyName="all", PolicyDocument=json.dumps(rights))
        self.client("s3", "any", "thing").create_bucket(Bucket="house")
        return key["AccessKeyId"], key["SecretAccessKey"]

    def client(self, service, key, secret):
        import boto3

        return boto3.client(
            service, endpoint_url=self.url, aws_access_key_id=key, aws_secret_access_key=secret, region_name="us-east-1")

    @property
    def s3(self):
        return self.client("s3", *self.credentials)

    def keys(self):
        return [one["Key"] for one in self.s3.list_objects_v2(Bucket="house").get("Contents", [])]

    def stop(self):
        self.process.kill()
        self.process.wait(10)

    @property
    def settings(self):
        return {
            "STILLROOM_PHOTOGRAPHS_BUCKET_URL": f"{self.url}/house/home",
            "STILLROOM_PHOTOGRAPHS_BUCKET_KEY_ID": self.credentials[0],
            "STILLROOM_PHOTOGRAPHS_BUCKET_SECRET": self.credentials[1]}


@pytest.fixture
def service(tmp_path):
    one = Service(tmp_path)
    yield one
    one.stop()


@contextlib.contextmanager
def serving(folder, settings=None):
    server = Server(folder, folder, settings)
    try:
        yield server
    finally:
        server.stop()


def files(folder):
    return sorted(path.name for path in (folder / "data/photographs").glob("??/??/*"))


def shown(server, photograph, form="display"):
    answer = server.ask("GET", f"/photographs/{photograph}/{form}" + ("" if form == "original" else ".jpg"))
    assert answer.status == 200, answer.body
    return answer.body


def test_each_page_says_which_other_machines_get_photographs(tmp_path):
    stays = "Your photos stay on your server."
    elsewhere = {
        "STILLROOM_PHOTOGRAPHS_BUCKET_URL": "https://s3.example.net/house", "STILLROOM_PHOTOGRAPHS_BUCKET_KEY_ID": "key",
        "STILLROOM_PHOTOGRAPHS_BUCKET_SECRET": "secret", "STILLROOM_MODEL_SERVER_URL": "http://gpu.local:8000"}
    for settings, words in [
            ({}, stays), ({"STILLROOM_MODEL_SERVER_URL": "http://127.0.0.1:8000"}, stays),
            (elsewhere, "Your server sends your photos to s3.example.net, gpu.local, as its operator has set.")]:
        with serving(tmp_path / "one", settings) as server:
            text = server.ask("GET", "/").text
            assert words in text and (words == stays or stays not in text)


def test_photographs_are_in_the_bucket_and_not_on_the_disk(service, tmp_path):
    with serving(tmp_path / "one", service.settings) as server:
        photograph = server.photograph(FLOWER.read_bytes())
        pictures = {form: shown(server, photograph, form) for form in ("display", "thumbnail", "original")}
    assert pictures["original"] == FLOWER.read_bytes()
    assert files(tmp_path / "one") == []
    digest = service.keys()[0].rsplit("/", 1)[1].split(".")[0]
    assert service.keys() == sorted(f"home/{digest[:2]}/{digest[2:4]}/{digest}.{form}" for form in FORMS)
    # Another node, or one that lost its disk's copies.
    shutil.rmtree(tmp_path / "one/cache")
    with serving(tmp_path / "one", service.settings) as server:
        assert {form: shown(server, photograph, form) for form in pictures} == pictures


def test_doctor_reads_photographs_of_the_bucket(service, tmp_path):
    with serving(tmp_path / "one", service.settings) as server:
        plant = server.plant("Rose")
        assert len(service.keys()) == 3
        assert server.ask("GET", f"/plants/{plant}").status == 200
    program = Program(tmp_path, tmp_path / "one/data", **service.settings)
    doctor = {one["what"]: one for one in program("doctor", "--json").json}
    assert doctor["photographs"]["isWell"]
    assert "1 in the bucket" in doctor["photographs"]["detail"]


def test_photographs_that_belong_to_nothing_are_removed_from_the_bucket(service, tmp_path):
    with serving(tmp_path / "one", service.settings) as server:
        server.photograph(FLOWER.read_bytes())
    assert len(service.keys()) == 3
    # They are noted by one sweep, and removed by one that is a day later; each server sweeps at its start.
    for now in ("2027-01-01T12:00:00Z", "2027-01-03T12:00:00Z", "2027-01-05T12:00:00Z"):
        with serving(tmp_path / "one", service.settings | {"STILLROOM_NOW": now}) as server:
            with contextlib.suppress(AssertionError):
                eventually(lambda: service.keys() == [], within=4)
            assert server.ask("GET", "/health/ready").status == 200
    assert service.keys() == []


def test_a_household_moves_into_the_bucket_and_back(service, tmp_path):
    with serving(tmp_path / "one") as server:
        photograph = server.photograph(FLOWER.read_bytes())
        before = shown(server, photograph)
    kept = files(tmp_path / "one")
    assert len(kept) == 3
    program = Program(tmp_path, tmp_path / "one/data", **service.settings)
    # While it is not moved yet, the photograph is shown from the folder.
    with serving(tmp_path / "one", service.settings) as server:
        assert shown(server, photograph) == before
        moved = program("photographs", "move", "--to", "bucket", "--json")
        assert moved.status == 0, moved.err
        assert (moved.json["copied"], moved.json["present"]) == (1, 0)
        refused = program("photographs", "move", "--to", "bucket", "--remove")
        assert refused.status != 0 and files(tmp_path / "one") == kept
    again = program("photographs", "move", "--to", "bucket", "--remove")
    assert again.status == 0, again.err
    assert "1 was there already." in again.out
    assert files(tmp_path / "one") == [] and len(service.keys()) == 3
    with serving(tmp_path / "one", service.settings) as server:
        assert shown(server, photograph) == before
    back = program("photographs", "move", "--to", "folder", "--remove")
    assert back.status == 0, back.err
    assert files(tmp_path / "one") == kept and service.keys() == []
    with serving(tmp_path / "one") as server:
        assert shown(server, photograph) == before


def test_a_killed_move_continues_when_it_is_repeated(service, tmp_path):
    contents = {}
    for number in range(60):
        original = b"original %d" % number * 20_000
        digest = hashlib.sha256(original).hexdigest()
        folder = tmp_path / "one/data/photographs" / digest[:2] / digest[2:4]
        folder.mkdir(parents=True)
        for form, data in zip(FORMS, (original, b"\xff\xd8display %d" % number, b"\xff\xd8thumbnail %d" % number)):
            (folder / f"{digest}.{form}").write_bytes(data)
            contents[f"home/{digest[:2]}/{digest[2:4]}/{digest}.{form}"] = data
    program = Program(tmp_path, tmp_path / "one/data", **service.settings)
    killed = subprocess.Popen(
        [BINARY, "photographs", "move", "--to", "bucket"], env=program.environment, stdout=subprocess.DEVNULL)
    eventually(lambda: len(service.keys()) >= 20, within=30)
    killed.kill()
    killed.wait(10)
    assert len(service.keys()) < len(contents)
    again = program("photographs", "move", "--to", "bucket", "--json")
    assert again.status == 0, again.err
    assert again.json["copied"] + again.json["present"] == 60 and again.json["present"] >= 4
    stored = {key: service.s3.get_object(Bucket="house", Key=key)["Body"].read() for key in service.keys()}
    assert stored == contents


def test_a_backup_contains_the_photographs_of_the_bucket(service, tmp_path):
    with serving(tmp_path / "one", service.settings) as server:
        photograph = server.photograph(FLOWER.read_bytes())
        before = shown(server, photograph, "original")
    program = Program(tmp_path, tmp_path / "one/data", **service.settings)
    made = program("backup", tmp_path / "house.tar")
    assert made.status == 0, made.err
    with tarfile.open(tmp_path / "house.tar") as archive:
        assert sum("/photographs/" in name for name in archive.getnames()) == 3
    restored = Program(tmp_path, tmp_path / "two/data")("restore", tmp_path / "house.tar")
    assert restored.status == 0, restored.err
    with serving(tmp_path / "two") as server:
        assert shown(server, photograph, "original") == before


def test_a_bucket_service_that_is_down_is_reported_and_no_photograph_is_lost(service, tmp_path):
    with serving(tmp_path / "one", service.settings) as server:
        photograph = server.photograph(FLOWER.read_bytes())
        seen = shown(server, photograph)
        service.stop()
        # What this machine has a copy of is still shown.
        assert shown(server, photograph) == seen
        answer = server.ask("POST", "/api/photographs", FLOWER.with_name("page.jpg").read_bytes())
        assert answer.status >= 500 and answer.json["code"] == "storage-failed"
        assert "does not answer" in answer.json["detail"]
        assert server.ask("GET", "/health/ready").status == 503
        assert len(shown(server, photograph, "thumbnail")) > 0


def test_a_hanging_bucket_service_does_not_block_photographs_on_this_machine(service, tmp_path):
    with serving(tmp_path / "one") as server:
        photograph = server.photograph(FLOWER.read_bytes())
    with serving(tmp_path / "one", service.settings) as server:
        service.process.send_signal(signal.SIGSTOP)
        began = time.monotonic()
        assert len(shown(server, photograph)) > 0
        assert time.monotonic() - began < 2
        ready = server.ask("GET", "/health/ready")
        assert ready.status == 503 and service.url not in ready.text
        service.process.send_signal(signal.SIGCONT)


@pytest.mark.parametrize(
    "settings, words", [
        ({"STILLROOM_PHOTOGRAPHS_BUCKET_SECRET": "wrong-secret"}, "does not accept the key"),
        ({"STILLROOM_PHOTOGRAPHS_BUCKET_KEY_ID": None}, "photographs.bucket-key-id is not"),
        ({"STILLROOM_PHOTOGRAPHS_BUCKET_SECRET": None}, "the secret of the access key is missing"),
        ({"STILLROOM_PHOTOGRAPHS_BUCKET_URL": "https://s3.example.net"}, "must be an address such as"),
    ])
def test_wrong_settings_are_reported_before_anything_is_copied(service, tmp_path, settings, words):
    with serving(tmp_path / "one") as server:
        server.photograph(FLOWER.read_bytes())
    given = {name.removeprefix("STILLROOM_"): value for name, value in (service.settings | settings).items()}
    run = Program(tmp_path, tmp_path / "one/data")("photographs", "move", "--to", "bucket", **{
        name: value for name, value in given.items() if value is not None})
    assert run.status != 0 and words in run.err, run.err
    assert "wrong-secret" not in run.err
    assert service.keys() == []
