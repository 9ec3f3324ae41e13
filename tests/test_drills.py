"""Drills: what they ask is counted once more here, slowly, for every game where they make sense."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import cache
from math import erf, sqrt

import pytest

from tavola.bots.adviser import Adviser
from tavola.bots.cube.decisions import TakeEquities, Verdict
from tavola.bots.cube.match_equity import CLASSIC, Terms, table
from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.kernel.backend import compiled
from tavola.rules.model import movement
from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Side
from tavola.rules.model.throws import Throw, is_double, throws_of
from tavola.rules.text import notation
from tavola.rules.turn.state import Action, Kind, Phase, State
from tavola.study.choices import Choices
from tavola.study.drills import chances, counted, doubles, told
from tavola.study.drills.asked import KINDS, Question, games_of, kinds_of, question
from tavola.study.drills.stands import stands
from tavola.study.openings import state_of, table_of
from tavola.terminal.commands import drills
from tavola.terminal.screen.console import Terminal
from tavola.words.speaker import Speaker
from tavola.words.translations import LANGUAGES, Words

ASKED = [(kind, game) for kind in KINDS for game in games_of(kind)]
MOST = 500
"""States that are looked at for one throw; a throw with more of them is left out."""
THROWS = 7
"""Throws of a position that are played."""


def asked(kind: str, game: str, seed: int = 1) -> Question:
    return question(kind, game, f"{seed}/1")


class Everything:
    """What a throw can come to, by playing every allowed step of it on the state machine."""

    def __init__(self, state: State, dice: Throw) -> None:
        self.state, self.side = state, state.side
        before = state.position
        self.gone = before.bar(self.side.other) + before.off(self.side.other)
        self.pins = self._pinned(state)
        self.plays = self.hits = self.pinning = self.quiet = 0
        self.whole = self._go(turn.apply(state, Action(Kind.THROW, None, dice))[0])

    def _go(self, start: State) -> bool:
        """Whether all of it was seen."""
        seen, waiting = set[object](), [(start, 0)]
        while waiting:
            state, steps = waiting.pop()
            key = (state.position.row, state.turn.left, state.turn.index, state.phase, steps > 0)
            if key in seen:
                continue
            seen.add(key)
            if len(seen) > MOST:
                return False
            if state.phase is Phase.CHOOSE:
                for n in range(1, 7):
                    chosen = Action(Kind.CHOOSE, self.side, number=n)
                    waiting.append((turn.apply(state, chosen)[0], steps))
            elif state.phase is not Phase.MOVE or state.turn.ending is not None:
                self._ends(state, steps)
                if state.phase is Phase.MOVE and state.turn.ending is not None:
                    then, _ = turn.apply(state, Action(Kind.DONE, self.side))
                    same = then.phase in (Phase.MOVE, Phase.CHOOSE) and then.side is self.side
                    if same and then.turn.heir is None:
                        waiting.append((then, steps))
            else:
                following = turn.next_steps(state)
                if not following:
                    self._ends(state, steps)
                waiting += [(turn.apply(state, step)[0], steps + 1) for step in following]
        return True

    def _ends(self, state: State, steps: int) -> None:
        if not steps:
            return
        after, other = state.position, self.side.other
        hit = after.bar(other) + after.off(other) > self.gone
        self.plays += 1
        self.hits += hit
        self.quiet += not hit
        self.pinning += self._pinned(state) > self.pins

    def _pinned(self, state: State) -> int:
        return sum(state.position.pinned(point) is self.side.other for point in range(1, 25))

    def does(self, kind: str) -> bool:
        return {
            "shots": self.hits > 0,
            "must_hit": self.plays > 0 and not self.quiet,
            "pins": self.pinning > 0,
            "enter": self.plays > 0,
            "lost": not self.plays,
        }[kind]


@pytest.mark.parametrize(
    ("kind", "game"), [(kind, game) for kind, game in ASKED if kind in counted.THROWS]
)
def test_throws_are_those_that_do_it_when_they_are_played(kind: str, game: str) -> None:
    one = asked(kind, game)
    ways = dict(throws_of(GAMES[game].ruleset()))
    assert 0 < one.answer < 36
    assert one.answer == sum(ways[min(throw), max(throw)] for throw in one.throws)
    compared = 0
    for dice in random.Random(game).sample(list(ways), THROWS):
        tried = Everything(one.state, dice)
        if tried.whole:
            compared += 1
            found = (max(dice), min(dice)) in one.throws
            assert found == tried.does(kind), f"{one.state.position.text()} {dice}"
    assert compared >= 3


@pytest.mark.parametrize("game", games_of("pips"))
def test_pips_are_those_of_each_checker(game: str) -> None:
    for seed in range(3):
        one = asked("pips", game, seed)
        side, rules, position = one.state.side, one.state.rules, one.state.position
        end = len(geometry_of(rules).track[side]) + (0 if rules.piles else 1)
        slow = (position.bar(side) + position.reserve(side)) * end
        for point in range(1, 25):
            path = geometry_of(rules).path(side, point)
            slow += position.count(side, point) * (end - path)
        assert one.answer == slow == sum(n * way for n, way in counted.ways(one.state, side))
        said = " ".join(told.counted_so(Speaker(Words("en"), rules), one))
        waiting = position.bar(side) + position.reserve(side) > 0
        assert ("has yet to come in" in said) == waiting, "not of one that is borne off"


@pytest.mark.parametrize("numbering", ["own", "booklet"])
@pytest.mark.parametrize("game", GAMES)
def test_the_number_of_a_point_is_the_one_that_is_said(game: str, numbering: str) -> None:
    for seed in range(4):
        one = question("points", game, str(seed), numbering)
        speaker = Speaker(Words("en"), one.state.rules, numbering)
        assert one.point is not None
        assert speaker.number(None, one.point).split()[0] == str(one.answer)


@pytest.mark.parametrize("game", games_of("race"))
def test_a_race_is_worked_out_by_the_formula(game: str) -> None:
    for seed in range(3):
        one = asked("race", game, seed)
        state, side = one.state, one.state.side
        assert not movement.in_contact(state.rules, state.position)
        mine, theirs = (
            movement.pip_count(state.rules, state.position, s) for s in (side, side.other)
        )
        lead = theirs - mine + 4
        chance = 0.5 + 0.5 * erf(lead / sqrt(mine + theirs - 4))
        assert abs(one.answer - 100 * chance) <= 0.5
        assert one.right(one.answer + one.near)
        assert not one.right(one.answer + one.near + 1)


def test_a_known_race() -> None:
    assert round(100 * chances.Race(100, 110).chance) == 92
    assert round(100 * chances.Race(110, 100).chance) == 28


def test_who_is_behind_in_a_race_reads_a_minus_sign() -> None:
    one = next(
        one
        for one in (asked("race", "backgammon", seed) for seed in range(20))
        if one.race is not None and one.race.lead < 0
    )
    assert one.race is not None
    said = told.counted_so(Speaker(Words("en"), one.state.rules), one)[0]
    assert said.endswith(f"your lead is \N{MINUS SIGN}{-one.race.lead}.")


@pytest.mark.parametrize("game", games_of("take"))
def test_a_take_weighs_what_is_risked(game: str) -> None:
    for seed in range(6):
        one = asked("take", game, seed)
        take = one.take
        assert take is not None
        least = one.answer / 100
        taken = least * take.win + (1 - least) * take.lose
        assert abs(taken - take.drop) < 0.006
        assert take.lose < take.drop < take.win
        assert take.theirs + take.cube // 2 < take.length + take.cube // 2
        assert 10 < one.answer < 60
        said = " ".join(told.counted_so(Speaker(Words("en"), one.state.rules), one))
        sums = re.search(r"risk (.+) to gain (.+): (.+) of (.+) are about (\d+)%", said)
        assert sums is not None
        risk, gain, again, both, share = map(float, sums.groups())
        assert risk == again
        assert both == pytest.approx(risk + gain)
        assert share == one.answer == pytest.approx(100 * risk / both, abs=1.0)


@pytest.mark.parametrize(
    ("throws", "said"),
    [
        (((6, 1),), "6-1 falls in two ways, that is 2. Together 2 of 36."),
        (((6, 6),), "6-6 falls in one way, that is 1. Together 1 of 36."),
        (
            ((6, 6), (6, 1), (5, 1), (4, 4)),
            "6-1 and 5-1: each falls in two ways, that is 4. 6-6 and 4-4: each falls in one way,"
            " that is 2. Together 6 of 36.",
        ),
    ],
)
def test_one_throw_alone_is_not_each_of_them(throws: tuple[Throw, ...], said: str) -> None:
    one = asked("shots", "backgammon", 1)
    one = replace(one, throws=throws, answer=counted.count(throws))
    assert " ".join(told.counted_so(Speaker(Words("en"), one.state.rules), one)) == said


def test_a_known_take() -> None:
    """At 2 away each the cube is dead: lost if dropped at 1 away against 2, all or nothing else."""
    found = table(Terms(CLASSIC), 9)
    take = chances.take(GAMES["backgammon"].ruleset({}), 5, 3, 3, 2)
    assert (take.win, take.lose) == (1.0, 0.0)
    assert take.least == pytest.approx(found.chance(2, 1))


@pytest.mark.parametrize("game", games_of("opening"))
def test_the_opening_that_is_asked_for_is_that_of_the_table(game: str) -> None:
    opening = table_of(game)
    for seed in range(4):
        one = asked("opening", game, seed)
        dice = tuple(sorted(one.state.turn.dice or ()))
        rows = [
            row
            for row in opening.openings
            if tuple(sorted(row.dice)) == dice and row.side == one.state.side.letter
        ]
        assert len(rows) == 1
        best = notation.read_play(state_of(game, rows[0]), rows[0].plays[0], "own")
        assert (
            one.choices[one.answer - 1].actions
            == tuple(best)[: len(one.choices[one.answer - 1].actions)]
        )
        assert one.loses[one.answer - 1] == 0.0
        assert min(one.loses) == 0.0
        assert len({play.position for play in one.choices}) == len(one.choices) > 1


@pytest.mark.parametrize("game", games_of("epc"))
def test_effective_pips_are_the_throws_that_are_played(game: str) -> None:
    """The least mean number of throws, over every play of every throw."""
    one = next(one for one in (asked("epc", game, seed) for seed in range(40)) if _few(one.state))
    rules, side = one.state.rules, one.state.side

    @cache
    def throws(position: Position) -> float:
        if movement.finished(rules, position, side):
            return 0.0
        total = 0.0
        for dice, weight in throws_of(rules):
            numbers = dice[:1] * 4 if is_double(dice) else dice
            after = {play.position for play in movement.plays(rules, position, side, numbers)}
            total += weight * min(map(throws, after))
        return 1.0 + total / 36

    assert one.effective is not None
    assert one.effective.throws == pytest.approx(throws(one.state.position))
    assert one.answer == round(one.effective.throws * 49 / 6)
    assert one.effective.wasted > 0.0
    assert one.effective.pips == movement.pip_count(rules, one.state.position, side)


def _few(state: State) -> bool:
    side = state.side
    return sum(state.position.count(side, point) for point in range(1, 25)) <= 4


@pytest.mark.skipif(not compiled, reason="trials take too long")
@pytest.mark.parametrize("game", ["backgammon", "puff", "hypergammon"])
def test_trials_do_not_gainsay_what_is_done_with_a_double(game: str) -> None:
    for seed in range(3):
        one = asked("double", game, seed)
        assert one.state.phase is Phase.ANSWER
        assert one.double is not None
        assert one.listener is one.state.side.other
        assert (one.answer == 1) == (one.double.take > one.double.drop == -1.0)
        rolled = Choices(game, one.state, seed=seed + 1)
        rolled.go_on(60)
        take, drop = (rolled.texts.index(name) for name in ("take", "drop"))
        gap, error = rolled.tally.gap(take, drop)
        assert (gap > 0) == (one.answer == 1) or abs(gap) < 3.0 * error


@pytest.mark.parametrize("game", ["french-1", "backwards", "backgammon"])
def test_only_doubles_that_may_be_asked_about_are_looked_into(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a take is sought no drop is: without the compiled kernel that took minutes."""
    looked, look = list[Verdict](), Adviser.answer

    def counted_look(adviser: Adviser, state: State, depth: int = 0) -> TakeEquities:
        found = look(adviser, state)
        looked.append(Verdict.DOUBLE_TAKE if found.take > found.drop else Verdict.DOUBLE_DROP)
        return look(adviser, state, depth) if compiled else found

    monkeypatch.setattr(Adviser, "answer", counted_look)
    for seed in range(6):
        looked.clear()
        found = doubles.double(game, random.Random(seed))
        assert found is not None
        sought = Verdict.DOUBLE_TAKE if found[1].taken else Verdict.DOUBLE_DROP
        assert set(looked) == {sought}


