"""What is agreed before a match: the only place where a wish becomes rules and match rules.

Every door (terminal, page, REST, engine protocol, library) reads what somebody asks for into a
`Wish` and gives it to `agree`: so a wish means the same everywhere, or is refused everywhere with
the same code.  What was agreed once and comes back, in a record or in a state, is no wish: it is
taken word for word (`settled`, `of_record`).

These are the decisions:

- Nothing said: one game, by the rulings of the game.  A rotation is nothing for one game: its
  first profile that has usual lengths holds, with the length of that profile.
- A profile names what it fixes: options, and how a match is usually played.  What is said besides
  outweighs it, thing by thing.
- A bare length means the first profile of the game that has usual lengths: classic to 5 points is
  a tournament match, with the Crawford game.  A game without such a profile has no Crawford game
  unless it is said.
- A length, a number of games and money play exclude each other.
- Jacoby, beavers and automatic doubles are rules of money play.  Said alone they mean money play,
  also where the profile has a length; a single game may have them; with points or more games they
  are refused, and so they are without a cube.
- The Crawford rule said without a match to points is refused; the one of a profile falls away
  where the match is of another kind.  Without a cube it is kept and changes nothing.
- Keeping the roles is refused in games that have none.  To change them there asks for nothing.
- A flag said to be off contradicts nothing.
- A position that cannot be is refused before anything is made.
- A position may be written as other programs write it (`rules/text/foreign.py`).  The length that
  stands in it holds unless something is said about how long is played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field, fields, replace
from functools import cached_property
from typing import Any

from tavola.games import find
from tavola.rules.model.declaration import Game, Profile, Value, text_of
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refused, refuse
from tavola.rules.model.rotation import Rotation
from tavola.rules.model.ruleset import Ruleset
from tavola.rules.model.whole_numbers import is_whole
from tavola.rules.text import foreign
from tavola.rules.text import record as records
from tavola.rules.text.record import Record
from tavola.rules.turn.state import State

MONEY = ("jacoby", "beavers", "automatic")
"""Rules of money play, by their names in `MatchRules`."""
_FLAGS = ("crawford", *MONEY, "swap")
_COUNTS = ("length", "games")
_MOST = 99
_NO_MONEY = dict.fromkeys(MONEY, False)


@dataclass(frozen=True)
class Wish:
    """What somebody asks for; None, and an empty text, is what he did not say.

    `game` is an id, `options` are values or texts by name, `length` counts points and `games`
    games, both from 1 to 99; `money` is play without an end; `position` is where the match starts,
    as text: our line, an XGID, an OGID or an id of GNU Backgammon.  The other fields are those of
    `MatchRules`.
    """

    game: str = ""
    _: KW_ONLY
    profile: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    length: int | None = None
    games: int | None = None
    money: bool | None = None
    crawford: bool | None = None
    jacoby: bool | None = None
    beavers: bool | None = None
    automatic: bool | None = None
    swap: bool | None = None
    position: str | None = None

    @classmethod
    def of(cls, game: str | Game = "", /, **said: Any) -> Wish:
        """A wish by keywords, for a game or its id: those that are no field of a wish are options
        of the game.

        >>> Wish.of("backgammon", length=5, cube=False).options
        {'cube': False}
        """
        known = {item.name for item in fields(cls)} - {"game", "options"}
        options = said.pop("options", None) or {}
        if not isinstance(options, Mapping):
            raise refuse("bad_option", option=str(options)[:40])
        for name in _COUNTS:
            if is_whole(said.get(name)):
                said[name] = int(said[name])
        options = {**options} | {name: value for name, value in said.items() if name not in known}
        named = game.id if isinstance(game, Game) else game
        return cls(named, options=options, **{n: v for n, v in said.items() if n in known})

    @property
    def of_match(self) -> bool:
        """Whether something was said about how the match adds up."""
        counted = any(getattr(self, name) is not None for name in (*_COUNTS, *_FLAGS))
        return bool(counted or self.money or self.profile)


@dataclass(frozen=True)
class Agreement:
    """What is played: a game with the options that differ from its rulings, the rules that come of
    them, and how games add up.  `profile` is the one that holds, or empty; `start` the text of a
    position put in by hand, or empty.
    """

    game: Game
    options: Mapping[str, Value]
    rules: Ruleset
    match: MatchRules
    profile: str = ""
    start: str = ""

    @cached_property
    def rotation(self) -> Rotation:
        """The games that are played in turn; empty where every game is by `rules`."""
        return self.game.in_turn(self.options)

    @cached_property
    def digest(self) -> str:
        """The digest of the rules, as records carry it."""
        return self.game.digest(self.options)

    def playing(self, number: int) -> Agreement:
        """What was agreed, as game `number` (from 1) of the match has it: in a rotation the game
        whose turn it is, with its rules; options of the rotation are none of that game."""
        if not self.game.rotation:
            return self
        rules = self.game.ruleset(self.options, number)
        return Agreement(self.game.played(number), {}, rules, self.match)

    def record(self, players: tuple[str, str] = ("", "")) -> Record:
        """The record of a match that has not begun; without dice."""
        return Record(
            game=self.game.id,
            options=self.options,
            match=self.match,
            digest=self.digest,
            start=self.start,
            players=players,
        )

    def begin(self) -> State:
        """The state in which the match begins.  Raises `Refused` (code `bad_position`)."""
        return records.start_of(self.record(), self.game)


def agree(wish: Wish) -> Agreement:
    """What a wish comes to.

        >>> agree(Wish("backgammon", length=5)).match.crawford
        True

    Raises `Refused`: `no_game`; `bad_option` for options and profiles; `bad_match` for match rules
    that contradict themselves, its detail `what` says how; `bad_position` for a start.
    """
    wish = in_our_line(wish)
    game = find(str(wish.game))
    profile = _profile(game, wish)
    fixed = {} if profile is None else profile.options
    options = game.chosen({**fixed, **wish.options})
    rules = game.ruleset(options)
    name = "" if profile is None else profile.name
    match = _match(wish, MatchRules() if profile is None else profile.match, rules)
    agreed = Agreement(game, options, rules, match, name, str(wish.position or ""))
    if agreed.start:
        agreed.begin()
    return agreed


def in_our_line(wish: Wish) -> Wish:
    """A wish with its position as our line, if another program wrote it; the length that stands
    there is wished, too, where nothing is said about how long is played.

    Raises `Refused` as `agree` does.
    """
    text = "" if wish.position is None else wish.position
    if not isinstance(text, str):
        raise refuse("bad_position", what="form", text=str(text)[:40])
    if not text or "|" in text:  # every line of ours has one, no other text
        return wish
    found = foreign.line_of(text, agree(replace(wish, position=None)).rules)
    if found is None:
        return wish
    told = wish.games is not None or wish.money or any(getattr(wish, name) for name in MONEY)
    length = wish.length if told or wish.length is not None else found.length or None
    return replace(wish, position=found.line, length=length)


def _profile(game: Game, wish: Wish) -> Profile | None:
    """The profile that was named, or the one that a bare length means; a rotation is a match to
    points unless something else is said."""
    name = "" if wish.profile is None else str(wish.profile)
    if name:
        return game.profile(name)
    if wish.length is None and (wish.of_match or not game.rotation):
        return None
    return next((profile for profile in game.profiles if profile.lengths), None)


def _match(wish: Wish, usual: MatchRules, rules: Ruleset) -> MatchRules:
    """How games add up.  Raises `Refused` (code `bad_match`)."""
    _check_values(wish)
    match = _ended(wish, usual)
    _check_flags(wish, match, rules)
    if not rules.cube:
        match = replace(match, **_NO_MONEY)
    return replace(match, **{name: getattr(wish, name) for name in _FLAGS if _said(wish, name)})


def _said(wish: Wish, name: str) -> bool:
    return getattr(wish, name) is not None


def _check_values(wish: Wish) -> None:
    """Doors hand on what they got: a text for a number is refused here, not there."""
    for name in _COUNTS:
        count = getattr(wish, name)
        if count is not None and (type(count) is not int or not 1 <= count <= _MOST):
            raise refuse("bad_match", what=name)
    for name in (*_FLAGS, "money"):
        if _said(wish, name) and type(getattr(wish, name)) is not bool:
            raise refuse("bad_match", what=name)


def _ended(wish: Wish, usual: MatchRules) -> MatchRules:
    """The usual match rules with the end that was wished."""
    counted = [name for name in _COUNTS if _said(wish, name)]
    if len(counted) > 1:
        raise refuse("bad_match", what="two_ends")
    if counted and wish.money:
        raise refuse("bad_match", what="no_end")
    if wish.length is not None:
        return replace(usual, length=wish.length, games=None, **_NO_MONEY)
    of_money = any(getattr(wish, name) for name in MONEY)
    if wish.games is None and not wish.money and not of_money:
        return usual
    single = wish.games in (None, 1)
    more = {} if single else _NO_MONEY
    return replace(usual, length=None, games=wish.games, crawford=False, **more)


def _check_flags(wish: Wish, match: MatchRules, rules: Ruleset) -> None:
    """Refuse rules of a match that is of another kind.  Raises `Refused` (code `bad_match`)."""
    if wish.crawford and match.length is None:
        raise refuse("bad_match", what="no_points")
    for name in filter(lambda name: getattr(wish, name), MONEY):
        if not match.money:
            raise refuse("bad_match", what="no_money", rule=name)
        if not rules.cube:
            raise refuse("bad_match", what="no_cube", rule=name)
    if wish.swap is False and not rules.swap_roles:
        raise refuse("bad_match", what="no_roles")


def said(match: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a wish that a JSON object of match rules says.

    The object has the fields of `MatchRules`.  Null for `games`, with no `length`, is money play;
    null for `length` alone says nothing.  So a whole `MatchRules.to_json()` means itself.
    Raises `Refused` (code `bad_match`) for another field, and for a flag that is null.
    """
    records.check_fields(match)
    for name in _FLAGS:
        if name in match and match[name] is None:
            raise refuse("bad_match", what=name)
    found = {name: value for name, value in match.items() if value is not None}
    if "games" in match and not any(name in found for name in _COUNTS):
        found["money"] = True
    return found


def settled(
    game: str, options: Mapping[str, object], match: MatchRules, start: str = ""
) -> Agreement:
    """What was agreed before, taken word for word.

    Raises `Refused` (`no_game`, `bad_option`) if this copy does not know the game or an option.
    """
    known = find(game)
    chosen = known.chosen(options)
    return Agreement(known, chosen, known.ruleset(chosen), match, start=start)


def of_record(record: Record) -> Agreement:
    """What a record says was agreed.

    Raises `Refused` (code `bad_record`) naming the game, or its option, that this copy does not
    know: the record may be of a newer one.
    """
    try:
        return settled(record.game, record.options, record.match, record.start)
    except Refused as refused:
        raise _unknown(record, refused) from None


def _unknown(record: Record, refused: Refused) -> Refused:
    game, details = record.game[:40], refused.refusal.details
    if refused.refusal.code == "no_game":
        return refuse("bad_record", what="game", game=game)
    name = str(details["option"])
    value = record.options.get(name, "")
    text = text_of(value) if isinstance(value, bool) else str(value)[:40]
    return refuse("bad_record", what="option", game=game, option=name, value=text)


__all__ = ["MONEY", "Agreement", "Wish", "agree", "in_our_line", "of_record", "said", "settled"]
