"""What games, families, profiles, options and colours are called."""

from __future__ import annotations

from tavola.games import find
from tavola.rules.model.declaration import Value, text_of
from tavola.rules.model.ruleset import Side
from tavola.words.catalogue import Words, mark, mark_within
from tavola.words.pages import page

_GAMES = {
    "backgammon": mark_within("game", "Backgammon"),
    "eureka": mark_within("game", "Eureka"),
    "puff": mark_within("game", "Puff"),
    "puff-long": mark_within("game", "Long Puff"),
    "puff-russian": mark_within("game", "Russian Puff"),
    "puff-russian-long": mark_within("game", "Long Russian Puff"),
    "french-1": mark_within("game", "French Backgammon 1"),
    "russian": mark_within("game", "Russian Backgammon"),
    "gioul": mark_within("game", "Turkish Backgammon (Gioul)"),
    "french-2": mark_within("game", "French Backgammon 2"),
    "acey-deucey": mark_within("game", "Acey Deucey"),
    "mexican": mark_within("game", "Mexican Backgammon"),
    "old-britain": mark_within("game", "Old Britain"),
    "pin": mark_within("game", "Pin"),
    "catch-me": mark_within("game", "Catch me"),
    "doublets": mark_within("game", "Doublets"),
    "ludus-lumbadorum": mark_within("game", "Ludus Lumbadorum"),
    "backwards": mark_within("game", "Backwards"),
    "straight": mark_within("game", "Straight"),
    "fixed-throw": mark_within("game", "Fixed Throw"),
    "no-hit": mark_within("game", "No Hitting"),
    "open-throw": mark_within("game", "Open Throw"),
    "reverse": mark_within("game", "Reverse"),
    "snake": mark_within("game", "Snake"),
    "free-choice": mark_within("game", "Double against Free Choice"),
}

_FAMILIES = {
    "classic": mark("Classic games"),
    "entering": mark("Games with entering"),
    "peaceful": mark("Games without hitting"),
    "twists": mark("Short variants"),
    "boards": mark("Boards of their own"),
}

_PROFILES = {
    "tournament": mark_within("profile", "Tournament"),
    "pergioco": mark_within("profile", "PerGioco"),
    "schmidt": mark_within("profile", "Schmidt"),
    "tavola-reale": mark_within("profile", "Tavola Reale"),
}

_OPTIONS = {
    "opening": mark("First throw"),
    "cube": mark("Doubling cube"),
    "triple": mark("A backgammon counts 3"),
    "big_number": mark("A number too large for every checker"),
    "cube_window": mark("When to double"),
    "cube_ban": mark("No double that would decide the match"),
    "extra_throw": mark("Another throw after a complete double"),
    "score": mark("Score"),
    "entry": mark("Checkers that must enter first"),
    "bar_first": mark("Checkers on the bar come first"),
    "remainder": mark("Rest of a failed number"),
    "start": mark("Starting position"),
    "mother": mark("Mother rule"),
    "hit_value": mark("Value of a hit"),
    "snake": mark("Who is the snake"),
    "namer": mark("Who names the throws"),
    "doubles": mark("A double as the fixed throw"),
    "repetition": mark("Third repetition"),
    "play_first": mark("On 1-2, move the 1 and the 2 first"),
    "numbers_used": mark("Numbers used"),
    "corners": mark("Corners"),
    "bear_off_by": mark("A number takes off"),
    "double_moves": mark("A double counts"),
}

_VALUES = {
    ("opening", "dice"): mark("the two opening dice"),
    ("opening", "fresh"): mark("a fresh throw of two dice"),
    ("opening", "choice"): mark("the starter chooses"),
    ("opening", "agreed"): mark("agreed: whoever names begins"),
    ("triple", "none_off"): mark("only if the loser has none off"),
    ("triple", "always"): mark("even if the loser has some off"),
    ("big_number", "farthest"): mark("takes off the farthest checker"),
    ("big_number", "any_lower"): mark("takes off a checker from any lower point"),
    ("cube_window", "own"): mark("in your own turn, before the throw"),
    ("cube_window", "any"): mark("in either turn, before the throw"),
    ("score", "single"): mark("always 1"),
    ("score", "full"): mark("1, 2 or 3"),
    ("entry", "2"): mark("2 checkers"),
    ("entry", "15"): mark("all 15"),
    ("entry", "1"): mark("1 checker"),
    ("remainder", "lost"): mark("is lost"),
    ("remainder", "handed"): mark("played by the opponent"),
    ("start", "13-1-1"): mark("13 checkers and 2 single ones"),
    ("start", "15"): mark("all 15 on the first point"),
    ("hit_value", "one"): mark("always 1"),
    ("hit_value", "status"): mark("1, 2 or 3"),
    ("snake", "white"): mark_within("colour", "White"),
    ("snake", "black"): mark_within("colour", "Black"),
    ("namer", "white"): mark_within("colour", "White"),
    ("namer", "black"): mark_within("colour", "Black"),
    ("doubles", "yes"): mark("allowed"),
    ("doubles", "no"): mark("thrown again"),
    ("repetition", "yes"): mark("a draw"),
    ("repetition", "no"): mark("does not count"),
    ("numbers_used", "both"): mark("both numbers"),
    ("numbers_used", "lower"): mark("only the lower number"),
    ("corners", "8"): mark("all 8"),
    ("corners", "4"): mark("only the outer 4"),
    ("bear_off_by", "checker"): mark("one checker"),
    ("bear_off_by", "tower"): mark("a whole tower"),
    ("double_moves", "2"): mark("two steps"),
    ("double_moves", "1"): mark("one step"),
}

_LEVELS = {
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


def game_name(words: Words, game_id: str) -> str:
    """The name of a game.  Raises `Refused` (code `no_game`)."""
    return words.within("game", _GAMES[find(game_id).id])


def game_line(words: Words, game_id: str) -> str:
    """One line on what is odd about a game.  Raises `Refused` (code `no_game`)."""
    return page(words.lang, game_id).line


def family_name(words: Words, family: str) -> str:
    """The name of a group of games."""
    return words.text(_FAMILIES[family])


def profile_name(words: Words, profile: str) -> str:
    """The name of a bundle of options."""
    return words.within("profile", _PROFILES[profile])


def option_label(words: Words, option: str) -> str:
    """What an option of a game is called in menus."""
    return words.text(_OPTIONS[option])


def option_value(words: Words, option: str, value: Value) -> str:
    """What a value of an option is called in menus."""
    text = text_of(value)
    found = _VALUES.get((option, text))
    if found is None:
        return words.text("yes") if text == "yes" else words.text("no") if text == "no" else text
    return words.within("colour", found) if option in ("snake", "namer") else words.text(found)


def match_label(words: Words, name: str) -> str:
    """What a field of the match rules is called in menus."""
    return words.text(_MATCH[name]) if name in _MATCH else name


def level_name(words: Words, level: str) -> str:
    """What a level of the computer is called."""
    return words.within("level", _LEVELS[level][0])


def level_line(words: Words, level: str) -> str:
    """How the computer plays at a level, without a capital and a full stop."""
    return words.text(_LEVELS[level][1])


def side_name(words: Words, side: Side) -> str:
    """The colour alone, as a label."""
    return words.within("colour", ("White", "Black")[side])
