"""Milestones of a match: how it stood after some event, so that nobody plays through all before.

They are made only where a state holds no other (nothing can be undone).  What they say follows from
the events; whoever doubts one leaves it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from tavola.rules.model.position import Position
from tavola.rules.model.rotation import in_turn
from tavola.rules.model.ruleset import Side
from tavola.rules.turn.state import Cube, Kind, Offer, Phase, Result, State, Turn

SIGNATURE = 1451049800
"""The signature of the rules that milestones are made by; of other rules they are not read."""

_SHAPE = 1
"""The version of what is written; a change of `State` needs another."""


@dataclass(frozen=True)
class LastPlay:
    """The last throw that was played to its end: by whom, and its steps as kernel integers."""

    side: Side | None = None
    steps: tuple[int, ...] = ()


NO_PLAY = LastPlay()


@dataclass(frozen=True)
class Milestone:
    """How a match stood after event `n`; `drawn` is how far the stream of its dice was used."""

    n: int
    state: State
    last_play: LastPlay
    drawn: int

    def to_json(self) -> dict[str, Any]:
        """Plain JSON, without what a match knows of itself: its rules."""
        last = self.last_play
        return {
            "v": [_SHAPE, SIGNATURE],
            "n": self.n,
            "drawn": self.drawn,
            "last": [_side(last.side), *last.steps],
            "state": _state(self.state),
        }

    @classmethod
    def from_json(cls, data: Any, start: State) -> Milestone | None:
        """Read a milestone of the match that began with `start`; None for one of other rules, or
        one that is damaged."""
        try:
            if data["v"] != [_SHAPE, SIGNATURE]:
                return None
            side, *steps = data["last"]
            last = LastPlay(_side_of(side), tuple(steps))
            return cls(data["n"], _read(data["state"], start), last, data["drawn"])
        except (KeyError, TypeError, ValueError, IndexError):
            return None


def _side(side: Side | None) -> int:
    return -1 if side is None else int(side)


def _side_of(number: int) -> Side | None:
    return None if number < 0 else Side(number)


def _state(state: State) -> dict[str, Any]:
    offer, result = state.offer, state.result
    return {
        "row": state.position.row.hex(),
        "phase": state.phase.value,
        "side": int(state.side),
        "turn": [getattr(state.turn, item.name) for item in fields(Turn)],
        "cube": [state.cube.value, _side(state.cube.owner)],
        "offer": offer and [offer.kind.value, int(offer.side), offer.value, offer.back.value],
        "result": result and [_side(result.winner), result.points, result.how],
        **{name: getattr(state, name) for name in _PLAIN},
    }


_PLAIN = (
    *("fresh", "opening", "ahead", "fixed", "score", "game", "swapped", "crawford"),
    *("idle", "turns", "seen"),
)
"""Parts of a state that are numbers and texts, and tuples of them."""


def _read(data: dict[str, Any], start: State) -> State:
    offer, result = data["offer"], data["result"]
    plain = {name: _tuples(data[name]) for name in _PLAIN}
    played = in_turn(start.rotation, plain["game"])
    return State(
        start.rules if played is None else played.rules,
        start.match,
        Position(bytes.fromhex(data["row"])),
        phase=Phase(data["phase"]),
        side=Side(data["side"]),
        turn=Turn(*map(_tuples, data["turn"])),
        cube=Cube(data["cube"][0], _side_of(data["cube"][1])),
        offer=offer and Offer(Kind(offer[0]), Side(offer[1]), offer[2], Phase(offer[3])),
        result=result and Result(_side_of(result[0]), result[1], result[2]),
        rotation=start.rotation,
        **plain,
    )


def _tuples(value: Any) -> Any:
    """JSON knows lists only."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def usable(found: Sequence[Milestone | None], events: int) -> list[Milestone]:
    """Those of a match with so many events that can be relied upon, in order."""
    kept = [one for one in found if one is not None and 0 < one.n <= events]
    return sorted(kept, key=lambda one: one.n)


__all__ = ["NO_PLAY", "SIGNATURE", "LastPlay", "Milestone", "usable"]
