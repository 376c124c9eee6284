"""Reminders in a browser: the settings page, notices through the service worker, and notices in the page."""

import contextlib
import json
import re

import icalendar
import pytest
from conftest import DESKTOP, NOON, PHONE, eventually, watching
from playwright.sync_api import expect
from push_peer import Device
from reminder_house import EARLY, PUBLIC, live, mail, notice, push_service  # noqa: F401
from test_access import check, overflow
from test_plantnet_app import browser_context_args, visit  # noqa: F401  each journey here has its own server

WHERE = "/settings/reminders"
VIEWS = {
    "phone": PHONE, "phone-dark": {**PHONE, "color_scheme": "dark"}, "desktop": DESKTOP,
    "desktop-dark": {**DESKTOP, "color_scheme": "dark"}, "phone-without-script": {**PHONE, "java_script_enabled": False}}

# Headless Chromium refuses to subscribe; this replaces the subscription. It also reports the worker's badge calls.
SUBSCRIBING = """(subscription) => {
    let kept = null;
    PushManager.prototype.getSubscription = async () => kept;
    PushManager.prototype.subscribe = async (options) => {
        const bytes = Uint8Array.from(atob(options.applicationServerKey.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
        kept = { ...subscription, options: { applicationServerKey: bytes.buffer }, toJSON: () => subscription, unsubscribe: async () => { kept = null; } };
        return kept;
    };
}"""
# A worker may be "ready" while it is still activating, and would then miss a push.
ACTIVE = """navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated' || new Promise((done) => {
    active.addEventListener('statechange', () => { if (active.state === 'activated') done(true); });
}))"""
SPY = """() => {
    self.badges = [];
    navigator.setAppBadge = async (count) => { self.badges.push(count); };
    navigator.clearAppBadge = async () => { self.badges.push(0); };
}"""
SHOWN = """async () => (await self.registration.getNotifications()).map(({ title, body, tag, silent, actions, data }) =>
    ({ title, body, tag, silent, actions: actions.map(({ action, title }) => [action, title]), path: data.path }))"""
TAP = """async ([tag, action]) => {
    const notification = (await self.registration.getNotifications({ tag }))[0];
    const event = new NotificationEvent('notificationclick', { notification, action });
    const waits = [];
    event.waitUntil = (promise) => waits.push(promise);
    self.dispatchEvent(event);
    return (await Promise.allSettled(waits)).map(({ status, reason }) => `${status} ${reason ?? ''}`);
}"""


@pytest.fixture(scope="session")
def whole_chromium(browser_type, browser_type_launch_args):
    """The headless build shows no notices."""
    browser = browser_type.launch(**{**browser_type_launch_args, "executable_path": "/usr/bin/chromium"})
    yield browser
    browser.close()


@pytest.fixture
def browse(whole_chromium, browser_context_args):
    with contextlib.ExitStack() as end:
        def new_context(**settings):
            return end.enter_context(whole_chromium.new_context(**{**browser_context_args, **settings}))

        with watching(new_context) as open_page:
            yield open_page


@pytest.fixture
def house(live):
    house = live()
    house.tells = True
    return house


@pytest.fixture(params=VIEWS)
def visitor(request, house, browse):
    visitor = visit(browse, house, VIEWS[request.param])
    visitor.page.set_default_timeout(8_000)
    yield visitor
    assert not visitor.page.faults, visitor.page.faults


def section(page, heading):
    return page.locator("section").filter(has=page.get_by_role("heading", name=heading, exact=True))


