"""The server without a browser: the API, hostile requests and failures."""

import http.client
import json
import os
import re
import socket
import struct
import threading
import time
import uuid
import zlib

import pytest
from conftest import FIXTURES, FLOWER, INDEX, PAGE, SURE, Server, eventually, gone

HTML = {"Accept": "text/html,application/xhtml+xml"}
MISSING = "00000000-0000-0000-0000-000000000000"
VERDICTS = {"likely", "unsure", "doubtful", "no-clear-match", "not-a-plant"}


def multipart(name, data):
    boundary = "----journey" + uuid.uuid4().hex
    body = (f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"; filename="a.jpg"\r\n'
            f"Content-Type: image/jpeg\r\n\r\n").encode() + data + f"\r\n--{boundary}--\r\n".encode()
    return body, {"Content-Type": f"multipart/form-data; boundary={boundary}"}


def is_problem(answer, status, code=None):
    """Check a problem document (RFC 9457) with the application's code."""
    assert answer.status == status, answer.text
    assert answer.headers["Content-Type"] == "application/problem+json"
    problem = answer.json
    assert {"type", "title", "status", "detail", "code"} <= set(problem)
    assert problem["status"] == status and problem["title"] and problem["detail"]
    assert problem["type"] == f"/problems/{problem['code']}"
    assert re.fullmatch(r"[a-z0-9-]+", problem["code"])
    if code:
        assert problem["code"] == code
    return True


# MARK: stopping

