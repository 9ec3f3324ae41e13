"""One number for the rules of all games: a commit that changes it says so."""

from __future__ import annotations

import pytest
from scripts import signature


@pytest.mark.plain
@pytest.mark.no_cover
def test_the_rules_are_those_that_were_agreed() -> None:
    """`python -m scripts.signature write` keeps the new number, for a commit that names it."""
    assert signature.signature() == int(signature.KEPT.read_text(encoding="ascii"))
