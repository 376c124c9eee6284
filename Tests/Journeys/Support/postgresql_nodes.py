"""Servers of PostgreSQL in temporary folders, and several servers of one household on them."""

import contextlib
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import threading

import pytest
from conftest import Server

PROGRAMS = pathlib.Path("/usr/lib/postgresql/15/bin")

needs_postgresql = pytest.mark.skipif(not (PROGRAMS / "initdb").exists(), reason="needs postgresql-15")


class Cluster:
    """A PostgreSQL server on a socket in a folder of its own. It does not run as root. With `primary`, its standby."""

    def __init__(self, primary=None, options="", port=5432):
        self.port = port
        # Its user must reach the folder, and the path of a socket has at most 107 bytes.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="stillroom-postgresql-"))
        self.options = options
        self.user = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        if self.user:
            shutil.chown(self.folder, "postgres")
        if primary:
            self.run("pg_basebackup", "-h", primary.folder, "-U", "stillroom", "-D", self.folder / "data", "-R", "-c", "fast")
        else:
            self.run("initdb", "-D", self.folder / "data", "-A", "trust", "-U", "stillroom",
                     "--no-sync", "-E", "UTF8", "--locale=C.UTF-8")
        self.start()

    def run(self, program, *arguments):
        subprocess.run([*self.user, PROGRAMS / program, *arguments], check=True, cwd="/", stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def start(self):
        self.run("pg_ctl", "-D", self.folder / "data", "-w", "-l", self.folder / "log",
                 "-o", f"-k {self.folder} -c listen_addresses= -c fsync=off -c max_connections=200 -c port={self.port} {self.options}", "start")

    def stop(self, mode="fast"):
        self.run("pg_ctl", "-D", self.folder / "data", "-m", mode, "stop")

    def promote(self):
        self.run("pg_ctl", "-D", self.folder / "data", "-w", "promote")

    def remove(self):
        with contextlib.suppress(subprocess.CalledProcessError):
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def make(self, name):
        """Make a database and return its address."""
        self.sql(f'CREATE DATABASE "{name}" TEMPLATE template0', "postgres")
        return f"postgresql:///{name}?host={self.folder}&port={self.port}&user=stillroom"

    def sql(self, statement, database):
        done = subprocess.run([PROGRAMS / "psql", "-X", "-q", "-A", "-t", "-h", self.folder, "-p", str(self.port), "-U", "stillroom", "-d", database, "-c", statement],
                              check=True, capture_output=True, text=True)
        return done.stdout.strip()


class Relay:
    """A TCP port before the port of a PostgreSQL server. While it is `cut`, no byte passes, and no connection ends."""

    def __init__(self, port):
        self.target, self.passes = port, threading.Event()
        self.passes.set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self):
        self.passes.clear()

    def heal(self):
        self.passes.set()

    def close(self):
        self.heal()
        self.listener.close()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                server = socket.create_connection(("127.0.0.1", self.target))
                for pair in ((client, server), (server, client)):
                    threading.Thread(target=self._pass, args=pair, daemon=True).start()

    def _pass(self, source, sink):
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                self.passes.wait()
                sink.sendall(data)
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


@pytest.fixture(scope="module")
def cluster():
    cluster = Cluster()
    yield cluster
    cluster.remove()


@pytest.fixture
def nodes(cluster, tmp_path, home, request):
    """Return a function that starts a server on the database of the test."""
    address = cluster.make("test_" + request.node.name.replace("test_", "")[:40])
    servers = []

    def start(**settings):
        server = Server(tmp_path, home, {"STILLROOM_DATABASE_URL": address} | settings) if not servers else Node(servers[0], len(servers))
        servers.append(server)
        return server

    start.address = address
    yield start
    for server in servers:
        server.stop()


class Node(Server):
    """A second server with the data folder and the settings of a first one."""

    def __init__(self, first, number):
        self.data = first.folder / "data"
        folder = first.folder / f"node-{number}"
        folder.mkdir()
        (folder / "data").symlink_to(self.data)
        super().__init__(folder, first.home, first.settings)
