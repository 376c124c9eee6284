#!/usr/bin/env python3
"""Measure a server with a large household: the pages at a constant rate, writes, and the start.

    Benchmarks/Server/server.py [--stillroom .build/release/stillroom] [--plants 1000 5000] [--rate 200] [--seconds 20]

For each size, imports that many plants into a temporary folder and serves it on loopback. Then measures

- the time from the start of the process to its first answer,
- each page alone, one request after the other,
- writes, one after the other: a plant is renamed, a watering is logged and undone, a plant is added and removed,
- all pages in turn at a constant rate over 16 connections. A latency counts from the time at which the request was to
  be sent, so a server that falls behind is seen.

Requests accept gzip, as a browser's do. Every response must have the status 200 or 201. Prints a table in milliseconds
and compares it with the bars.
"""
import argparse
import asyncio
import contextlib
import datetime
import json
import os
import pathlib
import random
import signal
import statistics
import subprocess
import tempfile
import time

SPECIES = ["Monstera deliciosa", "Ficus lyrata", "Echeveria elegans", "Rosa canina", "Nephrolepis exaltata",
           "Phalaenopsis amabilis", "Ocimum basilicum", "Lavandula angustifolia", "Dahlia pinnata", "Hedera helix"]
PAGES = {"Today": "/", "plants": "/plants", "search": "/plants?q=lyrata&view=list", "agenda": "/agenda",
         "month": "/agenda/month", "one plant": "/plants/bench-plant-000050", "larder": "/larder",
         "medicines": "/medicines", "photo": "/photograph", "settings": "/settings", "API: plants": "/api/plants",
         "API: agenda": "/api/agenda"}


def collection(count):
    """The plants of a household that waters on most days: about one watering in four is due today or overdue."""
    today = datetime.date.today()
    plants = []
    for number in range(count):
        watered = today - datetime.timedelta(days=number * 7 % 17)
        plants.append({
            "id": f"bench-plant-{number:06d}", "name": f"Plant {number:04d}",
            "scientificName": SPECIES[number % len(SPECIES)], "room": f"Room {number % 12}",
            "addedOn": str(today - datetime.timedelta(days=200)), "potDiameter": 10 + number % 20,
            "log": [{"kind": "watering", "action": "done", "day": str(watered)}]})
    return json.dumps({"stillroom": "collection", "version": 1, "madeOn": str(today), "plants": plants})


class Connection:
    """One connection with keep-alive."""

    def __init__(self, port):
        self.port = port
        self.reader = self.writer = None

    async def request(self, path, method="GET", document=None):
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 24)
        body = b"" if document is None else json.dumps(document).encode()
        head = (f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nAccept-Encoding: gzip\r\n"
                f"Content-Length: {len(body)}\r\nContent-Type: application/json\r\n\r\n")
        self.writer.write(head.encode() + body)
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        status = int(head.split(" ", 2)[1])
        fields = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
        if "content-length" in fields:
            content = await self.reader.readexactly(int(fields["content-length"]))
        elif fields.get("transfer-encoding") == "chunked":
            content = b""
            while size := int((await self.reader.readline()).split(b";")[0], 16):
                content += await self.reader.readexactly(size)
                await self.reader.readline()
            await self.reader.readline()
        else:
            content = b""
        if status not in (200, 201, 204, 303):
            raise SystemExit(f"{method} {path}: {status} {content[:200]!r}")
        return content, fields

    async def json(self, *arguments):
        content, fields = await self.request(*arguments)
        if fields.get("content-encoding") == "gzip":
            import gzip
            content = gzip.decompress(content)
        return json.loads(content) if content else None


def quantile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))]


def line(name, times, note=""):
    print(f"    {name:28} n {len(times):5}   median {statistics.median(times):7.1f}   "
          f"99th {quantile(times, 0.99):7.1f}   longest {max(times):7.1f}   {note}", flush=True)


async def alone(connection, pages, rounds):
    for name, path in pages.items():
        times = []
        for number in range(rounds + 2):
            begun = time.perf_counter()
            content, _ = await connection.request(path)
            if number >= 2:
                times.append((time.perf_counter() - begun) * 1000)
        line(name, times, f"{len(content) / 1024:.0f} KiB")


