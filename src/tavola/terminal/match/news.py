"""What happened at the table, kept as facts: it is told with the numbers of whoever looks when it
is told, since two people at one terminal see the board from two sides."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tavola.rules.turn.state import Fact, State
from tavola.words.speaker import Speaker
from tavola.words.what_happened import Teller

_REMEMBERED = 6
"""Sentences that `last` repeats: a turn of the other side and what came after it."""


@dataclass(frozen=True)
class Piece:
    """Facts that belong together, with the state after them."""

    facts: tuple[Fact, ...]
    state: State


Aside = Callable[[], list[str]]
"""What is said after the facts that begin a game."""


class News:
    """The last pieces of news, those not told yet, and facts that wait for the next ones; with
    `scores` each game but the last is followed by the score."""

    def __init__(self, aside: Aside, *, scores: bool) -> None:
        self._aside = aside
        self._scores = scores
        self._past: deque[Piece] = deque(maxlen=_REMEMBERED)
        self._held: tuple[Fact, ...] = ()
        self._untold: list[Piece] = []

    def hold(self, facts: tuple[Fact, ...]) -> None:
        """Keep facts until the next ones come."""
        self._held += facts

    def add(self, facts: tuple[Fact, ...], state: State) -> None:
        """Something has happened; `state` is the one after it."""
        piece = Piece(self._held + facts, state)
        self._held = ()
        self._past.append(piece)
        self._untold.append(piece)

    def untold(self, speaker: Speaker) -> Iterator[str]:
        """The sentences that nobody has heard."""
        pieces, self._untold = self._untold, []
        for piece in pieces:
            yield from self._sentences(piece, speaker)

    def last(self, speaker: Speaker) -> list[str]:
        """The last sentences once more."""
        found = [told for piece in self._past for told in self._sentences(piece, speaker)]
        return found[-_REMEMBERED:]

    def _sentences(self, piece: Piece, speaker: Speaker) -> list[str]:
        told = Teller(scores=self._scores).tell(speaker, piece.facts, piece.state)
        if any(fact.kind == "game" for fact in piece.facts):
            told += self._aside()
        return told
