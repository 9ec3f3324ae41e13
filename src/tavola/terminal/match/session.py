"""A match at the terminal: shows what happens, asks the person, plays the computer's side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tavola.drawing.text_board import SYMBOLS
from tavola.play.match import Match
from tavola.play.turns import Habits, Turns, Who
from tavola.rules import turn
from tavola.rules.model.refusal import Refusal, Refused
from tavola.rules.model.ruleset import Side
from tavola.rules.text import notation
from tavola.rules.turn.state import Action, Fact, Kind, Phase, State
from tavola.terminal import typed_line
from tavola.terminal.match import by_itself, listing, saved_matches
from tavola.terminal.match.computer import Computer, is_computer
from tavola.terminal.match.news import News
from tavola.terminal.match.tutoring import Tutoring
from tavola.terminal.screen import still_board, system_errors
from tavola.terminal.screen.console import Terminal, side_line
from tavola.terminal.typed_line import Typed
from tavola.words import command_words, names, refusals, results, situations
from tavola.words.speaker import Speaker
from tavola.words.translations import Words


class Leave(Exception):
    """The player wants to go; the match is stored."""


CarryOut = Callable[["Session", Typed], None]
"""What does what a typed line says.  Raises `Refused`, or OSError if it cannot be stored."""

_HABITS = Habits(opening=True, ahead=False)
"""At the terminal Enter throws for whoever is to throw in a person's turn."""


