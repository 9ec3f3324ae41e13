"""The opening table of a game: every first throw, its best plays, and by how much they differ.

The figures come from rollouts; they lie in the folder of the game, `openings.json`, and `python -m
scripts.openings GAME` makes them anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from tavola.bots import shipped_nets
from tavola.bots.adviser import Adviser
from tavola.bots.arena.rollout import HORIZON
from tavola.games import folder
from tavola.play import log
from tavola.rules import turn
from tavola.rules.model.refusal import refuse
from tavola.rules.model.ruleset import Dice, Ruleset, Side
from tavola.rules.model.throws import Throw
from tavola.rules.text import one_line
from tavola.rules.turn.state import Action, Kind, Phase, State
from tavola.study.puzzles import rules_of
from tavola.study.rollouts import Result, Rollout

FILE = "openings.json"
"""Where the table of a game lies, in its folder."""
VERSION = 1
MOST = 4
"""Plays of a throw that are rolled out."""
AT_ONCE = 36
"""Trials between two looks at what is worth going on with."""
SURE = 4.0
"""Standard errors behind the best from which a play is left, and no more trials are needed."""
CLOSE = 0.005
"""The standard error of the gap, in mean results, that is good enough."""
FAR = 0.15
"""Mean results behind the best by a first look from which a play is not rolled out, but for the
second one."""
LONG = 200
"""More first throws than any table has that is made to be read."""
DIGITS = 4


@dataclass(frozen=True)
class Opening:
    """A first throw and its plays.

    `plays`, the best first, in the numbers of the side that plays, one part of the throw; `values`
    in points of that side; `gap` between the first two with its standard error (`error`), in mean
    results; both 0 where there is one play.  `trials` so many times.
    """

    at: str
    side: str
    dice: Throw
    plays: tuple[str, ...]
    values: tuple[float, ...]
    gap: float
    error: float
    trials: int


@dataclass(frozen=True)
class Table:
    """The opening table of a game.  `alike`: both sides stand the same, and one of them is shown.
    `unit` is the mean absolute result of a game in points."""

    game: str
    openings: tuple[Opening, ...] = ()
    alike: bool = True
    unit: float = 1.0
    net: str = ""
    seed: int = 0
    horizon: int = HORIZON
    command: str = ""


def tabled(rules: Ruleset) -> bool:
    """Whether a game has a table: not where the first throw is the last one, since all trials of a
    play would be one; nor where the other side's throw lies open as well, hundreds of pairs."""
    return rules.dice is Dice.THROW


def first_throws(game: str, adviser: Adviser) -> tuple[list[State], bool]:
    """Every position with a first throw, and whether both sides stand alike, so that one stands for
    both.  Raises `Refused` (`no_game`)."""
    rules = rules_of(game)
    if rules.dice is Dice.AHEAD:
        return [], True  # the other throw lies open as well: hundreds, and no table
    start = turn.new_match(rules)
    sides = list(dict.fromkeys(state.side for state in _beginners(start)))
    alike = len(sides) == 2 and _alike(start, adviser)
    if alike:
        sides = [Side.WHITE]
    found: dict[tuple[Side, Throw], State] = {}
    for state in _thrown(start):
        dice = state.turn.dice
        if dice is not None and state.side in sides:
            found.setdefault((state.side, tuple(sorted(dice, reverse=True))), state)
    ordered = sorted(found, key=lambda key: (key[0], [-die for die in key[1]]))
    return [found[key] for key in ordered], alike


def _beginners(start: State) -> Iterator[State]:
    """What the first throw may lead to, or the start itself where there is none."""
    if start.phase is not Phase.OPENING:
        yield start
        return
    for dice, _ in turn.throws(start):
        for throw in (dice, dice[::-1]):
            then, _ = turn.apply(start, Action(Kind.OPENING, None, throw))
            if then.phase is not Phase.OPENING:
                yield then


def _thrown(start: State) -> Iterator[State]:
    """Every state in which the first throw lies and a play is to be chosen."""
    for state in _beginners(start):
        if state.phase is Phase.MOVE:
            yield state
        elif state.phase is Phase.START:
            yield from _first(state)


def _first(state: State) -> Iterator[State]:
    """The same from where a side begins: its dice are kept, named or thrown."""
    side = state.side
    if state.names:
        actions = [one for one in turn.legal(state) if one.kind is Kind.NAME]
    else:
        actions = [Action(Kind.THROW, None, dice) for dice, _ in turn.throws(state)]
        actions += [Action(Kind.KEEP, side)] if state.opening is not None else []
    for action in actions:
        then, _ = turn.apply(state, action)
        if then.phase is Phase.MOVE and then.turn.ending is None:
            yield then


def _alike(start: State, adviser: Adviser) -> bool:
    """Whether both sides stand the same: then the net, which sees with their eyes, says the
    same."""
    white, black = (adviser.analyst.chances(start.position, side) for side in Side)
    return white == black


