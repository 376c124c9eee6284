// The entry for the larder's pages, which work as plain forms.

import './answers.js';
import './keys.js';
import './pictures.js';
