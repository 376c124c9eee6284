"""Phones in the home network: the owner's button, the way in, trust in the household's own certificate, a second person."""

import json
import re
import ssl
import subprocess
import urllib.error
import urllib.request

import pytest
from conftest import DESKTOP, PHONE, SANDBOX, Server, eventually
from playwright.sync_api import expect
from test_access import check, overflow
from test_accounts import ADA, BEN, set_up

PORTS = {"STILLROOM_SERVER_HTTPS_PORT": "0", "STILLROOM_SERVER_WAY_IN_PORT": "0"}
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Safari/604.1"
ANDROID = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36"


@pytest.fixture
def house(tmp_path, home):
    """A server for this test only, whose ports in the network are free ones."""
    server = Server(tmp_path / "house", home, PORTS)
    yield server
    server.stop(within=30)


def let_in(page, server):
    """Open the network as the signed-in owner, and return what the API says about it."""
    page.goto(server.url + "/settings/network")
    page.get_by_role("button", name="Allow devices").click()
    expect(page.get_by_role("status").first).to_contain_text("Other devices can connect now.")
    return state(page, server)


def state(page, server):
    answer = page.request.get(server.url + "/api/network")
    assert answer.status == 200, answer.text()
    return answer.json()


def way_in(network, path="/", host="127.0.0.1"):
    return f"http://{host}:{network['wayInPort']}{path}"


def app(network, host="localhost"):
    return f"https://{host}:{network['httpsPort']}"


def fetch(url, **headers):
    with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=10) as answer:
        return answer.read()


@pytest.fixture
def trusting(playwright, tmp_path):
    """Start a Chromium whose NSS database trusts the authority that the way in serves, and open pages in it.

    This is what the steps for Chromium on Linux do. Nothing else makes this browser accept the certificate."""
    browsers = []

    def start(network):
        home = tmp_path / f"trust-{len(browsers)}"
        database = home / ".pki/nssdb"
        database.mkdir(parents=True)
        pem = home / "authority.pem"
        pem.write_bytes(fetch(way_in(network, "/stillroom.pem")))
        for arguments in (["-N", "--empty-password"], ["-A", "-n", "house", "-t", "C,,", "-i", pem]):
            subprocess.run(["certutil", "-d", f"sql:{database}", *map(str, arguments)], check=True, timeout=60)
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium-headless-shell", args=SANDBOX, env={"HOME": str(home), "PATH": "/usr/bin:/bin"})
        browsers.append(browser)
        return lambda **settings: browser.new_context(**{**PHONE, **settings}).new_page()

    yield start
    for browser in browsers:
        browser.close()


@pytest.mark.parametrize("script", [True, False], ids=["with scripts", "without scripts"])
def test_the_owner_lets_phones_in_and_keeps_them_out(house, browse, script):
    page = browse(java_script_enabled=script)
    set_up(page, house)
    page.goto(house.url + "/settings/network")
    expect(page.get_by_role("heading", level=1)).to_have_text("Phones in your home")
    page.get_by_role("button", name="Allow devices").click()
    expect(page.get_by_role("status").first).to_contain_text("Other devices can connect now.")
    network = state(page, house)
    assert network["status"] == "open" and network["wayInPort"] and network["httpsPort"]
    if network["hosts"]:  # a machine without a network has none
        expect(page.get_by_role("img", name="QR code of http://")).to_be_visible()
        expect(page.get_by_text(f":{network['wayInPort']}/").first).to_be_visible()
    fingerprint = network["certificate"]["authority"].replace(":", " ")
    assert fingerprint.encode() in fetch(way_in(network))
    page.get_by_role("button", name="Block devices").click()
    expect(page.get_by_role("status").first).to_contain_text("Other devices are blocked.")
    assert state(page, house)["status"] == "closed"
    with pytest.raises(urllib.error.URLError):
        fetch(way_in(network))


def test_the_choice_survives_a_restart_and_keeps_the_certificate(house, browse):
    page = browse()
    set_up(page, house)
    before = let_in(page, house)
    house.stop()
    house.start()
    # The session also goes on, because cookies belong to the host with all its ports.
    eventually(lambda: state(page, house)["status"] == "open")
    assert state(page, house)["certificate"]["authority"] == before["certificate"]["authority"]


def test_a_phone_trusts_the_house_once_and_signs_in_over_tls(house, browse, trusting):
    owner = browse(**DESKTOP)
    set_up(owner, house)
    network = let_in(owner, house)
    stranger = browse()
    with pytest.raises(Exception, match="ERR_CERT_AUTHORITY_INVALID"):
        stranger.goto(app(network))

    phone = trusting(network)()
    phone.goto(way_in(network, host="localhost"))
    expect(phone.get_by_role("heading", level=1)).to_have_text("Connect this device")
    phone.get_by_role("link", name="Open Stillroom").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Sign in")
    phone.get_by_label("Name").fill("Ada")
    phone.get_by_label("Passphrase").fill(ADA)
    phone.get_by_role("button", name="Sign in").click()
    expect(phone.get_by_role("heading", level=1)).not_to_have_text("Sign in")
    assert phone.evaluate("isSecureContext") is True
    phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
    (cookie,) = [cookie for cookie in phone.context.cookies() if cookie["name"] != "notified"]
    assert cookie["name"] == "__Host-stillroom-session" and cookie["secure"] and cookie["httpOnly"], cookie
    protocol = phone.evaluate("performance.getEntriesByType('navigation')[0].nextHopProtocol")
    assert protocol == "h2", protocol
    owner.goto(house.url + "/account/devices")
    expect(owner.locator(".channels > li")).to_have_count(2)


