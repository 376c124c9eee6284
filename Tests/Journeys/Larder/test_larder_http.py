"""The larder over HTTP: codes and products, rate limits, the cache, and privacy."""

import base64
import calendar
import concurrent.futures
import email.utils
import json
import re
import time
import urllib.parse
import urllib.request

import pytest
from conftest import FIXTURES, PAGE, needs_shared
from food_house import (  # noqa: F401
    ABSENT, BARE, BISCUITS, BOTTLE, BRAND, CASE, CATEGORY, CATFOOD, DROPS, FIZZ, FOREIGN, LABEL, LEMON, MARKUP, NUTRIENTS, OATS, PACKAGING, PEACH,
    PICTURES, SHOPS_OWN, SOAP, SOUP, SPREAD, THYME, VEGAN, WEIGHT, check_digit, drawn, food, food_service, insight, kitchen, labels,
    larder, larders, shared_larder)
from test_http import is_problem, multipart

LINKS = {
    "databaseLicence": ("Open Database License 1.0", "https://opendatacommons.org/licenses/odbl/1-0/"),
    "contentsLicence": ("Database Contents License 1.0", "https://opendatacommons.org/licenses/dbcl/1-0/"),
    "pictureLicence": ("CC BY-SA 3.0", "https://creativecommons.org/licenses/by-sa/3.0/")}


def is_credited(document, link="https://world.openfoodfacts.org"):
    credit = document["attribution"]
    assert credit["name"] == "Open Food Facts" and credit["link"] == link
    for name, (words, place) in LINKS.items():
        assert (credit[name], credit[name + "Link"]) == (words, place)


def together(count, work):
    """Return the responses to simultaneous requests."""
    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        return list(pool.map(work, range(count)))


# MARK: looking up

def test_a_number_becomes_a_product(larder, food):
    answer = larder.api("POST", "/larder", {"text": " 3560070 169443 "}, 200)
    product = answer.json
    assert answer.headers["Location"] == f"/api/products/{SPREAD}" and larder.ask("GET", answer.headers["Location"]).json["name"] == "Hazelnut spread"
    assert (product["code"], product["status"], product["sort"], product["name"], product["brands"]) == (SPREAD, "found", "food", "Hazelnut spread", "Nordlicht")
    assert product["nutriScore"] == {"state": "grade", "grade": "e", "points": 26} and product["novaGroup"] == 4 and product["greenScore"]["grade"] == "d"
    assert product["allergens"] == {"state": "stated", "tags": ["en:gluten", "en:milk", "en:nuts"]} and product["traces"]["tags"] == ["en:soybeans"]
    nutrients = {one["name"]: one for one in product["nutrients"]}
    assert nutrients["fiber"]["per100"] == 0 and "sodium" not in nutrients and "problem" not in product and "diet" not in product
    assert [one["kind"] for one in product["pictures"]] == ["front", "ingredients", "nutrition", "packaging"]
    is_credited(product, f"https://world.openfoodfacts.org/product/{SPREAD}")
    listed = larder.api("GET", "/larder", None, 200).json
    assert [(one["code"], one["name"]) for one in listed["products"]] == [(SPREAD, "Hazelnut spread")]
    is_credited(listed)
    assert food.count("product") == 1, "a second look asked again"
    assert "device" not in food.lines("product")[0]
    assert larder.product(THYME)["status"] == "found" and len(larder.api("GET", "/larder").json["products"]) == 1, "who only looks puts nothing in"


def test_the_user_agent_names_the_contact_address(larders, food):
    house = larders(STILLROOM_OPENFOODFACTS_CONTACT="someone@example.net")
    house.ask("GET", house.look_up()["pictures"][0]["path"])
    house.asked()
    agents = {call["kind"]: call["userAgent"] for call in food.seen["calls"]}
    assert set(agents) == {"product", "picture", "questions"}
    assert all(re.fullmatch(r"Stillroom/[0-9][^ ]* \(someone@example\.net\)", agent) for agent in agents.values()), agents


