"""What a game of the backgammon board is made of: one frozen declaration, one field an axis.

A game never has code of its own.  It is a `Ruleset`; a relative is `replace(base, ...)`.
`rule_table.py` compiles a declaration to integers for the generator, and every axis is read in one
place only.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field, fields
from enum import Enum, IntEnum
from functools import cached_property
from typing import Any, Literal

from tavola.rules.model import early_ends


class Side(IntEnum):
    """A colour.  White is 0, Black is 1, as in arrays and records."""

    WHITE = 0
    BLACK = 1

    @property
    def other(self) -> Side:
        """The opponent."""
        return _OTHER[self]

    @property
    def letter(self) -> str:
        """`W` or `B`, the form used in texts and records."""
        return "WB"[self]


_OTHER = (Side.BLACK, Side.WHITE)


class Board(Enum):
    """Which points a side runs over, and in which order."""

    CONTRARY = "contrary"  # White 1 to 24, Black 24 to 1
    MIRRORED = "mirrored"  # White 24 to 1, Black 1 to 24
    SAME = "same"  # both 1 to 24
    HALF = "half"  # Ludus Lumbadorum: twelve points along the bar, in opposite directions
    FACING = "facing"  # French 2: twelve points each, side by side
    CIRCLE = "circle"  # Catch me: an endless loop, White down, Black up
    TOWERS = "towers"  # Doublets: six towers a side, nothing runs
    PARALLEL = "parallel"  # White 1 to 24, Black 13 to 24 and on from 1 to 12: the same way round


class Contact(Enum):
    """What happens to a single enemy checker on the point where a checker lands."""

    HIT = "hit"  # it goes to the bar
    PIN = "pin"  # it stays below and cannot move
    FACING = "facing"  # the checker on the facing point of the other track goes to the bar
    CAPTURE = "capture"  # it is out for good


class Wall(Enum):
    """What holds for six points in a row on the enemy's way."""

    FREE = "free"
    AHEAD = "ahead"  # no step makes one that has no enemy checker in front of it
    OPENED = "opened"  # none may stand right before a point with all enemy checkers after a play
    LAST_TWO = "last_two"  # no step makes one unless the side holds the last two of its own points


class Order(Enum):
    """In which order two different numbers are played."""

    ANY = "any"
    LOW_FIRST = "low_first"  # and if the lower cannot be played, the higher is lost too


class Waste(Enum):
    """What holds when not every number of a throw can be played."""

    HIGHER = "higher"  # of two numbers that exclude each other, the higher
    EITHER = "either"  # of two numbers that exclude each other, whichever the player likes
    NOTHING = "nothing"  # the whole throw lapses


class Numbers(Enum):
    """Which numbers a throw of two different faces gives."""

    BOTH = "both"
    LOWER = "lower"  # the lower face only
    SUM = "sum"  # one checker moves the sum, and only if a 1 or a 6 is shown


class Then(Enum):
    """What follows the first number of a double."""

    NOTHING = "nothing"
    OTHER_FACE = "other_face"  # four times the number on the under side of the dice, 7 - n
    UPWARDS = "upwards"  # n + 1 four times, and so on up to 6


class Incomplete(Enum):
    """What happens when a number of a double cannot be played as often as it should."""

    END = "end"  # the rest of the throw is lost
    NEXT = "next"  # play goes on with the next number
    HAND_OVER = "hand_over"  # the opponent plays the numbers that follow
    HAND_OVER_REST = "hand_over_rest"  # the opponent plays the rest of this one too


class Again(Enum):
    """When a double gives another throw."""

    NEVER = "never"
    ALWAYS = "always"
    COMPLETE = "complete"  # only if all of its numbers were played


class AceDeuce(Enum):
    """What the throw 1-2 means."""

    ORDINARY = "ordinary"
    CHOOSE = "choose"  # it is not moved: the player chooses a double and throws again
    PLAY_AND_CHOOSE = "play_and_choose"  # it is played first; if complete, a chosen double follows


class BearOff(Enum):
    """How checkers leave the board."""

    STANDARD = "standard"  # exact, or from the farthest point if the number is larger
    EXACT = "exact"  # only with the exact number
    ANY_LOWER = "any_lower"  # a larger number from any point, if none stands on its point or behind
    FARTHEST = "farthest"  # only the farthest one, with its own number or a larger one
    PILE = "pile"  # they do not leave: the goal is the last point, by exact count
    CHECKER = "checker"  # Doublets: one checker of tower n
    TOWER = "tower"  # Doublets: all of tower n


class Goal(Enum):
    """What decides the game."""

    FIRST_OFF = "first_off"  # all checkers off (or on the goal point): won
    LAST_OFF = "last_off"  # all checkers off: lost
    CAPTURE_ALL = "capture_all"  # the opponent has no checker left: won


