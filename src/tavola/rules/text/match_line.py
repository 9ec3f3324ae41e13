"""How a match stands, as the fourth field of a text: `score:2-1 game:3 crawford`.

`one_line.py` says what its words mean.  What is left out is as in a first game.
"""

from __future__ import annotations

import re

from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.position import bad_position
from tavola.rules.model.ruleset import Opening, Side
from tavola.rules.turn.state import Cube, Phase, State

_WORD = re.compile(
    r"score:(?P<white>\d{1,19})-(?P<black>\d{1,19})|game:(?P<game>\d{1,6})|(?P<crawford>crawford)"
    r"|opening:(?P<a>[1-6])-(?P<b>[1-6])|cube:(?P<cube>2)",
    re.ASCII,
)


def write(state: State) -> str:
    """The fourth field of a state; empty in a first game."""
    words = []
    white, black = _score(state)
    if white or black:
        words.append(f"score:{white}-{black}")
    if state.game > 1:
        words.append(f"game:{state.game}")
    if state.crawford == "now":
        words.append("crawford")
    if state.opening is not None:
        words.append(f"opening:{state.opening[0]}-{state.opening[1]}")
    if state.phase is Phase.OPENING and state.cube != Cube():
        words.append(f"cube:{state.cube.value}")
    return " ".join(words)


def forgetful(state: State) -> State:
    """A state as a text can mean it: the first player has White, and nothing is known of what came
    before."""
    return state.but(score=_score(state), swapped=False, idle=0, turns=0, seen=())


def _score(state: State) -> tuple[int, int]:
    """Points of White and of Black."""
    return state.score_of(Side.WHITE), state.score_of(Side.BLACK)


def game_of(text: str) -> int:
    """The number of the game that a fourth field tells, at last; 1 where it tells none."""
    words = (_WORD.fullmatch(word) for word in text.split())
    return ([1] + [int(one["game"]) for one in words if one and one["game"]])[-1]


def read(state: State, text: str) -> State:
    """The state with what its fourth field says of the match.

    Raises `Refused` (code `bad_position`) naming the word that cannot be in this match.
    """
    told = text.split()
    if not told:
        raise bad_position("form", text=text[:80])
    for word in told:
        found = _WORD.fullmatch(word)
        after = None if found is None else _with(state, found)
        if after is None:
            raise bad_position("token", text=word[:40])
        state = after
    return _after_crawford(state)


def _with(state: State, found: re.Match[str]) -> State | None:
    """The state with one word; None where it cannot be."""
    match = state.match
    if found["white"]:
        score = (int(found["white"]), int(found["black"]))
        ended = match.length is not None and max(score) >= match.length
        return None if ended else state.but(score=score)
    if found["game"]:
        game = int(found["game"])
        return None if game < 1 or game > (match.games or game) else state.but(game=game)
    if found["crawford"]:
        return state.but(crawford="now") if _has_crawford(state) else None
    if found["cube"]:
        doubled = match.automatic and state.rules.cube and state.phase is Phase.OPENING
        return state.but(cube=Cube(2)) if doubled else None
    return _kept(state, int(found["a"]), int(found["b"]))


def _kept(state: State, white: int, black: int) -> State | None:
    """The state with dice of the opening that its starter may keep; None where he cannot."""
    starter = Side.WHITE if white > black else Side.BLACK
    awaits = state.phase is Phase.START and state.fresh and state.side is starter
    if white == black or not awaits or state.rules.opening is not Opening.CHOICE:
        return None
    return state.but(opening=(white, black))


def _has_crawford(state: State) -> bool:
    """Whether a Crawford game belongs to the match."""
    match: MatchRules = state.match
    return bool(match.crawford and match.length is not None and state.rules.cube)


def _after_crawford(state: State) -> State:
    """A side that is one point away has had its Crawford game, unless this is it.

    Raises `Refused` (code `bad_position`) for a Crawford game at another score.
    """
    away = None if state.match.length is None else state.match.length - max(state.score)
    if state.crawford == "now" and away != 1:
        raise bad_position("token", text="crawford")
    past = away == 1 and state.crawford == "" and state.score != (0, 0)
    return state.but(crawford="done") if past and _has_crawford(state) else state


__all__ = ["forgetful", "read", "write"]
