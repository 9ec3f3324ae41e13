"""Exact tables against slow and obvious computations, and against published figures."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bridge import positions
from exactly import THROWS as throws
from exactly import Alone, at_home, ends, expectation, homes, position, together, weight
from tavola.bots import exact
from tavola.bots.exact import coverage, home, store
from tavola.bots.exact.successors import THROWS, chance_of
from tavola.games import GAMES
from tavola.rules.kernel.backend import compiled
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import (
    AceDeuce,
    Again,
    BearOff,
    Board,
    Contact,
    Dice,
    Goal,
    Incomplete,
    Numbers,
    Order,
    Ruleset,
    Score,
    Setup,
    Side,
    Then,
    Waste,
)

pytestmark = [pytest.mark.plain, pytest.mark.no_cover]

slow = pytest.mark.skipif(
    not compiled, reason="thousands of arrangements take too long without the compiler"
)
CLASSIC = Ruleset()
BIT = 1.5e-4
"""What is lost by storing chances as 16-bit fractions, added up over all turns."""


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One cache for all tests, away from the user's."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "exact-cache"
    monkeypatch.setenv("TAVOLA_CACHE", str(folder))
    return folder


def _tables(rules: Ruleset, **options: Any) -> exact.Exact:
    found = exact.tables_for(rules, **options)
    assert found is not None
    return found


# ----------------------------------------------------------------------------------------- figures


@slow
def test_fifteen_checkers_on_the_six_point_need_12_2662_turns() -> None:
    """The figure of the literature on bearing off."""
    tables = _tables(CLASSIC)
    here = position(CLASSIC, (1,) * 15, (6,))
    assert tables.turns(here, Side.WHITE) == pytest.approx(12.2662, abs=2e-4)
    assert tables.turns(here, Side.BLACK) == pytest.approx(1.0)


@pytest.mark.parametrize("most", [0, 1])
def test_one_checker_each_on_the_six_point(most: int) -> None:
    """27 of 36 throws take it off; else both need a second throw, which does."""
    rules = at_home(CLASSIC, 1)
    rules = replace(rules, score=Score.SINGLE)
    chances = _tables(rules, most=most).chances(position(rules, (1,), (1,)), Side.BLACK)
    assert chances is not None
    assert chances.win == pytest.approx(0.8125, abs=2e-5)
    assert chances.equity == pytest.approx(0.625, abs=4e-5)


@slow
@pytest.mark.parametrize(
    ("game", "changes", "value"),
    [
        ("french-2", {}, 0.5161538),
        ("french-2", {"numbers": Numbers.LOWER}, 0.5072374),
        ("doublets", {}, 0.5313097),
        ("doublets", {"bear_off": BearOff.TOWER}, 0.5339834),
    ],
)
def test_whole_games(game: str, changes: dict[str, Any], value: float) -> None:
    """Every value is what the best play of each throw gives, and the start's is known."""
    rules = replace(GAMES[game].rules, **changes)
    tables = _tables(rules)
    assert tables.whole_game

    def known(here: Position, side: Side) -> float:
        chances = tables.chances(here, side)
        assert chances is not None
        return chances.win

    for side in Side:
        assert known(Position.start(rules), side) == pytest.approx(value, abs=1e-6)
    for state in positions(rules, random.Random(7), games=30, every=20):
        expected = expectation(rules, state.position, state.side, known)
        assert known(state.position, state.side) == pytest.approx(expected, abs=1e-6)


def test_a_small_game_in_which_the_sides_hit() -> None:
    """French 2 with one checker a side, both ways of counting a throw."""
    for numbers in (Numbers.BOTH, Numbers.LOWER):
        one = (Setup(reserve=1), Setup(reserve=1))
        rules = replace(GAMES["french-2"].rules, start=one, numbers=numbers)
        tables = _tables(rules)

        def known(here: Position, side: Side, tables: exact.Exact = tables) -> float:
            chances = tables.chances(here, side)
            assert chances is not None
            return chances.win

        assert known(Position.start(rules), Side.WHITE) > 0.5
        for text in ("W 3:1 | B res:1", "W 5:1 | B bar:1", "W 7:1 | B 19:1", "W 4:1 | B 20:1"):
            here = Position.parse(rules, text)
            expected = expectation(rules, here, Side.BLACK, known)
            assert known(here, Side.BLACK) == pytest.approx(expected, abs=1e-6)
        assert tables.chances(Position.parse(rules, "W 12:1 | B 20:1"), Side.BLACK) is None


