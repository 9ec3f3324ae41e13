"""GNU Backgammon reads what we write, and has the same position before it after each line.

Skipped where it is not installed (Debian: `gnubg`).  `TAVOLA_NIGHTLY` looks at thousands of
positions; by day it is a few short matches.
"""

from __future__ import annotations

import base64
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from exchanged import MONEY_SEED, begun_elsewhere, played
from tavola.formats import ids, reading, writing
from tavola.games import GAMES
from tavola.rules.text.record import Record, fold, replay, start_of
from tavola.rules.turn.state import Kind, Phase, State

GNUBG = shutil.which("gnubg", path=f"{os.environ.get('PATH', '')}{os.pathsep}/usr/games")
SEEDS = range(12) if os.environ.get("TAVOLA_NIGHTLY") else range(1, 3)
"""A match has some hundred positions."""
WRITTEN = [
    *(("backgammon", seed) for seed in (1, *SEEDS[2:])),
    ("nackgammon", 1),
    *(("backgammon", MONEY_SEED + seed) for seed in (1, *SEEDS[2:])),
]
"""Games and seeds of matches that it writes again: to a number of points, with the Crawford game,
and for money; doubles, drops and resignations in all of them."""
LONGEST = 120
"""Seconds that it gets for a match: it needs one or two."""
SAID = re.compile(r"Position ID: (\S{14})\s+Match ID\s+: (\S{12})")
MARK = "mark"
"""No command of it: what it says to that divides its answers."""

pytestmark = pytest.mark.skipif(
    GNUBG is None, reason="GNU Backgammon is not installed: apt-get install gnubg"
)


@dataclass(frozen=True)
class Line:
    """A line of a file: what stands after it, None where the game has ended; `first` of a game."""

    state: State | None
    first: bool


def lines(record: Record) -> Iterator[Line]:
    """What the lines of a match lead to, as they stand in its file.

    It gives money games back with Jacoby, by which nobody may resign two points before a double:
    then who gives up comes back as one who forfeits.
    """
    first, before = True, None
    for moment in replay(record, GAMES[record.game]):
        kind, state = None if moment.event is None else moment.event.kind, moment.state
        ended = state.phase in (Phase.OVER, Phase.END)
        thrown = before is not None and before.turn.dice is not None
        if kind is Kind.NEXT:
            first = True
        elif kind in (Kind.DONE, Kind.DOUBLE, Kind.TAKE, Kind.DROP) or (
            ended and (kind is Kind.STEP or (kind in (Kind.ACCEPT, Kind.FORFEIT) and thrown))
        ):
            yield Line(None if ended else state, first)
            first = False
        before = state


def commands(name: str, form: str, found: list[Line]) -> str:
    """What is said to it: a step, a look at the board, and so on."""
    opened = {"mat": "import mat", "sgf": "load match"}[form]
    told, games = [f'{opened} "{name}"'], 0
    for line in found:
        if line.first:
            told.append("next game" if games else "first game")
            games += 1
        told += [MARK, "next", MARK, "show board"]
    return "\n".join([*told, "quit", "y", ""])


def asked(folder: Path, text: str) -> list[tuple[str, str]]:
    """The ids that it shows; empty ones where it sees no game."""
    assert GNUBG is not None
    home = {**os.environ, "HOME": str(folder), "TERM": "dumb", "LC_ALL": "C"}
    done = subprocess.run(
        [GNUBG, "-t", "-q"],
        input=text,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=folder,
        env=home,
        timeout=LONGEST,
        check=False,
    )
    answers = done.stdout.split(f"Unknown keyword `{MARK}'")[2::2]
    found = [SAID.findall(answer) for answer in answers]
    return [shown[0] if shown else ("", "") for shown in found]


def seen_by_it(state: State) -> tuple[str, str]:
    """The ids of a state as it has them: the first player of a file is its player 0, who is
    player 1 in ours; and it says of matches, too, that Jacoby is off."""
    bits = int.from_bytes(base64.b64decode(ids.match_id(state)), "little")

    def field(at: int, width: int) -> int:
        return bits >> at & (1 << width) - 1

    owner = field(4, 2)
    fields = [
        (field(0, 4), 4),
        (owner if owner == 3 else 1 - owner, 2),
        (1 - field(6, 1), 1),
        (field(7, 4), 4),
        (1 - field(11, 1), 1),
        (field(12, 24), 24),
        (field(51, 15), 15),
        (field(36, 15), 15),
        (1, 1),
    ]
    found, at = 0, 0
    for value, width in fields:
        found |= value << at
        at += width
    return ids.position_id(state), base64.b64encode(found.to_bytes(9, "little")).decode()


