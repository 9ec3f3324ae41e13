"""Views of a table: boards, dice, paths, and what may be done."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from matches import begun, rules_of
from tavola.games import GAMES, find
from tavola.play.match import LastPlay
from tavola.play.random_match import random_playout
from tavola.play.turns import Turns
from tavola.rules import turn
from tavola.rules.kernel.slots import TO_OFF
from tavola.rules.model import movement
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Board, Side
from tavola.rules.text import one_line, script
from tavola.rules.text import record as records
from tavola.rules.turn.state import Action, Kind, Phase, State, step_action
from tavola.server.match.live_match import Look, Scene, Seats, Viewer, facing, speaker_of
from tavola.server.pages import cards
from tavola.server.store import StoredSeat
from tavola.server.wire import messages
from tavola.server.wire.view import board_of, chains, dice_of, past_view, path_json, view_of
from tavola.words import results, situations

WATCHER = Look((), "en", "own", "full")
BOTH = Look((Side.WHITE, Side.BLACK), "en", "own", "full")


def seat(player: int, kind: str = "person") -> StoredSeat:
    return StoredSeat(player, f"id-{player}", f"name {player}", kind, None, "")


def scene_of(state: State, first: str = "person", second: str = "person", **how: Any) -> Scene:
    seats = Seats((seat(0, first), seat(1, second)))
    return Scene(Turns(state, seats.who, **how), seats)


def moments(game: str, seed: int = 1, cap: int = 40) -> Iterator[State]:
    """The states of a random match."""
    found = random_playout(find(game), seed=seed, cap=cap).record
    for moment in records.replay(found, find(game)):
        yield moment.state


# ------------------------------------------------------------------------------------------ paths


def slow_chains(state: State) -> set[tuple[int, ...]]:
    """All chains of one checker by playing them out, step by step, with the rules themselves."""
    found: set[tuple[int, ...]] = set()

    def go(now: State, chain: tuple[int, ...]) -> None:
        for number in set(now.turn.left):
            for code in movement.single_steps(now.rules, now.position, now.side, number):
                action = step_action(now.side, code)
                if chain and code >> 5 & 31 != chain[-1] & 31:
                    continue
                if not turn.may_step(now, action):
                    continue
                longer = (*chain, code)
                found.add(longer)
                after, _ = turn.apply(now, action)
                part = after.turn.index == state.turn.index and after.turn.need
                single = now.rules.board in (Board.TOWERS, Board.CIRCLE)
                if after.phase is Phase.MOVE and part and not single and code & 31 != TO_OFF:
                    go(after, longer)

    go(state, ())
    return found


@pytest.mark.parametrize("game", GAMES)
def test_paths_are_all_chains_of_legal_steps(game: str) -> None:
    looked = 0
    for state in moments(game, seed=3, cap=60):
        if state.phase is not Phase.MOVE or not state.turn.need:
            continue
        found = chains(state)
        assert len(set(found)) == len(found)
        assert set(found) == slow_chains(state), one_line.write(state)
        looked += len(found)
    assert looked > 20


def test_where_the_colours_change_you_are_you_in_every_game() -> None:
    seats = Seats((seat(0), seat(1)))
    now = begun(game="snake").but(swapped=True)
    look = seats.look(Viewer("id-0", "en"), now)
    assert look.mine == (Side.BLACK,)
    assert speaker_of(look, now).me is Side.BLACK
    before = speaker_of(look, now.but(swapped=False))
    assert (before.me, before.viewer) == (Side.WHITE, Side.WHITE)
    assert before.player(Side.BLACK, now.but(swapped=False)) == "name 1"


def test_a_name_from_right_to_left_does_not_swallow_the_number_after_it() -> None:
    seats = Seats((seat(0), replace(seat(1), name="לאה")))
    now = begun(MatchRules(length=3, games=None))
    speaker = speaker_of(seats.look(Viewer("id-0", "fr"), now), now)
    assert results.score(speaker, now) == "Match en 3 points\u00a0: toi 0, \u2068לאה\u2069 0."
    assert cards.seat_name(speaker.words, seats[1]) == "\u2068לאה\u2069"
    assert cards.players_of(speaker.words, seats, you=0) == "Toi, \u2068לאה\u2069"


def test_of_two_ways_the_one_without_a_hit_comes_first() -> None:
    quiet = begun(text="W 1:2 12:5 17:3 19:5 | B 7:1 24:1 13:5 8:3 6:5 | W 6-4")
    ways = [chain for chain in chains(quiet) if (chain[0] >> 5 & 31, chain[-1] & 31) == (1, 11)]
    assert [chain[0] & 31 for chain in ways] == [5, 7]
    plain = begun(text="W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W 6-4")
    ways = [chain for chain in chains(plain) if (chain[0] >> 5 & 31, chain[-1] & 31) == (1, 11)]
    assert [chain[0] >> 10 for chain in ways] == [6, 4]


def test_a_path_leads_from_the_bar_onwards() -> None:
    state = begun(text="W bar:1 1:1 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W 3-1")
    found = [path_json(chain) for chain in chains(state)]
    assert {
        "from": "bar",
        "to": 4,
        "steps": [
            {"number": 3, "from": "bar", "to": 3},
            {"number": 1, "from": 3, "to": 4},
        ],
    } in found
    assert all(path["from"] == "bar" for path in found)


def test_no_path_where_nothing_is_to_be_played() -> None:
    assert chains(begun()) == []
    done = begun(text="W 24:1 | B 1:15 | W 6-5")
    over, _ = turn.apply(done, turn.next_steps(done)[0])
    assert chains(over) == []


# ----------------------------------------------------------------------------------------- boards


@pytest.mark.parametrize("game", GAMES)
def test_a_board_holds_every_checker(game: str) -> None:
    rules = find(game).rules
    for state in moments(game, seed=4):
        board = messages.BoardView.model_validate(board_of(rules, state.position))
        for side, pools in zip(Side, (board.white, board.black), strict=True):
            shown = sum(
                stack.count if stack.side == side.letter else stack.pinned
                for stack in board.points.values()
            )
            total = shown + pools.bar + pools.reserve
            captured = rules.board is Board.CIRCLE
            assert total + (0 if rules.bear_off.value == "pile" else pools.off) == rules.checkers
            assert pools.bar == state.position.bar(side)
            assert (pools.pips is None) == (captured or rules.board is Board.TOWERS)


def test_pins_and_towers_are_shown() -> None:
    rules = rules_of("pin")
    pinned = board_of(rules, Position.parse(rules, "W 1:13 10:2 | B 10:1p 24:14"))
    assert pinned["points"]["10"] == {"side": "W", "count": 2, "pinned": 1}
    rules = rules_of("doublets")
    text = "W 24:2s 23:2 22:2 21:2 20:2 19:2 stage:1 | B 1:2 2:2 3:2 4:2 5:2 6:2 stage:1"
    towers = board_of(rules, Position.parse(rules, text))
    assert towers["points"]["24"] == {"side": "W", "count": 2, "flat": True}
    assert towers["white"]["stage"] == 1


# ------------------------------------------------------------------------------------------- dice


def faces(state: State) -> list[tuple[int, str]]:
    return [(die["face"], die["state"]) for die in dice_of(state)]


def test_dice_that_are_left_used_and_lost() -> None:
    start = begun(text="W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W")
    assert faces(start) == []
    thrown, _ = turn.apply(start, Action(Kind.THROW, Side.WHITE, (3, 6)))
    assert faces(thrown) == [(6, "left"), (3, "left")]
    one = script.run(thrown, "1/4")
    assert faces(one) == [(6, "left"), (3, "used")]
    both = script.run(one, "12/18")
    assert faces(both) == [(6, "used"), (3, "used")]
    assert faces(script.run(both, "done")) == []
    double = script.run(begun(text="W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W 2-2"), "1/3")
    assert faces(double) == [(2, "used"), (2, "left"), (2, "left"), (2, "left")]


def test_dice_that_nobody_could_play() -> None:
    shut = begun(text="W bar:1 19:14 | B 1:2 2:2 3:2 4:2 5:2 6:2 24:3 | W")
    lost, _ = turn.apply(shut, Action(Kind.THROW, Side.WHITE, (6, 5)))
    assert faces(lost) == [(6, "lost"), (5, "lost")]
    half = begun(text="W 1:1 19:14 | B 7:2 2:2 3:2 4:2 5:2 8:2 24:3 | W 6-5")
    state = half
    while state.turn.need:
        state, _ = turn.apply(state, turn.next_steps(state)[0])
    shown = faces(state)
    assert sorted(face for face, _ in shown) == [5, 6]
    assert {state for _, state in shown} <= {"used", "lost"}


# ------------------------------------------------------------------------------------------ views


@pytest.mark.parametrize("game", GAMES)
def test_every_view_fits_the_schema_and_offers_what_the_rules_list(game: str) -> None:
    for state in moments(game, seed=5):
        scene = scene_of(state)
        both = messages.View.model_validate(view_of(scene, BOTH))
        legal = turn.legal(state)
        assert set(both.may) == {action.kind.value for action in legal} - {"step"}
        assert both.resign == [a.number for a in legal if a.kind is Kind.RESIGN]
        assert both.name == [a.dice for a in legal if a.kind is Kind.NAME]
        assert both.choose == [a.number for a in legal if a.kind is Kind.CHOOSE]
        firsts = {(p.steps[0].number, p.source) for p in both.paths}
        assert bool(firsts) == any(a.kind is Kind.STEP for a in legal)
        nobody = messages.View.model_validate(view_of(scene, WATCHER))
        assert (nobody.may, nobody.paths, nobody.back) == ([], [], False)
        assert nobody.board == both.board
        past = messages.View.model_validate(past_view(scene, BOTH))
        assert (past.may, past.paths, past.board) == ([], [], both.board)


def test_who_is_waited_for_where_throws_lie_open() -> None:
    rules = rules_of("open-throw")
    state = one_line.read(rules, "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W", MatchRules())
    first, _ = turn.apply(state, Action(Kind.THROW, Side.WHITE, (2, 1)))
    view = view_of(scene_of(first), BOTH)
    assert first.side is Side.WHITE
    assert (view["actor"], view["side"]) == ("B", "W")
    assert view["ahead"] == {"W": (2, 1)}
    assert "throw" in view_of(scene_of(first), BOTH._replace(mine=(Side.BLACK,)))["may"]
    assert "throw" not in view_of(scene_of(first), BOTH._replace(mine=(Side.WHITE,)))["may"]


def test_the_last_play_is_shown() -> None:
    state = begun()
    steps = (step_action(Side.WHITE, (3 << 10) | (1 << 5) | 4).code,)
    view = view_of(replace(scene_of(state), last=LastPlay(Side.WHITE, steps)), WATCHER)
    assert view["last_play"] == [{"number": 3, "from": 1, "to": 4}]
    assert view["last_side"] == "W"


def test_the_result_of_a_game_and_of_a_match() -> None:
    for match, wanted in (
        (MatchRules(), "White wins by resignation: 1 point."),
        (
            MatchRules(length=3, games=None),
            "White wins by resignation: 1 point. Match to 3 points: White 1, Black 0.",
        ),
        (
            MatchRules(length=1, games=None),
            "White wins by resignation: 1 point. White wins the match, 1 to 0.",
        ),
    ):
        state = begun(match, text="W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | B")
        for action in (Action(Kind.RESIGN, Side.BLACK, None, 1), Action(Kind.ACCEPT, Side.WHITE)):
            assert view_of(scene_of(state), WATCHER)["result"] == ""
            state, _ = turn.apply(state, action)
        view = view_of(scene_of(state), WATCHER)
        assert view["result"] == wanted
        assert view["over"] == (state.phase is Phase.END)


# ------------------------------------------------------------------------------------ the computer


def test_when_the_computer_is_to_move() -> None:
    mine = BOTH._replace(mine=(Side.WHITE,))
    black = begun(text="W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | B")
    scene = scene_of(black, second="computer")
    assert scene.turns.computer_acts
    assert view_of(scene, mine)["may"] == []
    assert view_of(scene, mine)["thinking"]
    assert not scene_of(black).turns.computer_acts
    assert not scene_of(begun(), second="computer").turns.computer_acts
    over = scene_of(begun(), first="computer")
    assert over.turns.computer_acts
    opening = turn.new_match(rules_of())
    assert not scene_of(opening, first="computer").turns.computer_acts


def test_dice_that_a_person_types_for_the_computer() -> None:
    mine = BOTH._replace(mine=(Side.WHITE,))
    black = begun(text="W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | B")
    first = scene_of(black, second="computer", typed=True, by_hand=True)
    assert first.turns.computer_acts, "it may want to double"
    assert not first.turns.hands_throw
    passed = scene_of(black, second="computer", typed=True, by_hand=True, passed=True)
    assert not passed.turns.computer_acts
    assert passed.turns.hands_throw
    assert view_of(passed, mine)["may"] == ["throw"]
    assert view_of(passed, WATCHER)["may"] == []
    asked = view_of(passed, mine._replace(computer=True))["say"]
    assert asked.startswith("The computer is on turn: throw its dice and type them.")


# -------------------------------------------------------------------------------------- listeners


def test_numbers_are_those_of_ones_own_colour() -> None:
    state = begun()
    looks = {
        (Side.WHITE,): "24: 2 white checkers.",
        (Side.BLACK,): "1: 2 white checkers.",
        (): "24: 2 white checkers.",
    }
    for mine, wanted in looks.items():
        look = Look(mine, "en", "own", "brief")
        assert situations.point(speaker_of(look, state), state, 1) == wanted
        booklet = look._replace(numbering="booklet")
        assert situations.point(speaker_of(booklet, state), state, 1) == "1: 2 white checkers."


def test_from_which_side_a_board_is_seen() -> None:
    contrary, same = rules_of("backgammon"), rules_of("straight")
    assert facing(contrary, (Side.BLACK,)) is Side.BLACK
    assert facing(contrary, ()) is Side.WHITE
    assert facing(contrary, (Side.WHITE, Side.BLACK)) is Side.WHITE
    assert facing(same, (Side.BLACK,)) is Side.WHITE, "their homes are in the same place"


def test_the_prompt_of_a_random_state_is_a_sentence() -> None:
    rng = random.Random(1)
    for game in GAMES:
        states = list(moments(game))
        for state in rng.sample(states, min(5, len(states))):
            for language in ("it", "de", "fr", "en"):
                say = view_of(scene_of(state), BOTH._replace(language=language))["say"]
                assert say.endswith("."), say
