"""A position while it is put together: fields of a form, and the line that they make.

Nothing is judged here: `one_line.read` says what is wrong with the line.  So whatever somebody has
put down so far can be shown, and put right.  All values are texts; a field that is missing is
empty.

===================  ===============================================================================
`W-6`, `B-6`         checkers that stand free on a booklet point
`pin-6`              whose checker lies pinned there: `W` or `B`
`flat-6`             the tower there lies side by side
`bar-W`, `res-W`     checkers on the bar and in reserve
`stage-W`            the stage of a side (towers)
`head-W`             what has left a side's first point in this throw (where one may)
`runs-W`             with which throw from now on a side's doubles run (where they begin later)
`stays-W`            where a side has hit at home in this throw and stays: pips from the end, `52`
`turn`               whose turn it is, `W` or `B`; empty where the opening throw decides
`a`, `b`             the throw
`heir-n`, `heir-t`   inherited numbers: which, and how often
`second`             another throw of the same turn
`ahead`              whose throw lies open, with `ahead-a` and `ahead-b`
`fixed-a`, `fixed-b` the throw of the whole game
`cube`, `owner`      the cube, and whose it is
`score-W`            points of a side
`crawford`           it is the Crawford game
`more`, `stands`     other words about the turn and about the match, as they are written
===================  ===============================================================================
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Mapping

from tavola.rules.kernel import slots as k
from tavola.rules.model.geometry import QUARTER, geometry_of, quarter_cell
from tavola.rules.model.position import Position
from tavola.rules.model.room import has_bar, has_reserve
from tavola.rules.model.ruleset import (
    AceDeuce,
    Again,
    Contact,
    Dice,
    Incomplete,
    Ruleset,
    Side,
)

Fields = dict[str, str]

LETTERS = ("W", "B")
_TOKEN = re.compile(r"(\d{1,2}|bar|res|stage|head|runs|stays):(\d{1,2})([ps]?)", re.ASCII)
_WORDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"([WB])", ("turn",)),
    (r"(\d)-(\d)", ("a", "b")),
    (r"(\d)-(\d)-(\d)", ("a", "b", "c")),
    (r"heir:(\d)x(\d)", ("heir-n", "heir-t")),
    (r"(second)", ("second",)),
    (r"ahead:([WB])(\d)-(\d)", ("ahead", "ahead-a", "ahead-b")),
    (r"fixed:(\d)-(\d)", ("fixed-a", "fixed-b")),
    (r"cube:(\d{1,12})([WB]?)", ("cube", "owner")),
)
_OF_MATCH: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"score:(\d{1,9})-(\d{1,9})", ("score-W", "score-B")),
    (r"(crawford)", ("crawford",)),
)
_NUMBER = re.compile(r"\d{1,3}", re.ASCII)


# ----------------------------------------------------------------------------------- from a line


def fields_of(text: str) -> Fields:
    """The fields that a line fills.  What cannot be read of the checkers is left out, of the rest
    it stands in `more` and `stands`."""
    parts = [part.split() for part in text.strip().split("|")]
    found: Fields = {}
    for letter, tokens in zip(LETTERS, parts, strict=False):
        for token in tokens[1:]:
            word = _of_token(letter, token)
            if token.startswith("stays:"):
                word = {name: found.get(name, "") + pips for name, pips in word.items()}
            found |= word
    found |= _of_words(parts[2] if len(parts) > 2 else [], _WORDS, "more")
    if "heir-n" in found:
        found.pop("second", None)  # inherited numbers say so themselves
    found |= _of_words([w for part in parts[3:] for w in part], _OF_MATCH, "stands")
    return found


def _of_token(letter: str, token: str) -> Fields:
    match = _TOKEN.fullmatch(token)
    if match is None:
        return {}
    where, count, flag = match.groups()
    if not where.isdigit():
        return {f"{where}-{letter}": str(int(count))}
    point = int(where)
    if flag == "p":
        return {f"pin-{point}": letter}
    found = {f"{letter}-{point}": str(int(count))}
    return found | ({f"flat-{point}": "on"} if flag else {})


def _of_words(
    words: list[str], patterns: tuple[tuple[str, tuple[str, ...]], ...], rest: str
) -> Fields:
    found: Fields = {}
    unknown = []
    for word in words:
        for pattern, names in patterns:
            match = re.fullmatch(pattern, word, re.ASCII)
            if match and not found.get(names[0]):
                found |= dict(zip(names, match.groups(), strict=True))
                break
        else:
            unknown.append(word)
    return found | ({rest: " ".join(unknown)} if unknown else {})


# ------------------------------------------------------------------------------------- to a line


def line_of(rules: Ruleset, fields: Mapping[str, str]) -> str:
    """The line that fields make; what cannot be goes into it as it is."""
    sides = [" ".join([letter, *_tokens(rules, fields, letter)]) for letter in LETTERS]
    parts = [*sides, " ".join(_turn(fields)), " ".join(_match(fields))]
    while len(parts) > 2 and not parts[-1]:
        parts.pop()
    return " | ".join(parts)


def _tokens(rules: Ruleset, fields: Mapping[str, str], letter: str) -> Iterator[str]:
    for point in sorted(points_of(rules)):
        count = _plain(fields, f"{letter}-{point}")
        pinned = fields.get(f"pin-{point}") == letter
        if pinned:
            # With free ones of the same side beside it this is no pin; the reader says so.
            yield f"{point}:{int(count or 0) + 1 if _NUMBER.fullmatch(count) else 1}p"
        elif count:
            yield f"{point}:{count}{'s' if fields.get(f'flat-{point}') else ''}"
    for pool in ("bar", "res", "stage", "head", "runs"):
        if count := _plain(fields, f"{pool}-{letter}"):
            yield f"{pool}:{count}"
    yield from (f"stays:{pips}" for pips in _plain(fields, f"stays-{letter}"))


def _plain(fields: Mapping[str, str], name: str) -> str:
    """A field in one word; empty if it is nothing."""
    text = "".join(fields.get(name, "").split())[:12].replace("|", "")
    return "" if text.strip("0") == "" else text


def _turn(fields: Mapping[str, str]) -> Iterator[str]:
    """The words of the third field."""
    if turn := _plain(fields, "turn"):
        yield turn
    if throw := _dice(fields, "a", "b", "c"):
        yield throw
    if fields.get("heir-n") and fields.get("heir-t"):
        yield f"heir:{_plain(fields, 'heir-n')}x{_plain(fields, 'heir-t')}"
    yield from fields.get("more", "").replace("|", " ").split()
    if fields.get("second"):
        yield "second"
    if _plain(fields, "ahead"):
        yield f"ahead:{_plain(fields, 'ahead')}{_dice(fields, 'ahead-a', 'ahead-b')}"
    if fixed := _dice(fields, "fixed-a", "fixed-b"):
        yield f"fixed:{fixed}"
    cube, owner = _plain(fields, "cube"), _plain(fields, "owner")
    if (cube and cube != "1") or owner:
        yield f"cube:{cube or 1}{owner}"


def _dice(fields: Mapping[str, str], *names: str) -> str:
    dice = [_plain(fields, name) for name in names]
    if len(dice) == 3 and not dice[2] and "c" not in fields:
        dice.pop()
    return "-".join(die or "0" for die in dice) if any(dice) else ""


def _match(fields: Mapping[str, str]) -> Iterator[str]:
    """The words of the fourth field."""
    white, black = _plain(fields, "score-W"), _plain(fields, "score-B")
    if white or black:
        yield f"score:{white or 0}-{black or 0}"
    if fields.get("crawford"):
        yield "crawford"
    yield from fields.get("stands", "").replace("|", " ").split()


# ------------------------------------------------------------------------------- what a game has


def points_of(rules: Ruleset) -> list[int]:
    """The booklet points of a board, White's track first."""
    white, black = geometry_of(rules).track
    return [*white, *(point for point in black if point not in white)]


