"""Care, agenda and collection on the command line: plans, due dates and exports."""

import csv
import datetime
import io
import itertools
import json
import random
import re
import sqlite3
import zoneinfo

import pytest
from conftest import ROOT, VIENNA, Program

UTC = datetime.timezone.utc
MONSTERA = ["care", "Monstera deliciosa", "--on", "2026-11-21", "--latitude", 48.2, "--zone", "Europe/Vienna", "--place", "indoor",
            "--pot-diameter", 14, "--material", "clay"]


def care(program, name, *options, **settings):
    """Return a plan; of two options with the same name the later one counts."""
    run = program("care", name, "--json", *options, **settings)
    assert run.status == 0, run.err
    return run.json


def leaves(document):
    """Return all values of a plan by path."""
    for name, part in document.items():
        if isinstance(part, dict):
            if "source" in part:
                yield name, part
            else:
                yield from ((f"{name}.{path}", leaf) for path, leaf in leaves(part))


def by_month(program, *options, name="Monstera deliciosa", latitude=48.2):
    """Return the days between two waterings by month, from January."""
    return care(program, name, f"--latitude={latitude}", *options)["watering"]["byMonth"]["value"]


# MARK: a plan

def test_every_value_of_a_plan_has_a_unit_a_source_and_a_reason(program):
    run = program(*MONSTERA, "--json")
    assert run.status == 0 and run.err == ""
    plan = run.json
    assert (plan["scientificName"], plan["on"], plan["latitude"], plan["zone"], plan["place"], plan["potDiameter"], plan["material"]) == \
        ("Monstera deliciosa", "2026-11-21", 48.2, "Europe/Vienna", "indoor", 14, "clay")
    values = dict(leaves(plan))
    for path, leaf in values.items():
        assert {"value", "unit", "source", "reason"} <= set(leaf), path
        assert leaf["value"] not in (None, "") and leaf["source"] and leaf["reason"], path
        # A link is not a fact, so it has no date.
        assert path == "link" or re.search(r"\d{4}-\d\d-\d\d$|^default$|^your own value$", leaf["source"]), f"{path}: no date in {leaf['source']}"
    assert {path.split(".")[0] for path in values} >= {
        "light", "watering", "temperature", "fertiliser", "humidity", "soil", "growth", "toxicity"}
    assert values["watering.interval"]["unit"] == "days" and values["temperature.minimum"]["unit"] == "°C"
    assert values["watering.interval"]["value"] == values["watering.byMonth"]["value"][10]
    assert plan["why"] == f"every {values['watering.interval']['value']} days: medium-moist species, 14 cm clay pot, indoors, " \
        "November in Vienna"
    assert plan["disclaimer"] and plan["isMostlyAssumed"] is False
    assert program(*MONSTERA, "--json").out == run.out, "the same question has another answer"
    plain = program(*MONSTERA).out
    assert plan["why"] in plain and plan["disclaimer"] in plain


def test_a_care_question_does_not_change_the_collection(program):
    program(*MONSTERA)
    assert program("plants").out == "" and program.agenda()["items"] == []


def test_the_watering_interval_is_longest_where_and_when_days_are_short(program):
    north, south = by_month(program), by_month(program, latitude=-48.2)
    assert north[10] > north[4] and max(north) == north[11] and min(north) == north[5]
    assert south == north[6:] + north[:6], "the south is the north six months later"
    assert len(set(by_month(program, latitude=0))) == len(set(by_month(program, latitude=-20))) == 1
    assert by_month(program, latitude=0)[0] == min(north)
    assert sum(by_month(program, latitude=60)) > sum(north) > sum(by_month(program, latitude=30))
    assert len(set(by_month(program, "--grow-lamp"))) == len(set(by_month(program, "--ignore-season"))) == 1
    without_place = care(program, "Monstera deliciosa", HOME_ZONE=None, HOME_LATITUDE=None)
    assert len(set(without_place["watering"]["byMonth"]["value"])) == 1 and "place not known" in without_place["why"]
    assert without_place.get("latitude") is None


def test_a_negative_latitude_can_be_typed_as_a_value(program):
    """A negative number is the option's value, not another option."""
    assert care(program, "Monstera deliciosa", "--latitude", "-33.9")["latitude"] == -33.9


def test_the_winter_interval_is_at_most_1_6_times_the_summer_interval(program):
    for latitude in (30, 40, 48.2, 55, 65, 78, 90):
        months = by_month(program, latitude=latitude)
        assert 1 <= max(months) / min(months) <= 1.7, (latitude, months)  # whole days


def test_pot_size_material_and_place_change_the_watering_interval(program):
    def interval(*options):
        return by_month(program, *options)[5]

    widths = [interval("--pot-diameter", width) for width in (1, 7, 10, 14, 20, 40, 200)]
    assert widths == sorted(widths) and widths[0] < widths[3] < widths[-1]
    assert widths[-1] <= 2 * widths[3] and widths[0] >= widths[3] // 2
    assert interval("--pot-diameter", 28, "--material", "clay") < interval("--pot-diameter", 28, "--material", "plastic")
    assert interval("--spot", "bright") < interval() < interval("--spot", "shaded")
    assert interval("--place", "outdoor") < interval()
    assert interval("--place", "outdoor", "--in-ground") > interval("--place", "outdoor")


@pytest.mark.parametrize("name, in_summer", [
    ("Lithops aucampiae", range(15, 61)), ("Monstera deliciosa", range(5, 10)), ("Ocimum basilicum", range(2, 6)),
    ("Dionaea muscipula", range(1, 4))])
def test_plants_of_dry_habitats_have_a_longer_watering_interval(program, name, in_summer):
    months = by_month(program, name=name)
    assert months[5] in in_summer and all(1 <= days <= 60 for days in months)


