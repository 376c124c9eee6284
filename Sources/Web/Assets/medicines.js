// The medicines' pages work without this module. It lights the same place in photograph, text and explanation: by hovering,
// by focus, or by a tap, which holds it until the next one.

const find = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
let held = null; // what a tap holds: the element and its words

const wordsOf = (element) => (element?.dataset.words ?? '').split(' ').filter(Boolean);

/// Everything that stands for one of these words, and nothing else.
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
const thread = (target) => target.closest?.('[data-threads] [data-words]');

addEventListener('pointerover', (event) => {
  if (event.pointerType !== 'mouse') return;
  const element = thread(event.target);
  if (element) light(wordsOf(element));
  else restore();
});
addEventListener('focusin', (event) => {
  const element = thread(event.target);
  if (element) light(wordsOf(element));
});
addEventListener('focusout', (event) => { if (!thread(event.relatedTarget ?? document.body)) restore(); });

addEventListener('click', (event) => {
  if (!find('[data-threads]')) return;
  const element = thread(event.target);
  // A link or a button does its own work.
  if (event.target.closest('a, button, summary, input, form') && !event.target.closest('.line-link')) return;
  held = element && element !== held ? element : null;
  restore();
  if (held) show(held);
});

addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !held) return;
  held = null;
  restore();
});

/// On a narrow screen the photograph stays in sight while a value is looked at.
function show(element) {
  const box = find(`.boxes-over .lit`);
  if (!box || element.closest('.boxes-over')) return;
  const place = box.getBoundingClientRect();
  if (place.bottom > 0 && place.top < innerHeight) return;
  const line = find('.text-lines .word.lit')?.getBoundingClientRect();
  if (line && line.bottom > 0 && line.top < innerHeight) return;
  announce(`It stands in ${all('.line-link', element).map((link) => link.textContent).join(', ') || 'the photograph'}.`);
}

function announce(text) {
  const line = find('#announce');
  if (line) line.textContent = text;
}

/// A correction is made where the line is: the field opens with the cursor in it.
addEventListener('toggle', (event) => {
  if (event.target.matches?.('.line-edit') && event.target.open) find('input[type="text"]', event.target)?.focus();
}, true);

/// The doctor's sheet: without this module a browser's own menu prints it.
for (const button of all('[data-print]')) button.hidden = false;
addEventListener('click', (event) => { if (event.target.closest?.('[data-print]')) print(); });
