"""How somebody plays, from the reviews of his matches: tables, a curve, and what may be said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tavola.drawing.curve import Label, Scale, Spot, curve
from tavola.games import OFFERED
from tavola.server.pages import cards
from tavola.server.tables.own_statistics import Found, month
from tavola.study.own_play import Mean, OwnPlay
from tavola.words import comparisons, names, opinions, puzzles
from tavola.words.opinions import NO_FIGURE
from tavola.words.translations import Words

DIGITS = 3
_LEAST_FOR_A_CURVE = 3

Lines = list[tuple[str, tuple[str, ...]]]


@dataclass(frozen=True)
class OwnFigures:
    """What is shown: of how many reviewed `matches`, tables by game and level, the months (as
    2026-11), the loss match by match as a drawing, what the luck means, and whether a figure is
    left out (`few`)."""

    matches: int
    tables: tuple[tuple[str, Lines], ...]
    months: Lines
    curve: str
    luck: str
    few: bool


def shown(words: Words, found: Found) -> OwnFigures | None:
    """The figures of matches that were reviewed; None without any."""
    total = found.own_play()
    if not total.matches:
        return None
    tables = [
        (words.text("All reviewed matches"), [("", total)]),
        (words.text("By game"), [*found.own_play_by(lambda one: one.game).items()]),
        (
            words.text("By level of the computer"),
            [*found.own_play_by(lambda one: one.level).items()],
        ),
    ]
    told: list[tuple[str, Lines]] = [
        (title, [(name, _cells(words, one)) for name, one in _ranked(words, groups)])
        for title, groups in tables
        if groups
    ]
    months = sorted(found.own_play_by(month).items(), reverse=True)
    timed = [(when, _cells(words, one)) for when, one in months]
    shown_lines = [line for _, lines in told for line in lines] + timed
    few = any(NO_FIGURE in cells for _, cells in shown_lines)
    meaning = comparisons.meaning(words, total.luck)
    return OwnFigures(total.matches, tuple(told), timed, _curve(words, found), meaning, few)


def rank(matches: int, name: str) -> tuple[int, str]:
    """Where a group stands: those with most matches first, as many by the name that is read."""
    return -matches, cards.plain(name)


def _ranked(words: Words, groups: Sequence[tuple[str, OwnPlay]]) -> list[tuple[str, OwnPlay]]:
    named = [(_named(words, name), one) for name, one in groups]
    return sorted(named, key=lambda line: rank(line[1].matches, line[0]))


def _named(words: Words, name: str) -> str:
    if not name:
        return words.text("Together")
    if name in OFFERED:
        return names.game_name(words, name)
    return names.level_name(words, name)


def _cells(words: Words, one: OwnPlay) -> tuple[str, ...]:
    loss = puzzles.units(words, one.loss.mean, DIGITS)
    luck = opinions.decimal(words, one.luck.mean, DIGITS)
    return (
        str(one.matches),
        str(one.loss.count),
        _sure(words, one.loss, loss),
        _sure(words, one.luck, luck),
    )


def _sure(words: Words, one: Mean, told: str) -> str:
    """A mean with its standard error; nothing where there are too few."""
    return f"{told} ± {puzzles.units(words, one.error, DIGITS)}" if one.enough else NO_FIGURE


def _curve(words: Words, found: Found) -> str:
    """The loss a decision of each match in order of time; the table by month says it for the
    ear."""
    timed = sorted((one for one in found.played if one.judged), key=lambda one: one.touched)
    values = [one.judged.loss.mean for one in timed if one.judged and one.judged.loss.count]
    if len(values) < _LEAST_FOR_A_CURVE or not found.own_play().loss.enough:
        return ""
    high = max(*values, 0.01)
    low, middle, most = (puzzles.units(words, at, 2) for at in (0.0, high / 2, high))
    scale = Scale(0.0, high / 2, high, (low, middle, most))
    return curve(
        [Spot(float(n), value) for n, value in enumerate(values)],
        scale,
        ends=[Label(float(len(values) - 1), str(len(values)))],
        title=words.text("Loss a decision, match by match; lower is better"),
        description=words.text(
            "From {first} in the first match to {last} in the last one.",
            first=puzzles.units(words, values[0], DIGITS),
            last=puzzles.units(words, values[-1], DIGITS),
        ),
    )
