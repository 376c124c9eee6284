"""`stillroom rx`: input, output and exit status, and that nothing reaches a log or a network automatically."""

import json
import re
import subprocess

import pytest
from conftest import BINARY, FIXTURES, PAGE, Program, needs_shared
from medicine_house import (  # noqa: F401
    AMOXICILLIN, CHAT_KEY, DIRECTIONS, IDENTIFIERS, INJECTION, LABELS, NASTY_LINE, PAINKILLER, SIGS, TYPED, chat, draw, medicines, pharmacy, photograph, post,
    vision)

WORD = {"text", "confidence", "box", "agreed"}
LINE = {"text", "confidence", "box", "words"}
LABEL = {"file", "text", "lines", "medicines", "directions", "handwriting", "error"}  # required by the issue; there may be more
SIG = {"id", "status", "clauses", "flags", "spans", "plain"}
DRAWN = FIXTURES / "Labels"


@pytest.fixture
def rx(home, tmp_path):
    program = Program(home, tmp_path / "data")
    return lambda *arguments, **more: program("rx", *arguments, **more)


@pytest.fixture
def label(tmp_path, photograph):
    path = tmp_path / "label.jpg"
    path.write_bytes(photograph)
    return path


# MARK: parse

def test_directions_are_printed_in_plain_words(rx):
    run = rx("parse", "1 tab po bid x 7 days")
    assert run.status == 0 and "Take 1 tablet by mouth 2 times a day for 7 days." in run.out
    run = rx("parse", "take 10 mg/kg daily")
    assert run.status == 1 and "no dose is shown" in run.out and "10" not in run.out.split("\n", 1)[1]


@pytest.mark.parametrize("arguments, status", [
    (["parse"], 64), (["parse", ""], 1), (["parse", "1 tab po bid", "5 mg/kg"], 1), (["parse", "5 mg/kg", "1 tab po bid"], 1),
    (["read", "/nowhere.jpg"], 66), (["read"], 64), (["read", str(DRAWN / "blank.png")], 1), (["read", "/etc/passwd"], 65),
    (["read", str(DRAWN / "flat.png"), "/nowhere.jpg"], 66), (["score", "/nowhere"], 66), (["score"], 64),
    (["today", "--day", "2026-02-30"], 64), (["take", "nothing"], 66), (["skip", "nothing"], 66), (["undo", "nothing"], 66),
    (["take", "nothing", "--at", "soon"], 64), (["export", "--format", "xml"], 64), (["forget"], 64), (["nothing"], 64),
    (["explain", "/nowhere.jpg"], 66), (["ask", "/nowhere.jpg", "With food?"], 66)], ids=lambda value: " ".join(value) if isinstance(value, list) else value)
def test_each_case_of_the_rx_command_has_its_exit_status(rx, arguments, status):
    run = rx(*arguments)
    assert run.status == status, (run.out, run.err)
    assert status in (0, 1) or run.err, "no word on why"


def test_the_json_lines_of_parsed_directions_have_a_stable_format(rx):
    sent = [{"id": "a", "sig": "1 tab po bid"}, {"id": "ü\n", "sig": "500 mg/kg"}, {"sig": "☃"}, {"id": "n", "sig": "x" * 10_000},
            {"id": "t", "sig": "Take 4 tablets daily for 3 days, then 2 tablets daily for 3 days"}]
    run = rx("parse", "--jsonl", stdin=("\n\n".join(json.dumps(one) for one in sent)).encode())
    assert run.status == 0, run.err
    documents = run.documents
    assert [one.get("id") for one in documents] == ["a", "ü\n", None, "n", "t"]
    assert [one["status"] for one in documents] == ["ok", "refuse", "refuse", "refuse", "ok"]
    for one, given in zip(documents, sent):
        assert SIG <= set(one) | {"id"} and one["sig"] == given["sig"]
        assert one["status"] != "refuse" or one["clauses"] == [] and not re.search(r"\d", one["plain"]), one["plain"]
        for span in one["spans"]:
            assert given["sig"][span["start"]:span["end"]] == span["text"] and span["text"]
    assert documents[0]["clauses"][0]["dose"] == {"low": 1, "high": 1, "unit": "tablet"}
    assert documents[0]["clauses"][0]["frequency"] == {"count": 2, "period": 1, "periodUnit": "d"}
    assert [clause["rel"] for clause in documents[4]["clauses"]] == ["first", "then"]


