"""The library as a program meets it: its page runs, and a match can be played in every game."""

from __future__ import annotations

import copy
import doctest
import json
import pickle
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tavola
from tavola.games import GAMES
from tavola.rules.kernel import backend
from tavola.rules.turn.state import Kind, Phase, step_action

pytestmark = pytest.mark.plain

ROOT = Path(__file__).resolve().parent.parent
SEED = 20261122
STEPS = 40 if backend.compiled else 15
OFFERS = (Kind.DOUBLE, Kind.RESIGN, Kind.DRAW, Kind.UNDO)


@pytest.mark.skipif(not backend.compiled, reason="its rollout is too long without the compiler")
def test_the_page_of_the_library_runs() -> None:
    page = ROOT / "docs" / "library.md"
    assert doctest.testfile(str(page), module_relative=False).failed == 0


def step(match: tavola.Match, rng: random.Random) -> None:
    """Something that may be done, by the short ways of a match."""
    state = match.state
    if state.phase is Phase.OPENING or (state.phase is Phase.START and not state.names):
        match.roll()
    elif match.plays:
        match.play(rng.choice(match.plays).text)
    else:
        kinds = [action for action in match.legal if action.kind not in OFFERS]
        match.push(rng.choice(kinds))


@pytest.mark.no_cover
@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_drawn_and_taken_back(game: str) -> None:
    rng = random.Random(SEED)
    match = tavola.Match(game, games=2, dice=SEED)
    for _ in range(STEPS):
        if match.over:
            break
        step(match, rng)
    assert match.svg().startswith("<svg")
    assert str(match).count("\n") > 3
    assert "\n" not in repr(match)
    before, events = match.state, match.events[:]
    match.undo()
    while match.seq:
        match.pop()
    assert match.state.phase is tavola.Match(game, games=2, dice=SEED).state.phase
    for event in events:
        match.push(event)
    assert match.state == before


def test_typed_dice() -> None:
    match = tavola.Match("backgammon", dice="typed")
    assert match.roll(3, 1) == (3, 1)
    match.play("8/5 6/5")
    assert match.roll(6, 6) == (6, 6)
    with pytest.raises(tavola.Refused):
        match.roll(1, 2)


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"game": "chess"}, "no_game"),
        ({"length": 0}, "bad_match"),
        ({"length": 3, "games": 2}, "bad_match"),
        ({"colour": "red"}, "bad_option"),
        ({"dice": "loaded"}, "bad_dice_source"),
        ({"dice": True}, "bad_dice_source"),
        ({"numbering": "roman"}, "bad_picture"),
        ({"position": "W 1:99"}, "bad_position"),
    ],
)
def test_wrong_wishes_are_refused(wrong: dict[str, object], code: str) -> None:
    with pytest.raises(tavola.Refused) as caught:
        tavola.Match(**wrong)  # type: ignore[arg-type]
    assert caught.value.refusal.code == code


def test_an_option_may_be_the_number_of_its_text() -> None:
    """`start=15` was refused with the values "13-1-1" and "15" that may be said."""
    assert tavola.Match("pin", start=15).record.options == {"start": "15"}
    for wrong in (15.0, True):
        with pytest.raises(tavola.Refused, match="bad_option"):
            tavola.Match("pin", start=wrong)


def test_wrong_moments_are_refused() -> None:
    match = tavola.Match("backgammon", dice=1)
    for ask in (match.undo, match.pop, match.take, match.double, match.keep, match.next_game):
        with pytest.raises(tavola.Refused):
            ask()
    with pytest.raises(tavola.Refused):
        match.play("8/5")
    assert match.seq == 0
    match.roll()
    with pytest.raises(tavola.Refused):
        match.roll()


def test_dice_that_fell_fall_again() -> None:
    match = tavola.Match("backgammon", dice=5)
    match.roll()
    match.play(match.plays[0])
    second = match.roll()
    match.pop()
    while match.events[-1].kind is not Kind.DONE:
        match.pop()
    assert match.roll() == second


