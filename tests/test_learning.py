"""What nets see and learn: features in both modes, goals of lessons, and the slope of the error."""

from __future__ import annotations

import json
import math
import os
import random
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from bridge import positions
from tavola.bots.arena import goals, rare, selfplay
from tavola.bots.net.evaluate import (
    FIRST,
    LAST_LAYER,
    LEAK,
    OUTPUTS,
    PHASE_SIZE,
    SECOND,
    SETS,
    UPPER,
    WIN,
    WORTH,
    outputs,
    worth,
)
from tavola.bots.net.features import (
    CONTACT_PHASE,
    FEATURES,
    PHASES,
    RACE_PHASE,
    SIDE,
    encode,
)
from tavola.bots.net.file import Net
from tavola.bots.search.working_net import WorkingNet
from tavola.bots.training.course import onward
from tavola.bots.training.jobs import Desk, Job, Lessons, Stopped, do_job
from tavola.bots.training.student import Student
from tavola.games import GAMES
from tavola.rules.kernel.backend import compiled, large, reals, small
from tavola.rules.kernel.slots import WIDTH
from tavola.rules.model import movement
from tavola.rules.model.position import Position
from tavola.rules.model.rule_table import tables
from tavola.rules.model.ruleset import Side
from tavola.rules.text import one_line

pytestmark = [pytest.mark.plain, pytest.mark.no_cover]

fast = pytest.mark.skipif(not compiled, reason="games of a net take minutes without the compiler")
RULES = GAMES["eureka"].rules
"""The shortest game."""

# ----------------------------------------------------------------------------------------- features


def stands(seed: int, every: int = 1) -> list[tuple[str, str, int, int, int]]:
    """Positions of random games: game, row, side, throws of the turn, fixed throw."""
    found = []
    for game, declared in list(GAMES.items())[::every]:
        rng = random.Random(f"{seed}/{game}")
        for state in positions(declared.rules, rng, 2, 12):
            throws, fixed = rng.choice((1, 1, 2)), rng.choice((0, 0, 64, 33))
            found.append((game, state.position.row.hex(), int(state.side), throws, fixed))
    return found


def seen(stand: tuple[str, str, int, int, int]) -> tuple[list[float], int]:
    """The input vector of a stand, and its phase."""
    game, row, side, throws, fixed = stand
    x = reals(FEATURES)
    cells = small([cell - 256 if cell > 127 else cell for cell in bytes.fromhex(row)])
    phase = encode(tables(GAMES[game].rules).T, cells, 0, side, throws, fixed, x)
    return [float(value) for value in x], int(phase)


def sines(sets: int) -> Any:
    """Weights of a net that says something else of every position."""
    return reals([0.1 * math.sin(n) for n in range(sets * PHASE_SIZE)])


def judged(
    stand: tuple[str, str, int, int, int], working: dict[str, WorkingNet], weights: Any
) -> list[float]:
    """The outputs of a net for a stand."""
    game, row, side, throws, fixed = stand
    if game not in working:
        working[game] = WorkingNet(GAMES[game].rules, weights)
    at_work = working[game]
    for cell, value in enumerate(bytes.fromhex(row)):
        at_work.space.rows[cell] = value - 256 if value > 127 else value
    outputs(at_work.T, at_work.space.rows, 0, side, throws, fixed, at_work.M, 0)
    return [float(value) for value in at_work.M[5][:OUTPUTS]]


def everything(given: list[Any]) -> list[Any]:
    """What this process sees in stands, and what a net says of every fourth one."""
    few, all_sets = ((dict[str, WorkingNet](), sines(sets)) for sets in SETS)
    return [
        [*seen(stand), judged(stand, *(few if n % 8 else all_sets)) if n % 4 == 0 else []]
        for n, stand in enumerate(given)
    ]


