"""How the commands of the teacher are declared: what they have in common, said once.

Light, since help must come at once: what a command needs is loaded when it runs.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tavola.words.click_messages import whole_between
from tavola.words.translations import Words

if TYPE_CHECKING:
    from tavola.terminal.screen.console import Terminal

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class Named(click.Path):
    """A file or a folder.  An empty name, as a script has it whose variable is not set, would mean
    the folder where one is."""

    def __init__(self, words: Words) -> None:
        super().__init__(path_type=Path)
        self.words = words

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:
        """The path of a text."""
        if not os.fspath(value):
            self.fail(self.words.text("The name is empty."), param, ctx)
        return super().convert(value, param, ctx)


@dataclass(frozen=True)
class Declared:
    """Commands of one language.

    `kind` is their class, `shared` are the options that they have in common with others; what is
    refused within `errors` becomes a sentence.
    """

    words: Words
    kind: type[click.Command]
    shared: tuple[Decorator, ...]
    errors: Callable[[], AbstractContextManager[None]]

    def command(
        self,
        name: str,
        help: str,
        run: Callable[..., int | None],
        *parts: Decorator,
        compiled: bool = False,
    ) -> click.Command:
        """A command with its arguments and options.

        `run` gets a terminal and what was wished, by name; it gives the exit code.  `compiled`:
        compiling saves more time than it takes.
        """

        @click.command(
            name, cls=self.kind, options_metavar="[" + self.words.text("OPTIONS") + "]", help=help
        )
        @click.pass_obj
        def made(obj: dict[str, Any], /, plain: bool, lang: str | None, **wishes: Any) -> None:
            if compiled and os.environ.get("TAVOLA_COMPILE") == "auto":
                os.environ["TAVOLA_COMPILE"] = "1"
                _tell_of_compiler(self.words)
            with self.errors():
                if wishes.get("game"):
                    wishes["game"] = _id_of(wishes["game"], self.words)
                sys.exit(run(_terminal(plain=plain or obj["plain"]), **wishes) or 0)

        for part in (*parts, *self.shared):
            part(made)
        return made

    # ---------------------------------------------------------------------------------- its parts

    def game(self, *, needed: bool = True) -> Decorator:
        """The argument GAME: an id, or a name in the language.  What runs gets the id."""
        return self.argument("game", self.words.text("GAME"), needed=needed)

    def argument(self, name: str, called: str, *, needed: bool = True) -> Decorator:
        """An argument; '' where it is left out and not needed."""
        if needed:
            return click.argument(name, metavar=called)
        return click.argument(name, metavar=f"[{called}]", required=False, default="")

    def number(
        self, name: str, least: int, most: int, help: str, default: int | None = None
    ) -> Decorator:
        """An option with a whole number."""
        kind, called = whole_between(self.words, least, most), self.words.text("NUMBER")
        return click.option(name, type=kind, metavar=called, help=help, default=default)

    def file(self, name: str, help: str) -> Decorator:
        """An option with a file."""
        kind, called = Named(self.words), self.words.text("FILE")
        return click.option(name, type=kind, metavar=called, help=help)

    def numbering(self) -> Decorator:
        """How points are called."""
        return click.option(
            "--numbering",
            type=click.Choice(["own", "booklet"]),
            default="own",
            help=self.words.text("Names of points: each side’s own, or the booklet’s."),
        )

    def json(self, help: str) -> Decorator:
        """Data in place of sentences."""
        return click.option("--json", "as_json", is_flag=True, help=help)


def _tell_of_compiler(words: Words) -> None:
    """Say on standard error why nothing is seen for a while, unless all is compiled already."""
    from tavola.rules.kernel import backend

    if backend.numba_installed() and not backend.forbidden() and not backend.ready_mark().exists():
        told = words.text("What is not compiled yet is compiled first: up to a few minutes, once.")
        click.echo(told, err=True)


def _id_of(game: str, words: Words) -> str:
    from tavola.terminal.match.setup import find_game

    return find_game(game, words).id


def _terminal(*, plain: bool) -> Terminal:
    from tavola.terminal.screen.console import Terminal

    return Terminal(plain)


__all__ = ["Declared", "Decorator", "Named"]
