"""Labels, medicines and doses over HTTP: inputs and errors of every route, sent data, and remaining data."""

import concurrent.futures
import json
import re
import socket
import urllib.parse

import pytest
from conftest import FIXTURES, FLOWER, NOON, eventually
from medicine_house import (  # noqa: F401
    AMOXICILLIN, CHAT_KEY, DIRECTIONS, IDENTIFIERS, INJECTION, NASTY_LINE, PAINKILLER, PLACE, TYPED, VISION_KEY, chat, draw, house, medicines, pharmacy,
    photograph, post, shared_house, vision)
from test_care_http import FORM, NASTY
from test_http import HTML, MISSING, is_problem, multipart

BLANK = FIXTURES / "Labels/blank.png"
OPEN = "What does the pharmacy call itself?"  # neither an emergency nor on any label
FOREIGN = {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}


# MARK: labels

def test_a_photograph_becomes_a_label(house, photograph):
    for body, headers in ((photograph, {"Content-Type": "image/jpeg"}), multipart("image", photograph)):
        answer = house.ask("POST", "/api/labels", body, headers)
        label = answer.json
        assert answer.status == 201 and answer.headers["Location"] == f"/api/labels/{label['id']}", answer.text
        assert label["medicines"][0]["name"] == "AMOXICILLIN" and label["directions"][0]["sig"] == DIRECTIONS
        assert house.api("GET", f"/labels/{label['id']}", None, 200).json == label


def test_a_line_of_a_label_is_corrected_and_restored(house):
    label = house.typed("AMOXICILLIN 500 MG CAPSULE\nTAKE 1 CAPSUL BY MOUTH 3 TIMES A DAY")
    path = f"/labels/{label['id']}"
    right = house.api("PATCH", path, {"lines": {"1": DIRECTIONS}}, 200).json
    assert right["directions"][0]["sig"] == DIRECTIONS and right["directions"][0]["status"] == "ok"
    assert house.api("PATCH", path, {"lines": {"1": ""}}, 200).json["directions"] == []
    assert house.api("PATCH", path, {"lines": {"1": None}}, 200).json["lines"] == label["lines"]
    more = house.api("PATCH", path, {"lines": {"2": "QTY: 21"}}, 200).json
    assert more["medicines"][0]["quantity"] == 21
    for lines in ({"-1": "x"}, {"200": "x"}, {"1": "x" * 201}):
        is_problem(house.api("PATCH", path, {"lines": lines}), 422, "medicine-refused")
    is_problem(house.api("PATCH", path, {"lines": {"first": "x"}}), 400)
    assert house.api("GET", path, None, 200).json == more


@pytest.mark.parametrize("method, path, body, status", [
    ("POST", "/directions", {}, 400), ("POST", "/directions", {"text": 7}, 400), ("POST", "/directions", [], 400),
    ("GET", f"/labels/{MISSING}", None, 404), ("GET", "/labels/none", None, 404), ("DELETE", f"/labels/{MISSING}", None, 404),
    ("PATCH", f"/labels/{MISSING}", {"lines": {}}, 404), ("GET", f"/labels/{MISSING}/explanation", None, 404),
    ("DELETE", f"/labels/{MISSING}/photograph", None, 404), ("GET", f"/medicines/{MISSING}", None, 404), ("GET", "/medicines/..%2Fx", None, 404),
    ("DELETE", f"/medicines/{MISSING}", None, 404), ("DELETE", "/medicines", None, 400), ("DELETE", "/medicines?everything=perhaps", None, 400),
    ("GET", "/medicines/export?format=xml", None, 400), ("GET", "/doses?day=2026-02-30", None, 400), ("GET", "/doses?day=", None, 400),
    ("POST", f"/medicines/{MISSING}/doses/x/taken", None, 404), ("POST", f"/medicines/{MISSING}/doses/x/eaten", None, 400),
    ("POST", f"/medicines/{MISSING}/doses/x/moved", {}, 400), ("POST", f"/medicines/{MISSING}/clauses/0/taken", None, 404),
    ("POST", f"/medicines/{MISSING}/clauses/x/taken", None, 404), ("DELETE", f"/medicines/{MISSING}/log/1", None, 404)])
def test_unknown_addresses_and_invalid_values_are_refused(house, method, path, body, status):
    is_problem(house.api(method, path, body), status)


@pytest.mark.parametrize("text", ["", "  \n\t", "x" * 1001, "\n".join("x" * 3 for _ in range(201)), "\u200b\u0000"])
def test_an_empty_or_too_long_label_text_is_refused(house, text):
    is_problem(house.ask("POST", "/api/labels", json.dumps({"text": text}), {"Content-Type": "application/json"}), 422, "medicine-refused")


@pytest.mark.parametrize("data, code", [(b"", None), (b"no picture", None), (FLOWER.read_bytes()[:300], None), (b"\xff" * (21 << 20), None)])
def test_a_file_that_is_not_a_picture_is_refused(house, data, code):
    answer = house.ask("POST", "/api/labels", data, {"Content-Type": "image/jpeg"})
    assert answer.status in (400, 413, 415, 422), answer.text
    is_problem(answer, answer.status, code)


def test_a_picture_without_text_is_refused_by_the_api_and_saved_by_the_page(house):
    before = house.pictures()
    is_problem(house.ask("POST", "/api/labels", BLANK.read_bytes(), {"Content-Type": "image/png"}), 422)
    assert house.pictures() == before, "it is kept though it was refused"
    # On the pages it is kept, so that a person can type the text.
    body, headers = multipart("image", BLANK.read_bytes())
    answer = house.ask("POST", "/medicines/read", body, headers | HTML)
    assert answer.status == 303 and answer.headers["Location"].startswith("/medicines/labels/"), answer.status
    page = house.page(answer.headers["Location"])
    assert "No text was found" in page
    answer = house.form(answer.headers["Location"] + "/lines", **{"from": "0", "added": TYPED})
    assert answer.status == 303 and "Check and confirm" in house.page(answer.headers["Location"].split("#")[0])


