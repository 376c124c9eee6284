// The service worker. It is a classic script because not all browsers support modules as service workers. Pages are
// fetched from the network first, assets from the cache first. The URL of this script contains the path of the assets,
// so each release has its own worker and its own cache.

const assets = new URL(self.location).searchParams.get('assets') ?? '{{site.assets}}';
const shelf = `assets ${assets}`;
const pages = 'pages';
const pageLimit = 40;
const offline = '{{site.offline}}';
const signIn = '{{site.signIn}}', signOut = '{{site.signOut}}';
// Forms at these addresses begin or end a session, so the pages of another person may not stay.
const doors = [signIn, signOut, '{{site.recovery}}'];
const linkedDoors = ['{{site.setup}}', '{{site.invitation}}', '{{site.reset}}'];
// The server inserts the paths of all modules here, so that every page has its scripts without a network.
const modules = '{{modules}}'.split(' ');
const files = ['stillroom.css', ...modules, 'icons.svg', 'plants.svg', 'icon.svg', 'icon-192.png'];

self.addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(shelf);
    await cache.addAll(files.map((name) => `${assets}/${name}`));
    await cache.add(new Request(offline, { cache: 'reload' }));
    await self.skipWaiting();
  })());
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== shelf) await caches.delete(name);
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
    await replay();
  })());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.method !== 'GET') {
    if (request.mode === 'navigate') event.respondWith(form(request));
    return;
  }
  if (url.pathname.startsWith('{{site.assets}}/')) event.respondWith(asset(request));
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
    // The server leads a browser without a session to this page: nobody is signed in here any more.
    if (new URL(event.request.url).pathname === signIn) await caches.delete(pages);
    else if (keepable(response)) event.waitUntil(keep(cache, event.request, response.clone()));
    return response;
  } catch {
    return (await cache.match(event.request)) ?? (await caches.match(offline)) ?? Response.error();
  }
}

/// Forwards a form. The form is not stored, so without a network the response is a page that says that it was not sent.
async function form(request) {
  try {
    const { pathname } = new URL(request.url);
    // Signing out removes everything that is stored, so stored actions are sent first.
    if (pathname === signOut) await replay().catch(() => {});
    if (doors.includes(pathname) || linkedDoors.some((door) => pathname.startsWith(door))) await caches.delete(pages);
    const response = await fetch(request);
    // Back from the sign-in service: a redirect begins a session. Another site can lead to a refusal, which removes nothing.
    if (pathname === '{{site.openIDCallback}}' && response.type === 'opaqueredirect') await caches.delete(pages);
    return response;
  } catch {
    const page = await caches.match(offline);
    if (!page) return Response.error();
    const html = (await page.text()).replace('data-unsent hidden', 'data-unsent');
    return new Response(html, { status: 503, statusText: 'Service Unavailable', headers: { ...Object.fromEntries(page.headers), 'Cache-Control': 'no-store' } });
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

// MARK: notices

self.addEventListener('push', (event) => event.waitUntil(notify(event.data)));
self.addEventListener('notificationclick', (event) => {
  const { notification, action } = event;
  notification.close();
  const link = action && notification.data?.links?.[action];
  event.waitUntil(link ? tell(link, notification) : open(notification.data?.path ?? '/'));
});
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event.newSubscription)));
self.addEventListener('sync', (event) => { if (event.tag === 'links') event.waitUntil(replay(true)); });
self.addEventListener('message', (event) => { if (event.data === 'replay') event.waitUntil(replay()); });

/// Always shows a notification: a browser withdraws the permission from a page that shows none.
async function notify(data) {
  let notice;
  try { notice = data.json(); } catch { /* damaged */ }
  notice = Object(notice);
  const title = typeof notice.title === 'string' && notice.title ? notice.title : 'You have something to do';
  const actions = (Array.isArray(notice.actions) ? notice.actions : []).filter((action) => action?.verb && action.title && linkOf(action.path));
  const count = Number.isInteger(notice.badge) ? badge(notice.badge) : null;
  try {
    await self.registration.showNotification(title, {
      body: String(notice.body ?? ''), tag: String(notice.tag ?? ''), renotify: false, silent: notice.silent === true,
      icon: `${assets}/icon-192.png`, badge: `${assets}/badge-96.png`, timestamp: Date.parse(notice.at) || Date.now(),
      requireInteraction: notice.urgent === true, lang: 'en',
      actions: actions.map(({ verb, title: words }) => ({ action: verb, title: words })),
      data: { path: own(notice.path), links: Object.fromEntries(actions.map(({ verb, path }) => [verb, linkOf(path)])) },
    });
  } catch {
    await self.registration.showNotification(title, { body: String(notice.body ?? ''), data: { path: own(notice.path) } });
  }
  await count;
  await replay();
}

