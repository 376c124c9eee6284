"""`stillroom --house ADDRESS`: the command with a household on another machine, by its API and a token."""

import json
import re
import shutil
import subprocess

import pytest
from conftest import BINARY, FLOWER, SURE, environment, eventually
from food_house import CATEGORY, LABEL, SPREAD, drawn, food, food_service  # noqa: F401
from medicine_house import TYPED, chat, medicines, pharmacy, post, vision  # noqa: F401
from test_accounts import set_up, sign_in
from test_network import PORTS, app, let_in

SCOPES = ("read", "write", "photographs", "medicines", "admin")


def make_token(server, *scopes):
    """Make a token for the owner with the command on the machine of the server."""
    done = subprocess.run(
        [BINARY, "accounts", "token", "Ada", "--for", "script", *(part for scope in scopes for part in ("--scope", scope))],
        capture_output=True, text=True, timeout=60,
        env=environment(server.home) | {"STILLROOM_DATA_DIR": str(server.folder / "data")})
    assert done.returncode == 0, done.stderr
    return next(word for word in done.stdout.split() if word.startswith("sr_"))


@pytest.fixture
def fresh(serve):
    """A server whose ports in the network are free ones."""
    return serve(**PORTS)


def program_for(server, browse, tmp_path):
    """Return the command on another machine: it has no data of its own, only the address and a token."""
    set_up(browse(), server)

    def run(*arguments, scopes=SCOPES, house=server.url, token=None, stdin=b"", **settings):
        home = tmp_path / "other"
        home.mkdir(exist_ok=True)
        token = token if token is not None else make_token(server, *scopes)
        done = subprocess.run(
            [BINARY, *(["--house", house] if house else []), *map(str, arguments)], capture_output=True, input=stdin, timeout=90,
            env=environment(home) | {"STILLROOM_HOUSE_TOKEN": token} | settings)
        assert not list(home.glob("**/*.sqlite")), "the command made a database of its own"
        assert not token or token not in done.stdout.decode() + done.stderr.decode()
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    return run


@pytest.fixture
def elsewhere(fresh, browse, tmp_path):
    return program_for(fresh, browse, tmp_path)


def test_the_command_manages_plants_and_chores_of_a_remote_household(elsewhere, tmp_path):
    status, out, errors = elsewhere("plants", "add", "Basil", "--species", "Ocimum basilicum", "--room", "Kitchen")
    assert status == 0 and out.endswith("Basil (Ocimum basilicum)\n"), errors
    status, out, _ = elsewhere("plants", "list", "--jsonl")
    (plant,) = [json.loads(line) for line in out.splitlines()]
    assert status == 0 and plant["name"] == "Basil" and plant["room"] == "Kitchen"
    assert elsewhere("plants", "list", "--room", "Cellar") == (0, "", "No plants found.\n")

    status, out, _ = elsewhere("agenda", "--days", "60", "--json")
    agenda = json.loads(out)
    item = next(item for item in agenda["items"] if item["isNext"] and item["kind"] == "watering")
    status, out, _ = elsewhere("agenda", "--days", "60")
    assert status == 0 and f"{item['chore'][:8]}  water Basil (Kitchen)" in out
    status, out, errors = elsewhere("done", item["chore"][:8], "--jsonl")
    assert status == 0, errors
    entry = json.loads(out)
    assert entry["action"] == "done" and entry["chore"] == item["chore"]
    status, out, _ = elsewhere("done", "--undo", entry["entry"])
    assert status == 0 and out == f"Undone: {entry['entry']}.\n"
    assert elsewhere("done", "ffffffff")[0] == 66

    file = tmp_path / "plants.json"
    assert elsewhere("plants", "export", "--output", file)[0] == 0
    assert json.loads(file.read_text())["plants"][0]["name"] == "Basil"
    status, out, _ = elsewhere("plants", "import", file)
    assert (status, out) == (0, "Added 0 plants; 1 already exist.\n")


