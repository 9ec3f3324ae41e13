"""Environments for programs that learn: every game of the catalogue, with exact masks.

    tavola.rl.env("gioul")                          PettingZoo, two agents
    gymnasium.make("Tavola/Pin-v0")                 Gymnasium, against a level of ours
    pyspiel.load_game("python_tables_puff")         OpenSpiel, after `import tavola.rl.openspiel`
    tavola.rl.Batch("backgammon", games=10_000)     thousands of games at once, in arrays

One numbering of decisions and one observation for all of them: docs/environments.md.  Nothing of
these packages, nor of the rules, is loaded before it is used.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

from tavola.first_use import prepare

if TYPE_CHECKING:
    from tavola.rl.aec import env, raw_env
    from tavola.rl.batch import Batch
    from tavola.rl.episode import Episode
    from tavola.rl.moment import Moment
    from tavola.rl.numbering import ACTIONS, VERSION, describe
    from tavola.rl.seen import FEATURES, HIGHEST, OBSERVED, OBSERVED_2
    from tavola.rl.settings import Setting, setting

__all__ = [
    "ACTIONS",
    "FEATURES",
    "HIGHEST",
    "OBSERVED",
    "OBSERVED_2",
    "VERSION",
    "Batch",
    "Episode",
    "Moment",
    "Setting",
    "describe",
    "env",
    "raw_env",
    "register",
    "setting",
]

_PLACES = {
    "tavola.rl.aec": ("env", "raw_env"),
    "tavola.rl.batch": ("Batch",),
    "tavola.rl.episode": ("Episode",),
    "tavola.rl.moment": ("Moment",),
    "tavola.rl.numbering": ("ACTIONS", "VERSION", "describe"),
    "tavola.rl.seen": ("FEATURES", "HIGHEST", "OBSERVED", "OBSERVED_2"),
    "tavola.rl.settings": ("Setting", "setting"),
}


def register() -> None:
    """Tell Gymnasium our games (`Tavola/Pin-v0` ...).

    Importing `tavola.rl` after `gymnasium` does it, too.  Raises ImportError without the extra
    `rl`.
    """
    from tavola.rl import gym_ids

    gym_ids.register()


def _load(name: str) -> object:
    """Load a public name when it is first used."""
    for module, public in _PLACES.items():
        if name in public:
            prepare(wait=name == "Batch")
            value = globals()[name] = getattr(import_module(module), name)
            return value
    raise AttributeError(f"module 'tavola.rl' has no attribute {name!r}")


if not TYPE_CHECKING:  # to a checker of types it would make every name a public one
    __getattr__ = _load

if "gymnasium" in sys.modules:
    register()
