"""Medicines in a browser: a photographed label becomes doses after confirmation; data is shown before sending."""

import re

import pytest
from conftest import FIXTURES, PHONE, DESKTOP
from medicine_house import (  # noqa: F401
    AMOXICILLIN, DIRECTIONS, INJECTION, NASTY_LINE, PAINKILLER, TYPED, chat, draw, house, marked, medicines, pharmacy, photograph, post, shared_house, vision)
from playwright.sync_api import expect
from test_access import check, overflow
from test_plantnet_app import browser_context_args, visit  # noqa: F401  each journey here has its own server

VIEWS = {"phone": PHONE, "phone-without-script": {**PHONE, "java_script_enabled": False}}
NOT_ADVICE = re.compile("not medical advice", re.I)


@pytest.fixture(params=VIEWS)
def visitor(request, medicines, browse):
    house = medicines()
    visitor = visit(browse, house, VIEWS[request.param])
    visitor.house = house
    visitor.page.set_default_timeout(15_000)
    visitor.page.on("dialog", lambda dialog: visitor.page.faults.append(dialog.message))
    yield visitor
    assert not visitor.page.faults, visitor.page.faults


# A debug build beside other journeys reads a label in 5 to 20 s.
READING = 60_000


def bring(visitor, picture, kind="image/jpeg"):
    page = visitor.page
    page.goto("/medicines")
    page.locator("form.library input[type=file]").set_input_files({"name": "label.jpg", "mimeType": kind, "buffer": picture})
    if not visitor.has_script:
        page.locator("form.library").get_by_role("button", name="Read photo").click(timeout=READING)
    page.wait_for_url(re.compile("/medicines/labels/[^/]+$"), timeout=READING)


def tick_all(page, but_last=False):
    boxes = page.locator(".compare input[type=checkbox]").all()
    for box in boxes[:-1] if but_last else boxes:
        box.check()


def open_details(page):
    """Open the fields that are folded if nothing on the label is doubtful."""
    folded = page.get_by_text("Add or change details")
    if folded.count():
        folded.click()


def open_text(page):
    """Open what was read, which is folded if both readers agreed on all of it."""
    printed = page.locator("details.printed").filter(has_text="What was read")
    if printed.get_attribute("open") is None:
        printed.locator("> summary").click()


def confirm(page):
    expect(page.get_by_role("heading", name="Is this the same on the label?")).to_be_visible()
    tick_all(page)
    page.get_by_role("button", name="Confirm and plan the doses").click()
    page.wait_for_url(re.compile("/medicines/[^/]+/plan$"))


def begin(page, day="2026-11-21", time="18:00"):
    """Show the proposed doses and start them."""
    page.get_by_label("Day").fill(day)
    page.get_by_label("Time").select_option(time) if page.locator("select").count() else page.get_by_label("Time").fill(time)
    page.get_by_role("button", name="Show the doses").click()
    if page.locator("select").count() and not page.get_by_role("button", name="Start").count():
        page.get_by_label("Time").select_option(time)
        page.get_by_role("button", name="Show the doses").click()
    expect(page.get_by_role("heading", name="The doses")).to_be_visible()
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url(re.compile(r"/medicines/[^/]+\?note=started"))


# MARK: from a photograph to a dose

