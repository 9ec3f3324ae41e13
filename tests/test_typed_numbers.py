"""Whole numbers as people type them."""

import pytest

from tavola.words.typed_numbers import whole_number


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("7", 7), (" 12 ", 12), ("0042", 42)])
def test_figures_are_read(text: str, number: int) -> None:
    assert whole_number(text, 4) == number


@pytest.mark.parametrize("text", ["", " ", "-1", "+1", "1.0", "1 2", "1_0", "²", "٣", "10000"])
def test_anything_else_is_none(text: str) -> None:
    assert whole_number(text, 4) is None


def test_no_end_of_figures_is_no_error() -> None:
    assert whole_number("9" * 10_000, 6) is None
