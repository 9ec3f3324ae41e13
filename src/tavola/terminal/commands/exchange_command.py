"""The declarations of `tavola import`, `export` and `picture`; light: help must come at once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tavola.terminal.commands.declared import Declared, Named

if TYPE_CHECKING:
    from tavola.terminal.screen.console import Terminal

FORMS = ("mat", "sgf", "html", "json")
"""As in `formats/writing.py`, which is loaded when it is used, a page to read, and our record."""
THEMES = ("linen", "walnut", "night", "contrast", "safe")
"""As in `drawing/styles.py`, that of a picture that is asked for without one first."""


def build(declared: Declared) -> list[click.Command]:
    """The commands."""
    return [_import(declared), _export(declared), _picture(declared)]


def _import(of: Declared) -> click.Command:
    words, text = of.words, of.words.text

    def run(terminal: Terminal, /, **wishes: Any) -> int:
        from tavola.terminal.commands import exchange

        return exchange.take_in(terminal, words, **wishes)

    path = Named(words)
    return of.command(
        "import",
        text(
            "Take in matches of other programs (MAT, SGF, XG, BGF, OGXM), one file or whole "
            "folders: each becomes a record of Tavola."
        ),
        run,
        click.argument("files", metavar=text("FILE") + " ...", type=path, nargs=-1, required=True),
        click.option(
            "--to",
            type=path,
            default=Path(),
            metavar=text("FOLDER"),
            help=text("Where the records go; here if nothing is said."),
        ),
        click.option(
            "--keep",
            is_flag=True,
            help=text("Take in a match with an error, too, up to that error."),
        ),
    )


def _export(of: Declared) -> click.Command:
    words, text = of.words, of.words.text

    def run(terminal: Terminal, /, **wishes: Any) -> int:
        from tavola.terminal.commands import exchange

        return exchange.hand_out(terminal, words, **wishes)

    path = Named(words)
    return of.command(
        "export",
        text("Write a recorded match for other programs, or as a page to read."),
        run,
        click.argument("file", metavar=text("FILE"), type=path),
        click.option(
            "--to",
            "form",
            type=click.Choice(FORMS),
            metavar="|".join(FORMS),
            help=text(
                "The form: mat for GNU Backgammon and XG, sgf, html: a page with boards, or json: "
                "the record of Tavola; otherwise by the name of the file."
            ),
        ),
        click.option(
            "--out",
            type=path,
            metavar=text("FILE"),
            help=text("The file that is written; without it the match is printed."),
        ),
    )


def _picture(of: Declared) -> click.Command:
    words, text = of.words, of.words.text

    def run(terminal: Terminal, /, **wishes: Any) -> int:
        from tavola.terminal.commands import pictures

        return pictures.draw(terminal, words, **wishes)

    return of.command(
        "picture",
        text("Draw a position, as SVG or PNG.")
        + "\n\n"
        + text("POSITION is one line, as W 1:15 | B 24:15 | W 3-1, or an XGID."),
        run,
        of.game(),
        of.argument("position", text("POSITION")),
        of.file("--to", text("The file: .svg or .png by its name; without it the SVG is printed.")),
        click.option("--play", default="", metavar=text("PLAY"), help=text("A play, as arrows.")),
        click.option(
            "--theme",
            type=click.Choice(THEMES),
            default=THEMES[0],
            metavar="|".join(THEMES),
            help=text("The colours."),
        ),
        of.number("--width", 120, 4000, text("How wide it is, in pixels."), 800),
        click.option("--black", is_flag=True, help=text("As Black sees it.")),
        of.numbering(),
    )


__all__ = ["build"]
