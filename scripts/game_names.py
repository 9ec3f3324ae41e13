"""Names of games on the command lines of scripts."""

from __future__ import annotations

import argparse
from collections.abc import Collection

from tavola.games import GAMES


def add_names(parser: argparse.ArgumentParser, known: Collection[str] = GAMES) -> None:
    """Take names of games that are `known`, any number of them, as `names`; another word is
    refused."""

    def game(word: str) -> str:
        if word not in known:
            raise argparse.ArgumentTypeError(f"no game {word}; the games are {', '.join(known)}")
        return word

    parser.add_argument("names", nargs="*", type=game, metavar="GAME")
