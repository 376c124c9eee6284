"""The rules of the care table: columns, allowed words and ranges, the check of a table, and its coverage."""
import csv
import json
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CATALOGUES = ROOT / "Sources/Adapters/LocalRecognition/Catalogues"
TABLE = CATALOGUES / "care.tsv"
PLANTNET = CATALOGUES / "plantnet-300k.json"
LABELS = {"garden": ROOT / "Models/garden/labels.json", "PlantNet-300K": PLANTNET}

COLUMNS = """rank name synonyms common german french family place form light water soil_humidity eive_moisture drainage
 rain_low_mm rain_high_mm air nutriments survive_c comfort_low_c comfort_high_c maximum_c ph_low ph_high soil
 fertiliser growth bloom rate rest pets people toxin repot_years prune notes sources""".split()
DERIVED_ONLY = {"german", "french", "place", "soil_humidity", "eive_moisture", "drainage", "rain_low_mm", "rain_high_mm", "sources"}
HAND_COLUMNS = [c for c in COLUMNS if c not in DERIVED_ONLY]
UNSOURCED = {"rank", "name", "synonyms", "common", "german", "french", "family", "place", "sources"}
FACTS = COLUMNS[COLUMNS.index("form"):-1]
RANKS = ["species", "genus", "family", "form", "default"]
WATER = ["very-low", "low", "medium", "high", "wet"]
RATES = ["slow", "moderate", "rapid"]
HARM = {"none", "low", "medium", "high"}
WORDS = {
    "rank": set(RANKS), "water": set(WATER), "rate": set(RATES), "pets": HARM, "people": HARM,
    "form": set("""succulent cactus fern bulb annual perennial grass aroid climber shrub tree palm epiphyte aquatic
                carnivorous moss""".split()),
    "drainage": {"poor", "well", "excessive"},
    "fertiliser": {"balanced", "high-nitrogen", "phosphorus", "potassium", "organic"},
    "rest": {"winter", "summer", "leafless"}, "place": {"indoor", "outdoor"},
}
RANGES = {
    "light": (0, 10), "soil_humidity": (0, 10), "eive_moisture": (0, 10), "air": (0, 10), "nutriments": (0, 10),
    "rain_low_mm": (0, 8000), "rain_high_mm": (0, 12000), "survive_c": (-60, 25), "comfort_low_c": (-15, 30),
    "comfort_high_c": (5, 45), "maximum_c": (10, 60), "ph_low": (3, 9), "ph_high": (3, 10), "repot_years": (0.5, 10),
}
WHOLE = set(RANGES) - {"eive_moisture", "ph_low", "ph_high", "repot_years"}
MONTHS = {"growth", "bloom", "prune"}
CHAINS = [("survive_c", "comfort_low_c", "comfort_high_c", "maximum_c"), ("ph_low", "ph_high"),
          ("rain_low_mm", "rain_high_mm")]
PAIRS = [chain[-3:-1] if len(chain) > 2 else chain for chain in CHAINS]  # both ends or none

# Families of the sources that APG IV has renamed or merged; those that it has split are left empty.
FAMILIES = dict(pair.split("=") for pair in """Leguminosae=Fabaceae Gramineae=Poaceae Compositae=Asteraceae
 Palmae=Arecaceae Labiatae=Lamiaceae Cruciferae=Brassicaceae Umbelliferae=Apiaceae Aceraceae=Sapindaceae
 Hippocastanaceae=Sapindaceae Agavaceae=Asparagaceae Hyacinthaceae=Asparagaceae Convallariaceae=Asparagaceae
 Anthericaceae=Asparagaceae Alliaceae=Amaryllidaceae Asclepiadaceae=Apocynaceae Bombacaceae=Malvaceae
 Sterculiaceae=Malvaceae Tiliaceae=Malvaceae Chenopodiaceae=Amaranthaceae Capparidaceae=Capparaceae
 Cecropiaceae=Urticaceae Dipsacaceae=Caprifoliaceae Valerianaceae=Caprifoliaceae Eucryphiaceae=Cunoniaceae
 Globulariaceae=Plantaginaceae Taxodiaceae=Cupressaceae Lemnaceae=Araceae Myrsinaceae=Primulaceae
 Parnassiaceae=Celastraceae Phormiaceae=Asphodelaceae Phyllocladaceae=Podocarpaceae Punicaceae=Lythraceae
 Sonneratiaceae=Lythraceae Trapaceae=Lythraceae Sparganiaceae=Typhaceae Strychnaceae=Loganiaceae
 Viscaceae=Santalaceae Euphorbiaceae= Guttiferae= Flacourtiaceae= Scrophulariaceae= Verbenaceae=
 Liliaceae= Cycadopsida=""".split())

# Forms shared by nearly a whole family; they take precedence over EcoCrop's tree or herb.
ONE_FORM = {"palm", "cactus", "grass", "fern", "aquatic", "carnivorous", "aroid"}


def fail(message):
    sys.exit(f"make_care_table: {message}")


def key(name):
    """Return a scientific name for comparison, as in the program: lower case, no hybrid sign, no rank below species."""
    return " ".join([w for w in name.replace("×", " ").lower().split() if w != "x"][:2])


def genus_of(name):
    return name.replace("×", " ").split()[0]


def read_rows(path):
    try:
        with open(path, encoding="utf-8", newline="") as file:
            lines = [line for line in file if not line.startswith("#")]
    except OSError as error:
        fail(f"{path} cannot be read: {error.strerror}")
    rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    for number, row in enumerate(rows, 2):
        if None in row or None in row.values():
            fail(f"{path}: row {number} ({list(row.values())[1]}) has not as many fields as the header")
    return rows


