"""Scripts that take names of games refuse other words, and say which games there are."""

from __future__ import annotations

import argparse

import pytest
from scripts.game_names import add_names

from tavola.games import OFFERED


def _asked(words: list[str], *known: dict[str, object]) -> list[str]:
    parser = argparse.ArgumentParser()
    add_names(parser, *known)
    names: list[str] = parser.parse_args(words).names
    return names


def test_names_of_games_are_taken_and_none_means_none() -> None:
    assert _asked(["puff", "straight"]) == ["puff", "straight"]
    assert _asked([]) == []
    assert _asked(["tavli"], dict(OFFERED)) == ["tavli"]


@pytest.mark.parametrize("word", ["nonsense", "Puff", "tavli", ""])
def test_another_word_is_refused_with_what_there_is(
    word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        _asked(["puff", word])
    assert f"no game {word}; the games are backgammon, eureka" in capsys.readouterr().err
