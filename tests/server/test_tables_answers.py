"""Questions at a table of the server."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from at_table import (
    CARL,
    NEAR_START,
    Client,
    House,
    play_on,
    run,
)
from nets import keep, random_weights
from tavola.bots import exact, shipped_nets
from tavola.play.match import Match, Moment
from tavola.play.milestone import LastPlay
from tavola.rules.model.geometry import GEOMETRIES
from tavola.rules.turn.state import State
from tavola.server.tables.table import Table
from tavola.study.teacher import SHOWN
from tavola.words.opinions import VERDICTS


def test_every_question_has_an_answer() -> None:
    whats = (
        *("points", "dice", "pips", "score", "cube", "pools", "turn", "last", "moves"),
        *("situation", "position", "log", "facts", "why"),
    )

    async def scene(house: House) -> None:
        for game in (
            "backgammon",
            "doublets",
            "french-2",
            "catch-me",
            "ludus-lumbadorum",
            "eureka",
        ):
            table, anna, bea = await house.pair(game)
            await play_on([anna, bea], random.Random(16), 30)
            for client in (anna, bea, Client(table, CARL, voice="brief", language="fr")):
                for what in whats:
                    answer = await client.ask(what)
                    assert answer["type"] == "answer", answer
                    assert answer["say"] or answer["points"], (game, what)
                    assert all(text.strip() for text in answer["say"])
            points = (await anna.ask("points"))["points"]
            assert {place for place in points if place.isdecimal()} == set(
                map(str, {p for track in layout_tracks(table) for p in track})
            )
        unknown = await anna.ask("recipe")
        assert unknown["code"] == "bad_message"

    run(scene)


def layout_tracks(table: Table) -> Sequence[Sequence[int]]:
    return GEOMETRIES[table.match.state.rules.board].track


def test_moves_are_told_to_the_one_on_turn_only() -> None:
    async def scene(house: House) -> None:
        start = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W 6-5"
        _, anna, bea = await house.pair(start=start)
        everything = (await anna.ask("moves"))["say"]
        plays = " ".join(everything).removesuffix(".").split("; ")
        assert "24/18/13" in plays or "24/13" in plays
        assert (await anna.ask("moves", place=17))["say"] == ["8/3; 8/2."]
        nothing = ["Nothing can be played from here now."]
        assert (await anna.ask("moves", place=4))["say"] == nothing
        assert (await bea.ask("moves"))["say"] == ["There is nothing to play now."]
        assert "leads to" in (await anna.ask("points"))["points"]["17"]
        assert "leads to" not in (await bea.ask("points"))["points"]["17"]

    run(scene)


def test_the_log_has_a_line_for_each_throw_without_what_was_undone() -> None:
    async def scene(house: House) -> None:
        start = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W"
        table = await house.order(start=start, dice="typed")
        anna = Client(table, voice="brief")
        await anna.act("throw", side="W", dice=[6, 5])
        await anna.send(type="play", text="24/18")
        await anna.act("undo")
        await anna.send(type="play", text="24/13")
        await anna.act("done")
        await anna.act("throw", side="B", dice=[3, 2])
        await anna.act("correct", dice=[3, 1])
        await anna.send(type="play", text="8/5 6/5")
        log = await anna.ask("log")
        assert log["say"] == ["White 6-5: 24/13.", "The dice are put right. Black 3-1: 8/5 6/5."]
        assert log["events"] == [6, 10]
        last = (await anna.ask("last"))["say"]
        assert last[-1] == "Black: 8/5 6/5."

    run(scene)


def test_what_happened_last_does_not_begin_with_a_play_without_its_throw() -> None:
    async def scene(house: House) -> None:
        table = await house.order(start="W 1:15 | B 24:15 | W", dice="typed")
        anna = Client(table)
        for side in "WBWB":
            await anna.act("throw", side=side, dice=[6, 5])
            await anna.send(type="play", text="24/13")
            await anna.act("done")
        await anna.act("throw", side="W", dice=[4, 2])
        last = (await anna.ask("last"))["say"]
        assert last[0] == "White throws 6 and 5."
        assert len(last) == 5

    run(scene)


def test_the_facts_of_a_match() -> None:
    async def scene(house: House) -> None:
        start = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:1 6:7 | W"
        table = await house.order(start=start, dice="typed")
        anna = Client(table)
        await anna.act("throw", side="W", dice=[6, 1])
        await anna.send(type="play", text="24/17*")
        await anna.act("undo")
        await anna.act("undo")
        await anna.send(type="play", text="24/17*")
        await anna.act("done")
        await anna.act("throw", side="B", dice=[5, 5])
        facts = (await anna.ask("facts"))["say"]
        assert facts[0] == "1 turn was played."
        assert facts[1] == "Hits: White 1, Black 0."
        assert facts[2] == "Doubles: White 0 of 1, Black 1 of 1; one throw in six is expected."
        assert facts[3] == "Pips of a throw: White 7.0, Black 20.0; 8.2 are expected."

    run(scene)


def test_where_checkers_are_out_for_good_they_are_captured() -> None:
    """It is no hit, as the rules and the hints of that game speak of none."""

    async def scene(house: House) -> None:
        start = "W 23:1 24:1 | B 1:1 17:1 | W"
        table = await house.order(game="catch-me", start=start, dice="typed")
        anna = Client(table)
        await anna.act("throw", side="W", dice=[6, 1])
        await anna.send(type="play", text="24/17*")
        facts = (await anna.ask("facts"))["say"]
        assert facts[1] == "Captures: White 1, Black 0."

    run(scene)


def test_three_equal_dice_are_no_double() -> None:
    async def scene(house: House) -> None:
        start = "W res:15 | B res:15 | W"
        table = await house.order(game="tabula", start=start, dice="typed")
        anna = Client(table)
        await anna.act("throw", side="W", dice=[4, 4, 4])
        await anna.send(type="play", text="res/21(3)")
        await anna.act("done")
        await anna.act("throw", side="B", dice=[6, 5, 3])
        facts = (await anna.ask("facts"))["say"]
        assert facts[1:3] == [
            "Hits: White 0, Black 0.",
            "Pips of a throw: White 12.0, Black 14.0; 10.5 are expected.",
        ]

    run(scene)


def test_the_facts_speak_to_one_who_plays_one_side() -> None:
    async def scene(house: House) -> None:
        start = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W"
        _, anna, bea = await house.pair(start=start, dice="typed")
        await anna.act("throw", dice=[2, 1])
        await anna.send(type="play", text="13/11 6/5")
        await anna.act("done")
        await bea.act("throw", dice=[6, 6])
        mine, theirs = [(await one.ask("facts"))["say"] for one in (anna, bea)]
        assert mine[1] == "Hits: you 0, Bea 0."
        assert mine[-2] == "The dice gave you 5 pips less than they owed."
        assert theirs[-2] == "The dice gave you 16 pips more than they owed."
        assert mine[-1] == "The match began with a position that was put up."
        log = await bea.ask("log")
        assert log["turns"][0]["text"] == "12/14 19/20"
        assert "Anna moves from 19 to 20 and from 12 to 14." in log["say"][0]

    run(scene)


@pytest.fixture
def _one_net(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A random net for one game, and no exact tables."""
    keep(tmp_path, "backgammon", random_weights(), monkeypatch)
    monkeypatch.setattr(exact, "tables_for", lambda *_, **__: None)
    yield
    shipped_nets.forget()