def test_an_unknown_species_has_a_careful_default_that_says_so(program):
    plan = care(program, "Zzyzx nonexistens", "--latitude", 48.2)
    assert plan["isMostlyAssumed"] is True
    assert {leaf["sourceKind"] for _, leaf in leaves(plan)} == {"default"}
    assert plan["watering"]["dryness"]["value"] == "medium" and 7 <= plan["watering"]["interval"]["value"] <= 12
    assert plan["toxicity"]["pets"]["value"] in (None, "unknown", "not known")
    assert "default" in program("care", "Zzyzx nonexistens").out.splitlines()[-2]


def test_the_plan_names_the_genus_if_the_species_is_unknown(program):
    plan = care(program, "Monstera fictitia")
    kinds = {leaf["sourceKind"] for _, leaf in leaves(plan)}
    assert "genus" in kinds and "species" not in kinds
    assert plan["watering"]["interval"]["source"].startswith("genus Monstera")
    assert "medium-moist genus" in plan["why"]


@pytest.mark.parametrize("name", ["monstera deliciosa", "Swiss cheese plant", "MONSTERA  DELICIOSA", "Monstera deliciosa Liebm."])
def test_a_species_is_found_by_the_names_it_goes_by(program, name):
    assert care(program, name)["scientificName"] == "Monstera deliciosa"


def test_a_plant_that_needs_no_fertiliser_has_no_fertilising_task(program):
    plan = care(program, "Dionaea muscipula")
    assert plan["fertiliser"]["frequency"]["value"] == "none" and plan["fertiliser"].get("type", {"value": "none"})["value"] == "none"
    assert "fertilising" not in [chore["kind"] for chore in plan["chores"] if not chore["isOffered"]]


def test_fertiliser_is_given_in_growth_only(program):
    for latitude, growing in ((48.2, 6), (-48.2, 12)):
        plan = care(program, "Monstera deliciosa", f"--latitude={latitude}")
        months = plan["fertiliser"]["months"]["value"]
        assert growing in months and (growing + 5) % 12 + 1 not in months
        chore = next(chore for chore in plan["chores"] if chore["kind"] == "fertilising")
        assert int(chore["start"][5:7]) in months


def test_the_care_of_an_own_plant_uses_its_pot_and_species(program):
    program.add("The one in the hall", "--species", "Monstera deliciosa")
    plan = care(program, "the one in the HALL")
    assert plan["plant"] == "The one in the hall" and plan["scientificName"] == "Monstera deliciosa"
    assert care(program, "The one in the hall", "--pot-diameter", 28)["watering"]["interval"]["value"] > \
        plan["watering"]["interval"]["value"]
    program.add("Twin"), program.add("Twin")
    run = program("care", "Twin")
    assert run.status == 64 and "2 plants are called Twin" in run.err


@pytest.mark.parametrize("options, word", [
    (["--latitude", "91"], "--latitude"), (["--latitude=-90.5"], "--latitude"), (["--latitude", "nan"], "--latitude"),
    (["--latitude", "north"], "--latitude"), (["--zone", "Mars/Base"], "Mars/Base"), (["--zone", "../../etc/passwd"], "--zone"),
    (["--zone", ""], "zone"), (["--place", "attic"], "--place"), (["--pot-diameter", "0.9"], "--pot-diameter"),
    (["--pot-diameter", "201"], "--pot-diameter"), (["--pot-diameter", "inf"], "--pot-diameter"), (["--material", "gold"], "--material"),
    (["--spot", "dark"], "--spot"), (["--on", "2026-02-30"], "--on"), (["--on", "21.11.2026"], "--on"), (["--on", ""], "--on"),
    (["--sunny"], "--sunny"),
], ids=lambda value: "=".join(value) if isinstance(value, list) else "")
def test_an_invalid_option_is_named_in_the_error(program, options, word):
    run = program("care", "Monstera deliciosa", *options)
    assert run.status == 64 and run.out == "" and word in run.err


@pytest.mark.parametrize("name", ["", "   ", "\t"])
def test_a_plan_without_a_name_is_refused(program, name):
    run = program("care", name)
    assert run.status == 64 and run.out == ""


def test_control_characters_in_a_name_do_not_reach_the_terminal(program):
    run = program("care", "Rosa \x1b[31mred\x07")
    assert "\x1b" not in run.out + run.err and "\x07" not in run.out + run.err


# MARK: instants

def instants(program, lines):
    run = program("agenda", "instant", stdin="".join(f"{zone},{day},{time}\n" for zone, day, time in lines).encode())
    assert run.status == 0, run.err
    return run.out.split()


def by_zoneinfo(zone, day, time):
    """The first occurrence in an overlap, and the offset before a gap: Python's fold 0."""
    local = datetime.datetime.fromisoformat(f"{day}T{time}").replace(tzinfo=zoneinfo.ZoneInfo(zone))
    return local.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@pytest.fixture(scope="module")
def zones():
    names = zoneinfo.available_timezones() - {"localtime"}
    assert len(names) > 400, "the package tzdata is missing"
    return sorted(names)


def changes(name, since, until):
    """Return the transitions of a time zone."""
    zone, step = zoneinfo.ZoneInfo(name), datetime.timedelta(days=9)
    before = since
    while before < until:
        after = before + step
        if before.astimezone(zone).utcoffset() != after.astimezone(zone).utcoffset():
            low, high = before, after
            while high - low > datetime.timedelta(seconds=1):
                middle = low + (high - low) / 2
                middle -= datetime.timedelta(microseconds=middle.microsecond)
                if middle.astimezone(zone).utcoffset() == low.astimezone(zone).utcoffset():
                    low = middle
                else:
                    high = middle
            yield high
        before = after


def test_times_at_every_clock_change_of_every_zone_are_converted_correctly(program, zones):
    """Times around each gap and overlap, in the past, now, and in years that only the rule at a file's end covers."""
    lines = []
    for name in zones:
        zone = zoneinfo.ZoneInfo(name)
        for since, until in ((1994, 1997), (2005, 2013), (2025, 2029), (2061, 2063)):
            for change in changes(name, datetime.datetime(since, 1, 1, tzinfo=UTC), datetime.datetime(until, 1, 1, tzinfo=UTC)):
                before = (change - datetime.timedelta(seconds=1)).astimezone(zone).replace(tzinfo=None)
                after = change.astimezone(zone).replace(tzinfo=None)
                low, high = sorted((before, after))
                for local in (low - datetime.timedelta(minutes=61), low, low + (high - low) / 2, high, high + datetime.timedelta(hours=1)):
                    lines.append((name, local.date().isoformat(), local.strftime("%H:%M:%S")))
    assert len(lines) > 20_000
    got, wrong = instants(program, lines), []
    for line, instant in zip(lines, got, strict=True):
        if instant != by_zoneinfo(*line):
            wrong.append(f"{line}: {instant}, not {by_zoneinfo(*line)}")
    assert not wrong, "\n".join(wrong[:20])


