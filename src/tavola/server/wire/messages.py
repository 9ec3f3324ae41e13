"""What a table and its clients say to each other: the schema, version 1.

Sides are `W` and `B`; points are the booklet's 1-24; places are a point, `bar`, `res` or `off`;
players are 0 and 1, numbers as thrown.  `seq` is the number of events that have happened, `epoch`
how often the table was wound back (a take-back).  `docs/server.md` tells the story.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

VERSION = 1
"""Version of every message; a client of another version is asked to load the page again."""

SideLetter = Literal["W", "B"]
Place = Annotated[int, Field(ge=1, le=24)] | Literal["bar", "res", "off"]
Face = Annotated[int, Field(ge=1, le=6)]
Dice = tuple[Face, Face] | tuple[Face, Face, Face]
Numbering = Literal["own", "booklet"]
Voice = Literal["brief", "full"]
Language = Literal["it", "de", "fr", "en"]


class Message(BaseModel):
    """Strict: an unknown field is an error, so that a misspelt one is never ignored."""

    model_config = ConfigDict(extra="forbid", strict=False)


# --------------------------------------------------------------------------- from client to table


class Act(Message):
    """An action, as in records: `do` and what belongs to it.

    Dice are given only where they are typed.  `seq` is what the client has seen: an action meant
    for an older state is refused (`stale`).  The answer carries the same `id`.
    """

    v: Literal[1] = 1
    type: Literal["act"]
    id: int = Field(ge=0, le=2**31)
    seq: int = Field(ge=0, le=2**31)
    do: str = Field(max_length=12)
    side: SideLetter | None = None
    dice: Dice | None = None
    number: int | None = Field(default=None, ge=0, le=12)
    source: Place | None = Field(default=None, alias="from")
    target: Place | None = Field(default=None, alias="to")


class Play(Message):
    """Several steps at once: places that one checker runs through, or a typed play.

    `text` is read as notation (`8/5 6/5`) in the numbering of the listener.
    """

    v: Literal[1] = 1
    type: Literal["play"]
    id: int = Field(ge=0, le=2**31)
    seq: int = Field(ge=0, le=2**31)
    text: str = Field(max_length=200)


class Ask(Message):
    """A question that changes nothing; the answer is an `Answer`.

    `what`: points, dice, pips, score, cube, pools, turn, last, moves, situation, position (lines of
    the whole board), log, facts (how long, how many hits, how lucky), hint, opinion.  `why` with
    `from` and `to` (or `number`) says why a step is refused, with `text` why a typed play is, or
    what it gives up; alone why the last refusal was.  `place` narrows `moves`.  `tutor` asks
    whether there is something better than the action `do` (with `number` or `dice`), from a loss of
    `limit` units on; `strict` looks at doubles that are missed, too.
    """

    v: Literal[1] = 1
    type: Literal["ask"]
    id: int = Field(ge=0, le=2**31)
    what: str = Field(max_length=12)
    place: Place | None = None
    source: Place | None = Field(default=None, alias="from")
    target: Place | None = Field(default=None, alias="to")
    number: int | None = Field(default=None, ge=0, le=6)
    text: str | None = Field(default=None, max_length=200)
    do: str | None = Field(default=None, max_length=12)
    dice: Dice | None = None
    limit: float | None = Field(default=None, ge=0, le=10)
    strict: bool = False


class Listen(Message):
    """How this client wants to be spoken to from now on; answered by a whole `Table`."""

    v: Literal[1] = 1
    type: Literal["listen"]
    language: Language | None = None
    numbering: Numbering | None = None
    voice: Voice | None = None


class Back(Message):
    """Take back to before one's last decision (against the computer, where the table allows it)."""

    v: Literal[1] = 1
    type: Literal["back"]
    id: int = Field(ge=0, le=2**31)
    seq: int = Field(ge=0, le=2**31)


class Claim(Message):
    """Break the match off as unfinished: the other player has been away for a minute in his
    turn."""

    v: Literal[1] = 1
    type: Literal["claim"]
    id: int = Field(ge=0, le=2**31)
    seq: int = Field(ge=0, le=2**31)


class Ping(Message):
    """Still there; answered by `pong`."""

    v: Literal[1] = 1
    type: Literal["ping"]


Incoming = Annotated[Act | Play | Ask | Listen | Back | Claim | Ping, Field(discriminator="type")]
"""Whatever a client may send."""

