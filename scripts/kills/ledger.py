"""The books of one table: what the server acknowledged and told, kept by those who play there.

They know nothing of the server's own store, and no rules: they compare.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

BACK = "back"
"""What is wanted by a message that takes back a decision."""


def fits(wish: Json, action: Json) -> bool:
    """Whether an event is what somebody wanted; dice were the server's to throw."""
    return all(action.get(key) == value for key, value in wish.items() if key != "side")


def digest(events: Sequence[Json]) -> str:
    """A sum over events."""
    return hashlib.sha256(json.dumps(list(events), sort_keys=True).encode()).hexdigest()


@dataclass
class Ledger:
    """The books of one table; events are numbered from 1.

    `told` are events as somebody at the table heard them, `done` wishes that were acknowledged,
    `perhaps` wishes whose fate is not known: the server died, or said that it does not know.
    `foreign`: a computer plays here, too.  `survived`: of what served the table not all was killed
    last, so that an old wish may still be on its way there.  `faults` are sentences; there should
    be none.
    """

    foreign: bool = False
    epoch: int = 0
    seq: int = 0
    told: dict[int, Json] = field(default_factory=dict)
    done: dict[int, Json] = field(default_factory=dict)
    perhaps: list[tuple[int, Json]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    survived: bool = False
    _open: tuple[int, int, Json] | None = None
    _asked_in: int = 0

    def wants(self, id: int, seq: int, wish: Json) -> None:
        """Somebody sends a wish for what follows event `seq`."""
        self._open = (id, seq + 1, wish)
        self._asked_in = self.epoch

    def lost(self) -> None:
        """No answer will come to what was sent last, or one that says nothing."""
        if self._open is not None:
            self.perhaps.append(self._open[1:])
        self._open = None

    def refused(self) -> None:
        """What was sent last has not happened."""
        self._open = None

    def accepted(self, id: int, seq: int) -> None:
        """The server acknowledged a message, and says how many events there are now."""
        if self._open is None or self._open[0] != id:
            self.faults.append(f"message {id} was acknowledged twice, or never sent")
            return
        _, n, wish = self._open
        self._open = None
        if wish["do"] == BACK:
            if self.epoch == self._asked_in:  # else another line has told it already
                self._cut(self.epoch + 1, seq)
        elif self.foreign and seq == n - 1:
            pass  # the computer was told to go on
        elif seq < n or n in self.done:
            self.faults.append(f"event {n} was acknowledged twice, or as number {seq}")
        else:
            self.done[n] = wish
            self.seq = max(self.seq, seq)

    def heard(self, epoch: int, seq: int, events: Sequence[Json]) -> None:
        """Somebody was told of events."""
        if epoch != self.epoch:
            return  # written before a decision was taken back, or told after it by another line
        for event in events:
            known = self.told.setdefault(event["n"], event["action"])
            if known != event["action"]:
                self.faults.append(f"event {event['n']} was told as {known}, then otherwise")
        self.seq = max(self.seq, seq)

    def stands(self, epoch: int, seq: int) -> None:
        """Somebody was told how the whole table stands."""
        backs = [n for n, wish in self._unsure() if wish["do"] == BACK]
        if epoch == self.epoch:
            self.seq = max(self.seq, seq)
        elif epoch == self.epoch + 1 and backs:
            self._cut(epoch, seq)
        elif epoch > self.epoch:
            self.faults.append(f"epoch {epoch} began, and nobody took anything back")

    def back_again(self, epoch: int, seq: int) -> None:
        """The first that is told after the server was started again, and compared."""
        if (epoch, seq) < (self.epoch, self.seq):
            self.faults.append(f"{epoch}.{seq} follows {self.epoch}.{self.seq}")
        self.stands(epoch, seq)
        self.perhaps = self._on_their_way()

    def _unsure(self) -> Iterator[tuple[int, Json]]:
        yield from self.perhaps
        if self._open is not None:
            yield self._open[1:]

    def _on_their_way(self) -> list[tuple[int, Json]]:
        """Old wishes that may still become the next event, or became one since the record was
        read: a table that is told whole does not say by which wish."""
        return [(n, wish) for n, wish in self.perhaps if n <= self.seq + 1] if self.survived else []

    def _cut(self, epoch: int, seq: int) -> None:
        self.epoch, self.seq = epoch, seq
        self.told = {n: action for n, action in self.told.items() if n <= seq}
        self.done = {n: wish for n, wish in self.done.items() if n <= seq}
        # A wish that was sent before has its answer, or happened before.
        self.perhaps = [(n, wish) for n, wish in self.perhaps if n <= seq]

    def compare(self, events: Sequence[Json]) -> int:
        """Compare with a record that was read after all that is in the books; how many events.

        What stands in the record is known from then on, and what does not must never turn up; but
        for the very next event, where somebody `survived` who may still do it.
        """
        self.lost()
        backs = [n for n, wish in self.perhaps if wish["do"] == BACK]
        if len(events) < self.seq and backs:
            self._cut(self.epoch, len(events))  # the epoch is told when somebody connects
            self.perhaps += [(n, {"do": BACK}) for n in backs]
        if len(events) < self.seq:
            self.faults.append(f"{self.seq - len(events)} events after {len(events)} are lost")
        for n, action in enumerate(events, start=1):
            if n in self.told and self.told[n] != action:
                self.faults.append(f"event {n} was told as {self.told[n]} and is {action}")
            if n in self.done and not fits(self.done[n], action):
                self.faults.append(f"event {n} was acknowledged as {self.done[n]}, is {action}")
            if n in self.told or n in self.done or self.foreign:
                continue
            if not any(at == n and fits(wish, action) for at, wish in self.perhaps):
                self.faults.append(f"event {n} is {action}, and nobody wanted that")
        self.told = dict(enumerate(events, start=1))
        self.done = {n: {} for n in self.told}
        self.seq = len(events)
        self.perhaps = [
            *((n, {"do": BACK}) for n in backs),
            *(one for one in self._on_their_way() if one[0] > self.seq and one[1]["do"] != BACK),
        ]
        return len(events)

    # ------------------------------------------------------------------------------ kept for later

    def to_json(self) -> Json:
        """What is needed to go on another time."""
        known = [self.told[n] for n in range(1, self.seq + 1) if n in self.told]
        return {
            "foreign": self.foreign,
            "epoch": self.epoch,
            "events": len(known),
            "digest": digest(known),
        }

    def resumed(self, kept: Json, events: Sequence[Json]) -> None:
        """Go on with what was kept; `events` is the record as it is now."""
        if digest(events[: kept["events"]]) != kept["digest"]:
            self.faults.append(f"the first {kept['events']} events are not those that were kept")
        self.epoch = kept["epoch"]
        self.told = dict(enumerate(events, start=1))
        self.done = {n: {} for n in self.told}
        self.seq = len(events)


__all__ = ["BACK", "Json", "Ledger", "digest", "fits"]
