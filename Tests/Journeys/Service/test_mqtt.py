"""Home Assistant's view of the household through a real MQTT broker (mosquitto)."""

import contextlib
import json
import socket
import subprocess
import time

import pytest
from conftest import eventually


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


def state(broker, plant):
    found = [payload for topic, payload in broker.kept(f"stillroom/+/plants/{plant}").items()]
    return json.loads(found[0]) if found else None


def status(broker):
    return list(broker.kept("stillroom/+/status").values())


def test_a_plant_is_discovered_watered_by_its_button_and_removed(serve, broker):
    mosquitto = broker(password="of the broker")
    server = serve(
        **mosquitto.settings, STILLROOM_MQTT_USERNAME="home", STILLROOM_MQTT_PASSWORD="of the broker")
    plant = server.plant("Monty")
    eventually(lambda: state(mosquitto, plant) is not None, within=20)
    kept = mosquitto.kept("homeassistant/#")
    described = json.loads(next(text for topic, text in kept.items() if topic.endswith(f"{plant}_watered/config")))
    assert described["device"]["name"] == "Monty" and described["payload_press"] == "PRESS"
    assert not [topic for topic in kept if "dose" in topic]
    before = state(mosquitto, plant)["next_watering"]
    mosquitto.publish(described["command_topic"], "PRESS")
    eventually(lambda: state(mosquitto, plant)["next_watering"] != before, within=20)
    entries = server.ask("GET", "/api/log").json["entries"]
    assert [entry["action"] for entry in entries] == ["done"]
    server.ask("DELETE", f"/api/plants/{plant}")
    eventually(lambda: not [topic for topic in mosquitto.kept() if plant in topic], within=20)
    assert status(mosquitto) == ["online"]
    server.stop()
    assert status(mosquitto) == ["offline"]
    assert "of the broker" not in server.log.read_text()


def test_the_password_can_be_in_a_file(serve, broker, tmp_path):
    mosquitto = broker(password="in a file")
    (tmp_path / "password").write_text("in a file\n")
    server = serve(
        **mosquitto.settings, STILLROOM_MQTT_USERNAME="home", STILLROOM_MQTT_PASSWORD_FILE=str(tmp_path / "password"))
    eventually(lambda: status(mosquitto) == ["online"], within=20)
    server.stop()


def test_a_removed_plant_disappears_although_the_broker_was_away(serve, broker):
    mosquitto = broker()
    server = serve(**mosquitto.settings, STILLROOM_MQTT_DOSES="true")
    plant = server.plant("Monty")
    eventually(lambda: state(mosquitto, plant) is not None, within=20)
    assert [topic for topic in mosquitto.kept("homeassistant/#") if topic.endswith("/doses_due/config")]
    mosquitto.stop()
    server.ask("DELETE", f"/api/plants/{plant}")
    mosquitto.start()
    eventually(lambda: not [topic for topic in mosquitto.kept() if plant in topic], within=60)
    # Doses that are not wanted any more are removed, too.
    assert [topic for topic in mosquitto.kept() if "dose" in topic]
    server.stop()
    server.settings.pop("STILLROOM_MQTT_DOSES")
    server.start()
    eventually(lambda: not [topic for topic in mosquitto.kept() if "dose" in topic], within=20)
    # After a kill the broker says that the server is gone.
    server.kill()
    eventually(lambda: status(mosquitto) == ["offline"], within=20)


def test_without_a_broker_and_with_a_wrong_password_the_server_works(serve, broker):
    mosquitto = broker(password="right")
    wrong = serve(**mosquitto.settings, STILLROOM_MQTT_USERNAME="home", STILLROOM_MQTT_PASSWORD="wrong")
    absent = serve(STILLROOM_MQTT_URL="mqtt://192.0.2.1")  # no host has this address
    for server in (wrong, absent):
        assert server.ask("GET", "/api/state").status == 200
    eventually(lambda: "no connection to the MQTT broker" in wrong.log.read_text(), within=20)
    time.sleep(1)
    assert mosquitto.kept() == {}
    for server in (wrong, absent):
        assert server.stop() < 10


def test_a_retained_button_press_is_ignored(serve, broker):
    mosquitto = broker()
    server = serve(**mosquitto.settings)
    plant = server.plant("Monty")
    eventually(lambda: state(mosquitto, plant) is not None, within=20)
    topic = next(iter(mosquitto.kept(f"stillroom/+/plants/{plant}"))) + "/watered/set"
    server.stop()
    mosquitto.publish(topic, "PRESS", "-r")
    server.start()
    eventually(lambda: status(mosquitto) == ["online"], within=20)
    time.sleep(2)
    assert server.ask("GET", "/api/log").json["entries"] == []
