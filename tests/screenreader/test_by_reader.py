"""A turn and a cube played by ear: Orca reads Firefox and Chromium, in Italian and English.

A night's work: `TAVOLA_NIGHTLY=1 pytest -n 0 tests/screenreader`.  What is checked is what a
listener needs: nothing is silent, nothing is said twice, nothing is lost or cut off, and what
happened comes before what is asked.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from screenreader.reader import BROWSERS, LOCALES, Reader, missing
from serving import Guest, House, wish_of
from tavola.words.translations import Words

pytestmark = [
    pytest.mark.skipif("TAVOLA_NIGHTLY" not in os.environ, reason="a night's work"),
    pytest.mark.skipif(
        "TAVOLA_NIGHTLY" in os.environ and bool(missing()),
        reason="a reader or a browser is not installed: apt-get install, see README.md beside",
    ),
]

START = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | B"
"""The start; Black, who listens, is on turn."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    found = House(tmp_path_factory.mktemp("house"))
    yield found
    found.close()


class Listener:
    """Black at a table, who sees nothing; White is a program."""

    def __init__(self, house: House, folder: Path, browser: str, language: str) -> None:
        self.words = Words(language)
        self.guest: Guest = house.guest()
        table = self.guest.new_table(
            game="backgammon",
            opponent="friend",
            colour="white",
            start=START,
            match={"length": 5, "games": None},
        )
        self.white = self.guest.sit(table["table"])
        self.reader = Reader(folder, browser, language, table["join"])

    def sit_down(self) -> None:
        """Through the page of the invitation to the board, with Tab and Enter."""
        reader = self.reader
        reader.hear(re.escape(self.words.text("Take the seat and play")))
        reader.rest()
        reader.press_until("Tab", re.escape(self.words.text("Your name, if you like")))
        reader.press("Return")
        # The page of the table is read to its end.
        reader.hear(re.escape(self.words.text("My games and settings")), len(reader.heard))
        reader.rest()

    def enter(self) -> list[str]:
        """Into the board; what is heard on coming in."""
        reader = self.reader
        at = reader.press_until("Tab", re.escape(self.words.text("Board")) + ": Backgammon")
        reader.rest()
        return [text for _, text in reader.heard[at - 1 :]]

    def told(self, key: str) -> list[str]:
        """Press a key; all that is said after it, nothing of it cut off."""
        before = self.reader.press(key)
        self.reader.hear(".", before)
        self.reader.rest()
        return self.whole(before)

    def whole(self, since: int) -> list[str]:
        """What was said since then: to its end, and nothing twice."""
        said = self.reader.heard[since:]
        assert [what for what, _ in said] == ["said"] * len(said), said
        sentences = [text for _, text in said]
        assert len(set(sentences)) == len(sentences), sentences
        return sentences

    def wait_for_white(self) -> int:
        """Until White is on turn; how much was heard until then."""
        while self.white.view.get("actor") != "W":
            self.white.hear()
        return self.reader.rest()

    def play_white(self) -> None:
        """White's whole turn."""
        white = self.white
        while white.view["actor"] == "W" and (wish := wish_of(white.view)):
            white.reach(white.act(**wish)["seq"])


def numbers(text: str) -> list[int]:
    """All numbers of a sentence, in order."""
    return [int(number) for number in re.findall(r"\d+", text)]


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("browser", BROWSERS)
def test_a_turn_and_a_cube_are_played_by_ear(
    house: House, tmp_path: Path, browser: str, language: str
) -> None:
    listener = Listener(house, tmp_path, browser, language)
    try:
        play(listener)
    finally:
        listener.reader.close()
        for what, text in listener.reader.heard:
            print(what, text)


def play(listener: Listener) -> None:
    reader, white = listener.reader, listener.white
    listener.sit_down()
    entered = listener.enter()
    assert len(entered) >= 3, entered  # the board, a place, what is asked
    assert any(len(numbers(text)) == 2 for text in entered), entered
    asked = listener.told("t")
    assert asked[0] in entered

    # Arrows and letters go to the board, without any key of the reader.
    here, there = listener.told("Right"), listener.told("Left")
    assert len(here) == len(there) == 1
    assert here != there

    thrown = " ".join(listener.told("r"))
    while not white.view.get("throw"):
        white.hear()
    throw = white.view["throw"]
    assert set(throw) <= set(numbers(thrown))

    steps = 0
    while numbers(place := listener.told("period")[0]):
        source = numbers(place)[0]
        assert source in numbers(listener.told("Return")[0])
        target = numbers(listener.told("period")[0])[0]
        played = " ".join(listener.told("Return"))
        assert numbers(played)[:2] == [source, target], played
        steps += 1
    assert steps
    reader.press("shift+Return")

    before = listener.wait_for_white()
    white.reach(white.act("double")["seq"])
    reader.hear("2", before)
    reader.rest()
    doubled = listener.whole(before)
    assert sum(text.count("2") for text in doubled) == 2, doubled  # what happened, what is asked
    assert "2" in " ".join(listener.told("shift+Y"))
    while white.view.get("cube") != {"value": 2, "owner": "B"}:
        white.hear()

    before = reader.rest()
    listener.play_white()
    reader.hear(re.escape(asked[0].split(":")[0]), before)
    reader.rest(4)
    told = [text for _, text in reader.heard[before:]]
    assert all(what == "said" for what, _ in reader.heard[before:]), told
    assert len(numbers(told[0])) in (1, 2), told  # the throw before its play
    assert len(numbers(told[-1])) == 0, told  # and what is asked now is last

    text = listener.told("b")
    assert listener.words.text("Text view") in " ".join(text)
    back = listener.told("Escape")
    assert numbers(" ".join(back)), back  # the place where he was