def opening(game: str, state: State, trials: int, seed: int, horizon: int) -> Opening:
    """A first throw rolled out: until the best play stands apart, or the gap is known well enough,
    or the trials are spent."""
    rolled = Rollout(game, state, MOST, seed, horizon)
    first = rolled.plays[0].equity - FAR * rolled.unit
    rolled.drop([i for i, one in enumerate(rolled.plays) if i < 2 or one.equity >= first])
    gone: list[Result] = []
    while len(rolled.plays) > 1 and rolled.tally.count < trials:
        rolled.go_on(AT_ONCE)
        results, order = rolled.results(), rolled.order()
        near = [n for n, one in enumerate(results) if one.behind <= SURE * one.behind_error]
        if len(near) == 1 or results[1].behind_error < CLOSE * rolled.unit:
            break
        kept = sorted(order[n] for n in {*near, 0, 1})
        if len(kept) < len(rolled.plays):
            gone += [one for n, one in enumerate(results) if order[n] not in kept]
            rolled.drop(kept)
    if len(rolled.plays) == 1:
        rolled.go_on(AT_ONCE)
    return _told(state, rolled, gone)


def _told(state: State, rolled: Rollout, gone: list[Result]) -> Opening:
    results = rolled.results()
    lost = sorted(gone, key=lambda one: -one.mean)
    told = [*results, *lost]
    second = results[1] if len(results) > 1 else None
    dice = state.turn.dice
    assert dice is not None
    return Opening(
        one_line.write(state),
        state.side.letter,
        tuple(sorted(dice, reverse=True)),
        tuple(one.text for one in told),
        tuple(round(results[0].mean - one.behind, DIGITS) + 0.0 for one in told),
        0.0 if second is None else round(second.behind / rolled.unit, DIGITS),
        0.0 if second is None else round(second.behind_error / rolled.unit, DIGITS),
        rolled.tally.count,
    )


def make(
    game: str,
    trials: int,
    seed: int = 1,
    horizon: int = HORIZON,
    kept: Path | None = None,
    progress: Callable[[Opening], None] = lambda one: None,
) -> Table:
    """The table of a game.  `kept` is where a table under way is kept, and gone on with.  Raises
    `Refused` (`no_game`, `no_net`), OSError."""
    net = shipped_nets.load(game)
    if net.problem is not None:
        raise refuse("no_net", game=game)
    adviser = Adviser(rules_of(game), net.weights)
    states, alike = first_throws(game, adviser)
    known = {one.at: one for one in _resumed(kept)}
    made = list[Opening]()
    for state in states[:LONG]:
        at = one_line.write(state)
        one = known.get(at)
        if one is None:
            one = opening(game, state, trials, seed, horizon)
            _keep(kept, one)
            progress(one)
        made.append(one)
    command = f"python -m scripts.openings {game} --trials {trials} --seed {seed}"
    mark = shipped_nets.mark(game)
    return Table(game, tuple(made), alike, adviser.unit, mark, seed, horizon, command)


def state_of(game: str, one: Opening) -> State:
    """Where a first throw lies.  Raises `Refused` (`bad_position`) where the rules have changed."""
    return one_line.read(rules_of(game), one.at)


def _keep(kept: Path | None, one: Opening) -> None:
    if kept is not None:
        with kept.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(one)) + "\n")


def _resumed(kept: Path | None) -> list[Opening]:
    """What was rolled out before; a line that was cut off is rolled out again."""
    found = list[Opening]()
    if kept is not None and kept.exists():
        for line in kept.read_text(encoding="utf-8").splitlines():
            try:
                found.append(_opening_from(json.loads(line)))
            except (ValueError, TypeError, KeyError):
                break
        lines = "".join(json.dumps(asdict(one)) + "\n" for one in found)
        log.put(kept, lines.encode())
    return found


def _opening_from(data: Any) -> Opening:
    return Opening(
        str(data["at"]),
        str(data["side"]),
        tuple(int(die) for die in data["dice"]),
        tuple(str(one) for one in data["plays"]),
        tuple(float(one) for one in data["values"]),
        float(data["gap"]),
        float(data["error"]),
        int(data["trials"]),
    )


@lru_cache(maxsize=64)
def table_of(game: str) -> Table:
    """The opening table of a game; empty where it has no file that can be read.  Raises `Refused`
    (`no_game`)."""
    return read(folder(game) / FILE) or Table(game)


def read(path: Path) -> Table | None:
    """The table of a file, or None if it cannot be read."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["version"] != VERSION:
            return None
        return Table(
            str(data["game"]),
            tuple(_opening_from(one) for one in data["openings"]),
            bool(data["alike"]),
            float(data["unit"]),
            str(data["net"]),
            int(data["seed"]),
            int(data["horizon"]),
            str(data["command"]),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def write(path: Path, table: Table) -> None:
    """Keep a table in a file, a throw a line.  Raises OSError."""
    head = {"version": VERSION, **asdict(table)}
    del head["openings"]
    lines = [f" {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
    rows = ["  " + json.dumps(asdict(one), separators=(",", ":")) for one in table.openings]
    lines += [' "openings": [', ",\n".join(rows), " ]"]
    log.put(path, ("{\n" + "\n".join(lines) + "\n}\n").encode())
    table_of.cache_clear()
