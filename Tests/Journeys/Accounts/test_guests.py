"""Guest links: a person makes one, a sitter without an account does the chores of one room, and the link ends."""

import re

import pytest
from conftest import DESKTOP, FLOWER, PHONE
from playwright.sync_api import expect
from test_access import check, overflow
from test_accounts import set_up

LINK = re.compile(r"/g/[\w-]{43}$")


def plant(page, url, name, room):
    """Add a plant with a photograph that wants water today, and return its path."""
    page.request.post(f"{url}/plants/new", form={"name": name, "species": "Monstera deliciosa", "room": room})
    page.goto(f"{url}/plants?view=list")
    path = page.get_by_role("link", name=name).first.get_attribute("href").partition("?")[0]
    picture = {"name": "flower.jpg", "mimeType": "image/jpeg", "buffer": FLOWER.read_bytes()}
    assert page.request.post(f"{url}{path}/photographs", multipart={"image": picture}).ok
    return path


def make(page, url, name, *rooms, days=7):
    """Make a link on the page and return it."""
    page.goto(url + "/guests")
    page.get_by_label("Name of the guest").fill(name)
    if rooms:
        page.get_by_label("The rooms that I choose").check()
        for room in rooms:
            page.get_by_label(room, exact=True).check()
    page.get_by_label("Valid for").fill(str(days))
    page.get_by_role("button", name="Make a guest link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("New guest link")
    link = page.get_by_label("The link").input_value()
    assert LINK.search(link), link
    return link


@pytest.mark.parametrize("script", [True, False], ids=["with scripts", "without scripts"])
def test_a_sitter_does_the_chores_of_one_room_until_the_link_ends(fresh, browse, script):
    owner, guest = browse(java_script_enabled=script), browse(java_script_enabled=script)
    set_up(owner, fresh)
    hall, attic = plant(owner, fresh.url, "Monty", "Hall"), plant(owner, fresh.url, "Zelda", "Attic")
    owner.goto(fresh.url + "/account")
    owner.get_by_role("link", name="Show guest links").click()
    link = make(owner, fresh.url, "Maria", "Hall")
    assert link.startswith(fresh.url)
    owner.get_by_role("link", name="I have sent the link").click()
    row = owner.locator(".channels > li")
    expect(row).to_contain_text("Hall. Until")
    expect(row).to_contain_text("not used yet")

    guest.goto(link)
    expect(guest.get_by_text("Hello Maria")).to_be_visible()
    expect(guest.get_by_role("heading", level=1)).to_have_text("1 task to do")
    expect(guest.locator(".chore")).to_contain_text("Monty")
    for word in ("Zelda", "Attic", "Ada", "<nav", "<script", "/plants"):
        assert word not in guest.content().replace(link, ""), word
    picture = guest.locator(".chore img")
    assert guest.request.get(fresh.url + picture.get_attribute("src")).headers["content-type"] == "image/jpeg"
    guest.get_by_role("button", name="Done").click()
    expect(guest.get_by_role("status")).to_have_text("Saved. Thank you.")
    expect(guest.get_by_role("heading", level=1)).to_have_text("No tasks left today")
    guest.get_by_role("button", name="Undo").click()
    expect(guest.get_by_role("status")).to_have_text("Undone.")
    guest.get_by_role("button", name="Done").click()
    expect(guest.get_by_role("status")).to_have_text("Saved. Thank you.")
    guest.get_by_text("Choose the plant", exact=True).click()
    guest.get_by_role("link", name="Monty").click()
    guest.get_by_label("A photo of Monty").set_input_files(FLOWER)
    guest.get_by_role("button", name="Add photo").click()
    expect(guest.get_by_role("status")).to_have_text("The photo is added to Monty.")
    assert guest.context.cookies() == []

    owner.goto(fresh.url + hall)
    expect(owner.locator(".timeline")).to_contain_text("by the guest Maria")
    expect(owner.locator(".history").first).to_contain_text("by the guest Maria")
    stranger = browse()
    answer = stranger.request.get(fresh.url + attic, max_redirects=0)
    assert answer.status == 303 or "Sign in" in answer.text()

    owner.goto(fresh.url + "/guests")
    expect(row).to_contain_text("last used today at")
    owner.get_by_role("button", name="End the link of Maria").click()
    expect(owner.get_by_role("status").first).to_have_text("The link has ended.")
    expect(row).to_have_count(0)
    guest.goto(link)
    expect(guest.get_by_text("This link has ended.")).to_be_visible()
    expect(guest.get_by_text("Ask for a new one.")).to_be_visible()
    owner.goto(fresh.url + "/people/log")
    for words in ("Ada made a guest link for Maria", "Ada ended the guest link of Maria"):
        expect(owner.get_by_text(words)).to_be_visible()


def test_an_open_page_changes_nothing_after_its_link_has_ended(fresh, browse):
    owner, guest = browse(), browse()
    set_up(owner, fresh)
    path = plant(owner, fresh.url, "Monty", "Hall")
    guest.goto(make(owner, fresh.url, "Maria"))
    owner.goto(fresh.url + "/guests")
    owner.get_by_role("button", name="End the link of Maria").click()
    expect(owner.get_by_role("status").first).to_have_text("The link has ended.")
    guest.get_by_role("button", name="Done").click()
    expect(guest.get_by_text("This link has ended.")).to_be_visible()
    owner.goto(fresh.url + path)
    expect(owner.get_by_text("by the guest")).to_have_count(0)


def test_a_member_makes_and_sees_only_own_links(fresh, browse):
    owner, other = browse(), browse(**DESKTOP)
    set_up(owner, fresh)
    owner.goto(fresh.url + "/people")
    owner.get_by_role("button", name="Make an invitation link").click()
    other.goto(owner.get_by_label("The link").input_value())
    other.get_by_label("Your name").fill("Ben")
    other.get_by_label("New passphrase").fill("rain on the glass house roof")
    other.get_by_role("button", name="Join the household").click()
    make(owner, fresh.url, "Maria")
    make(other, fresh.url, "Mia")
    other.goto(fresh.url + "/guests")
    expect(other.locator(".channels > li h2")).to_have_text(["Mia"])
    owner.goto(fresh.url + "/guests")
    expect(owner.locator(".channels > li")).to_have_count(2)
    expect(owner.locator(".channels > li").filter(has_text="Mia")).to_contain_text("Made by Ben.")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_pages_of_guests_have_no_violation_and_fit(fresh, browse, size):
    owner, guest = browse(**size), browse(**size)
    set_up(owner, fresh)
    plant(owner, fresh.url, "Donaudampfschifffahrtsgesellschaftsfensterbankgeranie", "Hall")
    plant(owner, fresh.url, "Zelda", "Attic")
    link = make(owner, fresh.url, "Maria")
    check(owner)
    owner.goto(fresh.url + "/guests")
    check(owner)
    guest.goto(link)
    guest.get_by_role("link", name="Photograph Zelda").click()
    expect(guest.get_by_label("A photo of Zelda")).to_be_visible()
    check(guest)
    for page in (owner, guest):
        assert overflow(page)["by"] <= 0
    guest.context.new_cdp_session(guest).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    guest.reload()
    assert overflow(guest)["by"] <= 0
    guest.goto(fresh.url + "/g/" + "a" * 43)
    check(guest)