def test_unknown_values_are_not_reported_as_none(larder):
    spread, soup, thyme, bare = (larder.look_up(code) for code in (SPREAD, SOUP, THYME, BARE))
    assert soup["allergens"] == {"state": "not-known", "tags": []} and thyme["allergens"] == {"state": "none-stated", "tags": []}
    assert bare["allergens"]["state"] == "not-known" and bare["nutrients"] == [] and "nutriScore" not in bare and "additives" not in bare
    assert soup["nutriScore"]["state"] == "unknown" and thyme["nutriScore"]["state"] == "not-applicable"
    assert larder.look_up(BISCUITS)["nutrients"][0]["per100"] == 452, "numbers as texts"
    assert (larder.look_up(SOAP)["sort"], larder.look_up(CATFOOD)["sort"]) == ("beauty", "petfood")
    assert "<script>" in larder.look_up(MARKUP)["name"]
    name = larder.look_up(FOREIGN)["name"]
    assert 0 < len(name) <= 300 and name.startswith("Most carefully")


WRITINGS = [
    ("04963406", FIZZ, {"gtin": FIZZ}), ("05096893", PEACH, {}), ("049000006346", FIZZ, {}), ("59001270", DROPS, {}),
    (f"(01)0{SPREAD}(17)271231(10)L-7", SPREAD, {"expiry": "2027-12-31", "lot": "L-7"}),
    (f"\u001d010{SPREAD}1727120010L7", SPREAD, {"expiry": "2027-12-31", "lot": "L7"}),
    (f"^010{SPREAD}10L7^17271231", SPREAD, {"expiry": "2027-12-31", "lot": "L7"}),
    (f"https://id.gs1.org/01/0{SPREAD}/10/AB%2F1?17=280229", SPREAD, {"expiry": "2028-02-29", "lot": "AB/1"}),
    (f"HTTPS://EXAMPLE.COM/some/path/01/0{SPREAD}", SPREAD, {}),
    (CASE, CASE, {"isCase": True, "caseOf": BOTTLE})]


def test_other_notations_of_a_number_find_the_same_product(larder, food):
    for text, code, more in WRITINGS:
        product = larder.look_up(text)
        assert product["code"] == code and product["status"] == "found", text
        assert {name: product.get(name) for name in more} == more, text
        assert larder.api("GET", "/larder").json["products"][0]["code"] == code, text
    asked = [line.split("/product/")[1].split("?")[0] for line in food.lines("product")]
    assert sorted(asked) == sorted({code for _, code, _ in WRITINGS})


def test_lot_and_expiry_are_remembered_until_another_packet_is_scanned(larder):
    larder.look_up(f"(01)0{SPREAD}(17)271231(10)L7")
    assert larder.look_up(SPREAD)["lot"] == "L7" and larder.product()["expiry"] == "2027-12-31"
    product = larder.look_up(f"(01)0{SPREAD}(10)L8")
    assert product["lot"] == "L8" and "expiry" not in product, "the date of another packet"
    line = larder.api("GET", "/larder").json["products"][0]
    assert line["lot"] == "L8" and line["firstAt"] <= line["lastAt"]


@pytest.mark.parametrize("text", [
    "", " ", "abc", "3560070169444", "356007016944", "12345", "1" * 40, "1" * 5000, "0000000000000", "https://example.com/", "(10)LOT",
    "https://id.gs1.org/01/03560070169444", "3560070169443 5010477348678", "\u0000", "01" + SPREAD])
def test_a_text_that_is_no_product_number_is_refused(kitchen, food, text):
    is_problem(kitchen.api("POST", "/larder", {"text": text}), 422, "barcode-refused")
    assert kitchen.api("GET", "/larder").json["products"] == [] and food.count("product") == 0


def test_a_wrong_check_digit_says_which_would_be_right(kitchen):
    for path in ("/api/products/3560070169444", "/api/products/3560070169444/raw", "/api/products/3560070169444/questions"):
        is_problem(kitchen.ask("GET", path), 422, "barcode-refused")
    answer = kitchen.api("POST", "/larder", {"text": "3560070169444"})
    assert "3" in answer.json["detail"] and kitchen.ask("GET", "/api/barcodes?text=3560070169444").json["checkDigit"] == 3


@pytest.mark.parametrize("body", ["", "{}", "[]", '{"text": 7}', '{"text": null}', '{"text": "1", "fresh": "yes"}', "\x00", '{"text":'])
def test_a_malformed_request_body_is_refused(kitchen, body):
    is_problem(kitchen.ask("POST", "/api/larder", body), 400, "bad-json")


@pytest.mark.parametrize("path", [
    "/larder?limit=0", "/larder?limit=1001", "/larder?limit=x", f"/products/{SPREAD}?fresh=maybe", "/questions?order=best", "/questions?count=0", "/questions?count=101",
    "/questions?page=0", "/votes?state=gone", "/votes?limit=0", f"/products/{SPREAD}/questions?fresh=x"])
