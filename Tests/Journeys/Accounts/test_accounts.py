"""Accounts: the set-up link, sign-in and sign-out, a second person, devices, recovery; and how these pages look."""

import contextlib
import re
import subprocess
import time

import pytest
from conftest import BINARY, DESKTOP, LOOK, PHONE, environment, eventually
from playwright.sync_api import Error, expect
from test_access import check, overflow

ADA, BEN = "a quiet still in the pantry", "rain on the glass house roof"
CODE = re.compile(r"^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$")


def setup_link(server):
    """Return the set-up link that `serve` printed."""
    found = eventually(lambda: re.search(r"http://\S+/setup/[\w-]{43}", server.log.read_text()))
    return found[0]


def set_up(page, server, name="Ada", passphrase=ADA):
    """Create the owner account and return the recovery codes."""
    page.goto(setup_link(server))
    page.get_by_label("Your name").fill(name)
    page.get_by_label("New passphrase").fill(passphrase)
    page.get_by_role("button", name="Create the account").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Save your recovery codes")
    return page.locator(".recovery-codes code").all_inner_texts()


def open_steps(page, server):
    set_up(page, server)
    page.get_by_role("link", name="Set up your home").click()


@pytest.mark.parametrize("script", [True, False], ids=["with scripts", "without scripts"])
def test_four_steps_set_up_a_home_in_a_minute(fresh, browse, script):
    """The steps follow the recovery codes; each can be skipped, and the settings lead to them later."""
    page = browse(java_script_enabled=script)
    began = time.monotonic()
    open_steps(page, fresh)
    expect(page.get_by_role("heading", level=1)).to_have_text("Where do you live?")
    expect(page.get_by_text("Step 1 of 4")).to_be_visible()
    zone = page.get_by_label("The nearest of these cities in your time zone")
    if script:
        expect(zone).to_have_value("Europe/Vienna")
    else:
        zone.select_option("Europe/Vienna")
    if script:
        check(page)
    page.get_by_role("button", name="Save and continue").click()
    expect(page.get_by_text("Step 2 of 4")).to_be_visible()
    page.get_by_role("button", name="Invite a member").click()
    expect(page.get_by_label("The link")).to_have_value(re.compile(r"/invitation/[\w-]{43}$"))
    page.get_by_role("link", name="Back to the set-up").click()
    if script:
        check(page)
    page.get_by_role("link", name="Continue").click()
    expect(page.get_by_text("Step 3 of 4")).to_be_visible()
    if script:
        check(page)
    page.get_by_role("link", name="Later").click()
    expect(page.get_by_text("Step 4 of 4")).to_be_visible()
    page.get_by_role("button", name="Try it with example data").click()
    expect(page.get_by_role("button", name="Remove the example data")).to_be_visible()
    if script:
        check(page)
    page.get_by_role("link", name="Go to Today").click()
    assert time.monotonic() - began < 120
    plants = page.request.get(fresh.url + "/api/plants").json()["plants"]
    assert len(plants) == 24 and {"Basil", "Moth orchid", "Snake plant"} <= {plant["name"] for plant in plants}
    home = page.request.get(fresh.url + "/api/settings").text()
    assert "Europe/Vienna" in home and "48" in home

    page.goto(fresh.url + "/settings")
    page.get_by_role("link", name="Set-up steps").click()
    for _ in range(2):
        page.get_by_role("link", name=re.compile("^(Skip the place|Continue)")).click()
    page.get_by_role("link", name="Later").click()
    page.get_by_role("button", name="Remove the example data").click()
    expect(page.get_by_role("button", name="Try it with example data")).to_be_visible()
    assert page.request.get(fresh.url + "/api/plants").json()["plants"] == []


def sign_in(page, url, name="Ada", passphrase=ADA):
    page.goto(url + "/sign-in")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Passphrase").fill(passphrase)
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(url + "/")


def sign_out(page, url):
    page.goto(url + "/account")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("status")).to_have_text("You are signed out.", timeout=30_000)


