"""Which rules have exact tables, and which games share them.

A race is what is left of a game when both sides have everything in their last quarters and can no
longer meet.  It is brought into one form, `race_rules`: all axes that no longer matter take their
defaults, so that games with the same race have the same file.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from functools import lru_cache

from tavola.rules.model.geometry import QUARTER, WHOLE, geometry_of
from tavola.rules.model.known_axes import (
    AROUND,
    DICE,
    THROWS,
    WORTH,
    Known,
    among,
    covers,
    whatever,
)
from tavola.rules.model.ruleset import (
    AceDeuce,
    Again,
    Contact,
    Dice,
    Goal,
    Incomplete,
    Numbers,
    Ruleset,
    Score,
    Setup,
    Side,
    Then,
    Waste,
)

MOST_FACING = 3
"""Checkers a side up to which a game on the facing board is solved: 406 arrangements a side."""


class Role(Enum):
    """How a side comes to its throws."""

    THROWS = "throws"  # one throw a turn
    NAMES = "names"  # it names a throw that is no double
    TWICE = "twice"  # two throws a turn


class Debt(Enum):
    """What else a table of one side says, after so many turns."""

    NOTHING = "nothing"
    GAMMON = "gammon"  # the chance that no checker is off
    CHECKERS = "checkers"  # the expected share of the checkers that are not off


def role_of(rules: Ruleset, side: Side) -> Role:
    """How a side of a game comes to its throws."""
    if rules.namer is None:
        return Role.THROWS
    return Role.NAMES if rules.namer is side else Role.TWICE


def debt_of(rules: Ruleset) -> Debt:
    """What the loser's table must say.  Games that count 1 share the table of those that count 2.

    Where the last one off wins, the loser has all his checkers off.
    """
    if rules.goal is Goal.LAST_OFF:
        return Debt.NOTHING
    return Debt.CHECKERS if rules.score is Score.CHECKERS else Debt.GAMMON


_FIELD: Known = whatever("board", "start", "enter_first", "bar_first", "block", "corners", "mother")
"""Where checkers stand and how they come in: without effect on what an exact table says, but for
what `_ends_in_race` and the lists below ask."""

_RACE: Known = {
    **_FIELD,
    **whatever(*THROWS, *DICE, *WORTH, *AROUND),
    **whatever("stack", "single", "overtaking", "bear_off", "hit_loses", "repetition"),
    **whatever("runner", "head", "head_twice", "quarter", "enemy_quarter", "wall", "run_from"),
    **whatever("hit_and_run"),
    "contact": among(Contact.HIT, Contact.PIN),
    "numbers": among(Numbers.BOTH, Numbers.LOWER),
    "dice": among(Dice.THROW, Dice.AHEAD),
    "score": among(Score.SINGLE, Score.GAMMON, Score.BACKGAMMON, Score.CHECKERS),
    "goal": among(Goal.FIRST_OFF, Goal.LAST_OFF),
}
"""Games that may end in a race; `_bare` keeps the axes on which a race depends.  Rules for start
and walls ask nothing of sides that are home: a wall there has all enemy checkers in front, and is
made of the last points; doubles of who is home run as they ever will.  Nobody hits in a race."""

_PLAIN: Known = {
    **_FIELD,
    **whatever(*THROWS, *AROUND, "hit_score", "triple_needs_none_off", "fixed_double"),
    **whatever("stack", "single", "overtaking", "bear_off"),
    "score": among(Score.SINGLE),
    "dice": among(Dice.THROW),
    "goal": among(Goal.FIRST_OFF),
}
"""What whole games that are solved have in common; nobody names throws, nothing repeats."""

_TOWERS: Known = {
    **_PLAIN,
    **whatever("backward", "hit_loses"),
    "contact": among(Contact.HIT, Contact.PIN),
}
"""Two sides that never touch: how checkers would run or meet makes no difference."""

_FACING: Known = {
    **_PLAIN,
    "contact": among(Contact.FACING),
    "numbers": among(Numbers.BOTH, Numbers.LOWER),
    "double_then": among(Then.NOTHING),
    "ace_deuce": among(AceDeuce.ORDINARY),
}
"""Two sides that hit across: every throw is one part, or equal parts."""

_KNOWN_BOARD: Known = whatever("track", "loops", "towers")
"""What is known about boards; the functions below ask for each of them."""


@lru_cache(maxsize=256)
def race_rules(rules: Ruleset) -> Ruleset | None:
    """The race in which the game ends, in the common form; None if no table can tell it.

    That is so where the sides share their last quarter, run backwards, keep their throw for ever,
    hand numbers over, or count pips, and where the rules say what the tables do not know.
    """
    if not covers(_RACE, rules) or not _ends_in_race(rules):
        return None
    free = _never_stuck(rules)
    if not free and (rules.namer is not None or rules.repetition or _hands_over(rules)):
        return None
    return _simplified(_bare(rules), free=free)


def _ends_in_race(rules: Ruleset) -> bool:
    geometry = geometry_of(rules)
    return (
        covers(_KNOWN_BOARD, geometry)
        and geometry.runs
        and not geometry.facing
        and set(geometry.home(Side.WHITE)).isdisjoint(geometry.home(Side.BLACK))
        and (rules.larger_off or rules.exact_off)
        and (rules.goal is Goal.FIRST_OFF or _last_may_win(rules))
        and (rules.run_from == 1 or _comes_home_late(rules))
    )


def _comes_home_late(rules: Ruleset) -> bool:
    """Whether nobody can be home before his doubles run upwards: a throw before moves 24 pips."""
    geometry, before = geometry_of(rules), 24 * (rules.run_from - 1)
    return all(
        before
        < sum(
            max(0, geometry.length - QUARTER + 1 - geometry.path(side, point)) * count
            for point, count in rules.start[side].points
        )
        for side in Side
    )


def _last_may_win(rules: Ruleset) -> bool:
    """A side that names its throws would never end a game that the last one off wins."""
    return rules.score is not Score.CHECKERS and rules.namer is None


def _hands_over(rules: Ruleset) -> bool:
    handing = (Incomplete.HAND_OVER, Incomplete.HAND_OVER_REST)
    return rules.double_then is Then.UPWARDS and rules.incomplete in handing


def _home(rules: Ruleset) -> tuple[int, ...]:
    """Points of the last quarter that take one checker only, on a track of 24."""
    shift = WHOLE - geometry_of(rules).length
    return tuple(p + shift for p in rules.single if p + shift > WHOLE - QUARTER)


def _never_stuck(rules: Ruleset) -> bool:
    """Whether every number can be played as long as a checker is left.

    It is so with ordinary bearing off: a checker that a number does not take off can move on.
    """
    return (
        rules.larger_off
        and (rules.stack == 0 or rules.stack >= rules.checkers)
        and not _home(rules)
        and rules.overtaking
        and (rules.waste is not Waste.NOTHING or rules.win_is_complete)
    )


def _bare(rules: Ruleset) -> Ruleset:
    """Classic backgammon with the axes that bearing off depends on."""
    count = rules.checkers
    return Ruleset(
        start=(Setup(points=((19, count),)), Setup(points=((6, count),))),
        stack=rules.stack if rules.stack < count else 0,
        single=_home(rules),
        overtaking=rules.overtaking,
        numbers=rules.numbers,
        order=rules.order,
        waste=rules.waste,
        win_is_complete=rules.win_is_complete,
        double_moves=rules.double_moves,
        double_then=rules.double_then,
        incomplete=rules.incomplete,
        again=rules.again,
        ace_deuce=rules.ace_deuce,
        ace_deuce_again=rules.ace_deuce_again,
        bear_off=rules.bear_off,
        goal=rules.goal,
    )


def _simplified(rules: Ruleset, *, free: bool) -> Ruleset:
    """The same race with defaults for axes without effect."""
    if rules.double_then is Then.NOTHING or free:
        rules = replace(rules, incomplete=Incomplete.END)
    if rules.ace_deuce is AceDeuce.ORDINARY:
        rules = replace(rules, ace_deuce_again=Again.ALWAYS)
    if free:
        always = {Again.COMPLETE: Again.ALWAYS}
        waste = Waste.HIGHER if rules.waste is not Waste.NOTHING else rules.waste
        rules = replace(
            rules,
            again=always.get(rules.again, rules.again),
            ace_deuce_again=always.get(rules.ace_deuce_again, rules.ace_deuce_again),
            waste=waste,
            win_is_complete=waste is Waste.NOTHING,
        )
    return rules


def two_sided(rules: Ruleset) -> bool:
    """Whether the race may be solved for both sides together: its value is the chance to win."""
    counted = (Score.SINGLE, Score.GAMMON, Score.BACKGAMMON)
    return rules.namer is None and rules.dice is Dice.THROW and rules.score in counted


@lru_cache(maxsize=256)
def tower_game(rules: Ruleset) -> bool:
    """Whether the whole game is a race of two sides that never touch (Doublets)."""
    geometry = geometry_of(rules)
    return (
        covers(_TOWERS, rules)
        and covers(_KNOWN_BOARD, geometry)
        and geometry.towers
        and not _hands_over(rules)
    )


@lru_cache(maxsize=256)
def facing_game(rules: Ruleset) -> bool:
    """Whether the whole game is small enough to solve although the sides hit (French 2)."""
    geometry = geometry_of(rules)
    return (
        covers(_FACING, rules)
        and covers(_KNOWN_BOARD, geometry)
        and geometry.facing
        and rules.piles
        and rules.checkers <= MOST_FACING
    )


def whole_game(rules: Ruleset) -> bool:
    """Whether every position of the game has its exact chances."""
    return tower_game(rules) or facing_game(rules)


def game_rules(rules: Ruleset) -> Ruleset:
    """A whole game without the axes of opening and cube, which its solution does not depend on."""
    plain = Ruleset()
    return replace(rules, **{name: getattr(plain, name) for name in AROUND})
