"""Home Assistant's view of the household through a real MQTT broker (mosquitto)."""

import json
import time

from conftest import eventually
from mqtt_broker import broker  # noqa: F401


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


def test_a_removal_does_not_hold_up_later_changes(serve, broker):
    mosquitto = broker()
    server = serve(**mosquitto.settings)
    plant = server.plant("Monty")
    eventually(lambda: state(mosquitto, plant) is not None, within=20)
    described = lambda: [topic for topic in mosquitto.kept("homeassistant/#") if plant in topic]
    server.ask("DELETE", f"/api/plants/{plant}")
    eventually(lambda: not described(), within=20)
    other = server.plant("Fern")
    eventually(lambda: state(mosquitto, other) is not None, within=20)
    eventually(lambda: state(mosquitto, plant) is None, within=20)
    # A removal that is undone meanwhile leaves everything in place.
    server.ask("DELETE", f"/api/plants/{other}")
    eventually(lambda: not [topic for topic in mosquitto.kept("homeassistant/#") if other in topic], within=20)
    server.ask("POST", f"/api/plants/{other}/restore")
    eventually(lambda: [topic for topic in mosquitto.kept("homeassistant/#") if other in topic], within=20)
    time.sleep(4)
    assert state(mosquitto, other) is not None


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
