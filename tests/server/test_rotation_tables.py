"""A match whose games are played in turn, at a table: view, log, restart, computer, pages."""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from at_table import ANNA, CARL, Client, House, check_same, play_on, run, stored_record, until
from paper import begin, house_in, open_page
from rotations import ID, PLAYED, turn_about
from server.test_from_here import from_there
from tavola.games import find
from tavola.play.random_match import random_playout
from tavola.rules.model import drawing_layout
from tavola.rules.model.declaration import Game
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.turn.state import Kind, Phase, State
from tavola.server.pages.review_teller import PageTeller, Reader
from tavola.server.tables import computer_pool, own_statistics
from tavola.server.tables.own_statistics import sums_of
from tavola.study import deck
from tavola.study.review import Review, deepened, review
from tavola.study.review_json import review_from_json, review_to_json
from tavola.study.summary import THRESHOLDS
from tavola.words import Words

__all__ = ["turn_about"]

pytestmark = pytest.mark.usefixtures("turn_about")

FIVE = MatchRules(length=5, games=None)
NINE = MatchRules(length=9, games=None)
"""However the dice fall, that takes four games."""


def test_two_play_a_whole_match(turn_about: Game) -> None:
    async def scene(house: House) -> None:
        table, anna, bea = await house.pair(ID, match=NINE)
        carl = Client(table, CARL)
        rng = random.Random(2)
        while table.match.state.phase is not Phase.END:
            await play_on([anna, bea], rng, table.match.seq + 60)
            carl.hear()
        check_same(house, table)
        state = table.match.state
        assert state.phase is Phase.END
        assert max(state.score) >= 9
        assert state.game > 3
        assert stored_record(house, table).digest == turn_about.digest()
        for message in [*anna.heard, *carl.heard]:
            if message["type"] == "events":
                view = message["view"]
                assert view["playing"] == turn_about.played(view["game"]).id
        told = [text for event in carl.events for text in event["say"]]
        assert "Game 2 begins: Hypergammon." in told
        assert "Game 3 begins: Fevga." in told
        log = await anna.ask("log")
        assert any("Hypergammon" in line for line in log["say"])
        _, again = await house.reopened(table)
        assert again.match.state == state

    run(scene)


def test_a_restart_goes_on_in_the_same_game() -> None:
    async def scene(house: House) -> None:
        table, anna, bea = await house.pair(ID, match=NINE)
        rng = random.Random(4)
        for game in (1, 2, 3):
            while table.match.state.game < game or table.match.state.phase is not Phase.MOVE:
                await play_on([anna, bea], rng, table.match.seq + 1)
            other, again = await house.reopened(table)
            assert again.match.state == table.match.state
            assert again.match.state.rules == table.match.state.rules
            assert again.match.state.playing(ID) == PLAYED[game - 1]
            seen, shown = Client(again, ANNA), anna.view
            assert seen.view.playing == PLAYED[game - 1]
            assert seen.view.board == shown.board
            await other.close()

    run(scene)


def test_what_was_is_seen_on_the_board_of_its_game() -> None:
    async def scene(house: House) -> None:
        table, anna, bea = await house.pair(ID, match=NINE)
        rng = random.Random(4)
        while table.match.state.game < 3:
            await play_on([anna, bea], rng, table.match.seq + 1)
        seen = [(await table.audience.at(anna.viewer, n)).playing for n in range(table.match.seq)]
        assert list(dict.fromkeys(seen)) == list(PLAYED[:2])
        assert anna.view.playing == PLAYED[2]

    run(scene)


def test_the_computer_plays_each_game_by_its_own_net(monkeypatch: pytest.MonkeyPatch) -> None:
    seats: dict[str, set[str]] = {}
    choose = computer_pool.Computers.choose

    async def noted(self: Any, seat: Any, state: State) -> Any:
        seats.setdefault(seat.game, set()).add(seat.level)
        assert seat.rules == state.rules
        return await choose(self, seat, state)

    monkeypatch.setattr(computer_pool.Computers, "choose", noted)

    async def scene(house: House) -> None:
        table = await house.order(ID, opponent="computer", level="club", match=NINE)
        anna, rng = Client(table), random.Random(3)
        await until(anna, lambda state: state.game == 4 or state.phase is Phase.END, rng)
        anna.hear()
        check_same(house, table)
        hint = await anna.ask("hint")
        assert hint["type"] == "answer"
        await asyncio.sleep(0)

    run(scene)
    assert set(seats) <= set(PLAYED)
    assert len(seats) > 1
    assert all(levels == {"club"} for levels in seats.values())


