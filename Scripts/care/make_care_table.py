#!/usr/bin/env python3
"""Make the care table: hand-written facts, completed by values derived from open data.

    Scripts/care/make_care_table.py                 write care.tsv (needs ../shared/data/plants)
    Scripts/care/make_care_table.py --check         check the written table and report its coverage
    Scripts/care/make_care_table.py --leave-out ''  write it with EcoCrop and Trefle, for private use
"""
import argparse
import json
import re
from collections import Counter, defaultdict
from pathlib import Path

from care_rules import (CHAINS, COLUMNS, FAMILIES, HAND_COLUMNS, MONTHS, ONE_FORM, PAIRS, PLANTNET, RANGES, RANKS,
                        RATES, ROOT, TABLE, UNSOURCED, WATER, WHOLE, coverage, fail, genus_of, key, months,
                        months_text, number, problems, read_rows)

HERE = Path(__file__).resolve().parent
LISTS = ("synonyms", "common")
HAND_TABLES = ("house.tsv", "garden.tsv", "groups.tsv")
NAMES = "names.tsv"

HEAD = """# Stillroom care table, version 2026-11-21. Made by Scripts/care/make_care_table.py: edit the tables there.
# sources: the letter of the row, then the fields that differ. H general horticultural knowledge compiled by Stillroom;
# E EIVE 1.0 (Dengler et al. 2023, doi:10.5281/zenodo.7534792, CC BY 4.0); C FAO EcoCrop; S San Francisco plant finder
# (open data of the city); T recorded Trefle rows (ODbL 1.0). A second letter M: median over the genus or family, for
# survive_c the upper quartile, which is the cautious side. Months are those of the northern hemisphere. Names in English,
# German and French, and place, where it is usually kept, are compiled by Stillroom.
"""


def show(field, value):
    if isinstance(value, str):
        return value
    if field == "repot_years":
        return f"{round(2 * value) / 2:g}"
    rounded = int(value + 0.5 if value >= 0 else value - 0.5) if field in WHOLE else round(value + 1e-9, 1)
    return f"{rounded:g}"


def quantile(values, share):
    values = sorted(values)
    place = (len(values) - 1) * share
    below = int(place)
    return values[below] + (values[min(below + 1, len(values) - 1)] - values[below]) * (place - below)


# Conversion of one row of a source to the table's fields.

def from_eive(row):
    values = {"eive_moisture": number(row["moisture_M"]), "light": number(row["light_L"]),
              "nutriments": number(row["nitrogen_N"])}
    moisture = values["eive_moisture"]
    if moisture is not None:
        values["water"] = WATER[sum(moisture >= limit for limit in (2.5, 4, 5.5, 7))]
    return values


def from_ecocrop(row):
    light = {"very bright": 9, "clear skies": 7, "cloudy skies": 5, "light shade": 3, "heavy shade": 1}
    lights = [light[row[c]] for c in ("light_opt_min", "light_opt_max") if row[c]]
    perennial = "perennial" in row["life_span"]
    kills = number(row["killing_temp_rest_c" if perennial else "killing_temp_c"])
    life = row["life_form"]
    form = ("tree" if "tree" in life else "grass" if life == "grass" else "climber" if "vine" in life
            else "shrub" if "shrub" in life else "" if life != "herb" else "perennial" if perennial
            else "annual" if "annual" in row["life_span"] else "")
    return {
        "drainage": next((word for word in ("well", "poor", "excessive") if word in row["drainage_opt"]), ""),
        "rain_low_mm": number(row["rain_opt_min_mm_yr"]), "rain_high_mm": number(row["rain_opt_max_mm_yr"]),
        "comfort_low_c": number(row["temp_opt_min_c"]), "comfort_high_c": number(row["temp_opt_max_c"]),
        "maximum_c": number(row["temp_abs_max_c"]), "survive_c": None if kills is None else kills + 1,
        "ph_low": number(row["ph_opt_min"]), "ph_high": number(row["ph_opt_max"]),
        "light": sum(lights) / len(lights) if lights else None, "form": form,
        "nutriments": {"low": 3, "moderate": 5, "high": 7}.get(row["fertility_opt"]),
    }


