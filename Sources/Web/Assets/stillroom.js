// Stillroom works as plain pages and forms. This module only shortens the wait for an answer:
// the chosen picture is shown at once, sent with progress, and the answer takes its place without a reload.

const root = document.documentElement;
const find = (selector, within = document) => within.querySelector(selector);
const patience = 120_000; // milliseconds until an answer is given up

root.classList.add('js');

// MARK: sending a picture

let sending = null; // the one picture on its way: { request, preview }

/// `others` are more photographs of the same plant.
function send(form, file, others = []) {
  sending?.request.abort();
  const job = {
    action: form.action,
    limit: Number(form.dataset.limit) || Infinity,
    file,
    others,
    looking: find('#looking'),
    failed: find('#failed'),
    preview: URL.createObjectURL(file),
  };
  const sizes = [file, ...others].map((each) => each.size);
  if (sizes.some((size) => size > job.limit)) return fail(job, 'large');
  const whole = Number(form.dataset.whole) || Infinity;
  if (sizes.reduce((sum, size) => sum + size, 0) > whole) {
    return fail(job, 'large', { title: 'The form is too large', detail: form.dataset.wholeText });
  }
  attempt(job);
}

function attempt(job) {
  const request = new XMLHttpRequest();
  sending = { request };
  const view = stage(job, job.looking);
  const bar = find('progress', view), percent = find('[data-percent]', view), line = find('.sending', view);
  view.setAttribute('aria-busy', 'true');
  find('[data-cancel]', view).addEventListener('click', () => { request.abort(); leave(job); });

  request.upload.addEventListener('progress', (event) => {
    if (!event.lengthComputable) return;
    bar.value = Math.floor(100 * event.loaded / event.total);
    percent.textContent = String(bar.value);
  });
  request.upload.addEventListener('load', () => { for (const part of line.children) part.hidden = true; });
  request.addEventListener('load', () => settle(job, request));
  request.addEventListener('error', () => fail(job, 'network'));
  request.addEventListener('timeout', () => fail(job, 'slow'));
  request.open('POST', job.action);
  request.setRequestHeader('Accept', 'text/html');
  request.timeout = patience;

  const body = new FormData();
  for (const file of [job.file, ...job.others]) body.append('image', file, file.name || 'picture');
  request.send(body);
}

function settle(job, request) {
  sending = null;
  const html = (request.getResponseHeader('Content-Type') ?? '').startsWith('text/html');
  const page = html ? new DOMParser().parseFromString(request.responseText, 'text/html') : null;
  const answered = request.status < 400 && find('main', page ?? document.createElement('p'));
  // What the server says about this very picture is shown as its page; a passing trouble can be tried again.
  const refused = request.status >= 400 && request.status < 500 && ![408, 425, 429].includes(request.status);
  if (answered || (refused && page && find('main form[data-send]', page))) {
    const moved = request.responseURL && new URL(request.responseURL).pathname !== new URL(job.action).pathname;
    show(page, moved ? request.responseURL : null);
    URL.revokeObjectURL(job.preview);
  } else {
    fail(job, request.status === 413 ? 'large' : 'server', words(page, request));
  }
}

/// The server's own words for a failure, from its page or its problem+json.
function words(page, request) {
  const panel = page && find('.problem', page);
  if (panel) return { title: find('h1, h2', panel)?.textContent, detail: find('p', panel)?.textContent };
  try { return JSON.parse(request.responseText); } catch { return {}; }
}

function fail(job, cause, { title, detail } = {}) {
  sending = null;
  const view = stage(job, job.failed);
  for (const part of view.querySelectorAll('[data-cause]')) if (part.dataset.cause !== cause) part.remove();
  const part = find('[data-cause]', view);
  if (title) find('h1', part).textContent = title;
  if (detail) find('p', part).textContent = detail;
  const again = find('[data-again]', view);
  if (cause === 'large') for (const part of [again, find('.hint', view)]) part.remove();
  again.addEventListener('click', () => attempt(job));
  find('[data-leave]', view).href = location.href;
  focusHeading(view);
  announce(find('p', part).textContent);
}

