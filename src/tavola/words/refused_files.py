"""Why a file of another program cannot be read, or a record not be written as one, as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tavola.words.speaker import Speaker
from tavola.words.translations import mark

Details = Mapping[str, Any]

FILES = {
    "form": mark("The file is of no form that is read here: a record of Tavola, MAT or SGF."),
    "packed": mark("The file is compressed: unpack it, and take in what was in it."),
    "many": mark("The file holds more than {text} matches: send them in several files."),
    "mat_length": mark(
        "Line {line}: the file does not say how many points the match is played to."
    ),
    "mat_games": mark("The file holds no game."),
    "mat_long": mark("Matches are played to 99 points at most."),
    "mat_names": mark(
        "Line {line}: the names and the score of the game are awaited, not “{text}”."
    ),
    "mat_row": mark("Line {line}: “{text}” is no line of a match."),
    "mat_cell": mark("Line {line}: “{text}” is no throw and no double."),
    "mat_play": mark("Line {line}: “{text}” is no play."),
    "sgf_form": mark("Line {line}: the file is no game tree."),
    "sgf_end": mark("Line {line}: the file breaks off."),
    "sgf_game": mark("Line {line}: the tree holds another game than backgammon."),
    "sgf_play": mark("Line {line}: “{text}” is no play."),
    "sgf_setup": mark("Line {line}: a position was put in by hand there; such games are not read."),
    "unfinished": mark("Line {line}: a game begins there, but the one before has not ended."),
    "score": mark("Line {line}: the score there is not what the games before make."),
    "cube": mark("Line {line}: the cube cannot be turned to that value."),
    "winner": mark("Line {line}: by the moves the other player has won."),
    "points": mark("Line {line}: so many points were not won by the moves."),
    "stops": mark("Line {line}: the file ends there, but the match does not."),
    "forfeit": mark(
        "Line {line}: the match ends there by no play and no resignation; it is kept as far as it "
        "was played."
    ),
    "thrown": mark("Line {line}: the game was given up after the last throw, which is left out."),
}
"""What is wrong with a file of another program, and in which line."""

UNWRITTEN = {
    "game": mark("Other programs do not know this game: keep the match as a record of Tavola."),
    "position": mark("Other programs cannot hold this position: keep it as a record of Tavola."),
    "options": mark("Other programs do not know these house rules: keep a record of Tavola."),
    "games": mark("Other programs know no match over a number of games: keep a record of Tavola."),
    "automatic": mark("Other programs cannot hold automatic doubles: keep a record of Tavola."),
    "draw": mark("Other programs cannot hold an agreed draw: keep a record of Tavola."),
    "over": mark("No game is going on: there is no position to write."),
    "offer": mark("An offer is on the table that the other form cannot hold: answer it first."),
}
"""Why something cannot be written for another program."""


def _bad_file(speaker: Speaker, details: Details) -> str:
    text = speaker.words.text(FILES.get(details["what"], FILES["form"]))
    return text.format(line=place(speaker, details), text=details.get("text", ""))


def place(speaker: Speaker, details: Details) -> object:
    """The line, and the column where it is told, to follow “line”."""
    line, column = details.get("line", 1), details.get("column")
    if column is None:
        return line
    return speaker.words.text("{line}, column {column}", line=line, column=column)


def _not_written(speaker: Speaker, details: Details) -> str:
    return speaker.words.text(UNWRITTEN.get(details["what"], UNWRITTEN["game"]))


def _foreign_variation(speaker: Speaker, details: Details) -> str:
    return speaker.words.text(
        "“{name}” is a game that Tavola does not read from other programs.", name=details["name"]
    )


EXPLAINERS: dict[str, Callable[[Speaker, Details], str]] = {
    "bad_file": _bad_file,
    "not_written": _not_written,
    "foreign_variation": _foreign_variation,
}
"""Refusals of files of other programs; those of single lines are in `refusals.py`."""
