"""Pages of text: the games, the rules of a game, help, and the lines under the board."""

from __future__ import annotations

from rich.markdown import Markdown
from rich.table import Table as Grid

from tavola.games import FAMILIES, GAMES
from tavola.rules.declaration import Game, text_of
from tavola.rules.position import Position
from tavola.rules.ruleset import Side
from tavola.rules.state import State
from tavola.terminal import board, commands
from tavola.terminal.console import Terminal
from tavola.words import names
from tavola.words.catalogue import Words, mark
from tavola.words.pages import rules_page

_POOL_NAMES = {
    "pips": mark("pips {count}"),
    "reserve": mark("reserve {count}"),
    "bar": mark("bar {count}"),
    "off": mark("off {count}"),
    "stage": mark("stage {count}"),
}


def pools_line(words: Words, state: State, side: Side) -> str:
    """Name, pips and what is outside the points of one side, on one line."""
    found = board.pools(state.rules, state.position, side)
    parts = [words.text(_POOL_NAMES[name], count=count) for name, count in found.items()]
    return f"{names.side_name(words, side)}: {', '.join(parts)}"


def numbering_sentence(words: Words, numbering: str) -> str:
    """Which numbers are used from now on."""
    if numbering == "own":
        return words.text("Points are now called by your own numbers: the pips still to go.")
    return words.text("Points are now called by the booklet's numbers, the same for both sides.")


def show_games(terminal: Terminal, words: Words) -> None:
    """The catalogue by families: id, name, and what is odd about each game."""
    for family in FAMILIES:
        terminal.say(f"\n{names.family_name(words, family)}", "bold")
        grid = Grid.grid(padding=(0, 2))
        for game in GAMES.values():
            if game.family != family:
                continue
            name, line = names.game_name(words, game.id), names.game_line(words, game.id)
            if terminal.plain:
                terminal.say(f"{game.id}: {name}. {line}")
            else:
                grid.add_row(game.id, name, line, style=None)
        if not terminal.plain:
            terminal.console.print(grid)


def show_rules(terminal: Terminal, words: Words, game: Game, numbering: str = "booklet") -> None:
    """The rules of a game: its start and direction drawn, then the page and the options."""
    position = Position.start(game.rules)
    if not terminal.plain:
        drawing = board.Drawing(game.rules, Side.WHITE, numbering)
        terminal.say(drawing.board(position, arrows=True))
    text = rules_page(words.lang, game.id)
    if terminal.plain:
        terminal.say(text.replace("# ", "").replace("#", "").strip())
    else:
        terminal.console.print(Markdown(text))
    show_options(terminal, words, game)


def show_options(terminal: Terminal, words: Words, game: Game) -> None:
    """What a group may agree on, as typed on the command line."""
    terminal.say("")
    for option in game.options:
        values = ", ".join(
            f"{text_of(value)} ({names.option_value(words, option.name, value)})"
            for value in option.values
        )
        terminal.say(
            words.text(
                "--option {name}=… {label}: {values}",
                name=option.name,
                label=names.option_label(words, option.name),
                values=values,
            )
        )
    if game.profiles:
        profiles = ", ".join(
            f"{profile.name} ({names.profile_name(words, profile.name)})" for profile in game.profiles
        )
        terminal.say(words.text("--profile: {profiles}", profiles=profiles))


def show_help(terminal: Terminal, words: Words, fixed: bool = False) -> None:
    """All commands, in the words of the language."""
    for name, line in commands.HELP:
        typed = commands.shown(words, name) if name in commands.COMMANDS else name
        if terminal.plain:
            terminal.say(f"{typed}: {words.text(line)}")
        else:
            terminal.say(f"  {typed:<12} {words.text(line)}")