def test_a_page_that_learns_of_its_sign_out_before_the_response_waits_for_it(fresh, browse):
    page = browse(**LOOK)
    set_up(page, fresh)

    def late(route):
        response = route.fetch(max_redirects=0)
        time.sleep(2)  # the page's request for the state of the server is refused meanwhile
        route.fulfill(response=response)

    page.route("**/sign-out", late)
    page.goto(fresh.url + "/settings")
    with page.expect_response(lambda response: response.status == 401):
        page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("status")).to_have_text("You are signed out.", timeout=30_000)


@pytest.mark.parametrize("script", [True, False], ids=["with scripts", "without scripts"])
def test_the_set_up_link_makes_an_owner_who_signs_out_and_in(fresh, browse, script):
    page = browse(java_script_enabled=script)
    page.goto(fresh.url + "/plants")
    expect(page.get_by_role("heading", level=1)).to_have_text("Plants")
    codes = set_up(page, fresh)
    assert len(codes) == 8 and len(set(codes)) == 8 and all(CODE.match(code) for code in codes), codes
    page.get_by_role("link", name="Later").click()
    expect(page).to_have_url(fresh.url + "/")
    page.goto(fresh.url + "/settings")
    expect(page.get_by_text("Signed in as Ada.")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("status")).to_have_text("You are signed out.", timeout=30_000)

    page.goto(fresh.url + "/plants?view=list")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")
    page.get_by_label("Name").fill("ada")
    page.get_by_label("Passphrase").fill("not the passphrase")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("Name and passphrase do not match")
    expect(page.get_by_label("Name")).to_have_value("ada")
    page.get_by_label("Passphrase").fill(ADA)
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(fresh.url + "/plants?view=list")


@pytest.mark.parametrize("script", [True, False], ids=["with scripts", "without scripts"])
def test_a_second_person_joins_by_an_invitation(fresh, browse, script):
    owner, other = browse(java_script_enabled=script), browse(java_script_enabled=script, **DESKTOP)
    set_up(owner, fresh)
    owner.goto(fresh.url + "/settings")
    owner.get_by_role("link", name="People", exact=True).click()
    owner.get_by_role("button", name="Make an invitation link").click()
    link = owner.get_by_label("The link").input_value()
    assert link.startswith(fresh.url + "/invitation/")

    other.goto(link)
    expect(other.get_by_text("Ada invites you to become a member.")).to_be_visible()
    other.get_by_label("Your name").fill("Ben")
    other.get_by_label("New passphrase").fill("password1")
    other.get_by_role("button", name="Join the household").click()
    expect(other.get_by_role("alert")).to_contain_text("easy to guess")
    other.get_by_label("New passphrase").fill(BEN)
    other.get_by_role("button", name="Join the household").click()
    expect(other.get_by_role("heading", level=1)).to_have_text("Save your recovery codes")
    expect(other.locator(".recovery-codes code")).to_have_count(8)
    other.get_by_role("link", name="Open Stillroom").click()
    expect(other).to_have_url(fresh.url + "/")
    assert other.goto(fresh.url + "/people").status == 403
    expect(other.get_by_text("Your role does not allow this.")).to_be_visible()
    other.goto(fresh.url + "/settings")
    expect(other.get_by_role("heading", level=1)).to_have_text("Your account")
    expect(other.get_by_text("Signed in as Ben, a member.")).to_be_visible()

    owner.goto(fresh.url + "/people")
    expect(owner.get_by_role("heading", name="Ben")).to_be_visible()
    owner.get_by_text("Remove the account of Ben").click()
    # A page that is open goes to the sign-in by itself, which could interrupt the next line.
    other.goto("about:blank")
    owner.get_by_role("button", name="Remove Ben").click()
    expect(owner.get_by_role("status").first).to_contain_text("The account is removed,")
    other.goto(fresh.url + "/plants")
    expect(other.get_by_role("heading", level=1)).to_have_text("Sign in")


