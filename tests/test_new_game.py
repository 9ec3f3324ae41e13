"""`make game`: in a copy of the project, a new game is played in the terminal and over HTTP."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from serving import House
from tavola.games import GAMES
from terminals import run

ROOT = Path(__file__).parents[1]
GAME, LIKE = "village-five", "backgammon"
ENGLISH = {"accept-language": "en"}
NOT_COPIED = shutil.ignore_patterns("__pycache__", "*.net", ".mypy_cache")


def python(copy: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A script of the copy, over the catalogue of the copy."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy / "src"), "TAVOLA_COMPILE": "0"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with a new game in it, on which a five is the most a point holds."""
    place = tmp_path_factory.mktemp("project")
    for name in ("src", "scripts"):
        shutil.copytree(ROOT / name, place / name, ignore=NOT_COPIED)
    (place / "tests").mkdir()
    shutil.copy(ROOT / "tests" / "oracle.py", place / "tests")
    made = python(place, "-m", "scripts.new_game", GAME, "--like", LIKE)
    assert made.returncode == 0, made.stderr
    assert f"tavola play {GAME}" in made.stdout
    declaration = place / "src/tavola/games/village_five/game.py"
    text = declaration.read_text(encoding="utf-8")
    assert "TODO: the axes" in text
    declaration.write_text(text.replace("# TODO: the axes", "stack=5,  # the axes"), "utf-8")
    return place


@pytest.fixture(scope="module")
def server(copy: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server of the copy."""
    house = House(tmp_path_factory.mktemp("home"), PYTHONPATH=str(copy / "src"))
    try:
        yield house
    finally:
        house.close()


def test_what_is_owed_is_named(copy: Path) -> None:
    told = python(copy, "-m", "scripts.owed").stdout
    for line in ("TODO", "examples: 1 of at least 4", "oracle.py: a law", "it.md: a rule page"):
        assert line in told
    for command in ("tavola train", "make game-data"):
        assert command in told
    for waits in (f"{GAME}.json: make game-data, with a law", f"losses {GAME}, with a net"):
        assert waits in told, "what cannot be made yet says what it waits for"


@pytest.mark.parametrize("word", ["chess", "--nonsense"])
def test_nothing_is_owed_by_another_word(copy: Path, word: str) -> None:
    asked = python(copy, "-m", "scripts.owed", word)
    assert asked.returncode == 2
    assert "Traceback" not in asked.stderr


def test_nothing_of_its_relative_is_taken_for_its_own(copy: Path) -> None:
    game = "village-lost"
    made = python(copy, "-m", "scripts.new_game", game, "--like", "misere")
    assert made.returncode == 0, made.stderr
    told = python(copy, "-m", "scripts.owed", game).stdout
    shutil.rmtree(copy / "src/tavola/games/village_lost")
    assert f"nets/{game}.net: tavola train" in told, "it is played by a rule of thumb until then"
    assert "telling: the moment that shows it" in told


def test_it_is_played_in_the_terminal(copy: Path, tmp_path: Path) -> None:
    more = {"PYTHONPATH": str(copy / "src"), "TAVOLA_LANG": "de"}
    listed = run(tmp_path, "games", "--plain", **more)
    assert "Werkstatt" in listed.stdout
    assert "Village five" in listed.stdout
    rules = run(tmp_path, "rules", GAME, "--plain", **more)
    assert rules.returncode == 0
    assert "Aim" in rules.stdout, "the English page, completed by that of its relative"
    arguments = ("play", GAME, "--plain", "--new", "--vs", "human", "--dice", "typed")
    # Both fives are full at the start, so that a checker from 17 may not go to 19.
    played = run(tmp_path, *arguments, typed="3-1\n8/6\n8/5\n6/5\nquit\n", **more)
    assert played.returncode == 0, played.stderr
    assert "Traceback" not in played.stderr
    assert "Village five" in played.stdout
    (kept,) = (tmp_path / "matches").glob("*")
    assert GAME in kept.read_text(encoding="utf-8")


def test_it_is_played_over_http(server: House) -> None:
    page = httpx.get(f"{server.base}/games/{GAME}", headers=ENGLISH)
    assert page.status_code == 200
    assert "Village five" in page.text
    wall = httpx.get(f"{server.base}/?family=workshop", headers=ENGLISH).text
    assert "Workshop" in wall
    guest = server.guest()
    table = guest.new_table(game=GAME, opponent="here")["table"]
    record = guest.web.get(f"/t/{table}/record.json").json()
    assert record["game"] == GAME
    assert json.dumps(GAMES[LIKE].rules.digest()) not in json.dumps(record), "rules of its own"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((LIKE, "--like", LIKE), "already"),
        (("Böse", "--like", LIKE), "small letters"),
        (("../x", "--like", LIKE), "small letters"),
        (("common", "--like", LIKE), "module"),
        (("class", "--like", LIKE), "Python"),
        (("con", "--like", LIKE), "Windows"),
        (("lpt1", "--like", LIKE), "Windows"),
        (("history", "--like", LIKE), "page"),
        (("storia", "--like", LIKE), "page"),
        (("new-one", "--like", "chess"), "no game"),
        (("new-one", "--like", "tavli"), "rotation"),
    ],
)
def test_what_cannot_be_made(copy: Path, arguments: tuple[str, ...], told: str) -> None:
    before = sorted((copy / "src/tavola/games").iterdir())
    made = python(copy, "-m", "scripts.new_game", *arguments)
    assert made.returncode == 2
    assert told in made.stderr
    assert sorted((copy / "src/tavola/games").iterdir()) == before


def test_its_data_is_made_by_one_command(copy: Path) -> None:
    shutil.copytree(ROOT / "tests", copy / "tests", dirs_exist_ok=True, ignore=NOT_COPIED)
    made = python(copy, "-m", "scripts.game_data", GAME)
    assert made.returncode == 0, made.stderr
    names = [f"{GAME}{end}.json" for end in ("", *(f"-{p.name}" for p in GAMES[LIKE].profiles))]
    assert all((copy / "tests/golden/records" / name).is_file() for name in names)
    assert "still lacks" in made.stdout
    assert "golden" not in made.stdout.partition("still lacks")[2]
