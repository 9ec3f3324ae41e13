"""The declarations of `tavola import` and `tavola export`; light, since help must come at once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tavola.terminal.commands.declared import Declared

if TYPE_CHECKING:
    from tavola.terminal.screen.console import Terminal

FORMS = ("mat", "sgf", "html")
"""As in `formats/writing.py`, which is loaded when it is used, and a page to read."""


def build(declared: Declared) -> list[click.Command]:
    """The commands."""
    return [_import(declared), _export(declared)]


def _import(of: Declared) -> click.Command:
    words, text = of.words, of.words.text

    def run(terminal: Terminal, /, **wishes: Any) -> int:
        from tavola.terminal.commands import exchange

        return exchange.take_in(terminal, words, **wishes)

    path = click.Path(path_type=Path)
    return of.command(
        "import",
        text(
            "Take in matches of other programs (MAT, SGF), one file or whole folders: each becomes "
            "a record of Tavola."
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

    path = click.Path(path_type=Path)
    return of.command(
        "export",
        text("Write a recorded match for other programs, or as a page to read."),
        run,
        click.argument("file", metavar=text("FILE"), type=path),
        click.option(
            "--to",
            "form",
            type=click.Choice(FORMS),
            default=FORMS[0],
            metavar="|".join(FORMS),
            help=text("The form: mat for GNU Backgammon and XG, sgf, or html: a page with boards."),
        ),
        click.option(
            "--out",
            type=path,
            metavar=text("FILE"),
            help=text("The file that is written; without it the match is printed."),
        ),
    )


__all__ = ["build"]
