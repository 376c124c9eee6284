"""The server and Pl@ntNet: state, settings, key, queue and credits, under load, kills and network changes."""

import concurrent.futures
import json
import os
import pathlib
import random
import re
import shutil
import stat
import subprocess
import time
import urllib.parse
import uuid

import pytest
from conftest import FLOWER, KEY, PAGE, SURE, UNKNOWN, UNSURE, Server, Stub, eventually
from test_http import HTML, MISSING, is_problem
from test_plantnet_command import markers, png

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
# Measured by the server's clock, which starts again with the server.
MORNING, SOON, LATER, NEXT_DAY = "2026-05-03T08:00:00Z", "2026-05-03T08:02:00Z", "2026-05-03T08:20:00Z", "2026-05-04T00:00:05Z"


def post(server, path, **fields):
    return server.ask("POST", path, urllib.parse.urlencode(fields), FORM | HTML)


def asked(answer):
    return tuple(answer["asked"][name] for name in ("service", "reason", "priceUnits", "remaining"))


def identified(server, picture, **options):
    """Identify a picture with these options and return the answer."""
    photograph = server.photograph(picture if isinstance(picture, bytes) else picture.read_bytes())
    answer = server.ask("POST", f"/api/photographs/{photograph}/identifications", json.dumps(options) if options else None, timeout=90)
    assert answer.status == 201, answer.text
    return answer.json


def again(server, identification):
    return server.ask("GET", f"/api/identifications/{identification}").json


def noise(number):
    """Return a small picture that is unique for this number."""
    return png(64, 64, random.Random(number).randbytes(64 * 64 * 3))


def restart(server, **settings):
    server.stop()
    server.settings |= settings
    server.start()


def spent(server):
    quota = server.ask("GET", "/api/quota").json
    return quota["used"], quota["reserved"], quota["remaining"]


# MARK: state

def test_the_state_shows_connection_service_quota_and_waiting_requests(serve, stub):
    server = serve(**stub.settings)
    state = server.state()
    assert {name: state[name] for name in ("chip", "chipKind", "online", "service", "asking", "waiting")} == {
        "chip": "Connected", "chipKind": "ready", "online": True, "service": "ready", "asking": 0, "waiting": 0}
    assert state["quota"]["remaining"] == state["quota"]["budget"] == 500 and state["quota"]["level"] == "plenty"
    stub(next=["held"])
    with concurrent.futures.ThreadPoolExecutor() as pool:
        answer = pool.submit(identified, server, UNKNOWN)
        eventually(lambda: stub.seen["waiting"] == 1)
        state = server.state()
        assert (state["chip"], state["chipKind"], state["asking"]) == ("Asking", "asking", 1)
        assert (state["quota"]["used"], state["quota"]["reserved"], state["quota"]["remaining"]) == (0, 1, 499)
        stub(release=True)
        assert asked(answer.result()) == ("plantnet", "outside-knowledge", 1, 499)
    assert server.state()["chip"] == "Connected" and server.state()["quota"]["remaining"] == 499


def test_without_a_key_the_server_starts_and_says_so(server):
    state = server.state()
    assert state["service"] == "not-configured" and state["chip"] == "Connected" and state.get("quota") is None
    is_problem(server.ask("GET", "/api/quota"), 409, "service-not-configured")
    is_problem(server.ask("POST", "/api/projects"), 409, "service-not-configured")
    answer = identified(server, UNKNOWN)
    assert answer["asked"]["reason"] == "not-configured" and answer["waiting"] is False
    is_problem(server.ask("POST", f"/api/identifications/{answer['id']}/second-opinion"), 409, "service-not-configured")
    assert server.waiting() == []


def test_a_wrong_key_is_reported_and_not_tried_again(serve, stub):
    server = serve(**stub.settings | {"STILLROOM_PLANTNET_API_KEY": "wrong-key"})
    first = identified(server, UNKNOWN)
    assert first["source"] == "on-device" and first["waiting"] is False and stub.calls == 1
    assert "does not know the key" in first["asked"]["failure"]["message"]
    assert identified(server, UNSURE)["asked"]["reason"] == "key-refused"
    assert server.state()["service"] == "key-refused" and spent(server) == (0, 0, 500)
    is_problem(server.ask("POST", f"/api/identifications/{first['id']}/second-opinion"), 502, "service-key-refused")
    assert stub.calls == 1 and server.waiting() == []
    assert b"wrong-key" not in server.log.read_bytes()


