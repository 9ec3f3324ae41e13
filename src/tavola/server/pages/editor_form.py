"""The form of the position editor: what a game has, and what is filled in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from tavola.games import GAMES, find
from tavola.games.agreement import Agreement, Wish, agree
from tavola.rules.model.declaration import Game, text_of
from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.text import draft, foreign, one_line
from tavola.rules.turn.state import State
from tavola.server.pages.forms import OPTION, Choice, Field, has_cube
from tavola.words import names
from tavola.words.speaker import Speaker, side_name
from tavola.words.translations import Words, mark
from tavola.words.typed_numbers import whole_number

_ABOUT = ("game", "length", "viewer")
"""Fields beside those of the position."""
_CUBES = 10
"""The highest cube that can be chosen is 2 to this; a line may have any."""
_NONE = "\N{EN DASH}"
_FACES = tuple(str(face) for face in range(1, 7))


@dataclass(frozen=True)
class Draft:
    """A position that is put together: the game with its options, the fields, the line that they
    make; the state that it means or why it means none.  `state` is None with a `problem`."""

    game: Game
    rules: Ruleset
    about: Mapping[str, str]
    fields: Mapping[str, str]
    line: str
    agreed: Agreement | None
    state: State | None
    problem: Refused | None

    @property
    def viewer(self) -> Side:
        """Who sits below."""
        return Side.BLACK if self.about.get("viewer") == "B" else Side.WHITE

    def address(self, path: str = "/editor") -> str:
        """A link to this position."""
        said = {name: value for name, value in self.about.items() if value}
        return f"{path}?{urlencode({**said, 'position': self.line})}"

    def speaker(self, language: str, numbering: str) -> Speaker:
        """Who tells of it: nobody's side is called `you`."""
        return Speaker(Words(language), self.rules, numbering, viewer=self.viewer)


def drafted(given: Mapping[str, str]) -> Draft:
    """The position of an address or a form: its line if there is one, else its fields.

    Raises `Refused` for a game, an option or a length that is none; what is wrong with the position
    itself stands in `problem`.
    """
    game = find(given.get("game", ""))
    wish = Wish(game.id, options=_options(game, given), length=_length(given))
    agreed = agree(wish)
    rules = agreed.rules
    text = given.get("position", "").strip()[: 2 * one_line.LONGEST]
    try:
        elsewhere = foreign.line_of(text, rules)
    except Refused as problem:
        about = {name: given[name] for name in given if _is_about(name)}
        return Draft(game, rules, about, draft.fields_of(text), text, None, None, problem)
    if elsewhere is not None:
        length = str(elsewhere.length or "")
        return drafted({**given, "position": elsewhere.line, "length": length})
    known = {name: value for name, value in given.items() if value and not _is_about(name)}
    known.pop("position", None)
    if not text and not known:
        text = one_line.write(agreed.begin())
    fields = draft.fields_of(text) if text else known
    line = text or draft.line_of(rules, fields)
    about = {name: given[name] for name in given if _is_about(name)}
    try:
        state = one_line.read(rules, line, agreed.match)
    except Refused as problem:
        return Draft(game, rules, about, fields, line, None, None, problem)
    settled = agree(Wish(game.id, options=wish.options, length=wish.length, position=line))
    return Draft(game, rules, about, fields, line, settled, state, None)


def _is_about(name: str) -> bool:
    return name in _ABOUT or name.startswith(OPTION)


def _options(game: Game, given: Mapping[str, str]) -> dict[str, str]:
    known = {option.name for option in game.options}
    return {
        name.removeprefix(OPTION): value
        for name, value in given.items()
        # Those of the game that was shown before are of no use to another one.
        if name.startswith(OPTION) and value and name.removeprefix(OPTION) in known
    }


def _length(given: Mapping[str, str]) -> Any:
    """A number; what is none stays as it is, to be refused like any other wrong wish."""
    text = given.get("length", "").strip()
    if not text or text == "0":
        return None
    number = whole_number(text, 8)
    return text if number is None else number


# ------------------------------------------------------------------------------- what is asked


@dataclass(frozen=True)
class Row:
    """A point in the table of numbers: what the reader calls it, how many of each side stand there
    (None: the side cannot be there), whose checker lies pinned, whether the tower lies."""

    point: int
    number: str
    counts: tuple[str | None, str | None]
    pinned: str
    flat: bool


@dataclass(frozen=True)
class Form:
    """All that the editor of a game asks, in the words of a language."""

    games: tuple[Choice, ...]
    options: tuple[Field, ...]
    kinds: frozenset[str]
    sides: tuple[str, str]
    rows: tuple[Row, ...]
    pools: tuple[tuple[str, str, tuple[str, str]], ...]
    stages: tuple[Field, ...]
    turn: Field
    throw: tuple[Field, ...]
    more: tuple[tuple[str, tuple[Field, ...]], ...]
    """Groups of fields: what is asked, and its fields."""
    viewer: Field
    crawford: bool


def form(words: Words, draft_: Draft, numbering: str) -> Form:
    """The form of a draft."""
    kinds = draft.kinds_of(draft_.rules)
    sides = side_name(words, Side.WHITE), side_name(words, Side.BLACK)
    about, get = draft_.about, draft_.fields.get
    return Form(
        games=tuple(
            Choice(game, names.game_name(words, game), game == draft_.game.id) for game in GAMES
        ),
        options=_option_fields(words, draft_),
        kinds=kinds,
        sides=sides,
        rows=tuple(_rows(words, draft_, numbering)),
        pools=_pools(words, draft_, kinds),
        stages=_stages(words, draft_, sides) if "stage" in kinds else (),
        turn=_select(
            "turn",
            words.text("On turn"),
            {"W": sides[0], "B": sides[1], "": words.text("the opening throw decides")},
            get("turn", ""),
        ),
        throw=_dice(words, draft_, *"abc"[: draft_.rules.dice_count]),
        more=tuple(_more(words, draft_, kinds, sides)),
        viewer=_select(
            "viewer",
            words.text("Seen by"),
            {"W": sides[0], "B": sides[1]},
            about.get("viewer") or "W",
        ),
        crawford=has_cube(draft_.game),
    )