def test_random_times_in_random_zones_are_converted_correctly(program, zones):
    chance = random.Random(4)
    lines = [(chance.choice(zones), (datetime.date(1900, 1, 1) + datetime.timedelta(days=chance.randrange(80_000))).isoformat(),
              f"{chance.randrange(24):02}:{chance.randrange(60):02}") for _ in range(10_000)]
    assert instants(program, lines) == [by_zoneinfo(*line) for line in lines]


@pytest.mark.parametrize("zone, day, time, instant", [
    ("Europe/Vienna", "2026-03-29", "02:30", "2026-03-29T01:30:00Z"),
    ("Europe/Vienna", "2026-10-25", "02:30", "2026-10-25T00:30:00Z"),
    ("Australia/Lord_Howe", "2026-10-04", "02:15", "2026-10-03T15:45:00Z"),  # half an hour is skipped
    ("Australia/Lord_Howe", "2026-04-05", "01:45", "2026-04-04T14:45:00Z"),
    ("Antarctica/Troll", "2026-03-29", "02:30", "2026-03-29T02:30:00Z"),  # two hours are skipped
    ("Antarctica/Troll", "2026-10-25", "01:30", "2026-10-24T23:30:00Z"),
    ("Pacific/Apia", "2011-12-30", "12:00", "2011-12-30T22:00:00Z"),  # the whole day is skipped
    ("America/Havana", "2026-03-08", "00:30", "2026-03-08T05:30:00Z"),  # midnight is skipped
    ("America/Havana", "2026-11-01", "00:30", "2026-11-01T04:30:00Z"),
    ("Africa/Casablanca", "2026-03-22", "02:30", "2026-03-22T02:30:00Z"),
    ("Asia/Kathmandu", "2026-01-01", "08:00", "2026-01-01T02:15:00Z"),
])
def test_times_at_special_clock_changes_have_their_known_instants(program, zone, day, time, instant):
    assert instants(program, [(zone, day, time)]) == [by_zoneinfo(zone, day, time)]
    if zone != "Africa/Casablanca" and (zone, day) != ("Antarctica/Troll", "2026-03-29"):
        assert instants(program, [(zone, day, time)]) == [instant]


@pytest.mark.parametrize("day, instant", [("1500-06-01", "1500-06-01T12:00:00Z"), ("0001-01-01", "0001-01-01T12:00:00Z"),
                                          ("1582-10-10", "1582-10-10T12:00:00Z"), ("9999-12-31", "9999-12-31T12:00:00Z")])
def test_very_early_and_very_late_days_are_unchanged_in_utc(program, day, instant):
    assert instants(program, [("UTC", day, "12:00")]) == [instant]


def test_a_list_with_quotes_spaces_and_empty_lines_is_read(program, tmp_path):
    file = tmp_path / "times.csv"
    file.write_bytes(b'zone,local_date,local_time\r\n"Europe/Vienna",2026-02-20,08:00\r\n\r\n UTC , 2026-02-20 , 08:00:30 ')
    run = program("agenda", "instant", file)
    assert run.out == "2026-02-20T07:00:00Z\n2026-02-20T08:00:30Z\n" and run.status == 0 and run.err == ""
    document = program("agenda", "instant", "--jsonl", file).documents[0]
    assert document == {"zone": "Europe/Vienna", "date": "2026-02-20", "time": "08:00", "instant": "2026-02-20T07:00:00Z"}
    assert program("agenda", "instant").out == ""


def test_a_list_with_the_byte_order_mark_of_a_spreadsheet_is_read(program):
    run = program("agenda", "instant", stdin="\ufeffzone,local_date,local_time\r\nUTC,2026-02-20,08:00\r\n".encode())
    assert (run.status, run.out) == (0, "2026-02-20T08:00:00Z\n"), run.err


@pytest.mark.parametrize("line", [
    "x", "Europe/Vienna,2026-02-30,08:00", "Europe/Vienna,2026-02-20,24:00", "Europe/Vienna,2026-02-20,8:00", "Mars/Base,2026-02-20,08:00",
    "Europe/Vienna,2026-02-20", "../UTC,2026-02-20,08:00", "/etc/passwd,2026-02-20,08:00", "europe/vienna,2026-02-20,08:00",
    "right/UTC,2026-02-20,08:00", "Europe,2026-02-20,08:00", ",2026-02-20,08:00", "zone1970.tab,2026-02-20,08:00", "\0,2026-02-20,08:00",
    "UTC,２０２６-02-20,08:00", "UTC,-026-02-20,08:00", "UTC,10000-01-01,08:00", "UTC;2026-02-20;08:00", "\xff\xfe"])
def test_a_malformed_line_is_named(program, line):
    run = program("agenda", "instant", stdin=b"UTC,2026-02-20,08:00\n" + line.encode("latin-1" if line == "\xff\xfe" else "utf-8") + b"\n")
    assert run.status == 65 and "Line 2" in run.err
    assert run.out in ("", "2026-02-20T08:00:00Z\n")


def test_a_missing_list_has_the_exit_status_66(program, tmp_path):
    assert program("agenda", "instant", tmp_path / "none.csv").status == program("agenda", "instant", tmp_path).status == 66


# MARK: the agenda

