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
from by_hand import MODULES
from cases import Case, ScoreCase

TEXT = Path(oracle.__file__).read_text(encoding="utf-8")


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


def _answers(law: ModuleType, by_hand: ModuleType) -> Iterator[bool]:
    """Whether each case of a game holds."""
    yield from (_holds(law, case) for case in by_hand.PLAYS)
    yield from (_scored(law, case) for case in by_hand.SCORES)
    for text in by_hand.NOT_OVER:
        yield law.outcome(by_hand.GAME, law.parse(by_hand.GAME, text), 0) is None


@pytest.mark.parametrize("by_hand", MODULES, ids=lambda by_hand: by_hand.GAME)
def test_the_law_itself_holds(by_hand: ModuleType) -> None:
    assert all(_answers(oracle, by_hand))


@pytest.mark.parametrize(
    ("by_hand", "old", "new"),
    [(by_hand, *mutant) for by_hand in MODULES for mutant in by_hand.MUTANTS],
)
def test_a_changed_law_breaks_a_case(by_hand: ModuleType, old: str, new: str) -> None:
    assert not all(_answers(changed(old, new), by_hand))
