"""Puzzles: positions in which one play is right, and one that tempts beginners is wrong.

They lie in the folder of their game, `puzzles.json`, as `mining.py` found them; `python -m
scripts.puzzles GAME` makes them anew.  A play is known by the position that it leads to.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

from tavola.bots.adviser import BUDGET
from tavola.games import GAMES, find, folder
from tavola.play import log
from tavola.rules.model.ruleset import Ruleset
from tavola.rules.text import one_line
from tavola.rules.turn.state import State

FILE = "puzzles.json"
"""Where the puzzles of a game lie, in its folder."""
VERSION = 1


@dataclass(frozen=True)
class Puzzle:
    """A position with its throw and what was found there.

    `at`: the position in one line.  `plays`, the best first, are written in the numbers of the side
    that plays; `losses` says what each loses against the best, in mean results of a game, by a look
    of `depth` throws.  `natural` is the place of the play that tempts.  `themes`: the
    families of the reasons for the best play against that one, the strongest first.
    """

    at: str
    plays: tuple[str, ...]
    losses: tuple[float, ...]
    natural: int
    depth: int
    themes: tuple[str, ...]


@dataclass(frozen=True)
class Collection:
    """The puzzles of a game, and how they were found: by which net and command, from which seed,
    in how many games, with so many positions (`budget`) for a confirming look."""

    game: str
    puzzles: tuple[Puzzle, ...] = ()
    net: str = ""
    seed: int = 0
    games: int = 0
    command: str = ""
    budget: int = BUDGET

    def themes(self) -> list[str]:
        """The themes that there are, the commonest first."""
        counts: dict[str, int] = {}
        for puzzle in self.puzzles:
            for theme in puzzle.themes:
                counts[theme] = counts.get(theme, 0) + 1
        return sorted(counts, key=lambda theme: (-counts[theme], theme))

    def of_theme(self, theme: str) -> list[int]:
        """The places of the puzzles with a theme."""
        return [n for n, puzzle in enumerate(self.puzzles) if theme in puzzle.themes]


def rules_of(game_id: str) -> Ruleset:
    """The rules that puzzles are judged by: those of the game, without a cube.  Raises `Refused`
    (`no_game`)."""
    return replace(find(game_id).ruleset(None), cube=False)


def state_of(game_id: str, puzzle: Puzzle) -> State:
    """Where a puzzle stands.  Raises `Refused` (`bad_position`) where the rules have changed."""
    return one_line.read(rules_of(game_id), puzzle.at)


@lru_cache(maxsize=64)
def puzzles_of(game_id: str) -> Collection:
    """The puzzles of a game; none where it has no file that can be read.  Raises `Refused`
    (`no_game`)."""
    return read(folder(game_id) / FILE, game_id) or Collection(game_id)


def of_day(day: date) -> tuple[str, int] | None:
    """The game and the place of the puzzle of a day, the same for everybody; None where no game
    has one.  All games come round before one comes again, and all puzzles of a game in turn."""
    having = [name for name in GAMES if puzzles_of(name).puzzles]
    if not having:
        return None
    n = day.toordinal()
    game = having[(n * _stride(len(having))) % len(having)]
    count = len(puzzles_of(game).puzzles)
    return game, (n // len(having) * _stride(count)) % count


def _stride(count: int) -> int:
    """A step that comes to every place of so many before it comes to one again, and jumps about."""
    step = max(int(count * 0.618), 1)
    while _divisor(step, count) > 1:
        step += 1
    return step


def _divisor(a: int, b: int) -> int:
    while b:
        a, b = b, a % b
    return a


def read(path: Path, game_id: str) -> Collection | None:
    """The puzzles of a file, or None if they cannot be read."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["version"] != VERSION or data["game"] != game_id:
            return None
        return Collection(
            game_id,
            tuple(puzzle_from(one) for one in data["puzzles"]),
            str(data["net"]),
            int(data["seed"]),
            int(data["games"]),
            str(data["command"]),
            int(data["budget"]),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def write(path: Path, found: Collection) -> None:
    """Keep puzzles in a file, one a line.  Raises OSError."""
    head: dict[str, Any] = {
        "version": VERSION,
        "game": found.game,
        "net": found.net,
        "seed": found.seed,
        "games": found.games,
        "command": found.command,
        "budget": found.budget,
    }
    lines = [f" {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
    lines += [' "puzzles": [', ",\n".join(_lines(found.puzzles)), " ]"]
    log.put(path, ("{\n" + "\n".join(lines) + "\n}\n").encode())
    puzzles_of.cache_clear()


def _lines(puzzles: Iterable[Puzzle]) -> list[str]:
    return ["  " + json.dumps(puzzle_data(one), separators=(",", ":")) for one in puzzles]


def puzzle_data(puzzle: Puzzle) -> Sequence[object]:
    """A puzzle as JSON: its fields in their order."""
    return [
        puzzle.at,
        list(puzzle.plays),
        list(puzzle.losses),
        puzzle.natural,
        puzzle.depth,
        list(puzzle.themes),
    ]


def puzzle_from(data: Any) -> Puzzle:
    """A puzzle from JSON.  Raises ValueError or TypeError for something else."""
    at, plays, losses, natural, depth, themes = data
    made = Puzzle(
        str(at),
        tuple(str(one) for one in plays),
        tuple(float(one) for one in losses),
        int(natural),
        int(depth),
        tuple(str(one) for one in themes),
    )
    if len(made.plays) != len(made.losses) or not 0 < made.natural < len(made.plays):
        raise ValueError(made.at)
    return made