# ---------------------------------------------------------------------------- against brute force


def _races() -> Iterator[tuple[str, Ruleset]]:
    """Every game that ends in a race, with every value of every option that could matter."""
    for name, game in GAMES.items():
        dull = (
            "opening",
            "cube",
            "cube_window",
            "cube_ban",
            "score",
            "hit_value",
            "snake",
            "start",
        )
        settings: list[Mapping[str, Any]] = [{}]
        settings += [
            value
            for option in game.options
            if option.name not in dull
            for value in list(option.values.values())[1:]
        ]
        for number, changes in enumerate(settings):
            rules = replace(game.rules, **changes)
            if coverage.race_rules(rules) is not None:
                yield f"{name}-{number}", rules


ODD = {
    "all-or-nothing": Ruleset(waste=Waste.NOTHING, win_is_complete=True),
    "exact-again": Ruleset(bear_off=BearOff.EXACT, again=Again.ALWAYS),
    "exact-upwards": Ruleset(
        bear_off=BearOff.EXACT, double_then=Then.UPWARDS, incomplete=Incomplete.NEXT
    ),
    "exact-other-face": Ruleset(
        bear_off=BearOff.EXACT, double_then=Then.OTHER_FACE, again=Again.COMPLETE
    ),
    "exact-last-off": Ruleset(
        bear_off=BearOff.EXACT, goal=Goal.LAST_OFF, ace_deuce=AceDeuce.CHOOSE, score=Score.SINGLE
    ),
    "no-overtaking": Ruleset(overtaking=False, order=Order.LOW_FIRST),
    "single-points": Ruleset(single=(20, 23, 24), stack=2, score=Score.SINGLE),
    "lower-number": Ruleset(numbers=Numbers.LOWER, double_moves=1),
}
RACES = dict(_races()) | ODD


@pytest.mark.parametrize("name", RACES)
def test_turns_of_one_side(name: str) -> None:
    """Expected turns of all arrangements of three checkers; with an option or plainly, of two."""
    rules = at_home(RACES[name], 3 if compiled and (name in ODD or name.endswith("-0")) else 2)
    tables = _tables(rules, most=0)
    for side in Side if rules.namer is not None else (Side.BLACK,):
        for paths, turns in Alone(rules, side).turns().items():
            both = (paths, (6,)) if side is Side.WHITE else ((6,), paths)
            stored = tables.turns(position(rules, *both), side)
            assert stored == pytest.approx(turns, abs=BIT * max(1.0, turns)), paths


@pytest.mark.parametrize(
    "name", ["backgammon-0", "mexican-0", "reverse-0", "french-1-0", "gioul-0"]
)
def test_both_sides_together(name: str) -> None:
    """Chances of all pairs with one checker each, by improvement; with two, by one step of it."""
    for count in (1, 2):
        rules = replace(at_home(RACES[name], count), score=Score.SINGLE)
        tables = _tables(rules, most=count)

        def known(here: Position, side: Side, tables: exact.Exact = tables) -> float:
            chances = tables.chances(here, side)
            assert chances is not None
            return chances.win

        if count == 1:
            for here, value in together(rules):
                assert known(here, Side.WHITE) == pytest.approx(value, abs=1e-6)
            continue
        rng = random.Random(3)
        full = [paths for paths in homes(rules) if paths]
        for _ in range(40):
            here = position(rules, rng.choice(full), rng.choice(full))
            expected = expectation(rules, here, Side.WHITE, known)
            assert known(here, Side.WHITE) == pytest.approx(expected, abs=1e-6)


