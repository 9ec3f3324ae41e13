"""Between the program's positions and the oracle's boards, and random walks over real games."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator
from typing import Any

import oracle
from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.kernel import slots
from tavola.rules.model import movement
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.turn.state import Action, Kind, Phase, State, where

ORACLE_NAMES = {"extra_throw": "puff_reroll", "start": "start_position"}
"""Options that the oracle calls otherwise."""

NO_ORACLE_OPTION = {
    "opening",
    "starter",
    "cube",
    "doubles",
    "repetition",
    "cube_window",
    "cube_ban",
}
"""Options of dice and cube, which are outside the oracle."""


def oracle_options(game: str, options: dict[str, Any]) -> dict[str, Any]:
    """The program's options in the oracle's words."""
    return {
        ORACLE_NAMES.get(name, name): value
        for name, value in options.items()
        if name not in NO_ORACLE_OPTION
    }


def option_sets(game: str) -> list[dict[str, Any]]:
    """The rulings, and each other value of each option that the oracle knows."""
    found: list[dict[str, Any]] = [{}]
    for option in GAMES[game].options:
        if option.name in NO_ORACLE_OPTION or game in ("backgammon", "old-britain"):
            continue
        found += [{option.name: value} for value in list(option.values)[1:]]
    return found


def board_of(position: Position) -> oracle.Board:
    """The oracle's form of a position."""
    counts = []
    for side in Side:
        row = [0] * 25
        for point, count in position.points(side).items():
            row[point] = count
        counts.append(tuple(row))
    marks = [p for p in range(1, 25) if position.cells[slots.MARK + p]]
    pinned = {(p, int(owner)) for p in marks if (owner := position.pinned(p)) is not None}
    lying = {(p, 0 if position.cells[p] > 0 else 1) for p in marks if position.lying(p)}
    pools = [
        (get(Side.WHITE), get(Side.BLACK))
        for get in (
            position.bar,
            position.reserve,
            position.off,
            position.stage,
            position.runs_in,
        )
    ]
    return oracle.Board(
        points=(counts[0], counts[1]),
        bar=pools[0],
        reserve=pools[1],
        off=pools[2],
        pinned=frozenset(pinned),
        stage=pools[3],
        spread=frozenset(lying),
        runs=pools[4],
        burst=(int(position.burst(Side.WHITE)), int(position.burst(Side.BLACK))),
    )


def row_of(board: oracle.Board) -> bytes:
    """The kernel's row of an oracle board."""
    cells = array("b", bytes(slots.WIDTH))
    white, black = board.points
    for point in range(1, 25):
        cells[point] = white[point] - black[point]
    for side in (0, 1):
        cells[slots.BAR + side] = board.bar[side]
        cells[slots.RESERVE + side] = board.reserve[side]
        cells[slots.OFF + side] = board.off[side]
        cells[slots.STAGE + side] = board.stage[side]
        cells[slots.RUNS_IN + side] = board.runs[side]
    cells[-1] = board.burst[0] - board.burst[1]
    for point, side in board.pinned:  # told by the mark alone
        cells[point] -= 1 - 2 * side
        cells[slots.MARK + point] = 1 - 2 * side
    for point, side in board.spread:
        cells[slots.MARK + point] = 1 - 2 * side
    return cells.tobytes()


def step_of(code: int) -> oracle.Step:
    """A kernel step in the oracle's form."""
    return code >> 10, where((code >> 5) & 31), where(code & 31)


def random_action(state: State, rng: random.Random) -> Action:
    """A legal action, never a resignation, a draw or a double; dice at random."""
    if state.phase is Phase.OPENING:
        return Action(Kind.OPENING, None, (rng.randint(1, 6), rng.randint(1, 6)))
    dull = (Kind.RESIGN, Kind.DRAW, Kind.DOUBLE, Kind.UNDO)
    action = rng.choice([a for a in turn.legal(state) if a.kind not in dull])
    if action.kind is Kind.THROW:
        throws = turn.throws(state)
        dice = rng.choices([t for t, _ in throws], [w for _, w in throws])[0]
        return Action(Kind.THROW, action.side, dice)
    return action


def walk(rules: Ruleset, rng: random.Random, limit: int = 400) -> Iterator[State]:
    """All states of one random game, up to `limit` turns."""
    state = turn.new_match(rules)
    while state.phase not in (Phase.OVER, Phase.END) and state.turns < limit:
        yield state
        state, _ = turn.apply(state, random_action(state, rng))


def positions(rules: Ruleset, rng: random.Random, games: int, every: int) -> Iterator[State]:
    """States at the start of turns, spread over several random games."""
    for _ in range(games):
        for state in walk(rules, rng):
            if state.phase is Phase.START and state.fresh and rng.randrange(every) == 0:
                yield state


def rows(plays: list[movement.Play]) -> set[bytes]:
    """The positions that plays lead to; what they have taken from the head in a chain is left
    out."""
    return {play.position.between_throws().row for play in plays}


def program_options(game: str, options: dict[str, Any]) -> dict[str, Any]:
    """The oracle's options in the program's words; a profile is its bundle of options."""
    back = {theirs: ours for ours, theirs in ORACLE_NAMES.items()}
    found: dict[str, Any] = {}
    for name, value in options.items():
        if name == "profile":
            found.update(GAMES[game].profile(value).options)
        else:
            found[back.get(name, name)] = value
    return found
