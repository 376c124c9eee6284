"""Adding, changing and refusing channels and calendars."""

import json

import pytest
from conftest import eventually
from push_peer import Device
from reminder_house import Mail, NoticeServer, house, live, mail, notice, push_service  # noqa: F401
from test_care_http import NASTY, House
from test_http import MISSING, is_problem

KEYS = Device().subscription("")["keys"]
NAMES = {"letters": "x" * 80, "marks": "e\u0301" * 80, "families": "👩‍🌾" * 80, "flags": "🇦🇹" * 80}


@pytest.fixture(scope="module")
def shared(tmp_path_factory, home, push_service):
    """A server for tests that change nothing."""
    house = NoticeServer(tmp_path_factory.mktemp("shared"), home, Mail(push_service))
    yield house
    house.stop()


def test_the_channel_of_the_page_always_exists(house):
    channels = house.api("GET", "/channels", None, 200).json["channels"]
    assert [(one["id"], one["kind"], one["isOn"]) for one in channels] == [("page", "page", True)]
    is_problem(house.api("DELETE", "/channels/page"), 404, "not-found")
    house.api("PATCH", "/channels/page", {"isOn": False}, 204)
    house.add("Fern")
    assert house.alerts() == [] and house.channel({"id": "page"})["isOn"] is False
    house.api("PATCH", "/channels/page", {"isOn": True, "name": "Here"}, 204)
    house.soon()
    assert eventually(house.alerts)[0]["title"] == "Water Fern" and house.channel({"id": "page"})["name"] == "Here"


def test_the_same_address_is_the_same_channel(house, mail):
    url, place = mail.hook()
    first = house.api("POST", "/channels", {"kind": "webhook", "name": "One", "url": url}, 201).json
    house.api("PATCH", f"/channels/{first['id']}", {"isOn": False}, 204)
    second = house.api("POST", "/channels", {"kind": "webhook", "name": "Two", "url": url}, 201).json
    assert (second["id"], second["name"], second["isOn"]) == (first["id"], "Two", True) and second["secret"] != first["secret"]
    device, one, _ = house.push()
    _, other, _ = house.push(device, name="Again")
    assert one["id"] == other["id"] and len(house.api("GET", "/channels").json["channels"]) == 3
    house.add("Fern")
    mail.wait(place)
    assert len(mail.tried(place)) == 1


def test_a_failing_channel_does_not_affect_the_other_channels(live, mail):
    house = live()
    (_, good), (bad, broken) = house.hook("Good"), house.hook("Bad")
    mail(places={broken: "server-error"})
    house.add("Fern")
    mail.wait(good)
    eventually(lambda: house.channel(bad).get("failure"))
    house.api("DELETE", f"/channels/{bad['id']}", None, 204)
    assert house.channel(bad) is None and house.pending(bad) == []
    other = live()
    assert [one["id"] for one in other.api("GET", "/channels").json["channels"]] == ["page"]
    is_problem(other.api("POST", f"/channels/{bad['id']}/test"), 404, "not-found")


def test_a_channel_switched_on_again_repeats_no_notification(house, mail):
    channel, place = house.hook()
    house.add("Fern")
    mail.wait(place)
    for isOn in (False, True):
        house.api("PATCH", f"/channels/{channel['id']}", {"isOn": isOn}, 204)
    _, later = house.hook("Later")
    mail.wait(later)
    assert len(mail.tried(place)) == 1
    house.api("POST", f"/channels/{channel['id']}/test", None, 202)
    assert notice(mail.wait(place, 2)[1])["sort"] == "test"


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_shortened_to_eighty_characters(shared, name):
    name = NAMES[name]
    channel, _ = shared.hook(name)
    # Code points count, and characters are not split.
    assert channel["name"] and name.startswith(channel["name"]) and len(channel["name"]) <= 80
    assert shared.api("POST", "/feeds", {"name": name}, 201).json["name"] == channel["name"]
    shared.api("PATCH", f"/channels/{channel['id']}", {"name": name[::-1]}, 204)


