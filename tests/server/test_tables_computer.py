"""The computer at a table of the server, and taking back."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from at_table import (
    CARL,
    COMPUTERS_TURN,
    NEAR_START,
    Client,
    House,
    check_same,
    first_step,
    random_action,
    run,
    step_fields,
    until,
)
from tavola.bots import rule_of_thumb
from tavola.bots.cube.patience import Patience
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.ruleset import Side
from tavola.rules.turn.state import Action, Kind, Phase, State
from tavola.server.tables import computer_seat, pooled_player
from tavola.server.tables.computer_pool import Computers, Seat, resignations


def test_typed_dice_against_the_computer() -> None:
    """The person types the computer's dice, too."""

    async def scene(house: House) -> None:
        table = await house.order(opponent="computer", dice="typed", game="gioul")
        anna, rng = Client(table), random.Random(4)
        typed_for_computer = 0
        while table.match.seq < 60 and table.match.state.phase is not Phase.END:
            view = anna.view
            if "throw" in view.may and view.side == "B":
                # Once Anna does not double, the computer finds that it must wait for the dice.
                typed_for_computer += view.typed
                fields: dict[str, Any] = {"dice": (rng.randint(1, 6), 2)} if view.typed else {}
                assert (await anna.act("throw", **fields))["type"] == "accepted"
            elif not await random_action(anna, rng):
                await asyncio.sleep(0.005)
        anna.hear()
        assert typed_for_computer > 3
        check_same(house, table)

    run(scene)


def test_the_computer_plays_a_whole_match() -> None:
    async def scene(house: House) -> None:
        table = await house.order("no-hit", opponent="computer", match=MatchRules(games=2))
        anna, rng = Client(table, voice="brief"), random.Random(6)
        await until(anna, lambda state: state.phase is Phase.END, rng)
        anna.hear()
        check_same(house, table)
        assert [event["n"] for event in anna.events] == list(range(1, table.match.seq + 1))
        seats = {seat.side: seat for seat in anna.view.seats}
        assert seats["B"].kind == "computer"
        assert table.match.record.players == ("Anna", "computer")
        assert anna.view.seats[0].score + anna.view.seats[1].score > 0

    run(scene)


def test_the_computers_throw_and_play_are_told_together() -> None:
    async def scene(house: House) -> None:
        table = await house.order("gioul", opponent="computer")
        anna, rng = Client(table), random.Random(7)
        await until(anna, lambda state: state.turns > 12, rng)
        anna.hear()
        together = 0
        for message in anna.heard:
            events = message["events"] if message["type"] == "events" else []
            kinds = [e["action"]["do"] for e in events if e["action"].get("side") == "B"]
            if "step" in kinds and kinds[0] == "throw":
                together += 1
                assert kinds[-1] == "done"
        assert together >= 2

    run(scene)


