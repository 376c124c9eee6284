#!/usr/bin/env python3
"""Measure the pages of a household with 1,000 plants: Today, the agenda, the month, one plant, the collection.

    Benchmarks/care.py [--stillroom .build/release/stillroom] [--plants 1000] [--rounds 30]

Imports the plants into a temporary folder, serves it on loopback, and requests each page in turn. Times are measured by
a client on the same machine, in milliseconds.
"""
import argparse
import json
import os
import pathlib
import signal
import statistics
import subprocess
import tempfile
import time
import urllib.request

SPECIES = ["Monstera deliciosa", "Ficus lyrata", "Echeveria elegans", "Rosa canina", "Nephrolepis exaltata",
           "Phalaenopsis amabilis", "Ocimum basilicum", "Lavandula angustifolia", "Dahlia pinnata", "Hedera helix"]


def collection(count):
    plants = []
    for number in range(count):
        plant = {"id": f"bench-plant-{number:06d}", "name": f"Plant {number:04d}",
                 "scientificName": SPECIES[number % len(SPECIES)], "room": f"Room {number % 12}",
                 "addedOn": "2026-01-05", "potDiameter": 10 + number % 20}
        # One in three is due today or overdue, as in a household that waters on most days.
        plant["log"] = [{"kind": "watering", "action": "done", "day": f"2026-11-{19 - number % 3 * 6:02d}"}]
        plants.append(plant)
    return json.dumps({"stillroom": "collection", "version": 1, "madeOn": "2026-11-21", "plants": plants})


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stillroom", default=".build/release/stillroom")
    parser.add_argument("--plants", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=30)
    options = parser.parse_args()
    binary = str(pathlib.Path(options.stillroom).resolve())
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {
            "HOME": folder, "STILLROOM_DATA_DIR": folder + "/house", "STILLROOM_CACHE_DIR": folder + "/cache",
            "STILLROOM_NOW": "2026-11-21T09:00:00Z", "STILLROOM_HOME_ZONE": "Europe/Vienna",
            "STILLROOM_HOME_LATITUDE": "48.2", "STILLROOM_LOG_LEVEL": "error"}
        begun = time.perf_counter()
        subprocess.run([binary, "plants", "import", "-"], input=collection(options.plants), text=True,
                       env=environment, check=True, stdout=subprocess.DEVNULL)
        print(f"import of {options.plants} plants: {(time.perf_counter() - begun) * 1000:.0f} ms")
        ready = folder + "/address"
        server = subprocess.Popen([binary, "serve", "--port", "0", "--ready-file", ready], env=environment,
                                  stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            for _ in range(600):
                if os.path.exists(ready):
                    break
                time.sleep(0.05)
            base = pathlib.Path(ready).read_text().strip()
            measure(base, options.rounds)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)


def measure(base, rounds):
    pages = {"Today": "/", "agenda, 30 days": "/agenda", "agenda, waterings": "/agenda?show=watering",
             "month": "/agenda/month", "one plant": "/plants/bench-plant-000500", "collection": "/plants",
             "agenda as JSON, 30 days": "/api/agenda", "agenda as JSON, 365 days": "/api/agenda?days=365"}
    for name, path in pages.items():
        times = []
        for _ in range(rounds + 2):
            begun = time.perf_counter()
            with urllib.request.urlopen(base + path) as answer:
                size = len(answer.read())
            times.append((time.perf_counter() - begun) * 1000)
        times = times[2:]
        print(f"{name:26} median {statistics.median(times):7.1f} ms, worst {max(times):7.1f} ms, {size / 1024:.0f} KiB")


if __name__ == "__main__":
    main()
