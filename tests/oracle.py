"""A slow second opinion on the rules of every game.

Everything here is written from the text of the rules alone and shares no code with the program.
A play is found by trying every order of the numbers, step by step; what the rules forbid is
thrown out afterwards, one sentence at a time.

Colours are 0 = White and 1 = Black, points the booklet's 1..24.  Inside this file a *place* is
the position on a player's own path: 1 is his first point, ``length`` his last one.

The figures in brackets, such as (G4) or (3.9), name the entry of `docs/rulings.md` that a piece of
code puts into effect.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Any, Literal, NamedTuple

Place = int | str
Step = tuple[int, Place, Place]
Sequence = tuple[Step, ...]
Numbers = tuple[int, ...]
Done = tuple[tuple[Numbers, int], ...]

WHITE, BLACK = 0, 1

Dice = tuple[int, ...]


# ------------------------------------------------------------------------------- the rules' axes


@dataclass(frozen=True)
class Law:
    """What distinguishes one game from the base game, axis by axis (section 4)."""

    track: Literal["contrary", "mirrored", "same", "half", "parallel", "round"] = "contrary"
    men: int = 15
    entry: Literal["none", "all", "some", "free"] = "none"
    contact: Literal["hit", "none", "closed", "pin", "facing", "remove"] = "hit"
    cap: int = 99
    low_first: bool = False
    waste: Literal["higher", "either", "nothing"] = "higher"
    exact: bool = False
    backward: bool = False
    sparing: bool = False
    win_is_complete: bool = False
    runner: int = 0
    quarter: Literal["free", "own", "enemy"] = "free"
    wall: Literal["free", "reopened", "overtaken", "kept home"] = "free"
    head: bool = False
    mothers: bool = False
    hit_stays: bool = False
    burst: bool = False
    alone: int = 0
    dice: int = 2


LAWS: dict[str, Law] = {
    "backgammon": Law(),
    "eureka": Law(contact="none"),
    "puff": Law(track="mirrored", entry="all", low_first=True),
    "puff-long": Law(track="same", entry="all", low_first=True),
    "puff-russian": Law(track="mirrored", entry="some", low_first=True),
    "puff-russian-long": Law(track="same", entry="some", low_first=True),
    "french-1": Law(entry="all"),
    "russian": Law(track="same", entry="some"),
    "gioul": Law(contact="closed"),
    "french-2": Law(track="parallel", men=3, entry="free", contact="facing"),
    "acey-deucey": Law(entry="free"),
    "mexican": Law(cap=5, low_first=True, exact=True),
    "old-britain": Law(cap=5, waste="either"),
    # D2: the last checker off makes an all-or-nothing throw complete.
    "pin": Law(contact="pin", waste="nothing", win_is_complete=True),
    # D9: the end of the game ends a two-step move, whichever order was chosen.
    "catch-me": Law(track="mirrored", men=6, contact="remove", win_is_complete=True),
    "doublets": Law(track="mirrored", men=12, contact="none"),
    "ludus-lumbadorum": Law(track="half"),
    "backwards": Law(backward=True, win_is_complete=True),  # D1
    "straight": Law(track="same"),
    "fixed-throw": Law(),
    "no-hit": Law(win_is_complete=True),  # D1
    "open-throw": Law(),
    "reverse": Law(),
    "snake": Law(),
    "free-choice": Law(),
    # BR-1 to BR-9
    "bradspel": Law(track="round", alone=11, burst=True, sparing=True, win_is_complete=True),
    "gul-bara": Law(track="round", contact="closed"),  # GB-1 to GB-4
    "hypergammon": Law(men=3),
    "jacquet": Law(track="round", contact="closed", runner=18, wall="kept home"),  # JA-1, JA-2
    # LO-1: only the start is another.
    "longgammon": Law(),
    # MI-1: the base game; only who has won is another.
    "misere": Law(),
    "nackgammon": Law(),
    "narde": Law(track="round", contact="closed", head=True, wall="overtaken"),  # NA-1, NA-2
    # TB-1 to TB-6
    "tabula": Law(track="same", entry="free", waste="either", dice=3),
    "us-acey-deucey": Law(entry="free"),
    # FE-1, FE-2, FE-3
    "fevga": Law(track="round", contact="closed", runner=13, quarter="own", wall="reopened"),
    "moultezim": Law(track="round", contact="closed", runner=13, quarter="enemy"),  # MZ-1, MZ-3
    # PL-1 to PL-5
    "plakoto": Law(contact="pin", win_is_complete=True, mothers=True),
    # PO-1, PO-2: only opening, cube and score are others.
    "portes": Law(),
    # TA-1, TA-2: Pin's contact, but what can be played of a throw is played.
    "tapa": Law(contact="pin"),
    "tavla": Law(hit_stays=True),  # TV-1, TV-2
}

GAMES: tuple[str, ...] = tuple(LAWS)


def throws(game: str) -> tuple[Dice, ...]:
    """Every throw of a game's dice once, the numbers ascending: 21 of two, 56 of three."""
    return tuple(combinations_with_replacement(range(1, 7), LAWS[game].dice))


@dataclass(frozen=True)
class Options:
    """The choices a table may make; the defaults are the rulings.

    ``earlier`` belongs to Free choice: how many throws of this turn the roller has finished.
    ``left_head`` belongs to Gul bara: how many have left the head with the numbers before.
    ``entry`` 0: all (FR-1), two (RB-1) or none (US-3), as the game has it; so is ``score`` "".
    """

    puff_reroll: bool = False
    entry: int = 0
    remainder: str = "lost"
    numbers_used: str = "both"
    bar_first: bool = True
    play_first: bool = False
    if_complete: bool = False
    start_position: str = "13-1-1"
    mother: bool = False
    corners: int = 8
    bear_off_by: str = "checker"
    double_moves: int = 2
    one_checker: str = "own"
    hit_value: str = "one"
    snake: str = "white"
    namer: str = "white"
    score: str = ""
    exact: bool = False
    double_again: bool = True
    profile: str = "tournament"
    closed: str = ""
    hit_and_run: bool = False
    runs: int = 4
    heads: str = "free"
    earlier: int = 0
    left_head: int = 0


