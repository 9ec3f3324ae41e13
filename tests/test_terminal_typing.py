"""What a family types at the table: numbers of a list, Enter, yes and no, plays in any spelling,
questions about words, and what goes by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from nets import keep, random_weights
from tavola.bots import shipped_nets
from tavola.games import GAMES
from tavola.play.dice import SeededDice
from tavola.rules import turn
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.ruleset import Side
from tavola.rules.text import notation
from tavola.rules.turn.state import Action, Kind, Phase, State
from tavola.terminal.match import computer as computers
from tavola.terminal.match.session import Session
from tavola.terminal.screen import help_pages
from tavola.terminal.screen.console import Terminal
from tavola.words import LANGUAGES, Words, command_words
from tavola.words.general_pages import general_page
from tavola.words.speaker import Speaker
from tavola.words.what_happened import Teller
from test_terminal_session import OPENED, new_session, play, said


@pytest.fixture(scope="module", autouse=True)
def _nets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """One random net, so that the tests do not depend on those that ship, and no exact tables."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(computers, "tables_for", lambda *_: None)
        keep(tmp_path_factory.mktemp("nets"), "backgammon", random_weights(), patch)
        yield
    shipped_nets.forget()


def test_a_long_list_has_pages(capsys: pytest.CaptureFixture[str]) -> None:
    begun = ["5-3", "3-1", "24/23 13/10", "", "3-3"]
    for plain, size in ((True, 20), (False, 60)):
        told = " ".join(said(capsys, [*begun, "moves", "moves 2"], game="backwards", plain=plain))
        assert re.search(r"Page 1 of \d+; another one: moves 2\.", told)
        assert re.search(rf"Type {size + 1} for the first one.* Page 2 of \d+", told)
    session = play(new_session([*begun, "moves", "23"], game="backwards"))
    assert session.state.turn.ending is not None  # a number of a page that was not shown


LISTED = ["5-3", "moves"]


def test_a_number_plays_a_listed_play(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, LISTED)
    first, second = (line.split(": ")[1] for line in told if re.match(r"[12]: ", line))
    for typed, text in (("1", first), ("2", second), ("#2", second)):
        session = play(new_session([*LISTED, typed]))
        meant = play(new_session(["5-3", text]))
        assert session.state == meant.state
    capsys.readouterr()
    most = sum(bool(re.match(r"\d+: ", line)) for line in told)
    assert f"Type a number from 1 to {most}." in said(capsys, [*LISTED, str(most + 1)])
    # Two digits are a play here, not dice, which lie already.
    assert play(new_session([*OPENED, "", "3-1", "moves", "12"])).state.turn.steps
    capsys.readouterr()
    told = said(capsys, ["5-3", "2"])
    assert "There is no list yet: type “moves” first." in told
    told = said(capsys, [*LISTED, "13/8", "2"])
    assert "That list is no longer true: type “moves” again." in told


def test_dice_typed_again_as_a_throw_move_no_checker(capsys: pytest.CaptureFixture[str]) -> None:
    session = play(new_session([*OPENED, "", "3-1", "throw 6-5", "throw 3-1", "throw 24-23"]))
    assert session.state.phase is Phase.MOVE
    assert not session.state.turn.steps
    assert capsys.readouterr().out.count("You cannot throw now.") == 3