@pytest.mark.parametrize("form", writing.FORMS)
@pytest.mark.parametrize("game", ["backgammon", "nackgammon", "hypergammon"])
@pytest.mark.parametrize("seed", SEEDS)
def test_it_sees_the_same_after_every_line(game: str, form: str, seed: int, tmp_path: Path) -> None:
    record = played(game, seed)
    found = list(lines(record))
    (tmp_path / f"match.{form}").write_text(writing.write(record, form), encoding="utf-8")
    shown = asked(tmp_path, commands(f"match.{form}", form, found))
    assert len(shown) == len(found)
    wanted = [(n, seen_by_it(one.state)) for n, one in enumerate(found) if one.state is not None]
    assert wanted
    assert [(n, shown[n]) for n, _ in wanted] == wanted


@pytest.mark.parametrize("form", writing.FORMS)
def test_it_sees_what_an_illegal_play_led_to(form: str, tmp_path: Path) -> None:
    """Of either player, with a hit; what follows is played from there."""
    head = " 5 point match\n\n Game 1\n Anna : 0                        Boris : 0\n"
    rows = (
        "31: 8/5 6/5                42: 8/4 6/4",
        "65: 24/14                  64: 24/16 24/22",
        "62: 13/9* 6/3*             31: bar/22* bar/24",
        "21: bar/23 6/5",
    )
    text = head + "".join(f"  {n}) {row}\n" for n, row in enumerate(rows, start=1))
    (found,) = reading.read(text.encode())
    kinds = [event.kind for event in found.record.events]
    assert kinds.count(Kind.ILLEGAL) == 3
    *_, last = replay(found.record, GAMES["backgammon"])
    (tmp_path / f"kept.{form}").write_text(writing.write(found.record, form), encoding="utf-8")
    opened = {"mat": "import mat", "sgf": "load match"}[form]
    told = f'{opened} "kept.{form}"\n{MARK}\nnext 99\n{MARK}\nshow board\nquit\ny\n'
    ((position, _),) = asked(tmp_path, told)
    assert position == ids.position_id(last.state)


@pytest.mark.parametrize("given", writing.FORMS)
@pytest.mark.parametrize("form", writing.FORMS)
@pytest.mark.parametrize(("game", "seed"), WRITTEN)
def test_what_it_writes_is_read(
    game: str, seed: int, form: str, given: str, tmp_path: Path
) -> None:
    """A match of ours goes through it and comes back: the same states after every line."""
    record = played(game, seed)
    (tmp_path / f"ours.{given}").write_text(writing.write(record, given), encoding="utf-8")
    opened = {"mat": "import mat", "sgf": "load match"}[given]
    asks = {"mat": "export match mat", "sgf": "save match"}[form]
    asked(tmp_path, f'{opened} "ours.{given}"\n{asks} "its.{form}"\nquit\ny\n')
    (found,) = reading.read_file(tmp_path / f"its.{form}")
    assert found.trouble is None
    assert found.record.players == record.players
    assert [_seen(line) for line in lines(found.record)] == [_seen(line) for line in lines(record)]


def _seen(line: Line) -> tuple[str, str] | None:
    return None if line.state is None else seen_by_it(line.state)


@pytest.mark.parametrize("seed", [*SEEDS, MONEY_SEED])
def test_it_begins_where_a_match_of_ours_begins(seed: int, tmp_path: Path) -> None:
    """With its position, cube, score and side; and what it writes of it is read again.

    In its word of a match for money it tells the score, which ours leaves out.
    """
    record = begun_elsewhere(seed)
    begun = start_of(record, GAMES["backgammon"])
    (tmp_path / "ours.sgf").write_text(writing.write(record, "sgf"), encoding="utf-8")
    # The nodes before the first play: two of the cube, if it was turned, and the position.
    steps = 3 if begun.cube.value > 1 else 1
    told = "".join(f"{MARK}\nnext\n{MARK}\nshow board\n" for _ in range(steps))
    shown = asked(
        tmp_path, f'load match "ours.sgf"\nfirst game\n{told}save match "its.sgf"\nquit\ny\n'
    )
    seen = seen_by_it(begun)
    if seed < MONEY_SEED:
        assert shown[-1] == seen
    assert shown[-1][0] == seen[0]
    (found,) = reading.read_file(tmp_path / "its.sgf")
    assert found.trouble is None
    assert start_of(found.record, GAMES["backgammon"]).but(game=begun.game) == begun
    assert fold(found.record, GAMES["backgammon"]).score == fold(record, GAMES["backgammon"]).score
