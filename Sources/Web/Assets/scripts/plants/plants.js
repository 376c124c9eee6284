// The entry point of the pages of plants and photographs, which also work without scripts.

import './species.js';
