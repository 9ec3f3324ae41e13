"""Matches on disk: torn lines, full disks, crashes, two processes, secrets of sealed dice."""

from __future__ import annotations

import errno
import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from disks import failing
from stored import (
    DICE,
    FULL,
    SECRET,
    advance,
    environment,
    lines,
    logged,
    plan,
    refused,
    sealed,
    small_files,
    whole,
)
from tavola.play import log as logs
from tavola.play.dice import SeededDice, Source, SystemDice, TypedDice
from tavola.play.log import FileLog, load, read, write
from tavola.play.match import Match
from tavola.play.secret_file import secret_path
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.text.record import Record
from tavola.rules.turn.state import Action, Kind, Phase

# ------------------------------------------------------------------------------------- resuming


GAMES = (
    ("eureka", "{}", MatchRules(games=2)),
    ("fixed-throw", '{"doubles": false}', MatchRules(games=2)),
    ("no-hit", "{}", MatchRules(length=3, games=None)),
)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game[0])
@pytest.mark.parametrize("kind", DICE)
def test_resuming_continues_the_stream(
    tmp_path: Path, game: tuple[str, str, MatchRules], kind: str
) -> None:
    expected = plan(kind, *game)
    path = tmp_path / "m.jsonl"
    match = Match.start(expected, DICE[kind](), path)
    while match.state.phase is not Phase.END:
        advance(match, expected, 31)
        before = match.state, match.record
        match.close()
        match = Match.resume(path)
        assert (match.state, match.record) == before
    assert match.record == expected == load(path)
    match.close()


@pytest.mark.parametrize("source", [SystemDice, TypedDice])
def test_resuming_other_dice(tmp_path: Path, source: Callable[[], Source]) -> None:
    match = Match.start(Record("backgammon"), source(), tmp_path / "m")
    if match.throw() is None:
        match.act(Action(Kind.OPENING, None, (4, 1)))
    match.close()
    again = Match.resume(tmp_path / "m")
    assert again.state == match.state
    assert type(again.dice) is source
    again.close()


def test_a_throw_that_was_not_stored_falls_again(tmp_path: Path) -> None:
    """The disk fills up when dice fall; the stream does not move on."""
    match = Match.start(Record("eureka"), sealed(), tmp_path / "m")
    with small_files(os.path.getsize(tmp_path / "m")):
        for _ in range(3):
            with pytest.raises(OSError, match=FULL):
                match.throw()
    advance(match, plan("sealed", "eureka"), 999)
    assert match.record == plan("sealed", "eureka")
    match.close()


def test_dice_can_only_be_those_of_the_source() -> None:
    match = Match.start(Record("eureka"), SeededDice(1))
    due = match.dice.throw(match.state)
    assert due is not None
    other = (due[0] % 6 + 1, due[1])
    assert refused(match.act, Action(Kind.OPENING, None, other))[0] == "not_now"
    match.act(Action(Kind.OPENING, None, due))
    assert refused(match.act, Action(Kind.CORRECT, None, (3, 1)))[0] == "not_now"
    assert len(match.record.events) == 1


# ------------------------------------------------------------------------- torn and damaged logs


def test_a_torn_last_line_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "m"
    logged(path).close()
    data = path.read_bytes()
    good = load(path)
    for cut in range(data.rindex(b"\n", 0, -1) + 2, len(data) - 1):
        path.write_bytes(data[:cut])
        assert load(path).events == good.events[:-1]
    match = Match.resume(path)
    assert match.record.events == good.events[:-1]
    advance(match, plan("seed", "eureka"))
    assert match.record == load(path) == good
    assert path.read_bytes() == data
    match.close()


def test_a_last_line_that_lacks_only_its_end_counts(tmp_path: Path) -> None:
    path = tmp_path / "m"
    logged(path).close()
    data, good = path.read_bytes(), load(path)
    path.write_bytes(data[:-1])
    assert load(path) == good
    match = Match.resume(path)
    assert match.record == good
    assert path.read_bytes() == data
    advance(match, plan("seed", "eureka"))
    match.back(len(good.events))
    match.close()
    assert path.read_bytes() == data


def test_a_tail_of_zeros_is_torn(tmp_path: Path) -> None:
    path = tmp_path / "m"
    logged(path).close()
    data = path.read_bytes()
    path.write_bytes(data + b"\0" * 100)
    match = Match.resume(path)
    advance(match, plan("seed", "eureka"))
    match.close()
    assert path.read_bytes().startswith(data + b'{"do"')


def test_a_torn_header_is_no_log(tmp_path: Path) -> None:
    path = tmp_path / "m"
    logged(path, number=0).close()
    data = path.read_bytes()
    for cut in range(len(data)):
        path.write_bytes(data[:cut])
        assert refused(Match.resume, path) == ("bad_record", "form")
        assert path.read_bytes() == data[:cut]
        assert refused(load, path)[0] == "bad_record"


