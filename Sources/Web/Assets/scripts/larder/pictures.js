// Hides pictures that cannot be loaded, and the frames around them.

import { all, find } from '../dom.js';

function hide(picture) {
  picture.closest('.clue a, .packet-picture a')?.setAttribute('hidden', '');
  picture.hidden = true;
}

addEventListener('error', ({ target }) => {
  if (target instanceof HTMLImageElement && find('main')?.contains(target)) hide(target);
}, true);

// Pictures that failed before this module was loaded. A lazy one may not have started.
for (const picture of all('main img')) {
  if (picture.complete && !picture.naturalWidth && picture.loading !== 'lazy') hide(picture);
}
