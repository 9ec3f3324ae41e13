"""`tavola import` and `tavola export`: matches from other programs, and back to them."""

from __future__ import annotations

import enum
import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tavola.formats import reading, writing
from tavola.formats.transcribe import Transcribed
from tavola.play import log
from tavola.rules.model.refusal import Refusal, Refused
from tavola.rules.model.ruleset import Ruleset
from tavola.rules.text.record import Record
from tavola.study.match_page import match_page
from tavola.terminal.commands import whole_record, written_file
from tavola.terminal.exit_codes import BAD_INPUT
from tavola.terminal.screen import system_errors
from tavola.terminal.screen.console import Terminal
from tavola.terminal.screen.file_progress import progress
from tavola.words import names, refusals
from tavola.words.speaker import Speaker
from tavola.words.translations import Words

ENDING = ".json"
RECORD = "json"
PAGE = "html"
PAGES = (".html", ".htm")
"""Endings of files that are written as a page."""
FOREIGN = (".mat", ".sgf", ".txt", ".xg", ".xgp", ".bgf", ".ogxm", ".ogxms", ".gvab")
"""Endings of the files of a folder that are taken in; a file that is named may have any."""
FEW = 20
"""So many files are told one by one; of more only what was not taken in."""


class Fate(enum.Enum):
    """What became of a match, or of a file that holds none."""

    TAKEN = "taken"
    HERE = "here"
    REFUSED = "refused"


@dataclass(frozen=True)
class Source:
    """A file to be taken in, what it is called, and the folder for its records."""

    file: Path
    name: str
    to: Path


def take_in(terminal: Terminal, words: Words, files: Sequence[Path], to: Path, keep: bool) -> int:
    """Write the matches of files as records into a folder; the exit code, 1 if one was refused.

    A match that is there already is no failure: who takes in a folder again gets what is new in it.

    Of a folder all files of other programs are taken in, those below it, too, into folders of the
    same names.  A match with an error is left out, or with `keep` taken up to it.  A file that is
    there is never written over: where it holds another match, the name gets a number.  Raises
    OSError for the folder.
    """
    to.mkdir(parents=True, exist_ok=True)
    sources: list[Source] = []
    for file in files:
        found = list(_sources(file, to))
        if not found:
            told = words.text("In “{folder}” there is no file of another program.", folder=file)
            terminal.say(told, whole=True)
        sources += found
    count = Counter[Fate]()
    with progress(terminal, words, len(sources)) as step:
        for source in sources:
            for said, fate in _taken_in(words, source, keep=keep):
                count[fate] += 1
                if fate is Fate.REFUSED or len(sources) <= FEW:
                    terminal.say(words.labelled(source.name, said), whole=True)
            step()
    terminal.say(_summary(words, count))
    return 1 if count[Fate.REFUSED] else 0


def _sources(file: Path, to: Path) -> Iterator[Source]:
    """The files that a name means; a folder's by their names, without hidden ones."""
    if not file.is_dir():
        yield Source(file, file.name, to)
        return
    for found in sorted(file.rglob("*")):
        below = found.relative_to(file)
        hidden = any(part.startswith(".") for part in below.parts)
        if found.suffix.lower() in FOREIGN and not hidden and found.is_file():
            yield Source(found, str(below), to / below.parent)


def _summary(words: Words, count: Counter[Fate]) -> str:
    """How many matches were taken in, were there, were refused."""
    taken, here, refused = (count[fate] for fate in Fate)
    told = [words.plural("{count} match taken in.", "{count} matches taken in.", taken)]
    if here:
        told.append(words.plural("{count} was here already.", "{count} were here already.", here))
    if refused:
        told.append(words.plural("{count} not taken in.", "{count} not taken in.", refused))
    return " ".join(told)


