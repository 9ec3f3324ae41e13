"""One number for all rules: it changes when anything that can be played or scored does.

Every game is walked through with each value of each of its options: what is allowed in a state, all
plays of a part with their results, and how it ended go into one sum.  A new axis that no game uses
leaves the number as it is.  `python -m scripts.signature` prints it, `... write` keeps it where
`tests/test_signature.py` looks for it.
"""

from __future__ import annotations

import hashlib
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.model.declaration import Game
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.turn.state import Action, Kind, Phase, State, step_action

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "tests/golden/signature.txt"
KNOWN = ROOT / "src/tavola/play/milestone.py"
"""Milestones of matches say by which rules they were made."""
TURNS = 160
"""Turns of a walk with the rulings of a game at most; with an option an eighth of them."""
WAYS_OUT = (Kind.RESIGN, Kind.DRAW, Kind.UNDO)


def signature() -> int:
    """The number: ten decimal digits at most."""
    digest = hashlib.sha256()
    for name, game in GAMES.items():
        for options in option_sets(game):
            turns = TURNS // 8 if options else TURNS
            for line in _told(game, options, random.Random(f"{name} {options}"), turns):
                digest.update(line.encode())
    return int.from_bytes(digest.digest()[:4], "big")


def option_sets(game: Game) -> list[dict[str, Any]]:
    """The rulings, and each other value of each option by itself."""
    others = [{option.name: value} for option in game.options for value in list(option.values)[1:]]
    return [{}, *others]


def _told(game: Game, options: dict[str, Any], rng: random.Random, turns: int) -> Iterator[str]:
    """Each state of a walk, as text."""
    state = turn.new_match(game.ruleset(options), MatchRules())
    while state.phase not in (Phase.OVER, Phase.END) and state.turns < turns:
        allowed = turn.legal(state)
        yield f"{state.phase} {state.side} {sorted(map(_named, allowed))}"
        plays = sorted((play.steps, play.position.row) for play in turn.plays(state))
        yield "".join(f"{steps}{row.hex()}" for steps, row in plays)
        if plays:
            for code in rng.choice(plays)[0]:
                state, _ = turn.apply(state, step_action(state.side, code))
        else:
            state, _ = turn.apply(state, _chosen(state, allowed, rng))
    yield f"{state.position.text()} {state.result}"


def _named(action: Action) -> str:
    return f"{action.kind} {action.side} {action.dice} {action.number} {action.source}"


def _chosen(state: State, allowed: tuple[Action, ...], rng: random.Random) -> Action:
    """One of the actions that lead on; where dice are awaited, a throw; no game is given up."""
    going_on = [action for action in allowed if action.kind not in WAYS_OUT]
    action = rng.choice(sorted(going_on, key=_named))
    if action.kind not in (Kind.THROW, Kind.OPENING):
        return action
    return Action(action.kind, action.side, rng.choice(turn.throws(state))[0])


_NUMBER = re.compile(r"^(SIGNATURE = )\d+$", re.MULTILINE)


def main(arguments: list[str]) -> int:
    """Print the number, and keep it if that is asked for."""
    number = signature()
    print(f"signature {number}")
    if arguments == ["write"]:
        KEPT.write_text(f"{number}\n", encoding="ascii")
        text = KNOWN.read_text(encoding="utf-8")
        KNOWN.write_text(_NUMBER.sub(rf"\g<1>{number}", text), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
