"""What boards and protocols ask of a state and of the catalogue besides what may be played."""

from __future__ import annotations

import pytest

from tavola.games import FAMILIES, GAMES, OFFERED, by_family
from tavola.rules import turn
from tavola.rules.model.drawing_layout import direction, rows_of
from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.ruleset import Side
from tavola.rules.text.one_line import read
from tavola.rules.text.record import state_from_json, state_to_json
from tavola.rules.text.script import actions
from tavola.rules.turn.state import State, numbers_of

pytestmark = pytest.mark.plain
BACKGAMMON = GAMES["backgammon"].rules


def played(position: str, play: str) -> State:
    """The state of backgammon after one play of a throw, before it is ended."""
    state = read(BACKGAMMON, position)
    for action in actions(state, play):
        state = turn.apply(state, action)[0]
    return state


@pytest.mark.parametrize(
    ("state", "numbers"),
    [
        (read(BACKGAMMON, "W 1:2 | B 24:2 | W"), ""),
        (read(BACKGAMMON, "W 1:2 | B 24:2 | W 3-1"), "3 left, 1 left"),
        (played("W 1:2 | B 24:2 | W 3-1", "1/4"), "3 used, 1 left"),
        (played("W 1:2 | B 24:2 | W 2-2", "1/3(2)"), "2 used, 2 used, 2 left, 2 left"),
        (played("W 1:2 | B 24:2 | W 3-1", "1/4/5"), "3 used, 1 used"),
        # The 6 cannot be played after the 5, and no 5 after a 6.
        (played("W 10:1 | B 21:2 | W 5-6", "10/16"), "6 used, 5 lost"),
        (read(BACKGAMMON, "W bar:1 | B 3:2 1:2 | W 3-1 ended:end"), "3 lost, 1 lost"),
    ],
    ids=str,
)
def test_the_numbers_of_a_throw(state: State, numbers: str) -> None:
    assert ", ".join(f"{one.face} {one.state}" for one in numbers_of(state)) == numbers


def test_a_finished_part_of_a_state_that_was_read() -> None:
    """What was played before it was written down is not known, but its steps are."""
    state = played("W 10:1 | B 21:2 | W 5-6", "10/16")
    again = state_from_json(BACKGAMMON, state.match, state_to_json(state))
    assert numbers_of(again) == numbers_of(state)


def test_a_state_has_no_other_fields() -> None:
    state = turn.new_match(BACKGAMMON)
    assert state.but(score=(1, 0)).score == (1, 0)
    with pytest.raises(TypeError, match="colour"):
        state.but(colour="red")


def test_stacks_are_told_in_order() -> None:
    stacks = read(GAMES["pin"].rules, "W 5:1 1:2 | B 5:1p 24:2 | W").position.stacks()
    assert stacks == [(1, Side.WHITE, 2), (5, Side.WHITE, 1), (24, Side.BLACK, 2)]


def test_every_game_is_in_one_family() -> None:
    families = by_family()
    assert list(families) == [family for family in FAMILIES if family in families]
    assert sorted(game.id for games in families.values() for game in games) == sorted(OFFERED)


@pytest.mark.parametrize("game", GAMES)
def test_sides_run_the_way_their_paths_rise(game: str) -> None:
    geometry = geometry_of(GAMES[game].rules)
    for row in rows_of(geometry):
        for side in Side:
            paths = [geometry.path(side, point) for point in row]
            way = direction(geometry, side, row)
            if way:
                assert (paths[1] - paths[0]) * way > 0
            else:
                assert geometry.towers or 0 in paths
