"""Results, score, match and pips as sentences."""

from __future__ import annotations

from tavola.rules.model import movement
from tavola.rules.model.rotation import in_turn
from tavola.rules.model.ruleset import Dice, Side
from tavola.rules.turn.state import Phase, State
from tavola.words import names
from tavola.words.speaker import Speaker
from tavola.words.translations import mark

ENDED = {
    "single": (
        mark("{player} wins the game: {points}."),
        mark("You win the game: {points}."),
        mark("You lose the game: {points}."),
    ),
    "gammon": (
        mark("{player} wins a gammon: {points}."),
        mark("You win a gammon: {points}."),
        mark("You lose a gammon: {points}."),
    ),
    "backgammon": (
        mark("{player} wins a backgammon: {points}."),
        mark("You win a backgammon: {points}."),
        mark("You lose a backgammon: {points}."),
    ),
    "drop": (
        mark("{player} wins by the dropped double: {points}."),
        mark("You win by the dropped double: {points}."),
        mark("You lose by the dropped double: {points}."),
    ),
    "resign": (
        mark("{player} wins by resignation: {points}."),
        mark("You win by resignation: {points}."),
        mark("You lose by resignation: {points}."),
    ),
    "forfeit": (
        mark("{player} wins by forfeit: {points}."),
        mark("You win by forfeit: {points}."),
        mark("You lose by forfeit: {points}."),
    ),
    "hit": (
        mark("{player} wins, because hitting loses here: {points}."),
        mark("You win, because hitting loses here: {points}."),
        mark("You lose, because hitting loses here: {points}."),
    ),
    "mother": (
        mark("{player} wins by the mother rule: {points}."),
        mark("You win by the mother rule: {points}."),
        mark("You lose by the mother rule: {points}."),
    ),
    "arranged": (
        mark("{player} wins by an arrangement: {points}."),
        mark("You win by an arrangement: {points}."),
        mark("You lose by an arrangement: {points}."),
    ),
    "jan": (
        mark("{player} wins by jan: {points}."),
        mark("You win by jan: {points}."),
        mark("You lose by jan: {points}."),
    ),
    "burst_jan": (
        mark("{player} wins by bursting to jan: {points}."),
        mark("You win by bursting to jan: {points}."),
        mark("You lose by bursting to jan: {points}."),
    ),
}
"""How a game is won: by somebody, by the listener, and against him."""

_DECIDED = (
    mark("{player} wins the match, {score}."),
    mark("You win the match, {score}."),
    mark("You lose the match, {score}."),
)


def ended(speaker: Speaker, how: str, points: int, winner: Side | None, state: State) -> str:
    """How a game ended; nobody wins a draw."""
    if winner is None:
        return _drawn(speaker, how, state)
    worth = speaker.words.plural("{count} point", "{count} points", points)
    return _won(speaker, ENDED.get(how, ENDED["single"]), winner, state, points=worth)


def _drawn(speaker: Speaker, how: str, state: State) -> str:
    words = speaker.words
    if how == "mothers":
        return words.text("The game is a draw: both mothers are pinned.")
    if how == "stalemate" and state.rules.dice is Dice.FIXED:
        return words.text("The game is a draw: neither side can play the fixed throw any more.")
    if how == "stalemate":
        return words.text("The game is a draw: neither side can play any throw.")
    if how == "repetition":
        return words.text("The game is a draw: the same position for the third time.")
    return words.text("The game is a draw by agreement.")


def _won(
    speaker: Speaker, message: tuple[str, str, str], winner: Side, state: State, **values: str
) -> str:
    """The form for somebody who won, for the listener, or for one who won against him."""
    theirs, yours, lost = message
    if winner.other is speaker.me:
        return speaker.words.text(lost, **values)
    return speaker.told(winner, state, theirs, yours, **values)


def decided(speaker: Speaker, leader: Side | None, state: State) -> str:
    """The end of a match: the listener's score first, else the leader's."""
    if leader is None:
        return speaker.words.text(
            "The match ends level at {score}.", score=_pair(speaker, state.score)
        )
    first = leader if speaker.me is None else speaker.me
    score = _pair(speaker, (state.score_of(first), state.score_of(first.other)))
    return _won(speaker, _DECIDED, leader, state, score=score)


def _pair(speaker: Speaker, score: tuple[int, int]) -> str:
    """`5 to 3`, in brief `5-3`."""
    if speaker.brief:
        return f"{score[0]}-{score[1]}"
    return speaker.words.text("{a} to {b}", a=score[0], b=score[1])


def result(speaker: Speaker, state: State) -> str:
    """How the game ended that is over."""
    found = state.result
    if found is None:
        return speaker.words.text("The game is not over.")
    return speaker.sentence(ended(speaker, found.how, found.points, found.winner, state))


def score(speaker: Speaker, state: State) -> str:
    """The kind of match and the score of both."""
    words, match = speaker.words, state.match
    text = ", ".join(
        f"{speaker.caller(side, state)} {state.score_of(side)}" for side in speaker.sides
    )
    if speaker.brief:
        told = words.text("Score: {score}.", score=text)
    elif match.length is not None:
        told = words.plural(
            "Match to {count} point: {score}.",
            "Match to {count} points: {score}.",
            match.length,
            score=text,
        )
    elif match.games == 1:
        told = words.text("One game: {score}.", score=text)
    elif match.games is not None:
        told = words.text(
            "Game {number} of {games}: {score}.", number=state.game, games=match.games, score=text
        )
    else:
        told = words.text("Money play, game {number}: {score}.", number=state.game, score=text)
    parts = (told, crawford(speaker, state), rotation(speaker, state))
    return " ".join(part for part in parts if part)


def crawford(speaker: Speaker, state: State) -> str:
    """That nobody may double in this game, while it is the Crawford game; else nothing."""
    if state.crawford == "now" and state.phase is not Phase.OVER:
        return speaker.words.text("Crawford game: nobody may double.")
    return ""


def rotation(speaker: Speaker, state: State) -> str:
    """Which game of a rotation is played, or after its end comes next; else nothing."""
    over = state.phase is Phase.OVER
    played = in_turn(state.rotation, state.game + over)
    if played is None or state.phase is Phase.END:
        return ""
    name = names.game_name(speaker.words, played.game)
    if over:
        return speaker.words.text("Next game: {name}.", name=name)
    return speaker.words.text("Game {number}: {name}.", number=state.game, name=name)


def pips(speaker: Speaker, state: State) -> str:
    """The pips of both sides and the difference, or that the game has none."""
    words = speaker.words
    if not speaker.geometry.runs:
        return words.text("This game has no pips.")
    counts = [movement.pip_count(state.rules, state.position, side) for side in Side]
    text = ", ".join(f"{speaker.caller(side, state)} {counts[side]}" for side in speaker.sides)
    told = words.text("Pips: {pips}.", pips=text)
    if speaker.brief:
        return told
    if counts[0] == counts[1]:
        same = words.text("Both need the same.")
        return f"{told} {same}"
    ahead = Side.WHITE if counts[0] < counts[1] else Side.BLACK
    fewer = abs(counts[0] - counts[1])
    needs = mark("{player} needs {count} fewer."), mark("You need {count} fewer.")
    more = speaker.told(ahead, state, *needs, count=fewer)
    return f"{told} {speaker.sentence(more)}"
