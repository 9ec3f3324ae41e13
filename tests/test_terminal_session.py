"""The conversation at the table, inside this process: every game, wrong input, every answer."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nets import keep, random_weights
from tavola.bots import shipped_nets
from tavola.games import GAMES
from tavola.play.dice import RecordedDice, SeededDice, Source, TypedDice
from tavola.play.match import Match
from tavola.rules import turn
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.text import notation
from tavola.rules.text.record import Record
from tavola.rules.turn.state import Action, Kind, Phase, State
from tavola.terminal import typed_line
from tavola.terminal.match import computer as computers
from tavola.terminal.match.computer import COMPUTER
from tavola.terminal.match.handlers import carry_out
from tavola.terminal.match.session import Leave, Session
from tavola.terminal.screen.console import InputClosed
from tavola.words import LANGUAGES, Words, command_words
from tavola.words.general_pages import general_page
from terminals import Scripted


@pytest.fixture(scope="module", autouse=True)
def _nets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """One random net, so that the tests do not depend on those that ship, and no exact tables."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(computers, "tables_for", lambda *_: None)
        keep(tmp_path_factory.mktemp("nets"), "backgammon", random_weights(), patch)
        yield
    shipped_nets.forget()


def new_session(
    lines: Sequence[str],
    game: str = "backgammon",
    lang: str = "en",
    dice: Source | None = None,
    plain: bool = True,
    **record: Any,
) -> Session:
    waiting = list(lines)
    terminal = Scripted(lambda: waiting.pop(0) if waiting else None, plain=plain)
    match = Match.start(Record(game=game, **record), dice or TypedDice())
    return Session(match, terminal, Words(lang), "own")


def play(session: Session) -> Session:
    """Type all lines; the session afterwards."""
    with contextlib.suppress(InputClosed, Leave):
        session.run(carry_out)
    return session


def said(capsys: pytest.CaptureFixture[str], lines: Sequence[str], **how: Any) -> list[str]:
    play(new_session(lines, **how))
    return capsys.readouterr().out.splitlines()


def random_line(state: State, rng: random.Random) -> str:
    """Something that may be typed now, mostly a play."""
    if state.phase is Phase.MOVE and state.turn.need:
        plays = turn.plays(state)
        steps = rng.choice(plays).steps if plays else (rng.choice(turn.next_steps(state)).code,)
        return notation.write_play(state.rules, state.position, state.side, steps)
    action = rng.choice(turn.legal(state))
    if action.dice is not None:
        return f"{action.dice[0]}-{action.dice[1]}"
    if action.kind is Kind.CHOOSE:
        return str(action.number)
    if action.kind in (Kind.RESIGN, Kind.DRAW) and rng.random() < 0.9:
        return ""
    plain = (Kind.THROW, Kind.OPENING, Kind.DONE, Kind.NEXT)
    return "" if action.kind in plain else action.kind.value


