"""The declaration of `tavola review`; light, since help must come at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tavola.terminal.commands.declared import Declared, Decorator, Named
from tavola.words.translations import Words

if TYPE_CHECKING:
    from tavola.terminal.screen.console import Terminal


class _Thresholds(click.ParamType[tuple[float, ...]]):
    """Three numbers with commas between them, each larger than the one before."""

    name = "thresholds"

    def __init__(self, words: Words) -> None:
        self.words = words

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, ...]:
        """The numbers of a text."""
        if isinstance(value, tuple):
            return value
        try:
            found = tuple(float(part) for part in str(value).encode("ascii").split(b","))
        except ValueError:
            found = ()
        if len(found) != 3 or not 0.0 < found[0] < found[1] < found[2] < 1000.0:
            self.fail(self.words.text("Write three growing numbers, as 0.03,0.08,0.16."))
        return found


def build(of: Declared) -> click.Command:
    """The command."""
    words, text = of.words, of.words.text

    def run(terminal: Terminal, /, **wishes: Any) -> int:
        from tavola.terminal.commands import reviews

        return reviews.review(terminal, words, reviews.Wishes(**wishes))

    return of.command(
        "review",
        text("Review a recorded match: what each decision lost, and how lucky the dice were."),
        run,
        click.argument("file", metavar=text("FILE"), type=Named(words)),
        *_look(of),
        *_output(of),
        compiled=True,
    )


def _look(of: Declared) -> list[Decorator]:
    """How well is looked."""
    text = of.words.text
    return [
        of.number("--depth", 0, 2, text("How many throws are looked ahead, 0 to 2; usually 1.")),
        of.number(
            "--budget",
            0,
            200_000,
            text("In place of a depth: positions that a decision may evaluate."),
        ),
        of.file(
            "--before",
            text("An earlier review, as --json wrote it: go on with it, or look deeper."),
        ),
        click.option(
            "--thresholds",
            type=_Thresholds(of.words),
            default="0.03,0.08,0.16",
            metavar=text("NUMBERS"),
            help=text(
                "From which losses on, in units, something is doubtful, an error, a blunder."
            ),
        ),
    ]


def _output(of: Declared) -> list[Decorator]:
    """What is written."""
    text = of.words.text
    return [
        click.option("--colour", type=click.Choice(["white", "black"]), help=text("Your colour.")),
        of.json(text("The review as JSON.")),
        of.file("--html", text("Write the review as one page that opens in any browser.")),
    ]
