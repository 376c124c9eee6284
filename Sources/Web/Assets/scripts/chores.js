// Logs a chore without a reload, and shows the page as it is after that.

import { announce, find, focus, parsePage, request, setDisabled } from './dom.js';
import { isInUse, onShown, refresh, replaceAddress, replaceMain } from './page.js';

/// Sends a form and shows the page that answers it. Throws if there is none.
async function log(form, submitter) {
  const body = new URLSearchParams(new FormData(form));
  if (submitter?.name) body.append(submitter.name, submitter.value);
  const isByKey = submitter?.matches(':focus-visible');
  const action = submitter?.hasAttribute('formaction') ? submitter.formAction : form.action;
  const response = await request('POST', action, { body, accept: 'text/html' });
  const page = parsePage(await response.text()), main = find('main', page);
  if (!main) throw new Error('The answer has no main part.');
  replaceMain(main);
  document.title = page.title;
  const address = new URL(response.url);
  for (const name of ['did', 'undone']) address.searchParams.delete(name);
  replaceAddress(address.pathname + address.search);
  const did = find('[data-did]');
  announce(did ? find('p', did).textContent : document.title);
  // The button that was pressed is gone. A person at the keyboard gets to the one that undoes it; the line then stays.
  focus((isByKey && find('[data-did] button')) || find('main'));
}

addEventListener('submit', (event) => {
  const form = event.target;
  if (!form.matches('[data-swap]') || event.defaultPrevented) return;
  event.preventDefault();
  if (form.dataset.sent) return;
  form.dataset.sent = 'yes';
  setDisabled(event.submitter, true);
  log(form, event.submitter).catch(() => {
    // Sent again as a plain form, so that the browser shows what is wrong. The form names its day: it counts once.
    delete form.dataset.swap;
    delete form.dataset.sent;
    form.requestSubmit(event.submitter);
  });
});

/// What was done is shown for a while, and longer while it is hovered or has the focus. The plant's history keeps it.
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

// The service worker logged a chore from a notice: what this page shows may be out of date.
navigator.serviceWorker?.addEventListener('message', ({ data }) => {
  if (data === 'told' && find('[data-swap]') && !isInUse()) refresh().catch(() => {});
});
