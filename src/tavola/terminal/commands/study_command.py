"""The declarations of `tavola lesson`, `puzzle`, `drill`, `openings`, `rollout` and `reasons`;
light, since help must come at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tavola.terminal.commands.declared import Declared, Decorator
from tavola.words.translations import Words

if TYPE_CHECKING:
    from tavola.terminal.screen.console import Terminal


def build(declared: Declared) -> list[click.Command]:
    """The commands."""
    made = (_lesson, _puzzle, _drill, _openings, _rollout, _reasons)
    return [one(declared, declared.words) for one in made]


def _lesson(of: Declared, words: Words) -> click.Command:
    def run(terminal: Terminal, /, game: str, lesson: str, numbering: str) -> int:
        from tavola.terminal.commands import lessons

        return lessons.show(terminal, words, game, lesson, numbering)

    return of.command(
        "lesson",
        words.text("List the lessons, or go through one: you play instead of reading."),
        run,
        of.game(needed=False),
        of.argument("lesson", words.text("LESSON"), needed=False),
        of.numbering(),
    )


def _puzzle(of: Declared, words: Words) -> click.Command:
    def run(terminal: Terminal, /, **wishes: Any) -> int:
        from tavola.terminal.commands import puzzles

        return puzzles.solve(terminal, words, **wishes)

    return of.command(
        "puzzle",
        words.text("Solve puzzles of a game; without GAME the position of the day."),
        run,
        of.game(needed=False),
        of.number(
            "--number", 1, 9999, words.text("Which puzzle; otherwise from the first one on.")
        ),
        of.numbering(),
    )


def _drill(of: Declared, words: Words) -> click.Command:
    def run(terminal: Terminal, /, **wishes: Any) -> int:
        from tavola.terminal.commands import drills

        return drills.drill(terminal, words, **wishes)

    return of.command(
        "drill",
        words.text("Ten short questions about pips, throws or openings; without KIND the list."),
        run,
        of.argument("kind", words.text("KIND"), needed=False),
        of.game(needed=False),
        of.numbering(),
        of.number("--seed", 0, 10**9, words.text("Seed: the same one asks the same.")),
    )


def _openings(of: Declared, words: Words) -> click.Command:
    def run(terminal: Terminal, /, **wishes: Any) -> int:
        from tavola.terminal.commands import puzzles

        return puzzles.openings(terminal, words, **wishes)

    text = words.text("Show the best play of every first throw of a game.")
    return of.command("openings", text, run, of.game(), of.numbering())


def _rollout(of: Declared, words: Words) -> click.Command:
    def run(terminal: Terminal, /, **wishes: Any) -> int:
        from tavola.terminal.commands import rollouts

        return rollouts.rollout(terminal, words, rollouts.Wishes(**wishes))

    text = words.text
    about = (
        text("POSITION is one line with a throw, as W 1:15 | B 24:15 | W 3-1, or an XGID."),
        text("Without a throw: whether to double, or which throw to name."),
    )
    return of.command(
        "rollout",
        text("Play on from a position many times, to see which play is best.")
        + "\n\n"
        + " ".join(about),
        run,
        of.game(),
        of.argument("position", text("POSITION")),
        *_of_rollout(of, words),
        compiled=True,
    )


def _of_rollout(of: Declared, words: Words) -> list[Decorator]:
    """How much is rolled out, and where it is kept."""
    text = words.text
    return [
        of.number("--trials", 2, 1_000_000, text("How many times it is played on."), 324),
        of.number("--plays", 1, 20, text("How many plays are compared."), 4),
        of.number(
            "--horizon", 1, 2000, text("Throws that are played on before the net judges."), 7
        ),
        of.number("--seed", 0, 10**9, text("Seed: the same one leads to the same figures."), 1),
        of.number("--workers", 1, 256, text("Processes; otherwise one for each core.")),
        of.file("--keep", text("Keep the rollout in a file, and go on with what is there.")),
        of.json(text("Print data for programs.")),
    ]


def _reasons(of: Declared, words: Words) -> click.Command:
    def run(terminal: Terminal, /, **wishes: Any) -> int:
        from tavola.terminal.commands import reasons

        return reasons.reasons(terminal, words, **wishes)

    text = words.text
    return of.command(
        "reasons",
        text("Find out what the reasons for a play are worth in a game, from its own games."),
        run,
        of.game(),
        of.number("--positions", 10, 100_000, text("How many positions are looked at."), 400),
        of.number("--seed", 0, 10**9, text("Seed: the same one leads to the same figures."), 1),
        of.file("--out", text("Where to write; otherwise into the folder of the game.")),
        compiled=True,
    )