def _read(options: dict[str, Any]) -> Options:
    return Options(**options)


# ------------------------------------------------------------------------------------- the board


class Board(NamedTuple):
    """A position: counts per colour and point (pinned checkers included) and the pools.

    ``stay`` is known only within a throw: points where the mover has hit and leaves one (TV-3).
    ``runs`` belongs to Gul bara: 3 if a side's doubles run with its third throw from now on (GB-1);
    a throw that is being played is counted already, so 0 if they run.
    ``burst`` belongs to Brädspel: 1 for the side that has just burst a point and made a jan (BR-6).
    """

    points: tuple[tuple[int, ...], tuple[int, ...]]
    bar: tuple[int, int] = (0, 0)
    reserve: tuple[int, int] = (0, 0)
    off: tuple[int, int] = (0, 0)
    pinned: frozenset[tuple[int, int]] = frozenset()
    stage: tuple[int, int] = (0, 0)
    spread: frozenset[tuple[int, int]] = frozenset()
    stay: frozenset[int] = frozenset()
    runs: tuple[int, int] = (0, 0)
    burst: tuple[int, int] = (0, 0)


def parse(game: str, text: str, **options: Any) -> Board:
    """Read a position such as ``W 1:2 bar:1 | B 24:2``; checkers not mentioned are off."""
    _read(options)
    men = LAWS[game].men
    points = [[0] * 25, [0] * 25]
    pools = {"bar": [0, 0], "res": [0, 0], "stage": [0, 0], "runs": [0, 0], "burst": [0, 0]}
    if game == "doublets":
        pools["stage"] = [1, 1]
    pinned: set[tuple[int, int]] = set()
    spread: set[tuple[int, int]] = set()
    for side in text.split("|"):
        words = side.split()
        if not words:
            continue
        colour = {"W": WHITE, "B": BLACK}[words[0]]
        for word in words[1:]:
            where, _, amount = word.partition(":")
            if where in pools:
                pools[where][colour] = int(amount)
                continue
            point = int(where)
            if not 1 <= point <= 24:
                raise ValueError(f"no such point: {word}")
            if amount.endswith("p"):
                pinned.add((point, colour))
            elif amount.endswith("s"):
                spread.add((point, colour))
            points[colour][point] += int(amount.rstrip("ps"))
    bar, reserve = pools["bar"], pools["res"]
    off = [men - sum(points[c]) - bar[c] - reserve[c] for c in (WHITE, BLACK)]
    if min(off) < 0:
        raise ValueError(f"too many checkers: {text}")
    return Board(
        (tuple(points[WHITE]), tuple(points[BLACK])),
        (bar[0], bar[1]),
        (reserve[0], reserve[1]),
        (off[0], off[1]),
        frozenset(pinned),
        (pools["stage"][0], pools["stage"][1]),
        frozenset(spread),
        runs=(pools["runs"][0], pools["runs"][1]),
        burst=(pools["burst"][0], pools["burst"][1]),
    )


def show(board: Board) -> str:
    """Write a position in the form that `parse` reads, always in the same order."""
    sides = []
    for colour, name in ((WHITE, "W"), (BLACK, "B")):
        words = [name]
        for point in range(1, 25):
            count = board.points[colour][point]
            if count:
                mark = "p" if (point, colour) in board.pinned else ""
                mark += "s" if (point, colour) in board.spread else ""
                words.append(f"{point}:{count}{mark}")
        pools = [("bar", board.bar), ("res", board.reserve)]
        pools += [("stage", board.stage), ("runs", board.runs), ("burst", board.burst)]
        for label, pool in pools:
            if pool[colour]:
                words.append(f"{label}:{pool[colour]}")
        sides.append(" ".join(words))
    return " | ".join(sides)


_STANDARD = ("1:2 12:5 17:3 19:5", "24:2 13:5 8:3 6:5")

_STARTS: dict[str, tuple[str, str]] = {
    "eureka": ("19:2 20:2 21:2 22:3 23:3 24:3", "6:2 5:2 4:2 3:3 2:3 1:3"),
    "gioul": ("1:15", "24:15"),
    "french-2": ("res:3", "res:3"),
    "pin": ("1:13 8:1 10:1", "24:13 17:1 15:1"),
    "catch-me": (
        "24:1 23:1 22:1 21:1 20:1 19:1",
        "1:1 2:1 3:1 4:1 5:1 6:1",
    ),
    "doublets": (
        "24:2 23:2 22:2 21:2 20:2 19:2 stage:1",
        "1:2 2:2 3:2 4:2 5:2 6:2 stage:1",
    ),
    "ludus-lumbadorum": ("6:15", "19:15"),
    "snake": ("1:2 2:2 3:2 bar:9", _STANDARD[1]),
    # The players' own numbers, as their sources give them: White's 24 is the booklet's 1.
    "hypergammon": ("1:1 2:1 3:1", "24:1 23:1 22:1"),
    "nackgammon": ("1:2 2:2 12:4 17:3 19:4", "24:2 23:2 13:4 8:3 6:4"),
    "longgammon": ("1:15", "24:15"),
    "tapa": ("1:15", "24:15"),
    "plakoto": ("1:15", "24:15"),
    "fevga": ("1:15", "13:15"),
    "narde": ("1:15", "13:15"),
    "moultezim": ("1:15", "13:15"),
    "jacquet": ("1:15", "13:15"),
    "gul-bara": ("1:15 runs:4", "13:15 runs:4"),
    "bradspel": ("1:15", "13:15"),
}
for _name in ("puff", "puff-long", "puff-russian", "puff-russian-long"):
    _STARTS[_name] = ("res:15", "res:15")
for _name in ("french-1", "russian", "acey-deucey", "us-acey-deucey", "tabula"):
    _STARTS[_name] = ("res:15", "res:15")


