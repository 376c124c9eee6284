"""Tokens: a person gives a program access to the API on the page or by the command, and ends it."""

import json
import re
import subprocess

import pytest
from conftest import BINARY, DESKTOP, FLOWER, PHONE, environment
from playwright.sync_api import expect
from test_access import check, overflow
from test_accounts import ADA, set_up

TOKEN = re.compile(r"^sr_[\w-]{43}$")
MANY = ("Read", "Change", "Photograph", "Medicines", "Administer")


def make(page, url, name, *scopes, days=90):
    """Make a token on the page and return it."""
    page.goto(url + "/account/tokens")
    page.get_by_label("Name of the program").fill(name)
    for scope in MANY:
        page.get_by_label(scope, exact=True).set_checked(scope in scopes)
    page.get_by_label("Valid for").fill(str(days))
    page.get_by_role("button", name="Make a token").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("New token")
    token = page.get_by_label("The token").input_value()
    assert TOKEN.match(token), token
    page.get_by_role("link", name="I have saved the token").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Access for programs")
    assert token not in page.content()
    return token


def curl(url, token, *arguments):
    """Send a request as a script does; return status, head and body."""
    done = subprocess.run(
        ["curl", "-sS", "-i", "-H", f"Authorization: Bearer {token}", *arguments, url], capture_output=True, text=True,
        timeout=60)
    assert done.returncode == 0, done.stderr
    head, _, body = done.stdout.replace("\r\n", "\n").partition("\n\n")
    return int(head.split()[1]), head.lower(), body


def command(server, *arguments):
    """Run `stillroom accounts …` on the server's data folder."""
    return subprocess.run(
        [BINARY, "accounts", *arguments], capture_output=True, text=True, timeout=60,
        env=environment(server.home) | {"STILLROOM_DATA_DIR": str(server.folder / "data")})


@pytest.mark.parametrize("script", [True, False], ids=["with scripts", "without scripts"])
def test_a_program_uses_a_token_until_it_is_ended(fresh, browse, script):
    page = browse(java_script_enabled=script)
    set_up(page, fresh)
    page.goto(fresh.url + "/account")
    page.get_by_role("link", name="Show tokens").click()
    token = make(page, fresh.url, "Home Assistant", "Read", "Administer", days=30)

    status, _, body = curl(fresh.url + "/api/agenda", token)
    assert status == 200 and "today" in json.loads(body), body
    status, head, body = curl(fresh.url + "/metrics", token)
    assert status == 200 and "http_server_requests_total" in body
    assert "set-cookie" not in head and "access-control" not in head

    chore = ["-X", "POST", "-H", "Content-Type: application/json", "-d", '{"title": "Wash the windows"}']
    status, head, body = curl(fresh.url + "/api/chores", token, *chore)
    problem = json.loads(body)
    assert status == 403 and problem["code"] == "scope-missing" and problem["scope"] == "write", body
    assert 'www-authenticate: bearer realm="stillroom", error="insufficient_scope", scope="write"' in head
    for path in ("/", "/account", "/account/tokens", "/people", "/settings"):
        status, head, body = curl(fresh.url + path, token, "-H", "Accept: text/html")
        assert status == 403 and json.loads(body)["code"] == "not-permitted", path

    page.reload()
    row = page.locator(".channels > li")
    expect(row).to_contain_text("Scopes: read, admin.")
    expect(row).to_contain_text("last used today at")
    row.get_by_role("button", name="End the token").click()
    expect(page.get_by_role("status").first).to_have_text("The token is not valid any more.")
    expect(row).to_have_count(0)
    for path in ("/api/agenda", "/metrics"):
        status, head, body = curl(fresh.url + path, token)
        assert status == 401 and json.loads(body)["code"] == "token-refused"
        assert 'www-authenticate: bearer realm="stillroom", error="invalid_token"' in head
    assert token not in fresh.log.read_text() and token[3:] not in fresh.log.read_text()


def test_a_program_uploads_photographs_and_loads_their_pictures_with_a_token(fresh, browse):
    page = browse()
    set_up(page, fresh)
    upload = make(page, fresh.url, "Camera", "Photograph")
    read = make(page, fresh.url, "Frame", "Read")
    status, _, body = curl(fresh.url + "/api/photographs", upload, "--data-binary", f"@{FLOWER}")
    assert status == 201, body
    photograph = json.loads(body)["id"]
    assert curl(f"{fresh.url}/api/photographs/{photograph}", upload)[0] == 403
    assert curl(f"{fresh.url}/api/photographs/{photograph}", read)[0] == 200
    picture = fresh.ask("GET", f"/photographs/{photograph}/thumbnail.jpg", headers={"Authorization": f"Bearer {read}"})
    assert picture.status == 200 and picture.body[:2] == b"\xff\xd8"
    assert fresh.ask("GET", f"/photographs/{photograph}/thumbnail.jpg").status == 401


