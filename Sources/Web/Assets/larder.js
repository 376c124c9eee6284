// The larder's pages work as plain forms. This module answers questions without a reload, by a tap or a key, and counts
// the seconds in which an answer can be taken back.

const find = (selector, within = document) => within.querySelector(selector);
const root = document.documentElement;
const twice = 400; // milliseconds within which two taps are one
const patience = 2_000; // milliseconds for which the next card waits for its pictures
const pause = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });
const desk = new WeakMap(); // of each place where questions are asked: { seen, fetching }

// MARK: what is told

let clock, leaving;

const announce = (text) => {
  const line = find('#announce');
  if (!line) return;
  line.textContent = '';
  requestAnimationFrame(() => { line.textContent = text; });
};

function tell(asking, words, { number, left } = {}) {
  hush();
  const bar = find('[data-told-template]', asking).content.cloneNode(true).firstElementChild;
  find('p', bar).textContent = words;
  const form = find('form', bar);
  if (number === undefined) form.remove();
  else {
    form.action = `/larder/votes/${number}/undo`;
    form.dataset.undo = number;
  }
  if (left) bar.dataset.left = left;
  find('main').append(bar);
  announce(number === undefined || !areKeysOn() ? words : `${words} The key u takes it back.`);
  count(bar);
}

/// Counts down; what is sent cannot be taken back, and the bar goes.
function count(bar) {
  const line = find('[data-count]', bar);
  let left = Number(bar.dataset.left) || 0;
  if (!left) {
    if (!find('form', bar)) leave(bar);
    return;
  }
  const show = () => { line.textContent = ` ${left} s`; };
  show();
  clock = setInterval(() => {
    left -= 1;
    if (left > 0) return show();
    clearInterval(clock);
    const hadFocus = bar.contains(document.activeElement);
    find('form', bar)?.remove();
    if (hadFocus) find('main').focus({ preventScroll: true });
    leave(bar);
  }, 1_000);
}

function leave(bar) {
  leaving = setTimeout(() => bar.remove(), 4_000);
}

function hush() {
  clearInterval(clock);
  clearTimeout(leaving);
  for (const bar of document.querySelectorAll('[data-told]')) bar.remove();
}

/// No network, where the services are not on the house's own machine.
const isCutOff = (asking) => !('near' in asking.dataset) && find('[data-state]')?.dataset.kind === 'offline';

const said = { yes: 'You said yes', no: 'You said no', skip: 'You skipped it' };

// MARK: answering

async function answer(card, choice, event) {
  const asking = card.closest('[data-asking]'), form = find('[data-answer]', card);
  // The second tap of two was meant for the question that stood here.
  if (!choice || card.dataset.sent || event.timeStamp - (card.shown ?? -Infinity) < twice) return;
  card.dataset.sent = 'yes';
  hold(card, true);
  const trouble = find('[data-trouble]', asking);
  trouble.hidden = true;
  try {
    const reply = await send('POST', `/api/questions/${card.dataset.question}/answer`, { choice, shown: form.elements.shown.value });
    if (reply.status === 409 || reply.status === 404) {
      tell(asking, reply.status === 409 ? 'This was answered already. It counts once.' : 'This is not asked any more.');
    } else {
      const vote = await reply.json();
      const value = find('.proposed', card)?.textContent;
      const words = said[vote.choice] + (value && vote.choice !== 'skip' ? ` to “${value}”` : '');
      const waits = isCutOff(asking);
      asking.before = card;
      tell(asking, waits ? `${words}. It waits for the network.` : `${words}.`, { number: vote.number, left: waits ? 0 : seconds(vote) });
    }
  } catch {
    // Sent once more it counts once, so that whoever does not know may try again.
    trouble.hidden = false;
    delete card.dataset.sent;
    return hold(card, false);
  }
  const button = find(`[value="${choice}"]`, form);
  await next(card, card.contains(document.activeElement) || document.activeElement === button);
}

