"""Records carry the digest of their rules: what is out there stays valid when axes come."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from digests import KNOWN, digests
from tavola.games import GAMES, SHIPPED
from tavola.rules.model.ruleset import LATER, Ruleset

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("game", SHIPPED)
def test_rules_keep_their_digest(game: str) -> None:
    found = dict(digests(game))
    assert found == {name: KNOWN.get(name) for name in found}


def test_a_later_axis_says_nothing_at_its_default() -> None:
    later: dict[str, Any] = {
        item.name: item.default for item in fields(Ruleset) if item.metadata == LATER
    }
    assert {"runner", "head", "quarter", "wall", "hit_and_run"} <= set(later)
    plain = GAMES["backgammon"].rules
    assert not later.keys() & plain.to_json().keys()
    assert replace(plain, **later).digest() == plain.digest()


@pytest.mark.parametrize("axis", ["runner", "head", "quarter", "wall", "head_twice", "hit_and_run"])
def test_a_later_axis_counts_where_it_is_chosen(axis: str) -> None:
    """Changing it back to the default changes the digest; the JSON says what was chosen."""
    game = next(one for one in GAMES.values() if getattr(one.rules, axis) != _default(axis))
    assert axis in game.rules.to_json()
    changes: dict[str, Any] = {
        axis: _default(axis),
        **({"head_twice": ()} if axis == "head" else {}),
    }
    assert replace(game.rules, **changes).digest() != game.rules.digest()


def _default(axis: str) -> object:
    return next(item.default for item in fields(Ruleset) if item.name == axis)
