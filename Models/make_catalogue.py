#!/usr/bin/env python3
"""Makes the label catalogue of Pl@ntNet-300K that Stillroom ships.

    python Models/make_catalogue.py ../shared/data/plants/plantnet300k_species.tsv \\
        --english ../shared/models/inat-plants/labels.json

The same input always gives the same bytes. Several classes of the network are one species under two spellings of
its author, so `scientificName` leaves the author out: whoever ranks adds up the probabilities of equal names.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

CLASSES = 1081
VERSION = "1"
SOURCE = (
    "Pl@ntNet-300K classes in the network's order; families after taxonlookup, in APG IV spelling; "
    "common names from OpenFarm (CC0) and the iNaturalist plant labels (Apache-2.0)"
)
CATALOGUE = Path(__file__).parents[1] / "Sources/Adapters/LocalRecognition/Catalogues/plantnet-300k.json"

# taxonlookup writes some families by their old alternative names or in an older circumscription.
MODERN_FAMILIES = {
    "Compositae": "Asteraceae",
    "Cruciferae": "Brassicaceae",
    "Gramineae": "Poaceae",
    "Guttiferae": "Clusiaceae",
    "Labiatae": "Lamiaceae",
    "Leguminosae": "Fabaceae",
    "Palmae": "Arecaceae",
    "Umbelliferae": "Apiaceae",
    "Xanthorrhoeaceae": "Asphodelaceae",
}
# Genera that taxonlookup lacks, or that APG IV moved while the rest of the family stayed.
FAMILIES_BY_GENUS = {
    "Atocion": "Caryophyllaceae",
    "Diatelia": "Cistaceae",
    "Leonitis": "Lamiaceae",
    "Mazus": "Mazaceae",
    "Myosoton": "Caryophyllaceae",
    "Petiveria": "Petiveriaceae",
}

# Names that their own users have given up; the plants have others.
RETIRED_NAMES = ("wandering jew", "kaffir", "hottentot")
# Spelling mistakes of the source, and a cultivar that stands there as a name of the species.
CORRECTIONS = {"vally": "valley", "strtawberry": "strawberry"}
CULTIVARS = {"improved orange"}
# Drug names of pharmacopoeias stand among the common names of OpenFarm.
PHARMACY_WORDS = {"flos", "flores", "herba", "radix", "folium", "folia", "aetheroleum", "semen", "fructus", "cortex"}
# Words that end an English plant name but happen not to end one of the names known to be English.
MORE_ENGLISH_ENDINGS = set(
    "acacia angelica anise apple archangel arrowleaf asystasia bamboo bluebonnet bracken buckwheat burnet calla carrot "
    "cedar chervil chestnut clover cress cypress deadnettle ebony fennel firethorn fishtail foxtail freesia gourd "
    "grasses greenbrier hemp hop hops ivy lavender lettuce loofah lotus lupin lupine marigold melilot mesquite mint "
    "myrobalan nightshade parsley pelargonium peperomia pineapple plum pomegranate pumpkin redwood rosewood rye "
    "safflower sedum smilax soapwort squash stonecrop strawberry taro thorn trefoil tutsan umbrella vanilla wattle "
    "waterweed wood woodfern".split()
)


class CatalogueError(Exception):
    """The input or the catalogue made from it is not what it has to be."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("species", type=Path, help="plantnet300k_species.tsv")
    parser.add_argument(
        "--english", type=Path, action="append", default=[], metavar="LABELS.json",
        help="labels whose common names are English: they come first and show which of the others are; repeatable")
    parser.add_argument("--output", type=Path, default=CATALOGUE)
    arguments = parser.parse_args()
    try:
        labels = make_labels(read_species(arguments.species), read_english(arguments.english))
        check(labels)
    except FileNotFoundError as error:
        print(f"{error.filename}: There is no such file.", file=sys.stderr)
        return 66
    except (CatalogueError, KeyError, ValueError) as error:
        print(f"{arguments.species}: {error}", file=sys.stderr)
        return 65
    write(arguments.output, labels)
    named = sum(bool(label["commonNames"]) for label in labels)
    species = len({label["scientificName"] for label in labels})
    counts = f"{len(labels)} labels, {species} names, {named} labels with common names"
    print(f"{arguments.output}: {counts}", file=sys.stderr)
    return 0


