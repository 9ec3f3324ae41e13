"""States and records as plain JSON, and the fold that replays a record.

A record is the truth of a match: what was played, and every event in order.  The state is what the
events lead to.  `docs/record.md` describes both forms; `VERSION` changes with them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from tavola.rules import turn
from tavola.rules.model import movement
from tavola.rules.model.declaration import Game, Value
from tavola.rules.model.match_rules import BadMatch, MatchRules
from tavola.rules.model.position import Position, bad_position
from tavola.rules.model.refusal import Refusal, Refused, refuse
from tavola.rules.model.rotation import Rotation, in_turn
from tavola.rules.model.ruleset import (
    Opening,
    Ruleset,
    Side,
)
from tavola.rules.text import one_line
from tavola.rules.text.player_names import cleaned
from tavola.rules.turn.state import (
    HOW,
    Action,
    Cube,
    Fact,
    Kind,
    Offer,
    Phase,
    Result,
    State,
    dice_of_json,
    step_action,
)

_UNTURNED = Cube()
VERSION = 1
"""Version of the JSON forms; older ones are read, newer ones refused."""

MOST_VERSIONS = 1000
"""What calls itself a later version than that is none."""

_LONGEST_DIGEST = 200
"""Characters of the digests of a rotation's games."""
_MANY = 2**63
"""Points are fewer than that, cube counted in."""

# ---------------------------------------------------------------------------------------- states


def state_to_json(state: State) -> dict[str, Any]:
    """A state with all that is needed to go on, undo included: the state before the throw's first
    step, and the events since."""
    base, since = _root(state)
    data: dict[str, Any] = {
        "phase": base.phase.value,
        "position": base.position.to_json(),
        "turn": one_line.turn_words(base),
        "score": list(base.score),
        "game": base.game,
        "swapped": base.swapped,
        "crawford": base.crawford,
        "idle": base.idle,
        "turns": base.turns,
        "seen": list(base.seen),
        "since": [action.to_json() for action in since],
    }
    if base.cube != _UNTURNED:
        owner = base.cube.owner
        data["cube"] = {"value": base.cube.value, "owner": None if owner is None else owner.letter}
    if base.opening is not None:
        data["opening"] = list(base.opening)
    if base.offer is not None:
        data["offer"] = {"side": base.offer.side.letter, "value": base.offer.value}
    if base.result is not None:
        data["result"] = result_to_json(base.result)
    return data


def result_to_json(result: Result) -> dict[str, Any]:
    """Winner (`W`, `B` or null), points and how."""
    winner = None if result.winner is None else result.winner.letter
    return {"winner": winner, "points": result.points, "how": result.how}


def _root(state: State) -> tuple[State, list[Action]]:
    """The oldest state that the chain of this throw remembers, and the actions that lead from
    it."""
    since: list[Action] = []
    if state.offer is not None and state.offer.kind is not Kind.DOUBLE:
        since.append(Action(state.offer.kind, state.offer.side, None, state.offer.value))
        state = replace(state, phase=state.offer.back, offer=None)
    while state.previous is not None and state.last is not None:
        since.append(state.last)
        state = state.previous
    return state, since[::-1]


def state_from_json(
    rules: Ruleset, match: MatchRules, data: object, rotation: Rotation = ()
) -> State:
    """Read a state; in a `rotation` the number of its game says whose rules it has.

    Raises `Refused` (code `bad_state` or the reason inside it).
    """
    if not isinstance(data, Mapping):
        raise refuse("bad_state", what="form")
    played = in_turn(rotation, _game(data, match))
    base = _read_base(rules if played is None else played.rules, match, data)
    if rotation:
        base = base.but(rotation=rotation)
    for event in _list(data, "since"):
        base, _ = turn.apply(base, Action.from_json(event))
    return base


