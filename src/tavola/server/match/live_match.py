"""A stored match that is awake: who sits there and looks on, and all that follows from where it
stands."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from tavola.play.dice import source_of
from tavola.play.match import NO_PLAY, LastPlay, Match
from tavola.play.turns import Turns, Who
from tavola.rules import turn
from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.text.player_names import isolated
from tavola.rules.text.record import record_from_json
from tavola.rules.turn.state import CHANCE, Action, Kind, State
from tavola.server.match.imported import IMPORTED
from tavola.server.match.length import bearable
from tavola.server.match.presence import PATIENCE, Presence
from tavola.server.store import BROKEN_OFF, StoredMatch, StoredSeat
from tavola.study.helped import Help
from tavola.words.speaker import Speaker
from tavola.words.translations import Words

# ---------------------------------------------------------------------------- who sits and looks on


@dataclass(frozen=True)
class Viewer:
    """Somebody who looks at a table, and how he wants to be told.

    `person` is the id of a guest; `language`, `numbering` and `voice` as in `messages.Listen`.
    """

    person: str
    language: str = "it"
    numbering: str = "own"
    voice: str = "full"


class Look(NamedTuple):
    """All of a viewer that what he is told depends on: viewers with equal looks get equal texts.

    `mine` are the colours he plays now; `swapped` is that of the state now, since the colours of
    another game may have been the other way round.  `names` are those that people at the table
    have typed, his own excepted; `computer`: he plays against the computer.
    """

    mine: tuple[Side, ...]
    language: str
    numbering: str
    voice: str
    swapped: bool = False
    names: tuple[str, str] = ("", "")
    computer: bool = False

    def mine_in(self, state: State) -> tuple[Side, ...]:
        """The colours he plays in some state of the match."""
        if len(self.mine) != 1 or state.swapped is self.swapped:
            return self.mine
        return (self.mine[0].other,)


_MOST_LOOKS = 256
"""Looks that a table remembers."""


class Seats(tuple[StoredSeat, StoredSeat]):
    """The two seats of a match, that of player 0 first."""

    @cached_property
    def who(self) -> tuple[Who, Who]:
        """Who plays for each player."""
        first, second = (Who(seat.kind) for seat in self)
        return first, second

    @property
    def solo(self) -> bool:
        """Whether one person alone decides here: against the computer, or for both sides."""
        people = {seat.person for seat in self if seat.kind == "person"}
        return len(people) == 1 and None not in people and Who.OPEN not in self.who

    @property
    def against_computer(self) -> bool:
        """Whether one person plays the computer."""
        return self.solo and Who.COMPUTER in self.who

    @cached_property
    def _looks(self) -> dict[tuple[Viewer, bool], Look]:
        return {}

    def look(self, viewer: Viewer, state: State) -> Look:
        """How a viewer looks at a table in some state."""
        key = viewer, state.swapped
        found = self._looks.get(key)
        if found is None:
            if len(self._looks) >= _MOST_LOOKS:
                self._looks.clear()
            found = self._looks[key] = self._look(viewer, state)
        return found

    def _look(self, viewer: Viewer, state: State) -> Look:
        mine = tuple(side for side in Side if _plays(viewer.person, self[state.player(side)]))
        look = Look(mine, viewer.language, viewer.numbering, viewer.voice, state.swapped)
        if len(mine) != 1:
            return look
        first, second = (
            "" if _plays(viewer.person, seat) or seat.kind != "person" else seat.name
            for seat in self
        )
        return look._replace(names=(first, second), computer=Who.COMPUTER in self.who)

    def is_seated(self, person: str) -> bool:
        """Whether somebody plays here."""
        return any(_plays(person, seat) for seat in self)

    def invite_for(self, person: str) -> str:
        """The invitation to the open seat, for those who play here; else empty."""
        seated = self.is_seated(person)
        return next((seat.invite for seat in self if seated and seat.invite), "")


def _plays(person: str, seat: StoredSeat) -> bool:
    """Whether a seat is somebody's."""
    return seat.kind == "person" and bool(person) and seat.person == person