def test_an_invalid_query_is_refused(kitchen, food, path):
    is_problem(kitchen.api("POST" if "fresh=" in path else "GET", path), 400, "bad-wish")
    assert food.seen["calls"] == []


@pytest.mark.parametrize("method, path", [
    ("GET", "/votes/7"), ("GET", "/votes/x"), ("GET", "/votes/99999999999999999999"), ("DELETE", "/votes/7"), ("DELETE", "/votes/-1"), ("DELETE", f"/larder/{SPREAD}"), ("DELETE", "/larder/x"),
    ("GET", f"/products/{SPREAD}/raw"), ("GET", "/food/calls/1"), ("GET", "/food/calls/x"), ("POST", f"/questions/{LABEL}/answer"), ("POST", "/questions/x/answer")])
def test_a_missing_resource_answers_404(kitchen, method, path):
    is_problem(kitchen.api(method, path, {"choice": "yes"} if method == "POST" else None), 404, "not-found")


def test_an_absent_product_is_remembered_for_an_hour(larder, food):
    product = larder.look_up(ABSENT)
    assert product["status"] == "absent" and "name" not in product and larder.api("GET", "/larder").json["products"] == []
    is_credited(product)
    assert larder.look_up(ABSENT)["status"] == "absent" and food.count("product") == 1
    food(products={ABSENT: {"product_name": "New tea"}})
    larder.later(3590)
    assert larder.look_up(ABSENT)["status"] == "absent" and food.count("product") == 1
    larder.later(20)
    assert larder.look_up(ABSENT)["name"] == "New tea" and food.count("product") == 2
    assert [one["code"] for one in larder.api("GET", "/larder").json["products"]] == [ABSENT]


def test_a_number_used_only_inside_a_shop_has_no_questions(larder, food):
    assert larder.look_up(SHOPS_OWN)["inStore"] is True
    questions = larder.asked(SHOPS_OWN)
    assert (questions["lack"], questions["questions"]) == ("in-store", []) and food.count("questions") == 0


def test_a_removed_product_loses_all_its_saved_data(larder, food):
    larder.look_up(f"(01)0{SPREAD}(10)L7")
    larder.asked()
    larder.api("DELETE", f"/larder/{SPREAD}", None, 204)
    assert larder.api("GET", "/larder").json["products"] == []
    is_problem(larder.ask("GET", f"/api/products/{SPREAD}/raw"), 404)
    is_problem(larder.api("POST", f"/questions/{LABEL}/answer", {"choice": "yes"}), 404, "not-found")
    food.down()
    product = larder.product()
    assert product["status"] == "not-asked" and "lot" not in product and product["problem"] == "service-offline"


# MARK: the cache

def test_a_saved_product_is_used_for_one_day_and_then_requested_again(larder, food):
    larder.look_up()
    larder.later(23 * 3600)
    product = larder.look_up()
    assert food.count("product") == 1 and 23 * 3600 <= product["ageSeconds"] < 23 * 3600 + 60
    food(products={SPREAD: {"product_name": "Renamed", "product_name_en": "Renamed"}})
    assert larder.product()["name"] == "Hazelnut spread"
    assert larder.product(fresh="true")["name"] == "Renamed" and food.count("product") == 2
    assert larder.look_up(fresh=True)["ageSeconds"] < 60 and food.count("product") == 3
    larder.later(86_400)
    assert larder.product()["ageSeconds"] < 60 and food.count("product") == 4


@pytest.mark.parametrize("trouble, problem", [
    ("down", "service-offline"), ("500", "service-failed"), ("cut-before", "service-failed"), ("garbage", "service-unreadable"), ("truncated", "service-unreadable"),
    ("empty", "service-unreadable"), ("html", "service-unreadable"), ("403", "service-failed"), ("401", "service-key-refused"), ({"mode": "cut-within"}, "service-failed"),
    ({"mode": "redirect", "to": "http://127.0.0.1:9/api"}, None), ("503", "service-paused"), ("429", "service-quota-used")], ids=str)
