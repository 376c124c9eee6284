"""Reminders over HTTP: each at its time and once, over every channel, and failed deliveries."""

import datetime
import time

import pytest
from conftest import NOON, eventually
from push_peer import Device, verify_vapid, verify_webhook
from reminder_house import EARLY, PUBLIC, body, house, live, mail, notice, push_service  # noqa: F401
from test_http import is_problem

pytestmark = pytest.mark.long

SETTLED = 2.2  # seconds in which a worker has checked twice


def nothing_more(mail, place, count):
    """Give a worker, which checks every second, time to do nothing."""
    time.sleep(SETTLED)
    assert len(mail.tried(place)) == count, [notice(each)["title"] for each in mail.tried(place)[count:]]


# MARK: at its time

@pytest.mark.alone
def test_a_reminder_arrives_at_its_time_with_the_plant_and_the_kind(live, mail):
    house = live("2026-11-21T06:59:55Z", STILLROOM_SERVER_PUBLIC_URL=PUBLIC)
    plant = house.add("Fern")
    channel, place = house.hook()
    waits = house.pending(channel)
    assert [(one["title"], one["at"], one["state"], one["attempts"]) for one in waits][:1] == [("Water Fern", "2026-11-21T07:00:00Z", "pending", 0)]
    delivery = mail.wait(place)[0]
    message = notice(delivery)
    late = int(delivery["headers"]["webhook-timestamp"]) - 1795244400  # 2026-11-21T07:00:00Z
    assert 0 <= late <= 2, f"{late} s late"
    assert (message["title"], message["body"], message["sort"], message["at"]) == ("Water Fern", "Due today.", "chores", "2026-11-21T07:00:00Z")
    # The plant's own page is not available from outside; the page of the notice's link is.
    assert message["url"] == message["actions"][0]["url"].replace("snooze", "done") and message["url"].startswith(f"{PUBLIC}/n/") and message["urgent"] is False and message["overdue"] == 0
    nothing_more(mail, place, 1)
    assert eventually(lambda: house.channel(channel)["toldAt"]) >= "2026-11-21T07:00:00Z" and "failure" not in house.channel(channel)


def test_three_plants_are_one_notice(live, mail):
    house = live(EARLY)
    _, place = house.hook()
    for name in ("Fern", "Basil", "Monty"):
        house.add(name)
    house.again("2026-11-21T07:00:01Z")
    message = notice(mail.wait(place)[0])
    assert message["title"] == "Water 3 plants" and sorted(message["body"].split(", ")) == ["Basil", "Fern", "Monty"]
    assert [action["title"] for action in message["actions"]] == ["All done", "Snooze 1 hour"]
    assert all("url" not in action and action["path"].startswith("/n/") for action in message["actions"]) and "url" not in message
    nothing_more(mail, place, 1)


def test_three_days_without_the_server_are_one_notice(house, mail):
    _, place = house.hook()
    for name in ("Fern", "Basil"):
        house.add(name)
    mail.wait(place)
    house.again("2026-11-24T11:00:00Z")
    tags = [each["tag"] for each in mail.wait(place, 2)]
    nothing_more(mail, place, 2)
    message = notice(mail.tried(place)[1])
    assert len(set(tags)) == 2 and message["body"].endswith("; 2 are overdue") and message["overdue"] == 2


def test_missed_snoozed_tasks_are_grouped_in_one_notice(live, mail):
    house = live("2026-11-21T07:30:00Z")
    chores = [house.watering(f"Plant {number}")[1]["id"] for number in range(5)]
    for hours, chore in enumerate(chores, 1):
        house.api("POST", f"/chores/{chore}/snooze", {"snooze": f"{hours}h"}, 200)
    _, place = house.hook()
    house.again("2026-11-21T17:00:00Z")
    mail.wait(place)
    nothing_more(mail, place, 1)


@pytest.mark.parametrize("now", ["2026-11-21T05:00:00Z", "2026-11-21T09:00:00Z", "2026-11-20T11:00:00Z"])
def test_a_clock_that_jumps_sends_no_notice_twice(house, mail, now):
    _, place = house.hook()
    house.add("Fern")
    mail.wait(place)
    house.again(now)
    nothing_more(mail, place, 1)
    house.again("2026-11-21T11:10:00Z")
    nothing_more(mail, place, 1)