def at_most(count: int, match: Match, rng: random.Random) -> Callable[[], str | None]:
    """So many random lines, then the end of input."""
    left = iter(range(count))
    return lambda: None if next(left, None) is None else random_line(match.state, rng)


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_every_game_can_be_played(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    game = list(GAMES)[number]
    for round_ in range(2):
        lang = LANGUAGES[(number + round_) % 4]
        rng = random.Random(number)
        players = ("", COMPUTER) if round_ else ("", "")
        match = Match.start(Record(game=game, players=players), SeededDice(number))
        terminal = Scripted(at_most(25, match, rng), plain=bool(round_))
        play(Session(match, terminal, Words(lang), "own"))
        text = capsys.readouterr().out
        assert "{" not in text
        assert "None" not in text
        told = [line for line in text.splitlines() if line]
        if round_:
            assert all(line.endswith((".", "!", "?")) for line in told[1:]), text


OPENED = ["5-3", "8/3 6/3"]


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (["throw"], "Throw your dice and type them, for example 3-1."),
        (["frobnicate"], "I do not know “frobnicate”. You can type: 3-1, throw, board, status,"),
        (["8/5\x07"], "This line cannot be read: it is too long, or contains"),
        (["x" * 5000], "This line cannot be read"),
        (["8/5"], "You cannot move a checker now."),
        (["accept"], "There is no offer to answer."),
        (["take"], "You cannot take a double now."),
        (["why"], "Say which play you mean, for example: why 24/23"),
        (["point"], "Say which point you mean, for example: point 6"),
        (["point 99"], "Say which point you mean"),
        (["point 6"], "Point 6: 5 white checkers."),
        (["save"], "Say where to, for example: save match.json"),
        (["save /nowhere/at/all"], "The folder “/nowhere/at” does not exist."),
        (["save ~nobody_of_that_name/x"], "does not exist."),
        (["save /"], "“/” is there already: choose another name."),
        (["last"], "Nothing has happened yet."),
        (["moves"], "There is nothing to play now."),
        (["pips"], "Pips: White 167, Black 167. Both need the same."),
        (["numbering"], "Points are now called by the booklet’s numbers, the same for both sides."),
        (["numbering own"], "Points are now called by your own numbers: the pips still to go."),
        (["numbering x"], "Say which numbers you want: own or booklet."),
        (["numbering heft"], "Points are now called by the booklet’s numbers"),
        (
            ["5-3", ""],
            "You can type: 13/8, moves, why, hint, resign, draw, correct, board, status, rules,"
            " help, quit.",
        ),
        (["5-3", "resign 7"], "You can resign for 1 to 3 times the value."),
        (["5-3", "resign \u0661"], "You can resign for 1 to 3 times the value."),
        (["5-3", "8/5(0)"], "I cannot read “8/5(0)” as a play"),
        (["5-3", "resign all"], "You can resign for 1 to 3 times the value."),
        (["5-3", "double"], "You may double only before the first throw of a turn."),
        (["5-3", "why 8/3"], "8/3 may be played with 5: you move from 8 to 3."),
        (["5-3", "8/4"], "8/4 is 4: you have 5 and 3."),
        (["5-3", "8/5*"], "There is nothing to hit on 5: leave the * out."),
        (["5-3", "6/1"], "Point 1 is closed: 2 checkers of your opponent hold it."),
        (
            ["5-3", "8/5/"],
            "I cannot read “8/5/” as a play: type for example 13/8, or “moves” to see",
        ),
        (["5-3", "why x"], "I cannot read “x” as a play"),
        (["5-3", "done"], "Your turn is not over: you still have 5 and 3 to play."),
        (["5-3", "undo"], "There is no step to take back"),
        (["5-3", "8/3", "correct 4-1"], "You cannot put the dice right now."),
        (
            ["5-3", "correct 7-1"],
            "Dice show numbers from 1 to 6: give two of them, for example 3-1.",
        ),
        (["5-3", "correct 4-1"], "The dice are put right."),
        ([*OPENED, "moves"], "There is nothing to play now."),
        ([*OPENED, "last"], "White moves from 6 to 3 and from 8 to 3."),
        (
            [*OPENED, "", "double", ""],
            "You can type: take, drop, board, status, rules, help, quit.",
        ),
        ([*OPENED, "", "double", "draw"], "You cannot offer a draw now."),
        ([*OPENED, "", "double", "take"], "White takes the double: the cube is at 2."),
        ([*OPENED, "", "double", "accept"], "White takes the double: the cube is at 2."),
        ([*OPENED, "", "double", "rifiuta"], "Black wins by the dropped double: 1 point."),
        ([*OPENED, "draw", "decline"], "Black declines the draw; play goes on."),
        ([*OPENED, "draw", "accepter"], "The game is a draw by agreement."),
        ([*OPENED, "resign 1", "refuse"], "Black plays on for a gammon."),
        ([*OPENED, "resign 2", "refuse"], "Black plays on for a backgammon."),
        ([*OPENED, "resign 3", "refuse"], "Black refuses the resignation; play goes on."),
        ([*OPENED, "resign 2", "annehmen"], "Black wins by resignation: 2 points."),
    ],
)
def test_one_line_gets_one_answer(
    lines: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = said(capsys, lines)
    assert any(line.startswith(sentence) or line.endswith(sentence) for line in told), told


def test_nothing_is_said_twice(capsys: pytest.CaptureFixture[str]) -> None:
    """A game in plain: each change once, nothing between."""
    lines = ["5-3", *["8/3 6/3", "", "6-6", "24/18(2)", "13/7(2)", "", "2-1"]]
    assert said(capsys, lines) == [
        "Backgammon",
        "One game: White 0, Black 0.",
        "The cube is in the middle and counts 1.",
        "Enter plays the only play and ends a turn.",
        "Type “help” for all commands.",
        "The dice are yours: throw them and type them.",
        "Each throws one die: type White’s and Black’s, for example 5-3.",
        "White throws 5, Black throws 3.",
        "White starts.",
        "White throws 5 and 3.",
        "White: play 5 and 3.",
        "White moves from 6 to 3 and from 8 to 3.",
        "White: no number is left; end your turn.",
        "Black: throw the dice or double.",
        "Black throws a double 6.",
        "Black: play four 6s.",
        "Black moves 2 checkers from 24 to 18.",
        "Black: play two 6s.",
        "Black moves 2 checkers from 13 to 7.",
        "Black: no number is left; end your turn.",
        "White: throw the dice or double.",
        "White throws 2 and 1.",
        "White: play 2 and 1.",
    ]


def test_the_computer_s_play_stands_under_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(
        capsys, ["", "24/15", "", "quit"], dice=SeededDice(3), plain=False, players=("", COMPUTER)
    )
    assert told[-1].startswith("Your turn: throw the dice")
    assert told[-2].startswith("Computer ")
    assert told[-3].startswith(" Cube 1")


def test_money_game_with_beaver(capsys: pytest.CaptureFixture[str]) -> None:
    match = MatchRules(games=None, beavers=True)
    lines = [*OPENED, "", "double", "beaver", "take", "resign", "accept", "", "status"]
    told = said(capsys, lines, match=match)
    assert "White beavers to 4." in told
    assert "Black takes the double: the cube is at 4." in told
    assert "White wins by resignation: 4 points." in told
    assert "Money play, game 1: White 4, Black 0." in told
    assert "Game 2 begins." in told


def test_a_resignation_that_the_computer_would_accept_is_asked_about(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Nothing but a yes resigns, Enter neither; what is not allowed is not asked about."""
    question = "Do you resign this game for 1 point? Type yes or no; Enter means no."

    def told(*lines: str) -> list[str]:
        return said(capsys, ["", *lines], dice=SeededDice(3), players=("", COMPUTER))

    for answer in ("", "no", "quit"):
        kept = told("resign", answer)
        assert kept.count(question) == 1
        assert not any("by resignation" in line for line in kept)
    given_up = told("resign", "perhaps", "yes")
    assert given_up.count(question) == 2
    assert "You lose by resignation: 1 point." in given_up
    assert not any(line.startswith("Do you resign") for line in told("resign 7"))


def test_either_turn_window_lets_the_person_double(capsys: pytest.CaptureFixture[str]) -> None:
    lines = ["", "24/15", "", "", "24/20 13/9", "", "double"]
    told = said(
        capsys,
        lines,
        dice=SeededDice(3),
        players=("", COMPUTER),
        options={"cube_window": "any"},
    )
    assert "The computer is on turn. You may double too." in told
    lines = [*OPENED, "", "double white", "drop"]
    told = said(capsys, lines, options={"cube_window": "any"})
    assert "White doubles to 2." in told
    assert "White wins by the dropped double: 1 point." in told


class FullDisk:
    """A log that stores so many events and no more."""

    def __init__(self, room: int) -> None:
        self.room = room

    def append(self, actions: Sequence[Action], reveal: str = "") -> None:
        """Refuse once the room is used up; the next time there is room again."""
        before, self.room = self.room, self.room - len(actions)
        if before >= 0 > self.room:
            raise OSError(28, "No space left on device")


@pytest.mark.parametrize("room", range(8))
def test_a_full_disk_stops_everybody(room: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is played that cannot be stored, neither by the person nor by the computer."""
    lines = ["24/15", "24/15", "keep", "moves", "", "24/15", "", ""]
    session = new_session(lines, dice=SeededDice(3), players=("", COMPUTER))
    session.match.log = FullDisk(room)  # type: ignore[assignment]
    play(session)
    told = capsys.readouterr().out
    assert told.count("There is no room left on the disk.") == 1
    again = Match.start(session.match.record, SeededDice(3))
    for event in session.match.record.events:
        again.act(event)
    assert again.state == session.state


def test_recorded_dice_run_out(capsys: pytest.CaptureFixture[str]) -> None:
    session = play(new_session(["5-3", "8/3 6/3", "", "6-4", "quit"]))
    capsys.readouterr()
    told = said(
        capsys, ["8/3 6/3", "", "", "24/14", "", "3-1"], dice=RecordedDice(session.match.record)
    )
    assert "The recorded dice are used up: type your own now." in told
    assert "White throws 3 and 1." in told


def test_dice_cannot_be_typed_where_they_are_thrown(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, ["13/8 13/9", "", "3-1"], dice=SeededDice(3))
    assert "Here the dice are thrown for you: press Enter to throw them." in told


def test_real_dice_are_typed_for_the_computer_too(capsys: pytest.CaptureFixture[str]) -> None:
    lines = ["3-5", "", "resign", "3-1", "3-1"]
    told = said(capsys, lines, game="puff", players=("", COMPUTER))
    assert told.count("Throw your dice and type them, for example 3-1.") == 1
    assert told.count("It is not your turn: wait for the other player.") == 1
    assert told.count("The computer throws 3 and 1.") == 1
    assert told.count("You throw 3 and 1.") == 1


def test_inherited_numbers_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    start = "W 1:15 | B 6:1 24:14 | W"
    told = said(capsys, ["5-5", "", "status", "24/18(4)"], game="gioul", start=start)
    assert "White cannot play four 5s." in told
    assert "Black inherits four 6s." in told
    assert told.count("White moves nothing.") == 0
    asked = "Black: play the inherited numbers, four 6s. "
    asked += "Every play begins with 24/18: Enter plays it."
    assert told.count(asked) == 2
    assert "Black plays four 6s: four from 24 to 18." in told


def test_a_throw_of_which_nothing_fits_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, ["3-1", "", "6-5"], start="W bar:2 13:3 | B 1:2 2:2 3:2 4:2 5:2 6:5 | W")
    assert told.count("White cannot play 3 and 1.") == 1
    assert "White moves nothing." not in told


def test_open_throws_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, ["5-3", "3-1", "6-4", "status"], game="open-throw", plain=False)
    assert any("Open throw, Black: 6-4." in line for line in told)
    assert any("Open throw, Black: 6 and 4." in line for line in told)