def facing(rules: Ruleset, mine: Sequence[Side]) -> Side:
    """From whose side a board is seen; by watchers and by two at one device always from White's."""
    if len(mine) != 1 or geometry_of(rules).same_way:
        return Side.WHITE
    return mine[0]


def whose_numbers(look: Look, state: State) -> Side:
    """Whose own numbers stand on the board that somebody sees, as its script shows them: those of
    the colour he plays; of two at one device those of the one who must act; a watcher's White's."""
    mine = look.mine_in(state)
    if len(mine) == 2:
        return state.side if state.actor is None else state.actor
    return (*mine, Side.WHITE)[0]


def speaker_of(look: Look, state: State, shown: State | None = None) -> Speaker:
    """The sentence builder for a look: it speaks of a state with the numbers of the board that was
    before the listener in the state `shown`, which is the same one if nothing else is said."""
    mine = look.mine_in(state)
    viewer = whose_numbers(look, state if shown is None else shown)
    return _speaker(look, state.rules, mine[0] if len(mine) == 1 else None, viewer)


@lru_cache(maxsize=2048)
def _speaker(look: Look, rules: Ruleset, me: Side | None, viewer: Side) -> Speaker:
    """One speaker for all that is told alike; a step asks for four."""
    first, second = map(isolated, look.names)
    return Speaker(
        Words(look.language),
        rules,
        numbering=look.numbering,
        names=(first, second),
        viewer=viewer,
        brief=look.voice == "brief",
        me=me,
        computer=look.computer,
    )


def side_for(look: Look, state: State) -> Side | None:
    """The colour that somebody acts with who does not say it; None for a watcher."""
    if len(look.mine) < 2:
        return look.mine[0] if look.mine else None
    return state.side if state.actor is None else state.actor


# ---------------------------------------------------------------------------------------- the match


@dataclass(frozen=True)
class Scene:
    """A table at one moment, for all who draw it or ask what may be done there.

    `back`: the last decision may be taken back.  `presence`: which people are connected.  `events`:
    those so far; empty for a moment at which nothing is done.  `elsewhere`: it was not played here.
    `awaited`: the seat of somebody who has not been here yet, for whose seed the dice wait.
    """

    turns: Turns
    seats: Seats
    last: LastPlay = NO_PLAY
    back: bool = False
    presence: Presence = field(default_factory=Presence)
    events: Sequence[Action] = field(default=(), compare=False)
    elsewhere: bool = False
    awaited: StoredSeat | None = None

    def kinds(self, mine: Collection[Side]) -> list[Kind]:
        """The kinds of actions that somebody with these colours may take now, and that are still
        stored, however long the match is."""
        kinds = self.turns.kinds(mine)
        if self.awaits(mine):
            kinds = tuple(kind for kind in kinds if kind not in CHANCE)
        return bearable(self.events, kinds)

    def awaits(self, mine: Collection[Side]) -> bool:
        """Whether the dice wait for somebody else than whoever has these colours."""
        return self.awaited is not None and self.waited_for not in mine

    @property
    def waited_for(self) -> Side | None:
        """The colour of the one without whom the match does not go on; None if it is anybody."""
        state = self.state
        return state.actor if self.awaited is None else state.colour(self.awaited.player)

    @property
    def state(self) -> State:
        """The state of the match."""
        return self.turns.state

    def away(self, seat: StoredSeat) -> int | None:
        """For how many seconds the person of a seat has been away; None if nobody is missed.  For
        one who is gone nobody need wait."""
        if seat.gone:
            return PATIENCE
        return self.presence.away(seat.person or "") if seat.kind == "person" else None