def test_a_clock_that_jumps_back_loses_nothing(live, mail):
    house = live("2026-11-21T06:30:00Z")
    _, place = house.hook()
    house.add("Fern")
    house.again("2026-11-21T05:30:00Z")
    house.again("2026-11-21T07:00:00Z")
    assert notice(mail.wait(place)[0])["title"] == "Water Fern"
    nothing_more(mail, place, 1)


def test_doing_a_task_cancels_its_notice_and_undoing_restores_it(live):
    house = live(EARLY)
    channel, _ = house.hook()
    _, chore = house.watering()
    today = lambda: [one["title"] for one in house.pending(channel) if one["at"] < "2026-11-22"]
    assert today() == ["Water Fern"]
    entries = house.api("POST", f"/chores/{chore['id']}/done", None, 200).json["entries"]
    assert today() == []
    house.api("POST", "/log/undo", {"entries": [entries[0]["entry"]]}, 204)
    assert today() == ["Water Fern"]
    house.api("POST", f"/chores/{chore['id']}/skip", None, 200)
    assert today() == []


def test_removing_a_plant_removes_its_notice(live, mail):
    house = live(EARLY)
    channel, place = house.hook()
    fern, basil = house.add("Fern"), house.add("Basil")
    assert house.pending(channel)[0]["title"] == "Water 2 plants"
    house.api("PATCH", f"/plants/{basil}", {"archive": "died"}, 200)
    assert house.pending(channel)[0]["title"] == "Water Fern"
    house.api("DELETE", f"/plants/{fern}", None, 204)
    assert house.pending(channel) == []
    house.again("2026-11-21T07:00:01Z")
    nothing_more(mail, place, 0)


def test_a_changed_time_moves_a_notice_and_switching_off_removes_it(live):
    house = live(EARLY)
    channel, _ = house.hook()
    house.watering()
    first = lambda: [(one["at"], one["number"]) for one in house.pending(channel)][0]
    at, number = first()
    assert at == "2026-11-21T07:00:00Z"
    house.choose(agenda__time="09:15")
    assert first() == ("2026-11-21T08:15:00Z", number)
    house.choose(reminders__quiet_from="08:00", reminders__quiet_to="10:00")
    assert first() == ("2026-11-21T09:00:00Z", number)
    house.choose(reminders__on="false")
    assert house.pending(channel) == [] and house.open_chores()
    house.choose(reminders__on="true")
    assert house.pending(channel)
    house.api("PATCH", f"/channels/{channel['id']}", {"isOn": False}, 204)
    assert house.pending(channel) == [] and house.channel(channel)["isOn"] is False


def test_quiet_hours_hold_it_until_they_end(live, mail):
    house = live(STILLROOM_REMINDERS_QUIET_FROM="11:30", STILLROOM_REMINDERS_QUIET_TO="12:30")
    channel, place = house.hook()
    house.add("Fern")
    assert house.pending(channel)[0]["at"] == "2026-11-21T11:30:00Z"
    nothing_more(mail, place, 0)
    house.again("2026-11-21T11:30:01Z")
    assert notice(mail.wait(place)[0])["title"] == "Water Fern"


def test_notices_are_silent_if_sound_is_switched_off(live, mail):
    house = live(STILLROOM_REMINDERS_SOUND="false")
    (_, hook), (_, topic) = house.hook(), house.ntfy()
    device, _, push = house.push()
    house.add("Fern")
    assert notice(mail.wait(hook)[0])["silent"] is True and notice(mail.wait(topic)[0])["priority"] == 2
    assert device.read(mail.wait(push)[0])["silent"] is True


def test_a_snooze_time_in_the_past_is_refused(house):
    _, chore = house.watering()
    for snooze in ("2026-11-21T10:59:59Z", "2020-01-01T00:00:00Z"):
        is_problem(house.api("POST", f"/chores/{chore['id']}/snooze", {"snooze": snooze}), 422, "reminder-past")
    house.api("POST", f"/chores/{chore['id']}/snooze", {"snooze": "2026-11-21T13:00:00Z"}, 200)
    assert house.api("GET", f"/chores/{chore['id']}").json["snoozedUntil"] == "2026-11-21T13:00:00Z"


