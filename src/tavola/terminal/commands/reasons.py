"""`tavola reasons GAME`: fit what each fact is worth in a game."""

from __future__ import annotations

from pathlib import Path

from tavola.games import find, folder
from tavola.study import weights
from tavola.study.fitting import fit
from tavola.study.measures import MEASURES
from tavola.terminal.exit_codes import BAD_INPUT
from tavola.terminal.screen.console import Terminal
from tavola.words import names
from tavola.words.opinions import decimal, share
from tavola.words.translations import Words

OFTEN = 50
"""Positions between two lines of progress."""


def reasons(
    terminal: Terminal, words: Words, game: str, positions: int, seed: int, out: Path | None
) -> int:
    """Fit a game and keep its figures; the exit code, 2 for a rotation.  Interrupted, nothing is
    written.

    Raises `Refused` (`no_game`, `no_net`), OSError.
    """
    found = find(game)
    if found.rotation:
        terminal.give_up(names.one_by_one(words, found))
        return BAD_INPUT
    target = folder(found.id) / weights.FILE if out is None else out

    def progress(done: int, of: int) -> None:
        if done % OFTEN == 0 or done == of:
            terminal.say(words.text("{done} of {of} positions", done=done, of=of))

    fitted = fit(found.id, positions, seed, progress)
    weights.write(target, fitted)
    terminal.say(words.text("What one more of each fact is worth, in points:"))
    for one in MEASURES:
        if one.name in fitted.worth:
            terminal.say(f"{one.name:16} {decimal(words, fitted.worth[one.name], 4)}")
    terminal.say(
        words.text(
            "The facts explain {share} of the difference between two plays ({pairs} pairs).",
            share=share(words, fitted.r2 or 0.0),
            pairs=fitted.pairs,
        )
    )
    terminal.say(words.text("Written to {file}.", file=str(target)), whole=True)
    return 0
