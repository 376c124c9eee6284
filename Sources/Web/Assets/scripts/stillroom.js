// The entry for every page. Stillroom works as plain pages and forms; these modules make them quicker to use.

import { root } from './dom.js';
import './photograph.js';
import './forms.js';
import './chores.js';
import './settings.js';
import './copy.js';
import './worker.js';
import './device.js';
import './alerts.js';
import './waiting.js';
import './state.js';

root.classList.add('js'); // the style shows what only works with scripts
