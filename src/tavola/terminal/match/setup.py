"""Getting a match on the table: what the command line said, and questions for the rest."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from tavola.games import OFFERED, find
from tavola.games.agreement import Wish, agree, in_our_line, settled
from tavola.play import log
from tavola.play.dice import (
    SEED_LENGTH,
    RecordedDice,
    SealedDice,
    SeededDice,
    Source,
    SystemDice,
    TypedDice,
    fresh_dice,
)
from tavola.play.match import Match
from tavola.rules.model.declaration import Game
from tavola.rules.model.refusal import Refused, refuse
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.text.record import Record
from tavola.terminal.match import computer, saved_matches
from tavola.terminal.match.computer import COMPUTER, HUMAN, is_computer
from tavola.terminal.match.session import Leave
from tavola.terminal.screen import pages, system_errors
from tavola.terminal.screen.console import Terminal
from tavola.terminal.typed_line import command_of, folded
from tavola.words import command_words, names, refusals, results
from tavola.words.speaker import Speaker, side_name
from tavola.words.translations import Words
from tavola.words.typed_numbers import whole_number

_YES = ("y", "yes", "s", "si", "j", "ja", "o", "oui")
_NO = ("n", "no", "nein", "non")


@dataclass(frozen=True)
class Wishes:
    """What was asked for on the command line: the match, and who sits down to it with which dice;
    empty means: ask, or the usual."""

    match: Wish = field(default_factory=Wish)
    dice: str = ""
    opponent: str = ""
    colour: str = ""
    fresh: bool = False


def _answer(terminal: Terminal, question: str) -> str:
    """What is typed at a question before a match.  Raises `Leave` for the word that leaves one."""
    typed = " ".join(terminal.ask(question).split())
    if command_of(typed) == "quit":
        raise Leave
    return typed


def _again(terminal: Terminal, words: Words, told: str) -> None:
    """What may be answered, for who answered something else; also that he need not."""
    leave = words.text("To leave type “{quit}”.", quit=command_words.shown(words, "quit"))
    terminal.trouble(f"{told} {leave}")


def ask_choice(
    terminal: Terminal, words: Words, question: str, answers: Sequence[str], usual: int = 0
) -> int:
    """Ask for one of several numbered answers; the index chosen.  Enter takes the usual one."""
    pages.show_list(
        terminal, words, [(str(n), answer) for n, answer in enumerate(answers, start=1)]
    )
    while True:
        typed = _answer(terminal, question)
        if not typed:
            return usual
        number = _number(typed, len(answers))
        if number:
            return number - 1
        _again(terminal, words, words.text("Type a number from 1 to {most}.", most=len(answers)))


def _number(typed: str, most: int) -> int:
    """A typed number from 1 to `most`, or 0."""
    number = whole_number(typed, 3) or 0
    return number if number <= most else 0


def ask_yes(terminal: Terminal, words: Words, question: str, *, usual: bool = True) -> bool:
    """Ask a yes-or-no question; Enter means the usual answer."""
    yes = words.text("Type yes or no; Enter means yes.")
    choice = yes if usual else words.text("Type yes or no; Enter means no.")
    while True:
        typed = folded(_answer(terminal, f"{question} {choice}"))
        if not typed:
            return usual
        if typed in _YES:
            return True
        if typed in _NO:
            return False
        _again(terminal, words, words.text("Type yes or no."))


def ask_game(terminal: Terminal, words: Words) -> Game:
    """Ask which game: a number of the list, or its id or name."""
    listed = list(OFFERED.values())
    rows = [(str(number), pages.titled(words, game)) for number, game in enumerate(listed, start=1)]
    pages.show_list(terminal, words, rows)
    while True:
        typed = folded(_answer(terminal, words.text("Which game?")))
        number = _number(typed, len(listed))
        if number:
            return listed[number - 1]
        for game in listed:
            if typed in (game.id, folded(names.game_name(words, game.id))):
                return game
        told = words.text("Type a number from 1 to {most}, or a name.", most=len(listed))
        _again(terminal, words, told)


def find_game(text: str, words: Words) -> Game:
    """The game of an id, or of a name in the language.  Raises `Refused` (code `no_game`)."""
    for game in OFFERED.values():
        if folded(text) == folded(names.game_name(words, game.id)):
            return game
    return find(text)


def house_rules(typed: Sequence[str]) -> dict[str, str]:
    """Options by their names, from texts like NAME=VALUE."""
    pairs = (text.partition("=") for text in typed)
    return {name.strip()[:40]: value for name, _, value in pairs}


def dice_source(text: str) -> Source:
    """The dice that `--dice` names.  Raises `Refused` or OSError."""
    kind, colon, rest = text.partition(":")
    if not colon and kind in ("", "system"):
        return SystemDice()
    if not colon and kind == "typed":
        return TypedDice()
    if not colon and kind == "sealed":
        return fresh_dice()
    seed = whole_number(rest, 18)
    if kind == "seed" and seed is not None:
        return SeededDice(seed)
    if kind == "record" and rest:
        return RecordedDice(log.load(Path(rest)))
    raise refuse("bad_dice_source", text=text[:40])


def checked(words: Words, wishes: Wishes) -> tuple[Wishes, Source]:
    """Wishes that can be fulfilled, with game and opponent as the catalogue calls them, and their
    dice.  Raises `Refused` or OSError, before anybody is asked anything."""
    wish = wishes.match
    if wish.game:
        wish = in_our_line(replace(wish, game=find_game(wish.game, words).id))
        agree(wish)
    else:
        _agree_in_some_game(wish)
    opponent = computer.read(wishes.opponent, words) if wishes.opponent else ""
    return replace(wishes, match=wish, opponent=opponent), dice_source(wishes.dice)


def _agree_in_some_game(wish: Wish) -> None:
    """Refuse, as the first game does, what no game can fulfil."""
    refusals: list[Refused] = []
    for game in OFFERED:
        try:
            agree(replace(wish, game=game))
        except Refused as refused:
            refusals.append(refused)
        else:
            return
    raise refusals[0]


def begin(terminal: Terminal, words: Words, wishes: Wishes, source: Source) -> Match:
    """A new match, or the one that was left unfinished; the wishes and the dice are `checked`.
    Raises `Refused` or OSError."""
    wish, opponent = wishes.match, wishes.opponent
    if not wishes.fresh:
        resumed = _resume(terminal, words, wishes)
        if resumed is not None:
            return resumed
    agreed = agree(wish if wish.game else replace(wish, game=ask_game(terminal, words).id))
    plays = opponent or _ask_opponent(terminal, words)
    if plays == COMPUTER:
        plays = _ask_level(terminal, words, agreed.game, agreed.rules)
    players = ("", "")
    if plays != HUMAN:
        seated = computer.seated(plays, agreed.game.id, agreed.rules)
        if seated == COMPUTER:
            problem = computer.problem_of(words, agreed.game.id)
            if problem:
                terminal.say(problem)
        players = _seats(wishes.colour, seated)
    if isinstance(source, SealedDice):
        source = _seeded(terminal, words, source, players)
    return Match.start(agreed.record(players), source, saved_matches.new_path(agreed.game.id))


def _seeded(
    terminal: Terminal, words: Words, dice: SealedDice, players: tuple[str, str]
) -> SealedDice:
    """Publish the commitment; only then do the people at the board give their seeds."""
    sealed = dice.header()["commitment"]
    told = words.text("The dice are sealed. Commitment: {commitment}", commitment=sealed)
    terminal.say(told, whole=True)
    for player, side in zip(players, Side, strict=True):
        if not is_computer(player):
            dice.give(side, _ask_seed(terminal, words, side))
    return dice.fixed()


def _ask_seed(terminal: Terminal, words: Words, side: Side) -> str:
    question = words.text(
        "{player}: type anything, to be mixed into the dice; just Enter draws a seed.",
        player=side_name(words, side),
    )
    while True:
        typed = terminal.ask(question).strip()
        if SealedDice.fits(typed):
            return typed or secrets.token_hex(16)
        terminal.trouble(words.text("At most {most} characters, please.", most=SEED_LENGTH))


def _seats(colour: str, player: str) -> tuple[str, str]:
    return (player, "") if colour == "black" else ("", player)


def _ask_opponent(terminal: Terminal, words: Words) -> str:
    answers = (words.text("against the computer"), words.text("two people at this keyboard"))
    return (COMPUTER, HUMAN)[ask_choice(terminal, words, words.text("Who plays?"), answers)]


def _ask_level(terminal: Terminal, words: Words, game: Game, rules: Ruleset) -> str:
    """Ask how strong the computer is to play; where there is one level, nothing is asked."""
    levels, lines, usual = computer.choices(words, game.id, rules)
    if len(levels) > 1:
        slow = computer.slowness(words, rules)
        if slow:
            terminal.say(slow)
        usual = ask_choice(terminal, words, words.text("How strong?"), lines, usual)
    return computer.seated(f"{COMPUTER}:{levels[usual].name}", game.id, rules)


def _fits(record: Record, wishes: Wishes) -> bool:
    """Whether an unfinished match is what the command line asks for, as far as it says so."""
    kind, _, rest = wishes.dice.partition(":")
    if wishes.dice and kind != record.dice.get("kind"):
        return False
    if kind == "seed" and rest != str(record.dice.get("seed")):
        return False
    if not _fits_agreement(record, wishes.match):
        return False
    return _fits_seats(record, wishes, settled(record.game, record.options, record.match).rules)


def _fits_agreement(record: Record, wish: Wish) -> bool:
    if wish.game and wish.game != record.game:
        return False
    if (wish.of_match or wish.options) and not wish.game:
        return False
    agreed = agree(replace(wish, game=record.game, position=None))
    if (wish.profile or wish.options) and agreed.options != record.options:
        return False
    if wish.of_match and agreed.match != record.match:
        return False
    return not wish.position or wish.position == record.start


def _fits_seats(record: Record, wishes: Wishes, rules: Ruleset) -> bool:
    other = next((name for name in record.players if is_computer(name)), "")
    if wishes.colour and other and record.players != _seats(wishes.colour, other):
        return False
    if wishes.opponent in ("", HUMAN):
        return not wishes.opponent or not other
    wanted = computer.seated(wishes.opponent, record.game, rules)
    return bool(other) and wanted in (COMPUTER, other)


def _why(words: Words, error: Refused | OSError) -> str:
    if isinstance(error, OSError):
        return system_errors.sentence(words, error)
    return refusals.explain(Speaker(words, Ruleset()), error.refusal, None)


def _resume(terminal: Terminal, words: Words, wishes: Wishes) -> Match | None:
    def unread(path: Path, error: Refused | OSError) -> None:
        told = words.text("The match in {file} cannot go on, and stays as it is.", file=path)
        terminal.say(f"{told} {_why(words, error)}", whole=True)

    left = saved_matches.unfinished(lambda record: _fits(record, wishes), unread)
    if left is None:
        return None
    speaker = Speaker(words, left.state.rules)
    question = words.text(
        "There is an unfinished match: {game}. {score} Go on with it?",
        game=names.game_name(words, left.record.game),
        score=results.score(speaker, left.state),
    )
    return Match.resume(left.path) if ask_yes(terminal, words, question) else None