class Mother(Enum):
    """What a checker means that is pinned on its own first point, the mother.  The first two are
    called as in the records of version 1.0."""

    NOTHING = False
    WINS = True  # whoever pins it has won
    SAFE = "safe"  # so has, for two points, who has none there himself; both pinned: a draw


class Score(Enum):
    """What a won game is worth before the cube."""

    SINGLE = "single"  # 1
    GAMMON = "gammon"  # 1, or 2 if the loser has none off
    BACKGAMMON = "backgammon"  # 1, 2, or 3 with a checker on bar, reserve or start quarter
    CHECKERS = "checkers"  # the loser's checkers that are not off
    PIPS = "pips"  # the loser's pips, times 1, 2 or 3
    BAR = "bar"  # 1, or 2 if the loser has a checker on the bar


class Opening(Enum):
    """How the first throw of the game is made."""

    FRESH = "fresh"  # one die each; the winner throws both dice afresh
    DICE = "dice"  # one die each; the winner plays these two numbers
    CHOICE = "choice"  # one die each; the winner plays them or throws afresh
    AGREED = "agreed"  # no throw for the start: the side that names its throws begins
    WINNER = "winner"  # who won the game before begins; in a first game, and after a draw, as FRESH
    LOWER = "lower"  # one die each; the lower throws both dice afresh
    LOSER = "loser"  # who lost the game before begins; in a first game, and after a draw, as LOWER


class Dice(Enum):
    """Where the numbers of a turn come from."""

    THROW = "throw"
    FIXED = "fixed"  # the first throw of the game, for ever
    AHEAD = "ahead"  # the opponent's next throw lies open while a player moves


class Window(Enum):
    """When a player with access to the cube may double."""

    OWN = "own"  # in his own turn, before he throws
    ANY = "any"  # also in the opponent's turn before the throw


@dataclass(frozen=True, kw_only=True)
class Setup:
    """Where one side's checkers stand at the start.

    `points` are (booklet point 1-24, count) pairs; `bar` and `reserve` are counts.
    """

    points: tuple[tuple[int, int], ...] = ()
    bar: int = 0
    reserve: int = 0

    @cached_property
    def total(self) -> int:
        """All checkers of the side."""
        return self.bar + self.reserve + sum(count for _, count in self.points)


STANDARD = (
    Setup(points=((1, 2), (12, 5), (17, 3), (19, 5))),
    Setup(points=((24, 2), (13, 5), (8, 3), (6, 5))),
)
"""The opening position of classic backgammon, White and Black."""


def all_reserve(count: int = 15) -> tuple[Setup, Setup]:
    """Both sides with every checker still to be entered."""
    return (Setup(reserve=count), Setup(reserve=count))


LATER = {"later": True}
"""Marks an axis that came after version 1.0: at its default, which all older games have, neither a
digest nor the JSON of rules says it, so that both stay what they were."""


