"""From a record to the paper of another program.

Raises `Refused` (code `not_written`) for what these forms cannot hold: another game, house rules,
an agreed draw, a position put in by hand in which an opening throw is awaited or a throw is partly
played.  A record of Tavola holds all of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tavola.formats.kept_play import board_of
from tavola.formats.paper import Did, Entry, Page, Paper
from tavola.formats.set_up import SetUp
from tavola.games.agreement import of_record
from tavola.rules import turn
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refused, refuse
from tavola.rules.model.ruleset import Side
from tavola.rules.model.throws import Throw
from tavola.rules.text import notation
from tavola.rules.text.record import Moment, Record, replay
from tavola.rules.turn.state import CHANCE, Action, Kind, Phase, State, Turn

VARIATIONS = {"backgammon": "Backgammon", "nackgammon": "NackGammon", "hypergammon": "HyperGammon"}
"""The games that other programs know, as they call them."""
_KNOWN_OPTIONS = {"cube"}
_ANSWERS = {Kind.TAKE: Did.TAKE, Kind.DROP: Did.DROP, Kind.BEAVER: Did.BEAVER}


def paper_of(record: Record) -> Paper:
    """The paper of a record: as far as it has come; a throw that is not played to its end is left
    out.  Who resigned after his play has played it, but for one that had taken his last checker
    off: there it would have won.

    Raises `Refused`: `not_written`, or as `replay` does.
    """
    game = of_record(record).game
    if game.id not in VARIATIONS:
        raise not_written("game")
    other = set(game.chosen(record.options))
    if other - _KNOWN_OPTIONS:
        raise not_written("options")
    if record.match.automatic or (record.match.games or 1) > 1:
        raise not_written("automatic" if record.match.automatic else "games")
    scribe = _Scribe()
    for moment in replay(record, game):
        if moment.event is None and record.start:
            scribe.put_down(moment.state)
        else:
            scribe.take(moment)
    about = _about(record.match, cube="cube" not in other)
    length = record.match.length or 0
    return Paper(length, record.players, tuple(scribe.pages), VARIATIONS[game.id], about)


def not_written(what: str) -> Refused:
    """The refusal of a record that another form cannot hold."""
    return refuse("not_written", what=what)


def untouched(state: State) -> bool:
    """Whether nothing has been played of the throw that lies there, if one does: a position that
    was put in by hand may stand in the middle of one, and no other form can say so; nor can one
    say that a double is to be chosen, or that numbers are inherited from the other's throw."""
    now = state.turn
    if state.phase not in (Phase.MOVE, Phase.CHOOSE):
        return True
    if state.phase is Phase.CHOOSE or now.dice is None:
        return False
    fell = turn.resume(state.but(turn=Turn(dice=now.dice))).turn
    return sorted(now.left) == sorted(fell.left) and now.ending == fell.ending


def _about(match: MatchRules, *, cube: bool) -> dict[str, str]:
    def told(on: bool) -> str:
        return "On" if on else "Off"

    about = (
        {"Crawford": told(match.crawford)}
        if match.length
        else {"Jacoby": told(match.jacoby), "Beaver": told(match.beavers)}
    )
    return about if cube else {**about, "CubeLimit": "1"}


@dataclass
class _Scribe:
    """Writes down what happens, game by game."""

    pages: list[Page] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    dice: Throw | None = None
    steps: list[Action] = field(default_factory=list)
    before: State | None = None

    def take(self, moment: Moment) -> None:
        state, action = moment.state, moment.event
        if action is not None and self.before is not None:
            self._write(action, self.before, state)
        if action is None or action.kind is Kind.NEXT:
            self.entries, self.dice, self.steps = [], None, []
            self.pages.append(Page(state.score, 0, crawford=state.crawford == "now"))
        self.pages[-1] = replace(self.pages[-1], entries=tuple(self.entries))
        self.before = state

    def put_down(self, state: State) -> None:
        """The position in which a match begins, and a throw that lies there."""
        if state.phase not in (Phase.START, Phase.MOVE) or not state.fresh or not untouched(state):
            raise not_written("position")
        self.pages.append(Page(state.score, 0, crawford=state.crawford == "now"))
        self.entries = [Entry(int(state.side), Did.SET, 0, set_up=SetUp.of(state))]
        self.pages[-1] = replace(self.pages[-1], entries=tuple(self.entries))
        self.before, self.dice, self.steps = state, state.turn.dice, []

    def _write(self, action: Action, before: State, state: State) -> None:
        kind = action.kind
        if kind in CHANCE:
            self.dice, self.steps = action.dice, []
        elif kind is Kind.STEP:
            self.steps.append(action)
        elif kind is Kind.UNDO:
            self.steps.pop()
        elif kind is Kind.DOUBLE:
            assert state.offer is not None
            self._add(state.offer.side, Did.DOUBLE, value=state.offer.value)
        elif kind in _ANSWERS:
            assert before.actor is not None
            self._add(before.actor, _ANSWERS[kind])
        elif kind is Kind.ILLEGAL:
            play = notation.write_moves(before.rules, before.side, action.moves, "own")
            board = board_of(state.position, state.rules, before.side)
            self._add(before.side, Did.PLAY, self.dice, play, board=board)
            self.dice, self.steps = None, []
        if kind is Kind.DONE or (kind is Kind.STEP and state.phase in (Phase.OVER, Phase.END)):
            self._add(before.side, Did.PLAY, self.dice, self._play(before))
            self.dice, self.steps = None, []
        if state.result is not None and before.result is None:
            self._end(before, state)

    def _end(self, before: State, state: State) -> None:
        assert state.result is not None
        if state.result.winner is None:
            raise not_written("draw")
        if self.dice is not None:
            left = before.rules.checkers - before.position.off(before.side)
            whole = before.turn.ending is not None and left > 0
            self._add(state.side, Did.PLAY, self.dice, self._play(state) if whole else "")
        winner, points = state.result.winner, state.result.points
        resigned = state.result.how == "resign"
        self.entries.append(Entry(int(winner), Did.WIN, 0, value=points, resigned=resigned))

    def _add(
        self,
        side: Side,
        did: Did,
        dice: Throw | None = None,
        play: str = "",
        value: int = 0,
        board: tuple[int, ...] = (),
    ) -> None:
        self.entries.append(Entry(int(side), did, 0, dice, play, value, board=board))

    def _play(self, state: State) -> str:
        """The steps as they were made."""
        moves = [(step.source, step.target) for step in self.steps]
        return notation.write_moves(state.rules, state.side, moves, "own")


__all__ = ["VARIATIONS", "not_written", "paper_of", "untouched"]
