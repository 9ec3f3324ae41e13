"""What happened, as sentences: one function for each kind of fact."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tavola.rules.model.ruleset import Dice, Side
from tavola.rules.turn import scoring
from tavola.rules.turn.state import Fact, Phase, State
from tavola.words import plays, results
from tavola.words.voice import Voice

Teller = Callable[[Voice, Fact, State, str], str]
"""Makes the sentence of a fact; the text is the player as the subject, or empty."""


def tell(voice: Voice, fact: Fact, state: State) -> str:
    """One fact as one sentence; `state` is the one after it."""
    player = "" if fact.side is None else voice.player(fact.side, state)
    return voice.sentence(TELLERS[fact.kind](voice, fact, state, player))


def tell_all(voice: Voice, facts: Sequence[Fact], state: State) -> list[str]:
    """Facts in order: the steps of a play are one sentence; in brief it stands with its throw."""
    told: list[str] = []
    waiting: Fact | None = None
    for group in _groups(facts):
        first = group[0]
        if first.kind == "step":
            told.append(_play(voice, group, state, waiting))
            waiting = None
            continue
        if waiting is not None:
            told.append(tell(voice, waiting, state))
            waiting = None
        if voice.brief and first.kind in ("threw", "named") and not _lies_open(first, state):
            waiting = first
        elif not _is_known(first, state):
            told.append(tell(voice, first, state))
    return told if waiting is None else [*told, tell(voice, waiting, state)]


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


def _play(voice: Voice, steps: Sequence[Fact], state: State, thrown: Fact | None) -> str:
    side = steps[0].side
    assert side is not None
    if not voice.brief:
        player, play = voice.player(side, state), plays.describe(voice, steps, state)
        return voice.sentence(voice.words.text("{player} {play}.", player=player, play=play))
    caller, line = voice.caller(side, state), plays.write(voice, steps)
    if thrown is None:
        return voice.words.text("{player}: {play}.", player=caller, play=line)
    if thrown.side is not side:
        return f"{tell(voice, thrown, state)} {_play(voice, steps, state, None)}"
    dice = voice.dice(thrown.details["dice"])
    return voice.words.text("{player} {dice}: {play}.", player=caller, dice=dice, play=line)


def _lies_open(fact: Fact, state: State) -> bool:
    """Whether a throw is not played now (Open throw)."""
    side, dice = fact.side, fact.details.get("dice")
    if state.rules.dice is not Dice.AHEAD or side is None:
        return False
    ahead = state.ahead[side]
    return ahead is not None and list(ahead) == list(dice or ())


def _opening(voice: Voice, fact: Fact, state: State, player: str) -> str:
    white, black = fact.details["white"], fact.details["black"]
    if white == black:
        return voice.words.text("Both throw {number}: once more.", number=white)
    return voice.words.text(
        "{first} throws {a}, {second} throws {b}.",
        first=voice.player(Side.WHITE, state),
        a=white,
        second=voice.player(Side.BLACK, state),
        b=black,
    )


def _automatic(voice: Voice, fact: Fact, state: State, player: str) -> str:
    value = fact.details["value"]
    return voice.words.text("Equal dice: the cube goes to {value}.", value=value)


def _starts(voice: Voice, fact: Fact, state: State, player: str) -> str:
    return voice.words.text("{player} starts.", player=player)


def _threw(voice: Voice, fact: Fact, state: State, player: str) -> str:
    words, dice = voice.words, fact.details["dice"]
    text = voice.dice(dice)
    if _lies_open(fact, state):
        return words.text(
            "{player} throws {dice} for the next turn; the throw lies open.",
            player=player,
            dice=text,
        )
    if voice.brief and fact.side is not None:
        caller = voice.caller(fact.side, state)
        return words.text("{player} {dice}.", player=caller, dice=text)
    if state.rules.dice is Dice.FIXED and state.turns:
        return words.text("{player} has the fixed throw, {dice}.", player=player, dice=text)
    if dice[0] == dice[1]:
        return words.text("{player} throws a double {number}.", player=player, number=dice[0])
    return words.text("{player} throws {dice}.", player=player, dice=text)


def _named(voice: Voice, fact: Fact, state: State, player: str) -> str:
    dice = voice.dice(fact.details["dice"])
    return voice.words.text("{player} names {dice}.", player=player, dice=dice)


def _corrected(voice: Voice, fact: Fact, state: State, player: str) -> str:
    return voice.words.text("The dice are put right.")


def _lost(voice: Voice, fact: Fact, state: State, player: str) -> str:
    numbers = voice.numbers(fact.details["numbers"])
    return voice.words.text("{player} cannot play {numbers}.", player=player, numbers=numbers)


def _chose(voice: Voice, fact: Fact, state: State, player: str) -> str:
    number = fact.details["number"]
    return voice.words.text("{player} chooses a double {number}.", player=player, number=number)


def _step(voice: Voice, fact: Fact, state: State, player: str) -> str:
    return _play(voice, [fact], state, None)


def _jumped(voice: Voice, fact: Fact, state: State, player: str) -> str:
    words, details, side = voice.words, fact.details, fact.side
    target = voice.place(side, details["target"])
    white = side is Side.WHITE
    if not details.get("source"):
        if white:
            return words.text("The last white checker jumps to {target}.", target=target)
        return words.text("The last black checker jumps to {target}.", target=target)
    source = voice.place(side, details["source"])
    if white:
        return words.text(
            "The last white checker jumps from {source} to {target}.", source=source, target=target
        )
    return words.text(
        "The last black checker jumps from {source} to {target}.", source=source, target=target
    )


def _undone(voice: Voice, fact: Fact, state: State, player: str) -> str:
    if state.phase is Phase.CHOOSE:
        return voice.words.text("{player} takes back the chosen double.", player=player)
    return voice.words.text("{player} takes back a step.", player=player)


def _passed(voice: Voice, fact: Fact, state: State, player: str) -> str:
    return voice.words.text("{player} moves nothing.", player=player)


def _handed(voice: Voice, fact: Fact, state: State, player: str) -> str:
    number, times = fact.details["number"], fact.details["times"]
    text = voice.times(number, times)
    if number == 6:
        return voice.words.text("{player} inherits {numbers}.", player=player, numbers=text)
    return voice.words.text(
        "{player} inherits {numbers}, then four of each higher number.",
        player=player,
        numbers=text,
    )


def _again(voice: Voice, fact: Fact, state: State, player: str) -> str:
    return voice.words.text("{player} throws again.", player=player)


def _void(voice: Voice, fact: Fact, state: State, player: str) -> str:
    return voice.words.text("{player} can move nothing with this throw.", player=player)


def _second_throw(voice: Voice, fact: Fact, state: State, player: str) -> str:
    return voice.words.text("{player} has a second throw.", player=player)


def _turn(voice: Voice, fact: Fact, state: State, player: str) -> str:
    return voice.words.text("{player} is on turn.", player=player)


def _doubled(voice: Voice, fact: Fact, state: State, player: str) -> str:
    value = fact.details["value"]
    return voice.words.text("{player} doubles to {value}.", player=player, value=value)


def _took(voice: Voice, fact: Fact, state: State, player: str) -> str:
    value = fact.details["value"]
    return voice.words.text(
        "{player} takes the double: the cube is at {value}.", player=player, value=value
    )


def _dropped(voice: Voice, fact: Fact, state: State, player: str) -> str:
    return voice.words.text("{player} drops the double.", player=player)


def _beavered(voice: Voice, fact: Fact, state: State, player: str) -> str:
    value = fact.details["value"]
    return voice.words.text("{player} beavers to {value}.", player=player, value=value)


def _resigned(voice: Voice, fact: Fact, state: State, player: str) -> str:
    words, value = voice.words, fact.details["value"]
    if scoring.most_resigned(state) == 1:
        return words.text("{player} offers to resign.", player=player)
    return {
        1: words.text("{player} offers to resign a single game.", player=player),
        2: words.text("{player} offers to resign a gammon.", player=player),
        3: words.text("{player} offers to resign a backgammon.", player=player),
    }[value]


def _offered_draw(voice: Voice, fact: Fact, state: State, player: str) -> str:
    return voice.words.text("{player} offers a draw.", player=player)


def _accepted(voice: Voice, fact: Fact, state: State, player: str) -> str:
    return voice.words.text("{player} accepts the resignation.", player=player)


def _agreed(voice: Voice, fact: Fact, state: State, player: str) -> str:
    return voice.words.text("{player} agrees to the draw.", player=player)


def _refused(voice: Voice, fact: Fact, state: State, player: str) -> str:
    return voice.words.text("{player} refuses the resignation; play goes on.", player=player)


def _declined(voice: Voice, fact: Fact, state: State, player: str) -> str:
    return voice.words.text("{player} declines the draw; play goes on.", player=player)


def _game_over(voice: Voice, fact: Fact, state: State, player: str) -> str:
    return results.ended(voice, fact.details["how"], fact.details["points"], player)


def _match_over(voice: Voice, fact: Fact, state: State, player: str) -> str:
    return results.decided(voice, fact.side, state)


def _game(voice: Voice, fact: Fact, state: State, player: str) -> str:
    number = fact.details["game"]
    if state.match.swap and state.rules.swap_roles:
        return voice.words.text("Game {number} begins; the colours change.", number=number)
    return voice.words.text("Game {number} begins.", number=number)


TELLERS: dict[str, Teller] = {
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
