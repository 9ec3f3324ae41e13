"""A batch plays the games of the state machine: the same decisions, dice, results, observations."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from copy import copy, deepcopy
from pathlib import Path
from typing import Any

import pytest

import batches
from tavola.games import GAMES
from tavola.rl import seen
from tavola.rl.episode import Episode
from tavola.rl.numbering import ACTIONS
from tavola.rl.settings import Setting, setting
from tavola.rules.kernel import backend
from tavola.rules.kernel import numbered_actions as n
from tavola.rules.model.refusal import Refused

ROOT = Path(__file__).resolve().parent.parent
NIGHTLY = "TAVOLA_NIGHTLY" in os.environ
FAR = 3000 if NIGHTLY else (120 if backend.compiled else 30)
"""Decisions of a game that is played on and on."""
SEED = 7

plain = pytest.mark.plain
compiled = pytest.mark.skipif(
    not backend.compiled, reason="a batch of arrays runs in the compiled kernel"
)

DEAD = "W bar:1 23:2 24:2 | B bar:1 1:2 2:2 | W fixed:2-1"
"""Nobody can move: the game is drawn, and the next one of the match begins."""

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("backgammon", {"cube": True, "length": 3}),
    ("backgammon", {"cube": True, "length": 5, "cube_ban": True, "opening": "choice"}),
    ("backgammon", {"cube": True, "games": 2, "cube_window": "any"}),
    ("backgammon", {"cube": True, "money": True, "jacoby": True, "beavers": True}),
    ("backgammon", {"cube": True, "money": True, "automatic": True, "cube_window": "any"}),
    ("no-hit", {"cube": True, "money": True, "jacoby": True}),
    ("free-choice", {"cube": True, "length": 3}),
    ("straight", {"games": 3}),
    ("open-throw", {"cube": True, "length": 3}),
    ("fixed-throw", {"max_turns": 40}),
    ("fixed-throw", {"cube": True, "length": 1, "crawford": True, "position": DEAD}),
    ("pin", {"max_turns": 5}),
    ("acey-deucey", {"games": 2}),
]


def options() -> list[tuple[str, dict[str, Any]]]:
    """Every game as it is, and with each other value of each of its options."""
    found: list[tuple[str, dict[str, Any]]] = []
    for game, declared in GAMES.items():
        found.append((game, {}))
        for option in declared.options:
            values = list(option.values)[1:]
            found += [(game, {"options": {option.name: value}}) for value in values]
    return found


def name(variant: Any) -> str:
    return variant if isinstance(variant, str) else "-".join(map(str, variant.values()))


def agree(agreed: Setting, count: int, decisions: int) -> None:
    """Play a batch and the state machine side by side."""
    games = batches.Games(agreed, count, SEED)
    episodes = [Episode(agreed, SEED, number) for number in range(count)]
    for _ in range(decisions):
        for i, episode in enumerate(episodes):
            moment = episode.moment
            assert games.legal(i) == moment.legal
            assert moment.legal
            assert games.player[i] == moment.player
            assert games.position(i) == moment.state.position
            assert moment.who is not None
            assert games.observation(i) == [int(n) for n in seen.counts(moment, moment.who)]
        chosen = games.random()
        assert games.step(chosen) == -1
        for i, episode in enumerate(episodes):
            assert episode.decide(chosen[i]) == games.points(i)
            assert games.ended[i] == episode.moment.ended + episode.moment.cut
            if episode.moment.ended:
                episode.restart()


@plain
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_as_by_the_state_machine(game: str) -> None:
    agree(setting(game), 1, FAR)


@plain
@pytest.mark.parametrize(("game", "wish"), options(), ids=name)
def test_options_are_those_of_the_state_machine(game: str, wish: dict[str, Any]) -> None:
    agree(setting(game, **wish), 2, 25 if backend.compiled else 8)


@plain
@pytest.mark.parametrize(("game", "wish"), VARIANTS, ids=name)
def test_cube_and_match_are_those_of_the_state_machine(game: str, wish: dict[str, Any]) -> None:
    agree(setting(game, **wish), 3, FAR)


@plain
@pytest.mark.parametrize("game", GAMES)
def test_the_worked_examples_go_on_alike(game: str) -> None:
    """Positions in which something odd happens, or the game ends."""
    tried = 0
    for example in GAMES[game].examples:
        if not example.text:
            continue
        try:
            agreed = setting(game, options=example.options, position=example.text)
        except Refused:
            continue
        episode = Episode(agreed, SEED)
        if not episode.moment.ended and agreed.start.turn.ending is None:
            agree(agreed, 1, 12 if backend.compiled else 4)
            tried += 1
    assert tried


@plain
@pytest.mark.parametrize("game", GAMES)
def test_a_number_without_meaning_changes_nothing(game: str) -> None:
    """Where no checker can make that step, or the number stands for nothing at all."""
    agreed = setting(game)
    games, episode = batches.Games(agreed, 1, SEED), Episode(agreed, SEED, 0)
    for _ in range(12):
        state = episode.moment.state
        side, position = state.side, state.position
        pools = ((n.BAR_PLACE, position.bar), (n.RESERVE_PLACE, position.reserve))
        empty = [place for place, count in pools if not count(side)]
        wrong = [-1, 27, 31, n.BEHIND, ACTIONS - 1, ACTIONS]
        wrong += [n.STEP + n.PLACES * number + place for number in range(12) for place in empty]
        wrong += [n.BACK + n.PLACES * number + place for number in range(6) for place in empty]
        before = (games.legal(0), games.observation(0))
        for number in wrong:
            assert not games.tried(number), number
        assert (games.legal(0), games.observation(0)) == before
        chosen = games.random()
        games.step(chosen)
        episode.decide(chosen[0])
        if episode.moment.ended:
            return


@plain
def test_no_index_of_the_plain_source_is_negative() -> None:
    code = (
        "import careful_buffers, batches; from tavola.rl.settings import setting\n"
        "for game in ('backwards', 'catch-me', 'doublets', 'french-2', 'fixed-throw', 'gioul'):\n"
        "    batches.play_a_little(setting(game), decisions=12)\n"
        "batches.play_a_little(setting('backgammon', cube=True, length=3))"
    )
    paths = os.pathsep.join([str(ROOT / "tests"), str(ROOT / "src")])
    given = {**os.environ, "TAVOLA_COMPILE": "0", "PYTHONPATH": paths}
    subprocess.run([sys.executable, "-c", code], env=given, check=True)


# ---------------------------------------------------------------------------------- with arrays


def batch(game: str = "backgammon", games: int = 6, **options: Any) -> Any:
    from tavola.rl.batch import Batch

    return Batch(game, games, **options)


@compiled
def test_arrays_are_the_games_of_the_kernel() -> None:
    made = batch(games=4, seed=SEED, observe="features", cube=True, length=3)
    episodes = [Episode(made.setting, SEED, number) for number in range(4)]
    for _ in range(60):
        for i, episode in enumerate(episodes):
            moment = episode.moment
            assert moment.who is not None
            assert tuple(made.mask[i].nonzero()[0]) == moment.legal
            assert made.position(i) == moment.state.position
            assert made.side(i) is moment.state.side
            assert (made.observation[i] == seen.features(moment, moment.who)).all()
        chosen = made.sample()
        made.step(chosen)
        for i, episode in enumerate(episodes):
            points = episode.decide(int(chosen[i]))
            assert tuple(made.points[i]) == points
            assert tuple(made.reward[i]) == points
            if episode.moment.ended:
                assert made.terminated[i]
                episode.restart()


@compiled
def test_threads_change_nothing() -> None:
    one, two = (batch("eureka", 600, seed=3, threads=threads) for threads in (1, 2))
    assert two._pool is not None
    for _ in range(40):
        chosen = one.sample()
        assert (chosen == two.sample()).all()
        one.step(chosen)
        two.step(chosen)
        for array in ("mask", "observation", "player", "reward", "terminated", "truncated"):
            assert (getattr(one, array) == getattr(two, array)).all()
    one.reset()
    assert (one.mask == batch("eureka", 600, seed=3).mask).all()
    one.reset(4)
    assert (one.player != two.player).any()


FORKED = """
import os, signal, sys
import tavola.rl

