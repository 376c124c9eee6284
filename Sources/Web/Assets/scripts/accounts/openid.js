// Back from the sign-in service: sends the form of the page, and removes the code from the address and the history.

import { find } from '../dom.js';

const form = find('[data-openid]');
if (form) {
  history.replaceState(null, '', location.pathname);
  // Pages that are stored for use without the server may be those of another person.
  await globalThis.caches?.delete('pages').catch(() => {});
  form.requestSubmit();
}
