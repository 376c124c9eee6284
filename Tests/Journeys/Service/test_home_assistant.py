"""Home Assistant itself, with its own pages for set-up: what it makes of the household's MQTT messages."""

import contextlib
import json
import os
import socket
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request

import pytest
from conftest import ROOT, eventually
from mqtt_broker import broker  # noqa: F401

HASS = ROOT / ".browser/home-assistant/bin/hass"
pytestmark = [
    pytest.mark.skipif(not HASS.exists(), reason="Home Assistant is not installed; it needs Python 3.11"),
    pytest.mark.long,
]


class HomeAssistant:
    """A new Home Assistant with one person and an open API."""

    def __init__(self, folder):
        with contextlib.closing(socket.socket()) as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.token = None
        (folder / "configuration.yaml").write_text(
            f"homeassistant: {{name: Home, time_zone: Europe/Vienna}}\n"
            f"http: {{server_host: 127.0.0.1, server_port: {port}}}\napi:\nconfig:\nfrontend:\n")
        self.log = folder / "log"
        self.process = subprocess.Popen(
            [HASS, "--skip-pip", "--config", folder], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=self.log.open("ab"), env={"HOME": str(folder), "PATH": os.environ["PATH"]})

    def ask(self, method, path, body=None, form=None):
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        data = None
        if form is not None:
            data = urllib.parse.urlencode(form).encode()
        elif body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            text = answer.read().decode()
        return json.loads(text) if text else None

    def answers(self):
        assert self.process.poll() is None, self.log.read_text()
        try:
            return bool(self.ask("GET", "/api/onboarding"))
        except OSError:
            return False

    def add_person(self):
        """Add the first person, as the first page of Home Assistant does, and sign in."""
        eventually(self.answers, within=120)
        client = self.url + "/"
        person = {"client_id": client, "name": "Test", "username": "test", "password": "test", "language": "en"}
        code = self.ask("POST", "/api/onboarding/users", person)["auth_code"]
        form = {"grant_type": "authorization_code", "code": code, "client_id": client}
        self.token = self.ask("POST", "/auth/token", form=form)["access_token"]

    def add_mqtt(self, broker, **account):
        """Add the integration MQTT, as its form does."""
        flow = self.ask("POST", "/api/config/config_entries/flow", {"handler": "mqtt"})["flow_id"]
        given = {"broker": "127.0.0.1", "port": broker.port} | account
        entry = self.ask("POST", f"/api/config/config_entries/flow/{flow}", given)
        assert entry["type"] == "create_entry" and entry["result"]["state"] == "loaded", entry

    def entities(self):
        """Return the states of the entities of MQTT by their identifiers."""
        states = {one["entity_id"]: one for one in self.ask("GET", "/api/states")}
        return {name: one for name, one in states.items() if name.split(".")[0] in ("sensor", "binary_sensor", "button")}

    def state(self, entity):
        return self.entities()[entity]["state"]

    def press(self, entity):
        self.ask("POST", "/api/services/button/press", {"entity_id": entity})

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@pytest.fixture
def assistant(tmp_path):
    folder = tmp_path / "home-assistant"
    folder.mkdir()
    one = HomeAssistant(folder)
    yield one
    one.stop()


def test_home_assistant_shows_plants_and_doses_and_its_buttons_work(serve, broker, assistant):  # noqa: F811
    mosquitto = broker(password="of the broker")
    server = serve(
        **mosquitto.settings, STILLROOM_MQTT_USERNAME="home", STILLROOM_MQTT_PASSWORD="of the broker",
        STILLROOM_MQTT_DOSES="true")
    plant = server.plant("Monty")
    assistant.add_person()
    assistant.add_mqtt(mosquitto, username="home", password="of the broker")

    names = {
        "sensor.stillroom_tasks_due", "sensor.stillroom_tasks_overdue", "button.stillroom_water_all_due_plants",
        "sensor.stillroom_doses_due", "sensor.stillroom_next_dose", "sensor.monty_next_watering",
        "binary_sensor.monty_needs_care", "button.monty_watered",
    }
    eventually(lambda: names == set(assistant.entities()), within=30)
    eventually(lambda: assistant.state("sensor.monty_next_watering") not in ("unknown", "unavailable"), within=20)
    watering = assistant.entities()["sensor.monty_next_watering"]
    assert watering["attributes"]["device_class"] == "date"
    assert watering["attributes"]["friendly_name"] == "Monty Next watering"
    before = watering["state"]
    listed = server.ask("GET", "/api/agenda").json["items"]
    assert before in [item["due"][:10] for item in listed if item["kind"] == "watering"]
    assert assistant.state("sensor.stillroom_doses_due") == "0"
    assert assistant.state("sensor.stillroom_next_dose") == "unknown"

    assistant.press("button.monty_watered")
    eventually(lambda: assistant.state("sensor.monty_next_watering") > before, within=20)
    entries = server.ask("GET", "/api/log").json["entries"]
    assert [(entry["action"], entry["kind"]) for entry in entries] == [("done", "watering")]
    due = server.ask("POST", "/api/chores", json.dumps({"plant": plant, "title": "Turn it", "kind": "own", "recurrence": "once"}))
    assert due.status == 201, due.text
    eventually(lambda: assistant.state("binary_sensor.monty_needs_care") == "on", within=20)
    tasks = assistant.entities()["sensor.stillroom_tasks_due"]
    assert tasks["state"] == "1" and [task["title"] for task in tasks["attributes"]["tasks"]] == ["Turn it"]

    server.stop()
    eventually(lambda: assistant.state("button.monty_watered") == "unavailable", within=20)
    server.start()
    eventually(lambda: assistant.state("binary_sensor.monty_needs_care") == "on", within=30)
    server.ask("DELETE", f"/api/plants/{plant}")
    eventually(lambda: not [name for name in assistant.entities() if "monty" in name], within=20)

    # A time that is not known is "None". This version takes it as unknown, as later ones do, but with a warning.
    problems = [
        line for line in assistant.log.read_text().splitlines()
        if "mqtt" in line and (" ERROR " in line or " WARNING " in line) and '"next":null' not in line]
    assert not problems, "\n".join(problems)
