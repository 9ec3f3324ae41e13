"""Who plays the other side: a level of ours, anything that takes a state, or chance."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from tavola.bots.bot import Bot
from tavola.rl import numbering
from tavola.rl.moment import Moment
from tavola.rl.settings import Setting
from tavola.rules.kernel import game_cells as c
from tavola.rules.kernel.numbered_actions import ROLL
from tavola.rules.model.refusal import Refused
from tavola.rules.model.rule_table import tables
from tavola.rules.turn.state import Action, Kind, State

Choose = Callable[[State], Sequence[Action]]
"""Takes a state and gives actions, as `Bot.choose` does."""
RANDOM = "random"

_OFFERS = (Kind.RESIGN, Kind.DRAW)
_KNOWN = (*_OFFERS, *numbering.KINDS)
_ASKED_AGAIN = 3
"""A computer that resigns, or offers a draw, is asked again: that is no decision here."""


class Opponent:
    """Decides for one side.  `play` is the name of a level, `"random"`, or a function."""

    def __init__(self, agreed: Setting, play: str | Choose) -> None:
        self._table = tables(agreed.rules).T
        self._rng = random.Random(0)
        self._bot: Bot | None = None
        self._choose: Choose | None = None
        if callable(play):
            self._choose = play
        elif play != RANDOM:
            self._bot = Bot(agreed.game.id, play, options=agreed.options)
            self._choose = self._bot.choose

    def sit(self, seed: int) -> None:
        """A new match: what errors and chance come from."""
        self._rng = random.Random(seed)
        if self._bot is not None:
            self._bot.sit(seed)

    def numbers(self, moment: Moment) -> list[int]:
        """What it decides: one number, or those of all steps of a part.

        Raises ValueError for what no opponent may do: no actions, or such as are no decision here.
        """
        if self._choose is None:
            return [self._rng.choice(moment.legal)]
        if moment.question == c.DOUBLING and moment.who is not moment.state.side:
            return [ROLL]
        for _ in range(_ASKED_AGAIN):
            actions = _chosen(self._choose, moment)
            if not actions or actions[0].kind not in _OFFERS:
                break
        actions = [action for action in actions if action.kind not in _OFFERS]
        return [numbering.number_of(self._table, action) for action in actions] or [
            ROLL if ROLL in moment.legal else moment.legal[0]
        ]


def _chosen(choose: Choose, moment: Moment) -> Sequence[Action]:
    """What is chosen; nothing where dice are to fall."""
    try:
        found = choose(moment.state)
    except Refused as refused:
        if refused.refusal.code == "no_advice":
            return ()
        raise
    known = isinstance(found, Sequence) and all(isinstance(one, Action) for one in found)
    if not known or any(one.kind not in _KNOWN for one in found):
        raise ValueError(f"an opponent gives actions that are decisions, not {str(found)[:80]}")
    return found


__all__ = ["Opponent"]
