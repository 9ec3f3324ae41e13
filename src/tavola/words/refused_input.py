"""Why a text, a position, an option or a file was refused, as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tavola.rules.model.refusal import Refusal
from tavola.rules.model.ruleset import Side
from tavola.words import names, refused_files
from tavola.words.speaker import Speaker, side_name
from tavola.words.translations import Words, mark

Details = Mapping[str, Any]

PLAIN = {
    "in_use": mark("This match is open in another window: go on there, or close it first."),
    "not_revealed": mark("The sealed dice cannot be checked: the record lacks their secret."),
    "other_rules": mark(
        "This position belongs to another game or to other house rules: ask somebody who plays it."
    ),
    "still_running": mark("The sealed dice can be checked only when the match is over."),
    "seeds_fixed": mark("The seeds of the dice are fixed: the first dice have fallen."),
    "no_seeds": mark("The dice of this match take no seeds."),
    "old_seal": mark(
        "An older scheme: nobody could change the dice during the match, but the secret was drawn "
        "when a seed could be known already."
    ),
}
"""Refusals that need no details."""

POSITIONS = {
    "no_bar": mark("The position is wrong: there is no bar in this game."),
    "no_reserve": mark("The position is wrong: there is no reserve in this game."),
    "no_towers": mark("The position is wrong: there are no towers in this game."),
    "no_pins": mark("The position is wrong: nothing is pinned in this game."),
    "finished": mark("The position is wrong: the game is over in it."),
    "foreign": mark("This position of another program is damaged and cannot be read."),
    "foreign_game": mark("Other programs know only the board of classic backgammon."),
    "foreign_offer": mark("A double or a resignation is on the table: set up what was before it."),
    "foreign_over": mark("The position is wrong: the game is over in it."),
    "turn": mark("The position is wrong: what it says about the turn does not fit together."),
}
"""What is wrong with a position, where no details are needed."""

RECORDS = {
    "form": mark("The record cannot be read: it is no Tavola record."),
    "size": mark("The record cannot be read: the file is too large."),
    "text": mark("The record cannot be read: the file is no UTF-8 text."),
    "json": mark("The record cannot be read: the file is no JSON."),
    "reveal": mark("The record cannot be read: it shows the secret of its dice in a wrong place."),
}
"""What is wrong with a record, where no details are needed."""


MATCHES = {
    "form": mark("The match rules cannot be read."),
    "combination": mark(
        "These match rules do not go together: play 1 to 99 points or 1 to 99 games; "
        "Jacoby, beavers and automatic doubles belong to money play."
    ),
    "length": mark("A match is played to a score of 1 to 99 points: choose a whole number."),
    "games": mark("A match has 1 to 99 games: choose a whole number."),
    "two_ends": mark("A match is played to points or over a number of games: choose one of them."),
    "no_end": mark("Money play has no end: leave out the points and the number of games."),
    "no_points": mark("The Crawford rule belongs to a match to points: say to how many."),
    "no_roles": mark("In this game both sides are equal: there are no roles to keep."),
}
"""What is wrong with the rules of a match, where no details are needed."""


def explain(speaker: Speaker, refusal: Refusal, side: Side | None) -> str:
    """The sentence for a refusal of input; empty if it is none."""
    plain = PLAIN.get(refusal.code)
    if plain is not None:
        return speaker.words.text(plain)
    explainer = EXPLAINERS.get(refusal.code)
    return "" if explainer is None else explainer(speaker, refusal.details)


def _unclear_play(speaker: Speaker, details: Details) -> str:
    return speaker.words.text(
        "I cannot read “{text}” as a play: write for example 8/5 6/5, bar/22 or 6/off.",
        text=details["text"],
    )


def _bad_action(speaker: Speaker, details: Details) -> str:
    return speaker.words.text("“{text}” is no event of a record.", text=details["text"])


def _bad_position(speaker: Speaker, details: Details) -> str:
    words, what = speaker.words, details["what"]
    if what in POSITIONS:
        return words.text(POSITIONS[what])
    if what == "token":
        text = details.get("text", "")
        return words.text("The position is wrong: “{text}” cannot be read.", text=text)
    if what == "both":
        return words.text(
            "The position is wrong: the checkers on point {point} cannot stand together. A line "
            "counts the points of both colours from where White starts.",
            point=details.get("point", 0),
        )
    if what == "pin":
        return words.text(
            "The position is wrong: the checkers on point {point} cannot stand together.",
            point=details.get("point", 0),
        )
    if what == "stack":
        return words.plural(
            "The position is wrong: point {point} does not take {count} checker.",
            "The position is wrong: point {point} does not take {count} checkers.",
            details.get("count", 0),
            point=details.get("point", 0),
        )
    return _of_one_side(speaker, details)


def _of_one_side(speaker: Speaker, details: Details) -> str:
    words, what = speaker.words, details["what"]
    if "side" not in details:
        return words.text(
            "The position cannot be read: write it for example as W 1:2 12:5 bar:1 | B 24:2 13:5."
        )
    colour = side_name(words, Side(details["side"]))
    if what == "off_track":
        point = details.get("point", 0)
        return words.text(
            "The position is wrong: {colour} has no point {point}.", colour=colour, point=point
        )
    if what == "towers":
        return words.text(
            "The position is wrong: the towers of {colour} do not fit the stage.", colour=colour
        )
    return words.plural(
        "The position is wrong: {colour} cannot have {count} checker.",
        "The position is wrong: {colour} cannot have {count} checkers.",
        details.get("count", 0),
        colour=colour,
    )


def _bad_state(speaker: Speaker, details: Details) -> str:
    return speaker.words.text(
        "The saved match cannot be read: “{what}” is wrong in it.", what=details["what"]
    )


def _bad_record(speaker: Speaker, details: Details) -> str:
    words, what = speaker.words, details["what"]
    if what == "event":
        return ""
    if what in RECORDS:
        return words.text(RECORDS[what])
    if what == "game":
        return words.text(
            "The record cannot be read: this Tavola does not know its game, “{game}”. "
            "A newer one may: update Tavola.",
            game=details.get("game", ""),
        )
    if what == "option":
        return words.text(
            "The record cannot be read: this Tavola does not know the option {option}={value} of "
            "the game {game}. A newer one may: update Tavola.",
            option=details.get("option", ""),
            value=details.get("value", ""),
            game=names.game_name(words, details["game"]),
        )
    if what == "version":
        return words.text(
            "The record comes from a newer Tavola, version {version} of the form: update Tavola.",
            version=details.get("version", ""),
        )
    if what == "line":
        return words.text(
            "The record cannot be read: line {line} is damaged.", line=details.get("line", "")
        )
    return words.text("The record cannot be read: “{what}” is wrong in it.", what=what)


def _bad_review(speaker: Speaker, details: Details) -> str:
    if details["what"] == "version":
        return speaker.words.text(
            "The review comes from a newer Tavola, version {version} of the form: update Tavola.",
            version=details.get("version", ""),
        )
    return speaker.words.text("The review cannot be read: it is no Tavola review.")


def _bad_rollout(speaker: Speaker, details: Details) -> str:
    if details["what"] == "other":
        return speaker.words.text(
            "The rollout in the file is of another position, net, seed or length: name another "
            "file."
        )
    return speaker.words.text("The rollout cannot be read: it is no Tavola rollout.")


def _bad_option(speaker: Speaker, details: Details) -> str:
    words, option = speaker.words, details["option"]
    if option == "profile":
        return _bad_profile(words, details)
    if details.get("values"):
        return words.text(
            "“{value}” is no value of the option {option}: choose {values}.",
            value=details["value"],
            option=option,
            values=words.join(list(details["values"]), alternative=True),
        )
    options = list(details.get("options", []))
    if not options:
        return words.text("This game has no option {option}.", option=option)
    return words.text(
        "This game has no option {option}: choose among {options}.",
        option=option,
        options=words.join(options),
    )


def _bad_profile(words: Words, details: Details) -> str:
    if not details.get("values"):
        return words.text("This game has only one version: leave out the profile.")
    return words.text(
        "“{value}” is no version of this game: choose {values}.",
        value=details["value"],
        values=words.join(list(details["values"]), alternative=True),
    )


def _bad_match(speaker: Speaker, details: Details) -> str:
    words, what = speaker.words, details["what"]
    if what in MATCHES:
        return words.text(MATCHES[what])
    label = names.match_label(words, str(details.get("rule", what)))
    if what == "no_money":
        return words.text("“{label}” belongs to money play: leave it out here.", label=label)
    if what == "no_cube":
        return words.text("“{label}” needs the doubling cube: leave it out here.", label=label)
    return words.text("The match rules are wrong: {label}.", label=label)


def _no_game(speaker: Speaker, details: Details) -> str:
    return speaker.words.text(
        "There is no game “{game}”: choose one from the list of games.", game=details["game"]
    )


def _bad_opponent(speaker: Speaker, details: Details) -> str:
    return speaker.words.text(
        "“{text}” is no opponent: choose human, computer, or computer:LEVEL with one of {levels}.",
        text=details["text"],
        levels=", ".join(details["levels"]),
    )


PICTURES = {
    "theme": mark("There are no colours “{text}”: choose {known}."),
    "numbering": mark("There are no numbers “{text}” for points: choose {known}."),
}


def _bad_picture(speaker: Speaker, details: Details) -> str:
    words, what, known = speaker.words, details["what"], [str(one) for one in details["known"]]
    if what in PICTURES:
        choice = words.join(known, alternative=True)
        return words.text(PICTURES[what]).format(text=details["text"], known=choice)
    return words.text(
        "A picture cannot be {text} pixels wide: choose {least} to {most}.",
        text=details["text"],
        least=known[0] if known else "",
        most=known[-1] if known else "",
    )


ADVICE = {
    "dice": mark("There is nothing to choose before the dice lie: throw first."),
    "done": mark("There is nothing left to choose: end the turn."),
    "offer": mark("An offer is open, and no play is asked for: answer it first."),
}


def _no_advice(speaker: Speaker, details: Details) -> str:
    return speaker.words.text(ADVICE.get(details["what"], ADVICE["done"]))


LOOKS = {
    "depth": mark("The computer looks {low} to {high} throws ahead: choose one of these."),
    "budget": mark("The computer judges {low} to {high} positions: choose one of these."),
    "trials": mark("A position is played on {low} to {high} times: choose one of these."),
    "plays": mark("A rollout compares {low} to {high} plays: choose one of these."),
    "horizon": mark("A rollout plays {low} to {high} throws on: choose one of these."),
    "workers": mark("A rollout is shared by {low} to {high} processes: choose one of these."),
    "both": mark("Say how many throws ahead or how many positions, not both."),
}


def _bad_look(speaker: Speaker, details: Details) -> str:
    text = speaker.words.text(LOOKS.get(details["what"], LOOKS["both"]))
    return text.format(low=details["low"], high=details["high"])


def _no_net(speaker: Speaker, details: Details) -> str:
    return speaker.words.text(
        "The computer knows this game only by a rule of thumb and has no opinion."
    )


def _bad_dice_source(speaker: Speaker, details: Details) -> str:
    return speaker.words.text(
        "“{text}” is no source of dice that can be used here: "
        "choose system, typed, seed:NUMBER, sealed or record:FILE.",
        text=details["text"],
    )


def _other_dice(speaker: Speaker, details: Details) -> str:
    return speaker.words.text(
        "Throw {number} of the record, {dice}, is not the one its dice give.",
        number=details["throw"],
        dice=speaker.dice(details["dice"]),
    )


def _too_many_events(speaker: Speaker, details: Details) -> str:
    return speaker.words.text(
        "A record of more than {most} events is not read here: check it with tavola verify.",
        most=details["most"],
    )


def _bad_seed(speaker: Speaker, details: Details) -> str:
    return speaker.words.text(
        "A seed has at most {most} characters, and only such as can be seen.", most=details["most"]
    )


def _other_seed(speaker: Speaker, details: Details) -> str:
    return speaker.words.text(
        "The program’s seed for player {number} does not follow from the secret.",
        number=details["player"],
    )


EXPLAINERS: dict[str, Callable[[Speaker, Details], str]] = {
    "unclear_play": _unclear_play,
    "bad_action": _bad_action,
    "bad_position": _bad_position,
    "bad_state": _bad_state,
    "bad_record": _bad_record,
    "bad_option": _bad_option,
    "bad_match": _bad_match,
    "no_game": _no_game,
    "bad_opponent": _bad_opponent,
    "bad_picture": _bad_picture,
    "no_advice": _no_advice,
    "bad_look": _bad_look,
    "bad_review": _bad_review,
    "bad_rollout": _bad_rollout,
    "no_net": _no_net,
    "bad_dice_source": _bad_dice_source,
    "other_dice": _other_dice,
    "bad_seed": _bad_seed,
    "too_many_events": _too_many_events,
    "other_seed": _other_seed,
    **refused_files.EXPLAINERS,
}
"""Refusals of input that have details."""