def noise(side):
    """Return a PNG that cannot be made smaller."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = b"".join(b"\0" + os.urandom(side * 3) for _ in range(side))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows, 0)) + chunk(b"IEND", b""))


def test_a_server_that_stops_finishes_a_large_answer(tmp_path, home):
    server = Server(tmp_path, home)
    picture = noise(2300)
    photograph = server.photograph(picture)
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", f"/photographs/{photograph}/original")
    response = connection.getresponse()
    first = response.read(1000)
    stopping = threading.Thread(target=server.stop)
    stopping.start()
    time.sleep(1)  # the server has begun to stop, and the client is slow
    assert first + response.read() == picture
    connection.close()
    stopping.join(20)
    assert not stopping.is_alive()


# MARK: the API

@pytest.mark.parametrize("form", [False, True], ids=["raw", "multipart"])
def test_a_photograph_is_identified_and_becomes_a_plant(server, form):
    data = FLOWER.read_bytes()
    body, headers = multipart("image", data) if form else (data, {"Content-Type": "image/jpeg"})
    answer = server.ask("POST", "/api/photographs", body, headers)
    assert answer.status == 201 and answer.headers["Content-Type"] == "application/json"
    photograph = answer.json
    assert answer.headers["Location"] == f"/api/photographs/{photograph['id']}"
    assert (photograph["width"], photograph["height"], photograph["bytes"]) == (640, 480, len(data))
    assert server.ask("GET", answer.headers["Location"]).json == photograph

    answer = server.ask("POST", f"/api/photographs/{photograph['id']}/identifications")
    assert answer.status == 201
    identification = answer.json
    assert identification["verdict"] in VERDICTS
    assert identification["photographs"] == [photograph["id"]]
    assert identification["source"] == "on-device" and identification["model"]
    assert set(identification["milliseconds"]) == {"decode", "inference", "total"}
    candidates = identification["candidates"]
    assert 1 <= len(candidates) <= 10
    assert [candidate["rank"] for candidate in candidates] == list(range(1, len(candidates) + 1))
    for candidate in candidates:
        assert set(candidate) == {"rank", "scientificName", "commonNames", "family", "confidence"}
        assert 0 <= candidate["confidence"] <= 1
    assert any(candidate["scientificName"] == "Helianthus annuus" for candidate in candidates)
    assert server.ask("GET", f"/api/identifications/{identification['id']}").json == identification

    answer = server.ask("POST", f"/api/identifications/{identification['id']}/plant", json.dumps({"candidate": 1}))
    assert answer.status == 201
    plant = answer.json
    assert plant["scientificName"] == candidates[0]["scientificName"]
    is_problem(server.ask("POST", f"/api/identifications/{identification['id']}/plant", json.dumps({"candidate": 1})), 409)
    path = f"/api/plants/{plant['id']}"
    assert server.ask("PATCH", path, json.dumps({"name": "Sunny"})).json["name"] == "Sunny"
    assert any(each["id"] == plant["id"] for each in server.ask("GET", "/api/plants?q=sunny").json["plants"])
    assert server.ask("DELETE", path).status == 204
    is_problem(server.ask("GET", path), 404)


def test_several_photographs_are_read_together(server):
    ids = [server.photograph((FIXTURES / "Pictures" / name).read_bytes()) for name in ("flower.jpg", "flower-grey.jpg")]
    answer = server.ask("POST", "/api/identifications", json.dumps({"photographs": ids}))
    assert answer.status == 201 and answer.json["photographs"] == ids
    is_problem(server.ask("POST", "/api/identifications", json.dumps({"photographs": ids * 3})), 422)
    assert server.ask("POST", "/api/identifications", json.dumps({"photographs": []})).status in (400, 422)


def test_a_picture_without_a_plant_gets_a_regular_answer(server):
    answer = server.identification(PAGE.read_bytes())
    assert answer["verdict"] in ("not-a-plant", "no-clear-match")


@pytest.mark.parametrize("method, path, body, status", [
    ("GET", "/api/nothing", None, 404),
    ("GET", f"/api/photographs/{MISSING}", None, 404),
    ("GET", "/api/photographs/..%2F..%2Fetc", None, 404),
    ("POST", f"/api/photographs/{MISSING}/identifications", None, 404),
    ("GET", f"/api/identifications/{MISSING}", None, 404),
    ("POST", f"/api/identifications/{MISSING}/plant", '{"candidate": 1}', 404),
    ("GET", f"/api/plants/{MISSING}", None, 404),
    ("PATCH", f"/api/plants/{MISSING}", '{"name": "x"}', 404),
    ("DELETE", f"/api/plants/{MISSING}", None, 404),
    ("GET", f"/photographs/{MISSING}/display.jpg", None, 404),
    ("GET", "/api/plants?order=sideways", None, 400),
    ("POST", "/api/identifications", "{", 400),
    ("PATCH", f"/api/plants/{MISSING}", '{"nom": "x"}', 404),
])
def test_a_request_for_something_missing_or_invalid_gets_a_problem_document(server, method, path, body, status):
    is_problem(server.ask(method, path, body), status)


def test_a_form_without_a_picture_is_refused(server):
    body, headers = multipart("picture", FLOWER.read_bytes())
    is_problem(server.ask("POST", "/api/photographs", body, headers), 400, "no-image")
    body, headers = multipart("image", b"")
    is_problem(server.ask("POST", "/api/photographs", body, headers), 422, "empty")
    body, headers = multipart("image", FLOWER.read_bytes())
    is_problem(server.ask("POST", "/api/photographs", body[:-60], headers), 400, "bad-form")


def test_names_are_checked(server):
    path = f"/api/plants/{server.plant('Fern')}"
    for name in ("", "   "):
        is_problem(server.ask("PATCH", path, json.dumps({"name": name})), 422)
    assert server.ask("PATCH", path, json.dumps({"name": "Farn 🌿 ‮ x"})).status == 200
    assert "<script>" not in server.ask("GET", f"/plants/{server.plant('<script>alert(1)</script>')}", headers=HTML).text


def test_the_server_answers_health_checks_and_metrics(server):
    server.ask("GET", "/")
    assert server.ask("GET", "/health/live").text == "ok\n"
    ready = server.ask("GET", "/health/ready")
    assert ready.status == 200 and ready.text == "ready\n"
    metrics = server.ask("GET", "/metrics")
    assert metrics.headers["Content-Type"].startswith("text/plain; version=0.0.4")
    types, sample = {}, re.compile(r'([a-z_:][a-z0-9_:]*)(\{[a-z_]+="[^"]*"(?:,[a-z_]+="[^"]*")*\})? (-?[\d.e+-]+)$')
    for line in metrics.text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split()
            assert name not in types, "a name may have one TYPE"
            types[name] = kind
        else:
            parsed = sample.match(line)
            assert parsed, line
            assert parsed[1] in types or re.sub("_(bucket|sum|count)$", "", parsed[1]) in types
            float(parsed[3])
    assert types["http_server_requests_total"] == "counter"
    assert types["http_server_request_duration_seconds"] == "histogram"


# MARK: browser security

def test_every_page_is_hardened(server):
    photograph = server.photograph(FLOWER.read_bytes())
    for path in ("/", "/photograph", "/plants", "/larder", "/medicines", "/about", "/settings", "/offline", "/nowhere", "/sw.js",
                 "/manifest.webmanifest", "/api/plants", "/api/state", "/api/nothing", "/health/live",
                 f"/photographs/{photograph}/display.jpg", f"/photographs/{photograph}/original"):
        headers = server.ask("GET", path, headers=HTML).headers
        policy = headers["Content-Security-Policy"]
        if path.endswith("/original"):
            assert policy == "sandbox" and headers["Content-Disposition"].startswith("attachment")
        else:
            assert "default-src 'self'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
        assert headers["X-Content-Type-Options"] == "nosniff", path
        assert headers["Referrer-Policy"] == "same-origin"
        assert headers["Cross-Origin-Opener-Policy"] == headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert headers["Cache-Control"]
    page = server.ask("GET", "/", headers=HTML).text
    assert not re.search(r"<script(?![^>]*\bsrc=)|\son[a-z]+=|\sstyle=|https?://", page)


@pytest.mark.parametrize("host", ["stillroom.example", "127.0.0.1.example.org", "192.168.0.7", "localhost.evil.test", "[::2]"])
def test_a_request_with_a_foreign_host_name_is_refused_with_421(server, host):
    for method, path in (("GET", "/"), ("GET", "/api/plants"), ("POST", "/api/photographs")):
        is_problem(server.ask(method, path, headers={"Host": host}), 421, "unknown-host")


def test_a_request_with_an_own_host_name_is_answered(server):
    for host in ("localhost", f"localhost:{server.port}", f"127.0.0.1:{server.port}", "[::1]"):
        assert server.ask("GET", "/", headers={"Host": host}).status == 200


@pytest.mark.parametrize("headers", [
    {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": "http://evil.example"},
    {"Origin": "null"}, {"Origin": "https://127.0.0.1"}, {"Sec-Fetch-Site": "cross-site", "Origin": "SELF"},
], ids=str)
def test_another_site_changes_nothing(server, headers):
    headers = {name: server.url if value == "SELF" else value for name, value in headers.items()}
    before = server.ask("GET", "/api/plants").body
    plant = server.plant("Kept against strangers")
    for method, path in (("POST", "/api/photographs"), ("POST", "/photographs"), ("POST", f"/plants/{plant}/remove"),
                         ("DELETE", f"/api/plants/{plant}"), ("PATCH", f"/api/plants/{plant}")):
        is_problem(server.ask(method, path, FLOWER.read_bytes(), headers), 403, "foreign-origin")
    assert server.ask("GET", f"/api/plants/{plant}").status == 200
    assert server.ask("GET", "/", headers=headers).status == 200
    assert before


def test_our_own_pages_may_change_things(server):
    for headers in ({"Sec-Fetch-Site": "same-origin", "Origin": server.url}, {"Origin": server.url}, {}):
        assert server.ask("POST", "/api/photographs", FLOWER.read_bytes(), headers).status == 201


# MARK: pictures, good and bad

def test_a_body_over_the_limit_is_refused_with_413(server):
    over = bytes(22 << 20)
    is_problem(server.ask("POST", "/api/photographs", over), 413, "too-large")
    body, headers = multipart("image", over)
    is_problem(server.ask("POST", "/api/photographs", body, headers), 413, "too-large")
    chunks = (bytes(1 << 20) for _ in range(22))
    is_problem(server.ask("POST", "/api/photographs", chunks), 413, "too-large")  # chunked, without a length
    # The limit applies to the picture, not to the whole form.
    just = FLOWER.read_bytes().ljust(20 << 20, b"\0")
    body, headers = multipart("image", just)
    assert server.ask("POST", "/api/photographs", body, headers).status == 201
    is_problem(server.ask("POST", "/api/photographs", just + b"\0"), 413, "too-large")
    assert server.ask("GET", "/health/live").status == 200


@pytest.mark.alone
def test_every_bad_picture_is_refused_quickly(fresh):
    """Each takes less than two seconds, and the server stays alive with the same memory."""
    fresh.identification(FLOWER.read_bytes())
    before, wrong = fresh.memory(), []
    for entry in INDEX:
        if entry["expect"] != "refuse":
            continue
        data = (FIXTURES / entry["file"]).read_bytes()
        began = time.monotonic()
        answer = fresh.ask("POST", "/api/photographs", data)
        took = time.monotonic() - began
        if took >= 2:
            wrong.append(f"{entry['file']}: {took:.1f} s")
        # Some may also be read, because their fault is at a place that a reader need not check.
        if entry.get("eitherIsFine") and answer.status == 201:
            continue
        if not 400 <= answer.status < 500:
            wrong.append(f"{entry['file']}: {answer.status} {answer.text[:200]}")
        else:
            is_problem(answer, answer.status)
    assert not wrong, "\n".join(wrong)
    assert fresh.ask("GET", "/health/ready").status == 200
    fresh.identification(FLOWER.read_bytes())
    assert fresh.memory() - before < 200


@pytest.mark.parametrize("file", ["Bad/text.jpg", "Bad/page.png", "Bad/svg.svg", "Bad/pdf-with-jpeg.jpg"])
def test_a_refused_picture_leaves_nothing_behind(fresh, file):
    assert 400 <= fresh.ask("POST", "/photographs", (FIXTURES / file).read_bytes()).status < 500
    assert [path for path in (fresh.folder / "data/photographs").rglob("*") if path.is_file()] == []


def test_every_good_picture_is_accepted(fresh):
    wrong = []
    for entry in INDEX:
        if entry["expect"] != "accept":
            continue
        answer = fresh.ask("POST", "/api/photographs", (FIXTURES / entry["file"]).read_bytes())
        if entry.get("eitherIsFine") and 400 <= answer.status < 500:
            continue
        if answer.status != 201:
            wrong.append(f"{entry['file']}: {answer.status} {answer.text[:200]}")
            continue
        photograph = answer.json
        if "width" in entry and sorted((photograph["width"], photograph["height"])) \
                != sorted((entry["width"], entry["height"])):
            wrong.append(f"{entry['file']}: {photograph['width']}×{photograph['height']}")
        display = fresh.ask("GET", photograph["display"])
        thumbnail = fresh.ask("GET", photograph["thumbnail"])
        if not (display.body[:2] == thumbnail.body[:2] == b"\xff\xd8") or display.headers["Content-Type"] != "image/jpeg":
            wrong.append(f"{entry['file']}: what is shown is no JPEG")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", ["private.jpg", "private.png", "private.webp"])
def test_shown_pictures_contain_no_private_metadata(server, name):
    data = (FIXTURES / "Pictures" / name).read_bytes()
    photograph = server.photograph(data)
    for file in ("display.jpg", "thumbnail.jpg"):
        shown = server.ask("GET", f"/photographs/{photograph}/{file}").body
        assert shown[:2] == b"\xff\xd8"
        for trace in (b"stillroom-canary", b"Exif\0\0", b"GPS", b"http://ns.adobe.com/xap"):
            assert trace not in shown, trace
    original = server.ask("GET", f"/photographs/{photograph}/original")
    assert original.body == data and original.headers["Content-Type"] == "application/octet-stream"
    assert b"canary" not in server.log.read_bytes()


# MARK: slow clients and sudden ends

HEAD = b"POST /api/photographs HTTP/1.1\r\nHost: localhost\r\n"


def connect(server):
    return socket.create_connection(("127.0.0.1", server.port), timeout=60)


def until_closed(client, drip=None, limit=60):
    """Return the seconds until the server closes the connection while the client sends `drip` every half second."""
    began = time.monotonic()
    client.settimeout(0.5)
    while time.monotonic() - began < limit:
        try:
            if client.recv(65536) == b"":
                break
        except TimeoutError:
            pass
        except OSError:
            break
        if drip:
            try:
                client.sendall(drip)
            except OSError:
                break
    client.close()
    return time.monotonic() - began


def endless(server, size):
    """A body that continues after its refusal: measure how much is read before the connection is closed."""
    client, sent = connect(server), 0
    client.sendall(HEAD + b"Content-Length: %d\r\n\r\n" % size)
    try:
        while sent < 200 << 20:
            sent += client.send(bytes(1 << 20))
    except OSError:
        pass
    client.close()
    return sent


@pytest.mark.long
def test_slow_clients_are_disconnected(fresh, tmp_path, home):
    """Head 20 s, silence 30 s (Limits in Sources/Web/Server/AppRequestContext.swift); in parallel, in half a minute."""
    took = {}

    def measure(name, opening, drip=None):
        client = connect(fresh)
        client.sendall(opening)
        took[name] = until_closed(client, drip)

    def stop():
        other = Server(tmp_path / "other", home)
        held = [connect(other) for _ in range(4)]
        held[1].sendall(HEAD)
        held[2].sendall(HEAD + b"Content-Length: 100000\r\n\r\n" + bytes(100))
        held[3].sendall(HEAD + b"Content-Length: 100000\r\n\r\n" + bytes(100))
        drip = threading.Thread(target=until_closed, args=(held[3], b"x"))
        drip.start()
        time.sleep(0.5)
        took["stop"] = other.stop()
        drip.join()

    cases = [
        threading.Thread(target=measure, args=("nothing", b"")),
        threading.Thread(target=measure, args=("half a head", HEAD + b"Accept: ")),
        threading.Thread(target=measure, args=("trickled head", HEAD + b"X-Slow: ", b"x")),
        threading.Thread(target=measure, args=("silent body", HEAD + b"Content-Length: 9999\r\n\r\nabc")),
        threading.Thread(target=stop),
    ]
    for case in cases:
        case.start()
    sent = endless(fresh, 1 << 40)
    assert fresh.ask("GET", "/health/live").status == 200
    for case in cases:
        case.join()
    assert sent < 40 << 20, f"{sent >> 20} MiB of a refused body were taken"
    assert took.keys() == {"nothing", "half a head", "trickled head", "silent body", "stop"}
    assert all(took[name] < 25 for name in ("nothing", "half a head", "trickled head")), took
    assert took["silent body"] < 35, took
    assert took["stop"] < 28, took
    assert fresh.ask("GET", "/health/ready").status == 200


@pytest.mark.long
def test_slow_uploads_do_not_block_others_and_are_disconnected(fresh):
    """24 clients that send a byte now and then took all places for photographs before each of them had its end."""
    clients = [connect(fresh) for _ in range(24)]
    for client in clients:
        client.sendall(HEAD + b"Content-Length: 100000\r\n\r\nabc")
    assert fresh.ask("POST", "/api/photographs", FLOWER.read_bytes()).status == 201
    took = until_closed(clients[0], b"x", limit=60)
    assert 9 < took < 20, "less than 1 KiB a second is refused after 10 seconds"
    assert fresh.ask("POST", "/api/photographs", FLOWER.read_bytes() + b"x").status == 201
    for client in clients[1:]:
        client.close()


def test_kept_open_connections_do_not_hold_a_stop(fresh):
    client = http.client.HTTPConnection("127.0.0.1", fresh.port)
    client.request("GET", "/")
    client.getresponse().read()
    assert fresh.stop() < 10


def test_acknowledged_photographs_survive_a_kill(fresh):
    """After kill -9 in the middle of uploads, every photograph answered with 201 exists after a restart."""
    data, kept, ended = FLOWER.read_bytes(), {}, threading.Event()

    def upload(worker):
        for number in range(10_000):
            if ended.is_set():
                return
            picture = data + f"{worker} {number}".encode()  # bytes after the picture make it a different file
            try:
                answer = fresh.ask("POST", "/api/photographs", picture)
            except (OSError, http.client.HTTPException):
                return
            if answer.status == 201:
                kept[answer.json["id"]] = picture

    for _ in range(2):
        already = len(kept)
        workers = [threading.Thread(target=upload, args=(f"{already} {number}",)) for number in range(3)]
        for worker in workers:
            worker.start()
        while len(kept) < already + 12:
            time.sleep(0.01)
        decoders = fresh.children()
        fresh.kill()
        for worker in workers:
            worker.join()
        assert gone(decoders), "a decoder outlived the server"
        fresh.start()
        for photograph, picture in kept.items():
            assert fresh.ask("GET", f"/photographs/{photograph}/original").body == picture
            assert fresh.ask("GET", f"/photographs/{photograph}/display.jpg").body[:2] == b"\xff\xd8"
    assert fresh.identification(data)["candidates"]


def test_the_model_is_loaded_after_the_start_or_with_the_first_photograph(serve):
    later, soon = serve(STILLROOM_MODEL_LOAD="first-photograph"), serve(STILLROOM_MODEL_LOAD="start")
    # The older one would have them by then.
    assert eventually(soon.children, within=30) and later.children() == []
    assert later.identification(SURE.read_bytes())["candidates"] and later.children()


def test_the_debug_log_of_a_start_names_the_services_and_does_not_describe_them(serve):
    server = serve(STILLROOM_LOG_LEVEL="debug")
    log = server.log.read_text()
    assert '"delivery worker"' in log
    assert len(log) < 100_000, "a whole service was printed"