COPIES: dict[str, Callable[[tavola.Match], tavola.Match]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda match: pickle.loads(pickle.dumps(match)),
    "method": lambda match: match.copy(),
}


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("dice", [None, SEED, "sealed", "typed"])
def test_a_copy_goes_its_own_way(
    monkeypatch: pytest.MonkeyPatch, dice: int | str | None, way: str
) -> None:
    monkeypatch.setattr("tavola.play.dice.secrets.randbelow", random.Random(SEED).randrange)
    match = tavola.Match("narde", length=3, dice=dice)
    typed = (5, 3) if dice == "typed" else ()
    match.roll(*typed)
    before, events = match.state, tuple(match.events)
    other = COPIES[way](match)
    assert other.record == match.record
    for one in (other, match):
        one.roll(*typed)
        one.play(one.plays[0])
        one.roll(*typed)
        if one is other:
            assert match.state == before
            assert tuple(match.events) == events
    if dice is not None:
        assert other.events == match.events, "dice that are known beforehand fall alike"
    other.undo()
    assert other.seq < match.seq


@pytest.mark.parametrize("dice", [(3, 1), (6, 6, 2)])
def test_a_roll_goes_into_another_process(dice: tuple[int, ...]) -> None:
    roll = tavola.Roll(*dice)
    for made in (copy.copy(roll), copy.deepcopy(roll), pickle.loads(pickle.dumps(roll))):
        assert type(made) is tavola.Roll
        assert (tuple(made), made.first, made.third, repr(made)) == (
            dice,
            dice[0],
            roll.third,
            repr(roll),
        )


def test_a_record_goes_on(tmp_path: Path) -> None:
    match = tavola.Match("gioul", dice=11)
    rng = random.Random(SEED)
    for _ in range(12):
        step(match, rng)
    match.write(tmp_path / "gioul.json")
    again = tavola.read(tmp_path / "gioul.json")
    assert again.state == match.state
    step(match, random.Random(1))
    step(again, random.Random(1))
    assert again.state == match.state


def test_a_sum_is_refused_for_the_step_that_cannot_be() -> None:
    match = tavola.Match("backgammon", dice="typed")
    match.roll(3, 1)
    match.play("8/5 6/5")
    match.roll(5, 5)
    with pytest.raises(tavola.Refused) as caught:
        match.play("24/14")
    assert caught.value.refusal.code == "blocked"


def test_towers_are_played_by_their_numbers() -> None:
    match = tavola.Match("doublets", dice="typed")
    match.roll(6, 1)
    while match.state.phase is not Phase.MOVE:
        match.roll(6, 1)
    numbers = " ".join(str(number) for number in match.state.turn.left)
    match.play(numbers)
    assert match.events[-2].kind is Kind.STEP


NONSENSE: tuple[Any, ...] = (
    None, True, -1, 10**30, 1.5, float("nan"), "", "x", "\ud800", b"x", [], [None], ["a"], [0],
    {}, {"a": 1}, (1, 2), (0, 0), object(), {1}, len, tavola.Side.WHITE, tavola.Match,
)  # fmt: skip
STATE = tavola.Match("backgammon", length=5, dice=7).state


def at(events: int) -> tavola.Match:
    """A match in which the dice lie, were played, or a double is offered."""
    match = tavola.Match("backgammon", length=5, dice=7)
    for act in (match.roll, lambda: match.play(match.plays[0]), match.double)[:events]:
        act()
    return match


def test_a_record_holds_plain_numbers_only() -> None:
    """Equal events are one object for all matches: another kind of 1 would stand in others, too."""
    with pytest.raises(tavola.Refused):
        at(2).resign(True)
    match = at(2)
    match.resign(tavola.Side.BLACK)
    assert match.record.to_json()["events"][-1] == {"do": "resign", "side": "W", "number": 1}
    assert type(match.events[-1].number) is int
    match.push(tavola.Action(Kind.REFUSE, 1))  # type: ignore[arg-type]
    assert match.events[-1].side is tavola.Side.BLACK


