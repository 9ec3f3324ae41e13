"""The suite itself: no test hides, and whoever skips one says what is missing and how to get it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.py"))
SKIPS = ("skip", "skipif", "importorskip")
REMEDIES = ("apt-get install", "pip install")


def _nodes(path: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def _reasons(path: Path) -> Iterator[tuple[int, str]]:
    """The line and the reason of each skip."""
    for node in _nodes(path):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if node.func.attr not in SKIPS:
            continue
        given = [word.value for word in node.keywords if word.arg == "reason"]
        if not given and node.func.attr == "skip":
            given = node.args[:1]
        texts = [one.value for one in given if isinstance(one, ast.Constant)]
        yield node.lineno, str(texts[0]) if texts else ""


def test_every_skip_says_why() -> None:
    for path in FILES:
        for line, reason in _reasons(path):
            where = f"{path.relative_to(HERE)}:{line}"
            assert len(reason.split()) > 1, f"{where}: skipped without a word"
            if "install" in reason or "missing" in reason:
                assert any(remedy in reason for remedy in REMEDIES), f"{where}: how is it got?"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HERE)))
def test_tests_stand_where_they_are_found(path: Path) -> None:
    names = [node.name for node in _nodes(path) if isinstance(node, ast.FunctionDef)]
    tests = [name for name in names if name.startswith("test_")]
    assert not tests or path.name.startswith("test_"), "pytest does not look into this file"
    assert len(set(tests)) == len(tests), "a second test of the same name hides the first"
