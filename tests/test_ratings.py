"""Ratings of levels: what they are made of, and where they are told."""

from __future__ import annotations

import json
import math
import random
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from scripts.figures import run, store
from scripts.figures.ratings import RANDOM, Rating, meetings, ratings, rising, row_of
from scripts.figures.rows import Options, Row
from scripts.figures.store import Record
from scripts.ratings import write

from tavola import games
from tavola.bots.bot import Bot
from tavola.bots.levels import NAMES, levels_for, levels_of
from tavola.bots.ratings import FILE, ratings_of
from tavola.games import GAMES
from tavola.protocol.catalogue import described
from tavola.rules.kernel.backend import compiled
from tavola.server.api.catalogue import details
from tavola.study import likeness
from tavola.words import LANGUAGES, Words, names

needs_nets = pytest.mark.skipif(not compiled, reason="nets take too long")
PLAYERS = (RANDOM, *NAMES)
TRUE = (1150, 1600, 1750, 1850, 1950, 2000, 2040)
"""What the players of the tests are worth."""


def _record(rounds: int, seed: int = 20261126) -> Record:
    """A round robin of players who win as often as they are worth."""
    rng = random.Random(seed)
    record = Record("none/ratings", {"players": {name: {} for name in PLAYERS}})
    for n in range(1, rounds + 1):
        news = {}
        for low, high in meetings(PLAYERS, n):
            gap = TRUE[PLAYERS.index(high)] - TRUE[PLAYERS.index(low)]
            chance = 1 / (1 + 10 ** (-gap / 400))
            news[f"{high}:{low}"] = [sum(rng.random() < chance for _ in range(2)) / 2]
        record.add(news)
    return record


def test_ratings_are_found_again() -> None:
    """Within their errors, as far as the errors say."""
    found = ratings(_record(600))
    assert found["expert"] == Rating(2000.0, 0.0)
    off = [
        (found[name].elo - true, found[name].error)
        for name, true in zip(PLAYERS, TRUE, strict=True)
    ]
    known = [(gap, error) for gap, error in off if error]
    assert all(abs(gap) < 3.5 * error for gap, error in known), off
    assert all(error < 70 for _, error in known)
    few = ratings(_record(60))
    assert all(few[name].error > found[name].error for name in PLAYERS if name != "expert")


