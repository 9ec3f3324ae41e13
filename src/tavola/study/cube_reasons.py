"""Why to double, to wait, to take or to drop: how many games are won, and how many are needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tavola.bots.cube.chances import COUNTS, Chances
from tavola.bots.cube.context import Context, context
from tavola.bots.cube.decisions import Answer, Verdict, double_decision, take_decision
from tavola.bots.cube.result_values import pays
from tavola.rules.turn.state import State
from tavola.study.reasons import CERTAIN, Fact, of_hundred

MANY = 0.2
"""The share of gammons from which they are named."""
SOME = 5
"""Gammons in 100 games for which it may be worth playing on; with fewer, the game is won."""


def double_reasons(state: State, chances: Chances) -> list[Fact]:
    """Why the side about to throw should double or not; `chances` are its own."""
    here = context(state, state.side)
    verdict, win = double_decision(chances, here).verdict, _wins(chances)
    if verdict in (Verdict.TOO_GOOD_TAKE, Verdict.TOO_GOOD_DROP):
        often = round(100 * chances.gammon)
        counts = COUNTS[state.rules.score] > 1 and often >= SOME
        return [Fact("cube_too_good", (often,))] if counts else []

    def doubles(share: float) -> bool:
        return double_decision(_with_win(chances, share), here).doubles

    if not verdict.doubles:
        first = _from(win, doubles)
        return [] if first is None or first <= win else [Fact("cube_wait", (win, first))]
    found = list[Fact]()
    first = _down_to(win, doubles)
    if first is not None:
        found.append(Fact("cube_double", (win, first)))
    if verdict is Verdict.DOUBLE_DROP:
        found += _he_drops(chances, here)
    return found


def _he_drops(chances: Chances, here: Context) -> list[Fact]:
    """What the other side would need for a take."""
    his, there = chances.swapped(), offered(here)
    told = _take_from(his, there)
    win = _wins(his)
    return [Fact("cube_he_drops", (win, told))] if told is not None and told > win else []


def offered(here: Context) -> Context:
    """The context of the other side once the double of this one is on the table."""
    return replace(here.swapped, offered=2 * here.cube)


def answer_reasons(state: State, chances: Chances) -> list[Fact]:
    """Why to take or to drop the double on the table; `chances` are those of the side that
    answers."""
    assert state.offer is not None
    here = context(state, state.offer.side.other)
    win, needed = _wins(chances), _take_from(chances, here)
    found, drops = list[Fact](), take_decision(chances, here).answer is Answer.DROP
    if needed is not None and (needed > win) == drops:
        found.append(Fact("cube_drop" if drops else "cube_take", (win, needed)))
    costs = COUNTS[state.rules.score] > 1 and pays(here, 2, 1)[1]
    if costs and drops and chances.gammon_lost >= MANY:
        found.append(Fact("cube_gammons_lost", (round(100 * chances.gammon_lost),)))
    return found


def _wins(chances: Chances) -> int:
    """Games won of a hundred; none only where hardly one in a thousand is."""
    return max(of_hundred(chances.win), int(chances.win > 1.0 - CERTAIN))


def _take_from(chances: Chances, here: Context) -> int | None:
    """From how many wins in 100 on a take is right, with gammons in the same proportion."""
    return next(
        (
            win
            for win in range(100)
            if take_decision(_with_win(chances, win / 100), here).answer is not Answer.DROP
        ),
        None,
    )


def _from(win: int, right: Callable[[float], bool]) -> int | None:
    return next((one for one in range(win, 101) if right(one / 100)), None)


def _down_to(win: int, right: Callable[[float], bool]) -> int | None:
    """The least of the shares below `win` from which on all are right."""
    found = None
    for one in range(win, -1, -1):
        if not right(one / 100):
            break
        found = one
    return found


def _with_win(chances: Chances, win: float) -> Chances:
    """Chances with another share of wins, gammons in the same proportion to wins and losses."""
    won = win / chances.win if chances.win else 0.0
    lost = (1.0 - win) / (1.0 - chances.win) if chances.win < 1.0 else 0.0
    return Chances(
        win,
        won * chances.gammon,
        won * chances.backgammon,
        lost * chances.gammon_lost,
        lost * chances.backgammon_lost,
        won * chances.gain,
        lost * chances.loss,
    )