class Slow:
    """A computer that thinks until it is let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go = asyncio.Event()
        self.asked = 0

        self.begun = asyncio.Event()

        async def choose(_: Computers, seat: Seat, state: State) -> tuple[Action, ...]:
            self.asked += 1
            self.begun.set()
            await self.go.wait()
            return rule_of_thumb.choose(state)

        monkeypatch.setattr(Computers, "choose", choose)


def test_a_computer_that_thinks_blocks_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer_seat, "HOLD", 0.01)

    async def scene(house: House) -> None:
        slow = Slow(monkeypatch)
        table = await house.order("gioul", opponent="computer", start=COMPUTERS_TURN)
        anna = Client(table)
        await slow.begun.wait()
        assert anna.view.thinking
        assert slow.asked == 1
        assert [m["type"] for m in await anna.send(type="ping")] == ["pong"]
        assert (await anna.ask("turn"))["say"]
        assert (await anna.act("throw"))["code"] == "not_your_turn"
        late = Client(table, CARL)
        assert late.view.thinking
        slow.go.set()
        message = await anna.wait("events")
        assert message["events"][0]["action"]["do"] == "throw"

    run(scene)


def test_a_table_killed_while_the_computer_thinks_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(house: House) -> None:
        slow = Slow(monkeypatch)
        table = await house.order("gioul", opponent="computer", start=COMPUTERS_TURN)
        Client(table)
        await slow.begun.wait()
        other, again = await house.reopened(table)  # the first process is as good as dead
        slow.go.set()
        anna = Client(again)
        await until(anna, lambda state: state.side is Side.WHITE, random.Random(1))
        check_same(other, again)
        await other.close()

    run(scene)


def test_the_person_may_double_before_the_computer_throws() -> None:
    async def scene(house: House) -> None:
        start = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | B"
        options = {"cube_window": "any"}
        table = await house.order(opponent="computer", start=start, options=options)
        anna = Client(table)
        await asyncio.sleep(0.05)
        assert table.match.seq == 0
        assert set(anna.view.may) == {"throw", "double"}
        assert not anna.view.thinking
        assert (await anna.act("throw"))["type"] == "accepted"
        assert (await anna.wait("events"))["events"][0]["action"] == {
            "do": "throw",
            "side": "B",
            "dice": list(table.match.events[0].dice or ()),
        }
        second = await house.order(opponent="computer", start=start, options=options)
        bold = Client(second)
        await bold.act("double", side="W")
        assert second.match.events[0].kind is Kind.DOUBLE
        while len(second.match.events) < 2:  # its own double is told as an event, too
            await bold.wait("events")
        assert second.match.events[1].kind in (Kind.TAKE, Kind.DROP)

    run(scene)


def test_a_take_back_while_the_computer_thinks(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What it decides then belongs to a match that is no more."""

    async def scene(house: House) -> None:
        slow = Slow(monkeypatch)
        table = await house.order(opponent="computer", start=NEAR_START)
        anna, rng = Client(table), random.Random(21)
        await anna.act("throw")
        await until(anna, lambda state: state.turn.ending is not None, rng)
        await anna.act("done")
        await slow.begun.wait()
        await anna.send(type="back")
        slow.go.set()
        while table.computer.thinks:
            await asyncio.sleep(0.01)
        assert [event.kind for event in table.match.events] == [Kind.THROW]
        assert not caplog.records, "it does not even try"

    run(scene)


def test_nothing_is_taken_back_once_the_secret_is_out() -> None:
    async def scene(house: House) -> None:
        table = await house.order("no-hit", opponent="computer", start=NEAR_START)
        anna = Client(table)
        await until(anna, lambda state: state.phase is Phase.END, random.Random(22))
        assert not anna.view.back
        assert (await anna.send(type="back"))[0]["code"] == "no_back"

    run(scene)


def test_a_computer_player_knows_at_which_table_it_sits(monkeypatch: pytest.MonkeyPatch) -> None:
    """One player serves many tables: what belongs to a table goes in with each decision."""
    seen: list[tuple[int, frozenset[tuple[int, Side]]]] = []

    class Noted:
        def sit(self, seed: int, resigned: frozenset[tuple[int, Side]], _: Patience) -> None:
            seen.append((seed, resigned))

        def choose(self, state: State) -> tuple[Action, ...]:
            return rule_of_thumb.choose(state)

    monkeypatch.setattr(pooled_player, "made", lambda *_: Noted())

    async def scene(house: House) -> None:
        start = "W 1:15 | B 24:15 | B"
        for _ in range(2):
            table = await house.order("gioul", opponent="computer", level="expert", start=start)
            anna = Client(table)
            await until(anna, lambda state: state.side is Side.WHITE, random.Random(1))

    run(scene)
    assert len({seed for seed, _ in seen}) == 2
    events = (
        Action(Kind.RESIGN, Side.BLACK, number=1),
        Action(Kind.REFUSE, Side.WHITE),
        Action(Kind.NEXT),
        Action(Kind.RESIGN, Side.WHITE, number=1),
    )
    assert resignations(events) == {(1, Side.BLACK), (2, Side.WHITE)}


def test_open_throws_against_the_computer() -> None:
    """Each throws the dice of his next turn in the turn of the other."""

    async def scene(house: House) -> None:
        table = await house.order("open-throw", opponent="computer")
        anna, rng = Client(table), random.Random(8)
        await until(anna, lambda state: state.turns > 6, rng)
        own = [e["action"] for e in anna.events if e["action"]["do"] == "throw"]
        assert {action["side"] for action in own} == {"W", "B"}
        check_same(house, table)

    run(scene)