class Policy:
    """Chances of two sides that play for themselves, by recursion over whose turn it is."""

    def __init__(self, rules: Ruleset) -> None:
        race = coverage.race_rules(rules)
        assert race is not None
        self.race = home.Race(race)
        self.race.run()
        self.count = rules.checkers
        self.memo: dict[tuple[int, int], tuple[float, float, float]] = {}

    def left(self, rank: int) -> int:
        """Checkers of an arrangement."""
        return self.count - int(self.race.sides.cells(rank)[29])

    def outcome(self, mine: int, theirs: int) -> tuple[float, float, float]:
        """Chance to win, to win a gammon, to lose one, of the side about to throw."""
        if theirs == 0:
            return 0.0, 0.0, float(self.left(mine) == self.count)
        if (mine, theirs) not in self.memo:
            total = [0.0, 0.0, 0.0]
            for t in range(THROWS):
                final = int(self.race.best[mine * THROWS + t])
                assert final & 1 == 0
                win, gammon, lost = self.outcome(theirs, final >> 1)
                share = chance_of(t)
                for k, value in enumerate((1.0 - win, lost, gammon)):
                    total[k] += share * value
            self.memo[mine, theirs] = total[0], total[1], total[2]
        return self.memo[mine, theirs]


def test_gammons_of_two_sides_that_play_for_themselves() -> None:
    """Win and gammons of all pairs with three checkers."""
    rules = at_home(CLASSIC, 3)
    tables, policy = _tables(rules, most=0), Policy(rules)
    ranks = {tuple(policy.race.sides.cells(r)[19:25]): r for r in range(policy.race.size)}
    rng = random.Random(5)
    full = [paths for paths in homes(rules) if paths]
    for _ in range(200):
        mine, theirs = rng.choice(full), rng.choice(full)
        chances = tables.chances(position(rules, mine, theirs), Side.WHITE)
        assert chances is not None
        pair = (ranks[tuple(paths.count(p) for p in range(1, 7))] for paths in (mine, theirs))
        expected = policy.outcome(*pair)
        found = (chances.win, chances.gammon, chances.gammon_lost)
        assert found == pytest.approx(expected, abs=5e-5)
        assert chances.gain == pytest.approx(expected[0] + expected[1], abs=1e-4)
        assert chances.backgammon == chances.backgammon_lost == 0.0


def test_checkers_left_over() -> None:
    """Where a win is worth the loser's checkers: two on the last point, against any two."""
    rules = at_home(GAMES["acey-deucey"].rules, 2)
    tables = _tables(rules)
    chances = tables.chances(position(rules, (6, 6), (1, 1)), Side.WHITE)
    assert chances is not None
    assert (chances.win, chances.gain, chances.loss) == pytest.approx((1.0, 2.0, 0.0), abs=BIT)
    chances = tables.chances(position(rules, (6,), (6, 6)), Side.BLACK)
    assert chances is not None
    assert (chances.win, chances.gain, chances.loss) == pytest.approx((1.0, 1.0, 0.0), abs=BIT)
    chances = tables.chances(position(rules, (1, 1), (6, 6)), Side.WHITE)
    assert chances is not None
    assert chances.loss == pytest.approx(2 * (1 - chances.win), rel=0.45)
    assert chances.gain == pytest.approx(2 * chances.win, abs=1e-4)


def test_of_plays_that_need_as_many_turns_the_loser_leaves_the_fewest_checkers() -> None:
    """Against one checker on the last point: whoever is not off with his throw has lost."""
    rules = replace(at_home(CLASSIC, 3), score=Score.CHECKERS)
    tables = _tables(rules)
    for mine in homes(rules)[1:]:
        here = position(rules, mine, (6,))
        left = 0.0
        for dice in throws:
            off = max(after.off(Side.WHITE) for after, _ in ends(rules, here, Side.WHITE, dice))
            left += weight(dice) * (rules.checkers - off)
        chances = tables.chances(here, Side.WHITE)
        assert chances is not None
        # From the 6 and the 4 point the play that needs the fewest turns may take none off.
        assert chances.loss == pytest.approx(left, abs=0.06 if mine == (1, 3) else BIT), mine


