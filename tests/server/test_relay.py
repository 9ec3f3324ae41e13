"""Visits handed on to another process: the inner door, one hop, what comes back."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

import httpx
import pytest
import uvicorn
from httpcore import AsyncConnectionPool
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message
from starlette.websockets import WebSocket
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from cutting import Wire
from tavola.server.http import relay
from tavola.server.http.inner_door import HEADER, InnerDoor, inner_secret
from tavola.server.http.relay import ELSEWHERE, Relay

SECRET = inner_secret("of the house")


class Where:
    """Where one process believes that tables are: `answers` in turn, the last one for ever."""

    secret = SECRET

    def __init__(self, *answers: str | None) -> None:
        self.answers = list(answers)
        self.looks = 0
        self.pool = AsyncConnectionPool()

    def address_of(self, table: str) -> str | None:
        return self.answers[0]

    async def look(self) -> None:
        self.looks += 1
        if len(self.answers) > 1:
            self.answers.pop(0)
        await asyncio.sleep(0)


class Process:
    """One process: an outer and an inner address, and what it was asked."""

    def __init__(self) -> None:
        self.where = Where("")
        self.asked: list[dict[str, Any]] = []
        self.servers: list[tuple[uvicorn.Server, asyncio.Task[None]]] = []
        self.outer = self.inner = ""
        routes = [
            Route("/t/{table}", self.page, methods=["GET", "POST"]),
            Route("/else", self.page),
            WebSocketRoute("/t/{table}/socket", self.line),
        ]
        self.app = Starlette(routes=routes)
        self.app.state.cluster = self.where

    async def page(self, request: Request) -> Response:
        body = (await request.body()).decode()
        headers = dict(request.headers)
        client = request.client.host if request.client else ""
        self.asked.append({"body": body, "headers": headers, "client": client})
        answer = JSONResponse({"body": body, "query": request.url.query}, 201)
        answer.set_cookie("one", "1")
        answer.set_cookie("two", "2")
        return answer

    async def line(self, socket: WebSocket) -> None:
        await socket.accept()
        await socket.send_text(f"for {socket.headers['host']} {socket.url.query}")
        if await socket.receive_text() == "end":
            await socket.close(4404)

    async def start(self) -> None:
        inside = with_state(Relay(self.app), self.app)
        self.outer = await self._serve(inside)
        self.inner = await self._serve(InnerDoor(inside, lambda: SECRET))

    async def _serve(self, app: ASGIApp) -> str:
        config = uvicorn.Config(app, port=0, lifespan="off", log_config=None, server_header=False)
        server = uvicorn.Server(config)
        task = asyncio.create_task(server.serve())
        self.servers.append((server, task))
        while not server.started:
            await asyncio.sleep(0.005)
        return "127.0.0.1:" + str(server.servers[0].sockets[0].getsockname()[1])

    async def stop(self) -> None:
        await self.where.pool.aclose()
        for server, task in self.servers:
            server.should_exit = True
            await task
        self.servers = []


def with_state(app: ASGIApp, starlette: Starlette) -> ASGIApp:
    """As the door of the house prepares a visit."""

    async def door(scope: Any, receive: Any, send: Any) -> None:
        scope = {**scope, "app": starlette, "state": scope.get("state", {})}
        await app(scope, receive, send)

    return door


def two(scene: Callable[[Process, Process], Coroutine[Any, Any, None]]) -> None:
    """A process at whose door somebody knocks, and one that has the table."""

    async def work() -> None:
        front, owner = Process(), Process()
        try:
            async with asyncio.timeout(60):
                await front.start()
                await owner.start()
                front.where.answers = [owner.inner]
                await scene(front, owner)
        finally:
            await front.stop()
            await owner.stop()

    asyncio.run(work())


async def get(address: str, path: str = "/t/a", **more: Any) -> httpx.Response:
    async with httpx.AsyncClient(base_url=f"http://{address}") as web:
        return await web.get(path, **more)


async def post(address: str, **more: Any) -> httpx.Response:
    async with httpx.AsyncClient(base_url=f"http://{address}") as web:
        return await web.post("/t/a", **more)


def test_a_page_comes_from_its_owner_as_if_from_here() -> None:
    async def scene(front: Process, owner: Process) -> None:
        headers = {"x-own": "kept", "connection": "close", "host": "tavola.example"}
        answer = await post(front.outer, headers=headers, content=b"what is wanted")
        assert (answer.status_code, answer.json()["body"]) == (201, "what is wanted")
        assert len(answer.headers.get_list("set-cookie")) == 2
        assert len(answer.headers.get_list("date")) == 1
        assert HEADER.decode() not in answer.headers
        (asked,) = owner.asked
        assert asked["client"] == "127.0.0.1"
        assert asked["headers"]["host"] == "tavola.example"
        assert asked["headers"]["x-own"] == "kept"
        assert HEADER.decode() not in asked["headers"], "not even its own pages see it"
        assert (await get(front.outer, "/t/a?q=%C3%A8&r")).json()["query"] == "q=%C3%A8&r"
        assert not front.asked
        assert (await get(front.outer, "/else")).status_code == 201
        assert front.asked, "what is no table's is answered here"

    two(scene)


def test_only_other_processes_come_in_at_the_inner_door() -> None:
    async def scene(front: Process, owner: Process) -> None:
        visit = {"client": ["192.0.2.1", 1], "scheme": "https", "host": "h"}
        for secret in ("", "wrong", inner_secret("of another house")):
            header = json.dumps({"secret": secret, **visit})
            assert (await get(owner.inner, headers={HEADER.decode(): header})).status_code == 403
        for header in ("", "{}", "[]", "null", SECRET, json.dumps({"secret": SECRET})):
            assert (await get(owner.inner, headers={HEADER.decode(): header})).status_code == 403
        assert (await get(owner.inner)).status_code == 403
        assert not owner.asked
        right = {HEADER.decode(): json.dumps({"secret": SECRET, **visit})}
        assert (await get(owner.inner, headers=right)).status_code == 201
        assert owner.asked[0]["client"] == "192.0.2.1"
        assert (await get(owner.outer, headers=right)).status_code == 201
        assert owner.asked[1]["client"] == "127.0.0.1", "at the outer door nobody believes it"

    two(scene)


def test_one_hop_and_no_more() -> None:
    """Each believes that the other has it: somebody waits, and nobody runs in circles."""

    async def scene(front: Process, owner: Process) -> None:
        owner.where.answers = [front.inner]
        answer = await get(front.outer)
        assert (answer.status_code, answer.json()["code"]) == (503, "moving")
        assert answer.headers["retry-after"] == "1"
        assert not front.asked
        assert not owner.asked
        visit = {"secret": SECRET, "client": None, "scheme": "http", "host": "h"}
        header = {HEADER.decode(): json.dumps(visit)}
        assert (await get(owner.inner, headers=header)).status_code == ELSEWHERE

    two(scene)


def test_a_table_that_moves_is_found_and_nothing_is_done_twice() -> None:
    async def scene(front: Process, owner: Process) -> None:
        third = Process()
        await third.start()
        third.where.answers = [owner.inner]
        nobody = third.outer.rpartition(":")[0] + ":1"
        front.where.answers = [third.inner, nobody, None, owner.inner]
        assert (await post(front.outer, content=b"once")).status_code == 201
        assert [one["body"] for one in owner.asked] == ["once"]
        assert front.where.looks == 3
        front.where.answers = [third.inner, ""]
        assert (await post(front.outer, content=b"here")).status_code == 201
        assert [one["body"] for one in front.asked] == ["here"]
        front.where.answers = [third.inner, nobody, None, owner.inner]
        async with connect(f"ws://{front.outer}/t/a/socket?x=1") as line:
            assert await line.recv() == f"for {front.outer} x=1"
        await third.stop()

    two(scene)


@pytest.mark.parametrize("status", [408, 413, 503])
def test_a_body_that_is_not_read_to_its_end_is_told_as_elsewhere(status: int) -> None:
    """The relay reads it before any page does, so nobody else would catch what the door says."""
    told: list[Message] = []

    async def receive() -> Message:
        raise HTTPException(status, headers={"retry-after": "5"})

    async def send(message: Message) -> None:
        told.append(message)

    process = Process()
    scope: dict[str, Any] = {
        "type": "http",
        "method": "POST",
        "path": "/t/one",
        "headers": [],
        "state": {},
    }
    scope |= {"app": process.app, "query_string": b"", "scheme": "http", "server": ("x", 80)}
    asyncio.run(Relay(process.app)(scope, receive, send))
    assert told[0]["status"] == status
    assert json.loads(told[1]["body"])["code"] in ("too_slow", "too_big", "busy")
    assert not process.asked


def test_a_connection_is_handed_on_both_ways() -> None:
    async def scene(front: Process, owner: Process) -> None:
        async with connect(f"ws://{front.outer}/t/a/socket") as line:
            await line.recv()
            await line.send("end")
            with pytest.raises(ConnectionClosed):
                await line.recv()
            assert line.close_code == 4404, "the owner's reason"
        async with connect(f"ws://{front.outer}/t/a/socket") as line:
            await line.recv()
            await owner.stop()
            with pytest.raises(ConnectionClosed):
                await line.recv()
            assert line.close_code == 1012, "come back at once"

    two(scene)


def test_an_owner_who_cannot_be_reached_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """He takes what comes and says nothing: who asks is told soon, and it heals by itself."""
    for name in ("WAIT", "CONNECTING", "READING", "ANSWERING"):
        monkeypatch.setattr(relay, name, 0.3)

    async def scene(front: Process, owner: Process) -> None:
        wire = Wire(int(owner.inner.rpartition(":")[2]))
        front.where.answers = [f"127.0.0.1:{wire.port}"]
        try:
            async with connect(f"ws://{front.outer}/t/a/socket") as line:
                await line.recv()
                assert (await get(front.outer)).status_code == 201
                with wire.cut():
                    answer = await get(front.outer)
                    assert (answer.status_code, answer.json()["code"]) == (503, "moving")
                    assert (await post(front.outer, content=b"perhaps")).status_code == 500
                    async with connect(f"ws://{front.outer}/t/a/socket") as other:
                        with pytest.raises(ConnectionClosed):
                            await other.recv()
                        assert other.close_code == 1013
                assert (await get(front.outer)).status_code == 201
                assert (await post(front.outer, content=b"now")).status_code == 201
                await line.send("end")
                with pytest.raises(ConnectionClosed):
                    await line.recv()
                assert line.close_code == 4404, "who waited at his table is still there"
            bodies = [one["body"] for one in owner.asked]
            assert bodies.count("perhaps") <= 1, "what may have been done is not asked for again"
        finally:
            wire.close()

    two(scene)


@pytest.mark.parametrize("said", ["", "{"])
def test_an_owner_who_dies_in_the_middle_of_an_answer(
    said: str, caplog: pytest.LogCaptureFixture
) -> None:
    """If nothing of the page is told yet another one is asked; else its end is missing, and whoever
    asked sees that."""

    async def dies(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(f"HTTP/1.1 200 OK\r\ncontent-length: 7\r\n\r\n{said}".encode())
        await writer.drain()
        writer.close()

    async def scene(front: Process, owner: Process) -> None:
        async with await asyncio.start_server(dies, "127.0.0.1", 0) as dying:
            gone = f"127.0.0.1:{dying.sockets[0].getsockname()[1]}"
            front.where.answers = [gone, owner.inner]
            if said:
                with pytest.raises(httpx.RemoteProtocolError):
                    await get(front.outer)
                return
            assert (await get(front.outer)).status_code == 201
            front.where.answers = [gone, owner.inner]
            assert (await post(front.outer, content=b"perhaps")).status_code == 500
            assert [one["body"] for one in owner.asked] == [""], "that was asked once"

    two(scene)
    assert not [line for line in caplog.records if line.exc_info], "no traceback"


def test_who_finds_no_owner_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "WAIT", 0.05)

    async def scene(front: Process, owner: Process) -> None:
        front.where.answers = [None]
        assert (await get(front.outer)).status_code == 503
        async with connect(f"ws://{front.outer}/t/a/socket") as line:
            with pytest.raises(ConnectionClosed):
                await line.recv()
            assert line.close_code == 1013

    two(scene)
