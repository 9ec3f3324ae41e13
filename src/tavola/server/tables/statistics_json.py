"""Somebody's statistics as plain JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tavola.server.tables.own_statistics import Found, Group, month
from tavola.study.fair_dice import Tally
from tavola.study.own_play import Mean, OwnPlay


def as_json(found: Found) -> dict[str, Any]:
    """All of it as plain JSON: totals, groups and dice."""
    mine, computer = found.dice()
    return {
        "all": group_json(Group.of(found.played)),
        "games": {name: group_json(one) for name, one in found.by(lambda p: p.game).items()},
        "levels": {name: group_json(one) for name, one in found.by(lambda p: p.level).items()},
        "opponents": {
            name: group_json(one) for name, one in found.by(lambda p: p.opponent).items()
        },
        "dice": {"mine": tally_json(mine), "computer": tally_json(computer)},
        "trend": [{"at": at, "ahead": ahead} for at, ahead in found.trend()],
        "play": {
            "all": play_json(found.own_play()),
            "games": _plays(found.own_play_by(lambda p: p.game)),
            "levels": _plays(found.own_play_by(lambda p: p.level)),
            "months": _plays(found.own_play_by(month)),
        },
        "missing": found.missing,
        "older": found.older,
    }


def _plays(groups: Mapping[str, OwnPlay]) -> dict[str, Any]:
    return {name: play_json(one) for name, one in groups.items()}


def play_json(one: OwnPlay) -> dict[str, Any]:
    """What reviews say; `mean` and `error` are null where there are too few."""
    return {"matches": one.matches, "loss": _mean_json(one.loss), "luck": _mean_json(one.luck)}


def _mean_json(one: Mean) -> dict[str, Any]:
    return {
        "count": one.count,
        "mean": round(one.mean, 6) if one.enough else None,
        "error": round(one.error, 6) if one.enough else None,
    }


def group_json(group: Group) -> dict[str, Any]:
    """A group of matches."""
    return {
        "matches": group.matches,
        "won": group.won,
        "lost": group.lost,
        "games": list(group.games),
        "points": list(group.points),
        "turns": group.turns,
    }


def tally_json(tally: Tally) -> dict[str, Any]:
    """What dice did beside what was expected; `chance` is null with too few throws."""
    return {
        kind: {
            "throws": one.throws,
            "came": round(one.came, 6),
            "expected": round(one.expected, 6),
            "deviations": round(one.deviations, 4),
            "chance": round(one.chance, 6) if one.enough else None,
        }
        for kind, one in tally.items()
    }


__all__ = ["as_json", "group_json", "play_json", "tally_json"]
