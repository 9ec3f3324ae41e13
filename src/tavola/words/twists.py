"""What is special about a game, said when it happens: one short sentence for each kind.

All of it follows from facts and axes of the rules; classic backgammon has nothing of the kind.
Who listens is told each kind once, which is up to whoever tells.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tavola.rules.model import movement
from tavola.rules.model.geometry import QUARTER, geometry_of, runs_home
from tavola.rules.model.room import most_on_point
from tavola.rules.model.ruleset import (
    AceDeuce,
    Again,
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
from tavola.rules.model.throws import is_double
from tavola.rules.turn.state import Fact, Phase, State
from tavola.words.happened import Happened
from tavola.words.speaker import Speaker
from tavola.words.translations import mark, mark_plural


@dataclass(frozen=True)
class Twist:
    """What has happened that other games do not know: its kind, and what it means."""

    kind: str
    say: str


Sentence = Callable[[Speaker, Happened], str]
"""The sentence about something special in an event, or nothing."""


def _anywhere(rules: Ruleset) -> bool:
    return True


@dataclass(frozen=True)
class Notice:
    """What is said of something special, and by which rules it can happen at all."""

    says: Sentence
    happens_by: Callable[[Ruleset], object] = _anywhere


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


def _plain(
    message: str,
    happens: Callable[[Happened], object],
    happens_by: Callable[[Ruleset], object] = _anywhere,
) -> Notice:
    """A sentence without details."""
    return Notice(
        lambda speaker, at: speaker.words.text(message) if happens(at) else "", happens_by
    )


# ------------------------------------------------------------------------------------- the dice


def _fixed(speaker: Speaker, at: Happened) -> str:
    if at.before.fixed is not None or at.state.fixed is None:
        return ""
    dice = speaker.dice(at.state.fixed)
    return speaker.words.text(
        "This throw stays: from now on every turn of both sides is {dice}.", dice=dice
    )


_CHOICE = {
    Again.NEVER: mark("1-2 brings a double of one’s choice."),
    Again.ALWAYS: mark("1-2 brings a double of one’s choice, and then another throw."),
    Again.COMPLETE: mark(
        "1-2 brings a double of one’s choice; if all of it is played, another throw follows."
    ),
}


def _choice(speaker: Speaker, at: Happened) -> str:
    begins = at.state.phase is Phase.CHOOSE and at.before.phase is not Phase.CHOOSE
    return speaker.words.text(_CHOICE[at.rules.ace_deuce_again]) if begins else ""


def _chases(at: Happened) -> bool:
    """Whether there is more than the last checker, so that one moves both dice together."""
    return len(at.before.position.points(at.state.side)) > 1


def _leap(speaker: Speaker, at: Happened) -> str:
    thrown = at.thrown
    if thrown is None or not _chases(at) or at.state.turn.numbers != (sum(thrown),):
        return ""
    return speaker.words.text("One checker moves both dice together, in one leap.")


def _waits(at: Happened) -> bool:
    """Whether doubles of the side on turn do not run upwards yet."""
    return at.state.position.runs_in(at.state.side) > 0


def _runs_later(speaker: Speaker, at: Happened) -> str:
    """A double that is four equal numbers and no more, since it comes too early."""
    if not at.double or at.double == 6 or not _waits(at):
        return ""
    return speaker.words.plural(
        "In the first turn of a side no higher numbers follow a double.",
        "In the first {count} turns of a side no higher numbers follow a double.",
        at.rules.run_from - 1,
    )


def _climbs(speaker: Speaker, at: Happened) -> str:
    """A double goes on with all higher numbers."""
    if not at.double or at.double == 6 or _waits(at):
        return ""
    words, higher = speaker.words, range(at.double + 1, 7)
    numbers = words.join([str(number) for number in higher])
    handed = at.rules.incomplete in (Incomplete.HAND_OVER, Incomplete.HAND_OVER_REST)
    one, many = _CLIMBS_ON if handed else _CLIMBS
    return words.plural(one, many, len(higher), numbers=numbers)


_CLIMBS = mark_plural("Then {numbers} follows, four times.", "Then {numbers} follow, four times.")
_CLIMBS_ON = mark_plural(
    "Then {numbers} follows, four times; the other side inherits what is not reached.",
    "Then {numbers} follow, four times; the other side inherits what is not reached.",
)


def _other_face(speaker: Speaker, at: Happened) -> str:
    """A double goes on with the number on the under side of the dice."""
    if not at.double:
        return ""
    if at.rules.incomplete is Incomplete.NEXT:
        message = mark("The dice count from below, too: four {other}s follow the {number}s.")
    else:
        message = mark(
            "The dice count from below, too: once all {number}s are played, four {other}s follow."
        )
    return speaker.words.text(message, number=at.double, other=7 - at.double)


def _short_double(speaker: Speaker, at: Happened) -> str:
    if at.rules.numbers is Numbers.SUM or not at.double:
        return ""
    if at.rules.double_moves == 1:
        return speaker.words.text("A double counts only once here: one {number}.", number=at.double)
    return speaker.words.text(
        "A double counts no more than any other throw: two {number}s.", number=at.double
    )


_AGAIN = {
    Again.ALWAYS: mark("A double brings another throw."),
    Again.COMPLETE: mark("A double that is played completely brings another throw."),
}


def _again(speaker: Speaker, at: Happened) -> str:
    dice = at.before.turn.dice
    if dice is None or not is_double(dice) or at.fact("again") is None:
        return ""
    return speaker.words.text(_AGAIN[at.rules.again])


# ------------------------------------------------------------------------------------ the checkers


def _enter_first(speaker: Speaker, at: Happened) -> str:
    side, count = at.stepped, at.rules.enter_first
    if side is None or at.detail("step", "source") != "res":
        return ""
    if at.before.position.reserve(side) != at.rules.start[side].reserve:
        return ""
    if count == at.rules.checkers:
        message = mark("Before any checker moves on, all {count} must be in.")
    else:
        message = mark("Before any checker moves on, {count} must be in.")
    return speaker.words.text(message, count=speaker.count(count))


def _stands_alone(at: Happened) -> bool:
    """Whether a checker has come to stand alone."""
    return at.landed is not None and at.state.position.count(*at.landed) == 1


def _full(speaker: Speaker, at: Happened) -> str:
    most, landed = at.rules.stack, at.landed
    if landed is None or at.state.position.count(*landed) != most:
        return ""
    return speaker.words.text(
        "Point {point} is full: no point takes more than {count} checkers of one side.",
        point=speaker.number(*landed),
        count=most,
    )


def _single(message: str, *, at_start: bool) -> Sentence:
    """Of a place for one checker; `at_start`: many stand there then, none if one is to enter."""

    def says(speaker: Speaker, at: Happened) -> str:
        landed = at.landed
        path = speaker.geometry.path(*landed) if landed is not None else 0
        if landed is None or path not in at.rules.single:
            return ""
        if (most_on_point(at.rules, path) > 1) is not at_start:
            return ""
        return speaker.words.text(message, point=speaker.number(*landed))

    return says


_ONE_HERE = mark("On point {point} only one checker of the side that has landed there may stand.")
_NONE_HERE = mark("A checker may enter on point {point} only if no other of its side is there.")


def _may_not_overtake(at: Happened) -> bool:
    side = at.stepped
    return side is not None and len(at.state.position.points(side)) > 1


def _reaches_goal(at: Happened) -> bool:
    if at.landed is None:
        return False
    side, target = at.landed
    return bool(target == geometry_of(at.rules).track[side][-1])


def _goes_off(at: Happened) -> bool:
    return bool(at.detail("step", "target") == "off")


_STAGES = {
    1: mark("A number lays the checkers of its tower side by side."),
    2: mark("All towers lie: from now on a number stacks its tower again."),
    3: mark("All towers stand: from now on a number takes a checker off its tower."),
}
_WHOLE_TOWERS = mark("All towers stand: from now on a number takes its tower off.")


def _stage(stage: int) -> Sentence:
    """The first step of a stage, or the last one of that before."""

    def says(speaker: Speaker, at: Happened) -> str:
        side = at.stepped
        if side is None or at.state.position.stage(side) != stage:
            return ""
        if stage > 1 and at.before.position.stage(side) == stage:
            return ""
        whole = stage == 3 and at.rules.borne_off_by == "tower"
        return speaker.words.text(_WHOLE_TOWERS if whole else _STAGES[stage])

    return says


def _has_towers(rules: Ruleset) -> bool:
    return geometry_of(rules).towers


def _has_a_runner(at: Happened) -> bool:
    """Whether a throw begins to be played of which only the foremost checker can take a part."""
    track = geometry_of(at.rules).track[at.state.side]
    beyond = sum(at.state.position.count(at.state.side, p) for p in track[at.rules.runner :])
    return at.thrown is not None and not beyond and not at.state.position.off(at.state.side)


def _has_hit_at_home(at: Happened) -> bool:
    """Whether a step has hit on one of the last six points of its side."""
    side, point = at.stepped, at.detail("step", "hit")
    return side is not None and point in geometry_of(at.rules).home(side)


def _wall_of(at: Happened, length: int) -> bool:
    """Whether a step has made so many points in a row on the enemy's way."""
    side = at.stepped
    if side is None:
        return False
    before, after = (
        movement.longest_wall(at.rules, state.position, side)[0] for state in (at.before, at.state)
    )
    return before < length <= after