def test_a_photographed_label_becomes_doses_that_are_taken_and_undone(visitor, photograph):
    page, house = visitor.page, visitor.house
    bring(visitor, photograph)
    expect(page.get_by_role("heading", level=1)).to_contain_text("AMOXICILLIN")
    expect(page.get_by_text(NOT_ADVICE).first).to_be_visible()
    assert page.locator("svg.boxes-over polygon").count() >= 20
    expect(page.get_by_text("Take 1 capsule by mouth 3 times a day for 7 days.").first).to_be_visible()
    expect(page.get_by_text(re.compile("1 × 3 × 7 = 21|21.*agrees")).first).to_be_visible()

    # A line is corrected in place, and the values that depend on it are read again.
    open_text(page)
    line = page.locator(".text-line").filter(has_text="Sampleman")
    line.locator("summary").click()
    line.get_by_label(re.compile("as on the label")).fill("Dr. Q. Sampleman, TAKE WITH FOOD")
    line.get_by_role("button", name="Save line").click()
    expect(page.locator(".text-line").filter(has_text="TAKE WITH FOOD")).to_have_count(1)

    # Each value is compared; missing ones are reported, and no typed value is lost.
    page.get_by_role("link", name=re.compile("Check and confirm")).click()
    expect(page.get_by_label("Medicine", exact=True)).to_have_value("AMOXICILLIN")
    expect(page.get_by_label("Directions", exact=True)).to_have_value(DIRECTIONS)
    assert page.locator(".compare input:checked").count() == 0, "ticked for a person"
    open_details(page)
    page.get_by_label("For whom").fill("Alma")
    tick_all(page, but_last=True)
    page.get_by_role("button", name="Confirm and plan the doses").click()
    expect(page.get_by_text("Not everything is confirmed").first).to_be_visible()
    expect(page.locator(".compare-row.open")).to_have_count(1)
    expect(page.get_by_label("For whom")).to_have_value("Alma")
    assert page.locator(".compare input:checked").count() == page.locator(".compare input").count() - 1
    confirm(page)

    # Doses at the usual times are shown at once. They start when the person sends them.
    expect(page.get_by_text("Are these your times?")).to_be_visible()
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    assert house.doses()["doses"] == []
    begin(page)
    house_times = [dose["at"] for dose in house.doses()["doses"]]
    assert house_times == ["2026-11-21T17:00:00Z"], house_times

    page.goto("/medicines")
    dose = page.locator("li.dose").first
    expect(dose).to_contain_text("18:00")
    expect(dose).to_contain_text("1 capsule")
    dose.get_by_role("button", name=re.compile("^Taken")).click()
    # It is noon, hours before the dose. Nothing is logged before the question is answered.
    expect(page.get_by_role("heading", name="Is that right?")).to_be_visible()
    assert [one["status"] for one in house.doses()["doses"]] == ["planned"]
    page.get_by_role("button", name="Yes, log it").click()
    expect(page.locator("li.dose").first).to_contain_text(re.compile("taken", re.I))
    assert [one["status"] for one in house.doses()["doses"]] == ["taken"]
    page.reload()
    expect(page.locator("li.dose").first).to_contain_text(re.compile("taken", re.I))
    page.locator("li.dose").first.get_by_role("button", name=re.compile("^Undo")).click()
    expect(page.locator("li.dose").first.get_by_role("button", name=re.compile("^Taken"))).to_be_visible()
    assert [one["status"] for one in house.doses()["doses"]] == ["planned"]
    # The page Today shows it, too.
    page.goto("/")
    expect(page.get_by_text("AMOXICILLIN").first).to_be_visible()


def test_a_tapped_word_is_highlighted_everywhere(medicines, browse, photograph):
    house = medicines()
    visitor = visit(browse, house, PHONE)
    page = visitor.page
    bring(visitor, photograph)
    open_text(page)
    word = page.locator(".text-lines .word", has_text=re.compile("^3$")).first
    word.click()
    lit = page.locator("[data-words].lit")
    expect(page.locator("polygon.lit")).not_to_have_count(0)
    expect(page.locator(".text-lines .word.lit")).not_to_have_count(0)
    expect(page.locator(".understood .lit")).not_to_have_count(0)
    texts = " ".join(lit.all_text_contents())
    assert "3" in texts
    word.click()
    expect(page.locator("[data-words].lit")).to_have_count(0)
    # From the explanation to the photograph.
    page.locator(".plain li").first.click()
    expect(page.locator("polygon.lit")).not_to_have_count(0)
    where = page.locator("polygon.lit").first.bounding_box()
    frame = page.locator(".label-picture img").bounding_box()
    assert frame["x"] - 2 <= where["x"] and where["x"] + where["width"] <= frame["x"] + frame["width"] + 2
    assert frame["y"] - 2 <= where["y"] and where["y"] + where["height"] <= frame["y"] + frame["height"] + 2
    page.keyboard.press("Escape")
    expect(page.locator("[data-words].lit")).to_have_count(0)
    assert not page.faults, page.faults