def test_two_sided_play_is_close_to_one_sided_play() -> None:
    """Both tables speak of the same chances; only the first knows what the other side needs."""
    rules = replace(at_home(CLASSIC, 3), score=Score.SINGLE)
    both, one = _tables(rules, most=3), _tables(rules, most=0)
    rng = random.Random(9)
    full = [paths for paths in homes(rules) if paths]
    for _ in range(200):
        here = position(rules, rng.choice(full), rng.choice(full))
        chances = [tables.chances(here, Side.BLACK) for tables in (both, one)]
        assert chances[0] is not None
        assert chances[1] is not None
        assert chances[0].win == pytest.approx(chances[1].win, abs=0.01)


# --------------------------------------------------------------------------------- what is covered


def test_positions_that_are_not_covered() -> None:
    """A checker on the bar or on its way, and a game that is over."""
    rules = replace(at_home(CLASSIC, 2), start=(Setup(points=((1, 2),)), Setup(points=((24, 2),))))
    tables = _tables(rules)
    for text in ("W 18:1 | B 1:1", "W bar:1 | B 1:1", "W 19:1 | B 7:1", "W | B 1:1", "W 19:1 | B"):
        here = Position.parse(rules, text)
        for side in Side:
            assert tables.chances(here, side) is None, text
    assert tables.turns(Position.parse(rules, "W 18:1 | B 1:1"), Side.WHITE) is None
    assert tables.turns(Position.parse(rules, "W 18:1 | B 1:1"), Side.BLACK) == pytest.approx(1.0)


def test_gammons_are_never_forgotten() -> None:
    """The two-sided table answers only where nobody can win a gammon any more."""
    rules = at_home(CLASSIC, 2)
    tables = _tables(rules)
    chances = tables.chances(position(rules, (6,), (1, 1)), Side.WHITE)
    assert chances is not None
    assert chances.gammon == 1.0
    chances = tables.chances(position(rules, (6,), (1,)), Side.WHITE)
    assert chances is not None
    assert (chances.win, chances.gammon) == (1.0, 0.0)


def test_which_games_have_tables() -> None:
    """By their axes: not where sides share a home, run back, keep a throw, or count pips."""
    none = {name for name, game in GAMES.items() if not store.parts_of(game.rules)}
    assert none == {
        "puff-long",
        "puff-russian-long",
        "russian",
        "straight",
        "backwards",
        "fixed-throw",
        "bradspel",
        "tabula",
        "pin",
        "catch-me",
    }
    whole = {
        name
        for name, game in GAMES.items()
        if any(part.kind == "game" for part in store.parts_of(game.rules))
    }
    assert whole == {"french-2", "doublets"}
    for name in none:
        assert exact.tables_for(GAMES[name].rules) is None


@pytest.mark.parametrize(
    "rules",
    [
        Ruleset(bear_off=BearOff.EXACT, double_then=Then.UPWARDS, incomplete=Incomplete.HAND_OVER),
        Ruleset(goal=Goal.LAST_OFF, score=Score.CHECKERS),
        Ruleset(goal=Goal.LAST_OFF, namer=Side.WHITE),
        Ruleset(bear_off=BearOff.EXACT, repetition=True),
        replace(GAMES["french-2"].rules, start=(Setup(reserve=4), Setup(reserve=4))),
        replace(GAMES["french-2"].rules, dice=Dice.FIXED),
        replace(GAMES["doublets"].rules, score=Score.GAMMON),
        Ruleset(board=Board.FACING, contact=Contact.FACING, start=(Setup(reserve=2),) * 2),
    ],
)
def test_rules_without_tables(rules: Ruleset) -> None:
    """Combinations that the catalogue does not have and the tables cannot tell."""
    assert store.parts_of(rules) == []


def test_a_race_without_end_has_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """All numbers or none: the last checker never leaves.  And a race that a table cannot hold."""
    assert exact.tables_for(at_home(Ruleset(waste=Waste.NOTHING), 1), most=0) is None
    monkeypatch.setattr(home, "TOO_LATE", -1.0)
    assert exact.tables_for(at_home(Ruleset(double_moves=1), 1), most=0) is None
    exact.forget()
