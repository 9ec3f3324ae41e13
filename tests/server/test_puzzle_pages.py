"""The pages of puzzles, openings and cards, as a browser without scripts gets them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from html import unescape
from operator import eq
from pathlib import Path
from typing import Any

import pytest

from inside import Inside, Visitor, app_of
from paper import Page
from tavola.bots import shipped_nets
from tavola.bots.adviser import Adviser
from tavola.games import find
from tavola.rules.model.match_rules import MatchRules
from tavola.server.store import cards
from tavola.study import attempts, deck
from tavola.study.puzzles import Puzzle, of_day, puzzles_of, rules_of, state_of
from tavola.study.teacher import Teacher

GAME = "backgammon"
NOW = datetime(2026, 11, 22, 10, tzinfo=UTC)
FIRST = f"/games/{GAME}/puzzles/1"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Inside]:
    with Inside(app_of(tmp_path)) as found:
        found.app.state.clock = lambda: NOW
        yield found


@pytest.fixture
def visitor(house: Inside) -> Visitor:
    return house.visitor(**{"accept-language": "en"})


def puzzle(number: int = 1, game: str = GAME) -> Puzzle:
    return puzzles_of(game).puzzles[number - 1]


def events(one: Puzzle, play: int) -> str:
    """A play as the board sends it, with a step that was taken back."""
    actions = attempts.of_text(state_of(GAME, one), one.plays[play]).actions
    data: list[Any] = [action.to_json() for action in actions]
    return json.dumps([data[0], {"do": "undo", "side": data[0]["side"]}, *data, {"do": "done"}])


def text_of(answer: Any) -> str:
    assert answer.status_code == 200, answer.text
    return unescape(answer.text)


def test_puzzles_are_listed_by_theme(visitor: Visitor) -> None:
    whole = text_of(visitor.get(f"/games/{GAME}/puzzles"))
    count = len(puzzles_of(GAME).puzzles)
    assert f"puzzles/{count}" in whole
    theme = puzzles_of(GAME).themes()[0]
    some = text_of(visitor.get(f"/games/{GAME}/puzzles?theme={theme}"))
    places = puzzles_of(GAME).of_theme(theme)
    assert 0 < len(places) < count
    for n in range(count):
        assert (f'puzzles/{n + 1}?theme={theme}"' in some) == (n in places)
    unknown = text_of(visitor.get(f"/games/{GAME}/puzzles?theme=nothing"))
    assert f'puzzles/{count}"' in unknown


def test_games_that_are_played_in_turn_have_puzzles_each(visitor: Visitor) -> None:
    whole = text_of(visitor.get("/games/tavli/puzzles"))
    for one in find("tavli").rotation:
        assert f'href="/games/{one.id}/puzzles"' in whole
    assert "no puzzles" not in whole
    assert "/drills?game=tavli" not in whole
    assert "There are no puzzles" in text_of(visitor.get("/games/doublets/puzzles"))


def test_games_that_are_played_in_turn_have_openings_each(visitor: Visitor) -> None:
    whole = text_of(visitor.get("/games/tavli/openings"))
    for one in find("tavli").rotation:
        assert f'href="/games/{one.id}/openings"' in whole
    assert "There is no table" not in whole
    assert "There is no table" in text_of(visitor.get("/games/fixed-throw/openings"))


@pytest.mark.parametrize("number", ["0", "99999", "x", "-1", "²"])
def test_there_is_no_such_puzzle(visitor: Visitor, number: str) -> None:
    assert visitor.get(f"/games/{GAME}/puzzles/{number}").status_code == 404


def test_a_theme_praises_nothing_that_is_bad_in_its_game(visitor: Visitor) -> None:
    """In Reverse a play is often the best one because it leaves more blots."""
    usual = text_of(visitor.get(f"/games/{GAME}/puzzles"))
    slower = text_of(visitor.get("/games/reverse/puzzles"))
    assert "safety" in usual
    assert "safety" not in slower
    assert "blots" in slower
    one = puzzle(4, "reverse")
    assert one.themes == ("sent", "points", "danger")
    solved = text_of(visitor.post("/games/reverse/puzzles/4", data={"play": one.plays[0]}))
    assert "hitting, closed points, blots" in solved


def test_the_natural_play_may_be_the_right_one(visitor: Visitor) -> None:
    """A hint calls it natural at most puzzles; so their page does not say that it is wrong."""
    teacher = Teacher(GAME, Adviser(rules_of(GAME), shipped_nets.load(GAME).weights))
    asked = [(one, state_of(GAME, one)) for one in puzzles_of(GAME).puzzles[:10]]
    bests = [attempts.of_text(state, one.plays[0]).position for one, state in asked]
    natural = [teacher.natural(state) for _, state in asked]
    assert sum(map(eq, bests, natural)) > 5
    assert "comes to mind" not in text_of(visitor.get(f"/games/{GAME}/puzzles"))


@pytest.mark.parametrize(
    ("game", "one", "other"),
    [
        (GAME, "hitting", "pinning"),
        ("pin", "pinning", "hitting"),
        (GAME, "bearing off", "reaching the goal"),
        ("french-2", "reaching the goal", "bearing off"),
    ],
)
def test_a_theme_is_called_after_what_its_game_does(
    visitor: Visitor, game: str, one: str, other: str
) -> None:
    told = text_of(visitor.get(f"/games/{game}/puzzles"))
    assert one in told
    assert other not in told


def test_a_typed_play_is_judged(visitor: Visitor) -> None:
    one = puzzle()
    right = text_of(visitor.post(FIRST, data={"play": one.plays[0]}))
    assert f"Right: {one.plays[0]} is best." in right
    wrong = text_of(visitor.post(FIRST, data={"play": one.plays[one.natural]}))
    assert f"Not quite: {one.plays[one.natural]} loses" in wrong
    assert "This is one of your cards" in wrong
    # "this play" of the reasons is the best one, though the verdict is about the other
    assert f">Why {one.plays[0]}?</h2>" in right
    assert f">Why {one.plays[0]}?</h2>" in wrong
    assert right.index("Some beginners") < right.index("Why ")  # the other play of the reasons


def test_what_the_board_sends_is_judged(visitor: Visitor) -> None:
    one = puzzle()
    right = text_of(visitor.post(FIRST, data={"events": events(one, 0)}))
    assert f"Right: {one.plays[0]} is best." in right


@pytest.mark.parametrize(
    "sent", [{"play": ""}, {"play": "99/1"}, {"events": "{"}, {"events": "[3]"}, {"events": "[]"}]
)
def test_what_cannot_be_played_comes_back_with_a_sentence(
    visitor: Visitor, sent: dict[str, str]
) -> None:
    answer = visitor.post(FIRST, data=sent)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


def test_what_was_typed_can_be_mended(visitor: Visitor) -> None:
    """Without scripts the form is all there is: it holds the slip, and says what is wrong of it."""
    page = Page(visitor.post(FIRST, data={"play": "24/22 13/1x"}))
    [field] = page.all("input", name="play", value="24/22 13/1x")
    assert "autofocus" in field
    assert field["aria-invalid"] == "true"
    assert page.all("p", id=field["aria-describedby"], role="alert")


def test_half_a_play_is_not_enough(visitor: Visitor) -> None:
    one = puzzle()
    part = json.dumps([attempts.of_text(state_of(GAME, one), one.plays[0]).actions[0].to_json()])
    answer = visitor.post(FIRST, data={"events": part})
    assert answer.status_code == 422
    assert "There is more to play" in answer.text


def test_the_position_of_the_day_is_that_of_the_day(house: Inside, visitor: Visitor) -> None:
    found = of_day(NOW.date())
    assert found is not None
    today = text_of(visitor.get("/today"))
    assert "2026-11-22" in today
    assert puzzle(found[1] + 1, found[0]).at in today
    house.app.state.clock = lambda: NOW + timedelta(days=1)
    assert puzzle(found[1] + 1, found[0]).at not in text_of(visitor.get("/today"))


def test_a_card_comes_back_on_the_day_it_should(house: Inside, visitor: Visitor) -> None:
    one = puzzle()
    assert "no cards yet" in text_of(visitor.get("/mine/deck"))
    visitor.post(FIRST, data={"play": one.plays[one.natural]})
    assert "No card waits" in text_of(visitor.get("/mine/deck"))
    house.app.state.clock = lambda: NOW + timedelta(days=1)
    assert "1 card waits" in text_of(visitor.get("/mine/deck"))
    assert one.at in text_of(visitor.get("/mine/deck/next"))
    solved = text_of(visitor.post("/mine/deck/next", data={"play": one.plays[0]}))
    assert "Right" in solved
    assert "No card waits" in text_of(visitor.get("/mine/deck"))
    assert visitor.get("/mine/deck/next").headers["location"] == "/mine/deck"
    house.app.state.clock = lambda: NOW + timedelta(days=2)
    assert "No card waits" in text_of(visitor.get("/mine/deck"))
    house.app.state.clock = lambda: NOW + timedelta(days=30)
    assert "1 card waits" in text_of(visitor.get("/mine/deck"))


def _form(visitor: Visitor, address: str, play: str) -> dict[str, str]:
    """The form of a page with a play typed into it."""
    return Page(visitor.get(address)).form("/settings") | {"play": play}


def test_a_card_of_a_match_is_asked_with_its_cube_and_score(
    house: Inside, visitor: Visitor
) -> None:
    """Who failed it again has no second card, and the board plays it by the same match."""
    visitor.post(FIRST, data={"play": puzzle().plays[puzzle().natural]})
    me = visitor.cookies["tavola"].rpartition(".")[0]
    at = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W 3-1 cube:2B | score:2-3 game:4"
    one = Puzzle(at, ("8/5 6/5", "13/10 6/5"), (0.0, 0.1), 1, 1, ())
    match = MatchRules(length=5, games=None, crawford=True)
    card = deck.new_card(GAME, one, deck.ERROR, NOW - timedelta(days=30), match=match)
    kept = house.app.state.store.keep_card(me, card.key, card.to_json(), int(card.due.timestamp()))
    house.run(kept)
    told = text_of(visitor.get("/mine/deck/next"))
    assert "Match to 5 points: you 2, Black 3. Black has the cube; it counts 2." in told
    assert "Match to" not in text_of(visitor.get(FIRST))
    block = re.search(r'id="asked">(.*?)</script>', visitor.get("/mine/deck/next").text)
    assert block is not None
    board = visitor.post("/api/v1/practice", json=json.loads(block[1])).json()
    assert [seat["score"] for seat in board["view"]["seats"]] == [2, 3]
    assert board["view"]["cube"] == {"value": 2, "owner": "B"}
    judged = text_of(visitor.post("/mine/deck/next", data={"play": one.plays[1]}))
    assert "Not quite" in judged
    assert len(visitor.get("/mine/deck.json").json()) == 2


def test_an_answer_is_to_the_card_that_was_shown(house: Inside, visitor: Visitor) -> None:
    """Sent twice, or from a second window: the card that waits next was not asked."""
    one, other = puzzle(), puzzle(2)
    second = FIRST.removesuffix("1") + "2"
    visitor.post(FIRST, data={"play": one.plays[one.natural]})
    visitor.post(second, data={"play": other.plays[other.natural]})
    house.app.state.clock = lambda: NOW + timedelta(days=5)
    shown = one if one.at in text_of(visitor.get("/mine/deck/next")) else other
    form = _form(visitor, "/mine/deck/next", shown.plays[0])
    for _ in range(2):
        judged = text_of(visitor.post("/mine/deck/next", data=form))
        assert f"Right: {shown.plays[0]} is best." in judged
    assert "1 card waits" in text_of(visitor.get("/mine/deck"))
    visitor.post("/mine/deck/drop", data={"key": form["asked"]})
    gone = visitor.post("/mine/deck/next", data=form)
    assert gone.headers["location"] == "/mine/deck"


def test_an_answer_after_midnight_is_to_the_position_of_its_day(
    house: Inside, visitor: Visitor
) -> None:
    found = of_day(NOW.date())
    assert found is not None
    one = puzzle(found[1] + 1, found[0])
    form = _form(visitor, "/today", one.plays[0])
    house.app.state.clock = lambda: NOW + timedelta(days=1)
    assert f"Right: {one.plays[0]} is best." in text_of(visitor.post("/today", data=form))
    for named in ("9999-12-31", "nothing"):
        told = visitor.post("/today", data={"asked": named, "play": "x"})
        assert "2026-11-23" in told.text


def test_solving_before_its_time_changes_nothing(visitor: Visitor) -> None:
    one = puzzle()
    visitor.post(FIRST, data={"play": one.plays[one.natural]})
    before = visitor.get("/mine/deck.json").json()
    visitor.post(FIRST, data={"play": one.plays[0]})
    assert visitor.get("/mine/deck.json").json() == before


def test_a_page_that_is_loaded_again_fails_nobody_twice(house: Inside, visitor: Visitor) -> None:
    """The browser sends the form once more; a day later it is a new failure."""
    wrong = {"play": puzzle().plays[puzzle().natural]}

    def memory() -> Any:
        visitor.post(FIRST, data=wrong)
        [card] = visitor.get("/mine/deck.json").json()
        return card["memory"]

    first = memory()
    house.app.state.clock = lambda: NOW + timedelta(minutes=5)
    assert memory() == first
    house.app.state.clock = lambda: NOW + timedelta(days=1)
    second = memory()
    assert second["difficulty"] > first["difficulty"]
    house.app.state.clock = lambda: NOW + timedelta(days=1, minutes=5)
    assert memory() == second


def test_cards_belong_to_a_guest_and_go_with_him(house: Inside, visitor: Visitor) -> None:
    one = puzzle()
    visitor.post(FIRST, data={"play": one.plays[one.natural]})
    kept = visitor.get("/mine/deck.json").json()
    assert [card["puzzle"][0] for card in kept] == [one.at]
    assert visitor.get("/api/v1/me/export").json()["cards"] == kept
    assert one.at in visitor.get("/mine/deck.txt").text
    assert house.visitor().get("/mine/deck.json").json() == []
    visitor.delete("/api/v1/me")
    assert visitor.get("/mine/deck.json").json() == []


def test_a_full_deck_is_told_of_no_new_card(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = puzzle(), puzzle(2)
    visitor.post(FIRST, data={"play": one.plays[one.natural]})
    monkeypatch.setattr(cards, "MOST", 1)
    again = text_of(visitor.post(FIRST, data={"play": one.plays[one.natural]}))
    assert "This is one of your cards" in again
    second = FIRST.removesuffix("1") + "2"
    wrong = text_of(visitor.post(second, data={"play": other.plays[other.natural]}))
    assert "Not quite" in wrong
    assert "This is one of your cards" not in wrong
    saved = visitor.get("/api/v1/me/export").json()
    assert len(saved["cards"]) == 1
    card = deck.new_card(GAME, other, deck.FAILED, NOW).to_json()
    file = json.dumps({**saved, "cards": [card]}).encode()
    found = visitor.post("/api/v1/me/import", content=file).json()
    assert found["cards"] == 0


def test_a_card_is_thrown_away(visitor: Visitor) -> None:
    visitor.post(FIRST, data={"play": puzzle().plays[puzzle().natural]})
    page = visitor.get("/mine/deck").text
    key = page.split('name="key" value="')[1].split('"')[0]
    assert visitor.post("/mine/deck/drop", data={"key": key}).status_code == 303
    assert visitor.get("/mine/deck.json").json() == []


@pytest.mark.parametrize("lang", ["it", "de", "fr", "en"])
def test_every_page_is_there_in_every_language(house: Inside, lang: str) -> None:
    visitor = house.visitor(**{"accept-language": lang})
    for address in ("/today", FIRST, f"/games/{GAME}/puzzles", "/games/pin/openings", "/mine/deck"):
        page = text_of(visitor.get(address))
        assert f'lang="{lang}"' in page


def test_a_table_of_openings_without_a_choice_says_so(visitor: Visitor) -> None:
    """In Doublets each throw has one play: there is no best one, and no second."""
    told = "Here nothing is to be chosen: every first throw has one play only."
    assert told in text_of(visitor.get("/games/doublets/openings"))
    assert told not in text_of(visitor.get("/games/pin/openings"))
