"""The state of a match between two events, and the actions that change it.

A `State` is immutable and complete: rules, score, cube, position, and how far the turn has come.
`machine.py` says which actions it allows and what they lead to; `record.py` writes it down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Any

from tavola.rules.kernel import slots as k
from tavola.rules.model import movement
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import Refused, as_json, refuse
from tavola.rules.model.rotation import InTurn, Rotation, in_turn
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.model.throws import Throw, written
from tavola.rules.model.whole_numbers import is_whole


class Phase(StrEnum):
    """What is waited for."""

    OPENING = "opening"  # one die each
    START = "start"  # a throw, a named throw, or a double before it
    ANSWER = "answer"  # the answer to an offer
    CHOOSE = "choose"  # the number of a chosen double
    MOVE = "move"  # steps, then done
    OVER = "over"  # the next game
    END = "end"  # nothing: the match is decided


class Kind(StrEnum):
    """Kinds of actions, as written in records."""

    OPENING = "opening"
    THROW = "throw"
    CORRECT = "correct"
    KEEP = "keep"
    NAME = "name"
    CHOOSE = "choose"
    STEP = "step"
    UNDO = "undo"
    DONE = "done"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    RESIGN = "resign"
    ACCEPT = "accept"
    REFUSE = "refuse"
    DRAW = "draw"
    AGREE = "agree"
    DECLINE = "decline"
    NEXT = "next"
    ILLEGAL = "illegal"
    CONCEDE = "concede"
    FORFEIT = "forfeit"


CHANCE = (Kind.OPENING, Kind.THROW, Kind.CORRECT)
"""Actions that carry thrown dice: nobody's choice."""
IRREGULAR = (Kind.ILLEGAL, Kind.CONCEDE, Kind.FORFEIT)
"""What the rules do not know, and records of matches played elsewhere tell (`irregular.py`)."""
_DICE_KINDS = (*CHANCE, Kind.NAME)
_NUMBER_KINDS = (Kind.CHOOSE, Kind.RESIGN, Kind.CONCEDE, Kind.FORFEIT)
_MOST_NUMBER = 12
MOST_FORFEITED = 9_999
"""Points that a forfeit may give."""
MOST_MOVED = 12
"""Checkers that are moved in an illegal play, one of them several times counted so often."""

_POOLS = {k.FROM_BAR: "bar", k.FROM_RESERVE: "res", k.TO_OFF: "off"}
_CODES = {name: code for code, name in _POOLS.items()}


@dataclass(frozen=True)
class Action:
    """One event of a match.

    `side` acts (None: nobody, the dice).  `dice` belongs to opening (White's die, Black's die),
    throw, correct and name; `number` to step and choose, and is the value offered by resign, or
    the points of a forfeit.
    `source` and `target` of a step are booklet points, or FROM_BAR, FROM_RESERVE and TO_OFF of
    the kernel; `moves` of an illegal play are pairs of them.

    Raises `Refused` (code `bad_action`) for numbers that are no whole ones.
    """

    kind: Kind
    side: Side | None = None
    dice: Throw | None = None
    number: int = 0
    source: int = 0
    target: int = 0
    moves: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        # A resignation of 1.5 games was accepted, and scored; NumPy's numbers are no JSON.
        if not type(self.number) is type(self.source) is type(self.target) is int:
            for name in ("number", "source", "target"):
                given = getattr(self, name)
                if not is_whole(given):
                    raise refuse("bad_action", text=f"{name}={given!r}"[:40])
                object.__setattr__(self, name, int(given))

    @property
    def code(self) -> int:
        """A step as the kernel's integer."""
        return (self.number << 10) | (self.source << 5) | self.target

    def to_json(self) -> dict[str, Any]:
        """One event as plain JSON: `do`, and what belongs to it."""
        if self.kind is Kind.STEP and self.side is not None and self.dice is None:
            # Most events are steps: at once what comes of the lines below.
            source, target = self.source, self.target
            return {
                "do": "step",
                "side": "WB"[self.side],
                "number": self.number,
                "from": _POOLS.get(source, source),
                "to": _POOLS.get(target, target),
            }
        data: dict[str, Any] = {"do": self.kind.value}
        if self.side is not None:
            data["side"] = self.side.letter
        if self.dice is not None:
            data["dice"] = list(self.dice)
        if self.kind in _NUMBER_KINDS:
            data["number"] = self.number
        if self.kind is Kind.STEP:
            data |= step_to_json(self.code)
        if self.kind is Kind.ILLEGAL:
            data["moves"] = [[where(source), where(target)] for source, target in self.moves]
        return data

    @classmethod
    def from_json(cls, data: object) -> Action:
        """Read an event.  Raises `Refused` (code `bad_action`)."""
        if not isinstance(data, Mapping):
            raise _bad_action(data)
        try:
            kind = Kind(str(data.get("do")))
        except ValueError:
            raise _bad_action(data) from None
        dice = dice_of_json(data.get("dice"), data) if kind in _DICE_KINDS else None
        number = data.get("number", 0)
        most = MOST_FORFEITED if kind is Kind.FORFEIT else _MOST_NUMBER
        if type(number) is not int or not 0 <= number <= most:
            raise _bad_action(data)
        if kind is not Kind.STEP and kind not in _NUMBER_KINDS:
            number = 0  # a field that is not of this kind means nothing, as every unknown one
        source = target = 0
        if kind is Kind.STEP:
            source, target = _point(data, "from"), _point(data, "to")
        moves = _moves(data) if kind is Kind.ILLEGAL else ()
        return cls(kind, _side(data), dice, number, source, target, moves)


