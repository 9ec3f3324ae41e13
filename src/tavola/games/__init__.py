"""The catalogue: every folder beside this file that has a `game.py` is a game, and one that has a
`rotation.py` a rotation: a match whose games are played by the rules of several games in turn.

A game's folder holds what belongs to it alone: the declaration (`game.py`, whose `GAME` counts),
its worked examples, its rule pages (`it.md` ...), which name it, and what was measured about it.
That of a rotation holds its declaration, whose `ROTATION` counts, and its pages.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from tavola.rules.model.declaration import Game
from tavola.rules.model.refusal import refuse

FAMILIES = (
    "classic",
    "entering",
    "peaceful",
    "twists",
    "boards",
    "relatives",
    "mediterranean",
    "workshop",
)
"""Groups for menus, in order; in the workshop a game may still lack words, a net and figures."""

WORKSHOP = "workshop"

_HERE = Path(__file__).parent


def _found(module: str) -> list[Game]:
    """What the folders declare in a module: those of the booklet in its order, then the others by
    family."""
    names = sorted(path.parent.name for path in _HERE.glob(f"*/{module}.py"))
    found: list[Game] = [
        getattr(import_module(f"tavola.games.{name}.{module}"), module.upper()) for name in names
    ]
    return sorted(found, key=_place)


def _place(game: Game) -> tuple[bool, int, int, str]:
    family = FAMILIES.index(game.family) if game.family in FAMILIES else len(FAMILIES)
    return not game.place, game.place, family, game.id


GAMES: dict[str, Game] = {game.id: game for game in _found("game")}
"""Every game by its id, in the order of menus: the booklet's, the others, the workshop."""

ROTATIONS: dict[str, Game] = {game.id: game for game in _found("rotation")}
"""Every rotation by its id."""

OFFERED: dict[str, Game] = {
    game.id: game for game in sorted([*GAMES.values(), *ROTATIONS.values()], key=_place)
}
"""All that a match can be agreed on, by its id: games and rotations, in the order of menus."""

SHIPPED = tuple(name for name, game in GAMES.items() if game.family != WORKSHOP)
"""The games that have left the workshop: they have all that belongs to a game."""


def by_family() -> dict[str, list[Game]]:
    """The games and rotations of each family that has any, in the order of menus."""
    found: dict[str, list[Game]] = {family: [] for family in FAMILIES}
    for game in OFFERED.values():
        found.setdefault(game.family, []).append(game)
    return {family: games for family, games in found.items() if games}


def find(game_id: str | Game) -> Game:
    """The game or rotation of an id, or of itself; raises `Refused` (code `no_game`)."""
    try:
        return OFFERED[game_id.id if isinstance(game_id, Game) else game_id]
    except (KeyError, TypeError):
        raise refuse("no_game", game=str(game_id)[:40]) from None


def by_itself(rotation: Game) -> str:
    """What a program is told that wants a rotation where there can be one game: which there are."""
    games = ", ".join(one.id for one in rotation.rotation)
    return (
        f"in a match of {rotation.id} others are played in turn: take each by itself "
        f"({games}), or play whole matches with tavola.Match({rotation.id!r})"
    )


def folder(game_id: str) -> Path:
    """Where a game's own files lie.  Raises `Refused` (code `no_game`)."""
    return _HERE / find(game_id).id.replace("-", "_")
