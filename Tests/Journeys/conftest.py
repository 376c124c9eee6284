"""The fixtures of the journeys: the real program with its own data folder, and Debian's Chromium."""

import contextlib
import functools
import http.client
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

import api_description
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "Tests/Fixtures"
FLOWER = FIXTURES / "Pictures/flower.jpg"
PAGE = FIXTURES / "Pictures/page.jpg"
INDEX = json.loads((FIXTURES / "index.json").read_text())
BINARY = str((ROOT / os.environ.get("STILLROOM", ".build/debug/stillroom")).resolve())
STUB = str((ROOT / os.environ.get("STUB_SERVICE", pathlib.Path(BINARY).with_name("stub-service"))).resolve())
KEY = "stub-key"

# The built-in model's results: unknown; likely (97 %); confident (88 %), but not familiar enough for "likely".
UNKNOWN = FIXTURES / "Recognition/unknown.jpg"
SURE = FIXTURES / "Pictures/flower-alpha.png"
UNSURE = FLOWER


@functools.cache
def own_confidence(picture):
    """Return the built-in model's confidence in its first answer: processors differ by some per cent in 8-bit arithmetic."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [BINARY, "identify", "--json", "--data-dir", f"{folder}/data", str(picture)], env=environment(folder),
            capture_output=True, timeout=60)
        document = json.loads(done.stdout)
        return (document[0] if isinstance(document, list) else document)["candidates"][0]["confidence"]


# MARK: the run

SHARED = ROOT.parent / "shared"
NEEDS_SHARED = "needs ../shared"
passed, without_shared = [], []


def needs_shared(path):
    """Mark a test that needs data beside the repository; it is skipped if they are missing."""
    return pytest.mark.skipif(not path.exists(), reason=NEEDS_SHARED)


def pytest_configure(config):
    """Give each worker its own folder for traces, emptied at its start, because workers run at the same time."""
    # A shell starts a program in the background with SIGINT ignored, and its children inherit that.
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker:
        config.option.output = str(pathlib.Path(config.option.output) / worker)


def pytest_collection_modifyitems(items):
    """Run long tests first: one worker waits while the others use the processors, and the end has only short tests."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_runtest_logreport(report):
    if report.passed and report.when == "call":
        passed.append(report.nodeid)
    if report.skipped and NEEDS_SHARED in str(report.longrepr):
        without_shared.append(report.nodeid)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session, exitstatus):
    """Fail a run without a test, and a run in which tests were skipped although their data exist."""
    if exitstatus != 0 or "PYTEST_XDIST_WORKER" in os.environ or session.config.option.collectonly:
        return
    if not passed:
        session.exitstatus = pytest.ExitCode.NO_TESTS_COLLECTED
    if without_shared and (SHARED / "README.md").exists():
        print(f"\n../shared is there, and yet these were skipped: {without_shared}")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def environment(home):
    """Return the program's environment, without anything of the person who runs the tests."""
    home = pathlib.Path(home)
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH", "TMPDIR") if name in os.environ}
    return kept | {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_CACHE_HOME": str(home / "cache"),
        "LANG": "C.UTF-8",
        "TERM": "xterm",
        # Most journeys need no model; test_http.py has one for each value.
        "STILLROOM_MODEL_LOAD": "first-photograph",
    }


class Answer:
    """The response to a request."""

    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()

    @property
    def text(self):
        return self.body.decode()

    @property
    def json(self):
        return json.loads(self.body)


