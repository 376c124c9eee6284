// A line of a label is corrected where it is: the field has the cursor as soon as it opens.

import { find } from '../dom.js';

addEventListener('toggle', ({ target }) => {
  if (target.matches?.('.line-edit') && target.open) find('input[type="text"]', target)?.focus();
}, true);
