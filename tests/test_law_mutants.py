"""Each clause of a second hand's law counts: without it or with another number a case breaks.

The law's text is changed in one place at a time; the changed oracle must get a case wrong.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest

import bradspel_cases
import oracle
from cases import Case, ScoreCase

TEXT = Path(oracle.__file__).read_text(encoding="utf-8")

_LAW = '"bradspel": Law(track="round", alone=11, burst=True, sparing=True, win_is_complete=True)'
_ROW = "[range(first, first + 6) for first in range(19) if all(closed[first : first + 6])]"

MUTANTS: dict[str, tuple[tuple[str, str], ...]] = {
    "bradspel": (
        (_LAW, _LAW.replace("11", "10")),
        (_LAW, _LAW.replace("11", "12")),
        (_LAW, _LAW.replace("burst=True, ", "")),
        (_LAW, _LAW.replace("sparing=True, ", "")),
        (_LAW, _LAW.replace(", win_is_complete=True", "")),
        (_LAW, _LAW.replace('"round"', '"same"')),
        (_ROW, _ROW.replace("6", "5").replace("19", "20")),
        (_ROW, _ROW.replace("6", "7").replace("19", "18")),
        (
            "[1 - colour][point] >= 2 for point in _way",
            "[1 - colour][point] >= 1 for point in _way",
        ),
        (
            "    if board.off[colour] >= 14:\n        return []",
            "    if board.off[colour] >= 15:\n        return []",
        ),
        (
            "    if board.off[colour] >= 14:\n        return []",
            "    if board.off[colour] >= 13:\n        return []",
        ),
        ("[p] and board.points[enemy][p] < 2]", "[p] and board.points[enemy][p] < 1]"),
        (
            "if not board.points[colour][p] and board.points[enemy][p] < 2]",
            "if board.points[enemy][p] < 2]",
        ),
        ("if board.bar[colour] <= len(room):", "if board.bar[colour] < len(room):"),
        ("if board.bar[colour] <= len(room):", "if board.bar[colour] <= len(room) + 1:"),
        ("for other in set(left)):", "for other in (number,)):"),
        (
            "        while after.points[enemy][target]:\n",
            "        if after.points[enemy][target]:\n",
        ),
        ("int(_jan(board, 1 - colour))", "1"),
        ("int(_jan(board, 1 - colour))", "0"),
        ("    if board.off[loser] >= 14:", "    if board.off[loser] >= 13:"),
        ("    if board.off[loser] >= 14:", "    if board.off[loser] >= 15:"),
        (
            "    return board.bar[loser] > len(quarter)",
            "    return board.bar[loser] >= len(quarter)",
        ),
        ("(0, 3, 3, 3, 3, 3)", "(3, 3, 3, 3, 3, 0)"),
        ("(0, 0, 0, 5, 5, 5), ", ""),
        ("(0, 0, 0, 3, 5, 7)", "(0, 0, 0, 7, 5, 3)"),
        (", (0, 0, 0, 0, 0, 15))", ",)"),
        ("if LAWS[game].sparing and any(mine[q] for q in range(1, place)):", "if False:"),
        ("for line in kept if not tried[line][1]}", "for line in kept}"),
        ("[int(source)] - 25\n", "[int(source)] - 24\n"),
        ("            return 6 if board.burst[1 - loser] else 4", "            return 4"),
        ("(1 if board.off[1 - loser] else 2) +", "1 +"),
        ("else 2) + (1 if board.bar[loser] else 0)", "else 2)"),
    ),
}


def changed(old: str, new: str) -> ModuleType:
    """The oracle with one place of its text changed."""
    assert TEXT.count(old) == 1, f"once in the oracle: {old}"
    module = ModuleType("changed_oracle")
    sys.modules[module.__name__] = module  # dataclasses look there
    exec(compile(TEXT.replace(old, new), oracle.__file__, "exec"), module.__dict__)
    return module


def _steps(text: str) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for word in text.replace("*", "").split():
        match = re.fullmatch(r"(.+?)(?:\((\d)\))?", word)
        assert match is not None
        for pair in pairwise(match[1].split("/")):
            found[pair] += int(match[2] or 1)
    return found


def _holds(law: ModuleType, case: Case) -> bool:
    """Whether the plays of a case are those that an oracle finds, step by step and at once."""
    board = law.parse(case.game, case.position, **case.options)
    numbers = case.numbers or law.next_part(case.game, board, case.colour, case.dice, ())[1]
    plays = law.maximal(case.game, board, case.colour, numbers, **case.options)
    ends = set(plays.values())
    if ends != law.results(case.game, board, case.colour, numbers, **case.options):
        return False
    written = [
        {end for line, end in plays.items() if Counter((str(a), str(b)) for _, a, b in line) == bag}
        for bag in map(_steps, case.plays or ())
    ] or [{board}]
    if any(len(one) != 1 for one in written) or set().union(*written) != ends:
        return False
    return all(
        end == {law.parse(case.game, text)} for end, text in zip(written, case.ends, strict=False)
    )


def _scored(law: ModuleType, case: ScoreCase) -> bool:
    board = law.parse(case.game, case.position, **case.options)
    found: tuple[int | None, int] | None
    found = law.outcome(case.game, board, case.mover, **case.options)
    return found == (case.winner, case.points)


def _answers(law: ModuleType, game: str) -> Iterator[bool]:
    """Whether each case of a game holds."""
    cases = {"bradspel": bradspel_cases}[game]
    yield from (_holds(law, case) for case in cases.PLAYS)
    yield from (_scored(law, case) for case in cases.SCORES)
    for text in getattr(cases, "NOT_OVER", ()):
        yield law.outcome(game, law.parse(game, text), 0) is None


@pytest.mark.parametrize("game", MUTANTS)
def test_the_law_itself_holds(game: str) -> None:
    assert all(_answers(oracle, game))


@pytest.mark.parametrize(
    ("game", "old", "new"), [(game, *mutant) for game in MUTANTS for mutant in MUTANTS[game]]
)
def test_a_changed_law_breaks_a_case(game: str, old: str, new: str) -> None:
    assert not all(_answers(changed(old, new), game))
