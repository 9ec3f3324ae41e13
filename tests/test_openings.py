"""Opening tables: well formed, and for the classic game what books say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tavola.bots import shipped_nets
from tavola.bots.adviser import Adviser
from tavola.games import SHIPPED
from tavola.rules.kernel.backend import compiled
from tavola.rules.model.ruleset import Side
from tavola.rules.model.throws import Throw
from tavola.study import attempts, opening_advice, openings
from tavola.study.openings import first_throws, make, read, state_of, table_of, write
from tavola.study.puzzles import rules_of
from tavola.words import puzzles
from tavola.words.translations import Words

MADE = [name for name in SHIPPED if table_of(name).openings]

CONSENSUS: dict[Throw, tuple[str, ...]] = {
    (2, 1): ("13/11 6/5", "24/23 13/11"),
    (3, 1): ("8/5 6/5",),
    (3, 2): ("24/21 13/11", "13/11 13/10"),
    (4, 1): ("24/23 13/9", "13/9 6/5"),
    (4, 2): ("8/4 6/4",),
    (4, 3): ("24/20 13/10", "24/21 13/9", "13/9 13/10", "13/10 13/9"),
    (5, 1): ("24/23 13/8", "13/8 6/5"),
    (5, 2): ("13/11 13/8", "24/22 13/8"),
    (5, 3): ("8/3 6/3",),
    (5, 4): ("24/20 13/8", "13/8 13/9", "13/9 13/8"),
    (6, 1): ("13/7 8/7",),
    (6, 2): ("24/18 13/11",),
    (6, 3): ("24/18 13/10", "24/15"),
    (6, 4): ("8/2 6/2", "24/18 13/9", "24/14"),
    (6, 5): ("24/13",),
}
"""What books play with the first throw of classic backgammon; where they leave a choice, each."""

EXCEPTIONS: dict[Throw, str] = {}
"""Throws with which the table plays something else, by more than 0.02 units."""


@pytest.mark.parametrize("game", MADE)
def test_what_ships_is_well_formed(game: str) -> None:
    table = table_of(game)
    assert table.game == game
    assert table.net
    assert game in table.command
    for one in table.openings:
        state = state_of(game, one)
        assert state.side.letter == one.side
        assert sorted(state.turn.dice or ()) == sorted(one.dice)
        plays = [attempts.of_text(state, text) for text in one.plays]
        assert len({play.position for play in plays}) == len(plays)
        assert one.values[0] == max(one.values)
        assert one.trials >= openings.AT_ONCE
        if len(plays) > 1:
            assert one.gap >= 0.0
            # A double of Gioul goes on to 6-6, and several ways come to the same in every trial.
            assert 0.0 < one.error < 0.1 or one.gap == one.error == 0.0


@pytest.mark.skipif("backgammon" not in MADE, reason="there is no table yet")
def test_the_classic_table_is_what_books_say() -> None:
    table = table_of("backgammon")
    assert {one.dice for one in table.openings} == set(CONSENSUS)
    other = {
        one.dice: one.plays[0]
        for one in table.openings
        if one.plays[0] not in CONSENSUS[one.dice] and one.gap > 0.02
    }
    assert other == EXCEPTIONS


@pytest.mark.parametrize(
    ("game", "count", "alike"),
    [
        ("backgammon", 15, True),
        ("gioul", 21, True),
        ("straight", 42, False),
        ("free-choice", 15, False),
        ("open-throw", 0, True),
    ],
)
def test_first_throws(game: str, count: int, alike: bool) -> None:
    states, same = first_throws(game, Adviser(rules_of(game), shipped_nets.load(game).weights))
    assert (len(states), same) == (count, alike)
    assert len({(one.side, tuple(sorted(one.turn.dice or ()))) for one in states}) == count
    if alike:
        assert {one.side for one in states} <= {Side.WHITE}


@pytest.mark.skipif(not compiled, reason="trials take too long")
def test_a_table_that_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openings, "LONG", 2)
    monkeypatch.setattr(openings, "AT_ONCE", 4)
    kept, told = tmp_path / "kept", list[object]()
    whole = make("fixed-throw", 4, horizon=1, kept=kept, progress=told.append)
    lines = kept.read_text(encoding="utf-8").splitlines()
    assert len(whole.openings) == len(lines) == len(told) == 2
    kept.write_text(f"{lines[0]}\n{lines[1][:-9]}", encoding="utf-8")
    assert make("fixed-throw", 4, horizon=1, kept=kept, progress=told.append) == whole
    assert len(told) == 3
    write(tmp_path / "openings.json", whole)
    assert read(tmp_path / "openings.json") == whole
    assert read(tmp_path / "nothing.json") is None


@pytest.mark.parametrize(
    ("game", "lang", "told"),
    [
        ("snake", "it", "Giocando per primo, il Bianco è indietro in media di "),
        ("snake", "it", "Giocando per primo, il Nero è avanti in media di "),
        ("straight", "de", "Als Erster am Zug ist Schwarz im Mittel "),
        ("straight", "fr", "En jouant en premier, Blanc a en moyenne "),
        ("backgammon", "en", "Whoever plays first is ahead by "),
    ],
)
def test_what_beginning_is_worth_is_said_of_the_side_that_it_is_about(
    game: str, lang: str, told: str
) -> None:
    advised = opening_advice.sentences(Words(lang), game)
    assert any(line.startswith(told) for line in advised)
    assert not any(": Whoever" in line for line in advised)


def test_who_names_his_throws_begins_with_the_best_of_them() -> None:
    """Not with their mean, which is that of somebody who throws."""
    table = table_of("free-choice")
    best = max(one.values[0] for one in table.openings) / table.unit
    units = puzzles.units(Words("en"), abs(best))
    first = opening_advice.sentences(Words("en"), "free-choice")[0]
    assert first.startswith(f"Playing first, White is behind by {units} units on average.")
