"""What there is after one play and after another one, as a sentence to the one who plays.

`more_` and `fewer_` of a measure are told alike: the numbers say which is which.
"""

from __future__ import annotations

from collections.abc import Sequence

from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.ruleset import Goal
from tavola.rules.turn.state import State
from tavola.words.speaker import Speaker
from tavola.words.translations import mark, mark_plural, mark_within

THROWS = {
    "hits_me": mark_plural(
        "After this play {count} of {total} throws hits you, after the other {other}.",
        "After this play {count} of {total} throws hit you, after the other {other}.",
    ),
    "captures_me": mark_plural(
        "After this play {count} of {total} throws captures you, after the other {other}.",
        "After this play {count} of {total} throws capture you, after the other {other}.",
    ),
    "pins_me": mark_plural(
        "After this play {count} of {total} throws pins you, after the other {other}.",
        "After this play {count} of {total} throws pin you, after the other {other}.",
    ),
    "he_must_hit": mark_plural(
        "With {count} of {total} throws your opponent has to hit, after the other play with "
        "{other}.",
        "With {count} of {total} throws your opponent has to hit, after the other play with "
        "{other}.",
    ),
    "he_loses": mark_plural(
        "Your opponent loses {count} of {total} throws completely, after the other play {other}.",
        "Your opponent loses {count} of {total} throws completely, after the other play {other}.",
    ),
    "he_loses_partly": mark_plural(
        "Your opponent loses {count} of {total} throws in part, after the other play {other}.",
        "Your opponent loses {count} of {total} throws in part, after the other play {other}.",
    ),
    "he_wins": mark_plural(
        "{count} of {total} throws wins for your opponent at once, after the other play {other}.",
        "{count} of {total} throws win for your opponent at once, after the other play {other}.",
    ),
    "he_makes_point": mark_plural(
        "With {count} of {total} throws your opponent closes one more point in your way, after "
        "the other play with {other}.",
        "With {count} of {total} throws your opponent closes one more point in your way, after "
        "the other play with {other}.",
    ),
    "i_hit": mark_plural(
        "As it stands, {count} of your {total} throws hits, after the other play {other}.",
        "As it stands, {count} of your {total} throws hit, after the other play {other}.",
    ),
    "i_capture": mark_plural(
        "As it stands, {count} of your {total} throws captures, after the other play {other}.",
        "As it stands, {count} of your {total} throws capture, after the other play {other}.",
    ),
    "i_pin": mark_plural(
        "As it stands, {count} of your {total} throws pins, after the other play {other}.",
        "As it stands, {count} of your {total} throws pin, after the other play {other}.",
    ),
    "i_must_hit": mark_plural(
        "As it stands, you have to hit with {count} of {total} throws, after the other play with "
        "{other}.",
        "As it stands, you have to hit with {count} of {total} throws, after the other play with "
        "{other}.",
    ),
    "i_lose": mark_plural(
        "As it stands, {count} of your {total} throws is lost, after the other play {other}.",
        "As it stands, {count} of your {total} throws are lost, after the other play {other}.",
    ),
    "i_win": mark_plural(
        "As it stands, {count} of your {total} throws wins at once, after the other play {other}.",
        "As it stands, {count} of your {total} throws win at once, after the other play {other}.",
    ),
    "i_make_point": mark_plural(
        "As it stands, {count} of your {total} throws closes one more point, after the other play "
        "{other}.",
        "As it stands, {count} of your {total} throws close one more point, after the other play "
        "{other}.",
    ),
    "i_cover": mark_plural(
        "As it stands, {count} of your {total} throws leaves no blot, after the other play "
        "{other}.",
        "As it stands, {count} of your {total} throws leave no blot, after the other play {other}.",
    ),
}
"""Throws that can come: after the one play, after the other one, and of how many."""

