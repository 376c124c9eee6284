"""Pages, errors, notices and commands in German, French, and the pseudo-locale that shows what no catalogue has."""

import html.parser
import json
import re
import subprocess
import urllib.parse

import pytest

from conftest import BINARY, FLOWER, ROOT, VIENNA, environment

# Attributes that people read.
READ = {"title", "aria-label", "alt", "placeholder", "label", "aria-description"}
# Elements whose text is the same in all languages, or no text.
FIXED = {"script", "style", "code", "kbd", "samp", "pre", "svg"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr", "use", "path",
        "circle", "rect"}
WORD = re.compile(r"[A-Za-z]{3,}")


class Texts(html.parser.HTMLParser):
    """Collect the texts and the links of a page. Texts in another language than the page are left out."""

    def __init__(self, page):
        super().__init__()
        self.texts, self.links, self.stack, self.language = [], [], [], None
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "html":
            self.language = attributes.get("lang")
        # The cities of the time zones have the names of the tz database.
        isCities = tag == "select" and attributes.get("name") == "home.zone"
        isFixed = isCities or tag in FIXED or attributes.get("translate") == "no" or (tag != "html" and "lang" in attributes)
        for name in READ & attributes.keys():
            if not self.hidden and not isFixed:
                self.texts.append(attributes[name] or "")
        if tag == "a" and attributes.get("href"):
            self.links.append(attributes["href"])
        if tag not in VOID:
            self.stack.append((tag, isFixed))

    def handle_endtag(self, tag):
        while self.stack:
            if self.stack.pop()[0] == tag:
                break

    @property
    def hidden(self):
        return any(fixed for _, fixed in self.stack)

    def handle_data(self, text):
        if not self.hidden and text.strip():
            self.texts.append(text.strip())


def crawl(server, language, limit=400, ignore=lambda path: False):
    """Return the pages of the house by their path, each kind of page once or twice."""
    pages, queue, kinds = {}, ["/"], {}
    while queue and len(pages) < limit:
        path = queue.pop(0)
        kind = re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}|\d{6,}|=[^&]*", "*", path)
        if path in pages or kinds.get(kind, 0) >= 2 or ignore(path):
            continue
        kinds[kind] = kinds.get(kind, 0) + 1
        answer = server.ask("GET", path, headers={"Accept": "text/html", "Accept-Language": language})
        if "text/html" not in (answer.headers["Content-Type"] or ""):
            continue
        page = Texts(answer.text)
        pages[path] = page
        for link in page.links:
            target = urllib.parse.urljoin(path, link)
            target = target.split("#")[0]
            if target.startswith("/") and not target.startswith(("/api", "/assets", "/calendar")):
                queue.append(target)
    return pages


# Names, units and file formats, which are the same in all languages.
NAMES = set("""
Stillroom Pl@ntNet PlantNet ntNet Trefle Open Food Facts Robotoff ntfy OpenVINO Google Vision Apache MIT ODbL JPEG PNG WebP HEIC AVIF TIFF
MiB KiB GiB CSV JSON FHIR Darwin Core GBIF IPNI POWO EIVE URL HTTP HTTPS TLS PIN API Web Push iPhone iPad Android Chrome
Safari Firefox Edge Windows Mac Linux iOS macOS Europe America Asia Africa Australia Pacific Atlantic Indian Antarctica
Arctic garden English Deutsch Français age tar zstd GTIN EAN UPC ITF GS1 Nutri Score NOVA Green MHD kcal org com net
Database License Contents Vienna Helianthus annuus Rudbeckia hirta Taraxacum officinale Black eyed Susan Common dandelion Sunflower
http https www Creative Commons Mozilla OpenSSL SQLite libvips Tesseract ZBar ZXing Hummingbird SwiftNIO GRDB
""".split())


