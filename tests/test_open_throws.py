"""Open throw: what a throw that lies open will do is foreseen as its player will see it."""

from __future__ import annotations

import statistics
from functools import cache

import pytest

from nets import random_weights
from tavola.bots.arena.match_rollout import MatchRoller, Start
from tavola.bots.arena.rollout import WHOLE, Roller
from tavola.bots.search.analyst import Analyst
from tavola.bots.search.candidates import Filter
from tavola.bots.search.open_throws import REPLIES
from tavola.games import GAMES
from tavola.rules.kernel import backend
from tavola.rules.model import movement
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Side
from tavola.rules.text import one_line

pytestmark = pytest.mark.plain

RULES = GAMES["open-throw"].ruleset()
ALL = (Filter(99, 99.0), Filter(99, 99.0))
"""No play is too bad for a look."""
POSITIONS = (
    "W 9:1 14:1 19:2 | B 20:1 12:1 | W 3-1 ahead:B6-5",
    "W 9:1 14:2 | B 17:1 16:1 | W 4-2 ahead:B2-1",
    "W 3:1 8:1 20:2 | B 12:1 11:1 | W 6-4 ahead:B5-3",
    "W 7:1 bar:1 22:2 | B 21:2 4:1 | W 5-2 ahead:B6-4",
)
THROWS = [(a, b) for a in range(1, 7) for b in range(1, a + 1)]


def after(position: Position, side: Side, dice: tuple[int, ...]) -> list[Position]:
    """All positions that a throw can lead to."""
    numbers = dice * 2 if dice[0] == dice[1] else dice
    found = [play.position for play in movement.plays(RULES, position, side, numbers)]
    return found or [position]


@pytest.mark.parametrize("text", POSITIONS if backend.compiled else POSITIONS[:1])
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
