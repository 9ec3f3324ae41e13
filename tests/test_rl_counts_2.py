"""The second version of the counts: the first one, and behind it what that leaves out."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise

import pytest

import playthroughs
import tavola.rl
from tavola.games import GAMES
from tavola.rl import seen
from tavola.rl.episode import Episode
from tavola.rl.moment import Moment, begin
from tavola.rl.settings import setting
from tavola.rules.kernel import game_cells as c
from tavola.rules.kernel import slots as k
from tavola.rules.kernel.backend import compiled, small
from tavola.rules.kernel.game_observation import observe
from tavola.rules.kernel.game_observation_2 import observe_more
from tavola.rules.model.rule_table import tables
from tavola.rules.model.ruleset import Side

pytestmark = pytest.mark.plain
PLAYTHROUGHS = playthroughs.kept()
GUL_BARA = "W 1:13 2:2 | B 13:13 14:2 | W"
SOON = "W 1:13 2:2 runs:1 | B 13:13 14:2 runs:2 | W"
"""The first lets doubles of both run, the second those of Black not before his second throw."""
TAVLA = "W 19:3 21:2 24:10 | B 20:1 6:14 | W 1-1"
SOME = ("gul-bara", "tabula", "tavla", "narde", "plakoto", "doublets", "gioul")


def both(moment: Moment, side: Side) -> tuple[list[int], list[int]]:
    """What a side sees in either version."""
    first, second = seen.counts(moment, side), seen.counts_2(moment, side)
    return [int(cell) for cell in first], [int(cell) for cell in second]


def moved(game: str, start: str, *numbers: str) -> Moment:
    """A moment of a game after decisions, as they are told in words."""
    moment = begin(setting(game, position=start))
    for number in numbers:
        (found,) = [one for one in moment.legal if tavola.rl.describe(one) == number]
        moment = moment.decide(found)
    return moment


@pytest.mark.parametrize("one", PLAYTHROUGHS, ids=lambda one: f"{one['game']}{one['wish'] or ''}")
def test_it_begins_with_the_first_version(one: dict[str, object]) -> None:
    """In every golden playthrough, within its bounds, for both sides."""
    history, wish = one["history"], one["wish"]
    assert isinstance(history, list)
    assert isinstance(wish, dict)
    moment = begin(setting(str(one["game"]), **wish))
    for number in history[:150]:
        if moment.who is not None:
            for side in Side:
                first, second = both(moment, side)
                assert second[: c.OBSERVED] == first
                assert len(second) == tavola.rl.OBSERVED_2
                assert 0 <= min(second) <= max(second) <= tavola.rl.HIGHEST
        moment = playthroughs.follow(moment, number)


@pytest.mark.parametrize("viewer", Side)
def test_every_cell_of_a_row_is_seen(viewer: Side) -> None:
    """But for the mark of how a game was won.  The first version does not see six of them."""
    blind: dict[int, set[int]] = {1: set(), 2: set()}
    moment = begin(setting("gul-bara", position=GUL_BARA)).fall((2, 1))
    made, cells = tables(moment.setting.rules), seen.cells_of(moment)
    terms, clean = seen.terms_of(moment.setting), [0] * k.WIDTH
    for cell in (*range(1, 57), *range(k.LEFT_HEAD, k.WIDTH)):
        views: list[list[tuple[int, ...]]] = [[], []]
        for value in (0, 1):
            row = small([*clean[:cell], value, *clean[cell + 1 :]])
            one, two = small(c.OBSERVED), small(c.OBSERVED_2)
            observe(made.T, terms, row, 0, cells, 0, int(viewer), one, 0)
            observe_more(row, 0, cells, 0, int(viewer), one, 0, two, 0)
            views[0].append(tuple(one))
            views[1].append(tuple(two))
        for version in (1, 2):
            if len(set(views[version - 1])) == 1:
                blind[version].add(cell)
    not_on_turn = k.HITTERS + moment.state.side.other
    assert blind[2] == {k.BURST_OPEN, not_on_turn}
    assert blind[1] == {*range(k.LEFT_HEAD, k.BURST_OPEN + 1)}


def test_when_doubles_begin_to_run() -> None:
    """Two moments that the first version does not tell apart go on differently."""
    now, later = (begin(setting("gul-bara", position=start)) for start in (GUL_BARA, SOON))
    for side in Side:
        views = [both(moment, side) for moment in (now, later)]
        assert views[0][0] == views[1][0]
        assert views[0][1][c.RUNS_SEEN : c.HEAD_SEEN] == [0, 0]
        assert views[1][1][c.RUNS_SEEN : c.HEAD_SEEN] == ([1, 2] if side is Side.WHITE else [2, 1])
    runs, waits = (moment.fall((5, 5)) for moment in (now, later))
    assert runs.state.turn.numbers == waits.state.turn.numbers
    assert both(waits, Side.WHITE)[1][c.RUNS_SEEN] == 0, "the throw is counted"


def test_what_has_left_the_head() -> None:
    moment = begin(setting("narde")).fall((6, 5)).fall((2, 1))
    mover = moment.who
    assert mover is not None
    assert both(moment, mover)[1][c.HEAD_SEEN : c.STAY_SEEN] == [0, 0]
    (number,) = [one for one in moment.legal if tavola.rl.describe(one) == "2 from 1"]
    after = moment.decide(number)
    assert both(after, mover)[1][c.HEAD_SEEN : c.STAY_SEEN] == [
        after.state.position.cells[k.LEFT_HEAD + mover],
        0,
    ]
    assert after.state.position.cells[k.LEFT_HEAD + mover] > 0
    assert both(after, mover.other)[1][c.HEAD_SEEN : c.STAY_SEEN][0] == 0


def test_who_has_hit_at_home() -> None:
    """White's checker has hit on the point 5 pips from the end of his track: both see it."""
    moment = moved("tavla", TAVLA)
    assert not any(both(moment, Side.WHITE)[1][c.STAY_SEEN : c.MIDDLE_SEEN])
    after = moved("tavla", TAVLA, "1 from 19")
    assert after.state.position.hitters(Side.WHITE) == [5]
    for side in Side:
        assert both(after, side)[1][c.STAY_SEEN : c.MIDDLE_SEEN] == [0, 0, 0, 0, 1, 0]


