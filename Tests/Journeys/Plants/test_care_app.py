"""Plants, chores and the agenda in a browser."""

import re
import time

import pytest
from conftest import DESKTOP, FIXTURES, FLOWER, LOOK, PHONE, UNKNOWN
from playwright.sync_api import expect
from test_access import check, overflow
from test_app import PLANT, image_is_shown
from test_care_http import House
from test_plantnet_app import browser_context_args, visit  # noqa: F401  each journey here has its own server

# Every pair of size, colours and scripts; all combinations for the most important pages.
VIEWS = {"phone": PHONE, "desktop-dark-without-script": {**DESKTOP, "color_scheme": "dark", "java_script_enabled": False}}
MORE = VIEWS | {"desktop": DESKTOP, "phone-without-script": {**PHONE, "java_script_enabled": False}}
LONG = "Donaudampfschifffahrtsgesellschaftskapitänskajütenfensterbankgeranie"


@pytest.fixture
def house(tmp_path, home):
    house = House(tmp_path / "house", home)
    yield house
    house.stop()


@pytest.fixture(params=VIEWS)
def visitor(request, house, browse):
    visitor = visit(browse, house, MORE[request.param])
    visitor.page.set_default_timeout(8_000)
    yield visitor
    assert not visitor.page.faults, visitor.page.faults


@pytest.fixture
def phone(house, browse):
    visitor = visit(browse, house)
    yield visitor
    assert not visitor.page.faults, visitor.page.faults


def row(page, name, what="Water"):
    return page.locator("li.chore").filter(has_text=name).filter(has=page.get_by_text(what, exact=True))


def section(page, heading):
    return page.locator("section").filter(has=page.get_by_role("heading", name=heading, exact=True))


def did(page, words):
    """Return the page's message about the last action."""
    line = page.locator("[data-did]")
    expect(line).to_contain_text(words)
    return line


def take_back(page, words):
    did(page, words).get_by_role("button", name="Undo").click()
    expect(page.locator("[data-did]")).to_contain_text("Undone.")


def more(page, name, button):
    row(page, name).locator("summary").click()
    row(page, name).get_by_role("button", name=button).click()


# MARK: Today

@pytest.mark.parametrize("visitor", MORE, indirect=True)
def test_a_photographed_plant_gets_care_and_tasks_for_today(visitor):
    page = visitor.page
    visitor.identify(UNKNOWN)
    page.get_by_text("Show guesses").click()
    page.get_by_role("button", name="Add to my plants as Helianthus annuus").click()
    began = time.monotonic()
    page.wait_for_url(PLANT)
    expect(page.get_by_role("heading", name="Care", exact=True)).to_be_visible()
    assert time.monotonic() - began < 3, "the plan is not there at once"  # a debug build beside others
    expect(page.locator(".why-water")).to_have_text(re.compile(r"Every \d+ days: .+species, outdoors, (at rest, )?November in Vienna\."))
    for tile in ("Light", "Water", "Temperature", "Fertiliser", "Air", "Soil"):
        expect(page.locator("li.tile").filter(has=page.get_by_role("heading", name=tile, exact=True)).locator(".tile-source")).not_to_be_empty()
    expect(section(page, "Next tasks").locator("li.chore").first).to_contain_text("Water")

    page.get_by_role("navigation", name="Main").get_by_role("link", name="Today").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("1 task today")
    expect(section(page, "Today").locator("li.chore")).to_have_count(1)
    row(page, "Sunflower").get_by_role("button", name="Done: Water, Sunflower").click()
    did(page, "Watered: Sunflower.")
    expect(page.get_by_role("heading", level=1)).to_have_text("No tasks today")
    expect(row(page, "Sunflower")).to_have_count(0)
    page.goto("/plants")
    page.get_by_role("link", name="Sunflower").click()
    expect(section(page, "History")).to_contain_text("Watered")


