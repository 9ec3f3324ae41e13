"""Rule pages hold points as data, and tell them with the numbers of the reader's board."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tavola.drawing.text_board import Drawing
from tavola.games import GAMES, SHIPPED
from tavola.games.told_examples import CLAIMS, Claim
from tavola.rules import turn
from tavola.rules.model import movement
from tavola.rules.model.geometry import GEOMETRIES
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Side
from tavola.rules.text import notation, one_line
from tavola.rules.text.notation import NUMBERINGS
from tavola.rules.turn.state import State
from tavola.words import LANGUAGES, rule_pages
from tavola.words.points_in_texts import told_points, with_numbers
from tavola.words.rule_examples import example_in, example_key

BACKGAMMON = GAMES["backgammon"].rules
EVERY_PAGE = [(lang, game) for lang in LANGUAGES for game in SHIPPED]
BRACES = re.compile(r"\{[^{}]*\}")


def lines_of(lang: str, game: str) -> Iterator[str]:
    """The lines of a page as they are written, the first two apart, which hold no points."""
    page = rule_pages.own_page(lang, game)
    assert page is not None
    for section in page.sections:
        yield from section.text.splitlines()


# ------------------------------------------------------------------------------ the notation


@pytest.mark.parametrize(
    ("written", "booklet", "white", "black"),
    [
        ("{W:8}", "8", "17", "8"),
        ("{8}", "8", "17", "8"),
        ("{B:11, 13 und 21}", "11, 13 und 21", "14, 12 und 4", "11, 13 und 21"),
        ("{W:8/14/15}", "8/14/15", "17/11/10", "8/14/15"),
        ("home {W:19-24}", "home 19-24", "home 1-6", "home 19-24"),
        ("enters {W:1-6}", "enters 1-6", "enters 24-19", "enters 1-6"),
        ("home {B:1 à 6}", "home 1 à 6", "home 19 à 24", "home 1 à 6"),
        ("enters {B:24 bis 19}", "enters 24 bis 19", "enters 1 bis 6", "enters 24 bis 19"),
        ("{19-24}", "19-24", "1-6", "19-24"),
        ("8 and {word}", "8 and {word}", "8 and {word}", "8 and {word}"),
    ],
)
def test_points_are_told(written: str, booklet: str, white: str, black: str) -> None:
    for side in Side:
        assert with_numbers(written, BACKGAMMON, "booklet", side) == booklet
    assert with_numbers(written, BACKGAMMON, "own", Side.WHITE) == white
    assert with_numbers(written, BACKGAMMON, "own", Side.BLACK) == black


@pytest.mark.parametrize(
    ("game", "written", "white", "black"),
    [
        ("puff", "{W:24} {B:6}", "24 6", "1 19"),
        ("puff-long", "{1-6} {19-24}", "24-19 1-6", "24-19 1-6"),
        ("french-2", "{W:9} {B:16}", "9 9", "9 9"),
        ("ludus-lumbadorum", "{W:6/24} {B:19}", "12/6 1", "1/7 12"),
        ("catch-me", "{W:24/14}", "24/14", "24/14"),
        ("doublets", "{W:24} {B:6}", "1 6", "1 6"),
    ],
)
def test_points_of_every_kind_of_board(game: str, written: str, white: str, black: str) -> None:
    rules = GAMES[game].rules
    assert with_numbers(written, rules, "own", Side.WHITE) == white
    assert with_numbers(written, rules, "own", Side.BLACK) == black


@pytest.mark.parametrize("game", SHIPPED)
@pytest.mark.parametrize("viewer", Side)
@pytest.mark.parametrize("numbering", NUMBERINGS)
def test_texts_have_the_numbers_of_the_board(game: str, viewer: Side, numbering: str) -> None:
    rules = GAMES[game].rules
    drawn = Drawing(rules, viewer, numbering).board(Position.start(rules)).plain.splitlines()
    shown = sorted(
        int(number) for row in (drawn[0], drawn[-1]) for number in re.findall(r"\d+", row)
    )
    points = [point for track in GEOMETRIES[rules.board].track for point in track]
    told = [with_numbers(f"{{{point}}}", rules, numbering, viewer) for point in set(points)]
    assert sorted(map(int, told)) == shown


# ------------------------------------------------------------------------------ all pages


@pytest.mark.parametrize(("lang", "game"), EVERY_PAGE)
def test_every_page_is_told_for_every_reader(lang: str, game: str) -> None:
    for numbering in NUMBERINGS:
        for viewer in Side:
            text = rule_pages.rules_page(lang, game, numbering, viewer)
            assert not re.search(r"[{}]", text)
    booklet = rule_pages.rules_page(lang, game, "booklet", Side.WHITE)
    assert booklet == rule_pages.rules_page(lang, game, "booklet", Side.BLACK)


@pytest.mark.parametrize(("lang", "game"), EVERY_PAGE)
def test_every_point_is_one_of_its_board(lang: str, game: str) -> None:
    geometry = GEOMETRIES[GAMES[game].rules.board]
    for line in lines_of(lang, game):
        for told in told_points(line):
            sides = list(Side) if told.side is None else [told.side]
            for point in told.points:
                assert any(geometry.path(side, point) for side in sides), (line, told)


POINT_WORDS = {
    "it": r"su|sulla|punt[ae]|tiene|tengono|tenesse|fino a|verso|da|a",
    "de": r"auf|Feld|Felder|Feldern|hält|nach|von|hinter|über|aus",
    "fr": r"sur|flèches?|tient|vers|depuis|par|jusqu'à|derrière|de|à",
    "en": r"on|points?|holds?|held|from|through|behind|towards|to",
}
"""What stands before a point; numbers of dice, checkers and games rarely follow these."""

NO_POINTS = {
    "it": [
        "da 1 a 15", "da 1 a 99", "da 2 a 32", "da 2 a 4.", "da 3 a 11", "fino a 24 passi",
        "a 2: fa 10", "a 3 punti", "a 3, 5 (normale)", "a 4 passi", "a 4 vale 12",
    ],
    "de": ["auf 4 und Backgammo", "auf 2, ein Stein", "von 12 Feldern"],
    "fr": [
        "de 1 à 15", "de 1 à 99", "de 11 au plus", "de 12 flèches", "de 13 et plus",
        "de 16 points", "de 2 à 12", "de 2.", "de 24 flèches", "de 3, 5 ou 7", "de 3.", "de 7, il",
        "jusqu'à 6 points", "à 1 et 2 points", "à 1 pip.", "à 1.", "à 2, un pion sort",
        "à 3 pips", "à 32 ;", "à 4 et un backgam", "à 5 et 6 points", "à 6 points", "à 6 sont",
    ],
    "en": [
        "from 1 to 15", "from 1 to 99", "from 2 to 4.", "from 3 to 11", "to 24 pips", "to 3 at 0-0",
        "to 3, 5 (default)", "to 32 but",
    ],
}  # fmt: skip
"""What follows such a word and is no point: counts, distances, lengths of matches, the cube, and
the towers of Doublets, which are called by their die."""


def plain_numbers(lang: str, text: str) -> list[str]:
    """Numbers outside braces that follow a word for a place, with what stands behind them."""
    plain = re.compile(rf"\b(?:{POINT_WORDS[lang]}) \d+(?!-[1-6]\b)\b.{{0,14}}")
    return plain.findall(BRACES.sub("#", text).replace("\u00a0", " "))


@pytest.mark.parametrize(("lang", "game"), EVERY_PAGE)
def test_no_point_stands_outside_braces(lang: str, game: str) -> None:
    for line in lines_of(lang, game):
        found = plain_numbers(lang, line)
        assert not [one for one in found if not one.startswith(tuple(NO_POINTS[lang]))], line


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("it", "Il Bianco va da 8 a {W:14}."),
        ("de", "Schwarz hält 11 und {B:16}."),
        ("fr", "Noir tient la flèche 6."),
        ("en", "White has five on 12 and one on {W:6}."),
    ],
)
def test_plain_points_are_found(lang: str, line: str) -> None:
    assert plain_numbers(lang, line)
    assert not plain_numbers(lang, re.sub(r"(?<![:\d])(\d+)", r"{\1}", BRACES.sub("#", line)))


# ------------------------------------------------------------------------------ examples


def is_like_another(lang: str, game: str) -> bool:
    """Whether a page takes sections over, whose examples are checked with the game they are of."""
    page = rule_pages.own_page(lang, game)
    assert page is not None
    return bool(page.like)


def examples_of(lang: str, game: str) -> set[tuple[str, str]]:
    """The examples of a page that speak of points."""
    texts = [found for line in lines_of(lang, game) if (found := example_in(line))]
    return {(game, example_key(text)) for text in texts}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_example_is_checked(lang: str) -> None:
    own = [game for game in SHIPPED if not is_like_another(lang, game)]
    told = {example for game in own for example in examples_of(lang, game)}
    assert told
    assert told <= CLAIMS.keys()


def test_no_claim_is_left_over() -> None:
    told = {example for lang, game in EVERY_PAGE for example in examples_of(lang, game)}
    assert CLAIMS.keys() <= told


@pytest.mark.parametrize("numbering", NUMBERINGS)
@pytest.mark.parametrize(
    ("game", "claim"),
    [(game, claim) for (game, _), claims in CLAIMS.items() for claim in claims],
    ids=[f"{game} {claim.text}" for (game, _), claims in CLAIMS.items() for claim in claims],
)
def test_examples_say_what_the_rules_say(game: str, claim: Claim, numbering: str) -> None:
    rules = GAMES[game].ruleset(claim.options)
    state = one_line.read(rules, claim.text)

    def typed(play: str) -> str:
        return with_numbers(f"{{{play}}}", rules, numbering, state.side)

    ends = [end_of(state, typed(play), numbering) for play in claim.can]
    for play in claim.cannot:
        assert notation.why(state, typed(play), numbering) is not None, play
    if claim.only:
        found = {play.position.text() for play in turn.plays(state)}
        assert found == {end.text() for end in ends}
    assert claim.leaves in (ends[0].text() if claim.leaves else "")


def end_of(state: State, play: str, numbering: str) -> Position:
    """The position after a typed play.  Raises `Refused`."""
    steps = [action.code for action in notation.read_play(state, play, numbering)]
    return movement.played(state.rules, state.position, state.side, steps)
