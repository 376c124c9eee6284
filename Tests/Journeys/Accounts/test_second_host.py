"""A phone on a second host: another network namespace, which reaches the server over a network and not over loopback."""

import os
import shutil
import subprocess

import pytest
from conftest import FLOWER, PHONE, SANDBOX, Server
from playwright.sync_api import expect
from test_accounts import ADA, set_up
from test_network import PORTS, app, fetch, let_in, way_in

pytestmark = pytest.mark.skipif(
    os.geteuid() != 0 or not shutil.which("ip"), reason="only root can make a network namespace, with the command ip")


def run(*command):
    subprocess.run([str(part) for part in command], check=True, timeout=60, capture_output=True)


@pytest.fixture
def second_host(tmp_path):
    """Make a host in a namespace of its own. Yields the address of this machine there, and a command that starts
    Chromium on that host."""
    number = os.getpid()
    name, here, there = f"stillroom-{number}", f"srh{number}", f"srt{number}"
    net = f"192.168.{100 + number % 150}"
    try:
        run("ip", "netns", "add", name)
    except subprocess.CalledProcessError:
        pytest.skip("this machine makes no network namespace")
    try:
        run("ip", "link", "add", here, "type", "veth", "peer", "name", there, "netns", name)
        run("ip", "addr", "add", f"{net}.1/24", "dev", here)
        run("ip", "link", "set", here, "up")
        for command in (["addr", "add", f"{net}.2/24", "dev", there], ["link", "set", there, "up"], ["link", "set", "lo", "up"]):
            run("ip", "-n", name, *command)
        browser = tmp_path / "chromium-on-the-second-host"
        browser.write_text(f'#!/bin/sh\nexec ip netns exec {name} /usr/bin/chromium-headless-shell "$@"\n')
        browser.chmod(0o755)
        yield f"{net}.1", browser
    finally:
        # The namespace takes its end of the cable away, and so the other one.
        subprocess.run(["ip", "netns", "delete", name], timeout=60)


def test_a_phone_on_a_second_host_photographs_a_plant(second_host, tmp_path, home, browse, playwright):
    address, chromium = second_host
    server = Server(tmp_path / "house", home, PORTS)
    try:
        owner = browse()
        set_up(owner, server)
        network = let_in(owner, server)
        assert address in network["hosts"] and address in network["certificate"]["names"], network

        trust = tmp_path / "phone"
        database = trust / ".pki/nssdb"
        database.mkdir(parents=True)
        authority = trust / "authority.pem"
        authority.write_bytes(fetch(way_in(network, "/stillroom.pem")))
        run("certutil", "-d", f"sql:{database}", "-N", "--empty-password")
        run("certutil", "-d", f"sql:{database}", "-A", "-n", "house", "-t", "C,,", "-i", authority)
        arguments = [*SANDBOX, "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
        browser = playwright.chromium.launch(
            executable_path=str(chromium), args=arguments, env={"HOME": str(trust), "PATH": os.environ["PATH"]})
        try:
            context = browser.new_context(**PHONE)
            phone = context.new_page()
            errors = []
            phone.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)

            # Loopback of that host is not this machine, and the listener without TLS is not in the network.
            plain = server.url.rsplit(":", 1)[1]
            with pytest.raises(Exception, match="ERR_CONNECTION_REFUSED|chrome-error"):
                context.new_page().goto(f"http://{address}:{plain}/")

            phone.goto(way_in(network, host=address))
            phone.get_by_role("link", name="Open Stillroom").click()
            phone.get_by_label("Name").fill("Ada")
            phone.get_by_label("Passphrase").fill(ADA)
            phone.get_by_role("button", name="Sign in").click()
            expect(phone.get_by_role("heading", level=1)).not_to_have_text("Sign in")
            assert phone.url.startswith(app(network, address))
            assert phone.evaluate("isSecureContext && 'PushManager' in window") is True
            phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
            tracks = "navigator.mediaDevices.getUserMedia({video: true}).then((stream) => stream.getVideoTracks().length)"
            assert phone.evaluate(tracks) == 1

            phone.get_by_role("link", name="Photograph").first.click()
            phone.locator("input[type=file]").first.set_input_files(FLOWER)
            phone.wait_for_url("**/identifications/*")
            phone.goto(app(network, address) + "/plants")
            expect(phone.get_by_role("heading", level=1)).to_have_text("Plants")
            assert errors == []

            context.set_offline(True)
            phone.goto(app(network, address) + "/plants")
            expect(phone.get_by_role("heading", level=1)).to_have_text("Plants")
        finally:
            browser.close()
    finally:
        server.stop(within=30)