def start(game: str, **options: Any) -> Board:
    """The position a game begins with."""
    o = _read(options)
    white, black = _STARTS.get(game, _STANDARD)
    if game == "pin" and o.start_position == "15":
        white, black = "1:15", "24:15"
    if game == "gul-bara" and o.runs == 1:
        white, black = "1:15", "13:15"
    if game == "snake" and o.snake == "black":
        white, black = _STANDARD[0], "24:2 23:2 22:2 bar:9"
    return parse(game, f"W {white} | B {black}")


# -------------------------------------------------------------------------------------- the path

# 3.16: White's own path over the right half of the board.
_HALF = (6, 5, 4, 3, 2, 1, 24, 23, 22, 21, 20, 19)


# LL-2: where one checker only may stand, by whose way the places are counted on; the opponent's
# third, fourth and fifth are the tenth, ninth and eighth of one's own.
_ONE_CHECKER = {"own": (3, 4, 5), "enemy": (10, 9, 8), "quarter": (2, 3, 4, 5, 6)}


def _length(game: str) -> int:
    return 12 if LAWS[game].track in ("half", "parallel") else 24


def _point(game: str, colour: int, place: int) -> int:
    """The booklet's point at a place of a player's own path (1.1)."""
    track = LAWS[game].track
    if track == "same":
        return place
    if track == "half":
        # White's place p and Black's place 13 - p are the same point.
        return _HALF[place - 1] if colour == WHITE else _HALF[12 - place]
    if track == "round":
        # The same way for both; each begins half-way round for the other, on place 13.
        return place if colour == WHITE else (place + 11) % 24 + 1
    ascending = BLACK if track == "mirrored" else WHITE
    return place if colour == ascending else 25 - place


@cache
def _places(game: str, colour: int) -> dict[int, int]:
    """The way back: booklet point -> place on the own path."""
    return {_point(game, colour, place): place for place in range(1, _length(game) + 1)}


def pips(game: str, board: Board, colour: int) -> int:
    """Pips still to go; bar and reserve count the whole path and the way out of it.

    French 2 ends on its last point, so nothing is counted beyond it.  Doublets has no running:
    the numbers still to be used are counted.  Catch me has no goal to run to: 0.
    """
    if game == "catch-me":
        return 0
    mine = board.points[colour]
    if game == "doublets":
        loose = sum(1 for _, c in board.spread if c == colour)
        return {1: 6 - loose + 6 + 12, 2: loose + 12, 3: sum(mine)}[board.stage[colour]]
    goal = _length(game) if game == "french-2" else _length(game) + 1
    running = sum((goal - place) * mine[p] for p, place in _places(game, colour).items())
    return running + goal * (board.bar[colour] + board.reserve[colour])


# ----------------------------------------------------------------------------------- single steps


def _with(pair: tuple[Any, Any], colour: int, value: Any) -> tuple[Any, Any]:
    return (value, pair[1]) if colour == WHITE else (pair[0], value)


def _shift(row: tuple[int, ...], point: int, by: int) -> tuple[int, ...]:
    return (*row[:point], row[point] + by, *row[point + 1 :])


def _lift(board: Board, colour: int, source: Place) -> Board:
    """Take one checker from where it is."""
    if source == "bar":
        return board._replace(bar=_with(board.bar, colour, board.bar[colour] - 1))
    if source == "res":
        return board._replace(reserve=_with(board.reserve, colour, board.reserve[colour] - 1))
    assert isinstance(source, int)
    row = _shift(board.points[colour], source, -1)
    pinned = board.pinned
    if row[source] == 0:
        # 3.13: the prisoner is free when the pinning player has left the point.
        pinned = pinned - {(source, 1 - colour)}
    return board._replace(points=_with(board.points, colour, row), pinned=pinned)


def _drop(board: Board, colour: int, target: Place) -> Board:
    """Put one checker down, on a point or off the board."""
    if target == "off":
        return board._replace(off=_with(board.off, colour, board.off[colour] + 1))
    assert isinstance(target, int)
    row = _shift(board.points[colour], target, 1)
    return board._replace(points=_with(board.points, colour, row))


def _strike(board: Board, victim: int, point: int, pool: Literal["bar", "off"]) -> Board:
    """Take a single checker off its point, to the bar or out of the game."""
    points = _with(board.points, victim, _shift(board.points[victim], point, -1))
    if pool == "bar":
        return board._replace(points=points, bar=_with(board.bar, victim, board.bar[victim] + 1))
    return board._replace(points=points, off=_with(board.off, victim, board.off[victim] + 1))


def struck(before: Board, after: Board, mover: int) -> bool:
    """Whether the mover hit or removed an enemy checker between two positions."""
    other = 1 - mover
    return after.bar[other] > before.bar[other] or after.off[other] > before.off[other]


def _closed(game: str, board: Board, colour: int, point: int, entering: bool, o: Options) -> bool:
    """Whether a player may not put a checker down on a point."""
    law = LAWS[game]
    own, enemy = board.points[colour][point], board.points[1 - colour][point]
    if own >= law.cap:
        return True  # D8, 3.11, 3.12: five is full, for entering too
    if game == "ludus-lumbadorum":
        place = _places(game, colour)[point]
        if place in _ONE_CHECKER[o.one_checker] and own:
            return True  # LL-2, transit included
        if place == 1 and entering and own:
            return True  # 3.16: re-entry on the start point only when it has been left
    if law.alone and own and _places(game, colour)[point] <= law.alone:
        return True  # BR-8, for entering too
    if law.contact == "none":
        return False
    if law.contact == "closed":
        return enemy > 0  # 3.8: one enemy closes
    if law.contact == "pin":
        if (point, 1 - colour) in board.pinned:
            return False  # the holder may add
        return enemy >= 2 or (point, colour) in board.pinned  # PI-2
    return enemy >= 2  # G3


def _land(game: str, board: Board, colour: int, source: Place, point: int, o: Options) -> Board:
    """Move a checker onto an open point, with what that does to an enemy there."""
    law = LAWS[game]
    after = _lift(board, colour, source)
    if after.points[1 - colour][point] == 1:
        if law.contact == "hit":
            after = _strike(after, 1 - colour, point, "bar")
            if law.hit_stays and not o.hit_and_run and _places(game, colour)[point] >= 19:
                after = after._replace(stay=after.stay | {point})
        elif law.contact == "pin":
            after = after._replace(pinned=after.pinned | {(point, 1 - colour)})
    return _drop(after, colour, point)


