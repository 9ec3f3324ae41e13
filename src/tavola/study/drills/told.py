"""Drills in sentences: what they are called, what is asked, and how one counts."""

from __future__ import annotations

from collections.abc import Sequence

from tavola.rules.model.drawing_layout import rows_of
from tavola.rules.model.geometry import board_number, geometry_of
from tavola.rules.model.ruleset import Contact, Side
from tavola.rules.model.throws import Throw
from tavola.rules.text import notation
from tavola.study.drills import counted
from tavola.study.drills.asked import DECISIONS, NEAR_COUNT, NEAR_RACE, NEAR_TAKE, Question
from tavola.study.drills.chances import HEADSTART, of_quotient
from tavola.study.tell import WAYS
from tavola.words import opinions, puzzles
from tavola.words.opinions import local
from tavola.words.speaker import Speaker
from tavola.words.translations import Words, mark, mark_within

TITLES = {
    "points": mark_within("drill", "Numbers of the points"),
    "pips": mark_within("drill", "Pips"),
    "shots": mark_within("drill", "Throws that hit"),
    "must_hit": mark_within("drill", "Throws that must hit"),
    "pins": mark_within("drill", "Throws that pin"),
    "enter": mark_within("drill", "Throws that come in"),
    "lost": mark_within("drill", "Lost throws"),
    "race": mark_within("drill", "Chances in a race"),
    "epc": mark_within("drill", "Effective pips"),
    "double": mark_within("drill", "Take or drop"),
    "take": mark_within("drill", "Takes at a score"),
    "opening": mark_within("drill", "First throws"),
}
"""What the kinds of drills are called."""

LINES = {
    "points": mark("The board without numbers: you say which one a point has."),
    "pips": mark("How far all your checkers still have to go."),
    "shots": mark("With how many of the 36 throws you can take a checker."),
    "must_hit": mark("With how many of the 36 throws you can do nothing but hit, and lose."),
    "pins": mark("With how many of the 36 throws you can pin a checker."),
    "enter": mark("With how many of the 36 throws you come in from the bar."),
    "lost": mark("With how many of the 36 throws you can play nothing."),
    "race": mark("The chance to win a race, by Kleinman’s formula."),
    "epc": mark("The end of a race: your pips, and those that gaps and ones will waste."),
    "double": mark("Your opponent doubles, for money: do you take the cube or drop?"),
    "take": mark("From which chance on you take a double in a match."),
    "opening": mark("The best play of a first throw, from the table of openings."),
}

_ASKED = {
    "pips": mark("How many pips do you need?"),
    "shots": mark("You are to throw. With how many of the 36 throws can you hit?"),
    "must_hit": mark("You are to throw. With how many of the 36 throws must you hit?"),
    "pins": mark("You are to throw. With how many of the 36 throws can you pin a checker?"),
    "enter": mark("You are to throw. With how many of the 36 throws do you come in from the bar?"),
    "lost": mark("You are to throw. With how many of the 36 throws can you play nothing?"),
}
_CAPTURES = mark("You are to throw. With how many of the 36 throws can you capture?")
_ROWS = (
    mark("The upper row, place {place} from the left: which number does this point have?"),
    mark("The lower row, place {place} from the left: which number does this point have?"),
)
_TWO_WAYS = mark("{throws} falls in two ways, that is {count}.")
_EACH_TWO_WAYS = mark("{throws}: each falls in two ways, that is {count}.")
_ONE_WAY = mark("{throws} falls in one way, that is {count}.")
_EACH_ONE_WAY = mark("{throws}: each falls in one way, that is {count}.")
_TIMES = "\N{MULTIPLICATION SIGN}"
_MEAN = "8\N{VULGAR FRACTION ONE SIXTH}"
"""Pips of a mean throw."""
_OFTEN = 0.01
"""Double games that are worth a word."""
_KNOWN = (0.05, 0.2, 0.4, 0.7, 1.2)
"""Quotients of a race whose chances are worth knowing by heart."""


def title(words: Words, kind: str) -> str:
    """The name of a kind of drill."""
    return words.within("drill", TITLES[kind])


def line(words: Words, kind: str) -> str:
    """What it is about."""
    return words.text(LINES[kind])


# ------------------------------------------------------------------------------------- the question


