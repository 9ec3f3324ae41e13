"""Reviews as they are told: sentences, the page, the command line, and the figures of a player."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import lru_cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import Result

from disks import failing
from shell import ran
from tavola.bots.levels import levels_for
from tavola.drawing.curve import WIDTH, Label, Scale, Spot, curve
from tavola.games import GAMES
from tavola.play import log
from tavola.play.random_match import random_playout
from tavola.rules import turn
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.text.record import Record
from tavola.rules.turn.state import Action, Kind
from tavola.server.pages import review_figures
from tavola.server.pages.review_teller import PageTeller, Reader
from tavola.study import likeness
from tavola.study.page import page
from tavola.study.questions import What
from tavola.study.review import Review, Reviewing, review
from tavola.study.review_json import review_from_json
from tavola.study.summary import PR, THRESHOLDS, class_of, summary
from tavola.study.tell import WAYS, Teller, speaker_for
from tavola.study.verdicts import DOES
from tavola.terminal.commands import reviews
from tavola.terminal.exit_codes import INTERRUPTED
from tavola.terminal.screen.console import Terminal
from tavola.words import opinions
from tavola.words.translations import LANGUAGES, Words


@lru_cache(maxsize=8)
def judged(game: str = "backgammon", seed: int = 5, cap: int = 16) -> Review:
    return review(_record(game, seed, cap), depth=0)


def _record(game: str = "backgammon", seed: int = 5, cap: int = 16) -> Record:
    match = MatchRules(length=3, games=None)
    return random_playout(GAMES[game], None, match, seed, cap).record


def teller(found: Review, lang: str = "en", you: int | None = None) -> Teller:
    rules = GAMES[found.game].ruleset(found.options)
    speaker = speaker_for(Words(lang), found, turn.new_match(rules, found.match))
    return Teller(speaker, found, you=you)


# -------------------------------------------------------------------------------------- sentences


def test_an_error_is_told_with_its_number_turn_and_loss() -> None:
    found = judged()
    said = teller(found)
    errors = said.errors()
    one = next(one for one in errors if one.what is What.PLAY)
    number, thrown = errors.index(one) + 1, said.speaker.dice(one.dice or ())
    told = said.error(one, number, len(errors))
    assert re.fullmatch(
        rf"Error {number} of {len(errors)}, turn {one.turn}, throw {thrown}: (White|Black), "
        r"you played [^;]+; [^;]+ was better by \d+\.\d\d points\.",
        told,
    )
    mine = teller(found, you=one.player).error(one, 1, 1)
    assert mine.startswith(f"Error 1 of 1, turn {one.turn}, throw {thrown}: you played ")
    assert f"played {one.done.text}; " in mine
    theirs = teller(found, you=1 - one.player)
    assert re.match(r"(White|Black|Player \d) played ", theirs.fault(one))
    assert [one.n for one in errors] == sorted(one.n for one in errors)


@pytest.mark.parametrize(
    ("loss", "told"), [(0.04, "0,04 point."), (1.99, "1,99 point."), (2.11, "2,11 points.")]
)
def test_in_french_points_are_more_than_one_from_two_on(loss: float, told: str) -> None:
    found = judged()
    one = replace(teller(found).errors()[0], loss=loss)
    for you in (None, one.player, 1 - one.player):
        assert teller(found, "fr", you).fault(one).endswith(f"meilleur de {told}")


@pytest.mark.parametrize(
    ("units", "told"), [(1.9994, "1,999 unité perdue"), (1.9996, "2,000 unités perdues")]
)
def test_so_are_units_that_are_lost_on_average(units: float, told: str) -> None:
    """Of offers there are few: a single bad one may lose more than two games are worth."""
    found = judged()
    one = next(one for one in found.decisions if one.counts)
    few = replace(found, decisions=(replace(one, units=units),))
    assert f"1 décision, en moyenne {told} chacune." in teller(few, "fr").told(one.player)[0]


def test_reasons_say_of_which_play_they_are() -> None:
    """An error names two plays, and "this play" could be either."""
    found = judged()
    said = teller(found)
    plays = [one for one in said.errors() if one.what is What.PLAY]
    why = [said.reasons(one, found.state(one)) for one in plays]
    assert any(why)
    for one, sentences in zip(plays, why, strict=True):
        for line in sentences[:1]:
            assert line.startswith(f"Why {one.best.text}? ")
        assert not any(line.startswith("Why ") for line in sentences[1:])


@pytest.mark.parametrize("game", ["backgammon", "gioul"])
def test_the_points_of_a_loss_are_told_in_units_too(game: str) -> None:
    """The figures are in units: beside a loss stands what it is in them."""
    found = judged(game)
    said = PageTeller(Words("en"), found, Reader(), THRESHOLDS)
    for one in said.errors():
        shown = review_figures.shown(said, one, said.fault(one), whole=True)
        assert shown.amounts.endswith(f": {one.loss:.3f} are {one.units:.3f} units.")


def test_a_loss_and_the_classes_of_losses_have_their_units() -> None:
    """A loss of 0.25 points is no blunder from 0.16 units on where a game brings three points."""
    found = judged("gioul")
    said = PageTeller(Words("en"), found, Reader(), THRESHOLDS)
    assert all(said.fault(one).endswith(" points.") for one in said.errors())
    labels = [row.label for row in review_figures.summary(said)]
    assert "?? blunder, from 0.16 units" in labels
    assert any("blunder (from 0.16 units): " in line for line in said.told(0))


@pytest.mark.parametrize(
    ("game", "anew"), [("gioul", True), ("backgammon", False), ("puff", True), ("snake", True)]
)
def test_the_first_turn_shows_the_throw_that_was_played(game: str, anew: bool) -> None:
    """In many games who has won the throw for the start throws anew."""
    found = judged(game)
    one, *others = review_figures.lines(
        PageTeller(Words("en"), found, Reader(), THRESHOLDS), lambda one: "", 0
    )
    first, second = found.throws[:2]
    assert (first.turn, second.turn == 1) == (1, anew)
    assert one.throw == "-".join(map(str, (second if anew else first).dice))
    assert all(line.throw for line in others)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_way_and_every_player_is_told_in_every_language(lang: str) -> None:
    said = teller(judged(), lang)
    for does in WAYS:
        assert said.words.within("decision", WAYS[does])
    for player in (0, 1):
        told = said.told(player)
        assert len(told) >= 4
        assert all(line.endswith(".") for line in told), told
        assert not any("{" in line for line in told)


def test_an_unfinished_review_and_other_nets_are_told() -> None:
    found = judged()
    assert teller(found).state_of_the_review() == []
    odd = replace(found, finished=False, nets="other")
    assert len(teller(odd).state_of_the_review()) == 2


# ---------------------------------------------------------------------------------------- figures


def test_the_figures_of_a_player_add_up() -> None:
    found = judged()
    for player in (0, 1):
        mine = [one for one in found.decisions if one.player == player and one.counts]
        said = summary(found, player)
        assert said.all.decisions == len(mine)
        assert said.all.units == pytest.approx(sum(one.units for one in mine))
        assert sum(said.errors) == sum(one.units >= THRESHOLDS[0] for one in mine)
        assert said.rating == pytest.approx(PR * said.all.points / said.all.decisions)
        assert said.adjusted is None, "the match goes on"
    assert summary(found, 0).net_luck == pytest.approx(-summary(found, 1).net_luck)
    assert summary(judged("gioul"), 0).rating is None


def test_thresholds_can_be_changed() -> None:
    assert [class_of(units) for units in (0.0, 0.03, 0.1, 0.5)] == [0, 1, 2, 3]
    assert class_of(0.1, (0.2, 0.3, 0.4)) == 0
    found = judged()
    assert summary(found, 0, (1e-9, 1e-8, 90.0)).errors[2] == 0


@pytest.mark.parametrize("player", [-1, 2, None, "0"])
def test_a_review_is_summed_up_for_one_of_two(player: Any) -> None:
    with pytest.raises(ValueError, match="for player 0 or 1"):
        summary(judged(), player)


@pytest.mark.parametrize(
    "thresholds",
    [(), (0.1, 0.2), (0.1, 0.2, 0.3, 0.4), (0.3, 0.2, 0.4), (0.1, 0.1, 0.2), (0.0, 0.1, 0.2)],
)
def test_thresholds_that_do_not_grow_are_refused(thresholds: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="three growing numbers"):
        summary(judged(), 0, thresholds)


def test_a_result_without_luck_needs_an_end() -> None:
    """A game given up at once: its result is known, and so is what is left without the luck."""
    events = (Action(Kind.OPENING, None, (6, 5)),)
    record = Record("backgammon", match=MatchRules(games=None), events=events)
    begun = review(record, 0)
    assert summary(begun, 0).adjusted is None
    side = begun.throws[0].side
    given = (Action(Kind.RESIGN, side, number=1), Action(Kind.ACCEPT, side.other))
    over = review(replace(record, events=(*events, *given)), 0)
    loser = over.games[0].winner == 1
    assert summary(over, 0).result == (-1.0 if loser else 1.0)
    said = summary(over, 0)
    assert said.adjusted == pytest.approx((said.result or 0.0) - over.throws[0].points)
    rows = review_figures.summary(PageTeller(Words("en"), over, Reader(), THRESHOLDS))
    (points,) = [row.cells for row in rows if row.label == "Points of the match without the luck"]
    assert points[0] == opinions.decimal(Words("en"), said.adjusted or 0.0, 2)


def test_the_levels_are_likened_by_their_measured_losses() -> None:
    measured = {name for name in GAMES if likeness.losses(name)}
    assert "backgammon" in measured
    for name in measured:
        known = likeness.losses(name)
        assert set(known) <= {level.name for level in levels_for(GAMES[name].ruleset())}
        assert all(one > other for one, other in pairwise(known.values())), name
        for level, loss in known.items():
            found = likeness.plays_like(name, loss, 100)
            assert known[found] == loss, (name, level)
        assert likeness.plays_like(name, 5.0, 100) == max(known, key=lambda one: known[one])
        assert likeness.plays_like(name, 0.1, likeness.LEAST - 1) == ""


def test_levels_that_lose_alike_are_no_likeness(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file of such a game says so by its figures."""
    monkeypatch.setattr("tavola.games.folder", lambda game: tmp_path)
    for lost, known in (((0.3, 0.2), True), ((0.2, 0.2), False), ((0.2, 0.3), False), ((), False)):
        levels = {f"level {n}": {"loss": loss} for n, loss in enumerate(lost)}
        (tmp_path / likeness.FILE).write_text(json.dumps({"levels": levels}), encoding="utf-8")
        likeness.losses.cache_clear()
        assert bool(likeness.losses("backgammon")) is known
        assert bool(likeness.plays_like("backgammon", 0.2, likeness.LEAST)) is known
    likeness.losses.cache_clear()


