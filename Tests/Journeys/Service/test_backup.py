"""Backups: made by command, page and schedule; restored after a wipe, after kills, and undone."""

import os
import random
import shutil
import subprocess
import tarfile
import time

import pytest
from conftest import BINARY, FLOWER, Server, environment, eventually
from test_access import check
from test_accounts import set_up

SEED = 20261123


@pytest.fixture
def stillroom(home, tmp_path):
    """Run the command on the data folder of `house` and return status, standard output and standard error."""

    def run(*arguments, stdin=b"", **settings):
        done = subprocess.run(
            [BINARY, *map(str, arguments), "--data-dir", tmp_path / "house/data"], capture_output=True, input=stdin,
            env=environment(home) | settings, timeout=120)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    return run


def state(server):
    """Return what must survive: the plants, their photographs' bytes and the agenda."""
    plants = server.ask("GET", "/api/plants").json
    pictures = {}
    for plant in plants["plants"]:
        found = server.ask("GET", f"/api/plants/{plant['id']}").json
        for photograph in found.get("photographs", []):
            identifier = photograph["id"] if isinstance(photograph, dict) else photograph
            pictures[identifier] = server.ask("GET", f"/photographs/{identifier}/original").body
    return plants, pictures, server.ask("GET", "/api/agenda").json["items"]


def contents(folder):
    """Return the files of a data folder that a restore replaces, with their bytes."""
    stays = {"backups", "models", ".restore", ".in-use"}
    files = {}
    for path in folder.rglob("*"):
        top = path.relative_to(folder).parts[0]
        if path.is_file() and top not in stays and not top.startswith("data-before-restore-"):
            files[str(path.relative_to(folder))] = path.read_bytes()
    return files


def test_a_backup_after_a_wipe_loses_nothing(home, tmp_path, stillroom):
    house = Server(tmp_path / "house", home)
    try:
        for name in ("Rose", "Sunflower", "Fern"):
            house.plant(name)
        before = state(house)
        # Beside the running server.
        status, out, errors = stillroom("backup", tmp_path / "house.tar")
        assert status == 0, errors
        assert "3 plants" in out and "not locked" in out
        status, _, errors = stillroom("backup", tmp_path / "house.tar")
        assert status == 74 and "already" in errors
        status, _, errors = stillroom("restore", tmp_path / "house.tar")
        assert status == 69 and "Stop the server" in errors
    finally:
        house.stop()
    assert oct((tmp_path / "house.tar").stat().st_mode)[-3:] == "600"
    assert not list(tmp_path.glob(".*unfinished"))
    with tarfile.open(tmp_path / "house.tar") as archive:
        names = archive.getnames()
        assert names[0] == "README.txt" and names[-1] == "catalogue.json" and "data/stillroom.sqlite" in names
        assert all(member.isreg() for member in archive.getmembers())
    assert stillroom("backup", "verify", tmp_path / "house.tar")[0] == 0
    shutil.rmtree(tmp_path / "house/data")
    status, out, errors = stillroom("restore", tmp_path / "house.tar")
    assert status == 0 and "3 plants" in out, errors
    house.start()
    try:
        assert state(house) == before
    finally:
        house.stop()
    assert stillroom("doctor")[0] in (0, 78)


def test_a_locked_backup_needs_its_key(home, tmp_path, stillroom):
    assert stillroom("plants", "add", "Rose")[0] == 0
    (tmp_path / "passphrase").write_text("four words in a row\n")
    status, out, errors = stillroom(
        "backup", "--to", tmp_path, "--passphrase-file", tmp_path / "passphrase", "--json")
    assert status == 0 and '"isLocked":true' in out, errors
    (locked,) = tmp_path.glob("stillroom-*.tar.age")
    assert locked.read_bytes().startswith(b"age-encryption.org/v1\n-> scrypt ")
    assert stillroom("backup", "verify", locked)[0] == 65
    assert stillroom("backup", "verify", locked, "--passphrase-file", "-", stdin=b"something else")[0] == 65
    assert stillroom("backup", "verify", locked, "--passphrase-file", "-", stdin=b"four words in a row")[0] == 0
    status, out, _ = stillroom("backup", "list", tmp_path)
    assert status == 0 and locked.name in out
    # A cut and a changed file are refused, and nothing changes.
    before = contents(tmp_path / "house/data")
    bad = tmp_path / "bad.tar.age"
    for content in (locked.read_bytes()[:-1], locked.read_bytes()[:70_000], locked.read_bytes()[:-5] + b"wrong"):
        bad.write_bytes(content)
        status, _, errors = stillroom("restore", bad, "--passphrase-file", tmp_path / "passphrase")
        assert status == 65 and "Traceback" not in errors
        assert contents(tmp_path / "house/data") == before
    status, _, errors = stillroom("restore", locked, "--passphrase-file", tmp_path / "passphrase")
    assert status == 0, errors


