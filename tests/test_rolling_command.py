"""`tavola rollout` while it is at work: what it says, and who hears the Ctrl+C that ends it."""

from __future__ import annotations

import math
import signal
import subprocess
from pathlib import Path

import pytest

from tavola.study.rollouts import Result
from tavola.words import LANGUAGES, Words, rollouts
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


class _Begun:
    """A rollout after its first trial."""

    done, trials, finished, whole, rate = 1, 324, False, False, 0.5

    def results(self) -> list[Result]:
        """No error can be known yet."""
        return [Result("8/5 6/5", 0.25, math.inf, 0.0, math.inf)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_after_one_trial_no_error_is_told(lang: str) -> None:
    told = rollouts.progress(Words(lang), _Begun())
    assert "8/5 6/5" in told
    assert "\u00b1" not in told
    assert "inf" not in told


@pytest.mark.parametrize(
    ("lang", "unfinished"), [("it", "Non finita: 1 su 324 prove."), ("en", "1 of 324 trials.")]
)
def test_one_trial_is_one(lang: str, unfinished: str) -> None:
    (told,) = rollouts.told(Words(lang), _Begun())
    assert unfinished in told
    assert rollouts.progress(Words("it"), _Begun()).startswith("Prove: 1 su 324. Conduce 8/5 6/5")
