"""`tavola drill`: short questions, one after the other, until somebody has had enough."""

from __future__ import annotations

import secrets
from functools import partial

from tavola.study.drills import told
from tavola.study.drills.asked import KINDS, ROUND, Question, games_of, kinds_of, question
from tavola.terminal.commands.asking import is_answered, is_command
from tavola.terminal.exit_codes import BAD_INPUT, NONE_THERE
from tavola.terminal.screen import still_board
from tavola.terminal.screen.console import InputClosed, Terminal
from tavola.words import names
from tavola.words.speaker import Speaker
from tavola.words.translations import Words
from tavola.words.typed_numbers import whole_number


def drill(
    terminal: Terminal, words: Words, kind: str, game: str, numbering: str, seed: int | None
) -> int:
    """Ask a round; without a kind say what there is.  The exit code.  Raises `Refused` (`no_game`,
    `no_drill`)."""
    if not kind:
        for name in KINDS:
            terminal.say(words.labelled(name, told.title(words, name)), "bold")
            terminal.say(told.line(words, name))
        return 0
    if kind not in KINDS:
        terminal.give_up(words.text("There is no such drill; there are: {all}.", all=_all()))
        return BAD_INPUT
    found = game or games_of(kind)[0]
    if kind not in kinds_of(found):
        terminal.trouble(words.text("There is no such drill for this game."))
        return NONE_THERE
    begin = secrets.randbelow(10**9) if seed is None else seed
    terminal.say(f"{names.game_name(words, found)}. {told.title(words, kind)}", "bold")
    right = 0
    for n in range(1, ROUND + 1):
        with terminal.waiting(words.text("The computer is thinking.")):
            one = question(kind, found, f"{begin}/{n}", numbering)
        place = words.text("Question {number} of {count}", number=n, count=ROUND)
        answered = _ask(terminal, _speaker(words, one, numbering), one, place)
        if answered is None:
            return 0
        right += answered
        terminal.say(words.text("{right} of {asked} right", right=right, asked=n))
    return 0


def _all() -> str:
    return ", ".join(KINDS)


def _speaker(words: Words, one: Question, numbering: str) -> Speaker:
    side = one.listener
    return Speaker(words, one.state.rules, numbering, viewer=side, me=side)


def _ask(terminal: Terminal, speaker: Speaker, one: Question, place: str) -> bool | None:
    """One question; whether the answer was right, None where somebody has had enough."""
    words = speaker.words
    terminal.say("")
    terminal.say(place, "bold")
    board = None
    if one.take is None and one.point is None:
        board = partial(still_board.show, terminal, speaker, one.state, pips=False)
        board()
    for n, play in enumerate(told.choices(speaker, one), start=1):
        terminal.say(f"{n}) {play}")
    asked = told.asked(speaker, one) + " " + words.text("An empty line ends.")
    while True:
        try:
            typed = terminal.ask(asked).strip()
        except InputClosed:
            return None
        if not typed or is_command(typed, "quit"):
            return None
        if is_answered(terminal, words, typed, board):
            continue
        number = whole_number(typed, 6)
        if number is not None and one.may_be(number):
            break
        terminal.trouble(told.wanted(words, one))
    right = one.right(number)
    terminal.say(told.verdict(speaker, one, number), "green" if right else "red")
    for line in told.counted_so(speaker, one):
        terminal.say(line)
    return right
