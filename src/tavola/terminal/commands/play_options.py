"""The options of `tavola play`; light, since help must come at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from tavola.words.translations import Words

PROFILES = "tournament, pergioco, schmidt, tavola-reale"
LEVELS = "beginner, novice, casual, club, expert, master, thumb"

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
Reader = Callable[[click.Context, click.Parameter, str], str]


def _all(*options: Decorator) -> Decorator:
    """Several options as one, in the order in which help lists them."""

    def decorated(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            command = option(command)
        return command

    return decorated


def of_match(words: Words, count: click.IntRange) -> Decorator:
    """How long is played, and by which profile."""
    text, number = words.text, words.text("NUMBER")
    return _all(
        click.option(
            "--match", "length", type=count, metavar=number, help=text("Match to this many points.")
        ),
        click.option(
            "--games", type=count, metavar=number, help=text("Match over this many games.")
        ),
        click.option(
            "--money", is_flag=True, help=text("Game after game for points, without an end.")
        ),
        click.option(
            "--profile",
            default="",
            metavar=text("NAME"),
            help=text("Version of classic backgammon: {profiles}.", profiles=PROFILES),
        ),
    )


def of_table(words: Words) -> Decorator:
    """Where it begins, with which dice, and against whom."""
    text = words.text
    return _all(
        click.option(
            "--from",
            "start",
            default="",
            metavar=text("POSITION"),
            help=text("Start from a position: one line, or an XGID."),
        ),
        click.option(
            "--dice",
            default="",
            metavar=text("KIND"),
            help=text("Dice: system, typed, seed:NUMBER, sealed or record:FILE."),
        ),
        click.option(
            "--vs",
            "opponent",
            default="",
            metavar=text("OPPONENT"),
            help=text(
                "Who plays against you: human, computer, or computer:LEVEL with one of {levels}.",
                levels=LEVELS,
            ),
        ),
        click.option("--colour", type=click.Choice(["white", "black"]), help=text("Your colour.")),
    )


def of_money(words: Words) -> Decorator:
    """The rules of a match and of money play."""
    text = words.text
    return _all(
        click.option(
            "--crawford/--no-crawford", default=None, help=text("With or without Crawford game.")
        ),
        *(
            click.option(
                f"--{name}",
                is_flag=True,
                help=text("{rule} (money play): {line}.", rule=rule, line=line),
            )
            for name, rule, line in _money_rules(words)
        ),
        click.option(
            "--keep-roles", is_flag=True, help=text("Do not exchange roles between games.")
        ),
    )


def _money_rules(words: Words) -> tuple[tuple[str, str, str], ...]:
    """The options of money play: name, rule, and what it is."""
    text = words.text
    return (
        (
            "jacoby",
            text("Jacoby rule"),
            text("gammons count only once the cube has been turned"),
        ),
        (
            "beavers",
            text("Beavers"),
            text("whoever takes may double again at once and keep the cube"),
        ),
        ("automatic", text("Automatic doubles"), text("equal dice at the start double the cube")),
    )


def at_the_table(words: Words) -> Decorator:
    """What happens at the table: what goes by itself, and whether an old match goes on."""
    text = words.text
    return _all(
        click.option(
            "--auto",
            is_flag=False,
            flag_value="all",
            default="",
            callback=_auto(words),
            metavar="[" + text("WHAT") + "]",
            help=text("What goes by itself: throw,forced,done; alone: all of it; none: nothing."),
        ),
        click.option(
            "--tutor",
            default="",
            callback=_tutor(words),
            metavar=text("TUTOR"),
            help=text(
                "Who stops you before a blunder: off, gentle or strict; with a loss in units: "
                "gentle:0.1."
            ),
        ),
        click.option(
            "--new", "fresh", is_flag=True, help=text("Begin anew even if a match is unfinished.")
        ),
    )


def _tutor(words: Words) -> Reader:
    """Reads a tutor, in the words of any language."""

    def read(context: click.Context, option: click.Parameter, value: str) -> str:
        from tavola.study.tutor import GENTLE
        from tavola.terminal.match import tutoring
        from tavola.words.command_words import shown_tutor

        try:
            if value:
                tutoring.read(value)
        except ValueError:
            told = tutoring.choices(words, f"--tutor {shown_tutor(words, GENTLE)}:")
            raise click.BadParameter(told, context, option) from None
        return value

    return read


def _auto(words: Words) -> Reader:
    """Reads what goes by itself, in the words of any language."""

    def read(context: click.Context, option: click.Parameter, value: str) -> str:
        from tavola.terminal.typed_line import autos_of

        if value and autos_of(value) is None:
            from tavola.terminal.match import by_itself

            raise click.BadParameter(by_itself.choices(words), context, option)
        return value

    return read
