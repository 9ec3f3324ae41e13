"""How a match gets on the table: what the command line asks for, questions, going on."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from seats import play as play_out
from tavola.bots import shipped_nets
from tavola.games.agreement import agree
from tavola.play.match import Match
from tavola.play.secret_file import secret_path
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refused
from tavola.rules.turn.state import Phase
from tavola.terminal.match import saved_matches, setup
from tavola.terminal.match.computer import COMPUTER
from tavola.terminal.match.session import Leave
from tavola.terminal.match.setup import Wishes, begin, checked
from tavola.words import Words
from terminals import Scripted, asked_for


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder, and no nets: `test_terminal_computer.py` has some."""
    monkeypatch.setenv("TAVOLA_HOME", str(tmp_path))
    monkeypatch.setattr(shipped_nets, "NETS", tmp_path)
    return tmp_path


def started(wishes: Wishes, answers: Sequence[str] = ()) -> tuple[Match, list[str]]:
    """The match that comes about, closed again, and the questions that were asked."""
    waiting = list(answers)
    terminal = Scripted(lambda: waiting.pop(0) if waiting else None)
    words = Words("en")
    match = begin(terminal, words, *checked(words, wishes))
    match.close()
    assert not waiting
    return match, terminal.prompts


@pytest.mark.parametrize(
    ("given", "rules"),
    [
        ({}, MatchRules()),
        ({"games": 3}, MatchRules(games=3)),
        ({"money": True}, MatchRules(games=None)),
        ({"beavers": True}, MatchRules(games=None, beavers=True)),
        ({"money": True, "jacoby": True}, MatchRules(games=None, jacoby=True)),
        ({"profile": "tournament"}, MatchRules(length=5, games=None, crawford=True)),
        ({"profile": "tournament", "length": 3}, MatchRules(length=3, games=None, crawford=True)),
        ({"profile": "tavola-reale"}, MatchRules(length=5, games=None)),
        ({"length": 5}, MatchRules(length=5, games=None, crawford=True)),
        ({"length": 5, "crawford": False}, MatchRules(length=5, games=None)),
        ({"profile": "schmidt", "length": 5}, MatchRules(length=5, games=None)),
        ({"length": 5, "crawford": True}, MatchRules(length=5, games=None, crawford=True)),
        ({"profile": "tournament", "games": 3}, MatchRules(games=3)),
    ],
)
def test_match_rules(given: dict[str, Any], rules: MatchRules) -> None:
    assert agree(asked_for(game="backgammon", **given).match).match == rules


def test_roles_are_kept_where_there_are_some() -> None:
    wishes = asked_for(game="snake", games=2, keep_roles=True)
    assert agree(wishes.match).match == MatchRules(games=2, swap=False)


@pytest.mark.parametrize(
    "given",
    [
        {"length": 3, "games": 3},
        {"length": 3, "money": True},
        {"games": 3, "money": True},
        {"length": 3, "beavers": True},
        {"games": 3, "automatic": True},
        {"games": 2, "keep_roles": True},
        {"crawford": True},
        {"length": 0},
        {"games": 100},
    ],
)
def test_match_rules_that_do_not_fit(given: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="bad_match"):
        agree(asked_for(game="backgammon", **given).match)


def test_seats() -> None:
    assert started(asked_for(game="puff"), [""])[0].record.players == ("", COMPUTER)
    assert started(asked_for(game="puff", fresh=True), ["2"])[0].record.players == ("", "")
    black = asked_for(game="puff", fresh=True, colour="black", opponent="computer")
    assert started(black)[0].record.players == (COMPUTER, "")


@pytest.mark.parametrize(
    ("wishes", "fits"),
    [
        (asked_for(), True),
        (asked_for(game="backgammon"), True),
        (asked_for(game="Backgammon", length=3, opponent="human", dice="seed:4"), True),
        (asked_for(game="backgammon", dice="seed:5", opponent="human"), False),
        (asked_for(game="backgammon", dice="typed", opponent="human"), False),
        (asked_for(game="backgammon", length=5, opponent="human"), False),
        (asked_for(game="backgammon", opponent="computer"), False),
        (asked_for(game="backgammon", options=["opening=fresh"], opponent="human"), False),
        (asked_for(game="backgammon", start="W 1:2 | B 24:2", opponent="human"), False),
        (asked_for(game="puff", opponent="human"), False),
        (asked_for(game="backgammon", opponent="human", fresh=True), False),
    ],
)
def test_a_match_goes_on_where_it_is_what_was_asked_for(wishes: Wishes, fits: bool) -> None:
    first, _ = started(asked_for(game="backgammon", length=3, opponent="human", dice="seed:4"))
    match, asked = started(wishes, ["y"] if fits else [])
    assert (match.record == first.record) == fits
    assert any("Go on with it?" in question for question in asked) == fits


def test_a_match_from_an_xgid_goes_on() -> None:
    xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10"
    wishes = asked_for(game="backgammon", start=xgid, opponent="human")
    first, _ = started(wishes)
    assert (first.state.score, first.state.match.length) == ((2, 1), 5)
    second, asked = started(wishes, ["y"])
    assert second.record == first.record
    assert any("Go on with it?" in question for question in asked)


def test_no_begins_anew() -> None:
    wishes = asked_for(game="puff", opponent="human")
    first, _ = started(wishes)
    second, asked = started(wishes, ["maybe", "n"])
    assert len(asked) == 2
    assert second.log is not None
    assert first.log is not None
    assert second.log.path != first.log.path