class BadRules(ValueError):
    """A combination of axes that makes no game; raised when the declaration is made."""


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """The rules of one game.  Defaults are those of classic backgammon in the Schmidt leaflet."""

    board: Board = Board.CONTRARY
    start: tuple[Setup, Setup] = STANDARD

    enter_first: int = 0
    """How many checkers must have been entered before others may move (reserve only)."""
    bar_first: bool = True
    """No other step while a checker is on the bar."""

    contact: Contact = Contact.HIT
    block: int = 2
    """Enemy checkers that close a point: 2, or 1 where nothing is hit."""
    stack: int = 0
    """Most checkers a side may have on a point; 0 is no limit."""
    single: tuple[int, ...] = ()
    """Points of the own track that take one checker only."""
    overtaking: bool = True
    backward: bool = False

    numbers: Numbers = Numbers.BOTH
    order: Order = Order.ANY
    waste: Waste = Waste.HIGHER
    win_is_complete: bool = False
    """A play that ends the game is a play, even if another would use more numbers."""

    double_moves: int = 4
    double_then: Then = Then.NOTHING
    incomplete: Incomplete = Incomplete.END
    again: Again = Again.NEVER
    ace_deuce: AceDeuce = AceDeuce.ORDINARY
    ace_deuce_again: Again = Again.ALWAYS
    """Whether the throw after a chosen double needs that double to be complete."""

    bear_off: BearOff = BearOff.STANDARD
    corners: int = 8

    goal: Goal = Goal.FIRST_OFF
    hit_loses: bool = False
    mother: Mother = Mother.NOTHING
    score: Score = Score.BACKGAMMON
    hit_score: Score = Score.SINGLE
    """Value of a game lost by hitting."""
    triple_needs_none_off: bool = True
    repetition: bool = False
    """The third occurrence of a position with the same side to move is a draw."""

    opening: Opening = Opening.FRESH
    dice: Dice = Dice.THROW
    fixed_double: bool = True
    """A fixed throw may be a double."""
    namer: Side | None = None
    """The side that names its throws; the other one plays two throws a turn."""
    swap_roles: bool = False
    """The two sides are not equal: players change colours after every game of a match."""

    cube: bool = True
    cube_window: Window = Window.OWN
    cube_ban: bool = False
    """Tavola reale: no double that would let a simple win decide the match."""

    runner: int = field(default=0, metadata=LATER)
    """The point of the own track that a first checker must have passed before others than the
    foremost may move; 0: all may move."""
    head: bool = field(default=False, metadata=LATER)
    """Only one checker may leave the first point of the own track in a throw."""
    head_twice: tuple[int, ...] = field(default=(), metadata=LATER)
    """Doubles with which two may leave it while all checkers stand there."""
    quarter: int = field(default=0, metadata=LATER)
    """Most points of the own start quarter that a side may hold; 0 is no limit."""
    enemy_quarter: int = field(default=0, metadata=LATER)
    """Most points of the enemy's start quarter that a side may hold; 0 is no limit."""
    wall: Wall = field(default=Wall.FREE, metadata=LATER)
    run_from: int = field(default=1, metadata=LATER)
    """The turn of a side from which on its doubles run upwards (`double_then`)."""
    hit_and_run: bool = field(default=True, metadata=LATER)
    """A checker that has hit on one of the last six points of its track may go on with the same
    throw."""
    dice_count: int = field(default=2, metadata=LATER)
    """Dice of a throw; each of three is played once, equal ones too."""
    burst: bool = field(default=False, metadata=LATER)
    """In need a checker may land on a point that the enemy closes, and hits all that stand there:
    from the bar if more wait there than find a point, or on a row of six if nothing else can be
    played."""
    least_excess: bool = field(default=False, metadata=LATER)
    """Of the plays that use as many numbers only those may be made in which the numbers that bear
    off exceed what was needed by the least sum."""
    arrangements: tuple[tuple[int, ...], ...] = field(default=(), metadata=LATER)
    """Ways to win with none off: how many checkers stand on the last six points of the own track,
    in the order in which they are passed.  Such a game is worth one more than one with all off."""
    jan: int = field(default=0, metadata=LATER)
    """Value of a game won because the enemy has more checkers on the bar than points where they
    might ever enter; 0: that wins nothing."""
    burst_jan: int = field(default=0, metadata=LATER)
    """The same if the last step burst a point."""

    def __post_init__(self) -> None:
        for problem in _problems(self):
            raise BadRules(problem)

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, item.name) for item in fields(self)))

    def __hash__(self) -> int:
        # Tables, weights and much else are looked up by their rules at every step.
        return self._hash

    def __getstate__(self) -> dict[str, Any]:
        # Hashes of texts differ between processes.
        return {name: value for name, value in vars(self).items() if name not in _KEPT}

    @property
    def checkers(self) -> int:
        """Checkers of one side."""
        return self.start[0].total

    @property
    def borne_off_by(self) -> Literal["", "checker", "tower"]:
        """What one number takes off the board; empty where checkers never leave it."""
        if self.piles:
            return ""
        return "tower" if self.bear_off is BearOff.TOWER else "checker"

    @property
    def piles(self) -> bool:
        """Checkers do not leave the board: they pile up on the last point of their track."""
        return self.bear_off is BearOff.PILE

    @property
    def exact_off(self) -> bool:
        """A checker that runs leaves the board with the very number of its point only."""
        return self.bear_off is BearOff.EXACT

    @property
    def farthest_off(self) -> bool:
        """Only the farthest checker leaves the board."""
        return self.bear_off is BearOff.FARTHEST

    @property
    def larger_off(self) -> bool:
        """A checker that runs leaves the board with a larger number, too, where none is behind."""
        return self.bear_off in (BearOff.STANDARD, BearOff.ANY_LOWER)

    @cached_property
    def _digest(self) -> str:
        text = json.dumps(self.to_json(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def digest(self) -> str:
        """Sixteen hexadecimal digits that change with any axis."""
        return self._digest

    def to_json(self) -> dict[str, Any]:
        """All axes as plain JSON values, by name; of those that came later only what was chosen."""
        return {
            item.name: _plain(getattr(self, item.name))
            for item in fields(self)
            if item.metadata != LATER or getattr(self, item.name) != item.default
        }


_KEPT = ("_hash", "_digest")
"""What a ruleset keeps beside its axes."""


def _plain(value: object) -> object:
    if isinstance(value, IntEnum):
        return int(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Setup):
        return {
            "points": [list(p) for p in value.points],
            "bar": value.bar,
            "reserve": value.reserve,
        }
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


_TOWER_OFF = (BearOff.CHECKER, BearOff.TOWER)


def _guarded(rules: Ruleset) -> bool:
    """Whether the rules forbid steps for what they do to start and walls."""
    quarters = rules.quarter or rules.enemy_quarter
    return bool(rules.runner or rules.head or quarters or rules.wall is not Wall.FREE)


def _problems_of_guards(rules: Ruleset) -> dict[str, bool]:
    return {
        "rules for start and walls belong to parallel tracks where nothing is hit": _guarded(rules)
        and (
            rules.board is not Board.PARALLEL
            or rules.block != 1
            or rules.backward
            or any(setup.bar or setup.reserve for setup in rules.start)
        ),
        "a throw in which one may leave the start is one part, or a double that runs upwards": (
            rules.head
            and (rules.double_then is Then.OTHER_FACE or rules.ace_deuce is not AceDeuce.ORDINARY)
        ),
        "two may leave the start only where one may": bool(rules.head_twice) and not rules.head,
        "a runner passes a point of the track": not 0 <= rules.runner < 24,
        "a start quarter has six points": not 0 <= rules.quarter <= 6
        or not 0 <= rules.enemy_quarter <= 6,
    }


def _more_than_three_numbers(rules: Ruleset) -> bool:
    """Whether the rules say more of a throw than that its numbers are played, as many as go."""
    return (
        rules.opening not in (Opening.FRESH, Opening.WINNER)
        or rules.dice is not Dice.THROW
        or rules.namer is not None
        or rules.numbers is not Numbers.BOTH
        or rules.order is not Order.ANY
        or rules.waste is Waste.HIGHER
        or rules.double_then is not Then.NOTHING
        or rules.again is not Again.NEVER
        or rules.ace_deuce is not AceDeuce.ORDINARY
        or rules.board is Board.TOWERS
        or rules.hit_loses
        or not rules.hit_and_run
        or _guarded(rules)
    )


def _problems(rules: Ruleset) -> list[str]:
    """Combinations that no generator and no player could make sense of."""
    white, black = rules.start
    found = {
        "both sides need the same number of checkers, 1 to 15": white.total != black.total
        or not 1 <= white.total <= 15,
        "a point is closed by one or two": rules.block not in (1, 2),
        "hitting, pinning and capturing need single enemy checkers": rules.block == 1
        and rules.contact is not Contact.HIT,
        "towers and the circle have boards of their own": (rules.board is Board.TOWERS)
        != (rules.bear_off in _TOWER_OFF)
        or (rules.board is Board.CIRCLE) != (rules.goal is Goal.CAPTURE_ALL),
        "capturing belongs to the circle": (rules.contact is Contact.CAPTURE)
        != (rules.board is Board.CIRCLE),
        "the sum is played on the circle": (rules.numbers is Numbers.SUM)
        != (rules.board is Board.CIRCLE),
        "facing points belong to the facing board": (rules.contact is Contact.FACING)
        != (rules.board is Board.FACING),
        "a double is played one, two or four times": rules.double_moves not in (1, 2, 4),
        "the circle has four or eight corners": rules.corners not in (4, 8),
        "a handed-over number needs a run of doubles": rules.incomplete
        in (Incomplete.HAND_OVER, Incomplete.HAND_OVER_REST)
        and rules.double_then is not Then.UPWARDS,
        "an agreed start needs a side that names": rules.opening is Opening.AGREED
        and rules.namer is None,
        "the mother rule needs pins": rules.mother is not Mother.NOTHING
        and rules.contact is not Contact.PIN,
        "two points for a mother need a game that counts doubles": rules.mother is Mother.SAFE
        and rules.score not in (Score.GAMMON, Score.BACKGAMMON),
        "a turn from which doubles run is one of the first nine": not 1 <= rules.run_from <= 9,
        "only doubles that run upwards may begin to do so later": rules.run_from != 1
        and (rules.double_then is not Then.UPWARDS or rules.namer is not None),
        "who has hit at home stays where two close a point, and in a throw of one part": (
            not rules.hit_and_run
            and (
                rules.board in (Board.TOWERS, Board.CIRCLE, Board.FACING)
                or rules.contact is not Contact.HIT
                or rules.block != 2
                or rules.double_then is not Then.NOTHING
                or rules.ace_deuce is not AceDeuce.ORDINARY
            )
        ),
        "a throw has two or three dice": rules.dice_count not in (2, 3),
        "three dice are thrown afresh and played once each, in any order": rules.dice_count == 3
        and _more_than_three_numbers(rules),
        **_problems_of_guards(rules),
        **early_ends.problems(rules),
        "a stack limit may not be negative": rules.stack < 0 or rules.enter_first < 0,
    }
    return [text for text, bad in found.items() if bad]