/// Puts a waiting or failure view in the page's main part, with the picture in it.
function stage(job, template) {
  const view = template.content.cloneNode(true).firstElementChild;
  const picture = find('img', view);
  picture.addEventListener('error', () => { picture.hidden = true; find('.no-preview', view).hidden = false; });
  picture.src = job.preview;
  find('main').replaceChildren(view, job.looking, job.failed);
  scrollTo(0, 0);
  focusHeading(view);
  return view;
}

function leave(job) {
  sending = null;
  URL.revokeObjectURL(job.preview);
  location.reload();
}

// MARK: showing an answer in place

let shown = location.pathname + location.search;

function show(page, address) {
  const swap = () => {
    document.title = page.title;
    for (const part of ['main', '.tabs', '.bar']) {
      const next = find(part, page);
      if (next) find(part).replaceWith(document.adoptNode(next));
    }
    if (address) {
      history.pushState(null, '', address);
      shown = location.pathname + location.search;
    }
    scrollTo(0, 0);
    enhance();
    const heading = focusHeading(find('.problem') ?? find('main'));
    announce(heading?.textContent ?? document.title);
  };
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (document.startViewTransition && !calm && !document.hidden) document.startViewTransition(swap);
  else swap();
}

function focusHeading(within) {
  const heading = find('h1, h2', within);
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
  return heading;
}

function announce(text) {
  const line = find('#announce');
  line.textContent = '';
  requestAnimationFrame(() => { line.textContent = text; });
}

addEventListener('popstate', () => {
  if (location.pathname + location.search !== shown) location.reload();
});

// MARK: forms

function enhance() {
  const did = find('[data-did]');
  if (did) fade(did);
  showAlerts();
  showDevice();
  for (const form of document.querySelectorAll('form[data-send]')) {
    const input = find('input[type="file"]', form);
    const chosen = () => { if (input.files[0]) send(form, input.files[0], [...input.files].slice(1)); };
    input.addEventListener('change', chosen);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      chosen();
    });
  }
}

/// The form which takes what is pasted or dropped on the photograph page.
const library = () => find('[data-drop] form.library');
const pictureIn = (list) => [...list ?? []].find((file) => file.type.startsWith('image/') || /\.(heic|heif)$/i.test(file.name));

