"""The declaration of `tavola review`; light, since help must come at once."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import click

from tavola.words.translations import Words

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


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
            found = tuple(float(part) for part in str(value).split(","))
        except ValueError:
            found = ()
        if len(found) != 3 or not 0.0 < found[0] < found[1] < found[2] < 1000.0:
            self.fail(self.words.text("Write three growing numbers, as 0.03,0.08,0.16."))
        return found


def build(
    words: Words,
    kind: type[click.Command],
    shared: tuple[Decorator, ...],
    errors: Callable[[], AbstractContextManager[None]],
) -> click.Command:
    """The command.  `shared` are the options that it has in common with others; what is refused
    within `errors` becomes a sentence."""
    text = words.text

    @click.command(
        "review",
        cls=kind,
        options_metavar="[" + text("OPTIONS") + "]",
        help=text("Review a recorded match: what each decision lost, and how lucky the dice were."),
    )
    @click.argument("file", metavar=text("FILE"), type=click.Path(path_type=Path))
    @click.pass_obj
    def review(obj: dict[str, Any], /, plain: bool, lang: str | None, **wishes: Any) -> None:
        if os.environ["TAVOLA_COMPILE"] == "auto":  # it saves more than it takes
            os.environ["TAVOLA_COMPILE"] = "1"
        with errors():
            from tavola.terminal.commands import reviews
            from tavola.terminal.screen.console import Terminal

            asked = reviews.Wishes(**wishes)
            sys.exit(reviews.review(Terminal(plain or obj["plain"]), words, asked))

    for option in (*_look(words), *_output(words), *shared):
        option(review)
    return review


def _look(words: Words) -> list[Decorator]:
    """How well is looked."""
    text, number = words.text, words.text("NUMBER")
    return [
        click.option(
            "--depth",
            type=click.IntRange(0, 2),
            metavar=number,
            help=text("How many throws are looked ahead, 0 to 2; usually 1."),
        ),
        click.option(
            "--budget",
            type=click.IntRange(0, 200_000),
            metavar=number,
            help=text("In place of a depth: positions that a decision may evaluate."),
        ),
        click.option(
            "--before",
            type=click.Path(path_type=Path),
            metavar=text("FILE"),
            help=text("An earlier review, as --json wrote it: go on with it, or look deeper."),
        ),
        click.option(
            "--thresholds",
            type=_Thresholds(words),
            default="0.03,0.08,0.16",
            metavar=text("NUMBERS"),
            help=text(
                "From which losses on, in units, something is doubtful, an error, a blunder."
            ),
        ),
    ]


def _output(words: Words) -> list[Decorator]:
    """What is written."""
    text = words.text
    return [
        click.option("--colour", type=click.Choice(["white", "black"]), help=text("Your colour.")),
        click.option("--json", "as_json", is_flag=True, help=text("The review as JSON.")),
        click.option(
            "--html",
            type=click.Path(path_type=Path),
            metavar=text("FILE"),
            help=text("Write the review as one page that opens in any browser."),
        ),
    ]