# The plants that the built-in model knows.
LABELS = json.loads((ROOT / "Sources/Adapters/LocalRecognition/BuiltIn/labels.json").read_text())["labels"]
NAMES |= {word for label in LABELS for name in [label["scientificName"], label["family"], *label["commonNames"]]
          for word in WORD.findall(name)}


@pytest.fixture(scope="module")
def house(tmp_path_factory, home):
    """A server with a plant, a medicine, stock and tasks whose names are Greek, so that they are not taken for texts."""
    from conftest import Server
    server = Server(tmp_path_factory.mktemp("languages"), home, VIENNA)
    plant = server.plant("Βασιλικός")
    server.identification(FLOWER.read_bytes())
    for path, body in (
        ("/api/stock", {"name": "Γάλα", "amount": 1, "unit": "l", "date": "2026-12-01", "dateKind": "best-before"}),
        ("/api/shopping", {"text": "Ψωμί"}),
        (f"/api/plants/{plant}/notes", {"text": "Ωραίο"}),
    ):
        answer = server.ask("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        assert answer.status in (200, 201), (path, answer.text)
    yield server
    server.stop(within=30)


def test_every_page_in_the_pseudo_locale_has_only_texts_of_the_catalogues(house):
    # The page of a species has the names of plants in its sentences.
    pages = crawl(house, "en-XA", ignore=lambda path: path.startswith("/plants/species?q="))
    assert len(pages) > 30, sorted(pages)
    findings = {}
    for path, page in pages.items():
        assert page.language == "en-XA", path
        for text in page.texts:
            words = [word for word in WORD.findall(text) if word not in NAMES]
            # Versions, addresses, and what the file of a model says about its licence and source.
            if words and not re.fullmatch(r"[\w/+.-]+|https?://\S+|(Apache-2.0; |Trained by the project ).*", text, re.S):
                findings.setdefault(text[:90], path)
    assert not findings, json.dumps(findings, indent=1, ensure_ascii=False)


@pytest.mark.parametrize("language, today, words", [("de", "Heute", "Pflanzen"), ("fr", "Aujourd'hui", "Plantes")])
def test_a_browser_gets_its_language(house, language, today, words):
    answer = house.ask("GET", "/", headers={"Accept": "text/html", "Accept-Language": f"{language}-CH,en;q=0.5"})
    assert f'<html lang="{language}" ' in answer.text
    texts = Texts(answer.text).texts
    assert today in texts and words in texts and "Plants" not in texts


def test_the_language_choice_of_the_footer_is_saved_and_returns_to_the_same_page(serve):
    server = serve()
    headers = {"Accept": "text/html", "Accept-Language": "en-GB"}
    form = headers | {"Content-Type": "application/x-www-form-urlencoded", "Origin": server.url,
                      "Referer": server.url + "/plants?sort=name"}
    answer = server.ask("POST", "/language", "language=fr", form)
    assert (answer.status, answer.headers["Location"]) == (303, "/plants?sort=name")
    assert '<html lang="fr" ' in server.ask("GET", "/plants", headers=headers).text
    # A language that Stillroom does not have removes the choice.
    assert server.ask("POST", "/language", "language=xx", form).status == 303
    assert '<html lang="en" ' in server.ask("GET", "/plants", headers=headers).text


def test_errors_of_the_api_have_the_language_of_the_request(house):
    english = house.ask("GET", "/api/plants/none", headers={"Accept": "application/json"}).json
    german = house.ask("GET", "/api/plants/none", headers={"Accept": "application/json", "Accept-Language": "de"}).json
    assert english["code"] == german["code"] and english["title"] != german["title"]


# Values that are typed as they are.
TYPED = set("""
auto leaf flower fruit bark habit other always never indoor outdoor balcony greenhouse plastic clay glazed metal wood shaded usual bright
fish bash today yesterday week unknown died sold given away json csv darwin core fhir watering fertilising pruning repotting pest control
rotation misting own category label brand popular random confidence nuts milk refuse careful accept vegan vegetarian cupboard fridge
freezer cellar write photographs medicines admin sig expect clauses plain house rose completions share local example
""".split())


def run(home, language, *arguments):
    return subprocess.run(
        [BINARY, *arguments], env=environment(home) | {"LC_ALL": language}, capture_output=True, text=True, timeout=60)


def test_commands_use_the_language_of_the_terminal(home, tmp_path):
    data = ["--data-dir", str(tmp_path / "data")]
    english = run(home, "C.UTF-8", "agenda", *data)
    german = run(home, "de_AT.UTF-8", "agenda", *data)
    assert english.returncode == german.returncode == 0
    assert english.stdout != german.stdout, german.stdout
    # Data for programs are the same.
    assert run(home, "C.UTF-8", "plants", "list", "--json", *data).stdout == run(
        home, "fr_FR.UTF-8", "plants", "list", "--json", *data).stdout


def test_directions_have_a_translation_below_the_english_sentence(home):
    for language, words in ("de_AT.UTF-8", "1 Tablette, 2-mal täglich"), ("fr_FR.UTF-8", "1 comprimé, 2 fois par jour"):
        lines = run(home, language, "rx", "parse", "1 tab po bid").stdout.splitlines()
        english = next(number for number, line in enumerate(lines) if "Take 1 tablet" in line)
        assert lines[english + 1].startswith("    " + words), lines
    assert "Tablette" not in run(home, "C.UTF-8", "rx", "parse", "1 tab po bid").stdout


def commands(home):
    """Return the words of all commands with a help text, from the help of their parent."""
    found, queue = [], [[]]
    while queue:
        words = queue.pop(0)
        text = run(home, "C.UTF-8", *words, "--help").stdout
        part = text.split("SUBCOMMANDS:\n")[1] if "SUBCOMMANDS:" in text else ""
        names = re.findall(r"^  ([a-z][a-z-]*)", part.split("\n\n")[0], re.M)
        found.append(words)
        queue += [words + [name] for name in names if name != "help"]
    return found


def test_the_help_of_every_command_in_the_pseudo_locale_has_only_texts_of_the_catalogues(home):
    findings = {}
    for words in commands(home):
        text = run(home, "en-XA", *words, "--help").stdout
        for line in text.splitlines():
            # Options, values and the names of commands are no texts.
            line = re.sub(r"--?[\w-]+|<[^>]*>|stillroom .*", " ", line)
            line = re.sub(r"^  [a-z-]+ ", " ", line)
            assert not re.match(r"(OVERVIEW|USAGE|ARGUMENTS|OPTIONS|SUBCOMMANDS):", line), line
            if "/" in line:
                continue
            plain = [word for word in re.findall(r"[a-z]{4,}", line) if word not in NAMES | TYPED]
            if len(plain) > 1:
                findings.setdefault(line.strip()[:90], " ".join(words))
    assert not findings, json.dumps(findings, indent=1, ensure_ascii=False)


def test_errors_of_the_argument_parser_are_in_the_language(home):
    unknown = run(home, "de_DE.UTF-8", "plants", "--roo", "x")
    assert unknown.returncode == 64 and "Unbekannte Option" in unknown.stderr and "--room" in unknown.stderr, unknown.stderr
    assert "Error" not in unknown.stderr and "more information" not in unknown.stderr and unknown.stdout == ""
    missing = run(home, "fr_FR.UTF-8", "plants", "add")
    assert missing.returncode == 64 and "<name>" in missing.stderr and "Missing" not in missing.stderr, missing.stderr
    helped = run(home, "de_DE.UTF-8", "plants", "--help")
    assert helped.returncode == 0 and helped.stdout.startswith("ÜBERBLICK: ") and "UNTERBEFEHLE:" in helped.stdout, helped.stdout
    assert max(map(len, (line for line in helped.stdout.splitlines() if "stillroom" not in line))) <= 80
    assert run(home, "de_DE.UTF-8", "--version").stdout.count(".") == 2