def test_the_command_makes_lists_and_ends_a_token(fresh, browse):
    page = browse()
    set_up(page, fresh)
    made = command(fresh, "token", "ada", "--for", "Prometheus", "--scope", "admin", "--days", "365")
    assert made.returncode == 0, made.stderr
    token = made.stdout.strip()
    assert TOKEN.match(token) and "only now" in made.stderr
    assert curl(fresh.url + "/metrics", token)[0] == 200
    assert curl(fresh.url + "/api/agenda", token)[0] == 403
    (listed,) = json.loads(command(fresh, "tokens", "Ada", "--json").stdout)
    assert listed["name"] == "Prometheus" and listed["scopes"] == ["admin"] and listed["isValid"] is True
    assert "lastUse" in listed and token not in json.dumps(listed)
    assert "Prometheus  admin  valid until" in command(fresh, "tokens", "Ada").stdout
    page.goto(fresh.url + "/account/tokens")
    expect(page.get_by_role("heading", name="Prometheus")).to_be_visible()
    ended = command(fresh, "end-token", listed["id"])
    assert ended.returncode == 0 and ended.stdout == "", ended.stderr
    assert curl(fresh.url + "/metrics", token)[0] == 401
    assert command(fresh, "end-token", listed["id"]).returncode == 66
    assert command(fresh, "tokens", "Eve").returncode == 66
    assert command(fresh, "token", "Ada", "--for", "x", "--scope", "people").returncode == 64
    assert command(fresh, "token", "Ada", "--for", "x", "--scope", "read", "--days", "400").returncode == 64
    assert command(fresh, "token", "Ada", "--for", "x").returncode == 64
    page.goto(fresh.url + "/people/log")
    expect(page.get_by_text("A token of Ada was made on the machine of the server")).to_be_visible()


def test_a_changed_passphrase_keeps_tokens_and_leads_to_their_end(fresh, browse):
    page = browse()
    set_up(page, fresh)
    tokens = [make(page, fresh.url, name, "Read") for name in ("One", "Two")]
    page.goto(fresh.url + "/account/passphrase")
    page.get_by_label("Current passphrase").fill(ADA)
    page.get_by_label("New passphrase").fill("rain on the glass house roof")
    page.get_by_role("button", name="Change the passphrase").click()
    expect(page.get_by_role("status").first).to_contain_text("Tokens of programs stay valid")
    assert [curl(fresh.url + "/api/agenda", token)[0] for token in tokens] == [200, 200]
    page.get_by_role("link", name="Show tokens").click()
    page.get_by_role("button", name="End all tokens").click()
    expect(page.get_by_role("status").first).to_have_text("No token is valid any more.")
    assert [curl(fresh.url + "/api/agenda", token)[0] for token in tokens] == [401, 401]


# MARK: how the pages look

def visit_every_page(server, page, look):
    set_up(page, server)
    page.goto(server.url + "/account/tokens")
    look(page, "tokens-none")
    page.get_by_label("Name of the program").fill("Donaudampfschifffahrtsgesellschaftskapitän" + "x" * 22)
    for scope in MANY:
        page.get_by_label(scope, exact=True).check()
    page.get_by_role("button", name="Make a token").click()
    look(page, "new-token")
    make(page, server.url, "Prometheus", "Administer", days=1)
    look(page, "tokens")
    page.get_by_label("Name of the program").fill("Kettle")
    for scope in MANY:
        page.get_by_label(scope, exact=True).uncheck()
    page.get_by_role("button", name="Make a token").click()
    expect(page.get_by_role("alert")).to_contain_text("at least one scope")
    expect(page.get_by_label("Name of the program")).to_have_value("Kettle")
    look(page, "tokens-refused")
    page.goto(server.url + "/account")
    look(page, "account")


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("view", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_finds_nothing_in_the_pages_of_tokens(fresh, browse, view, colours):
    visit_every_page(fresh, browse(**view, color_scheme=colours), lambda page, _: check(page))


def test_the_pages_of_tokens_fit_a_narrow_screen_and_large_letters(fresh, browse):
    page = browse(viewport={"width": 320, "height": 640}, is_mobile=False, has_touch=False)
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 24, "fixed": 20}})
    wide = {}

    def look(page, name):
        found = overflow(page)
        if found["by"] > 0:
            wide[name] = found

    visit_every_page(fresh, page, look)
    assert not wide