def test_a_saved_product_is_shown_while_the_service_fails(kitchen, food, trouble, problem):
    kitchen.later(86_500)
    raw = kitchen.look_up() and kitchen.ask("GET", f"/api/products/{SPREAD}/raw").body
    if trouble == "down":
        food.down("openfoodfacts")
    else:
        food(product=trouble)
    product = kitchen.look_up(fresh=True)
    assert (product["status"], product["name"]) == ("found", "Hazelnut spread") and product["problemText"], product
    assert product["problem"] == (problem or product["problem"]), product["problemText"]
    number = str(len(kitchen.api("GET", "/larder").json["products"]))
    code = f"19900002{number:>04}"
    other = kitchen.look_up(code + check_digit(code))
    assert other["status"] == "not-asked" and other["problem"] and kitchen.api("GET", "/larder").json["products"][0]["code"] == other["code"]
    assert kitchen.ask("GET", f"/api/products/{SPREAD}/raw").body == raw, "what cannot be read took the place of what could"
    assert food.count("product") <= 5



@pytest.mark.parametrize("mode, after, seconds", [
    ("429", None, 60), ("503", None, 60), ("429", "600", 600), ("503", "http-date", 600), ("429", "86400", 3600), ("503", "0", 1), ("429", "soon", 60)])
def test_a_service_is_not_called_during_the_pause_it_asked_for(kitchen, food, mode, after, seconds):
    kitchen.later(4000)
    if after == "http-date":
        after = email.utils.formatdate(calendar.timegm(time.strptime(kitchen.now(600), "%Y-%m-%dT%H:%M:%SZ")), usegmt=True)
    food(product={"mode": mode, **({"retryAfter": after} if after else {}), "times": 1})
    product = kitchen.product(PEACH, fresh="true")
    assert product["problem"] == ("service-quota-used" if mode == "429" else "service-paused"), product
    started, until = (calendar.timegm(time.strptime(text, "%Y-%m-%dT%H:%M:%SZ")) for text in (kitchen.now(), product["notBefore"]))
    assert seconds - 12 <= until - started <= seconds + 1, product["notBefore"]
    if seconds < 60:
        return
    again = together(4, lambda _: kitchen.product(THYME, fresh="true"))
    assert {one["problem"] for one in again} == {"service-paused"} and food.count("product") == 1
    assert kitchen.asked(fresh="true")["questions"], "the other service was left alone as well"
    if after == "600":
        kitchen.later(seconds - 20)
        assert kitchen.product(PEACH, fresh="true")["problem"] == "service-paused" and food.count("product") == 1
        kitchen.later(25)
        assert kitchen.product(PEACH, fresh="true")["status"] == "found" and food.count("product") == 2


def test_server_and_command_share_the_limit_of_twelve_reads_a_minute(larder, food):
    food(limits={"product": None})
    codes = [body + check_digit(body) for body in (f"19900001{number:04d}" for number in range(20))]
    food(products={code: {"product_name": "Tea"} for code in codes})
    command = larder.command()
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        runs = [pool.submit(command, "food", "product", code, "--json") for code in codes[10:]]
        views = list(pool.map(larder.look_up, codes[:10]))
        runs = [run.result() for run in runs]
    found = sum(view["status"] == "found" for view in views) + sum(run.status == 0 for run in runs)
    assert found == 12 and food.count("product") == 12 == food.seen["most"]["product"]
    late = [view for view in views if view["status"] == "not-asked"]
    assert {view["problem"] for view in late} <= {"service-quota-used"} and all(view["notBefore"] for view in late)
    assert {run.status for run in runs} <= {0, 75}
    # An unreadable answer does not remove the cached one.
    assert sum(larder.product(code)["status"] == "found" for code in codes) == 12 == food.count("product")
    for _ in range(14):
        questions = larder.asked(fresh="true")
    assert food.count("questions") == 12 and questions["questions"] and questions["problem"] == "service-quota-used" and questions["notBefore"]
    assert larder.game()["problem"] == "service-quota-used"


def test_equal_simultaneous_requests_make_one_call(larder, food):
    food(product={"mode": "slow", "seconds": 1.0}, questions={"mode": "slow", "seconds": 1.0})
    assert {one["name"] for one in together(8, lambda _: larder.look_up())} == {"Hazelnut spread"}
    assert {len(one["questions"]) for one in together(8, lambda _: larder.asked())} == {5}
    assert (food.count("product"), food.count("questions")) == (1, 1)