def _select(name: str, label: str, values: Mapping[str, str], chosen: str) -> Field:
    """A field; a value that is no choice of it stays, so that nothing is lost."""
    if chosen not in values:
        values = {**values, chosen: chosen}
    choices = (Choice(value, text, value == chosen) for value, text in values.items())
    return Field(name, label, tuple(choices))


def _option_fields(words: Words, draft_: Draft) -> tuple[Field, ...]:
    found = []
    for option in draft_.game.options:
        values = {"": words.text(mark("as usual by these rules"))}
        values |= {
            text_of(value): names.option_value(words, option.name, value) for value in option.values
        }
        name = f"{OPTION}{option.name}"
        label = names.option_label(words, option.name)
        found.append(_select(name, label, values, draft_.about.get(name, "")))
    return tuple(found)


def _rows(words: Words, draft_: Draft, numbering: str) -> list[Row]:
    """The points in the order of the reader's own way, then those of the other track alone."""
    track, speaker = geometry_of(draft_.rules).track, draft_.speaker(words.lang, numbering)
    viewer, get = draft_.viewer, draft_.fields.get
    points = [*track[viewer], *(p for p in track[viewer.other] if p not in track[viewer])]
    return [
        Row(
            point,
            speaker.number(None, point),
            (
                get(f"W-{point}", "") if point in track[0] else None,
                get(f"B-{point}", "") if point in track[1] else None,
            ),
            get(f"pin-{point}", ""),
            bool(get(f"flat-{point}")),
        )
        for point in points
    ]


_POOLS = {"bar": mark("On the bar"), "res": mark("In reserve")}


def _pools(
    words: Words, draft_: Draft, kinds: frozenset[str]
) -> tuple[tuple[str, str, tuple[str, str]], ...]:
    get = draft_.fields.get
    return tuple(
        (pool, words.text(label), (get(f"{pool}-W", ""), get(f"{pool}-B", "")))
        for pool, label in _POOLS.items()
        if pool in kinds
    )


def _stages(words: Words, draft_: Draft, sides: tuple[str, str]) -> tuple[Field, ...]:
    values = {
        "1": words.text("stage 1, breaking up"),
        "2": words.text("stage 2, rebuilding"),
        "3": words.text("stage 3, bearing off"),
    }
    return tuple(
        _select(f"stage-{letter}", side, values, draft_.fields.get(f"stage-{letter}") or "1")
        for letter, side in zip(draft.LETTERS, sides, strict=True)
    )


def _dice(words: Words, draft_: Draft, *names: str) -> tuple[Field, ...]:
    values = {"": _NONE, **{face: face for face in _FACES}}
    labels = words.text("First die"), words.text("Second die"), words.text("Third die")
    return tuple(
        _select(name, label, values, draft_.fields.get(name, ""))
        for name, label in zip(names, labels, strict=False)
    )


def _more(
    words: Words, draft_: Draft, kinds: frozenset[str], sides: tuple[str, str]
) -> list[tuple[str, tuple[Field, ...]]]:
    """What only some games have besides a throw."""
    get, nobody = draft_.fields.get, {"": words.text("nobody")}
    both = {"W": sides[0], "B": sides[1]}
    found: list[tuple[str, tuple[Field, ...]]] = []
    if "runs" in kinds:
        now = {"": words.text("at once")}
        later = {
            str(n): words.text("with throw {number} from now on", number=n)
            for n in range(2, draft_.rules.run_from + 1)
        }
        choices = [
            _select(f"runs-{letter}", side, {**now, **later}, get(f"runs-{letter}", ""))
            for letter, side in both.items()
        ]
        found.append((words.text("Doubles run upwards"), tuple(choices)))
    if "heir" in kinds:
        none = {"": _NONE}
        number = _select(
            "heir-n",
            words.text("Number"),
            {**none, **{face: face for face in _FACES}},
            get("heir-n", ""),
        )
        times = _select(
            "heir-t",
            words.text("How often"),
            {**none, **{str(n): str(n) for n in range(1, 5)}},
            get("heir-t", ""),
        )
        found.append((words.text("Inherited numbers, in place of a throw"), (number, times)))
    if "ahead" in kinds:
        whose = _select("ahead", words.text("Whose"), {**nobody, **both}, get("ahead", ""))
        dice = _dice(words, draft_, "ahead-a", "ahead-b")
        found.append((words.text("Open throw that lies ready"), (whose, *dice)))
    if "fixed" in kinds:
        found.append(
            (words.text("Throw of the whole game"), _dice(words, draft_, "fixed-a", "fixed-b"))
        )
    if "cube" in kinds:
        values = {str(2**power): str(2**power) for power in range(_CUBES + 1)}
        value = _select("cube", words.text("Value"), values, get("cube") or "1")
        middle = {"": words.text("in the middle")}
        owner = _select("owner", words.text("Whose"), {**middle, **both}, get("owner", ""))
        found.append((words.text("Doubling cube"), (value, owner)))
    return found


__all__ = ["Draft", "Form", "Row", "drafted", "form"]
