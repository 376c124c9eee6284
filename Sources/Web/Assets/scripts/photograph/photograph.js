// The entry point of pages with a camera. Sends a picture that was chosen, pasted or dropped. The picture is shown immediately, the progress is shown, and the
// answer replaces it without a reload.

import { all, announce, find, focusHeading, parsePage } from '../dom.js';
import { keep } from '../keep.js';
import { isRepeatable, newKey } from '../outbox.js';
import { onShown, showPage } from '../page.js';

const patience = 120_000; // milliseconds until the request is aborted
let sending = null; // the request of the picture that is being sent

/// Sends a picture; `others` are more photographs of the same plant.
function send(form, file, others = []) {
  sending?.abort();
  const job = {
    action: form.action,
    key: newKey(), // of all attempts
    at: Date.now(),
    words: form.dataset.words || find('button', form).textContent.trim(),
    limit: Number(form.dataset.limit) || Infinity,
    file,
    others,
    looking: find('#looking'),
    failed: find('#failed'),
    preview: URL.createObjectURL(file),
  };
  const sizes = [file, ...others].map((each) => each.size);
  if (sizes.some((size) => size > job.limit)) return fail(job, 'large');
  const whole = Number(form.dataset.whole) || Infinity;
  if (sizes.reduce((sum, size) => sum + size, 0) > whole) {
    return fail(job, 'large', { title: form.dataset.wholeTitle, detail: form.dataset.wholeText });
  }
  attempt(job);
}

async function attempt(job) {
  const request = new XMLHttpRequest(); // fetch does not report the progress of an upload
  sending = request;
  const view = stage(job, job.looking);
  const bar = find('progress', view), percent = find('[data-percent]', view), line = find('.sending', view);
  view.setAttribute('aria-busy', 'true');
  find('[data-cancel]', view).addEventListener('click', () => { request.abort(); leave(job); });

  request.upload.addEventListener('progress', (event) => {
    if (!event.lengthComputable) return;
    bar.value = Math.floor(100 * event.loaded / event.total);
    percent.textContent = String(bar.value);
  });
  request.upload.addEventListener('load', () => { for (const part of line.children) part.hidden = true; });
  request.addEventListener('load', () => settle(job, request));
  request.addEventListener('error', () => hold(job));
  request.addEventListener('timeout', () => fail(job, 'slow'));
  request.open('POST', job.action);
  request.setRequestHeader('Accept', 'text/html');
  request.timeout = patience;

  const form = new FormData();
  for (const file of [job.file, ...job.others]) form.append('image', file, file.name || 'picture');
  // The same bytes in each attempt, because the boundary of a form is part of its body.
  const whole = new Response(form);
  job.type ??= whole.headers.get('Content-Type');
  job.body ??= await whole.blob();
  if (sending !== request) return;
  request.setRequestHeader('Content-Type', job.type);
  request.setRequestHeader('Idempotency-Key', `"${job.key}"`);
  request.send(job.body);
}

/// The server was not reached: keeps the picture, which is sent later.
async function hold(job) {
  sending = null;
  if (!isRepeatable(job.action)) return fail(job, 'network');
  try {
    await keep({
      key: job.key, at: job.at, address: new URL(job.action).pathname, type: job.type, body: job.body, words: job.words,
    });
    fail(job, 'kept');
  } catch {
    fail(job, 'network');
  }
}

function settle(job, request) {
  sending = null;
  // Not an answer of the server, but of a proxy or the sign-in page of a network.
  if (request.status < 400 && request.getResponseHeader('Stillroom-Account') === null) return hold(job);
  const isPage = (request.getResponseHeader('Content-Type') ?? '').startsWith('text/html');
  const page = isPage ? parsePage(request.responseText) : null;
  const isAnswered = request.status < 400 && page && find('main', page);
  // If the server refuses this picture, its page is shown. After a temporary error the picture can be sent again.
  const isRefused = request.status >= 400 && request.status < 500 && ![408, 425, 429].includes(request.status);
  if (isAnswered || (isRefused && page && find('main form[data-send]', page))) {
    const hasMoved = request.responseURL && new URL(request.responseURL).pathname !== new URL(job.action).pathname;
    showPage(page, hasMoved ? request.responseURL : null);
    URL.revokeObjectURL(job.preview);
  } else {
    fail(job, request.status === 413 ? 'large' : 'server', wordsOf(page, request));
  }
}

/// Returns the server's texts for a failure, from its page or its problem+json.
function wordsOf(page, request) {
  const panel = page && find('.problem', page);
  if (panel) return { title: find('h1, h2', panel)?.textContent, detail: find('p', panel)?.textContent };
  try { return JSON.parse(request.responseText); } catch { return {}; }
}

function fail(job, cause, { title, detail } = {}) {
  sending = null;
  const view = stage(job, job.failed);
  for (const part of all('[data-cause]', view)) if (part.dataset.cause !== cause) part.remove();
  const part = find('[data-cause]', view);
  if (title) find('h1', part).textContent = title;
  if (detail) find('p', part).textContent = detail;
  const again = find('[data-again]', view);
  if (cause === 'large' || cause === 'kept') for (const part of [again, find('.hint', view)]) part.remove();
  again.addEventListener('click', () => attempt(job));
  find('[data-leave]', view).href = location.href;
  focusHeading(view);
  announce(find('p', part).textContent);
}

/// Shows a template, `#looking` or `#failed`, as the main part of the page, with the picture in it.
function stage(job, template) {
  const view = template.content.cloneNode(true).firstElementChild;
  const picture = find('img', view);
  picture.addEventListener('error', () => { picture.hidden = true; find('.no-preview', view).hidden = false; });
  picture.src = job.preview;
  find('main').replaceChildren(view, job.looking, job.failed);
  scrollTo(0, 0);
  focusHeading(view);
  return view;
}

function leave(job) {
  sending = null;
  URL.revokeObjectURL(job.preview);
  location.reload();
}

onShown(() => {
  for (const form of all('form[data-send]')) {
    const input = find('input[type="file"]', form);
    const sendChosen = () => { if (input.files[0]) send(form, input.files[0], [...input.files].slice(1)); };
    input.addEventListener('change', sendChosen);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      sendChosen();
    });
  }
});

// MARK: paste and drop

/// The form for pasted and dropped pictures.
const library = () => find('[data-drop] form.library');
const pictureIn = (files) =>
  [...files ?? []].find((file) => file.type.startsWith('image/') || /\.(heic|heif)$/i.test(file.name));

addEventListener('paste', (event) => {
  const file = pictureIn(event.clipboardData?.files);
  if (!file || !library()) return;
  event.preventDefault();
  send(library(), file);
});
addEventListener('dragover', (event) => {
  if (!library() || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'copy';
  find('[data-drop]').classList.add('dropping');
});
addEventListener('dragleave', (event) => {
  if (!event.relatedTarget) find('[data-drop]')?.classList.remove('dropping');
});
addEventListener('drop', (event) => {
  if (!library()) return;
  event.preventDefault();
  find('[data-drop]').classList.remove('dropping');
  const file = pictureIn(event.dataTransfer?.files);
  if (file) send(library(), file);
});

// Photographs that are opened with the installed app.
globalThis.launchQueue?.setConsumer(async ({ files = [] }) => {
  const chosen = await Promise.all(files.map((handle) => handle.getFile()));
  if (chosen.length && library()) send(library(), chosen[0], chosen.slice(1));
});