@pytest.mark.parametrize("line", ["{}", "[]", "nothing", '{"id": 7}', '{"id": "a", "sig": null}', '{"id": "a", "sig": 7}'])
def test_an_invalid_line_is_reported_with_its_number(rx, line):
    run = rx("parse", "--jsonl", stdin=f'{{"id": "a", "sig": "1 tab po bid"}}\n{line}\n'.encode())
    assert run.status == 65 and "2" in run.err and [one["id"] for one in run.documents] == ["a"]


def test_directions_are_printed_as_fhir(rx):
    dosage = rx("parse", "1-2 tabs po q4-6h prn pain max 8 tablets in 24 hours", "--fhir").json[0]
    repeat = dosage["timing"]["repeat"]
    assert (repeat["frequency"], repeat["period"], repeat["periodMax"], repeat["periodUnit"]) == (1, 4, 6, "h")
    low, high = (dosage["doseAndRate"][0]["doseRange"][end] for end in ("low", "high"))
    assert (low["value"], high["value"]) == (1, 2) and dosage["maxDosePerPeriod"]["numerator"]["value"] == 8
    assert dosage["asNeededCodeableConcept"]["text"] == "pain" and dosage["text"].startswith("1-2 tabs")
    assert rx("parse", "10 mg/kg daily", "--fhir").json == [{"sequence": 1, "text": "10 mg/kg daily"}]


def test_control_characters_of_directions_do_not_reach_the_terminal(rx):
    run = rx("parse", "1 tab po bid \x1b[31m\u009b2J\u202e\x07")
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", run.out + run.err), (run.out, run.err)


@needs_shared(SIGS)
def test_the_score_of_the_shared_directions_is_high_enough(rx):
    score = rx("score", SIGS / "dev.jsonl", "--json").json["rows"]
    full, refuse = score["full"], score["refuse"]
    assert full["exact"] / full["lines"] >= 0.90 and full["silentlyWrong"] / full["lines"] <= 0.02
    assert refuse["readAsDose"] / refuse["lines"] <= 0.05
    assert "silently wrong" in rx("score", SIGS / "dev.jsonl").out
    # The output line by line is the same.
    lines = [json.loads(line) for line in (SIGS / "dev.jsonl").read_text().splitlines()]
    documents = rx("parse", "--jsonl", stdin="\n".join(json.dumps({"id": one["id"], "sig": one["sig"]}) for one in lines).encode()).documents
    assert [one["id"] for one in documents] == [one["id"] for one in lines]
    assert not [one["sig"] for one, asked in zip(documents, lines) if asked["expect"] == "refuse" and one["status"] == "ok"]
    for flagged in (SIGS / "safety.jsonl").read_text().splitlines():
        wanted = json.loads(flagged)
        assert set(wanted["flags"]) <= set(rx("parse", wanted["sig"], "--json").json["flags"]), wanted


@needs_shared(SIGS)
def test_a_text_without_directions_gives_no_dose(rx):
    sent = [{"id": one["id"], "sig": one["text"]} for one in map(json.loads, (SIGS / "injection.jsonl").read_text().splitlines())]
    documents = rx("parse", "--jsonl", stdin="\n".join(map(json.dumps, sent)).encode()).documents
    assert not [one for one in documents if one["status"] == "ok"], documents


# MARK: read

def test_a_photograph_of_a_label_is_read(rx, label):
    run = rx("read", label)
    assert run.status == 0 and "AMOXICILLIN · 500 MG · CAPSULE" in run.out
    assert "Take 1 capsule by mouth 3 times a day for 7 days." in run.out and "quantity: QTY: 21" in run.out
    document = rx("read", label, "--json").json
    assert LABEL <= set(document) and document["error"] is None and document["file"] == str(label)
    assert document["text"] == "\n".join(line["text"] for line in document["lines"]) and document["handwriting"] is False
    for line in document["lines"]:
        assert set(line) == LINE and line["text"] == " ".join(word["text"] for word in line["words"])
        for word in line["words"]:
            assert set(word) == WORD and 0 <= word["confidence"] <= 1 and isinstance(word["agreed"], bool)
            left, top, width, height = word["box"]
            assert 0 <= left < left + width <= 1.001 and 0 <= top < top + height <= 1.001
    medicine, directions = document["medicines"][0], document["directions"][0]
    assert (medicine["name"], medicine["strength"], medicine["quantity"]) == ("AMOXICILLIN", "500 MG", 21) and medicine["directions"] == 0
    assert (directions["status"], directions["sig"]) == ("ok", DIRECTIONS) and SIG - {"id"} <= set(directions)
    for source in ("name", "strength", "quantity"):
        words = [document["lines"][line]["words"][word]["text"] for line, word in medicine["sources"][source]["words"]]
        assert " ".join(words) == medicine["sources"][source]["text"]