def _must_enter_reserve(game: str, board: Board, colour: int, o: Options) -> bool:
    """FR-1, RP-2, RB-1, US-3, D4: a checker counts as entered from its first entry on."""
    usual = {"none": 0, "all": LAWS[game].men, "some": 2, "free": 0}[LAWS[game].entry]
    waiting = board.reserve[colour]
    return waiting > 0 and LAWS[game].men - waiting < (o.entry or usual)


def _sources(game: str, board: Board, colour: int, o: Options) -> list[Place]:
    """From where a player may take a checker at this moment."""
    mine = board.points[colour]
    free: list[Place] = [p for p in range(1, 25) if mine[p] and (p, colour) not in board.pinned]
    free = [p for p in free if p not in board.stay or mine[int(p)] > 1]  # TV-3: one has to stay
    if LAWS[game].runner:
        held = [place for point, place in _places(game, colour).items() if mine[point]]
        if held and max(held) <= LAWS[game].runner and not board.off[colour]:
            return [_point(game, colour, max(held))]  # FE-1: only the foremost, until it is past
    if board.reserve[colour]:
        free.append("res")
    if board.bar[colour]:
        if game in ("acey-deucey", "us-acey-deucey") and not o.bar_first:  # AD-1, the option
            return ["res", "bar"] if _must_enter_reserve(game, board, colour, o) else [*free, "bar"]
        return ["bar"]  # G5, D4
    if _must_enter_reserve(game, board, colour, o):
        return ["res"]
    return free


def _may_bear_off(
    game: str, board: Board, colour: int, place: int, number: int, o: Options
) -> bool:
    """G6 and its variants."""
    length = _length(game)
    mine = {q: board.points[colour][p] for p, q in _places(game, colour).items()}
    if board.bar[colour] or board.reserve[colour]:
        return False
    if any(mine[q] for q in range(1, length - 5)):
        return False
    rest = length + 1 - place
    if LAWS[game].sparing and any(mine[q] for q in range(1, place)):
        return False  # Brädspel: only the farthest leave, with their own number too
    if number == rest:
        return True
    if number < rest or LAWS[game].exact or o.exact:  # MX-4, US-4
        return False
    if game == "backgammon" and o.profile == "tavola-reale":
        # 2.1: any lower point when nothing stands on the exact point or behind it.
        return not any(mine[length + 1 - r] for r in range(number, 7))
    return not any(mine[q] for q in range(1, place))


def _holds(board: Board, colour: int, points: tuple[int, ...]) -> bool:
    return all(board.points[colour][point] for point in points)


@cache
def _way(game: str, colour: int, first: int, last: int) -> tuple[int, ...]:
    """The points from one place to another, as a player runs."""
    return tuple(_point(game, colour, place) for place in range(first, last + 1))


def _forbidden(
    game: str, before: Board, after: Board, colour: int, target: int, o: Options
) -> bool:
    """Whether a step onto an open point makes what may not be made, not even on the way."""
    law = LAWS[game]
    limited = o.closed or law.quarter
    if limited == "own":
        quarter = _way(game, colour, 1, 6)
        if _holds(after, colour, quarter) and not _holds(before, colour, quarter):
            return True  # FE-2, MZ-1 as an option
    if limited == "enemy" and not before.points[colour][target]:
        quarter = _way(game, 1 - colour, 1, 6)
        held = [point for point in quarter if after.points[colour][point]]
        if target in quarter and len(held) > 4:
            return True  # MZ-1, MZ-2
    if law.wall in ("overtaken", "kept home") and not before.points[colour][target]:
        enemy = 1 - colour
        for first in range(1, 20):  # NA-2, JA-2: any six in a row on the enemy's way
            wall = _way(game, enemy, first, first + 5)
            if target not in wall or not _holds(after, colour, wall):
                continue
            beyond = _way(game, enemy, first + 6, 24)
            leave = after.off[enemy] > 0 or any(after.points[enemy][p] for p in beyond)
            if law.wall == "kept home":
                leave = _holds(after, colour, _way(game, colour, 23, 24))
            if not leave:
                return True
    return False


def _head_spared(
    game: str, first: Board, now: Board, colour: int, numbers: Numbers, o: Options
) -> bool:
    """NA-1: one checker a turn may leave the head, two with three doubles while all stand there.

    GB-3, an option: so in Gul bara, over the whole chain; inherited numbers are one, too.
    """
    if not LAWS[game].head and o.heads != "one":
        return True
    head = _point(game, colour, 1)
    stood = first.points[colour][head]
    leave = stood - now.points[colour][head]
    equal = len(set(numbers)) == 1 and numbers[0] in (3, 4, 6)
    may_leave = 2 if equal and stood == LAWS[game].men else 1
    return leave == 0 or o.left_head + leave <= may_leave


def _shut_in(game: str, board: Board, colour: int) -> bool:
    """FE-3: all enemy checkers on one point, and six of the player's right in front of it."""
    enemy = 1 - colour
    held = [p for point, p in _places(game, enemy).items() if board.points[enemy][point]]
    if len(held) != 1 or held[0] + 6 > _length(game):
        return False
    return _holds(board, colour, _way(game, enemy, held[0] + 1, held[0] + 6))


def _running_steps(
    game: str, board: Board, colour: int, number: int, o: Options
) -> list[tuple[Step, Board]]:
    """All single steps in the games that run along a path and bear off."""
    found: list[tuple[Step, Board]] = []
    places, length = _places(game, colour), _length(game)
    for source in _sources(game, board, colour, o):
        entering = source in ("bar", "res")
        place = 0 if entering else places[source]  # type: ignore[index]
        if place + number <= length:
            target = _point(game, colour, place + number)
            if not _closed(game, board, colour, target, entering, o):
                after = _land(game, board, colour, source, target, o)
                if not _forbidden(game, board, after, colour, target, o):
                    found.append(((number, source, target), after))
        elif _may_bear_off(game, board, colour, place, number, o):
            after = _drop(_lift(board, colour, source), colour, "off")
            found.append(((number, source, "off"), after))
        if LAWS[game].backward and not entering and place - number >= 1:  # RU-1
            target = _point(game, colour, place - number)
            if not _closed(game, board, colour, target, False, o):
                after = _land(game, board, colour, source, target, o)
                found.append(((number, source, target), after))
    return found