addEventListener('paste', (event) => {
  const file = pictureIn(event.clipboardData?.files);
  if (!file || !library()) return;
  event.preventDefault();
  send(library(), file);
});
addEventListener('dragover', (event) => {
  if (!library() || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'copy';
  find('[data-drop]').classList.add('dropping');
});
addEventListener('dragleave', (event) => { if (!event.relatedTarget) find('[data-drop]')?.classList.remove('dropping'); });
addEventListener('drop', (event) => {
  if (!library()) return;
  event.preventDefault();
  find('[data-drop]').classList.remove('dropping');
  const file = pictureIn(event.dataTransfer?.files);
  if (file) send(library(), file);
});

// MARK: chores

/// Tells of a chore and shows the page after it in its place, where the reader is; a failure is the browser's to show.
async function tellOf(form, submitter) {
  const body = new URLSearchParams(new FormData(form));
  if (submitter?.name) body.append(submitter.name, submitter.value);
  const isByKey = submitter?.matches(':focus-visible');
  const action = submitter?.hasAttribute('formaction') ? submitter.formAction : form.action;
  const answer = await fetch(action, { method: 'POST', body, headers: { Accept: 'text/html' }, signal: AbortSignal.timeout(10_000) });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const next = find('main', page);
  if (!answer.ok || !next) throw new Error(String(answer.status));
  const place = scrollY;
  find('main').replaceWith(document.adoptNode(next));
  document.title = page.title;
  const plain = new URL(answer.url);
  for (const name of ['did', 'undone']) plain.searchParams.delete(name);
  history.replaceState(null, '', plain.pathname + plain.search);
  shown = location.pathname + location.search;
  scrollTo(0, place);
  enhance();
  const told = find('[data-did]');
  announce(told ? find('p', told).textContent : document.title);
  // The button that was pressed is gone. Who pressed it by keyboard gets to what takes it back, which then stays.
  ((isByKey && find('[data-did] button')) || find('main')).focus({ preventScroll: true });
}

addEventListener('submit', (event) => {
  const form = event.target;
  if (!form.matches('[data-swap]') || event.defaultPrevented) return;
  event.preventDefault();
  if (form.dataset.sent) return;
  form.dataset.sent = 'yes';
  event.submitter?.setAttribute('aria-disabled', 'true');
  tellOf(form, event.submitter).catch(() => {
    // Once more as a plain form, so that the browser says what is wrong. The page's day makes twice as once.
    delete form.dataset.swap;
    delete form.dataset.sent;
    form.requestSubmit(event.submitter);
  });
});

/// What was done is said for a while; it stays while somebody is at it, and in the plant's history for good.
function fade(line) {
  const goes = () => {
    if (line.matches(':hover, :focus-within')) return setTimeout(goes, 4_000);
    line.remove();
  };
  setTimeout(goes, 8_000);
}

/// The latitude of a time zone's place, where none was typed.
addEventListener('change', (event) => {
  const input = event.target;
  if (input.matches('[data-submits]') && input.files.length) input.form.requestSubmit();
  if (!input.matches('[data-zone]')) return;
  const field = find('input[data-latitude]');
  const known = [...input.options].some((option) => option.dataset.latitude === field.value);
  if (!field.disabled && (known || !field.value)) field.value = input.selectedOptions[0].dataset.latitude;
});

// A plant is kept once, however often the button is tapped.
addEventListener('submit', (event) => {
  const form = event.target;
  if (form.method !== 'post' || event.defaultPrevented) return;
  if (form.dataset.sent) return event.preventDefault();
  form.dataset.sent = 'yes';
  event.submitter?.setAttribute('aria-disabled', 'true');
  const label = find('[data-label]', form);
  // What is only put on the waiting list asks nobody now.
  if (!label || !form.dataset.busy || form.closest('[data-level="later"]')) return;
  label.dataset.label ||= label.textContent;
  label.textContent = form.dataset.busy;
  announce(form.dataset.busy);
});
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('[data-sent]')) delete form.dataset.sent;
  for (const button of document.querySelectorAll('[aria-disabled]')) button.removeAttribute('aria-disabled');
  for (const label of document.querySelectorAll('[data-label]')) if (label.dataset.label) label.textContent = label.dataset.label;
});

// MARK: how things stand with Pl@ntNet

const often = 3_000, seldom = 60_000; // milliseconds between two looks at a server that cannot wait, or is away
const longest = 50; // seconds that the server waits for the state to change
let timer, looking = null, misses = 0, known = null, tag = null; // the state as it was last seen, and its name

/// Looks at the state, while somebody looks at the page. The server answers when it is another one.
async function look() {
  clearTimeout(timer);
  const chip = find('[data-state]');
  if (document.hidden) return looking?.abort();
  if (!chip || looking) return;
  const began = performance.now();
  let next = often;
  looking = new AbortController();
  const patience = setTimeout(() => looking?.abort(), (tag ? longest + 10 : 5) * 1_000);
  try {
    const headers = { Accept: 'application/json', ...(tag && { 'If-None-Match': tag, Prefer: `wait=${longest}` }) };
    const answer = await fetch(chip.dataset.state, { headers, cache: 'no-store', signal: looking.signal });
    if (!answer.ok && answer.status !== 304) throw new Error(String(answer.status));
    if (answer.status !== 304) known = await answer.json();
    tag = answer.headers.get('ETag');
    misses = 0;
    tell(known.chip, known.chipKind);
    await lookForAlerts(known);
    const isHeld = await lookForAnswer(known);
    // At once where the server waits, but not more than once a second.
    if (tag && !isHeld) next = Math.max(50, 1_000 - (performance.now() - began));
    // What came while somebody was at the page is shown soon after.
    if (isHeld) tag = null;
  } catch {
    tag = null;
    if (!document.hidden) misses += 1;
    if (misses > 1) tell('Out of reach', 'problem'); // one may be lost
    next = Math.min(seldom, often * 2 ** Math.max(0, misses - 1));
  }
  looking = null;
  clearTimeout(patience);
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(look, next);
}

