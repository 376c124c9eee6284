"""The stub of Open Food Facts and Robotoff, and a server that uses it."""

import contextlib
import csv
import datetime
import json
import struct
import time
import urllib.error
import urllib.parse
import urllib.request
import zlib

import pytest
from conftest import NOON, SHARED, Program, Stub, eventually
from test_care_http import House

# Products of the stub with their properties; Tests/Support/Food/FoodStub+catalogue.swift contains all of them.
SPREAD = "3560070169443"  # all values; gluten, milk, nuts; on the barcode picture ean13-1_14.png
BISCUITS = "5010477348678"  # numbers as texts; gluten, milk; traces; perhaps vegetarian
SOUP = "8413000065504"  # no allergens listed, ingredients not entered: unknown; on ean13-1_1.png
THYME = "5000213002834"  # no allergens, ingredients entered; no Nutri-Score for its kind; on ean13-1_37.png
FIZZ = "0049000006346"  # UPC-E 04963406; allergens unknown; perhaps palm oil
PEACH = "0050968000093"  # UPC-E 05096893, on upce-2_05.png; no Nutri-Score; not vegetarian
FOREIGN = "0059290522143"  # Arabic, and 600 characters in English; on upca-4_11.png
MARKUP = "1990000000010"  # HTML in every text
BARE = "1990000000027"  # a code only
CASE, BOTTLE = "30712345000010", "0712345000019"  # a case and its contents
DROPS = "59001270"  # EAN-8, on ean8-1_6.png; unknown whether vegan
SOAP, CATFOOD = "1990000000034", "1990000000041"  # of the sister projects
ABSENT = "1990000000119"
SHOPS_OWN = "2041813002834"  # reserved for shops, missing in the database


def insight(number):
    """Return the id of a question: 1 to 5 are about the spread; 5 is about its category."""
    return f"f00d0000-0000-4000-8000-{number:012d}"


PACKAGING, WEIGHT, BRAND, LABEL, CATEGORY = map(insight, range(1, 6))
VEGAN, OATS = insight(6), insight(7)  # the biscuits'
NUTRIENTS = insight(11)  # the soup's; accepts no votes
LEMON = insight(15)  # the fizz's category


class Food:
    """The stub. Tests/Support/Food/FoodStub+control.swift describes its orders, FoodStub+telling.swift its report."""

    def __init__(self, stub):
        self.stub = stub
        urls = self.seen["urls"]
        self.products, self.robotoff = urls["openfoodfacts"], urls["robotoff"]

    @property
    def settings(self):
        """The settings with which a server uses the stub: `serve(**food.settings)`."""
        return {
            "STILLROOM_OPENFOODFACTS_BASE_URL": self.products,
            "STILLROOM_ROBOTOFF_BASE_URL": self.robotoff,
        }

    def __call__(self, **order):
        """Configure the stub: `food(annotate=["counted-then-cut"], product={"mode": "429", "retryAfter": "30"})`."""
        try:
            return json.loads(self.stub.fetch("/_stub/food", json.dumps(order).encode()))
        except urllib.error.HTTPError as error:
            pytest.fail(f"the stub does not understand {order}: {error.read().decode()}")

    def about(self, *questions):
        """Add questions: `food.about({"barcode": SOUP, "type": "label", "value_tag": "en:organic"})`."""
        return self(**{"questions-about": list(questions)})

    def look(self, **query):
        """Return the report: `food.look(insight=LABEL)["ledger"]`."""
        return json.loads(self.stub.fetch("/_stub/food?" + urllib.parse.urlencode(query)))

    @property
    def seen(self):
        return self.look()

    def count(self, kind):
        """Return the number of requests of a kind: product, search, picture, questions, insights, annotate."""
        return self.look(calls="no")["counts"][kind]

    def lines(self, kind):
        """Return the request lines, as `GET /api/v3.6/product/3560070169443?fields=…`."""
        return [call["line"] for call in self.seen["calls"] if call["kind"] == kind]

    def answers(self, insight):
        """Return all received answers to an insight, counted or not."""
        return self.look(insight=insight, calls="no")["ledger"]

    def counted(self, insight):
        """Return the counted values of an insight, in order."""
        return [entry["value"] for entry in self.answers(insight) if entry["counted"]]

    def state(self, insight):
        """Return Robotoff's state of an insight with answers or votes; None for other insights."""
        return self.look(calls="no")["insights"].get(insight, {})

    def wait(self, insight, count=1, within=15):
        """Wait for this many answers to an insight and return them."""
        return eventually(lambda: len(found := self.answers(insight)) >= count and found, within)

    def down(self, *services):
        """Refuse connections to both services, or to `openfoodfacts` or `robotoff` only. The stub keeps its state."""
        self(down=list(services) or True)

    def up(self):
        self(down=False)

    def never_twice(self):
        """Check that no answer to a question was counted twice."""
        assert self.look(calls="no")["twice"] == {}


@pytest.fixture(scope="session")
def food_service(tmp_path_factory):
    stub = Stub(tmp_path_factory.mktemp("food"))
    yield stub
    stub.stop()


@pytest.fixture
def food(food_service):
    """The stub in its initial state, with open ports."""
    food = Food(food_service)
    food(reset=True)
    yield food
    food(reset=True)


# MARK: a server that uses the stub