def kinds_of(rules: Ruleset) -> frozenset[str]:
    """What besides checkers on points a position of these rules may have: `bar`, `res`, `off`,
    `pin`, `flat`, `stage`, `runs`, `heir`, `second`, `ahead`, `fixed`, `cube`."""
    towers = geometry_of(rules).towers
    again = rules.again is not Again.NEVER or rules.ace_deuce is not AceDeuce.ORDINARY
    kinds = {
        "bar": has_bar(rules),
        "res": has_reserve(rules),
        "off": not rules.piles,
        "pin": rules.contact is Contact.PIN,
        "flat": towers,
        "stage": towers,
        "runs": rules.run_from > 1,
        "heir": rules.incomplete in (Incomplete.HAND_OVER, Incomplete.HAND_OVER_REST),
        "second": again or rules.namer is not None,
        "ahead": rules.dice is Dice.AHEAD,
        "fixed": rules.dice is Dice.FIXED,
        "cube": rules.cube,
    }
    return frozenset(name for name, there in kinds.items() if there)


def shown(rules: Ruleset, fields: Mapping[str, str]) -> Position:
    """What can be drawn of fields, whether or not it can be; where both sides stand free on one
    point, the side with more."""
    cells = array("b", bytes(k.WIDTH))
    for side, letter in zip(Side, LETTERS, strict=True):
        total = 0
        for point in points_of(rules):
            count = _count(fields, f"{letter}-{point}")
            sign = -1 if side else 1
            if count > abs(cells[point]) or (count and cells[point] * sign > 0):
                cells[point] = count * sign
            pinned = fields.get(f"pin-{point}") == letter
            if pinned or (count and fields.get(f"flat-{point}")):
                cells[k.MARK + point] = sign
            total += count + pinned
        for pool, cell in (("bar", k.BAR), ("res", k.RESERVE)):
            cells[cell + side] = _count(fields, f"{pool}-{letter}")
            total += cells[cell + side]
        cells[k.OFF + side] = min(max(0, rules.checkers - total), rules.checkers)
        if geometry_of(rules).towers:
            cells[k.STAGE + side] = min(max(1, _count(fields, f"stage-{letter}")), 3)
        if rules.head:
            cells[k.LEFT_HEAD + side] = min(_count(fields, f"head-{letter}"), k.NO_MORE)
        if rules.run_from > 1:
            cells[k.RUNS_IN + side] = min(_count(fields, f"runs-{letter}"), rules.run_from)
        if not rules.hit_and_run:
            there = set(_plain(fields, f"stays-{letter}"))
            home = range(1, QUARTER + 1)
            cells[k.HITTERS + side] = quarter_cell(pips for pips in home if str(pips) in there)
    return Position(cells.tobytes())


def _count(fields: Mapping[str, str], name: str) -> int:
    text = fields.get(name, "").strip()
    return min(int(text), 99) if _NUMBER.fullmatch(text) else 0


__all__ = ["LETTERS", "Fields", "fields_of", "kinds_of", "line_of", "points_of", "shown"]
