"""The public computer player: what it answers, and what it refuses in which phase."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from nets import keep, random_weights
from tavola.bots import rule_of_thumb, shipped_nets
from tavola.bots.adviser import Adviser
from tavola.bots.bot import Bot
from tavola.bots.levels import THUMB
from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.kernel import backend
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Side
from tavola.rules.text import notation, one_line
from tavola.rules.text.notation import read_play
from tavola.rules.turn.state import Action, Kind, State

START = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5"
DOUBLING = "W 17:2 19:5 20:4 21:4 | B 8:2 6:5 5:4 4:4 | W"
CHOICES = ("gioul", "free-choice", "acey-deucey", "straight", "doublets", "catch-me", "french-2")


def state_of(game: str, text: str) -> State:
    return one_line.read(GAMES[game].ruleset(), text)


def offered(kind: Kind, number: int = 0) -> State:
    state = state_of("backgammon", DOUBLING)
    return turn.apply(state, Action(kind, state.side, number=number))[0]


def over(**match: int | None) -> State:
    rules = GAMES["backgammon"].ruleset()
    state = one_line.read(rules, DOUBLING, MatchRules(**match))  # type: ignore[arg-type]
    state = turn.apply(state, Action(Kind.DOUBLE, state.side))[0]
    return turn.apply(state, Action(Kind.DROP, state.side.other))[0]


def refusal(ask: object, *given: object) -> tuple[str, object]:
    assert callable(ask)
    with pytest.raises(Refused) as found:
        ask(*given)
    return found.value.refusal.code, found.value.refusal.details.get("what")


@pytest.fixture(scope="module")
def bot() -> Bot:
    return Bot("backgammon", "expert", seed=7)


def test_it_ranks_plays(bot: Bot) -> None:
    state = state_of("backgammon", f"{START} | W 3-1")
    found = bot.best(state)
    assert len(found) == len(turn.plays(state))
    assert [one.equity for one in found] == sorted((one.equity for one in found), reverse=True)
    assert sorted(found[0].text.split()) == ["6/5", "8/5"]
    for one in found[:3]:
        after = state
        for action in one.actions:
            after, _ = turn.apply(after, action)
        assert after.position == one.position
        assert {action.kind for action in read_play(state, one.text)} == {Kind.STEP}
    assert bot.choose(state) == found[0].actions
    assert 0.5 < bot.chances(state).win < 0.6


def test_what_nobody_looks_at_is_not_made(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Suggestions are made one by one, and stay what they were when the bot is asked again."""
    written: list[object] = []
    write = notation.write_play

    def noted(*given: Any) -> str:
        written.append(given)
        return write(*given)

    monkeypatch.setattr(notation, "write_play", noted)
    found = bot.best(state_of("backgammon", f"{START} | W 3-1"))
    assert written == []
    first = found[0]
    assert len(written) == 1
    everything = list(found)
    assert len(everything) == len(found) == len(set(everything))
    bot.best(state_of("backgammon", f"{START} | B 6-5"), depth=1)
    assert found[0] == first == everything[0]
    assert found == everything
    assert found[-2:] == everything[-2:]
    assert found != everything[1:]
    assert repr(found) == repr(everything)
    assert pickle.loads(pickle.dumps(found)) == everything


def test_it_takes_a_match_for_its_state(bot: Bot) -> None:
    state = state_of("backgammon", f"{START} | W 3-1")
    match = SimpleNamespace(state=state)
    assert bot.best(match)[0] == bot.best(state)[0]
    assert bot.choose(match) == bot.choose(state)
    assert bot.chances(match) == bot.chances(state)


def test_the_cube_and_its_answers(bot: Bot) -> None:
    state = state_of("backgammon", DOUBLING)
    assert bot.cube(state).equities.double_drop == 1.0
    answers = bot.best(offered(Kind.DOUBLE))
    assert {one.text for one in answers} == {"take", "drop"}
    assert {one.actions[0].side for one in answers} == {Side.BLACK}
    assert answers[0].equity >= answers[1].equity
    assert bot.choose(offered(Kind.DOUBLE))[0].kind in (Kind.TAKE, Kind.DROP)
    for question, kinds in (
        (offered(Kind.RESIGN, 1), (Kind.ACCEPT, Kind.REFUSE)),
        (offered(Kind.DRAW), (Kind.AGREE, Kind.DECLINE)),
    ):
        assert bot.choose(question)[0].kind in kinds
        assert 0.0 < bot.chances(question).win < 1.0


