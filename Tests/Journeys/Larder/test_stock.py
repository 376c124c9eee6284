"""The stock and the shopping list: in a browser with and without scripts, over the API and with the command."""

import json
import re

import pytest
from conftest import DESKTOP, PHONE, eventually
from medicine_house import draw
from food_house import SPREAD, food, food_service, larder, larders  # noqa: F401
from playwright.sync_api import expect
from test_access import check, overflow
from test_outbox import connect, disconnect, ready
from test_plantnet_app import browser_context_args, visit  # noqa: F401  each journey here has its own server

VIEWS = {
    "phone": PHONE, "phone-without-script": {**PHONE, "java_script_enabled": False},
    "desktop": DESKTOP, "desktop-without-script": {**DESKTOP, "java_script_enabled": False}}
# The clock of the server begins on 21 November 2026.
CODE = f"(01)0{SPREAD}(15)261200(10)L7(3103)000400"


@pytest.fixture(params=VIEWS)
def visitor(request, larder, browse):
    visitor = visit(browse, larder, VIEWS[request.param])
    visitor.page.set_default_timeout(10_000)
    yield visitor
    assert not visitor.page.faults, visitor.page.faults


def fill(page, name, **fields):
    page.goto("/larder/stock")
    if not page.locator("details.folded[open]").count():
        page.get_by_text("Add an item").click()
    page.get_by_label("Name").fill(name)
    if "amount" in fields:
        page.get_by_label("Amount").fill(fields["amount"])
        page.get_by_label("Unit").select_option(label=fields["unit"])
    if "place" in fields:
        page.locator("#stock-place").select_option(label=fields["place"])
    if "date" in fields:
        page.get_by_label("Kind of date").select_option(label=fields["kind"])
        page.get_by_label("Date on the package").fill(fields["date"])
    page.get_by_role("button", name="Add to the stock").click()


def item(page, name):
    return page.locator(".stock .row", has_text=name)


def test_food_is_added_used_up_and_put_back(visitor, larder):
    page = visitor.page
    fill(page, "Milk", amount="1,5", unit="l", place="Fridge", kind="Use by", date="2026-11-22")
    expect(page.locator(".did")).to_contain_text("Milk is in stock.")
    expect(item(page, "Milk")).to_contain_text("1.5 l · Fridge")
    expect(item(page, "Milk")).to_contain_text("Use by 22 November 2026, tomorrow")
    fill(page, "Rice", place="Cupboard", kind="Best before", date="2026-11-20")
    expect(page.get_by_role("region", name="Date is over")).to_contain_text("Rice")
    expect(item(page, "Rice")).to_contain_text("It may still be good")
    page.get_by_role("navigation", name="Place").get_by_role("link", name="Fridge").click()
    expect(item(page, "Rice")).to_have_count(0)

    page.goto("/")
    expect(page.get_by_role("region", name="Use soon")).to_contain_text("Milk")
    page.goto("/larder/stock")
    item(page, "Milk").get_by_role("button", name=re.compile("^Opened")).click()
    expect(item(page, "Milk")).to_contain_text("opened 21 Nov 2026")
    item(page, "Milk").get_by_role("button", name=re.compile("^Used up")).click()
    expect(page.locator(".did")).to_contain_text("Milk is used up.")
    page.get_by_role("button", name="Undo").click()
    expect(item(page, "Milk")).to_be_visible()
    item(page, "Milk").get_by_role("button", name=re.compile("^Used up")).click()
    page.get_by_role("button", name="Add to the shopping list").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Shopping list")
    tick = page.get_by_role("button", name="Milk")
    expect(tick).to_have_attribute("aria-pressed", "false")
    tick.click()
    expect(tick).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Add a line").fill("Bread")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name="Remove the ticked lines").click()
    expect(page.locator(".ticks li")).to_have_count(1)
    assert [line["text"] for line in larder.api("GET", "/shopping", None, 200).json["items"]] == ["Bread"]


