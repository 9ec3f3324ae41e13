"""The computer at one table: it thinks in another thread, and plays as soon as it has decided.

Its throw and its play are told together, unless it thinks so long that the dice should lie on the
table meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
import zlib
from typing import TYPE_CHECKING

from tavola.rules.model.refusal import Refused
from tavola.rules.turn.state import Action, Kind, Phase
from tavola.server.match.permissions import Scene
from tavola.server.store import NotStored, Taken
from tavola.server.tables.computer_pool import Computers, Seat, resignations

if TYPE_CHECKING:
    from tavola.server.tables.table import Table

HOLD = 0.25
"""Seconds that a throw may wait for its play to be told with it."""
PAUSE = 2.0
"""Seconds until the computer tries again what could not be stored."""

_log = logging.getLogger(__name__)


class Opponent:
    """Whoever plays for the computer at a table."""

    def __init__(self, table: Table, computers: Computers) -> None:
        self._table = table
        self._computers = computers
        self._task: asyncio.Task[None] | None = None

    @property
    def thinks(self) -> bool:
        """It is at work."""
        return self._task is not None

    @property
    def tells_soon(self) -> bool:
        """Whether it is about to find out that people are to throw for it: what they may do then is
        told at once with what has happened."""
        scene = self._table.scene
        if not scene.computer_acts or scene.state.phase is not Phase.START:
            return False
        return scene.by_hand or not scene.is_computer(scene.state.thrower)

    def go_on(self) -> None:
        """Play if it is its turn."""
        if self._task is None and self._table.scene.computer_acts:
            self._task = asyncio.get_running_loop().create_task(self._play())

    def stop(self) -> None:
        """Leave the table."""
        if self._task is not None:
            self._task.cancel()

    async def _play(self) -> None:
        table = self._table
        try:
            while table.scene.computer_acts:
                try:
                    await self._act()
                except NotStored:
                    _log.warning("an event of the computer could not be stored", exc_info=True)
                    if not table.watched:
                        return
                    await asyncio.sleep(PAUSE)
                except Taken:
                    await table.overtaken()
        except Refused:
            _log.exception("the computer wanted what the rules do not allow")
        finally:
            self._task = None
            if table.untold:
                table.tell()

    async def _act(self) -> None:
        """Decide, and do it, unless the table has changed meanwhile."""
        table, scene = self._table, self._table.scene
        before = (table.epoch, table.seq)
        actions = await self._decide(scene)
        async with table.lock:
            if before != (table.epoch, table.seq) or not table.scene.computer_acts:
                return
            if not actions:
                actions = self._throw(scene)
            if actions:
                await table.commit(actions)
        if not actions:
            self._pass()
        elif not self._holds(table.scene):
            table.tell()

    async def _decide(self, scene: Scene) -> tuple[Action, ...]:
        state = scene.state
        if scene.computer_only_throws:
            return ()
        if state.phase is Phase.MOVE and state.turn.ending is not None:
            return (Action(Kind.DONE, state.side),)
        work = asyncio.ensure_future(self._computers.choose(self.seat(scene), state))
        if self._table.untold:
            done, _ = await asyncio.wait({work}, timeout=HOLD)
            if not done:
                self._table.tell()
        return await work

    def seat(self, scene: Scene) -> Seat:
        """What a computer player is told about this table."""
        table, state = self._table, scene.state
        seat = scene.seat(state.side if state.actor is None else state.actor)
        return Seat(
            game=table.history.game.id,
            rules=state.rules,
            level=seat.level or "",
            seed=zlib.crc32(table.id.encode()),
            resigned=resignations(table.history.events),
        )

    def _throw(self, scene: Scene) -> tuple[Action, ...]:
        """Its dice; nothing where people throw."""
        state = scene.state
        dice = self._table.history.dice.throw(state)
        if dice is None or not scene.is_computer(state.thrower):
            return ()
        return (Action(Kind.THROW, state.thrower, dice),)

    def _pass(self) -> None:
        """It has nothing to do but wait for dice that people throw."""
        table = self._table
        table.passed = table.seq
        table.changed()
        if table.untold:
            table.tell()
        else:
            table.tell_whole()

    def _holds(self, scene: Scene) -> bool:
        """Whether the rest of the throw is to be told with what has happened."""
        going_on = scene.state.phase in (Phase.MOVE, Phase.CHOOSE) or self.tells_soon
        return scene.computer_acts and going_on


__all__ = ["Opponent"]