def test_a_restore_is_undone_and_forgotten(tmp_path, stillroom):
    data = tmp_path / "house/data"
    assert stillroom("plants", "add", "Rose")[0] == 0
    assert stillroom("backup", tmp_path / "house.tar")[0] == 0
    assert stillroom("plants", "add", "Fern")[0] == 0
    before = contents(data)
    assert stillroom("restore", tmp_path / "house.tar")[0] == 0
    assert "Fern" not in stillroom("plants")[1]
    status, _, errors = stillroom("restore", tmp_path / "house.tar")
    assert status == 65 and "--forget-undo" in errors
    status, _, errors = stillroom("restore", "--undo")
    assert status == 0 and "Check the doses of today" in errors
    # The database is settled, so its bytes differ.
    after = contents(data)
    for files in (before, after):
        for name in [name for name in files if name.startswith("stillroom.sqlite")]:
            del files[name]
    assert after == before
    assert "Fern" in stillroom("plants")[1]
    assert stillroom("restore", "--forget-undo")[0] == 0
    assert stillroom("restore", "--undo")[0] == 66
    assert "Fern" in stillroom("plants")[1]
    assert stillroom("restore")[0] == 64


@pytest.mark.long
def test_a_killed_restore_leaves_old_or_new_data(home, tmp_path, stillroom):
    """Ten restores are killed at random moments; each next start has the complete old or the complete new data."""
    chance = random.Random(SEED)
    data = tmp_path / "house/data"
    assert stillroom("plants", "add", "Rose")[0] == 0
    (data / "filler").mkdir()
    for number in range(200):
        (data / f"filler/{number}").write_bytes(os.urandom(20_000))
    assert stillroom("backup", tmp_path / "house.tar")[0] == 0
    began = time.monotonic()
    assert stillroom("restore", tmp_path / "house.tar")[0] == 0
    took = time.monotonic() - began
    assert stillroom("restore", "--forget-undo")[0] == 0
    ends = []
    for round in range(10):
        mark = f"Fern {round}"
        assert stillroom("plants", "add", mark)[0] == 0
        (data / "filler/0").write_text(mark)
        process = subprocess.Popen(
            [BINARY, "restore", tmp_path / "house.tar", "--data-dir", data], env=environment(home),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0.1, 1.1) * took)
        process.kill()
        process.wait()
        status, plants, errors = stillroom("plants")
        assert status == 0, errors
        assert not (data / ".restore").exists()
        assert stillroom("restore", "--forget-undo")[0] == 0
        is_old = mark in plants
        assert "Rose" in plants
        assert ((data / "filler/0").read_bytes() == mark.encode()) == is_old, "database and files are of one state"
        assert len(list((data / "filler").iterdir())) == 200
        ends.append("old" if is_old else "new")
    print(f"\n{ends}")


def test_the_server_makes_a_backup_a_day(home, tmp_path, stillroom):
    folder = tmp_path / "shelf"
    folder.mkdir()
    (folder / "holiday.tar").write_text("not ours")
    settings = {"STILLROOM_BACKUP_FOLDER": str(folder)}
    assert stillroom("plants", "add", "Rose")[0] == 0
    house = Server(tmp_path / "house", home, settings)
    try:
        made = eventually(lambda: list(folder.glob("stillroom-scheduled-*.tar")), within=30)
        page = house.ask("GET", "/settings/backup").text
        assert made[0].name in page
    finally:
        house.stop()
    assert stillroom("backup", "verify", made[0])[0] == 0
    assert "less than a day old" in stillroom("doctor", **settings)[1]
    assert (folder / "holiday.tar").read_text() == "not ours"


def test_a_daily_backup_that_fails_is_shown(home, tmp_path, stillroom):
    assert stillroom("plants", "add", "Rose")[0] == 0
    settings = {"STILLROOM_BACKUP_FOLDER": str(tmp_path / "nowhere")}
    house = Server(tmp_path / "house", home, settings)
    try:
        eventually(lambda: "There is no folder" in house.ask("GET", "/settings/backup").text, within=30)
    finally:
        house.stop()
    status, out, _ = stillroom("doctor", **settings)
    assert status == 78 and "TROUBLE backups: There is no folder" in out


@pytest.mark.parametrize("script", [True, False], ids=["with scripts", "without scripts"])
def test_an_owner_downloads_a_backup_from_the_page(fresh, browse, tmp_path, stillroom, script):
    fresh.plant("Rose", FLOWER.read_bytes())
    page = browse(java_script_enabled=script)
    set_up(page, fresh)
    page.goto(fresh.url + "/settings/backup")
    if script:
        check(page)
    page.get_by_label("Passphrase", exact=True).fill("four words in a row")
    page.get_by_label("The same passphrase again").fill("four words in a raw")
    page.get_by_role("button", name="Make a backup and download it").click()
    page.get_by_text("The two passphrases differ.").wait_for()
    page.get_by_label("Passphrase", exact=True).fill("four words in a row")
    page.get_by_label("The same passphrase again").fill("four words in a row")
    with page.expect_download(timeout=60_000) as download:
        page.get_by_role("button", name="Make a backup and download it").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.name.endswith(".tar.age")
    status, out, errors = stillroom("backup", "verify", file, "--passphrase-file", "-", stdin=b"four words in a row")
    assert status == 0 and "1 plant," in out, errors
    page.goto(fresh.url + "/settings/backup")
    page.get_by_text("downloaded").wait_for()
    # Nothing of it is left on the machine of the server.
    assert not list((fresh.folder / "data/backups").glob(".work-*"))
