// The entry point of every page. All pages and forms work without scripts; these modules make them faster to use.

import { find, root } from './dom.js';
import './forms.js';
import './chores.js';
import './keep.js';
import './worker.js';
import './alerts.js';
import './waiting.js';
import './state.js';

root.classList.add('js'); // the style sheet shows the controls that need scripts

// A refused field refers to the reason, which stands at the top of the page.
const problem = find('main .problem[data-field]'), field = problem && find(`main [name="${problem.dataset.field}"]`);
if (field) {
  problem.id = 'refusal';
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-describedby', `refusal ${field.getAttribute('aria-describedby') ?? ''}`);
}
