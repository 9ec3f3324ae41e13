"""Every worked example of the rules, by its own name, against the engine."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

import cases
from bridge import program_options
from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.kernel import turn_program
from tavola.rules.model import movement
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Dice, Ruleset, Side
from tavola.rules.text import notation, one_line, script
from tavola.rules.turn import scoring
from tavola.rules.turn.state import Action, Cube, Kind, Phase, State, Turn

pytestmark = pytest.mark.plain

Numbers = tuple[int, ...]


def _ids(items: Sequence[Any]) -> list[str]:
    return [item.id for item in items]


def _rules(game: str, options: dict[str, Any]) -> Ruleset:
    return GAMES[game].ruleset(program_options(game, options))


def _progress(done: cases.Done) -> tuple[int, bool, int]:
    """How many parts are played, whether the last was complete, and what it left."""
    if not done:
        return 0, True, 0
    numbers, steps = done[-1]
    return len(done), steps == len(numbers), len(numbers) - steps


def _answer(
    rules: Ruleset,
    position: Position,
    side: Side,
    case: cases.Case | cases.FollowCase,
    done: cases.Done,
) -> cases.Part:
    """What the engine says follows, in the words of the cases."""
    index, complete, left = _progress(done)
    code, numbers = movement.next_part(
        rules, position, side, case.dice, case.chosen or 0, index, complete, left
    )
    if code > 0:
        return ("play", tuple(sorted(numbers)))
    if code == turn_program.HAND_OVER:
        first, times = numbers
        return ("hand", (first if times == 4 else (first, times), *range(first + 1, 7)))
    return {turn_program.CHOOSE_DOUBLE: cases.CHOOSE, turn_program.THROW_AGAIN: cases.AGAIN}.get(
        code, cases.END
    )


def _numbers(rules: Ruleset, position: Position, side: Side, case: cases.Case) -> Numbers:
    if case.numbers:
        return case.numbers
    kind, *rest = _answer(rules, position, side, case, case.done)
    assert kind == "play"
    numbers: Numbers = rest[0]
    return numbers


def _state(
    rules: Ruleset, position: Position, side: Side, case: cases.Case, numbers: Numbers
) -> State:
    """The part of the case about to be played."""
    need, only = movement.due(rules, position, side, numbers)
    now = Turn(
        dice=case.dice,
        chosen=case.chosen or 0,
        index=len(case.done),
        numbers=numbers,
        need=need,
        only=only,
    )
    return State(rules, MatchRules(), position, Phase.MOVE, side, now)


def _played(state: State, actions: Sequence[Action]) -> State:
    for action in actions:
        state, _ = turn.apply(state, action)
    return state


@pytest.mark.parametrize("case", cases.CASES, ids=_ids(cases.CASES))
def test_case(case: cases.Case) -> None:
    rules, side = _rules(case.game, case.options), Side(case.colour)
    position = movement.settled(rules, Position.parse(rules, case.position), side)
    numbers = _numbers(rules, position, side, case)
    plays = movement.plays(rules, position, side, numbers)
    ends = {play.position.text() for play in plays}
    assert len(ends) == len(plays)
    if case.count is not None:
        assert len(plays) == case.count
    if case.plays is not None:
        _compare_plays(case, _state(rules, position, side, case, numbers), ends)
    if case.then is not None:
        for end in [(p.position, len(p.steps)) for p in plays] or [(position, 0)]:
            done = (*case.done, (numbers, end[1]))
            assert _answer(rules, end[0], side, case, done) == case.then


def _compare_plays(case: cases.Case, state: State, ends: set[str]) -> None:
    """Each written play is accepted, ends where it should, and together they are all there are."""
    assert case.plays is not None
    reached = []
    for text in case.plays:
        actions = notation.read_play(state, text, "booklet")
        assert len(actions) == state.turn.need or movement.over(
            state.rules, _played(state, actions).position, state.side
        )
        after = _played(state, actions).position
        reached.append(after.text())
        assert movement.hits(state.position, after, state.side) == ("*" in text)
    assert len(set(reached)) == len(reached)
    assert set(reached) == ends
    for end, text in zip(reached, case.ends, strict=False):
        assert end == Position.parse(state.rules, text).text()
    if not case.plays:
        assert state.turn.need == 0
        assert turn.next_steps(state) == ()


@pytest.mark.parametrize("case", [c for c in cases.CASES if c.plays == ()], ids=lambda c: c.id)
def test_a_lost_throw_goes_straight_to_its_end(case: cases.Case) -> None:
    rules, side = _rules(case.game, case.options), Side(case.colour)
    position = Position.parse(rules, case.position)
    state = State(rules, MatchRules(), position, Phase.START, side)
    if case.done:
        return
    state, facts = turn.apply(state, Action(Kind.THROW, side, case.dice))
    assert "lost" in [fact.kind for fact in facts]
    if case.then in (None, cases.END):
        assert state.turn.ending == turn_program.END
        assert state.position == position


@pytest.mark.parametrize("case", cases.FOLLOW, ids=_ids(cases.FOLLOW))
def test_follow(case: cases.FollowCase) -> None:
    options = {name: value for name, value in case.options.items() if name != "earlier"}
    rules, side = _rules(case.game, options), Side(case.colour)
    if case.inherited:
        assert _inherited(case) == case.result
        return
    position = Position.parse(rules, case.position)
    answer = _answer(rules, position, side, case, case.done)
    if answer[0] in ("play", "choose"):
        assert answer == case.result
    else:
        assert _after_done(rules, position, side, case, answer) == case.result


def _inherited(case: cases.FollowCase) -> cases.Part:
    _, complete, _ = _progress(case.done)
    number = case.inherited[max(0, len(case.done) - 1)]
    numbers = movement.heir_part(number, 4, complete, not case.done)
    return ("play", numbers) if numbers else cases.END


def _after_done(
    rules: Ruleset, position: Position, side: Side, case: cases.FollowCase, answer: cases.Part
) -> cases.Part:
    """Whose throw comes when the turn is ended: the state machine has the last word."""
    index, complete, left = _progress(case.done)
    code, numbers = movement.next_part(
        rules, position, side, case.dice, case.chosen or 0, index, complete, left
    )
    hand = (numbers[0], numbers[1]) if code == turn_program.HAND_OVER else None
    now = Turn(dice=case.dice, ending=code, hand=hand, steps=(1,))
    ended = State(rules, MatchRules(), position, Phase.MOVE, side, now)
    state, _ = turn.apply(ended.but(fresh=not case.options.get("earlier")), Action(Kind.DONE, side))
    if state.turn.heir is not None:
        assert state.side is side.other
        assert state.turn.heir == hand
        return answer
    assert state.phase is Phase.START
    return cases.AGAIN if state.side is side else cases.END


LAST_PLAYS = {
    "2:BGS(a)": "W 23:1 | B 6:14 24:1 | W 5-3 cube:4W; 23/off; done",
    "2:BGS(b)-tournament": "W 24:1 | B 6:13 bar:1 | W 5-3 cube:2W; 24/off; done",
    "2:BGS(b)-schmidt": "W 24:1 | B 6:13 bar:1 | W 5-3 cube:2B; 24/off; done",
    "2:BGS(b)-pergioco": "W 24:1 | B 6:13 bar:1 | W 5-3 cube:2; 24/off; done",
    "2:BGS(b)-tavola-reale": "W 24:1 | B 6:13 bar:1 | W 5-3 cube:2; 24/off; done",
    "2.3-gammon-quarter": "W 19:1 23:1 | B 6:15 | W 6-2; 19/off 23/off; done",
    "3.8-single": "W 23:1 | B 24:14 | W 4-2; 23/off; done",
    "3.8-double": "W 22:1 | B 24:15 | W 3-1; 22/off; done",
    "MZ-3-single": "W 23:1 | B 13:14 | W 4-2; 23/off; done",
    "MZ-3-double": "W 23:1 | B 13:15 | W 4-2; 23/off; done",
    "JA-3-single": "W 23:1 | B 13:14 | W 4-2; 23/off; done",
    "JA-3-double": "W 23:1 | B 12:15 | W 4-2; 23/off; done",
    "GB-4-single": "W 23:1 | B 13:14 | W 4-2; 23/off; done",
    "GB-4-double": "W 23:1 | B 13:15 | W 4-2; 23/off; done",
    "3.9(e)": "W 9:1 12:2 | B res:3 | W 2-1; 9/12; done",
    "3.10:AD-2": "W 23:2 | B 24:2 bar:1 res:3 | W 6-4; 23/off(2); done",
    "3.11-one": "W 22:1 23:1 | B 24:5 13:5 8:5 | W 2-3; 23/off 22/off; done",
    "3.13-five": "W 24:1 | B 3:1 1:2 | W 6-5; 24/off; done",
    "3.13-gammon": "W 24:1 | B 3:1 1:14 | W 2-2; 24/off; done",
    "3.13-triple": "W 23:1 | B 24:1 1:14 | W 6-5; 23/off; done",
    "3.14-one": "W 13:1 | B 12:1 | W 5-1; 13/12*; done",
    "3.15-one": "W 22:1 stage:3 | B 1:2 2:2 3:2 4:2 5:2 6:2 | W 3-1; 22/off; done",
    "3.16-one": "W 24:1 | B 19:15 | W 6-2; 24/22/off; done",
    "3.16-full": "W 22:1 | B 19:15 | W 6-4; 22/off; done",
    "3.18-start-quarter": "W 23:1 | B 6:1 24:14 | W 2-1; 23/off; done",
    "3.18-goal-quarter": "W 19:2 | B 24:15 | W 6-6; 19/off(2); done",
    "G7-reserve": "W 6:1 | B res:15 | W 2-4; 6/4/off; done",
    "3.20(a)": "W 10:1 | B 12:1 14:1 16:1 | W 2-4 cube:2W; 10/14*/16*; done",
    "D10": "W 23:1 | B 24:1 | W 6-1; 23/24*/off; done",
    "3.22(b)": "W 24:1 | B 1:15 | W 3-1; 24/off; done",
    "3.22(b)-cube": "W 24:1 | B 1:15 | W 6-6 cube:2; 24/off; done",
    "3.24(c)": "W 1:15 | B 6:4 | B 6-6; 6/off(4); done",
    "TA-3-one": "W 23:1 | B 24:2 6:12 | W 2-1; 23/off; done",
    "TA-3-two": "W 24:1 | B 24:1p 6:14 | W 2-1; 24/off; done",
    "TA-3-three": "W 22:1 | B 24:1 6:14 | W 4-2; 22/off; done",
    "PL-5-one": "W 23:1 | B 24:2 6:12 | W 2-1; 23/off; done",
    "PL-5-two": "W 22:1 | B 24:1 6:14 | W 4-2; 22/off; done",
    "PL-5-mother": "W 18:1 | B 6:13 24:1 | W 6-1; 18/24; done",
    "PL-5-later": "W 1:1 24:1 | B 6:14 24:1p | W 6-1; 1/7; done",
    "PL-5-level": "W 1:1 24:1 | B 7:1 6:13 24:1p | B 6-1; 7/1; done",
    "MI-2": "W 24:1 | B 1:15 | W 3-1; 24/off; done",
    "MI-2-cube": "W 24:1 | B 1:15 | W 6-6 cube:2; 24/off; done",
    "US-5": "W 23:2 | B 24:2 bar:1 res:3 | W 6-4; 23/off(2); done",
    "US-5-one": "W 23:2 | B 24:2 bar:1 res:3 | W 6-4; 23/off(2); done",
    "FE-1-single": "W 24:1 | B 12:14 | W 6-5; 24/off; done",
    "FE-1-double": "W 19:1 | B 12:15 | W 6-1; 19/off; done",
    "NA-3-oin": "W 23:2 | B 12:14 | W 6-2; 23/off(2); done",
    "NA-3-mars": "W 24:1 | B 12:15 | W 2-1; 24/off; done",
    "TV-1-one": "W 23:2 | B 24:2 6:12 | W 3-2; 23/off(2); done",
    "TV-1-two": "W 22:1 | B 24:1 6:14 | W 4-1; 22/off; done",
    "TV-1-bar": "W 19:1 24:1 | B 6:14 bar:1 | W 6-1; 19/off 24/off; done",
    "TV-1-three": "W 23:1 | B 24:1 6:14 | W 5-2; 23/off; done",
    "PO-2-one": "W 23:2 | B 24:2 6:12 | W 3-2; 23/off(2); done",
    "PO-2-two": "W 22:1 | B 24:1 6:14 | W 4-1; 22/off; done",
    "PO-2-bar": "W 19:1 24:1 | B 6:14 bar:1 | W 6-1; 19/off 24/off; done",
    "PO-2-three": "W 23:1 | B 24:1 6:14 | W 5-2; 23/off; done",
}
"""For each score a real position before its last play, and how the game was ended."""


@pytest.mark.parametrize("case", cases.SCORES, ids=_ids(cases.SCORES))
def test_score(case: cases.ScoreCase) -> None:
    rules = _rules(case.game, case.options)
    text, _, line = LAST_PLAYS[case.id].partition(";")
    state = script.run(one_line.read(rules, text), line.removesuffix("done"))
    if case.game == "mexican":  # the case has fifteen on a point, which takes five
        assert state.position.off(Side.BLACK) == 0
    else:
        assert state.position.text() == Position.parse(rules, case.position).text()
    assert (state.side, state.cube.value, state.turn.hit) == (case.mover, case.cube, case.hit)
    result = scoring.played_out(state)
    assert result is not None
    assert (result.winner, result.points) == (case.winner, case.points)
    ended = script.run(state, "done")
    assert ended.phase is Phase.END
    if case.winner is None:
        assert ended.score == (0, 0)
    else:
        assert ended.score[case.winner] == case.points


@pytest.mark.parametrize("case", cases.STARTS, ids=_ids(cases.STARTS))
def test_start(case: cases.StartCase) -> None:
    rules = _rules(case.game, case.options)
    position = turn.new_match(rules).position
    assert position.text() == Position.parse(rules, case.position).text()
    assert tuple(movement.pip_count(rules, position, side) for side in Side) == case.pips


@pytest.mark.parametrize("case", cases.SETTLES, ids=_ids(cases.SETTLES))
def test_settle(case: cases.SettleCase) -> None:
    rules = _rules("catch-me", case.options)
    position = Position.parse(rules, case.position)
    after = movement.settled(rules, position, Side(case.first))
    assert after.text() == Position.parse(rules, case.result).text()


@pytest.mark.parametrize("case", cases.DEADS, ids=_ids(cases.DEADS))
def test_dead(case: cases.DeadCase) -> None:
    rules = _rules(case.game, case.options)
    position = Position.parse(rules, case.position)
    state = State(rules, MatchRules(), position, Phase.START, fixed=case.fixed)
    assert turn.is_dead(state) is case.drawn
    if not case.drawn:
        return
    dice = "{}-{}".format(*case.fixed) if case.fixed else "6-5"
    ended = script.run(state, f"{dice}; done; {dice}; done")
    assert script.outcome(ended).startswith("= stalemate")


@pytest.mark.parametrize("case", cases.BANS, ids=_ids(cases.BANS))
@pytest.mark.parametrize("side", list(Side))
def test_ban(case: cases.BanCase, side: Side) -> None:
    game = GAMES["backgammon"]
    rules = game.ruleset(game.profile("tavola-reale").options)
    cube = Cube(case.value, side if case.value > 1 else None)
    score = (case.own, case.other) if side is Side.WHITE else (case.other, case.own)
    state = replace(
        turn.new_match(rules, MatchRules(length=case.length, games=None)),
        phase=Phase.START,
        side=side,
        cube=cube,
        score=score,
    )
    refusal = scoring.cube_refusal(state, side)
    assert (refusal is None) is case.allowed
    assert turn.may_double(state, side) is case.allowed
    if refusal is not None:
        assert refusal.code == "cube_banned"
    for profile in ("tournament", "pergioco", "schmidt"):
        other = replace(state, rules=game.ruleset(game.profile(profile).options))
        assert turn.may_double(other, side)


TURN_STARTS = {"3.24(c)": "W 1:15 | B 6:4"}


class Table:
    """A game with unusual turns, in which the actions of a case are done one by one."""

    def __init__(self, case: cases.TurnCase) -> None:
        self.rng = random.Random(case.id)
        rules = _rules(case.game, case.options)
        self.roles = {"S": Side.WHITE, "O": Side.BLACK, "A": Side.WHITE, "B": Side.BLACK}
        position = Position.start(rules)
        if case.id in TURN_STARTS:
            position = Position.parse(rules, TURN_STARTS[case.id])
        first = self.roles[case.actions[0][0]]
        self.state = State(rules, MatchRules(), position, Phase.START, first)

    def act(self, who: str, what: str, detail: str) -> None:
        getattr(self, f"_{what}")(self.roles[who], tuple(int(n) for n in detail.split("-") if n))

    def _throw(self, side: Side, dice: tuple[int, int]) -> None:
        assert self.state.phase is Phase.START
        assert self.state.thrower is side
        self.state, _ = turn.apply(self.state, Action(Kind.THROW, side, dice))

    def _name(self, side: Side, dice: tuple[int, int]) -> None:
        self.state, _ = turn.apply(self.state, Action(Kind.NAME, side, dice))

    def _refused(self, side: Side, dice: tuple[int, int]) -> None:
        with pytest.raises(Refused, match="no_double_named"):
            turn.apply(self.state, Action(Kind.NAME, side, dice))
        assert Action(Kind.NAME, side, dice) not in turn.legal(self.state)

    def _play(self, side: Side, numbers: Numbers) -> None:
        if self.state.phase is Phase.START:
            assert self.state.rules.dice is Dice.FIXED
            (((first, second), weight),) = turn.throws(self.state)
            assert weight == 36
            self._throw(side, (first, second))
        assert self.state.side is side
        now = self.state.turn
        assert numbers in (now.dice, now.dice and now.dice[::-1], now.numbers)
        while self.state.turn.ending is None:
            action = self.rng.choice(turn.next_steps(self.state))
            self.state, _ = turn.apply(self.state, action)
        self.state, _ = turn.apply(self.state, Action(Kind.DONE, side))

    def _over(self, side: Side, _: Numbers) -> None:
        assert self.state.phase is Phase.END
        assert self.state.result is not None
        assert self.state.result.winner is side


@pytest.mark.parametrize("case", cases.TURNS, ids=_ids(cases.TURNS))
def test_turn(case: cases.TurnCase) -> None:
    table = Table(case)
    for action in case.actions:
        table.act(*action)


def test_every_score_has_its_last_play() -> None:
    assert set(LAST_PLAYS) == {case.id for case in cases.SCORES}