def test_named_chosen_and_towers(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, ["3-3", "name 6-5"], game="free-choice")
    assert "You may not name a double: name two different numbers." in told
    assert "White names 6 and 5." in told
    assert "White names 6 and 5." in said(capsys, ["choose 6-5"], game="free-choice")
    told = said(capsys, ["5-3", "2-1", "7", "4-3", "4"], game="mexican")
    assert told.count("A double is chosen by its number: choose one from 1 to 6.") == 2
    assert "White chooses a double 4." in told
    told = said(capsys, ["5-3", "3-1", "3 1", "", "6-5", "6/6"], game="doublets")
    assert "White breaks up towers 3 and 1." in told or ("White breaks up towers 1 and 3." in told)
    assert "Black breaks up tower 6." in told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_at_the_table(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["help", "rules", "board", "status", "pips", "point 6"]
    for plain in (True, False):
        told = said(capsys, asked, lang=lang, plain=plain)
        assert len(told) > 40
        assert "{" not in "\n".join(told)


@pytest.mark.parametrize("typed", ["rules words", "rules mots", "rules history"])
def test_pages_about_all_games_during_a_match(
    capsys: pytest.CaptureFixture[str], typed: str
) -> None:
    told = said(capsys, [typed])
    name = "history" if "history" in typed else "words"
    assert general_page("en", name).title in told
    assert general_page("en", name).sections[-1].title in told


@pytest.mark.parametrize("plain", [True, False])
def test_rules_have_the_numbers_of_the_board(
    plain: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    how = {"game": "reverse", "plain": plain}
    own = " ".join(said(capsys, ["rules"], **how))
    assert "White has one checker left, on 1." in own
    booklet = " ".join(said(capsys, ["numbering booklet", "rules"], **how))
    assert "White has one checker left, on 24." in booklet


_WORDS = [word for words in command_words.COMMANDS.values() for word in words]
_LINES = st.one_of(
    st.text(max_size=30),
    st.sampled_from(["", "3-1", "6 6", "8/5", "13/7*/5", "bar/22", "6/off(4)", "res/21", "4"]),
    st.tuples(st.sampled_from(_WORDS), st.sampled_from(["", "2", "8/5", "6-5", "black"])).map(
        " ".join
    ),
    st.integers(0, 60).map(lambda n: f"{n}/{n - 3}"),
)


@settings(max_examples=60, deadline=None)
@given(
    lines=st.lists(_LINES, max_size=25),
    game=st.sampled_from(sorted(GAMES)),
    lang=st.sampled_from(LANGUAGES),
    plain=st.booleans(),
)
def test_any_lines_are_answered(lines: list[str], game: str, lang: str, plain: bool) -> None:
    """Nothing that is typed breaks the table, and the record stays one that can be replayed."""
    harmless = [line for line in lines if typed_line.read(line).name != "save"]
    session = play(new_session(harmless, game=game, lang=lang, plain=plain))
    record = session.match.record
    again = Match.start(record, TypedDice())
    for event in record.events:
        again.act(event)
    assert again.state == session.state


def test_the_terminal_names_no_game() -> None:
    """The drawing reads geometry only, and no text is for one game."""
    folder = Path(typed_line.__file__).parent
    for path in folder.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for game in GAMES:
            assert f'"{game}"' not in text, path
            assert f"'{game}'" not in text, path
