"""Results, score, match and pips as sentences."""

from __future__ import annotations

from tavola.rules.model import movement
from tavola.rules.model.ruleset import Side
from tavola.rules.turn.state import Phase, State
from tavola.words.speaker import Speaker
from tavola.words.translations import mark

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


def ended(speaker: Speaker, how: str, points: int, winner: str) -> str:
    """How a game ended; `winner` is the subject of the sentence, empty for a draw."""
    return _won(speaker, how, points, winner) if winner else _drawn(speaker, how)


def _drawn(speaker: Speaker, how: str) -> str:
    words = speaker.words
    if how == "stalemate":
        return words.text("The game is a draw: neither side can play any throw.")
    if how == "repetition":
        return words.text("The game is a draw: the same position for the third time.")
    return words.text("The game is a draw by agreement.")


def _won(speaker: Speaker, how: str, points: int, player: str) -> str:
    words = speaker.words
    worth = words.plural("{count} point", "{count} points", points)
    message = WON.get(how, WON["single"])
    return words.text(message, player=player, points=worth)


def decided(speaker: Speaker, leader: Side | None, state: State) -> str:
    """The end of a match, the leader's score first."""
    if leader is None:
        return speaker.words.text(
            "The match ends level at {score}.", score=_pair(speaker, state.score)
        )
    score = _pair(speaker, (state.score_of(leader), state.score_of(leader.other)))
    player = speaker.player(leader, state)
    return speaker.words.text("{player} wins the match, {score}.", player=player, score=score)


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
    winner = "" if found.winner is None else speaker.player(found.winner, state)
    return speaker.sentence(ended(speaker, found.how, found.points, winner))


def score(speaker: Speaker, state: State) -> str:
    """The kind of match and the score of both."""
    words, match = speaker.words, state.match
    text = ", ".join(f"{speaker.caller(side, state)} {state.score_of(side)}" for side in Side)
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
    if state.crawford == "now" and state.phase is not Phase.OVER:
        told += " " + words.text("Crawford game: nobody may double.")
    return told


def pips(speaker: Speaker, state: State) -> str:
    """The pips of both sides and the difference, or that the game has none."""
    words = speaker.words
    if not speaker.geometry.runs:
        return words.text("This game has no pips.")
    counts = [movement.pip_count(state.rules, state.position, side) for side in Side]
    text = ", ".join(f"{speaker.caller(side, state)} {counts[side]}" for side in Side)
    told = words.text("Pips: {pips}.", pips=text)
    if speaker.brief:
        return told
    if counts[0] == counts[1]:
        same = words.text("Both need the same.")
        return f"{told} {same}"
    ahead = Side.WHITE if counts[0] < counts[1] else Side.BLACK
    player, fewer = speaker.player(ahead, state), abs(counts[0] - counts[1])
    more = words.text("{player} needs {count} fewer.", player=player, count=fewer)
    return f"{told} {speaker.sentence(more)}"
