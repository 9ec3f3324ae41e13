"""A game as the catalogue declares it: rules, the options groups differ in, profiles, examples.

`Game.ruleset(options)` gives the `Ruleset` that is played.  Options are plain values (bool, int,
str), so that menus, records and protocols need nothing but this declaration.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import refuse
from tavola.rules.model.rotation import InTurn, Rotation
from tavola.rules.model.ruleset import Ruleset

Value = bool | int | str


def mark(message: str) -> str:
    """A literal that `words` translates; it comes back as it is."""
    return message


def mark_within(context: str, message: str) -> str:
    """The same where one English word has several meanings."""
    return message


@dataclass(frozen=True, kw_only=True)
class Option:
    """One thing a group may agree on.

    `values` maps each allowed value to the axes it changes; the first is the ruling, the default.
    `label` and `labels` are what menus call it and its values, as marked English texts; colours,
    yes and no have words of their own.
    """

    name: str
    values: Mapping[Value, Mapping[str, Any]]
    label: str = ""
    labels: Mapping[Value, str] = field(default_factory=dict)

    @property
    def default(self) -> Value:
        """The ruling."""
        first: Value = next(iter(self.values))
        return first

    def read(self, text: object) -> Value:
        """The value that a text or a JSON value means, a whole number also where the value is the
        text of it; raises `Refused` (code `bad_option`)."""
        number = type(text) is int  # a bool is none: `True` is not the text "1" of an option
        for value in self.values:
            if value is text or (type(value) is type(text) and value == text):
                return value
            if isinstance(text, str) and text.strip().lower() in _spellings(value):
                return value
            if number and isinstance(value, str) and value == str(text):
                return value
        raise refuse(
            "bad_option",
            option=self.name,
            value=str(text)[:40],
            values=[text_of(v) for v in self.values],
        )


def text_of(value: Value) -> str:
    """An option value as typed on a command line."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _spellings(value: Value) -> tuple[str, ...]:
    if isinstance(value, bool):
        return ("yes", "true", "1", "on") if value else ("no", "false", "0", "off")
    return (str(value).lower(),)


@dataclass(frozen=True, kw_only=True)
class Profile:
    """A named bundle: option values and how a match is usually played.

    `label` is a text marked within `profile`.
    """

    name: str
    label: str = ""
    options: Mapping[str, Value] = field(default_factory=dict)
    match: MatchRules = field(default_factory=MatchRules)
    lengths: tuple[int, ...] = ()
    """Usual match lengths, for menus."""


@dataclass(frozen=True, kw_only=True)
class Example:
    """A worked example, executed by the tests.

    It begins with the position and turn of `text` (`one_line.py`), or without a text with a new
    match, and plays `line`, if there is one (`script.py`).  Then one of these, or both, must
    hold:

    - `plays` are all distinct plays of the part that begins, in booklet numbers; empty: nothing
    can be
      played.  One play stands for each position reached.
    - `then` describes the state as `script.outcome` does, or is its whole text form; or it reads
      `refused CODE`: the last item of the line is refused for that reason.

    `options` are the game's options, `rule` names the place of the rule.
    """

    text: str = ""
    line: str = ""
    plays: tuple[str, ...] | None = None
    then: str = ""
    options: Mapping[str, Value] = field(default_factory=dict)
    match: MatchRules = field(default_factory=MatchRules)
    rule: str = ""


@dataclass(frozen=True, kw_only=True)
class Telling:
    """A moment that shows what makes a game, for the wall and beside its rules.

    `text` is the position with its throw (`one_line.py`) and `play` what is played there, in
    booklet numbers; both come from a worked example wherever one has them.  `chain` are the throws
    of a run, in order, each with the letter of who plays it (`W 3-3`, `B 4-4`); `choices` throws
    to choose from, `chosen` the one that is taken; `spared` points on which nobody may be hit.
    """

    text: str
    play: str = ""
    chain: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    chosen: str = ""
    spared: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game of the catalogue; `id` is stable, names and texts are found by it."""

    id: str
    family: str
    place: int = 0
    """Its place in the booklet, from 1; 0: it comes from elsewhere."""
    rules: Ruleset
    options: tuple[Option, ...] = ()
    profiles: tuple[Profile, ...] = ()
    source: str = ""
    """Where the rules come from, and the decisions taken where the source is silent."""
    examples: tuple[Example, ...] = ()
    net_of: str = ""
    """The game whose net plays it, too; empty: it has one of its own.  For games that are played
    alike and differ in the worth of a win, which no net says, in what lies around play, in the
    start, if the net has learnt to judge the positions that come of it, or in a rule that a duel
    with a net trained for it finds to make no difference."""
    telling: tuple[Telling, ...] = ()
    """The moments that show it: the first on its card, the last where there is room for a large
    board; without any it is its start."""
    rotation: tuple[Game, ...] = ()
    """The games that are played in turn where a match changes its game, the first of which `rules`
    are of; empty: one game all the time.  The options change the axes of every one of them."""

    def option(self, name: str) -> Option:
        """The option of a name; raises `Refused` (code `bad_option`)."""
        for option in self.options:
            if option.name == name:
                return option
        raise refuse(
            "bad_option", option=str(name)[:40], options=[option.name for option in self.options]
        )

    def chosen(self, options: Mapping[str, object]) -> dict[str, Value]:
        """The options that differ from the ruling, checked."""
        if not isinstance(options, Mapping):
            self.option(str(options))
            raise refuse("bad_option", option=str(options)[:40])
        read = {name: self.option(name).read(value) for name, value in options.items()}
        return {
            option.name: read[option.name]
            for option in self.options
            if option.name in read and read[option.name] != option.default
        }

    def ruleset(self, options: Mapping[str, object] | None = None, number: int = 1) -> Ruleset:
        """The rules with options applied, of game `number` (from 1) of a match.

        Raises `Refused` for an option the game does not have.
        """
        rules = self.played(number).rules
        chosen = self.chosen(options or {})
        for option in self.options:
            if option.name in chosen:
                rules = replace(rules, **option.values[chosen[option.name]])
        return rules

    def knows(self, rules: Ruleset) -> bool:
        """Whether these are its rules, whatever options were applied."""
        free = {axis for one in self.options for changed in one.values.values() for axis in changed}
        fixed = {axis.name for axis in fields(Ruleset)} - free
        return all(getattr(rules, axis) == getattr(self.rules, axis) for axis in fixed)

    def played(self, number: int) -> Game:
        """The game that is played as game `number` (from 1) of a match."""
        return self.rotation[(number - 1) % len(self.rotation)] if self.rotation else self

    def in_turn(self, options: Mapping[str, object] | None = None) -> Rotation:
        """What is played in turn, with options applied; empty where it is always this game.  Raises
        `Refused` as `ruleset`."""
        return tuple(
            InTurn(game.id, self.ruleset(options, number))
            for number, game in enumerate(self.rotation, start=1)
        )

    def digest(self, options: Mapping[str, object] | None = None) -> str:
        """The digest of the rules, of a rotation those of all its games.  Raises `Refused` as
        `ruleset`."""
        numbers = range(1, max(1, len(self.rotation)) + 1)
        return " ".join(self.ruleset(options, number).digest() for number in numbers)

    def profile(self, name: str) -> Profile:
        """The profile of a name; raises `Refused` (code `bad_option`)."""
        for profile in self.profiles:
            if profile.name == name:
                return profile
        raise refuse(
            "bad_option", option="profile", value=name[:40], values=[p.name for p in self.profiles]
        )
