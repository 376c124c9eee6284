"""Sign-in through a sign-in service (OpenID Connect): connect, sign in, confirm, join, disconnect; with a real provider."""

import json
import os
import socket
import sqlite3
import subprocess
import sys
import urllib.request

import pytest
from conftest import ROOT, eventually
from playwright.sync_api import expect
from test_access import check
from test_accounts import ADA, set_up

PROVIDER = ROOT / "Tests/Journeys/Support/openid_provider.py"


class Provider:
    """oidc-provider-mock in a process of its own."""

    def __init__(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = None
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [sys.executable, PROVIDER, str(self.port)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env=os.environ | {"PYTHONUNBUFFERED": "1"})
        eventually(self.answers, within=20)

    def answers(self):
        try:
            return self.state()
        except OSError:
            return None

    def state(self, **changes):
        body = json.dumps(changes).encode() if changes else None
        request = urllib.request.Request(self.url + "/_test", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)

    def stop(self):
        self.process.terminate()
        self.process.wait(10)


@pytest.fixture
def provider():
    provider = Provider()
    yield provider
    provider.stop()


@pytest.fixture
def house(serve, provider):
    return serve(
        STILLROOM_ACCOUNTS_OPENID_ISSUER=provider.url, STILLROOM_ACCOUNTS_OPENID_CLIENT_ID="stillroom",
        STILLROOM_ACCOUNTS_OPENID_CLIENT_SECRET="the-secret-of-the-client", STILLROOM_ACCOUNTS_OPENID_NAME="House login")


def sign_in_there(page, person, script):
    """Give a name at the service and come back."""
    expect(page.get_by_role("heading", name="Authorize Client")).to_be_visible(timeout=15_000)
    page.get_by_placeholder("sub").fill(person)
    page.get_by_role("button", name="Authorize", exact=True).click()
    come_back(page, script)


def decline_there(page):
    expect(page.get_by_role("heading", name="Authorize Client")).to_be_visible(timeout=15_000)
    page.get_by_role("button", name="Deny").click()
    # This service sends an error without a state, which no script sends on: any site can lead here.
    come_back(page, script=False)


def come_back(page, script):
    if not script:
        expect(page.get_by_role("heading", name="Back from House login")).to_be_visible()
        page.get_by_role("button", name="Continue").click()


def connect(page, house, person, script):
    page.goto(house.url + "/account/identities")
    page.get_by_role("button", name="Connect with House login").click()
    sign_in_there(page, person, script)
    expect(page.get_by_role("heading", level=1)).to_have_text("Connect your account?")
    expect(page.get_by_text(f"House login says that you are {person}.")).to_be_visible()
    page.get_by_role("button", name=f"Connect {person}").click()
    expect(page.get_by_role("status").first).to_contain_text("Your account is connected.")


def sign_out(page, house):
    page.goto(house.url + "/account")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")


@pytest.mark.parametrize("script", [True, False], ids=["with-script", "without-script"])
def test_a_person_connects_signs_in_confirms_and_disconnects(house, provider, browse, script):
    page = browse(java_script_enabled=script)
    set_up(page, house)
    connect(page, house, "ben@example.net", script)
    asked = provider.state()["requests"][-1]
    assert (asked["prompt"], asked["max_age"], asked["code_challenge_method"]) == ("login", "0", "S256")
    assert asked["redirect_uri"] == house.url + "/sign-in/openid/callback"
    if script:
        check(page)

    sign_out(page, house)
    page.goto(house.url + "/plants?view=list")
    page.get_by_role("button", name="Sign in with House login").click()
    sign_in_there(page, "ben@example.net", script)
    expect(page).to_have_url(house.url + "/plants?view=list")
    assert "prompt" not in provider.state()["requests"][-1]

    # The service may know the browser from days before, so the sign-in is no confirmation.
    page.goto(house.url + "/account/recovery-codes")
    page.get_by_role("link", name="Confirm").click()
    page.get_by_role("button", name="Confirm with House login").click()
    decline_there(page)
    expect(page.get_by_role("alert").first).to_contain_text("House login did not sign you in.")
    provider.state(age=3600)
    page.get_by_role("button", name="Confirm with House login").click()
    sign_in_there(page, "ben@example.net", script)
    expect(page.get_by_role("alert").first).to_contain_text("did not ask again who you are")
    provider.state(age=0)
    page.get_by_role("button", name="Confirm with House login").click()
    sign_in_there(page, "ben@example.net", script)
    expect(page).to_have_url(house.url + "/account/recovery-codes")
    expect(page.get_by_role("button", name="Make new recovery codes")).to_be_visible()

    page.goto(house.url + "/account/identities")
    page.get_by_text("Disconnect ben@example.net").first.click()
    page.get_by_role("button", name="Disconnect ben@example.net").click()
    expect(page.get_by_role("status").first).to_contain_text("Your account is disconnected.")
    page.goto(house.url + "/people/log")
    for words in ("Ada connected the account", "Ada signed in through the sign-in service", "Ada disconnected"):
        expect(page.get_by_text(words).first).to_be_visible()
    sign_out(page, house)
    page.get_by_role("button", name="Sign in with House login").click()
    sign_in_there(page, "ben@example.net", script)
    expect(page.get_by_role("alert").first).to_contain_text("No account of this household is connected")


@pytest.mark.parametrize("script", [True, False], ids=["with-script", "without-script"])
def test_an_invited_person_joins_through_the_service(house, browse, script):
    owner, other = browse(java_script_enabled=script), browse(java_script_enabled=script)
    set_up(owner, house)
    owner.goto(house.url + "/people")
    owner.get_by_role("button", name="Make an invitation link").click()
    link = owner.get_by_label("The link").input_value()
    other.goto(link)
    other.get_by_role("button", name="Join with House login").click()
    sign_in_there(other, "bea@example.net", script)
    expect(other.get_by_text("House login says that you are bea@example.net.")).to_be_visible()
    if script:
        check(other)
    other.get_by_label("Your name").fill("Bea")
    other.get_by_role("button", name="Join the household").click()
    expect(other.get_by_role("heading", level=1)).to_have_text("Save your recovery codes")
    other.goto(house.url + "/account")
    expect(other.get_by_text("You have none and sign in only through House login.")).to_be_visible()
    other.goto(house.url + "/account/identities")
    other.get_by_text("Disconnect bea@example.net").first.click()
    other.get_by_role("button", name="Disconnect bea@example.net").click()
    expect(other.get_by_role("alert").first).to_contain_text("This is your only way to sign in here.")


def test_the_person_who_is_signed_in_at_the_service_is_not_connected_without_a_question(house, browse):
    page = browse()
    set_up(page, house)
    page.goto(house.url + "/account/identities")
    page.get_by_role("button", name="Connect with House login").click()
    sign_in_there(page, "somebody@example.net", True)
    page.get_by_role("link", name="This is another person: do not connect").click()
    expect(page.get_by_text("somebody@example.net")).to_have_count(0)
    with sqlite3.connect(house.folder / "data/stillroom.sqlite", timeout=30) as database:
        assert database.execute("SELECT count(*) FROM identity").fetchone() == (0,)


def test_the_code_is_neither_in_the_address_nor_in_the_history_nor_in_the_log(house, browse):
    page = browse()
    set_up(page, house)
    connect(page, house, "ben@example.net", True)
    sign_out(page, house)
    codes = []
    page.on("request", lambda request: codes.append(request.url) if "code=" in request.url else None)
    page.get_by_role("button", name="Sign in with House login").click()
    sign_in_there(page, "ben@example.net", True)
    expect(page).to_have_url(house.url + "/")
    address = codes[0]
    code = address.split("code=")[1].split("&")[0]
    page.go_back()
    assert "code=" not in page.url
    log = house.log.read_text()
    assert code not in log and "the-secret-of-the-client" not in log


def test_passphrases_work_and_one_log_line_is_written_when_the_service_is_down(house, provider, browse):
    page = browse()
    set_up(page, house)
    sign_out(page, house)
    provider.stop()
    for _ in range(3):
        page.goto(house.url + "/sign-in")
        page.get_by_role("button", name="Sign in with House login").click()
        expect(page.get_by_role("alert").first).to_contain_text("House login cannot be reached")
    assert house.log.read_text().count("the sign-in service House login cannot be used") == 1
    page.get_by_label("Name").fill("Ada")
    page.get_by_label("Passphrase").fill(ADA)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page).to_have_url(house.url + "/")
    provider.start()