def test_a_device_that_is_signed_out_elsewhere_loses_access_at_once(fresh, browse):
    phone, desktop = browse(), browse(**DESKTOP)
    set_up(phone, fresh)
    sign_in(desktop, fresh.url)
    phone.goto(fresh.url + "/account/devices")
    rows = phone.locator(".channels > li")
    expect(rows).to_have_count(2)
    rows.filter(has_not_text="This device").get_by_role("button", name="Sign out").click()
    expect(phone.get_by_role("status").first).to_contain_text("The device is signed out.")
    expect(rows).to_have_count(1)
    # The page may ask for the state just now, and then makes way for the sign-in page before the click.
    with contextlib.suppress(Error):
        desktop.get_by_role("link", name="Plants").click(timeout=2_000)
    expect(desktop.get_by_role("heading", level=1)).to_have_text("Sign in")
    assert desktop.request.get(fresh.url + "/api/agenda").status == 401
    phone.get_by_role("button", name="Sign out everywhere").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Sign in")


def test_a_recovery_code_and_a_reset_link_set_a_new_passphrase(fresh, browse):
    page, other = browse(), browse(**DESKTOP)
    code = set_up(page, fresh)[0]
    other.goto(fresh.url + "/sign-in")
    other.get_by_role("link", name="Sign in with a recovery code").click()
    other.get_by_label("Name").fill("Ada")
    other.get_by_label("Recovery code").fill(code.lower().replace("-", " "))
    other.get_by_label("New passphrase").fill(BEN)
    other.get_by_role("button", name="Set the passphrase").click()
    expect(other.get_by_role("status").first).to_contain_text("All other devices are signed out.")
    page.goto(fresh.url + "/plants")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")
    sign_in(page, fresh.url, passphrase=BEN)

    done = subprocess.run(
        [BINARY, "accounts", "reset", "Ada"], capture_output=True, text=True, timeout=60,
        env=environment(fresh.home) | {"STILLROOM_DATA_DIR": str(fresh.folder / "data")})
    assert done.returncode == 0, done.stderr
    path = re.search(r"/reset/[\w-]{43}", done.stdout)[0]
    other.goto(fresh.url + path)
    other.get_by_label("New passphrase").fill(ADA)
    other.get_by_role("button", name="Set the passphrase").click()
    expect(other.get_by_role("heading", level=1)).to_have_text("Your account")
    assert other.goto(fresh.url + path).status == 410
    expect(other.get_by_text("This link was used already, or it is too old.")).to_be_visible()


def test_a_changed_passphrase_signs_out_the_other_devices(fresh, browse):
    page, other = browse(), browse(**DESKTOP)
    set_up(page, fresh)
    sign_in(other, fresh.url)
    page.goto(fresh.url + "/account/passphrase")
    page.get_by_label("Current passphrase").fill(ADA)
    page.get_by_label("New passphrase").fill(BEN)
    page.get_by_role("button", name="Change the passphrase").click()
    expect(page.get_by_role("status").first).to_contain_text("The passphrase is set.")
    other.goto(fresh.url + "/plants")
    expect(other.get_by_role("heading", level=1)).to_have_text("Sign in")


