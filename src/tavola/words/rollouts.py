"""Rollouts as sentences."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Protocol

from tavola.words.opinions import decimal, unsigned
from tavola.words.translations import Words

KNOWN = 5e-7
"""A smaller standard error is rounding: the value is known."""


class Result(Protocol):
    """What a play is worth by a rollout: points, and how far it is behind the best, each with its
    standard error."""

    @property
    def text(self) -> str:
        """The play as it is typed."""

    @property
    def mean(self) -> float:
        """Points of the side that plays."""

    @property
    def error(self) -> float:
        """Its standard error."""

    @property
    def behind(self) -> float:
        """Points behind the best."""

    @property
    def behind_error(self) -> float:
        """Its standard error."""

    @property
    def counts(self) -> bool:
        """False for an answer that the other side would not give."""


class Rolled(Protocol):
    """A rollout as far as it has come."""

    @property
    def done(self) -> int:
        """Trials that are counted."""

    @property
    def trials(self) -> int:
        """Trials that were wanted."""

    @property
    def finished(self) -> bool:
        """Whether all are counted."""

    @property
    def whole(self) -> bool:
        """Whether cube and score count."""

    @property
    def rate(self) -> float:
        """Trials a second."""

    def results(self) -> Sequence[Result]:
        """The plays, the best first."""


Called = Callable[[str], str]
"""How something that is rolled out is called, from its text."""


def progress(words: Words, rolled: Rolled, called: Called = str) -> str:
    """How far it has come, and which play leads."""
    best = rolled.results()[0]
    leads = words.text(
        "{play} leads with {mean}.",
        play=called(best.text),
        mean=mean(words, best.mean, best.error),
    )
    return f"{counted(words, rolled.done, rolled.trials)} {leads}"


def told(words: Words, rolled: Rolled, called: Called = str) -> list[str]:
    """What it says of each play, then what it rests on."""
    found = list[str]()
    if rolled.done >= 2:
        results = enumerate(rolled.results())
        found = [_line(words, n, one, called(one.text)) for n, one in results]
        if rolled.rate:
            count, rate = rolled.done, unsigned(words, rolled.rate, 1)
            found.append(_basis(words, count, rate, whole=rolled.whole))
    if not rolled.finished:
        found.append(
            words.text(
                "Unfinished: {done} of {trials} trials.", done=rolled.done, trials=rolled.trials
            )
        )
    return found


def _basis(words: Words, count: int, rate: str, *, whole: bool) -> str:
    if whole:
        return words.text(
            "{count} trials of each, {rate} a second; the same dice for all, without their luck, "
            "and with cube and score.",
            count=count,
            rate=rate,
        )
    return words.text(
        "{count} trials of each play, {rate} a second; the same dice for all, without "
        "their luck, and without the cube.",
        count=count,
        rate=rate,
    )


def checked(words: Words, says: str, best: str, rival: str, loss: float, error: float) -> str:
    """What trials say of the verdict that a play `rival` gives away something against the `best`:
    `says` is holds, slight, turns or open (`study/checking.py`)."""
    if says == "holds":
        text = words.text(
            "The rollout confirms it: {play} loses {loss} (± {error}).",
            **_lost(words, rival, loss, error),
        )
    elif says == "turns":
        text = words.text(
            "The rollout says otherwise: {play} is better by {loss} (± {error}).",
            **_lost(words, rival, loss, error),
        )
    elif says == "slight":
        text = words.text(
            "No difference worth speaking of between {best} and {play}.", best=best, play=rival
        )
    else:
        text = words.text(
            "The trials do not tell {best} and {play} apart yet.", best=best, play=rival
        )
    return text


def _lost(words: Words, play: str, loss: float, error: float) -> dict[str, str]:
    """A figure has one place more where it would say nothing else."""
    digits = 2 if abs(loss) >= 0.05 else 3
    return {
        "play": play,
        "loss": unsigned(words, loss, digits),
        "error": unsigned(words, error, digits),
    }


def mean(words: Words, value: float, error: float) -> str:
    """A mean with its standard error, which is not known before the second trial."""
    value = round(value, 3) + 0.0
    if not math.isfinite(error) or error < KNOWN:
        return decimal(words, value)
    return words.text("{mean} ± {error}", mean=decimal(words, value), error=unsigned(words, error))


def counted(words: Words, done: int, trials: int) -> str:
    """How many trials there are."""
    return words.text("Trials: {done} of {trials}.", done=done, trials=trials)


def _line(words: Words, place: int, one: Result, play: str) -> str:
    figure = mean(words, one.mean, one.error)
    if not one.counts:
        return words.text("{play}: {mean}; not the best answer.", play=play, mean=figure)
    if not place:
        return words.text("{play}: {mean}.", play=play, mean=figure)
    return words.text(
        "{play}: {mean}, behind by {gap} ± {gap_error}.",
        play=play,
        mean=figure,
        gap=unsigned(words, one.behind),
        gap_error=unsigned(words, one.behind_error),
    )
