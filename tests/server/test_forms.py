"""The form of a new table, there and back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from inside import Visitor
from paper import Page, begin, open_page, record_of, with_profiles
from tavola.games import GAMES
from tavola.rules.model.declaration import text_of
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refused
from tavola.server.pages import form_reader


@pytest.mark.parametrize("game", GAMES)
def test_the_form_as_it_stands_is_a_table(visitor: Visitor, game: str) -> None:
    fields = open_page(visitor, f"/games/{game}").form("/tables")
    record = record_of(visitor, begin(visitor, fields))
    profiles = GAMES[game].profiles
    wanted = profiles[0].match if profiles else MatchRules()
    assert record["match"] == wanted.to_json()
    assert record["options"] == (dict(profiles[0].options) if profiles else {})


def _cases() -> Iterator[tuple[str, str, str]]:
    for game in GAMES.values():
        for option in game.options:
            for value in option.values:
                text = text_of(value)
                yield game.id, option.name, text


@pytest.mark.parametrize(("game", "option", "value"), list(_cases()))
def test_every_option_can_be_chosen(game: str, option: str, value: str) -> None:
    fields = {"game": game, f"option-{option}": value}
    assert form_reader.wish(fields).options == {option: value}
    agreed = form_reader.table_wish(fields).agreed
    assert agreed.options == GAMES[game].chosen({option: value})
    assert agreed.rules == GAMES[game].ruleset({option: value})


@pytest.mark.parametrize(
    "game", [game for game in GAMES.values() if game.profiles], ids=lambda game: game.id
)
def test_profiles_are_orders(game: Any) -> None:
    for profile in game.profiles:
        wish = form_reader.table_wish(
            {"game": game.id, "profile": profile.name, "play": "", "crawford": ""}
        )
        assert wish.agreed.options == profile.options
        assert wish.agreed.match == profile.match
        assert wish.agreed.profile == profile.name


def test_a_single_choice_goes_before_the_profile(visitor: Visitor) -> None:
    game = with_profiles()
    profile = next(profile for profile in game.profiles if profile.options)
    for name, value in profile.options.items():
        other = next(v for v in game.option(name).values if v != value)
        wish = {f"option-{name}": text_of(other), "opponent": "here"}
        address = begin(visitor, {"game": game.id, "profile": profile.name, **wish})
        expected = game.chosen({**profile.options, name: other})
        assert record_of(visitor, address)["options"] == expected


def test_lengths_of_matches() -> None:
    game = with_profiles()
    base = {"game": game.id, "profile": game.profiles[0].name}

    def match(**fields: str) -> MatchRules:
        return form_reader.table_wish({**base, **fields}).agreed.match

    usual = game.profiles[0].match
    assert match(play="points", length="7") == MatchRules(length=7, games=None, crawford=True)
    assert match(play="points", length="7", crawford="no").crawford is False
    assert match(play="games", games="4", crawford="yes") == MatchRules(games=4)
    assert match(play="one", jacoby="on") == MatchRules()
    money = match(play="money", jacoby="on", beavers="on")
    assert money == MatchRules(games=None, jacoby=True, beavers=True)
    assert match(play="", crawford="no").length == usual.length
    assert match(play="", length="99") == usual, "a length that was not asked for"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"play": "points", "length": "0"}, "bad_match"),
        ({"play": "points", "length": "100"}, "bad_match"),
        ({"play": "points", "length": "seven"}, "bad_match"),
        ({"play": "points", "length": "٣"}, "bad_match"),
        ({"play": "games"}, "bad_match"),
        ({"play": "ever"}, "bad_match"),
        ({"profile": "nobody's"}, "bad_option"),
        ({"option-nothing": "yes"}, "bad_option"),
        ({"option-cube": "perhaps"}, "bad_option"),
        ({"opponent": "everybody"}, "bad_option"),
        ({"level": "god"}, "bad_option"),
        ({"colour": "red"}, "bad_option"),
        ({"dice": "loaded"}, "bad_option"),
    ],
)
def test_what_does_not_fit_comes_back_with_a_reason(
    visitor: Visitor, fields: dict[str, str], code: str
) -> None:
    game = with_profiles().id
    with pytest.raises(Refused) as refused:
        form_reader.table_wish({"game": game, **fields})
    assert refused.value.refusal.code == code
    answer = visitor.post("/tables", data={"game": game, "whole": "1", **fields})
    assert answer.status_code == 422
    assert Page(answer).all("p", role="alert")


def test_a_form_that_comes_back_remembers(visitor: Visitor) -> None:
    game = with_profiles()
    fields = {
        "game": game.id, "whole": "1", "opponent": "here", "dice": "typed",
        "play": "points", "length": "0", "profile": game.profiles[-1].name, "option-cube": "no",
    }  # fmt: skip
    answer = visitor.post("/tables", data=fields)
    again = Page(answer).form("/tables")
    for name in ("opponent", "dice", "play", "profile", "option-cube", "game"):
        assert again[name] == fields[name]
    assert "takeback" not in again, "it was not ticked"


def test_all_that_a_form_can_ask_for(visitor: Visitor) -> None:
    game = with_profiles()
    page = open_page(visitor, f"/games/{game.id}")
    fields = page.form("/tables") | {
        "opponent": "computer", "level": "beginner", "colour": "black", "dice": "typed",
        "play": "games", "games": "3", "option-cube": "no", "name": "  Zoë \u202e ",
    }  # fmt: skip
    del fields["hints"]
    address = begin(visitor, fields)
    record = record_of(visitor, address)
    assert record["match"] == MatchRules(games=3).to_json()
    assert record["options"] == {"cube": False}
    assert record["dice"] == {"kind": "typed"}
    wish = form_reader.table_wish(fields)
    assert (wish.takeback, wish.hints, wish.colour) == (True, False, "black")
    table = open_page(visitor, address)
    assert table.data["first"]["mine"] == ["B"]
    seats = {seat["side"]: seat for seat in table.data["first"]["view"]["seats"]}
    assert (seats["W"]["kind"], seats["W"]["level"]) == ("computer", "beginner")
    assert seats["B"]["name"] == "Zoë"
    again = open_page(visitor, f"/games/{game.id}").form("/tables")
    assert (again["level"], again["name"]) == ("beginner", "Zoë"), "both are remembered"


def test_a_table_by_json(visitor: Visitor) -> None:
    game = with_profiles().id
    wish = {"game": game, "opponent": "here", "play": "points", "length": 3, "takeback": False}
    answer = visitor.post("/tables", json=wish)
    assert answer.status_code == 303
    record = record_of(visitor, answer.headers["location"])
    assert record["match"]["length"] == 3


@pytest.mark.parametrize("body", [b"[1]", b"{", b"\xff", b'"x"', b"null", b"[" * 30000])
def test_json_that_is_none(visitor: Visitor, body: bytes) -> None:
    for address in ("/tables", "/settings"):
        answer = visitor.post(address, content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 400


def test_no_such_game(visitor: Visitor) -> None:
    page = open_page(visitor, "/games/chess", "de", 404)
    assert "chess" in page.text
    for rest in (
        {"game": "chess"},
        {},
        {"play": "for ever"},
        {"level": "god"},
        {"play": "games", "games": "x"},
    ):
        assert visitor.post("/tables", data=rest).status_code == 422
