// Follows the state of the server while the page is visible: the chip in the bar, notices, and the answer that the page
// waits for.

import { announce, find } from './dom.js';
import { showCurrent, waitingCount, wrongCount } from './keep.js';
import { send, setAccount } from './outbox.js';
import { site } from './site.js';
import { showAlertsOf } from './alerts.js';
import { showAnswerOf } from './waiting.js';

const often = 3_000; // milliseconds between two requests if the server does not wait
const seldom = 60_000; // the largest such interval while the server is unreachable
const longest = 50; // seconds that the server waits for the state to change
let timer, looking = null, misses = 0;
let known = null, tag = null; // the last state, and its ETag

/// Requests the state. The server responds when it differs from the state of `tag`.
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
    if (answer.status === 401) return leave();
    if (!answer.ok && answer.status !== 304) throw new Error(String(answer.status));
    if (answer.status !== 304) known = await answer.json();
    tag = answer.headers.get('ETag');
    await setAccount(answer.headers.get('Stillroom-Account')).catch(() => {});
    if (waitingCount) send().catch(() => {});
    misses = 0;
    showCurrent();
    show();
    await showAlertsOf(known);
    const isHeld = await showAnswerOf(known);
    // Immediately if the server waits, but at most once a second.
    if (tag && !isHeld) next = Math.max(50, 1_000 - (performance.now() - began));
    // An answer is held back while the page is in use, and shown soon after.
    if (isHeld) tag = null;
  } catch {
    tag = null;
    if (!document.hidden) misses += 1;
    show();
    next = Math.min(seldom, often * 2 ** Math.max(0, misses - 1));
  }
  looking = null;
  clearTimeout(patience);
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(look, next);
}

/// The session has ended. The page without a network stays; every other page makes way for the sign-in page, but not
/// while the response to a form is on its way: after signing out, that response is the sign-in page with a message. A
/// download leaves its form marked as sent, so the wait has an end. A busy browser needs long to clear its storage, as the
/// response to signing out asks.
function leave(since = Date.now()) {
  if ([site.offline, site.outbox].includes(location.pathname)) return;
  const patience = find(`form[data-sent][action="${site.signOut}"]`) ? 30_000 : 10_000;
  if (find('[data-sent]') && Date.now() - since < patience) return void setTimeout(leave, 500, since);
  location.replace(`${site.signIn}?return=${encodeURIComponent(location.pathname + location.search)}`);
}

/// Shows in the chip what matters most: the connection of this device, what it has to send, or the server's state.
function show() {
  const chip = find('[data-state]');
  if (!chip) return;
  const { away, some, wrong } = chip.dataset, home = chip.dataset.href ??= chip.href;
  const held = [wrongCount && wrong.replace('#', wrongCount), waitingCount && some.replace('#', waitingCount)]
    .filter(Boolean).join(', ');
  const target = held ? new URL(site.outbox, location.origin).href : home;
  if (chip.href !== target) chip.href = target;
  if (misses > 1) showChip(held ? `${away}, ${held}` : away, 'problem'); // a single failure is not shown
  else if (held) showChip(held, wrongCount ? 'problem' : 'waiting');
  else if (known) showChip(known.chip, known.chipKind);
}

/// Updates the chip and announces it if it has changed.
function showChip(text, kind) {
  const chip = find('[data-state]'), line = find('[data-chip]', chip);
  if (line.textContent === text && chip.dataset.kind === kind) return;
  chip.classList.replace(`chip-${chip.dataset.kind}`, `chip-${kind}`);
  chip.dataset.kind = kind;
  line.textContent = text;
  announce(chip.dataset.announced.replace('#', () => text));
}

addEventListener('waiting', show);
for (const event of ['online', 'offline', 'pageshow']) addEventListener(event, look);
document.addEventListener('visibilitychange', look);
navigator.serviceWorker?.addEventListener('message', ({ data }) => { if (data === 'changed') look(); });
look();
