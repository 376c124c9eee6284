"""The documents as a web site: what Scripts/site writes, and its search in a browser, opened as files."""

import hashlib
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import urllib.parse

import pytest
from conftest import ROOT
from playwright.sync_api import expect

MISSING = [program for program in ("cmark-gfm", "groff") if not shutil.which(program)]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"needs {' and '.join(MISSING)} (Scripts/setup browser)")

VERSIONS = ("1.9.0", "1.10.0")


@pytest.fixture(scope="session")
def browser_context_args():
    """These journeys open files and need no server."""
    return {"locale": "en-GB"}


def run(*arguments):
    return subprocess.run([ROOT / "Scripts/site", *map(str, arguments)], capture_output=True, text=True, timeout=120)


def make(*arguments):
    done = run(*arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The documents of this checkout as two versions."""
    folder = tmp_path_factory.mktemp("site")
    for version in VERSIONS:
        make("--output", folder, "--version", version)
    return folder


def repository(folder, **documents):
    """Write a small repository; `Docs__a="text"` is Docs/a.md."""
    for name, text in ({"README": "# Readme\n"} | documents).items():
        path = folder / f"{name.replace('__', '/')}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


class Document(html.parser.HTMLParser):
    """What a page refers to, and what can be referred to in it."""

    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.loads, self.inline = [], [], [], []
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if "id" in values:
            self.ids.append(values["id"])
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if tag == "link" or "src" in values:
            self.loads.append(values.get("href") or values["src"])
        if tag == "style" or (tag == "script" and "src" not in values):
            self.inline.append(tag)
        self.inline += [name for name in values if name == "style" or name.startswith("on")]


def pages(folder):
    return {path: Document(path) for path in sorted(folder.rglob("*.html"))}


def hashes(folder):
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*") if path.is_file()
    }


# MARK: what is written

def test_every_link_of_every_page_leads_to_something(site):
    found = pages(site)
    assert len(found) > 200
    wrong = []
    for path, document in found.items():
        assert len(document.ids) == len(set(document.ids)), f"an id is used twice: {path}"
        for link in document.links + document.loads:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme:
                assert link in document.links, f"{path} loads something from elsewhere: {link}"
                continue
            target = pathlib.Path(os.path.normpath(path.parent / urllib.parse.unquote(parts.path))) if parts.path else path
            fragment = urllib.parse.unquote(parts.fragment)
            if not target.is_file() or (fragment and fragment not in found[target].ids):
                wrong.append(f"{path.relative_to(site)}: {link}")
    assert not wrong, wrong


def test_no_page_has_a_script_or_style_of_its_own(site):
    for path, document in pages(site).items():
        assert not document.inline, path
        assert "default-src 'none'" in path.read_text(), path


def test_the_documents_are_there(site):
    version = site / VERSIONS[0]
    documents = [*ROOT.glob("Docs/*.md"), *ROOT.glob("Docs/decisions/*.md")]
    for document in documents:
        folder = version / "decisions" if document.parent.name == "decisions" else version
        assert (folder / f"{document.stem.lower()}.html").is_file(), document
    others = ("index", "changelog", "contributing", "security", "acceptance", "stillroom.1", "contents", "decisions/index")
    for name in others:
        assert (version / f"{name}.html").is_file(), name
    assert [path.name for path in (version / "images").iterdir()] == ["result.jpg"]
    assert (version / "search.js").stat().st_size < 6000


def test_all_versions_are_listed_on_each_page_and_the_newest_one_opens(site):
    listed = json.loads((site / "versions.json").read_text())
    assert [one["name"] for one in listed] == ["1.10.0", "1.9.0"]
    assert [one["newest"] for one in listed] == [True, False]
    assert 'content="0; url=1.10.0/index.html"' in (site / "index.html").read_text()
    for version in VERSIONS:
        assert {"../1.9.0/api.html", "../1.10.0/api.html"} <= set(Document(site / version / "api.html").links)


def test_a_version_without_a_page_is_listed_with_its_first_page(tmp_path):
    repository(tmp_path / "old")
    repository(tmp_path / "new", Docs__fresh="# Fresh\n")
    for version, name in (("1.0.0-beta.2", "old"), ("1.0.0", "new"), ("main", "new")):
        make("--source", tmp_path / name, "--output", tmp_path / "site", "--version", version)
    links = Document(tmp_path / "site/main/fresh.html").links
    assert {"../1.0.0/fresh.html", "../1.0.0-beta.2/index.html"} <= set(links)
    listed = json.loads((tmp_path / "site/versions.json").read_text())
    assert [one["name"] for one in listed] == ["1.0.0", "1.0.0-beta.2", "main"]


def test_a_repeated_run_writes_the_same_bytes(site):
    before = hashes(site)
    make("--output", site, "--version", VERSIONS[0])
    assert hashes(site) == before


def test_a_page_that_is_gone_disappears_from_its_version(tmp_path):
    source = repository(tmp_path / "source", Docs__a="# A\n")
    arguments = ("--source", source, "--output", tmp_path / "site", "--version", "main")
    make(*arguments)
    assert (tmp_path / "site/main/a.html").exists()
    (source / "Docs/a.md").unlink()
    make(*arguments)
    assert not (tmp_path / "site/main/a.html").exists()


def test_a_folder_that_is_no_version_is_not_replaced(tmp_path):
    kept = tmp_path / "site/main/letter.txt"
    kept.parent.mkdir(parents=True)
    kept.write_text("mine")
    done = run("--source", repository(tmp_path / "source"), "--output", tmp_path / "site", "--version", "main")
    assert done.returncode == 1 and "is not a version of this site" in done.stderr
    assert kept.read_text() == "mine"


@pytest.mark.parametrize("version", ["..", "a/b", " ", ".hidden"])
def test_a_version_that_is_no_name_of_a_folder_is_refused(tmp_path, version):
    done = run("--source", repository(tmp_path / "source"), "--output", tmp_path / "site", f"--version={version}")
    assert done.returncode == 1 and "a version becomes a folder" in done.stderr


# MARK: links

def test_broken_links_are_errors_with_file_and_line(tmp_path):
    source = repository(
        tmp_path / "source", Docs__a="# A\n\nText\n[one](missing.md)\n\n| Table |\n|---|\n| [two](b.md#missing) |\n",
        Docs__b="# B\n\n- [three](#missing)\n\n  [four](../../outside.md)\n- ![five](images/missing.png)\n\n<b>six</b>\n")
    done = run("--source", source, "--output", tmp_path / "site", "--version", "main")
    assert done.returncode == 1
    places = re.findall(r"^site: (\S+): a link|^site: (\S+): HTML", done.stderr, re.MULTILINE)
    assert ["".join(place) for place in places] == [
        "Docs/a.md:4", "Docs/a.md:8", "Docs/b.md:3", "Docs/b.md:5", "Docs/b.md:6", "Docs/b.md:8"]
    assert not (tmp_path / "site").exists()


def test_headings_have_the_ids_of_github(tmp_path):
    source = repository(tmp_path / "source", Docs__a="""# A & b

## `GET /api/plants`: what's new?
## Größe_1 – Überblick
## Again
## Again
## Again-1

[a](#a--b) [b](#get-apiplants-whats-new) [c](#größe_1--überblick) [d](#again-1) [e](../README.md#readme)
""")
    make("--source", source, "--output", tmp_path / "site", "--version", "main")
    document = Document(tmp_path / "site/main/a.html")
    assert [name for name in document.ids if name.lower() == name] == [
        "a--b", "get-apiplants-whats-new", "größe_1--überblick", "again", "again-1", "again-1-1"]
    assert "index.html#readme" in document.links


def test_sources_become_links_only_with_their_address(tmp_path):
    source = repository(tmp_path / "source", Docs__a="# A\n\n[code](../Sources/Main.swift#L3) and [Tests/x](../Tests/x)\n")
    for name in ("Sources/Main.swift", "Tests/x"):
        (source / name).parent.mkdir()
        (source / name).write_text("")
    arguments = ("--source", source, "--output", tmp_path / "site", "--version", "main")
    make(*arguments)
    text = (tmp_path / "site/main/a.html").read_text()
    assert "<p>code (<code>Sources/Main.swift</code>) and <code>Tests/x</code></p>" in text
    make(*arguments, "--source-url", "https://example.org/tree/")
    links = Document(tmp_path / "site/main/a.html").links
    assert {"https://example.org/tree/Sources/Main.swift#L3", "https://example.org/tree/Tests/x"} <= set(links)


def test_the_archives_of_the_libraries_are_in_the_navigation_if_their_address_is_given(site, tmp_path):
    assert not any("docc" in link for link in Document(site / "1.9.0/api.html").links)
    make("--output", tmp_path / "site", "--version", "main", "--documentation", "https://example.org/docc/")
    assert "https://example.org/docc/" in Document(tmp_path / "site/main/api.html").links


# MARK: in the browser

def test_a_search_with_the_keyboard_finds_a_section_of_a_page_that_was_opened_as_a_file(site, browse):
    page = browse()
    page.goto((site / "1.10.0/index.html").as_uri())
    field = page.get_by_role("searchbox", name="Search the documents")
    page.keyboard.press("/")
    expect(field).to_be_focused()
    page.keyboard.type("IDEMPOT")
    results = page.locator("#Results a")
    expect(results.first).to_contain_text("Repeated requests")
    expect(results.first.locator("mark").first).to_have_text("Idempotency")
    expect(page.get_by_role("status")).to_have_text(re.compile(r"^\d+ results$"))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(results.nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(results.first).to_be_focused()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.keyboard.press("Enter")
    page.wait_for_url("**/1.10.0/api.html#repeated-requests")
    expect(page.get_by_role("heading", name="Repeated requests")).to_be_in_viewport()


def test_every_word_must_occur_and_case_and_accents_make_no_difference(site, browse):
    page = browse()
    page.goto((site / "1.10.0/decisions/index.html").as_uri())
    field, status = page.get_by_role("searchbox"), page.get_by_role("status")
    field.fill("réminders")
    expect(page.locator("#Results a").first).to_contain_text("Reminders")
    field.fill("idempotency zzzz")
    expect(status).to_have_text("No results")
    field.fill("house")
    expect(status).to_have_text(re.compile(r"^\d+ results, the first 30 are shown$"))
    page.keyboard.press("Escape")
    expect(page.locator("#Results")).to_be_hidden()
    expect(field).to_have_value("")
    field.fill("threat model")
    expect(page.locator("#Results a").first.locator("b")).to_have_text("Threat model")
    page.keyboard.press("Enter")
    page.wait_for_url("**/1.10.0/threat-model.html")


def test_no_page_is_wider_than_a_phone(site, browse):
    page = browse()
    wide = []
    for path in sorted((site / "1.10.0").glob("*.html")):
        page.goto(path.as_uri())
        if page.evaluate("document.documentElement.scrollWidth") > 390:
            wide.append(path.name)
    assert not wide


def test_everything_can_be_reached_without_javascript(site, browse):
    page = browse(java_script_enabled=False)
    page.goto((site / "index.html").as_uri())
    page.wait_for_url("**/1.10.0/index.html")
    expect(page.get_by_role("searchbox")).to_have_count(0)
    page.locator(".versions summary").click()
    page.get_by_role("link", name="1.9.0").click()
    page.wait_for_url("**/1.9.0/index.html")
    page.get_by_text("Menu", exact=True).click()
    page.get_by_role("navigation", name="Documents").get_by_role("link", name="All headings").click()
    page.get_by_role("link", name="Repeated requests").click()
    page.wait_for_url("**/1.9.0/api.html#repeated-requests")
