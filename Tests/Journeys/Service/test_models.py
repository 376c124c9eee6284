"""Models that are installed by name: what is said before, an interrupted download, a wrong file, and the use."""

import hashlib
import http.server
import json
import subprocess
import threading
from pathlib import Path

import pytest

from conftest import BINARY, FLOWER, environment

SHARED = Path(__file__).parents[4] / "shared" / "models" / "leafsnap30" / "model.onnx"


@pytest.fixture
def stillroom(home):
    """Run the command and return status, standard output and standard error."""

    def run(*arguments):
        done = subprocess.run([BINARY, *map(str, arguments)], capture_output=True, env=environment(home), timeout=60)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    return run


class Shop:
    """Serves one file, with ranges; the first `cuts` answers break off after half of what is wanted."""

    def __init__(self, content, cuts=0, ranges=True):
        shop = self
        self.content, self.cuts, self.seen = content, cuts, []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                wanted = self.headers.get("range")
                shop.seen.append(wanted)
                start = int(wanted.split("=")[1].rstrip("-")) if wanted and ranges else 0
                if start and start >= len(shop.content):
                    self.send_response(416)
                    self.end_headers()
                    return
                body = shop.content[start:]
                self.send_response(206 if start else 200)
                if start:
                    self.send_header("content-range", f"bytes {start}-{len(shop.content) - 1}/{len(shop.content)}")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                if shop.cuts:
                    shop.cuts -= 1
                    self.wfile.write(body[:len(body) // 2])
                    self.wfile.flush()
                    self.connection.close()
                    return
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}/model"

    def close(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def shop():
    opened = []

    def open_shop(*arguments, **options):
        opened.append(Shop(*arguments, **options))
        return opened[-1]

    yield open_shop
    for each in opened:
        each.close()


def test_the_models_with_a_name_are_described(stillroom, tmp_path):
    status, out, err = stillroom("models", "available", "--json", "--data-dir", tmp_path)
    models = {model["name"]: model for model in json.loads(out)}
    assert status == 0 and err == ""
    assert models["inat-plants"]["plants"] == 2101 and models["leafsnap30"]["plants"] == 30
    assert models["inat-plants"]["checksum"] == "85737c16869a13417a44229bf1968c4e964d2d7f"
    assert all(model["address"].startswith("https://") and model["licence"] and model["notes"]
               and not model["installed"] for model in models.values())
    status, out, _ = stillroom("models", "available", "--data-dir", tmp_path)
    assert status == 0 and "inat-plants" in out and "MB to download" in out


def test_a_dry_run_says_what_it_would_do_and_does_nothing(stillroom, tmp_path):
    status, out, err = stillroom("models", "install", "inat-plants", "--dry-run", "--data-dir", tmp_path)
    assert status == 0 and err == ""
    for words in ("at most 8.4 MB", "raw.githubusercontent.com/google-coral/test_data",
                  "85737c16869a13417a44229bf1968c4e964d2d7f", str(tmp_path / "models" / "inat-plants"), "Apache-2.0"):
        assert words in out, words
    assert not (tmp_path / "models").exists()


def test_a_download_with_another_checksum_is_deleted(stillroom, tmp_path, shop):
    wrong = shop(b"something else " * 1000)
    status, out, err = stillroom("models", "install", "inat-plants", "--mirror", wrong.address, "--data-dir", tmp_path)
    blob = hashlib.sha1(b"blob 15000\0" + wrong.content).hexdigest()
    assert status != 0 and out == "" and "another checksum" in err and blob in err
    assert [path.name for path in (tmp_path / "models").iterdir()] == []
    large = shop(bytes(9_000_000))
    status, _, err = stillroom("models", "install", "inat-plants", "--mirror", large.address, "--data-dir", tmp_path)
    assert status != 0 and "larger than a model may be" in err
    assert [path.name for path in (tmp_path / "models").iterdir()] == []


def test_an_unknown_name_says_where_the_names_are(stillroom, tmp_path):
    status, out, err = stillroom("models", "install", "oaks", "--data-dir", tmp_path)
    assert status == 66 and out == "" and "stillroom models available" in err


@pytest.mark.skipif(not SHARED.exists(), reason="needs ../shared")
@pytest.mark.parametrize("ranges", [True, False])
def test_an_interrupted_download_continues_and_the_model_answers(stillroom, tmp_path, shop, ranges):
    content = SHARED.read_bytes()
    broken = shop(content, cuts=1, ranges=ranges)
    install = ["models", "install", "leafsnap30", "--mirror", broken.address, "--data-dir", tmp_path]
    status, _, err = stillroom(*install)
    assert status != 0 and "continues the download" in err
    parts = list((tmp_path / "models").glob(".download-*"))
    assert len(parts) == 1 and 0 < parts[0].stat().st_size < len(content)
    half = parts[0].stat().st_size
    status, out, err = stillroom(*install)
    assert status == 0 and "leafsnap30 1" in err and "30 plants" in err, err
    assert broken.seen == [None, f"bytes={half}-"]
    assert sorted(path.name for path in (tmp_path / "models").iterdir()) == ["leafsnap30"]
    status, out, err = stillroom("identify", "--json", "--model", "leafsnap30", "--data-dir", tmp_path, FLOWER)
    answer = json.loads(out)
    assert status in (0, 1, 2) and answer["model"] == "leafsnap30 1" and answer["candidates"]
    assert stillroom(*install)[0] != 0, "it is installed"
