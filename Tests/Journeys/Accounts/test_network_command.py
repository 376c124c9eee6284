"""The home network in the commands: who may open it, the household authority on the disk, and what doctor says about it."""

import json
import re
import stat
import subprocess
import urllib.parse

import pytest
from conftest import BINARY, Server, environment

NETWORK = {"STILLROOM_SERVER_HOST": "0.0.0.0", "STILLROOM_SERVER_HTTPS_PORT": "0", "STILLROOM_SERVER_WAY_IN_PORT": "0"}


def run(home, data, *arguments, **settings):
    """Run the command on a data folder and return status, standard output and standard error."""
    done = subprocess.run(
        [BINARY, *arguments, "--data-dir", data], capture_output=True, env=environment(home) | settings, timeout=60)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def line_of_doctor(home, data, **settings):
    found = json.loads(run(home, data, "doctor", "--json", **settings)[1])
    return next(finding for finding in found if finding["what"] == "home network")


@pytest.fixture
def house(home, tmp_path):
    """The folder of a household with an owner."""
    server = Server(tmp_path / "house", home)
    try:
        secret = re.search(r"/setup/([\w-]{43})", server.log.read_text())[1]
        form = urllib.parse.urlencode({"name": "Ada", "passphrase": "four plain words here"})
        answer = server.ask(
            "POST", f"/setup/{secret}", form,
            {"Content-Type": "application/x-www-form-urlencoded", "Origin": server.url})
        assert answer.status in (200, 303), answer.text
    finally:
        server.stop()
    return tmp_path / "house"


def test_with_an_owner_an_address_in_the_network_makes_the_authority_once(home, house):
    data, authority = house / "data", house / "data/secrets/authority/authority.pem"
    assert line_of_doctor(home, data) == {"what": "home network", "isWell": True, "detail": "closed: only this machine is served"}
    assert line_of_doctor(home, data, **NETWORK)["isWell"] and not authority.exists(), "doctor makes nothing"
    server = Server(house, home, NETWORK)
    try:
        assert server.url.startswith("http://127.0.0.1:"), "the port without TLS stays on this machine"
        assert server.ask("GET", "/health/live").status == 200
    finally:
        server.stop()
    first = authority.read_bytes()
    assert stat.S_IMODE(authority.stat().st_mode) == 0o600
    assert stat.S_IMODE(authority.parent.stat().st_mode) == 0o700
    assert [file.name for file in authority.parent.iterdir()] == ["authority.pem"]
    assert b"PRIVATE KEY" in first and b"PRIVATE KEY" not in server.log.read_bytes()
    Server(house, home, NETWORK).stop()
    assert authority.read_bytes() == first, "a restart keeps the authority"
    finding = line_of_doctor(home, data, **NETWORK)
    assert finding["isWell"] and "authority valid until 20" in finding["detail"] and "localhost" in finding["detail"]
    authority.chmod(0o644)
    finding = line_of_doctor(home, data, **NETWORK)
    assert not finding["isWell"] and "chmod 600" in finding["detail"]


def test_a_damaged_authority_is_reported_and_not_replaced(home, house):
    data, authority = house / "data", house / "data/secrets/authority/authority.pem"
    Server(house, home, NETWORK).stop()
    authority.write_bytes(authority.read_bytes()[:200])
    damaged = authority.read_bytes()
    status, out, errors = run(home, data, "serve", "--port", "0", **NETWORK)
    assert (status, out) == (78, "") and str(authority) in errors and "backup" in errors
    finding = line_of_doctor(home, data, **NETWORK)
    assert not finding["isWell"] and str(authority) in finding["detail"]
    assert authority.read_bytes() == damaged
    # On this machine alone the household is served as before.
    Server(house, home).stop()


def test_certificate_files_that_cannot_be_used_are_named_at_the_start(home, house):
    certificate, key = house / "chain.pem", house / "key.pem"
    files = {"STILLROOM_SERVER_CERTIFICATE_FILE": str(certificate), "STILLROOM_SERVER_CERTIFICATE_KEY_FILE": str(key)}
    for missing in files:
        status, _, errors = run(home, house / "data", "serve", "--port", "0", **{missing: files[missing]})
        assert status == 78 and "belong together" in errors
    status, _, errors = run(home, house / "data", "serve", "--port", "0", **files)
    assert status == 78 and str(certificate) in errors
    subprocess.run(
        ["openssl", "req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-days", "5",
         "-subj", "/CN=home", "-addext", "subjectAltName=DNS:home.example.net", "-keyout", key, "-out", certificate],
        check=True, capture_output=True)
    Server(house, home, files | NETWORK).stop()
    finding = line_of_doctor(home, house / "data", **files, **NETWORK)
    assert finding["isWell"] and "home.example.net" in finding["detail"]
    assert not (house / "data/secrets/authority").exists()
