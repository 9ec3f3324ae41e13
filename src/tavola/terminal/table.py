"""A match at the terminal: shows what happens, asks whoever is on turn, plays the computer's side."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rich.text import Text

from tavola.bots import thumb
from tavola.play import log
from tavola.play.match import Match
from tavola.rules import notation, turn
from tavola.rules.refusal import Refused, refuse
from tavola.rules.ruleset import Dice, Side
from tavola.rules.state import Action, Fact, Kind, Phase, State
from tavola.terminal import board, commands, pages
from tavola.terminal.commands import Typed
from tavola.terminal.console import InputClosed, Terminal
from tavola.words.catalogue import Words
from tavola.words.say import Speaker

COMPUTER = "computer"
"""The name that marks a computer player in a record."""


class Leave(Exception):
    """The player wants to go; the match is stored."""


class Table:
    """One match between two seats, each a person at this keyboard or the computer."""

    def __init__(self, match: Match, terminal: Terminal, words: Words, numbering: str) -> None:
        self.match = match
        self.terminal = terminal
        self.words = words
        self.numbering = numbering
        self._shown: State | None = None

    @property
    def state(self) -> State:
        """The state of the match."""
        return self.match.state

    @property
    def viewer(self) -> Side:
        """Whose side the board is seen from: the only person, else the one on turn."""
        people = [side for side in Side if not self._is_computer(side)]
        if len(people) == 1:
            return people[0]
        return self.state.actor or self.state.side

    def speaker(self, side: Side | None = None) -> Speaker:
        """The sentence builder for the person who looks."""
        brief = not self.terminal.plain
        return Speaker(
            self.words,
            self.state.rules,
            numbering=self.numbering,
            viewer=self.viewer if side is None else side,
            brief=brief,
        )

    def _is_computer(self, side: Side) -> bool:
        name = self.match.record.players[self.state.player(side)]
        return name == COMPUTER

    def run(self) -> None:
        """Play until the match is decided.  Raises `Leave` when a player goes."""
        self._introduce()
        while self.state.phase is not Phase.END:
            try:
                self._advance()
            except Refused as refused:
                self.terminal.trouble(self.speaker().refusal(refused.refusal, self.viewer))
            except OSError as error:
                self.terminal.trouble(
                    self.words.text(
                        "The match cannot be stored ({reason}): nothing was played. "
                        "Make room, then try again, or leave with {quit}.",
                        reason=error.strerror or error,
                        quit=commands.shown(self.words, "quit"),
                    )
                )
                self._ask_person(self.viewer)
        self._show_board()
        self.terminal.say(self.speaker().result(self.state), "bold")
        self.terminal.say(self.speaker().score(self.state), "bold")

    def _introduce(self) -> None:
        for sentence in self.speaker().situation(self.state):
            self.terminal.say(sentence)
        if not self.terminal.plain:
            self.terminal.say(
                self.words.text("Type help for all commands."), "dim"
            )

    def _advance(self) -> None:
        """One action, by the dice, the computer or a person."""
        state = self.state
        side = state.actor
        if state.phase is Phase.OPENING:
            self._throw_or_ask(self.viewer)
        elif side is None:
            self._ask_person(self.viewer)
        elif self._is_computer(side):
            self._computer(side)
        else:
            self._ask_person(side)

    def _throw_or_ask(self, side: Side) -> None:
        facts = self.match.throw()
        if facts is None:
            self._ask_person(side)
        else:
            self._tell(facts)

    def _computer(self, side: Side) -> None:
        actions = thumb.choose(self.state)
        if not actions:
            self._throw_or_ask(side)
            return
        facts: list[Fact] = []
        for action in actions:
            facts += self.match.act(action)
        self._tell(tuple(facts))

    def _tell(self, facts: tuple[Fact, ...]) -> None:
        for sentence in self.speaker().facts(facts, self.state):
            self.terminal.say(sentence)

    # ------------------------------------------------------------------------------ people

    def _ask_person(self, side: Side) -> None:
        """Show where things stand and carry out one typed line."""
        if self._shown is not self.state:
            self._show_board()
            self._shown = self.state
        typed = commands.read(self._read_line())
        handler = self._handlers().get(typed.name)
        if handler is None:
            self._play(side, typed)
        else:
            handler(side, typed)

    def _read_line(self) -> str:
        try:
            return self.terminal.ask(self.speaker().prompt(self.state))
        except KeyboardInterrupt:
            self.terminal.say("")
            raise Leave from None

    def _show_board(self) -> None:
        if self.terminal.plain:
            return
        state = self.state
        drawing = board.Drawing(state.rules, self.viewer, self.numbering)
        self.terminal.say("")
        self.terminal.say(drawing.board(state.position))
        for side in (self.viewer.other, self.viewer):
            self.terminal.say(self._pool_line(side))

    def _pool_line(self, side: Side) -> Text:
        line = Text(f" {board.SYMBOLS[side]} ", style=board.STYLES[side])
        line.append(pages.pools_line(self.words, self.state, side), style="default")
        if side is self.viewer:
            cube = board.cube_text(self.state)
            line.append(f"   {cube}" if cube else "", style="bold magenta")
        return line

    def _handlers(self) -> dict[str, Callable[[Side, Typed], None]]:
        return {
            "enter": self._enter,
            "dice": self._dice,
            "throw": self._throw,
            "choose": self._choose,
            "name": self._name,
            "correct": self._correct,
            "moves": self._moves,
            "why": self._why,
            "board": self._board,
            "status": self._status,
            "pips": self._pips,
            "rules": self._rules,
            "numbering": self._numbering,
            "save": self._save,
            "help": self._help,
            "quit": self._quit,
            **dict.fromkeys(_SIMPLE, self._simple),
        }

    def _act(self, action: Action) -> None:
        self._tell(self.match.act(action))

    def _enter(self, side: Side, typed: Typed) -> None:
        """Enter does what is certain: throw, end a finished throw, go to the next game."""
        state = self.state
        if state.phase in (Phase.START, Phase.OPENING) and not state.names:
            self._throw(side, typed)
        elif state.phase is Phase.MOVE and state.turn.ending is not None:
            self._act(Action(Kind.DONE, side))
        elif state.phase is Phase.OVER:
            self._act(Action(Kind.NEXT))

    def _throw(self, side: Side, typed: Typed) -> None:
        if self.state.phase not in (Phase.START, Phase.OPENING) or self.state.names:
            raise refuse("not_now", action="throw")
        facts = self.match.throw()
        if facts is not None:
            self._tell(facts)
        else:
            self.terminal.say(self.words.text("Throw your dice and type them, for example 3-1."))

    def _dice(self, side: Side, typed: Typed) -> None:
        """Two digits: a named throw, the number of a double, typed dice."""
        state = self.state
        assert typed.dice is not None
        if state.names:
            self._act(Action(Kind.NAME, side, typed.dice))
        elif state.phase is Phase.CHOOSE and typed.dice[0] == typed.dice[1]:
            self._act(Action(Kind.CHOOSE, side, number=typed.dice[0]))
        elif state.phase is Phase.OPENING and self._typed_dice:
            self._act(Action(Kind.OPENING, None, typed.dice))
        elif state.phase is Phase.START and self._typed_dice:
            self._act(Action(Kind.THROW, state.thrower, typed.dice))
        else:
            self._play(side, typed)

    @property
    def _typed_dice(self) -> bool:
        return self.match.record.dice.get("kind") == "typed"

    def _choose(self, side: Side, typed: Typed) -> None:
        number = int(typed.rest[0]) if typed.rest[:1] in tuple("123456") else 0
        self._act(Action(Kind.CHOOSE, side, number=number))

    def _name(self, side: Side, typed: Typed) -> None:
        self._act(Action(Kind.NAME, side, typed.dice))

    def _correct(self, side: Side, typed: Typed) -> None:
        self._act(Action(Kind.CORRECT, None, typed.dice))

    def _simple(self, side: Side, typed: Typed) -> None:
        """Commands that are actions of the rules."""
        number = int(typed.rest) if typed.rest in ("1", "2", "3") else 1
        kind = Kind(typed.name)
        who = None if kind in (Kind.KEEP, Kind.NEXT) else side
        self._act(Action(kind, who, number=number if kind is Kind.RESIGN else 0))

    def _play(self, side: Side, typed: Typed) -> None:
        state = self.state
        if state.phase is Phase.CHOOSE and typed.rest in tuple("123456"):
            self._act(Action(Kind.CHOOSE, side, number=int(typed.rest)))
            return
        if state.phase is not Phase.MOVE:
            raise refuse("not_now", action="step")
        facts: list[Fact] = []
        for action in notation.read_play(state, typed.rest, self.numbering):
            facts += self.match.act(action)
        self._tell(tuple(facts))

    # ----------------------------------------------------------------------------- questions

    def _moves(self, side: Side, typed: Typed) -> None:
        state = self.state
        plays = turn.plays(state)
        if plays:
            lines = [
                notation.write_play(state.rules, state.position, side, play.steps, self.numbering)
                for play in plays
            ]
        else:
            lines = [
                notation.write_play(state.rules, state.position, side, (a.code,), self.numbering)
                for a in turn.next_steps(state)
            ]
        if not lines:
            self.terminal.say(self.words.text("There is nothing to play now."))
        for start in range(0, len(lines), 4 if not self.terminal.plain else 1):
            row = lines[start : start + (4 if not self.terminal.plain else 1)]
            self.terminal.say("".join(f"{line:<22}" for line in row).rstrip())

    def _why(self, side: Side, typed: Typed) -> None:
        if not typed.rest:
            self.terminal.say(self.words.text("Say which play you mean, for example: why 8/5."))
            return
        reason = notation.why(self.state, typed.rest, self.numbering)
        if reason is None:
            self.terminal.say(self.words.text("{play} is allowed.", play=typed.rest))
        else:
            self.terminal.say(self.speaker(side).refusal(reason, side))

    def _board(self, side: Side, typed: Typed) -> None:
        if self.terminal.plain:
            for sentence in self.speaker().position(self.state):
                self.terminal.say(sentence)
        else:
            self._show_board()

    def _status(self, side: Side, typed: Typed) -> None:
        for sentence in self.speaker().situation(self.state):
            self.terminal.say(sentence)

    def _pips(self, side: Side, typed: Typed) -> None:
        self.terminal.say(self.speaker().pips(self.state))

    def _rules(self, side: Side, typed: Typed) -> None:
        pages.show_rules(self.terminal, self.words, self.match.game, self.numbering)

    def _numbering(self, side: Side, typed: Typed) -> None:
        wanted = typed.rest.lower()
        if wanted not in notation.NUMBERINGS:
            wanted = "booklet" if self.numbering == "own" else "own"
        self.numbering = wanted
        self._shown = None
        self.terminal.say(pages.numbering_sentence(self.words, wanted))

    def _save(self, side: Side, typed: Typed) -> None:
        if not typed.rest:
            self.terminal.say(self.words.text("Say where to, for example: save match.json."))
            return
        path = Path(typed.rest).expanduser()
        try:
            log.write(path, self.match.record)
        except OSError as error:
            self.terminal.trouble(
                self.words.text(
                    "{file} could not be written: {reason}.",
                    file=path,
                    reason=error.strerror or error,
                )
            )
        else:
            self.terminal.say(self.words.text("The record was written to {file}.", file=path))

    def _help(self, side: Side, typed: Typed) -> None:
        pages.show_help(self.terminal, self.words, self.state.rules.dice is Dice.FIXED)

    def _quit(self, side: Side, typed: Typed) -> None:
        raise Leave


_SIMPLE = (
    "done",
    "undo",
    "double",
    "take",
    "drop",
    "beaver",
    "resign",
    "accept",
    "refuse",
    "draw",
    "agree",
    "decline",
    "keep",
    "next",
)

__all__ = ["COMPUTER", "InputClosed", "Leave", "Table"]
