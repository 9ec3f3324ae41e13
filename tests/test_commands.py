"""What typed lines mean."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola import games
from tavola.rules import turn
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.ruleset import Ruleset
from tavola.rules.text import notation
from tavola.rules.turn.state import IRREGULAR, Kind
from tavola.terminal import typed_line
from tavola.terminal.match import handlers
from tavola.terminal.typed_line import Typed, autos_of, dice_of, folded, numbering_of, read
from tavola.words import LANGUAGES, Words, command_words
from tavola.words.command_words import shown


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        ("", Typed("enter")),
        ("  \t ", Typed("enter")),
        ("8/5 6/5", Typed("play", "8/5 6/5")),
        ("bar/22, 6/off", Typed("play", "bar/22, 6/off")),
        ("RES/21", Typed("play", "RES/21")),
        ("3", Typed("play", "3")),
        ("31", Typed("dice", "31", (3, 1))),
        ("3 - 1", Typed("dice", "3 - 1", (3, 1))),
        ("7-1", Typed("play", "7-1")),
        ("#12", Typed("pick", "12")),
        ("8-5 6-5", Typed("play", "8-5 6-5")),
        ("24 18", Typed("play", "24 18")),
        ("bar 22", Typed("play", "bar 22")),
        ("réserve 2", Typed("play", "réserve 2")),
        ("13/7x2", Typed("play", "13/7x2")),
        ("OK", Typed("ok")),
        ("Sì", Typed("yes")),
        ("si", Typed("yes")),
        ("nein", Typed("no")),
        ("passo", Typed("pass")),
        ("weiter", Typed("next")),
        ("cubo", Typed("cube")),
        ("doppel", Typed("double")),
        ("regole?", Typed("help", "regole")),
        ("regole ?", Typed("help", "regole")),
        ("perché?", Typed("why")),
        ("warum nicht?", Typed("why")),
        ("pourquoi pas", Typed("why")),
        ("perché 8/5?", Typed("why", "8/5")),
        ("8-5?", Typed("why", "8-5")),
        ("24?", Typed("point", "24")),
        ("bar?", Typed("help", "bar")),
        ("prime?", Typed("help", "prime")),
        ("auto lancia", Typed("auto", "lancia")),
        ("perché 8/5", Typed("why", "8/5")),
        ("PERCHE  8/5", Typed("why", "8/5")),
        ("wurfeln", Typed("throw")),
        ("zurück", Typed("undo")),
        ("d\u2019accord", Typed("agree")),
        ("correggi 41", Typed("correct", "41", (4, 1))),
        ("resa 2", Typed("resign", "2")),
        ("?", Typed("help")),
        ("foo", Typed("unknown", "foo")),
        ("foo 8/5", Typed("unknown", "foo 8/5")),
        ("8/5, foo", Typed("play", "8/5, foo")),
        ("8/5\x00", Typed("garbled")),
        ("\x1b[A", Typed("garbled")),
        ("8/5 " * 200, Typed("garbled")),
    ],
)
def test_read(line: str, typed: Typed) -> None:
    assert read(line) == typed


GENERAL = {
    **{"take": "accept", "agree": "accept", "drop": "refuse", "decline": "refuse"},
    "name": "choose",
}
"""Commands that do the same where the other one is asked for."""


def test_no_word_has_two_meanings() -> None:
    words = [
        (folded(word), name) for name, list_ in command_words.COMMANDS.items() for word in list_
    ]
    assert len({word for word, _ in words}) == len(words)
    assert all(read(word).name == name for word, name in words)


def test_both_apostrophes_can_be_typed() -> None:
    for word in ("d'accordo", "d'accord"):
        assert read(word) == read(word.replace("'", "\N{RIGHT SINGLE QUOTATION MARK}"))
        assert read(word).name == "agree"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_command_has_a_word_in_every_language(lang: str) -> None:
    for name in command_words.COMMANDS:
        word = shown(Words(lang), name)
        assert read(word).name in (name, GENERAL.get(name))
        assert lang == "en" or name in command_words.LOCAL[lang]


@pytest.mark.parametrize(
    ("lang", "name", "word", "sentence"),
    [
        ("it", "moves", "giocate", "giocate possibili"),
        ("de", "draw", "unentschieden", "Unentschieden"),
        ("fr", "draw", "nulle", "propose la nulle"),
    ],
)
def test_a_command_is_called_as_the_help_calls_the_thing(
    lang: str, name: str, word: str, sentence: str
) -> None:
    words = Words(lang)
    explained = next(
        words.text(line)
        for rows in command_words.HELP.values()
        for key, line in rows
        if key == name
    )
    assert shown(words, name) == word
    assert sentence in explained


def test_every_command_is_handled_and_explained() -> None:
    assert set(command_words.COMMANDS) - set(handlers.HANDLERS) == {"quit"}
    explained = {name for lines in command_words.HELP.values() for name, _ in lines}
    answers = {"take", "drop", "accept", "refuse", "agree", "decline", "no", "pass", "look", "show"}
    assert set(command_words.COMMANDS) - explained == answers


@pytest.mark.parametrize("lang", LANGUAGES)
def test_examples_in_the_help_can_be_typed(lang: str) -> None:
    """`why 8/5` within a line of help is said with the word of the language."""
    words = Words(lang)
    for name, line in (row for rows in command_words.HELP.values() for row in rows):
        text = words.text(line)
        if f": {name} " in line:
            sample = text.rpartition(": ")[2].partition(";")[0].partition(",")[0]
            assert read(sample).name in (name, GENERAL.get(name)), (lang, text)


def test_what_is_possible() -> None:
    state = turn.new_match(Ruleset(), MatchRules(games=None, beavers=True))
    assert typed_line.possible(kind for kind, _ in turn.kinds(state))[0] == "throw"
    helped = [name for _, rows in typed_line.helped(state, typed_dice=False) for name, _ in rows]
    assert "beaver" in helped
    assert "correct" not in helped
    assert "name" not in helped
    typed = {kind.value for kind in Kind} - {"opening", "step", *IRREGULAR}
    assert typed <= set(command_words.COMMANDS)
    assert not {*IRREGULAR} & set(command_words.COMMANDS), "nobody does those at a table"


def test_help_says_nothing_of_ways_where_checkers_go_none() -> None:
    towers = turn.new_match(games.find("doublets").rules)
    helped = {name for _, rows in typed_line.helped(towers, typed_dice=False) for name, _ in rows}
    assert "moves" in helped
    assert not helped & {"8/5 6/5", "bar/22", "pips"}


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("throw", {"throw"}),
        ("lancia, obbligate", {"throw", "forced"}),
        ("würfeln FERTIG", {"throw", "done"}),
        ("forces", {"forced"}),
        ("alles", {"throw", "forced", "done"}),
        ("niente", set()),
        ("throw,throw;done", {"throw", "done"}),
        ("gioul", None),
        ("throw please", None),
    ],
)
def test_what_goes_by_itself(typed: str, names: set[str] | None) -> None:
    assert autos_of(typed) == (None if names is None else frozenset(names))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_goes_by_itself_has_words(lang: str) -> None:
    for name in command_words.AUTO:
        found = autos_of(command_words.shown_auto(Words(lang), name))
        meant = {"all": {"throw", "forced", "done"}, "none": set[str]()}.get(name, {name})
        assert found == frozenset(meant)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_ways_of_numbering_have_words(lang: str) -> None:
    for name in notation.NUMBERINGS:
        assert numbering_of(command_words.shown_numbering(Words(lang), name).upper()) == name
    assert numbering_of("x") is None


@pytest.mark.parametrize("typed", ["own", "propri", "eigene", "propres"])
def test_own_numbers_may_be_typed_as_the_page_of_words_calls_them(typed: str) -> None:
    assert numbering_of(typed) == "own"


@given(st.text())
def test_reading_never_fails(line: str) -> None:
    typed = read(line)
    assert typed.name in {*handlers.HANDLERS, "quit"}
    assert dice_of(line) is None or typed.dice == dice_of(line)