def test_a_chore_is_done_undone_skipped_and_snoozed(visitor, house):
    house.add("Fern", room="Hall")
    page = visitor.page
    page.goto("/")
    expect(row(page, "Fern")).to_contain_text("Hall")
    row(page, "Fern").get_by_role("button", name="Done: Water, Fern").click()
    take_back(page, "Watered: Fern.")
    expect(row(page, "Fern")).to_have_count(1)
    more(page, "Fern", "Done yesterday")
    take_back(page, "Watered: Fern (yesterday).")
    more(page, "Fern", "Skip this time")
    take_back(page, "Watering skipped: Fern.")
    for button, words in (("Snooze for 1 hour", "until 13:0"), ("Snooze until tomorrow", "until tomorrow at 08:00"), ("Snooze for 3 days", "until 24 November at 08:00")):
        more(page, "Fern", button)
        did(page, f"Watering snoozed {words}")
        expect(section(page, "Snoozed").locator("li.chore")).to_have_count(1)
        expect(page.get_by_role("heading", level=1)).to_have_text("No tasks now, 1 snoozed")
        take_back(page, "snoozed")
        expect(section(page, "Today").locator("li.chore")).to_have_count(1)
    entries = house.api("GET", "/log").json["entries"]
    assert len(entries) == 6 and all(entry["undone"] for entry in entries)


@pytest.mark.parametrize("visitor", MORE, indirect=True)
def test_all_due_plants_are_marked_as_watered_with_one_tap(visitor, house):
    for name in ("One", "Two", "Three"):
        house.add(name)
    page = visitor.page
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("3 tasks today")
    page.get_by_role("button", name="Mark all due as watered (3)").click()
    line = did(page, "Watered 3 plants.")
    expect(page.get_by_role("button", name=re.compile("Water all"))).to_have_count(0)
    expect(page.get_by_role("heading", name="All tasks are done")).to_be_visible()
    line.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Mark all due as watered (3)")).to_be_visible()


def test_a_double_tap_logs_a_chore_once(phone, house):
    plant, chore = house.watering()
    page = phone.page
    page.goto("/")
    row(page, "Fern").get_by_role("button", name="Done: Water, Fern").dblclick(no_wait_after=True)
    did(page, "Watered: Fern.")
    assert len(house.api("GET", f"/log?chore={chore['id']}").json["entries"]) == 1


def test_an_outdated_page_does_not_log_a_chore_twice(house, browse):
    """Two people have the same page open: the second sees that the chore is already done."""
    plant, chore = house.watering()
    first, second = (visit(browse, house).page for _ in range(2))
    first.goto("/"), second.goto("/")
    for page, words in ((first, "Watered: Fern."), (second, "Nothing changed: this task is already done, skipped or snoozed.")):
        row(page, "Fern").get_by_role("button", name="Done: Water, Fern").click()
        did(page, words)
    expect(row(second, "Fern")).to_have_count(0)
    assert len(house.api("GET", f"/log?chore={chore['id']}").json["entries"]) == 1


def test_a_failed_request_is_not_shown_as_done(phone, house):
    house.add("Fern")
    page = phone.page
    page.goto("/")
    house.kill()
    row(page, "Fern").get_by_role("button", name="Done: Water, Fern").click(no_wait_after=True)
    page.wait_for_timeout(500)
    assert page.get_by_text("Watered: Fern").count() == 0
    house.start()


def test_the_focus_stays_at_the_task_after_it_is_done(phone, house):
    """After a chore is done, the keyboard focus does not move to the top of the page."""
    house.add("Fern"), house.add("Moss")
    page = phone.page
    page.goto("/")
    row(page, "Fern").get_by_role("button", name="Done: Water, Fern").press("Enter")
    expect(page.locator("[data-did]").get_by_role("button", name="Undo")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-did]")).to_contain_text("Undone.")
    assert page.evaluate("document.activeElement !== document.body")
    expect(page.locator("#announce")).to_have_text("Undone.")


def test_reloading_the_page_does_not_log_a_chore_again(visitor, house):
    plant, chore = house.watering()
    page = visitor.page
    page.goto("/")
    row(page, "Fern").get_by_role("button", name="Done: Water, Fern").click()
    did(page, "Watered: Fern.")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("No tasks today")
    assert len(house.api("GET", f"/log?chore={chore['id']}").json["entries"]) == 1


# MARK: the agenda

