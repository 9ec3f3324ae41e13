"""What one checker may do now: chains of steps, each of them legal after the one before.

This runs for every step at every table, so it works on positions and asks the kernel alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tavola.rules import turn
from tavola.rules.kernel.slots import TO_OFF
from tavola.rules.model import movement
from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.position import Position
from tavola.rules.model.rule_table import ends_off
from tavola.rules.turn.state import Phase, State, where

Chain = tuple[int, ...]
"""Steps of one checker as kernel integers."""


def chains(state: State) -> list[Chain]:
    """All chains of the part that is being played; of two to one place the better one first: it
    hits nothing on the way, else it begins with the larger number."""
    if state.phase is not Phase.MOVE or not state.turn.need:
        return []
    codes = [action.code for action in turn.steps(state)]
    found: list[_Ranked] = [((False, -(code >> 10)), (code,)) for code in codes]
    if state.turn.need > 1 and geometry_of(state.rules).runs:
        for _, chain in list(found):
            found += _longer(state, chain[0])
    return [chain for _, chain in sorted(found, key=_in_order)]


_Ranked = tuple[tuple[bool, int], Chain]


def _in_order(ranked: _Ranked) -> tuple[int, int, int, bool, int, Chain]:
    rank, chain = ranked
    source, target = chain[0] >> 5 & 31, chain[-1] & 31
    return source, len(chain), target, *rank, chain


def _longer(state: State, first: int) -> Iterator[_Ranked]:
    """The chains of at least two steps that begin with a step."""
    now = state.turn
    after = movement.after(state.rules, state.position, state.side, first)
    used = now.used | _bit(now.numbers, now.used, first >> 10)
    struck = movement.hits(state.position, after, state.side)
    yield from _onward(state, after, (first,), used, now.need - 1, struck)


def _onward(
    state: State, position: Position, chain: Chain, used: int, need: int, struck: bool
) -> Iterator[_Ranked]:
    rules, side, numbers = state.rules, state.side, state.turn.numbers
    at = chain[-1] & 31
    if not need or at == TO_OFF or _over(state, position):
        return
    for code in movement.next_steps(rules, position, side, numbers, used, need, 0):
        if code >> 5 & 31 != at:
            continue
        longer = (*chain, code)
        yield (struck, -(chain[0] >> 10)), longer
        if need == 1 or code & 31 == TO_OFF:
            continue
        after = movement.after(rules, position, side, code)
        hit = struck or movement.hits(position, after, side)
        bit = _bit(numbers, used, code >> 10)
        yield from _onward(state, after, longer, used | bit, need - 1, hit)


def _over(state: State, position: Position) -> bool:
    """Whether the game has ended within the chain: without leaving the board only a pin or the goal
    point can do that."""
    if ends_off(state.rules):
        return False
    return movement.over(state.rules, position, state.side)


def _bit(numbers: tuple[int, ...], used: int, number: int) -> int:
    """The bit of the first unused one of equal numbers."""
    index = next(i for i, n in enumerate(numbers) if n == number and not (used >> i) & 1)
    return 1 << index


def step_json(code: int) -> dict[str, Any]:
    """A step as messages have it."""
    return {"number": code >> 10, "from": where(code >> 5 & 31), "to": where(code & 31)}


def path_json(chain: Chain) -> dict[str, Any]:
    """A chain as messages have it."""
    return {
        "from": where(chain[0] >> 5 & 31),
        "to": where(chain[-1] & 31),
        "steps": [step_json(code) for code in chain],
    }


__all__ = ["Chain", "chains", "path_json", "step_json"]
