// Answers questions by the keys y, n and s; the key u undoes the last answer. The keys can be switched off.

import { all, find, root } from '../dom.js';
import { onShown } from '../page.js';

const setting = 'larder keys';
// The same media query as in the style sheet: keys work only if they are shown.
const keyboard = matchMedia('(any-pointer: fine) and (hover: hover)');
const areWanted = () => localStorage.getItem(setting) !== 'off';
export const areKeysOn = () => keyboard.matches && areWanted();

function showSetting() {
  root.dataset.keys = areWanted() ? 'on' : 'off';
  for (const box of all('input[data-keys]')) box.checked = areWanted();
}

addEventListener('change', ({ target }) => {
  if (!target.matches?.('input[data-keys]')) return;
  localStorage.setItem(setting, target.checked ? 'on' : 'off');
  showSetting();
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
  const button = choice && card && find(`[value="${choice}"]`, card);
  // A question outside of the window is not answered.
  if (!button || !isVisible(button)) return;
  event.preventDefault();
  button.form.requestSubmit(button);
});

function isVisible(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

onShown(showSetting);
