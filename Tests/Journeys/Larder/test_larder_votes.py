"""An answer to a question is sent at most once, whatever happens, and its outcome is determined."""

import concurrent.futures
import json
import time
import urllib.error
import urllib.parse
import urllib.request

import pytest
from conftest import Stub, eventually
from food_house import (  # noqa: F401
    BISCUITS, BRAND, CATEGORY, LABEL, PACKAGING, SPREAD, WEIGHT, Food, food, food_service, insight, larder, larders)
from test_http import is_problem

pytestmark = pytest.mark.long

LOOKED = 305  # seconds after which an unknown outcome is settled, and a paused service is called again
SETTLED = 1.6  # seconds in which the sender has checked three times
COUNTED = [
    "counted-then-cut", "cut-within", "garbage", "truncated", "empty", {"mode": "500", "counted": True}, {"mode": "502", "counted": True},
    {"mode": "503", "counted": True}, {"mode": "504", "counted": True}]
LOST = ["cut-before", "500", "502", "503", "504", "html", {"mode": "redirect", "to": "/api/v1/status"}]


def sent(house, question=LABEL, choice="yes"):
    """Give an answer whose five seconds for an undo are over."""
    vote = house.answer(question, choice)
    house.later(6)
    return vote


def somebody(food, question, value):
    """Answer with another device."""
    form = urllib.parse.urlencode({"insight_id": question, "annotation": value, "device_id": "somebody-else"}).encode()
    try:
        urllib.request.urlopen(f"{food.robotoff}/api/v1/insights/annotate", form).read()
    except urllib.error.HTTPError:
        pass


def device(food):
    return urllib.parse.unquote(food.lines("questions")[-1].split("device_id=")[1].split("&")[0])


# MARK: sending once, and undo

def test_each_answer_arrives_once_with_the_device_id_that_read_the_question(larder, food):
    larder.asked()
    choices = {LABEL: ("yes", 1), CATEGORY: ("no", 0), BRAND: ("skip", -1)}
    votes = [larder.answer(question, choice) for question, (choice, _) in choices.items()]
    assert [(vote["state"], vote["canUndo"], vote["attempts"], vote["voter"]) for vote in votes] == [("waiting", True, 0, "device")] * 3
    assert "productName" not in votes[0] and votes[0]["question"]["text"] and votes[0]["askedAt"] < votes[0]["notBefore"]
    began = time.monotonic()
    for question, (_, value) in choices.items():
        entries = food.wait(question)
        assert [(entry["value"], entry["who"], entry["counted"]) for entry in entries] == [(value, {"device": device(food)}, True)]
    assert time.monotonic() - began < 9
    for vote in votes:
        vote = larder.until(vote, "counted")
        assert vote["canUndo"] is False and "remark" not in vote and "notBefore" not in vote and vote["sentAt"] <= vote["settledAt"]
    larder.later(400)
    time.sleep(SETTLED)
    assert food.count("annotate") == 3
    food.never_twice()
    counts = larder.api("GET", "/votes/counts", None, 200).json
    assert counts["byState"]["counted"] == 3 and counts["byChoice"] == {"yes": 1, "no": 1, "skip": 1} and counts["byKind"] == {"label": 1, "category": 1, "brand": 1}
    assert set(larder.open()) == {WEIGHT, PACKAGING} == set(larder.open(fresh="true"))
    assert [vote["number"] for vote in larder.votes(state="counted")] == [vote["number"] for vote in reversed(votes)]
    assert larder.votes(state="waiting,unknown") == [] and len(larder.votes(code=SPREAD)) == 3 and larder.votes(code=BISCUITS) == [] and len(larder.votes(limit=1)) == 1


def test_an_answer_undone_within_five_seconds_is_never_sent(larder, food):
    before = larder.open()
    vote = larder.answer(LABEL)
    assert LABEL not in larder.open() and larder.api("GET", "/votes").json["next"] == vote["notBefore"]
    time.sleep(2)
    larder.api("DELETE", f"/votes/{vote['number']}", None, 204)
    for method in ("DELETE", "GET"):
        is_problem(larder.api(method, f"/votes/{vote['number']}"), 404, "not-found")
    assert larder.open() == before and larder.votes() == [] and "next" not in larder.api("GET", "/votes").json
    larder.later(60)
    time.sleep(SETTLED)
    assert food.count("annotate") == 0
    again = sent(larder, choice="no")
    larder.until(again, "counted")
    assert food.counted(LABEL) == [0]
    is_problem(larder.api("DELETE", f"/votes/{again['number']}"), 409, "vote-sent")