def test_another_site_can_change_no_label_and_no_medicine(house, photograph):
    """A page on another site can neither add a label nor log a dose."""
    label = house.typed(TYPED)
    for method, path, body in (
            ("POST", "/api/labels", json.dumps({"text": TYPED})), ("PATCH", f"/api/labels/{label['id']}", '{"lines": {"0": "x"}}'),
            ("DELETE", f"/api/labels/{label['id']}", None), ("DELETE", "/api/medicines?everything=true", None),
            ("POST", f"/api/labels/{label['id']}/questions", '{"question": "With food?"}'),
            ("POST", "/medicines/type", "text=TAKE"), ("POST", "/medicines/forget", "sure=yes"), ("POST", f"/medicines/labels/{label['id']}/remove", ""),
            ("POST", "/medicines/settings", "medicines.explainer=true"), ("POST", "/medicines/x/doses/y/taken", "")):
        kind = "application/json" if path.startswith("/api") else "application/x-www-form-urlencoded"
        answer = house.ask(method, path, body, FOREIGN | {"Content-Type": kind})
        assert answer.status == 403, (path, answer.status)
    assert house.api("GET", f"/labels/{label['id']}", None, 200).json["text"] == label["text"]


def test_hostile_text_of_a_label_is_shown_as_plain_text(house):
    label = house.typed(f"{NASTY}\nAMOXICILLIN 500 MG CAPSULE\n{NASTY_LINE}\n{INJECTION}\n{DIRECTIONS}\n\u202e{'A' * 900}\nQTY: 21")
    assert "suspicious-text" in label["flags"] and [one["sig"] for one in label["directions"]] == [DIRECTIONS]
    assert label["directions"][0]["status"] == "review"
    page = house.page(f"/medicines/labels/{label['id']}") + house.page("/medicines")
    assert "<img src=x" not in page and "<script>alert" not in page and "{{name}}" in page
    explained = house.api("GET", f"/labels/{label['id']}/explanation", None, 200).text
    assert "onerror" not in explained and "hourly" not in explained.lower() and "every hour" not in explained
    answer = house.ask("GET", f"/medicines/labels/{label['id']}", headers=HTML)
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy and "unsafe" not in policy and answer.headers["Cache-Control"] == "no-store"


# MARK: questions

@pytest.mark.parametrize("question", ["I can't breathe", "She took 30 tablets", "Chest pain", "I want to kill myself", "my tongue is swelling", "i  CANT   breath!!"])
def test_a_question_about_an_emergency_gets_the_emergency_answer_at_once(house, chat, question):
    house.allow()
    chat(script=["hang"])
    label = house.typed(TYPED)
    result = house.api("POST", f"/labels/{label['id']}/questions", {"question": question, "agreedTo": "x"}, 200).json
    assert result["kind"] == "emergency" and "emergency" in result["text"] and chat.requests == []
    answer = house.form(f"/medicines/labels/{label['id']}/ask", question=question, agreed="true")
    assert answer.status == 200 and 'role="alert"' in answer.text and chat.requests == []


def test_an_emergency_is_recognised_even_if_the_label_does_not_exist(house):
    result = house.form(f"/medicines/labels/{MISSING}/ask", question="I can't breathe")
    assert result.status == 200 and "This may be an emergency" in result.text
    answer = house.api("POST", f"/labels/{MISSING}/questions", {"question": "I can't breathe"})
    assert answer.status == 200 and answer.json["kind"] == "emergency", answer.text


def test_an_emergency_is_recognised_in_a_very_long_question(house):
    label = house.typed(TYPED)
    story = "I have a question about my tablets. " * 30
    for question in (story + "I can't breathe", "I can't breathe. " + story):
        answer = house.api("POST", f"/labels/{label['id']}/questions", {"question": question})
        assert answer.status == 200 and answer.json["kind"] == "emergency", (len(question), answer.status, answer.text)
        assert "This may be an emergency" in house.form(f"/medicines/labels/{label['id']}/ask", question=question).text


def test_a_question_that_the_label_answers_is_not_sent_to_a_model(house, chat):
    house.allow()
    label = house.checked()
    own = house.ask_label(label, "How many times a day?", agreed=True)
    assert own["kind"] == "own" and "3 times a day" in own["sentences"][0]["text"] and own["sentences"][0]["sources"]
    referred = house.ask_label(label, "Can I drink wine with it?", agreed=True)
    assert referred["kind"] == "refer" and "pharmacist" in referred["text"]
    assert chat.requests == [] and "not medical advice" in own["notice"]
    for wrong in ("", "  "):
        is_problem(house.api("POST", f"/labels/{label['id']}/questions", {"question": wrong}), 422)


def test_a_model_is_off_by_default_and_needs_consent(medicines, chat):
    house = medicines()
    label = house.checked()
    path = f"/labels/{label['id']}"
    result = house.ask_label(label, OPEN)
    assert result["kind"] == "open" and "payload" not in result and "mark" not in result
    is_problem(house.api("POST", f"{path}/explanation", {"agreedTo": "x"}), 409, "consent-missing")
    answer = house.form(f"/medicines{path}/ask", question=OPEN, agreed="true")
    assert answer.status == 200 and "Send text" not in answer.text
    assert house.form(f"/medicines{path}/explain", agreed="true").status in (200, 409)
    # Allowed in the settings but without consent to the shown request: no service is called.
    house.allow()
    shown = house.ask_label(label, OPEN)
    assert shown["payload"] and shown["mark"]
    for mark in ("", "x", "true", shown["mark"] + "x"):
        is_problem(house.api("POST", f"{path}/questions", {"question": OPEN, "agreedTo": mark}), 409, "consent-missing")
        assert house.form(f"/medicines{path}/ask", question=OPEN, agreed=mark).status in (200, 409)
    # Consent to another question's request does not count.
    is_problem(house.api("POST", f"{path}/questions", {"question": OPEN + " And when?", "agreedTo": shown["mark"]}), 409, "consent-missing")
    # The request is shown, and nothing is sent.
    result = house.api("POST", f"{path}/explanation", {})
    assert result.status == 200 and result.json["kind"] == "open" and result.json["payload"] and result.json["mark"]
    assert chat.requests == []
    # An unconfirmed medicine is not sent.
    bare = house.typed(TYPED)
    result = house.ask_label(bare, OPEN)
    assert result["kind"] == "open" and "payload" not in result and chat.requests == []


