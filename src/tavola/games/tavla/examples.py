"""Worked examples of Tavla."""

from __future__ import annotations

from tavola.games.common_examples import no_triples
from tavola.rules.model.declaration import Example

_HIT = "W 12:1 17:1 19:13 | B 6:14 20:1 | W 3-1"
_ALONE = "W 17:1 24:14 | B 6:14 20:1 | W 3-1"

EXAMPLES = (
    *no_triples("TV-1", "TV-1"),
    Example(
        text="W 1:1 12:4 17:3 18:2 19:5 | B 6:5 8:3 13:4 20:1 24:2 | W 3-1",
        line="17/20* 19/20; done",
        then="B",
        rule="TV-3",
    ),
    Example(
        text=_HIT,
        plays=(
            "12/16",
            "12/13 17/20*",
            "12/13 19/22",
            "17/21",
            "17/18 12/15",
            "17/18 19/22",
            "19/23",
            "19/20* 12/15",
            "17/20* 19/20",
            "19/20* 19/22",
        ),
        rule="TV-2",
    ),
    Example(text=_HIT, line="17/20*; 20/21", then="refused hitter_stays", rule="TV-2"),
    Example(text=_ALONE, plays=("17/18/21", "17/20* 24/off"), rule="TV-2"),
    Example(
        text="W 12:1 24:14 | B 6:13 15:1 21:1 | W 6-3",
        plays=("12/15*/21*", "12/18/21*"),
        rule="TV-2",
    ),
    Example(
        text="W bar:1 24:14 | B 4:1 8:13 10:1 | W 6-4",
        plays=("bar/4*/10*", "bar/6/10*"),
        rule="TV-2",
    ),
    Example(
        text="W 5:1 19:14 | B 7:1 8:1 1:13 | B 3-3",
        line="8/5*; 5/2",
        then="refused hitter_stays",
        rule="TV-2",
    ),
    Example(
        text="W 18:2 24:13 | B 6:14 20:1 | W 2-2",
        plays=("18/20* 18/20/22/24",),
        rule="TV-3",
    ),
    Example(
        text="W 18:2 24:13 | B 6:14 20:1 | W 2-2",
        line="18/20*; 18/20; 20/22; 20/22",
        then="refused hitter_stays",
        rule="TV-3",
    ),
    Example(
        text="W 17:1 18:1 24:13 | B 6:13 20:1 21:1 | W 3-3",
        plays=("17/20* 18/21*",),
        rule="TV-3",
    ),
    Example(text="W 20:1 24:1 | B 6:14 22:1 | W 2-2", plays=("20/22*",), rule="TV-4"),
    Example(text="W 20:1 23:1 | B 6:14 22:1 | W 3-2", plays=("20/23 23/off",), rule="TV-4"),
    Example(
        text="W 18:1 19:1 24:13 | B 6:14 22:1 | W 4-3",
        line="18/22*; 22/off",
        then="refused hitter_stays",
        rule="TV-4",
    ),
    Example(text="W 20:1 | B 21:1 | W 6-1", plays=("20/off",), rule="TV-4"),
    Example(
        text=_ALONE,
        plays=("17/18/21", "17/20*/21", "17/20* 24/off"),
        options={"hit_and_run": True},
        rule="TV-2",
    ),
)
