// Passkeys (WebAuthn): to sign in, to confirm, and to add one. Its parts of a page are hidden without this script.

import { announce, find, onClick, request, setDisabled } from '../dom.js';
import { site } from '../site.js';

const card = find('[data-passkeys]');
const purpose = card?.dataset.passkeys;
const [optionsAddress, answerAddress] = {
  'sign-in': [site.passkeySignInOptions, site.passkeySignIn],
  confirm: [site.confirmPasskeyOptions, site.confirmPasskey],
  add: [site.passkeyOptions, site.passkeys],
}[purpose] ?? [];

// MARK: bytes as base 64 for URLs

const bytes = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0));
const text = (buffer) =>
  btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join(''))
    .replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
const known = (list) => list.map(({ id, transports }) => ({ type: 'public-key', id: bytes(id), transports }));

// MARK: the server

/// Thrown with the sentences of the server.
class Refusal extends Error {}

async function send(address, body) {
  const response = await request('POST', address, { body, allowed: [401, 403, 410, 422, 429] });
  const answer = await response.json();
  if (!response.ok) throw new Refusal([answer.detail, answer.hint].filter(Boolean).join(' '));
  return answer;
}

/// Sends what the device has made. The session changes with the answer, so the page must not leave for the sign-in page
/// meanwhile (state.js).
async function answered(body) {
  card.dataset.sent = 'yes';
  try {
    return await send(answerAddress, body);
  } catch (error) {
    delete card.dataset.sent;
    throw error;
  }
}

// MARK: the device

/// The request that waits for the person. A browser permits one at a time.
let waiting;

async function use(mediation) {
  waiting?.abort();
  const { signal } = waiting = new AbortController();
  const options = await send(optionsAddress);
  const { rawId, response } = await navigator.credentials.get({
    mediation,
    signal,
    publicKey: {
      challenge: bytes(options.challenge),
      rpId: options.rpId,
      allowCredentials: known(options.known),
      userVerification: 'required',
      timeout: options.timeout,
    },
  });
  const { location: next } = await answered({
    id: text(rawId),
    clientData: text(response.clientDataJSON),
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
    userHandle: response.userHandle && text(response.userHandle),
    return: card.dataset.return,
  });
  // Pages that are stored for use without the server may be those of another person.
  await globalThis.caches?.delete('pages');
  location.assign(next);
}

async function add() {
  const options = await send(optionsAddress);
  const { response } = await navigator.credentials.create({
    publicKey: {
      challenge: bytes(options.challenge),
      rp: options.rp,
      user: { ...options.user, id: bytes(options.user.id) },
      pubKeyCredParams: options.algorithms.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: known(options.known),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
      timeout: options.timeout,
    },
  });
  const { location: next } = await answered({
    name: find('#passkey-name').value,
    clientData: text(response.clientDataJSON),
    attestation: text(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  });
  location.assign(next);
}

// MARK: the page

function show(error) {
  const { cancelled, failed, known: exists } = card.dataset;
  const words = {
    AbortError: '', NotAllowedError: cancelled, InvalidStateError: exists ?? failed,
  }[error.name] ?? (error instanceof Refusal ? error.message : failed);
  const line = find('[data-passkey-said]', card);
  line.textContent = words;
  if (words) announce(words);
}

/// Offers passkeys in the list under the field of the name, where the browser has such a list.
async function offer() {
  try {
    await use('conditional');
  } catch (error) {
    // A person who chose nothing in the list has not failed.
    if (error.name !== 'NotAllowedError') show(error);
  }
}

const hasList = purpose === 'sign-in' && globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.();

onClick('[data-passkey]', async (button) => {
  if (button.ariaDisabled === 'true') return;
  setDisabled(button, true);
  show({ name: 'AbortError' });
  try {
    await (purpose === 'add' ? add() : use('optional'));
  } catch (error) {
    show(error);
    if (await hasList) offer();
  }
  setDisabled(button, false);
});

if (card && globalThis.PublicKeyCredential && navigator.credentials) {
  card.hidden = false;
  const none = find('[data-no-passkeys]');
  if (none) none.hidden = true;
  if (await hasList) {
    offer();
    // The server accepts an answer for five minutes.
    setInterval(() => { if (find('[data-passkey]').ariaDisabled !== 'true') offer(); }, 240_000);
  }
}
