"""`stillroom food`: output, exit status, and that an answer from the command is sent once."""

import concurrent.futures
import csv
import json
import re

import pytest
from conftest import PAGE, Program, eventually, needs_shared
from food_house import (  # noqa: F401
    ABSENT, BISCUITS, BOTTLE, BRAND, CASE, CATEGORY, FIZZ, LABEL, LEMON, MARKUP, OATS, PACKAGING, PICTURES, SHOPS_OWN, SOUP, SPREAD, THYME, VEGAN, WEIGHT,
    drawn, food, food_service, insight, larder, larders)

CREDIT = "Data: Open Food Facts (https://world.openfoodfacts.org), Open Database License 1.0; pictures CC BY-SA 3.0.\n"
GTIN = {"input", "valid", "symbology", "gtin", "offCode", "checkDigit", "inStore", "caseOf", "applicationIdentifiers", "error"}


@pytest.fixture
def command(home, tmp_path, food):
    """The command with its own data folder, using the stub."""
    return Command(home, tmp_path / "data", food)


class Command(Program):
    def __init__(self, home, data, food):
        super().__init__(home, data, **food.settings, STILLROOM_CACHE_DIR=str(data) + "-cache")

    def __call__(self, *arguments, **more):
        return super().__call__("food", *arguments, **more)

    def votes(self, **more):
        return self("votes", "--json", **more).json["votes"]


@pytest.fixture
def packet(tmp_path):
    path = tmp_path / "packet.png"
    path.write_bytes(drawn(SPREAD))
    return path


def test_control_characters_of_a_code_do_not_reach_the_terminal(command):
    run = command("gtin", stdin=b"\x1b[31m\xc2\x9b2J\n")
    assert run.status == 65 and not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", run.out + run.err), run.out


# MARK: products

def test_a_product_is_found_by_its_number(command, food):
    run = command("product", SPREAD)
    assert run.status == 0 and run.err == CREDIT
    lines = run.out.splitlines()
    assert lines[0] == "Hazelnut spread · Nordlicht · 350 g" and any(line.split() == ["Nutri-Score", "E"] for line in lines)
    assert "allergens      Gluten, Milk, Nuts" in run.out and f"https://world.openfoodfacts.org/product/{SPREAD}" in run.out
    document = command("product", SPREAD, "--json").json
    assert (document["code"], document["status"], document["attribution"]["name"]) == (SPREAD, "found", "Open Food Facts")
    raw = command("product", SPREAD, "--raw")
    assert json.loads(raw.out)["product"]["code"] == SPREAD and food.count("product") == 1
    assert command("product", SPREAD, "--fresh").status == 0 and food.count("product") == 2
    assert "allergens      not known" in command("product", SOUP).out and "allergens      none stated" in command("product", THYME).out


def test_control_characters_of_a_product_do_not_reach_the_terminal(command, food):
    food(products={MARKUP: {"product_name": "Tea\u001b]0;owned\u0007\u009b2J\u202e", "product_name_en": None, "brands": "\u001b[31mred\r\nHost: x"}})
    food.about({"barcode": MARKUP, "type": "brand", "value_tag": "x", "value": "\u001b[2Jx"})
    for arguments in (["product", MARKUP], ["larder"], ["questions", MARKUP], ["game"], ["answer", insight(100), "yes", "--later"], ["votes"]):
        run = command(*arguments)
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", run.out + run.err), (arguments, run.out + run.err)


def test_a_product_is_found_by_a_photograph(command, food, packet, tmp_path):
    assert command("product", packet, "--json").json["name"] == "Hazelnut spread"
    assert command("product", "-", "--json", stdin=packet.read_bytes()).json["code"] == SPREAD
    assert [question["kind"] for question in command("questions", packet, "--json").json["questions"]][0] == "category"
    run = command("product", PAGE)
    assert run.status == 1 and run.out == "" and "No barcode" in run.err
    missing, text = tmp_path / "missing.jpg", tmp_path / "text.jpg"
    text.write_text("no picture")
    for path, statuses in ((missing, {65, 66}), (text, {65}), (tmp_path, {65, 66, 74})):
        run = command("product", path)
        assert run.status in statuses and run.out == "" and run.err, (path, run.status, run.err)


