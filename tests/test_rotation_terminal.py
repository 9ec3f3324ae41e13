"""A match whose games are played in turn, at the terminal: told, left, resumed, replayed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rotations import ID, PLAYED, turn_about
from tavola.games import GAMES
from tavola.games.agreement import Wish, agree
from tavola.play import log
from tavola.play.dice import SeededDice
from tavola.play.match import Match
from tavola.play.random_match import random_playout
from tavola.rules.model.declaration import Game
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.turn.state import Phase
from tavola.study.match_page import match_page
from tavola.terminal.commands import records
from tavola.terminal.match import computer as computers
from tavola.terminal.match.session import Session
from tavola.terminal.match.setup import begin, checked
from tavola.words import LANGUAGES, Words, names
from terminals import Scripted, asked_for
from test_terminal_session import at_most, play

__all__ = ["turn_about"]

pytestmark = pytest.mark.usefixtures("turn_about")


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVOLA_HOME", str(tmp_path))
    monkeypatch.setattr(computers, "tables_for", lambda *_: None)


def resumed(lang: str = "en", game: str = ID) -> tuple[Match, Scripted]:
    """The match that `tavola play` goes on with, or begins."""
    terminal = Scripted(lambda: "yes")
    wishes = asked_for(game=game, opponent="human", dice="seed:4")
    return begin(terminal, Words(lang), *checked(Words(lang), wishes)), terminal


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize("number", range(4))
def test_a_whole_match(
    number: int, plain: bool, turn_about: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    words, rng = Words(LANGUAGES[number]), random.Random(number)
    match = Match.start(agree(Wish(ID, length=4)).record(), SeededDice(number + 3))
    terminal = Scripted(at_most(4000, match, rng), plain=plain)
    play(Session(match, terminal, words, "own"))
    assert match.over
    text = capsys.readouterr().out
    assert "{" not in text
    for n in range(2, match.state.game + 1):
        name = names.game_name(words, turn_about.played(n).id)
        assert words.text("Game {number} begins: {name}.", number=n, name=name) in text


def test_it_goes_on_where_it_was_left(capsys: pytest.CaptureFixture[str]) -> None:
    match, _ = resumed()
    rng = random.Random(1)
    while match.state.game < 2 or match.state.phase is not Phase.MOVE:
        session = Session(match, Scripted(at_most(1, match, rng)), Words("en"), "own")
        play(session)
    state = match.state
    assert state.playing(ID) == PLAYED[1]
    match.close()
    again, terminal = resumed()
    assert "Game 2: Hypergammon." in terminal.prompts[-1]
    assert again.state == state
    assert again.state.rules == state.rules
    capsys.readouterr()
    play(Session(again, Scripted(lambda: "quit"), Words("en"), "own"))
    assert "Game 2: Hypergammon." in capsys.readouterr().out
    again.close()


def test_the_computer_plays_each_game(capsys: pytest.CaptureFixture[str]) -> None:
    """It asks the net of the game that is played, or says that there is none."""
    words, rng = Words("en"), random.Random(5)
    wishes = asked_for(game=ID, opponent="computer:expert", dice="seed:4", fresh=True)
    match = begin(Scripted(lambda: None), words, *checked(words, wishes))
    session = Session(match, Scripted(at_most(4000, match, rng)), words, "own")
    made = session.computer._of_rules
    play(session)
    assert match.over
    assert len(made) == min(match.state.game, len(PLAYED))
    for rules, own in made.items():
        for player in own.players.values():
            assert player is not None
            assert player.rules == rules
    match.close()
    assert "There is no net" not in capsys.readouterr().out


def test_a_record_is_told(
    turn_about: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = random_playout(turn_about, match=MatchRules(length=5, games=None), seed=6).record
    path = tmp_path / "match.json"
    log.write(path, record)
    for lang in LANGUAGES:
        words = Words(lang)
        records.replay(Scripted(lambda: None), words, path, "own")
        text = capsys.readouterr().out
        page = match_page(record, words)
        for number in (2, 3):
            name = names.game_name(words, PLAYED[number - 1])
            assert words.text("Game {number} begins: {name}.", number=number, name=name) in text
            assert words.text("Game {number}: {name}", number=number, name=name) in page
        assert words.text("Next game: {name}.", name=names.game_name(words, PLAYED[1])) in text


def test_one_game_is_told_as_before(capsys: pytest.CaptureFixture[str]) -> None:
    record = random_playout(GAMES["backgammon"], match=MatchRules(games=2), seed=1).record
    assert '<h2 id="g2">Game 2</h2>' in match_page(record, Words("en"))
