"""The iNaturalist catalogue's script against small labels and tables made here, and the catalogue that it made.

    python Models/test_make_inat_catalogue.py
"""

from __future__ import annotations

import copy
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import make_inat_catalogue as maker

SCRIPT = Path(maker.__file__)
CARE = """# a comment
rank\tname\tsynonyms\tcommon\tgerman\tfrench\tfamily
species\tMalus domestica\t\tApple;Apple tree\tApfel\tPommier\tRosaceae
species\tTaraxacum officinale\t\tDandelion\tLöwenzahn\tPissenlit\tAsteraceae
species\tMelaleuca citrina\tCallistemon citrinus\tBottlebrush\tZylinderputzer\t\tMyrtaceae
species\tDaucus carota\t\tQueen Anne's lace;Carrot\t\t\tApiaceae
species\tRaphanus sativus\tRaphanus raphanistrum subsp. sativus\tRadish\tRettich\tRadis\tBrassicaceae
genus\tViburnum\t\tViburnums\t\t\tViburnaceae
genus\tErythronium\t\t\t\t\t
family\tMyrtaceae\t\tMyrtle family\t\t\tMyrtaceae
"""


def label(index: int, name: str, *common: str) -> dict:
    return {"index": index, "scientificName": name, "commonNames": list(common), "family": None}


def source(*plants: tuple[str, ...]) -> list[dict]:
    labels = [label(index, *words) for index, words in enumerate(plants)]
    return [*labels, {**label(len(labels), "", "background"), "rank": "none"}]