@pytest.mark.parametrize("depth", [0, 1, 2] if backend.compiled else [0])
@pytest.mark.parametrize("text", ["W 12:15 | B 1:1 | W", "W 12:15 | B 1:1 | W 2-1"])
def test_chances_lie_between_0_and_1(bot: Bot, text: str, depth: int) -> None:
    """Means over throws come near to both, and do not pass them by what rounding makes of them."""
    found = bot.chances(state_of("backgammon", text), depth=depth)
    chances = found.win, found.gammon, found.backgammon, found.gammon_lost, found.backgammon_lost
    assert all(0.0 <= chance <= 1.0 for chance in chances), found


def test_every_wrong_phase_is_refused(bot: Bot) -> None:
    opening = turn.new_match(GAMES["backgammon"].ruleset())
    awaiting = state_of("backgammon", f"{START} | W")
    stuck = state_of("backgammon", "W bar:1 19:2 | B 1:2 2:2 3:2 4:2 5:2 6:2 24:1 | W 3-1")
    asks = (bot.best, bot.chances, bot.cube)
    for ask in asks:
        assert refusal(ask, opening) == ("no_advice", "dice")
        assert refusal(ask, over(games=2)) == ("game_over", None)
        assert refusal(ask, over(games=1)) == ("match_over", None)
    assert refusal(bot.choose, opening) == ("no_advice", "dice")
    assert bot.choose(over(games=2)) == (Action(Kind.NEXT),)
    assert refusal(bot.choose, over(games=1)) == ("match_over", None)
    assert refusal(bot.best, awaiting) == ("no_advice", "dice")
    assert refusal(bot.best, stuck) == ("no_advice", "done")
    assert bot.choose(stuck) == (Action(Kind.DONE, Side.WHITE),)
    for question in (offered(Kind.RESIGN, 1), offered(Kind.DRAW)):
        assert refusal(bot.best, question) == ("no_advice", "offer")
        assert refusal(bot.cube, question) == ("cube_before_throw", None)
    assert refusal(bot.cube, state_of("backgammon", f"{START} | W 3-1")) == (
        "cube_before_throw", None,
    )  # fmt: skip
    assert refusal(Bot("gioul").cube, state_of("gioul", "W 1:15 | B 24:15 | W")) == (
        "no_cube",
        None,
    )
    assert refusal(bot.best, state_of("gioul", "W 1:15 | B 24:15 | W 3-1")) == ("other_rules", None)


@pytest.mark.parametrize("depth", [0, 1, 2] if backend.compiled else [0])
@pytest.mark.parametrize("dice", [(3, 1), (4, 1)])
def test_chances_know_that_the_dice_of_the_opening_may_be_kept(
    dice: tuple[int, int], depth: int
) -> None:
    """The side on turn takes what is better, as with every other choice."""
    bot = Bot("backgammon", options={"opening": "choice"}, depth=depth)
    state, _ = turn.apply(turn.new_match(bot.rules), Action(Kind.OPENING, None, dice))
    best = bot.best(state)[0]
    assert best.actions[0].kind is (Kind.KEEP if dice == (3, 1) else Kind.THROW)
    assert bot.chances(state) == best.chances
    offered, _ = turn.apply(state, Action(Kind.DRAW, state.side))
    assert bot.chances(offered) == best.chances.swapped()


def test_the_adviser_refuses_by_itself() -> None:
    rules = GAMES["backgammon"].ruleset()
    adviser = Adviser(rules, random_weights())
    for ask in (adviser.candidates, adviser.chances, adviser.cube, adviser.answer):
        assert refusal(ask, over(games=2)) == ("game_over", None)
        assert refusal(ask, over(games=1)) == ("match_over", None)
    moving = state_of("backgammon", f"{START} | W 3-1")
    assert refusal(adviser.cube, moving) == ("cube_before_throw", None)
    assert refusal(adviser.answer, moving) == ("not_now", None)
    assert refusal(adviser.answer, offered(Kind.DRAW)) == ("not_now", None)


