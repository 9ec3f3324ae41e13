"""Puzzles: those that ship are puzzles, a search can be stopped, and answers are judged."""

from __future__ import annotations

import os
import random
import re
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from tavola.bots import shipped_nets
from tavola.bots.adviser import BUDGET, Adviser, Plays
from tavola.bots.exact import tables_for
from tavola.games import SHIPPED, find
from tavola.rules import turn
from tavola.rules.kernel.backend import compiled
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Side
from tavola.rules.text import one_line
from tavola.rules.turn.state import Action, Kind, Phase, State
from tavola.study import attempts, puzzles
from tavola.study.after import Played
from tavola.study.mining import (
    ASKED,
    NATURAL_GAP,
    SECOND_GAP,
    alone,
    holds,
    liked,
    mine,
    sifted,
    themed,
    thorough,
)
from tavola.study.puzzles import Collection, Puzzle, of_day, puzzles_of, read, state_of, write
from tavola.study.reasons import Fact, facts
from tavola.words.puzzles import THEMES, tempting, theme
from tavola.words.translations import LANGUAGES, Words

NIGHTLY = os.environ.get("TAVOLA_NIGHTLY")
A_GAME = 10_000 if NIGHTLY else 2
BEGINNERS = 2000
GIOUL = "W 1:8 6:2 12:4 14:1 | B 2:1 3:1 4:2 5:5 7:3 11:1 18:1 19:1 | B 1-3"
BACKWARDS = (
    "W 1:4 8:1 10:1 19:2 20:2 21:2 22:2 bar:1 | B 2:2 3:2 4:1 5:2 6:2 11:1 23:3 24:2 | B 3-5"
)
PUZZLING = [name for name in SHIPPED if puzzles_of(name).puzzles]


def sample(game: str) -> list[Puzzle]:
    found = list(puzzles_of(game).puzzles)
    return found if len(found) <= A_GAME else random.Random(game).sample(found, A_GAME)


def test_most_games_have_puzzles() -> None:
    assert len(PUZZLING) >= 20


@pytest.mark.parametrize("game", PUZZLING)
def test_what_ships_is_well_formed(game: str) -> None:
    found = puzzles_of(game)
    assert found.net
    assert game in found.command
    assert len({one.at for one in found.puzzles}) == len(found.puzzles)
    for one in found.puzzles:
        state = state_of(game, one)
        plays = [attempts.of_text(state, text) for text in one.plays]
        assert all(attempts.complete(state, play) for play in plays)
        assert len({play.position for play in plays}) == len(plays)
        assert one.losses[0] == 0.0
        assert list(one.losses) == sorted(one.losses)
        assert one.losses[1] >= SECOND_GAP - 0.001
        assert one.losses[one.natural] >= NATURAL_GAP - 0.001
        assert set(one.themes) <= set(THEMES)
    assert themed(found) == found, "python -m scripts.puzzles --themes"


@pytest.mark.skipif(not compiled, reason="looks ahead")
@pytest.mark.parametrize("game", PUZZLING)
def test_the_net_still_says_so(game: str) -> None:
    """A few by day, all by night, looked at as deep as they were when they were found: with the
    exact tables of a race, and as where nobody has computed them."""
    if puzzles_of(game).net != shipped_nets.mark(game):
        pytest.skip("other nets: the puzzles are to be searched anew")
    budget = re.search(r"--budget (\d+)", puzzles_of(game).command)
    exact = tables_for(puzzles.rules_of(game))
    weights, most = shipped_nets.load(game).weights, int(budget[1]) if budget else BUDGET
    for tables in {id(one): one for one in (exact, None)}.values():
        adviser = Adviser(puzzles.rules_of(game), weights, tables, most)
        for one in sample(game):
            state = state_of(game, one)
            best, natural = (attempts.of_text(state, one.plays[n]) for n in (0, one.natural))
            assert holds(adviser, state, best.position, natural.position), one.at


