"""A house that tells, and the stub of those it tells: a push service, an ntfy server and webhooks."""

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
# Seven in the morning in Vienna's winter is six in the world's; the notice of the day comes at eight.
DUE = "2026-11-21T07:00:05Z"
EARLY = "2026-11-21T06:00:00Z"


class Mail:
    """What reached the stub: Tests/Support/PushStub+control.swift says what it understands."""

    def __init__(self, stub):
        self.stub, self.url = stub, stub.url

    def __call__(self, **order):
        """`mail(hook="gone", places={"/_hook/a": {"mode": "slow", "milliseconds": 300}})`"""
        return json.loads(self.stub.fetch("/_stub/post", json.dumps(order).encode()))

    def look(self, **query):
        return json.loads(self.stub.fetch("/_stub/post?" + urllib.parse.urlencode(query)))

    def tried(self, place):
        return self.look(place=place)["deliveries"]

    def taken(self, place):
        return [each for each in self.tried(place) if each["taken"]]

    def wire(self, place):
        """How often each tag was taken there."""
        return self.look(deliveries="no")["wire"].get(place, {})

    def wait(self, place, count=1, within=15):
        """The first so many that were taken there."""
        return eventually(lambda: len(found := self.taken(place)) >= count and found, within)

    def hook(self):
        """An address of its own: where it is, and its place in the ledger."""
        place = f"/_hook/{uuid.uuid4().hex[:12]}"
        return self.url + place, place


def body(delivery):
    return base64.b64decode(delivery["body"])


def notice(delivery):
    """What a webhook or ntfy was told."""
    told = json.loads(body(delivery))
    return told.get("data", told)


class TellingHouse(House):
    """From noon on. What is added then rings for nobody, since whoever adds it knows; so once something is added or a
    channel is there, the day's chores are told a moment later."""

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

    def soon(self):
        """The day's chores are told in about a second, where their time is over."""
        if not self.tells:
            return
        now = datetime.datetime.fromisoformat(self.settings["STILLROOM_NOW"]) + datetime.timedelta(seconds=time.monotonic() - self.began + 1.5)
        if now.strftime("%H:%M") < "07:00":
            return
        there = now.astimezone(zoneinfo.ZoneInfo(self.settings.get("STILLROOM_HOME_ZONE", "Europe/Vienna")))
        self.ask("PATCH", "/api/settings", json.dumps({"agenda.time": there.strftime("%H:%M:%S")}))

    def hook(self, name="Hook", **more):
        """A webhook of the stub: its channel and its place."""
        url, place = self.mail.hook()
        made = self.api("POST", "/channels", {"kind": "webhook", "name": name, "url": url, **more}, 201).json
        self.tells = True
        self.soon()
        return made, place

    def ntfy(self, topic=None, **more):
        topic = topic or uuid.uuid4().hex
        wish = {"kind": "ntfy", "server": f"{self.mail.url}/_ntfy", "topic": topic, **more}
        made = self.api("POST", "/channels", wish, 201).json
        self.tells = True
        self.soon()
        return made, f"/_ntfy/{topic}"

    def push(self, device=None, **more):
        """A device that has subscribed, its channel and its place."""
        device = device or Device(uuid.uuid4().hex[:12])
        wish = {"kind": "web-push", "name": "Tablet", **device.subscription(self.mail.url), **more}
        made = self.api("POST", "/channels", wish, 201).json
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
        """`stillroom` on the same data with the same settings, at a time that stands still."""
        return Program(self.home, self.folder / "data", now=self.settings["STILLROOM_NOW"], **self.settings)

    def again(self, now, **settings):
        """The same house, later or earlier."""
        self.stop()
        self.settings |= {"STILLROOM_NOW": now} | settings
        self.start()


@pytest.fixture(scope="session")
def post_office(tmp_path_factory):
    stub = Stub(tmp_path_factory.mktemp("post"))
    yield stub
    stub.stop()


@pytest.fixture
def mail(post_office):
    """The stub, as new."""
    mail = Mail(post_office)
    mail(reset=True)
    yield mail
    mail(reset=True)


@pytest.fixture
def live(tmp_path, home, mail):
    """Starts a house of this test alone: `live(now=EARLY, STILLROOM_SERVER_PUBLIC_URL=PUBLIC)`."""
    with contextlib.ExitStack() as end:
        houses = []

        def start(now=NOON, **settings):
            house = TellingHouse(tmp_path / f"house-{len(houses)}", home, mail, now, **settings)
            houses.append(house)
            end.callback(house.stop)
            return house

        yield start


@pytest.fixture
def house(live):
    return live()
