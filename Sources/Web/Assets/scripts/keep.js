// Keeps what a person does without a connection in the outbox, and shows it: in the row that it belongs to, in the chip
// of the bar, and before signing out.

import { all, announce, find, focus, hourCycle, parsePage, setDisabled } from './dom.js';
import {
  account, add, deliver, entries, forgetAll, isRepeatable, isUnreachable, newKey, nextTime, onChanged, send,
} from './outbox.js';
import { isInUse, onShown, refresh, showPage } from './page.js';
import { site } from './site.js';

const texts = find('#kept')?.dataset ?? {};

/// Returns the entry of a form, as it would be sent now.
export async function entryOf(form, submitter) {
  const body = new FormData(form);
  if (submitter?.name) body.append(submitter.name, submitter.value);
  const isMultipart = form.enctype === 'multipart/form-data';
  const sent = new Response(isMultipart ? body : new URLSearchParams(body));
  const { pathname, search } = new URL(submitter?.hasAttribute('formaction') ? submitter.formAction : form.action);
  return {
    key: newKey(), at: Date.now(), address: pathname + search, type: sent.headers.get('Content-Type'),
    body: await sent.blob(), words: wordsOf(form, submitter),
  };
}

/// What a form does, in the words of its button: "Done: Water, Monty".
function wordsOf(form, submitter) {
  const button = submitter ?? find('button', form);
  const words = (button?.textContent ?? '').replace(/\s+/g, ' ').trim();
  const row = form.closest('.chore, .dose');
  const named = row && find('.chore-whom a, .chore-whom span, .dose-what h3', row)?.textContent.trim();
  return (named && !words.includes(named) ? `${words}: ${named}` : words).slice(0, 200);
}

/// Adds an entry and tells the person. Throws as `add` does, after telling why.
export async function keep(entry) {
  try {
    await add(entry);
    // The browser may otherwise delete what waits when it needs room.
    navigator.storage?.persist?.().catch(() => {});
    tell(texts.kept);
  } catch (error) {
    tell(error.name === 'QuotaExceededError' ? texts.full : texts.unsent, true);
    throw error;
  }
}

/// Shows a message above the page's main part.
function tell(text, isWrong) {
  const bar = find('#kept').content.cloneNode(true).firstElementChild;
  find('p', bar).textContent = text;
  bar.classList.toggle('warned', Boolean(isWrong));
  for (const old of all('main > [data-kept]')) old.remove();
  find('main').prepend(bar);
  announce(text);
  focus(bar);
}

// MARK: what waits, on the page

/// The numbers of this person's entries that are not sent yet, and of those that were refused or must be confirmed.
export let waitingCount = 0, wrongCount = 0;
let count = 0; // of all entries, also those of other people

async function show() {
  const owner = await account(), list = await entries(), own = list.filter((entry) => entry.account === owner);
  count = list.length;
  wrongCount = own.filter(({ problem, isUnconfirmed }) => problem || isUnconfirmed).length;
  waitingCount = own.length - wrongCount;
  for (const mark of all('[data-row-waits]')) mark.remove();
  for (const row of all('[data-held]')) delete row.dataset.held;
  for (const entry of own) {
    const row = await rowOf(entry), isWrong = Boolean(entry.problem);
    if (!row || entry.isUnconfirmed || (!isWrong && find('[data-row-waits]', row))) continue;
    const line = document.createElement('p');
    line.className = isWrong ? 'wrong' : 'waits';
    line.dataset.rowWaits = '';
    const link = document.createElement('a');
    link.href = site.outbox;
    link.textContent = isWrong ? notSaved(entry) : texts.inRow;
    line.append(link);
    find('.row-text, .dose-what', row)?.append(line);
    // A second answer to the same task or dose would wait behind the first one: that can be cancelled in the outbox.
    if (!isWrong && answered.test(entry.address)) row.dataset.held = '';
  }
  dispatchEvent(new Event('waiting'));
}

/// An answer to one task or one planned dose.
const answered = /\/(?:chores|doses)\/[^/]+\/[^/]+$/;

/// The row of the task or the dose that an entry is about, also if its answer has changed meanwhile, so that the row has
/// other buttons; undefined without one.
async function rowOf({ address, text }) {
  const path = address.split('?')[0], subject = /^(.*\/(?:chores|doses)\/[^/]+\/)[^/]+$/.exec(path)?.[1];
  // Doses taken as needed have one address for all parts of a label.
  const clause = new URLSearchParams(text ?? '').get('clause');
  const isOf = (action) => {
    const { pathname } = new URL(action);
    return subject ? pathname.startsWith(subject) : pathname === path;
  };
  const form = all('main form').find((each) => (clause === null || each.elements.clause?.value === clause)
    && (isOf(each.action) || all('[formaction]', each).some((button) => isOf(button.formAction))));
  return form?.closest('.chore, .dose');
}

