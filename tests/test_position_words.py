"""Positions as other programs write them, in one word."""

from __future__ import annotations

import pytest

import tavola
from exchanged import played
from tavola.formats import ids
from tavola.games import GAMES
from tavola.rules.model.refusal import Refused
from tavola.rules.text import foreign, one_line
from tavola.rules.text.record import replay
from tavola.rules.turn.state import CHANCE, Phase


@pytest.mark.parametrize("form", ids.FORMS)
@pytest.mark.parametrize("game", ["backgammon", "nackgammon"])
def test_a_position_as_a_word_is_read_again(game: str, form: str) -> None:
    for moment in replay(played(game, 3), GAMES[game]):
        state = moment.state
        fallen = moment.event is not None and moment.event.kind in CHANCE
        if state.phase is not Phase.START and not (state.phase is Phase.MOVE and fallen):
            continue
        word = ids.FORMS[form](state)
        found = foreign.line_of(word, state.rules)
        assert found is not None
        back = one_line.read(state.rules, found.line, state.match)
        assert found.length == (state.match.length or 0)
        assert (back.position, back.cube, back.side, back.score) == (
            state.position,
            state.cube,
            state.side,
            state.score,
        )
        assert sorted(back.turn.dice or ()) == sorted(state.turn.dice or ())


def test_the_start_is_the_word_that_everybody_knows() -> None:
    state = tavola.Match("backgammon").state
    assert ids.position_id(state) == "4HPwATDgc/ABMA"
    assert ids.xgid(state) == "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"


def test_a_throw_that_was_partly_played_by_hand_is_no_word() -> None:
    """How it fell is not known: both numbers would be played once more."""
    points = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5"
    for left in ("left:1", "ended:end"):
        state = one_line.read(GAMES["backgammon"].rules, f"{points} | W 3-1 {left}")
        for form in ids.FORMS.values():
            with pytest.raises(Refused) as caught:
                form(state)
            assert caught.value.refusal.details["what"] == "position"
    whole = one_line.read(GAMES["backgammon"].rules, f"{points} | W 3-1 left:1,3")
    assert ids.xgid(whole) == "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
    void = one_line.read(GAMES["backgammon"].rules, "W bar:1 19:5 | B 1:2 2:2 24:2 | W 2-1")
    assert ids.xgid(void).split(":")[4] == "21"


def test_a_cube_that_a_match_id_cannot_hold_is_refused() -> None:
    """The bit after its four is that of the owner."""
    points = "W 1:2 12:5 17:3 19:5 | B 6:5 8:3 13:5 24:2"
    rules = GAMES["backgammon"].rules
    for cube in (f"cube:{2**15}B", f"cube:{2**16}B"):
        state = one_line.read(rules, f"{points} | W {cube}")
        found = foreign.line_of(ids.ogid(state), rules)
        assert found is not None
        assert found.line == f"{points} | W {cube}"
    with pytest.raises(Refused) as caught:
        ids.gnu_id(state)
    assert caught.value.refusal.details["what"] == "position"
    held = one_line.read(rules, f"{points} | W cube:{2**15}B")
    found = foreign.line_of(ids.gnu_id(held), rules)
    assert found is not None
    assert found.line == f"{points} | W cube:{2**15}B"


def test_a_double_in_the_others_turn_is_in_no_word() -> None:
    """It was written as one of the side on roll."""
    match = tavola.Match("backgammon", length=7, dice=2, cube_window="any")
    match.roll()
    match.play(match.plays[0])
    own, other = match.copy(), match.copy()
    own.double()
    other.double(match.state.side.other)
    assert ids.xgid(own).split(":")[4] == "D"
    assert ids.position_id(own) == ids.position_id(other)
    for write in (ids.xgid, ids.match_id, ids.gnu_id, ids.ogid):
        with pytest.raises(Refused) as caught:
            write(other)
        assert caught.value.refusal.details["what"] == "offer"


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("mexican", "W 1:2 12:5 17:3 19:5 | B 5:1 6:4 7:2 8:1 13:5 23:1 24:1 | B 1-2 choose"),
        ("gioul", "W 1:15 | B 24:14 20:1 | B heir:5x4"),
    ],
)
def test_a_double_to_choose_and_inherited_numbers_are_in_no_word(game: str, line: str) -> None:
    """An XGID of the one said that a throw was due; the other was an error of Python."""
    match = tavola.Match(game, dice=1, position=line)
    for write in (ids.xgid, ids.gnu_id, ids.match_id, ids.ogid):
        with pytest.raises(Refused) as caught:
            write(match)
        assert caught.value.refusal.details["what"] == "position"
