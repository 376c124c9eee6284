// Pages come from the network first, assets from the cache first. The address of this script names the assets'
// folder, so a new release is a new worker with a new cache.

const assets = new URL(self.location).searchParams.get('assets') ?? '/assets';
const shelf = `assets ${assets}`;
const pages = 'pages';
const pageLimit = 40;
const offline = '/offline';

self.addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(shelf);
    await cache.addAll(['stillroom.css', 'stillroom.js', 'icons.svg', 'icon.svg', 'icon-192.png'].map((name) => `${assets}/${name}`));
    await cache.add(new Request(offline, { cache: 'reload' }));
    await self.skipWaiting();
  })());
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== shelf) await caches.delete(name);
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  })());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith('/assets/')) event.respondWith(asset(request));
  else if (request.mode === 'navigate') event.respondWith(page(event));
});

async function asset(request) {
  const cache = await caches.open(shelf);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && new URL(request.url).pathname.startsWith(`${assets}/`)) await cache.put(request, response.clone());
  return response;
}

async function page(event) {
  const cache = await caches.open(pages);
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request));
    if (keepable(response)) event.waitUntil(keep(cache, event.request, response.clone()));
    return response;
  } catch {
    return (await cache.match(event.request)) ?? (await caches.match(offline)) ?? Response.error();
  }
}

const keepable = (response) =>
  response.ok && response.type === 'basic' && !response.redirected &&
  (response.headers.get('Content-Type') ?? '').startsWith('text/html') &&
  !(response.headers.get('Cache-Control') ?? '').includes('no-store');

async function keep(cache, request, response) {
  await cache.delete(request);
  await cache.put(request, response);
  const kept = await cache.keys();
  for (const old of kept.slice(0, Math.max(0, kept.length - pageLimit))) await cache.delete(old);
}
