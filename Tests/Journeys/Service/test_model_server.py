"""The model runs at a model server (Open Inference Protocol); the built-in model answers when it does not."""

import http.server
import json
import re
import struct
import threading
import time

import pytest
from conftest import FLOWER, ROOT, Program, Server, eventually
from playwright.sync_api import expect

BUILT_IN = ROOT / "Sources/Adapters/LocalRecognition/BuiltIn"
MANIFEST = json.loads((BUILT_IN / "model.json").read_text())
LABELS = json.loads((BUILT_IN / "labels.json").read_text())
LABELS = LABELS["labels"] if isinstance(LABELS, dict) else LABELS
CHOSEN = 7


class ModelServer(http.server.ThreadingHTTPServer):
    """A server with the built-in model's inputs and outputs, which always sees the same plant."""

    def __init__(self, sends_bytes):
        super().__init__(("127.0.0.1", 0), Handler)
        self.sends_bytes, self.pictures, self.delay, self.is_broken = sends_bytes, [], 0, False
        self.url = f"http://127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def outputs(self):
        for name, output in MANIFEST["outputs"].items():
            size = output["shape"][1]
            if name == "probabilities":
                yield name, [0.9 if place == CHOSEN else 0.1 / (size - 1) for place in range(size)]
            else:
                yield name, [0.0 if name == "not-a-plant" else 1.0] * size


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def answer(self, document, extra=b""):
        head = json.dumps(document).encode()
        self.send_response(500 if self.server.is_broken else 200)
        if extra:
            self.send_header("Inference-Header-Content-Length", str(len(head)))
        self.send_header("Content-Length", str(len(head) + len(extra)))
        self.end_headers()
        self.wfile.write(head + extra)

    def do_GET(self):
        if self.path == "/v2":
            return self.answer({
                "name": "journey", "version": "1",
                "extensions": ["binary_tensor_data"] if self.server.sends_bytes else []})
        self.answer({
            "name": "garden", "inputs": [{"name": "x", "datatype": "UINT8", "shape": [-1, 224, 224, 3]}],
            "outputs": [{"name": name, "datatype": "FP32", "shape": [-1, len(values)]} for name, values in self.server.outputs()]})

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        time.sleep(self.server.delay)
        length = int(self.headers.get("Inference-Header-Content-Length", len(body)))
        tensor = json.loads(body[:length])["inputs"][0]
        assert tensor["name"] == "x" and tensor["shape"] == [1, 224, 224, 3]
        self.server.pictures.append(body[length:] if self.server.sends_bytes else bytes(tensor["data"]))
        outputs, extra = [], b""
        for name, values in self.server.outputs():
            output = {"name": name, "datatype": "FP32", "shape": [1, len(values)]}
            if self.server.sends_bytes:
                data = struct.pack(f"<{len(values)}f", *values)
                output["parameters"], extra = {"binary_data_size": len(data)}, extra + data
            else:
                output["data"] = values
            outputs.append(output)
        self.answer({"model_name": "garden", "outputs": outputs}, extra)


@pytest.fixture(params=[True, False], ids=["bytes", "json"])
def model_server(request):
    one = ModelServer(request.param)
    yield one
    one.shutdown()
    one.server_close()


@pytest.fixture
def one_server():
    one = ModelServer(True)
    yield one
    one.shutdown()
    one.server_close()


def settings(server):
    return {"STILLROOM_MODEL_SERVER_URL": server.url, "STILLROOM_MODEL_SERVER_TIME_LIMIT": "2"}


def test_the_command_names_a_plant_with_the_model_of_the_server(model_server, tmp_path):
    program = Program(tmp_path, tmp_path / "data", **settings(model_server))
    run = program("identify", FLOWER, "--json")
    assert run.status == 0, run.err
    answer = run.json[0] if isinstance(run.json, list) else run.json
    assert answer["candidates"][0]["scientificName"] == LABELS[CHOSEN]["scientificName"]
    assert answer["model"].endswith(" @ 127.0.0.1")
    assert [len(picture) for picture in model_server.pictures] == [224 * 224 * 3]
    assert len(set(model_server.pictures[0])) > 50  # a picture, and not zeros


def test_the_page_says_where_the_model_ran_and_that_it_did_not_answer(one_server, tmp_path, page):
    server = Server(tmp_path / "one", tmp_path, settings(one_server))
    try:
        def identify():
            page.goto(server.url + "/photograph")
            page.get_by_label("Choose a photo").set_input_files(FLOWER)
            page.wait_for_url(re.compile("/identifications/"))
            return page.locator(".provenance")

        expect(identify()).to_contain_text("Identified by the model server 127.0.0.1, which got a small copy of the photo")
        expect(page.locator(".provenance")).to_contain_text("Nothing else was sent.")
        one_server.delay = 30
        began = time.monotonic()
        answer = server.ask("POST", f"/api/photographs/{server.photograph(FLOWER.read_bytes())}/identifications")
        assert answer.status == 201 and answer.json["model"].endswith(" instead of 127.0.0.1")
        assert time.monotonic() - began < 15
        # For half a minute the server is left alone.
        count = len(one_server.pictures)
        began = time.monotonic()
        again = server.ask("POST", f"/api/photographs/{server.photograph(FLOWER.read_bytes())}/identifications")
        assert again.status == 201 and time.monotonic() - began < 2 and len(one_server.pictures) == count
        expect(identify()).to_contain_text("because the model server 127.0.0.1 could not be used a moment ago. Pl@ntNet was not asked: no key is set. Nothing was sent.")
    finally:
        server.stop()


def test_doctor_compares_the_model_of_the_server(one_server, tmp_path):
    program = Program(tmp_path, tmp_path / "data", **settings(one_server))

    def finding():
        return {one["what"]: one for one in program("doctor", "--json").json}["model server"]

    assert finding()["isWell"]
    one_server.is_broken = True
    eventually(lambda: not finding()["isWell"], within=20)
    assert "built-in model answers" in finding()["detail"]
