"""What is special about a game: told when it happens, and true of what then follows."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pytest

from bridge import random_action
from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.kernel.turn_program import END, HAND_OVER
from tavola.rules.model import movement
from tavola.rules.model.ruleset import Again, BearOff, Incomplete, Numbers, Ruleset
from tavola.rules.text.one_line import read
from tavola.rules.turn.state import Action, Fact, Kind, Phase, State
from tavola.words import LANGUAGES, Words
from tavola.words.speaker import Speaker
from tavola.words.twists import NOTICES, twists

ENGLISH = Words("en")
LONGEST = 92
"""Letters of a sentence: two lines of a phone."""
RULES: dict[str, Ruleset] = {
    **{game.id: game.rules for game in GAMES.values()},
    "lower": replace(GAMES["french-2"].rules, numbers=Numbers.LOWER),
    "rest": replace(GAMES["gioul"].rules, incomplete=Incomplete.HAND_OVER_REST),
    "stopped": replace(GAMES["gioul"].rules, incomplete=Incomplete.END),
    "towers": replace(GAMES["doublets"].rules, bear_off=BearOff.TOWER),
    "farthest": replace(GAMES["portes"].rules, bear_off=BearOff.FARTHEST),
    "never": replace(GAMES["mexican"].rules, ace_deuce_again=Again.NEVER),
}
EXPECTED = {
    "puff": {"low_first", "enter_first", "other_face"},
    "french-1": {"enter_first", "other_face", "again"},
    "gioul": {"closed", "climbs", "inherited"},
    "fevga": {"closed", "runner", "opened"},
    "narde": {"closed", "head", "walls"},
    "moultezim": {"closed", "runner", "enemy_quarter"},
    "gul-bara": {"closed", "climbs", "runs_later"},
    "jacquet": {"closed", "courier", "last_two"},
    "tavla": {"stays"},
    "ludus-lumbadorum": {"single_point", "empty_to_enter", "short_double"},
    "bradspel": {"single_point", "burst", "full_bar"},
    "french-2": {"single_point", "overtaking", "goal", "short_double", "facing"},
    "mexican": {"low_first", "choice", "full", "again", "exact_off"},
    "pin": {"pinned", "all_or_nothing"},
    "plakoto": {"mother", "pinned"},
    "tapa": {"pinned"},
    "us-acey-deucey": {"choice", "again"},
    "catch-me": {"leap", "no_leap", "again", "captured", "jumped"},
    "doublets": {"stage_1", "short_double", "again", "stage_2", "stage_3"},
    "backwards": {"backwards"},
    "fixed-throw": {"fixed"},
    "no-hit": {"hit_loses"},
    "open-throw": {"open"},
    "reverse": {"last_loses"},
    "misere": {"last_loses"},
    "free-choice": {"named"},
    "farthest": {"farthest_off"},
    "lower": {"lower", "single_point", "overtaking", "goal", "short_double", "facing"},
}
PLAIN = (
    "backgammon",
    "nackgammon",
    "hypergammon",
    "snake",
    "straight",
    "longgammon",
    "portes",
    "tabula",
)
"""Games whose throws and steps mean what they mean in backgammon."""

Event = tuple[State, State, tuple[Fact, ...]]


def events(rules: Ruleset, seed: int, limit: int) -> Iterator[Event]:
    """Events of games at random."""
    rng, state = random.Random(seed), turn.new_match(rules)
    for _ in range(limit):
        if state.phase is Phase.END:
            state = turn.new_match(rules)
        after, facts = turn.apply(state, random_action(state, rng))
        yield state, after, facts
        state = after


def told(rules: Ruleset, event: Event, words: Words = ENGLISH) -> dict[str, str]:
    return {one.kind: one.say for one in twists(Speaker(words, rules), *event)}


@pytest.mark.parametrize("name", EXPECTED)
def test_what_is_special_is_told(name: str) -> None:
    rules = RULES[name]
    found: set[str] = set()
    for seed in range(60):
        for event in events(rules, seed, 400):
            found |= {*told(rules, event)}
        if found >= EXPECTED[name]:
            break
    assert found == EXPECTED[name]


@pytest.mark.parametrize("name", PLAIN)
def test_nothing_is_special_where_nothing_is(name: str) -> None:
    assert not any(told(RULES[name], event) for event in events(RULES[name], 1, 600))


def test_every_kind_is_expected_somewhere() -> None:
    assert set().union(*EXPECTED.values()) | {"repeated"} == set(NOTICES)


def test_a_position_that_comes_back_is_told() -> None:
    """The second time, since the third one is a draw; not again while it stands."""
    state = turn.new_match(RULES["fixed-throw"]).but(seen=("W a", "B b"))
    again = state.but(seen=(*state.seen, "W a"))
    assert "repeated" in told(RULES["fixed-throw"], (state, again, ()))
    assert "repeated" not in told(RULES["fixed-throw"], (again, again, ()))


def _part(
    rules: Ruleset, after: State, index: int, complete: bool = True, left: int = 0
) -> tuple[int, tuple[int, ...]]:
    """What follows in a throw after so many parts."""
    dice = after.turn.dice
    assert dice is not None
    return movement.next_part(rules, after.position, after.side, dice, 0, index, complete, left)


@pytest.mark.parametrize("name", RULES)
def test_what_is_said_of_a_throw_is_what_the_turn_program_does(name: str) -> None:
    """The numbers that are promised are those that follow if all of it is played."""
    rules = RULES[name]
    for event in events(rules, 7, 300):
        _, after, facts = event
        found, dice = told(rules, event), after.turn.dice
        if dice is None or not any(fact.kind in ("threw", "named") for fact in facts):
            continue

        part = partial(_part, rules, after)
        promised = [int(digits) for digits in re.findall(r"\d", found.get("climbs", ""))]
        if promised:
            assert [part(1 + i)[1] for i in range(len(promised))] == [(n,) * 4 for n in promised]
            assert ("inherits" in found["climbs"]) == (part(1, False, 2)[0] == HAND_OVER)
            assert ("If all" in found["climbs"]) == (part(1, False, 2)[0] == END)
        if "other_face" in found:
            assert part(1)[1] == (7 - dice[0],) * 4
            assert ("once all" in found["other_face"]) == (part(1, False, 2)[0] <= 0)
        if "short_double" in found:
            assert len(part(0)[1]) == (1 if "only once" in found["short_double"] else 2)
        if "lower" in found:
            assert part(0)[1] == (min(dice),)
        if "leap" in found:
            assert part(0)[1] == (sum(dice),)
        if "no_leap" in found or "all_or_nothing" in found:
            assert not turn.steps(after)


def test_only_one_is_said_to_leave_the_start_where_no_second_one_may() -> None:
    """With 3-3, 4-4 and 6-6 two may, as long as all stand there."""
    rules, twice = RULES["narde"], set()
    for there, away in ((15, ""), (14, " 3:1")):
        before = read(rules, f"W 1:{there}{away} | B 13:15 | W")
        for dice, _ in turn.throws(before):
            event = before, *turn.apply(before, Action(Kind.THROW, before.side, dice))
            left = [there - one.position.count(before.side, 1) for one in turn.plays(event[1])]
            assert ("head" in told(rules, event)) == (max(left) < 2), dice
            twice |= {dice} if max(left) == 2 else set()
    assert twice == {(3, 3), (4, 4), (6, 6)}


def test_a_chosen_double_says_whether_another_throw_follows() -> None:
    said = {}
    for name in ("acey-deucey", "mexican", "never"):
        state = turn.new_match(RULES[name])
        begun = [
            event for event in events(RULES[name], 2, 4000) if "choice" in told(RULES[name], event)
        ]
        assert begun, state
        said[name] = told(RULES[name], begun[0])["choice"]
    assert "if all of it" in said["acey-deucey"]
    assert "and then another" in said["mexican"]
    assert "another" not in said["never"]


def test_whole_towers_are_taken_off() -> None:
    said = [
        told(RULES["towers"], event).get("stage_3") for event in events(RULES["towers"], 1, 900)
    ]
    assert "All towers stand: from now on a number takes its tower off." in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_short_and_whole(language: str) -> None:
    words, seen = Words(language), set()
    for rules in RULES.values():
        for event in events(rules, 3, 200):
            seen |= {*told(rules, event, words).values()}
    assert len(seen) > len(NOTICES) // 2
    for sentence in seen:
        assert sentence.endswith(".")
        assert not set("{}") & set(sentence)
        assert len(sentence) <= LONGEST, sentence


def test_numbers_are_those_of_the_listener() -> None:
    """A full point is called as it is called on the board of whoever listens."""
    rules = GAMES["old-britain"].rules
    state = read(rules, "W 12:5 17:3 19:5 1:2 | B 13:4 14:1 8:3 6:5 24:2 | B 1-2")
    step = next(one for one in turn.steps(state) if (one.source, one.target) == (14, 13))
    after, facts = turn.apply(state, step)
    white, black = (
        next(one.say for one in twists(Speaker(ENGLISH, rules, viewer=side), state, after, facts))
        for side in (state.side.other, state.side)
    )
    assert white.startswith("Point 12 is full")
    assert black.startswith("Point 13 is full")
