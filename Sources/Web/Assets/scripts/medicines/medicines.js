// The entry point of the medicines' pages, which also work without scripts.

import '../photograph/photograph.js';
import './threads.js';
import './corrections.js';
import './print.js';
