// The entry for the medicines' pages, which work without scripts.

import './threads.js';
import './corrections.js';
import './print.js';
