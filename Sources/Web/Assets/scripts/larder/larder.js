// The entry point of the larder's pages, which also work without scripts.

import '../photograph/photograph.js';
import './answers.js';
import './keys.js';
import './pictures.js';
