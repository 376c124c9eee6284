// Highlights the same place of a label in the photograph, the text and the explanation: on hover, on focus, or on a
// tap, which lasts until the next tap.

import { all, announce, find } from '../dom.js';

let held = null; // the element that was tapped

const wordsOf = (element) => (element?.dataset.words ?? '').split(' ').filter(Boolean);

/// Highlights the elements of these words, and no others.
function light(words) {
  const page = find('[data-threads]');
  if (!page) return;
  const wanted = new Set(words);
  for (const element of all('[data-words]', page)) {
    const isLit = wanted.size > 0 && wordsOf(element).some((word) => wanted.has(word));
    element.classList.toggle('lit', isLit);
  }
  page.classList.toggle('threading', wanted.size > 0);
}

const restore = () => light(held?.isConnected ? wordsOf(held) : []);
const threadAt = (target) => target.closest?.('[data-threads] [data-words]');

addEventListener('pointerover', (event) => {
  if (event.pointerType !== 'mouse') return;
  const element = threadAt(event.target);
  if (element) light(wordsOf(element));
  else restore();
});
addEventListener('focusin', ({ target }) => {
  const element = threadAt(target);
  if (element) light(wordsOf(element));
});
addEventListener('focusout', ({ relatedTarget }) => {
  if (!threadAt(relatedTarget ?? document.body)) restore();
});

addEventListener('click', ({ target }) => {
  if (!find('[data-threads]')) return;
  const element = threadAt(target);
  // Links and buttons keep their normal behaviour.
  if (target.closest('a, button, summary, input, form') && !target.closest('.line-link')) return;
  held = element && element !== held ? element : null;
  restore();
  if (held) sayPlace(held);
});

addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !held) return;
  held = null;
  restore();
});

/// On a narrow screen neither photograph nor text may be visible; then the lines are announced.
function sayPlace(element) {
  const box = find('.boxes-over .lit');
  if (!box || element.closest('.boxes-over')) return;
  if (isVisible(box) || isVisible(find('.text-lines .word.lit'))) return;
  const lines = all('.line-link', element).map((link) => link.textContent).join(', ');
  const { stands, inPhotograph } = find('[data-threads]').dataset;
  announce(lines ? stands.replace('#', () => lines) : inPhotograph);
}

function isVisible(element) {
  const place = element?.getBoundingClientRect();
  return Boolean(place && place.bottom > 0 && place.top < innerHeight);
}
