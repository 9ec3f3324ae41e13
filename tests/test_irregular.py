"""What real life has and the rules do not know: in records, in the log, in a review, in files of
other programs; and at no table."""

from __future__ import annotations

import pytest

import tavola
from tavola.formats import reading, writing
from tavola.games import GAMES
from tavola.play.dice import TypedDice
from tavola.play.match import Match
from tavola.play.verify import verify
from tavola.rules import turn
from tavola.rules.kernel.slots import FROM_BAR, TO_OFF
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Side
from tavola.rules.text.record import Record, fold, record_from_json
from tavola.rules.text.script import run
from tavola.rules.turn.state import IRREGULAR, Action, Kind, Phase, State
from tavola.study.checking import Checking, decision_of
from tavola.study.questions import What
from tavola.study.tell import Teller, speaker_for
from tavola.words import Words

pytestmark = pytest.mark.plain

CLASSIC = GAMES["backgammon"]
TO_THREE = MatchRules(length=3, games=None, crawford=True)
OPENED = "3-1; 17/20 19/20; done; 6-5"
"""Black, whose numbers are those of the booklet, has thrown 6-5."""


def opened(script: str = OPENED) -> State:
    return run(turn.new_match(CLASSIC.ruleset(), TO_THREE), script)


def kept(side: Side, *moves: tuple[int, int]) -> Action:
    return Action(Kind.ILLEGAL, side, moves=moves)


def refused(state: State, action: Action) -> str:
    with pytest.raises(Refused) as caught:
        turn.follow(state, action)
    return caught.value.refusal.code


# ------------------------------------------------------------------------------------- the rules


def test_an_illegal_play_moves_what_it_says_and_ends_the_turn() -> None:
    state, facts = turn.follow(opened(), kept(Side.BLACK, (24, 14)))
    assert (state.phase, state.side) == (Phase.START, Side.WHITE)
    assert state.position.count(Side.BLACK, 14) == 1
    assert [fact.kind for fact in facts] == ["step", "illegal", "turn"]


def test_an_illegal_play_hits_a_single_checker() -> None:
    state, facts = turn.follow(opened("2-1; 17/18 17/19; done; 6-5"), kept(Side.BLACK, (24, 17)))
    assert facts[0].details["hit"] == 17
    assert state.position.bar(Side.WHITE) == 1
    assert state.position.count(Side.BLACK, 17) == 1


def test_a_last_checker_that_is_borne_off_against_the_rules_wins() -> None:
    state = run(turn.new_match(CLASSIC.ruleset(), MatchRules(games=1)), "3-1; 17/20 19/20; done")
    end = tavola.Match("backgammon", dice="typed", position="W 22:3 | B 5:1 | B 2-1").state
    after, facts = turn.follow(end, kept(Side.BLACK, (5, TO_OFF)))
    assert state.phase is Phase.START
    assert after.result is not None
    assert after.result.winner is Side.BLACK
    assert [fact.kind for fact in facts][:2] == ["step", "illegal"]


@pytest.mark.parametrize(
    ("moves", "code"),
    [
        (((24, 18), (18, 13)), "not_irregular"),  # as the rules have it, in whatever words
        (((24, 13),), "not_irregular"),
        (((23, 12),), "no_such_step"),  # nobody stands there
        (((24, 19),), "no_such_step"),  # White's
        (((FROM_BAR, 20),), "no_such_step"),
        (((24, 24),), "no_such_step"),
        (((TO_OFF, 3),), "no_such_step"),
        (((24, FROM_BAR),), "no_such_step"),
    ],
)
def test_what_is_legal_or_cannot_be_is_no_illegal_play(
    moves: tuple[tuple[int, int], ...], code: str
) -> None:
    assert refused(opened(), kept(Side.BLACK, *moves)) == code


