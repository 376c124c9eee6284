"""A second opinion in the browser: its price, both answers, the status chip, and the settings."""

import json
import re

import pytest
from conftest import DESKTOP, KEY, PHONE, SURE, UNKNOWN, UNSURE, eventually, own_confidence
from playwright.sync_api import expect
from test_access import check, overflow
from test_app import RESULT, Visitor

VIEWS = {
    "phone": PHONE,
    "desktop": DESKTOP,
    "phone-without-script": {**PHONE, "java_script_enabled": False},
}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args):
    """Each journey here has its own server."""
    return {name: value for name, value in browser_context_args.items() if name != "base_url"}


@pytest.fixture
def house(serve, stub):
    """A server with a key that calls Pl@ntNet at the press of the button."""
    server = serve(**stub.settings)
    server.choose(inquiry__strategy="on-device-only")
    return server


@pytest.fixture
def keyless(serve, stub):
    """A server without a key."""
    return serve(STILLROOM_PLANTNET_BASE_URL=stub.url)


def visit(browse, server, view=None, **settings):
    """A person at a browser of that server."""
    view = {**(view or PHONE), "base_url": server.url, **settings}
    return Visitor(browse(**view), view.get("java_script_enabled", True))


@pytest.fixture(params=VIEWS)
def visitor(request, house, browse):
    visitor = visit(browse, house, VIEWS[request.param])
    yield visitor
    assert not visitor.page.faults, visitor.page.faults


def chip(page):
    return page.locator(".chip [data-chip]")


def ask(page):
    page.get_by_role("button", name="Ask Pl@ntNet").click()
    expect(page.locator(".agreement")).to_be_visible()


# MARK: the button

def test_the_button_shows_its_cost_and_then_both_answers(visitor, stub):
    page = visitor.page
    visitor.identify(UNKNOWN)
    address = page.url
    expect(page.locator(".provenance")).to_contain_text("Nothing was sent.")
    expect(page.locator(".credit")).to_have_count(0)
    button = page.get_by_role("button", name="Ask Pl@ntNet")
    expect(button).to_have_accessible_description("Uses 1 request; 500 left today")
    expect(page.get_by_text("Uses 1 request; 500 left today")).to_be_visible()
    assert stub.seen["targets"] == []

    page.get_by_text("What do the photos show?").click()
    page.get_by_label("Photo 1").select_option(label="A flower")
    ask(page)
    assert page.url == address
    expect(page.locator(".agreement")).to_contain_text(f"the model says Helianthus annuus ({100 * own_confidence(UNKNOWN):.0f} %), Pl@ntNet says Rosa canina")
    expect(page.locator(".provenance")).to_contain_text("Pl@ntNet was asked because you asked for it")
    expect(page.locator(".provenance")).to_contain_text("This used 1 request; 499 left that day.")
    credit = page.locator(".credit").get_by_role("link")
    expect(credit).to_have_attribute("href", "https://plantnet.org")
    rows = page.locator("ol.candidates > li")
    expect(rows.first).to_contain_text("Rosa canina")
    expect(rows.first.locator(".both")).to_contain_text("Pl@ntNet 91 %")
    expect(rows.filter(has_text="Helianthus annuus").locator(".both")).to_contain_text(f"{100 * own_confidence(UNKNOWN):.0f} %")
    expect(page.get_by_role("button", name="Ask Pl@ntNet")).to_have_count(0)
    seen = stub.seen
    assert seen["identifyCalls"] == 1 and [upload["organ"] for upload in seen["uploads"]] == ["flower"]

    # A plant named by Pl@ntNet can be kept.
    page.get_by_role("button", name="Add to my plants as Rosa canina").click()
    page.wait_for_url(re.compile(r"/plants/[^/?]+\?note="))
    expect(page.get_by_role("main")).to_contain_text("Rosa canina")


def test_a_repeated_question_is_answered_from_the_cache(visitor, stub):
    page = visitor.page
    visitor.identify(UNKNOWN)
    ask(page)
    visitor.identify(UNKNOWN)
    ask(page)
    expect(page.locator(".provenance")).to_contain_text("Pl@ntNet gave this answer on")
    expect(page.locator(".provenance")).not_to_contain_text("This used")
    expect(page.locator(".credit").get_by_role("link")).to_be_visible()
    assert stub.calls == 1


