"""What the commands of `tavola admin` do; each returns the exit code."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, Literal

import click

from tavola.server.http import bans as barred
from tavola.server.http.bans import Ban
from tavola.server.operating import checking, copying, listing
from tavola.server.operating.opening import changing, reading
from tavola.server.settings import default_database
from tavola.server.store import BadDatabase, InUse, NotStored, changes, queries
from tavola.server.store.lock import lock_of
from tavola.words.translations import Words

DONE, DAMAGED, FAILED = 0, 1, 2
"""Exit codes: done; the check has found something; it could not be done."""

_Command = Callable[..., int]


def _told(command: _Command) -> _Command:
    """What is wrong with a database becomes a sentence; the usual one stands in for none."""

    @wraps(command)
    def run(words: Words, *, database: str, **wishes: Any) -> int:
        try:
            return command(words, database=database or default_database(), **wishes)
        except BadDatabase as error:
            reason = words.text(error.reason, **error.values)
            sentence = words.text("This database cannot be used: {reason}.", reason=reason)
        except InUse:
            sentence = words.text("A server works on this database: stop it first.")
        except NotStored as error:
            sentence = words.text("The database cannot be reached: {reason}.", reason=error)
        click.echo(sentence, err=True)
        return FAILED

    return run


# ----------------------------------------------------------------------------------- whole database


@_told
def back_up(words: Words, *, database: str, file: Path) -> int:
    """Copy a database to a new file."""
    counts = copying.back_up(database, file, _rows(words))
    _say_copied(words, counts, str(file))
    click.echo(
        words.text("Keep it where only you can read it: it holds the secrets of running matches.")
    )
    return DONE


@_told
def restore(words: Words, *, database: str, file: Path) -> int:
    """Fill an empty database from a backup."""
    with lock_of(database):
        counts = copying.restore(file, database, _rows(words))
    _say_copied(words, counts, database)
    return DONE


@_told
def move(words: Words, *, database: str, target: str) -> int:
    """Copy a database to an empty one; no server may work on either, for it would go on here."""
    with lock_of(database), lock_of(target):
        counts = copying.copy(database, target, _rows(words))
    _say_copied(words, counts, target)
    return DONE


def _say_copied(words: Words, counts: dict[str, int], where: str) -> None:
    click.echo(
        words.text(
            "Copied to {where}: matches {matches}, events {events}, people {people}.",
            matches=counts["matches"],
            events=counts["events"],
            people=counts["people"],
            where=_without_password(where),
        )
    )


def _without_password(address: str) -> str:
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        return make_url(address).render_as_string(hide_password=True)
    except (ArgumentError, ValueError):  # a file
        return address


@_told
def check(words: Words, *, database: str) -> int:
    """Replay all matches."""
    found = checking.check(database, _matches(words))
    for id, reason in found.damaged.items():
        click.echo(words.text("Match {id} is damaged: {reason}", id=id, reason=reason))
    if found.file:
        click.echo(words.text("The file itself is damaged: {reason}", reason=found.file))
    if not found.sound:
        click.echo(
            words.text(
                "Damaged matches: {damaged} of {matches}. Take them from a backup.",
                matches=found.matches,
                damaged=len(found.damaged),
            )
        )
        return DAMAGED
    click.echo(
        words.text(
            "Everything is sound: matches {matches}, events {events}.",
            matches=found.matches,
            events=found.events,
        )
    )
    return DONE


# ----------------------------------------------------------------------------------- people, matche


@_told
def people(words: Words, *, database: str, search: str, most: int) -> int:
    """List people."""
    with reading(database) as connection:
        found = listing.people(connection, search, most)
    _table(
        [words.text("Id"), words.text("Name"), words.text("Last seen"), words.text("Matches")],
        [[one.id, one.name, _day(one.seen), str(one.matches)] for one in found],
        words.text("Nobody."),
    )
    return DONE


@_told
def tables(words: Words, *, database: str, person: str, status: str | None, most: int) -> int:
    """List matches."""
    with reading(database) as connection:
        found = listing.tables(connection, person, status or "", most)
    _table(
        [
            words.text("Id"),
            words.text("Game"),
            words.text("Status"),
            words.text("Events"),
            words.text("Last touched"),
            words.text("Players"),
        ],
        [
            [
                one.id,
                one.game,
                one.status,
                str(one.events),
                _day(one.touched),
                " - ".join(one.players),
            ]
            for one in found
        ],
        words.text("No match."),
    )
    return DONE


# ---------------------------------------------------------------------------------------------- ban


@_told
def ban(words: Words, *, database: str, whom: str, reason: str) -> int:
    """Let somebody in no more."""
    kind, value = _whom(whom)
    with changing(database) as connection:
        if kind == "person" and queries.person(connection, value) is None:
            click.echo(words.text("There is nobody with the id {id}.", id=whom), err=True)
            return FAILED
        kept = barred.read(queries.fact(connection, barred.FACT))
        if not any((one.kind, one.value) == (kind, value) for one in kept):
            new = (*kept, Ban(kind, value, int(time.time()), reason))
            changes.set_fact(connection, barred.FACT, barred.written(new))
    click.echo(words.text("{whom} may not come in any more, from ten seconds on.", whom=value))
    return DONE


@_told
def unban(words: Words, *, database: str, whom: str) -> int:
    """Let somebody in again."""
    kind, value = _whom(whom)
    with changing(database) as connection:
        kept = barred.read(queries.fact(connection, barred.FACT))
        left = tuple(one for one in kept if (one.kind, one.value) != (kind, value))
        if left == kept:
            click.echo(words.text("{whom} is not on the list.", whom=value), err=True)
            return FAILED
        changes.set_fact(connection, barred.FACT, barred.written(left))
    click.echo(words.text("{whom} may come in again, from ten seconds on.", whom=value))
    return DONE


@_told
def bans(words: Words, *, database: str) -> int:
    """List who may not come in."""
    with reading(database) as connection:
        kept = barred.read(queries.fact(connection, barred.FACT))
    _table(
        [words.text("Who"), words.text("Since"), words.text("Why")],
        [[one.value, _day(one.since), one.reason] for one in kept],
        words.text("Nobody."),
    )
    return DONE


def _whom(text: str) -> tuple[Literal["person", "address"], str]:
    try:
        return "address", str(barred.network_of(text))
    except ValueError:
        return "person", text


# -------------------------------------------------------------------------------------- what is sai


def _rows(words: Words) -> copying.Progress | None:
    if not sys.stderr.isatty():
        return None

    def told(table: str, done: int, total: int) -> None:
        line = words.text("{table}: {done} of {total}", table=table, done=done, total=total)
        click.echo(f"\r\x1b[K{line}", nl=done >= total, err=True)

    return told


def _matches(words: Words) -> checking.Progress | None:
    rows = _rows(words)
    if rows is None:
        return None
    return lambda done, total: rows("matches", done, total)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], nothing: str) -> None:
    """Columns with two blanks between them; what could move the cursor is left out."""
    if not rows:
        click.echo(nothing)
        return
    cells = [[*heads], *([_printable(cell) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        line = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        click.echo(line.rstrip())


def _printable(text: str) -> str:
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text
    )


def _day(seconds: int) -> str:
    """A day and minute of universal time."""
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(seconds))