def _may_burst(game: str, board: Board, colour: int) -> set[int]:
    """Brädspel: the closed points that lie in a row of six or more, on the player's way (BR-1)."""
    closed = [board.points[1 - colour][point] >= 2 for point in _way(game, colour, 1, 24)]
    rows = [range(first, first + 6) for first in range(19) if all(closed[first : first + 6])]
    return {_point(game, colour, at + 1) for row in rows for at in row}


def _bursts(
    game: str, board: Board, colour: int, number: int, left: Numbers, o: Options
) -> list[tuple[Step, Board]]:
    """Brädspel: the steps that burst a closed point, where need allows them (BR-9)."""
    enemy = 1 - colour
    if board.off[colour] >= 14:
        return []
    if board.bar[colour]:
        quarter = _way(game, colour, 1, 6)
        room = [p for p in quarter if not board.points[colour][p] and board.points[enemy][p] < 2]
        if board.bar[colour] <= len(room):
            return []
        sources: list[Place] = ["bar"]
        targets = {point for point in quarter if board.points[enemy][point] >= 2}
    else:
        if any(_running_steps(game, board, colour, other, o) for other in set(left)):
            return []
        sources = _sources(game, board, colour, o)
        targets = _may_burst(game, board, colour)
    found: list[tuple[Step, Board]] = []
    for source in sources:
        place = _places(game, colour)[int(source)] if source != "bar" else 0
        target = _point(game, colour, place + number) if place + number <= 24 else 0
        if target not in targets:
            continue
        after = _lift(board, colour, source)
        while after.points[enemy][target]:
            after = _strike(after, enemy, target, "bar")
        found.append(
            ((number, source, target), _marked(game, _drop(after, colour, target), colour))
        )
    return found


def _marked(game: str, board: Board, colour: int) -> Board:
    """A board after a burst: that is remembered only where it made a jan."""
    return board._replace(burst=_with((0, 0), colour, int(_jan(board, 1 - colour))))


def _jan(board: Board, loser: int) -> bool:
    """Brädspel: more on the bar than points of the first quarter that could ever be entered."""
    quarter = [p for p in _way("bradspel", loser, 1, 6) if not board.points[loser][p]]
    if board.off[loser] >= 14:
        quarter = [point for point in quarter if board.points[1 - loser][point] < 2]
    return board.bar[loser] > len(quarter)


_PATTERNS = ((0, 3, 3, 3, 3, 3), (0, 0, 0, 5, 5, 5), (0, 0, 0, 3, 5, 7), (0, 0, 0, 0, 0, 15))


def _patterned(board: Board, colour: int) -> bool:
    """Brädspel: all fifteen in the last quarter, in one of the four patterns."""
    held = tuple(board.points[colour][point] for point in _way("bradspel", colour, 19, 24))
    return held in _PATTERNS


def _lane_steps(board: Board, colour: int, number: int, o: Options) -> list[tuple[Step, Board]]:
    """French 2 (3.9): own lane of twelve, no overtaking, a hit on the facing point."""
    game = "french-2"
    found: list[tuple[Step, Board]] = []
    places = _places(game, colour)
    mine = {q: board.points[colour][p] for p, q in places.items()}
    for source in _sources(game, board, colour, o):
        place = 0 if source in ("bar", "res") else places[source]  # type: ignore[index]
        goal = place + number
        if goal > 12:
            continue  # home only by the exact number
        if mine[goal] and goal != 12:
            continue  # an own checker in the way of landing
        if any(mine[q] for q in range(place + 1, goal)):
            continue  # no overtaking, F2-3: entering included
        target = _point(game, colour, goal)
        after = _drop(_lift(board, colour, source), colour, target)
        facing = 25 - target
        if goal != 12 and board.points[1 - colour][facing]:  # F2-2
            after = _strike(after, 1 - colour, facing, "bar")
        found.append(((number, source, target), after))
    return found


def _tower_steps(board: Board, colour: int, number: int, o: Options) -> list[tuple[Step, Board]]:
    """Doublets (3.15): a number serves its own tower in the player's present stage."""
    point = _point("doublets", colour, number)
    count, stage = board.points[colour][point], board.stage[colour]
    tower = (point, colour)
    if not count:
        return []
    if stage == 3:
        after = board
        for _ in range(count if o.bear_off_by == "tower" else 1):
            after = _drop(_lift(after, colour, point), colour, "off")
        return [((number, point, "off"), after)]
    loose = tower in board.spread
    if (stage == 1) == loose:
        return []
    spread = board.spread - {tower} if loose else board.spread | {tower}
    after = board._replace(spread=spread)
    left = [p for p in range(1, 25) if after.points[colour][p] and ((p, colour) in spread) == loose]
    if not left:  # DO-4: the next stage begins at once
        after = after._replace(stage=_with(after.stage, colour, stage + 1))
    return [((number, point, point), after)]


# -------------------------------------------------------------------------------------- Catch me


def _corners(o: Options) -> tuple[int, ...]:
    return (1, 6, 7, 12, 13, 18, 19, 24) if o.corners == 8 else (1, 12, 13, 24)


def _ring(colour: int, point: int) -> int:
    """The next field: White descends, Black ascends, endlessly (CM-1)."""
    return (point - 2) % 24 + 1 if colour == WHITE else point % 24 + 1


def _next_corner(colour: int, point: int, o: Options) -> int:
    point = _ring(colour, point)
    while point not in _corners(o):
        point = _ring(colour, point)
    return point


def _own_points(board: Board, colour: int) -> list[int]:
    return [p for p in range(1, 25) if board.points[colour][p]]