def test_the_middle_die_of_three() -> None:
    """It stands among the numbers that are left until it is played, so that nothing is lost by the
    first version: what is left says all that the throw still means."""
    episode, rng, throws = Episode(setting("tabula"), 4), random.Random(4), set()
    while not episode.moment.ended:
        moment = episode.moment
        dice = moment.state.turn.dice
        assert dice is not None
        assert moment.who is not None
        first, second = both(moment, moment.who)
        left = [n + 1 for n in range(12) for _ in range(first[c.LEFT_SEEN + n])]
        assert sorted(moment.state.turn.left) == left
        assert second[c.MIDDLE_SEEN] == sorted(dice)[1]
        if not moment.state.turn.steps:
            assert left == sorted(dice)
            throws.add(dice)
        episode.decide(rng.choice(moment.legal))
    assert len(throws) > 20


def test_of_two_dice_none_is_in_the_middle() -> None:
    moment = begin(setting("backgammon")).fall((6, 5))
    assert moment.who is not None
    assert both(moment, moment.who)[1][c.MIDDLE_SEEN] == 0


@pytest.mark.skipif(not compiled, reason="a batch needs the compiled kernel")
@pytest.mark.parametrize("game", SOME)
def test_a_batch_sees_what_the_state_machine_sees(game: str) -> None:
    made = tavola.rl.Batch(game, 4, seed=9, observe="counts-2")
    plain = tavola.rl.Batch(game, 4, seed=9)
    assert made.observation.shape == (4, tavola.rl.OBSERVED_2)
    episodes = [Episode(made.setting, 9, number) for number in range(4)]
    for _ in range(80):
        assert (made.observation[:, : c.OBSERVED] == plain.observation).all()
        for i, episode in enumerate(episodes):
            assert episode.moment.who is not None
            wanted = seen.counts_2(episode.moment, episode.moment.who)
            assert (made.observation[i] == wanted).all()
        chosen = made.sample()
        made.step(chosen)
        plain.step(chosen)
        for i, episode in enumerate(episodes):
            episode.decide(int(chosen[i]))
            if episode.moment.ended:
                episode.restart()


def test_cells_lie_side_by_side() -> None:
    places = (c.RUNS_SEEN, c.HEAD_SEEN, c.STAY_SEEN, c.MIDDLE_SEEN, c.OBSERVED_2)
    assert [after - before for before, after in pairwise(places)] == [2, 2, 6, 1]
    assert places[0] == tavola.rl.OBSERVED == 155
    assert set(SOME) <= set(GAMES)


# -------------------------------------------------------------------------------------- rotations


@pytest.mark.parametrize("door", ["setting", "env", "simulate"])
def test_a_rotation_is_refused_with_what_to_do(door: str) -> None:
    doors: dict[str, Callable[[str], object]] = {"setting": setting, "simulate": tavola.simulate}
    if door == "env":
        pytest.importorskip(
            "pettingzoo",
            reason="PettingZoo is missing: pip install 'tavola[rl]'",
            exc_type=ImportError,
        )
        doors["env"] = tavola.rl.env
    with pytest.raises(ValueError, match=r"portes, plakoto, fevga.*tavola\.Match\('tavli'\)"):
        doors[door]("tavli")