@pytest.mark.usefixtures("_one_net")
def test_hints_only_against_the_computer_and_only_for_the_player() -> None:
    async def scene(house: House) -> None:
        start = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W 3-1"
        table = await house.order(opponent="computer", start=start)
        anna, carl = Client(table), Client(table, CARL)
        assert (await carl.ask("hint"))["code"] == "no_hints"
        assert (await carl.ask("opinion"))["code"] == "no_hints"
        hint = await anna.ask("hint")
        assert len(hint["plays"]) == len(hint["ways"]) == SHOWN
        assert hint["say"][0].startswith(f"Best: {hint['plays'][0]}")
        assert len(hint["say"]) > 1, "a reason"
        assert [way["play"] for way in hint["ways"]] == hint["plays"]
        assert [way["loss"] == "" for way in hint["ways"]] == [True, *[False] * (SHOWN - 1)]
        assert all(way["figures"].startswith(f"{way['play']}, equity") for way in hint["ways"])
        opinion = await anna.ask("opinion")
        assert any("wins" in line for line in opinion["say"])
        carl.hear()
        assert "equity" not in json.dumps(carl.heard)
        assert (await anna.send(type="play", text=hint["plays"][0]))[0]["type"] == "accepted"
        assert (await anna.ask("hint"))["say"] == ["There is nothing to choose now."]
        without = await house.order(opponent="computer", start=start, hints=False)
        assert (await Client(without).ask("hint"))["code"] == "no_hints"
        for table in ((await house.pair(start=start))[0], await house.order(start=start)):
            assert (await Client(table).ask("hint"))["code"] == "no_hints"
        no_net = await house.order("puff", opponent="computer")
        assert "rule of thumb" in (await Client(no_net).ask("opinion"))["say"][0]

    run(scene)


