"""A match under way: the rules, the dice and the log, moving together.

An action is tried, which changes nothing; then it is kept by the log; then the match moves on: what
was told was stored.  `Match.act` does the three at once.  Where keeping takes its time (a server's
database) the caller does the second himself, between `tried` and `enter`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from tavola.games import find
from tavola.games.agreement import of_record
from tavola.play import secret_file
from tavola.play.dice import SealedDice, Source, fallen, source_of
from tavola.play.log import FileLog, Log, Memory
from tavola.play.milestone import NO_PLAY, LastPlay, Milestone, usable
from tavola.play.turns import last_decision
from tavola.rules import turn
from tavola.rules.model.declaration import Game
from tavola.rules.model.refusal import Refused, refuse
from tavola.rules.model.ruleset import Side
from tavola.rules.model.throws import Throw
from tavola.rules.model.whole_numbers import is_whole
from tavola.rules.text import record as records
from tavola.rules.text.record import Record
from tavola.rules.turn.asked import wanted
from tavola.rules.turn.state import CHANCE, Action, Fact, Kind, Phase, State

STRIDE = 32
"""Events between two states that are kept, at first."""
MOST_KEPT = 32
"""States that are kept; if there are more, every second one goes and the stride doubles."""
MILE = 200
"""Events between two milestones at least."""
LONGEST_PLAY = 24
"""Steps of a finished throw that are shown."""


Lead = Callable[[State, Action], turn.Outcome]
"""What an action leads to: by the rules, or as a record tells it."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One event: its number from 1, the states before and after it, and what happened."""

    n: int
    action: Action
    before: State
    state: State
    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class Rewound:
    """How a match stood after event `to`, and the dice that have fallen since."""

    to: int
    state: State
    last_play: LastPlay
    dice: tuple[Throw, ...]


