"""What a viewer may see of a table: everything that is drawn, and what he may do, as plain JSON.

The result fits `messages.View`; it is not built as one, since it is made for every step at every
table.  Nothing secret goes in: only what is in the state, the names at the seats, and who is here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from tavola.rules import turn
from tavola.rules.kernel.slots import TO_OFF
from tavola.rules.model import movement
from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.position import Position
from tavola.rules.model.rule_table import ends_off
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.model.throws import Throw
from tavola.rules.turn.state import Fact, Kind, Phase, State, numbers_of, step_to_json, where
from tavola.server.match.live_match import Look, Scene, speaker_of
from tavola.server.store import StoredSeat
from tavola.server.wire import places
from tavola.words import names, results, situations, what_happened
from tavola.words.speaker import Speaker
from tavola.words.translations import Words, mark

Json = dict[str, Any]


def board_of(rules: Ruleset, position: Position) -> Json:
    """Where all checkers are, as `messages.BoardView`."""
    marked = position.marked
    points: Json = {}
    for point, top, count in position.stacks():
        stack: Json = {"side": top.letter, "count": count}
        if marked and position.pinned(point) is not None:
            stack["pinned"] = 1
        if marked and position.lying(point):
            stack["flat"] = True
        points[str(point)] = stack
    white, black = (_pools(rules, position, side) for side in Side)
    return {"points": points, "white": white, "black": black}


def _pools(rules: Ruleset, position: Position, side: Side) -> Json:
    runs = geometry_of(rules).runs
    return {
        "bar": position.bar(side),
        "reserve": position.reserve(side),
        "off": position.off(side),
        "pips": movement.pip_count(rules, position, side) if runs else None,
        "stage": position.stage(side),
    }


# ----------------------------------------------------------------------------------------- dice


def dice_of(state: State) -> list[Json]:
    """The numbers of the part being played or just played, larger first."""
    return [{"face": number.face, "state": number.state} for number in numbers_of(state)]


# ------------------------------------------------------------------------------------- the seats


def seats_of(scene: Scene, language: str) -> list[Json]:
    """Who has which colour, as `messages.Seat`."""
    return [
        {
            "player": seat.player,
            "side": scene.state.colour(seat.player).letter,
            "name": name_of(seat, language),
            "short": short_name_of(seat, language),
            "kind": seat.kind,
            "level": seat.level,
            "here": seat.kind == "computer" or seat.person in scene.presence.here,
            "away": scene.away(seat),
            "gone": seat.gone,
            "score": scene.state.score[seat.player],
        }
        for seat in scene.seats
    ]


def name_of(seat: StoredSeat, language: str) -> str:
    """The name of a player; the computer's names its level."""
    if seat.kind != "computer":
        return seat.name
    return names.computer_name(Words(language), seat.level)


def short_name_of(seat: StoredSeat, language: str) -> str:
    """The computer without its level; nothing for others, whose names have no shorter form."""
    computer = seat.kind == "computer" and bool(seat.level)
    return Words(language).within("short", "Computer") if computer else ""


# --------------------------------------------------------------------------------------- the view


def view_of(scene: Scene, look: Look, public: Json | None = None) -> Json:
    """Everything that a viewer with this look may see now; `public` is `public_of` this scene."""
    state, mine = scene.state, look.mine
    speaker = speaker_of(look, state)
    kinds = scene.kinds(mine)
    return (public or public_of(scene)) | {
        "seats": seats_of(scene, look.language),
        "offer": _offer(speaker, state),
        "may": [kind.value for kind in kinds if kind is not Kind.STEP],
        "resign": list(range(1, turn.most_resigned(state) + 1)) if Kind.RESIGN in kinds else [],
        "name": _named(state) if Kind.NAME in kinds else [],
        "choose": list(range(1, 7)) if Kind.CHOOSE in kinds else [],
        "paths": [path_json(one) for one in chains(state)] if Kind.STEP in kinds else [],
        "say": prompt(scene, speaker),
        "result": broken_off(speaker, scene) if scene.turns.broken_off else result(speaker, state),
        "back": scene.back and bool(mine),
    }