NO_THROW = {
    "hits_me": mark("After this play no throw hits you, after the other {other} of {total}."),
    "captures_me": mark(
        "After this play no throw captures you, after the other {other} of {total}."
    ),
    "pins_me": mark("After this play no throw pins you, after the other {other} of {total}."),
    "he_must_hit": mark(
        "No throw forces your opponent to hit, after the other play {other} of {total}."
    ),
    "he_loses": mark(
        "Your opponent loses no throw completely, after the other play {other} of {total}."
    ),
    "he_loses_partly": mark(
        "Your opponent loses no throw in part, after the other play {other} of {total}."
    ),
    "he_wins": mark(
        "No throw wins for your opponent at once, after the other play {other} of {total}."
    ),
    "he_makes_point": mark(
        "With no throw can your opponent close one more point in your way, after the other play "
        "with {other} of {total}."
    ),
    "i_hit": mark(
        "As it stands, none of your throws hits, after the other play {other} of {total}."
    ),
    "i_capture": mark(
        "As it stands, none of your throws captures, after the other play {other} of {total}."
    ),
    "i_pin": mark(
        "As it stands, none of your throws pins, after the other play {other} of {total}."
    ),
    "i_must_hit": mark(
        "As it stands, none of your throws forces you to hit, after the other play {other} of "
        "{total}."
    ),
    "i_lose": mark(
        "As it stands, none of your throws is lost, after the other play {other} of {total}."
    ),
    "i_win": mark(
        "As it stands, none of your throws wins at once, after the other play {other} of {total}."
    ),
    "i_make_point": mark(
        "As it stands, none of your throws closes one more point, after the other play {other} of "
        "{total}."
    ),
    "i_cover": mark(
        "As it stands, none of your throws avoids a blot, after the other play {other} of {total}."
    ),
}
"""The same where after the one play there is none."""

KNOWN_THROW = {
    "hits_me": mark_within("with a throw", "hit you"),
    "captures_me": mark_within("with a throw", "capture you"),
    "pins_me": mark_within("with a throw", "pin you"),
    "he_must_hit": mark_within("with a throw", "only play on by hitting"),
    "he_loses": mark_within("with a throw", "only pass"),
    "he_loses_partly": mark_within("with a throw", "play a part only"),
    "he_wins": mark_within("with a throw", "win at once"),
    "he_makes_point": mark_within("with a throw", "close one more point"),
    "i_hit": mark_within("with a throw", "hit"),
    "i_capture": mark_within("with a throw", "capture"),
    "i_pin": mark_within("with a throw", "pin"),
    "i_must_hit": mark_within("with a throw", "only play on by hitting"),
    "i_lose": mark_within("with a throw", "only pass"),
    "i_win": mark_within("with a throw", "win at once"),
    "i_make_point": mark_within("with a throw", "close one more point"),
    "i_cover": mark_within("with a throw", "leave no blot"),
}
"""What a throw can do that is known already, after `can`."""

