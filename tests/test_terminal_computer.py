"""The computer at the table: its levels in questions and records, its nets, what it thinks."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from nets import keep, random_weights
from tavola.bots import levels, rule_of_thumb, shipped_nets
from tavola.bots.adviser import Adviser
from tavola.bots.levels import NAMES
from tavola.bots.ratings import ratings_of
from tavola.games import GAMES
from tavola.play import log
from tavola.play.dice import SeededDice
from tavola.play.log import FileLog
from tavola.play.match import Match
from tavola.rules.kernel import backend
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Ruleset
from tavola.rules.text.record import Record
from tavola.terminal.match import computer, play_command
from tavola.terminal.match import computer as computers
from tavola.terminal.match.computer import COMPUTER, Computer, read, seated
from tavola.terminal.match.setup import Wishes, begin, checked
from tavola.words import LANGUAGES, Words
from terminals import Scripted, asked_for
from test_terminal_session import new_session, play

WEIGHTS = random_weights()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder, one folder with the net of backgammon, and no exact tables."""
    monkeypatch.setenv("TAVOLA_HOME", str(tmp_path))
    monkeypatch.setattr(computers, "tables_for", lambda *_: None)
    keep(tmp_path, "backgammon", WEIGHTS, monkeypatch)
    yield tmp_path
    shipped_nets.forget()


def started(wishes: Wishes, answers: Sequence[str] = (), lang: str = "en") -> tuple[Match, str]:
    """The match that comes about, closed again, and the last question."""
    waiting = list(answers)
    terminal = Scripted(lambda: waiting.pop(0) if waiting else None)
    words = Words(lang)
    match = begin(terminal, words, *checked(words, wishes))
    match.close()
    assert not waiting
    return match, terminal.prompts[-1] if terminal.prompts else ""


# ---------------------------------------------------------------------------------------- levels


@pytest.mark.plain
@pytest.mark.no_cover
def test_the_level_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    wishes = asked_for(game="backgammon", fresh=True)
    match, asked = started(wishes, ["1", ""])
    assert asked == "How strong?"
    assert match.record.players == ("", "computer:casual")
    told = capsys.readouterr().out
    worth = f"(Elo\N{NO-BREAK SPACE}{ratings_of('backgammon')['casual']})"
    assert f"3: Casual player: plays decently, with some errors {worth} (usual)" in told
    assert ("only these levels answer" in told) == (not backend.compiled)
    assert started(wishes, ["1", "7", "6"])[0].record.players == ("", "computer:master")
    black = asked_for(game="backgammon", fresh=True, colour="black", opponent="computer")
    assert started(black, ["1"])[0].record.players == ("computer:beginner", "")


def test_the_level_may_be_said() -> None:
    for lang, text, name in (
        ("en", "computer:club", "club"),
        ("it", "computer:Maestro", "master"),
        ("fr", "computer:debutant", "beginner"),
        ("de", "computer:Lehrling", "novice"),
    ):
        wishes = asked_for(game="backgammon", opponent=text, fresh=True)
        match, asked = started(wishes, lang=lang)
        assert match.record.players == ("", f"computer:{name}")
        assert not asked


@pytest.mark.parametrize("text", ["nobody", "computer:", "computer:god", "human:club", ":club"])
def test_no_opponents(text: str) -> None:
    with pytest.raises(Refused, match="bad_opponent"):
        read(text, Words("it"))


