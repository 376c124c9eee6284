"""Debian's Firefox without a window, operated over WebDriver BiDi; elements are found by the words that people see."""

import contextlib
import json
import re
import subprocess

import websocket
from conftest import PHONE, environment, eventually

# Answers of a page that is just replaced by the next one: the same is tried again.
PASSING = {"no such frame", "no such node", "stale element reference", "move target out of bounds"}
# Firefox starts faster without processes in advance and without looking for add-ons.
PREFERENCES = {"dom.ipc.processPrelaunch.enabled": False, "extensions.enabledScopes": 0}

# The shown elements of a kind whose label, or else text, is this name or has this pattern; none while the page loads.
FIND = r"""(kind, name, pattern) => [...document.querySelectorAll(kind)].filter((element) => {
    const words = element.ariaLabel ?? (element.labels?.[0] ?? element).innerText.replace(/\s+/g, ' ').trim();
    const isShown = document.readyState === 'complete' && element.checkVisibility();
    return isShown && (pattern ? new RegExp(pattern).test(words) : !name || words === name);
})"""
KINDS = {
    "button": "button, summary", "link": "a[href]", "field": "input, textarea, select",
    "checkbox": "input[type=checkbox]", "file": "input[type=file]"}
CHANGE = """(field, text) => {
    const option = [...(field.options ?? [])].find(({ label }) => label.trim() === text);
    field.focus();
    field.value = option?.value ?? text;
    for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
}"""
# Whether the element stays where it is and nothing covers it.
REACH = """async (element) => {
    const frame = () => new Promise(requestAnimationFrame);
    const place = () => JSON.stringify(element.getBoundingClientRect());
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const before = place();
    await frame();
    await frame();
    const { x, y, width, height } = element.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return before === place() && (element.contains(top) || top?.closest('label')?.control === element);
}"""
WORDS = r"(element) => (element.labels?.[0] ?? element).innerText.replace(/\s+/g, ' ').trim()"
TEXT = r"() => document.readyState === 'complete' ? document.body.innerText.replace(/\s+/g, ' ').trim() : ''"
ADDRESS = "() => location.pathname + location.search"


def is_fault(entry):
    """Return whether an entry of the console is an error. A page that is left at once ends requests for its icons."""
    is_ended = re.search(r"/icon(\.svg|-192\.png)’\. A ServiceWorker intercepted", entry["text"])
    return entry["level"] == "error" and not is_ended


class Refused(Exception):
    """Firefox did not carry out a command; `code` is its name of the error."""

    def __init__(self, answer):
        super().__init__(f"{answer['error']}: {answer['message']}")
        self.code = answer["error"]


class Left(Refused):
    """The page was left before it answered."""


class Firefox:
    """One Firefox. Each of its pages is that of another visitor, with its own cookies and service worker."""

    def __init__(self, folder):
        self.log, self.pages, self.number = folder / "firefox.log", {}, 0
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()]
        (folder / "user.js").write_text("".join(lines))
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                ["firefox-esr", "--headless", "--no-remote", "--profile", folder, "--remote-debugging-port", "0",
                 "about:blank"], env=environment(folder), stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            address = eventually(lambda: re.search(r"ws://\S+(?=\n)", self.log.read_text()), within=60)[0]
            self.socket = websocket.create_connection(address + "/session", timeout=60, suppress_origin=True)
            self.tell("session.new", capabilities={})
            self.tell("session.subscribe", events=["log.entryAdded"])
        except BaseException:
            self.process.kill()
            self.process.wait()
            raise

    def tell(self, method, **parameters):
        """Give a command and return its result. Errors in the console of a page are kept with the page."""
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer["type"] == "event":
                entry = answer["params"]
                page = self.pages.get(entry["source"].get("context"))
                if page and is_fault(entry):
                    page.faults.append(entry["text"])
            elif answer["id"] == self.number:
                if answer["type"] == "error":
                    raise (Left if "destroyed" in answer["message"] else Refused)(answer)
                return answer["result"]

    def close(self):
        try:
            self.tell("browser.close")
            self.process.wait(20)
        finally:
            self.process.kill()
            self.process.wait()