ASKED: dict[str, Callable[[Any], object]] = {
    "game": tavola.Match,
    "dice": lambda given: tavola.Match("pin", dice=given),
    "numbering": lambda given: tavola.Match("pin", numbering=given),
    "length": lambda given: tavola.Match("pin", length=given),
    "position": lambda given: tavola.Match("pin", position=given),
    "options": lambda given: tavola.Match("pin", options=given),
    "an option": lambda given: tavola.Match("backgammon", cube=given),
    "roll": lambda given: tavola.Match("pin", dice="typed").roll(given, 1),
    "play": lambda given: at(1).play(given),
    "push": lambda given: at(1).push(given),
    "kind": lambda given: at(1).push(tavola.Action(given)),
    "side": lambda given: at(1).push(tavola.Action(Kind.STEP, given)),
    "number": lambda given: at(1).push(tavola.Action(Kind.STEP, tavola.Side.BLACK, None, given)),
    "applied dice": lambda given: tavola.apply(STATE, tavola.Action(Kind.OPENING, None, given)),
    "an applied die": lambda given: tavola.apply(
        STATE, tavola.Action(Kind.OPENING, None, (given, 1))
    ),
    "an applied number": lambda given: tavola.apply(
        at(1).state, tavola.Action(Kind.STEP, tavola.Side.BLACK, None, given)
    ),
    "resign": lambda given: at(2).resign(given),
    "choose": lambda given: at(1).choose(given),
    "name": lambda given: at(2).name(given, 1),
    "double": lambda given: at(2).double(given),
    "svg of": tavola.svg,
    "width": lambda given: tavola.svg(STATE, width=given),
    "viewer": lambda given: tavola.svg(STATE, viewer=given),
    "theme": lambda given: tavola.svg(STATE, theme=given),
    "title": lambda given: tavola.svg(STATE, title=given),
    "arrows": lambda given: at(1).svg(play=given),
    "last": lambda given: at(1).svg(last=given),
    "bot": tavola.Bot,
    "level": lambda given: tavola.Bot("pin", given),
    "bot's options": lambda given: tavola.Bot("pin", options=given),
    "best": lambda given: tavola.Bot("pin").best(given),
    "choice": lambda given: tavola.Bot("pin").choose(given),
    "chances": lambda given: tavola.Bot("pin").chances(given),
    "depth": lambda given: tavola.Bot("backgammon").cube(at(2), depth=given),
    "simulated": lambda given: tavola.simulate(given, games=1),
    "games": lambda given: tavola.simulate("eureka", games=0 if given == 10**30 else given),
    "simulated by": lambda given: tavola.simulate("eureka", games=1, options=given),
}


@pytest.mark.parametrize("what", ASKED)
def test_nonsense_is_refused_in_words(what: str) -> None:
    """Whatever a program gives by mistake is taken, or refused as a value that is none."""
    for given in NONSENSE:
        told = "taken as it is"
        try:
            ASKED[what](given)
        except ValueError as refused:
            told = str(refused)
        except TypeError as refused:
            told = str(refused)
            assert told.startswith("wanted is "), (what, told)
        assert len(told.split()) > 1, (what, given)


def test_whole_numbers_of_numpy_are_numbers() -> None:
    numpy = pytest.importorskip("numpy", reason="NumPy is not there", exc_type=ImportError)
    seven, two = numpy.int64(7), numpy.int8(2)
    match = tavola.Match("eureka", dice=seven, length=two)
    assert match.record == tavola.Match("eureka", dice=7, length=2).record
    same = tavola.simulate("eureka", games=two, seed=seven, threads=numpy.int16(1))
    assert same == tavola.simulate("eureka", games=2, seed=7)
    assert type(same.games) is type(same.seed) is int
    deep = tavola.Bot("eureka", seed=seven, depth=numpy.int64(1))
    assert (type(deep.seed), type(deep.level.depth), deep.level.depth) == (int, int, 1)
    tight = tavola.Bot("eureka", budget=numpy.int32(50))
    assert (type(tight.level.budget), tight.level.budget) == (int, 50)
    opening = tavola.Action(Kind.OPENING, None, (numpy.int64(3), numpy.int8(1)))
    thrown, _ = tavola.apply(STATE, opening)
    assert json.loads(json.dumps(tavola.state_to_json(thrown)))["since"][0]["dice"] == [3, 1]
    assert tavola.svg(STATE, width=numpy.int64(300)) == tavola.svg(STATE, width=300)
    reviewing = tavola.reviewing(match, depth=numpy.int8(0))
    assert (type(reviewing.depth), reviewing.depth) == (int, 0)


