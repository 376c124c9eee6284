"""The output of the command for programs, terminals and shells."""

import json
import os
import pty
import select
import shutil
import subprocess
import time

import pytest
from conftest import BINARY, FIXTURES, FLOWER, environment

LISTS = [
    ["plants"], ["agenda"], ["done", "--all-watering"], ["rx", "list"], ["models"], ["doctor"], ["accounts"], ["config"],
    ["food", "gtin", "3017620422003", "3560070169443"], ["food", "scan", FIXTURES / "Pictures"], ["rx", "today"],
    ["reminders"], ["food", "votes"], ["food", "larder"],
]


@pytest.fixture
def house(program):
    program.add("Kitchen basil", "--species", "Ocimum basilicum", "--room", "Kitchen")
    program.add("Monty", "--species", "Monstera deliciosa")
    return program


# MARK: data

@pytest.mark.parametrize("command", LISTS, ids=lambda command: " ".join(map(str, command[:2])))
def test_each_list_has_the_same_forms(house, command):
    document = house(*command, "--json").json
    assert isinstance(document, (list, dict))
    lines = house(*command, "--jsonl").out.splitlines()
    assert all(isinstance(json.loads(line), dict) for line in lines)
    if isinstance(document, list) and command[0] != "done":
        assert document == [json.loads(line) for line in lines]
    plain = house(*command, "--plain").out.splitlines()
    assert command[0] == "done" or len(plain) == len(lines)
    assert house(*command, "--json", "--plain").status == 64
    assert house(*command, "--fields", "id").status == 64


def test_the_option_fields_selects_and_orders_the_fields(house):
    run = house("plants", "--plain", "--fields", "name,situation.place,commonNames,room")
    first, second = (line.split("\t") for line in run.out.splitlines())
    assert first[:2] + first[3:] == ["Kitchen basil", "indoor", "Kitchen"] and first[2].startswith("Basil,Sweet basil")
    assert second[:2] + second[3:] == ["Monty", "indoor", ""] and second[2].startswith("Swiss cheese plant,")
    assert run.err == ""
    assert house("plants", "--json", "--fields", "name,room").json == [
        {"name": "Kitchen basil", "room": "Kitchen"}, {"name": "Monty", "room": None}]
    run = house("plants", "--jsonl", "--fields", "name,colour")
    assert run.status == 0 and run.documents[0] == {"name": "Kitchen basil", "colour": None}
    assert "No object has colour. There are: addedAt" in run.err
    agenda = house("agenda", "--days", 1, "--json", "--fields", "overdue,items.plantName").json
    assert agenda == {"overdue": 0, "items.plantName": ["Kitchen basil", "Monty"]}
    assert set(house("care", "Monty", "--json", "--fields", "watering.interval.unit").json) == {"watering.interval.unit"}
    run = house("identify", "--plain", "--fields", "file,verdict", FLOWER)
    assert run.out == f"{FLOWER}\tunsure\n"


# MARK: one plant

def test_a_plant_is_shown_and_watered(house):
    run = house("plants", "show", "monty")
    assert run.status == 0 and run.out.startswith("Monty  ") and "Monstera deliciosa" in run.out
    assert "water: due 2026-11-21" in run.out
    shown = house("plants", "show", "Monty", "--json").json
    assert shown["plant"]["name"] == "Monty" and {"watering"} <= {chore["kind"] for chore in shown["chores"]}
    run = house("plants", "water", "Monty", "Kitchen basil", "--on", "2026-11-20", "--jsonl")
    entries = run.documents
    assert [(entry["action"], entry["day"]) for entry in entries] == [("done", "2026-11-20")] * 2
    assert "last done on 2026-11-20" in house("plants", "show", "Monty").out
    assert house("done", "--undo", entries[0]["entry"], "--json").json == [{"entry": entries[0]["entry"]}]
    assert "water: due 2026-11-21" in house("plants", "show", "Monty").out
    assert house("plants", "show", "Nobody").status == 66
    assert house("plants", "water", "Monty", "--on", "2026-12-01").status == 64


# MARK: settings

