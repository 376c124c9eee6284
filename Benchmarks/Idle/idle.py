"""Measure the wake-ups and the processor time of an idle server: 30 plants and one open page over two minutes.

    .browser/bin/python Benchmarks/Idle/idle.py                          # .build/debug/stillroom
    .browser/bin/python Benchmarks/Idle/idle.py --seconds 120 BEFORE AFTER

Several programs are measured at the same time, each with its own household and browser, so that all have the same
conditions. A wake-up is a voluntary context switch of any thread of the server or of its children: a thread that
waited, ran and waited again. Processor time is that of the server and its children, in the kernel's ticks (10 ms).
"""

import argparse
import contextlib
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time
import urllib.request

from playwright.sync_api import sync_playwright

PLANTS = 30
SPECIES = ["Monstera deliciosa", "Ocimum basilicum", "Ficus elastica", "Aloe vera", "Nephrolepis exaltata"]
TICK = os.sysconf("SC_CLK_TCK")


class Server:
    def __init__(self, program, folder):
        self.program, ready = program, folder / "address"
        environment = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
        environment |= {"HOME": str(folder), "STILLROOM_HOME_ZONE": "Europe/Vienna", "LANG": "C.UTF-8"}
        self.log = (folder / "log").open("wb")
        self.process = subprocess.Popen(
            [program, "serve", "--port", "0", "--data-dir", folder / "data", "--ready-file", ready],
            env=environment, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        end = time.monotonic() + 60
        while not ready.exists():
            assert self.process.poll() is None and time.monotonic() < end, (folder / "log").read_text()
            time.sleep(0.05)
        self.url = ready.read_text().strip()
        for number in range(PLANTS):
            plant = {"name": f"Plant {number + 1}", "species": SPECIES[number % len(SPECIES)]}
            request = urllib.request.Request(self.url + "/api/plants", json.dumps(plant).encode(), method="POST")
            urllib.request.urlopen(request, timeout=30).read()

    def processes(self):
        found = [self.process.pid]
        for process in found:
            for task in pathlib.Path(f"/proc/{process}/task").iterdir():
                found += map(int, (task / "children").read_text().split())
        return found

    def reading(self):
        """Return the voluntary switches by thread, and the ticks of processor time."""
        switches, ticks = {}, 0
        for process in self.processes():
            fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
            ticks += int(fields[11]) + int(fields[12])
            for task in pathlib.Path(f"/proc/{process}/task").iterdir():
                with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                    name = (task / "comm").read_text().strip()
                    for line in (task / "status").read_text().splitlines():
                        if line.startswith("voluntary_ctxt_switches"):
                            switches[(process, int(task.name), name)] = int(line.split()[1])
        return switches, ticks

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)


def measure(servers, seconds):
    before = [server.reading() for server in servers]
    began = time.monotonic()
    # The count of a thread is lost when it ends, so the counts are read repeatedly.
    latest = [dict(switches) for switches, _ in before]
    while time.monotonic() - began < seconds:
        time.sleep(min(5, max(0.01, began + seconds - time.monotonic())))
        for seen, server in zip(latest, servers):
            seen |= server.reading()[0]
    passed = time.monotonic() - began
    for server, (first, ticks), seen in zip(servers, before, latest):
        _, last = server.reading()
        threads = {}
        for thread, count in seen.items():
            threads[thread[2]] = threads.get(thread[2], 0) + count - first.get(thread, 0)
        yield server, sum(threads.values()) / passed, (last - ticks) / TICK / passed * 100, threads, passed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", nargs="*", default=[".build/debug/stillroom"])
    parser.add_argument("--seconds", type=float, default=120)
    # Each change leaves a cancelled timer that still fires once within a minute.
    parser.add_argument("--settle", type=float, default=75, help="seconds before the measurement begins")
    parser.add_argument("--no-tab", action="store_true", help="without an open page")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place, contextlib.ExitStack() as stack:
        servers = []
        for number, program in enumerate(options.programs):
            folder = pathlib.Path(place) / str(number)
            folder.mkdir()
            server = Server(str(pathlib.Path(program).resolve()), folder)
            stack.callback(server.stop)
            servers.append(server)
        if not options.no_tab:
            browser = stack.enter_context(sync_playwright()).chromium.launch(
                executable_path="/usr/bin/chromium", args=["--no-sandbox"] if os.geteuid() == 0 else [])
            for server in servers:
                page = browser.new_context().new_page()
                page.goto(server.url + "/")
                page.locator("[data-chip]").wait_for()
        time.sleep(options.settle)
        for server, wakes, share, threads, passed in measure(servers, options.seconds):
            print(f"{server.program}: {wakes:.2f} wake-ups a second, {share:.3f} % of a core, over {passed:.0f} s")
            for name, count in sorted(threads.items(), key=lambda each: -each[1]):
                if count:
                    print(f"    {count / passed:8.2f}  {name}")


main()
