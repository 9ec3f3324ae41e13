"""Positions of classic as other programs write them, as our own line: XGID, OGID, and the Position
ID of GNU Backgammon, alone or with a Match ID (`4HPwATDgc/ABMA:cAkAAAAAAAAA`).

`line_of` gives the line and the length of the match.  The player below in an XGID has White here,
so has player 1 of a Match ID; a Position ID alone is White's turn.  All of them know two sides that
run against each other over 24 points, and nothing of pins, reserves and open throws.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.position import bad_position
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Ruleset, Side

POINTS = 24
_XGID = re.compile(r"(?:XGID=)?(?P<board>[-A-Pa-p]{26}):(?P<rest>[-0-9DBR:]+)", re.ASCII)
_GNU = re.compile(r"(?P<board>[A-Za-z0-9+/]{14})(?::(?P<match>[A-Za-z0-9+/]{12}))?", re.ASCII)
_OGID = re.compile(
    r"(?P<white>[0-9a-q]*):(?P<black>[0-9a-q]*):(?P<rest>[NWB]\d{1,2}[A-Z](?::.*)?)", re.ASCII
)
_PLACES, _OFF = "0123456789abcdefghijklmnop", "q"
"""Places of an OGID: White's bar, the points of the booklet, Black's bar; and borne off."""
_TO_ROLL = "00"
_OFFERS = ("D", "B", "R")
_LARGEST_CUBE = 60
"""The largest cube as a power of two; no program goes as far."""
_UNDER_WAY = (0, 1)
"""States of a game in a Match ID; others are ended, resigned or dropped."""


@dataclass(frozen=True)
class Foreign:
    """A position that was written elsewhere: our line, and the points that its match is played to,
    0 for money."""

    line: str
    length: int = 0


def line_of(text: str, rules: Ruleset) -> Foreign | None:
    """What a text of another program means; None for one that is none.

    Raises `Refused` (code `bad_position`): `foreign` where it is damaged, `foreign_game` where the
    board of the game is another one, `foreign_offer` with a double or a resignation on the table,
    `foreign_over` where no game is going on.
    """
    text = text.strip()
    if _GNU.fullmatch(text.replace(" ", "+")):
        text = text.replace(" ", "+")  # as it comes in an address that somebody has written
    for form, read in ((_XGID, _of_xgid), (_GNU, _of_gnu), (_OGID, _of_ogid)):
        found = form.fullmatch(text)
        if found is not None:
            if not knows(rules):
                raise bad_position("foreign_game")
            try:
                return read(found)
            except Refused:
                raise
            except (ValueError, KeyError, IndexError, binascii.Error):
                raise bad_position("foreign") from None
    return None


def knows(rules: Ruleset) -> bool:
    """Whether other programs know the board of a game: two sides that run against each other."""
    track = geometry_of(rules).track
    points = tuple(range(1, POINTS + 1))
    return tuple(track[Side.WHITE]) == points and tuple(track[Side.BLACK]) == points[::-1]


# ------------------------------------------------------------------------------------------- forms


def _of_xgid(found: re.Match[str]) -> Foreign:
    board, fields = found["board"], found["rest"].split(":")
    if len(fields) not in (8, 9):
        raise ValueError("fields")
    power, owner, turn, dice, below, above, rule, length = fields[:8]
    counts = {side: Counter[int]() for side in Side}
    for place, sign in enumerate(board):
        if sign != "-":
            side = Side.WHITE if sign.isupper() else Side.BLACK
            counts[side][_place(POINTS + 1 - place)] = ord(sign.upper()) - ord("A") + 1
    if board[0].isupper() or board[-1].islower():
        raise ValueError("bar")  # of the player above and of the one below
    if dice in _OFFERS:
        raise bad_position("foreign_offer")
    side = {"1": Side.WHITE, "-1": Side.BLACK}[turn]
    held = {"1": Side.WHITE, "-1": Side.BLACK, "0": None}[owner]
    crawford = rule == "1" and int(length) > 0
    words = _turn(side, dice, int(power), held)
    match = _match((int(below), int(above)), int(length), crawford=crawford)
    return _line(counts, words, match, int(length))


def _of_gnu(found: re.Match[str]) -> Foreign:
    groups = _groups(base64.b64decode(found["board"] + "=="))
    match = found["match"]
    bits = 0 if match is None else int.from_bytes(base64.b64decode(match), "little")

    def field(at: int, width: int) -> int:
        return bits >> at & (1 << width) - 1

    side = Side.WHITE if match is None or field(6, 1) else Side.BLACK
    counts = {}
    for whose, own in ((side.other, groups[:25]), (side, groups[25:])):
        counts[whose] = Counter(
            {_own(whose, n): count for n, count in enumerate(own, start=1) if count}
        )
    if match is None:
        return _line(counts, side.letter, "", 0)
    if field(8, 3) not in _UNDER_WAY:
        raise bad_position("foreign_over")
    if field(12, 1) or field(13, 2) or field(11, 1) != field(6, 1):
        raise bad_position("foreign_offer")
    owner = {0: Side.BLACK, 1: Side.WHITE, 3: None}[field(4, 2)]
    dice = f"{field(15, 3)}{field(18, 3)}"
    length = field(21, 15)
    score = field(51, 15), field(36, 15)
    words = _turn(side, dice, field(0, 4), owner)
    return _line(counts, words, _match(score, length, crawford=bool(field(7, 1))), length)


def _groups(data: bytes) -> list[int]:
    """How many ones stand before each zero: 25 groups of either side."""
    bits = "".join(f"{byte:08b}"[::-1] for byte in data)
    found = [len(group) for group in bits.split("0")[:50]]
    if len(found) != 50 or "1" in "0".join(bits.split("0")[50:]):
        raise ValueError("groups")
    return found


def _of_ogid(found: re.Match[str]) -> Foreign:
    fields = [*found["rest"].split(":"), *[""] * 8]
    cube, dice, colour, state, first, second, length = fields[:7]
    counts = {
        side: Counter(_place(_PLACES.index(sign)) for sign in found[name] if sign != _OFF)
        for side, name in ((Side.WHITE, "white"), (Side.BLACK, "black"))
    }
    if cube[-1] != "N" or state == "D":
        raise bad_position("foreign_offer")
    reached = {"W": Side.WHITE, "B": Side.BLACK, "": None}[colour]
    side = Side.WHITE if reached is None else reached.other
    owner = {"W": Side.WHITE, "B": Side.BLACK, "N": None}[cube[0]]
    ended = re.match(r"(\d*)([A-Z]*)", length)
    assert ended is not None
    points = int(ended[1] or 0)
    words = _turn(side, dice or _TO_ROLL, int(cube[1:-1]), owner)
    score = int(first or 0), int(second or 0)
    match = _match(score, points, crawford="C" in ended[2])
    return _line(counts, words, match, points)


# ------------------------------------------------------------------------------------------- lines


def _own(side: Side, number: int) -> int:
    """The booklet's number of a point in somebody's own numbering; 0 for his bar, which is 25."""
    if number == POINTS + 1:
        return 0
    return POINTS + 1 - number if side is Side.WHITE else number


def _place(point: int) -> int:
    """A booklet point; 0 for what stands before or behind them, the bar."""
    return point if 1 <= point <= POINTS else 0


def _turn(side: Side, dice: str, power: int, owner: Side | None) -> str:
    """The third field of a line."""
    words = [side.letter]
    if dice != _TO_ROLL:
        first, second = (int(die) for die in dice)
        if not (1 <= first <= 6 and 1 <= second <= 6):
            raise ValueError("dice")
        words.append(f"{max(first, second)}-{min(first, second)}")
    if not 0 <= power <= _LARGEST_CUBE:
        raise ValueError("cube")
    if power or owner is not None:
        words.append(f"cube:{1 << power}{'' if owner is None else owner.letter}")
    return " ".join(words)


def _match(score: tuple[int, int], length: int, *, crawford: bool) -> str:
    """The fourth field of a line."""
    if not length:
        return ""
    words = [f"score:{score[0]}-{score[1]}"] if any(score) else []
    return " ".join([*words, *(["crawford"] if crawford else [])])


def _line(counts: dict[Side, Counter[int]], turn: str, match: str, length: int) -> Foreign:
    fields = [f"{side.letter} {_held(counts[side])}".rstrip() for side in Side]
    return Foreign(" | ".join([*fields, turn, *([match] if match else [])]), length)


def _held(counts: Counter[int]) -> str:
    points: Sequence[int] = sorted(point for point in counts if point)
    words = [f"{point}:{counts[point]}" for point in points]
    return " ".join([*words, *([f"bar:{counts[0]}"] if counts[0] else [])])


__all__ = ["Foreign", "knows", "line_of"]
