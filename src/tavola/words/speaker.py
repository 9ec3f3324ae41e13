"""The one sentence builder: terminal, log, speech and browser say the same things through it."""

from __future__ import annotations

from collections.abc import Sequence

from tavola.rules.model import movement
from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.refusal import Refusal
from tavola.rules.model.ruleset import Side
from tavola.rules.turn.state import Fact, State
from tavola.words import refusals, results, situations, what_happened
from tavola.words.voice import Voice


class Speaker(Voice):
    """Speaks for one listener: language, numbering, names, brief or full.

    Speaker(words, rules, numbering="own", names=("", ""), brief=False, viewer=None); see `Voice`.
    """

    def fact(self, fact: Fact, state: State) -> str:
        """One thing that happened; `state` is the one after it."""
        return what_happened.tell(self, fact, state)

    def facts(self, facts: Sequence[Fact], state: State) -> list[str]:
        """Everything that happened in order, the steps of a play in one sentence.

        `state` is the one after the last of them; facts of one throw at a time are told best.
        """
        return what_happened.tell_all(self, facts, state)

    def refusal(self, refusal: Refusal, side: Side | None) -> str:
        """Why something is not allowed, and what to do; numbers are those of `side`."""
        return refusals.explain(self, refusal, side)

    def situation(self, state: State) -> list[str]:
        """Score and match, cube, what is asked, dice and numbers left, open throws."""
        return situations.situation(self, state)

    def position(self, state: State) -> list[str]:
        """Where all checkers are, in the viewer's numbers."""
        return situations.position(self, state)

    def pools(self, state: State) -> list[str]:
        """Bar, reserve and off of both sides, as far as the game has them."""
        return situations.pools(self, state)

    def open_throws(self, state: State) -> list[str]:
        """Throws that lie open for a later turn, and the throw of the whole game."""
        return situations.open_throws(self, state)

    def pips(self, state: State) -> str:
        """The pips of both sides, or that the game has none."""
        if not geometry_of(state.rules).runs:
            return self.words.text("This game has no pips.")
        white, black = (movement.pip_count(state.rules, state.position, side) for side in Side)
        return results.pips(self, (white, black), state)

    def point(self, state: State, point: int) -> str:
        """What stands on a booklet point, and in full where it may go now."""
        return situations.point(self, state, point)

    def prompt(self, state: State) -> str:
        """What is asked now, and of whom."""
        return situations.prompt(self, state)

    def result(self, state: State) -> str:
        """How the game ended."""
        return results.result(self, state)

    def score(self, state: State) -> str:
        """The score and what is played for."""
        return results.score(self, state)

    def cube(self, state: State) -> str:
        """The cube and its owner; empty in a game without a cube."""
        return results.cube(self, state)
