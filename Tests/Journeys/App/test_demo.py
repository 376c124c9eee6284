"""Example data: added and removed by command and page, beside own data, with and without JavaScript."""

import json
import subprocess

import pytest
from conftest import BINARY, Server, environment
from playwright.sync_api import expect
from test_access import check


@pytest.fixture
def stillroom(home, tmp_path):
    """Run the command on a data folder and return status, standard output and standard error."""

    def run(*arguments):
        done = subprocess.run(
            [BINARY, *map(str, arguments), "--data-dir", tmp_path / "house/data"], capture_output=True,
            env=environment(home), timeout=120)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    return run


def test_the_command_adds_and_removes_the_examples(stillroom):
    status, out, errors = stillroom("demo")
    assert status == 0 and "24 plants, 12 products, 4 medicines" in out, errors
    status, out, _ = stillroom("demo", "--json")
    assert status == 0 and json.loads(out) == {"changed": [], "medicines": 4, "plants": 24, "products": 12}
    assert len(json.loads(stillroom("plants", "--json")[1])) == 24
    agenda = stillroom("agenda", "--days", "1")[1]
    assert "Overdue" in agenda and "Today" in agenda
    status, out, errors = stillroom("demo", "remove")
    assert status == 0 and "none" in out, errors
    assert json.loads(stillroom("plants", "--json")[1]) == []
    assert json.loads(stillroom("food", "larder", "--json")[1])["products"] == []


def test_own_data_are_neither_mixed_nor_removed(stillroom):
    assert stillroom("plants", "add", "Our rose")[0] == 0
    status, _, errors = stillroom("demo")
    assert status == 64 and "--add" in errors
    assert stillroom("demo", "--add")[0] == 0
    assert stillroom("plants", "water", "Monstera")[0] == 0
    status, out, errors = stillroom("demo", "remove")
    assert status == 0 and "1 plant" in out and "Monstera" in errors
    assert stillroom("demo", "remove", "--all")[0] == 0
    assert [plant["name"] for plant in json.loads(stillroom("plants", "--json")[1])] == ["Our rose"]


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_the_page_adds_and_removes_the_examples(browse, home, tmp_path, script):
    server = Server(tmp_path / "house", home)
    try:
        page = browse(java_script_enabled=script)
        page.goto(server.url + "/settings")
        page.get_by_role("link", name="Example data").click()
        page.get_by_role("button", name="Try it with example data").click()
        expect(page.get_by_text("24 plants, 12 products and 4 medicines")).to_be_visible()
        if script:
            check(page)
        page.goto(server.url + "/")
        expect(page.get_by_text("Overdue").first).to_be_visible()
        page.goto(server.url + "/medicines")
        expect(page.get_by_text("(example)").first).to_be_visible()
        page.goto(server.url + "/larder/products/9521234000013")
        expect(page.get_by_text("This is an example")).to_be_visible()
        expect(page.get_by_role("button", name="Ask again")).to_have_count(0)
        if script:
            check(page)
        page.goto(server.url + "/settings")
        expect(page.get_by_text("In your household are 24 plants")).to_be_visible()
        page.get_by_role("link", name="Example data").click()
        page.get_by_role("button", name="Remove the example data").click()
        expect(page.get_by_role("button", name="Try it with example data")).to_be_visible()
        assert server.ask("GET", "/api/plants").json["plants"] == []
    finally:
        server.stop()
