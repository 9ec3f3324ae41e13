"""The one-line text form of a position with its turn: `W 1:2 12:5 | B 24:2 13:5 | W 3-1`.

The first two fields are the position (`position.py`); the third says whose turn it is and how far
it has come.  It is missing when the opening throw decides.  Its words:

===============  ===================================================================================
`W`              White's turn: to throw, to name or to double
`W 3-1`          White has thrown; the play begins
`left:3,3`       numbers of the current part still to play
`part:1`         parts of this throw played before
`chosen:4`       the double chosen after 1-2; `choose` while it is awaited
`heir:5x4`       inherited numbers are played: fives, four times, then the following
`ended:again`    all is played, `done` is awaited; then `end`, `again` or `hand:5x4`
`second`         Free choice: the second throw of a turn (or another throw of the same turn)
`hit`            a checker was hit in this throw, in games that are lost by it
`ahead:B5-2`     a throw that lies open
`fixed:3-1`      the throw of the whole game
`cube:2B`        the cube and its owner, `cube:2` in the middle
===============  ===================================================================================

A fourth field says how the match stands, where it is not in its first game: `| score:2-1 game:3`.
The third is empty then if the opening throw decides.

===============  ===================================================================================
`score:2-1`      points of White and of Black
`game:3`         number of the game
`crawford`       it is the Crawford game
`opening:5-3`    dice of the opening throw, White's first, which the starter may keep
`cube:2`         before the opening throw: equal dice have doubled the stake
===============  ===================================================================================
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from tavola.rules import turn
from tavola.rules.kernel import turn_program
from tavola.rules.model import movement
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.position import Position, bad_position
from tavola.rules.model.refusal import Refused
from tavola.rules.model.rotation import Rotation, in_turn
from tavola.rules.model.ruleset import (
    AceDeuce,
    Again,
    Dice,
    Incomplete,
    Ruleset,
    Side,
)
from tavola.rules.model.throws import Throw, is_double, written
from tavola.rules.text import match_line
from tavola.rules.turn.state import Cube, Phase, State, Turn, sightings

LARGEST_CUBE = 2**60
"""The highest cube that is read: what it makes of three points is still a number of 64 bits, and a
power of two is exact in every language.  The rules know no highest one."""
LONGEST = 1000
"""Characters of the longest text that is read."""

_ENDINGS = {
    "end": turn_program.END,
    "again": turn_program.THROW_AGAIN,
    "hand": turn_program.HAND_OVER,
}


def write(state: State) -> str:
    """The text form of a state between games' ends (offers, score and history are not in it)."""
    text = state.position.text()
    if state.phase is Phase.OPENING:
        return text
    return f"{text} | {turn_words(state)}"


def beginning(state: State) -> str:
    """The text of a match that begins where a state stands, its score with it; read again it means
    the same.

    Empty for a state that no text can mean: with a throw that is partly played, an offer on the
    table, or the game over.  Turns and positions that came before are not counted.
    """
    now = state.turn
    if state.phase in (Phase.ANSWER, Phase.OVER, Phase.END) or now.steps or now.chosen:
        return ""
    begun = state.but(phase=Phase.MOVE, turn=Turn(dice=now.dice, heir=now.heir))
    words = "" if state.phase is Phase.OPENING else turn_words(begun)
    fields = [state.position.text(), words, match_line.write(state)]
    while not fields[-1]:
        fields.pop()
    text = " | ".join(fields)
    try:
        meant = read(state.rules, text, state.match, state.rotation)
    except Refused:
        return ""
    return text if meant.but(seen=()) == match_line.forgetful(state) else ""


def turn_words(state: State) -> str:
    """The third field alone."""
    return " ".join(_words(state))


def _words(state: State) -> list[str]:
    now = state.turn
    words = [state.side.letter]
    if now.dice:
        words.append(written(now.dice))
    if now.heir:
        words.append(f"heir:{now.heir[0]}x{now.heir[1]}")
    if now.index:
        words.append(f"part:{now.index}")
    if now.chosen:
        words.append(f"chosen:{now.chosen}")
    if state.phase is Phase.CHOOSE:
        words.append("choose")
    elif now.left:
        words.append(f"left:{','.join(map(str, now.left))}")
    elif now.ending is not None:
        words.append(_ending(now))
    if not state.fresh:
        words.append("second")
    if now.hit and state.rules.hit_loses:
        words.append("hit")
    for side in Side:
        throw = state.ahead[side]
        if throw:
            words.append(f"ahead:{side.letter}{written(throw)}")
    if state.fixed:
        words.append(f"fixed:{state.fixed[0]}-{state.fixed[1]}")
    if state.cube != Cube():
        owner = "" if state.cube.owner is None else state.cube.owner.letter
        words.append(f"cube:{state.cube.value}{owner}")
    return words


