"""The log of a match in notation: every throw and every step of it, once, in order."""

from __future__ import annotations

from itertools import pairwise

import pytest

from at_table import Client, House, run
from tavola.games import GAMES, find
from tavola.play.dice import TypedDice
from tavola.play.match import Match, Moment
from tavola.play.random_match import random_playout
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.ruleset import Side
from tavola.rules.turn.state import Kind
from tavola.server.match.live_match import Look
from tavola.server.wire import messages
from tavola.server.wire.game_log import turns_of

BOTH = Look((Side.WHITE, Side.BLACK), "en", "own", "full")


def past_of(game: str, cap: int = 30) -> list[Moment]:
    """All that happened in a random match."""
    record = random_playout(find(game), seed=7, cap=cap).record
    return list(Match(record, TypedDice()).moments())


@pytest.mark.parametrize("game", GAMES)
def test_the_log_holds_every_throw_and_every_step(game: str) -> None:
    past = past_of(game)
    turns = [messages.LoggedTurn.model_validate(turn) for turn in turns_of(BOTH, past)]
    assert [turn.event for turn in turns] == sorted(turn.event for turn in turns)
    ends = {turn.event for turn in turns}
    steps = [moment for moment in past if moment.action.kind is Kind.STEP]
    for moment in steps:
        # Of the entries the first that ends here or later holds this step.
        end = min(event for event in ends if event >= moment.n)
        sides = {turn.side for turn in turns if turn.event == end}
        assert moment.before.side.letter in sides
    kinds = (Kind.OPENING, Kind.THROW, Kind.NAME, Kind.KEEP)
    thrown = [moment.state.turn.dice for moment in past if moment.action.kind in kinds]
    told = ["".join(map(str, sorted(dice, reverse=True))) for dice in thrown if dice]
    count = GAMES[game].rules.dice_count
    assert [turn.throw[:count] for turn in turns if turn.throw] == told
    rows = [turn.n for turn in turns]
    assert rows == sorted(rows)
    for before, after in pairwise(turns):
        if after.n > before.n:
            assert after.side in ("W", None)


def test_cube_and_resignation_are_words_in_the_columns() -> None:
    async def scene(house: House) -> None:
        start = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W"
        table = await house.order(match=MatchRules(length=3, games=None), start=start, dice="typed")
        anna = Client(table)
        await anna.act("double", side="W")
        await anna.act("take", side="B")
        await anna.act("throw", side="W", dice=[3, 3])
        await anna.send(type="play", text="13/10(2) 8/5(2)")
        await anna.act("done")
        await anna.act("throw", side="B", dice=[1, 2])
        await anna.act("resign", side="B", number=1)
        await anna.act("accept", side="W")
        found = (await anna.ask("log"))["turns"]
        assert [(turn["n"], turn["side"], turn["throw"], turn["text"]) for turn in found[:-1]] == [
            (1, "W", "", "double to 2"),
            (1, "B", "", "taken"),
            (1, "W", "33", "13/10(2) 8/5(2)"),
            (1, "B", "21", ""),
            (1, "B", "", "resignation offered"),
            (1, "W", "", "resignation accepted"),
        ]
        assert (found[-1]["side"], found[-1]["text"]) == (
            None,
            "White wins by resignation: 2 points.",
        )

    run(scene)


def test_what_was_taken_back_is_not_in_it_and_nothing_is_a_word() -> None:
    async def scene(house: House) -> None:
        start = "W 1:2 12:5 17:3 19:5 | B bar:1 24:1 13:5 8:3 6:5 | W"
        table = await house.order(start=start, dice="typed")
        anna = Client(table)
        await anna.act("throw", side="W", dice=[1, 6])
        await anna.send(type="play", text="24/18")
        await anna.act("undo")
        await anna.send(type="play", text="13/7 8/7")
        await anna.act("done")
        await anna.act("throw", side="B", dice=[6, 6])
        found = (await anna.ask("log"))["turns"]
        assert [(turn["throw"], turn["text"]) for turn in found] == [
            ("61", "13/7 8/7"),
            ("66", "nothing"),
        ]

    run(scene)
