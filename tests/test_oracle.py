"""The oracle against every worked example and against the published figures."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import pytest

import cases
import oracle
from tavola.games import GAMES, SHIPPED


def _ids(items: Sequence[Any]) -> list[str]:
    return [item.id for item in items]


def _pairs(text: str) -> Counter[tuple[int | str, int | str]]:
    """The single steps of a written play, as a bag of (source, target)."""
    found: Counter[tuple[int | str, int | str]] = Counter()
    for word in text.replace("*", "").split():
        match = re.fullmatch(r"(.+?)(?:\((\d)\))?", word)
        assert match is not None, word
        stops: list[int | str] = [int(s) if s.isdigit() else s for s in match[1].split("/")]
        for pair in pairwise(stops):
            found[pair] += int(match[2] or 1)
    return found


def _matching(plays: dict[oracle.Sequence, oracle.Board], text: str) -> set[oracle.Board]:
    wanted = _pairs(text)
    return {
        end
        for line, end in plays.items()
        if Counter((source, target) for _, source, target in line) == wanted
    }


def _numbers(case: cases.Case, board: oracle.Board) -> tuple[int, ...]:
    if case.numbers:
        return case.numbers
    args = (case.game, board, case.colour, case.dice, case.done, case.chosen)
    kind, *rest = oracle.next_part(*args, **case.options)
    assert kind == "play", (kind, rest)
    numbers: tuple[int, ...] = rest[0]
    return numbers


@pytest.mark.parametrize("case", cases.CASES, ids=_ids(cases.CASES))
def test_case(case: cases.Case) -> None:
    board = oracle.parse(case.game, case.position, **case.options)
    numbers = _numbers(case, board)
    plays = oracle.maximal(case.game, board, case.colour, numbers, **case.options)
    ends = set(plays.values())
    assert ends == oracle.results(case.game, board, case.colour, numbers, **case.options)
    if case.count is not None:
        assert len(ends) == case.count, [oracle.show(e) for e in ends]
    if case.plays is not None:
        listed = [_matching(plays, text) for text in case.plays] or [{board}]
        assert all(len(one) == 1 for one in listed), (case.plays, list(plays))
        reached = [next(iter(one)) for one in listed]
        assert len(set(reached)) == len(reached), "two of the plays end alike"
        assert set(reached) == ends, [oracle.show(e) for e in ends ^ set(reached)]
        for text, end in zip(case.plays, reached, strict=False):
            assert ("*" in text) == oracle.struck(board, end, case.colour), text
        for text, end in zip(case.ends, reached, strict=False):
            assert end == oracle.parse(case.game, text)
    if case.then is not None:
        for line, end in plays.items():
            done = (*case.done, (numbers, len(line)))
            args = (case.game, end, case.colour, case.dice, done, case.chosen)
            assert oracle.next_part(*args, **case.options) == case.then


@pytest.mark.parametrize("case", cases.FOLLOW, ids=_ids(cases.FOLLOW))
def test_follow(case: cases.FollowCase) -> None:
    board = oracle.parse(case.game, case.position, **case.options)
    if case.inherited:
        part = oracle.inherit(
            case.game, board, case.colour, case.inherited, case.done, **case.options
        )
    else:
        part = oracle.next_part(
            case.game, board, case.colour, case.dice, case.done, case.chosen, **case.options
        )
    assert part == case.result


@pytest.mark.parametrize("case", cases.SCORES, ids=_ids(cases.SCORES))
def test_score(case: cases.ScoreCase) -> None:
    board = oracle.parse(case.game, case.position, **case.options)
    result = oracle.outcome(case.game, board, case.mover, case.hit, **case.options)
    assert result is not None
    winner, value = result
    assert (winner, value * case.cube) == (case.winner, case.points)


@pytest.mark.parametrize("case", cases.STARTS, ids=_ids(cases.STARTS))
def test_start(case: cases.StartCase) -> None:
    board = oracle.start(case.game, **case.options)
    assert board == oracle.parse(case.game, case.position)
    assert tuple(oracle.pips(case.game, board, c) for c in (0, 1)) == case.pips


@pytest.mark.parametrize("case", cases.SETTLES, ids=_ids(cases.SETTLES))
def test_settle(case: cases.SettleCase) -> None:
    board = oracle.parse("catch-me", case.position)
    after = oracle.settle("catch-me", board, case.first, **case.options)
    assert after == oracle.parse("catch-me", case.result)


@pytest.mark.parametrize("case", cases.DEADS, ids=_ids(cases.DEADS))
def test_dead(case: cases.DeadCase) -> None:
    board = oracle.parse(case.game, case.position)
    assert oracle.dead(case.game, board, case.fixed, **case.options) is case.drawn


@pytest.mark.parametrize("case", cases.BANS, ids=_ids(cases.BANS))
def test_ban(case: cases.BanCase) -> None:
    """2.2, rule A: doubling may not turn a plain win into the win of the match."""
    forbidden = case.own + case.value < case.length <= case.own + 2 * case.value
    assert case.allowed is not forbidden


def test_the_namer_may_not_name_a_double() -> None:
    board = oracle.start("free-choice")
    with pytest.raises(ValueError, match="double"):
        oracle.next_part("free-choice", board, 0, (4, 4), ())
    assert oracle.next_part("free-choice", board, 0, (4, 4), (), namer="black")[0] == "play"


def test_gioul_the_inheritor_can_complete_the_chain() -> None:
    """3.8(b) and (c): Black plays out the whole inherited chain."""
    for position, chain in (
        ("W 18:1 21:1 24:13 | " + cases.GIOUL_B, (6,)),
        ("W 17:2 24:13 | " + cases.GIOUL_B, (6,)),
        ("W 13:1 18:1 24:13 | " + cases.GIOUL_C, (4, 5, 6)),
    ):
        boards = {oracle.parse("gioul", position)}
        for number in chain:
            deeper = set()
            for board in boards:
                plays = oracle.maximal("gioul", board, 1, (number,) * 4)
                deeper |= {end for line, end in plays.items() if len(line) == 4}
            assert deeper
            boards = deeper


def test_pin_two_of_the_ten_plays_pin() -> None:
    """3.13: with 6-1 one play pins 15 and another 17."""
    ends = oracle.results("pin", oracle.start("pin"), 0, (6, 1))
    caught = [sorted(end.pinned) for end in ends if end.pinned]
    assert sorted(caught) == [[(15, 1)], [(17, 1)]]


def test_no_hit_only_one_play_is_quiet() -> None:
    """3.20: four of the five plays hit and lose."""
    board = oracle.parse("no-hit", "W 1:1 10:1 | B 12:1 14:1")
    ends = oracle.results("no-hit", board, 0, (2, 4))
    quiet = [end for end in ends if not oracle.struck(board, end, 0)]
    assert [oracle.show(end) for end in quiet] == ["W 7:1 10:1 | B 12:1 14:1"]


def _first_phase_ends(game: str, colour: int, board: oracle.Board) -> int:
    total = 0
    for dice in oracle.throws(game):
        if game == "free-choice" and colour == 0 and dice[0] == dice[1]:
            continue
        kind, *rest = oracle.next_part(game, board, colour, dice, ())
        if kind == "choose":
            phases = [(n,) * 4 for n in range(1, 7)]
        else:
            phases = [rest[0]] if kind == "play" else []
        total += sum(len(oracle.results(game, board, colour, p)) for p in phases) or 1
    return total


@pytest.mark.parametrize("game", cases.PERFT)
@pytest.mark.parametrize("colour", [0, 1])
def test_figures_of_the_first_phase(game: str, colour: int) -> None:
    board = oracle.start(game)
    assert _first_phase_ends(game, colour, board) == cases.PERFT[game][colour]


def test_figure_of_the_chosen_mexican_doubles() -> None:
    board = oracle.start("mexican")
    ends = sum(len(oracle.results("mexican", board, 0, (n,) * 4)) for n in range(1, 7))
    assert ends == cases.PERFT_MEXICAN_CHOSEN


def test_every_game_has_a_law_and_a_figure() -> None:
    assert set(cases.PERFT) == {game.id for game in GAMES.values() if game.place}
    assert set(SHIPPED) <= set(oracle.LAWS)


def _random_game(
    game: str, rng: random.Random, turns: int
) -> Iterator[tuple[oracle.Board, int, tuple[int, ...]]]:
    """Random play; yields every phase that comes up."""
    board, colour = oracle.start(game), rng.randrange(2)
    for _ in range(turns):
        done: oracle.Done = ()
        chosen: int | None = None
        dice = (rng.randint(1, 6), rng.randint(1, 6))
        if game == "free-choice" and colour == 0 and dice[0] == dice[1]:
            dice = (1, 2)
        board = oracle.begin(game, board, colour)
        while True:
            part = oracle.next_part(game, board, colour, dice, done, chosen)
            if part[0] == "choose":
                chosen = rng.randint(1, 6)
                continue
            if part[0] != "play":
                break
            yield board, colour, part[1]
            plays = oracle.maximal(game, board, colour, part[1])
            line = rng.choice(sorted(plays, key=repr))
            hit = oracle.struck(board, plays[line], colour)
            board = plays[line]
            if oracle.outcome(game, board, colour, hit):
                return
            done = (*done, (part[1], len(line)))
        colour = 1 - colour


@pytest.mark.parametrize("game", oracle.GAMES)
def test_random_play_keeps_the_books(game: str) -> None:
    """Sequences and sets agree, no checker is lost, and the text form is faithful."""
    rng = random.Random(game)
    for board, colour, numbers in _random_game(game, rng, 12 if game == "backwards" else 60):
        plays = oracle.maximal(game, board, colour, numbers)
        assert set(plays.values()) == oracle.results(game, board, colour, numbers)
        assert oracle.parse(game, oracle.show(board)) == board
        for end in plays.values():
            for c in (0, 1):
                here = sum(end.points[c]) + end.bar[c] + end.reserve[c] + end.off[c]
                assert here == oracle.LAWS[game].men
                assert min(end.points[c]) >= 0
            shared = [p for p in range(1, 25) if end.points[0][p] and end.points[1][p]]
            assert game == "eureka" or {p for p, _ in end.pinned} == set(shared)
