"""People at a terminal: a real pseudo-terminal, a pipe, and one inside this process."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pexpect

from tavola.bots import rule_of_thumb
from tavola.play import log
from tavola.rules import turn
from tavola.rules.text import notation
from tavola.rules.text.record import Record
from tavola.rules.turn.state import Action, Kind, Phase, State
from tavola.terminal.match.play_command import wishes_of
from tavola.terminal.match.setup import Wishes
from tavola.terminal.screen.console import InputClosed, Terminal
from tavola.words import Words, command_words

SOURCE = Path(__file__).resolve().parent.parent / "src"
PATIENCE = 60
"""Seconds until a terminal that says nothing counts as dead."""

HOURS = 100_000.0
"""Seconds: nobody is told that something takes long, however slow the machine is."""

_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def environment(home: Path) -> dict[str, str]:
    """What a command of these tests sees of the world."""
    kept = {
        name: os.environ[name] for name in ("PATH", "COVERAGE_PROCESS_START") if name in os.environ
    }
    return {
        **kept,
        "TAVOLA_HOME": str(home),
        "TAVOLA_COMPILE": "0",
        "PYTHONPATH": str(SOURCE),
        "PYTHONUTF8": "1",
        "TERM": "xterm-256color",
        "HOME": str(home),
    }


def asked_for(**given: Any) -> Wishes:
    """What options of `tavola play`, by their names there, ask for."""
    return wishes_of(given)


def command(*arguments: str) -> list[str]:
    """`tavola` with arguments."""
    return [sys.executable, "-m", "tavola", *arguments]


def run(
    home: Path, *arguments: str, typed: str | None = "", **more: str
) -> subprocess.CompletedProcess[str]:
    """A command with pipes; its exit code and all it said."""
    return subprocess.run(
        command(*arguments),
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**environment(home), **more},
        timeout=PATIENCE,
        check=False,
    )


class Person:
    """Somebody at a real pseudo-terminal who types a line when the prompt is there."""

    def __init__(self, home: Path, *arguments: str, columns: int = 80) -> None:
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "tavola", *arguments],
            env=environment(home),
            encoding="utf-8",
            dimensions=(50, columns),
            timeout=PATIENCE,
        )
        self.child.delaybeforesend = None
        self.text = ""
        self.wait()

    def wait(self) -> str:
        """What was printed up to the next prompt."""
        self.child.expect("\r\n> ")
        self.text = _ESCAPES.sub("", self.child.before or "").replace("\r", "")
        return self.text

    def type(self, line: str) -> str:
        """Type a line; what was printed up to the next prompt."""
        self.child.sendline(line)
        return self.wait()

    def finish(self, line: str = "") -> str:
        """Type a last line; all that was printed until the program ended."""
        if line:
            self.child.sendline(line)
        self.child.expect(pexpect.EOF)
        return self._closed()

    def interrupt(self) -> str:
        """Press Ctrl-C until the program ends; all that was printed until then.

        One that comes after the prompt is written and before its line is read waits for a key.
        """
        for _ in range(PATIENCE // 2):
            self.child.sendintr()
            if self.child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=2) == 0:
                break
        return self._closed()

    def _closed(self) -> str:
        self.child.close()
        return _ESCAPES.sub("", self.child.before or "").replace("\r", "")


def logs(home: Path) -> list[Path]:
    """The logs of all matches, finished ones too."""
    return sorted((*home.glob("matches/*.jsonl"), *home.glob("finished/*.jsonl")))


def stored(home: Path) -> Record:
    """The record of the only match."""
    (path,) = logs(home)
    return log.load(path)


Chooser = Callable[[State], tuple[Action, ...]]


def typed_lines(
    state: State,
    words: Words,
    seed: int,
    choose: Chooser = rule_of_thumb.choose,
    numbering: str = "own",
) -> Iterator[tuple[str, State]]:
    """The lines that play a match with typed dice to its end, each with the state after it."""
    rng = random.Random(seed)
    while state.phase is not Phase.END:
        line, actions = _next_line(state, words, rng, choose, numbering)
        for action in actions:
            state, _ = turn.apply(state, action)
        yield line, state


def _next_line(
    state: State, words: Words, rng: random.Random, choose: Chooser, numbering: str
) -> tuple[str, tuple[Action, ...]]:
    actions = choose(state)
    if not actions:
        dice = state.fixed or (rng.randint(1, 6), rng.randint(1, 6))
        kind = Kind.OPENING if state.phase is Phase.OPENING else Kind.THROW
        known = state.fixed is not None and state.phase is Phase.START
        return "" if known else f"{dice[0]}-{dice[1]}", (Action(kind, None, dice),)
    first = actions[0]
    if first.kind is Kind.STEP:
        codes = [action.code for action in actions]
        line = notation.write_play(state.rules, state.position, state.side, codes, numbering)
        return line, notation.read_play(state, line, numbering)
    if first.kind in (Kind.DONE, Kind.NEXT):
        return "", actions
    if first.kind is Kind.CHOOSE:
        return str(first.number), actions
    if first.kind is Kind.NAME and first.dice is not None:
        return f"{first.dice[0]}-{first.dice[1]}", actions
    return command_words.shown(words, first.kind.value), actions


class Scripted(Terminal):
    """A terminal inside this process: lines come from a function, what is said is kept."""

    def __init__(self, answer: Callable[[], str | None], *, plain: bool = True) -> None:
        super().__init__(plain, patience=HOURS)
        self.answer = answer
        self.prompts: list[str] = []

    def ask(self, question: str) -> str:
        """The next line; None closes the input."""
        self.say(question)
        self.prompts.append(question)
        line = self.answer()
        if line is None:
            raise InputClosed
        return line
