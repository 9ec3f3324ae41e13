"""What games, families, profiles, options and colours are called."""

from __future__ import annotations

from functools import lru_cache

from tavola.games import OFFERED
from tavola.rules.model.declaration import Game, Value, text_of
from tavola.rules.model.rotation import InTurn
from tavola.rules.model.ruleset import Side
from tavola.words.rule_pages import page
from tavola.words.speaker import side_name
from tavola.words.translations import Words, mark, mark_within

_FAMILIES = {
    "classic": mark("Classic games"),
    "entering": mark("Games with entering"),
    "peaceful": mark("Games without hitting"),
    "twists": mark("Short variants"),
    "boards": mark("Boards of their own"),
    "relatives": mark("Relatives from elsewhere"),
    "mediterranean": mark("From the eastern Mediterranean"),
    "workshop": mark("Workshop"),
}

_LEVELS = {
    "thumb": (
        mark_within("level", "Rule of thumb"),
        mark("has not learnt this game and goes by a few simple rules"),
    ),
    "beginner": (
        mark_within("level", "Beginner"),
        mark("leaves blots about and runs too early"),
    ),
    "novice": (
        mark_within("level", "Novice"),
        mark("knows the game, but errs often"),
    ),
    "casual": (
        mark_within("level", "Casual player"),
        mark("plays decently, with some errors"),
    ),
    "club": (
        mark_within("level", "Club player"),
        mark("plays well, with small errors"),
    ),
    "expert": (
        mark_within("level", "Expert"),
        mark("plays what it thinks best at first sight"),
    ),
    "master": (
        mark_within("level", "Master"),
        mark("looks two throws ahead"),
    ),
}

_FORESEEING = {
    "club": mark("foresees a few plays of both sides"),
    "expert": mark("foresees many plays of both sides"),
}

_MATCH = {
    "length": mark("Points to play to"),
    "games": mark("Number of games"),
    "money": mark("Money play"),
    "crawford": mark("Crawford rule"),
    "jacoby": mark("Jacoby rule"),
    "beavers": mark("Beavers"),
    "automatic": mark("Automatic doubles"),
    "swap": mark("Change of roles after each game"),
}

_MONEY = {
    "jacoby": mark("gammons count only once the cube has been turned"),
    "beavers": mark("whoever takes may double again at once and keep the cube"),
    "automatic": mark("equal dice at the start double the cube"),
}


def one_by_one(words: Words, rotation: Game) -> str:
    """What somebody is told who names a rotation where there can be one game: which there are."""
    return words.text(
        "In a match of {game} others are played in turn: name one of them, {games}.",
        game=game_name(words, rotation.id),
        games=words.join([one.id for one in rotation.rotation], alternative=True),
    )


def game_name(words: Words, game_id: str) -> str:
    """The name of a game, which its rule page begins with.  Raises `Refused` (code `no_game`)."""
    return page(words.lang, game_id).title


def numbered(words: Words, number: int, played: InTurn | None) -> str:
    """A game of a match as a heading: its number, and in a rotation what is played."""
    if played is None:
        return words.text("Game {number}", number=number)
    name = game_name(words, played.game)
    return words.text("Game {number}: {name}", number=number, name=name)


def game_line(words: Words, game_id: str) -> str:
    """One line on what is odd about a game.  Raises `Refused` (code `no_game`)."""
    return page(words.lang, game_id).line


def family_name(words: Words, family: str) -> str:
    """The name of a group of games; its id, if it has none."""
    return words.text(_FAMILIES[family]) if family in _FAMILIES else family


def profile_name(words: Words, profile: str) -> str:
    """The name of a bundle of options; its id, if it has none."""
    label = _labels().get(("profile", profile), "")
    return words.within("profile", label) if label else profile


def option_label(words: Words, option: str) -> str:
    """What an option of a game is called in menus; its id, if it has no label."""
    label = _labels().get(("option", option), "")
    return words.text(label) if label else option


def option_value(words: Words, option: str, value: Value) -> str:
    """What a value of an option is called in menus; as it is typed, if it has no label."""
    text = text_of(value)
    label = _labels().get((option, text), "")
    if label:
        return words.text(label)
    if text in ("white", "black"):
        return side_name(words, Side[text.upper()])
    return words.text("yes") if text == "yes" else words.text("no") if text == "no" else text


@lru_cache(maxsize=1)
def _labels() -> dict[tuple[str, str], str]:
    """What the declarations call options, their values and profiles."""
    found: dict[tuple[str, str], str] = {}
    for game in OFFERED.values():
        for profile in game.profiles:
            found.setdefault(("profile", profile.name), profile.label)
        for option in game.options:
            found.setdefault(("option", option.name), option.label)
            for value, label in option.labels.items():
                found.setdefault((option.name, text_of(value)), label)
    return found


def match_label(words: Words, name: str) -> str:
    """What a field of the match rules is called in menus."""
    return words.text(_MATCH[name]) if name in _MATCH else name


def match_line(words: Words, name: str) -> str:
    """What a rule of money play is, after its name and a colon; the name alone of other fields."""
    label = match_label(words, name)
    if name not in _MONEY:
        return label
    return words.labelled(label, words.text(_MONEY[name]))


def level_name(words: Words, level: str) -> str:
    """What a level of the computer is called; its id, if it has no name."""
    return words.within("level", _LEVELS[level][0]) if level in _LEVELS else level


def computer_name(words: Words, level: str | None) -> str:
    """The computer as a player, with its level if it has one."""
    if not level:
        return words.text("Computer")
    return words.text("Computer ({level})", level=level_name(words, level))


def recorded_name(words: Words, name: str) -> str:
    """A player's name for people: records call the computer `computer` or `computer:LEVEL`."""
    kind, _, level = name.partition(":")
    return computer_name(words, level) if kind == "computer" else name


def level_line(words: Words, level: str, foresees: bool = False) -> str:
    """How the computer plays at a level, without a capital and a full stop; `foresees` says that
    the throw is fixed and it searches the plays of both sides."""
    if foresees and level in _FORESEEING:
        return words.text(_FORESEEING[level])
    return words.text(_LEVELS[level][1]) if level in _LEVELS else ""


def level_told(words: Words, level: str, elo: int | None, foresees: bool = False) -> str:
    """How the computer plays at a level, and how strong it is where that was measured."""
    line = level_line(words, level, foresees)
    if elo is None:
        return line
    return words.text("{line} (Elo\N{NO-BREAK SPACE}{elo})", line=line, elo=elo)
