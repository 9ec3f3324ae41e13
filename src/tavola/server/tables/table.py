"""One table: actions in, checked, stored, then told to everybody who sits or watches there.

All changes happen under one lock.  While something is being stored, everybody sees the state
before it; nobody hears of an event that is not on the disk.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from typing import Any

from tavola.rules.model.refusal import Refusal, Refused, refuse
from tavola.rules.text.record import action_to_json
from tavola.rules.turn.state import Action, Phase
from tavola.server.match import new_match
from tavola.server.match.viewer import Viewer, speaker_of, words_of
from tavola.server.store import NotRead, NotStored, Person, Store, StoredMatch, Taken
from tavola.server.tables import commands, questions
from tavola.server.tables.audience import Audience
from tavola.server.tables.commands import Denied, GoOn
from tavola.server.tables.computer_pool import Computers
from tavola.server.tables.computer_seat import Opponent
from tavola.server.wire import messages, replies
from tavola.server.wire.connection import Connection, encoded
from tavola.words.catalogue import mark

Json = dict[str, Any]
Change = messages.Act | messages.Play | messages.Back
Message = Change | messages.Ask | messages.Listen | messages.Ping
Points = Sequence[int | str]

_PONG = encoded({"v": messages.VERSION, "type": "pong"})
_TOO_FAST = mark("Too much at once: wait a little.")
_log = logging.getLogger(__name__)


class Table(Audience):
    """A match that is awake; `Tables` makes it.  Raises `Refused` if it cannot be replayed.

    `lock` is held by whoever changes the table.
    """

    def __init__(self, stored: StoredMatch, store: Store, computers: Computers) -> None:
        super().__init__(stored)
        self.lock = asyncio.Lock()
        self.computers = computers
        self.opponent = Opponent(self, computers)
        self._store = store
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def busy(self) -> bool:
        """Whether somebody is here, or something is being done."""
        return self.watched or bool(self._tasks) or self.opponent.thinks

    def connect(self, viewer: Viewer) -> Connection:
        """Let somebody sit down or watch; he is told what happens from now on."""
        connection = super().connect(viewer)
        self.opponent.go_on()
        return connection

    def cut_off(self) -> None:
        """Send everybody away, so that they come back to the match as it is stored."""
        super().cut_off()
        self.opponent.stop()

    async def finish(self) -> None:
        """Wait for what was begun."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # ------------------------------------------------------------------------------- what is wanted

    async def handle(self, connection: Connection, message: Message) -> None:
        """Do what a client asks; the answer goes into its outbox."""
        if isinstance(message, messages.Ping):
            self.send(connection, _PONG)
        elif isinstance(message, messages.Listen):
            self.listen(connection, message)
        elif isinstance(message, messages.Ask):
            await self._asked(connection, message)
        else:
            # What was begun is finished, even if the client goes away meanwhile.
            await asyncio.shield(self._begun(self._change(connection, message)))

    def _begun(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _asked(self, connection: Connection, ask: messages.Ask) -> None:
        if ask.what not in questions.SLOW:
            self.send(connection, await questions.answer(self, connection, ask))
        elif connection.asking:
            say = words_of(connection.viewer.language).text(_TOO_FAST)
            self.send(connection, replies.refused(ask.id, "too_fast", say))
        else:
            connection.asking = True
            self._begun(self._answer_later(connection, ask))

    async def _answer_later(self, connection: Connection, ask: messages.Ask) -> None:
        try:
            self.send(connection, await questions.answer(self, connection, ask))
        finally:
            connection.asking = False

    # ------------------------------------------------------------------------------------- changes

    async def _change(self, connection: Connection, message: Change) -> None:
        """Do what changes the table, or say why not."""
        try:
            async with self.lock:
                await self._changed_by(connection, message)
        except GoOn:
            self.go = self.seq
            self.changed()
            self._accept(connection, message)
        except Denied as denied:
            self._deny(connection, message, denied.code, denied.message)
        except Refused as caught:
            self._refuse(connection, message, caught.refusal)
        except NotStored:
            _log.warning("an event could not be stored", exc_info=True)
            self._deny(connection, message, *commands.NOT_STORED)
        except Taken:
            self._deny(connection, message, *commands.STALE)
            await self.overtaken()
        self.opponent.go_on()

    async def _changed_by(self, connection: Connection, message: Change) -> None:
        look, scene = self.look(connection.viewer), self.scene
        commands.check_seat(scene, look.mine)
        if message.seq != self.seq:
            raise Denied(*commands.STALE)
        if isinstance(message, messages.Back):
            await self._go_back()
            self._accept(connection, message)
            self.tell_whole()
            return
        awaits = scene.state.phase in (Phase.OPENING, Phase.START)
        dice = self.history.dice.throw(scene.state) if awaits else None
        if isinstance(message, messages.Act):
            wanted = commands.read_act(scene, look, message, dice)
        else:
            wanted = commands.read_play(scene, look, message.text, dice)
        await self.commit(wanted)
        self._accept(connection, message)
        if not self.opponent.tells_soon:
            self.tell()

    async def commit(self, wanted: Sequence[Action]) -> None:
        """Store actions, then take them; the lock is held.

        Raises `Refused`, `NotStored`, or `Taken` if the match is not what it was.
        """
        history = self.history
        moments = history.tried(wanted)
        events = [action_to_json(moment.action) for moment in moments]
        over = moments[-1].state.phase is Phase.END
        header = history.revealed() if over and history.sealed else None
        try:
            if over:
                await self._store.append(
                    self.id,
                    moments[0].n,
                    events,
                    status="over",
                    secret="",
                    score="{} {}".format(*moments[-1].state.score),
                    header=None if header is None else header.header(),
                )
            else:
                await self._store.append(self.id, moments[0].n, events)
        except KeyError:  # the match was deleted
            raise Taken(self.id) from None
        history.take(moments)
        if header is not None:
            history.record = header
        self._pending += moments
        self.changed()

    async def _go_back(self) -> None:
        """Take back the last decision; the lock is held."""
        to = self.back_to()
        if to is None:
            possible = self.options.get("takeback") and self.solo
            raise Denied(*(commands.NOTHING_BACK if possible else commands.NO_BACK))
        history = await asyncio.to_thread(self.history.rewound, to)
        try:
            await self._store.wind_back(self.id, to, self.epoch + 1)
        except KeyError:
            raise Taken(self.id) from None
        self.history, self.epoch = history, self.epoch + 1
        self.passed = self.go = -1
        self.changed()

    async def overtaken(self) -> None:
        """Somebody else has changed the match: stand where it stands now."""
        async with self.lock:
            try:
                stored = await self._store.load(self.id)
            except NotRead:
                stored = None
            if stored is None:
                self.cut_off()
            else:
                self._take_over(stored)
                self.tell_whole()

    # --------------------------------------------------------------------------------- what is said

    def _accept(self, connection: Connection, message: Change) -> None:
        self.send(connection, replies.accepted(message.id, self.seq))

    def _deny(self, connection: Connection, message: Change, code: str, sentence: str) -> None:
        say = words_of(connection.viewer.language).text(sentence)
        self._say_no(connection, message, code, say)

    def _refuse(self, connection: Connection, message: Change, refusal: Refusal) -> None:
        look = self.look(connection.viewer)
        side = look.mine[0] if len(look.mine) == 1 else self.state.side
        say = speaker_of(look, self.state).refusal(refusal, side)
        points = questions.points_of(refusal)
        if not points and isinstance(message, messages.Act):
            points = [place for place in (message.source, message.target) if place is not None]
        self._say_no(connection, message, refusal.code, say, points)

    def _say_no(
        self, connection: Connection, message: Change, code: str, say: str, points: Points = ()
    ) -> None:
        connection.refusal = say
        self.send(connection, replies.refused(message.id, code, say, points))

    # ------------------------------------------------------------------------------ the other seats

    async def join(self, invite: str, person: Person) -> None:
        """Give an open seat to somebody; his name is in the record from then on.

        Raises `Taken` if there is none for him, KeyError if he is not stored, or `NotStored`.
        """
        async with self.lock:
            invited = bool(invite) and any(seat.invite == invite for seat in self.seats)
            if not invited or self.is_seated(person.id):
                raise Taken(self.id)
            self._take_over(await self._store.take_seat(invite, person.id, person.name))
        self.tell_whole()
        self.tell_presence()

    async def rematch(self, person: str) -> str:
        """The id of the next match of these players.

        Raises `Refused` while this one goes on or if somebody has left for good, `NotStored`.
        """
        async with self.lock:
            gone = any(seat.kind == "person" and seat.person is None for seat in self.seats)
            if gone or not self.is_seated(person) or self.state.phase is not Phase.END:
                raise refuse("not_now", action="rematch")
            if not self.next:
                self.next = await self._next_match()
                self.tell_presence()
            return self.next

    async def _next_match(self) -> str:
        new = new_match.rematch(self.history.record, self.state, self.seats, self.options)
        try:
            await self._store.create(new, after=self.id)
        except Taken:
            stored = await self._store.load(self.id)
            if stored is None or not stored.next:
                raise
            return stored.next
        return new.id


__all__ = ["Connection", "Table", "Viewer"]
