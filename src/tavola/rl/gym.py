"""Gymnasium: one side of a match, the other is played by a level of ours.

    gymnasium.make("Tavola/Pin-v0", opponent="novice")

`info["action_mask"]` says what is allowed, and `action_masks()` does for those who ask for it.  A
decision that is not allowed ends the episode with a reward of -1.
"""

from __future__ import annotations

from typing import Any

from tavola.drawing import text_board
from tavola.rl import gym_ids, seen
from tavola.rl.episode import Episode
from tavola.rl.extras import missing
from tavola.rl.numbering import ACTIONS, decision_of
from tavola.rl.opponents import Choose, Opponent
from tavola.rl.settings import setting
from tavola.rl.spaces import mask_of, space_of
from tavola.rules.model.whole_numbers import is_whole, whole_seed
from tavola.rules.turn.state import State

try:
    import gymnasium
    from gymnasium import spaces
except ImportError:
    raise missing("An environment of Gymnasium", "rl") from None

ILLEGAL = -1.0
USUAL = "casual"
_TRIES = 1000
"""Matches in a row that may be over before anything is asked of who learns."""


class TavolaEnv(gymnasium.Env):  # type: ignore[misc]
    """A match of `game` against `opponent`: the name of a level, `"random"`, or a function that
    takes a state and gives actions.

    `player` is who learns: 0 has White in the first game, None takes turns by chance.  `observe` is
    `"counts"`, `"counts-2"` or `"features"`; `wish` is what `setting` takes.  Raises `Refused` for
    a wish or a level, ValueError for the rest.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012, as Gymnasium has it

    def __init__(
        self,
        game: str,
        *,
        opponent: str | Choose = USUAL,
        player: int | None = 0,
        observe: str = seen.COUNTS,
        render_mode: str | None = None,
        **wish: Any,
    ) -> None:
        if player is not None and not (is_whole(player) and player in (0, 1)):
            raise ValueError("player is 0, 1 or None")
        if render_mode not in (None, "ansi"):
            raise ValueError("render_mode is None or 'ansi'")
        self.setting = setting(game, **wish)
        self.render_mode = render_mode
        self.observe_as = seen.check(observe)
        self.observation_space = space_of(self.observe_as)
        self.action_space = spaces.Discrete(ACTIONS)
        self._opponent = Opponent(self.setting, opponent)
        self._wanted = player if player is None else int(player)
        self.player = self._wanted or 0
        self._episode: Episode | None = None
        self._broken_off = False

    @property
    def _playing(self) -> Episode:
        if self._episode is None:
            raise ValueError("call reset() before anything else")
        return self._episode

    @property
    def state(self) -> State:
        """Where the match stands, for whatever takes a state: a bot, a picture."""
        return self._playing.moment.state

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """A new match, up to the first decision of who learns.

        Raises ValueError for a seed that is no whole number; Gymnasium refuses those below 0.  So
        it does where every match ends before that decision, as from some positions.
        """
        super().reset(seed=None if seed is None else whole_seed(seed))
        dice, errors = (int(bits) for bits in self.np_random.integers(2**62, size=2))
        if self._wanted is None:
            self.player = int(self.np_random.integers(2))
        if self._episode is None:
            self._episode = Episode(self.setting, dice)
        self._opponent.sit(errors)
        self._broken_off = False
        for following in range(_TRIES):
            self._episode.restart(dice + following)
            points = self._answered()
            if not self._episode.moment.ended:
                return self._seen(), self._info(points)
            # the opponent won, or doubled out, before anything was asked
        raise ValueError(f"nothing is ever asked of player {self.player} in this match")

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Decide, and let the other side play until the next decision.

        Raises ValueError where the episode is over, TypeError for what is no whole number.
        """
        episode, number = self._playing, decision_of(action)
        if episode.moment.ended or self._broken_off:
            raise ValueError("the episode is over: call reset()")
        if number not in episode.moment.legal:
            self._broken_off = True
            return self._seen(), ILLEGAL, True, False, {**self._info(0), "illegal": True}
        points = episode.decide(number)[self.player] + self._answered()
        moment = episode.moment
        over, cut = moment.ended and not moment.cut, moment.cut
        return self._seen(), points / self.setting.unit, over, cut, self._info(points)

    def _answered(self) -> int:
        """Let the other side decide until it is the learner's turn; what he gained meanwhile."""
        points, episode = 0, self._playing
        while not episode.moment.ended and episode.moment.player != self.player:
            for number in self._opponent.numbers(episode.moment):
                points += episode.decide(number)[self.player]
        return points

    def action_masks(self) -> Any:
        """What is allowed, as MaskablePPO of sb3-contrib asks for it: an array of bool."""
        return mask_of(self._playing.moment.legal).astype(bool)

    def _seen(self) -> Any:
        moment = self._playing.moment
        return seen.array_of(moment, moment.state.colour(self.player), self.observe_as)

    def _info(self, points: int) -> dict[str, Any]:
        mask = mask_of(self._playing.moment.legal)
        return {"action_mask": mask, "points": points, "player": self.player}

    def render(self) -> Any:
        """The board as text, in the mode `ansi`."""
        return None if self.render_mode is None else text_board.text(self.state)


gym_ids.register()

__all__ = ["TavolaEnv"]
