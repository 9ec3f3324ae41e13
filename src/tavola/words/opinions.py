"""What the computer thinks, as sentences: chances, plays with their worth, and the cube."""

from __future__ import annotations

from typing import Protocol

from tavola.rules.model.ruleset import Score, Side
from tavola.rules.turn.state import State
from tavola.words.speaker import Speaker
from tavola.words.translations import Words, mark


class Outlook(Protocol):
    """Chances as `bots.chances.Chances` has them: shares of the games, and expected amounts."""

    @property
    def win(self) -> float:
        """Share of the games won."""

    @property
    def gammon(self) -> float:
        """Share of the games won double or more."""

    @property
    def backgammon(self) -> float:
        """Share of the games won triple."""

    @property
    def gain(self) -> float:
        """Expected value of wins."""

    def swapped(self) -> Outlook:
        """The same from the other side's view."""


COUNTED = {Score.SINGLE: 1, Score.GAMMON: 2, Score.BACKGAMMON: 3}
"""How many kinds of wins a score knows; the others count amounts."""

VERDICTS = {
    "no_cube": mark("The cube is not yours to turn now."),
    "no_double_take": mark("No double; the answer would be to take."),
    "no_double_beaver": mark("No double; the answer would be to beaver."),
    "double_take": mark("Double; the right answer is to take."),
    "double_beaver": mark("Double; the right answer is to beaver."),
    "double_drop": mark("Double; the right answer is to drop."),
    "too_good_take": mark("Too good to double; the answer would be to take."),
    "too_good_drop": mark("Too good to double; the answer would be to drop."),
}
"""What to do with the cube before the throw."""

ANSWERS = {
    "take": mark("Take the double."),
    "drop": mark("Drop the double."),
    "beaver": mark("Beaver."),
}
"""What to answer to a double."""


NO_FIGURE = "\N{EN DASH}"
"""Stands where there is no figure, or too little to tell one."""
MINUS = "\N{MINUS SIGN}"
"""As wide as a plus; a hyphen joins words."""


def decimal(words: Words, value: float, digits: int = 3) -> str:
    """A number with its sign, `+0.156`; with the comma of the language.  Nothing is never minus."""
    return local(words, f"{round(value, digits) + 0.0:+.{digits}f}").replace("-", MINUS)


def unsigned(words: Words, value: float, digits: int = 3) -> str:
    """A number without its sign, `0.156`."""
    return local(words, f"{abs(value):.{digits}f}")


def share(words: Words, value: float) -> str:
    """A share as a percentage, `55.3%`."""
    return words.text("{number}%", number=unsigned(words, 100 * value, 1))


def local(words: Words, text: str) -> str:
    """Where the language has its decimal sign."""
    return text.replace(".", words.within("decimal sign", "."))


def chances(speaker: Speaker, outlook: Outlook, side: Side, state: State) -> list[str]:
    """The chances of both sides; `outlook` is that of `side`."""
    views = {side: outlook, side.other: outlook.swapped()}
    told = [
        speaker.words.text(
            "{player}: {text}.",
            player=speaker.caller(who, state),
            text=", ".join(parts(speaker.words, views[who], state.rules.score)),
        )
        for who in speaker.sides
    ]
    return [speaker.sentence(sentence) for sentence in told]


def parts(words: Words, outlook: Outlook, score: Score) -> list[str]:
    """The chances of one side, as far as the score counts them."""
    found = [words.text("wins {share}", share=share(words, outlook.win))]
    counted = COUNTED.get(score, 0)
    if counted == 0 and outlook.win > 0.0005:
        mean = unsigned(words, outlook.gain / outlook.win, 1)
        found.append(words.text("on average {points} points a win", points=mean))
    if counted > 1:
        found.append(words.text("gammon {share}", share=share(words, outlook.gammon)))
    if counted > 2:
        found.append(words.text("backgammon {share}", share=share(words, outlook.backgammon)))
    return found


def worth(speaker: Speaker, equity: float, side: Side, state: State) -> str:
    """The equity of a side as a sentence."""
    told = speaker.words.text(
        "{player}: equity {equity}.",
        player=speaker.caller(side, state),
        equity=decimal(speaker.words, equity),
    )
    return speaker.sentence(told)


def play_line(words: Words, play: str, equity: float, outlook: Outlook, score: Score) -> str:
    """A play and what it is worth, in one sentence."""
    text = ", ".join(parts(words, outlook, score))
    return words.text(
        "{play}, equity {equity}: {text}.", play=play, equity=decimal(words, equity), text=text
    )


def columns(words: Words, score: Score) -> list[str]:
    """The heads of a table of plays; the rows are those of `row`."""
    heads = [words.text("Play"), words.text("Equity"), words.text("Wins")]
    counted = COUNTED.get(score, 0)
    if counted > 1:
        heads += [words.text("Gammons"), words.text("Gammons lost")]
    return heads


def row(words: Words, play: str, equity: float, outlook: Outlook, score: Score) -> list[str]:
    """A play in a table."""
    cells = [play, decimal(words, equity), share(words, outlook.win)]
    if COUNTED.get(score, 0) > 1:
        cells += [share(words, outlook.gammon), share(words, outlook.swapped().gammon)]
    return cells


def cube(words: Words, verdict: str, held: float, taken: float, dropped: float) -> list[str]:
    """Whether to double, and the three equities it follows from."""
    return [
        words.text(VERDICTS[verdict]),
        words.text(
            "Equities: no double {held}, double and take {taken}, double and drop {dropped}.",
            held=decimal(words, held),
            taken=decimal(words, taken),
            dropped=decimal(words, dropped),
        ),
    ]


def answer(words: Words, best: str, take: float, drop: float) -> list[str]:
    """What to answer to a double, and what the answers are worth."""
    return [
        words.text(ANSWERS[best]),
        words.text(
            "Equities: take {take}, drop {drop}.",
            take=decimal(words, take),
            drop=decimal(words, drop),
        ),
    ]
