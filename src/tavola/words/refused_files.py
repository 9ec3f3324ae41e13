"""Why a file of another program cannot be read, or a record not be written as one, as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tavola.words.speaker import Speaker
from tavola.words.translations import mark

Details = Mapping[str, Any]

FILES = {
    "form": mark(
        "The file is of no form that is read here: a record of Tavola, MAT, SGF, XG, BGBlitz or "
        "OGXM."
    ),
    "packed": mark("The file is compressed: unpack it, and take in what was in it."),
    "extra": mark("Files of XG, BGBlitz and OGXM need something more: pip install '{text}'."),
    "damaged": mark("The file of XG, BGBlitz or OGXM is damaged, or of a version not read here."),
    "unread": mark("The file of XG, BGBlitz or OGXM cannot be read: it takes too long."),
    "unpacked": mark("The file is too large: unpacked it would fill the memory."),
    "start": mark(
        "The file holds a position, or a game that begins with another one: only whole games of "
        "backgammon are read from XG. A position is taken in as its XGID."
    ),
    "no_plays": mark("The file holds no play: a position is taken in as its XGID."),
    "many": mark("The file holds more than {text} matches: send them in several files."),
    "mat_length": mark("{place}: the file does not say how many points the match is played to."),
    "mat_games": mark("The file holds no game."),
    "mat_long": mark("Matches are played to 99 points at most."),
    "mat_names": mark("{place}: the names and the score of the game are awaited, not “{text}”."),
    "mat_row": mark("{place}: “{text}” is no line of a match."),
    "mat_cell": mark("{place}: “{text}” is no throw and no double."),
    "mat_play": mark("{place}: “{text}” is no play."),
    "sgf_form": mark("{place}: the file is no game tree."),
    "sgf_end": mark("{place}: the file breaks off."),
    "sgf_game": mark("{place}: the tree holds another game than backgammon."),
    "sgf_play": mark("{place}: “{text}” is no play."),
    "sgf_setup": mark(
        "{place}: a position was put in by hand there to which the moves do not lead. Save what "
        "follows as a file of its own, which begins with it, or take it in as its XGID."
    ),
    "unfinished": mark("{place}: a game begins there, but the one before has not ended."),
    "score": mark("{place}: the score there is not what the games before make."),
    "cube": mark("{place}: the cube cannot be turned to that value."),
    "winner": mark("{place}: by the moves the other player has won."),
    "points": mark("{place}: so many points were not won by the moves."),
    "marked": mark("{place}: no moved checkers lead to the position of the illegal play."),
    "stops": mark("{place}: the file ends there, but the match does not."),
    "forfeit": mark("{place}: the points are those of a forfeit, by no play and no resignation."),
    "conceded": mark("{place}: the game was given up out of turn."),
    "kept": mark("{place}: a play against the rules was kept, and so it stands in the match."),
}
"""What is wrong with a file of another program, and in which line."""

UNWRITTEN = {
    "game": mark("Other programs do not know this game: keep the match as a record of Tavola."),
    "position": mark("Other programs cannot hold this position: keep it as a record of Tavola."),
    "mat_position": mark(
        "The form MAT cannot hold a position that was put in by hand: write SGF, or keep a record "
        "of Tavola."
    ),
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
    return text.format(place=place(speaker, details), text=details.get("text", ""))


def place(speaker: Speaker, details: Details) -> str:
    """Where in a file: its line, and the column where it is told; or its game, and what was done
    in it."""
    text = speaker.words.text
    if "game" in details:
        game, entry = details["game"], details.get("entry")
        if entry is None:
            return text("Game {number}", number=game)
        return text("Game {game}, action {entry}", game=game, entry=entry)
    line, column = details.get("line", 1), details.get("column")
    if column is None:
        return text("Line {line}", line=line)
    return text("Line {line}, column {column}", line=line, column=column)


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