function hold(card, isHeld) {
  for (const button of card.querySelectorAll('button')) {
    if (isHeld) button.setAttribute('aria-disabled', 'true');
    else button.removeAttribute('aria-disabled');
  }
}

/// By the house's clock, as far as this one agrees.
const seconds = (vote) => Math.max(1, Math.min(5, Math.round((Date.parse(vote.notBefore) - Date.parse(vote.askedAt)) / 1_000) || 5));

async function send(method, address, body) {
  const reply = await fetch(address, {
    method, body: body && JSON.stringify(body), signal: AbortSignal.timeout(10_000),
    headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
  });
  if (!reply.ok && ![404, 409].includes(reply.status)) throw new Error(String(reply.status));
  return reply;
}

// MARK: the next question

async function next(card, hadFocus) {
  const asking = card.closest('[data-asking]'), waiting = [...asking.querySelectorAll('[data-next]')];
  seen(asking).add(card.dataset.question);
  if (!waiting.length) await more(asking);
  const template = find('[data-next]', asking);
  if (template) {
    await Promise.race([template.ready ??= prepare(template.content.firstElementChild), pause(patience)]);
    card.replaceWith(template.content.cloneNode(true));
    template.remove();
    const fresh = find('[data-question]', asking);
    fresh.classList.add('arrives');
    fresh.shown = performance.now();
    if (hadFocus) find('h3', fresh).focus({ preventScroll: true });
  } else {
    const none = find('[data-none]', asking);
    if (none) {
      card.remove();
      if (hadFocus) none.focus({ preventScroll: true });
    } else {
      location.assign(asking.dataset.more);
    }
  }
  tally(asking);
  readyNext(asking);
  if (waiting.length === 3) more(asking);
}

/// The pictures of the next card are fetched while this one is looked at.
function readyNext(asking) {
  const template = asking && find('[data-next]', asking);
  if (template) template.ready ??= prepare(template.content.firstElementChild);
}

function tally(asking) {
  const rest = find('[data-rest]', asking), left = asking.querySelectorAll('[data-next]').length;
  if (rest) rest.textContent = left ? `${left} more` : '';
}

function seen(asking) {
  if (!desk.has(asking)) desk.set(asking, { seen: new Set(), fetching: null });
  return desk.get(asking).seen;
}

/// Has the house fetch the pictures of a card before it is shown: to look at a picture fetches none.
const prepare = async (card) => {
  try { await send('POST', `/api/questions/${card.dataset.question}/pictures`); } catch { /* The card does without. */ }
};

/// More of them: the house asks, and the page as it is then has them; what was shown here is left out.
async function more(asking) {
  const known = seen(asking), place = desk.get(asking);
  place.fetching ??= (async () => {
    try {
      const reply = await fetch(asking.dataset.ask, { method: 'POST', headers: { Accept: 'text/html' }, signal: AbortSignal.timeout(15_000) });
      if (!reply.ok) return;
      const fresh = find('[data-asking]', new DOMParser().parseFromString(await reply.text(), 'text/html'));
      if (!fresh) return;
      const here = new Set([...known, ...[...asking.querySelectorAll('[data-next]')].map(idOf), find('[data-question]', asking)?.dataset.question]);
      const first = find('[data-question]', fresh);
      for (const card of [...(first ? [first] : []), ...[...fresh.querySelectorAll('[data-next]')].map((each) => each.content.firstElementChild)]) {
        if (here.has(card.dataset.question)) continue;
        const template = document.createElement('template');
        template.dataset.next = '';
        template.content.append(document.importNode(card, true));
        find('[data-trouble]', asking).before(template);
      }
      const none = find('[data-none]', fresh);
      if (none && !find('[data-none]', asking)) find('[data-trouble]', asking).before(document.importNode(none, true));
      tally(asking);
    } catch { /* What is here can be answered all the same. */ }
  })().finally(() => { place.fetching = null; });
  await place.fetching;
}

