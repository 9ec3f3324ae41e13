"""What the wall and the lists of matches show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from tavola.drawing import page_pictures
from tavola.games import GAMES, by_family
from tavola.rules import turn
from tavola.rules.model.geometry import board_number, geometry_of
from tavola.rules.model.ruleset import Side
from tavola.rules.text.record import match_from_json
from tavola.server.api.game_statistics import Facts, facts_of
from tavola.server.http.guests import words_in
from tavola.server.match.live_match import facing
from tavola.server.pages.forms import match_parts, option_parts
from tavola.server.store import BROKEN_OFF, StoredMatch, StoredSeat
from tavola.words import names, situations
from tavola.words.general_pages import BOARD
from tavola.words.rule_pages import page as rules_page
from tavola.words.speaker import Speaker, side_name
from tavola.words.translations import Words, mark

DICE_TERMS = {
    False: mark("The dice are thrown by the computer, fixed in advance, and can be checked."),
    True: mark("You throw real dice and type them in."),
}
COLOUR_TERMS = {False: mark("You play {colour}."), True: mark("Your guest plays {colour}.")}


@dataclass(frozen=True)
class Card:
    """A game on the wall; `lang` is the language of its name and of the line under it."""

    id: str
    family: str
    name: str
    line: str
    lang: str
    facts: Facts | None
    cube: bool


@lru_cache(maxsize=8)
def cards(lang: str) -> tuple[Card, ...]:
    """All games in the booklet's order."""
    words = words_in(lang)
    return tuple(
        Card(
            id=game.id,
            family=game.family,
            name=names.game_name(words, game.id),
            line=names.game_line(words, game.id),
            lang=rules_page(lang, game.id).lang,
            facts=facts_of(game.id),
            cube=game.rules.cube,
        )
        for game in GAMES.values()
    )


def families(words: Words) -> dict[str, str]:
    """The families that have games, in order, and what they are called."""
    return {family: names.family_name(words, family) for family in by_family()}


@lru_cache(maxsize=1)
def wall_pictures() -> page_pictures.Wall:
    """All opening positions, drawn."""
    return page_pictures.wall({game.id: game.rules for game in GAMES.values()})


@lru_cache(maxsize=128)
def start_diagrams(
    game_id: str, numbering: str = "booklet", viewer: Side = Side.WHITE
) -> tuple[str, str]:
    """The opening position of a game as a side sees it: for a phone and for a desk."""
    rules = GAMES[game_id].rules
    seen = facing(rules, (viewer,))
    widths = {"narrow": page_pictures.NARROW, "wide": page_pictures.WIDE}
    narrow, wide = (
        page_pictures.diagram(rules, widths[name], name, numbers=numbering, viewer=seen)
        for name in widths
    )
    return narrow, wide


@lru_cache(maxsize=8)
def named_boards(lang: str, numbering: str = "booklet") -> tuple[str, str]:
    """The board with its parts named, as White sees it: for a phone and for a desk."""
    words = words_in(lang)
    parts = page_pictures.Parts(
        inner=words.within("on the board", "Inner board"),
        outer=words.within("on the board", "Outer board"),
        bar=words.within("on the board", "Bar"),
        off=words.within("on the board", "Off"),
        sides={side: side_name(words, side) for side in Side},
    )
    widths = {"narrow": page_pictures.NARROW, "wide": page_pictures.WIDE}
    narrow, wide = (
        page_pictures.named_board(BOARD, width, parts, name, numbers=numbering)
        for name, width in widths.items()
    )
    return narrow, wide


@lru_cache(maxsize=256)
def start_sentences(
    lang: str, game_id: str, numbering: str = "booklet", viewer: Side = Side.WHITE
) -> tuple[str, ...]:
    """The opening position in words, for those who do not see the drawing."""
    rules = GAMES[game_id].rules
    speaker = Speaker(words_in(lang), rules, numbering, viewer=viewer)
    return tuple(situations.position(speaker, turn.new_match(rules)))


def counted_by(words: Words, game_id: str, viewer: Side) -> str:
    """Whose count own numbers are; nothing where they are those of the booklet all the same."""
    rules = GAMES[game_id].rules
    points = {point for track in geometry_of(rules).track for point in track}
    if all(board_number(rules, viewer, point, "own") == point for point in points):
        return ""
    colour = side_name(words, viewer)
    return words.text("The points are numbered as {colour} counts them.", colour=colour)


# ------------------------------------------------------------------------------ lists of matches


@dataclass(frozen=True)
class Entry:
    """A match in a list: which game, against whom, when it was last played, and how it ended."""

    id: str
    game: str
    game_id: str
    opponent: str
    touched: int
    status: str
    sealed: bool
    result: str


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
        )
        for match in matches
        if match.header.get("game") in GAMES
    ]


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
    header, game = match.header, GAMES[match.header["game"]]
    how = match_parts(words, match_from_json(header.get("match")))
    free = next((seat for seat in match.seats if seat.kind == "open"), match.seats[1])
    colour = side_name(words, Side(free.player))
    typed = header.get("dice", {}).get("kind") == "typed"
    return [
        "; ".join(how),
        *option_parts(words, game, header.get("options", {})),
        words.text(COLOUR_TERMS[own], colour=colour),
        words.text(DICE_TERMS[typed]),
    ]


def players_of(words: Words, seats: Iterable[StoredSeat]) -> str:
    """Who plays at a table, in short."""
    return ", ".join(_player(words, seat) for seat in seats)


def _player(words: Words, seat: StoredSeat) -> str:
    if seat.kind == "computer":
        level = names.level_name(words, seat.level) if seat.level else ""
        computer = words.text("Computer")
        return f"{computer} ({level})" if level else computer
    return seat.name or side_name(words, Side(seat.player))


def seat_name(words: Words, seat: StoredSeat) -> str:
    """Who sits there, to follow `against`."""
    if seat.kind == "computer":
        level = names.level_name(words, seat.level) if seat.level else ""
        computer = words.within("after against", "the computer")
        return f"{computer} ({level})" if level else computer
    if seat.kind == "open":
        return words.within("after against", "a friend who has not come yet")
    return seat.name or words.within("after against", "a guest")
