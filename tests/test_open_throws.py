"""Open throw: what a throw that lies open will do is foreseen as its player will see it."""

from __future__ import annotations

import statistics
from functools import cache
from typing import Any

import pytest

from nets import random_weights
from tavola.bots.arena.match_rollout import MatchRoller, Start
from tavola.bots.arena.rollout import WHOLE, Roller
from tavola.bots.arena.selfplay import LONGEST, STAND
from tavola.bots.net.evaluate import WORTH, worth
from tavola.bots.search.analyst import Analyst
from tavola.bots.search.candidates import Filter
from tavola.bots.search.open_throws import REPLIES, expect_seen, luck_in_sight, play_seeing
from tavola.bots.search.working_net import WorkingNet
from tavola.bots.training.jobs import Desk, Job
from tavola.games import GAMES
from tavola.rules.kernel import backend
from tavola.rules.kernel.backend import large
from tavola.rules.kernel.playout import COUNTERS, SEED, dice_for, roll
from tavola.rules.kernel.slots import CHANCES, THROW, THROW_COUNT, WEIGHT, WIDTH
from tavola.rules.model import movement
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Side
from tavola.rules.model.throws import Throw, packed
from tavola.rules.text import one_line

pytestmark = [pytest.mark.plain, pytest.mark.no_cover]

RULES = GAMES["open-throw"].ruleset()
ALL = (Filter(99, 99.0), Filter(99, 99.0))
"""No play is too bad for a look."""
POSITIONS = (
    "W 9:1 14:2 | B 17:1 16:1 | W 4-2 ahead:B2-1",
    "W 9:1 14:1 19:2 | B 20:1 12:1 | W 3-1 ahead:B6-5",
    "W 3:1 8:1 20:2 | B 12:1 11:1 | W 6-4 ahead:B5-3",
    "W 7:1 bar:1 22:2 | B 21:2 4:1 | W 5-2 ahead:B6-4",
)
FAR = ("W 2:1 8:1 14:1 15:1 | B 21:1 16:2 12:1 | W", "W 5:2 9:1 10:1 | B bar:1 22:1 18:1 11:1 | W")
"""Positions in which no throw ends the game."""
THROWS = [(a, b) for a in range(1, 7) for b in range(1, a + 1)]


def after(position: Position, side: Side, dice: tuple[int, ...]) -> list[Position]:
    """All positions that a throw can lead to."""
    numbers = dice * 2 if dice[0] == dice[1] else dice
    found = [play.position for play in movement.plays(RULES, position, side, numbers)]
    return found or [position]


@pytest.mark.parametrize("text", POSITIONS if backend.compiled else POSITIONS[-1:])
def test_the_open_throw_is_played_against_the_next_one(text: str) -> None:
    """For each throw that may come next Black plays what is best against it, of his four best."""
    analyst, state = Analyst(RULES, random_weights()), one_line.read(RULES, text)
    known = state.ahead[Side.BLACK]
    assert known is not None

    def worth(position: Position) -> float:
        """To White, Black being about to throw."""
        return -analyst.chances(position, Side.BLACK, 0).equity

    def liked(position: Position) -> float:
        """What a reply leaves to White, who is about to throw."""
        return analyst.chances(position, Side.WHITE, 0).equity

    ranked = list(analyst.rank(state, 2, filters=ALL))
    assert {one.depth for one in ranked} == {2}
    for one in ranked:
        replies = sorted(after(one.position, Side.BLACK, known), key=liked)[:REPLIES]
        mean = sum(
            (1 if a == b else 2)
            * min(max(map(worth, after(reply, Side.WHITE, (a, b)))) for reply in replies)
            for a, b in THROWS
        )
        assert one.equity == pytest.approx(mean / 36, abs=2e-3)


def left(analyst: Analyst, position: Position, side: Side, dice: Throw, ahead: Throw) -> float:
    """What a throw is worth to the other side, who plays it as it likes best after `side` has
    played `dice` against it."""

    def liked(reply: Position) -> float:
        return analyst.chances(reply, side.other, 0).equity

    def answered(play: Position) -> float:
        replies = after(play, side.other, ahead)
        return max(-analyst.chances(reply, side, 0).equity for reply in replies)

    plays = sorted(after(position, side, dice), key=liked)[:REPLIES]
    return min(map(answered, plays))


def of_the_kernel() -> tuple[WorkingNet, tuple[Any, Any, Any, Any, Any, Any, Any, Any]]:
    net = WorkingNet(RULES, random_weights())
    return net, (net.T, net.Z, net.W, net.M, net.K, net.best, net.saved, net.totals)


def put(net: WorkingNet, position: Position) -> None:
    for cell in range(WIDTH):
        net.space.rows[cell] = position.cells[cell]