class Phone:
    """A browser with a service worker that receives notices."""

    def __init__(self, browse, house, mail, **settings):
        self.house, self.mail, self.device = house, mail, Device()
        self.page = visit(browse, house, permissions=["notifications"], **settings).page
        self.registrations = []
        self.page.add_init_script(f"({SUBSCRIBING})({json.dumps(self.device.subscription(mail.url))})")
        self.devtools = self.page.context.new_cdp_session(self.page)
        self.devtools.on("ServiceWorker.workerRegistrationUpdated", lambda event: self.registrations.extend(event["registrations"]))
        self.devtools.send("ServiceWorker.enable")
        self.page.goto(WHERE)
        self.page.evaluate(ACTIVE)
        self.worker = self.page.context.service_workers[0]
        self.worker.evaluate(SPY)

    def subscribe(self):
        self.page.get_by_role("button", name="Get notifications on this device").click()
        expect(self.page.get_by_role("button", name="Turn off notifications here")).to_be_visible()
        self.house.tells = True
        self.house.soon()
        return "/_push/" + self.device.name

    def deliver(self, delivery):
        """Deliver to this browser what the push service received."""
        message = self.device.read(delivery)
        self.receive(json.dumps(message), lambda: any(each["tag"] == message["tag"] for each in self.shown()))
        return message

    def receive(self, data, is_shown):
        """Deliver a push message and wait until it is shown.

        Chromium does not confirm the command of the developer tools. As a push service may, deliver the message a second
        time if it is not shown within 15 seconds: a notice with the same tag replaces the first one.
        """
        registration = [each for each in self.registrations if not each.get("isDeleted")][-1]["registrationId"]
        push = {"origin": self.house.url, "registrationId": registration, "data": data}
        self.devtools.send("ServiceWorker.deliverPushMessage", push)
        try:
            return eventually(is_shown, 15)
        except AssertionError:
            self.devtools.send("ServiceWorker.deliverPushMessage", push)
            return eventually(is_shown, 15)

    def shown(self):
        return self.worker.evaluate(SHOWN)

    def tap(self, tag, action=""):
        return self.worker.evaluate(TAP, [tag, action])

    def badges(self):
        return self.worker.evaluate("() => self.badges")


@pytest.fixture
def phone(browse, house, mail):
    phone = Phone(browse, house, mail)
    yield phone
    assert not phone.page.faults, phone.page.faults


# MARK: the settings page

