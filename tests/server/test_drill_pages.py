"""The pages of drills, as a browser without scripts gets them, and what the openings advise."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from inside import Inside, Visitor, app_of
from tavola.games import GAMES
from tavola.study import opening_advice, openings
from tavola.study.drills import told
from tavola.study.drills.asked import ROUND, games_of, kinds_of, question
from tavola.words.translations import LANGUAGES, Words

NOW = datetime(2026, 11, 22, 10, tzinfo=UTC)
GAME = "backgammon"
TABLELESS = "open-throw"
"""A game that has no table of openings, and will have none."""
SHOTS = f"/drills/shots/{GAME}"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Inside]:
    with Inside(app_of(tmp_path)) as found:
        found.app.state.clock = lambda: NOW
        yield found


@pytest.fixture
def visitor(house: Inside) -> Visitor:
    return house.visitor(**{"accept-language": "en"})


def text_of(answer: Any, status: int = 200) -> str:
    assert answer.status_code == status, answer.text
    return unescape(answer.text)


def sent(number: int, **fields: int) -> dict[str, str]:
    given = {"seed": 7, "n": 1, "right": 0, "clock": 0, "spent": 0, "answer": number} | fields
    return {name: str(value) for name, value in given.items()}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_drill_is_asked_and_answered_in_every_language(house: Inside, lang: str) -> None:
    visitor, words = house.visitor(**{"accept-language": lang}), Words(lang)
    listed = text_of(visitor.get(f"/drills?game={GAME}"))
    for kind in kinds_of(GAME):
        address = f"/drills/{kind}/{GAME}"
        assert f'href="{address}"' in listed
        assert told.title(words, kind) in listed
        page = text_of(visitor.get(f"{address}?seed=7"))
        assert f'lang="{lang}"' in page
        assert told.title(words, kind) in page
        one = question(kind, GAME, "7/1")
        right = text_of(visitor.post(address, data=sent(one.answer)))
        assert 'data-right="1"' in right
        other = one.answer % (one.many or 3) + 1 + 7 * one.near
        wrong = text_of(visitor.post(address, data=sent(other)))
        assert ('data-right="0"' in wrong) == (not one.right(other))


def test_a_round_is_counted_in_the_address_and_ends(visitor: Visitor) -> None:
    begun = visitor.get(SHOTS)
    assert begun.status_code == 303
    assert begun.headers["location"].startswith(f"{SHOTS}?seed=")
    one = question("shots", GAME, "7/1")
    after = text_of(visitor.post(SHOTS, data=sent(one.answer)))
    assert f"{SHOTS}?seed=7&n=2&right=1" in after
    second = text_of(visitor.get(f"{SHOTS}?seed=7&n=2&right=1"))
    assert f"Question 2 of {ROUND}" in second
    assert "1 of 1 right" in second
    last = text_of(visitor.post(SHOTS, data=sent(0, n=ROUND, right=4)))
    assert "The round is over." in last
    assert f"4 of {ROUND} right" in last


def test_the_clock_counts_where_it_is_wanted(house: Inside, visitor: Visitor) -> None:
    page = text_of(visitor.get(f"{SHOTS}?seed=7&clock=1"))
    began = int(page.split('name="began" value="')[1].split('"')[0])
    house.app.state.clock = lambda: NOW + timedelta(seconds=12)
    timed = text_of(visitor.post(SHOTS, data=sent(0, clock=1, began=began)))
    assert "12 seconds a question" in timed
    assert "spent=12" in timed
    assert "a question" not in text_of(visitor.post(SHOTS, data=sent(0, began=began)))


@pytest.mark.parametrize("number", ["", "x", "-3", "²", "9" * 40, "1.5"])
def test_what_is_no_number_comes_back_with_a_sentence(visitor: Visitor, number: str) -> None:
    page = text_of(visitor.post(SHOTS, data=sent(0) | {"answer": number}), 422)
    assert "Type a whole number, 0 or more." in page
    assert 'role="alert"' in page


def test_a_screen_reader_hears_the_verdict_and_of_no_error_before_it(visitor: Visitor) -> None:
    """Browsers tell of an empty field that is required as of a wrong one."""
    field = re.compile(r'<input id="number"[^>]*>')
    asked = field.search(text_of(visitor.get(f"{SHOTS}?seed=7")))
    assert asked
    assert not re.search("required|invalid", asked[0])
    refused = field.search(text_of(visitor.post(SHOTS, data=sent(0) | {"answer": "x"}), 422))
    assert refused
    assert 'aria-invalid="true"' in refused[0]
    assert re.search("<h1 [^>]*autofocus", text_of(visitor.post(SHOTS, data=sent(0))))


def test_what_there_is_not(visitor: Visitor) -> None:
    for address in ("/drills/pins/backgammon", "/drills/nothing/pin", "/drills/shots/chess"):
        assert visitor.get(address).status_code == 404
        assert visitor.post(address, data=sent(1)).status_code in (404, 422)
    assert visitor.get("/drills?game=chess").status_code == 200
    for query in ("seed=x", "seed=1&n=99", "seed=1&n=2&right=5", "seed=" + "9" * 50):
        assert visitor.get(f"{SHOTS}?{query}").status_code == 303
    assert visitor.post(SHOTS, data={"answer": "3"}).status_code == 303


def test_where_nothing_is_chosen_no_second_play_is_shown(visitor: Visitor) -> None:
    for game, columns in (("doublets", 2), (GAME, 4)):
        page = visitor.get(f"/games/{game}/openings").text
        head, first = page.partition("<tbody")[0], page.partition("<tbody")[2].split("</tr>")[0]
        assert head.count('scope="col"') == first.count('role="cell"') + 1 == columns


def test_drills_are_found_from_where_one_learns(visitor: Visitor) -> None:
    assert 'href="/drills"' in visitor.get("/lessons").text
    for address in (f"/games/{GAME}/puzzles", f"/games/{GAME}"):
        assert f'href="/drills?game={GAME}"' in visitor.get(address).text
    assert f'href="/drills/opening/{GAME}"' in visitor.get(f"/games/{GAME}/openings").text


def test_first_throws_are_practised_where_there_is_something_to_ask(visitor: Visitor) -> None:
    """Not where they leave no choice (Doublets, Jacquet), or none that is clear."""
    offered = set(games_of("opening"))
    tabled = {name for name in GAMES if openings.table_of(name).openings}
    assert offered < tabled
    for game in (*sorted(tabled - offered), GAME):
        link = f'href="/drills/opening/{game}"'
        assert (link in visitor.get(f"/games/{game}/openings").text) is (game in offered), game


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_of_a_game_quotes_its_table(house: Inside, lang: str) -> None:
    visitor, words = house.visitor(**{"accept-language": lang}), Words(lang)
    own = opening_advice.sentences(words, GAME)
    assert "8/5 6/5" in own[0]
    for address in (f"/games/{GAME}", f"/games/{GAME}/openings"):
        assert own[0] in text_of(visitor.get(address))
    visitor.post("/settings", data={"numbering": "booklet", "back": "/"})
    assert "17/20 19/20" in text_of(visitor.get(f"/games/{GAME}"))
    assert opening_advice.sentences(words, TABLELESS) == []
    assert words.text("Openings") not in text_of(visitor.get(f"/games/{TABLELESS}"))