def _read_base(rules: Ruleset, match: MatchRules, data: Mapping[str, Any]) -> State:
    phase = _phase(data)
    position = Position.from_json(rules, data.get("position"))
    words = data.get("turn", "")
    if not isinstance(words, str):
        raise refuse("bad_state", what="turn")
    fresh = phase in (Phase.OPENING, Phase.OVER, Phase.END)
    if fresh:
        if phase is Phase.OPENING and movement.over_for_either(rules, position):
            raise bad_position("finished")
        side = Side.BLACK if words.startswith("B") else Side.WHITE
        state = State(rules, match, position).but(phase=phase, side=side)
    else:
        if "|" in words or len(words) > one_line.LONGEST:
            raise bad_position("form", text=words[:80])
        state = one_line.turned(rules, position, words, match)
    waits = Phase.START if phase is Phase.ANSWER else phase
    if state.phase is not waits:
        raise refuse("bad_state", what="phase")
    owner = _cube(data)
    if owner != _UNTURNED and not rules.cube:
        raise refuse("bad_state", what="cube")
    game = _game(data, match)
    score = _score(data, match, phase, game)
    state = state.but(
        phase=phase,
        cube=owner,
        score=score,
        game=game,
        swapped=_flag(data, "swapped"),
        crawford=_crawford(data, rules, match, score),
        idle=_count(data, "idle", 0),
        turns=_count(data, "turns", 0),
        seen=_seen(data),
        result=_result(data),
        opening=_opening(data, state),
    )
    if phase is Phase.ANSWER:
        state = state.but(offer=_offer(data, state))
    return state


def _game(data: Mapping[str, Any], match: MatchRules) -> int:
    """The number of the game, from 1 to that of the match's last one."""
    game = _count(data, "game", 1)
    if game < 1 or game > (match.games or game):
        raise refuse("bad_state", what="game")
    return game


def _score(data: Mapping[str, Any], match: MatchRules, phase: Phase, game: int) -> tuple[int, int]:
    """The points of both: a match is at its end where one has enough, or after its last game."""
    score = _list(data, "score") if "score" in data else [0, 0]
    if len(score) != 2 or any(type(s) is not int or not 0 <= s < _MANY for s in score):
        raise refuse("bad_state", what="score")
    enough = sum(match.length is not None and points >= match.length for points in score)
    after_the_last = phase in (Phase.OVER, Phase.END) and game == match.games
    if enough > 1 or (phase is Phase.END) != (enough == 1 or after_the_last):
        raise refuse("bad_state", what="score" if match.length is not None else "phase")
    return score[0], score[1]


def _opening(data: Mapping[str, Any], state: State) -> tuple[int, int] | None:
    """Opening dice that may still be kept: where the starter has the choice.

    States of games resigned before the first throw were written with them, and are still read.
    """
    if data.get("opening") is None or state.phase in (Phase.OVER, Phase.END):
        return None
    white, black = dice_of_json(data["opening"])
    starter = Side.WHITE if white > black else Side.BLACK
    chooses = state.rules.opening is Opening.CHOICE and state.phase is Phase.START
    if not chooses or white == black or state.side is not starter:
        raise refuse("bad_state", what="opening")
    return white, black


def _phase(data: Mapping[str, Any]) -> Phase:
    try:
        return Phase(str(data.get("phase")))
    except ValueError:
        raise refuse("bad_state", what="phase") from None


def _list(data: Mapping[str, Any], key: str) -> list[Any]:
    value = data.get(key, [])
    if not isinstance(value, list) or len(value) > 100_000:
        raise refuse("bad_state", what=key)
    return value


def _count(data: Mapping[str, Any], key: str, default: int) -> int:
    value = data.get(key, default)
    if type(value) is not int or not 0 <= value < 10**6:
        raise refuse("bad_state", what=key)
    return value


def _flag(data: Mapping[str, Any], key: str) -> bool:
    value = data.get(key, False)
    if type(value) is not bool:
        raise refuse("bad_state", what=key)
    return value


def _seen(data: Mapping[str, Any]) -> tuple[str, ...]:
    found = _list(data, "seen")
    if not all(isinstance(key, str) and len(key) <= 400 for key in found):
        raise refuse("bad_state", what="seen")
    return tuple(found)


def _crawford(
    data: Mapping[str, Any], rules: Ruleset, match: MatchRules, score: tuple[int, int]
) -> str:
    """Whether this is the Crawford game, or it was: not before somebody is one point away."""
    value = data.get("crawford", "")
    if value not in ("", "now", "done"):
        raise refuse("bad_state", what="crawford")
    away = None if match.length is None else match.length - max(score)
    if value and not (match.crawford and rules.cube and away is not None and away <= 1):
        raise refuse("bad_state", what="crawford")
    return str(value)


def _owner(data: Mapping[str, Any], key: str) -> Side | None:
    letter = data.get(key)
    if letter not in (None, "W", "B"):
        raise refuse("bad_state", what=key)
    return None if letter is None else Side("WB".index(letter))