COUNTS = {
    "blots": mark_plural(
        "{count} of your blots can still be reached, after the other play {other}.",
        "{count} of your blots can still be reached, after the other play {other}.",
    ),
    "points": mark_plural(
        "You hold {count} point in your opponent’s way, after the other play {other}.",
        "You hold {count} points in your opponent’s way, after the other play {other}.",
    ),
    "entries": mark_plural(
        "{count} of the six points where your opponent begins is closed, after the other play "
        "{other}.",
        "{count} of the six points where your opponent begins are closed, after the other play "
        "{other}.",
    ),
    "wall": mark_plural(
        "You hold {count} point in a row before your opponent, after the other play {other}.",
        "You hold {count} points in a row before your opponent, after the other play {other}.",
    ),
    "locked": mark_plural(
        "{count} of your opponent’s checkers stands behind your wall, after the other play "
        "{other}.",
        "{count} of your opponent’s checkers stand behind your wall, after the other play {other}.",
    ),
    "pile": mark_plural(
        "Your highest stack has {count} checker, after the other play {other}.",
        "Your highest stack has {count} checkers, after the other play {other}.",
    ),
    "stragglers": mark_plural(
        "{count} of your checkers is still in its first quarter, after the other play {other}.",
        "{count} of your checkers are still in their first quarter, after the other play {other}.",
    ),
    "unpassed": mark_plural(
        "{count} of your checkers has still to pass your opponent, after the other play {other}.",
        "{count} of your checkers have still to pass your opponent, after the other play {other}.",
    ),
    "home": mark_plural(
        "{count} of your checkers is home, after the other play {other}.",
        "{count} of your checkers are home, after the other play {other}.",
    ),
    "his_bar": mark_plural(
        "{count} of your opponent’s checkers is on the bar, after the other play {other}.",
        "{count} of your opponent’s checkers are on the bar, after the other play {other}.",
    ),
    "his_pinned": mark_plural(
        "{count} of your opponent’s checkers is pinned, after the other play {other}.",
        "{count} of your opponent’s checkers are pinned, after the other play {other}.",
    ),
    "my_bar": mark_plural(
        "{count} of your checkers stays on the bar, after the other play {other}.",
        "{count} of your checkers stay on the bar, after the other play {other}.",
    ),
    "my_reserve": mark_plural(
        "{count} of your checkers stays in reserve, after the other play {other}.",
        "{count} of your checkers stay in reserve, after the other play {other}.",
    ),
    "off": mark_plural(
        "{count} of your checkers is off, after the other play {other}.",
        "{count} of your checkers are off, after the other play {other}.",
    ),
    "gaps": mark_plural(
        "{count} point of your home is empty, after the other play {other}.",
        "{count} points of your home are empty, after the other play {other}.",
    ),
    "piled": mark_plural(
        "{count} of your checkers is at the goal, after the other play {other}.",
        "{count} of your checkers are at the goal, after the other play {other}.",
    ),
    "taken": mark_plural(
        "{count} of your opponent’s checkers is captured, after the other play {other}.",
        "{count} of your opponent’s checkers are captured, after the other play {other}.",
    ),
    "corners": mark_plural(
        "{count} of your checkers is on a corner, after the other play {other}.",
        "{count} of your checkers are on corners, after the other play {other}.",
    ),
    "inherits": mark_plural(
        "Your opponent inherits {count} number, after the other play {other}.",
        "Your opponent inherits {count} numbers, after the other play {other}.",
    ),
    "wins": mark_plural(
        "You win {count} game in 100 with this play, with the other {other}.",
        "You win {count} games in 100 with this play, with the other {other}.",
    ),
    "gammons": mark_plural(
        "You win a gammon {count} time in 100 with this play, with the other {other}.",
        "You win a gammon {count} times in 100 with this play, with the other {other}.",
    ),
    "gammons_lost": mark_plural(
        "You lose a gammon {count} time in 100 with this play, with the other {other}.",
        "You lose a gammon {count} times in 100 with this play, with the other {other}.",
    ),
    "backgammons": mark_plural(
        "You win a backgammon {count} time in 100 with this play, with the other {other}.",
        "You win a backgammon {count} times in 100 with this play, with the other {other}.",
    ),
    "backgammons_lost": mark_plural(
        "You lose a backgammon {count} time in 100 with this play, with the other {other}.",
        "You lose a backgammon {count} times in 100 with this play, with the other {other}.",
    ),
}
"""Checkers, points and games: after the one play, and after the other one."""