async function get(address, type) {
  const response = await fetch(address, { headers: { Accept: type }, cache: 'no-store', signal: AbortSignal.timeout(5_000) });
  if (!response.ok) throw new Error(String(response.status));
  return response;
}

const json = async (address) => (await get(address, 'application/json')).json();

/// Changes the chip, and says so once.
function tell(text, kind) {
  const chip = find('[data-state]'), line = find('[data-chip]', chip);
  if (line.textContent === text && chip.dataset.kind === kind) return;
  chip.classList.replace(`chip-${chip.dataset.kind}`, `chip-${kind}`);
  chip.dataset.kind = kind;
  line.textContent = text;
  announce(`State: ${text}`);
}

/// Shows the answer that this page waits for, once it is there; not under anybody's hands. Whether it is there and held.
async function lookForAnswer({ waiting }) {
  const panel = find('[data-waits]');
  if (!panel || panel.dataset.seen === String(waiting)) return false;
  const list = await json('/api/waiting');
  if (list.waiting.some((one) => one.identification === panel.dataset.waits)) {
    panel.dataset.seen = waiting;
  } else if (isInUse()) {
    const line = find('[data-arrived]', panel);
    if (line.hidden) announce(line.textContent);
    line.hidden = false;
    return true;
  } else {
    const answer = await get(location.href, 'text/html');
    show(new DOMParser().parseFromString(await answer.text(), 'text/html'), null);
  }
  return false;
}

/// Whether somebody is at a control of this page, or has changed one.
function isInUse() {
  const main = find('main'), focus = document.activeElement;
  const isChanged = (field) =>
    field.type === 'checkbox' || field.type === 'radio' ? field.checked !== field.defaultChecked
      : field.options ? [...field.options].some((option) => option.selected !== option.defaultSelected)
        : field.value !== field.defaultValue;
  return (main.contains(focus) && focus.matches('a, button, summary, input, select, textarea'))
    || [...main.querySelectorAll('input, select, textarea')].some(isChanged)
    || Boolean(find('[data-sent]', main));
}

// MARK: notices in the page

let alerts = [], alertsSeen = ''; // what is told now, and how the house stood when that was asked for

/// The app's icon counts what is overdue, and nothing else.
function badge(count) {
  const change = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  change?.catch(() => {});
}

/// Tells here what is not told to this browser itself.
async function lookForAlerts({ alerts: count, alertsMark, overdue }) {
  badge(overdue);
  const now = `${alertsMark} ${overdue}`;
  if (now === alertsSeen) return;
  alerts = count > 0 && !(await isTold().catch(() => false)) ? (await json('/api/alerts')).alerts : [];
  alertsSeen = now;
  showAlerts();
}

/// Those that say the same stay as they are: somebody may be at one.
function showAlerts() {
  let list = find('main > .alerts');
  if (!list && !alerts.length) return;
  if (!list) {
    list = document.createElement('div');
    list.className = 'alerts';
    list.setAttribute('role', 'status');
    find('main').prepend(list);
  }
  const shownAlerts = alerts.slice(0, 3), numbers = shownAlerts.map(mark);
  for (const one of list.querySelectorAll('.alert')) if (!numbers.includes(one.dataset.number)) one.remove();
  for (const alert of shownAlerts) {
    if (![...list.querySelectorAll('.alert')].some((one) => one.dataset.number === mark(alert))) list.append(alertView(alert));
  }
}

const mark = ({ number, title, body }) => `${number} ${title} ${body}`;

