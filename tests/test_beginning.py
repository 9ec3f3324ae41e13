"""Positions with their match as one line, and the moments with which another match can begin."""

from __future__ import annotations

import random

import pytest

from matches import begun, money, points, rules_of
from tavola.games import GAMES, find
from tavola.play.beginning import Beginning, beginning
from tavola.play.dice import SeededDice
from tavola.play.match import Match
from tavola.play.random_match import random_playout
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Side
from tavola.rules.text import match_line, one_line, script
from tavola.rules.text.record import Record
from tavola.rules.turn.state import Action, Cube, Kind, Phase, State

BOARD = "W 1:2 12:5 17:3 19:5 | B 6:5 8:3 13:5 24:2"
CRAWFORD = points(5, crawford=True)


def read(text: str, match: MatchRules | None = None, game: str = "backgammon") -> State:
    return one_line.read(rules_of(game), text, match or points(5))


@pytest.mark.plain
def test_the_fourth_field_says_how_the_match_stands() -> None:
    state = read(f"{BOARD} | B 3-1 cube:2W | score:2-1 game:3", CRAWFORD)
    assert (state.score, state.game, state.crawford) == ((2, 1), 3, "")
    assert (state.side, state.turn.dice, state.cube) == (Side.BLACK, (3, 1), Cube(2, Side.WHITE))


@pytest.mark.plain
def test_the_third_is_empty_before_the_opening_throw() -> None:
    state = read(f"{BOARD} | | score:2-1")
    assert (state.phase, state.score) == (Phase.OPENING, (2, 1))
    doubled = read(f"{BOARD} | | cube:2", money(automatic=True))
    assert (doubled.phase, doubled.cube) == (Phase.OPENING, Cube(2))


@pytest.mark.plain
def test_the_crawford_game_is_named_and_over_after_it() -> None:
    assert read(f"{BOARD} | W | score:4-1 crawford", CRAWFORD).crawford == "now"
    assert read(f"{BOARD} | W | score:4-1", CRAWFORD).crawford == "done"
    assert read(f"{BOARD} | W | score:3-1", CRAWFORD).crawford == ""
    assert read(f"{BOARD} | W | score:4-1", points(5)).crawford == ""


@pytest.mark.plain
@pytest.mark.parametrize(
    ("words", "match"),
    [
        ("", None),
        ("score:5-0", None),
        ("score:0-5", None),
        ("score:2", None),
        ("score:-1-2", None),
        ("game:0", None),
        ("game:4", MatchRules(games=3)),
        ("crawford", CRAWFORD),
        ("score:4-0 crawford", None),
        ("score:3-0 crawford", CRAWFORD),
        ("opening:5-3", None),
        ("cube:2", money(automatic=True)),
        ("tuesday", None),
        ("score:1-1 | game:2", None),
    ],
)
def test_what_cannot_be_in_a_match_is_refused(words: str, match: MatchRules | None) -> None:
    with pytest.raises(Refused) as caught:
        read(f"{BOARD} | W | {words}", match)
    assert caught.value.refusal.code == "bad_position"


@pytest.mark.plain
def test_an_automatic_double_needs_its_rule() -> None:
    with pytest.raises(Refused):
        read(f"{BOARD} | | cube:2", money())


def moments(game: str, match: MatchRules, seed: int) -> tuple[Match, random.Random]:
    """The first turns of a random match, and chance to choose its moments."""
    playout = random_playout(find(game), {}, match, seed, cap=60)
    return Match(playout.record, SeededDice(seed)), random.Random(seed)


def told(state: State) -> tuple[object, ...]:
    """What must be the same at a new table."""
    return (
        *(state.position, state.phase, state.side, state.turn, state.fresh, state.opening),
        *(state.ahead, state.fixed, state.cube, state.game, state.crawford),
        *(state.score_of(side) for side in Side),
    )


@pytest.mark.parametrize("game", list(GAMES))
def test_a_match_begins_where_another_one_stood(game: str) -> None:
    """At a random moment of a random match, or at the one before it that a text can mean."""
    for match in (MatchRules(games=2), points(3, crawford=True)):
        played, chance = moments(game, match, seed=7)
        for n in {0, played.seq, *chance.sample(range(played.seq), 8)}:
            found = beginning(played, n)
            assert found is not None, (n, played.at(n))
            again = Match(Record(game=game, match=match, start=found.text), SeededDice(1)).state
            assert told(again) == told(found.state)
            check_nearest(played, n, found)


def check_nearest(played: Match, n: int, found: Beginning) -> None:
    """What lies between is within the throw, or the game was over there."""
    state, _ = played.at(n)
    assert found.exact == (told(state) == told(found.state))
    if found.exact:
        return
    assert state.turn.steps or state.turn.chosen or state.phase in (Phase.OVER, Phase.END)
    before = (played.at(m)[0] for m in range(n, -1, -1))
    assert told(next(filter(one_line.beginning, before))) == told(found.state)


@pytest.mark.parametrize(
    ("game", "word"),
    [
        ("gioul", "heir"),
        ("open-throw", "ahead"),
        ("fixed-throw", "fixed"),
        ("free-choice", "second"),
        ("acey-deucey", "second"),
        ("snake", "score"),
    ],
)
def test_kinds_of_throws_are_met(game: str, word: str) -> None:
    """Inherited numbers, open and fixed throws, second throws, scores: the test above is about
    them, too."""
    match = MatchRules(games=2)
    played = Match(random_playout(find(game), {}, match, 7).record, SeededDice(7))
    found = (beginning(played, n) for n in range(played.seq, -1, -1))
    assert any(f" {word}:" in f"{one.text} ".replace("second ", "second:") for one in found if one)


@pytest.mark.plain
def test_before_an_offer() -> None:
    state = begun(points(5), f"{BOARD} | W")
    played = Match(
        Record(game="backgammon", match=state.match, start=f"{BOARD} | W"), SeededDice(3)
    )
    played.act(Action(Kind.DOUBLE, Side.WHITE))
    offered = beginning(played, 1)
    assert offered is not None
    assert (offered.text, offered.exact) == (f"{BOARD} | W", False)
    played.act(Action(Kind.DROP, Side.BLACK))
    dropped = beginning(played, 2)
    assert dropped is not None
    assert dropped.text == f"{BOARD} | W"


@pytest.mark.plain
def test_a_throw_begun_in_the_middle_is_no_beginning() -> None:
    """A text can say which numbers are left, but not that the others were played."""
    start = "W 24:2 | B 1:2 | W 5-5 left:5"
    assert one_line.beginning(read(start)) == ""
    record = Record(game="backgammon", match=points(5), start=start)
    assert beginning(Match(record, SeededDice(3)), 0) is None


@pytest.mark.plain
def test_dice_of_the_opening_may_still_be_kept() -> None:
    rules = find("backgammon").ruleset({"opening": "choice"})
    state = script.run(one_line.read(rules, BOARD, points(5)), "5-3")
    text = one_line.beginning(state)
    assert text == f"{BOARD} | W | opening:5-3"
    assert one_line.read(rules, text, points(5)).opening == (5, 3)
    for wrong in (f"{BOARD} | B | opening:5-3", f"{BOARD} | W | opening:3-3"):
        with pytest.raises(Refused):
            one_line.read(rules, wrong, points(5))


@pytest.mark.plain
def test_what_a_text_forgets() -> None:
    state = begun(points(5)).but(swapped=True, score=(1, 3), idle=1, turns=9, seen=("x",))
    found = match_line.forgetful(state)
    assert (found.score, found.swapped, found.idle, found.turns, found.seen) == (
        *((3, 1), False, 0, 0),
        (),
    )
