"""All rows there are."""

from __future__ import annotations

from functools import lru_cache

from scripts.figures import (
    classic,
    every_game,
    exactly,
    frontier,
    own_cubes,
    ratings,
    reviews,
    sage,
    speed,
)
from scripts.figures.rows import Row


@lru_cache(maxsize=1)
def all_rows() -> dict[str, Row]:
    """Every row by its name, in the order of the page."""
    made = [
        *classic.rows(),
        *sage.rows(),
        *own_cubes.rows(),
        *reviews.rows(),
        *speed.rows(),
        *frontier.rows(),
        *every_game.rows(),
        *ratings.rows(),
        *exactly.rows(),
    ]
    return {row.name: row for row in made}
