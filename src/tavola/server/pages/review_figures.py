"""What the page of a review shows: figures, curve, one decision with its board, all plays.

Everything is made from a review that was read already: plain data for the template.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from tavola.drawing import compared, curve
from tavola.drawing.curve import Label, Scale, Spot
from tavola.rules.model.throws import written
from tavola.rules.turn.state import Kind, State
from tavola.server.pages.review_teller import PageTeller
from tavola.study.questions import What
from tavola.study.summary import Count
from tavola.study.tell import CLASS_NAMES, SIGNS
from tavola.study.verdicts import Decision, Thrown, Way
from tavola.words import names, opinions
from tavola.words.opinions import NO_FIGURE
from tavola.words.translations import Words

LARGEST = 3
"""Errors that are shown before one asks for more."""
NARROW, WIDE = 360.0, 640.0
"""Widths of a board on a phone and on a desk."""
_WIDTHS = ((NARROW, "narrow"), (WIDE, "wide"))

Link = Callable[[Decision], str]
"""Where a decision is shown."""
Numbers = Mapping[tuple[int, What], int]
"""The numbers of errors, by their last event and what was decided."""


@dataclass(frozen=True)
class Row:
    """A row of a table: what it is about, and its cells."""

    label: str
    cells: tuple[str, ...]
    taken: bool = False
    best: bool = False


@dataclass(frozen=True)
class Shown:
    """A decision on the page: what is said of it, its boards, and what could be done."""

    n: int
    said: str
    sign: str
    size: int
    reasons: list[str]
    boards: list[str]
    best: str
    played: str
    heads: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    depth: int = 0
    amounts: str = ""


@dataclass(frozen=True)
class Line:
    """A line of the list of plays: whose it is, what was thrown and done, and its worst loss."""

    n: int
    where: str
    who: str
    side: str
    throw: str
    text: str
    sign: str = ""
    size: int = 0
    name: str = ""
    link: str = ""
    here: bool = False
    game: int = 0


# ----------------------------------------------------------------------------------- the summary


def summary(teller: PageTeller) -> list[Row]:
    """The figures of both players, side by side."""
    text, both = teller.words.text, [teller.summary(n) for n in (0, 1)]
    rows = [
        _row(text("Units lost in a decision"), (_mean(teller, one.all) for one in both)),
        _row(text("Checkers"), (_mean(teller, one.checkers) for one in both)),
        _row(text("Cube"), (_mean(teller, one.cube) for one in both)),
        _row(text("Offers"), (_mean(teller, one.others) for one in both)),
    ]
    for size, name in enumerate(CLASS_NAMES):
        label = teller.words.measured(
            "{sign} {class_name}, from {least} units",
            "{sign} {class_name}, from {least} units",
            teller.thresholds[size],
            2,
            sign=SIGNS[size + 1],
            class_name=text(name),
            least=teller.amount(teller.thresholds[size]),
        )
        rows.append(Row(label, tuple(str(one.errors[size]) for one in both)))
    rows.append(
        _row(text("Luck of the dice in units"), (teller.signed(one.luck, 2) for one in both))
    )
    if all(one.adjusted is not None for one in both):
        label = text("Points of the match without the luck")
        if teller.review.scored:
            label = text("Result without the luck")
        rows.append(_row(label, (_worth(teller, one.adjusted or 0.0) for one in both)))
    likes = [names.level_name(teller.words, one.like) if one.like else "" for one in both]
    rows.append(_row(text("Plays like the level"), likes))
    elo = ["" if one.elo is None else str(one.elo) for one in both]
    rows.append(_row(text("Elo, about"), elo))
    ratings = ["" if one.rating is None else teller.amount(one.rating, 1) for one in both]
    rows.append(_row(text("PR (500 times the points lost)"), ratings))
    return [
        Row(row.label, tuple(cell or NO_FIGURE for cell in row.cells))
        for row in rows
        if any(row.cells)
    ]


def _row(label: str, cells: Iterator[str] | list[str]) -> Row:
    return Row(label, tuple(cells))


def _mean(teller: PageTeller, count: Count) -> str:
    if not count.decisions:
        return ""
    return teller.words.text(
        "{mean} in {count}", mean=teller.amount(count.mean, 3), count=count.decisions
    )


# ------------------------------------------------------------------------------------- the curve


@dataclass(frozen=True)
class Curve:
    """The curve of a match, and the same as a table for the ear."""

    drawn: str
    title: str
    heads: list[str]
    rows: list[Row]


def curve_of(
    teller: PageTeller, marked: list[Decision], numbers: Numbers, link: Link
) -> Curve | None:
    """The curve of the chances, from the reader's side, with errors marked by their numbers."""
    mine, review = 1 if teller.you == 1 else 0, teller.review
    spots = [Spot(one.n, _seen(teller, one.worth, mine)) for one in review.throws]
    if not spots:
        return None
    in_order = sorted(marked, key=lambda one: one.n)
    marks = [
        Label(
            one.n,
            f"{numbers[one.n, one.what]} {teller.sign(one.units)}",
            link(one),
        )
        for one in in_order
    ]
    title, scale = _scale(teller, spots, mine)
    drawn = "".join(
        curve.curve(
            spots,
            scale,
            marks=marks,
            ends=_ends(teller),
            title=title,
            description=" ".join(teller.fault(one) for one in in_order),
            width=width,
            name=name,
        )
        for width, name in ((NARROW, "narrow"), (curve.WIDTH, "wide"))
    )
    # Links inside a picture that is one for the ear could not be reached.
    drawn = drawn.replace('role="img"', 'role="group"') if marks else drawn
    return Curve(drawn, title, *_as_table(teller, title, mine))


