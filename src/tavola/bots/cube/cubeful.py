"""What a doubling cube makes of a winning chance: equities between a dead and a live cube.

A `CubeModel` holds what the results of a game are worth at each height of the cube, on any scale
on which the side considered wants more: points for money, the chance to win the match in a match.

- *Dead cube*: nobody will ever turn it again; equity is a straight line from all lost to all won.
- *Live cube*: chances change in tiny steps, so a double is always made at the very point where the
  other side may take or drop (Keeler and Spencer, "Optimal Doubling in Backgammon", 1975).  Equity
  is then a line with a kink at each of these points.
- Real cubes lie between: equity = (1 - x) dead + x live with the *cube efficiency* x (Janowski,
  "Take-Points in Money Games", 1993).  The same idea serves at every match score, where the kinks
  are found from the highest useful cube downwards.

All chances are those of the side considered; `p` is its chance to win, 0-1.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

Point = tuple[float, float]
Curve = tuple[Point, ...]
"""Corners of a line, left to right: (chance to win, value)."""

SAME = 1e-9
"""Values closer than this are the same."""


class Holder(Enum):
    """Who may turn the cube, from the view of the side considered."""

    CENTRE = "centre"
    MINE = "mine"
    THEIRS = "theirs"
    NOBODY = "nobody"  # no cube in the game, or the Crawford game

    @property
    def swapped(self) -> Holder:
        """The same from the other side's view."""
        return {Holder.MINE: Holder.THEIRS, Holder.THEIRS: Holder.MINE}.get(self, self)


class Turn(Enum):
    """Who may double now if he has access to the cube: a double left out is one for later."""

    MINE = "mine"
    THEIRS = "theirs"
    LATER = "later"


MINE_TO_TURN = (Holder.CENTRE, Holder.MINE)
THEIRS_TO_TURN = (Holder.CENTRE, Holder.THEIRS)


class Height(NamedTuple):
    """What is won and lost at one height of the cube.

    `cash` is the value when they drop a double from here, `drop` when the side drops theirs; `win`
    and `loss` are mean values of games played out.  `mine` and `theirs` say who may double from
    here if he has access to the cube.
    """

    cash: float
    drop: float
    win: float
    loss: float
    mine: bool = True
    theirs: bool = True


class CubeModel(NamedTuple):
    """Heights of the cube from the present one upwards, and where the live cube is turned.

    `cashes` are the chances at which they may as well drop the side's double from a height, `takes`
    those at which the side may as well take theirs; None where nobody doubles.
    """

    heights: tuple[Height, ...]
    cashes: tuple[float | None, ...]
    takes: tuple[float | None, ...]

    def live(self, step: int, holder: Holder, p: float) -> float:
        """Value with a perfectly live cube, `step` doubles from now."""
        curve = _curve(self.heights[step], holder, self.cashes[step], self.takes[step])
        return _value(curve, p)

    def dead(self, step: int, holder: Holder, p: float, turn: Turn = Turn.LATER) -> float:
        """Value with a cube that is not turned again, but for doubles that cost nothing.

        A side that loses the match with this game anyway doubles as soon as it may, however
        unlikely other doubles are: that needs no well-timed cube.  But where the double would be
        dropped, a side on turn that does not double now may soon have lost that chance.
        """
        now = self.heights[step]
        value = _line(now, p)
        if step + 1 >= len(self.heights):
            return value
        nxt, cash, take = self.heights[step + 1], self.cashes[step], self.takes[step]
        if (
            holder in MINE_TO_TURN
            and now.mine
            and nothing_to_lose(now, nxt)
            and (turn is not Turn.MINE or cash is None or p < cash)
        ):
            value = max(value, min(_line(nxt, p), now.cash))
        if (
            holder in THEIRS_TO_TURN
            and now.theirs
            and nothing_to_fear(now, nxt)
            and (turn is not Turn.THEIRS or take is None or p > take)
        ):
            value = min(value, max(_line(nxt, p), now.drop))
        return value

    def equity(
        self, step: int, holder: Holder, p: float, efficiency: float, turn: Turn = Turn.LATER
    ) -> float:
        """Value between dead and live cube, before a throw and with no double now."""
        live = self.live(step, holder, p)
        return live + (1.0 - efficiency) * (self.dead(step, holder, p, turn) - live)

    def doubled(self, held: float, p: float, efficiency: float, turn: Turn) -> float:
        """Value of a centred cube for a side on turn that doubles if that beats `held`."""
        now = self.heights[0]
        if turn is Turn.MINE and now.mine:
            return max(held, min(self.equity(1, Holder.THEIRS, p, efficiency), now.cash))
        if turn is Turn.THEIRS and now.theirs:
            return min(held, max(self.equity(1, Holder.MINE, p, efficiency), now.drop))
        return held