def test_two_tabs_make_one_answer(larder, food):
    larder.asked()
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda n: larder.api("POST", f"/questions/{LABEL}/answer", {"choice": ("yes", "no")[n % 2]}), range(16)))
    assert sorted(answer.status for answer in answers) == [202] + [409] * 15
    for answer in answers:
        assert answer.status == 202 or is_problem(answer, 409, "already-answered")
    assert larder.form(f"/larder/questions/{LABEL}/answer", choice="no").status == 303
    assert len(larder.votes()) == 1
    larder.later(6)
    food.wait(LABEL)
    time.sleep(SETTLED)
    assert len(food.answers(LABEL)) == 1
    is_problem(larder.api("POST", f"/questions/{LABEL}/answer", {"choice": "yes"}), 409, "already-answered")


def test_an_undo_at_the_moment_of_sending_either_succeeds_or_is_refused(larder, food):
    """If an undo is confirmed nothing was sent, and if it is refused the answer was sent."""
    food(annotate={"mode": "slow", "seconds": 0.05})
    food.about(*({"barcode": SPREAD, "type": "label", "value_tag": f"en:label-{n}"} for n in range(12)))
    votes = [larder.answer(question) for question in larder.open(fresh="true")[:12]]
    larder.later(3)
    time.sleep(max(0, 1.2 - (time.monotonic() - larder.began)))
    for vote in votes:
        status = larder.api("DELETE", f"/votes/{vote['number']}").status
        assert status in (204, 409)
        vote["undone"] = status == 204
        time.sleep(0.03)
    for vote in votes:
        question = vote["question"]["id"]
        if vote["undone"]:
            assert food.answers(question) == []
        else:
            larder.until(vote, "counted")
            assert food.counted(question) == [1]


def test_an_invalid_answer_is_refused(larder):
    larder.asked()
    for body, code in (("", "bad-json"), ("{}", "bad-json"), ('{"choice": 1}', "bad-json"), ('{"choice": "maybe"}', "bad-wish"), ('{"choice": "YES"}', "bad-wish")):
        is_problem(larder.ask("POST", f"/api/questions/{LABEL}/answer", body), 400, code)
    assert larder.votes() == []


# MARK: waiting

def test_an_answer_given_while_the_service_is_down_waits_and_is_sent_once(larder, food):
    larder.asked()
    food.down("robotoff")
    keep, cancel = larder.answer(LABEL), larder.answer(BRAND)
    larder.later(6)
    for vote in (keep, cancel):
        vote = eventually(lambda: (found := larder.vote(vote))["attempts"] and found)
        assert (vote["state"], vote["canUndo"], vote["attempts"]) == ("waiting", True, 1) and vote["remark"] and "sentAt" not in vote
    # After a start with a network, waiting answers are tried at once.
    larder.later(1)
    eventually(lambda: [(vote["attempts"], vote["state"]) for vote in map(larder.vote, (keep, cancel))] == [(2, "waiting")] * 2)
    assert {vote["number"] for vote in larder.votes(state="waiting")} == {keep["number"], cancel["number"]}
    larder.api("DELETE", f"/votes/{cancel['number']}", None, 204)
    larder.later(40)
    eventually(lambda: larder.vote(keep)["attempts"] == 3)
    food.up()
    larder.later(70)
    larder.until(keep, "counted")
    assert food.counted(LABEL) == [1] and food.answers(BRAND) == [] and food.count("annotate") == 1


def test_the_pause_doubles_up_to_a_quarter_of_an_hour(larder, food):
    larder.asked()
    food.down("robotoff")
    vote, pauses = larder.answer(LABEL), []
    larder.later(6)
    for attempt in range(1, 7):
        found = eventually(lambda: (vote_now := larder.vote(vote))["attempts"] == attempt and vote_now)
        stamp = lambda text: time.mktime(time.strptime(text, "%Y-%m-%dT%H:%M:%SZ"))
        pauses.append(stamp(found["notBefore"]) - stamp(larder.now()))
        larder.later(pauses[-1] + 1)
    usual = [min(900, 30 * 2 ** attempt) for attempt in range(6)]
    assert all(low / 2 - 4 <= pause <= low + 1 for low, pause in zip(usual, pauses)), pauses


