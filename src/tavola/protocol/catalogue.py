"""The games, as `games` and `game` tell of them: options, profiles, and how their boards run."""

from __future__ import annotations

from collections.abc import Mapping

from tavola.bots.levels import levels_of
from tavola.bots.ratings import ratings_of
from tavola.protocol.errors import Json
from tavola.protocol.states import wished
from tavola.rules.model.declaration import Game, Option, Profile, Value
from tavola.rules.model.drawing_layout import layout_of
from tavola.rules.model.geometry import geometry_of, own_number
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.ruleset import (
    Contact,
    Goal,
    Ruleset,
    Side,
)


def described(game: Game, options: Mapping[str, Value] | None = None) -> Json:
    """A game with its options and profiles; `board` and `rules` are those of the options
    given, of a rotation the board that of its first game."""
    rules = game.ruleset(options)
    levels, elo = levels_of(game.id, rules), ratings_of(game.id)
    return {
        "id": game.id,
        "family": game.family,
        "cube": rules.cube,
        "checkers": rules.checkers,
        "rules": game.digest(options),
        "levels": [level.name for level in levels],
        "ratings": {level.name: elo[level.name] for level in levels if level.name in elo},
        "board": board_json(rules),
        "options": [option_json(option) for option in game.options],
        "profiles": [profile_json(profile) for profile in game.profiles],
        **rotation_json(game),
    }


def rotation_json(game: Game) -> Json:
    """The ids of the games that are played in turn, where a match changes its game."""
    return {"rotation": [one.id for one in game.rotation]} if game.rotation else {}


def described_seat(request: Json) -> Json:
    """The game of a request, as it is with its options and profile.  Raises `Refused`."""
    agreed = wished(request)
    found = described(agreed.game, agreed.options)
    return {"game": {**found, "chosen": dict(agreed.options), "match": agreed.match.to_json()}}


def option_json(option: Option) -> Json:
    """A house rule: its name, the ruling, and all values."""
    return {"name": option.name, "default": option.default, "values": list(option.values)}


def profile_json(profile: Profile) -> Json:
    """A named bundle of options with the match that is usual for it."""
    match: MatchRules = profile.match
    return {
        "name": profile.name,
        "options": dict(profile.options),
        "match": match.to_json(),
        "lengths": list(profile.lengths),
    }


def board_json(rules: Ruleset) -> Json:
    """How checkers run, enter and leave, and where they stand apart."""
    layout = layout_of(rules)
    return {
        "shape": layout["shape"],
        "loops": rules.goal is Goal.CAPTURE_ALL,
        "tracks": {side.letter: _track(rules, side) for side in Side},
        "bar": layout["bar"],
        "res": layout["reserve"],
        "off": _off(rules),
        "goals": layout["goals"],
        "corners": layout["corners"],
        "facing": _facing(rules),
    }


def _track(rules: Ruleset, side: Side) -> Json:
    """A side's points in the order in which it runs over them, each with the number by which the
    side calls it, and with the pips that a checker on it still needs."""
    geometry = geometry_of(rules)
    points = list(geometry.track[side])
    # Where checkers do not leave, the last point is the goal and costs nothing.
    end = geometry.length + (0 if layout_of(rules)["goals"] else 1)
    return {
        "points": points,
        "own": [own_number(rules, side, point) for point in points],
        "pips": [end - path for path in range(1, len(points) + 1)] if geometry.runs else None,
        "outside": end if geometry.runs else None,
    }


def _off(rules: Ruleset) -> str | None:
    """What `off` counts in a position: None where no checker ever leaves the board."""
    if not layout_of(rules)["off"]:
        return None
    return "captured" if rules.goal is Goal.CAPTURE_ALL else "borne_off"


def _facing(rules: Ruleset) -> list[list[int]]:
    """Pairs of points, White's and Black's, that face each other; a checker on one is hit by a
    checker that lands on the other."""
    if rules.contact is not Contact.FACING:
        return []
    white, black = geometry_of(rules).track
    return [list(pair) for pair in zip(white, black, strict=True)]
