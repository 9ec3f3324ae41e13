"""What a side may hope for in a game: the chances of every outcome, without cube or score."""

from __future__ import annotations

from dataclasses import dataclass

from tavola.rules.model.ruleset import Score


@dataclass(frozen=True)
class Chances:
    """Probabilities from one side's view, all in 0-1, and what the wins and losses are worth.

    `gammon` is the chance to win at least two, `backgammon` to win three; `gammon_lost` and
    `backgammon_lost` likewise for the other side.  They are 0 where the game does not count them.
    `gain` and `loss` are the expected values of wins and losses in units of the game's own score
    before the cube, each already weighed with its probability, so that equity is their difference.
    A draw is half a win in `win` and nothing in `gain` and `loss`.
    """

    win: float
    gammon: float = 0.0
    backgammon: float = 0.0
    gammon_lost: float = 0.0
    backgammon_lost: float = 0.0
    gain: float = 0.0
    loss: float = 0.0

    @property
    def equity(self) -> float:
        """Expected points of the game before the cube."""
        return self.gain - self.loss

    def swapped(self) -> Chances:
        """The same chances from the other side's view."""
        return Chances(
            1.0 - self.win,
            self.gammon_lost,
            self.backgammon_lost,
            self.gammon,
            self.backgammon,
            self.loss,
            self.gain,
        )


def counted(
    win: float,
    gammon: float = 0.0,
    backgammon: float = 0.0,
    gammon_lost: float = 0.0,
    backgammon_lost: float = 0.0,
) -> Chances:
    """Chances of a game that scores 1, 2 or 3: gain and loss follow from the probabilities."""
    gain = win + gammon + backgammon
    loss = 1.0 - win + gammon_lost + backgammon_lost
    made = object.__new__(Chances)  # of every play that is shown: a third of the time
    made.__dict__.update(
        win=win,
        gammon=gammon,
        backgammon=backgammon,
        gammon_lost=gammon_lost,
        backgammon_lost=backgammon_lost,
        gain=gain,
        loss=loss,
    )
    return made


COUNTS = {
    Score.SINGLE: 1,
    Score.GAMMON: 2,
    Score.BACKGAMMON: 3,
    Score.CHECKERS: 0,
    Score.PIPS: 0,
    Score.BAR: 0,
}
"""The highest multiple of a score; 0 where a win is worth an amount (checkers, pips or points)."""