def test_every_form_of_the_reminders_page_works(visitor, house, mail):
    page = visitor.page
    page.goto("/settings")
    page.get_by_role("main").get_by_role("link", name=re.compile("reminder", re.IGNORECASE)).first.click()
    expect(page).to_have_title("Reminders – Stillroom")
    page.get_by_label("Preferred time for tasks").fill("09:30")
    page.get_by_label("Quiet from").fill("21:00")
    page.get_by_label("Quiet until").fill("10:00")
    page.get_by_label("One notification a day").uncheck()
    page.get_by_label("Reminders of tasks").select_option("2")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The settings are saved.")).to_be_visible()
    expect(page.get_by_label("Preferred time for tasks")).to_have_value("09:30")
    expect(page.get_by_label("One notification a day")).not_to_be_checked()
    expect(page.get_by_text("is in the quiet hours")).to_be_visible()
    page.get_by_label("Quiet until").fill("")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("Quiet hours need a start and a different end.")
    expect(page.get_by_label("Quiet from")).to_have_value("21:00")
    page.get_by_label("Quiet from").fill("")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The settings are saved.")).to_be_visible()

    page.locator("summary", has_text="Add ntfy").click()
    page.get_by_label("Server", exact=True).fill("http://ntfy.sh")
    page.get_by_label("Topic").fill("stillroom_test")
    page.get_by_role("button", name="Add ntfy").click()
    expect(page.get_by_role("alert")).to_contain_text("This channel is not valid")
    expect(page.get_by_label("Topic")).to_have_value("stillroom_test")
    page.get_by_label("Server", exact=True).fill(f"{mail.url}/_ntfy")
    page.get_by_label("Token").fill("tk_1")
    page.locator("#ntfy-name").fill("Anna <b>’s phone")
    page.get_by_role("button", name="Add ntfy").click()
    expect(page.get_by_text("Added. Send a test to check that it arrives.")).to_be_visible()
    page.get_by_role("button", name="Test Anna <b>’s phone").click()
    expect(page.get_by_text("A test notification was sent.").first).to_be_visible()
    assert notice(mail.wait("/_ntfy/stillroom_test")[0])["title"] == "This is a test"
    page.get_by_role("button", name="Turn off Anna").click()
    expect(page.get_by_text("Switched off. Nothing is sent to it any more.")).to_be_visible()
    page.get_by_role("button", name="Turn on Anna").click()
    expect(page.get_by_text("Switched on.")).to_be_visible()
    page.get_by_role("button", name="Remove Anna").click()
    expect(page.get_by_text("Removed, with its waiting notifications.")).to_be_visible()
    expect(page.get_by_text("Anna <b>")).to_have_count(0)

    url, place = mail.hook()
    page.locator("summary", has_text="Add a webhook").click()
    page.get_by_label("Address").fill(url)
    page.locator("#webhook-name").fill("Home Assistant")
    page.get_by_role("button", name="Add the webhook").click()
    secret = page.locator("#once").input_value()
    assert re.fullmatch(r"whsec_[\w+/]{43}=", secret)
    page.get_by_role("link", name="I have saved it").click()
    assert secret not in page.content()

    page.get_by_label("Name of a new calendar").fill("Anna’s phone")
    page.get_by_role("button", name="Add a calendar").click()
    address = page.locator("#once").input_value()
    assert address.startswith(house.url + "/calendar/") and page.url.endswith("/settings/feeds")
    assert page.get_by_role("link", name="Subscribe on this device").get_attribute("href") == address.replace("http:", "webcal:")
    expect(page.get_by_text("works only on the machine of the server")).to_be_visible()
    icalendar.Calendar.from_ical(house.ask("GET", address.removeprefix(house.url)).body)
    page.goto(WHERE)
    assert address.rsplit("/", 1)[1][:-4] not in page.content()
    expect(section(page, "Calendars")).to_contain_text("Last read")
    page.get_by_role("button", name="Revoke Anna’s phone").click()
    expect(page.get_by_text("Revoked. Its address does not work any more.")).to_be_visible()
    assert house.ask("GET", address.removeprefix(house.url)).status == 404

    mail(places={place: "refused"})
    house.add("Fern")
    eventually(house.dead)
    page.goto(WHERE)
    expect(page.get_by_text("1 notification could not be sent.")).to_be_visible()
    expect(section(page, "Waiting reminders")).to_contain_text("(403)")
    mail(places={place: None})
    page.get_by_role("button", name=re.compile("Try again ?: Water Fern over Home Assistant")).click()
    expect(page.get_by_text("It is sent again now.")).to_be_visible()
    mail.wait(place)


@pytest.mark.parametrize("view", ["phone", "desktop"])
def test_the_pages_of_reminders_are_accessible(live, browse, mail, view):
    house = live(STILLROOM_SERVER_PUBLIC_URL=PUBLIC)
    channel, place = house.hook("Donaudampfschifffahrtsgesellschaftskapitänskajütenfensterbankgeranie" + "x" * 10)
    house.ntfy(name="Anna’s phone")
    mail(places={place: "refused"})
    house.add("Donaudampfschifffahrtsgesellschaftskapitänskajütenfensterbankgeranie")
    eventually(house.dead)
    house.api("POST", "/feeds", {"name": "Anna’s phone"}, 201)
    page = visit(browse, house, VIEWS[view], service_workers="block").page
    link = eventually(house.alerts)[0]["actions"][0]["path"]
    for path in ("/", "/plants", WHERE, link):
        page.goto(path)
        if path == "/plants":
            expect(page.locator(".alert")).to_be_visible()
        check(page)
        for width in (page.viewport_size["width"], 320):
            page.set_viewport_size({"width": width, "height": 800})
            over = overflow(page)
            assert over["by"] <= 0, f"{path} at {width}: {over}"
    page.goto(WHERE)
    page.locator("#feed-name").fill("Mine")
    page.get_by_role("button", name="Add a calendar").click()
    check(page)
    assert not page.faults


# MARK: notices while no page is open

