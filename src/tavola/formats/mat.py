"""The text of a match as Jellyfish wrote it and most programs exchange it (`.mat`, `.txt`).

    5 point match

    Game 1
    Anna : 0                       Boris : 0
     1)                             31: 8/5 6/5
     2) 52: 24/22 13/8              Doubles => 2
     3)  Drops

A row has two cells; each player's points are in his own numbers, 25 (or `bar`) and 0 (or `off`).
What programs add is read too: a head of `; [Key "value"]`, `*`, `(2)`, joined legs, words where
nothing can be played.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tavola.formats.paper import MOST_ENTRIES, Did, Entry, Page, Paper, bad_file, why_torn
from tavola.rules.model.refusal import Refusal, Refused, refuse

_KEY = re.compile(r';\s*\[\s*(?P<key>[^"\]]{1,40}?)\s*"(?P<value>[^"]{0,200})"\s*\]')
_LENGTH = re.compile(r"\s*(?P<length>\d{1,4})\s+points?\s+match\b", re.I)
_GAME = re.compile(r"\s*Game\s+\d{1,4}\s*$", re.I)
_NAMES = re.compile(
    r"(?P<first>.*?)\s*:\s*(?P<one>\d{1,19})\s+(?P<second>\S.*?)\s*:\s*(?P<two>\d{1,19})\s*$"
)
_ROW = re.compile(r"\s{0,6}\d{1,4}\)")
_CELL = re.compile(
    r"(?<!\S)(?:(?P<dice>[1-6]{2}):|"
    r"(?P<word>Doubles|Takes|Drops|Beavers|Raccoons|Wins|Resigns)\b)",
    re.I,
)
_VALUE = re.compile(r"\d{1,19}")
_NO_PLAY = re.compile(r"(?:can(?:no|')t move|\?+|no move|danced?|-+)\.?\s*$", re.I)
_MARKED = re.compile(r"illegal (?:play|move)\s*\((?P<play>[^()]*(?:\(\d\)[^()]*)*)\)", re.I)
_SNOWIE_HEAD, _SNOWIE_POINTS = 12, 26
"""Fields of such a position before its points (match, players, score, cube), and its points."""
_COUNT = re.compile(r"-?\d{1,2}", re.ASCII)
_STEP = re.compile(r"(?:bar|off|\d{1,2})(?:/(?:bar|off|\d{1,2})\*?)+(?:\(\d\))?", re.I)
_RATING = re.compile(r",\s*\d{3,4}(?:\.\d+)?(?:/\d+)?$")
_WORDS = {
    "doubles": Did.DOUBLE,
    "takes": Did.TAKE,
    "drops": Did.DROP,
    "beavers": Did.BEAVER,
    "raccoons": Did.BEAVER,
    "resigns": Did.RESIGN,
    "wins": Did.WIN,
}
_LONGEST_LINE = 500
"""Characters of a line; two plays of doubles have some 80."""
_MOST_KEYS = 100
"""Keys of a head."""
_RIGHT = 33
"""The column of the right cell, if the names are short enough."""


def looks_like(text: str) -> bool:
    """Whether a text has the line that every file of this form has."""
    return any(_LENGTH.match(line) for line in _lines(text)[:200])


def _lines(text: str) -> list[str]:
    """The lines of a file as editors count them; Python takes other signs for ends, too."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


# ----------------------------------------------------------------------------------------- reading


@dataclass
class _Reader:
    """What was read of a match so far; `first`: none was read before it, and a file of which
    nothing stands is refused."""

    first: bool = True
    about: dict[str, str] = field(default_factory=dict)
    length: int | None = None
    players: tuple[str, str] = ("", "")
    pages: list[Page] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    count: int = 0
    awaits_names: bool = False
    middle: int = _RIGHT
    torn: Refusal | None = None

    def named_by(self, line: str) -> bool:
        """Whether names of players are awaited and a line has them, however it begins."""
        return self.awaits_names and _NAMES.match(line) is not None

    def paper(self) -> Paper:
        self.end_page()
        if self.length is None:
            raise bad_file("mat_length", 1)
        if not self.pages and self.torn is None:
            self.end(bad_file("mat_games", 1).refusal)
        variation = self.about.get("Variation", "")
        pages = tuple(self.pages)
        return Paper(self.length, self.players, pages, variation, self.about, torn=self.torn)

    def end(self, why: Refusal) -> None:
        """No more of it can be read."""
        stands = self.entries or len(self.pages) > 1
        if self.first and not stands:
            raise Refused(why)
        self.torn = why

    def end_page(self) -> None:
        if self.pages:
            self.pages[-1] = Page(self.pages[-1].score, self.pages[-1].line, tuple(self.entries))
        self.entries = []