@pytest.mark.parametrize(("kind", "game"), ASKED)
def test_the_same_seed_asks_the_same_and_all_is_said(kind: str, game: str) -> None:
    one = asked(kind, game)
    question.cache_clear()
    assert asked(kind, game) == one
    for lang in LANGUAGES:
        speaker = Speaker(Words(lang), one.state.rules, viewer=one.state.side, me=one.state.side)
        assert told.asked(speaker, one)
        assert str(one.answer) in told.verdict(speaker, one, one.answer) or one.many
        assert all(told.counted_so(speaker, one))


def test_how_throws_are_counted() -> None:
    throws = [(6, n) for n in range(6, 0, -1)] + [(4, 2), (3, 3), (2, 2)]
    way = counted.counting(throws)
    assert (way.with_any, way.these) == ((6,), 11)
    assert (way.pairs, way.doubles) == (((4, 2),), ((3, 3), (2, 2)))
    assert way.these + 2 * len(way.pairs) + len(way.doubles) == counted.count(throws) == 15
    every = [(a, b) for a in range(6, 0, -1) for b in range(a, 0, -1)]
    assert counted.counting(every).these == counted.count(every) == 36


def test_every_game_has_drills_and_none_that_it_cannot_ask() -> None:
    assert all("points" in kinds_of(game) for game in GAMES)
    assert kinds_of("doublets") == ["points"]
    one = asked("opening", "backgammon")
    assert [one.may_be(n) for n in (0, 1, len(one.choices), len(one.choices) + 1)] == [
        False, True, True, False,
    ]  # fmt: skip
    with pytest.raises(Refused):
        question("pins", "backgammon", "1")
    with pytest.raises(Refused):
        question("nothing", "backgammon", "1")


