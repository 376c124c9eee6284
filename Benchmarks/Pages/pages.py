"""How fast the pages are for a phone on a slow network.

    .browser/bin/python Benchmarks/Pages/pages.py          the program is STILLROOM, default .build/release/stillroom

Fills a house with the example data, opens each main page in a fresh Chromium context without a cache, and prints the
medians of ROUNDS (default 3) visits. Network and processor are those of the tools for web pages that call them "slow 4G":
1.6 Mbit/s, 150 ms for each round trip, a processor of a quarter of the speed. The machine should be quiet.

    LCP    when the largest part of the first screen was drawn, in milliseconds after the start of the navigation
    CLS    how much moved while the page was loading, and in the two seconds after
    INP    the longest time from a tap to the next drawn picture, of up to six taps on things that open or are ticked
    bytes  HTML, and style and scripts, as they crossed the network
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = str((ROOT / os.environ.get("STILLROOM", ".build/release/stillroom")).resolve())
ROUNDS = int(os.environ.get("ROUNDS", "3"))
BARS = {"LCP": 1200, "CLS": 0.02, "INP": 100, "HTML": 15_000, "own": 30_000}
OBSERVER = """
window.measured = { lcp: 0, cls: 0, inp: 0 };
new PerformanceObserver((list) => { for (const entry of list.getEntries()) measured.lcp = entry.startTime; })
  .observe({ type: 'largest-contentful-paint', buffered: true });
new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) measured.cls += entry.value; })
  .observe({ type: 'layout-shift', buffered: true });
new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (entry.interactionId) measured.inp = Math.max(measured.inp, entry.duration); })
  .observe({ type: 'event', durationThreshold: 16, buffered: true });
"""


def ask(address, path):
    with urllib.request.urlopen(address + path) as answer:
        return json.load(answer)


def pages(address):
    """Return the main pages by name."""
    plant = ask(address, "/api/plants?limit=1")["plants"][0]["id"]
    product = ask(address, "/api/larder")["products"][0]["code"]
    medicine = ask(address, "/api/medicines")["medicines"][0]["id"]
    return {
        "Today": "/", "Plants": "/plants", "A plant": f"/plants/{plant}", "Photograph": "/photograph", "Agenda": "/agenda",
        "Month": "/agenda/month", "Larder": "/larder", "A product": f"/larder/products/{product}", "Stock": "/larder/stock",
        "Medicines": "/medicines", "A medicine": f"/medicines/{medicine}", "Settings": "/settings",
    }


def visit(browser, url):
    """Open a page once, and return what was measured."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, device_scale_factor=2, has_touch=True, is_mobile=True, service_workers="block")
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    sizes, kinds = {}, {}
    session.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["type"]}))
    session.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    session.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8})
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.add_init_script(OBSERVER)
    page.goto(url, wait_until="load")
    page.wait_for_timeout(2_000)
    loaded = page.evaluate("measured")
    for control in page.locator("main :is(summary, .box input)").all()[:6]:
        if control.is_visible():
            control.tap()
            page.wait_for_timeout(250)
    page.wait_for_timeout(500)
    def total(*types):
        return sum(size for request, size in sizes.items() if kinds.get(request) in types)
    result = {
        "LCP": loaded["lcp"], "CLS": loaded["cls"], "INP": page.evaluate("measured.inp"), "HTML": total("Document"),
        "own": total("Stylesheet", "Script"),
    }
    context.close()
    return result


def main():
    with tempfile.TemporaryDirectory() as folder:
        home = {**os.environ, "HOME": folder, "XDG_CONFIG_HOME": folder, "XDG_CACHE_HOME": folder, "LANG": "C.UTF-8"}
        data = ["--data-dir", f"{folder}/data"]
        subprocess.run([BINARY, "demo", *data], env=home, check=True, capture_output=True)
        ready = pathlib.Path(folder) / "address"
        server = subprocess.Popen(
            [BINARY, "serve", "--port", "0", *data, "--ready-file", ready], env=home, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        try:
            while not ready.exists() or not ready.read_text().strip():
                if server.poll() is not None:
                    sys.exit("the server has ended")
                time.sleep(0.1)
            address = ready.read_text().split()[0]
            missed = measure(address)
        finally:
            server.terminate()
            server.wait()
    print(f"{missed} values miss their bar ({', '.join(f'{name} {bar}' for name, bar in BARS.items())})")


def measure(address):
    missed = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--headless=new"])
        print(f"{'page':12} {'LCP ms':>8} {'CLS':>7} {'INP ms':>7} {'HTML':>8} {'style+scripts':>14}")
        for name, path in pages(address).items():
            found = [visit(browser, address + path) for _ in range(ROUNDS)]
            middle = {key: statistics.median(one[key] for one in found) for key in BARS}
            marks = {key: "*" if middle[key] > BARS[key] else " " for key in BARS}
            missed += sum(mark == "*" for mark in marks.values())
            print(
                f"{name:12} {middle['LCP']:7.0f}{marks['LCP']} {middle['CLS']:6.3f}{marks['CLS']} {middle['INP']:6.0f}{marks['INP']} "
                f"{middle['HTML']:7.0f}{marks['HTML']} {middle['own']:13.0f}{marks['own']}")
        browser.close()
    return missed


if __name__ == "__main__":
    main()
