"""The catalogue: 25 games, each a small declaration."""

from __future__ import annotations

from tavola.games.backgammon import backgammon
from tavola.games.boards import catch_me, doublets, french_2, ludus_lumbadorum
from tavola.games.classic_kin import mexican, old_britain
from tavola.games.entering import (
    acey_deucey,
    french_1,
    puff,
    puff_long,
    puff_russian,
    puff_russian_long,
    russian,
)
from tavola.games.peaceful import eureka, gioul, pin
from tavola.games.twists import (
    backwards,
    fixed_throw,
    free_choice,
    no_hit,
    open_throw,
    reverse,
    snake,
    straight,
)
from tavola.rules.model.declaration import Game
from tavola.rules.model.refusal import refuse

GAMES: dict[str, Game] = {
    game.id: game
    for game in (
        backgammon,
        eureka,
        puff,
        puff_long,
        puff_russian,
        puff_russian_long,
        french_1,
        russian,
        gioul,
        french_2,
        acey_deucey,
        mexican,
        old_britain,
        pin,
        catch_me,
        doublets,
        ludus_lumbadorum,
        backwards,
        straight,
        fixed_throw,
        no_hit,
        open_throw,
        reverse,
        snake,
        free_choice,
    )
}
"""Every game by its id, in the booklet's order."""

FAMILIES = ("classic", "entering", "peaceful", "twists", "boards")
"""Groups for menus, in order."""


def find(game_id: str) -> Game:
    """The game of an id; raises `Refused` (code `no_game`)."""
    try:
        return GAMES[game_id]
    except KeyError:
        raise refuse("no_game", game=str(game_id)[:40]) from None
