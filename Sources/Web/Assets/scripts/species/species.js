// A text field for a species becomes a combobox (ARIA 1.2, list autocomplete with manual selection). The server resolves
// the text when the form is sent, so the list only saves typing. A chosen plant is sent as the field `chosen`.

import { all, announce, find } from '../dom.js';
import { site } from '../site.js';

const wait = 150; // milliseconds after the last key
const most = 8;

/// Returns the answer of the server, which the browser may keep for an hour; nil if the search was given up.
async function search(text, signal) {
  const response = await fetch(`${site.api.species}?q=${encodeURIComponent(text)}&limit=${most}`, {
    headers: { Accept: 'application/json' }, signal,
  });
  if (!response.ok) throw new Error(String(response.status));
  return (await response.json()).species;
}

const words = () => find('[data-species-words]').content;
const textOf = (name) => find(`[data-${name}]`, words()).textContent;

/// Returns the words for the number of results.
const counted = (count) =>
  (count === 0 ? textOf('none') : count === 1 ? textOf('one') : textOf('many').replace('#', count));

const rankOf = ({ rank }) => find(`[data-rank="${rank}"]`, words())?.textContent ?? rank;

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function combobox(input) {
  const id = `${input.id}-list`;
  const label = find('ul', words()).getAttribute('aria-label');
  const list = element('ul', { id, role: 'listbox', 'aria-label': label, class: 'species-list', hidden: '' });
  const chosen = element('input', { type: 'hidden', name: 'chosen', disabled: '' });
  const box = element('div', { class: 'species' });
  input.replaceWith(box);
  box.append(input, list, chosen);
  for (const [key, value] of Object.entries({
    role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': id, 'aria-haspopup': 'listbox',
  })) input.setAttribute(key, value);

  let found = [];
  let active = -1;
  let timer = 0;
  let controller;

  function mark(place) {
    active = place;
    all('[role="option"]', list).forEach((option, index) => {
      option.setAttribute('aria-selected', String(index === place));
      if (index === place) option.scrollIntoView({ block: 'nearest' });
    });
    if (place < 0) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', `${id}-${place}`);
  }

  function close() {
    clearTimeout(timer);
    controller?.abort();
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    mark(-1);
  }

  function show(species) {
    found = species;
    list.replaceChildren(...species.map((plant, index) => {
      const option = element('li', { id: `${id}-${index}`, role: 'option', 'aria-selected': 'false' });
      option.append(element('span', {}, plant.name));
      if (plant.name !== plant.scientificName) option.append(' ', element('i', { lang: 'la' }, plant.scientificName));
      if (plant.rank !== 'species') option.append(' ', element('small', {}, rankOf(plant)));
      return option;
    }));
    list.hidden = species.length === 0;
    input.setAttribute('aria-expanded', String(species.length > 0));
    mark(-1);
    announce(counted(species.length));
  }

  function choose(place) {
    const plant = found[place];
    if (!plant) return;
    // The field for a person's own name keeps that name.
    input.value = input.name === 'name' ? plant.name : plant.scientificName;
    chosen.value = plant.id;
    chosen.disabled = false;
    close();
    announce(`${plant.name}, ${plant.scientificName}`);
  }

  function ask() {
    clearTimeout(timer);
    controller?.abort();
    const text = input.value.trim();
    if (text.length < 2) return close();
    timer = setTimeout(async () => {
      const current = new AbortController();
      controller = current;
      try {
        const species = await search(text, current.signal);
        if (current.signal.aborted || document.activeElement !== input) return;
        // A complete name needs no list, which would only cover the rest of the form.
        if (species.length === 1 && species[0].match === 'exact') close();
        else show(species);
      } catch {
        // Without an answer the field is a text field.
        if (!current.signal.aborted) close();
      }
    }, wait);
  }

  input.addEventListener('input', () => {
    chosen.value = '';
    chosen.disabled = true;
    ask();
  });
  input.addEventListener('keydown', (event) => {
    const isOpen = !list.hidden;
    if (event.isComposing) return;
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        event.preventDefault();
        if (!isOpen) return ask();
        const step = event.key === 'ArrowDown' ? 1 : -1;
        // Between the last and the first option no option is active, and the text is as it was typed.
        mark(((active + 1 + step + found.length + 1) % (found.length + 1)) - 1);
        return;
      }
      case 'Enter':
        if (!isOpen || active < 0) return;
        event.preventDefault();
        return choose(active);
      case 'Escape':
        if (!isOpen) return;
        event.preventDefault();
        return close();
      default:
    }
  });
  input.addEventListener('blur', close);
  // A press must not take the focus from the field before the click.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const option = target.closest('[role="option"]');
    if (option) choose(all('[role="option"]', list).indexOf(option));
  });
}

/// Adds the list to each field of the page that has none yet.
export function addLists() {
  for (const input of all('input[data-species]:not([role])')) combobox(input);
}
