"""Pages of text: the games, the rules of a game."""

from __future__ import annotations

from rich.markdown import Markdown
from rich.table import Table as Grid
from rich.text import Text

from tavola.drawing.text_board import Drawing
from tavola.games import by_family
from tavola.rules.model.declaration import Game, text_of
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Side
from tavola.terminal.screen.console import Terminal
from tavola.words import names
from tavola.words.general_pages import BOARD, general_page
from tavola.words.rule_pages import markdown_of, rules_page
from tavola.words.translations import Words


def numbering_sentence(words: Words, numbering: str) -> str:
    """Which numbers are used from now on."""
    if numbering == "own":
        return words.text("Points are now called by your own numbers: the pips still to go.")
    return words.text("Points are now called by the booklet’s numbers, the same for both sides.")


def show_list(terminal: Terminal, words: Words, rows: list[tuple[str, str]]) -> None:
    """Two columns, the second wrapped under itself; in plain a sentence each."""
    if terminal.plain:
        for first, second in rows:
            terminal.say(words.labelled(first, second))
        return
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for first, second in rows:
        grid.add_row(Text(first, style="bold"), Text(second))
    terminal.show(grid)


def show_games(terminal: Terminal, words: Words) -> None:
    """The catalogue by families: id, name, and what is odd about each game."""
    for family, games in by_family().items():
        rows = [(game.id, titled(words, game)) for game in games]
        if not terminal.plain:
            terminal.say("")
        terminal.say(names.family_name(words, family), "bold underline")
        show_list(terminal, words, rows)


def titled(words: Words, game: Game) -> str:
    """The name of a game as a sentence, with the line on what is odd about it."""
    return f"{names.game_name(words, game.id)}. {names.game_line(words, game.id)}".rstrip()


def show_rules(
    terminal: Terminal, words: Words, game: Game, numbering: str, viewer: Side = Side.WHITE
) -> None:
    """The rules of a game: its start and direction drawn, then the page and the options; drawing
    and page with the numbers (`own` or `booklet`) of a board that `viewer` sees.  A rotation has a
    board for each of its games, which have pages of their own."""
    position = Position.start(game.rules)
    text = rules_page(words.lang, game.id, numbering, viewer)
    drawn = Drawing(game.rules, viewer, numbering).board(position, arrows=True)
    _show_page(terminal, text, None if game.rotation else drawn)
    show_options(terminal, words, game)


def show_general(
    terminal: Terminal, words: Words, name: str, numbering: str, viewer: Side = Side.WHITE
) -> None:
    """A page about all games, with the board where its words are told; numbers as for rules."""
    text = markdown_of(general_page(words.lang, name, numbering, viewer))
    drawn = Drawing(BOARD, viewer, numbering).board(Position.start(BOARD), arrows=True)
    _show_page(terminal, text, drawn if name == "words" else None)


def _show_page(terminal: Terminal, text: str, drawn: Text | None) -> None:
    """A page of Markdown, a board drawn below its head; in plain sentences alone."""
    if terminal.plain:
        for line in text.splitlines():
            if told := line.lstrip("#").strip().strip("*").replace("**", ""):
                terminal.say(told)
        return
    head, _, rest = text.partition("\n## ")
    terminal.show(Markdown(head))
    if drawn is not None and terminal.fits(drawn):
        terminal.say("")
        terminal.say(drawn)
    terminal.say("")
    terminal.show(Markdown(f"## {rest}"))


def show_options(terminal: Terminal, words: Words, game: Game) -> None:
    """What a group may agree on, as typed on the command line."""
    rows = []
    for option in game.options:
        label = names.option_label(words, option.name)
        values = [names.option_value(words, option.name, value) for value in option.values]
        for value, meaning in zip(option.values, values, strict=True):
            text = words.labelled(label, meaning)
            if value == option.default:
                text = words.text("{option} (usual)", option=text)
            rows.append((f"--option {option.name}={text_of(value)}", text))
    for profile in game.profiles:
        rows.append((f"--profile {profile.name}", names.profile_name(words, profile.name)))
    if rows:
        if not terminal.plain:
            terminal.say("")
        terminal.say(words.text("To be chosen when a match begins:"), "bold")
        show_list(terminal, words, rows)