function alertView(alert) {
  const view = find('#alert').content.cloneNode(true).firstElementChild;
  const title = find('[data-title]', view), seen = find('[data-seen]', view);
  view.dataset.number = mark(alert);
  title.textContent = alert.title;
  title.href = new URL(alert.path, location.origin).pathname;
  find('[data-body]', view).textContent = alert.body;
  for (const [index, action] of alert.actions.entries()) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = index ? 'button quiet' : 'button';
    button.textContent = action.title;
    button.addEventListener('click', () => settleAlert(alert, view, button, action.path));
    seen.before(button);
  }
  seen.addEventListener('click', () => settleAlert(alert, view, seen, `/api/alerts/${alert.number}/seen`));
  return view;
}

async function settleAlert(alert, view, button, path) {
  if (view.dataset.sent) return;
  view.dataset.sent = 'yes';
  button.setAttribute('aria-disabled', 'true');
  try {
    const answer = await post(path);
    if (answer.status === 200) badge((await answer.json()).overdue);
    alerts = alerts.filter(({ number }) => number !== alert.number);
    announce(`${alert.title}: ${button.textContent}`);
    showAlerts();
    if (find('[data-swap]')) await refresh().catch(() => {});
    // The button that was pressed is gone.
    find('main').focus({ preventScroll: true });
  } catch {
    delete view.dataset.sent;
    button.removeAttribute('aria-disabled');
    find('[data-failed]', view).hidden = false;
  }
}

async function post(address, body) {
  const response = await fetch(address, {
    method: 'POST', body: body && JSON.stringify(body), signal: AbortSignal.timeout(10_000),
    headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
  });
  if (!response.ok) throw new Error(String(response.status));
  return response;
}

/// This page as it is now, in its place, where the reader is.
async function refresh() {
  const answer = await get(location.href, 'text/html'), place = scrollY;
  const next = find('main', new DOMParser().parseFromString(await answer.text(), 'text/html'));
  if (!next) return;
  find('main').replaceWith(document.adoptNode(next));
  scrollTo(0, place);
  enhance();
}

// MARK: installed and offline

// Only over https or on this very machine is there a service worker; without one all else still works.
const assets = new URL('.', import.meta.url).pathname.replace(/\/$/, '');
const worker = navigator.serviceWorker?.register(`/sw.js?assets=${encodeURIComponent(assets)}`).catch(() => null);

/// What was tapped on a notice while the house was out of reach is told now.
const replay = () => navigator.serviceWorker?.controller?.postMessage('replay');
addEventListener('online', replay);

// A notice was dealt with: what stands here may be over.
navigator.serviceWorker?.addEventListener('message', ({ data }) => {
  if (data !== 'told') return;
  look();
  if (find('[data-swap]') && !isInUse()) refresh().catch(() => {});
});

// MARK: notices on this device

/// The subscription of this browser, where notices come to it and the house still knows it.
async function subscribed() {
  const registration = await worker;
  if (!registration?.pushManager || Notification.permission !== 'granted') return null;
  return registration.pushManager.getSubscription();
}

async function isTold() {
  const subscription = await subscribed();
  if (!subscription) return false;
  const kept = channel();
  // The worker renewed it meanwhile: what it is now is told again, which is the same channel.
  if (kept.endpoint !== subscription.endpoint) return keepChannel(subscription);
  return (await json('/api/channels')).channels.some(({ id, isOn, failure }) => id === kept.id && isOn && !failure);
}

/// The house's name for this browser, and of which subscription.
const channel = () => JSON.parse(localStorage.getItem('channel') ?? '{}');

async function keepChannel(subscription) {
  const answer = await post('/api/channels', { kind: 'web-push', name: deviceName(), ...subscription.toJSON() });
  const { id, isOn } = await answer.json();
  localStorage.setItem('channel', JSON.stringify({ id, endpoint: subscription.endpoint }));
  return isOn;
}