def test_the_quota_is_counted_saved_and_reset_at_midnight(serve, stub):
    server = serve(**stub.settings, STILLROOM_NOW=MORNING)
    stub(quota=60)
    assert identified(server, UNKNOWN)["asked"]["remaining"] == 59
    quota = server.ask("GET", "/api/quota").json
    assert (quota["budget"], quota["used"], quota["reserved"], quota["remaining"], quota["level"]) == (500, 1, 0, 59, "note")
    assert quota["resetsAt"] == "2026-05-04T00:00:00Z"
    restart(server)
    assert spent(server) == (1, 0, 59)
    restart(server, STILLROOM_NOW=NEXT_DAY, TZ="America/Los_Angeles")
    assert spent(server) == (0, 0, 500)


def test_floras_are_listed_by_the_service(serve, stub):
    server = serve(**stub.settings)
    assert server.ask("GET", "/api/projects").json == {"projects": []}, "to read them asks nobody"
    projects = server.ask("POST", "/api/projects").json["projects"]
    assert server.ask("GET", "/api/projects").json["projects"] == projects
    assert len(projects) > 3 and all(project["id"] and project["title"] for project in projects)
    assert stub.calls == 0


def test_the_floras_of_the_service_are_stored(serve, stub):
    server = serve(**stub.settings)
    origin = {"Origin": server.url, "Content-Type": "application/x-www-form-urlencoded"}
    assert "Get the list of floras from Pl@ntNet" in server.ask("GET", "/settings/plantnet").text
    answer = server.ask("POST", "/settings/plantnet/floras", "", origin)
    assert answer.status == 303, answer.text
    projects = server.ask("GET", "/api/projects").json["projects"]
    restart(server, STILLROOM_PLANTNET_BASE_URL="http://127.0.0.1:1")
    page = server.ask("GET", "/settings/plantnet").text
    assert all(f'value="{project["id"]}"' in page for project in projects) and "The list is from Pl@ntNet" in page
    assert server.ask("GET", "/api/projects").json["projects"] == projects
    origin["Origin"] = server.url
    failed = server.ask("POST", "/settings/plantnet/floras", "", origin)
    assert failed.status >= 500 and projects[0]["id"] in failed.text, "the page shows the error and the stored list"


# MARK: settings

def test_chosen_settings_are_saved_and_applied(serve, stub):
    server = serve(**stub.settings, STILLROOM_CACHE_DAYS="3")
    settings = server.ask("GET", "/api/settings").json
    assert settings["inquiry.strategy"] == {"value": "on-device-first", "from": "default"}
    assert settings["cache.days"] == {"value": "3", "from": "start"}
    assert "plantnet.api-key" not in settings and KEY not in json.dumps(settings)
    chosen = {"inquiry.strategy": "parallel", "inquiry.threshold": "0.5", "plantnet.project": "k-middle-europe",
            "plantnet.language": "de", "plantnet.daily-budget": "7", "cache.entries": "5", "cache.lookalikes": "true"}
    answer = server.ask("PATCH", "/api/settings", json.dumps(chosen))
    assert answer.status == 200 and all(answer.json[name] == {"value": value, "from": "page"} for name, value in chosen.items())
    assert asked(identified(server, SURE)) == ("plantnet", "by-strategy", 1, 6)
    target = stub.seen["targets"][0]
    assert "/v2/identify/k-middle-europe?" in target and "lang=de" in target
    restart(server)
    settings = server.ask("GET", "/api/settings").json
    assert all(settings[name]["value"] == value for name, value in chosen.items())


@pytest.mark.parametrize("body, status, code", [
    ({"inquiry.strategy": "everybody"}, 422, "setting-refused"),
    ({"inquiry.threshold": "70"}, 422, "setting-refused"),
    ({"inquiry.threshold": "nan"}, 422, "setting-refused"),
    ({"plantnet.project": "../../etc"}, 422, "setting-refused"),
    ({"plantnet.project": "All"}, 422, "setting-refused"),
    ({"plantnet.language": "en&api-key=x"}, 422, "setting-refused"),
    ({"plantnet.daily-budget": "-1"}, 422, "setting-refused"),
    ({"cache.days": "3651"}, 422, "setting-refused"),
    ({"cache.lookalikes": "perhaps"}, 422, "setting-refused"),
    ({"plantnet.api-key": KEY}, 422, "setting-refused"),
    ({"plantnet.base-url": "http://evil.example"}, 422, "setting-refused"),
    ({"inquiry.threshold": "0.6", "plantnet.project": "A B"}, 422, "setting-refused"),
    ({"inquiry.threshold": 0.5}, 400, "bad-json"),
    ("{", 400, "bad-json"),
], ids=str)
def test_a_bad_setting_is_refused_and_nothing_changes(server, body, status, code):
    before = server.ask("GET", "/api/settings").body
    is_problem(server.ask("PATCH", "/api/settings", body if isinstance(body, str) else json.dumps(body)), status, code)
    assert server.ask("GET", "/api/settings").body == before


