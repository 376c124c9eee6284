"""Notes of tasks and the preferred time of a plant, in a browser, over HTTP and with the command."""

import json
import re

from playwright.sync_api import expect
from test_access import check, overflow
from test_care_app import house, phone, row, visitor  # noqa: F401  fixtures
from test_plantnet_app import browser_context_args  # noqa: F401  each journey here has its own server


def test_a_note_and_a_time_are_written_on_the_page_of_a_plant(visitor, house):
    plant = house.add("Fern")
    page = visitor.page
    page.goto("/")
    row(page, "Fern").locator("summary").click()
    row(page, "Fern").get_by_role("link", name=re.compile("^Note")).click()
    schedule = page.locator("#schedule li").filter(has=page.get_by_role("heading", name="Watering", exact=True))
    schedule.locator("summary", has_text="Write a note").click()
    schedule.get_by_label("Note: Watering").fill("with rainwater <b>only</b>")
    schedule.get_by_role("button", name="Save", exact=True).click()
    expect(schedule.locator(".chore-note")).to_have_text("with rainwater <b>only</b>")
    page.get_by_label("Preferred time for the tasks of this plant").fill("18:30")
    page.get_by_role("button", name="Save time").click()
    expect(page.get_by_text("The preferred time is saved.")).to_be_visible()
    assert overflow(page)["by"] == 0
    page.goto("/")
    expect(row(page, "Fern").locator(".chore-note")).to_have_text("with rainwater <b>only</b>")
    item = house.api("GET", "/agenda", None, 200).json["items"][0]
    assert item["note"] == "with rainwater <b>only</b>" and item["remindAt"] == "2026-11-21T17:30:00Z"
    assert house.api("GET", f"/plants/{plant}", None, 200).json["preferredTime"] == "18:30"


def test_the_note_of_a_household_task_is_set_in_the_form_and_removed_on_today(phone, house):
    page = phone.page
    page.goto("/agenda/new")
    page.get_by_label("Name of the task").fill("Clean the gutter")
    page.get_by_label("Note").fill("the ladder is in the shed")
    page.get_by_role("button", name="Add the task").click()
    page.wait_for_url("**note=chore-added*")
    page.goto("/")
    line = row(page, "The house", "Clean the gutter")
    expect(line.locator(".chore-note")).to_have_text("the ladder is in the shed")
    check(page)
    line.get_by_label("Note").fill("")
    line.get_by_role("button", name="Save note").click()
    expect(row(page, "The house", "Clean the gutter").locator(".chore-note")).to_have_count(0)


def test_the_api_and_the_exports_contain_note_and_preferred_time(house):
    plant, chore = house.watering("Palm")
    change = {"note": "  little\nwater "}
    assert house.api("PATCH", f"/chores/{chore['id']}", change, 200).json["note"] == "little water"
    assert house.api("PATCH", f"/chores/{chore['id']}", {"off": True}, 200).json["note"] == "little water"
    house.api("PATCH", f"/chores/{chore['id']}", {"off": False}, 200)
    assert house.api("PATCH", f"/chores/{chore['id']}", {}, 400).json["code"] == "bad-json"
    for wrong in ("25:00", "noon", "7"):
        answer = house.api("PATCH", f"/plants/{plant}", {"preferredTime": wrong}, 422)
        assert answer.json["code"] == "value-refused" and "07:30" in answer.text
    assert house.form(f"/plants/{plant}/time", time="late").status == 422
    in_quiet_hours = "This time is in the quiet hours, so reminders come at their end"
    for time, is_quiet in (("18:30", False), ("23:30", True)):
        assert house.form(f"/plants/{plant}/time", time=time).status == 303
        assert (in_quiet_hours in house.page(f"/plants/{plant}")) == is_quiet
    house.api("PATCH", f"/plants/{plant}", {"preferredTime": "07:15"}, 200)
    exported = house.ask("GET", "/api/collection")
    entry = json.loads(exported.text)["plants"][0]
    assert entry["preferredTime"] == "07:15" and entry["choreNotes"] == {"watering": "little water"}
    house.api("DELETE", f"/plants/{plant}", None, 204)
    house.api("POST", f"/plants/{plant}/restore", None, 200)
    assert house.api("GET", f"/plants/{plant}", None, 200).json["preferredTime"] == "07:15"
    assert house.chore(plant)["note"] == "little water"
    house.api("PATCH", f"/plants/{plant}", {"preferredTime": ""}, 200)
    assert "preferredTime" not in house.api("GET", f"/plants/{plant}", None, 200).json


def test_the_command_shows_the_note_and_the_preferred_time(program):
    plants = [{"name": "Fern", "addedOn": "2026-11-20", "preferredTime": "06:45", "choreNotes": {"watering": "rainwater"}}]
    program.take_in(*plants)
    shown = program("plants", "show", "Fern")
    assert shown.status == 0 and "06:45" in shown.out and "rainwater" in shown.out
    agenda = program("agenda", "--days", "14")
    assert "rainwater" in agenda.out
