"""What a game of the catalogue still lacks before it may leave the workshop.

    python -m scripts.owed [GAME ...]

Nothing of this stops anybody from playing: what is missing has a fall-back everywhere.  The tests
ask it of every game that ships (`tests/test_catalogue.py`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from tavola.bots import shipped_nets
from tavola.games import GAMES, WORKSHOP, find, folder
from tavola.rules.model.declaration import Game
from tavola.words import LANGUAGES, rule_pages

ROOT = Path(__file__).resolve().parent.parent
TODO = "TODO"
"""Stands in what `new_game.py` writes, where somebody has to write something."""
EXAMPLES = 4
"""Fewest worked examples of a game."""


def owed(game_id: str) -> list[str]:
    """What is missing, in the order in which one would make it; empty if the game is complete.

    Raises `Refused` (code `no_game`).
    """
    game = find(game_id)
    if game.rotation:
        return [*_declared(game), *_spoken(game), *_measured(game)]
    return [*_written(game), *_spoken(game), *_generated(game)]


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
        ROOT / "tests" / "perft" / f"{game.id}.json": "make game-data",
        **{ROOT / "tests/golden/records" / f"{name}.json": "make game-data" for name in records},
        shipped_nets.NETS / f"{shipped_nets.owner(game.id)}.net": "tavola train",
        shipped_nets.NETS / f"{shipped_nets.owner(game.id)}.json": "tavola train",
        folder(game.id) / "measured.json": "make game-data, with a net",
    }
    for path, how in made.items():
        if not path.exists():
            yield f"{_place(path)}: {how}"


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
    lines = owed(game_id)
    if not lines:
        return f"{game_id} is complete.\n"
    return f"{game_id} still lacks:\n" + "".join(f"  - {line}\n" for line in lines)


def main() -> None:
    """Tell it of the games named, or of all in the workshop."""
    workshop = [game.id for game in GAMES.values() if game.family == WORKSHOP]
    for game_id in sys.argv[1:] or workshop:
        print(told(game_id), end="")


if __name__ == "__main__":
    main()
