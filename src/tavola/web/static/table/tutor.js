// A tutor: looks at what is about to be done, and asks before it if there is something better.

import { $, leadBack } from './dom.js';
import { LIMITS } from './settings.js';

const PATIENCE = 15000; // an answer that takes longer stops nobody
const ASKED = ['done', 'double', 'take', 'drop', 'beaver', 'throw', 'keep', 'name', 'choose'];

let answered = ''; // what was warned of, and is done all the same
let prepared = false;

/** Lets the server make ready whoever looks: the first look must not be a slow one. */
export function prepare(game) {
  if (prepared || !game.connection?.connected) return;
  prepared = true;
  game.ask('tutor', { do: '' });
}

/**
 * Does something, unless the tutor has a word to say.
 * @param {any} table its parts @param {Record<string, () => any>} acts
 * @param {string} kind @param {any} more what belongs to it @param {() => Promise<any>} send does it
 */
export async function looked(table, acts, kind, more, send) {
  const { game, settings } = table;
  const decides = kind === 'throw' ? game.onTurn && game.may('double', 'keep') : ASKED.includes(kind);
  const key = `${game.now} ${kind} ${JSON.stringify(more)}`;
  if (!decides || answered === key) return send();
  const answer = await asked(game, {
    ...more, do: kind, strict: settings.get('tutor') === 'strict', limit: LIMITS[settings.get('tutor_limit')] ?? null,
  });
  if (`${game.now} ${kind} ${JSON.stringify(more)}` !== key) return { type: 'late' };
  if (!answer?.say?.length) return send();
  answered = key;
  warn(table, acts, answer, send);
  return { type: 'held' };
}

/** The tutor's answer, or null if it takes too long; the table is busy meanwhile. */
async function asked(game, question) {
  game.sending += 1;
  game.on.busy();
  const late = new Promise((done) => { setTimeout(done, PATIENCE, null); });
  const answer = await Promise.race([game.ask('tutor', question), late]);
  game.sending -= 1;
  return answer;
}

/** The warning, in the place of an offer; the play stands there until something is answered. */
function warn(table, acts, { say, replies, steps }, send) {
  const { actions, automatic, game, hand } = table;
  const back = leadBack();
  const offer = $('offer');
  const escape = ({ key }) => key === 'Escape' && close();

  function close() {
    offer.removeEventListener('keydown', escape);
    actions.asking = null;
    game.settled();
    back();
  }

  async function again() {
    close();
    automatic.stop();
    hand.letGo();
    await game.undoTurn(steps);
  }

  const half = (key, act) => ({ key, label: replies[key], act });
  const halves = [
    half('look', again),
    half('on', () => {
      close();
      return send();
    }),
    half('show', async () => {
      await again();
      game.whenIdle(acts.hint);
    }),
  ];
  actions.asking = { now: game.now, question: say.join(' '), halves };
  game.settled();
  offer.focus();
  offer.addEventListener('keydown', escape);
}
