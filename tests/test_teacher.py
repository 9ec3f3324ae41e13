"""The teacher: hints with reasons that hold, what a play gives away, and a tutor who never speaks
of what leaves no choice."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import islice, pairwise

import pytest

from tavola.bots import shipped_nets
from tavola.bots.adviser import Adviser
from tavola.games import GAMES, SHIPPED
from tavola.protocol.serve import answer
from tavola.rules import turn
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.ruleset import Side
from tavola.rules.text import notation, one_line
from tavola.rules.turn.state import Action, Kind, Phase, State
from tavola.server.wire.browser_labels import STRINGS
from tavola.study import spoken
from tavola.study.after import Throws, after
from tavola.study.decisions import decisions
from tavola.study.helped import Help, without
from tavola.study.measures import BY_NAME, counted
from tavola.study.questions import of_play, of_this_throw
from tavola.study.reasons import CODES, Fact, measure_of
from tavola.study.teacher import LEVEL, Teacher, turned
from tavola.study.tutor import GENTLE, STRICT, USUAL, Tutor, tutor_of
from tavola.words.translations import LANGUAGES

DECISIONS = 5
"""Of each game."""
ROUNDING = 2e-5
"""Points: plays that are as good as this stand in any order."""
LAST_THROW = "W 23:2 | B 1:1 | W"
BACKGAMMON_LOST = "W 6:15 | B 1:1 | W"
"""White wins with 26 throws of 36, else Black: a double that nobody may miss."""


def teacher_of(game: str) -> Teacher:
    rules = GAMES[game].ruleset(None)
    return Teacher(game, Adviser(rules, shipped_nets.load(game).weights))


def states(teacher: Teacher, seed: int = 1) -> Iterator[State]:
    rules, rng = teacher.adviser.rules, random.Random(seed)
    return islice(decisions(rules, teacher.adviser.analyst, rng), 0, 4 * DECISIONS, 4)


def values(state: State, play: object, fact: Fact) -> int:
    """What the measure of a fact is after a play."""
    found = counted(after(state, play))[measure_of(fact)]  # type: ignore[arg-type]
    return found.count if isinstance(found, Throws) else int(found or 0)


@pytest.mark.parametrize("game", SHIPPED)
def test_a_hint_is_true_and_shows_no_worse_play_first(game: str) -> None:
    teacher = teacher_of(game)
    for state in states(teacher):
        found = teacher.hint(state)
        losses = [found.loss(one) for one in found.plays]
        assert losses[0] == 0.0
        assert all(b > a - ROUNDING for a, b in pairwise(losses)), losses
        best = found.plays[0]
        for fact in found.facts:
            assert fact.code in CODES
            if found.rival is not None and measure_of(fact) in BY_NAME:
                both = values(state, best, fact), values(state, found.rival, fact)
                assert fact.numbers[:2] == both, fact
        for language in LANGUAGES:
            told = spoken.hint(spoken.speaker_for(language, state, "own", None), state, found)
            assert (
                spoken.typed(spoken.speaker_for(language, state, "own", None), state, best.actions)
                in told[0]
            )
            assert all(line.strip() and "{" not in line for line in told)


@pytest.mark.parametrize("game", SHIPPED)
def test_what_a_play_gives_away_is_told_of_it(game: str) -> None:
    """The numbers come in the order of the sentence: first those of the play that was asked about;
    and the loss is the difference that the adviser sees."""
    teacher = teacher_of(game)
    for state in states(teacher, 2):
        found = teacher.adviser.candidates(state)
        worst, best = found[len(found) - 1], found[0]
        verdict = teacher.verdict(of_play(state, worst.actions))
        assert verdict.decision.loss == pytest.approx(best.equity - worst.equity, abs=ROUNDING)
        if verdict.good:
            continue
        for fact in verdict.facts:
            if measure_of(fact) in BY_NAME:
                both = values(state, worst, fact), values(state, best, fact)
                assert fact.numbers[:2] == both, fact
                assert fact.code.startswith("more") == (both[0] > both[1])
        good = teacher.verdict(of_play(state, best.actions))
        assert good.good
        assert good.decision.loss < LEVEL


def test_what_is_said_of_a_play_as_good_as_the_best_is_what_it_does_itself() -> None:
    """Two checkers that leave their first quarter save the backgammon; one of them is enough."""
    teacher = teacher_of("backgammon")
    state = one_line.read(teacher.adviser.rules, "W 2:1 5:1 13:1 19:1 23:2 24:9 | B 1:6 | W 5-6")
    found = teacher.verdict(of_play(state, notation.read_play(state, "23/18 12/6")))
    assert found.good
    assert not found.is_best
    assert found.facts == (Fact("does_run", (1,)), Fact("does_bring_home", (1,)))


@pytest.mark.parametrize("game", ["backgammon", "gioul", "puff-long", "pin"])
def test_a_tutor_stops_losses_and_nothing_that_is_forced(game: str) -> None:
    teacher, strictest = teacher_of(game), Tutor(True, 0.01)
    stopped = 0
    for state in states(teacher, 3):
        for n, limit in ((0, 0.0), (-1, None)):
            found = teacher.adviser.candidates(state)
            one = found[n % len(found)]
            played = state
            for action in one.actions:
                played, _ = turn.apply(played, action)
            if played.turn.ending is None:
                continue  # more parts follow: he waits for the end of the throw
            said = strictest.look(teacher, played, Action(Kind.DONE, state.side))
            if limit == 0.0:  # a part before it may have been played badly
                assert said is None or said.state is not state, "the best play was stopped"
            elif said is not None:
                stopped += 1
                assert said.decision.units >= strictest.limit
                for language in LANGUAGES:
                    speaker = spoken.speaker_for(language, state, "own", None)
                    assert spoken.warning(speaker, said)[0]
    assert stopped


def test_forced_plays_are_never_spoken_of() -> None:
    """However bad they are, and whatever is said of the doubles before them."""
    teacher = teacher_of("backgammon")
    tutor = Tutor(True, 0.01)
    rng = random.Random(4)
    rules, forced = teacher.adviser.rules, 0
    state = one_line.read(rules, "W bar:2 19:13 | B 24:2 13:5 8:3 6:5 | W")
    for dice in ((6, 1), (6, 5), (4, 4), (3, 1), (6, 4)):
        now, _ = turn.apply(state, Action(Kind.THROW, None, dice))
        while now.phase is Phase.MOVE and now.turn.ending is None:
            plays = turn.plays(now)
            if len(plays) != 1:
                break
            now, _ = turn.apply(now, rng.choice(turn.next_steps(now)))
        else:
            forced += now.phase is Phase.MOVE
            if now.phase is Phase.MOVE:
                assert tutor.look(teacher, now, Action(Kind.DONE, Side.WHITE)) is None
    assert forced


def test_of_what_is_refused_a_tutor_says_nothing() -> None:
    """Whoever types `choose` or `keep` where there is nothing to choose is refused, no more."""
    teacher, tutor = teacher_of("backgammon"), Tutor(True, 0.01)
    rules, white = teacher.adviser.rules, Side.WHITE
    moving = one_line.read(rules, "W 24:2 13:5 8:3 6:5 | B 1:2 12:5 17:3 19:5 | W 3-1")
    for kind in (Kind.DONE, Kind.KEEP, Kind.CHOOSE, Kind.NAME, Kind.TAKE, Kind.DROP, Kind.BEAVER):
        assert tutor.look(teacher, moving, Action(kind, white, number=6)) is None, kind


def test_the_cube_is_looked_at_too() -> None:
    teacher = teacher_of("backgammon")
    five = MatchRules(length=5, games=None)
    state = one_line.read(teacher.adviser.rules, LAST_THROW, five)
    throw, double = Action(Kind.THROW), Action(Kind.DOUBLE, Side.WHITE)
    strict, gentle = Tutor(True, USUAL[STRICT]), Tutor(False, USUAL[STRICT])
    missed = strict.look(teacher, state, throw, 1)
    assert missed is not None
    speaker = spoken.speaker_for("en", state, "own", None)
    told = spoken.warning(speaker, missed)
    assert told[0].startswith("There is something better: “double” is worth 0.")
    assert gentle.look(teacher, state, throw, 1) is None, "only a strict one stops what is missed"
    assert strict.look(teacher, state, double, 1) is None
    offered, _ = turn.apply(state, double)
    dropped = gentle.look(teacher, offered, Action(Kind.DROP, Side.BLACK), 1)
    assert dropped is not None
    assert dropped.best.does == "take"
    assert gentle.look(teacher, offered, Action(Kind.TAKE, Side.BLACK), 1) is None
    assert gentle.look(teacher, state, Action(Kind.RESIGN, Side.WHITE, number=1), 1) is None
    hint = teacher.hint(state, 1)
    assert hint.cube is not None
    assert hint.cube.verdict == "double_take"
    assert {fact.code for fact in hint.facts} == {"cube_double"}


@pytest.mark.parametrize(
    ("offer", "told"),
    [
        (Action(Kind.RESIGN, Side.WHITE, number=1), "refuse the resignation"),
        (Action(Kind.RESIGN, Side.WHITE, number=3), "accept the resignation"),
        (Action(Kind.DRAW, Side.WHITE), "decline the draw"),
    ],
)
def test_an_offer_is_something_to_choose(offer: Action, told: str) -> None:
    """Black is about to win by a backgammon: less is refused, and no more can be had."""
    teacher = teacher_of("backgammon")
    offered, _ = turn.apply(one_line.read(teacher.adviser.rules, BACKGAMMON_LOST), offer)
    found = teacher.hint(offered)
    assert [one.depth for one in found.answers] == [0, 0]
    for language in LANGUAGES:
        said = spoken.hint(spoken.speaker_for(language, offered, "own", None), offered, found)
        assert len(said) == 2
    assert said[0] == f"Best: {told}."


def test_every_part_of_a_throw_is_looked_at() -> None:
    """Where a throw is played in parts each is a question of its own."""
    teacher = teacher_of("gioul")
    seen = 0
    for state in states(teacher, 5):
        now, parts = state, 0
        while now.phase is Phase.MOVE and now.turn.ending is None and now.side is state.side:
            for action in teacher.adviser.candidates(now)[0].actions:
                now, _ = turn.apply(now, action)
            parts += 1
        if now.phase is Phase.MOVE:
            before = of_this_throw(state)
            assert len(of_this_throw(now)) == len(before) + parts
            seen += parts > 1
    assert seen


def test_a_fact_turns() -> None:
    assert turned(Fact("fewer_hits_me", (11, 17, 36))) == Fact("more_hits_me", (17, 11, 36))
    assert turned(Fact("more_lead", (5, 3))) == Fact("fewer_lead", (3, 5))


def test_the_settings_of_the_page_are_those_of_the_tutor() -> None:
    told = STRINGS["tutor_limit_usual"]
    assert told == f"{USUAL[GENTLE]:g} gentle, {USUAL[STRICT]:g} strict"
    assert tutor_of("off") is None
    assert tutor_of("gentle") == Tutor(False, USUAL[GENTLE])
    assert tutor_of("strict", 0.5) == Tutor(True, 0.5)
    assert tutor_of("strict", 99.0) == Tutor(True, 2.0)


def test_warnings_are_counted_apart() -> None:
    """Once each; heeded if something else was done; whatever else is kept stays."""
    options = {"hints": True}
    help = Help(options)
    help.warned(0, 7, Kind.DONE)
    help.warned(0, 7, Kind.DONE)
    help.acted(7, Kind.UNDO)
    help.warned(0, 9, Kind.DONE)
    help.acted(9, Kind.DONE)
    assert help.of(0) == (2, 1)
    assert help.of(1) == (0, 0)
    assert Help(json.loads(json.dumps(options))).of(0) == (2, 1)
    assert without(options) == {"hints": True}
    for odd in (None, 3, "x", [[1]], [["a", "b"], 2], {"0": 1}):
        assert Help({"helped": odd}).of(0) == (0, 0)


def test_the_protocol_judges_in_every_language() -> None:
    state = {"game": "backgammon", "text": "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W 3-1"}
    said = set()
    for language in LANGUAGES:
        request = {"command": "judge", "state": state, "play": "13/9", "language": language}
        reply = answer(json.dumps(request).encode())
        assert reply["ok"], reply
        assert reply["ways"][0]["text"]["own"] == "8/5 6/5"
        assert reply["loss"] > 0.1
        assert reply["choice"]
        assert all(one["code"] in CODES for one in reply["reasons"])
        said.add(" ".join(reply["say"]))
        hint = answer(json.dumps({**request, "command": "hint", "play": None}).encode())
        assert not hint["ok"], "a field that is not known"
        del request["play"]
        hint = answer(json.dumps({**request, "command": "hint"}).encode())
        assert hint["candidates"][0]["text"]["own"] == "8/5 6/5"
        assert hint["candidates"][0]["loss"] == 0.0
    assert len(said) == len(LANGUAGES)
