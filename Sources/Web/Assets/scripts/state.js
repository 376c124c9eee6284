// Follows the state of the server while the page is visible: the chip in the bar, notices, and the answer that the page
// waits for.

import { announce, find } from './dom.js';
import { showAlertsOf } from './alerts.js';
import { showAnswerOf } from './waiting.js';

const often = 3_000; // milliseconds between two requests, where the server does not wait
const seldom = 60_000; // the most of them, where the server is out of reach
const longest = 50; // seconds that the server waits for the state to change
let timer, looking = null, misses = 0;
let known = null, tag = null; // the last state, and its ETag

/// Asks for the state. The server answers when it differs from the one that `tag` names.
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
    showChip(known.chip, known.chipKind);
    await showAlertsOf(known);
    const isHeld = await showAnswerOf(known);
    // At once where the server waits, but at most once a second.
    if (tag && !isHeld) next = Math.max(50, 1_000 - (performance.now() - began));
    // An answer that is held back while the page is in use is shown soon after.
    if (isHeld) tag = null;
  } catch {
    tag = null;
    if (!document.hidden) misses += 1;
    if (misses > 1) showChip('Out of reach', 'problem'); // a single failure is not shown
    next = Math.min(seldom, often * 2 ** Math.max(0, misses - 1));
  }
  looking = null;
  clearTimeout(patience);
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(look, next);
}

/// Changes the chip and announces it, if it differs.
function showChip(text, kind) {
  const chip = find('[data-state]'), line = find('[data-chip]', chip);
  if (line.textContent === text && chip.dataset.kind === kind) return;
  chip.classList.replace(`chip-${chip.dataset.kind}`, `chip-${kind}`);
  chip.dataset.kind = kind;
  line.textContent = text;
  announce(`State: ${text}`);
}

for (const event of ['online', 'offline', 'pageshow']) addEventListener(event, look);
document.addEventListener('visibilitychange', look);
navigator.serviceWorker?.addEventListener('message', ({ data }) => { if (data === 'told') look(); });
look();