/// A path of this site as an absolute address; the address of Today for anything else.
function own(path) {
  try {
    const url = new URL(path, self.location.origin);
    if (/^\/(?![/\\])/.test(path) && url.origin === self.location.origin) return url.href;
  } catch { /* no path */ }
  return `${self.location.origin}/`;
}

/// The link of an action; null for any other path.
function linkOf(path) {
  const address = own(path);
  return new URL(address).pathname.startsWith('{{site.links}}/') ? address : null;
}

async function badge(count) {
  try {
    await (count > 0 ? self.navigator.setAppBadge?.(count) : self.navigator.clearAppBadge?.());
  } catch { /* no badges in this browser */ }
}

async function open(path) {
  const address = own(new URL(path, self.location.origin).pathname);
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const one = windows.find(({ url }) => url === address) ?? windows[0];
  try {
    const window = await one.focus();
    return window.url === address ? window.postMessage('told') : await window.navigate(address);
  } catch {
    return self.clients.openWindow(address);
  }
}

// MARK: actions of notices

/// Sends the link to the server, now or as soon as the server can be reached.
async function tell(link, { title, tag }) {
  try {
    if (!(await post(link))) await refused(title, tag);
  } catch {
    try {
      await keepLink({ link, title, tag });
    } catch {
      return refused(title, tag);
    }
    await self.registration.sync?.register('links').catch(() => {});
    await show('Not saved yet: Stillroom is offline. It is sent later.', title, tag);
  }
}

/// Returns whether the server accepted the link. Throws if a later attempt may succeed.
async function post(link) {
  const response = await fetch(link, { method: 'POST', headers: { Accept: 'application/json' }, keepalive: true, signal: AbortSignal.timeout(10_000) });
  if (!response.ok) {
    if (response.status >= 500 || [408, 425, 429].includes(response.status)) throw new Error(String(response.status));
    return false;
  }
  await badge((await response.json()).overdue);
  for (const window of await self.clients.matchAll({ type: 'window' })) window.postMessage('told');
  return true;
}

const show = (title, body, tag) => self.registration.showNotification(title, {
  body, tag, renotify: false, silent: true, icon: `${assets}/icon-192.png`, badge: `${assets}/badge-96.png`, data: { path: '/', waits: true },
});
const refused = (title, tag) => show('Could not be saved', `${title}. Open Stillroom and look at Today.`, tag);

let replaying;

/// Sends all stored links; one run at a time, because each link works once. If `strict` is true, throws if one is left.
async function replay(strict = false) {
  replaying ??= tellKept().finally(() => { replaying = null; });
  const rest = await replaying;
  if (strict && rest) throw new Error(`${rest} not told`);
}

async function tellKept() {
  let rest = 0;
  for (const { link, title, tag } of await keptLinks().catch(() => [])) {
    try {
      const taken = await post(link);
      await forgetLink(link);
      for (const notification of await self.registration.getNotifications({ tag })) if (notification.data?.waits) notification.close();
      if (!taken) await refused(title, tag);
    } catch {
      rest += 1;
    }
  }
  return rest;
}

const keepLink = (entry) => outbox('readwrite', (links) => links.put(entry));
const forgetLink = (link) => outbox('readwrite', (links) => links.delete(link));
const keptLinks = () => outbox('readonly', (links) => links.getAll());

function outbox(mode, use) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('outbox', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('links', { keyPath: 'link' });
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('links', mode), asked = use(transaction.objectStore('links'));
      transaction.oncomplete = () => { opening.result.close(); resolve(asked.result); };
      transaction.onabort = () => { opening.result.close(); reject(transaction.error); };
    };
  });
}

// MARK: renewed subscriptions

/// Sends a renewed subscription to the server. The old one expires without a request.
async function renew(fresh) {
  if (!fresh) {
    const { key } = await (await fetch('{{site.pushKey}}', { method: 'POST', headers: { Accept: 'application/json' } })).json();
    fresh = await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  }
  await fetch('{{site.channels}}', {
    method: 'POST', headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ kind: 'web-push', name: 'This browser', ...fresh.toJSON() }),
  });
}
