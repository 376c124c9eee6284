// Moves the focus to the text field of a line's correction when it opens.

import { find } from '../dom.js';

addEventListener('toggle', ({ target }) => {
  if (target.matches?.('.line-edit') && target.open) find('input[type="text"]', target)?.focus();
}, true);
