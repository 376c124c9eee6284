// The settings: suggestions for the time zone, the latitude and the flora.

import { all, find, post } from '../dom.js';
import { site } from '../site.js';

// Suggests the time zone of the browser in the set-up, as long as none was chosen.
const guess = find('[data-guess]');
if (guess) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if ([...guess.options].some(({ value }) => value === timeZone)) guess.value = timeZone;
}

// Suggests the latitude of the time zone's place, unless another one was typed.
addEventListener('change', ({ target }) => {
  if (!target.matches('[data-zone]')) return;
  const field = find('input[data-latitude]');
  const isKnown = [...target.options].some((option) => option.dataset.latitude === field.value);
  if (!field.disabled && (isKnown || !field.value)) field.value = target.selectedOptions[0].dataset.latitude;
});

// Adds Pl@ntNet's floras to the suggestions. The server requests them only when a person is about to choose one.
addEventListener('focusin', async ({ target }) => {
  const list = target.id === 'project' && find('#floras');
  if (!list || list.dataset.asked) return;
  list.dataset.asked = 'yes';
  try {
    const { projects } = await (await post(site.api.projects)).json();
    const known = new Set(all('option', list).map((option) => option.value));
    for (const { id, title } of projects) if (!known.has(id)) list.append(new Option(title, id));
  } catch { /* The suggestions of the page remain, and any id can be typed. */ }
});
