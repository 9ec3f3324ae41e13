"""Whole turns at once: they lead where their events lead one by one, and nothing else is taken."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from exchanged import played
from tavola.formats import mat, transcribe
from tavola.formats.plain_play import steps_of
from tavola.formats.tell import paper_of
from tavola.formats.transcribe import transcribed
from tavola.games import GAMES
from tavola.games.common_examples import STANDARD
from tavola.play.random_match import random_playout
from tavola.rules import turn
from tavola.rules.kernel import backend
from tavola.rules.model.refusal import Refused
from tavola.rules.model.throws import Throw
from tavola.rules.text import one_line
from tavola.rules.text.record import Moment, fold, replay
from tavola.rules.turn.state import Action, Kind, Phase, State

pytestmark = pytest.mark.plain
SEED = 20261125
TURNS = 60 if backend.compiled else 25
PLAIN = ("backgammon", "nackgammon", "hypergammon", "longgammon", "portes", "tavla", "old-britain")
"""Games by whose rules most turns are whole ones."""


def options_of(game: str) -> list[dict[str, object]]:
    """The ruling, and every other value of every option alone."""
    found: list[dict[str, object]] = [{}]
    for option in GAMES[game].options:
        found += [{option.name: value} for value in list(option.values)[1:]]
    return found


def turns_of(moments: list[Moment]) -> list[tuple[State, Throw, list[int], State]]:
    """Every throw that was played with a step or more, and ended the turn: the state before it,
    the dice, the steps, the state after its end."""
    found = []
    for at, moment in enumerate(moments[:-1]):
        first = moments[at + 1].event
        if first is None or first.kind is not Kind.THROW or first.dice is None:
            continue
        steps, end = list[int](), at + 2
        while end < len(moments) and _is_step(moments[end].event):
            event = moments[end].event
            assert event is not None
            steps.append(event.code)
            end += 1
        last = moments[end].event if end < len(moments) else None
        if steps and last is not None and last.kind is Kind.DONE:
            found.append((moment.state, first.dice, steps, moments[end].state))
    return found


def _is_step(event: Action | None) -> bool:
    return event is not None and event.kind is Kind.STEP


@pytest.mark.no_cover
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_turn_leads_where_its_events_lead(game: str) -> None:
    taken = 0
    for number, options in enumerate(options_of(game)):
        record = random_playout(GAMES[game], options, seed=SEED + number, cap=TURNS).record
        moments = list(replay(record, GAMES[game]))
        for before, dice, steps, after in turns_of(moments):
            found = turn.whole_turn(before, dice, steps)
            assert found in (None, after), (record.options, before, dice, steps)
            taken += found is not None
        assert fold(record, GAMES[game]) == moments[-1].state
    assert taken or game not in PLAIN


@pytest.mark.parametrize("game", PLAIN)
def test_what_the_rules_refuse_is_no_whole_turn(game: str) -> None:
    """Steps of another throw, in another order, too few, too many: what is taken, `apply` takes."""
    rng, refused = random.Random(SEED), 0
    record = random_playout(GAMES[game], seed=SEED, cap=60).record
    turns = turns_of(list(replay(record, GAMES[game])))
    for before, dice, steps, _ in turns:
        other = rng.choice(turns)[2]
        for tried in (
            steps[::-1],
            steps[:-1],
            [*steps, steps[-1]],
            other,
            [*steps[:-1], other[-1]],
        ):
            found = turn.whole_turn(before, dice, tried)
            assert found is None or found == slowly(before, dice, tried)
            refused += found is None
    assert refused > len(turns)


def slowly(state: State, dice: Throw, steps: list[int]) -> State | None:
    """The same, event by event."""
    side = state.side
    events = [Action(Kind.THROW, side, dice)]
    events += [turn_step(side, step) for step in steps]
    try:
        for event in (*events, Action(Kind.DONE, side)):
            state, _ = turn.apply(state, event)
    except Refused:
        return None
    return state


def turn_step(side: object, step: int) -> Action:
    return Action(Kind.STEP, side, None, step >> 10, step >> 5 & 31, step & 31)  # type: ignore[arg-type]


def test_nothing_is_a_whole_turn_where_something_else_is_asked() -> None:
    """At the opening, with dice that do not exist, without steps, in the middle of a throw."""
    record = random_playout(GAMES["backgammon"], seed=SEED, cap=20).record
    before, dice, steps, _ = turns_of(list(replay(record, GAMES["backgammon"])))[0]
    thrown, _ = turn.apply(before, Action(Kind.THROW, before.side, dice))
    opening = turn.new_match(before.rules)
    assert opening.phase is Phase.OPENING
    assert turn.whole_turn(before, dice, steps) is not None
    for state, fell, played_steps in (
        (opening, dice, steps),
        (thrown, dice, steps),
        (before, (7, 1), steps),
        (before, dice, []),
    ):
        assert turn.whole_turn(state, fell, played_steps) is None


def test_a_die_too_many_is_no_whole_turn() -> None:
    """A record with three dice was played on with three numbers, which replaying it refused."""
    state = one_line.read(GAMES["tavla"].ruleset(), f"{STANDARD} | W")
    for dice in ((1, 2), (1, 2, 3)):
        steps = [n << 10 | a << 5 | b for n, a, b in ((1, 19, 20), (2, 17, 19), (3, 12, 15))]
        found = turn.whole_turn(state, dice, steps[: len(dice)])
        assert found == slowly(state, dice, steps[: len(dice)])
        assert (found is None) == (len(dice) == 3)


@pytest.mark.parametrize("game", ["backgammon", "nackgammon", "hypergammon"])
@pytest.mark.parametrize("seed", range(3))
def test_a_file_is_read_as_it_was_without_them(
    game: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    (paper,) = mat.read(mat.write(paper_of(played(game, seed))))
    counted = list[bool]()
    plainly = transcribe._Clerk._played_plainly

    def watched(clerk: transcribe._Clerk, *play: object) -> bool:
        counted.append(plainly(clerk, *play))  # type: ignore[arg-type]
        return counted[-1]

    monkeypatch.setattr(transcribe._Clerk, "_played_plainly", watched)
    quickly = transcribed(paper)
    monkeypatch.setattr(transcribe._Clerk, "_played_plainly", lambda *play: False)
    assert quickly == transcribed(paper)
    assert sum(counted) > len(counted) / 2


@pytest.mark.parametrize(
    ("dice", "text"),
    [
        ((6, 5), "24/12"),
        ((6, 5), "24/18 13/7"),
        ((6, 5), "13/8 6/off 5/off"),
        ((6, 5), "4/off"),
        ((2, 2), "13/10"),
        ((2, 2), "13/3"),
        ((2, 1), "6/8 4/3"),
        ((2, 1), "bar"),
        ((2, 1), "res/24"),
        ((2, 1), "8/6 weiß nicht"),
        ((2, 1), "99/97"),
        ((2, 1), ""),
    ],
)
def test_a_text_that_leaves_a_choice_has_no_steps_of_its_own(dice: Throw, text: str) -> None:
    state = turn.new_match(GAMES["backgammon"].ruleset())
    assert not steps_of(state, dice, text)


def test_steps_of_a_text() -> None:
    """In the player's own numbers; White's 24 is the booklet's 1."""
    state = turn.new_match(GAMES["backgammon"].ruleset())
    for dice, text, told in (
        ((6, 5), "24/18 13/8", [(5, 12, 17), (6, 1, 7)]),
        ((6, 4), "24/14", [(4, 1, 5), (6, 5, 11)]),
        ((2, 2), "13/9 6/4(2)", [(2, 12, 14), (2, 14, 16), (2, 19, 21), (2, 19, 21)]),
        ((3, 1), "bar/24 8/5*", [(1, 25, 1), (3, 17, 20)]),
    ):
        steps = steps_of(state, dice, text)
        found = [(step >> 10, step >> 5 & 31, step & 31) for step in steps]
        assert [one[::2] for one in islice(found, 9)] == [one[::2] for one in told]