def step_to_json(code: int) -> dict[str, Any]:
    """A step, given as a kernel integer, as plain JSON: `number`, `from` and `to`."""
    return {"number": code >> 10, "from": where(code >> 5 & 31), "to": where(code & 31)}


def where(code: int) -> int | str:
    """A source or target of a step as written in records: a point, `bar`, `res` or `off`."""
    return _POOLS.get(code, code)


def _bad_action(data: object) -> Refused:
    return refuse("bad_action", text=as_json(data, 120))


def _side(data: Mapping[str, Any]) -> Side | None:
    letter = data.get("side")
    if letter is None:
        return None
    if letter not in ("W", "B"):
        raise _bad_action(data)
    return Side("WB".index(letter))


def dice_of_json(dice: object, whole: object = None) -> Throw:
    """Read two dice or three.  Raises `Refused` (code `bad_action`), which quotes `whole`."""
    faces = tuple(dice) if isinstance(dice, Sequence) and len(dice) in (2, 3) else ()
    if faces and all(type(die) is int and 1 <= die <= 6 for die in faces):
        return faces
    raise _bad_action(dice if whole is None else whole)


def _point(data: Mapping[str, Any], key: str) -> int:
    found = _code(data.get(key))
    if found is None:
        raise _bad_action(data)
    return found


def _code(value: object) -> int | None:
    """A place as it is written, as the kernel has it; None for what is none."""
    if isinstance(value, str):
        return _CODES.get(value)
    return value if type(value) is int and 1 <= value <= 24 else None


def _moves(data: Mapping[str, Any]) -> tuple[tuple[int, int], ...]:
    found = list[tuple[int, int]]()
    moves = data.get("moves")
    if not isinstance(moves, list) or len(moves) > MOST_MOVED:
        raise _bad_action(data)
    for move in moves:
        places = [_code(one) for one in move] if isinstance(move, list) else []
        if len(places) != 2 or places[0] is None or places[1] is None:
            raise _bad_action(data)
        found.append((places[0], places[1]))
    return tuple(found)


@lru_cache(maxsize=4096)
def step_action(side: Side, code: int) -> Action:
    """The action of a kernel step."""
    code = int(code)  # one of NumPy is equal: all who ask for this step would get its numbers
    return Action(Kind.STEP, side, None, code >> 10, (code >> 5) & 31, code & 31)


