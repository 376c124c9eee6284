// The service worker. It is a classic script because not all browsers support modules as service workers. Pages are
// fetched from the network first, assets from the cache first. The URL of this script contains the path of the assets,
// so each release has its own worker and its own cache.

const assets = new URL(self.location).searchParams.get('assets') ?? '{{site.assets}}';
const shelf = `assets ${assets}`;
const pages = 'pages';
const pageLimit = 40;
const offline = '{{site.offline}}', outboxPage = '{{site.outbox}}';
// Pages that are kept up to date even if they are not opened, and after how many milliseconds.
const always = ['{{site.today}}', '{{site.month}}', '{{site.medicines}}'], stale = 900_000;
const signIn = '{{site.signIn}}', signOut = '{{site.signOut}}';
// Forms at these addresses begin or end a session, so the pages of another person may not stay.
const doors = [signIn, signOut, '{{site.recovery}}'];
const linkedDoors = ['{{site.setup}}', '{{site.invitation}}', '{{site.reset}}'];
// The server inserts the paths of all modules here, so that every page has its scripts without a network.
const modules = '{{modules}}'.split(' ');
const sheets = ['stillroom.css', 'plants.css', 'photograph.css', 'larder.css', 'medicines.css', 'settings.css'];
const files = [...sheets, ...modules, 'icons.svg', 'plants.svg', 'icon.svg', 'icon-192.png'];

self.addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(shelf);
    await cache.addAll(files.map((name) => `${assets}/${name}`));
    for (const path of [offline, outboxPage]) await cache.add(new Request(path, { cache: 'reload' }));
  })());
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== shelf) await caches.delete(name);
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
    await Promise.allSettled([replay(), send(true)]);
  })());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.method !== 'GET') {
    if (request.mode !== 'navigate') return;
    // The form of another site is left to the browser: a request of the service worker would come from this site, and
    // the server could not refuse it. Without a referrer, the site is not known.
    if (isOfThisSite(request)) event.respondWith(form(request));
    else if (url.pathname === '{{site.share}}' && isShare(request)) event.respondWith(shared(request));
    else if (url.pathname === '{{site.openIDCallback}}') event.respondWith(comeBack(request));
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
  const cache = await caches.open(pages), before = writes;
  try {
    // Without a connection, Firefox answers a preload with an error instead of rejecting it.
    const preload = await event.preloadResponse;
    const response = preload && preload.type !== 'error' ? preload : await fetch(event.request);
    // The server shows this page to a browser without a session: the session has ended.
    if (pathOf(event.request) === signIn && response.ok && !response.headers.has('Stillroom-Account')) await forgetPages();
    else if (keepable(response)) event.waitUntil(keepPages(cache, event.request, response.clone(), before).catch(() => {}));
    return response;
  } catch {
    const kept = await cache.match(event.request);
    if (kept) return asOf(kept);
    return (await caches.match(pathOf(event.request) === outboxPage ? outboxPage : offline)) ?? Response.error();
  }
}

/// Whether a page of this site sends the request. All pages with forms send their address within this site.
const isOfThisSite = ({ referrer }) => {
  try {
    return new URL(referrer).origin === self.location.origin;
  } catch {
    return false;
  }
};

const pathOf = ({ url }) => new URL(url).pathname;

/// Another app shares files, without a referrer.
const isShare = ({ referrer, headers }) =>
  !/^https?:/.test(referrer) && (headers.get('Content-Type') ?? '').startsWith('multipart/form-data');

/// Keeps a page, and renews those that are always kept.
async function keepPages(cache, request, response, before) {
  await setAccount(response.headers.get('Stillroom-Account'));
  if (before === writes) await keep(cache, request, response);
  await keepAlways(cache);
}

/// When a page was refused, by its path: a guest is not asked for the medicines again with each page.
const refusals = new Map();

async function keepAlways(cache) {
  for (const path of always) {
    const kept = await cache.match(path);
    if (Date.now() - (kept ? timeOf(kept) : refusals.get(path) ?? 0) < stale) continue;
    const before = writes, fresh = await fetch(path, { headers: { Accept: 'text/html' } });
    if (fresh.status === 403) refusals.set(path, Date.now());
    // It may be older than what was saved meanwhile.
    if (before !== writes) return;
    if (keepable(fresh)) await keep(cache, path, fresh);
    else await cache.delete(path);
  }
}