def read(text: str) -> Iterator[Paper]:
    """The matches of a file; most hold one.  One with a line that cannot be read ends before it.

    Raises `Refused`: `bad_file` with the line where nothing stands before it, `too_many_events`.
    """
    reader = _Reader()
    for number, line in enumerate(_lines(text), start=1):
        if reader.pages and _LENGTH.match(line) and not reader.named_by(line):
            yield reader.paper()
            reader = _Reader(first=False)
        if reader.torn is None:
            _try(reader, number, line[: _LONGEST_LINE + 1].expandtabs())
    yield reader.paper()


def _try(reader: _Reader, number: int, line: str) -> None:
    """Take a line, or note why it ends what can be read of the match."""
    try:
        _take(reader, number, line)
    except Refused as refused:
        reader.end(why_torn(refused))


def _take(reader: _Reader, number: int, line: str) -> None:
    if not line.strip():
        return
    if line.lstrip().startswith(";") and not reader.named_by(line):
        key = _KEY.search(line)
        if key is not None and len(reader.about) < _MOST_KEYS:
            reader.about[key["key"].strip()] = key["value"].strip()
        return
    if len(line) > _LONGEST_LINE and reader.length is not None:
        raise bad_file("mat_row", number, line)
    if reader.awaits_names:
        _take_names(reader, number, line)
    elif (length := _LENGTH.match(line)) is not None:
        reader.length = int(length["length"])
    elif _GAME.match(line):
        if reader.length is None:
            raise bad_file("mat_length", number)
        reader.awaits_names = True
    elif reader.pages:
        _take_row(reader, number, line)
    elif reader.length is not None:
        raise bad_file("mat_row", number, line)


def _take_names(reader: _Reader, number: int, line: str) -> None:
    found = _NAMES.match(line)
    if found is None:
        raise bad_file("mat_names", number, line)
    reader.end_page()
    names = tuple(_RATING.sub("", found[name].strip())[:60] for name in ("first", "second"))
    reader.players = (names[0], names[1])
    reader.pages.append(Page((int(found["one"]), int(found["two"])), number))
    reader.middle = min(found.start("second"), _RIGHT) - 8
    reader.awaits_names = False
    _count(reader)


def _count(reader: _Reader) -> None:
    """One entry or game more.  Raises `Refused` (code `too_many_events`)."""
    reader.count += 1
    if reader.count > MOST_ENTRIES:
        raise refuse("too_many_events", most=MOST_ENTRIES)


def _take_row(reader: _Reader, number: int, line: str) -> None:
    row = _ROW.match(line)
    begin = row.end() if row else 0
    cells = list(_CELL.finditer(line, begin))[:3]
    if not cells:
        if row is None:
            raise bad_file("mat_row", number, line)
        if line[begin:].strip() and not _NO_PLAY.match(line[begin:].strip()):
            raise bad_file("mat_cell", number, line[begin:], _first(line, begin))
        return
    if line[begin : cells[0].start()].strip() or len(cells) > 2:
        raise bad_file("mat_cell", number, line[begin:], _first(line, begin))
    first = 0 if len(cells) == 2 or cells[0].start() < reader.middle else 1
    for player, cell in enumerate(cells, start=first):
        end = cells[1].start() if len(cells) == 2 and cell is cells[0] else len(line)
        _count(reader)
        reader.entries.append(_entry(player, number, cell, line[cell.end() : end].strip()))


def _first(line: str, begin: int) -> int:
    """The column of the first character that is no blank."""
    return len(line) - len(line[begin:].lstrip()) + 1


def _entry(player: int, number: int, cell: re.Match[str], rest: str) -> Entry:
    column = cell.start() + 1
    if cell["dice"]:
        first, second = (int(die) for die in cell["dice"])
        board = _board(rest, number, column)
        play = "" if board else _play(rest, number, column)
        return Entry(player, Did.PLAY, number, (first, second), play, board=board, column=column)
    value, did = _VALUE.search(rest), _WORDS[cell["word"].lower()]
    return Entry(player, did, number, value=int(value[0]) if value else 0, column=column)


def _board(text: str, number: int, column: int) -> tuple[int, ...]:
    """What an illegal play led to, where it is told by a position in the text form of Snowie."""
    marked = _MARKED.fullmatch(text)
    fields = marked["play"].split(";") if marked else []
    if len(fields) <= 1:
        return ()
    points = fields[_SNOWIE_HEAD : _SNOWIE_HEAD + _SNOWIE_POINTS]
    if len(points) < _SNOWIE_POINTS or not all(map(_COUNT.fullmatch, points)):
        raise bad_file("mat_play", number, text, column)
    return tuple(map(int, points))


