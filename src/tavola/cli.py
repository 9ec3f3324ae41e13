"""The command line: `tavola`, `tavola play`, `games`, `rules`, `replay`, `verify`, `engine`.

Only light imports stand at the top: `--help` answers before the rules are loaded.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

os.environ.setdefault("TAVOLA_COMPILE", "auto")

import click

from tavola.words.catalogue import LANGUAGES, Words, pick_language
from tavola.words.click_messages import install_for_click

VERSION = "0.1.0"
BAD_INPUT = 2


def _wanted_language(arguments: list[str]) -> str | None:
    """`--lang` from anywhere on the command line, since help itself is translated."""
    for index, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            return argument.removeprefix("--lang=")
        if argument == "--lang" and index + 1 < len(arguments):
            return arguments[index + 1]
    return None


def build(words: Words) -> click.Group:
    """The commands, their help in the language of `words`."""
    t = words.text
    lang = click.option("--lang", type=click.Choice(LANGUAGES), help=t("Language."))
    plain = click.option(
        "--plain", is_flag=True, help=t("Sentences only, for screen readers and pipes.")
    )

    @click.group(invoke_without_command=True, help=t("Every game of the backgammon board."))
    @click.version_option(VERSION, prog_name="tavola")
    @lang
    @plain
    @click.pass_context
    def tavola(context: click.Context, lang: str | None, plain: bool) -> None:
        context.obj = {"plain": plain}
        if context.invoked_subcommand is None:
            _play(words, plain, {})

    @tavola.command(help=t("Play a game; without GAME you are asked."))
    @click.argument("game", required=False, default="")
    @click.option("--match", "length", type=click.IntRange(1, 99), help=t("Match to so many points."))
    @click.option("--games", type=click.IntRange(1, 99), help=t("Match over so many games."))
    @click.option("--money", is_flag=True, help=t("Single games for points, no match."))
    @click.option("--profile", default="", help=t("Version of classic backgammon, see 'rules'."))
    @click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help=t("House rule."))
    @click.option("--from", "start", default="", metavar="POSITION", help=t("Start from a position."))
    @click.option(
        "--dice",
        default="",
        metavar="KIND",
        help=t("Dice: system, typed, seed:N, sealed, record:FILE."),
    )
    @click.option("--vs", "opponent", type=click.Choice(["computer", "human"]), help=t("Opponent."))
    @click.option("--colour", type=click.Choice(["white", "black"]), help=t("Your colour."))
    @click.option("--numbering", type=click.Choice(["own", "booklet"]), help=t("Names of points."))
    @click.option("--crawford/--no-crawford", default=None, help=t("Crawford game."))
    @click.option("--jacoby", is_flag=True, help=t("Jacoby rule (money play)."))
    @click.option("--beavers", is_flag=True, help=t("Beavers (money play)."))
    @click.option("--automatic", is_flag=True, help=t("Automatic doubles (money play)."))
    @click.option("--keep-roles", is_flag=True, help=t("Do not exchange roles between games."))
    @click.option("--new", "fresh", is_flag=True, help=t("Begin anew even if a match is unfinished."))
    @lang
    @plain
    @click.pass_obj
    def play(obj: dict[str, Any], plain: bool, lang: str | None, **wishes: Any) -> None:
        _play(words, plain or obj["plain"], wishes)

    @tavola.command(help=t("List the games."))
    @lang
    @plain
    @click.pass_obj
    def games(obj: dict[str, Any], plain: bool, lang: str | None) -> None:
        from tavola.terminal import pages
        from tavola.terminal.console import Terminal

        pages.show_games(Terminal(plain or obj["plain"]), words)

    @tavola.command(help=t("Show the rules of a game, how it starts, and how to play it well."))
    @click.argument("game")
    @click.option("--numbering", type=click.Choice(["own", "booklet"]), default="booklet")
    @lang
    @plain
    @click.pass_obj
    def rules(
        obj: dict[str, Any], game: str, numbering: str, plain: bool, lang: str | None
    ) -> None:
        from tavola.games import find
        from tavola.terminal import pages
        from tavola.terminal.console import Terminal

        with _errors(words):
            pages.show_rules(Terminal(plain or obj["plain"]), words, find(game), numbering)

    @tavola.command(help=t("Tell a recorded match from its first throw to its last."))
    @click.argument("file", type=click.Path(path_type=Path))
    @click.option("--numbering", type=click.Choice(["own", "booklet"]), default="own")
    @lang
    @plain
    @click.pass_obj
    def replay(
        obj: dict[str, Any], file: Path, numbering: str, plain: bool, lang: str | None
    ) -> None:
        from tavola.terminal import records
        from tavola.terminal.console import Terminal

        with _errors(words):
            records.replay(Terminal(plain or obj["plain"]), words, file, numbering)

    @tavola.command(help=t("Check a record: its rules, every step, and sealed dice."))
    @click.argument("file", type=click.Path(path_type=Path))
    @lang
    @plain
    @click.pass_obj
    def verify(obj: dict[str, Any], file: Path, plain: bool, lang: str | None) -> None:
        from tavola.terminal import records
        from tavola.terminal.console import Terminal

        with _errors(words):
            good = records.verify(Terminal(plain or obj["plain"]), words, file)
        sys.exit(0 if good else 1)

    @tavola.command(help=t("Answer JSON lines on standard input, for programs (docs/engine.md)."))
    def engine() -> None:
        from tavola.formats.engine import serve

        sys.exit(serve(sys.stdin.buffer, sys.stdout.buffer))

    return tavola


def _play(words: Words, plain: bool, wishes: dict[str, Any]) -> None:
    from tavola.rules import backend, warm
    from tavola.terminal import app

    if backend.numba_installed() and not backend.compiled and os.environ["TAVOLA_COMPILE"] == "auto":
        warm.in_background()
    with _errors(words):
        sys.exit(app.play(words, plain, wishes))


class _errors:  # noqa: N801  (a context manager used like a function)
    """Turns refusals and system errors of a one-shot command into one sentence and exit code 2."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        from tavola.rules.refusal import Refused
        from tavola.rules.ruleset import Ruleset
        from tavola.words.say import Speaker

        if isinstance(error, BrokenPipeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(0)
        if isinstance(error, Refused):
            sentence = Speaker(self.words, Ruleset()).refusal(error.refusal, None)
        elif isinstance(error, OSError):
            name = "" if error.filename is None else f"{error.filename}: "
            sentence = f"{name}{error.strerror or error}"
        else:
            return
        click.echo(sentence, err=True)
        sys.exit(BAD_INPUT)


def main() -> None:
    """Entry point of the `tavola` command."""
    wanted = _wanted_language(sys.argv[1:])
    lang = pick_language(wanted if wanted in LANGUAGES else None)
    install_for_click(lang)
    build(Words(lang))(prog_name="tavola")


if __name__ == "__main__":
    main()
