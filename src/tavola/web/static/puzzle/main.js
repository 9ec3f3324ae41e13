// The page of a puzzle: a board to play on takes the place of the drawing; the whole play is sent as
// the form would send it, and the answer is a page.

import { Practice } from '../practice/practice.js';
import { $, data } from '../table/dom.js';
import { Settings } from '../table/settings.js';
import { Speech } from '../table/speech.js';
import { tellTimes } from '../times.js';

tellTimes();
const form = /** @type {HTMLFormElement} */ ($('answer'));

const practice = new Practice(data('layout'), new Settings(data('prefs')), new Speech($('said')), {
  played(events) {
    /** @type {HTMLInputElement} */ (form.elements.namedItem('events')).value = JSON.stringify(events);
    form.submit();
  },
});

const drawing = $('place').firstElementChild;
$('place').append(practice.root);
if (await practice.show(data('asked'))) {
  drawing.remove();
  $('typed').remove();
} else practice.root.remove();
