"""A match under way: the state, its record, the log on disk and the dice, moving together.

An action is checked by the rules, then written, then taken: what was told was stored.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from tavola.games import find
from tavola.games.agreement import of_record
from tavola.play.dice import SealedDice, Source, new_match_id, source_of
from tavola.play.log import Log, sync_folder
from tavola.rules import turn
from tavola.rules.model.declaration import Game
from tavola.rules.model.refusal import refuse
from tavola.rules.text import record as records
from tavola.rules.text.record import Record
from tavola.rules.turn.state import CHANCE, Action, Fact, Kind, Phase, State


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

    @property
    def by_hand(self) -> bool:
        """The players throw real dice now, and type them."""
        return self.dice.throw(self.state) is None

    @classmethod
    def start(cls, record: Record, dice: Source, path: Path | None = None) -> Match:
        """Begin a match; with `path` it is logged there.  Raises `Refused` or OSError."""
        game = find(record.game)
        record = replace(
            record,
            options=game.chosen(record.options),
            digest=game.ruleset(record.options).digest(),
            dice=dice.header(),
            events=(),
        )
        state = records.start_of(record, game)
        if path is None:
            return cls(record, state, dice)
        if not isinstance(dice, SealedDice):
            return cls(record, state, dice, Log.create(path, record))
        place = _keep_secret(path, dice.secret)
        try:
            return cls(record, state, dice, Log.create(path, record))
        except BaseException:
            place.unlink(missing_ok=True)
            raise

    @classmethod
    def resume(cls, path: Path) -> Match:
        """Go on with a logged match at the same number of the same throw.

        Raises `Refused` if the log cannot be replayed or its dice cannot go on, or OSError.
        """
        log, record = Log.resume(path)
        try:
            dice = source_of(record.dice, _kept_secret(path))
            match = cls(record, _replayed(record, dice), dice, log)
            match._settle()
        except BaseException:
            log.close()
            raise
        return match

    def _settle(self) -> None:
        """Finish what a crash at the end of a sealed match left undone."""
        if not isinstance(self.dice, SealedDice) or self.log is None:
            return
        over, revealed = self.state.phase is Phase.END, "secret" in self.record.dice
        if revealed and not over:
            raise refuse("bad_record", what="reveal")
        if over and not revealed:
            self.log.reveal(self.dice.secret)
            self.record = self._revealed(self.record)
        if over:
            self._forget_secret()

    def act(self, action: Action) -> tuple[Fact, ...]:
        """Take an action.  Raises `Refused` if it is not allowed, OSError if it cannot be stored.

        Dice other than those of the source are refused, and so is correcting any but typed ones.
        """
        before = self.state
        if action.kind in CHANCE:
            self._check_dice(action)
        state, facts = turn.apply(before, action)
        record = replace(self.record, events=(*self.record.events, action))
        sealed = isinstance(self.dice, SealedDice) and state.phase is Phase.END
        if sealed:
            record = self._revealed(record)
        if self.log is not None:
            self.log.append(action, record.dice["secret"] if sealed else "")
        self.state, self.record = state, record
        if action.kind in (Kind.OPENING, Kind.THROW):
            self.dice.taken(before)
        if sealed:
            self._forget_secret()
        return facts

    def _check_dice(self, action: Action) -> None:
        typed = self.record.dice.get("kind") == "typed"
        own = action.kind is not Kind.CORRECT and self.dice.throw(self.state) in (None, action.dice)
        if not typed and not own:
            raise refuse("not_now", action=action.kind.value)

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

    def _revealed(self, record: Record) -> Record:
        assert isinstance(self.dice, SealedDice)
        return replace(record, dice={**record.dice, "secret": self.dice.secret})

    def _forget_secret(self) -> None:
        """Remove the file of a secret that the log has now; if it stays, it tells nothing new."""
        if self.log is not None:
            with suppress(OSError):
                secret_path(self.log.path).unlink()


def _replayed(record: Record, dice: Source) -> State:
    """The state that a record leads to; its throws are taken from the dice."""
    game = of_record(record).game
    state = records.start_of(record, game)
    for moment in records.replay(record, game):
        if moment.event is not None and moment.event.kind in (Kind.OPENING, Kind.THROW):
            dice.taken(state)
        state = moment.state
    return state


def secret_path(path: Path) -> Path:
    """Where the secret of a running sealed match is kept, next to its log."""
    return path.with_name(path.name + ".secret")


def _keep_secret(path: Path, secret: str) -> Path:
    """Store a secret for its owner only.  Raises OSError, also if one is kept there already."""
    path.parent.mkdir(parents=True, exist_ok=True)
    place = secret_path(path)
    handle = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(secret.encode())
            file.flush()
            os.fsync(file.fileno())
        sync_folder(path.parent)
    except BaseException:
        place.unlink(missing_ok=True)
        raise
    return place


def _kept_secret(path: Path) -> str:
    try:
        return secret_path(path).read_bytes()[:100].decode("ascii", "replace").strip()
    except FileNotFoundError:
        return ""


__all__ = ["Match", "new_match_id", "secret_path"]