@pytest.mark.parametrize("name", [NASTY, "a\nb\r\nc\td", "\u0000", "a\u0000b", "\u001b[31mred\u0007", "\u202egnp.exe", "x" * 5000, "\u200b", "'; DROP TABLE channel; --", "🌱"])
def test_a_hostile_channel_name_is_cleaned_and_escaped(shared, name):
    channel, _ = shared.hook(name)
    assert 1 <= len(channel["name"]) <= 80 and not set(channel["name"]) & set(map(chr, [*range(32), 127])), repr(channel["name"])
    answer = shared.api("POST", "/feeds", {"name": name})
    assert answer.status in (201, 422), answer.text
    if answer.status == 201:
        calendar = shared.ask("GET", answer.json["path"])
        assert calendar.status == 200 and b"\x00" not in calendar.body and calendar.body.count(b"BEGIN:VCALENDAR") == 1
    page = shared.page("/settings/reminders")
    assert "<script>alert" not in page and "<img src=x" not in page


@pytest.mark.parametrize("body, status, code", [
    (None, 400, "bad-json"), ([], 400, "bad-json"), ({}, 400, "bad-json"), ({"kind": 1}, 400, "bad-json"), ({"kind": "webhook", "name": 7, "url": "https://x.example"}, 400, "bad-json"),
    ({"kind": "pigeon"}, 422, "channel-refused"), ({"kind": "page"}, 422, "channel-refused"), ({"kind": "webhook"}, 422, "channel-refused"),
    ({"kind": "ntfy", "server": "https://ntfy.sh"}, 422, "channel-refused"), ({"kind": "web-push", "endpoint": "https://fcm.googleapis.com/x"}, 422, "channel-refused"),
    ({"kind": "ntfy", "server": "https://ntfy.sh", "topic": ""}, 422, "channel-refused"), ({"kind": "ntfy", "server": "https://ntfy.sh", "topic": "x" * 65}, 422, "channel-refused"),
    ({"kind": "ntfy", "server": "https://ntfy.sh", "topic": "a/b"}, 422, "channel-refused"), ({"kind": "ntfy", "server": "https://ntfy.sh", "topic": "ä"}, 422, "channel-refused"),
    ({"kind": "ntfy", "server": "https://ntfy.sh", "topic": "a", "token": "a b"}, 422, "channel-refused"), ({"kind": "ntfy", "server": "https://ntfy.sh", "topic": "a", "token": "a\r\nX: y"}, 422, "channel-refused"),
    ({"kind": "ntfy", "server": "https://ntfy.sh", "topic": "a", "token": "x" * 257}, 422, "channel-refused"), ({"kind": "ntfy", "server": "https://user:pw@ntfy.sh", "topic": "a"}, 422, "channel-refused"),
    ({"kind": "webhook", "url": "https://x.example", "secret": "short"}, 422, "channel-refused"), ({"kind": "webhook", "url": "https://x.example", "secret": "whsec_!!!"}, 422, "channel-refused"),
    ({"kind": "webhook", "url": "https://x.example", "secret": "A" * 100}, 422, "channel-refused")], ids=lambda value: json.dumps(value)[:50])
def test_an_invalid_channel_is_refused(shared, body, status, code):
    before = shared.api("GET", "/channels").body
    is_problem(shared.ask("POST", "/api/channels", b"{" if body is None else json.dumps(body)), status, code)
    assert shared.api("GET", "/channels").body == before


@pytest.mark.parametrize("url", [
    "http://169.254.169.254/latest/meta-data", "http://169.254.169.254./", "http://2852039166/", "http://0xA9FEA9FE/", "http://0251.0376.0251.0376/", "http://169.254.43518/",
    "http://[::ffff:169.254.169.254]/", "http://[::ffff:a9fe:a9fe]/", "http://[fe80::1]/", "http://[fe80::1%25eth0]/", "https://169.254.169.254/", "https://[fe80::1]/", "http://example.com/",
    "http://0.0.0.0/", "http://127.0.0.1@evil.example/", "http://user@192.168.1.1/", "ftp://192.168.1.1/", "file:///etc/passwd", "javascript:alert(1)", "//evil.example", "", "http://",
    "http://169。254。169。254/", "https://" + "a" * 3000 + ".example/", "https://x.example/\r\nX-Evil: 1", "https://x.example:99999/", "https://x.example:0/"])
def test_a_channel_with_a_forbidden_address_is_refused(shared, url):
    is_problem(shared.api("POST", "/channels", {"kind": "webhook", "url": url}), 422, "channel-refused")
    is_problem(shared.api("POST", "/channels", {"kind": "ntfy", "server": url, "topic": "t"}), 422, "channel-refused")