def test_settings_given_at_the_start_cannot_be_changed_on_a_page(serve, stub):
    server = serve(**stub.settings, STILLROOM_INQUIRY_STRATEGY="on-device-only")
    is_problem(server.ask("PATCH", "/api/settings", '{"inquiry.strategy": "parallel"}'), 422, "setting-refused")
    assert post(server, "/settings/key", key="another-key").status == 422
    assert post(server, "/settings/key", remove="1").status == 422
    assert server.state()["service"] == "ready"
    assert asked(identified(server, UNKNOWN))[1] == "on-device-only" and stub.calls == 0


def test_a_key_saved_on_the_page_is_readable_only_by_the_server(serve, stub):
    server = serve(STILLROOM_PLANTNET_BASE_URL=stub.url)
    file = server.folder / "data/secrets/plantnet-api-key"
    answer = post(server, "/settings/key", key=f"  {KEY} ")
    assert answer.status == 303 and answer.headers["Location"] == "/settings/plantnet?note=key-kept"
    assert file.read_text() == KEY + "\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600 and stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert {path.name for path in file.parent.iterdir()} <= {file.name, "house-key"}  # the server creates its own key at its start

    # It applies at once, is not shown again, and persists.
    assert asked(identified(server, UNKNOWN))[0] == "plantnet" and stub.seen["keys"] == [KEY]
    restart(server)
    assert server.state()["service"] == "ready"
    for path in ("/settings", "/settings/plantnet?note=key-kept", "/api/settings", "/api/state", "/api/quota", "/metrics", "/about"):
        answer = server.ask("GET", path, headers=HTML)
        assert answer.status == 200 and KEY not in answer.text, path
    assert KEY.encode() not in server.log.read_bytes()
    others = [path for path in (server.folder / "data").rglob("*") if path.is_file() and path != file]
    assert not [path for path in others if KEY.encode() in path.read_bytes()]

    for bad in ("", "   ", "abc", "two words", "ключ-ключ", "x" * 300):
        answer = post(server, "/settings/key", key=bad)
        assert answer.status == 422 and 'role="alert"' in answer.text and file.read_text() == KEY + "\n", bad
        if len(bad) > 3:
            assert bad not in answer.text, "what was typed is not shown again"
    assert post(server, "/settings/key", remove="1").status == 303
    assert not file.exists() and server.state()["service"] == "not-configured"


def test_a_new_key_is_tried_where_the_old_one_was_refused(serve, stub):
    server = serve(STILLROOM_PLANTNET_BASE_URL=stub.url)
    post(server, "/settings/key", key="wrong-key")
    identification = identified(server, UNKNOWN)["id"]
    assert server.state()["service"] == "key-refused"
    post(server, "/settings/key", key=KEY)
    assert server.state()["service"] == "ready"
    answer = server.ask("POST", f"/api/identifications/{identification}/second-opinion")
    assert answer.status == 200 and answer.json["source"] == "plantnet"
    assert stub.seen["keys"] == ["wrong-key", KEY]


def test_another_site_can_change_no_setting_key_or_waiting_request(serve, stub):
    server = serve(STILLROOM_PLANTNET_BASE_URL=stub.url, STILLROOM_INQUIRY_STRATEGY="service-only")
    post(server, "/settings/key", key=KEY)
    server.choose(plantnet__daily_budget="0")
    waiting = identified(server, UNKNOWN)["id"]
    before = [server.ask("GET", path).body for path in ("/api/settings", "/api/waiting", "/api/cache", "/api/state")]
    changes = [
        ("PATCH", "/api/settings", '{"plantnet.daily-budget": "500"}'), ("DELETE", "/api/cache", None),
        ("DELETE", "/api/cache?only=expired", None), ("DELETE", f"/api/waiting/{waiting}", None),
        ("POST", f"/api/identifications/{waiting}/second-opinion", None), ("POST", "/settings/plantnet", "plantnet.daily-budget=500"),
        ("POST", "/settings/key", "remove=1"), ("POST", "/settings/key", "key=stolen-key"), ("POST", "/settings/cache", ""),
        ("POST", f"/identifications/{waiting}/second-opinion", ""), ("POST", f"/identifications/{waiting}/stop-waiting", ""),
    ]
    for foreign in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}):
        for method, path, body in changes:
            is_problem(server.ask(method, path, body, FORM | foreign), 403, "foreign-origin")
    assert before == [server.ask("GET", path).body for path in ("/api/settings", "/api/waiting", "/api/cache", "/api/state")]
    assert (server.folder / "data/secrets/plantnet-api-key").read_text() == KEY + "\n" and stub.calls == 0