def asked(speaker: Speaker, one: Question) -> str:
    """What is asked."""
    words = speaker.words
    if one.point is not None:
        row, place = _place(speaker, one.point)
        return words.text(_ROWS[row], place=place)
    if one.race is not None:
        return words.text(
            "You are to throw. What is your chance to win, in percent? By Kleinman’s formula;"
            " {near} more or less is right, too.",
            near=NEAR_RACE,
        )
    if one.take is not None:
        return words.text(
            "Match to {length} points: you have {mine}, your opponent has {theirs} and doubles to"
            " {cube}. From which chance to win the game on do you take, in percent? Without"
            " gammons and redoubles; {near} more or less is right, too.",
            length=one.take.length,
            mine=one.take.mine,
            theirs=one.take.theirs,
            cube=one.take.cube,
            near=NEAR_TAKE,
        )
    if one.effective is not None:
        return words.text(
            "You are to throw. What is your effective pip count, the throws that you need on"
            " average times {pips}? {near} more or less is right, too.",
            pips=_MEAN,
            near=NEAR_COUNT,
        )
    if one.double is not None:
        return words.text("Your opponent doubles, for money. What do you do?")
    if one.choices:
        dice = one.state.turn.dice
        assert dice is not None
        return words.text("The first throw is {dice}. Which play is best?", dice=_written(dice))
    captures = one.kind == "shots" and one.state.rules.contact is Contact.CAPTURE
    return words.text(_CAPTURES if captures else _ASKED[one.kind])


def _place(speaker: Speaker, point: int) -> tuple[int, int]:
    """Row and place from the left, from 1, of a point on the board as White sees it."""
    rows = rows_of(speaker.geometry)
    row = 0 if point in rows[0] else 1
    return row, rows[row].index(point) + 1


def wanted(words: Words, one: Question) -> str:
    """What can be an answer, for whoever typed something else."""
    if one.many:
        return words.text("Type a number from 1 to {most}.", most=one.many)
    return words.text("Type a whole number, 0 or more.")


def choices(speaker: Speaker, one: Question) -> list[str]:
    """The plays or decisions to choose from, plays as the listener's board numbers them."""
    if one.double is not None:
        return [speaker.words.within("decision", WAYS[name]) for name in DECISIONS]
    return [
        notation.typed(one.state, play.actions, speaker.numbering, play.position)
        for play in one.choices
    ]


# --------------------------------------------------------------------------------------- the answer


def verdict(speaker: Speaker, one: Question, number: int) -> str:
    """Whether a number is right, which may be an answer."""
    words, right = speaker.words, one.right(number)
    if one.double is not None:
        named = choices(speaker, one)[one.answer - 1]
        if right:
            return words.text("Right: {answer}.", answer=named)
        lost = puzzles.units(words, one.loses[number - 1])
        return words.measured(
            "Not quite: {answer}. The other costs {loss} units.",
            "Not quite: {answer}. The other costs {loss} units.",
            one.loses[number - 1],
            2,
            answer=named,
            loss=lost,
        )
    if one.choices:
        plays, loss = choices(speaker, one), one.loses[number - 1]
        return puzzles.verdict(words, plays[one.answer - 1], plays[number - 1], loss)
    if right and number == one.answer:
        return words.text("Right: {answer}.", answer=one.answer)
    if right:
        return words.text("Right: it is {answer}.", answer=one.answer)
    return words.text("Not quite: it is {answer}, not {mine}.", answer=one.answer, mine=number)


def counted_so(speaker: Speaker, one: Question) -> list[str]:
    """How one counts it."""
    for told, there in (
        (_of_race, one.race),
        (_of_take, one.take),
        (_of_effective, one.effective),
        (_of_double, one.double),
        (_of_choices, one.choices),
        (_of_throws, one.throws),
    ):
        if there:
            return told(speaker, one)
    return _of_point(speaker, one) if one.point is not None else _of_pips(speaker, one)


def _of_point(speaker: Speaker, one: Question) -> list[str]:
    rows, rules = rows_of(geometry_of(one.state.rules)), one.state.rules

    def numbers(row: Sequence[int]) -> tuple[int, int]:
        first, last = (
            board_number(rules, Side.WHITE, point, speaker.numbering) for point in (row[0], row[-1])
        )
        return first, last

    (a, b), (c, d) = map(numbers, rows)
    return [
        speaker.words.text(
            "The upper row goes from {a} on the left to {b} on the right, the lower one from {c}"
            " to {d}.",
            a=a,
            b=b,
            c=c,
            d=d,
        )
    ]


def _of_pips(speaker: Speaker, one: Question) -> list[str]:
    words, ways = speaker.words, counted.ways(one.state, one.state.side)
    products = " + ".join(f"{checkers} {_TIMES} {way}" for checkers, way in ways)
    lines = [
        words.text("The checkers of each point times the pips that one of them needs:"),
        f"{products} = {one.answer}",
    ]
    outside = one.state.position.bar(one.state.side) + one.state.position.reserve(one.state.side)
    if outside:
        way = max(way for _, way in ways)
        lines.insert(1, words.text("A checker that has yet to come in needs {way}.", way=way))
    return lines