def test_the_command_lets_a_remote_household_identify_photographs(elsewhere, fresh, tmp_path):
    status, out, errors = elsewhere("identify", SURE, "--json")
    answer = json.loads(out)
    assert status == 0 and answer["verdict"] == "likely" and answer["candidates"][0]["scientificName"], errors
    assert answer["file"] == str(SURE)
    folder = tmp_path / "photographs"
    folder.mkdir()
    shutil.copy(FLOWER, folder / "a.jpg")
    (folder / "notes.txt").write_text("no picture")
    status, out, errors = elsewhere("identify", folder, "--jsonl")
    assert [json.loads(line)["file"] for line in out.splitlines()] == [str(folder / "a.jpg")]
    assert "Files skipped because they are not pictures: 1." in errors
    status, out, errors = elsewhere("identify", SURE, tmp_path / "none.jpg")
    assert status == 66 and "likely" in out and "There is no such file." in errors
    assert elsewhere("identify", SURE, "--model", "other")[0] == 64


def test_the_command_logs_doses_in_a_remote_household(elsewhere, fresh):
    token = make_token(fresh, *SCOPES)
    ask = lambda method, path, body=None: fresh.ask(
        method, path, json.dumps(body) if body is not None else None,
        {"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
    made = ask("POST", "/api/medicines", {
        "name": "Paracetamol", "strength": "500 mg", "directions": "take 1 tablet every 6 hours as needed for pain, max 4 tablets in 24 hours",
        "confirmed": [{"field": field, **({"clause": 0} if field not in ("medicine", "strength") else {})}
                      for field in ("medicine", "strength", "dose", "frequency", "asNeeded", "reason", "max", "route")]})
    if made.status != 201:
        pytest.fail(made.text)
    medicine = made.json["id"]
    started = ask("POST", f"/api/medicines/{medicine}/plan", {"start": True})
    assert started.status == 200 and started.json["isStarted"], started.text
    status, out, errors = elsewhere("rx", "list")
    assert status == 0 and out.startswith(medicine) and "Paracetamol 500 mg" in out, errors
    status, out, errors = elsewhere("rx", "today")
    assert status == 0 and out.startswith("as needed\tParacetamol 500 mg"), errors
    status, out, errors = elsewhere("rx", "take", medicine)
    assert status == 0, errors
    assert [entry["action"] for entry in ask("GET", f"/api/medicines/{medicine}").json["log"]] == ["taken"]
    status, out, errors = elsewhere("rx", "take", medicine, "--amount", "20")
    assert status == 64 and "--yes" in errors, errors
    assert elsewhere("rx", "undo", medicine)[0] == 0
    assert [entry["isUndone"] for entry in ask("GET", f"/api/medicines/{medicine}").json["log"]][:1] == [True]
    status, out, errors = elsewhere("rx", "export")
    assert status == 0 and json.loads(out), errors


def test_the_command_answers_questions_about_food_for_a_remote_household(serve, food, browse, tmp_path):
    packet = tmp_path / "packet.png"
    packet.write_bytes(drawn(SPREAD))
    server = serve(**PORTS, **food.settings)
    elsewhere = program_for(server, browse, tmp_path)
    status, out, errors = elsewhere("food", "questions", packet)  # the household reads the barcode
    assert status == 0 and LABEL in out and "Open Database License" in errors, errors
    status, out, _ = elsewhere("food", "questions", f"https://id.gs1.org/01/0{SPREAD}", "--jsonl")
    assert status == 0 and LABEL in [json.loads(line)["id"] for line in out.splitlines()]
    status, out, errors = elsewhere("food", "questions", "0000000000001")
    assert (status, out) == (65, ""), errors

    status, out, errors = elsewhere("food", "answer", LABEL, "yes", "--json")
    vote = json.loads(out)
    assert status == 0 and vote["state"] == "counted", errors
    assert food.counted(LABEL) == [1]
    status, out, errors = elsewhere("food", "answer", LABEL, "no")
    assert (status, out) == (65, ""), errors
    status, out, _ = elsewhere("food", "answer", CATEGORY, "no", "--later", "--json")
    status, out, errors = elsewhere("food", "undo", json.loads(out)["number"])
    assert (status, out) == (0, "") and "is open again." in errors, errors
    status, out, errors = elsewhere("food", "votes")
    assert status == 0 and "counted" in out and "1 counted, 0 wait." in errors, errors
    assert [entry["counted"] for entry in food.answers(LABEL)] == [True] and food.answers(CATEGORY) == []

    status, out, errors = elsewhere("food", "game", "--count", "2", stdin=b"s\nq\n")
    assert status == 0 and out.count("counted") == 1 and "http://127.0.0.1" in errors, errors
    food.down("robotoff")
    status, out, errors = elsewhere("food", "game", "--kinds", "brand", "--country", "fr")
    assert (status, out) == (69, "") or "These are saved questions." in errors, (status, errors)
    food.up()
    ask = lambda: server.ask("GET", "/api/food/account", headers={"Authorization": f"Bearer {make_token(server, *SCOPES)}"}).json
    status, out, errors = elsewhere("food", "login", "ada", stdin=b"a password\n")
    assert (status, out) == (0, "") and ask()["account"] == "ada", errors
    assert elsewhere("food", "login", "ada", stdin=b"")[0] == 64
    assert elsewhere("food", "logout", "--reset-device")[0] == 0 and "account" not in ask()
    assert elsewhere("food", "login", "ada", stdin=b"a password\n", scopes=("read", "write"))[0] == 77
    assert elsewhere("food", "questions", SPREAD, "--raw")[0] == 64
    food.never_twice()


def test_the_command_shows_quota_cache_and_reminders_of_a_remote_household(serve, stub, browse, tmp_path):
    server = serve(**PORTS, **stub.settings)
    elsewhere = program_for(server, browse, tmp_path)
    status, out, errors = elsewhere("quota")
    assert status == 0 and out.startswith("Pl@ntNet: 500 of 500 requests left today"), errors
    quota = json.loads(elsewhere("quota", "--json")[1])
    assert (quota["budget"], quota["limit"], quota["used"], quota["waiting"]) == (500, 500, 0, 0) and quota["configured"]
    assert elsewhere("quota", "--ask")[0] == 64
    status, out, errors = elsewhere("identify", SURE, "--strategy", "service-only", "--json")
    assert status == 0 and json.loads(out)["source"] == "plantnet", errors
    assert json.loads(elsewhere("quota", "--json")[1])["used"] == 1
    assert json.loads(elsewhere("cache", "--json")[1])["entries"] == 1
    assert elsewhere("cache")[1].startswith("1 of ")
    assert elsewhere("cache", "clear-expired")[1] == "0 answers deleted\n"
    assert json.loads(elsewhere("cache", "clear", "--json")[1]) == {"removed": 1}

    assert elsewhere("reminders")[:2] == (0, "No reminders are waiting.\n")
    assert elsewhere("plants", "add", "Fern", "--species", "Nephrolepis exaltata")[0] == 0
    eventually(lambda: "Water Fern  [In the app]" in elsewhere("reminders")[1])
    status, out, errors = elsewhere("reminders", "--plain", "--fields", "title,state")
    assert status == 0 and out.splitlines()[0] == "Water Fern\tpending", errors
    assert elsewhere("reminders", "--retry", "999")[0] == 66


def test_a_remote_household_without_a_key_says_that_it_has_no_quota(elsewhere):
    assert elsewhere("quota", "--json")[:2] == (78, '{"configured":false,"service":"plantnet"}\n')


def test_the_command_explains_a_label_of_a_remote_household(elsewhere, fresh):
    sent = fresh.ask("POST", "/api/labels", json.dumps({"text": TYPED}), {
        "Authorization": f"Bearer {make_token(fresh, *SCOPES)}", "Content-Type": "application/json"})
    assert sent.status == 201, sent.text
    kept = sent.json["id"]
    status, out, errors = elsewhere("rx", "explain", kept)
    assert status == 0 and "How to take it" in out and errors, errors
    parts = json.loads(elsewhere("rx", "explain", kept, "--json")[1])["sections"]
    assert len(parts) == 5
    status, out, errors = elsewhere("rx", "ask", kept, "Should I take a double dose?")
    assert status == 0 and "pharmacist" in out, errors
    assert elsewhere("rx", "explain", "ffffffff")[0] == 66
    assert elsewhere("rx", "explain", SURE)[0] == 64
    assert elsewhere("rx", "explain", kept, "--model")[0] == 78
    # An emergency is named without a label, a token, and a connection.
    question = "I took all of the pills and cannot breathe"
    for more in ({}, {"house": "http://127.0.0.1:9"}, {"token": ""}):
        status, out, errors = elsewhere("rx", "ask", "ffffffff", question, **more)
        assert status == 0 and "emergency" in out.lower(), (out, errors)


def test_a_model_is_asked_for_a_remote_household_only_after_display_and_consent(medicines, chat, browse, tmp_path):
    house = medicines()
    house.allow()
    label = house.checked()["id"]
    bare = house.label("IBUPROFEN 200 MG TABLET\nTAKE 1 TABLET DAILY")["id"]
    typed = house.medicine()
    elsewhere = program_for(house, browse, tmp_path)
    status, out, errors = elsewhere("rx", "explain", typed)
    assert status == 66 and "no label of this medicine" in errors, errors
    assert elsewhere("rx", "explain", bare, "--model")[0] == 65, "nothing of it is confirmed"
    kept = next(line.split("\t")[0] for line in elsewhere("rx", "list")[1].splitlines() if "500 MG" in line)
    for name in (label, kept):
        status, out, errors = elsewhere("rx", "explain", name, "--model")
        assert status == 64 and "AMOXICILLIN" in out and "Nothing was sent" in errors, (out, errors)
    assert chat.requests == []
    mark = re.search(r"--agree (\S+),", errors)[1]
    assert elsewhere("rx", "explain", label, "--model", "--agree", mark[:-1])[0] == 65 and chat.requests == []
    chat.says("A pharmacist can tell you more.")
    status, out, errors = elsewhere("rx", "explain", label, "--model", "--agree", mark)
    assert status == 0 and "A pharmacist can tell you more." in out and len(chat.requests) == 1, (out, errors)
    question = "What does the pharmacy call itself?"
    status, out, errors = elsewhere("rx", "ask", kept, question)
    assert status == 0 and "--agree" in errors and len(chat.requests) == 1, errors
    chat.says("It has no name here.")
    status, out, errors = elsewhere("rx", "ask", kept, question, "--agree", re.search(r"--agree (\S+) ", errors)[1])
    assert status == 0 and "It has no name here." in out and len(chat.requests) == 2, (out, errors)


def test_what_a_token_does_not_permit_is_refused_with_a_reason(elsewhere):
    status, out, errors = elsewhere("plants", "add", "Basil", scopes=("read",))
    assert (status, out) == (77, "") and "write" in errors
    status, out, errors = elsewhere("plants", "list", token="sr_" + "x" * 43)
    assert (status, out) == (77, "")
    status, out, errors = elsewhere("plants", "list", token="")
    assert (status, out) == (78, "") and "Access for programs" in errors and "STILLROOM_HOUSE_TOKEN" in errors


@pytest.mark.parametrize("address", ["http://192.0.2.1:8443", "https://host/path", "host", "ftp://host", "https://a:b@host", "https://host?x=1"])
def test_an_address_over_which_a_token_must_not_go_is_refused(elsewhere, address):
    status, out, errors = elsewhere("plants", "list", house=address, token="sr_" + "x" * 43)
    assert (status, out) == (64, "") and "is not the address of a household" in errors


def test_a_dead_address_and_a_foreign_server_get_different_errors(elsewhere, plantnet):
    status, _, errors = elsewhere("plants", "list", house="http://127.0.0.1:9", token="sr_" + "x" * 43)
    assert status == 69 and "cannot be reached" in errors
    status, _, errors = elsewhere("plants", "list", house=plantnet.url, token="sr_" + "x" * 43)
    assert status == 69 and "not as Stillroom does" in errors


def test_commands_for_the_local_machine_refuse_a_remote_household(elsewhere):
    for command in (["serve"], ["doctor"], ["accounts"], ["rx", "forget", "--everything"]):
        assert elsewhere(*command, token="sr_" + "x" * 43)[0] == 64, command


def test_the_household_is_trusted_by_its_own_certificate(elsewhere, fresh, browse, tmp_path):
    page = browse()
    sign_in(page, fresh.url)
    house = app(let_in(page, fresh))
    status, out, errors = elsewhere("plants", "list", house=house)
    assert (status, out) == (69, "") and "house.certificate-file" in errors
    authority = tmp_path / "authority.pem"
    text = (fresh.folder / "data/secrets/authority/authority.pem").read_text()
    begin = text.index("-----BEGIN CERTIFICATE-----")
    authority.write_text(text[begin:])
    status, out, errors = elsewhere("plants", "list", house=house, STILLROOM_HOUSE_CERTIFICATE_FILE=str(authority))
    assert (status, errors) == (0, "No plants found.\n")
    authority.write_text("no certificate")
    assert elsewhere("plants", "list", house=house, STILLROOM_HOUSE_CERTIFICATE_FILE=str(authority))[0] == 78