def test_the_settings_pages_take_whole_forms(serve, stub):
    server = serve(**stub.settings)
    form = {"inquiry.strategy": "parallel", "inquiry.threshold": "55", "plantnet.project": "useful", "plantnet.language": "fr",
            "plantnet.daily-budget": "40"}
    answers = {"cache.days": "2", "cache.entries": "9"}
    assert post(server, "/settings/plantnet", **form).headers["Location"] == "/settings/plantnet?note=saved"
    location = post(server, "/settings/answers", **answers, **{"cache.lookalikes": "true"}).headers["Location"]
    assert location == "/settings/answers?note=saved"
    settings = {name: setting["value"] for name, setting in server.ask("GET", "/api/settings").json.items()
                if name.startswith(("inquiry.", "plantnet.", "cache."))}
    assert settings == form | answers | {"inquiry.threshold": "0.55", "cache.lookalikes": "true"}
    post(server, "/settings/plantnet", **form)
    assert server.ask("GET", "/api/settings").json["cache.lookalikes"]["value"] == "true"
    post(server, "/settings/answers", **answers)
    assert server.ask("GET", "/api/settings").json["cache.lookalikes"]["value"] == "false"
    answer = post(server, "/settings/plantnet", **form | {"inquiry.strategy": "on-device-only", "plantnet.project": "No Such Flora"})
    assert answer.status == 422 and 'role="alert"' in answer.text
    assert server.ask("GET", "/api/settings").json["inquiry.strategy"]["value"] == "parallel"


# MARK: a second opinion, and the cache

def test_a_second_opinion_joins_both_answers(serve, stub):
    server = serve(**stub.settings, STILLROOM_INQUIRY_STRATEGY="on-device-only")
    first = identified(server, UNKNOWN)
    assert asked(first) == (None, "on-device-only", 0, None) and stub.seen["targets"] == []
    answer = server.ask("POST", f"/api/identifications/{first['id']}/second-opinion", '{"organs": ["flower"]}')
    assert answer.status == 200
    second = answer.json
    assert second["id"] == first["id"] and asked(second) == ("plantnet", "by-hand", 1, 499)
    assert second["agreement"] == "none" and second["waiting"] is False and second["organs"] == ["flower"]
    assert second["answers"]["onDevice"]["candidates"][0]["scientificName"] == "Helianthus annuus"
    assert second["candidates"][0]["scientificName"] == "Rosa canina"
    assert again(server, first["id"]) == second
    upload = stub.seen["uploads"][0]
    assert (upload["filename"], upload["organ"]) == ("image-1.jpg", "flower") and markers(stub.upload())
    kept = server.ask("POST", f"/api/identifications/{first['id']}/plant", '{"candidate": 1}')
    assert kept.status == 201 and kept.json["scientificName"] == "Rosa canina"


def test_an_invalid_request_for_a_second_opinion_is_refused(serve, stub):
    server = serve(**stub.settings, STILLROOM_INQUIRY_STRATEGY="on-device-only")
    is_problem(server.ask("POST", f"/api/identifications/{MISSING}/second-opinion"), 404)
    path = f"/api/identifications/{identified(server, UNKNOWN)['id']}/second-opinion"
    is_problem(server.ask("POST", path, '{"organs": ["root"]}'), 400, "bad-wish")
    is_problem(server.ask("POST", path, "{"), 400, "bad-json")
    photograph = server.photograph(FLOWER.read_bytes())
    is_problem(server.ask("POST", f"/api/photographs/{photograph}/identifications", '{"strategy": "all"}'), 400, "bad-wish")
    assert stub.calls == 0


def test_several_photographs_are_one_call(serve, stub):
    server = serve(**stub.settings)
    ids = [server.photograph(picture.read_bytes()) for picture in (UNKNOWN, UNSURE, SURE)]
    answer = server.ask("POST", "/api/identifications", json.dumps(
        {"photographs": ids, "organs": ["flower", "leaf"], "strategy": "parallel"}))
    assert answer.status == 201 and asked(answer.json) == ("plantnet", "by-strategy", 1, 499)
    assert [upload["organ"] for upload in stub.seen["uploads"]] == ["flower", "leaf", "auto"] and stub.calls == 1


