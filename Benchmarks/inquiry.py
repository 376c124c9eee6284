#!/usr/bin/env python3
"""Measure what the parallel strategy adds to the slower of its two results, and the cost of on-device first alone.

Runs the built command against the stub service, which answers after a given time, with one photograph many times and a
cleared cache. Compares the command's own milliseconds, so start-up is not included.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stillroom", default=str(ROOT / ".build/release/stillroom"))
    parser.add_argument("--stub", default=str(ROOT / ".build/debug/stub-service"))
    parser.add_argument("--photograph", default=str(ROOT / "Tests/Fixtures/Pictures/flower.jpg"))
    parser.add_argument("--delays", type=int, nargs="+", default=[0, 300], help="milliseconds the service takes")
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        ready = pathlib.Path(folder, "address")
        stub = subprocess.Popen([options.stub, "--port", "0", "--ready-file", ready, "--key", "stub-key"])
        try:
            while not ready.exists():
                time.sleep(0.02)
            run(options, ready.read_text().strip(), folder)
        finally:
            stub.terminate()
            stub.wait()


def run(options, address, folder):
    environment = os.environ | {
        "STILLROOM_DATA_DIR": folder + "/data",
        "STILLROOM_PLANTNET_BASE_URL": address,
        "STILLROOM_PLANTNET_API_KEY": "stub-key",
        "STILLROOM_PLANTNET_DAILY_BUDGET": "100000",
        "STILLROOM_CACHE_ENTRIES": "0",  # no cache, so each round calls the service
    }

    def identify(*arguments):
        done = subprocess.run(
            [options.stillroom, "identify", options.photograph, "--jsonl", *arguments], env=environment,
            stdout=subprocess.PIPE, check=False)
        return json.loads(done.stdout)

    for delay in options.delays:
        request = urllib.request.Request(
            address + "/_stub", json.dumps({"delayMilliseconds": delay, "quota": 1000000}).encode(), method="POST")
        urllib.request.urlopen(request).read()
        over, totals = [], []
        for _ in range(options.rounds):
            answer = identify("--strategy", "parallel")
            both = answer["answers"]
            slower = max(both["onDevice"]["milliseconds"], both["plantnet"]["milliseconds"])
            totals.append(answer["milliseconds"]["total"])
            over.append(answer["milliseconds"]["total"] - slower)
        print(
            f"parallel, service takes {delay} ms: total median {statistics.median(totals):.0f} ms, "
            f"over the slower of both: median {statistics.median(over):.0f} ms, worst {max(over):.0f} ms "
            f"({options.rounds} times)")
    alone = [identify("--strategy", "on-device-first", "--threshold", "0")["milliseconds"]["total"]
             for _ in range(options.rounds)]
    print(f"on-device first, nobody asked: median {statistics.median(alone):.0f} ms, worst {max(alone):.0f} ms")


if __name__ == "__main__":
    main()