def test_one_plays_on_from_a_moment_of_any_game(turn_about: Game) -> None:
    async def scene(house: House) -> None:
        table = await house.order(ID, match=NINE)
        anna, rng = Client(table), random.Random(4)
        while table.match.state.game < 3:
            await play_on([anna], rng, table.match.seq + 1)
        # A moment in the middle of the second game.
        begun = [n for n, one in enumerate(table.match.events, 1) if one.kind is Kind.NEXT]
        n = sum(begun[:2]) // 2
        state, _ = table.match.at(n)
        assert state.playing(ID) == PLAYED[1]
        view = await table.audience.at(anna.viewer, n)
        assert view.from_here is not None
        other = await from_there(house, table, n, opponent="here")
        assert other.match.game is turn_about
        assert other.match.state.playing(ID) == PLAYED[1]
        assert other.match.state.score == state.score
        seen = Client(other)
        first = other.match.state.game
        while other.match.state.game < first + 2 and other.match.state.phase is not Phase.END:
            await play_on([seen], rng, other.match.seq + 1)
        assert seen.view.playing == turn_about.played(other.match.state.game).id

    run(scene)


# ------------------------------------------------------------------------------------- reviews


@pytest.fixture
def reviewed(turn_about: Game) -> Review:
    return review(random_playout(turn_about, match=FIVE, seed=6).record, depth=0)


def test_a_review_judges_each_game_by_its_rules(turn_about: Game, reviewed: Review) -> None:
    assert reviewed.finished
    assert review_from_json(review_to_json(reviewed)) == reviewed
    assert reviewed.by_these_nets
    assert len(reviewed.nets.split()) == len(PLAYED)
    judged = {one.game: reviewed.playing(one) for one in reviewed.decisions}
    assert set(judged.values()) == set(PLAYED)
    for one in reviewed.decisions[::9]:
        state = reviewed.state(one)
        assert state.rules == turn_about.ruleset(None, one.game)
    lines = PageTeller(Words("en"), reviewed, Reader(), THRESHOLDS)
    told = [lines.where(one) for one in lines.errors()]
    assert any("(Hypergammon)" in where for where in told)
    for one in lines.errors()[:40]:
        assert lines.reasons(one, lines.state(one)) is not None
        assert lines.done(one)


def test_a_decision_may_be_looked_at_deeper(turn_about: Game, reviewed: Review) -> None:
    record = random_playout(turn_about, match=FIVE, seed=6).record
    last = next(one for one in reversed(reviewed.decisions) if reviewed.playing(one) == "fevga")
    again = deepened(record, reviewed, last.n, 1)
    found = next(one for one in again.decisions if one.n == last.n)
    assert (found.asked, found.position) == (1, last.position)


def test_cards_are_of_the_game_that_was_played(reviewed: Review) -> None:
    now, games = datetime(2026, 11, 25, tzinfo=UTC), set[str]()
    for player in (0, 1):
        for card in deck.of_review(reviewed, player, now, 40):
            assert card.game in PLAYED
            assert not card.options
            assert deck.state_of(card).rules.start == find(card.game).rules.start
            games.add(card.game)
    assert len(games) > 1


# --------------------------------------------------------------------------- pages and statistics


def test_a_match_counts_once(turn_about: Game) -> None:
    """In somebody's statistics it is a match of the rotation, with all of its games."""
    found = random_playout(turn_about, match=FIVE, seed=6)
    record = found.record

    class Stored:
        header = replace(record, events=()).header()
        events = tuple(event.to_json() for event in record.events)

    stored: Any = Stored()
    sums = sums_of(stored)
    assert sums.points == found.state.score
    assert sum(sums.games) == found.state.game
    assert own_statistics.Sums() != sums


def test_the_page_of_a_table_has_the_boards_of_all_games(tmp_path: Any, turn_about: Game) -> None:
    with house_in(tmp_path) as house:
        visitor = house.visitor()
        page = open_page(visitor, f"/games/{ID}", "en")
        ways = [found["value"] for found in page.all("input", name="play")]
        assert ways == ["", "points", "games", "money"]
        address = begin(visitor, {"game": ID, "opponent": "here"})
        found = open_page(visitor, address, "en").data["rotation"]
        assert list(found) == list(PLAYED)
        for number, name in enumerate(PLAYED, 1):
            rules = turn_about.ruleset(None, number)
            assert found[name]["layout"] == json.loads(json.dumps(drawing_layout.layout_of(rules)))
        assert [one["name"] for one in found.values()] == ["Portes", "Hypergammon", "Fevga"]
        other = begin(visitor, {"game": "backgammon", "opponent": "here"})
        assert open_page(visitor, other, "en").data["rotation"] is None
