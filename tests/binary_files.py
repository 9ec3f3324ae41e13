"""Files of XG, BGBlitz and OGXM, made of our records: nothing here knows the readers.

No writer of `.xg` and `.bgf` is to be had; what is written is what the readers look at.
"""

from __future__ import annotations

import gzip
import struct
import zlib
from collections.abc import Callable, Sequence

from exchanged import played
from tavola.formats.paper import Did, Entry, Page, Paper
from tavola.formats.tell import paper_of
from tavola.rules.text.record import Record

RECORD = 2560
HEAD = 8232
START = (0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)
"""How a game begins, as XG keeps it: 1 to 24 as the first player counts, his checkers positive."""
FORMS = ("xg", "bgf", "ogxm")


def paper(seed: int, games: int = 0) -> Paper:
    """A match, or the first of its games."""
    whole = paper_of(played("backgammon", seed))
    pages = whole.pages[: games or None]
    return Paper(whole.length, whole.players, pages, "", whole.about)


def file_of(form: str, found: Paper) -> bytes:
    """A match as a file of a form."""
    return _WRITERS[form](found)


# ---------------------------------------------------------------------------------------------- XG


def xg(found: Paper) -> bytes:
    """A match as XG keeps it."""
    return xg_file(xg_records(found))


def xg_file(records: bytes, thumbnail: bytes = b"picture") -> bytes:
    """The file of such records."""
    head = bytearray(HEAD)
    struct.pack_into("<4sIII", head, 0, b"RGMH", 1, HEAD, HEAD)
    struct.pack_into("<I", head, 20, len(thumbnail))
    return bytes(head) + thumbnail + zlib.compress(records)


def xg_records(found: Paper, start: Sequence[int] = START) -> bytes:
    """The records of a match, as they stand one after the other."""
    head = _record(0)
    for at, name in zip((880, 1138), found.players, strict=True):
        data = name.encode("utf-16-le")
        head[at : at + len(data)] = data
    struct.pack_into("<i", head, 92, found.length)
    head[100], head[101] = bool(found.flag("Crawford")), bool(found.flag("Jacoby"))
    struct.pack_into("<i", head, 612, 10)
    games = [_xg_game(page, number, start) for number, page in enumerate(found.pages, start=1)]
    return b"".join((bytes(head), *games))


def _record(kind: int, **integers: int) -> bytearray:
    """A record with integers at places that are named `at12`."""
    record = bytearray(RECORD)
    record[8] = kind
    for place, value in integers.items():
        struct.pack_into("<i", record, int(place.removeprefix("at")), value)
    return record


def _xg_game(page: Page, number: int, start: Sequence[int]) -> bytes:
    head = _record(1, at12=page.score[0], at16=page.score[1], at48=number)
    struct.pack_into("<26b", head, 21, *start)
    found = [head]
    for at, entry in enumerate(page.entries):
        side = 1 if entry.player == 0 else -1
        if entry.did is Did.PLAY:
            found.append(_xg_play(entry, side))
        elif entry.did is Did.DOUBLE:
            taken = page.entries[at + 1].did is Did.TAKE
            found.append(_record(2, at12=side, at16=1, at20=int(taken)))
        elif entry.did is Did.WIN:
            ended = 101 if entry.resigned else 1
            found.append(_record(4, at24=side, at28=entry.value, at32=ended))
    return b"".join(map(bytes, found))


def _xg_play(entry: Entry, side: int) -> bytearray:
    assert entry.dice is not None
    record = _record(3, at64=side, at100=entry.dice[0], at104=entry.dice[1], at120=1)
    steps = [place for leg in _legs(entry) for place in (leg[0] - 1, leg[1] - 1)]
    struct.pack_into("<8b", record, 1024, *(steps + [-1] * 8)[:8])
    return record


def _legs(entry: Entry) -> list[tuple[int, int]]:
    """The steps of a play in the player's own numbers, 25 for the bar and 0 for off."""
    words = entry.play.replace("bar", "25").replace("off", "0").replace("*", "").split()
    return [(int(one.split("/")[0]), int(one.split("/")[1])) for one in words]


# ----------------------------------------------------------------------------------------- BGBlitz

