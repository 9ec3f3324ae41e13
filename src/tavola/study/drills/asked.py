"""A drill asks about a position what the rules can count; every answer is a whole number.

    one = question("shots", "backgammon", "7/1")
    one.state, one.answer
    one.right(11)

The same seed asks the same.  Where there is a choice, the answer is the number of a play or a
decision.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from tavola.games import GAMES, find
from tavola.rules import turn
from tavola.rules.model import movement
from tavola.rules.model.drawing_layout import rows_of
from tavola.rules.model.geometry import board_number, geometry_of
from tavola.rules.model.refusal import refuse
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.model.throws import Throw
from tavola.rules.turn.state import State
from tavola.study import attempts, openings
from tavola.study.after import Played
from tavola.study.drills import chances, counted, doubles
from tavola.study.drills.chances import Race, Take
from tavola.study.drills.doubles import Double
from tavola.study.drills.effective import Effective, effective, end_of_race, known
from tavola.study.drills.stands import stand
from tavola.study.opening_advice import clear
from tavola.study.openings import Opening
from tavola.study.puzzles import rules_of

ROUND = 10
"""Questions of a round."""
MOST_CHOICES = 4
NEAR_RACE, NEAR_TAKE = 5, 3
"""Points of a percentage by which an answer may be off."""
NEAR_COUNT = 1
"""The same in pips."""
DECISIONS = ("take", "drop")
"""What may be done with a double."""


@dataclass(frozen=True)
class Question:
    """What is asked: of which `kind` and game, about which state, and the right `answer`; one that
    is at most `near` off is right, too.

    `point`: a booklet point that is asked about.  `throws`: those that are counted.  `choices`:
    plays, with what each `loses` in mean results of a game.
    """

    kind: str
    game: str
    state: State
    answer: int
    near: int = 0
    point: int | None = None
    throws: tuple[Throw, ...] = ()
    race: Race | None = None
    take: Take | None = None
    effective: Effective | None = None
    double: Double | None = None
    choices: tuple[Played, ...] = ()
    loses: tuple[float, ...] = ()

    @property
    def many(self) -> int:
        """How many ways there are to choose from; 0 where a number is asked for."""
        return len(DECISIONS) if self.double is not None else len(self.choices)

    @property
    def listener(self) -> Side:
        """From whose side of the board it is asked."""
        if self.point is not None:
            return Side.WHITE
        return self.state.side if self.state.actor is None else self.state.actor

    def may_be(self, number: int) -> bool:
        """Whether a number is an answer at all: there may be only so many to choose from."""
        return not self.many or 1 <= number <= self.many

    def right(self, number: int) -> bool:
        """Whether a number answers it."""
        return abs(number - self.answer) <= self.near


Asker = Callable[[str, random.Random, str], Question | None]


@dataclass(frozen=True)
class Kind:
    """A kind of drill: the games in which it makes sense, and how it asks."""

    fits: Callable[[str], bool]
    ask: Asker


def _of_rules(fits: Callable[[Ruleset], bool]) -> Callable[[str], bool]:
    return lru_cache(maxsize=64)(lambda game: fits(rules_of(game)))


# ------------------------------------------------------------------------------------------ asking


def _points(game: str, rng: random.Random, numbering: str) -> Question:
    rules = rules_of(game)
    state = turn.new_match(rules)
    point = rng.choice([one for row in rows_of(geometry_of(rules)) for one in row])
    number = board_number(rules, Side.WHITE, point, numbering)
    return Question("points", game, state, number, point=point)


def _pips(game: str, rng: random.Random, numbering: str) -> Question | None:
    state = stand(rules_of(game), rng, lambda one: len(counted.ways(one, one.side)) > 1)
    if state is None:
        return None
    return Question(
        "pips", game, state, movement.pip_count(state.rules, state.position, state.side)
    )


def _throws(kind: str) -> Asker:
    thing = counted.THROWS[kind]

    def asks(state: State) -> bool:
        found = thing.of(state)
        return found is not None and 0 < counted.count(found) < counted.ALL

    def ask(game: str, rng: random.Random, numbering: str) -> Question | None:
        state = stand(rules_of(game), rng, asks)
        if state is None:
            return None
        found = thing.of(state) or ()
        return Question(kind, game, state, counted.count(found), throws=found)

    return ask


def _race(game: str, rng: random.Random, numbering: str) -> Question | None:
    state = chances.race_stand(rules_of(game), rng)
    if state is None:
        return None
    found = chances.race(state)
    return Question("race", game, state, round(100 * found.chance), NEAR_RACE, race=found)


def _take(game: str, rng: random.Random, numbering: str) -> Question:
    rules = find(game).ruleset(None)
    length, cube = rng.choice(chances.LENGTHS), rng.choice((2, 2, 4))
    mine = rng.randrange(length - 1)
    theirs = rng.randrange(length - max(cube // 2, 1))  # a cube that he still needs
    found = chances.take(rules, length, mine, theirs, cube)
    state = turn.new_match(rules)
    return Question("take", game, state, round(100 * found.least), NEAR_TAKE, take=found)


def _effective(game: str, rng: random.Random, numbering: str) -> Question:
    state = end_of_race(rules_of(game), rng)
    found = effective(state)
    return Question("epc", game, state, round(found.count), NEAR_COUNT, effective=found)


def _double(game: str, rng: random.Random, numbering: str) -> Question | None:
    found = doubles.double(game, rng)
    if found is None:
        return None
    state, one = found
    answer = 1 + DECISIONS.index("take" if one.taken else "drop")
    loses = tuple(0.0 if n == answer else one.loss for n in range(1, 1 + len(DECISIONS)))
    return Question("double", game, state, answer, double=one, loses=loses)


def _clear(game: str) -> list[Opening]:
    """The first throws with which the best play is clear."""
    return clear(openings.table_of(game).openings)


def _opening(game: str, rng: random.Random, numbering: str) -> Question:
    table, one = openings.table_of(game), rng.choice(_clear(game))
    state = openings.state_of(game, one)
    places = list(range(min(len(one.plays), MOST_CHOICES)))
    rng.shuffle(places)
    return Question(
        "opening",
        game,
        state,
        places.index(0) + 1,
        choices=tuple(attempts.of_text(state, one.plays[n]) for n in places),
        loses=tuple((one.values[0] - one.values[n]) / table.unit for n in places),
    )


def _ends_so(rules: Ruleset) -> bool:
    return chances.races(rules) and known(rules)


def _by_score(game: str) -> bool:
    return chances.takes(find(game).ruleset(None))


KINDS = {
    "points": Kind(lambda game: True, _points),
    "pips": Kind(_of_rules(counted.has_pips), _pips),
    **{name: Kind(_of_rules(one.where), _throws(name)) for name, one in counted.THROWS.items()},
    "race": Kind(_of_rules(chances.races), _race),
    "epc": Kind(_of_rules(_ends_so), _effective),
    "double": Kind(doubles.doubles, _double),
    "take": Kind(_by_score, _take),
    "opening": Kind(lambda game: bool(_clear(game)), _opening),
}
"""Every drill by its name, the easy ones first."""


def kinds_of(game: str) -> list[str]:
    """The drills of a game.  Raises `Refused` (`no_game`)."""
    name = find(game).id
    return [kind for kind, one in KINDS.items() if one.fits(name)]


def games_of(kind: str) -> list[str]:
    """The games that have a drill, in the order of menus."""
    return [game for game in GAMES if KINDS[kind].fits(game)]


@lru_cache(maxsize=256)
def question(kind: str, game: str, seed: str, numbering: str = "own") -> Question:
    """What a drill asks by a seed; `numbering` is how the board is numbered (`own`, `booklet`).

    Raises `Refused` (`no_game`; `no_drill` where the game has none of that kind).
    """
    name = find(game).id
    if kind not in KINDS or not KINDS[kind].fits(name):
        raise refuse("no_drill")
    rng = random.Random(f"{kind}/{name}/{seed}")
    found = KINDS[kind].ask(name, rng, numbering)
    if found is None:
        raise refuse("no_drill")
    return found
