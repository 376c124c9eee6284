"""Notices about doses: the notice, its links, the calendar; logged, moved, paused and ended doses get no notice."""

import datetime
import time

import icalendar
import pytest
from conftest import eventually
from medicine_house import chat, medicines, pharmacy, post, vision  # noqa: F401
from reminder_house import PUBLIC, notice
from test_http import HTML
from test_reminders_links import STRANGER

TWO = "2026-11-21T13:00:05Z"  # in Vienna; the first dose is at two


@pytest.fixture
def house(medicines):
    return medicines(STILLROOM_SERVER_PUBLIC_URL=PUBLIC)


def waiting(house):
    """Return the times of dose notices for the pages."""
    return [one["at"] for one in house.reminders(limit=1000)["reminders"] if one["sort"] == "dose" and one["channel"] == "page"]


def links(message):
    return {action["verb"]: action["url"].removeprefix(PUBLIC) for action in message["actions"]}


def calendar(house, made):
    answer = house.ask("GET", made["path"])
    assert answer.status == 200, answer.text
    return [event for event in icalendar.Calendar.from_ical(answer.body).walk("VEVENT")], answer.text


def test_a_dose_is_taken_once_by_a_link_without_the_name_of_the_medicine(house, post):
    _, hook = house.hook()
    _, topic = house.ntfy()
    medicine = house.course(person="Alma")
    assert waiting(house)[:3] == ["2026-11-21T13:00:00Z", "2026-11-21T19:00:00Z", "2026-11-22T07:00:00Z"]
    assert post.taken(hook) == []
    house.again(TWO)
    message, other = notice(post.wait(hook)[0]), notice(post.wait(topic)[0])
    assert (message["sort"], message["title"], message["urgent"]) == ("dose", "It is time for a medicine", True)
    everything = str(message) + str(other)
    assert not [word for word in ("moxicillin", "capsule", "Alma", "500") if word in everything], everything
    link = links(message)["done"]
    page = house.ask("GET", link, headers={"Host": "home.example.net", **HTML})
    assert page.status == 200 and "moxicillin" not in page.text and house.log_of(medicine) == [], "to look at it noted it"
    assert house.ask("POST", link, headers=STRANGER).json["told"] == 1
    assert house.ask("POST", link, headers=STRANGER).json["wasUsed"] is True
    by_ntfy = other["actions"][0]["url"].removeprefix(PUBLIC)
    assert house.ask("POST", by_ntfy, headers=STRANGER).json["told"] == 0
    assert [(one["action"], one["isUndone"]) for one in house.log_of(medicine)] == [("taken", False)]
    assert [one["status"] for one in house.doses()["doses"]] == ["taken", "planned"]


def test_a_link_snoozes_a_dose_for_fifteen_minutes(house, post):
    _, hook = house.hook()
    medicine = house.course()
    house.again(TWO)
    assert house.ask("POST", links(notice(post.wait(hook)[0]))["snooze"], headers=STRANGER).json["told"] == 1
    house.again("2026-11-21T13:14:00Z")
    time.sleep(1)
    assert len(post.taken(hook)) == 1
    house.again("2026-11-21T13:15:30Z")
    assert notice(post.wait(hook, 2)[1])["sort"] == "dose"
    assert {one["action"] for one in house.log_of(medicine)} <= {"moved"}, "it counts as taken"


def test_a_reminder_names_the_medicine_if_the_setting_allows_it(medicines, post):
    house = medicines(STILLROOM_REMINDERS_HIDE_MEDICINES="false", STILLROOM_REMINDERS_QUIET_FROM="13:00", STILLROOM_REMINDERS_QUIET_TO="15:00")
    _, hook = house.hook()
    house.course()
    house.again(TWO)
    message = notice(post.wait(hook)[0])
    assert "Amoxicillin" in message["title"] + message["body"] and "1 capsule" in message["title"] + message["body"]
    assert message["silent"] is True, "it is a quiet hour"


def test_a_logged_dose_has_no_reminder(house):
    medicine = house.course()
    first, second = (dose["id"] for dose in house.doses()["doses"])
    house.note(medicine, first)
    house.note(medicine, second, "skipped")
    assert eventually(lambda: waiting(house)[0] == "2026-11-22T07:00:00Z")
    house.note(medicine, first, "undone")
    assert eventually(lambda: waiting(house)[0] == "2026-11-21T13:00:00Z")
    house.note(medicine, first, "moved", {"at": "2026-11-21T15:30:00Z"})
    assert eventually(lambda: waiting(house)[0] == "2026-11-21T15:30:00Z")


@pytest.mark.parametrize("stop, back", [("pause", "resume"), ("end", "reopen"), ("put-away", "take-out"), (None, None)])
def test_a_stopped_medicine_has_no_reminders(house, stop, back):
    medicine = house.course()
    made = house.api("POST", "/feeds", {"name": "Phone", "hidesMedicines": False}, 201).json
    assert waiting(house) and len(calendar(house, made)[0]) == 21
    if stop is None:
        house.api("DELETE", f"/medicines/{medicine}", None, 204)
        assert eventually(lambda: waiting(house) == []) and calendar(house, made)[0] == []
        return
    assert house.form(f"/medicines/{medicine}/change", do=stop).status == 303
    assert eventually(lambda: waiting(house) == [])
    assert not [event for event in calendar(house, made)[0] if event["DTSTART"].dt.isoformat() > "2026-11-21T14"]
    assert house.doses("2026-11-22")["doses"] == []
    assert house.form(f"/medicines/{medicine}/change", do=back).status == 303
    assert eventually(lambda: waiting(house)) and house.doses("2026-11-22")["doses"]


def test_the_calendar_contains_the_doses(house):
    medicine = house.course()
    hidden = house.api("POST", "/feeds", {"name": "Phone"}, 201).json
    open_ = house.api("POST", "/feeds", {"name": "Mine", "hidesMedicines": False}, 201).json
    events, text = calendar(house, hidden)
    assert len(events) == 21 and "moxicillin" not in text and "capsule" not in text
    assert {event["DTSTART"].dt.strftime("%H:%M") for event in events} == {"08:00", "14:00", "20:00"}
    assert len({str(event["UID"]) for event in events}) == 21
    assert events[0].walk("VALARM")[0]["TRIGGER"].dt == datetime.datetime(2026, 11, 21, 13, tzinfo=datetime.timezone.utc)
    named, text = calendar(house, open_)
    assert "Amoxicillin" in text and {str(one["UID"]) for one in named} == {str(one["UID"]) for one in events}
    first = house.doses()["doses"][0]["id"]
    house.note(medicine, first)
    assert not [one for one in calendar(house, hidden)[0] if first in str(one["UID"]) and one.walk("VALARM")], "it rings for what was taken"


def test_a_medicine_that_runs_out_is_reported_on_its_day(house):
    medicine = house.course()
    house.ask("POST", f"/medicines/{medicine}/stock", "counted=3", {"Content-Type": "application/x-www-form-urlencoded"})
    (stock,) = house.doses()["stocks"]
    assert stock["left"] == 3 and stock["isLow"] and stock["daysLeft"] is not None
    assert "Amoxicillin" in house.page("/medicines")
