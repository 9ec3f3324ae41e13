"""Who speaks to one listener, and how he calls things: players, points, numbers and checkers.

Terminal, log, speech and browser say the same things through him: `situations` how a match stands,
`what_happened` what happened, `results` how it ended, `refusals` why something is not allowed.
"""

from __future__ import annotations

from collections.abc import Sequence

from tavola.rules.model.geometry import geometry_of, own_number
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.turn.state import State
from tavola.words.translations import Words, mark_within

_COLOURS = (mark_within("colour", "White"), mark_within("colour", "Black"))
_SUBJECTS = (mark_within("subject", "White"), mark_within("subject", "Black"))
_COUNTS = (
    mark_within("checkers", "one"),
    mark_within("checkers", "two"),
    mark_within("checkers", "three"),
    mark_within("checkers", "four"),
)


class Speaker:
    """Speaks for one listener: language, numbering, names, brief or full.

    `names` are the players' names (player 0 has White in the first game), `viewer` the side whose
    numbers describe a board (None: the side that must act).
    """

    def __init__(
        self,
        words: Words,
        rules: Ruleset,
        numbering: str = "own",
        names: tuple[str, str] = ("", ""),
        brief: bool = False,
        *,
        viewer: Side | None = None,
    ) -> None:
        self.words = words
        self.rules = rules
        self.geometry = geometry_of(rules)
        self.numbering = numbering
        self.names = names
        self.brief = brief
        self.viewer = viewer

    def player(self, side: Side, state: State) -> str:
        """A player as the subject of a sentence: the name, or the colour."""
        name = self.names[state.player(side)]
        return name or self.words.within("subject", _SUBJECTS[side])

    def caller(self, side: Side, state: State) -> str:
        """A player as called to, or before a colon."""
        return self.names[state.player(side)] or side_name(self.words, side)

    def sentence(self, text: str) -> str:
        """With a capital at the start, unless it starts with a player's name."""
        if any(name and text.startswith(name) for name in self.names):
            return text
        return text[:1].upper() + text[1:]

    def view(self, state: State) -> Side:
        """Whose numbers describe the board."""
        if self.viewer is not None:
            return self.viewer
        return state.side if state.actor is None else state.actor

    def number(self, side: Side | None, point: int) -> str:
        """The number of a booklet point as `side` calls it; a point of the other track alone is
        called by the number it faces."""
        if self.numbering != "own" or side is None:
            return str(point)
        geometry = self.geometry
        if geometry.path(side, point) or not geometry.path(side.other, point):
            return str(own_number(self.rules, side, point))
        number = own_number(self.rules, side.other, point)
        if geometry.facing:
            return self.words.text("{number} opposite", number=number)
        return str(number)

    def place(self, side: Side | None, where: object) -> str:
        """A point, `bar`, `res` or `off` of facts and refusals."""
        if isinstance(where, int):
            return self.number(side, where)
        names = {
            "bar": self.words.text("the bar"),
            "res": self.words.text("the reserve"),
        }
        return names.get(str(where), str(where))

    def numbers(self, numbers: Sequence[int]) -> str:
        """Numbers to play: `6 and 4`, `four 3s`, in brief `6, 4`, `3, 3, 3, 3`."""
        if self.brief:
            return ", ".join(map(str, numbers))
        counts = {number: numbers.count(number) for number in numbers}
        return self.words.join([self.times(number, count) for number, count in counts.items()])

    def times(self, number: int, count: int) -> str:
        """A number so many times: `four 3s`."""
        if count == 1:
            return str(number)
        return self.words.text("{count} {number}s", count=self.count(count), number=number)

    def count(self, count: int) -> str:
        """A count of checkers or of equal numbers, from 1 on: `two`; beyond four in digits."""
        if count > len(_COUNTS):
            return str(count)
        return self.words.within("checkers", _COUNTS[count - 1])

    def dice(self, dice: Sequence[int]) -> str:
        """Two dice: `6 and 4`, in brief `6-4`."""
        if self.brief:
            return "-".join(map(str, dice))
        return self.words.join([str(die) for die in dice])

    def checkers(self, side: Side, count: int) -> str:
        """`5 white checkers`."""
        if side is Side.WHITE:
            return self.words.plural("{count} white checker", "{count} white checkers", count)
        return self.words.plural("{count} black checker", "{count} black checkers", count)


def side_name(words: Words, side: Side) -> str:
    """The colour alone, as a label."""
    return words.within("colour", _COLOURS[side])
