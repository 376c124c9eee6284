// Reads a barcode from the live picture of the camera. larder.js loads this module when a person asks for it.

import { find, pause } from '../dom.js';
import { site } from '../site.js';

const width = 1280; // pixels of the pictures that the server reads
const between = 250; // milliseconds between two readings

/// Opens the viewfinder. The number that two pictures in a row show is looked up.
export async function scan() {
  const view = find('#viewfinder'), video = find('video', view), line = find('[data-line]', view);
  const say = (text) => { if (line.textContent !== text) line.textContent = text; };
  say(line.dataset.looking);
  view.showModal();
  let stream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: width } } });
    video.srcObject = stream;
    await video.play();
    const number = await read(view, video, say);
    if (number) lookUp(number);
  } catch {
    say(line.dataset.refused);
    if (view.open) await closed(view);
  } finally {
    for (const track of stream?.getTracks() ?? []) track.stop();
    video.srcObject = null;
    view.close();
  }
}

const closed = (view) => new Promise((done) => { view.addEventListener('close', done, { once: true }); });

/// Returns the number; null if the person closes the viewfinder or leaves the page first.
async function read(view, video, say) {
  const { looking, unread } = find('[data-line]', view).dataset;
  const mayShowCode = await detector();
  for (let last = null; view.open && !document.hidden; await pause(between)) {
    try {
      const number = (await mayShowCode(video)) ? await readOnServer(video) : null;
      say(looking);
      if (number && number === last) return view.open ? number : null;
      last = number;
    } catch {
      last = null;
      say(unread);
    }
  }
  return null;
}

/// A browser with a decoder of its own sends only pictures in which it sees a code. Its number does not count: a single
/// decoder repeats its mistakes, and the server's two must agree.
async function detector() {
  const formats = await globalThis.BarcodeDetector?.getSupportedFormats().catch(() => []) ?? [];
  if (!formats.includes('ean_13')) return () => true;
  const own = new BarcodeDetector({ formats });
  return async (video) => (await own.detect(video)).length > 0;
}

async function readOnServer(video) {
  const canvas = document.createElement('canvas'), scale = Math.min(1, width / video.videoWidth);
  canvas.width = video.videoWidth * scale;
  canvas.height = video.videoHeight * scale;
  canvas.getContext('2d').drawImage(video, 0, 0, canvas.width, canvas.height);
  const picture = await new Promise((done) => { canvas.toBlob(done, 'image/jpeg', 0.85); });
  const response = await fetch(site.api.scan, {
    method: 'POST', headers: { Accept: 'application/json', 'Content-Type': 'image/jpeg' }, body: picture,
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(String(response.status));
  // With several barcodes in the picture, it is not clear which one is meant.
  const texts = new Set((await response.json()).codes.filter(({ agreed }) => agreed).map(({ text }) => text));
  return texts.size === 1 ? [...texts][0] : null;
}

function lookUp(number) {
  navigator.vibrate?.(60);
  const field = find('#code');
  field.value = number;
  field.form.requestSubmit();
}
