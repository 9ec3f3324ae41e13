"""PettingZoo: a match of any game as an AEC environment, `tavola.rl.env("gioul")`.

Two agents, `player_0` and `player_1`; the first has White in the first game.  An observation is
`{"observation": ..., "action_mask": ...}`; who is not asked has an empty mask.  Rewards come when
a game is over, or in a match to a length when that is; `infos` has the points as they are scored.
"""

from __future__ import annotations

from typing import Any

from tavola.drawing import text_board
from tavola.rl import seen
from tavola.rl.episode import Episode
from tavola.rl.extras import missing
from tavola.rl.numbering import ACTIONS
from tavola.rl.settings import Setting, setting
from tavola.rl.spaces import mask_of, space_of
from tavola.rules.turn.state import State

try:
    import numpy
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError:
    raise missing("An environment of PettingZoo", "rl") from None

AGENTS = ["player_0", "player_1"]
ILLEGAL = -1.0
"""The reward of a decision that is not allowed, which also ends the episode."""


class raw_env(AECEnv):  # type: ignore[misc]
    """The environment itself, which trusts its caller; `env` has the usual wrappers around it.

    `game` and `wish` are what `setting` takes; `observe` is `"counts"`, `"counts-2"` or
    `"features"`.
    """

    def __init__(
        self,
        game: str,
        *,
        observe: str = seen.COUNTS,
        render_mode: str | None = None,
        **wish: Any,
    ) -> None:
        super().__init__()
        self.setting: Setting = setting(game, **wish)
        self.metadata = {
            "name": f"tables_{self.setting.name}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        if render_mode not in (None, "ansi"):
            raise ValueError("render_mode is None or 'ansi'")
        self.render_mode = render_mode
        self.observe_as = seen.check(observe)
        self.possible_agents = AGENTS[:]
        mask = spaces.Box(0, 1, (ACTIONS,), numpy.int8)
        looks = {"observation": space_of(self.observe_as), "action_mask": mask}
        self.observation_spaces = {agent: spaces.Dict(looks) for agent in AGENTS}
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in AGENTS}
        self._episode: Episode | None = None

    def observation_space(self, agent: str) -> Any:
        """The same space at each call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The same space at each call."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match; without a seed with the dice that follow, at first those of the system.

        Raises ValueError for a seed that is no whole number.
        """
        if self._episode is None:
            fresh = int(numpy.random.default_rng().integers(2**62)) if seed is None else seed
            self._episode = Episode(self.setting, fresh)
        else:
            self._episode.restart(seed)
        self.agents = AGENTS[:]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos = {agent: {"points": 0} for agent in AGENTS}
        self.agent_selection = AGENTS[self._playing.moment.player or 0]

    @property
    def _playing(self) -> Episode:
        if self._episode is None:
            raise ValueError("call reset() before anything else")
        return self._episode

    @property
    def state_of_match(self) -> State:
        """Where the match stands, for whatever takes a state: a bot, a picture."""
        return self._playing.moment.state

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, and what it may decide."""
        moment, player = self._playing.moment, AGENTS.index(agent)
        side = moment.state.colour(player)
        return {
            "observation": seen.array_of(moment, side, self.observe_as),
            "action_mask": mask_of(moment.legal if moment.player == player else ()),
        }

    def step(self, action: Any) -> None:
        """Take a decision for the agent that is asked.

        Raises ValueError for one that is not allowed, or is no whole number.
        """
        episode = self._playing
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        points = episode.decide(action)
        moment = episode.moment
        self._cumulative_rewards[agent] = 0.0
        for one, gained in zip(AGENTS, points, strict=True):
            self.rewards[one] = gained / self.setting.unit
            self.infos[one] = {"points": gained}
        if moment.ended:
            self.terminations = dict.fromkeys(AGENTS, not moment.cut)
            self.truncations = dict.fromkeys(AGENTS, moment.cut)
            self.agent_selection = AGENTS[1 - AGENTS.index(agent)]
        else:
            self.agent_selection = AGENTS[moment.player or 0]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board as text, in the mode `ansi`."""
        if self.render_mode is None:
            return None
        return text_board.text(self._playing.moment.state)

    def close(self) -> None:
        """Nothing is kept open."""


def env(game: str, **options: Any) -> Any:
    """An environment of PettingZoo: `raw_env` in which a decision that is not allowed ends the
    episode with a reward of -1, and calls out of order are refused."""
    made: Any = raw_env(game, **options)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=ILLEGAL)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


__all__ = ["env", "raw_env"]
