"""Shortcuts know their axes: what they do not know goes the slow way, which is right."""

from __future__ import annotations

import ast
import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from enum import Enum
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest

import tavola
from bridge import positions, rows
from tavola.bots.exact import coverage, store
from tavola.bots.search.compiled_analyst import greedy
from tavola.games import GAMES
from tavola.rules.kernel import slots
from tavola.rules.model import geometry, movement, rule_table
from tavola.rules.model.geometry import GEOMETRIES, Geometry
from tavola.rules.model.known_axes import among, covers, whatever
from tavola.rules.model.position import Position
from tavola.rules.model.rule_table import LONG_LISTS, SHORT_LISTS, ends_off, tables
from tavola.rules.model.ruleset import (
    AceDeuce,
    Again,
    BearOff,
    Board,
    Contact,
    Goal,
    Incomplete,
    Mother,
    Numbers,
    Ruleset,
    Score,
    Side,
    Then,
    Wall,
    Waste,
)
from tavola.rules.text import one_line
from tavola.server.wire import view

SEED = 20261122


@dataclass(frozen=True, kw_only=True)
class Later(Ruleset):
    """Rules with an axis that nobody has heard of."""

    sideways: bool = False


def later(rules: Ruleset, *, sideways: bool) -> Later:
    """The same rules, with one more axis."""
    now = {item.name: getattr(rules, item.name) for item in fields(rules)}
    return Later(**now, sideways=sideways)


def of_catalogue() -> Iterator[tuple[str, Ruleset]]:
    """Every game with every choice of its options."""
    for name, game in GAMES.items():
        names = [option.name for option in game.options]
        for values in product(*(option.values for option in game.options)):
            yield name, game.ruleset(dict(zip(names, values, strict=True)))


CATALOGUE = list(of_catalogue())
SLOTS_OF_SHORTCUTS = (slots.REAR_FIRST, slots.CAPACITY, slots.GREEDY)


def shortcuts(rules: Ruleset) -> tuple[int, ...]:
    """Which shortcuts the kernel takes."""
    return tuple(int(tables(rules).T[slot]) for slot in SLOTS_OF_SHORTCUTS)


def kinds(rules: Ruleset) -> list[str]:
    """The kinds of a game's exact tables."""
    return [part.kind for part in store.parts_of(rules)]


# ------------------------------------------------------------------------------- an unknown axis


@pytest.mark.parametrize("name", GAMES)
def test_an_axis_at_its_default_changes_nothing(name: str) -> None:
    rules = GAMES[name].rules
    same = later(rules, sideways=False)
    assert list(tables(same).T) == list(tables(rules).T)
    assert kinds(same) == kinds(rules)
    assert coverage.race_rules(same) == coverage.race_rules(rules)
    assert ends_off(same) == ends_off(rules)


@pytest.mark.parametrize("name", GAMES)
def test_an_unknown_axis_takes_the_slow_way(name: str) -> None:
    """No fast path, no exact table, room for the longest lists."""
    rules = later(GAMES[name].rules, sideways=True)
    assert shortcuts(rules) == (0, LONG_LISTS, 0)
    assert not ends_off(rules)
    assert not any(greedy(tables(rules).T, dice) for dice in (11, 21, 66, 65))
    assert coverage.race_rules(rules) is None
    assert not coverage.whole_game(rules)
    assert kinds(rules) == []


@pytest.mark.parametrize("name", GAMES)
def test_the_slow_way_is_right(name: str) -> None:
    """It finds the plays of the fast one: this axis has no meaning yet."""
    fast = GAMES[name].rules
    slow = later(fast, sideways=True)
    seen = 0
    walks = positions(fast, random.Random(f"{SEED} {name}"), games=30, every=3)
    for state in islice(walks, 12):
        for dice in ((6, 5), (2, 1), (1, 1), (3, 3)):
            given = (state.position, state.side)
            code, numbers = movement.next_part(fast, *given, dice, 0, 0, True, 0)
            if code > 0:
                found = movement.plays(fast, *given, numbers)
                assert rows(found) == rows(movement.plays(slow, *given, numbers))
                assert movement.due(fast, *given, numbers) == movement.due(slow, *given, numbers)
                seen += len(found)
    assert seen, "no position was compared"


