// Logs a chore without a reload, and shows the updated page.

import { announce, find, focus, parsePage, setDisabled } from './dom.js';
import { entryOf, keep } from './keep.js';
import { deliver } from './outbox.js';
import { isInUse, onShown, refresh, replaceAddress, replaceMain } from './page.js';

/// Sends a form and shows the page of the response, or keeps the form in the outbox. Throws if the response is no such
/// page.
async function log(form, submitter) {
  const entry = await entryOf(form, submitter);
  let response;
  try {
    response = await deliver(entry, { accept: 'text/html' });
  } catch {
    return keep(entry);
  }
  if (!response.ok) throw new Error(String(response.status));
  const page = parsePage(await response.text()), main = find('main', page);
  if (!main) throw new Error('The answer has no main part.');
  replaceMain(main);
  document.title = page.title;
  const address = new URL(response.url);
  for (const name of ['did', 'undone']) address.searchParams.delete(name);
  replaceAddress(address.pathname + address.search);
  const did = find('[data-did]');
  announce(did ? find('p', did).textContent : document.title);
  // The pressed button no longer exists. The focus moves to the undo button, whose line then stays.
  focus(find('[data-did] button') ?? find('main'));
}

addEventListener('submit', (event) => {
  const form = event.target;
  if (!form.matches('[data-swap]') || event.defaultPrevented) return;
  event.preventDefault();
  if (form.dataset.sent) return;
  form.dataset.sent = 'yes';
  setDisabled(event.submitter, true);
  log(form, event.submitter).catch(() => {
    // Sends a plain form, so that the browser shows the error. The form has its due day, so it is logged only once.
    delete form.dataset.swap;
    delete form.dataset.sent;
    form.requestSubmit(event.submitter);
  });
});

/// Removes the message after a while, but not while it is hovered or has the focus. The plant's history has the entry.
function fade(line) {
  const removeUnlessUsed = () => {
    if (line.matches(':hover, :focus-within')) return setTimeout(removeUnlessUsed, 4_000);
    line.remove();
  };
  setTimeout(removeUnlessUsed, 8_000);
}

onShown(() => {
  const did = find('[data-did]');
  if (did) fade(did);
});

// The service worker has logged a chore from a notice, so this page may be out of date.
navigator.serviceWorker?.addEventListener('message', ({ data }) => {
  if (data === 'changed' && find('[data-swap]') && !isInUse()) refresh().catch(() => {});
});
