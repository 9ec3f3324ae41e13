"""A deck: puzzles that somebody failed, and errors of his own, which come back until he knows them.

    card = new_card("pin", puzzle, FAILED, now)
    card = answered(card, right=True, now=now)
    card.due                                      # when it comes back

When a card comes back is said by FSRS (the package `fsrs`), with days as its shortest steps and
without chance, so that the same answers lead to the same days.  The time is always told.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from fsrs import Card as Memory
from fsrs import Rating, Scheduler

from tavola.games import find
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.text import match_line, one_line
from tavola.rules.text.record import match_from_json
from tavola.rules.turn.state import State
from tavola.study.puzzles import Puzzle, puzzle_data, puzzle_from
from tavola.study.review import Review
from tavola.study.rollouts import without_cube
from tavola.study.verdicts import Decision

VERSION = 1
FAILED, ERROR = "puzzle", "error"
"""Where a card comes from: a puzzle that was failed, or a match."""
WORST = 3
"""Errors of a match that become cards."""
LEAST = 0.02
"""Units that an error must lose at least to become one."""

_DAY = timedelta(days=1)

_SCHEDULER = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)


@dataclass(frozen=True)
class Card:
    """A question in a deck: a position of a game with its `options`, the plays there, and when it
    is asked again (`memory` is what FSRS keeps).

    `match`: the match that it comes from, whose cube and score stand in its position; None for a
    puzzle, which is asked without a cube.
    """

    game: str
    puzzle: Puzzle
    source: str
    memory: Mapping[str, Any]
    options: Mapping[str, Any] = field(default_factory=dict)
    match: MatchRules | None = None

    @property
    def key(self) -> str:
        """What tells it from all others: the game, its options, the position and the match."""
        what: list[Any] = [self.game, dict(self.options), self.puzzle.at]
        if self.match is not None:
            what.append(self.match.to_json())
        text = json.dumps(what, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:24]

    @property
    def due(self) -> datetime:
        """When it is asked again."""
        return datetime.fromisoformat(str(self.memory["due"]))

    def to_json(self) -> dict[str, Any]:
        """All of it as data."""
        data = {
            "version": VERSION,
            "game": self.game,
            "options": dict(self.options),
            "puzzle": puzzle_data(self.puzzle),
            "source": self.source,
            "memory": dict(self.memory),
        }
        if self.match is not None:
            data["match"] = self.match.to_json()
        return data


def card_from_json(data: Any) -> Card:
    """A card from its data.  Raises ValueError, KeyError or TypeError for anything else."""
    if data["version"] != VERSION:
        raise ValueError(data["version"])
    memory = Memory.from_dict(data["memory"])
    return Card(
        str(data["game"]),
        puzzle_from(data["puzzle"]),
        str(data["source"]),
        _kept(memory),
        dict(data["options"]),
        match_from_json(data["match"]) if "match" in data else None,
    )


def new_card(
    game: str,
    puzzle: Puzzle,
    source: str,
    now: datetime,
    options: Mapping[str, Any] | None = None,
    match: MatchRules | None = None,
) -> Card:
    """A card of what has just gone wrong: it comes back in a day or so."""
    card = Card(game, puzzle, source, _kept(Memory(card_id=0, due=now)), options or {}, match)
    return answered(card, right=False, now=now)


def answered(card: Card, *, right: bool, now: datetime) -> Card:
    """The card after an answer; `now` has a time zone."""
    memory = Memory.from_dict(dict(card.memory))  # type: ignore[arg-type]
    rating = Rating.Good if right else Rating.Again
    memory, _ = _SCHEDULER.review_card(memory, rating, now)
    return replace(card, memory=_kept(memory))


def _kept(memory: Memory) -> dict[str, Any]:
    return dict(memory.to_dict())


def says_something(card: Card, *, right: bool, now: datetime) -> bool:
    """Whether an answer counts: one before its time does not where it is right, nor where the last
    one came within a day, as of a page that is loaded again."""
    last = card.memory["last_review"]
    again = last is not None and now - datetime.fromisoformat(str(last)) < _DAY
    return card.due <= now or not (right or again)


def state_of(card: Card) -> State:
    """Where a card stands.  Raises `Refused` where game or rules have changed."""
    rules = find(card.game).ruleset(card.options)
    if card.match is None:
        rules = without_cube(rules)
    return one_line.read(rules, card.puzzle.at, card.match)


def due_cards(cards: Iterable[Card], now: datetime) -> list[Card]:
    """The cards that are asked now, the one that waits longest first."""
    return sorted((card for card in cards if card.due <= now), key=lambda card: card.due)


# ------------------------------------------------------------------------------------- own errors


def of_review(review: Review, player: int, now: datetime, most: int = WORST) -> list[Card]:
    """Cards of the worst plays of somebody in a match."""
    errors = [one for one in review.errors(LEAST, player) if _asks(one)]
    errors.sort(key=lambda one: -one.units)
    return [
        new_card(game, _puzzle(review, one), ERROR, now, review.options_of(game), review.match)
        for one in errors[:most]
        for game in (review.playing(one),)
    ]


def _asks(one: Decision) -> bool:
    """Whether a decision is a play of checkers."""
    return one.what.of_checkers and one.best.does == one.done.does == "play"


def _puzzle(review: Review, one: Decision) -> Puzzle:
    state = review.state(one)
    unit = one.loss / one.units
    return Puzzle(
        " | ".join(filter(None, (one_line.write(state), match_line.write(state)))),
        tuple(way.text for way in one.ways),
        tuple(round((one.best.equity - way.equity) / unit, 3) + 0.0 for way in one.ways),
        one.taken,
        one.asked,
        (),
    )


# ------------------------------------------------------------------------------------------ leaves


def as_anki(cards: Iterable[Card]) -> str:
    """The cards as a text that Anki imports: what is asked and the answer, with a tab between."""
    lines = ["#separator:tab", "#html:false", "#columns:Front\tBack\tTags"]
    for card in cards:
        best, *others = card.puzzle.plays
        losses = card.puzzle.losses[1:]
        worse = [f"{play} (-{loss:.2f})" for play, loss in zip(others, losses, strict=True)]
        answer = best + (f"; {', '.join(worse)}" if worse else "")
        tags = f"tavola {card.game} {card.source}"
        lines.append("\t".join([f"{card.game}: {card.puzzle.at}", answer, tags]))
    return "\n".join(lines) + "\n"


def as_json(cards: Iterable[Card]) -> list[dict[str, Any]]:
    """The cards as data."""
    return [card.to_json() for card in cards]
