"""Why a play is better than another: facts that the rules count, chosen by what they are worth.

    found = bot.best(match)
    told = reasons(match.state, found[0], found[1], weights_of("gioul"))
    [say(speaker, fact, match.state) for fact in told]

A fact is a code and numbers.  `fewer_hits_me (11, 17, 36)`: after the one play 11 of 36 throws
hit, after the other one 17.  Throws are the ones that can really come: where a throw is named,
fixed or lies open, they are fewer, and the last number says how many.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tavola.bots.cube.chances import COUNTS, Chances
from tavola.bots.cube.context import context
from tavola.bots.cube.result_values import pays
from tavola.rules.model.ruleset import Ruleset
from tavola.rules.turn.state import State
from tavola.study.after import After, Play, Throws, after
from tavola.study.measures import BY_NAME, MEASURES, Value, counted, difference
from tavola.study.weights import USUAL, Weights
from tavola.study.worth_telling import LEAST, worth_telling
from tavola.words import reasons as sentences
from tavola.words.speaker import Speaker

FEW = 2
"""With fewer reasons than this the chances are told as well."""
SEEN = 0.0075
"""Chances that differ by less are the same to whoever reads whole games of a hundred."""
CERTAIN = 0.9995
"""From this chance on all games of a hundred are won."""


CODES = (
    *(f"{sign}_{one.name}" for one in MEASURES for sign in ("more", "fewer")),
    *(
        f"{sign}_{name}"
        for name in ("wins", "gammons", "gammons_lost", "backgammons", "backgammons_lost")
        for sign in ("more", "fewer")
    ),
    *("does_hit", "does_make", *sentences.DOING, *sentences.DOING_SOME),
    *sentences.CUBE,
)
"""Every code of a fact."""


@dataclass(frozen=True)
class Fact:
    """Something that is true of a play, or of two: a code and the numbers of its sentence."""

    code: str
    numbers: tuple[int, ...] = ()


def facts(state: State, play: Play, rival: Play) -> list[Fact]:
    """Everything in which two plays of the side on turn differ, in a fixed order.

    The rules count; where both plays have chances, what these say stands at the end.
    """
    here, there = counted(after(state, play)), counted(after(state, rival))
    found = [_fact(one.name, here[one.name], there[one.name]) for one in MEASURES]
    return [fact for fact in found if fact is not None] + outcome(state.rules, play, rival)


def _fact(name: str, mine: Value, other: Value) -> Fact | None:
    more = difference(mine, other)
    if not more:
        return None
    code = f"{'more' if more > 0 else 'fewer'}_{name}"
    if isinstance(mine, Throws) and isinstance(other, Throws):
        if mine.total != other.total:
            return None
        return Fact(code, (mine.count, other.count, mine.total))
    assert isinstance(mine, int)
    assert isinstance(other, int)
    return Fact(code, (mine, other))


def outcome(rules: Ruleset, play: Play, rival: Play) -> list[Fact]:
    """In what the chances of two plays differ, in whole games of a hundred; what is worth most
    first."""
    mine, other = getattr(play, "chances", None), getattr(rival, "chances", None)
    if not isinstance(mine, Chances) or not isinstance(other, Chances):
        return []
    told = [("wins", 2.0, mine.win, other.win)]
    if COUNTS[rules.score] > 1:
        told += [
            ("gammons", 1.0, mine.gammon, other.gammon),
            ("gammons_lost", 1.0, mine.gammon_lost, other.gammon_lost),
        ]
    if COUNTS[rules.score] > 2:
        told += [
            ("backgammons", 1.0, mine.backgammon, other.backgammon),
            ("backgammons_lost", 1.0, mine.backgammon_lost, other.backgammon_lost),
        ]
    found = list[tuple[float, Fact]]()
    for name, points, here, there in told:
        a, b = of_hundred(here), of_hundred(there)
        if a != b and abs(here - there) >= SEEN:
            worth = points * abs(here - there)
            found.append((worth, Fact(f"{'more' if a > b else 'fewer'}_{name}", (a, b))))
    found.sort(key=lambda one: -one[0])
    return [fact for worth, fact in found if worth >= LEAST * found[0][0]]


def of_hundred(chance: float) -> int:
    """Whole games of a hundred; all of them only where hardly one in a thousand is missing."""
    return 100 if chance >= CERTAIN else min(round(100 * chance), 99)


def reasons(
    state: State, best: Play, rival: Play, weights: Weights = USUAL, most: int = 3
) -> list[Fact]:
    """The facts that explain why `best` is better than `rival`, the strongest first.

    Each is true and speaks for `best` by what it is worth in this game, and no two of them say the
    same thing.  Where the rules have little to say, the chances do; where one of the plays decides
    the game, there is nothing else to say.
    """
    here, there = after(state, best), after(state, rival)
    if any(one.wins is not None or one.drawn for one in (here, there)):
        return _decided(here, there)
    mine, other = counted(here), counted(there)
    named = worth_telling(here, there, weights, most)
    found = [fact for name in named if (fact := _fact(name, mine[name], other[name])) is not None]
    if len(found) < min(FEW, most):
        told = outcome(state.rules, best, rival)
        found += [one for one in told if _speaks(one) and _matters(one, state)]
    return found[:most]


def _decided(best: After, rival: After) -> list[Fact]:
    """What is said where a play ends the game: that it does, if the other one does not."""
    if best.wins is True and rival.wins is not True:
        return [Fact("does_win")]
    if rival.wins is False and best.wins is not False:
        return [Fact("other_loses")]
    if best.drawn is not rival.drawn:
        return [Fact("does_draw" if best.drawn else "other_draws")]
    return []


def _speaks(fact: Fact) -> bool:
    """Whether a difference in the chances is good for the better play."""
    sign, _, name = fact.code.partition("_")
    return (sign == "fewer") == name.endswith("_lost")


def _matters(fact: Fact, state: State) -> bool:
    """Whether what the chances differ in is worth anything at the cube and the score: whoever needs
    one point more gains nothing by a gammon."""
    name = fact.code.partition("_")[2]
    if name == "wins":
        return True
    won, lost = pays(context(state, state.side), 3 if name.startswith("back") else 2)
    return lost if name.endswith("_lost") else won


def measure_of(fact: Fact) -> str:
    """The name of the measure in which two plays differ; empty for other facts."""
    name = fact.code.partition("_")[2]
    return name if name in BY_NAME else ""


def say(speaker: Speaker, fact: Fact, state: State) -> str:
    """A fact as one sentence to whoever plays it, in the numbers that he reads."""
    return sentences.tell(speaker, fact.code, fact.numbers, state)


def say_all(speaker: Speaker, told: Sequence[Fact], state: State) -> list[str]:
    """Facts as sentences."""
    return [say(speaker, fact, state) for fact in told]


def say_why(speaker: Speaker, best: str, told: Sequence[Fact], state: State) -> list[str]:
    """The same after two plays were named: the first sentence asks why it is `best`, since "this
    play" could be either."""
    said = say_all(speaker, told, state)
    if said:
        why = speaker.words.text("Why {play}?", play=best)
        said[0] = f"{why} {said[0]}"
    return said
