"""Compiles the catalogues of `words` when a wheel or an editable install is built."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WordsHook(BuildHookInterface):  # type: ignore[type-arg]
    """The .mo files are not in git; pyproject.toml names them as artifacts of the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make every .mo beside its .po."""
        if self.target_name == "wheel":
            runpy.run_path(str(Path(self.root, "scripts", "words.py")))["compile_all"]()