def test_the_text_shown_before_consent_is_exactly_the_text_sent(house, chat, photograph):
    house.allow()
    label = house.checked(photograph)
    chat.says("A pharmacist can tell you more.")
    question = f"{OPEN} I am Alma Testperson, call 555-010-0144."
    shown = house.form(f"/medicines/labels/{label['id']}/ask", question=question)
    assert shown.status == 200 and "Send text" in shown.text and chat.requests == []
    payload = house.ask_label(label, question)["payload"]
    pre = re.search(r'<pre class="raw payload"[^>]*>(.*?)</pre>', shown.text, re.S)[1]
    unescaped = re.sub("&(amp|lt|gt|quot|#39|#x27);", lambda one: {"amp": "&", "lt": "<", "gt": ">", "quot": '"'}.get(one[1], "'"), pre)
    assert unescaped.strip() == payload.strip()
    result = house.ask_label(label, question, agreed=True)
    assert result["kind"] == "model" and len(chat.requests) == 1
    sent = chat.requests[0]
    messages = [one["content"] for one in sent["body"]["messages"]]
    for message in messages:
        assert message in payload, "sent, and not shown"
    left = payload
    for message in messages:
        left = left.replace(message, "")
    assert not re.search(r"AMOX|CAPSULE", left), "shown, and not sent"
    # No other part of the request contains the label, and the shown request contains the schema.
    rest = json.dumps({name: value for name, value in sent["body"].items() if name != "messages"})
    assert "AMOX" not in rest and "Alma" not in rest
    assert not [one for one in IDENTIFIERS if one.lower() in sent["text"].lower()], sent["text"]
    assert sent["authorization"] == f"Bearer {CHAT_KEY}" and CHAT_KEY not in sent["text"] + payload
    assert sent["body"].get("max_tokens", sent["body"].get("max_completion_tokens")) == 500 and sent["body"]["temperature"] == 0.3
    mark = re.search(r'name="agreed" value="([^"]*)"', shown.text)[1]
    page = house.form(f"/medicines/labels/{label['id']}/ask", question=question, agreed=mark).text
    assert "not from your label" in page and "A pharmacist can tell you more." in page


LIES = ["wrong-number", "number-in-words", "link", "html", "markdown-image", "other-medicine", "obedience", "unknown-source", "no-source", "advice",
        "prompt-leak", "hidden-characters", "other-shape", "prose"]


@pytest.mark.parametrize("lie", LIES)
def test_a_false_statement_of_a_model_is_not_shown(house, chat, lie):
    house.allow()
    label = house.checked(TYPED + "\n" + INJECTION)
    own = house.api("GET", f"/labels/{label['id']}/explanation", None, 200).json
    chat(script=[{"mode": "lie", "lie": lie, "sources": ["L0", "L1"]}])
    answer = house.explained(label)
    assert answer.status == 200, answer.text
    result = answer.json
    assert result["kind"] == "model" and len(chat.requests) <= 2
    part = {section["kind"]: [sentence["text"] for sentence in section["sentences"]] for section in result["explanation"]["sections"]}
    mine = {section["kind"]: [sentence["text"] for sentence in section["sentences"]] for section in own["sections"]}
    assert part["how_to_take"] == mine["how_to_take"], "how to take it came from a model"
    assert INJECTION not in json.dumps(chat.requests[-1]["body"]), "the hostile line is sent"
    said = " ".join(text for texts in part.values() for text in texts)
    assert not re.search(r"https?:|www\.|<|!\[|\u202e|\u200b|10 capsules|every hour", said), said
    new = {text for kind, texts in part.items() for text in texts} - {text for texts in mine.values() for text in texts}
    if lie == "no-source":
        # A sentence that claims to be printed but cites no line counts as the model's own.
        added = [one for section in result["explanation"]["sections"] for one in section["sentences"] if one["text"] in new]
        assert all(not one["fromLabel"] and one["origin"] != "label" for one in added), added
    elif lie not in ("other-shape", "prose"):
        assert result["dropped"] > 0, new
    shown = house.form(f"/medicines/labels/{label['id']}/explain").text
    page = house.form(f"/medicines/labels/{label['id']}/explain", agreed=re.search(r'name="agreed" value="([^"]*)"', shown)[1]).text
    assert "worded by" in page and "<img src" not in page.replace('<img src="/', "") and "evil" not in page


@pytest.mark.parametrize("script, status", [
    ("refusal", 502), ("cut-off", 502), ("null", 502), ("no-choices", 502), ("mid-stream-error", 502), ("no-done", 502), ("dropped", None),
    ("garbage", 502), ("html", 502), ("redirect", 502), ("quota", 503), ("loading", 503), ("bad-key", 502), ("500", 502), ("404", 502)])
def test_a_failure_of_the_model_leaves_the_label_unchanged(house, chat, script, status):
    house.allow()
    label = house.checked()
    chat(script=[script])
    answer = house.explained(label)
    assert (answer.status == status if status else answer.status in (502, 503)) or answer.status == 200 and answer.json["note"], (script, answer.status, answer.text)
    if answer.status != 200:
        is_problem(answer, answer.status)
    assert CHAT_KEY[:8] not in answer.text and "stub" not in answer.text.lower().replace("stub-model", ""), answer.text
    assert house.api("GET", f"/labels/{label['id']}", None, 200).json["directions"][0]["status"] == "ok"