def test_where_levels_do_not_differ(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for game in ("doublets", "eureka"):
        keep(home, game, WEIGHTS, monkeypatch)
    match, asked = started(asked_for(game="doublets"), ["1"])
    assert asked == "Who plays?"
    assert match.record.players == ("", "computer:master")
    assert seated("computer:casual", "eureka", GAMES["eureka"].rules) == "computer:expert"
    assert seated("computer", "backgammon", Ruleset()) == COMPUTER


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("installed", [True, False])
def test_the_menu_says_which_levels_are_slow(
    compiled: bool, installed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "backend", SimpleNamespace(compiled=compiled))
    monkeypatch.setattr(backend, "numba_installed", lambda: installed)
    told = computer.slowness(Words("en"), Ruleset())
    assert bool(told) == (not compiled)
    if not compiled:
        assert ("background" in told) == installed
        assert "Expert" in told
        assert "Master" not in told


# ---------------------------------------------------------------------------------- without nets


def test_without_a_net_it_plays_by_the_rule_of_thumb(capsys: pytest.CaptureFixture[str]) -> None:
    match, asked = started(asked_for(game="puff"), ["1"])
    assert asked == "Who plays?"
    assert match.record.players == ("", COMPUTER)
    assert "There is no net for this game" in capsys.readouterr().out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_damaged_net_is_told_once(
    lang: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "backgammon.net").write_bytes(b"nothing")
    shipped_nets.forget()
    players = ("", "computer:master")
    session = new_session(["", "24/15", "", "quit"], lang=lang, dice=SeededDice(3), players=players)
    play(session)
    told = capsys.readouterr().out
    problem = Words(lang).text(computer.PROBLEMS[shipped_nets.Problem.DAMAGED])
    assert told.count(problem) == 1
    thumbs = new_session(["", "24/15", "", "quit"], dice=SeededDice(3), players=("", COMPUTER))
    play(thumbs)
    assert session.match.record.events == thumbs.match.record.events


def test_old_records_mean_the_rule_of_thumb() -> None:
    match = Match.start(Record("backgammon", players=(COMPUTER, COMPUTER)), SeededDice(3))
    match.throw()
    computer = Computer(match, Scripted(lambda: None), Words("en"))
    assert computer.prepare() == []
    assert computer.choose(match.state) == rule_of_thumb.choose(match.state)


# --------------------------------------------------------------------------------------- matches


def test_a_match_goes_on_at_its_level(home: Path) -> None:
    wishes = asked_for(game="backgammon", opponent="computer:novice", dice="seed:4")
    first, _ = started(wishes)
    for text in ("computer:novice", "computer", ""):
        again, asked = started(asked_for(game="backgammon", opponent=text), ["y"])
        assert again.record.players == first.record.players == ("", "computer:novice")
        assert "Go on with it?" in asked
    other = asked_for(game="backgammon", opponent="computer:expert")
    assert started(other)[0].record.players == ("", "computer:expert")
    assert first.log.path is not None
    assert log.load(first.log.path).players == ("", "computer:novice")


def test_the_same_match_gets_the_same_errors(home: Path) -> None:
    """The seed belongs to the log, so a resumed match goes on with it."""
    told = list[int]()
    for name in ("a", "a", "b"):
        match = Match.start(
            Record("backgammon", players=("computer:beginner",) * 2),
            SeededDice(3),
            home / "matches" / f"{name}{len(told)}.jsonl",
        )
        assert isinstance(match.log, FileLog)
        match.close()
        match.log.path = home / f"{name}.jsonl"
        computer = Computer(match, Scripted(lambda: None), Words("en"))
        told.append(computer._seed())
    assert told[0] == told[1] != told[2]


@pytest.mark.plain
@pytest.mark.no_cover
@pytest.mark.parametrize("name", NAMES if backend.compiled else NAMES[:5])
def test_every_level_plays_at_the_table(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    players = ("", f"computer:{name}")
    session = new_session(["", "24/15", "", "quit"], dice=SeededDice(3), players=players)
    play(session)
    told = capsys.readouterr().out
    assert "The computer throws" in told
    assert len(session.match.record.events) > 6


def test_an_unknown_level_of_a_newer_version_plays_as_usual() -> None:
    match = Match.start(Record("backgammon", players=("", "computer:god")), SeededDice(3))
    computer = Computer(match, Scripted(lambda: None), Words("en"))
    player = computer._player("computer:god")
    assert player is not None
    assert player.level.name == "casual"


def test_a_decision_cut_by_the_clock_is_told_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match = Match.start(Record("backgammon", players=("computer:club",) * 2), SeededDice(3))
    match.throw()
    computer = Computer(match, Scripted(lambda: None), Words("en"))
    player = computer._player("computer:club")
    assert player is not None
    choose = player.choose

    def slowly(state: Any) -> Any:
        found = choose(state)
        player.adviser.late = True
        return found

    monkeypatch.setattr(player, "choose", slowly)
    for _ in range(3):
        computer.choose(match.state)
    told = "The computer looks less far ahead than it should: that would take more than 5 seconds."
    assert capsys.readouterr().out == f"{told}\n"


def test_tables_are_computed_with_a_bar(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def made(rules: Ruleset, tell: Any) -> None:
        for done in (0, 5, 10):
            tell(done, 10)

    monkeypatch.setattr(computers, "tables_for", made)
    for plain in (True, False):
        match = Match.start(Record("backgammon", players=("", "computer:club")), SeededDice(3))
        computer = Computer(match, Scripted(lambda: None, plain=plain), Words("en"))
        assert computer.prepare() == []
        assert computer.prepare() == []
        told = capsys.readouterr().out
        assert told.count("The exact tables of this game are being computed, this once.") == 1
        assert told.count("The tables are there.") == 1


def test_a_person_may_interrupt_its_thinking(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C while the computer thinks: the match is stored and goes on next time."""

    def interrupted(computer: Computer, state: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(Computer, "choose", interrupted)
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\n\n\n"))
    given = {"game": "backgammon", "opponent": "computer:club", "dice": "seed:4"}
    assert play_command.play(Words("en"), True, given) == 0
    assert capsys.readouterr().out.endswith("The match is stored and goes on next time.\n")


# ----------------------------------------------------------------------------- what it thinks


def asked(
    capsys: pytest.CaptureFixture[str], *lines: str, game: str = "backgammon", **how: Any
) -> list[str]:
    play(new_session(lines, game=game, **how))
    return capsys.readouterr().out.splitlines()


NUMBER = r"[+−]\d+\.\d{3}"
SHARE = r"\d{1,3}\.\d%"


def test_a_hint_lists_plays(capsys: pytest.CaptureFixture[str]) -> None:
    told = asked(capsys, "5-3", "hint", "quit")
    first, *others = (line for line in told if re.match(r"[1-5]: ", line))
    best = first.split(": ")[1].rstrip(".")
    assert any(line.startswith(f"Best: {best}") for line in told)
    lost = r"(as good|gives away \d\.\d{2,3})"
    assert [bool(re.fullmatch(rf"\d: \S+( \S+)?, {lost}\.", x)) for x in others] == 4 * [True]
    told = asked(capsys, "5-3", "hint more", "quit")
    lines = [line for line in told if ", equity " in line]
    assert len(lines) == 5
    chances = rf"wins {SHARE}, gammon {SHARE}, backgammon {SHARE}\."
    assert all(
        re.fullmatch(rf"[1-5]: \S+( \S+)?, equity {NUMBER}: {chances}", line) for line in lines
    )
    drawn = asked(capsys, "5-3", "hint", "quit", plain=False)
    (head,) = (n for n, line in enumerate(drawn) if line.split()[:2] == ["Play", "Equity"])
    assert re.search(rf"^ *1 +\S+/\S+ .*{NUMBER} .*{SHARE}", drawn[head + 1])


EQUITY = rf"equity ({NUMBER})"


def test_a_play_is_compared_with_the_best(capsys: pytest.CaptureFixture[str]) -> None:
    listed = [x for x in asked(capsys, "5-3", "hint", "quit") if re.match(r"\d: ", x)]
    plays = [line.split(": ")[1].rstrip(".").split(", ")[0] for line in listed]
    told = asked(capsys, "5-3", f"hint {plays[0]}", "quit")
    assert f"{plays[0]} is the best play." in told
    worst = rf"{re.escape(plays[-1])} (gives away 0\.\d+ against|is as good as) {plays[0]}\."
    for typed in (["hint 5"], [f"hint {plays[-1]}"]):
        told = asked(capsys, "5-3", "hint more", *typed, "quit")
        assert any(re.fullmatch(worst, line) for line in told), told
        # As the list has it: both were looked at equally deeply.
        (again,) = (line for line in told if line.startswith(f"{plays[-1]}, equity"))
        assert f"5: {again}" in told
    told = asked(capsys, "5-3", "hint 13/10", "quit")  # half a play
    assert re.search(r"13/\S+.* (is the best play|gives away|is as good as)", "\n".join(told))
    told = asked(capsys, "5-3", "hint 6/1", "quit")
    assert any(line.startswith("Point 1 is closed") for line in told)
    assert not any(", equity " in line for line in told)


def test_hint_and_chances_agree(capsys: pytest.CaptureFixture[str]) -> None:
    """Also where the play is forced, and they say how far ahead was looked."""
    forced = "W bar:1 19:14 | B 24:2 13:5 8:3 6:5 | W"
    for dice, start in (("5-3", ""), ("6-4", forced)):
        told = asked(capsys, dice, "hint more", "chances", "quit", start=start)
        first = next(line for line in told if line.startswith("1: "))
        said = next(line for line in told if line.startswith("White: equity"))
        found, other = re.search(EQUITY, first), re.search(EQUITY, said)
        assert found is not None
        assert other is not None
        assert found[1] == other[1]
        looked = [x for x in told if x.startswith(("Looked ", "Judged at sight"))]
        assert len(looked) == 2
        assert len(set(looked)) == 1


def test_a_number_plays_what_a_hint_lists(capsys: pytest.CaptureFixture[str]) -> None:
    listed = [x for x in asked(capsys, "5-3", "hint", "quit") if x.startswith("2: ")]
    play_of_it = listed[0].split(": ")[1].split(", ")[0]
    session = play(new_session(["5-3", "hint", "2"]))
    assert session.state == play(new_session(["5-3", play_of_it])).state


def test_thinking_may_be_interrupted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C ends a hint, not the match."""

    def interrupted(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(Adviser, "candidates", interrupted)
    told = asked(capsys, "5-3", "hint", "chances", "pips", "quit")
    assert told.count("Interrupted.") == 2
    assert any(line.startswith("Pips: ") for line in told)


def test_tables_may_be_done_without(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(rules: Ruleset, tell: Any) -> None:
        tell(0, 10)
        raise KeyboardInterrupt

    monkeypatch.setattr(computers, "tables_for", interrupted)
    for plain in (True, False):
        told = asked(capsys, "5-3", "hint", "hint", "quit", plain=plain)
        assert told.count("This time the game goes on without the tables.") == 1
        assert "The tables are there." not in told


@pytest.mark.parametrize("game", ["doublets", "mexican"])
def test_where_numbers_mean_something_else(
    game: str, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A tower or a double: there a line of a list is called with a sign."""
    keep(home, game, WEIGHTS, monkeypatch)
    told = asked(capsys, "5-3", "2-1", "hint", "#1", "quit", game=game)
    assert any(line.startswith("#1: ") for line in told)
    assert any("chooses a double" in line or "breaks up" in line for line in told), told


def test_a_hint_about_the_cube(capsys: pytest.CaptureFixture[str]) -> None:
    told = asked(capsys, "5-3", "8/3 6/3", "", "hint", "double", "hint", "quit")
    assert any(re.match(rf"Equities: no double {NUMBER}, double and take", x) for x in told)
    assert any(re.match(rf"Equities: take {NUMBER}, drop −1\.000\.", x) for x in told)


def test_chances_of_both_sides(capsys: pytest.CaptureFixture[str]) -> None:
    told = asked(capsys, "chances", "5-3", "evaluate", "quit")
    for player in ("White", "Black"):
        pattern = rf"{player}: wins {SHARE}, gammon {SHARE}, backgammon {SHARE}\."
        assert len([line for line in told if re.fullmatch(pattern, line)]) == 2
    assert len([x for x in told if re.fullmatch(rf"White: equity {NUMBER}\.", x)]) == 2


@pytest.mark.parametrize(
    ("lang", "number"), [("it", "vince 5"), ("de", "%"), ("fr", "%"), ("en", "%")]
)
def test_numbers_of_the_language(
    lang: str, number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = "\n".join(asked(capsys, "5-3", "hint", "chances", "quit", lang=lang))
    sign = "." if lang == "en" else ","
    assert re.search(rf"[+−]\d+{re.escape(sign)}\d\d\d", told)
    assert ("\u00a0%" in told) == (lang in ("de", "fr"))
    assert number[-1] in told


@pytest.mark.parametrize("game", ["acey-deucey", "eureka", "reverse", "free-choice", "mexican"])
@pytest.mark.parametrize("plain", [True, False])
def test_other_scores_and_choices(
    game: str,
    plain: bool,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Amounts, names of throws and chosen doubles; in every language without a gap."""
    keep(home, game, WEIGHTS, monkeypatch)
    dice = ["name 6-5"] if game == "free-choice" else ["5-3", "2-1"]
    for lang in LANGUAGES:
        lines = ["hint", "chances", dice[0], "hint", *dice[1:], "hint", "chances", "quit"]
        told = asked(capsys, *lines, game=game, lang=lang, plain=plain)
        text = "\n".join(told)
        assert "%" in text
        assert "{" not in text
        if plain:
            assert all(line.endswith((".", "?", "!")) for line in told[1:] if line), told


def test_hints_without_a_net_and_after_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    told = asked(capsys, "5-3", "hint", "chances", "quit", game="puff")
    assert told.count("There is no net for this game: the computer plays by a rule of thumb.") == 2
    match = MatchRules(games=2)
    told = asked(capsys, "5-3", "resign", "accept", "hint", "quit", match=match)
    assert told.count("Black wins by resignation: 1 point.") == 2
    assert "There is nothing to choose now." in asked(capsys, "hint", "quit")
