"""Matches of XG, BGBlitz and OGXM (`.xg`, `.bgf`, `.ogxm`), as the package gammonview tells them.

It tells all three as one kind of document: players are `white`, who moves from 1 to 24, and
`black`; a ply is a throw with its steps, or an action with a number.  The package reads in a
process of its own (`gammonview_process.py`); nothing it tells is believed before the rules have
played it.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

from tavola.formats.gammonview_process import form_of
from tavola.formats.paper import MOST_ENTRIES, Did, Entry, Page, Paper, bad_file
from tavola.rules.model.refusal import Refused, refuse

EXTRA = "tavola[formats]"
"""What is to be installed to read these files."""
_PACKAGE = "gvformat"
_LONGEST_WAIT = 60.0
"""Seconds for a file; a match takes half of one, on a slow machine."""
_WHITE = 1
_THROWS = 20
"""Actions up to this one are throws."""
_ACTIONS = {21: Did.DOUBLE, 22: Did.TAKE, 23: Did.DROP, 32: Did.BEAVER, 33: Did.BEAVER}
_MARKS = {24, 25, 26, 27, 28, 29, 30}
"""Ends of games and other marks: who won is told beside them."""
_RESIGNED = {27, 28}
_VARIATIONS = {0: "", 1: "nackgammon", 2: "hypergammon", 3: "longgammon"}
_BAR = 25


def looks_like(data: bytes) -> bool:
    """Whether a file has one of these forms."""
    return form_of(data) is not None


def read(data: bytes, most: int) -> Iterator[Paper]:
    """The matches of a file, at most `most` and one more.

    Raises `Refused` (code `bad_file`).
    """
    if importlib.util.find_spec(_PACKAGE) is None:
        raise bad_file("extra", 1, EXTRA)
    for document in _told(data, most):
        try:
            yield _paper(document)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise bad_file("damaged", 1) from None


def _told(data: bytes, most: int) -> list[dict[str, Any]]:
    """What the package tells of a file, in a process that ends in time."""
    # -P: the folder from which a user imports is no place to load programs from.
    command = [sys.executable, "-P", "-m", "tavola.formats.gammonview_process", str(most)]
    try:
        found = subprocess.run(
            command, input=data, capture_output=True, timeout=_LONGEST_WAIT, check=True
        )
        told = json.loads(found.stdout)
    except (subprocess.SubprocessError, ValueError):
        raise bad_file("unread", 1) from None
    if "documents" not in told:
        raise _refused(str(told["refused"]))
    documents: list[dict[str, Any]] = told["documents"]
    return documents


def _refused(what: str) -> Refused:
    """The refusal of what the other process did not read."""
    if what == "start":
        return bad_file("start", 1)
    if what == "no_plays":
        return bad_file("no_plays", 1)
    return bad_file("unpacked", 1) if what == "unpacked" else bad_file("damaged", 1)


def _paper(document: dict[str, Any]) -> Paper:
    games = document["games"]
    if len(games) + sum(len(game["plies"]) for game in games) > MOST_ENTRIES:
        raise refuse("too_many_events", most=MOST_ENTRIES)
    pages, score = [], (0, 0)
    for number, game in enumerate(games, start=1):
        score = _score(game, score)
        page = _page(game, score, number)
        pages.append(page)
        if page.entries and page.entries[-1].did is Did.WIN:
            won = page.entries[-1]
            score = (score[0] + won.value * (won.player == 0), score[1] + won.value * won.player)
    if not any(page.entries for page in pages):
        raise bad_file("no_plays", 1)
    length = int(document["match_length"])
    names = (str(document["player_white"])[:60], str(document["player_black"])[:60])
    variation = _VARIATIONS.get(document.get("variant", 0), str(document.get("variant")))
    about = _about(document, length, [entry for page in pages for entry in page.entries])
    return Paper(length, names, tuple(pages), variation, about, by_game=True)


def _about(document: dict[str, Any], length: int, entries: list[Entry]) -> dict[str, str]:
    def told(name: str) -> str:
        return "On" if document.get(name) else "Off"

    about = {"Crawford": told("crawford")} if length else {"Jacoby": told("jacoby")}
    if not length:
        about["Beaver"] = told("beaver")
    if document.get("cube_limit") == 1 and not any(one.did is Did.DOUBLE for one in entries):
        about["CubeLimit"] = "1"
    return about


def _score(game: dict[str, Any], known: tuple[int, int]) -> tuple[int, int]:
    """The score at which a game begins: the first position of a game tells it."""
    first = next((ply for ply in game["plies"] if ply.get("ogid_before")), None)
    fields = str(first["ogid_before"]).split(":") if first else []
    return (int(fields[6]), int(fields[7])) if len(fields) > 7 else known


def _page(game: dict[str, Any], score: tuple[int, int], number: int) -> Page:
    entries: list[Entry] = []
    resigned = False
    for ply in game["plies"]:
        action, player = int(ply["action_id"]), 0 if ply["color"] == _WHITE else 1
        resigned = resigned or action in _RESIGNED
        if action in _MARKS:
            continue
        if entries and entries[-1].did is Did.BEAVER and action not in (22, 23, 33):
            # Who is beavered and says nothing has taken.
            entries.append(Entry(1 - entries[-1].player, Did.TAKE, number, column=len(entries) + 1))
        entries.append(_entry(ply, action, player, number, len(entries) + 1))
    if game.get("winner") in (0, 1):
        points, at = int(game["points_won"]), len(entries) + 1
        won = Entry(game["winner"], Did.WIN, number, value=points, resigned=resigned, column=at)
        entries.append(won)
    return Page(score, number, tuple(entries))


def _entry(ply: dict[str, Any], action: int, player: int, number: int, at: int) -> Entry:
    if action not in range(_THROWS + 1):
        return Entry(player, _ACTIONS.get(action, Did.SET), number, column=at)
    dice = (int(ply["d1"]), int(ply["d2"]))
    if not (0 < dice[0] < 7 and 0 < dice[1] < 7):
        raise ValueError(dice)
    play = " ".join(_step(player, step) for step in ply["moves"] if step["pips"])
    return Entry(player, Did.PLAY, number, dice, play, column=at)


def _step(player: int, step: dict[str, Any]) -> str:
    """A step in the player's own numbers."""
    begin, pips = int(step["from"]), int(step["pips"])
    begin = _BAR - begin if player == 0 else begin
    if not (0 < begin <= _BAR and 0 < pips < _BAR):
        raise ValueError(step)
    end = begin - pips
    return f"{'bar' if begin == _BAR else begin}/{'off' if end <= 0 else end}"


__all__ = ["EXTRA", "looks_like", "read"]
