"""The engine protocol: JSON lines on stdin and stdout for programs in any language.

One request a line, one answer a line, in order.  `docs/engine.md` describes it,
`engine.schema.json` is its schema.  Run it with `python -m tavola.protocol`.
"""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import BinaryIO

from tavola.protocol import commands, version_1
from tavola.protocol.errors import Fault, Json, of_fault
from tavola.protocol.fields import Version
from tavola.protocol.lines import LONGEST_LINE, read_id, read_line, write_line
from tavola.rules.model.refusal import Refused

VERSIONS = {version.number: version for version in (version_1.VERSION, commands.VERSION)}
"""Every version that is answered, by its number."""
LATEST = commands.NUMBER


def answer(line: bytes, protocol: int = LATEST) -> Json:
    """The answer to one line by a version of the protocol, unless the line asks for another.

    Never raises: whatever is wrong is in the answer's `error`.
    """
    name: str | int | None = None
    version = VERSIONS[protocol]
    try:
        request = read_line(line)
        name = read_id(request)
        version = _asked(request, version)
        return {"id": name, "ok": True, **_carry_out(version, request)}
    except Fault as fault:
        return {"id": name, "ok": False, "error": of_fault(fault)}
    except Refused as refused:
        return {"id": name, "ok": False, "error": version.problem(refused.refusal)}
    except Exception as error:
        # One broken request must not end a process that others go on using.
        bug = Fault("internal", "a bug in Tavola", type=type(error).__name__)
        return {"id": name, "ok": False, "error": of_fault(bug)}


def _asked(request: Json, otherwise: Version) -> Version:
    """The version that a request asks for by its field `protocol`.  Raises `Fault`."""
    if "protocol" not in request:
        return otherwise
    commands.FIELDS["protocol"].check("protocol", request["protocol"])
    return VERSIONS[request["protocol"]]


def _carry_out(version: Version, request: Json) -> Json:
    name = request.get("command")
    if name is None:
        raise Fault("missing_field", "command is missing", field="command")
    if not isinstance(name, str):
        raise Fault("wrong_type", "command must be a string", field="command", expected="a string")
    command = version.commands.get(name)
    if command is None:
        details = {"command": name[:40], "commands": list(version.commands)}
        raise Fault("unknown_command", "there is no such command", **details)
    fields = {key: value for key, value in request.items() if key not in ("id", "protocol")}
    command.check(fields, version.fields)
    return {"command": name, **command.run(request)}


def _next_line(lines_in: BinaryIO) -> bytes:
    """The next line; of one that is too long only so much that it is seen to be."""
    line = lines_in.readline(LONGEST_LINE + 2)
    rest = line
    while rest and not rest.endswith(b"\n") and len(line) > LONGEST_LINE:
        rest = lines_in.readline(LONGEST_LINE)
    return line


def serve(lines_in: BinaryIO, out: BinaryIO, protocol: int = LATEST) -> int:
    """Answer lines until `quit`, the end of input, or a reader that has gone.  Returns 0."""
    while line := _next_line(lines_in):
        reply = answer(line, protocol)
        try:
            out.write(write_line(reply))
            out.flush()
        except BrokenPipeError:
            return 0
        if reply["ok"] and reply["command"] == "quit":
            return 0
    return 0


def run(protocol: int = LATEST) -> int:
    """Serve stdin and stdout; the exit status.  Raises OSError if one cannot be used."""
    if sys.stdin is None or sys.stdout is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    try:
        return serve(sys.stdin.buffer, sys.stdout.buffer, protocol)
    except KeyboardInterrupt:
        return 130
    finally:
        _close_quietly()


def _close_quietly() -> None:
    """Flush stdout now; where nobody reads it, keep the interpreter from complaining at its end."""
    try:
        sys.stdout.flush()
    except OSError:
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve stdin and stdout; 2 and one sentence on stderr if one of them cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m tavola.protocol")
    parser.add_argument("--protocol", type=int, choices=sorted(VERSIONS), default=LATEST)
    wishes = parser.parse_args(arguments)
    try:
        return run(wishes.protocol)
    except OSError as error:
        if sys.stderr is not None:
            print(f"The engine cannot read or write: {error.strerror}.", file=sys.stderr)
        return 2
