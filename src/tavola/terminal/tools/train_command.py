"""The declaration of `tavola train`; light, since help must come at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from tavola.words.catalogue import Words

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
    number, amount, seed = text("NUMBER"), click.IntRange(1, 10**9), click.IntRange(0, 10**9)
    looked, few, often = click.IntRange(0, 10**9), click.IntRange(1, 999), click.IntRange(0, 99)
    strays = click.IntRange(0, 1000)
    for kind_of_number in (amount, seed, looked, few, often, strays):
        kind_of_number.name = text("whole number")

    def each_generation(name: str, count: click.ParamType[Any], told: str) -> Decorator:
        """An option with a number for each generation."""
        listed = text("NUMBER[,NUMBER...]")
        return click.option(name, type=_Numbers(count), metavar=listed, help=told)

    @click.command(
        "train",
        cls=kind,
        options_metavar="[" + text("OPTIONS") + "]",
        help=text("Teach the computer a game: it plays against itself until it plays well."),
    )
    @click.argument("game", metavar=text("GAME"))
    @click.option(
        "--seed",
        type=seed,
        default=1,
        metavar=number,
        help=text("Seed: the same one leads to the same net."),
    )
    @click.option(
        "--out",
        type=click.Path(path_type=Path),
        metavar=text("FOLDER"),
        help=text("Folder for everything; by default one in your data folder."),
    )
    @click.option(
        "--hands",
        type=few,
        metavar=number,
        help=text("Threads that play; by default one for each core."),
    )
    @click.option("--quick", is_flag=True, help=text("A small training, to try it out."))
    @click.option("--games", type=amount, metavar=number, help=text("Games against itself."))
    @each_generation(
        "--look-games",
        looked,
        text("Games with a look ahead, in each generation; the last number repeats."),
    )
    @each_generation(
        "--look-stray",
        strays,
        text("Of 1000 throws with a look ahead, those played at random; as many numbers."),
    )
    @each_generation(
        "--look-wild",
        strays,
        text("Of 1000 of these games, those that begin wildly; as many numbers."),
    )
    @each_generation(
        "--look-trace",
        strays,
        text("Thousandths of what later throws tell that go into a goal; as many numbers."),
    )
    @each_generation(
        "--look-wild-trace",
        strays,
        text("The same in games that begin wildly; by default as in the others."),
    )
    @each_generation(
        "--look-passes",
        few,
        text("How often to go over the lessons of these games; as many numbers."),
    )
    @each_generation(
        "--look-rate",
        amount,
        text("How fast to learn them at first, in millionths; as many numbers."),
    )
    @click.option(
        "--generations",
        type=often,
        metavar=number,
        help=text("How often to play with a look ahead and learn from it."),
    )
    @click.option(
        "--begin",
        default="",
        metavar=text("GAME"),
        help=text("Begin from the net of this game, without games against itself."),
    )
    @click.option(
        "--ray",
        default="",
        metavar=text("ADDRESS"),
        help=text("Play on a Ray cluster; “local” starts one here."),
    )
    @click.option(
        "--torch/--no-torch",
        default=None,
        help=text("With or without PyTorch; by default with it where there is a GPU."),
    )
    @click.option(
        "--install", is_flag=True, help=text("At the end, let the computer play with the new net.")
    )
    @click.pass_obj
    def train(obj: dict[str, Any], /, plain: bool, lang: str | None, **wishes: Any) -> None:
        run(plain or obj["plain"], wishes)

    for option in shared:
        option(train)
    return train
