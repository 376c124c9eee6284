// Functions for all modules: elements, announcements, focus, and requests to this server.

export const root = document.documentElement;
export const find = (selector, within = document) => within.querySelector(selector);
export const all = (selector, within = document) => [...within.querySelectorAll(selector)];
export const hourCycle = root.dataset.hours ?? 'h23'; // the clock of the household, for `toLocaleString`
export const pause = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });

// MARK: events and controls

/// Calls `action` with the element that matches the selector, when that element or a part of it is clicked.
export function onClick(selector, action) {
  addEventListener('click', ({ target }) => {
    const element = target.closest?.(selector);
    if (element) action(element);
  });
}

/// Marks a control as disabled. Unlike the attribute `disabled`, this keeps its focus.
export function setDisabled(control, isDisabled) {
  if (isDisabled) control?.setAttribute('aria-disabled', 'true');
  else control?.removeAttribute('aria-disabled');
}

// MARK: announcements and focus

/// Makes screen readers announce the text, also if it is the same as before.
export function announce(text) {
  const line = find('#announce');
  if (!line) return;
  line.textContent = '';
  requestAnimationFrame(() => { line.textContent = text; });
}

/// Moves the focus to an element without scrolling.
export const focus = (element) => element?.focus({ preventScroll: true });

/// Moves the focus to the first heading, and returns it.
export function focusHeading(within) {
  const heading = find('h1, h2', within);
  heading?.setAttribute('tabindex', '-1');
  focus(heading);
  return heading;
}

// MARK: requests

/// Sends a request and returns the response. Throws if none comes within `patience` milliseconds, or if its status is
/// an error that `allowed` does not contain. A body that is not a form is sent as JSON.
export async function request(method, address, options = {}) {
  const { accept = 'application/json', body, patience = 10_000, allowed = [] } = options;
  const isForm = body instanceof URLSearchParams;
  const response = await fetch(address, {
    method,
    body: isForm ? body : body && JSON.stringify(body),
    headers: { Accept: accept, ...(body && !isForm && { 'Content-Type': 'application/json' }) },
    signal: AbortSignal.timeout(patience),
    ...(method === 'GET' && { cache: 'no-store' }),
  });
  if (!response.ok && !allowed.includes(response.status)) throw new Error(String(response.status));
  return response;
}

export const post = (address, body) => request('POST', address, { body });
export const getJSON = async (address) => (await request('GET', address, { patience: 5_000 })).json();
export const getPage = async (address) =>
  parsePage(await (await request('GET', address, { accept: 'text/html', patience: 5_000 })).text());
export const parsePage = (html) => new DOMParser().parseFromString(html, 'text/html');