/// How often something was saved. A page that was asked for before is not kept after it.
let writes = 0;

/// Something was saved, so the pages with tasks and doses are out of date: one that shows a logged dose as open could
/// lead to a second one. They are removed, then fetched again.
async function refreshKept() {
  writes += 1;
  const cache = await caches.open(pages);
  for (const request of await cache.keys()) {
    const path = pathOf(request);
    if (always.includes(path) || path.startsWith('{{site.medicines}}/')) await cache.delete(request);
  }
  await keepAlways(cache).catch(() => {});
}

const timeOf = (kept) => Number(kept.headers.get('Stillroom-Kept'));

/// A page of the cache, which says when it was current; keep.js shows it.
async function asOf(kept) {
  const html = (await kept.text()).replace('<body', `<body data-as-of="${timeOf(kept)}"`);
  return new Response(html, { status: kept.status, headers: kept.headers });
}

/// Forwards a form of this site that may be repeated, with a key, or keeps it in the outbox.
async function repeatable(request) {
  const entry = await entryOf(request);
  try {
    const response = await deliver(entry, { accept: 'text/html' });
    // A navigation takes no response whose request was redirected, so the browser is led to the same page.
    return response.redirected ? Response.redirect(response.url, 303) : response;
  } catch {
    return kept(entry);
  }
}

async function entryOf(request) {
  const { pathname, search } = new URL(request.url);
  return {
    key: newKey(), at: Date.now(), address: pathname + search, type: request.headers.get('Content-Type'),
    body: await request.blob(), words: said.get(pathname) ?? '',
  };
}

/// Keeps an entry in the outbox, and leads to its page.
async function kept(entry) {
  try {
    const key = await add(entry);
    return Response.redirect(new URL(`${outboxPage}?kept=${key}`, self.location.origin), 303);
  } catch {
    return unsent();
  }
}

/// Forwards what another app shares, as it is. Another site can send the same form without a referrer: the server sees
/// where it is from, and without the server a person must confirm it.
async function shared(request) {
  const copy = request.clone();
  try {
    return await fetch(request);
  } catch {
    return kept({ ...(await entryOf(copy)), isUnconfirmed: true });
  }
}

/// The words of forms that were sent last, by path.
const said = new Map();

/// Forwards a form of this site. Only a form that may be repeated is stored, so without a network the response to another
/// one is a page that says that it was not sent.
async function form(request) {
  if (isRepeatable(request.url)) return repeatable(request);
  try {
    const { pathname } = new URL(request.url), isSignOut = pathname === signOut;
    if (pathname === '{{site.openIDCallback}}') return comeBack(request);
    // Signing out removes everything that is stored, so stored actions are sent first.
    if (isSignOut) await Promise.allSettled([replay(), send(true)]);
    else if (doors.includes(pathname) || linkedDoors.some((door) => pathname.startsWith(door))) await forgetPages();
    const response = await fetch(request);
    // A refused sign-out ends no session, so it removes nothing, and a redirect may be one of a proxy. Not all browsers
    // know Clear-Site-Data.
    if (isSignOut && (await isSignedOut().catch(() => false))) {
      await forgetPages();
      await forgetAll().catch(() => {});
    } else if (response.ok || response.type === 'opaqueredirect') {
      refreshKept();
    }
    return response;
  } catch {
    return unsent();
  }
}

/// Whether the server says that there is no session.
async function isSignedOut() {
  const response = await fetch('{{site.state}}', { headers: { Accept: 'application/json' }, cache: 'no-store' });
  return response.status === 401;
}

/// Back from the sign-in service: a redirect begins a session. Another site can lead to a refusal, which removes nothing.
async function comeBack(request) {
  try {
    const response = await fetch(request);
    if (response.type === 'opaqueredirect') await forgetPages();
    return response;
  } catch {
    return unsent();
  }
}

/// The pages of another person may not stay.
async function forgetPages() {
  refusals.clear();
  await caches.delete(pages);
  await forgetAccount().catch(() => {});
}

/// A page that says that a form was not sent.
async function unsent() {
  const page = await caches.match(offline);
  if (!page) return Response.error();
  const html = (await page.text()).replace('data-unsent hidden', 'data-unsent');
  return new Response(html, { status: 503, statusText: 'Service Unavailable', headers: { ...Object.fromEntries(page.headers), 'Cache-Control': 'no-store' } });
}