def _of_throws(speaker: Speaker, one: Question) -> list[str]:
    words, way, lines = speaker.words, counted.counting(one.throws), []
    if way.with_any:
        faces = words.join([str(face) for face in way.with_any], alternative=True)
        lines.append(
            words.text("Every throw with a {faces}: {count}.", faces=faces, count=way.these)
        )
    for throws, ways, alone, each in (
        (way.pairs, 2, _TWO_WAYS, _EACH_TWO_WAYS),
        (way.doubles, 1, _ONE_WAY, _EACH_ONE_WAY),
    ):
        if throws:
            written = words.join([_written(throw) for throw in throws])
            told = alone if len(throws) == 1 else each
            lines.append(words.text(told, throws=written, count=ways * len(throws)))
    lines.append(words.text("Together {count} of 36.", count=one.answer))
    return lines


def _whole(number: int) -> str:
    """A whole number, with a minus sign and no hyphen."""
    return str(number).replace("-", opinions.MINUS)


def _of_race(speaker: Speaker, one: Question) -> list[str]:
    words, race = speaker.words, one.race
    assert race is not None
    known = [
        words.text("{quotient}: {percent}%", quotient=_number(words, k), percent=_percent(k))
        for k in _KNOWN
    ]
    return [
        words.text(
            "You need {mine} pips, your opponent {theirs}: with {start} for the throw your lead is"
            " {lead}.",
            mine=race.mine,
            theirs=race.theirs,
            start=HEADSTART,
            lead=_whole(race.lead),
        ),
        words.text(
            "Its square, {square}, divided by the sum of the pips less {start}, {rest}, is"
            " {quotient}; that is {answer}%.",
            square=race.lead**2,
            start=HEADSTART,
            rest=race.mine + race.theirs - HEADSTART,
            quotient=_number(words, abs(race.quotient)),
            answer=one.answer,
        ),
        words.text("Worth knowing: {known}.", known=words.clauses(known))
        + (" " + words.text("Who is behind has the rest to 100.") if race.lead < 0 else ""),
    ]


def _of_take(speaker: Speaker, one: Question) -> list[str]:
    words, take = speaker.words, one.take
    assert take is not None
    # In tenths, so that what is told adds up to the answer that is asked.
    shares = {name: round(100 * getattr(take, name), 1) for name in ("drop", "win", "lose")}
    risk, gain = shares["drop"] - shares["lose"], shares["win"] - shares["drop"]
    return [
        words.text(
            "If you drop, you win the match in {drop}% of all cases; if you take, in {win}% after"
            " winning the game and in {lose}% after losing it.",
            **{name: _number(words, share, 1) for name, share in shares.items()},
        ),
        words.text(
            "You risk {risk} to gain {gain}: {risk} of {both} are about {answer}%.",
            risk=_number(words, risk, 1),
            gain=_number(words, gain, 1),
            both=_number(words, risk + gain, 1),
            answer=one.answer,
        ),
    ]


def _of_effective(speaker: Speaker, one: Question) -> list[str]:
    words, found = speaker.words, one.effective
    assert found is not None
    return [
        words.text(
            "On average you need {throws} throws: times {pips} that is {count}.",
            throws=_number(words, found.throws),
            pips=_MEAN,
            count=_number(words, found.count, 1),
        ),
        words.text(
            "On the board there are {pips}: about {wasted} are wasted.",
            pips=found.pips,
            wasted=_number(words, found.wasted, 1),
        ),
    ]


def _of_double(speaker: Speaker, one: Question) -> list[str]:
    words, found = speaker.words, one.double
    assert found is not None
    worth = {"take": found.take, "drop": found.drop}
    told = [
        words.text(
            "To take is worth {take} points, to drop {drop}.",
            **{name: opinions.decimal(words, value, 2) for name, value in worth.items()},
        ),
        words.text("You win {win} of the games.", win=opinions.share(words, found.chances.win)),
    ]
    if found.chances.gammon_lost >= _OFTEN:
        lost = opinions.share(words, found.chances.gammon_lost)
        told.append(words.text("{share} are lost double or more.", share=lost))
    told.append(
        words.text(
            "Without double games and further doubles 25% are enough: a take risks one point more"
            " than a drop, and gains three if you win."
        )
    )
    return told


def _of_choices(speaker: Speaker, one: Question) -> list[str]:
    """The plays, the best first, with what each loses."""
    words = speaker.words
    ranked = sorted(zip(one.loses, choices(speaker, one), strict=True))
    told = [
        words.text("{play}: {loss} units behind.", play=play, loss=puzzles.units(words, loss, 3))
        for loss, play in ranked[1:]
    ]
    return [*told, words.text("From trials with the best net; see the table of openings.")]


def _written(throw: Throw) -> str:
    return f"{max(throw)}-{min(throw)}"


def _percent(quotient: float) -> int:
    return round(100 * of_quotient(quotient))


def _number(words: Words, value: float, digits: int = 2) -> str:
    return local(words, f"{value:.{digits}f}")


__all__ = ["LINES", "TITLES", "asked", "choices", "counted_so", "line", "title", "verdict"]