class Server:
    """`stillroom serve` on a free port. Settings are environment variables; `prefix` is put before the command."""

    def __init__(self, folder, home, settings=None, prefix=()):
        self.folder = pathlib.Path(folder)
        self.home = home
        self.settings = settings or {}
        self.prefix = list(prefix)
        self.log = self.folder / "server.log"
        self.process = None
        self.folder.mkdir(parents=True, exist_ok=True)
        self.start()

    def start(self):
        ready = self.folder / "address"
        ready.unlink(missing_ok=True)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*self.prefix, BINARY, "serve", "--port", "0", "--data-dir", self.folder / "data", "--ready-file", ready],
                env=environment(self.home) | self.settings, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        end = time.monotonic() + 30
        while not ready.exists():
            assert self.process.poll() is None, f"the server ended: {self.log.read_text()}"
            assert time.monotonic() < end, f"the server was not ready in 30 s: {self.log.read_text()}"
            time.sleep(0.02)
        self.url = ready.read_text().strip()
        self.port = int(self.url.rsplit(":", 1)[1])

    def stop(self, within=30):
        """Stop the server as a service manager does, and return how long that took."""
        if self.process.poll() is not None:
            return 0
        children = self.children()
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(within)
        except subprocess.TimeoutExpired:
            self.kill()
            pytest.fail(f"the server did not stop within {within} s of SIGTERM")
        assert status == 0, f"exit status {status}: {self.log.read_text()[-2000:]}"
        took = time.monotonic() - began
        assert gone(children), "a decoder outlived the server"
        return took

    def kill(self):
        self.process.kill()
        self.process.wait()

    def children(self):
        path = pathlib.Path(f"/proc/{self.process.pid}/task")
        return [int(child) for task in path.iterdir() for child in (task / "children").read_text().split()]

    def memory(self):
        """Return the memory of the server in MiB, without its decoders, which have their own limits."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        return 0

    def ask(self, method, path, body=None, headers=None, timeout=30):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, path, body, headers or {})
            answer = Answer(connection.getresponse())
        finally:
            connection.close()
        if path.startswith("/api/"):
            api_description.check(BINARY, self.url, method, path, answer)
        return answer

    def photograph(self, data):
        """Upload a picture and return its identifier."""
        answer = self.ask("POST", "/api/photographs", data)
        assert answer.status == 201, answer.text
        return answer.json["id"]

    def identification(self, data):
        """Upload a picture, identify it and return the answer."""
        answer = self.ask("POST", f"/api/photographs/{self.photograph(data)}/identifications")
        assert answer.status == 201, answer.text
        return answer.json

    def state(self):
        return self.ask("GET", "/api/state").json

    def waiting(self):
        """Return the identifications that wait for Pl@ntNet, oldest first."""
        return [one["identification"] for one in self.ask("GET", "/api/waiting").json["waiting"]]

    def choose(self, **settings):
        """Change settings as on the settings page: `inquiry__strategy="parallel"`."""
        changes = {name.replace("__", ".").replace("_", "-"): value for name, value in settings.items()}
        answer = self.ask("PATCH", "/api/settings", json.dumps(changes))
        assert answer.status == 200, answer.text

    def plant(self, name, data=None):
        """Add a plant with a name to the collection and return its identifier."""
        identification = self.identification(data or FLOWER.read_bytes())["id"]
        answer = self.ask("POST", f"/api/identifications/{identification}/plant", json.dumps({"name": name}))
        assert answer.status == 201, answer.text
        return answer.json["id"]


class Stub:
    """`stub-service`, the stub of Pl@ntNet; Tests/Support/PlantNet/PlantNetStub+control.swift describes its orders."""

    def __init__(self, folder, *arguments, address="127.0.0.1", prefix=()):
        ready = pathlib.Path(folder) / "stub-address"
        self.prefix = list(prefix)
        self.process = subprocess.Popen(
            [*self.prefix, STUB, "--address", address, "--key", KEY, "--ready-file", ready, *map(str, arguments)],
            stdin=subprocess.DEVNULL)
        eventually(ready.exists, within=10)
        self.url = ready.read_text().strip()

    @property
    def settings(self):
        """The settings with which the program uses the stub."""
        return {"STILLROOM_PLANTNET_BASE_URL": self.url, "STILLROOM_PLANTNET_API_KEY": KEY}

    def __call__(self, **order):
        """Configure the stub: `stub(next=["500"], quota=3)`."""
        try:
            return json.loads(self.fetch("/_stub", json.dumps(order).encode()))
        except urllib.error.HTTPError as error:
            pytest.fail(f"the stub does not understand {order}: {error.read().decode()}")

    @property
    def seen(self):
        return json.loads(self.fetch("/_stub"))

    @property
    def calls(self):
        return self.seen["identifyCalls"]

    def upload(self, number=0):
        """Return the bytes of a received picture."""
        return self.fetch(f"/_stub/uploads/{number}")

    def fetch(self, path, body=None):
        with urllib.request.urlopen(urllib.request.Request(self.url + path, body), timeout=30) as answer:
            return answer.read()

    def stop(self):
        self.process.terminate()
        self.process.wait(10)


# MARK: care and the agenda

NOON = "2026-11-21T11:00:00Z"  # in Vienna, on a Saturday
VIENNA = {"STILLROOM_HOME_ZONE": "Europe/Vienna", "STILLROOM_HOME_LATITUDE": "48.2"}


class Run:
    """The result of a command."""

    def __init__(self, done):
        self.status, self.out, self.err = done.returncode, done.stdout.decode(), done.stderr.decode()

    @property
    def json(self):
        return json.loads(self.out)

    @property
    def documents(self):
        return [json.loads(line) for line in self.out.splitlines()]


class Program:
    """`stillroom` on one data folder with a fixed time: `program("agenda", now="2027-01-01T08:00:00Z")`."""

    def __init__(self, home, data, now=NOON, **settings):
        self.data, self.now = pathlib.Path(data), now
        self.environment = environment(home) | {"STILLROOM_DATA_DIR": str(data)} | settings

    def __call__(self, *arguments, now=None, stdin=b"", **settings):
        """Set settings as environment variables, `HOME_ZONE="Europe/Vienna"`; `None` removes one."""
        given = self.environment | {"STILLROOM_NOW": now or self.now}
        given |= {f"STILLROOM_{name}": value for name, value in settings.items()}
        done = subprocess.run(
            [BINARY, *map(str, arguments)], input=stdin, capture_output=True, timeout=60,
            env={name: str(value) for name, value in given.items() if value is not None})
        return Run(done)

    def add(self, name, *arguments, **settings):
        """Add a plant without a photograph and return its identifier."""
        run = self("plants", "add", name, "--json", *arguments, **settings)
        assert run.status == 0, run.err
        return run.json["id"]

    def agenda(self, *arguments, **settings):
        run = self("agenda", "--json", *arguments, **settings)
        assert run.status == 0, run.err
        return run.json

    def due(self, *arguments, **settings):
        """Return the open chores, by kind and plant."""
        items = [item for item in self.agenda(*arguments, **settings)["items"] if item["isNext"]]
        return {(item["kind"], item.get("plantName")): item for item in items}

    def done(self, *arguments, **settings):
        run = self("done", "--jsonl", *arguments, **settings)
        assert run.status == 0, run.err
        return run.documents

    def take_in(self, *plants):
        """Return the plants in the export format."""
        document = {"stillroom": "collection", "version": 1, "madeOn": "2026-11-21", "plants": plants}
        run = self("plants", "import", "--json", "-", stdin=json.dumps(document).encode())
        assert run.status == 0, run.err
        return run.json


@pytest.fixture
def program(home, tmp_path):
    """The command in Vienna at noon, with its own data folder."""
    return Program(home, tmp_path / "data", **VIENNA)


def eventually(condition, within=10):
    """Poll a condition until it is true and return its value. The interval grows, because polling costs time."""
    end, pause = time.monotonic() + within, 0.02
    while True:
        result = condition()
        if result:
            return result
        assert time.monotonic() < end, f"not within {within} s"
        time.sleep(pause)
        pause = min(pause * 1.5, 0.1)


def gone(processes, within=5):
    end = time.monotonic() + within
    while time.monotonic() < end:
        if not any(is_running(process) for process in processes):
            return True
        time.sleep(0.05)
    return False


def is_running(process):
    try:
        state = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
        return state != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.fixture(scope="session")
def home(tmp_path_factory):
    assert os.access(BINARY, os.X_OK), f"{BINARY} is missing; build it with: swift build --product stillroom"
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="session")
def server(tmp_path_factory, home):
    """One server shared by all journeys that do not disturb each other."""
    server = Server(tmp_path_factory.mktemp("house"), home)
    yield server
    server.stop(within=30)


@pytest.fixture
def fresh(tmp_path, home):
    """A server for this test only, with an empty collection."""
    server = Server(tmp_path / "house", home)
    yield server
    server.stop(within=30)


# MARK: Pl@ntNet

@pytest.fixture(scope="session")
def plantnet(tmp_path_factory):
    assert os.access(STUB, os.X_OK), f"{STUB} is missing; build it with: swift build --product stub-service"
    stub = Stub(tmp_path_factory.mktemp("plantnet"))
    yield stub
    stub.stop()


@pytest.fixture
def stub(plantnet):
    """The stub of Pl@ntNet in its initial state."""
    plantnet(reset=True)
    yield plantnet
    plantnet(reset=True)


@pytest.fixture
def serve(tmp_path, home):
    """Start a server for this test only: `serve(**stub.settings)`."""
    servers = []

    def start(**settings):
        servers.append(Server(tmp_path / f"house-{len(servers)}", home, settings))
        return servers[-1]

    yield start
    for server in servers:
        server.stop(within=30)


# MARK: the browser

PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
SANDBOX = ["--no-sandbox"] if os.geteuid() == 0 else []  # Chromium's sandbox does not start as root
# For tests that only look at pages: the service worker would fetch every asset in each of their contexts.
LOOK = {"service_workers": "block"}
DESKTOP = {"viewport": {"width": 1280, "height": 800}, "device_scale_factor": 1, "is_mobile": False, "has_touch": False}


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    # Headless Chromium draws the same pages with a third of the processor time.
    return {**browser_type_launch_args, "executable_path": "/usr/bin/chromium-headless-shell", "args": SANDBOX}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args, server):
    return {**browser_context_args, "base_url": server.url, "locale": "en-GB", "timezone_id": "Europe/Vienna"}


@pytest.fixture
def browse(new_context):
    """Open pages: `browse(**DESKTOP)`; by default with a phone's size."""
    with watching(new_context) as open_page:
        yield open_page


@contextlib.contextmanager
def watching(new_context):
    """Provide a function that opens a page in its own context. Fail at the end if a page logged an error."""
    pages = []

    def open_page(**settings):
        page = new_context(**{**PHONE, **settings}).new_page()
        page.faults = []
        page.on("pageerror", lambda error: page.faults.append(str(error)))
        page.on("console", lambda line: page.faults.append(line.text) if is_fault(line) else None)
        pages.append(page)
        return page

    yield open_page
    faults = [fault for page in pages for fault in page.faults]
    assert not faults, faults


def is_fault(line):
    """Return whether a console message is an error of the page: an exception, a refusal by its own policy, an unused
    preload, or a missing asset. Other requests may fail, because many journeys stop the server."""
    if "Connecting to 'blob:" in line.text:  # Playwright's tracing fetches blobs, not the page
        return False
    if "error occurred when fetching the script" in line.text:  # the service worker, if the server stops meanwhile
        return False
    if "Failed to load resource" in line.text:
        return "the server responded" in line.text and "/assets/" in line.location["url"]
    return line.type == "error" or "Content Security Policy" in line.text or "preload" in line.text