def nothing_to_lose(now: Height, nxt: Height) -> bool:
    """Whether a lost game costs the side no more at the next height, however it is lost."""
    return abs(now.drop - nxt.loss) < SAME


def nothing_to_fear(now: Height, nxt: Height) -> bool:
    """Whether a lost game costs the other side no more at the next height."""
    return abs(now.cash - nxt.win) < SAME


def finite_cube(heights: tuple[Height, ...]) -> CubeModel:
    """The cube model of heights that end where doubles change nothing any more."""
    cashes: list[float | None] = [None]
    takes: list[float | None] = [None]
    for now, nxt in zip(heights[-2::-1], heights[:0:-1], strict=True):
        cash, take = cashes[-1], takes[-1]
        cashes.append(_chance(_curve(nxt, Holder.THEIRS, cash, take), now.cash))
        takes.append(_chance(_curve(nxt, Holder.MINE, cash, take), now.drop))
    return CubeModel(heights, tuple(cashes[::-1]), tuple(takes[::-1]))


def endless_cube(now: Height, nxt: Height) -> CubeModel:
    """The model of a cube without end, each height worth twice the one before (money).

    The take point of the live cube repeats itself at every height, which gives it in closed form
    (Janowski): (L - 1/2) / (W + L + 1/2) with the mean wins W and losses L of a turned cube.
    """
    win, loss = nxt.win / 2.0, -nxt.loss / 2.0
    spread = max(win + loss + 0.5, SAME)
    cash = min(max((loss + 1.0) / spread, 0.0), 1.0)
    take = min(max((loss - 0.5) / spread, 0.0), cash)
    return CubeModel((now, nxt), (cash, cash), (take, take))


def _line(height: Height, p: float) -> float:
    return height.loss + (height.win - height.loss) * p


def _curve(height: Height, holder: Holder, cash: float | None, take: float | None) -> Curve:
    """The line of a live cube, with a kink only where turning the cube is of use to its owner."""
    start, end = (0.0, height.loss), (1.0, height.win)
    high = low = None
    if cash is not None and height.mine and holder in MINE_TO_TURN:
        high = (cash, height.cash)
    if take is not None and height.theirs and holder in THEIRS_TO_TURN:
        low = (take, height.drop)
    if high is not None and _above(low or start, end, high) <= SAME:
        high = None
    if low is not None and _above(start, high or end, low) >= -SAME:
        low = None
        if high is not None and _above(start, end, high) <= SAME:
            high = None
    return tuple(point for point in (start, low, high, end) if point is not None)


def _above(left: Point, right: Point, point: Point) -> float:
    """How far a point lies above the line between two others."""
    width = right[0] - left[0]
    if width < SAME:
        return 0.0
    return point[1] - left[1] - (right[1] - left[1]) * (point[0] - left[0]) / width


def _value(curve: Curve, p: float) -> float:
    left = curve[0]
    for right in curve[1:]:
        if p <= right[0] and right[0] > left[0]:
            return left[1] + (right[1] - left[1]) * (p - left[0]) / (right[0] - left[0])
        left = right
    return left[1]


def _chance(curve: Curve, value: float) -> float:
    """The chance to win at which a curve has a value."""
    left = curve[0]
    for right in curve[1:]:
        if value <= right[1]:
            rise = right[1] - left[1]
            share = (value - left[1]) / rise if rise > SAME else 0.0
            return left[0] + max(share, 0.0) * (right[0] - left[0])
        left = right
    return left[0]
