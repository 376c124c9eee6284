// The queue of questions: the visible one, the next ones in templates, and further ones from the server.

import { all, find, focus, parsePage, pause, request, setDisabled } from '../dom.js';
import { onShown } from '../page.js';
import { site } from '../site.js';

const patience = 2_000; // the longest time in milliseconds that the next question waits for its pictures
const places = new WeakMap(); // for each list of questions: the ids that were shown, and the request for more

function placeOf(asking) {
  if (!places.has(asking)) places.set(asking, { shown: new Set(), fetching: null });
  return places.get(asking);
}

export function holdButtons(card, isHeld) {
  for (const button of all('button', card)) setDisabled(button, isHeld);
}

/// Replaces this question by the next one.
export async function showNext(card, hadFocus) {
  const asking = card.closest('[data-asking]'), waiting = all('[data-next]', asking);
  placeOf(asking).shown.add(card.dataset.question);
  if (!waiting.length) await fetchMore(asking);
  const template = find('[data-next]', asking);
  if (template) {
    await Promise.race([prepare(template), pause(patience)]);
    card.replaceWith(template.content.cloneNode(true));
    template.remove();
    const fresh = find('[data-question]', asking);
    fresh.classList.add('arrives');
    fresh.shown = performance.now();
    if (hadFocus) focus(find('h3', fresh));
  } else {
    const none = find('[data-none]', asking);
    if (none) {
      card.remove();
      if (hadFocus) focus(none);
    } else {
      location.assign(asking.dataset.more);
    }
  }
  showCount(asking);
  prepareNext(asking);
  if (waiting.length === 3) fetchMore(asking);
}

/// Shows an answered question again. The current question follows it.
export function showAgain(asking, card) {
  delete card.dataset.sent;
  holdButtons(card, false);
  placeOf(asking).shown.delete(card.dataset.question);
  const current = find('[data-question]', asking);
  if (current) {
    const template = templateOf(current.cloneNode(true));
    template.content.firstElementChild.classList.remove('arrives');
    current.replaceWith(card);
    card.after(template);
  } else {
    find('[data-none]', asking)?.remove();
    asking.prepend(card);
  }
  showCount(asking);
}

function templateOf(card) {
  const template = document.createElement('template');
  template.dataset.next = '';
  template.content.append(card);
  return template;
}

function showCount(asking) {
  const rest = find('[data-rest]', asking), left = all('[data-next]', asking).length;
  if (rest) rest.textContent = left ? find('[data-rest-text]', asking).content.textContent.replace('#', left) : '';
}

/// Makes the server fetch the pictures of a question, once. A picture that the server does not have is not shown.
const prepare = (template) => template.ready ??= (async () => {
  try {
    await send('POST', site.api.questionPictures(template.content.firstElementChild.dataset.question));
  } catch { /* The question is shown without pictures. */ }
})();

/// Prepares the next question while this one is visible.
function prepareNext(asking) {
  const template = asking && find('[data-next]', asking);
  if (template) prepare(template);
}

/// Makes the server request more questions, and adds those of the response that were not shown here.
async function fetchMore(asking) {
  const place = placeOf(asking);
  place.fetching ??= (async () => {
    try {
      const response = await request('POST', asking.dataset.ask, { accept: 'text/html', patience: 15_000 });
      const fresh = find('[data-asking]', parsePage(await response.text()));
      if (!fresh) return;
      const known = new Set([...place.shown, ...cardsIn(asking).map(idOf)]), end = find('[data-trouble]', asking);
      for (const card of cardsIn(fresh)) {
        if (!known.has(idOf(card))) end.before(templateOf(document.importNode(card, true)));
      }
      const none = find('[data-none]', fresh);
      if (none && !find('[data-none]', asking)) end.before(document.importNode(none, true));
      showCount(asking);
    } catch { /* The questions of the page can still be answered. */ }
  })().finally(() => { place.fetching = null; });
  await place.fetching;
}

/// Returns the visible question and the following ones.
const cardsIn = (asking) =>
  [find('[data-question]', asking), ...all('[data-next]', asking).map((each) => each.content.firstElementChild)]
    .filter(Boolean);
const idOf = (card) => card.dataset.question;

/// Sends a request. Responses for a question or answer that is unknown (404) or already processed (409) do not throw.
export const send = (method, address, body) => request(method, address, { body, allowed: [404, 409] });

onShown(() => prepareNext(find('[data-asking]')));