def test_a_new_plant_adds_its_chores_to_the_agenda(program):
    program.add("Basil", "--species", "Ocimum basilicum", "--room", "Kitchen")
    view = program.agenda("--days", 30)
    assert (view["today"], view["zone"], view["zoneIsAssumed"], view["from"], view["through"]) == \
        ("2026-11-21", "Europe/Vienna", False, "2026-11-21", "2026-12-20")
    first, *rest = [item for item in view["items"] if item["kind"] == "watering"]
    assert (first["day"], first["status"], first["isNext"], first["room"], first["icon"]) == ("2026-11-21", "today", True, "Kitchen", "drop")
    assert first["remindAt"] == "2026-11-21T07:00:00Z"
    assert len(rest) >= 4 and not any(item["isNext"] for item in rest)
    assert view["dueToday"] == 1 and view["overdue"] == 0
    assert len({(item["chore"], item["day"]) for item in view["items"]}) == len(view["items"]), "a day twice"
    plain = program("agenda", "--days", 30).out
    assert first["chore"][:8] + "  water Basil (Kitchen)" in plain and plain.startswith("Today, 2026-11-21\n")


@pytest.mark.parametrize("recurrence, days", [
    ("days 1", [21, 22, 23, 24, 25, 26, 27, 28, 29, 30]), ("days 7", [21, 28]), ("once", [21]), ("months 1 on 21", [21])])
def test_daily_weekly_and_monthly_chores_fall_on_the_right_days(program, recurrence, days):
    program.take_in({"name": "Rose", "addedOn": "2026-11-01",
                     "chores": [{"kind": "own", "title": "Dust", "recurrence": recurrence, "start": "2026-11-21", "standing": "active"}]})
    assert [int(item["day"][-2:]) for item in program.agenda("--days", 10, "--kind", "own")["items"]] == days


def test_a_chore_on_the_last_day_of_a_month_stays_on_the_last_day(program):
    program.take_in({"name": "Rose", "addedOn": "2026-01-01", "chores": [
        {"kind": "own", "title": "By month", "recurrence": "months 1 on 31", "start": "2027-01-31", "standing": "active"},
        {"kind": "own", "title": "By days", "recurrence": "days 30", "start": "2027-01-31", "standing": "active"}]})
    days = {title: [item["day"] for item in program.agenda("--days", 200, "--kind", "own")["items"] if item["title"] == title]
            for title in ("By month", "By days")}
    assert days["By month"] == ["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"]
    assert days["By days"][:3] == ["2027-01-31", "2027-03-02", "2027-04-01"]


def test_the_agenda_is_filtered_by_room_kind_and_day(program):
    program.add("Basil", "--species", "Ocimum basilicum", "--room", "Kitchen")
    program.add("Cactus", "--room", "Hall & stairs")
    rooms = {item["plantName"] for item in program.agenda("--room", "Hall & stairs")["items"]}
    assert rooms == {"Cactus"} and program.agenda("--room", "Attic")["items"] == []
    assert {item["kind"] for item in program.agenda("--kind", "watering", "--days", 366)["items"]} == {"watering"}
    assert {item["kind"] for item in program.agenda("--days", 366)["items"]} > {"watering", "fertilising"}
    later = program.agenda("--on", "2026-12-24", "--days", 14)
    assert (later["from"], later["through"], later["today"]) == ("2026-12-24", "2027-01-06", "2026-11-21")
    assert later["items"] and all("2026-12-24" <= item["day"] <= "2027-01-06" for item in later["items"])
    assert program.agenda("--on", "2026-11-10", "--days", 5)["items"] == []
    assert program("agenda", "--on", "2026-11-10", "--days", 5).out == "No tasks from 2026-11-10 to 2026-11-14.\n"


@pytest.mark.parametrize("options", [
    ["--days", "0"], ["--days", "367"], ["--days", "many"], ["--days=-1"], ["--on", "2026-13-01"], ["--on", "9999-12-31"],
    ["--kind", "swimming"], ["--zone", "X/Y"], ["--zone", ""], ["--zone", "/etc/passwd"]], ids="=".join)
def test_an_agenda_with_invalid_options_is_refused(program, options):
    run = program("agenda", *options)
    assert run.status == 64 and run.out == "" and len(run.err) > 20


def test_the_agenda_says_that_the_zone_of_the_machine_is_only_assumed(program):
    run = program("agenda", HOME_ZONE=None, HOME_LATITUDE=None)
    assert "home.zone" in run.err and run.status == 0
    assert program.agenda(HOME_ZONE=None)["zoneIsAssumed"] is True
    assert program("agenda", HOME_ZONE="Mars/Base").status == 78


# MARK: days

@pytest.mark.parametrize("zone, now, today", [
    ("Pacific/Auckland", "2026-11-21T10:30:00Z", "2026-11-21"),  # 23:30
    ("Pacific/Auckland", "2026-11-21T11:30:00Z", "2026-11-22"),  # 00:30
    ("Europe/Vienna", "2026-11-20T23:30:00Z", "2026-11-21"),  # 00:30
    ("Europe/Vienna", "2026-11-20T22:30:00Z", "2026-11-20"),  # 23:30
    ("Pacific/Kiritimati", "2026-11-21T10:30:00Z", "2026-11-22"), ("Pacific/Pago_Pago", "2026-11-21T10:30:00Z", "2026-11-20"),
    ("Europe/Vienna", "2026-03-28T23:30:00Z", "2026-03-29"),  # the night that loses an hour
    ("America/Havana", "2026-11-01T04:30:00Z", "2026-11-01"), ("America/Havana", "2026-11-01T05:30:00Z", "2026-11-01"),
    ("Asia/Kathmandu", "2026-11-21T18:14:00Z", "2026-11-21"), ("Asia/Kathmandu", "2026-11-21T18:15:00Z", "2026-11-22"),
])
def test_today_is_the_local_day_of_the_home_zone(program, zone, now, today):
    assert program.agenda(now=now, HOME_ZONE=zone)["today"] == today
    assert program.agenda("--zone", zone, now=now)["today"] == today