def test_a_code_proposes_and_a_person_confirms(visitor, larder):
    page = visitor.page
    larder.look_up(CODE)
    page.goto(f"/larder/products/{SPREAD}")
    expect(page.locator("#stock")).to_contain_text("The barcode says: best before 31 December 2026, 0.4 kg.")
    assert larder.api("GET", "/stock", None, 200).json["items"] == []
    expect(page.get_by_label("Date on the package")).to_have_value("2026-12-31")
    page.get_by_label("Date on the package").fill("2026-12-30")
    page.get_by_role("button", name="Add to the stock").click()
    expect(page.locator(".did")).to_contain_text("is in stock.")
    [kept] = larder.api("GET", "/stock", None, 200).json["items"]
    assert kept["date"] == {"kind": "best-before", "day": "2026-12-30"}
    assert kept["lot"] == "L7" and kept["amount"]["text"] == "0.4 kg" and kept["code"] == SPREAD


def read_date(visitor, browser, *lines):
    page = visitor.page
    page.locator("form.library input[type=file]").set_input_files(
        {"name": "lid.jpg", "mimeType": "image/jpeg", "buffer": draw(browser, [(line, 34) for line in lines])})
    if not visitor.has_script:
        page.locator("form.library").get_by_role("button", name="Read photo").click(timeout=60_000)
    expect(page.locator("form.choose")).to_be_visible(timeout=60_000)


def test_a_date_is_read_from_a_photograph_and_a_person_confirms(visitor, larder, browser):
    page = visitor.page
    page.goto("/larder/stock")
    page.get_by_role("link", name="Read a date from a photo").click()
    read_date(visitor, browser, "RED LENTILS 500 g", "PACKED ON 14.08.2026", "BEST BEFORE 12.03.2027", "LOT B6132")
    expect(page.get_by_role("heading", level=1)).to_have_text("Is this the date on the package?")
    expect(page.locator(".opening")).to_contain_text("Best before 12 March 2027")
    assert larder.api("GET", "/stock", None, 200).json["items"] == []
    page.get_by_label("Name").fill("Red lentils")
    page.get_by_role("button", name="Add to the stock").click()
    expect(page.locator(".did")).to_contain_text("Red lentils is in stock.")
    [kept] = larder.api("GET", "/stock", None, 200).json["items"]
    assert kept["date"] == {"kind": "best-before", "day": "2027-03-12"} and kept["lot"] == "B6132"

    # Day and month can be exchanged: no date is preselected, and the person chooses one.
    item(page, "Red lentils").get_by_role("link", name="Red lentils").click()
    page.get_by_role("link", name="Read the date from a photo").click()
    read_date(visitor, browser, "BEEF MINCE", "USE BY 03/12/26")
    expect(page.get_by_role("heading", level=1)).to_have_text("Which date is it?")
    assert page.locator("input[name=read-date]:checked").count() == 0
    if visitor.has_script:
        check(page)
    page.get_by_label("Use by 3 December 2026").check()
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".did")).to_contain_text("Red lentils is saved.")
    kept = larder.api("GET", f"/stock/{kept['id']}", None, 200).json
    assert kept["date"] == {"kind": "use-by", "day": "2026-12-03"} and kept["name"] == "Red lentils"


def test_the_date_of_a_photograph_is_read_over_the_api_and_by_the_command(larder, browser, tmp_path):
    picture = tmp_path / "lid.jpg"
    picture.write_bytes(draw(browser, [("YOGURT", 34), ("USE BY 04 DEC", 34)]))
    answer = larder.ask("POST", "/api/food-dates", picture.read_bytes())
    assert answer.status == 200, answer
    read = answer.json
    assert read["proposal"] == read["candidates"][0]
    assert (read["proposal"]["kind"], read["proposal"]["day"], read["proposal"]["kindPrinted"]) == ("use-by", "2026-12-04", True)
    blank = tmp_path / "blank.jpg"
    blank.write_bytes(draw(browser, []))
    command = larder.command()
    ran = command("stock", "date", str(picture), str(blank), "--jsonl")
    assert [json.loads(line)["candidates"] != [] for line in ran.out.splitlines()] == [True, False], ran.err
    assert "use by 2026-12-04" in command("stock", "date", str(picture)).out
    assert larder.ask("POST", "/api/food-dates", b"no picture").status == 415
    assert larder.api("GET", "/stock", None, 200).json["items"] == []


