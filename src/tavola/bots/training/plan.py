"""The plan of a course: how much of everything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from tavola.bots.training.folder import EACH_GENERATION, refusing_unknown


class Looked(NamedTuple):
    """Games of a generation and what is special about them; see `Plan`."""

    games: int
    stray: int
    wild: int
    trace: int
    wild_trace: int
    passes: int
    rate: int
    rare: int
    close: int
    rivals: int

    @property
    def traces(self) -> tuple[int, int]:
        """What kind of goals its lessons have."""
        return self.trace, self.wild_trace


@dataclass(frozen=True)
class Plan:
    """How much of everything.  Games and jobs are counts, so that a plan means the same anywhere.

    `look_games` are those of each generation; of 1000 of their throws `look_stray` are played at
    random, of 1000 games `look_wild` begin with many such throws, and `look_trace` thousandths of
    what later looks ahead say go into a goal, `look_wild_trace` in wild games and in those that
    begin from a position of a rare kind: `look_rare` of 1000.  Plays at most `look_close`
    thousandths of a win apart are compared by a look ahead; `look_rivals` is how much the square of
    the error in the difference of the two counts (0: the one turned down is not learnt).  Learning
    goes over the lessons `look_passes` times, with a rate that falls from `look_rate` millionths to
    a hundredth of it.  The last number stands for all generations that follow.  The rates and
    traces (lambda) of Play go from the first value to the second.
    """

    play_games: int = 40_000
    look_games: tuple[int, ...] = (1_500,)
    generations: int = 2
    warm_games: int = 1_000
    round_games: int = 512
    jobs: int = 4
    play_rates: tuple[float, float] = (0.05, 0.001)
    play_traces: tuple[float, float] = (0.8, 0.3)
    stray: int = 10
    look_stray: tuple[int, ...] = (30,)
    look_wild: tuple[int, ...] = (0,)
    look_trace: tuple[int, ...] = (0,)
    look_wild_trace: tuple[int, ...] = (0,)
    look_passes: tuple[int, ...] = (16,)
    look_rate: tuple[int, ...] = (3_000,)
    look_rare: tuple[int, ...] = (0,)
    look_close: tuple[int, ...] = (0,)
    look_rivals: tuple[int, ...] = (0,)
    begin: str = ""
    """The game whose net it begins from, with the Look stage; else it begins from nothing."""

    @classmethod
    def stored(cls, facts: Mapping[str, Any]) -> Plan:
        """A plan of a checkpoint.  Raises `OtherVersion` where it says what this version lacks."""
        with refusing_unknown():
            return cls(**{name: _frozen(value) for name, value in facts.items()})

    def goes_on_from(self, old: Plan, begun: int) -> bool:
        """Whether it differs from another one only in generations to come, after those `begun`."""
        to_come = {name: getattr(self, name) for name in (*EACH_GENERATION, "generations")}
        return (
            replace(old, **to_come) == self
            and self.generations >= begun
            and all(old.looked(i) == self.looked(i) for i in range(begun))
        )

    def looked(self, generation: int) -> Looked:
        """How a generation, counted from 0, looks ahead."""
        sizes = (getattr(self, name) for name in EACH_GENERATION)
        return Looked(*(size[min(generation, len(size) - 1)] for size in sizes))


def _frozen(value: Any) -> Any:
    """A value of a plan as it was before it became JSON."""
    return tuple(value) if isinstance(value, list) else value
