"""Reading the form of a new table: the fields that it shows become a wish.

The form hides fields that do not belong to what was chosen, and a browser sends them all the same:
they say nothing.  A form without the field `play`, as a program may send one, hides nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tavola.bots.levels import ACCEPTED, USUAL
from tavola.games import find
from tavola.games.agreement import MONEY, Wish, agree
from tavola.rules.model.refusal import refuse
from tavola.server.pages.forms import COLOURS, DICE, OPPONENTS, OPTION, has_cube, ticked
from tavola.server.tables.tables import TableWish
from tavola.words.typed_numbers import whole_number

_ENDS: Mapping[str, tuple[str, ...]] = {
    "": ("crawford",),
    "one": (),
    "points": ("length", "crawford"),
    "games": ("games",),
    "money": MONEY,
}
"""The fields that are shown with each answer to `How long?`."""


def table_wish(given: Mapping[str, str], level: str = "") -> TableWish:
    """The table that a form asks for; `level` is the usual one of whoever asks.

    Raises `Refused` saying what is wrong.
    """
    agreed = agree(wish(given))
    return TableWish(
        agreed,
        opponent=given.get("opponent") or next(iter(OPPONENTS)),
        level=given.get("level") or (level if level in ACCEPTED else USUAL),
        colour=given.get("colour") or next(iter(COLOURS)),
        dice=given.get("dice") or next(iter(DICE)),
        takeback=bool(ticked(given, "takeback", "on")),
        hints=_hints(given),
    )


def _hints(given: Mapping[str, str]) -> bool:
    """Whether the computer gives hints: each way to play has a box of its own."""
    if given.get("opponent") == "here":
        return bool(ticked(given, "advice", ""))
    return bool(ticked(given, "hints", "on"))


def wish(given: Mapping[str, str]) -> Wish:
    """What the shown fields say about the match.  Raises `Refused`."""
    options = {
        name.removeprefix(OPTION)[:40]: value
        for name, value in given.items()
        if name.startswith(OPTION) and value
    }
    basis = Wish(given.get("game", ""), profile=given.get("profile"), options=options)
    shown = _shown(given)
    if has_cube(find(basis.game)) and not agree(basis).rules.cube:
        shown -= {*MONEY}
    return replace(basis, **_end(given, shown), **_flags(given, shown), swap=_swap(given))


def _shown(given: Mapping[str, str]) -> set[str]:
    """The fields about the end of the match that the form shows."""
    if "play" not in given:
        return {name for names in _ENDS.values() for name in names}
    if given["play"] not in _ENDS:
        raise refuse("bad_match", what="form")
    return set(_ENDS[given["play"]])


def _end(given: Mapping[str, str], shown: set[str]) -> dict[str, Any]:
    play = given.get("play")
    found: dict[str, Any] = {
        name: _count(given[name])
        for name in ("length", "games")
        if name in shown and given.get(name)
    }
    if play in ("points", "games") and not found:
        raise refuse("bad_match", what="length" if play == "points" else "games")
    if play == "one":
        found["games"] = 1
    if play == "money":
        found["money"] = True
    return found


def _count(text: str) -> int | str:
    """A number; what is none stays as it is, to be refused like any other wrong wish."""
    number = whole_number(text, 9)
    return text if number is None else number


def _flags(given: Mapping[str, str], shown: set[str]) -> dict[str, Any]:
    flags: dict[str, Any] = {name: True for name in MONEY if name in shown and given.get(name)}
    if "crawford" in shown and given.get("crawford"):
        flags["crawford"] = given["crawford"] == "yes"
    return flags


def _swap(given: Mapping[str, str]) -> bool | None:
    """The box of the roles, which stands in the form of games that have some."""
    boxed = "whole" in given and find(given.get("game", "")).rules.swap_roles
    return bool(given.get("swap")) if boxed or "swap" in given else None
