"""A person names a plant: on pages with and without scripts, by command, and with a list."""

import json
import re
from collections import Counter

import pytest
from conftest import DESKTOP, FLOWER, PHONE
from playwright.sync_api import expect
from test_access import check, overflow
from test_app import PLANT
from test_care_http import House
from test_plantnet_app import browser_context_args, visit  # noqa: F401  each journey here has its own server

VIEWS = {
    "phone": PHONE, "desktop": DESKTOP, "phone-without-script": {**PHONE, "java_script_enabled": False},
    "desktop-dark-without-script": {**DESKTOP, "color_scheme": "dark", "java_script_enabled": False}}


@pytest.fixture
def house(tmp_path, home):
    house = House(tmp_path / "house", home)
    yield house
    house.stop()


@pytest.fixture(params=VIEWS)
def visitor(request, house, browse):
    visitor = visit(browse, house, VIEWS[request.param])
    visitor.page.set_default_timeout(8_000)
    yield visitor
    assert not visitor.page.faults, visitor.page.faults


@pytest.fixture
def writer(house, browse):
    """A person with scripts at a desk."""
    visitor = visit(browse, house, DESKTOP)
    visitor.page.set_default_timeout(8_000)
    yield visitor
    assert not visitor.page.faults, visitor.page.faults


def begin(page, species=None, name=None):
    """Open the form, and leave each field, so that no list covers the button."""
    page.goto("/plants/new")
    if name:
        page.get_by_label("Name", exact=True).fill(name)
    if species:
        page.get_by_label("Species").fill(species)
        page.get_by_label("Species").press("Tab")


def add(page):
    page.get_by_role("button", name="Add plant").click()


def is_added(page, latin):
    page.wait_for_url(PLANT)
    expect(page.locator("article .latin").first).to_have_text(latin)


@pytest.mark.parametrize("typed, latin", [
    ("pothos", "Epipremnum aureum"), ("Snake-Plants", "Dracaena trifasciata"), ("cactus", "Cactaceae"),
    ("orchid", "Orchidaceae"), ("rose", "Rosa"), ("Efeutute", "Epipremnum aureum")])
def test_a_clear_name_is_used_at_once(house, typed, latin):
    answer = house.api("POST", "/plants", {"name": "Mine", "species": typed})
    assert answer.status == 201 and answer.json["scientificName"] == latin and answer.json["careBasis"] != "general"
    assert "General care is used" not in house.page(f"/plants/{answer.json['id']}")


