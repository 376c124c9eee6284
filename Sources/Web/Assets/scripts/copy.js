// Copies the value of a field.

import { announce, find, onClick } from './dom.js';

onClick('[data-copy]', async (button) => {
  const field = document.getElementById(button.dataset.copy), label = find('[data-copied]', button);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand('copy'); // over plain http there is no clipboard
  }
  label.textContent = label.dataset.copied;
  announce(label.textContent);
});