@pytest.mark.skipif(not compiled, reason="compares the compiled functions with the plain ones")
def test_both_modes_see_the_same() -> None:
    given = stands(1)
    assert {stand[0] for stand in given} == set(GAMES)
    code = (
        "import json, sys, test_learning\n"
        "print(json.dumps(test_learning.everything(json.load(sys.stdin))))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=json.dumps(given),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TAVOLA_COMPILE": "0"},
        capture_output=True,
        text=True,
        timeout=200,
        check=True,
    )
    phases = set()
    for stand, ours, plain in zip(given, everything(given), json.loads(done.stdout), strict=True):
        assert ours[0] == pytest.approx(plain[0], abs=1e-6), stand
        assert ours[1] == plain[1], stand
        assert ours[2] == pytest.approx(plain[2], abs=1e-5), stand
        phases.add(ours[1])
    assert phases == set(range(PHASES))


def mirrored(phase: int) -> int:
    """The phase as the other side sees it."""
    if phase in (CONTACT_PHASE, RACE_PHASE):
        return phase
    mine, theirs = divmod(phase - RACE_PHASE, 3)
    return RACE_PHASE + 3 * theirs + mine


def test_each_side_is_described_the_same_way() -> None:
    """What one side sees of itself, the other one sees of it; all are small numbers."""
    # Without the compiler it is the games that take long.
    for stand in stands(2)[::9] if compiled else stands(2, every=4)[::9]:
        game, row, side, throws, fixed = stand
        mine, phase = seen(stand)
        theirs, other_phase = seen((game, row, 1 - side, throws, fixed))
        assert mine[:SIDE] == theirs[SIDE : 2 * SIDE], stand
        assert mine[SIDE : 2 * SIDE] == theirs[:SIDE], stand
        assert other_phase == mirrored(phase), stand
        assert all(-0.5 <= value <= 7.0 for value in mine), stand


def test_early_checkers_make_the_phase() -> None:
    """In classic: those on the enemy's home points and on the bar."""
    for text, phase in (
        ("W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W", 5),
        ("W 7:2 12:5 17:3 19:5 | B 24:3 13:4 8:3 6:5 | W", 3),
        ("W 1:1 2:1 5:1 12:4 17:3 19:5 | B 18:2 13:5 8:3 6:5 | W", 7),
        ("W 7:2 12:5 17:3 19:5 | B 18:2 13:5 8:3 6:5 | W", CONTACT_PHASE),
        ("W 19:15 | B 6:15 | W", RACE_PHASE),
        ("W 19:14 bar:1 | B 6:15 | W", 4),
        ("W 19:14 bar:1 | B 6:14 bar:1 | W", 5),
    ):
        row = one_line.read(GAMES["backgammon"].rules, text).position.row.hex()
        assert seen(("backgammon", row, Side.WHITE, 1, 0))[1] == phase, text


