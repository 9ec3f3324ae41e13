"""Who speaks to one listener, and how he calls things: players, points, numbers and checkers.

Terminal, log, speech and browser say the same things through him: `situations` how a match stands,
`what_happened` what happened, `results` how it ended, `refusals` why something is not allowed.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import TypeVar

from tavola.rules.model.geometry import board_number, geometry_of
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.turn.state import State
from tavola.words.translations import Words, mark_within

T = TypeVar("T")

_COLOURS = (mark_within("colour", "White"), mark_within("colour", "Black"))
_SUBJECTS = (mark_within("subject", "White"), mark_within("subject", "Black"))
_COUNTS = (
    mark_within("checkers", "one"),
    mark_within("checkers", "two"),
    mark_within("checkers", "three"),
    mark_within("checkers", "four"),
)


class Speaker:
    """Speaks for one listener: language, numbers, who he is, names, brief or full.

    Points have the numbers that stand on the listener's board: with `numbering` `own` those of the
    side `viewer`, whoever plays.  `me` is the side that the listener alone plays: he is called
    `you`, and the other one, with `computer`, `the computer`.  `names` are the players' names
    (player 0 has White in the first game).
    """

    def __init__(
        self,
        words: Words,
        rules: Ruleset,
        numbering: str = "own",
        names: tuple[str, str] = ("", ""),
        brief: bool = False,
        *,
        viewer: Side = Side.WHITE,
        me: Side | None = None,
        computer: bool = False,
    ) -> None:
        self.words = words
        self.rules = rules
        self.geometry = geometry_of(rules)
        self.numbering = numbering
        self.names = names
        self.brief = brief
        self.viewer = viewer
        self.me = me
        self.computer = computer and me is not None

    # ------------------------------------------------------------------------------------- players

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both sides in the order in which they are told: the listener's own first."""
        return (Side.WHITE, Side.BLACK) if self.me is None else (self.me, self.me.other)

    def addressing(self, side: Side) -> Speaker:
        """The same speaker, who calls a side `you`."""
        other = copy(self)
        other.me = side
        return other

    def pick(self, side: Side | None, theirs: T, yours: T) -> T:
        """Of two forms of a message that which fits who does it: `moves {ways}`, `move {ways}`."""
        return yours if side is not None and side is self.me else theirs

    def told(self, side: Side | None, state: State, theirs: str, yours: str, **v: object) -> str:
        """A sentence about what a side does; `theirs` names it as {player}, `yours` says `you`."""
        if side is None or side is self.me:
            return self.words.text(yours, **v) if v else self.words.text(yours)
        return self.words.text(theirs, player=self.player(side, state), **v)

    def player(self, side: Side, state: State) -> str:
        """A player as the subject of a sentence: the name, or what he is, or the colour."""
        if side is self.me:
            return self.words.within("subject", "you")
        if self.computer:
            return self.words.within("subject", "the computer")
        name = self.names[state.player(side)]
        return name or self.words.within("subject", _SUBJECTS[side])

    def caller(self, side: Side, state: State) -> str:
        """A player as called to, or before a colon or a number."""
        if side is self.me:
            return self.words.within("caller", "you")
        if self.computer:
            return self.words.within("caller", "computer")
        return self.names[state.player(side)] or side_name(self.words, side)

    def sentence(self, text: str) -> str:
        """With a capital at the start, unless it starts with a player's name."""
        if any(name and text.startswith(name) for name in self.names):
            return text
        return text[:1].upper() + text[1:]

    # -------------------------------------------------------------------------------------- places

    def number(self, side: Side | None, point: int) -> str:
        """The number that stands at a booklet point of the listener's board.

        `side` (None: the listener's) is whose way is spoken of: where two tracks face each other a
        point that is not on it lies `opposite`.
        """
        number = board_number(self.rules, self.viewer, point, self.numbering)
        if self.numbering == "own" and self.geometry.facing:
            track = self.geometry.track[self.viewer if side is None else side]
            if point not in track:
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

    # ------------------------------------------------------------------------ numbers and checkers

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
        """The dice of a throw: `6 and 4`, in brief `6-4`."""
        if self.brief:
            return "-".join(map(str, dice))
        return self.words.join([str(die) for die in dice])

    def checkers(self, side: Side, count: int) -> str:
        """`5 white checkers`; one is a word, which a voice would not say as the figure."""
        if side is Side.WHITE:
            return self.words.plural("one white checker", "{count} white checkers", count)
        return self.words.plural("one black checker", "{count} black checkers", count)


def side_name(words: Words, side: Side) -> str:
    """The colour alone, as a label."""
    return words.within("colour", _COLOURS[side])


def side_subject(words: Words, side: Side) -> str:
    """The colour as the subject of a sentence."""
    return words.within("subject", _SUBJECTS[side])
