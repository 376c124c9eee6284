"""From an empty data folder to a phone that is signed in, by the number of taps; and what scanners say about its TLS."""

import re
import subprocess
import time
import xml.etree.ElementTree

from conftest import PHONE
from playwright.sync_api import expect
from test_accounts import ADA, set_up, setup_link
from test_network import app, house, let_in, state, trusting, way_in  # noqa: F401

TAPS, SECONDS = 8, 120


def test_a_second_device_is_signed_in_after_eight_taps(house, browse, trusting):  # noqa: F811
    """Typing a name or a passphrase is no tap; scanning the code with the camera is one."""
    taps = 0

    def tap(page, role, name):
        nonlocal taps
        page.get_by_role(role, name=name, exact=True).click()
        taps += 1

    began = time.monotonic()
    owner = browse()
    owner.goto(setup_link(house))
    owner.get_by_label("Your name").fill("Ada")
    owner.get_by_label("New passphrase").fill(ADA)
    tap(owner, "button", "Create the account")
    tap(owner, "link", "Set up your home")
    tap(owner, "button", "Save and continue")
    tap(owner, "link", "Continue")
    expect(owner.get_by_role("heading", level=1)).to_have_text("Phones in your home")
    tap(owner, "button", "Allow devices")
    expect(owner.get_by_text("Scan this code with the phone")).to_be_visible()
    network = state(owner, house)

    phone = trusting(network)(**PHONE)
    phone.goto(way_in(network, host="localhost"))
    taps += 1
    tap(phone, "link", "Open Stillroom")
    phone.get_by_label("Name").fill("Ada")
    phone.get_by_label("Passphrase").fill(ADA)
    tap(phone, "button", "Sign in")
    expect(phone).to_have_url(app(network) + "/")
    assert taps <= TAPS and time.monotonic() - began < SECONDS, (taps, time.monotonic() - began)


def test_scanners_find_only_tls_1_2_and_1_3_with_strong_ciphers(house, browse):  # noqa: F811
    owner = browse()
    set_up(owner, house)
    port = let_in(owner, house)["httpsPort"]
    run = subprocess.run(
        ["sslscan", "--no-colour", "--xml=-", f"127.0.0.1:{port}"], capture_output=True, text=True, timeout=120, check=True)
    scan = xml.etree.ElementTree.fromstring(run.stdout)
    enabled = {each.get("type") + each.get("version") for each in scan.iter("protocol") if each.get("enabled") == "1"}
    assert enabled == {"tls1.2", "tls1.3"}, run.stdout
    ciphers = {each.get("cipher") for each in scan.iter("cipher")}
    assert len(ciphers) == 6, run.stdout
    assert all(re.match(r"(TLS_|ECDHE-ECDSA-)(AES\d+.GCM|CHACHA20|AES_\d+_GCM)", each) for each in ciphers), ciphers
    assert all(each.get("vulnerable") == "0" for each in scan.iter("heartbleed")), run.stdout
    assert all(each.get("supported") == "0" for each in scan.iter("renegotiation")), run.stdout

    scripts = "ssl-enum-ciphers,ssl-heartbleed,ssl-poodle,ssl-ccs-injection,ssl-dh-params"
    run = subprocess.run(
        ["nmap", "-Pn", "-p", str(port), "--script", scripts, "127.0.0.1"], capture_output=True, text=True, timeout=120, check=True)
    assert "least strength: A" in run.stdout and "VULNERABLE" not in run.stdout, run.stdout
    assert re.findall(r"^\|   (TLS\S+|SSL\S+):", run.stdout, re.M) == ["TLSv1.2", "TLSv1.3"], run.stdout
