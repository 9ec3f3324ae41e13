"""A review as a page tells it: to one reader, with the numbers of his board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from tavola.drawing.picture import BoardView
from tavola.games import find
from tavola.rules import turn
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Side
from tavola.rules.text.player_names import isolated
from tavola.rules.turn.state import Fact, State
from tavola.server.store import StoredMatch
from tavola.server.tables.reviews import review_in
from tavola.study.review import Review
from tavola.study.tell import Teller
from tavola.study.verdicts import Decision, Way
from tavola.words import names, plays
from tavola.words.speaker import Speaker
from tavola.words.translations import Words


@dataclass(frozen=True)
class Reader:
    """Who reads a review: `you` is the player that he is, None for one who watched or played both
    sides; `board` is how he has boards before him, from whosever side; `names` and `computers`
    tell who sat there."""

    you: int | None = None
    board: BoardView = field(default_factory=BoardView)
    names: tuple[str, str] = ("", "")
    computers: tuple[bool, bool] = (False, False)


def reader_of(words: Words, match: StoredMatch, person: str, board: BoardView) -> Reader:
    """Somebody who reads the review of a match; `person` is his id."""
    mine = [seat.player for seat in match.seats if person and seat.person == person]
    first, second = match.seats
    computers = (first.kind == "computer", second.kind == "computer")
    called = [isolated(seat.name) for seat in match.seats]
    for seat in match.seats:
        if seat.kind == "computer":
            called[seat.player] = names.computer_name(words, seat.level)
    you = mine[0] if len(mine) == 1 else None
    both = (called[0], called[1])
    return Reader(you, board, both, computers)


class PageTeller(Teller):
    """Tells a review to the reader of a page.

    Boards and plays are seen by the one who decides; who played sees all of the match from his own
    side.
    """

    def __init__(
        self, words: Words, review: Review, reader: Reader, thresholds: Sequence[float]
    ) -> None:
        rules = find(review.game).ruleset(review.options)
        speaker = Speaker(words, rules, reader.board.numbering, names=reader.names)
        super().__init__(speaker, review, thresholds, reader.you)
        self.reader = reader
        self._shown: dict[int, Decision] = {}
        self._done: dict[int, str] = {}
        self._called = tuple(super(PageTeller, self).player(n) for n in (0, 1))

    def player(self, player: int) -> str:
        """A player, before a colon."""
        return self._called[player]

    def subject(self, player: int) -> str:
        """A player as the subject of a sentence: the computer is no name."""
        if self.reader.computers[player] and player != self.you:
            return self.words.within("subject", "the computer")
        return self.player(player)

    def viewer(self, one: Decision) -> Side:
        """From whose side a decision is seen."""
        theirs = self.you is not None and one.player != self.you
        return one.side.other if theirs else one.side

    def view(self, one: Decision) -> BoardView:
        """How the reader has the board of a decision before him."""
        return replace(self.reader.board, viewer=self.viewer(one))

    def state(self, one: Decision) -> State:
        """The state before a decision."""
        return self.review.state(one)

    def shown(self, one: Decision) -> Decision:
        """A decision whose plays are written with the numbers that the reader sees."""
        if self.reader.board.numbering == "own" and self.viewer(one) is one.side:
            return one
        key = id(one)
        if key not in self._shown:
            state = self.state(one)
            speaker = self._speaker(state, self.viewer(one))
            ways = tuple(replace(way, text=_written(speaker, state, way)) for way in one.ways)
            self._shown[key] = replace(one, ways=ways)
        return self._shown[key]

    def done(self, one: Decision) -> str:
        """What was done, with the numbers that the reader sees; of all decisions this is told, and
        writing all that could be done takes a while."""
        if self.reader.board.numbering == "own" and self.viewer(one) is one.side:
            return self.way(one.done)
        key = id(one)
        if key not in self._done:
            state = self.state(one)
            speaker = self._speaker(state, self.viewer(one))
            way = replace(one.done, text=_written(speaker, state, one.done))
            self._done[key] = self.way(way)
        return self._done[key]

    def errors(self, player: int | None = None) -> list[Decision]:
        """Decisions whose loss has a class, in the order of the match, as the reader sees them."""
        return [self.shown(one) for one in super().errors(player)]

    def largest(self, player: int | None, most: int) -> list[Decision]:
        """The errors that cost most, the worst first."""
        found = self.review.errors(self.thresholds[0], player)[:most]
        return [self.shown(one) for one in found]

    def _speaker(self, state: State, viewer: Side) -> Speaker:
        return Speaker(self.words, state.rules, self.reader.board.numbering, viewer=viewer)


def _written(speaker: Speaker, state: State, way: Way) -> str:
    """A play in the reader's numbers; what is no play stays as it is."""
    if way.does != "play":
        return way.text
    facts = list[Fact]()
    try:
        for action in way.actions:
            state, told = turn.apply(state, action)
            facts += [fact for fact in told if fact.kind == "step"]
    except Refused:
        return way.text
    return plays.write(speaker, facts) if facts else way.text


@lru_cache(maxsize=12)
def teller_of(words: Words, text: str, reader: Reader, thresholds: tuple[float, ...]) -> PageTeller:
    """Who tells the review in a text that the store keeps; kept, since a reader steps on and on.

    Raises `Refused` (code `bad_review`).
    """
    return PageTeller(words, review_in(text), reader, thresholds)


__all__ = ["PageTeller", "Reader", "reader_of", "teller_of"]