def test_every_question_before_a_match_can_be_left(capsys: pytest.CaptureFixture[str]) -> None:
    """`quit` leaves there as it does at the table; who answers something else is told so."""
    started(asked_for(game="puff", opponent="human"))
    for given, wrong in (({"game": "puff"}, "maybe"), ({"game": "pin"}, "9"), ({}, "0")):
        fresh = {"fresh": True} if not given else {}
        with pytest.raises(Leave):
            started(asked_for(**given, **fresh), [wrong, " Quit "])
        assert "To leave type “quit”." in capsys.readouterr().out


def test_wrong_wishes_are_refused_before_anything_is_asked() -> None:
    for wishes in (
        asked_for(game="puff", start="x"),
        asked_for(game="puff", dice="x"),
        asked_for(game="puff", options=["x"]),
        asked_for(game="puff", profile="x"),
        asked_for(game="x"),
    ):
        with pytest.raises(Refused):
            started(wishes)
    assert not list(saved_matches.data_folder().rglob("*.jsonl"))


def test_finished_and_unreadable_logs_are_passed_over(home: Path) -> None:
    match, _ = started(asked_for(game="eureka", opponent="human", dice="seed:1"))
    assert match.log.path is not None
    match = Match.resume(match.log.path)
    assert play_out(match)
    match.close()
    (home / "matches" / "99990101-000000-eureka-aaaa.jsonl").write_text("{")
    (home / "matches" / "99990102-000000-eureka-aaaa.jsonl").mkdir()
    assert match.state.phase is Phase.END
    assert saved_matches.unfinished(lambda record: True, lambda path, error: None) is None
    assert len(list((home / "finished").iterdir())) == 1
    assert len(list((home / "matches").iterdir())) == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without pipes that have names")
def test_a_pipe_among_the_matches_is_told_and_passed_over(home: Path) -> None:
    """Nobody writes into it: the program waited for ever."""
    pipe, told = home / "matches" / "99990101-000000-eureka-aaaa.jsonl", list[Path]()
    pipe.parent.mkdir(parents=True)
    os.mkfifo(pipe)
    found = saved_matches.unfinished(lambda record: True, lambda path, error: told.append(path))
    assert (found, told) == (None, [pipe])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without pipes that have names")
def test_habits_and_tutor_that_cannot_be_read_are_none(tmp_path: Path) -> None:
    """A `.tutor` nested deeply ended the program, and it waited for ever for one that is a pipe."""
    deep, piped = tmp_path / "deep.jsonl", tmp_path / "piped.jsonl"
    for ending in (".tutor", ".auto"):
        deep.with_suffix(ending).write_text("[" * 100_000)
        os.mkfifo(piped.with_suffix(ending))
    assert saved_matches.remembered_tutor(deep) == saved_matches.remembered_tutor(piped) == {}
    assert saved_matches.remembered(piped) == ""


def test_a_secret_that_a_crash_kept_back_is_told_before_a_match_is_put_away(home: Path) -> None:
    match, _ = started(asked_for(game="eureka", opponent="human", dice="sealed"), ["a", "b"])
    path, secret = match.log.path, match.secret
    assert path is not None
    match = Match.resume(path)
    assert play_out(match)
    match.close()
    data = path.read_bytes()
    path.write_bytes(data[: data.rindex(b'{"reveal"')])
    secret_path(path).write_text(secret)
    assert saved_matches.unfinished(lambda record: True, lambda path, error: None) is None
    assert [one.name for one in home.rglob("*") if one.is_file()] == [path.name]
    assert (home / "finished" / path.name).read_bytes() == data


def test_the_home_of_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TAVOLA_HOME")
    assert saved_matches.data_folder().name == "tavola"
    monkeypatch.setenv("TAVOLA_HOME", "/x")
    assert saved_matches.new_path("puff").parent == Path("/x/matches")


def test_seeds_are_given_after_the_commitment(capsys: pytest.CaptureFixture[str]) -> None:
    wishes = asked_for(game="puff", dice="sealed", opponent="human", fresh=True)
    match, asked = started(wishes, ["x" * 65, " Ada è qui ", ""])
    typed, drawn = match.record.dice["seeds"]
    assert (typed, match.record.dice["by"]) == ("Ada è qui", ["player", "player"])
    assert re.fullmatch("[0-9a-f]{32}", drawn), "drawn here for who types nothing"
    assert [question.partition(":")[0] for question in asked] == ["White", "White", "Black"]
    told = capsys.readouterr().out
    assert told.index(str(match.record.dice["commitment"])) < told.index("White: type anything")
    alone = asked_for(game="puff", dice="sealed", opponent="computer", colour="black", fresh=True)
    match, asked = started(alone, ["bo"])
    assert match.record.dice["seeds"][1] == "bo"
    assert match.record.dice["by"] == ["program", "player"]


def test_every_kind_of_dice(tmp_path: Path) -> None:
    kinds = {text: setup.dice_source(text).header()["kind"] for text in ("", "typed", "seed:3")}
    assert kinds == {"": "system", "typed": "typed", "seed:3": "seed"}
    assert setup.dice_source("sealed").header()["seeds"] == [None, None]
    for text in (
        "typed:x",
        "sealed:mine",
        "system:",
        "seed:",
        "seed:-1",
        "seed:" + "9" * 19,
        "record:",
        "x",
    ):
        with pytest.raises(Refused, match="bad_dice_source"):
            setup.dice_source(text)
