// The entry point of the pages of plants and photographs, which also work without scripts.

import { find } from '../dom.js';
import { onShown } from '../page.js';

// The list of species is loaded only where a species can be typed.
onShown(async () => {
  if (find('input[data-species]')) (await import('../species/species.js')).addLists();
});