INCOMING: TypeAdapter[Act | Play | Ask | Listen | Back | Claim | Ping] = TypeAdapter(Incoming)
"""Reads what a client sent: `INCOMING.validate_json(text)` raises pydantic's `ValidationError`."""


# --------------------------------------------------------------------------- from table to client


class Stack(Message):
    """The checkers of a point: who holds it, how many, and how many of the other lie pinned below.

    `flat` marks a tower whose checkers lie side by side (Doublets).
    """

    side: SideLetter
    count: int
    pinned: int = 0
    flat: bool = False


class Pools(Message):
    """Bar, reserve and off of one side, its pips (None: there are none), its stage (Doublets)."""

    bar: int = 0
    reserve: int = 0
    off: int = 0
    pips: int | None = None
    stage: int = 0


class BoardView(Message):
    """Where all checkers are; `points` by booklet number, empty ones left out."""

    points: dict[int, Stack]
    white: Pools
    black: Pools


class Die(Message):
    """One number of the throw: its face and whether it was used, is to be used, or was lost."""

    face: int
    state: Literal["left", "used", "lost"] = "left"


class Step(Message):
    """One step of one checker by one number."""

    number: int
    source: Place = Field(alias="from")
    target: Place = Field(alias="to")


class Path(Message):
    """What one checker may do now: its steps in order, each of them legal after the one before."""

    source: Place = Field(alias="from")
    target: Place = Field(alias="to")
    steps: list[Step]


class Seat(Message):
    """Who has a colour in this game: `kind` person or computer; `here` is connected now, `away` for
    how many seconds a person has not been.  Who is `gone` does not come back: he has erased
    himself, or played elsewhere and the match was taken in.  `short` is what stands where a longer
    name has no room, empty if there is nothing shorter."""

    player: int
    side: SideLetter
    name: str
    short: str = ""
    kind: Literal["person", "computer", "open"]
    level: str | None = None
    here: bool = False
    away: int | None = None
    gone: bool = False
    score: int = 0


class OfferView(Message):
    """An open question: double, resign or draw, by whom, and its value."""

    kind: Literal["double", "resign", "draw"]
    side: SideLetter
    value: int
    sentence: str


class CubeView(Message):
    """The cube: its value, and who owns it (None: in the middle)."""

    value: int
    owner: SideLetter | None


class FromHere(Message):
    """A new table can begin with an old moment: `say` says with which one, if not with that which
    is looked at; `against` whom one may play there, two at one device being `here`."""

    say: str
    against: list[Literal["computer", "here"]]


class View(Message):
    """Everything that one viewer may see now.

    `may` are the kinds of actions that this viewer can take (without steps): throw, done, undo,
    double, ...; resignations by value in `resign`, named throws in `name`, doubles that can be
    chosen in `choose`.  Where this viewer may double before the computer throws, `throw` lets the
    computer go on.  `paths` are all moves of single checkers, only for the one on turn; of two ways
    to one place the first is the one that hits nothing on the way, else the larger number first.
    `say` is the prompt, `last_play` the last throw that was played to its end, for faint paths.
    """

    phase: str
    actor: SideLetter | None
    side: SideLetter
    board: BoardView
    dice: list[Die]
    """The numbers of the part being played, larger first as thrown; empty before a throw."""
    throw: Dice | None = None
    """The faces as thrown, of the throw being played."""
    handed: tuple[int, int] | None = None
    """Inherited numbers: (number, times)."""
    ahead: dict[SideLetter, Dice] = {}
    fixed: Dice | None = None
    opening: Dice | None = None
    cube: CubeView | None
    offer: OfferView | None = None
    seats: list[Seat]
    game: int
    playing: str = ""
    """The id of the game that is played, in a match of several games in turn; else empty."""
    crawford: bool = False
    may: list[str] = []
    resign: list[int] = []
    name: list[Dice] = []
    choose: list[int] = []
    paths: list[Path] = []
    dice_count: int = 2
    """Dice of a throw; who begins is thrown with one each."""
    typed: bool = False
    """The players throw real dice now, and type them."""
    thinking: bool = False
    """The computer thinks."""
    last_play: list[Step] = []
    last_side: SideLetter | None = None
    say: str
    """What is asked now."""
    result: str = ""
    """How game or match ended, when it has."""
    back: bool = False
    """Whether `Back` is possible."""
    over: bool = False
    """Nothing more is played: the match is decided, or was broken off."""
    winner: SideLetter | None = None
    """Who has won the game that is over; null for a draw."""
    shut: bool = False
    """The one who is to throw can play no number, whatever he throws."""
    points: dict[str, str] = {}
    """Looking back: what the question `points` answers now, a sentence for each place."""
    from_here: FromHere | None = None
    """Looking back: what whoever looks may begin there; null where he may not."""
    turns: int = 0
    """Turns of both sides that have ended in this game."""


