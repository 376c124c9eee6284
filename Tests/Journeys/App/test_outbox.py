"""What is done without a connection: it waits on the device, and is sent once."""

import http.server
import json
import re
import threading

import pytest
from conftest import DESKTOP, FLOWER, PHONE, eventually
from medicine_house import chat, medicines, pharmacy, post, vision  # noqa: F401
from playwright.sync_api import expect
from test_access import check, overflow
from test_accounts import BEN, set_up, sign_in
from test_app import RESULT
from test_care_app import row
from test_care_http import House
from test_plantnet_app import browser_context_args, visit  # noqa: F401  each journey here has its own server

VIEWS = {"phone": PHONE, "desktop": DESKTOP}
ENTRIES = """async () => {
    const { entries } = await import(document.querySelector('script[src*="stillroom.js"]').src.replace('stillroom.js', 'outbox.js'));
    return (await entries()).map(({ key, address, words, account, problem, tries }) => ({ key, address, words, account, problem, tries }));
}"""


CHANGE = """(fields) => new Promise((done) => {
    indexedDB.open('stillroom').onsuccess = ({ target: { result: database } }) => {
        const transaction = database.transaction('entries', 'readwrite'), store = transaction.objectStore('entries');
        store.getAll().onsuccess = ({ target: { result } }) => {
            for (const entry of result) store.put({ ...entry, ...fields, at: entry.at + (fields.at ?? 0) });
        };
        transaction.oncomplete = () => { database.close(); done(true); };
    };
})"""


@pytest.fixture
def stranger():
    """Another site, with a form for the address in its query."""

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            policy, _, action = self.path[2:].partition("&")
            meta = f'<meta name="referrer" content="{policy}">' if policy else ""
            body = f"""<!doctype html>{meta}<title>Stranger</title>
                <form method="post" enctype="multipart/form-data" action="{action}"><input name="text" value="x"><button>Go</button></form>""".encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def garden(tmp_path, home):
    garden = House(tmp_path / "house", home)
    yield garden
    garden.stop()


def ready(page, address="/"):
    """Open a page and wait until the service worker has the pages that it always keeps."""
    page.goto(address)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto(address)
    kept = "caches.open('pages').then((cache) => cache.match('/medicines')).then(Boolean)"
    eventually(lambda: page.evaluate("Boolean(navigator.serviceWorker.controller)") and page.evaluate(kept))


def disconnect(page):
    page.context.set_offline(True)


def connect(page):
    """Connect again. The page then sends by itself what waits."""
    page.context.set_offline(False)


def chip(page):
    return page.locator("[data-chip]")


def waiting(page):
    return page.evaluate(ENTRIES)


def log(house, chore):
    return house.api("GET", f"/log?chore={chore['id']}").json["entries"]


@pytest.mark.parametrize("view", VIEWS)
def test_a_task_that_is_done_without_a_connection_arrives_once(garden, browse, view):
    plant, chore = garden.watering()
    page = visit(browse, garden, VIEWS[view]).page
    ready(page)
    disconnect(page)
    row(page, "Fern").get_by_role("button", name="Done: Water, Fern").click()
    expect(page.locator("main > .kept")).to_contain_text("Saved on this device.")
    expect(row(page, "Fern")).to_contain_text("Waiting to be sent")
    expect(chip(page)).to_have_text(re.compile("1 waiting to send"))
    check(page)
    assert log(garden, chore) == []
    page.locator(".chip").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Waiting to be sent")
    expect(page.locator("[data-list] li")).to_contain_text("Done: Water, Fern")
    check(page)
    assert overflow(page)["by"] == 0
    connect(page)
    expect(page.get_by_text("Nothing is waiting.")).to_be_visible()
    eventually(lambda: len(log(garden, chore)) == 1)
    page.goto("/")
    expect(chip(page)).to_have_text("Connected")
    assert len(log(garden, chore)) == 1


def test_a_cached_page_shows_its_time_and_the_waiting_entries(garden, browse):
    garden.watering()
    page = visit(browse, garden).page
    ready(page)
    disconnect(page)
    row(page, "Fern").get_by_role("button", name="Done: Water, Fern").click()
    expect(row(page, "Fern")).to_contain_text("Waiting to be sent")
    for address, heading in (("/", None), ("/agenda/month", None), ("/medicines", "Medicines")):
        page.goto(address)
        expect(page.locator(".as-of")).to_contain_text(re.compile(r"As of \d\d:\d\d"))
        if heading:
            expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    page.goto("/")
    expect(row(page, "Fern")).to_contain_text("Waiting to be sent")