def test_a_chore_is_added_quickly(visitor, house):
    house.add("Rubber tree")
    page = visitor.page
    page.goto("/")
    page.get_by_role("link", name="Add a task").click()
    page.get_by_label("Name of the task").fill("Wipe its leaves")
    page.get_by_label("For", exact=True).select_option(label="Rubber tree")
    page.get_by_label("Repeat after a number of days").check()
    page.get_by_label("Days", exact=True).fill("0")
    page.locator("form.quick").evaluate("(form) => { form.noValidate = true; }") if visitor.has_script else None
    if visitor.has_script:
        page.locator("form.quick").get_by_role("button").click()
        expect(page.get_by_role("alert")).to_contain_text("Enter a whole number of days")
        expect(page.get_by_label("Name of the task")).to_have_value("Wipe its leaves")
        expect(page.get_by_label("Repeat after a number of days")).to_be_checked()
    page.get_by_label("Days", exact=True).fill("14")
    page.locator("form.quick").get_by_role("button").click()
    expect(page.get_by_text("The task is added.")).to_be_visible()
    page.goto("/agenda")
    expect(row(page, "Rubber tree", "Wipe its leaves").first).to_be_visible()
    assert row(page, "Rubber tree", "Wipe its leaves").count() == 3  # today, in 14 and in 28 days
    expect(row(page, "Rubber tree", "Wipe its leaves").get_by_role("button", name="Done: Wipe its leaves, Rubber tree")).to_have_count(1)


def test_a_page_of_another_tab_that_a_script_shows_has_its_style(house, browse):
    page = visit(browse, house, LOOK).page
    house.add("Traveller")
    page.goto("/agenda/new")
    expect(page.locator('link[href$="/plants.css"]')).to_have_count(0)
    page.evaluate("window.isSamePage = true")
    page.get_by_label("Name of the task").fill("Dust its leaves")
    page.get_by_label("For", exact=True).select_option(label="Traveller")
    page.get_by_label("Repeat after a number of days").check()
    page.get_by_label("Days", exact=True).fill("14")
    page.locator("form.quick").get_by_role("button").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Traveller")
    assert page.evaluate("window.isSamePage")
    expect(page.locator('link[href$="/plants.css"]')).to_have_count(1)
    expect(page.locator(".tiles").first).to_have_css("display", "grid")


def test_the_agenda_is_filtered(visitor, house):
    house.add("Basil", species="Ocimum basilicum", room="Kitchen")
    house.add("Fern", room="Hall & stairs")
    house.api("POST", "/chores", {"kind": "own", "title": "Bins", "recurrence": "days 7", "start": "2026-11-18"}, 201)
    page = visitor.page
    page.goto("/agenda")
    page.locator("summary", has_text="Filter").click()
    shows = page.get_by_role("navigation", name="Which tasks").get_by_role("link")
    expect(shows).to_have_text(["All", "Watering", "Fertilising", "Overdue", "Today"])
    headings = page.locator("main section h2").all_inner_texts()
    assert headings[:2] == ["Overdue", "Today, Saturday 21 November"] and headings[2].endswith("November")
    shows.filter(has_text="Watering").click()
    expect(page.locator("li.chore").first).to_be_visible()
    assert set(page.locator("li.chore .chore-what b").all_inner_texts()) == {"Water"}
    page.get_by_label("Room").select_option(label="Hall & stairs")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.get_by_label("Room")).to_have_value("Hall & stairs")
    assert {name for name in page.locator("li.chore .chore-whom a").all_inner_texts()} == {"Fern"}
    expect(shows.filter(has_text="Watering")).to_have_attribute("aria-current", "true")
    shows.filter(has_text="Fertilising").click()
    expect(page.get_by_role("heading", name="No matching tasks")).to_be_visible()
    page.get_by_role("link", name="Show all tasks").click()
    page.locator("summary", has_text="Filter").click()
    shows.filter(has_text="Overdue").click()
    expect(page.locator("li.chore")).to_have_count(1)
    expect(page.locator("li.chore")).to_contain_text("3 days overdue")
    shows.filter(has_text="Today").click()
    expect(page.locator("li.chore")).to_have_count(2)


def test_the_month_shows_the_tasks_of_a_chosen_day(visitor, house):
    house.add("Fern")
    house.api("POST", "/chores", {"kind": "own", "title": "Bins", "recurrence": "months 1 on 31", "start": "2026-12-31"}, 201)
    page = visitor.page
    page.goto("/agenda")
    page.get_by_role("navigation", name="Layout").get_by_role("link", name="Month").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("November 2026")
    expect(page.get_by_role("table", name="Tasks in November 2026").locator("thead th")).to_have_count(7)
    today = page.get_by_role("link", name="21 November, today, 1 task")
    expect(today).to_have_attribute("aria-current", "date")
    day = page.locator(".day-chores")
    expect(day.get_by_role("heading", level=2)).to_have_text("Saturday 21 November, today")
    day.get_by_role("button", name="Done: Water, Fern").click()
    did(page, "Watered: Fern.")
    expect(page.get_by_role("link", name="21 November, today, 1 done")).to_be_visible()
    expect(page.locator(".day-chores")).to_contain_text("Watered: Fern")
    page.locator("a[rel=next]").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("December 2026")
    page.get_by_role("link", name=re.compile("^31 December, 1 task")).click()
    expect(page.locator(".day-chores")).to_contain_text("Bins")
    page.get_by_role("link", name="Back to this month").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("November 2026")