def test_dice_and_doubles_come_before_numbers_of_a_list(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Where they are awaited a number is theirs, and a sign before it makes it one of the list."""
    told = said(capsys, ["5-3", "2-1", "moves", "4"], game="mexican")
    assert "White chooses a double 4." in told
    told = said(capsys, ["5-3", "6-5", "moves", "#1"], game="doublets")
    assert any(line.startswith("#1: ") for line in told)
    assert "White breaks up towers 6 and 5." in told or "White breaks up towers 5 and 6." in told
    told = said(capsys, [*OPENED, "moves", "", "31"])
    assert "Black throws 3 and 1." in told


@pytest.mark.parametrize("typed", ["7-1", "71", "7 1", "0-3", "13-1"])
def test_dice_that_do_not_exist(typed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "Dice show numbers from 1 to 6: give two of them, for example 3-1." in said(
        capsys, [typed]
    )
    assert "Dice show numbers from 1 to 6: give two of them, for example 3-1." in said(
        capsys, [*OPENED, "", typed]
    )


@pytest.mark.parametrize("typed", ["3-1", "3-1-7", "31"])
def test_three_dice_are_asked_for_where_three_are_thrown(
    typed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = said(capsys, ["5-3", "throw", typed], game="tabula")
    assert "Throw your dice and type them, for example 6-3-1." in told
    assert any("give three of them, for example 6-3-1" in line for line in told)
    assert any(
        "You can type: 6-3-1," in line for line in said(capsys, ["5-3", "fig"], game="tabula")
    )
    assert "Throw your dice and type them, for example 3-1." in said(
        capsys, ["throw"], game="tabula"
    )


@pytest.mark.parametrize("yes", ["yes", "y", "sì", "SI", "ja", "oui", "ok"])
def test_yes_answers_every_offer(yes: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, [*OPENED, "", "double", yes])
    assert "White takes the double: the cube is at 2." in told
    assert "The game is a draw by agreement." in said(capsys, [*OPENED, "draw", yes])
    assert "Black wins by resignation: 1 point." in said(capsys, [*OPENED, "resign", yes])


@pytest.mark.parametrize("no", ["no", "n", "nein", "non", "passo", "pass", "passe"])
def test_no_answers_every_offer(no: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, [*OPENED, "", "double", no])
    assert "Black wins by the dropped double: 1 point." in told
    assert "Black declines the draw; play goes on." in said(capsys, [*OPENED, "draw", no])


@pytest.mark.parametrize(
    "typed", ["8-3 6-3", "8/3,6/3", "8 3 6 3", "8>3; 6>3", "8 / 3 6 / 3", "6\u20133 8\u20133"]
)
def test_plays_as_people_write_them(typed: str) -> None:
    session = play(new_session(["5-3", typed]))
    assert session.state == play(new_session(["5-3", "8/3 6/3"])).state


def test_long_doubles_and_pools_as_people_write_them() -> None:
    for typed in ("13/7x2 24/18x2", "13-7 (2), 24-18 (2)", "13/7 X 2 24 18 24 18"):
        session = play(new_session([*OPENED, "", "6-6", typed]))
        assert session.state.turn.ending is not None, typed
    for typed in ("res 24", "res-24", "réserve/24", "riserva 24"):
        session = play(new_session(["5-3", "3-1", typed], game="puff", lang="it"))
        assert len(session.state.turn.steps) == 1, typed


def test_enter_plays_the_only_play(capsys: pytest.CaptureFixture[str]) -> None:
    start = "W bar:1 19:14 | B 24:2 13:5 8:3 6:5 | W"
    told = said(capsys, ["6-4", ""], start=start)
    (asked,) = (line for line in told if "Enter plays it." in line)
    assert re.search(r"Only \S+( \S+)? is possible: Enter plays it\.", asked)
    assert any(line.startswith("White brings in") or "enters" in line for line in told), told
    told = said(capsys, ["5-3", ""])
    assert not any("Enter plays it" in line for line in told)


@pytest.mark.parametrize("word", ["ok", "weiter", "next", "avanti"])
def test_other_words_for_enter(word: str) -> None:
    start = "W bar:1 19:14 | B 24:2 13:5 8:3 6:5 | W"
    session = play(new_session(["6-4", word, word], start=start))
    assert session.state.side is Side.BLACK
    assert play(new_session([*OPENED, "passo"])).state.side is Side.BLACK
    assert play(new_session(["5-3", "passo"])).state.side is Side.WHITE


def test_what_goes_by_itself(capsys: pytest.CaptureFixture[str]) -> None:
    """Throws where no double is possible, plays that are the only ones, the end of a turn."""
    how: dict[str, Any] = {"game": "puff", "options": {"cube": False}}
    told = said(capsys, ["auto throw forced"], dice=SeededDice(3), **how)
    assert "By itself: throws where no double is possible and plays that leave no choice." in told
    begun = play(new_session(["auto"], dice=SeededDice(3), **how)).match.seq
    session = play(new_session(["auto all"], dice=SeededDice(3), **how))
    assert session.match.seq > begun + 8
    assert len(turn.next_steps(session.state)) > 1  # it stopped where there is a choice
    capsys.readouterr()
    assert "Nothing goes by itself." in said(capsys, ["auto all", "auto none"])
    assert any(
        line == "Say what goes by itself: throw, forced, done, all, none."
        for line in said(capsys, ["auto pilot"])
    )


def test_a_double_stops_what_goes_by_itself() -> None:
    session = play(new_session(["auto all", "5-3", "8/3 6/3"], dice=SeededDice(3)))
    assert session.state.phase in (Phase.START, Phase.MOVE)
    session = play(new_session(["auto done", *OPENED]))
    assert session.state.phase is Phase.START
    assert session.state.side is Side.BLACK


def test_what_was_taken_back_is_not_played_again_by_itself() -> None:
    start = "W bar:1 19:14 | B 24:2 13:5 8:3 6:5 | W"
    session = play(new_session(["auto forced", "6-4", "undo"], start=start))
    assert session.match.record.events[-1].kind is Kind.UNDO
    session = play(new_session(["auto forced", "6-4", "undo", ""], start=start))
    assert session.state.turn.steps


def test_why_alone_explains_the_last_refusal(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, ["5-3", "6/1", "why", "moves", "why?", "6/3", "why"])
    closed = [line for line in told if line.startswith("Point 1 is closed: 2 checkers")]
    assert len(closed) == 3
    assert told[-2].startswith("Say which play you mean")


def test_help_of_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert any("regole" in line for line in said(capsys, ["regole?"], lang="it"))
    assert any(line.startswith("Bar: the strip") for line in said(capsys, ["bar?"]))
    assert any(line.startswith("Prime: several") for line in said(capsys, ["help wall"]))
    assert any(line.startswith("I do not know “xyz”") for line in said(capsys, ["xyz?"]))
    told = said(capsys, ["help made"], plain=False)
    assert any("Made point: " in line for line in told), told


def test_no_play_is_shown_where_none_can_be_played(capsys: pytest.CaptureFixture[str]) -> None:
    """It said: type for example 8/5, in a game of towers that has no 8, and with no number left."""
    told = said(capsys, ["4-1", "4-1", "1/1 4/4", "31"], game="doublets")
    assert any(line.startswith("I do not know “31”. You can type: done, undo") for line in told)
    assert not any("8/5" in line for line in told)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_knows_every_word_of_the_page_of_words(
    lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each as it is called there, and as it is also called; in French a space stands before the
    colon, and nothing was found."""
    words, reader = Words(lang), ("own", Side.WHITE)
    entries = [
        line.removeprefix("- **").partition("**")
        for section in general_page(lang, "words", *reader).sections
        for line in section.text.splitlines()
        if line.startswith("- **")
    ]
    assert len(entries) > 30
    for term, _, meaning in entries:
        also = re.search(r"(?:Also|Anche|Auch|Aussi)\s?: (.+)\.$", meaning)
        for word in [term, *(re.split("[,;] ", also[1]) if also else ())]:
            for plain in (True, False):
                assert help_pages.explain(Terminal(plain), words, word.strip(), reader), word
                assert term.split()[0] in capsys.readouterr().out


def test_between_games_it_is_said_what_enter_does(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, ["5-3", "resign", "accept", ""], match=MatchRules(games=2))
    assert "The game is over; go on to the next game. Enter goes on." in told
    assert "Game 2 begins." in told


def test_rules_of_another_game(capsys: pytest.CaptureFixture[str]) -> None:
    """`help` says how to see them, by the name or the id; `rules` alone is about this game."""
    for typed in ("help puff", "puff?", "help PUFF"):
        assert "“rules puff” shows the rules of Puff." in said(capsys, [typed])
    told = said(capsys, ["aiuto lancio fisso"], lang="it")
    assert any(line.startswith("«regole fixed-throw» mostra le regole") for line in told)
    assert "Puff" in said(capsys, ["rules puff"])
    assert said(capsys, ["rules"]).count("Backgammon") == 2
    assert any("There is no game “xyz”" in line for line in said(capsys, ["rules xyz"]))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_fits_a_small_terminal(
    lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Page by page every command is named once, and no page is longer than the terminal."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    match = MatchRules(games=None, beavers=True)
    quiet = said(capsys, ["status"], lang=lang, plain=False, match=match)
    pages = [said(capsys, [f"help {n}"], lang=lang, plain=False, match=match) for n in range(1, 6)]
    told = [page[len(quiet) - 5 :] for page in pages]
    assert all(len(page) - len(quiet) < 24 for page in pages)
    for name in ("undo", "auto", "resign", "hint", "rules", "numbering", "quit"):
        word = command_words.shown(Words(lang), name)
        assert any(line.split()[:1] == [word] for page in told for line in page), word


def test_two_people_hear_the_numbers_of_the_board_they_see(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever looks when something is told, not whoever did it: the turn may have ended since."""
    heard: list[tuple[Side | None, Side]] = []
    tell = Teller.tell
    for lines in (["auto done", *OPENED], ["auto done", *OPENED, "6-5", "24/13", "last"]):
        session = new_session(lines, plain=False)

        def told(teller: Teller, speaker: Speaker, *rest: Any, at: Session = session) -> list[str]:
            heard.append((speaker.viewer, at.viewer))
            return tell(teller, speaker, *rest)

        with monkeypatch.context() as patch:
            patch.setattr(Teller, "tell", told)
            play(session)
    assert len({viewer for viewer, _ in heard}) == 2
    assert all(viewer is shown for viewer, shown in heard)


def test_the_board_and_the_score_have_their_usual_names(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for line, told in (("posizione", "Point 24: 2 white checkers."), ("score", "One game: ")):
        assert any(told in one for one in said(capsys, [line])), line


@pytest.mark.parametrize("game", ["doublets", "puff", "free-choice", "backgammon"])
def test_the_example_of_why_can_occur_in_the_game(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before a throw there is nothing to play: it is a step that may come."""
    told = " ".join(said(capsys, ["why"], game=game))
    found = re.search(r"for example: why (\S+)", told)
    assert found is not None
    start = turn.new_match(GAMES[game].rules)
    assert found[1] in {step for state in soon(start, 3) for step in steps_of(state)}


def steps_of(state: State) -> list[str]:
    return [
        notation.write_play(state.rules, state.position, state.side, (step.code,), "own")
        for step in turn.next_steps(state)
    ]


def soon(state: State, actions: int) -> Iterator[State]:
    """What may come of a state."""
    yield state
    if actions:
        kind = Kind.OPENING if state.phase is Phase.OPENING else Kind.THROW
        thrown = [Action(kind, None, dice) for dice, _ in turn.throws(state)]
        for action in thrown or turn.legal(state):
            yield from soon(turn.apply(state, action)[0], actions - 1)
