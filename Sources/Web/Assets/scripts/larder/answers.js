// Answers a question without a reload, and undoes an answer.

import { find, focus } from '../dom.js';
import { keep } from '../keep.js';
import { deliver, isUnreachable, newKey } from '../outbox.js';
import { site } from '../site.js';
import { showMessage } from './message.js';
import { holdButtons, send, showAgain, showNext } from './questions.js';

const twice = 400; // milliseconds within which two taps count as one
const names = { yes: 'Yes', no: 'No', skip: 'Skip' }; // the ends of the names of the page's texts, by choice
const entries = {}; // the answers of this page, by question and choice
const answered = new WeakMap(); // for each list of questions: the question that was answered last

/// Returns true if the answer must wait for a network: there is none, and the services are not on this machine.
const isCutOff = (asking) => !('near' in asking.dataset) && find('[data-state]')?.dataset.kind === 'offline';

/// Returns the number of seconds in which the answer can be undone, by the server's clock.
const secondsOf = (vote) =>
  Math.max(1, Math.min(5, Math.round((Date.parse(vote.notBefore) - Date.parse(vote.askedAt)) / 1_000) || 5));

/// Returns the text about an answer: "You said yes to “Organic”."
function textOf({ dataset: texts }, choice, value) {
  const name = `told${names[choice]}`;
  return value && choice !== 'skip' ? texts[`${name}To`].replace('#', () => value) : texts[name];
}

async function answer(card, choice, event) {
  const asking = card.closest('[data-asking]'), form = find('[data-answer]', card);
  // The second tap of a double tap was meant for the previous question.
  if (!choice || card.dataset.sent || event.timeStamp - (card.shown ?? -Infinity) < twice) return;
  card.dataset.sent = 'yes';
  holdButtons(card, true);
  const trouble = find('[data-trouble]', asking);
  trouble.hidden = true;
  // One key for all attempts with the same answer.
  const subject = `${card.dataset.question} ${choice}`, entry = entries[subject] ??= {
    key: newKey(), at: Date.now(), address: site.api.answerQuestion(card.dataset.question), type: 'application/json',
    body: new Blob([JSON.stringify({ choice, shown: form.elements.shown.value })]),
    words: `${asking.dataset[`said${names[choice]}`]}: ${find('h3', card).textContent}`,
  };
  try {
    const response = await deliver(entry);
    if (!response.ok && ![404, 409].includes(response.status)) throw new Error(String(response.status));
    // The same answer after an undo is a new one.
    delete entries[subject];
    if (response.status === 409) {
      showMessage(asking, asking.dataset.twice);
    } else if (response.status === 404) {
      showMessage(asking, asking.dataset.unknown);
    } else {
      const vote = await response.json();
      const waits = isCutOff(asking), text = textOf(asking, vote.choice, find('.proposed', card)?.textContent);
      answered.set(asking, card);
      const left = waits ? 0 : secondsOf(vote);
      showMessage(asking, waits ? `${text} ${asking.dataset.forNetwork}` : text, { number: vote.number, left });
    }
  } catch (error) {
    if (isUnreachable(error)) {
      try {
        await keep(entry);
        return await showNext(card, true);
      } catch { /* The outbox is full: the question stays. */ }
    }
    // An answer that is sent again is counted once.
    trouble.hidden = false;
    delete card.dataset.sent;
    return holdButtons(card, false);
  }
  await showNext(card, card.contains(document.activeElement));
}

async function undo(form) {
  const asking = find('[data-asking]'), number = form.dataset.undo;
  if (!asking || form.dataset.sent) return;
  form.dataset.sent = 'yes';
  try {
    const response = await send('DELETE', site.api.vote(number));
    if (response.status === 409) return showMessage(asking, asking.dataset.tooLate);
  } catch {
    delete form.dataset.sent;
    find('[data-trouble]', asking).hidden = false;
    return;
  }
  const card = answered.get(asking);
  // The question of a message that was part of the page is not on this page, but on the next one.
  if (!card) return location.assign(asking.dataset.more);
  answered.delete(asking);
  showAgain(asking, card);
  showMessage(asking, asking.dataset.undone);
  focus(find('h3', card));
}

// In the capturing phase, so that forms.js does not handle these forms.
addEventListener('submit', (event) => {
  const form = event.target;
  const card = form.matches('[data-answer]') && form.closest('[data-question]');
  if (card) {
    event.preventDefault();
    event.stopPropagation();
    answer(card, event.submitter?.value, event);
  } else if (form.matches('[data-undo]') && find('[data-asking]')) {
    event.preventDefault();
    event.stopPropagation();
    undo(form);
  }
}, true);
