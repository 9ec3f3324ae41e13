"""A match as one HTML file that opens anywhere: every turn in words, with the board after it."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from tavola.drawing.picture import Look, Picture
from tavola.games.agreement import of_record
from tavola.rules.text import record as records
from tavola.rules.text.record import Record
from tavola.rules.turn.state import Action, Fact, Kind, Phase, State
from tavola.study.page import framed
from tavola.words import names, situations
from tavola.words.speaker import Speaker
from tavola.words.translations import Words
from tavola.words.what_happened import Teller

WIDTH = 480
"""Of a board, in the units of its drawing; the page shows it as wide as fits."""


def match_page(record: Record, words: Words) -> str:
    """The whole page, in the language of `words`, points with the booklet's numbers.  Raises
    `Refused` as `replay` does."""
    title = names.game_name(words, record.game)
    players = "".join(_player(words, n, name) for n, name in enumerate(record.players) if name)
    body = [f"<h1>{escape(title)}</h1>", f"<ul>{players}</ul>" if players else ""]
    return framed(words.lang, title, [*body, *_turns(record, words)])


def _player(words: Words, player: int, name: str) -> str:
    """Who played; the colour is that of the first game."""
    colour = words.within("colour", ("White", "Black")[player])
    return f"<li>{escape(colour)}: {escape(names.recorded_name(words, name))}</li>"


def _turns(record: Record, words: Words) -> Iterator[str]:
    """Everything that is told at once, with the board if checkers have moved."""
    agreed = of_record(record)
    teller, facts, steps = Teller(), list[Fact](), list[Action]()
    state = records.start_of(record, agreed.game)
    speaker = Speaker(words, state.rules, numbering="booklet", brief=True)
    game, many = 1, record.match.length is not None or record.match.games != 1
    if many:
        yield _heading(words, 1, state)
    for moment in records.replay(record, agreed.game):
        event = moment.event
        if event is not None and event.kind is not Kind.STEP:
            yield _article(speaker, teller.tell(speaker, facts, state), state, steps)
            facts, steps = [], []
            if event.kind is Kind.NEXT:
                game, state = game + 1, moment.state
                speaker = Speaker(words, state.rules, numbering="booklet", brief=True)
                yield _heading(words, game, state)
        elif event is not None:
            steps.append(event)
        facts += moment.facts
        state = moment.state
    yield _article(speaker, teller.tell(speaker, facts, state), state, steps)
    if state.phase is not Phase.END:
        yield _paragraphs(situations.situation(speaker, state))


def _heading(words: Words, game: int, state: State) -> str:
    return f'<h2 id="g{game}">{escape(names.numbered(words, game, state.in_turn))}</h2>'


def _article(speaker: Speaker, told: list[str], state: State, steps: list[Action]) -> str:
    if not told:
        return ""
    if not steps:
        return _paragraphs(told)
    look = Look(WIDTH, numbering=speaker.numbering, theme="")
    last = [step.code for step in steps]
    stands = " ".join(situations.position(speaker, state))
    board = Picture(state.rules, look).of_state(state, (), last, told[-1], stands)
    return f"<article>{_paragraphs(told)}{board}</article>"


def _paragraphs(told: list[str]) -> str:
    return "".join(f"<p>{escape(text)}</p>" for text in told)


__all__ = ["match_page"]
