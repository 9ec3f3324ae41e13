"""Reading the form of a new table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from tavola.bots.levels import ACCEPTED, USUAL, level_of
from tavola.games import find
from tavola.play.dice import SEED_LENGTH
from tavola.rules.model.declaration import Game, Value
from tavola.rules.model.refusal import refuse
from tavola.rules.model.ruleset import MatchRules, Ruleset
from tavola.server.pages.forms import COLOURS, DICE, MONEY, OPPONENTS, OPTION, number_of, ticked
from tavola.server.tables.tables import Order


def order(given: Mapping[str, str], level: str = "") -> Order:
    """The table that a form asks for.  Raises `Refused` saying what is wrong."""
    game = find(given.get("game", ""))
    profile = given.get("profile", "")
    options = _options(game, given)
    rules = game.ruleset(options)
    seed = given.get("seed", "")
    if len(seed) > SEED_LENGTH:
        raise refuse("bad_dice_source", text=seed[:40])
    return Order(
        game=game.id,
        options=options,
        match=_match(game, rules, given),
        profile=profile,
        opponent=_one_of(given, "opponent", OPPONENTS),
        level=_level(game, rules, given, level),
        colour=_one_of(given, "colour", COLOURS),
        dice=_one_of(given, "dice", DICE),
        takeback=bool(ticked(given, "takeback", "on")),
        hints=bool(ticked(given, "hints", "on")),
        seed=seed,
    )


def _one_of(given: Mapping[str, str], name: str, values: Mapping[str, str]) -> str:
    """The value of a field; the first if it is missing.  Raises `Refused`."""
    value = given.get(name) or next(iter(values))
    if value not in values:
        raise refuse("bad_option", option=name, value=value[:40], values=list(values))
    return value


def _level(game: Game, rules: Ruleset, given: Mapping[str, str], usual: str) -> str | None:
    if _one_of(given, "opponent", OPPONENTS) != "computer":
        return None
    wanted = given.get("level", "")
    if wanted and wanted not in ACCEPTED:
        raise refuse("bad_option", option="level", value=wanted[:40], values=list(ACCEPTED))
    known = wanted or (usual if usual in ACCEPTED else USUAL)
    return level_of(game.id, rules, known).name


def _options(game: Game, given: Mapping[str, str]) -> dict[str, Value]:
    """The profile's options first, then single ones, also those that are as usual in the game: they
    may differ from the profile.  Raises `Refused`."""
    wishes: dict[str, object] = {}
    if given.get("profile"):
        wishes.update(game.profile(given["profile"]).options)
    for name, value in _given_options(given):
        wishes[name] = value
    return {name: game.option(name).read(value) for name, value in wishes.items()}


def _given_options(given: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for name, value in given.items():
        if name.startswith(OPTION) and value:
            yield name.removeprefix(OPTION)[:40], value


def _match(game: Game, rules: Ruleset, given: Mapping[str, str]) -> MatchRules:
    """How the match adds up.  Raises `Refused` (code `bad_match`)."""
    usual = game.profile(given["profile"]).match if given.get("profile") else MatchRules()
    match = _length(usual, given)
    if match.length is not None and given.get("crawford"):
        match = replace(match, crawford=given["crawford"] == "yes")
    extras = {}
    if match.length is None and match.games is None and rules.cube:
        extras = {name: bool(given.get(name)) for name in MONEY}
    if rules.swap_roles:
        extras["swap"] = bool(ticked(given, "swap", "on"))
    return replace(match, **extras)


def _length(usual: MatchRules, given: Mapping[str, str]) -> MatchRules:
    play = given.get("play", "")
    if play == "one":
        return replace(usual, length=None, games=1, crawford=False)
    if play == "money":
        return replace(usual, length=None, games=None, crawford=False)
    if play not in ("", "points", "games"):
        raise refuse("bad_match", what="form")
    what = {"points": "length", "games": "games"}.get(play)
    if what is None:
        return usual
    number = number_of(given.get(what, ""))
    if number is None:
        raise refuse("bad_match", what=what)
    if what == "length":
        return replace(usual, length=number, games=None)
    return replace(usual, length=None, games=number, crawford=False)