def test_the_raw_answer_is_returned_unchanged(larder, food):
    for code in (SPREAD, FOREIGN, MARKUP):
        larder.look_up(code)
        line = food.lines("product")[-1].split(" ", 1)[1]
        answer = larder.ask("GET", f"/api/products/{code}/raw")
        assert answer.body == urllib.request.urlopen(food.products + line).read()
        assert answer.headers["Content-Type"] == "application/json" and "sandbox" in answer.headers["Content-Security-Policy"]
    before = food.count("product")
    larder.look_up(ABSENT)
    assert b"product_not_found" in larder.ask("GET", f"/api/products/{ABSENT}/raw").body
    assert food.count("product") == before + 1


def test_products_and_questions_use_the_language_and_country_of_the_household(larders, food):
    house = larders(STILLROOM_LARDER_LANGUAGE="fr", STILLROOM_LARDER_COUNTRY="gb")
    assert house.look_up()["name"] == "Pâte à tartiner aux noisettes"
    line = food.lines("product")[0]
    assert "&lc=fr" in line and "&cc=uk" in line
    assert house.asked()["questions"] and "lang=fr" in food.lines("questions")[0]


def test_the_diet_check_answers_yes_no_or_cannot_tell(larder):
    for settings, code, answer in (
            ({"allergens": "milk"}, SPREAD, "no"), ({"allergens": "fish"}, SPREAD, "yes"), ({"allergens": "fish"}, SOUP, "cannot-tell"), ({"allergens": "soybeans"}, SPREAD, "careful"),
            ({"allergens": "soybeans", "traces": "refuse"}, SPREAD, "no"), ({"allergens": "soybeans", "traces": "true"}, SPREAD, "no"),
            ({"allergens": "soybeans", "traces": "accept"}, SPREAD, "yes"), ({"allergens": "fish"}, THYME, "cannot-tell"), ({"allergens": "fish", "traces": "accept"}, THYME, "yes"), ({"wishes": "vegan"}, SPREAD, "no"), ({"wishes": "vegan"}, THYME, "yes"),
            ({"wishes": "vegan"}, DROPS, "cannot-tell"), ({"wishes": "palm-oil-free"}, FIZZ, "cannot-tell"), ({"ingredients": "cocoa"}, SPREAD, "no"),
            ({"allergens": "milk"}, BARE, "cannot-tell"), ({"allergens": "milk,fish", "wishes": "vegan"}, SOUP, "cannot-tell")):
        larder.choose(**{f"diet__{name}": settings.get(name, default) for name, default in
                         (("allergens", ""), ("traces", "careful"), ("wishes", ""), ("ingredients", ""))})
        diet = larder.look_up(code)["diet"]
        assert diet["answer"] == answer and diet["sentence"] and diet["findings"], (settings, code, diet)
        assert all(finding["because"] and finding["found"] for finding in diet["findings"]), diet
        # Possible palm oil is not a value that a person can enter.
        missing = any(finding.get("missing") for finding in diet["findings"] if finding["answer"] == "cannot-tell")
        assert missing == (answer == "cannot-tell" and code != FIZZ), diet
    larder.choose(diet__allergens="", diet__wishes="")
    assert "diet" not in larder.look_up()


# MARK: pictures and calls

def test_pictures_are_served_by_the_own_server(larder, food):
    product = larder.look_up()
    questions = larder.asked()["questions"]
    assert larder.ask("GET", f"/larder/questions/{questions[0]['id']}/picture.jpg").status == 404, "to look at a picture fetches none"
    for one in questions:
        larder.api("POST", f"/questions/{one['id']}/pictures", None, 204)
    places = [product["pictures"][0]["path"]] + [one[name] for one in questions for name in ("picture", "wholePicture") if name in one]
    pictures = {place: larder.ask("GET", place) for place in places[:4]}
    assert all(one.status == 200 and one.body[:2] == b"\xff\xd8" and one.headers["Content-Type"] == "image/jpeg" for one in pictures.values())
    food.down()
    assert {place: larder.ask("GET", place).body for place in pictures} == {place: one.body for place, one in pictures.items()}
    assert larder.ask("GET", f"/larder/products/{SOUP}/pictures/front.jpg").status == 404
    assert larder.ask("GET", f"/larder/products/{SPREAD}/pictures/back.jpg").status == 404


