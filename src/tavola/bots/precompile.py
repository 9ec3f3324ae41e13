"""Fill the compile cache with all that play needs: `python -m tavola.bots.precompile`.

The mark that tells the command line to use the compiled functions is left here, since nobody who
plays against the computer should wait for the compiler either.
"""

from __future__ import annotations

import os
from dataclasses import replace

from tavola.rules.kernel import backend
from tavola.rules.model import precompile


def in_background(*, tied: bool = False) -> None:
    """Start compiling in a process of its own, at low priority, and do not wait for it; `tied`: it
    ends with this one."""
    precompile.in_background("tavola.bots.precompile", tied=tied)


def call_all() -> None:
    """Call every function that play needs with the types that it meets there."""
    from tavola.bots.arena.rollout import Roller
    from tavola.bots.beginner_judgement import judgement_here
    from tavola.bots.exact import precompile as tables
    from tavola.bots.levels import Level
    from tavola.bots.net.evaluate import PHASE_SIZE, SETS
    from tavola.bots.player import Player
    from tavola.bots.search.analyst import Analyst
    from tavola.bots.search.candidates import stride_for
    from tavola.rules import turn
    from tavola.rules.model.match_rules import MatchRules
    from tavola.rules.model.ruleset import Ruleset, Score
    from tavola.rules.text import one_line
    from tavola.rules.turn.state import Action, Kind, step_action

    precompile.call_all()
    tables.compile_all()
    rules, weights = Ruleset(), backend.reals(SETS[0] * PHASE_SIZE)
    analyst = Analyst(rules, weights)
    state = one_line.read(rules, "W 22:1 23:1 24:1 | B 1:1 2:1 | W", MatchRules())
    analyst.evaluate(state)
    analyst.evaluate(state, 1)
    thrown, _ = turn.apply(state, Action(Kind.THROW, state.side, (2, 1)))
    pips = replace(rules, score=Score.PIPS)
    Analyst(pips, weights).rank(thrown.but(rules=pips))
    someone = Player(rules, Level("", noise=0.1, naive=0.1), weights)
    someone.choose(state)
    someone.choose(thrown)
    judgement_here(analyst.net.T, backend.small(state.position.cells), 0, int(state.side))
    best = analyst.rank(thrown, 1, budget=1000)[0]
    stride_for(1)
    Roller(rules, weights, horizon=1).trials(thrown, [(best.steps, best.position)], 1, 1)
    for step in best.steps:
        thrown, _ = turn.apply(thrown, step_action(thrown.side, step))
    analyst.evaluate(thrown)


def main() -> None:
    """Compile at low priority, then leave the mark.  Does nothing where Numba is not installed, or
    where somebody else has done it meanwhile."""
    precompile.end_with_parent()
    if hasattr(os, "nice"):
        os.nice(10)
    if not backend.compiled:
        return
    mark = backend.ready_mark()
    with precompile.one_at_a_time():
        if not mark.exists():
            call_all()
            mark.parent.mkdir(parents=True, exist_ok=True)
            mark.touch()


if __name__ == "__main__":
    main()