def test_word_boxes_match_their_words_on_a_sideways_label(medicines, browse):
    """The word is dark inside its box, and the boxes of a line follow its words on the shown picture."""
    house = medicines()
    visitor = visit(browse, house, {**DESKTOP, "viewport": {"width": 1400, "height": 1400}})
    page = visitor.page
    bring(visitor, (FIXTURES / "Labels/sideways.jpg").read_bytes())
    image = page.locator(".label-picture img")
    image.evaluate("image => image.decode()")
    share = page.evaluate("""() => {
        const image = document.querySelector('.label-picture img'), canvas = document.createElement('canvas');
        canvas.width = image.naturalWidth; canvas.height = image.naturalHeight;
        const context = canvas.getContext('2d'); context.drawImage(image, 0, 0);
        const view = document.querySelector('svg.boxes-over').viewBox.baseVal;
        const light = (points) => {
            const xs = points.map((p) => p.x * canvas.width / view.width), ys = points.map((p) => p.y * canvas.height / view.height);
            const [x, y] = [Math.min(...xs), Math.min(...ys)], [w, h] = [Math.max(...xs) - x, Math.max(...ys) - y];
            if (w < 3 || h < 3) return null;
            const data = context.getImageData(x, y, w, h).data, values = [];
            for (let i = 0; i < data.length; i += 4) values.push(data[i]);
            values.sort((a, b) => a - b);
            return values[Math.floor(values.length * 0.9)] - values[Math.floor(values.length * 0.1)];
        };
        const boxes = [...document.querySelectorAll('svg.boxes-over polygon')].map((one) => light([...one.points]));
        return boxes.filter((one) => one !== null && one > 60).length / boxes.length;
    }""")
    assert share > 0.9, f"only {share:.0%} of the boxes have a word in them"


def test_the_text_of_an_unreadable_picture_can_be_typed(visitor):
    page = visitor.page
    bring(visitor, (FIXTURES / "Labels/blank.png").read_bytes(), "image/png")
    expect(page.get_by_text("No text was found in the photo.")).to_be_visible()
    page.get_by_label("Lines, as on the label").fill(TYPED)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("link", name=re.compile("Check and confirm"))).to_be_visible()


def test_an_uncertain_value_is_not_filled_in(medicines, browse, browser):
    """A grey and small label, on which the two passes differ: a boxed word must be typed."""
    house = medicines()
    visitor = visit(browse, house, PHONE)
    page = visitor.page
    bring(visitor, (FIXTURES / "Labels/bottle.jpg").read_bytes())
    document = house.api("GET", f"/labels/{page.url.rsplit('/', 1)[1]}", None, 200).json
    entry = document["medicines"][0]
    page.get_by_role("link", name=re.compile("Check and confirm")).first.click()
    for field, label in (("name", "Medicine"), ("strength", "Strength"), ("quantity", "Quantity"), ("refills", "Refills left")):
        source = entry["sources"].get(field)
        value = page.get_by_label(label, exact=True).input_value()
        if source is None or not source["sure"]:
            assert value == "", f"{field} is filled in, and was not read for sure"
        else:
            assert value, field


# MARK: hostile texts

def test_hostile_text_on_a_label_runs_no_script(visitor, browser):
    page = visitor.page
    bring(visitor, draw(browser, AMOXICILLIN[:5] + [(INJECTION, 22), (NASTY_LINE, 26)] + AMOXICILLIN[5:]))
    assert page.locator("img[src='x']").count() == 0
    expect(page.get_by_text("onerror").first).to_be_visible()
    page.goto("/medicines")
    page.locator("details", has_text="Type what the label says").locator("summary").click()
    page.get_by_label("Text of the label, line by line").fill(
        "<script>alert(1)</script>\nAMOXICILLIN 500 MG \u202eCAPSULE\n<b onclick=alert(1)>" + "W" * 300 + "\n" + DIRECTIONS + "\n" + NASTY_LINE)
    page.locator("details", has_text="Type what the label says").get_by_role("button", name="Read text").click()
    page.wait_for_url(re.compile("/medicines/labels/"))
    assert page.locator("img[src='x'], .word script, .word b").count() == 0
    assert overflow(page)["by"] <= 0 if visitor.has_script else True
    page.goto("/medicines")
    assert page.locator("img[src='x']").count() == 0


# MARK: questions

def test_each_kind_of_question_gets_its_kind_of_answer(visitor, chat):
    page, house = visitor.page, visitor.house
    house.allow()
    chat(script=["hang"])
    label = house.checked()
    path = f"/medicines/labels/{label['id']}"

    def ask(question):
        page.goto(path)
        page.get_by_label("Ask about this label").fill(question)
        page.get_by_role("button", name="Ask", exact=True).click()

    ask("I can't breathe")
    expect(page.get_by_role("alert")).to_contain_text("This may be an emergency")
    expect(page.get_by_role("heading", level=1)).to_contain_text("emergency")
    assert chat.requests == []
    house.choose(medicines__region="eu")
    ask("my chest hurts")
    expect(page.get_by_role("link", name="Call 112")).to_have_attribute("href", "tel:112")
    ask("Can I drink wine with it?")
    expect(page.get_by_text(re.compile("pharmacist")).first).to_be_visible()
    ask("How many times a day?")
    expect(page.locator(".sentences")).to_contain_text("3 times a day")
    expect(page.locator(".line-link").first).to_have_attribute("href", re.compile("#line-"))
    assert chat.requests == []

    # A model: the request is shown first and then sent.
    chat.says("A pharmacist can tell you more.", "Take 9 capsules every hour.", "See https://evil.example/x for more.")
    ask("What does the pharmacy call itself?")
    shown = page.locator("pre.payload").inner_text()
    assert "AMOXICILLIN" in shown and chat.requests == []
    page.get_by_role("button", name="Send text").click()
    expect(page.get_by_text("A pharmacist can tell you more.")).to_be_visible()
    text = page.locator("main").inner_text()
    assert "9 capsules" not in text and "evil.example" not in text and "not from your label" in text
    assert len(chat.requests) == 1
    for message in chat.requests[0]["body"]["messages"]:
        for line in message["content"].splitlines():
            assert line.strip() in shown, f"sent, and not shown: {line}"