def test_an_invalid_picture_of_the_service_answers_404(larder, food):
    food(picture="garbage")
    place = larder.look_up()["pictures"][0]["path"]
    for trouble in ("garbage", "html", "empty", "500", "cut-within", {"mode": "redirect", "to": "http://192.0.2.1/a.jpg"}):
        food(picture=trouble)
        larder.product(fresh="true")
        assert larder.ask("GET", place).status == 404, trouble
    food(picture=None)
    larder.product(fresh="true")
    assert larder.ask("GET", place).status == 200


def test_the_list_of_the_last_calls_contains_no_device_id_and_no_account(larder, food):
    larder.look_up()
    larder.asked()
    larder.game()
    device = food.lines("questions")[0].split("device_id=")[1].split("&")[0]
    larder.api("PUT", "/food/account", {"name": "anna", "password": "right"}, 204)
    larder.asked(fresh="true")
    larder.api("POST", "/votes/counts", None, 200)
    answer = larder.api("GET", "/food/calls", None, 200)
    calls = answer.json["calls"]
    assert [one["number"] for one in calls] == list(range(len(calls), 0, -1)) and len(calls) > 5 and all(one["status"] == 200 and one["method"] == "GET" for one in calls)
    bodies = [larder.ask("GET", f"/api/food/calls/{one['number']}") for one in calls]
    assert [len(body.body) for body in bodies] == [one["bytes"] for one in calls]
    everything = answer.body + b"".join(body.body for body in bodies) + larder.log.read_bytes()
    for secret in (device.encode(), b"right", base64.b64encode(b"anna:right"), b"anna"):
        assert secret not in everything, secret
    for number in range(45):
        larder.ask("POST", f"/api/products/{SPREAD if number == 0 else BISCUITS}?fresh=true")
    assert len(larder.calls()) <= 40


# MARK: the account

def test_the_password_of_an_account_is_saved_encrypted_and_never_shown(larder, food):
    assert larder.api("GET", "/food/account", None, 200).json == {"takesAccounts": True}
    larder.api("PUT", "/food/account", {"name": "anna", "password": "correct horse battery"}, 204)
    assert larder.api("GET", "/food/account").json == {"account": "anna", "takesAccounts": True}
    larder.asked()
    assert "device_id" not in food.lines("questions")[0]
    everything = larder.bytes()
    for secret in (b"correct horse", base64.b64encode(b"anna:correct horse battery"), b"Y29ycmVjdCBob3JzZ"):
        assert secret not in everything, "the password lies open"
    for path in ("/api/food/account", "/api/settings", "/api/state", "/api/food/calls", "/larder/diet", "/larder/calls", "/api/votes", "/metrics"):
        answer = larder.ask("GET", path)
        assert answer.status == 200 and b"correct horse" not in answer.body, path
    larder.later(1)
    assert larder.api("GET", "/food/account").json["account"] == "anna"
    for _ in range(2):
        larder.api("DELETE", "/food/account", None, 204)
    assert "account" not in larder.api("GET", "/food/account").json
    larder.asked(fresh="true")
    assert "device_id=stillroom-" in food.lines("questions")[-1]


@pytest.mark.parametrize("account", [
    {"name": "", "password": "x"}, {"name": "anna", "password": ""}, {"name": "a:b", "password": "x"}, {"name": "x" * 81, "password": "x"}, {"name": "anna", "password": "x" * 201},
    {"name": "anna", "password": "a\nb"}, {"name": "anna\u0000", "password": "x"}], ids=lambda value: json.dumps(value)[:50])
def test_an_invalid_account_is_refused(kitchen, account):
    answer = kitchen.api("PUT", "/food/account", account)
    is_problem(answer, 422, "account-refused")
    assert "account" not in kitchen.api("GET", "/food/account").json


def test_no_password_over_plain_http_to_another_machine(larders):
    house = larders(STILLROOM_ROBOTOFF_BASE_URL="http://192.168.250.250:9")
    assert house.api("GET", "/food/account").json == {"takesAccounts": False}
    is_problem(house.api("PUT", "/food/account", {"name": "anna", "password": "right"}), 422, "account-refused")
    for body in ("", "{}", '{"name": "anna"}', '{"name": 1, "password": 2}'):
        is_problem(house.ask("PUT", "/api/food/account", body), 400, "bad-json")


def test_a_reset_gives_the_server_a_new_device_id(larder, food):
    larder.asked()
    larder.later(1)
    larder.asked(fresh="true")
    larder.api("POST", "/food/device/reset", None, 204)
    larder.asked(fresh="true")
    names = [line.split("device_id=")[1] for line in food.lines("questions")]
    assert names[0] == names[1] != names[2] and all(name.startswith("stillroom-") for name in names)


