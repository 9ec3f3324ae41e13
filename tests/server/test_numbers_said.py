"""Whatever is said of a play names the points by the numbers of the board in front of the listener.

What a board shows is told here as the script in the browser has it (`numberOf` in draw.js).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import groupby

import pytest

from tavola.games import GAMES, find
from tavola.play.dice import TypedDice
from tavola.play.match import Match, Moment
from tavola.play.random_match import random_playout
from tavola.rules.model.drawing_layout import layout_of
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.turn.state import Kind, State
from tavola.server.match.live_match import Look
from tavola.server.wire.events import events_of, last_of
from tavola.server.wire.game_log import turns_of

SEEDS = range(20) if os.environ.get("TAVOLA_NIGHTLY") else (1,)
LOOKS = [
    Look(mine, "en", numbering, voice)
    for mine in ((Side.WHITE,), (Side.BLACK,), (), (Side.WHITE, Side.BLACK))
    for numbering in ("own", "booklet")
    for voice in ("full", "brief")
]


def number_of(rules: Ruleset, reader: Side, point: int, numbering: str) -> str:
    """What the board in the browser calls a point; behind it whose row, where rows face."""
    layout = layout_of(rules)
    tracks = [layout["tracks"][letter] for letter in "WB"]
    if numbering == "booklet" or layout["loops"]:
        return str(point)
    track = tracks[reader] if point in tracks[reader] else tracks[reader.other]
    done = track.index(point) + 1
    return str(done if layout["towers"] or layout["goals"] else len(track) + 1 - done)


def reader_of(look: Look, state: State) -> Side:
    """Whose numbers the page shows."""
    if len(look.mine) == 2:
        return state.side if state.actor is None else state.actor
    return look.mine[0] if look.mine else Side.WHITE


def numbers_in(sentence: str) -> set[str]:
    """The points that an English sentence about a play names."""
    for counted in (r"\b\d+s:", r"\ba \d:", r"(?<!on )\b\d+ (?=(from|off|checkers)\b)", r"\(\d+\)"):
        sentence = re.sub(counted, "", sentence)
    sentence = re.sub(r"\b[WB]\w+ \d-\d:", "", sentence)
    return set(re.findall(r"\d+", sentence))


def plays_of(game: str, seed: int) -> Iterator[list[Moment]]:
    """The plays of a random match: the steps that one side makes one after the other."""
    record = random_playout(find(game), seed=seed, cap=40).record
    moments = Match(record, TypedDice()).moments()
    for (kind, _), group in groupby(moments, key=lambda m: (m.action.kind, m.action.side)):
        if kind is Kind.STEP:
            yield list(group)


def changed(before: State, after: State) -> set[int]:
    """Booklet points on which something else stands."""

    def at(state: State) -> dict[int, object]:
        found = state.position
        return {
            point: (
                found.top(point),
                found.count(Side.WHITE, point),
                found.count(Side.BLACK, point),
            )
            for point in range(1, 25)
        }

    old, new = at(before), at(after)
    return {point for point in old if old[point] != new[point]}


def touched(play: list[Moment]) -> set[int]:
    """Booklet points from which or to which a checker went."""
    found = {place for m in play for place in (m.action.source, m.action.target)}
    return {place for place in found if place <= 24}


def jumped(play: list[Moment]) -> set[int]:
    """Points of a last checker that jumped by itself: a sentence of its own tells that."""
    facts = [fact for moment in play for fact in moment.facts if fact.kind == "jumped"]
    return {fact.details[name] for fact in facts for name in ("source", "target")} - {None}


@pytest.mark.parametrize("game", GAMES)
def test_a_play_is_told_in_the_numbers_of_the_board(game: str) -> None:
    rules, told = GAMES[game].rules, 0
    for play in (play for seed in SEEDS for play in plays_of(game, seed)):
        before, after = play[0].before, play[-1].state
        may = touched(play) | jumped(play)
        must = (changed(before, after) - jumped(play)) & may  # a hit may be told by what it faces
        for look in LOOKS:
            reader = reader_of(look, play[0].state)

            def shown(points: set[int], look: Look = look, reader: Side = reader) -> set[str]:
                return {number_of(rules, reader, point, look.numbering) for point in points}

            said = [line for event in events_of(look, play) for line in event["say"]]
            named = numbers_in(said[0])
            assert shown(must) <= named <= shown(may), (said[0], look)
            (turn, *_) = turns_of(look, play)
            assert shown(must) <= numbers_in(turn["text"]) <= shown(may), (turn, look)
            told += 1
    assert told > 100


def test_the_last_play_is_repeated_in_the_numbers_of_the_board_now() -> None:
    both = Look((Side.WHITE, Side.BLACK), "en", "own", "brief")
    play = next(iter(plays_of("backgammon", 1)))
    (line,) = last_of(both, play, 1, play[0].before)
    now = play[-1].state.but(side=play[0].before.side.other)
    (later,) = last_of(both, play, 1, now)
    assert [25 - int(n) for n in re.findall(r"\d+", line)] == [
        int(n) for n in re.findall(r"\d+", later)
    ]