def from_city(row):
    return {"water": {"None": "very-low", "Low": "low", "Moderate": "medium"}.get(row["water_needs"], "")}


def from_trefle(row):
    hottest = number(row["maximum_temperature_deg_f"])
    names = "jan feb mar apr may jun jul aug sep oct nov dec".split()
    values = {"soil_humidity": "ground_humidity", "light": "light", "air": "atmospheric_humidity",
              "nutriments": "soil_nutriments", "ph_low": "ph_minimum", "ph_high": "ph_maximum",
              "survive_c": "minimum_temperature_deg_c", "rain_low_mm": "minimum_precipitation_mm",
              "rain_high_mm": "maximum_precipitation_mm"}
    values = {field: number(row[column]) for field, column in values.items()}
    for field, column in (("bloom", "bloom_months"), ("growth", "growth_months")):
        bits = int(row[column]) if row[column].isdigit() else 0
        named = row[column].split(",")
        values[field] = months_text({m + 1 for m in range(12) if bits >> m & 1 or names[m] in named})
    return values | {"maximum_c": None if hottest is None else (hottest - 32) / 1.8,
                     "rate": row["growth_rate"].lower()}


def plausible(values):
    """Return the values without the source's errors: values out of range, and reversed pairs."""
    wrong = {f for f, v in values.items() if f in RANGES and v is not None and not RANGES[f][0] <= v <= RANGES[f][1]}
    for low, high in PAIRS:
        if None not in (values.get(low), values.get(high)) and values[low] > values[high]:
            wrong |= {low, high}
    return {field: value for field, value in values.items() if field not in wrong}


SOURCES = [  # best first
    ("T", "trefle_growth_recorded.tsv", "scientific_name", from_trefle),
    ("E", "eive_indicator_values.tsv", "scientific_name", from_eive),
    ("C", "ecocrop_growth.tsv", "scientific_name", from_ecocrop),
    ("S", "sf_plants_water.tsv", "latin_name", from_city),
]


class Row:
    """Return one row of the table with the letter of the source of each field."""

    def __init__(self, rank, name, family=""):
        self.values = {"rank": rank, "name": name, "family": family}
        self.letters = {}
        self.table = ""

    def put(self, field, value, letter):
        """Fill an empty field, unless the value contradicts an existing one."""
        if value in (None, "") or self.values.get(field):
            return
        text = show(field, value)
        for chain in CHAINS:
            if field in chain:
                at = chain.index(field)
                known = [self.values.get(other) for other in chain]
                if any(v and (float(v) > float(text) if place < at else float(v) < float(text))
                       for place, v in enumerate(known)):
                    return
        self.values[field], self.letters[field] = text, letter

    def line(self):
        for pair in PAIRS:
            if not all(self.values.get(end) for end in pair):
                for end in pair:  # derived values are removed; hand-written ones stay, so that the check reports them
                    if self.letters.get(end, "H") != "H":
                        del self.values[end], self.letters[end]
        usual = Counter(self.letters[c] for c in COLUMNS if c in self.letters).most_common(1)[0][0]
        odd = [f"{c}={self.letters[c]}" for c in COLUMNS if self.letters.get(c, usual) != usual]
        self.values["sources"] = ";".join([usual, *odd])
        return "\t".join(self.values.get(c, "") for c in COLUMNS)


def read_hand():
    rows = {}
    for name in HAND_TABLES:
        for source in read_rows(HERE / name):
            if list(source) != HAND_COLUMNS:
                fail(f"{name}: the header must be {' '.join(HAND_COLUMNS)}")
            row = Row(source["rank"], source["name"])
            row.table = name
            for field, text in source.items():
                text = ";".join(part.strip() for part in text.split(";")) if field in LISTS else text.strip()
                row.values[field] = text
                if text and field not in UNSOURCED:
                    row.letters[field] = "H"
            if rows.setdefault((row.values["rank"], key(row.values["name"])), row) is not row:
                fail(f"{name}: {source['rank']} {source['name']} is in the hand tables twice")
    return rows


