// Registers the service worker, which makes the app installable and caches pages for use without a network.

import { announce, find, onClick } from './dom.js';
import { site } from './site.js';

// The path of the assets. Each release has its own path and therefore its own worker.
const assets = new URL('..', import.meta.url).pathname.replace(/\/$/, '');

/// A promise of the service worker's registration; undefined or a promise of null without one. A service worker needs
/// https or localhost; everything else works without it.
export const worker =
  navigator.serviceWorker?.register(`${site.serviceWorker}?assets=${encodeURIComponent(assets)}`).catch(() => null);

/// Makes the worker send the links of notices that were tapped while the server was unreachable.
const replay = () => navigator.serviceWorker?.controller?.postMessage('replay');

addEventListener('online', replay);
replay();

// MARK: a new version

/// Offers a reload as soon as a new version waits. Nothing is offered on the first visit.
async function watch(registration) {
  const offer = () => {
    const bar = registration?.waiting && registration.active && navigator.serviceWorker.controller && find('#update');
    if (!bar || !bar.hidden) return;
    bar.hidden = false;
    announce(find('p', bar).textContent);
  };
  offer();
  registration?.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', offer);
  });
}

let isAsked = false;
worker?.then(watch);
onClick('[data-update]', async () => {
  isAsked = true;
  (await worker)?.waiting?.postMessage('update');
});
navigator.serviceWorker?.addEventListener('controllerchange', () => { if (isAsked) location.reload(); });