NONE = {
    "blots": mark("None of your blots can be reached any more, after the other play {other}."),
    "points": mark("You hold no point in your opponent’s way, after the other play {other}."),
    "entries": mark(
        "None of the six points where your opponent begins is closed, after the other play {other}."
    ),
    "wall": mark(
        "You do not hold three points in a row before your opponent, after the other play {other}."
    ),
    "locked": mark(
        "None of your opponent’s checkers stands behind a wall of five, after the other play "
        "{other}."
    ),
    "pile": mark("You have no stack, after the other play one of {other}."),
    "stragglers": mark(
        "None of your checkers is in its first quarter any more, after the other play {other}."
    ),
    "unpassed": mark(
        "All your checkers have passed your opponent, after the other play not yet {other}."
    ),
    "home": mark("None of your checkers is home, after the other play {other}."),
    "his_bar": mark(
        "None of your opponent’s checkers is on the bar, after the other play {other}."
    ),
    "his_pinned": mark("None of your opponent’s checkers is pinned, after the other play {other}."),
    "my_bar": mark("None of your checkers stays on the bar, after the other play {other}."),
    "my_reserve": mark("None of your checkers stays in reserve, after the other play {other}."),
    "off": mark("None of your checkers is off, after the other play {other}."),
    "gaps": mark("No point of your home is empty, after the other play {other}."),
    "piled": mark("None of your checkers is at the goal, after the other play {other}."),
    "taken": mark("None of your opponent’s checkers is captured, after the other play {other}."),
    "corners": mark("None of your checkers is on a corner, after the other play {other}."),
}
"""The same where after the one play there is none."""

NONE_OF = {
    "inherits": mark_plural(
        "Your opponent inherits nothing, after the other play {count} number.",
        "Your opponent inherits nothing, after the other play {count} numbers.",
    ),
    "wins": mark_plural(
        "You hardly ever win with this play, with the other {count} game in 100.",
        "You hardly ever win with this play, with the other {count} games in 100.",
    ),
    "gammons": mark_plural(
        "You hardly ever win a gammon with this play, with the other {count} time in 100.",
        "You hardly ever win a gammon with this play, with the other {count} times in 100.",
    ),
    "gammons_lost": mark_plural(
        "You hardly ever lose a gammon with this play, with the other {count} time in 100.",
        "You hardly ever lose a gammon with this play, with the other {count} times in 100.",
    ),
    "backgammons": mark_plural(
        "You hardly ever win a backgammon with this play, with the other {count} time in 100.",
        "You hardly ever win a backgammon with this play, with the other {count} times in 100.",
    ),
    "backgammons_lost": mark_plural(
        "You hardly ever lose a backgammon with this play, with the other {count} time in 100.",
        "You hardly ever lose a backgammon with this play, with the other {count} times in 100.",
    ),
}
"""The same, where the other number has a noun."""

IN_YOUR_HOME = mark_plural(
    "You hold {count} point of your home, after the other play {other}.",
    "You hold {count} points of your home, after the other play {other}.",
)
NONE_IN_YOUR_HOME = mark("You hold no point of your home, after the other play {other}.")
"""What `entries` are where the opponent begins, or enters, in the home of the reader."""

_NOUNS = {
    **dict.fromkeys(THROWS, "throws"),
    **dict.fromkeys(("he_must_hit", "i_must_hit", "he_wins", "he_makes_point"), "with throws"),
    **dict.fromkeys(("points", "entries", "wall", "gaps"), "points"),
    **dict.fromkeys(("gammons", "gammons_lost", "backgammons", "backgammons_lost"), "times"),
    "wins": "games",
    "inherits": "numbers",
    "towers": "towers",
}
"""What is counted, for the word none; checkers, if nothing else."""
_NOTHING = {
    "throws": mark_within("throws", "none"),
    "with throws": mark_within("with throws", "none"),
    "times": mark_within("times", "never"),
    "numbers": mark_within("numbers", "none"),
    "towers": mark_within("towers", "none"),
    "points": mark_within("points", "none"),
    "games": mark_within("games", "none"),
    "checkers": mark_within("checkers", "none"),
}


