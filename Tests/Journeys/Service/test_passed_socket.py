"""A listening socket that the service manager passes on: systemd-socket-activate, and a restart without a refused connection."""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import threading
import time
import urllib.request

import pytest
from conftest import BINARY, FLOWER, environment, eventually


def listener(address="127.0.0.1", family=socket.AF_INET):
    """A socket as a service manager opens it."""
    one = socket.socket(family)
    one.bind((address, 0))
    one.listen(128)
    return one


class Started:
    """`stillroom serve` that gets sockets as descriptors from 3 on."""

    def __init__(self, folder, home, *sockets, **settings):
        self.folder, self.home, self.sockets, self.settings = pathlib.Path(folder), home, sockets, settings
        self.log = self.folder / "server.log"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.start()

    def start(self):
        numbers = [one.fileno() for one in self.sockets]

        def pass_on():
            copies = [os.dup(number) for number in numbers]
            for place, copy in enumerate(copies):
                os.dup2(copy, 3 + place, inheritable=True)

        # The shell keeps its number when it becomes the server.
        words = 'LISTEN_PID=$$ exec "$0" serve --data-dir "$1" --ready-file "$2"'
        self.ready = self.folder / "address"
        self.ready.unlink(missing_ok=True)
        self.process = subprocess.Popen(
            ["/bin/sh", "-c", words, BINARY, self.folder / "data", self.ready], close_fds=False, preexec_fn=pass_on,
            env=environment(self.home) | {"LISTEN_FDS": str(len(numbers))} | self.settings, stdin=subprocess.DEVNULL,
            stdout=self.log.open("ab"), stderr=subprocess.STDOUT)

    def wait(self):
        eventually(lambda: self.ready.exists() or self.process.poll() is not None, within=30)
        assert self.process.poll() is None, self.log.read_text()
        return self.ready.read_text().strip()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(30) == 0, self.log.read_text()

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


@pytest.fixture
def started(tmp_path, home):
    with contextlib.ExitStack() as end:
        def start(*sockets, **settings):
            one = Started(tmp_path / "house", home, *sockets, **settings)
            end.callback(one.kill)
            return one

        yield start


def test_no_connection_is_refused_while_the_server_restarts(started):
    with listener() as door:
        port = door.getsockname()[1]
        house = started(door)
        assert house.wait() == f"http://127.0.0.1:{port}"
        answers, is_over = [], threading.Event()

        def ask():
            while not is_over.is_set():
                try:
                    with urllib.request.urlopen(f"http://127.0.0.1:{port}/health/live", timeout=60) as answer:
                        answers.append(answer.status)
                except OSError as error:
                    answers.append(error)
                time.sleep(0.01)

        askers = [threading.Thread(target=ask) for _ in range(4)]
        for one in askers:
            one.start()
        for _ in range(2):
            eventually(lambda count=len(answers): len(answers) > count + 20)
            house.stop()
            house.start()
            house.wait()
        is_over.set()
        for one in askers:
            one.join()
        # A request on a connection that was accepted and then closed at the end would be an error, too.
        assert len(answers) > 40 and set(answers) == {200}, [one for one in answers if one != 200][:3]


def test_the_first_connection_starts_the_server(tmp_path, home):
    if not shutil.which("systemd-socket-activate"):
        pytest.skip("systemd-socket-activate is not installed")
    with listener() as free:
        port = free.getsockname()[1]
    ready, log = tmp_path / "address", tmp_path / "log"
    settings = environment(home)
    given = [f"--setenv={name}={value}" for name, value in settings.items()]
    with log.open("ab") as to:
        manager = subprocess.Popen(
            ["systemd-socket-activate", f"--listen=127.0.0.1:{port}", *given, BINARY, "serve", "--data-dir",
             tmp_path / "data", "--ready-file", ready], env=settings, stdin=subprocess.DEVNULL, stdout=to, stderr=to)
    try:
        eventually(lambda: "Listening on" in log.read_text(), within=10)
        assert not ready.exists()
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/plants", timeout=60) as answer:
            assert json.load(answer) == {"plants": []}
        assert ready.read_text().strip() == f"http://127.0.0.1:{port}"
    finally:
        manager.terminate()
        assert manager.wait(30) == 0, log.read_text()


def test_a_decoder_does_not_inherit_the_socket(started):
    with listener() as door:
        house = started(door)
        address = house.wait()
        urllib.request.urlopen(
            urllib.request.Request(address + "/api/photographs", FLOWER.read_bytes(), {"Content-Type": "image/jpeg"}), timeout=60)
        assert children(house.process.pid)
        inodes = {os.stat(f"/proc/{house.process.pid}/fd/3").st_ino}
        for child in children(house.process.pid):
            held = {os.stat(f"/proc/{child}/fd/{number}").st_ino for number in os.listdir(f"/proc/{child}/fd")}
            assert not inodes & held


def children(process):
    tasks = pathlib.Path(f"/proc/{process}/task")
    return [int(child) for task in tasks.iterdir() for child in (task / "children").read_text().split()]


@pytest.mark.parametrize("case, reason", [
    ("network", "not on the loopback"), ("two", "passes on 2 sockets"), ("file", "no TCP socket that listens"),
    ("host", "cannot be used with this host")])
def test_another_socket_is_refused(started, tmp_path, case, reason):
    with contextlib.ExitStack() as end:
        if case == "file":
            sockets, settings = [end.enter_context((tmp_path / "file").open("wb"))], {}
        elif case == "two":
            sockets, settings = [end.enter_context(listener()), end.enter_context(listener())], {}
        elif case == "host":
            sockets = [end.enter_context(listener())]
            settings = {"STILLROOM_SERVER_HOST": "0.0.0.0", "STILLROOM_SERVER_TRUSTED_PROXIES": "192.0.2.1"}
        else:
            sockets, settings = [end.enter_context(listener("0.0.0.0"))], {}
        house = started(*sockets, **settings)
        assert house.process.wait(30) == 78
        assert reason in house.log.read_text()
        assert not house.ready.exists()
