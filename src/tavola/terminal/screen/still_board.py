"""A position as a terminal shows it outside of a match: drawn, or as sentences if it is plain."""

from __future__ import annotations

from tavola.drawing.text_board import Drawing
from tavola.rules.turn.state import State
from tavola.terminal.screen.console import Terminal, side_line
from tavola.words import situations
from tavola.words.speaker import Speaker


def draw(terminal: Terminal, speaker: Speaker, state: State) -> None:
    """The board; on a terminal that is narrower than it, where all checkers are."""
    board = Drawing(state.rules, speaker.viewer, speaker.numbering).board(state.position)
    if terminal.fits(board):
        terminal.say(board)
        return
    for sentence in situations.position(speaker, state):
        terminal.say(sentence)


def show(
    terminal: Terminal, speaker: Speaker, state: State, *, pips: bool = True, whose: bool = True
) -> None:
    """A position, what both sides have beside their points, and the dice if they were thrown;
    without `pips` where they are what is asked, `whose` the listener's colour."""
    dice = state.turn.dice
    thrown = speaker.words.text("Thrown: {dice}.", dice=speaker.dice(dice)) if dice else ""
    if terminal.plain:
        if thrown:
            terminal.say(thrown)
        told = situations.own_position if whose else situations.lone_position
        for sentence in told(speaker, state):
            terminal.say(sentence)
        return
    draw(terminal, speaker, state)
    for side in (speaker.viewer.other, speaker.viewer):
        terminal.say(side_line(speaker, state, side, pips=pips))
    if thrown:
        terminal.say(thrown, "bold")
    for sentence in situations.beside(speaker, state):
        terminal.say(sentence)