def test_the_same_photograph_is_answered_from_the_cache(serve, stub):
    server = serve(**stub.settings)
    assert identified(server, UNKNOWN)["source"] == "plantnet"
    second = identified(server, UNKNOWN)
    assert second["source"] == "cache" and asked(second)[:3] == (None, "cached", 0) and second["asked"]["wanted"] == "outside-knowledge"
    restart(server)
    assert identified(server, UNKNOWN)["source"] == "cache" and stub.calls == 1
    cache = server.ask("GET", "/api/cache").json
    assert {name: cache[name] for name in ("entries", "expired", "hits", "misses", "limit", "days")} == {
        "entries": 1, "expired": 0, "hits": 2, "misses": 1, "limit": 100, "days": 7} and cache["bytes"] > 100
    assert server.ask("DELETE", "/api/cache?only=expired").json == {"removed": 0}
    assert server.ask("DELETE", "/api/cache").json == {"removed": 1}
    assert server.ask("DELETE", "/api/cache").json == {"removed": 0}
    assert identified(server, UNKNOWN)["source"] == "plantnet" and stub.calls == 2


def test_the_verdict_that_a_picture_shows_no_plant_is_a_regular_answer(serve, stub):
    server = serve(**stub.settings)
    stub(answer="not-a-plant")
    answer = identified(server, UNKNOWN, strategy="service-only")
    assert answer["verdict"] == "not-a-plant" and answer["candidates"] == [] and answer["waiting"] is False
    assert asked(answer) == ("plantnet", "by-strategy", 1, 499)
    assert identified(server, PAGE)["asked"]["reason"] == "no-plant"


# MARK: the queue

def test_waiting_requests_survive_a_restart_and_are_sent_in_order(serve, stub):
    server = serve(**stub.settings)
    server.choose(plantnet__daily_budget="0")
    first, second, third = (identified(server, picture, strategy="parallel") for picture in (UNKNOWN, UNSURE, SURE))
    for answer in (first, second, third):
        assert answer["asked"]["reason"] == "no-quota" and answer["waiting"] is True and answer["source"] == "on-device"
    assert server.waiting() == [first["id"], second["id"], third["id"]]
    state = server.state()
    assert (state["chip"], state["chipKind"], state["waiting"], state["quota"]["level"]) == ("3 to send", "waiting", 3, "exhausted")
    one = server.ask("GET", "/api/waiting").json["waiting"][0]
    assert {"identification", "because", "obstacle", "since", "notBefore", "attempts"} <= set(one)
    assert (one["because"], one["obstacle"], one["attempts"]) == ("by-strategy", "no-quota", 0)

    assert server.ask("DELETE", f"/api/waiting/{second['id']}").status == 204
    assert server.ask("DELETE", f"/api/waiting/{second['id']}").status == 204, "twice is as well as once"
    restart(server)
    assert server.waiting() == [first["id"], third["id"]] and stub.calls == 0
    server.choose(plantnet__daily_budget="2")
    restart(server)
    eventually(lambda: server.waiting() == [])
    assert stub.calls == 2 and spent(server) == (2, 0, 0)
    for old in (first, third):
        answer = again(server, old["id"])
        assert answer["source"] == "plantnet" and answer["waiting"] is False and answer["agreement"] == "none"
        assert asked(answer)[:3] == ("plantnet", "by-strategy", 1)
    assert again(server, second["id"])["source"] == "on-device"
    sizes = [upload["bytes"] for upload in stub.seen["uploads"]]
    assert sizes[0] > sizes[1], "the oldest first"
    assert server.state()["chip"] == "Connected"


@pytest.mark.skipif("SLOW" not in os.environ, reason="waits half a minute; SLOW=1 includes it")
def test_waiting_requests_are_sent_automatically(serve, stub):
    server = serve(**stub.settings)
    server.choose(plantnet__daily_budget="0")
    identified(server, UNKNOWN)
    server.choose(plantnet__daily_budget="1")
    eventually(lambda: server.waiting() == [], within=35)
    assert stub.calls == 1