def test_a_chain_asks_the_kernel_under_an_unknown_axis(monkeypatch: pytest.MonkeyPatch) -> None:
    """The browser's paths: whether the game has ended on the way is asked, not taken for known."""
    asked: list[Ruleset] = []
    over = movement.over

    def noted(rules: Ruleset, position: Position, side: Side) -> bool:
        asked.append(rules)
        return over(rules, position, side)

    text = "W 1:2 12:5 17:3 19:5 | B 6:5 8:3 13:5 24:2 | W 3-3"
    fast = GAMES["backgammon"].rules
    slow = later(fast, sideways=True)
    known, unknown = (one_line.read(rules, text) for rules in (fast, slow))
    monkeypatch.setattr(movement, "over", noted)
    paths = view.chains(known)
    assert max(map(len, paths)) > 2
    assert not asked
    assert view.chains(unknown) == paths
    assert set(asked) == {slow}


class Newer(Enum):
    """A value that an axis gets one day."""

    STICK = "stick"


def _with(axis: str) -> Ruleset:
    given: dict[str, Any] = {axis: Newer.STICK}
    return replace(Ruleset(), **given)


@pytest.mark.parametrize("axis", ["contact", "goal", "dice", "score", "numbers"])
def test_an_unknown_value_has_no_exact_table(axis: str) -> None:
    assert coverage.race_rules(_with(axis)) is None
    assert store.parts_of(_with(axis)) == []


def test_an_unknown_value_is_not_taken_for_another() -> None:
    """The fast path does not know it, and the kernel has no number for it until it gets one."""
    assert not covers(rule_table._REAR_FIRST, _with("contact"))
    with pytest.raises(KeyError):
        tables(_with("contact"))


def test_an_unknown_kind_of_board_has_no_exact_table(monkeypatch: pytest.MonkeyPatch) -> None:
    @dataclass(frozen=True, kw_only=True)
    class Bent(Geometry):
        bent: bool = False

    for name in ("backgammon", "doublets", "french-2"):
        for bent in (False, True):
            rules = GAMES[name].rules
            now = GEOMETRIES[rules.board]
            known = Bent(track=now.track, loops=now.loops, towers=now.towers, bent=bent)
            monkeypatch.setitem(geometry.GEOMETRIES, rules.board, known)
            for asked in (coverage.race_rules, coverage.tower_game, coverage.facing_game):
                asked.cache_clear()
            assert bool(kinds(rules)) != bent
            monkeypatch.undo()
    for asked in (coverage.race_rules, coverage.tower_game, coverage.facing_game):
        asked.cache_clear()


def test_what_a_list_covers() -> None:
    assert covers({}, Ruleset())
    assert not covers({}, Ruleset(stack=5))
    assert covers({"stack": among(0, 5)}, Ruleset(stack=5))
    assert not covers({"stack": among(0, 5)}, Ruleset(stack=4))
    assert covers(whatever("stack", "corners"), Ruleset(stack=4, corners=4))


# --------------------------------------------------------------------- what the catalogue has today


def _sorted_from_the_rear(rules: Ruleset) -> bool:
    """The rule as it stood while it named what does not go: right for the axes of its day."""
    return (
        rules.board not in (Board.CIRCLE, Board.TOWERS)
        and not (rules.backward or rules.stack or rules.single)
        and rules.mother is Mother.NOTHING
        and rules.overtaking
        and not (rules.runner or rules.head or rules.quarter or rules.enemy_quarter)
        and rules.wall is Wall.FREE
    )


@pytest.mark.parametrize("name", GAMES)
def test_the_games_keep_their_fast_paths(name: str) -> None:
    for game, rules in CATALOGUE:
        if game == name:
            short = LONG_LISTS if rules.backward else SHORT_LISTS
            assert shortcuts(rules) == (int(_sorted_from_the_rear(rules)), short, 1)
            on_board = rules.mother is not Mother.NOTHING or rules.piles
            on_board = on_board or bool(rules.jan or rules.arrangements)
            if GEOMETRIES[rules.board].runs:
                assert ends_off(rules) != on_board