def test_an_uncertain_identification_asks_plantnet_automatically(house, browse, stub):
    house.choose(inquiry__strategy="on-device-first")
    visitor = visit(browse, house)
    visitor.identify(UNSURE)
    expect(visitor.page.locator(".provenance")).to_contain_text("Pl@ntNet was asked because the model is not sure that it knows this plant")
    visitor.identify(SURE)
    expect(visitor.page.locator(".provenance")).to_contain_text("Nothing was sent.")
    assert stub.calls == 1


def test_several_angles_are_asked_as_one(visitor, stub):
    page = visitor.page
    visitor.identify(UNKNOWN)
    first = page.url
    visitor.choose(SURE, "Add another photo", "Identify with all photos")
    page.wait_for_url(lambda url: RESULT.search(url) and url != first)
    page.get_by_text("What do the photos show?").click()
    page.get_by_label("Photo 1").select_option("flower")
    page.get_by_label("Photo 2").select_option("leaf")
    ask(page)
    seen = stub.seen
    assert seen["identifyCalls"] == seen["creditsUsed"] == 1
    assert [upload["organ"] for upload in seen["uploads"]] == ["flower", "leaf"]


def test_the_page_shows_that_plantnet_sees_no_plant(visitor, stub):
    stub(answer="not-a-plant")
    visitor.identify(SURE)
    ask(visitor.page)
    expect(visitor.page.locator(".agreement")).to_contain_text("Pl@ntNet says it is no plant")
    expect(visitor.page.locator("ol.candidates").first).to_contain_text("Helianthus annuus")
    expect(visitor.page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize("budget, words", [("100", "100 or fewer"), ("50", "50 or fewer"), ("10", "10 or fewer")])
def test_the_button_warns_when_few_requests_are_left(house, browse, budget, words):
    house.choose(plantnet__daily_budget=budget)
    visitor = visit(browse, house)
    visitor.identify(UNKNOWN)
    expect(visitor.page.get_by_text(f"Uses 1 request; {budget} left today")).to_be_visible()
    expect(visitor.page.locator(".ask .level")).to_contain_text(words)
    visitor.page.goto("/settings/plantnet")
    expect(visitor.page.locator(".quota .level")).to_contain_text(words)


def test_the_button_shows_that_a_request_is_running(house, browse, stub):
    visitor = visit(browse, house, service_workers="block")
    page = visitor.page
    visitor.identify(UNKNOWN)
    lines = []
    page.on("console", lambda line: lines.append(line.text))
    page.evaluate("""() => {
        const label = document.querySelector('.ask [data-label]');
        new MutationObserver(() => console.log(`label: ${label.textContent}`)).observe(label, { childList: true });
    }""")
    stub(next=["held"])
    page.get_by_role("button", name="Ask Pl@ntNet").click(no_wait_after=True)
    eventually(lambda: stub.seen["waiting"] == 1)
    other = visit(browse, house).page
    other.goto("/")
    expect(chip(other)).to_have_text("Asking")
    stub(release=True)
    expect(page.locator(".agreement")).to_be_visible()
    assert "label: Asking Pl@ntNet…" in lines
    expect(chip(other)).to_have_text("Connected")
    assert stub.calls == 1


# MARK: waiting

def test_a_request_without_quota_waits_and_can_be_cancelled(visitor, house, stub):
    page = visitor.page
    house.choose(plantnet__daily_budget="0")
    visitor.identify(UNKNOWN)
    expect(page.get_by_text("No requests are left today. New ones are available")).to_be_visible()
    page.get_by_role("button", name="Ask Pl@ntNet later").click()
    expect(page.locator(".waits")).to_contain_text("Waiting for new requests")
    expect(page.locator("ol.candidates").first).to_contain_text("Helianthus annuus")
    expect(chip(page)).to_have_text("1 to send")

    page.goto("/settings/plantnet")
    queue = page.locator("section[aria-labelledby=waiting] .queue > li")
    expect(queue).to_have_count(1)
    expect(queue).to_contain_text("Waiting for new requests")
    queue.get_by_role("button", name="Cancel").click()
    page.wait_for_load_state()
    assert house.waiting() == []
    page.goto("/settings/plantnet")
    expect(page.locator("section[aria-labelledby=waiting] .queue > li")).to_have_count(0)
    expect(chip(page)).to_have_text("Connected")
    assert stub.calls == 0


@pytest.mark.long
def test_a_waiting_page_shows_the_answer_without_a_reload(house, browse, stub):
    house.choose(plantnet__daily_budget="0", inquiry__strategy="service-only")
    visitor = visit(browse, house, service_workers="block")
    page = visitor.page
    visitor.identify(UNKNOWN)
    expect(page.get_by_role("heading", level=1)).to_have_text("Waiting for Pl@ntNet")
    expect(chip(page)).to_have_text("1 to send")
    page.evaluate("window.stays = true")
    house.choose(plantnet__daily_budget="5")
    expect(page.locator("ol.candidates").first).to_contain_text("Rosa canina", timeout=45_000)
    assert page.evaluate("window.stays"), "without a reload"
    expect(chip(page)).to_have_text("Connected")
    expect(page.locator(".waits")).to_have_count(0)
    assert stub.calls == 1


# MARK: the chip

def test_the_offline_chip_appears_and_disappears(house, browse):
    page = visit(browse, house, service_workers="block").page
    truth = {"value": None}

    def bend(route):
        state = route.fetch().json()
        if truth["value"]:
            state |= truth["value"]
        route.fulfill(json=state)

    page.route("**/api/state", bend)
    page.goto("/")
    expect(chip(page)).to_have_text("Connected")
    truth["value"] = {"chip": "No internet, 2 to send", "chipKind": "offline", "online": False, "waiting": 2}
    expect(chip(page)).to_have_text("No internet, 2 to send", timeout=8_000)
    expect(page.locator(".chip")).to_have_attribute("data-kind", "offline")
    expect(page.locator("#announce")).to_have_text("State: No internet, 2 to send")
    check(page)
    truth["value"] = None
    expect(chip(page)).to_have_text("Connected", timeout=8_000)
    expect(page.locator("#announce")).to_have_text("State: Connected")

    # The server itself may be unreachable.
    page.unroute("**/api/state")
    page.route("**/api/state", lambda route: route.abort())
    expect(chip(page)).to_have_text("Not connected", timeout=15_000)
    page.unroute("**/api/state")
    expect(chip(page)).to_have_text("Connected", timeout=15_000)


# MARK: the settings

def test_a_key_is_saved_used_and_removed(keyless, browse, stub):
    for view in (PHONE, VIEWS["phone-without-script"]):
        visitor = visit(browse, keyless, view)
        page = visitor.page
        visitor.identify(UNKNOWN)
        expect(page.get_by_role("button", name="Ask Pl@ntNet")).to_have_count(0)
        page.get_by_role("link", name="set up Pl@ntNet").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Pl@ntNet")
        expect(page.get_by_text("No key yet")).to_be_visible()
        expect(page.get_by_role("link", name="my.plantnet.org")).to_have_attribute("href", "https://my.plantnet.org")
        field = page.get_by_label("Your key for Pl@ntNet")
        expect(field).to_have_attribute("type", "password")
        field.fill("two words")
        page.get_by_role("button", name="Save key").click()
        expect(page.get_by_role("alert")).to_contain_text("This does not look like a key")
        expect(page.get_by_label("Your key for Pl@ntNet")).to_have_value("")

        page.get_by_label("Your key for Pl@ntNet").fill(KEY)
        page.get_by_role("button", name="Save key").click()
        expect(page.get_by_text("The key is saved in a file that only the server can read.")).to_be_visible()
        expect(page.get_by_text("Ready", exact=True)).to_be_visible()
        assert KEY not in page.content()
        page.reload()
        assert KEY not in page.content()

        page.get_by_text("Change or remove the key").click()
        page.get_by_role("button", name="Remove key").click()
        expect(page.get_by_text("The key is removed.")).to_be_visible()
        expect(page.get_by_text("No key yet")).to_be_visible()
        assert not (keyless.folder / "data/secrets/plantnet-api-key").exists()
        page.context.close()
    assert stub.calls == 0


def test_a_refused_key_is_reported_on_the_pages(keyless, browse):
    visitor = visit(browse, keyless)
    page = visitor.page
    page.goto("/settings")
    page.get_by_role("link", name="Pl@ntNet").click()
    page.get_by_label("Your key for Pl@ntNet").fill("wrong-key")
    page.get_by_role("button", name="Save key").click()
    visitor.identify(UNKNOWN)
    expect(page.get_by_text("Pl@ntNet refused the key, so it gives no second opinion.")).to_be_visible()
    page.get_by_role("link", name="Check the settings").click()
    expect(page.get_by_text("The key was refused")).to_be_visible()


def test_settings_are_saved_and_applied(visitor, house, stub):
    page = visitor.page
    page.goto("/settings/plantnet")
    expect(page.get_by_role("radio", name="Own server only")).to_be_checked()
    page.get_by_text("Own server first", exact=True).click()
    page.get_by_label("Ask below").fill("99")
    page.get_by_label("Flora").fill("k-middle-europe")
    page.get_by_label("Language of common names").fill("de")
    page.get_by_label("Requests a day, at most").fill("7")
    page.get_by_label("Requests a day, at most").press("Enter")
    expect(page.get_by_text("The settings are saved.")).to_be_visible()
    expect(page.get_by_role("radio", name="Own server first")).to_be_checked()
    expect(page.get_by_label("Ask below")).to_have_value("99")
    expect(page.get_by_label("Flora")).to_have_value("k-middle-europe")
    expect(page.get_by_label("Language of common names")).to_have_value("de")
    visitor.identify(SURE)
    expect(page.locator(".provenance")).to_contain_text(f"Pl@ntNet was asked because {100 * own_confidence(SURE):.0f} % is below your limit of 99 %")
    expect(page.locator(".provenance")).to_contain_text("6 left that day")
    asked = [target for target in stub.seen["targets"] if "/v2/identify/" in target]
    assert len(asked) == 1 and "/v2/identify/k-middle-europe?" in asked[0] and "lang=de" in asked[0]


def test_a_bad_flora_is_a_problem_and_changes_nothing(visitor, house):
    page = visitor.page
    before = house.ask("GET", "/api/settings").body
    page.goto("/settings/plantnet")
    page.get_by_text("Both at the same time", exact=True).click()
    page.get_by_label("Flora").fill("No such flora!")
    page.get_by_role("button", name="Save settings").click()
    alert = page.get_by_role("alert")
    expect(alert).to_be_visible()
    expect(alert).to_contain_text("flora")
    expect(page.get_by_role("heading", level=1)).to_have_text("Pl@ntNet")
    assert house.ask("GET", "/api/settings").body == before


def test_saved_answers_can_be_deleted(visitor, house, stub):
    page = visitor.page
    visitor.identify(UNKNOWN)
    ask(page)
    page.goto("/settings/answers")
    expect(page.get_by_text(re.compile(r"1 of 100 \(.+\), 0 expired"))).to_be_visible()
    page.get_by_role("button", name="Delete all answers").click()
    expect(page.get_by_text("The saved answers are deleted.", exact=True)).to_be_visible()
    expect(page.get_by_text(re.compile("0 of 100"))).to_be_visible()
    visitor.identify(UNKNOWN)
    ask(page)
    assert stub.calls == 2


def test_what_is_set_at_the_start_is_shown_and_not_changed(serve, stub, browse):
    server = serve(**stub.settings, STILLROOM_INQUIRY_STRATEGY="parallel", STILLROOM_PLANTNET_PROJECT="useful")
    page = visit(browse, server).page
    page.goto("/settings/plantnet")
    expect(page.get_by_role("radio", name="Both at the same time")).to_be_disabled()
    expect(page.get_by_role("radio", name="Both at the same time")).to_be_checked()
    expect(page.get_by_label("Flora")).to_be_disabled()
    expect(page.get_by_text(re.compile(r"^This is set in the server configuration"))).to_have_count(2)
    expect(page.get_by_text("The key is set in the server configuration")).to_be_visible()
    expect(page.get_by_role("button", name="Remove key")).to_have_count(0)
    page.get_by_label("Ask below").fill("30")
    page.get_by_role("button", name="Save settings").click()
    expect(page.get_by_text("The settings are saved.")).to_be_visible()
    settings = server.ask("GET", "/api/settings").json
    assert settings["inquiry.threshold"]["value"] == "0.3" and settings["inquiry.strategy"] == {"value": "parallel", "from": "start"}


# MARK: accessibility

def second_opinions(house, stub):
    """Return every state of a second opinion: a name and its address."""
    def identification(picture, **options):
        photograph = house.photograph(picture.read_bytes())
        answer = house.ask("POST", f"/api/photographs/{photograph}/identifications", json.dumps(options) if options else None)
        assert answer.status == 201, answer.text
        return f"/identifications/{answer.json['id']}"

    faces = {"price": identification(SURE), "price-first": identification(UNKNOWN),
             "disagreement": identification(UNKNOWN, strategy="parallel")}
    stub(answer="not-a-plant")
    faces["no-plant"] = identification(SURE, strategy="parallel")
    stub(answer="unsure")
    faces["unsure"] = identification(UNSURE, strategy="parallel")
    stub(answer="section")
    faces["section"] = identification(SURE, strategy="parallel", organs=["leaf"])
    faces["settings"], faces["settings-saved"] = "/settings/plantnet", "/settings/answers?note=saved"
    return faces


def scarce(house):
    """The same with an exhausted quota."""
    house.choose(plantnet__daily_budget="0")
    photographs = [house.photograph(picture.read_bytes()) for picture in (UNKNOWN, SURE, UNSURE)]
    answers = {}
    for photograph, strategy in zip(photographs, ("service-only", "parallel", "on-device-only")):
        answer = house.ask("POST", f"/api/photographs/{photograph}/identifications",
                           json.dumps({"strategy": strategy, "organs": ["bark"]}))
        assert answer.status == 201, answer.text
        answers[strategy] = f"/identifications/{answer.json['id']}"
    return answers | {"settings-waiting": "/settings/plantnet"}


@pytest.mark.parametrize("view", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_finds_nothing(view, house, keyless, stub, browse):
    page = visit(browse, house, view).page
    for path in second_opinions(house, stub).values():
        page.goto(path)
        check(page)
    for path in scarce(house).values():
        page.goto(path)
        check(page)
    page.goto("/settings/plantnet")
    page.get_by_label("Flora").fill("No such flora!")
    page.get_by_role("button", name="Save settings").click()
    expect(page.get_by_role("alert")).to_be_visible()
    check(page)
    page = visit(browse, keyless, view).page
    page.goto("/settings/plantnet")
    check(page)


def test_nothing_is_wider_than_a_narrow_screen(house, stub, browse):
    narrow = visit(browse, house, viewport={"width": 320, "height": 640}).page
    large = visit(browse, house).page
    large.context.new_cdp_session(large).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    wide = {}
    for faces in (second_opinions(house, stub), scarce(house)):
        for name, path in faces.items():
            for page in (narrow, large):
                page.goto(path)
                page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
                found = overflow(page)
                if found["by"] > 0:
                    wide[name, "narrow" if page is narrow else "large letters"] = found
    assert not wide


def test_targets_are_large_enough_for_a_finger(house, stub, browse):
    page = visit(browse, house).page
    small = []
    for path in [*second_opinions(house, stub).values(), *scarce(house).values()]:
        page.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
        small += page.evaluate("""() => [...document.querySelectorAll('main .button, summary, .chip, select, input[type=text], input[type=number]')]
            .map((e) => [location.pathname + ' ' + (e.textContent.trim() || e.id).slice(0, 30), e.getBoundingClientRect()])
            .filter(([, r]) => r.width > 0 && (r.width < 44 || r.height < 44))
            .map(([text, r]) => `${text} ${Math.round(r.width)}×${Math.round(r.height)}`)""")
    assert not small