def _enemy_quarter(speaker: Speaker, at: Happened) -> str:
    """Where a step has come to hold all the points of the enemy's start quarter that it may."""
    side, most = at.stepped, at.rules.enemy_quarter
    if side is None:
        return ""
    quarter = geometry_of(at.rules).track[side.other][:QUARTER]
    before, after = (
        sum(state.position.top(point) is side for point in quarter)
        for state in (at.before, at.state)
    )
    if not before < most <= after:
        return ""
    return speaker.words.plural(
        "Nobody may hold more than {count} point of the enemy start quarter.",
        "Nobody may hold more than {count} points of the enemy start quarter.",
        most,
    )


def _is_repeated(at: Happened) -> bool:
    seen = at.state.seen
    return seen != at.before.seen and bool(seen) and seen.count(seen[-1]) == 2


def _mother_waits(at: Happened) -> bool:
    """Whether a mother was pinned, and the game goes on."""
    if at.landed is None or at.detail("step", "pins") != at.landed[1]:
        return False
    side, point = at.landed
    first = geometry_of(at.rules).track[side.other][0]
    return point == first and not movement.over(at.rules, at.state.position, side)


NOTICES: dict[str, Notice] = {
    "captured": _plain(
        mark("A captured checker is out for good."),
        lambda at: at.detail("step", "captured"),
        lambda rules: rules.contact is Contact.CAPTURE,
    ),
    "jumped": _plain(
        mark("The last checker jumps from corner to corner: a 1 leads to the next, a 6 on by two."),
        lambda at: at.fact("jumped"),
        lambda rules: rules.goal is Goal.CAPTURE_ALL,
    ),
    "mother": _plain(
        mark("A mother is pinned: won as soon as the other one is safe, drawn if both are pinned."),
        _mother_waits,
        lambda rules: rules.mother is Mother.SAFE,
    ),
    "burst": _plain(
        mark("A closed point is burst in need: all that stand on it go to the bar."),
        lambda at: at.detail("step", "burst"),
        lambda rules: rules.burst,
    ),
    "full_bar": _plain(
        mark("Too many on the bar, more than points to enter: the game is lost at once."),
        lambda at: at.detail("step", "hit"),
        lambda rules: rules.jan,
    ),
    "pinned": _plain(
        mark("The checker below is pinned: it stays until nobody stands on it any more."),
        lambda at: at.detail("step", "pins"),
        lambda rules: rules.contact is Contact.PIN,
    ),
    "facing": _plain(
        mark("Whoever lands facing an enemy checker sends it to the bar."),
        lambda at: at.detail("step", "hit"),
        lambda rules: rules.contact is Contact.FACING,
    ),
    "choice": Notice(_choice, lambda rules: rules.ace_deuce is not AceDeuce.ORDINARY),
    "climbs": Notice(_climbs, lambda rules: rules.double_then is Then.UPWARDS),
    "runs_later": Notice(_runs_later, lambda rules: rules.run_from > 1),
    "other_face": Notice(_other_face, lambda rules: rules.double_then is Then.OTHER_FACE),
    "short_double": Notice(_short_double, lambda rules: rules.double_moves != 4),
    "inherited": _plain(
        mark("Inherited numbers come before one’s own throw; what fails now, nobody inherits."),
        lambda at: at.fact("handed"),
        lambda rules: rules.incomplete in (Incomplete.HAND_OVER, Incomplete.HAND_OVER_REST),
    ),
    "named": _plain(
        mark("One side names its throws, never a double; the other one throws twice a turn."),
        lambda at: at.fact("named"),
        lambda rules: rules.namer is not None,
    ),
    "open": _plain(
        mark("Throws lie open: each side sees what the other one plays next."),
        lambda at: at.fact("threw"),
        lambda rules: rules.dice is Dice.AHEAD,
    ),
    "fixed": Notice(_fixed, lambda rules: rules.dice is Dice.FIXED),
    "leap": Notice(_leap, lambda rules: rules.numbers is Numbers.SUM),
    "no_leap": _plain(
        mark("Only a throw with a 1 or a 6, or a double, moves anything here."),
        lambda at: _chases(at) and at.fact("void"),
        lambda rules: rules.numbers is Numbers.SUM,
    ),
    "all_or_nothing": _plain(
        mark("A throw is played completely or not at all: this one is lost."),
        lambda at: at.thrown and at.fact("lost"),
        lambda rules: rules.waste is Waste.NOTHING,
    ),
    "lower": _plain(
        mark("Only the lower number of a throw is played."),
        lambda at: at.thrown and not at.double,
        lambda rules: rules.numbers is Numbers.LOWER,
    ),
    "low_first": _plain(
        mark("The lower number comes first; if it cannot be played, the higher is lost too."),
        lambda at: at.thrown and len(set(at.state.turn.numbers)) == 2,
        lambda rules: rules.order is Order.LOW_FIRST,
    ),
    "again": Notice(_again, lambda rules: rules.again in _AGAIN),
    "enter_first": Notice(_enter_first, lambda rules: rules.enter_first),
    "runner": _plain(
        mark("A runner goes first: until it has passed the enemy start, no other checker moves."),
        _has_a_runner,
        lambda rules: rules.runner and not runs_home(rules),
    ),
    "courier": _plain(
        mark("A runner goes first: until it has come home, no other checker moves."),
        _has_a_runner,
        runs_home,
    ),
    "head": _plain(
        mark("Only one checker a turn leaves the start."),
        lambda at: at.thrown,
        lambda rules: rules.head,
    ),
    "stays": _plain(
        mark("A checker that has hit in its own home stays there for the rest of the throw."),
        _has_hit_at_home,
        lambda rules: not rules.hit_and_run,
    ),
    "walls": _plain(
        mark("Six points in a row need an enemy checker in front of them."),
        lambda at: _wall_of(at, 5),
        lambda rules: rules.wall is Wall.AHEAD,
    ),
    "opened": _plain(
        mark("No wall of six may stand right before a point with all enemy checkers."),
        lambda at: _wall_of(at, 5),
        lambda rules: rules.wall is Wall.OPENED,
    ),
    "last_two": _plain(
        mark("Six points in a row need checkers on the last two points of one’s own way."),
        lambda at: _wall_of(at, 5),
        lambda rules: rules.wall is Wall.LAST_TWO,
    ),
    "enemy_quarter": Notice(_enemy_quarter, lambda rules: rules.enemy_quarter),
    "stage_1": Notice(_stage(1), _has_towers),
    "stage_2": Notice(_stage(2), _has_towers),
    "stage_3": Notice(_stage(3), _has_towers),
    "last_loses": _plain(
        mark("Careful: whoever has all checkers off first loses."),
        _goes_off,
        lambda rules: rules.goal is Goal.LAST_OFF,
    ),
    "farthest_off": _plain(
        mark("Only the farthest checker leaves, and with as little excess as can be."),
        _goes_off,
        lambda rules: rules.farthest_off,
    ),
    "exact_off": _plain(
        mark("Only its exact number takes a checker off."),
        _goes_off,
        lambda rules: rules.exact_off,
    ),
    "goal": _plain(
        mark("The goal is reached with the exact number only."),
        _reaches_goal,
        lambda rules: rules.piles,
    ),
    "closed": _plain(
        mark("Nobody is hit here: even a single checker closes its point."),
        _stands_alone,
        lambda rules: rules.block == 1,
    ),
    "hit_loses": _plain(
        mark("Do not hit: whoever hits a checker loses the game."),
        _stands_alone,
        lambda rules: rules.hit_loses,
    ),
    "full": Notice(_full, lambda rules: rules.stack),
    "single_point": Notice(_single(_ONE_HERE, at_start=False), lambda rules: rules.single),
    "empty_to_enter": Notice(_single(_NONE_HERE, at_start=True), lambda rules: rules.single),
    "overtaking": _plain(
        mark("No checker may overtake another one of its side."),
        _may_not_overtake,
        lambda rules: not rules.overtaking,
    ),
    "backwards": _plain(
        mark("Checkers may move backwards, too."),
        lambda at: at.thrown,
        lambda rules: rules.backward,
    ),
    "repeated": _plain(
        mark("This position was here before: the third time, the game ends as a draw."),
        _is_repeated,
    ),
}
"""Every kind, what matters most first."""

__all__ = ["NOTICES", "Twist", "twists"]