@pytest.mark.parametrize("text", FAR if backend.compiled else FAR[1:])
def test_the_luck_of_a_throw_is_what_it_brings_more_than_others_would(text: str) -> None:
    """Of all throws that might lie open, each seen by who plays before; the mean is nothing."""
    analyst, state = Analyst(RULES, random_weights()), one_line.read(RULES, text)
    worths = {one: left(analyst, state.position, Side.WHITE, (4, 2), one) for one in THROWS}
    mean = sum(value * (1 if a == b else 2) for (a, b), value in worths.items()) / 36
    net, lists = of_the_kernel()
    put(net, state.position)
    for (a, b), value in list(worths.items())[:: 1 if backend.compiled else 9]:
        gain = luck_in_sight(*lists, 0, packed((4, 2)), 1, packed((a, b)), net.numbers)
        assert gain == pytest.approx(value - mean, abs=2e-3)
    assert tuple(net.space.rows[cell] for cell in range(WIDTH)) == tuple(state.position.cells)


@pytest.mark.parametrize("text", FAR if backend.compiled else FAR[1:])
def test_a_lesson_says_what_throws_bring_with_another_one_in_sight(text: str) -> None:
    """Each throw is played against one that comes by chance, the same here and there."""
    analyst, state = Analyst(RULES, random_weights()), one_line.read(RULES, text)
    net, lists = of_the_kernel()
    chance = large(COUNTERS)
    chance[SEED] = 11
    total = 0.0
    for n in range(net.T[THROW_COUNT]):
        dice, ahead = (
            (code // 10, code % 10) for code in (net.T[THROW + n], dice_for(net.T, chance, 1, 0))
        )
        weight = net.T[WEIGHT + n] / net.T[CHANCES]
        total -= weight * left(analyst, state.position, Side.WHITE, dice, ahead)
    chance[SEED] = 11
    put(net, state.position)
    expect_seen(*lists, chance, 0, 1, net.numbers)
    assert worth(net.M[WORTH], 0, net.totals) == pytest.approx(total, abs=2e-3)


@pytest.mark.skipif(not backend.compiled, reason="nets learn with NumPy")
def test_games_that_teach_are_played_with_the_next_throw_in_sight() -> None:
    net, lists = of_the_kernel()
    job = Job(RULES, random_weights(), 5, 1, 0.5, depth=1, close=30)
    desk = Desk(job)
    desk._make_room(LONGEST + 1)
    desk._from_the_start()
    desk.counters[SEED] = 5
    end = desk._play(job, 0, False, job.within)
    rows, stands = desk.notes[:2]
    chance = large(COUNTERS)
    chance[SEED] = 5
    side = roll(chance, 2)
    dice = dice_for(net.T, chance, side, 0)
    assert end > 10
    for i in range(end - 1):
        assert stands[i * STAND] == side
        for cell in range(WIDTH):
            net.space.rows[cell] = rows[i * WIDTH + cell]
        ahead = dice_for(net.T, chance, 1 - side, 0)
        play_seeing(*lists, side, dice, 1, ahead, net.numbers)
        after = [int(net.space.rows[cell]) for cell in range(WIDTH)]
        assert after == [int(rows[(i + 1) * WIDTH + cell]) for cell in range(WIDTH)]
        side, dice = 1 - side, ahead


@cache
def won(position: Position, side: Side) -> float:
    """How often a side that is about to throw wins a race of one checker each."""
    total = 0.0
    for a, b in THROWS:
        plays = after(position, side, (a, b))
        best = max(1.0 if one.off(side) == 15 else 1.0 - won(one, side.other) for one in plays)
        total += (1 if a == b else 2) * best
    return total / 36


@pytest.mark.skipif(not backend.compiled, reason="thousands of trials take too long")
@pytest.mark.parametrize("side", list(Side))
def test_what_is_rolled_out_is_what_is_won(side: Side) -> None:
    """Nobody has a choice in such a race: the luck that is taken off is nothing on the average."""
    state = one_line.read(RULES, "W 15:1 | B 11:1 | W 2-1 ahead:B2-1")
    (play,) = list(Analyst(RULES, random_weights()).rank(state))
    (there,) = after(play.position, Side.BLACK, (2, 1))
    exact = 2.0 * won(there, Side.WHITE) - 1.0
    plain = [(play.steps, play.position)]
    roller = Roller(RULES, random_weights(), horizon=WHOLE)
    points = [trial[0] for trial in roller.trials(state, plain, 1, 4000)]
    spread = statistics.stdev(points) / len(points) ** 0.5
    assert statistics.mean(points) == pytest.approx(exact, abs=4 * spread)
    match = MatchRoller(RULES, random_weights(), horizon=WHOLE)
    points = match.trials(Start(state, plain[0]), side, 1, 2000)
    spread = statistics.stdev(points) / len(points) ** 0.5
    sign = 1.0 if side is Side.WHITE else -1.0
    assert statistics.mean(points) == pytest.approx(sign * exact, abs=4 * spread)


def test_without_a_look_the_open_throw_is_played_as_the_net_likes() -> None:
    analyst, state = Analyst(RULES, random_weights()), one_line.read(RULES, POSITIONS[0])
    plain = {one.position: one.equity for one in analyst.rank(state, 0)}
    known = state.ahead[Side.BLACK]
    assert known is not None
    for position, equity in plain.items():
        replies = after(position, Side.BLACK, known)
        liked = max(-analyst.chances(reply, Side.WHITE, 0).equity for reply in replies)
        assert equity == pytest.approx(-liked, abs=1e-4)
