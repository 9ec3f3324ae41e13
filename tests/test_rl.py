"""What all environments share: numbers, observations, settings, opponents; without any extra."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from copy import copy
from dataclasses import replace
from typing import Any

import pytest

import playthroughs
import tavola.rl
from tavola.games import GAMES
from tavola.rl import gym_ids, seen
from tavola.rl.episode import Episode
from tavola.rl.moment import begin
from tavola.rl.opponents import Opponent
from tavola.rl.settings import MOST_CUBE, Setting, setting
from tavola.rules.kernel import game_cells as c
from tavola.rules.kernel import numbered_actions as n
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Side
from tavola.rules.text.record import state_to_json
from tavola.rules.turn.state import Action, Kind

pytestmark = pytest.mark.plain

PLAYTHROUGHS = playthroughs.kept()
AGAIN = "if the version went up, or a rule was changed: python tests/golden/make_playthroughs.py"
HEAVY = ("gymnasium", "pettingzoo", "pyspiel", "numpy", "numba", "tavola.games", "tavola.rules")


def test_importing_loads_nothing_heavy() -> None:
    code = f"import sys, tavola.rl; print([m for m in {HEAVY} if m in sys.modules])"
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert told.stdout.strip() == "[]"


def test_every_public_name_is_there() -> None:
    light = set(tavola.rl.__all__) - {"Batch", "env", "raw_env"}
    assert all(getattr(tavola.rl, name) is not None for name in light)
    assert callable(tavola.rl.setting), "a module of the same name would hide it"
    with pytest.raises(AttributeError, match="no attribute"):
        tavola.rl._load("nothing")


def test_a_number_is_told_in_words() -> None:
    told = {}
    for number in range(tavola.rl.ACTIONS):
        if 27 <= number < n.STEP or number >= n.BEHIND:
            with pytest.raises(ValueError, match="no decision"):
                tavola.rl.describe(number)
        else:
            told[tavola.rl.describe(number)] = number
    assert len(told) == tavola.rl.ACTIONS - 5 - 12
    assert (told["name 2-1"], told["name 6-5"]) == (12, 26)


@pytest.mark.parametrize("one", PLAYTHROUGHS, ids=lambda one: f"{one['game']}{one['wish'] or ''}")
def test_a_golden_playthrough(one: dict[str, Any]) -> None:
    """Numbers and observations mean what they meant."""
    come = playthroughs.replayed(one["game"], one["wish"], one["history"])
    assert come == {key: one[key] for key in come}, AGAIN


def test_every_game_has_its_playthrough() -> None:
    assert {one["game"] for one in PLAYTHROUGHS} == set(GAMES)
    ends = {one["game"]: one["ends"] for one in PLAYTHROUGHS}
    assert ends["backwards"][1:] == [True, True], "played at random it never ends"
    assert sum(ended and not cut for _, ended, cut in ends.values()) > 20


def test_backwards_needs_the_direction() -> None:
    """The same number may be played from the same point both ways."""
    episode, rng, both = Episode(setting("backwards"), 3), random.Random(3), 0
    for _ in range(60):
        legal = set(episode.moment.legal)
        both += any(step + n.BACK - n.STEP in legal for step in legal if step < n.BACK)
        episode.decide(rng.choice(episode.moment.legal))
    assert both


def test_gioul_lets_the_same_player_decide_again() -> None:
    episode, rng, longest, run = Episode(setting("gioul"), 2), random.Random(2), 0, 0
    while not episode.moment.ended:
        before = episode.moment.player
        episode.decide(rng.choice(episode.moment.legal))
        run = run + 1 if episode.moment.player == before else 0
        longest = max(longest, run)
    assert longest >= 4


@pytest.mark.parametrize("game", GAMES)
def test_an_observation_lies_within_its_bounds(game: str) -> None:
    episode, rng = Episode(setting(game, max_turns=12), 5), random.Random(5)
    while not episode.moment.ended:
        for side in Side:
            counts = [int(cell) for cell in seen.counts(episode.moment, side)]
            assert len(counts) == tavola.rl.OBSERVED
            assert 0 <= min(counts) <= max(counts) <= tavola.rl.HIGHEST
            assert sum(counts[c.QUESTION_SEEN : c.LEFT_SEEN]) == 1
        episode.decide(rng.choice(episode.moment.legal))
    found = [float(cell) for cell in seen.features(episode.moment, Side.WHITE)]
    assert len(found) == tavola.rl.FEATURES
    assert 0 <= min(found) <= max(found) <= tavola.rl.HIGHEST


def test_both_sides_see_themselves_alike() -> None:
    """The start of backgammon is the same for both but for whose turn it is and the colour."""
    moment = begin(setting("backgammon"))
    white, black = (list(seen.counts(moment, side)) for side in Side)
    apart = {cell for cell in range(c.OBSERVED) if white[cell] != black[cell]}
    assert apart == {c.MY_TURN_SEEN, c.WHITE_SEEN}


# ------------------------------------------------------------------------------ cube and match


def test_the_cube_is_out_of_play_unless_asked_for() -> None:
    assert not setting("backgammon").rules.cube
    assert setting("backgammon", cube=True).rules.cube
    assert setting("backgammon", length=3).unit == 1


def test_nobody_doubles_without_end() -> None:
    episode = Episode(setting("backgammon", cube=True, opening="fresh"), 1)
    most = 1
    while not episode.moment.ended:
        legal = episode.moment.legal
        wanted = [number for number in (n.DOUBLE, n.TAKE) if number in legal]
        episode.decide(wanted[0] if wanted else legal[-1])
        most = max(most, episode.moment.state.cube.value)
    assert 1 < most <= MOST_CUBE


@pytest.mark.parametrize(
    ("game", "wish", "unit", "most"),
    [
        ("backgammon", {}, 1, 3),
        ("backgammon", {"length": 5, "cube": True}, 1, 1),
        ("backgammon", {"games": 4}, 1, 12),
        ("acey-deucey", {}, 10, 1.5),
    ],
)
def test_rewards_are_scaled(game: str, wish: dict[str, Any], unit: int, most: float) -> None:
    agreed = setting(game, **wish)
    assert (agreed.unit, agreed.most) == (unit, most)


def test_a_match_is_worth_one() -> None:
    episode, rng = Episode(setting("backgammon", cube=True, length=2), 4), random.Random(4)
    gained: list[tuple[int, int]] = []
    while not episode.moment.ended:
        gained.append(episode.decide(rng.choice(episode.moment.legal)))
    assert {*gained[:-1], (0, 0)} == {(0, 0)}
    assert sorted(gained[-1]) == [-1, 1]


@pytest.mark.parametrize(
    "wish",
    [{"game": "chess"}, {"game": "pin", "cube": True}, {"game": "pin", "length": 0}],
    ids=str,
)
def test_a_wish_is_refused_as_elsewhere(wish: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        setting(**wish)


@pytest.mark.parametrize("cap", [0, -1, 1.5, 10**30])
def test_a_cap_is_a_whole_number(cap: Any) -> None:
    with pytest.raises(ValueError, match="max_turns"):
        setting("pin", max_turns=cap)


def test_an_episode_of_what_is_no_setting_says_what_is_wanted() -> None:
    with pytest.raises(TypeError, match="wanted is a Setting"):
        Episode("pin")  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [None, 1.5, float("nan"), "7"])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(ValueError, match="whole number"):
        Episode(setting("eureka"), seed)


@pytest.mark.parametrize("game", GAMES)
def test_a_moment_can_be_stored(game: str) -> None:
    one, other = (Episode(setting(game), 1).moment for _ in range(2))
    assert one == other
    assert {one: "known"}[other] == "known"


def test_what_is_not_allowed_is_refused() -> None:
    episode = Episode(setting("pin"), 1)
    with pytest.raises(ValueError, match="choose one of"):
        episode.decide(n.DOUBLE)


@pytest.mark.parametrize("wrong", [33.0, 37.9, float("nan"), True, "33", None, []], ids=str)
def test_a_decision_is_a_whole_number(wrong: Any) -> None:
    """37.9 is not 37, and True is no double."""
    episode = Episode(setting("pin"), 1)
    for decide in (episode.decide, episode.moment.decide, tavola.rl.describe):
        with pytest.raises(TypeError, match="whole number"):
            decide(wrong)


@pytest.mark.parametrize("wrong", [1.5, True, "x", None, -1, 1 << 32], ids=str)
def test_the_number_of_a_game_is_one_of_a_batch(wrong: Any) -> None:
    episode = Episode(setting("pin"), 1)
    for begin_with in (
        lambda: Episode(setting("pin"), 1, wrong),
        lambda: episode.restart(1, wrong),
    ):
        with pytest.raises(ValueError, match="the number of a game"):
            begin_with()


def test_a_copied_episode_goes_its_own_way() -> None:
    """Its dice were those of the original."""
    one = Episode(setting("pin"), 1)
    other = copy(one)
    for _ in range(20):
        one.decide(one.moment.legal[0])
    for _ in range(20):
        other.decide(other.moment.legal[0])
    assert one.moment == other.moment


def test_dice_fall_where_they_are_awaited() -> None:
    asked = begin(setting("backgammon", cube=True)).fall([6, 5])  # type: ignore[arg-type]
    assert asked.state.turn.dice == (6, 5)
    while asked.question != c.DOUBLING:
        asked = asked.decide(asked.legal[0])
    with pytest.raises(ValueError, match="no dice are awaited"):
        asked.fall((6, 5))
    for wrong in (None, 7, (7, 1), (1.0, 2), (True, 2), (3,)):
        with pytest.raises(Refused, match="bad_dice"):
            begin(setting("pin")).fall(wrong)  # type: ignore[arg-type]


def test_dice_of_numpy_are_numbers_of_a_state() -> None:
    numpy = pytest.importorskip("numpy", reason="NumPy is not there", exc_type=ImportError)
    moment = begin(setting("pin")).fall((6, 5)).fall((numpy.int64(3), numpy.int8(1)))
    assert json.dumps(state_to_json(moment.state))


def test_a_match_of_what_is_no_setting_says_what_is_wanted() -> None:
    with pytest.raises(TypeError, match="wanted is a Setting"):
        begin("pin")  # type: ignore[arg-type]


def test_where_nothing_is_asked_it_is_said_what_to_do() -> None:
    """Before the dice, and after the match."""
    with pytest.raises(ValueError, match="dice must fall"):
        begin(setting("pin")).decide(0)
    over = replace(begin(setting("pin")), cut=True)
    with pytest.raises(ValueError, match="the match is over"):
        over.decide(0)


# ----------------------------------------------------------------------------------- opponents


def against(agreed: Setting, opponent: Opponent, seed: int) -> int:
    """A match of the opponent as player 1; how many decisions it took."""
    episode, rng, count = Episode(agreed, seed), random.Random(seed), 0
    opponent.sit(seed)
    while not episode.moment.ended:
        if episode.moment.player == 1:
            for number in opponent.numbers(episode.moment):
                episode.decide(number)
                count += 1
        else:
            episode.decide(rng.choice(episode.moment.legal))
    return count


@pytest.mark.parametrize("game", GAMES)
def test_a_level_decides_whatever_is_asked(game: str) -> None:
    agreed = setting(game, max_turns=6)
    assert against(agreed, Opponent(agreed, "beginner"), 1) > 0


@pytest.mark.parametrize(
    "wish",
    [
        {"cube": True, "length": 3, "max_turns": 30},
        {"cube": True, "games": 1, "cube_window": "any", "max_turns": 12},
        {"cube": True, "money": True, "beavers": True, "opening": "choice", "max_turns": 12},
    ],
    ids=str,
)
def test_a_level_doubles_and_answers(wish: dict[str, Any]) -> None:
    agreed = setting("backgammon", **wish)
    for seed in (1, 2):
        assert against(agreed, Opponent(agreed, "beginner"), seed) > 0


def test_an_opponent_of_ones_own() -> None:
    bot = tavola.Bot("eureka", "beginner")
    agreed = setting("eureka", max_turns=6)
    assert against(agreed, Opponent(agreed, bot.choose), 1) > 0
    assert against(agreed, Opponent(agreed, "random"), 1) > 0
    with pytest.raises(Refused):
        Opponent(agreed, "nobody")


@pytest.mark.parametrize("given", [5, None, (5,), (Action(Kind.UNDO, Side.BLACK),)], ids=str)
def test_an_opponent_that_gives_nonsense_is_told_so(given: Any) -> None:
    agreed = setting("pin")
    with pytest.raises(ValueError, match="an opponent gives actions"):
        against(agreed, Opponent(agreed, lambda state: given), 1)


def test_names_of_gymnasium() -> None:
    assert set(gym_ids.games()) == set(GAMES)
    assert gym_ids.name_of("puff-russian-long") == "Tavola/PuffRussianLong-v0"


@pytest.mark.parametrize("absent", ["numpy", "gymnasium", "pettingzoo"])
def test_an_environment_without_its_extra_names_it(absent: str) -> None:
    """Without NumPy there was only a module not found, from the depths."""
    ask = f"import sys; sys.modules[{absent!r}] = None; import tavola.rl; tavola.rl.env('pin')"
    run = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert "pip install 'tavola[rl]'" in run.stderr.splitlines()[-1]
