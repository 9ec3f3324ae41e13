"""`tavola puzzle` and `tavola openings`: puzzles to be solved, and the table of first throws."""

from __future__ import annotations

from datetime import UTC, datetime

from tavola.rules.model.refusal import Refused, refuse
from tavola.rules.model.ruleset import Side
from tavola.rules.model.throws import written
from tavola.rules.turn.state import State
from tavola.study import attempts, opening_advice
from tavola.study.after import Played
from tavola.study.openings import Opening, table_of
from tavola.study.openings import state_of as first_of
from tavola.study.puzzles import of_day, puzzles_of, state_of
from tavola.study.reasons import say_why
from tavola.terminal.commands.asking import is_answered, is_command
from tavola.terminal.exit_codes import BAD_INPUT, NONE_THERE
from tavola.terminal.screen import still_board
from tavola.terminal.screen.console import InputClosed, Terminal
from tavola.words import names, refusals, situations
from tavola.words import puzzles as sentences
from tavola.words.speaker import Speaker, side_name
from tavola.words.translations import Words, mark

_CLEAR = mark("{dice}: {play}; then {second}, {gap} ± {error} units behind.")
_CLOSE = mark("{dice}: {play}; then {second}, {gap} ± {error} units behind, no clear difference.")


def solve(terminal: Terminal, words: Words, game: str, number: int | None, numbering: str) -> int:
    """Ask puzzles until somebody has had enough; the position of the day is one.

    Raises `Refused` (`no_game`, `no_puzzle`).
    """
    if not game and number is not None:
        terminal.give_up(words.text("A number is that of a puzzle of a game: name the game, too."))
        return BAD_INPUT
    if not game:
        found = of_day(datetime.now(UTC).date())
        if found is None:
            raise refuse("no_puzzle")
        terminal.say(words.text("Position of the day"), "bold")
        _ask(terminal, words, *found, numbering)
        return 0
    count = len(puzzles_of(game).puzzles)
    if not count:
        terminal.trouble(words.text("There are no puzzles of this game."))
        return NONE_THERE
    n = 0 if number is None else number - 1
    if n >= count:
        raise refuse("no_puzzle")
    while n < count and _ask(terminal, words, game, n, numbering):
        n += 1
    return 0


def _ask(terminal: Terminal, words: Words, game: str, n: int, numbering: str) -> bool:
    """One puzzle; whether another one is wanted."""
    found = puzzles_of(game)
    puzzle = found.puzzles[n]
    state = state_of(game, puzzle)
    speaker = Speaker(words, state.rules, numbering, viewer=state.side, me=state.side)
    title = words.text("Puzzle {number} of {count}", number=n + 1, count=len(found.puzzles))
    terminal.say(f"{names.game_name(words, game)}. {title}", "bold")
    still_board.show(terminal, speaker, state)
    mine = _play(terminal, speaker, state)
    if mine is None:
        return False
    answer = attempts.attempt(game, puzzle, state, mine, None)
    natural = attempts.of_text(state, puzzle.plays[puzzle.natural])
    best, played, tempting = (
        attempts.text_of(state, one, numbering) for one in (answer.best, answer.mine, natural)
    )
    terminal.say(sentences.verdict(words, best, played, answer.loss), "bold")
    told = say_why(speaker, best, answer.told, state)
    if tempting != played:
        line = sentences.tempting(words, tempting, puzzle.losses[puzzle.natural])
        told.insert(0 if answer.right else len(told), line)
    for line in told:
        terminal.say(line)
    return True


def _play(terminal: Terminal, speaker: Speaker, state: State) -> Played | None:
    """The whole play that is typed; None where somebody has had enough."""
    words = speaker.words
    question = " ".join(
        [
            situations.prompt(speaker, state),
            words.text("Which play is best?"),
            words.text("An empty line ends."),
        ]
    )
    while True:
        try:
            typed = terminal.ask(question).strip()
        except InputClosed:
            return None
        if not typed or is_command(typed, "quit"):
            return None
        if is_answered(terminal, words, typed, lambda: still_board.show(terminal, speaker, state)):
            continue
        try:
            mine = attempts.of_text(state, typed, speaker.numbering)
        except Refused as refused:
            terminal.trouble(refusals.explain(speaker, refused.refusal, state.side))
            continue
        if attempts.complete(state, mine):
            return mine
        terminal.trouble(words.text("There is more to play: play the throw to its end."))


def openings(terminal: Terminal, words: Words, game: str, numbering: str) -> int:
    """The table of first throws; the exit code.  Raises `Refused` (`no_game`)."""
    table = table_of(game)
    if not table.openings:
        terminal.trouble(words.text("There is no table of this game."))
        return NONE_THERE
    if opening_advice.has_choices(table.openings):
        told = words.text(
            "The best play of every first throw, rolled out by the computer, and how far the second"
            " one is behind. One unit is what a game is worth on average; after ± stands the"
            " standard error."
        )
    else:
        told = words.text(
            "Here nothing is to be chosen: every first throw has one play only. One unit is what a"
            " game is worth on average."
        )
    terminal.say(told)
    for line in opening_advice.sentences(words, table.game, numbering):
        terminal.say(line)
    side = ""
    for one in table.openings:
        if one.side != side and not table.alike:
            terminal.say(side_name(words, Side("WB".index(one.side))), "bold")
        side = one.side
        terminal.say(_opening(words, table.game, one, numbering))
    return 0


def _opening(words: Words, game: str, one: Opening, numbering: str) -> str:
    """A first throw with its best plays."""
    dice, state = written(one.dice), first_of(game, one)
    plays = [attempts.renumbered(state, play, numbering) for play in one.plays[:2]]
    if len(plays) == 1:
        return words.text("{dice}: {play}.", dice=dice, play=plays[0])
    told = _CLEAR if opening_advice.is_clear(one) else _CLOSE
    return words.text(
        told,
        dice=dice,
        play=plays[0],
        second=plays[1],
        gap=sentences.units(words, one.gap, 3),
        error=sentences.units(words, one.error, 3),
    )


__all__ = ["openings", "solve"]