def test_neighbours_meet_most_often() -> None:
    met: dict[int, int] = {}
    for n in range(1, 37):
        for low, high in meetings(PLAYERS, n):
            apart = PLAYERS.index(high) - PLAYERS.index(low)
            met[apart] = met.get(apart, 0) + 1
    pairs = {apart: len(PLAYERS) - apart for apart in range(1, len(PLAYERS))}
    assert met == {apart: pairs[apart] * (36 // apart**2) for apart in pairs}


@pytest.mark.parametrize("mean", [1.0, 1.4, 0.0, -0.3])
def test_who_has_won_all_stands_somewhere(mean: float) -> None:
    """And who has lost all, whatever luck was taken off."""
    record = Record("none/ratings", {"players": {RANDOM: {}, "novice": {}, "expert": {}}})
    record.add({"novice:random": [mean] * 20, "expert:novice": [0.6, 0.7]})
    found = ratings(record)
    assert all(math.isfinite(one.elo) and math.isfinite(one.error) for one in found.values())
    assert (found["novice"].elo > found[RANDOM].elo) is (mean > 0.5)
    assert abs(found["novice"].elo - found[RANDOM].elo) < 1000


def test_no_level_stands_below_a_weaker_one() -> None:
    elo = {RANDOM: 900.0, "beginner": 1500.0, "novice": 1480.0, "casual": 1490.0, "club": 1800.0}
    found = {name: Rating(value, 10.0) for name, value in elo.items()}
    assert rising(found) == {"beginner": 1490, "novice": 1490, "casual": 1490, "club": 1800}
    rng = random.Random(7)
    for _ in range(200):
        drawn = {name: Rating(rng.uniform(1500, 2100), rng.uniform(0, 80)) for name in PLAYERS}
        kept = list(rising(drawn).values())
        assert kept == sorted(kept)
        assert len(kept) == len(NAMES)


def test_a_round_robin_is_of_the_levels_that_a_game_has() -> None:
    for name, game in GAMES.items():
        row, levels = row_of(name), levels_for(game.ruleset())
        assert (row is None) is (len(levels) == 1), name
        if row is not None:
            assert list(row.settings["players"]) == [RANDOM, *(one.name for one in levels)]


@needs_nets
def test_a_round_robin_is_measured_and_written(
    shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And goes on where it was interrupted, with the same games."""
    monkeypatch.setenv("TAVOLA_FIGURES", str(tmp_path / "figures"))
    row = row_of("eureka")
    assert row is not None
    assert write("eureka", row, Options()) == {}
    found = [_measured(row, units) for units in (1, 3)]
    assert [one.done for one in found] == [1, 4]
    assert all(0.0 < one.mean("beginner:random") < 1.5 for one in found)
    path = store.path_of(row.name)
    path.unlink()
    assert _measured(row, 4).sums == found[-1].sums
    levels = write("eureka", row, Options())
    assert list(levels) == [one.name for one in levels_for(GAMES["eureka"].ruleset())]
    assert ratings_of("eureka") == levels


def _measured(row: Row, units: int) -> Record:
    return run.measure(row, Options(), "test", lambda share, figure: None, run.Stop(), units)


# ------------------------------------------------------------------------------- what is told


def test_the_levels_that_ship_have_ratings() -> None:
    for name, game in GAMES.items():
        levels = [one.name for one in levels_of(name, game.ruleset())]
        elo = ratings_of(name)
        assert list(elo) == (levels if len(levels) > 1 else []), name
        assert all(one <= other for one, other in pairwise(elo.values())), name
        assert elo.get("expert", 2000) == 2000, name
        assert described(game)["ratings"] == elo
        for lang in LANGUAGES:
            told = {one.name: one.elo for one in details(Words(lang), game).levels}
            assert told == {level: elo.get(level) for level in levels}


def test_a_bot_knows_its_rating() -> None:
    elo = ratings_of("backgammon")
    for level in NAMES:
        assert Bot("backgammon", level).elo == elo[level]
    assert Bot("eureka", "casual").elo == 2000  # the next stronger level that the game has
    assert Bot("backgammon", "club", depth=1).elo is None
    assert Bot("backgammon", budget=100).elo is None
    assert Bot("doublets").elo is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_level_says_what_it_is_worth(lang: str) -> None:
    words = Words(lang)
    assert names.level_told(words, "club", None) == names.level_line(words, "club")
    assert names.level_told(words, "club", 1944).endswith("(Elo\N{NO-BREAK SPACE}1944)")


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A folder of a game with measured levels, to be written into."""
    monkeypatch.setattr(games, "folder", lambda game: tmp_path)
    monkeypatch.setattr("tavola.bots.ratings.folder", lambda game: tmp_path)
    monkeypatch.setattr("scripts.ratings.folder", lambda game: tmp_path)
    caches = ratings_of, likeness.losses
    for cache in caches:
        cache.cache_clear()
    yield tmp_path
    for cache in caches:
        cache.cache_clear()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"levels": 3}', '{"levels": {"club": "x"}}'])
def test_a_file_that_cannot_be_read_is_none(text: str, shelf: Path) -> None:
    (shelf / FILE).write_text(text, encoding="utf-8")
    assert ratings_of("backgammon") == {}


def test_play_between_two_levels_stands_between_them(shelf: Path) -> None:
    losses = {"beginner": 0.08, "club": 0.02, "expert": 0.005}
    elo = {"beginner": 1600, "club": 1900, "expert": 2000}
    levels = {name: {"loss": loss} for name, loss in losses.items()}
    (shelf / likeness.FILE).write_text(json.dumps({"levels": levels}), encoding="utf-8")
    (shelf / FILE).write_text(json.dumps({"levels": elo}), encoding="utf-8")
    for name, loss in losses.items():
        assert likeness.plays_at("backgammon", loss, 50) == elo[name]
    assert likeness.plays_at("backgammon", 0.04, 50) == 1750
    assert likeness.plays_at("backgammon", 0.01, 50) == 1950
    assert likeness.plays_at("backgammon", 0.09, 50) == 1600
    assert likeness.plays_at("backgammon", 0.11, 50) is None
    assert likeness.plays_at("backgammon", 0.0, 50) == 2000
    assert likeness.plays_at("backgammon", 0.02, likeness.LEAST - 1) is None
    for one, other in combinations((0.09, 0.06, 0.03, 0.015, 0.004), 2):
        found = [likeness.plays_at("backgammon", loss, 50) for loss in (one, other)]
        assert found == sorted(found, key=lambda value: value or 0)
    (shelf / FILE).unlink()
    ratings_of.cache_clear()
    assert likeness.plays_at("backgammon", 0.02, 50) is None
