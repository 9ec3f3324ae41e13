"""What a teacher says: hints, what a play gives up, and the warning of a tutor, as sentences.

Everything is told to whoever decides, in the numbers of the board that he reads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tavola.bots.adviser import Candidate
from tavola.rules.model.ruleset import Side
from tavola.rules.text import notation
from tavola.rules.turn.state import Action, Kind, State
from tavola.study.helped import Help
from tavola.study.questions import What
from tavola.study.reasons import Fact, say_all
from tavola.study.teacher import HARDLY, CubeHint, Hint, Verdict
from tavola.study.tell import CHOSEN, NAMED, WAYS
from tavola.study.verdicts import Way
from tavola.words import opinions
from tavola.words.speaker import Speaker
from tavola.words.translations import LANGUAGES, Words


@dataclass(frozen=True)
class Told:
    """A play of a hint: its name, how it is typed (empty where it cannot be), what it gives up
    against the best (empty for that one), and its figures."""

    name: str
    typed: str
    loss: str
    figures: str


def speaker_for(language: str, state: State, numbering: str, side: Side | None) -> Speaker:
    """Who tells it to a program, in a language: to whoever decides, in the numbers of that side."""
    decides = state.side if side is None else side
    return Speaker(Words(language), state.rules, numbering, viewer=decides, me=decides)


# ------------------------------------------------------------------------------------------- plays


def typed(speaker: Speaker, state: State, actions: Sequence[Action]) -> str:
    """What a play or a choice is typed as; empty where it is no play."""
    return notation.typed(state, actions, speaker.numbering)


def name(speaker: Speaker, state: State, actions: Sequence[Action], does: str = "") -> str:
    """How a play or another decision is called; `does` as `Way.does` has it where nothing is
    done."""
    words, text = speaker.words, typed(speaker, state, actions)
    kind = actions[0].kind if actions else None
    if kind is Kind.STEP:
        return text
    if kind is Kind.NAME:
        return words.within("decision", NAMED, dice=text)
    if kind is Kind.CHOOSE:
        return words.within("decision", CHOSEN, dice=text)
    return words.within("decision", WAYS[does or ("" if kind is None else kind.value)])


def quoted(speaker: Speaker, state: State, actions: Sequence[Action], does: str = "") -> str:
    """The same within a sentence: what is no play stands in quotation marks."""
    text = name(speaker, state, actions, does)
    if actions and actions[0].kind is Kind.STEP:
        return text
    return speaker.words.text("“{text}”", text=text)


def amount(words: Words, loss: float) -> str:
    """What is given up, in points: two decimals, or three where those would say nothing."""
    digits = 2 if loss >= 0.005 else 3
    return opinions.unsigned(words, loss, digits)


# ------------------------------------------------------------------------------------------- hints


def hint(speaker: Speaker, state: State, found: Hint) -> list[str]:
    """The best play and why, in two or three sentences; or what the cube asks for."""
    if found.cube is not None:
        return [_cube(speaker.words, found.cube), *_why(speaker, found.facts, state)]
    words = speaker.words
    if found.answers:
        first, second = found.answers
        called, other = name(speaker, state, first.actions), quoted(speaker, state, second.actions)
        gain = first.equity - second.equity
        return [words.text("Best: {best}.", best=called), _beside(words, other, gain)]
    if not found.plays:
        return []
    best = found.plays[0]
    called = name(speaker, state, best.actions)
    told = [words.text("Best: {best}.", best=called)]
    if found.natural == best and len(found.plays) > 1:
        told = [words.text("Best: {best}, the natural play.", best=called)]
    if found.only and best.actions[0].kind is Kind.STEP:
        told = [words.text("{play} is the only play.", play=called)]
    if found.rival is not None:
        told.append(_rival(speaker, state, found, found.rival))
    return told + _why(speaker, found.facts, state)


def _rival(speaker: Speaker, state: State, found: Hint, rival: Candidate) -> str:
    """By how much the best play is better than another one."""
    words, called = speaker.words, quoted(speaker, state, rival.actions)
    if found.loss(rival) >= HARDLY and rival == found.natural:
        return words.text(
            "It is worth {loss} more than {rival}, which comes to mind first.",
            loss=amount(words, found.loss(rival)),
            rival=called,
        )
    return _beside(words, called, found.loss(rival))


def _beside(words: Words, called: str, lost: float) -> str:
    """How much less another way is worth."""
    if lost < HARDLY:
        return words.text("{rival} is nearly as good.", rival=called)
    return words.text(
        "It is worth {loss} more than {rival}.", loss=amount(words, lost), rival=called
    )


def plays(speaker: Speaker, state: State, found: Hint) -> list[Told]:
    """The plays of a hint, best first, each with what it gives up and with its figures."""
    return [_told(speaker, state, found, one) for one in found.plays]


def _told(speaker: Speaker, state: State, found: Hint, one: Candidate) -> Told:
    words = speaker.words
    called, text = name(speaker, state, one.actions), typed(speaker, state, one.actions)
    figures = opinions.play_line(words, called, one.equity, one.chances, state.rules.score)
    return Told(called, text, loss(words, found, one), figures)


def others(words: Words, told: Sequence[Told]) -> str:
    """What the plays of a hint give up that are not the best, in a sentence; empty without any."""
    rest = [words.text("{play} {loss}", play=one.name, loss=one.loss) for one in told[1:]]
    return words.text("The others: {plays}.", plays=words.clauses(rest)) if rest else ""


def loss(words: Words, found: Hint, one: Candidate) -> str:
    """What a play of a hint gives up, as half a sentence; empty for the best."""
    if one is found.plays[0]:
        return ""
    lost = found.loss(one)
    if lost < 0.0005:
        return words.text("as good")
    return words.text("gives away {loss}", loss=amount(words, lost))


def figures(words: Words, cube: CubeHint) -> list[str]:
    """What a cube decision follows from."""
    first, second, *rest = cube.worths
    if cube.asked:
        return opinions.answer(words, cube.verdict, first, second)[1:]
    return opinions.cube(words, cube.verdict, first, second, rest[0])[1:]


def _cube(words: Words, cube: CubeHint) -> str:
    return words.text((opinions.ANSWERS if cube.asked else opinions.VERDICTS)[cube.verdict])


# ---------------------------------------------------------------------------------------- verdicts


def verdict(speaker: Speaker, found: Verdict) -> list[str]:
    """What a decision gives up against the best, and why: after it was said what it is."""
    words, one = speaker.words, found.decision
    if found.good:
        best = words.text("It is the best play.")
        if not found.is_best:
            text = quoted(speaker, found.state, one.best.actions, one.best.does)
            best = words.text("It is as good as {best}.", best=text)
        told = [best]
    else:
        text = words.text(
            "It gives away {loss} against {best}.",
            loss=amount(words, one.loss),
            best=quoted(speaker, found.state, one.best.actions, one.best.does),
        )
        told = [text]
    return told + _why(speaker, found.facts, found.state, one.side)


def warning(speaker: Speaker, found: Verdict) -> list[str]:
    """That there is something better, without saying which play it is, and why."""
    words, one = speaker.words, found.decision
    lost = amount(words, one.loss)
    if one.what is What.PLAY or one.what in (What.NAME, What.CHOOSE):
        done = typed(speaker, found.state, one.done.actions)
        told = words.text(
            "There is something better than {done}, which gives away {loss}.", done=done, loss=lost
        )
    else:
        best = way(speaker, found.state, one.best)
        told = words.text(
            "There is something better: “{best}” is worth {loss} more.", best=best, loss=lost
        )
    return [told, *_why(speaker, found.facts, found.state, one.side)]


def helped(speaker: Speaker, help: Help, state: State) -> list[str]:
    """How often a tutor has helped, for each player whom he warned."""
    told, words = [], speaker.words
    for side in speaker.sides:
        warnings, heeded = help.of(state.player(side))
        if not warnings:
            continue
        text = words.plural(
            "{count} warning of the tutor, {heeded} heeded",
            "{count} warnings of the tutor, {heeded} heeded",
            warnings,
            heeded=heeded,
        )
        line = words.text("{player}: {text}.", player=speaker.caller(side, state), text=text)
        told.append(speaker.sentence(line))
    return told


def way(speaker: Speaker, state: State, one: Way) -> str:
    """A way of a decision, in the numbers of the listener."""
    return name(speaker, state, one.actions, "" if one.does == "play" else one.does)


def _why(
    speaker: Speaker, facts: Sequence[Fact], state: State, side: Side | None = None
) -> list[str]:
    """Facts, said to whoever decides."""
    decides = side
    if decides is None:
        decides = state.side if state.actor is None else state.actor
    return say_all(speaker.addressing(decides), facts, state)


__all__ = [
    "LANGUAGES",
    "Speaker",
    "Told",
    "amount",
    "figures",
    "helped",
    "hint",
    "loss",
    "name",
    "others",
    "plays",
    "quoted",
    "speaker_for",
    "typed",
    "verdict",
    "warning",
    "way",
]
