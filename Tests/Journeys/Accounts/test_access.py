"""Accessibility of all pages: axe, narrow screens, large letters, an installed app, no network."""

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import FIXTURES, FLOWER, LOOK, PAGE, ROOT
from playwright.sync_api import expect

AXE = Axe().axe_script
RULES = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"]},
    "resultTypes": ["violations"]}
TEXT = FIXTURES / "Bad/text.jpg"
ASSETS = ROOT / "Sources/Web/Assets"

# The overflow of a page in pixels, and the elements that cause it.
OVERFLOW = """() => ({
    by: document.documentElement.scrollWidth - innerWidth,
    what: [...document.querySelectorAll('body *')].filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
        .slice(0, 5).map((e) => e.tagName + '.' + (e.getAttribute('class') ?? '') + ' ' + e.textContent.slice(0, 40)),
})"""


def overflow(page):
    """Return by how many pixels the page is too wide, and what causes it, once its style sheets are there."""
    page.wait_for_load_state()
    return page.evaluate(OVERFLOW)


@pytest.fixture(scope="module")
def house(server):
    """Add data so that every page has content."""
    long = server.plant("Donaudampfschifffahrtsgesellschaftskapitänskajütenfensterbankgeranie")
    kept = server.identification(FLOWER.read_bytes())["id"]
    answer = server.ask("POST", f"/api/identifications/{kept}/plant", json.dumps({"candidate": 1}))
    assert answer.status == 201, answer.text
    first, second = (server.photograph((FIXTURES / "Pictures" / name).read_bytes())
                     for name in ("flower.jpg", "flower-orientation-6.jpg"))
    angles = server.ask("POST", "/api/identifications", json.dumps({"photographs": [first, second]})).json["id"]
    return {
        "today": "/",
        "photograph": "/photograph",
        "result": f"/identifications/{angles}",
        "result-kept": f"/identifications/{kept}",
        "result-no-plant": f"/identifications/{server.identification(PAGE.read_bytes())['id']}",
        "plants": "/plants",
        "plants-list": "/plants?view=list&sort=name",
        "plants-not-found": "/plants?q=zzzzzz",
        "plant": f"/plants/{answer.json['id']}?note=kept",
        "plant-by-hand": f"/plants/{long}",
        "larder": "/larder",
        "medicines": "/medicines",
        "about": "/about",
        "offline": "/offline",
        "outbox": "/outbox",
        "problem": "/problems/not-found",
        "not-there": "/nowhere",
    }


PAGES = ["today", "photograph", "result", "result-kept", "result-no-plant", "plants", "plants-list", "plants-not-found",
         "plant", "plant-by-hand", "larder", "medicines", "about", "offline", "outbox", "problem", "not-there"]


def check(page):
    """Check that there is no violation in dark and in light colours, with all details opened."""
    page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    for colours in ("dark", "light"):
        page.emulate_media(color_scheme=colours)
        found = page.evaluate("(rules) => axe.run(rules)", RULES)["violations"]
        assert not found, "\n".join(
            f"{colours}: {rule['id']}: {rule['help']}: {[node['html'] for node in rule['nodes']][:3]}" for rule in found)


def test_every_page_is_listed(house):
    assert PAGES == list(house)


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(name, house, browse):
    page = browse(**LOOK)
    page.goto(house[name])
    check(page)


def test_axe_finds_no_violation_in_empty_waiting_and_failure_states(fresh, browse):
    """Empty pages, a refusal, waiting and a failure."""
    page = browse(**LOOK)
    for path in ("/", "/plants"):
        page.goto(fresh.url + path)
        check(page)
    page.goto(fresh.url + "/photograph")
    page.get_by_label("Choose a photo").set_input_files(TEXT)
    expect(page.get_by_role("alert")).to_be_visible()
    check(page)
    page.route("**/photographs", lambda route: None)
    page.get_by_label("Choose a photo").set_input_files(FLOWER)
    expect(page.get_by_role("heading", name="Identifying the plant…")).to_be_visible()
    check(page)
    page.goto(fresh.url + "/photograph")
    page.unroute("**/photographs")
    page.route("**/photographs", lambda route: route.abort())
    page.get_by_label("Choose a photo").set_input_files(FLOWER)
    expect(page.get_by_role("heading", name="The photo waits on this device")).to_be_visible()
    check(page)


def test_nothing_is_wider_than_a_narrow_screen(house, browse):
    page = browse(viewport={"width": 320, "height": 640}, **LOOK)
    wide = {}
    for name, path in house.items():
        page.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
        found = overflow(page)
        if found["by"] > 0:
            wide[name] = found
    assert not wide


@pytest.mark.parametrize("name", PAGES)
def test_letters_twice_as_large_fit(name, house, browse):
    page = browse(**LOOK)
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    page.goto(house[name])
    found = overflow(page)
    assert found["by"] <= 0, found


