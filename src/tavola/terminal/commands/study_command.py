"""The declarations of `tavola puzzle`, `drill`, `openings` and `rollout`; light, since help must
come at once."""

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
Errors = Callable[[], AbstractContextManager[None]]


def build(
    words: Words, kind: type[click.Command], shared: tuple[Decorator, ...], errors: Errors
) -> list[click.Command]:
    """The commands.  `shared` are the options that they have in common with others; what is refused
    within `errors` becomes a sentence."""
    made = [_puzzle(words, kind, errors), _drill(words, kind, errors)]
    made.append(_openings(words, kind, errors))
    made.append(_rollout(words, kind, errors))
    for command in made:
        for option in shared:
            option(command)
    return made


def _puzzle(words: Words, kind: type[click.Command], errors: Errors) -> click.Command:
    text = words.text

    @click.command(
        "puzzle",
        cls=kind,
        options_metavar="[" + text("OPTIONS") + "]",
        help=text("Solve puzzles of a game; without GAME the position of the day."),
    )
    @click.argument("game", metavar="[" + text("GAME") + "]", required=False, default="")
    @click.option(
        "--number",
        type=click.IntRange(1, 9999),
        metavar=text("NUMBER"),
        help=text("Which puzzle; otherwise from the first one on."),
    )
    @click.pass_obj
    def puzzle(obj: dict[str, Any], /, plain: bool, lang: str | None, **wishes: Any) -> None:
        with errors():
            from tavola.terminal.commands import puzzles
            from tavola.terminal.screen.console import Terminal

            sys.exit(puzzles.solve(Terminal(plain or obj["plain"]), words, **wishes))

    return puzzle


def _drill(words: Words, kind: type[click.Command], errors: Errors) -> click.Command:
    text = words.text

    @click.command(
        "drill",
        cls=kind,
        options_metavar="[" + text("OPTIONS") + "]",
        help=text("Ten short questions about pips, throws or openings; without KIND the list."),
    )
    @click.argument("kind", metavar="[" + text("KIND") + "]", required=False, default="")
    @click.argument("game", metavar="[" + text("GAME") + "]", required=False, default="")
    @click.option(
        "--numbering",
        type=click.Choice(["own", "booklet"]),
        default="own",
        help=text("Names of points: each side’s own, or the booklet’s."),
    )
    @click.option(
        "--seed",
        type=click.IntRange(0, 10**9),
        metavar=text("NUMBER"),
        help=text("Seed: the same one asks the same."),
    )
    @click.pass_obj
    def drill(obj: dict[str, Any], /, plain: bool, lang: str | None, **wishes: Any) -> None:
        with errors():
            from tavola.terminal.commands import drills
            from tavola.terminal.screen.console import Terminal

            sys.exit(drills.drill(Terminal(plain or obj["plain"]), words, **wishes))

    return drill


def _openings(words: Words, kind: type[click.Command], errors: Errors) -> click.Command:
    text = words.text

    @click.command(
        "openings",
        cls=kind,
        options_metavar="[" + text("OPTIONS") + "]",
        help=text("Show the best play of every first throw of a game."),
    )
    @click.argument("game", metavar=text("GAME"))
    @click.pass_obj
    def openings(obj: dict[str, Any], /, plain: bool, lang: str | None, game: str) -> None:
        with errors():
            from tavola.terminal.commands import puzzles
            from tavola.terminal.screen.console import Terminal

            puzzles.openings(Terminal(plain or obj["plain"]), words, game)

    return openings


def _rollout(words: Words, kind: type[click.Command], errors: Errors) -> click.Command:
    text = words.text

    @click.command(
        "rollout",
        cls=kind,
        options_metavar="[" + text("OPTIONS") + "]",
        help=text("Play on from a position many times, to see which play is best.")
        + "\n\n"
        + text("POSITION is one line with a throw, as W 1:15 | B 24:15 | W 3-1."),
    )
    @click.argument("game", metavar=text("GAME"))
    @click.argument("position", metavar=text("POSITION"))
    @click.pass_obj
    def rollout(obj: dict[str, Any], /, plain: bool, lang: str | None, **wishes: Any) -> None:
        if os.environ["TAVOLA_COMPILE"] == "auto":  # it saves more than it takes
            os.environ["TAVOLA_COMPILE"] = "1"
        with errors():
            from tavola.terminal.commands import rollouts
            from tavola.terminal.screen.console import Terminal

            asked = rollouts.Wishes(**wishes)
            sys.exit(rollouts.rollout(Terminal(plain or obj["plain"]), words, asked))

    for option in reversed(_of_rollout(words)):
        option(rollout)
    return rollout


def _of_rollout(words: Words) -> list[Decorator]:
    """How much is rolled out, and where it is kept."""
    text, number = words.text, words.text("NUMBER")

    def counted(name: str, least: int, most: int, help: str, default: int | None) -> Decorator:
        kind = click.IntRange(least, most)
        return click.option(name, type=kind, metavar=number, help=help, default=default)

    return [
        counted("--trials", 2, 1_000_000, text("How many times it is played on."), 324),
        counted("--plays", 1, 20, text("How many plays are compared."), 4),
        counted("--horizon", 1, 2000, text("Throws that are played on before the net judges."), 7),
        counted("--seed", 0, 10**9, text("Seed: the same one leads to the same figures."), 1),
        counted("--workers", 1, 256, text("Processes; otherwise one for each core."), None),
        click.option(
            "--keep",
            type=click.Path(path_type=Path),
            metavar=text("FILE"),
            help=text("Keep the rollout in a file, and go on with what is there."),
        ),
        click.option("--json", "as_json", is_flag=True, help=text("Print data for programs.")),
    ]
