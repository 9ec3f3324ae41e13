"""How the games of a batch add up, as the integers of `kernel/game_cells.py`."""

from __future__ import annotations

from tavola.rules.kernel import game_cells as c
from tavola.rules.kernel.backend import Ints, large
from tavola.rules.model.known_axes import (
    AROUND,
    DICE,
    THROWS,
    WORTH,
    Known,
    among,
    covers,
    whatever,
)
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.ruleset import (
    Dice,
    Opening,
    Ruleset,
    Score,
    Window,
)

_OPENINGS = {
    Opening.FRESH: c.FRESH_DICE,
    Opening.DICE: c.OPENING_PLAYED,
    Opening.CHOICE: c.OPENING_CHOICE,
    Opening.AGREED: c.AGREED,
    Opening.LOWER: c.LOWER_BEGINS,
    Opening.LOSER: c.LOSER_BEGINS,
}

_BATCHED: Known = {
    **whatever(*THROWS, *DICE, *WORTH, *AROUND),
    "opening": among(*_OPENINGS),
    **whatever("board", "start", "enter_first", "bar_first", "contact", "block", "stack"),
    **whatever("single", "overtaking", "backward", "bear_off", "corners", "goal"),
    **whatever("hit_loses", "mother", "repetition", "run_from", "hit_and_run"),
    **whatever("runner", "head", "head_twice", "quarter", "enemy_quarter", "wall"),
    **whatever("burst", "least_excess", "arrangements", "jan", "burst_jan"),
    "dice_count": among(2, 3),
}
"""Rules whose turns a batch plays as the state machine does."""


def terms(rules: Ruleset, match: MatchRules, cap: int, most_cube: int) -> Ints:
    """`M` of the kernel: match rules, and what of the rules concerns dice, cube and turns.

    A game is cut off after `cap` turns; nobody doubles to more than `most_cube`.  Raises
    ValueError for rules that no batch knows.
    """
    if not covers(_BATCHED, rules):
        raise ValueError("a batch does not know all rules of this game: step it game by game")
    made = [0] * c.TERMS
    made[c.LENGTH], made[c.GAMES] = match.length or 0, match.games or 0
    made[c.ALONE] = match.length is None and match.games is None
    made[c.HAS_CRAWFORD] = match.crawford and (match.length or 0) > 1 and rules.cube
    multiples = rules.score in (Score.GAMMON, Score.BACKGAMMON)
    made[c.JACOBY] = match.jacoby and rules.cube and multiples
    made[c.BEAVERS], made[c.AUTOMATIC] = match.beavers, match.automatic
    made[c.SWAPS] = match.swap and rules.swap_roles
    made[c.OPENING] = _OPENINGS[rules.opening]
    made[c.OPEN_AHEAD] = rules.dice is Dice.AHEAD
    made[c.HAS_CUBE], made[c.BANNED] = rules.cube, rules.cube_ban
    made[c.ANY_TURN] = rules.cube_window is Window.ANY
    made[c.REPETITION] = rules.repetition
    made[c.CAP], made[c.MOST_CUBE] = cap, most_cube
    return large([int(value) for value in made])


__all__ = ["terms"]
