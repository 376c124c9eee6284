// Shows notices in the page if this browser does not receive them.

import { all, announce, find, focus, getJSON, post, setDisabled } from './dom.js';
import { isNotified } from './device.js';
import { onShown, refresh } from './page.js';
import { site } from './site.js';

let alerts = []; // the alerts of the page
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
  alerts = count > 0 && !(await isNotified().catch(() => false)) ? (await getJSON(site.api.alerts)).alerts : [];
  asked = now;
  show();
}

/// Shows the first three. An alert that is unchanged keeps its elements, because one of them may have the focus.
function show() {
  let list = find('main > .alerts');
  if (!list && !alerts.length) return;
  if (!list) {
    list = document.createElement('div');
    list.className = 'alerts';
    list.setAttribute('role', 'status');
    find('main').prepend(list);
  }
  const first = alerts.slice(0, 3), marks = first.map(markOf);
  for (const view of all('.alert', list)) if (!marks.includes(view.dataset.number)) view.remove();
  const shown = all('.alert', list).map((view) => view.dataset.number);
  for (const alert of first) if (!shown.includes(markOf(alert))) list.append(viewOf(alert));
}

const markOf = ({ number, title, body }) => `${number} ${title} ${body}`;

function viewOf(alert) {
  const view = find('#alert').content.cloneNode(true).firstElementChild;
  const title = find('[data-title]', view), seen = find('[data-seen]', view);
  view.dataset.number = markOf(alert);
  title.textContent = alert.title;
  title.href = new URL(alert.path, location.origin).pathname;
  find('[data-body]', view).textContent = alert.body;
  for (const [index, action] of alert.actions.entries()) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = index ? 'button quiet' : 'button';
    button.textContent = action.title;
    button.addEventListener('click', () => settle(alert, view, button, action.path));
    seen.before(button);
  }
  seen.addEventListener('click', () => settle(alert, view, seen, site.api.alertSeen(alert.number)));
  return view;
}

async function settle(alert, view, button, path) {
  if (view.dataset.sent) return;
  view.dataset.sent = 'yes';
  setDisabled(button, true);
  try {
    const response = await post(path);
    if (response.status === 200) badge((await response.json()).overdue);
    alerts = alerts.filter(({ number }) => number !== alert.number);
    announce(`${alert.title}: ${button.textContent}`);
    show();
    if (find('[data-swap]')) await refresh().catch(() => {});
    focus(find('main')); // the pressed button no longer exists
  } catch {
    delete view.dataset.sent;
    setDisabled(button, false);
    find('[data-failed]', view).hidden = false;
  }
}

onShown(show);
