"""A guest with an account of their own: sees plants, tasks and the larder, takes photos, and changes nothing else."""

import pytest
from conftest import DESKTOP, FLOWER, PHONE
from playwright.sync_api import expect
from test_access import check, overflow
from test_accounts import BEN, set_up

PAGES = ("", "agenda", "agenda/month", "plants", "plants?view=list", "photograph", "larder", "larder/stock",
         "larder/shopping", "larder/votes", "larder/calls", "plants/species?q=monstera", "about", "account",
         "account/devices", "account/region", "account/passkeys", "account/tokens")


def invite(owner, url, role):
    owner.goto(url + "/people")
    owner.get_by_label(role, exact=True).check()
    owner.get_by_role("button", name="Make an invitation link").click()
    return owner.get_by_label("The link").input_value()


def join(page, link, name="Ben"):
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_label("New passphrase").fill(BEN)
    page.get_by_role("button", name="Join the household").click()
    page.get_by_role("link", name="Open Stillroom").click()


def furnished(owner, server):
    set_up(owner, server)
    owner.goto(server.url + "/settings")
    owner.get_by_role("link", name="Example data").click()
    owner.get_by_role("button", name="Try it with example data").click()
    expect(owner.get_by_text("24 plants, 12 products and 4 medicines")).to_be_visible()


@pytest.mark.parametrize("script", [True, False], ids=["with scripts", "without scripts"])
def test_a_guest_looks_and_photographs_and_changes_nothing(fresh, browse, script):
    owner = browse(java_script_enabled=script)
    guest = browse(java_script_enabled=script, **DESKTOP)
    furnished(owner, fresh)
    join(guest, invite(owner, fresh.url, "Guest"))
    expect(guest).to_have_url(fresh.url + "/")
    expect(guest.get_by_text("Overdue").first).to_be_visible()
    expect(guest.get_by_role("link", name="Medicines")).to_have_count(0)
    expect(guest.get_by_text("(example)")).to_have_count(0)
    expect(guest.locator("main button")).to_have_count(0)

    # A photo gets its names, and none of them can be added to the plants.
    guest.get_by_role("link", name="Photograph", exact=True).click()
    guest.locator("form.library input[type=file]").set_input_files(FLOWER)
    if not script:
        guest.locator("form.library").get_by_role("button", name="Identify plant").click()
    expect(guest.locator("ol.candidates li").first).to_be_visible()
    expect(guest.get_by_role("button", name="Add to my plants")).to_have_count(0)
    expect(guest.get_by_text("When was it last watered?")).to_have_count(0)

    # A photo is added to a plant.
    guest.goto(fresh.url + "/plants")
    guest.locator(".sheet a").first.click()
    pictures = guest.locator(".timeline li").count()
    guest.locator("form.send input[type=file]").set_input_files(FLOWER)
    if not script:
        guest.get_by_role("button", name="Add photo").click()
    expect(guest.locator(".timeline li")).to_have_count(pictures + 1)
    expect(guest.get_by_role("button", name="Yes, remove")).to_have_count(0)
    assert guest.goto(fresh.url + "/medicines").status == 403
    assert guest.goto(fresh.url + "/plants/new").status == 403
    # What the address bar of a member would do is refused, too.
    answer = guest.request.post(fresh.url + "/api/chores", data={"kind": "water"})
    assert answer.status == 403, answer.text()

    # The owner changes the role; the guest signs in again, as a member.
    owner.goto(fresh.url + "/people")
    owner.get_by_role("button", name="Make a member").click()
    guest.goto("about:blank")
    guest.goto(fresh.url + "/medicines")
    expect(guest.get_by_role("heading", level=1)).to_have_text("Sign in")
    guest.get_by_label("Name").fill("Ben")
    guest.get_by_label("Passphrase").fill(BEN)
    guest.get_by_role("button", name="Sign in").click()
    expect(guest).to_have_url(fresh.url + "/medicines")
    expect(guest.get_by_role("link", name="Medicines", exact=True)).to_be_visible()

    # Who has no medicines becomes a guest again, after a question.
    owner.goto(fresh.url + "/people")
    owner.locator("summary", has_text="Make a guest").click()
    expect(owner.get_by_text("Ben is signed out, sees no medicines, and only reads and adds photos.")).to_be_visible()
    owner.get_by_role("button", name="Make a guest").click()
    expect(owner.get_by_text("Guest since")).to_be_visible()


@pytest.mark.parametrize("view", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_finds_nothing_in_the_pages_of_a_guest(fresh, browse, view):
    owner, guest = browse(), browse(**view)
    furnished(owner, fresh)
    join(guest, invite(owner, fresh.url, "Guest"))
    for path in PAGES:
        assert guest.goto(f"{fresh.url}/{path}").status == 200, path
        check(guest)
        assert overflow(guest)["by"] <= 0, path
    assert not guest.faults, guest.faults
