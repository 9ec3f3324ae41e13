"""What a file of XG, BGBlitz or OGXM holds, told by the package gammonview.

    python -m tavola.formats.gammonview_process < FILE

A process of its own: what is sent may be made to take for ever or all of the memory, and this ends
for it alone.  It writes JSON: `documents`, one a match, without analyses; or `refused`, why not.
"""

from __future__ import annotations

import gzip
import io
import json
import struct
import sys
import zlib
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

MOST_UNPACKED = 24 * 1024 * 1024
"""Bytes of a file that is compressed within; a long match of XG has some five million."""
MOST_SECONDS = 15
"""Of the processor; a match takes a tenth of one."""
_MOST_MEMORY = 1024 * 1024 * 1024
XG, OGXM = b"RGMH", b"OGXM"
_SMILE = b":)\n"
_COMPRESSED = (b"\x1f\x8b", b"\x78\x01", b"\x78\x9c", b"\x78\xda")
_LONGEST_HEAD = 4096
_XG_HEAD, _XG_RECORD, _XG_GAME, _XG_PLAY = 8232, 2560, 1, 3
_XG_START = (0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)
_HEAD = {
    *("match_length", "player_white", "player_black", "crawford", "jacoby", "beaver"),
    *("cube_limit", "variant", "score_start"),
}
_GAME = {"winner", "points_won", "plies"}
_PLY = {"color", "action_id", "d1", "d2", "moves", "ogid_before"}


class Unread(Exception):
    """A file that is not read; its text says why, as in `words/refused_files.py`."""


def form_of(data: bytes) -> str | None:
    """Which of these forms a file has, by what is in it: `xg`, `ogxm`, `bgf`, or none."""
    if data.startswith((XG, OGXM)):
        return "xg" if data.startswith(XG) else "ogxm"
    head, _, rest = data[:_LONGEST_HEAD].partition(b"\n")
    if head.lstrip().startswith(b"{") and rest.startswith((_SMILE, *_COMPRESSED)):
        return "bgf"
    return None


def documents(data: bytes, most: int) -> list[dict[str, Any]]:
    """The matches of a file, at most `most` and one more.

    Raises `Unread`, and whatever the package raises on what is damaged.
    """
    form = form_of(data)
    if form == "ogxm":
        from gvformat import read_gvab

        return [_lean(read_gvab(one)) for one, _ in zip(_members(data), range(most + 1))]  # noqa: B905
    if form == "xg":
        from gvformat.xg import convert_xg

        _check_xg(data)
        return [_lean(convert_xg(data))]
    from gvformat.bgf import convert_bgf

    _check_bgf(data)
    return [_lean(convert_bgf(data))]


def _members(data: bytes) -> Iterator[bytes]:
    """The files of a stream of OGXM: one after the other, each of the length that it tells."""
    if data[4:6] != b"\x02\x00":  # of version 1 there are no streams
        yield data
        return
    at = 0
    while at < len(data):
        size = int.from_bytes(data[at + 12 : at + 16], "little")
        if not data.startswith(OGXM, at) or size < 16 or at + size > len(data):
            raise Unread("damaged")
        yield data[at : at + size]
        at += size


def _check_xg(data: bytes) -> None:
    """Refuse what is too large unpacked, and positions: games that begin with another one, or that
    hold no play."""
    begin = _XG_HEAD + int.from_bytes(data[20:24], "little")
    records = data[begin:]
    with suppress(zlib.error):
        records = zlib.decompressobj().decompress(records, MOST_UNPACKED + 1)
    if len(records) > MOST_UNPACKED:
        raise Unread("unpacked")
    begins = range(0, len(records) - _XG_RECORD + 1, _XG_RECORD)
    for at in begins:
        if records[at + 8] == _XG_GAME:
            start = struct.unpack_from("<26b", records, at + 21)
            if any(start) and start != _XG_START:
                raise Unread("start")
    if all(records[at + 8] != _XG_PLAY for at in begins):
        raise Unread("no_plays")


def _check_bgf(data: bytes) -> None:
    """Refuse what is too large unpacked."""
    packed = data.partition(b"\n")[2]
    if packed.startswith(_COMPRESSED[0]):
        size = len(gzip.GzipFile(fileobj=io.BytesIO(packed)).read(MOST_UNPACKED + 1))
    elif packed.startswith(_COMPRESSED):
        size = len(zlib.decompressobj().decompress(packed, MOST_UNPACKED + 1))
    else:
        size = len(packed)
    if size > MOST_UNPACKED:
        raise Unread("unpacked")


def _lean(document: dict[str, Any]) -> dict[str, Any]:
    """A document without what nobody here reads: analyses above all."""
    games = [
        {
            **{key: game[key] for key in _GAME & game.keys()},
            "plies": [{key: ply[key] for key in _PLY & ply.keys()} for ply in game["plies"]],
        }
        for game in document["games"]
    ]
    return {**{key: document[key] for key in _HEAD & document.keys()}, "games": games}


def _limited() -> None:
    """End after so much time and memory, where the system can see to it."""
    try:
        import resource
    except ImportError:  # Windows: whoever waits has a clock
        return
    for what, most in (
        (resource.RLIMIT_CPU, MOST_SECONDS),
        (resource.RLIMIT_AS, _MOST_MEMORY),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(ValueError, OSError):
            resource.setrlimit(what, (most, most))


def main() -> None:
    """Read a file from standard input, write what it holds."""
    _limited()
    try:
        told: dict[str, Any] = {"documents": documents(sys.stdin.buffer.read(), int(sys.argv[1]))}
        text = json.dumps(told)
    except Unread as unread:
        text = json.dumps({"refused": str(unread)})
    except Exception:  # whatever the package stumbles over: the file is damaged
        text = json.dumps({"refused": "damaged"})
    print(text)


if __name__ == "__main__":
    main()

__all__ = ["MOST_UNPACKED", "Unread", "documents", "form_of"]
