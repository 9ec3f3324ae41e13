"""What programs ask is asked of a match as of its state or record, and of nothing else."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from typing import Any

import pytest

import tavola
from tavola import Kind, MatchRules, Refused, Side
from tavola.formats import ids

MATCH: Any = tavola.Match("backgammon", dice=1)
MATCH.roll()
RULES, HERE = MATCH.state.rules, MATCH.state.position

OF_STATE: dict[str, Callable[[Any], object]] = {
    "kinds": tavola.kinds,
    "legal": tavola.legal,
    "may_double": lambda given: tavola.may_double(given, Side.WHITE),
    "next_steps": tavola.next_steps,
    "plays": tavola.plays,
    "throws": tavola.throws,
    "read_play": lambda given: tavola.read_play(given, "13/11 6/5"),
    "why": lambda given: tavola.why(given, "8/1"),
    "state_to_json": tavola.state_to_json,
    "text": tavola.text,
    "svg": tavola.svg,
    "rolling": lambda given: tavola.rolling(given, "backgammon").to_json(),
    **{f"an id, {form}": write for form, write in ids.FORMS.items()},
}
OF_RECORD: dict[str, Callable[[Any], object]] = {
    "fold": lambda given: tavola.fold(given, "backgammon"),
    "replay": lambda given: list(tavola.replay(given, tavola.find("backgammon"))),
    "reviewing": lambda given: tavola.reviewing(given).record,
}
OTHERS: dict[str, Callable[[Any], object]] = {
    "apply": lambda given: tavola.apply(given, tavola.Action(Kind.DONE)),
    "an action": lambda given: tavola.apply(MATCH.state, given),
    "new_match": tavola.new_match,
    "match rules": lambda given: tavola.new_match(RULES, given or MATCH),
    "pip_count": lambda given: tavola.pip_count(given, HERE, Side.WHITE),
    "the position of pips": lambda given: tavola.pip_count(RULES, given, Side.WHITE),
    "write_play": lambda given: tavola.write_play(given, HERE, Side.WHITE, ()),
    "the position of a play": lambda given: tavola.write_play(RULES, given, Side.WHITE, ()),
    "the position after a play": lambda given: tavola.write_play(
        RULES, HERE, Side.WHITE, (), "own", given or MATCH
    ),
    "the games in turn": lambda given: tavola.new_match(RULES, None, given or MATCH),
    "of_record": tavola.Match.of_record,
    "an older review": lambda given: tavola.reviewing(MATCH, before=given or MATCH),
    "summary": lambda given: tavola.summary(given, 0),
    "review_to_json": tavola.review_to_json,
}
STRANGE = (tavola.find("backgammon"), 5, None, b"W", ())


@pytest.mark.parametrize("name", OF_STATE)
def test_a_match_is_asked_as_its_state(name: str) -> None:
    ask = OF_STATE[name]
    assert ask(MATCH) == ask(MATCH.state)


@pytest.mark.parametrize("name", OF_RECORD)
def test_a_match_is_read_as_its_record(name: str) -> None:
    ask = OF_RECORD[name]
    assert ask(MATCH) == ask(MATCH.record)


@pytest.mark.parametrize("name", [*OF_STATE, *OF_RECORD, *OTHERS])
def test_anything_else_is_refused_by_the_name_of_what_is_wanted(name: str) -> None:
    ask = {**OF_STATE, **OF_RECORD, **OTHERS}[name]
    others = (MATCH,) if name in OTHERS else (MATCH.state,) if name in OF_RECORD else ()
    for given in (*STRANGE, *others):
        with pytest.raises(TypeError, match=r"^wanted is "):
            ask(given)


def test_a_game_is_taken_for_its_id() -> None:
    game = tavola.find("eureka")
    assert tavola.Match(game, dice=1).record == tavola.Match("eureka", dice=1).record
    assert tavola.Bot(game).game is tavola.find(game) is game
    assert tavola.simulate(game, games=2) == tavola.simulate("eureka", games=2)


NUMBERED: dict[str, Callable[[str], object]] = {
    "text": lambda given: tavola.text(MATCH, numbering=given),
    "svg": lambda given: tavola.svg(MATCH, numbering=given),
    "match": lambda given: tavola.Match("pin", numbering=given),
    "read_play": lambda given: tavola.read_play(MATCH, "13/11 6/5", given),
    "why": lambda given: tavola.why(MATCH, "13/11 6/5", given),
    "write_play": lambda given: tavola.write_play(RULES, HERE, Side.WHITE, (), given),
}
SIDED: dict[str, Callable[[Any], object]] = {
    "text": lambda given: tavola.text(MATCH, given),
    "svg": lambda given: tavola.svg(MATCH, viewer=given),
    "pip_count": lambda given: tavola.pip_count(RULES, HERE, given),
    "may_double": lambda given: tavola.may_double(MATCH, given),
    "write_play": lambda given: tavola.write_play(RULES, HERE, given, ()),
}


@pytest.mark.parametrize("name", NUMBERED)
@pytest.mark.parametrize("given", ["", "Own", "0", None, 1])
def test_a_numbering_that_is_none_is_not_taken_for_another(name: str, given: Any) -> None:
    with pytest.raises(tavola.Refused) as caught:
        NUMBERED[name](given)
    assert caught.value.refusal.code == "bad_picture"
    assert caught.value.refusal.details["what"] == "numbering"


@pytest.mark.parametrize("name", SIDED)
@pytest.mark.parametrize("given", [5, -1, None, "WHITE"])
def test_a_side_that_is_none_is_not_counted_for(name: str, given: Any) -> None:
    with pytest.raises(ValueError, match="is not a valid Side"):
        SIDED[name](given)


@pytest.mark.parametrize("given", [None, 5, b"13/11 6/5", ("13/11",)])
def test_a_play_is_typed_as_text(given: Any) -> None:
    for ask in (tavola.read_play, tavola.why):
        with pytest.raises(TypeError, match=r"^wanted is a play as text"):
            ask(MATCH, given)


def test_a_record_says_of_which_game_it_is() -> None:
    assert tavola.fold(MATCH) == tavola.fold(MATCH, "backgammon") == MATCH.state
    assert list(tavola.replay(MATCH))[-1].state == MATCH.state
    tavli = tavola.Match("tavli", length=3, dice=1)
    assert tavola.fold(tavli) == tavli.state
    for ask in (tavola.fold, tavola.replay):
        with pytest.raises(tavola.Refused) as caught:
            ask(MATCH, "pin")
        assert caught.value.refusal.code == "other_rules"


@pytest.mark.parametrize("game", tavola.GAMES)
def test_a_game_knows_its_rules(game: str) -> None:
    """With any options; Portes and Tavla are played as others play backgammon, by some of them."""
    found = tavola.GAMES[game]
    for option in found.options:
        for value in option.values:
            assert found.knows(found.ruleset({option.name: value}))
    assert found.knows(RULES) == (game in ("backgammon", "portes", "tavla"))


@pytest.mark.parametrize("asked", [MATCH, MATCH.state])
def test_no_net_of_another_game_rolls_a_position_out(asked: Any) -> None:
    with pytest.raises(tavola.Refused) as caught:
        tavola.rollout(asked, "pin", trials=1)
    assert caught.value.refusal.code == "other_rules"


@pytest.mark.parametrize("wrong", [1.5, float("nan"), "1", None, True], ids=str)
def test_a_moment_has_a_whole_number(wrong: Any) -> None:
    """Event 1.5 was the last one, and from "nan" on there was an error of Python."""
    for look in (MATCH.at, MATCH.moments, MATCH.back):
        with pytest.raises(TypeError, match="wanted is the number of an event"):
            look(wrong)
    assert MATCH.moments(-1, 10**9) == MATCH.moments()


@pytest.mark.parametrize("wrong", [1.5, "yes", [], {}], ids=str)
def test_a_board_is_turned_or_not(wrong: Any) -> None:
    """No step of this game leads from or to 1.5, it said."""
    with pytest.raises(TypeError, match="wanted is True or False"):
        tavola.svg(MATCH, turned=wrong)


@pytest.mark.parametrize("wrong", [0, False, [], {}], ids=str)
def test_a_position_is_a_text(wrong: Any) -> None:
    """The start was taken in place of what is none."""
    with pytest.raises(Refused, match="bad_position"):
        tavola.Match("pin", position=wrong)


@pytest.mark.parametrize("wrong", [0, False, [], {}], ids=str)
def test_a_profile_is_a_text(wrong: Any) -> None:
    """None was taken where something else was named."""
    with pytest.raises(Refused, match="bad_option"):
        tavola.Match("backgammon", profile=wrong)


@pytest.mark.parametrize("wrong", [None, "", [], {}, False, True, 1.5], ids=repr)
def test_dice_that_are_told_are_whole_numbers(wrong: Any) -> None:
    """What is empty let dice of the seed fall, as if none had been told."""
    for told in ((wrong,), (3, 1, wrong)):
        with pytest.raises(Refused, match="bad_dice"):
            tavola.Match("backgammon", dice=1).roll(*told)
        with pytest.raises(Refused, match="bad_dice"):
            tavola.Match("backgammon", dice="typed").roll(*told)


def test_a_numbering_has_one_name() -> None:
    """It was `numbers` where something is drawn, and `numbering` where it is typed."""
    named: list[Callable[..., object]]
    named = [tavola.Match, tavola.Match.of_record, tavola.text, tavola.svg, tavola.read_play]
    for takes in (*named, tavola.why, tavola.write_play):
        parameters = inspect.signature(takes).parameters
        assert "numbering" in parameters, takes
        assert "numbers" not in parameters, takes
    assert MATCH.numbering == "own"


def test_rules_of_a_match_say_what_a_length_wants() -> None:
    with pytest.raises(ValueError, match="length=5 wants games=None"):
        MatchRules(length=5)
    wrong: dict[str, Any]
    for wrong in ({"length": "5", "games": None}, {"games": 2.0}, {"games": True}, {"games": 0}):
        with pytest.raises(ValueError, match="1-99"):
            MatchRules(**wrong)


@pytest.mark.parametrize("wrong", [1.5, 2.0, float("nan"), "2", None], ids=str)
@pytest.mark.parametrize("what", ["number", "source", "target"])
def test_numbers_of_an_action_are_whole(what: str, wrong: Any) -> None:
    """A resignation of 1.5 games was accepted, and a record with one gave 1.5 points."""
    with pytest.raises(Refused, match="bad_action"):
        tavola.Action(Kind.RESIGN, Side.WHITE, **{what: wrong})


def test_numbers_of_an_action_are_those_of_python() -> None:
    numpy = pytest.importorskip("numpy", reason="NumPy is not there", exc_type=ImportError)
    action = tavola.Action(Kind.STEP, Side.WHITE, None, numpy.int64(3), numpy.int8(24), 21)
    assert action == tavola.Action(Kind.STEP, Side.WHITE, None, 3, 24, 21)
    assert {type(number) for number in (action.number, action.source)} == {int}


@pytest.mark.parametrize(
    "steps", ["W", b"a", {}, 5, [None], [1.5], [-1], [0], [1], [10**30], [True]], ids=str
)
def test_what_are_no_steps_is_not_written(steps: Any) -> None:
    """`0/0*` and `31/31*` stood there."""
    with pytest.raises(TypeError, match="wanted is steps"):
        tavola.write_play(RULES, HERE, Side.WHITE, steps)


def test_what_held_before_holds_still() -> None:
    """A state may be given by its name, and who caught a ValueError catches it."""
    state = MATCH.state
    assert tavola.legal(state=state) == tavola.legal(state)  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="wanted is a State"):
        tavola.legal(3)  # type: ignore[arg-type]


def test_a_count_of_a_match_may_come_from_numpy() -> None:
    numpy = pytest.importorskip("numpy", reason="numbers of NumPy want NumPy")
    rules = MatchRules(length=numpy.int64(5), games=None)
    assert rules == MatchRules(length=5, games=None)
    assert type(rules.length) is int


def test_legal_says_which_step_it_leaves_out() -> None:
    """It said that all actions are listed."""
    match = tavola.Match("eureka", dice=1, position="W 24:1 | B 1:2 | W 4-2")
    (step,) = tavola.next_steps(match.state)
    short = dataclasses.replace(step, number=2)
    assert short not in tavola.legal(match)
    assert tavola.apply(match.state, short)[0].position.off(Side.WHITE) == 15
    assert "D15" in (tavola.legal.__doc__ or "")
