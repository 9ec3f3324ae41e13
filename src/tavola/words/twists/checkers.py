"""What is special about how checkers move: the sentences that need details, and when they hold."""

from __future__ import annotations

from tavola.rules.model import movement
from tavola.rules.model.geometry import QUARTER, geometry_of
from tavola.rules.model.room import most_on_point
from tavola.rules.model.ruleset import Ruleset
from tavola.words.happened import Happened
from tavola.words.speaker import Speaker
from tavola.words.translations import mark
from tavola.words.twists.sentence import Sentence


def enter_first(speaker: Speaker, at: Happened) -> str:
    """The first checker enters where several must be in before any moves on."""
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


def stands_alone(at: Happened) -> bool:
    """Whether a checker has come to stand alone."""
    return at.landed is not None and at.state.position.count(*at.landed) == 1


def full(speaker: Speaker, at: Happened) -> str:
    """A point has come to hold as many checkers as it takes."""
    most, landed = at.rules.stack, at.landed
    if landed is None or at.state.position.count(*landed) != most:
        return ""
    return speaker.words.text(
        "Point {point} is full: no point takes more than {count} checkers of one side.",
        point=speaker.number(*landed),
        count=most,
    )


def single(message: str, *, at_start: bool) -> Sentence:
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


ONE_HERE = mark("On point {point} only one checker of the side that has landed there may stand.")
NONE_HERE = mark("A checker may enter on point {point} only if no other of its side is there.")


def may_not_overtake(at: Happened) -> bool:
    """Whether a side has moved that has checkers on several points."""
    side = at.stepped
    return side is not None and len(at.state.position.points(side)) > 1


def reaches_goal(at: Happened) -> bool:
    """Whether a checker has come to the last point of its way."""
    if at.landed is None:
        return False
    side, target = at.landed
    return bool(target == geometry_of(at.rules).track[side][-1])


def goes_off(at: Happened) -> bool:
    """Whether a step has taken a checker off."""
    return bool(at.detail("step", "target") == "off")


_STAGES = {
    1: mark("A number lays the checkers of its tower side by side."),
    2: mark("All towers lie: from now on a number stacks its tower again."),
    3: mark("All towers stand: from now on a number takes a checker off its tower."),
}
_WHOLE_TOWERS = mark("All towers stand: from now on a number takes its tower off.")


def reaches_stage(stage: int) -> Sentence:
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


def has_towers(rules: Ruleset) -> bool:
    """Whether checkers stand in towers at first."""
    return geometry_of(rules).towers


def has_a_runner(at: Happened) -> bool:
    """Whether a throw begins to be played of which only the foremost checker can take a part."""
    track = geometry_of(at.rules).track[at.state.side]
    beyond = sum(at.state.position.count(at.state.side, p) for p in track[at.rules.runner :])
    return at.thrown is not None and not beyond and not at.state.position.off(at.state.side)


def one_leaves(at: Happened) -> bool:
    """Whether a throw begins to be played with which no second checker may leave the start."""
    start = geometry_of(at.rules).track[at.state.side][0]
    all_there = at.state.position.count(at.state.side, start) == at.rules.checkers
    return at.thrown is not None and not (all_there and at.double in at.rules.head_twice)


def has_hit_at_home(at: Happened) -> bool:
    """Whether a step has hit on one of the last six points of its side."""
    side, point = at.stepped, at.detail("step", "hit")
    return side is not None and point in geometry_of(at.rules).home(side)


def wall_of(at: Happened, length: int) -> bool:
    """Whether a step has made so many points in a row on the enemy's way."""
    side = at.stepped
    if side is None:
        return False
    before, after = (
        movement.longest_wall(at.rules, state.position, side)[0] for state in (at.before, at.state)
    )
    return before < length <= after


def enemy_quarter(speaker: Speaker, at: Happened) -> str:
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


def is_repeated(at: Happened) -> bool:
    """Whether the position has come up for the second time."""
    seen = at.state.seen
    return seen != at.before.seen and bool(seen) and seen.count(seen[-1]) == 2


def mother_waits(at: Happened) -> bool:
    """Whether a mother was pinned, and the game goes on."""
    if at.landed is None or at.detail("step", "pins") != at.landed[1]:
        return False
    side, point = at.landed
    first = geometry_of(at.rules).track[side.other][0]
    return point == first and not movement.over(at.rules, at.state.position, side)


__all__ = [
    "NONE_HERE",
    "ONE_HERE",
    "enemy_quarter",
    "enter_first",
    "full",
    "goes_off",
    "has_a_runner",
    "has_hit_at_home",
    "has_towers",
    "is_repeated",
    "may_not_overtake",
    "mother_waits",
    "one_leaves",
    "reaches_goal",
    "reaches_stage",
    "single",
    "stands_alone",
    "wall_of",
]
