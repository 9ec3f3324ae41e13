"""With what bursting, a full bar, arrangements and the least excess go together, and with what not.

Values of other axes are named as records name them, since the axes stand above this file.
"""

from __future__ import annotations

from typing import Any


def problems(rules: Any) -> dict[str, bool]:
    """Combinations that make no game, each with whether the rules have it."""
    early = bool(rules.jan or rules.arrangements)
    plain = (
        rules.double_then.value == "nothing"
        and rules.ace_deuce.value == "ordinary"
        and rules.order.value == "any"
        and rules.waste.value == "higher"
    )
    hits = (
        rules.board.value not in ("towers", "circle", "facing")
        and rules.contact.value == "hit"
        and rules.block == 2
        and rules.bar_first
        and rules.overtaking
        and not rules.backward
    )
    placed = rules.board.value not in ("towers", "circle") and rules.goal.value == "first_off"
    return {
        "bursting and a full bar belong to tracks where two close a point and hits go to the bar": (
            bool(rules.burst or rules.jan) and not (plain and hits)
        ),
        "a full bar counts closed points as room because they can be burst": rules.burst
        != (rules.jan > 0),
        "a checker on the bar counts where hits go there, at the end": (
            rules.hit_score.value == "bar" or (rules.score.value == "bar" and not hits)
        ),
        "a game that ends before all are off completes its throw": early
        and not rules.win_is_complete,
        "a full bar is worth a few points, more or as many if a point was burst": (
            not 0 <= rules.jan <= rules.burst_jan <= 9 or (rules.burst_jan > 0) != (rules.jan > 0)
        ),
        "the least excess is asked of whole throws of one part": rules.least_excess
        and not (
            plain and rules.win_is_complete and rules.bear_off.value in ("standard", "farthest")
        ),
        "an arrangement places all checkers on six points": bool(rules.arrangements)
        and not (
            placed
            and rules.score.value in ("single", "bar")
            and all(_places_all(counts, rules.checkers) for counts in rules.arrangements)
        ),
    }


def _places_all(counts: tuple[int, ...], checkers: int) -> bool:
    return len(counts) == 6 and min(counts) >= 0 and sum(counts) == checkers


__all__ = ["problems"]
