"""Files of XG, BGBlitz and OGXM: read as they were played, and refused soon if they are not."""

from __future__ import annotations

import gzip
import json
import random
import zlib
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

import binary_files as made
from hostile import only_refused
from shell import ran
from tavola.formats import documents, gammonview_process, reading
from tavola.formats.paper import Did, Paper
from tavola.formats.transcribe import Transcribed
from tavola.games import GAMES
from tavola.rules.model.refusal import Refused
from tavola.rules.text.record import Record, replay
from tavola.rules.turn.state import Kind
from tavola.words import refusals
from tavola.words.speaker import Speaker
from tavola.words.translations import LANGUAGES, Words

pytest.importorskip("gvformat", reason="not there: pip install 'tavola[formats]'")
BACKGAMMON = GAMES["backgammon"]
ILLEGAL = 4
"""Which entry of a game is made impossible."""
INPUTS = 60
"""Damaged files of each form."""


def course(record: Record) -> list[tuple[object, ...]]:
    """What happened, whichever number was played first: throws, offers, and each turn's end.

    Equal dice at the beginning of a game no other program keeps.
    """
    found: list[tuple[object, ...]] = []
    for moment in replay(record, BACKGAMMON):
        event = moment.event
        if event is None or event.kind is Kind.STEP:
            continue
        dice = event.dice and sorted(event.dice)
        if event.kind is not Kind.OPENING or (dice and dice[0] != dice[1]):
            found.append((event.kind, event.side, dice, moment.state.position))
    return found


def at_once(data: bytes, most: int) -> list[dict[str, object]]:
    """What the package tells, without a process of its own."""
    try:
        told = gammonview_process.documents(data, most)
        found: list[dict[str, object]] = json.loads(json.dumps(told))
    except gammonview_process.Unread as unread:
        raise documents._refused(str(unread)) from None
    except Exception:
        raise documents._refused("damaged") from None
    return found


