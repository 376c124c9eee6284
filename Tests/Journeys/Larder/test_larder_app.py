"""The larder in a browser: a photographed barcode leads to a product, and a question is answered with one tap."""

import re

import pytest
from conftest import DESKTOP, FLOWER, PHONE, SANDBOX, eventually
from food_house import (  # noqa: F401
    ABSENT, BARE, CATEGORY, FOREIGN, LABEL, MARKUP, SOUP, SPREAD, drawn, film, food, food_service, larders, larder)
from playwright.sync_api import expect
from test_access import check, overflow
from test_plantnet_app import browser_context_args, visit  # noqa: F401  each journey here has its own server

VIEWS = {"phone": PHONE, "phone-without-script": {**PHONE, "java_script_enabled": False}}


@pytest.fixture(params=VIEWS)
def visitor(request, larder, browse):
    visitor = visit(browse, larder, VIEWS[request.param])
    visitor.page.set_default_timeout(10_000)
    yield visitor
    assert not visitor.page.faults, visitor.page.faults


def photograph(visitor, picture):
    page = visitor.page
    page.goto("/larder")
    page.locator("form.library input[type=file]").set_input_files({"name": "packet.png", "mimeType": "image/png", "buffer": picture})
    if not visitor.has_script:
        page.locator("form.library").get_by_role("button", name="Read photo").click()


def answer(page, choice):
    page.locator("article.question").first.get_by_role("button", name=re.compile(f"^{choice}", re.I)).click()


def test_a_photographed_product_gets_a_question_and_its_answer_is_sent_once(visitor, larder, food):
    page = visitor.page
    photograph(visitor, drawn(SPREAD))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Hazelnut spread")
    assert SPREAD in page.url
    question = page.locator("article.question h3").first
    expect(question).to_have_text("Is the product in this category?")

    # After an undo within five seconds nothing is sent.
    answer(page, "Yes")
    expect(page.locator("[data-told]")).to_contain_text("You said yes")
    page.locator("[data-told]").get_by_role("button", name=re.compile("^Undo")).click()
    expect(page.locator("article.question h3").first).to_have_text("Is the product in this category?")
    assert larder.votes() == [] and food.answers(CATEGORY) == []

    # An answer given while Robotoff is unreachable is shown as waiting, and is sent when Robotoff is back.
    food.down("robotoff")
    answer(page, "Yes")
    expect(page.locator("[data-told]")).to_contain_text("You said yes")
    vote = larder.votes()[0]
    eventually(lambda: larder.vote(vote)["attempts"], 20)
    page.goto("/larder/votes")
    expect(page.locator("[aria-labelledby=under-way] li")).to_have_count(1)
    expect(page.locator("[aria-labelledby=under-way]")).to_contain_text("Hazelnut spread")
    food.up()
    larder.until(vote, "counted", within=45)
    assert len(food.answers(CATEGORY)) == 1
    food.never_twice()
    page.goto("/larder/votes")
    expect(page.locator("[aria-labelledby=under-way]")).to_contain_text("No answers are waiting.")


def test_questions_are_answered_and_undone_by_keyboard(larder, browse, food):
    visitor = visit(browse, larder, DESKTOP)
    page = visitor.page
    larder.look_up(SPREAD)
    larder.asked(SPREAD)
    page.goto(f"/larder/products/{SPREAD}")
    heading = page.locator("article.question h3").first
    expect(heading).to_have_text("Is the product in this category?")
    page.locator("article.question form").first.scroll_into_view_if_needed()  # a question that is not visible cannot be answered
    page.wait_for_timeout(500)  # two taps within less time are one
    page.keyboard.press("n")
    expect(heading).not_to_have_text("Is the product in this category?")
    expect(page.locator("[data-told]")).to_contain_text("You said no")
    page.keyboard.press("u")
    eventually(lambda: larder.votes() == [])
    page.wait_for_timeout(500)
    expect(page.locator("article.question h3").first).to_be_visible()
    assert food.answers(CATEGORY) == [] and not visitor.page.faults, visitor.page.faults


def test_a_picture_without_a_barcode_is_reported_and_adds_no_product(visitor, larder, food):
    page = visitor.page
    photograph(visitor, FLOWER.read_bytes())
    expect(page.get_by_role("heading", level=1)).to_have_text("No barcode could be read")
    assert larder.api("GET", "/larder", None, 200).json["products"] == [] and food.count("product") == 0


