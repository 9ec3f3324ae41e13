"""The files of the exact tables: shared, checked, remade; and what the look-up needs of them."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from exactly import at_home, homes, position
from tavola.bots import exact
from tavola.bots.exact import files, home, lookup, precompile, store
from tavola.bots.exact.typed_buffers import buffer, zeros
from tavola.games import GAMES
from tavola.rules.kernel.backend import compiled, small
from tavola.rules.model.position import Position
from tavola.rules.model.rule_table import tables
from tavola.rules.model.ruleset import Ruleset, Score, Setup, Side

pytestmark = [pytest.mark.plain, pytest.mark.no_cover]

ROOT = Path(__file__).resolve().parent.parent
RULES = at_home(Ruleset(), 2)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, and nothing in memory."""
    monkeypatch.setenv("TAVOLA_CACHE", str(tmp_path))
    exact.forget()
    return tmp_path / "tables"


def _names(rules: Ruleset) -> list[str]:
    return [part.name for part in store.parts_of(rules)]


def _made(rules: Ruleset = RULES) -> exact.Exact:
    found = exact.tables_for(rules)
    assert found is not None
    return found


# ------------------------------------------------------------------------------------------ sharing


def test_games_with_the_same_race_share_files() -> None:
    """Only what bearing off depends on counts."""
    classic = _names(GAMES["backgammon"].rules)
    assert [name.partition("-")[0] for name in classic] == ["home", "pairs"]
    for game in ("eureka", "no-hit", "snake"):
        assert _names(GAMES[game].rules) == classic
    assert _names(GAMES["open-throw"].rules) == classic[:1]
    assert _names(GAMES["puff"].rules) == _names(GAMES["puff-russian"].rules)
    different = {
        tuple(_names(GAMES[game].rules))
        for game in ("backgammon", "puff", "french-1", "gioul", "acey-deucey", "mexican")
    }
    assert len(different) == 6
    assert len(_names(GAMES["free-choice"].rules)) == 2


def test_options_of_opening_and_cube_change_no_file() -> None:
    """In any game."""
    for game in GAMES.values():
        for option in game.options:
            for value in option.values.values():
                names = _names(replace(game.rules, **value))
                if option.name in ("opening", "cube", "cube_window", "cube_ban", "triple"):
                    assert names == _names(game.rules), (game.id, option.name)


# -------------------------------------------------------------------------------------------- files


def test_tables_are_kept_and_found_again(cache: Path) -> None:
    """Computed once, with progress; then read from the disk without any."""
    told: list[tuple[int, int]] = []
    assert exact.tables_for(RULES, compute=False) is None
    made = exact.tables_for(RULES, lambda done, total: told.append((done, total)))
    assert made is not None
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1] == told[0][1]
    assert sorted(path.stem for path in cache.iterdir()) == sorted(_names(RULES))
    assert exact.tables_for(RULES) is made
    exact.forget()
    told.clear()
    again = exact.tables_for(RULES, lambda done, total: told.append((done, total)), compute=False)
    assert again is not None
    assert not told
    here = position(RULES, (1, 3), (2, 5))
    assert again.chances(here, Side.WHITE) == made.chances(here, Side.WHITE)


def _cut(data: bytes) -> bytes:
    return data[:-3]


def _flipped(data: bytes) -> bytes:
    return data[:-3] + bytes([data[-3] ^ 1]) + data[-2:]


def _foreign(data: bytes) -> bytes:
    return b"something else" + data


def _empty(data: bytes) -> bytes:
    return b""


@pytest.mark.parametrize("harm", [_cut, _flipped, _foreign, _empty])
def test_a_damaged_file_is_made_again(cache: Path, harm: object) -> None:
    """Whatever happened to it."""
    made = _made()
    here = position(RULES, (1, 3), (2, 5))
    chances = made.chances(here, Side.BLACK)
    assert callable(harm)
    for path in cache.iterdir():
        whole = path.read_bytes()
        path.write_bytes(harm(whole))
        exact.forget()
        assert files.load(path.stem) is None
        assert _made().chances(here, Side.BLACK) == chances
        assert path.read_bytes() == whole


