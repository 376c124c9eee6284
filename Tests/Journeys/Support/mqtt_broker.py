"""mosquitto, the MQTT broker of the journeys."""

import contextlib
import socket
import subprocess

import pytest


class Broker:
    """mosquitto on a port of its own, with everything that it keeps in a file."""

    def __init__(self, folder, password=None):
        self.folder = folder
        with contextlib.closing(socket.socket()) as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        lines = [f"listener {self.port} 127.0.0.1", "persistence true", f"persistence_location {folder}/", "user root"]
        self.account = []
        if password:
            subprocess.run(["mosquitto_passwd", "-b", "-c", folder / "passwords", "home", password], check=True)
            lines += ["allow_anonymous false", f"password_file {folder}/passwords"]
            self.account = ["-u", "home", "-P", password]
        else:
            lines.append("allow_anonymous true")
        (folder / "mosquitto.conf").write_text("\n".join(lines) + "\n")
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            ["/usr/sbin/mosquitto", "-c", self.folder / "mosquitto.conf"], stdout=subprocess.DEVNULL,
            stderr=(self.folder / "log").open("ab"))
        from conftest import eventually

        eventually(self.is_listening, within=10)

    def is_listening(self):
        with contextlib.closing(socket.socket()) as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self):
        self.process.terminate()
        self.process.wait(10)

    @property
    def settings(self):
        return {"STILLROOM_MQTT_URL": f"mqtt://127.0.0.1:{self.port}"}

    def kept(self, topic="#"):
        """Return the kept messages by their topics."""
        done = subprocess.run(
            ["mosquitto_sub", "-p", str(self.port), *self.account, "-t", topic, "--retained-only", "-W", "1", "-F", "%t %p"],
            capture_output=True, text=True)
        return dict(line.split(" ", 1) for line in done.stdout.splitlines() if " " in line)

    def publish(self, topic, payload, *options):
        subprocess.run(
            ["mosquitto_pub", "-p", str(self.port), *self.account, "-q", "1", "-t", topic, "-m", payload, *options],
            check=True, timeout=10)


@pytest.fixture
def broker(tmp_path):
    brokers = []

    def start(**options):
        folder = tmp_path / f"broker-{len(brokers)}"
        folder.mkdir()
        brokers.append(Broker(folder, **options))
        return brokers[-1]

    yield start
    for one in brokers:
        one.stop()