class Inputs(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.care = self.folder / "care.tsv"
        self.care.write_text(CARE, encoding="utf-8")

    def run_script(self, *words: object) -> subprocess.CompletedProcess:
        return subprocess.run([sys.executable, "-B", SCRIPT, *words], capture_output=True, text=True)


class MakingTests(Inputs):
    def made(self, *plants: tuple[str, ...]) -> list[dict]:
        care = maker.read_care(self.care)
        known = [{"scientificName": "Daucus carota", "family": "Apiaceae"}]
        return maker.make_labels(source(*plants), care, maker.families_by_genus(known, care))

    def names(self, *plant: str) -> list[str]:
        return self.made(plant)[0]["commonNames"]

    def test_the_order_stays_and_the_background_is_the_last(self):
        labels = self.made(("Urtica dioica", "Stinging nettle"), ("Daucus carota",))
        self.assertEqual([made["scientificName"] for made in labels], ["Urtica dioica", "Daucus carota", ""])
        self.assertEqual(labels[-1], {"index": 2, "scientificName": "", "rank": "none"})

    def test_labels_without_a_background_are_refused(self):
        with self.assertRaisesRegex(maker.CatalogueError, "not the background"):
            maker.make_labels([label(0, "Urtica dioica")], [], {})

    def test_escapes_and_hybrid_signs_are_put_right(self):
        made = self.made(("Malus \\xd7domestica", "Apple"), ("Metrosideros fulgens", "Scarlet r\\u0101t\\u0101 vine"))
        self.assertEqual(made[0]["scientificName"], "Malus × domestica")
        self.assertEqual(made[0]["germanNames"], ["Apfel"])
        self.assertEqual(made[1]["commonNames"], ["Scarlet rātā vine"])

    def test_only_proper_names_keep_a_capital(self):
        self.assertEqual(self.names("Acer saccharum", "Sugar Maple"), ["Sugar maple"])
        self.assertEqual(self.names("Castilleja hispida", "Harsh indian paintbrush"), ["Harsh Indian paintbrush"])
        self.assertEqual(self.names("Nuphar polysepala", "Rocky Mountain Pond-Lily"), ["Rocky Mountain pond-lily"])
        self.assertEqual(self.names("Acer spicatum", "Mountain Maple"), ["Mountain maple"])

    def test_the_names_of_the_care_table_follow_each_once(self):
        self.assertEqual(self.names("Daucus carota", "Queen Anne's Lace"), ["Queen Anne's lace", "Carrot"])
        made = self.made(("Callistemon citrinus", "Crimson Bottlebrush"))[0]
        self.assertEqual(made["commonNames"], ["Crimson bottlebrush", "Bottlebrush"])
        self.assertEqual(made["germanNames"], ["Zylinderputzer"])
        self.assertNotIn("frenchNames", made)

    def test_a_subspecies_gives_the_species_no_names(self):
        self.assertEqual(self.names("Raphanus raphanistrum", "Jointed Charlock"), ["Jointed charlock"])
        self.assertEqual(self.names("Daucus carota maximus"), [])

    def test_a_repeated_epithet_shares_the_names_of_the_species(self):
        made = self.made(("Taraxacum officinale", "Common Dandelion"), ("Taraxacum officinale officinale",))[1]
        self.assertEqual(made["commonNames"], ["Common dandelion", "Dandelion"])
        self.assertEqual(made["frenchNames"], ["Pissenlit"])

    def test_names_that_were_given_up_are_left_out(self):
        self.assertEqual(self.names("Tradescantia fluminensis", "Wandering Jew"), [])
        self.assertEqual(self.names("Ginkgo biloba", "Gingko"), ["Ginkgo"])

    def test_families_come_from_three_tables_or_are_left_out(self):
        plants = ["Daucus pusillus", "Melaleuca alba", "Viburnum opulus", "Erythronium albidum", "Nyssa sylvatica"]
        families = [made.get("family") for made in self.made(*((name,) for name in plants), ("Ignota planta",))]
        expected = ["Apiaceae", "Myrtaceae", "Adoxaceae", "Liliaceae", "Nyssaceae", None, None]
        self.assertEqual(families, expected)

    def test_one_word_is_a_genus(self):
        self.assertEqual([made.get("rank") for made in self.made(("Rosa",), ("Rosa canina",))], ["genus", None, "none"])

    def test_no_genus_stands_in_two_families(self):
        genera = [word for word in maker.MORE_GENERA.split() if not word.endswith(":")]
        self.assertEqual(len(genera), len(set(genera)))


class CommandTests(Inputs):
    def test_too_few_labels_are_refused_and_nothing_is_written(self):
        labels, output = self.folder / "labels.json", self.folder / "made.json"
        labels.write_text(json.dumps({"labels": source(("Urtica dioica", "Stinging nettle"))}))
        result = self.run_script(labels, "--care", self.care, "--output", output)
        self.assertEqual(result.returncode, 65)
        self.assertIn("2 labels; the network has 2102", result.stderr)
        self.assertFalse(output.exists())

    def test_the_same_labels_give_the_same_bytes(self):
        labels = self.folder / "labels.json"
        letters = "abcdefghijklmnopqrstuvwxyz"
        plants = [(f"Urtica {first}{second}{third}", "Nettle") for first in letters for second in letters
                  for third in letters][: maker.LABELS - 1]
        labels.write_text(json.dumps({"labels": source(*plants)}))
        outputs = [self.folder / "first.json", self.folder / "second.json"]
        for output in outputs:
            result = self.run_script(labels, "--care", self.care, "--output", output)
            self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(outputs[0].read_bytes(), outputs[1].read_bytes())
        self.assertEqual(len(outputs[0].read_text(encoding="utf-8").splitlines()), maker.LABELS + 2)

    def test_a_missing_file_has_its_own_status(self):
        self.assertEqual(self.run_script(self.folder / "absent.json").returncode, 66)
        self.assertEqual(self.run_script("--check", "--output", self.folder / "absent.json").returncode, 66)

    def test_labels_are_needed_without_check(self):
        self.assertEqual(self.run_script().returncode, 2)


class CatalogueTests(unittest.TestCase):
    """The catalogue in the repository, and what spoils it."""

    def setUp(self) -> None:
        self.labels = maker.read_labels(maker.CATALOGUE)

    def refused(self, reason: str) -> None:
        with self.assertRaisesRegex(maker.CatalogueError, reason):
            maker.check(self.labels)

    def test_it_is_sound(self):
        maker.check(self.labels)
        maker.check_size(maker.CATALOGUE)
        self.assertEqual(self.labels[0]["scientificName"], "Betula lenta")
        self.assertEqual(self.labels[2100]["scientificName"], "Strelitzia reginae")

    def test_a_missing_label_or_a_wrong_index_is_found(self):
        whole = copy.deepcopy(self.labels)
        del self.labels[7]
        self.refused("2101 labels")
        self.labels = whole
        self.labels[7]["index"] = 8
        self.refused("not 0, 1, 2")

    def test_a_background_elsewhere_is_found(self):
        self.labels[7] = {"index": 7, "scientificName": "", "rank": "none"}
        self.refused("Label 7: '' is no scientific name")
        self.labels[-1] = {"index": 2101, "scientificName": "Urtica urens"}
        self.refused("not the background")

    def test_a_name_that_stands_twice_is_found(self):
        self.labels[9]["scientificName"] = self.labels[3]["scientificName"]
        self.refused("Label 9: Ricinus communis is already label 3")

    def test_ranks_families_and_names_are_checked(self):
        changes = [("rank", "tribe", "rank"), ("rank", "genus", "rank"), ("family", "Palmae", "no family"),
                   ("commonNames", ["Birch", "birch"], "twice"), ("germanNames", ["birke"], "badly written"),
                   ("commonNames", ["Wandering Jew"], "given up")]
        for field, value, reason in changes:
            with self.subTest(field=field, value=value):
                self.labels = maker.read_labels(maker.CATALOGUE)
                self.labels[0][field] = value
                self.refused(f"Label 0: .*{reason}")


if __name__ == "__main__":
    unittest.main()
