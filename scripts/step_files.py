"""Which files of the project a step passes: what a maintainer reads who wants to follow it.

    python -m scripts.step_files

One step of a checker comes from a browser, through the socket of a real application to the disk and
back; one play is typed at the terminal, whose match is logged in a file.  Every file of the package
counts of which a function runs in any thread meanwhile.  Compiled functions are not seen, so that
the count is the same with and without the compiler: it is made without.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

os.environ.setdefault("TAVOLA_COMPILE", "0")

import httpx

import tavola
from tavola.play.dice import TypedDice
from tavola.play.match import Match
from tavola.rules.text.record import Record
from tavola.words import Words

START = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W"
HERE = "http://127.0.0.1:8642"
_ROOT = str(Path(tavola.__file__).parent) + os.sep


class Passed:
    """The files that run while `counting`, and how often each calls a function."""

    def __init__(self) -> None:
        self.counting = False
        self.calls: dict[str, int] = {}

    def __call__(self, frame: FrameType, event: str, arg: object) -> None:
        """What the interpreter calls for each function, in every thread."""
        name = frame.f_code.co_filename
        if self.counting and event == "call" and name.startswith(_ROOT):
            short = name.removeprefix(_ROOT)
            self.calls[short] = self.calls.get(short, 0) + 1

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Look at all threads that begin from now on."""
        threading.setprofile(self)
        sys.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)  # type: ignore[arg-type]

    def lines(self, what: str) -> list[str]:
        """The count and the list."""
        rows = [f"  {calls:5}  {name}" for name, calls in sorted(self.calls.items())]
        floors = Counter(name.partition(os.sep)[0] for name in self.calls)
        parts = ", ".join(f"{floor} {count}" for floor, count in sorted(floors.items()))
        calls = sum(self.calls.values())
        return [f"{what}: {len(self.calls)} files ({parts}), {calls} calls", *rows]


# ------------------------------------------------------------------------------------- the browser


def of_a_browser(folder: Path) -> Passed:
    """What one step passes that a browser sends."""
    passed = Passed()
    with passed.watched():
        asyncio.run(_browser(folder, passed))
    return passed


async def _browser(folder: Path, passed: Passed) -> None:
    from tavola.server.app import create_app
    from tavola.server.settings import Settings

    app = create_app(Settings(database=f"sqlite:///{folder / 'steps.sqlite3'}"))
    async with app.router.lifespan_context(app):
        await app.state.preparing  # a thread of its own, whose work for pages is none of the step
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(base_url=HERE, transport=transport) as web:
            wish = {"game": "backgammon", "opponent": "here", "start": f"{START} 6-5"}
            made = (await web.post("/api/v1/tables", json=wish)).raise_for_status().json()
            line = _Line(app, made["table"], web.cookies["tavola"])
            first = {"do": "step", "number": 6, "from": 12, "to": 18}
            await line.act(first)
            await line.act({"do": "undo"})
            passed.counting = True
            await line.act(first)
            passed.counting = False
            await line.leave()


class _Line:
    """A browser's connection to a table."""

    def __init__(self, app: Any, table: str, cookie: str) -> None:
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._out: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._in.put_nowait({"type": "websocket.connect"})
        headers = {"host": "127.0.0.1:8642", "origin": HERE, "cookie": f"tavola={cookie}"}
        path = f"/t/{table}/socket"
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "scheme": "ws",
            "http_version": "1.1",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": b"",
            "headers": [(name.encode(), text.encode()) for name, text in headers.items()],
            "client": ("127.0.0.1", 50000),
            "server": ("127.0.0.1", 8642),
            "subprotocols": [],
        }
        self._task = asyncio.ensure_future(app(scope, self._in.get, self._out.put))
        self._seq = 0

    async def act(self, wish: dict[str, Any]) -> None:
        """Do something, until its events were told."""
        message = {"v": 1, "type": "act", "id": self._seq, "seq": self._seq, **wish}
        await self._in.put({"type": "websocket.receive", "text": json.dumps(message)})
        while True:
            got = await asyncio.wait_for(self._out.get(), 60)
            heard = json.loads(got.get("text") or "{}")
            if heard.get("type") == "refused":
                raise SystemExit(f"refused: {heard}")
            if heard.get("type") == "events":
                self._seq = heard["seq"]
                return

    async def leave(self) -> None:
        """Go away."""
        await self._in.put({"type": "websocket.disconnect", "code": 1001})
        await self._task


# ------------------------------------------------------------------------------------ the terminal


def of_a_terminal(folder: Path) -> Passed:
    """What one play passes that is typed."""
    passed = Passed()
    match = Match.start(Record("backgammon", start=START), TypedDice(), folder / "match.jsonl")
    with passed.watched():
        _typed(match, passed)
    match.close()
    return passed


def _typed(match: Match, passed: Passed) -> None:
    from tavola.terminal.match.handlers import carry_out
    from tavola.terminal.match.session import Leave, Session
    from tavola.terminal.screen.console import Terminal

    lines = iter(["6-5", "24/18", "undo", "24/18/13", "quit"])

    class Scripted(Terminal):
        """Types the lines; what lies between the play and the next question is counted."""

        def ask(self, question: str) -> str:
            """The next line."""
            passed.counting = False
            self.say(question)
            line = next(lines)
            passed.counting = line == "24/18/13"
            return line

    terminal = Scripted()
    terminal.console.file = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    try:
        Session(match, terminal, Words("en"), "own").run(carry_out)
    except Leave:
        terminal.console.file.close()


def main() -> None:
    """Count, and print."""
    with tempfile.TemporaryDirectory() as place:
        browser, terminal = of_a_browser(Path(place)), of_a_terminal(Path(place))
    print(*browser.lines("a step from a browser"), sep="\n")
    print(*terminal.lines("a play typed at the terminal"), sep="\n")


if __name__ == "__main__":
    main()