def test_a_folder_of_labels_is_read(rx, tmp_path, label, photograph):
    folder = tmp_path / "labels"
    folder.mkdir()
    for name in ("b.jpg", "a.jpg"):
        (folder / name).write_bytes(photograph)
    (folder / "c.png").write_bytes((DRAWN / "blank.png").read_bytes())
    (folder / "notes.txt").write_text("TAKE 9 TABLETS")
    run = rx("read", folder, "--jsonl")
    # Inside a folder it is the file system's order.
    documents = {one["file"].rsplit("/", 1)[1]: one for one in run.documents}
    assert set(documents) == {"a.jpg", "b.jpg", "c.png"} and len(run.documents) == 3 and "skipped because" in run.err
    assert {name: one["error"] for name, one in documents.items()} == {"a.jpg": None, "b.jpg": None, "c.png": "text-missing"}
    assert documents["a.jpg"]["directions"][0]["status"] == "ok" and run.status == 1
    run = rx("read", folder / "b.jpg", folder / "a.jpg", "--jsonl")
    assert [one["file"][-5:] for one in run.documents] == ["b.jpg", "a.jpg"] and run.status == 0
    run = rx("read", "-", "--jsonl", stdin=photograph)
    assert run.status == 0 and run.json["medicines"][0]["name"] == "AMOXICILLIN"


def test_a_rotated_or_bent_label_is_read(rx):
    """The fixtures' text, rotated, bent and photographed, is read like the flat one."""
    documents = {one["file"].rsplit("/", 1)[1]: one for one in rx("read", DRAWN, "--jsonl").documents}
    names = {name: one["medicines"][0]["name"] if one["medicines"] else None for name, one in documents.items()}
    assert names == {"blank.png": None} | {name: "FLUCONAZOLE" for name in documents if name != "blank.png"}
    assert all(one["medicines"][0]["strength"] == "150 MG" for name, one in documents.items() if name != "blank.png")


@needs_shared(LABELS)
def test_no_wrong_dose_of_the_shared_labels_is_ok(rx):
    names = ["amoxicillin-photo", "metformin-uk-photo", "lisinopril-hard", "hand-ibuprofen-clean", "inject-levothyroxine-clean", "azithro-rx-sideways"]
    documents = rx("read", *(LABELS / f"{name}.jpg" for name in names), "--jsonl").documents
    for name, one in zip(names, documents):
        truth = re.sub(r"\W+", " ", (LABELS / f"{name}.txt").read_text().lower())
        for directions in one["directions"]:
            if directions["status"] == "ok":
                assert re.sub(r"\W+", " ", directions["sig"].lower()).strip() in truth, (name, directions["sig"])
        if name.startswith("hand-"):
            assert one["handwriting"] and not [each for each in one["directions"] if each["status"] == "ok"]


def test_hostile_text_in_a_photograph_changes_no_directions(rx, browser, tmp_path):
    path = tmp_path / "nasty.png"
    path.write_bytes(draw(browser, AMOXICILLIN[:5] + [(INJECTION, 22), (NASTY_LINE, 26)] + AMOXICILLIN[5:], "png"))
    document = rx("read", path, "--json").json
    assert "suspicious-text" in document["flags"]
    assert [(one["status"], one["sig"]) for one in document["directions"]] == [("review", DIRECTIONS)]
    run = rx("explain", path)
    assert "hour" not in run.out and "9" not in run.out and "onerror" not in run.out


# MARK: explain and ask

def test_an_explanation_has_five_parts_and_needs_no_network(rx, label, tmp_path):
    run = rx("explain", label)
    heads = [line for line in run.out.splitlines() if not line.startswith(" ")]
    assert run.status == 0 and heads == ["Medicines", "What it is for", "How to take it", "Warnings on the label", "In general"]
    assert "Take 1 capsule by mouth 3 times a day for 7 days. [M1.dose" in run.out and "not medical advice" in run.err
    assert rx("explain", "--text", TYPED).status == 0
    explanation = rx("explain", label, "--json").json
    assert {section["kind"] for section in explanation["sections"]} == {"medicines", "uses", "how_to_take", "warnings", "general"}
    # Nothing is stored.
    assert not [one for one in tmp_path.rglob("*") if one.is_file() and one != label and b"AMOXICILLIN" in one.read_bytes()]


