"""A match from its beginning to its end with dice from a seed: what the environments play.

The dice are those of a batch: the same seed gives the same games as game 0 of `Batch`.
"""

from __future__ import annotations

import hashlib
from copy import deepcopy

from tavola.rl.moment import Moment, begin
from tavola.rl.settings import Setting
from tavola.rules import turn
from tavola.rules.kernel.backend import large
from tavola.rules.kernel.chance import die, sow
from tavola.rules.model.throws import Throw
from tavola.rules.model.whole_numbers import is_whole, whole_seed
from tavola.rules.turn.asked import wanted
from tavola.rules.turn.state import Phase


def bits_of(seed: int) -> int:
    """62 bits of a seed of any size.  Raises ValueError for what is no whole number."""
    digest = hashlib.blake2b(str(whole_seed(seed)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 2


def _number(given: int) -> int:
    """The number of a game of a batch; dice would be the same again from 2**32 on."""
    if not is_whole(given) or not 0 <= given < 1 << 32:
        raise ValueError(f"the number of a game is a whole one from 0 on, not {given!r}")
    return int(given)


class Episode:
    """Matches one after the other, at their decisions; `number` is that of a game of a batch.

    Raises ValueError for a seed that is no whole number and for a game that no batch can have,
    TypeError for what is no setting.
    """

    def __init__(self, agreed: Setting, seed: int = 0, number: int = 0) -> None:
        if not isinstance(agreed, Setting):
            raise wanted("a Setting, as `setting(id)`", agreed)
        self.setting = agreed
        self._dice = large(2)
        sow(self._dice, 0, bits_of(seed), _number(number))
        self.moment: Moment
        self.restart()

    def __copy__(self) -> Episode:
        return deepcopy(self)  # dice that are shared would fall for both

    def restart(self, seed: int | None = None, number: int = 0) -> None:
        """A new match; without a seed with the dice that follow.  Raises ValueError as above."""
        number = _number(number)
        if seed is not None:
            sow(self._dice, 0, bits_of(seed), number)
        self.moment = self._thrown(begin(self.setting))[0]

    def decide(self, number: int) -> tuple[int, int]:
        """Take a decision; what players 0 and 1 gained by it, in points.

        Raises ValueError for a number that is not allowed, or is none.
        """
        self.moment, gained = self._thrown(self.moment.decide(number))
        return gained

    def _thrown(self, moment: Moment) -> tuple[Moment, tuple[int, int]]:
        """Let dice fall until something is asked or the match is over."""
        mine, other = moment.gained
        while weights := moment.throws:
            dice = self._throw(turn.awaited(moment.state))
            known = {throw for throw, _ in weights}
            opening = moment.state.phase is Phase.OPENING
            if (dice if opening else tuple(sorted(dice))) not in known:
                continue
            moment = moment.fall(dice)
            mine, other = mine + moment.gained[0], other + moment.gained[1]
        return moment, (mine, other)

    def _throw(self, count: int) -> Throw:
        return tuple(int(die(self._dice, 0)) for _ in range(count))


__all__ = ["Episode"]