const keepable = (response) =>
  response.ok && response.type === 'basic' && !response.redirected &&
  (response.headers.get('Content-Type') ?? '').startsWith('text/html') &&
  (!(response.headers.get('Cache-Control') ?? '').includes('no-store') || response.headers.has('Stillroom-Keep'));

async function keep(cache, request, response) {
  await cache.delete(request);
  const headers = new Headers(response.headers);
  headers.set('Stillroom-Kept', Date.now());
  await cache.put(request, new Response(response.body, { status: response.status, headers }));
  const kept = await cache.keys();
  for (const old of kept.slice(0, Math.max(0, kept.length - pageLimit))) await cache.delete(old);
}

// MARK: outbox

{{outbox}}
// MARK: notices

self.addEventListener('push', (event) => event.waitUntil(notify(event.data)));
self.addEventListener('notificationclick', (event) => {
  const { notification, action } = event;
  notification.close();
  const link = action && notification.data?.links?.[action];
  event.waitUntil(link ? tell(link, notification) : open(notification.data?.path ?? '/'));
});
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event.newSubscription, event.oldSubscription)));
self.addEventListener('sync', (event) => {
  if (event.tag === 'links') event.waitUntil(replay(true));
  if (event.tag === 'outbox') event.waitUntil(sendAll());
});
self.addEventListener('message', (event) => {
  const { data } = event;
  if (data === 'replay') event.waitUntil(replay());
  if (data === 'renew') event.waitUntil(refreshKept());
  // A person reloads for the new version.
  if (data === 'update') self.skipWaiting();
  if (data?.words) said.set(data.address, data.words);
});

/// Sends the outbox. Throws if something is left, so that the browser tries again.
async function sendAll() {
  await send(true);
  const rest = (await waiting()).length;
  if (rest) throw new Error(`${rest} not sent`);
}

/// Always shows a notification: a browser withdraws the permission from a page that shows none.
async function notify(data) {
  let notice;
  try { notice = data.json(); } catch { /* damaged */ }
  notice = Object(notice);
  const title = typeof notice.title === 'string' && notice.title ? notice.title : '{{text.due}}';
  const actions = (Array.isArray(notice.actions) ? notice.actions : []).filter((action) => action?.verb && action.title && linkOf(action.path));
  const count = Number.isInteger(notice.badge) ? badge(notice.badge) : null;
  try {
    await self.registration.showNotification(title, {
      body: String(notice.body ?? ''), tag: String(notice.tag ?? ''), renotify: false, silent: notice.silent === true,
      icon: `${assets}/icon-192.png`, badge: `${assets}/badge-96.png`, timestamp: Date.parse(notice.at) || Date.now(),
      requireInteraction: notice.urgent === true, lang: '{{text.language}}',
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
    return window.url === address ? window.postMessage('changed') : await window.navigate(address);
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
    await show('{{text.later}}', title, tag);
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
  for (const window of await self.clients.matchAll({ type: 'window' })) window.postMessage('changed');
  return true;
}

const show = (title, body, tag) => self.registration.showNotification(title, {
  body, tag, renotify: false, silent: true, icon: `${assets}/icon-192.png`, badge: `${assets}/badge-96.png`, data: { path: '/', waits: true },
});
const refused = (title, tag) => show('{{text.refused}}', '{{text.look}}'.replace('#', () => title), tag);

let replaying;

/// Sends all stored links; one run at a time, because each link works once. If `strict` is true, throws if one is left.
async function replay(strict = false) {
  replaying ??= tellKept().finally(() => { replaying = null; });
  const rest = await replaying;
  if (strict && rest) throw new Error(`${rest} not sent`);
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

/// Sends a renewed subscription to the server, which accepts it only from the person whose channel it replaces. The old one
/// expires without a request.
async function renew(fresh, old) {
  const replaces = old?.endpoint ?? await endpoint();
  if (!fresh) {
    const { key } = await (await fetch('{{site.pushKey}}', { method: 'POST', headers: { Accept: 'application/json' } })).json();
    fresh = await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  }
  const response = await fetch('{{site.channels}}', {
    method: 'POST', headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ kind: 'web-push', name: '{{text.browser}}', ...fresh.toJSON(), ...(replaces && { replaces }) }),
  });
  if (response.ok) await rememberEndpoint(fresh.endpoint);
}
