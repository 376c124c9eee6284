"""The agenda page by page, and where its first task is on a phone."""

import pytest
from conftest import DESKTOP, PHONE
from playwright.sync_api import expect
from test_care_http import House, is_problem
from test_plantnet_app import browser_context_args, visit  # noqa: F401  each journey here has its own server


@pytest.fixture(scope="module")
def full(tmp_path_factory, home):
    """A household with 60 plants that need water today."""
    house = House(tmp_path_factory.mktemp("agenda"), home)
    for number in range(60):
        house.add(f"Fern {number:02}", species="Nephrolepis exaltata", room="Hall")
    yield house
    house.stop()


@pytest.mark.parametrize("script", [True, False], ids=["script", "without-script"])
def test_the_first_task_is_in_the_upper_third_of_a_phone(full, browse, script):
    page = visit(browse, full, {**PHONE, "java_script_enabled": script, "bypass_csp": script}).page
    page.goto("/agenda")
    if script:  # also with a wide font: phones have different ones
        page.evaluate("document.documentElement.style.setProperty('--serif', 'DejaVu Sans')")
    expect(page.get_by_role("button", name="Mark all due as watered")).to_be_visible()
    top = page.locator("li.chore").first.bounding_box()["y"]
    assert top <= PHONE["viewport"]["height"] / 3, f"the first task begins at {top} px, after: {page.locator('main').inner_text()[:300]}"


@pytest.mark.parametrize("view", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_later_and_earlier_lead_through_all_tasks_once(full, browse, view):
    page = visit(browse, full, view).page
    page.goto("/agenda")
    seen, pages = [], 0
    while True:
        rows = page.locator("li.chore")
        assert rows.count() <= 40
        seen += rows.locator(".chore-whom a").all_inner_texts()
        pages += 1
        later = page.get_by_role("link", name="Later, from")
        if "from=" in (later.get_attribute("href") or ""):
            break
        later.click()
        page.wait_for_load_state("load")
    whole = full.api("GET", "/agenda", None, 200).json["items"]
    assert seen == [item["plantName"] for item in whole] and pages == -(-len(whole) // 40)
    page.get_by_role("link", name="Later, from").click()
    page.get_by_role("link", name="Earlier").click()
    for _ in range(pages - 1):
        page.get_by_role("link", name="Earlier").click()
        page.wait_for_load_state("load")
    expect(page.get_by_role("link", name="Earlier")).to_have_count(0)


def test_the_api_gives_an_agenda_in_parts(full):
    whole = full.api("GET", "/agenda?days=60", None, 200).json
    assert "next" not in whole
    items, cursor = [], ""
    while cursor is not None:
        part = full.api("GET", f"/agenda?days=60&limit=50{cursor and '&cursor=' + cursor}", None, 200).json
        assert len(part["items"]) <= 50 and part["dueToday"] == whole["dueToday"]
        items += part["items"]
        cursor = part.get("next")
    assert items == whole["items"]
    for query in ("limit=0", "limit=201", "limit=x", "cursor=x", "cursor=2026-11-21"):
        is_problem(full.api("GET", "/agenda?" + query), 400, "bad-wish")