class Page:
    """A page with the size of a phone, for the addresses of one server."""

    def __init__(self, firefox, url, language="en-GB"):
        self.firefox, self.url, self.faults = firefox, url, []
        self.visitor = firefox.tell("browser.createUserContext")["userContext"]
        visitors = {"userContexts": [self.visitor]}
        firefox.tell("emulation.setLocaleOverride", locale=language, **visitors)
        firefox.tell("emulation.setTimezoneOverride", timezone="Europe/Vienna", **visitors)
        firefox.tell("browsingContext.setViewport", viewport=PHONE["viewport"], devicePixelRatio=2, **visitors)
        self.context = firefox.tell("browsingContext.create", type="tab", userContext=self.visitor)["context"]
        firefox.pages[self.context] = self

    def close(self):
        self.firefox.tell("browser.removeUserContext", userContext=self.visitor)
        del self.firefox.pages[self.context]

    def open(self, path):
        self.firefox.tell("browsingContext.navigate", context=self.context, url=self.url + path, wait="complete")

    def call(self, function, *arguments):
        """Call a function of the page with texts and elements, and return its result as Firefox writes it."""
        given = [one if isinstance(one, dict) else {"type": "string", "value": one} for one in arguments]
        answer = self.firefox.tell(
            "script.callFunction", target={"context": self.context}, awaitPromise=True, arguments=given,
            functionDeclaration=function)
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return answer["result"]

    def run(self, function, *arguments):
        """Call a function of the page and return its result."""
        text = f"async (...given) => JSON.stringify(await ({function})(...given)) ?? 'null'"
        return json.loads(self.call(text, *arguments)["value"])

    def until(self, attempt, within=15):
        """Repeat an attempt until its result is true, and return the result."""
        def result():
            try:
                return attempt()
            except Refused as refused:
                if refused.code not in PASSING and not isinstance(refused, Left):
                    raise
        return eventually(result, within)

    # MARK: what is on the page

    @property
    def text(self):
        """The visible text, in one line; empty while the page loads."""
        return self.run(TEXT)

    @property
    def address(self):
        return self.run(ADDRESS)

    def words(self, element):
        """Return the visible text of an element, or of its label."""
        return self.run(WORDS, element)

    def sees(self, *texts):
        """Wait until the page has all these texts."""
        self.wait_for(lambda: (text := self.text) and all(one in text for one in texts), " and ".join(texts))

    def arrives(self, pattern):
        """Wait until a page with such an address is there."""
        # In this order, because the text may be that of the page before, and the address that of one that still loads.
        self.wait_for(lambda: re.search(pattern, self.address) and self.text, pattern)

    def wait_for(self, attempt, what):
        try:
            return self.until(attempt)
        except AssertionError:
            raise AssertionError(f"not on the page {self.address}: {what}\n{self.text}") from None

    def all(self, kind, name=""):
        """Return the shown elements of a kind (KINDS) with this name, or with a name that has this pattern."""
        pattern = name.pattern if isinstance(name, re.Pattern) else ""
        return self.call(FIND, KINDS[kind], "" if pattern else name, pattern)["value"]

    def one(self, kind, name):
        """Wait for the element and return it."""
        return self.wait_for(lambda: self.all(kind, name), f"{kind} {name}")[0]

    # MARK: what a person does

    def click(self, kind, name):
        """Press an element with a mouse."""
        self.wait_for(lambda: self.press(self.one(kind, name)), f"a {kind} {name} that can be pressed")

    def press(self, element):
        if not self.run(REACH, element):
            return False
        place = {"type": "element", "element": element}
        steps = [{"type": "pointerMove", "x": 0, "y": 0, "origin": place}]
        steps += [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        source = {"type": "pointer", "id": "mouse", "actions": steps}
        with contextlib.suppress(Left):
            self.firefox.tell("input.performActions", context=self.context, actions=[source])
        return True

    def fill(self, name, text):
        """Type a text into a field, or choose the option with this text."""
        self.until(lambda: [self.run(CHANGE, self.one("field", name), text)])

    def choose(self, name, file):
        """Choose a file."""
        self.until(lambda: [self.firefox.tell(
            "input.setFiles", context=self.context, element=self.one("file", name), files=[str(file)])])
