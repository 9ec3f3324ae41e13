"""OpenSpiel: every game of the catalogue as a Python game, `python_tables_puff`.

    import tavola.rl.openspiel
    pyspiel.load_game("python_tables_backgammon(cube=True,length=5)")

Decisions and observations are those of all our environments; dice are chance nodes, numbered by
6 * (a - 1) + b - 1.  Parameters: `cube`, `length` (0: one game), `games`, `max_turns`, and
`options` of the game as a text, `name:value` separated by blanks.  A game that is cut off is a
draw.
"""

from __future__ import annotations

from typing import Any

from tavola.first_use import prepare

prepare()

from tavola.games import GAMES  # noqa: E402
from tavola.rl import numbering, seen  # noqa: E402
from tavola.rl.extras import missing  # noqa: E402
from tavola.rl.moment import Moment, begin  # noqa: E402
from tavola.rl.settings import MOST_TURNS, Setting, setting  # noqa: E402
from tavola.rules import turn  # noqa: E402
from tavola.rules.model.throws import Throw, every_throw, written  # noqa: E402
from tavola.rules.text import one_line  # noqa: E402

try:
    import numpy
    import pyspiel
except ImportError:
    raise missing("A game of OpenSpiel", "openspiel") from None

PREFIX = "python_tables_"
_LONGEST_TURN = 64
"""Decisions of a turn, more than any has: the bound that OpenSpiel asks for."""
_PARAMETERS = {"cube": False, "length": 0, "games": 1, "max_turns": MOST_TURNS, "options": ""}


def _type_of(game: str) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name=PREFIX + game.replace("-", "_"),
        long_name=f"Tables: {game}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
    )


def _number_of(throw: Throw) -> int:
    """The number of a throw as a chance outcome: 0 is 1-1, 1 is 1-2, and so on."""
    number = 0
    for face in throw:
        number = 6 * number + face - 1
    return number


def _throw_of(number: int, dice: int) -> Throw:
    """The throw of so many dice that has a number."""
    return tuple(number // 6**place % 6 + 1 for place in range(dice - 1, -1, -1))


_TYPES = {game: _type_of(game) for game in GAMES}


class TablesGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the catalogue with its parameters."""

    def __init__(self, game: str, params: Any = None) -> None:
        given = {**_PARAMETERS, **(params or {})}
        self.setting: Setting = _setting(game, given)
        most, turns = self.setting.most, self.setting.max_turns * max(1, _games(given))
        info = pyspiel.GameInfo(
            num_distinct_actions=numbering.ACTIONS,
            max_chance_outcomes=len(every_throw(self.setting.rules)),
            num_players=2,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=turns * _LONGEST_TURN,
        )
        super().__init__(_TYPES[game], info, params or {})

    def new_initial_state(self) -> TablesState:
        """The match before its first throw."""
        return TablesState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TablesObserver:
        """What observes a state."""
        if params:
            raise ValueError(f"observations have no parameters: {params}")
        return TablesObserver()


class TablesState(pyspiel.State):  # type: ignore[misc]
    """A match at a decision or a throw."""

    def __init__(self, game: TablesGame) -> None:
        super().__init__(game)
        self.moment: Moment = begin(game.setting)
        self._won = (0, 0)

    def current_player(self) -> int:
        """Who is asked: 0, 1, chance, or nobody."""
        if self.moment.ended:
            return int(pyspiel.PlayerId.TERMINAL)
        player = self.moment.player
        return int(pyspiel.PlayerId.CHANCE) if player is None else player

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.moment.legal) if player == self.moment.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Throws, by number, with their probabilities."""
        throws = self.moment.throws
        whole = sum(weight for _, weight in throws)
        return [(_number_of(throw), weight / whole) for throw, weight in throws]

    def _apply_action(self, action: int) -> None:
        if self.moment.throws:
            self.moment = self.moment.fall(self._throw(action))
        else:
            self.moment = self.moment.decide(action)
        (a, b), (x, y) = self._won, self.moment.gained
        self._won = a + x, b + y

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"throw {written(self._throw(action))}"
        return numbering.describe(action)

    def _throw(self, number: int) -> Throw:
        """The throw that a chance outcome means here."""
        return _throw_of(number, turn.awaited(self.moment.state))

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.moment.ended

    def returns(self) -> list[float]:
        """What the players have won, in units; nothing before the end."""
        if not self.moment.ended or self.moment.cut:
            return [0.0, 0.0]
        return [won / self.moment.setting.unit for won in self._won]

    def __str__(self) -> str:
        return one_line.write(self.moment.state)


class TablesObserver:
    """The counts of our environments as a tensor; the text is the position in one line."""

    def __init__(self) -> None:
        self.tensor = numpy.zeros(seen.OBSERVED, numpy.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: TablesState, player: int) -> None:
        """See a state as a player does."""
        moment = state.moment
        side = moment.state.colour(player)
        self.tensor[:] = seen.array_of(moment, side, seen.COUNTS)

    def string_from(self, state: TablesState, player: int) -> str:
        """The position in one line, and who looks."""
        return f"{state} seen by {player}"


def _games(given: Any) -> int:
    return 2 * int(given["length"]) if int(given["length"]) else int(given["games"])


def _setting(game: str, given: Any) -> Setting:
    """What the parameters agree.  Raises ValueError, and `Refused` for options of no such game."""
    options: dict[str, object] = {}
    for word in str(given["options"]).split():
        name, found, value = word.partition(":")
        if not found:
            raise ValueError(f"options are written name:value, not {word[:40]!r}")
        options[name] = value
    wish: dict[str, Any] = {"options": options, "max_turns": int(given["max_turns"])}
    if given["cube"]:
        options["cube"] = True
    if int(given["length"]):
        wish["length"] = int(given["length"])
    elif int(given["games"]) != 1:
        wish["games"] = int(given["games"])
    return setting(game, **wish)


def _class_of(game: str) -> type[TablesGame]:
    """A class of its own for each game: OpenSpiel makes it from the parameters alone."""

    def init(self: TablesGame, params: Any = None) -> None:
        TablesGame.__init__(self, game, params)

    name = "Tables" + "".join(word.capitalize() for word in game.split("-"))
    return type(name, (TablesGame,), {"__init__": init, "__module__": __name__})


for _game, _kind in _TYPES.items():
    _made = _class_of(_game)
    globals()[_made.__name__] = _made  # found by its name, or a game cannot be pickled
    pyspiel.register_game(_kind, _made)

__all__ = ["PREFIX", "TablesGame", "TablesObserver", "TablesState"]
