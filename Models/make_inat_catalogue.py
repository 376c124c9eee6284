#!/usr/bin/env python3
"""Makes the label catalogue of the iNaturalist plant classifier in Google's Coral test data.

    python Models/make_inat_catalogue.py ../shared/models/inat-plants/labels.json
    python Models/make_inat_catalogue.py --check

The same input always gives the same bytes. Names in other languages and further English ones come from the care table.
The last label is what the network answers for a picture of no plant that it knows.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path

from make_catalogue import CATALOGUE as PLANTNET
from make_catalogue import RETIRED_NAMES, Capitals, CatalogueError, plain_spaces, tidy_names, write

LABELS = 2102
BACKGROUND = {"index": LABELS - 1, "scientificName": "", "rank": "none"}
RANKS = ("species", "genus")
LIMIT = 350_000
SOURCE = (
    "labels of the iNaturalist plant classifier in google-coral/test_data (Apache-2.0), in the network's order; "
    "families after taxonlookup (MIT) and Stillroom's care table, in APG IV spelling; "
    "German, French and further English names from Stillroom's care table"
)
CATALOGUE = PLANTNET.with_name("inat-plants.json")
CARE = PLANTNET.with_name("care.tsv")

# Spelling mistakes of the source, and names that there are kinder or better ones for.
REPLACED = {
    "'ohi'a lehua": "Ohia lehua",
    "Black-eyed-Susan": "Black-eyed Susan",
    "Bullrush": "Bulrush",
    "Common greenbriar": "Common greenbrier",
    "Dames Rocket": "Dame's rocket",
    "European Bramble Complex": "European bramble",
    "Gingko": "Ginkgo",
    "Mahala mat": "Prostrate ceanothus",
    "Mexican devil": "Sticky snakeroot",
    "St. Andrews Cross": "St Andrew's cross",
    "Wild Stone Crop": "Wild stonecrop",
    "Wooly Croton": "Woolly croton",
    "Wooly White": "Woolly white",
}
# What keeps its capital inside a name. The source mixes "Western Sycamore" with "Swamp rose".
PROPER_NAMES = (
    "Andrew's, Bethlehem, California, Californian, Canary Island, Chinese, Creeping-Jenny, Douglas, Dutchman's, "
    "Great Valley, Herb Paris, Herb Robert, Indian, Jacob's, Joe-Pye, King Ranch, Labrador, Madeira, Mary, "
    "Mount Diablo, New England, New Jersey, New York, New Zealand, North Island, Oregon, Parnassus, Peru, "
    "Prince of Wales, Queen Anne's, Rocky Mountain, Russian, San Francisco, Santa Barbara, Santa Catalina, "
    "Santa Maria, Sharon, Solomon's, St John's, Susan, Venus's"
).split(", ")

# Names of families that are newer, or narrower, than those of APG IV.
APG_FAMILIES = {"Themidaceae": "Asparagaceae", "Viburnaceae": "Adoxaceae"}
# Families and their genera that neither the Pl@ntNet-300K catalogue nor the care table knows. After taxonlookup, which
# lacks the seaweeds and some new genera; its Griselinia, Nyssa, Rivina, Calandrinia, Calyptridium and Leucobryum moved.
MORE_GENERA = """
Acanthaceae: Avicennia Aizoaceae: Aptenia Carpobrotus Sesuvium Tetragonia Amaryllidaceae: Amaryllis Cooperia
Nothoscordum Anacardiaceae: Malosma Schinus Annonaceae: Asimina Apiaceae: Cicuta Cryptotaenia Erigenia Osmorhiza
Polytaenia Scandix Sphenosciadium Zizia Apocynaceae: Apocynum Gonolobus Matelea Parsonsia Araceae: Lemna
Lysichiton Peltandra Pistia Symplocarpus Araliaceae: Oplopanax Panax Pseudopanax Raukaua Araucariaceae: Agathis
Arecaceae: Rhopalostylis Sabal Serenoa Argophyllaceae: Corokia Aristolochiaceae: Hexastylis Asparagaceae:
Bloomeria Camassia Dichelostemma Hesperoyucca Milla Othocallis Ruscus Asphodelaceae: Asphodelus Asteliaceae:
Astelia Asteraceae: Achyrachaena Adenocaulon Ageratina Amphiachyris Anisocarpus Arctotheca Arnoglossum
Atrichoseris Baileya Borrichia Brachyglottis Brickellia Calyptocarpus Chrysogonum Cotula Delairea Doellingeria
Dracopis Eclipta Engelmannia Eurybia Geraea Glebionis Gutierrezia Hedypnois Heliopsis Hemizonia Hymenopappus
Isocoma Jaumea Layia Lepidospartum Lindheimera Lygodesmia Malacothrix Marshallia Mikania Mycelis Oclemena Olearia
Ozothamnus Packera Palafoxia Parthenium Petasites Pittocaulon Pseudognaphalium Pyrrhopappus Silphium Silybum
Smallanthus Tetraneuris Thelesperma Thymophylla Uropappus Verbesina Vernonia Youngia Atherospermataceae: Laurelia
Athyriaceae: Athyrium Berberidaceae: Achlys Caulophyllum Jeffersonia Podophyllum Betulaceae: Ostrya Bignoniaceae:
Bignonia Chilopsis Jacaranda Spathodea Tecoma Blechnaceae: Blechnum Woodwardia Boraginaceae: Cordia Emmenanthe
Eriodictyon Hydrophyllum Lithospermum Nama Nemophila Pholistoma Brachytheciaceae: Kindbergia Brassicaceae: Cakile
Hirschfeldia Sisymbrium Streptanthus Thysanocarpus Burseraceae: Bursera Cabombaceae: Brasenia Cactaceae: Carnegiea
Cylindropuntia Echinocactus Echinocereus Lophophora Pachycereus Stenocereus Campanulaceae: Asyneuma Campanulastrum
Triodanis Capparaceae: Capparis Caprifoliaceae: Leycesteria Caryophyllaceae: Lychnis Celastraceae: Celastrus
Cladophoraceae: Cladophora Cleomaceae: Peritoma Polanisia Codiaceae: Codium Colchicaceae: Uvularia Combretaceae:
Conocarpus Terminalia Commelinaceae: Commelina Tinantia Conocephalaceae: Conocephalum Convolvulaceae: Cuscuta
Evolvulus Merremia Coriariaceae: Coriaria Corynocarpaceae: Corynocarpus Crassulaceae: Rhodiola Cucurbitaceae:
Echinocystis Ibervillea Marah Melothria Momordica Sicyos Cunoniaceae: Weinmannia Cupressaceae: Calocedrus
Cyatheaceae: Cyathea Cyperaceae: Ficinia Scirpus Cystopteridaceae: Cystopteris Gymnocarpium Dennstaedtiaceae:
Dennstaedtia Histiopteris Paesia Diapensiaceae: Galax Diplaziopsidaceae: Homalosorus Elaeocarpaceae: Aristotelia
Elaeocarpus Ericaceae: Allotropa Cassiope Chamaedaphne Chimaphila Epigaea Hemitomes Leptecophylla Leucopogon
Monotropa Phyllodoce Pterospora Sarcodes Euphorbiaceae: Cnidoscolus Croton Stillingia Fabaceae: Amorpha
Amphicarpaea Apios Baptisia Caesalpinia Centrosema Chamaecrista Clitoria Delonix Desmanthus Desmodium Ebenopsis
Erythrina Eysenhardtia Glottidium Indigofera Lespedeza Leucaena Neptunia Paraserianthes Parkinsonia Pickeringia
Psorothamnus Securigera Senegalia Senna Sesbania Sophora Spartium Strophostyles Tephrosia Fagaceae: Chrysolepis
Notholithocarpus Fouquieriaceae: Fouquieria Gelsemiaceae: Gelsemium Gentianaceae: Frasera Gentianopsis Obolaria
Sabatia Gigartinaceae: Chondracanthus Gleicheniaceae: Dicranopteris Goodeniaceae: Selliera Griseliniaceae:
Griselinia Haloragaceae: Haloragis Hylocomiaceae: Hylocomium Hymenophyllaceae: Hymenophyllum Hypoxidaceae: Hypoxis
Iridaceae: Nemastylis Romulea Sparaxis Tigridia Juglandaceae: Carya Krameriaceae: Krameria Lamiaceae: Callicarpa
Collinsonia Hyptis Leonotis Leonurus Lepechinia Marrubium Perilla Physostegia Pycnanthemum Rosmarinus Scutellaria
Trichostema Vitex Lauraceae: Beilschmiedia Lindera Sassafras Leucobryaceae: Leucobryum Leucodontaceae: Dendroalsia
Liliaceae: Clintonia Erythronium Medeola Prosartes Scoliopus Streptopus Loasaceae: Mentzelia Loganiaceae: Spigelia
Loranthaceae: Ileostylus Lunulariaceae: Lunularia Lycopodiaceae: Dendrolycopodium Diphasiastrum Huperzia
Lycopodiella Lycopodium Phlegmariurus Spinulum Lygodiaceae: Lygodium Lythraceae: Decodon Malvaceae: Anoda
Callirhoe Ceiba Entelea Eremalche Guazuma Hoheria Malacothamnus Malvaviscus Modiola Sida Sphaeralcea
Marchantiaceae: Marchantia Martyniaceae: Proboscidea Melanthiaceae: Paris Toxicoscordion Trillium Xerophyllum
Melastomataceae: Rhexia Meliaceae: Dysoxylum Melia Menispermaceae: Cocculus Menispermum Molluginaceae: Mollugo
Monimiaceae: Hedycarya Montiaceae: Calandrinia Calyptridium Lewisia Moraceae: Maclura Myrtaceae: Neomyrtus
Nothofagaceae: Fuscospora Nyctaginaceae: Abronia Allionia Boerhavia Nyssaceae: Nyssa Oleaceae: Forestiera
Onagraceae: Camissoniopsis Chylismia Gaura Ludwigia Stenosiphon Taraxia Onocleaceae: Onoclea Ophioglossaceae:
Botrychium Botrypus Sceptridium Orchidaceae: Anacamptis Aplectrum Arundina Calopogon Calypso Corallorhiza
Cypripedium Dactylorhiza Dichromanthus Earina Galearis Goodyera Microtis Pogonia Prosthechea Spiranthes Tipularia
Orobanchaceae: Agalinis Bellardia Conopholis Epifagus Orobanche Triphysaria Osmundaceae: Leptopteris Osmundastrum
Palmariaceae: Halosaccion Papaveraceae: Argemone Capnoides Dendromecon Glaucium Platystemon Sanguinaria
Stylophorum Paulowniaceae: Paulownia Pennantiaceae: Pennantia Penthoraceae: Penthorum Petiveriaceae: Rivina
Phrymaceae: Erythranthe Phryma Piperaceae: Piper Plantaginaceae: Bacopa Chelone Nuttallanthus Veronicastrum
Poaceae: Achnatherum Ammophila Andropogon Arundinaria Bouteloua Chasmanthium Lagurus Melinis Microstegium
Pennisetum Polypogon Schizachyrium Sorghastrum Spartina Tridens Tripsacum Uniola Podocarpaceae: Dacrycarpus
Dacrydium Phyllocladus Prumnopitys Polemoniaceae: Ipomopsis Linanthus Loeselia Microsteris Navarretia Polemonium
Polygonaceae: Antigonon Coccoloba Polypodiaceae: Pleopeltis Pyrrosia Polytrichaceae: Polytrichum Pontederiaceae:
Eichhornia Primulaceae: Anagallis Dodecatheon Myrsine Trientalis Proteaceae: Knightia Pteridaceae: Aspidotis
Pentagramma Ranunculaceae: Coptis Enemion Hydrastis Rhamnaceae: Berchemia Discaria Rhizophoraceae: Rhizophora
Ripogonaceae: Ripogonum Rosaceae: Adenostoma Chamaebatia Drymocallis Fallugia Luetkea Oemleria Purshia
Sibbaldiopsis Rousseaceae: Carpodetus Rubiaceae: Bouvardia Cephalanthus Coprosma Diodia Hamelia Houstonia
Mitchella Sherardia Stenaria Rutaceae: Ptelea Zanthoxylum Santalaceae: Comandra Phoradendron Viscum Sapindaceae:
Alectryon Cardiospermum Dodonaea Sapindus Ungnadia Sapotaceae: Sideroxylon Sarraceniaceae: Darlingtonia
Saururaceae: Anemopsis Saururus Saxifragaceae: Darmera Lithophragma Micranthes Tiarella Scrophulariaceae:
Leucophyllum Myoporum Scrophularia Simaroubaceae: Ailanthus Simmondsiaceae: Simmondsia Solanaceae: Lycium Quincula
Staphyleaceae: Staphylea Tamaricaceae: Tamarix Thelypteridaceae: Parathelypteris Phegopteris Pneumatopteris
Thelypteris Thuidiaceae: Thuidium Ulvaceae: Ulva Urticaceae: Boehmeria Laportea Verbenaceae: Glandularia Phyla
Violaceae: Melicytus Vitaceae: Ampelopsis Winteraceae: Pseudowintera Zingiberaceae: Hedychium Zosteraceae: Zostera
Zygophyllaceae: Larrea
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("labels", type=Path, nargs="?", help="labels.json of the classifier; not needed with --check")
    parser.add_argument("--care", type=Path, default=CARE, help="the care table: names and families")
    parser.add_argument("--families", type=Path, default=PLANTNET, help="a label catalogue with families")
    parser.add_argument("--output", type=Path, default=CATALOGUE)
    parser.add_argument("--check", action="store_true", help="check the catalogue that is there and write nothing")
    arguments = parser.parse_args()
    if arguments.labels is None and not arguments.check:
        parser.error("the labels are missing")
    source = arguments.output if arguments.check else arguments.labels
    try:
        if arguments.check:
            labels = read_labels(source)
            check(labels)
            check_size(source)
        else:
            care = read_care(arguments.care)
            families = families_by_genus(read_labels(arguments.families), care)
            labels = make_labels(read_labels(source), care, families)
            check(labels)
            write(arguments.output, labels, SOURCE)
    except FileNotFoundError as error:
        print(f"{error.filename}: There is no such file.", file=sys.stderr)
        return 66
    except (CatalogueError, KeyError, ValueError) as error:
        print(f"{source}: {error}", file=sys.stderr)
        return 65
    print(f"{arguments.output}: {summary(labels)}", file=sys.stderr)
    return 0


