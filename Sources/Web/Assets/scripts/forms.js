// Plain forms. Each is sent once; a form with only a file is sent when the file is chosen.

import { all, announce, find, setDisabled } from './dom.js';

// A form is sent once, also if its button is tapped again. chores.js sends the forms with `data-swap`.
addEventListener('submit', (event) => {
  const form = event.target;
  if (form.method !== 'post' || event.defaultPrevented || form.matches('[data-swap]')) return;
  if (form.dataset.sent) return event.preventDefault();
  form.dataset.sent = 'yes';
  setDisabled(event.submitter, true);
  const label = find('[data-label]', form);
  // A question for the waiting list is not sent to the service now.
  if (!label || !form.dataset.busy || form.closest('[data-level="later"]')) return;
  label.dataset.label ||= label.textContent;
  label.textContent = form.dataset.busy;
  announce(form.dataset.busy);
});

// A page that the browser restores from its cache can be used again.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return; // a form can be sent before the page has loaded
  for (const form of all('[data-sent]')) delete form.dataset.sent;
  for (const button of all('[aria-disabled]')) setDisabled(button, false);
  for (const label of all('[data-label]')) if (label.dataset.label) label.textContent = label.dataset.label;
});

// A field that stops a form is shown, also if it is folded away.
addEventListener('invalid', ({ target }) => {
  const folded = target.closest('details');
  if (folded) folded.open = true;
}, true);

addEventListener('change', ({ target }) => {
  if (target.matches('[data-submits]') && target.files.length) target.form.requestSubmit();
});
