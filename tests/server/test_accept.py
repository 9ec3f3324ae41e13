"""Connections that ask for nothing, a log to be filled, a message that is too big."""

from __future__ import annotations

import asyncio
import logging
import resource
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from uvicorn.server import ServerState

from inside import HERE, Inside, Visitor
from serving import House
from tavola.server.http.accept import Doorstep, network_of, protocol_of
from tavola.server.http.quiet import Lines, Quiet

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"


class Line(asyncio.Transport):
    """A connection without a network."""

    def __init__(self, host: str = "192.0.2.1") -> None:
        super().__init__({"peername": (host, 1)})
        self.protocol: Any = None
        self.cut = False

    def abort(self) -> None:
        self.cut = True

    def close(self) -> None:
        self.cut = True

    def is_closing(self) -> bool:
        return self.cut

    def get_protocol(self) -> Any:
        return self.protocol

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Nobody reads it."""

    def pause_reading(self) -> None:
        """Nothing comes by itself."""

    def resume_reading(self) -> None:
        """Nothing comes by itself."""


class Clock:
    """A loop's clock: what was to be done later."""

    def __init__(self) -> None:
        self.later: list[tuple[float, Callable[..., None], Any]] = []

    def call_later(self, seconds: float, act: Callable[..., None]) -> Any:
        handle = type("Handle", (), {"cancel": lambda own: self.later.remove(own.entry)})()
        handle.entry = (seconds, act, handle)
        self.later.append(handle.entry)
        return handle

    def create_task(self, work: Any) -> Any:
        work.close()
        return type("Task", (), {"add_done_callback": lambda *_: None})()


def line(doorstep: Doorstep, clock: Clock) -> tuple[Line, Any]:
    """A connection that has just been made."""

    async def nothing(scope: Any, receive: Any, send: Any) -> None:
        """An application that answers nobody."""

    config = uvicorn.Config(nothing, log_config=None, lifespan="off")
    config.load()
    made: Any = protocol_of(doorstep)
    protocol = made(config=config, server_state=ServerState(), app_state={}, _loop=clock)
    transport = Line()
    transport.protocol = protocol
    protocol.connection_made(transport)
    return transport, protocol


def test_a_half_request_ends_after_ten_seconds() -> None:
    clock = Clock()
    transport, protocol = line(Doorstep(9), clock)
    protocol.data_received(HALF)
    protocol.data_received(b"X-More: 1\r\n")
    [(seconds, late, _)] = clock.later
    assert seconds == 10
    late()
    assert transport.cut


def test_a_whole_request_takes_its_time() -> None:
    clock = Clock()
    transport, protocol = line(Doorstep(9), clock)
    protocol.data_received(HALF)
    protocol.data_received(b"\r\n")
    assert clock.later == []
    protocol.cycle.response_complete = True  # it was answered; now half of another one comes
    protocol.conn = type(protocol.conn)(protocol.conn.our_role)
    protocol.data_received(HALF)
    [(seconds, late, _)] = clock.later
    late()
    assert (seconds, transport.cut) == (10, True)


def test_an_address_holds_so_many_connections() -> None:
    clock, doorstep = Clock(), Doorstep(2)
    lines = [line(doorstep, clock) for _ in range(2)]
    for transport, _ in lines:
        doorstep.asked(transport)
    lines += [line(doorstep, clock) for _ in range(2)]
    assert [transport.cut for transport, _ in lines] == [False, False, True, True]
    lines[0][1].connection_lost(None)
    assert not line(doorstep, clock)[0].cut
    assert doorstep.come(Line("192.0.2.7")), "others are not concerned"
    assert network_of("2001:db8::1") == network_of("2001:db8::2") != network_of("192.0.2.1")


def _answered(door: Doorstep, one: Line) -> bool:
    """Whether there is room for a connection, by which a request comes at once."""
    came = door.come(one)
    door.asked(one)
    return came


@pytest.mark.parametrize("proxy", ["192.0.2.1", "2001:db8::1"])
@pytest.mark.parametrize("named", ["itself", "its network", "*"])
def test_a_proxy_holds_as_many_connections_as_come(proxy: str, named: str) -> None:
    network = "192.0.2.0/24" if "." in proxy else "2001:db8::/56"
    names = {"itself": proxy, "its network": network, "*": "*"}
    door = Doorstep(2, proxies=["198.51.100.1", names[named]])

    def held(host: str) -> list[bool]:
        """Connections that are all being answered: whether there was room for each."""
        return [_answered(door, Line(host)) for _ in range(5)]

    assert all(held(proxy))
    assert held("203.0.113.9").count(True) == (5 if named == "*" else 2)