@pytest.mark.parametrize("way", ["api", "page"])
def test_the_call_of_the_model_ends_when_its_caller_disconnects(medicines, chat, way):
    """The call of a model that never answers ends when its caller leaves."""
    house = medicines()
    house.allow()
    label = house.checked()
    mark = house.ask_label(label, OPEN)["mark"]
    path, data, kind = {
        "api": (f"/api/labels/{label['id']}/questions", json.dumps({"question": OPEN, "agreedTo": mark}), "application/json"),
        "page": (f"/medicines/labels/{label['id']}/ask", urllib.parse.urlencode({"question": OPEN, "agreed": mark}), FORM["Content-Type"])}[way]
    chat(script=["hang"])
    place = urllib.parse.urlsplit(house.url)
    with socket.create_connection((place.hostname, place.port), timeout=10) as visitor:
        visitor.sendall(
            f"POST {path} HTTP/1.1\r\nHost: {place.netloc}\r\nContent-Type: {kind}\r\nContent-Length: {len(data)}\r\n\r\n{data}".encode())
        eventually(lambda: len(chat.requests) == 1)
    chat.says("A pharmacist can tell you more.")
    answer = house.ask("POST", f"/api/labels/{label['id']}/questions", json.dumps({"question": OPEN, "agreedTo": mark}), timeout=30)
    assert answer.status == 200 and answer.json["kind"] == "model", answer.text


def test_the_daily_limit_of_model_requests_is_enforced(medicines, chat):
    house = medicines(STILLROOM_CHAT_DAILY_LIMIT="2")
    house.allow()
    label = house.checked()
    chat.says("A pharmacist can tell you more.")
    for _ in range(2):
        assert house.ask_label(label, OPEN, agreed=True)["kind"] == "model"
    mark = house.ask_label(label, OPEN)["mark"]
    answer = house.api("POST", f"/labels/{label['id']}/questions", {"question": OPEN, "agreedTo": mark})
    is_problem(answer, answer.status, "service-quota-used")
    assert len(chat.requests) == 2 and house.ask_label(label, "I can't breathe", agreed=True)["kind"] == "emergency"
    house.again("2026-11-22T11:00:30Z")
    assert house.ask_label(label, OPEN, agreed=True)["kind"] == "model"


# MARK: the second reader

def test_a_second_reader_is_asked_once_allowed_and_agreed(house, vision, photograph):
    label = house.label(photograph)
    path = f"/labels/{label['id']}/second-reader"
    vision(page=["AMOXICILLIN 500 MG CAPSULE", "TAKE 1 CAPSULE BY MOUTH 3 TIMES A DAY FOR 7 DAYS", "QTY: 21 REFILLS: 2"])
    for allowed, agreed in ((False, True), (True, False), (False, False)):
        house.allow(second=allowed)
        is_problem(house.api("POST", path, {"agreed": agreed}), 409, "consent-missing")
        house.form(f"/medicines/labels/{label['id']}/second", **({"agreed": "true"} if agreed else {}))
    assert vision.calls == []
    house.allow()
    second = house.api("POST", path, {"agreed": True}, 200).json
    assert second["reader"] != "local" and second["medicines"][0]["refills"] == 2
    (call,) = vision.calls
    assert call["fault"] is None and not call["exif"] and call["metadata"] in ([], ["icc"]) and call["width"] >= 1000
    assert call["features"] == ["DOCUMENT_TEXT_DETECTION"] and call["wantsConfidence"] and call["languageHints"] == []
    # A typed label has no picture to send.
    is_problem(house.api("POST", f"/labels/{house.typed(TYPED)['id']}/second-reader", {"agreed": True}), 404)


@pytest.mark.parametrize("mode", ["no-text", "inner-7", "key-invalid", "403", "429", "500", "503", "strange", "malformed", "empty", "html", "short", "redirect", "cut", "huge"])
def test_a_failure_of_the_second_reader_leaves_the_first_result_unchanged(shared_house, chat, vision, mode):
    house = shared_house
    house.allow()
    if not getattr(house, "kept_label", None):
        house.kept_label = house.label((FIXTURES / "Labels/flat.png").read_bytes())
    before = house.kept_label
    vision(outage=mode)
    answer = house.ask("POST", f"/api/labels/{before['id']}/second-reader", '{"agreed": true}', timeout=60)
    assert answer.status >= 400, answer.text
    is_problem(answer, answer.status)
    assert VISION_KEY not in answer.text
    assert house.api("GET", f"/labels/{before['id']}", None, 200).json == before
    vision(outage=None)


# MARK: medicines and doses

def test_confirming_is_all_or_nothing(house):
    label = house.typed(TYPED)
    address = f"/medicines/labels/{label['id']}/entries/0/confirm"
    fields = {"name": "Amoxicillin", "strength": "500 mg", "form": "capsule", "person": "Alma", "directions": DIRECTIONS, "quantity": "21"}
    from medicine_house import boxes
    read = house.form(address, **fields)
    ticks = boxes(read.text)
    assert {"seen", "ok.medicine", "ok.strength", "ok.0.dose", "ok.0.route", "ok.0.frequency", "ok.0.duration"} == set(ticks)
    for left_out in set(ticks):
        sent = fields | ticks | {"do": "keep"}
        del sent[left_out]
        answer = house.ask("POST", address, urllib.parse.urlencode(sent), FORM)
        assert answer.status == 422 and "Alma" in answer.text and DIRECTIONS in answer.text, left_out
        assert "Not everything is confirmed" in answer.text
    # Boxes of other directions do not count, even if they were ticked.
    other = fields | ticks | {"do": "keep", "directions": DIRECTIONS.replace("1 CAPSULE", "2 CAPSULES")}
    answer = house.ask("POST", address, urllib.parse.urlencode(other), FORM)
    assert answer.status == 422 and 'checked' not in re.sub(r"(?s)<head>.*</head>", "", answer.text)
    assert not [one for one in house.api("GET", "/medicines?all=true").json["medicines"] if one["label"] == label["id"]]
    # Sent twice at the same time, it is stored once.
    sent = urllib.parse.urlencode(fields | ticks | {"do": "keep"})
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: house.ask("POST", address, sent, FORM).status, range(4)))
    assert set(answers) == {303}
    kept = [one for one in house.api("GET", "/medicines").json["medicines"] if one["label"] == label["id"]]
    assert len(kept) == 1 and kept[0]["person"] == "Alma" and kept[0]["plan"] == "none"


