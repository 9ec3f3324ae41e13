"""Material for fuzzing: values that break readers, damaged copies of sound JSON, and states."""

from __future__ import annotations

import copy
import json
import os
import random
from collections.abc import Callable
from functools import cache
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.model.declaration import Game
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import CODES, Refused
from tavola.rules.text import record
from tavola.rules.turn.state import Action, Kind, Phase, State

NIGHTLY = int(os.environ.get("TAVOLA_NIGHTLY", "0")) // 10
"""Examples of each fuzz test in a night; 0 runs a short, always equal selection."""


def fuzz(examples: int) -> settings:
    """Settings of a fuzz test with so many examples in a common run."""
    return settings(
        max_examples=max(examples, NIGHTLY), deadline=None, derandomize=not NIGHTLY, database=None
    )


DIGITS = ("²", "٣", "\uff11", "0", "00", "007", "-1", "+5", "1_0", " 1", "1e3", "0x1", "9" * 5000)
"""Spellings of numbers: some pass `isdecimal` or `int`, and none may pass unseen."""

TEXTS = (*DIGITS, "", "\x00", "\ud800", "\u017f", "re\u017f/5", "İ", "W", "B", "|", "x" * 70_000)

NUMBERS: tuple[int, ...] = (
    0,
    1,
    2,
    -1,
    3,
    6,
    7,
    12,
    15,
    16,
    24,
    25,
    26,
    27,
    28,
    63,
    127,
    128,
    255,
    2**31,
    2**63,
)
NUMBERS += (-(2**63) - 1, 10**30, 10**4000)

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from(NUMBERS),
    st.integers(-30, 130),
    st.sampled_from((0.0, 1.0, 2.5, float("nan"), float("inf"), 1e300)),
    st.sampled_from(TEXTS),
    st.text(max_size=8),
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=6,
)


def _places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of everything inside a JSON value."""
    items: Any = ()
    if isinstance(data, dict):
        items = data.items()
    elif isinstance(data, list):
        items = enumerate(data)
    found = [path]
    for key, value in items:
        found += _places(value, (*path, key))
    return found


@st.composite
def damaged(draw: st.DrawFn, sound: Any) -> Any:
    """A copy of a JSON value with one or two places replaced, removed, doubled or renamed."""
    data = copy.deepcopy(sound)
    for _ in range(draw(st.sampled_from((1, 1, 1, 2)))):
        path = draw(st.sampled_from(_places(data)))
        if not path:
            return draw(values)
        inner = data
        for key in path[:-1]:
            inner = inner[key]
        _damage(draw, inner, path[-1])
    return data


def _damage(draw: st.DrawFn, inner: Any, key: Any) -> None:
    how = draw(st.sampled_from(("replace", "replace", "nudge", "remove", "double", "rename")))
    value = inner[key]
    if how == "remove":
        del inner[key]
    elif how == "double" and isinstance(inner, list):
        inner.insert(key, value)
    elif how == "rename" and isinstance(inner, dict):
        inner[draw(st.sampled_from((*TEXTS, "1", "24", "25", "points")))] = inner.pop(key)
    elif how == "nudge" and type(value) is int:
        inner[key] = value + draw(st.integers(-3, 3))
    else:
        inner[key] = draw(values)


@st.composite
def damaged_text(draw: st.DrawFn, sound: str, words: tuple[str, ...]) -> str:
    """A line of words with one replaced, removed, doubled, moved, or a character changed."""
    parts = sound.split(" ")
    at = draw(st.integers(0, len(parts) - 1))
    how = draw(st.sampled_from(("replace", "remove", "double", "move", "character", "add")))
    word = draw(st.one_of(st.sampled_from(words), st.sampled_from(TEXTS)))
    if how == "character" and parts[at]:
        i = draw(st.integers(0, len(parts[at]) - 1))
        parts[at] = parts[at][:i] + draw(st.characters()) + parts[at][i + 1 :]
    elif how == "remove":
        del parts[at]
    elif how == "double":
        parts.insert(at, parts[at])
    elif how == "move":
        parts.insert(draw(st.integers(0, len(parts) - 1)), parts.pop(at))
    else:
        parts[at : at + (how == "replace")] = [word]
    return " ".join(parts)


def only_refused(function: Callable[..., Any], *arguments: Any) -> Any:
    """What a function gives, or None if it refuses; a refusal is well formed."""
    try:
        return function(*arguments)
    except Refused as refused:
        refusal = refused.refusal
        assert set(CODES[refusal.code]) <= set(refusal.details), refusal
        assert len(json.dumps(refusal.details)) < 2000
        return None


VARIANTS: tuple[tuple[str, dict[str, Any]], ...] = (
    *((game, {}) for game in GAMES),
    ("mexican", {"play_first": True}),
    ("gioul", {"remainder": "handed"}),
    ("fixed-throw", {"doubles": False}),
    ("open-throw", {"cube": True}),
    ("backgammon", {"opening": "choice", "cube_window": "any"}),
    ("pin", {"mother": True}),
)
_MATCHES = (
    MatchRules(),
    MatchRules(length=3, games=None, crawford=True),
    MatchRules(games=None, jacoby=True, beavers=True, automatic=True),
)


@cache
def states(index: int) -> tuple[State, ...]:
    """States of one variant, offers and ends of games among them."""
    name, options = VARIANTS[index]
    rules, rng = GAMES[name].ruleset(options), random.Random(index)
    found: list[State] = []
    for match in _MATCHES:
        state = turn.new_match(rules, match)
        for _ in range(120):
            found.append(state)
            if state.phase is Phase.END:
                break
            state, _ = turn.apply(state, random_action(state, rng))
    return tuple(found[::3] + [s for s in found if s.phase in (Phase.ANSWER, Phase.CHOOSE)])


def random_action(state: State, rng: random.Random) -> Action:
    """Any legal action, offers rarely."""
    legal = turn.legal(state)
    dull = [a for a in legal if a.kind not in (Kind.RESIGN, Kind.DRAW, Kind.UNDO)]
    action = rng.choice(legal if not dull or rng.random() < 0.05 else dull)
    if action.kind in (Kind.OPENING, Kind.THROW):
        return Action(action.kind, action.side, rng.choice(turn.throws(state))[0])
    return action


class Case:
    """A game, its options and a state of it; prints short (Hypothesis would unfold a dataclass)."""

    def __init__(self, game: Game, options: dict[str, Any], state: State) -> None:
        self.game = game
        self.options = options
        self.state = state

    def __repr__(self) -> str:
        return f"{self.game.id} {self.options} {record.state_to_json(self.state)}"


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Any state of any variant."""
    index = draw(st.integers(0, len(VARIANTS) - 1))
    name, options = VARIANTS[index]
    found = states(index)
    return Case(GAMES[name], options, found[draw(st.integers(0, len(found) - 1))])
