"""What a game of the catalogue still lacks before it may leave the workshop.

    python -m scripts.owed [GAME ...]

Nothing of this stops anybody from playing: what is missing has a fall-back everywhere.  The tests
ask it of every game that ships (`tests/test_catalogue.py`).  What a game cannot have is read from
its rules and from what was measured, never from its id: one that is not left to chance has no table
of openings, and a search that found no puzzles says so in its file.

What may still be added besides is told as well, and asked of nobody: figures take nights.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts.figures.every_row import all_rows
from scripts.figures.rows import Options
from scripts.figures.run import up_to_date
from scripts.game_names import add_names

from tavola.bots import ratings, shipped_nets
from tavola.bots.levels import levels_for
from tavola.games import GAMES, OFFERED, WORKSHOP, find, folder
from tavola.rules.model.declaration import Game
from tavola.study import likeness, openings, puzzles, weights
from tavola.study.mining import EMPTY
from tavola.words import LANGUAGES, rule_pages

ROOT = Path(__file__).resolve().parent.parent
TODO = "TODO"
"""Stands in what `new_game.py` writes, where somebody has to write something."""
EXAMPLES = 4
"""Fewest worked examples of a game."""
PUZZLES = 50
"""Fewest puzzles of a game in which so many can be found."""


def owed(game_id: str) -> list[str]:
    """What is missing, in the order in which one would make it; empty if the game is complete.

    Raises `Refused` (code `no_game`).
    """
    game = find(game_id)
    if game.rotation:
        return [*_declared(game), *_spoken(game), *_measured(game)]
    return [*_written(game), *_spoken(game), *_generated(game), *_taught(game)]


def addable(game_id: str) -> list[str]:
    """What a game may have besides, and asks for time: figures that are missing, or of another net.

    Raises `Refused` (code `no_game`).
    """
    game, settings = find(game_id), Options()
    rows = [row for row in all_rows().values() if row.game == game.id and not row.referee]
    old = [row.measure for row in rows if not up_to_date(row, settings)]
    return [f"figures ({', '.join(old)}): make figures"] if old else []


def _declared(game: Game) -> Iterator[str]:
    if not game.source:
        yield "a source: where the rules come from"
    if not game.telling:
        yield "telling: the moment that shows it"


def _written(game: Game) -> Iterator[str]:
    for path in sorted(folder(game.id).glob("*.*")):
        if path.suffix in (".py", ".md") and TODO in path.read_text(encoding="utf-8"):
            yield f"{_place(path)}: {TODO}"
    yield from _declared(game)
    if len(game.examples) < EXAMPLES:
        yield f"examples: {len(game.examples)} of at least {EXAMPLES}"
    if f'"{game.id}": Law(' not in _text(ROOT / "tests" / "oracle.py"):
        yield "tests/oracle.py: a law, written from the text of the rules"


def _spoken(game: Game) -> Iterator[str]:
    for lang in LANGUAGES:
        if rule_pages.own_page(lang, game.id) is None:
            yield f"{_place(folder(game.id) / lang)}.md: a rule page"
    for option in game.options:
        if not option.label:
            yield f"option {option.name}: a label"
    for profile in game.profiles:
        if not profile.label:
            yield f"profile {profile.name}: a label"


def _generated(game: Game) -> Iterator[str]:
    """Files that a command makes."""
    records = [game.id, *(f"{game.id}-{profile.name}" for profile in game.profiles)]
    made = {
        ROOT / "tests" / "perft" / f"{game.id}.json": "make game-data, with a law",
        **{ROOT / "tests/golden/records" / f"{name}.json": "make game-data" for name in records},
        shipped_nets.NETS / f"{shipped_nets.owner(game.id)}.net": "tavola train",
        shipped_nets.NETS / f"{shipped_nets.owner(game.id)}.json": "tavola train",
        folder(game.id) / "measured.json": "make game-data, with a net",
    }
    for path, how in made.items():
        if not path.exists():
            yield f"{_place(path)}: {how}"


def _taught(game: Game) -> Iterator[str]:
    """What a game is learnt from: lessons, and what its present net says of it."""
    place = folder(game.id)
    if not any(place.glob("lessons/*/lesson.toml")):
        yield f"{_place(place / 'lessons')}: a lesson"
    waits = "" if shipped_nets.present(game.id) else ", with a net"
    for path, how in unlearnt(game):
        old = "of another net: " if path.exists() else ""
        yield f"{_place(path)}: {old}python {' '.join(how)}{waits}"
    found = puzzles.puzzles_of(game.id)
    count = len(found.puzzles)
    if found.games and count < PUZZLES and found.games < EMPTY:
        yield f"{_place(place / puzzles.FILE)}: {count} of at least {PUZZLES}"


def unlearnt(game: Game) -> Iterator[tuple[Path, list[str]]]:
    """The files for learners that are missing, or of another net than the present one, each with
    the arguments of Python that make it; the weights of reasons come before what is told by them.
    """
    made = {
        weights.FILE: ["-m", "tavola", "reasons", game.id],
        likeness.FILE: ["-m", "scripts.losses", game.id],
        puzzles.FILE: ["-m", "scripts.puzzles", game.id],
    }
    if len(levels_for(game.rules)) > 1:
        made[ratings.FILE] = ["-m", "scripts.ratings", game.id]
    if openings.tabled(game.rules):
        made[openings.FILE] = ["-m", "scripts.openings", game.id]
    for name, how in made.items():
        path = folder(game.id) / name
        if _net(path) != shipped_nets.mark(game.id):
            yield path, how


def _net(path: Path) -> str:
    """The net that a file is of; a hyphen if it cannot be read."""
    try:
        data: Any = json.loads(path.read_text(encoding="utf-8"))
        return str(data["net"])
    except (OSError, ValueError, KeyError, TypeError):
        return "-"


def _measured(game: Game) -> Iterator[str]:
    path = folder(game.id) / "measured.json"
    if not path.exists():
        yield f"{_place(path)}: python -m scripts.wall_facts {game.id}, with all nets"


def _place(path: Path) -> str:
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def told(game_id: str) -> str:
    """What is owed as lines for a reader."""
    lines, more = owed(game_id), addable(game_id)
    found = _list(f"{game_id} still lacks:", lines) if lines else f"{game_id} is complete.\n"
    return found + (_list("There may still be added:", more) if more else "")


def _list(title: str, lines: list[str]) -> str:
    return f"{title}\n" + "".join(f"  - {line}\n" for line in lines)


def main() -> None:
    """Tell it of the games named, or of all in the workshop."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_names(parser, OFFERED)
    workshop = [game.id for game in GAMES.values() if game.family == WORKSHOP]
    for game_id in parser.parse_args().names or workshop:
        print(told(game_id), end="")


if __name__ == "__main__":
    main()
