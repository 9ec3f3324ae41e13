"""Points that are burst, games that end by an arrangement or a full bar, and bearing off with the
least excess."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.kernel import bursting
from tavola.rules.model import movement
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import BadRules, BearOff, Opening, Ruleset, Score, Side, Waste
from tavola.rules.text import one_line
from tavola.rules.text.record import state_from_json, state_to_json
from tavola.rules.turn.state import Action, Kind, Phase, State, Turn
from tavola.words import LANGUAGES, Words
from tavola.words.results import result
from tavola.words.speaker import Speaker

pytestmark = pytest.mark.plain

RULES = GAMES["bradspel"].rules
SEED = 20261126
BURST_JAN = "W bar:3 24:12 | B 1:2 2:2 3:2 4:2 7:2 13:1 14:1 15:1 16:1 17:1 | W 2-1"


def numbers_of(dice: tuple[int, int]) -> tuple[int, ...]:
    return (dice[0],) * 4 if dice[0] == dice[1] else dice


def late(rng: random.Random) -> Position:
    """A position in which White is home, or nearly, and a few black ones wait or stand about."""
    off = rng.choice((0, 0, 0, 5, 12, 13, 14))
    white: Counter[int] = Counter()
    shape = rng.choice(RULES.arrangements)
    for point, count in enumerate(shape, 19):
        white[point] += count
    for point in rng.choices(sorted(white.elements()), k=2):
        if white[point]:
            white[point] -= 1
            white[max(13, point - rng.randint(1, 4))] += 1
    for _ in range(off):
        white[rng.choice(sorted(white.elements()))] -= 1
    white = +white
    black: Counter[int] = Counter()
    bar = rng.randint(0, 3)
    singles = [p for p in range(13, 24) if not white[p]]
    for point in rng.sample(singles, min(len(singles), rng.randint(0, 5))):
        black[point] += 1
    black[rng.randint(1, 11)] += 15 - bar - black.total()
    return Position.parse(RULES, _text(white, 0, black, bar))


def behind(rng: random.Random) -> Position:
    """A position in which White is behind a row of closed points, or waits on the bar for it."""
    length = rng.randint(4, 7)
    first = rng.randint(1, 13 - length)
    black: Counter[int] = Counter(dict.fromkeys(range(first, first + length), 2))
    black[rng.choice((first, 11, 12))] += 15 - black.total()
    bar = rng.choice((0, 0, 1, 3, 5))
    white: Counter[int] = Counter()
    free = [p for p in range(1, 25) if not black[p]]
    for point in rng.sample(free, min(len(free), rng.randint(1, 3))):
        white[point] += 1
    many = [p for p in (1, *range(12, 25)) if not black[p]]
    white[rng.choice(many)] += 15 - bar - white.total()
    return Position.parse(RULES, _text(white, bar, black, 0))


def _text(white: Counter[int], bar: int, black: Counter[int], black_bar: int) -> str:
    halves = []
    for letter, points, waiting in (("W", white, bar), ("B", black, black_bar)):
        tokens = [f"{p}:{n}" for p, n in sorted(points.items()) if n]
        halves.append(" ".join([letter, *tokens, *([f"bar:{waiting}"] if waiting else [])]))
    return " | ".join(halves)


def cases(count: int) -> Iterator[tuple[Position, tuple[int, ...]]]:
    rng = random.Random(SEED)
    while count:
        position = rng.choice((late, behind))(rng)
        numbers = numbers_of((rng.randint(1, 6), rng.randint(1, 6)))
        if not movement.over_for_either(RULES, position):
            yield position, numbers
            count -= 1


def ends(rules: Ruleset, position: Position, now: Turn) -> set[Position]:
    """Where steps lead that are asked for one by one."""
    found: set[Position] = set()
    left = now.numbers, now.used, now.need, now.only
    for code in movement.next_steps(rules, position, Side.WHITE, *left):
        after, later = movement.after(rules, position, Side.WHITE, code), now.after(code, hit=False)
        if later.need and not movement.over(rules, after, Side.WHITE):
            found |= ends(rules, after, later)
        else:
            found.add(after)
    return found


def test_steps_and_lists_agree() -> None:
    kinds: Counter[str] = Counter()
    for position, numbers in cases(400):
        need, only = movement.due(RULES, position, Side.WHITE, numbers)
        listed = {p.position for p in movement.plays(RULES, position, Side.WHITE, numbers)}
        walked = ends(RULES, position, Turn(numbers=numbers, need=need, only=only))
        assert walked == listed, (position, numbers)
        kinds["limited"] += only < 0
        kinds["won"] += any(movement.over(RULES, after, Side.WHITE) for after in listed)
        kinds["burst"] += any(
            after.bar(Side.BLACK) > position.bar(Side.BLACK) + 1 for after in listed
        )
    assert min(kinds[kind] for kind in ("limited", "won", "burst")) > 15, kinds


def test_those_that_exceed_least_leave_the_fewest_pips() -> None:
    free, fewer = replace(RULES, least_excess=False), 0
    for position, numbers in cases(400):
        every = {p.position for p in movement.plays(free, position, Side.WHITE, numbers)}
        going_on = {p for p in every if not movement.over(RULES, p, Side.WHITE)}
        pips = {p: movement.pip_count(RULES, p, Side.WHITE) for p in going_on}
        least = {p for p, left in pips.items() if left == min(pips.values())}
        kept = {p.position for p in movement.plays(RULES, position, Side.WHITE, numbers)}
        assert kept == (every - going_on) | least
        fewer += kept != every
    assert fewer > 10


def games(count: int) -> Iterator[State]:
    """The states of games at random, after each step."""
    rng = random.Random(SEED)
    for number in range(count):
        state = turn.new_match(RULES).but(phase=Phase.START, side=Side(number % 2))
        while state.phase not in (Phase.OVER, Phase.END):
            if state.phase is Phase.START:
                dice = rng.randint(1, 6), rng.randint(1, 6)
                state, _ = turn.apply(state, Action(Kind.THROW, dice=dice))
            elif state.next_steps:
                state, _ = turn.apply(state, rng.choice(state.next_steps))
            else:
                state, _ = turn.apply(state, Action(Kind.DONE, state.side))
            yield state


def test_nobody_fills_his_own_bar() -> None:
    """Ruling BR-2: only the enemy of who moves is ever out of room."""
    ended: Counter[str] = Counter()
    for state in games(12):
        if state.phase is Phase.MOVE:
            won = movement.early_win(RULES, state.position, state.side.other)
            assert won == bursting.NOT_YET
        if state.result is not None:
            ended[state.result.how] += 1
    assert ended.total() == 12
    assert ended["jan"]


def test_a_burst_that_ends_the_game_is_kept_with_the_position() -> None:
    state = one_line.read(RULES, BURST_JAN)
    step = next(action for action in state.next_steps if action.target == 2)
    state, (fact,) = turn.apply(state, step)
    assert fact.details["hit"] == 2
    assert fact.details["burst"] == 2
    assert state.position.burst(Side.WHITE)
    assert not state.position.burst(Side.BLACK)
    assert state.position.text().startswith("W 2:1 24:12 bar:2 burst:1 | B")
    assert Position.parse(RULES, state.position.text()) == state.position
    assert Position.from_json(RULES, state.position.to_json()) == state.position
    assert state_from_json(RULES, state.match, state_to_json(state)) == state
    over, _ = turn.apply(state, Action(Kind.DONE, Side.WHITE))
    assert over.result is not None
    assert (over.result.how, over.result.points) == ("burst_jan", 6)
    for lang in LANGUAGES:
        assert "6" in result(Speaker(Words(lang), RULES), over)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("bradspel", "W 24:1 burst:2 | B 1:15"),
        ("bradspel", "W 24:1 burst:1 | B 1:15 burst:1"),
        ("backgammon", "W 24:1 burst:1 | B 1:15"),
    ],
)
def test_a_mark_of_bursting_that_cannot_be(game: str, text: str) -> None:
    with pytest.raises(Refused):
        Position.parse(GAMES[game].rules, text)


@pytest.mark.parametrize(
    "changes",
    [
        {"block": 1},
        {"waste": Waste.NOTHING},
        {"win_is_complete": False},
        {"jan": 7},
        {"burst": False},
        {"hit_score": Score.BAR},
        {"burst_jan": 10},
        {"arrangements": ((0, 0, 0, 5, 5, 4),)},
        {"arrangements": ((0, 0, 5, 5, 5),)},
        {"score": Score.GAMMON},
        {"bear_off": BearOff.PILE},
    ],
)
def test_rules_that_make_no_game(changes: dict[str, object]) -> None:
    with pytest.raises(BadRules):
        replace(RULES, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("opening", "dice", "side"),
    [
        (Opening.LOWER, (2, 5), Side.WHITE),
        (Opening.LOSER, (5, 2), Side.BLACK),
        (Opening.FRESH, (5, 2), Side.WHITE),
    ],
)
def test_the_lower_die_begins(opening: Opening, dice: tuple[int, int], side: Side) -> None:
    state = turn.new_match(replace(RULES, opening=opening))
    begun, _ = turn.apply(state, Action(Kind.OPENING, dice=dice))
    assert begun.side is side
    assert begun.phase is Phase.START
