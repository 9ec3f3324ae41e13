"""A server in a process of its own, and people who come to it over real sockets."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from terminals import environment

PATIENCE = 60
"""Seconds until a server that says nothing counts as dead."""


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class House:
    """A server that can be killed and started again, always at the same port.

    It counts no requests: how many a test sends in a second hangs on the machine.
    """

    def __init__(
        self,
        home: Path,
        *arguments: str,
        limits: str = "",
        module: str = "tavola",
        patience: float = PATIENCE,
        **more: str,
    ) -> None:
        self.home, self.module, self.patience = home, module, patience
        self.shell = ["sh", "-c", f'{limits}; exec "$@"', "sh"] if limits else []
        self.port = free_port()
        self.arguments = arguments
        ours = {"TAVOLA_LANG": "en", "TAVOLA_LIMITS": "off"}
        self.environment = environment(home) | ours | more
        self.log = home / "server.log"
        self.guests: list[Guest] = []
        self.start()

    @property
    def base(self) -> str:
        """The address, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start, and wait until somebody answers."""
        self.home.mkdir(parents=True, exist_ok=True)
        command = [*self.shell, sys.executable, "-m", self.module, "serve", "--no-browser"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--port", str(self.port), *self.arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=self.environment,
            )
        end = time.monotonic() + self.patience
        while not self._answers():
            assert self.process.poll() is None, self.said
            assert time.monotonic() < end, "the server does not answer"
            time.sleep(0.05)

    def _answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    @property
    def said(self) -> str:
        """All that it has printed."""
        return self.log.read_text(encoding="utf-8")

    def kill(self) -> None:
        """As if the plug was pulled."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to stop; its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        """Everybody goes, and the server ends."""
        self.process.kill()
        self.process.wait(PATIENCE)
        for guest in self.guests:
            guest.close()

    def guest(self, **headers: str) -> Guest:
        """Somebody who comes for the first time."""
        found = Guest(self.base, **headers)
        self.guests.append(found)
        return found


class Guest:
    """A browser without a screen: cookies, pages, a connection to a table."""

    def __init__(self, base: str, **headers: str) -> None:
        self.base = base
        given = {"origin": base, "accept-language": "en", **headers}
        self.stack = ExitStack()
        web = httpx.Client(base_url=base, headers=given, timeout=PATIENCE)
        self.web = self.stack.enter_context(web)

    def new_table(self, **wishes: Any) -> dict[str, Any]:
        """A new table; its links."""
        answer = self.web.post("/api/v1/tables", json=wishes)
        assert answer.status_code == 201, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def join(self, link: str) -> dict[str, Any]:
        """Take the seat of an invitation."""
        answer = self.web.post(f"/api/v1/join/{link.rpartition('/')[2]}")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def cookie(self) -> dict[str, str]:
        """The header that says who this is."""
        found = self.web.cookies.get("tavola")
        return {"Cookie": f"tavola={found}"} if found else {}

    def sit(self, table: str, query: str = "", **headers: str) -> Chair:
        """Open the connection of a table."""
        given = {"Origin": self.base, **self.cookie(), **headers}
        address = f"{self.base.replace('http', 'ws', 1)}/t/{table}/socket{query}"
        connecting = connect(
            address,
            additional_headers=given,
            open_timeout=PATIENCE,
            close_timeout=1,
            compression=None,
        )
        return Chair(self.stack.enter_context(connecting))

    def close(self) -> None:
        """Go home."""
        self.stack.close()


class Chair:
    """A connection to a table."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.heard: list[dict[str, Any]] = []
        self.ids = 0
        self.seq = 0
        self.epoch = 0
        self.view: dict[str, Any] = {}
        self.mine: list[str] = []

    def hear(self) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(self.connection.recv(PATIENCE))
        self.heard.append(message)
        if "view" in message:
            self.view, self.mine = message["view"], message["mine"]
            self.seq, self.epoch = message["seq"], message["epoch"]
        return message

    def until(self, *kinds: str) -> dict[str, Any]:
        """The next message of some kinds."""
        while True:
            message = self.hear()
            if message["type"] in kinds:
                return message

    def send(self, message: object) -> None:
        """Send anything."""
        self.connection.send(message if isinstance(message, str) else json.dumps(message))

    def ask(self, **message: Any) -> dict[str, Any]:
        """Send something that is answered; the answer."""
        self.ids += 1
        self.send({"id": self.ids, **message})
        while True:
            found = self.until("accepted", "refused", "answer")
            if found.get("id") == self.ids:
                return found

    def act(self, do: str, **more: Any) -> dict[str, Any]:
        """Do something; the answer."""
        return self.ask(type="act", seq=self.seq, do=do, **more)

    def reach(self, seq: int) -> None:
        """Listen until an event was heard of."""
        while self.seq < seq:
            self.hear()

    def closed(self) -> int:
        """The code that the table ends the connection with."""
        while True:
            try:
                self.hear()
            except ConnectionClosed as end:
                return end.rcvd.code if end.rcvd else 1006

    def close(self) -> None:
        """Go away."""
        self.connection.close()


def wish_of(view: dict[str, Any]) -> dict[str, Any] | None:
    """The first thing that a viewer may do now, without offers."""
    for kind in ("opening", "throw", "keep", "take", "refuse", "decline", "next"):
        if kind in view["may"]:
            return {"do": kind}
    if view["choose"]:
        return {"do": "choose", "number": view["choose"][0]}
    if view["name"]:
        return {"do": "name", "dice": view["name"][0]}
    if view["paths"]:
        return {"do": "step", **view["paths"][0]["steps"][0]}
    return {"do": "done"} if "done" in view["may"] else None


def play_on(chairs: list[Chair], actions: int, stop: str = "") -> int:
    """Let those who may act do so, `actions` times or until `stop` may be done; how many acts."""
    for count in range(actions):
        newest = max(chair.seq for chair in chairs)
        for chair in chairs:
            chair.reach(newest)
        if chairs[0].view["over"]:
            return count
        chair, wish = next((c, w) for c in chairs if (w := wish_of(c.view)) is not None)
        if stop and wish["do"] == stop:
            return count
        answer = chair.act(**wish)
        assert answer["type"] == "accepted", (wish, answer)
        chair.reach(answer["seq"])
    return actions


__all__ = ["PATIENCE", "Chair", "Guest", "House", "free_port", "play_on", "wish_of"]