@pytest.mark.skipif(not compiled, reason="looks ahead")
@pytest.mark.parametrize("game", PUZZLING)
def test_no_other_play_is_as_good(game: str) -> None:
    """However many there are to look at."""
    if puzzles_of(game).net != shipped_nets.mark(game):
        pytest.skip("other nets: the puzzles are to be searched anew")
    found = replace(puzzles_of(game), puzzles=tuple(sample(game)))
    assert sifted(found) == found, f"python -m scripts.puzzles --sift {game}"


@pytest.mark.skipif(not compiled, reason="looks ahead")
@pytest.mark.parametrize(
    ("game", "text", "answer"),
    [
        ("gioul", GIOUL, "19/16 11/10"),
        ("backwards", BACKWARDS, "11/8* 4/9"),
    ],
)
def test_a_play_that_a_short_look_passes_over_is_found(game: str, text: str, answer: str) -> None:
    """Both stood among the puzzles, though another play is better."""
    state = one_line.read(puzzles.rules_of(game), text)
    assert not alone(thorough(game), state, attempts.of_text(state, answer).position)


@pytest.mark.skipif(not compiled, reason="asks many beginners")
@pytest.mark.parametrize("game", PUZZLING)
def test_no_more_is_said_of_beginners_than_they_play(game: str) -> None:
    """Some of them play so, none of whom was asked when the puzzle was found."""
    adviser = Adviser(puzzles.rules_of(game), shipped_nets.load(game).weights)
    for one in sample(game):
        state = state_of(game, one)
        natural = attempts.of_text(state, one.plays[one.natural]).position
        found = adviser.candidates(state)
        assert isinstance(found, Plays)
        shares = liked(adviser, state, found, range(ASKED, ASKED + BEGINNERS))
        count = sum(n for place, n in shares.items() if found[place].position == natural)
        assert count > 0, one.at
        assert tempting(Words("en"), "8/5", 0.1).startswith("Some beginners ")


def winner_after(state: State, play: Played) -> Side | None:
    """Who has won by a play, None while the game goes on."""
    for action in play.actions:
        state, _ = turn.apply(state, action)
    if state.phase is Phase.MOVE and state.turn.ending is not None:
        state, _ = turn.apply(state, Action(Kind.DONE, state.side))
    return state.result.winner if state.result else None


def decided(state: State, best: Played, natural: Played) -> set[Fact]:
    """What can be said where one of the plays ends the game, found by playing them."""
    found = set[Fact]()
    if winner_after(state, best) is state.side:
        found.add(Fact("does_win"))
    if winner_after(state, natural) is state.side.other:
        found.add(Fact("other_loses"))
    return found


@pytest.mark.parametrize("game", PUZZLING)
def test_the_reasons_of_an_answer_are_true(game: str) -> None:
    for one in sample(game):
        state = state_of(game, one)
        best, natural = (attempts.of_text(state, one.plays[n]) for n in (0, one.natural))
        right = attempts.attempt(game, one, state, best, None)
        wrong = attempts.attempt(game, one, state, natural, None)
        assert right.right
        assert not wrong.right
        assert right.loss == 0.0
        assert wrong.loss == one.losses[one.natural]
        assert right.told == wrong.told
        true = set(facts(state, best, natural)) | decided(state, best, natural)
        assert set(right.told) <= true, one.at


def test_every_theme_has_a_name_in_every_language() -> None:
    for lang in LANGUAGES:
        words = Words(lang)
        for game in SHIPPED:
            named = {theme(words, name, find(game).ruleset(None)) for name in THEMES}
            assert len(named) == len(THEMES)
            assert all(named)


# ---------------------------------------------------------------------------------------- the day


def test_the_day_has_one_puzzle_for_all() -> None:
    first = date(2026, 11, 22)
    days = [of_day(first + timedelta(days=n)) for n in range(3 * len(PUZZLING))]
    assert days == [of_day(first + timedelta(days=n)) for n in range(3 * len(PUZZLING))]
    for begin in range(len(PUZZLING)):
        games = [day[0] for day in days[begin : begin + len(PUZZLING)] if day is not None]
        assert sorted(games) == sorted(PUZZLING)