def _scale(teller: PageTeller, spots: list[Spot], player: int) -> tuple[str, Scale]:
    """What the curve shows of a player, and between which values."""
    words, who = teller.words, teller.player(player)
    if teller.review.scored:
        title = words.text("{player}: chance to win the match", player=who)
        return title, Scale(0.0, 0.5, 1.0, ("0", "50", "100"))
    high = max(1.0, *(abs(one.value) for one in spots))
    called = (teller.signed(-high, 1), "0", teller.signed(high, 1))
    title = words.text("{player}: equity in points", player=who)
    return title, Scale(-high, 0.0, high, called)


def _ends(teller: PageTeller) -> list[Label]:
    """Where games ended, if there are several."""
    ended = teller.review.games if teller.several else ()
    text = teller.words.text
    return [Label(one.n, text("Game {number}", number=one.game)) for one in ended]


def _as_table(teller: PageTeller, title: str, player: int) -> tuple[list[str], list[Row]]:
    """The curve for the ear: every throw with what the match was worth before it."""
    words = teller.words
    heads = [words.text("Turn"), words.text("Player"), words.text("Throw"), title]
    rows = []
    for one in teller.review.throws:
        worth = _worth(teller, _seen(teller, one.worth, player))
        dice, luck = written(one.dice), teller.signed(one.units, 2)
        rows.append(Row(teller.where(one), (teller.player(one.player), dice, worth, luck)))
    return [*heads, words.text("Luck")], rows


def _seen(teller: PageTeller, worth: float, player: int) -> float:
    """A worth to player 0 from the side of a player."""
    if player == 0:
        return worth
    return 1.0 - worth if teller.review.scored else -worth


def _worth(teller: PageTeller, value: float) -> str:
    """A chance to win the match where it has a score, else points."""
    if teller.review.scored:
        return opinions.share(teller.words, min(max(value, 0.0), 1.0))
    return teller.signed(value, 2)


# ----------------------------------------------------------------------------------- one decision


def shown(teller: PageTeller, one: Decision, said: str, *, whole: bool) -> Shown:
    """A decision on the page; `whole` with the table of what could be done."""
    state = teller.state(one)
    plays = one.what is What.PLAY and one.taken != 0
    heads, rows = _ways(teller, one, state) if whole else ([], [])
    return Shown(
        one.n,
        said,
        teller.sign(one.units),
        SIGNS.index(teller.sign(one.units)),
        teller.reasons(one, state) if one.taken else [],
        _boards(teller, one, state, said, whole=whole),
        teller.way(one.best) if plays else "",
        teller.way(one.done) if plays else "",
        heads,
        rows,
        max(way.depth for way in one.ways),
        _amounts(teller, one, state),
    )


