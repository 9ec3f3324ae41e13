"""Matches: points, games, money; Crawford, cube, resignations, draws, roles."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from matches import EVEN, B, W, begun, code, money, points, rules_of
from tavola.games import GAMES, find
from tavola.rules import turn
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import BadRules, Side
from tavola.rules.text import one_line, script
from tavola.rules.text.record import match_from_json
from tavola.rules.turn.state import Action, Cube, Kind, Phase

pytestmark = pytest.mark.plain

# ------------------------------------------------------------------------------ how games add up


def test_a_match_to_points() -> None:
    state = begun(points(3))
    state = script.run(state, "resign 2; accept")
    assert (state.phase, state.score) == (Phase.OVER, (0, 2))
    state = script.run(state, "next; 6-1; resign 1; accept")
    assert (state.game, state.phase, state.score) == (2, Phase.END, (0, 3))
    assert script.outcome(state) == "B +1 resign 0-3 match"


def test_a_match_over_games() -> None:
    state = begun(MatchRules(games=2))
    state = script.run(state, "resign 3; accept; next; 6-1; draw; agree")
    assert (state.phase, state.score) == (Phase.END, (0, 3))
    assert code(state, "next") == "match_over"


def test_money_play_goes_on() -> None:
    state = begun(money())
    for _ in range(4):
        state = script.run(state, "resign 3; accept")
        assert state.phase is Phase.OVER
        assert code(state, "throw") != ""
        state = script.run(state, "next; 6-1")
    assert sum(state.score) == 12


def test_a_single_game_ends_the_match() -> None:
    state = script.run(begun(), "resign 1; accept")
    assert (state.phase, state.score) == (Phase.END, (0, 1))


@pytest.mark.parametrize(
    "data",
    [
        {"length": 0},
        {"length": 100},
        {"length": 3, "games": 3},
        {"games": 0},
        {"games": 2, "jacoby": True},
        {"length": 3, "beavers": True},
        {"length": 3, "automatic": True},
        {"length": True},
        {"crawford": 1},
        {"other": 1},
        [],
    ],
)
def test_match_rules_that_make_no_match(data: Any) -> None:
    with pytest.raises(Refused, match="bad_match"):
        match_from_json(data)
    if isinstance(data, dict) and data.get("games") and data.get("length"):
        with pytest.raises(BadRules):
            MatchRules(**data)


# --------------------------------------------------------------------------------------- Crawford


def test_crawford() -> None:
    state = script.run(begun(points(3, crawford=True)), "resign 2; accept; next")
    assert (state.score, state.crawford) == ((0, 2), "now")
    state = replace(state, phase=Phase.START, side=W)
    assert code(state, "double") == "cube_crawford"
    drawn = script.run(state, "draw; agree; next")
    assert (drawn.score, drawn.crawford) == ((0, 2), "now")
    for side, score in ((B, (1, 2)),):
        lost = script.run(replace(drawn, phase=Phase.START, side=side), "resign 1; accept; next")
        assert (lost.score, lost.crawford) == (score, "done")
        after = replace(lost, phase=Phase.START, side=W)
        assert script.run(after, "double; take").cube == Cube(2, B)
        again = script.run(after, "draw; agree; next")
        assert again.crawford == "done"


def test_a_draw_makes_no_crawford_game() -> None:
    """In a match to one point both sides are one point away, and nobody has come there."""
    for length in (1, 3):
        state = script.run(begun(points(length, crawford=True)), "draw; agree; next")
        assert state.crawford == ""
        assert script.run(replace(state, phase=Phase.START), "double; take").cube == Cube(2, B)


def test_no_crawford_without_a_cube_or_the_option() -> None:
    for match, cube in ((points(3), True), (points(3, crawford=True), False)):
        state = script.run(begun(match, cube=cube), "resign 2; accept; next")
        assert state.crawford == ""


# ------------------------------------------------------------------------------------------- cube

CUBE = {
    **dict.fromkeys(GAMES, False),
    **dict.fromkeys(("backgammon", "puff", "puff-long", "puff-russian", "puff-russian-long"), True),
    **dict.fromkeys(("french-1", "backwards", "straight", "fixed-throw", "no-hit"), True),
    **dict.fromkeys(("reverse", "snake", "free-choice", "nackgammon", "hypergammon"), True),
    **dict.fromkeys(("longgammon", "misere"), True),
}
PARALLEL = ("fevga", "narde", "moultezim", "gul-bara", "jacquet")
OPTIONAL = ("eureka", "open-throw", "plakoto", "portes", "tavla", "tapa", *PARALLEL)


@pytest.mark.parametrize("game", GAMES)
def test_a_cube_exactly_where_the_game_has_one(game: str) -> None:
    options = {option.name: option for option in GAMES[game].options}
    state = replace(turn.new_match(rules_of(game)), phase=Phase.START, side=W)
    for side in Side:
        assert turn.may_double(replace(state, side=side), side) is CUBE[game]
    if not CUBE[game]:
        assert code(state, "double") == "no_cube"
    assert ("cube" in options) is (CUBE[game] or game in OPTIONAL)
    if "cube" in options:
        other = replace(state, rules=rules_of(game, cube=not CUBE[game]))
        assert turn.may_double(other, W) is not CUBE[game]


def test_when_and_who_may_double() -> None:
    state = begun()
    assert code(state, "double B") == "not_your_turn"
    assert code(state, "3-1; double") == "cube_before_throw"
    taken = script.run(state, "double; take")
    assert (taken.cube, taken.phase, taken.side, taken.fresh) == (Cube(2, B), Phase.START, W, True)
    assert code(taken, "double") == "cube_elsewhere"
    later = script.run(taken, "3-1; 17/20 19/20; done; double; take")
    assert later.cube == Cube(4, W)
    dropped = script.run(taken, "3-1; 17/20 19/20; done; double; drop")
    assert (dropped.result, dropped.score) == (dropped.result, (0, 2))
    assert script.outcome(script.run(state, "double; drop")) == "W +1 drop 1-0"
    assert code(turn.new_match(rules_of()), "double") == "cube_before_throw"


def test_no_double_before_the_second_throw_of_a_turn() -> None:
    state = begun(text="W 1:2 | B 24:2 | W second", game="french-1")
    assert code(state, "double") == "cube_before_throw"
    second = begun(text=EVEN.removesuffix("W") + "B second", game="free-choice")
    assert code(second, "double") == "cube_before_throw"


def test_the_cube_has_no_limit() -> None:
    for profile in find("backgammon").profiles:
        state = begun(money(), text=EVEN + " cube:64W", **dict[str, Any](profile.options))
        assert script.run(state, "double; take").cube == Cube(128, B)


def test_cube_window_any() -> None:
    state = begun(cube_window="any")
    doubled = script.run(state, "double B")
    assert (doubled.actor, doubled.offer and doubled.offer.side) == (W, B)
    taken = script.run(doubled, "take")
    assert (taken.cube, taken.phase, taken.side) == (Cube(2, W), Phase.START, W)
    assert code(taken, "double B") == "cube_elsewhere"
    assert script.run(doubled, "drop").score == (0, 1)
    assert code(state, "3-1; double B") == "cube_before_throw"


def test_open_throw_doubles_before_the_throw_ahead() -> None:
    text = EVEN.removesuffix("W") + "W ahead:W3-1"
    state = begun(text=text, game="open-throw", cube=True)
    assert script.run(state, "double; take").cube == Cube(2, B)
    assert code(state, "6-6; double") == "cube_before_throw"


def test_tavola_reale_bans_some_doubles() -> None:
    options = find("backgammon").profile("tavola-reale").options
    state = replace(begun(points(7), **dict[str, Any](options)), score=(5, 6))
    assert code(state, "double") == "cube_banned"
    assert turn.may_double(replace(state, side=B), B)
    assert turn.may_double(replace(state, match=money()), W)


def test_jacoby() -> None:
    last = "W 24:1 | B 6:15 | W"
    for cube, expected in (("", 1), (" cube:2", 2), (" cube:2W", 4), (" cube:2B", 4)):
        for jacoby in (True, False):
            state = script.run(begun(money(jacoby=jacoby), text=last + cube), "6-5; 24/off; done")
            value = int(cube[6]) if cube else 1
            assert state.score[0] == (expected if jacoby else 2 * value)


def test_jacoby_leaves_nothing_but_the_game_to_resign() -> None:
    state = begun(money(jacoby=True))
    assert code(state, "resign 2") == "bad_resignation"
    assert script.run(state, "resign 1; accept").score == (0, 1)
    doubled = script.run(state, "double; take")
    assert script.run(doubled, "resign 3; accept").score == (0, 6)


def test_a_hit_is_remembered_in_the_text_of_a_position() -> None:
    state = begun(text="W 1:1 10:1 | B 12:1 14:1 | W 2-4", game="no-hit")
    halfway = script.run(state, "10/12*")
    text = one_line.write(halfway)
    assert text.endswith("W 2-4 left:4 hit")
    again = one_line.read(halfway.rules, text)
    assert script.outcome(script.run(again, "1/5; done")) == "B +1 hit 0-1"


def test_a_position_put_in_by_hand_is_its_first_occurrence() -> None:
    text = "W 10:1 | B 20:1 | W fixed:6-5"
    state = begun(text=text, game="fixed-throw")
    assert state.seen == ("W W 10:1 | B 20:1",)


def test_beavers() -> None:
    state = script.run(begun(money(beavers=True)), "double")
    assert state.actor is B
    beaver = script.run(state, "beaver")
    assert (beaver.actor, code(beaver, "beaver")) == (W, "no_beavers")
    taken = script.run(beaver, "take")
    assert (taken.cube, taken.side, taken.phase) == (Cube(4, B), W, Phase.START)
    assert script.run(beaver, "drop").score == (0, 2)
    assert script.run(state, "take").cube == Cube(2, B)
    assert script.run(state, "drop").score == (1, 0)
    assert code(begun(money()), "double; beaver") == "no_beavers"


def test_automatic_doubles_at_most_one() -> None:
    state = turn.new_match(rules_of(), money(automatic=True))
    for line, cube in (("3-3", 2), ("3-3; 5-5", 2), ("3-3; 5-5; 6-1", 2), ("6-1", 1)):
        assert script.run(state, line).cube == Cube(cube)
    assert script.run(turn.new_match(rules_of(), money()), "3-3").cube == Cube()
    assert (
        script.run(turn.new_match(rules_of(cube=False), money(automatic=True)), "3-3").cube
        == Cube()
    )


# ---------------------------------------------------------------------------- resigning and draws


@pytest.mark.parametrize("multiple", [1, 2, 3])
def test_resignations(multiple: int) -> None:
    state = begun(text=EVEN + " cube:2W")
    offered = script.run(state, f"resign {multiple}")
    assert offered.actor is B
    assert script.run(offered, "refuse") == state
    assert script.run(offered, "accept").score == (0, 2 * multiple)
    middle = script.run(state, f"3-1; 17/20; resign {multiple}; refuse")
    assert middle == script.run(state, "3-1; 17/20")
    assert script.run(middle, "undo") == script.run(state, "3-1")


MOST = {
    **dict.fromkeys(GAMES, 3),
    **dict.fromkeys(("french-2", "acey-deucey", "mexican", "catch-me", "doublets"), 1),
    **dict.fromkeys(
        ("ludus-lumbadorum", "reverse", "misere", "us-acey-deucey", "bradspel", "tabula"), 1
    ),
    **dict.fromkeys(("eureka", "gioul", "plakoto", "portes", "tavla", "tapa", *PARALLEL), 2),
}


@pytest.mark.parametrize("game", GAMES)
def test_what_can_be_resigned(game: str) -> None:
    state = replace(turn.new_match(rules_of(game)), phase=Phase.START)
    offers = [a.number for a in turn.legal(state) if a.kind is Kind.RESIGN]
    assert offers == list(range(1, MOST[game] + 1))
    assert code(state, f"resign {MOST[game] + 1}") == "bad_resignation"
    assert code(state, "resign 0") == "bad_resignation"


def test_values_of_resignations() -> None:
    acey = begun(text="W 10:2 res:9 bar:1 | B 1:1 | W", game="acey-deucey")
    assert script.run(acey, "resign 1; accept").score == (0, 12)
    pin = begun(text="W 24:3 23:2 | B 1:15 | W", game="pin")
    for multiple in (1, 2, 3):
        assert script.run(pin, f"resign {multiple}; accept").score == (0, 7 * multiple)


def test_draws() -> None:
    state = begun(points(5), text=EVEN + " cube:4")
    offered = script.run(state, "draw")
    assert script.run(offered, "decline") == state
    agreed = script.run(offered, "agree")
    assert (agreed.phase, agreed.score, script.outcome(agreed)) == (
        Phase.OVER,
        (0, 0),
        "= agreed 0-0",
    )
    assert code(offered, "accept") == "not_now"
    assert code(offered, "3-1") == "not_now"


def test_draw_by_stalemate() -> None:
    text = "W bar:1 23:2 24:2 | B bar:1 1:2 2:2 | W fixed:2-1"
    state = begun(points(3), text=text, game="fixed-throw")
    state = script.run(state, "2-1; done; 2-1; done")
    assert script.outcome(state) == "= stalemate 0-0"
    assert state.phase is Phase.OVER


def test_draw_by_repetition() -> None:
    """A third occurrence with the same side to move; an option, on in Fixed throw only."""
    assert [game for game in GAMES if rules_of(game).repetition] == ["fixed-throw"]
    text = "W bar:1 10:1 | B 6:2 12:5 | W fixed:6-6"
    state = replace(begun(text=text, game="fixed-throw"), seen=())
    key = f"B {state.position.text()}"
    for earlier, phase in ((0, Phase.START), (1, Phase.START), (2, Phase.END)):
        passed = script.run(replace(state, seen=(key,) * earlier), "6-6; done")
        assert passed.phase is phase
    free = replace(begun(text=text, game="fixed-throw", repetition=False), seen=(key,) * 5)
    assert script.run(free, "6-6; done").phase is Phase.START


# ------------------------------------------------------------------------------------------- roles


@pytest.mark.parametrize("game", GAMES)
def test_roles_are_swapped_where_they_differ(game: str) -> None:
    for swap in (True, False):
        state = turn.new_match(rules_of(game), MatchRules(games=3, swap=swap))
        state = replace(state, phase=Phase.START, side=W)
        ended = script.run(state, "resign 1; accept; next")
        swapped = swap and game in ("straight", "snake", "free-choice")
        assert ended.swapped is swapped
        assert ended.score[0] == 0 < ended.score[1]
        assert ended.score_of(W if swapped else B) == ended.score[1]
        assert ended.colour(1) is (W if swapped else B)
        again = replace(ended, phase=Phase.START, side=W)
        third = script.run(again, "resign 1; accept; next")
        assert third.swapped is False
        assert (third.score[0] > 0) is swapped


def test_a_named_throw_can_be_taken_back() -> None:
    """Naming is no chance: it may be undone until the turn is done, like a chosen double."""
    state = turn.new_match(GAMES["free-choice"].rules)
    named = script.run(state, "name 6-5; 1/7")
    assert script.run(named, "undo; undo") == state
    assert not turn.may_undo(state)


def test_who_may_keep_the_opening_dice_has_seen_them() -> None:
    """A double comes before the throw; with the choice of the opening the dice lie already."""
    rules = GAMES["backgammon"].ruleset({"opening": "choice"})
    state = script.run(turn.new_match(rules), "5-2")
    assert not turn.may_double(state, Side.WHITE)
    assert {Kind.KEEP, Kind.THROW} <= {action.kind for action in turn.legal(state)}
    with pytest.raises(Refused, match="not_your_turn"):
        turn.apply(state, Action(Kind.KEEP, Side.BLACK))


@pytest.mark.parametrize("dice", ["12", 12, ("1", "2"), (1.5, 2), (1, None), {1: 2, 3: 4}])
def test_what_is_no_dice_is_refused_as_dice(dice: Any) -> None:
    """A program that hands on what was typed gets the reason that it gets for a seven."""
    with pytest.raises(Refused, match="bad_dice"):
        turn.apply(begun(), Action(Kind.THROW, None, dice))


@pytest.mark.parametrize(
    ("text", "play", "jump"),
    [
        ("W 9:1 20:1 | B 2:1 15:1 | W 6-1", "9/2", (Side.BLACK, 15, 18)),
        ("W 9:1 20:1 | B 2:1 3:1 | W 6-1", "9/2", (Side.BLACK, 3, 6)),
    ],
)
def test_a_jump_is_told_from_where_it_began(
    text: str, play: str, jump: tuple[Side, int, int]
) -> None:
    """Catch me: the captured checker is not the one that jumps."""
    state = one_line.read(GAMES["catch-me"].rules, text)
    (action,) = script.actions(state, play)
    _, facts = turn.apply(state, action)
    told = [fact for fact in facts if fact.kind == "jumped"]
    assert [(f.side, f.details["source"], f.details["target"]) for f in told] == [jump]


def test_a_throw_that_does_not_count_is_told() -> None:
    """Catch me: neither a 1 nor a 6 is shown."""
    state = one_line.read(GAMES["catch-me"].rules, "W 24:1 23:1 | B 1:1 2:1 | W")
    _, facts = turn.apply(state, script.actions(state, "4-3")[0])
    assert [fact.kind for fact in facts] == ["threw", "void"]
    _, facts = turn.apply(state, script.actions(state, "6-3")[0])
    assert [fact.kind for fact in facts] == ["threw"]
