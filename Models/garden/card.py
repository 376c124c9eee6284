"""Write the figures of measured.json into Docs/model-card.md, between its two marks.

    python card.py
"""

from __future__ import annotations

import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "Sources/Adapters/LocalRecognition/BuiltIn"
CARD = ROOT / "Docs/model-card.md"
TITLES = {
    "oxford17": "Oxford 17 flowers: the ten plants that are not learned from it", "wild": "Wild plants from the web",
    "abdo3yd": "Garden plants, filmed with a phone", "peenach": "Ornamentals of stock photographs (with watermarks)",
    "houseplants": "House plants", "trees": "Trees", "hanagoyomi": "Flowers of a calendar (Wikimedia)",
    "produce": "Fruit and vegetables in a shop",
    "oxford102": "Oxford 102 close-ups", "plantnet300k": "Pl@ntNet field photographs", "kounteyo98": "Flickr, four flowers",
    "inaturalist": "iNaturalist, ten species (six labels)",
}


def percent(value: dict[str, float | int] | None) -> str:
    """`93.1 % (92.0–94.1) of 1,234`, or a dash."""
    if not value or not value.get("n"):
        return "–"
    return f"{value['share']:.1%} ({value['low'] * 100:.1f}–{value['high'] * 100:.1f}) of {value['n']:,}".replace("%", " %")


def short(value: dict[str, float | int] | None) -> str:
    return "–" if not value or not value.get("n") else f"{value['share']:.1%} of {value['n']:,}".replace("%", " %")


def table(measured: dict, manifest: dict) -> str:
    test, lines = measured["test"], ["| What | Value (95 % interval) |", "|---|---|"]

    def row(what: str, value: str) -> None:
        lines.append(f"| {what} | {value} |")

    row("Test pictures: right first (top-1), the file as shipped", percent(test["top1"]))
    row("Right among five (top-5)", percent(test["top5"]))
    row("Named (likely)", percent(test["named"]))
    row("of those, right", percent(test["rightOfNamed"]))
    row("Shown (likely, unsure or doubtful)", percent(test["shown"]))
    row("of those, right first", percent(test["rightOfShown"]))
    row("Known plants classified as no plant", percent(test["calledNoPlant"]))
    row("Calibration error (15 bins)", f"{test['calibrationError']:.3f}")
    row("Food packages and other things classified as no plant", percent(measured["things"]["calledNoPlant"]))
    row("Food packages and other things named as a plant", percent(measured["things"]["named"]))
    row("Poison ivy, oak and sumac: warned of", percent(measured["poisonIvy"]["warnedOfIt"]))
    row("Plants that look like them: warned of, though harmless", percent(measured["poisonIvy"]["warnedOfLookalikes"]))
    row("Other plants that it knows: warned of, though harmless", percent(measured["poisonIvy"]["warnedOfOthers"]))
    row("Plants that it does not know, elsewhere: warned of, though harmless", percent(measured["poisonIvy"]["warnedOfStrangers"]))
    row("Elsewhere: wrong of all that is named, unknown plants (three quarters of the pictures) among them",
        percent(measured["wrongOfNamedApart"]["with strangers"]))
    row("Elsewhere: wrong of the known plants that are named", percent(measured["wrongOfNamedApart"]["known plants alone"]))
    row("Elsewhere: known plants that are named", percent(measured["knownNamedApart"]))
    row("Elsewhere: unknown plants that are named", percent(measured["strangersNamedApart"]))
    sizes = {file["path"]: file["bytes"] for file in manifest["files"]}
    row("Temperature; familiar from; no plant from",
        f"{measured['temperature']}; {measured['familiarFrom']}; {measured['notAPlantFrom']}")
    row("Weights", f"{sizes['model-int8.bin'] / 1e6:.1f} MB and {sizes['model-int8.xml'] / 1e6:.1f} MB of graph")

    lines += ["", "Pictures of collections that no weight learned from. Each row is measured with a temperature and a gate that were",
              "fitted without that collection.", "",
              "| Collection | Known: right first | Known: named | of those, right | Known: shown | Unknown: named | Unknown: shown |",
              "|---|---|---|---|---|---|---|"]
    for source, value in measured["apart"].items():
        lines.append(f"| {TITLES[source]} | {short(value.get('top1'))} | {short(value.get('named'))} | "
                     f"{short(value.get('rightOfNamed'))} | {short(value.get('shown'))} | "
                     f"{short(value.get('strangersNamed'))} | {short(value.get('strangersShown'))} |")
    lines += ["", "| Label, elsewhere | Right first |", "|---|---|"]
    for source, labels in measured["apartLabels"].items():
        for name, value in labels.items():
            lines.append(f"| *{name}*: {TITLES[source].split(':')[0]} | {percent(value)} |")
    lines += ["", "| Test pictures of | Right first | Among five | Named | of those, right |", "|---|---|---|---|---|"]
    for source, value in test["bySource"].items():
        title = "Oxford 17 flowers: the seven plants that are learned from it" if source == "oxford17" else TITLES[source]
        lines.append(f"| {title} | {short(value['top1'])} | {short(value['top5'])} | {short(value['named'])} | "
                     f"{short(value['rightOfNamed'])} |")
    weak = ", ".join(f"*{name}* {value['share']:.0%} of {value['n']}".replace("%", " %")
                     for name, value in test["weakLabels"].items())
    lines += ["", f"Weak labels (top-1 below 80 %, three test pictures or more): {weak}."]
    lines += ["", "Risk and coverage elsewhere: with a higher gate, fewer pictures are named, and fewer of the named ones are wrong.",
              "Unknown plants are among the pictures, so the share that could be named rightly is "
              f"{measured['knownShareApart']:.0%}.".replace("%", " %"), "",
              "| Gate from | Named, of all | Wrong, of the named |", "|---|---|---|"]
    for threshold, coverage, risk in measured["riskCoverage"]:
        lines.append(f"| {threshold} | {coverage:.1%} | {risk:.1%} |".replace("%", " %"))
    return "\n".join(lines)


def main() -> None:
    measured, manifest = (json.loads((FOLDER / name).read_text()) for name in ("measured.json", "model.json"))
    text = CARD.read_text()
    begin = re.search(r"<!-- numbers: begin.*?-->\n", text)
    end = text.index("<!-- numbers: end -->")
    CARD.write_text(text[:begin.end()] + "\n" + table(measured, manifest) + "\n\n" + text[end:])


if __name__ == "__main__":
    main()
