"""A removed plant, and how it is restored: in a browser, over HTTP and on the command line."""

import datetime

import pytest
from conftest import FLOWER
from playwright.sync_api import expect
from test_care_app import MORE, house, section  # noqa: F401  the same house
from test_plantnet_app import browser_context_args, visit  # noqa: F401  each journey here has its own server

LATER = "2026-11-{:02}T12:00:00Z"


@pytest.fixture(params=MORE)
def visitor(request, house, browse):  # noqa: F811
    visitor = visit(browse, house, MORE[request.param])
    yield visitor
    assert not visitor.page.faults, visitor.page.faults


def test_a_removal_is_undone_with_everything(visitor, house):  # noqa: F811
    plant, chore = house.watering("Monty", species="Monstera deliciosa", room="Hall")
    house.api("POST", f"/plants/{plant}/notes", {"text": "A new leaf"}, 201)
    photograph = house.photograph(FLOWER.read_bytes())
    house.api("POST", f"/plants/{plant}/photographs", {"photograph": photograph}, 200)
    house.api("POST", f"/chores/{chore['id']}/done", {}, 200)
    before = [house.api("GET", f"/plants/{plant}{part}", None, 200).json for part in ("", "/chores", "/notes")]
    agenda = house.api("GET", "/agenda", None, 200).json["items"]

    page = visitor.page
    page.goto(f"/plants/{plant}")
    page.locator("summary", has_text="Remove this plant").click()
    page.get_by_role("button", name="Remove Monty").click()
    page.wait_for_url("**/plants?**")
    expect(page.get_by_text("Monty was removed.")).to_be_visible()
    expect(page.locator("a", has_text="Monty")).to_have_count(0)
    assert house.api("GET", "/agenda", None, 200).json["items"] == []
    assert "Monty" not in house.api("GET", "/collection", None, 200).text
    page.get_by_role("button", name="Undo").click()
    page.wait_for_url(f"**/plants/{plant}?**")
    expect(page.get_by_text("The plant is restored, with its tasks")).to_be_visible()
    assert [house.api("GET", f"/plants/{plant}{part}", None, 200).json for part in ("", "/chores", "/notes")] == before
    assert house.api("GET", "/agenda", None, 200).json["items"] == agenda
    assert house.ask("GET", f"/photographs/{photograph}/thumbnail.jpg").status == 200


def test_a_removed_plant_is_listed_below_the_plants(visitor, house):  # noqa: F811
    plant = house.add("Fern")
    house.api("DELETE", f"/plants/{plant}", None, 204)
    house.api("DELETE", f"/plants/{plant}", None, 204)
    page = visitor.page
    page.goto("/plants")
    page.get_by_text("Recently removed (1)").click()
    page.get_by_role("button", name="Restore Fern").click()
    page.wait_for_url(f"**/plants/{plant}?**")
    page.goto("/plants")
    expect(page.get_by_text("Recently removed")).to_have_count(0)


def test_over_http_a_restore_can_be_repeated_and_ends(house):  # noqa: F811
    plant = house.add("Fern")
    assert house.api("POST", f"/plants/{plant}/restore", None, 200).json["name"] == "Fern"
    house.api("DELETE", f"/plants/{plant}", None, 204)
    (removed,) = house.api("GET", "/removed-plants", None, 200).json["removed"]
    assert (removed["id"], removed["name"]) == (plant, "Fern")
    span = datetime.datetime.fromisoformat(removed["until"]) - datetime.datetime.fromisoformat(removed["removedAt"])
    assert span == datetime.timedelta(days=7)
    for _ in range(2):
        house.api("POST", f"/plants/{plant}/restore", None, 200)
    assert house.api("GET", "/removed-plants", None, 200).json == {"removed": []}
    assert house.api("POST", "/plants/018f0000-0000-7000-8000-000000000000/restore", None, 404).json["code"] == "not-found"


def test_the_command_removes_archives_and_restores(program):
    plant = program.add("Monty", "--species", "Monstera deliciosa")
    refused = program("plants", "remove", "Monty")
    assert refused.status == 64 and "--yes" in refused.err and program.agenda()["items"]
    run = program("plants", "remove", "Monty", "--yes", "--json")
    assert run.status == 0 and run.json["id"] == plant, run.err
    assert program.agenda()["items"] == [] and program("plants", "--json").json == []
    assert program("plants", "remove", "Monty", "--yes").status == 66
    assert [entry["name"] for entry in program("plants", "removed", "--json").json] == ["Monty"]
    assert program("plants", "removed", "--plain", "--fields", "name").out == "Monty\n"
    for _ in range(2):
        run = program("plants", "restore", "monty", "--json")
        assert run.status == 0 and run.json["id"] == plant, run.err
    assert program.agenda()["items"]

    run = program("plants", "remove", plant[:8], "--reason", "sold", "--json")
    assert run.status == 0 and run.json["archive"]["reason"] == "sold", run.err
    assert program("plants", "removed", "--json").json == []
    assert program("plants", "restore", "Monty", "--json").json.get("archive") is None
    assert program("plants", "remove", "Monty", "--reason", "eaten").status == 64


def test_after_seven_days_a_removed_plant_is_gone(program):
    program.add("Fern")
    assert program("plants", "remove", "Fern", "--yes", now=LATER.format(21)).status == 0
    assert program("plants", "restore", "Fern", now=LATER.format(29)).status == 66
    assert program("plants", "removed", "--json", now=LATER.format(29)).json == []
