"""Damaged files by the million: whatever is wrong with them, the readers refuse it, and soon.

    python -m scripts.fuzz_files [--until 1000000] [--begin 0] [--note build/fuzz.txt]

Every input has a number from 0 on, which is its seed, too: the same number is the same file on
every machine.  How far a run has come stands in its note, and the next one goes on from there;
`--begin` starts elsewhere.  The inputs and what is asked of them are those of
`tests/test_fuzz_files.py` and `tests/test_binary_files.py`.  What fails is told with what makes it
again, and the run goes on.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT / "tests") not in sys.path:
    sys.path.append(str(ROOT / "tests"))

import binary_files  # noqa: E402
import test_binary_files as binary  # noqa: E402
import test_fuzz_files as texts  # noqa: E402
from tavola.formats import documents  # noqa: E402

TURNS = (*("mat", "sgf") * 4, *("record", "log") * 3, *("id", "ogxm") * 2, "xg", "bgf")
"""The forms in turn: those of other programs that are packed take twenty times as long as texts."""
NOTED = 1000
"""After so many inputs it is told and noted how far the run has come."""
MOST_SECONDS = 30
"""Of the clock for one input."""


def made_of(number: int) -> tuple[str, int]:
    """The form of an input, and its number among those of its form."""
    rounds, turn = divmod(number, len(TURNS))
    form = TURNS[turn]
    return form, rounds * TURNS.count(form) + TURNS[:turn].count(form)


def check_of(form: str) -> Callable[[str, int], None]:
    """What is asked of the inputs of a form."""
    if form == "id":
        return lambda _, number: texts.check_words(number)
    return binary.check if form in binary_files.FORMS else texts.check


def run(begin: int, until: int, note: Path, failed: int = 0) -> int:
    """Try inputs; how many have failed, with those that failed before."""
    begun = time.monotonic()
    for number in range(begin, until):
        form, seed = made_of(number)
        signal.alarm(MOST_SECONDS)
        try:
            check_of(form)(form, seed)
        except Exception:
            failed += 1
            print(f"input {number} fails: damaged({form!r}, {seed})", flush=True)
            traceback.print_exc()
        signal.alarm(0)
        if (number + 1) % NOTED == 0 or number + 1 == until:
            note.write_text(f"{number + 1} {failed}\n", encoding="utf-8")
            rate = (number + 1 - begin) / (time.monotonic() - begun)
            print(f"{number + 1} inputs, {failed} failed, {rate:.0f}/s", flush=True)
    return failed


def noted(note: Path) -> tuple[int, int]:
    """How many inputs were tried before, and how many of them failed."""
    if not note.exists():
        return 0, 0
    tried, failed = note.read_text(encoding="utf-8").split()
    return int(tried), int(failed)


def _late(_signal: int, _frame: FrameType | None) -> None:
    raise TimeoutError(f"more than {MOST_SECONDS} s")


def main() -> int:
    """Go on where the note says, until the number that is wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--until", type=int, default=1_000_000, help="the first that is not tried")
    parser.add_argument("--begin", type=int, help="the first that is tried")
    parser.add_argument("--note", type=Path, default=ROOT / "build" / "fuzz.txt")
    wish = parser.parse_args()
    wish.note.parent.mkdir(parents=True, exist_ok=True)
    begin, failed = noted(wish.note) if wish.begin is None else (wish.begin, 0)
    documents._told = binary.at_once
    signal.signal(signal.SIGALRM, _late)
    print(f"inputs {begin} to {wish.until - 1} of {', '.join(sorted(set(TURNS)))}", flush=True)
    return 1 if run(begin, wish.until, wish.note, failed) else 0


if __name__ == "__main__":
    sys.exit(main())