@pytest.fixture
def camera(playwright, tmp_path):
    """Open a page of a browser whose camera shows a barcode: `camera(url, ["camera"])`."""
    file = tmp_path / "film.y4m"
    file.write_bytes(film(SPREAD))
    # The headless shell has no camera.
    browser = playwright.chromium.launch(
        executable_path="/usr/bin/chromium", headless=False,
        args=["--headless=new", *SANDBOX, "--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={file}"])
    yield lambda url, permissions=(): browser.new_context(
        **PHONE, base_url=url, permissions=list(permissions), service_workers="block").new_page()
    browser.close()


def test_a_barcode_in_the_live_picture_is_looked_up(larder, camera):
    page = camera(larder.url, ["camera"])
    page.goto("/larder")
    page.get_by_role("button", name="Scan a barcode").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Hazelnut spread", timeout=20_000)
    assert SPREAD in page.url


def test_a_camera_that_is_refused_leaves_the_other_ways(larder, camera):
    page = camera(larder.url)
    page.goto("/larder")
    page.get_by_role("button", name="Scan a barcode").click()
    expect(page.get_by_role("dialog")).to_contain_text("The camera cannot be used.")
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_label(re.compile("Or type the number")).fill(SPREAD)
    page.get_by_role("button", name="Look up").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Hazelnut spread")


def test_the_answer_cannot_tell_names_the_missing_data(larders, browse):
    larder = larders(STILLROOM_DIET_ALLERGENS="milk,celery")
    page = visit(browse, larder, PHONE).page
    larder.look_up(SOUP)
    page.goto(f"/larder/products/{SOUP}")
    expect(page.get_by_text(re.compile("Cannot tell"))).not_to_have_count(0)
    expect(page.get_by_text(re.compile("the ingredients have not been entered", re.I)).first).to_be_visible()
    larder.look_up(SPREAD)
    page.goto(f"/larder/products/{SPREAD}")
    expect(page.get_by_text(re.compile("No: it contains milk")).first).to_be_visible()


def test_every_page_can_be_used_by_everybody(larder, browse):
    page = visit(browse, larder).page
    check_page = ["/larder"]
    for code in (SPREAD, MARKUP, FOREIGN, BARE):
        larder.look_up(code)
        check_page.append(f"/larder/products/{code}")
    larder.asked(SPREAD)
    larder.look_up(ABSENT)
    larder.answer(LABEL, "no")
    check_page += [f"/larder/products/{ABSENT}", "/larder/look?code=123", "/larder/game", "/larder/votes", "/larder/diet", "/larder/calls", "/larder/robotoff", "/larder/robotoff?request=insights-list"]
    for path in check_page:
        page.goto(path)
        check(page)
        found = overflow(page)
        assert found["by"] <= 0, (path, found)
    assert page.faults == [], page.faults
    assert "<script>alert" not in page.content()


def test_a_request_to_robotoff_is_composed_and_its_answer_is_shown(visitor, larder, food):
    page = visitor.page
    page.goto("/larder/calls")
    page.get_by_role("link", name="Compose a request to Robotoff").click()
    page.get_by_role("link", name="The open insights about a product").click()
    page.get_by_label("barcode").fill(SPREAD)
    page.get_by_role("button", name="Send the request").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Original answer")
    expect(page.locator("p.address")).to_contain_text(f"/api/v1/insights/{SPREAD}")
    expect(page.locator("pre.raw")).to_contain_text(CATEGORY)
    # What the service refuses is an answer like any other.
    page.goto("/larder/robotoff?request=insights-list")
    page.get_by_label("order_by").fill("size")
    page.get_by_role("button", name="Send the request").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Original answer")
    expect(page.locator(".opening")).to_contain_text("400")
    # A wrong value is not sent.
    page.goto("/larder/robotoff?request=insights-random")
    page.get_by_label("count", exact=True).fill("many")
    page.get_by_role("button", name="Send the request").click()
    expect(page.get_by_role("alert")).to_contain_text("count must be a whole number")
    assert not any("count=many" in call["line"] for call in food.seen["calls"])