@pytest.mark.parametrize("url", [
    "https://hooks.example.net/a?b=c", "http://homeassistant.local:8123/api/webhook/x", "http://192.168.1.7:8123/", "http://10.0.0.1/", "http://127.0.0.1:9/", "http://localhost:9/", "http://[::1]:9/",
    "http://[fd00::1]/", "https://feather.example.net/", "https://february.example/hook", "https://fe8.example.net/"])
def test_a_channel_with_a_valid_address_is_accepted(shared, url):
    channel = shared.api("POST", "/channels", {"kind": "webhook", "url": url}, 201).json
    shared.api("DELETE", f"/channels/{channel['id']}", None, 204)


@pytest.mark.parametrize("endpoint", [
    "https://evil.example/x", "http://127.0.0.1:1/x", "https://fcm.googleapis.com.evil.example/x", "https://evilfcm.googleapis.com@evil.example/", "https://fcm.googleapis.com/x", "http://169.254.169.254/", "", "x"])
def test_web_push_to_an_unknown_service_is_refused(shared, endpoint):
    is_problem(shared.api("POST", "/channels", {"kind": "web-push", "endpoint": endpoint, "keys": KEYS}), 422, "channel-refused")


@pytest.mark.parametrize("endpoint, status", [
    ("https://fcm.googleapis.com/fcm/send/x", 201), ("https://updates.push.services.mozilla.com/wpush/v2/x", 201), ("https://web.push.apple.com/x", 201), ("https://wns2-par02p.notify.windows.com/w/?token=x", 201),
    ("https://fcm.googleapis.com:8443/x", 422), ("http://fcm.googleapis.com/x", 422), ("https://fcm.googleapis.com@evil.example/x", 422), ("https://notify.windows.com.evil.example/", 422), ("https://evilnotify.windows.com/", 422),
    ("https://fcm.googleapis.com\\@evil.example/", 422)])
def test_only_known_push_services_are_accepted(usual, endpoint, status):
    assert usual.api("POST", "/channels", {"kind": "web-push", "endpoint": endpoint, "keys": KEYS}).status == status


@pytest.fixture(scope="module")
def usual(tmp_path_factory, home):
    """A server with the browsers' push services; sending is switched off."""
    house = House(tmp_path_factory.mktemp("usual"), home, STILLROOM_REMINDERS_ON="false")
    yield house
    house.stop()


@pytest.mark.parametrize("keys, status", [
    ({"p256dh": "x", "auth": "y"}, 422), ({"p256dh": KEYS["auth"], "auth": KEYS["auth"]}, 422), ({"p256dh": KEYS["p256dh"], "auth": KEYS["auth"] + "AA"}, 422), ({"p256dh": KEYS["p256dh"]}, 400),
    ({"p256dh": "B" + "A" * 86, "auth": KEYS["auth"]}, 422)], ids=range(5))
def test_invalid_push_keys_are_refused(shared, keys, status):
    answer = shared.api("POST", "/channels", {"kind": "web-push", "endpoint": shared.mail.url + "/_push/x", "keys": keys})
    is_problem(answer, status)


@pytest.mark.parametrize("method, path, body, status", [
    ("PATCH", "/channels/" + MISSING, {"isOn": False}, 404), ("PATCH", "/channels/../..", {"isOn": False}, 404), ("DELETE", "/channels/" + MISSING, None, 404), ("POST", f"/channels/{MISSING}/test", None, 404),
    ("PATCH", "/channels/page", {"isOn": "yes"}, 400), ("PATCH", "/channels/page", [], 400), ("POST", "/reminders/x/retry", None, 404), ("POST", "/reminders/999/retry", None, 404), ("DELETE", "/feeds/" + MISSING, None, 404),
    ("POST", "/feeds", {}, 400), ("POST", "/feeds", {"name": ""}, 422), ("POST", "/feeds", {"name": "x", "hidesMedicines": "no"}, 400),
    ("GET", "/reminders?limit=0", None, 400), ("GET", "/reminders?limit=1001", None, 400), ("GET", "/reminders?limit=x", None, 400)], ids=lambda value: str(value)[:40])
def test_missing_channels_and_invalid_values_are_refused(shared, method, path, body, status):
    is_problem(shared.api(method, path, body), status)