def _taken_in(words: Words, source: Source, *, keep: bool) -> Iterator[tuple[str, Fate]]:
    """What became of each match of a file, in a sentence."""
    try:
        found = reading.allowed_of(source.file)
    except Refused as refused:
        yield _why(words, refused.refusal), Fate.REFUSED
        return
    except OSError as error:
        yield system_errors.sentence(words, error), Fate.REFUSED
        return
    for number, one in enumerate(found, start=1):
        if one.trouble is not None and not (keep and one.record.events):
            yield _why(words, one.trouble), Fate.REFUSED
            continue
        name = source.file.stem if len(found) == 1 else f"{source.file.stem}-{number}"
        try:
            yield _written_to(words, one, source.to, name)
        except OSError as error:
            yield system_errors.sentence(words, error), Fate.REFUSED


def _written_to(words: Words, one: Transcribed, folder: Path, name: str) -> tuple[str, Fate]:
    """What becomes of a match that stands.  Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    target = _target(folder, name, one.record)
    if target.exists():
        return words.text("{file} is there already and stays as it is.", file=target), Fate.HERE
    log.write(target, one.record)
    return _told(words, one, target), Fate.TAKEN


def _target(folder: Path, name: str, record: Record) -> Path:
    """Where a record lies already, or may be written: another match has its name, the next one has
    a number."""
    names = itertools.chain([name], (f"{name}-{number}" for number in itertools.count(2)))
    targets = (folder / f"{name}{ENDING}" for name in names)
    return next(one for one in targets if not one.exists() or _holds(one, record))


def _holds(file: Path, record: Record) -> bool:
    """Whether a file is the record of the same match."""
    try:
        return file.is_file() and log.load(file) == record
    except (Refused, OSError):
        return False


def _told(words: Words, one: Transcribed, target: Path) -> str:
    """What was taken in, and where it lies now."""
    record = one.record
    first, second = (names.recorded_name(words, name) for name in record.players)
    told = words.text(
        "{game}, {first} and {second}, {length}: {target}.",
        game=names.game_name(words, record.game),
        first=first or words.text("White"),
        second=second or words.text("Black"),
        length=_length(words, record),
        target=target,
    )
    left_out = one.trouble or one.note
    return told if left_out is None else f"{told} {_why(words, left_out)}"


def _length(words: Words, record: Record) -> str:
    count = record.match.length
    if not count:
        return words.text("for money")
    return words.plural("to {count} point", "to {count} points", count)


def _why(words: Words, refusal: Refusal) -> str:
    return refusals.explain(Speaker(words, Ruleset(), "booklet"), refusal, None)


def hand_out(
    terminal: Terminal, words: Words, file: Path, form: str | None, out: Path | None
) -> int:
    """Write a match for another program, as a page, or as a record of ours, into a file or to
    standard output; the exit code, 2 where that file is the one that is read, or its name tells no
    form.  A `form` counts for more than a name; without both it is MAT.

    Raises `Refused` (code `not_written` ...) or OSError.
    """
    if written_file.is_read(terminal, words, out, file):
        return BAD_INPUT
    form = form or _form_of(out)
    if form is None:
        told = words.text(
            "A match is .mat, .sgf, .html or .json: name a file that ends so, not {file}.", file=out
        )
        terminal.give_up(told)
        return BAD_INPUT
    data = _written(whole_record.load(words, file), form, words)
    if out is None:
        print(data.decode(), end="")
        return 0
    log.put(out, data)
    terminal.say(words.text("Written: {file}.", file=out), whole=True)
    return 0


def _written(record: Record, form: str, words: Words) -> bytes:
    if form == RECORD:
        return log.written(record)
    return (match_page(record, words) if form == PAGE else writing.write(record, form)).encode()


def _form_of(out: Path | None) -> str | None:
    """The form that the name of a file asks for; a device or a pipe has no ending."""
    if out is None or not out.suffix:
        return "mat"
    ending = out.suffix.lower()
    if ending == ENDING:
        return RECORD
    return PAGE if ending in PAGES else writing.form_of(out)


__all__ = ["hand_out", "take_in"]