@pytest.mark.usefixtures("_one_net")
def test_hints_about_the_cube() -> None:
    async def scene(house: House) -> None:
        table = await house.order(opponent="computer", start=NEAR_START)
        anna = Client(table)
        hint = await anna.ask("hint")
        assert hint["say"][0] in VERDICTS.values()
        assert "Equities" in hint["figures"][-1]
        opinion = (await anna.ask("opinion"))["say"]
        assert sum("wins" in line for line in opinion) == 2
        assert "Equities" in opinion[-1]

    run(scene)


def test_whole_matches_are_replayed_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for a long one by many connections waits for himself, not others for him; and
    who has gone is not worked for."""
    at_work, most, read = 0, 0, list[int]()
    lock, moments = threading.Lock(), Match.moments

    def counted(match: Match, *span: int) -> list[Moment]:
        nonlocal at_work, most
        with lock:
            at_work += 1
            most = max(most, at_work)
        found = moments(match, *span)
        with lock:
            at_work -= 1
            read.append(len(found))
        return found

    async def scene(house: House) -> None:
        table, anna, bea = await house.pair()
        await play_on([anna, bea], random.Random(3), 30)
        monkeypatch.setattr(Match, "moments", counted)
        crowd = [Client(table, f"watcher {number}") for number in range(12)]
        whats = ["log", "facts"] * 6
        asked = [
            asyncio.ensure_future(one.ask(what)) for one, what in zip(crowd, whats, strict=True)
        ]
        await asyncio.sleep(0)
        for one in crowd[6:]:
            one.leave()
        answers = await asyncio.gather(*asked[:6])
        assert all(answer["say"] for answer in answers)
        for late in asked[6:]:
            late.cancel()
        await table.finish()
        assert (most, len(read), len(set(read))) == (1, 6, 1)

    run(scene)


def test_of_one_table_one_moment_is_looked_for_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    held, at = list[bool](), Match.at

    async def scene(house: House) -> None:
        table, anna, bea = await house.pair()
        await play_on([anna, bea], random.Random(3), 30)

        def noted(match: Match, n: int) -> tuple[State, LastPlay]:
            held.append(table.live.replays.locked())
            return at(match, n)

        monkeypatch.setattr(Match, "at", noted)
        seen = await asyncio.gather(*(table.audience.at(anna.viewer, 20) for _ in range(6)))
        assert held
        assert all(held)
        assert all(view == seen[0] for view in seen)

    run(scene)
