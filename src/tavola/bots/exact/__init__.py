"""Exact play where it can be had: tables of the end of the race, and small games solved whole.

    exact = tables_for(rules)                    # None where there is nothing to be had
    exact.chances(position, side)                # None where the position is not covered
    lookup.outcome_from_table(T, R, o, side, exact.arrays, out)    # the same for compiled code

`home` and `one_side_race` make the table of one side that bears off: how many turns it needs, for
the play that needs the fewest on average.  From two such tables follow the chances of both as long
as each plays for itself.  `pairs` solves both sides together, for few checkers.  `whole_games`
solves games with few positions from the first throw on; who takes the best value of each throw
plays them perfectly.
"""

from tavola.bots.exact.store import Exact, forget, tables_for

__all__ = ["Exact", "forget", "tables_for"]