def add_names(rows):
    """Add the names that people use to the rows of their species, genera and families."""
    for names in read_rows(HERE / NAMES):
        row = rows.get((names["rank"], key(names["name"])))
        if row is None:
            fail(f"{NAMES}: there is no {names['rank']} {names['name']}")
        english = row.values.get("common", "").split(";") + names["english"].split(";")
        row.values["common"] = ";".join(dict.fromkeys(filter(None, english)))
        row.values |= {"german": names["german"], "french": names["french"]}


def usual_place(row, curated):
    """Return where a plant is usually kept. A tender one begins indoors, also if it may spend the summer outside."""
    cold = number(row.values.get("survive_c", ""))
    if row.values["rank"] == "species":
        return "indoor" if row.table == "house.tsv" or cold is None or cold >= 3 else "outdoor"
    places = Counter(member.values["place"] for member in curated)
    if row.values["rank"] == "family":
        return next((place for place, count in places.items() if 3 * count >= 2 * len(curated)), "")
    if places["indoor"] != places["outdoor"]:
        return places.most_common(1)[0][0]
    if row.table == "garden.tsv" and not curated:
        return "outdoor" if cold is not None and cold < 3 else "indoor"
    if cold is not None:
        return "outdoor" if cold < (0 if curated else -5) else "indoor"
    # EIVE has only plants that are wild in Europe.
    return "outdoor" if any(letter.startswith("E") for letter in row.letters.values()) else ""


def read_sources(folder, without, renamed):
    """Return per letter: species key → values, per genus the list of (letter, values), and the family of each genus."""
    species, genera, families = defaultdict(dict), defaultdict(list), {}
    for letter, file, column, translate in SOURCES:
        if letter in without:
            continue
        for source in read_rows(folder / file):
            name = re.sub(r"'.*", "", source[column]).strip()
            if source.get("rank", "species") != "species" or not re.match(r"[A-Z][a-z-]+ ", name + " "):
                continue
            values = plausible(translate(source))
            genus = renamed.get(genus_of(name), genus_of(name))
            genera[genus].append((letter, values))
            family = source.get("family") or source.get("family_name", "").split("/")[0]
            family = FAMILIES.get(family.strip(), family.strip())
            families.setdefault(genus, family if family.endswith("aceae") else "")
            if len(name.split()) == len(key(name).split()) + ("×" in name or " x " in name):
                species[letter].setdefault(key(name), values)
    return species, genera, families


def middle(field, members):
    """Return the value of a group from its members' values, or None if they do not agree."""
    if field in ("water", "rate"):
        scale = WATER if field == "water" else RATES
        return scale[int(quantile([scale.index(v) for v in members], 0.5) + 0.5)]
    if field in MONTHS:
        counted = Counter(m for text in members for m in months(text))
        return months_text({m for m, count in counted.items() if 2 * count >= len(members)})
    if field in RANGES:
        return quantile(members, 0.75 if field == "survive_c" else 0.5)
    common, count = Counter(members).most_common(1)[0]
    return common if (count == len(members) if field == "rest" else 2 * count > len(members)) else None


GROUP_FIELDS = [c for c in COLUMNS if c not in UNSOURCED | {"pets", "people", "toxin", "prune", "notes", "survive_c"}]


def fill_group(row, curated, found):
    """Fill a genus or family from its curated species, then from the sources.

    A value needs two curated species (one where the genus itself is curated), or one row of EIVE or EcoCrop for a
    genus and three for a family; the few Trefle rows need two.
    """
    family = row.values["rank"] == "family"
    enough = {"H": 1 if row.letters and not family else 2, "T": 2}
    for field in [*GROUP_FIELDS, "survive_c"]:
        if family and field == "bloom":
            continue
        for letter in "HTECS":
            if letter == "H":
                texts = [r.values.get(field, "") for r in curated if r.letters.get(field) == "H"]
                members = [number(t) if field in RANGES else t for t in texts if t]
                if field == "rest" and len(texts) < len(curated):
                    continue
            else:
                members = [v[field] for source, v in found if source == letter and v.get(field) not in (None, "")]
            if len(members) < enough.get(letter, 3 if family else 1):
                continue
            value = middle(field, members)
            if field == "survive_c" and row.values.get("comfort_low_c"):
                value = min(value, float(row.values["comfort_low_c"]))
            row.put(field, value, letter + "M")