def test_a_confirmation_stays_with_its_medicine_when_lines_are_removed(house):
    """On a label with two medicines, after a line is removed, the other medicine is not the confirmed one."""
    label = house.typed("LISINOPRIL 10 MG TABLET\nTAKE 1 TABLET BY MOUTH DAILY\nMETFORMIN 500 MG TABLET\nTAKE 2 TABLETS BY MOUTH TWICE A DAY")
    assert [one["name"] for one in label["medicines"]] == ["LISINOPRIL", "METFORMIN"]
    house.confirm(f"/medicines/labels/{label['id']}/entries/0/confirm", name="Lisinopril", strength="10 mg", directions="TAKE 1 TABLET BY MOUTH DAILY")
    left = house.api("PATCH", f"/labels/{label['id']}", {"lines": {"0": "", "1": ""}}, 200).json
    assert [one["name"] for one in left["medicines"]] == ["METFORMIN"]
    explained = house.api("GET", f"/labels/{label['id']}/explanation", None, 200).json
    said = {section["kind"]: " ".join(one["text"] for one in section["sentences"]) for section in explained["sections"]}
    assert "isinopril" not in said["medicines"] and "Take 2 tablets" in said["how_to_take"], said
    page = house.page(f"/medicines/labels/{label['id']}")
    assert "Check and confirm" in page, "metformin counts as confirmed, and nobody has confirmed it"


@pytest.mark.parametrize("fields, word", [
    ({"name": ""}, "name"), ({"name": " \u200b"}, "name"), ({"name": "x" * 121}, "120"), ({"quantity": "0"}, "dispensed"), ({"quantity": "nan"}, None), ({"quantity": "many"}, "many"),
    ({"quantity": "1e9"}, None), ({"refills": "-1"}, "refills"), ({"refills": "1.5"}, None), ({"expiry": "2026-02-30"}, None), ({"directions": "x" * 1001}, "1000")])
def test_an_invalid_medicine_is_refused(house, fields, word):
    sent = {"name": "Amoxicillin", "directions": DIRECTIONS, "do": "keep"} | fields
    before = len(house.api("GET", "/medicines?all=true").json["medicines"])
    answer = house.ask("POST", "/medicines/new", urllib.parse.urlencode(sent), FORM)
    assert answer.status == 422 and (word or "") in answer.text
    assert len(house.api("GET", "/medicines?all=true").json["medicines"]) == before


def test_refused_directions_have_no_doses(house):
    medicine = house.medicine("Take 10 mg/kg daily", name="Weighed", status=303)
    document = house.api("GET", f"/medicines/{medicine}", None, 200).json
    assert document["status"] == "refuse" and document["clauses"] == [] and not re.search(r"\d", document["plain"])
    answer = house.ask("POST", f"/medicines/{medicine}/plan", "do=start&shown=%7B%7D", FORM)
    assert answer.status in (200, 409, 422) and house.api("GET", f"/medicines/{medicine}").json["plan"] == "none"


def test_a_dose_of_a_day_can_be_taken_undone_and_skipped(medicines):
    house = medicines()
    medicine = house.course()
    day = house.doses()
    assert [(dose["at"], dose["amount"], dose["status"]) for dose in day["doses"]] == [
        ("2026-11-21T13:00:00Z", "1 capsule", "planned"), ("2026-11-21T19:00:00Z", "1 capsule", "planned")]
    assert len(house.doses("2026-11-22")["doses"]) == 3 and day["stocks"][0]["left"] == 21
    first = day["doses"][0]["id"]
    for _ in range(3):
        house.note(medicine, first)
    assert [one["action"] for one in house.log_of(medicine)] == ["taken"]
    assert house.doses()["stocks"][0]["left"] == 20
    house.note(medicine, first, "undone")
    house.note(medicine, first, "undone")
    assert house.doses()["doses"][0]["status"] == "planned" and house.doses()["stocks"][0]["left"] == 21
    house.note(medicine, first, "skipped", {"reason": "no breakfast"})
    assert house.log_of(medicine)[-1]["reason"] == "no breakfast"
    house.note(medicine, first, "undone")
    house.note(medicine, first, "moved", {"at": "2026-11-21T14:00:00Z"})
    assert house.doses()["doses"][0]["at"] == "2026-11-21T14:00:00Z"
    for body, status in (({"at": "2026-11-21T12:00:00Z"}, 422), ({"at": "soon"}, 400), ({"at": "2026-11-01T12:00:00Z"}, 422), ({"amount": 0}, 422), ({"amount": -1}, 422), ({"amount": "1"}, 400)):
        is_problem(house.api("POST", f"/medicines/{medicine}/doses/{first}/taken", body), status)
    for other in ("x", first.replace("1400", "1401"), first.replace("r1", "r2"), first.replace("c0", "c9"), first.replace("20261121", "20261120")):
        is_problem(house.api("POST", f"/medicines/{medicine}/doses/{other}/taken"), 404)