def test_an_entry_survives_a_closed_page_and_is_sent_on_opening(garden, browse):
    plant, chore = garden.watering()
    page = visit(browse, garden).page
    # Without background sync, as in Firefox and Safari.
    page.context.add_init_script("delete ServiceWorkerRegistration.prototype.sync")
    ready(page)
    disconnect(page)
    row(page, "Fern").get_by_role("button", name="Done: Water, Fern").click()
    expect(row(page, "Fern")).to_contain_text("Waiting to be sent")
    other = page.context.new_page()
    page.close()
    connect(other)
    other.goto("/")
    eventually(lambda: waiting(other) == [])
    assert len(log(garden, chore)) == 1


def test_an_entry_is_cancelled(garden, browse):
    plant, chore = garden.watering()
    page = visit(browse, garden).page
    ready(page)
    disconnect(page)
    row(page, "Fern").get_by_role("button", name="Done: Water, Fern").click()
    expect(row(page, "Fern")).to_contain_text("Waiting to be sent")
    page.goto("/outbox")
    page.locator("[data-list]").get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Nothing is waiting.")).to_be_visible()
    connect(page)
    page.goto("/")
    expect(row(page, "Fern")).to_have_count(1)
    assert log(garden, chore) == [] and waiting(page) == []


def test_a_form_sent_offline_waits_and_shows_no_error_page(garden, browse):
    plant = garden.add("Fern")
    page = visit(browse, garden).page
    ready(page, f"/plants/{plant}")
    disconnect(page)
    page.get_by_label("New note").fill("A new leaf")
    page.locator(".note-form button").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Waiting to be sent")
    expect(page.get_by_text("Saved on this device. You can go on.")).to_be_visible()
    connect(page)
    expect(page.get_by_text("Nothing is waiting.")).to_be_visible()
    notes = garden.api("GET", f"/plants/{plant}/notes").json["notes"]
    assert [note["text"] for note in notes] == ["A new leaf"]


def test_a_task_that_another_person_did_meanwhile_is_not_done_twice(garden, browse):
    plant, chore = garden.watering()
    page = visit(browse, garden).page
    ready(page)
    disconnect(page)
    row(page, "Fern").get_by_role("button", name="Done: Water, Fern").click()
    expect(row(page, "Fern")).to_contain_text("Waiting to be sent")
    garden.api("POST", f"/chores/{chore['id']}/done", {}, 200)
    page.goto("/outbox")
    connect(page)
    line = page.locator("[data-list] li")
    expect(line).to_contain_text("the task was already done")
    line.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("Nothing is waiting.")).to_be_visible()
    assert len(log(garden, chore)) == 1


def test_a_task_of_a_plant_that_was_removed_meanwhile_says_so(garden, browse):
    plant, chore = garden.watering()
    page = visit(browse, garden).page
    ready(page)
    disconnect(page)
    row(page, "Fern").get_by_role("button", name="Done: Water, Fern").click()
    expect(row(page, "Fern")).to_contain_text("Waiting to be sent")
    garden.api("DELETE", f"/plants/{plant}")
    page.goto("/outbox")
    connect(page)
    expect(page.locator("[data-list] li")).to_contain_text("does not exist any more")


def test_a_photograph_chosen_offline_waits_on_the_device(garden, browse):
    page = visit(browse, garden).page
    ready(page, "/photograph")
    disconnect(page)
    page.get_by_label("Choose a photo").set_input_files(FLOWER)
    expect(page.get_by_role("heading", level=1)).to_have_text("The photo waits on this device")
    check(page)
    assert [entry["address"] for entry in waiting(page)] == ["/photographs"]
    connect(page)
    page.goto("/outbox")
    eventually(lambda: waiting(page) == [])
    counts = re.findall(r"^identifications_total\S* (\d+)", garden.ask("GET", "/metrics").text, re.MULTILINE)
    assert sum(map(int, counts)) == 1


