"""The worked examples in the texts of rules: where one stands, and by what it is known.

The pages of all languages tell the same ones; what each says lies in `games/told_examples.py`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tavola.games.told_examples import CLAIMS, Claim
from tavola.words.points_in_texts import Told, told_points

_EXAMPLE = re.compile(r"(?:Esempio|Example|Beispiel|Exemple)[ \u00a0]?: ?(.*)")
_DICE = re.compile(r"\b[1-6](?:-[1-6]){1,2}\b")
_BRACES = re.compile(r"\{[^{}]*\}")


def example_in(text: str) -> str:
    """The example that a line of a page tells, as it is written; '' if there is none that speaks of
    points."""
    found = _EXAMPLE.search(text)
    return found[1] if found and _BRACES.search(found[1]) else ""


def example_key(text: str) -> str:
    """The points and the dice of an example, sorted: the same in every language."""
    found = {(_name_of(told), point) for told in told_points(text) for point in told.points}
    points = [f"{name}{point}" for name, point in sorted(found, key=_by_side)]
    dice = ["-".join(sorted(throw.split("-"))) for throw in _DICE.findall(_BRACES.sub("", text))]
    return f"{' '.join(points)} | {' '.join(sorted(dice))}"


def claims_of(game_ids: Sequence[str], text: str) -> tuple[Claim, ...]:
    """What an example says, by the page of the first of these games that has it; nothing if it is
    known to none."""
    key = example_key(text)
    return next((CLAIMS[game, key] for game in game_ids if (game, key) in CLAIMS), ())


def _by_side(one: tuple[str, int]) -> tuple[int, int]:
    """White's points first, each side's in order."""
    return "WB".find(one[0]), one[1]


def _name_of(told: Told) -> str:
    return "" if told.side is None else told.side.letter
