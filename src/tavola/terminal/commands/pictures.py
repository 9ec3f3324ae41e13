"""`tavola picture`: a position as a picture, SVG or PNG."""

from __future__ import annotations

from pathlib import Path

from tavola.drawing import picture
from tavola.games.agreement import Wish, agree
from tavola.play import log
from tavola.rules.model.ruleset import Side
from tavola.rules.text import notation
from tavola.rules.turn.state import State
from tavola.terminal.exit_codes import BAD_INPUT
from tavola.terminal.screen.console import Terminal
from tavola.words import situations
from tavola.words.speaker import Speaker
from tavola.words.translations import Words

PNG = ".png"
ENDINGS = (PNG, ".svg", "")
"""Endings of files that are written; a device or a pipe has none."""


def draw(
    terminal: Terminal,
    words: Words,
    game: str,
    position: str,
    to: Path | None,
    play: str,
    theme: str,
    width: int,
    numbering: str,
    black: bool,
) -> int:
    """Draw a position into a file, or print it as SVG, with what is read to those who do not see
    it, in the numbers that stand on it; the exit code.

    A file whose name ends with `.png` gets a PNG, one with `.svg` or no ending SVG; any other is
    refused.  Raises `Refused`, OSError.
    """
    if to is not None and to.suffix.lower() not in ENDINGS:
        told = words.text(
            "A picture is .svg or .png: name a file that ends so, not {file}.", file=to
        )
        terminal.give_up(told)
        return BAD_INPUT
    state = agree(Wish(game, position=position)).begin()
    viewer = Side.BLACK if black else Side.WHITE
    speaker = Speaker(words, state.rules, numbering, viewer=viewer)
    sentences = [*situations.lone_position(speaker, state), situations.cube(speaker, state)]
    looks: picture.Drawn = {
        "viewer": viewer,
        "numbering": numbering,
        "theme": theme,
        "play": _steps(state, play, numbering),
        "title": situations.prompt(speaker, state),
        "description": " ".join(filter(None, sentences)),
    }
    if to is None:
        print(picture.svg(state, width=width, **looks))
        return 0
    if to.suffix.lower() == PNG:
        try:
            image = picture.png(state, width=width, **looks)
        except ImportError:
            terminal.give_up(
                words.text(
                    "PNG pictures need something more: pip install 'tavola[pictures]', or name a "
                    "file that ends with .svg."
                )
            )
            return BAD_INPUT
    else:
        image = picture.svg(state, width=width, **looks).encode()
    log.put(to, image)
    terminal.say(words.text("Written: {file}.", file=to), whole=True)
    return 0


def _steps(state: State, play: str, numbering: str) -> list[int]:
    """A typed play as arrows.  Raises `Refused`."""
    if not play:
        return []
    found = notation.read_play(state, play, numbering, stars=False)
    return [action.code for action in found]


__all__ = ["draw"]
