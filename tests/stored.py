"""Helpers for tests of matches on disk: planned matches, full disks, other processes."""

from __future__ import annotations

import json
import os
import resource
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from seats import play
from tavola.play.dice import RecordedDice, SealedDice, SeededDice, Source
from tavola.play.match import Match
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refused
from tavola.rules.text.record import Record
from tavola.rules.turn.state import CHANCE

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


def logged(path: Path, dice: Source | None = None, number: int = 12) -> Match:
    match = Match.start(Record("eureka", players=("Zoë", "\ud800")), dice or SeededDice(2), path)
    advance(match, plan("sealed" if dice else "seed", "eureka"), number)
    return match


@contextmanager
def small_files(most: int) -> Iterator[None]:
    """No file of this process may grow beyond `most` bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TAVOLA_COMPILE": "0"}
