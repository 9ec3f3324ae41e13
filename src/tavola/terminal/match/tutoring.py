"""The tutor at a text board: stops what a person is about to do, once, if there is something
better; then Enter plays on, `look` takes it back, and `show` shows what would have been better."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from tavola.play.match import Match
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Ruleset
from tavola.rules.turn.state import Action, Kind, State
from tavola.study import spoken
from tavola.study.helped import Help
from tavola.study.teacher import Verdict
from tavola.study.tutor import GENTLE, LEAST, MODES, MOST, STRICT, USUAL, Tutor, tutor_of
from tavola.terminal.match import saved_matches
from tavola.terminal.match.computer import Computer
from tavola.terminal.screen.console import Terminal
from tavola.terminal.typed_line import folded
from tavola.words import command_words, opinions
from tavola.words.speaker import Speaker
from tavola.words.translations import Words, mark_plural

ASKED = (
    *(Kind.DONE, Kind.THROW, Kind.KEEP, Kind.NAME, Kind.CHOOSE),
    *(Kind.DOUBLE, Kind.TAKE, Kind.DROP, Kind.BEAVER),
)
"""Actions that he looks at before they are taken."""

LINES = {
    GENTLE: mark_plural(
        "The tutor stops you before a loss of {units} units or more.",
        "The tutor stops you before a loss of {units} units or more.",
    ),
    STRICT: mark_plural(
        "The tutor stops you before a loss of {units} units or more, and if you miss a double.",
        "The tutor stops you before a loss of {units} units or more, and if you miss a double.",
    ),
}
"""What he does, by what he is."""


class Board(Protocol):
    """The match at which he sits: as much of a session as he needs."""

    match: Match
    terminal: Terminal
    words: Words
    computer: Computer

    @property
    def state(self) -> State:
        """The state of the match."""

    def speaker(self, *, full: bool = False) -> Speaker:
        """The sentence builder for the person who looks."""


class Tutoring:
    """A tutor at a match, if there is one, and what he has said; `kept` is what is remembered."""

    def __init__(self, tutor: Tutor | None, kept: dict[str, Any]) -> None:
        self.tutor = tutor
        self.help = Help(kept)
        self._kept = kept
        self._last: tuple[int, Kind] | None = None
        self.steps = 0
        """How many steps the last warning is about."""
        self.stopped: tuple[Action, ...] = ()
        """What he has just stopped: Enter, typed at once, plays it on."""

    def lines(self, words: Words, rules: Ruleset) -> list[str]:
        """What a match begins with: what he does."""
        return [] if self.tutor is None else [sentence(words, self.tutor, rules)]

    def told(self, session: Board) -> list[str]:
        """What a match ends with: how often he has helped."""
        return spoken.helped(session.speaker(full=True), self.help, session.state)

    def change(self, session: Board, tutor: Tutor | None) -> None:
        """Have another tutor from now on, or none."""
        self.tutor = tutor
        self.remember(session.match.log.path)

    def remember(self, path: Path | None) -> None:
        """Keep tutor and counts with the match of a log."""
        saved_matches.remember_tutor(path, {**self._kept, **_as_kept(self.tutor)})

    def warned(self, session: Board) -> bool:
        """Whether the last warning is about what stands on the board now."""
        return self._last is not None and self._last[0] == session.match.seq

    def stops(self, session: Board, actions: Sequence[Action]) -> bool:
        """Whether an action is stopped: then it was said why.  The same one again is not."""
        first, seq = actions[0], session.match.seq
        if self.tutor is None or first.kind not in ASKED or self._last == (seq, first.kind):
            self._acted(session, first)
            return False
        found = self._looked(session, first)
        if found is None:
            self._acted(session, first)
            return False
        self._last = seq, first.kind
        self.stopped = tuple(actions)
        self.steps = len(session.state.turn.steps) if first.kind is Kind.DONE else 0
        self.help.warned(session.state.player(found.decision.side), seq, first.kind)
        self._say(session, found)
        return True

    def _acted(self, session: Board, action: Action) -> None:
        self.help.acted(session.match.seq, action.kind)
        if self.help.new:
            self.help.new = False
            self.remember(session.match.log.path)

    def _looked(self, session: Board, action: Action) -> Verdict | None:
        teacher, words = session.computer.teacher(), session.words
        if teacher is None or self.tutor is None:
            return None
        with suppress(Refused), session.terminal.waiting(words.text("The computer is thinking.")):
            return self.tutor.look(teacher, session.state, action, session.computer.depth)
        return None

    def _say(self, session: Board, found: Verdict) -> None:
        words, terminal = session.words, session.terminal
        for sentence in spoken.warning(session.speaker(full=True), found):
            terminal.say(sentence)
        terminal.say(
            words.text(
                "“{look}” takes it back, “{show}” shows what is better, Enter plays on.",
                look=command_words.shown(words, "look"),
                show=command_words.shown(words, "show"),
            )
        )


def sentence(words: Words, tutor: Tutor | None, rules: Ruleset) -> str:
    """What a tutor does; nothing of doubles where there is no cube."""
    if tutor is None:
        return words.text("The tutor is off.")
    units = opinions.unsigned(words, tutor.limit, 2)
    lines = LINES[STRICT if tutor.strict and rules.cube else GENTLE]
    return words.measured(*lines, tutor.limit, 2, units=units)


def choices(words: Words, typed: str) -> str:
    """What a tutor may be, for who asks for another; the example begins as it is `typed`, up to the
    threshold."""
    return words.text(
        "Say what the tutor shall be: {names}; and from which loss on, from {least} to "
        "{most} units: {example}.",
        names=words.join(
            [command_words.shown_tutor(words, mode) for mode in MODES], alternative=True
        ),
        least=opinions.unsigned(words, LEAST, 2),
        most=opinions.unsigned(words, MOST, 0),
        example=typed + opinions.unsigned(words, 0.1, 1),
    )


def read(text: str) -> Tutor | None:
    """A tutor as he is typed: `off`, `gentle`, `strict 0.1`, `gentle:0.1`.  Raises ValueError."""
    first, *rest = text.replace(":", " ").split() or [""]
    mode = next((one for one in MODES if folded(first) in _called(one)), None)
    if mode is None or len(rest) > 1:
        raise ValueError(text)
    limit = _limit(rest[0]) if rest else None
    if limit is not None and not LEAST <= limit <= MOST:
        raise ValueError(text)
    return tutor_of(mode, limit)


def _limit(text: str) -> float:
    """A number with a point or a comma.  Raises ValueError."""
    if not text.isascii():
        raise ValueError(text)
    return float(text.replace(",", "."))


def _called(mode: str) -> set[str]:
    return {mode, *(folded(word) for word in command_words.TUTORS[mode])}


def changed(now: Tutor | None, text: str) -> Tutor | None:
    """The tutor after a line typed behind `tutor`; a number alone changes the threshold.  Raises
    ValueError."""
    with suppress(ValueError):
        limit = _limit(text)
        if LEAST <= limit <= MOST:
            return replace(now or Tutor(), limit=limit)
    return read(text)


def _as_kept(tutor: Tutor | None) -> dict[str, Any]:
    if tutor is None:
        return {"tutor": "off"}
    return {"tutor": STRICT if tutor.strict else GENTLE, "limit": tutor.limit}


def of_match(path: Path | None, wished: str) -> Tutoring:
    """The tutor of the match of a log: as the command line says, else as it was.  Raises
    ValueError."""
    kept = saved_matches.remembered_tutor(path)
    if wished:
        made = Tutoring(read(wished), kept)
        made.remember(path)
        return made
    mode, limit = kept.get("tutor"), kept.get("limit")
    known = mode if mode in USUAL else "off"
    usable = isinstance(limit, float) and LEAST <= limit <= MOST
    return Tutoring(tutor_of(known, limit if usable else None), kept)


__all__ = ["Tutoring", "changed", "of_match", "read", "sentence"]