/// "Chrome on Android".
function deviceName() {
  const named = (marks) => marks.find(([mark]) => navigator.userAgent.includes(mark));
  const browser = named([['Edg', 'Edge'], ['OPR', 'Opera'], ['Firefox', 'Firefox'], ['FxiOS', 'Firefox'], ['CriOS', 'Chrome'], ['Chrome', 'Chrome'], ['Safari', 'Safari']]);
  const system = named([['Android', 'Android'], ['iPhone', 'iPhone'], ['iPad', 'iPad'], ['Windows', 'Windows'], ['Mac OS', 'Mac'], ['CrOS', 'ChromeOS'], ['Linux', 'Linux']]);
  return `${browser?.[1] ?? 'Browser'} on ${system?.[1] ?? 'a device'}`;
}

async function deviceState() {
  if (!isSecureContext) return 'insecure';
  if (!('PushManager' in window && 'Notification' in window && await worker)) return navigator.standalone === false ? 'iphone' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return (await isTold()) ? 'on' : 'off';
}

/// The part of the card that fits; the words are all in the page.
async function showDevice(known) {
  const card = find('[data-device]');
  if (!card) return;
  const state = known ?? await deviceState().catch(() => 'off');
  for (const part of card.querySelectorAll('[data-when]')) part.hidden = !part.dataset.when.split(' ').includes(state);
  const mine = state === 'on' && find(`[data-channel="${channel().id}"] [data-mine]`);
  if (mine) mine.hidden = false;
}

const inTime = (promise) => Promise.race([promise, new Promise((_, refuse) => setTimeout(refuse, 10_000))]);

const deviceActs = {
  async on() {
    // Asked first of all: browsers want it to follow the tap.
    if (await Notification.requestPermission() !== 'granted') return;
    const { pushManager } = await inTime(navigator.serviceWorker.ready);
    const { key } = await (await fetch('/api/push-key', { method: 'POST', headers: { Accept: 'application/json' } })).json();
    let subscription = await pushManager.getSubscription();
    // One that was made for another key is of no use: the house it was for is gone.
    if (subscription && text64(subscription.options.applicationServerKey) !== key) {
      await subscription.unsubscribe();
      subscription = null;
    }
    await keepChannel(subscription ?? await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  },
  async test() { await post(`/api/channels/${channel().id}/test`); },
  async off() {
    await fetch(`/api/channels/${channel().id}`, { method: 'DELETE' });
    await (await subscribed())?.unsubscribe();
    localStorage.removeItem('channel');
  },
};

const text64 = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');

addEventListener('click', async ({ target }) => {
  const button = target.closest?.('[data-device-do]');
  if (!button || button.ariaDisabled === 'true') return;
  button.ariaDisabled = 'true';
  const act = button.dataset.deviceDo;
  try {
    await deviceActs[act]();
    if (act === 'test') {
      find('[data-device-said]').textContent = button.dataset.done;
    } else {
      await refresh();
      find('#device')?.focus({ preventScroll: true });
    }
  } catch {
    await showDevice('failed');
  }
  button.ariaDisabled = null;
});

addEventListener('click', async ({ target }) => {
  const button = target.closest?.('[data-copy]');
  if (!button) return;
  const field = document.getElementById(button.dataset.copy), label = find('[data-copied]', button);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand('copy'); // over plain http there is no clipboard
  }
  label.textContent = label.dataset.copied;
  announce(label.textContent);
});

// MARK: the floras, as Pl@ntNet lists them; asked for only when somebody is about to choose

document.addEventListener('focusin', async (event) => {
  const list = event.target.id === 'project' && find('#floras');
  if (!list || list.dataset.asked) return;
  list.dataset.asked = 'yes';
  try {
    const answer = await fetch('/api/projects', { method: 'POST', headers: { Accept: 'application/json' } });
    if (!answer.ok) return;
    const known = new Set([...list.options].map((option) => option.value));
    for (const { id, title } of (await answer.json()).projects) {
      if (!known.has(id)) list.append(new Option(title, id));
    }
  } catch { /* What is there already can be chosen, and anything can be typed. */ }
});

enhance();
for (const event of ['online', 'offline', 'pageshow']) addEventListener(event, look);
document.addEventListener('visibilitychange', look);
look();
replay();