def test_an_invited_person_joins_on_a_phone(house, browse, trusting):
    owner = browse(**DESKTOP)
    set_up(owner, house)
    network = let_in(owner, house)
    if not network["hosts"]:
        pytest.skip("this machine has no address in a network")
    owner.get_by_role("link", name="Invite a person").click()
    owner.get_by_role("button", name="Make an invitation link").click()
    expect(owner.get_by_role("img", name=re.compile("^QR code of "))).to_have_count(2)
    link = owner.get_by_label("The link").input_value()
    assert re.match(rf"https://[^/]+:{network['httpsPort']}/invitation/[\w-]{{43}}$", link), link
    phone = trusting(network)()
    # Chromium on this machine need not find the name, so the same server is reached as localhost.
    phone.goto(app(network) + "/" + link.split("/", 3)[3])
    phone.get_by_label("Your name").fill("Ben")
    phone.get_by_label("New passphrase").fill(BEN)
    phone.get_by_role("button", name="Join the household").click()
    phone.goto(app(network) + "/account")
    expect(phone.get_by_text("Signed in as Ben, a member.")).to_be_visible()
    assert phone.goto(app(network) + "/settings/network").status == 403


def test_the_connect_address_serves_one_page_and_the_certificate(house, browse):
    owner = browse()
    set_up(owner, house)
    network = let_in(owner, house)
    profile = fetch(way_in(network, "/stillroom.mobileconfig"))
    assert b"com.apple.security.root" in profile
    der = fetch(way_in(network, "/stillroom.crt"))
    assert ssl.DER_cert_to_PEM_cert(der).split() == fetch(way_in(network, "/stillroom.pem")).decode().split()
    for path in ("/plants", "/api/agenda", "/sign-in", "/metrics"):
        assert b"Connect this device" in fetch(way_in(network, path))  # a redirect to the page
    with pytest.raises(urllib.error.HTTPError) as refused:
        fetch(way_in(network), Host="evil.example")
    assert refused.value.code == 421
    assert json.loads(refused.value.read())["code"] == "unknown-host"
    context = ssl.create_default_context(cadata=ssl.DER_cert_to_PEM_cert(der))
    with urllib.request.urlopen(app(network) + "/health/live", timeout=10, context=context) as answer:
        assert answer.read() == b"ok\n"


@pytest.mark.parametrize(
    ("agent", "system"), [(IPHONE, "iPhone or iPad"), (ANDROID, "Android"), (None, "Linux or ChromeOS")])
def test_the_steps_of_the_device_are_open(house, browse, agent, system):
    owner = browse()
    set_up(owner, house)
    network = let_in(owner, house)
    page = browse(java_script_enabled=False, **({"user_agent": agent} if agent else {}))
    page.goto(way_in(network))
    expect(page.locator("details[open]")).to_have_count(1)
    expect(page.locator("details[open] summary")).to_contain_text(system)


# MARK: how the pages look

def visit_every_page(house, page, other, look):
    """Open every page of the network and call `look` with a name for it."""
    page.goto(house.url + "/settings/network")
    look(page, "no-owner")
    set_up(page, house)
    page.goto(house.url + "/settings/network")
    look(page, "closed")
    network = let_in(page, house)
    look(page, "open")
    page.goto(house.url + "/people")
    page.get_by_role("button", name="Make an invitation link").click()
    look(page, "invitation-link")
    page.goto(house.url + "/account")
    look(page, "account")
    other.goto(way_in(network))
    look(other, "way-in")


@pytest.mark.parametrize("view", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_finds_nothing_in_the_pages_of_the_network(house, browse, view):
    visit_every_page(house, browse(**view), browse(**view), lambda page, _: check(page))


def test_the_pages_of_the_network_fit_a_narrow_screen_and_large_letters(house, browse):
    # A phone's browser would zoom out, so that the overflow cannot be measured.
    narrow = {"viewport": {"width": 320, "height": 640}, "is_mobile": False, "has_touch": False}
    pages = browse(**narrow), browse(**narrow)
    for page in pages:
        page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 24, "fixed": 20}})
    wide = {}

    def look(page, name):
        page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
        found = overflow(page)
        if found["by"] > 0:
            wide[name] = found

    visit_every_page(house, *pages, look)
    assert not wide