def test_who_moves_nothing_though_he_could_plays_illegally() -> None:
    state, facts = turn.follow(opened(), kept(Side.BLACK))
    assert facts[0].details == {"moved": 0}
    assert state.position == opened().position
    shut = tavola.Match(
        "backgammon", dice="typed", position="W bar:1 24:2 | B 6:2 5:2 4:2 3:2 2:2 1:2 | W 6-1"
    ).state
    assert refused(shut, kept(Side.WHITE)) == "not_irregular"


@pytest.mark.parametrize("game", ["old-britain", "mexican"])
def test_no_illegal_play_leaves_what_is_no_position(game: str) -> None:
    """Six on a point that holds five: no state with it could be read again."""
    state = run(turn.new_match(GAMES[game].ruleset()), "3-1; 6-5")
    assert refused(state, kept(Side.WHITE, (17, 19))) == "not_now"


def test_it_is_the_side_on_turn_with_a_whole_throw_that_plays() -> None:
    assert refused(opened(), kept(Side.WHITE, (1, 9))) == "not_your_turn"
    assert refused(run(opened(), "24/18"), kept(Side.BLACK, (13, 7))) == "not_now"
    assert refused(opened("3-1; 17/20 19/20; done"), kept(Side.BLACK, (13, 7))) == "not_now"


def test_a_game_is_given_up_out_of_turn() -> None:
    for script in (OPENED, "3-1; 17/20 19/20; done", "3-1; 17/20 19/20; done; double", "3-3"):
        state, facts = turn.follow(opened(script), Action(Kind.CONCEDE, Side.WHITE, None, 2))
        assert state.result is not None
        assert (state.result.winner, state.result.points) == (Side.BLACK, 2)
        assert facts[0].kind == "conceded"
    mine = Action(Kind.CONCEDE, Side.BLACK, None, 1)
    assert refused(opened(), mine) == "not_irregular"
    assert refused(opened(), Action(Kind.CONCEDE, Side.WHITE, None, 4)) == "bad_resignation"
    assert refused(run(opened(), "resign 1; accept"), mine) == "game_over"


def test_a_forfeit_gives_any_points_and_may_end_the_match() -> None:
    for side in Side:
        state, _ = turn.follow(opened(), Action(Kind.FORFEIT, side, None, 3))
        assert (state.phase, state.score_of(side.other)) == (Phase.END, 3)
        assert refused(state, Action(Kind.FORFEIT, side, None, 3)) == "match_over"
    for number in (0, 10_000):  # a record can hold neither
        assert refused(opened(), Action(Kind.FORFEIT, Side.WHITE, None, number)) == "bad_action"


@pytest.mark.parametrize("game", GAMES)
def test_no_table_takes_them(game: str) -> None:
    """Neither the rules nor a match under way, at any game."""
    match = Match.start(Record(game, {}, MatchRules(games=2)), TypedDice())
    for kind in IRREGULAR:
        action = Action(kind, Side.WHITE, None, 1)
        for door in (lambda one: turn.apply(match.state, one), match.act):
            with pytest.raises(Refused) as caught:
                door(action)
            assert caught.value.refusal.code == "not_now"
        assert kind not in {one for one, _ in turn.kinds(match.state)}


# ------------------------------------------------------------------------------ records, and beyond

EVENTS = (
    {"do": "opening", "dice": [3, 1]},
    {"do": "step", "side": "W", "number": 3, "from": 17, "to": 20},
    {"do": "step", "side": "W", "number": 1, "from": 19, "to": 20},
    {"do": "done", "side": "W"},
    {"do": "throw", "side": "B", "dice": [6, 5]},
    {"do": "illegal", "side": "B", "moves": [[24, 14]]},
    {"do": "throw", "side": "W", "dice": [2, 1]},
    {"do": "step", "side": "W", "number": 2, "from": 12, "to": 14},
    {"do": "step", "side": "W", "number": 1, "from": 17, "to": 18},
    {"do": "done", "side": "W"},
    {"do": "throw", "side": "B", "dice": [4, 2]},
    {"do": "illegal", "side": "B", "moves": []},
    {"do": "throw", "side": "W", "dice": [3, 1]},
    {"do": "concede", "side": "B", "number": 1},
    {"do": "next"},
    {"do": "opening", "dice": [1, 3]},
    {"do": "forfeit", "side": "W", "number": 5},
)
"""A match with all three; the checker on the bar could come in, and does not."""
HEAD = {
    "tavola": 1,
    "game": "backgammon",
    "match": {"length": 3, "crawford": True},
    "players": ["Ada", "Bo"],
    "dice": {"kind": "typed"},
}