def test_a_setting_is_found_by_its_name(visitor, house):
    page = visitor.page
    page.goto("/settings")
    page.get_by_role("searchbox").fill("PETS at")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_text("1 setting was found.")).to_be_visible()
    page.get_by_role("link", name="Pets at home").click()
    expect(page).to_have_url(re.compile("/settings/home#pets$"))
    page.get_by_label("Pets at home").fill("cat")
    page.get_by_role("button", name="Save home").click()
    expect(page.get_by_text("Saved. Plans and agenda are updated.")).to_be_visible()
    assert house.api("GET", "/settings").json["home.pets"]["value"] == "cat"
    house.api("PATCH", "/settings", {"home.pets": ""}, 200)
    page.get_by_role("link", name="Settings").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Settings")


def test_a_holiday_is_planned_and_ended(visitor, house):
    house.add("Fern")
    page = visitor.page
    page.goto("/settings")
    page.get_by_role("link", name="Holidays").click()
    page.get_by_label("First day away").fill("2026-11-20")
    page.get_by_label("Last day away").fill("2026-12-05")
    page.get_by_role("button", name="Plan a holiday").click()
    expect(page.get_by_role("button", name="End the holiday")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("No tasks today")
    expect(page.get_by_label("Holiday")).to_contain_text("You are away until Saturday 5 December.")
    page.get_by_role("button", name="End the holiday").click()
    expect(row(page, "Fern")).to_have_count(1)
    expect(page.get_by_label("Holiday")).to_have_count(0)


# MARK: a plant's sheet

def test_a_value_of_the_plan_is_overruled_and_restored(visitor, house):
    plant = house.add("Monstera", species="Monstera deliciosa")
    page = visitor.page
    page.goto(f"/plants/{plant}")
    before = page.locator(".why-water").inner_text()
    water = page.locator("#tile-water")
    water.locator("summary").click()
    water.get_by_label(re.compile("days", re.I)).first.fill("11")
    water.get_by_role("button", name="Save Water").click()
    page.wait_for_url("**note=overruled*")
    expect(page.get_by_role("status")).to_contain_text("Saved. The care is updated.")
    expect(page.locator(".why-water")).to_have_text("Every 11 days: your own choice.")
    expect(page.locator("#tile-water .tile-source")).to_contain_text(re.compile("your own value", re.I))
    page.locator("#tile-water summary").click()
    page.locator("#tile-water").get_by_label(re.compile("days", re.I)).first.fill("often")
    page.get_by_role("button", name="Save Water").click()
    expect(page.get_by_role("alert")).to_contain_text("1 to 60")
    expect(page.locator("#tile-water [aria-invalid=true]")).to_have_value("often")
    page.get_by_role("button", name="Remove my own value").click()
    page.wait_for_url("**note=overruled*")
    assert page.locator(".why-water").inner_text() == before


def test_the_location_of_a_plant_changes_its_watering_interval(visitor, house):
    plant = house.add("Monstera", species="Monstera deliciosa")
    house.add("Other", room="Hall")
    page = visitor.page
    page.goto(f"/plants/{plant}")
    page.locator("summary", has_text="Change the location").click()
    page.get_by_label("Room", exact=True).fill("Hall")
    page.get_by_label(re.compile("^Pot width")).fill("14,5")
    page.get_by_label("Pot material").select_option("clay")
    page.get_by_role("button", name="Save location").click()
    page.wait_for_url("**note=placed*")
    expect(page.locator(".why-water")).to_contain_text("14.5 cm clay pot, indoors, November in Vienna")
    expect(page.locator("header.label")).to_contain_text("Hall")
    page.locator("summary", has_text="Change the location").click()
    expect(page.get_by_label(re.compile("^Pot width"))).to_have_value(re.compile(r"14[.,]5"))
    page.get_by_label(re.compile("^Pot width")).fill("900")
    page.get_by_role("button", name="Save location").click()
    expect(page.get_by_role("alert")).to_contain_text("1 to 200 cm")
    expect(page.get_by_label(re.compile("^Pot width"))).to_have_value("900")


def test_notes_and_photographs_are_added_to_a_plant(visitor, house):
    plant = house.add("Fern")
    page = visitor.page
    page.goto(f"/plants/{plant}")
    page.get_by_label("New note").fill("A new leaf.\nIt is <b>large</b>.")
    page.get_by_role("button", name="Add note").click()
    page.wait_for_url("**note=noted*")
    notes = section(page, "Notes")
    expect(notes).to_contain_text("It is <b>large</b>.")
    expect(notes).to_contain_text("21 November 2026")
    notes.get_by_role("button", name=re.compile("Remove the note")).click()
    page.wait_for_url("**note=note-removed*")
    expect(section(page, "Notes")).not_to_contain_text("large")
    for number, picture in enumerate(("flower.jpg", "flower-grey.jpg"), 1):
        visitor.choose(FIXTURES / "Pictures" / picture, "Choose a photo", "Add photo")
        expect(section(page, "Photos").locator("ul.timeline li")).to_have_count(number)
    assert image_is_shown(section(page, "Photos").locator("img").first)
    visitor.choose(FIXTURES / "Bad/text.jpg", "Choose a photo", "Add photo")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(section(page, "Photos").locator("ul.timeline li")).to_have_count(2)
    # A photo is removed with two presses.
    last = section(page, "Photos").locator("ul.timeline li").last
    last.locator("summary").click()
    last.get_by_role("button", name=re.compile("^Yes, remove")).click()
    page.wait_for_url("**note=photo-removed*")
    expect(page.locator("main")).to_contain_text("The photo is removed.")
    expect(section(page, "Photos").locator("ul.timeline li")).to_have_count(1)


def test_a_plant_is_archived_and_restored(visitor, house):
    plant = house.add("Fern")
    house.add("Moss")
    page = visitor.page
    page.goto(f"/plants/{plant}")
    page.locator("summary", has_text="Archive this plant").click()
    expect(page.get_by_label("Reason")).to_have_value("")
    page.get_by_label("Reason").select_option(label="Given away")
    page.get_by_role("button", name="Archive Fern").click()
    page.wait_for_url("**note=archived*")
    expect(page.get_by_label("Archived")).to_contain_text("Given away on 21 November 2026.")
    expect(page.get_by_role("heading", name="Next tasks")).to_have_count(0)
    page.goto("/")
    expect(row(page, "Fern")).to_have_count(0)
    page.goto("/plants")
    expect(page.get_by_role("link", name="Fern")).to_have_count(0)
    page.get_by_role("link", name="Archived plants").click()
    page.get_by_role("link", name="Fern").click()
    page.get_by_role("button", name="Restore plant").click()
    page.wait_for_url("**note=brought-back*")
    page.goto("/")
    expect(row(page, "Fern")).to_have_count(1)


def test_the_year_ring_has_a_text_description_and_a_table(phone, house):
    plant, chore = house.watering(species="Monstera deliciosa")
    house.api("POST", f"/chores/{chore['id']}/done", {}, 200)
    page = phone.page
    page.goto(f"/plants/{plant}")
    ring = page.get_by_role("img", name="Year ring of care")
    expect(ring).to_be_visible()
    assert len(page.locator("#ring-desc").text_content().strip()) > 20
    assert ring.locator("circle.was").count() >= 1 and ring.locator("circle.will").count() > 20
    assert 12 == ring.locator(".ring-months text").count()
    page.locator("summary", has_text="The year as a table").click()
    table = page.get_by_role("table", name="Tasks by month, done and planned")
    expect(table.locator("tbody tr")).to_have_count(12)
    expect(table.get_by_role("row", name="November")).to_contain_text("1 done")


def test_a_chore_is_switched_off_and_another_added(visitor, house):
    plant = house.add("Monstera", species="Monstera deliciosa")
    page = visitor.page
    page.goto(f"/plants/{plant}")
    page.locator("summary", has_text="Change tasks, notes and time").click()
    page.get_by_role("button", name="Switch off Fertilising").click()
    expect(page.get_by_role("button", name="Switch on Fertilising")).to_be_visible()
    page.get_by_role("button", name="Add Turning").click()
    page.wait_for_url("**note=chore-added*")
    expect(page.locator("#schedule")).to_contain_text("Turning")
    page.get_by_role("button", name="Switch on Fertilising").click()
    expect(page.get_by_role("button", name="Switch off Fertilising")).to_be_visible()


def test_another_species_changes_the_care(visitor, house):
    plant = house.add("Thing", species="Monstera deliciosa")
    page = visitor.page
    page.goto(f"/plants/{plant}")
    before = page.locator(".why-water").inner_text()
    page.locator("summary", has_text="Change the name or species").click()
    page.get_by_label("Species").fill("Lithops aucampiae")
    page.get_by_role("button", name="Save name").click()
    page.wait_for_url(PLANT)
    expect(page.locator("article .latin").first).to_have_text("Lithops aucampiae")
    assert page.locator(".why-water").inner_text() != before


# MARK: the collection and the home

def test_plants_are_filtered_by_room(visitor, house):
    for name, room in (("Basil", "Kitchen"), ("Fern", "Bath & sauna"), ("Moss", "")):
        house.add(name, room=room)
    page = visitor.page
    page.goto("/plants")
    page.get_by_label("Room").select_option(label="Bath & sauna (1)")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("ul.sheets > li")).to_have_count(1)
    expect(page.locator("ul.sheets > li")).to_contain_text("Fern")
    page.get_by_role("link", name="List").click()
    expect(page.locator("ul.rows > li")).to_have_count(1)
    expect(page.locator("ul.rows > li")).to_contain_text("Water today")
    page.get_by_label("Room").select_option("")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("link", name="By name").click()
    assert page.locator("ul.rows .row-name").all_inner_texts() == ["Basil", "Fern", "Moss"]


