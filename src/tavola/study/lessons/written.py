"""Lessons as they are written: `lesson.toml` without words, and a text in each language.

    order = 10                              # among the lessons of the game
    [[step]]
    name = "hit"                            # the name of its section in every text
    ask = "W 1:2 ... | B 24:2 ... | W 6-3"  # the learner plays
    good = ["1/10*"]                        # any of these passes, in booklet numbers
    gap = 0.25                              # so much better than the next play; or `rule = true`
    said = { "12/21" = "runs" }             # a wrong play and the section that answers it
    reason = ["his_bar"]                    # measures by which it is better than the next play

Other steps: `show` a position, with the `arrows` of a play; `count` something of `show`; `cube`, a
position where `good` is `double`, `hold`, `take` or `drop`; `play` on from a position against a
`level`.  A lesson is found by being there; one that is wrong raises `BadLesson`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from tavola.games import GAMES, find, folder
from tavola.rules.model.declaration import Value
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.text import one_line
from tavola.rules.turn.state import State
from tavola.study.lessons.counting import COUNTS
from tavola.study.lessons.texts import Text, read_text
from tavola.words.translations import LANGUAGES

SHOW, ASK, COUNT, CUBE, PLAY = "show", "ask", "count", "cube", "play"
KINDS = (ASK, CUBE, PLAY, COUNT, SHOW)
"""What a step may be, as its key says; `count` comes with a `show`."""
ANSWERS = ("double", "hold", "take", "drop")
"""What may be done with a cube."""
_LESSON = {"order", "after", "source", "options", "step"}
_STEP = {"name", *KINDS, "arrows", "good", "gap", "rule", "said", "reason", "level"}


class BadLesson(Exception):
    """A lesson that cannot be: the file, the step and the reason."""

    def __init__(self, file: Path, step: str, reason: str) -> None:
        at = f", step {step}" if step else ""
        super().__init__(f"{file.parent.name}/{file.name}{at}: {reason}")
        self.file, self.step, self.reason = file, step, reason


@dataclass(frozen=True)
class Step:
    """One step: its kind, the position that it is about (empty: none), and what is right there."""

    name: str
    kind: str
    line: str = ""
    arrows: str = ""
    good: tuple[str, ...] = ()
    gap: float | None = None
    said: Mapping[str, str] = field(default_factory=dict)
    reason: tuple[str, ...] = ()
    counts: str = ""
    level: str = ""

    @property
    def replies(self) -> tuple[str, ...]:
        """The sections under the step that every text has."""
        needs = ("right", "hint") if self.kind in (ASK, COUNT, CUBE) else ()
        return (*needs, *dict.fromkeys(self.said.values()))


@dataclass(frozen=True)
class Lesson:
    """A lesson of a game: `id` is the name of its folder; `after` names lessons that come before
    it, as `GAME/ID`."""

    game: str
    id: str
    order: int
    steps: tuple[Step, ...]
    texts: Mapping[str, Text]
    after: tuple[str, ...] = ()
    source: str = ""
    options: Mapping[str, Value] = field(default_factory=dict)

    @property
    def rules(self) -> Ruleset:
        """The rules that it is played by."""
        return find(self.game).ruleset(self.options)

    @property
    def side(self) -> Side:
        """Whose board the learner sees: his who is asked first."""
        asked = next((step for step in self.steps if step.kind in (ASK, CUBE, PLAY)), None)
        if asked is None:
            return Side.WHITE
        state = self.state(asked)
        return state.side if state.actor is None else state.actor

    def answers(self, step: Step) -> Side:
        """Who answers a step: the learner, who is the other side where a double is offered him."""
        return self.side.other if {"take", "drop"} & set(step.good) else self.side

    def step(self, name: str) -> Step | None:
        """The step of a name."""
        return next((step for step in self.steps if step.name == name), None)

    def state(self, step: Step) -> State:
        """The state of a step that has a position.  Raises `Refused` where it cannot be."""
        return one_line.read(self.rules, step.line)

    def text(self, lang: str) -> Text:
        """The text of a language, English where there is none."""
        return self.texts.get(lang) or self.texts["en"]


# ------------------------------------------------------------------------------------------ finding


@lru_cache(maxsize=64)
def lessons_of(game: str) -> tuple[Lesson, ...]:
    """The lessons of a game in their order; what cannot be read is left out.

    Raises `Refused` (code `no_game`).
    """
    found = []
    for place in folders(game):
        try:
            found.append(read(game, place))
        except BadLesson:
            continue
    return tuple(sorted(found, key=lambda lesson: (lesson.order, lesson.id)))


def folders(game: str) -> list[Path]:
    """Where the lessons of a game lie.  Raises `Refused` (code `no_game`)."""
    return sorted(path.parent for path in folder(game).glob("lessons/*/lesson.toml"))


def lesson_of(game: str, id: str) -> Lesson | None:
    """The lesson of an id.  Raises `Refused` (code `no_game`)."""
    return next((lesson for lesson in lessons_of(game) if lesson.id == id), None)


def all_lessons() -> dict[str, tuple[Lesson, ...]]:
    """The lessons of every game that has any, in the order of menus."""
    found = {game: lessons_of(game) for game in GAMES}
    return {game: lessons for game, lessons in found.items() if lessons}


def following(lesson: Lesson) -> Lesson | None:
    """The next lesson of the same game."""
    lessons = lessons_of(lesson.game)
    at = [one.id for one in lessons].index(lesson.id) + 1
    return lessons[at] if at < len(lessons) else None


# ------------------------------------------------------------------------------------------ reading


def read(game: str, place: Path) -> Lesson:
    """The lesson that lies in a folder.  Raises `BadLesson`."""
    file = place / "lesson.toml"
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadLesson(file, "", str(error)) from None
    _known(file, "", data, _LESSON)
    steps = tuple(_step(file, at, one) for at, one in enumerate(_list(file, data, "step"), start=1))
    names = [step.name for step in steps]
    if not steps or len(set(names)) != len(names):
        raise BadLesson(file, "", "steps need names, and different ones")
    texts = {lang: _text(place / f"{lang}.md", steps) for lang in LANGUAGES}
    order, source = data.get("order", 0), data.get("source", "")
    after = tuple(map(str, _list(file, data, "after")))
    if type(order) is not int or not isinstance(source, str):
        raise BadLesson(file, "", "order is a whole number, source a text")
    options = _options(file, game, data.get("options", {}))
    lesson = Lesson(game, place.name, order, steps, texts, after, source, options)
    for step in steps:
        _check_position(file, lesson, step)
    return lesson


def _known(file: Path, step: str, data: Mapping[str, Any], names: set[str]) -> None:
    unknown = sorted(set(data) - names)
    if unknown:
        raise BadLesson(file, step, f"unknown: {', '.join(unknown)}")


def _list(file: Path, data: Mapping[str, Any], key: str) -> list[Any]:
    value = data.get(key, [])
    if not isinstance(value, list):
        raise BadLesson(file, "", f"{key} is a list")
    return value


def _step(file: Path, at: int, data: Any) -> Step:
    if not isinstance(data, dict) or not isinstance(data.get("name"), str):
        raise BadLesson(file, str(at), "a step has a name")
    name = data["name"]
    _known(file, name, data, _STEP)
    kind = next((one for one in KINDS if one in data), SHOW)
    line = data.get(SHOW if kind == COUNT else kind, "")
    good, said, reason = data.get("good", []), data.get("said", {}), data.get("reason", [])
    texts = [line, data.get("arrows", ""), data.get("level", ""), *good, *said, *said.values()]
    if not all(isinstance(text, str) for text in [*texts, *reason]):
        raise BadLesson(file, name, "positions, plays and names are texts")
    gap = data.get("gap")
    if kind == ASK and (gap is None) is (data.get("rule") is not True):
        raise BadLesson(file, name, "a play is good by a gap, or by rule = true")
    if kind in (ASK, CUBE) and not good:
        raise BadLesson(file, name, "nothing is good")
    if kind == CUBE and not set(good) <= set(ANSWERS):
        raise BadLesson(file, name, f"good is one of {', '.join(ANSWERS)}")
    if kind == COUNT and data[COUNT] not in COUNTS:
        raise BadLesson(file, name, f"what is counted is one of {', '.join(COUNTS)}")
    return Step(
        name,
        kind,
        line,
        data.get("arrows", ""),
        tuple(good),
        None if gap is None else float(gap),
        dict(said),
        tuple(reason),
        data[COUNT] if kind == COUNT else "",
        data.get("level", ""),
    )


def _options(file: Path, game: str, data: object) -> Mapping[str, Value]:
    try:
        return find(game).chosen(data if isinstance(data, dict) else {"options": data})
    except Refused as refused:
        raise BadLesson(file, "", f"no such options: {refused.refusal.details}") from None


def _check_position(file: Path, lesson: Lesson, step: Step) -> None:
    if not step.line:
        if step.kind != SHOW:
            raise BadLesson(file, step.name, "a position is missing")
        return
    try:
        lesson.state(step)
    except Refused as refused:
        details = refused.refusal.details
        raise BadLesson(file, step.name, f"no such position: {details}") from None


def _text(file: Path, steps: tuple[Step, ...]) -> Text:
    try:
        text = read_text(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadLesson(file, "", str(error)) from None
    if not text.title or not text.line:
        raise BadLesson(file, "", "a text begins with a title and a line")
    if list(text.steps) != [step.name for step in steps]:
        raise BadLesson(file, "", f"its steps are {', '.join(text.steps)}")
    for step in steps:
        told = text.steps[step.name]
        if set(told.replies) != set(step.replies):
            wanted = ", ".join(step.replies) or "none"
            raise BadLesson(file, step.name, f"its answers are {wanted}")
        if not told.title or not told.body or not all(told.replies.values()):
            raise BadLesson(file, step.name, "something is empty")
    return text
