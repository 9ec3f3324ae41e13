"""The secret of sealed dice: hidden and kept while a match runs, told and removed after it."""

from __future__ import annotations

import errno
import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from seats import play
from stored import (
    SECRET,
    advance,
    environment,
    lines,
    logged,
    plan,
    refused,
    sealed,
)
from tavola.play.log import load, read
from tavola.play.match import Match
from tavola.play.secret_file import secret_path
from tavola.play.verify import verify
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.text.record import Record
from tavola.rules.turn.state import Action, Kind, Phase

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
    assert [check.passed for check in verify(load(path))] == [True] * 5
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
    assert [check.passed for check in verify(load(tmp_path / "m"))] == [True] * 5


KILLED = """
import sys
from pathlib import Path
sys.path.insert(0, "tests")
from tavola.play.match import Match
from stored import advance, sealed
from test_secret import long_plan
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
    assert [check.passed for check in verify(load(path))] == [True] * 5
    match.close()