_LEAD = {
    "ahead": mark_plural(
        "You lead by {count} pip, after the other play by {other}.",
        "You lead by {count} pips, after the other play by {other}.",
    ),
    "behind": mark_plural(
        "You are {count} pip behind, after the other play {other}.",
        "You are {count} pips behind, after the other play {other}.",
    ),
    "gained": mark_plural(
        "You gain {count} pip on the other play.",
        "You gain {count} pips on the other play.",
    ),
    "given": mark_plural(
        "You give up {count} pip to the other play.",
        "You give up {count} pips to the other play.",
    ),
}
"""The race where the first one to come home wins."""
_LEFT_TO_GO = {
    "ahead": mark_plural(
        "You have {count} pip fewer to go than your opponent, after the other play {other}.",
        "You have {count} pips fewer to go than your opponent, after the other play {other}.",
    ),
    "behind": mark_plural(
        "You have {count} pip more to go than your opponent, after the other play {other}.",
        "You have {count} pips more to go than your opponent, after the other play {other}.",
    ),
    "gained": mark_plural(
        "Compared with your opponent you have {count} pip fewer to go than after the other play.",
        "Compared with your opponent you have {count} pips fewer to go than after the other play.",
    ),
    "given": mark_plural(
        "Compared with your opponent you have {count} pip more to go than after the other play.",
        "Compared with your opponent you have {count} pips more to go than after the other play.",
    ),
}
"""The race where the last one does: there nobody leads by having fewer pips."""


def compared(speaker: Speaker, name: str, numbers: Sequence[int], state: State) -> str:
    """What there is of a measure after the one play and after the other one.  Raises KeyError for
    an unknown name."""
    words, (count, other) = speaker.words, numbers[:2]
    if name == "entries" and _is_at_home(state):
        return _at_home(speaker, count, other)
    if name == "lead":
        return _race(speaker, count, other, state.rules.goal)
    left = _none(speaker, _NOUNS.get(name, "checkers"), other)
    if name == "towers":
        return words.plural(
            "Of the 18 works on your towers {count} is done, after the other play {other}.",
            "Of the 18 works on your towers {count} are done, after the other play {other}.",
            count,
            other=left,
        )
    if name in THROWS:
        total = numbers[2]
        if total == 1:
            return _known(speaker, name, count)
        if not count:
            return words.text(NO_THROW[name], other=other, total=total)
        return words.plural(*THROWS[name], count, other=left, total=total)
    if not count:
        if name in NONE_OF:
            return words.plural(*NONE_OF[name], other)
        return words.text(NONE[name], other=other)
    return words.plural(*COUNTS[name], count, other=left)


def _none(speaker: Speaker, noun: str, count: int) -> str:
    """A number, or the word for none of a noun."""
    if count:
        return str(count)
    return speaker.words.within(noun, _NOTHING[noun])


def _known(speaker: Speaker, name: str, count: int) -> str:
    """Of a throw that is known already whether it can do something."""
    words = speaker.words
    what = words.within("with a throw", KNOWN_THROW[name])
    if name.startswith("i_"):
        if count:
            return words.text(
                "As it stands, you can {what} with your throw, after the other play not.",
                what=what,
            )
        return words.text(
            "After the other play you could {what} with your throw, after this one not.",
            what=what,
        )
    if count:
        return words.text(
            "After this play your opponent can {what} in the next turn, after the other not.",
            what=what,
        )
    return words.text(
        "After the other play your opponent can {what} in the next turn, after this one not.",
        what=what,
    )


def _race(speaker: Speaker, count: int, other: int, goal: Goal) -> str:
    """The race: pips ahead of the other side, less than 0 behind it."""
    words, told = speaker.words, _LEFT_TO_GO if goal is Goal.LAST_OFF else _LEAD
    if count > 0 and other > 0:
        return words.plural(*told["ahead"], count, other=other)
    if count < 0 and other < 0:
        return words.plural(*told["behind"], -count, other=-other)
    return words.plural(*told["gained" if count > other else "given"], abs(count - other))


def _is_at_home(state: State) -> bool:
    """Whether the other side begins, or enters, in the home of the side on turn."""
    geometry = geometry_of(state.rules)
    return set(geometry.track[state.side.other][:6]) == set(geometry.home(state.side))


def _at_home(speaker: Speaker, count: int, other: int) -> str:
    if not count:
        return speaker.words.text(NONE_IN_YOUR_HOME, other=other)
    return speaker.words.plural(*IN_YOUR_HOME, count, other=_none(speaker, "points", other))
