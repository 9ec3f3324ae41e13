"""Everybody at a table: who is connected, and what he is told, made for each listener.

Listeners who play the same colours and want to be told alike get the same text, made once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Any

from tavola.play.match import Moment
from tavola.rules.text.player_names import isolated
from tavola.server.match.live_match import LiveMatch, Look, Scene, Viewer, facing, speaker_of
from tavola.server.match.presence import ABSENCE
from tavola.server.tables import from_here
from tavola.server.tables.connection import TOO_SLOW, Connection, encoded
from tavola.server.wire import events, messages, view
from tavola.words.speaker import Speaker
from tavola.words.translations import mark

Json = dict[str, Any]

# ------------------------------------------------------------------------------------ all listeners

_SAT_DOWN = mark("{player} has sat down.")
_AWAY = mark("{player} is away.")
_BACK = mark("{player} is back.")
_MORE = mark("{player} wants to play again.")


@dataclass(frozen=True)
class _OfSomebody:
    """News of a person who plays here, for everybody but him."""

    message: str
    person: str

    def told(self, speaker: Speaker, live: LiveMatch) -> str:
        """The sentence; '' if he does not play here."""
        for seat in live.seats:
            if seat.person == self.person:
                colour = live.state.colour(seat.player)
                caller = isolated(seat.name) or speaker.caller(colour, live.state)
                return speaker.words.text(self.message, player=caller)
        return ""


@dataclass(frozen=True)
class _BrokenOff:
    """The news that a match was given up, for everybody."""

    person: None = None

    def told(self, speaker: Speaker, live: LiveMatch) -> str:
        """The sentence."""
        return view.broken_off(speaker, live.scene)


_News = _OfSomebody | _BrokenOff

MOST_MISSED = 400
"""Events that a client may have missed; one that missed more gets the whole table."""


class Audience:
    """The listeners at a match, and what they are told of it."""

    def __init__(self, table: LiveMatch) -> None:
        self._table = table
        self._connections: list[Connection] = []
        self._pending: list[Moment] = []
        self._presence_due = False
        self._news: list[_News] = []
        self._drawn: Scene | None = None
        self._public: Json = {}
        self._views: dict[Look, Json] = {}

    @property
    def watched(self) -> bool:
        """Whether anybody is connected."""
        return bool(self._connections)

    def happened(self, moments: Sequence[Moment]) -> None:
        """Note what is to be told."""
        self._pending += moments

    # ------------------------------------------------------------------------ what somebody may see

    def snapshot(self, viewer: Viewer) -> messages.Table:
        """The whole table as a viewer may see it."""
        return messages.Table.model_validate(self._whole(self._table.look(viewer)))

    def missed(self, viewer: Viewer, after: int, epoch: int) -> messages.Events | None:
        """What happened after event `after`; None for a client who needs the whole table."""
        if (
            epoch != self._table.epoch
            or not max(0, self._table.seq - MOST_MISSED) <= after <= self._table.seq
        ):
            return None
        events = self._events(self._table.look(viewer), self._since(after))
        return messages.Events.model_validate(events)

    async def at(self, viewer: Viewer, n: int) -> messages.View:
        """How the table looked after event `n`; of one table one moment is looked for at a time."""
        table, look = self._table, self._table.look(viewer)

        def looked() -> tuple[Scene, Json | None]:
            return table.past(n), from_here.offered(table, look, viewer.person, n)

        async with table.replays:
            scene, begins = await asyncio.to_thread(looked)
        seen = view.past_view(scene, look) | {"from_here": begins}
        return messages.View.model_validate(seen)

    def _whole(self, look: Look) -> Json:
        return {
            "v": messages.VERSION,
            "type": "table",
            "table": self._table.id,
            "epoch": self._table.epoch,
            "seq": self._table.seq,
            **self._place(look),
            "waiting": self._table.scene.turns.waiting,
            # Seconds that pass: never as they were when the view was made.
            "view": {
                **self._view(look),
                "seats": view.seats_of(self._table.scene, look.language),
            },
        }

    def _place(self, look: Look) -> Json:
        return {
            "mine": [side.letter for side in look.mine],
            "facing": facing(self._table.state.rules, look.mine).letter,
        }

    def _view(self, look: Look) -> Json:
        scene = self._table.scene
        if self._drawn is not scene:
            self._drawn, self._public, self._views = scene, view.public_of(scene), {}
        found = self._views.get(look)
        if found is None:
            found = self._views[look] = view.view_of(scene, look, self._public)
        return found

    def _since(self, after: int) -> Sequence[Moment]:
        pending = self._pending
        if pending and pending[0].n <= after + 1:
            return [moment for moment in pending if moment.n > after]
        return self._table.match.moments(after)

    def _events(self, look: Look, moments: Sequence[Moment]) -> Json:
        return {
            "v": messages.VERSION,
            "type": "events",
            "epoch": self._table.epoch,
            "seq": self._table.seq,
            "events": events.events_of(look, moments),
            **self._place(look),
            "view": self._view(look),
        }

    # -------------------------------------------------------------------------------------- telling

    @property
    def untold(self) -> bool:
        """Something has happened that was not told yet."""
        return bool(self._pending)

    def tell(self) -> None:
        """Tell everybody all that was not told yet."""
        made: dict[tuple[Look, int], str] = {}
        for connection in list(self._connections):
            if connection.told >= self._table.seq:
                continue
            look = self._table.look(connection.viewer)
            key = (look, connection.told)
            if key not in made:
                made[key] = encoded(self._events(look, self._since(connection.told)))
            connection.told = self._table.seq
            self.send(connection, made[key])
        self._pending = []

    def tell_whole(self) -> None:
        """Tell everybody how the table stands; what they have is of no use any more."""
        for connection in list(self._connections):
            self._send_whole(connection)
        self._pending = []

    def _send_whole(self, connection: Connection) -> None:
        connection.told = self._table.seq
        self.send(connection, self._whole(self._table.look(connection.viewer)))

    def send(self, connection: Connection, message: Json | str) -> None:
        """Tell one client something; one that is too slow has gone."""
        if not connection.send(message):
            self.disconnect(connection)

    def listen(self, connection: Connection, wish: messages.Listen) -> None:
        """Speak to a client as he wishes from now on."""
        old = connection.viewer
        connection.viewer = Viewer(
            old.person,
            wish.language or old.language,
            wish.numbering or old.numbering,
            wish.voice or old.voice,
        )
        self._send_whole(connection)

    # ------------------------------------------------------------------------------ who comes, goes

    def connect(self, viewer: Viewer) -> Connection:
        """Let somebody sit down or watch; he is told what happens from now on."""
        connection = Connection(viewer, self._table.seq)
        self._connections.append(connection)
        self.tell_presence()
        if self._table.presence.back(viewer.person):
            self._say(_OfSomebody(_BACK, viewer.person))
        return connection

    def disconnect(self, connection: Connection) -> None:
        """Somebody has gone."""
        connection.gone = True
        if connection in self._connections:
            self._connections.remove(connection)
            self.tell_presence()
            person = connection.viewer.person
            asyncio.get_running_loop().call_later(ABSENCE, self.miss, person)

    def miss(self, person: str) -> None:
        """Say that somebody is away, if he is; who wants the next match waits there."""
        if self._table.next:
            return
        if self._table.seats.is_seated(person) and self._table.presence.missed(person):
            self._say(_OfSomebody(_AWAY, person))

    def sat_down(self, person: str) -> None:
        """Somebody has taken the open seat: who it is comes before what is asked from now on."""
        self._news.append(_OfSomebody(_SAT_DOWN, person))
        self._note_presence()
        self._tell_presence()
        self.tell_whole()

    def wants_more(self, person: str) -> None:
        """Somebody has asked for the next match."""
        self._say(_OfSomebody(_MORE, person))

    def broken_off(self) -> None:
        """The match was broken off: no event says so to those who are here."""
        self.tell_whole()
        self._say(_BrokenOff())

    def _say(self, news: _News) -> None:
        """Say something to all whom it concerns."""
        self._news.append(news)
        self.tell_presence()

    def tell_presence(self) -> None:
        """Tell everybody, in a moment, who is here."""
        self._note_presence()
        if not self._presence_due:
            self._presence_due = True
            asyncio.get_running_loop().call_soon(self._tell_presence)

    def _note_presence(self) -> None:
        seated = [seat.person for seat in self._table.seats if seat.person]
        here = [one.viewer.person for one in self._connections]
        self._table.presence.changed(here, seated)
        self._table.changed()

    def _tell_presence(self) -> None:
        self._presence_due = False
        watching = sum(not self._table.look(one.viewer).mine for one in self._connections)
        news, self._news = self._news, []
        made: dict[tuple[Look, tuple[_News, ...]], str] = {}
        for connection in list(self._connections):
            heard = tuple(one for one in news if one.person != connection.viewer.person)
            key = (self._table.look(connection.viewer), heard)
            if key not in made:
                made[key] = encoded(self._presence(*key, watching))
            self.send(connection, made[key])

    def _presence(self, look: Look, news: tuple[_News, ...], watching: int) -> Json:
        speaker = speaker_of(look, self._table.state)
        return {
            "v": messages.VERSION,
            "type": "presence",
            "seats": view.seats_of(self._table.scene, look.language),
            "watching": watching,
            "waiting": self._table.scene.turns.waiting,
            "rematch": self._table.next,
            "say": [told for one in news if (told := one.told(speaker, self._table))],
        }

    def send_away(self, people: Container[str]) -> None:
        """Close the connections of some people."""
        for connection in list(self._connections):
            if connection.viewer.person in people:
                connection.outbox.end()
                self.disconnect(connection)

    def cut_off(self, code: int = TOO_SLOW) -> None:
        """Send everybody away, so that they come back to the match as it is stored."""
        for connection in self._connections:
            connection.outbox.end(code)
        self._connections = []
        self._note_presence()


__all__ = ["MOST_MISSED", "Audience"]
