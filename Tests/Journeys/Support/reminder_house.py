"""A server that sends notices, and the stubs of their receivers: a push service, an ntfy server and webhooks."""

import base64
import contextlib
import datetime
import json
import pytest
import time
import urllib.parse
import uuid
import zoneinfo
from conftest import NOON, Program, Stub, eventually
from push_peer import Device
from test_care_http import House

PUBLIC = "https://home.example.net"
# 07:00 in Vienna in winter is 06:00 UTC; the daily notice is sent at 08:00.
DUE = "2026-11-21T07:00:05Z"
EARLY = "2026-11-21T06:00:00Z"


class Mail:
    """The stub of the notice services. Tests/Support/Push/PushStub+control.swift describes its control interface."""

    def __init__(self, stub):
        self.stub, self.url = stub, stub.url

    def __call__(self, **order):
        """Configure the stub: `mail(hook="gone", places={"/_hook/a": {"mode": "slow", "milliseconds": 300}})`."""
        return json.loads(self.stub.fetch("/_stub/post", json.dumps(order).encode()))

    def look(self, **query):
        return json.loads(self.stub.fetch("/_stub/post?" + urllib.parse.urlencode(query)))

    def tried(self, place):
        return self.look(place=place)["deliveries"]

    def taken(self, place):
        return [each for each in self.tried(place) if each["taken"]]

    def wire(self, place):
        """Return how often each tag was taken at a place."""
        return self.look(deliveries="no")["wire"].get(place, {})

    def wait(self, place, count=1, within=15):
        """Return the first deliveries that were taken at a place."""
        return eventually(lambda: len(found := self.taken(place)) >= count and found, within)

    def hook(self):
        """Return a new address and its place in the record."""
        place = f"/_hook/{uuid.uuid4().hex[:12]}"
        return self.url + place, place


def body(delivery):
    return base64.b64decode(delivery["body"])


def notice(delivery):
    """Return the notices sent to a webhook or to ntfy."""
    message = json.loads(body(delivery))
    return message.get("data", message)


class NoticeServer(House):
    """A server whose clock starts at noon. New chores and channels cause no notice for what is already due, so the
    notice of the day's chores is set to a moment later."""

    def __init__(self, folder, home, mail, now=NOON, **settings):
        self.mail = mail
        super().__init__(folder, home, now, **{"STILLROOM_PUSH_SERVICES": mail.url} | settings)

    tells = False

    def start(self):
        self.began = time.monotonic()
        super().start()

    def add(self, name="Fern", **more):
        plant = super().add(name, **more)
        self.soon()
        return plant

    def soon(self, seconds=1.5):
        """Set the notice of the day's chores to a moment from now.

        After a command has added something, allow three seconds: its clock is up to one second ahead of the server's,
        and what is added after the moment of the notice belongs to the next day.
        """
        if not self.tells:
            return
        now = datetime.datetime.fromisoformat(self.settings["STILLROOM_NOW"]) + datetime.timedelta(seconds=time.monotonic() - self.began + seconds)
        if now.strftime("%H:%M") < "07:00":
            return
        there = now.astimezone(zoneinfo.ZoneInfo(self.settings.get("STILLROOM_HOME_ZONE", "Europe/Vienna")))
        self.ask("PATCH", "/api/settings", json.dumps({"agenda.time": there.strftime("%H:%M:%S")}))

    def hook(self, name="Hook", is_soon=True, **more):
        """Add a webhook of the stub and return its channel and its place.

        Before a command adds something, the moment of the notice must be past for its clock and for the server's: use
        `is_soon=False`, and call `soon(3)` after the command.
        """
        url, place = self.mail.hook()
        made = self.api("POST", "/channels", {"kind": "webhook", "name": name, "url": url, **more}, 201).json
        self.tells = True
        if is_soon:
            self.soon()
        return made, place

    def ntfy(self, topic=None, **more):
        topic = topic or uuid.uuid4().hex
        channel = {"kind": "ntfy", "server": f"{self.mail.url}/_ntfy", "topic": topic, **more}
        made = self.api("POST", "/channels", channel, 201).json
        self.tells = True
        self.soon()
        return made, f"/_ntfy/{topic}"

    def push(self, device=None, **more):
        """Subscribe a device and return it with its channel and its place."""
        device = device or Device(uuid.uuid4().hex[:12])
        channel = {"kind": "web-push", "name": "Tablet", **device.subscription(self.mail.url), **more}
        made = self.api("POST", "/channels", channel, 201).json
        self.tells = True
        self.soon()
        return device, made, f"/_push/{device.name}"

    def reminders(self, **query):
        return self.api("GET", "/reminders?" + urllib.parse.urlencode(query), None, 200).json

    def pending(self, channel):
        return [one for one in self.reminders(limit=1000)["reminders"] if one["channel"] == channel["id"]]

    def dead(self):
        return self.reminders()["dead"]

    def channel(self, channel):
        return next((one for one in self.api("GET", "/channels").json["channels"] if one["id"] == channel["id"]), None)

    def alerts(self):
        if not self.tells:
            self.tells = True
            self.soon()
        return self.api("GET", "/alerts", None, 200).json["alerts"]

    def open_chores(self):
        items = self.api("GET", "/agenda?days=1", None, 200).json["items"]
        return {item["plantName"]: item for item in items if item["isNext"] and item["status"] != "upcoming"}

    def command(self):
        """`stillroom` on the same data with the same settings. Its clock is never behind that of the server."""
        now = datetime.datetime.fromisoformat(self.settings["STILLROOM_NOW"])
        now += datetime.timedelta(seconds=time.monotonic() - self.began + 1)
        return Program(self.home, self.folder / "data", now=now.strftime("%Y-%m-%dT%H:%M:%SZ"), **self.settings)

    def again(self, now, **settings):
        """Start the server again with a later or earlier time."""
        self.stop()
        self.settings |= {"STILLROOM_NOW": now} | settings
        self.start()


@pytest.fixture(scope="session")
def push_service(tmp_path_factory):
    stub = Stub(tmp_path_factory.mktemp("post"))
    yield stub
    stub.stop()


@pytest.fixture
def mail(push_service):
    """The stub in its initial state."""
    mail = Mail(push_service)
    mail(reset=True)
    yield mail
    mail(reset=True)


@pytest.fixture
def live(tmp_path, home, mail):
    """Start a server for this test only: `live(now=EARLY, STILLROOM_SERVER_PUBLIC_URL=PUBLIC)`."""
    with contextlib.ExitStack() as end:
        houses = []

        def start(now=NOON, **settings):
            house = NoticeServer(tmp_path / f"house-{len(houses)}", home, mail, now, **settings)
            houses.append(house)
            end.callback(house.stop)
            return house

        yield start


@pytest.fixture
def house(live):
    return live()
