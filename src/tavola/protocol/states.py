"""What an engine request carries: the game as it is played, and a state of it.

The protocol keeps nothing between two lines, so every state goes out with all that is needed to
send it back: game, options, match, digest of the rules, and the state's own JSON under `now`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tavola import games
from tavola.protocol.errors import Fault, Json
from tavola.protocol.fields import Field, Shape
from tavola.rules.model.declaration import Game, Value
from tavola.rules.model.ruleset import MatchRules, Ruleset, Side
from tavola.rules.text import one_line
from tavola.rules.text.record import match_from_json, state_from_json, state_to_json
from tavola.rules.turn.state import State

FIELDS: dict[str, Field] = {
    "game": Field(str),
    "options": Field(dict),
    "match": Field(dict),
    "rules": Field(str),
    "now": Field(dict),
    "text": Field(str),
}
_STATE = Shape(needs=("game",), may=("options", "match", "rules"), one_of=("now", "text"))


@dataclass(frozen=True)
class Seat:
    """A game with its options and match, as a request names them."""

    game: Game
    options: Mapping[str, Value]
    rules: Ruleset
    match: MatchRules

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Seat:
        """Read `game`, `profile`, `options` and `match`; what is said outweighs the profile.

        Raises `Refused`.
        """
        game = games.find(data["game"])
        options, match = dict(data.get("options", {})), match_from_json(data.get("match"))
        if "profile" in data:
            profile = game.profile(data["profile"])
            options = {**profile.options, **options}
            match = match if "match" in data else profile.match
        chosen = game.chosen(options)
        return cls(game, chosen, game.ruleset(chosen), match)

    def state_json(self, state: State) -> Json:
        """A state as it goes out, ready to be sent back."""
        return {
            "game": self.game.id,
            "options": dict(self.options),
            "match": self.match.to_json(),
            "rules": self.rules.digest(),
            "now": state_to_json(state),
        }


def read_state(data: Mapping[str, Any]) -> tuple[Seat, State]:
    """The seat and the state of a `state` object.  Raises `Fault` or `Refused`."""
    _STATE.check(data, FIELDS)
    seat = Seat.of(data)
    if data.get("rules", "") not in ("", seat.rules.digest()):
        message = "the state belongs to other rules of this game"
        raise Fault("other_rules", message, rules=seat.rules.digest())
    if "now" in data:
        return seat, state_from_json(seat.rules, seat.match, data["now"])
    return seat, one_line.read(seat.rules, data["text"], seat.match)


def letter(side: Side | None) -> str | None:
    """`W`, `B` or null."""
    return None if side is None else side.letter
