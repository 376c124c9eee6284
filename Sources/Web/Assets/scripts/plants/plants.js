// The entry point of the pages of plants and photographs, which also work without scripts.

import { find } from '../dom.js';
import { onShown } from '../page.js';

// The list of species is loaded only where a species can be typed. Without it, the field is a plain one.
onShown(async () => {
  if (!find('input[data-species]')) return;
  const species = await import('../species/species.js').catch(() => null);
  species?.addLists();
});