def test_a_day_begins_at_midnight_at_home(program):
    """A chore for the 22nd is due tomorrow at 23:30, today at 00:30, and overdue a day later."""
    program.take_in({"name": "Fern", "addedOn": "2026-11-01", "log": [{"kind": "watering", "action": "done", "day": "2026-11-15"}]})
    auckland = {"HOME_ZONE": "Pacific/Auckland", "HOME_LATITUDE": "-36.8"}
    due = datetime.date.fromisoformat(program.due(**auckland)["watering", "Fern"]["due"])
    for hours, status, late in ((-0.5, "tomorrow", 0), (0.5, "today", 0), (23.5, "today", 0), (24.5, "overdue", 1)):
        midnight = datetime.datetime(due.year, due.month, due.day, tzinfo=zoneinfo.ZoneInfo("Pacific/Auckland")).astimezone(UTC)
        now = (midnight + datetime.timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%SZ")
        item = program.due(now=now, **auckland)["watering", "Fern"]
        assert (item["status"], item["daysOverdue"]) == (status, late), hours
        if status != "tomorrow":
            entry, = program.done(item["chore"][:8], now=now, **auckland)
            assert entry["day"] == (due + datetime.timedelta(days=late)).isoformat()
            assert program("done", "--undo", entry["entry"], now=now).status == 0


def test_a_reminder_keeps_its_local_time_over_a_clock_change(program):
    program.take_in({"name": "Fern", "addedOn": "2026-10-01", "chores": [
        {"kind": "own", "title": "Look", "recurrence": "days 1", "start": "2026-10-23", "standing": "active"}]})
    items = program.agenda("--days", 5, "--kind", "own", now="2026-10-23T09:00:00Z", AGENDA_TIME="02:30", REMINDERS_QUIET_FROM="none")["items"]
    assert [item["remindAt"] for item in items] == [
        "2026-10-23T00:30:00Z", "2026-10-24T00:30:00Z", "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z", "2026-10-27T01:30:00Z"]


# MARK: done

@pytest.fixture
def fern(program):
    """Return the short name of a watering that is due today."""
    program.add("Fern")
    return program.due()["watering", "Fern"]["chore"][:8]


def test_done_begins_a_new_interval(program, fern):
    run = program("done", fern)
    assert re.fullmatch(fern + r" done on 2026-11-21; undo it with --undo \d+\n", run.out) and run.status == 0
    item = program.due()["watering", "Fern"]
    days = int(item["recurrence"].split()[1].split(",")[10 if "," in item["recurrence"] else 0])
    assert item["due"] == (datetime.date(2026, 11, 21) + datetime.timedelta(days=days)).isoformat()
    entry = re.search(r"--undo (\d+)", run.out)[1]
    assert program("done", "--undo", entry).out == f"Undone: {entry}.\n"
    assert program.due()["watering", "Fern"]["due"] == "2026-11-21"
    assert program("done", "--undo", entry).status == 0, "twice is as once"
    assert program.due()["watering", "Fern"]["due"] == "2026-11-21"


def test_done_yesterday_counts_from_yesterday(program, fern):
    today = program.done(fern)[0]
    due = program.due()["watering", "Fern"]["due"]
    program("done", "--undo", today["entry"])
    entry, = program.done(fern, "--on", "2026-11-20")
    assert entry["day"] == "2026-11-20" and entry["action"] == "done"
    before = datetime.date.fromisoformat(due) - datetime.timedelta(days=1)
    assert program.due()["watering", "Fern"]["due"] == before.isoformat()


def test_a_chore_can_be_skipped_and_snoozed(program, fern):
    entry, = program.done(fern, "--skip")
    assert entry["action"] == "skipped" and program.due()["watering", "Fern"]["due"] > "2026-11-21"
    program("done", "--undo", entry["entry"])
    for length, until in (("2h", "2026-11-21T13:00:00Z"), ("tomorrow", "2026-11-22T07:00:00Z"), ("3d", "2026-11-24T07:00:00Z")):
        entry, = program.done(fern, "--snooze", length)
        assert (entry["action"], entry["until"]) == ("snoozed", until)
        item = program.due()["watering", "Fern"]
        assert (item["status"], item["due"], item["snoozedUntil"]) == ("snoozed", "2026-11-21", until), "the plan stays"
    view = program.agenda()
    assert view["dueToday"] == view["overdue"] == 0
    assert program.due(now="2026-11-24T07:00:01Z")["watering", "Fern"]["status"] == "overdue"
    program.done(fern)
    assert "snoozedUntil" not in program.due()["watering", "Fern"]


def test_the_command_waters_all_due_plants_or_those_of_a_room(program):
    for name, room in (("One", "Kitchen"), ("Two", "Kitchen"), ("Three", "Hall")):
        program.add(name, "--room", room)
    assert len(program.done("--all-watering", "--room", "Kitchen")) == 2
    assert [item["plantName"] for item in program.due("--days", 1).values()] == ["Three"]
    entries = program.done("--all-watering")
    assert len(entries) == 1 and program.done("--all-watering") == []
    assert program("done", "--all-watering").out == "No task was due.\n"
    assert program("done", "--undo", entries[0]["entry"]).status == 0
    assert [item["plantName"] for item in program.due("--days", 1).values()] == ["Three"]


def test_a_chore_named_twice_in_one_command_is_done_once(program, fern):
    program.add("Moss")
    moss = program.due()["watering", "Moss"]["chore"]
    entries = program.done(fern, moss, moss[:8])
    assert sorted(entry["chore"] for entry in entries) == sorted({entry["chore"] for entry in entries}), "told twice"


@pytest.mark.parametrize("arguments, status", [
    ([], 64), (["--skip"], 64), (["FERN", "--skip", "--snooze", "2h"], 64), (["FERN", "--all-watering"], 64), (["FERN", "--undo", "1"], 64),
    (["FERN", "--snooze", "0h"], 64), (["FERN", "--snooze", "24h"], 64), (["FERN", "--snooze", "61d"], 64), (["FERN", "--snooze", "-1d"], 64),
    (["FERN", "--on", "2026-11-22"], 64), (["FERN", "--on", "2025-11-19"], 64), (["FERN", "--on", "yesterday?"], 64),
    (["nope"], 66), (["ffff"], 66), (["%"], 66), (["../.."], 66), (["'"], 66), ([""], 66), (["--undo", "99"], 66), (["--undo", "0"], 66),
    (["--undo", "x"], 64), (["FERN", "nope"], 66)], ids=str)
def test_an_invalid_done_command_is_refused_and_changes_nothing(program, fern, arguments, status):
    before = program.agenda()
    run = program("done", *[fern if argument == "FERN" else argument for argument in arguments])
    assert (run.status, run.out) == (status, ""), run.err
    assert len(run.err) > 10 and program.agenda() == before, "something was told all the same"


@pytest.mark.parametrize("option", ["--skip", "--snooze=2h", "--all-watering"])
def test_the_option_on_is_refused_where_it_would_be_ignored(program, fern, option):
    """`--on` is refused where it would be ignored."""
    arguments = [option] if option == "--all-watering" else [fern, option]
    run = program("done", *arguments, "--on", "2026-11-20")
    entries = [] if run.status else program("done", "--all-watering", "--jsonl").documents
    assert run.status == 64 or "2026-11-20" in run.out, (run.out, entries)


# MARK: years

def test_an_overdue_chore_stays_one_chore_for_ten_years(program, fern):
    for year in range(2027, 2037):
        view = program.agenda(now=f"{year}-11-21T11:00:00Z")
        late = [item for item in view["items"] if item["status"] == "overdue" and item["kind"] == "watering"]
        assert len(late) == 1 and late[0]["due"] == "2026-11-21" and late[0]["isNext"], year
        days = [item["day"] for item in view["items"] if item["kind"] == "watering" and not item["isNext"]]
        assert days == sorted(set(days)) and all(day > view["today"] for day in days)
    program.done(fern, now="2036-11-21T11:00:00Z")
    item = program.due(now="2036-11-21T11:00:00Z")["watering", "Fern"]
    assert "2036-11-21" < item["due"] < "2037-01-31" and item["status"] in ("tomorrow", "upcoming")


def test_the_plan_follows_a_household_that_waters_late(program):
    """After five waterings, each 10 % or 100 % later than planned, the plan follows, at most to twice its interval."""
    program.add("Fern", HOME_LATITUDE=None)
    chore = program.due()["watering", "Fern"]["chore"]
    day = datetime.date(2026, 11, 21)
    for _ in range(6):
        program.done(chore, now=f"{day}T11:00:00Z", HOME_LATITUDE=None)
        day += datetime.timedelta(days=30)
    plan = program("care", "Fern", "--json", now=f"{day}T11:00:00Z", HOME_LATITUDE=None).json
    assert plan["learned"] == 2 and plan["watering"]["interval"]["value"] == 14
    assert "you water 100 % later than planned" in plan["why"]


# MARK: export and import

RICH = [
    {"name": "Mönstera “Ö” <b>&amp;", "scientificName": "Monstera deliciosa", "taxonRank": "species", "family": "Araceae", "id": "4e968c04-178e-4633-9baa-783e3824b24b",
     "commonNames": ["Swiss cheese plant", "a | b", 'quo"te, comma'], "room": "Bath, upstairs", "place": "indoor", "potDiameter": 14.5, "material": "clay",
     "spot": "bright", "isInGround": False, "hasGrowLamp": True, "followsSeason": False, "repotted": "2026-03-01", "addedOn": "2025-01-31",
     "overruled": {"watering-interval": "9", "soil": "Akadama, \"washed\""}, "notes": [{"day": "2026-01-02", "text": "Two\nlines, \"quoted\" 🌿"}],
     "log": [{"kind": "watering", "action": "done", "day": "2026-11-01"}, {"kind": "watering", "action": "skipped", "day": "2026-11-10"},
             {"kind": "own", "title": "Dust", "action": "done", "day": "2026-11-11"}],
     "chores": [{"kind": "own", "title": "Dust", "recurrence": "months 1 on 31", "start": "2026-10-31", "standing": "active"}]},
    {"name": "=cmd|' /C calc'!A0", "addedOn": "2026-11-01"},
    {"name": "Gone", "addedOn": "2020-02-29", "archived": {"reason": "given-away", "day": "2026-10-01"}, "place": "outdoor", "isInGround": True},
]


def export(program, kind="json"):
    run = program("plants", "export", "--format", kind)
    assert run.status == 0 and run.err == ""
    return run.out


def test_a_collection_exported_as_json_is_imported_unchanged(program, home, tmp_path):
    report = program.take_in(*RICH)
    assert report == {"added": 3, "passedOver": 0, "dryRun": False}
    text = export(program)
    first = json.loads(text)
    assert [plant["name"] for plant in first["plants"]] and first["stillroom"] == "collection" and first["madeOn"] == "2026-11-21"
    monstera = next(plant for plant in first["plants"] if plant.get("id") == RICH[0]["id"])
    for field, value in RICH[0].items():
        assert monstera[field] == value, field
    other = Program(home, tmp_path / "other", **VIENNA)
    assert other("plants", "import", "-", stdin=text.encode()).out == "Added 3 plants.\n"
    assert export(other) == text, "what moved is not what was there"
    assert other("plants", "import", "-", "--json", stdin=text.encode()).json == {"added": 0, "passedOver": 3, "dryRun": False}
    assert export(other) == text, "imported twice"
    ours, theirs = ({(key, item["due"]) for key, item in each.due().items()} for each in (program, other))
    assert ours == theirs, "the agenda moved"


@pytest.mark.parametrize("kind", ["csv", "darwin-core"])
def test_a_collection_exported_as_a_table_is_imported_with_its_main_fields(program, home, tmp_path, kind):
    program.take_in(*RICH)
    text = export(program, kind)
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) >= 2 and text.count("\0") == 0
    other = Program(home, tmp_path / "other", **VIENNA)
    run = other("plants", "import", "-", stdin=text.encode())
    assert run.status == 0, run.err
    kept = json.loads(export(other))["plants"]
    for plant in kept:
        before = next(each for each in json.loads(export(program))["plants"] if each["name"] == plant["name"])
        for field in ("name", "scientificName", "room", "potDiameter", "material", "place", "spot", "isInGround", "hasGrowLamp", "addedOn", "id"):
            assert plant.get(field) == before.get(field), (kind, field)
    assert other("plants", "import", "--json", "-", stdin=text.encode()).json["added"] == 0
    assert export(other, kind) == text


