"""A server killed while sending answers sends none twice and loses none; nor do two servers on one data folder."""

import collections
import random
import time

import pytest
from conftest import eventually
from food_house import SPREAD, FoodHouse, food, food_service, larder, larders  # noqa: F401

pytestmark = pytest.mark.long

ANSWERS = 60
KILLS = 30
SEED = 20261121
SETTLED = ("counted", "closed", "lost")


def questions(food, count):
    food.about(*({"barcode": f"{1990001000000 + number}", "type": "label", "value_tag": f"en:label-{number}"} for number in range(count)))


def shown(house, count):
    """Return this many questions that can be answered; the game shows at most a hundred."""
    kinds = house.game(count=100, kinds="label")["questions"]
    ours = [one["id"] for one in kinds if one["code"].startswith("1990001")]
    assert len(ours) == count
    return ours


def test_sixty_answers_are_sent_once_although_the_server_is_killed_thirty_times(larder, food):
    chance = random.Random(SEED)
    questions(food, ANSWERS)
    open_questions = shown(larder, ANSWERS)
    given, under_way = {}, set()
    for _ in range(KILLS):
        food(annotate={"mode": "slow", "seconds": chance.choice((0.03, 0.1, 0.25))})
        for question in [open_questions.pop() for _ in range(ANSWERS // KILLS)]:
            given[question] = larder.answer(question, chance.choice(("yes", "no", "skip")))
        before = food.count("annotate")
        # In most rounds it sends the rest of the previous round. A question older than a minute is read again before
        # its answer is sent, and the server reads at most twelve times per minute.
        larder.later(15)
        under_way |= {vote["number"] for vote in larder.votes(state="sending") if vote["sentAt"] < larder.settings["STILLROOM_NOW"]}
        eventually(lambda: food.count("annotate") > before)
        time.sleep(chance.uniform(0, 0.3))
    food(annotate=None)
    assert open_questions == [] and len(larder.votes()) == ANSWERS == len(given)
    for _ in range(40):
        left = [vote for vote in larder.votes() if vote["state"] not in SETTLED]
        if not left:
            break
        larder.later(125)
        eventually(lambda: not larder.votes(state="waiting"))
        time.sleep(1.2)
    states = collections.Counter(vote["state"] for vote in larder.votes())
    print(f"\n{KILLS} kills, {len(under_way)} answers under way at one; {dict(states)}")
    assert sum(states.values()) == ANSWERS and not set(states) - set(SETTLED), states
    assert len(under_way) >= 5, "hardly a kill hit an answer"
    food.never_twice()
    for vote in larder.votes():
        entries = food.answers(vote["question"]["id"])
        assert len(entries) <= 1, "sent again"
        assert sum(entry["counted"] for entry in entries) == (vote["state"] == "counted"), (vote, entries)


def test_two_servers_on_one_data_folder_send_each_answer_once(larders, food, tmp_path):
    questions(food, 40)
    one = larders()
    asked = shown(one, 40)
    (tmp_path / "second").mkdir()
    (tmp_path / "second/data").symlink_to(one.folder / "data")
    other = FoodHouse(tmp_path / "second", one.home, food, one.now())
    try:
        for place, question in enumerate(asked):
            first, second = (one, other) if place % 2 else (other, one)
            assert (first.api("POST", f"/questions/{question}/answer", {"choice": "yes"}).status,
                    second.api("POST", f"/questions/{question}/answer", {"choice": "no"}).status) == (202, 409)
        food(annotate={"mode": "slow", "seconds": 0.05})
        one.later(3)
        eventually(lambda: not one.votes(state="waiting,sending"), within=30)
        time.sleep(1.2)
        assert {vote["state"] for vote in one.votes()} == {"counted"} and len(other.votes()) == 40
        assert food.count("annotate") == 40 and {len(food.answers(question)) for question in asked} == {1}
        assert {entry["who"]["device"] for entry in food.seen["ledger"]} == {food.lines("questions")[0].split("device_id=")[1].split("&")[0]}
    finally:
        other.stop()
