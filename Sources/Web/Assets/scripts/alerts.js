// Keeps the line about notices up to date if this browser does not receive them. The server writes the line into the page;
// one that becomes due later floats above the page, so that nothing moves that is being read.

import { announce, find, focus, getJSON, onClick, post, setDisabled } from './dom.js';
import { isNotified } from './push.js';
import { onShown, refresh } from './page.js';
import { site } from './site.js';

let alerts = null; // the alerts; null as long as only the server's line is known
let asked = ''; // the state for which the list was requested

/// Shows the number of overdue chores on the app's icon.
function badge(count) {
  const change = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  change?.catch(() => {});
}

/// Requests the list if the state has changed, and shows it unless this browser receives notices.
export async function showAlertsOf({ alerts: count, alertsMark, overdue }) {
  badge(overdue);
  const now = `${alertsMark} ${overdue}`;
  if (now === asked) return;
  const notified = await isNotified().catch(() => false);
  // The server then leaves the line out of the next page.
  document.cookie = `notified=${notified ? 'yes' : 'no'}; path=/; max-age=31536000; SameSite=Lax`;
  alerts = count > 0 && !notified ? (await getJSON(site.api.alerts)).alerts : [];
  asked = now;
  show();
}

/// Shows the first alert, except on Today, which shows what is due itself. An alert that is unchanged keeps its elements,
/// because one of them may have the focus.
function show() {
  if (!alerts || find('main > .today')) return;
  const [first] = alerts, old = find('main > .alerts .alert');
  if (!first) {
    // The line of the server keeps its place until the next page.
    old?.remove();
    return;
  }
  if (old?.dataset.mark === markOf(first)) {
    find('[data-more]', old).textContent = moreThan(first);
    return;
  }
  let line = find('main > .alerts');
  if (!line) {
    line = document.createElement('div');
    line.className = 'alerts floating';
    line.setAttribute('role', 'status');
    find('main').prepend(line);
  }
  line.replaceChildren(viewOf(first));
}

const markOf = ({ number, title, body }) => `${number} ${title} ${body}`;
const moreThan = (alert) =>
  (alerts.length > 1 && alert === alerts[0] ? find('#alert').dataset.andMore.replace('#', alerts.length - 1) : '');

function viewOf(alert) {
  const view = find('#alert').content.cloneNode(true).firstElementChild;
  const title = find('[data-title]', view), seen = find('[data-seen]', view);
  view.dataset.alert = alert.number;
  view.dataset.mark = markOf(alert);
  title.textContent = alert.title;
  title.href = new URL(alert.path, location.origin).pathname;
  find('[data-more]', view).textContent = moreThan(alert);
  for (const action of alert.actions.slice(0, 1)) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'button';
    button.textContent = action.title;
    button.dataset.alertDo = action.path;
    seen.before(button);
  }
  seen.dataset.alertDo = site.api.alertSeen(alert.number);
  return view;
}

onClick('[data-alert-do]', async (button) => {
  const view = button.closest('.alert');
  if (view.dataset.sent) return;
  view.dataset.sent = 'yes';
  setDisabled(button, true);
  try {
    const response = await post(button.dataset.alertDo);
    if (response.status === 200) badge((await response.json()).overdue);
    alerts = (alerts ?? []).filter(({ number }) => String(number) !== view.dataset.alert);
    announce(`${find('[data-title]', view).textContent}: ${button.textContent}`);
    view.remove();
    show();
    if (find('[data-swap]')) await refresh().catch(() => {});
    focus(find('main')); // the pressed button no longer exists
  } catch {
    delete view.dataset.sent;
    setDisabled(button, false);
    find('[data-failed]', view).hidden = false;
  }
});

onShown(show);