def test_a_browser_subscribes_and_shows_its_notifications(phone, house, mail):
    place = phone.subscribe()
    assert [(each["kind"], each["name"]) for each in house.api("GET", "/channels").json["channels"]][1] == ("web-push", "Chrome on Linux")
    expect(phone.page.locator("[data-mine]:visible")).to_have_text("This browser")
    phone.page.get_by_role("button", name="Send a test").click()
    expect(phone.page.locator("[data-device-said]")).to_have_text("A test notification was sent. It should arrive in a moment.")
    phone.deliver(mail.wait(place)[0])
    house.add("Fern")
    message = phone.deliver(mail.wait(place, 2)[1])
    shown = [each for each in phone.shown() if each["tag"] == message["tag"]]
    assert shown == [{"title": "Water Fern", "body": "Due today.", "tag": message["tag"], "silent": False,
                      "actions": [["done", "Done"], ["snooze", "Snooze 1 hour"]], "path": house.url + message["path"]}]
    phone.deliver(mail.taken(place)[1])
    assert len(phone.shown()) == 2, "a repeat is shown twice"
    phone.page.get_by_role("button", name="Turn off notifications here").click()
    expect(phone.page.get_by_role("button", name="Get notifications on this device")).to_be_visible()
    assert len(house.api("GET", "/channels").json["channels"]) == 1


@pytest.mark.parametrize("action", ["done", "snooze"])
def test_the_buttons_of_a_notification_work_with_the_page_closed(phone, house, mail, action):
    place = phone.subscribe()
    house.add("Fern")
    message = phone.deliver(mail.wait(place)[0])
    phone.page.context.new_page()
    phone.page.close()
    assert phone.tap(message["tag"], action) == ["fulfilled "]
    if action == "done":
        assert house.open_chores() == {} and house.api("GET", "/log").json["entries"][0]["action"] == "done"
    else:
        assert house.api("GET", "/agenda").json["items"][0]["status"] == "snoozed"
    assert phone.shown() == [] and house.alerts() == []


def test_a_plain_tap_opens_the_plant(phone, house, mail):
    place = phone.subscribe()
    plant = house.add("Fern")
    message = phone.deliver(mail.wait(place)[0])
    phone.worker.evaluate("() => { self.opened = []; self.clients.openWindow = async (url) => { self.opened.push(url); }; }")
    phone.tap(message["tag"])
    eventually(lambda: phone.worker.evaluate("() => self.opened") == [f"{house.url}/plants/{plant}"] or phone.page.url.endswith(plant))
    assert phone.shown() == [] and house.open_chores()


def test_the_badge_shows_the_count_and_disappears(phone, house, mail):
    place = phone.subscribe()
    _, chore = house.watering("Fern")
    phone.deliver(mail.wait(place)[0])
    assert phone.badges()[-1] == 0
    notices = mail.taken(place)
    message = phone.device.read(notices[0]) | {"badge": 2}
    phone.devtools.send("ServiceWorker.deliverPushMessage", {"origin": house.url, "registrationId": phone.registrations[-1]["registrationId"], "data": json.dumps(message)})
    eventually(lambda: phone.badges()[-1] == 2)
    phone.tap(message["tag"], "done")
    assert phone.badges()[-1] == 0


@pytest.mark.parametrize("data", ["", "no JSON", "null", "[]", "{}", '{"title": 7, "actions": {}, "badge": "x", "path": "https://evil.example/"}',
                                  '{"title": "x", "actions": [null, {"verb": "done", "title": "Done", "path": "//evil.example/n/x"}], "path": "javascript:alert(1)"}'])
def test_any_push_message_shows_a_notification(phone, house, data):
    shown = phone.receive(data, phone.shown)
    assert len(shown) == 1 and shown[0]["title"] and shown[0]["actions"] == [] and shown[0]["path"] == house.url + "/"


def test_a_tap_while_the_server_cannot_be_reached_is_sent_later(phone, house, mail):
    place = phone.subscribe()
    house.add("Fern")
    message = phone.deliver(mail.wait(place)[0])
    phone.page.context.set_offline(True)
    assert phone.tap(message["tag"], "done") == ["fulfilled "]
    assert [each["title"] for each in phone.shown()] == ["Not saved yet: this device cannot reach Stillroom. It is sent later."] and house.open_chores()
    phone.page.context.set_offline(False)
    phone.worker.evaluate("() => replay()")
    eventually(lambda: not house.open_chores())
    eventually(lambda: not phone.shown())