def test_a_repeated_request_logs_a_dose_once(medicines):
    """A request whose answer was lost is repeated unchanged."""
    house = medicines()
    medicine = house.course()
    dose = house.doses()["doses"][0]["id"]
    same = {"at": "2026-11-21T10:30:00Z"}
    is_problem(house.api("POST", f"/medicines/{medicine}/doses/{dose}/taken", same), 409, "dose-unusual")
    assert house.log_of(medicine) == [], "noted before it was asked about"
    same |= {"sure": ["too-early"]}
    assert len(house.note(medicine, dose, "taken", same)["noted"]) == 1
    assert house.note(medicine, dose, "taken", same)["noted"] == []
    assert len(house.log_of(medicine)) == 1, "noted twice"
    house.note(medicine, dose, "undone")
    assert house.doses()["doses"][0]["status"] == "planned", "taken back, and still taken"
    house.note(medicine, dose, "skipped", {"reason": "ill"})
    house.note(medicine, dose, "skipped", {"reason": "ill"})
    house.note(medicine, dose, "undone")
    assert house.doses()["doses"][0]["status"] == "planned", "taken back, and still skipped"


def test_replaced_and_undone_entries_are_marked_in_the_log(medicines):
    """The doses in an exported file are the ones that apply."""
    house = medicines()
    medicine = house.course()
    dose = house.doses()["doses"][0]["id"]
    for verb in ("taken", "skipped", "taken", "undone"):
        house.note(medicine, dose, verb)
    entries = [(one["action"], one["isReplaced"], one["isUndone"]) for one in house.log_of(medicine)]
    assert entries == [("taken", True, False), ("skipped", False, False), ("taken", False, True), ("undone", False, False)], entries
    table = house.api("GET", "/medicines/export?format=csv", None, 200).text.splitlines()
    assert [row.split(",")[-4:-2] for row in table] == [["taken back", "replaced"], ["", "yes"], ["", ""], ["yes", ""]]
    shown = house.page(f"/medicines/{medicine}")
    assert shown.count("replaced by a later answer") == 1 and shown.count(", undone") == 1
    # The doctor's sheet contains the doses that apply.
    sheet = house.page("/medicines/print")
    assert "Skipped: 1." in sheet and ", undone" not in sheet and "replaced" not in sheet


def test_a_maximum_without_a_unit_is_not_taken_for_doses(medicines):
    """“Max 8 per day” with “1 to 2 tablets” may mean 8 tablets: 8 doses, which could be 16 tablets, are never stated."""
    house = medicines()
    medicine = house.medicine("Take 1 to 2 tablets every 4 to 6 hours as needed for pain. Max 8 per day.", name="Paracetamol")
    house.plan(medicine)
    house.api("POST", f"/medicines/{medicine}/clauses/0/taken", {"amount": 2, "at": "2026-11-21T06:00:00Z"}, 200)
    said = " ".join(house.doses()["asNeeded"][0]["sentences"])
    assert "8 doses" not in said and "1 dose" not in said, said


def test_an_as_needed_dose_respects_the_printed_gap_and_maximum(medicines):
    house = medicines()
    medicine = house.medicine(PAINKILLER, name="Paracetamol", strength="500 mg")
    house.plan(medicine)
    (line,) = house.doses()["asNeeded"]
    assert line["amount"] == "1 to 2 tablets" and line["medicine"] == medicine
    for hour in ("01", "06", "10"):
        house.api("POST", f"/medicines/{medicine}/clauses/0/taken", {"amount": 2, "at": f"2026-11-21T{hour}:00:00Z"}, 200)
    asked = house.api("POST", f"/medicines/{medicine}/clauses/0/taken", {"amount": 200})
    assert asked.status == 409 and asked.json["sure"] == ["above-dose", "above-maximum", "under-gap"], asked.text
    assert "200 tablets at once" in asked.json["detail"] and len(house.log_of(medicine)) == 3
    # Two presses of a button within seconds count as one.
    for noted in (1, 0):
        answer = house.api("POST", f"/medicines/{medicine}/clauses/0/taken", {"amount": 2, "sure": ["under-gap"]}, 200)
        assert len(answer.json["noted"]) == noted
    assert len(house.log_of(medicine)) == 4
    said = " ".join(house.doses()["asNeeded"][0]["sentences"])
    assert "at least 4 hours" in said and "8" in said and not re.search(r"\bsafe\b|you may take|you can take", said, re.I), said
    number = house.doses()["asNeeded"][0]["undoable"]
    house.api("DELETE", f"/medicines/{medicine}/log/{number}", None, 204)
    house.api("DELETE", f"/medicines/{medicine}/log/{number}", None, 204)
    assert sum(one["isUndone"] for one in house.log_of(medicine)) == 1
    is_problem(house.api("DELETE", f"/medicines/{medicine}/log/999"), 404)
    is_problem(house.api("POST", f"/medicines/{medicine}/clauses/1/taken"), 404)
    is_problem(house.api("POST", f"/medicines/{medicine}/clauses/-1/taken"), 404)


def test_a_changed_dose_must_be_confirmed_and_keeps_the_logged_doses(medicines):
    house = medicines()
    medicine = house.course()
    house.note(medicine, house.doses()["doses"][0]["id"], "taken", {"at": "2026-11-21T10:59:00Z", "sure": ["too-early"]})
    changed = DIRECTIONS.replace("1 CAPSULE", "2 CAPSULES")
    answer = house.form(f"/medicines/{medicine}/edit", name="Amoxicillin", directions=changed, do="keep")
    assert answer.status == 422 and house.api("GET", f"/medicines/{medicine}").json["directions"] == DIRECTIONS
    house.confirm(f"/medicines/{medicine}/edit", name="Amoxicillin", directions=changed, quantity="42")
    # Until a new plan is started the old doses continue.
    assert {dose["amount"] for dose in house.doses("2026-11-22")["doses"]} == {"1 capsule"}
    house.plan(medicine, **{"times.0.0": "08:00", "times.0.1": "14:00", "times.0.2": "20:00", "start-day.0": "2026-11-21", "start-time.0": "20:00"})
    assert [(one["amount"], one["status"]) for one in house.doses()["doses"] if one["status"] != "taken"] == [("2 capsules", "planned")]
    assert [one["action"] for one in house.log_of(medicine)] == ["taken"]
    # A dose taken before its time is still shown on its day and can be undone there.
    assert [(one["amount"], one["status"]) for one in house.doses()["doses"]] == [("1 capsule", "taken"), ("2 capsules", "planned")]


