"""The app in a browser."""

import re

import pytest
from conftest import DESKTOP, FIXTURES, FLOWER, PAGE, PHONE, SURE
from playwright.sync_api import expect

TEXT = FIXTURES / "Bad/text.jpg"
RESULT = re.compile(r"/identifications/[^/]+$")
PLANT = re.compile(r"/plants/[^/?]+\?note=")

VIEWS = {
    "phone": PHONE,
    "phone-dark": {**PHONE, "color_scheme": "dark"},
    "desktop": DESKTOP,
    "phone-without-script": {**PHONE, "java_script_enabled": False},
    "desktop-without-script": {**DESKTOP, "java_script_enabled": False},
}


class Visitor:
    """A person at a browser, with or without JavaScript; the steps are the same."""

    def __init__(self, page, has_script):
        self.page = page
        self.has_script = has_script

    def choose(self, picture, label="Choose a photo", button="Identify plant"):
        # The script that sends the photo is loaded before this; a person takes longer to choose one.
        self.page.wait_for_load_state()
        field = self.page.get_by_label(label)
        field.set_input_files(picture)
        if not self.has_script:
            field.locator("xpath=ancestor::form").get_by_role("button", name=button).click()

    def identify(self, picture=FLOWER):
        self.page.goto("/photograph")
        self.choose(picture)
        self.page.wait_for_url(RESULT)

    def keep_as(self, name, picture=FLOWER):
        self.identify(picture)
        self.page.locator("summary", has_text="None of these").click()
        self.page.get_by_label("Name of the plant (optional)").fill(name)
        self.page.get_by_role("button", name="Add to my plants with this name").click()
        self.page.wait_for_url(PLANT)


@pytest.fixture(params=VIEWS)
def visitor(request, browse):
    return Visitor(browse(**VIEWS[request.param]), VIEWS[request.param].get("java_script_enabled", True))


@pytest.fixture
def phone(browse):
    """A browser with JavaScript and without the service worker, so that tests can change the network."""
    return Visitor(browse(service_workers="block"), True)


def image_is_shown(locator):
    expect(locator).to_be_visible()
    return locator.page.request.get(locator.get_attribute("src")).ok


@pytest.mark.parametrize("view", ["phone", "desktop", "phone-without-script"])
def test_first_visit_shows_an_empty_today(view, fresh, browse):
    page = browse(**VIEWS[view])
    page.goto(fresh.url + "/")
    expect(page).to_have_title("Today – Stillroom")
    expect(page.get_by_role("heading", level=1)).to_have_text("No tasks today")
    expect(page.get_by_role("heading", name="No plants yet")).to_be_visible()
    expect(page.locator(".chip [data-chip]")).to_have_text("Connected")
    tabs = page.get_by_role("navigation", name="Main").get_by_role("link")
    expect(tabs).to_have_text(["Today", "Plants", "Photograph", "Larder", "Medicines"])
    expect(tabs.first).to_have_attribute("aria-current", "page")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Plants").click()
    expect(page.get_by_role("heading", name="No plants yet")).to_be_visible()
    page.get_by_role("link", name="Photograph a plant").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Photograph a plant")


