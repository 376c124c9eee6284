// Notices on this device: the card in the settings, and the push subscription of this browser.

import { all, find, focus, getJSON, onClick, post, setDisabled } from './dom.js';
import { onShown, refresh } from './page.js';
import { site } from './site.js';
import { worker } from './worker.js';

/// The push subscription of this browser; null without one.
async function subscribed() {
  const registration = await worker;
  if (!registration?.pushManager || Notification.permission !== 'granted') return null;
  return registration.pushManager.getSubscription();
}

/// Returns true if this browser receives the notices of the person: it has a subscription, and its channel belongs to the
/// person, is enabled and has no failure.
export async function isNotified() {
  const subscription = await subscribed();
  if (!subscription) return false;
  const kept = channel();
  // The service worker has renewed the subscription. Sending it again updates the same channel.
  if (kept.endpoint !== subscription.endpoint) return keepChannel(subscription);
  return (await getJSON(site.api.channels)).channels.some(({ id, isOn, isOwn, failure }) => id === kept.id && isOn && isOwn && !failure);
}

/// The id of this browser's channel, and the endpoint of its subscription.
const channel = () => JSON.parse(localStorage.getItem('channel') ?? '{}');

async function keepChannel(subscription) {
  const response = await post(site.api.channels, { kind: 'web-push', name: deviceName(), ...subscription.toJSON() });
  const { id, isOn } = await response.json();
  localStorage.setItem('channel', JSON.stringify({ id, endpoint: subscription.endpoint }));
  return isOn;
}

const browsers = [
  ['Edg', 'Edge'], ['OPR', 'Opera'], ['Firefox', 'Firefox'], ['FxiOS', 'Firefox'], ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'], ['Safari', 'Safari'],
];
const systems = [
  ['Android', 'Android'], ['iPhone', 'iPhone'], ['iPad', 'iPad'], ['Windows', 'Windows'], ['Mac OS', 'Mac'],
  ['CrOS', 'ChromeOS'], ['Linux', 'Linux'],
];

/// Returns for example "Chrome on Android".
function deviceName() {
  const nameIn = (list) => list.find(([mark]) => navigator.userAgent.includes(mark))?.[1];
  const text = (name) => find(`[data-${name}]`, find('#device-name').content).textContent;
  return text('named').replace('#', nameIn(browsers) ?? text('browser')).replace('@', nameIn(systems) ?? text('system'));
}

async function deviceState() {
  if (!isSecureContext) return 'insecure';
  if (!('PushManager' in window && 'Notification' in window && await worker)) {
    return navigator.standalone === false ? 'iphone' : 'unsupported';
  }
  if (Notification.permission === 'denied') return 'denied';
  return (await isNotified()) ? 'on' : 'off';
}

/// Shows the part of the card for the state; the texts of all states are in the page.
async function showState(known) {
  const card = find('[data-device]');
  if (!card) return;
  const state = known ?? await deviceState().catch(() => 'off');
  for (const part of all('[data-when]', card)) part.hidden = !part.dataset.when.split(' ').includes(state);
  const mine = state === 'on' && find(`[data-channel="${channel().id}"] [data-mine]`);
  if (mine) mine.hidden = false;
}

/// Throws if the promise takes longer than ten seconds.
const inTime = (promise) =>
  Promise.race([promise, new Promise((_, refuse) => { setTimeout(refuse, 10_000); })]);

/// Encodes a key like the server: base64url without padding.
const encoded = (key) =>
  btoa(String.fromCharCode(...new Uint8Array(key))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');

const actions = {
  async on() {
    // This call is first because browsers request the permission only directly after a tap.
    if (await Notification.requestPermission() !== 'granted') return;
    const { pushManager } = await inTime(navigator.serviceWorker.ready);
    const { key } = await (await post(site.api.pushKey)).json();
    let subscription = await pushManager.getSubscription();
    // The server cannot use a subscription that was made for another key.
    if (subscription && encoded(subscription.options.applicationServerKey) !== key) {
      await subscription.unsubscribe();
      subscription = null;
    }
    subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    await keepChannel(subscription);
  },
  async test() { await post(site.api.testChannel(channel().id)); },
  async off() {
    await fetch(site.api.channel(channel().id), { method: 'DELETE' });
    await (await subscribed())?.unsubscribe();
    localStorage.removeItem('channel');
  },
};

onClick('[data-device-do]', async (button) => {
  if (button.ariaDisabled === 'true') return;
  setDisabled(button, true);
  const name = button.dataset.deviceDo;
  try {
    await actions[name]();
    if (name === 'test') {
      find('[data-device-said]').textContent = button.dataset.done;
    } else {
      await refresh();
      focus(find('#device'));
    }
  } catch {
    await showState('failed');
  }
  setDisabled(button, false);
});

onShown(() => showState());
