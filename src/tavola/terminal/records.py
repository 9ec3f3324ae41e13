"""`tavola replay` and `tavola verify`: reading a recorded match."""

from __future__ import annotations

from pathlib import Path

from tavola.games import find
from tavola.play import log
from tavola.play.verify import Check
from tavola.play.verify import verify as run_checks
from tavola.rules import record as records
from tavola.rules.ruleset import Ruleset, Side
from tavola.rules.state import Phase
from tavola.terminal import board
from tavola.terminal.console import Terminal
from tavola.words import names
from tavola.words.catalogue import Words, mark
from tavola.words.say import Speaker

_NAMES = {
    "rules": mark("The rules are those of today"),
    "events": mark("Every event is allowed"),
    "commitment": mark("The secret fits its commitment"),
    "dice": mark("The dice are those of the sealed stream or seed"),
}
_ANSWERS = {True: mark("yes"), False: mark("no"), None: mark("cannot be checked")}


def replay(terminal: Terminal, words: Words, path: Path, numbering: str) -> None:
    """Tell a record in sentences.  Raises `Refused` naming the first bad event, or OSError."""
    record = log.load(path)
    game = find(record.game)
    terminal.say(names.game_name(words, game.id), "bold")
    if not records.same_rules(record, game):
        terminal.trouble(
            words.text("This record was played by older rules; it is replayed by today's.")
        )
    speaker = Speaker(words, game.ruleset(record.options), numbering=numbering, brief=not terminal.plain)
    pending: list[records.Fact] = []
    state = records.start_of(record, game)
    for moment in records.replay(record, game):
        if moment.event is not None and pending and moment.event.kind is not records.Kind.STEP:
            _tell(terminal, speaker, pending, state)
            pending = []
        pending += moment.facts
        state = moment.state
    _tell(terminal, speaker, pending, state)
    if not terminal.plain:
        terminal.say(board.Drawing(state.rules, Side.WHITE, numbering).board(state.position))
    if state.phase is not Phase.END:
        for sentence in speaker.situation(state):
            terminal.say(sentence)


def _tell(terminal: Terminal, speaker: Speaker, facts: list[records.Fact], state: records.State) -> None:
    for sentence in speaker.facts(facts, state):
        terminal.say(sentence)


def verify(terminal: Terminal, words: Words, path: Path) -> bool:
    """Print every check of a record; whether none failed.  Raises `Refused` or OSError."""
    record = log.load(path)
    speaker = Speaker(words, Ruleset())
    checks = run_checks(record)
    for check in checks:
        terminal.say(_line(words, speaker, check))
    return all(check.passed is not False for check in checks)


def _line(words: Words, speaker: Speaker, check: Check) -> str:
    line = f"{words.text(_NAMES[check.name])}: {words.text(_ANSWERS[check.passed])}"
    if check.reason is not None:
        line += f". {speaker.refusal(check.reason, None)}"
    return line
