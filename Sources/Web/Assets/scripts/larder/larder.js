// The entry point of the larder's pages, which also work without scripts.

import '../photograph/photograph.js';
import './answers.js';
import './keys.js';
import './pictures.js';
import { all, find, onClick } from '../dom.js';
import { onShown } from '../page.js';

// Only a page over https or on this machine has a camera; the photo of a barcode works everywhere.
onShown(() => {
  const hasCamera = Boolean(navigator.mediaDevices?.getUserMedia);
  for (const button of all('[data-viewfinder]')) button.classList.toggle('ready', hasCamera);
});
onClick('[data-viewfinder]', async () => {
  try {
    const { scan } = await import('../viewfinder/viewfinder.js');
    await scan();
  } catch {
    // The module could not be loaded.
    const view = find('#viewfinder'), line = find('[data-line]', view);
    line.textContent = line.dataset.unread;
    if (!view.open) view.showModal();
  }
});
