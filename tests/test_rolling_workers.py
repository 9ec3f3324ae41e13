"""A rollout's other processes do not hear the Ctrl+C that ends the rollout."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import pytest

from terminals import command, environment

PRESSED = """
import os, signal, sys
if "--multiprocessing-fork" in sys.orig_argv:
    print("begun", file=sys.stderr)
    os.kill(os.getpid(), signal.SIGINT)
"""
"""Ctrl+C, as it reaches a process of the terminal that has not even found its modules."""
TRIALS = 36


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="needs signals of Unix")
def test_who_is_only_starting_is_not_interrupted(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(PRESSED)
    line = "W 3:2 | B 22:2 | W 2-1"
    size = ("--trials", str(TRIALS), "--horizon", "1", "--workers", "2", "--lang", "en")
    env = environment(tmp_path)
    done = subprocess.run(
        command("rollout", "backgammon", line, *size),
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**env, "PYTHONPATH": f"{tmp_path}:{env['PYTHONPATH']}"},
        check=False,
    )
    assert "begun" in done.stderr
    assert "KeyboardInterrupt" not in done.stderr
    assert done.returncode == 0