def test_an_absent_product_and_an_invalid_number_have_different_statuses(command, food):
    run = command("product", ABSENT)
    assert run.status == 1 and f"has no product {ABSENT}" in run.err and ABSENT in run.err.splitlines()[-1]
    assert command("product", ABSENT, "--json").json["status"] == "absent"
    assert "No product was looked up" in command("larder").err
    for text in ("3560070169444", "abc", "", "12"):
        run = command("product", text)
        assert run.status == 65 and run.out == "" and run.err, text


def test_saved_products_are_shown_without_a_network(command, food):
    command("product", SPREAD)
    food.down()
    run = command("product", THYME)
    assert (run.status, run.out) == (69, "") and "cannot be reached" in run.err
    remembered = command("product", SPREAD, "--fresh")
    assert remembered.status == 0 and "a saved answer" in remembered.err and remembered.out.startswith("Hazelnut spread")
    assert command("questions", SPREAD).status == 69 and command("game").status == 69
    assert {line.split()[0] for line in command("larder").out.splitlines()} == {THYME, SPREAD}
    food.up()
    food(product={"mode": "429", "retryAfter": "100"})
    run = command("product", BISCUITS)
    assert run.status == 75 and run.out == ""
    assert command("product", BISCUITS).status in (69, 75) and food.count("product") == 2


def test_the_larder_lists_its_products_and_removes_one(command, food):
    command("product", f"(01)0{SPREAD}(17)271231(10)L7")
    command("product", "04963406", now="2026-11-21T11:01:00Z")
    run = command("larder")
    assert re.fullmatch(rf"{FIZZ}  Lemon fizz.*\n{SPREAD}  Hazelnut spread.*  until 2027-12-31\n", run.out), run.out
    assert run.err == CREDIT
    document = command("larder", "--json").json
    assert [one["code"] for one in document["products"]] == [FIZZ, SPREAD] and document["products"][1]["lot"] == "L7" and document["attribution"]
    run = command("larder", "--remove", FIZZ)
    assert (run.status, run.out) == (0, "") and FIZZ in run.err
    assert command("larder", "--remove", FIZZ).status == 66 and command("larder", "--remove", "x").status == 66
    assert [one["code"] for one in command("larder", "--json").json["products"]] == [SPREAD]


# MARK: questions and answers

def test_the_questions_of_a_product_are_listed(command, food):
    run = command("questions", SPREAD)
    assert run.status == 0 and run.out.splitlines()[0] == f"{CATEGORY}  Is the product in this category? Hazelnut spreads  [category, {SPREAD}]"
    document = command("questions", SPREAD, "--json").json
    assert len(document["questions"]) == 5 and document["attribution"]["name"] == "Open Food Facts" and food.count("questions") == 1
    raw = command("questions", SPREAD, "--raw")
    assert json.loads(raw.out)["status"] == "found" and food.count("questions") == 2
    names = {line.split("device_id=")[1].split("&")[0] for line in food.lines("questions")}
    assert len(names) == 1 and names.pop() not in raw.out
    assert (command("questions", THYME).status, command("questions", SHOPS_OWN).status) == (1, 1)
    off = command("questions", SPREAD, LARDER_QUESTIONS="false")
    assert off.status == 1 and "switched off" in off.err


def test_questions_name_their_source(command):
    assert command("questions", SPREAD).err == CREDIT, "Docs/cli.md: in text a line on standard error says so"
    assert CREDIT in command("game", stdin=b"q\n").err


ENDS = {
    # The service's behaviour, the command's message, and the exit status.
    "counted": (None, "counted", 0), "down": ("down", "waits", 69), "cut": ("counted-then-cut", "not known whether it arrived", 69),
    "closed": ({"mode": "status-code", "code": 5}, "too late", 1), "refused": ({"mode": "status-code", "code": 11}, "did not arrive", 1),
    "paused": ({"mode": "429", "retryAfter": "100"}, "waits", 69)}


