"""The steps of a play as one sentence, or in brief as one line of notation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from tavola.rules.model.ruleset import Contact, Side
from tavola.rules.turn.state import Fact, State
from tavola.words.speaker import Speaker
from tavola.words.translations import mark, mark_plural, mark_within


@dataclass(frozen=True)
class _Leg:
    """One checker's way: its places in order, and what it did at its stops.

    `hits` are the stops where it hit (or removed an enemy); `pins` and `frees` are the points
    where it pins one and where one comes free, or 0.
    """

    places: tuple[int | str, ...]
    hits: tuple[int | str, ...] = ()
    pins: int = 0
    frees: int = 0

    @property
    def kind(self) -> str:
        """`bar` or `res` if it enters, `off` if it leaves, else `move`."""
        first, last = self.places[0], self.places[-1]
        return first if isinstance(first, str) else "off" if last == "off" else "move"

    @property
    def struck(self) -> bool:
        """It did something to the enemy."""
        return bool(self.hits or self.pins or self.frees)


_CLAUSES = ("verbs", mark_within("verbs", "{first}; then {last}"))
_NUMBERS = ("numbers", mark_within("numbers", "{first}; then {last}"))
"""What comes between the clauses of a play: each with its verb, or each with its number."""


_PLAYS = mark("plays {parts}"), mark("play {parts}")
_VERBS = {
    "bar": (mark("enters {ways} from the bar"), mark("enter {ways} from the bar")),
    "res": (mark("enters {ways}"), mark("enter {ways}")),
    "off": (mark("takes off {ways}"), mark("take off {ways}")),
    "move": (mark("moves {ways}"), mark("move {ways}")),
}
"""What is done with checkers of a kind: by somebody, and by the listener."""
_HITS = mark("{play} and hits"), mark("{play} and hit")
_HITS_ON = mark("{play} and hits on {points}"), mark("{play} and hit on {points}")
_HITS_FACING = (
    mark("{play} and hits the checker facing {points}"),
    mark("{play} and hit the checker facing {points}"),
)
_CAPTURES = (
    mark("{play} and captures the checker there"),
    mark("{play} and capture the checker there"),
)
_CAPTURES_ON = (
    mark_plural(
        "{play} and captures the checker on {points}",
        "{play} and captures the checkers on {points}",
    ),
    mark_plural(
        "{play} and capture the checker on {points}", "{play} and capture the checkers on {points}"
    ),
)
_PINS = mark("{play} and pins the checker there"), mark("{play} and pin the checker there")
_FREES = (
    mark("{play} and frees the checker on {point}"),
    mark("{play} and free the checker on {point}"),
)
_PINS_AND_FREES = (
    mark("{play}, pins the checker there and frees the one on {point}"),
    mark("{play}, pin the checker there and free the one on {point}"),
)
"""What a checker does to the enemy, as a tail of its verb."""
_TOWERS_OFF = (
    mark_plural("takes tower {towers} off", "takes towers {towers} off"),
    mark_plural("take tower {towers} off", "take towers {towers} off"),
)
_BREAKS_UP = (
    mark_plural("breaks up tower {towers}", "breaks up towers {towers}"),
    mark_plural("break up tower {towers}", "break up towers {towers}"),
)
_REBUILDS = (
    mark_plural("rebuilds tower {towers}", "rebuilds towers {towers}"),
    mark_plural("rebuild tower {towers}", "rebuild towers {towers}"),
)
"""What is done to towers."""


def describe(speaker: Speaker, steps: Sequence[Fact], state: State) -> str:
    """What a player does, without the player: `moves from 8 to 5 and hits; then enters ...`.

    More than four steps, and three or four of one number, are told number by number.
    """
    side = steps[0].side
    assert side is not None
    if speaker.geometry.towers:
        return _towers(speaker, steps, side, state)
    if tells_numbers(steps):
        return _by_number(speaker, steps, side)
    clauses, tails = [], False
    for group in _alike(_counted(_legs(steps, through_bar=False))):
        clause = _verb(speaker, group, side)
        clauses.append(_with_tails(speaker, clause, group[0][0], side))
        tails = tails or clauses[-1] != clause
    return _chained(speaker, _CLAUSES, clauses) if tails else speaker.words.join(clauses)


def tells_numbers(steps: Sequence[Fact]) -> bool:
    """Whether a play is told number by number."""
    numbers = {step.details["number"] for step in steps}
    if 0 in numbers:  # an illegal play: nobody can say which number moved what
        return False
    return len(steps) > 4 or (len(steps) > 2 and len(numbers) == 1)


def _chained(speaker: Speaker, chain: tuple[str, str], clauses: Sequence[str]) -> str:
    """Clauses with an `and` of their own, one after the other."""
    told = clauses[0]
    for clause in clauses[1:]:
        told = speaker.words.within(*chain, first=told, last=clause)
    return told


def _by_number(speaker: Speaker, steps: Sequence[Fact], side: Side) -> str:
    """`plays four 4s: two from 24 to 20 and two from 13 to 9; then ...`."""
    words, parts = speaker.words, []
    for number, group in groupby(steps, key=_number):
        run = list(group)
        many = len(run) > 1
        numbers = (
            speaker.times(number, len(run)) if many else words.text("a {number}", number=number)
        )
        legs = _counted(_legs(run, through_bar=False))
        plain = [_counted_way(speaker, leg, count, side) for leg, count in legs]
        told = [
            _with_tails(speaker, way, leg, side) for way, (leg, _) in zip(plain, legs, strict=True)
        ]
        ways = words.join(told) if told == plain else ", ".join(told)
        parts.append(words.text("{numbers}: {ways}", numbers=numbers, ways=ways))
    return words.text(speaker.pick(side, *_PLAYS), parts=_chained(speaker, _NUMBERS, parts))


def _number(step: Fact) -> int:
    return int(step.details["number"])


def _counted_way(speaker: Speaker, leg: _Leg, count: int, side: Side) -> str:
    """From where to where, after a count: `two from 24 to 20`; the number tells the stops."""
    words, checkers = speaker.words, speaker.count(count)
    source, target = (speaker.place(side, leg.places[end]) for end in (0, -1))
    if leg.kind == "bar":
        return words.text("{checkers} from the bar to {target}", checkers=checkers, target=target)
    if leg.kind == "res":
        return words.text(
            "{checkers} from the reserve to {target}", checkers=checkers, target=target
        )
    if leg.kind == "off":
        return words.text("{checkers} off from {source}", checkers=checkers, source=source)
    return words.text(
        "{checkers} from {source} to {target}", checkers=checkers, source=source, target=target
    )


def write(speaker: Speaker, steps: Sequence[Fact]) -> str:
    """The steps in notation, from the rear: `8/5* 6/5`."""
    side = steps[0].side
    assert side is not None
    joined, path = not speaker.geometry.towers, speaker.geometry.path
    legs = _legs(steps, through_bar=True) if joined else [_leg(step) for step in steps]
    first = [leg.places[0] for leg in legs]
    ways = [path(side, place) if isinstance(place, int) else 0 for place in first]
    legs = [leg for _, leg in sorted(zip(ways, legs, strict=True), key=lambda way: way[0])]
    return " ".join(
        _notation(speaker, leg, side) + (f"({count})" if count > 1 else "")
        for leg, count in _counted(legs)
    )


def _leg(step: Fact) -> _Leg:
    details: dict[str, Any] = step.details
    target = details["target"]
    struck = "hit" in details or "captured" in details
    return _Leg(
        places=(details["source"], target),
        hits=(target,) if struck else (),
        pins=details.get("pins", 0),
        frees=details.get("frees", 0),
    )


def _legs(steps: Sequence[Fact], *, through_bar: bool) -> list[_Leg]:
    """Steps of one checker joined; spoken, entering and bearing off stay steps of their own."""
    legs: list[_Leg] = []
    for step in steps:
        new = _leg(step)
        last = legs[-1] if legs else None
        joins = last is not None and last.places[-1] == new.places[0]
        if last is not None and not through_bar:
            joins = joins and isinstance(last.places[0], int) and new.places[1] != "off"
        if last is None or not joins:
            legs.append(new)
            continue
        # What a checker pinned on the way is free again, and not worth a word.
        frees = last.frees or (0 if last.pins == new.frees else new.frees)
        places, hits = last.places + new.places[1:], last.hits + new.hits
        legs[-1] = _Leg(places, hits, new.pins, frees)
    return legs


def _counted(legs: Sequence[_Leg]) -> list[tuple[_Leg, int]]:
    """Equal legs once, with their count; what happened at one of them happened at all."""
    counts: dict[tuple[int | str, ...], tuple[_Leg, int]] = {}
    for leg in legs:
        known, count = counts.get(leg.places, (leg, 0))
        merged = replace(
            known,
            hits=known.hits + tuple(hit for hit in leg.hits if hit not in known.hits),
            pins=known.pins or leg.pins,
            frees=known.frees or leg.frees,
        )
        counts[leg.places] = (merged, count + 1)
    return list(counts.values())


def _notation(speaker: Speaker, leg: _Leg, side: Side) -> str:
    """Stops on the way are written only where the checker hits."""
    last = len(leg.places) - 1
    text = _short(speaker, side, leg.places[0])
    for i, place in enumerate(leg.places[1:], start=1):
        hit = place in leg.hits
        if hit or i == last:
            text += f"/{_short(speaker, side, place)}{'*' if hit else ''}"
    return text


def _short(speaker: Speaker, side: Side, place: int | str) -> str:
    return speaker.number(side, place) if isinstance(place, int) else place


def _alike(legs: Sequence[tuple[_Leg, int]]) -> list[list[tuple[_Leg, int]]]:
    """Neighbouring legs that one verb can tell; one that did something to the enemy stays alone."""
    groups: list[list[tuple[_Leg, int]]] = []
    for leg, count in legs:
        before = groups[-1][-1][0] if groups else None
        if before and before.kind == leg.kind and not before.struck and not leg.struck:
            groups[-1].append((leg, count))
        else:
            groups.append([(leg, count)])
    return groups


def _verb(speaker: Speaker, group: Sequence[tuple[_Leg, int]], side: Side) -> str:
    words = speaker.words
    ways = words.join([_way(speaker, leg, count, side) for leg, count in group])
    return words.text(speaker.pick(side, *_VERBS[group[0][0].kind]), ways=ways)


def _way(speaker: Speaker, leg: _Leg, count: int, side: Side) -> str:
    words, names = speaker.words, [speaker.place(side, place) for place in leg.places]
    source, target = names[0], names[-1]
    if leg.kind == "off":
        return words.plural(
            "a checker from {source}", "{count} checkers from {source}", count, source=source
        )
    if leg.kind in ("bar", "res"):
        return words.plural(
            "a checker on {target}", "{count} checkers on {target}", count, target=target
        )
    if len(names) > 2:
        return words.plural(
            "from {source} to {target} via {stops}",
            "{count} checkers from {source} to {target} via {stops}",
            count,
            source=source,
            stops=words.join(names[1:-1]),
            target=target,
        )
    return words.plural(
        "from {source} to {target}",
        "{count} checkers from {source} to {target}",
        count,
        source=source,
        target=target,
    )


def _with_tails(speaker: Speaker, clause: str, leg: _Leg, side: Side) -> str:
    """What the checker did to the enemy, in the same sentence."""
    words = speaker.words
    if leg.hits:
        clause = _with_hits(speaker, clause, leg, side)
    if leg.frees:
        tails = _PINS_AND_FREES if leg.pins else _FREES
        point = speaker.number(side, leg.frees)
        return words.text(speaker.pick(side, *tails), play=clause, point=point)
    if leg.pins:
        return words.text(speaker.pick(side, *_PINS), play=clause)
    return clause


def _with_hits(speaker: Speaker, clause: str, leg: _Leg, side: Side) -> str:
    words, contact, pick = speaker.words, speaker.rules.contact, speaker.pick
    places = list(dict.fromkeys(leg.hits))
    points = words.join([speaker.place(side, place) for place in places])
    at_end = leg.hits == leg.places[-1:]
    if contact is Contact.CAPTURE:
        if at_end:
            return words.text(pick(side, *_CAPTURES), play=clause)
        one, many = pick(side, *_CAPTURES_ON)
        return words.plural(one, many, len(places), play=clause, points=points)
    if contact is Contact.FACING:
        return words.text(pick(side, *_HITS_FACING), play=clause, points=points)
    if at_end:
        return words.text(pick(side, *_HITS), play=clause)
    return words.text(pick(side, *_HITS_ON), play=clause, points=points)


def _towers(speaker: Speaker, steps: Sequence[Fact], side: Side, state: State) -> str:
    """The steps of Doublets; neighbouring ones of one kind share their verb."""
    words, clauses = speaker.words, []
    for message, group in groupby(steps, key=lambda step: _tower_verb(speaker, step, side, state)):
        points = Counter(int(step.details["source"]) for step in group)
        towers = {speaker.number(side, at): n for at, n in points.items()}
        if message is None:
            ways = [_from_tower(speaker, tower, n) for tower, n in towers.items()]
            off = speaker.pick(side, *_VERBS["off"])
            clauses.append(words.text(off, ways=words.join(ways)))
        else:
            one, many = speaker.pick(side, *message)
            clauses.append(words.plural(one, many, len(towers), towers=words.join(list(towers))))
    return words.join(clauses)


_Forms = tuple[tuple[str, str], tuple[str, str]]


def _tower_verb(speaker: Speaker, step: Fact, side: Side, state: State) -> _Forms | None:
    """What is done to a tower, or None for a checker that leaves one: which stage a step belongs to
    shows in what became of the tower."""
    if step.details["target"] == "off":
        return _TOWERS_OFF if speaker.rules.borne_off_by == "tower" else None
    stage, point = state.position.stage(side), int(step.details["source"])
    if stage == 1 or (stage == 2 and state.position.lying(point)):
        return _BREAKS_UP
    return _REBUILDS


def _from_tower(speaker: Speaker, tower: str, count: int) -> str:
    return speaker.words.plural(
        "a checker from tower {tower}", "{count} checkers from tower {tower}", count, tower=tower
    )