@pytest.mark.parametrize("mode, after, seconds", [("429", None, 60), ("503", "120", 120)])
def test_an_answer_waits_as_long_as_the_service_asks(larder, food, mode, after, seconds):
    larder.asked()
    food(annotate=[{"mode": mode, **({"retryAfter": after} if after else {})}])
    first, second = larder.answer(LABEL), larder.answer(BRAND)
    larder.later(6)
    found = eventually(lambda: (vote := larder.vote(first))["attempts"] and vote)
    assert (found["state"], found["attempts"]) == ("waiting", 1) and found["remark"]
    time.sleep(SETTLED)
    assert food.count("annotate") == 1, "the other one was sent all the same"
    assert larder.asked(fresh="true")["problem"] == "service-paused"
    larder.later(seconds - 20)
    time.sleep(SETTLED)
    assert food.count("annotate") == 1
    larder.later(25)
    for vote in (first, second):
        larder.until(vote, "counted")
    assert food.counted(LABEL) == [1] and food.counted(BRAND) == [1] and food.count("annotate") == 3


def test_a_pause_of_reading_holds_answers_too(larder, food):
    larder.asked()
    food(questions=[{"mode": "429", "retryAfter": "600"}])
    assert larder.asked(fresh="true")["problem"] == "service-quota-used"
    vote = sent(larder)
    time.sleep(SETTLED)
    assert food.count("annotate") == 0 and larder.vote(vote)["state"] == "waiting"
    larder.later(600)
    larder.until(vote, "counted")


def test_twelve_reads_do_not_hold_answers(larder, food):
    for _ in range(13):
        asked = larder.asked(fresh="true")
    assert asked["problem"] == "service-quota-used"
    vote = larder.answer(LABEL)
    larder.until(vote, "counted")


# MARK: unknown outcome

def test_a_counted_answer_without_a_response_is_recognised_and_not_sent_again(larder, food):
    larder.asked()
    food(at={LABEL: ["counted-then-cut"]})
    vote = sent(larder)
    found = larder.until(vote, "unknown")
    assert found["remark"] and found["sentAt"] and found["canUndo"] is False and "settledAt" not in found
    is_problem(larder.api("DELETE", f"/votes/{vote['number']}"), 409, "vote-sent")
    is_problem(larder.api("POST", f"/questions/{LABEL}/answer", {"choice": "yes"}), 409, "already-answered")
    assert LABEL not in larder.open() and food.count("insights") == 0
    larder.later(31)
    larder.until(vote, "counted")
    assert len(food.answers(LABEL)) == 1 and food.counted(LABEL) == [1] and food.count("insights") == 1
    assert device(food) == food.answers(LABEL)[0]["who"]["device"], "looked under another name"


def test_an_uncounted_answer_without_a_response_is_unknown_and_then_lost(larder, food):
    larder.asked()
    food(at={LABEL: ["cut-before"]})
    vote = sent(larder)
    larder.until(vote, "unknown")
    larder.later(31)
    eventually(lambda: food.count("questions") == 2)
    time.sleep(0.5)
    assert larder.vote(vote)["state"] == "unknown", "a request that was cut off may lie in a queue at the other side"
    is_problem(larder.api("POST", f"/questions/{LABEL}/answer", {"choice": "yes"}), 409, "already-answered")
    larder.later(220)
    time.sleep(SETTLED)
    assert larder.vote(vote)["state"] == "unknown" and food.count("insights") == 1
    larder.later(80)
    found = larder.until(vote, "lost")
    assert found["remark"] and found["settledAt"] and len(food.answers(LABEL)) == 1
    assert LABEL in larder.open(fresh="true")
    again = sent(larder, choice="no")
    larder.until(again, "counted")
    assert food.counted(LABEL) == [0] and len(food.answers(LABEL)) == 2