batch = tavola.rl.Batch("eureka", games=600, seed=3, threads=2)
batch.step(batch.sample())
forked = os.fork()
if not forked:
    signal.alarm(60)  # it waited for ever
batch.step(batch.sample())
if not forked:
    os._exit(int(batch.mask.sum()) % 250)
status = os.waitpid(forked, 0)[1]
sys.exit(status != (int(batch.mask.sum()) % 250) << 8)
"""


@compiled
@pytest.mark.skipif(not hasattr(os, "fork"), reason="only Unix forks")
def test_a_forked_process_goes_on_with_threads_of_its_own() -> None:
    told = subprocess.run([sys.executable, "-W", "ignore", "-c", FORKED], check=False, timeout=600)
    assert told.returncode == 0


@compiled
def test_a_mask_of_ones_own_is_written() -> None:
    import numpy

    from tavola.rl import ACTIONS

    mine = numpy.zeros((3, ACTIONS), bool)
    made = batch(games=3, mask=mine, observe="")
    assert made.mask is mine
    assert mine.any(axis=1).all()
    with pytest.raises(ValueError, match="observe"):
        _ = made.observation


@compiled
def test_a_reward_is_in_units() -> None:
    made = batch("pin", 1, position="W 24:1 | B 1:1 | W 1-1")
    assert made.setting.unit == 70
    made.step([made.mask[0].nonzero()[0][0]])
    assert made.terminated[0]
    assert made.points[0][0] == -made.points[0][1] > 0
    assert made.reward[0][0] == pytest.approx(made.points[0][0] / 70)


@compiled
def test_what_is_not_allowed_changes_nothing() -> None:
    made = batch(games=4)
    good, mask = made.sample(), made.mask.copy()
    for wrong in (0, -1, 511, 10**6):
        with pytest.raises(ValueError, match="game 2"):
            made.step([*good[:2], wrong, good[3]])
        assert (made.mask == mask).all()
    for others in (good.astype(float), good + 0.9, good > 0, good.astype(object), None):
        with pytest.raises(ValueError, match="decisions are whole numbers"):
            made.step(others)
        assert (made.mask == mask).all()
    with pytest.raises(ValueError, match="shape"):
        made.step(good[:3])
    with pytest.raises(ValueError, match="seed"):
        made.reset("x")
    assert made.seed == 0
    made.reset()


@compiled
@pytest.mark.parametrize(
    "copied",
    [copy, deepcopy, lambda made: pickle.loads(pickle.dumps(made))],
    ids=["copy", "deepcopy", "pickle"],
)
@pytest.mark.parametrize("games", [4, 600])  # one thread, and two
def test_a_copy_goes_its_own_way(copied: Callable[[Any], Any], games: int) -> None:
    made = batch(games=games, threads=2, observe="counts-2")
    for _ in range(20):
        made.step(made.sample())
    other, mask, seen = copied(made), made.mask.copy(), made.observation.copy()
    done = other.sample()
    other.step(done)
    assert (made.mask == mask).all()
    assert (made.observation == seen).all()
    made.step(done)
    assert (made.mask == other.mask).all()
    assert (made.observation == other.observation).all()


@compiled
def test_a_seed_that_is_none_changes_nothing() -> None:
    made = batch(games=4)
    begun = made.mask.copy()
    made.step(made.sample())
    with pytest.raises(ValueError, match="whole number"):
        made.reset("seven")
    made.reset()
    assert (made.mask == begun).all()


@compiled
@pytest.mark.parametrize(
    "wrong",
    [
        {"games": 0},
        {"threads": 0},
        {"seed": None},
        {"seed": 1.5},
        {"observe": "all"},
        {"max_turns": 0},
        {"mask": [1]},
        {"position": "W 24:1 | B 1:1 | B 6-6 ended:end"},
    ],
    ids=str,
)
def test_what_makes_no_batch_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        batch(**wrong)


@plain
@pytest.mark.skipif(backend.compiled, reason="the kernel is compiled")
def test_without_the_compiler_a_sentence_says_what_to_do() -> None:
    with pytest.raises(ImportError, match=r"TAVOLA_COMPILE=[01]|tavola\[fast\]"):
        batch()
