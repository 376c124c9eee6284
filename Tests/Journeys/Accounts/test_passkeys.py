"""Passkeys: a person adds one, signs in with it, confirms with it, and removes it; with Chromium's own authenticator."""

import sqlite3

import pytest
from conftest import DESKTOP, PHONE
from playwright.sync_api import expect
from test_access import check, overflow
from test_accounts import ADA, setup_link

# Chromium answers a request that waits in the list of a field at once, so most journeys switch the list off.
NO_LIST = "PublicKeyCredential.isConditionalMediationAvailable = async () => false"


class Authenticator:
    """A device with keys inside the browser of a page."""

    def __init__(self, page, **options):
        self.session = page.context.new_cdp_session(page)
        self.session.send("WebAuthn.enable", {"enableUI": False})
        self.id = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": {
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
            "isUserVerified": True, "automaticPresenceSimulation": True} | options})["authenticatorId"]

    def keys(self):
        return self.session.send("WebAuthn.getCredentials", {"authenticatorId": self.id})["credentials"]

    def change(self, **values):
        """Change the only key, as a copy of the device would."""
        (key,) = self.keys()
        self.session.send("WebAuthn.clearCredentials", {"authenticatorId": self.id})
        self.session.send("WebAuthn.addCredential", {"authenticatorId": self.id, "credential": key | values})

    def verify(self, is_verified):
        self.session.send(
            "WebAuthn.setUserVerified", {"authenticatorId": self.id, "isUserVerified": is_verified})


def local(server):
    """Return the address of the server by name: browsers keep no passkeys for an address."""
    return server.url.replace("127.0.0.1", "localhost")


def set_up(page, server):
    """Create the owner under the name of the machine."""
    page.goto(setup_link(server).replace("127.0.0.1", "localhost"))
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("New passphrase").fill(ADA)
    page.get_by_role("button", name="Create the account").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Save your recovery codes")
    return page.locator(".recovery-codes code").all_inner_texts()


def add(page, server, name="My phone"):
    page.goto(local(server) + "/account/passkeys")
    page.get_by_label("Name of the device").fill(name)
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("status").first).to_contain_text("The passkey is added.")


def sign_out(page, server):
    page.goto(local(server) + "/account")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")


def make_old(server):
    """Let all sessions look as if they began an hour ago."""
    with sqlite3.connect(server.folder / "data/stillroom.sqlite", timeout=30) as database:
        database.execute("UPDATE session SET created_at = created_at - 3600000")


def test_a_person_adds_a_passkey_signs_in_with_it_and_removes_it(fresh, browse):
    page = browse()
    page.add_init_script(NO_LIST)
    device = Authenticator(page)
    set_up(page, fresh)
    # The next step after the codes, without another question.
    page.get_by_role("link", name="Add a passkey").click()
    expect(page.get_by_text("It will work under the name localhost.")).to_be_visible()
    add(page, fresh)
    (key,) = device.keys()
    assert key["rpId"] == "localhost" and key["isResidentCredential"], key
    expect(page.get_by_role("heading", name="My phone")).to_be_visible()
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("alert")).to_have_text("This device has a passkey for your account already.")

    sign_out(page, fresh)
    page.goto(local(fresh) + "/plants?view=list")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page).to_have_url(local(fresh) + "/plants?view=list")
    page.goto(local(fresh) + "/account/devices")
    expect(page.locator(".channels > li")).to_have_count(1)

    page.goto(local(fresh) + "/account/passkeys")
    page.get_by_text("Rename My phone").click()
    page.get_by_label("New name").fill("Pocket")
    page.get_by_role("button", name="Rename", exact=True).click()
    expect(page.get_by_role("heading", name="Pocket")).to_be_visible()
    page.get_by_text("Remove Pocket").first.click()
    page.get_by_role("button", name="Remove Pocket").click()
    expect(page.get_by_role("status").first).to_contain_text("The passkey is removed here.")
    page.goto(local(fresh) + "/people/log")
    for words in ("Ada added a passkey", "Ada signed in with a passkey", "Ada removed a passkey"):
        expect(page.get_by_text(words)).to_be_visible()
    sign_out(page, fresh)
    expect(page.get_by_role("button", name="Sign in", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_have_count(0)


def test_a_copied_key_and_an_unverified_person_are_refused(fresh, browse):
    page, other = browse(), browse(**DESKTOP)
    for one in (page, other):
        one.add_init_script(NO_LIST)
    device = Authenticator(page)
    set_up(page, fresh)
    add(page, fresh)
    sign_out(page, fresh)
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page).to_have_url(local(fresh) + "/")
    sign_out(page, fresh)

    (key,) = device.keys()
    device.change(signCount=0)
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("This passkey is not accepted.")
    assert page.goto(local(fresh) + "/api/agenda").status == 401
    device.change(signCount=key["signCount"] + 5)
    page.goto(local(fresh) + "/sign-in")
    device.verify(False)
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("No passkey was used.")
    device.verify(True)
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page).to_have_url(local(fresh) + "/")
    page.goto(local(fresh) + "/people/log")
    expect(page.get_by_text("its counter went back, so a copy of it may exist")).to_be_visible()

    # Another device has no such key.
    Authenticator(other)
    other.goto(local(fresh) + "/sign-in")
    other.get_by_role("button", name="Sign in with a passkey").click()
    expect(other.get_by_role("alert")).to_contain_text("No passkey was used.")