def make(folder, without):
    rows = read_hand()
    renamed = {old: row.values["name"] for (rank, _), row in rows.items() if rank == "genus"
               for old in row.values["synonyms"].split(";")}
    by_species, by_genus, families = read_sources(folder, without, renamed)
    curated = [row for (rank, _), row in rows.items() if rank == "species"]
    with open(PLANTNET, encoding="utf-8") as file:
        families |= {genus_of(label["scientificName"]): label["family"] for label in json.load(file)["labels"]}
    families |= {genus_of(row.values["name"]): row.values["family"] for row in curated if row.values["family"]}
    families |= {r.values["name"]: r.values["family"] for (rank, _), r in rows.items() if rank == "genus"}

    members, kin = defaultdict(list), defaultdict(list)
    for row in curated:
        members[genus_of(row.values["name"])].append(row)
        kin[row.values["family"]].append(row)
    for genus in sorted(set(by_genus) | {g for g, found in members.items() if len(found) > 1}):
        if any(v.get(f) for _, v in by_genus[genus] for f in GROUP_FIELDS) or len(members[genus]) > 1:
            rows.setdefault(("genus", genus.lower()), Row("genus", genus, families.get(genus, "")))
    for family in sorted(set(families.values()) - {""}):
        if kin[family] or any(families.get(g) == family for g in by_genus):
            rows.setdefault(("family", family.lower()), Row("family", family, family))
    for (rank, _), row in rows.items():
        name = row.values["name"]
        if rank == "genus":
            kind = rows.get(("family", row.values["family"].lower()))
            if kind and kind.values.get("form") in ONE_FORM:
                row.put("form", kind.values["form"], "HM")
            fill_group(row, members[name], by_genus[name])
        elif rank == "family":
            fill_group(row, kin[name], [v for g, found in by_genus.items() if families.get(g) == name for v in found])
    for row in curated:
        names = [key(n) for n in [row.values["name"], *row.values["synonyms"].split(";")]]
        for letter, *_ in SOURCES:
            values = next((by_species[letter][n] for n in names if n in by_species[letter]), {})
            for field, value in values.items():
                row.put(field, value, letter)
        genus = rows.get(("genus", genus_of(row.values["name"]).lower()))
        if genus:
            row.put("eive_moisture", genus.values.get("eive_moisture"), "EM")
    for rank in ("species", "genus", "family"):
        for row in [row for row in rows.values() if row.values["rank"] == rank]:
            kind = members[row.values["name"]] if rank == "genus" else kin[row.values["name"]]
            row.values["place"] = usual_place(row, kind)
    add_names(rows)
    ordered = sorted(rows.values(), key=lambda r: (RANKS.index(r.values["rank"]), key(r.values["name"])))
    return HEAD + "\t".join(COLUMNS) + "\n" + "".join(row.line() + "\n" for row in ordered if row.letters)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared/data/plants", help="folder of the open data")
    parser.add_argument(
        "--leave-out", default="CT", metavar="LETTERS",
        help="sources that are not used; CT, because their licences ask more of whoever passes them on than ours does")
    parser.add_argument("--check", action="store_true", help="check the written table; needs no data folder")
    options = parser.parse_args()
    if not options.check:
        if not options.data.is_dir():
            fail(f"there is no folder {options.data}. The derived values are made from it; name it with --data.")
        TABLE.write_text(make(options.data, options.leave_out), encoding="utf-8", newline="\n")
        print(f"wrote {TABLE.relative_to(ROOT)}")
        return
    rows = read_rows(TABLE)
    found = list(problems(rows))
    print("\n".join(found) or "no problems")
    coverage(rows)
    if found:
        fail(f"{len(found)} problems")


if __name__ == "__main__":
    main()
