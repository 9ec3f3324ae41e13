"""The computer at one table: it thinks in another thread, and plays as soon as it has decided.

Its throw and its play are told together, unless it thinks so long that the dice should lie on the
table meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections.abc import Sequence
from typing import Protocol

from tavola.bots.cube.patience import Patience
from tavola.play.turns import Turns
from tavola.rules.model.refusal import Refused
from tavola.rules.turn.state import Action, Kind, Phase, State
from tavola.server.match.live_match import LiveMatch
from tavola.server.store import NotStored, Taken
from tavola.server.tables.audience import Audience
from tavola.server.tables.computer_pool import Computers, Seat, resignations

HOLD = 0.25
"""Seconds that a throw may wait for its play to be told with it."""
PAUSE = 2.0
"""Seconds until the computer tries again what could not be stored."""

_log = logging.getLogger(__name__)


class Place(Protocol):
    """What the computer needs of the table at which it sits."""

    lock: asyncio.Lock
    live: LiveMatch
    audience: Audience

    async def commit(self, wanted: Sequence[Action]) -> None:
        """Store actions, then take them; the lock is held."""

    async def make_certain(self) -> None:
        """If it is not known what was stored, find out; the lock is held.  Raises `NotStored`."""

    async def overtaken(self) -> None:
        """Somebody else has changed the match: stand where it stands now."""


class ComputerSeat:
    """Whoever plays for the computer at a table."""

    def __init__(self, table: Place, computers: Computers) -> None:
        self._table = table
        self._computers = computers
        self._task: asyncio.Task[None] | None = None
        self._memories: dict[int, Patience] = {}

    @property
    def thinks(self) -> bool:
        """It is at work."""
        return self._task is not None

    @property
    def tells_soon(self) -> bool:
        """Whether it is about to find out that people are to throw for it: what they may do then is
        told at once with what has happened."""
        turns = self._turns
        if not turns.computer_acts or turns.state.phase is not Phase.START:
            return False
        return turns.by_hand or not turns.is_computer(turns.state.thrower)

    @property
    def _turns(self) -> Turns:
        return self._table.live.scene.turns

    def go_on(self) -> None:
        """Play as long as it is its turn."""
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._play())

    def stop(self) -> None:
        """Leave the table."""
        if self._task is not None:
            self._task.cancel()

    async def _play(self) -> None:
        table = self._table
        try:
            while self._turns.computer_acts:
                try:
                    await self._act()
                except NotStored as error:
                    sentence = "an event of the computer could not be stored: %s"
                    _log.warning(sentence, error, extra={"kind": "not_stored"})
                    if not table.audience.watched:
                        return
                    await asyncio.sleep(PAUSE)
                except Taken:
                    await table.overtaken()
        except Refused:
            _log.exception("the computer wanted what the rules do not allow")
        finally:
            self._task = None
            if table.audience.untold:
                table.audience.tell()

    async def _act(self) -> None:
        """Decide, and do it, unless the table has changed meanwhile."""
        table, live = self._table, self._table.live
        before = (live.epoch, live.seq)
        actions = await self._decide(self._turns)
        async with table.lock:
            await table.make_certain()
            if before != (live.epoch, live.seq) or not self._turns.computer_acts:
                return
            if not actions:
                actions = self._throw()
            if actions:
                await table.commit(actions)
        if not actions:
            self._pass()
        elif not self._holds():
            table.audience.tell()

    async def _decide(self, turns: Turns) -> tuple[Action, ...]:
        state = turns.state
        if turns.computer_only_throws:
            return ()
        if state.phase is Phase.MOVE and state.turn.ending is not None:
            return (Action(Kind.DONE, state.side),)
        work = asyncio.ensure_future(self._computers.choose(self.seat(state), state))
        if self._table.audience.untold:
            done, _ = await asyncio.wait({work}, timeout=HOLD)
            if not done:
                self._table.audience.tell()
        return await work

    def seat(self, state: State) -> Seat:
        """What a computer player is told about this table."""
        live = self._table.live
        seat = live.seats[state.player(state.side if state.actor is None else state.actor)]
        memory = self._memories.setdefault(seat.player, Patience())
        return Seat(
            game=state.playing(live.match.game.id),
            rules=state.rules,
            level=seat.level or "",
            seed=zlib.crc32(live.id.encode()),
            resigned=resignations(live.match.events),
            patience=memory,
        )

    def _throw(self) -> tuple[Action, ...]:
        """Its dice; nothing where people throw."""
        state, dice = self._turns.state, self._table.live.match.dice
        thrown = dice.throw(state)
        if thrown is None or not self._turns.is_computer(state.thrower):
            return ()
        return (Action(Kind.THROW, state.thrower, thrown),)

    def _pass(self) -> None:
        """It has nothing to do but wait for dice that people throw."""
        audience = self._table.audience
        self._table.live.passed()
        if audience.untold:
            audience.tell()
        else:
            audience.tell_whole()

    def _holds(self) -> bool:
        """Whether the rest of the throw is to be told with what has happened."""
        turns = self._turns
        going_on = turns.state.phase in (Phase.MOVE, Phase.CHOOSE) or self.tells_soon
        return turns.computer_acts and going_on


__all__ = ["ComputerSeat"]
