"""A voice that writes: an output module of speech-dispatcher.

It takes as long over a sentence as a voice would, so that what the reader cuts off is seen to be
cut off.  A line of the file `$EARS_LOG`: seconds, `said` or `cut`, text.
"""

from __future__ import annotations

import os
import re
import select
import sys
import time
from html import unescape
from pathlib import Path

PACE = float(os.environ.get("EARS_PACE", "60"))
"""Characters a second; a fast listener has forty."""
LOG = Path(os.environ["EARS_LOG"])
_REPLIES = {
    "INIT": ["299-writes", "299 OK LOADED SUCCESSFULLY"],
    "LIST VOICES": ["200-Anna\tit\tnone", "200-Bruno\ten\tnone", "200 OK VOICE LIST SENT"],
    "DEBUG": ["200 OK DEBUGGING"],
}
_BLOCKS = {
    "AUDIO": ("207 OK RECEIVING AUDIO SETTINGS", "203 OK AUDIO INITIALIZED"),
    "LOGLEVEL": ("207 OK RECEIVING LOGLEVEL SETTINGS", "203 OK LOG LEVEL SET"),
    "SET": ("203 OK RECEIVING SETTINGS", "203 OK SETTINGS RECEIVED"),
}
"""Commands with lines of their own: what is answered before and after them."""
_SPOKEN = ("SPEAK", "CHAR", "KEY", "SOUND_ICON")


class Voice:
    """The protocol of the module, over standard input and output."""

    def __init__(self) -> None:
        self.pending = b""

    def send(self, *lines: str) -> None:
        """Answer."""
        sys.stdout.write("".join(f"{line}\n" for line in lines))
        sys.stdout.flush()

    def line(self, patience: float | None = None) -> str | None:
        """The next line; None if none comes in time."""
        end = None if patience is None else time.monotonic() + patience
        while b"\n" not in self.pending:
            left = None if end is None else max(0.0, end - time.monotonic())
            if not select.select([0], [], [], left)[0]:
                return None
            more = os.read(0, 65536)
            if not more:
                sys.exit(0)
            self.pending += more
        first, _, self.pending = self.pending.partition(b"\n")
        return first.decode("utf-8", "replace").rstrip("\r")

    def block(self) -> str:
        """All lines up to one with a dot."""
        lines = iter(self.line, ".")
        return "\n".join((line or "").removeprefix(".") for line in lines)

    def serve(self) -> None:
        """Answer commands until the other side goes."""
        while (command := self.line()) != "QUIT":
            self.answer(command or "")
        self.send("210 OK QUIT")

    def answer(self, command: str) -> None:
        """Answer one command."""
        if command in _SPOKEN:
            self.send("202 OK RECEIVING MESSAGE")
            text = self.block()
            self.send("200 OK SPEAKING")
            self.speak(text)
        elif command in _BLOCKS:
            before, after = _BLOCKS[command]
            self.send(before)
            self.block()
            self.send(after)
        else:
            self.send(*next((_REPLIES[name] for name in _REPLIES if command.startswith(name)), []))

    def speak(self, marked: str) -> None:
        """Say a text, unless it is stopped."""
        marks = re.findall(r'<mark\s+name="([^"]*)"', marked)
        text = " ".join(unescape(re.sub(r"<[^>]*>", "", marked)).split())
        end = time.monotonic() + len(text) / PACE
        self.send("701 BEGIN")
        while (left := end - time.monotonic()) > 0:
            command = self.line(left)
            if command in ("STOP", "PAUSE"):
                write("cut", text)
                self.send("703 STOP" if command == "STOP" else "704 PAUSE")
                return
            if command:
                self.answer(command)
        write("said", text)
        for mark in marks:
            self.send(f"700-{mark}", "700 INDEX MARK")
        self.send("702 END")


def write(what: str, text: str) -> None:
    """A line of the log."""
    with LOG.open("a", encoding="utf-8") as log:
        log.write(f"{time.time():.2f}\t{what}\t{text}\n")


if __name__ == "__main__":
    Voice().serve()
