"""Results, score, match and cube as sentences."""

from __future__ import annotations

from tavola.rules.model.ruleset import Side
from tavola.rules.turn.state import Phase, State
from tavola.words.translations import mark
from tavola.words.voice import Voice

WON = {
    "single": mark("{player} wins the game: {points}."),
    "gammon": mark("{player} wins a gammon: {points}."),
    "backgammon": mark("{player} wins a backgammon: {points}."),
    "drop": mark("{player} wins by the dropped double: {points}."),
    "resign": mark("{player} wins by resignation: {points}."),
    "hit": mark("{player} wins, because hitting loses here: {points}."),
    "mother": mark("{player} wins by the mother rule: {points}."),
}
"""How a game is won."""


def ended(voice: Voice, how: str, points: int, winner: str) -> str:
    """How a game ended; `winner` is the subject of the sentence, empty for a draw."""
    return _won(voice, how, points, winner) if winner else _drawn(voice, how)


def _drawn(voice: Voice, how: str) -> str:
    words = voice.words
    if how == "stalemate":
        return words.text("The game is a draw: neither side can play any throw.")
    if how == "repetition":
        return words.text("The game is a draw: the same position for the third time.")
    return words.text("The game is a draw by agreement.")


def _won(voice: Voice, how: str, points: int, player: str) -> str:
    words = voice.words
    worth = words.plural("{count} point", "{count} points", points)
    message = WON.get(how, WON["single"])
    return words.text(message, player=player, points=worth)


def decided(voice: Voice, leader: Side | None, state: State) -> str:
    """The end of a match, the leader's score first."""
    if leader is None:
        return voice.words.text("The match ends level at {score}.", score=_pair(voice, state.score))
    score = _pair(voice, (state.score_of(leader), state.score_of(leader.other)))
    player = voice.player(leader, state)
    return voice.words.text("{player} wins the match, {score}.", player=player, score=score)


def _pair(voice: Voice, score: tuple[int, int]) -> str:
    """`5 to 3`, in brief `5-3`."""
    if voice.brief:
        return f"{score[0]}-{score[1]}"
    return voice.words.text("{a} to {b}", a=score[0], b=score[1])


def result(voice: Voice, state: State) -> str:
    """How the game ended that is over."""
    found = state.result
    if found is None:
        return voice.words.text("The game is not over.")
    winner = "" if found.winner is None else voice.player(found.winner, state)
    return voice.sentence(ended(voice, found.how, found.points, winner))


def score(voice: Voice, state: State) -> str:
    """The kind of match and the score of both."""
    words, match = voice.words, state.match
    text = ", ".join(f"{voice.caller(side, state)} {state.score_of(side)}" for side in Side)
    if voice.brief:
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
    if state.crawford == "now" and state.phase is not Phase.OVER:
        told += " " + words.text("Crawford game: nobody may double.")
    return told


def cube(voice: Voice, state: State) -> str:
    """The cube and its owner; empty in a game without a cube."""
    words, value, owner = voice.words, state.cube.value, state.cube.owner
    if not state.rules.cube:
        return ""
    if voice.brief:
        holder = words.text("in the middle") if owner is None else voice.caller(owner, state)
        return words.text("Cube {value}, {holder}.", value=value, holder=holder)
    if owner is None:
        return words.text("The cube is in the middle and counts {value}.", value=value)
    player = voice.player(owner, state)
    told = words.text("{player} has the cube; it counts {value}.", player=player, value=value)
    return voice.sentence(told)


def pips(voice: Voice, counts: tuple[int, int], state: State) -> str:
    """The pips of both, and the difference."""
    words = voice.words
    text = ", ".join(f"{voice.caller(side, state)} {counts[side]}" for side in Side)
    told = words.text("Pips: {pips}.", pips=text)
    if voice.brief:
        return told
    if counts[0] == counts[1]:
        same = words.text("Both need the same.")
        return f"{told} {same}"
    ahead = Side.WHITE if counts[0] < counts[1] else Side.BLACK
    player, fewer = voice.player(ahead, state), abs(counts[0] - counts[1])
    more = words.text("{player} needs {count} fewer.", player=player, count=fewer)
    return f"{told} {voice.sentence(more)}"
