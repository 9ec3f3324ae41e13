"""Gul bara, the Bulgarian game of parallel tracks."""

from __future__ import annotations

from tavola.games.common import NO_CUBE, OPENING, PARALLEL_SCORE, PARALLEL_START
from tavola.games.gul_bara.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Option, Telling, mark
from tavola.rules.model.ruleset import Board, Incomplete, Ruleset, Score, Then

RUNS = Option(
    name="runs",
    values={4: {"run_from": 4}, 1: {"run_from": 1}},
    label=mark("Doubles run upwards"),
    labels={4: mark("from the fourth turn"), 1: mark("from the first turn")},
)

REMAINDER = Option(
    name="remainder",
    values={
        "lost": {"incomplete": Incomplete.END},
        "handed": {"incomplete": Incomplete.HAND_OVER_REST},
    },
    label=mark("Rest of a running double"),
    labels={
        "lost": mark("is lost"),
        "handed": mark("played by the opponent"),
    },
)

HEADS = Option(
    name="heads",
    values={
        "free": {},
        "one": {"head": True, "head_twice": (3, 4, 6)},
    },
    label=mark("Checkers that leave the head"),
    labels={
        "free": mark("any number"),
        "one": mark("one in a throw"),
    },
)


GAME = Game(
    id="gul-bara",
    family="relatives",
    rules=Ruleset(
        board=Board.PARALLEL,
        start=PARALLEL_START,
        block=1,
        double_then=Then.UPWARDS,
        run_from=4,
        score=Score.GAMMON,
        cube=False,
    ),
    options=(RUNS, REMAINDER, HEADS, OPENING, PARALLEL_SCORE, NO_CUBE),
    source=(
        "Gul bara as the Bulgarian and the English Wikipedia, betdirection.com and eightygames "
        "have it. Doubles run upwards from the fourth turn of each side on; what of a number "
        "cannot be played ends the turn. Other sources let them run from the first turn, let the "
        "opponent play the rest, or only one checker a throw leave the head: options."
    ),
    examples=EXAMPLES,
    telling=(
        Telling(
            text="W 1:3 6:2 24:10 | B 13:15 | W 5-5",
            play="1/6/11 6/11(2)",
            chain=("W 5-5", "W 6-6"),
        ),
    ),
)