BGF_HEAD = b'{"format":"BGF","version":"1.0","compress":true,"useSmile":true}\n'
_BGF_START = {24: 2, 13: 5, 8: 3, 6: 5}


def bgf(found: Paper) -> bytes:
    """A match as BGBlitz keeps it."""
    return BGF_HEAD + gzip.compress(bgf_payload(found))


def bgf_payload(found: Paper) -> bytes:
    """What is compressed in such a file."""
    last = found.pages[-1]
    points = [_won(last, player) + last.score[player] for player in (0, 1)]
    match = {
        **{"nameGreen": found.players[0], "nameRed": found.players[1], "matchlen": found.length},
        **{"finalGreen": points[0], "finalRed": points[1], "useCrawford": True, "useJacoby": False},
        **{"useBeaver": False, "cubeLimit": 31, "games": [_bgf_game(page) for page in found.pages]},
    }
    return b":)\n\0" + _smile(match)


def _won(page: Page, player: int) -> int:
    last = page.entries[-1]
    return last.value if last.did is Did.WIN and last.player == player else 0


def _bgf_game(page: Page) -> dict[str, object]:
    board = [0] * 26
    for point, count in _BGF_START.items():
        board[24 - point], board[point - 1] = count, -count
    moves: list[dict[str, object]] = []
    for at, entry in enumerate(page.entries):
        player = -1 if entry.player == 0 else 1
        if entry.did is Did.PLAY:
            moves.append(_bgf_play(entry, player))
        elif entry.did is Did.DOUBLE:
            taken = page.entries[at + 1].did is Did.TAKE
            decided = {"cubeDecision": {"hasDoubled": True, "hasAccepted": taken}}
            nowhere = {"from": [-1] * 4, "to": [-1] * 4}
            moves.append({"player": player, **nowhere, "equity": decided})
            moves.append({"player": -player, **nowhere, "equity": decided})
    last = page.entries[-1]
    return {
        **{"scoreGreen": page.score[0], "scoreRed": page.score[1], "isCrawford": False},
        **{"initial": {"points": board, "cube": 1, "cubeOwner": 0}, "moves": moves},
        **{"wonPoints": last.value, "wasResignation": last.resigned},
    }


def _bgf_play(entry: Entry, player: int) -> dict[str, object]:
    assert entry.dice is not None
    legs = _legs(entry)
    if not legs:
        first, second = entry.dice
        thrown = {"from": [first, -1, -1, -1], "to": [second, -1, -1, -1]}
        return {"player": player, **thrown, "dancingEquity": 0, "equity": {}}
    begins, ends = ([*places, -1, -1, -1, -1][:4] for places in zip(*legs, strict=True))
    dice = {"red": entry.dice[0], "green": entry.dice[1]}
    return {"player": player, "from": begins, "to": ends, **dice, "equity": {}}


def _smile(value: object) -> bytes:
    """A value in the binary JSON of BGBlitz; integers from -32 to 31."""
    if isinstance(value, dict):
        inner = b"".join(_key(key) + _smile(one) for key, one in value.items())
        return b"\xfa" + inner + b"\xfb"
    if isinstance(value, list):
        return b"\xf8" + b"".join(map(_smile, value)) + b"\xf9"
    if isinstance(value, bool):
        return b"\x23" if value else b"\x22"
    if isinstance(value, int):
        return bytes([0x24, 0x80 | (value << 1 ^ value >> 31)])
    assert isinstance(value, str)
    return bytes([0x3F + len(value)]) + value.encode() if value else b"\x20"


def _key(name: str) -> bytes:
    return bytes([0x7F + len(name)]) + name.encode()


# -------------------------------------------------------------------------------------------- OGXM


def ogxm(found: Paper) -> bytes:
    """A match as the package gammonview writes it."""
    from gvformat import write_gvab
    from gvformat.xg import convert_xg

    document = convert_xg(xg(found))
    for game in document["games"]:
        for ply in game["plies"]:
            ply.pop("analysis", None)
    del document["analysis_info"]
    data: bytes = write_gvab(document)
    return data


_WRITERS: dict[str, Callable[[Paper], bytes]] = {"xg": xg, "bgf": bgf, "ogxm": ogxm}


def record(seed: int) -> Record:
    """The record that such a file is made of."""
    return played("backgammon", seed)
