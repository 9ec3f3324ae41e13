"""`tavola replay` and `tavola verify`: reading a recorded match."""

from __future__ import annotations

from pathlib import Path

from tavola.games.agreement import of_record
from tavola.play.verify import verify as run_checks
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.text import record as records
from tavola.rules.turn.state import Fact, Kind, Phase, State
from tavola.terminal.commands import whole_record
from tavola.terminal.screen import still_board
from tavola.terminal.screen.console import Terminal, side_line
from tavola.words import checks, names, situations
from tavola.words.speaker import Speaker
from tavola.words.translations import Words
from tavola.words.what_happened import Teller


def replay(terminal: Terminal, words: Words, path: Path, numbering: str) -> None:
    """Tell a record in sentences.  Raises `Refused` naming the first bad event, or OSError."""
    record = whole_record.load(words, path)
    agreed = of_record(record)
    game = agreed.game
    terminal.say(names.game_name(words, game.id), "bold")
    if numbering == "own":
        terminal.say(words.text("Points have White’s numbers, for both sides."))
    if not records.same_rules(record, game):
        terminal.trouble(
            words.text("This record was played by older rules; it is replayed by today’s.")
        )
    brief = not terminal.plain
    teller, pending = Teller(), list[Fact]()
    state = records.start_of(record, game)
    speaker = Speaker(words, state.rules, numbering=numbering, brief=brief)
    for moment in records.replay(record, game):
        if moment.event is not None and moment.event.kind is not Kind.STEP:
            _tell(terminal, teller, speaker, pending, state)
            pending = []
        pending += moment.facts
        state = moment.state
        if state.rules != speaker.rules:
            speaker = Speaker(words, state.rules, numbering=numbering, brief=brief)
    _tell(terminal, teller, speaker, pending, state)
    if state.phase is not Phase.END:
        _leave_off(terminal, speaker, state)


def _tell(
    terminal: Terminal, teller: Teller, speaker: Speaker, facts: list[Fact], state: State
) -> None:
    for sentence in teller.tell(speaker, facts, state):
        terminal.say(sentence)


def _leave_off(terminal: Terminal, speaker: Speaker, state: State) -> None:
    """Where an unfinished record stands."""
    if terminal.plain:
        for sentence in situations.position(speaker, state):
            terminal.say(sentence)
    else:
        still_board.draw(terminal, speaker, state)
        for side in (Side.BLACK, Side.WHITE):
            terminal.say(side_line(speaker, state, side))
    for sentence in situations.situation(speaker, state):
        terminal.say(sentence)


def verify(terminal: Terminal, words: Words, path: Path) -> bool:
    """Print every check of a record; whether none failed.  Raises `Refused` or OSError."""
    record = whole_record.load(words, path)
    speaker = Speaker(words, Ruleset(), "booklet")
    found = run_checks(record)
    for one in found:
        terminal.say(checks.checked(speaker, one.name, one.passed, one.reason))
    return not any(one.failed for one in found)
