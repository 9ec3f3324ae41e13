"""Does a review find what GNU Backgammon finds?

Games of classic backgammon without a cube, seeded, between levels of the computer from the weakest
to the expert, are reviewed as a user's are, and each decision is judged by GNU Backgammon at 2
plies too.  Two things are compared: what a decision lost on average, over the games, by rank; and
how many of the three decisions that lost most are the same.
"""

from __future__ import annotations

from typing import Any

from scripts.figures.boards import board_of_row
from scripts.figures.classic import GAME, JUDGED_PLIES, gnubg_for, losses, module
from scripts.figures.rows import News, Options, Row, Step
from scripts.figures.settings import LOOK
from scripts.figures.store import Record as Stored

from tavola.bots import shipped_nets
from tavola.bots.levels import LEVELS
from tavola.bots.player import Player
from tavola.games import GAMES
from tavola.play.dice import SeededDice
from tavola.play.match import Match
from tavola.rules.model import movement
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.text import one_line
from tavola.rules.text.record import Record
from tavola.rules.turn.state import Phase
from tavola.study.questions import What
from tavola.study.review import review
from tavola.study.verdicts import Decision

MATCHES, LARGEST = 20, 3
"""Games that are reviewed, and the largest errors that are compared."""
NAME = "review/gnubg"
OPTIONS = {"cube": False}
_PLAYERS = LEVELS[:5]


def agreement(row: Row, options: Options) -> Step:
    """Sums `ours NN` and `gnubg NN` are thousandths lost a decision in game NN."""
    core, gnubg = module(options, "bgcore"), gnubg_for(row, options)
    rules = GAMES[GAME].ruleset(OPTIONS)

    def step(unit: int) -> News:
        found = review(_game(rules, unit, row.seed + unit), row.settings["depth"])
        mine = [one for one in found.decisions if one.what is What.PLAY and one.counts]
        ours = [1e3 * one.loss for one in mine]
        theirs = [1e3 * max(_judged(gnubg, core, rules, one), 0.0) for one in mine]
        same = len(set(_largest(ours)) & set(_largest(theirs)))
        return {"same": [float(same)], f"ours {unit:02}": ours, f"gnubg {unit:02}": theirs}

    return step


def _largest(values: list[float]) -> list[int]:
    return sorted(range(len(values)), key=lambda i: -values[i])[:LARGEST]


def _judged(gnubg: Any, core: Any, rules: Ruleset, one: Decision) -> float:
    """What GNU Backgammon says that a decision lost."""
    before = one_line.read(rules, one.position).position
    after = before
    for action in one.done.actions:
        after = movement.after(rules, after, one.side, action.code)
    boards = [board_of_row(position.row, one.side) for position in (before, after)]
    return float(losses(gnubg, core, boards[0], one.dice, boards[1])[0])


def _game(rules: Ruleset, unit: int, seed: int) -> Record:
    """A game between two levels; which ones, its number says."""
    count, weights = len(_PLAYERS), shipped_nets.load(GAME).weights
    chosen = _PLAYERS[unit % count], _PLAYERS[(unit % count + unit // count) % count]
    players = [
        Player(rules, level, weights, 2 * seed + n, seconds=None) for n, level in enumerate(chosen)
    ]
    match = Match.start(Record(GAME, OPTIONS), SeededDice(seed))
    while match.state.phase is not Phase.END:
        state = match.state
        side = Side.WHITE if state.actor is None else state.actor
        actions = players[side].choose(state) if state.actor is not None else ()
        if actions:
            match.act(*actions)
        else:
            match.throw()
    return match.record


def spearman(stored: Stored) -> float:
    """How alike the games stand by rank, from -1 to 1."""
    units = [name[-2:] for name in stored.sums if name.startswith("ours ")]
    ranks = [
        _ranks([stored.sums[f"{who} {unit}"].mean for unit in units]) for who in ("ours", "gnubg")
    ]
    count = len(units)
    gaps = sum((one - two) ** 2 for one, two in zip(*ranks, strict=True))
    return 1.0 - 6.0 * gaps / (count * (count * count - 1)) if count > 1 else 0.0


def _ranks(values: list[float]) -> list[int]:
    order = sorted(range(len(values)), key=lambda i: values[i])
    return [order.index(i) for i in range(len(values))]


def rows() -> list[Row]:
    """The row of reviews."""
    how: dict[str, Any] = {"depth": 1, "plies": JUDGED_PLIES, **LOOK}
    return [Row(NAME, agreement, how, GAME, "same", minutes=240.0, most=MATCHES, referee=True)]
