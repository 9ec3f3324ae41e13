"""Rollouts as sentences."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

from tavola.words.opinions import decimal
from tavola.words.translations import Words


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
    def rate(self) -> float:
        """Trials a second."""

    def results(self) -> Sequence[Result]:
        """The plays, the best first."""


def progress(words: Words, rolled: Rolled) -> str:
    """How far it has come, and which play leads."""
    best = rolled.results()[0]
    return words.text(
        "{done} of {trials} trials: {play} leads with {mean} ± {error}.",
        done=rolled.done,
        trials=rolled.trials,
        play=best.text,
        mean=decimal(words, best.mean),
        error=unsigned(words, best.error),
    )


def told(words: Words, rolled: Rolled) -> list[str]:
    """What it says of each play, then what it rests on."""
    found = list[str]()
    if rolled.done >= 2:
        found = [_line(words, n, one) for n, one in enumerate(rolled.results())]
        if rolled.rate:
            found.append(
                words.text(
                    "{count} trials of each play, {rate} a second; the same dice for all, without "
                    "their luck, and without the cube.",
                    count=rolled.done,
                    rate=unsigned(words, rolled.rate, 1),
                )
            )
    if not rolled.finished:
        found.append(
            words.text(
                "Unfinished: {done} of {trials} trials.", done=rolled.done, trials=rolled.trials
            )
        )
    return found


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
    if not math.isfinite(error):
        return decimal(words, value)
    return words.text("{mean} ± {error}", mean=decimal(words, value), error=unsigned(words, error))


def counted(words: Words, done: int, trials: int) -> str:
    """How many trials there are."""
    return words.text("Trials: {done} of {trials}.", done=done, trials=trials)


def _line(words: Words, place: int, one: Result) -> str:
    mean, error = decimal(words, one.mean), unsigned(words, one.error)
    if not place:
        return words.text("{play}: {mean} ± {error}.", play=one.text, mean=mean, error=error)
    return words.text(
        "{play}: {mean} ± {error}, behind by {gap} ± {gap_error}.",
        play=one.text,
        mean=mean,
        error=error,
        gap=unsigned(words, one.behind),
        gap_error=unsigned(words, one.behind_error),
    )


def unsigned(words: Words, value: float, digits: int = 3) -> str:
    """A number without its sign."""
    return decimal(words, abs(value), digits).removeprefix("+")
