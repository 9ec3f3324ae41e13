"""Plays as sentences that one can listen to, from several games, in every language."""

from __future__ import annotations

import random

import pytest

from bridge import random_action
from matches import rules_of
from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.model.ruleset import Side
from tavola.rules.text.one_line import read
from tavola.rules.text.script import actions
from tavola.rules.turn.state import Fact, Phase, State
from tavola.words import LANGUAGES, Words
from tavola.words.speaker import Speaker
from tavola.words.what_happened import tell_all


def told(game: str, lang: str, position: str, script: str) -> list[str]:
    """What is said of a script from a position."""
    rules = rules_of(game)
    state = read(rules, position)
    facts: tuple[Fact, ...] = ()
    for item in script.split(";"):
        for action in actions(state, item.strip()):
            state, more = turn.apply(state, action)
            facts += more
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in _say(lang, state, facts)]


def _say(lang: str, state: State, facts: tuple[Fact, ...]) -> list[str]:
    return tell_all(Speaker(Words(lang), state.rules), facts, state)


RUN = ("backgammon", "W 19:2 20:2 12:1 | B 6:2 5:2 | W", "2-2; 12/18; 19/21")
HEIRS = ("gioul", "W 1:4 | B 24:15 | W", "4-4; 1/5(4); 5/10(4); 10/16(4)")
ENTER = ("backgammon", "W bar:2 1:1 12:5 | B 24:2 13:5 6:1 | W", "3-3; bar/3(2); 12/15(2)")
OFF = ("eureka", "W 19:4 22:3 | B 6:4 3:3 | W", "3-3; 22/off(3); 19/22")
PINS = ("pin", "W 1:3 3:2 | B 4:1 24:3 | W", "1-1; 3/4(2); 1/2(2)")


@pytest.mark.parametrize(
    ("script", "lang", "play"),
    [
        (RUN, "en", "White plays four 2s: one from 13 to 7 and one from 6 to 4."),
        (RUN, "it", "Il Bianco gioca quattro 2: una da 13 a 7 e una da 6 a 4."),
        (RUN, "de", "Weiß spielt vier 2er: einen von 13 nach 7 und einen von 6 nach 4."),
        (RUN, "fr", "Blanc joue quatre 2 : un de 13 à 7 et un de 6 à 4."),
        (
            HEIRS,
            "en",
            "White plays four 4s: four from 24 to 20; then four 5s: four from 20 to 15; "
            "then four 6s: four from 15 to 9.",
        ),
        (
            HEIRS,
            "it",
            "Il Bianco gioca quattro 4: quattro da 24 a 20; poi quattro 5: quattro da 20 a 15; "
            "poi quattro 6: quattro da 15 a 9.",
        ),
        (ENTER, "en", "White plays four 3s: two from the bar to 22 and two from 13 to 10."),
        (ENTER, "de", "Weiß spielt vier 3er: zwei von der Bar nach 22 und zwei von 13 nach 10."),
        (OFF, "en", "White plays four 3s: three off from 3 and one from 6 to 3."),
        (OFF, "it", "Il Bianco gioca quattro 3: tre fuori da 3 e una da 6 a 3."),
        (OFF, "fr", "Blanc joue quatre 3 : trois de 3 à la sortie et un de 6 à 3."),
        (
            PINS,
            "en",
            "White plays four 1s: two from 22 to 21 and pins the checker there, two from 24 to 23.",
        ),
        (
            PINS,
            "fr",
            "Blanc joue quatre 1 : deux de 22 à 21 et y cloue le pion adverse, deux de 24 à 23.",
        ),
    ],
)
def test_a_double_is_told_by_its_numbers(
    script: tuple[str, str, str], lang: str, play: str
) -> None:
    game, position, line = script
    assert told(game, lang, position, line)[1] == play


def test_a_single_number_among_doubles_is_told() -> None:
    """A part of a turn of which only one number could be played."""
    rules = rules_of("puff")
    state = turn.new_match(rules)
    steps = [(6, 24, 18), (6, 24, 18), (6, 13, 7), (6, "bar", 19), (1, 19, 18)]
    facts = tuple(
        Fact("step", Side.WHITE, {"number": number, "source": source, "target": target})
        for number, source, target in steps
    )
    assert _say("en", state, facts) == [
        "White plays four 6s: two from 24 to 18, one from 13 to 7 and one from the bar to 19; "
        "then a 1: one from 19 to 18."
    ]
    assert _say("de", state, facts) == [
        "Weiß spielt vier 6er: zwei von 24 nach 18, einen von 13 nach 7 und einen von der Bar "
        "nach 19; dann eine 1: einen von 19 nach 18."
    ]


HITS = ("backgammon", "W 1:1 12:2 17:2 | B 5:1 24:2 13:1 14:1 | W", "4-1; 1/5; 12/13")


@pytest.mark.parametrize(
    ("lang", "play"),
    [
        ("en", "White moves from 24 to 20 and hits; then moves from 13 to 12 and hits."),
        ("it", "Il Bianco muove da 24 a 20 e mangia; poi muove da 13 a 12 e mangia."),
        ("de", "Weiß zieht von 24 nach 20 und schlägt; zieht von 13 nach 12 und schlägt."),
        ("fr", "Blanc joue de 24 à 20 et frappe ; puis joue de 13 à 12 et frappe."),
    ],
)
def test_clauses_with_an_and_are_chained(lang: str, play: str) -> None:
    assert told(HITS[0], lang, *HITS[1:])[1] == play


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sentences_stay_short(lang: str) -> None:
    """No play of random games says `from` more than four times for one number."""
    words, rng = Words(lang), random.Random(20)
    way = {"it": r" da ", "de": " von ", "fr": " de ", "en": " from "}[lang]
    for game in ("gioul", "puff", "backgammon", "french-1"):
        rules = GAMES[game].rules
        speaker, state = Speaker(words, rules), turn.new_match(rules)
        facts: tuple[Fact, ...] = ()
        while state.phase is not Phase.END and state.turns < 30:
            after, more = turn.apply(state, random_action(state, rng))
            if any(fact.kind == "threw" for fact in more):
                for line in tell_all(speaker, facts, state):
                    assert all(part.count(way) <= 4 for part in line.split(";")), line
                facts = ()
            state, facts = after, (*facts, *more)


@pytest.mark.parametrize(
    ("lang", "play"),
    [
        ("en", "moves from 22 to 21, pins the checker there and frees the one on 22;"),
        ("de", "zieht von 22 nach 21, fängt den Stein dort und gibt den auf 22 frei;"),
    ],
)
def test_a_checker_that_frees_one_and_pins_another_does_it_in_one_list(
    lang: str, play: str
) -> None:
    """Not `and pins the checker there and frees the checker on 22`."""
    said = told("pin", lang, "W 3:1 5:14 | B 3:1p 4:1 24:13 | W", "2-1; 3/4; 5/7")
    assert play in said[1]
