"""A position as fields: every state of every game goes through them and comes back the same."""

from __future__ import annotations

import random
from contextlib import suppress
from functools import cache

import pytest

from tavola.games import GAMES
from tavola.play.random_match import random_playout
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Side
from tavola.rules.text import draft, one_line
from tavola.rules.text.record import replay
from tavola.rules.turn.state import State

pytestmark = pytest.mark.plain

MATCH = MatchRules(length=5, games=None, crawford=True)
MOMENTS = 40


@cache
def _lines(game: str, seed: int) -> list[tuple[State, str]]:
    """States of a random match that a line can tell, in all phases of a turn."""
    written = set()
    playout = random_playout(GAMES[game], match=MATCH, seed=seed, cap=80)
    for moment in replay(playout.record, GAMES[game]):
        written |= {one_line.beginning(moment.state), one_line.write(moment.state)}
    lines, chosen = sorted(written), list[tuple[State, str]]()
    random.Random(seed).shuffle(lines)
    while lines and len(chosen) < MOMENTS:
        line = lines.pop()
        with suppress(Refused):
            chosen.append((one_line.read(GAMES[game].ruleset(), line, MATCH), line))
    assert len(chosen) > 20
    return chosen


@pytest.mark.no_cover
@pytest.mark.parametrize("game", GAMES)
def test_fields_mean_what_their_line_means(game: str) -> None:
    for state, line in _lines(game, 7):
        fields = draft.fields_of(line)
        again = draft.line_of(state.rules, fields)
        assert one_line.read(state.rules, again, MATCH) == state, (line, again)
        assert draft.fields_of(again) == fields


@pytest.mark.parametrize("game", GAMES)
def test_what_is_shown_is_what_stands_there(game: str) -> None:
    for state, line in _lines(game, 7):
        drawn = draft.shown(state.rules, draft.fields_of(line))
        told = one_line.read(state.rules, line, MATCH).position
        # With a throw on the table the reader has settled what is due; nothing else may differ.
        if not state.turn.dice and not state.turn.heir:
            assert drawn == told, line
        assert drawn.text() == line.split(" | ")[0] + " | " + line.split(" | ")[1].strip()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_offers_fields_for_all_that_its_lines_hold(game: str) -> None:
    """What no kind of the game knows of is never filled."""
    kinds = draft.kinds_of(GAMES[game].rules)
    known = {"pin", "flat", "bar", "res", "stage", "heir", "ahead", "fixed", "cube", "second"}
    for _, line in _lines(game, 7):
        filled = {name.partition("-")[0] for name in draft.fields_of(line)}
        assert filled & known <= kinds, line


def test_what_cannot_be_is_shown_and_told() -> None:
    rules = GAMES["backgammon"].rules
    fields = draft.fields_of("W 1:2 12:5 17:3 19:5 | B 1:3 24:2 99:1 oops | W 3-1 dance")
    assert (fields["W-1"], fields["B-1"], fields["more"]) == ("2", "3", "dance")
    assert draft.shown(rules, fields).count(Side.BLACK, 1) == 3
    line = draft.line_of(rules, {**fields, "more": "", "a": "3", "b": ""})
    with pytest.raises(Refused):
        one_line.read(rules, line)


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"W-1": "2", "B-1": "2", "turn": "W"}, "both"),
        ({"W-1": "16", "turn": "W"}, "token"),
        ({"W-1": "many", "turn": "W"}, "token"),
        ({"W-1": "9", "W-2": "9", "turn": "W"}, "count"),
        ({"W-1": "1", "B-2": "1", "turn": "W", "cube": "3"}, "token"),
        ({"W-1": "1", "B-2": "1", "turn": "W", "a": "3"}, "token"),
        ({"W-1": "1", "turn": "W"}, "finished"),
        ({"W-1": "1", "B-2": "1", "a": "3", "b": "1"}, "token"),
        ({"W-1": "1", "B-2": "1", "pin-1": "B", "turn": "W"}, "no_pins"),
    ],
)
def test_impossible_fields_make_a_line_that_says_what_is_wrong(
    fields: dict[str, str], what: str
) -> None:
    rules = GAMES["backgammon"].rules
    with pytest.raises(Refused) as refused:
        one_line.read(rules, draft.line_of(rules, fields))
    assert refused.value.refusal.details["what"] == what


def test_a_pinned_checker_beside_free_ones_of_its_side_is_refused() -> None:
    rules = GAMES["pin"].rules
    fields = {"W-5": "2", "pin-5": "W", "B-5": "1", "turn": "W"}
    with pytest.raises(Refused) as refused:
        one_line.read(rules, draft.line_of(rules, fields))
    assert refused.value.refusal.details == {"what": "pin", "point": 5}