def test_a_person_confirms_and_then_signs_in_only_with_a_passkey(fresh, browse):
    page = browse()
    page.add_init_script(NO_LIST)
    Authenticator(page)
    codes = set_up(page, fresh)
    add(page, fresh)
    make_old(fresh)
    page.goto(local(fresh) + "/account/passkeys")
    page.get_by_role("link", name="Confirm").click()
    page.get_by_role("button", name="Use a passkey").click()
    expect(page).to_have_url(local(fresh) + "/account/passkeys")
    page.get_by_text("Remove the passphrase", exact=True).click()
    page.get_by_role("button", name="Sign in only with a passkey").click()
    expect(page.get_by_role("status").first).to_contain_text("The passphrase is removed.")

    make_old(fresh)
    page.goto(local(fresh) + "/account/recovery-codes")
    page.get_by_role("link", name="Confirm").click()
    expect(page.get_by_label("Passphrase")).to_have_count(0)
    page.get_by_role("button", name="Use a passkey").click()
    page.get_by_role("button", name="Make new recovery codes").click()
    expect(page.locator(".recovery-codes code")).to_have_count(8)
    new = page.locator(".recovery-codes code").all_inner_texts()
    assert not set(new) & set(codes)

    sign_out(page, fresh)
    page.get_by_label("Name").fill("Ada")
    page.get_by_label("Passphrase").fill(ADA)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("alert").first).to_contain_text("Name and passphrase do not match")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page).to_have_url(local(fresh) + "/")
    sign_out(page, fresh)
    page.get_by_role("link", name="Sign in with a recovery code").click()
    page.get_by_label("Name").fill("Ada")
    page.get_by_label("Recovery code").fill(new[0])
    page.get_by_label("New passphrase").fill(ADA)
    page.get_by_role("button", name="Set the passphrase").click()
    expect(page.get_by_role("status").first).to_contain_text("The passphrase is set.")
    page.goto(local(fresh) + "/account/passkeys")
    expect(page.locator(".channels > li")).to_have_count(0)


def test_a_passkey_is_offered_in_the_list_of_the_field(fresh, browse):
    page = browse(**DESKTOP)
    # The list is switched off until the page says otherwise in the storage of its site.
    page.add_init_script(
        "if (!localStorage.getItem('list')) PublicKeyCredential.isConditionalMediationAvailable = async () => false")
    Authenticator(page)
    set_up(page, fresh)
    add(page, fresh)
    sign_out(page, fresh)
    page.evaluate("localStorage.setItem('list', 'yes')")
    assert page.evaluate("document.querySelector('#name').getAttribute('autocomplete')") == "username webauthn"
    page.goto(local(fresh) + "/sign-in?return=/plants")
    # The test device of Chromium chooses the only passkey of the list.
    expect(page).to_have_url(local(fresh) + "/plants")


def test_without_scripts_or_a_name_no_passkey_is_offered_and_the_passphrase_works(fresh, browse):
    page, plain, numbered = browse(), browse(java_script_enabled=False), browse()
    page.add_init_script(NO_LIST)
    Authenticator(page)
    set_up(page, fresh)
    add(page, fresh)
    plain.goto(local(fresh) + "/sign-in")
    expect(plain.get_by_role("button", name="Sign in with a passkey")).to_have_count(0)
    plain.get_by_label("Name").fill("Ada")
    plain.get_by_label("Passphrase").fill(ADA)
    plain.get_by_role("button", name="Sign in").click()
    plain.goto(local(fresh) + "/account/passkeys")
    expect(plain.get_by_text("This browser offers no passkeys, or JavaScript is off.")).to_be_visible()
    expect(plain.get_by_role("heading", name="My phone")).to_be_visible()

    numbered.goto(fresh.url + "/sign-in")
    expect(numbered.get_by_role("button", name="Sign in with a passkey")).to_have_count(0)
    numbered.get_by_label("Name").fill("Ada")
    numbered.get_by_label("Passphrase").fill(ADA)
    numbered.get_by_role("button", name="Sign in").click()
    numbered.goto(fresh.url + "/account/passkeys")
    expect(numbered.get_by_role("heading", name="No passkey can be added here")).to_be_visible()
    expect(numbered.get_by_text("Not under this address")).to_be_visible()
    expect(numbered.get_by_role("link", name=local(fresh))).to_have_attribute(
        "href", local(fresh) + "/account/passkeys")


# MARK: how the pages look

def visit_every_page(server, page, look):
    """Open every page of passkeys and call `look` with a name for it."""
    page.add_init_script(NO_LIST)
    Authenticator(page)
    set_up(page, server)
    look(page, "recovery-codes")
    page.goto(local(server) + "/account/passkeys")
    look(page, "passkeys-none")
    add(page, server, "Donaudampfschifffahrtskapitänstelefon mit gesprungenem Glas")
    look(page, "passkeys")
    page.goto(server.url.replace("127.0.0.1", "localhost") + "/account")
    look(page, "account")
    page.goto(local(server) + "/account/recovery-codes")
    look(page, "recovery-codes-state")
    page.get_by_role("button", name="Make new recovery codes").click()
    look(page, "new-recovery-codes")
    make_old(server)
    for path in ("passkeys", "recovery-codes", "confirm?return=/account/passkeys"):
        page.goto(local(server) + "/account/" + path)
        look(page, "old-" + path.split("?")[0])
    sign_out(page, server)
    look(page, "sign-in")


@pytest.mark.parametrize("view", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_finds_nothing_in_the_pages_of_passkeys(fresh, browse, view):
    visit_every_page(fresh, browse(**view), lambda page, _: check(page))


def test_the_pages_of_passkeys_fit_a_narrow_screen_and_large_letters(fresh, browse):
    page = browse(viewport={"width": 320, "height": 640}, is_mobile=False, has_touch=False)
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 24, "fixed": 20}})
    wide = {}

    def look(page, name):
        found = overflow(page)
        if found["by"] > 0:
            wide[name] = found

    visit_every_page(fresh, page, look)
    assert not wide