/// "Taken at 10:00 on this device: not saved"
function notSaved({ address, words, at }) {
  const verb = address.split('?')[0].split('/').pop();
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  const options = { hour: '2-digit', minute: '2-digit', hourCycle, ...(!isToday && { day: 'numeric', month: 'short' }) };
  const time = new Date(at).toLocaleString(document.documentElement.lang, options);
  return texts.wrongInRow.replace('#', texts[verb] ?? words).replace('@', time);
}

const showSafely = () => { show().catch(() => {}); };
onShown(showSafely);
onChanged((what) => {
  showSafely();
  if (what === 'sent' && find('[data-swap], .dose') && !isInUse()) refresh().catch(() => {});
});
for (const event of ['online', 'pageshow']) addEventListener(event, () => { send(true).then(sendInTime).catch(() => {}); });

let timer;

/// Sends again as soon as the next entry may be sent.
async function sendInTime() {
  const time = await nextTime();
  clearTimeout(timer);
  if (!time || time === Infinity) return;
  timer = setTimeout(() => { send().then(sendInTime, () => {}); }, Math.max(2_000, time - Date.now()));
}

onChanged(() => { sendInTime().catch(() => {}); });

// MARK: pages of the cache

/// Says when a page of the cache was current.
onShown(() => {
  const { asOf } = document.body.dataset;
  if (!asOf || !find('#as-of')) return;
  const time = new Date(Number(asOf)), isToday = time.toDateString() === new Date().toDateString();
  const options = { hour: '2-digit', minute: '2-digit', hourCycle, ...(!isToday && { day: 'numeric', month: 'short' }) };
  const bar = find('#as-of').content.cloneNode(true).firstElementChild;
  find('time', bar).textContent = time.toLocaleString(document.documentElement.lang, options);
  find('main').prepend(bar);
});

/// The server answers again: shows the current page.
export function showCurrent() {
  if (!document.body.dataset.asOf || isInUse()) return;
  delete document.body.dataset.asOf;
  refresh().catch(() => {});
}

// MARK: forms

addEventListener('submit', async (event) => {
  const form = event.target, { submitter } = event;
  if (event.defaultPrevented || form.method !== 'post') return;
  if (new URL(form.action).pathname === site.signOut) return leave(event);
  const address = submitter?.hasAttribute('formaction') ? submitter.formAction : form.action;
  // chores.js sends forms of tasks without a reload.
  if (!isRepeatable(address) || form.matches('[data-swap]')) return;
  const worker = navigator.serviceWorker?.controller;
  // The service worker keeps the form if it cannot send it, with these words.
  if (worker) return worker.postMessage({ address: new URL(address).pathname, words: wordsOf(form, submitter) });
  // There is no service worker over plain http, on the first visit and after a forced reload.
  event.preventDefault();
  const entry = await entryOf(form, submitter);
  try {
    const response = await deliver(entry, { accept: 'text/html' });
    showPage(parsePage(await response.text()), response.url);
  } catch (error) {
    if (isUnreachable(error)) await keep(entry).catch(() => {});
  }
  delete form.dataset.sent;
  setDisabled(submitter, false);
});

/// Signing out removes the outbox, also the entries of other people. So what is in it is sent first, or the person is
/// asked. Without a service worker, as over plain http, nothing else removes it.
async function leave(event) {
  const form = event.target;
  if (!count && navigator.serviceWorker?.controller) return;
  event.preventDefault();
  await send(true).catch(() => {});
  const [owner, list] = await Promise.all([account(), entries()]).catch(() => [null, []]);
  const others = list.filter((entry) => entry.account !== owner).length;
  const question = texts.leaving.replace('#', list.length)
    + (others ? ` ${texts.leavingOthers.replace('#', others)}` : '') + ` ${texts.leavingAsk}`;
  if (list.length && !confirm(question)) {
    delete form.dataset.sent;
    return setDisabled(event.submitter, false);
  }
  if (navigator.serviceWorker?.controller) return form.submit();
  try {
    const response = await fetch(form.action, {
      method: 'POST', body: new URLSearchParams(new FormData(form)), headers: { Accept: 'text/html' },
    });
    if (!response.ok || !response.redirected) throw new Error(String(response.status));
    await forgetAll().catch(() => {});
    location.assign(response.url);
  } catch {
    form.submit();
  }
}
