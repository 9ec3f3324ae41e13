"""Matches on disk: torn lines, full disks, crashes, two processes, secrets of sealed dice."""

from __future__ import annotations

import errno
import json
import os
import resource
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from seats import play
from tavola.play import log as logs
from tavola.play.dice import RecordedDice, SealedDice, SeededDice, Source, SystemDice, TypedDice
from tavola.play.log import Log, load, read, write
from tavola.play.match import Match, secret_path
from tavola.play.verify import verify
from tavola.rules.record import Record
from tavola.rules.refusal import Refused
from tavola.rules.ruleset import MatchRules, Side
from tavola.rules.state import CHANCE, Action, Kind, Phase

SECRET = "0123456789abcdef" * 4
FULL = r"File too large|No space left"


def sealed() -> SealedDice:
    return SealedDice(SECRET, "match-1", ("a", "b"))


@cache
def plan(kind: str, game: str, options: str = "{}", match: MatchRules | None = None) -> Record:
    """A whole match of two rule-of-thumb players, to be played again step by step."""
    record = Record(game, options=json.loads(options), match=match or MatchRules())
    return whole(record, DICE[kind]())


DICE: dict[str, Callable[[], Source]] = {
    "seed": lambda: SeededDice(2),
    "sealed": sealed,
    "record": lambda: RecordedDice("2616345213651245561143" * 40),
}


def advance(match: Match, record: Record, number: int = 1) -> None:
    """So many events more as planned; the dice fall by themselves and must be the same."""
    begin = len(match.record.events)
    for event in record.events[begin : begin + number]:
        if event.kind in CHANCE:
            match.throw()
            assert match.record.events[-1] == event
        else:
            match.act(event)


def whole(record: Record, dice: Source) -> Record:
    match = Match.start(record, dice)
    assert play(match)
    return match.record


def lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


def refused(function: Callable[..., Any], *arguments: Any) -> tuple[str, object]:
    with pytest.raises(Refused) as caught:
        function(*arguments)
    return caught.value.refusal.code, caught.value.refusal.details.get("what")


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


def logged(path: Path, dice: Source | None = None, number: int = 12) -> Match:
    match = Match.start(Record("eureka", players=("Zoë", "\ud800")), dice or SeededDice(2), path)
    advance(match, plan("sealed" if dice else "seed", "eureka"), number)
    return match


def test_a_torn_last_line_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "m"
    logged(path).close()
    data = path.read_bytes()
    good = load(path)
    for cut in range(data.rindex(b"\n", 0, -1) + 2, len(data)):
        path.write_bytes(data[:cut])
        assert load(path).events == good.events[:-1]
    match = Match.resume(path)
    assert match.record.events == good.events[:-1]
    advance(match, plan("seed", "eureka"))
    assert match.record == load(path) == good
    assert path.read_bytes() == data
    match.close()


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


@contextmanager
def small_files(most: int) -> Iterator[None]:
    """No file of this process may grow beyond `most` bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


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
    assert match.log is not None
    file = Broken(match.log._file)
    match.log._file = file  # type: ignore[assignment]

    def fsync(handle: int) -> None:
        raise OSError(errno.EIO, "broken")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fsync)
        with pytest.raises(OSError, match="broken"):
            advance(match, plan("seed", "eureka"))
    assert len(path.read_bytes()) > len(before)
    assert match.state is state
    file.failing = False
    match.act(Action(Kind.RESIGN, Side.WHITE if state.side is Side.WHITE else Side.BLACK, number=1))
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
        "import sys; from pathlib import Path; from tavola.play.log import Log\n"
        "from tavola.rules.refusal import Refused\n"
        "try: Log.resume(Path(sys.argv[1]))\n"
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


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TAVOLA_COMPILE": "0"}


# ------------------------------------------------------------------------------------ the secret


def test_the_secret_stays_hidden(tmp_path: Path) -> None:
    path = tmp_path / "m"
    expected = plan("sealed", "eureka", match=MatchRules(games=2))
    match = Match.start(expected, sealed(), path)
    place = secret_path(path)
    while match.state.phase is not Phase.END:
        assert place.read_text() == SECRET
        assert stat.S_IMODE(place.stat().st_mode) == 0o600
        assert SECRET.encode() not in path.read_bytes()
        assert SECRET not in json.dumps(match.record.to_json())
        advance(match, expected)
    assert not place.exists()
    assert lines(path)[-1] == b'{"reveal":"%s"}\n' % SECRET.encode()
    assert match.record == load(path)
    assert match.record.dice["secret"] == SECRET
    assert [check.passed for check in verify(load(path))] == [True] * 4
    match.close()


def test_the_secret_is_never_readable_by_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file has its mode when it comes into being, under any umask, before a byte is in it."""
    modes, opened = [], os.open

    def spy(path: Any, flags: int, mode: int = 0o777, **rest: Any) -> int:
        handle = opened(path, flags, mode, **rest)
        if str(path).endswith(".secret"):
            modes.append(stat.S_IMODE(os.fstat(handle).st_mode))
            assert flags & os.O_EXCL
            assert os.fstat(handle).st_size == 0
        return handle

    monkeypatch.setattr(os, "open", spy)
    mask = os.umask(0)
    try:
        Match.start(Record("eureka"), sealed(), tmp_path / "m").close()
    finally:
        os.umask(mask)
    assert modes == [0o600]