def test_the_badge_counts_only_overdue_tasks(house, mail):
    device, _, place = house.push()
    _, chore = house.watering("Fern")
    assert device.read(mail.wait(place)[0])["badge"] == 0 and house.state()["overdue"] == 0
    house.again("2026-11-22T11:00:00Z")
    assert house.state()["overdue"] == 1 and house.reminders()["overdue"] == 1
    assert device.read(mail.wait(place, 2)[1])["badge"] == 1
    house.api("POST", f"/chores/{chore['id']}/done", None, 200)
    assert house.state()["overdue"] == 0 and house.api("GET", "/alerts").json == {"alerts": [], "overdue": 0}


def test_only_the_64_soonest_notices_wait_for_a_browser(live, mail):
    house = live(EARLY, STILLROOM_REMINDERS_GROUP="false")
    for number in range(120):
        house.api("POST", "/chores", {"kind": "own", "title": f"Do {number}", "recurrence": "once", "start": "2026-11-21" if number < 60 else "2026-11-22"}, 201)
    _, push, _ = house.push()
    hook, _ = house.hook()
    waits = house.pending(push)
    assert len(waits) == 64 and sum(one["at"] == "2026-11-21T07:00:00Z" for one in waits) == 60
    assert len(house.pending(hook)) == 60 + 120 + 120, "the days that are in sight"
    assert len(house.reminders()["reminders"]) == 64 and len(house.reminders(limit=1)["reminders"]) == 1


def test_the_pages_show_an_alert_until_it_is_dismissed(house):
    plant, chore = house.watering("Fern")
    alert = eventually(house.alerts)[0]
    assert (alert["title"], alert["body"], alert["path"]) == ("Water Fern", "Due today.", f"/plants/{plant}")
    assert [action["verb"] for action in alert["actions"]] == ["done", "snooze"] and house.state()["alerts"] == 1
    for _ in range(2):
        house.api("POST", f"/alerts/{alert['number']}/seen", None, 204)
    assert house.alerts() == [] and house.state()["alerts"] == 0 and "Fern" in house.open_chores()
    house.api("POST", "/alerts/999999/seen", None, 204)
    is_problem(house.api("POST", "/alerts/none/seen"), 404, "not-found")


# MARK: webhooks and ntfy

def test_a_webhook_is_signed_and_a_repeat_has_the_same_id(house, mail):
    channel, place = house.hook()
    assert channel["secret"].startswith("whsec_") and "secret" not in house.channel(channel)
    mail(places={place: {"mode": "server-error", "times": 1}})
    house.add("Fern")
    eventually(lambda: house.pending(channel)[0].get("failure"))
    waits = house.pending(channel)[0]
    assert waits["attempts"] == 1 and "503" in waits["failure"] and "503" in house.channel(channel)["failure"]
    nothing_more(mail, place, 1)
    house.again("2026-11-21T11:01:00Z")
    mail.wait(place)
    first, second = mail.tried(place)
    assert first["tag"] == second["tag"] == second["headers"]["idempotency-key"] == notice(second)["tag"]
    for each in (first, second):
        event = verify_webhook(each["headers"], body(each), channel["secret"], now=int(each["headers"]["webhook-timestamp"]))
        assert event["type"] == "reminder"
    assert first["headers"]["webhook-signature"] != second["headers"]["webhook-signature"]
    assert 1795258860 <= int(second["headers"]["webhook-timestamp"]) <= 1795258870
    eventually(lambda: "failure" not in house.channel(channel))


def test_a_webhook_can_use_a_secret_chosen_by_the_person(house, mail):
    secret = "whsec_" + "A" * 32
    channel, place = house.hook(secret=secret)
    assert "secret" not in channel
    house.api("POST", f"/channels/{channel['id']}/test", None, 202)
    delivery = mail.wait(place)[0]
    event = verify_webhook(delivery["headers"], body(delivery), secret, now=int(delivery["headers"]["webhook-timestamp"]))
    assert event["data"]["sort"] == "test" and event["data"]["actions"] == []


