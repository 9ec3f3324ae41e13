"""The profiles of backgammon, undo, and typed dice that are put right."""

from __future__ import annotations

import pytest

from matches import B, W, begun, code, money, rules_of
from tavola.games import GAMES, find
from tavola.play.dice import TypedDice
from tavola.play.match import Match
from tavola.rules import turn
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refused
from tavola.rules.text import one_line, script
from tavola.rules.text.record import Record
from tavola.rules.turn.state import Action, Cube, Kind, Phase, State

pytestmark = pytest.mark.plain

# ---------------------------------------------------------------------------------------- profiles

AXES: dict[str, dict[str, object]] = {
    "tournament": {},
    "pergioco": {},
    "schmidt": {"opening": "fresh"},
    "tavola-reale": {
        "triple_needs_none_off": False,
        "bear_off": "any_lower",
        "cube_ban": True,
    },
}
MATCHES = {
    "tournament": MatchRules(length=5, games=None, crawford=True),
    "pergioco": MatchRules(),
    "schmidt": MatchRules(),
    "tavola-reale": MatchRules(length=5, games=None),
}


def test_profiles_differ_in_these_points_only() -> None:
    game = find("backgammon")
    assert [profile.name for profile in game.profiles] == list(AXES)
    base = game.ruleset().to_json()
    assert base["opening"] == "dice"
    for profile in game.profiles:
        axes = game.ruleset(profile.options).to_json()
        assert {name: axes[name] for name in axes if axes[name] != base[name]} == AXES[profile.name]
        assert profile.match == MATCHES[profile.name]
    assert find("backgammon").profile("tavola-reale").lengths == (3, 5, 7)


def test_the_other_games_use_the_schmidt_column() -> None:
    schmidt = find("backgammon").ruleset(find("backgammon").profile("schmidt").options)
    for game in GAMES.values():
        if game.id == "backgammon" or not game.place:  # relatives have sources of their own
            continue
        rules = game.rules
        assert rules.opening == schmidt.opening or rules.namer is not None
        assert rules.triple_needs_none_off
        assert not rules.cube_ban
        assert rules.cube_window is schmidt.cube_window


def profile(name: str, text: str) -> State:
    game = find("backgammon")
    return one_line.read(game.ruleset(game.profile(name).options), text)


@pytest.mark.parametrize("name", AXES)
def test_scores_of_the_profiles(name: str) -> None:
    reale = name == "tavola-reale"
    backgammon = script.run(profile(name, "W 23:1 | B 6:14 24:1 | W cube:4W"), "5-3; 23/off; done")
    assert backgammon.score == (12, 0)
    one_off = script.run(profile(name, "W 24:1 | B 6:13 bar:1 | W cube:2"), "6-1; 24/off; done")
    assert one_off.score == (6 if reale else 2, 0)
    plays = turn.plays(script.run(profile(name, "W 22:1 23:1 | B 6:2 | W"), "4-4"))
    assert len(plays) == 1
    first = turn.next_steps(script.run(profile(name, "W 22:1 23:1 | B 6:2 | W"), "4-4"))
    assert sorted(step.source for step in first) == ([22, 23] if reale else [22])


# ------------------------------------------------------------------------------- undo, typed dice


def test_undo_goes_back_over_parts_but_not_over_a_throw() -> None:
    state = begun(text="W res:15 | B res:15 | W", game="french-1")
    line = "3-3; res/3(4); res/4(4)"
    played = script.run(state, line)
    assert played.turn.ending is not None
    assert script.run(played, "undo; " * 8) == script.run(state, "3-3")
    assert code(played, "undo; " * 9) == "nothing_to_undo"
    again = script.run(played, "done")
    assert (again.phase, again.side, again.fresh) == (Phase.START, W, False)
    assert code(again, "undo") == "not_now"
    assert code(again, "5-4; undo") == "nothing_to_undo"


def test_undo_takes_back_a_named_throw() -> None:
    state = turn.new_match(GAMES["free-choice"].ruleset())
    named, _ = turn.apply(state, Action(Kind.NAME, W, (6, 1)))
    back, _ = turn.apply(named, Action(Kind.UNDO, W))
    assert back == state
    assert any(action.kind is Kind.NAME for action in turn.legal(back))


def test_undo_takes_back_a_chosen_double() -> None:
    state = begun(text="W res:15 | B res:15 | W", game="acey-deucey")
    chosen = script.run(state, "2-1; res/2 res/1; choose 4; res/4(2)")
    assert script.run(chosen, "undo; undo").turn.chosen == 4
    waiting = script.run(chosen, "undo; undo; undo")
    assert waiting.phase is Phase.CHOOSE
    assert script.run(waiting, "choose 6").turn.numbers == (6, 6, 6, 6)
    assert script.run(waiting, "undo; undo") == script.run(state, "2-1")


def test_undo_is_over_once_the_turn_is() -> None:
    state = script.run(begun(), "3-1; 17/20 19/20; done")
    assert code(state, "undo") == "not_now"
    assert code(state, "double; undo") == "not_now"


def test_typed_dice_are_corrected_until_the_first_step() -> None:
    match = Match.start(Record("backgammon"), TypedDice())
    match.act(Action(Kind.OPENING, None, (3, 1)))
    match.act(Action(Kind.CORRECT, None, (1, 3)))
    assert (match.state.side, match.state.turn.dice) == (B, (1, 3))
    match.act(Action(Kind.CORRECT, None, (3, 3)))
    assert match.state.phase is Phase.OPENING
    match.act(Action(Kind.CORRECT, None, (3, 1)))
    (step, *_) = turn.next_steps(match.state)
    match.act(step)
    with pytest.raises(Refused, match="not_now"):
        match.act(Action(Kind.CORRECT, None, (6, 5)))
    match.act(Action(Kind.UNDO, W))
    match.act(Action(Kind.CORRECT, None, (6, 5)))
    assert match.state.turn.dice == (6, 5)
    assert sum(event.kind is Kind.CORRECT for event in match.record.events) == 4


def test_corrections_elsewhere() -> None:
    state = turn.new_match(rules_of("open-throw"))
    state = script.run(state, "6-1; 3-1; 6-6; correct 5-5")
    assert (state.turn.dice, state.ahead[B]) == ((3, 1), (5, 5))
    fixed = script.run(turn.new_match(rules_of("fixed-throw")), "6-1; 3-1; correct 4-2")
    assert fixed.fixed == (4, 2)
    tie = script.run(turn.new_match(rules_of(), money(automatic=True)), "3-3; correct 6-1")
    assert (tie.cube, tie.phase) == (Cube(), Phase.MOVE)
    assert code(begun(), "correct 3-1") == "not_now"
    assert code(begun(), "3-1; 17/20 19/20; done; correct 3-1") == "not_now"
