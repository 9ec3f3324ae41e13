"""Getting a match on the table: what the command line said, and questions for the rest."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from tavola.games import GAMES, find
from tavola.play import log
from tavola.play.dice import (
    RecordedDice,
    SealedDice,
    SeededDice,
    Source,
    SystemDice,
    TypedDice,
    new_secret,
)
from tavola.play.match import Match, new_match_id
from tavola.rules.declaration import Game, Value
from tavola.rules.record import Record
from tavola.rules.refusal import Refused, refuse
from tavola.rules.ruleset import BadRules, MatchRules
from tavola.terminal import store
from tavola.terminal.console import Terminal
from tavola.terminal.table import COMPUTER
from tavola.words import names
from tavola.words.catalogue import Words
from tavola.words.say import Speaker

_YES = ("y", "yes", "s", "sì", "si", "j", "ja", "o", "oui")
_NO = ("n", "no", "nein", "non")


@dataclass
class Wishes:
    """What was asked for on the command line; None and empty mean: ask, or the usual."""

    game: str = ""
    length: int | None = None
    games: int | None = None
    profile: str = ""
    options: Sequence[str] = field(default_factory=tuple)
    start: str = ""
    dice: str = ""
    opponent: str = ""
    colour: str = ""
    match_options: dict[str, bool] = field(default_factory=dict)
    fresh: bool = False

    @property
    def bare(self) -> bool:
        """Nothing but a game was named."""
        return not (self.length or self.games or self.profile or self.options or self.start)


def ask_choice(terminal: Terminal, words: Words, question: str, answers: Sequence[str]) -> int:
    """Ask for one of several numbered answers; the index chosen.  Enter takes the first."""
    for number, answer in enumerate(answers, start=1):
        terminal.say(f"  {number:2}  {answer}")
    while True:
        typed = terminal.ask(question).strip()
        if not typed:
            return 0
        if typed.isdecimal() and typed.isascii() and 1 <= int(typed) <= len(answers):
            return int(typed) - 1
        terminal.trouble(words.text("Type a number from 1 to {most}.", most=len(answers)))


def ask_yes(terminal: Terminal, words: Words, question: str) -> bool:
    """Ask a yes-or-no question; Enter means yes."""
    while True:
        typed = terminal.ask(f"{question} [{words.text('yes/no')}]").strip().lower()
        if typed in ("", *_YES):
            return True
        if typed in _NO:
            return False
        terminal.trouble(words.text("Type yes or no."))


def ask_game(terminal: Terminal, words: Words) -> Game:
    """Ask which game: a number of the list, or its id or name."""
    listed = list(GAMES.values())
    for number, game in enumerate(listed, start=1):
        line = f"{number:2}  {names.game_name(words, game.id)}"
        terminal.say(f"  {line:<36} {names.game_line(words, game.id)}")
    while True:
        typed = terminal.ask(words.text("Which game?")).strip().lower()
        if typed.isdecimal() and typed.isascii() and 1 <= int(typed) <= len(listed):
            return listed[int(typed) - 1]
        for game in listed:
            if typed in (game.id, names.game_name(words, game.id).lower()):
                return game
        terminal.trouble(words.text("Type a number from 1 to {most}.", most=len(listed)))


def match_rules(game: Game, wishes: Wishes) -> MatchRules:
    """How the match adds up: as wished, else as the profile has it.  Raises `Refused`."""
    usual = MatchRules()
    if game.profiles:
        usual = game.profile(wishes.profile or game.profiles[0].name).match
    try:
        if wishes.length is not None:
            usual = replace(usual, length=wishes.length, games=wishes.games)
        elif wishes.games is not None:
            usual = replace(usual, length=None, games=wishes.games)
        return replace(usual, **wishes.match_options)
    except BadRules:
        raise refuse("bad_match", what="combination") from None


def chosen_options(game: Game, wishes: Wishes) -> dict[str, Value]:
    """Profile first, then single options.  Raises `Refused`."""
    given: dict[str, object] = {}
    if wishes.profile:
        given.update(game.profile(wishes.profile).options)
    for text in wishes.options:
        name, equals, value = text.partition("=")
        if not equals:
            raise refuse("bad_option", option=text[:40], options=[o.name for o in game.options])
        given[name.strip()] = value
    return game.chosen(given)


def dice_source(text: str) -> Source:
    """The dice that `--dice` names.  Raises `Refused` or OSError."""
    kind, _, rest = text.partition(":")
    if kind in ("", "system"):
        return SystemDice()
    if kind == "typed":
        return TypedDice()
    if kind == "seed" and rest.isdecimal() and rest.isascii() and len(rest) <= 18:
        return SeededDice(int(rest))
    if kind == "sealed":
        own = rest or secrets.token_hex(4)
        return SealedDice(new_secret(), new_match_id(), (own[:64], ""))
    if kind == "record" and rest:
        return RecordedDice(log.load(Path(rest).expanduser()))
    raise refuse("bad_dice_source", text=text[:40])


def begin(terminal: Terminal, words: Words, wishes: Wishes) -> Match:
    """A new match, or the one that was left unfinished.  Raises `Refused` or OSError."""
    if wishes.bare and not wishes.fresh:
        resumed = _resume(terminal, words, wishes.game)
        if resumed is not None:
            return resumed
    game = find(wishes.game) if wishes.game else ask_game(terminal, words)
    options = chosen_options(game, wishes)
    rules = match_rules(game, wishes)
    opponent = wishes.opponent or _ask_opponent(terminal, words)
    players = ("", "") if opponent == "human" else _seats(wishes.colour)
    record = Record(
        game=game.id, options=options, match=rules, start=wishes.start, players=players
    )
    dice = dice_source(wishes.dice)
    if isinstance(dice, SealedDice):
        header = dice.header()
        terminal.say(
            words.text(
                "The dice are sealed. Commitment: {commitment}", commitment=header["commitment"]
            )
        )
    return Match.start(record, dice, store.new_path(game.id))


def _seats(colour: str) -> tuple[str, str]:
    return (COMPUTER, "") if colour == "black" else ("", COMPUTER)


def _ask_opponent(terminal: Terminal, words: Words) -> str:
    answers = (
        words.text("against the computer (the rule-of-thumb player)"),
        words.text("two people at this keyboard"),
    )
    return ("computer", "human")[ask_choice(terminal, words, words.text("Who plays?"), answers)]


def _resume(terminal: Terminal, words: Words, game_id: str) -> Match | None:
    left = store.unfinished(game_id)
    if left is None:
        return None
    speaker = Speaker(words, left.state.rules)
    question = words.text(
        "{game} is unfinished ({score}) Go on with it?",
        game=names.game_name(words, left.record.game),
        score=speaker.score(left.state),
    )
    if not ask_yes(terminal, words, question):
        return None
    try:
        return Match.resume(left.path)
    except (Refused, OSError) as error:
        if isinstance(error, Refused):
            terminal.trouble(speaker.refusal(error.refusal, None))
        else:
            terminal.trouble(str(error.strerror or error))
        return None
