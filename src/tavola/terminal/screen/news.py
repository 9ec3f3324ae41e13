"""Telling what happened, each thing once, in the order in which it happened."""

from __future__ import annotations

from collections.abc import Sequence

from tavola.rules.turn.state import Fact, Phase, State
from tavola.words import results, what_happened
from tavola.words.speaker import Speaker

_SILENT = ("turn",)
"""Facts that the next prompt or throw says anyway."""


class Teller:
    """Turns the facts of a running match into sentences.

    A throw that is played in the same breath (by the computer, in a replay) waits for its play, so
    that both are one sentence in brief; a turn in which nothing fits is told once.  With `scores`
    each game but the last is followed by the score.
    """

    def __init__(self, *, scores: bool = True) -> None:
        self._scores = scores
        self._held: list[Fact] = []
        self._lost = False

    def hold(self, facts: Sequence[Fact]) -> None:
        """Keep facts until the next ones are told."""
        self._held += facts

    def tell(self, speaker: Speaker, facts: Sequence[Fact], state: State) -> list[str]:
        """The sentences of the facts held back and of these; `state` is the one after them."""
        known = [fact for fact in (*self._held, *facts) if self._is_news(fact)]
        self._held = []
        told = what_happened.tell_all(speaker, known, state)
        over = any(fact.kind == "game_over" for fact in known)
        if self._scores and over and state.phase is Phase.OVER:
            told.append(results.score(speaker, state))
        return told

    def _is_news(self, fact: Fact) -> bool:
        if fact.kind in ("threw", "named", "handed"):
            self._lost = False
        if fact.kind == "lost":
            self._lost = True
        return fact.kind not in _SILENT and not (fact.kind == "passed" and self._lost)