def test_a_plant_is_added_without_a_photograph(visitor):
    page = visitor.page
    page.goto("/plants")
    page.get_by_role("link", name="Add a plant without a photo").click()
    page.get_by_label("Name", exact=True).fill("Kitchen basil")
    page.get_by_label("Species").fill("Ocimum basilicum")
    page.get_by_label("Room").fill("Kitchen")
    page.get_by_role("button", name="Add plant").click()
    page.wait_for_url(PLANT)
    expect(page.get_by_role("heading", level=1)).to_have_text("Kitchen basil")
    expect(page.locator(".why-water")).to_contain_text("species")


def test_home_is_chosen(tmp_path, home, browse):
    house = House(tmp_path / "house", home, STILLROOM_HOME_ZONE="", STILLROOM_HOME_LATITUDE="")
    house.stop()
    house.settings = {"STILLROOM_NOW": "2026-11-21T11:30:00Z"}
    house.start()
    try:
        plant = house.add("Monstera", species="Monstera deliciosa")
        page = visit(browse, house).page
        page.goto("/")
        page.get_by_role("link", name="Set the location").click()
        page.get_by_label("Time zone").select_option("Pacific/Auckland")
        expect(page.get_by_label("Latitude, in degrees north")).to_have_value("-36.9")
        page.get_by_label("Units").select_option(index=1)
        page.get_by_role("button", name="Save home").click()
        expect(page.get_by_text("12:30 am").or_(page.get_by_text("12:31 am")).first).to_be_visible()
        page.goto("/")
        expect(page.locator(".eyebrow")).to_have_text("Sunday 22 November")
        page.goto(f"/plants/{plant}")
        expect(page.locator(".why-water")).to_contain_text("November in Auckland")
        expect(page.locator("#tile-temperature .tile-value")).to_contain_text("°F")
    finally:
        house.stop()


