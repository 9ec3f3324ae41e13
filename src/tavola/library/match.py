"""A match for programs: `Match("backgammon", length=5, dice=7)`.

    match = Match("backgammon", length=5, dice=7)
    match.roll()                     # the opening, then each throw
    match.plays[0].text              # what can be played, as it is typed
    match.play(match.plays[0])       # or match.play("24/18 13/11")
    match.undo()                     # the throw lies there again, unplayed

It is the match of `play/match.py`, which the terminal and the server play too, with what makes it
short: a wish instead of a record, throws that end by themselves, plays as text, pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Unpack

from tavola.bots.bot import Suggestion
from tavola.bots.search.analyst import complete_plays
from tavola.drawing import picture, text_board
from tavola.drawing.picture import Drawn, Stepped
from tavola.formats import reading, writing
from tavola.games.agreement import Wish, agree
from tavola.library.questions import plain_action
from tavola.play import log, match
from tavola.play.dice import (
    SealedDice,
    SeededDice,
    Source,
    SystemDice,
    TypedDice,
    fresh_dice,
    source_of,
)
from tavola.rules import turn
from tavola.rules.model.declaration import Game
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import Refused, refuse
from tavola.rules.model.ruleset import Side
from tavola.rules.model.whole_numbers import is_whole
from tavola.rules.text import notation
from tavola.rules.text.record import Record
from tavola.rules.turn.asked import wanted
from tavola.rules.turn.state import Action, Fact, Kind, Phase, Result, State, step_action


class Roll(tuple[int, ...]):
    """The dice as they fell, two or three; in the opening White's die and Black's."""

    __slots__ = ()

    def __new__(cls, *dice: int) -> Roll:
        """A roll of these dice."""
        return super().__new__(cls, dice)

    def __getnewargs__(self) -> tuple[int, ...]:
        """What a copy is made of, in another process too: the dice one by one."""
        return tuple(self)

    @property
    def first(self) -> int:
        """The first die."""
        return self[0]

    @property
    def second(self) -> int:
        """The second die."""
        return self[1]

    @property
    def third(self) -> int | None:
        """The third die; None where a throw has two."""
        return self[2] if len(self) > 2 else None

    def __repr__(self) -> str:
        names = ("first", "second", "third")
        return f"Roll({', '.join(f'{name}={die}' for name, die in zip(names, self, strict=False))})"


@dataclass(frozen=True)
class PossiblePlay:
    """One distinct way to play what is left of a part of a throw.

    `text` as it is typed, in the numbers of the side that plays; `steps` as kernel integers;
    `after` is the position that it leads to.
    """

    text: str
    steps: tuple[int, ...]
    after: Position


class Match(match.Match):
    """A match of any game, from its opening to its last point.

    `game` is a game of the catalogue or its id.  How it is played is said by keywords: those of
    `games.agreement.Wish` (`length`, `games`, `money`, `profile`, `crawford`, `jacoby`, `beavers`,
    `position` ...), and the options of the game by their names (`cube=False`).  `dice`: None for
    the system's, a whole number for a seed, `"typed"`, `"sealed"`, or any `Source`.  `numbering`:
    how plays are written, `own` (each side's) or `booklet`.

    Raises `Refused` for a wish that contradicts itself, as every door of Tavola does, and
    ValueError for other than two names of `players`.
    """

    def __init__(
        self,
        game: str | Game = "backgammon",
        *,
        dice: int | str | Source | None = None,
        numbering: str = "own",
        players: tuple[str, str] = ("", ""),
        **wish: Any,
    ) -> None:
        record = agree(Wish.of(game, **wish)).record(players)
        self._begin(record, _source(dice), numbering)

    def _begin(self, record: Record, dice: Source, numbering: str) -> None:
        self.numbering = notation.numbering_of(numbering)
        super().__init__(_with_dice(record, dice), dice)

    @classmethod
    def of_record(cls, record: Record, numbering: str = "own") -> Match:
        """The match of a record, as far as it has come.

        Raises `Refused` as `play.Match` does, and TypeError for what is no record.
        """
        if not isinstance(record, Record):
            raise wanted("a Record", record)
        made = cls.__new__(cls)
        made._begin(record, source_of(record.dice), numbering)
        return made

    # ---------------------------------------------------------------------------------- going on

    def roll(self, first: int = 0, second: int = 0, third: int = 0) -> Roll:
        """Let the dice fall, and end the throw if nothing of it can be played.

        In the opening they fall until one side begins.  Typed dice are given: `roll(3, 1)`,
        with three dice all of them.
        Raises `Refused`: `not_now`, `bad_dice`; also where dice are not typed and others are given.
        """
        if not is_whole(first, second, third):
            raise refuse("bad_dice")
        faces = (first, second, third) if third else (first, second)
        given = faces if any(faces) else None
        while True:
            opening = self.state.phase is Phase.OPENING
            if not opening and (self.state.phase is not Phase.START or self.state.names):
                raise refuse(_ended(self.state) or "not_now", action="throw")
            dice = given or self.dice.throw(self.state)
            if dice is None:
                raise refuse("bad_dice")
            kind = Kind.OPENING if opening else Kind.THROW
            self.act(Action(kind, None if opening else self.state.thrower, dice))
            if given or self.state.phase is not Phase.OPENING:
                break
        self._end_throw()
        return Roll(*dice)

    def play(self, wanted: str | Stepped | Sequence[int]) -> tuple[Fact, ...]:
        """Play steps, all of them or none, and end the throw if nothing of it is left.

        `wanted` is a play of `plays` or of `tavola.plays`, its steps, or a text (`24/18 13/11`,
        `8/5(2)`, `bar/20`).  What `Bot.best` suggests is done even if it is no play, as a double or
        its answer.  Raises `Refused`, which says which rule forbids it.
        """
        if isinstance(wanted, Suggestion):
            return self.act(*wanted.actions) + self._end_throw()
        state = self.state
        if state.phase is not Phase.MOVE:
            raise refuse(_ended(state) or "not_now", action="step")
        actions: tuple[Action, ...]
        if isinstance(wanted, str):
            actions = notation.read_play(state, wanted, self.numbering)
        else:
            steps = getattr(wanted, "steps", wanted)
            if isinstance(steps, bytes) or not isinstance(steps, Sequence) or not is_whole(*steps):
                raise refuse("unclear_play", text=str(wanted)[:40])
            actions = tuple(step_action(state.side, code) for code in steps)
        facts = self.act(*actions)
        return facts + self._end_throw()

    def _end_throw(self) -> tuple[Fact, ...]:
        state = self.state
        if state.phase is Phase.MOVE and state.turn.ending is not None:
            return self.act(Action(Kind.DONE, state.side))
        return ()

    @property
    def plays(self) -> tuple[PossiblePlay, ...]:
        """All distinct plays of what is left of the part; empty where nothing is to be played."""
        state = self.state
        if state.phase is not Phase.MOVE or not state.turn.need:
            return ()
        return tuple(self._possible(steps, after) for steps, after in complete_plays(state))

    def _possible(self, steps: tuple[int, ...], after: Position) -> PossiblePlay:
        state = self.state
        text = notation.write_play(state.rules, state.position, state.side, steps, self.numbering)
        return PossiblePlay(text, steps, after)

    @property
    def legal(self) -> tuple[Action, ...]:
        """Every action that is allowed now (`tavola.legal`)."""
        return turn.legal(self.state)

    @property
    def result(self) -> Result | None:
        """How the last game ended; None while one is played."""
        return self.state.result

    # ------------------------------------------------------------------- what else may be decided

    def name(self, first: int, second: int) -> tuple[Fact, ...]:
        """Name a throw (Double against free choice)."""
        return self.act(Action(Kind.NAME, self.state.side, (first, second)))

    def choose(self, number: int) -> tuple[Fact, ...]:
        """Choose a double."""
        return self.act(Action(Kind.CHOOSE, self.state.side, number=number)) + self._end_throw()

    def keep(self) -> tuple[Fact, ...]:
        """Play the dice of the opening."""
        return self.act(Action(Kind.KEEP, self.state.side)) + self._end_throw()

    def double(self, side: Side | None = None) -> tuple[Fact, ...]:
        """Offer a double; of the side on turn unless another is named."""
        return self.act(Action(Kind.DOUBLE, self.state.side if side is None else side))

    def resign(self, multiple: int = 1) -> tuple[Fact, ...]:
        """Offer to lose the game 1, 2 or 3 times."""
        return self.act(Action(Kind.RESIGN, self.state.side, number=multiple))

    def draw(self) -> tuple[Fact, ...]:
        """Offer a draw."""
        return self.act(Action(Kind.DRAW, self.state.side))

    def take(self) -> tuple[Fact, ...]:
        """Take the double."""
        return self._answer(Kind.TAKE)

    def drop(self) -> tuple[Fact, ...]:
        """Drop the double."""
        return self._answer(Kind.DROP)

    def beaver(self) -> tuple[Fact, ...]:
        """Take the double and double again at once."""
        return self._answer(Kind.BEAVER)

    def accept(self) -> tuple[Fact, ...]:
        """Accept the resignation or the draw."""
        return self._answer(Kind.AGREE if self._offered is Kind.DRAW else Kind.ACCEPT)

    def refuse(self) -> tuple[Fact, ...]:
        """Refuse the resignation or the draw."""
        return self._answer(Kind.DECLINE if self._offered is Kind.DRAW else Kind.REFUSE)

    @property
    def _offered(self) -> Kind | None:
        return None if self.state.offer is None else self.state.offer.kind

    def _answer(self, kind: Kind) -> tuple[Fact, ...]:
        return self.act(Action(kind, self.state.actor))

    def next_game(self) -> tuple[Fact, ...]:
        """Begin the next game of the match."""
        return self.act(Action(Kind.NEXT))

    # -------------------------------------------------------------------------------- taking back

    def undo(self) -> None:
        """Take back the last decision: a play as a whole, but for its dice, which lie there again.

        Raises `Refused` (code `nothing_to_undo`).
        """
        swaps = self.state.match.swap and self.state.rules.swap_roles
        to = self.last_decision(list(Side), swaps=swaps)
        if to is None:
            raise refuse("nothing_to_undo")
        self.back(to)

    def act(self, *actions: Action) -> tuple[Fact, ...]:
        """Take actions, all of them or none.

        Raises `Refused` if one is not allowed, or none that can be (code `bad_action`).
        """
        return super().act(*map(plain_action, actions))

    def push(self, action: Action) -> tuple[Fact, ...]:
        """Take one action, and nothing by itself."""
        return self.act(action)

    def pop(self) -> Action:
        """Take back the last event of any kind; dice that come again are the same.

        Raises `Refused` (code `nothing_to_undo`).
        """
        if not self.seq:
            raise refuse("nothing_to_undo")
        last = self.events[-1]
        self.back(self.seq - 1)
        return last

    # ----------------------------------------------------------------------------------- copies

    def copy(self) -> Match:
        """The match as it stands, which goes its own way from now on.

        Dice of a seed, and sealed ones, fall alike in both; those of the system do not.
        """
        made = type(self).__new__(type(self))
        made.__dict__.update(self.__dict__)
        made._past = self._past.until(self.seq, self.state, self.last_play)
        made.dice, made.log = deepcopy(self.dice), log.Memory()
        return made

    def __copy__(self) -> Match:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Match:
        return self.copy()

    # ------------------------------------------------------------------------------ seen, and kept

    def __str__(self) -> str:
        """The board as text."""
        return text_board.text(self.state, numbering=self.numbering)

    def __repr__(self) -> str:
        state = self.state
        return f"<Match {self.game.id} {state.score[0]}-{state.score[1]}, {state.phase.value}>"

    def svg(self, *, width: float = 480, **options: Unpack[Drawn]) -> str:
        """The board as SVG text; options as for `tavola.svg` (`theme`, `play` ...)."""
        return picture.svg(self.state, width=width, **self._drawn(options))

    def png(
        self, path: str | Path | None = None, *, width: int = 800, **options: Unpack[Drawn]
    ) -> bytes:
        """The board as a PNG image, written to a file if one is named.

        Raises ImportError without the extra `pictures`, `Refused`, OSError.
        """
        image = picture.png(self.state, width=width, **self._drawn(options))
        if path is not None:
            log.put(Path(path), image)
        return image

    def _drawn(self, options: Drawn) -> Drawn:
        """Options of a picture: numbering and last play are those of the match."""
        usual: Drawn = {"numbering": self.numbering, "last": self.last_play.steps}
        return {**usual, **options}

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return self.svg()

    def write(self, path: str | Path) -> None:
        """Write the match, completely or not at all: a name that ends with `.mat` or `.sgf` asks
        for that form, any other for our record.

        Raises OSError, or `Refused` (code `not_written`) for what the other form cannot hold.
        """
        form = writing.form_of(path)
        if form is None:
            log.write(Path(path), self.record)
        else:
            log.put(Path(path), writing.write(self.record, form).encode())


def read(path: str | Path) -> Match:
    """A match from its file: our record of either form (`docs/record.md`), `.mat` or `.sgf`, known
    by what is in it.  Of a file with several matches it is the first (`read_all`).

    Raises `Refused` (code `bad_record`, or `bad_file` with the line) naming what is wrong, or
    OSError.
    """
    return Match.of_record(reading.load(Path(path)))


def read_all(path: str | Path) -> list[Match]:
    """All matches of a file.  Raises as `read` does, for the first of them that has an error."""
    found = reading.read_file(Path(path))
    for one in found:
        if one.trouble is not None:
            raise Refused(one.trouble)
    return [Match.of_record(one.record) for one in found]


def _with_dice(record: Record, dice: Source) -> Record:
    return record if record.dice.get("kind") else replace(record, dice=dice.header())


def _source(wanted: int | str | Source | None) -> Source:
    """The dice that a caller means.  Raises `Refused` (code `bad_dice_source`)."""
    if wanted is None:
        return SystemDice()
    if is_whole(wanted):
        return SeededDice(int(wanted))  # type: ignore[arg-type]
    if isinstance(wanted, str) and wanted in ("typed", "sealed"):
        return TypedDice() if wanted == "typed" else _sealed()
    known = callable(getattr(wanted, "throw", None)) and hasattr(wanted, "header")
    if isinstance(wanted, str | int) or not known:
        raise refuse("bad_dice_source", text=str(wanted)[:40])
    return wanted


def _sealed() -> SealedDice:
    return fresh_dice().fixed()


def _ended(state: State) -> str:
    """Why nothing can be played any more, as the code of a refusal; empty while it can."""
    return {Phase.OVER: "game_over", Phase.END: "match_over"}.get(state.phase, "")


__all__ = ["Match", "PossiblePlay", "Roll", "read", "read_all"]
