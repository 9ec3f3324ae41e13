"""Worked examples of Eureka."""

from __future__ import annotations

from tavola.games.common_examples import (
    BIG_NUMBER,
    NO_KEEPING,
    TWO_GAMES,
)
from tavola.rules.model.declaration import Example

_EUREKA = "W 19:2 20:2 21:2 22:3 23:3 24:3 | B 1:3 2:3 3:3 4:2 5:2 6:2"

EXAMPLES = (
    Example(then=_EUREKA, rule="EU-1"),
    Example(text=f"{_EUREKA} | W 6-5", plays=("19/off 20/off", "19/off 19/24"), rule="3.1"),
    Example(text=f"{_EUREKA} | B 6-5", plays=("6/off 5/off", "6/off 6/1"), rule="3.1"),
    Example(text="W 19:1 22:1 | B 1:1 | W 5-2", plays=("19/24 22/24", "19/21/off"), rule="3.1"),
    Example(text="W 20:1 24:2 | B 1:1 | W 6-3", plays=("20/off 24/off", "20/23/off"), rule="3.1"),
    BIG_NUMBER,
    Example(
        line="6-5; 2-1; 24/off 23/off; done; 3-3; 3/off(3) 6/3; done; 6-1; 19/off 24/off; done",
        then="B",
        rule="3.1",
    ),
    NO_KEEPING,
    Example(
        text="W 24:1 | B 1:15 | W 6-1", line="24/off; done", then="W +2 gammon 2-0", rule="3.1"
    ),
    Example(
        text="W 24:1 | B 1:14 | W 6-1", line="24/off; done", then="W +1 single 1-0", rule="3.1"
    ),
    Example(line="6-5; resign 3", then="refused bad_resignation", rule="3.1"),
    Example(line="6-5; double", then="refused no_cube", rule="3.1"),
    Example(line="6-5; double; drop", then="W +1 drop 1-0", options={"cube": True}, rule="3.1"),
    TWO_GAMES,
)
