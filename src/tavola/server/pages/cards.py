"""What the wall and the lists of matches show."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from tavola.drawing import page_pictures, wall_pictures
from tavola.drawing.picture import BoardView
from tavola.games import OFFERED, by_family
from tavola.rules import turn
from tavola.rules.model.geometry import board_number, geometry_of
from tavola.rules.model.ruleset import Side
from tavola.rules.text.player_names import isolated
from tavola.rules.text.record import match_from_json
from tavola.server.api.game_statistics import Facts, facts_of
from tavola.server.api.reviews import note
from tavola.server.pages.forms import match_parts, option_parts
from tavola.server.pages.under_way import Glimpse, Glimpses
from tavola.server.store import BROKEN_OFF, StoredMatch, StoredSeat
from tavola.words import names, situations
from tavola.words.general_pages import BOARD
from tavola.words.rule_pages import page as rules_page
from tavola.words.speaker import Speaker, side_name
from tavola.words.translations import LANGUAGES, Words, mark

DICE_TERMS = {
    False: mark("The dice are thrown by the computer, fixed in advance, and can be checked."),
    True: mark("You throw real dice and type them in."),
}
COLOUR_TERMS = {False: mark("You play {colour}."), True: mark("Your guest plays {colour}.")}


_WIDTHS = {"narrow": page_pictures.NARROW, "wide": page_pictures.WIDE}

LUCK = (
    (95, mark("luck alone")),
    (70, mark("much luck")),
    (45, mark("half luck")),
    (16, mark("some luck")),
    (0, mark("little luck")),
)
"""What a share of luck in per cent is called, from its least on: as the dots beside it, luck."""
_DOTS = 5


@dataclass(frozen=True)
class Luck:
    """How much of a game is luck: in per cent, in a word, and as that many of five dots."""

    share: int
    word: str
    dots: int


@dataclass(frozen=True)
class Card:
    """A game on the wall; `lang` is the language of its name and of the line under it, `sought`
    are its name and its idea in all languages, as they are searched."""

    id: str
    family: str
    name: str
    line: str
    lang: str
    facts: Facts | None
    luck: Luck | None
    cube: bool
    sought: str


@lru_cache(maxsize=8)
def cards(lang: str) -> tuple[Card, ...]:
    """All games in the booklet's order."""
    return tuple(card(lang, game_id) for game_id in OFFERED)


@lru_cache(maxsize=256)
def card(lang: str, game_id: str) -> Card:
    """The card of a game."""
    words, game, facts = Words(lang), OFFERED[game_id], facts_of(game_id)
    return Card(
        id=game.id,
        family=game.family,
        name=names.game_name(words, game.id),
        line=names.game_line(words, game.id),
        lang=rules_page(lang, game.id).lang,
        facts=facts,
        luck=None if facts is None else luck_in(words, facts.luck),
        cube=game.rules.cube,
        sought=plain(" ".join(_names_of(game.id))),
    )