def _play(text: str, number: int, column: int) -> str:
    """A play with `bar` and `off` in words, without what programs say where there is none."""
    if not text or _NO_PLAY.match(text):
        return ""
    marked = _MARKED.fullmatch(text)
    text = marked["play"] if marked else text
    words = text.split()
    for word in words:
        if not _STEP.fullmatch(word):
            raise bad_file("mat_play", number, text, column)
    return " ".join(_leg(word) for word in words)


def _leg(word: str) -> str:
    places, mark, times = word.lower().partition("(")
    found = []
    for n, place in enumerate(places.split("/")):
        name, star = place.rstrip("*"), "*" if place.endswith("*") else ""
        name = {"25": "bar", "0": "off", "00": "off"}.get(name, name.lstrip("0"))
        found.append(("off" if n and name == "bar" else name) + star)
    return "/".join(found) + mark + times


# ----------------------------------------------------------------------------------------- writing

_LEFT = 27
_HEAD = (
    *("Site", "Event", "Round", "EventDate", "Variation", "Crawford", "Jacoby", "Beaver"),
    *("CubeLimit", "Transcriber"),
)
"""Keys of the head that are written, in this order."""


def write(paper: Paper) -> str:
    """The text of a match; plays stand in it as `tell.py` wrote them, a leg for each number.

    Raises `Refused` (code `not_written`) for a match that begins with a position put in by hand.
    """
    if any(entry.did is Did.SET for page in paper.pages for entry in page.entries):
        raise refuse("not_written", what="mat_position")
    about = {**paper.about, **({"Variation": paper.variation} if paper.variation else {})}
    lines = [f'; [{key} "{_plain(about[key])}"]' for key in _HEAD if about.get(key)]
    lines += [*([""] if lines else []), f" {paper.length} point match"]
    for number, page in enumerate(paper.pages, start=1):
        lines += ["", f" Game {number}", _names(paper, page), *_rows(page.entries)]
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    return " ".join(text.replace('"', "'").split())


def _names(paper: Paper, page: Page) -> str:
    left, right = (
        f"{_named(name) or f'Player {n}'} : {score}"
        for n, (name, score) in enumerate(zip(paper.players, page.score, strict=True), start=1)
    )
    return f" {left:<31}{right}" if len(left) < 31 else f" {left}  {right}"


def _named(name: str) -> str:
    """A name without colons, and without a comma that would make its end a rating."""
    plain = name.replace(":", " ").strip()
    return " ".join(_RATING.sub(lambda rating: rating[0].replace(",", " "), plain).split())


def _rows(entries: Iterable[Entry]) -> Iterator[str]:
    cells, number = ["", ""], 1
    for entry in entries:
        if cells[entry.player]:
            yield _row(number, cells)
            cells, number = ["", ""], number + 1
        cells[entry.player] = _cell(entry)
        if entry.player == 1:
            yield _row(number, cells)
            cells, number = ["", ""], number + 1
    if any(cells):
        yield _row(number, cells)


def _row(number: int, cells: list[str]) -> str:
    left = cells[0] if len(cells[0]) < _LEFT or not cells[1] else cells[0] + " "
    return f"{number:3d}) {left:<{_LEFT}} {cells[1]}".rstrip()


def _cell(entry: Entry) -> str:
    match entry.did:
        case Did.PLAY:
            assert entry.dice is not None
            high, low = sorted(entry.dice, reverse=True)
            if entry.board:
                return f"{high}{low}: Illegal play ({_snowie(entry)})"
            return f"{high}{low}: {_numbers(entry.play)}".rstrip()
        case Did.WIN:
            return f" Wins {entry.value} point{'' if entry.value == 1 else 's'}"
        case Did.DOUBLE:
            return f" Doubles => {entry.value}"
    return f" {entry.did.value.capitalize()}s"


def _snowie(entry: Entry) -> str:
    """What an illegal play led to, as GNU Backgammon reads it: the other one is on turn, and the
    points are those of who played."""
    head = (0, 0, 0, 0, 1 - entry.player, "Player 1", "Player 2", 0, 0, 0, 1, 0)
    return ";".join(map(str, (*head, *entry.board, 0, 0, "")))


def _numbers(play: str) -> str:
    return play.replace("bar", "25").replace("off", "0").replace("*", "")


__all__ = ["looks_like", "read", "write"]
