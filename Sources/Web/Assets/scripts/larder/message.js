// The bar that shows the result of an answer, and counts down the seconds in which the answer can be undone.

import { all, announce, find, focus } from '../dom.js';
import { onShown, replaceAddress } from '../page.js';
import { site } from '../site.js';
import { areKeysOn } from './keys.js';

let clock, leaving;

/// Replaces the message by a text; with the number of an answer, also shows its undo button.
export function showMessage(asking, text, { number, left } = {}) {
  removeMessages();
  const bar = find('[data-told-template]', asking).content.cloneNode(true).firstElementChild;
  find('p', bar).textContent = text;
  const form = find('form', bar);
  if (number === undefined) form.remove();
  else {
    form.action = site.undoVote(number);
    form.dataset.undo = number;
  }
  if (left) bar.dataset.left = left;
  find('main').append(bar);
  announce(number === undefined || !areKeysOn() ? text : `${text} ${asking.dataset.keyHelp}`);
  count(bar);
}

/// Counts down to 0. Then the answer is sent and cannot be undone, and the bar is removed.
function count(bar) {
  const line = find('[data-count]', bar);
  let left = Number(bar.dataset.left) || 0;
  if (!left) {
    if (!find('form', bar)) removeLater(bar);
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
    if (hadFocus) focus(find('main'));
    removeLater(bar);
  }, 1_000);
}

function removeLater(bar) {
  leaving = setTimeout(() => bar.remove(), 4_000);
}

function removeMessages() {
  clearInterval(clock);
  clearTimeout(leaving);
  for (const bar of all('[data-told]')) bar.remove();
}

// A message from the address is shown once, so it is removed from the address.
const address = new URL(location.href);
if (address.searchParams.has('note')) {
  address.searchParams.delete('note');
  replaceAddress(address.pathname + address.search + address.hash);
}

onShown(() => {
  const bar = find('[data-told]');
  if (bar) count(bar);
});