@pytest.mark.parametrize("public", [None, PUBLIC])
def test_a_notice_is_sent_to_ntfy_with_its_actions(live, mail, public):
    house = live(**({"STILLROOM_SERVER_PUBLIC_URL": public} if public else {}))
    mail(token="tk_right")
    _, place = house.ntfy(token="tk_right", name="Anna’s phone")
    plant = house.add("Fern")
    message = notice(mail.wait(place)[0])
    assert (message["title"], message["message"], message["priority"], message["tags"]) == ("Water Fern", "Due today.", 3, ["seedling"])
    assert len(message["sequence_id"]) == 32
    if public:
        assert message["click"] == message["actions"][0]["url"]
        assert [(one["action"], one["method"], one["label"], one["clear"]) for one in message["actions"]] == [
            ("http", "POST", "Done", True), ("http", "POST", "Snooze 1 hour", True)]
        assert all(one["url"].startswith(f"{PUBLIC}/n/") for one in message["actions"])
    else:
        assert "click" not in message and "actions" not in message


def test_a_notice_with_a_wrong_ntfy_token_is_given_up_and_can_be_retried(house, mail):
    mail(token="tk_right")
    channel, place = house.ntfy("stillroom-test", token="tk_wrong")
    house.add("Fern")
    dead = eventually(house.dead)
    assert [(one["channel"], one["state"], one["title"]) for one in dead] == [(channel["id"], "dead", "Water Fern")]
    assert "token" in dead[0]["failure"] and "403" in dead[0]["failure"]
    # Adding the same topic again updates the channel with the new token.
    again, _ = house.ntfy("stillroom-test", token="tk_right", name="New")
    assert (again["id"], again["name"]) == (channel["id"], "New") and "failure" not in house.channel(channel)
    house.api("POST", f"/reminders/{dead[0]['number']}/retry", None, 204)
    assert notice(mail.wait(place)[0])["title"] == "Water Fern" and house.dead() == []
    is_problem(house.api("POST", f"/reminders/{dead[0]['number']}/retry"), 404, "not-found")
    house.api("DELETE", "/reminders/dead", None, 204)


# MARK: Web Push

def test_a_web_push_message_is_readable_only_by_its_device(house, mail):
    device, channel, place = house.push()
    plant = house.add("Fern")
    delivery = mail.wait(place)[0]
    message, headers = device.read(delivery), delivery["headers"]
    assert (message["title"], message["body"], message["path"], message["sort"], message["urgent"]) == ("Water Fern", "Due today.", f"/plants/{plant}", "chores", False)
    assert [(one["verb"], one["title"]) for one in message["actions"]] == [("done", "Done"), ("snooze", "Snooze 1 hour")]
    verify_vapid(headers, mail.url, house.api("GET", "/push-key", None, 200).json["key"], now=1795258800)
    assert headers["topic"] == message["tag"] and headers["urgency"] == "normal" and 0 < int(headers["ttl"]) <= 14 * 3600
    assert b"Fern" not in body(delivery)
    with pytest.raises(Exception):
        Device("other").read(delivery)


@pytest.mark.parametrize("kind", ["push", "hook"])
def test_a_channel_that_no_longer_exists_gets_no_more_notices(house, mail, kind):
    channel, place = getattr(house, kind)()[-2:]
    mail(places={place: "gone"})
    house.add("Fern")
    if kind == "push":
        eventually(lambda: house.channel(channel) is None)
    else:
        # Another address may return this status temporarily: it keeps its secret and shows the failure.
        eventually(lambda: not house.channel(channel)["isOn"])
        assert "410" in house.channel(channel)["failure"]
    assert house.pending(channel) == [] and house.dead() == []
    nothing_more(mail, place, 1)