class Session:
    """One match between two seats, each a person at this keyboard or the computer."""

    def __init__(
        self,
        match: Match,
        terminal: Terminal,
        words: Words,
        numbering: str,
        habits: frozenset[str] = frozenset(),
    ) -> None:
        self.match = match
        self.terminal = terminal
        self.words = words
        self.numbering = numbering
        self.by_itself = habits
        """What goes by itself: `throw`, `forced`, `done`."""
        self.listed: listing.Listed | None = None
        """The plays that were listed last."""
        self._refusal: tuple[int, Refusal] | None = None
        """The last refusal, and after how many events."""
        self.computer = Computer(match, terminal, words)
        first, second = match.agreed.players
        self._seats = _who(first), _who(second)
        self._news = News(self._whose, scores=terminal.plain)
        self._undone = False
        """A person took back: nothing is played for him until he has acted."""
        self._drawn: object = None
        self._by_hand = False
        self._passed = -1
        """The number of events after which the computer had nothing to do but wait for dice."""
        self._asking = False
        """Something went wrong: ask the person before anything goes on by itself."""
        self.tutoring = Tutoring(None, {})

    @property
    def state(self) -> State:
        """The state of the match."""
        return self.match.state

    @property
    def turns(self) -> Turns:
        """Who is to move now, and what goes by itself."""
        match = self.match
        return Turns(
            match.state,
            self._seats,
            typed=match.typed,
            by_hand=match.awaits_hands,
            passed=self._passed == match.seq,
            habits=_HABITS,
        )

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of actions that the people at this keyboard may take now."""
        turns = self.turns
        return turns.kinds(turns.people)

    @property
    def person(self) -> Side | None:
        """The side of the only person, or None if two play."""
        people = self.turns.people
        return people[0] if len(people) == 1 else None

    @property
    def viewer(self) -> Side:
        """Whose side the board is seen from: the only person, else the one who must act."""
        if self.person is not None:
            return self.person
        return self.state.actor if self.state.actor is not None else self.state.side

    @property
    def typed_dice(self) -> bool:
        """Whether the players throw real dice and type them."""
        return self.match.typed or self.match.awaits_hands

    def speaker(self, *, full: bool = False) -> Speaker:
        """The sentence builder for the person who looks; brief beside a drawn board."""
        return Speaker(
            self.words,
            self.state.rules,
            numbering=self.numbering,
            viewer=self.viewer,
            me=self.person,
            computer=self.person is not None,
            brief=not self.terminal.plain and not full,
        )

    def is_computer(self, side: Side) -> bool:
        """Whether the computer plays a side in this game."""
        return self.turns.is_computer(side)

    def run(self, carry_out: CarryOut) -> None:
        """Play until the match is decided.  Raises `Leave` when a player goes."""
        self._introduce()
        while not self.match.over:
            try:
                self._advance(carry_out)
                self._asking = False
            except Refused as refused:
                self._refused(refused)
            except BrokenPipeError:
                raise
            except OSError as error:
                self.terminal.trouble(
                    self.words.text(
                        "Nothing was played, since the match cannot be stored. {reason} "
                        "Try again, or leave with “{quit}”.",
                        reason=system_errors.sentence(self.words, error),
                        quit=command_words.shown(self.words, "quit"),
                    )
                )
                self._asking = True
        self._show()
        self._say(self.tutoring.told(self))

    def _refused(self, refused: Refused) -> None:
        self._refusal = self.match.seq, refused.refusal
        self.terminal.trouble(self.explain(refused.refusal))
        self._asking = True

    @property
    def refusal(self) -> Refusal | None:
        """What was refused last, unless something has happened since."""
        if self._refusal is None or self._refusal[0] != self.match.seq:
            return None
        return self._refusal[1]

    def listed_play(self, number: int) -> tuple[Action, ...]:
        """The actions of a line of the last list; if there is none it is said why."""
        found = listing.chosen(self.listed, self.match.seq, number, self.words)
        if isinstance(found, str):
            self.terminal.trouble(found)
            return ()
        return found

    def explain(self, refusal: Refusal) -> str:
        """Why something was refused; a play that cannot be read is shown one that can be played, or
        where there is none what else can be typed."""
        if refusal.code != "unclear_play":
            return refusals.explain(self.speaker(), refusal, self.viewer)
        if not turn.next_steps(self.state):
            told = self.words.text("I do not know “{word}”.", word=refusal.details["text"])
            return f"{told} {self.can_type()}"
        return self.words.text(
            "I cannot read “{text}” as a play: "
            "type for example {example}, or “{moves}” to see all.",
            text=refusal.details["text"],
            example=self.example(),
            moves=command_words.shown(self.words, "moves"),
        )

    # ------------------------------------------------------------------------- what goes by itself

    def _advance(self, carry_out: CarryOut) -> None:
        """One action, by the dice, the computer or a person."""
        turns = self.turns
        if self._asking:
            carry_out(self, self._typed_line())
        elif turns.dice_fall:
            self.throw()
        elif turns.computer_acts:
            self.let_computer_act()
        elif not self._goes_by_itself():
            carry_out(self, self._typed_line())

    def _goes_by_itself(self) -> bool:
        """Do what a person need not type, if he wishes so; whether there was anything.

        Raises `Refused` or OSError.
        """
        if self._undone or not self.by_itself:
            return False
        turns, kinds = self.turns, self.kinds
        if by_itself.throws(turns, kinds, self.by_itself):
            return self.throw()
        actions = by_itself.actions(turns, kinds, self.by_itself)
        if actions:
            self.act(*actions)
        return bool(actions)

    def let_computer_act(self) -> None:
        """One action of the computer, or all steps of a part; where people throw for it, nothing.

        Raises `Refused` or OSError.
        """
        actions = self.computer.choose(self.state)
        if actions:
            self.tell(self.match.act(*actions))
        elif not self.throw():
            self._passed = self.match.seq

    def act(self, *actions: Action) -> None:
        """Take actions of a person, unless a tutor stops them.  Raises `Refused` or OSError."""
        if self.stopped(*actions):
            return
        self.tell(self.match.act(*actions))
        self._undone = any(action.kind is Kind.UNDO for action in actions)

    def stopped(self, *actions: Action) -> bool:
        """Whether a tutor stops what a person is about to do; then nothing goes on by itself."""
        self._undone = self.tutoring.stops(self, actions)
        return self._undone

    def _tell_throw(self, facts: tuple[Fact, ...]) -> None:
        """A throw that the computer plays at once is told with its play."""
        state, side = self.state, self.state.actor
        at_once = side is not None and self.is_computer(side) and state.turn.need
        if state.phase is Phase.MOVE and at_once and not self.terminal.plain:
            self._news.hold(facts)
        else:
            self.tell(facts)

    def throw(self) -> bool:
        """Let the dice fall; False if they must be typed.  Raises OSError."""
        facts = self.match.throw()
        if facts is not None:
            self._tell_throw(facts)
        return facts is not None

    # ----------------------------------------------------------------------------------- showing

    def tell(self, facts: tuple[Fact, ...]) -> None:
        """Say what happened; beside a drawn board it waits until the board is shown."""
        told = tuple(fact for fact in facts if not self._prompt_says(fact))
        self._news.add(told, self.state)
        if self.terminal.plain:
            self._say(self._news.untold(self.speaker()))

    def _say(self, sentences: Iterable[str]) -> None:
        for sentence in sentences:
            self.terminal.say(sentence)

    @property
    def said(self) -> list[str]:
        """The last sentences about the match."""
        return self._news.last(self.speaker())

    def _prompt_says(self, fact: Fact) -> bool:
        """Whether the prompt that follows says it: a person throws again."""
        again = fact.kind in ("again", "second_throw") and self.state.phase is Phase.START
        return again and fact.side is not None and not self.is_computer(fact.side)

    def _introduce(self) -> None:
        """What is played, by whom, how it stands, and how to get help."""
        state, resumed = self.state, bool(self.match.seq)
        self.terminal.say(names.game_name(self.words, self.match.agreed.game), "bold")
        lines = self.computer.prepare() + self._whose()
        if self.terminal.plain:
            full = self.speaker(full=True)
            lines += [results.score(full, state), situations.cube(full, state)]
            lines += situations.position(self.speaker(), state) if resumed else []
        told = self.words.text("Enter throws the dice, plays the only play and ends a turn.")
        if self.typed_dice:
            told = self.words.text("Enter plays the only play and ends a turn.")
        lines.append(told)
        lines += [by_itself.sentence(self.words, self.by_itself)] if self.by_itself else []
        lines += self.tutoring.lines(self.words, self.state.rules)
        shown = command_words.shown(self.words, "help")
        lines.append(self.words.text("Type “{help}” for all commands.", help=shown))
        self._say(filter(None, lines))

    def _dice_sentence(self) -> str:
        """That the players throw from now on."""
        if self.match.agreed.dice.get("kind") == "record":
            return self.words.text("The recorded dice are used up: type your own now.")
        return self.words.text("The dice are yours: throw them and type them.")

    def _whose(self) -> list[str]:
        """Which colour the only person has."""
        if self.person is None:
            return []
        if self.person is Side.WHITE:
            return [self.words.text("You have White ({symbol}).", symbol=SYMBOLS[0])]
        return [self.words.text("You have Black ({symbol}).", symbol=SYMBOLS[1])]

    def _show(self) -> None:
        """The board, if something on it changed since it was drawn, then what happened."""
        state = self.state
        now = (state.position, self.viewer, self.numbering, state.cube, state.score, state.ahead)
        if not self.terminal.plain and now != self._drawn:
            self.show_board()
            self._drawn = now
        self._say(self._news.untold(self.speaker()))

    def show_board(self) -> None:
        """Draw the board and what stands beside it."""
        state = self.state
        self.terminal.say("")
        still_board.draw(self.terminal, self.speaker(), state)
        for side in (self.viewer.other, self.viewer):
            note = self.words.text("computer") if self.is_computer(side) else ""
            self.terminal.say(side_line(self.speaker(), state, side, note))
        beside = [situations.cube(self.speaker(), state)]
        if state.match.games != 1:
            beside.insert(0, results.score(self.speaker(full=True), state))
        beside += situations.open_throws(self.speaker(), state)
        line = " ".join(text for text in beside if text)
        if line:
            self.terminal.say(f" {line}")

    # ------------------------------------------------------------------------------------ asking

    def _typed_line(self) -> Typed:
        """Show where things stand, and what a person types."""
        self._show()
        if self.typed_dice and not self._by_hand:
            self._by_hand = True
            self.terminal.say(self._dice_sentence())
        try:
            line = self.terminal.ask(self._prompt())
        except KeyboardInterrupt:
            raise Leave from None
        typed = typed_line.read(line)
        if typed.name == "quit":
            raise Leave
        return typed

    def _prompt(self) -> str:
        by_hand = self.turns.hands_throw
        prompt = situations.prompt(self.speaker(), self.state, by_hand=by_hand)
        if self.state.phase is Phase.ANSWER:
            return f"{prompt} {self.can_type()}"
        if Kind.NEXT in self.kinds:
            told = self.words.text("Enter goes on.")
            return f"{prompt} {told}"
        steps = by_itself.forced(self.state) if Kind.STEP in self.kinds else ()
        if not steps:
            return prompt
        play = self.written(steps)
        if turn.only_play(self.state):
            told = self.words.text("Only {play} is possible: Enter plays it.", play=play)
        else:
            told = self.words.text("Every play begins with {play}: Enter plays it.", play=play)
        return f"{prompt} {told}"

    def remember(self) -> None:
        """Keep what goes by itself with the match."""
        saved_matches.remember(self.match.log.path, self.by_itself)

    def written(self, steps: Sequence[int]) -> str:
        """Steps from here as they are typed."""
        state = self.state
        return notation.write_play(state.rules, state.position, state.side, steps, self.numbering)

    def can_type(self) -> str:
        """What can be typed now."""
        turns = self.turns
        kinds = turns.kinds(turns.people)
        found = [command_words.shown(self.words, name) for name in typed_line.possible(kinds)]
        if Kind.STEP in kinds:
            found.insert(0, self.example())
        if turns.hands_throw:
            found.insert(0, situations.example_throw(self.state))
        commands = ", ".join(dict.fromkeys(found))
        return self.words.text("You can type: {commands}.", commands=commands)

    def example(self) -> str:
        """A step that could be played now, or soon, as it is typed."""
        return listing.example_step(self.state, self.numbering)


def _who(player: str) -> Who:
    return Who.COMPUTER if is_computer(player) else Who.PERSON
