"""The command line: `tavola` and its commands.

Only light imports stand at the top: `--help` answers before the rules are loaded.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

os.environ.setdefault("TAVOLA_COMPILE", "auto")

import click

from tavola import __version__
from tavola.server.operating import admin_command
from tavola.terminal.commands import (
    exchange_command,
    play_options,
    review_command,
    study_command,
    train_command,
)
from tavola.terminal.commands.declared import Declared, Named
from tavola.terminal.exit_codes import BAD_INPUT, INTERRUPTED
from tavola.terminal.screen import streams
from tavola.terminal.screen.waiting import patience
from tavola.words.click_messages import install_for_click, whole_between
from tavola.words.translations import LANGUAGES, Words, pick_language

_Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
_ADDRESS = re.compile(r"(?i:https?)://([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?/?")
"""Scheme and host; a name as the server hears it, so with xn-- where it has other letters."""


def _wanted_language(arguments: list[str]) -> str | None:
    """`--lang` from anywhere on the command line, since help itself is translated."""
    for index, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            return argument.removeprefix("--lang=")
        if argument == "--lang" and index + 1 < len(arguments):
            return arguments[index + 1]
    return None


class _Command(click.Command):
    """A command whose help stands in the list of commands in full."""

    def get_short_help_str(self, limit: int = 0) -> str:
        """The whole help: it is one sentence, and the list breaks its lines itself."""
        return self.help or ""


class _Group(click.Group):
    command_class = _Command

    def invoke(self, context: click.Context) -> Any:
        """Run a command; whatever it was at, Ctrl+C ends it as shells count that."""
        try:
            return super().invoke(context)
        except KeyboardInterrupt:
            sys.exit(INTERRUPTED)

    def get_short_help_str(self, limit: int = 0) -> str:
        """The whole help, as of a command."""
        return self.help or ""


def build(words: Words) -> click.Group:
    """The commands, their help in the language of `words`."""
    shared = _Shared(words)
    tavola = _start_page(words, shared)
    for made in (_serve_command, _play_command, _games_command, _rules_command):
        tavola.add_command(made(words, shared))
    for made in (_replay_command, _verify_command, _engine_command):
        tavola.add_command(made(words, shared))
    common = (shared.house_rules, shared.lang, shared.plain)
    tavola.add_command(train_command.build(words, _Command, common, partial(_train, words)))
    declared = Declared(words, _Command, common[1:], partial(_errors, words))
    taught = (review_command.build(declared), *study_command.build(declared))
    for command in (*taught, *exchange_command.build(declared)):
        tavola.add_command(command)
    tavola.add_command(admin_command.build(words, _Group, (shared.lang,), partial(_errors, words)))
    return tavola


class _Shared:
    """The options that several commands have, and what stands for their values in help."""

    def __init__(self, words: Words) -> None:
        self.words, text = words, words.text
        self.metavar = "[" + text("OPTIONS") + "]"
        self.number = text("NUMBER")
        self.count, self.port = whole_between(words, 1, 99), whole_between(words, 1, 65535)
        self.lang = click.option(
            "--lang",
            type=click.Choice(LANGUAGES),
            help=text("Language: it, de, fr or en."),
            metavar="LANG",
        )
        self.numbering = click.option(
            "--numbering",
            type=click.Choice(["own", "booklet"]),
            help=text("Names of points: each side’s own, or the booklet’s."),
        )
        self.plain = click.option(
            "--plain", is_flag=True, help=text("Sentences only, for screen readers and pipes.")
        )
        self.no_browser = click.option(
            "--no-browser", is_flag=True, help=text("Only print the address of the board.")
        )
        self.house_rules = click.option(
            "--option",
            "options",
            multiple=True,
            metavar=text("NAME=VALUE"),
            help=text("House rule; “tavola rules” lists those of a game."),
        )

    def whole(self, name: str, most: int, usual: int, help: str) -> _Decorator:
        """An option that is a whole number from 0 to `most`."""
        limits = whole_between(self.words, 0, most)
        return click.option(name, type=limits, default=usual, metavar=self.number, help=help)


def _start_page(words: Words, shared: _Shared) -> click.Group:
    text = words.text

    @click.group(
        cls=_Group,
        context_settings={"help_option_names": ["--help", "-h"]},
        invoke_without_command=True,
        help=text(
            "Every game of the backgammon board; without a command the board opens in the browser."
        ),
        options_metavar=shared.metavar,
        subcommand_metavar="[" + text("COMMAND") + "]",
    )
    @click.version_option(__version__, prog_name="tavola")
    @shared.lang
    @shared.plain
    @shared.no_browser
    @click.pass_context
    def tavola(context: click.Context, lang: str | None, plain: bool, no_browser: bool) -> None:
        context.obj = {"plain": plain}
        if context.invoked_subcommand is None:
            _serve(words, home=True, browser=not no_browser)

    return tavola


def _serve_command(words: Words, shared: _Shared) -> click.Command:
    text = words.text

    @click.command(
        "serve",
        cls=_Command,
        options_metavar=shared.metavar,
        help=text("Open the board to others: a server with an address of its own."),
    )
    @click.option(
        "--host",
        default="127.0.0.1",
        metavar=text("ADDRESS"),
        help=text("Where to listen; 0.0.0.0 is every network of this computer."),
    )
    @click.option(
        "--port",
        type=shared.port,
        metavar=shared.number,
        help=text("Port; otherwise the one of last time."),
    )
    @click.option(
        "--database",
        default="",
        metavar="URL",
        help=text("Database, sqlite:///FILE or postgresql://...; otherwise in your data folder."),
    )
    @click.option(
        "--public-url",
        default="",
        callback=_public_url,
        metavar="URL",
        help=text("What people type, where a proxy with TLS stands before the server."),
    )
    @shared.whole(
        "--keep-matches",
        36_500,
        1095,
        help=text(
            "Days after which a match that nobody touches is erased; otherwise 1095, 0 is never."
        ),
    )
    @shared.whole(
        "--wait",
        3600,
        60,
        help=text("Seconds to wait for a database that is starting; otherwise 60."),
    )
    @shared.whole(
        "--workers",
        64,
        0,
        help=text("Processes that share a PostgreSQL; otherwise one that has it alone."),
    )
    @shared.no_browser
    @shared.lang
    def serve(lang: str | None, no_browser: bool, **wishes: Any) -> None:
        _serve(words, browser=not no_browser and not wishes["public_url"], **wishes)

    return serve


def _play_command(words: Words, shared: _Shared) -> click.Command:
    text = words.text

    @click.command(
        "play",
        cls=_Command,
        options_metavar=shared.metavar,
        help=text("Play a game in the terminal; without GAME you are asked."),
    )
    @click.argument("game", metavar="[" + text("GAME") + "]", required=False, default="")
    @play_options.of_match(words, shared.count)
    @shared.house_rules
    @play_options.of_table(words)
    @shared.numbering
    @play_options.of_money(words)
    @play_options.at_the_table(words)
    @shared.lang
    @shared.plain
    @click.pass_obj
    def play(obj: dict[str, Any], /, plain: bool, lang: str | None, **wishes: Any) -> None:
        _play(words, plain or obj["plain"], wishes)

    return play


def _games_command(words: Words, shared: _Shared) -> click.Command:
    @click.command(
        "games", cls=_Command, options_metavar=shared.metavar, help=words.text("List the games.")
    )
    @shared.lang
    @shared.plain
    @click.pass_obj
    def games(obj: dict[str, Any], plain: bool, lang: str | None) -> None:
        from tavola.terminal.screen import pages
        from tavola.terminal.screen.console import Terminal

        with _errors(words):
            pages.show_games(Terminal(plain or obj["plain"]), words)

    return games


def _rules_command(words: Words, shared: _Shared) -> click.Command:
    text = words.text

    @click.command(
        "rules",
        cls=_Command,
        options_metavar=shared.metavar,
        help=text("Show the rules of a game, how it starts, and how to play it well.")
        + "\n\n"
        + text("In place of a game: words for the board and its words, history for its past."),
    )
    @click.argument("game", metavar=text("GAME"))
    @shared.numbering
    @shared.lang
    @shared.plain
    @click.pass_obj
    def rules(
        obj: dict[str, Any], game: str, numbering: str | None, plain: bool, lang: str | None
    ) -> None:
        from tavola.terminal.commands import rule_texts
        from tavola.terminal.screen.console import Terminal

        with _errors(words):
            rule_texts.show(Terminal(plain or obj["plain"]), words, game, numbering or "own")

    return rules


def _replay_command(words: Words, shared: _Shared) -> click.Command:
    text = words.text

    @click.command(
        "replay",
        cls=_Command,
        options_metavar=shared.metavar,
        help=text("Tell a recorded match from its first throw to its last."),
    )
    @click.argument("file", metavar=text("FILE"), type=Named(words))
    @shared.numbering
    @shared.lang
    @shared.plain
    @click.pass_obj
    def replay(
        obj: dict[str, Any], file: Path, numbering: str | None, plain: bool, lang: str | None
    ) -> None:
        from tavola.terminal.commands import records
        from tavola.terminal.screen.console import Terminal

        with _errors(words):
            records.replay(Terminal(plain or obj["plain"]), words, file, numbering or "own")

    return replay


def _verify_command(words: Words, shared: _Shared) -> click.Command:
    text = words.text

    @click.command(
        "verify",
        cls=_Command,
        options_metavar=shared.metavar,
        help=text("Check a record: its rules, every step, and sealed dice."),
    )
    @click.argument("file", metavar=text("FILE"), type=Named(words))
    @shared.lang
    @shared.plain
    @click.pass_obj
    def verify(obj: dict[str, Any], file: Path, plain: bool, lang: str | None) -> None:
        from tavola.terminal.commands import records
        from tavola.terminal.screen.console import Terminal

        with _errors(words):
            good = records.verify(Terminal(plain or obj["plain"]), words, file)
        sys.exit(0 if good else 1)

    return verify


def _engine_command(words: Words, shared: _Shared) -> click.Command:
    @click.command(
        "engine",
        cls=_Command,
        options_metavar=shared.metavar,
        help=words.text("Answer JSON lines on standard input, for programs."),
    )
    @click.option(
        "--protocol",
        type=whole_between(words, 1, 2),
        metavar=shared.number,
        default=2,
        help=words.text("Version of the protocol that answers where a request names none."),
    )
    @shared.lang
    def engine(protocol: int, lang: str | None) -> None:
        from tavola.protocol.serve import run

        with _errors(words):
            sys.exit(run(protocol))

    return engine


def _public_url(context: click.Context, option: click.Parameter, value: str) -> str:
    """An address without a path, as a browser names it: the pages lie at its root."""
    if value and not _ADDRESS.fullmatch(value):
        raise click.BadParameter(value, context, option)
    return value


def _serve(words: Words, **wishes: Any) -> None:
    with _errors(words):
        from tavola.server import run

        _compile_in_background(tied=True)
        sys.exit(run.run(words, run.Wishes(**wishes)))


def _play(words: Words, plain: bool, wishes: dict[str, Any]) -> None:
    with _errors(words):
        with patience(partial(click.echo, err=True), words.text("Tavola is getting ready.")):
            from tavola.terminal.match import play_command

        _compile_in_background()
        sys.exit(play_command.play(words, plain, wishes))


def _compile_in_background(*, tied: bool = False) -> None:
    """Next time the rules run compiled; `tied`: only as long as this process lasts."""
    from tavola.bots import precompile
    from tavola.rules.kernel import backend

    automatic = os.environ["TAVOLA_COMPILE"] == "auto"
    if backend.numba_installed() and not backend.compiled and automatic:
        precompile.in_background(tied=tied)


def _train(words: Words, plain: bool, wishes: dict[str, Any]) -> None:
    if os.environ["TAVOLA_COMPILE"] == "auto":
        os.environ["TAVOLA_COMPILE"] = "1"
    with _errors(words):
        from tavola.terminal.commands import training, training_wishes
        from tavola.terminal.screen.console import Terminal

        sys.exit(training.train(Terminal(plain), words, training_wishes.Wishes(**wishes)))


class _errors:
    """Turns refusals and system errors of a one-shot command into one sentence and exit code 2."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is None or isinstance(error, SystemExit):
            return
        from tavola.rules.model.refusal import Refused
        from tavola.rules.model.ruleset import Ruleset
        from tavola.rules.text.player_names import cleaned
        from tavola.terminal.screen import system_errors
        from tavola.words import refusals
        from tavola.words.speaker import Speaker

        if isinstance(error, BrokenPipeError):
            _silence_output()
            sys.exit(0)
        if isinstance(error, KeyboardInterrupt):
            sys.exit(INTERRUPTED)
        if isinstance(error, Refused):
            speaker = Speaker(self.words, Ruleset(), "booklet")
            told = refusals.explain(speaker, error.refusal, None)
            sentence = " ".join([told, *getattr(error, "__notes__", ())])
        elif isinstance(error, OSError):
            sentence = system_errors.sentence(self.words, error)
            _silence_output()
        else:
            return
        click.echo(cleaned(sentence), err=True)
        sys.exit(BAD_INPUT)


def _silence_output() -> None:
    """Nothing more can be printed, not even what Python still holds back for its end."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main() -> None:
    """What the `tavola` command does (`__main__.py`)."""
    wanted = _wanted_language(sys.argv[1:])
    # A computer without a language is a server: who looks after one reads English.
    otherwise = "en" if {"serve", "admin"} & set(sys.argv[1:]) else LANGUAGES[0]
    lang = pick_language(wanted if wanted in LANGUAGES else None, otherwise)
    install_for_click(lang)
    streams.prepare()
    words = Words(lang)
    with _errors(words):
        build(words)(prog_name="tavola")


if __name__ == "__main__":
    main()