def test_an_emergency_gets_its_answer_even_without_a_label(rx, home, tmp_path):
    for question in ("I can't breathe", "my chest hurts badly", "he swallowed the whole bottle", "I want to die", "her face is swelling up"):
        run = rx("ask", tmp_path / "nothing.jpg", question)
        assert run.status == 0 and "This may be an emergency" in run.out, question
    assert "112" in rx("ask", "x", "I can't breathe", MEDICINES_REGION="eu").out
    assert "911" in rx("ask", "x", "I can't breathe", MEDICINES_REGION="us").out
    assert rx("ask", "x", "I can't breathe", "--json").json["kind"] == "emergency"


def test_a_question_that_needs_judgement_is_referred_to_a_professional(rx):
    for question in ("Can I take this with alcohol?", "Is it safe while pregnant?", "How much for my child?", "I missed a dose", "Can I stop it?"):
        assert rx("ask", "--text", TYPED, question, "--json").json["kind"] == "refer", question
    own = rx("ask", "--text", TYPED, "How many times a day?", "--json").json
    assert own["kind"] == "own" and own["sentences"][0]["text"].startswith("Take 1 capsule") and own["sentences"][0]["sources"]


def test_a_model_is_asked_only_after_setting_display_and_consent(medicines, chat, photograph):
    house = medicines()
    label = house.checked(photograph)["id"]
    command = house.command()

    def rx(*arguments, allowed="true"):
        return command("rx", *arguments, MEDICINES_EXPLAINER=allowed)

    question = "What does the pharmacy call itself?"
    rx("ask", label, question, "--agree", "x", allowed="false")
    assert chat.requests == [], "asked though the settings do not allow it"
    shown = rx("ask", label, question, "--json").json
    assert chat.requests == [] and shown["kind"] == "open" and shown["mark"] and "AMOXICILLIN" in shown["payload"]
    run = rx("ask", label, question, "--agree", shown["mark"][:-1])
    assert run.status == 65 and chat.requests == [], run.out
    chat.says("A pharmacist can tell you more.")
    run = rx("ask", label, question, "--agree", shown["mark"], "--json")
    assert run.json["kind"] == "model", run.out
    assert len(chat.requests) == 1 and chat.requests[0]["authorization"] == f"Bearer {CHAT_KEY}"
    sent = chat.requests[0]["text"]
    assert not [one for one in IDENTIFIERS if one.lower() in sent.lower()], sent
    assert all(one["content"] in shown["payload"] for one in chat.requests[0]["body"]["messages"]), "what is shown is not what is sent"
    assert CHAT_KEY not in run.out + run.err + shown["payload"]
    run = rx("explain", label, "--model")
    assert run.status == 64 and "Nothing was sent" in run.err and len(chat.requests) == 1
    run = rx("explain", label, "--model", "--agree", re.search(r"--agree (\S+),", run.err)[1])
    assert run.status == 0 and len(chat.requests) == 2 and "A pharmacist can tell you more." in run.out
    original = rx("explain", label, "--model", "--raw", "--agree", re.search(r"--agree (\S+),", rx("explain", label, "--model").err)[1])
    assert original.status == 0 and original.out.rstrip().endswith("data: [DONE]") and len(chat.requests) == 3
    assert "A pharmacist can tell you more." in original.err
    assert "is not checked against your label" in original.err and "not medical advice" in original.err
    assert CHAT_KEY not in original.out + original.err
    # An emergency is shown as without --raw.
    urgent = rx("ask", label, "I can't breathe", "--raw")
    assert urgent.status == 0 and "This may be an emergency" in urgent.out and len(chat.requests) == 3


