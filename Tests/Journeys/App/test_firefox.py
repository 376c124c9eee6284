"""The main flows in another browser: Debian's Firefox, with the size of a phone."""

import contextlib
import json
import re

import pytest
from conftest import NOON, SURE, VIENNA, Program
from firefox import Firefox, Page
from food_house import SPREAD, Food, FoodHouse, food, food_service  # noqa: F401
from medicine_house import TYPED
from test_access import AXE, OVERFLOW, RULES
from test_app import PLANT, RESULT
from test_care_http import House

MAIN_PAGES = [
    "/", "/agenda", "/agenda/month", "/plants", "/photograph", "/larder", f"/larder/products/{SPREAD}", "/larder/stock",
    "/medicines", "/settings", "/settings/home"]
# A slow phone, on which the service worker changes its state several times before the page can look.
BUSY = "() => { const end = performance.now() + 1500; while (performance.now() < end); }"


@pytest.fixture(scope="module")
def firefox(tmp_path_factory):
    firefox = Firefox(tmp_path_factory.mktemp("firefox"))
    yield firefox
    firefox.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory, home, food_service):  # noqa: F811
    """A household with the example data and a fern that needs water today."""
    folder = tmp_path_factory.mktemp("firefox-house")
    done = Program(home, folder / "data", NOON, **VIENNA)("demo")
    assert done.status == 0, done.err
    house = FoodHouse(folder, home, Food(food_service))
    house.add("Fern", species="Nephrolepis exaltata", room="Hall")
    yield house
    house.stop()


@pytest.fixture
def visit(firefox):
    """Open pages of a server: `visit(house, "de-AT")`. Fail at the end if a page logged an error."""
    with contextlib.ExitStack() as end:
        pages = []

        def start(house, language="en-GB"):
            page = Page(firefox, house.url, language)
            pages.append(page)
            end.callback(page.close)
            return page

        yield start
        faults = [fault for page in pages for fault in page.faults]
        assert not faults, faults


def fits(page):
    """Check that the page is not wider than the phone."""
    found = page.run(OVERFLOW)
    assert found["by"] <= 0, (page.address, found)


def test_a_task_is_done_and_undone(visit, house):
    page = visit(house)
    page.open("/")
    page.click("button", "Done: Water, Fern")
    page.sees("Watered: Fern.")
    page.click("button", re.compile("^Undo"))
    page.sees("Undone.")
    page.one("button", "Done: Water, Fern")
    entries = [entry for entry in house.api("GET", "/log").json["entries"] if entry.get("plantName") == "Fern"]
    assert [entry["undone"] for entry in entries] == [True], entries
    fits(page)


def test_a_photograph_becomes_a_plant(visit, house):
    page = visit(house)
    page.open("/photograph")
    page.choose(re.compile("^Choose a photo"), SURE)
    page.arrives(RESULT)
    page.sees("Candidates")
    fits(page)
    add = re.compile("^Add to my plants as ")
    name = add.sub("", page.words(page.one("button", add)))
    page.click("button", add)
    page.arrives(PLANT)
    page.sees("Added to your plants.", name)
    fits(page)
    plants = house.api("GET", "/plants?limit=100", None, 200).json["plants"]
    assert name in [plant.get("scientificName") for plant in plants]


def test_a_product_is_looked_up_put_into_stock_and_used_up(visit, house, food):  # noqa: F811
    page = visit(house)
    page.open("/larder")
    page.fill(re.compile("^Or type the number"), SPREAD)
    page.click("button", "Look up")
    page.arrives(SPREAD)
    page.sees("Hazelnut spread", "Nutri-Score", "Allergens")
    fits(page)
    page.click("button", "Put into the stock: amount and date")
    page.fill("Place", "Fridge")
    page.click("button", "Add to the stock")
    page.sees("Hazelnut spread is in stock.", "Fridge")
    fits(page)
    page.click("button", re.compile("^Used up ?: Hazelnut spread"))
    page.sees("Hazelnut spread is used up.")
    assert "Hazelnut spread" not in [item["name"] for item in house.api("GET", "/stock", None, 200).json["items"]]


