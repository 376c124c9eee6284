"""`stillroom reminders` and `stillroom work`: output, exit status, and that nothing is sent twice."""

import re
import signal
import subprocess
import time

import pytest
from conftest import BINARY, NOON, environment, eventually
from reminder_house import DUE, EARLY, live, mail, notice, push_service  # noqa: F401


@pytest.fixture
def closed(live, mail):
    """Return the command, the channel and the place of a stopped server with a webhook."""
    house = live(now=EARLY)
    channel, place = house.hook("Hook")
    house.stop()
    return house, AtEight(house), place


class AtEight:
    """`stillroom` before 08:00 adds and lists plants; `work` at 08:00 sends their notices."""

    def __init__(self, house):
        self.program = house.command()

    def __call__(self, *arguments, now=None, **more):
        return self.program(*arguments, now=now or (DUE if arguments[0] == "work" else EARLY), **more)

    def __getattr__(self, name):
        return getattr(self.program, name)


def worker(house, *arguments, now=DUE, **settings):
    given = environment(house.home) | house.settings | settings | {"STILLROOM_DATA_DIR": str(house.folder / "data"), "STILLROOM_NOW": now}
    return subprocess.Popen([BINARY, "work", *arguments], env=given, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def end(process, within):
    began = time.monotonic()
    process.send_signal(signal.SIGTERM)
    try:
        out, err = process.communicate(timeout=within)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        pytest.fail(f"no end within {within} s of SIGTERM")
    assert process.returncode == 0, err.decode()[-1000:]
    return time.monotonic() - began


# MARK: reminders

def test_waiting_reminders_are_listed(program):
    run = program("reminders")
    assert (run.status, run.out, run.err) == (0, "No reminders are waiting.\n", "")
    program.add("Fern", now=EARLY)
    run = program("reminders", now=EARLY)
    assert run.out.splitlines()[0] == "2026-11-21 08:00  Water Fern  [In the app]" and run.err == ""
    document = program("reminders", "--json", now=EARLY).json
    assert set(document) == {"reminders", "dead", "overdue"} and document["dead"] == [] and document["overdue"] == 0
    first = document["reminders"][0]
    assert {name: first[name] for name in ("channel", "channelKind", "at", "until", "title", "body", "state", "attempts")} == {
        "channel": "In the app", "channelKind": "page", "at": "2026-11-21T07:00:00Z", "until": "2026-11-21T21:00:00Z", "title": "Water Fern",
        "body": "Due today.", "state": "pending", "attempts": 0}
    assert len(program("reminders", "--json", "--limit", 1, now=EARLY).json["reminders"]) == 1
    # Listing changes nothing, whatever the time zone.
    assert program("reminders", now=EARLY, HOME_ZONE="America/New_York").out.startswith("2026-11-21 02:00  Water Fern")


@pytest.mark.parametrize("arguments, status", [
    (["--limit", 0], 64), (["--limit", 1001], 64), (["--limit", "x"], 64), (["--retry", 7], 66), (["--retry", "x"], 64), (["--retry=-1"], 66), (["--retry", -1], 64), (["more"], 64),
    (["--retry", "99999999999999999999"], 64)])
def test_an_invalid_reminders_command_is_refused(program, arguments, status):
    run = program("reminders", *arguments)
    assert run.status == status and run.out == "" and run.err, run.err


@pytest.mark.parametrize("command, words", [("reminders", ["--retry", "--limit", "--json", "stillroom reminders --retry 17"]), ("work", ["--once", "stillroom work --once"])])
def test_the_help_of_the_reminder_commands_is_complete(program, command, words):
    run = program(command, "--help")
    assert run.status == 0 and all(word in run.out for word in words)
    assert command in program("help").out
    assert all(len(line) <= 100 for line in run.out.splitlines() if not line.startswith("USAGE"))


def test_control_characters_in_names_do_not_reach_the_terminal(live, mail):
    house = live(EARLY)
    house.hook("\u001b[31mred\u0007\u009b2J")
    house.add("Fern\u001b]0;owned\u0007")
    house.stop()
    for run in (house.command()("reminders", now=EARLY), house.command()("work", "--once", now=NOON)):
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", run.out + run.err), repr(run.out)


def test_an_unsent_notification_is_listed_and_can_be_tried_again(closed, mail):
    _, command, place = closed
    mail(places={place: "refused"})
    command.add("Fern")
    run = command("work", "--once")
    assert run.status == 69 and "0 sent, 1 not." in run.err and "stillroom reminders says why" in run.err
    run = command("reminders")
    number = re.search(r"^not sent: (\d+)  Water Fern  \[Hook\]  The webhook does not let us in \(403\)", run.out, re.MULTILINE)[1]
    assert command("reminders", "--json").json["dead"][0]["number"] == int(number)
    assert command("work", "--once").status == 0 and len(mail.tried(place)) == 1
    mail(places={place: None})
    run = command("reminders", "--retry", number)
    assert (run.status, run.out, run.err) == (0, "", f"Notification {number} is waiting again.\n")
    run = command("work", "--once")
    assert run.status == 0 and "1 sent, 0 not." in run.err and len(mail.taken(place)) == 1
    assert command("reminders", "--retry", number).status == 66


def test_an_accepted_retry_on_the_next_day_is_really_sent(closed, mail):
    _, command, place = closed
    mail(places={place: "refused"})
    command.add("Fern")
    command("work", "--once")
    number = command("reminders", "--json").json["dead"][0]["number"]
    mail(places={place: None})
    run = command("reminders", "--retry", number, now="2026-11-22T05:00:00Z")
    if run.status == 0:
        command("work", "--once", now="2026-11-22T05:00:10Z")
        assert mail.taken(place), f"“{run.err.strip()}”, but it was thrown away"


# MARK: work

def test_the_option_once_sends_due_reminders_and_ends(closed, mail):
    house, command, place = closed
    run = command("work", "--once")
    assert (run.status, run.out, run.err) == (0, "", "0 sent, 0 not.\n")
    command.add("Fern")
    run = command("work", "--once", now="2026-11-21T06:59:59Z")
    assert run.err == "0 sent, 0 not.\n" and not mail.tried(place)
    run = command("work", "--once", now="2026-11-21T07:00:00Z")
    assert run.err == "1 sent, 0 not.\n" and notice(mail.taken(place)[0])["title"] == "Water Fern"
    assert command("work", "--once").err == "0 sent, 0 not.\n" and len(mail.tried(place)) == 1


def test_the_server_sends_the_reminder_of_a_plant_added_by_the_command(live, mail):
    house = live()
    _, place = house.hook(is_soon=False)
    house.command().add("Fern")
    house.soon(3)
    assert notice(mail.wait(place)[0])["title"] == "Water Fern"
    chore = next(iter(house.open_chores().values()))["chore"]
    house.command()("done", chore)
    assert house.alerts() == []


def test_an_idle_worker_ends_at_once(closed):
    house, _, _ = closed
    process = worker(house)
    time.sleep(1.5)
    assert process.poll() is None and end(process, 5) < 2


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stopping_worker_finishes_the_notification_it_is_sending(closed, mail, number):
    house, command, place = closed
    command.add("Fern")
    mail(places={place: {"mode": "slow", "milliseconds": 2000}})
    process = worker(house)
    eventually(lambda: mail.tried(place))
    process.send_signal(number)
    assert process.wait(6) == 0
    assert command("work", "--once", now="2026-11-21T11:05:00Z").err == "0 sent, 0 not.\n"
    assert list(mail.wire(place).values()) == [1], "it was sent again"


def test_a_stopping_worker_does_not_wait_for_a_hanging_request(closed, mail):
    house, command, place = closed
    command.add("Fern")
    mail(places={place: {"mode": "hang", "times": 1}})
    process = worker(house)
    eventually(lambda: mail.tried(place))
    end(process, 12)
    command("work", "--once", now="2026-11-21T11:05:00Z")
    assert list(mail.wire(place).values()) == [2], "a repeat has the same name"


def test_a_stopping_worker_releases_its_unsent_notifications(closed, mail):
    house, command, place = closed
    house.settings["STILLROOM_REMINDERS_GROUP"] = "false"
    command = AtEight(house)
    command.take_in(*[{"name": f"Plant {number}", "addedOn": "2026-11-21"} for number in range(150)])
    mail(places={place: {"mode": "slow", "milliseconds": 1000}})
    process = worker(house)
    eventually(lambda: mail.tried(place))
    end(process, 12)
    sent = len(mail.wire(place))
    mail(places={place: None})
    # In the same second: the ended worker holds no lease.
    run = command("work", "--once", now="2026-11-21T07:00:30Z")
    assert run.err == f"{150 - sent} sent, 0 not.\n"
    assert len(mail.wire(place)) == 150 and set(mail.wire(place).values()) == {1}


def test_every_notification_to_a_slow_webhook_is_sent(closed, mail):
    """Two seconds each are well below the limit of ten."""
    house, _, place = closed
    house.settings["STILLROOM_REMINDERS_GROUP"] = "false"
    command = AtEight(house)
    command.take_in(*[{"name": f"Plant {number}", "addedOn": "2026-11-21"} for number in range(60)])
    mail(places={place: {"mode": "slow", "milliseconds": 2000}})
    run = command("work", "--once")
    assert run.err == "60 sent, 0 not.\n", run.err[-300:]
    assert set(mail.wire(place).values()) == {1}


def test_a_hanging_channel_does_not_delay_the_others(closed, mail):
    house, _, place = closed
    house.settings["STILLROOM_REMINDERS_GROUP"] = "false"
    house.start()
    _, other = house.hook("Other")
    house.stop()
    command = house.command()
    command.take_in(*[{"name": f"Plant {number}", "addedOn": "2026-11-21"} for number in range(150)])
    mail(places={place: "hang"})
    process = worker(house)
    try:
        began = time.monotonic()
        eventually(lambda: len(mail.wire(other)) == 150, within=20)
        assert time.monotonic() - began < 8
    finally:
        process.kill()
        process.communicate()


def test_the_work_command_refuses_unknown_arguments(program):
    for arguments in (["--twice"], ["now"]):
        run = program("work", *arguments)
        assert run.status == 64 and run.err
