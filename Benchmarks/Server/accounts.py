#!/usr/bin/env python3
"""Measure accounts: signing in, whether the time of a refusal depends on the name, the limit of an address, and pages with a session.

    Benchmarks/Server/accounts.py [--stillroom .build/release/stillroom] [--signs 200] [--pages 300]

Starts two servers on loopback with the same plants, one without accounts and one with an owner and nine members, behind a
pretended proxy, so that each attempt can have an address of its own. Then measures

- successful sign-ins, one after the other,
- refused sign-ins in turn: a wrong passphrase of an account, and an unknown name. Each account has 5 attempts, because
  later ones wait,
- 1,000 attempts of one address, and a sign-in from another one in between,
- Today and the plants with a session, and without accounts, in turn.

Prints a table in milliseconds and compares it with the bars. The exit status is 1 if a bar is missed.
"""
import argparse
import http.client
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

from server import collection, quantile

WORD = "a quiet still in the pantry"


class Served:
    """A server in its own folder."""

    def __init__(self, program, folder, **settings):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir()
        self.program = program
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.folder), "LANG": "C.UTF-8", "STILLROOM_DATA_DIR": str(self.folder / "data"),
            "STILLROOM_MODEL_LOAD": "first-photograph", **settings}
        if "LD_LIBRARY_PATH" in os.environ:
            self.environment["LD_LIBRARY_PATH"] = os.environ["LD_LIBRARY_PATH"]

    def command(self, *arguments, text=""):
        done = subprocess.run([self.program, *arguments], input=text, env=self.environment, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"{arguments}: {done.stderr}")
        return done.stdout

    def __enter__(self):
        ready = self.folder / "address"
        self.process = subprocess.Popen(
            [self.program, "serve", "--port", "0", "--ready-file", str(ready)], env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=open(self.folder / "log", "wb"))
        while not ready.exists():
            if self.process.poll() is not None:
                raise SystemExit((self.folder / "log").read_text())
            time.sleep(0.02)
        self.connection = http.client.HTTPConnection("127.0.0.1", int(ready.read_text().strip().rsplit(":", 1)[1]), timeout=60)
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(30)

    def ask(self, method, path, form=None, **fields):
        """Return the status, the fields and the body of the answer, and how long it took in milliseconds."""
        headers = {name.replace("_", "-"): value for name, value in fields.items()}
        body = None
        if form is not None:
            body = urllib.parse.urlencode(form)
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        begun = time.perf_counter()
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        content = answer.read()
        return answer.status, answer.headers, content, (time.perf_counter() - begun) * 1000

    def sign_in(self, name, passphrase, address):
        return self.ask("POST", "/sign-in", {"name": name, "passphrase": passphrase}, X_Forwarded_For=address, Accept="text/html")


def cookie(fields):
    return fields["Set-Cookie"].split(";")[0]


def row(name, times, bar="", holds=True):
    print(f"  {name:44} n {len(times):4}  median {statistics.median(times):7.1f}  99th {quantile(times, 0.99):7.1f}"
          f"  longest {max(times):7.1f}  {bar and bar + (': holds' if holds else ': MISSED')}", flush=True)
    return holds


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--stillroom", default=".build/release/stillroom")
    parser.add_argument("--signs", type=int, default=200)
    parser.add_argument("--pages", type=int, default=300)
    options = parser.parse_args()
    program = str(pathlib.Path(options.stillroom).resolve())
    holds = []
    with tempfile.TemporaryDirectory() as folder:
        bare = Served(program, pathlib.Path(folder) / "bare")
        house = Served(program, pathlib.Path(folder) / "house", STILLROOM_SERVER_TRUSTED_PROXIES="127.0.0.1")
        for each in (bare, house):
            each.command("plants", "import", "-", text=collection(100))
        house.command("accounts", "create-owner", "Ada", "--passphrase-file", "-", text=WORD)
        with bare, house:
            status, fields, _, _ = house.sign_in("Ada", WORD, "192.0.2.1")
            assert status == 303, status
            owner = cookie(fields)
            names = ["Ada"]
            for number in range(9):
                _, _, page, _ = house.ask("POST", "/people/invitations", {"role": "member"}, Cookie=owner, Accept="text/html")
                link = re.search(rb"/invitation/[A-Za-z0-9_-]+", page)[0].decode()
                names.append(f"Person {number}")
                status, *_ = house.ask("POST", link, {"name": names[-1], "passphrase": WORD}, Accept="text/html", X_Forwarded_For="192.0.2.2")
                assert status == 200, status

            times = []
            for number in range(options.signs):
                status, _, _, took = house.sign_in(names[number % len(names)], WORD, f"192.0.2.{10 + number % 200}")
                assert status == 303, status
                times.append(took)
            holds.append(row("sign-in", times, "99th <= 400", quantile(times, 0.99) <= 400))

            known, unknown = [], []
            for number in range(5 * len(names)):
                address = f"198.51.100.{number}"
                for list, name in ((known, names[number % len(names)]), (unknown, f"Stranger {number}")):
                    status, _, _, took = house.sign_in(name, "not the passphrase", address)
                    assert status == 401, status
                    list.append(took)
            row("refused, the name has an account", known)
            difference = statistics.median(known) - statistics.median(unknown)
            # By chance: the standard error of the difference of two means.
            chance = (statistics.pvariance(known) / len(known) + statistics.pvariance(unknown) / len(unknown)) ** 0.5
            holds.append(row("refused, unknown name", unknown, f"difference {difference:.2f} <= 3 x {chance:.2f}", abs(difference) <= 3 * chance))

            statuses, elsewhere = [], []
            for number in range(1000):
                statuses.append(house.sign_in(f"Name {number}", "x", "203.0.113.7")[0])
                if number % 250 == 249:
                    elsewhere.append(house.sign_in("Ada", WORD, f"203.0.113.{100 + number // 250}")[0])
            refused = statuses.count(429)
            holds.append(refused == 980 and elsewhere == [303] * 4)
            print(f"  1,000 attempts of one address: {1000 - refused} were decided, {refused} had to wait; sign-ins of other addresses in "
                  f"between: {elsewhere}: {'holds' if holds[-1] else 'MISSED'}")

            for name, path in (("Today", "/"), ("plants", "/plants")):
                without, session = [], []
                for number in range(options.pages + 10):
                    for times, server, fields in ((without, bare, {}), (session, house, {"Cookie": owner})):
                        status, _, _, took = server.ask("GET", path, Accept="text/html", **fields)
                        assert status == 200, f"{path}: {status}"
                        if number >= 10:
                            times.append(took)
                row(f"{name} without accounts", without)
                ratio = quantile(session, 0.99) / quantile(without, 0.99)
                holds.append(row(f"{name} with a session", session, f"99th {ratio:.2f} <= 1.2 x without", ratio <= 1.2))
    sys.exit(0 if all(holds) else 1)


main()