class Match:
    """One running match.  `agreed` is its record without events; `log` keeps them.

    A record with events is played through first, from the last of its `milestones` on (as
    `Milestone.to_json` wrote them).  Raises `Refused` naming the first event that cannot stand.
    """

    def __init__(
        self,
        record: Record,
        dice: Source,
        log: Log | None = None,
        milestones: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        self.agreed = replace(record, events=())
        self.game: Game = of_record(record).game
        self.dice = dice
        self.log: Log = Memory() if log is None else log
        self._past = Past(records.start_of(self.agreed, self.game))
        self._record: Record | None = None
        self._go_to_the_last(milestones, record.events)
        for index, event in enumerate(record.events[self.seq :], start=self.seq):
            try:
                self.enter(self._led_to((event,), turn.follow))
            except Refused as refused:
                raise records.bad_event(index, refused.refusal) from None

    @classmethod
    def start(cls, record: Record, dice: Source, path: Path | None = None) -> Match:
        """Begin a match of today's rules; with `path` it is logged there.

        Raises `Refused` or OSError.
        """
        game = find(record.game)
        record = replace(
            record,
            options=game.chosen(record.options),
            digest=game.digest(record.options),
            dice=dice.header(),
            events=(),
        )
        match = cls(record, dice)
        if path is not None:
            match.log = FileLog.create(path, record, match.secret)
        return match

    @classmethod
    def resume(cls, path: Path) -> Match:
        """Go on with a logged match at the same number of the same throw.

        Raises `Refused` if the log cannot be replayed or its dice cannot go on, or OSError.
        """
        log, record = FileLog.resume(path)
        try:
            match = cls(record, source_of(record.dice, secret_file.kept(path)), log)
            if match.secret:
                _settle(log, record, match)
        except BaseException:
            log.close()
            raise
        return match

    def _go_to_the_last(
        self, milestones: Sequence[Mapping[str, Any]], events: Sequence[Action]
    ) -> None:
        """Stand where the last milestone says, as if all before was played through."""
        start = self._past.state
        found = usable([Milestone.from_json(one, start) for one in milestones], len(events))
        if found:
            self._past.resume(found, events)
            self.dice.skip(found[-1].drawn)

    @property
    def milestone(self) -> Milestone | None:
        """How the match stands, if that is worth keeping with what comes next; else None."""
        state, seq = self.state, self.seq
        if seq - self._past.milestone < MILE or state.previous is not None:
            return None
        return Milestone(seq, state, self.last_play, self.dice.drawn)

    def kept(self, milestone: Milestone) -> None:
        """A milestone is kept by now."""
        self._past.milestone = milestone.n

    # -------------------------------------------------------------------------------- how it stands

    @property
    def state(self) -> State:
        """The state that the events have led to."""
        return self._past.state

    @property
    def last_play(self) -> LastPlay:
        """The last throw that was played to its end."""
        return self._past.last_play

    @property
    def events(self) -> Sequence[Action]:
        """All events in order; not to be changed."""
        return self._past.events

    @property
    def seq(self) -> int:
        """How many events have happened."""
        return len(self._past.events)

    @property
    def record(self) -> Record:
        """The record with its events; it shows the secret of the dice once the match is over."""
        if self._record is None:
            self._record = replace(self.agreed, events=tuple(self._past.events))
        return self._record

    @property
    def over(self) -> bool:
        """The match is decided."""
        return self.state.phase is Phase.END

    @property
    def secret(self) -> str:
        """The secret of sealed dice; empty for others."""
        return self.dice.secret if isinstance(self.dice, SealedDice) else ""

    @property
    def typed(self) -> bool:
        """The players throw real dice, so that what they typed may be put right."""
        return self.agreed.dice.get("kind") == "typed"

    @property
    def by_hand(self) -> bool:
        """The dice that come next are thrown by people, and typed."""
        return self.dice.throw(self.state) is None

    @property
    def awaits_hands(self) -> bool:
        """Dice are awaited now, and people throw them."""
        return self.state.phase in (Phase.OPENING, Phase.START) and self.by_hand

    # ---------------------------------------------------------------------------------- going on

    def tried(self, actions: Iterable[Action]) -> list[Moment]:
        """What actions would lead to; nothing is changed.

        Raises `Refused`, also for dice other than those of the source (of which one throw is known
        ahead), and for correcting any but typed ones.
        """
        actions = tuple(actions)
        if not self.typed:
            self._check_dice(actions)
        return self._led_to(actions)

    def _check_dice(self, actions: Sequence[Action]) -> None:
        fallen = [action for action in actions if action.kind in CHANCE]
        for number, action in enumerate(fallen):
            due = None if number else self.dice.throw(self.state)
            own = action.kind is not Kind.CORRECT and due in (None, action.dice)
            if number or not own:
                raise refuse("not_now", action=action.kind.value)

    def _led_to(self, actions: Iterable[Action], lead: Lead = turn.apply) -> list[Moment]:
        state, found = self.state, list[Moment]()
        for n, action in enumerate(actions, start=self.seq + 1):
            after, facts = lead(state, action)
            found.append(Moment(n, action, state, after, facts))
            state = after
        return found

    def told_by(self, moments: Sequence[Moment]) -> str:
        """The secret that must be told with some events, for they end the match; else empty."""
        over = bool(moments) and moments[-1].state.phase is Phase.END
        return self.secret if over else ""

    def changed_by(self, moments: Sequence[Moment]) -> Record | None:
        """What was agreed as it reads after some events, if they change it: with the first dice the
        seeds of sealed ones are fixed, with the end of the match their secret is told."""
        told, opens = self.told_by(moments), self._opens(moments)
        if not told and opens is None:
            return None
        dice = self.agreed.dice if opens is None else opens.header()
        return replace(self.agreed, dice={**dice, **({"secret": told} if told else {})})

    def _opens(self, moments: Sequence[Moment]) -> SealedDice | None:
        """The dice with fixed seeds, if the first ones fall with some events."""
        if not isinstance(self.dice, SealedDice) or not self.dice.open:
            return None
        falls = any(moment.action.kind in CHANCE for moment in moments)
        return self.dice.fixed() if falls else None

    def give_seed(self, player: int, seed: str | None) -> None:
        """The seed of a player for sealed dice, before the first fall; None for the program's.

        Raises `Refused`: `no_seeds` for other dice, `seeds_fixed` where nothing can be given any
        more, `bad_seed`.
        """
        if not isinstance(self.dice, SealedDice):
            raise refuse("no_seeds")
        self.dice.give(player, seed)
        self.agreed = replace(self.agreed, dice=self.dice.header())
        self._record = None

    @property
    def revealed(self) -> Record:
        """What was agreed, with the secret of sealed dice."""
        return replace(self.agreed, dice={**self.agreed.dice, "secret": self.secret})

    def reveal(self) -> None:
        """Nothing more is thrown: from now on the record holds the secret of sealed dice."""
        if self.secret:
            self.agreed = self.revealed
            self._record = None

    def enter(self, moments: Sequence[Moment]) -> None:
        """Move on: what was tried is kept by now."""
        self.agreed = self.changed_by(moments) or self.agreed
        self.dice = self._opens(moments) or self.dice
        for moment in moments:
            if moment.action.kind in (Kind.OPENING, Kind.THROW):
                self.dice.taken(moment.before)
            self._past.add(moment)
        self._record = None

    def act(self, *actions: Action) -> tuple[Fact, ...]:
        """Take actions, all of them or none.

        Raises `Refused` if one is not allowed, OSError if they cannot be stored.
        """
        moments = self.tried(actions)
        self.log.append(actions, self.told_by(moments))
        self.enter(moments)
        return tuple(fact for moment in moments for fact in moment.facts)

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
        self.log.close()

    # ------------------------------------------------------------------------------- looking back

    def moments(self, after: int = 0, upto: int | None = None) -> list[Moment]:
        """The events after number `after`, up to number `upto`.

        Raises TypeError for what are no numbers of events.
        """
        last = self.seq if upto is None else _event(upto)
        return self._past.moments(max(0, _event(after)), min(last, self.seq))

    def at(self, n: int) -> tuple[State, LastPlay]:
        """How the match stood after event `n` (0: at its start): its state and last play.

        Raises TypeError for what is no number of an event.
        """
        return self._past.at(max(0, min(_event(n), self.seq)))

    # -------------------------------------------------------------------------------- taking back

    def last_decision(self, sides: Collection[Side], *, swaps: bool = False) -> int | None:
        """How many events stay if the last decision of those who play `sides` now is taken back;
        None if there is none.  With `swaps` the players change colours with each game."""
        return last_decision(self._past.events, sides, swaps=swaps)

    def rewound(self, to: int) -> Rewound:
        """How the match would stand after event `to` again; nothing is changed.

        Raises `Refused` once the secret of its dice is out, or if it never was there; TypeError for
        what is no number of an event.
        """
        to = _event(to)
        if self.over and self.secret:
            raise refuse("match_over")
        if not 0 <= to <= self.seq:
            raise refuse("nothing_to_undo")
        state, last = self.at(to)
        dice = fallen((moment.before, moment.action) for moment in self.moments(to))
        return Rewound(to, state, last, tuple(dice))

    def wind_back(self, rewound: Rewound) -> None:
        """Move back: the log has forgotten what came after.  The dice fall again as they did."""
        self._past = self._past.until(rewound.to, rewound.state, rewound.last_play)
        self.dice.put_back(rewound.dice)
        self._record = None

    def back(self, to: int) -> None:
        """Take back all events after number `to`.

        Raises `Refused`, or OSError if the log cannot forget them.
        """
        rewound = self.rewound(to)
        self.log.back(to)
        self.wind_back(rewound)


def _settle(log: FileLog, record: Record, match: Match) -> None:
    """Finish what a crash at the end of a sealed match left undone."""
    revealed = "secret" in record.dice
    if revealed and not match.over:
        raise refuse("bad_record", what="reveal")
    if match.over and not revealed:
        log.reveal(match.secret)
    if match.over:
        secret_file.forget(log.path)


# -------------------------------------------------------------------------------- what has happened


def _event(given: int) -> int:
    if not is_whole(given):
        raise wanted("the number of an event", given)
    return int(given)


@lru_cache(maxsize=20_000)
def _one(action: Action) -> Action:
    """The object that stands for all equal actions."""
    return action


class Past:
    """All events so far, the state and the last play that they led to, and some states between.

    A whole match of thousands of events costs eight bytes an event: equal actions are one object
    for all matches.  Facts are not kept; what was told is told again by replaying from a state
    nearby.
    """

    def __init__(self, start: State) -> None:
        self.events: list[Action] = []
        self.state = start
        self.last_play = NO_PLAY
        self._stride = STRIDE
        self._kept: list[tuple[int, State]] = [(0, start)]
        self.milestone = 0
        """The event of the last milestone."""

    def resume(self, found: Sequence[Milestone], events: Sequence[Action]) -> None:
        """Stand at the last milestone, and know the others to replay from."""
        last = found[-1]
        self.events = [_one(event) for event in events[: last.n]]
        self.state, self.last_play, self.milestone = last.state, last.last_play, last.n
        self._stride = max(self._stride, MILE)
        self._kept += [(one.n, one.state) for one in found]
        while len(self._kept) > MOST_KEPT:
            self._thin_out()

    def add(self, moment: Moment) -> None:
        """One more event has happened."""
        self.events.append(_one(moment.action))
        self.state = moment.state
        self.last_play = _last_play(self.last_play, moment)
        self._keep(moment)

    def _keep(self, moment: Moment) -> None:
        """Keep a state to replay from, one that holds no others, now and then."""
        if moment.n - self._kept[-1][0] < self._stride or moment.state.previous is not None:
            return
        self._kept.append((moment.n, moment.state))
        if len(self._kept) > MOST_KEPT:
            self._thin_out()

    def _thin_out(self) -> None:
        del self._kept[1::2]
        self._stride *= 2

    def until(self, to: int, state: State, last: LastPlay) -> Past:
        """The past up to event `to`, which led to `state`; whoever reads this one reads on."""
        found = Past(state)
        found.events = self.events[:to]
        found.last_play = last
        found._stride = self._stride
        found._kept = [kept for kept in self._kept if kept[0] <= to]
        found.milestone = self.milestone if self.milestone <= to else max(0, to - MILE)
        return found

    def moments(self, after: int, upto: int) -> list[Moment]:
        """The events after number `after`, up to number `upto`."""
        return [moment for moment in self._replayed(after, upto) if moment.n > after]

    def at(self, n: int) -> tuple[State, LastPlay]:
        """State and last play after event `n` (0: at the start)."""
        begin, state = self._nearest(n)
        last = NO_PLAY
        # A turn further back, so that the last play is known.
        for moment in self._replayed(max(0, begin - STRIDE), n):
            last, state = _last_play(last, moment), moment.state
        return state, last

    def _replayed(self, after: int, upto: int) -> Iterator[Moment]:
        begin, state = self._nearest(after)
        for n in range(begin + 1, upto + 1):
            action = self.events[n - 1]
            now, facts = turn.follow(state, action)
            yield Moment(n, action, state, now, facts)
            state = now

    def _nearest(self, n: int) -> tuple[int, State]:
        """The last state kept at or before event `n`.

        Another thread may be reading while events come in: it looks at a copy.
        """
        return next(kept for kept in reversed(self._kept[:]) if kept[0] <= n)


def _last_play(last: LastPlay, moment: Moment) -> LastPlay:
    """The last play after an event; throws of one turn add up."""
    if moment.action.kind is Kind.NEXT:
        return NO_PLAY
    before = moment.before
    if moment.action.kind is Kind.ILLEGAL:
        steps = tuple(source << 5 | target for source, target in moment.action.moves)
        return LastPlay(before.side, steps)
    if moment.action.kind is not Kind.DONE:
        return last
    if not before.turn.steps:
        return LastPlay(before.side)
    going_on = last.side is before.side and not before.fresh
    steps = (*last.steps, *before.turn.steps) if going_on else before.turn.steps
    return LastPlay(before.side, steps[-LONGEST_PLAY:])


__all__ = ["NO_PLAY", "LastPlay", "Match", "Moment", "Past", "Rewound"]
