"""The context of a decision: cube, score and match as one side sees them.

A `Context` is what a `State` says about cube, score and match from the view of one side.
`result_values.py` says what results are worth in it, `decisions.py` what to do with the cube.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tavola.bots.cube.chances import COUNTS
from tavola.bots.cube.cubeful import Holder
from tavola.bots.cube.efficiency import CONTACT, contact_efficiency, race_efficiency
from tavola.bots.cube.match_equity import CLASSIC, Shares, Terms
from tavola.rules.model import movement
from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.ruleset import Ruleset, Score, Side
from tavola.rules.turn.state import Kind, State

USUAL = Terms()


@dataclass(frozen=True)
class Context:
    """Cube and score from the view of one side; money play by default.

    `away` are the points that the side and the other one still need, or None.  `lead` is the side's
    lead and `left` the number of games after this one in a match over a number of games, else None.
    `crawford_reached` says that this game is the Crawford game or comes after it.
    `offered` is the cube on the table, 0 without an offer; `beavered` says that it is a beaver.
    """

    cube: int = 1
    holder: Holder = Holder.CENTRE
    jacoby: bool = False
    beavers: bool = False
    away: tuple[int, int] | None = None
    crawford_reached: bool = False
    lead: int = 0
    left: int | None = None
    terms: Terms = USUAL
    counts: int = 3
    """The highest multiple of the game's score; 0 where wins are amounts."""
    efficiency: float = CONTACT
    offered: int = 0
    beavered: bool = False

    @property
    def money(self) -> bool:
        """Points count as they are."""
        return self.away is None and self.left is None

    @property
    def swapped(self) -> Context:
        """The same from the other side's view."""
        away = None if self.away is None else (self.away[1], self.away[0])
        return replace(self, holder=self.holder.swapped, away=away, lead=-self.lead)


# ------------------------------------------------------------------------------------ from a state


def context(
    state: State, side: Side, shares: Shares | None = None, efficiency: float | None = None
) -> Context:
    """The context of a state for a side.

    `shares` are the statistics of the game for its match equity table (by default those of classic
    backgammon as far as its score counts them), `efficiency` that of the cube (by default by
    game, contact and pips).  A single game counts as money.
    """
    rules, match, cube = state.rules, state.match, state.cube
    dead = not rules.cube or state.crawford == "now"
    holder = Holder.CENTRE if cube.owner is None else Holder.THEIRS
    if cube.owner is side:
        holder = Holder.MINE
    offer = state.offer if state.offer is not None and state.offer.kind is Kind.DOUBLE else None
    away = None
    if match.length is not None:
        away = (match.length - state.score_of(side), match.length - state.score_of(side.other))
    several = match.games is not None and match.games > 1
    return Context(
        cube=cube.value,
        holder=Holder.NOBODY if dead else holder,
        jacoby=match.jacoby and rules.cube,
        beavers=match.beavers,
        away=away,
        crawford_reached=state.crawford in ("now", "done"),
        lead=state.score_of(side) - state.score_of(side.other) if several else 0,
        left=max((match.games or 1) - state.game, 0) if several else None,
        terms=Terms(shares or usual(rules), rules.cube, match.crawford, rules.cube_ban),
        counts=COUNTS[rules.score],
        efficiency=efficiency_of(state) if efficiency is None else efficiency,
        offered=offer.value if offer is not None else 0,
        beavered=offer is not None and offer.value == 4 * cube.value,
    )


def usual(rules: Ruleset) -> Shares:
    """Statistics to go by where a game has none of its own."""
    if rules.score is Score.CHECKERS:
        return Shares(amount=rules.checkers / 3)
    if rules.score is Score.PIPS:
        return Shares(amount=2.0 * rules.checkers)
    if rules.score is Score.BAR:
        return Shares(amount=2.0)
    return Shares(
        CLASSIC.gammon if rules.score is not Score.SINGLE else 0.0,
        CLASSIC.backgammon if rules.score is Score.BACKGAMMON else 0.0,
    )


def efficiency_of(state: State) -> float:
    """How efficient a cube is in the position: with contact by the game, in a race by the pips to
    go."""
    rules, position = state.rules, state.position
    if not geometry_of(rules).runs or movement.in_contact(rules, position):
        return contact_efficiency(rules)
    pips = min(movement.pip_count(rules, position, side) for side in Side)
    return float(race_efficiency(pips))
