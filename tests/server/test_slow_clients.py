"""Clients that are there and do not read, over real connections; in a night, for they take time."""

from __future__ import annotations

import base64
import os
import socket
import time
from pathlib import Path
from typing import Any

import pytest

from conftest import NIGHTLY
from serving import Chair, Guest, House, play_on

GONE = 180
"""Seconds until a client that says nothing must be gone: pings are sent every 20 seconds."""


def deaf(house: House, guest: Guest, table: str) -> socket.socket:
    """A connection to a table that was opened as it should be, and from which nobody reads."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.connect(("127.0.0.1", house.port))
    headers = {
        "Host": f"127.0.0.1:{house.port}",
        "Origin": house.base,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        **guest.cookie(),
    }
    lines = [f"GET /t/{table}/socket HTTP/1.1", *(f"{n}: {v}" for n, v in headers.items())]
    raw.sendall("\r\n".join([*lines, "", ""]).encode())
    return raw


@pytest.mark.skipif(not NIGHTLY, reason="takes minutes: make nightly")
def test_who_does_not_read_is_dropped_and_others_play(tmp_path: Path) -> None:
    house = House(tmp_path)
    held: list[socket.socket] = []
    try:
        host = house.guest()
        table = host.new_table(game="pin", opponent="here")["table"]
        chair = host.sit(table)
        chair.until("table")
        watcher = house.guest()
        held = [deaf(house, watcher, table) for _ in range(20)]
        end = time.monotonic() + GONE
        assert _wait(chair, end, 20)
        assert play_on([chair], 40) == 40, "nobody waits for them"
        assert _wait(chair, end, 0), "they are still there"
        assert play_on([chair], 5) == 5
    finally:
        for one in held:
            one.close()
        house.close()
    assert "Traceback" not in house.said


def _watching(heard: list[dict[str, Any]], count: int) -> bool:
    told = [one["watching"] for one in heard if one["type"] == "presence"]
    return bool(told) and told[-1] == count


def _wait(chair: Chair, end: float, count: int) -> bool:
    """Whether so many watch at last."""
    while time.monotonic() < end:
        chair.send({"type": "ping"})
        chair.until("pong")
        if _watching(chair.heard, count):
            return True
        time.sleep(0.5)
    return False