def refused_with(ask: Callable[[State], object], state: State) -> str:
    """The code of a refusal, or nothing for an answer."""
    try:
        assert ask(state)
    except Refused as refused:
        return refused.refusal.code
    return ""


@pytest.mark.parametrize("game", CHOICES)
def test_every_kind_of_choice_can_be_asked(game: str) -> None:
    """Over the first events of a game each state is answered or refused, nothing else."""
    bot = Bot(game, "expert", seed=1)
    state = turn.new_match(bot.rules)
    for number in range(30):
        codes = {refused_with(ask, state) for ask in (bot.best, bot.chances, bot.cube)}
        assert codes <= {"", "no_advice", "no_cube", "cube_before_throw", "game_over", "match_over"}
        try:
            actions = bot.choose(state)
        except Refused:
            dice = (1 + number % 6, 1 + (number + number // 6 + 1) % 6)
            kind = Kind.OPENING if turn.legal(state)[0].kind is Kind.OPENING else Kind.THROW
            actions = (Action(kind, None if kind is Kind.OPENING else state.thrower, dice),)
        for action in actions:
            state, _ = turn.apply(state, action)


def test_a_game_without_a_net(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(tmp_path, "pin", random_weights(), monkeypatch)
    bot = Bot("backgammon")
    assert not bot.has_net
    assert Bot("pin").has_net
    state = state_of("backgammon", f"{START} | W 3-1")
    for ask in (bot.best, bot.chances, bot.cube):
        assert refusal(ask, state) == ("no_net", None)
    assert {action.kind for action in bot.choose(state)} == {Kind.STEP}
    shipped_nets.forget()


def test_what_cannot_be_made_is_refused() -> None:
    assert refusal(Bot, "chess")[0] == "no_game"
    assert refusal(Bot, "backgammon", "grandmaster")[0] == "bad_opponent"
    with pytest.raises(Refused) as refused:
        Bot("backgammon", options={"colour": "red"})
    assert refused.value.refusal.code == "bad_option"
    assert repr(Bot("gioul", "expert")) == "<Bot gioul expert>"


@pytest.mark.parametrize("made", [pickle.loads, copy.deepcopy])
def test_a_bot_goes_into_another_process(made: Callable[[Any], Bot]) -> None:
    bot = Bot("backgammon", "novice", seed=7, options={"cube": False})
    state = one_line.read(bot.rules, f"{START} | W 3-1")
    asked = bot.choose(state)  # its buffers are there now
    kept: Any = pickle.dumps(bot) if made is pickle.loads else bot
    other = made(kept)
    assert (other.level, other.seed, other.rules) == (bot.level, bot.seed, bot.rules)
    assert other.choose(state) == asked
    other.sit(8)
    assert bot.choose(state) == asked


def test_threads_may_share_a_bot() -> None:
    bot = Bot("backgammon", "expert")
    throws = [f"{a}-{b}" for a in range(1, 7) for b in range(1, a)]
    states = [one_line.read(bot.rules, f"{START} | W {throw}") for throw in throws]

    def answer(state: State) -> list[tuple[str, float]]:
        return [(one.text, one.equity) for one in bot.best(state)]

    alone, often = [answer(state) for state in states], 20 if backend.compiled else 1
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(answer, states * often)) == alone * often


def test_the_rule_of_thumb_is_a_level_of_every_game() -> None:
    thumb = Bot("backgammon", "thumb")
    state = state_of("backgammon", f"{START} | W 3-1")
    assert (thumb.level, thumb.has_net, thumb.elo) == (THUMB, False, None)
    assert thumb.choose(state) == rule_of_thumb.choose(state)
    for ask in (thumb.best, thumb.chances, thumb.cube):
        assert refusal(ask, state)[0] == "no_net"
    assert Bot("tavli", "thumb").level == THUMB
    assert Bot("backgammon", "thumb", depth=1).choose(state) == rule_of_thumb.choose(state)
    with pytest.raises(Refused) as refused:
        Bot("backgammon", "grandmaster")
    assert "thumb" in str(refused.value.refusal.details["levels"])