@dataclass(frozen=True)
class Fact:
    """Something that happened, for logs and speech: a `kind`, who did it, and plain details."""

    kind: str
    side: Side | None = None
    details: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Turn:
    """How far a throw has been played.

    `numbers` are those of the part being played, `used` the bit set of those played, `need` how
    many are still due and `only` the one that must be, 0, or a limit (`following.due`).
    `ending` is the program's last answer once all parts are played.  `heir` is (number, times)
    while inherited numbers are played.
    """

    dice: Throw | None = None
    chosen: int = 0
    index: int = 0
    numbers: tuple[int, ...] = ()
    used: int = 0
    need: int = 0
    only: int = 0
    ending: int | None = None
    hand: tuple[int, int] | None = None
    heir: tuple[int, int] | None = None
    steps: tuple[int, ...] = ()
    """All steps since the throw, as kernel integers."""
    hit: bool = False

    @property
    def left(self) -> tuple[int, ...]:
        """Numbers of this part that were not played yet."""
        return tuple(n for i, n in enumerate(self.numbers) if not (self.used >> i) & 1)

    def after(self, code: int, *, hit: bool) -> Turn:
        """The turn after a step, given as a kernel integer, of a number that is left."""
        numbered, number = enumerate(self.numbers), code >> 10
        index = next(i for i, n in numbered if n == number and not (self.used >> i) & 1)
        return self.but(
            used=self.used | 1 << index,
            need=self.need - 1,
            only=min(self.only, 0),
            steps=(*self.steps, code),
            hit=self.hit or hit,
        )

    def but(self, **changes: Any) -> Turn:
        """A copy with other fields."""
        if not changes.keys() <= _TURN_FIELDS:
            raise TypeError(f"a turn has no {', '.join(changes.keys() - _TURN_FIELDS)}")
        made = object.__new__(Turn)
        made.__dict__.update(self.__dict__)
        made.__dict__.update(changes)
        return made


_TURN_FIELDS = {item.name for item in fields(Turn)}


@dataclass(frozen=True)
class Offer:
    """An open question: `kind` is double, resign or draw; `value` the cube or the multiple
    offered."""

    kind: Kind
    side: Side
    value: int
    back: Phase


HOW = (
    "single",
    "gammon",
    "backgammon",
    "hit",  # lost by hitting
    "mother",  # the mother was pinned
    "arranged",  # by an arrangement at home
    "jan",  # the enemy's bar is too full
    "burst_jan",  # so it is, and the last step burst a point
    "drop",
    "resign",
    "forfeit",
    "mothers",  # both were pinned
    "stalemate",
    "repetition",
    "agreed",
)
"""How games end; the last four are draws."""


@dataclass(frozen=True)
class Result:
    """How a game ended.  `winner` is None for a draw.

    `points` includes the cube; `how` is one of `HOW`.
    """

    winner: Side | None
    points: int
    how: str


@dataclass(frozen=True)
class Cube:
    """The doubling cube: its value and its owner (None: in the middle)."""

    value: int = 1
    owner: Side | None = None


