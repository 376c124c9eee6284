// The outbox: what was done on this device and has not reached the server yet, in IndexedDB. A module of the pages; the
// server also writes it into the service worker, which is a classic script. So it imports nothing.

// `twice`: milliseconds within which the same form counts as pressed twice; `text`: bytes of a body that is compared;
// `refusals`: errors of the server itself after which an entry no longer holds up the others; `drift`: milliseconds.
const limits = {
  entries: 200, bytes: 200 * 2 ** 20, unconfirmed: 5, unconfirmedBytes: 64 * 2 ** 20, twice: 5_000, text: 4_000,
  refusals: 5, drift: 30_000, longest: 300,
};
const channel = globalThis.BroadcastChannel && new BroadcastChannel('outbox');

// The routes that accept an Idempotency-Key.
const routes = '{{site.repeatable}}'.split(' ').map((path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`));
export const isRepeatable = (address) =>
  routes.some((route) => route.test(new URL(address, location.origin).pathname));

/// A new random key. `crypto.randomUUID` does not exist over plain http.
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

// MARK: rows

function rows(store, mode, use) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('stillroom', 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore('entries', { keyPath: 'key' });
      opening.result.createObjectStore('about');
    };
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result, transaction = database.transaction(store, mode);
      const asked = use(transaction.objectStore(store));
      transaction.oncomplete = () => { database.close(); resolve(asked?.result); };
      transaction.onabort = () => { database.close(); reject(transaction.error); };
    };
  });
}

/// Changes an entry, unless it was removed meanwhile: reading and writing are one transaction.
const change = (key, fields) => rows('entries', 'readwrite', (store) => {
  const reading = store.get(key);
  reading.onsuccess = () => { if (reading.result) store.put({ ...reading.result, ...fields }); };
});

/// All entries, also those of other accounts, in the order in which they were added: the clock may have been changed.
export const entries = async () => (await rows('entries', 'readonly', (store) => store.getAll())).sort(inOrder);
const inOrder = (one, other) => (one.order ?? 0) - (other.order ?? 0) || one.at - other.at;

/// The account of this device's session, as the server named it last; undefined if no one is signed in, as far as this
/// device knows.
export const account = () => rows('about', 'readonly', (store) => store.get('account'));

export async function setAccount(id) {
  if (!id || id === await account()) return;
  await rows('about', 'readwrite', (store) => store.put(id, 'account'));
  changed('account');
}

/// The endpoint of this browser's push subscription, as the server knows it: the service worker tells which one a new
/// subscription replaces.
/// Without this storage, the page sends a new subscription when it is opened.
export const endpoint = () => rows('about', 'readonly', (store) => store.get('endpoint')).catch(() => undefined);

export async function rememberEndpoint(value) {
  if (value === await endpoint()) return;
  await rows('about', 'readwrite', (store) => store.put(value, 'endpoint')).catch(() => {});
}

/// The session has ended: no entry is sent until somebody has signed in. Of a medicine only the address and the body
/// are left, which are needed to send it.
export async function forgetAccount() {
  await rows('about', 'readwrite', (store) => store.delete('account'));
  for (const { key, address, problem } of await entries()) {
    if (!address.startsWith('{{site.medicines}}/')) continue;
    const { code, isDone } = problem ?? {};
    await change(key, { words: '', text: null, ...(problem && { problem: { code, isDone } }) });
  }
  changed('account');
}

/// Somebody has signed out: removes everything. Waits some seconds for an entry that is being sent.
export async function forgetAll() {
  const clear = async () => {
    for (const store of ['entries', 'about']) await rows(store, 'readwrite', (all) => all.clear());
  };
  await locked({ signal: AbortSignal.timeout(5_000) }, clear).catch(clear);
  changed('cancelled');
}

const changed = (what) => { channel?.postMessage(what); globalThis.dispatchEvent(new CustomEvent('outbox', { detail: what })); };

/// Calls the action when the outbox changed, also in another page. Its argument is `sent` if something was sent.
export function onChanged(action) {
  channel?.addEventListener('message', ({ data }) => action(data));
  addEventListener('outbox', ({ detail }) => action(detail));
}

// MARK: entries

/// Adds an entry with a key, an address, a content type, a body (a Blob), words, and the time `at` of the action if it
/// is not now. Returns the key: that of the first entry if this one is a second press of the same button. Throws an error
/// named `QuotaExceededError` if there is no room, and `NotSignedIn` if its account is not known.
export async function add(entry) {
  const owner = await account();
  if (!owner) throw Object.assign(new Error('The account is not known.'), { name: 'NotSignedIn' });
  const text = entry.body.size <= limits.text ? await entry.body.text() : null;
  const fresh = { at: Date.now(), tries: 0, ...entry, text, account: owner };
  let key = fresh.key, isFull = false;
  await rows('entries', 'readwrite', (store) => {
    const reading = store.getAll();
    reading.onsuccess = () => {
      const others = reading.result, twin = others.find((other) => isTwice(other, fresh));
      if (twin) return void (key = twin.key);
      // Another site can add what is not confirmed, so it takes no room from what a person did.
      const alike = others.filter((other) => !other.isUnconfirmed === !fresh.isUnconfirmed);
      const bytes = alike.reduce((sum, { body }) => sum + body.size, fresh.body.size);
      const [count, size] = fresh.isUnconfirmed
        ? [limits.unconfirmed, limits.unconfirmedBytes] : [limits.entries, limits.bytes];
      isFull = alike.length >= count || bytes > size;
      if (!isFull) store.put({ ...fresh, order: 1 + Math.max(0, ...others.map(({ order }) => order ?? 0)) });
    };
  });
  if (isFull) throw new DOMException('', 'QuotaExceededError');
  const registration = self.registration ?? await navigator.serviceWorker?.getRegistration().catch(() => null);
  if (!fresh.isUnconfirmed) await registration?.sync?.register('outbox').catch(() => {});
  changed('kept');
  return key;
}

const isTwice = (one, other) => !one.problem && typeof one.text === 'string' && one.text === other.text
  && one.address === other.address && one.account === other.account
  && Math.abs(one.at - other.at) < limits.twice;

const locked = (options, body) =>
  navigator.locks ? navigator.locks.request('outbox', options, body) : body(true);

/// Removes an entry. Returns 'cancelled', 'gone' if it was sent meanwhile, or 'tried' if an attempt may have arrived
/// whose answer did not.
export const cancel = (key) => locked({}, async () => {
  const entry = (await entries()).find((each) => each.key === key);
  await rows('entries', 'readwrite', (store) => store.delete(key));
  changed('cancelled');
  return entry ? (entry.isTried && !entry.problem ? 'tried' : 'cancelled') : 'gone';
});

/// Makes a refused entry be sent again, or one that was not confirmed. If its time is not known, the time is now.
export async function retry(key) {
  const entry = (await entries()).find((each) => each.key === key);
  const isTimeless = entry?.problem?.code === clockChanged;
  await change(key, {
    problem: undefined, isUnconfirmed: false, next: 0, refusals: 0, ...(isTimeless && { at: Date.now() }),
  });
}

const clockChanged = 'clock-changed';

// MARK: sending

/// Whether an entry is an upload. Uploads are large and are refused more often, so they are sent in an order of their
/// own, and hold up nothing else.
const isUpload = ({ type }) => (type ?? '').startsWith('multipart/');

/// Sends an action that was made now, after those that wait. Throws if one of them cannot be sent now, or if no answer of
/// the server arrives; then the action belongs into the outbox, and `isTried` tells whether it may have arrived.
export async function deliver(entry, options) {
  const isAlike = (other) => isUpload(other) === isUpload(entry);
  const isFree = async () => !(await waiting().catch(() => [])).some(isAlike);
  if (!(await isFree())) {
    await send(true).catch(() => {});
    if (!(await isFree())) throw new DOMException('Other actions wait.', 'AbortError');
  }
  let response;
  try {
    response = await ask(entry, options);
  } catch (error) {
    entry.isTried = isLate(error);
    throw error;
  }
  if (!isOurs(response)) throw new DOMException('This is not an answer of the server.', 'AbortError');
  if (response.ok || response.redirected) renewPages();
  return response;
}

/// Whether the server has answered, and not a proxy or the sign-in page of a network. An answer without a session names
/// no account.
const isOurs = ({ status, headers }) => headers.has('Stillroom-Account') || status === 401
  || (headers.get('Content-Type') ?? '').startsWith('application/problem+json');

/// Sends the request of an entry, with its key. Throws if no answer arrives.
const ask = (entry, { accept = 'application/json', ...options } = {}) => fetch(entry.address, {
  method: 'POST',
  body: entry.body,
  headers: {
    Accept: accept, 'Idempotency-Key': `"${entry.key}"`,
    ...(entry.type && { 'Content-Type': entry.type }),
    ...(entry.account && {
      'Stillroom-Account': entry.account,
      'Stillroom-Age': String(Math.max(0, Math.round((Date.now() - entry.at) / 1_000))),
    }),
  },
  signal: AbortSignal.timeout(entry.body.size > 100_000 ? 120_000 : 15_000),
  ...options,
});

/// Whether the server may have performed a request without an answer in time.
const isLate = (error) => error?.name === 'TimeoutError';

/// Whether an error means that the server was not reached, or did not answer in time.
export const isUnreachable = (error) => ['TypeError', 'TimeoutError', 'AbortError'].includes(error?.name);

let sending = null, isAskedAgain = false;

/// Sends all entries of this account in order. With `isNow`, does not wait for the end of a pause of its own; the
/// server's Retry-After always counts. Returns once all entries were sent, or one could not be.
export function send(isNow = false) {
  // What is being sent may fail because of the network that has just come back.
  if (sending && isNow) isAskedAgain = true;
  return sending ??= sendAsAsked(isNow).finally(() => { sending = null; });
}

async function sendAsAsked(isNow) {
  do {
    isAskedAgain = false;
    await locked({ ifAvailable: true }, (lock) => lock && flush(isNow));
    isNow = true;
  } while (isAskedAgain);
}

/// When the next entry may be sent, in milliseconds since 1970; infinite if none waits.
export async function nextTime() {
  const list = (await waiting()).filter(({ isSignedOut }) => !isSignedOut);
  return Math.min(...list.map(({ notBefore, next }) => Math.max(notBefore ?? 0, next ?? 0)));
}

/// The entries of this account that are still to be sent.
export async function waiting() {
  const owner = await account();
  const isWaiting = ({ account: own, problem, isUnconfirmed }) => owner && own === owner && !problem && !isUnconfirmed;
  return (await entries()).filter(isWaiting);
}

async function flush(isNow) {
  let isSent = false;
  for (const isOfLine of [(entry) => !isUpload(entry), isUpload]) {
    // Each entry is read when it is sent: it may have been cancelled, and others may have been added.
    for (let entry; ([entry] = (await waiting()).filter(isOfLine)) && entry;) {
      if (entry.notBefore > Date.now() || (!isNow && entry.next > Date.now())) break;
      if (!(await attempt(entry))) break;
      isSent = true;
    }
  }
  if (!isSent) return;
  changed('sent');
  await renewPages();
}

/// Something was saved, so the pages of the cache are out of date: the service worker fetches them again.
const renewPages = () => globalThis.refreshKept ? globalThis.refreshKept()
  : globalThis.navigator.serviceWorker?.controller?.postMessage('renew');

/// Returns false if the entry and all after it must wait.
async function attempt(entry) {
  const { key } = entry;
  // The clock was put back after the action, so its age is not known. A small correction is no reason to ask.
  if (entry.at > Date.now() + limits.drift) {
    await change(key, { problem: { code: clockChanged } });
    return true;
  }
  let response;
  try {
    response = await ask(entry);
  } catch (error) {
    return later({ ...entry, isTried: entry.isTried || isLate(error) });
  }
  const { status } = response;
  if (status === 401) {
    // It is sent after somebody has signed in.
    await change(key, { isSignedOut: true, next: 0, notBefore: 0 });
    changed('kept');
    return false;
  }
  // A proxy that refuses the size refuses it each time.
  if (!isOurs(response) && status !== 413) return later(entry);
  const isDone = response.ok || response.redirected;
  const problem = isDone ? conflictIn(response) : await response.json().catch(() => ({}));
  if (problem?.code === 'other-account') {
    // Another person has signed in on this device meanwhile.
    await forgetAccount();
    await setAccount(response.headers.get('Stillroom-Account'));
    return false;
  }
  // An error that this entry causes each time may not hold up the others for ever.
  const isRefusal = status === 500 || (isUpload(entry) && (status > 500 || status === 408));
  const refusals = (entry.refusals ?? 0) + (isRefusal ? 1 : 0), isStuck = refusals >= limits.refusals;
  const isForLater = status >= 500 || [408, 425, 429].includes(status) || problem?.code === 'request-under-way';
  if (!isDone && isForLater && !isStuck) {
    return later(entry, Number(response.headers.get('Retry-After')), refusals);
  }
  if (problem && problem.code !== 'answer-lost') {
    const { title = '', detail = '', hint = '', code = String(status) } = problem;
    await change(key, { isSignedOut: false, problem: { title, detail, hint, code, isDone } });
  } else {
    await rows('entries', 'readwrite', (store) => store.delete(key));
  }
  return true;
}

/// A form that changed nothing ends on a page whose address says so.
function conflictIn({ url }) {
  const query = new URL(url).searchParams;
  if (query.get('did') === 'none') return { code: 'already-done' };
  return {
    answered: { code: 'already-answered' }, gone: { code: 'gone' }, repeat: { code: 'already-logged' },
  }[query.get('note')];
}

async function later(entry, seconds = 0, refusals = entry.refusals ?? 0) {
  const tries = entry.tries + 1;
  await change(entry.key, {
    tries, refusals, isSignedOut: false, isTried: entry.isTried,
    notBefore: seconds > 0 ? Date.now() + Math.min(limits.longest, seconds) * 1_000 : 0,
    next: seconds > 0 ? 0 : Date.now() + Math.min(limits.longest, 5 * 2 ** tries) * 1_000,
  });
  changed('kept');
  return false;
}
