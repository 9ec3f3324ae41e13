"""The facts of a match: how long it was, how often was hit, and what the dice did."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from tavola.play.match import Moment
from tavola.rules.model.room import has_bar
from tavola.rules.model.ruleset import Contact, Ruleset
from tavola.rules.model.throws import Throw, is_double
from tavola.rules.turn.state import Fact, Kind, State
from tavola.study.fair_dice import Compared, counts_pips, pips
from tavola.words import opinions
from tavola.words.speaker import Speaker
from tavola.words.translations import Words


@dataclass
class Tally:
    """What one player has thrown and hit."""

    throws: int = 0
    doubles: int = 0
    hits: int = 0
    pips: Compared = field(default_factory=Compared)


def sentences(speaker: Speaker, moments: Iterable[Moment], state: State) -> list[str]:
    """The facts of a match in words; colours are those that the players have now."""
    words = speaker.words
    turns, players = counted(moments)
    told = [words.plural("{count} turn was played.", "{count} turns were played.", turns)]
    tallies = [(speaker.caller(side, state), players[state.player(side)]) for side in speaker.sides]
    hits = ", ".join(f"{player} {tally.hits}" for player, tally in tallies)
    games = [one.rules for one in state.rotation] or [state.rules]
    if any(rules.contact is Contact.CAPTURE for rules in games):
        told.append(words.text("Captures: {captures}.", captures=hits))
    elif any(map(has_bar, games)):
        told.append(words.text("Hits: {hits}.", hits=hits))
    if all(tally.throws for _, tally in tallies):
        told += _of_the_dice(speaker, tallies, state.rules)
    if speaker.me is not None and counts_pips(state.rules):
        told.append(_luck(speaker.words, players[state.player(speaker.me)].pips))
    return told


def _luck(words: Words, mine: Compared) -> str:
    """What the dice gave the listener, beside what was to be expected of them."""
    more = round(mine.came - mine.expected)
    if more > 0:
        return words.plural(
            "The dice gave you {count} pip more than they owed.",
            "The dice gave you {count} pips more than they owed.",
            more,
        )
    if more < 0:
        return words.plural(
            "The dice gave you {count} pip less than they owed.",
            "The dice gave you {count} pips less than they owed.",
            -more,
        )
    return words.text("The dice gave you what they owed.")


def _of_the_dice(speaker: Speaker, tallies: list[tuple[str, Tally]], rules: Ruleset) -> list[str]:
    words, told = speaker.words, list[str]()
    if rules.dice_count == 2:
        doubles = ", ".join(
            words.text("{player} {count} of {all}", player=name, count=one.doubles, all=one.throws)
            for name, one in tallies
        )
        told.append(
            words.text("Doubles: {doubles}; one throw in six is expected.", doubles=doubles)
        )
    if counts_pips(rules):
        means = [
            f"{player} {opinions.unsigned(words, one.pips.came / one.throws, 1)}"
            for player, one in tallies
        ]
        both = tallies[0][1].pips + tallies[1][1].pips
        expected = opinions.unsigned(words, both.expected / both.throws, 1)
        told.append(
            words.text(
                "Pips of a throw: {means}; {expected} are expected.",
                means=", ".join(means),
                expected=expected,
            )
        )
    return told


def counted(moments: Iterable[Moment]) -> tuple[int, tuple[Tally, Tally]]:
    """Turns of all games, and what each player has thrown and hit.

    Dice for the start and throws that were named or are the same all game long do not count.
    """
    turns, players = 0, (Tally(), Tally())
    for moment in moments:
        turns += ends_turn(moment.facts)
        _dice(players, moment)
        _hits(players, moment)
    return turns, players


def ends_turn(facts: Iterable[Fact]) -> bool:
    """Whether a turn is over: the last one of a game ends with it."""
    return any(fact.kind in ("turn", "game_over") for fact in facts)


def _dice(players: tuple[Tally, Tally], moment: Moment) -> None:
    """Dice that fell, and typed ones that were put right."""
    action, before = moment.action, moment.before
    old = before.last if action.kind is Kind.CORRECT else None
    if old is not None and before.previous is not None:
        action, before = replace(old, dice=action.dice), before.previous
    if action.kind is not Kind.THROW or before.fixed is not None:
        return
    tally = players[before.player(before.thrower)]
    if old is not None and old.dice is not None:
        _throw(tally, old.dice, before, -1)
    if action.dice is not None:
        _throw(tally, action.dice, before)


def _hits(players: tuple[Tally, Tally], moment: Moment) -> None:
    before = moment.before
    for fact in moment.facts:
        if fact.kind == "step" and fact.side is not None:
            struck = "hit" in fact.details or "captured" in fact.details
            players[before.player(fact.side)].hits += struck
    if moment.action.kind is Kind.UNDO:
        _undone(players[before.player(before.side)], before)


def _throw(tally: Tally, dice: Throw, before: State, count: int = 1) -> None:
    tally.throws += count
    tally.doubles += count * is_double(dice)
    if counts_pips(before.rules):
        one = pips(before, dice)
        tally.pips = tally.pips + one if count > 0 else tally.pips - one


def _undone(tally: Tally, before: State) -> None:
    """A hit that was taken back was none."""
    if before.previous is None:
        return
    other, now, then = before.side.other, before.position, before.previous.position
    tally.hits -= now.bar(other) > then.bar(other) or now.off(other) > then.off(other)


__all__ = ["Tally", "counted", "ends_turn", "sentences"]
