// The push subscription of this browser, and its channel.

import { find, getJSON, post } from './dom.js';
import { rememberEndpoint } from './outbox.js';
import { site } from './site.js';
import { worker } from './worker.js';

/// The push subscription of this browser; null without one.
export async function subscribed() {
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
  await rememberEndpoint(kept.endpoint);
  return (await getJSON(site.api.channels)).channels.some(({ id, isOn, isOwn, failure }) => id === kept.id && isOn && isOwn && !failure);
}

/// The id of this browser's channel, and the endpoint of its subscription.
export const channel = () => JSON.parse(localStorage.getItem('channel') ?? '{}');

export async function keepChannel(subscription) {
  const replaces = channel().endpoint;
  const response = await post(
    site.api.channels, { kind: 'web-push', name: deviceName(), ...subscription.toJSON(), ...(replaces && { replaces }) });
  const { id, isOn } = await response.json();
  localStorage.setItem('channel', JSON.stringify({ id, endpoint: subscription.endpoint }));
  await rememberEndpoint(subscription.endpoint);
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