def read_species(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [{key: plain_spaces(value) for key, value in row.items()} for row in rows]


def read_english(paths: Iterable[Path]) -> dict[str, list[str]]:
    """Common names by binomial."""
    names: dict[str, list[str]] = {}
    for path in paths:
        for label in json.loads(path.read_text(encoding="utf-8"))["labels"]:
            binomial = plain_spaces(label.get("binomial") or label["scientificName"])
            names.setdefault(binomial, []).extend(label["commonNames"])
    return names


def make_labels(rows: list[dict[str, str]], english: dict[str, list[str]]) -> list[dict[str, object]]:
    endings = MORE_ENGLISH_ENDINGS | {ending(name) for names in english.values() for name in names}
    # Synonymous labels of one species do not all carry its common names: they share them.
    found: dict[str, list[str]] = {}
    for row in rows:
        found.setdefault(row["binomial"], []).extend(split_names(row["common_names"]))
    capitals = Capitals(name for names in found.values() for name in names)

    labels = []
    for row in rows:
        binomial, authorship = separate(row)
        names = tidy_names(english.get(binomial, []), found[row["binomial"]], endings, binomial, capitals)
        label: dict[str, object] = {"index": int(row["class_idx"]), "scientificName": binomial}
        if authorship:
            label["authorship"] = authorship
        label["commonNames"] = names
        label["family"] = family(row)
        label["rank"] = "species" if " " in binomial else "genus"
        label["speciesID"] = row["species_id"]
        labels.append(label)
    return labels


def plain_spaces(text: str) -> str:
    """Without the no-break and doubled spaces that the publisher's file holds here and there."""
    return " ".join(text.split())


def separate(row: dict[str, str]) -> tuple[str, str]:
    """The name without its author, and the author. Hybrids are written with ×; `spp.` is no author."""
    binomial = row["binomial"]
    name = re.sub(r"^(\S+) x (?=[a-z])", r"\1 × ", row["scientific_name"])
    if not name.startswith(binomial):
        raise CatalogueError(f"{row['scientific_name']!r} does not begin with {binomial!r}.")
    authorship = name[len(binomial):].strip()
    return binomial, "" if authorship == "spp." else authorship


def family(row: dict[str, str]) -> str:
    return FAMILIES_BY_GENUS.get(row["genus"]) or MODERN_FAMILIES.get(row["family"], row["family"])


def split_names(cell: str) -> list[str]:
    """The names of a cell: separated by commas, semicolons and "or", but not by those inside brackets."""
    names = re.split(r"(?:[;,]| or )(?![^()]*\))", cell)
    return [" ".join(CORRECTIONS.get(word, word) for word in name.split()) for name in names if name.strip()]


class Capitals:
    """Which words are proper names: those that stand with a capital inside names more often than without.

    The sources mix "Garlic Mustard" with "garlic mustard" and "canada thistle" with "Canada Thistle".
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.written = Counter(word for name in names for word in name.split())

    def sentence(self, name: str) -> str:
        """`name` with a capital at its beginning and at proper names only."""
        words = [self.lowered(word) for word in name.split()]
        text = " ".join(words)
        return text[:1].upper() + text[1:]

    def lowered(self, word: str) -> str:
        lower = word[:1].lower() + word[1:]
        return lower if self.written[lower] > 0 and self.written[lower] >= self.written[word] else word


def ending(name: str) -> str:
    """The last word, which says what kind of plant it is: clover, thistle, fern."""
    return re.split(r"[\s-]", name.lower())[-1]


def tidy_names(
    english: list[str], others: list[str], endings: set[str], binomial: str, capitals: Capitals
) -> list[str]:
    """English names first, then the rest, each name once whatever its capitals, hyphens and full stops."""
    candidates = [*english]
    candidates += [name for name in others if is_english(name, endings)]
    candidates += [name for name in others if not is_english(name, endings)]
    names: dict[str, str] = {}
    for candidate in candidates:
        name = re.sub(r"\s*\([^()]*\)?", "", candidate).replace("`", "'").strip(" .'\"")
        if is_name(name, binomial):
            names.setdefault(re.sub(r"[^\w]", "", name.casefold()), capitals.sentence(name))
    return list(names.values())


def is_english(name: str, endings: set[str]) -> bool:
    return name.isascii() and ending(name) in endings


def is_name(name: str, binomial: str) -> bool:
    """Whether it can be shown: not a fragment, a drug, a cultivar, a damaged word or the scientific name again."""
    words = set(name.lower().split())
    return (
        len(name) > 1
        and re.fullmatch(r"[^\W\d_][\w'’.\- ]*", name) is not None
        and not any(character.isdigit() for character in name)
        and " - " not in name
        and name.lower() != binomial.lower()
        and not words & PHARMACY_WORDS
        and name.lower() not in CULTIVARS
        and not any(retired in name.lower() for retired in RETIRED_NAMES)
    )


def check(labels: list[dict[str, object]]) -> None:
    if len(labels) != CLASSES:
        raise CatalogueError(f"It has {len(labels)} rows; the network has {CLASSES} outputs.")
    ids = [str(label["speciesID"]) for label in labels]
    if [label["index"] for label in labels] != list(range(CLASSES)):
        raise CatalogueError("The indexes are not 0, 1, 2 … in order.")
    # The publisher's class order is that of the folder names, which are the species ids.
    if ids != sorted(set(ids)) or not all(re.fullmatch(r"\d{7}", identifier) for identifier in ids):
        raise CatalogueError("The species ids are not distinct seven-digit numbers in the order of the classes.")
    by_name: dict[object, tuple[object, object, object]] = {}
    for label in labels:
        name = str(label["scientificName"])
        if not re.fullmatch(r"[A-Z][a-z]+(?: (?:× )?[a-z]+(?:-[a-z]+)*)?", name):
            raise CatalogueError(f"Row {label['index']}: {name!r} is no genus or binomial.")
        if not re.fullmatch(r"[A-Z][a-z]+aceae", str(label["family"])):
            raise CatalogueError(f"Row {label['index']}: {label['family']!r} is no family; add {name.split()[0]} here.")
        facts = (label["family"], label["rank"], label["commonNames"])
        if by_name.setdefault(name, facts) != facts:
            raise CatalogueError(f"Row {label['index']}: two rows of {name} contradict each other.")


def write(path: Path, labels: list[dict[str, object]], source: str = SOURCE) -> None:
    """One label a line, so that a change can be read in a diff; whole or not at all."""
    lines = ",\n".join(json.dumps(label, ensure_ascii=False, separators=(",", ":")) for label in labels)
    head = json.dumps({"version": VERSION, "source": source}, ensure_ascii=False)[:-1]
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_text(f'{head}, "labels": [\n{lines}\n]}}\n', encoding="utf-8")
    os.replace(part, path)


if __name__ == "__main__":
    sys.exit(main())
