"""How fast matches of other programs are taken in, without a review.

    python -m scripts.import_speed [--matches 20] [--length 5] [--profile]

Matches of backgammon that the computer plays against itself, cube included, are written as .mat
and .sgf and read again, on one core, timed by the time of the processor.  Measure on a machine
that does nothing else.  `--profile` tells where the time goes.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import pstats
import time

os.environ.setdefault("TAVOLA_COMPILE", "1")

from scripts.review_cost import played

from tavola.formats import plain_play, reading, writing

ROUNDS = 5
"""Of which the fastest counts: nothing disturbed it."""


def main() -> None:
    """Measure and tell."""
    wanted = _arguments()
    records = [
        played("backgammon", wanted.length, "expert", seed) for seed in range(wanted.matches)
    ]
    events = sum(len(record.events) for record in records)
    print(
        f"{len(records)} matches to {wanted.length} points, {events / len(records):.0f} events each"
    )
    for form in writing.FORMS:
        files = [writing.write(record, form).encode() for record in records]
        seconds = min(_seconds(files) for _ in range(ROUNDS))
        rate, size = len(files) / seconds, sum(map(len, files)) / len(files)
        print(
            f"{form}: {rate:.0f} matches/s, {events / seconds:.0f} events/s, {size:.0f} bytes each"
        )
        if wanted.profile:
            _profile(files)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--length", type=int, default=5)
    parser.add_argument("--profile", action="store_true")
    return parser.parse_args()


def _seconds(files: list[bytes]) -> float:
    plain_play.plain.cache_clear()  # each round reads the same plays again
    begun = time.process_time()
    for file in files:
        (found,) = reading.read(file)
        assert found.trouble is None
    return time.process_time() - begun


def _profile(files: list[bytes]) -> None:
    profile = cProfile.Profile()
    profile.runcall(_seconds, files)
    pstats.Stats(profile).sort_stats("tottime").print_stats(20)


if __name__ == "__main__":
    main()