def test_the_collection_is_exported_and_imported(visitor, house, tmp_path):
    house.add("Fern")
    page = visitor.page
    page.goto("/settings/collection")
    with page.expect_download() as download:
        section(page, "Export").get_by_role("link").first.click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.name.startswith("stillroom-plants.") and "Fern" in file.read_text()
    page.get_by_label("Add plants from a file").set_input_files(file)
    page.get_by_role("button", name="Add plants", exact=True).click()
    expect(page.locator("p.note[role=status]")).to_contain_text(re.compile("1 .*here already|already", re.I))
    bad = tmp_path / "bad.csv"
    bad.write_text("name,pot_diameter_cm\nGood,14\nBad,wide\n")
    page.get_by_label("Add plants from a file").set_input_files(bad)
    page.get_by_role("button", name="Add plants", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("line 3")
    assert len(house.api("GET", "/plants").json["plants"]) == 1


# MARK: accessibility

@pytest.fixture(scope="module")
def full(tmp_path_factory, home):
    """Add data so that every page has content, with names of all lengths."""
    house = House(tmp_path_factory.mktemp("full"), home)
    try:
        rows = [f"{name},{species},{room},2026-01-01,2026-11-{day:02}\n" for name, species, room, day in (
            ("Monstera", "Monstera deliciosa", "Hall", 1), (LONG, LONG, LONG, 12), ("Basil", "Ocimum basilicum", "Kitchen", 20), ("家の木 🌳", "", "Bath", 5))]
        answer = house.ask("POST", "/api/collection", ("name,species,room,added_on,last_watered\n" + "".join(rows)).encode())
        assert answer.status == 200, answer.text
        plants = {plant["name"]: plant["id"] for plant in house.api("GET", "/plants").json["plants"]}
        monstera = plants["Monstera"]
        house.api("POST", f"/plants/{monstera}/photographs", {"photograph": house.photograph(FLOWER.read_bytes())}, 200)
        house.api("POST", f"/plants/{monstera}/notes", {"text": LONG * 3 + "\nTwo"}, 201)
        house.api("PATCH", f"/plants/{monstera}", {"overruled": {"light": "7"}}, 200)
        house.api("POST", "/chores", {"kind": "own", "title": LONG, "recurrence": "days 2", "start": "2026-11-10"}, 201)
        entry = house.api("POST", f"/chores/{house.chore(monstera)['id']}/snooze", {}, 200).json["entries"][0]["entry"]
        gone = house.add("Gone")
        house.api("PATCH", f"/plants/{gone}", {"archive": "died"}, 200)
        house.api("PUT", "/pause", {"from": "2026-11-25", "through": "2026-12-05"}, 204)
        house.pages = {
            "today": "/", "today-did": f"/?did={entry}", "agenda": "/agenda", "agenda-none": "/agenda?show=fertilising&room=Bath", "month": "/agenda/month", "add-chore": f"/agenda/new?plant={monstera}",
            "plants": "/plants", "plants-list": "/plants?view=list", "plants-room": "/plants?room=Attic", "archived": "/plants?archived=yes", "new-plant": "/plants/new",
            "plant": f"/plants/{monstera}?note=placed", "plant-long": f"/plants/{plants[LONG]}", "plant-unknown": f"/plants/{plants['家の木 🌳']}", "plant-archived": f"/plants/{gone}", "settings": "/settings",
            "settings-home": "/settings/home?note=home-saved", "holidays": "/settings/pause", "trefle": "/settings/trefle",
            "import-export": "/settings/collection", "settings-search": "/settings?q=language",
        }
        yield house
    finally:
        house.stop()


PAGES = ["today", "today-did", "agenda", "agenda-none", "month", "add-chore", "plants", "plants-list", "plants-room", "archived", "new-plant", "plant", "plant-long", "plant-unknown",
         "plant-archived", "settings", "settings-home", "holidays", "trefle", "import-export", "settings-search"]


def test_every_page_is_listed(full):
    assert PAGES == list(full.pages)


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(name, full, browse):
    page = visit(browse, full, LOOK).page
    page.goto(full.pages[name])
    check(page)
    page.set_viewport_size(DESKTOP["viewport"])
    check(page)


@pytest.mark.parametrize("path, fields", [("/agenda/new", {"kind": "own", "title": "", "repeats": "days", "days": "0"}), ("/plants/{}/place", {"pot": "wide"}), ("/plants/{}/care", {"watering-interval": "x"})])
def test_axe_finds_nothing_in_a_refusal(path, fields, full, browse):
    plant = next(each["id"] for each in full.api("GET", "/plants").json["plants"] if each["name"] == "Monstera")
    answer = full.ask("POST", path.format(plant), "&".join(f"{name}={value}" for name, value in fields.items()), {"Accept": "text/html", "Content-Type": "application/x-www-form-urlencoded"})
    assert answer.status == 422
    page = visit(browse, full, LOOK).page
    page.route("**/refused", lambda route: route.fulfill(body=answer.text, content_type="text/html"))
    page.goto("/refused")
    check(page)


@pytest.mark.parametrize("letters", [16, 32])
def test_nothing_is_wider_than_a_narrow_screen(letters, full, browse):
    page = visit(browse, full, viewport={"width": 320, "height": 640} if letters == 16 else PHONE["viewport"]).page
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": letters, "fixed": letters - 3}})
    wide = {}
    for name, path in full.pages.items():
        page.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
        found = overflow(page)
        if found["by"] > 0:
            wide[name] = found
    assert not wide


def test_targets_are_large_enough_for_a_finger(full, browse):
    """Targets have 44 × 44 pixels, except links in a sentence, which axe checks; overlays count as part of a field."""
    page = visit(browse, full, LOOK).page
    small = {}
    for name, path in full.pages.items():
        page.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
        small[name] = page.evaluate("""() => [...document.querySelectorAll('main button, main summary, main select, main .button, main .segments a, main table.month a, .tabs a, main input:not([type=hidden])')]
            .map((e) => [e, (e.matches('[type=checkbox], [type=radio], [type=file]') ? e.closest('.card, label') ?? e : e).getBoundingClientRect()])
            .filter(([, r]) => r.width > 1 && (r.width < 43.5 || r.height < 43.5))
            .map(([e, r]) => `${e.tagName} ${e.className} ${(e.textContent.trim() || e.name || '').slice(0, 30)} ${Math.round(r.width)}×${Math.round(r.height)}`)""")
    assert not [line for lines in small.values() for line in lines], {name: lines[:6] for name, lines in small.items() if lines}


@pytest.mark.parametrize("name", ["today", "agenda", "month", "plant"])
def test_the_keyboard_reaches_every_control_and_the_focus_is_visible(name, full, browse):
    page = visit(browse, full, DESKTOP).page
    page.goto(full.pages[name])
    seen = []
    for _ in range(400):
        page.keyboard.press("Tab")
        focus = page.evaluate("""() => {
            const e = document.activeElement, r = e.getBoundingClientRect();
            const ring = getComputedStyle(e.matches('input[type=file]') ? e.closest('label') ?? e : e);
            const top = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
            return { name: e.tagName + ' ' + (e.getAttribute('aria-label') ?? e.textContent.trim()).slice(0, 40), body: e === document.body,
                     ring: ring.outlineStyle !== 'none' && parseFloat(ring.outlineWidth) >= 2, inside: r.bottom > 0 && r.top < innerHeight,
                     covered: Boolean(top) && !e.contains(top) && !top.contains(e) && !top.closest('label')?.contains(e) };
        }""")
        if focus["body"]:
            break
        seen.append(focus)
    assert len(seen) > 15
    assert not [focus for focus in seen if not focus["ring"] or not focus["inside"] or focus["covered"]]


def test_the_today_page_can_be_used_by_keyboard_alone(house, browse):
    house.add("Fern")
    page = visit(browse, house, DESKTOP).page
    page.goto("/")

    def walk_to(label):
        for _ in range(40):
            page.keyboard.press("Tab")
            if label in page.evaluate("document.activeElement.textContent"):
                return
        pytest.fail(f"{label} is not reached")

    walk_to("More for Water, Fern")
    page.keyboard.press("Enter")
    walk_to("Skip this time")
    page.keyboard.press("Enter")
    did(page, "Watering skipped: Fern.")
    expect(page.locator("[data-did]").get_by_role("button", name="Undo")).to_be_focused()
    page.keyboard.press("Enter")
    expect(row(page, "Fern")).to_have_count(1)


@pytest.mark.parametrize("name", ["agenda", "plant", "settings"])
def test_every_control_has_a_name_of_its_own(name, full, browse):
    """In a list of buttons each has a name, and two with the same name do the same."""
    page = visit(browse, full).page
    page.goto(full.pages[name])
    page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
    nameless = page.evaluate("""() => [...document.querySelectorAll('main button, main a, main summary, main select, main input:not([type=hidden]), main textarea')]
        .filter((e) => e.getClientRects().length && !(e.textContent.trim() || e.getAttribute('aria-label') || e.labels?.length || e.querySelector('img[alt]:not([alt=""])'))).map((e) => e.outerHTML.slice(0, 120))""")
    assert nameless == []
    dones = page.locator("main .chore-done button").all_text_contents()
    assert len(dones) == len(set(dones))
