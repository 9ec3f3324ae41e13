"""A verdict of a review, checked by a rollout: bit by bit, stopped, gone on with.

    checking = Checking(record, review, n, trials=324)
    for progress in checking:
        ...
    checking.review                     # the same review, with what the trials say so far

What was played, what is called best and what comes next to it are played on from with the same
dice; so are the ways of any other decision, a double with each answer to it.  The rollout belongs
to its decision, is kept with the review, and is let go where a later look finds another best way.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Literal

from tavola.bots.adviser import Candidate
from tavola.rules.model.refusal import Refused, refuse
from tavola.rules.text.record import Record
from tavola.rules.turn.state import IRREGULAR, State
from tavola.study import rollouts
from tavola.study.branches import ANSWERS
from tavola.study.choices import Choices
from tavola.study.questions import What
from tavola.study.review import Progress, Review, taken_up
from tavola.study.rolling import TRIALS, Rolling
from tavola.study.rollouts import Tally
from tavola.study.summary import THRESHOLDS
from tavola.study.trying import after
from tavola.study.verdicts import Decision, Way

MOST = 1296
"""Trials of one rollout."""
PLAYS = 4
"""Plays that are rolled out."""
ENOUGH = 36
"""Trials before which nothing is concluded."""
SURE = 2.0
"""Standard errors that a difference must be away from nothing."""
SLIGHT = THRESHOLDS[0]
"""Units: a smaller loss is none that a review would speak of."""

Says = Literal["holds", "slight", "turns", "open"]
"""What trials say of a verdict: it holds; there is hardly a difference; the other play is better;
or they do not tell the plays apart."""


class Checking:
    """The rollout of what was decided with event `n`; iterate over it, stop whenever you like.

    It goes on from what the review has of it.  Raises `Refused`: `no_net`; `no_advice` where there
    was no choice at `n`, or where the review is of other events or by other nets.
    """

    def __init__(self, record: Record, before: Review, n: int, trials: int = TRIALS) -> None:
        whole, self._review = taken_up(record, before)
        found = decision_of(self._review, n)
        questions = {(one.n, one.what, one.player): one for one in whole.questions}
        if found is None:
            raise refuse("no_advice", what="done")
        self._decision = found
        state = questions[n, found.what, found.player].state
        game = state.playing(record.game)
        rolled = _rolled(game, state, found)
        self.rolling = Rolling(game, state, min(trials, MOST), workers=1, rolled=rolled)
        if found.rollout is not None:
            # What is of other plays, or of another net, counts for nothing.
            with suppress(Refused):
                self.rolling.go_on_from(found.rollout)

    def __iter__(self) -> Iterator[Progress]:
        for _ in self.rolling:
            yield self.progress

    @property
    def progress(self) -> Progress:
        """How many trials are counted."""
        return Progress(self.rolling.done, self.rolling.trials)

    @property
    def review(self) -> Review:
        """The review with what the trials say so far."""
        old, mine = self._review, self._decision
        checked = replace(mine, rollout=self.rolling.to_json())
        return replace(
            old, decisions=tuple(checked if one is mine else one for one in old.decisions)
        )


@dataclass(frozen=True)
class Rolled:
    """What trials say of a way, or of an answer to it: its mean in points and how far it is behind
    the best one, each with its standard error (infinite before the second trial).

    `counts` is false for an answer that the other side would not give, by these trials.
    """

    way: Way
    answer: str
    counts: bool
    mean: float
    error: float
    behind: float
    behind_error: float


@dataclass(frozen=True)
class Checked:
    """What a rollout says of a decision, as far as it came.

    `loss` is what `rival` gives away against the `best` of the review, in points, `error` the
    standard error of that; `rival` is what was played, or the second best where that was right.
    `ways` stand best first.
    """

    trials: int
    wanted: int
    best: Way
    rival: Way
    loss: float
    error: float
    says: Says
    ways: tuple[Rolled, ...]

    @property
    def finished(self) -> bool:
        """Whether all trials are counted."""
        return self.trials >= self.wanted


def play_of(review: Review, n: int) -> Decision | None:
    """The play that ended with event `n`."""
    return next((one for one in review.decisions if one.n == n and one.what is What.PLAY), None)


def decision_of(review: Review, n: int) -> Decision | None:
    """What is checked of event `n`: where two things were decided with it, what cost more."""
    found = [one for one in review.decisions if one.n == n and may_be_checked(one)]
    return max(found, key=lambda one: one.units, default=None)


def may_be_checked(one: Decision) -> bool:
    """Whether there are ways to be rolled out: what no rule allows cannot be."""
    irregular = any(action.kind in IRREGULAR for way in one.ways for action in way.actions)
    return not irregular and len({called(way) for way in one.ways}) > 1


def called(way: Way) -> str:
    """What a way is called in a rollout."""
    return way.text if way.does == "play" else f"{way.does} {way.text}".rstrip()


def ways_of(one: Decision) -> list[Way]:
    """The ways that are rolled out, in an order that a deeper look does not change."""
    ranked = sorted(one.ways, key=lambda way: (way is not one.best, -way.equity))
    kept = [one.best, *(() if one.taken == 0 else (one.done,))]
    kept += [way for way in ranked if way not in kept][: PLAYS - len(kept)]
    return sorted(kept, key=called)


def _rolled(game: str, state: State, one: Decision) -> rollouts.Rolled:
    """The ways of a decision, ready to be rolled out."""
    ways = ways_of(one)
    if one.what is What.PLAY:
        return rollouts.Rollout(game, state, plays=[_candidate(state, way) for way in ways])
    return Choices(game, state, one.side, ways=[(called(way), way.actions) for way in ways])


def checked(one: Decision, rollout: Any = None) -> Checked | None:
    """What its rollout says of a decision, or another one of its ways; None where there is none,
    or one of other ways."""
    data, ways = one.rollout if rollout is None else rollout, ways_of(one)
    if data is None:
        return None
    columns = [str(text) for text in data.get("columns") or _columns(data)]
    places = [_places(columns, called(way)) for way in ways]
    if not all(places) or sum(map(len, places)) != len(columns):
        return None
    tally = Tally(len(columns), int(data["trials"]), list(data["sums"]), list(data["products"]))
    counts = [min(some, key=tally.mean) for some in places]
    rival = one.done if one.taken else next(way for way in _ranked(one) if way is not one.best)
    loss, error = tally.gap(counts[ways.index(one.best)], counts[ways.index(rival)])
    order = sorted(range(len(ways)), key=lambda i: -tally.mean(counts[i]))
    first, rows = counts[order[0]], list[Rolled]()
    for i in order:
        behind = tally.gap(first, counts[i]) if counts[i] != first else (0.0, 0.0)
        for j in sorted(places[i], key=lambda j: j != counts[i]):
            answer = columns[j].removeprefix(called(ways[i])).strip()
            rows.append(
                Rolled(ways[i], answer, j == counts[i], tally.mean(j), tally.error(j), *behind)
            )
    says = _says(tally.count, loss, error, SLIGHT * float(data["unit"]))
    return Checked(
        tally.count, int(data["wanted"]), one.best, rival, loss, error, says, tuple(rows)
    )


def _columns(data: Any) -> list[str]:
    """What the sums stand for in a rollout of plays that does not say it."""
    return sorted(str(play["play"]) for play in data["plays"])


def _places(columns: Sequence[str], name: str) -> list[int]:
    """Where a way and the answers to it stand."""
    answers = {name, *(f"{name} {kind.value}" for kind in ANSWERS)}
    return [i for i, text in enumerate(columns) if text in answers]


def _ranked(one: Decision) -> list[Way]:
    return sorted(one.ways, key=lambda way: -way.equity)


def _says(trials: int, loss: float, error: float, slight: float) -> Says:
    if trials < ENOUGH or not math.isfinite(error):
        return "open"
    if abs(loss) + SURE * error < slight:
        return "slight"
    if abs(loss) < SURE * error:
        return "open"
    return "holds" if loss > 0.0 else "turns"


def _candidate(state: State, way: Way) -> Candidate:
    """A way as something that can be rolled out."""
    assert way.chances is not None
    return Candidate(way.actions, after(state, way), way.chances, way.equity, way.depth)


__all__ = [
    "MOST",
    "Checked",
    "Checking",
    "Rolled",
    "Says",
    "called",
    "checked",
    "decision_of",
    "may_be_checked",
    "play_of",
    "ways_of",
]
