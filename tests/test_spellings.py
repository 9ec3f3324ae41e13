"""Plays as people write them: what the notation makes of it, and that it stays the notation."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola.games import GAMES
from tavola.play.dice import SeededDice
from tavola.play.match import Match
from tavola.rules import turn
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import Refused
from tavola.rules.text import notation, one_line
from tavola.rules.text.record import Record
from tavola.rules.text.spellings import is_play, tokens
from tavola.rules.turn.state import Action, Kind, Phase, State

pytestmark = pytest.mark.plain

_QUIET = (Kind.STEP, Kind.NAME, Kind.CHOOSE, Kind.DONE, Kind.KEEP, Kind.NEXT)


def go_on(match: Match, rng: random.Random) -> None:
    """One action at random, or a throw."""
    actions = [action for action in turn.legal(match.state) if action.kind in _QUIET]
    if actions:
        match.act(rng.choice(actions))
    else:
        match.throw()


SAME = [
    ("8/5 6/5", "8/5 6/5", "8-5 6-5", "8/5,6/5", "8 5 6 5", "8>5;6>5", "8 -> 5, 6 -> 5", "8:5 6:5"),
    ("13/7(2)", "13/7x2", "13/7 x2", "13/7 X 2", "13-7 (2)", "13/7\u00d72", "13 7 x 2"),
    ("bar/22", "bar 22", "BAR-22", "barre/22", "barra 22"),
    ("res/2", "res 2", "réserve 2", "reserve/2", "Riserva-2", "Vorrat 2"),
    ("6/off", "6 off", "6-fuori", "6/aus", "6 raus", "6/sorti", "6 out"),
    ("13/7*/5", "13-7*-5", "13/7*/5"),
    ("13/7* 8/5", "13 7* 8 5", "13/7*, 8/5"),
]


@pytest.mark.parametrize("spelt", SAME, ids=lambda spelt: spelt[0])
def test_what_people_write(spelt: tuple[str, ...]) -> None:
    meant, *others = spelt
    for text in others:
        assert tokens(text) == meant.split(), text
        assert is_play(text)


def test_towers_stand_alone() -> None:
    for text in ("3 1", "3-1", "3,1"):
        assert tokens(text, towers=True) == ["3", "1"]
    for text in ("6/6 5/5", "6-6 5-5"):
        assert tokens(text, towers=True) == ["6/6", "5/5"]


@pytest.mark.parametrize("text", ["", "help", "x", "2x8/5", "off/6", "/8", "tipp"])
def test_what_is_no_play(text: str) -> None:
    assert not is_play(text)


@pytest.mark.plain
@pytest.mark.parametrize("game", list(GAMES))
def test_the_notation_means_what_it_did(game: str) -> None:
    """In every game what is written is read, as it is and with other signs."""
    rng, match = random.Random(11), Match.start(Record(game), SeededDice(11))
    for _ in range(60):
        state = match.state
        if state.phase is Phase.END:
            break
        if state.phase is Phase.MOVE and state.turn.need and (found := turn.plays(state)):
            play = rng.choice(found)
            for numbering in notation.NUMBERINGS:
                line = notation.write_play(
                    state.rules, state.position, state.side, play.steps, numbering
                )
                meant = notation.read_play(state, line, numbering)
                assert reached(state, meant) == play.position, line
                assert (
                    notation.read_play(state, line.upper().replace(" ", ", "), numbering) == meant
                )
                assert notation.read_play(state, line.replace("/", "-"), numbering) == meant
                assert notation.read_play(state, line.replace("(", "x").replace(")", ""), numbering)
        go_on(match, rng)


def reached(state: State, actions: Sequence[Action]) -> Position:
    """The position that actions lead to."""
    for action in actions:
        state, _ = turn.apply(state, action)
    return state.position


@pytest.mark.parametrize(
    ("position", "line"),
    [
        ("W 19:1 | B 20:1 24:1 | W 1-2", "6/7/5*"),
        ("W 12:1 16:1 | B 1:1 | W 1-3", "13/12/15"),
        ("W 20:2 | B 1:1 | W 4-4", "5/1/5(2)"),
        ("W 24:1 20:1 | B 1:1 | W 1-5", "5/off"),
    ],
)
def test_two_steps_there_and_back_are_not_taken_for_one(position: str, line: str) -> None:
    """With 1 and 2 the way 6/7/5 was written as 6/5, which may be taken for less."""
    state = one_line.read(GAMES["backwards"].rules, position)
    written = {
        notation.write_play(state.rules, state.position, state.side, play.steps): play.position
        for play in turn.plays(state)
    }
    for told, position_after in written.items():
        assert reached(state, notation.read_play(state, told)) == position_after, told
    assert line in written, list(written)


@given(st.text(max_size=40))
def test_anything_is_read_or_refused(text: str) -> None:
    assert isinstance(is_play(text), bool)
    state = Match.start(Record("backgammon"), SeededDice(3)).state
    with pytest.raises(Refused):
        notation.read_play(state, text)


def test_the_only_play() -> None:
    """As the list of all plays has it; in the middle of a part it is played to the part's end."""
    rng, found = random.Random(5), [0, 0]
    for game in GAMES:
        match = Match.start(Record(game), SeededDice(5))
        for _ in range(150):
            state = match.state
            if state.phase is Phase.MOVE and state.turn.need:
                only = turn.only_play(state)
                found[bool(state.turn.used)] += bool(only)
                check_only_play(state, only)
            if state.phase is not Phase.END:
                go_on(match, rng)
    assert min(found) > 50, found


def check_only_play(state: State, only: tuple[int, ...]) -> None:
    """What was found for a state, if anything, is all that may be played."""
    plays, after = turn.plays(state), state
    if not state.turn.used:
        assert bool(only) == (len(plays) == 1)
    for code in only:
        after, _ = turn.apply(after, next(a for a in turn.next_steps(after) if a.code == code))
    if only and not state.turn.used:
        assert after.position == plays[0].position
    if only:
        moves_on = after.phase is not Phase.MOVE or after.turn.index != state.turn.index
        assert moves_on or after.turn.ending is not None


@pytest.mark.parametrize("game", ["backgammon", "acey-deucey", "free-choice", "gioul"])
def test_what_is_typed_for_what_is_done(game: str) -> None:
    """A play, a double that is chosen, a throw that is named; nothing for anything else."""
    rng = random.Random(5)
    match = Match.start(Record(game), SeededDice(5))
    seen = set[Kind]()
    while len(match.record.events) < 120 and match.state.phase is not Phase.END:
        state = match.state
        assert notation.typed(state, ()) == ""
        for action in turn.legal(state):
            text = notation.typed(state, (action,))
            seen.add(action.kind)
            if action.kind is Kind.STEP:
                assert notation.read_play(state, text)[0] == action
            elif action.kind is Kind.CHOOSE:
                assert text == f"{action.number}-{action.number}"
            elif action.kind is Kind.NAME:
                assert action.dice is not None
                assert text == f"{action.dice[0]}-{action.dice[1]}"
            else:
                assert text == ""
        go_on(match, rng)
    assert Kind.STEP in seen
    assert (Kind.NAME in seen) == (game == "free-choice")
    assert (Kind.CHOOSE in seen) == (game == "acey-deucey")
