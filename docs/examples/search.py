"""OpenSpiel's Monte Carlo tree search plays Pin against chance.

    python docs/examples/search.py --simulations 20 --turns 60

Needs the extra `openspiel`; the speed is that of the state machine.
"""

from __future__ import annotations

import argparse

import numpy
import pyspiel
from open_spiel.python.algorithms import mcts

import tavola.rl.openspiel  # registers the games


def play(simulations, turns, seed=1):
    """One game, cut off after so many turns: its decisions, and what the search has won."""
    game = pyspiel.load_game(f"python_tables_pin(max_turns={turns})")
    rng = numpy.random.RandomState(seed)
    # Games at random that are played on from a leaf; far ones are cut, and count nothing.
    judge = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    bot = mcts.MCTSBot(game, 1.0, simulations, judge, random_state=rng)
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            throws, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(throws, p=chances))
        elif state.current_player() == 0:
            state.apply_action(bot.step(state))
            decisions += 1
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return decisions, state.returns()[0]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--simulations", type=int, default=20)
    parser.add_argument("--turns", type=int, default=200)
    asked = parser.parse_args()
    count, won = play(asked.simulations, asked.turns)
    print(f"{tavola.rl.openspiel.PREFIX}pin: {count} decisions, {won:+.2f} for the search")