def test_a_shared_photograph_is_identified(garden, browse):
    page = visit(browse, garden).page
    ready(page, "/photograph")
    page.evaluate("""async (bytes) => {
        const form = document.createElement('form'), input = document.createElement('input');
        Object.assign(form, { method: 'post', action: '/share', enctype: 'multipart/form-data' });
        Object.assign(input, { type: 'file', name: 'image' });
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], 'flower.jpg', { type: 'image/jpeg' }));
        input.files = data.files;
        form.append(input);
        document.body.append(form);
        form.submit();
    }""", list(FLOWER.read_bytes()))
    page.wait_for_url(RESULT)


def test_without_javascript_a_form_is_sent_at_once(garden, browse):
    plant, chore = garden.watering()
    page = visit(browse, garden, {**PHONE, "java_script_enabled": False}).page
    page.goto("/")
    row(page, "Fern").get_by_role("button", name="Done: Water, Fern").click()
    assert len(log(garden, chore)) == 1
    page.goto("/outbox")
    expect(page.get_by_role("heading", level=1)).to_have_text("Waiting to be sent")


@pytest.mark.parametrize("policy", ["", "no-referrer", "unsafe-url"])
def test_the_form_of_another_site_is_refused_and_never_saved(garden, browse, stranger, policy):
    plant, chore = garden.watering()
    page = visit(browse, garden).page
    ready(page)
    addresses = ("/agenda/water-all", f"/plants/{plant}/notes", f"/chores/{chore['id']}/done", "/share")
    for address in addresses:
        page.goto(f"{stranger}/?{policy}&{garden.url}{address}")
        with page.expect_navigation() as answer:
            page.get_by_role("button", name="Go").click()
        assert answer.value.status == 403, address
    assert log(garden, chore) == [] and garden.api("GET", f"/plants/{plant}/notes").json["notes"] == []
    # Without the server, nothing is stored; what may come from another app is stored, and must be confirmed.
    for address in addresses:
        page.goto(f"{stranger}/?{policy}&{garden.url}{address}")
        disconnect(page)
        page.get_by_role("button", name="Go").click(no_wait_after=True)
        page.wait_for_timeout(1_000)
        connect(page)
    page.goto(garden.url + "/outbox")
    kept = [entry["address"] for entry in waiting(page)]
    assert kept == (["/share"] if policy == "no-referrer" else [])
    page.wait_for_timeout(1_000)
    if kept:
        expect(page.locator("[data-list] li")).to_contain_text("Send it only if you shared it.")
        page.locator("[data-list]").get_by_role("button", name="Delete").click()
        expect(page.get_by_text("Nothing is waiting.")).to_be_visible()
    assert log(garden, chore) == [] and garden.api("GET", f"/plants/{plant}/notes").json["notes"] == []


def test_a_refused_sign_out_deletes_nothing(fresh, browse, stranger):
    page = browse()
    set_up(page, fresh)
    page.goto(fresh.url + "/plants/new")
    page.get_by_label("Name", exact=True).fill("Zamioculcas zamiifolia")
    page.get_by_role("button", name="Add plant").click()
    ready(page, page.url.split("?")[0])
    disconnect(page)
    page.get_by_label("New note").fill("A new leaf")
    page.locator(".note-form button").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Waiting to be sent")
    # The attempt of this page writes the times of the entry when it fails.
    eventually(lambda: waiting(page)[0]["tries"] >= 1)
    page.evaluate(CHANGE, {"notBefore": 4e12})
    connect(page)
    page.goto(f"{stranger}/?&{fresh.url}/sign-out")
    with page.expect_navigation() as answer:
        page.get_by_role("button", name="Go").click()
    assert answer.value.status == 403
    page.goto(fresh.url + "/outbox")
    assert [entry["words"] for entry in waiting(page)] != [] and waiting(page)[0]["account"]
    assert page.evaluate("caches.has('pages')")