def test_a_notice_that_is_too_large_is_sent_shorter(house, mail):
    device, channel, place = house.push()
    mail(places={place: {"mode": "too-large", "times": 1}})
    for number in range(6):
        house.api("POST", "/chores", {"kind": "own", "title": f"{number} " + "long words " * 8, "recurrence": "once"}, 201)
    mail.wait(place)
    long, short = mail.tried(place)[:2]
    assert len(body(short)) < len(body(long)) and short["tag"] == long["tag"]
    assert len(device.read(short)["body"]) <= 60 < len(device.read(long)["body"]) and house.dead() == []


@pytest.mark.parametrize("mode, kind", [("rate-limited", "push"), ("rate-limited", "hook"), ("server-error", "ntfy")])
@pytest.mark.parametrize("after", ["1800", "Sat, 21 Nov 2026 11:30:00 GMT"])
def test_a_channel_that_asks_for_a_pause_is_not_called_before_its_end(house, mail, mode, kind, after):
    channel, place = getattr(house, kind)()[-2:]
    mail(places={place: {"mode": mode, "retryAfter": after, "times": 1}})
    house.add("Fern")
    eventually(lambda: house.pending(channel)[0].get("failure"))
    house.add("Basil")  # changes the pending notice
    house.again("2026-11-21T11:29:50Z")
    house.add("Monty")
    nothing_more(mail, place, 1)
    house.again("2026-11-21T11:30:10Z")
    assert len(mail.wait(place)) == 1 and len(mail.tried(place)) == 2


@pytest.mark.parametrize("kind", ["push", "hook", "ntfy"])
def test_a_notice_that_a_channel_refuses_is_not_sent_again_automatically(house, mail, kind):
    channel, place = getattr(house, kind)()[-2:]
    mail(places={place: "refused"})
    house.add("Fern")
    dead = eventually(house.dead)[0]
    assert dead["channel"] == channel["id"] and "403" in dead["failure"] and "403" in house.channel(channel)["failure"]
    nothing_more(mail, place, 1)
    assert "could not be sent" in house.page("/settings/reminders")
    mail(places={place: None})
    house.form(f"/settings/notices/{dead['number']}/retry")
    mail.wait(place)
    eventually(lambda: not house.dead())


@pytest.mark.parametrize("mode", ["down", "cut"])
def test_a_connection_that_breaks_is_tried_again(house, mail, mode):
    channel, place = house.hook()
    mail(places={place: {"mode": mode, "times": 1}})
    house.add("Fern")
    eventually(lambda: house.pending(channel)[0].get("failure"))
    house.again("2026-11-21T11:01:00Z")
    mail.wait(place, 1 if mode == "down" else 2)
    assert len(mail.wire(place)) == 1, "a repeat has another name"


def test_a_failing_notice_is_tried_again_until_it_is_outdated(house, mail):
    channel, place = house.hook()
    house.api("PATCH", f"/channels/{channel['id']}", {"isOn": False}, 204)
    house.add("Fern")
    mail(places={place: "server-error"})
    house.api("PATCH", f"/channels/{channel['id']}", {"isOn": True}, 204)
    eventually(lambda: house.pending(channel)[0].get("failure"))
    house.stop()
    command = house.command()
    # Its pauses are random, so that nothing may be due in many of these rounds, and in the last one.
    rounds = [command("work", "--once", now=(datetime.datetime.fromisoformat(NOON) + datetime.timedelta(minutes=minutes)).strftime("%Y-%m-%dT%H:%M:%SZ"))
              for minutes in range(20, 16 * 60, 20)]
    failed = [run for run in rounds if run.status]
    assert len(mail.tried(place)) >= 20 and len(failed) >= 19
    assert all(run.status == 69 and "not." in run.err for run in failed)
    assert [n for n in command("reminders", "--json", now="2026-11-21T12:00:00Z").json["reminders"] if n["attempts"]] == []


def test_a_task_done_while_its_notice_is_being_sent_causes_no_repeat(house, mail):
    channel, place = house.hook()
    mail(places={place: {"mode": "hang", "times": 1}})
    _, chore = house.watering("Fern")
    mail.wait(place)
    house.api("POST", f"/chores/{chore['id']}/done", None, 200)
    time.sleep(11)  # ten seconds until the time-out
    assert not [one for one in house.pending(channel) if one["at"] < "2026-11-22"], "it waits to be told once more"