def past_view(scene: Scene, look: Look) -> Json:
    """How a table looked at an earlier moment: nothing can be done there."""
    speaker = speaker_of(look, scene.state)
    return public_of(scene) | {
        "thinking": False,
        "typed": False,
        "seats": seats_of(scene, look.language),
        "offer": _offer(speaker, scene.state),
        "say": situations.prompt(speaker, scene.state),
        "result": result(speaker, scene.state),
        "points": places.sentences(speaker, scene.state),
    }


def public_of(scene: Scene) -> Json:
    """What everybody sees alike."""
    state, last = scene.state, scene.last
    now = state.turn
    actor = _actor(scene)
    ahead = {side.letter: state.ahead[side] for side in Side if state.ahead[side] is not None}
    return {
        "phase": state.phase.value,
        "actor": None if actor is None else actor.letter,
        "side": state.side.letter,
        "board": board_of(state.rules, state.position),
        "dice": dice_of(state),
        "throw": now.dice,
        "handed": now.heir,
        "ahead": ahead,
        "fixed": state.fixed,
        "opening": state.opening,
        "cube": _cube(state),
        "game": state.game,
        **({"playing": state.in_turn.game} if state.in_turn else {}),
        "crawford": state.crawford == "now",
        "dice_count": state.rules.dice_count,
        "typed": scene.turns.hands_throw,
        "thinking": scene.turns.computer_acts,
        "last_play": [step_to_json(code) for code in last.steps],
        "last_side": None if last.side is None else last.side.letter,
        "over": state.phase is Phase.END or scene.turns.broken_off,
        "winner": _winner(state),
        "shut": _shut(state),
        "turns": state.turns,
    }


def _winner(state: State) -> str | None:
    """Who has won the game that is over."""
    if state.result is None or state.result.winner is None:
        return None
    return state.result.winner.letter


def _shut(state: State) -> bool:
    """Whether the one who is to throw for himself can play none of the six numbers."""
    if state.phase is not Phase.START or state.names or state.thrower is not state.side:
        return False
    rules, position, side = state.rules, state.position, state.side
    return not any(
        movement.next_steps(rules, position, side, (number,), 0, 1, 0) for number in range(1, 7)
    )


def _actor(scene: Scene) -> Side | None:
    """Who is waited for: where throws lie open ahead the one who throws; nobody before all sit."""
    state = scene.state
    if scene.turns.waiting:
        return None
    if scene.awaited is not None:
        return scene.waited_for
    if state.phase is Phase.START and not state.names and not scene.turns.computer_acts:
        return state.thrower
    return state.actor


def _cube(state: State) -> Json | None:
    if not state.rules.cube:
        return None
    owner = state.cube.owner
    return {"value": state.cube.value, "owner": None if owner is None else owner.letter}


_OFFERED = {Kind.RESIGN: "resigned", Kind.DRAW: "offered_draw"}


def _offer(speaker: Speaker, state: State) -> Json | None:
    offer = state.offer
    if offer is None:
        return None
    beavered = offer.value == 4 * state.cube.value
    kind = _OFFERED.get(offer.kind, "beavered" if beavered else "doubled")
    fact = Fact(kind, offer.side, {"value": offer.value})
    return {
        "kind": offer.kind.value,
        "side": offer.side.letter,
        "value": offer.value,
        "sentence": what_happened.tell(speaker, fact, state),
    }


def _named(state: State) -> list[Throw]:
    return [action.dice for action in turn.legal(state) if action.dice is not None]


NOT_BEEN_HERE = mark("The other player has not been at the table yet: the dice wait for his seed.")


def prompt(scene: Scene, speaker: Speaker) -> str:
    """What is asked now, as one sentence or two."""
    words = speaker.words
    if scene.turns.waiting:
        return words.text("The other seat is still open: the match begins once somebody takes it.")
    if scene.turns.broken_off:
        return words.text("The match was broken off.")
    if speaker.me is not None and scene.awaits((speaker.me,)):
        return words.text(NOT_BEEN_HERE)
    return situations.prompt(speaker, scene.state, by_hand=scene.turns.hands_throw)


def broken_off(speaker: Speaker, scene: Scene) -> str:
    """That a match was given up as unfinished: whoever was waited for had stayed away.  Why one
    ended that was played elsewhere nobody knows."""
    state = scene.state
    away = scene.waited_for
    if away is None or scene.elsewhere:
        told = speaker.words.text("The match was broken off.")
    else:
        told = speaker.told(
            away,
            state,
            mark("{player} stayed away: the match was broken off."),
            mark("You stayed away: the match was broken off."),
        )
    return f"{speaker.sentence(told)} {results.score(speaker, state)}"


