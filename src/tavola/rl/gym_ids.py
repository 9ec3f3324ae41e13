"""What Gymnasium calls our games: `Tavola/PuffRussianLong-v0`.

They are told to it whenever `tavola.rl` is imported after it, so this loads neither rules nor
declarations: a game is found by its folder.
"""

from __future__ import annotations

from pathlib import Path

from tavola.rl.extras import missing

VERSION = "v0"

_GAMES = Path(__file__).parent.parent / "games"


def name_of(game: str) -> str:
    """The id that Gymnasium has for a game of ours."""
    return f"Tavola/{''.join(word.capitalize() for word in game.split('-'))}-{VERSION}"


def games() -> list[str]:
    """The ids of all games that are there."""
    folders = sorted(path.parent.name for path in _GAMES.glob("*/game.py"))
    return [folder.replace("_", "-") for folder in folders]


def register() -> None:
    """Tell Gymnasium all games that it does not know yet.  Raises ImportError without it."""
    try:
        from gymnasium.envs import registration
    except ImportError:
        raise missing("An environment of Gymnasium", "rl") from None
    for game in games():
        if name_of(game) not in registration.registry:
            registration.register(
                name_of(game), entry_point="tavola.rl.gym:TavolaEnv", kwargs={"game": game}
            )


__all__ = ["games", "name_of", "register"]