def test_a_file_of_another_version_or_name_is_not_used(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files of older programs stay where they are until they are written anew."""
    content = {"numbers": ("int32", buffer("int32", [1, -2, 3]))}
    assert files.save("some", content)
    found = files.load("some")
    assert found is not None
    assert [int(n) for n in found["numbers"]] == [1, -2, 3]
    (cache / "some.table").rename(cache / "other.table")
    assert files.load("other") is None
    assert files.save("some", content)
    monkeypatch.setattr(files, "VERSION", files.VERSION + 1)
    assert files.load("some") is None


def test_nothing_is_left_of_a_table_that_was_not_written_to_its_end(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped by a key, or killed: then whoever writes it the next time takes away what is left."""
    content: files.Buffers = {"numbers": ("int32", buffer("int32", [1, -2, 3]))}

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as there:
        there.setattr(os, "replace", stopped)
        with pytest.raises(KeyboardInterrupt):
            files.save("some", content)
    assert not list(cache.rglob("*.part"))
    killed, other = (cache / f"some{name}.part" for name in ("killed", "other"))
    killed.touch()
    os.utime(killed, (1e9, 1e9))
    other.touch()
    assert files.save("some", content)
    assert not killed.exists()
    assert other.exists(), "somebody else is about to write it"


def test_compiling_stores_no_table(cache: Path) -> None:
    """Everything is called once, for the compiler's sake."""
    precompile.compile_all()
    assert not cache.exists()


def test_a_cache_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tables are there all the same, for this process."""
    blocked = tmp_path / "file"
    blocked.write_text("not a directory")
    monkeypatch.setenv("TAVOLA_CACHE", str(blocked))
    assert _made().turns(position(RULES, (6,), (6,)), Side.WHITE) == pytest.approx(1.0)
    assert blocked.read_text() == "not a directory"


def test_the_cache_is_the_users_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless TAVOLA_CACHE says another one."""
    monkeypatch.delenv("TAVOLA_CACHE")
    assert files.folder().name == "tables"
    assert "tavola" in str(files.folder())


ASK = """
import json
from exactly import at_home, homes, position
from tavola.bots import exact
from tavola.rules.model.ruleset import Ruleset, Side
rules = at_home(Ruleset(), 2)
tables = exact.tables_for(rules, compute=False)
full = [paths for paths in homes(rules) if paths]
found = []
for mine in full:
    chances = tables.chances(position(rules, mine, (1, 4)), Side.WHITE)
    found.append([chances.win, chances.gammon, chances.gammon_lost])
print(json.dumps(found))
"""


def test_files_serve_a_python_without_numpy() -> None:
    """Files that one process made say the same to another one, compiled or not."""
    made = _made()
    full = [paths for paths in homes(RULES) if paths]
    expected = []
    for mine in full:
        chances = made.chances(position(RULES, mine, (1, 4)), Side.WHITE)
        assert chances is not None
        expected += [chances.win, chances.gammon, chances.gammon_lost]
    paths = [str(ROOT / "tests" / "without_numba"), str(ROOT / "src"), str(ROOT / "tests")]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    told = subprocess.run(
        [sys.executable, "-c", ASK], env=env, capture_output=True, check=True, timeout=60
    )
    found = [value for row in json.loads(told.stdout) for value in row]
    assert found == pytest.approx(expected, abs=1e-12)


# ------------------------------------------------------------------------------------------ look-up


def test_arrangements_are_numbered_in_order() -> None:
    """The kernel's row of each arrangement gives back its number; fewer checkers come first."""
    rules = home.smaller(Ruleset(), 4)
    sides = home.homes(rules, 4)
    ways = home.binomials()
    made = tables(rules)
    assert len(sides) == home.arrangements(4) == 210
    counts = []
    for rank in range(len(sides)):
        row = small(64)
        for point, count in enumerate(sides.cells(rank)[:25]):
            row[point] = count
        counts.append(sum(sides.cells(rank)[:25]))
        row[29] = 4 - counts[-1]
        assert home.rank_home(made.T, row, 0, 0, ways) == rank
    assert counts == sorted(counts)


def _kind(array: Any) -> str:
    return str(array.dtype)


def test_a_game_without_tables_covers_nothing() -> None:
    """The dummy tuple has the types of the others."""
    none, made = lookup.no_arrays(), _made().arrays
    if compiled:
        assert [_kind(a) for a in none] == [_kind(a) for a in made]
    out = zeros("float64", 5)
    row = small(list(position(RULES, (6,), (6,)).cells))
    T = tables(RULES).T
    assert not lookup.outcome_from_table(T, row, 0, 0, none, out)
    assert lookup.outcome_from_table(T, row, 0, 0, made, out)
    assert out[lookup.WIN] == 1.0
    assert lookup.expected_turns(T, row, 0, 0, none) == -1.0


def test_rows_anywhere_in_a_buffer() -> None:
    """The search asks about rows in the middle of its workspace."""
    made = _made()
    rng = random.Random(2)
    full = [paths for paths in homes(RULES) if paths]
    places = [position(RULES, rng.choice(full), rng.choice(full)) for _ in range(20)]
    rows = small([cell for place in places for cell in place.cells])
    out = zeros("float64", 5)
    for at, place in enumerate(places):
        chances = made.chances(place, Side.BLACK)
        assert chances is not None
        assert lookup.outcome_from_table(tables(RULES).T, rows, 64 * at, 1, made.arrays, out)
        assert (out[0], out[1], out[3]) == (chances.win, chances.gammon, chances.gammon_lost)


def test_one_sided_tables_alone_serve_too(cache: Path) -> None:
    """Without the table of both sides, which is not computed then."""
    rules = replace(RULES, score=Score.SINGLE)
    home_name, pair_name = _names(rules)
    _made(rules)
    (cache / f"{pair_name}.table").unlink()
    exact.forget()
    alone = exact.tables_for(rules, compute=False)
    assert alone is not None
    assert not (cache / f"{pair_name}.table").exists()
    here = position(rules, (1, 2), (1, 1))
    one, both = alone.chances(here, Side.WHITE), _made(rules).chances(here, Side.WHITE)
    assert one is not None
    assert both is not None
    assert one.win == pytest.approx(both.win, abs=1e-3)
    (cache / f"{home_name}.table").unlink()
    exact.forget()
    pairs = exact.tables_for(rules, compute=False)
    assert pairs is not None
    assert pairs.chances(here, Side.WHITE) == both
    assert pairs.turns(here, Side.WHITE) is None


def test_without_the_compiler_only_small_tables_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """The full ones would take minutes; whole games are not begun either."""
    monkeypatch.setattr(store, "compiled", False)
    assert exact.tables_for(Ruleset()) is None
    assert exact.tables_for(GAMES["doublets"].rules) is None
    assert exact.tables_for(GAMES["french-2"].rules) is None
    assert exact.tables_for(RULES) is not None
    assert not _made().whole_game


def test_the_start_of_a_whole_game_is_asked_for_by_both_sides() -> None:
    """A game on the facing board with one checker is symmetric."""
    rules = GAMES["french-2"].rules
    one = (Setup(reserve=1), Setup(reserve=1))
    made = _made(replace(rules, start=one))
    assert made.whole_game
    first = [made.chances(Position.start(made.rules), side) for side in Side]
    assert first[0] == first[1]
    assert made.turns(Position.start(made.rules), Side.WHITE) is None
