"""The review of a match for programs: `tavola.review(match)`.

found = tavola.review("match.json", depth=1)
found.decisions[0].loss                       # what a decision lost against the best
tavola.summary(found, 0).all.mean             # units lost a decision by player 0
tavola.review_to_json(found)                  # data
"""

from __future__ import annotations

from pathlib import Path

from tavola.formats.reading import opened
from tavola.library.questions import record_of
from tavola.play.match import Match
from tavola.rules.model.refusal import Refusal
from tavola.rules.text.record import Record
from tavola.rules.turn.asked import wanted
from tavola.study.review import Review, Reviewing


def review(
    match: Match | Record | str | Path,
    depth: int | None = None,
    budget: int | None = None,
    before: Review | None = None,
) -> Review:
    """What every decision of a match lost, and how lucky every throw was.

    `match` is a match (as far as it has come), a record, or its file: our record, `.mat` or
    `.sgf`.  A damaged file is reviewed up to its error, and `trouble` says which.  `depth`: how
    many throws are looked ahead, 0 to 2, by default 1; or a `budget` of positions for each
    decision, as of a `Bot`.  `before`: an older review, of which is kept what is as good.

    Raises `Refused`: `bad_record`, `bad_file`, `bad_look`, `no_net`; or OSError;
    TypeError for anything else.
    """
    return reviewing(match, depth, budget, before).run()


def reviewing(
    match: Match | Record | str | Path,
    depth: int | None = None,
    budget: int | None = None,
    before: Review | None = None,
) -> Reviewing:
    """The same bit by bit: iterate over it, stop whenever you like, and ask for its `review`."""
    record, trouble = _record(match)
    if not isinstance(before, Review | None):
        raise wanted("a Review, as `tavola.review(match)` makes", before)
    return Reviewing(record, depth, budget, before, trouble)


def _record(match: Match | Record | str | Path) -> tuple[Record, Refusal | None]:
    if isinstance(match, str | Path):
        found = opened(Path(match))
        return found.record, found.trouble
    return record_of(match), None


__all__ = ["review", "reviewing"]