@pytest.mark.parametrize("modes, state", [(COUNTED, "counted"), (LOST, "lost")], ids=["counted", "lost"])
def test_an_answer_is_sent_once_whatever_failure_the_service_has(larder, food, modes, state):
    """Two answers with an unknown outcome block the others, so that each start sends two."""
    food.about(*({"barcode": SPREAD, "type": "label", "value_tag": f"en:label-{place}"} for place in range(len(modes))))
    questions = [insight(100 + place) for place in range(len(modes))]
    assert set(questions) <= set(larder.open())
    food(at={question: mode for question, mode in zip(questions, modes)})
    votes = [larder.answer(question) for question in questions]
    seen = {vote["number"]: set() for vote in votes}
    for _ in range(9):
        larder.later(LOOKED)
        time.sleep(SETTLED)
        for vote in larder.votes():
            seen[vote["number"]].add(vote["state"])
        if not larder.votes(state="waiting,sending,unknown"):
            break
    for vote, question, mode in zip(votes, questions, modes):
        assert (larder.vote(vote)["state"], len(food.answers(question))) == (state, 1), (mode, food.answers(question))
        assert state == "counted" or "unknown" in seen[vote["number"]], mode
    food.never_twice()


def test_an_answer_without_a_response_for_thirty_seconds_becomes_unknown(larders, food):
    """This test waits for thirty real seconds."""
    houses = larders(), larders()
    votes = []
    food(at={LABEL: ["hang"], CATEGORY: ["counted-then-hang"]})
    for house, question in zip(houses, (LABEL, CATEGORY)):
        house.asked()
        votes.append(house.answer(question))
    began = time.monotonic()
    for house, vote in zip(houses, votes):
        assert house.until(vote, "sending")["canUndo"] is False
        is_problem(house.api("DELETE", f"/votes/{vote['number']}"), 409, "vote-sent")
    for house, vote in zip(houses, votes):
        house.until(vote, "unknown", within=45)
    assert 25 < time.monotonic() - began < 50
    for house in houses:
        house.later(31)
    houses[1].until(votes[1], "counted")
    houses[0].later(300)
    houses[0].until(votes[0], "lost")
    assert food.counted(CATEGORY) == [1] and food.counted(LABEL) == [] and food.count("annotate") == 2


def test_a_stopping_server_waits_for_an_answer_that_is_being_sent(larder, food):
    larder.asked()
    food(annotate=["held"])
    vote = larder.answer(LABEL)
    larder.until(vote, "sending")
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        stopping = pool.submit(larder.stop)
        time.sleep(1)
        assert not stopping.done()
        food(release=True)
        stopping.result()
    larder.start()
    assert larder.vote(vote)["state"] == "counted" and len(food.answers(LABEL)) == 1


def test_a_failing_service_receives_only_two_of_the_waiting_answers(larder, food):
    larder.asked()
    food(annotate="cut-before")
    votes = [larder.answer(question) for question in (LABEL, CATEGORY, BRAND, WEIGHT, PACKAGING)]
    larder.later(6)
    for vote in votes[:2]:
        larder.until(vote, "unknown")
    time.sleep(SETTLED)
    assert food.count("annotate") == 2 and [larder.vote(vote)["state"] for vote in votes[2:]] == ["waiting"] * 3
    larder.api("DELETE", f"/votes/{votes[4]['number']}", None, 204)


@pytest.mark.parametrize("how, state", [("others", "closed"), ("gone", "closed"), ("three votes", "closed")])
def test_an_unknown_answer_is_closed_when_other_people_have_decided(larder, food, how, state):
    larder.asked()
    food(at={LABEL: ["cut-before"]})
    vote = sent(larder)
    larder.until(vote, "unknown")
    if how == "others":
        food(close={LABEL: 1})
    elif how == "three votes":
        food(votes={LABEL: [1, 1, 1]})
    else:
        food(at={LABEL: [{"mode": "status-code", "code": 6}]})
        somebody(food, LABEL, 1)
    larder.later(31)
    found = larder.until(vote, state)
    assert found["remark"] and LABEL not in larder.open()


def test_the_device_id_cannot_be_reset_while_an_answer_is_unknown(larder, food):
    larder.asked()
    food(at={LABEL: ["counted-then-cut"]})
    vote = sent(larder)
    larder.until(vote, "unknown")
    is_problem(larder.api("POST", "/food/device/reset"), 409, "outcome-unknown")
    larder.later(31)
    larder.until(vote, "counted")
    before = device(food)
    larder.api("POST", "/food/device/reset", None, 204)
    assert LABEL not in larder.open(fresh="true"), "asked again under the new name"
    assert device(food) != before


# MARK: the service's outcomes