def test_each_outcome_of_an_answer_has_its_message_and_status(home, tmp_path, food):
    """All cases run in parallel, because each waits for five seconds and more."""
    commands = {name: Command(home, tmp_path / name, food) for name in [*ENDS, "undone", "twice"]}
    places = dict(zip(commands, (LABEL, LEMON, CATEGORY, BRAND, WEIGHT, VEGAN, PACKAGING, OATS)))
    codes = dict(zip(commands, (SPREAD, FIZZ, SPREAD, SPREAD, SPREAD, BISCUITS, SPREAD, BISCUITS)))
    for name, command in commands.items():
        assert command("questions", codes[name]).status == 0
    food(at={places[name]: how for name, (how, _, _) in ENDS.items() if how and how != "down"})
    nowhere = {"ROBOTOFF_BASE_URL": "http://127.0.0.1:9"}

    def answer(name):
        return commands[name]("answer", places[name], "yes", **(nowhere if name == "down" else {}))

    with concurrent.futures.ThreadPoolExecutor(len(commands) + 2) as pool:
        runs = {name: pool.submit(answer, name) for name in commands}
        undone = eventually(lambda: commands["undone"].votes(), within=30)
        if undone[0]["canUndo"]:
            assert commands["undone"]("undo", undone[0]["number"]).status in (0, 65)
        eventually(lambda: commands["twice"].votes(), within=30)
        second = commands["twice"]("answer", places["twice"], "no")
        runs = {name: run.result() for name, run in runs.items()}
    for name, (_, words, status) in ENDS.items():
        run = runs[name]
        assert run.status == status and f"1  yes  {words}  " in run.out, (name, run.status, run.out, run.err)
        assert "Sent in five seconds; stillroom food undo 1 undoes it." in run.err
    assert runs["undone"].status == 130 and runs["undone"].out == "" and "was undone" in runs["undone"].err
    assert second.status == 65 and runs["twice"].status == 0
    food.never_twice()
    for name in ENDS:
        assert len([entry for entry in food.answers(places[name]) if entry["value"] == 1]) >= (name != "down"), name
    # A waiting answer is sent once by the next command that sends.
    food(at={places["paused"]: None})
    assert "waits" in commands["down"]("votes").out


def test_an_invalid_answer_is_refused(command, food):
    command("questions", SPREAD)
    for arguments, status in (([LABEL, "maybe"], 64), (["x", "yes"], 66), ([LABEL], 64), ([insight(99), "yes", "--later"], 66), ([LABEL, "yes", "no"], 64)):
        run = command("answer", *arguments)
        assert run.status == status and run.out == "" and run.err, (arguments, run.status, run.err)
    first = command("answer", LABEL, "yes", "--later", "--json")
    assert first.status == 0 and first.json["state"] == "waiting" and food.count("annotate") == 0
    again = command("answer", LABEL, "no", "--later")
    assert again.status == 65 and again.out == "" and "has been answered" in again.err
    for arguments, status in ((["undo", 99], 66), (["undo", "x"], 64), (["undo"], 64), (["votes", "--limit", 0], 64), (["votes", "--limit", 1001], 64),
                              (["game", "--order", "best"], 64), (["game", "--count", 0], 64)):
        run = command(*arguments, stdin=b"q\n")
        assert run.status == status and run.out == "" and run.err, (arguments, run.status, run.err)
    run = command("undo", first.json["number"])
    assert (run.status, run.out) == (0, "") and "is open again" in run.err
    assert command("votes", "--json").json["votes"] == [] and command("answer", LABEL, "no", "--later").status == 0


def test_the_game_reads_its_answers_from_standard_input(command, food):
    run = command("game", "--kinds", "label,category,brand", stdin=b"y\nwhat\nn\ns\nq\n")
    assert run.status == 0, run.err
    assert len(run.out.splitlines()) == 3 and "y, n, s or q." in run.err and all("  counted  " in line for line in run.out.splitlines())
    assert sorted(entry["value"] for entry in food.seen["ledger"]) == [-1, 0, 1] and len({entry["who"]["device"] for entry in food.seen["ledger"]}) == 1
    food.never_twice()
    document = command("votes", "--json").json
    assert [vote["state"] for vote in document["votes"]] == ["counted"] * 3 and document["counts"]["byState"] == {"counted": 3}
    listed = command("game", "--json", "--count", 2)
    assert len(listed.json["questions"]) == 2 and listed.json["attribution"]
    for arguments, sent in ((["--country", "gb"], "countries=uk"), (["--brand", "nordlicht"], "brands=nordlicht"), (["--tag", "en:organic"], "value_tag=en"), (["--order", "random"], "order_by=random")):
        assert command("game", "--json", *arguments).status in (0, 1) and sent in food.lines("questions")[-1]
    assert "3 counted, 0 wait." in command("votes").err and len(command("votes", "--limit", 1).out.splitlines()) == 1


