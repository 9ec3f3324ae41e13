"""The computer at a table: its level in records and questions, its nets and tables, its moves."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from rich.progress import Progress

from tavola.bots import rule_of_thumb, shipped_nets
from tavola.bots.adviser import SECONDS, Adviser, usual_budget
from tavola.bots.exact import Exact, tables_for
from tavola.bots.levels import (
    ACCEPTED,
    THUMB,
    USUAL,
    Level,
    foresees,
    level_of,
    levels_for,
    levels_of,
    quick_levels,
)
from tavola.bots.player import Player, player_for
from tavola.bots.ratings import ratings_of
from tavola.play.match import Match
from tavola.rules.kernel import backend
from tavola.rules.model.refusal import refuse
from tavola.rules.model.ruleset import Ruleset
from tavola.rules.turn.state import Action, State
from tavola.study.teacher import Teacher
from tavola.terminal.screen.console import Terminal
from tavola.terminal.typed_line import folded
from tavola.words import names
from tavola.words.translations import Words, mark

COMPUTER = "computer"
"""Marks a computer player in a record: `computer:LEVEL`, or alone for the rule of thumb."""
HUMAN = "human"
DEEP = 2
"""Throws that hints look ahead, where that is quick."""

PROBLEMS = {
    shipped_nets.Problem.MISSING: mark(
        "There is no net for this game: the computer plays by a rule of thumb."
    ),
    shipped_nets.Problem.DAMAGED: mark(
        "The net of this game is damaged or of another version: install Tavola again. "
        "Until then the computer plays by a rule of thumb."
    ),
}


def is_computer(player: str) -> bool:
    """Whether a player of a record is the computer."""
    return player.partition(":")[0] == COMPUTER


def read(text: str, words: Words) -> str:
    """An opponent as the command line names it: `human`, `computer`, or `computer:` and the id of a
    level, which may be typed by its name, too.  Raises `Refused` (code `bad_opponent`)."""
    kind, colon, rest = text.partition(":")
    wanted = folded(rest.strip())
    if kind in (HUMAN, COMPUTER) and not colon:
        return kind
    for name in ACCEPTED if kind == COMPUTER else ():
        if wanted in (name, folded(names.level_name(words, name))):
            return f"{COMPUTER}:{name}"
    raise refuse("bad_opponent", text=text[:40], levels=list(ACCEPTED))


def seated(opponent: str, game: str, rules: Ruleset) -> str:
    """How an opponent is marked in a record: with a level that the game has."""
    level = opponent.partition(":")[2]
    known = level_of(game, rules, level) if level else THUMB
    return COMPUTER if known is THUMB else f"{COMPUTER}:{known.name}"


def problem_of(words: Words, game_id: str) -> str:
    """Why the computer has no net for a game, as a sentence; empty if it has one."""
    problem = shipped_nets.load(game_id).problem
    return "" if problem is None else words.text(PROBLEMS[problem])


def choices(words: Words, game: str, rules: Ruleset) -> tuple[list[Level], list[str], int]:
    """The levels of a game, a line on each, and which of them is the usual one."""
    found = list(levels_of(game, rules))
    usual, elo = found.index(level_of(game, rules, USUAL)), ratings_of(game)
    lines = []
    for index, level in enumerate(found):
        name = names.level_name(words, level.name)
        line = names.level_told(words, level.name, elo.get(level.name), foresees(rules, level))
        text = words.text("{level}: {line}", level=name, line=line)
        lines.append(words.text("{option} (usual)", option=text) if index == usual else text)
    return found, lines, usual


def slowness(words: Words, rules: Ruleset) -> str:
    """Which levels answer soon, where not all of them do; else nothing."""
    quick = quick_levels(rules)
    if len(quick) == len(levels_for(rules)) or not quick:
        return ""
    text = words.join([names.level_name(words, level.name) for level in quick])
    if backend.numba_installed():
        return words.text(
            "The fast functions are being prepared in the background. Until they are there, from "
            "the next start on, only these levels answer within two seconds: {levels}.",
            levels=text,
        )
    return words.text(
        "Without the package numba only these levels answer within two seconds: {levels}.",
        levels=text,
    )


@contextmanager
def _bar(terminal: Terminal, words: Words) -> Iterator[Callable[[int, int], None]]:
    """Told (done, total), draws a progress bar for tables that are computed; in plain one line says
    that they are.  When they are there, it says so."""
    bar = Progress(console=terminal.console, transient=True)

    def tell(done: int, total: int) -> None:
        if not bar.tasks:
            bar.add_task("", total=total)
            terminal.say(words.text("The exact tables of this game are being computed, this once."))
            terminal.say(words.text("Ctrl-C goes on without them."))
            if not terminal.plain:
                bar.start()
        bar.update(bar.task_ids[0], completed=done)

    try:
        yield tell
    finally:
        if bar.live.is_started:
            bar.stop()
    if bar.tasks:
        terminal.say(words.text("The tables are there."))


@dataclass
class _Of:
    """Who plays and advises in one game; a rotation has several."""

    players: dict[str, Player | None] = field(default_factory=dict)
    adviser: Adviser | None = None
    teacher: Teacher | None = None
    tables: list[Exact | None] = field(default_factory=list)


class Computer:
    """Whoever plays for the computer in a match, and what it thinks when it is asked."""

    def __init__(self, match: Match, terminal: Terminal, words: Words) -> None:
        self.match = match
        self.terminal = terminal
        self.words = words
        self._of_rules: dict[Ruleset, _Of] = {}
        self._slow = False

    @property
    def _rules(self) -> Ruleset:
        return self.match.state.rules

    @property
    def _game(self) -> str:
        """The id of the game that is played now."""
        return self.match.state.playing(self.match.agreed.game)

    @property
    def _own(self) -> _Of:
        """What belongs to the game that is played now."""
        return self._of_rules.setdefault(self._rules, _Of())

    def prepare(self) -> list[str]:
        """Make ready whoever plays; what there is to say about it."""
        said: list[str] = []
        seated = [name for name in self.match.agreed.players if is_computer(name)]
        with self.terminal.waiting(self.words.text("The computer is getting ready.")):
            for name in seated:
                player = None if name == COMPUTER else self._player(name)
                lacks = player is None and name != COMPUTER
                said += [self.problem] if lacks and self.problem else []
        return said

    def choose(self, state: State) -> Sequence[Action]:
        """What the computer does now; nothing where dice must fall."""
        side = state.actor
        name = COMPUTER if side is None else self.match.agreed.players[state.player(side)]
        player = None if name == COMPUTER else self._player(name)
        if player is None:
            return rule_of_thumb.choose(state)
        actions = player.choose(state)
        if player.late and not self._slow:
            self._slow = True
            self.terminal.say(
                self.words.text(
                    "The computer looks less far ahead than it should: that would take more than "
                    "{seconds} seconds.",
                    seconds=int(SECONDS),
                )
            )
        return actions

    def adviser(self) -> Adviser | None:
        """Who gives hints, or None without a net."""
        weights, own = shipped_nets.load(self._game).weights, self._own
        if own.adviser is None and weights is not None:
            budget = usual_budget(self.depth)
            own.adviser = Adviser(self._rules, weights, self._exact(), budget, SECONDS)
        return own.adviser

    def teacher(self) -> Teacher | None:
        """Who gives reasons, or None without a net."""
        adviser, own = self.adviser(), self._own
        if own.teacher is None and adviser is not None:
            own.teacher = Teacher(self._game, adviser)
        return own.teacher

    @property
    def problem(self) -> str:
        """Why there is no net, as a sentence; empty if there is one."""
        return problem_of(self.words, self._game)

    @property
    def depth(self) -> int:
        """How far hints look ahead."""
        return DEEP if backend.compiled else 0

    def _player(self, name: str) -> Player | None:
        players = self._own.players
        if name not in players:
            players[name] = self._made(name)
        return players[name]

    def _made(self, name: str) -> Player | None:
        game, rules, level = self._game, self._rules, name.partition(":")[2]
        if shipped_nets.load(game).problem is not None:
            return None
        known = level_of(game, rules, level if level in ACCEPTED else USUAL)
        if known is THUMB:
            return None
        made = player_for(game, rules, known, self._seed(), self._exact())
        return made if isinstance(made, Player) else None

    def _seed(self) -> int:
        """A number that stays with the match when it is resumed."""
        path = self.match.log.path
        return 0 if path is None else zlib.crc32(path.name.encode())

    def _exact(self) -> Exact | None:
        tables = self._own.tables
        if not tables:
            tables.append(self._computed())
        return tables[0]

    def _computed(self) -> Exact | None:
        """The tables of the game; None, too, if the person does not want to wait for them."""
        try:
            with _bar(self.terminal, self.words) as tell:
                return tables_for(self._rules, tell)
        except KeyboardInterrupt:
            told = self.words.text("This time the game goes on without the tables.")
            self.terminal.say(told)
            return None