def test_a_failed_request_is_tried_again_later(serve, stub):
    server = serve(**stub.settings, STILLROOM_NOW=MORNING)
    stub(outage="503")
    answer = identified(server, UNKNOWN)
    assert answer["waiting"] is True and answer["source"] == "on-device" and asked(answer)[:3] == ("plantnet", "outside-knowledge", 2)
    assert "503" in answer["asked"]["failure"]["message"]
    alone = identified(server, UNSURE, strategy="service-only")
    assert alone["waiting"] is True and alone["reason"] == "unanswered" and alone["candidates"] == []
    page = server.ask("GET", f"/identifications/{alone['id']}", headers=HTML)
    assert page.status == 200 and "Waiting for Pl@ntNet" in page.text
    assert spent(server) == (4, 0, 496)

    # Not before its time, not during the failure, and then with the original options.
    restart(server)
    stub(outage=None)
    time.sleep(1)
    assert server.waiting() == [answer["id"], alone["id"]] and stub.calls == 4
    restart(server, STILLROOM_NOW=LATER)
    eventually(lambda: server.waiting() == [])
    assert stub.calls == 6 and spent(server) == (6, 0, 494)
    assert again(server, answer["id"])["source"] == "plantnet" and again(server, alone["id"])["verdict"] == "likely"


def test_a_request_made_with_the_button_can_wait_too(serve, stub):
    server = serve(**stub.settings, STILLROOM_INQUIRY_STRATEGY="on-device-only", STILLROOM_PLANTNET_DAILY_BUDGET="0")
    identification = identified(server, UNKNOWN)["id"]
    assert server.waiting() == []
    answer = server.ask("POST", f"/api/identifications/{identification}/second-opinion")
    assert answer.status == 200 and answer.json["waiting"] is True and answer.json["asked"]["wanted"] == "by-hand"
    again_ = server.ask("POST", f"/api/identifications/{identification}/second-opinion")
    assert again_.status == 200 and server.waiting() == [identification], "it waits once"
    restart(server, STILLROOM_PLANTNET_DAILY_BUDGET="5")
    eventually(lambda: server.waiting() == [])
    assert asked(again(server, identification))[:3] == ("plantnet", "by-hand", 1) and stub.calls == 1


def test_status_429_makes_requests_wait_until_the_next_day(serve, stub):
    server = serve(**stub.settings, STILLROOM_NOW=MORNING)
    stub(next=["429-bare"])
    answer = identified(server, UNKNOWN)
    assert answer["waiting"] is True and answer["source"] == "on-device" and spent(server) == (0, 0, 0)
    assert identified(server, UNSURE)["asked"]["reason"] == "no-quota"
    restart(server, STILLROOM_NOW=LATER)
    time.sleep(1)
    assert stub.calls == 1 and len(server.waiting()) == 2
    restart(server, STILLROOM_NOW=NEXT_DAY)
    eventually(lambda: server.waiting() == [])
    assert stub.calls == 3 and spent(server) == (2, 0, 498)


def test_a_failing_service_is_not_called_again_for_a_while(serve, stub):
    server = serve(**stub.settings)
    stub(outage="500")
    answers = [identified(server, noise(number), strategy="parallel") for number in range(6)]
    assert stub.calls <= 6 and server.state()["service"] == "paused"
    assert answers[-1]["asked"]["reason"] == "paused" and answers[-1]["asked"]["priceUnits"] == 0
    assert len(server.waiting()) == 6 and {answer["source"] for answer in answers} == {"on-device"}
    before = stub.calls
    assert identified(server, noise(99), strategy="service-only")["waiting"] is True and stub.calls == before


# MARK: concurrency

def test_many_at_once_keep_to_the_budget(serve, stub):
    server = serve(**stub.settings, STILLROOM_PLANTNET_DAILY_BUDGET="5", STILLROOM_INQUIRY_STRATEGY="parallel")
    stub(delayMilliseconds=200)
    photographs = [server.photograph(noise(number)) for number in range(60)]
    with concurrent.futures.ThreadPoolExecutor(60) as pool:
        answers = list(pool.map(
            lambda photograph: server.ask("POST", f"/api/photographs/{photograph}/identifications", timeout=120), photographs))
    assert [answer.status for answer in answers] == [201] * 60
    answers = [answer.json for answer in answers]
    assert stub.calls == stub.seen["creditsUsed"] == 5
    reasons = [answer["asked"]["reason"] for answer in answers]
    assert sorted(set(reasons)) == ["by-strategy", "no-quota"] and reasons.count("by-strategy") == 5
    assert sum(answer["asked"]["priceUnits"] for answer in answers) == 5
    assert len(server.waiting()) == server.state()["waiting"] == 55
    assert {answer["id"] for answer in answers if answer["waiting"]} == set(server.waiting())
    assert spent(server) == (5, 0, 0)


