"""Learn what decisions are worth, from a batch of games against oneself: Q-learning with NumPy.

    python docs/examples/learn_values.py --game hypergammon --steps 3000

The worth of a decision is a weighted sum of the counts that a player sees, with weights of its own
for each decision.  It is corrected towards what the next decision is worth, mine or, with the
opposite sign, the other player's; at the end towards the reward.  Needs the extra `fast`.
"""

from __future__ import annotations

import argparse

import numpy

import tavola.rl

BOLDNESS = 0.1
"""How often a decision is tried at random."""
RATE = 0.02
ENOUGH = 4
"""More checkers on a point are not told apart."""


def inputs(observation):
    """What the weights are multiplied with: counts from 0 to 1, and a 1."""
    seen = numpy.minimum(observation, ENOUGH) / numpy.float32(ENOUGH)
    return numpy.hstack([seen, numpy.ones((len(seen), 1), numpy.float32)])


def best(weights, seen, mask):
    """The decision that is worth most in each game, and what it is worth."""
    worth = numpy.where(mask, seen @ weights.T, -numpy.inf)
    chosen = worth.argmax(axis=1)
    return chosen, worth[numpy.arange(len(chosen)), chosen]


def learn(game, steps, games=256, seed=1):
    """Weights of shape (ACTIONS, OBSERVED + 1) after so many steps of a batch."""
    rng = numpy.random.default_rng(seed)
    batch = tavola.rl.Batch(game, games, seed=seed)
    weights = numpy.zeros((tavola.rl.ACTIONS, tavola.rl.OBSERVED + 1), numpy.float32)
    every = numpy.arange(games)
    seen = inputs(batch.observation)
    chosen, _ = best(weights, seen, batch.mask)
    for step in range(steps):
        bold = rng.random(games) < BOLDNESS
        chosen = numpy.where(bold, batch.sample(), chosen)
        player, before = batch.player.copy(), seen
        batch.step(chosen)
        seen = inputs(batch.observation)
        following, worth = best(weights, seen, batch.mask)
        ended = batch.terminated | batch.truncated
        sign = numpy.where(batch.player == player, 1, -1)
        goal = numpy.where(ended, batch.reward[every, player], sign * worth)
        error = goal - (weights[chosen] * before).sum(axis=1)
        rate = RATE * (1 - step / steps)
        numpy.add.at(weights, chosen, rate * error[:, None] * before)
        chosen = following
    return weights


def strength(game, weights, matches=1000, seed=2):
    """Mean reward of player 0, who decides by the weights, against one who decides at random."""
    batch = tavola.rl.Batch(game, min(matches, 256), seed=seed)
    played, gained = 0, 0.0
    while played < matches:
        mine, _ = best(weights, inputs(batch.observation), batch.mask)
        batch.step(numpy.where(batch.player == 0, mine, batch.sample()))
        ended = batch.terminated | batch.truncated
        played += ended.sum()
        gained += batch.reward[ended, 0].sum()
    return gained / played


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="hypergammon")
    parser.add_argument("--steps", type=int, default=3000)
    asked = parser.parse_args()
    learnt = learn(asked.game, asked.steps)
    print(f"{asked.game}: {strength(asked.game, learnt):+.2f} a match against chance")
