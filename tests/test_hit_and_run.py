"""Who has hit at home stays there until the throw is over, where the rules say so."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields, replace

import pytest

from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.kernel import slots
from tavola.rules.model import movement
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import Refused
from tavola.rules.model.rule_table import tables
from tavola.rules.model.ruleset import BadRules, Board, Contact, Ruleset, Side, Then
from tavola.rules.text import notation, one_line
from tavola.rules.text.draft import fields_of, line_of, shown
from tavola.rules.text.record import state_from_json, state_to_json
from tavola.rules.turn.state import State
from tavola.words import LANGUAGES, Words
from tavola.words.refusals import explain
from tavola.words.speaker import Speaker

pytestmark = pytest.mark.plain

TAVLA = GAMES["tavla"].rules
FREE = replace(TAVLA, hit_and_run=True)
SEED = 20261125


def after(text: str, play: str) -> State:
    state = one_line.read(TAVLA, text)
    for action in notation.read_play(state, play, "booklet"):
        state, _ = turn.apply(state, action)
    return state


def blots(rng: random.Random, side: Side) -> tuple[Position, tuple[int, ...]]:
    """A position with enemy blots in and before a side's home, and a part of a throw."""
    home = range(19, 25) if side is Side.WHITE else range(1, 7)
    near = range(12, 25) if side is Side.WHITE else range(1, 14)
    far = range(1, 12) if side is Side.WHITE else range(14, 25)
    theirs = dict.fromkeys(rng.sample(home, rng.randint(1, 4)), 1)
    theirs[rng.choice(far)] = 15 - sum(theirs.values())
    mine: dict[int, int] = {}
    for _ in range(rng.randint(2, 15)):
        point = rng.choice([p for p in near if p not in theirs])
        mine[point] = mine.get(point, 0) + 1
    counts = (mine, theirs) if side is Side.WHITE else (theirs, mine)
    halves = [
        " ".join([one.letter, *(f"{p}:{n}" for p, n in sorted(of.items()))])
        for one, of in zip(Side, counts, strict=True)
    ]
    dice = rng.randint(1, 6), rng.randint(1, 6)
    numbers = (dice[0],) * 4 if dice[0] == dice[1] else dice
    return Position.parse(TAVLA, " | ".join(halves)), numbers


