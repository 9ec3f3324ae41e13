"""`tavola lesson`: the lessons of a game, and one of them, step by step."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from tavola.rules.model.refusal import Refused
from tavola.rules.text import notation
from tavola.rules.turn.state import Phase, State
from tavola.study.lessons import answers
from tavola.study.lessons.answers import Reply
from tavola.study.lessons.texts import StepText, Text
from tavola.study.lessons.written import (
    ASK,
    COUNT,
    CUBE,
    PLAY,
    Lesson,
    Step,
    all_lessons,
    following,
    lesson_of,
    lessons_of,
)
from tavola.terminal.commands.asking import is_answered, is_command
from tavola.terminal.exit_codes import BAD_INPUT, NONE_THERE
from tavola.terminal.screen import still_board
from tavola.terminal.screen.console import InputClosed, Terminal
from tavola.words import names, refusals
from tavola.words.speaker import Speaker
from tavola.words.translations import Words
from tavola.words.typed_numbers import whole_number

_CUBE = {"double": "double", "hold": "no", "take": "take", "drop": "drop"}
"""What is typed for an answer about the cube, by its name among commands."""


class _Leave(Exception):
    """Somebody has had enough."""


def show(terminal: Terminal, words: Words, game: str, id: str, numbering: str) -> int:
    """List lessons, or go through one; the exit code.  `game` is an id, or empty."""
    if not game:
        for name in all_lessons():
            _listed(terminal, words, name, numbering)
        return 0
    lesson = lesson_of(game, id)
    if lesson is None:
        if not lessons_of(game):
            terminal.trouble(words.text("This game has no lesson yet."))
            return NONE_THERE
        if id:
            terminal.trouble(words.text("There is no such lesson."))
        _listed(terminal, words, game, numbering)
        return BAD_INPUT if id else 0
    with suppress(_Leave, InputClosed):
        _Player(terminal, words, lesson, numbering).run()
    return 0


def _listed(terminal: Terminal, words: Words, game: str, numbering: str) -> None:
    lessons = lessons_of(game)
    if lessons:
        terminal.say(names.game_name(words, game), "bold")
    for lesson in lessons:
        text = lesson.text(words.lang).numbered(lesson.rules, numbering, lesson.side)
        end = "" if text.title.endswith(("!", "?")) else "."
        terminal.say(f"  tavola lesson {game} {lesson.id}  {text.title}{end} {text.line}")


class _Player:
    """One lesson at the terminal."""

    def __init__(self, terminal: Terminal, words: Words, lesson: Lesson, numbering: str) -> None:
        self.terminal, self.words, self.lesson = terminal, words, lesson
        side = lesson.side
        self.speaker = Speaker(words, lesson.rules, numbering, viewer=side, me=side)
        self.text: Text = lesson.text(words.lang).numbered(lesson.rules, numbering, side)
        self.board: Callable[[], None] | None = None

    def run(self) -> None:
        """All steps in order.  Raises `_Leave` or `InputClosed`."""
        self.terminal.say(self.text.title, "bold")
        self.terminal.say(self.text.line)
        steps = self.lesson.steps
        for number, step in enumerate(steps, start=1):
            place = self.words.text("Step {number} of {count}", number=number, count=len(steps))
            self._step(step, place)
        self.terminal.say(self.words.text("That was the lesson."))
        after = following(self.lesson)
        if after is not None:
            self.terminal.say(f"tavola lesson {after.game} {after.id}")

    def _step(self, step: Step, place: str) -> None:
        told = self.text.steps[step.name]
        self.terminal.say("")
        self.terminal.say(self.words.labelled(place, told.title), "bold")
        state = self.lesson.state(step) if step.line else None
        self.board = None if state is None else lambda: self._show(step, state)
        if self.board is not None:
            self.board()
        for paragraph in told.body.split("\n\n"):
            self.terminal.say(paragraph)
        if step.kind == ASK and state is not None:
            self._asked(step, told, lambda line: self._played(step, told, state, line))
        elif step.kind == COUNT:
            self._asked(step, told, lambda line: self._counted(step, told, line))
        elif step.kind == CUBE:
            self._asked(step, told, lambda line: self._cube(step, told, line))
        else:
            if step.kind == PLAY:
                self._play_on(step)
            self._ask(self.words.text("Enter goes on."))

    def _show(self, step: Step, state: State) -> None:
        speaker = self.speaker.addressing(self.lesson.answers(step))
        still_board.show(self.terminal, speaker, state, whose=False)
        self._arrows(step, state)

    def _play_on(self, step: Step) -> None:
        """The line that begins a match from the position of a step."""
        self.terminal.say(self.words.text("Play on from here with this line:"))
        options = [f"--option {name}={value}" for name, value in self.lesson.options.items()]
        against = f"computer:{step.level}" if step.level else "computer"
        told = ["tavola play", self.lesson.game, *options, f'--from "{step.line}"', "--vs", against]
        self.terminal.say(" ".join(told), whole=True)

    def _arrows(self, step: Step, state: State) -> None:
        if step.arrows:
            actions = answers.good_actions(state, step.arrows)
            self.terminal.say(notation.typed(state, actions, self.speaker.numbering))

    # -------------------------------------------------------------------------------- answers

    def _ask(self, question: str, *more: str) -> str:
        while True:
            line = self.terminal.ask(question).strip()
            if is_command(line, "quit"):
                raise _Leave
            if not is_answered(self.terminal, self.words, line, self.board, more):
                return line

    def _asked(self, step: Step, told: StepText, answer: Callable[[str], Reply | None]) -> None:
        """Ask until the answer is right, or somebody goes on without it."""
        question = {
            ASK: self.words.text("Type a play; “hint” helps, Enter goes on."),
            COUNT: self.words.text("Type a number; “hint” helps, Enter goes on."),
            CUBE: self._cube_question(step),
        }[step.kind]
        while True:
            line = self._ask(question, "hint", "next")
            if not line or is_command(line, "next"):
                self._solution(step, told)
                return
            if is_command(line, "hint"):
                self.terminal.say(told.replies["hint"])
                continue
            reply = answer(line)
            if reply is None:
                continue
            head = self.words.text("Right.") if reply.right else self.words.text("Not yet.")
            self.terminal.say(head, "green" if reply.right else "red")
            for sentence in reply.say:
                self.terminal.say(sentence)
            if reply.right:
                return

    def _solution(self, step: Step, told: StepText) -> None:
        state = self.lesson.state(step)
        if step.kind == COUNT:
            self.terminal.say(str(answers.counted(self.lesson, step)))
        elif step.kind == ASK:
            actions = answers.good_actions(state, step.good[0])
            text = notation.typed(state, actions, self.speaker.numbering)
            self.terminal.say(text or step.good[0])
        self.terminal.say(told.replies["right"])

    def _played(self, step: Step, told: StepText, state: State, line: str) -> Reply | None:
        try:
            if state.phase is Phase.MOVE:
                done = notation.read_play(state, line, self.speaker.numbering)
            else:
                done = answers.good_actions(state, line if "-" in line else f"{line}-{line}")
        except Refused as refused:
            self.terminal.trouble(refusals.explain(self.speaker, refused.refusal, state.side))
            return None
        except ValueError:
            self.terminal.trouble(self.words.text("Type two numbers, for example 3-1."))
            return None
        return answers.to_play(self.speaker, self.lesson, step, told, done)

    def _counted(self, step: Step, told: StepText, line: str) -> Reply | None:
        number = whole_number(line, 6)
        if number is None:
            self.terminal.trouble(self.words.text("Type a number."))
            return None
        return answers.to_count(self.speaker, self.lesson, step, told, number)

    def _choices(self, step: Step) -> tuple[str, str]:
        return ("take", "drop") if {"take", "drop"} & set(step.good) else ("double", "hold")

    def _cube_question(self, step: Step) -> str:
        if self._choices(step) == ("take", "drop"):
            return self.words.text("Take or drop? “hint” helps, Enter goes on.")
        return self.words.text("Double, yes or no? “hint” helps, Enter goes on.")

    def _cube(self, step: Step, told: StepText, line: str) -> Reply | None:
        yes, no = self._choices(step)
        if any(is_command(line, word) for word in ("yes", "accept", _CUBE[yes])):
            return answers.to_cube(step, told, yes)
        if any(is_command(line, word) for word in ("no", "refuse", _CUBE[no])):
            return answers.to_cube(step, told, no)
        self.terminal.trouble(self.words.text("Answer yes or no."))
        return None