def test_an_unknown_country_is_refused_and_saves_no_answer(command):
    run = command("game", "--country", "xx", stdin=b"y\n")
    assert run.status == 64 and run.out == "" and command("votes", "--json").json["votes"] == []


def test_an_unknown_country_is_not_replaced_by_the_whole_world(command):
    command("game", "--json")
    run = command("game", "--country", "xx", stdin=b"q\n")
    assert run.status == 64 and run.out == ""


def test_the_password_of_an_account_is_read_from_standard_input(command, food, tmp_path):
    run = command("login", "anna", stdin=b"right password\n")
    assert (run.status, run.out) == (0, "") and "anna" in run.err and "right password" not in run.err
    assert b"right password" not in b"".join(path.read_bytes() for path in (tmp_path / "data").rglob("*") if path.is_file())
    command("questions", SPREAD)
    assert "device_id" not in food.lines("questions")[0]
    for name, stdin, status in (("anna", b"", 64), ("anna", b"\n", 77), ("", b"x\n", 77), ("a:b", b"x\n", 77)):
        run = command("login", name, stdin=stdin)
        assert run.status == status and run.out == "" and run.err, (name, stdin, run.status)
    assert command("logout").status == 0 and command("logout").status == 0
    command("questions", SPREAD, "--fresh")
    first = food.lines("questions")[-1].split("device_id=")[1]
    assert command("logout", "--reset-device").status == 0
    command("questions", SPREAD, "--fresh")
    assert food.lines("questions")[-1].split("device_id=")[1] != first
    foreign = command("login", "anna", stdin=b"right\n", ROBOTOFF_BASE_URL="http://192.168.250.250:9")
    assert foreign.status == 77 and "without encryption" in foreign.err


# MARK: barcodes

def test_the_gtin_command_checks_and_describes_codes(command, food, tmp_path):
    run = command("gtin", "--jsonl", SPREAD, "04963406", "3560070169444", CASE, SHOPS_OWN, f"(01)0{SPREAD}(17)271231(10)L7", "", "x" * 5000)
    assert run.status == 65 and run.err == ""
    spread, fizz, wrong, case, own, element, empty, long = run.documents
    assert all(set(line) == GTIN for line in run.documents)
    assert (spread["valid"], spread["gtin"], spread["symbology"], spread["error"], spread["applicationIdentifiers"]) == (True, SPREAD, "EAN-13", None, [])
    assert (fizz["gtin"], fizz["symbology"], fizz["offCode"]) == (FIZZ, "UPC-E", FIZZ)
    assert (wrong["valid"], wrong["error"], wrong["checkDigit"], wrong["offCode"], wrong["gtin"]) == (False, "check-digit", 3, "3560070169444", None)
    assert (case["caseOf"], case["offCode"], own["inStore"], own["valid"]) == (BOTTLE, CASE, True, True)
    assert element["applicationIdentifiers"] == [{"ai": "01", "value": "0" + SPREAD}, {"ai": "17", "value": "271231"}, {"ai": "10", "value": "L7"}]
    assert (empty["error"], long["error"]) == ("empty", "too-long")
    lines = command("gtin", "--jsonl", stdin=f"{SPREAD}\r\n04963406\n\n\u241d010{SPREAD}10A\n".encode())
    assert [line["input"] for line in lines.documents][1:3] == ["04963406", ""] and lines.documents[0]["gtin"] == SPREAD and lines.documents[3]["gtin"] == SPREAD
    assert command("gtin", SPREAD).status == 0 and command("gtin", SPREAD).out.split("\t")[:3] == [SPREAD, SPREAD, "EAN-13"]
    assert not (tmp_path / "data").exists() and food.seen["calls"] == []


@needs_shared(PICTURES / "off_normalisation.csv")
def test_codes_are_normalised_as_open_food_facts_does(command):
    with (PICTURES / "off_normalisation.csv").open() as file:
        rows = [row | {"input": row["input"].replace("\\u001d", "\u001d").replace("\\u241d", "\u241d")} for row in csv.DictReader(file)]
    for run in (command("gtin", "--jsonl", "--", *(row["input"] for row in rows)),):
        wrong = [(row["input"], row["kind"], row["off_code"], line["offCode"]) for row, line in zip(rows, run.documents, strict=True) if line["offCode"] != row["off_code"]]
        assert wrong == []


