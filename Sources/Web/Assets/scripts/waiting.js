// Shows the answer that the page waits for as soon as it is available.

import { announce, find, getJSON, getPage } from './dom.js';
import { isInUse, showPage } from './page.js';
import { site } from './site.js';

/// Shows the answer that this page waits for, unless the page is in use. Returns whether an answer is held back.
export async function showAnswerOf({ waiting }) {
  const panel = find('[data-waits]');
  if (!panel || panel.dataset.seen === String(waiting)) return false;
  const list = await getJSON(site.api.waiting);
  if (list.waiting.some((one) => one.identification === panel.dataset.waits)) {
    panel.dataset.seen = waiting;
  } else if (isInUse()) {
    const line = find('[data-arrived]', panel);
    if (line.hidden) announce(line.textContent);
    line.hidden = false;
    return true;
  } else {
    showPage(await getPage(location.href), null);
  }
  return false;
}