def luck_in(words: Words, share: int | None) -> Luck | None:
    """A share of luck in a word; None where it was not measured."""
    if share is None:
        return None
    word = next(word for least, word in LUCK if share >= least)
    return Luck(share, words.text(word), (share * _DOTS + 50) // 100)


def _names_of(game_id: str) -> Iterable[str]:
    for lang in LANGUAGES:
        words = Words(lang)
        yield names.game_name(words, game_id)
        yield names.game_line(words, game_id)


def plain(text: str) -> str:
    """A text as it is searched: small letters without their marks, one space between words."""
    split = unicodedata.normalize("NFKD", text.casefold())
    letters = (sign if sign.isalnum() else " " for sign in split if not unicodedata.combining(sign))
    return " ".join("".join(letters).split())


def fits(found: Card, family: str, sought: str) -> bool:
    """Whether a card belongs to a family ('' for any) and has all the words that are sought."""
    in_family = family in ("", found.family)
    return in_family and all(word in found.sought for word in plain(sought).split())


def arranged(found: Sequence[Card], played: Iterable[str]) -> list[Card]:
    """Cards, first those of games that somebody played more than once, most often first."""
    times = Counter(played)
    return sorted(found, key=lambda card: -times[card.id] if times[card.id] > 1 else 0)


def families(words: Words) -> dict[str, str]:
    """The families that have games, in order, and what they are called."""
    return {family: names.family_name(words, family) for family in by_family()}


def headline(words: Words, count: int) -> str:
    """What the wall says first: how many cards it has."""
    return words.text("{count} games, one board.", count=count)


@lru_cache(maxsize=2)
def pictures(*, mirror: bool = False) -> wall_pictures.Wall:
    """What every game shows on the wall, drawn."""
    return wall_pictures.wall(OFFERED.values(), mirror=mirror)


@lru_cache(maxsize=64)
def telling(game_id: str, view: BoardView, at: int = -1) -> tuple[str, ...]:
    """A moment of a game, for a phone and for a desk; empty if it shows none."""
    game = OFFERED[game_id]
    if not game.telling:
        return ()
    shown = wall_pictures.moment(game, game.telling[at])
    return tuple(wall_pictures.large(shown, width, view, name) for name, width in _WIDTHS.items())


@lru_cache(maxsize=128)
def start_diagrams(game_id: str, view: BoardView) -> tuple[str, str]:
    """The opening position of a game: for a phone and for a desk."""
    rules = OFFERED[game_id].rules
    narrow, wide = (
        page_pictures.diagram(rules, width, view, name) for name, width in _WIDTHS.items()
    )
    return narrow, wide


@lru_cache(maxsize=8)
def named_boards(lang: str, numbering: str) -> tuple[str, str]:
    """The board with its parts named, as White sees it: for a phone and for a desk.

    Never mirrored: the text around it says what lies on its right and on its left.
    """
    words = Words(lang)
    parts = page_pictures.Parts(
        inner=words.within("on the board", "Inner board"),
        outer=words.within("on the board", "Outer board"),
        bar=words.within("on the board", "Bar"),
        off=words.within("on the board", "Off"),
        sides={side: side_name(words, side) for side in Side},
    )
    narrow, wide = (
        page_pictures.named_board(BOARD, width, parts, name, numbering=numbering)
        for name, width in _WIDTHS.items()
    )
    return narrow, wide


@lru_cache(maxsize=256)
def start_sentences(lang: str, game_id: str, view: BoardView) -> tuple[str, ...]:
    """The opening position in words, for those who do not see the drawing."""
    rules = OFFERED[game_id].rules
    speaker = Speaker(Words(lang), rules, view.numbering, viewer=view.viewer)
    return tuple(situations.position(speaker, turn.new_match(rules)))


@dataclass(frozen=True)
class Start:
    """Where a game begins: its drawing for a phone and for a desk, and in words; whether checkers
    run; id and name of the game where it is one of several that are played in turn."""

    diagrams: tuple[str, str]
    sentences: tuple[str, ...]
    runs: bool
    id: str = ""
    name: str = ""


def starts(lang: str, game_id: str, view: BoardView) -> tuple[Start, ...]:
    """Where a game begins, or each game of a rotation."""
    game = OFFERED[game_id]
    played = dict.fromkeys(one.id for one in game.rotation) or {game_id: None}
    return tuple(
        Start(
            start_diagrams(one, view),
            start_sentences(lang, one, view),
            not geometry_of(OFFERED[one].rules).towers,
            *((one, names.game_name(Words(lang), one)) if game.rotation else ()),
        )
        for one in played
    )


def counted_by(words: Words, game_id: str, viewer: Side) -> str:
    """Whose count own numbers are; nothing where they are those of the booklet all the same."""
    rules = OFFERED[game_id].rules
    white, black = (set(track) for track in geometry_of(rules).track)
    if not white & black:
        return words.text("Each side counts its own points.")
    points = white | black
    if all(board_number(rules, viewer, point, "own") == point for point in points):
        return ""
    colour = side_name(words, viewer)
    return words.text("The points are numbered as {colour} counts them.", colour=colour)


# ------------------------------------------------------------------------------ lists of matches


@dataclass(frozen=True)
class Entry:
    """A match in a list: which game, against whom, when it was last played, and how it ended or
    how it stands; `alone`: nobody else has a seat there, so that it may be thrown away; `note`:
    what was left out when it was taken in."""

    id: str
    game: str
    game_id: str
    opponent: str
    touched: int
    status: str
    sealed: bool
    result: str
    alone: bool
    note: str = ""
    glimpse: Glimpse | None = None
    turn: str = ""

    @property
    def turns_mine(self) -> bool:
        """Whether something is to be done by whoever looks."""
        return self.glimpse is not None and self.glimpse.turn in ("mine", "both")


def entries(words: Words, matches: Iterable[StoredMatch], person: str) -> list[Entry]:
    """Matches for a list of somebody's own."""
    return [
        Entry(
            id=match.id,
            game=names.game_name(words, match.header["game"]),
            game_id=match.header["game"],
            opponent=opponent_of(words, match, person),
            touched=match.touched,
            status=match.status,
            sealed=match.header.get("dice", {}).get("kind") == "sealed",
            result=result_of(words, match, person),
            alone={seat.person for seat in match.seats} <= {None, person},
            note=note(words, match),
        )
        for match in matches
        if match.header.get("game") in OFFERED
    ]


async def under_way(
    words: Words,
    glimpses: Glimpses,
    matches: Sequence[StoredMatch],
    person: str,
    *,
    mirror: bool = False,
) -> list[Entry]:
    """Unfinished matches for a list of somebody's own, each with its board."""
    found = []
    by_id = {match.id: match for match in matches}
    for entry in entries(words, matches, person):
        seen = await glimpses.of(by_id[entry.id], person, mirror=mirror)
        turn = seen.said(words) if seen else ""
        found.append(replace(entry, glimpse=seen, turn=turn))
    return found


def result_of(words: Words, match: StoredMatch, person: str) -> str:
    """How a match ended for somebody; '' if it is not over or its score was not kept."""
    points = [int(part) for part in match.score.split()]
    if len(points) != 2:
        return ""
    own = [seat.player for seat in match.seats if seat.person == person]
    if match.status == BROKEN_OFF:
        mine = points[own[0]] if own else points[0]
        return words.text("Broken off, {one} to {other}.", one=mine, other=sum(points) - mine)
    if len(own) != 1:
        return words.text("{one} to {other}.", one=points[0], other=points[1])
    mine, theirs = points[own[0]], points[1 - own[0]]
    if mine == theirs:
        return words.text("Drawn, {one} to {other}.", one=mine, other=theirs)
    told = (
        words.text("Won, {one} to {other}.")
        if mine > theirs
        else words.text("Lost, {one} to {other}.")
    )
    return told.format(one=mine, other=theirs)


def opponent_of(words: Words, match: StoredMatch, person: str) -> str:
    """Whom somebody plays against."""
    others = [seat for seat in match.seats if seat.person != person]
    if not others:
        return words.text("two people at one device")
    return words.text("against {player}", player=seat_name(words, others[0]))


def terms(words: Words, match: StoredMatch, *, own: bool) -> list[str]:
    """How a match is played, for somebody who is invited, or for the host himself (`own`)."""
    header, game = match.header, OFFERED[match.header["game"]]
    how = match_parts(words, match_from_json(header.get("match")))
    free = next((seat for seat in match.seats if seat.kind == "open"), match.seats[1])
    colour = side_name(words, Side(free.player))
    typed = header.get("dice", {}).get("kind") == "typed"
    return [
        words.clauses(how),
        *option_parts(words, game, header.get("options", {})),
        words.text(COLOUR_TERMS[own], colour=colour),
        words.text(DICE_TERMS[typed]),
    ]


def players_of(words: Words, seats: Iterable[StoredSeat], you: int | None = None) -> str:
    """Who plays at a table, in short; `you` is the player who reads it."""
    called = (
        words.within("player", "You") if seat.player == you else _player(words, seat)
        for seat in seats
    )
    return ", ".join(called)


def _player(words: Words, seat: StoredSeat) -> str:
    if seat.kind == "computer":
        return names.computer_name(words, seat.level)
    return isolated(seat.name) or side_name(words, Side(seat.player))


def seat_name(words: Words, seat: StoredSeat) -> str:
    """Who sits there, to follow `against`."""
    if seat.kind == "computer":
        level = names.level_name(words, seat.level) if seat.level else ""
        computer = words.within("after against", "the computer")
        return f"{computer} ({level})" if level else computer
    if seat.kind == "open":
        return words.within("after against", "a friend who has not come yet")
    return isolated(seat.name) or words.within("after against", "a guest")
