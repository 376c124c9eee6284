"""Restoring a backup on the page: chosen, uploaded, undone, by the set-up link, and killed."""

import os
import random
import re
import signal
import subprocess
import time

import pytest
from conftest import BINARY, Server, environment, eventually
from playwright.sync_api import expect
from test_access import check
from test_accounts import set_up, setup_link, sign_in

SEED = 20261124


@pytest.fixture
def stillroom(home, tmp_path):
    """Run the command on the data folder of `house` and return status, standard output and standard error."""

    def run(*arguments, stdin=b""):
        done = subprocess.run(
            [BINARY, *map(str, arguments), "--data-dir", tmp_path / "house/data"], capture_output=True, input=stdin,
            env=environment(home), timeout=120)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    return run


def restarted(server, ready, before):
    """Wait until the server has written its ready file again, and take its new address."""
    eventually(lambda: ready.exists() and ready.stat().st_mtime_ns != before, within=60)
    server.url = ready.read_text().strip()
    server.port = int(server.url.rsplit(":", 1)[1])
    assert server.ask("GET", "/health/live").status == 200


def upload(page, url, path):
    page.goto(url + "/settings/restore")
    page.get_by_label("The backup").set_input_files(path)
    page.get_by_role("button", name="Upload this file").click()
    expect(page.get_by_role("heading", name="The uploaded backup")).to_be_visible()


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_an_owner_restores_an_uploaded_backup_and_undoes_it(browse, home, tmp_path, stillroom, script):
    house = Server(tmp_path / "house", home)
    ready = house.folder / "address"
    try:
        page = browse(java_script_enabled=script)
        set_up(page, house)
        assert stillroom("plants", "add", "Rose")[0] == 0
        (tmp_path / "passphrase").write_text("four words in a row\n")
        status, _, errors = stillroom(
            "backup", tmp_path / "house.tar.age", "--passphrase-file", tmp_path / "passphrase")
        assert status == 0, errors
        assert stillroom("plants", "add", "Fern")[0] == 0
        process, before = house.process.pid, ready.stat().st_mtime_ns

        upload(page, house.url, tmp_path / "house.tar.age")
        if script:
            check(page)
        page.get_by_label("Its passphrase").fill("four words in a raw")
        page.get_by_role("button", name="Check this backup").first.click()
        expect(page.get_by_role("alert")).to_be_visible()
        page.get_by_label("Its passphrase").fill("four words in a row")
        page.get_by_role("button", name="Check this backup").first.click()
        expect(page.get_by_text(re.compile("^1 plant, "))).to_be_visible()
        if script:
            check(page)
        assert "Fern" in stillroom("plants")[1], "nothing has changed yet"
        page.get_by_role("button", name="Replace all data by this backup").click()
        expect(page.get_by_role("heading", name="The server restarts")).to_be_visible()
        restarted(house, ready, before)
        assert house.process.pid == process and house.process.poll() is None
        plants = stillroom("plants")[1]
        assert "Rose" in plants and "Fern" not in plants

        # The session of before is over.
        page.goto(house.url + "/settings/restore")
        expect(page).to_have_url(re.compile("/sign-in"))
        sign_in(page, house.url)
        page.goto(house.url + "/settings/restore")
        expect(page.get_by_role("link", name="Check the doses of today")).to_be_visible()
        if script:
            check(page)
        page.goto(house.url + "/people/log")
        expect(page.get_by_text(re.compile("^A backup of .* was restored"))).to_have_count(1)
        page.goto(house.url + "/settings/restore")
        before = ready.stat().st_mtime_ns
        page.get_by_role("button", name="Undo the restore").click()
        restarted(house, ready, before)
        assert "Fern" in stillroom("plants")[1]
        sign_in(page, house.url)
        page.goto(house.url + "/people/log")
        expect(page.get_by_text("The data before a restore were brought back")).to_have_count(1)
        page.goto(house.url + "/settings/restore")
        before = ready.stat().st_mtime_ns
        page.get_by_role("button", name="Remove the data before it").click()
        restarted(house, ready, before)
        assert not list((tmp_path / "house/data").glob("data-before-restore-*"))
        assert "Fern" in stillroom("plants")[1]
    finally:
        house.stop()


def test_the_set_up_link_restores_a_household_with_its_owner(browse, home, tmp_path, stillroom):
    old = Server(tmp_path / "house", home)
    try:
        page = browse()
        set_up(page, old)
        assert stillroom("plants", "add", "Rose")[0] == 0
        assert stillroom("backup", tmp_path / "house.tar")[0] == 0
    finally:
        old.stop()
    new = Server(tmp_path / "new", home)
    ready = new.folder / "address"
    try:
        link = setup_link(new)
        page = browse()
        page.goto(link)
        page.get_by_role("link", name="Restore it instead").click()
        page.get_by_label("The backup").set_input_files(tmp_path / "house.tar")
        page.get_by_role("button", name="Upload this file").click()
        page.get_by_role("button", name="Check this backup").click()
        expect(page.get_by_text(re.compile("1 account$"))).to_be_visible()
        before = ready.stat().st_mtime_ns
        page.get_by_role("button", name="Replace all data by this backup").click()
        restarted(new, ready, before)
        sign_in(page, new.url)
        page.goto(new.url + "/plants")
        expect(page.get_by_text("Rose").first).to_be_visible()
        # The link of before makes no second owner.
        page.goto(re.sub(r"http://[^/]+", new.url, link))
        expect(page.get_by_label("Your name")).to_have_count(0)
    finally:
        new.stop()


def test_a_kill_after_the_confirmation_leaves_old_or_new_data(browse, home, tmp_path, stillroom):
    chance = random.Random(SEED)
    house = Server(tmp_path / "house", home)
    seen = set()
    try:
        page = browse()
        set_up(page, house)
        assert stillroom("plants", "add", "Rose")[0] == 0
        assert stillroom("backup", tmp_path / "house.tar")[0] == 0
        assert stillroom("plants", "add", "Fern")[0] == 0
        for _ in range(6):
            upload(page, house.url, tmp_path / "house.tar")
            page.get_by_role("button", name="Check this backup").first.click()
            page.get_by_role("button", name="Replace all data by this backup").click()
            time.sleep(chance.uniform(0, 1.5))
            os.kill(house.process.pid, signal.SIGKILL)
            house.process.wait()
            status, out, errors = stillroom("plants")
            assert status == 0 and "Rose" in out, errors
            seen.add("Fern" in out)
            house.start()
            sign_in(page, house.url)
            if "Fern" not in out:
                page.goto(house.url + "/settings/restore")
                before = (house.folder / "address").stat().st_mtime_ns
                page.get_by_role("button", name="Undo the restore").click()
                restarted(house, house.folder / "address", before)
                sign_in(page, house.url)
                page.goto(house.url + "/settings/restore")
                before = (house.folder / "address").stat().st_mtime_ns
                page.get_by_role("button", name="Remove the data before it").click()
                restarted(house, house.folder / "address", before)
        assert False in seen, "an order that was written is carried out by the next start"
    finally:
        house.stop()