def walks(position: Position, side: Side, numbers: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every order of steps in which the rule is kept, asked of each step by itself."""
    yield ()
    for number in dict.fromkeys(numbers):
        left = list(numbers)
        left.remove(number)
        for step in movement.single_steps(TAVLA, position, side, number):
            now = movement.after(TAVLA, position, side, step)
            if movement.over(TAVLA, now, side):
                yield (step,)
            else:
                yield from ((step, *rest) for rest in walks(now, side, tuple(left)))


def held(side: Side, before: Position, now: Position) -> bool:
    """Whether one of the side stands wherever at home an enemy blot stood that is gone."""
    home = range(19, 25) if side is Side.WHITE else range(1, 7)
    return all(
        now.count(side, p)
        for p in home
        if before.count(side.other, p) == 1 and not now.count(side.other, p)
    )


@pytest.mark.parametrize("side", Side)
def test_lists_are_what_steps_lead_to(side: Side) -> None:
    rng = random.Random(f"{SEED} {side}")
    bound = 0
    for _ in range(60):
        position, numbers = blots(rng, side)
        ends: dict[int, set[Position]] = {}
        for steps in walks(position, side, numbers):
            end = movement.played(TAVLA, position, side, steps)
            won = movement.over(TAVLA, end, side)
            ends.setdefault(len(numbers) if won else len(steps), set()).add(end)
        most = max(ends)
        plays = movement.plays(TAVLA, position, side, numbers)
        found = {play.position for play in plays}
        assert len(found) == len(plays)
        if most == 1 and len(set(numbers)) == 2:
            assert found <= ends[1]
        else:
            assert found == (ends[most] if most else set())
        assert all(held(side, position, end) for end in found)
        bound += not all(
            held(side, position, play.position)
            for play in movement.plays(FREE, position, side, numbers)
        )
    assert bound > 10, "hardly any position where the rule forbids something"


@pytest.mark.parametrize("side", Side)
def test_steps_lead_to_what_is_listed(side: Side) -> None:
    rng = random.Random(f"{SEED} steps {side}")
    for _ in range(40):
        position, numbers = blots(rng, side)
        listed = {play.position for play in movement.plays(TAVLA, position, side, numbers)}
        need, only = movement.due(TAVLA, position, side, numbers)
        open_ends = [(position, 0, need, only)]
        reached = set()
        while open_ends:
            now, used, need, only = open_ends.pop()
            steps = movement.next_steps(TAVLA, now, side, numbers, used, need, only)
            if not steps:
                reached.add(now.between_throws())
            for step in steps:
                at = next(i for i, n in enumerate(numbers) if n == step >> 10 and not used >> i & 1)
                then = movement.after(TAVLA, now, side, step)
                if need == 1 or movement.over(TAVLA, then, side):
                    reached.add(then.between_throws())
                else:
                    open_ends.append((then, used | 1 << at, need - 1, 0))
        assert reached == (listed or {position})


def test_sorting_from_the_rear_loses_nothing() -> None:
    """Lists with equal numbers, made with and without the shortcut."""
    rng = random.Random(f"{SEED} rear")
    table = tables(TAVLA).T
    assert table[slots.REAR_FIRST] == 1
    for side in Side:
        for _ in range(150):
            position, numbers = blots(rng, side)
            fast = [play.position for play in movement.plays(TAVLA, position, side, numbers)]
            table[slots.REAR_FIRST] = 0
            try:
                slow = [play.position for play in movement.plays(TAVLA, position, side, numbers)]
            finally:
                table[slots.REAR_FIRST] = 1
            assert len(fast) == len(slow)
            assert set(fast) == set(slow)


@pytest.mark.parametrize(
    ("text", "play", "noted"),
    [
        (
            "W 12:1 17:1 19:13 | B 6:14 20:1 | W 3-1",
            "17/20",
            "W 12:1 19:13 20:1 stays:5 | B 6:14 bar:1 | W 3-1 left:1",
        ),
        (
            "W 5:1 19:14 | B 7:1 8:1 1:13 | B 3-3",
            "8/5",
            "W 19:14 bar:1 | B 1:13 5:1 7:1 stays:5 | B 3-3 left:3,3,3",
        ),
        (
            "W 18:1 17:1 24:13 | B 6:13 19:1 20:1 | W 2-2",
            "17/19 18/20",
            "W 19:1 20:1 24:13 stays:5 stays:6 | B 6:13 bar:2 | W 2-2 left:2,2",
        ),
        (
            "W 12:1 24:14 | B 6:14 15:1 | W 3-1",
            "12/15",
            "W 15:1 24:14 | B 6:14 bar:1 | W 3-1 left:1",
        ),
    ],
)
def test_a_line_in_the_middle_of_a_throw_leads_on_alike(text: str, play: str, noted: str) -> None:
    state = after(text, play)
    if state.turn.need:
        assert one_line.write(state) == noted
    again = one_line.read(TAVLA, one_line.write(state))
    assert again.position == state.position
    assert set(turn.next_steps(again)) == set(turn.next_steps(state))
    whole = state_from_json(TAVLA, state.match, state_to_json(state))
    assert whole.position == state.position
    line = one_line.write(state)
    assert line_of(TAVLA, fields_of(line)) == line
    assert shown(TAVLA, fields_of(line)).row == state.position.row


def test_after_the_throw_nothing_is_known_of_it() -> None:
    state = after("W 12:1 17:1 19:13 | B 6:14 20:1 | W 3-1", "17/20 12/13")
    assert "stays" not in one_line.write(state)
    assert not any(state.position.hitters(side) for side in Side)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("tavla", "W 20:1 24:14 stays:5 | B 6:14 bar:1 | W"),
        ("tavla", "W 20:1 24:14 stays:5 | B 6:14 bar:1 | W 3-1"),
        ("tavla", "W 20:1 24:14 stays:4 | B 6:14 bar:1 | W 3-1 left:1"),
        ("tavla", "W 20:1 24:14 stays:5 stays:5 | B 6:14 bar:1 | W 3-1 left:1"),
        ("tavla", "W 18:1 24:14 stays:7 | B 6:14 bar:1 | W 3-1 left:1"),
        ("tavla", "W 20:1 24:14 stays:0 | B 6:14 bar:1 | W 3-1 left:1"),
        ("portes", "W 20:1 24:14 stays:5 | B 6:14 bar:1 | W 3-1 left:1"),
    ],
)
def test_where_it_cannot_be_it_is_refused(game: str, text: str) -> None:
    with pytest.raises(Refused) as refused:
        one_line.read(GAMES[game].rules, text)
    assert refused.value.refusal.code == "bad_position"


def test_json_of_a_position_is_checked() -> None:
    data = Position.parse(TAVLA, "W 19:1 20:1 stays:5 stays:6 | B 6:13 bar:2").to_json()
    assert data["white"]["stays"] == [5, 6]
    assert Position.from_json(TAVLA, data).hitters(Side.WHITE) == [5, 6]
    for wrong in ([9], ["5"], 5, [5, 5], [1]):
        data["white"]["stays"] = wrong
        with pytest.raises(Refused):
            Position.from_json(TAVLA, data)


@pytest.mark.parametrize(
    "changes",
    [
        {"contact": Contact.PIN},
        {"block": 1},
        {"double_then": Then.UPWARDS},
        {"board": Board.FACING, "contact": Contact.FACING},
    ],
)
def test_the_rule_needs_hits_and_one_part(changes: dict[str, object]) -> None:
    axes = {item.name: getattr(Ruleset(), item.name) for item in fields(Ruleset)}
    Ruleset(**{**axes, "hit_and_run": False})
    with pytest.raises(BadRules, match="hit at home"):
        Ruleset(**{**axes, **changes, "hit_and_run": False})


@pytest.mark.parametrize(
    ("text", "play"),
    [
        ("W 12:1 17:1 19:13 | B 6:14 20:1 | W 3-1", "17/20 20/21"),
        ("W 18:1 19:1 24:13 | B 6:14 22:1 | W 4-3", "18/22 22/off"),
    ],
)
def test_what_is_refused_is_explained(text: str, play: str) -> None:
    """In every language, with the points of the reader's board."""
    refusal = notation.why(one_line.read(TAVLA, text), play, "booklet")
    assert refusal is not None
    assert refusal.code == "hitter_stays"
    told = {lang: explain(Speaker(Words(lang), TAVLA), refusal, Side.WHITE) for lang in LANGUAGES}
    assert len(set(told.values())) == len(LANGUAGES)
    assert not any("{" in sentence for sentence in told.values())
