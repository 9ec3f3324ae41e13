"""Tavola: every game of the backgammon board.

    >>> import tavola
    >>> match = tavola.Match("puff", dice=7)
    >>> match.roll()
    Roll(first=4, second=6)
    >>> match.state.side.name, match.state.phase.value
    ('BLACK', 'start')

A `Match` is played, taken back, drawn, read and written.  Below it everything is pure: a `State` is
immutable, `legal` lists what may be done, `apply` does it, and chance is an action like any other.
Points are the booklet's 1-24, sides are White (0) and Black (1).
"""

from importlib import import_module
from typing import TYPE_CHECKING

from tavola.first_use import prepare

if TYPE_CHECKING:
    from tavola.bots.bot import Bot, Suggestion
    from tavola.bots.cube.chances import Chances
    from tavola.drawing.picture import png, svg
    from tavola.drawing.text_board import text
    from tavola.games import FAMILIES, GAMES, ROTATIONS, find
    from tavola.library.match import Match, PossiblePlay, Roll, read, read_all
    from tavola.library.questions import (
        apply,
        fold,
        kinds,
        legal,
        may_double,
        new_match,
        next_steps,
        pip_count,
        plays,
        read_play,
        replay,
        state_to_json,
        throws,
        why,
        write_play,
    )
    from tavola.library.review import review, reviewing
    from tavola.library.rollout import rolling, rollout
    from tavola.play.random_games import Simulation, simulate
    from tavola.rules.model.declaration import Game, Option, Profile
    from tavola.rules.model.match_rules import MatchRules
    from tavola.rules.model.movement import Play
    from tavola.rules.model.position import Position
    from tavola.rules.model.refusal import Refusal, Refused
    from tavola.rules.model.ruleset import Ruleset, Side
    from tavola.rules.text.record import Record, record_from_json, state_from_json
    from tavola.rules.turn.state import Action, Fact, Kind, Phase, Result, State
    from tavola.study.review import Review, Reviewing
    from tavola.study.review_json import review_from_json, review_to_json
    from tavola.study.summary import Summary, summary
    from tavola.study.verdicts import Decision, Thrown, Way

__version__ = "0.1.0"

__all__ = [
    "FAMILIES",
    "GAMES",
    "ROTATIONS",
    "Action",
    "Bot",
    "Chances",
    "Decision",
    "Fact",
    "Game",
    "Kind",
    "Match",
    "MatchRules",
    "Option",
    "Phase",
    "Play",
    "Position",
    "PossiblePlay",
    "Profile",
    "Record",
    "Refusal",
    "Refused",
    "Result",
    "Review",
    "Reviewing",
    "Roll",
    "Ruleset",
    "Side",
    "Simulation",
    "State",
    "Suggestion",
    "Summary",
    "Thrown",
    "Way",
    "apply",
    "find",
    "fold",
    "kinds",
    "legal",
    "may_double",
    "new_match",
    "next_steps",
    "pip_count",
    "plays",
    "png",
    "read",
    "read_all",
    "read_play",
    "record_from_json",
    "replay",
    "review",
    "review_from_json",
    "review_to_json",
    "reviewing",
    "rolling",
    "rollout",
    "simulate",
    "state_from_json",
    "state_to_json",
    "summary",
    "svg",
    "text",
    "throws",
    "why",
    "write_play",
]

_PLACES = {
    "tavola.bots.bot": ("Bot", "Suggestion"),
    "tavola.bots.cube.chances": ("Chances",),
    "tavola.drawing.picture": ("png", "svg"),
    "tavola.drawing.text_board": ("text",),
    "tavola.library.match": ("Match", "PossiblePlay", "Roll", "read", "read_all"),
    "tavola.library.questions": (
        "apply",
        "fold",
        "kinds",
        "legal",
        "may_double",
        "new_match",
        "next_steps",
        "pip_count",
        "plays",
        "read_play",
        "replay",
        "state_to_json",
        "throws",
        "why",
        "write_play",
    ),
    "tavola.library.review": ("review", "reviewing"),
    "tavola.library.rollout": ("rolling", "rollout"),
    "tavola.study.review": ("Review", "Reviewing"),
    "tavola.study.review_json": ("review_from_json", "review_to_json"),
    "tavola.study.summary": ("Summary", "summary"),
    "tavola.study.verdicts": ("Decision", "Thrown", "Way"),
    "tavola.play.random_games": ("Simulation", "simulate"),
    "tavola.games": ("FAMILIES", "GAMES", "ROTATIONS", "find"),
    "tavola.rules.model.declaration": ("Game", "Option", "Profile"),
    "tavola.rules.model.movement": ("Play",),
    "tavola.rules.model.position": ("Position",),
    "tavola.rules.text.record": ("Record", "record_from_json", "state_from_json"),
    "tavola.rules.model.refusal": ("Refusal", "Refused"),
    "tavola.rules.model.match_rules": ("MatchRules",),
    "tavola.rules.model.ruleset": ("Ruleset", "Side"),
    "tavola.rules.turn.state": ("Action", "Fact", "Kind", "Phase", "Result", "State"),
}


def _load(name: str) -> object:
    """Load a public name when it is first used, so that `tavola --help` need not load the rules."""
    for module, public in _PLACES.items():
        if name in public:
            prepare()
            value = globals()[name] = getattr(import_module(module), name)
            return value
    raise AttributeError(f"module 'tavola' has no attribute {name!r}")


if not TYPE_CHECKING:  # to a checker of types it would make every name a public one
    __getattr__ = _load
