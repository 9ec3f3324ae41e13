"""Where compiled code is kept: apart for every source, so that no constant is ever stale."""

from __future__ import annotations

from pathlib import Path

import pytest

from tavola.rules.kernel import backend

pytestmark = pytest.mark.plain


@pytest.fixture(autouse=True)
def any_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backend, "version", lambda name: "1.0")


def test_all_compiled_modules_count() -> None:
    names = {path.name for path in backend.plain_subset()}
    assert {
        "single_step.py",
        "slots.py",
        "backend.py",
        "unsigned_indices.py",
        "generator.py",
        "evaluate.py",
        "features.py",
        "lookahead.py",
    } <= names
    assert "ruleset.py" not in names


def test_the_cache_is_named_after_the_source(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    folder = backend.cache_folder()
    assert folder.parent == tmp_path
    assert len(folder.name) == 16
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder))
    assert backend.cache_folder() == folder
    assert backend.ready_mark() == folder / "ready"
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    assert backend.cache_folder().name == folder.name
    monkeypatch.setattr(backend, "version", lambda name: "2.0")
    assert backend.cache_folder().name != folder.name


def test_real_numbers() -> None:
    assert list(backend.reals(2)) == [0.0, 0.0]
    assert list(backend.reals([0.5, 0.25])) == [0.5, 0.25]