def _ending(now: Turn) -> str:
    if now.hand:
        return f"ended:hand:{now.hand[0]}x{now.hand[1]}"
    return "ended:again" if now.ending == turn_program.THROW_AGAIN else "ended:end"


def read(
    rules: Ruleset, text: str, match: MatchRules | None = None, rotation: Rotation = ()
) -> State:
    """The state that a text means; in a `rotation` the number of its game says whose rules it has.

    Raises `Refused` (code `bad_position`) naming what is wrong.
    """
    fields = text.strip().split("|")
    if len(fields) not in (2, 3, 4) or len(text) > LONGEST:
        raise bad_position("form", text=text[:80])
    played = in_turn(rotation, match_line.game_of(fields[3]) if len(fields) > 3 else 1)
    rules = rules if played is None else played.rules
    position = Position.parse(rules, "|".join(fields[:2]))
    state = turned(rules, position, fields[2] if len(fields) > 2 else "", match)
    if rotation:
        state = state.but(rotation=rotation)
    return match_line.read(state, fields[3]) if len(fields) > 3 else state


def turned(
    rules: Ruleset, position: Position, words: str, match: MatchRules | None = None
) -> State:
    """The state of a position and the third field of a text.  Raises `Refused` (code
    `bad_position`) naming what is wrong."""
    told = words.split()
    awaits_done = any(word.startswith("ended:") for word in told)
    if not awaits_done and movement.over_for_either(rules, position):
        raise bad_position("finished")
    if not told:
        return turn.new_match(rules, match).but(position=position)
    if told[0] not in ("W", "B"):
        raise bad_position("token", text=told[0][:40])
    side = Side("WB".index(told[0]))
    return _told(rules, match or MatchRules(), side, tuple(told[1:])).finish(position)


_UNTOUCHED = Turn()