def test_a_changed_plan_does_not_ask_again_for_what_was_taken(medicines):
    house = medicines()
    medicine = house.course()
    house.note(medicine, house.doses()["doses"][0]["id"])
    times = {"times.0.0": "08:00", "times.0.1": "14:00", "times.0.2": "21:00", "start-day.0": "2026-11-21", "start-time.0": "14:00"}
    house.plan(medicine, **times)
    assert [(one["at"][11:16], one["status"]) for one in house.doses()["doses"]] == [("13:00", "taken"), ("20:00", "planned")], "the dose of two is to be taken twice"


def test_a_medicine_is_confirmed_and_planned_by_another_program(house):
    body = {"name": "Amoxicillin", "strength": "500 mg", "directions": DIRECTIONS, "quantity": 21}
    fields = [{"field": "medicine"}, {"field": "strength"}, *({"clause": 0, "field": field} for field in ("dose", "route", "frequency", "duration"))]
    for left_out in range(len(fields)):
        is_problem(house.api("POST", "/medicines", body | {"confirmed": fields[:left_out] + fields[left_out + 1:]}), 422, "medicine-refused")
    is_problem(house.api("POST", "/medicines", body), 400)
    label = house.typed(TYPED)
    for source in ({"label": MISSING, "entry": 0}, {"label": label["id"], "entry": 99}, {"label": label["id"], "entry": -1}):
        answer = house.api("POST", "/medicines", body | {"confirmed": fields} | source)
        assert answer.status in (404, 422), (source, answer.status)
    made = house.api("POST", "/medicines", body | {"confirmed": fields, "label": label["id"], "entry": 0}, 201)
    medicine = made.json["id"]
    assert made.headers["Location"] == f"/api/medicines/{medicine}" and made.json["plan"] == "none"
    is_problem(house.api("POST", "/medicines", body | {"confirmed": fields, "label": label["id"], "entry": 0}), 409, "already-kept")
    asked = house.api("POST", f"/medicines/{medicine}/plan", {}, 200).json
    assert {one["kind"] for one in asked["questions"] if not one["isAnswered"]} == {"times", "start"} and not asked.get("doses")
    is_problem(house.api("POST", f"/medicines/{medicine}/plan", {"start": True}), 422, "medicine-refused")
    answers = {"times": {"0": ["08:00", "14:00", "20:00"]}, "starts": {"0": {"day": "2026-11-22", "time": "08:00"}}}
    shown = house.api("POST", f"/medicines/{medicine}/plan", answers, 200).json
    assert len(shown["doses"]) == 21 and house.api("GET", f"/medicines/{medicine}").json["plan"] == "none"
    started = house.api("POST", f"/medicines/{medicine}/plan", answers | {"start": True}, 200).json
    assert started["isStarted"] and house.api("GET", f"/medicines/{medicine}").json["plan"] == "running"
    assert house.note(medicine, started["doses"][0]["id"], body={"sure": ["too-early"]}), "the doses that were told are not those that there are"
    for wrong in ({"times": {"x": []}}, {"times": {"0": ["25:00"]}}, {"ends": {"0": "never"}}, {"starts": {"0": {"day": "x", "time": "08:00"}}}, {"firsts": {"0": "x"}}):
        is_problem(house.api("POST", f"/medicines/{medicine}/plan", wrong), 400)
    is_problem(house.api("POST", f"/medicines/{medicine}/plan/eat"), 400)
    assert house.api("POST", f"/medicines/{medicine}/plan/end", None, 200).json["plan"] == "ended"


def test_doses_start_only_once_they_were_seen(house):
    medicine = house.medicine()
    answers = {"times.0.0": "08:00", "times.0.1": "14:00", "times.0.2": "20:00", "start-day.0": "2026-11-22", "start-time.0": "08:00"}
    for shown in ({}, {"shown": ""}, {"shown": "{}"}, {"shown": "nothing"}):
        answer = house.ask("POST", f"/medicines/{medicine}/plan", urllib.parse.urlencode(answers | shown | {"do": "start"}), FORM)
        assert answer.status == 200 and house.api("GET", f"/medicines/{medicine}").json["plan"] == "none"
    half = {name: value for name, value in answers.items() if not name.startswith("start")}
    assert 'name="shown"' not in house.ask("POST", f"/medicines/{medicine}/plan", urllib.parse.urlencode(half), FORM).text
    for wrong in ({"times.0.0": "25:00"}, {"times.0.1": "08:00"}, {"start-day.0": "2026-02-30"}, {"start-time.0": "09:00"}):
        answer = house.ask("POST", f"/medicines/{medicine}/plan", urllib.parse.urlencode(answers | wrong), FORM)
        assert 'name="shown"' not in answer.text, wrong
    house.plan(medicine, **answers)
    assert len([one for one in house.doses("2026-11-22")["doses"] if one["medicine"] == medicine]) == 3


# MARK: remaining data

def test_no_metadata_of_the_camera_is_saved(medicines, vision, photograph):
    house = medicines()
    house.allow()
    label = house.label(photograph)
    body, headers = multipart("image", photograph)
    assert house.ask("POST", "/medicines/read", body, headers | HTML).status == 303
    house.api("POST", f"/labels/{label['id']}/second-reader", {"agreed": True})
    assert house.holds(PLACE) == [] and house.pictures()
    house.stop()
    assert house.holds(PLACE) == []
    house.start()


