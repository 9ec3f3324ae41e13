"""The tutor at the text board, in a real terminal: he stops a blunder once, and Enter plays on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tavola.study.tutor import Tutor
from tavola.terminal.match.tutoring import changed, read
from terminals import Person, logs

LONG = "W 1:1 6:1 9:2 11:1 13:1 18:2 19:2 20:2 24:3 | B 15:2 21:3 22:6 23:4 | W 1-4"
"""Puff lungo: whoever plays 7/6 5/1 leaves checkers open to two throws in three."""


def flat(text: str) -> str:
    """What was said, however it was broken into lines."""
    return " ".join(text.split())


def sit(tmp_path: Path, *more: str, start: str = LONG, lang: str = "it") -> Person:
    asked = ("--vs", "human", "--dice", "typed", "--from", start, "--lang", lang, *more)
    return Person(tmp_path, "play", "puff-long", *asked)


def test_a_blunder_is_stopped_and_taken_back(tmp_path: Path) -> None:
    """`look` gives the throw back; the same blunder is warned of again, and `show` shows better."""
    person = sit(tmp_path, "--tutor", "gentle")
    assert "Il tutor ti ferma prima di una perdita di 0,16 unità o più." in flat(person.text)
    person.type("7/6 5/1")
    told = flat(person.type("fatto"))
    assert "7/6 5/1 perde 0," in told
    assert ": c’è di meglio." in told
    assert "Invio gioca lo stesso" in told
    told = person.type("riguarda")
    assert "c’è di meglio" not in told
    person.type("7/6 5/1")
    assert "c’è di meglio" in person.type("")
    told = person.type("mostra")
    assert "La migliore: " in told
    person.type("7/6 5/1")
    assert "c’è di meglio" in person.type("fatto")
    told = person.type("")
    assert "c’è di meglio" not in told
    (path,) = logs(tmp_path)
    kept = json.loads(path.with_suffix(".tutor").read_text(encoding="utf-8"))
    assert kept == {"helped": [[3, 2], [0, 0]], "tutor": "gentle", "limit": 0.16}
    person.finish("quit")


def test_the_tutor_is_changed_and_remembered(tmp_path: Path) -> None:
    person = sit(tmp_path, lang="en")
    assert "The tutor is off." in person.type("tutor")
    assert "0.50 units or more, and if you miss a double." in flat(person.type("tutor strict 0.5"))
    person.type("7/6 5/1")
    told = person.type("done")  # below the threshold
    assert "There is something better" not in told
    assert "Say what the tutor shall be: off, gentle or strict" in flat(person.type("tutor kind"))
    person.finish("quit")
    person = Person(
        tmp_path, "play", "puff-long", "--vs", "human", "--dice", "typed", "--lang", "en"
    )
    assert "0.50 units or more" in flat(person.type("yes"))
    assert "The tutor is off." in person.type("tutor off")
    person.finish("quit")


def test_without_a_cube_nobody_misses_a_double(tmp_path: Path) -> None:
    person = Person(tmp_path, "play", "gioul", "--vs", "human", "--lang", "en", "--tutor", "strict")
    assert "The tutor stops you before a loss of 0.08 units or more." in flat(person.text)
    assert "0.50 units or more." in flat(person.type("tutor strict 0.5"))
    person.finish("quit")


def test_what_is_refused_is_refused_with_a_tutor_too(tmp_path: Path) -> None:
    person = sit(tmp_path, "--tutor", "strict", lang="en")
    assert "You cannot choose a double now." in person.type("choose 6")
    assert "You cannot keep the opening dice now." in person.type("keep")
    person.finish("quit")


def test_enter_plays_on_whatever_was_stopped(tmp_path: Path) -> None:
    """An answer, too, which Enter alone never gives; but only at once."""
    asked = ("--vs", "human", "--dice", "typed", "--match", "7", "--lang", "en")
    person = Person(tmp_path, "play", "backgammon", *asked, "--tutor", "strict")
    for line in ("3-1", "8/5 6/5", ""):
        person.type(line)
    assert "Enter plays on" in flat(person.type("double"))
    person.type("pips")
    assert "Throw your dice" in person.type("")
    assert "Black doubles to 2." in person.type("double")
    assert "Enter plays on" in flat(person.type("drop"))
    assert "White drops the double." in person.type("")
    person.finish("quit")


def test_why_of_a_legal_play_says_what_it_gives_away(tmp_path: Path) -> None:
    person = sit(tmp_path, lang="en")
    told = person.type("why 7/6 5/1")
    assert "may be played" in told
    assert "It gives away 0." in told
    assert "throws" in told
    assert "It gives away" not in person.type("why 24/1")
    person.finish("quit")


@pytest.mark.parametrize(
    ("text", "tutor"),
    [
        ("gentle", Tutor(False, 0.16)),
        ("severo", Tutor(True, 0.08)),
        ("sanft 0,1", Tutor(False, 0.1)),
        ("strict:0.5", Tutor(True, 0.5)),
        ("aucun", None),
    ],
)
def test_a_tutor_is_typed(text: str, tutor: Tutor | None) -> None:
    assert read(text) == tutor


@pytest.mark.parametrize(
    "text",
    [
        "",
        "kind",
        "gentle 0",
        "gentle 3",
        "strict x",
        "gentle 0.1 0.2",
        "nan",
        "strict \u0660.\u0661",
    ],
)
def test_a_tutor_that_is_none(text: str) -> None:
    with pytest.raises(ValueError):
        read(text)


def test_a_number_changes_the_threshold_alone() -> None:
    assert changed(Tutor(True, 0.08), "0,2") == Tutor(True, 0.2)
    assert changed(None, "0.2") == Tutor(False, 0.2)
    with pytest.raises(ValueError):
        changed(None, "9")
