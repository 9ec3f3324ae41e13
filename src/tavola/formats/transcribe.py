"""From the paper of another program to a record: every line played through the rules.

What cannot have been ends the record there, with the line of the file: all before it stands.

Real life has what the rules do not know (`rules/turn/irregular.py`): an illegal play that was kept,
a game given up out of turn, a forfeit.  They are taken as what they are, and told in a note.  A
slip of the pen looks like an illegal play or a forfeit, too: so one stands only if the rest of its
game can be played from there, and the score of the next game agrees.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from tavola.formats.kept_play import kept_play, moves_to
from tavola.formats.paper import MOST_ENTRIES, Did, Entry, Page, Paper, bad_file
from tavola.formats.plain_play import steps_of
from tavola.games import GAMES, find
from tavola.rules import turn
from tavola.rules.model.declaration import Value
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refusal, Refused, refuse
from tavola.rules.model.ruleset import Side
from tavola.rules.model.throws import Throw
from tavola.rules.text import notation, one_line
from tavola.rules.text.record import Record
from tavola.rules.turn.state import MOST_FORFEITED, Action, Kind, Phase, step_action

VARIATIONS = {
    "": "backgammon",
    "backgammon": "backgammon",
    "nackgammon": "nackgammon",
    "hypergammon": "hypergammon",
    "hypergammon3": "hypergammon",
    "longgammon": "longgammon",
}
"""Games that other programs write, by the names that they give them, in small letters."""

TYPED = {"kind": "typed"}
"""The dice of such a record: they fell elsewhere."""

_ANSWERS = {Did.TAKE: Kind.TAKE, Did.DROP: Kind.DROP, Did.BEAVER: Kind.BEAVER}
_WHERE_ONE_RESIGNS = (Phase.START, Phase.CHOOSE, Phase.MOVE)
_LONGEST_MATCH = 99
_MOST_KEPT = 3
"""Illegal plays of a game: more of them are another game, or a file that is wrong."""


@dataclass(frozen=True)
class Transcribed:
    """A record, and what is wrong after its last event, if anything is: a reason with its line.

    `note` tells of something odd, although nothing is wrong: the first of such things.
    """

    record: Record
    trouble: Refusal | None = None
    note: Refusal | None = None


@dataclass(frozen=True)
class _Doubt:
    """Where a game left the rules: how many events stand before, and why it should not go on."""

    stands: int
    refused: Refused


def transcribed(paper: Paper) -> Transcribed:
    """The record of a match of another program.

    Rules that the file does not tell (Crawford, Jacoby) are those under which it comes farthest.
    Raises `Refused` (code `bad_file`, `foreign_variation`): a game that is not known here, or a
    match that nobody can play.
    """
    game = VARIATIONS.get(paper.variation.replace(" ", "").lower())
    if game is None or game not in GAMES:
        raise refuse("foreign_variation", name=paper.variation[:40])
    found = list[_Clerk]()
    for rules in _rules(paper):
        found.append(_Clerk(paper, game, rules))
        found[-1].play()
        if not found[-1].oddities:
            break
    one = min(found, key=lambda one: one.oddities).transcribed
    return one if one.trouble or not paper.torn else replace(one, trouble=paper.torn, note=None)


def _rules(paper: Paper) -> Iterator[MatchRules]:
    """What a match may have been played by, the likeliest first."""
    if not 0 <= paper.length <= _LONGEST_MATCH:
        raise bad_file("mat_long", 1)
    if paper.length:
        told = paper.flag("Crawford")
        for crawford in (True, False) if told is None else (told,):
            yield MatchRules(length=paper.length, games=None, crawford=crawford)
        return
    jacoby, beavers = paper.flag("Jacoby"), paper.flag("Beaver")
    for one in (True, False) if jacoby is None else (jacoby,):
        yield MatchRules(games=None, jacoby=one, beavers=bool(beavers) or _beavered(paper))


def _beavered(paper: Paper) -> bool:
    """Whether a double was answered with a double: some forms have no other word for a beaver."""
    answered = (pair for page in paper.pages for pair in pairwise(page.entries))
    return any(
        second.did is Did.BEAVER
        or (first.did is second.did is Did.DOUBLE and first.player != second.player)
        for first, second in answered
    )


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
        self.page = paper.pages[0] if paper.pages else Page((0, 0), 1)
        self.events: list[Action] = []
        self.doubt: _Doubt | None = None
        self.stands = self.kept = self.doubts = 0
        self.trouble: Refusal | None = None
        self.note: Refused | None = None

    def play(self) -> None:
        """Enter all that can be entered."""
        try:
            for number, page in enumerate(self.paper.pages):
                self._begin(page, first=number == 0)
                for at, entry in enumerate(page.entries):
                    self._enter(entry, page.entries[at + 1 :])
                    self.stands = len(self.events)
            self._ended()
        except Refused as refused:
            doubt = self.doubt or _Doubt(self.stands, refused)
            self.stands, self.trouble, self.note = doubt.stands, doubt.refused.refusal, None

    @property
    def oddities(self) -> tuple[int, ...]:
        """How badly the rules of the match fit the file: events that are lost by an error (more
        than none), illegal plays and forfeits; nothing where they fit."""
        lost = 0 if self.trouble is None else MOST_ENTRIES * 10 - self.stands
        return (lost, self.doubts) if lost or self.doubts else ()

    @property
    def transcribed(self) -> Transcribed:
        """The record as far as it stands."""
        note = None if self.note is None else self.note.refusal
        record = replace(self.head, events=tuple(self.events[: self.stands]))
        return Transcribed(record, self._placed(self.trouble), self._placed(note))

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
        if last and self.state.phase not in over:
            self.note = _bad_file("stops", last[0])

    def _begin(self, page: Page, *, first: bool) -> None:
        self.page = page
        if first and page.entries and page.entries[0].did is Did.SET:
            return  # a match may begin with any position and score
        if not first:
            if self.state.phase is not Phase.OVER:
                raise bad_file("unfinished", page.line)
            self._act(Action(Kind.NEXT))
        if self.state.score != page.score and (any(page.score) or self.paper.length):
            raise bad_file("score", page.line)
        self.doubt, self.kept = None, 0

    def _enter(self, entry: Entry, later: tuple[Entry, ...]) -> None:
        try:
            match entry.did:
                case Did.PLAY:
                    self._play(entry, later)
                case Did.DOUBLE:
                    self._double(entry)
                case Did.RESIGN:
                    self._resign(Side(entry.player), entry)
                case Did.WIN:
                    self._win(entry)
                case Did.SET:
                    self._set(entry, later)
                case did:
                    self._act(Action(_ANSWERS[did], Side(entry.player)))
        except Refused as refused:
            raise _in_line(refused, entry) from None

    def _act(self, *actions: Action) -> None:
        for action in actions:
            self.state, _ = turn.follow(self.state, action)
            self.events.append(action)

    # ---------------------------------------------------------------------------------- the entries

    def _set(self, entry: Entry, later: tuple[Entry, ...]) -> None:
        """What was put down by hand: what stands there anyway, or what the match begins with."""
        found, score = entry.set_up, self.page.score
        if found is None:
            raise _bad_file("sgf_setup", entry)
        if found.agrees(self.state) and self.state.score == score:
            return
        if self.events:
            raise _bad_file("sgf_setup", entry)
        players = [one.player for one in later if one.did in (Did.PLAY, Did.DOUBLE)]
        side = Side(players[0] if players else found.turn or 0)
        start = found.line(self.state, side, score, crawford=self.page.crawford)
        self.state = one_line.read(self.state.rules, start, self.match)
        self.head = replace(self.head, start=start)

    def _play(self, entry: Entry, later: tuple[Entry, ...]) -> None:
        side, dice = Side(entry.player), entry.dice
        assert dice is not None
        if entry.play and self._played_plainly(side, dice, entry.play):
            return
        if self.state.phase is Phase.OPENING:
            high, low = max(dice), min(dice)
            dice = (high, low) if side is Side.WHITE else (low, high)
            self._act(Action(Kind.OPENING, None, dice))
        else:
            self._act(Action(Kind.THROW, side, dice))
        thrown = self.state, len(self.events)
        try:
            self._played(entry, later)
        except Refused as refused:
            self.state = thrown[0]
            del self.events[thrown[1] :]
            self._keep(entry, refused, last=not later)

    def _played_plainly(self, side: Side, dice: Throw, play: str) -> bool:
        """A whole turn at once, if the file says all of it and the rules allow it: nearly all are
        such turns, and thousands of matches are taken in together."""
        if self.state.side is not side:
            return False
        steps = steps_of(self.state, dice, play)
        after = turn.whole_turn(self.state, dice, steps)
        if after is None:
            return False
        moved = (step_action(side, step) for step in steps)
        self.events += (Action(Kind.THROW, side, dice), *moved, Action(Kind.DONE, side))
        self.state = after
        return True

    def _played(self, entry: Entry, later: tuple[Entry, ...]) -> None:
        """A play by the rules."""
        if entry.board:
            raise _bad_file("marked", entry)
        if entry.play:
            steps = notation.read_steps(self.state, entry.play, "own", stars=False)
            self.events += [action for action, _ in steps]
            self.state = steps[-1][1]
        if self.state.phase is not Phase.MOVE:
            return
        if not entry.play and self.state.turn.ending is None and _given_up(later):
            return  # thrown, and then somebody resigned
        self._act(Action(Kind.DONE, Side(entry.player)))

    def _keep(self, entry: Entry, refused: Refused, *, last: bool) -> None:
        """An illegal play that was kept, if checkers can be moved so at all, and somebody went
        on."""
        marked = bool(entry.board)
        moves = moves_to(self.state, entry.board) if marked else kept_play(self.state, entry.play)
        self.kept += 1
        if moves is None or (last and not marked) or self.kept > _MOST_KEPT:
            raise refused
        self._doubt(_in_line(refused, entry))
        try:
            self._act(Action(Kind.ILLEGAL, Side(entry.player), moves=moves))
        except Refused:
            raise refused from None
        self._notice("kept", entry)

    def _doubt(self, refused: Refused) -> None:
        """From here on the game is outside the rules; `refused` is what to say if it fails."""
        self.doubts += 1
        if self.doubt is None:
            self.doubt = _Doubt(self.stands, refused)

    def _notice(self, what: str, entry: Entry) -> None:
        if self.note is None:
            self.note = _bad_file(what, entry)

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
            self._end_early(winner, entry)
        result = self.state.result
        if result is None or result.winner is not winner:
            raise _bad_file("winner", entry)
        before = self.state.score[entry.player] - result.points
        # Some programs write no more points than the match still needed.
        enough = self.state.phase is Phase.END and before + entry.value >= self.paper.length
        if entry.value and result.points != entry.value and not enough:
            raise _bad_file("points", entry)

    def _end_early(self, winner: Side, entry: Entry) -> None:
        """A double that nobody answered is dropped; else the loser gives up, or forfeits."""
        cube, offer = self.state.cube.value, self.state.offer
        doubled = offer is not None and offer.kind is Kind.DOUBLE and offer.side is winner
        if doubled and entry.value in (0, cube):
            self._act(Action(Kind.DROP, winner.other))
            return
        if offer is not None and offer.kind is Kind.RESIGN and offer.side is not winner:
            self._act(Action(Kind.ACCEPT, winner))
            return
        number = entry.value // cube or 1
        if entry.value % cube or number > turn.most_resigned(self.state):
            self._forfeited(winner.other, entry)
        elif self._resign(winner.other, entry, number):
            self._act(Action(Kind.ACCEPT, winner))

    def _resign(self, loser: Side, entry: Entry, number: int = 0) -> bool:
        """Somebody gives up; whether the other has still to accept it."""
        number = number or entry.value or 1
        if self.state.phase in _WHERE_ONE_RESIGNS and self.state.side is loser:
            self._act(Action(Kind.RESIGN, loser, number=number))
            return True
        self._act(Action(Kind.CONCEDE, loser, number=number))
        self._notice("conceded", entry)
        return False

    def _forfeited(self, loser: Side, entry: Entry) -> None:
        """Points that no resignation gives."""
        if not 0 < entry.value <= MOST_FORFEITED:
            raise _bad_file("points", entry)
        self._doubt(_bad_file("points", entry))
        self._act(Action(Kind.FORFEIT, loser, number=entry.value))
        self._notice("forfeit", entry)


def _in_line(refused: Refused, entry: Entry) -> Refused:
    """What the rules refused, with its place in the file."""
    if refused.refusal.code == "bad_file":
        return refused
    reason = refused.refusal
    details = {"what": "rules", **_place(entry), "reason": reason.code}
    return Refused(Refusal("bad_file", {**details, "details": dict(reason.details)}))


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
