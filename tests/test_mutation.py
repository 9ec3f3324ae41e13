"""Every axis of every game matters, or there is a reason why it does not.

For each game and each axis every other value is tried. An example of the game must break; if none
does, the change must be one of those in `mutants.REASONS`, and random play must not find a
difference either. `TAVOLA_NIGHTLY` probes every such change by itself and for longer.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

import worked
from mutants import Mutant, mutants, reason, tell_apart
from tavola.games import GAMES
from tavola.rules.model.declaration import Example, Game
from tavola.rules.model.rule_table import tables
from tavola.rules.model.ruleset import BadRules, Ruleset

NIGHTLY = "TAVOLA_NIGHTLY" in os.environ
STATES = 1000 if NIGHTLY else 200


def _survivors(game: Game) -> list[Mutant]:
    """Mutants for which all examples hold; examples that break many are asked first."""
    examples = [example for example in game.examples if not example.options]
    broken = dict.fromkeys(range(len(examples)), 0)
    alive = []
    for mutant in mutants(game.rules):
        for at in sorted(broken, key=lambda i: -broken[i]):
            if worked.failure(mutant.rules, examples[at]) is not None:
                broken[at] += 1
                break
        else:
            alive.append(mutant)
    return alive


def _together(rules: Ruleset, survivors: Sequence[Mutant]) -> list[tuple[Ruleset, list[Mutant]]]:
    """As many survivors at once as go together: one value an axis."""
    axes: dict[str, list[Mutant]] = {}
    for mutant in survivors:
        axes.setdefault(mutant.axis, []).append(mutant)
    bundles = []
    for turn in range(max((len(values) for values in axes.values()), default=0)):
        bundle = [values[turn] for values in axes.values() if turn < len(values)]
        try:
            changed = replace(rules, **{mutant.axis: mutant.value for mutant in bundle})
            bundles.append((changed, bundle))
        except BadRules:
            bundles += [(mutant.rules, [mutant]) for mutant in bundle]
    return bundles


def _noticed(game: Game, changed: Ruleset, seed: str) -> bool:
    """Whether random play from the start and from the examples tells two rulesets apart."""
    rng = random.Random(f"{game.id} {seed}")
    begins = [Example(), *(example for example in game.examples if example.text)]
    begins = [replace(example, options={}) for example in begins if not example.options]
    each = 1 + STATES // len(begins)
    return any(tell_apart(game.rules, changed, begin, rng, each) for begin in begins)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_axis_counts(game: Game, record_property: Callable[[str, object], None]) -> None:
    tables.cache_clear()  # hundreds of rulesets, each with its tables
    for example in game.examples:
        if not example.options:
            assert worked.failure(game.rules, example) is None, "an example is wrong by itself"
    survivors = _survivors(game)
    unexplained = [str(mutant) for mutant in survivors if reason(game, mutant) is None]
    assert not unexplained, "add examples that these break"
    bundles = _together(game.rules, survivors)
    if NIGHTLY:
        bundles = [(mutant.rules, [mutant]) for mutant in survivors]
    for changed, bundle in bundles:
        names = ", ".join(map(str, bundle))
        assert not _noticed(game, changed, names), f"not without effect: {names}"
    record_property("without effect", f"{game.id}: {'; '.join(_explained(game, survivors))}")


def _explained(game: Game, survivors: Sequence[Mutant]) -> list[str]:
    """Survivors by their reason."""
    found: dict[str, list[str]] = {}
    for mutant in survivors:
        found.setdefault(reason(game, mutant) or "", []).append(str(mutant))
    return [f"{', '.join(names)} ({why})" for why, names in found.items()]
