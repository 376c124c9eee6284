// The entry point of every page. All pages and forms work without scripts; these modules make them faster to use.

import { root } from './dom.js';
import './forms.js';
import './chores.js';
import './keep.js';
import './worker.js';
import './alerts.js';
import './waiting.js';
import './state.js';

root.classList.add('js'); // the style sheet shows the controls that need scripts
