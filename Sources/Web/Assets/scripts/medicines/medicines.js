// The entry point of the medicines' pages, which also work without scripts.

import './threads.js';
import './corrections.js';
import './print.js';