def test_an_exported_table_contains_no_formula_for_a_spreadsheet(program):
    program.take_in({"name": "=1+1", "addedOn": "2026-11-01", "room": "@SUM(A1)"}, {"name": "+49", "addedOn": "2026-11-01"})
    cells = [cell for row in csv.reader(io.StringIO(export(program, "csv"))) for cell in row]
    assert not [cell for cell in cells if re.match(r"[=@+\t\r]", cell)], "a spreadsheet would compute that"


def test_lists_with_the_column_names_of_other_programs_are_imported(program):
    text = "Plant,Species,Location,Date acquired,Notes\r\nFred,Monstera deliciosa,Hall,2024-05-01,\"likes, light\"\r\nWilma,,,,\r\n"
    run = program("plants", "import", "-", "--dry-run", stdin=text.encode())
    assert run.out == "Would add 2 plants.\n" and program("plants").out == ""
    assert program("plants", "import", "-", stdin=b"\xef\xbb\xbf" + text.encode()).out == "Added 2 plants.\n"
    fred = next(plant for plant in json.loads(export(program))["plants"] if plant["name"] == "Fred")
    assert (fred["scientificName"], fred["room"], fred["addedOn"], fred["notes"][0]["text"]) == \
        ("Monstera deliciosa", "Hall", "2024-05-01", "likes, light")
    assert ("watering", "Fred") in program.due()