@pytest.mark.parametrize("game", GAMES)
def test_stands_are_before_a_throw(game: str) -> None:
    found = stands(GAMES[game].ruleset({}), random.Random(game))
    assert len(found) > 3
    assert {state.phase for state in found} == {Phase.START}
    assert {state.side for state in found} <= set(Side)


def test_who_may_choose_of_four_is_told_so() -> None:
    words = Words("en")
    choices, count = question("opening", "backgammon", "5/1"), question("pips", "backgammon", "5/1")
    assert told.wanted(words, choices) == f"Type a number from 1 to {choices.many}."
    assert not choices.may_be(choices.many + 1)
    assert told.wanted(words, count) == "Type a whole number, 0 or more."


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_round_at_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lang: str
) -> None:
    one, words = question("pips", "backgammon", "5/1"), Words(lang)
    lines = iter(["x", str(one.answer), "0", ""])
    monkeypatch.setattr("builtins.input", lambda *asked: next(lines))
    assert drills.drill(Terminal(), words, "pips", "backgammon", "own", 5) == 0
    said = capsys.readouterr().out
    assert told.wanted(words, one) in said
    assert told.verdict(Speaker(words, one.state.rules), one, one.answer) in said
    assert words.text("{right} of {asked} right", right=1, asked=2) in said
    assert (
        words.plural("{count} pip", "{count} pips", one.answer) not in said
    )  # the board tells none
    assert drills.drill(Terminal(), words, "", "", "own", None) == 0
    listed = capsys.readouterr().out
    assert all(told.title(words, kind) in listed for kind in KINDS)
    assert drills.drill(Terminal(), words, "nothing", "", "own", None) == 2
    assert drills.drill(Terminal(), words, "pins", "backgammon", "own", None) == 1