def test_another_site_changes_nothing(larder, food):
    larder.look_up()
    larder.asked()
    vote = larder.answer(LABEL)
    for method, path, body in (
            ("POST", "/api/larder", {"text": THYME}), ("DELETE", f"/api/larder/{SPREAD}", None), ("POST", f"/api/questions/{CATEGORY}/answer", {"choice": "yes"}),
            ("DELETE", f"/api/votes/{vote['number']}", None), ("PUT", "/api/food/account", {"name": "eve", "password": "x"}), ("DELETE", "/api/food/account", None),
            ("POST", "/api/food/device/reset", None), ("POST", "/api/larder/scan", None), ("POST", f"/larder/questions/{CATEGORY}/answer", None),
            ("POST", f"/larder/votes/{vote['number']}/undo", None), ("POST", f"/larder/products/{SPREAD}/remove", None), ("POST", "/larder/diet", None),
            ("POST", "/larder/account", None), ("POST", "/larder/scan", None)):
        for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "http://evil.example"}, {"Origin": "null"}):
            is_problem(larder.ask(method, path, None if body is None else json.dumps(body), headers), 403, "foreign-origin")
    assert [one["code"] for one in larder.api("GET", "/larder").json["products"]] == [SPREAD] and len(larder.votes()) == 1
    assert "account" not in larder.api("GET", "/food/account").json


# MARK: questions

def test_the_questions_of_a_product_are_listed_and_remembered(larder, food):
    asked = larder.asked()
    assert [one["id"] for one in asked["questions"]][:3] == [CATEGORY, LABEL, BRAND] and len(asked["questions"]) == 5
    is_credited(asked)
    label = asked["questions"][1]
    assert (label["code"], label["kind"], label["value"], label["valueTag"]) == (SPREAD, "label", "Organic", "en:organic")
    assert label["referencePicture"] and "lack" not in asked
    assert larder.asked()["questions"] == asked["questions"] and food.count("questions") == 1
    larder.later(3650)
    larder.asked()
    assert food.count("questions") == 2
    assert (larder.asked(THYME)["lack"], larder.asked(THYME)["questions"]) == ("none", [])
    food.down()
    still = larder.asked(fresh="true")
    assert still["problem"] == "service-offline" and still["questions"] == asked["questions"]
    unknown = larder.asked(BISCUITS)
    assert unknown["problem"] == "service-offline" and unknown["questions"] == [] and "lack" not in unknown


def test_questions_can_be_switched_off(larder, food):
    larder.choose(larder__questions="false")
    assert larder.asked()["lack"] == larder.game()["lack"] == "switched-off" and food.count("questions") == 0


def test_the_game_sends_the_chosen_filters_to_the_service(larder, food):
    for query, sent in (
            ({}, "order_by=popularity"), ({"order": "random"}, "order_by=random"), ({"order": "confidence"}, "order_by=confidence"),
            ({"kinds": "label,category"}, "insight_types=label,category"), ({"country": "gb"}, "countries=uk"), ({"country": "fr"}, "countries=fr"),
            ({"brand": "nordlicht"}, "brands=nordlicht"), ({"tag": "en:organic"}, "value_tag=en:organic"), ({"campaign": "agribalyse-category"}, "campaigns=agribalyse-category"),
            ({"page": 2}, "page=2"), ({"count": 3}, "count=3")):
        game = larder.game(**query)
        line = urllib.parse.unquote(food.lines("questions")[-1])
        assert sent in line and "device_id=stillroom-" in line, line
        is_credited(game)
        assert query == {"page": 2} or game["questions"], game
        assert len(game["questions"]) <= query.get("count", 25)


def test_an_unknown_country_is_refused_before_the_service_is_called(larder, food):
    assert larder.game(country="xx")["problem"] == "value-refused" and food.count("questions") == 0
    larder.game(country="world")
    assert "countries" not in food.lines("questions")[0]


def test_an_unknown_country_is_not_replaced_by_the_whole_world(larder):
    larder.game(country="world")
    game = larder.game(country="xx")
    assert game["problem"] == "value-refused" and game["questions"] == []