def whole() -> Record:
    return record_from_json({**HEAD, "events": list(EVENTS)})


def test_a_record_tells_them_and_is_verified_as_what_it_is() -> None:
    record = whole()
    assert list(EVENTS) == [event.to_json() for event in record.events]
    state = fold(record, CLASSIC)
    assert (state.phase, state.score) == (Phase.END, (1, 5))
    assert not any(check.failed for check in verify(record))
    lie = [*EVENTS[:5], {"do": "illegal", "side": "B", "moves": [[24, 18], [18, 13]]}]
    checks = verify(record_from_json({**HEAD, "events": lie}))
    assert [check.name for check in checks if check.failed] == ["events"]


@pytest.mark.parametrize("moves", [None, "24/14", [[24]], [[24, 0]], [[24, "home"]], [[1, 2]] * 13])
def test_a_damaged_one_is_refused(moves: object) -> None:
    with pytest.raises(Refused) as caught:
        record_from_json({**HEAD, "events": [{"do": "illegal", "side": "B", "moves": moves}]})
    assert caught.value.refusal.code == "bad_record"


def test_a_match_under_way_is_replayed_with_them() -> None:
    match = Match(whole(), TypedDice())
    assert match.state == fold(whole(), CLASSIC)
    assert match.at(6)[1].steps == (24 << 5 | 14,)
    told = [fact.kind for moment in match.moments() for fact in moment.facts]
    assert {"illegal", "conceded", "forfeited"} <= set(told)


@pytest.mark.parametrize("form", writing.FORMS)
def test_other_programs_get_them_and_give_them_back(form: str) -> None:
    """A concession before a throw, a play not made, and points that nobody could resign, too."""
    record = whole()
    (found,) = reading.read(writing.write(record, form).encode())
    assert found.trouble is None
    kinds = [event.kind for event in record.events if event.kind in IRREGULAR]
    assert [event.kind for event in found.record.events if event.kind in IRREGULAR] == kinds
    assert fold(found.record, CLASSIC).score == (1, 5)
    (again,) = reading.read(writing.write(found.record, form).encode())
    assert again == found


def test_a_review_tells_them_and_counts_them_not() -> None:
    review = tavola.review(whole(), depth=0)
    illegal = [one for one in review.decisions if one.what is What.ILLEGAL]
    assert [(one.n, one.counts, one.loss, one.taken) for one in illegal] == [
        (6, False, 0.0, 0),
        (12, False, 0.0, 0),
    ]
    assert [one.n for one in review.decisions if one.what is What.RESIGN] == [14]
    assert review.trouble is None
    for language in ("it", "de", "fr", "en"):
        teller = Teller(speaker_for(Words(language), review, opened()), review)
        for one in illegal:
            assert teller.way(one.done) != one.done.text, language
    assert tavola.review_from_json(tavola.review_to_json(review)) == review


@pytest.mark.parametrize("n", [6, 12, 14])
def test_no_rollout_checks_them(n: int) -> None:
    """They cannot be played on from: no rule leads there."""
    review = tavola.review(whole(), depth=0)
    assert any(one.n == n for one in review.decisions)
    assert decision_of(review, n) is None
    with pytest.raises(Refused) as caught:
        Checking(whole(), review, n, 6)
    assert caught.value.refusal.code == "no_advice"