def a_collection(*plants, **changes):
    return json.dumps({"stillroom": "collection", "version": 1, "madeOn": "2026-11-21", "plants": plants} | changes).encode()


GOOD = {"name": "Good", "addedOn": "2026-11-01"}


@pytest.mark.parametrize("data, word", [
    (b"", "empty"), (b"   \n", "empty"), (b"{", "JSON"), (b"[]", ""), (b"null", ""), (b'{"stillroom":"collection"}', ""),
    (a_collection(GOOD, version=2), "version"), (a_collection(GOOD, {"addedOn": "2026-11-01"}), "plant 2"),
    (a_collection(GOOD, {**GOOD, "addedOn": "2026-02-30"}), "addedOn"), (a_collection(GOOD, {**GOOD, "potDiameter": -1}), "potDiameter"),
    (a_collection(GOOD, {**GOOD, "potDiameter": 1e308}), "potDiameter"), (a_collection(GOOD, {**GOOD, "place": "moon"}), "place"),
    (a_collection(GOOD, {**GOOD, "id": "../../etc/passwd"}), "id"), (a_collection({**GOOD, "id": "x" * 16}, {**GOOD, "id": "x" * 16}), "plant 2"),
    (a_collection(GOOD, {**GOOD, "chores": [{"kind": "own", "title": "x", "recurrence": "days 0", "start": "2026-01-01", "standing": "active"}]}), "chores"),
    (a_collection(GOOD, {**GOOD, "chores": [{"kind": "own", "title": "x", "recurrence": "days 7,x", "start": "2026-01-01", "standing": "active"}]}), "chores"),
    (a_collection(GOOD, {**GOOD, "log": [{"kind": "flying", "action": "done", "day": "2026-01-01"}]}), "log"),
    (a_collection(GOOD, {**GOOD, "notes": [{"day": "2026-01-01", "text": "x" * 3000}]}), "notes"),
    (a_collection(GOOD, {**GOOD, "name": 7}), "name"), (a_collection(GOOD, {**GOOD, "name": " \u200b\x00 "}), "name"),
    (b'{"stillroom":"collection","version":1,"madeOn":"2026-11-21","plants":[' + b"[" * 5000, ""), (b"\xff\xfen\x00a\x00", "UTF-16"),
    (b"PK\x03\x04....", "ZIP"), (b"name\n\xe9\n", "line 2"), (b"colour,size\nred,2\n", "name"), (b"name\nGood\n\"open\n", "line 3"),
    (b"name,room\nGood\nFern,Hall,extra\n", "line 3"), (b"name,pot_diameter_cm\nGood,14\nFern,wide\n", "line 3"), (b"\x00\x01\x02", ""),
], ids=itertools.count())
def test_a_list_with_one_fault_is_not_taken_at_all(program, data, word):
    run = program("plants", "import", "-", stdin=data)
    assert (run.status, run.out) == (65, ""), run.out + run.err
    assert word in run.err and "Traceback" not in run.err and len(run.err) < 1000
    assert program("plants").out == "", "part of it was taken"


def test_a_list_of_a_thousand_plants_is_imported_at_once(program):
    text = "name,room\n" + "".join(f"Plant {number},Room {number % 7}\n" for number in range(1000))
    assert program("plants", "import", "-", stdin=text.encode()).out == "Added 1000 plants.\n"
    due = program.agenda("--days", 1)["dueToday"]
    assert 0 < due < 1000, "their waterings are spread over the interval"
    assert len(program.done("--all-watering")) == due
    assert program("plants", "import", "-", stdin=b"name\n" + b"x\n" * 20_001).status == 65
    assert program("plants", "import", "-", stdin=b"x" * (21 << 20)).status == 65


@pytest.mark.parametrize("arguments, status", [
    (["add"], 64), (["add", ""], 64), (["add", " \t"], 64), (["export", "--format", "xml"], 64), (["import"], 64),
    (["import", "/nonexistent"], 66), (["import", "/tmp"], 66), (["export", "--output", "/nonexistent/x.json"], 74), (["fly"], 64)], ids=str)
def test_an_invalid_plants_command_is_refused(program, arguments, status):
    run = program("plants", *arguments)
    assert (run.status, run.out) == (status, ""), run.err