def _take(board: Board, colour: int, source: int, target: int) -> Board:
    after = _drop(_lift(board, colour, source), colour, target)
    if board.points[1 - colour][target]:
        after = _strike(after, 1 - colour, target, "off")
    return after


def settle(game: str, board: Board, first: int, **options: Any) -> Board:
    """Let last checkers jump to their corner until nothing moves any more (D9, CM-4)."""
    if game != "catch-me":
        return board
    o = _read(options)
    moved = True
    while moved:
        moved = False
        for colour in (first, 1 - first):
            mine = _own_points(board, colour)
            if len(mine) == 1 and mine[0] not in _corners(o):
                board = _take(board, colour, mine[0], _next_corner(colour, mine[0], o))
                moved = True
    return board


def _catch_steps(
    board: Board, colour: int, number: int, options: dict[str, Any]
) -> list[tuple[Step, Board]]:
    """One checker by the sum, or the last checker from corner to corner (3.14)."""
    o = _read(options)
    found: list[tuple[Step, Board]] = []
    mine = _own_points(board, colour)
    for source in mine:
        target = source
        if len(mine) == 1:
            for _ in range(1 if number == 1 else 2):
                target = _next_corner(colour, target, o)
        else:
            for _ in range(number):
                target = _ring(colour, target)
            while target != source and board.points[colour][target]:
                target = _ring(colour, target)  # an own checker: slide on
        after = _take(board, colour, source, target)
        if after.off != board.off:
            after = settle("catch-me", after, 1 - colour, **options)
        found.append(((number, source, target), after))
    return found


def steps(
    game: str, board: Board, colour: int, number: int, left: Numbers = (), **options: Any
) -> list[tuple[Step, Board]]:
    """Every legal single step with one number, and where it leads.

    ``left`` are all numbers still to be played, this one included.
    """
    o = _read(options)
    if game == "catch-me":
        return _catch_steps(board, colour, number, options)
    if game == "doublets":
        return _tower_steps(board, colour, number, o)
    if game == "french-2":
        return _lane_steps(board, colour, number, o)
    found = _running_steps(game, board, colour, number, o)
    if LAWS[game].burst:
        found += _bursts(game, board, colour, number, left or (number,), o)
    return found


# ---------------------------------------------------------------------------------- whole phases


def _ace(colour: int) -> int:
    return 1 if colour == WHITE else 24


def _mother_pinned(board: Board, colour: int) -> bool:
    """Whether a player's last checker on its first point lies under an enemy one (PL-2)."""
    return (_ace(colour), colour) in board.pinned


def _both_pinned(game: str, board: Board) -> bool:
    """PL-3: the one end of a game that nobody wins."""
    return LAWS[game].mothers and _mother_pinned(board, WHITE) and _mother_pinned(board, BLACK)


def _by_mother(game: str, board: Board, colour: int) -> bool:
    """PL-2: the enemy mother is pinned, and none of the player's stands on his own first point."""
    safe = not board.points[colour][_ace(colour)]
    return LAWS[game].mothers and safe and _mother_pinned(board, 1 - colour)


def _reached_goal(game: str, board: Board, colour: int, o: Options) -> bool:
    """Whether a player has done what ends the game."""
    if game == "catch-me":
        return board.off[1 - colour] == LAWS[game].men
    if game == "french-2":
        return board.points[colour][_point(game, colour, 12)] == LAWS[game].men
    enemy = 1 - colour
    if game == "pin" and o.mother and _mother_pinned(board, enemy):
        return True
    if _by_mother(game, board, colour):
        return True
    if LAWS[game].burst and (_patterned(board, colour) or _jan(board, 1 - colour)):
        return True
    return board.off[colour] == LAWS[game].men


def _over(game: str, board: Board, mover: int, o: Options) -> bool:
    if _reached_goal(game, board, mover, o) or _both_pinned(game, board):
        return True
    return (game == "catch-me" or LAWS[game].mothers) and _reached_goal(game, board, 1 - mover, o)


def _next_numbers(game: str, left: Numbers) -> tuple[int, ...]:
    """Which of the numbers still open may be played now."""
    if LAWS[game].low_first:
        return left[:1]
    return tuple(sorted(set(left)))


def _without(left: Numbers, number: int) -> Numbers:
    at = left.index(number)
    return left[:at] + left[at + 1 :]


def _excess(game: str, colour: int, line: Sequence) -> int:
    """What the numbers that took checkers off had more than was needed, added up."""
    return sum(
        number + _places(game, colour)[int(source)] - 25
        for number, source, target in line
        if target == "off"
    )


def maximal(
    game: str, board: Board, colour: int, numbers: Numbers, **options: Any
) -> dict[Sequence, Board]:
    """All plays of one phase that the rules allow, step by step in every order."""
    o, law = _read(options), LAWS[game]
    numbers = tuple(sorted(numbers))
    board = settle(game, board, colour, **options)

    @cache  # many ways lead to one position
    def ahead(now: Board, left: Numbers) -> dict[Sequence, tuple[Board, bool]]:
        """The steps from a position to where it ends, and whether that ends the game."""
        over = _over(game, now, colour, o)
        found: dict[Sequence, tuple[Board, bool]] = {}
        for number in () if over else _next_numbers(game, left):
            for step, after in steps(game, now, colour, number, left, **options):
                if _head_spared(game, board, after, colour, numbers, o):
                    rest = ahead(after, _without(left, number))
                    found |= {(step, *line): end for line, end in rest.items()}
        return found or {(): (now._replace(stay=frozenset()), over)}

    tried = ahead(board, numbers)

    def worth(line: Sequence, over: bool) -> int:
        return len(numbers) if over and law.win_is_complete else len(line)

    # G4: as many numbers as possible.
    most = max(worth(line, over) for line, (_, over) in tried.items())
    kept = {line: end for line, (end, over) in tried.items() if worth(line, over) == most}
    if law.waste == "nothing" and most < len(numbers):
        return {(): board}  # 3.13: all or nothing
    if most == 1 and len(set(numbers)) == 2 and law.waste == "higher" and not law.low_first:
        high = {line: end for line, end in kept.items() if line[0][0] == max(numbers)}
        kept = high or kept  # G4, D3: either but not both, so the higher
    if law.sparing:  # BR-5: after the duty to play as many numbers, and the higher
        wasted = {line: _excess(game, colour, line) for line in kept if not tried[line][1]}
        least = min(wasted.values(), default=0)
        kept = {line: end for line, end in kept.items() if wasted.get(line, least) == least}
    if law.wall == "reopened":  # FE-3: after the duty to play as many numbers, and the higher
        kept = {line: end for line, end in kept.items() if not _shut_in(game, end, colour)} or kept
    return kept


