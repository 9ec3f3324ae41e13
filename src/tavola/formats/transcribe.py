"""From the paper of another program to a record: every line played through the rules.

What the rules refuse ends the record there, with the line of the file: all before it stands.

Matches of real life end in ways that the rules do not know.  Who gives up while it is the other's
turn gives up here at the end of his own, before he has done with it; a match that a forfeit ends
stops where it was played to.  What is left out for that is told in a note.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tavola.formats.mat import bad_file
from tavola.formats.paper import Did, Entry, Page, Paper
from tavola.games import GAMES, find
from tavola.rules import turn
from tavola.rules.model.declaration import Value
from tavola.rules.model.refusal import Refusal, Refused, refuse
from tavola.rules.model.ruleset import MatchRules, Side
from tavola.rules.text import notation
from tavola.rules.text.record import Record
from tavola.rules.turn.state import Action, Kind, Phase, State

VARIATIONS = {
    "": "backgammon",
    "backgammon": "backgammon",
    "nackgammon": "nackgammon",
    "hypergammon": "hypergammon",
    "hypergammon3": "hypergammon",
}
"""Games that other programs write, by the names that they give them, in small letters."""

TYPED = {"kind": "typed"}
"""The dice of such a record: they fell elsewhere."""

_ANSWERS = {Did.TAKE: Kind.TAKE, Did.DROP: Kind.DROP, Did.BEAVER: Kind.BEAVER}
_LONGEST_MATCH = 99
_MOST_RESIGNED = 3


@dataclass(frozen=True)
class Transcribed:
    """A record, and what is wrong after its last event, if anything is: a reason with its line.

    `note` tells of something that was not taken, although nothing is wrong.
    """

    record: Record
    trouble: Refusal | None = None
    note: Refusal | None = None


@dataclass(frozen=True)
class _Turn:
    """The end of a turn: the state in which all was played and nothing said yet, how many events
    led there, and how many there are after the word that ended it."""

    state: State
    count: int
    after: int


def transcribed(paper: Paper) -> Transcribed:
    """The record of a match of another program.

    Rules that the file does not tell (Crawford, Jacoby) are those under which it comes farthest.
    Raises `Refused` (code `bad_file`, `foreign_variation`): a game that is not known here, or a
    match that nobody can play.
    """
    game = VARIATIONS.get(paper.variation.replace(" ", "").lower())
    if game is None or game not in GAMES:
        raise refuse("foreign_variation", name=paper.variation[:40])
    best: Transcribed | None = None
    for rules in _rules(paper):
        found = _Clerk(paper, game, rules).record()
        if best is None or len(found.record.events) > len(best.record.events):
            best = found
        if best.trouble is None:
            break
    assert best is not None
    return best


def _rules(paper: Paper) -> Iterator[MatchRules]:
    """What a match may have been played by, the likeliest first."""
    if paper.length > _LONGEST_MATCH:
        raise bad_file("mat_long", 1)
    if paper.length:
        told = paper.flag("Crawford")
        for crawford in (True, False) if told is None else (told,):
            yield MatchRules(length=paper.length, games=None, crawford=crawford)
        return
    jacoby, beavers = paper.flag("Jacoby"), paper.flag("Beaver")
    beaver = any(entry.did is Did.BEAVER for page in paper.pages for entry in page.entries)
    for one in (True, False) if jacoby is None else (jacoby,):
        yield MatchRules(games=None, jacoby=one, beavers=bool(beavers) or beaver)


class _Clerk:
    """Plays a paper through the rules, entry by entry."""

    def __init__(self, paper: Paper, game: str, match: MatchRules) -> None:
        self.paper, self.match = paper, match
        options: dict[str, Value] = {"cube": False} if paper.about.get("CubeLimit") == "1" else {}
        self.game = find(game)
        rules = self.game.ruleset(options)
        self.head = Record(
            game=game,
            options=self.game.chosen(options),
            match=match,
            digest=rules.digest(),
            players=paper.players,
            dice=TYPED,
        )
        self.state = turn.new_match(rules, match)
        self.events: list[Action] = []
        self.last: _Turn | None = None
        self.note: Refused | None = None

    def record(self) -> Transcribed:
        """The record as far as it stands."""
        trouble, stands = None, 0
        try:
            for number, page in enumerate(self.paper.pages):
                self._begin(page, first=number == 0)
                for at, entry in enumerate(page.entries):
                    self._enter(entry, page.entries[at + 1 :])
                    stands = len(self.events)
            self._ended()
        except Refused as refused:
            trouble = refused.refusal
        note = None if self.note is None or trouble is not None else self.note.refusal
        record = replace(self.head, events=tuple(self.events[:stands]))
        return Transcribed(record, self._placed(trouble), self._placed(note))

    def _placed(self, refusal: Refusal | None) -> Refusal | None:
        """A refusal with its place in a file that has no lines, if it has none."""
        if refusal is None or not self.paper.by_game:
            return refusal
        names = {"line": "game", "column": "entry"}
        details = {names.get(key, key): value for key, value in refusal.details.items()}
        return replace(refusal, details=details)

    def _ended(self) -> None:
        """Notes that the match has not come to an end."""
        over = (Phase.END,) if self.paper.length else (Phase.END, Phase.OVER)
        last = [entry for page in self.paper.pages for entry in page.entries][-1:]
        if last and self.note is None and self.state.phase not in over:
            self.note = _bad_file("stops", last[0])

    def _begin(self, page: Page, *, first: bool) -> None:
        if not first:
            if self.state.phase is not Phase.OVER:
                raise bad_file("unfinished", page.line)
            self._act(Action(Kind.NEXT))
        if self.state.score != page.score and (any(page.score) or self.paper.length):
            raise bad_file("score", page.line)

    def _enter(self, entry: Entry, later: tuple[Entry, ...]) -> None:
        try:
            match entry.did:
                case Did.PLAY:
                    self._play(entry, later)
                case Did.DOUBLE:
                    self._double(entry)
                case Did.RESIGN:
                    self._act(Action(Kind.RESIGN, Side(entry.player), number=entry.value or 1))
                case Did.WIN:
                    self._win(entry)
                case Did.SET:
                    raise _bad_file("sgf_setup", entry)
                case did:
                    self._act(Action(_ANSWERS[did], Side(entry.player)))
        except Refused as refused:
            if refused.refusal.code == "bad_file":
                raise
            reason = refused.refusal
            details = {"what": "rules", **_place(entry), "reason": reason.code}
            raise Refused(
                Refusal("bad_file", {**details, "details": dict(reason.details)})
            ) from None

    def _act(self, *actions: Action) -> None:
        for action in actions:
            self.state, _ = turn.apply(self.state, action)
            self.events.append(action)

    # ---------------------------------------------------------------------------------- the entries

    def _play(self, entry: Entry, later: tuple[Entry, ...]) -> None:
        side, dice = Side(entry.player), entry.dice
        assert dice is not None
        if self.state.phase is Phase.OPENING:
            high, low = max(dice), min(dice)
            dice = (high, low) if side is Side.WHITE else (low, high)
            self._act(Action(Kind.OPENING, None, dice))
        else:
            self._act(Action(Kind.THROW, side, dice))
        if entry.play:
            steps = notation.read_steps(self.state, entry.play, "own", stars=False)
            self.events += [action for action, _ in steps]
            self.state = steps[-1][1]
        if self.state.phase is not Phase.MOVE:
            return
        if not entry.play and self.state.turn.ending is None and _given_up(later):
            return  # thrown, and then somebody resigned
        before, count = self.state, len(self.events)
        self._act(Action(Kind.DONE, side))
        self.last = _Turn(before, count, len(self.events))

    def _double(self, entry: Entry) -> None:
        value = 2 * self.state.cube.value
        if self.state.phase is Phase.ANSWER:
            self._act(Action(Kind.BEAVER, Side(entry.player)))
            return
        if entry.value not in (0, value):
            raise _bad_file("cube", entry)
        self._act(Action(Kind.DOUBLE, Side(entry.player)))

    def _win(self, entry: Entry) -> None:
        """The end of a game; before its end the other one has resigned."""
        winner = Side(entry.player)
        if self.state.phase not in (Phase.OVER, Phase.END):
            try:
                self._end_early(winner, entry)
            except Refused:
                if entry is not self.paper.pages[-1].entries[-1]:
                    raise
                self.note = _bad_file("forfeit", entry)
                return
        result = self.state.result
        if result is None or result.winner is not winner:
            raise _bad_file("winner", entry)
        before = self.state.score[entry.player] - result.points
        # Some programs write no more points than the match still needed.
        enough = self.state.phase is Phase.END and before + entry.value >= self.paper.length
        if entry.value and result.points != entry.value and not enough:
            raise _bad_file("points", entry)

    def _end_early(self, winner: Side, entry: Entry) -> None:
        """A double that nobody answered is dropped; else the loser resigns.  All or nothing."""
        cube, offer = self.state.cube.value, self.state.offer
        doubled = offer is not None and offer.kind is Kind.DOUBLE and offer.side is winner
        if doubled and entry.value in (0, cube):
            self._act(Action(Kind.DROP, winner.other))
            return
        number = entry.value // cube or 1
        if entry.value % cube or number > _MOST_RESIGNED:
            raise _bad_file("points", entry)
        state, events = self.state, list(self.events)
        try:
            self._back_to(winner.other, entry)
            resign = Action(Kind.RESIGN, winner.other, number=number)
            self._act(resign, Action(Kind.ACCEPT, winner))
        except Refused:
            self.state, self.events = state, events
            raise

    def _back_to(self, loser: Side, entry: Entry) -> None:
        """Where the other is on turn, back to the end of the loser's turn: a throw of the other is
        left out, doubles and plays never."""
        last, since = self.last, len(self.events)
        if self.state.side is loser or last is None or last.state.side is not loser:
            return
        thrown = since == last.after + 1 and self.events[-1].kind is Kind.THROW
        if not thrown and since != last.after:
            return
        if thrown:
            self.note = _bad_file("thrown", entry)
        self.state = last.state
        del self.events[last.count :]


def _bad_file(what: str, entry: Entry) -> Refused:
    return bad_file(what, entry.line, column=entry.column)


def _place(entry: Entry) -> dict[str, object]:
    """Where an entry stands."""
    column = {"column": entry.column} if entry.column else {}
    return {"line": entry.line, **column}


def _given_up(later: tuple[Entry, ...]) -> bool:
    """Whether nothing but the end of the game follows."""
    return not later or later[0].did in (Did.WIN, Did.RESIGN)


__all__ = ["TYPED", "VARIATIONS", "Transcribed", "transcribed"]
