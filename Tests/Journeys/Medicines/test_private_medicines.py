"""Two people in two browsers: a medicine is private, then shared, then private again."""

import re

import pytest
from conftest import DESKTOP
from playwright.sync_api import expect
from test_access import check, overflow
from test_accounts import BEN, set_up


def invite(owner, other, server):
    """Let Ben join with the other browser."""
    owner.goto(server.url + "/people")
    owner.get_by_role("button", name="Make an invitation link").click()
    other.goto(owner.get_by_label("The link").input_value())
    other.get_by_label("Your name").fill("Ben")
    other.get_by_label("New passphrase").fill(BEN)
    other.get_by_role("button", name="Join the household").click()
    other.get_by_role("link", name="Open Stillroom").click()
    expect(other).to_have_url(server.url + "/")


def add(page, server, name="Amoxicillin", everyone=False):
    """Enter a medicine that is taken as needed, and return its address."""
    page.goto(server.url + "/medicines/new")
    page.locator("[name=name]").fill(name)
    page.locator("[name=directions]").fill("Take 1 tablet by mouth every 4 hours as needed for pain")
    page.get_by_role("button", name="Read the directions").click()
    for box in page.locator(".compare input[type=checkbox]").all():
        box.check()
    if everyone:
        page.get_by_label("For everyone in the household").check()
    page.get_by_role("button", name="Confirm and plan the doses").click()
    expect(page).to_have_url(re.compile("/plan$"))
    address = page.url.removesuffix("/plan")
    return address


def test_a_medicine_is_private_until_it_is_shared(fresh, browse):
    ada, ben = browse(), browse(**DESKTOP)
    set_up(ada, fresh)
    invite(ada, ben, fresh)
    medicine = add(ada, fresh)
    path = medicine.removeprefix(fresh.url)
    name = path.rsplit("/", 1)[1]

    # Ben finds nothing: no page, no list, no API, no alert.
    assert ben.goto(medicine).status == 404
    unknown = ben.goto(fresh.url + "/medicines/unknown")
    assert unknown.status == 404
    for address in ["/medicines", "/", "/agenda", "/api/medicines?all=true", "/api/doses", "/api/alerts",
                    "/api/medicines/export", "/medicines/print", "/medicines/export"]:
        assert "Amoxicillin" not in ben.request.get(fresh.url + address).text(), address
    assert ben.request.get(fresh.url + f"/api/medicines/{name}").status == 404
    assert ben.request.get(fresh.url + f"/api/medicines/{name}").json()["detail"] == ben.request.get(
        fresh.url + "/api/medicines/unknown").json()["detail"]

    # Ada shares, and Ben sees it and can change nothing.
    ada.goto(fresh.url + "/medicines")
    ada.get_by_role("link", name="Who sees my medicines").click()
    expect(ada.get_by_text("Sees none of your medicines.")).to_be_visible()
    ada.get_by_role("button", name="Share with Ben").click()
    expect(ada.get_by_text("Sees your medicines and logs doses.")).to_be_visible()
    ben.goto(fresh.url + "/medicines")
    expect(ben.get_by_role("link", name="Amoxicillin").first).to_be_visible()
    expect(ben.get_by_role("heading", name="Ada’s")).to_be_visible()
    ben.goto(medicine)
    expect(ben.get_by_text("Ada shares it with you.")).to_be_visible()
    for missing in ["Remove it permanently", "Change the times", "Archive medicine"]:
        expect(ben.get_by_text(missing)).to_have_count(0)

    # Ada ends it.
    ada.goto(fresh.url + "/medicines/shares")
    ada.get_by_role("button", name="End the share").click()
    expect(ada.get_by_text("The share has ended.")).to_be_visible()
    assert ben.goto(medicine).status == 404


def test_a_carer_logs_a_dose_and_the_log_says_who(fresh, browse):
    ada, ben = browse(), browse(**DESKTOP)
    set_up(ada, fresh)
    invite(ada, ben, fresh)
    medicine = add(ada, fresh)
    show = ada.get_by_role("button", name="Show the doses")
    show.click() if show.count() else None
    ada.get_by_role("button", name="Start", exact=True).click()
    ada.goto(fresh.url + "/medicines/shares")
    ada.get_by_role("button", name="Share with Ben").click()

    ben.goto(fresh.url + "/medicines")
    ben.locator("li.need").get_by_role("button", name=re.compile("^I took a dose")).click()
    ben.goto(medicine)
    expect(ben.get_by_text(re.compile("^Logged "))).not_to_contain_text("by")

    # Ada sees who it was, on the page, on the sheet for a doctor and in the export; her own entry has no name on the page.
    ada.goto(medicine)
    log = ada.locator("section", has=ada.locator("#noted"))
    expect(log.get_by_text(re.compile("^Logged .* by Ben"))).to_be_visible()
    log.get_by_role("button", name="Undo").first.click()
    ada.goto(fresh.url + "/medicines/print")
    expect(ada.get_by_text("by Ben")).to_have_count(0)
    rows = ada.request.get(fresh.url + "/api/medicines/export?format=csv").text().splitlines()
    assert rows[0].endswith(",noted by") and rows[1].endswith(",Ben") and ",yes," in rows[1], rows
    entries = ada.request.get(fresh.url + "/api/medicines/export?format=json").json()["medicines"][0]["log"]
    assert [(entry["action"], entry["notedBy"]) for entry in entries] == [("taken", "Ben"), ("undone", "Ada")]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [{}, DESKTOP], ids=["phone", "desktop"])
def test_the_page_of_shares_can_be_read_by_everybody(fresh, browse, scheme, size, tmp_path):
    ada, ben = browse(color_scheme=scheme, **size), browse()
    set_up(ada, fresh)
    invite(ada, ben, fresh)
    ada.goto(fresh.url + "/medicines/shares")
    check(ada)
    ada.get_by_label("Send Ben reminders too").check()
    ada.get_by_role("button", name="Share with Ben").click()
    ben.goto(fresh.url + "/medicines/shares")
    check(ben)
    check(ada)
    assert overflow(ada)["by"] <= 0
    ada.screenshot(path=tmp_path / "shares.png", full_page=True)
