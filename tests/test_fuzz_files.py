"""Files that somebody damaged, by accident or on purpose: a refusal with its place, and soon.

Every input is made from a file of our own writers by a seed that its name tells:
`damaged("mat", 17)`.  `TAVOLA_NIGHTLY` sets how many there are of each form;
`scripts/fuzz_files.py` tries a million, and goes on where it was stopped.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import random
import time
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from exchanged import CLUB, MONEY, begun_elsewhere, played
from hostile import only_refused
from shell import ran
from tavola.formats import ids, reading, writing
from tavola.formats.transcribe import Transcribed
from tavola.games import GAMES
from tavola.play import log
from tavola.rules.model.refusal import CODES, Refusal, Refused
from tavola.rules.text import foreign, one_line
from tavola.rules.text.record import Record, replay
from tavola.rules.turn.state import Phase
from tavola.words import refusals
from tavola.words.speaker import Speaker
from tavola.words.translations import LANGUAGES, Words

INPUTS = max(int(os.environ.get("TAVOLA_NIGHTLY", "0")), 150)
"""Inputs of each form."""
SET_UP = "set-up"
"""Matches in SGF that begin with a position."""
LONGEST = 10.0
"""Seconds of the processor for an input of some kilobytes, on a slow machine; the slowest known
takes a tenth of one."""
BACKGAMMON = GAMES["backgammon"].ruleset({})
SIGNS = b'()[]{};:\\/*"\n\0\xff'
WORDS = (b" point match\n", b" Game 2\n", b"31:", b"bar", b"off", b"(;GM[6]", b"Wins 9999 points")
INSERTED = (*(SIGNS[n : n + 1] for n in range(len(SIGNS))), *WORDS, b"\t" * 50, b" " * 500)
INSERTED += tuple(sign.encode() for sign in ("²", "٣", "\u2028", "\u017f"))
NUMBERS = (b"0", b"-1", b"00000000", b"9" * 400, b"9" * 5000, b"25", b"26", b"7", b"1e999")


def short(record: Record, events: int) -> Record:
    """The beginning of a record."""
    return Record(**{**vars(record), "events": record.events[:events]})


@cache
def records() -> tuple[Record, ...]:
    """Whole matches and beginnings of them."""
    whole = [played(game, seed) for game in ("backgammon", "hypergammon") for seed in (0, 2)]
    return (*whole, *(short(one, 40) for one in whole), *(short(one, 120) for one in whole))


@cache
def originals(form: str) -> tuple[bytes, ...]:
    """Files of a form, as our own writers make them."""
    if form in writing.FORMS:
        own = tuple(writing.write(one, form).encode() for one in records())
        return (*own, CLUB.encode(), MONEY.encode()) if form == "mat" else own
    if form == SET_UP:
        return tuple(writing.write(begun_elsewhere(seed), "sgf").encode() for seed in range(6))
    with TemporaryDirectory() as folder:
        write = _logged if form == "log" else log.write
        found = []
        for number, one in enumerate(records()):
            path = Path(folder) / f"{number}.json"
            write(path, one)
            found.append(path.read_bytes())
    return tuple(found)


def _logged(path: Path, record: Record) -> None:
    file = log.FileLog.create(path, record)
    file.append(record.events)
    file.close()


@cache
def words_of_positions() -> tuple[bytes, ...]:
    """Positions as words, in all forms."""
    moments = list(replay(played("backgammon", 3), GAMES["backgammon"]))[::7]
    found = []
    for moment in moments:
        for write in ids.FORMS.values():
            try:
                found.append(write(moment.state).encode())
            except Refused:  # between two games
                continue
    return tuple(found)


def damaged(form: str, number: int) -> bytes:
    """An original after a few changes, by the seed of its form and number."""
    chance = random.Random(f"{form} {number}")
    data = chance.choice(words_of_positions() if form == "id" else originals(form))
    for _ in range(chance.choice((1, 1, 2, 3, 8))):
        data = chance.choice(CHANGES)(chance, data)
    return data


def _byte(chance: random.Random, data: bytes) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]


def _bit(chance: random.Random, data: bytes) -> bytes:
    at = chance.randrange(len(data) + 1)
    changed = bytes(byte ^ 1 << chance.randrange(8) for byte in data[at : at + 1])
    return data[:at] + changed + data[at + 1 :]


def _cut(chance: random.Random, data: bytes) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] if chance.random() < 0.2 else data[:at] + data[at + chance.randint(1, 60) :]


def _doubled(chance: random.Random, data: bytes) -> bytes:
    at = chance.randrange(len(data) + 1)
    part = data[at : at + chance.choice((1, 8, 60, 2000))]
    return data[:at] + part * chance.choice((2, 2, 2, 40)) + data[at + len(part) :]


def _lines(chance: random.Random, data: bytes) -> bytes:
    lines = data.splitlines(keepends=True)
    if len(lines) > 1:
        one, two = chance.sample(range(len(lines)), 2)
        lines[one], lines[two] = lines[two], lines[one]
    return b"".join(lines)


def _number(chance: random.Random, data: bytes) -> bytes:
    places = [at for at in range(len(data)) if data[at : at + 1].isdigit()]
    if not places:
        return data
    at = chance.choice(places)
    return data[:at] + chance.choice(NUMBERS) + data[at + 1 :]


def _inserted(chance: random.Random, data: bytes) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice(INSERTED) + data[at:]


CHANGES: tuple[Callable[[random.Random, bytes], bytes], ...] = (
    *(_byte, _bit, _cut, _doubled, _lines, _number, _inserted),
)


def sentence(refusal: Refusal, number: int) -> str:
    """What a user is told, in one of the languages."""
    words = Words(LANGUAGES[number % len(LANGUAGES)])
    return refusals.explain(Speaker(words, BACKGAMMON), refusal, None)


def checked(refusal: Refusal, data: bytes, number: int) -> None:
    """A refusal is well formed, names its place, if it has one, and has its sentence."""
    assert set(CODES[refusal.code]) <= set(refusal.details), refusal
    told = sentence(refusal, number)
    assert told, refusal
    assert refusal.code not in told, told
    assert len(told) < 600, told
    if refusal.code == "bad_file":
        line, column = refusal.details["line"], refusal.details.get("column", 1)
        assert isinstance(line, int)
        assert isinstance(column, int)
        assert 1 <= line <= len(data.decode("cp1252", "replace").splitlines()) + 1
        assert 1 <= column <= 8 * len(data) + 1, "tabs are eight columns"


def stands(found: Transcribed) -> None:
    """What was taken in is a record that can be written and read again."""
    text = json.dumps(found.record.to_json())
    (again,) = reading.read(text.encode("utf-8", "backslashreplace"))
    assert again.record.to_json() == found.record.to_json()


def read(data: bytes, number: int) -> list[Transcribed]:
    """The matches of an input; a refusal has been looked at."""
    try:
        return reading.read(data)
    except Refused as refused:
        checked(refused.refusal, data, number)
        return []


def check(form: str, number: int) -> None:
    """A damaged file is refused with its place and soon, and what is taken in stands."""
    data, begun = damaged(form, number), time.process_time()
    found = read(data, number)
    spent = time.process_time() - begun
    assert spent < LONGEST, f"damaged({form!r}, {number}): {spent:.1f} s"
    for one in found:
        if one.trouble is not None:
            checked(one.trouble, data, number)
        if number % 10 == 0:
            stands(one)


@pytest.mark.parametrize("form", [*writing.FORMS, SET_UP, "record", "log"])
def test_damaged_files_are_refused_with_their_place_and_soon(form: str) -> None:
    for number in range(INPUTS):
        check(form, number)


@pytest.mark.parametrize(("form", "number"), [("record", 55359), ("log", 74135)])
def test_a_version_of_400_digits_is_none(form: str, number: int) -> None:
    """Found among half a million inputs: the sentence told all of them."""
    assert b"9" * 400 in damaged(form, number)
    check(form, number)


def test_lines_are_counted_as_editors_count_them() -> None:
    """Found among 600 000 inputs: a sign that separates lines within a text counted as a line."""
    check("mat", 125463)
    for end in ("\n", "\r\n", "\r"):
        head = f" 5 point match{end} Game 1{end} A\u2028\x0c\x85: 0   B : 0{end}"
        with pytest.raises(Refused) as caught:
            reading.read(f"{head}no row".encode())
        assert caught.value.refusal.details["line"] == 4


def check_words(number: int) -> None:
    """The damaged words of a position are refused, or name one that can be written again."""
    text = damaged("id", number).decode("cp1252", "replace")
    found = only_refused(foreign.line_of, text, BACKGAMMON)
    state = None if found is None else only_refused(one_line.read, BACKGAMMON, found.line)
    if state is not None and state.phase not in (Phase.OVER, Phase.END):
        for write in ids.FORMS.values():
            only_refused(write, state)


def test_damaged_words_of_positions_are_refused() -> None:
    for number in range(2 * INPUTS):
        check_words(number)


# ------------------------------------------------------------------------------------- on purpose

MATCH = b" 5 point match\n\n Game 1\n A : 0   B : 0\n"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a line of blanks", MATCH + b" " * 3_000_000),
        ("a line of colons", MATCH + b"  1) " + b"31: " * 700_000),
        ("names of colons", b" 5 point match\n\n Game 1\n" + b" : 0 x" * 500_000),
        ("many games", b" 5 point match\n" + b" Game 1\nA : 0 B : 0\n" * 150_000),
        ("many matches", MATCH * 70_000),
        ("a head of blanks", b"; [" + b" " * 3_000_000 + b"\n" + MATCH),
        ("keys", b"".join(b'; [%d "x"]\n' % n for n in range(250_000)) + MATCH),
        ("a name of blanks", b" 5 point match\n\n Game 1\n" + b" : 1" + b" " * 3_000_000 + b"x"),
        ("nodes", b"(;GM[6]" + b";" * 3_000_000 + b")"),
        ("values", b"(;GM[6]AB" + b"[]" * 1_500_000 + b")"),
        ("trees", b"(;GM[6])" * 400_000),
        ("matches", b"(;GM[6]MI[game:0])" * 200_000),
        ("brackets", b"(;GM[6]C[" + b"\\[" * 1_500_000),
        ("depth", b"(;GM[6]" + b"(" * 3_000_000),
        ("lists", b'{"tavola":1,"events":[' + b"[" * 3_000_000),
        ("an event", b'{"tavola":1,"events":[\n' + b"{},\n" * 700_000),
        ("digits", b'{"tavola":' + b"9" * 3_000_000 + b"}"),
        ("nothing", b"\0" * 3_000_000),
    ],
)
def test_what_is_made_to_take_long_is_soon_done(name: str, data: bytes) -> None:
    """Three megabytes each: what the server takes, nearly."""
    begun = time.process_time()
    found = read(data, 0)
    assert time.process_time() - begun < LONGEST
    assert [one.record.events for one in found] == ([()] if "blanks" in name and found else [])


def packed(form: str) -> bytes:
    """A hundred megabytes of a match, compressed to a hundred thousand bytes."""
    data = MATCH + b" " * 100_000_000
    if form == "gzip":
        return gzip.compress(data, 1)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as folder:
        folder.writestr("match.mat", data)
    return file.getvalue()


@pytest.mark.parametrize("form", ["gzip", "zip"])
def test_compressed_files_are_named_and_not_unpacked(form: str, tmp_path: Path) -> None:
    path = tmp_path / f"match.{form}"
    path.write_bytes(packed(form))
    with pytest.raises(Refused) as caught:
        reading.load(path)
    assert caught.value.refusal.details["what"] == "packed"
    code, said = tavola("import", str(path), "--to", str(tmp_path / "in"))
    assert code == 1
    assert "is compressed" in said
    assert list((tmp_path / "in").iterdir()) == []


def tavola(*command: str) -> tuple[int, str]:
    """The exit code of a command, and what it said."""
    found = ran(*command)
    return found.exit_code, found.output


class Unread(io.FileIO):
    """A file of which nothing may be read."""

    def read(self, size: int | None = -1, /) -> bytes:
        raise AssertionError("read")


@pytest.mark.parametrize("read", [reading.load, reading.read_file, log.load])
def test_a_file_that_is_too_large_is_not_read(
    read: Callable[[Path], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its size is enough: a file of 100 MB that takes no room on the disk."""
    path = tmp_path / "large.mat"
    with path.open("wb") as file:
        file.truncate(100 * 1024 * 1024)
    monkeypatch.setattr(Path, "open", lambda path, mode: Unread(path, mode))  # noqa: PLW0108
    with pytest.raises(Refused) as caught:
        read(path)
    assert caught.value.refusal.details["what"] == "size"
