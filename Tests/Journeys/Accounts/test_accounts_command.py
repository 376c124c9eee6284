"""The commands for accounts, and the link that the server prints while there is no owner."""

import re
import subprocess
import urllib.parse

import pytest
from conftest import BINARY, Server, environment

LINK = r"(http://127\.0\.0\.1:(\d+)/setup/([A-Za-z0-9_-]{43}))"


@pytest.fixture
def stillroom(home, tmp_path):
    """Run the command on a data folder and return status, standard output and standard error."""

    def run(*arguments, **settings):
        done = subprocess.run(
            [BINARY, *arguments, "--data-dir", tmp_path / "data"], capture_output=True,
            env=environment(home) | settings, timeout=60)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    return run


def test_a_set_up_link_has_the_address_of_the_settings_and_is_new_each_time(stillroom, tmp_path):
    status, first, errors = stillroom("setup-link")
    assert (status, errors) == (0, "")
    status, second, _ = stillroom("setup-link", STILLROOM_SERVER_PORT="9123")
    (one, two) = (re.fullmatch(LINK + "\n", text) for text in (first, second))
    assert status == 0 and one[2] == "8180" and two[2] == "9123" and one[3] != two[3]
    for file in (tmp_path / "data").glob("stillroom.sqlite*"):
        stored = file.read_bytes()
        assert one[3].encode() not in stored and two[3].encode() not in stored, file
    status, out, errors = stillroom("setup-link", STILLROOM_SERVER_PORT="0")
    assert (status, out) == (78, "") and "server.port" in errors


def test_a_household_without_accounts_lists_none_and_resets_none(stillroom):
    status, out, errors = stillroom("accounts")
    assert (status, out) == (0, "") and "stillroom setup-link" in errors
    assert stillroom("accounts", "list", "--json") == (0, "[]\n", "")
    status, out, errors = stillroom("accounts", "reset", "Ada")
    assert (status, out) == (66, "") and "No account has this name" in errors


def test_an_owner_is_created_without_a_browser(stillroom, home, tmp_path):
    (tmp_path / "passphrase").write_text("four words stand here\n")
    create = ("accounts", "create-owner", "Ada", "--passphrase-file", str(tmp_path / "passphrase"))
    (tmp_path / "easy").write_text("password\n")
    status, out, errors = stillroom("accounts", "create-owner", "Ada", "--passphrase-file", str(tmp_path / "easy"))
    assert status != 0 and out == "" and "password\n" not in errors
    status, out, errors = stillroom(*create)
    codes = out.splitlines()
    assert status == 0 and len(codes) == len(set(codes)) == 8, errors
    assert stillroom("accounts")[1] == "owner  Ada\n"
    status, out, errors = stillroom(*create)
    assert (status, out) == (77, "") and "owner already" in errors
    server = Server(tmp_path, home)
    try:
        def sign_in(passphrase):
            form = urllib.parse.urlencode({"name": "Ada", "passphrase": passphrase})
            return server.ask("POST", "/sign-in", form, {
                "Content-Type": "application/x-www-form-urlencoded", "Origin": server.url}).status

        assert sign_in("four words stand there") in (401, 403, 422)
        assert sign_in("four words stand here") == 303
    finally:
        server.stop()


def test_the_server_prints_a_set_up_link_with_its_own_port(home, tmp_path):
    server = Server(tmp_path / "house", home)
    try:
        lines = server.log.read_text().splitlines()
        (line,) = [line for line in lines if "/setup/" in line]
        found = re.fullmatch(f"Create the owner account: {LINK} \\(valid for one hour\\)", line)
        assert found and int(found[2]) == server.port
        # Without an owner, everything is served on this machine, as before.
        assert server.ask("GET", "/api/plants").status == 200
    finally:
        server.stop()
    assert server.log.read_text().count(found[3]) == 1, "the secret of the link is in no other line of the log"