async def writes(connection, count, plants):
    kinds = {"rename": [], "done": [], "undo": [], "add": [], "remove": []}

    async def timed(kind, *arguments):
        begun = time.perf_counter()
        answer = await connection.json(*arguments)
        kinds[kind].append((time.perf_counter() - begun) * 1000)
        return answer

    for number in range(count):
        plant = f"/api/plants/bench-plant-{random.randrange(plants):06d}"
        await timed("rename", plant, "PATCH", {"name": f"Renamed {number}"})
        chores = await connection.json(plant + "/chores")
        chore = next(chore["id"] for chore in chores["chores"] if chore["kind"] == "watering")
        entries = (await timed("done", f"/api/chores/{chore}/done", "POST", {}))["entries"]
        await timed("undo", "/api/log/undo", "POST", {"entries": [entry["entry"] for entry in entries]})
        added = await timed("add", "/api/plants", "POST", {"name": f"New {number}", "species": "Ficus lyrata"})
        await timed("remove", f"/api/plants/{added['id']}", "DELETE")
        await asyncio.sleep(0.02)
    for kind, times in kinds.items():
        line(kind, times)
    return kinds


async def at_rate(port, pages, rate, seconds):
    """Sends the pages in turn at a constant rate. Returns the latencies of each page."""
    times = {name: [] for name in pages}
    free = asyncio.LifoQueue()
    for _ in range(16):
        free.put_nowait(Connection(port))
    begun = time.perf_counter()

    async def one(name, path, due):
        connection = await free.get()
        try:
            await connection.request(path)
        finally:
            free.put_nowait(connection)
        times[name].append((time.perf_counter() - due) * 1000)

    tasks = []
    items = list(pages.items())
    for number in range(rate * seconds):
        due = begun + number / rate
        if (wait := due - time.perf_counter()) > 0:
            await asyncio.sleep(wait)
        tasks.append(asyncio.create_task(one(*items[number % len(items)], due)))
    await asyncio.gather(*tasks)
    lasted = time.perf_counter() - begun
    for name, values in times.items():
        line(name, values)
    everything = [value for values in times.values() for value in values]
    line("all", everything, f"{len(everything) / lasted:.0f} a second")
    return times


def bar(text, value, limit):
    print(f"    {'holds ' if value <= limit else 'MISSED'}  {text}: {value:.1f} ms (at most {limit})")


async def measure(binary, plants, options):
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {
            "HOME": folder, "STILLROOM_DATA_DIR": folder + "/house", "STILLROOM_CACHE_DIR": folder + "/cache",
            "STILLROOM_HOME_ZONE": "Europe/Vienna", "STILLROOM_HOME_LATITUDE": "48.2",
            "STILLROOM_LOG_LEVEL": "error"}
        begun = time.perf_counter()
        subprocess.run([binary, "plants", "import", "-"], input=collection(plants), text=True, env=environment,
                       check=True, stdout=subprocess.DEVNULL)
        print(f"\n{plants} plants, imported in {time.perf_counter() - begun:.1f} s", flush=True)
        starts = []
        for number in range(4):
            ready = f"{folder}/address-{number}"
            begun = time.perf_counter()
            server = subprocess.Popen([binary, "serve", "--port", "0", "--ready-file", ready], env=environment,
                                      stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                while not (os.path.exists(ready) and (address := pathlib.Path(ready).read_text().strip())):
                    time.sleep(0.002)
                port = int(address.rsplit(":", 1)[1])
                connection = Connection(port)
                await connection.request("/")
                starts.append((time.perf_counter() - begun) * 1000)
                if number < 3:
                    continue
                print("  start")
                line("until Today is answered", starts[1:])
                pages = PAGES
                print("  pages, one after the other")
                await alone(connection, pages, options.rounds)
                print("  writes, one after the other")
                kinds = await writes(connection, options.writes, plants)
                print(f"  pages at {options.rate} requests a second")
                times = await at_rate(port, {name: path for name, path in pages.items() if "API" not in name},
                                      options.rate, options.seconds)
                print("  bars")
                bar("start", statistics.median(starts[1:]), 1000)
                slowest = max(times, key=lambda name: quantile(times[name], 0.99))
                bar(f"99th of every page; the slowest is {slowest}", quantile(times[slowest], 0.99), 25)
                every = [value for values in kinds.values() for value in values]
                slowest = max(kinds, key=lambda name: statistics.median(kinds[name]))
                bar(f"median of each kind of write; the slowest is {slowest}", statistics.median(kinds[slowest]), 5)
                bar("longest write", max(every), 50)
                with contextlib.suppress(OSError):
                    status = pathlib.Path(f"/proc/{server.pid}/status").read_text()
                    print("    memory of the server:",
                          next(line for line in status.splitlines() if line.startswith("VmHWM")))
            finally:
                server.send_signal(signal.SIGTERM)
                server.wait(60)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stillroom", default=".build/release/stillroom")
    parser.add_argument("--plants", type=int, nargs="+", default=[1000, 5000])
    parser.add_argument("--rate", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--writes", type=int, default=40)
    options = parser.parse_args()
    binary = str(pathlib.Path(options.stillroom).resolve())
    for plants in options.plants:
        asyncio.run(measure(binary, plants, options))


if __name__ == "__main__":
    main()