def test_google_vision_reads_a_label_for_the_command_only_if_it_is_allowed(medicines, vision, label):
    command = medicines().command()
    refused = command("rx", "read", "--vision", label, MEDICINES_SECOND_READER="false")
    assert refused.status == 65 and "only if you agree" in refused.err and vision.calls == []
    vision(page=["AMOXICILLIN 500 MG CAPSULE", "TAKE 1 CAPSULE BY MOUTH 3 TIMES A DAY FOR 7 DAYS", "QTY: 21 REFILLS: 2"])
    read = command("rx", "read", "--vision", "--json", label, MEDICINES_SECOND_READER="true")
    assert read.status == 0 and read.json["medicines"][0]["refills"] == 2, read.err
    (call,) = vision.calls
    assert not call["exif"] and call["features"] == ["DOCUMENT_TEXT_DETECTION"]
    original = command("rx", "read", "--vision", "--raw", label, MEDICINES_SECOND_READER="true")
    assert original.status == 0 and "fullTextAnnotation" in original.json["responses"][0] and "AMOXICILLIN" in original.err
    assert len(vision.calls) == 2
    assert command("rx", "read", "--raw", label).status == 69


# MARK: doses

def test_doses_are_listed_and_logged_by_the_command(medicines):
    house = medicines()
    medicine = house.course()
    needed = house.medicine(PAINKILLER, name="Paracetamol", strength="500 mg")
    house.plan(needed)
    rx = lambda *arguments, **more: house.command()("rx", *arguments, **more)
    run = rx("today")
    first, second = (line.split("\t") for line in run.out.splitlines()[:2])
    assert (first[0], first[2], first[3]) == ("14:00", "1 capsule", "planned") and second[0] == "20:00"
    dose = first[4]
    for _ in range(2):
        assert rx("take", dose).status == 0
    assert [one["action"] for one in house.log_of(medicine)] == ["taken"]
    assert rx("today", "--json").json["doses"][0]["status"] == "taken"
    assert rx("undo", dose).status == 0 and rx("skip", dose, "--reason", "ill").status == 0
    assert house.log_of(medicine)[-1]["reason"] == "ill"
    assert rx("take", second[4], "--at", "2027-01-01T00:00:00Z").status == 65
    assert rx("take", dose.replace("1400", "1401")).status == 66
    run = rx("take", needed, "--amount", "200")
    assert run.status == 64 and "200 tablets at once" in run.err and "--yes" in run.err and house.log_of(needed) == []
    assert rx("take", needed, "--amount", "2").status == 0
    assert rx("take", needed, "--amount", "1").status == 64, "too soon after the other"
    run = rx("take", needed, "--amount", "1", "--yes")
    assert run.status == 0 and len(house.log_of(needed)) == 2 and rx("undo", needed).status == 0
    # Hours before its time.
    assert rx("take", second[4]).status == 64 and rx("take", second[4], "--yes").status == 0
    run = rx("take", second[4])
    assert run.status == 0 and "not logged again" in run.err and rx("undo", second[4]).status == 0
    run = rx("today")
    assert "as needed\tParacetamol" in run.out and "at least 4 hours between doses" in run.out
    assert rx("undo", needed).status == 0 and house.log_of(needed)[-1]["action"] == "undone"
    assert {one["id"] for one in rx("list", "--jsonl").documents} == {medicine, needed}
    assert len(rx("export").json["medicines"]) == 2 and [one["resource"]["resourceType"] for one in rx("export", "--format", "fhir").json["entry"]].count("MedicationStatement") == 2
    assert rx("today", "--day", "2026-11-22", "--json").json["doses"][2]["at"] == "2026-11-22T19:00:00Z"
    assert rx("forget").status == 64 and house.doses()["doses"]
    assert rx("forget", "--everything").status == 0
    assert house.doses()["doses"] == [] and house.api("GET", "/medicines?all=true").json["medicines"] == []


# MARK: no doses yet

def test_a_new_installation_has_no_medicines(rx):
    assert rx("today", "--json").json == {"asNeeded": [], "day": "2026-11-21", "doses": [], "stocks": [], "zone": "Etc/UTC"}
    assert rx("list").out == "" and rx("list", "--json").json == []
    assert rx("export").json["medicines"] == [] and "entry" not in rx("export", "--format", "fhir").json
    assert rx("export", "--format", "csv").out.count("\n") == 1
    assert rx("forget", "--everything").status == 0


def test_a_pipe_that_closes_early_causes_no_error(home, tmp_path):
    data = "\n".join(json.dumps({"id": str(number), "sig": "1 tab po bid"}) for number in range(20_000)).encode()
    program = Program(home, tmp_path / "data")
    done = subprocess.run(f"'{BINARY}' rx parse --jsonl | head -1", shell=True, input=data, capture_output=True, timeout=60, env=program.environment)
    assert json.loads(done.stdout)["id"] == "0" and b"Fatal" not in done.stderr and b"rror" not in done.stderr, done.stderr[:500]