def test_the_text_of_a_species_is_cleaned_like_other_names(program):
    """Blank and very long texts and control characters are cleaned as on the pages and in the API."""
    for species in ("", "   "):
        run = program("plants", "add", "Fern", "--species", species, "--json")
        assert run.status == 64 or "scientificName" not in run.json, run.out
    run = program("plants", "add", "Fern", "--species", "q" * 3000 + "\x1b[31m", "--json")
    assert run.status == 64 or len(run.json["scientificName"]) <= 120 and "\x1b" not in run.json["scientificName"]


def test_plants_are_listed_and_found(program):
    program.add("Ström", "--species", "Monstera deliciosa", "--room", "Hall")
    program.add("100 % fern", "--room", "Bath_room")
    assert [plant["name"] for plant in program("plants", "--jsonl").documents] == ["100 % fern", "Ström"]
    for find, names in (("strom", ["Ström"]), ("MONSTERA", ["Ström"]), ("%", ["100 % fern"]), ("_", ["100 % fern"]), ("hall", ["Ström"]), ("'", [])):
        assert [plant["name"] for plant in program("plants", "--jsonl", "--find", find).documents] == names, find
    assert [plant["name"] for plant in program("plants", "--jsonl", "--room", "Hall").documents] == ["Ström"]
    assert program("plants", "--archived").out == "" and "No plants found" in program("plants", "--archived").err


# MARK: an existing household

def earlier_release(folder):
    """A data folder with two plants from a version without care plans."""
    folder.mkdir(parents=True)
    source = (ROOT / "Sources/Stores/SQLiteDatabase/Migrations/Migrations.swift").read_text()
    names = re.findall(r'\("(000[12] [^"]*)"', source)
    schemas = re.findall(r'= """\n(.*?)\n        """', source, re.S)
    with sqlite3.connect(folder / "stillroom.sqlite") as base:
        base.execute("CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        for name, schema in zip(names, schemas, strict=True):
            base.executescript(schema)
            base.execute("INSERT INTO grdb_migrations VALUES (?)", (name,))
        for number, (name, latin) in enumerate((("Old friend", "Monstera deliciosa"), ("Nameless", None)), 1):
            reading, plant = f"{number:08}-1111-4111-8111-111111111111", f"{number:08}-2222-4222-8222-222222222222"
            base.execute("INSERT INTO identification (household_id, id, verdict, reason, source, model, decode_ms, inference_ms, total_ms,"
                         " answered_at) VALUES ('home', ?, 'likely', 'confident', 'on-device', 'm', 1, 1, 2, 1780000000000)", (reading,))
            base.execute("INSERT INTO plant (household_id, id, name, scientific_name, taxon_rank, common_names, identification_id, added_at,"
                         " name_key, search_text) VALUES ('home', ?, ?, ?, ?, '[]', ?, 1780000000000, ?, ?)",
                         (plant, name, latin, latin and "species", reading, name.lower(), name.lower()))
    base.close()


def test_plants_of_an_earlier_release_get_their_chores(program):
    earlier_release(program.data)
    assert [plant["name"] for plant in program("plants", "--jsonl").documents] == ["Nameless", "Old friend"]
    assert program("care", "Old friend", "--json").json["watering"]["interval"]["sourceKind"] == "species"
    with sqlite3.connect(program.data / "stillroom.sqlite") as base:
        assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",) and not base.execute("PRAGMA foreign_key_check").fetchall()
    assert {("watering", "Old friend"), ("watering", "Nameless")} <= set(program.due()), "they have no chores"


# MARK: past days, and before a holiday

def test_a_past_day_is_shown_and_corrected(program):
    program.add("Fern", "--watered", "unknown")
    day, later = "2026-11-21", "2026-11-23T11:00:00Z"
    past = program("agenda", "--date", day, "--json", now=later).json
    (item,) = [item for item in past["items"] if item["kind"] == "watering"]
    assert (past["day"], item["status"], item["plantName"], item["entries"]) == (day, "open", "Fern", [])
    assert "not done" in program("agenda", "--date", day, now=later).out

    (entry,) = program.done(item["chore"][:8], "--on", day, now=later)
    (item,) = [item for item in program("agenda", "--date", day, "--jsonl", now=later).documents if item["kind"] == "watering"]
    assert item["status"] == "done" and [logged["entry"] for logged in item["entries"]] == [entry["entry"]]
    assert f"--undo {entry['entry']}" in program("agenda", "--date", day, now=later).out
    assert program("done", "--undo", entry["entry"], now=later).status == 0
    rows = program("agenda", "--date", day, "--plain", "--fields", "status,kind", now=later).out.splitlines()
    assert "open\twatering" in rows

    assert program("agenda", "--date", day).status == 0, "today is an ordinary day"
    assert {item["day"] for item in program.agenda("--date", "2026-11-30")["items"]} <= {"2026-11-30", day}
    assert program("agenda", "--date", "2020-01-01").status != 0
    assert program("agenda", "--date", day, "--kind", "watering", now=later).status == 64
    assert program("agenda", "--date", day, "--on", day).status == 64


def test_the_command_lists_what_to_water_before_a_holiday(program):
    program.add("Fern", "--watered", "today")
    run = program("agenda", "before-you-leave", "--from", "2026-11-25", "--to", "2026-12-20", "--json")
    assert run.status == 0, run.err
    assert (run.json["from"], run.json["through"], run.json["waterOn"]) == ("2026-11-25", "2026-12-20", "2026-11-24")
    (watering,) = run.json["waterings"]
    assert watering["plantName"] == "Fern" and "2026-11-25" <= watering["due"] < watering["again"] <= "2026-12-20"
    text = program("agenda", "before-you-leave", "--from", "2026-11-25", "--to", "2026-12-20").out
    assert text.startswith("For the holiday from 2026-11-25 to 2026-12-20, water on 2026-11-24\n") and "Fern" in text
    assert program("agenda", "before-you-leave").status == 66
    for days in (("--from", "2026-11-25"), ("--from", "2026-11-25", "--to", "2026-11-24"), ("--from", "x", "--to", "y")):
        assert program("agenda", "before-you-leave", *days).status == 64