# MARK: notices in the page

def alert(page):
    return page.locator("main > .alerts .alert")


@pytest.mark.parametrize("permissions", [[], ["notifications"]], ids=["denied", "not-asked"])
def test_an_open_page_shows_a_reminder_at_its_time(live, browse, permissions):
    house = live("2026-11-21T06:59:52Z")
    house.add("Fern")
    page = visit(browse, house, permissions=permissions).page
    page.goto("/plants")
    expect(alert(page)).to_have_count(0)
    expect(alert(page)).to_have_count(1, timeout=15_000)
    expect(alert(page)).to_contain_text("Water Fern")
    alert(page).get_by_role("button", name="Done").click()
    expect(alert(page)).to_have_count(0)
    assert house.open_chores() == {}


def test_a_dismissed_reminder_disappears_in_every_browser(house, browse):
    house.add("Fern")
    page, other = (visit(browse, house, service_workers="block").page for _ in range(2))
    for each in (page, other):
        each.goto("/plants")
        expect(alert(each)).to_have_count(1)
    alert(page).get_by_role("button", name="Dismiss").click()
    expect(alert(page)).to_have_count(0)
    expect(alert(other)).to_have_count(0, timeout=8_000)
    assert "Fern" in house.open_chores() and house.alerts() == []


def test_the_line_of_a_reminder_causes_no_layout_shift(house, browse):
    """The line is in the HTML of every page but Today, and nothing moves when the scripts have run."""
    house.add("Fern")
    eventually(house.alerts)
    page = visit(browse, house, service_workers="block").page
    page.add_init_script("window.moved = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.moved += entry.value; }).observe({ type: 'layout-shift', buffered: true })")
    for address in ("/plants", "/agenda", "/larder", "/medicines", "/settings", "/"):
        page.goto(address)
        expect(alert(page)).to_have_count(0 if address == "/" else 1)
        page.wait_for_timeout(1_500)
        assert page.evaluate("window.moved") <= 0.02, address
    page.goto("/plants")
    assert page.locator("main > .alerts").evaluate("(line) => line.getClientRects().length") == 1
    assert page.locator("main > .alerts").bounding_box()["height"] <= 64


def test_the_done_button_of_a_reminder_does_only_the_shown_tasks(house, browse):
    """The chore has changed since its notice was shown."""
    house.add("Fern")
    page = visit(browse, house, service_workers="block").page
    page.goto("/plants")
    expect(alert(page)).to_contain_text("Water Fern")
    house.add("Basil")
    page.wait_for_timeout(4_000)  # the page polls every three seconds
    words = alert(page).inner_text()
    alert(page).get_by_role("button", name=re.compile("Done|All done")).click()
    expect(alert(page)).to_have_count(0)
    left = house.open_chores().keys()
    assert left == set() if "2 plants" in words else left == {"Basil"}, f"“{words}”, and left is {left}"


def test_the_page_says_why_this_browser_cannot_show_notifications(house, browse):
    denied = visit(browse, house).page
    denied.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })")
    denied.goto(WHERE)
    expect(section(denied, "This browser")).to_contain_text("This browser does not allow notifications from this site.")
    insecure = visit(browse, house).page
    insecure.add_init_script("Object.defineProperty(window, 'isSecureContext', { get: () => false })")
    insecure.goto(WHERE)
    expect(section(insecure, "This browser")).to_contain_text("Browsers allow notifications only over https. Use a calendar or ntfy below instead.")
    expect(insecure.get_by_role("button", name="Get notifications on this device")).to_be_hidden()
    assert not denied.faults and not insecure.faults


@pytest.mark.skip(reason="the server answers as localhost only until it has accounts: a name of the network is 421; the words are tested above")
def test_the_page_explains_reminders_under_a_network_name():
    pass