def test_each_status_code_of_the_service_leads_to_its_state(larder, food):
    ends = {3: "closed", 4: "closed", 5: "closed", 6: "closed", 8: "closed", 11: "lost", 13: "closed", 99: "unknown"}
    food.about(*({"barcode": SPREAD, "type": "label", "value_tag": f"en:label-{code}"} for code in ends))
    questions = {code: insight(100 + place) for place, code in enumerate(ends)}
    assert set(questions.values()) <= set(larder.open())
    food(at={question: [{"mode": "status-code", "code": code}] for code, question in questions.items()})
    votes = {code: larder.answer(question) for code, question in questions.items()}
    larder.later(6)
    for code, state in ends.items():
        found = larder.until(votes[code], state)
        assert found["remark"] and found["canUndo"] is False and "validat" not in found["remark"].lower(), code
    larder.later(4)
    time.sleep(SETTLED)
    assert [len(food.answers(question)) for question in questions.values()] == [1] * len(ends)
    assert set(questions.values()) & set(larder.open()) == {questions[11]}


def test_what_is_refused_is_not_sent_again(larder, food):
    larder.asked()
    ends = {LABEL: ("400", "lost"), CATEGORY: ("403", "lost"), BRAND: ("404", "closed")}
    food(at={question: mode for question, (mode, _) in ends.items()})
    votes = [larder.answer(question) for question in ends]
    larder.later(6)
    for vote, (_, state) in zip(votes, ends.values()):
        assert larder.until(vote, state)["remark"]
    assert food.count("annotate") == 3 and set(ends) & set(larder.open()) == {LABEL, CATEGORY}


def test_an_account_whose_answer_was_taken_back_sends_it_later(larder, food):
    larder.api("PUT", "/food/account", {"name": "anna", "password": "right"}, 204)
    larder.asked()
    food(writes="failing")
    vote = sent(larder)
    found = eventually(lambda: (one := larder.vote(vote))["attempts"] and one)
    assert found["state"] == "waiting" and found["remark"] and found["canUndo"]
    food(writes="ok")
    larder.later(31)
    larder.until(vote, "counted")
    assert [entry["code"] for entry in food.answers(LABEL)] == [10, 2] and food.counted(LABEL) == [1]


def test_a_third_vote_that_could_not_be_written_has_counted(larder, food):
    """Robotoff keeps the vote if its write fails; only the decision of three votes is rolled back."""
    larder.asked()
    food(votes={LABEL: [1, 1]}, writes="failing")
    vote = sent(larder)
    eventually(lambda: food.answers(LABEL))
    larder.later(40)
    time.sleep(SETTLED)
    larder.later(400)
    larder.until(vote, "counted", "closed", within=5)
    food.never_twice()


def test_an_answer_about_a_removed_barcode_photograph_is_sent_once(larder, food):
    larder.game(kinds="is_upc_image")
    question = insight(13)
    food(votes={question: [1, 1]})
    vote = sent(larder, question)
    larder.until(vote, "closed", "counted")
    larder.later(3600)
    time.sleep(SETTLED)
    assert len(food.answers(question)) == 1


def test_the_third_equal_answer_decides_the_question(larder, food):
    larder.asked()
    food(votes={LABEL: [1, 1]})
    vote = sent(larder)
    larder.until(vote, "counted")
    assert food.state(LABEL)["annotation"] == 1 and food.seen["written"] == [{"code": SPREAD, "insight": LABEL, "by": "robotoff"}]


# MARK: with an account

def test_a_vote_of_an_account_goes_once_with_its_name(larder, food):
    larder.api("PUT", "/food/account", {"name": "anna", "password": "right"}, 204)
    larder.asked()
    vote = larder.answer(LABEL)
    assert vote["voter"] == "account anna"
    entries = food.wait(LABEL)
    assert [(entry["who"], entry["counted"]) for entry in entries] == [({"account": "anna", "passwordIsRight": True}, True)]
    larder.until(vote, "counted")
    assert food.seen["written"] == [{"code": SPREAD, "insight": LABEL, "by": "anna"}] and "device_id" not in str(food.lines("annotate") + food.lines("questions"))
    assert "accountAnswers" not in larder.api("GET", "/votes/counts", None, 200).json, "to read it asks nobody"
    counts = larder.api("POST", "/votes/counts", None, 200).json
    assert counts == larder.api("GET", "/votes/counts", None, 200).json
    assert counts["account"] == "anna" and counts["accountAnswers"] == 1