def test_a_later_entry_waits_for_an_earlier_one(garden, browse):
    plant = garden.add("Fern")
    page = visit(browse, garden).page
    ready(page, f"/plants/{plant}")
    disconnect(page)
    page.get_by_label("New note").fill("The first")
    page.locator(".note-form button").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Waiting to be sent")
    # The attempt of this page writes the times of the entry when it fails.
    eventually(lambda: waiting(page)[0]["tries"] >= 1)
    page.evaluate(CHANGE, {"notBefore": 4e12})
    connect(page)
    page.goto(f"/plants/{plant}")
    page.get_by_label("New note").fill("The second")
    page.locator(".note-form button").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Waiting to be sent")
    assert len(waiting(page)) == 2
    assert garden.api("GET", f"/plants/{plant}/notes").json["notes"] == []
    page.evaluate(CHANGE, {"notBefore": 0})
    page.get_by_role("button", name="Send now").click()
    expect(page.get_by_text("Nothing is waiting.")).to_be_visible()
    notes = garden.api("GET", f"/plants/{plant}/notes").json["notes"]
    assert sorted(note["text"] for note in notes) == ["The first", "The second"]


def test_signing_out_asks_before_it_deletes_waiting_entries(fresh, browse):
    page = browse()
    set_up(page, fresh)
    page.goto(fresh.url + "/plants/new")
    page.get_by_label("Name", exact=True).fill("Zamioculcas zamiifolia")
    page.get_by_role("button", name="Add plant").click()
    sheet = page.url.split("?")[0]
    ready(page, sheet)
    disconnect(page)
    page.get_by_label("New note").fill("A new leaf")
    page.locator(".note-form button").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Waiting to be sent")
    account = waiting(page)[0]["account"]
    assert account and account != "none"
    # It still waits when the person signs out.
    page.evaluate(CHANGE, {"notBefore": 4e12})
    connect(page)
    page.goto(fresh.url + "/account")
    expect(chip(page)).to_have_text("1 waiting to send")
    asked = []
    page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    with page.expect_event("dialog"):
        page.get_by_role("button", name="Sign out").click()
    assert "deleted from this device" in asked[0] and len(waiting(page)) == 1
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("status")).to_have_text("You are signed out.", timeout=30_000)
    sign_in(page, fresh.url)
    page.goto(fresh.url + "/outbox")
    expect(page.get_by_text("Nothing is waiting.")).to_be_visible()


def test_an_entry_of_one_person_is_not_sent_for_another(fresh, browse):
    page, other = browse(), browse(**DESKTOP)
    set_up(page, fresh)
    page.goto(fresh.url + "/people")
    page.get_by_role("button", name="Make an invitation link").click()
    link = page.get_by_label("The link").input_value()
    other.goto(link)
    other.get_by_label("Your name").fill("Ben")
    other.get_by_label("New passphrase").fill(BEN)
    other.get_by_role("button", name="Join the household").click()
    page.goto(fresh.url + "/plants/new")
    page.get_by_label("Name", exact=True).fill("Zamioculcas zamiifolia")
    page.get_by_role("button", name="Add plant").click()
    sheet = page.url.split("?")[0]
    ready(page, sheet)
    disconnect(page)
    page.get_by_label("New note").fill("A leaf of Ada")
    page.locator(".note-form button").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Waiting to be sent")
    page.context.clear_cookies()  # the session ended without signing out
    connect(page)
    sign_in(page, fresh.url, "Ben", BEN)
    page.goto(fresh.url + "/outbox")
    expect(page.get_by_text("1 more from another account")).to_be_visible()
    expect(page.locator("[data-list] li")).to_have_count(0)
    page.goto(sheet)
    expect(page.get_by_text("A leaf of Ada")).to_have_count(0)
    page.context.clear_cookies()
    sign_in(page, fresh.url)
    page.goto(fresh.url + "/outbox")
    expect(page.get_by_text("Nothing is waiting.")).to_be_visible()
    page.goto(sheet)
    expect(page.get_by_text("A leaf of Ada")).to_have_count(1)


def test_a_dose_is_logged_at_the_time_at_which_it_was_taken(medicines, browse):
    house = medicines()
    course = house.course(start="2026-11-21 08:00")
    page = browse(base_url=house.url)
    ready(page, "/medicines")
    disconnect(page)
    page.get_by_role("button", name=re.compile("^Taken")).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Waiting to be sent")
    assert waiting(page)[0]["address"].startswith("/medicines/") and house.log_of(course) == []
    page.evaluate(CHANGE, {"at": -7_200_000})  # it was two hours ago
    connect(page)
    eventually(lambda: waiting(page) == [])
    # The clock of the house began at 11:00.
    assert re.search("2026-11-21T(08:59|09:0)", json.dumps(house.log_of(course))), house.log_of(course)