def test_who_was_silent_longest_makes_room() -> None:
    """Where descriptors run out."""
    doorstep = Doorstep(100, most=16)
    lines = [Line(f"192.0.2.{n}") for n in range(18)]
    assert all(doorstep.come(one) for one in lines[:16])
    doorstep.asked(lines[0])
    assert doorstep.come(lines[16])
    assert [n for n, one in enumerate(lines) if one.cut] == [1]
    for one in lines[:17]:
        doorstep.asked(one)
    assert not doorstep.come(lines[17]), "everybody is being answered"
    doorstep.left(lines[0])
    assert doorstep.come(lines[17])


def test_half_requests_stop_nobody(tmp_path: Path) -> None:
    """300 of them, where the system gives 256 descriptors."""
    house = House(tmp_path, limits="ulimit -n 256")
    half: list[socket.socket] = []
    try:
        for _ in range(300):
            one = socket.create_connection(("127.0.0.1", house.port), 30)
            half.append(one)
            one.sendall(HALF)
        assert httpx.get(f"{house.base}/keys", timeout=30).status_code == 200
        lines = house.log.read_text().splitlines()
        assert len([one for one in lines if "WARNING" in one or "ERROR" in one]) <= 2
    finally:
        for one in half:
            one.close()
        house.close()


def test_a_server_takes_all_descriptors_that_it_may(tmp_path: Path) -> None:
    house = House(tmp_path, limits="ulimit -S -n 200; ulimit -H -n 1000")
    try:
        assert httpx.get(f"{house.base}/keys", timeout=60).status_code == 200, "it has begun"
        limits = resource.prlimit(house.process.pid, resource.RLIMIT_NOFILE)
    finally:
        house.close()
    assert limits == (1000, 1000)


# ---------------------------------------------------------------------------------------- the log


def record(place: int, error: BaseException | None = None) -> logging.LogRecord:
    told = None if error is None else (type(error), error, error.__traceback__)
    return logging.LogRecord("x", logging.ERROR, "file.py", place, "%s!", ("told",), told)


def test_a_kind_is_told_once_a_minute() -> None:
    now = [0.0]
    quiet = Quiet(clock=lambda: now[0])
    told = []
    for n in range(5000):
        now[0] = n / 40
        one = record(1)
        if quiet.filter(one):
            told.append(Lines().format(one).partition(": ")[2])
    assert told == ["told!", *["told! (2399 more like this were left out)"] * 2]
    assert quiet.filter(record(2)), "another kind"
    errors = (ValueError(), KeyError(), ValueError())
    assert [quiet.filter(record(3, error)) for error in errors] == [True, True, False]


@pytest.mark.parametrize(
    "error", [UnicodeDecodeError("utf-8", b"\xff", 0, 1, "x"), asyncio.CancelledError()]
)
def test_errors_of_clients_and_of_the_end_have_no_traceback(error: BaseException) -> None:
    one = record(1, error)
    assert Quiet().filter(one)
    assert one.exc_info is None


# ------------------------------------------------------------------------------- a message too big


def test_a_message_over_the_limit_while_something_is_told_is_a_disconnect(
    new_house: Inside, client: Visitor
) -> None:
    """The server has closed the connection already when the table tells."""
    table = client.post("/api/v1/tables", json={"game": "pin", "opponent": "here"}).json()["table"]
    sent: list[str] = []

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message["type"])
        if len(sent) > 1:
            raise RuntimeError("Unexpected ASGI message 'websocket.send', after sending close")

    scope = {
        "type": "websocket", "path": f"/t/{table}/socket", "raw_path": b"", "query_string": b"",
        "root_path": "", "scheme": "ws", "server": ("127.0.0.1", 8642), "client": ("127.0.0.1", 1),
        "headers": [(b"host", HERE.partition("//")[2].encode()), (b"origin", HERE.encode())],
        "subprotocols": [], "state": {}, "http_version": "1.1", "asgi": {"version": "3.0"},
    }  # fmt: skip
    new_house.run(new_house.app(scope, receive, send))
    assert sent[:2] == ["websocket.accept", "websocket.send"]


def test_a_body_that_does_not_end_is_not_waited_for(
    new_house: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock of the loop is put on; nobody waits."""

    async def slow() -> int:
        answers: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            loop = asyncio.get_running_loop()
            ahead = loop.time() + 31
            monkeypatch.setattr(loop, "time", lambda: ahead + time.monotonic() % 1)
            await asyncio.sleep(3600)
            return {}

        async def send(message: Any) -> None:
            answers.append(message)

        scope = {
            "type": "http", "method": "POST", "path": "/api/v1/tables", "raw_path": b"",
            "query_string": b"", "root_path": "", "scheme": "http", "http_version": "1.1",
            "server": ("127.0.0.1", 8642), "client": ("192.0.2.9", 1), "state": {},
            "headers": [
                (b"host", HERE.partition("//")[2].encode()), (b"origin", HERE.encode()),
                (b"content-type", b"application/json"),
            ],
            "asgi": {"version": "3.0"},
        }  # fmt: skip
        await new_house.app(scope, receive, send)
        return int(answers[0]["status"])

    assert new_house.run(slow()) == 408
