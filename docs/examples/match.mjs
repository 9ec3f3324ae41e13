// A whole match over the engine protocol: `node match.mjs GAME POINTS LEVEL`.
//
// Both sides ask the computer what it would play; where a game has no net, they play at random.
// `TAVOLA_ENGINE` may name another way to start the engine.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [game = "backgammon", points = "3", level = "casual"] = process.argv.slice(2);
const [program, ...words] = (process.env.TAVOLA_ENGINE ?? "tavola engine").split(" ");
const engine = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });
const answers = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();

// One request is one line, and its answer is the next line.
async function ask(command, fields = {}) {
  engine.stdin.write(`${JSON.stringify({ command, ...fields })}\n`);
  const { value, done } = await answers.next();
  if (done) throw new Error("the engine has gone");
  const answer = JSON.parse(value);
  if (!answer.ok) throw Object.assign(new Error(answer.error.message), answer.error);
  return answer;
}

// Dice that can be had again: a small generator from a seed.
let seed = 7;
const below = (n) => {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
  return Math.floor((seed / 0x80000000) * n);
};
const any = (list) => list[below(list.length)];

// Dice fall as `chance` says, so that no game needs a rule here.
async function thrown(state) {
  const { kind, throws, total } = await ask("chance", { state });
  let left = below(total);
  const { dice } = throws.find(({ weight }) => (left -= weight) < 0);
  return { do: kind, dice };
}

// What the computer does now; null where it leaves the turn to the dice.
async function chosen(state) {
  try {
    const { actions } = await ask("best", { state, level, count: 1, seed: below(1000) });
    return actions.length ? actions : null;
  } catch (error) {
    if (error.code !== "no_net") throw error;
    return random(state);
  }
}

async function random(state) {
  const { actions, plays } = await ask("legal", { state, texts: false, offers: false });
  if (plays) return any(plays).steps;
  const now = actions.filter((action) => !["throw", "double", "undo", "correct"].includes(action.do));
  return now.length ? [any(now)] : null;
}

let { state, view } = await ask("new", { game, match: { length: Number(points) } });
while (view.awaits.what !== "nothing") {
  let actions;
  switch (view.awaits.what) {
    case "opening":
      actions = [await thrown(state)];
      break;
    case "throw":
    case "keep_or_throw":
      actions = (await chosen(state)) ?? [await thrown(state)];
      break;
    case "done":
      actions = [{ do: "done", side: view.awaits.side }];
      break;
    case "next":
      actions = [{ do: "next" }];
      break;
    default: // name, answer, choose, steps
      actions = await chosen(state);
  }
  const answer = await ask("apply", { state, actions });
  ({ state, view } = answer);
  for (const { kind, side, details } of answer.facts) {
    if (kind === "game_over") {
      console.log(`${side ?? "nobody"} wins ${details.points}: ${details.how}.`);
    }
  }
}
const { W, B } = view.score;
console.log(`The match is over: ${W > B ? "W" : "B"} wins, ${Math.max(W, B)} to ${Math.min(W, B)}.`);
await ask("quit");
engine.stdin.end();