@dataclass(frozen=True)
class State:
    """A match at one moment; make one with `turn.new_match` and change it with `turn.apply`.

    `rules` are those of the game that is played; in a `rotation` the next game has others.  `score`
    counts by player (0 has White in the first game); `swapped` says that player 0 has Black now.
    `ahead` are throws that lie open (Open throw), `fixed` the throw of the whole game (Fixed
    throw).  `previous` is the state before the last action of this throw: undo leads there.
    """

    rules: Ruleset
    match: MatchRules
    position: Position
    phase: Phase = Phase.OPENING
    side: Side = Side.WHITE
    turn: Turn = field(default_factory=Turn)
    fresh: bool = True
    """The turn begins: a double is possible, no throw of it has been played."""
    opening: Throw | None = None
    ahead: tuple[Throw | None, Throw | None] = (None, None)
    fixed: Throw | None = None
    cube: Cube = Cube()
    offer: Offer | None = None
    score: tuple[int, int] = (0, 0)
    game: int = 1
    swapped: bool = False
    crawford: str = ""
    """Empty before, `now` during, `done` after the Crawford game."""
    idle: int = 0
    turns: int = 0
    seen: tuple[str, ...] = ()
    result: Result | None = None
    rotation: Rotation = ()
    previous: State | None = field(default=None, compare=False, repr=False)
    last: Action | None = field(default=None, compare=False, repr=False)
    """The action that led here from `previous`."""

    def __repr__(self) -> str:
        dice = f" {written(self.turn.dice)}" if self.turn.dice else ""
        score = f"{self.score[0]}-{self.score[1]}"
        return f"<State {self.phase} {self.side.letter}{dice}, {score}: {self.position.text()}>"

    def player(self, side: Side) -> int:
        """The player (0 or 1) who has a colour in this game."""
        return int(side) ^ int(self.swapped)

    def colour(self, player: int) -> Side:
        """The colour that a player has in this game."""
        return Side(player ^ int(self.swapped))

    def score_of(self, side: Side) -> int:
        """Points or games' points won so far by the player of a colour."""
        return self.score[self.player(side)]

    @property
    def actor(self) -> Side | None:
        """Who must act next; None where the dice or either player may."""
        if self.phase is Phase.ANSWER and self.offer is not None:
            return self.offer.side.other
        if self.phase in (Phase.OPENING, Phase.OVER, Phase.END):
            return None
        return self.side

    @cached_property
    def next_steps(self) -> tuple[Action, ...]:
        """The steps that begin or continue a complete play, and nothing else."""
        turn = self.turn
        if self.phase is not Phase.MOVE or not turn.need:
            return ()
        found = movement.next_steps(
            self.rules, self.position, self.side, turn.numbers, turn.used, turn.need, turn.only
        )
        return tuple(step_action(self.side, code) for code in found)

    @property
    def thrower(self) -> Side:
        """Whose dice the next throw is: the opponent's where throws lie open ahead."""
        if self.ahead[self.side] is not None:
            return self.side.other
        return self.side

    @property
    def names(self) -> bool:
        """The side on turn names its throw instead of throwing."""
        return self.phase is Phase.START and self.rules.namer is self.side

    @property
    def in_turn(self) -> InTurn | None:
        """Which game of a rotation is played; None where every game is the same."""
        return in_turn(self.rotation, self.game)

    def playing(self, game: str) -> str:
        """The id of the game that is played now in a match of the game `game`."""
        return game if self.in_turn is None else self.in_turn.game

    @property
    def jacoby(self) -> bool:
        """Gammons do not count while the cube is in the middle (money play, ruling 2.3)."""
        return self.match.jacoby and self.rules.cube and self.cube.owner is None

    def but(self, **changes: Any) -> State:
        """A copy with other fields that remembers no previous state."""
        if not changes.keys() <= _FIELDS:
            raise TypeError(f"a state has no {', '.join(changes.keys() - _FIELDS)}")
        made = object.__new__(State)
        made.__dict__.update(self.__dict__, previous=None, last=None)
        made.__dict__.pop("next_steps", None)
        made.__dict__.update(changes)
        return made


_FIELDS = {item.name for item in fields(State)}


Outcome = tuple[State, tuple[Fact, ...]]
"""What an action leads to: the state after it, and what happened."""


def joined(facts: tuple[Fact, ...], outcome: Outcome) -> Outcome:
    """An outcome with facts that came before it."""
    return outcome[0], facts + outcome[1]


def sightings(state: State, side: Side) -> tuple[str, ...]:
    """The positions seen so far with the one in which `side` is to move now, where they count."""
    if not state.rules.repetition:
        return ()
    return (*state.seen, f"{side.letter} {state.position.text()}")


@dataclass(frozen=True)
class Number:
    """A number of a throw: `left`, `used`, or `lost` where nothing was left to play it with."""

    face: int
    state: str


def numbers_of(state: State) -> list[Number]:
    """The numbers of the part being played or just played, larger first."""
    now = state.turn
    if state.phase not in (Phase.MOVE, Phase.ANSWER):
        return []
    if now.numbers:
        return _numbers(now.numbers, now.used, "left")
    if now.steps:
        return _of_a_finished_part(state)
    return _numbers(now.dice, 0, "lost") if now.dice is not None else []


def _of_a_finished_part(state: State) -> list[Number]:
    """After the last number of a throw: those of its last part, used or lost."""
    before, last = state.previous, state.last
    if before is None or last is None or last.kind is not Kind.STEP or not before.turn.numbers:
        return _numbers([step >> 10 for step in state.turn.steps[-4:]], 15, "lost")
    played = before.turn.after(last.code, hit=False)
    return _numbers(played.numbers, played.used, "lost")


def _numbers(numbers: Sequence[int], used: int, rest: str) -> list[Number]:
    found = [
        Number(number, "used" if (used >> i) & 1 else rest) for i, number in enumerate(numbers)
    ]
    # Used ones of equal numbers first, so that a board can count from one end.
    return sorted(found, key=lambda one: (-one.face, one.state != "used"))
