// Installs the app from the settings, where the browser offers that.

import { all, onClick } from '../dom.js';
import { onShown } from '../page.js';

let offer = null; // the browser's prompt

function show() {
  for (const button of all('[data-install]')) button.hidden = !offer;
  for (const words of all('[data-install-how]')) words.hidden = Boolean(offer);
}

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  offer = event;
  show();
});
addEventListener('appinstalled', () => {
  offer = null;
  show();
});
onClick('[data-install]', async () => {
  const prompt = offer;
  offer = null; // a prompt can be shown once
  await prompt?.prompt();
  show();
});
onShown(show);
