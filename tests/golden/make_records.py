"""Makes the golden records anew:  python tests/golden/make_records.py [NAME ...]

Run it only when a rule was changed deliberately.  Each record is a match of the rule-of-thumb
player against itself with the first seed that gives a match of a fair length with the events
wished for.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from seats import play
from tavola.games import GAMES
from tavola.play import log
from tavola.play.dice import SeededDice
from tavola.play.match import Match
from tavola.rules.model.declaration import Game
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.text.record import Record, result_to_json, state_to_json
from tavola.rules.turn.state import Kind

FOLDER = Path(__file__).parent / "records"
LONGEST = 700
"""Most events of a golden record."""


def wanted() -> dict[str, tuple[Record, set[Kind]]]:
    """Name of each golden record, the match to play, and the events that must occur."""
    found = {}
    for game in GAMES.values():
        games = 2 if game.rules.swap_roles else 1
        found[game.id] = (Record(game.id, match=MatchRules(games=games)), _wished(game))
        for profile in game.profiles:
            match = profile.match
            match = replace(match, length=3) if match.length else MatchRules(games=2)
            record = Record(game.id, options=profile.options, match=match)
            found[f"{game.id}-{profile.name}"] = (record, {Kind.TAKE, Kind.DROP})
    return found


def _wished(game: Game) -> set[Kind]:
    kinds = {Kind.TAKE} if game.rules.cube else set()
    if game.rules.ace_deuce.value != "ordinary":
        kinds.add(Kind.CHOOSE)
    return kinds


def made(record: Record, kinds: set[Kind]) -> Match:
    """The first match that will do."""
    for seed in count(1):
        match = Match.start(record, SeededDice(seed))
        over = play(match, cap=LONGEST)
        if over and kinds <= {event.kind for event in match.record.events}:
            return match
    raise AssertionError


def ending(match: Match) -> dict[str, Any]:
    """The last state of a match and how its last game ended."""
    assert match.state.result is not None
    return {"state": state_to_json(match.state), "result": result_to_json(match.state.result)}


def main() -> None:
    """Make the records named, or all."""
    for name, (record, kinds) in wanted().items():
        if len(sys.argv) == 1 or name in sys.argv[1:]:
            match = made(record, kinds)
            path = FOLDER / f"{name}.json"
            log.write(path, match.record)
            end = json.dumps({"ends": ending(match)}, separators=(",", ":"))[1:-1]
            text = path.read_text(encoding="utf-8")
            path.write_text("{\n" + end + ",\n" + text.removeprefix("{\n"), encoding="utf-8")
            print(name, match.record.dice["seed"], len(match.record.events), path.stat().st_size)


if __name__ == "__main__":
    main()