def test_a_person_who_signed_out_does_not_see_cached_pages(fresh, browse):
    page = browse()
    set_up(page, fresh)
    page.goto(fresh.url + "/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto(fresh.url + "/plants")
    kept = "caches.open('pages').then((cache) => cache.keys()).then((keys) => keys.length)"
    eventually(lambda: page.evaluate(kept) > 0)
    sign_out(page, fresh.url)
    assert page.evaluate("caches.has('pages')") is False
    page.context.set_offline(True)
    try:
        page.goto(fresh.url + "/plants")
    except Exception as error:  # the worker itself is gone, too
        assert "ERR_INTERNET_DISCONNECTED" in str(error)
    else:
        expect(page.get_by_role("heading", level=1)).to_have_text("This device cannot reach Stillroom")
    page.context.set_offline(False)


def test_the_worker_forgets_pages_when_the_session_has_ended_elsewhere(fresh, browse):
    page, other = browse(), browse(**DESKTOP)
    set_up(page, fresh)
    sign_in(other, fresh.url)
    page.goto(fresh.url + "/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto(fresh.url + "/plants")
    eventually(lambda: page.evaluate("caches.open('pages').then((cache) => cache.keys()).then((keys) => keys.length)"))
    other.goto(fresh.url + "/account/devices")
    other.get_by_role("button", name="Sign out all other devices").click()
    with contextlib.suppress(Error):  # the page may leave for the sign-in page by itself at the same time
        page.goto(fresh.url + "/plants")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")
    page.context.set_offline(True)
    page.goto(fresh.url + "/plants")
    expect(page.get_by_role("heading", level=1)).to_have_text("This device cannot reach Stillroom")
    page.context.set_offline(False)


# MARK: how the pages look

def visit_every_page(server, page, other, look):
    """Open every page of accounts and call `look` with a name for it."""
    page.goto(setup_link(server))
    look(page, "set-up")
    set_up(page, server)
    look(page, "recovery-codes")
    page.goto(server.url + "/settings")
    look(page, "settings")
    for path in ("account", "account/region", "account/passphrase", "account/devices", "account/passkeys", "account/recovery-codes",
                 "account/confirm", "people/log", "people"):
        page.goto(f"{server.url}/{path}")
        look(page, path.replace("/", "-"))
    page.get_by_role("button", name="Make an invitation link").click()
    expect(page.get_by_label("The link")).to_be_visible()
    look(page, "invitation-link")
    link = page.get_by_label("The link").input_value()
    other.goto(link)
    look(other, "invitation")
    other.get_by_label("Your name").fill("Benedikt von und zu Donaudampfschifffahrtskapitän")
    other.get_by_label("New passphrase").fill(BEN)
    other.get_by_role("button", name="Join the household").click()
    expect(other.get_by_role("heading", level=1)).to_have_text("Save your recovery codes")
    look(other, "joined")
    other.goto(server.url + "/people")
    look(other, "forbidden")
    page.get_by_role("link", name="I have sent the link").click()
    page.get_by_role("button", name="Make an invitation link").click()
    page.goto(server.url + "/people")
    look(page, "people-two")
    sign_out(other, server.url)
    look(other, "sign-in")
    other.get_by_label("Name").fill("Ada")
    other.get_by_label("Passphrase").fill("not the passphrase")
    other.get_by_role("button", name="Sign in").click()
    look(other, "sign-in-refused")
    other.goto(server.url + "/recovery")
    look(other, "recovery")
    other.goto(link)
    look(other, "link-used")
    done = subprocess.run(
        [BINARY, "accounts", "reset", "Ada"], capture_output=True, text=True, timeout=60,
        env=environment(server.home) | {"STILLROOM_DATA_DIR": str(server.folder / "data")})
    other.goto(server.url + re.search(r"/reset/[\w-]{43}", done.stdout)[0])
    look(other, "reset")


@pytest.mark.parametrize("view", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_finds_nothing_in_the_pages_of_accounts(fresh, browse, view):
    visit_every_page(fresh, browse(**view), browse(**view), lambda page, _: check(page))


def test_the_pages_of_accounts_fit_a_narrow_screen_and_large_letters(fresh, browse):
    # A phone's browser would zoom out, so that the overflow cannot be measured.
    narrow = {"viewport": {"width": 320, "height": 640}, "is_mobile": False, "has_touch": False}
    pages = browse(**narrow), browse(**narrow)
    for page in pages:
        page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 24, "fixed": 20}})
    wide = {}

    def look(page, name):
        found = overflow(page)
        if found["by"] > 0:
            wide[name] = found

    visit_every_page(fresh, *pages, look)
    assert not wide
