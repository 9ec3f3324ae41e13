"""Whoever has the board mirrored sees it so in every drawing of a page, not on the table alone."""

from __future__ import annotations

import re

import pytest

from inside import Inside, Visitor
from paper import begin, boards, mirrored
from tavola.study.puzzles import puzzles_of

GAME = "backgammon"
PAGES = (
    "/",
    "/mine",
    f"/games/{GAME}",
    f"/games/{GAME}/openings",
    f"/games/{GAME}/lessons/hit",
    f"/games/{GAME}/puzzles/1",
    "/today",
    f"/drills/pips/{GAME}?seed=ab",
    f"/editor?game={GAME}",
    f"/editor.svg?game={GAME}",
)


@pytest.mark.parametrize("address", PAGES)
def test_every_page_draws_the_board_as_it_lies_on_the_table(visitor: Visitor, address: str) -> None:
    begin(visitor, {"game": GAME, "opponent": "here"})
    address = visitor.get(address).headers.get("location", address)
    plain = boards(visitor.get(address).text)
    assert plain
    visitor.post("/settings", json={"mirror": True})
    assert boards(visitor.get(address).text) == mirrored(plain)


@pytest.mark.parametrize("play", [0, -1])
def test_the_answer_to_a_puzzle_does_not_flip_its_board(visitor: Visitor, play: int) -> None:
    one = puzzles_of(GAME).puzzles[0]
    address, sent = f"/games/{GAME}/puzzles/1", {"play": one.plays[play]}
    plain = boards(visitor.post(address, data=sent).text)
    visitor.post("/settings", json={"mirror": True})
    answered = boards(visitor.post(address, data=sent).text)
    assert answered == mirrored(plain)
    assert answered == boards(visitor.get(address).text)


def test_an_invitation_shows_it_so_too(house: Inside, visitor: Visitor) -> None:
    address = begin(visitor, {"game": GAME, "opponent": "friend"})
    links = visitor.get(f"/api/v1/tables{address.removeprefix('/t')}/links").json()
    guest = house.visitor(accept="text/html")
    join = f"/join/{links['join'].rpartition('/')[2]}"
    plain = boards(guest.get(join).text)
    assert plain
    guest.post("/settings", json={"mirror": True})
    assert boards(guest.get(join).text) == mirrored(plain)


def test_the_words_of_the_board_keep_their_drawing(visitor: Visitor) -> None:
    """Its text says what lies on the right of it, and that this reader's boards are otherwise."""
    named = re.compile(r"<svg .*?</svg>", re.DOTALL)
    plain, otherwise = visitor.get("/words").text, "Your boards are mirrored"
    visitor.post("/settings", json={"mirror": True})
    now = visitor.get("/words").text
    assert named.findall(now) == named.findall(plain)
    assert (otherwise in plain, otherwise in now) == (False, True)