const idOf = (template) => find('[data-question]', template.content)?.dataset.question;

// MARK: taking it back

async function undo(form) {
  const asking = find('[data-asking]'), number = form.dataset.undo;
  if (!asking || form.dataset.sent) return;
  form.dataset.sent = 'yes';
  try {
    const reply = await send('DELETE', `/api/votes/${number}`);
    if (reply.status === 409) return tell(asking, 'It was sent already, so it cannot be taken back.');
  } catch {
    delete form.dataset.sent;
    find('[data-trouble]', asking).hidden = false;
    return;
  }
  const card = asking.before;
  // A bar that came with the page knows no card: the page as it is now asks it again.
  if (!card) return location.assign(asking.dataset.more);
  delete asking.before;
  delete card.dataset.sent;
  hold(card, false);
  seen(asking).delete(card.dataset.question);
  const now = find('[data-question]', asking);
  if (now) {
    const template = document.createElement('template');
    template.dataset.next = '';
    template.content.append(now.cloneNode(true));
    template.content.firstElementChild.classList.remove('arrives');
    now.replaceWith(card);
    card.after(template);
  } else {
    find('[data-none]', asking)?.remove();
    asking.prepend(card);
  }
  tally(asking);
  tell(asking, 'It is taken back: nothing was sent.');
  find('h3', card).focus({ preventScroll: true });
}

// Before the other module, which lets a form go.
addEventListener('submit', (event) => {
  const form = event.target;
  const card = form.matches('[data-answer]') && form.closest('[data-question]');
  if (card) {
    event.preventDefault();
    event.stopPropagation();
    answer(card, event.submitter?.value, event);
  } else if (form.matches('[data-undo]') && find('[data-asking]')) {
    event.preventDefault();
    event.stopPropagation();
    undo(form);
  }
}, true);

// MARK: keys

const wanted = 'larder keys';
// Only where the keys are told, and can be switched off.
const keyboard = matchMedia('(any-pointer: fine) and (hover: hover)');
const areKeysWanted = () => localStorage.getItem(wanted) !== 'off';
const areKeysOn = () => keyboard.matches && areKeysWanted();

function showKeys() {
  root.dataset.keys = areKeysWanted() ? 'on' : 'off';
  for (const box of document.querySelectorAll('input[data-keys]')) box.checked = areKeysWanted();
}

addEventListener('change', ({ target }) => {
  if (!target.matches?.('input[data-keys]')) return;
  localStorage.setItem(wanted, target.checked ? 'on' : 'off');
  showKeys();
});

addEventListener('keydown', (event) => {
  if (!areKeysOn() || event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.('input:not([type="checkbox"]), select, textarea, [contenteditable]')) return;
  const key = event.key.toLowerCase();
  if (key === 'u') {
    find('[data-told] [data-undo]')?.requestSubmit();
    return;
  }
  const choice = { y: 'yes', n: 'no', s: 'skip' }[key], card = find('[data-question]');
  // Nobody answers what they do not see.
  const button = choice && card && find(`[value="${choice}"]`, card);
  if (!button || !isSeen(button)) return;
  event.preventDefault();
  button.form.requestSubmit(button);
});

function isSeen(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

// MARK: pictures that cannot be had

const hide = (picture) => { picture.closest('.clue a, .packet-picture a')?.setAttribute('hidden', ''); picture.hidden = true; };
addEventListener('error', ({ target }) => { if (target instanceof HTMLImageElement && find('main')?.contains(target)) hide(target); }, true);
for (const picture of document.querySelectorAll('main img')) if (picture.complete && !picture.naturalWidth && picture.loading !== 'lazy') hide(picture);

// What an address told is told once.
const address = new URL(location.href);
if (address.searchParams.has('note')) {
  address.searchParams.delete('note');
  history.replaceState(history.state, '', address.pathname + address.search + address.hash);
}
const told = find('[data-told]');
if (told) count(told);
readyNext(find('[data-asking]'));
showKeys();
