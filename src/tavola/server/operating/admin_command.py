"""The declaration of `tavola admin`; light, since help must come at once."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import click

from tavola.words.click_messages import whole_between
from tavola.words.translations import Words

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
_STATUSES = ("waiting", "running", "over", "broken")


def build(
    words: Words,
    group: type[click.Group],
    shared: tuple[Decorator, ...],
    errors: Callable[[], AbstractContextManager[None]],
) -> click.Group:
    """The group of commands.  `shared` are the options that they have in common with others; what
    is refused within `errors` becomes a sentence."""
    return _Admin(words, group, shared, errors).built()


def _leave_to_commands(lang: str | None) -> None:
    """Nothing: each command of the group does something of its own."""


class _Admin:
    def __init__(
        self,
        words: Words,
        group: type[click.Group],
        shared: tuple[Decorator, ...],
        errors: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self.words, self.group, self.shared, self.errors = words, group, shared, errors
        self.database: Decorator = click.option(
            "--database",
            default="",
            metavar="URL",
            help=words.text(
                "Database, sqlite:///FILE or postgresql://...; otherwise in your data folder."
            ),
        )

    def built(self) -> click.Group:
        text = self.words.text

        made: Callable[..., Any] = _leave_to_commands
        for option in self.shared:
            made = option(made)
        admin = click.group(
            "admin",
            cls=self.group,
            options_metavar="[" + text("OPTIONS") + "]",
            subcommand_metavar=text("COMMAND"),
            help=text("Look after a house that is open to others: backups, people, bans."),
        )(made)
        for some in (self._copies, self._looks, self._bars):
            for command in some():
                admin.add_command(command)
        return admin

    def _command(
        self, name: str, help: str, run: Callable[..., int], *options: Decorator
    ) -> click.Command:
        """A command that ends with what `run` returns."""

        def does(lang: str | None, **wishes: Any) -> None:
            with self.errors():
                sys.exit(run(self.words, **wishes))

        made: Callable[..., Any] = does
        for option in (*reversed(options), self.database, *self.shared):
            made = option(made)
        kind = self.group.command_class or click.Command
        metavar = "[" + self.words.text("OPTIONS") + "]"
        return click.command(name, cls=kind, options_metavar=metavar, help=help)(made)

    # ------------------------------------------------------------------------------ whole databases

    def _copies(self) -> list[click.Command]:
        text = self.words.text
        file = click.argument("file", metavar=text("FILE"), type=click.Path(path_type=Path))
        return [
            self._command(
                "backup",
                text("Copy the database to a new file, also while the server runs."),
                _later("back_up"),
                file,
            ),
            self._command(
                "restore",
                text("Fill an empty database from a backup."),
                _later("restore"),
                file,
            ),
            self._command(
                "move",
                text("Copy the database to an empty one, from SQLite to PostgreSQL or back."),
                _later("move"),
                click.argument("target", metavar="URL"),
            ),
            self._command(
                "check",
                text("Replay every match: can all of it be read and played on?"),
                _later("check"),
            ),
        ]

    # ------------------------------------------------------------------------------ people, matches

    def _looks(self) -> list[click.Command]:
        text = self.words.text
        most = click.option(
            "--most",
            type=whole_between(self.words, 1, 10_000),
            default=50,
            metavar=text("NUMBER"),
            help=text("How many are listed, the latest first."),
        )
        return [
            self._command(
                "people",
                text("List people; with TEXT those whose name or id has it."),
                _later("people"),
                click.argument("search", metavar="[" + text("TEXT") + "]", default=""),
                most,
            ),
            self._command(
                "tables",
                text("List matches; with PERSON those of one person, by id."),
                _later("tables"),
                click.argument("person", metavar="[" + text("PERSON") + "]", default=""),
                click.option(
                    "--status",
                    type=click.Choice(_STATUSES),
                    help=text("Only those that wait, run, are over, or were broken off."),
                    metavar="STATUS",
                ),
                most,
            ),
        ]

    # ----------------------------------------------------------------------------------------- bans

    def _bars(self) -> list[click.Command]:
        text = self.words.text
        whom = click.argument("whom", metavar=text("PERSON|ADDRESS"))
        reason = click.option(
            "--reason", default="", metavar=text("TEXT"), help=text("Why; for you alone.")
        )
        return [
            self._command(
                "ban",
                text("Let somebody in no more: a person by id, or an address or network."),
                _later("ban"),
                whom,
                reason,
            ),
            self._command("unban", text("Let somebody in again."), _later("unban"), whom),
            self._command("bans", text("List who may not come in."), _later("bans")),
        ]


def _later(name: str) -> Callable[..., int]:
    """A function of `admin`, which is loaded when it is called."""

    def run(words: Words, **wishes: Any) -> int:
        from tavola.server.operating import admin

        return int(getattr(admin, name)(words, **wishes))

    return run


__all__ = ["build"]
