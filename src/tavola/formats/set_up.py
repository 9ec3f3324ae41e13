"""Positions, cubes and turns that a file puts down by hand, in place of moves that lead there.

They state what the moves have led to anyway, or a match begins with them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Side
from tavola.rules.turn.state import State

POINTS, BAR, OFF = 24, 25, 0
"""Places beside the points, in White's own numbers, in which all of this is told."""


@dataclass(frozen=True)
class SetUp:
    """What is put down, in the order in which it is.

    `edits`: who puts a checker where, or None and the place that is emptied.  `cube` is its value,
    0 where none is told; `owner` who has it, None in the middle, and nothing is told of it if not
    `owned`.  `turn` is whose turn it is, if that is told.
    """

    edits: tuple[tuple[int | None, int], ...] = ()
    cube: int = 0
    owner: int | None = None
    owned: bool = False
    turn: int | None = None

    def then(self, other: SetUp) -> SetUp:
        """Both, one after the other."""
        owned = other if other.owned else self
        return SetUp(
            self.edits + other.edits,
            other.cube or self.cube,
            owned.owner,
            owned.owned,
            self.turn if other.turn is None else other.turn,
        )

    @classmethod
    def of(cls, state: State) -> SetUp:
        """All that stands in a state before a throw, on an empty board."""
        edits = [
            (int(side), place)
            for side in Side
            for place, count in sorted(_counted(state.position, side).items(), reverse=bool(side))
            for _ in range(count)
        ]
        emptied = [(None, place) for place in range(1, BAR + 1)]
        owner = None if state.cube.owner is None else int(state.cube.owner)
        return cls((*emptied, *edits), state.cube.value, owner, True, int(state.side))

    def position(self, state: State) -> Position:
        """The position of a state after it.  Raises `Refused` (code `bad_position`) if it is none.

        What does not stand on a point or on the bar is borne off.
        """
        counts = {side: _counted(state.position, side) for side in Side}
        for player, place in self.edits:
            if player is None:
                for side in Side:
                    counts[side].pop(place, None)
            elif place != OFF:
                counts[Side(player)][place] += 1
        fields = (f"{side.letter} {_words(counts[side])}" for side in Side)
        return Position.parse(state.rules, " | ".join(fields))

    def agrees(self, state: State) -> bool:
        """Whether a state is as it says.  Raises as `position` does."""
        owner = None if self.owner is None else Side(self.owner)
        if self.cube not in (0, state.cube.value) or (self.owned and owner is not state.cube.owner):
            return False
        return not self.edits or self.position(state) == state.position

    def line(self, state: State, side: Side, score: tuple[int, int], *, crawford: bool) -> str:
        """The text of a match that begins with it.  Raises as `position` does."""
        value = self.cube or state.cube.value
        owner = Side(self.owner).letter if self.owner is not None and value > 1 else ""
        words = [side.letter, *([f"cube:{value}{owner}"] if value > 1 else [])]
        match = [f"score:{score[0]}-{score[1]}"] if any(score) else []
        match += ["crawford"] if crawford else []
        fields = [self.position(state).text(), " ".join(words), " ".join(match)]
        return " | ".join(field for field in fields if field)


def _counted(position: Position, side: Side) -> Counter[int]:
    """Where somebody's checkers are, but for those that are borne off."""
    found = Counter({n: position.count(side, POINTS + 1 - n) for n in range(1, POINTS + 1)})
    return found + Counter({BAR: position.bar(side)})


def _words(counts: Counter[int]) -> str:
    points = (f"{POINTS + 1 - n}:{counts[n]}" for n in range(POINTS, 0, -1) if counts[n])
    return " ".join([*points, *([f"bar:{counts[BAR]}"] if counts[BAR] else [])])


__all__ = ["BAR", "OFF", "POINTS", "SetUp"]
