"""`tavola import` and `tavola export`: matches from other programs, and back to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from tavola.formats import reading, writing
from tavola.formats.transcribe import Transcribed
from tavola.play import log
from tavola.rules.model.refusal import Refusal, Refused
from tavola.rules.model.ruleset import Ruleset
from tavola.rules.text.record import Record
from tavola.study.match_page import match_page
from tavola.terminal.screen.console import Terminal
from tavola.words import names, refusals
from tavola.words.speaker import Speaker
from tavola.words.translations import Words

ENDING = ".json"
PAGE = "html"


def take_in(terminal: Terminal, words: Words, files: Sequence[Path], to: Path, keep: bool) -> int:
    """Write the matches of files as records into a folder; the exit code, 1 if one was refused.

    A match with an error is left out, or with `keep` taken up to it.  A record that is there is
    never written over.  Raises OSError for the folder.
    """
    to.mkdir(parents=True, exist_ok=True)
    taken = refused = 0
    for file in files:
        for said, good in _taken_in(words, file, to, keep=keep):
            terminal.say(f"{file.name}: {said}")
            taken, refused = taken + good, refused + (not good)
    terminal.say(words.plural("{count} match taken in.", "{count} matches taken in.", taken))
    return 1 if refused else 0


def _taken_in(words: Words, file: Path, to: Path, *, keep: bool) -> Iterator[tuple[str, bool]]:
    """What became of each match of a file, in a sentence, and whether it was taken in."""
    try:
        found = reading.read_file(file)
    except Refused as refused:
        yield _why(words, refused.refusal), False
        return
    except OSError:
        yield words.text("The file cannot be read."), False
        return
    for number, one in enumerate(found, start=1):
        if one.trouble is not None and not (keep and one.record.events):
            yield _why(words, one.trouble), False
            continue
        name = file.stem if len(found) == 1 else f"{file.stem}-{number}"
        target = to / f"{name}{ENDING}"
        if target.exists():
            yield words.text("{file} is there already and stays as it is.", file=target), False
            continue
        log.write(target, one.record)
        yield _told(words, one, target), True


def _told(words: Words, one: Transcribed, target: Path) -> str:
    """What was taken in, and where it lies now."""
    record = one.record
    first, second = record.players
    told = words.text(
        "{game}, {first} and {second}, {length}: {target}.",
        game=names.game_name(words, record.game),
        first=first or words.text("White"),
        second=second or words.text("Black"),
        length=_length(words, record),
        target=target,
    )
    return told if one.trouble is None else f"{told} {_why(words, one.trouble)}"


def _length(words: Words, record: Record) -> str:
    count = record.match.length
    if not count:
        return words.text("for money")
    return words.plural("to {count} point", "to {count} points", count)


def _why(words: Words, refusal: Refusal) -> str:
    return refusals.explain(Speaker(words, Ruleset(), "booklet"), refusal, None)


def hand_out(terminal: Terminal, words: Words, file: Path, form: str, out: Path | None) -> int:
    """Write a match for another program or as a page, into a file or to standard output.

    Raises `Refused` (code `not_written` ...) or OSError.
    """
    record = reading.load(file)
    text = match_page(record, words) if form == PAGE else writing.write(record, form)
    if out is None:
        print(text, end="")
        return 0
    log.put(out, text.encode())
    terminal.say(words.text("Written: {file}.", file=out))
    return 0


__all__ = ["hand_out", "take_in"]