def test_an_ambiguous_name_leads_to_a_choice_of_plants(visitor):
    page = visitor.page
    begin(page, "geranium", "Balcony box")
    page.get_by_label("Room").fill("Balcony")
    add(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Did you mean one of these plants?")
    group = page.get_by_role("group", name="Which plant is it?")
    assert group.get_by_role("radio").count() >= 3
    if visitor.has_script:
        assert overflow(page)["by"] <= 0, overflow(page)
    group.locator("label", has_text=re.compile("^Geranium$")).nth(1).click()
    page.get_by_role("button", name="Continue").click()
    is_added(page, "Pelargonium")
    expect(page.get_by_role("heading", level=1)).to_have_text("Balcony box")
    expect(page.locator("header.label .added")).to_contain_text("Balcony")


def test_a_plant_with_an_unknown_name_says_that_general_care_is_used(visitor):
    page = visitor.page
    begin(page, "pothoss")
    add(page)
    page.locator("label", has_text="None of these").click()
    page.get_by_role("button", name="Continue").click()
    is_added(page, "pothoss")
    expect(page.locator(".general-care")).to_contain_text("General care is used")
    page.locator("summary", has_text="Change the name or species").click()
    page.get_by_label("Species").fill("pothos")
    page.get_by_label("Species").press("Tab")
    page.get_by_role("button", name="Save name").click()
    is_added(page, "Epipremnum aureum")
    expect(page.locator(".general-care")).to_have_count(0)


def test_a_name_typed_under_none_of_these_finds_its_care(visitor):
    visitor.identify(FLOWER)
    page = visitor.page
    page.locator("summary", has_text="None of these").click()
    page.get_by_label("Name of the plant (optional)").fill("Bogenhanf")
    page.get_by_label("Name of the plant (optional)").press("Tab")
    page.get_by_role("button", name="Add to my plants with this name").click()
    is_added(page, "Dracaena trifasciata")
    expect(page.get_by_role("heading", level=1)).to_have_text("Bogenhanf")


def test_the_list_of_plants_is_used_by_keyboard(writer):
    page = writer.page
    page.goto("/plants/new")
    field = page.get_by_role("combobox", name="Species")
    expect(field).to_have_attribute("aria-expanded", "false")
    field.press_sequentially("swiss cheese p")
    options = page.locator(".species-list li")
    expect(options.first).to_contain_text("Swiss cheese plant")
    expect(field).to_have_attribute("aria-expanded", "true")
    expect(page.locator("#announce")).to_have_text(re.compile(r"^\d+ plants?\.$"))
    field.press("ArrowDown")
    expect(options.first).to_have_attribute("aria-selected", "true")
    assert field.get_attribute("aria-activedescendant") == options.first.get_attribute("id")
    field.press("ArrowUp")
    expect(field).not_to_have_attribute("aria-activedescendant", re.compile("."))
    field.press("Escape")
    expect(field).to_have_attribute("aria-expanded", "false")
    expect(field).to_have_value("swiss cheese p")
    field.press("ArrowDown")
    expect(options.first).to_be_visible()
    field.press("ArrowDown")
    field.press("Enter")
    expect(field).to_have_value("Monstera deliciosa")
    expect(page.get_by_role("listbox")).to_have_count(0)
    add(page)
    is_added(page, "Monstera deliciosa")


def test_the_page_that_looks_up_a_species_has_the_list_too(writer):
    page = writer.page
    page.goto("/plants/species")
    field = page.get_by_role("combobox", name="Common or Latin name")
    field.press_sequentially("swiss cheese p")
    page.locator(".species-list li").filter(has_text="Swiss cheese plant").first.click()
    expect(field).to_have_value("Monstera deliciosa")
    page.get_by_role("button", name="Look up").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Monstera deliciosa")


def test_a_species_chosen_from_the_list_needs_no_further_question(writer):
    """Geranium is the Latin name of one genus and the common name of another."""
    page = writer.page
    page.goto("/plants/new")
    field = page.get_by_role("combobox", name="Species")
    field.press_sequentially("geranium")
    page.locator(".species-list li").filter(has_text="Pelargonium").first.click()
    expect(field).to_be_focused()
    add(page)
    is_added(page, "Pelargonium")
    # Another text ends the choice.
    page.goto("/plants/new")
    field.press_sequentially("geranium")
    page.locator(".species-list li").filter(has_text="Pelargonium").first.click()
    field.fill("geranium")
    field.press("Tab")
    add(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Did you mean one of these plants?")


def test_the_page_with_choices_is_accessible(writer):
    begin(writer.page, "geranium")
    check(writer.page)
    add(writer.page)
    expect(writer.page.get_by_role("heading", level=1)).to_be_visible()
    check(writer.page)


def test_a_garden_plant_starts_outdoors(visitor, house):
    page = visitor.page
    begin(page, "tulip")
    add(page)
    is_added(page, "Tulipa")
    expect(page.locator("section").filter(has=page.get_by_role("heading", name="Location", exact=True))).to_contain_text("outdoors")
    begin(page, "tulip")
    page.get_by_label("Indoors or outdoors").select_option(label="Indoors")
    add(page)
    page.wait_for_url(PLANT)
    places = Counter(plant["situation"]["place"] for plant in house.api("GET", "/plants").json["plants"])
    assert places == {"outdoor": 1, "indoor": 1}


def test_the_day_of_the_last_watering_sets_the_first_task(visitor, house):
    page = visitor.page
    dues = {}
    for answer in ("I don’t know", "Today", "A few days ago"):
        begin(page, "Monstera deliciosa", answer)
        page.get_by_label("When was it last watered?").select_option(label=answer)
        add(page)
        page.wait_for_url(PLANT)
    for plant in house.api("GET", "/plants").json["plants"]:
        dues[plant["name"]] = house.chore(plant["id"])
    assert dues["I don’t know"]["due"] == "2026-11-21" and "lastDone" not in dues["I don’t know"]
    assert dues["Today"]["lastDone"] == "2026-11-21" and dues["Today"]["due"] > dues["A few days ago"]["due"] > "2026-11-21"
    assert "lastDone" not in dues["A few days ago"], "a guess is no entry of the log"


def test_the_first_tasks_of_imported_plants_are_spread_over_several_days(house):
    rows = "".join(f"Plant {number},Monstera deliciosa\n" for number in range(30))
    answer = house.ask("POST", "/api/collection", "name,species\n" + rows)
    assert answer.status == 200 and answer.json["added"] == 30
    days = Counter(house.chore(plant["id"])["due"] for plant in house.api("GET", "/plants").json["plants"])
    assert len(days) > 5 and max(days.values()) <= 6 and min(days) == "2026-11-21"


def test_an_import_names_what_it_does_not_use(visitor, tmp_path):
    page = visitor.page
    file = tmp_path / "list.csv"
    file.write_text("Plant,Species,Sunlight\nMonty,swiss cheese plant,much\nTypo,monstera delicosa,little\n")
    page.goto("/settings/collection")
    page.get_by_label("Add plants from a file").set_input_files(file)
    page.get_by_role("button", name="Check file").click()
    expect(page.get_by_role("status")).to_contain_text("The column “Sunlight” is not used.")
    expect(page.get_by_role("status")).to_contain_text("general care")


def test_the_command_asks_as_the_page_does(program):
    run = program("plants", "add", "Mine", "--species", "pothoss")
    assert run.status == 64 and run.out == "" and "Did you mean Epipremnum" in run.err
    assert program("care", "pothoss").status == 64
    assert program("plants", "--json").json == []
    kept = program("plants", "add", "Mine", "--species", "pothoss", "--as-written", "--json")
    assert kept.status == 0 and kept.json["careBasis"] == "general" and "General care is used" in kept.err
    found = program("plants", "add", "Efeutute", "--watered", "yesterday", "--json")
    assert found.json["scientificName"] == "Epipremnum aureum" and found.json["careBasis"] == "species"
    assert json.loads(program("care", "Bogenhanf", "--json").out)["scientificName"] == "Dracaena trifasciata"
    assert program("plants", "add", "x", "--watered", "sometime").status == 64
    run = program("plants", "import", "-", stdin=b"name,species,Sun\nTypo,monstera delicosa,much\n")
    assert run.out == "Added 1 plants.\n" and "Columns that are not imported: Sun." in run.err and "Did you mean Monstera deliciosa" in run.err
