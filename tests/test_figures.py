"""The measuring machine: rows that can be interrupted, and a page made of results alone."""

from __future__ import annotations

import multiprocessing
import random
import shutil
import statistics
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from scripts.figures import boards, errors, frontier, run, store, text
from scripts.figures.bot import Bot
from scripts.figures.duel import Cast, guesser, play
from scripts.figures.every_game import rows_of
from scripts.figures.every_row import all_rows
from scripts.figures.measured_games import rules_of
from scripts.figures.nets import weights_for
from scripts.figures.picture import Point, drawn
from scripts.figures.rows import FEW, Options, Row
from scripts.figures.settings import written
from scripts.figures.store import Record, Sum

from tavola.bots.arena.duel import Duel, Duellist
from tavola.bots.levels import levels_for
from tavola.bots.net.file import Net
from tavola.games import GAMES
from tavola.rules.kernel.backend import compiled
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Side

needs_nets = pytest.mark.skipif(not compiled, reason="nets take too long")
START = [[0] * 5 + [5, 0, 3] + [0] * 4 + [5] + [0] * 10 + [2, 0]] * 2


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for the results of each test."""
    monkeypatch.setenv("TAVOLA_FIGURES", str(tmp_path / "figures"))
    monkeypatch.setenv("TAVOLA_CACHE", str(tmp_path / "cache"))
    return tmp_path / "figures"


def _noise(row: Row, options: Options) -> Callable[[int], dict[str, list[float]]]:
    def step(unit: int) -> dict[str, list[float]]:
        rng = random.Random(row.seed + unit)
        return {"points": [rng.gauss(0.1, 1.0) for _ in range(3)], "other": [float(unit)]}

    return step


def _row(**changes: Any) -> Row:
    return replace(Row("puff/noise", _noise, {"depth": 0}, most=6, minutes=5.0), **changes)


def _measure(row: Row, options: Options | None = None, units: int | None = None) -> Record:
    options = options or Options()
    return run.measure(row, options, "test", lambda share, figure: None, run.Stop(), units)


# ------------------------------------------------------------------------------------------- rows


def test_sums_are_means_and_errors() -> None:
    rng = random.Random(1)
    values = [rng.gauss(3.0, 2.0) for _ in range(50)]
    found = Sum()
    for value in values:
        found.add(value)
    assert found.mean == pytest.approx(statistics.mean(values))
    assert found.error == pytest.approx(statistics.stdev(values) / 50**0.5)


def test_an_interrupted_row_goes_on(folder: Path) -> None:
    whole = _measure(_row())
    assert whole.complete
    assert whole.done == 6
    store.path_of("puff/noise").unlink()
    part = _measure(_row(), units=2)
    assert not part.complete
    assert store.load("puff/noise") == part
    after = _measure(_row())
    assert after.complete
    assert after.sums == whole.sums


def test_a_row_that_is_asked_to_stop_is_stored() -> None:
    stop, units = run.Stop(), []

    def prepare(row: Row, options: Options) -> Any:
        def step(unit: int) -> dict[str, list[float]]:
            units.append(unit)
            stop.asked = unit == 2
            return {"points": [1.0]}

        return step

    with pytest.raises(run.Stopped):
        run.measure(_row(prepare=prepare), Options(), "", lambda *_: None, stop)
    stored = store.load("puff/noise")
    assert stored is not None
    assert stored.done == 3
    assert units == [0, 1, 2]


def test_a_row_that_has_enough_keeps_when_and_where_it_was_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = _measure(_row())
    monkeypatch.setattr(store, "commit", lambda: "another")
    assert _measure(_row()) == whole == store.load("puff/noise")


def test_rows_of_a_process_that_died_are_named() -> None:
    """As the system does where memory runs out: what is not measured is no success."""

    def kill() -> None:
        killed = set[int | None]()
        while len(killed) < jobs:
            for process in set(multiprocessing.active_children()) - others:
                process.kill()
                killed.add(process.pid)
            time.sleep(0.01)

    jobs, others = 2, set(multiprocessing.active_children())
    rows = [all_rows()[f"{game}/top-random"] for game in ("eureka", "puff")]
    threading.Thread(target=kill, daemon=True).start()
    problems = run.run(rows, Options(), "test", jobs)
    assert [problem.partition(":")[0] for problem in problems] == [row.name for row in rows]


def test_other_settings_begin_anew() -> None:
    _measure(_row())
    assert run.up_to_date(_row(), Options())
    changed = _row(settings={"depth": 1})
    assert not run.up_to_date(changed, Options())
    assert run.begun(changed, Options()).done == 0


def test_a_row_ends_when_it_is_close_enough() -> None:
    found = _measure(_row(most=None, least=30, target=0.2))
    assert found.error("points") <= 0.2
    assert found.sums["points"].n >= 30
    assert _measure(_row(name="puff/other", most=None), Options(minutes=0.0)).done == 0


def test_time_alone_does_not_end_a_row_of_two_values() -> None:
    slow = _measure(_row(most=None), Options(minutes=1e-9))
    assert slow.known("points") >= FEW
    assert slow.done == 2


def test_a_difference_ends_when_it_is_clear() -> None:
    row = _row(most=None, least=12, clear=4.0)
    found = _measure(row, Options(minutes=1000.0))
    assert found.mean("points") >= 4.0 * found.error("points")
    assert found.sums["points"].n >= 12
    assert row.shown(found)
    one = _measure(_row(name="puff/one", most=1, clear=4.0))
    assert not row.shown(one), "three values around 0.1 show nothing"
    two = Record("puff/two", {})
    two.add({"points": [0.1, 0.1]})
    assert not row.shown(two), "that two are alike shows nothing either"
    assert not row.shown(Record("puff/none", {}))


def test_the_page_names_levels_that_are_not_shown_to_differ() -> None:
    levels = [row for row in all_rows().values() if row.clear]
    clear = Record(levels[0].name, levels[0].key(Options()), done=1, complete=True)
    clear.add({"points": [0.5, 0.6, 0.7, 0.6] * 3})
    clear.save()
    page = text.write(Options()).read_text(encoding="utf-8")
    assert f"Of {len(levels)} differences {len(levels) - 1} are not shown" in page
    assert f"{levels[1].game} {levels[1].measure}" in page


def test_a_record_says_where_it_comes_from() -> None:
    _measure(_row())
    stored = store.load("puff/noise")
    assert stored is not None
    assert stored.about["command"] == f"test {stored.row}"
    assert {"commit", "date", "machine"} <= set(stored.about)


def test_every_row_has_a_name_of_its_own() -> None:
    names = all_rows()
    assert {name.partition("/")[0] for name in names} == {*GAMES, "review"}
    assert len(names) > 10 * len(GAMES)


@needs_nets
def test_a_real_row_gives_the_same_sums_in_pieces(tmp_path: Path) -> None:
    rules = GAMES["french-2"].ruleset()
    path = tmp_path / "fresh.net"
    Net.fresh(rules, 1).save(path)
    row = replace(rows_of("french-2")[0], minutes=1e6, most=3)
    options = Options(net=path)
    _measure(row, options, units=1)
    pieces = _measure(row, options)
    store.path_of(row.name).unlink()
    assert _measure(row, options).sums == pieces.sums
    assert pieces.mean("unit") == 1.0


# ------------------------------------------------------------------------------------------- page


@needs_nets
def test_the_page_says_what_is_stored_and_what_is_not() -> None:
    row = all_rows()["puff/character"]
    record = Record(row.name, row.key(Options()), done=1, complete=True)
    for _ in range(3):
        record.add({"first": [0.5, 0.7], "unit": [2.0, 1.0], "turns": [90, 100], "gammon": [0, 1]})
    record.done = 1
    record.save("a command")
    page = text.write(Options()).read_text(encoding="utf-8")
    line = next(line for line in page.splitlines() if line.startswith("| puff |"))
    assert "1.50 ± 0.22" in line
    assert "+0.400 ± 0.030" in line
    assert "50.0 % ± 22.4" in line
    assert "not measured" in line
    assert "†" not in line
    record.key = {"another": "net"}
    record.save()
    assert "+0.400 ± 0.030 †" in text.write(Options()).read_text(encoding="utf-8")


# ------------------------------------------------------------------------------------ measurements


def test_the_luckiest_play_is_no_error() -> None:
    """Three equal plays with much noise: what is found is nothing on average."""
    rng, found = random.Random(5), []
    for _ in range(400):
        found.append(errors.loss([[rng.gauss(0, 1) for _ in range(3)] for _ in range(12)]))
    assert abs(statistics.mean(found)) < 4 * statistics.stdev(found) / 20
    clear = [[0.0, 0.3 + rng.gauss(0, 0.01), -0.5] for _ in range(12)]
    assert errors.loss(clear) == pytest.approx(0.3, abs=0.02)
    assert errors.loss([]) == 0.0


def test_boards_are_positions() -> None:
    rules = GAMES["backgammon"].ruleset()
    start = Position.start(rules)
    assert boards.row_of(START) == start.row
    assert boards.board_of(start) == START
    board = [[0] * 20 + [1, 1, 0, 0, 2], [3, *[0] * 4, 5, 0, 4, *[0] * 15, 1, 0]]
    assert boards.board_of(Position(boards.row_of(board))) == board
    there = boards.board_of_row(boards.row_of(board), Side.BLACK)
    assert there == (tuple(board[1]), tuple(board[0]))


@needs_nets
def test_the_bot_answers_the_referee() -> None:
    bot = Bot(Net.fresh(GAMES["backgammon"].ruleset(), 1).weights, 0)
    asked: dict[str, Any] = {"type": "move", "board": START, "dice": [6, 5], "cube": 1}
    opponent, me = bot.choose({**asked, "cube_owner": "centre"})["board"]
    assert sum(i * n for i, n in enumerate(START[1])) - sum(i * n for i, n in enumerate(me)) == 11
    assert sum(opponent) == sum(me) == 15
    for owner in ("centre", "me"):
        assert isinstance(
            bot.choose({**asked, "type": "double", "cube_owner": owner})["double"], bool
        )
    match = {"match_length": 5, "score": [3, 1], "crawford": False}
    assert isinstance(
        bot.choose({**asked, **match, "type": "take", "cube_owner": "opp"})["take"], bool
    )


@needs_nets
def test_games_of_the_state_machine_are_fair() -> None:
    rules = rules_of("french-2")
    weights = Net.fresh(rules, 1).weights
    judge = Duel(rules, Duellist(weights), Duellist(weights))
    one, other = (play(rules, guesser(1), guesser(2), 3, judge) for _ in range(2))
    assert one == other
    assert one.finished
    assert abs(one.points) == 1.0


@needs_nets
def test_a_pair_of_games_is_the_same_after_others() -> None:
    """Units of work depend on their number alone, also where somebody has resigned before."""
    rules, weights = rules_of("eureka"), weights_for("eureka")
    one, two = (written(level) for level in levels_for(rules)[:2])
    cast = Cast(rules, weights)
    in_turn = [cast.pair(two, one, seed, judged=False) for seed in range(6)]
    alone = [Cast(rules, weights).pair(two, one, seed, judged=False) for seed in range(6)]
    assert in_turn == alone


# --------------------------------------------------------------------------------------- frontier


def test_the_picture_shows_every_player() -> None:
    cheap = [Point("depth 0", 0.05, -0.01, 0.004), Point("budget 800", 0.3, 0.02, 0.005)]
    drawing = drawn([("ours", cheap), ("theirs", [Point("gnubg 2-ply", 20.0, 0.06, 0.01)])])
    tree = ElementTree.fromstring(drawing)
    texts = [one.text for one in tree.iter() if one.tag.endswith("text")]
    assert {"depth 0", "budget 800", "gnubg 2-ply", "0.01", "100", "+0.00"} <= set(texts)
    circles = [one for one in tree.iter() if one.tag.endswith("circle")]
    across = [float(one.attrib["cx"]) for one in circles]
    assert across == sorted(across)
    assert float(circles[0].attrib["cy"]) > float(circles[1].attrib["cy"])
    assert drawn([]) == drawn([("nobody", [])]) == ""


def test_every_player_of_the_picture_has_its_row() -> None:
    rows = all_rows()
    for name in (*frontier.ours(), *frontier.theirs()):
        assert name == "gnubg 0-ply" or frontier.row_of(name) in rows


@needs_nets
def test_a_budget_plays_for_the_referee() -> None:
    """Deeper than depth 0 where it is close, and always a legal board."""
    weights = Net.fresh(GAMES["backgammon"].rules, 1).weights
    for dice in ((4, 3), (6, 5), (2, 2)):
        boards_of = [Bot(weights, 0, budget=budget).play(START, dice) for budget in (0, 800)]
        assert all(sum(half) == 15 for board in boards_of for half in board)


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed: apt-get install git")
def test_only_what_is_measured_marks_its_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row that was measured beside fresh puzzles of its net is of the commit all the same."""
    monkeypatch.setattr(store, "ROOT", tmp_path)
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    for command in (["init", "-q"], [*who, "commit", "-q", "--allow-empty", "-m", "one"]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    marked = {}
    for name in (
        "docs/figures/puff/ratings.json",
        "docs/figures.md",
        "src/tavola/games/puff/puzzles.json",
        "src/tavola/games/puff/game.py",
        "src/tavola/bots/nets/puff.net",
        "scripts/ratings.py",
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        store.commit.cache_clear()
        marked[name] = store.commit().endswith("-dirty")
        path.unlink()
    store.commit.cache_clear()
    assert [name for name, dirty in marked.items() if dirty] == [
        "src/tavola/games/puff/game.py",
        "src/tavola/bots/nets/puff.net",
        "scripts/ratings.py",
    ]