class _Reader:
    """Collects the words of the third field, then makes the state."""

    def __init__(self, rules: Ruleset, state: State) -> None:
        self.rules = rules
        self.state = state
        self.now = _UNTOUCHED
        self.left: tuple[int, ...] = ()
        self.choose = False

    def word(self, word: str) -> None:
        for pattern, method in _PATTERNS:
            found = pattern.fullmatch(word)
            if found:
                getattr(self, method)(*found.groups())
                return
        raise bad_position("token", text=word[:40])

    def dice(self, *faces: str | None) -> None:
        self.now = self.now.but(dice=tuple(int(face) for face in faces if face))

    def heir(self, number: str, times: str) -> None:
        self.now = self.now.but(heir=(int(number), int(times)))
        self.state = self.state.but(fresh=False)

    def part(self, index: str) -> None:
        self.now = self.now.but(index=int(index))

    def chosen(self, number: str) -> None:
        self.now = self.now.but(chosen=int(number))

    def choosing(self) -> None:
        self.choose = True

    def numbers(self, numbers: str) -> None:
        self.left = tuple(int(n) for n in numbers.split(","))

    def ended(self, how: str, number: str | None, times: str | None) -> None:
        if (how == "hand") != (number is not None):
            raise bad_position("turn")
        hand = (int(number), int(times)) if number and times else None
        self.now = self.now.but(ending=_ENDINGS[how], hand=hand)

    def second(self) -> None:
        self.state = self.state.but(fresh=False)

    def hit(self) -> None:
        self.now = self.now.but(hit=True)

    def ahead(self, letter: str, a: str, b: str) -> None:
        throws: list[Throw | None] = list(self.state.ahead)
        throws["WB".index(letter)] = (int(a), int(b))
        if self.rules.dice is not Dice.AHEAD:
            raise bad_position("token", text=f"ahead:{letter}{a}-{b}")
        self.state = self.state.but(ahead=(throws[0], throws[1]))

    def fixed(self, a: str, b: str) -> None:
        if self.rules.dice is not Dice.FIXED:
            raise bad_position("token", text=f"fixed:{a}-{b}")
        self.state = self.state.but(fixed=(int(a), int(b)))

    def cube(self, value: str, owner: str) -> None:
        number = int(value)
        power = 1 <= number <= LARGEST_CUBE and not number & (number - 1)
        if not power or not self.rules.cube:
            raise bad_position("token", text=f"cube:{value}{owner}")
        side = Side("WB".index(owner)) if owner else None
        if number == 1 and side is not None:
            raise bad_position("token", text=f"cube:{value}{owner}")
        self.state = self.state.but(cube=Cube(number, side))

    def finish(self, position: Position) -> State:
        """The state of all words together, and of a position."""
        state, now = self.state.but(position=position), self.now
        now_known = self.left or now.ending is not None
        if not now_known and position != position.between_throws():
            raise bad_position("turn")
        self._check_dice(now.dice or state.fixed)
        if now.dice is None and now.heir is None:
            if now != _UNTOUCHED or self.left or self.choose:
                raise bad_position("turn")
            return state.but(seen=sightings(state, state.side))
        state = state.but(position=movement.settled(self.rules, state.position, state.side))
        if now.dice and self.rules.dice is Dice.FIXED and state.fixed is None:
            state = state.but(fixed=now.dice)
        self._check_words(now)
        if now.ending is not None:
            return state.but(phase=Phase.MOVE, turn=now)
        if self.choose:
            if turn.part_of(state, now)[0] != turn_program.CHOOSE_DOUBLE:
                raise bad_position("turn")
            return state.but(phase=Phase.CHOOSE, turn=now)
        if not self.left:
            return turn.resume(state.but(phase=Phase.MOVE, turn=now))
        return self._part(state, now)

    def _check_dice(self, dice: Throw | None) -> None:
        """Raise `Refused` for throws that cannot lie on the table together."""
        rules, state, now = self.rules, self.state, self.now
        double = dice is not None and is_double(dice)
        others = dice is not None and len(dice) != rules.dice_count
        other_than_fixed = state.fixed and now.dice and sorted(state.fixed) != sorted(now.dice)
        ahead = state.ahead[state.side] is not None
        if (
            other_than_fixed
            or others
            or (double and not rules.fixed_double)
            or (double and rules.namer is state.side)
            or (ahead and (now.dice is not None or state.ahead[state.side.other] is not None))
            or (not state.fresh and now.heir is None and not self._goes_on())
        ):
            raise bad_position("turn")

    def _goes_on(self) -> bool:
        """Whether the side on turn can ever throw again before the other."""
        rules = self.rules
        if rules.namer is not None or rules.dice is Dice.AHEAD:
            return rules.namer is not self.state.side
        return rules.again is not Again.NEVER or rules.ace_deuce is not AceDeuce.ORDINARY

    def _check_ending(self, now: Turn) -> None:
        """Raise `Refused` for an end to which this throw cannot come."""
        double = now.dice is not None and is_double(now.dice)
        again = now.chosen > 0 or (double and self.rules.again is not Again.NEVER)
        if self.left or self.choose or (now.ending == turn_program.THROW_AGAIN and not again):
            raise bad_position("turn")
        if now.hand is not None:
            rest = self.rules.incomplete is Incomplete.HAND_OVER_REST
            if not double or now.dice is None:
                raise bad_position("turn")
            if now.hand[0] < now.dice[0] + 1 - rest or (now.hand[1] < 4 and not rest):
                raise bad_position("turn")

    def _check_words(self, now: Turn) -> None:
        """Raise `Refused` for words that this game or this throw has no use for."""
        if now.ending is not None:
            self._check_ending(now)
        if now.hit and not self.rules.hit_loses:
            raise bad_position("turn")
        hands_over = self.rules.incomplete in (Incomplete.HAND_OVER, Incomplete.HAND_OVER_REST)
        if (now.heir or now.hand) and (not hands_over or (now.heir and now.dice)):
            raise bad_position("turn")
        if now.chosen and (
            self.rules.ace_deuce is AceDeuce.ORDINARY or sorted(now.dice or ()) != [1, 2]
        ):
            raise bad_position("turn")

    def _part(self, state: State, now: Turn) -> State:
        code, numbers = turn.part_of(state, now)
        others = self.left != numbers and Counter(self.left) - Counter(numbers)
        if code <= 0 or others:
            raise bad_position("turn")
        need, only = movement.due(self.rules, state.position, state.side, self.left)
        if not need:
            raise bad_position("turn")
        now = now.but(numbers=self.left, need=need, only=only)
        return state.but(phase=Phase.MOVE, turn=now)


@lru_cache(maxsize=1 << 10)
def _told(rules: Ruleset, match: MatchRules, side: Side, words: tuple[str, ...]) -> _Reader:
    """What words say whatever the position: the same few come again and again."""
    reader = _Reader(
        rules, State(rules, match, Position.start(rules), phase=Phase.START, side=side)
    )
    for word in words:
        reader.word(word)
    return reader


_WORDS: tuple[tuple[str, str], ...] = (
    (r"([1-6])-([1-6])(?:-([1-6]))?", "dice"),
    (r"heir:([1-6])x([1-4])", "heir"),
    (r"part:([1-6])", "part"),
    (r"chosen:([1-6])", "chosen"),
    (r"choose", "choosing"),
    (r"left:(\d\d?(?:,\d){0,3})", "numbers"),
    (r"ended:(end|again|hand)(?::([1-6])x([1-4]))?", "ended"),
    (r"second", "second"),
    (r"hit", "hit"),
    (r"ahead:([WB])([1-6])-([1-6])", "ahead"),
    (r"fixed:([1-6])-([1-6])", "fixed"),
    (r"cube:(\d{1,19})([WB]?)", "cube"),
)
_PATTERNS = tuple((re.compile(pattern, re.ASCII), method) for pattern, method in _WORDS)