def _power(value: object) -> int:
    if type(value) is not int or not 1 <= value <= one_line.LARGEST_CUBE or value & (value - 1):
        raise refuse("bad_state", what="cube")
    return value


def _cube(data: Mapping[str, Any]) -> Cube:
    cube = data.get("cube")
    if cube is None:
        return Cube()
    if not isinstance(cube, Mapping):
        raise refuse("bad_state", what="cube")
    value, owner = _power(cube.get("value")), _owner(cube, "owner")
    if value == 1 and owner is not None:
        raise refuse("bad_state", what="cube")
    return Cube(value, owner)


def _offer(data: Mapping[str, Any], state: State) -> Offer:
    """The double on the table: twice the cube, or four times after a beaver."""
    offer = data.get("offer")
    side = _owner(offer, "side") if isinstance(offer, Mapping) else None
    if not isinstance(offer, Mapping) or side is None or not state.rules.cube:
        raise refuse("bad_state", what="offer")
    value = _power(offer.get("value"))
    beavered = value == 4 * state.cube.value and state.match.beavers
    doubler = side.other if beavered else side
    if not beavered and value != 2 * state.cube.value:
        raise refuse("bad_state", what="offer")
    if not turn.may_double(replace(state, phase=Phase.START), doubler):
        raise refuse("bad_state", what="offer")
    return Offer(Kind.DOUBLE, side, value, Phase.START)


def _result(data: Mapping[str, Any]) -> Result | None:
    result = data.get("result")
    if result is None:
        return None
    if not isinstance(result, Mapping):
        raise refuse("bad_state", what="result")
    points, how = result.get("points"), result.get("how")
    if type(points) is not int or not 0 <= points < _MANY or how not in HOW:
        raise refuse("bad_state", what="result")
    return Result(_owner(result, "winner"), points, str(how))


# --------------------------------------------------------------------------------------- records

_OF_MATCH = {item.name for item in fields(MatchRules)}


@dataclass(frozen=True)
class Record:
    """A match on paper: the game with its options, how it is scored, and every event.

    `digest` identifies the rules it was played by; `start` is the text of a position put in by
    hand; `dice` says where the dice came from; `players` are names, without what is no part of one.
    """

    game: str
    options: Mapping[str, Value] = field(default_factory=dict)
    match: MatchRules = field(default_factory=MatchRules)
    digest: str = ""
    start: str = ""
    players: tuple[str, str] = ("", "")
    dice: Mapping[str, Any] = field(default_factory=dict)
    events: tuple[Action, ...] = ()

    def __post_init__(self) -> None:
        two = isinstance(self.players, list | tuple) and len(self.players) == 2
        if not two or not all(isinstance(name, str) for name in self.players):
            raise ValueError(f"a match has the names of two players, not {self.players!r}")
        first, second = self.players
        object.__setattr__(self, "players", (cleaned(first), cleaned(second)))

    def header(self) -> dict[str, Any]:
        """Everything but the events."""
        data: dict[str, Any] = {
            "tavola": VERSION,
            "game": self.game,
            "options": dict(self.options),
            "rules": self.digest,
            "match": self.match.to_json(),
            "players": list(self.players),
            "dice": dict(self.dice),
        }
        if self.start:
            data["from"] = self.start
        return data

    def to_json(self) -> dict[str, Any]:
        """The whole record."""
        return {**self.header(), "events": [event.to_json() for event in self.events]}


def check_fields(match: Mapping[str, Any]) -> None:
    """Refuse (code `bad_match`) what says more of a match than its rules have fields for."""
    for name in match:
        if name not in _OF_MATCH:
            raise refuse("bad_match", what="form", field=str(name)[:40])


def match_from_json(data: object) -> MatchRules:
    """Read the rules of a match.  Raises `Refused` (code `bad_match`)."""
    if data is None:
        return MatchRules()
    if not isinstance(data, Mapping):
        raise refuse("bad_match", what="form")
    check_fields(data)
    for name, value in data.items():
        counted = name in ("length", "games")
        if not (value is None if counted else False) and type(value) is not (
            int if counted else bool
        ):
            raise refuse("bad_match", what=name)
    merged = {"games": None, **data} if data.get("length") is not None else dict(data)
    try:
        return MatchRules(**merged)
    except BadMatch as bad:
        raise refuse("bad_match", what="combination", field=bad.name) from None


