"""A decision of a review and the rollout that checks it, as the page of the review shows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tavola.server.pages.review_figures import Row
from tavola.server.pages.review_teller import PageTeller
from tavola.study.checking import MOST, Checked, Rolled, called, checked, decision_of
from tavola.study.questions import What
from tavola.study.rolling import TRIALS
from tavola.study.tell import answered
from tavola.study.verdicts import Way
from tavola.words import rollouts as sentences

TIMES = 4
"""How many times as many trials follow those that are made."""


@dataclass(frozen=True)
class Check:
    """What stands below a decision: what the trials say, play by play.

    `going`: they are being made; `trials` are offered, 0 for none; `begun` tells whether there are
    some, `unfinished` that fewer are made than were wanted.  `apart`: cube and score are left out,
    though there are some; `whole`: they count.
    """

    says: str = ""
    said: str = ""
    heads: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    done: int = 0
    wanted: int = 0
    trials: int = TRIALS
    going: bool = False
    begun: bool = False
    unfinished: bool = False
    apart: bool = False
    whole: bool = False


@dataclass(frozen=True)
class Going:
    """A rollout that is made or waits: of which event, how many trials, what there is of it."""

    event: int
    trials: int
    live: Mapping[str, Any] | None = None


def check_of(teller: PageTeller, event: int, going: Going | None) -> Check | None:
    """The check of what was decided with an event; None where there is nothing to check."""
    one = decision_of(teller.review, event)
    if one is None:
        return None
    here = going if going is not None and going.event == event else None
    found = checked(one, here.live if here else None)
    play = one.what is What.PLAY
    empty = Check(
        going=here is not None,
        wanted=here.trials if here else TRIALS,
        apart=play and (teller.speaker.rules.cube or teller.review.scored),
        whole=not play,
    )
    if found is None or not found.trials:
        return empty
    shown = teller.shown(one).ways
    names = {called(way): teller.way(told) for way, told in zip(one.ways, shown, strict=True)}
    wanted = here.trials if here else found.wanted
    return replace(
        empty,
        says=found.says,
        said=_said(teller, found, names, play=play),
        heads=_heads(teller, play=play),
        rows=tuple(_row(teller, found, rolled, names, one.done) for rolled in found.ways),
        done=found.trials,
        wanted=wanted,
        trials=_offered(found),
        begun=True,
        unfinished=found.trials < wanted,
    )


def _offered(found: Checked) -> int:
    """How many trials could be made in all: those that are left, else some times as many."""
    if not found.finished:
        return found.wanted
    return min(TIMES * found.trials, MOST) if found.trials < MOST else 0


def _said(teller: PageTeller, found: Checked, names: Mapping[str, str], *, play: bool) -> str:
    text = teller.words.text
    best, rival = (names[called(way)] for way in (found.best, found.rival))
    if not play:
        best, rival = text("“{decision}”", decision=best), text("“{decision}”", decision=rival)
    return sentences.checked(teller.words, found.says, best, rival, found.loss, found.error)


def _heads(teller: PageTeller, *, play: bool) -> tuple[str, ...]:
    text = teller.words.text
    first = text("Play") if play else text("Decision")
    return (first, text("Mean in points"), text("Behind"))


def _row(
    teller: PageTeller, found: Checked, rolled: Rolled, names: Mapping[str, str], done: Way
) -> Row:
    words, label = teller.words, names[called(rolled.way)]
    if rolled.answer:
        label = answered(words, label, rolled.answer)
    if not rolled.counts:
        behind = words.text("not the best answer")
    elif rolled is found.ways[0]:
        behind = "—"
    else:
        behind = sentences.mean(words, rolled.behind, rolled.behind_error).removeprefix("+")
    cells = (sentences.mean(words, rolled.mean, rolled.error), behind)
    mine = rolled.counts and called(rolled.way) == called(done)
    return Row(label, cells, taken=mine, best=rolled.way is found.best)


__all__ = ["Check", "Going", "check_of"]
