"""A rotation: the games of a match have their rules in turn, at every door that knows no tables."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from rotations import ID, PLAYED, turn_about
from tavola import simulate
from tavola.formats import writing
from tavola.games import find
from tavola.games.agreement import Wish, agree, of_record
from tavola.play import match as matches
from tavola.play.beginning import beginning
from tavola.play.dice import SeededDice
from tavola.play.match import Match
from tavola.play.milestone import Milestone
from tavola.play.random_match import random_playout
from tavola.play.verify import verify
from tavola.protocol.serve import answer
from tavola.rl.settings import setting
from tavola.rules import turn
from tavola.rules.kernel import backend
from tavola.rules.model.declaration import Game
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refused
from tavola.rules.model.rotation import in_turn
from tavola.rules.model.ruleset import Opening, Side
from tavola.rules.model.terms import terms
from tavola.rules.text import one_line
from tavola.rules.text import record as records
from tavola.rules.text.record import record_from_json, state_from_json, state_to_json
from tavola.rules.turn.state import Action, Kind, Phase, State, step_action

__all__ = ["turn_about"]

pytestmark = [pytest.mark.plain, pytest.mark.usefixtures("turn_about")]

SEVEN = MatchRules(length=7, games=None)


def begun(game: Game, match: MatchRules = SEVEN) -> State:
    return agree(Wish(game.id, length=match.length)).begin()


def given_up(state: State, loser: Side | None, value: int = 1) -> State:
    """A game that a side gives up in its turn; None: that is drawn by agreement."""
    while state.phase is Phase.OPENING:
        state, _ = turn.apply(state, Action(Kind.OPENING, None, (5, 2)))
    while state.side is loser.other if loser is not None else False:
        state = played(state)
    if loser is None:
        state, _ = turn.apply(state, Action(Kind.DRAW, state.side))
        return turn.apply(state, Action(Kind.AGREE, state.side.other))[0]
    state, _ = turn.apply(state, Action(Kind.RESIGN, loser, number=value))
    return turn.apply(state, Action(Kind.ACCEPT, loser.other))[0]


def played(state: State) -> State:
    """One throw, played to its end."""
    state, _ = turn.apply(state, Action(Kind.THROW, state.side, (6, 1)))
    while state.phase is Phase.MOVE and turn.next_steps(state):
        state, _ = turn.apply(state, turn.next_steps(state)[0])
    return turn.apply(state, Action(Kind.DONE, state.side))[0]


def following(state: State) -> State:
    return turn.apply(state, Action(Kind.NEXT))[0]


# -------------------------------------------------------------------------------- state machine


def test_after_the_last_game_comes_the_first_again(turn_about: Game) -> None:
    state, seen = begun(turn_about), list[str]()
    for number in range(1, 8):
        assert state.in_turn is not None
        assert state.game == number
        assert state.playing(ID) == state.in_turn.game == turn_about.played(number).id
        assert state.rules == state.in_turn.rules == turn_about.ruleset(None, number)
        assert state.position == state.position.start(state.rules)
        seen.append(state.in_turn.game)
        if number < 7:
            state = following(given_up(state, Side(number % 2)))
    assert tuple(seen) == (*PLAYED, *PLAYED, PLAYED[0])


def test_a_game_by_itself_knows_no_rotation() -> None:
    state = agree(Wish("backgammon", length=3)).begin()
    assert state.rotation == ()
    assert state.in_turn is None
    assert state.playing("backgammon") == "backgammon"
    assert in_turn((), 3) is None
    assert find("backgammon").in_turn() == ()
    assert find("backgammon").played(4) is find("backgammon")
    assert agree(Wish("backgammon")).playing(2).game.id == "backgammon"


def test_the_winner_begins_the_next_game(turn_about: Game) -> None:
    state = begun(turn_about)
    assert state.phase is Phase.OPENING
    for loser in (Side.WHITE, Side.BLACK, Side.BLACK, Side.WHITE):
        over = given_up(state, loser)
        assert over.phase is Phase.OVER
        state, facts = turn.apply(over, Action(Kind.NEXT))
        assert (state.phase, state.side, state.fresh) == (Phase.START, loser.other, True)
        assert [(fact.kind, fact.side) for fact in facts] == [
            ("game", None),
            ("starts", loser.other),
        ]
        assert not turn.may_double(state, state.side)
        with pytest.raises(Refused, match="not_now"):
            turn.apply(state, Action(Kind.OPENING, None, (5, 2)))


def test_after_a_draw_it_is_thrown_for(turn_about: Game) -> None:
    state, facts = turn.apply(given_up(begun(turn_about), None), Action(Kind.NEXT))
    assert state.phase is Phase.OPENING
    assert [fact.kind for fact in facts] == ["game"]
    assert state.in_turn is not None
    assert state.in_turn.game == PLAYED[1]


def test_it_may_be_thrown_for_each_game(turn_about: Game) -> None:
    agreed = agree(Wish(ID, length=5, options={"starter": "throw"}))
    assert {one.rules.opening for one in agreed.rotation} == {Opening.FRESH}
    assert [one.game for one in agreed.rotation] == list(PLAYED)
    state, facts = turn.apply(given_up(agreed.begin(), Side.WHITE), Action(Kind.NEXT))
    assert state.phase is Phase.OPENING
    assert [fact.kind for fact in facts] == ["game"]


def test_the_winner_keeps_the_start_where_colours_change() -> None:
    """Roles change by changing colours: the winner has the other one in the next game."""
    rules = replace(find("straight").rules, opening=Opening.WINNER)
    assert rules.swap_roles
    state = turn.new_match(rules, MatchRules(length=5, games=None, swap=True))
    state = following(given_up(state, Side.BLACK))
    assert state.swapped
    assert state.side is Side.BLACK
    assert state.player(state.side) == 0


def test_gammons_count_double_and_the_match_ends(turn_about: Game) -> None:
    state = begun(turn_about, MatchRules(length=3, games=None))
    state = given_up(state, Side.BLACK, 2)
    assert (state.score, state.phase) == ((2, 0), Phase.OVER)
    state = following(state)
    assert state.crawford == ""
    with pytest.raises(Refused, match="no_cube"):
        turn.apply(state, Action(Kind.DOUBLE, state.side))
    state = given_up(state, Side.WHITE)
    state = given_up(following(state), Side.BLACK)
    assert (state.score, state.phase) == ((3, 1), Phase.END)
    with pytest.raises(Refused, match="match_over"):
        following(state)


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(6 if backend.compiled else 2))
def test_each_game_accepts_exactly_the_plays_of_its_own_rules(turn_about: Game, seed: int) -> None:
    """Every state of a match beside the same one of a match of that game alone: what may be done
    is the same, and so is what is refused, step by step."""
    rng, tried, games = random.Random(seed), 0, set[str]()
    record = random_playout(turn_about, match=SEVEN, seed=seed).record
    for moment in records.replay(record, turn_about):
        state = moment.state
        if state.phase is not Phase.MOVE or state.turn.steps or rng.random() < 0.5:
            continue
        game = state.playing(ID)
        own = replace(find(game).rules, cube=False)
        alone = one_line.read(own, one_line.write(state))
        assert [(p.steps, p.position) for p in turn.plays(state)] == [
            (p.steps, p.position) for p in turn.plays(alone)
        ]
        for _ in range(20):
            number, source = rng.randint(1, 6), rng.randint(1, 27)
            code = number << 10 | source << 5 | rng.randint(1, 27)
            assert _tried(state, code) == _tried(alone, code), (game, code)
            tried += 1
        games.add(game)
    assert tried > 100
    assert games == set(PLAYED)


def _tried(state: State, code: int) -> object:
    try:
        return turn.apply(state, step_action(state.side, code))[0].position
    except Refused as refused:
        return refused.refusal


# ------------------------------------------------------------------------------ what is agreed


def test_nothing_said_is_a_match_to_points(turn_about: Game) -> None:
    agreed = agree(Wish(ID))
    assert (agreed.match.length, agreed.profile) == (3, "short")
    assert agree(Wish(ID, length=7)).match.length == 7
    assert agree(Wish(ID, games=2)).match.games == 2
    assert agree(Wish(ID, money=True)).match.money
    assert agreed.rules == turn_about.rotation[0].rules


def test_a_game_of_it_is_agreed_on_alone(turn_about: Game) -> None:
    third = agree(Wish(ID)).playing(3)
    assert (third.game.id, dict(third.options)) == ("fevga", {})
    assert third.rules == turn_about.ruleset(None, 3)
    assert third.match.length == 3


# ------------------------------------------------------------------------------------- records


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(4 if backend.compiled else 1))
def test_a_record_comes_back(turn_about: Game, seed: int) -> None:
    found = random_playout(turn_about, match=SEVEN, seed=seed)
    assert found.finished
    written = json.loads(json.dumps(found.record.to_json()))
    assert written["game"] == ID
    assert written["rules"].split() == [one.rules.digest() for one in turn_about.in_turn()]
    read = record_from_json(written)
    assert read == found.record
    assert records.fold(read, turn_about) == found.state
    assert [moment.state for moment in records.replay(read, turn_about)][-1] == found.state
    assert records.same_rules(read, turn_about)
    other = replace(turn_about, rotation=turn_about.rotation[:2])
    assert not records.same_rules(read, other)
    assert [check.failed for check in verify(read)] == [False] * 3


def test_a_record_of_one_game_is_as_it_was() -> None:
    for name in ("backgammon", "fevga", "hypergammon"):
        agreed = agree(Wish(name))
        assert agreed.digest == agreed.record().digest == agreed.rules.digest()
        assert len(agreed.digest) == 16


def test_states_come_back(turn_about: Game) -> None:
    record = random_playout(turn_about, match=SEVEN, seed=2).record
    rules, rotation = turn_about.ruleset(), turn_about.in_turn()
    states = [moment.state for moment in records.replay(record, turn_about)]
    for state in states[::7] + [one for one in states if one.phase is Phase.OVER]:
        text = json.dumps(state_to_json(state))
        again = state_from_json(rules, record.match, json.loads(text), rotation)
        assert again == state
        assert again.rules == state.rules


def test_milestones_come_back(turn_about: Game) -> None:
    record = random_playout(turn_about, match=SEVEN, seed=2).record
    start = records.start_of(record, turn_about)
    for moment in records.replay(record, turn_about):
        mile = Milestone(moment.index + 1, moment.state, matches.NO_PLAY, 0)
        again = Milestone.from_json(json.loads(json.dumps(mile.to_json())), start)
        assert again is not None
        assert again.state == moment.state
        assert again.state.rules == moment.state.rules


def test_another_match_begins_with_any_game_of_it(turn_about: Game) -> None:
    """The number of the game in a text says by whose rules it is read."""
    record, games = random_playout(turn_about, match=SEVEN, seed=3).record, set[str]()
    match = Match(record, SeededDice(3))
    for n in range(0, match.seq, 40):
        found = beginning(match, n)
        assert found is not None
        agreed = agree(Wish(ID, length=7, position=found.text))
        state = agreed.begin()
        assert state.rules == found.state.rules
        assert state.position == found.state.position
        assert state.score == found.state.score
        again = Match(replace(agreed.record(), dice={"kind": "system"}), SeededDice(1))
        assert again.state == state
        games.add(state.playing(ID))
    assert games == set(PLAYED)


def test_a_match_is_taken_back_into_the_game_before(turn_about: Game) -> None:
    record = random_playout(turn_about, match=SEVEN, seed=4).record
    match = Match(record, SeededDice(4))
    first = next(n for n, event in enumerate(record.events, 1) if event.kind is Kind.NEXT)
    before = match.at(first - 1)[0]
    after = match.at(first)[0]
    assert (before.playing(ID), after.playing(ID)) == PLAYED[:2]
    match.back(first - 1)
    assert match.state == before
    match.act(Action(Kind.NEXT))
    assert match.state == after


# -------------------------------------------------------------------------------- other doors


def test_other_programs_do_not_know_it(turn_about: Game) -> None:
    record = random_playout(turn_about, match=SEVEN, seed=1).record
    for form in ("mat", "sgf"):
        with pytest.raises(Refused, match="not_written"):
            writing.write(record, form)


def test_batches_and_environments_have_one_game(turn_about: Game) -> None:
    with pytest.raises(ValueError, match="random games are all of one kind"):
        simulate(ID, 10)
    with pytest.raises(ValueError, match="an environment has one game"):
        setting(ID)
    with pytest.raises(ValueError, match="batch"):
        terms(turn_about.rules, SEVEN, 100, 64)


def ask(**request: Any) -> dict[str, Any]:
    found: dict[str, Any] = answer(json.dumps(request).encode())
    assert found["ok"], found
    return found


def test_an_engine_plays_it(turn_about: Game) -> None:
    """A whole match over the protocol, which keeps nothing: each answer has all that is needed."""
    assert ask(command="game", game=ID)["game"]["rotation"] == list(PLAYED)
    assert "rotation" not in ask(command="game", game="fevga")["game"]
    rng, shown = random.Random(5), ask(command="new", game=ID, match={"length": 3})
    games = list[str]()
    for _ in range(3000):
        state, view = shown["state"], shown["view"]
        if not games or view["game"] > len(games):
            games.append(view["playing"])
        what = view["awaits"]["what"]
        if what == "nothing":
            break
        action: Any = {"do": what}
        if what in ("opening", "throw"):
            action["dice"] = [rng.randint(1, 6), rng.randint(1, 6)]
        if what == "steps":
            plays = ask(command="legal", state=state)["plays"]
            shown = ask(command="apply", state=state, play=rng.choice(plays)["text"]["own"])
            continue
        shown = ask(command="apply", state=state, action=action)
    assert shown["view"]["awaits"]["what"] == "nothing"
    assert games == [turn_about.played(n + 1).id for n in range(len(games))]
    assert len(games) > 1
    assert of_record(replace(agree(Wish(ID)).record(), game=ID)).game is turn_about


def test_all_states_of_a_match_have_its_rotation(turn_about: Game) -> None:
    record = random_playout(turn_about, match=SEVEN, seed=5).record
    states = [moment.state for moment in records.replay(record, turn_about)]
    assert {state.rotation for state in states} == {turn_about.in_turn()}
    for before, after in pairwise(states):
        assert after.game - before.game in (0, 1)
        assert after.in_turn is not None
        assert after.rules == after.in_turn.rules


def test_a_number_that_is_said_twice_has_one_game(turn_about: Game) -> None:
    """The last one holds, as with every word of a line; the rules were those of the first."""
    text = "W 1:1 2:1 3:1 | B 24:1 23:1 22:1 | W | game:1 game:2"
    state = one_line.read(turn_about.ruleset(), text, SEVEN, turn_about.in_turn())
    assert state.game == 2
    assert state.in_turn is not None
    assert state.rules == state.in_turn.rules
