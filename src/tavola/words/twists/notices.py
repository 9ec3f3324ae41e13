"""What is special about a game, said when it happens: one short sentence for each kind.

All of it follows from facts and axes of the rules; classic backgammon has nothing of the kind.
Who listens is told each kind once, which is up to whoever tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tavola.rules.model.geometry import runs_home
from tavola.rules.model.ruleset import (
    AceDeuce,
    Contact,
    Dice,
    Goal,
    Incomplete,
    Mother,
    Numbers,
    Order,
    Ruleset,
    Then,
    Wall,
    Waste,
)
from tavola.rules.turn.state import Fact, State
from tavola.words.happened import Happened
from tavola.words.speaker import Speaker
from tavola.words.translations import mark
from tavola.words.twists import checkers, dice
from tavola.words.twists.sentence import Notice, Sentence, plain


@dataclass(frozen=True)
class Twist:
    """What has happened that other games do not know: its kind, and what it means."""

    kind: str
    say: str


def twists(
    speaker: Speaker, before: State, state: State, facts: Sequence[Fact]
) -> tuple[Twist, ...]:
    """What is special in an event, what matters most first."""
    happened = Happened(before, state, facts)
    told = ((kind, says(speaker, happened)) for kind, says in _possible(state.rules))
    return tuple(Twist(kind, say) for kind, say in told if say)


@lru_cache(maxsize=256)
def _possible(rules: Ruleset) -> tuple[tuple[str, Sentence], ...]:
    """What can happen by some rules: a table asks with every step, and most games have little."""
    return tuple(
        (kind, notice.says) for kind, notice in NOTICES.items() if notice.happens_by(rules)
    )


NOTICES: dict[str, Notice] = {
    "captured": plain(
        mark("A captured checker is out for good."),
        lambda at: at.detail("step", "captured"),
        lambda rules: rules.contact is Contact.CAPTURE,
    ),
    "jumped": plain(
        mark("The last checker jumps from corner to corner: a 1 leads to the next, a 6 on by two."),
        lambda at: at.fact("jumped"),
        lambda rules: rules.goal is Goal.CAPTURE_ALL,
    ),
    "mother": plain(
        mark("A mother is pinned: won as soon as the other one is safe, drawn if both are pinned."),
        checkers.mother_waits,
        lambda rules: rules.mother is Mother.SAFE,
    ),
    "burst": plain(
        mark("A closed point is burst in need: all that stand on it go to the bar."),
        lambda at: at.detail("step", "burst"),
        lambda rules: rules.burst,
    ),
    "full_bar": plain(
        mark("Too many on the bar, more than points to enter: the game is lost at once."),
        lambda at: at.detail("step", "hit"),
        lambda rules: rules.jan,
    ),
    "pinned": plain(
        mark("The checker below is pinned: it stays until nobody stands on it any more."),
        lambda at: at.detail("step", "pins"),
        lambda rules: rules.contact is Contact.PIN,
    ),
    "facing": plain(
        mark("Whoever lands facing an enemy checker sends it to the bar."),
        lambda at: at.detail("step", "hit"),
        lambda rules: rules.contact is Contact.FACING,
    ),
    "choice": Notice(dice.choice, lambda rules: rules.ace_deuce is not AceDeuce.ORDINARY),
    "climbs": Notice(dice.climbs, lambda rules: rules.double_then is Then.UPWARDS),
    "runs_later": Notice(dice.runs_later, lambda rules: rules.run_from > 1),
    "other_face": Notice(dice.other_face, lambda rules: rules.double_then is Then.OTHER_FACE),
    "short_double": Notice(dice.short_double, lambda rules: rules.double_moves != 4),
    "inherited": plain(
        mark("Inherited numbers come before one’s own throw; what fails now, nobody inherits."),
        lambda at: at.fact("handed"),
        lambda rules: rules.incomplete in (Incomplete.HAND_OVER, Incomplete.HAND_OVER_REST),
    ),
    "named": plain(
        mark("One side names its throws, never a double; the other one throws twice a turn."),
        lambda at: at.fact("named"),
        lambda rules: rules.namer is not None,
    ),
    "open": plain(
        mark("Throws lie open: each side sees what the other one plays next."),
        lambda at: at.fact("threw"),
        lambda rules: rules.dice is Dice.AHEAD,
    ),
    "fixed": Notice(dice.fixed, lambda rules: rules.dice is Dice.FIXED),
    "leap": Notice(dice.leap, lambda rules: rules.numbers is Numbers.SUM),
    "no_leap": plain(
        mark("Only a throw with a 1 or a 6, or a double, moves anything here."),
        lambda at: dice.chases(at) and at.fact("void"),
        lambda rules: rules.numbers is Numbers.SUM,
    ),
    "all_or_nothing": plain(
        mark("A throw is played completely or not at all: this one is lost."),
        lambda at: at.thrown and at.fact("lost"),
        lambda rules: rules.waste is Waste.NOTHING,
    ),
    "lower": plain(
        mark("Only the lower number of a throw is played."),
        lambda at: at.thrown and not at.double,
        lambda rules: rules.numbers is Numbers.LOWER,
    ),
    "low_first": plain(
        mark("The lower number comes first; if it cannot be played, the higher is lost too."),
        lambda at: at.thrown and len(set(at.state.turn.numbers)) == 2,
        lambda rules: rules.order is Order.LOW_FIRST,
    ),
    "again": Notice(dice.again, lambda rules: rules.again in dice.AGAIN),
    "enter_first": Notice(checkers.enter_first, lambda rules: rules.enter_first),
    "runner": plain(
        mark("A runner goes first: until it has passed the enemy start, no other checker moves."),
        checkers.has_a_runner,
        lambda rules: rules.runner and not runs_home(rules),
    ),
    "courier": plain(
        mark("A runner goes first: until it has come home, no other checker moves."),
        checkers.has_a_runner,
        runs_home,
    ),
    "head": plain(
        mark("Only one checker a turn leaves the start."),
        checkers.one_leaves,
        lambda rules: rules.head,
    ),
    "stays": plain(
        mark("A checker that has hit in its own home stays there for the rest of the throw."),
        checkers.has_hit_at_home,
        lambda rules: not rules.hit_and_run,
    ),
    "walls": plain(
        mark("Six points in a row need an enemy checker in front of them."),
        lambda at: checkers.wall_of(at, 5),
        lambda rules: rules.wall is Wall.AHEAD,
    ),
    "opened": plain(
        mark("No wall of six may stand right before a point with all enemy checkers."),
        lambda at: checkers.wall_of(at, 5),
        lambda rules: rules.wall is Wall.OPENED,
    ),
    "last_two": plain(
        mark("Six points in a row need checkers on the last two points of one’s own way."),
        lambda at: checkers.wall_of(at, 5),
        lambda rules: rules.wall is Wall.LAST_TWO,
    ),
    "enemy_quarter": Notice(checkers.enemy_quarter, lambda rules: rules.enemy_quarter),
    "stage_1": Notice(checkers.reaches_stage(1), checkers.has_towers),
    "stage_2": Notice(checkers.reaches_stage(2), checkers.has_towers),
    "stage_3": Notice(checkers.reaches_stage(3), checkers.has_towers),
    "last_loses": plain(
        mark("Careful: whoever has all checkers off first loses."),
        checkers.goes_off,
        lambda rules: rules.goal is Goal.LAST_OFF,
    ),
    "farthest_off": plain(
        mark("Only the farthest checker leaves, and with as little excess as can be."),
        checkers.goes_off,
        lambda rules: rules.farthest_off,
    ),
    "exact_off": plain(
        mark("Only its exact number takes a checker off."),
        checkers.goes_off,
        lambda rules: rules.exact_off,
    ),
    "goal": plain(
        mark("The goal is reached with the exact number only."),
        checkers.reaches_goal,
        lambda rules: rules.piles,
    ),
    "closed": plain(
        mark("Nobody is hit here: even a single checker closes its point."),
        checkers.stands_alone,
        lambda rules: rules.block == 1,
    ),
    "hit_loses": plain(
        mark("Do not hit: whoever hits a checker loses the game."),
        checkers.stands_alone,
        lambda rules: rules.hit_loses,
    ),
    "full": Notice(checkers.full, lambda rules: rules.stack),
    "single_point": Notice(
        checkers.single(checkers.ONE_HERE, at_start=False), lambda rules: rules.single
    ),
    "empty_to_enter": Notice(
        checkers.single(checkers.NONE_HERE, at_start=True), lambda rules: rules.single
    ),
    "overtaking": plain(
        mark("No checker may overtake another one of its side."),
        checkers.may_not_overtake,
        lambda rules: not rules.overtaking,
    ),
    "backwards": plain(
        mark("Checkers may move backwards, too."),
        lambda at: at.thrown,
        lambda rules: rules.backward,
    ),
    "repeated": plain(
        mark("This position was here before: the third time, the game ends as a draw."),
        checkers.is_repeated,
    ),
}
"""Every kind, what matters most first."""

__all__ = ["NOTICES", "Twist", "twists"]