@pytest.fixture
def one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read here: a process for each of many files takes long."""
    monkeypatch.setattr(documents, "_told", at_once)


@pytest.mark.usefixtures("one_process")
@pytest.mark.parametrize("form", made.FORMS)
def test_a_match_is_read_as_it_was_played(form: str) -> None:
    for seed in range(4):
        (found,) = reading.read(made.file_of(form, made.paper(seed)))
        assert (found.trouble, found.note) == (None, None), seed
        record = made.record(seed)
        assert found.record.players == ("Anna", "Boris")
        assert found.record.match.length == record.match.length
        assert course(found.record) == course(record), seed


def tavola(*command: str) -> tuple[int, str]:
    found = ran(*command)
    return found.exit_code, found.output


def test_the_terminal_takes_them_in_whatever_lies_where_it_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three files, read in processes; a program in the same folder is not started."""
    for form in made.FORMS:
        (tmp_path / f"{form}.{form}").write_bytes(made.file_of(form, made.paper(1)))
    for name in ("gvformat.py", "json.py"):
        (tmp_path / name).write_text("open('started', 'w')", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    code, said = tavola("import", str(tmp_path), "--to", "in")
    assert (code, said.count("to ")) == (0, 3), said
    assert sorted(path.name for path in Path("in").iterdir()) == [
        f"{form}.json" for form in sorted(made.FORMS)
    ]
    assert not (tmp_path / "started").exists()


@pytest.mark.usefixtures("one_process")
@pytest.mark.parametrize("form", made.FORMS)
def test_what_the_rules_refuse_is_told_with_its_game_and_place(form: str) -> None:
    paper = played_so(made.paper(1), "24/21 20/18")
    (found,) = reading.read(made.file_of(form, paper))
    assert found.trouble is not None
    assert (found.trouble.details["game"], found.trouble.details["entry"]) == (1, ILLEGAL + 1)
    assert len(course(found.record)) > 2
    for lang in LANGUAGES:
        told = refusals.explain(Speaker(Words(lang), BACKGAMMON.rules), found.trouble, None)
        assert "1" in told
        assert str(ILLEGAL + 1) in told


@pytest.mark.parametrize("form", made.FORMS)
def test_an_illegal_play_that_was_kept_is_told_with_its_game_and_place(form: str) -> None:
    """The game goes on from there, as far as its plays fit."""
    first = made.paper(1).pages[0]
    won = replace(first.entries[-1], did=Did.WIN, value=1, resigned=True)
    entries = (*first.entries[: ILLEGAL + 2], won)
    paper = replace(made.paper(1), pages=(replace(first, entries=entries),))
    (found,) = reading.read(made.file_of(form, played_so(paper, "24/21 13/8")))
    assert found.trouble is None
    kept = [event for event in found.record.events if event.kind is Kind.ILLEGAL]
    assert len(kept) == 1
    assert len(kept[0].moves) == 2


def played_so(paper: Paper, play: str) -> Paper:
    """A match of which one throw is played as no throw can be."""
    first = paper.pages[0]
    entries = list(first.entries)
    assert entries[ILLEGAL].did is Did.PLAY
    entries[ILLEGAL] = replace(entries[ILLEGAL], dice=(2, 1), play=play)
    return replace(paper, pages=(replace(first, entries=tuple(entries)), *paper.pages[1:]))


@pytest.mark.parametrize("form", made.FORMS)
def test_without_the_package_it_is_named(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = made.file_of(form, made.paper(1, 1))
    monkeypatch.setattr(documents, "_PACKAGE", "no_such_package")
    refused = refused_by(data)
    for lang in LANGUAGES:
        told = refusals.explain(Speaker(Words(lang), BACKGAMMON.rules), refused.refusal, None)
        assert "pip install 'tavola[formats]'" in told


def refused_by(data: bytes) -> Refused:
    with pytest.raises(Refused) as caught:
        reading.read(data)
    return caught.value


# ----------------------------------------------------------------------------------------- streams


def test_a_stream_holds_several_matches() -> None:
    one, two = (made.ogxm(made.paper(seed, 1)) for seed in (0, 1))
    assert len(reading.read(one + two)) == 2
    assert refused_by(one + two[:-1]).refusal.details["what"] == "damaged"
    with pytest.raises(Refused) as caught:
        reading.read(one * 4, 3)
    assert caught.value.refusal.details["what"] == "many"


@pytest.mark.usefixtures("one_process")
def test_what_the_other_codec_writes_is_read() -> None:
    """OGXM by those whose form it is."""
    other = pytest.importorskip("ogxm", reason="only on Linux on x86-64")
    data = made.ogxm(made.paper(3))
    again = other.json_to_binary(other.binary_to_json(data))
    (ours,), (theirs,) = reading.read(data), reading.read(again)
    assert theirs.trouble is None
    assert course(theirs.record) == course(ours.record)


# -------------------------------------------------------------------------------------- on purpose

LARGE = 100 * 1024 * 1024


def bomb(kind: str) -> bytes:
    """A hundred megabytes in a hundred thousand bytes."""
    empty = b"\0" * LARGE
    if kind == "xg":
        return made.xg_file(empty)
    if kind == "gzip":
        return made.BGF_HEAD + gzip.compress(b":)\n\0" + empty, 1)
    if kind == "parts":
        return made.BGF_HEAD + gzip.compress(b":)\n\0" + empty[: LARGE // 20], 1) * 20
    return made.BGF_HEAD + zlib.compress(b":)\n\0" + empty, 1)


@pytest.mark.parametrize("kind", ["xg", "gzip", "parts", "zlib"])
def test_what_is_large_unpacked_is_refused(kind: str) -> None:
    assert refused_by(bomb(kind)).refusal.details["what"] == "unpacked"


def test_what_takes_for_ever_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A number of three million bytes: the package takes hours for it."""
    data = made.BGF_HEAD + b":)\n\0\x24" + b"\x01" * 3_000_000 + b"\x80"
    monkeypatch.setattr(documents, "_LONGEST_WAIT", 2.0)
    assert refused_by(data).refusal.details["what"] == "unread"


def test_a_position_is_no_match() -> None:
    paper = made.paper(1, 1)
    elsewhere = (*made.START[:6], 4, 1, *made.START[8:])
    data = made.xg_file(made.xg_records(paper, elsewhere))
    assert refused_by(data).refusal.details["what"] == "start"
    empty = replace(paper, pages=(replace(paper.pages[0], entries=()),))
    assert refused_by(made.xg(empty)).refusal.details["what"] == "no_plays"


def test_a_match_to_fewer_points_than_none_is_refused() -> None:
    """Found by damaged files of XG, whose length was negative."""
    for length in (-3, 100):
        refused = refused_by(made.xg(replace(made.paper(1, 1), length=length)))
        assert refused.refusal.details["what"] == "mat_long"


# ----------------------------------------------------------------------------------------- damaged


@cache
def insides(form: str) -> bytes:
    """What lies in a file, unpacked: damage there comes past every checksum."""
    paper = made.paper(1, 2)
    return {"xg": made.xg_records, "bgf": made.bgf_payload, "ogxm": made.ogxm}[form](paper)


@cache
def telling(form: str) -> list[int]:
    """Places in a file of which something may be read: most of one of XG is empty."""
    return [n for n, byte in enumerate(insides(form)) if byte or n % made.RECORD < 130]


def packed(form: str, data: bytes) -> bytes:
    if form == "xg":
        return made.xg_file(data)
    return made.BGF_HEAD + zlib.compress(data) if form == "bgf" else data


def damaged(form: str, number: int) -> bytes:
    """A file with a few bytes changed, by the seed of its form and number."""
    chance = random.Random(f"{form} {number}")
    data = bytearray(insides(form))
    for _ in range(chance.choice((1, 1, 2, 4, 20))):
        at = chance.choice(telling(form))
        data[at] = chance.choice((0, 1, 0xFF, 0x80, 0x24, 0xFA, 0xF8, chance.randrange(256)))
    if chance.random() < 0.2:
        del data[chance.randrange(len(data)) :]
    if data and chance.random() < 0.2:
        whole = bytearray(packed(form, bytes(data)))
        whole[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        return bytes(whole)
    return packed(form, bytes(data))


def check(form: str, number: int) -> None:
    """A damaged file is refused, or its matches can be replayed as far as they stand."""
    speaker = Speaker(Words("en"), BACKGAMMON.rules)
    found: list[Transcribed] | None = only_refused(reading.read, damaged(form, number))
    for one in found or ():
        assert len(list(replay(one.record, BACKGAMMON))) == len(one.record.events) + 1
        if one.trouble is not None:
            assert refusals.explain(speaker, one.trouble, None)


@pytest.mark.usefixtures("one_process")
@pytest.mark.parametrize("form", made.FORMS)
def test_damaged_files_are_refused_and_nothing_else_happens(form: str) -> None:
    for number in range(INPUTS):
        check(form, number)