def test_a_second_reader_is_offered_once_it_is_allowed(visitor, vision, photograph):
    page, house = visitor.page, visitor.house
    bring(visitor, photograph)
    expect(page.get_by_role("heading", name="A second reader")).to_have_count(0)
    address = page.url
    page.goto("/medicines/settings")
    page.get_by_label("A second reader").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.").first).to_be_visible()
    page.goto(address)
    vision(outage="500")
    box = page.get_by_label(re.compile("Send this photo"))
    expect(box).not_to_be_checked()
    box.check()
    page.get_by_role("button", name="Send and read again").click()
    expect(page.get_by_text(re.compile("There was no answer|The service is not available")).first).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_contain_text("AMOXICILLIN")
    vision(outage=None, page=["AMOXICILLIN 500 MG CAPSULE", DIRECTIONS, "QTY: 21 REFILLS: 3"])
    page.goto(address)
    page.get_by_label(re.compile("Send this photo")).check()
    page.get_by_role("button", name="Send and read again").click()
    expect(page.get_by_text("Read by the second reader").first).to_be_visible()
    assert [call["exif"] for call in vision.calls if not call["fault"]][-1] is False


# MARK: doses as needed, and changes

def test_an_as_needed_medicine_is_added_and_its_doses_are_logged(visitor):
    page, house = visitor.page, visitor.house
    page.goto("/medicines/new")
    page.get_by_label("Medicine", exact=True).fill("Paracetamol")
    page.get_by_label("Directions", exact=True).fill(PAINKILLER)
    page.get_by_role("button", name=re.compile("Read the directions")).click()
    confirm(page)
    show = page.get_by_role("button", name="Show the doses")
    show.click() if show.count() else None
    page.get_by_role("button", name="Start", exact=True).click()
    page.goto("/medicines")
    for amount in ("2", "1"):
        need = page.locator("li.need")
        need.get_by_label(re.compile("How much")).first.fill(amount)
        need.get_by_role("button", name=re.compile("^I took a dose")).click()
        if amount == "1":
            # Minutes after the other dose.
            expect(page.locator("main")).to_contain_text("Nothing is logged yet.")
            page.get_by_role("button", name="Yes, log it").click()
        expect(page.locator("main")).to_contain_text("Logged as taken.")
        expect(page.locator("li.need")).to_contain_text("You last logged it")
    expect(page.locator("li.need")).to_contain_text("at least 4 hours between doses")
    expect(page.locator("li.need")).to_contain_text("You logged 3 tablets in the last 24 hours. The label says no more than 8 tablets.")
    text = page.locator("li.need").inner_text()
    assert not re.search(r"\bsafe\b|may take|can take", text, re.I), text
    page.locator("li.need").get_by_role("button", name=re.compile("^Undo")).click()
    expect(page.locator("main")).to_contain_text("Undone.")
    assert sum(not one["isUndone"] and one["action"] == "taken" for one in house.log_of(house.doses()["asNeeded"][0]["medicine"])) == 1