def test_the_game_continues_with_saved_questions_without_a_network(larder, food):
    open_before = {one["id"] for one in larder.game()["questions"]}
    food.down()
    game = larder.game()
    assert game["problem"] == "service-offline" and {one["id"] for one in game["questions"]} == open_before and "fetchedAt" not in game
    assert {one["kind"] for one in larder.game(kinds="label")["questions"]} == {"label"}
    assert {one["valueTag"] for one in larder.game(tag="en:organic")["questions"]} == {"en:organic"}
    larder.answer(LABEL)
    assert LABEL not in {one["id"] for one in larder.game()["questions"]}
    larder.later(15 * 86_400)
    food.up()
    larder.game(count=1)
    food.down()
    assert len(larder.game()["questions"]) <= 1, "those of two weeks ago"


# MARK: photographs

def scan(house, data, headers=None):
    answer = house.ask("POST", "/api/larder/scan", data, headers)
    assert answer.status == 200, answer.text
    return answer.json


def test_a_drawn_code_is_read(kitchen, food):
    before = kitchen.api("GET", "/larder").json
    for data, headers in ((drawn(SPREAD), None), multipart("image", drawn(SPREAD))):
        found = scan(kitchen, data, headers)
        assert found["error"] is None and found["file"] is None
        code = found["codes"][0]
        assert (code["gtin"], code["symbology"], code["agreed"], code["text"]) == (SPREAD, "EAN-13", True, SPREAD) and len(found["codes"]) == 1
        assert len(code["box"]) == 4 and all(0 <= number <= 1 for number in code["box"])
    assert {code["gtin"] for code in scan(kitchen, drawn(SPREAD, THYME))["codes"]} == {SPREAD, THYME}
    assert scan(kitchen, PAGE.read_bytes())["codes"] == [] and food.seen["calls"] == []
    assert kitchen.api("GET", "/larder").json == before


def test_a_scan_of_an_invalid_file_is_refused(kitchen):
    is_problem(kitchen.ask("POST", "/api/larder/scan", b""), 422, "empty")
    for data in (b"text", b"\x89PNG\r\n\x1a\n" + b"\0" * 100, b"<svg xmlns='http://www.w3.org/2000/svg'/>"):
        answer = kitchen.ask("POST", "/api/larder/scan", data)
        assert answer.status in (415, 422) and is_problem(answer, answer.status)
    is_problem(kitchen.ask("POST", "/api/larder/scan", bytes(22 << 20)), 413, "too-large")
    is_problem(kitchen.ask("POST", "/api/larder/scan", *multipart("other", drawn(SPREAD))), 400)
    for path in (FIXTURES / "Pictures").iterdir():
        assert kitchen.ask("POST", "/api/larder/scan", path.read_bytes()).status in (200, 413, 415, 422), path.name
    assert scan(kitchen, drawn(SPREAD))["codes"], "the worst of pictures put the scanner out"


@needs_shared(PICTURES / "labels.csv")
def test_a_code_on_which_both_readers_agree_is_printed_in_the_picture(kitchen):
    read = 0
    for name, row in labels().items():
        for code in scan(kitchen, (PICTURES / name).read_bytes())["codes"]:
            if code["agreed"]:
                # The other code that both readers see is printed there, too.
                beside = {row["zxing_cpp"].partition("+")[2]} & {row["zbar"].partition("+")[2]}
                assert code["gtin"].lstrip("0") in {row["off_code"].lstrip("0")} | beside, f"{name}: {code}"
                read += 1
    assert read >= 14, f"only {read} were read beyond doubt"


def test_a_barcode_text_is_split_into_its_parts(kitchen, food):
    parsed = lambda text: kitchen.ask("GET", "/api/barcodes?" + urllib.parse.urlencode({"text": text})).json
    assert set(parsed("")) == {"input", "valid", "symbology", "gtin", "offCode", "checkDigit", "inStore", "caseOf", "applicationIdentifiers", "error"}
    assert (parsed("")["valid"], parsed("")["error"]) == (False, "empty") and kitchen.ask("GET", "/api/barcodes").json["error"] == "empty"
    assert (parsed("04963406")["gtin"], parsed("04963406")["symbology"]) == (FIZZ, "UPC-E")
    assert parsed(f"(01)0{SPREAD}(15)270101(10)A")["applicationIdentifiers"] == [{"ai": "01", "value": "0" + SPREAD}, {"ai": "15", "value": "270101"}, {"ai": "10", "value": "A"}]
    assert (parsed(CASE)["caseOf"], parsed(SHOPS_OWN)["inStore"]) == (BOTTLE, True) and food.seen["calls"] == []
