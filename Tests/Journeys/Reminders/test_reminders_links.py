"""Addresses with a secret: the links of notices and private calendars; and that no secret is stored in plain text."""

import base64
import datetime
import re
import stat

import icalendar
import pytest
from conftest import eventually
from push_peer import Device, base64url, from_base64url
from test_care_http import House
from reminder_house import PUBLIC, Mail, NoticeServer, house, live, mail, notice, push_service  # noqa: F401
from test_care_http import NASTY
from test_http import HTML, is_problem

STRANGER = {"Host": "home.example.net", "Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}


@pytest.fixture
def public(live):
    return live(STILLROOM_SERVER_PUBLIC_URL=PUBLIC)


@pytest.fixture(scope="module")
def looked_at(tmp_path_factory, home, push_service):
    """A server with a public name for tests that change nothing, with a notice about a fern and its link."""
    house = NoticeServer(tmp_path_factory.mktemp("public"), home, Mail(push_service), STILLROOM_SERVER_PUBLIC_URL=PUBLIC)
    house.link = links(house, house.mail)["done"]
    yield house
    house.stop()


def links(house, mail, *names):
    """Return the links of a notice about these plants, as sent to a webhook: {"done": "/n/…"}."""
    channel, place = house.hook()
    house.api("PATCH", f"/channels/{channel['id']}", {"isOn": False}, 204)
    for name in names or ("Fern",):
        house.add(name)
    house.api("PATCH", f"/channels/{channel['id']}", {"isOn": True}, 204)
    message = notice(mail.wait(place)[0])
    return {action["verb"]: (action.get("url") or action["path"]).removeprefix(PUBLIC) for action in message["actions"]}


# MARK: links

def test_a_link_marks_its_tasks_as_done_once_from_any_device(public, mail):
    done = links(public, mail, "Fern", "Basil")["done"]
    answer = public.ask("GET", done, headers={"Host": "home.example.net", **HTML})
    assert answer.status == 200 and "Water 2 plants" in answer.text and "Is it done?" in answer.text
    addresses = re.findall(r'(?:href|src|action)="([^"]*)"', answer.text)
    assert all(address == done or address.startswith("/assets/") for address in addresses), "the page shows more of the house"
    assert public.open_chores().keys() == {"Fern", "Basil"}, "to look at it did it"
    assert public.ask("HEAD", done, headers={"Host": "home.example.net"}).status in (200, 404, 405)
    assert public.open_chores()
    answer = public.ask("POST", done, headers=STRANGER)
    assert answer.status == 200 and answer.headers["Access-Control-Allow-Origin"] == "*" and answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.json == {"verb": "done", "told": 2, "wasUsed": False, "overdue": 0, "title": "Water 2 plants"}
    assert public.open_chores() == {}
    assert public.ask("POST", done, headers=STRANGER).json | {"title": ""} == {"verb": "done", "told": 0, "wasUsed": True, "overdue": 0, "title": ""}
    assert "This link was already used." in public.ask("POST", done, headers=HTML).text
    assert len(public.api("GET", "/log").json["entries"]) == 2


def test_a_link_snoozes_its_task_once_for_an_hour(public, mail):
    snooze = links(public, mail)["snooze"]
    assert "in an hour?" in public.page(snooze)
    assert public.ask("POST", snooze, headers=STRANGER).json["told"] == 1
    until = public.api("GET", "/agenda").json["items"][0]["snoozedUntil"]
    assert "2026-11-21T12:00:00Z" <= until <= "2026-11-21T12:00:30Z"
    assert public.ask("POST", snooze).json["wasUsed"] is True
    assert public.api("GET", "/agenda").json["items"][0]["snoozedUntil"] == until
    place = next(place for place in mail.look(deliveries="no")["wire"])
    public.again("2026-11-21T12:01:00Z")
    assert notice(mail.wait(place, 2)[1])["title"] == "Water Fern"


def test_a_link_to_a_task_that_was_done_meanwhile_does_nothing(public, mail):
    both = links(public, mail)
    chore = next(iter(public.open_chores().values()))["chore"]
    public.api("POST", f"/chores/{chore}/done", None, 200)
    for verb in ("done", "snooze"):
        answer = public.ask("POST", both[verb]).json
        assert (answer["told"], answer["wasUsed"]) == (0, False)
    assert len(public.api("GET", "/log").json["entries"]) == 1


def test_a_link_does_no_more_than_its_notice_said(public, mail):
    """The notice was sent without confirmation: the pending retry contains one more plant."""
    channel, place = public.hook()
    mail(places={place: {"mode": "cut", "times": 1}})
    public.add("Fern")
    done = notice(mail.wait(place)[0])["actions"][0]["url"].removeprefix(PUBLIC)
    eventually(lambda: public.pending(channel)[0].get("failure"))
    House.add(public, "Basil")
    public.ask("POST", done)
    assert public.open_chores().keys() == {"Basil"}, "“Water Fern: done” watered the basil"


@pytest.mark.parametrize("spoil", [
    lambda link: link[:-1] + ("A" if link[-1] != "A" else "B"), lambda link: link.replace("done", "snooze"),
    lambda link: re.sub(r"-(\d{10})-", lambda found: f"-{int(found[1]) + 1}-", link), lambda link: link + "A", lambda link: link[:-1],
    lambda link: re.sub(r"/n/(\d+)", lambda found: f"/n/{int(found[1]) + 1}", link), lambda link: link.replace("/n/", "/n/0"),
    lambda link: link.replace("/n/", "/n/%2B"), lambda link: "/n/", lambda link: "/n/x", lambda link: "/n/" + "9" * 3000, lambda link: "/n/1-done-1-",
    lambda link: link + "%00"], ids=range(13))
def test_a_forged_link_is_refused(looked_at, spoil):
    link = spoil(looked_at.link)
    for method in ("GET", "POST"):
        answer = looked_at.ask(method, link, headers=STRANGER)
        assert answer.status in (404, 301, 400), answer.text
    assert "Fern" in looked_at.open_chores()


def test_a_link_with_a_slash_at_its_end_is_refused_or_the_same_link(public, mail):
    link = links(public, mail)["done"] + "/"
    for method in ("GET", "POST"):
        answer = public.ask(method, link, headers=STRANGER)
        assert answer.status in (404, 301, 400, 200), answer.text


def test_a_link_is_good_for_seven_days(public, mail):
    done = links(public, mail)["done"]
    public.again("2026-11-28T10:59:00Z")
    assert public.ask("GET", done, headers=HTML).status == 200
    public.again("2026-11-28T11:01:00Z")
    for method in ("GET", "POST"):
        is_problem(public.ask(method, done, headers={"Accept": "application/json"}), 410, "link-refused")
    assert "Fern" in public.open_chores()


def test_a_link_of_another_household_is_refused(live, mail):
    one, other = live(STILLROOM_SERVER_PUBLIC_URL=PUBLIC), live(STILLROOM_SERVER_PUBLIC_URL=PUBLIC)
    done, _ = links(one, mail)["done"], links(other, mail)
    is_problem(other.ask("POST", done), 404, "link-refused")
    assert "Fern" in other.open_chores() and one.ask("POST", done).json["told"] == 1
    assert one.api("POST", "/push-key").json != other.api("POST", "/push-key").json


@pytest.mark.parametrize("path", ["/", "/plants", "/api/state", "/api/channels", "/settings/reminders", "/sw.js", "/health/live", "/metrics",
                                  "/n", "/calendar", "//n/x", "/N/x", "/n/../api/state", "/calendar/../settings", "/n/%2e%2e/api/state", "/n/..%2f..%2fapi/state",
                                  "/nn/x", "/calendars/x"])
def test_only_links_and_calendars_answer_under_the_public_name(looked_at, path):
    answer = looked_at.ask("GET", path, headers={"Host": "home.example.net"})
    assert answer.status == 421 if not path.startswith(("/n/", "/calendar/")) else answer.status in (404, 421), answer.text[:300]
    assert "channels" not in answer.text or answer.status == 421


@pytest.mark.parametrize("host, status", [("HOME.example.net", 404), ("home.example.net:443", 404), ("evil.example", 421), ("home.example.net.evil.example", 421),
                                          ("home.example.net:8443", 421), ("", 421), ("localhost", 404)])
def test_links_answer_under_the_right_name_alone(looked_at, host, status):
    assert looked_at.ask("GET", "/n/x", headers={"Host": host}).status == status


def test_a_public_name_with_its_default_port_is_recognised(live):
    house = live(STILLROOM_SERVER_PUBLIC_URL="https://home.example.net:443/")
    assert house.ask("GET", "/n/x", headers={"Host": "home.example.net"}).status == 404, "a browser leaves the usual port out"


def test_without_a_public_name_no_other_name_answers(house):
    assert house.ask("GET", "/n/x", headers={"Host": "home.example.net"}).status == 421


# MARK: calendars

def feed(house, name="Anna’s phone"):
    return house.api("POST", "/feeds", {"name": name}, 201).json


def read(house, made, **headers):
    answer = house.ask("GET", made["path"], headers=headers)
    assert answer.status == 200, answer.text
    return answer


def events(answer):
    return {str(event["SUMMARY"]) + " " + event["DTSTART"].dt.isoformat(): event for event in icalendar.Calendar.from_ical(answer.body).walk("VEVENT")}


def test_a_calendar_contains_the_tasks_of_thirty_days(public):
    plant = public.add("Fern", room="Hall", species="Monstera deliciosa")
    public.api("POST", "/chores", {"kind": "own", "title": "Turn; the, compost\\ \n" + "ä" * 80, "recurrence": "days 1"}, 201)
    made = feed(public)
    assert made["url"] == PUBLIC + made["path"] and len(from_base64url(made["path"][10:-4])) == 20
    answer = read(public, made, Host="home.example.net")
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8" and answer.headers["Cache-Control"] == "private, no-cache"
    lines = answer.body.split(b"\r\n")
    assert all(len(line) <= 75 for line in lines) and b"\n" not in answer.body.replace(b"\r\n", b"") and b"\r\n " in answer.body
    calendar = icalendar.Calendar.from_ical(answer.body)
    assert calendar["REFRESH-INTERVAL"].dt == datetime.timedelta(hours=1) and str(calendar["X-WR-CALNAME"]) == "Stillroom: Anna’s phone"
    found = events(answer)
    days = {event["DTSTART"].dt for event in found.values()}
    assert min(days) == datetime.date(2026, 11, 21) and max(days) == datetime.date(2026, 12, 20)
    assert len([name for name, event in found.items() if "Turn; the, compost\\ " in name + str(event.get("DESCRIPTION"))]) == 30
    # Tasks with the same alarm are one event.
    water = found["2 tasks to do 2026-11-21"]
    assert "Water Fern, Hall" in water["DESCRIPTION"] and str(water["UID"]).startswith("tasks-2026-11-21@")
    alarms = [alarm["TRIGGER"].dt for event in found.values() for alarm in event.walk("VALARM")]
    assert len(set(alarms)) == len(alarms)
    assert "URL" not in water, "the plant does not answer outside"
    assert "Hall" in water["DESCRIPTION"] and water["SEQUENCE"] == 0 and water["TRANSP"] == "TRANSPARENT"
    assert water["DTEND"].dt == datetime.date(2026, 11, 22)
    assert len({str(event["UID"]) for event in found.values()}) == len(found)
    tomorrow = next(event for event in found.values() if event["DTSTART"].dt == datetime.date(2026, 11, 22))
    assert tomorrow.walk("VALARM")[0]["TRIGGER"].dt == datetime.datetime(2026, 11, 22, 7, tzinfo=datetime.timezone.utc)
    assert all({"DTSTAMP", "LAST-MODIFIED", "UID", "SUMMARY", "SEQUENCE"} <= set(event) for event in found.values())


def test_an_unchanged_calendar_is_answered_with_304(public):
    plant, chore = public.watering("Fern")
    made = feed(public)
    first = read(public, made)
    tag = first.headers["ETag"]
    for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        answer = public.ask("GET", made["path"], headers={"If-None-Match": known})
        assert answer.status == 304 and answer.body == b"", known
        assert answer.headers["ETag"].removeprefix("W/") == tag, known
    assert read(public, made, **{"If-None-Match": '"other"'}).body == first.body
    before = events(first)["Water Fern 2026-11-21"]
    public.form(f"/plants/{plant}/name", name="Farn")
    after = events(read(public, made, **{"If-None-Match": tag}))["Water Farn 2026-11-21"]
    assert (after["UID"], after["SEQUENCE"]) == (before["UID"], before["SEQUENCE"] + 1)
    assert after["LAST-MODIFIED"].dt >= before["LAST-MODIFIED"].dt
    public.api("POST", f"/chores/{chore['id']}/done", None, 200)
    assert str(before["UID"]) not in {str(event["UID"]) for event in events(read(public, made)).values()}
    assert eventually(lambda: public.api("GET", "/feeds").json["feeds"][0].get("fetchedAt"))


def test_an_overdue_task_moves_to_today_as_the_same_event(public):
    public.add("Fern")
    made = feed(public)
    before = events(read(public, made))["Water Fern 2026-11-21"]
    public.again("2026-11-23T05:00:00Z")
    after = events(read(public, made))["Water Fern 2026-11-23"]
    assert (after["UID"], after["SEQUENCE"]) == (before["UID"], 1) and "Due since 2026-11-21" in after["DESCRIPTION"]
    alarm = after.walk("VALARM")[0]["TRIGGER"].dt
    assert alarm == datetime.datetime(2026, 11, 23, 7, tzinfo=datetime.timezone.utc), f"it rings at {alarm}, which is over"


def test_a_revoked_calendar_answers_404(public):
    one, other = feed(public), feed(public, NASTY[:80])
    public.api("DELETE", f"/feeds/{one['id']}", None, 204)
    missing = public.ask("GET", "/calendar/" + base64url(bytes(20)) + ".ics")
    gone = public.ask("GET", one["path"])
    assert (gone.status, gone.headers["Content-Type"]) == (missing.status, missing.headers["Content-Type"]) == (404, missing.headers["Content-Type"])
    assert read(public, other)
    for path in (other["path"][:-4], other["path"] + "x", "/calendar/.ics", "/calendar/" + "A" * 100 + ".ics", other["path"].replace(".ics", ".ICS"), "/calendar/" + other["path"][10:-4].upper() + ".ics"):
        assert public.ask("GET", path).status == 404, path
    is_problem(public.api("DELETE", f"/feeds/{one['id']}"), 404, "not-found")
    is_problem(public.api("DELETE", "/feeds/nothing%2F"), 404)


# MARK: secrets

def test_no_secret_is_readable_in_logs_or_answers(live, mail):
    house = live(STILLROOM_SERVER_PUBLIC_URL=PUBLIC, STILLROOM_LOG_LEVEL="trace")
    mail(token="tk_topsecrettoken")
    hook, place = house.hook("Hook")
    _, topic = house.ntfy("verysecrettopic", token="tk_topsecrettoken")
    device, _, push = house.push(Device("secretdevice"))
    made = feed(house)
    house.add("Fern")
    message = notice(mail.wait(place)[0])
    mail.wait(topic), mail.wait(push), read(house, made)
    path = message["actions"][0]["url"].removeprefix(PUBLIC)
    house.ask("GET", path), house.ask("POST", path), house.ask("GET", path[:-1])
    for service in ("push", "ntfy", "hook"):
        mail(**{service: "refused"})
    for channel in house.api("GET", "/channels").json["channels"]:
        house.api("POST", f"/channels/{channel['id']}/test", None, 202)
    eventually(lambda: len(house.dead()) == 3)
    raw = base64.b64decode(hook["secret"][6:])
    secrets = [hook["secret"][6:], place, "verysecrettopic", "tk_topsecrettoken", "secretdevice", made["path"][10:-4], path[-22:],
               base64url(device.public_key), base64url(device.auth), from_base64url(made["path"][10:-4]), raw, device.auth, raw.hex()]
    key = (house.folder / "data/secrets/house-key")
    secrets.append(key.read_text().strip())
    assert stat.S_IMODE(key.stat().st_mode) == 0o600 and stat.S_IMODE(key.parent.stat().st_mode) == 0o700
    said = "".join(house.api("GET", path).text for path in ("/channels", "/feeds", "/reminders", "/state", "/settings")) + house.page("/settings/reminders") \
        + house.command()("reminders", "--json").out + house.command()("doctor").out + house.ask("GET", "/metrics").text
    files = [file for file in (house.folder / "data").rglob("*") if file.is_file() and file != key]
    assert any(file.name.endswith("-wal") for file in files)
    for secret in secrets:
        secret = secret.encode() if isinstance(secret, str) else secret
        assert secret not in house.log.read_bytes(), f"{secret} is in the log"
        assert secret not in said.encode(), f"{secret} is told"
        for file in files:
            assert secret not in file.read_bytes(), f"{secret} is in {file}"
    house.stop()
    for file in (house.folder / "data").rglob("*.sqlite*"):
        assert not any((secret.encode() if isinstance(secret, str) else secret) in file.read_bytes() for secret in secrets)


def test_a_server_without_its_key_reports_it_and_makes_no_new_one(house, mail):
    _, place = house.hook()
    house.stop()
    key = house.folder / "data/secrets/house-key"
    kept = key.read_bytes()
    key.unlink()
    house.start()
    house.add("Fern")
    text = eventually(lambda: (said := house.log.read_text() + house.reminders().__str__()) and ("key" in said.lower() or "warning" in said) and said)
    assert not mail.tried(place) and not key.exists(), "another key was made in its place"
    house.stop()
    key.write_bytes(kept)
    key.chmod(0o600)
    house.start()
    mail.wait(place)