def test_the_keyboard_reaches_the_content_and_the_focus_is_visible(house, browse):
    page = browse(viewport={"width": 1280, "height": 800}, is_mobile=False, has_touch=False)
    page.goto("/photograph")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.goto(house["result"])
    seen = []
    for _ in range(30):
        page.keyboard.press("Tab")
        focus = page.evaluate("""() => {
            const e = document.activeElement, r = e.getBoundingClientRect();
            const ring = getComputedStyle(e.matches('input[type=file]') ? e.closest('label') : e);
            return { name: e.tagName + ' ' + e.textContent.trim().slice(0, 30), body: e === document.body,
                     ring: ring.outlineStyle !== 'none' && parseFloat(ring.outlineWidth) >= 2,
                     inside: r.bottom > 0 && r.top < innerHeight };
        }""")
        if focus["body"]:
            break
        seen.append(focus)
    assert len(seen) > 10
    assert not [focus for focus in seen if not focus["ring"] or not focus["inside"]]


def test_targets_are_large_enough_for_a_finger(house, browse):
    page = browse(**LOOK)
    small = {}
    for name in ("today", "photograph", "result", "plants", "plants-list", "plant"):
        page.goto(house[name])
        small[name] = page.evaluate("""() => [...document.querySelectorAll('.button, .tabs a, summary, .segments a')]
            .map((e) => [e.textContent.trim().slice(0, 30), e.getBoundingClientRect()])
            .filter(([, r]) => r.width > 0 && (r.width < 44 || r.height < 44))
            .map(([text, r]) => `${text} ${Math.round(r.width)}×${Math.round(r.height)}`)""")
    assert not [line for lines in small.values() for line in lines], small


def test_the_app_can_be_installed(browse):
    page = browse()
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    devtools = page.context.new_cdp_session(page)
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    read = json.loads(manifest["data"])
    assert read["name"] == "Stillroom" and read["display"] == "standalone"
    for icon in read["icons"]:
        answer = page.request.get(icon["src"])
        assert answer.ok and answer.headers["content-type"].split(";")[0] == icon["type"]
    errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []


@pytest.mark.parametrize("path, entries", [
    ("/", ["stillroom.js"]), ("/photograph", ["stillroom.js", "plants/plants.js", "photograph/photograph.js"]),
    ("/settings/reminders", ["stillroom.js", "settings/device.js"]),
    ("/larder", ["stillroom.js", "photograph/photograph.js", "larder/larder.js"]),
    ("/medicines", ["stillroom.js", "photograph/photograph.js", "medicines/medicines.js"])])
def test_a_page_loads_its_modules_once_and_works_with_them_without_a_network(path, entries, house, browse):
    page = browse()
    requested = []
    page.on("request", lambda request: requested.append(request.url) if request.resource_type == "script" else None)
    page.goto(path)
    expect(page.locator("html")).to_have_class("js")
    scripts = [url.split("/scripts/")[1] for url in requested if "/scripts/" in url]
    assert len(scripts) == len(set(scripts)) and set(entries) < set(scripts), scripts
    folders = {entry.rpartition("/")[0] for entry in entries}
    assert {script.rpartition("/")[0] for script in scripts} == folders

    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    kept = page.evaluate("""async () => {
        const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
        return requests.flat().map(({ url }) => url);
    }""")
    modules = {str(file.relative_to(ASSETS)) for file in (ASSETS / "scripts").rglob("*.js")}
    assert {url.split("/", 5)[5] for url in kept if "/scripts/" in url} == modules
    page.goto(path)
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("html")).to_have_class("js")
    expect(page.get_by_text("Not connected", exact=True)).to_be_visible()


def test_the_app_says_that_there_is_no_network(house, browse):
    page = browse()
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto("/plants")
    page.context.set_offline(True)
    page.goto("/larder")
    expect(page.get_by_role("heading", level=1)).to_have_text("This device cannot reach Stillroom")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") != "rgba(0, 0, 0, 0)", "no style offline"
    expect(page.get_by_text("Not connected", exact=True)).to_be_visible()
    page.goto("/plants")  # was visited before the network went away
    expect(page.get_by_role("heading", level=1)).to_have_text("Plants")
    page.goto("/larder")
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Larder")


def test_the_app_says_that_a_form_sent_without_a_network_did_not_arrive(house, browse):
    page = browse()
    page.goto("/larder")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto("/larder")
    with page.expect_navigation() as sent:
        page.locator("form.look").evaluate("form => { form.code.value = '3560070169444'; form.submit(); }")
    assert sent.value.status == 422, "with a network the form arrives"
    page.goto("/larder")
    page.context.set_offline(True)
    with page.expect_navigation() as sent:
        page.locator("form.look").evaluate("form => { form.code.value = '3560070169443'; form.submit(); }")
    assert sent.value.status == 503
    expect(page.get_by_role("heading", level=1)).to_have_text("This device cannot reach Stillroom")
    expect(page.get_by_role("alert")).to_have_text(re.compile("did not arrive, and nothing was saved"))
    page.context.set_offline(False)
    page.goto("/larder")
    expect(page.get_by_text("3560070169443")).to_have_count(0)