def record_from_json(data: object) -> Record:
    """Read a record or a record's header.  Raises `Refused` (code `bad_record`)."""
    if not isinstance(data, Mapping):
        raise refuse("bad_record", what="form")
    version = data.get("tavola")
    if type(version) is not int or not 1 <= version < MOST_VERSIONS:
        raise refuse("bad_record", what="form")
    if version > VERSION:
        raise refuse("bad_record", what="version", version=version)
    options, players = data.get("options", {}), data.get("players", ["", ""])
    dice, start, events = data.get("dice", {}), data.get("from", ""), data.get("events", [])
    well_formed = (
        isinstance(data.get("game"), str)
        and isinstance(options, Mapping)
        and isinstance(players, list)
        and len(players) == 2
        and all(isinstance(name, str) for name in players)
        and isinstance(dice, Mapping)
        and isinstance(start, str)
        and isinstance(events, list)
    )
    if not well_formed:
        raise refuse("bad_record", what="form")
    return Record(
        game=data["game"],
        options=dict(options),
        match=match_from_json(data.get("match")),
        digest=str(data.get("rules", ""))[:_LONGEST_DIGEST],
        start=start,
        players=(players[0][:60], players[1][:60]),
        dice=dict(dice),
        events=tuple(_events(events)),
    )


def _events(events: list[Any]) -> Iterator[Action]:
    """Events one after the other; an object that comes again is read once."""
    known: dict[int, Action] = {}
    for index, event in enumerate(events):
        found = known.get(id(event))
        if found is None:
            try:
                found = known[id(event)] = Action.from_json(event)
            except Refused as refused:
                raise bad_event(index, refused.refusal) from None
        yield found


def bad_event(index: int, reason: Refusal) -> Refused:
    """The error for the first event of a record that cannot stand; events count from 1."""
    details = {"what": "event", "event": index + 1, "reason": reason.code}
    return Refused(Refusal("bad_record", {**details, "details": dict(reason.details)}))


@dataclass(frozen=True)
class Moment:
    """One event of a replay: its index from 0 (-1: the start), the state after it, its facts."""

    index: int
    event: Action | None
    state: State
    facts: tuple[Fact, ...]


def start_of(record: Record, game: Game) -> State:
    """The state in which a record begins.  Raises `Refused`."""
    rules, rotation = game.ruleset(record.options), game.in_turn(record.options)
    if record.start:
        return one_line.read(rules, record.start, record.match, rotation)
    return turn.new_match(rules, record.match, rotation)


def replay(record: Record, game: Game) -> Iterator[Moment]:
    """All moments of a record, the start first.  Raises `Refused` naming the first bad event."""
    state = start_of(record, game)
    yield Moment(-1, None, state, ())
    for index, event in enumerate(record.events):
        state, facts = _followed(state, event, index)
        yield Moment(index, event, state, facts)


def fold(record: Record, game: Game) -> State:
    """The state that a record leads to, whole turns at once where that can be.

    Raises `Refused` naming the first bad event.
    """
    state, events, index = start_of(record, game), record.events, 0
    while index < len(events):
        count = _turn_from(events, index, state.side)
        steps = [event.code for event in events[index + 1 : index + count - 1]]
        dice = events[index].dice
        after = turn.whole_turn(state, dice, steps) if count and dice else None
        if after is None:
            after, count = _followed(state, events[index], index)[0], 1
        state, index = after, index + count
    return state


def _turn_from(events: Sequence[Action], index: int, side: Side) -> int:
    """How many events from here on are a throw of `side`, steps and the end of the turn; else 0."""
    first = events[index]
    if first.kind is not Kind.THROW or first.side is not side:
        return 0
    for end in range(index + 1, len(events)):
        event = events[end]
        if event.kind is Kind.STEP and event == step_action(side, event.code):
            continue
        return end + 1 - index if event == Action(Kind.DONE, side) else 0
    return 0


def _followed(state: State, event: Action, index: int) -> turn.Outcome:
    """What event number `index` (from 0) leads to.  Raises `Refused` that names it."""
    try:
        return turn.follow(state, event)
    except Refused as refused:
        raise bad_event(index, refused.refusal) from None


def same_rules(record: Record, game: Game) -> bool:
    """Whether the record was played by today's rules of the game."""
    return not record.digest or record.digest == game.digest(record.options)
