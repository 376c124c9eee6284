// Back from the sign-in service: sends the form of the page, and removes the code from the address and the history.

import { find } from '../dom.js';

const form = find('[data-openid]');
if (form) {
  history.replaceState(null, '', location.pathname);
  // Some services send an error without a state. Any site can lead here, so only a person sends that on.
  if (form.elements.state.value) form.requestSubmit();
}