def test_every_puzzle_of_a_game_comes_round() -> None:
    game = "backgammon"
    count, first = len(puzzles_of(game).puzzles), date(2026, 1, 1)
    seen = {
        found[1]
        for n in range((count + 1) * len(PUZZLING))
        if (found := of_day(first + timedelta(days=n))) is not None and found[0] == game
    }
    assert seen == set(range(count))


# ------------------------------------------------------------------------------------------ search


@pytest.mark.skipif(not compiled, reason="plays many games")
def test_a_search_that_was_stopped_goes_on(tmp_path: Path) -> None:
    """From its file, to the same puzzles as without a stop; another one begins anew."""
    file = tmp_path / "puzzles.json"
    whole = mine("eureka", 1000, seed=5, games=6)
    write(file, mine("eureka", 1000, seed=5, games=3))
    half = read(file, "eureka")
    assert half is not None
    assert 0 < len(half.puzzles) < len(whole.puzzles)
    told = list[int]()
    again = mine("eureka", 1000, 5, half, games=6, progress=lambda one: told.append(one.games))
    assert told == [4, 5, 6]
    assert again == whole
    other = mine("eureka", 1000, 6, half, games=6)
    assert other == mine("eureka", 1000, 6, games=6) != whole


@pytest.mark.skipif(not compiled, reason="plays many games")
def test_what_ships_is_found_again() -> None:
    found = puzzles_of("eureka")
    if found.net != shipped_nets.mark("eureka"):
        pytest.skip("other nets")
    again = mine("eureka", 1000, seed=found.seed, games=12)
    assert again.puzzles == found.puzzles[: len(again.puzzles)]
    assert again.puzzles


def test_a_file_comes_back_as_it_was(tmp_path: Path) -> None:
    one = Puzzle("W 1:15 | B 24:15 | W 3-1", ("24/20", "24/21 24/23"), (0.0, 0.1), 1, 2, ("wall",))
    found = Collection("gioul", (one,), "net", 7, 3, "command")
    write(tmp_path / "puzzles.json", found)
    assert read(tmp_path / "puzzles.json", "gioul") == found
    assert read(tmp_path / "puzzles.json", "pin") is None
    (tmp_path / "puzzles.json").write_text("{}", encoding="utf-8")
    assert read(tmp_path / "puzzles.json", "gioul") is None
    assert read(tmp_path / "nowhere", "gioul") is None


# ----------------------------------------------------------------------------------------- answers


def _puzzle() -> tuple[Puzzle, str]:
    return puzzles_of("backgammon").puzzles[0], "backgammon"


def test_part_of_a_play_is_not_whole() -> None:
    puzzle, game = _puzzle()
    state = state_of(game, puzzle)
    whole = attempts.of_text(state, puzzle.plays[0])
    part = attempts.part_of(state, whole.actions[:1])
    assert attempts.complete(state, whole)
    assert not attempts.complete(state, part)


def test_the_order_of_the_steps_does_not_matter() -> None:
    puzzle, game = _puzzle()
    state = state_of(game, puzzle)
    whole = attempts.of_text(state, puzzle.plays[0])
    try:
        turned = attempts.part_of(state, whole.actions[::-1])
    except Refused:
        pytest.skip("these steps can be made in one order only")
    assert attempts.attempt(game, puzzle, state, turned, None).right


@pytest.mark.skipif(not compiled, reason="asks a net")
def test_an_unknown_play_is_estimated() -> None:
    puzzle, game = _puzzle()
    state = state_of(game, puzzle)
    adviser = Adviser(state.rules, shipped_nets.load(game).weights)
    for one in adviser.candidates(state):
        mine = attempts.part_of(state, one.actions)
        if attempts.known(state, puzzle, mine):
            continue
        loss = attempts.estimate(adviser, state, mine)
        assert loss is not None
        assert loss >= attempts.LEAST
        found = attempts.attempt(game, puzzle, state, mine, loss)
        assert not found.right
        assert not found.known
        assert found.loss == loss
    assert all(action.kind is Kind.STEP for action in found.mine.actions)