@pytest.mark.parametrize("view", VIEWS)
def test_missed_doses_are_shown_on_past_days_and_on_the_printed_page(view, medicines, browse):
    house = medicines()
    medicine = house.course(person="Alma Testperson")
    house.again("2026-11-24T11:00:00Z")
    visitor = visit(browse, house, VIEWS[view])
    page = visitor.page
    page.goto("/medicines")
    page.get_by_role("link", name="Show yesterday").click()
    expect(page.get_by_role("heading", name="Monday 23 November 2026")).to_be_visible()
    expect(page.locator("main")).to_contain_text("3 missed.")
    page.get_by_role("button", name=re.compile("^Taken at 08:00")).click()
    expect(page.locator("main")).to_contain_text("1 taken, 2 missed.")
    assert house.log_of(medicine)[0]["at"] == "2026-11-23T07:00:00Z", "not at its own time"
    page.get_by_role("link", name="Previous day").click()
    expect(page.locator("main")).to_contain_text("3 missed.")
    page.goto(f"/medicines/{medicine}")
    missed = page.locator("section", has=page.get_by_role("heading", name="Missed doses"))
    expect(missed).to_contain_text("7 doses of the last 30 days")
    expect(missed.locator("li").first).to_contain_text("Monday 23 November 2026")
    page.goto("/medicines/print")
    expect(page.get_by_role("heading", level=1)).to_have_text("Medicines of Alma Testperson")
    expect(page.locator("tr.was-missed")).to_have_count(7)
    expect(page.get_by_role("button", name="Print")).to_be_visible(visible=visitor.has_script)
    page.emulate_media(media="print")
    expect(page.locator(".print-tools")).to_be_hidden()
    expect(page.locator("tr.was-missed").first).to_contain_text("21 Nov 2026, 14:00")
    if visitor.has_script:
        assert page.pdf(format="A4").startswith(b"%PDF")


def test_everything_can_be_deleted(visitor):
    page, house = visitor.page, visitor.house
    house.typed(TYPED)
    house.course()
    page.goto("/medicines/settings")
    page.locator("#forget summary").click()
    page.get_by_role("button", name="Delete everything").click()
    expect(page.get_by_text("Nothing was deleted")).to_be_visible()
    page.get_by_label("Yes, delete all of it permanently").check()
    page.get_by_role("button", name="Delete everything").click()
    expect(page.get_by_text("All labels, medicines and doses are deleted.")).to_be_visible()
    assert house.api("GET", "/medicines?all=true").json["medicines"] == []


# MARK: accessibility

@pytest.fixture(scope="module")
def full(shared_house, photograph):
    """A server with data for every page."""
    house = shared_house
    house.allow()
    label = house.label(photograph)
    nasty = house.typed(f"{'W' * 400}\n\u202eAMOXICILLIN 500 MG CAPSULE\n{NASTY_LINE}\nTAKE 2 CAPSULES BID QD x 1.0 days prn U\nQTY: 99")
    medicine = house.course(person="Alma " + "Donaudampfschifffahrtsgesellschaft" * 2)
    dose = house.doses()["doses"][0]["id"]
    house.note(medicine, dose)
    needed = house.medicine(PAINKILLER, name="Paracetamol-Donaudampfschifffahrtsgesellschaftskapitänsforte", strength="500 mg")
    house.plan(needed)
    house.api("POST", f"/medicines/{needed}/clauses/0/taken", {"amount": 2}, 200)
    taper = house.medicine("Take 4 tablets daily for 3 days, then 2 tablets daily for 3 days", name="Prednisolone")
    paths = ["/medicines", "/medicines/new", "/medicines/settings", "/medicines/export", "/medicines/print", "/medicines/days/2026-11-20", "/medicines/days/2026-11-21", "/"]
    for one in (label, nasty):
        paths += [f"/medicines/labels/{one['id']}", f"/medicines/labels/{one['id']}/entries/0/confirm"]
    for one in (medicine, needed, taper):
        paths += [f"/medicines/{one}", f"/medicines/{one}/plan", f"/medicines/{one}/edit"]
    return house, paths, label


def test_every_page_can_be_used_by_everybody(full, browse):
    house, paths, label = full
    page = visit(browse, house).page
    for path in paths:
        page.goto(path)
        check(page)
        if path != "/":
            expect(page.get_by_text(NOT_ADVICE).first, path).to_be_attached()
    for question in ("I can't breathe", "Can I drink wine with it?", "How many times a day?", "What does the pharmacy call itself?"):
        page.goto(f"/medicines/labels/{label['id']}")
        page.get_by_label("Ask about this label").fill(question)
        page.get_by_role("button", name="Ask", exact=True).click()
        page.wait_for_load_state()
        check(page)
    assert page.faults == [], page.faults


def test_nothing_is_wider_than_a_narrow_screen(full, browse):
    house, paths, _ = full
    page = visit(browse, house, {**PHONE, "viewport": {"width": 320, "height": 640}}).page
    wide = {}
    for path in paths:
        page.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
        found = overflow(page)
        if found["by"] > 0:
            wide[path] = found
    assert not wide
