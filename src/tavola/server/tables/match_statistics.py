"""The facts of a match: how long it was, how often was hit, and what the dice did."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tavola.play.match import Moment
from tavola.rules.model.room import has_bar
from tavola.rules.model.ruleset import Contact, Numbers, Ruleset
from tavola.rules.model.throws import Throw, every_throw, is_double
from tavola.rules.turn.state import Kind, State
from tavola.study.fair_dice import pips
from tavola.words import opinions
from tavola.words.speaker import Speaker
from tavola.words.translations import Words


@dataclass
class Tally:
    """What one player has thrown and hit."""

    throws: int = 0
    doubles: int = 0
    pips: int = 0
    hits: int = 0


def sentences(speaker: Speaker, moments: Iterable[Moment], state: State) -> list[str]:
    """The facts of a match in words; colours are those that the players have now."""
    words = speaker.words
    turns, players = counted(moments)
    told = [words.plural("{count} turn was played.", "{count} turns were played.", turns)]
    tallies = [(speaker.caller(side, state), players[state.player(side)]) for side in speaker.sides]
    if has_bar(state.rules) or state.rules.contact is Contact.CAPTURE:
        text = ", ".join(f"{player} {tally.hits}" for player, tally in tallies)
        told.append(words.text("Hits: {hits}.", hits=text))
    if all(tally.throws for _, tally in tallies):
        told += _of_the_dice(speaker, tallies, state.rules)
    if speaker.me is not None and state.rules.numbers is Numbers.BOTH:
        told.append(_luck(speaker.words, players[state.player(speaker.me)], state.rules))
    return told


def _luck(words: Words, mine: Tally, rules: Ruleset) -> str:
    """What the dice gave the listener, beside what was to be expected of them."""
    more = round(mine.pips - mine.throws * expected_pips(rules))
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
    if rules.numbers is Numbers.BOTH:
        means = [
            f"{player} {opinions.amount(words, one.pips / one.throws)}" for player, one in tallies
        ]
        expected = opinions.amount(words, expected_pips(rules))
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
        turns += any(fact.kind in ("turn", "game_over") for fact in moment.facts)
        _dice(players, moment)
        _hits(players, moment)
    return turns, players


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
        _throw(tally, old.dice, before.rules, -1)
    if action.dice is not None:
        _throw(tally, action.dice, before.rules)


def _hits(players: tuple[Tally, Tally], moment: Moment) -> None:
    before = moment.before
    for fact in moment.facts:
        if fact.kind == "step" and fact.side is not None:
            struck = "hit" in fact.details or "captured" in fact.details
            players[before.player(fact.side)].hits += struck
    if moment.action.kind is Kind.UNDO:
        _undone(players[before.player(before.side)], before)


def _throw(tally: Tally, dice: Throw, rules: Ruleset, count: int = 1) -> None:
    tally.throws += count
    tally.doubles += count * is_double(dice)
    tally.pips += count * pips(dice, rules)


def _undone(tally: Tally, before: State) -> None:
    """A hit that was taken back was none."""
    if before.previous is None:
        return
    other, now, then = before.side.other, before.position, before.previous.position
    tally.hits -= now.bar(other) > then.bar(other) or now.off(other) > then.off(other)


def expected_pips(rules: Ruleset) -> float:
    """The mean pips of a throw."""
    throws = every_throw(rules)
    return sum(pips(throw, rules) for throw in throws) / len(throws)


__all__ = ["Tally", "counted", "expected_pips", "sentences"]
