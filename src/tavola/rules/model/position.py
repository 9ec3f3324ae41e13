"""A position: where every checker of both sides is.  Immutable, with a text form and a plain-JSON
form.

Points are the booklet's 1-24.  The text form is `W 1:2 12:5 bar:1 | B 24:2 13:5`: `point:count`
pairs, `bar:n`, `res:n`; `10:1p` is a pinned checker, `24:2s` a tower lying side by side (Doublets),
`stage:2` the stage of a side (Doublets); `head:7` says, within a throw, that something has left the
first point of the track, `runs:3` that the side's doubles run upwards with its third throw from now
on, `stays:5` that it has hit on the point of its home 5 pips from the end, where one checker stays
(`LEFT_HEAD`, `RUNS_IN`, `HITTERS` in `kernel/slots.py`); `burst:1` that the side has ended the game
with a step that burst a point (`BURST_OPEN`).  Checkers that are not named are off.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tavola.rules.kernel import slots as k
from tavola.rules.model.geometry import QUARTER, geometry_of, quarter_cell
from tavola.rules.model.refusal import Refusal, Refused, as_json
from tavola.rules.model.room import has_bar, has_reserve, most_on_points, room_on_points
from tavola.rules.model.ruleset import Contact, Ruleset, Side

_TOKEN = re.compile(
    r"(?P<where>\d{1,2}|bar|res|stage|head|runs|stays|burst):(?P<count>\d{1,2})(?P<flag>[ps]?)",
    re.ASCII,
)
_POINT = re.compile(r"[1-9]\d?", re.ASCII)


@dataclass(frozen=True)
class Position:
    """Counts of all points and pools of both sides; build it with `start`, `parse` or `from_json`.

    `row` holds the 64 signed bytes that the kernel works on (layout in `kernel/slots.py`).
    """

    row: bytes

    @cached_property
    def cells(self) -> array[int]:
        """The row as signed integers."""
        return array("b", self.row)

    def count(self, side: Side, point: int) -> int:
        """Checkers of `side` on a booklet point, a pinned one included."""
        return max(0, self.cells[point] * _SIGN[side]) + (self.pinned(point) is side)

    def top(self, point: int) -> Side | None:
        """The side that holds a point (of a pin: the pinner), or None if it is empty."""
        value = self.cells[point]
        return None if value == 0 else Side.WHITE if value > 0 else Side.BLACK

    def pinned(self, point: int) -> Side | None:
        """The side whose checker lies pinned on a point."""
        mark = self.cells[k.MARK + point]
        if mark == 0 or mark * self.cells[point] > 0:
            return None
        return Side.WHITE if mark > 0 else Side.BLACK

    def lying(self, point: int) -> bool:
        """Doublets: whether the tower on a point lies side by side."""
        return self.cells[k.MARK + point] * self.cells[point] > 0

    @property
    def marked(self) -> bool:
        """Whether a checker lies pinned or a tower side by side: on most boards none does."""
        return self.row[k.MARK + 1 : k.MARK + 25] != _UNMARKED

    def bar(self, side: Side) -> int:
        """Checkers on the bar."""
        return self.cells[k.BAR + side]

    def reserve(self, side: Side) -> int:
        """Checkers that were not entered yet."""
        return self.cells[k.RESERVE + side]

    def left_head(self, side: Side) -> int:
        """What has left the side's first point in the throw that is being played, where only one
        checker may: 0, the number, or 7 for "no more"."""
        return self.cells[k.LEFT_HEAD + side]

    def runs_in(self, side: Side) -> int:
        """With which throw of a side from now on its doubles run upwards, where they do not at
        once; a throw that is being played is counted already.  0: they run."""
        return self.cells[k.RUNS_IN + side]

    def hitters(self, side: Side) -> list[int]:
        """Where the side has hit at home in the throw that is being played, so that one checker
        stays there: pips from the end of the track, 1 to 6."""
        hitters = self.cells[k.HITTERS + side]
        return [pips for pips in range(1, 7) if hitters >> pips - 1 & 1] if hitters else []

    def burst(self, side: Side) -> bool:
        """Whether the side has ended the game with a step that burst a point."""
        return self.cells[k.BURST_OPEN] == _SIGN[side]

    def between_throws(self) -> Position:
        """The same without what is known only while a throw is being played."""
        if self.row[_LEFT_HEADS] == _NOTHING == self.row[_HITTERS]:
            return self
        cells = array("b", self.row)
        cells[_LEFT_HEADS] = cells[_HITTERS] = array("b", _NOTHING)
        return Position(cells.tobytes())

    def off(self, side: Side) -> int:
        """Checkers borne off; in Catch me: captured ones."""
        return self.cells[k.OFF + side]

    def stage(self, side: Side) -> int:
        """Stage of Doublets: 1 unstack, 2 stack, 3 bear off; 0 in other games."""
        return self.cells[k.STAGE + side]

    def stacks(self) -> list[tuple[int, Side, int]]:
        """The occupied booklet points in order, each with the side that holds it and how many
        checkers of that side stand there; a checker pinned below is not counted."""
        cells = self.cells
        return [
            (point, Side.WHITE if cells[point] > 0 else Side.BLACK, abs(cells[point]))
            for point in range(1, 25)
            if cells[point]
        ]

    def points(self, side: Side) -> dict[int, int]:
        """Occupied booklet points of a side and its checkers there."""
        if not self.marked:
            return self._unmarked_points()[side]
        sign, cells, found = _SIGN[side], self.cells, dict[int, int]()
        for point in range(1, 25):
            own = cells[point] * sign
            if own > 0:
                found[point] = own
            elif cells[k.MARK + point] * sign > 0:  # pinned under the enemy's
                found[point] = 1
        return found

    def shifted(self, side: Side, source: int, target: int) -> Position | None:
        """With a checker taken up and put down elsewhere, whatever the rules say; a single enemy
        there goes to the bar.  `source` is a point or FROM_BAR, `target` a point or TO_OFF; None
        where no checker stands, or where the enemy holds the point."""
        cells, own = array("b", self.row), _SIGN[side]
        if source == k.FROM_BAR and cells[k.BAR + side]:
            cells[k.BAR + side] -= 1
        elif 1 <= source <= 24 and cells[source] * own > 0:
            cells[source] -= own
        else:
            return None
        if target == k.TO_OFF:
            cells[k.OFF + side] += 1
        elif 1 <= target <= 24 and cells[target] * own >= -1:
            cells[k.BAR + side.other] += cells[target] == -own
            cells[target] = own if cells[target] == -own else cells[target] + own
        else:
            return None
        return Position(cells.tobytes())

    @classmethod
    def start(cls, rules: Ruleset) -> Position:
        """The opening position of a game."""
        draft = _Draft(rules)
        for side in Side:
            setup = rules.start[side]
            draft.points[side].update(setup.points)
            draft.pools[side] = {"bar": setup.bar, "res": setup.reserve}
            draft.stage[side] = int(geometry_of(rules).towers)
            draft.runs[side] = rules.run_from if rules.run_from > 1 else 0
        return draft.position(trusted=True)

    @classmethod
    def parse(cls, rules: Ruleset, text: str) -> Position:
        """Read the text form.  Raises `Refused` (code `bad_position`) naming what is wrong."""
        draft = _Draft(rules)
        halves = [half.split() for half in text.split("|")]
        if len(halves) != 2 or [h[:1] for h in halves] != [["W"], ["B"]]:
            raise bad_position("form", text=text[:80])
        for side, tokens in zip(Side, halves, strict=True):
            for token in tokens[1:]:
                match = _TOKEN.fullmatch(token)
                if match is None:
                    raise bad_position("token", text=token[:40])
                draft.add(side, match["where"], int(match["count"]), match["flag"])
        return draft.position()

    def __repr__(self) -> str:
        return f"<Position {self.text()}>"

    def text(self) -> str:
        """The one-line text form."""
        return " | ".join(f"{side.letter} {' '.join(self._tokens(side))}".rstrip() for side in Side)

    def _tokens(self, side: Side) -> list[str]:
        points = self.points(side).items()
        if not self.marked:
            found = [f"{point}:{count}" for point, count in points]
        else:
            found = [f"{point}:{count}{self._flag(side, point)}" for point, count in points]
        pools = {
            "bar": self.bar(side),
            "res": self.reserve(side),
            "stage": self.stage(side),
            "head": self.left_head(side),
            "runs": self.runs_in(side),
            "burst": int(self.burst(side)),
        }
        stays = [f"stays:{pips}" for pips in self.hitters(side)]
        return found + [f"{name}:{value}" for name, value in pools.items() if value] + stays

    def _flag(self, side: Side, point: int) -> str:
        return "p" if self.pinned(point) is side else "s" if self.lying(point) else ""

    def to_json(self) -> dict[str, Any]:
        """Plain JSON: for `white` and `black` points, bar, reserve, off, pinned, lying, stage,
        head, runs, stays, burst."""
        found = self._plain_json()
        if self.row[k.STAGE :] == _NOTHING_ODD:  # on most boards
            return found
        for side, name in zip(Side, _HALVES, strict=True):
            half = found[name]
            if self.marked:
                points = self.points(side)
                pinned = [point for point in points if self.pinned(point) is side]
                lying = [point for point in points if self.lying(point)]
                half["points"] = {_NAMES[point]: n for point, n in points.items()}
                half |= {"pinned": pinned} if pinned else {}
                half |= {"lying": lying} if lying else {}
            if self.row[k.STAGE + side]:
                half["stage"] = self.row[k.STAGE + side]
            if self.row[k.LEFT_HEAD + side]:
                half["head"] = self.row[k.LEFT_HEAD + side]
            if self.row[k.RUNS_IN + side]:
                half["runs"] = self.row[k.RUNS_IN + side]
            if self.row[k.HITTERS + side]:
                half["stays"] = self.hitters(side)
            if self.burst(side):
                half["burst"] = 1
        return found

    def _plain_json(self) -> dict[str, dict[str, Any]]:
        """What `to_json` says of a board on which nothing is odd."""
        row = self.row
        white, black = dict[str, int](), dict[str, int]()
        for name, count in zip(_POINTS, row[1:25], strict=True):
            if count:
                if count < 128:
                    white[name] = count
                else:  # a cell is a signed byte
                    black[name] = 256 - count
        found: dict[str, dict[str, Any]] = {"white": {"points": white}, "black": {"points": black}}
        if row[k.BAR : k.STAGE] != _EMPTY_POOLS:
            for pool, cell in _POOLS_OF_JSON:
                for name, count in zip(_HALVES, row[cell : cell + 2], strict=True):
                    if count:
                        found[name][pool] = count
        return found

    def _unmarked_points(self) -> list[dict[int, int]]:
        """The points of both sides at once, where no checker is pinned and no tower lies."""
        white, black = dict[int, int](), dict[int, int]()
        for point, count in enumerate(array("b", self.row[1:25]), 1):
            if count > 0:
                white[point] = count
            elif count:
                black[point] = -count
        return [white, black]

    @classmethod
    def from_json(cls, rules: Ruleset, data: object) -> Position:
        """Read the JSON form.  Raises `Refused` (code `bad_position`) naming what is wrong."""
        row = _plain_row(rules, data)
        if row is not None:
            return cls(row)
        draft = _Draft(rules)
        if not isinstance(data, Mapping):
            raise bad_position("form", text=as_json(data, 80))
        for side in Side:
            draft.read(side, data.get(_HALVES[side]))
        return draft.position()


_SIGN = (1, -1)
_HALVES = ("white", "black")
_UNMARKED = bytes(24)
_NOTHING_ODD = bytes(k.WIDTH - k.STAGE)
_EMPTY_POOLS = bytes(k.STAGE - k.BAR)
_NOTHING = bytes(2)
_LEFT_HEADS = slice(k.LEFT_HEAD, k.LEFT_HEAD + 2)
_HITTERS = slice(k.HITTERS, k.HITTERS + 2)
_NAMES = tuple(map(str, range(25)))
_POINTS = _NAMES[1:]
_NUMBERS = {name: point for point, name in enumerate(_NAMES) if point}
_POOLS_OF_JSON = (("bar", k.BAR), ("reserve", k.RESERVE), ("off", k.OFF))


def bad_position(what: str, **details: object) -> Refused:
    """The error for a position put in by hand: what is wrong, and where."""
    return Refused(Refusal("bad_position", {"what": what, **details}))


def _plain_row(rules: Ruleset, data: object) -> bytes | None:
    """The row of a position in its JSON form where nothing about it is odd or wrong; None leaves it
    to a draft, which knows everything and says what is wrong."""
    room = room_on_points(rules)
    if room is None or type(data) is not dict:
        return None
    white, black, most_on_bar = room
    cells = array("b", bytes(k.WIDTH))
    for side, most in zip(Side, (white, black), strict=True):
        half = data.get(_HALVES[side])
        if type(half) is not dict or not half.keys() <= _PLAIN:
            return None
        points, bar = half.get("points"), half.get("bar", 0)
        if type(points) is not dict or type(bar) is not int or not 0 <= bar <= most_on_bar:
            return None
        total, sign = bar, _SIGN[side]
        for name, count in points.items():
            point = _NUMBERS.get(name, 0)
            if type(count) is not int or not 1 <= count <= most[point] or cells[point]:
                return None
            cells[point] = count * sign
            total += count
        off = rules.checkers - total
        if off < 0 or half.get("off", off) != off:
            return None
        cells[k.BAR + side], cells[k.OFF + side] = bar, off
    return cells.tobytes()


_PLAIN = {"points", "bar", "off"}
"""What half of a position has where no checker is pinned, in reserve or in a tower."""


@dataclass
class _Draft:
    """A position being read: collects, then checks against the rules."""

    rules: Ruleset
    points: tuple[dict[int, int], dict[int, int]] = field(default_factory=lambda: ({}, {}))
    flags: tuple[dict[int, str], dict[int, str]] = field(default_factory=lambda: ({}, {}))
    pools: list[dict[str, int]] = field(default_factory=lambda: [{}, {}])
    stage: list[int] = field(default_factory=lambda: [0, 0])
    head: list[int] = field(default_factory=lambda: [0, 0])
    runs: list[int] = field(default_factory=lambda: [0, 0])
    stays: tuple[set[int], set[int]] = field(default_factory=lambda: (set(), set()))
    burst: Side | None = None

    def add(self, side: Side, where: str, count: int, flag: str) -> None:
        if where == "stage":
            self.stage[side] = count
        elif where == "head":
            if flag or not self.rules.head or not 1 <= count <= k.NO_MORE:
                raise bad_position("token", text=f"{where}:{count}{flag}")
            self.head[side] = count
        elif where == "runs":
            if flag or not 1 <= count <= self.rules.run_from > 1:
                raise bad_position("token", text=f"{where}:{count}{flag}")
            self.runs[side] = count
        elif where == "stays":
            known = count in self.stays[side]
            if flag or known or self.rules.hit_and_run or not 1 <= count <= QUARTER:
                raise bad_position("token", text=f"{where}:{count}{flag}")
            self.stays[side].add(count)
        elif where == "burst":
            if flag or count != 1 or self.burst is not None or not self.rules.burst_jan:
                raise bad_position("token", text=f"{where}:{count}{flag}")
            self.burst = side
        elif where in ("bar", "res"):
            if flag or where in self.pools[side]:
                raise bad_position("token", text=f"{where}:{count}{flag}")
            self.pools[side][where] = count
        else:
            point = int(where)
            if not 1 <= point <= 24 or point in self.points[side] or not 1 <= count <= 15:
                raise bad_position("token", text=f"{where}:{count}{flag}")
            self.points[side][point] = count
            if flag:
                self.flags[side][point] = flag

    def read(self, side: Side, data: object) -> None:
        if not isinstance(data, Mapping):
            raise bad_position("form", text=as_json(data, 80))
        marked = {"p": data.get("pinned", []), "s": data.get("lying", [])}
        points = data.get("points", {})
        if not isinstance(points, Mapping) or not all(
            isinstance(where, list) and all(type(p) is int and str(p) in points for p in where)
            for where in marked.values()
        ):
            raise bad_position("form", text=as_json(data, 80))
        for key, count in points.items():
            if not _POINT.fullmatch(str(key)) or type(count) is not int:
                raise bad_position("token", text=f"{key}:{count}"[:40])
            flag = "".join(name for name, where in marked.items() if int(key) in where)
            self.add(side, str(key), count, flag)
        names = {
            "reserve": "res",
            **{key: key for key in ("bar", "stage", "head", "runs", "burst")},
        }
        for key, where in names.items():
            value = data.get(key, 0)
            if type(value) is not int or not 0 <= value <= 15:
                raise bad_position("token", text=f"{key}:{value}"[:40])
            if value:
                self.add(side, where, value, "")
        stays = data.get("stays", [])
        if not isinstance(stays, list) or any(type(pips) is not int for pips in stays):
            raise bad_position("token", text=f"stays:{stays}"[:40])
        for pips in stays:
            self.add(side, "stays", pips, "")
        if "off" in data and data["off"] != self.rules.checkers - self.total(side):
            raise bad_position("count", side=int(side), count=self.total(side))

    def total(self, side: Side) -> int:
        return sum(self.points[side].values()) + sum(self.pools[side].values())

    def position(self, *, trusted: bool = False) -> Position:
        if not trusted:
            for side in Side:
                self._check_side(side)
            self._check_shared()
        cells = array("b", bytes(k.WIDTH))
        for side in Side:
            for point, count in self.points[side].items():
                flag = self.flags[side].get(point, "")
                if flag:
                    cells[k.MARK + point] = _SIGN[side]
                if flag != "p":
                    cells[point] = count * _SIGN[side]
            cells[k.BAR + side] = self.pools[side].get("bar", 0)
            cells[k.RESERVE + side] = self.pools[side].get("res", 0)
            cells[k.OFF + side] = self.rules.checkers - self.total(side)
            cells[k.STAGE + side] = self.stage[side]
            cells[k.LEFT_HEAD + side] = self.head[side]
            cells[k.RUNS_IN + side] = self.runs[side]
            cells[k.HITTERS + side] = quarter_cell(self.stays[side])
        cells[k.BURST_OPEN] = 0 if self.burst is None else _SIGN[self.burst]
        return Position(cells.tobytes())

    def _check_side(self, side: Side) -> None:
        rules = self.rules
        if self.runs[side] and not any(
            p in self.points[side] for p in geometry_of(rules).outside(side)
        ):
            raise bad_position("token", text=f"runs:{self.runs[side]}")  # nobody is home so soon
        kept = rules.piles and self.total(side) < rules.checkers
        if self.total(side) > rules.checkers or kept:
            raise bad_position("count", side=int(side), count=self.total(side))
        if self.pools[side].get("bar") and not has_bar(rules):
            raise bad_position("no_bar")
        if self.pools[side].get("res") and not has_reserve(rules):
            raise bad_position("no_reserve")
        most = most_on_points(rules)[side]
        for point, count in self.points[side].items():
            if point not in most:
                raise bad_position("off_track", side=int(side), point=point)
            if count > most[point]:
                raise bad_position("stack", point=point, count=count)
        track = geometry_of(rules).track[side]
        for pips in self.stays[side]:
            if track[-pips] not in self.points[side]:
                raise bad_position("token", text=f"stays:{pips}")
        self._check_towers(side)

    def _check_towers(self, side: Side) -> None:
        lying = [p for p, flag in self.flags[side].items() if flag == "s"]
        if not geometry_of(self.rules).towers:
            if lying or self.stage[side]:
                raise bad_position("no_towers")
            return
        self.stage[side] = stage = self.stage[side] or 1
        counts = self.points[side]
        whole = len(counts) == 6 and set(counts.values()) == {2}
        possible = {1: whole and len(lying) <= 5, 2: whole and bool(lying), 3: not lying}
        if not possible.get(stage, False):
            raise bad_position("towers", side=int(side))

    def _check_shared(self) -> None:
        white, black = self.points
        pins = {p for flags in self.flags for p, flag in flags.items() if flag == "p"}
        if pins and self.rules.contact is not Contact.PIN:
            raise bad_position("no_pins")
        for point in pins | (set(white) & set(black)):
            owners = [s for s in Side if self.flags[s].get(point) == "p"]
            if len(owners) != 1:
                raise bad_position("both", point=point)
            below = owners[0]
            if self.points[below][point] != 1 or point not in self.points[below.other]:
                raise bad_position("pin", point=point)