class FoodHouse(House):
    """A server whose clock starts at noon and is advanced with `later`, so that no check waits for minutes."""

    def __init__(self, folder, home, food, now=NOON, **settings):
        self.food = food
        cache = {"STILLROOM_CACHE_DIR": str(folder / "cache")}
        super().__init__(folder, home, now, **cache | food.settings | settings)

    def start(self):
        self.began = time.monotonic()
        super().start()

    def now(self, more=0):
        now = datetime.datetime.fromisoformat(self.settings["STILLROOM_NOW"])
        now += datetime.timedelta(seconds=time.monotonic() - self.began + more)
        return now.strftime("%Y-%m-%dT%H:%M:%SZ")

    def later(self, seconds, **settings):
        """Kill the server and start it again with a later time. A kill is faster than a stop and loses no more."""
        self.kill()
        self.settings |= {"STILLROOM_NOW": self.now(seconds + 1)} | settings
        self.start()

    def look_up(self, text=SPREAD, status=200, **more):
        return self.api("POST", "/larder", {"text": text, **more}, status).json

    def product(self, code=SPREAD, **query):
        return self.api("POST", f"/products/{code}?" + urllib.parse.urlencode(query), None, 200).json

    def asked(self, code=SPREAD, **query):
        """Return the questions about a product; they can be answered afterwards."""
        return self.api("POST", f"/products/{code}/questions?" + urllib.parse.urlencode(query), None, 200).json

    def open(self, code=SPREAD, **query):
        return [question["id"] for question in self.asked(code, **query)["questions"]]

    def game(self, **query):
        return self.api("POST", "/questions?" + urllib.parse.urlencode(query), None, 200).json

    def answer(self, insight, choice="yes", status=202):
        return self.api("POST", f"/questions/{insight}/answer", {"choice": choice}, status).json

    def votes(self, **query):
        return self.api("GET", "/votes?" + urllib.parse.urlencode({"limit": 1000} | query), None, 200).json["votes"]

    def vote(self, vote):
        return self.api("GET", f"/votes/{vote['number']}", None, 200).json

    def until(self, vote, *states, within=15):
        """Wait until the vote is in one of these states and return it."""
        return eventually(lambda: (found := self.vote(vote))["state"] in states and found, within)

    def calls(self):
        return self.api("GET", "/food/calls", None, 200).json["calls"]

    def command(self):
        """`stillroom` on the same data with the same settings; its clock starts at the same time."""
        return Program(self.home, self.folder / "data", now=self.now(), **self.settings)

    def bytes(self):
        """Return the bytes of all files of the data and cache folders except the key."""
        return b"".join(
            file.read_bytes() for file in sorted(self.folder.rglob("*")) if file.is_file() and "key" not in file.name)


@pytest.fixture
def larders(tmp_path, home, food):
    """Start a server for this test only: `larders(STILLROOM_LARDER_LANGUAGE="fr")`."""
    with contextlib.ExitStack() as end:
        houses = []

        def start(now=NOON, **settings):
            house = FoodHouse(tmp_path / f"house-{len(houses)}", home, food, now, **settings)
            houses.append(house)
            end.callback(house.stop)
            return house

        yield start


@pytest.fixture
def larder(larders):
    return larders()


@pytest.fixture(scope="module")
def shared_larder(tmp_path_factory, home, food_service):
    house = FoodHouse(tmp_path_factory.mktemp("larder"), home, Food(food_service))
    yield house
    house.stop()


@pytest.fixture
def kitchen(shared_larder, food):
    """A server shared by a module's journeys, which see each other's products. The stub is in its initial state."""
    return shared_larder


# MARK: barcodes

PICTURES = SHARED / "data/barcodes"


def labels():
    """The barcode pictures beside the repository, by name; empty if they are missing."""
    if not (PICTURES / "labels.csv").exists():
        return {}
    with (PICTURES / "labels.csv").open() as file:
        return {row["file"]: row for row in csv.DictReader(file)}


def check_digit(digits):
    return str(-sum(int(digit) * (3 if place % 2 == 0 else 1) for place, digit in enumerate(reversed(digits))) % 10)


def bars(*codes, wide=4, high=160):
    """Return the width of a picture and its rows of grey samples: EAN-13 codes in black on white, below each other."""
    left = ("0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111", "0001011")
    parity = ("000000", "001011", "001101", "001110", "010011", "011001", "011100", "010101", "010110", "011010")
    turned = str.maketrans("01", "10")
    white = bytes([255]) * (wide * (95 + 24))
    rows = [white] * 40
    for code in codes:
        bars = "101"
        for digit, kind in zip(code[1:7], parity[int(code[0])]):
            word = left[int(digit)]
            bars += word if kind == "0" else word.translate(turned)[::-1]
        bars += "01010" + "".join(left[int(digit)].translate(turned) for digit in code[7:]) + "101"
        line = b"".join(bytes([0 if bar == "1" else 255]) * wide for bar in "0" * 12 + bars + "0" * 12)
        rows += [line] * high + [white] * 60
    return len(white), rows


def drawn(*codes, **look):
    """Return a PNG with EAN-13 codes."""
    width, rows = bars(*codes, **look)

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    size = struct.pack(">IIBBBBB", width, len(rows), 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size) + chunk(b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows))) + chunk(b"IEND", b"")


def film(*codes):
    """Return a film of one frame with EAN-13 codes (Y4M), for Chromium's imitated camera."""
    width, rows = bars(*codes)
    head = f"YUV4MPEG2 W{width} H{len(rows)} F10:1 Ip A1:1 C420jpeg\nFRAME\n".encode()
    return head + b"".join(rows) + bytes([128]) * (width * len(rows) // 2)