def read_labels(path: Path) -> list[dict]:
    return json.loads(path.read_text(encoding="utf-8"))["labels"]


def read_care(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        lines = [line for line in file if not line.startswith("#")]
    return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def families_by_genus(labels: list[dict], care: list[dict[str, str]]) -> dict[str, str]:
    """The families of all genera that are known here, in APG IV spelling."""
    families = {row["name"].split()[0]: row["family"] for row in care if row["rank"] in RANKS and row["family"]}
    families |= {label["scientificName"].split()[0]: label["family"] for label in labels}
    family = ""
    for word in MORE_GENERA.split():
        if word.endswith(":"):
            family = word[:-1]
        else:
            families[word] = family
    return {genus: APG_FAMILIES.get(family, family) for genus, family in families.items()}


def make_labels(source: list[dict], care: list[dict[str, str]], families: dict[str, str]) -> list[dict]:
    """The labels in their order; the last one of the source must be the background."""
    *plants, last = source
    if last["scientificName"] or last["commonNames"] != ["background"]:
        raise CatalogueError(f"The last label is {last['scientificName']!r} and not the background.")
    english = {scientific(label["scientificName"]): list(map(english_name, label["commonNames"])) for label in plants}
    rows = rows_by_name(care)
    capitals = ProperNames(name for row in care for name in listed(row["common"]))

    labels = []
    for label in plants:
        name = scientific(label["scientificName"])
        row = rows.get(key(name)) or rows.get(key(typical(name))) or {}
        candidates = [*english[name], *english.get(typical(name), []), *listed(row.get("common", ""))]
        made: dict[str, object] = {"index": label["index"], "scientificName": name}
        made["commonNames"] = tidy_names(candidates, [], set(), name, capitals)
        for field, column in (("germanNames", "german"), ("frenchNames", "french")):
            if names := listed(row.get(column, "")):
                made[field] = names
        if family := families.get(name.split()[0]):
            made["family"] = family
        if " " not in name:
            made["rank"] = "genus"
        labels.append(made)
    return [*labels, {**BACKGROUND, "index": last["index"]}]


def rows_by_name(care: list[dict[str, str]]) -> dict[str, dict[str, str]]:
    """The species and genera of the care table by name; a synonym never hides a name."""
    rows: dict[str, dict[str, str]] = {}
    known = [row for row in care if row["rank"] in RANKS]
    for row in known:
        rows.setdefault(key(row["name"]), row)
    for row in known:
        for synonym in listed(row["synonyms"]):
            rows.setdefault(key(synonym), row)
    return rows


def key(name: str) -> str:
    """A scientific name for comparison: one case, no hybrid sign."""
    return " ".join(name.replace("×", " ").lower().split())


def scientific(text: str) -> str:
    """The name as we write it: a hybrid sign stands alone."""
    return plain_spaces(unescaped(text).replace("×", " × "))


def english_name(text: str) -> str:
    name = plain_spaces(unescaped(text))
    return REPLACED.get(name, name)


def unescaped(text: str) -> str:
    """The source holds letters beyond ASCII as escapes of Python, such as \\xd7 for ×."""
    return re.sub(r"\\(?:x([0-9a-f]{2})|u([0-9a-f]{4}))", lambda match: chr(int(match[1] or match[2], 16)), text)


def typical(name: str) -> str:
    """The species of a subspecies that repeats its epithet, as "Piper excelsum excelsum" does: it shares its names."""
    words = name.split()
    return " ".join(words[:2]) if len(words) == 3 and words[1] == words[2] else name


def listed(cell: str) -> list[str]:
    return [name.strip() for name in cell.split(";") if name.strip()]


class ProperNames(Capitals):
    """Capitals where `PROPER_NAMES` and names that are already well written have them, and nowhere else."""

    def __init__(self, well_written: Iterable[str]) -> None:
        names = list(well_written)
        super().__init__(names)
        self.names = {name.lower(): name for name in names}
        self.proper = {name.lower(): name for name in PROPER_NAMES}
        self.pattern = re.compile(r"\b(?:" + "|".join(sorted(self.proper, key=len, reverse=True)) + r")\b")

    def sentence(self, name: str) -> str:
        lower = name.lower()
        text = self.names.get(lower) or self.pattern.sub(lambda match: self.proper[match[0]], lower)
        return text[:1].upper() + text[1:]


def check(labels: list[dict]) -> None:
    if len(labels) != LABELS:
        raise CatalogueError(f"It has {len(labels)} labels; the network has {LABELS} outputs.")
    if [label["index"] for label in labels] != list(range(LABELS)):
        raise CatalogueError("The indexes are not 0, 1, 2 … in order.")
    if labels[-1] != BACKGROUND:
        raise CatalogueError("The last label is not the background.")
    taken: dict[str, int] = {}
    for label in labels[:-1]:
        where, name = f"Label {label['index']}", label["scientificName"]
        if not re.fullmatch(r"[A-Z][a-z]+(?: (?:× )?[a-z]+(?:-[a-z]+)*(?: [a-z]+)?)?", name):
            raise CatalogueError(f"{where}: {name!r} is no scientific name.")
        if taken.setdefault(key(name), label["index"]) != label["index"]:
            raise CatalogueError(f"{where}: {name} is already label {taken[key(name)]}.")
        if label.get("rank", "species") != RANKS[" " not in name]:
            raise CatalogueError(f"{where}: {label.get('rank')!r} is not the rank of {name}.")
        family = label.get("family")
        if family is not None and not re.fullmatch(r"[A-Z][a-z]+aceae", family):
            raise CatalogueError(f"{where}: {family!r} is no family.")
        for field in ("commonNames", "germanNames", "frenchNames"):
            check_names(label[field] if field == "commonNames" else label.get(field, []), where)


def check_names(names: list[str], where: str) -> None:
    if len({name.casefold() for name in names}) != len(names):
        raise CatalogueError(f"{where}: A name stands there twice.")
    for name in names:
        if name != plain_spaces(name) or not name[:1].isupper() or "\\" in name:
            raise CatalogueError(f"{where}: {name!r} is badly written.")
        if any(retired in name.lower() for retired in RETIRED_NAMES):
            raise CatalogueError(f"{where}: {name!r} is given up.")


def check_size(path: Path) -> None:
    size = path.stat().st_size
    if size >= LIMIT:
        raise CatalogueError(f"It has {size:,} bytes; fewer than {LIMIT:,} are wanted.")


def summary(labels: list[dict]) -> str:
    fields = {"family": "family", "commonNames": "English", "germanNames": "German", "frenchNames": "French"}
    counts = [f"{sum(bool(label.get(field)) for label in labels)} {title}" for field, title in fields.items()]
    return f"{len(labels)} labels, of which have: {', '.join(counts)}"


if __name__ == "__main__":
    sys.exit(main())
