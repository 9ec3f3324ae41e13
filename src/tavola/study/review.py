"""The review of a match: what every decision lost, and how lucky every throw was.

    review(record)                                  all at once
    for progress in Reviewing(record, depth=1):     bit by bit: show, stop, go on
        ...
    reviewing.review                                what there is so far

A review that was stopped is a review, marked unfinished.  `Reviewing(record, depth, before=old)`
goes on with it, or looks deeper: what is judged as deep already stays, and the rest keeps its old
verdict until it gets a new one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tavola.bots import shipped_nets
from tavola.bots.search import effort
from tavola.games import find
from tavola.games.agreement import Agreement, of_record
from tavola.rules.model.declaration import Value
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refusal
from tavola.rules.model.ruleset import Ruleset
from tavola.rules.text import one_line
from tavola.rules.text.record import Record
from tavola.rules.turn import scoring
from tavola.rules.turn.state import Action, State
from tavola.study.judge import Judge
from tavola.study.questions import Ended, Question, What, asked
from tavola.study.verdicts import Decision, GameEnd, Thrown

DEPTH = 1
"""How deep a review looks unless told otherwise."""


@dataclass(frozen=True)
class Review:
    """What a reviewer says of a match.

    `events` is how many events were reviewed, `mark` what tells them from others, `nets` what tells
    the net that judged; `unit` is the mean absolute result of a game.  `finished` says that every
    question was answered as deep as was asked, `trouble` what is wrong with the record after its
    last event that can stand.  `began`: the score and the Crawford game (as of a state) before the
    first event; None in reviews of before December 2026.
    """

    game: str
    options: Mapping[str, Value]
    match: MatchRules
    players: tuple[str, str]
    events: int
    mark: str
    nets: str
    depth: int
    budget: int | None
    unit: float
    finished: bool
    decisions: tuple[Decision, ...] = ()
    throws: tuple[Thrown, ...] = ()
    games: tuple[GameEnd, ...] = ()
    trouble: Refusal | None = None
    began: tuple[tuple[int, int], str] | None = None

    def state(self, one: Decision) -> State:
        """The state before a decision, by the rules of its game and at the score of that time; what
        the games before it had seen is not told."""
        rules = find(self.game).ruleset(self.options, one.game)
        state = one_line.read(rules, one.position, self.match)
        state = state.but(game=one.game, swapped=state.player(one.side) != one.player)
        score, crawford = self._begun(state)
        for end in self.games:
            if end.n < one.n:
                state = state.but(score=end.score, crawford=crawford)
                score = end.score
                crawford = crawford if end.winner is None else scoring.crawford_after(state)
        return state.but(score=score, crawford=crawford)

    def _begun(self, state: State) -> tuple[tuple[int, int], str]:
        """Score and Crawford game at the first event: a match may begin in the middle of another.
        Where a review does not say it, whoever needs one point has had his Crawford game, as in a
        text without the word."""
        if self.began is not None:
            return self.began
        if not self.games:
            return (0, 0), ""
        end = self.games[0]
        first, second = (
            points - (end.points if end.winner == player else 0)
            for player, points in enumerate(end.score)
        )
        reached = scoring.crawford_after(state.but(score=(first, second)))
        return (first, second), "done" if reached and (first or second) else ""

    def playing(self, one: Decision | Thrown) -> str:
        """The id of the game that was played when something was judged."""
        return find(self.game).played(one.game).id

    def options_of(self, game: str) -> Mapping[str, Value]:
        """The options by which a game was played; those of a rotation are none of a single game."""
        return self.options if game == self.game else {}

    @property
    def by_these_nets(self) -> bool:
        """Whether the net that ships today has judged; else a new review says more."""
        return self.nets == shipped_nets.mark(self.game)

    @property
    def scored(self) -> bool:
        """Whether there is a score, so that decisions cost chances to win the match."""
        return any(one.chance is not None for one in self.throws)

    @property
    def judged(self) -> list[Decision | Thrown]:
        """Decisions and throws, as they came."""
        found: list[Decision | Thrown] = [*self.throws, *self.decisions]
        return sorted(found, key=lambda one: (one.n, isinstance(one, Decision)))

    def errors(self, least: float, player: int | None = None) -> list[Decision]:
        """Decisions that lost at least so many units, those that cost most first."""
        mine = (one for one in self.decisions if player in (None, one.player))
        return sorted(
            (one for one in mine if one.units >= least), key=lambda one: (-one.units, one.n)
        )


@dataclass(frozen=True)
class Progress:
    """How many of all questions are answered."""

    done: int
    total: int


@dataclass
class _Answers:
    """Answers by what was asked, those of an older review among them."""

    decisions: dict[tuple[int, What, int], Decision] = field(default_factory=dict)
    throws: dict[int, Thrown] = field(default_factory=dict)


class Reviewing:
    """A review on its way; iterate over it, and stop whenever you like.

    `depth` is how many throws are looked ahead; with a `budget` of positions the search chooses for
    each decision.  `before` is an older review of the same match, of which is kept what is good
    enough; one by other nets, or of another match, counts for nothing.  `trouble` is what a reader
    found wrong after the events of the record (`play/salvage.py`).

    Raises `Refused`: `no_net`, `bad_look`, and `bad_record` where the record has no beginning.
    """

    def __init__(
        self,
        record: Record,
        depth: int | None = None,
        budget: int | None = None,
        before: Review | None = None,
        trouble: Refusal | None = None,
    ) -> None:
        depth, budget = effort.checked(depth, budget)
        agreement = of_record(record)
        self.record = record
        self.depth = DEPTH if depth is None and budget is None else depth or 0
        self.budget = budget
        found = asked(record)
        self._asked = found if found.trouble or trouble is None else replace(found, trouble=trouble)
        start = agreement.begin()
        self._began = start.score, start.crawford
        self._judges = _Judges(agreement, self.depth, budget)
        self._options, self._nets = agreement.options, shipped_nets.mark(record.game)
        self._answers = self._kept(before)
        self._open = [one for one in self._asked.questions if not self._known(one)]
        self._total = len(self._asked.questions)

    def __iter__(self) -> Iterator[Progress]:
        """Answer one question after the other, in the order of the match."""
        while self._open:
            self._answer(self._open[0])
            del self._open[0]
            yield self.progress

    @property
    def questions(self) -> tuple[Question, ...]:
        """All that is asked, answered or not."""
        return self._asked.questions

    @property
    def progress(self) -> Progress:
        """How far it has come."""
        return Progress(self._total - len(self._open), self._total)

    @property
    def review(self) -> Review:
        """What there is so far."""
        answers, record = self._answers, self.record
        events = _stands(record, self._asked.trouble)
        return Review(
            record.game,
            self._options,
            record.match,
            record.players,
            events,
            mark_of(record.events[:events]),
            self._nets,
            self.depth,
            self.budget,
            round(self._judges.first.unit, 5),
            not self._open,
            tuple(sorted(answers.decisions.values(), key=_order)),
            tuple(answers.throws[n] for n in sorted(answers.throws)),
            tuple(_game_end(one) for one in self._asked.ended),
            self._asked.trouble,
            self._began,
        )

    def run(self) -> Review:
        """Answer all that is left."""
        for _ in self:
            pass
        return self.review

    def _answer(self, question: Question) -> None:
        if question.what is What.THROW:
            self._answers.throws[question.n] = self._judges.of(question).throw(question)
        else:
            old = self._answers.decisions.get(_key(question))
            found = self._judges.of(question).decision(question)
            kept = replace(found, rollout=old.rollout) if old else found
            self._answers.decisions[_key(question)] = kept

    def _known(self, question: Question) -> bool:
        if question.what is What.THROW:
            return question.n in self._answers.throws
        found = self._answers.decisions.get(_key(question))
        if found is None:
            return False
        if self.budget is not None or found.budget is not None:
            return found.budget == self.budget
        return found.asked >= self.depth

    def _kept(self, before: Review | None) -> _Answers:
        """Answers of an older review of the same events by the same net."""
        answers = _Answers()
        if before is None or before.nets != self._nets or before.game != self.record.game:
            return answers
        if before.mark != mark_of(self.record.events[: before.events]):
            return answers
        questions = {_key(one) for one in self._asked.questions}
        for decision in before.decisions:
            key = (decision.n, decision.what, decision.player)
            if key in questions:
                answers.decisions[key] = decision
        thrown = {one.n for one in self._asked.questions if one.what is What.THROW}
        answers.throws.update({one.n: one for one in before.throws if one.n in thrown})
        return answers


class _Judges:
    """A judge for every game that is played: one, or in a rotation several."""

    def __init__(self, agreement: Agreement, depth: int, budget: int | None) -> None:
        self._agreement, self._look = agreement, (depth, budget)
        self._made: dict[Ruleset, Judge] = {}
        self.first = self._at(1)

    def of(self, question: Question) -> Judge:
        """Who judges a question."""
        return self._at(question.state.game)

    def _at(self, number: int) -> Judge:
        playing = self._agreement.playing(number)
        if playing.rules not in self._made:
            self._made[playing.rules] = Judge(playing.game.id, playing.rules, *self._look)
        return self._made[playing.rules]


def review(
    record: Record,
    depth: int | None = None,
    budget: int | None = None,
    before: Review | None = None,
) -> Review:
    """The review of a record.  Arguments and refusals are those of `Reviewing`."""
    return Reviewing(record, depth, budget, before).run()


def deepened(record: Record, before: Review, n: int, depth: int) -> Review:
    """The same review with the decisions of event `n` judged anew, so many throws ahead.

    Raises `Refused` as `Reviewing` does; nothing changes where nothing was decided, or where the
    review is of other events or by other nets.
    """
    whole, old = taken_up(record, before)
    if not old.decisions:
        return before
    judges = _Judges(of_record(record), depth, None)
    asked_again = [one for one in whole.questions if one.n == n and one.what is not What.THROW]
    fresh = {_key(one): judges.of(one).decision(one) for one in asked_again}
    decisions = (
        replace(fresh.get((one.n, one.what, one.player), one), rollout=one.rollout)
        for one in old.decisions
    )
    return replace(old, decisions=tuple(decisions))


def taken_up(record: Record, before: Review) -> tuple[Reviewing, Review]:
    """Who would go on with a review as it was asked for, and what of it counts: nothing of one of
    other events or by other nets.  Raises `Refused` as `Reviewing` does."""
    depth = before.depth if before.budget is None else None
    whole = Reviewing(record, depth, before.budget, before)
    found = whole.review
    finished = before.finished and before.events == found.events
    return whole, replace(found, finished=finished, trouble=before.trouble)


def mark_of(events: Sequence[Action]) -> str:
    """What tells events from others: the beginning of a SHA-256."""
    text = json.dumps([event.to_json() for event in events], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _stands(record: Record, trouble: Refusal | None) -> int:
    """How many events of a record can stand."""
    if trouble is None:
        return len(record.events)
    event = trouble.details.get("event")
    return min(event - 1, len(record.events)) if isinstance(event, int) else len(record.events)


def _game_end(one: Ended) -> GameEnd:
    return GameEnd(one.n, one.game, one.winner, one.result.points, one.result.how, one.score)


def _key(question: Question) -> tuple[int, What, int]:
    return question.n, question.what, question.player


def _order(decision: Decision) -> tuple[int, bool]:
    """As they came: a double before the throw that goes on with the turn."""
    return decision.n, decision.what is not What.DOUBLE


__all__ = [
    "DEPTH",
    "Progress",
    "Review",
    "Reviewing",
    "deepened",
    "mark_of",
    "review",
    "taken_up",
]
