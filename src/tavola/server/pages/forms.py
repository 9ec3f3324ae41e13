"""The form of a new table, made from what a game declares; `form_reader.py` reads it.

A field that is missing means the usual, so that a single button is a form, too.  With `whole` in
it a check box that is missing was left empty.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tavola.bots.levels import (
    ACCEPTED,
    THUMB,
    USUAL,
    foresees,
    level_of,
    levels_for,
    levels_of,
    quick_levels,
)
from tavola.bots.ratings import ratings_of
from tavola.games.agreement import MONEY
from tavola.rules.model.declaration import Game, Option, Profile, text_of
from tavola.rules.model.match_rules import MatchRules
from tavola.server.http.preferences import THEMES
from tavola.server.http.render import OWN_NAMES
from tavola.server.wire.browser_labels import STRINGS
from tavola.words import names
from tavola.words.translations import Words, mark

OPPONENTS = {
    "computer": mark("The computer"),
    "here": mark("Two people at this device"),
    "friend": mark("A friend, by a link"),
}
COLOURS = {"any": mark("by chance"), "white": mark("White"), "black": mark("Black")}
DICE = {
    "sealed": mark("the computer throws"),
    "typed": mark("we throw real dice and type them in"),
}
_AS_USUAL = mark("as usual by these rules")
_TYPED = 9
"""Characters of a typed number that are shown again."""
OPTION = "option-"
"""Names of the fields of options begin with this."""


@dataclass(frozen=True)
class Choice:
    """One of the values of a field: its label, and a line that says more."""

    value: str
    label: str
    chosen: bool = False
    line: str = ""


@dataclass(frozen=True)
class Field:
    """A choice between values."""

    name: str
    label: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class Box:
    """A check box."""

    name: str
    label: str
    checked: bool


@dataclass(frozen=True)
class SetUp:
    """All that the form of a game asks, in the words of a language.

    `level` is None where the computer has one level only.  `money` are boxes for money play,
    `boxes` those of every match.  `length` and `games` stand as they were typed.
    """

    opponent: Field
    level: Field | None
    no_net: bool
    profile: Field | None
    play: Field
    length: str
    games: str
    lengths: tuple[int, ...]
    crawford: Field | None
    money: tuple[Box, ...]
    swap: Box | None
    options: tuple[Field, ...]
    colour: Field
    dice: Field
    aids: tuple[Box, ...]
    advice: Box
    rules_set: bool
    """Something was chosen that hides behind a fold."""


# --------------------------------------------------------------------------------- what is asked


def set_up(words: Words, game: Game, given: Mapping[str, str], level: str = "") -> SetUp:
    """The form of a game as it was filled in, or for the first time; `level` is the usual one of
    whoever asks."""
    rules = game.rules
    profile = _profile_of(game, given)
    money = _boxes(words, MONEY, given, "") if has_cube(game) else ()
    return SetUp(
        opponent=_field(words, "opponent", words.text("Opponent"), OPPONENTS, given),
        level=_level_field(words, game, given.get("level") or level),
        no_net=levels_of(game.id, rules) == (THUMB,),
        profile=_profile_field(words, game, profile),
        play=_play_field(words, game, given),
        length=_shown(given.get("length"), (profile and profile.match.length) or 5),
        games=_shown(given.get("games"), 3),
        lengths=profile.lengths if profile else (),
        crawford=_crawford_field(words, game, given) if has_cube(game) else None,
        money=money,
        swap=_boxes(words, ("swap",), given, "on")[0] if rules.swap_roles else None,
        options=tuple(_option_field(words, game, option, given) for option in game.options),
        colour=_field(words, "colour", words.text("Your colour"), COLOURS, given),
        dice=_field(words, "dice", words.text("Dice"), DICE, given),
        aids=_aids(words, given),
        advice=_advice(words, given),
        rules_set=any(given.get(f"{OPTION}{option.name}") for option in game.options),
    )


def _field(
    words: Words, name: str, label: str, values: Mapping[str, str], given: Mapping[str, str]
) -> Field:
    """A field whose first value is the usual one."""
    chosen = given.get(name) if given.get(name) in values else next(iter(values))
    choices = (Choice(value, words.text(text), value == chosen) for value, text in values.items())
    return Field(name, label, tuple(choices))


def _boxes(
    words: Words, boxes: tuple[str, ...], given: Mapping[str, str], usual: str
) -> tuple[Box, ...]:
    return tuple(
        Box(name, names.match_line(words, name), bool(ticked(given, name, usual))) for name in boxes
    )


def _aids(words: Words, given: Mapping[str, str]) -> tuple[Box, ...]:
    labels = {
        "takeback": words.text("Plays may be taken back"),
        "hints": words.text("The computer gives hints"),
    }
    return tuple(
        Box(name, label, ticked(given, name, "on") != "") for name, label in labels.items()
    )


def _advice(words: Words, given: Mapping[str, str]) -> Box:
    """Hints where two play at one device: only if both want them."""
    label = words.text("The computer gives hints")
    return Box("advice", label, bool(ticked(given, "advice", "")))


def ticked(given: Mapping[str, str], name: str, usual: str) -> str:
    """A check box: "" if it is empty; `usual` where the whole form was not sent."""
    return given.get(name, "" if "whole" in given else usual)


def _level_field(words: Words, game: Game, wanted: str) -> Field | None:
    levels = levels_of(game.id, game.rules)
    if len(levels) < 2:
        return None
    chosen = level_of(game.id, game.rules, wanted if wanted in ACCEPTED else USUAL)
    elo = ratings_of(game.id)
    choices = (
        Choice(
            level.name,
            names.level_name(words, level.name),
            level == chosen,
            names.level_told(words, level.name, elo.get(level.name), foresees(game.rules, level)),
        )
        for level in levels
    )
    return Field("level", words.text("How strong?"), tuple(choices))


def _profile_field(words: Words, game: Game, chosen: Profile | None) -> Field | None:
    if chosen is None:
        return None
    choices = (
        Choice(
            profile.name,
            names.profile_name(words, profile.name),
            profile is chosen,
            profile_line(words, game, profile),
        )
        for profile in game.profiles
    )
    return Field("profile", words.text("Rules as in"), tuple(choices))


def profile_line(words: Words, game: Game, profile: Profile) -> str:
    """How a profile is usually played, and what differs from the rulings of the game."""
    parts = match_parts(words, profile.match)
    parts += option_parts(words, game, profile.options)
    return words.clauses(parts)


def match_parts(words: Words, match: MatchRules) -> list[str]:
    """How long a match is and what is special about it, in short."""
    if match.length is not None:
        parts = [words.plural("to {count} point", "to {count} points", match.length)]
    elif match.games is not None:
        parts = [words.plural("{count} game", "{count} games", match.games)]
    else:
        parts = [words.text("money play")]
    for name in ("crawford", *MONEY):
        if getattr(match, name):
            parts.append(names.match_label(words, name))
    return parts


def option_parts(words: Words, game: Game, options: Mapping[str, object]) -> list[str]:
    """The options that differ from the rulings, in short."""
    return [
        words.text(
            "{option}: {value}",
            option=names.option_label(words, name),
            value=names.option_value(words, name, value),
        )
        for name, value in game.chosen(options).items()
    ]


def _play_field(words: Words, game: Game, given: Mapping[str, str]) -> Field:
    values = {"": _AS_USUAL} if game.profiles else {}
    values |= {} if game.rotation else {"one": mark("one game")}
    values |= {
        "points": mark("a match to points"),
        "games": mark("a number of games"),
        "money": mark("money play, as long as you like"),
    }
    return _field(words, "play", words.text("How long?"), values, given)


def _crawford_field(words: Words, game: Game, given: Mapping[str, str]) -> Field:
    values = {"": _AS_USUAL} if game.profiles else {}
    values |= {"no": mark("no"), "yes": mark("yes")}
    return _field(words, "crawford", names.match_label(words, "crawford"), values, given)


def _option_field(words: Words, game: Game, option: Option, given: Mapping[str, str]) -> Field:
    """The values of an option; where there are profiles, first the one that the profile has."""
    name, label = f"{OPTION}{option.name}", names.option_label(words, option.name)
    values = [text_of(value) for value in option.values]
    usual = "" if game.profiles else values[0]
    chosen = given[name] if given.get(name) in values else usual
    choices = []
    if game.profiles:
        choices.append(Choice("", words.text(_AS_USUAL), chosen == ""))
    for value in option.values:
        shown = names.option_value(words, option.name, value)
        if not game.profiles and value == option.default:
            shown = words.text("{option} (usual)", option=shown)
        choices.append(Choice(text_of(value), shown, chosen == text_of(value)))
    return Field(name, label, tuple(choices))


def _profile_of(game: Game, given: Mapping[str, str]) -> Profile | None:
    """The profile that was chosen, or the first; None in a game without any."""
    wanted = given.get("profile", "")
    known = {profile.name: profile for profile in game.profiles}
    return known.get(wanted) or (game.profiles[0] if game.profiles else None)


def has_cube(game: Game) -> bool:
    """The game is played with a cube, or can be."""
    return game.rules.cube or any(
        change.get("cube") for option in game.options for change in option.values.values()
    )


def _shown(text: str | None, usual: int) -> str:
    return (text or "").strip()[:_TYPED] or str(usual)


def fewer(words: Words, game: Game, level: str = "") -> str:
    """Says so where the level that somebody plays at does not exist here; else nothing."""
    found = levels_of(game.id, game.rules)
    wanted = level if level in ACCEPTED else USUAL
    if found == (THUMB,) or wanted in [one.name for one in found]:
        return ""
    if len(found) == 1:
        return words.text("The computer has only one level here: the others would play alike.")
    return words.text("This game has fewer levels: those that are missing would play alike.")


def slowness(words: Words, game: Game) -> str:
    """Which levels answer soon, where not all of them do; else nothing."""
    quick, all_levels = quick_levels(game.rules), levels_for(game.rules)
    if levels_of(game.id, game.rules) == (THUMB,):
        return ""
    if len(quick) == len(all_levels) or not quick:
        return ""
    return words.text(
        "Only these levels answer within two seconds here: {levels}.",
        levels=words.join([names.level_name(words, level.name) for level in quick]),
    )


# ---------------------------------------------------------------------------------- settings


_SETTINGS = {
    "language": tuple(OWN_NAMES),
    "theme": THEMES,
    "numbering": ("own", "booklet"),
    "voice": ("full", "brief"),
    "speed": ("normal", "slow", "fast", "fastest", "none"),
}
"""Settings that can be changed away from a table: their values, the usual one first."""


def settings_fields(words: Words, prefs: Mapping[str, object]) -> list[Field]:
    """The form of one's settings."""
    return [_setting(words, name, values, prefs.get(name)) for name, values in _SETTINGS.items()]


def _setting(words: Words, name: str, values: Sequence[str], now: object) -> Field:
    chosen = now if now in values else values[0]
    if name == "language":
        choices = [Choice(code, own, code == chosen) for code, own in OWN_NAMES.items()]
        return Field(name, words.text("Language"), tuple(choices))
    labels = {value: words.text(STRINGS[f"{name}_{value}"]) for value in values}
    choices = [Choice(value, label, value == chosen) for value, label in labels.items()]
    return Field(name, words.text(STRINGS[name]), tuple(choices))
