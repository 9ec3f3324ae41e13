"""Records carry the digest of their rules: what is out there stays valid when axes come."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path

import pytest

from tavola.games import GAMES, SHIPPED
from tavola.rules.model.ruleset import LATER, Ruleset

pytestmark = pytest.mark.plain

FILE = Path(__file__).parent / "golden" / "digests.json"
"""Digests as they were when a game first came out: added to, never changed."""
KNOWN: dict[str, str] = json.loads(FILE.read_text(encoding="utf-8"))


def digests(game: str) -> Iterator[tuple[str, str]]:
    """A game's digest, and that with each other value of each option."""
    yield game, GAMES[game].rules.digest()
    for option in GAMES[game].options:
        for value in list(option.values)[1:]:
            yield (
                f"{game} {option.name}={value}",
                GAMES[game].ruleset({option.name: value}).digest(),
            )


@pytest.mark.parametrize("game", SHIPPED)
def test_rules_keep_their_digest(game: str) -> None:
    found = dict(digests(game))
    assert found == {name: KNOWN.get(name) for name in found}


def test_a_later_axis_says_nothing_at_its_default() -> None:
    later = {item.name: item.default for item in fields(Ruleset) if item.metadata == LATER}
    assert {"runner", "head", "quarter", "wall"} <= set(later)
    plain = GAMES["backgammon"].rules
    assert not later.keys() & plain.to_json().keys()
    assert replace(plain, **later).digest() == plain.digest()


@pytest.mark.parametrize("axis", ["runner", "head", "quarter", "wall", "head_twice"])
def test_a_later_axis_counts_where_it_is_chosen(axis: str) -> None:
    """Changing it back to the default changes the digest; the JSON says what was chosen."""
    game = next(one for one in GAMES.values() if getattr(one.rules, axis) != _default(axis))
    assert axis in game.rules.to_json()
    changes = {axis: _default(axis), **({"head_twice": ()} if axis == "head" else {})}
    assert replace(game.rules, **changes).digest() != game.rules.digest()


def _default(axis: str) -> object:
    return next(item.default for item in fields(Ruleset) if item.name == axis)