# ----------------------------------------------------------------------------------- page, drawing


class _Tags(HTMLParser):
    """What a page is made of."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


@pytest.mark.parametrize("game", ["backgammon", "gioul", "catch-me", "doublets", "pin"])
def test_the_page_stands_alone(game: str) -> None:
    found = judged(game, 5, 8)
    text = page(found, teller(found, "fr"))
    parser = _Tags()
    parser.feed(text)
    names = [name for name, _ in parser.tags]
    assert not {"script", "link", "img", "iframe", "object"} & set(names)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)
    assert "url(" not in text.replace("url(#", "")
    assert '<html lang="fr">' in text
    assert "prefers-color-scheme:dark" in text
    errors = len(teller(found).errors())
    assert names.count("article") == errors
    boards = [attrs for name, attrs in parser.tags if name == "svg" and attrs["class"] == "board"]
    assert len(boards) == errors
    assert all("title" in names[n + 1 : n + 2] for n, name in enumerate(names) if name == "svg")


def test_the_names_of_players_cannot_break_the_page() -> None:
    found = replace(judged(), players=("<script>", '"&'))
    text = page(found, teller(found))
    assert "<script>" not in text
    assert "&lt;script&gt;" in text


def test_the_curve_shows_values_errors_and_ends() -> None:
    spots = [Spot(1, 0.5), Spot(9, 0.9), Spot(20, 1.4)]
    scale = Scale(0.0, 0.5, 1.0, ("0", "50", "100"))
    drawn = curve(spots, scale, marks=[Label(9, "1 ??")], ends=[Label(20, "Game 1")], title="a<b")
    tree = ElementTree.fromstring(drawn)
    texts = [one.text for one in tree.iter() if one.tag.endswith("text")]
    assert texts == ["0", "50", "100", "Game 1", "1 ??"]
    assert ElementTree.fromstring(curve([], scale)) is not None


def test_errors_are_marked_on_the_curve_and_inside_the_picture() -> None:
    """Between two throws, before the first and after the last, where the curve goes on level."""
    marks = [Label(at, "?") for at in (1, 5, 9, 30)]
    scale = Scale(0.0, 0.5, 1.0, ("0", "50", "100"))
    drawn = curve([Spot(2, 0.5), Spot(8, 1.4), Spot(10, 0.0)], scale, marks=marks)
    (way,) = re.findall(r'd="M([^"]+)" class="curve"', drawn)
    points = [tuple(map(float, point.split())) for point in way.split("L")]
    errors = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', drawn)
    (first, fifty), (second, top), (third, bottom), (end, level) = points
    assert (end, level) == (WIDTH - 16, bottom)
    on_it = [((56 + first) / 2, fifty), ((first + second) / 2, (fifty + top) / 2)]
    on_it += [((second + third) / 2, (top + bottom) / 2), (end, level)]
    assert [float(part) for error in errors for part in error] == pytest.approx(
        [part for point in on_it for part in point], abs=0.1
    )


@pytest.mark.parametrize(
    ("lang", "name"),
    [("en", "Computer (Club player)"), ("fr", "Ordinateur (Joueur de club)")],
)
def test_the_computer_is_called_as_people_call_it(lang: str, name: str) -> None:
    found = replace(judged(), players=("Anna", "computer:club"))
    said = teller(found, lang)
    assert said.player(0) == "Anna"
    assert said.player(1) == name
    assert "computer:" not in page(found, said)


def test_a_figure_that_one_player_lacks_is_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    """As whoever is weaker than every level has no Elo: a cell without anything says nothing."""
    said = PageTeller(Words("en"), judged(), Reader(), THRESHOLDS)
    both = [replace(said.summary(0), elo=None, like="casual"), replace(said.summary(1), elo=1900)]
    monkeypatch.setattr(PageTeller, "summary", lambda self, player: both[player])
    rows = {row.label: row.cells for row in review_figures.summary(said)}
    assert rows["Elo, about"] == ("\N{EN DASH}", "1900")
    assert all(cell for cells in rows.values() for cell in cells)


@pytest.mark.parametrize("ats", [(0.0, 30.0), (28, 29, 30), (0, 1, 2)])
def test_no_label_of_an_error_is_cut_by_the_edge(ats: tuple[float, ...]) -> None:
    scale = Scale(0.0, 0.5, 1.0, ("0", "50", "100"))
    for width in (360.0, WIDTH):
        drawn = curve([Spot(30, 0.5)], scale, marks=[Label(at, "?") for at in ats], width=width)
        boxes = re.findall(r'<rect x="([\d.-]+)" y="1" width="([\d.]+)"', drawn)
        assert len(boxes) == len(ats)
        for left, wide in boxes:
            assert float(left) >= 1
            assert float(left) + float(wide) <= width - 1


# ----------------------------------------------------------------------------------- command line


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "match.json"
    log.write(path, _record(cap=6))
    return path


def _run(*arguments: object) -> Result:
    return ran("review", *map(str, arguments))


def test_the_command_tells_a_review(file: Path) -> None:
    found = _run(file, "--depth", 0, "--plain")
    assert found.exit_code == 0, found.output
    lines = found.stdout.splitlines()
    assert lines[0] == "Review: Backgammon"
    assert any(line.startswith("Luck of the dice: ") for line in lines)
    strict = _run(file, "--depth", 0, "--plain", "--thresholds", "0.0001,50,60").stdout
    assert strict.count("was better by") >= found.stdout.count("was better by")
    assert "No errors." in _run(file, "--depth", 0, "--plain", "--thresholds", "50,60,70").stdout


def test_json_can_be_read_again_and_gone_on_with(file: Path, tmp_path: Path) -> None:
    printed = _run(file, "--depth", 0, "--json").stdout
    found = review_from_json(json.loads(printed))
    assert found.depth == 0
    earlier = tmp_path / "earlier.json"
    earlier.write_text(printed, encoding="utf-8")
    again = _run(file, "--depth", 0, "--json", "--before", earlier).stdout
    assert again == printed


def test_a_page_is_written_whole_or_not_at_all(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    html = tmp_path / "review.html"
    found = _run(file, "--depth", 0, "--html", html)
    assert (found.exit_code, found.stdout) == (0, "")
    assert html.read_text(encoding="utf-8").startswith("<!doctype html>")
    html.write_text("before", encoding="utf-8")
    with monkeypatch.context() as patch:
        failing(patch)
        full = _run(file, "--depth", 0, "--html", html)
    assert full.exit_code == 2
    assert html.read_text(encoding="utf-8") == "before"


def test_a_damaged_record_is_told_up_to_its_error(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").split("\n")
    at = next(n for n, line in enumerate(lines) if line.startswith('{"do"')) + 5
    file.write_text("\n".join([*lines[:at], "{{{", *lines[at:]]), encoding="utf-8")
    found = _run(file, "--depth", 0, "--plain")
    assert found.exit_code == 0
    assert found.stdout.startswith("Review: Backgammon")
    assert f"line {at + 1}" in found.stderr


@pytest.mark.parametrize(
    "arguments", [["--depth", 3], ["--thresholds", "3,2,1"], ["--depth", 1, "--budget", 100]]
)
def test_nonsense_is_refused(file: Path, arguments: list[object]) -> None:
    found = _run(file, *arguments)
    assert found.exit_code == 2
    assert found.stderr.strip()
    assert "Traceback" not in found.stderr


def test_ctrl_c_leaves_what_there_is(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answered = Reviewing._answer
    calls: list[int] = []

    def interrupted(self: Reviewing, question: object) -> None:
        calls.append(1)
        if len(calls) == 5:
            raise KeyboardInterrupt
        answered(self, question)  # type: ignore[arg-type]

    monkeypatch.setattr(Reviewing, "_answer", interrupted)
    wishes = reviews.Wishes(file, 0, thresholds=THRESHOLDS, as_json=True)
    code = reviews.review(Terminal(plain=True), Words("en"), wishes)
    found = review_from_json(json.loads(capsys.readouterr().out))
    assert code == INTERRUPTED
    assert not found.finished
    assert len(found.decisions) + len(found.throws) == 4


def test_a_review_that_has_judged_nothing_yet_knows_of_no_errors(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It said “No errors.” beside that it is unfinished."""

    def interrupted(self: Reviewing, question: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Reviewing, "_answer", interrupted)
    wishes = reviews.Wishes(file, 0, thresholds=THRESHOLDS)
    assert reviews.review(Terminal(plain=True), Words("en"), wishes) == INTERRUPTED
    told = capsys.readouterr().out
    assert "This review is unfinished" in told
    assert "No errors." not in told


def test_whatever_a_way_does_can_be_told() -> None:
    assert set(DOES) - set(WAYS) == {"play", "illegal", "name", "choose"}
    assert set(WAYS) <= set(DOES)


def test_what_rounds_to_nothing_has_no_minus() -> None:
    """A match without luck left over ended "-0,00" points for one and "+0,00" for the other."""
    for value in (-0.0004, -0.0, 0.0004):
        assert opinions.decimal(Words("de"), value, 2) == "+0,00"
    assert opinions.decimal(Words("de"), -0.0004, 4) == "−0,0004"