def test_steps_of_numpy_leave_plain_numbers_to_others() -> None:
    numpy = pytest.importorskip("numpy", reason="NumPy is not there", exc_type=ImportError)
    step_action.cache_clear()  # they come first
    match = at(1)
    steps = match.plays[0].steps
    match.play([numpy.int64(code) for code in steps])
    for one in (step_action(tavola.Side.BLACK, code) for code in steps):
        assert {type(number) for number in (one.number, one.source, one.target)} == {int}


@pytest.mark.parametrize("seed", [None, 1.5, float("nan"), "7", True])
def test_a_seed_of_a_bot_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(ValueError, match="a seed is a whole number"):
        tavola.Bot("eureka", seed=seed)
    bot = tavola.Bot("eureka", seed=3)
    with pytest.raises(ValueError, match="a seed is a whole number"):
        bot.sit(seed)
    assert bot.seed == 3


@pytest.mark.parametrize("depth", [1.0, True, "1", 3])
def test_a_depth_of_a_bot_is_a_whole_number(depth: Any) -> None:
    with pytest.raises(tavola.Refused) as caught:
        tavola.Bot("eureka", depth=depth)
    assert caught.value.refusal.code == "bad_look"


def test_what_a_bot_suggests_is_played_and_drawn() -> None:
    bot = tavola.Bot("backgammon", depth=0)
    match = at(1)
    best = bot.best(match)[0]
    arrows = match.svg(play=best)
    assert arrows == match.svg(play=best.text) == match.svg(play=best.steps) != match.svg()
    other = match.copy()
    assert match.play(best) == other.play(best.text)
    assert match.record == other.record
    with pytest.raises(tavola.Refused):
        match.play(best)
    match.double()
    answer = bot.best(match)[0]
    match.play(answer)
    assert match.events[-1] == answer.actions[0]
    assert answer.steps == ()


def test_a_play_is_drawn_from_its_text() -> None:
    """In the numbers of the match, or of the picture where it is to have others."""
    match = tavola.Match("backgammon", dice=2)
    match.roll()
    booklet = tavola.Match.of_record(match.record, "booklet")
    own, play = match.plays[0].text, booklet.plays[0]
    assert match.state.side is tavola.Side.WHITE, "whose numbers differ"
    assert own != play.text
    assert booklet.svg(play=play.text) == booklet.svg(play=play)
    assert booklet.svg(play=own, numbering="own") == match.svg(play=own)
    assert tavola.svg(match.state, play=own) == tavola.svg(match.state, play=play)
    assert match.svg(play=own, numbering="none") != match.svg(numbering="none")
    for wrong in ("8/9", "", "nonsense"):
        with pytest.raises(tavola.Refused):
            match.svg(play=wrong)


def test_bytes_are_no_play() -> None:
    """They are a sequence of whole numbers: nobody means those of `b"8/5"`."""
    match = at(1)
    with pytest.raises(tavola.Refused) as caught:
        match.play(b"8/5")
    assert caught.value.refusal == tavola.Refusal("unclear_play", {"text": "b'8/5'"})
    with pytest.raises(ValueError, match="a play or its steps"):
        match.svg(play=b"8/5")


def test_whatever_has_steps_is_played() -> None:
    """Also a play of `tavola.plays`; a look before the beginning shows the beginning."""
    match = at(1)
    match.play(tavola.plays(match.state)[0])
    assert match.at(-1)[0] == match.at(0)[0] == STATE


def test_a_match_begins_with_the_position_of_another_program() -> None:
    xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10"
    match = tavola.Match("backgammon", position=xgid, dice=1)
    assert match.state.turn.dice == (3, 1)
    assert (match.state.score, match.state.match.length) == ((2, 1), 5)
    again = tavola.Match.of_record(tavola.record_from_json(match.record.to_json()))
    assert again.state == match.state
