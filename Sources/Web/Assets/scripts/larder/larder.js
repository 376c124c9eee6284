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
  for (const button of all('[data-viewfinder]')) {
    button.hidden = !hasCamera;
    const photograph = find('.camera .pick', button.parentElement);
    photograph.classList.toggle('primary', !hasCamera);
    photograph.classList.toggle('quiet', hasCamera);
  }
});
onClick('[data-viewfinder]', async () => (await import('../viewfinder/viewfinder.js')).scan());
