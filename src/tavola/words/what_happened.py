"""What happened, as sentences: one function for each kind of fact, and telling each thing once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tavola.rules import turn
from tavola.rules.model.ruleset import Dice, Side
from tavola.rules.model.throws import is_double
from tavola.rules.turn.state import Fact, Phase, State
from tavola.words import names, plays, results
from tavola.words.speaker import Speaker
from tavola.words.translations import mark

Sentence = Callable[[Speaker, Fact, State], str]
"""Makes the sentence of a fact."""


def tell(speaker: Speaker, fact: Fact, state: State) -> str:
    """One fact as one sentence; `state` is the one after it."""
    return speaker.sentence(SENTENCES[fact.kind](speaker, fact, state))


def tell_all(speaker: Speaker, facts: Sequence[Fact], state: State) -> list[str]:
    """Facts in order: the steps of a play are one sentence; in brief it stands with its throw."""
    told: list[str] = []
    waiting: Fact | None = None
    for group in _groups(facts):
        first = group[0]
        if first.kind == "step":
            told.append(_play(speaker, group, state, waiting))
            waiting = None
            continue
        if waiting is not None:
            told.append(tell(speaker, waiting, state))
            waiting = None
        if speaker.brief and first.kind in ("threw", "named") and not _lies_open(first, state):
            waiting = first
        elif not _is_known(first, state):
            told.append(tell(speaker, first, state))
    return told if waiting is None else [*told, tell(speaker, waiting, state)]


_PROMPTED = ("turn",)
"""Facts that the next prompt or throw says anyway."""


class Teller:
    """Turns the facts of a running match into sentences.

    A throw that is played in the same breath (by the computer, in a replay) waits for its play, so
    that both are one sentence in brief; a turn in which nothing fits is told once.  With `scores`
    each game but the last is followed by the score.
    """

    def __init__(self, *, scores: bool = True) -> None:
        self._scores = scores
        self._held: list[Fact] = []

    def hold(self, facts: Sequence[Fact]) -> None:
        """Keep facts until the next ones are told."""
        self._held += facts

    def tell(self, speaker: Speaker, facts: Sequence[Fact], state: State) -> list[str]:
        """The sentences of the facts held back and of these; `state` is the one after them."""
        known = [fact for fact in (*self._held, *facts) if fact.kind not in _PROMPTED]
        self._held = []
        told = tell_all(speaker, known, state)
        over = any(fact.kind == "game_over" for fact in known)
        if self._scores and over and state.phase is Phase.OVER:
            told.append(results.score(speaker, state))
        return told


def _is_known(fact: Fact, state: State) -> bool:
    """Whether another fact says it: the end of a single game; the throw, of which nothing fits."""
    if fact.kind == "match_over":
        return state.match.games == 1
    return fact.kind == "passed"


def _groups(facts: Sequence[Fact]) -> Iterator[list[Fact]]:
    """Neighbouring steps of one side together, other facts alone."""
    group: list[Fact] = []
    for fact in facts:
        if group and (fact.kind != "step" or fact.side is not group[0].side):
            yield group
            group = []
        if fact.kind == "step":
            group.append(fact)
        else:
            yield [fact]
    if group:
        yield group


_PLAY = mark("{player} {play}."), mark("You {play}.")


def _play(speaker: Speaker, steps: Sequence[Fact], state: State, thrown: Fact | None) -> str:
    side = steps[0].side
    assert side is not None
    if not speaker.brief:
        play = plays.describe(speaker, steps, state)
        return speaker.sentence(speaker.told(side, state, *_PLAY, play=play))
    caller, line = speaker.caller(side, state), plays.write(speaker, steps)
    if thrown is None:
        told = speaker.words.text("{player}: {play}.", player=caller, play=line)
    elif thrown.side is not side:
        return f"{tell(speaker, thrown, state)} {_play(speaker, steps, state, None)}"
    else:
        dice = speaker.dice(thrown.details["dice"])
        told = speaker.words.text("{player} {dice}: {play}.", player=caller, dice=dice, play=line)
    return speaker.sentence(told)


def _lies_open(fact: Fact, state: State) -> bool:
    """Whether a throw is not played now (Open throw)."""
    side, dice = fact.side, fact.details.get("dice")
    if state.rules.dice is not Dice.AHEAD or side is None:
        return False
    ahead = state.ahead[side]
    return ahead is not None and list(ahead) == list(dice or ())


_SIMPLE = {
    "starts": (mark("{player} starts."), mark("You start.")),
    "passed": (mark("{player} moves nothing."), mark("You move nothing.")),
    "again": (mark("{player} throws again."), mark("You throw again.")),
    "void": (
        mark("{player} can move nothing with this throw."),
        mark("You can move nothing with this throw."),
    ),
    "second_throw": (mark("{player} has a second throw."), mark("You have a second throw.")),
    "turn": (mark("{player} is on turn."), mark("You are on turn.")),
    "doubled": (mark("{player} doubles to {value}."), mark("You double to {value}.")),
    "took": (
        mark("{player} takes the double: the cube is at {value}."),
        mark("You take the double: the cube is at {value}."),
    ),
    "dropped": (mark("{player} drops the double."), mark("You drop the double.")),
    "beavered": (mark("{player} beavers to {value}."), mark("You beaver to {value}.")),
    "offered_draw": (mark("{player} offers a draw."), mark("You offer a draw.")),
    "accepted": (
        mark("{player} accepts the resignation."),
        mark("You accept the resignation."),
    ),
    "agreed": (mark("{player} agrees to the draw."), mark("You agree to the draw.")),
    "declined": (
        mark("{player} declines the draw; play goes on."),
        mark("You decline the draw; play goes on."),
    ),
    "forfeited": (
        mark("{player} loses the game by forfeit."),
        mark("You lose the game by forfeit."),
    ),
    "corrected": (mark("The dice are put right."),) * 2,
    "automatic_double": (mark("Equal dice: the cube goes to {value}."),) * 2,
}
"""What takes no more than who did it and a value: by somebody, and by the listener."""

_THREW = {
    "ahead": (
        mark("{player} throws {dice} for the next turn; the throw lies open."),
        mark("You throw {dice} for the next turn; the throw lies open."),
    ),
    "fixed": (
        mark("{player} has the fixed throw, {dice}."),
        mark("You have the fixed throw, {dice}."),
    ),
    "double": (mark("{player} throws a double {number}."), mark("You throw a double {number}.")),
    "plain": (mark("{player} throws {dice}."), mark("You throw {dice}.")),
}
_OPENING = (
    mark("{first} throws {a}, {second} throws {b}."),
    mark("You throw {a}, {second} throws {b}."),
)
_NAMED = mark("{player} names {dice}."), mark("You name {dice}.")
_LOST = mark("{player} cannot play {numbers}."), mark("You cannot play {numbers}.")
_CHOSE = (
    mark("{player} chooses a double {number}."),
    mark("You choose a double {number}."),
)
_UNDONE = mark("{player} takes back a step."), mark("You take back a step.")
_UNCHOSEN = (
    mark("{player} takes back the chosen double."),
    mark("You take back the chosen double."),
)
_INHERITS = mark("{player} inherits {numbers}."), mark("You inherit {numbers}.")
_INHERITS_MORE = (
    mark("{player} inherits {numbers}, then four of each higher number."),
    mark("You inherit {numbers}, then four of each higher number."),
)
_ILLEGAL = (
    mark("{player} played against the rules, and it was kept."),
    mark("You played against the rules, and it was kept."),
)
_ILLEGAL_PASS = (
    mark("{player} moved nothing against the rules, and it was kept."),
    mark("You moved nothing against the rules, and it was kept."),
)
_CONCEDED = {
    1: (mark("{player} gives up a single game."), mark("You give up a single game.")),
    2: (mark("{player} gives up a gammon."), mark("You give up a gammon.")),
    3: (mark("{player} gives up a backgammon."), mark("You give up a backgammon.")),
}
_RESIGNED = {
    0: (mark("{player} offers to resign."), mark("You offer to resign.")),
    1: (
        mark("{player} offers to resign a single game."),
        mark("You offer to resign a single game."),
    ),
    2: (mark("{player} offers to resign a gammon."), mark("You offer to resign a gammon.")),
    3: (
        mark("{player} offers to resign a backgammon."),
        mark("You offer to resign a backgammon."),
    ),
}

_REFUSED = {
    0: (
        mark("{player} refuses the resignation; play goes on."),
        mark("You refuse the resignation; play goes on."),
    ),
    1: (
        mark("{player} plays on for a gammon."),
        mark("You play on for a gammon."),
    ),
    2: (
        mark("{player} plays on for a backgammon."),
        mark("You play on for a backgammon."),
    ),
}
"""By what was offered; 0: more cannot be resigned.  Short: on a phone the next question follows."""


def _simple(speaker: Speaker, fact: Fact, state: State) -> str:
    forms, value = _SIMPLE[fact.kind], fact.details.get("value", 0)
    return speaker.told(fact.side, state, *forms, value=value)


def _opening(speaker: Speaker, fact: Fact, state: State) -> str:
    thrown = fact.details["white"], fact.details["black"]
    if thrown[0] == thrown[1]:
        return speaker.words.text("Both throw {number}: once more.", number=thrown[0])
    first, second = speaker.sides
    return speaker.words.text(
        speaker.pick(first, *_OPENING),
        first=speaker.player(first, state),
        a=thrown[first],
        second=speaker.player(second, state),
        b=thrown[second],
    )


def _threw(speaker: Speaker, fact: Fact, state: State) -> str:
    dice = fact.details["dice"]
    kind = "plain"
    if _lies_open(fact, state):
        kind = "ahead"
    elif speaker.brief and fact.side is not None:
        caller = speaker.caller(fact.side, state)
        return speaker.words.text("{player} {dice}.", player=caller, dice=speaker.dice(dice))
    elif state.rules.dice is Dice.FIXED and state.turns:
        kind = "fixed"
    elif is_double(tuple(dice)):
        kind = "double"
    text = speaker.dice(dice)
    return speaker.told(fact.side, state, *_THREW[kind], dice=text, number=dice[0])


def _named(speaker: Speaker, fact: Fact, state: State) -> str:
    return speaker.told(fact.side, state, *_NAMED, dice=speaker.dice(fact.details["dice"]))


def _lost(speaker: Speaker, fact: Fact, state: State) -> str:
    numbers = speaker.numbers(fact.details["numbers"])
    return speaker.told(fact.side, state, *_LOST, numbers=numbers)


def _chose(speaker: Speaker, fact: Fact, state: State) -> str:
    return speaker.told(fact.side, state, *_CHOSE, number=fact.details["number"])


def _step(speaker: Speaker, fact: Fact, state: State) -> str:
    return _play(speaker, [fact], state, None)


def _jumped(speaker: Speaker, fact: Fact, state: State) -> str:
    words, details, side = speaker.words, fact.details, fact.side
    target = speaker.place(side, details["target"])
    white = side is Side.WHITE
    if not details.get("source"):
        if white:
            return words.text("The last white checker jumps to {target}.", target=target)
        return words.text("The last black checker jumps to {target}.", target=target)
    source = speaker.place(side, details["source"])
    if white:
        return words.text(
            "The last white checker jumps from {source} to {target}.", source=source, target=target
        )
    return words.text(
        "The last black checker jumps from {source} to {target}.", source=source, target=target
    )


def _undone(speaker: Speaker, fact: Fact, state: State) -> str:
    chosen = state.phase is Phase.CHOOSE
    return speaker.told(fact.side, state, *(_UNCHOSEN if chosen else _UNDONE))


def _handed(speaker: Speaker, fact: Fact, state: State) -> str:
    number, times = fact.details["number"], fact.details["times"]
    message = _INHERITS if number == 6 else _INHERITS_MORE
    return speaker.told(fact.side, state, *message, numbers=speaker.times(number, times))


def _resigned(speaker: Speaker, fact: Fact, state: State) -> str:
    value = 0 if turn.most_resigned(state) == 1 else fact.details["value"]
    return speaker.told(fact.side, state, *_RESIGNED[value])


def _refused(speaker: Speaker, fact: Fact, state: State) -> str:
    value = fact.details["value"]
    enough = value >= turn.most_resigned(state)
    return speaker.told(fact.side, state, *_REFUSED[0 if enough else value])


def _illegal(speaker: Speaker, fact: Fact, state: State) -> str:
    forms = _ILLEGAL if fact.details["moved"] else _ILLEGAL_PASS
    return speaker.told(fact.side, state, *forms)


def _conceded(speaker: Speaker, fact: Fact, state: State) -> str:
    return speaker.told(fact.side, state, *_CONCEDED[fact.details["value"]])


def _game_over(speaker: Speaker, fact: Fact, state: State) -> str:
    return results.ended(speaker, fact.details["how"], fact.details["points"], fact.side, state)


def _match_over(speaker: Speaker, fact: Fact, state: State) -> str:
    return results.decided(speaker, fact.side, state)


def _game(speaker: Speaker, fact: Fact, state: State) -> str:
    """The next game, and that it is the Crawford game: who hears the board learns it nowhere else
    before he tries to double."""
    told = _begun(speaker, fact.details["game"], state)
    return f"{told} {results.crawford(speaker, state)}".rstrip()


def _begun(speaker: Speaker, number: int, state: State) -> str:
    if state.match.swap and state.rules.swap_roles:
        return speaker.words.text("Game {number} begins; the colours change.", number=number)
    if state.in_turn is not None:
        name = names.game_name(speaker.words, state.in_turn.game)
        return speaker.words.text("Game {number} begins: {name}.", number=number, name=name)
    return speaker.words.text("Game {number} begins.", number=number)


SENTENCES: dict[str, Sentence] = {
    **dict.fromkeys(_SIMPLE, _simple),
    "opening": _opening,
    "threw": _threw,
    "named": _named,
    "lost": _lost,
    "chose": _chose,
    "step": _step,
    "jumped": _jumped,
    "undone": _undone,
    "handed": _handed,
    "resigned": _resigned,
    "refused": _refused,
    "illegal": _illegal,
    "conceded": _conceded,
    "game_over": _game_over,
    "match_over": _match_over,
    "game": _game,
}
"""Every kind of fact."""
