"""Open throw: what a throw that lies open will do is foreseen as its player will see it."""

from __future__ import annotations

import pytest

from nets import random_weights
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


def test_without_a_look_the_open_throw_is_played_as_the_net_likes() -> None:
    analyst, state = Analyst(RULES, random_weights()), one_line.read(RULES, POSITIONS[0])
    plain = {one.position: one.equity for one in analyst.rank(state, 0)}
    known = state.ahead[Side.BLACK]
    assert known is not None
    for position, equity in plain.items():
        replies = after(position, Side.BLACK, known)
        liked = max(-analyst.chances(reply, Side.WHITE, 0).equity for reply in replies)
        assert equity == pytest.approx(-liked, abs=1e-4)
