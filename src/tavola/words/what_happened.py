"""What happened, as sentences: one function for each kind of fact, and telling each thing once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tavola.rules import turn
from tavola.rules.model.ruleset import Dice, Side
from tavola.rules.turn.state import Fact, Phase, State
from tavola.words import plays, results
from tavola.words.speaker import Speaker

Sentence = Callable[[Speaker, Fact, State, str], str]
"""Makes the sentence of a fact; the text is the player as the subject, or empty."""


def tell(speaker: Speaker, fact: Fact, state: State) -> str:
    """One fact as one sentence; `state` is the one after it."""
    player = "" if fact.side is None else speaker.player(fact.side, state)
    return speaker.sentence(SENTENCES[fact.kind](speaker, fact, state, player))


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


def _play(speaker: Speaker, steps: Sequence[Fact], state: State, thrown: Fact | None) -> str:
    side = steps[0].side
    assert side is not None
    if not speaker.brief:
        player, play = speaker.player(side, state), plays.describe(speaker, steps, state)
        return speaker.sentence(speaker.words.text("{player} {play}.", player=player, play=play))
    caller, line = speaker.caller(side, state), plays.write(speaker, steps)
    if thrown is None:
        return speaker.words.text("{player}: {play}.", player=caller, play=line)
    if thrown.side is not side:
        return f"{tell(speaker, thrown, state)} {_play(speaker, steps, state, None)}"
    dice = speaker.dice(thrown.details["dice"])
    return speaker.words.text("{player} {dice}: {play}.", player=caller, dice=dice, play=line)


def _lies_open(fact: Fact, state: State) -> bool:
    """Whether a throw is not played now (Open throw)."""
    side, dice = fact.side, fact.details.get("dice")
    if state.rules.dice is not Dice.AHEAD or side is None:
        return False
    ahead = state.ahead[side]
    return ahead is not None and list(ahead) == list(dice or ())


def _opening(speaker: Speaker, fact: Fact, state: State, player: str) -> str:
    white, black = fact.details["white"], fact.details["black"]
    if white == black:
        return speaker.words.text("Both throw {number}: once more.", number=white)
    return speaker.words.text(
        "{first} throws {a}, {second} throws {b}.",
        first=speaker.player(Side.WHITE, state),
        a=white,
        second=speaker.player(Side.BLACK, state),
        b=black,
    )


def _automatic(speaker: Speaker, fact: Fact, state: State, player: str) -> str:
    value = fact.details["value"]
    return speaker.words.text("Equal dice: the cube goes to {value}.", value=value)


def _starts(speaker: Speaker, fact: Fact, state: State, player: str) -> str:
    return speaker.words.text("{player} starts.", player=player)


def _threw(speaker: Speaker, fact: Fact, state: State, player: str) -> str:
    words, dice = speaker.words, fact.details["dice"]
    text = speaker.dice(dice)
    if _lies_open(fact, state):
        return words.text(
            "{player} throws {dice} for the next turn; the throw lies open.",
            player=player,
            dice=text,
        )
    if speaker.brief and fact.side is not None:
        caller = speaker.caller(fact.side, state)
        return words.text("{player} {dice}.", player=caller, dice=text)
    if state.rules.dice is Dice.FIXED and state.turns:
        return words.text("{player} has the fixed throw, {dice}.", player=player, dice=text)
    if dice[0] == dice[1]:
        return words.text("{player} throws a double {number}.", player=player, number=dice[0])
    return words.text("{player} throws {dice}.", player=player, dice=text)


def _named(speaker: Speaker, fact: Fact, state: State, player: str) -> str:
    dice = speaker.dice(fact.details["dice"])
    return speaker.words.text("{player} names {dice}.", player=player, dice=dice)


def _corrected(speaker: Speaker, fact: Fact, state: State, player: str) -> str:
    return speaker.words.text("The dice are put right.")


def _lost(speaker: Speaker, fact: Fact, state: State, player: str) -> str:
    numbers = speaker.numbers(fact.details["numbers"])
    return speaker.words.text("{player} cannot play {numbers}.", player=player, numbers=numbers)


def _chose(speaker: Speaker, fact: Fact, state: State, player: str) -> str:
    number = fact.details["number"]
    return speaker.words.text("{player} chooses a double {number}.", player=player, number=number)


def _step(speaker: Speaker, fact: Fact, state: State, player: str) -> str:
    return _play(speaker, [fact], state, None)


def _jumped(speaker: Speaker, fact: Fact, state: State, player: str) -> str:
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


def _undone(speaker: Speaker, fact: Fact, state: State, player: str) -> str:
    if state.phase is Phase.CHOOSE:
        return speaker.words.text("{player} takes back the chosen double.", player=player)
    return speaker.words.text("{player} takes back a step.", player=player)


def _passed(speaker: Speaker, fact: Fact, state: State, player: str) -> str:
    return speaker.words.text("{player} moves nothing.", player=player)


def _handed(speaker: Speaker, fact: Fact, state: State, player: str) -> str:
    number, times = fact.details["number"], fact.details["times"]
    text = speaker.times(number, times)
    if number == 6:
        return speaker.words.text("{player} inherits {numbers}.", player=player, numbers=text)
    return speaker.words.text(
        "{player} inherits {numbers}, then four of each higher number.",
        player=player,
        numbers=text,
    )


def _again(speaker: Speaker, fact: Fact, state: State, player: str) -> str:
    return speaker.words.text("{player} throws again.", player=player)


def _void(speaker: Speaker, fact: Fact, state: State, player: str) -> str:
    return speaker.words.text("{player} can move nothing with this throw.", player=player)


def _second_throw(speaker: Speaker, fact: Fact, state: State, player: str) -> str:
    return speaker.words.text("{player} has a second throw.", player=player)


def _turn(speaker: Speaker, fact: Fact, state: State, player: str) -> str:
    return speaker.words.text("{player} is on turn.", player=player)


def _doubled(speaker: Speaker, fact: Fact, state: State, player: str) -> str:
    value = fact.details["value"]
    return speaker.words.text("{player} doubles to {value}.", player=player, value=value)


def _took(speaker: Speaker, fact: Fact, state: State, player: str) -> str:
    value = fact.details["value"]
    return speaker.words.text(
        "{player} takes the double: the cube is at {value}.", player=player, value=value
    )


def _dropped(speaker: Speaker, fact: Fact, state: State, player: str) -> str:
    return speaker.words.text("{player} drops the double.", player=player)


def _beavered(speaker: Speaker, fact: Fact, state: State, player: str) -> str:
    value = fact.details["value"]
    return speaker.words.text("{player} beavers to {value}.", player=player, value=value)


def _resigned(speaker: Speaker, fact: Fact, state: State, player: str) -> str:
    words, value = speaker.words, fact.details["value"]
    if turn.most_resigned(state) == 1:
        return words.text("{player} offers to resign.", player=player)
    return {
        1: words.text("{player} offers to resign a single game.", player=player),
        2: words.text("{player} offers to resign a gammon.", player=player),
        3: words.text("{player} offers to resign a backgammon.", player=player),
    }[value]


def _offered_draw(speaker: Speaker, fact: Fact, state: State, player: str) -> str:
    return speaker.words.text("{player} offers a draw.", player=player)


def _accepted(speaker: Speaker, fact: Fact, state: State, player: str) -> str:
    return speaker.words.text("{player} accepts the resignation.", player=player)


def _agreed(speaker: Speaker, fact: Fact, state: State, player: str) -> str:
    return speaker.words.text("{player} agrees to the draw.", player=player)


def _refused(speaker: Speaker, fact: Fact, state: State, player: str) -> str:
    return speaker.words.text("{player} refuses the resignation; play goes on.", player=player)


def _declined(speaker: Speaker, fact: Fact, state: State, player: str) -> str:
    return speaker.words.text("{player} declines the draw; play goes on.", player=player)


def _game_over(speaker: Speaker, fact: Fact, state: State, player: str) -> str:
    return results.ended(speaker, fact.details["how"], fact.details["points"], player)


def _match_over(speaker: Speaker, fact: Fact, state: State, player: str) -> str:
    return results.decided(speaker, fact.side, state)


def _game(speaker: Speaker, fact: Fact, state: State, player: str) -> str:
    number = fact.details["game"]
    if state.match.swap and state.rules.swap_roles:
        return speaker.words.text("Game {number} begins; the colours change.", number=number)
    return speaker.words.text("Game {number} begins.", number=number)


SENTENCES: dict[str, Sentence] = {
    "opening": _opening,
    "automatic_double": _automatic,
    "starts": _starts,
    "threw": _threw,
    "named": _named,
    "corrected": _corrected,
    "lost": _lost,
    "chose": _chose,
    "step": _step,
    "jumped": _jumped,
    "undone": _undone,
    "passed": _passed,
    "handed": _handed,
    "again": _again,
    "void": _void,
    "second_throw": _second_throw,
    "turn": _turn,
    "doubled": _doubled,
    "took": _took,
    "dropped": _dropped,
    "beavered": _beavered,
    "resigned": _resigned,
    "offered_draw": _offered_draw,
    "accepted": _accepted,
    "agreed": _agreed,
    "refused": _refused,
    "declined": _declined,
    "game_over": _game_over,
    "match_over": _match_over,
    "game": _game,
}
"""Every kind of fact."""
