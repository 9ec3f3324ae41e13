"""One connection to a table: messages in, messages out, and how many.

Close codes: 1008 too fast or not allowed, 1012 come back at once, 1013 too many connections, 4404
no such table.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Query, WebSocket
from pydantic import ValidationError
from pydantic_core import from_json
from starlette.websockets import WebSocketDisconnect

from tavola.play.dice import SEED_LENGTH
from tavola.rules.model.refusal import Refused
from tavola.server.http.limits import Bucket, Crowd
from tavola.server.http.pace import caller
from tavola.server.http.typed_state import person_of, prefs_of, settings_of, tables_of, words_of
from tavola.server.match.live_match import Viewer
from tavola.server.store import Damaged, NotStored, tell_damage
from tavola.server.tables.connection import MOVED, Connection
from tavola.server.tables.table import Message, Table
from tavola.server.tables.tables import Elsewhere
from tavola.server.wire.messages import INCOMING, Language, Numbering, Ping, Refusal, Voice
from tavola.words.translations import mark

router = APIRouter()

NO_TABLE, TRY_AGAIN, TOO_FAST, GONE = 4404, 1013, 1008, 1006

_BAD = mark("The table did not understand this message.")
_OLD = mark("This page is out of date: load it again.")
_WAIT = mark("Too much at once: wait a little.")
_FAST = mark("That was too much at once; the connection ends here.")

_PING = 1.0
"""Seconds that a `ping` waits for what was wanted before it."""
_MOST_WANTED = 100
"""Messages of one connection that wait to be done."""

_Number = Annotated[int | None, Query(ge=0, le=10**9)]


@router.websocket("/t/{table}/socket", name="play")
async def play(
    socket: WebSocket,
    table: str,
    after: _Number = None,
    epoch: _Number = None,
    lang: Language | None = None,
    voice: Voice | None = None,
    numbering: Numbering | None = None,
    seed: Annotated[str, Query(max_length=SEED_LENGTH)] = "",
) -> None:
    """Sit at a table, or watch it, until either side ends it."""
    crowd: Crowd = socket.app.state.crowd
    who = caller(socket)
    if not crowd.enter(who):
        await socket.close(TRY_AGAIN)
        return
    try:
        tables = tables_of(socket)
        found = await tables.get(table)
        await socket.accept()
        if found is None:
            await socket.close(NO_TABLE)
            return
        if found.left:  # meanwhile: who sat down there now would hear nothing more
            await socket.close(MOVED)
            return
        prefs = prefs_of(socket)
        viewer = Viewer(
            person_of(socket).id,
            lang or prefs["language"],
            numbering or prefs["numbering"],
            voice or prefs["voice"],
        )
        await _Visit(socket, found, viewer).run(after, epoch, seed)
    except Elsewhere:
        await socket.accept()
        await socket.close(MOVED)
    except NotStored:
        await socket.close(TRY_AGAIN)
    except Damaged as damaged:
        tell_damage(damaged)
        await socket.close(NO_TABLE)
    except Refused:  # what is stored cannot be replayed here; its page says why
        await socket.close(NO_TABLE)
    except WebSocketDisconnect as gone:
        with suppress(RuntimeError, WebSocketDisconnect):  # he may have closed it himself
            await socket.close(gone.code)
    finally:
        crowd.leave(who)


class _Visit:
    """One viewer at one table."""

    def __init__(self, socket: WebSocket, table: Table, viewer: Viewer) -> None:
        self._socket = socket
        self._table = table
        self._viewer = viewer
        self._settings = settings_of(socket)
        self._words = words_of(socket)
        self._wanted: asyncio.Queue[Message] = asyncio.Queue(_MOST_WANTED)

    async def run(self, after: int | None, epoch: int | None, seed: str) -> None:
        """Tell what was missed, then talk."""
        connection = self._table.connect(self._viewer, seed)
        try:
            await self._send(self._first(after, epoch))
            works = (self._listen(connection), self._do(connection), self._tell(connection))
            await _first_of(*works)
        finally:
            self._table.audience.disconnect(connection)

    def _first(self, after: int | None, epoch: int | None) -> str:
        """What was missed, or how the table stands: as text, for the message itself would live as
        long as the visit, at 20 KB."""
        missed = None
        if after is not None and epoch is not None:
            missed = self._table.audience.missed(self._viewer, after, epoch)
        message = missed or self._table.audience.snapshot(self._viewer)
        return message.model_dump_json(by_alias=True, exclude_unset=True)

    async def _tell(self, connection: Connection) -> None:
        while True:
            await self._send(await connection.outbox.get())

    async def _send(self, text: str) -> None:
        """Raises `WebSocketDisconnect`, also where the connection has ended meanwhile: by a message
        over the limit, while something was told."""
        try:
            await self._socket.send_text(text)
        except RuntimeError:
            raise WebSocketDisconnect(GONE) from None

    async def _listen(self, connection: Connection) -> None:
        bucket = Bucket(self._settings.limits.messages, time.monotonic())
        while True:
            got = await self._socket.receive()
            if got["type"] == "websocket.disconnect":
                await self._wanted.join()  # he may leave as soon as he has played
                return
            if not bucket.take(time.monotonic()):
                await self._turn_down("too_fast", _FAST)
                await self._socket.close(TOO_FAST)
                return
            message = await self._read(got.get("text") or "")
            if isinstance(message, Ping):
                with suppress(TimeoutError):  # a database that is slow holds up no answer
                    await asyncio.wait_for(self._wanted.join(), _PING)
                await self._table.handle(connection, message)
            elif message is not None and self._wanted.full():
                await self._turn_down("too_fast", _WAIT, getattr(message, "id", None))
            elif message is not None:
                self._wanted.put_nowait(message)

    async def _do(self, connection: Connection) -> None:
        """One after the other what is wanted."""
        while True:
            message = await self._wanted.get()
            try:
                await self._table.handle(connection, message)
            finally:
                self._wanted.task_done()

    async def _read(self, text: str) -> Message | None:
        """A message, or None if it was refused."""
        try:
            return INCOMING.validate_json(text)
        except ValidationError as error:
            old = any(found["loc"][-1:] == ("v",) for found in error.errors(include_url=False))
            code, sentence = ("version", _OLD) if old else ("bad_message", _BAD)
            await self._turn_down(code, sentence, _id_of(text))
            return None

    async def _turn_down(self, code: str, sentence: str, id: int | None = None) -> None:
        refusal = Refusal(id=id, code=code, say=self._words.text(sentence))
        await self._send(refusal.model_dump_json(by_alias=True))


async def _first_of(*works: Coroutine[Any, Any, None]) -> None:
    """Until one of them ends; the others are stopped."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    for result in ended:
        if isinstance(result, Exception):
            raise result


def _id_of(text: str) -> int | None:
    """The id of a message that could not be read, so that its sender knows which it was."""
    try:
        data = from_json(text)
    except ValueError:
        return None
    found = data.get("id") if isinstance(data, dict) else None
    return found if type(found) is int and 0 <= found <= 2**31 else None