def damages(path: Path) -> Iterator[tuple[bytes, str]]:
    head, *events = lines(path)
    body = b"".join(events)
    reveal = b'{"reveal":"' + SECRET.encode() + b'"}\n'
    yield head + body + b"garbage\n", "line"
    yield head + body + b"garbage", "line"
    yield head + body + b"[1]\n", "line"
    yield head + b"\n" + body, "line"
    yield head + b"\xff\n" + body, "line"
    yield head + b'{"do":NaN}\n' + body, "line"
    yield head + b"[" * 100_000 + b"\n" + body, "line"
    yield head + body + reveal, "reveal"
    yield head + body + b'{"do":"fly"}\n', "event"
    yield head + events[-1] + body, "event"
    yield head[:-2] + b',"events":[]}\n' + body, "form"
    yield head[:-2] + b',"dice":7}\n' + body, "form"
    yield b"x" + head + body, "form"
    yield b"[]\n" + body, "form"


def test_damaged_logs_are_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "m"
    logged(path).close()
    for data, what in list(damages(path)):
        path.write_bytes(data)
        assert refused(Match.resume, path) == ("bad_record", what)
        assert path.read_bytes() == data


def test_a_log_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "m"
    logged(path).close()
    size = path.stat().st_size
    monkeypatch.setattr(logs, "LIMIT", size - 1)
    assert refused(load, path) == ("bad_record", "size")
    assert refused(Match.resume, path) == ("bad_record", "size")
    assert path.stat().st_size == size


def test_windows_line_ends_and_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "m"
    match = logged(path)
    match.close()
    data = b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n")
    assert read(data) == match.record


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"\xff\xfe", b"null", b"[]", b'"x"', b"{", b"9" * 9000]
)
def test_garbage_is_no_record(data: bytes) -> None:
    assert refused(read, data)[0] == "bad_record"


# ---------------------------------------------------------------------------------- full disks


@pytest.mark.parametrize("room", [0, 1, 20])
def test_a_full_disk_changes_nothing(tmp_path: Path, room: int) -> None:
    path = tmp_path / "m"
    match = logged(path)
    before, state, record = path.read_bytes(), match.state, match.record
    with small_files(len(before) + room), pytest.raises(OSError, match=FULL):
        advance(match, plan("seed", "eureka"))
    assert path.read_bytes() == before
    assert match.state is state
    assert match.record is record
    advance(match, plan("seed", "eureka"))
    assert load(path) == match.record
    match.close()


def test_a_full_disk_at_the_end_of_a_sealed_match(tmp_path: Path) -> None:
    """The last event has room, the reveal has none: neither is written."""
    path = tmp_path / "m"
    expected = plan("sealed", "eureka")
    match = Match.start(Record("eureka"), sealed(), path)
    advance(match, expected, len(expected.events) - 1)
    before, state = path.read_bytes(), match.state
    with small_files(len(before) + 60), pytest.raises(OSError, match=FULL):
        advance(match, expected)
    assert path.read_bytes() == before
    assert match.state is state
    assert "secret" not in match.record.dice
    assert secret_path(path).exists()
    advance(match, expected)
    assert match.record == load(path) == expected
    assert not secret_path(path).exists()
    match.close()


class Broken:
    """A file whose disk fails: `fsync` and even `truncate` raise."""

    def __init__(self, file: Any) -> None:
        self.file = file
        self.failing = True

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)

    def truncate(self, size: int) -> int:
        if self.failing and size < os.fstat(self.file.fileno()).st_size:
            raise OSError(errno.EIO, "broken")
        return int(self.file.truncate(size))


def test_a_line_that_cannot_be_taken_back_is_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "m"
    match = logged(path)
    before, state = path.read_bytes(), match.state
    assert isinstance(match.log, FileLog)
    file = Broken(match.log._file)
    match.log._file = file  # type: ignore[assignment]

    with monkeypatch.context() as patch:
        failing(patch)
        with pytest.raises(OSError, match="broken"):
            advance(match, plan("seed", "eureka"))
    assert len(path.read_bytes()) > len(before)
    assert match.state is state
    file.failing = False
    match.act(Action(Kind.RESIGN, state.side, number=1))
    assert load(path) == match.record
    match.close()


def test_a_match_that_cannot_begin_leaves_nothing(tmp_path: Path) -> None:
    for dice in (SeededDice(1), sealed()):
        with small_files(100), pytest.raises(OSError, match=FULL):
            Match.start(Record("eureka"), dice, tmp_path / "m")
        assert list(tmp_path.iterdir()) == []
    with small_files(10), pytest.raises(OSError, match=FULL):
        Match.start(Record("eureka"), sealed(), tmp_path / "m")
    assert list(tmp_path.iterdir()) == []


def test_a_log_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "m"
    match = Match.start(Record("eureka"), sealed(), path)
    match.close()
    before = path.read_bytes(), secret_path(path).read_bytes()
    for dice in (SeededDice(1), sealed()):
        with pytest.raises(FileExistsError):
            Match.start(Record("eureka"), dice, path)
    assert (path.read_bytes(), secret_path(path).read_bytes()) == before


