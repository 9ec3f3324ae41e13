"""`tavola rollout`: a position played on from many times, told as it comes on."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from tavola.games.agreement import Wish, agree
from tavola.play import log
from tavola.rules.model.refusal import refuse
from tavola.study.rolling import Rolling
from tavola.study.tell import branch_text
from tavola.terminal.exit_codes import INTERRUPTED
from tavola.terminal.screen.console import Terminal
from tavola.words import rollouts as sentences
from tavola.words.translations import Words

APART = 5.0
"""Seconds between two lines of progress."""


@dataclass(frozen=True)
class Wishes:
    """What the command line asks for."""

    game: str
    position: str
    trials: int = 324
    plays: int = 4
    horizon: int = 7
    seed: int = 1
    workers: int | None = None
    keep: Path | None = None
    as_json: bool = False


def rollout(terminal: Terminal, words: Words, wishes: Wishes) -> int:
    """Roll a position out and tell it; the exit code, 130 if it was interrupted: then what it has
    is told, marked unfinished.

    Raises `Refused`, OSError.
    """
    agreement = agree(Wish(wishes.game, position=wishes.position))
    state = agreement.begin()
    rolling = Rolling(
        state.playing(agreement.game.id),
        state,
        wishes.trials,
        wishes.plays,
        wishes.seed,
        wishes.horizon,
        wishes.workers,
    )
    if wishes.keep is not None and wishes.keep.exists():
        rolling.go_on_from(_read(wishes.keep))
    interrupted = False
    try:
        _run(words, rolling)
    except KeyboardInterrupt:
        interrupted = True
    if wishes.keep is not None:
        log.put(wishes.keep, (json.dumps(rolling.to_json()) + "\n").encode())
    if wishes.as_json:
        print(json.dumps(rolling.to_json(), ensure_ascii=False))
    else:
        for line in sentences.told(words, rolling, partial(branch_text, words)):
            terminal.say(line)
    return INTERRUPTED if interrupted else 0


def _run(words: Words, rolling: Rolling) -> None:
    """All trials that are left; how far it has come goes to standard error."""
    told = time.monotonic()
    for _ in rolling:
        if time.monotonic() - told > APART and not rolling.finished:
            told = time.monotonic()
            print(
                sentences.progress(words, rolling, partial(branch_text, words)),
                file=sys.stderr,
                flush=True,
            )


def _read(path: Path) -> Any:
    """A rollout that was kept.  Raises `Refused` (code `bad_rollout`), OSError."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        raise refuse("bad_rollout", what="form") from None
