// Prints the sheet for a doctor. Without scripts, the browser's menu prints it.

import { all, onClick } from '../dom.js';
import { onShown } from '../page.js';

onClick('[data-print]', () => print());
onShown(() => { for (const button of all('[data-print]')) button.hidden = false; });