# --------------------------------------------------------------------------- one process at a time


def test_one_log_one_match(tmp_path: Path) -> None:
    path = tmp_path / "m"
    match = logged(path)
    assert refused(Match.resume, path)[0] == "in_use"
    program = (
        "import sys; from pathlib import Path; from tavola.play.log import FileLog\n"
        "from tavola.rules.model.refusal import Refused\n"
        "try: FileLog.resume(Path(sys.argv[1]))\n"
        "except Refused as error: print(error.refusal.code)"
    )
    found = subprocess.run(
        [sys.executable, "-c", program, path],
        check=True,
        capture_output=True,
        text=True,
        env=environment(),
    )
    assert found.stdout == "in_use\n"
    match.close()
    Match.resume(path).close()


def test_a_refused_resume_lets_go(tmp_path: Path) -> None:
    path = tmp_path / "m"
    logged(path, sealed()).close()
    secret_path(path).rename(tmp_path / "away")
    for _ in range(2):
        assert refused(Match.resume, path)[0] == "bad_dice_source"


# --------------------------------------------------------------------------------- whole records


def test_a_written_record_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    empty = Record("eureka", players=("Zoë", "\ud800"), start="W 24:1 | B 1:1")
    for record in (empty, whole(empty, sealed())):
        write(path, record)
        assert load(path) == record
        assert len(lines(path)) < len(record.events) + 20
        assert stat.S_IMODE(path.stat().st_mode) & 0o400
    assert [item.name for item in tmp_path.iterdir()] == ["r.json"]


def test_a_field_that_is_not_of_an_event_means_nothing(tmp_path: Path) -> None:
    """A record is what its events are, so that it is found to be the same when it is read again."""
    match = logged(tmp_path / "m")
    match.close()
    told = match.record.to_json()
    for event in told["events"]:
        event |= {"x": 1, "dice": event.get("dice", [1, 1]), "number": event.get("number", 2)}
        event |= {"from": event.get("from", 1), "to": event.get("to", 2), "moves": [[1, 2]]}
    assert read(json.dumps(told).encode()) == match.record


def test_a_record_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "r.json"
    old, new = Record("eureka"), whole(Record("eureka"), SeededDice(1))
    write(path, old)
    with small_files(300), pytest.raises(OSError, match=FULL):
        write(path, new)
    assert load(path) == old

    def replace(self: Path, target: Path) -> None:
        raise OSError(errno.EIO, "broken")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", replace)
        with pytest.raises(OSError, match="broken"):
            write(path, new)
    assert load(path) == old
    assert [item.name for item in tmp_path.iterdir()] == ["r.json"]
    with pytest.raises(FileNotFoundError):
        write(tmp_path / "none" / "r.json", new)


def test_a_link_is_followed_and_rights_are_kept(tmp_path: Path) -> None:
    target, link, far = tmp_path / "r.json", tmp_path / "link", tmp_path / "far"
    target.write_bytes(b"old")
    target.chmod(0o600)
    link.symlink_to(target)
    far.symlink_to(tmp_path / "new")
    for path, data in ((link, b"one"), (far, b"two")):
        logs.put(path, data)
        assert path.is_symlink()
        assert path.read_bytes() == data
    assert target.read_bytes() == b"one"
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    if os.geteuid() == 0:
        os.chown(target, 12, 34)
        logs.put(target, b"one")
        assert (target.stat().st_uid, target.stat().st_gid) == (12, 34)
        assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert sorted(item.name for item in tmp_path.iterdir()) == ["far", "link", "new", "r.json"]


def test_a_file_that_may_only_be_read_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who rules the machine may write all of them: the question is answered for somebody else."""
    path = tmp_path / "r.json"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda asked, mode: (asked, mode) != (path, os.W_OK))
    with pytest.raises(PermissionError) as caught:
        logs.put(path, b"new")
    assert caught.value.filename == str(path)
    assert path.read_bytes() == b"old"
    logs.put(tmp_path / "other", b"new")


def test_a_pipe_is_written_through(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        logs.put(pipe, b"data")
        assert os.read(reader, 10) == b"data"
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def test_what_cannot_be_written_is_called_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for path, error in (
        (tmp_path / "folder", IsADirectoryError),
        (Path(""), IsADirectoryError),
        (Path("/"), IsADirectoryError),
        (tmp_path / "none" / "r.json", FileNotFoundError),
    ):
        with pytest.raises(error) as caught:
            logs.put(path, b"data")
        assert caught.value.filename == str(path)
        assert caught.value.filename2 is None
        assert str(caught.value).endswith(repr(str(path))), "it names nothing else"


def test_a_missing_file_is_an_error_of_the_system(tmp_path: Path) -> None:
    for function in (load, Match.resume, FileLog.resume):
        with pytest.raises(FileNotFoundError):
            function(tmp_path / "none")
    with pytest.raises(IsADirectoryError):
        load(tmp_path)
