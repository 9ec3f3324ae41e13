"""The declaration of `tavola reasons`; light, since help must come at once."""

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


def build(
    words: Words,
    kind: type[click.Command],
    shared: tuple[Decorator, ...],
    errors: Callable[[Words], AbstractContextManager[None]],
) -> click.Command:
    """The command; `shared` are the options that it has in common with others, `errors` turns
    what goes wrong into a sentence."""
    text, number = words.text, words.text("NUMBER")

    @click.command(
        "reasons",
        cls=kind,
        options_metavar="[" + text("OPTIONS") + "]",
        help=text("Find out what the reasons for a play are worth in a game, from its own games."),
    )
    @click.argument("game", metavar=text("GAME"))
    @click.option(
        "--positions",
        type=click.IntRange(10, 100_000),
        default=400,
        metavar=number,
        help=text("How many positions are looked at."),
    )
    @click.option(
        "--seed",
        type=click.IntRange(0, 10**9),
        default=1,
        metavar=number,
        help=text("Seed: the same one leads to the same figures."),
    )
    @click.option(
        "--out",
        type=click.Path(path_type=Path),
        metavar=text("FILE"),
        help=text("Where to write; otherwise into the folder of the game."),
    )
    @click.pass_obj
    def reasons(
        obj: dict[str, Any],
        /,
        game: str,
        positions: int,
        seed: int,
        out: Path | None,
        plain: bool,
        lang: str | None,
    ) -> None:
        if os.environ.get("TAVOLA_COMPILE") == "auto":
            os.environ["TAVOLA_COMPILE"] = "1"
        with errors(words):
            from tavola.terminal.commands import reasons as command
            from tavola.terminal.screen.console import Terminal

            terminal = Terminal(plain or obj["plain"])
            sys.exit(command.reasons(terminal, words, game, positions, seed, out))

    for option in shared:
        option(reasons)
    return reasons