def test_a_photograph_becomes_a_plant(visitor):
    page = visitor.page
    page.goto("/")
    page.get_by_role("main").get_by_role("link", name="Photograph a plant").click()
    visitor.choose(SURE)
    page.wait_for_url(RESULT)

    rows = page.locator("ol.candidates > li")
    folded = page.locator("details.more-candidates > summary")
    if folded.count():
        assert rows.first.is_visible() and not rows.last.is_visible()
        folded.click()
    assert 1 <= rows.count() <= 10
    sunflower = rows.filter(has=page.get_by_role("heading", name="Helianthus annuus"))
    expect(sunflower).to_be_visible()
    for row in rows.all():
        expect(row.locator("svg.meter rect")).to_have_count(2)
        score = re.fullmatch(r"(<1|\d+|>99) % (Likely|Unsure|Doubtful)", " ".join(row.locator(".score").inner_text().split()))
        assert score, row.inner_text()
        number, word = 0 if score[1] == "<1" else int(score[1]), score[2]
        # 40 and 70 themselves may be rounded from either side.
        assert word in {"Likely"} if number > 70 else word in {"Unsure", "Likely"} if number == 70 else \
            word in {"Unsure"} if number > 40 else word in {"Unsure", "Doubtful"} if number == 40 else word == "Doubtful"
        band = row.locator("svg.meter rect").nth(1)
        expect(band).to_have_class(f"fill-{word.lower()}")
        expect(row.locator("svg.meter")).to_have_attribute("aria-hidden", "true")
    expect(page.locator(".provenance")).to_have_text(re.compile(r"Identified by Stillroom in [\d.]+ s \(.+\)\. Nothing was sent\."))
    assert image_is_shown(page.get_by_alt_text("Your photo"))
    expect(page.get_by_text("Never eat a plant")).to_be_visible()

    result = page.url
    sunflower.get_by_role("button", name="Add to my plants").click()
    page.wait_for_url(PLANT)
    expect(page.get_by_role("status").filter(has_text="Added to your plants.")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sunflower")
    expect(page.locator("article .latin")).to_have_text("Helianthus annuus")
    assert image_is_shown(page.get_by_alt_text("Sunflower, photo 1"))

    # The answer stays, and can be kept only once.
    page.get_by_text("How it was identified").click()
    page.get_by_role("link", name="Show the full answer").click()
    assert page.url == result
    expect(page.get_by_text("Added to your plants as Sunflower.")).to_be_visible()
    expect(page.get_by_role("button", name="Add to my plants")).to_have_count(0)


def test_the_collection_is_searched_renamed_and_cleared(visitor, request):
    page = visitor.page
    name = f"Balcony-{request.node.callspec.id}"
    visitor.keep_as(name)
    page.get_by_role("link", name="All plants").click()
    sheet = page.locator("ul.sheets > li").filter(has_text=name)
    expect(sheet).to_have_count(1)
    assert image_is_shown(sheet.locator("img"))

    page.get_by_role("link", name="List").click()
    expect(page.locator("ul.rows > li").filter(has_text=name)).to_have_count(1)
    page.get_by_role("link", name="By name").click()
    names = page.locator("ul.rows .row-name").all_inner_texts()
    assert names == sorted(names, key=str.casefold)

    page.get_by_label("Search your plants").fill(name.upper())
    page.get_by_role("button", name="Search").click()
    expect(page.locator("ul.rows .row-name")).to_have_text([name])
    page.get_by_label("Search your plants").fill("nothing-like-it")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("heading", name="No plants found for “nothing-like-it”")).to_be_visible()
    page.get_by_role("link", name="Show all plants").click()

    page.get_by_role("link", name=name, exact=True).click()
    page.locator("summary", has_text="Change the name").click()
    page.get_by_label("Name", exact=True).fill(name + " <b>&amp;\" renamed")
    page.get_by_role("button", name="Save name").click()
    page.wait_for_url(PLANT)
    expect(page.get_by_text("The name is changed.")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text(name + " <b>&amp;\" renamed")

    page.locator("summary", has_text="Remove this plant").click()
    page.locator("form[action$='/remove'] button.danger").click()
    page.wait_for_url("**/plants?note=removed&plant=*")
    expect(page.get_by_text("renamed was removed.")).to_be_visible()
    expect(page.get_by_role("link", name=name)).to_have_count(0)


def test_two_words_are_searched(phone):
    phone.keep_as("The one in the hall")
    phone.page.goto("/plants")
    phone.page.get_by_label("Search your plants").fill("the hall")
    phone.page.get_by_role("button", name="Search").click()
    phone.page.wait_for_url("**/plants?q=*")
    expect(phone.page.get_by_label("Search your plants")).to_have_value("the hall", timeout=1000)
    expect(phone.page.get_by_role("link", name="The one in the hall")).to_be_visible(timeout=1000)


def test_the_choice_none_of_these_takes_a_name_that_the_person_types(visitor):
    visitor.keep_as("Grandmother’s favourite")
    page = visitor.page
    expect(page.get_by_role("heading", level=1)).to_have_text("Grandmother’s favourite")
    expect(page.get_by_text("A person of the household entered the name.")).to_be_visible()


def test_another_angle_is_read_with_the_first(visitor):
    page = visitor.page
    visitor.identify()
    first = page.url
    expect(page.locator("ul.angles > li")).to_have_count(0)
    visitor.choose(FIXTURES / "Pictures/flower-orientation-3.jpg", "Add another photo", "Identify with all photos")
    page.wait_for_url(lambda url: RESULT.search(url) and url != first)
    expect(page.get_by_alt_text("Photo 2")).to_be_visible()
    expect(page.locator(".provenance")).to_contain_text("2 photos.")
    expect(page.locator("ol.candidates").first).to_contain_text("Helianthus")

    # A refused angle leaves the first answer as it was, and says why.
    visitor.choose(TEXT, "Add another photo", "Identify with all photos")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Add another photo")
    visitor.choose(FIXTURES / "Pictures/flower-grey.jpg")
    page.wait_for_url(RESULT)
    expect(page.locator(".provenance")).to_contain_text("3 photos.")


def test_a_refused_file_says_why_and_another_can_be_chosen(visitor):
    page = visitor.page
    page.goto("/photograph")
    visitor.choose(TEXT)
    alert = page.get_by_role("alert")
    expect(alert.get_by_role("heading")).to_have_text("This type of file is not supported")
    assert all(len(text.strip()) > 10 for text in alert.locator("p").all_inner_texts())
    expect(page.get_by_role("heading", level=1)).to_have_text("Photograph a plant")
    visitor.choose(FLOWER)
    page.wait_for_url(RESULT)
    expect(page.locator("ol.candidates").first).to_contain_text("Helianthus")


def test_a_picture_without_a_plant_is_reported_as_no_plant(visitor):
    page = visitor.page
    visitor.identify(PAGE)
    verdict = page.locator(".result").get_attribute("data-verdict")
    assert verdict in ("not-a-plant", "no-clear-match")
    headline = page.get_by_role("heading", level=1).inner_text()
    if verdict == "not-a-plant":
        assert headline == "This does not look like a plant"
        expect(page.locator("ol.candidates")).to_have_count(0)
    else:
        assert headline in ("No clear match", "We couldn’t identify this plant")
        if headline == "No clear match":
            expect(page.get_by_text("These are only guesses, not an answer:")).to_be_visible()
        else:
            expect(page.locator("svg.meter")).to_have_count(0)
            assert page.locator("ol.candidates > li").count() <= 3
            expect(page.locator("ol.candidates")).to_be_hidden()
    expect(page.get_by_role("link", name="Identify another plant")).to_be_visible()


def test_a_too_large_picture_is_refused_and_another_can_be_chosen(visitor, tmp_path):
    page = visitor.page
    large = tmp_path / "large.jpg"
    large.write_bytes(FLOWER.read_bytes() + bytes(21 << 20))
    page.goto("/photograph")
    visitor.choose(large)
    expect(page.get_by_role("heading", name=re.compile("photo is too large"))).to_be_visible()
    if page.get_by_role("link", name="Choose another photo").count():
        page.get_by_role("link", name="Choose another photo").click()
    visitor.choose(FLOWER)
    page.wait_for_url(RESULT)


def test_a_missing_page_answers_404_and_links_to_today(visitor):
    answer = visitor.page.goto("/plants/00000000-0000-0000-0000-000000000000")
    assert answer.status == 404
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Not found")
    visitor.page.get_by_role("link", name="Go to today").click()
    expect(visitor.page).to_have_title("Today – Stillroom")


def test_the_picture_and_a_placeholder_are_shown_while_a_plant_is_identified(phone):
    page, held = phone.page, []
    page.route("**/photographs", lambda route: held.append(route))
    page.goto("/photograph")
    phone.choose(FLOWER)
    expect(page.get_by_role("heading", name="Identifying the plant…")).to_be_focused()
    expect(page.locator(".result.looking")).to_have_attribute("aria-busy", "true")
    expect(page.get_by_alt_text("The photo that you chose")).to_be_visible()
    expect(page.locator("ol.skeleton > li")).to_have_count(3)
    held[0].continue_()
    page.wait_for_url(RESULT)
    expect(page.locator(".looking")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.go_back()
    expect(page.get_by_role("heading", name="Photograph a plant")).to_be_visible()


def test_waiting_can_be_cancelled(phone):
    page = phone.page
    page.route("**/photographs", lambda route: None)
    page.goto("/photograph")
    phone.choose(FLOWER)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("heading", name="Photograph a plant")).to_be_visible()


@pytest.mark.parametrize("fault, heading", [
    (lambda route: route.fulfill(status=503, content_type="application/problem+json",
                                 body='{"title": "No model is available", "detail": "Run stillroom doctor."}'), "No model is available"),
    (lambda route: route.fulfill(status=500, body="?"), "Something went wrong"),
], ids=["unavailable", "fault"])
def test_a_failure_can_be_tried_again_with_the_same_picture(phone, fault, heading):
    page = phone.page
    page.goto("/photograph")
    page.route("**/photographs", fault)
    phone.choose(FLOWER)
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    expect(page.get_by_alt_text("The photo that you chose")).to_be_visible()
    expect(page.get_by_role("link", name="Choose another photo")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    page.unroute("**/photographs")
    page.get_by_role("button", name="Try again").click()
    page.wait_for_url(RESULT)
    expect(page.locator("ol.candidates").first).to_contain_text("Helianthus")


def test_a_picture_can_be_dropped(phone):
    page = phone.page
    page.goto("/photograph")
    page.evaluate("""async (bytes) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], 'flower.jpg', { type: 'image/jpeg' }));
        document.querySelector('[data-drop]').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }""", list(FLOWER.read_bytes()))
    page.wait_for_url(RESULT)


def test_a_plant_is_added_once_even_if_the_button_is_tapped_twice(phone, server):
    page = phone.page
    phone.identify()
    before = len(server.ask("GET", "/api/plants").json["plants"])
    page.get_by_role("button", name="Add to my plants as Helianthus annuus").dblclick(no_wait_after=True)
    page.wait_for_url(PLANT)
    assert len(server.ask("GET", "/api/plants").json["plants"]) == before + 1
