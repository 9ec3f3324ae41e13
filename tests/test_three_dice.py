"""A throw of three dice: what may be played with it, how it is written, and where it comes from."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, permutations

import pytest

from tavola.bots.net.file import Net
from tavola.bots.search.lookahead import play_turn
from tavola.bots.search.working_net import WorkingNet
from tavola.play.dice import RecordedDice, SealedDice, SeededDice, stream
from tavola.rules import turn
from tavola.rules.kernel.backend import compiled
from tavola.rules.model import movement
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import (
    Again,
    BadRules,
    Board,
    Opening,
    Order,
    Ruleset,
    Score,
    Setup,
    Side,
    Waste,
)
from tavola.rules.model.throws import Throw, packed
from tavola.rules.text import notation, one_line, script
from tavola.rules.text.draft import fields_of, line_of
from tavola.rules.turn.state import Action, Kind, Phase, State

pytestmark = pytest.mark.plain

RULES = Ruleset(
    board=Board.SAME,
    start=(Setup(points=((1, 5),), reserve=1), Setup(points=((2, 5),), reserve=1)),
    waste=Waste.EITHER,
    score=Score.SINGLE,
    cube=False,
    dice_count=3,
)
LAPSING = replace(RULES, waste=Waste.NOTHING)
CONTRARY = replace(RULES, board=Board.CONTRARY, start=RULES.start[::-1])
TWO_WAYS = replace(RULES, board=Board.CONTRARY, backward=True, start=RULES.start[::-1])


def walk(rules: Ruleset, seed: int) -> Iterator[State]:
    """States in which a throw of three lies, of games played at random."""
    rng = random.Random(seed)
    state = turn.new_match(rules)
    while True:
        if state.phase in (Phase.OVER, Phase.END):
            state = turn.new_match(rules)
        action = _any(state, rng)
        state, _ = turn.apply(state, action)
        if action.kind is Kind.THROW:
            yield state


def crowded(rules: Ruleset, seed: int) -> Iterator[State]:
    """The same where Black closes most of the way: throws that cannot be played whole."""
    rng = random.Random(seed)
    full = replace(rules, start=(Setup(reserve=14), Setup(reserve=14)))
    while True:
        points = rng.sample(range(1, 17), 9)
        white = f"W {points[0]}:1{rng.choice(('', ' bar:1', f' {points[1]}:1'))}"
        black = "B " + " ".join(f"{point}:2" for point in sorted(points[2:]))
        dice = "-".join(str(rng.randint(1, 6)) for _ in range(3))
        yield one_line.read(full, f"{white} | {black} | W {dice}")


def _any(state: State, rng: random.Random) -> Action:
    faces = tuple(rng.randint(1, 6) for _ in range(turn.awaited(state)))
    if state.phase is Phase.OPENING:
        return Action(Kind.OPENING, None, faces)
    if state.phase is Phase.START:
        return Action(Kind.THROW, None, faces)
    return rng.choice([one for one in turn.legal(state) if one.kind in (Kind.STEP, Kind.DONE)])


def tried(
    rules: Ruleset, position: Position, side: Side, numbers: Throw
) -> tuple[int, set[Position]]:
    """How many numbers can be played at most, and where all ways to play so many lead: by trying
    every number with every checker in every order."""
    most, ends = 0, set[Position]()

    def go_on(here: Position, left: Throw, played: int) -> None:
        nonlocal most, ends
        if played > most:
            most, ends = played, set()
        if played == most:
            ends.add(here)
        for i, number in enumerate(left):
            for step in movement.single_steps(rules, here, side, number):
                go_on(movement.after(rules, here, side, step), left[:i] + left[i + 1 :], played + 1)

    go_on(position, numbers, 0)
    return most, ends


@pytest.mark.parametrize("rules", [RULES, LAPSING, CONTRARY, TWO_WAYS])
def test_as_many_numbers_as_possible_in_every_order(rules: Ruleset) -> None:
    seen = Counter[int]()
    for state in (*islice(walk(rules, 7), 0, 160, 4), *islice(crowded(rules, 7), 120)):
        dice, position, side = state.turn.dice, state.position, state.side
        rules = state.rules
        assert dice is not None
        most, ends = tried(rules, position, side, dice)
        seen[most] += 1
        if rules.waste is Waste.NOTHING and most < 3:
            most, ends = 0, {position}
        found = movement.plays(rules, position, side, dice)
        assert {play.position for play in found} == (ends if most else set())
        assert len(found) == len({play.position for play in found})
        assert all(len(play.steps) == most for play in found)
        assert movement.due(rules, position, side, dice) == (most, 0)
        _check_steps(state, dice, most)
    few = 0 if rules.backward else 2
    assert min(seen[n] for n in range(4)) > few, seen


def _check_steps(state: State, dice: Throw, most: int) -> None:
    """Each step that may be made first begins a complete play, and no other does."""
    rules, wanted = state.rules, set()
    for i, number in enumerate(dice):
        for step in movement.single_steps(rules, state.position, state.side, number):
            after = movement.after(rules, state.position, state.side, step)
            rest = dice[:i] + dice[i + 1 :]
            if most and tried(rules, after, state.side, rest)[0] == most - 1:
                wanted.add(step)
    assert {one.code for one in turn.next_steps(state)} == wanted


def test_the_order_of_the_dice_does_not_matter() -> None:
    for state in islice(walk(RULES, 3), 0, 60, 6):
        assert state.turn.dice is not None
        found = [
            {play.position for play in movement.plays(RULES, state.position, state.side, dice)}
            for dice in permutations(state.turn.dice)
        ]
        assert all(one == found[0] for one in found)


@pytest.mark.parametrize(
    "axes",
    [
        {"waste": Waste.HIGHER},
        {"order": Order.LOW_FIRST},
        {"again": Again.ALWAYS},
        {"opening": Opening.DICE},
        {"hit_loses": True},
        {"dice_count": 4},
        {"dice_count": 1},
    ],
)
def test_what_three_dice_do_not_go_with(axes: dict[str, object]) -> None:
    with pytest.raises(BadRules):
        replace(RULES, **axes)  # type: ignore[arg-type]


def test_a_game_of_two_dice_does_not_say_so() -> None:
    assert "dice_count" not in replace(RULES, dice_count=2).to_json()
    assert RULES.to_json()["dice_count"] == 3
    assert RULES.digest() != replace(RULES, dice_count=2).digest()


# ------------------------------------------------------------------------------- how it is written


def test_a_throw_has_as_many_dice_as_the_game() -> None:
    state = script.run(turn.new_match(RULES), "6-5")
    for dice in ((6, 5), (6, 5, 4, 3), (7, 1, 1), None):
        with pytest.raises(Refused, match="bad_dice"):
            turn.apply(state, Action(Kind.THROW, None, dice))
    two = script.run(turn.new_match(replace(RULES, dice_count=2)), "6-5")
    with pytest.raises(Refused, match="bad_dice"):
        turn.apply(two, Action(Kind.THROW, None, (6, 5, 4)))
    with pytest.raises(Refused, match="bad_dice"):
        turn.apply(turn.new_match(RULES), Action(Kind.OPENING, None, (6, 5, 4)))


def test_dice_are_put_right_with_as_many() -> None:
    state = script.run(turn.new_match(RULES), "6-5; correct 3-2")
    assert state.side is Side.WHITE
    assert state.phase is Phase.START
    state = script.run(state, "6-5-4; correct 3-2-1")
    assert state.turn.dice == (3, 2, 1)
    with pytest.raises(Refused, match="bad_dice"):
        script.run(state, "correct 3-2")


def test_a_line_holds_three_dice() -> None:
    for state in islice(walk(RULES, 5), 0, 60, 6):
        text = one_line.write(state)
        again = one_line.read(RULES, text)
        assert (again.turn.dice, again.turn.left) == (state.turn.dice, state.turn.left)
        assert line_of(RULES, fields_of(text.partition(" left:")[0])).startswith(
            text.partition(" left:")[0]
        )
    with pytest.raises(Refused, match="bad_position"):
        one_line.read(RULES, "W 1:5 res:1 | B 2:5 res:1 | W 6-5")
    with pytest.raises(Refused, match="bad_position"):
        one_line.read(replace(RULES, dice_count=2), "W 1:5 res:1 | B 2:5 res:1 | W 6-5-4")


def test_an_event_holds_three_dice() -> None:
    action = Action(Kind.THROW, Side.BLACK, (1, 6, 3))
    assert action.to_json()["dice"] == [1, 6, 3]
    assert Action.from_json(action.to_json()) == action
    for dice in ([1], [1, 2, 3, 4], [1, 2, 7], [1, 2, True], "123"):
        with pytest.raises(Refused, match="bad_action"):
            Action.from_json({"do": "throw", "side": "B", "dice": dice})


@pytest.mark.skipif(not compiled, reason="nets work on arrays")
def test_a_search_plays_all_three() -> None:
    """What a net plays of a throw, and what follows a candidate, is one of the complete plays."""
    net = WorkingNet(RULES, Net.fresh(RULES, 1).weights)
    for state in (*islice(walk(RULES, 11), 0, 60, 6), *islice(crowded(RULES, 3), 10)):
        rules, position, dice = state.rules, state.position, state.turn.dice
        assert dice is not None
        net.space.bytes[: len(position.row)] = position.row
        net_of = (net.T, net.Z, net.W, net.M, net.K, net.best)
        play_turn(*net_of, int(state.side), packed(dice), 1, 0, net.numbers)
        ends = {play.position.row for play in movement.plays(rules, position, state.side, dice)}
        assert bytes(net.space.bytes[: len(position.row)]) in (ends or {position.row})


def test_why_a_number_must_wait_for_two_others() -> None:
    state = one_line.read(
        replace(RULES, start=(Setup(reserve=10), Setup(reserve=10))),
        "W 1:2 10:1 | B 5:2 6:2 7:2 20:2 21:2 | W 6-5-4",
    )
    refusal = notation.why(state, "10/16", "booklet")
    assert refusal is not None
    assert (refusal.code, refusal.details) == ("more_numbers", {"count": 2})


# ------------------------------------------------------------------------------ where it comes from


def test_a_byte_of_the_stream_is_a_throw_of_three() -> None:
    counts = Counter(islice(stream(b"tavola seed 1", "seed", 3), 216_000))
    assert len(counts) == 216
    assert all(800 < count < 1200 for count in counts.values())


@pytest.mark.parametrize(
    "source",
    [
        lambda: SeededDice(7),
        lambda: SealedDice("00" * 32, "match", ("a", "b")),
    ],
)
def test_who_begins_is_thrown_with_the_first_two(source: type) -> None:
    dice, again = source(), source()
    begins = turn.new_match(RULES)
    starts = script.run(begins, "6-5")
    fell: list[Throw] = []
    for state in (begins, begins, starts, starts):
        throw = dice.throw(state)
        assert throw is not None
        assert len(throw) == turn.awaited(state)
        dice.taken(state)
        fell.append(throw)
    assert dice.drawn == 4
    for state in (begins, begins, starts):
        again.taken(state)
    assert again.throw(starts) == fell[3]
    dice.put_back(fell[2:])
    assert dice.throw(starts) == fell[2]


def test_recorded_throws_of_three_have_blanks_between() -> None:
    dice = RecordedDice("31 654 222")
    begins = turn.new_match(RULES)
    starts = script.run(begins, "3-1")
    fell = []
    for state in (begins, starts, starts):
        fell.append(dice.throw(state))
        dice.taken(state)
    assert fell == [(3, 1), (6, 5, 4), (2, 2, 2)]
    assert dice.throw(starts) is None
    assert RecordedDice(dice.header()["throws"]).throws == "31 654 222"
    for text in ("31  654", "3165 4", "31 654 "):
        with pytest.raises(Refused, match="bad_dice_source"):
            RecordedDice(text)