def _amounts(teller: PageTeller, one: Decision, state: State) -> str:
    """What losses are told in, and how much that is in the units of the figures."""
    text = teller.words.text
    if not one.loss:
        return text("Losses are in points at the cube as it lies.") if state.rules.cube else ""
    told = {"points": teller.amount(one.loss, 3), "units": teller.amount(one.units, 3)}
    if state.rules.cube:
        return text(
            "Losses are in points at the cube as it lies: {points} are {units} units.", **told
        )
    return text("Losses are in points: {points} are {units} units.", **told)


def _boards(
    teller: PageTeller, one: Decision, state: State, said: str, *, whole: bool
) -> list[str]:
    best, wrong = (
        [action.code for action in way.actions if action.kind is Kind.STEP]
        for way in (one.best, one.done)
    )
    return [
        compared.compared(
            state,
            best,
            wrong if one.taken else [],
            teller.view(one),
            width=width,
            name=f"small {name}",
            title=said,
            description=state.position.text(),
        )
        for width, name in _WIDTHS[: 1 + whole]
    ]


def _ways(teller: PageTeller, one: Decision, state: State) -> tuple[list[str], list[Row]]:
    """The table of what could be done."""
    words, score = teller.words, state.rules.score
    first = words.text("Play") if one.what is What.PLAY else words.text("Decision")
    heads = [first, words.text("Loses"), *opinions.columns(words, score)[2:]]
    rows = []
    # What was looked at less deep may stand before what is worse.
    for way in sorted(one.ways, key=lambda way: (way is not one.best, -way.equity)):
        lost = "—" if way is one.best else teller.signed(min(way.equity - one.best.equity, 0.0), 3)
        cells = (lost, *_chances(teller.words, way, state))
        rows.append(Row(teller.way(way), cells, taken=way is one.done, best=way is one.best))
    return heads, rows


def _chances(words: Words, way: Way, state: State) -> list[str]:
    if way.chances is None:
        return [""] * (len(opinions.columns(words, state.rules.score)) - 2)
    return opinions.row(words, "", way.equity, way.chances, state.rules.score)[2:]


# ------------------------------------------------------------------------------------- all plays


def lines(teller: PageTeller, link: Link, here: int) -> list[Line]:
    """Every throw with what was done, in the order of the match; `here` is the event shown."""
    found: list[Line] = []
    for group in _turns(teller):
        throws = _throws(group)
        decided = [one for one in group if isinstance(one, Decision)]
        told = [one for one in decided if _is_told(teller, one)]
        if not throws and not told:
            continue
        first = throws[0] if throws else told[0]
        worst = max(told, key=lambda one: one.units, default=None)
        units = worst.units if worst else 0.0
        played = teller.words.clauses(teller.done(one) for one in told)
        found.append(
            Line(
                first.turn,
                teller.where(first),
                teller.player(first.player),
                first.side.letter,
                ", ".join(written(one.dice) for one in throws),
                played or teller.words.within("log", "nothing"),
                teller.sign(units),
                SIGNS.index(teller.sign(units)),
                teller.class_name(units),
                link(worst) if worst else "",
                worst is not None and any(one.n == here for one in told),
                first.game,
            )
        )
    return found


def _throws(group: list[Decision | Thrown]) -> list[Thrown]:
    """The throws of a turn.  One for the start after which was thrown anew was never played."""
    throws = [one for one in group if isinstance(one, Thrown)]
    anew = throws[1:] and throws[0].turn == 1 and not _decided(group, throws[0].n, throws[1].n)
    return throws[1:] if anew else throws


def _decided(group: list[Decision | Thrown], after: int, before: int) -> bool:
    """Whether something was played or kept between two events."""
    return any(
        isinstance(one, Decision) and one.done.actions and after < one.n < before for one in group
    )


def _is_told(teller: PageTeller, one: Decision) -> bool:
    """Not to double, and to play on, are told only where they were wrong."""
    return bool(one.done.actions) or bool(teller.sign(one.units))


def _turns(teller: PageTeller) -> Iterator[list[Decision | Thrown]]:
    """What was judged, by game, turn and player."""
    group: list[Decision | Thrown] = []
    for one in teller.review.judged:
        key = (one.game, one.turn, one.player)
        if group and key != (group[0].game, group[0].turn, group[0].player):
            yield group
            group = []
        group.append(one)
    if group:
        yield group


__all__ = ["LARGEST", "Curve", "Line", "Row", "Shown", "curve_of", "lines", "shown", "summary"]