def test_a_setting_is_shown_with_where_it_comes_from(house, tmp_path):
    file = tmp_path / "config.json"
    file.write_text('{"server": {"connections": 12}, "data-dir": "/elsewhere"}')
    run = house("config", "show", "--origin", "--changed", CONFIG=file, SERVER_PORT=9000, PLANTNET_API_KEY="geheim-1234")
    lines = dict(line.split(" = ") for line in run.out.splitlines())
    assert lines["server.port"] == "9000  (STILLROOM_SERVER_PORT)"
    assert lines["server.connections"] == f"12  ({file})"
    assert lines["data-dir"] == f"{house.data}  (STILLROOM_DATA_DIR)"
    assert lines["plantnet.api-key"] == "set, not shown  (STILLROOM_PLANTNET_API_KEY)"
    assert "geheim" not in run.out + run.err and "log.level" not in lines
    (line,) = house("config", "show", "log.level", "--json").json
    assert line == {"key": "log.level", "value": "info", "origin": "default", "environment": "STILLROOM_LOG_LEVEL", "isSecret": False}
    run = house("config", "show", "servr.port")
    assert run.status == 64 and "Did you mean server.port?" in run.err
    assert house("config", "path", CONFIG=file).out == f"{file}\n"


# MARK: terminals

def test_colour_is_used_only_where_it_is_wanted(house):
    assert "\x1b" not in house("agenda").out
    assert "\x1b[1m" in house("agenda", "--color", "always").out
    run = subprocess.run([BINARY, "agenda"], capture_output=True, timeout=60, env=house.environment | {"CLICOLOR_FORCE": "1"})
    assert b"\x1b[1m" in run.stdout
    run = subprocess.run(
        [BINARY, "agenda"], capture_output=True, timeout=60, env=house.environment | {"CLICOLOR_FORCE": "1", "NO_COLOR": "1"})
    assert b"\x1b" not in run.stdout


def terminal(arguments, steps, env, patience=50):
    """Run a program on a terminal and return all that it prints. Each step is what is typed, and a text to wait for after
    it; without steps, wait for the end of the program."""
    process, end = pty.fork()
    if process == 0:
        os.execvpe(arguments[0], list(map(str, arguments)), env)
    out = b""

    def read(until):
        nonlocal out
        begin, limit = len(out), time.monotonic() + patience
        while time.monotonic() < limit and (until is None or until.encode() not in out[begin:]):
            if select.select([end], [], [], 1)[0]:
                try:
                    out += os.read(end, 65536)
                except OSError:
                    return  # the program has ended

    for typed, until in steps:
        os.write(end, typed.encode())
        read(until)
    if not steps:
        read(None)
    os.close(end)
    try:
        os.kill(process, 9)
    except ProcessLookupError:
        pass
    os.waitpid(process, 0)
    return out.decode(errors="replace")


def test_progress_is_a_bar_on_a_terminal_unless_it_is_unwanted(house, tmp_path):
    folder = tmp_path / "photographs"
    folder.mkdir()
    for name in "abc":
        shutil.copy(FLOWER, folder / f"{name}.jpg")
    env = house.environment | {"TERM": "xterm", "NO_COLOR": "1"}
    shown = terminal([BINARY, "identify", "--plain", folder], [], env)
    assert "] 3 of 3, " in shown and "a second" in shown
    shown = terminal([BINARY, "identify", "--plain", "--no-progress", folder], [], env)
    assert "of 3" not in shown and shown.count("a.jpg") == 1


# MARK: shells

@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_completes_the_name_of_a_plant(house, tmp_path, shell):
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    script = tmp_path / "_stillroom"
    script.write_text(house("completion", shell).out)
    assert subprocess.run([shell, "-n", script]).returncode == 0
    start, load = {
        "bash": (["bash", "--norc", "-i"], f"source {script}\n"),
        "zsh": (["zsh", "-f", "-i"], f"autoload -U compinit; compinit -u -D; source {script} 2>/dev/null; compdef _stillroom stillroom\n"),
        "fish": (["fish", "--no-config", "-i"], f"source {script}\n"),
    }[shell]
    path = tmp_path / "bin"
    path.mkdir()
    (path / "stillroom").symlink_to(BINARY)
    env = house.environment | {"TERM": "xterm", "PATH": f"{path}:{os.environ['PATH']}", "STILLROOM_NOW": house.now}
    shown = terminal(start, [
        (load + "echo rea''dy\n", "ready\r"), ("stillroom plants show Ki\t", "basil"), ("\n", "Ocimum basilicum")], env)
    assert "Ocimum basilicum" in shown, shown
    # Without "show", which is the default.
    shown = terminal(start, [
        (load + "echo rea''dy\n", "ready\r"), ("stillroom agenda --room Ki\t", "tchen"), ("\n", "water Kitchen basil")], env)
    assert "water Kitchen basil" in shown, shown


def test_a_mistyped_command_has_a_suggestion(program):
    run = program("identfy", FLOWER)
    assert run.status == 64 and run.out == "" and "Did you mean “stillroom identify”?" in run.err
    assert "Did you mean '--room'?" in program("plants", "list", "--roon", "x").err
    assert program("completion", "tcsh").status == 64
