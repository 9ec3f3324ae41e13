"""Puzzles as sentences: what is asked, whether it was right, and what themes are called."""

from __future__ import annotations

from tavola.rules.model.ruleset import Contact, Goal, Ruleset
from tavola.words.opinions import unsigned
from tavola.words.translations import Words, mark_within

THEMES = {
    "danger": mark_within("theme", "safety"),
    "forced": mark_within("theme", "forced to hit"),
    "block": mark_within("theme", "blocking"),
    "partly": mark_within("theme", "blocking a part"),
    "his points": mark_within("theme", "the opponent’s points"),
    "threat": mark_within("theme", "threats"),
    "stuck": mark_within("theme", "staying mobile"),
    "builders": mark_within("theme", "building"),
    "points": mark_within("theme", "making points"),
    "wall": mark_within("theme", "walls"),
    "pile": mark_within("theme", "no stacks"),
    "behind": mark_within("theme", "rear checkers"),
    "home": mark_within("theme", "coming home"),
    "race": mark_within("theme", "race"),
    "sent": mark_within("theme", "hitting"),
    "outside": mark_within("theme", "entering"),
    "off": mark_within("theme", "bearing off"),
    "gaps": mark_within("theme", "no gaps"),
    "taken": mark_within("theme", "capturing"),
    "corners": mark_within("theme", "corners"),
    "towers": mark_within("theme", "towers"),
    "inherits": mark_within("theme", "inherited numbers"),
}
"""What the families of reasons are called (`study/measures.py`), as the theme of a puzzle."""


THE_SLOWER = {
    "danger": mark_within("theme", "blots"),
    "block": mark_within("theme", "lost throws"),
    "points": mark_within("theme", "closed points"),
    "gaps": mark_within("theme", "gaps"),
    "pile": mark_within("theme", "stacks"),
}
"""The same where the last one to come home wins: there a play may be good because it leaves more
blots, or fewer points, so that a theme only says what it is about."""


PINNING = {"sent": mark_within("theme", "pinning")}
"""The same where nothing is hit, but pinned."""


PILING = {"off": mark_within("theme", "reaching the goal")}
"""The same where no checker is taken off, but all come to one point."""


def theme(words: Words, name: str, rules: Ruleset) -> str:
    """The name of a theme in games by these rules; its id where it has none."""
    own = THE_SLOWER if rules.goal is Goal.LAST_OFF else {}
    pinning = PINNING if rules.contact is Contact.PIN else {}
    piling = PILING if rules.piles else {}
    told = (THEMES | own | pinning | piling).get(name)
    return words.within("theme", told) if told else name


def verdict(words: Words, best: str, mine: str, loss: float | None) -> str:
    """Whether a play was the best one; `loss` in units, None where it is not known."""
    if best == mine:
        return words.text("Right: {play} is best.", play=best)
    if loss is None:
        return words.text("Not quite: {best} is best.", best=best)
    return words.measured(
        "Not quite: {mine} loses {loss} units against {best}.",
        "Not quite: {mine} loses {loss} units against {best}.",
        loss,
        2,
        mine=mine,
        loss=units(words, loss),
        best=best,
    )


def tempting(words: Words, natural: str, loss: float) -> str:
    """What some beginners would have played: which of them, only their errors say."""
    return words.measured(
        "Some beginners would play {play}, which loses {loss} units.",
        "Some beginners would play {play}, which loses {loss} units.",
        loss,
        2,
        play=natural,
        loss=units(words, loss),
    )


def units(words: Words, loss: float, digits: int = 2) -> str:
    """A loss in units."""
    return unsigned(words, loss, digits)
