"""The declaration of `tavola train`; light, since help must come at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from tavola.terminal.commands.declared import Named
from tavola.words.click_messages import whole_between
from tavola.words.translations import Words

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class _Numbers(click.ParamType[tuple[Any, ...]]):
    """Numbers of one kind with commas between them."""

    def __init__(self, kind: click.ParamType[Any]) -> None:
        self.kind, self.name = kind, kind.name

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[Any, ...]:
        """The numbers of a text."""
        if isinstance(value, tuple):
            return value
        return tuple(self.kind.convert(part, param, ctx) for part in str(value).split(","))


def build(
    words: Words,
    kind: type[click.Command],
    shared: tuple[Decorator, ...],
    run: Callable[[bool, dict[str, Any]], None],
) -> click.Command:
    """The command; `run` gets `--plain` and all other options.

    `shared` are the options that it has in common with others.
    """
    text = words.text

    @click.command(
        "train",
        cls=kind,
        options_metavar="[" + text("OPTIONS") + "]",
        help=text("Teach the computer a game: it plays against itself until it plays well."),
    )
    @click.argument("game", metavar=text("GAME"))
    @click.pass_obj
    def train(obj: dict[str, Any], /, plain: bool, lang: str | None, **wishes: Any) -> None:
        run(plain or obj["plain"], wishes)

    for option in (*_course(words), *_look_ahead(words), *_machines(words), *shared):
        option(train)
    return train


def _course(words: Words) -> list[Decorator]:
    """What is trained, and how long."""
    text, number = words.text, words.text("NUMBER")
    return [
        click.option(
            "--seed",
            type=whole_between(words, 0, 10**9),
            default=1,
            metavar=number,
            help=text("Seed: the same one leads to the same net."),
        ),
        click.option(
            "--out",
            type=Named(words),
            metavar=text("FOLDER"),
            help=text("Folder for everything; by default one in your data folder."),
        ),
        click.option(
            "--hands",
            type=whole_between(words, 1, 999),
            metavar=number,
            help=text("Threads that play; by default one for each core."),
        ),
        click.option("--quick", is_flag=True, help=text("A small training, to try it out.")),
        click.option(
            "--games",
            type=whole_between(words, 1, 10**9),
            metavar=number,
            help=text("Games against itself."),
        ),
    ]


def _look_ahead(words: Words) -> list[Decorator]:
    """A number for each generation that plays with a look ahead."""
    text = words.text
    few, strays = whole_between(words, 1, 999), whole_between(words, 0, 1000)
    listed: list[tuple[str, click.IntRange, str]] = [
        (
            "--look-games",
            whole_between(words, 0, 10**9),
            text("Games with a look ahead, in each generation; the last number repeats."),
        ),
        (
            "--look-stray",
            strays,
            text("Of 1000 throws with a look ahead, those played at random; as many numbers."),
        ),
        (
            "--look-wild",
            strays,
            text("Of 1000 of these games, those that begin wildly; as many numbers."),
        ),
        (
            "--look-trace",
            strays,
            text("Thousandths of what later throws tell that go into a goal; as many numbers."),
        ),
        (
            "--look-wild-trace",
            strays,
            text("The same in games that begin wildly; by default as in the others."),
        ),
        (
            "--look-passes",
            few,
            text("How often to go over the lessons of these games; as many numbers."),
        ),
        (
            "--look-rate",
            whole_between(words, 1, 10**9),
            text("How fast to learn them at first, in millionths; as many numbers."),
        ),
        (
            "--look-rare",
            strays,
            text("Of 1000 of these games, those that begin from rare positions; as many numbers."),
        ),
        (
            "--look-close",
            strays,
            text("Thousandths of a win between plays that get a look ahead; as many numbers."),
        ),
        (
            "--look-rivals",
            strays,
            text("How much the lead of the better play counts in learning; as many numbers."),
        ),
    ]
    numbers = text("NUMBER[,NUMBER...]")
    return [
        click.option(name, type=_Numbers(count), metavar=numbers, help=told)
        for name, count, told in listed
    ]


def _machines(words: Words) -> list[Decorator]:
    """How often it looks ahead, where it plays, and what becomes of the net."""
    text = words.text
    return [
        click.option(
            "--generations",
            type=whole_between(words, 0, 99),
            metavar=text("NUMBER"),
            help=text("How often to play with a look ahead and learn from it."),
        ),
        click.option(
            "--begin",
            default="",
            metavar=text("GAME"),
            help=text("Begin from the net of this game, without games against itself."),
        ),
        click.option(
            "--ray",
            default="",
            metavar=text("ADDRESS"),
            help=text("Play on a Ray cluster; “local” starts one here."),
        ),
        click.option(
            "--torch/--no-torch",
            default=None,
            help=text("With or without PyTorch; by default with it where there is a GPU."),
        ),
        click.option(
            "--install",
            is_flag=True,
            help=text("At the end, let the computer play with the new net."),
        ),
    ]