def test_equal_simultaneous_requests_make_one_call(serve, stub):
    server = serve(**stub.settings, STILLROOM_INQUIRY_STRATEGY="parallel")
    stub(delayMilliseconds=1000)
    photographs = [server.photograph(FLOWER.read_bytes()) for _ in range(10)]
    with concurrent.futures.ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(
            lambda photograph: server.ask("POST", f"/api/photographs/{photograph}/identifications", timeout=60).json, photographs))
    assert {answer["candidates"][0]["scientificName"] for answer in answers} == {"Rosa canina"}
    assert stub.calls == stub.seen["creditsUsed"] == 1 and sum(answer["asked"]["priceUnits"] for answer in answers) == 1
    assert spent(server) == (1, 0, 499)


# MARK: sudden ends

def test_a_kill_in_the_middle_of_a_call_loses_no_photograph_and_no_credit(serve, stub):
    server = serve(**stub.settings, STILLROOM_NOW=MORNING, STILLROOM_PLANTNET_DAILY_BUDGET="2")
    photograph = server.photograph(FLOWER.read_bytes())
    stub(next=["hang"])
    with concurrent.futures.ThreadPoolExecutor() as pool:
        dying = pool.submit(server.ask, "POST", f"/api/photographs/{photograph}/identifications")
        eventually(lambda: stub.calls == 1)
        server.kill()
        assert dying.exception() is not None
    server.start()
    assert server.ask("GET", f"/photographs/{photograph}/original").body == FLOWER.read_bytes()
    used, reserved, remaining = spent(server)
    assert (used + reserved, remaining) == (1, 1), "the call may have been counted"
    # The killed process has claimed the question for 20 seconds.
    answer = server.ask("POST", f"/api/photographs/{photograph}/identifications", timeout=90).json
    assert answer["source"] == "plantnet" and stub.calls == 2
    assert identified(server, UNKNOWN)["asked"]["reason"] == "no-quota" and stub.calls == 2
    restart(server, STILLROOM_NOW=LATER)
    eventually(lambda: sum(spent(server)[:2]) == 2)
    assert spent(server)[2] == 0 and stub.calls == 2


def test_waiting_requests_keep_their_order_after_a_kill(serve, stub):
    server = serve(**stub.settings, STILLROOM_NOW=MORNING)
    server.choose(plantnet__daily_budget="0")
    first, second = (identified(server, picture)["id"] for picture in (UNKNOWN, UNSURE))
    server.choose(plantnet__daily_budget="4")
    stub(next=["held", "held"])
    restart(server, STILLROOM_NOW=SOON)
    eventually(lambda: stub.seen["waiting"] == 1)
    server.kill()
    assert stub.calls == 1

    # The request in progress stays leased by the dead process for a while; the other one is sent meanwhile.
    server.start()
    eventually(lambda: stub.calls == 2)
    assert server.waiting() == [first, second] and sum(spent(server)[:2]) == 2
    server.kill()

    # Both calls may have been charged, so both count.
    stub(release=True)
    server.settings["STILLROOM_NOW"] = LATER
    server.start()
    eventually(lambda: server.waiting() == [])
    assert stub.calls == 4 and spent(server) == (4, 0, 0)
    assert again(server, first)["source"] == again(server, second)["source"] == "plantnet"


def test_a_stop_does_not_wait_for_a_hanging_service(serve, stub):
    server = serve(**stub.settings, STILLROOM_INQUIRY_TIME_LIMIT="5")
    stub(next=["hang"] * 3)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        answer = pool.submit(identified, server, UNKNOWN)
        eventually(lambda: stub.calls == 1)
        assert server.stop() < 15
        assert answer.result()["source"] == "on-device", "requests that are under way are answered first"


# MARK: network changes

class Apart(Server):
    """A server in a network namespace; it accepts only its own names, so its clients run there too."""

    def ask(self, method, path, body=None, headers=None, timeout=30):
        body = body.encode() if isinstance(body, str) else body
        words = [word for name, value in (headers or {}).items() for word in ("-H", f"{name}: {value}")]
        sending = ["--data-binary", "@-", "-H", "Content-Type: application/octet-stream"] if body is not None else []
        done = subprocess.run(
            [*self.prefix, "curl", "-s", "-m", str(timeout), "-X", method, "-w", "\n%{http_code}", *sending, *words, self.url + path],
            input=body or b"", capture_output=True, timeout=timeout + 5)
        assert done.returncode == 0, done
        content, _, status = done.stdout.rpartition(b"\n")
        return ServiceResponse(int(status), content)


class ServiceResponse:
    def __init__(self, status, body):
        self.status, self.body, self.text = status, body, body.decode(errors="replace")

    @property
    def json(self):
        return json.loads(self.body)


