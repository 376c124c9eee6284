// The card about notices on this device.

import { all, find, focus, onClick, post, request, setDisabled } from '../dom.js';
import { onShown, refresh } from '../page.js';
import { channel, isNotified, keepChannel, subscribed } from '../push.js';
import { site } from '../site.js';
import { worker } from '../worker.js';

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
    if (await keepChannel(subscription)) return;
    await request('PATCH', site.api.channel(channel().id), { body: { isOn: true } });
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
  } catch (error) {
    // The person has to confirm first: the new page says so.
    if (error.message === '403') await refresh();
    else await showState('failed');
  }
  setDisabled(button, false);
});

onShown(() => showState());