@pytest.mark.parametrize("text", ["", "0" * 64, "zz", SECRET[:-1], "\xff"])
def test_a_wrong_secret_cannot_go_on(tmp_path: Path, text: str) -> None:
    path = tmp_path / "m"
    logged(path, sealed()).close()
    secret_path(path).write_text(text, encoding="latin-1")
    before = path.read_bytes()
    assert refused(Match.resume, path)[0] == "bad_dice_source"
    assert path.read_bytes() == before


def finished(path: Path) -> Record:
    match = Match.start(Record("eureka"), sealed(), path)
    assert play(match)
    match.close()
    return match.record


def test_a_crash_before_the_reveal(tmp_path: Path) -> None:
    path = tmp_path / "m"
    record = finished(path)
    for torn in (b"", b'{"reveal":"01'):
        path.write_bytes(b"".join(lines(path)[:-1]) + torn)
        secret_path(path).write_text(SECRET)
        assert "secret" not in load(path).dice
        match = Match.resume(path)
        assert match.record == load(path) == record
        assert not secret_path(path).exists()
        match.close()


def test_a_crash_after_the_reveal(tmp_path: Path) -> None:
    path = tmp_path / "m"
    record = finished(path)
    secret_path(path).write_text(SECRET)
    match = Match.resume(path)
    assert not secret_path(path).exists()
    assert match.record == record
    match.close()


def test_a_match_that_is_over(tmp_path: Path) -> None:
    path = tmp_path / "m"
    finished(path)
    before = path.read_bytes()
    match = Match.resume(path)
    assert match.state.phase is Phase.END
    assert refused(match.act, Action(Kind.NEXT))[0] == "match_over"
    assert refused(match.throw)[0] == "match_over"
    match.close()
    assert path.read_bytes() == before


def test_a_secret_revealed_too_early_ends_the_dice(tmp_path: Path) -> None:
    path = tmp_path / "m"
    logged(path, sealed()).close()
    with path.open("ab") as file:
        file.write(b'{"reveal":"%s"}\n' % SECRET.encode())
    assert refused(Match.resume, path) == ("bad_record", "reveal")
    for line in (b'{"do":"draw","side":"W"}\n', b'{"do"', b'{"reveal":"00"}\n'):
        assert refused(read, path.read_bytes() + line) == ("bad_record", "reveal")


def test_a_failed_removal_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unlink(self: Path, missing_ok: bool = False) -> None:
        raise PermissionError(errno.EACCES, "no")

    match = Match.start(Record("eureka"), sealed(), tmp_path / "m")
    monkeypatch.setattr(Path, "unlink", unlink)
    assert play(match)
    match.close()
    assert [check.passed for check in verify(load(tmp_path / "m"))] == [True] * 4


KILLED = """
import sys
from pathlib import Path
sys.path.insert(0, "tests")
from tavola.play.match import Match
from test_log import advance, long_plan, sealed
match = Match.start(long_plan(), sealed(), Path(sys.argv[1]))
for _ in long_plan().events:
    advance(match, long_plan())
    print(len(match.record.events), flush=True)
"""


def long_plan() -> Record:
    return plan("sealed", "eureka", match=MatchRules(games=4))


def test_kill_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "m"
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, path], stdout=subprocess.PIPE, env=environment(), text=True
    ) as process:
        assert process.stdout is not None
        for told in process.stdout:
            if int(told) >= 60:
                process.send_signal(signal.SIGKILL)
                break
        heard = [int(told), *map(int, process.stdout.read().split())]
    assert secret_path(path).read_text() == SECRET
    match = Match.resume(path)
    assert len(match.record.events) in (heard[-1], heard[-1] + 1)
    advance(match, long_plan(), 999)
    assert match.record == long_plan()
    assert [check.passed for check in verify(load(path))] == [True] * 4
    match.close()


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


def test_a_missing_file_is_an_error_of_the_system(tmp_path: Path) -> None:
    for function in (load, Match.resume, Log.resume):
        with pytest.raises(FileNotFoundError):
            function(tmp_path / "none")
    with pytest.raises(IsADirectoryError):
        load(tmp_path)
