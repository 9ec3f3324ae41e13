"""Numbered lists of plays: a typed number plays one of them while nothing else has happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tavola.rules import turn
from tavola.rules.model.geometry import geometry_of
from tavola.rules.text import notation
from tavola.rules.turn.state import Action, Kind, Phase, State, step_action
from tavola.terminal import typed_line
from tavola.terminal.screen.console import Terminal
from tavola.words import command_words
from tavola.words.translations import Words

PAGE = 60
"""Plays of a page where they stand in columns."""
PLAIN_PAGE = 20
"""Plays of a page where each is a line."""
ACTIONS_AHEAD = 4
"""Actions until a step can be played: opening, throw, or a throw and a double that are named."""
_LEADS_ON = (Kind.NAME, Kind.CHOOSE, Kind.TAKE, Kind.DECLINE, Kind.REFUSE)


@dataclass(frozen=True)
class Listed:
    """A list as it was shown: after how many events, and the actions of every line."""

    seq: int
    actions: tuple[tuple[Action, ...], ...]


def plain_numbers(state: State) -> bool:
    """Whether a bare number is free to mean a play: where dice or a double are awaited it is
    those, and where checkers stand in towers it is a tower."""
    return state.phase is Phase.MOVE and not geometry_of(state.rules).towers


def label(state: State, number: int) -> str:
    """What is typed for a line of a list."""
    return str(number) if plain_numbers(state) else f"#{number}"


def possible_plays(state: State, numbering: str) -> dict[str, tuple[Action, ...]]:
    """All plays of the part that begins, or in its middle all steps, as they are typed."""
    ways = [play.steps for play in turn.plays(state)]
    ways = ways or [(action.code,) for action in turn.next_steps(state)]
    found: dict[str, tuple[Action, ...]] = {}
    for steps in ways:
        text = notation.write_play(state.rules, state.position, state.side, steps, numbering)
        found.setdefault(text, tuple(step_action(state.side, code) for code in steps))
    return found


def example_step(state: State, numbering: str) -> str:
    """A step as it is typed: one that can be played now, or else with a throw that may come."""
    for near in (state, turn.new_match(state.rules)):
        found = _first_step(near, ACTIONS_AHEAD)
        if found is not None:
            where, step = found
            codes = (step.code,)
            return notation.write_play(where.rules, where.position, where.side, codes, numbering)
    return ""


def _first_step(state: State, actions: int) -> tuple[State, Action] | None:
    steps = turn.next_steps(state)
    if steps or not actions:
        return (state, steps[0]) if steps else None
    kind = Kind.OPENING if state.phase is Phase.OPENING else Kind.THROW
    thrown = [Action(kind, None, dice) for dice, _ in turn.throws(state)]
    for action in thrown or [one for one in turn.legal(state) if one.kind in _LEADS_ON]:
        found = _first_step(turn.apply(state, action)[0], actions - 1)
        if found is not None:
            return found
    return None


def show(terminal: Terminal, words: Words, state: State, lines: Sequence[str], page: int) -> None:
    """A page of a list, the plays numbered through all pages; then what can be done with it."""
    size = PLAIN_PAGE if terminal.plain else PAGE
    pages = -(-len(lines) // size)
    page = min(max(page, 1), pages)
    first = (page - 1) * size
    numbered = [
        (label(state, first + n), line)
        for n, line in enumerate(lines[first : first + size], start=1)
    ]
    if terminal.plain:
        for number, line in numbered:
            terminal.say(words.labelled(number, line))
    else:
        _show_columns(terminal, numbered)
    told = words.text("Type {number} for the first one, and so on.", number=label(state, first + 1))
    if pages > 1:
        command = f"{command_words.shown(words, 'moves')} {page % pages + 1}"
        told += " " + words.text(
            "Page {page} of {pages}; another one: {command}.",
            page=page,
            pages=pages,
            command=command,
        )
    terminal.say(told)


def _show_columns(terminal: Terminal, numbered: Sequence[tuple[str, str]]) -> None:
    margin = max(len(number) for number, _ in numbered)
    width = max(len(line) for _, line in numbered) + margin + 4
    columns = max(1, min(5, terminal.console.width // width))
    for start in range(0, len(numbered), columns):
        row = numbered[start : start + columns]
        cells = (f"{f'{number:>{margin}} {line}':<{width}}" for number, line in row)
        terminal.say("".join(cells).rstrip())


def page_of(text: str) -> int:
    """Which page is asked for; the first one if nothing is said."""
    return typed_line.number_of(text) or 1


def chosen(found: Listed | None, seq: int, number: int, words: Words) -> tuple[Action, ...] | str:
    """The actions of a line of a list after `seq` events; or a sentence why there are none."""
    moves = command_words.shown(words, "moves")
    if found is None:
        return words.text("There is no list yet: type “{moves}” first.", moves=moves)
    if found.seq != seq:
        return words.text("That list is no longer true: type “{moves}” again.", moves=moves)
    if not 1 <= number <= len(found.actions):
        return words.text("Type a number from 1 to {most}.", most=len(found.actions))
    return found.actions[number - 1]