class TwistView(Message):
    """What other games do not know: its kind, for whoever tells each kind once, and a sentence."""

    kind: str
    say: str


class Event(Message):
    """Something that happened: number, the action as in records, and the sentences to say.

    `steps` is what to animate (a last checker that jumps by itself has number 0); `hits` the points
    where a checker was sent to the bar or out of the game; `twists` what is special in it.
    """

    n: int
    action: dict[str, Any]
    steps: list[Step] = []
    hits: list[int] = []
    say: list[str] = []
    twists: list[TwistView] = []


class Table(Message):
    """The whole table; comes first, after `listen`, and whenever the client's own is of no use."""

    v: Literal[1] = 1
    type: Literal["table"] = "table"
    table: str
    epoch: int
    seq: int
    mine: list[SideLetter]
    """The colours this viewer plays now: none (watching), one, or both (one device)."""
    facing: SideLetter
    """From whose side the board is seen."""
    waiting: bool = False
    """A seat is still open."""
    view: View


class Events(Message):
    """What happened since the last message, in order, and how the table stands after it."""

    v: Literal[1] = 1
    type: Literal["events"] = "events"
    epoch: int
    seq: int
    events: list[Event]
    mine: list[SideLetter]
    facing: SideLetter
    """Changes where the players change colours after a game."""
    view: View


class Refusal(Message):
    """An action was refused and nothing changed.

    `code` is one of `refusal.py`, or stale, not_stored, too_fast, bad_message, not_seated,
    waiting, no_hints, no_back, thrown_here, throw_yours, broken_off, not_away, no_seed;
    `points` are those concerned; `say` the sentence.
    """

    v: Literal[1] = 1
    type: Literal["refused"] = "refused"
    id: int | None = None
    code: str
    points: list[Place] = []
    say: str


class Accepted(Message):
    """An action was stored; its events come in an `Events` message."""

    v: Literal[1] = 1
    type: Literal["accepted"] = "accepted"
    id: int
    seq: int


class LoggedTurn(Message):
    """A throw with its play, in notation; or something else that happened, in a word or two.

    `n` counts White's turns in a game: what has the same `n` belongs in one row, `side` says in
    which column (None: in none, it is a sentence about the game).  `throw` is `65`, with a chosen
    double `21 44`; empty where numbers are inherited.  `text` is the play in the listener's
    numbers, empty while nothing of the throw was played; `event` the event that it ends with.
    """

    n: int
    side: SideLetter | None
    throw: str
    text: str
    event: int


class Candidate(Message):
    """A play of a hint: its name, how it is typed (empty: it cannot be), what it gives up against
    the best (empty: it is the best), its figures."""

    name: str
    play: str
    loss: str
    figures: str


class Answer(Message):
    """Sentences in answer to `Ask`; for `points` one of each place, by `1`-`24`, `bar`, `off`.

    For `log` `events` holds the numbers of the events that the lines end with, so that each can be
    looked at, and `turns` the same match in notation; for `hint` `say` is the best play and
    why, `plays` holds what can be typed, `ways` the same with figures, `others` all but
    the best in a sentence; `figures` are those of the cube.
    For `tutor` `say` is the warning, or nothing, and `replies` what may be answered to it.
    """

    v: Literal[1] = 1
    type: Literal["answer"] = "answer"
    id: int
    what: str
    say: list[str] = []
    points: dict[str, str] = {}
    events: list[int] = []
    turns: list[LoggedTurn] = []
    plays: list[str] = []
    ways: list[Candidate] = []
    others: str = ""
    figures: list[str] = []
    replies: dict[str, str] = {}
    steps: int = 0
    """For `tutor`: how many of the last actions are to be taken back to think again."""


class Presence(Message):
    """Who is at the table now; `watching` counts spectators."""

    v: Literal[1] = 1
    type: Literal["presence"] = "presence"
    seats: list[Seat]
    watching: int
    waiting: bool
    rematch: str = ""
    """Where the next match of these players is played, once one of them asked for it."""
    say: list[str] = []
    """Who has sat down, is away, is back, or wants to play again; told to the others, once."""


class Pong(Message):
    """Answer to `ping`."""

    v: Literal[1] = 1
    type: Literal["pong"] = "pong"
