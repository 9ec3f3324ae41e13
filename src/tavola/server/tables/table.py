"""One table: actions in, checked, stored, then told to everybody who sits or watches there.

All changes happen under one lock.  While something is being stored, everybody sees the state
before it; nobody hears of an event that is not on the disk.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Protocol

from tavola.play.match import Match
from tavola.rules.model.refusal import Refusal, Refused, refuse
from tavola.rules.model.ruleset import Side
from tavola.rules.turn.state import CHANCE, Action, Phase
from tavola.server import meters
from tavola.server.match import new_match, seeds
from tavola.server.match.live_match import LiveMatch, Look, Viewer, speaker_of
from tavola.server.match.new_match import SAME_AGAIN, RematchWish
from tavola.server.store import NotStored, Person, Store, StoredMatch, StoredSeat, Taken
from tavola.server.tables import commands
from tavola.server.tables.audience import Audience
from tavola.server.tables.commands import Denied, GoOn
from tavola.server.tables.connection import (
    TOO_SLOW,
    Connection,
    accepted,
    encoded,
    points_of,
    refused,
)
from tavola.server.tables.keeping import Keeping
from tavola.server.wire import messages
from tavola.words import refusals
from tavola.words.translations import Words, mark

Json = dict[str, Any]
Change = messages.Act | messages.Play | messages.Back | messages.Claim
Message = Change | messages.Ask | messages.Listen | messages.Ping
Points = Sequence[int | str]

_PONG = encoded({"v": messages.VERSION, "type": "pong"})
_TOO_FAST = mark("Too much at once: wait a little.")
_ASK_AGAIN = 0.5
"""Seconds until a database that is silent is asked again what it stored."""
_log = logging.getLogger(__name__)


class Answers(Protocol):
    """Who answers questions at a table."""

    def is_slow(self, ask: messages.Ask) -> bool:
        """Whether the answer takes a while and comes when it is ready."""

    async def answer(self, table: LiveMatch, connection: Connection, ask: messages.Ask) -> Json:
        """The answer to a question, or why there is none."""


class Computer(Protocol):
    """Who plays for the computer at a table, if it plays there."""

    @property
    def thinks(self) -> bool:
        """It is at work."""

    @property
    def tells_soon(self) -> bool:
        """It is about to tell what has happened, with what follows from it."""

    def go_on(self) -> None:
        """Play: it is its turn."""

    def stop(self) -> None:
        """Leave the table."""


class Table:
    """A match that is awake; `Tables` makes it.  Raises `Refused` if it cannot be replayed.

    Its parts: `live` is where the match stands, `audience` who listens, `computer` who plays for
    the computer.  `lock` is held by whoever changes the table.  It is
    `left` once everybody was sent away: what is known here is old then.  `own_id` makes the id of
    a rematch one that belongs to this process.
    """

    def __init__(
        self,
        stored: StoredMatch,
        store: Store,
        answers: Answers,
        computer: Callable[[Table], Computer],
        own_id: Callable[[str], str] = str,
    ) -> None:
        self.live = LiveMatch(stored)
        self.audience = Audience(self.live)
        self.lock = asyncio.Lock()
        self.computer = computer(self)
        self._answers = answers
        self._own_id = own_id
        self._tasks: set[asyncio.Task[None]] = set()
        self._keeping = Keeping(
            self.live,
            self.audience,
            store,
            doubt=lambda: self._begun(self._find_out()),
            gone=self.cut_off,
        )
        self.left = False

    @property
    def id(self) -> str:
        """The id under which the match is stored."""
        return self.live.id

    @property
    def match(self) -> Match:
        """The match that is played here."""
        return self.live.match

    @property
    def busy(self) -> bool:
        """Whether somebody is here, or something is being done."""
        return self.audience.watched or bool(self._tasks) or self.computer.thinks

    def connect(self, viewer: Viewer, seed: str = "") -> Connection:
        """Let somebody sit down or watch; he is told what happens from now on.  `seed` is what his
        browser gives to dice that have not fallen yet."""
        connection = self.audience.connect(viewer)
        if seeds.dice_of(self.live) and self.live.seats.is_seated(viewer.person):
            self._begun(self._arrive(viewer.person, seed))
        elif self._computer_acts:
            self.computer.go_on()
        return connection

    def cut_off(self, code: int = TOO_SLOW) -> None:
        """Send everybody away, so that they come back to the match as it is stored."""
        self.left = True
        self.audience.cut_off(code)
        self.computer.stop()

    async def finish(self) -> None:
        """Wait for what was begun."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def settled(self) -> None:
        """Wait for what is being changed now, and for what waits to be."""
        async with self.lock:
            pass

    # ------------------------------------------------------------------------------- what is wanted

    async def handle(self, connection: Connection, message: Message) -> None:
        """Do what a client asks; the answer goes into its outbox."""
        if isinstance(message, messages.Ping):
            self.audience.send(connection, _PONG)
        elif isinstance(message, messages.Listen):
            self.audience.listen(connection, message)
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
        if not self._answers.is_slow(ask):
            await self._answer(connection, ask)
        elif connection.asking:
            say = Words(connection.viewer.language).text(_TOO_FAST)
            self.audience.send(connection, refused(ask.id, "too_fast", say))
        else:
            connection.asking = True
            self._begun(self._answer_later(connection, ask))

    async def _answer(self, connection: Connection, ask: messages.Ask) -> None:
        self.audience.send(connection, await self._answers.answer(self.live, connection, ask))

    async def _answer_later(self, connection: Connection, ask: messages.Ask) -> None:
        try:
            await self._answer(connection, ask)
        finally:
            connection.asking = False

    # ------------------------------------------------------------------------------------- changes

    async def _change(self, connection: Connection, message: Change) -> None:
        """Do what changes the table, or say why not."""
        try:
            async with self.lock:
                await self.make_certain()
                await self._changed_by(connection, message)
        except GoOn:
            self.live.go_on()
            self._accept(connection, message)
        except Denied as denied:
            self._deny(connection, message, denied.code, denied.message, **denied.details)
        except Refused as caught:
            self._refuse(connection, message, caught.refusal)
        except NotStored as error:
            _log.warning("an event could not be stored: %s", error, extra={"kind": "not_stored"})
            self._deny(connection, message, *commands.why_not_stored(error))
        except Taken:
            self._deny(connection, message, *commands.STALE)
            await self.overtaken()
        if self._computer_acts:
            self.computer.go_on()

    @property
    def _computer_acts(self) -> bool:
        return self.live.scene.turns.computer_acts and seeds.awaited(self.live) is None

    async def _changed_by(self, connection: Connection, message: Change) -> None:
        look, turns = self.live.look(connection.viewer), self.live.scene.turns
        commands.check_seat(turns, look.mine)
        if message.seq != self.match.seq:
            raise Denied(*commands.STALE)
        if isinstance(message, messages.Back | messages.Claim):
            if isinstance(message, messages.Back):
                await self._go_back()
                tell = self.audience.tell_whole
            else:
                await self._break_off(look)
                tell = self.audience.broken_off
            self._accept(connection, message)
            tell()
            return
        awaits = turns.state.phase in (Phase.OPENING, Phase.START)
        dice = self.match.dice.throw(turns.state) if awaits else None
        if isinstance(message, messages.Act):
            wanted = commands.read_act(turns, look, message, dice)
        else:
            wanted = commands.read_play(turns, look, message.text, dice)
        commands.check_length(self.match.events, wanted)
        if any(action.kind in CHANCE for action in wanted) and seeds.awaited(self.live):
            raise Denied(*commands.NO_SEED)
        await self.commit(wanted)
        self._accept(connection, message)
        if not (self._computer_acts and self.computer.tells_soon):
            self.audience.tell()

    async def commit(self, wanted: Sequence[Action]) -> None:
        """Store actions, then take them; the lock is held.

        Raises `Refused`, `NotStored`, or `Taken` if the match is not what it was.
        """
        moments = self.match.tried(wanted)
        await self._keeping.happened(moments)
        self.match.enter(moments)
        meters.EVENTS.inc(len(moments))
        self.audience.happened(moments)
        self.live.changed()
        self.live.help.acted(moments[0].n - 1, moments[0].action.kind)
        await self._keeping.help()

    async def _break_off(self, look: Look) -> None:
        """End the match as unfinished, for its player stays away; the lock is held."""
        commands.check_claim(self.live.scene, look.mine)
        await self._keeping.broken_off()
        self.live.break_off()

    async def choose_seed(self, person: str, seed: str, side: Side | None = None) -> None:
        """Somebody who plays here gives another seed to dice that have not fallen yet.

        Raises `Refused` as `seeds.chosen`, `NotStored`, `Taken`, `Missing`.
        """
        async with self.lock:
            awaited = self.live.scene.awaited
            seeds.chosen(self.live, person, seed, side)
            self._seeded(awaited)
            await self._keeping.seeds()

    async def _arrive(self, person: str, seed: str) -> None:
        """Take the seed of somebody who has come.  If it cannot be stored now, it is stored with
        the first dice."""
        with suppress(NotStored, Taken, KeyError):
            async with self.lock:
                awaited = self.live.scene.awaited
                if seeds.arrived(self.live, person, seed):
                    self._seeded(awaited)
                    await self._keeping.seeds()
        if self._computer_acts:
            self.computer.go_on()

    def _seeded(self, awaited: StoredSeat | None) -> None:
        """A seed was given; no event says so to those who waited for it."""
        self.live.changed()
        if self.live.scene.awaited != awaited:
            self.audience.tell_whole()

    async def _go_back(self) -> None:
        """Take back the last decision; the lock is held."""
        live, to = self.live, self.live.back_to()
        if to is None:
            possible = live.options.get("takeback") and live.seats.solo
            raise Denied(*(commands.NOTHING_BACK if possible else commands.NO_BACK))
        rewound = await asyncio.to_thread(self.match.rewound, to)
        await self._keeping.wound_back(to)
        self.match.wind_back(rewound)
        live.wound_back()

    async def make_certain(self) -> None:
        """If it is not known what was stored, find out; the lock is held.  Raises `NotStored`."""
        await self._keeping.make_certain()

    async def _find_out(self) -> None:
        """Ask the database until it answers what it stored: everybody here waits for that."""
        while self._keeping.doubtful and not self.left:
            with suppress(NotStored):
                async with self.lock:
                    await self.make_certain()
                break
            await asyncio.sleep(_ASK_AGAIN)
        if self._computer_acts:
            self.computer.go_on()

    async def overtaken(self) -> None:
        """Somebody else has changed the match: stand where it stands now."""
        async with self.lock:
            await self._keeping.overtaken()

    # --------------------------------------------------------------------------------- what is said

    def _accept(self, connection: Connection, message: Change) -> None:
        self.audience.send(connection, accepted(message.id, self.match.seq))

    def _deny(
        self, connection: Connection, message: Change, code: str, sentence: str, **details: str
    ) -> None:
        say = Words(connection.viewer.language).text(sentence, **details)
        self._say_no(connection, message, code, say)

    def _refuse(self, connection: Connection, message: Change, refusal: Refusal) -> None:
        look, state = self.live.look(connection.viewer), self.match.state
        side = look.mine[0] if len(look.mine) == 1 else state.side
        say = refusals.explain(speaker_of(look, state), refusal, side)
        points = points_of(refusal)
        if not points and isinstance(message, messages.Act):
            points = [place for place in (message.source, message.target) if place is not None]
        self._say_no(connection, message, refusal.code, say, points)

    def _say_no(
        self, connection: Connection, message: Change, code: str, say: str, points: Points = ()
    ) -> None:
        connection.refusal = say
        meters.REFUSALS.labels(code).inc()
        self.audience.send(connection, refused(message.id, code, say, points))

    # ------------------------------------------------------------------------------ the other seats

    async def join(self, invite: str, person: Person) -> None:
        """Give an open seat to somebody; his name is in the record from then on.

        Raises `Taken` if there is none for him, `Missing` if he or the table was erased, or
        `NotStored`.
        """
        async with self.lock:
            await self.make_certain()
            seats = self.live.seats
            invited = bool(invite) and any(seat.invite == invite for seat in seats)
            if not invited or seats.is_seated(person.id):
                raise Taken(self.id)
            await self._keeping.seeds()
            await self._keeping.seat(invite, person)
        self.audience.sat_down(person.id)

    async def rematch(self, person: str, wish: RematchWish = SAME_AGAIN) -> str:
        """The id of the next match of these players; whoever asks first says what is played.

        Raises `Refused` while this one goes on or if somebody has left for good, `NotStored`.
        """
        async with self.lock:
            seats = self.live.seats
            gone = any(seat.gone for seat in seats)
            if gone or not seats.is_seated(person) or not (self.match.over or self.live.broken_off):
                raise refuse("not_now", action="rematch")
            if not self.live.next:
                self.live.next = await self._next_match(wish)
                self.audience.wants_more(person)
            return self.live.next

    async def _next_match(self, wish: RematchWish) -> str:
        live, match = self.live, self.match
        new = new_match.rematch(match.agreed, match.state, live.seats, live.options, wish)
        return await self._keeping.next_match(replace(new, id=self._own_id(new.id)))


__all__ = ["Table"]