def test_a_dose_that_was_logged_meanwhile_is_refused_and_stays_in_sight(medicines, browse):
    house = medicines()
    course = house.course(start="2026-11-21 08:00")
    page = browse(base_url=house.url)
    ready(page, "/medicines")
    disconnect(page)
    page.get_by_role("button", name=re.compile("^Taken")).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Waiting to be sent")
    address = waiting(page)[0]["address"]
    page.evaluate(CHANGE, {"at": -7_200_000})  # it was two hours ago
    house.api("POST", address, {}, 200)  # another person logs it now
    entries = house.log_of(course)
    connect(page)
    line = page.locator("[data-list] li")
    expect(line).to_contain_text("logged this dose as taken")
    expect(line).to_contain_text("Was it taken twice?")
    check(page)
    assert house.log_of(course) == entries
    page.goto("/medicines")
    expect(chip(page)).to_have_text("1 not saved")
    expect(page.locator(".dose", has_text="not saved")).to_have_count(1)
    expect(page.locator(".dose [data-row-waits]")).to_have_text(re.compile("^Taken at .+ on this device: not saved$"))
    check(page)
    page.locator(".chip").click()
    page.locator("[data-list]").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("Nothing is waiting.")).to_be_visible()


def test_a_page_of_the_cache_does_not_show_a_logged_dose_as_open(medicines, browse):
    """It could lead to a second dose."""
    house = medicines()
    house.course(start="2026-11-21 08:00")
    page = browse(base_url=house.url)
    ready(page, "/medicines")
    buttons = page.get_by_role("button", name=re.compile("^Taken"))
    opened = buttons.count()
    buttons.first.click()
    page.wait_for_url(re.compile("note=taken"))
    kept = "caches.open('pages').then((cache) => cache.match('/medicines')).then((page) => page?.text() ?? '')"

    def settled():
        """The page was fetched again, and no further fetch replaces it: between removal and fetch the cache has none."""
        before = page.evaluate(kept)
        page.wait_for_timeout(500)
        return "dose-taken" in before and page.evaluate(kept) == before

    eventually(settled)
    disconnect(page)
    page.goto("/medicines")
    expect(page.locator(".as-of")).to_be_visible()
    expect(buttons).to_have_count(opened - 1)


def test_a_refused_photograph_does_not_block_the_entries_after_it(garden, browse):
    plant, chore = garden.watering()
    page = visit(browse, garden).page
    ready(page, "/photograph")
    disconnect(page)
    page.get_by_label("Choose a photo").set_input_files(FLOWER)
    expect(page.get_by_role("heading", level=1)).to_have_text("The photo waits on this device")
    # As a proxy that takes small bodies only.
    page.context.route("**/photographs", lambda route: route.fulfill(status=413, content_type="text/html", body="no"))
    connect(page)
    page.goto("/outbox")
    expect(page.locator("[data-list] li")).to_contain_text("larger than what is in front of Stillroom accepts")
    page.goto("/")
    row(page, "Fern").get_by_role("button", name="Done: Water, Fern").click()
    eventually(lambda: page.evaluate("1") and len(log(garden, chore)) == 1)
    expect(chip(page)).to_have_text("1 not saved")


def test_a_new_version_is_offered_and_not_forced(garden, browse):
    page = visit(browse, garden).page
    ready(page)
    expect(page.locator("#update")).to_be_hidden()
    page.evaluate("""navigator.serviceWorker.register('/sw.js?assets=%2Fassets%2Fnext').then(() => true)""")
    expect(page.locator("#update")).to_contain_text("A new version is ready.")
    check(page)
    with page.expect_navigation():
        page.locator("#update").get_by_role("button", name="Reload").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_a_request_with_a_key_has_one_effect_also_when_the_server_is_killed(tmp_path, home):
    garden = House(tmp_path / "house", home)
    plant = garden.add("Fern")
    headers = {"Idempotency-Key": '"one"', "Content-Type": "application/json"}
    send = lambda: garden.ask("POST", f"/api/plants/{plant}/notes", '{"text": "A new leaf"}', headers)  # noqa: E731
    first = send()
    garden.kill()
    garden.start()
    again = send()
    assert (again.status, again.json) == (first.status, first.json) and again.headers["Idempotent-Replay"] == "?1"
    assert len(garden.api("GET", f"/plants/{plant}/notes").json["notes"]) == 1
    garden.stop()