def test_taking_back_leads_to_the_same_dice_and_another_play() -> None:
    async def scene(house: House) -> None:
        table = await house.order("no-hit", opponent="computer", start=NEAR_START)
        anna, rng = Client(table), random.Random(9)
        await until(anna, lambda state: state.turns >= 2 and state.side is Side.WHITE, rng)
        seq, epoch = table.match.seq, table.live.epoch
        before = list(table.match.events)
        assert anna.view.back
        heard = await anna.send(type="back")
        assert [m["type"] for m in heard] == ["accepted", "table"]
        whole = next(m for m in heard if m["type"] == "table")
        assert whole["epoch"] == epoch + 1
        assert table.match.seq < seq
        assert table.match.state.phase is Phase.MOVE
        assert table.match.state.side is Side.WHITE
        assert not table.match.state.turn.steps
        check_same(house, table)
        assert table.audience.missed(anna.viewer, table.match.seq, epoch) is None
        # The same play again brings the same dice of the computer.
        steps = [
            e for e in before[table.match.seq :] if e.kind is Kind.STEP and e.side is Side.WHITE
        ]
        for action in steps:
            await anna.act("step", **step_fields(action))
        await anna.act("done")
        await until(anna, lambda state: state.side is Side.WHITE, rng)
        assert list(table.match.events)[:seq] == before

    run(scene)


def test_taking_back_typed_dice() -> None:
    """Dice that were typed come again by themselves."""

    async def scene(house: House) -> None:
        table = await house.order(dice="typed", start=NEAR_START)
        anna, rng = Client(table), random.Random(10)
        await anna.act("throw", side="W", dice=[6, 5])
        await until(anna, lambda state: state.turn.ending is not None, rng)
        await anna.act("done")
        await anna.act("throw", side="B", dice=[2, 1])
        await anna.send(type="back")
        assert table.match.state.turn.dice == (6, 5)
        assert not table.match.state.turn.steps
        await until(anna, lambda state: state.turn.ending is not None, rng)
        await anna.act("done")
        assert not anna.view.typed
        await anna.act("throw")
        assert table.match.state.turn.dice == (2, 1)
        await anna.act("step", **first_step(table))
        await anna.send(type="back")
        await anna.send(type="back")
        await until(anna, lambda state: state.turn.ending is not None, rng)
        await anna.act("done")
        await anna.act("throw", side="B", dice=[6, 4])
        assert table.match.state.turn.dice == (6, 4), "they had been typed wrong"
        await until(anna, lambda state: state.turn.ending is not None, rng)
        await anna.act("done")
        assert anna.view.typed

    run(scene)


def test_steps_that_were_undone_are_not_taken_back_twice() -> None:
    async def scene(house: House) -> None:
        table = await house.order(start=NEAR_START)
        anna = Client(table)
        assert not anna.view.back
        assert (await anna.send(type="back"))[0]["code"] == "no_back"
        await anna.act("throw")
        await anna.act("step", **first_step(table))
        await anna.act("undo")
        assert not anna.view.back
        await anna.act("step", **first_step(table))
        assert anna.view.back
        await anna.send(type="back")
        assert [event.kind for event in table.match.events] == [Kind.THROW]

    run(scene)


def test_friends_take_nothing_back() -> None:
    async def scene(house: House) -> None:
        table, anna, _ = await house.pair(start=NEAR_START)
        await anna.act("throw")
        await anna.act("step", **first_step(table))
        assert not anna.view.back
        assert (await anna.send(type="back"))[0]["code"] == "no_back"
        strict = await house.order(start=NEAR_START, takeback=False)
        alone = Client(strict)
        await alone.act("throw")
        await alone.act("step", **first_step(strict))
        assert not alone.view.back
        assert (await alone.send(type="back"))[0]["code"] == "no_back"

    run(scene)


def test_taking_back_over_the_end_of_a_game_in_which_colours_change() -> None:
    async def scene(house: House) -> None:
        table = await house.order("snake", opponent="computer", match=MatchRules(games=3))
        anna = Client(table)
        rng = random.Random(3)
        await until(anna, lambda state: state.turns > 2 and "resign" in anna.view.may, rng)
        decided = table.match.seq
        await anna.act("resign", number=1)
        await until(anna, lambda state: state.phase is Phase.OVER, rng)
        await anna.act("next")
        assert anna.mine == ["B"]
        await anna.send(type="back")
        assert table.match.seq == decided
        assert anna.mine == ["W"]

    run(scene)


def test_the_computer_waits_for_a_store_that_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer_seat, "PAUSE", 0.02)

    async def scene(house: House) -> None:
        table = await house.order("gioul", opponent="computer", start=COMPUTERS_TURN)
        house.memory.broken = True
        anna = Client(table)
        await asyncio.sleep(0.1)
        assert table.match.seq == 0
        house.memory.broken = False
        assert (await anna.wait("events"))["events"][0]["action"]["do"] == "throw"

    run(scene)