def result(speaker: Speaker, state: State) -> str:
    """How the game ended, and the match if it was more than a game; empty while it is played."""
    if state.phase not in (Phase.OVER, Phase.END) or state.result is None:
        return ""
    told = results.result(speaker, state)
    if state.phase is Phase.OVER:
        return f"{told} {results.score(speaker, state)}"
    if state.match.games == 1:
        return told
    white, black = (state.score_of(side) for side in Side)
    leader = None if white == black else Side.WHITE if white > black else Side.BLACK
    return f"{told} {what_happened.tell(speaker, Fact('match_over', leader), state)}"


# -------------------------------------------------------------------------- what one checker may do

# Chains of steps, each of them legal after the one before.  This runs for every step at every
# table, so it works on positions and asks the kernel alone.

Chain = tuple[int, ...]
"""Steps of one checker as kernel integers."""


def chains(state: State) -> list[Chain]:
    """All chains of the part that is being played; of two to one place the better one first: it
    hits nothing on the way, else it begins with the larger number."""
    if state.phase is not Phase.MOVE or not state.turn.need:
        return []
    codes = [action.code for action in turn.steps(state)]
    found: list[_Ranked] = [((False, -(code >> 10)), (code,)) for code in codes]
    if state.turn.need > 1 and geometry_of(state.rules).runs:
        for _, chain in list(found):
            found += _longer(state, chain[0])
    return [chain for _, chain in sorted(found, key=_in_order)]


_Ranked = tuple[tuple[bool, int], Chain]


def _in_order(ranked: _Ranked) -> tuple[int, int, int, bool, int, Chain]:
    rank, chain = ranked
    source, target = chain[0] >> 5 & 31, chain[-1] & 31
    return source, len(chain), target, *rank, chain


def _longer(state: State, first: int) -> Iterator[_Ranked]:
    """The chains of at least two steps that begin with a step."""
    now = state.turn
    after = movement.after(state.rules, state.position, state.side, first)
    used = now.used | _bit(now.numbers, now.used, first >> 10)
    struck = movement.hits(state.position, after, state.side)
    yield from _onward(state, after, (first,), used, now.need - 1, struck)


def _onward(
    state: State, position: Position, chain: Chain, used: int, need: int, struck: bool
) -> Iterator[_Ranked]:
    rules, side, numbers = state.rules, state.side, state.turn.numbers
    at = chain[-1] & 31
    if not need or at == TO_OFF or _over(state, position):
        return
    only = min(state.turn.only, 0)
    for code in movement.next_steps(rules, position, side, numbers, used, need, only):
        if code >> 5 & 31 != at:
            continue
        longer = (*chain, code)
        yield (struck, -(chain[0] >> 10)), longer
        if need == 1 or code & 31 == TO_OFF:
            continue
        after = movement.after(rules, position, side, code)
        hit = struck or movement.hits(position, after, side)
        bit = _bit(numbers, used, code >> 10)
        yield from _onward(state, after, longer, used | bit, need - 1, hit)


def _over(state: State, position: Position) -> bool:
    """Whether the game has ended within the chain: without leaving the board only a pin, the goal
    point, an arrangement or a full bar can do that."""
    if ends_off(state.rules):
        return False
    return movement.over(state.rules, position, state.side)


def _bit(numbers: tuple[int, ...], used: int, number: int) -> int:
    """The bit of the first unused one of equal numbers."""
    index = next(i for i, n in enumerate(numbers) if n == number and not (used >> i) & 1)
    return 1 << index


@lru_cache(maxsize=8192)
def path_json(chain: Chain) -> dict[str, Any]:
    """A chain as messages have it; not to be changed."""
    return {
        "from": where(chain[0] >> 5 & 31),
        "to": where(chain[-1] & 31),
        "steps": [step_to_json(code) for code in chain],
    }


__all__ = [
    "Chain",
    "board_of",
    "broken_off",
    "chains",
    "dice_of",
    "name_of",
    "past_view",
    "path_json",
    "prompt",
    "public_of",
    "result",
    "seats_of",
    "short_name_of",
    "view_of",
]
