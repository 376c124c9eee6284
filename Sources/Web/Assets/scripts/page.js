// Replaces the content of the page without a reload, and then runs the actions that other modules have registered.

import { all, announce, find, focusHeading, getPage } from './dom.js';

const here = () => location.pathname + location.search;
let shown = here(); // the address of the shown content
const actions = [];

/// Runs the action now, and after each replacement of the page's main part.
export function onShown(action) {
  actions.push(action);
  action();
}

const runActions = () => { for (const action of actions) action(); };

/// Replaces this page by another one and scrolls to its top. With an address, it becomes a new entry of the history.
export function showPage(page, address) {
  const swap = () => {
    document.title = page.title;
    // A page of another tab has another style sheet.
    document.head.append(...all('link[rel=stylesheet]', page)
      .filter((sheet) => !find(`link[href="${sheet.getAttribute('href')}"]`)));
    for (const part of ['main', '.tabs', '.bar']) {
      const next = find(part, page);
      if (next) find(part).replaceWith(next);
    }
    if (address) {
      history.pushState(null, '', address);
      shown = here();
    }
    scrollTo(0, 0);
    runActions();
    const heading = focusHeading(find('.problem') ?? find('main'));
    announce(heading?.textContent ?? document.title);
  };
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (document.startViewTransition && !isCalm && !document.hidden) document.startViewTransition(swap);
  else swap();
}

/// Replaces the main part and keeps the scroll position.
export function replaceMain(main) {
  const place = scrollY;
  find('main').replaceWith(main);
  scrollTo(0, place);
  runActions();
}

/// Replaces the main part by the server's current one for this address.
export async function refresh() {
  const main = find('main', await getPage(location.href));
  if (main) replaceMain(main);
}

/// Changes the address of the page without a new entry of the history.
export function replaceAddress(address) {
  history.replaceState(history.state, '', address);
  shown = here();
}

/// Returns true if a control of the page has the focus, was changed, or belongs to a form that is being sent.
export function isInUse() {
  const main = find('main'), focused = document.activeElement;
  const isChanged = (field) =>
    field.type === 'checkbox' || field.type === 'radio' ? field.checked !== field.defaultChecked
      : field.options ? field.selectedIndex !== Math.max(0, [...field.options].findIndex((option) => option.defaultSelected))
        : field.value !== field.defaultValue;
  return (main.contains(focused) && focused.matches('a, button, summary, input, select, textarea') && !focused.closest('[data-did]'))
    || all('input, select, textarea', main).some(isChanged)
    || Boolean(find('[data-sent]', main));
}

addEventListener('popstate', () => { if (here() !== shown) location.reload(); });