def test_a_typed_label_becomes_doses_and_one_is_taken(visit, house):
    page = visit(house)
    page.open("/medicines")
    page.click("button", "Type what the label says")
    page.fill("Text of the label, line by line", TYPED)
    page.click("button", "Read text")
    page.arrives("/medicines/labels/")
    page.sees("Take 1 capsule by mouth 3 times a day for 7 days.")
    fits(page)
    page.click("link", re.compile("^Check and confirm"))
    page.arrives("/confirm$")
    page.sees("Is this the same on the label?")
    boxes = [box for box in page.all("checkbox") if "For everyone in the household" not in page.words(box)]
    assert boxes
    for box in boxes:
        page.until(lambda: page.press(box))
    fits(page)
    page.click("button", "Confirm and plan the doses")
    page.arrives("/plan$")
    if not page.all("button", "Start"):
        page.click("button", "Show the doses")
    page.sees("The doses")
    fits(page)
    page.click("button", "Start")
    page.arrives("note=started")

    page.open("/medicines")
    page.click("button", re.compile("^Taken( early)? ?: AMOXICILLIN 500 MG, 18:00"))
    page.sees("Is that right?")  # it is noon
    page.click("button", "Yes, log it")
    page.sees("Logged as taken.")
    doses = [dose for dose in house.api("GET", "/doses", None, 200).json["doses"] if dose["status"] == "taken"]
    assert "AMOXICILLIN" in json.dumps(doses)
    fits(page)


def test_the_week_the_month_a_setting_and_the_german_language_work(visit, house):
    page = visit(house)
    page.open("/agenda")
    page.sees("Today, Saturday 21 November", "Fern")
    fits(page)
    page.click("link", "Month")
    page.sees("November 2026", "Saturday 21 November, today")
    fits(page)
    page.click("link", re.compile("^Next month"))
    page.sees("December 2026")

    page.open("/settings")
    page.fill("Search the settings", "name of the place")
    page.click("button", "Search")
    page.sees("1 setting was found.")
    page.click("link", "Name of the place")
    page.arrives("^/settings/home")
    page.fill("Name of the place", "Graz")
    page.click("button", "Save home")
    page.sees("Saved. Plans and agenda are updated.")
    fits(page)
    assert house.api("GET", "/settings").json["home.place"]["value"] == "Graz"

    page.click("button", "Deutsch")
    page.sees("Einstellungen")
    german = visit(house, "de-AT")
    german.open("/")
    german.sees("Heute", "Pflanzen", "Medikamente")
    fits(german)
    assert german.run("() => document.documentElement.lang") == "de"


def test_today_opens_without_the_server(visit, tmp_path, home):
    house = House(tmp_path / "house", home)
    try:
        house.add("Fern")
        page = visit(house)
        page.open("/")
        page.run(BUSY)
        page.until(lambda: page.run("() => navigator.serviceWorker.controller?.state === 'activated'"))
        page.sees("1 task today")
        assert not page.all("button", "Reload"), "a new version is offered on the first visit"
        page.open("/")
        kept = "() => caches.open('pages').then((cache) => cache.match('/medicines')).then(Boolean)"
        page.until(lambda: page.run(kept))
    finally:
        house.stop()
    page.click("link", "Today")
    page.sees("Not connected", "As of ", "Fern")
    fits(page)
    page.click("button", "Done: Water, Fern")
    page.sees("Saved on this device.", "Waiting to be sent")
    page.click("link", "Larder")
    page.sees("This device cannot reach Stillroom")
    fits(page)


def test_axe_finds_nothing_on_the_main_pages(visit, house, food):  # noqa: F811
    house.look_up(SPREAD)
    page = visit(house)
    found, plant = {}, house.api("GET", "/plants", None, 200).json["plants"][0]["id"]
    for path in [*MAIN_PAGES, f"/plants/{plant}"]:
        page.open(path)
        page.run("() => document.querySelectorAll('details').forEach((details) => { details.open = true; })")
        fits(page)
        page.run(f"() => {{ {AXE} }}")
        violations = page.run("async (rules) => (await axe.run(JSON.parse(rules))).violations", json.dumps(RULES))
        if violations:
            found[path] = [(rule["id"], [node["html"] for node in rule["nodes"]][:3]) for rule in violations]
    assert not found