def test_nothing_of_a_medicine_is_logged(medicines, chat, vision, photograph):
    """With the most detailed log level, while all functions are used and fail."""
    house = medicines()
    house.allow()
    hook, place = house.hook()
    label = house.checked(photograph)
    chat.says("A pharmacist can tell you more.")
    assert house.ask_label(label, f"{OPEN} Xyzzyword", agreed=True)["kind"] == "model"
    house.ask_label(label, "I can't breathe Xyzzyword")
    for script in ("500", "bad-key", "prose"):
        chat(script=[script if script != "prose" else {"mode": "lie", "lie": "prose"}])
        house.explained(label)
    house.api("POST", f"/labels/{label['id']}/second-reader", {"agreed": True})
    vision(outage="500")
    house.api("POST", f"/labels/{label['id']}/second-reader", {"agreed": True})
    medicine = house.course(person="Alma Testperson")
    dose = house.doses()["doses"][0]["id"]
    house.note(medicine, dose, "skipped", {"reason": "Xyzzyword"})
    house.api("POST", f"/medicines/{medicine}/doses/{dose}/taken", {"at": "Xyzzyword"})
    house.api("PATCH", f"/labels/{label['id']}", {"lines": {"0": "Xyzzyword", "900": "x"}})
    for address in ("/medicines", f"/medicines/{medicine}", f"/medicines/{medicine}/plan", f"/medicines/labels/{label['id']}", "/medicines/print", "/api/medicines/export"):
        house.ask("GET", address, headers=HTML)
    house.ask("GET", "/medicines?note=Xyzzyword&text=Xyzzyword")
    house.stop()
    words = ["amoxicillin", "capsule", "500 mg", "xyzzyword", "testperson", "breathe", "20261121", CHAT_KEY, VISION_KEY, "sk-canary", "7730915", "examplin"]
    assert house.logged(*words) == []
    house.start()


def test_photographs_of_labels_are_deleted_after_the_set_days(medicines, photograph):
    house = medicines(STILLROOM_MEDICINES_KEEP_PHOTOGRAPHS_DAYS="2")
    label = house.label(photograph)
    assert house.pictures()
    house.again("2026-11-22T11:00:00Z")
    assert house.pictures()
    house.again("2026-11-23T11:01:00Z")
    eventually(lambda: not house.pictures(), 20)
    assert house.api("GET", f"/labels/{label['id']}", None, 200).json["text"] == label["text"]
    house.page(f"/medicines/labels/{label['id']}")


def test_with_zero_days_a_photograph_stays_until_everything_is_confirmed(medicines, photograph):
    house = medicines(STILLROOM_MEDICINES_KEEP_PHOTOGRAPHS_DAYS="0")
    label = house.label(photograph)
    house.again("2026-11-21T11:30:00Z")
    house.page("/medicines")
    import time
    time.sleep(2)  # automatic work at the start
    assert house.pictures(), "gone before anybody compared the label with it"
    house.confirm(f"/medicines/labels/{label['id']}/entries/0/confirm", name="Amoxicillin", strength="500 mg", directions=DIRECTIONS)
    eventually(lambda: not house.pictures())


def test_all_medicines_can_be_exported_and_deleted(medicines, photograph):
    house = medicines()
    label = house.label(photograph)
    house.confirm(f"/medicines/labels/{label['id']}/entries/0/confirm", name="=Amoxicillin", strength="500 mg", directions=DIRECTIONS, person="Alma", quantity="21")
    medicine = house.course(name="Amoxicillin two")
    house.note(medicine, house.doses()["doses"][0]["id"], "skipped", {"reason": "a, \"b\"\nc"})
    exported = house.api("GET", "/medicines/export", None, 200)
    assert "attachment" in exported.headers["Content-Disposition"] and len(exported.json["medicines"]) == 2
    assert exported.json["medicines"][1]["log"][0]["reason"] == 'a, "b" c'
    table = house.api("GET", "/medicines/export?format=csv", None, 200).text
    assert '"a, ""b"" c"' in table and not re.search(r"^=", table, re.M)
    bundle = house.api("GET", "/medicines/export?format=fhir", None, 200).json
    kinds = [one["resource"]["resourceType"] for one in bundle["entry"]]
    assert kinds == ["Patient", "MedicationStatement", "MedicationStatement", "MedicationAdministration"], kinds
    assert bundle["entry"][1]["resource"]["dosage"][0]["timing"]["repeat"]["frequency"] == 3
    # Nothing is removed silently.
    assert house.form("/medicines/forget").status == 303
    is_problem(house.api("DELETE", "/medicines"), 400)
    assert len(house.api("GET", "/medicines").json["medicines"]) == 2
    assert house.form("/medicines/forget", sure="yes").status == 303
    assert house.api("GET", "/medicines?all=true").json["medicines"] == [] and house.pictures() == []
    assert house.doses()["doses"] == [] and house.doses()["asNeeded"] == []
    is_problem(house.api("GET", f"/labels/{label['id']}"), 404)
    is_problem(house.api("GET", f"/medicines/{medicine}"), 404)
    house.stop()
    left = {file.name: word for file, data in house.files().items() for word in (b"AMOXICILLIN", b"Amoxicillin", b"TESTPERSON") if word in data}
    assert left == {}
    house.start()


def test_a_label_and_its_picture_go_and_the_medicine_stays(medicines, photograph):
    house = medicines()
    label, again = house.label(photograph), house.label(photograph)
    house.confirm(f"/medicines/labels/{label['id']}/entries/0/confirm", name="Amoxicillin", strength="500 mg", directions=DIRECTIONS)
    house.api("DELETE", f"/labels/{label['id']}", None, 204)
    assert house.pictures(), "another label has the same picture"
    house.api("DELETE", f"/labels/{again['id']}/photograph", None, 204)
    assert house.pictures() == [] and house.api("GET", f"/labels/{again['id']}", None, 200).json["text"]
    (kept,) = house.api("GET", "/medicines").json["medicines"]
    assert house.page(f"/medicines/{kept['id']}") and house.api("DELETE", f"/medicines/{kept['id']}", None, 204)