def test_an_account_answer_without_a_response_is_looked_up_and_not_sent_again(larder, food):
    larder.api("PUT", "/food/account", {"name": "anna", "password": "right"}, 204)
    larder.asked()
    food(at={LABEL: ["counted-then-cut"], BRAND: ["cut-before"]})
    mine, others = larder.answer(LABEL), larder.answer(BRAND)
    larder.later(6)
    for vote in (mine, others):
        larder.until(vote, "unknown")
    food(close={BRAND: 1})
    larder.later(31)
    larder.until(mine, "counted")
    assert "not known" in larder.until(others, "closed")["remark"]
    assert len(food.answers(LABEL)) == 1 == len(food.answers(BRAND))


def test_a_wrong_password_does_not_lose_or_reveal_an_answer(larder, food):
    larder.api("PUT", "/food/account", {"name": "anna", "password": "wrong-one"}, 204)
    larder.asked()
    no = larder.answer(BRAND, "no")
    yes = larder.answer(LABEL, "yes")
    larder.later(6)
    larder.until(no, "counted")
    found = eventually(lambda: (vote := larder.vote(yes)).get("remark") and vote)  # it also waits before it is sent
    assert found["state"] in ("unknown", "waiting", "lost") and "wrong-one" not in json.dumps(found)
    larder.api("PUT", "/food/account", {"name": "anna", "password": "right"}, 204)
    larder.later(310)
    found = larder.until(yes, "lost", "counted")
    if found["state"] == "lost":
        yes = sent(larder)
        larder.until(yes, "counted")
    assert food.counted(LABEL) == [1] and food.answers(LABEL)[-1]["who"]["passwordIsRight"]
    assert b"wrong-one" not in larder.log.read_bytes()


def test_an_answer_with_a_refused_login_waits_for_a_correct_one(larder, food):
    larder.api("PUT", "/food/account", {"name": "anna", "password": "wrong-one"}, 204)
    larder.asked()
    food(annotate=["401"])
    vote = sent(larder)
    found = eventually(lambda: (one := larder.vote(vote))["attempts"] and one)
    assert found["state"] == "waiting" and found["remark"]
    time.sleep(SETTLED)
    assert len(food.answers(LABEL)) == 1
    larder.api("PUT", "/food/account", {"name": "anna", "password": "right"}, 204)
    larder.until(vote, "counted")
    assert food.counted(LABEL) == [1] and len(food.answers(LABEL)) == 2


def test_an_answer_waits_for_its_account(larder, food):
    larder.api("PUT", "/food/account", {"name": "anna", "password": "right"}, 204)
    larder.asked()
    vote = larder.answer(LABEL)
    larder.api("DELETE", "/food/account", None, 204)
    other = larder.answer(LABEL, "no")  # as the server's random name, which is another voter
    larder.later(6)
    found = eventually(lambda: (one := larder.vote(vote))["attempts"] and one)
    assert found["state"] == "waiting" and "log in" in found["remark"].lower()
    larder.until(other, "counted")
    larder.api("PUT", "/food/account", {"name": "bert", "password": "x"}, 204)
    time.sleep(SETTLED)
    assert larder.vote(vote)["state"] == "waiting", "sent under somebody else's name"
    larder.api("PUT", "/food/account", {"name": "anna", "password": "right"}, 204)
    larder.until(vote, "counted")
    assert [list(entry["who"].values())[0] for entry in food.answers(LABEL)][1:] == ["anna"]


def test_no_password_goes_to_another_machine_over_http(larder, food, tmp_path):
    larder.api("PUT", "/food/account", {"name": "anna", "password": "right"}, 204)
    larder.asked()
    vote = larder.answer(LABEL)
    (tmp_path / "elsewhere").mkdir()
    elsewhere = Stub(tmp_path / "elsewhere", address="127.0.0.2")
    try:
        other = Food(elsewhere)
        assert "127.0.0.2" in other.robotoff
        larder.later(6, STILLROOM_ROBOTOFF_BASE_URL=other.robotoff)
        found = eventually(lambda: (one := larder.vote(vote))["attempts"] and one)
        assert found["state"] == "waiting" and other.answers(LABEL) == food.answers(LABEL) == []
        larder.asked(fresh="true")
        assert "device_id=" in other.lines("questions")[0] and larder.api("GET", "/food/account").json["takesAccounts"] is False
    finally:
        elsewhere.stop()