class LiveMatch:
    """What is stored of a match, and where its events have led.

    `id`, `epoch`, `seats`, `options` and `next` are as they are stored; `broken_off` says that it
    was given up as unfinished; `help` counts warnings of tutors; `replays` is held by whoever has
    events of it replayed, which takes long in a long match.  Raises `Refused` where what is
    stored cannot be replayed.
    """

    def __init__(self, stored: StoredMatch) -> None:
        self.id = stored.id
        self.presence = Presence()
        self.replays = asyncio.Lock()
        self.seats = Seats(stored.seats)
        self.take_over(stored)

    def take_over(self, stored: StoredMatch) -> None:
        """Stand where the store says that the match stands."""
        self.epoch = stored.epoch
        for seat in stored.seats:
            if seat.person and not self.seats.is_seated(seat.person):
                self.presence.sat_down(seat.person)
        self.seats = Seats(stored.seats)
        self.options: dict[str, Any] = stored.options
        self.help = Help(self.options)
        self.next = stored.next
        self.broken_off = stored.status == BROKEN_OFF
        record = record_from_json({**stored.header, "events": list(stored.events)})
        dice = source_of(record.dice, stored.secret)
        self.match = Match(record, dice, milestones=stored.milestones)
        self._marked()

    def _marked(self, *, go: int = -1, passed: int = -1) -> None:
        """Note after which events the computer, on turn, was told to go on, or passed."""
        self._go, self._passed = go, passed
        self.changed()

    def go_on(self) -> None:
        """The person does not double: the computer may go on."""
        self._marked(go=self.seq, passed=self._passed)

    def passed(self) -> None:
        """The computer has nothing to do but wait for dice that people throw."""
        self._marked(go=self._go, passed=self.seq)

    def break_off(self) -> None:
        """The match was given up as unfinished."""
        self.broken_off = True
        self.match.reveal()
        self.changed()

    def wound_back(self) -> None:
        """Events were taken back: a new epoch begins."""
        self.epoch += 1
        self._marked()

    def changed(self) -> None:
        """Something is not as it was: look at everything anew."""
        self._scene: Scene | None = None

    @property
    def seq(self) -> int:
        """How many events have happened."""
        return self.match.seq

    @property
    def state(self) -> State:
        """The state that they have led to."""
        return self.match.state

    @property
    def scene(self) -> Scene:
        """The table now."""
        if self._scene is None:
            self._scene = self._made_scene()
        return self._scene

    def _made_scene(self) -> Scene:
        match, seq = self.match, self.match.seq
        turns = Turns(
            match.state,
            self.seats.who,
            typed=match.typed,
            by_hand=match.awaits_hands,
            go=self._go == seq,
            passed=self._passed == seq,
            broken_off=self.broken_off,
        )
        return Scene(
            turns,
            self.seats,
            match.last_play,
            self.back_to() is not None,
            self.presence,
            match.events,
            self.options.get("opponent") == IMPORTED,
            self._awaited(),
        )

    def _awaited(self) -> StoredSeat | None:
        """Of two people who play each other the only one who has not been here to give a seed; None
        while there is something else to do than to throw."""
        dice = self.match.agreed.dice
        if not dice.get("open") or any(seat.kind != "person" for seat in self.seats):
            return None
        if not turn.throws(self.state):
            return None
        missing = [seat for seat in self.seats if dice["seeds"][seat.player] is None]
        return missing[0] if len(missing) == 1 else None

    def past(self, n: int) -> Scene:
        """The table as it was after event `n`."""
        state, last = self.match.at(n)
        return Scene(Turns(state, self.seats.who), self.seats, last, presence=self.presence)

    def back_to(self) -> int | None:
        """How many events stay if the last decision is taken back; None if it cannot be."""
        if not self.options.get("takeback") or not self.seats.solo or self.match.over:
            return None
        state = self.state
        people = Turns(state, self.seats.who).people
        swaps = state.match.swap and state.rules.swap_roles
        return self.match.last_decision(people, swaps=swaps)

    def look(self, viewer: Viewer) -> Look:
        """How a viewer looks at the table now."""
        return self.seats.look(viewer, self.state)


__all__ = [
    "LiveMatch",
    "Look",
    "Scene",
    "Seats",
    "Viewer",
    "facing",
    "side_for",
    "speaker_of",
]
