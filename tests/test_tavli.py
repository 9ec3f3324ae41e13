"""Tavli: Portes, Plakoto and Fevga in turn, as its page tells it; how it is found and shown."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

import tavola
from at_table import House, check_same, play_on, run
from inside import Inside
from paper import begin, house_in, open_page, record_of
from tavola.bots.levels import levels_of
from tavola.drawing import wall_pictures
from tavola.games import GAMES, OFFERED, by_family
from tavola.games.agreement import Wish, agree
from tavola.play.random_match import random_playout
from tavola.rules import turn
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Opening, Side
from tavola.rules.text import one_line, record, script
from tavola.rules.turn.state import Action, Kind, Phase, State
from tavola.server.pages import cards
from tavola.words import LANGUAGES, Words, names

ID = "tavli"
ORDER = ("portes", "plakoto", "fevga")
TAVLI = OFFERED[ID]


def from_text(text: str, match: MatchRules) -> State:
    return one_line.read(TAVLI.rules, text, match, TAVLI.in_turn())


def ended(state: State, line: str) -> State:
    return script.run(state, line)


# ---------------------------------------------------------------------------------------- rules


@pytest.mark.plain
def test_the_games_in_their_order() -> None:
    assert [one.id for one in TAVLI.rotation] == list(ORDER)
    assert [TAVLI.played(number).id for number in (1, 2, 3, 4, 7)] == [*ORDER, "portes", "portes"]


@pytest.mark.plain
def test_each_game_is_that_of_the_catalogue_but_for_who_begins() -> None:
    for one in TAVLI.in_turn():
        own = GAMES[one.game].rules
        assert own.opening is Opening.FRESH
        assert replace(one.rules, opening=own.opening) == own
    thrown = TAVLI.in_turn({"starter": "throw"})
    assert [one.rules for one in thrown] == [GAMES[one.game].rules for one in thrown]


@pytest.mark.plain
def test_what_is_usual() -> None:
    agreed = agree(Wish(ID))
    assert (agreed.match.length, agreed.match.crawford, agreed.rules.cube) == (5, False, False)
    assert agreed.profile == TAVLI.profiles[0].name
    assert TAVLI.profiles[0].lengths == (3, 5, 7)
    for length in (3, 7, 13):
        assert agree(Wish(ID, length=length)).match == MatchRules(length=length, games=None)
    with pytest.raises(Refused, match="bad_option"):
        agree(Wish(ID, options={"cube": True}))
    with pytest.raises(Refused, match="no_cube"):
        agree(Wish(ID, jacoby=True, money=True))


@pytest.mark.plain
def test_the_match_that_its_page_tells() -> None:
    """White wins Portes, Black Plakoto by the mother, White a double Fevga: 3 to 2, and Portes."""
    match = MatchRules(length=5, games=None)
    portes = from_text("W 23:1 | B 6:5 5:5 4:3 24:1 | W 5-3 | game:1", match)
    state = ended(portes, "23/off; done")
    assert (state.score, state.phase) == ((1, 0), Phase.OVER)
    state, _ = turn.apply(state, Action(Kind.NEXT))
    assert (state.playing(ID), state.side, state.phase) == ("plakoto", Side.WHITE, Phase.START)
    plakoto = from_text("W 1:1 12:14 | B 7:1 6:14 | B 6-1 | score:1-0 game:2", match)
    state = ended(plakoto, "7/1; done")
    assert (state.score, state.result and state.result.how) == ((1, 2), "mother")
    state, _ = turn.apply(state, Action(Kind.NEXT))
    assert (state.playing(ID), state.side) == ("fevga", Side.BLACK)
    fevga = from_text("W 24:1 | B 12:15 | W 2-1 | score:1-2 game:3", match)
    state = ended(fevga, "24/off; done")
    assert (state.score, state.result and state.result.how) == ((3, 2), "gammon")
    state, _ = turn.apply(state, Action(Kind.NEXT))
    assert (state.playing(ID), state.side, state.game) == ("portes", Side.WHITE, 4)


@pytest.mark.plain
@pytest.mark.parametrize("seed", range(3))
def test_whole_matches(seed: int) -> None:
    found = random_playout(TAVLI, match=MatchRules(length=7, games=None), seed=seed)
    assert found.finished
    assert max(found.state.score) >= 7
    assert record.fold(found.record, TAVLI) == found.state
    assert len(found.record.digest.split()) == 3


def test_a_program_plays_it() -> None:
    match, bot = tavola.Match(ID, length=3, dice=3), tavola.Bot(ID, "expert")
    played = list[str]()
    while not match.over:
        state = match.state
        if state.phase is Phase.OVER:
            match.next_game()
        elif state.phase in (Phase.OPENING, Phase.START):
            match.roll()
        else:
            match.act(*bot.choose(match))
        played.append(match.state.playing(ID))
    assert max(match.state.score) >= 3
    assert list(dict.fromkeys(played)) == list(ORDER[: match.state.game])


# ------------------------------------------------------------------------------- found and shown


def test_it_stands_among_its_family() -> None:
    assert TAVLI in by_family()["mediterranean"]
    assert list(OFFERED).index(ID) > list(OFFERED).index("portes")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("sought", ["tavli", "Τάβλι", "TAVLI", "plakoto"])
def test_it_is_found(lang: str, sought: str) -> None:
    assert cards.fits(cards.card(lang, ID), "", sought)


def test_its_picture_is_a_moment_of_plakoto() -> None:
    shown = wall_pictures.moment(TAVLI, TAVLI.telling[0])
    assert shown.steps
    assert shown.state.playing(ID) == "plakoto"
    facts, after = wall_pictures.facts_of(TAVLI, TAVLI.telling[0])
    assert any("pins" in fact.details for fact in facts)
    assert after.position.pinned(12) is Side.BLACK
    wall = cards.pictures()
    assert wall.whole[ID] != wall.whole["plakoto"]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with house_in(tmp_path_factory.mktemp("tavli")) as found:
        yield found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_its_page_shows_and_links_its_games(house: Inside, lang: str) -> None:
    page = open_page(house.visitor(), f"/games/{ID}", lang)
    drawn = [found for found in page.all("svg") if "narrow" in found.get("class", "")]
    assert len(drawn) == len(ORDER) + 1, "the starts, and a moment beside the rules"
    for game in ORDER:
        assert page.all("a", href=f"/games/{game}")
        assert names.game_name(Words(lang), game) in page.text
    assert not page.all("a", href=f"/drills?game={ID}")
    other = open_page(house.visitor(), "/games/portes", lang)
    assert not other.all("div", **{"class": "starts"})
    assert other.all("a", href="/drills?game=portes")


def test_one_button_begins_a_match_to_five(house: Inside) -> None:
    visitor = house.visitor()
    for opponent in ("computer", "here", "friend"):
        found = record_of(visitor, begin(visitor, {"game": ID, "opponent": opponent}))
        assert (found["game"], found["match"]["length"]) == (ID, 5)
    length = {"game": ID, "opponent": "here", "play": "points", "length": "3"}
    assert record_of(visitor, begin(visitor, length))["match"]["length"] == 3


def test_every_level_sits_down(house: Inside) -> None:
    visitor = house.visitor()
    for level in levels_of(ID, TAVLI.rules):
        fields = {"game": ID, "opponent": "computer", "level": level.name}
        address = begin(visitor, fields)
        players = record_of(visitor, address)["players"]
        assert f"computer:{level.name}" in players


def test_two_play_it_at_a_table() -> None:
    """A whole match between two clients, each game seen by both on its board, and after a restart
    the match that it was."""

    async def scene(tables: House) -> None:
        table, anna, bea = await tables.pair(ID, match=MatchRules(length=5, games=None))
        rng, seen = random.Random(8), list[str]()
        while table.match.state.phase is not Phase.END:
            await play_on([anna, bea], rng, table.match.seq + 50)
            seen += [m["view"]["playing"] for m in bea.heard if m["type"] == "events"]
        check_same(tables, table)
        assert list(dict.fromkeys(seen)) == list(ORDER[: table.match.state.game])
        assert max(table.match.state.score) >= 5
        _, again = await tables.reopened(table)
        assert again.match.state == table.match.state

    run(scene)
