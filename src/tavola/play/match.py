"""A match under way: the state, its record, the log on disk and the dice, moving together.

An action is checked by the rules, then written, then taken: what was told was stored.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from pathlib import Path
from typing import Any

from tavola.games import find
from tavola.play.dice import SealedDice, Source, count_draws, sealed_stream, source_of, stream
from tavola.play.log import Log
from tavola.rules import record as records
from tavola.rules import turn
from tavola.rules.declaration import Game
from tavola.rules.record import Record
from tavola.rules.refusal import refuse
from tavola.rules.state import CHANCE, Action, Fact, Kind, Phase, State


class Match:
    """One running match.  `state` and `record` always agree with the log."""

    def __init__(self, record: Record, state: State, dice: Source, log: Log | None = None) -> None:
        self.record = record
        self.state = state
        self.dice = dice
        self.log = log

    @property
    def game(self) -> Game:
        """The game that is played."""
        return find(self.record.game)

    @classmethod
    def start(cls, record: Record, dice: Source, path: Path | None = None) -> Match:
        """Begin a match; with `path` it is logged there.  Raises `Refused` or OSError."""
        game = find(record.game)
        record = replace(
            record,
            options=game.chosen(record.options),
            digest=game.ruleset(record.options).digest(),
            dice=dice.header(),
        )
        state = records.start_of(record, game)
        if path is None:
            return cls(record, state, dice)
        if isinstance(dice, SealedDice):
            _keep_secret(path, dice.secret)
        return cls(record, state, dice, Log.create(path, record))

    @classmethod
    def resume(cls, path: Path) -> Match:
        """Go on with a logged match at the same number of the same throw.

        Raises `Refused` if the log cannot be replayed, or OSError.
        """
        log, record = Log.resume(path)
        try:
            game = find(record.game)
            state = records.fold(record, game)
            secret = _kept_secret(path)
            drawn = _drawn(record, game, secret)
            dice = source_of(record.dice, drawn, secret)
        except BaseException:
            log.close()
            raise
        return cls(record, state, dice, log)

    def act(self, action: Action) -> tuple[Fact, ...]:
        """Take an action.  Raises `Refused` if it is not allowed, OSError if it cannot be stored."""
        if action.kind is Kind.CORRECT and self.record.dice.get("kind") != "typed":
            raise refuse("not_now", action=action.kind.value)
        state, facts = turn.apply(self.state, action)
        if self.log is not None:
            self.log.append(action)
        self.state = state
        self.record = replace(self.record, events=(*self.record.events, action))
        if state.phase is Phase.END:
            self._reveal()
        return facts

    def throw(self) -> tuple[Fact, ...] | None:
        """Let the dice fall; None if the players must throw and type them."""
        dice = self.dice.throw(self.state)
        if dice is None:
            return None
        kind = Kind.OPENING if self.state.phase is Phase.OPENING else Kind.THROW
        side = None if kind is Kind.OPENING else self.state.thrower
        return self.act(Action(kind, side, dice))

    def close(self) -> None:
        """Let go of the log; the match can be resumed."""
        if self.log is not None:
            self.log.close()

    def _reveal(self) -> None:
        if not isinstance(self.dice, SealedDice):
            return
        self.record = replace(self.record, dice={**self.record.dice, "secret": self.dice.secret})
        if self.log is not None:
            self.log.reveal(self.dice.secret)
            _secret_path(self.log.path).unlink(missing_ok=True)


def new_match_id() -> str:
    """A short random name of a match."""
    return secrets.token_hex(8)


def _secret_path(path: Path) -> Path:
    return path.with_suffix(".secret")


def _keep_secret(path: Path, secret: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    place = _secret_path(path)
    place.touch(mode=0o600)
    place.write_text(secret, encoding="ascii")


def _kept_secret(path: Path) -> str:
    place = _secret_path(path)
    return place.read_text(encoding="ascii") if place.exists() else ""


def _drawn(record: Record, game: Game, secret: str) -> int:
    """How many draws of its stream a record has used."""
    header: dict[str, Any] = dict(record.dice)
    if header.get("kind") == "seed":
        throws = stream(f"tavola seed {header['seed']}".encode(), "seed")
    elif header.get("kind") == "sealed" and secret:
        seeds = header.get("seeds", ["", ""])
        throws = sealed_stream(secret, str(header.get("id")), (str(seeds[0]), str(seeds[1])))
    else:
        return 0
    return count_draws(dice_events(record, game), throws)


def dice_events(record: Record, game: Game) -> Any:
    """(state before, kind, dice) of every event that brought dice."""
    before = records.start_of(record, game)
    for moment in records.replay(record, game):
        event = moment.event
        if event is not None and event.kind in CHANCE and event.dice is not None:
            yield before, event.kind, event.dice
        before = moment.state
