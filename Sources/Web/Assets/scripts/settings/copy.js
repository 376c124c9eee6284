// Copies the value of a field.

import { announce, find, onClick } from '../dom.js';

onClick('[data-copy]', async (button) => {
  const field = document.getElementById(button.dataset.copy), label = find('[data-copied]', button);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand('copy'); // pages over plain http have no clipboard API
  }
  label.textContent = label.dataset.copied;
  announce(label.textContent);
});
