"""Playing on from an old moment: the new table stands as the old one stood, and who may do that."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from at_table import ANNA, BEA, CARL, NEAR_START, Client, House, Json, play_on, run
from fake_store import person
from inside import Inside, Visitor, new_table
from tavola.games import GAMES, find
from tavola.play.beginning import beginning
from tavola.play.random_match import random_playout
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.ruleset import Side
from tavola.rules.turn.state import Action, Kind
from tavola.server.match.live_match import Viewer
from tavola.server.tables import from_here
from tavola.server.tables.table import Table
from tavola.server.wire import view
from tavola.server.wire.messages import View
from tavola.words import LANGUAGES

POINTS = MatchRules(length=3, games=None, crawford=True)
SHOWN = (
    *("phase", "side", "actor", "board", "dice", "throw", "handed", "ahead", "fixed", "opening"),
    *("cube", "game", "crawford"),
)
"""Of a view: what stands on the table."""
FIVE_POINTS = {"length": 5}
KEEPS = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W 3-1 cube:2W | score:2-1 game:4"


async def played(house: House, game: str, match: MatchRules, seed: int, **order: Any) -> Table:
    """A table at which a random match was played for a while."""
    table = await house.order(game, match, dice="typed", **order)
    events = random_playout(find(game), {}, match, seed, cap=40).record.events
    for event in events:
        await table.commit([event])
    return table


async def from_there(house: House, table: Table, n: int, who: str = ANNA, **wish: str) -> Table:
    """The table that somebody begins from event `n`."""
    look = table.live.look(Viewer(who))
    found = from_here.wish_of(
        table.live, look, who, n, wish.get("opponent", ""), wish.get("level", "")
    )
    assert found is not None
    return await house.tables.create(found, person(who, who))


def scores(seen: View) -> dict[str, int]:
    return {seat.side: seat.score for seat in seen.seats}


@pytest.mark.parametrize("game", list(GAMES))
def test_a_new_table_stands_as_the_old_one_stood(game: str) -> None:
    """Random moments of a random match of every game, two at one device: position, turn, dice,
    cube and score are the same, and so are game, options and match rules."""

    async def scene(house: House) -> None:
        table = await played(house, game, POINTS, seed=3)
        for n in random.Random(game).sample(range(table.match.seq + 1), 4):
            old = await table.audience.at(Viewer(ANNA), n)
            found = beginning(table.match, n)
            assert found is not None
            assert old.from_here is not None
            new = await from_there(house, table, n)
            shown = new.audience.snapshot(Viewer(ANNA)).view
            if found.exact:
                assert scores(shown) == scores(old)
            check_equal(shown, old if found.exact else begun(table, n))
            record, before = new.match.agreed, table.match.agreed
            assert record.start == found.text
            assert (record.game, record.options, record.match) == (
                *(before.game, before.options, before.match),
            )
            assert record.header()["from"] == found.text, "the mark in the record"

    run(scene)


def begun(table: Table, n: int) -> View:
    """The table at the moment before event `n` with which a new one begins."""
    found = beginning(table.match, n)
    assert found is not None
    scenes = (table.live.past(m) for m in range(n, -1, -1))
    scene = next(scene for scene in scenes if scene.state == found.state)
    return View.model_validate({"seats": [], "say": "", **view.public_of(scene)})


def check_equal(shown: View, expected: View) -> None:
    for name in SHOWN:
        assert getattr(shown, name) == getattr(expected, name), name


def test_score_cube_and_crawford_go_along() -> None:
    async def scene(house: House) -> None:
        start = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W"
        table = await house.order(match=POINTS, start=start, dice="typed")
        for action in (
            Action(Kind.DOUBLE, Side.WHITE),
            Action(Kind.DROP, Side.BLACK),
            Action(Kind.NEXT),
            Action(Kind.OPENING, None, (2, 6)),
            Action(Kind.RESIGN, Side.BLACK, None, 1),
            Action(Kind.ACCEPT, Side.WHITE),
            Action(Kind.NEXT),
            Action(Kind.OPENING, None, (6, 1)),
        ):
            await table.commit([action])
        seen = {}
        for n in range(table.match.seq + 1):
            new = await from_there(house, table, n)
            state = new.match.state
            seen[n] = (state.score, state.game, state.crawford, state.turn.dice)
        assert seen == {
            0: ((0, 0), 1, "", None),
            1: ((0, 0), 1, "", None),
            2: ((0, 0), 1, "", None),
            3: ((1, 0), 2, "", None),
            4: ((1, 0), 2, "", (2, 6)),
            5: ((1, 0), 2, "", (2, 6)),
            6: ((1, 0), 2, "", (2, 6)),
            7: ((2, 0), 3, "now", None),
            8: ((2, 0), 3, "now", (6, 1)),
        }

    run(scene)


def test_where_it_begins_is_said_in_every_language() -> None:
    async def scene(house: House) -> None:
        table = await house.order("gioul", start="W 1:15 | B 24:15 | W", dice="typed")
        anna = Client(table)
        await anna.act("throw", side="W", dice=[6, 5])
        await anna.send(type="play", text="24/18")
        said = {}
        for language in LANGUAGES:
            views = [await table.audience.at(Viewer(ANNA, language), n) for n in (1, 2)]
            said[language] = [view.from_here.say for view in views if view.from_here]
        assert said["en"] == [
            "A new table begins with this position.",
            "A new table begins a little earlier: with the throw 6-5, before its first step.",
        ]
        assert len({tuple(pair) for pair in said.values()}) == len(LANGUAGES)

    run(scene)


def test_nobody_gets_help_against_somebody_he_plays_with() -> None:
    """While friends play neither they nor watchers may; afterwards all may."""

    async def scene(house: House) -> None:
        table, anna, bea = await house.pair(start=NEAR_START)
        await play_on([anna, bea], random.Random(5), 6)
        for who in (ANNA, BEA, CARL):
            assert (await table.audience.at(Viewer(who), 3)).from_here is None
            assert from_here.opponents(table.live, who) == ()
            look = table.live.look(Viewer(who))
            assert from_here.wish_of(table.live, look, who, 3, "computer", "") is None
        while table.match.state.phase.value != "move":
            await play_on([anna, bea], random.Random(5), table.match.seq + 1)
        (one,) = [client for client in (anna, bea) if "resign" in client.view.may]
        other = bea if one is anna else anna
        await one.act("resign", number=1)
        await other.act("accept")
        for who in (ANNA, BEA, CARL):
            offered = (await table.audience.at(Viewer(who), 3)).from_here
            assert offered is not None
            assert offered.against == ["computer", "here"]
        new = await from_there(house, table, 3, BEA, level="beginner")
        mine, computer = new.live.seats[1], new.live.seats[0]
        assert (mine.person, computer.kind, computer.level) == (BEA, "computer", "beginner")
        assert new.live.options["hints"] is True, "against the computer, as is usual"

    run(scene)


def test_two_at_one_device_get_the_computer_only_where_it_gives_hints() -> None:
    async def scene(house: House) -> None:
        for hints, against in ((True, ["computer", "here"]), (False, ["here"])):
            table = await house.order(start=NEAR_START, hints=hints, takeback=hints)
            offered = (await table.audience.at(Viewer(ANNA), 0)).from_here
            assert offered is not None
            assert offered.against == against
            look = table.live.look(Viewer(ANNA))
            asked = from_here.wish_of(table.live, look, ANNA, 0, "computer", "")
            assert (asked is not None) is hints
            new = await from_there(house, table, 0)
            assert [seat.person for seat in new.live.seats] == [ANNA, ANNA]
            assert new.live.options["hints"] is hints
            assert new.live.options["takeback"] is hints

    run(scene)


def test_against_the_computer_of_the_same_level_with_the_same_colour() -> None:
    async def scene(house: House) -> None:
        table = await house.order(
            "pin", start="W 1:15 | B 24:15 | W", opponent="computer", level="beginner", hints=False
        )
        assert from_here.opponents(table.live, CARL) == ()
        new = await from_there(house, table, 0)
        assert new.id != table.id
        assert [seat.kind for seat in new.live.seats] == ["person", "computer"]
        assert new.live.seats[1].level == table.live.seats[1].level == "beginner"
        assert new.live.options["hints"] is False
        assert not table.match.over
        assert table.live.next == "", "it is no rematch"
        here = await from_there(house, table, 0, opponent="here")
        assert [seat.person for seat in here.live.seats] == [ANNA, ANNA]

    run(scene)


def test_the_new_match_is_played_and_its_facts_tell_where_it_began() -> None:
    async def scene(house: House) -> None:
        table = await house.order(start=NEAR_START)
        anna = Client(table)
        await play_on([anna], random.Random(2), 12)
        client = Client(await from_there(house, table, 9))
        await play_on([client], random.Random(3), 30)
        facts = (await client.ask("facts"))["say"]
        assert facts[-1] == "The match began with a position that was put up."
        await asyncio.sleep(0)

    run(scene)


# -------------------------------------------------------------------------------- over the network


def test_a_table_is_begun_over_the_network(client: Visitor) -> None:
    wish = {"game": "backgammon", "match": FIVE_POINTS, "start": KEEPS}
    old = new_table(client, **wish, opponent="computer", colour="white", level="beginner")["table"]
    answer = client.post(f"/api/v1/tables/{old}/from/0")
    assert answer.status_code == 201, answer.text
    new = answer.json()["table"]
    views = [client.get(f"/api/v1/tables/{id}").json() for id in (old, new)]
    for name in ("board", "throw", "cube", "game", "side"):
        assert views[1]["view"][name] == views[0]["view"][name]
    assert [seat["score"] for seat in views[1]["view"]["seats"]] == [2, 1]
    assert views[1]["mine"] == ["W"]
    record = client.get(f"/t/{new}/record.json").json()
    assert record["from"].endswith("| W 3-1 cube:2W | score:2-1 game:4")
    assert record["players"][1] == "computer:beginner"
    assert record["match"]["length"] == 5


def test_who_is_refused(new_house: Inside, client: Visitor) -> None:
    mine = new_table(client, opponent="computer", start="W 1:15 | B 24:15 | W")["table"]
    stranger = new_house.visitor()
    answer = stranger.post(f"/api/v1/tables/{mine}/from/0")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_over")
    assert answer.json()["say"].startswith("This match still goes on")
    assert stranger.get("/api/v1/me").json()["known"] is False
    assert stranger.get(f"/api/v1/tables/{mine}/at/0").json()["from_here"] is None
    assert client.get(f"/api/v1/tables/{mine}/at/0").json()["from_here"]["against"] == [
        *("computer", "here"),
    ]
    links = new_table(client)
    friend = new_house.visitor()
    friend.post(f"/api/v1/join/{links['join'].rpartition('/')[2]}")
    for who in (client, friend, stranger):
        assert who.post(f"/api/v1/tables/{links['table']}/from/0").status_code == 403


@pytest.mark.parametrize(
    ("n", "body", "status"),
    [
        (99, None, 404),
        (-1, None, 422),
        ("first", None, 422),
        (0, {"opponent": "friend"}, 422),
        (0, {"opponent": 1}, 422),
        (0, {"level": "god"}, 422),
        (10**7, None, 422),
    ],
)
def test_what_is_refused(n: object, body: Json | None, status: int, client: Visitor) -> None:
    table = new_table(client, opponent="here")["table"]
    answer = client.post(f"/api/v1/tables/{table}/from/{n}", json=body)
    assert answer.status_code == status
    assert answer.json()["say"].endswith((".", "?"))


def test_a_table_that_is_not_there(client: Visitor) -> None:
    assert client.post("/api/v1/tables/nowhere/from/0").status_code == 404
