"""The computer players at work, in threads of their own.

A net needs buffers of some megabytes, so players are not kept for each table but for each thread
and kind of player; what belongs to a table goes in with each decision.  The bots are imported when
the first one is needed: a board can be used before.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from tavola.rules.kernel import backend
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.turn.state import Action, Kind, State

if TYPE_CHECKING:
    from tavola.bots.adviser import Adviser
    from tavola.bots.cube.patience import Patience
    from tavola.bots.exact import Exact
    from tavola.bots.player import Player
    from tavola.study.teacher import Teacher

THREADS = 2
KEPT = 6
"""Players that a thread keeps ready."""
DEEP = 2
"""Throws that opinions look ahead, where that is quick."""
TAUGHT = 1
"""Throws that hints and verdicts look ahead, as reviews do: a click is answered at once."""

Made = TypeVar("Made")
_log = logging.getLogger(__name__)


class _Closed(Exception):
    """Nobody waits for this any more."""


@dataclass(frozen=True)
class Seat:
    """Who is to decide: the game with its rules, a level ('' for the rule of thumb), a number that
    stays with the match, the (game, side) pairs in which it has offered to resign, and what it
    remembers."""

    game: str
    rules: Ruleset
    level: str
    seed: int
    resigned: frozenset[tuple[int, Side]] = frozenset()
    patience: Patience | None = None


class Computers:
    """All computer players of a server; they think one after the other if there are many."""

    def __init__(self, threads: int = THREADS) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="computer")
        self._tables = ThreadPoolExecutor(1, thread_name_prefix="exact")
        self._asked: set[Ruleset] = set()
        self._own = threading.local()
        self._closed = False

    def close(self) -> None:
        """Let go of the threads; what they still think is of no use to anybody."""
        self._closed = True
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._tables.shutdown(wait=False, cancel_futures=True)

    async def choose(self, seat: Seat, state: State) -> tuple[Action, ...]:
        """What the computer does now: one action, or all steps of a part; nothing where dice must
        fall."""
        return await self._run(lambda: self._choose(seat, state))

    async def ask(self, seat: Seat, question: Callable[[Adviser, int], Made]) -> Made | None:
        """The answer to a question, which gets an adviser and a depth; None without a net."""
        return await self._run(lambda: self._ask(seat, question))

    async def learn(self, seat: Seat, question: Callable[[Teacher, int], Made]) -> Made | None:
        """The answer to a question, which gets a teacher and a depth; None without a net."""
        return await self._run(lambda: self._learn(seat, question))

    async def _run(self, work: Callable[[], Made]) -> Made:
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    # ------------------------------------------------------------------- in the computer's threads

    def _choose(self, seat: Seat, state: State) -> tuple[Action, ...]:
        from tavola.bots import rule_of_thumb

        try:
            player = self._player(seat) if seat.level else None
            if player is not None:
                player.sit(seat.seed, seat.resigned, seat.patience)
                return player.choose(state)
        except Exception:
            sentence = "the computer could not decide and plays by its rule of thumb"
            _log.exception(sentence, extra={"kind": "computer"})
        return rule_of_thumb.choose(state)

    def _ask(self, seat: Seat, question: Callable[[Adviser, int], Made]) -> Made | None:
        adviser = self._kept(("adviser", seat.game, seat.rules), lambda: self._adviser(seat))
        return None if adviser is None else question(adviser, _depth())

    def _learn(self, seat: Seat, question: Callable[[Teacher, int], Made]) -> Made | None:
        teacher = self._kept(("teacher", seat.game, seat.rules), lambda: self._teacher(seat))
        return None if teacher is None else question(teacher, min(_depth(), TAUGHT))

    def _teacher(self, seat: Seat) -> Teacher | None:
        from tavola.study.teacher import Teacher

        adviser = self._kept(("adviser", seat.game, seat.rules), lambda: self._adviser(seat))
        return None if adviser is None else Teacher(seat.game, adviser)

    def _player(self, seat: Seat) -> Player | None:
        from tavola.server.tables.pooled_player import made

        def make() -> Player | None:
            return made(seat.game, seat.rules, seat.level, self._exact(seat.rules))

        return self._kept((seat.game, seat.rules, seat.level), make)

    def _adviser(self, seat: Seat) -> Adviser | None:
        from tavola.bots import shipped_nets
        from tavola.bots.adviser import SECONDS, Adviser, usual_budget

        weights = shipped_nets.load(seat.game).weights
        if weights is None:
            return None
        exact = self._exact(seat.rules)
        return Adviser(seat.rules, weights, exact, usual_budget(_depth()), SECONDS)

    def _kept(self, key: object, make: Callable[[], Made]) -> Made:
        """What this thread keeps under a key; made anew if exact tables have come meanwhile."""
        kept: OrderedDict[object, tuple[int, Any]] = self._own.__dict__.setdefault(
            "kept", OrderedDict()
        )
        found = kept.pop(key, None)
        if found is None or found[0] != self._generation:
            found = (self._generation, make())
        kept[key] = found
        if len(kept) > KEPT:
            kept.popitem(last=False)
        made: Made = found[1]
        return made

    _generation = 0
    """How often exact tables have been added."""

    def _exact(self, rules: Ruleset) -> Exact | None:
        """The exact tables as far as they are there; the others are computed meanwhile."""
        from tavola.bots.exact import tables_for

        found = tables_for(rules, compute=False)
        if rules not in self._asked:
            self._asked.add(rules)
            self._tables.submit(self._compute, rules, found)
        return found

    def _compute(self, rules: Ruleset, before: Exact | None) -> None:
        from tavola.bots.exact import tables_for

        try:
            if tables_for(rules, self._go_on) is not before:
                self._generation += 1
        except _Closed:
            pass
        except Exception:
            _log.exception("exact tables could not be computed", extra={"kind": "exact_tables"})

    def _go_on(self, done: int, total: int) -> None:
        """Called from time to time by what takes long."""
        if self._closed:
            raise _Closed


def _depth() -> int:
    return DEEP if backend.compiled else 0


def resignations(events: Collection[Action]) -> frozenset[tuple[int, Side]]:
    """The (game, side) pairs of the offers to resign among the events of a match."""
    found, game = set(), 1
    for event in events:
        game += event.kind is Kind.NEXT
        if event.kind is Kind.RESIGN and event.side is not None:
            found.add((game, event.side))
    return frozenset(found)


__all__ = ["Computers", "Seat", "resignations"]