@pytest.mark.skipif(not compiled, reason="making a net needs NumPy, which the plain mode lacks")
def test_a_net_split_by_phases_says_the_same() -> None:
    """Until it learns; what contact in general learns then is lost on the other phases."""
    net = Net.fresh(RULES, 5)
    split = net.split()
    assert [len(each.weights) // PHASE_SIZE for each in (net, split)] == list(SETS)
    assert split.split() is split
    learnt = split.weights.copy()
    learnt[PHASE_SIZE - OUTPUTS : PHASE_SIZE] += 1.0
    for stand in stands(3)[::7]:
        one, two, three = (judged(stand, {}, w) for w in (net.weights, split.weights, learnt))
        assert one == two
        assert (three == one) == (seen(stand)[1] != CONTACT_PHASE)


# -------------------------------------------------------------------------------------------- goals


def random_stands(rng: random.Random, count: int, strays: float) -> tuple[Any, Any, Any]:
    """Outputs, looked-ahead outputs and stands of a game that never was."""
    values = reals([rng.random() for _ in range(count * OUTPUTS)])
    looked = reals([rng.random() for _ in range(count * OUTPUTS)])
    noted = large(count * selfplay.STAND)
    for i in range(count):
        noted[i * selfplay.STAND] = rng.randrange(2)
        noted[i * selfplay.STAND + selfplay.STRAYED] = int(rng.random() < strays)
    return values, looked, noted


def turned(y: list[float]) -> list[float]:
    """Outputs from the other side's view."""
    win, a, b, c, d = y
    return [1.0 - win, c, d, a, b]


def at(values: Any, i: int) -> list[float]:
    return [float(v) for v in values[i * OUTPUTS : (i + 1) * OUTPUTS]]


def hurried(y: list[float], haste: float, away: int) -> list[float]:
    """Outputs that were brought nearer to a draw several times."""
    kept = (1.0 - haste) ** away
    return [kept * v + (1.0 - kept) * d for v, d in zip(y, [0.5, 0.0, 0.0, 0.0, 0.0], strict=True)]


@pytest.mark.parametrize(("trace", "haste"), [(0.0, 0.0), (0.7, 0.0), (1.0, 0.0), (0.7, 0.1)])
def test_returns_mix_later_opinions(trace: float, haste: float) -> None:
    """The definition, from each stand forwards: (1 - trace) sum of trace^n times the opinion n + 1
    later, and the rest for the outcome."""
    count = 9
    values, _, noted = random_stands(random.Random(5), count, 0.0)
    before = [at(values, i) for i in range(count)]
    outcome = [1.0, 1.0, 0.0, 0.0, 0.0]
    goals.returns(values, noted, 0, count, trace, haste, reals(outcome))
    sides = [noted[i * selfplay.STAND] for i in range(count)]
    for i in range(count):
        wanted, weight = [0.0] * OUTPUTS, 1.0
        for j in range(i + 1, count + 1):
            opinion, side = (before[j], sides[j]) if j < count else (outcome, sides[-1])
            share = weight * (1.0 - trace) if j < count else weight
            view = hurried(opinion if side == sides[i] else turned(opinion), haste, j - i)
            wanted = [w + share * v for w, v in zip(wanted, view, strict=True)]
            weight *= trace
        assert at(values, i) == pytest.approx(wanted, abs=1e-5)


def test_returns_stop_at_random_plays() -> None:
    values, _, noted = random_stands(random.Random(6), 4, 0.0)
    before = [at(values, i) for i in range(4)]
    noted[1 * selfplay.STAND + selfplay.STRAYED] = 1
    goals.returns(values, noted, 0, 4, 1.0, 0.0, reals([1.0, 0.0, 0.0, 0.0, 0.0]))
    same = noted[0] == noted[selfplay.STAND]
    assert at(values, 1) == before[1]
    assert at(values, 0) == pytest.approx(before[1] if same else turned(before[1]), abs=1e-6)


@pytest.mark.parametrize(("trace", "haste"), [(0.0, 0.0), (0.9, 0.0), (1.0, 0.0), (0.9, 0.1)])
def test_looked_returns_add_what_was_not_known(trace: float, haste: float) -> None:
    """The goal is the look ahead plus all later differences between look ahead and expectation."""
    for seed in range(5):
        values, looked, noted = random_stands(random.Random(seed), 8, 0.2)
        supposed, _, _ = random_stands(random.Random(-1 - seed), 8, 0.0)
        before = [at(supposed, i) for i in range(8)]
        ahead = [hurried(at(looked, i), haste, 1) for i in range(8)]
        room = reals(OUTPUTS)
        _, others, _ = random_stands(random.Random(100 + seed), 8, 0.0)
        for i in range(0, 8, 3):
            others[i * OUTPUTS] = selfplay.UNKNOWN
        turned_down = [hurried(at(others, i), haste, 1) for i in range(8)]
        goals.looked_returns(values, looked, supposed, others, noted, 0, 8, trace, haste, room)
        for i in range(8):
            if i % 3 == 0:
                assert others[i * OUTPUTS] == selfplay.UNKNOWN
            else:
                gone = [v - a for v, a in zip(at(values, i), ahead[i], strict=True)]
                also = [v - a for v, a in zip(at(others, i), turned_down[i], strict=True)]
                assert also == pytest.approx(gone, abs=1e-5), "as far apart as the looks ahead"
            wanted, weight = ahead[i], 1.0
            for j in range(i + 1, 8):
                if noted[(j - 1) * selfplay.STAND + selfplay.STRAYED]:
                    break
                weight *= trace
                mine = noted[j * selfplay.STAND] == noted[i * selfplay.STAND]
                old, new = (y if mine else turned(y) for y in (before[j], ahead[j]))
                wanted = [w + weight * (n - o) for w, n, o in zip(wanted, new, old, strict=True)]
            assert at(values, i) == pytest.approx(wanted, abs=1e-5)


def test_a_net_that_knows_everything_learns_nothing() -> None:
    values, _, noted = random_stands(random.Random(7), 6, 0.0)
    before = [at(values, i) for i in range(6)]
    looked, expected, others = (reals(list(values)) for _ in range(3))
    goals.looked_returns(values, looked, expected, others, noted, 0, 6, 0.9, 0.0, reals(OUTPUTS))
    assert [at(values, i) for i in range(6)] == [pytest.approx(y, abs=1e-6) for y in before]


@fast
@pytest.mark.parametrize("close", [0, 300])
def test_looking_ahead_expects_the_same_with_less_luck(close: int) -> None:
    """Over many games both kinds of goals have the same mean; the looked ones spread less.  So it
    is also where close plays are chosen by a look ahead, which the goals do not suppose."""
    import numpy

    weights = Net.fresh(RULES, 1).weights
    for _ in range(2):
        lessons = do_job(Job(RULES, weights, 9, 500, 1.0, selfplay.ALWAYS))
        Student(RULES, weights).learn(lessons, numpy.arange(len(lessons)), 0.02)
    wins = []
    for depth in (0, 1):
        lessons = do_job(Job(RULES, weights, 3, 800, 1.0, 0, depth, close=close))
        first = (lessons.rows == lessons.rows[0]).all(axis=1)
        wins.append(lessons.goals[first, WIN])
    played, looked = wins
    assert len(played) == len(looked) == 800
    assert looked.std() < 0.7 * played.std()
    error = math.hypot(played.std(), looked.std()) / math.sqrt(800)
    assert looked.mean() == pytest.approx(played.mean(), abs=4 * error)


@fast
def test_random_games_end_where_there_are_no_steps_back() -> None:
    rules = onward(GAMES["backwards"].rules)
    for seed in range(10):
        job = Job(rules, Net.fresh(rules, 1).weights, seed, 1, 1.0, selfplay.ALWAYS)
        assert len(do_job(job)) < selfplay.LONGEST


@fast
def test_steady_plays_bring_a_side_on() -> None:
    """With none of them a fresh net steps back now and then."""
    rules = GAMES["backwards"].rules
    for steady in (1000, 0):
        job = Job(rules, Net.fresh(rules, 1).weights, 4, 1, 1.0, steady=steady)
        lessons = do_job(job)
        places = [Position(row.tobytes()) for row in lessons.rows]
        gains = []
        for before, after, stand in zip(places, places[1:], lessons.stands, strict=False):
            side = Side(int(stand[0]))
            pips = [movement.pip_count(rules, place, side) for place in (before, after)]
            gains.append(pips[0] - pips[1])
        assert len(gains) > 30
        assert (min(gains) >= 0) is (steady == 1000)
        assert max(gains) > 10


@fast
def test_straying_names_any_throw_and_leaves_both_throws_of_a_turn() -> None:
    rules = GAMES["free-choice"].rules
    assert rules.namer is not None
    moved, turns = set(), []
    for seed in range(12):
        job = Job(rules, Net.fresh(rules, 1).weights, seed + 1, 1, 1.0, selfplay.ALWAYS)
        lessons = do_job(job)
        first, second = (Position(row.tobytes()) for row in lessons.rows[:2])
        pips = [movement.pip_count(rules, place, rules.namer) for place in (first, second)]
        moved.add(pips[0] - pips[1])
        turns += [(int(side), int(throws)) for side, throws, *_ in lessons.stands[:9]]
    assert len(moved) > 4, "sums of the throws that were named"
    other = int(rules.namer.other)
    after = {b for a, b in pairwise(turns) if a == (other, 2)}
    assert after == {(other, 1)}


@fast
def test_wild_games_have_a_trace_of_their_own() -> None:
    rules = GAMES["mexican"].rules
    tame = Job(rules, Net.fresh(rules, 1).weights, 5, 2, 0.3, depth=1)
    wilder = replace(tame, wild=1000, wild_trace=0.9)
    found = [
        do_job(job).goals.tolist()
        for job in (
            wilder,
            replace(wilder, trace=0.9),
            replace(wilder, wild_trace=0.3),
            tame,
            replace(tame, wild_trace=0.9),
        )
    ]
    assert found[0] == found[1] != found[2]
    assert found[3] == found[4]


@fast
def test_wild_games_begin_badly_and_go_on_well() -> None:
    """A random play is noted as one; after the bout there are none, and few games are tame."""
    rules = GAMES["mexican"].rules
    strayed: list[list[Any]] = []
    for wild in (0, 1000):
        strayed.append([])
        for seed in range(40):
            lessons = do_job(Job(rules, Net.fresh(rules, 1).weights, seed, 1, 1.0, wild=wild))
            strayed[-1].append(lessons.stands[:, selfplay.STRAYED])
    tame, wilder = strayed
    assert not any(found.any() for found in tame)
    assert sum(found.any() for found in wilder) > 30
    assert not any(found[selfplay.BOUT + 1 :].any() for found in wilder)
    assert len({int(found.sum()) for found in wilder}) > 5


def played(desk: Desk, job: Job) -> tuple[Any, ...]:
    """The notes of a game, and where it ended."""
    desk._make_room(selfplay.LONGEST + 1)
    desk._from_the_start()
    return (*desk.notes, desk._play(job, 0, False, job.within))


@fast
def test_of_two_close_plays_the_better_one_is_played() -> None:
    """What the choice looked at is what a look ahead says of the stand; what the net expected is
    what it says of the play that it liked best, which is sometimes another one."""
    import numpy

    rules = GAMES["backgammon"].rules
    desk = Desk(job := Job(rules, Net.fresh(rules, 1).weights, 1, 1, 1.0, depth=1, close=200))
    desk.counters[0] = 7
    _, _, values, _, looked, expected, rivals, rivalled, end = played(desk, job)
    before = numpy.array(looked[: end * OUTPUTS]).reshape(end, OUTPUTS)
    known = before[:, 0] != selfplay.UNKNOWN
    assert 5 < known.sum() < end
    looked[: end * OUTPUTS] = selfplay.UNKNOWN
    net = desk.net
    lists = (net.T, net.Z, net.W, net.M, net.K, net.best, net.saved, net.totals, desk.counters)
    selfplay.look(*lists, desk.notes, 0, end, 1, False, net.numbers)
    after = numpy.array(looked[: end * OUTPUTS]).reshape(end, OUTPUTS)
    assert (before[known] == after[known]).all()
    own, supposed = (
        numpy.array(y[: end * OUTPUTS]).reshape(end, OUTPUTS) for y in (values, expected)
    )
    other = abs(own - supposed).max(axis=1) > 1e-6
    assert other.any()
    assert known[other].all()
    assert not other[known].all()
    _the_ones_turned_down(desk, end, known, after, rivals, rivalled)


def _the_ones_turned_down(
    desk: Desk, end: int, known: Any, looked: Any, rivals: Any, rivalled: Any
) -> None:
    """Where two plays were compared the other one is noted, with what a look ahead says of it:
    never less, since who throws next gains by it."""
    import numpy

    net, stands = desk.net, desk.notes[1]
    found = numpy.array(rivalled[: end * OUTPUTS]).reshape(end, OUTPUTS)
    assert ((found[:, 0] != selfplay.UNKNOWN) == known).all()
    U = net.M[WORTH]
    desk.notes[0][: end * WIDTH] = rivals[: end * WIDTH]
    notes = list(desk.notes)
    notes[4] = reals([selfplay.UNKNOWN if each else 0.0 for each in known for _ in range(OUTPUTS)])
    lists = (net.T, net.Z, net.W, net.M, net.K, net.best, net.saved, net.totals, desk.counters)
    selfplay.look(*lists, tuple(notes), 0, end, 1, False, net.numbers)
    again = numpy.array(notes[4]).reshape(end, OUTPUTS)
    assert (again[known] == found[known]).all()
    for i in numpy.flatnonzero(known):
        side = stands[i * selfplay.STAND]
        assert worth(U, side, found[i]) >= worth(U, side, looked[i])


def test_rare_positions_are_told_by_their_look() -> None:
    """In classic, with the chance of a double game for those that are races."""
    for text, gammon, kind in (
        ("W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W", 0.3, rare.ORDINARY),
        ("W 1:3 12:4 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W", 0.3, rare.THREE),
        ("W 1:2 12:5 17:3 19:5 | B 24:2 22:1 20:1 13:3 8:3 6:5 | W", 0.3, rare.MANY),
        ("W 19:15 | B 6:15 | W", 0.0, rare.ORDINARY),
        ("W 19:15 | B 8:14 18:1 | B", 0.4, rare.SAVING),
        ("W 19:6 20:5 21:2 | B 24:2 8:3 6:5 5:5 | W", 0.3, rare.CLEARING),
        ("W 1:2 12:5 17:3 19:5 | B 24:2 8:3 7:2 6:2 5:2 4:2 3:2 | W", 0.3, rare.WALL),
        ("W 12:5 17:3 19:5 1:1 bar:1 | B 13:4 8:3 6:4 5:2 3:2 | W", 0.3, rare.SHUT),
    ):
        state = one_line.read(GAMES["backgammon"].rules, text)
        row = small([cell - 256 if cell > 127 else cell for cell in state.position.row])
        y, x = reals([0.5, gammon, 0.0, 0.0, 0.0]), reals(FEATURES)
        table, side = tables(GAMES["backgammon"].rules).T, int(state.side)
        assert rare.kind_of(table, row, 0, side, 1, 0, y, 0, x) == kind, text


@fast
def test_games_begin_from_rare_positions_of_all_kinds() -> None:
    """As many as there are; the same seed finds the same ones."""
    rules = GAMES["backgammon"].rules
    job = Job(rules, Net.fresh(rules, 1).weights, 5, 12, 1.0, rare=1000)
    desk = Desk(job)
    desk.counters[0] = 5
    desk._make_room(selfplay.LONGEST + 1)
    for _ in range(12):
        assert desk._from_a_rare_stand(job, 0)
    taken = desk._found._taken
    assert sum(taken) == 12
    assert len([count for count in taken if count]) >= 4, taken
    once, again, tame = (do_job(each).rows for each in (job, job, replace(job, rare=0)))
    start = Position.start(rules).row
    assert (once == again).all()
    assert once[0].tobytes() != start == tame[0].tobytes()
    assert sum(row.tobytes() == start for row in once) == 0


@fast
def test_every_game_has_its_rare_positions_or_none() -> None:
    for game in ("puff", "doublets", "free-choice", "fixed-throw", "gioul", "backwards"):
        rules = GAMES[game].rules
        job = Job(rules, Net.fresh(rules, 1).weights, 3, 1, 1.0, steady=1000, rare=1000, close=20)
        assert 0 < len(do_job(job)) <= selfplay.LONGEST


@fast
def test_a_job_can_be_given_up() -> None:
    asked = []

    def stopped() -> bool:
        asked.append(1)
        return len(asked) > 3

    with pytest.raises(Stopped):
        do_job(Job(RULES, Net.fresh(RULES, 1).weights, 1, 100, 0.5), stopped)
    assert len(asked) == 4


# ------------------------------------------------------------------------------------- the gradient


def forward(P: Any, x: Any) -> Any:
    """Outputs of one phase's weights, in NumPy and double precision."""
    import numpy

    first = P[: FEATURES * FIRST].reshape(FEATURES, FIRST)
    second = P[UPPER : UPPER + FIRST * SECOND].reshape(SECOND, FIRST)
    last = P[LAST_LAYER : LAST_LAYER + SECOND * OUTPUTS].reshape(SECOND, OUTPUTS)
    h = x @ first + P[FEATURES * FIRST : UPPER]
    h = numpy.maximum(h, LEAK * h)
    m = second @ h + P[UPPER + FIRST * SECOND : LAST_LAYER]
    m = numpy.maximum(m, LEAK * m)
    return 1.0 / (1.0 + numpy.exp(-(m @ last + P[LAST_LAYER + SECOND * OUTPUTS : PHASE_SIZE])))


def error_of(P: Any, x: Any, goal: Any) -> float:
    """The cross entropy."""
    import numpy

    y = forward(P, x)
    return float(-(goal * numpy.log(y) + (1.0 - goal) * numpy.log(1.0 - y)).sum())


@pytest.mark.skipif(not compiled, reason="works on arrays, which the plain mode does without")
def test_descent_goes_down_the_slope() -> None:
    import numpy

    rules = GAMES["backgammon"].rules
    weights = Net.fresh(rules, 3).weights
    goal = numpy.array([0.9, 0.3, 0.05, 0.2, 0.1], dtype="float32")
    stand = next(s for s in stands(1) if s[0] == "backgammon" and seen(s)[1] != RACE_PHASE)
    row = numpy.frombuffer(bytes.fromhex(stand[1]), dtype="int8").copy()
    here = numpy.array([[stand[2], 1, 0, 0]], dtype="int64")
    lessons = Lessons(row.reshape(1, WIDTH), here, goal.reshape(1, OUTPUTS))
    x = numpy.array(seen((*stand[:3], 1, 0))[0])
    rate, after = 1e-2, weights.copy()
    error = Student(rules, after).learn(lessons, numpy.arange(1), rate)
    before = weights[:PHASE_SIZE].astype("float64")
    assert error == pytest.approx(error_of(before, x, goal), rel=1e-5)
    slope = (before - after[:PHASE_SIZE]) / rate
    assert (weights[PHASE_SIZE:] == after[PHASE_SIZE:]).all()
    rng = numpy.random.default_rng(1)
    moved = numpy.flatnonzero(slope)
    chosen = [*rng.choice(moved, 60), *rng.integers(0, PHASE_SIZE, 40)]
    chosen += [FEATURES * FIRST + 5, UPPER + FIRST * SECOND + 3, PHASE_SIZE - 1]
    for p in chosen:
        step = 1e-5
        up, down = before.copy(), before.copy()
        up[p] += step
        down[p] -= step
        numeric = (error_of(up, x, goal) - error_of(down, x, goal)) / (2 * step)
        assert slope[p] == pytest.approx(numeric, abs=2e-5, rel=1e-3), p


@pytest.mark.skipif(not compiled, reason="works on arrays, which the plain mode does without")
def test_measuring_changes_nothing() -> None:
    import numpy

    weights = Net.fresh(RULES, 1).weights
    kept = weights.copy()
    lessons = do_job(Job(RULES, weights, 1, 8, 0.5))
    Student(RULES, weights).learn(lessons, numpy.arange(len(lessons)), 0.0)
    assert (weights == kept).all()