EXACT = {
    ("home", "pairs"): (
        "backgammon eureka puff puff-russian french-1 gioul mexican old-britain ludus-lumbadorum "
        "no-hit reverse snake tavla fevga narde moultezim jacquet "
        "gul-bara"
    ),
    ("home",): "acey-deucey open-throw",
    ("home", "home"): "free-choice",
    ("game",): "french-2 doublets",
    (): "puff-long puff-russian-long russian pin catch-me backwards straight fixed-throw",
}
"""Exact tables of the games, whatever their options."""


@pytest.mark.parametrize("name", [name for names in EXACT.values() for name in names.split()])
def test_the_games_keep_their_exact_tables(name: str) -> None:
    wanted = next(list(found) for found, names in EXACT.items() if name in names.split())
    assert all(kinds(rules) == wanted for game, rules in CATALOGUE if game == name)


# --------------------------------------------------------------------------- numbers go by names

NUMBERED = {
    "HIT PIN FACING CAPTURE": Contact,
    "BOTH LOWER SUM": Numbers,
    "HIGHER EITHER LAPSE": Waste,
    "NOTHING OTHER_FACE UPWARDS": Then,
    "STOP GO_ON HAND HAND_REST": Incomplete,
    "NEVER ALWAYS COMPLETE": Again,
    "ORDINARY CHOOSE PLAY_AND_CHOOSE": AceDeuce,
    "STANDARD EXACT ANY_LOWER FARTHEST PILE CHECKER TOWER": BearOff,
    "FIRST_OFF LAST_OFF CAPTURE_ALL": Goal,
    "NO_MOTHER MOTHER_WINS MOTHER_SAFE": Mother,
    "SINGLE GAMMON BACKGAMMON CHECKERS_LEFT PIPS BAR_LEFT": Score,
    "FREE AHEAD OPENED LAST_TWO": Wall,
}
"""The kernel's names of the values of an axis, in the order of the enum as it stands."""


def test_every_value_has_its_number_by_name() -> None:
    assert set(NUMBERED.values()) == {type(value) for value in rule_table._NUMBER_OF}
    for names, enum in NUMBERED.items():
        numbers = [rule_table._NUMBER_OF[value] for value in enum]
        assert numbers == [getattr(slots, name) for name in names.split()]
        assert len(set(numbers)) == len(numbers)
    assert len(rule_table._NUMBER_OF) == sum(map(len, NUMBERED.values()))


def _with_enums_reversed(source: str) -> str:
    """A module in which every enum lists its values the other way round."""
    lines = source.splitlines(keepends=True)
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef) and "Enum" in map(ast.unparse, node.bases):
            values = [item for item in node.body if isinstance(item, ast.Assign)]
            texts = ["".join(lines[item.lineno - 1 : item.end_lineno]) for item in values]
            for item, text in zip(values, reversed(texts), strict=True):
                assert item.lineno == item.end_lineno
                lines[item.lineno - 1] = text
    return "".join(lines)


TELL = (
    "import json; from tavola.games import GAMES; from tavola.rules.model.rule_table import tables;"
    "print(json.dumps({name: [list(tables(game.rules).T), game.rules.digest()]"
    " for name, game in GAMES.items()}))"
)


def test_the_order_of_an_enum_means_nothing(tmp_path: Path) -> None:
    """A copy of the program with all enums turned round has the same tables and digests."""
    home = Path(tavola.__file__).parent
    for folder in ("rules", "games"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(home / folder, tmp_path / "tavola" / folder, ignore=ignored)
    (tmp_path / "tavola" / "__init__.py").write_text("")
    path = tmp_path / "tavola" / "rules" / "model" / "ruleset.py"
    turned = _with_enums_reversed(path.read_text(encoding="utf-8"))
    assert turned.index("CAPTURE =") < turned.index("HIT =")
    path.write_text(turned, encoding="utf-8")
    given = {**os.environ, "PYTHONPATH": str(tmp_path), "TAVOLA_COMPILE": "0"}
    command = [sys.executable, "-c", TELL]
    told = subprocess.run(command, env=given, check=True, capture_output=True, text=True).stdout
    assert json.loads(told) == {
        name: [[int(number) for number in tables(game.rules).T], game.rules.digest()]
        for name, game in GAMES.items()
    }