def number(text):
    try:
        return float(text)
    except ValueError:
        return None


def months(text):
    """"10-2,5" as a set of month numbers; raises ValueError if it is malformed."""
    found = set()
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        first, last = int(first), int(last or first)
        if not (1 <= first <= 12 and 1 <= last <= 12):
            raise ValueError(text)
        found |= {(first - 1 + step) % 12 + 1 for step in range((last - first) % 12 + 1)}
    return found


def months_text(found):
    if len(found) == 12:
        return "1-12"
    parts = []
    for first in sorted(m for m in found if (m + 10) % 12 + 1 not in found):
        last = first
        while last % 12 + 1 in found:
            last = last % 12 + 1
        parts.append(f"{first}-{last}" if first != last else str(first))
    return ",".join(parts)


def problems(rows):
    """Return the faults of the table, one sentence each."""
    taken = {}
    for row in rows:
        rank, name = row["rank"], row["name"]
        where = f"{rank} {name}"
        if taken.setdefault((rank, key(name)), where) is not where:
            yield f"{where}: stands twice"
    for row in rows:
        rank, where = row["rank"], f"{row['rank']} {row['name']}"
        synonyms = row["synonyms"].split(";") if row["synonyms"] else []
        for synonym in synonyms:
            if synonym != synonym.strip() or not synonym:
                yield f"{where}: synonym '{synonym}' is badly written"
            if taken.setdefault((rank, key(synonym)), where) != where:
                yield f"{where}: synonym {synonym} belongs to {taken[rank, key(synonym)]} too"
        if len(set(synonyms)) < len(synonyms):
            yield f"{where}: a synonym twice"
        for field, words in WORDS.items():
            if row[field] and row[field] not in words:
                yield f"{where}: {field} '{row[field]}' is not one of {' '.join(sorted(words))}"
        for field, (low, high) in RANGES.items():
            value = number(row[field])
            if row[field] and (value is None or not low <= value <= high or field in WHOLE and value % 1):
                yield f"{where}: {field} '{row[field]}' is no {'whole ' * (field in WHOLE)}number from {low} to {high}"
        for field in MONTHS:
            try:
                months(row[field])
            except ValueError:
                yield f"{where}: {field} '{row[field]}' are no months"
        for chain in CHAINS:
            values = [v for v in (number(row[field]) for field in chain) if v is not None]
            if values != sorted(values):
                yield f"{where}: {', '.join(chain)} are not in rising order"
        for pair in PAIRS:
            if (row[pair[0]] == "") != (row[pair[1]] == ""):
                yield f"{where}: of {pair[0]} and {pair[1]} one is empty"
        if not re.fullmatch(r"[HECST]M?(;[a-z_]+=[HECST]M?)*", row["sources"]):
            yield f"{where}: sources '{row['sources']}' cannot be read"
        for field in ("common", "german", "french"):
            names = row[field].split(";") if row[field] else []
            if any(name != name.strip() or not name for name in names) or len(set(names)) < len(names):
                yield f"{where}: {field} '{row[field]}' is badly written, or has a name twice"
        if rank in ("species", "genus", "family") and row["family"] and not row["family"].endswith("aceae"):
            yield f"{where}: family '{row['family']}' is no family"
        if row["toxin"] and row["pets"] in ("", "none") and row["people"] in ("", "none"):
            yield f"{where}: a toxin, but harmful to nobody"
        missing = [f for f in ("family", "light", "water", "form", "growth") if not row[f]]
        if rank == "species" and missing:
            yield f"{where}: has no {', '.join(missing)}"
    for rank, names in (("form", WORDS["form"]), ("default", {"default"})):
        for name in sorted(names - {r["name"] for r in rows if r["rank"] == rank}):
            yield f"there is no {rank} row {name}"


def coverage(rows):
    table = {}
    for row in rows:
        for name in [row["name"], *filter(None, row["synonyms"].split(";"))]:
            table.setdefault((row["rank"], key(name)), row)
    print("rows: " + ", ".join(f"{count} {rank}" for rank, count in Counter(r["rank"] for r in rows).items()),
          f"({TABLE.stat().st_size:,} bytes)")
    counts = {field: sum(r["rank"] == "species" and r[field] != "" for r in rows) for field in FACTS}
    print("species with a field: " + ", ".join(f"{field} {count}" for field, count in counts.items()))
    for title, path in LABELS.items():
        with open(path, encoding="utf-8") as file:
            labels = json.load(file)["labels"]
        best, filled = Counter(), defaultdict(Counter)
        for label in labels:
            words = key(label["scientificName"]).split()
            steps = [("species", " ".join(words)), ("genus", words[0]), ("family", label["family"].lower())]
            chain = [table[step] for step in steps if step in table]
            form = next((r["form"] for r in chain if r["form"]), "")
            chain += [table[step] for step in (("form", form), ("default", "default")) if step in table]
            best[chain[0]["rank"]] += 1
            for field in FACTS:
                level = next((r["rank"] for r in chain if r[field]), "nowhere")
                filled[field][level] += 1
        print(f"{title}, {len(labels)} labels, best level: " + ", ".join(f"{r} {best[r]}" for r in RANKS))
        for field, levels in filled.items():
            print(f"  {field:15} " + " ".join(f"{r} {levels[r]:4}" for r in [*RANKS, "nowhere"]))
