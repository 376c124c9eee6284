// Registers the service worker, which makes the app installable and keeps pages for times without a network.

// The folder of the assets. Another release has another folder, and so another worker.
const assets = new URL('..', import.meta.url).pathname.replace(/\/$/, '');

/// The registration of the service worker. Undefined or null without one: it needs https or this very machine, and all
/// else works without it.
export const worker =
  navigator.serviceWorker?.register(`/sw.js?assets=${encodeURIComponent(assets)}`).catch(() => null);

/// Has the worker send what was tapped on notices while the server was out of reach.
const replay = () => navigator.serviceWorker?.controller?.postMessage('replay');

addEventListener('online', replay);
replay();
