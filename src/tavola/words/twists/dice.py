"""What is special about dice and numbers: the sentences that need details, and when they hold."""

from __future__ import annotations

from tavola.rules.model.ruleset import Again, Incomplete, Numbers
from tavola.rules.model.throws import is_double
from tavola.rules.turn.state import Phase
from tavola.words.happened import Happened
from tavola.words.speaker import Speaker
from tavola.words.translations import mark, mark_plural


def fixed(speaker: Speaker, at: Happened) -> str:
    """The throw that stays for the whole game was thrown."""
    if at.before.fixed is not None or at.state.fixed is None:
        return ""
    dice = speaker.dice(at.state.fixed)
    return speaker.words.text(
        "This throw stays: from now on every turn of both sides is {dice}.", dice=dice
    )


_CHOICE = {
    Again.NEVER: mark("1-2 brings a double of one’s choice."),
    Again.ALWAYS: mark("1-2 brings a double of one’s choice, and then another throw."),
    Again.COMPLETE: mark(
        "1-2 brings a double of one’s choice; if all of it is played, another throw follows."
    ),
}


def choice(speaker: Speaker, at: Happened) -> str:
    """A double is to be chosen."""
    begins = at.state.phase is Phase.CHOOSE and at.before.phase is not Phase.CHOOSE
    return speaker.words.text(_CHOICE[at.rules.ace_deuce_again]) if begins else ""


def chases(at: Happened) -> bool:
    """Whether there is more than the last checker, so that one moves both dice together."""
    return len(at.before.position.points(at.state.side)) > 1


def leap(speaker: Speaker, at: Happened) -> str:
    """The sum of both dice is one move of one checker."""
    thrown = at.thrown
    if thrown is None or not chases(at) or at.state.turn.numbers != (sum(thrown),):
        return ""
    return speaker.words.text("One checker moves both dice together, in one leap.")


def _waits(at: Happened) -> bool:
    """Whether doubles of the side on turn do not run upwards yet."""
    return at.state.position.runs_in(at.state.side) > 0


def runs_later(speaker: Speaker, at: Happened) -> str:
    """A double that is four equal numbers and no more, since it comes too early."""
    if not at.double or at.double == 6 or not _waits(at):
        return ""
    return speaker.words.plural(
        "In the first turn of a side no higher numbers follow a double.",
        "In the first {count} turns of a side no higher numbers follow a double.",
        at.rules.run_from - 1,
    )


def climbs(speaker: Speaker, at: Happened) -> str:
    """A double goes on with all higher numbers."""
    if not at.double or at.double == 6 or _waits(at):
        return ""
    words, higher = speaker.words, range(at.double + 1, 7)
    numbers = words.join([str(number) for number in higher])
    handed = at.rules.incomplete in (Incomplete.HAND_OVER, Incomplete.HAND_OVER_REST)
    one, many = _CLIMBS_ON if handed else _CLIMBS
    return words.plural(one, many, len(higher), numbers=numbers)


_CLIMBS = mark_plural(
    "If all four are played, {numbers} follows, four times.",
    "If all four are played, {numbers} follow, four times.",
)
_CLIMBS_ON = mark_plural(
    "Then {numbers} follows, four times; the other side inherits what is not reached.",
    "Then {numbers} follow, four times; the other side inherits what is not reached.",
)


def other_face(speaker: Speaker, at: Happened) -> str:
    """A double goes on with the number on the under side of the dice."""
    if not at.double:
        return ""
    if at.rules.incomplete is Incomplete.NEXT:
        message = mark("The dice count from below, too: four {other}s follow the {number}s.")
    else:
        message = mark(
            "The dice count from below, too: once all {number}s are played, four {other}s follow."
        )
    return speaker.words.text(message, number=at.double, other=7 - at.double)


def short_double(speaker: Speaker, at: Happened) -> str:
    """A double gives fewer than four moves."""
    if at.rules.numbers is Numbers.SUM or not at.double:
        return ""
    if at.rules.double_moves == 1:
        return speaker.words.text("A double counts only once here: one {number}.", number=at.double)
    return speaker.words.text(
        "A double counts no more than any other throw: two {number}s.", number=at.double
    )


AGAIN = {
    Again.ALWAYS: mark("A double brings another throw."),
    Again.COMPLETE: mark("A double that is played completely brings another throw."),
}


def again(speaker: Speaker, at: Happened) -> str:
    """A double was followed by another throw."""
    dice = at.before.turn.dice
    if dice is None or not is_double(dice) or at.fact("again") is None:
        return ""
    return speaker.words.text(AGAIN[at.rules.again])


__all__ = [
    "AGAIN",
    "again",
    "chases",
    "choice",
    "climbs",
    "fixed",
    "leap",
    "other_face",
    "runs_later",
    "short_double",
]
