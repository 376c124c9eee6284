// The page of the outbox: what waits, what was refused and why, and what another account has left here.

import { all, announce, find, focus, hourCycle, onClick, setDisabled } from '../dom.js';
import { account, cancel, entries, onChanged, retry, send } from '../outbox.js';
import { site } from '../site.js';

const page = find('[data-outbox]'), { dataset: texts } = page;
const timeOf = (at) => new Date(at).toLocaleString(document.documentElement.lang, {
  weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle,
});

/// Returns for example "1.2 MB".
function sizeOf({ size }) {
  const megabytes = (Math.ceil(size / 1e5) / 10).toLocaleString(document.documentElement.lang);
  return find('[data-size]', page).content.textContent.replace('#', megabytes);
}

function fill(view, name, text) {
  const part = find(`[data-${name}]`, view);
  part.textContent = text ?? '';
  part.hidden = !text;
}

/// What the entry says if the page that made it gave no words.
const wordsOf = ({ words, address }) => words
  || (address.startsWith(`${site.medicines}/`) ? texts.dose : address.endsWith('photographs') ? texts.photo : texts.other);

function stateOf(entry) {
  const { problem, isSignedOut, isUnconfirmed, tries, notBefore, next } = entry;
  if (problem) {
    const { code, title, detail, hint } = problem;
    return texts[code.replace(/-(.)/g, (_, letter) => letter.toUpperCase())]
      ?? [detail || title || texts.refused, hint].filter(Boolean).join(' ');
  }
  if (isUnconfirmed) return texts.unconfirmed;
  if (isSignedOut) return texts.signin;
  const then = Math.max(notBefore ?? 0, next ?? 0);
  return tries && then > Date.now() ? texts.later.replace('#', timeOf(then)) : texts.waiting;
}

async function show() {
  const owner = await account(), list = await entries();
  const own = list.filter((entry) => entry.account === owner), kept = new URL(location.href).searchParams.get('kept');
  const rows = own.map((entry) => {
    const view = find('template', page).content.cloneNode(true).firstElementChild;
    view.dataset.key = entry.key;
    view.classList.toggle('refused', Boolean(entry.problem));
    fill(view, 'words', wordsOf(entry));
    fill(view, 'when', timeOf(entry.at));
    fill(view, 'stands', stateOf(entry));
    const again = find('[data-retry]', view);
    again.hidden = !entry.isUnconfirmed && (!entry.problem || entry.problem.isDone);
    again.textContent = entry.isUnconfirmed ? texts.toConfirm
      : entry.problem?.code === 'clock-changed' ? texts.toLogNow : texts.toRetry;
    find('[data-cancel]', view).textContent = entry.problem || entry.isUnconfirmed ? texts.toDelete : texts.toCancel;
    if (entry.body.size > 1e5) find('[data-when]', view).append(` · ${sizeOf(entry.body)}`);
    return view;
  });
  find('[data-list]', page).replaceChildren(...rows);
  find('[data-none]', page).hidden = own.length > 0;
  find('[data-now]', page).hidden = !own.some(({ problem, isUnconfirmed }) => !problem && !isUnconfirmed);
  const others = list.length - own.length, note = find('[data-others]', page);
  note.hidden = !others;
  find('[data-sign-in]', page).hidden = Boolean(owner) && !own.some((entry) => entry.isSignedOut);
  find('[data-kept-now]', page).hidden = !own.some(({ key, isUnconfirmed }) => key === kept && !isUnconfirmed);
  if (others) find('p', note).textContent = texts.othersLeft.replace('#', others);
}

const showSafely = () => show().catch(() => { find('[data-none]', page).hidden = false; });

onClick('[data-cancel]', async (button) => {
  setDisabled(button, true);
  const end = await cancel(button.closest('[data-key]').dataset.key), note = find('[data-tried-now]', page);
  note.hidden = end !== 'tried';
  announce(end === 'tried' ? note.textContent : texts[end]);
  await showSafely();
  focus(find('h1'));
});
onClick('[data-retry]', async (button) => {
  await retry(button.closest('[data-key]').dataset.key);
  await send(true).catch(() => {});
  await showSafely();
});
onClick('[data-now]', async (button) => {
  setDisabled(button, true);
  await send(true).catch(() => {});
  setDisabled(button, false);
  await showSafely();
});
onClick('[data-forget-others]', async () => {
  if (!confirm(texts.othersAsk)) return;
  const owner = await account();
  for (const entry of await entries()) if (entry.account !== owner) await cancel(entry.key);
  await showSafely();
});

onChanged(showSafely);
showSafely();
for (const link of all('[data-back]', page)) {
  if (document.referrer.startsWith(location.origin)) link.href = document.referrer;
}