def test_a_refused_form_keeps_what_was_typed(visitor):
    page = visitor.page
    fill(page, "Milk", amount="many", unit="l")
    expect(page.get_by_role("alert")).to_contain_text("The amount must be a number above 0")
    expect(page.get_by_label("Name")).to_have_value("Milk")


def test_used_up_without_a_connection_arrives_once(larder, browse):
    kept = larder.api("POST", "/stock", {"name": "Milk"}, 201).json
    page = visit(browse, larder, PHONE).page
    ready(page)
    page.goto("/larder/stock")
    disconnect(page)
    item(page, "Milk").get_by_role("button", name=re.compile("^Used up")).click()
    expect(page.get_by_text("Saved on this device. You can go on.")).to_be_visible()
    assert len(larder.api("GET", "/stock", None, 200).json["items"]) == 1
    connect(page)
    eventually(lambda: larder.api("GET", "/stock", None, 200).json["items"] == [], 20)
    assert larder.api("GET", f"/stock/{kept['id']}", None, 200).json["usedUpAt"]


@pytest.mark.parametrize("view", [PHONE, DESKTOP, {"viewport": {"width": 320, "height": 640}}])
def test_every_page_can_be_used_by_everybody(larder, browse, view):
    larder.api("PATCH", "/settings", {"diet.allergens": "milk"}, 200)
    larder.look_up(CODE)
    long = "Donaudampfschifffahrtsgesellschaftskapitänskajütenfensterbankmilch"
    kept = larder.api("POST", "/stock", {"code": SPREAD, "name": "Spread", "place": "fridge", "date": "2026-11-20"}, 201).json
    larder.api("POST", "/stock", {"name": long, "place": long[:40], "date": "2026-11-22", "dateKind": "use-by"}, 201)
    line = larder.api("POST", f"/stock/{kept['id']}/buy", None, 200).json
    larder.api("PATCH", f"/shopping/{line['id']}", {"ticked": True}, 200)
    larder.api("POST", "/shopping", {"text": long}, 201)
    page = visit(browse, larder, view).page
    for path in ("/", "/larder", "/larder/stock", f"/larder/stock?note=saved&item={kept['id']}", f"/larder/stock/{kept['id']}",
                 "/larder/shopping", f"/larder/products/{SPREAD}", "/larder/diet", "/larder/date"):
        page.goto(path)
        check(page)
        found = overflow(page)
        assert found["by"] <= 0, (path, found)
    assert page.faults == [], page.faults


def test_the_command_lists_and_changes_the_stock(larder):
    command = larder.command()
    added = command("stock", "add", "Milk", "--amount", "1", "--unit", "l", "--place", "fridge", "--use-by", "2026-11-22", "--json")
    assert added.status == 0, added.err
    assert added.json["date"] == {"kind": "use-by", "day": "2026-11-22"}
    assert "Milk: 1 l, fridge, use by 2026-11-22" in command("stock").out
    assert command("stock", "list", "--place", "cellar", "--jsonl").out == ""
    assert command("stock", "opened", "milk").status == 0
    assert command("stock", "used-up", "Milk", "--buy").status == 0
    assert command("stock", "--plain").out == ""
    assert command("shopping").out == "[ ] Milk\n"
    assert command("stock", "put-back", added.json["id"]).status == 0
    assert command("shopping", "tick", "Milk", "--json").json["ticked"] is True
    assert "1 line is removed." in command("shopping", "clear").err
    assert command("stock", "remove", "Milk").status == 0
    assert command("stock", "used-up", "Milk").status == 66
    assert command("stock", "add", "Milk", "--amount", "many").status == 64
    assert json.loads(command("stock", "--json").out) == {"items": []}