def test_the_scan_command_reads_the_barcodes_of_files_and_folders(command, food, packet, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a.png").write_bytes(drawn(THYME))
    (folder / "b.txt").write_text("no picture")
    (folder / "c.jpg").write_bytes(PAGE.read_bytes())
    missing = tmp_path / "missing.jpg"
    run = command("scan", "--jsonl", packet, missing, folder)
    assert all(set(line) == {"file", "codes", "error"} for line in run.documents), run.out
    by_name = {line["file"]: line for line in run.documents}
    assert [line["file"] for line in run.documents][:2] == [str(packet), str(missing)]
    code = by_name[str(packet)]["codes"][0]
    assert {"gtin", "symbology", "agreed", "box"} <= set(code) and (code["gtin"], code["agreed"]) == (SPREAD, True)
    assert (by_name[str(missing)]["codes"], by_name[str(missing)]["error"]) == ([], "no-input")
    assert by_name[str(folder / "a.png")]["codes"][0]["gtin"] == THYME
    assert by_name[str(folder / "c.jpg")] == {"file": str(folder / "c.jpg"), "codes": [], "error": None}
    assert by_name.get(str(folder / "b.txt"), {"error": "not-a-picture"})["error"]
    assert run.status == 66 and food.seen["calls"] == []
    text = command("scan", "--jsonl", folder / "b.txt")
    assert text.status == 65 and text.documents[0]["error"] and text.documents[0]["codes"] == [], text.out
    one = command("scan", packet)
    assert (one.status, one.out, one.err) == (0, f"{packet}\t{SPREAD}\tEAN-13\tagreed\n", "")
    none = command("scan", PAGE)
    assert none.status == 1 and none.out == f"{PAGE}\tno code readable\n"
    assert command("scan").status == 64
    assert command("scan", "-", "--jsonl", stdin=packet.read_bytes()).documents[0]["codes"][0]["gtin"] == SPREAD


def test_the_help_lists_every_food_command(command):
    words = command("--help").out
    assert all(f"  {name} " in words for name in ("product", "questions", "answer", "undo", "votes", "game", "larder", "gtin", "scan", "login", "logout"))
    for name in ("product", "answer", "game", "scan"):
        run = command(name, "--help")
        assert run.status == 0 and all(len(line) <= 100 for line in run.out.splitlines() if not line.startswith("USAGE")), run.out


# MARK: requests to Robotoff

def test_insights_are_listed_and_their_original_answer_is_printed(command, food):
    run = command("insights", SPREAD)
    assert run.status == 0, run.err
    lines = run.out.splitlines()
    assert any(line.split()[:2] == [CATEGORY, "category"] and SPREAD in line for line in lines), run.out
    raw = command("insights", "product", SPREAD, "--raw")
    assert {one["id"] for one in json.loads(raw.out)["insights"]} >= {CATEGORY}
    document = command("insights", "random", "type=category", "count=1", "--json")
    assert len(json.loads(document.out)["insights"]) == 1
    one = command("insights", "detail", CATEGORY, "--json")
    assert json.loads(one.out)["id"] == CATEGORY
    requests = [call for call in food.seen["calls"] if "/insights" in call["line"]]
    assert requests and not any("device_id" in call["line"] for call in requests)


def test_a_composed_request_with_a_wrong_value_is_refused_before_it_is_sent(command, food):
    wrong = command("insights", "random", "count=many")
    assert wrong.status == 64 and "count must be a whole number" in wrong.err and "countries" in wrong.err
    unknown = command("insights", "random", "country=fr")
    assert unknown.status == 64 and "countries" in unknown.err
    missing = command("predict", "nutrition")
    assert missing.status == 64 and "image_url is missing" in missing.err
    # A mistyped name or word is not sent as a value.
    for arguments in (["predict", "language", "txt=farine"], ["logos", "logo_id=4120"], ["logos", "serach"], ["robotoff", "service", "answers", "user=x"]):
        mistyped = command(*arguments)
        assert mistyped.status == 64 and ("Use one of" in mistyped.err or "parameters are" in mistyped.err), (arguments, mistyped.err)
    group = command("robotoff", "annotate", "x")
    assert group.status == 64 and "insights" in group.err
    assert not [call for call in food.seen["calls"] if "/api/v1" in call["line"]]


def test_a_request_that_the_service_refuses_says_so(command, food):
    run = command("robotoff", "insights", "list", "order_by=size")
    assert run.status == 69 and "400" in run.err, run.err