def results(
    game: str, board: Board, colour: int, numbers: Numbers, **options: Any
) -> frozenset[Board]:
    """The different positions in which the plays of a phase end.

    Says the same as ``maximal`` but walks over sets of positions, so that long phases stay
    within reach.
    """
    o, law = _read(options), LAWS[game]
    numbers = tuple(sorted(numbers))
    board = settle(game, board, colour, **options)
    # A board, the numbers still open, and what was wasted on the way.
    level: set[tuple[Board, Numbers, int]] = {(board, numbers, 0)}
    won: set[Board] = set()
    depth = 0
    while depth < len(numbers):
        deeper: set[tuple[Board, Numbers, int]] = set()
        for now, left, lost in level:
            if _over(game, now, colour, o):
                continue
            for number in _next_numbers(game, left):
                rest = _without(left, number)
                deeper.update(
                    (after, rest, lost + (_excess(game, colour, (step,)) if law.sparing else 0))
                    for step, after in steps(game, now, colour, number, left, **options)
                    if _head_spared(game, board, after, colour, numbers, o)
                )
        if not deeper:
            break
        won.update(end for end, *_ in deeper if _over(game, end, colour, o))
        level, depth = deeper, depth + 1
    if law.win_is_complete and won:
        level = {state for state in level if state[0] not in won and depth == len(numbers)}
    elif depth == 1 and len(set(numbers)) == 2 and law.waste == "higher" and not law.low_first:
        level = {state for state in level if state[1] == (min(numbers),)} or level
    if law.sparing:
        least = min((lost for *_, lost in level), default=0)
        level = {state for state in level if state[2] == least}
    ends = frozenset(end for end, *_ in level)
    if law.win_is_complete and won:
        return frozenset(won) | ends
    if law.waste == "nothing" and depth < len(numbers):
        return frozenset({board})
    if law.wall == "reopened":
        ends = frozenset(end for end in ends if not _shut_in(game, end, colour)) or ends
    return frozenset(end._replace(stay=frozenset()) for end in ends)


# ----------------------------------------------------------------------------- what comes next

Part = tuple[Any, ...]


def begin(game: str, board: Board, colour: int, **options: Any) -> Board:
    """The position in which a player who has thrown begins to play."""
    board = settle(game, board, colour, **options)
    return board._replace(runs=_with(board.runs, colour, max(0, board.runs[colour] - 1)))


def _four(number: int) -> Numbers:
    return (number,) * 4


def _complete(part: tuple[Numbers, int]) -> bool:
    return part[1] == len(part[0])


def _catch_part(board: Board, colour: int, dice: tuple[int, int], done: Done) -> Part:
    """3.14: what a throw lets the player move, and whether he throws again."""
    a, b = sorted(dice)
    leave: Part = ("again",) if a == b else ("end",)
    if done:
        return leave
    if len(_own_points(board, colour)) == 1:
        usable = tuple(n for n in (a, b) if n in (1, 6))
        return ("play", usable) if usable else leave
    if a == b or a == 1 or b == 6:
        return ("play", (a + b,))
    return leave


def next_part(
    game: str,
    board: Board,
    colour: int,
    dice: Dice,
    done: Done,
    chosen: int | None = None,
    **options: Any,
) -> Part:
    """What a throw still demands after the phases already played.  Numbers come ascending.

    The throw has begun: the board is what `begin` makes of it, and what was played since.

    In Free choice the roller throws twice: with ``earlier=0`` his throw ends with ``again``,
    with ``earlier=1`` it ends his turn.
    """
    o = _read(options)
    if LAWS[game].dice != 2:  # TB-4: each die is one number, equal ones too
        return ("end",) if done else ("play", tuple(sorted(dice)))
    low, high = sorted(dice)
    double = low == high
    if game == "catch-me":
        return _catch_part(settle(game, board, colour, **options), colour, (low, high), done)
    if game == "doublets":
        if done:
            return ("again",) if double else ("end",)
        return ("play", (low,) if double else (low, high))
    if game == "french-2":
        if done:
            return ("end",)
        return ("play", (low,) if double or o.numbers_used == "lower" else (low, high))
    if game == "ludus-lumbadorum":
        if done:
            return ("end",)
        return ("play", (low,) * o.double_moves if double else (low, high))
    if game == "free-choice":
        namer = {"white": WHITE, "black": BLACK}[o.namer]
        if colour == namer and double:
            raise ValueError("the namer may not name a double")
        if done:
            return ("end",) if colour == namer or o.earlier else ("again",)
        return ("play", _four(low) if double else (low, high))
    if game in ("acey-deucey", "us-acey-deucey") and (low, high) == (1, 2):  # US-2
        return _acey_part(done, chosen)
    if game == "mexican" and (low, high) == (1, 2):
        return _mexican_part(done, chosen, o)
    if not double:
        return ("end",) if done else ("play", (low, high))
    if not done:
        return ("play", _four(low))
    if game == "gul-bara" and board.runs[colour]:
        return ("end",)  # GB-1
    return _after_double(game, low, done, o)


def _acey_part(done: Done, chosen: int | None) -> Part:
    """3.10: 1-2, a double of one's choice, another throw; the first gap ends the turn (D6)."""
    if not done:
        return ("play", (1, 2))
    if not _complete(done[-1]):
        return ("end",)
    if len(done) == 1:
        return ("choose",) if chosen is None else ("play", _four(chosen))
    return ("again",)