def ip(*words, check=True):
    return subprocess.run(["ip", *words], check=check, capture_output=True)


class Cable:
    """A link between a namespace and this one, with a default route over it."""

    def __init__(self):
        mark = uuid.uuid4().hex[:6]
        net = f"10.254.{int(mark[:2], 16)}"
        self.here, self.there = f"{net}.1", f"{net}.2"
        self.space, self.end, self.other = f"stillroom-{mark}", f"sr-{mark}a", f"sr-{mark}b"
        ip("netns", "add", self.space)
        ip("link", "add", self.end, "type", "veth", "peer", "name", self.other, "netns", self.space)
        ip("addr", "add", f"{self.here}/30", "dev", self.end)
        ip("link", "set", self.end, "up")
        self.inside("link", "set", "lo", "up")
        self.inside("addr", "add", f"{self.there}/30", "dev", self.other)

    def inside(self, *words):
        ip("-n", self.space, *words)

    def plug(self):
        self.inside("link", "set", self.other, "up")
        self.inside("route", "replace", "default", "via", self.here)

    def pull(self):
        self.inside("link", "set", self.other, "down")

    def remove(self):
        ip("netns", "del", self.space, check=False)
        ip("link", "del", self.end, check=False)


@pytest.fixture
def cable():
    if os.geteuid() or not shutil.which("ip") or not shutil.which("curl"):
        pytest.skip("needs root, ip and curl")
    try:
        cable = Cable()
    except subprocess.CalledProcessError as error:
        pytest.skip(f"no network namespaces here: {error.stderr.decode().strip()}")
    cable.plug()
    yield cable
    cable.remove()


@pytest.mark.alone
def test_the_own_model_answers_offline_and_requests_are_sent_when_the_network_is_back(cable, home, tmp_path):
    stub = Stub(tmp_path, address=cable.here)
    server = Apart(tmp_path / "house", home, stub.settings, ["ip", "netns", "exec", cable.space])
    try:
        state = server.state()
        assert state["online"] is True and state["link"] in ("ethernet", "other") and state["chip"] == "Connected"
        assert identified(server, UNSURE)["source"] == "plantnet" and stub.calls == 1

        for _ in range(2):
            cable.pull()
            eventually(lambda: server.state()["online"] is False, within=1)
            assert server.state()["chip"] == "No internet" and server.state()["chipKind"] == "offline"
            cable.plug()
            eventually(lambda: server.state()["online"] is True, within=1)

        cable.pull()
        eventually(lambda: server.state()["online"] is False, within=1)
        began = time.monotonic()
        answer = identified(server, UNKNOWN)
        assert time.monotonic() - began < 3
        assert asked(answer) == (None, "offline", 0, None) and answer["asked"]["wanted"] == "outside-knowledge"
        assert answer["source"] == "on-device" and answer["waiting"] is True and answer["candidates"]
        assert identified(server, UNSURE)["source"] == "cache", "what is remembered needs no network"
        state = server.state()
        assert (state["chip"], state["waiting"]) == ("No internet, 1 to send", 1) and spent(server) == (1, 0, 499)
        page = server.ask("GET", "/", headers=HTML)
        assert "No internet, 1 to send" in page.text
        assert stub.calls == 1

        cable.plug()
        eventually(lambda: server.state()["online"] is True, within=1)
        eventually(lambda: server.waiting() == [], within=10)
        assert again(server, answer["id"])["source"] == "plantnet" and stub.calls == 2
        assert server.state()["chip"] == "Connected" and spent(server) == (2, 0, 498)
    finally:
        server.stop()
        stub.stop()


def test_a_network_failure_during_a_call_gets_the_answer_of_the_own_model(cable, home, tmp_path):
    stub = Stub(tmp_path, address=cable.here)
    server = Apart(tmp_path / "house", home, stub.settings | {"STILLROOM_INQUIRY_TIME_LIMIT": "3"},
                   ["ip", "netns", "exec", cable.space])
    try:
        stub(next=["held"])
        with concurrent.futures.ThreadPoolExecutor() as pool:
            answer = pool.submit(identified, server, UNKNOWN)
            eventually(lambda: stub.seen["waiting"] == 1)
            cable.pull()
            answer = answer.result(timeout=20)
        assert answer["source"] == "on-device" and answer["waiting"] is True and answer["asked"]["priceUnits"] == 1
        assert sum(spent(server)[:2]) == 1, "it may have been counted"
        assert server.waiting() == [answer["id"]]
    finally:
        cable.plug()
        server.stop()
        stub.stop()
