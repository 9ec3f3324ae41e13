"""The text of a lesson in one language, as Markdown.

    # Hit
    A checker alone can be sent back.

    ## why: A checker alone
    What stands beside the board.

    ### right
    What is said to a good answer; `hint` helps, other names answer a wrong play.

Points stand in it as data (`words/points_in_texts.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tavola.rules.model.ruleset import Ruleset, Side
from tavola.words.points_in_texts import with_numbers


@dataclass(frozen=True)
class StepText:
    """What is said in one step: a title, the text beside the board, and answers by name."""

    title: str
    body: str
    replies: Mapping[str, str]


@dataclass(frozen=True)
class Text:
    """A lesson in one language."""

    title: str
    line: str
    steps: Mapping[str, StepText]

    def numbered(self, rules: Ruleset, numbering: str, viewer: Side) -> Text:
        """The same with the numbers of a board that `viewer` sees."""

        def told(text: str) -> str:
            return with_numbers(text, rules, numbering, viewer)

        def step(one: StepText) -> StepText:
            replies = {name: told(text) for name, text in one.replies.items()}
            return StepText(told(one.title), told(one.body), replies)

        steps = {name: step(one) for name, one in self.steps.items()}
        return replace(self, title=told(self.title), line=told(self.line), steps=steps)


def read_text(text: str) -> Text:
    """The parts of a text.  Raises ValueError for a step or an answer that comes twice."""
    head, *parts = ("\n" + text).split("\n## ")
    title, _, line = head.strip().partition("\n")
    steps: dict[str, StepText] = {}
    for part in parts:
        name, step = _step(part)
        if name in steps:
            raise ValueError(f"the step {name} comes twice")
        steps[name] = step
    return Text(title.removeprefix("# ").strip(), line.strip(), steps)


def _step(part: str) -> tuple[str, StepText]:
    own, *answers = part.split("\n### ")
    first, _, body = own.partition("\n")
    name, _, title = first.partition(":")
    replies: dict[str, str] = {}
    for answer in answers:
        key, _, reply = answer.partition("\n")
        if key.strip() in replies:
            raise ValueError(f"the answer {key.strip()} comes twice")
        replies[key.strip()] = reply.strip()
    return name.strip(), StepText(title.strip(), body.strip(), replies)