def _mexican_part(done: Done, chosen: int | None, o: Options) -> Part:
    """3.11: a double of one's choice instead of the 1-2, another throw in any case (MX-3), or by
    another reading only after the whole double."""
    if o.play_first:
        if not done:
            return ("play", (1, 2))
        if not _complete(done[0]):
            return ("end",)
        done = done[1:]
    if not done:
        return ("choose",) if chosen is None else ("play", _four(chosen))
    if o.if_complete and not _complete(done[0]):
        return ("end",)
    return ("again",)


def _after_double(game: str, number: int, done: Done, o: Options) -> Part:
    """What follows the phases of a double."""
    under = _four(7 - number)
    last = done[-1]
    if game in ("puff", "puff-long", "puff-russian", "puff-russian-long"):
        if not _complete(last):
            return ("end",)
        if len(done) == 1:
            return ("play", under)
        return ("again",) if o.puff_reroll else ("end",)  # D12
    if game == "french-1":
        return ("play", under) if len(done) == 1 else ("again",)
    if game == "russian":
        if not _complete(last):
            return ("end",)
        return ("play", under) if len(done) == 1 else ("again",)
    if game == "mexican":
        return ("again",) if _complete(last) else ("end",)
    if game == "us-acey-deucey":  # US-1
        return ("again",) if _complete(last) and o.double_again else ("end",)
    if game in ("gioul", "gul-bara"):
        reached = last[0][0]
        if _complete(last):
            return ("end",) if reached == 6 else ("play", _four(reached + 1))
        if game == "gul-bara" and o.remainder == "lost":
            return ("end",)  # GB-2
        chain: tuple[Any, ...] = tuple(range(reached + 1, 7))
        if o.remainder == "handed":
            chain = ((reached, len(last[0]) - last[1]), *chain)
        return ("hand", chain) if chain else ("end",)  # D5
    return ("end",)


def inherit(
    game: str,
    board: Board,
    colour: int,
    numbers: tuple[Any, ...],
    done: Done,
    **options: Any,
) -> Part:
    """The same question for the player who takes over a chain of numbers in Gioul (D5, GB-2)."""
    _read(options)
    assert game in ("gioul", "gul-bara")
    if done and not _complete(done[-1]):
        return ("end",)
    if len(done) == len(numbers):
        return ("end",)
    item = numbers[len(done)]
    number, times = item if isinstance(item, tuple) else (item, 4)
    return ("play", (number,) * times)


# -------------------------------------------------------------------------------- end of a game


def _rank(game: str, board: Board, loser: int, o: Options) -> int:
    """Single, double or triple (G7); a loser's first six places are the winner's home."""
    none_off = board.off[loser] == 0
    first_six = [_point(game, loser, place) for place in range(1, 7)]
    behind = (
        board.bar[loser] > 0
        or board.reserve[loser] > 0
        or any(board.points[loser][p] for p in first_six)
    )
    careless = game == "backgammon" and o.profile == "tavola-reale"
    if behind and (none_off or careless):
        return 3
    return 2 if none_off else 1


_ONE_OR_TWO = (
    "gioul",
    "eureka",
    "portes",
    "plakoto",
    "tapa",
    "fevga",
    "gul-bara",
    "jacquet",
    "moultezim",
    "narde",
    "tavla",
)
_ONE_POINT = ("french-2", "mexican", "catch-me", "doublets", "reverse", "misere", "tabula")


def _value(game: str, board: Board, loser: int, o: Options) -> int:
    if LAWS[game].burst:
        if _jan(board, loser):  # BR-6
            return 6 if board.burst[1 - loser] else 4
        return (1 if board.off[1 - loser] else 2) + (1 if board.bar[loser] else 0)
    if game in _ONE_POINT or (game == "ludus-lumbadorum" and o.score != "full"):
        return 1
    if game in ("acey-deucey", "us-acey-deucey") and o.score != "single":
        return LAWS[game].men - board.off[loser]  # AD-2, US-5
    if o.score == "single":  # US-5, and the same word in the games that run round
        return 1
    if _by_mother(game, board, 1 - loser):  # PL-5
        return 2
    if game in _ONE_OR_TWO and o.score != "full":
        return 2 if board.off[loser] == 0 else 1
    rank = _rank(game, board, loser, o)
    return pips(game, board, loser) * rank if game == "pin" else rank


def outcome(
    game: str, board: Board, mover: int, hit: bool = False, **options: Any
) -> tuple[int | None, int] | None:
    """Who has won after the mover's play, and what the game is worth before the cube.

    Nobody, and nothing, if the play has drawn the game (PL-3).
    """
    o = _read(options)
    if game == "no-hit" and hit:  # SF-1, D10
        value = 1 if o.hit_value == "one" else _rank(game, board, mover, o)
        return (1 - mover, value)
    if _both_pinned(game, board):
        return (None, 0)
    for player in (mover, 1 - mover):
        if _reached_goal(game, board, player, o):
            winner = 1 - player if game in ("reverse", "misere") else player  # 3.22, MI-1
            return (winner, _value(game, board, 1 - winner, o))
    return None


def _can_step(game: str, board: Board, colour: int, numbers: Numbers, o: dict[str, Any]) -> bool:
    if LAWS[game].waste == "nothing":
        return results(game, board, colour, numbers, **o) != {board}
    wanted = _next_numbers(game, tuple(sorted(numbers)))
    return any(steps(game, board, colour, number, numbers, **o) for number in wanted)


def dead(game: str, board: Board, fixed: Dice | None = None, **options: Any) -> bool:
    """Whether neither player could play anything with any throw of his own (G10, D11)."""
    for colour in (WHITE, BLACK):
        namer = (
            game == "free-choice" and options.get("namer", "white") == ("white", "black")[colour]
        )
        for dice in (fixed,) if fixed else throws(game):
            if namer and dice[0] == dice[1]:
                continue
            part = next_part(game, board, colour, dice, (), **options)
            phases = [part[1]] if part[0] == "play" else []
            if part[0] == "choose":
                phases = [_four(number) for number in range(1, 7)]
            if any(_can_step(game, board, colour, phase, options) for phase in phases):
                return False
    return True
