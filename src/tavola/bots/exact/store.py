"""The exact tables of a game: from the cache, or computed once and kept there."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from math import comb
from typing import Any

from tavola.bots.cube.chances import Chances, counted
from tavola.bots.exact import coverage, files, home, pairs, whole_games
from tavola.bots.exact.arrangements import Sides, put_side, side_key
from tavola.bots.exact.lookup import (
    GAMMON,
    GAMMON_LOST,
    WIN,
    Arrays,
    expected_turns,
    outcome_from_table,
)
from tavola.bots.exact.table_arrays import arrays_of
from tavola.bots.exact.typed_buffers import buffer, zeros
from tavola.rules.kernel.backend import Ints, compiled, small
from tavola.rules.kernel.slots import WIDTH
from tavola.rules.model.position import Position
from tavola.rules.model.rule_table import tables
from tavola.rules.model.ruleset import Goal, Ruleset, Score, Side

PAIR_CHECKERS = 6
"""Checkers a side up to which both sides are solved together."""
PLAIN_WORK = 20_000
"""Lists of plays that are worth waiting for without the compiler."""

Progress = Callable[[int, int], None]
"""Told (done, total) from time to time."""


@dataclass(frozen=True)
class Exact:
    """The exact tables of a game.

    `arrays` go to the compiled `lookup.outcome_from_table`.  With `whole_game` they cover every
    position that can come up in play; else the race at the end, where both sides are at home.
    They speak of the beginning of a turn, with all its throws to come and no throw known.
    """

    rules: Ruleset
    arrays: Arrays
    whole_game: bool

    def chances(self, position: Position, side: Side) -> Chances | None:
        """The chances of the side that is about to begin its turn, or None if not covered."""
        row, out = _row(position), zeros("float64", 5)
        T = tables(self.rules).T
        if not outcome_from_table(T, row, 0, int(side), self.arrays, out):
            return None
        win, gammon, lost = float(out[WIN]), float(out[GAMMON]), float(out[GAMMON_LOST])
        if self.rules.score is not Score.CHECKERS:
            return counted(win, gammon, 0.0, lost, 0.0)
        count = self.rules.checkers
        return Chances(win, gain=count * gammon, loss=count * lost)

    def turns(self, position: Position, side: Side) -> float | None:
        """How many turns a side at home still needs on average, or None if not covered."""
        turns = float(
            expected_turns(tables(self.rules).T, _row(position), 0, int(side), self.arrays)
        )
        return None if turns < 0 else turns


def _row(position: Position) -> Ints:
    return small(list(position.cells))


# --------------------------------------------------------------------------------------- the parts


@dataclass(frozen=True)
class Part:
    """A table with a file of its own.

    `kind` is "home" (one side), "pairs" (both) or "game"; `work` is in lists of plays.
    """

    kind: str
    name: str
    work: int
    make: Callable[[home.Progress], files.Buffers]


def parts_of(rules: Ruleset, most: int = PAIR_CHECKERS) -> list[Part]:
    """The tables of a game; none where nothing can be had."""
    if coverage.tower_game(rules):
        return [_game_part(rules, 1_000_000, whole_games.towers)]
    if coverage.facing_game(rules):
        count = rules.checkers
        ways = sum(comb(11, k) * comb(count - k + 2, 2) for k in range(count + 1))
        return [_game_part(rules, 21 * ways * ways, whole_games.facing)]
    race = coverage.race_rules(rules)
    if race is None:
        return []
    roles = dict.fromkeys(coverage.role_of(rules, side) for side in Side)
    parts = [_home_part(race, role, coverage.debt_of(rules)) for role in roles]
    most = min(most, rules.checkers)
    if coverage.two_sided(rules) and most > 0:
        parts.append(_pair_part(home.smaller(race, most)))
    return parts


def _part(
    kind: str, work: int, make: Callable[[home.Progress], files.Buffers], *axes_that_matter: object
) -> Part:
    text = json.dumps(axes_that_matter, sort_keys=True)
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    return Part(kind, f"{kind}-{digest}", work, make)


def _home_part(race: Ruleset, role: coverage.Role, debt: coverage.Debt) -> Part:
    def make(progress: home.Progress) -> files.Buffers:
        return home.build(race, role, debt, progress)

    work = 21 * home.arrangements(race.checkers)
    return _part("home", work, make, race.to_json(), role.value, debt.value)


def _pair_part(race: Ruleset) -> Part:
    def make(progress: home.Progress) -> files.Buffers:
        sides = home.homes(race, race.checkers)
        values = pairs.solve(sides, last_wins=race.goal is Goal.LAST_OFF, progress=progress)
        return {"values": ("float32", buffer("float32", values))}

    work = home.arrangements(race.checkers) ** 2 // 8
    return _part("pairs", work, make, race.to_json())


def _game_part(
    rules: Ruleset, work: int, solve: Callable[[Ruleset, home.Progress], tuple[Sides, Any]]
) -> Part:
    plain = coverage.game_rules(rules)

    def make(progress: home.Progress) -> files.Buffers:
        sides, values = solve(plain, progress)
        row, made = zeros("int8", WIDTH), sides.made
        keys = []
        for rank in range(len(sides)):
            row[:] = zeros("int8", WIDTH)
            put_side(made.T, sides.S, rank, row, 0, 0)
            keys.append(int(side_key(made.T, made.Z, row, 0, 0)))
        return {
            "values": ("float32", buffer("float32", values)),
            "keys": ("int64", buffer("int64", keys)),
        }

    return _part("game", work, make, plain.to_json())


# -------------------------------------------------------------------------------- from parts to use

_known: dict[str, dict[str, Any]] = {}
_made: dict[tuple[Ruleset, int], Exact] = {}
_hopeless: set[str] = set()
"""Tables that cannot be made: the race can last for ever, or too long."""


def forget() -> None:
    """Drop what this process has loaded; the files stay."""
    _known.clear()
    _made.clear()
    _hopeless.clear()


def tables_for(
    rules: Ruleset,
    progress: Progress | None = None,
    compute: bool = True,
    *,
    most: int = PAIR_CHECKERS,
) -> Exact | None:
    """The exact tables of a game, or None if it has none, or not yet.

    What is not in the cache is computed and stored there, unless `compute` is False or it would
    take too long without the compiler.  `progress(done, total)` is called meanwhile.  Both sides
    are solved together where each has up to `most` checkers left.
    """
    made = _made.get((rules, most))
    if made is not None:
        return made
    parts = parts_of(rules, most)
    missing = [part for part in parts if not _load(part)]
    total = sum(part.work for part in missing)
    before = 0
    for part in missing:
        slow = not compiled and part.work > PLAIN_WORK
        if not compute or slow or part.name in _hopeless:
            continue
        _make(part, _told(progress, before, part.work, total))
        before += part.work
    found = {part.name: _known[part.name] for part in parts if part.name in _known}
    if not found:
        return None
    contents = [(part.kind, found[part.name]) for part in parts if part.name in found]
    exact = Exact(rules, arrays_of(rules, contents), parts[0].kind == "game")
    if len(found) == len(parts):
        _made[rules, most] = exact
    return exact


def _told(progress: Progress | None, before: int, work: int, total: int) -> home.Progress:
    def tell(part: float) -> None:
        if progress is not None:
            progress(before + int(part * work), total)

    return tell


def _load(part: Part) -> bool:
    if part.name not in _known:
        found = files.load(part.name)
        if found is None:
            return False
        _known[part.name] = found
    return True


def _make(part: Part, tell: home.Progress) -> None:
    tell(0.0)
    try:
        buffers = part.make(tell)
    except ValueError:
        _hopeless.add(part.name)
        return
    files.save(part.name, buffers)
    _known[part.name] = {label: values for label, (_, values) in buffers.items()}
    tell(1.0)
