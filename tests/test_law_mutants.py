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

import oracle
import tabula_cases
from cases import Case, ScoreCase

TEXT = Path(oracle.__file__).read_text(encoding="utf-8")

_LAW = '"tabula": Law(track="same", entry="free", waste="either", dice=3)'
_THREE = '        return ("end",) if done else ("play", tuple(sorted(dice)))'

MUTANTS: dict[str, tuple[tuple[str, str], ...]] = {
    "tabula": (
        (_LAW, _LAW.replace('"same"', '"contrary"')),
        (_LAW, _LAW.replace('"same"', '"mirrored"')),
        (_LAW, _LAW.replace('"free"', '"all"')),
        (_LAW, _LAW.replace('"free"', '"some"')),
        (_LAW, _LAW.replace("entry=", 'contact="none", entry=')),
        (_LAW, _LAW.replace("entry=", 'contact="closed", entry=')),
        (_LAW, _LAW.replace("entry=", "cap=1, entry=")),
        (_LAW, _LAW.replace("entry=", "exact=True, entry=")),
        (_LAW, _LAW.replace("entry=", "win_is_complete=True, entry=")),
        (_LAW, _LAW.replace("entry=", "low_first=True, entry=")),
        (_LAW, _LAW.replace('"either"', '"nothing"')),
        (_THREE, _THREE.replace("sorted(dice)", "sorted(dice)[:2]")),
        (_THREE, _THREE.replace("sorted(dice)", "sorted(set(dice))")),
        ("waiting > 0 and LAWS", "waiting > 1 and LAWS"),
        ('        return ["bar"]  # G5, D4', '        return ["bar", *free]'),
        ("    if board.bar[colour] or board.reserve[colour]:\n        return False", ""),
        ("for q in range(1, length - 5)", "for q in range(1, length - 6)"),
        ("    return not any(mine[q] for q in range(1, place))", "    return True"),
        ('"misere", "tabula")', '"misere")'),
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
    cases = {"tabula": tabula_cases}[game]
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
