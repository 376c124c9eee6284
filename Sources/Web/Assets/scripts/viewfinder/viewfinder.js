// Reads a barcode from the live picture of the camera. larder.js loads this module when a person asks for it.

import { announce, find, pause } from '../dom.js';
import { site } from '../site.js';

const formats = ['ean_13', 'ean_8', 'upc_a', 'upc_e'];
const width = 1280; // pixels of the pictures that the server reads
const between = 250; // milliseconds between two readings

/// Opens the viewfinder. The number of the first barcode that two pictures agree on is looked up.
export async function scan() {
  const view = find('#viewfinder'), video = find('video', view), line = find('[data-line]', view);
  const say = (text) => {
    if (line.textContent === text) return;
    line.textContent = text;
    announce(text);
  };
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
    await closed(view);
  } finally {
    for (const track of stream?.getTracks() ?? []) track.stop();
    video.srcObject = null;
    view.close();
  }
}

const closed = (view) => new Promise((done) => { view.addEventListener('close', done, { once: true }); });

/// Returns the number; null if the person closes the viewfinder first.
async function read(view, video, say) {
  const { looking, unread } = find('[data-line]', view).dataset;
  const decode = await decoder();
  for (let last = null; view.open; await pause(between)) {
    try {
      const number = await decode(video);
      say(looking);
      if (number && number === last) return view.open ? number : null;
      last = number ?? last;
    } catch {
      say(unread);
    }
  }
  return null;
}

/// The browser's own decoder where there is one, else the server's.
async function decoder() {
  const known = await globalThis.BarcodeDetector?.getSupportedFormats().catch(() => []) ?? [];
  const own = formats.filter((format) => known.includes(format));
  if (!own.includes('ean_13')) return readOnServer;
  const detector = new BarcodeDetector({ formats: own });
  return async (video) => single((await detector.detect(video)).map(({ rawValue }) => rawValue));
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
  return single((await response.json()).codes.filter(({ agreed }) => agreed).map(({ text }) => text));
}

/// With several barcodes in the picture, it is not clear which one is meant.
const single = (texts) => (new Set(texts).size === 1 ? texts[0] : null);

function lookUp(number) {
  navigator.vibrate?.(60);
  const field = find('#code');
  field.value = number;
  field.form.requestSubmit();
}
