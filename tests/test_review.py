"""Reviews: every kind of decision of every game is judged, and what the figures must obey."""

from __future__ import annotations

import contextlib
import json
import math
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tavola
from matches import EVEN, begun, money, points
from tavola.bots import shipped_nets
from tavola.bots.cube.context import context
from tavola.bots.search.candidates import MOST
from tavola.games import GAMES
from tavola.play import log, salvage
from tavola.play.dice import TypedDice
from tavola.play.match import Match
from tavola.play.random_match import random_playout
from tavola.rules import turn
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Side
from tavola.rules.text import one_line
from tavola.rules.text.record import Record
from tavola.rules.turn.state import Action, Kind, Phase, State, step_action
from tavola.study.checking import Checking
from tavola.study.judge import Judge, luck_of_throws
from tavola.study.page import page
from tavola.study.questions import What, asked, of_play
from tavola.study.review import Review, Reviewing, deepened, mark_of, review
from tavola.study.review_json import review_from_json, review_to_json
from tavola.study.summary import summary
from tavola.study.tell import Teller, speaker_for
from tavola.study.verdicts import Decision
from tavola.words.translations import Words

WITH_NETS = [name for name in GAMES if shipped_nets.present(name)]
TURNS = 6
"""Turns of a random match that are reviewed in each game."""


def a_match(game: str, seed: int = 5, cap: int = TURNS, match: MatchRules | None = None) -> Record:
    return random_playout(GAMES[game], None, match, seed, cap).record


def plays_of(found: Review) -> list[Decision]:
    return [one for one in found.decisions if one.what is What.PLAY]


# ------------------------------------------------------------------------------ every game and kind


@pytest.mark.parametrize("game", WITH_NETS)
def test_every_decision_of_a_random_match_is_judged(game: str) -> None:
    record = a_match(game)
    found = review(record, depth=0)
    questions = asked(record).questions
    assert found.finished
    assert found.trouble is None
    assert len(found.decisions) + len(found.throws) == len(questions)
    for one in found.decisions:
        assert one.loss >= 0.0
        assert one.units >= 0.0
        assert one.taken != 0 or one.loss == 0.0
        assert one.best.equity >= one.done.equity
        assert math.isclose(one.loss, one.best.equity - one.done.equity, abs_tol=2e-5)
        assert {way.does for way in one.ways}
    assert review_from_json(json.loads(json.dumps(review_to_json(found)))) == found


@pytest.mark.parametrize("game", WITH_NETS)
def test_what_was_done_stands_among_the_ways(game: str) -> None:
    """The way that was taken leads to the position that the match came to."""
    record = a_match(game, seed=8)
    rules = GAMES[game].ruleset(record.options)
    for question in asked(record).questions:
        if question.what is not What.PLAY:
            continue
        found = Judge(game, rules, 0).decision(question)
        state = question.state
        for action in found.done.actions:
            state, _ = turn.apply(state, action)
        assert state.position == question.after.position


@pytest.mark.parametrize("depth", [0, 1])
def test_a_play_that_found_no_room_among_thousands_is_judged_as_well(depth: int) -> None:
    """In Backwards a double has more plays than a bench holds, and any of them may be played."""
    rules = GAMES["backwards"].rules
    spread = " ".join(f"{point}:1" for point in range(8, 23))
    state = one_line.read(rules, f"W {spread} | B 1:15 | W 1-1")
    plays = turn.plays(state)
    assert len(plays) > MOST
    played = plays[-1]
    actions = [step_action(Side.WHITE, code) for code in played.steps]
    found = Judge("backwards", rules, depth).decision(of_play(state, actions))
    assert found.done.actions == tuple(actions)
    assert found.loss == pytest.approx(found.best.equity - found.done.equity)
    assert found.done.depth == found.best.depth == depth


def test_a_decision_is_looked_at_again_at_the_score_of_its_time() -> None:
    """Another play in its place was judged as if the match had just begun."""
    match = MatchRules(length=3, games=None, crawford=True)
    record = random_playout(GAMES["eureka"], {"cube": True}, match, 3).record
    questions = {(one.n, one.what): one.state for one in asked(record).questions}
    found, seen = review(record, depth=0), set[str]()
    for one in found.decisions:
        state, then = found.state(one), questions[one.n, one.what]
        assert (state.score, state.game, state.crawford) == (then.score, then.game, then.crawford)
        seen.add(state.crawford)
    assert seen == {"", "now", "done"}


@pytest.mark.parametrize("words", ["score:2-3 game:4", "score:2-4 game:4 crawford"])
def test_a_match_that_was_broken_off_began_where_it_began(words: str) -> None:
    """In its first game, at the score of another match: it was looked at again at 0-0."""
    start = f"{EVEN} 3-1 | {words}"
    record = Record("backgammon", match=points(5, crawford=True), start=start)
    match = Match.start(record, TypedDice())
    match.act(*tavola.Bot("backgammon", depth=0).best(match.state)[-1].actions)
    match.act(Action(Kind.DONE, Side.WHITE))
    found = review(match.record, depth=0)
    [one] = found.decisions
    begin = one_line.read(GAMES["backgammon"].rules, start, record.match)
    for kept in (found, review_from_json(review_to_json(found))):
        state = kept.state(one)
        assert (state.score, state.crawford) == (begin.score, begin.crawford)


def test_the_best_play_loses_nothing_and_another_one_its_distance() -> None:
    bot = tavola.Bot("backgammon", depth=0)
    state = begun(text="W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W 3-1")
    ranked = list(bot.best(state))
    for n in (0, 1, len(ranked) - 1):
        record = _played(state, ranked[n].actions)
        one = plays_of(review(record, depth=0))[0]
        assert one.done.text == ranked[n].text
        assert one.loss == pytest.approx(ranked[0].equity - ranked[n].equity, abs=2e-5)
    assert ranked[0].text == "8/5 6/5"


def _played(state: State, actions: tuple[Action, ...], match: MatchRules | None = None) -> Record:
    """A record that begins where `state` stands."""
    return Record(
        "backgammon", match=match or state.match, start=one_line.write(state), events=actions
    )


def test_a_bad_play_is_looked_at_as_deep_as_the_best() -> None:
    """Even where the best is so far ahead that nobody would look deeper."""
    state = begun(text="W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W 6-1")
    worst = list(tavola.Bot("backgammon", depth=0).best(state))[-1]
    one = plays_of(review(_played(state, worst.actions), depth=1))[0]
    assert one.done.depth == one.best.depth == 1
    assert one.units > 0.1


CUBE = "W 19:2 20:2 21:2 22:2 23:2 24:1 | B 1:1 2:1 3:1 4:1 | W"


@pytest.mark.parametrize(
    ("kinds", "whats"),
    [
        ((Kind.DOUBLE, Kind.TAKE), [What.DOUBLE, What.ANSWER]),
        ((Kind.DOUBLE, Kind.DROP), [What.DOUBLE, What.ANSWER]),
        ((Kind.DOUBLE, Kind.BEAVER, Kind.TAKE), [What.DOUBLE, What.ANSWER, What.ANSWER]),
        ((Kind.DOUBLE, Kind.BEAVER, Kind.DROP), [What.DOUBLE, What.ANSWER, What.ANSWER]),
        ((Kind.THROW,), [What.DOUBLE]),
        ((Kind.RESIGN, Kind.ACCEPT), [What.RESIGN, What.ACCEPT]),
        ((Kind.RESIGN, Kind.REFUSE), [What.RESIGN, What.ACCEPT]),
        ((Kind.DRAW, Kind.AGREE), [What.DRAW, What.AGREE]),
        ((Kind.DRAW, Kind.DECLINE), [What.DRAW, What.AGREE]),
    ],
)
@pytest.mark.parametrize("depth", [0, 1])
def test_offers_and_their_answers_are_decisions(
    kinds: tuple[Kind, ...], whats: list[What], depth: int
) -> None:
    state = begun(money(beavers=True), CUBE)
    start, actions = state, []
    for kind in kinds:
        dice = (2, 1) if kind is Kind.THROW else None
        number = 1 if kind is Kind.RESIGN else 0
        side = state.thrower if kind is Kind.THROW else state.actor
        actions.append(Action(kind, side, dice, number))
        state, _ = turn.apply(state, actions[-1])
    found = review(_played(start, tuple(actions)), depth)
    assert [one.what for one in found.decisions] == whats
    done = [one.done.does for one in found.decisions]
    assert done == ["hold" if kind is Kind.THROW else kind.value for kind in kinds]
    for one in found.decisions:
        assert one.loss >= 0.0
        assert one.best.equity >= one.done.equity


def test_giving_up_a_won_game_is_a_blunder_and_accepting_it_is_not() -> None:
    state = begun(points(5), "W 24:1 | B 1:15 | W")
    side = state.side
    actions = (Action(Kind.RESIGN, side, number=1), Action(Kind.ACCEPT, side.other))
    given, accepted = review(_played(state, actions), 0).decisions
    assert given.units > 0.16
    assert given.chance is not None
    assert 0.0 < given.chance < 1.0
    assert given.counts
    assert accepted.loss == 0.0
    assert not accepted.counts


def test_a_throw_that_is_named_chosen_or_kept_is_a_decision() -> None:
    found: set[What] = set()
    for game, seed in (("free-choice", 1), ("acey-deucey", 1), ("backgammon", 1)):
        for n in range(seed, seed + 6):
            record = a_match(game, n)
            found |= {one.what for one in asked(record).questions}
    assert {What.NAME, What.CHOOSE, What.PLAY, What.DOUBLE, What.THROW} <= found


@pytest.mark.parametrize("kind", [Kind.KEEP, Kind.THROW])
def test_the_dice_of_the_opening_kept_or_not_are_a_decision(kind: Kind) -> None:
    white = Side.WHITE
    kept = (Action(kind, white),) if kind is Kind.KEEP else (Action(kind, white, (2, 1)),)
    events = (Action(Kind.OPENING, None, (6, 5)), *kept)
    found = review(Record("backgammon", {"opening": "choice"}, events=events), 0)
    (one,) = found.decisions
    assert (one.what, one.done.does, len(one.ways)) == (What.KEEP, kind.value, 2)
    assert one.dice == (6, 5)
    assert one.counts
    assert len(found.throws) == (1 if kind is Kind.KEEP else 2)


def test_forced_plays_are_not_counted() -> None:
    record = a_match("backgammon", 4, 80)
    found = review(record, depth=0)
    for one in plays_of(found):
        assert one.counts == (len(one.ways) > 1)
    counted = sum(one.counts for one in found.decisions)
    assert counted == sum(summary(found, player).all.decisions for player in (0, 1))


# ------------------------------------------------------------------------------------------- luck


@pytest.mark.parametrize("game", ["backgammon", "gioul", "pin", "open-throw", "eureka"])
def test_the_luck_of_all_throws_of_a_stand_is_nothing(game: str) -> None:
    """Exactly so at one node, weighed with the probabilities."""
    record = a_match(game, 6)
    judge = Judge(game, GAMES[game].ruleset(record.options), 0)
    for question in asked(record).questions:
        if question.what is not What.THROW:
            continue
        state = question.state
        side = Side.WHITE if state.phase is Phase.OPENING else state.side
        throws = judge.adviser.throws(state)
        _, lucks = luck_of_throws(throws, judge.adviser, context(state, side))
        assert abs(sum(one.weight * lucks[one.dice] for one in throws)) < 1e-9
        assert math.isclose(sum(one.weight for one in throws), 1.0)


def test_luck_comes_to_nothing_over_many_games() -> None:
    """Games at random: the mean of the throws' luck is nothing within its error."""
    print("seeds 1 to 30")
    lucks = [
        one.units
        for seed in range(1, 31)
        for one in review(a_match("hypergammon", seed, 60), depth=0).throws
    ]
    mean = sum(lucks) / len(lucks)
    spread = math.sqrt(sum((luck - mean) ** 2 for luck in lucks) / (len(lucks) - 1))
    assert len(lucks) > 500
    assert abs(mean) < 4.0 * spread / math.sqrt(len(lucks))


def test_the_luck_of_the_opening_belongs_to_whoever_begins() -> None:
    events = (Action(Kind.OPENING, None, (3, 3)), Action(Kind.OPENING, None, (3, 1)))
    found = review(Record("backgammon", match=points(5), events=events), 0)
    assert [one.n for one in found.throws] == [2]
    (one,) = found.throws
    assert (one.side, one.dice, one.player) == (Side.WHITE, (3, 1), 0)
    assert one.luck > 0.0
    assert one.chance is not None
    assert one.worth == pytest.approx(0.5, abs=0.02)


# -------------------------------------------------------------------- stopped, gone on with, deeper


def test_a_stopped_review_goes_on_to_the_whole_one() -> None:
    record = a_match("backgammon", 9)
    whole = review(record, depth=1)
    stopped = Reviewing(record, depth=1)
    for progress in stopped:
        if progress.done == 7:
            break
    part = stopped.review
    assert not part.finished
    assert len(part.decisions) + len(part.throws) == 7
    kept = review_from_json(review_to_json(part))
    again = Reviewing(record, depth=1, before=kept)
    assert again.progress.done == 7
    assert again.run() == whole
    assert whole.finished


def test_a_deeper_review_keeps_the_old_verdicts_until_it_has_new_ones() -> None:
    record = a_match("backgammon", 9, 6)
    quick = review(record, depth=0)
    deeper = Reviewing(record, depth=1, before=quick)
    assert len(deeper.review.decisions) == len(quick.decisions)
    assert not deeper.review.finished
    assert deeper.run() == review(record, depth=1)
    assert Reviewing(record, depth=0, before=deeper.review).progress.done == deeper.progress.total


def test_an_older_review_of_the_same_beginning_is_gone_on_with() -> None:
    record = a_match("backgammon", 9)
    earlier = replace(record, events=record.events[:20])
    found = Reviewing(record, depth=0, before=review(earlier, depth=0))
    assert found.progress.done > 0
    assert found.run() == review(record, depth=0)


def test_a_review_by_other_nets_says_so_and_counts_for_nothing() -> None:
    record = a_match("backgammon", 9, 4)
    found = review(record, depth=0)
    assert found.by_these_nets
    other = replace(found, nets="0123456789abcdef")
    assert not other.by_these_nets
    assert Reviewing(record, depth=0, before=other).progress.done == 0
    strange = replace(found, mark=mark_of(record.events[:1]))
    assert Reviewing(record, depth=0, before=strange).progress.done == 0
    for one in (other, strange):
        assert deepened(record, one, plays_of(found)[0].n, 1) == one


def test_a_budget_takes_the_place_of_a_depth() -> None:
    record = a_match("backgammon", 9, 4)
    found = review(record, budget=2000)
    assert (found.depth, found.budget) == (0, 2000)
    assert max(way.depth for one in found.decisions for way in one.ways) >= 1
    with pytest.raises(Refused) as caught:
        review(record, depth=1, budget=2000)
    assert caught.value.refusal.code == "bad_look"


@pytest.mark.parametrize("budget", [0, 1, 3, 50])
def test_a_small_budget_judges_what_was_played(budget: int) -> None:
    """Although no throw that runs on can be played on from each of its plays."""
    record = a_match("gioul", 5, 12)
    found = review(record, budget=budget)
    assert found.finished
    assert [one.n for one in plays_of(found)] == [one.n for one in plays_of(review(record, 0))]


def test_one_decision_of_a_review_by_budget_is_looked_at_deeper() -> None:
    """The rest stays as it was judged, and a review that was whole is whole, twice over."""
    record = a_match("backgammon", 9, 4)
    found = review(record, budget=500)
    first, second = plays_of(found)[:2]
    again = deepened(record, deepened(record, found, first.n, 1), second.n, 1)
    assert [(one.asked, one.budget) for one in plays_of(again)[:2]] == [(1, None)] * 2
    kept = [one for one in again.decisions if one.n not in (first.n, second.n)]
    assert kept == [one for one in found.decisions if one.n not in (first.n, second.n)]
    assert (again.depth, again.budget, again.finished) == (0, 500, True)
    assert Checking(record, again, first.n, 6).review.finished
    grown = replace(record, events=record.events[: second.n])
    part = review(grown, budget=500)
    assert not deepened(record, part, first.n, 1).finished


def test_what_was_taken_back_or_put_right_does_not_count() -> None:
    match = Match(Record("backgammon", dice={"kind": "typed"}), TypedDice())
    match.act(Action(Kind.OPENING, None, (3, 1)))
    match.act(Action(Kind.CORRECT, None, (6, 1)))
    first = turn.next_steps(match.state)[0]
    match.act(first)
    match.act(Action(Kind.UNDO, match.state.side))
    for action in tavola.Bot("backgammon", depth=0).best(match)[0].actions:
        match.act(action)
    match.act(Action(Kind.DONE, match.state.side))
    found = review(match.record, 0)
    (thrown,), (play,) = found.throws, found.decisions
    assert (thrown.dice, thrown.n) == ((6, 1), 2)
    assert (play.loss, play.dice) == (0.0, (6, 1))
    assert play.first == 5


@pytest.mark.parametrize("gives_up", [(Kind.RESIGN, Kind.ACCEPT), (Kind.DRAW, Kind.AGREE)])
def test_half_a_play_of_a_game_that_was_given_up_is_not_part_of_the_next(
    gives_up: tuple[Kind, ...],
) -> None:
    """Where dice decide who begins, no throw stands between the two."""
    match = points(5)
    state, events = turn.new_match(GAMES["backgammon"].ruleset(None), match), list[Action]()

    def does(action: Action) -> None:
        nonlocal state
        state, _ = turn.apply(state, action)
        events.append(action)

    does(Action(Kind.OPENING, None, (3, 1)))
    does(turn.next_steps(state)[0])
    for kind in gives_up:
        does(Action(kind, state.actor, None, int(kind is Kind.RESIGN)))
    does(Action(Kind.NEXT))
    does(Action(Kind.OPENING, None, (6, 1)))
    begins = state
    while state.turn.ending is None:
        does(turn.next_steps(state)[0])
    record = Record("backgammon", match=match, events=tuple(events))
    (play,) = plays_of(review(record, depth=0))
    assert (play.game, play.first, play.n) == (2, 7, 8)
    assert play.position == one_line.write(begins)


# ------------------------------------------------------------------------------------ bad input


def test_a_record_with_a_bad_event_is_reviewed_up_to_it() -> None:
    record = a_match("backgammon", 9)
    cut = len(record.events) // 2
    bad = replace(record, events=(*record.events[:cut], Action(Kind.TAKE), *record.events[cut:]))
    found = review(bad, depth=0)
    assert found.finished
    assert found.trouble is not None
    assert found.trouble.details["event"] == cut + 1
    assert found.events == cut
    good = review(replace(record, events=record.events[:cut]), depth=0)
    assert found.decisions == good.decisions


@pytest.mark.parametrize("logged", [False, True])
@pytest.mark.parametrize("damage", ["line", "event", "end"])
def test_a_damaged_file_is_read_up_to_its_error(tmp_path: Path, logged: bool, damage: str) -> None:
    record, path = a_match("backgammon", 9, 6), tmp_path / "match.json"
    if logged:
        lines = [json.dumps({**record.header(), "log": True})]
        lines += [json.dumps(event.to_json()) for event in record.events]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    else:
        log.write(path, record)
        lines = path.read_text(encoding="utf-8").split("\n")
    at = next(n for n, line in enumerate(lines) if line.startswith('{"do"')) + 10
    if damage == "line":
        lines[at] = lines[at][:9] + "%"
    elif damage == "event":
        lines[at] = '{"do": "fly"}' + ("" if logged else ",")
    else:
        lines = lines[: at + 1]
        lines[at] = lines[at][:5]
    path.write_text("\n".join(lines) + ("" if damage == "end" else "\n"), encoding="utf-8")
    found, trouble = salvage.read(path.read_bytes())
    assert found.events == record.events[:10]
    torn = damage == "end" and logged
    assert (trouble is None) == torn, "a torn last line of a log is no error"
    if trouble is not None:
        named = trouble.details.get("line", trouble.details.get("event"))
        assert named in (at + 1, 11)
    judged = tavola.review(path, depth=0)
    assert judged.events == 10
    assert judged.trouble == trouble


def test_what_is_no_record_is_refused(tmp_path: Path) -> None:
    for text, code in (
        ("", "bad_file"),
        ("no record", "bad_file"),
        ('{"tavola": 1}', "bad_record"),
        ('{"events":[\n', "bad_record"),
    ):
        path = tmp_path / "match.json"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(Refused) as caught:
            tavola.review(path)
        assert caught.value.refusal.code == code


@pytest.mark.parametrize(
    "change",
    [
        {"tavola_review": 0},
        {"decisions": [{}]},
        {"throws": 3},
        {"players": ["one"]},
        {"match": {"length": "five"}},
        {"trouble": {"code": 1}},
    ],
)
def test_a_damaged_review_is_refused(change: dict[str, object]) -> None:
    good = review_to_json(review(a_match("eureka", 2, 4), depth=0))
    with pytest.raises(Refused) as caught:
        review_from_json({**good, **change})
    assert caught.value.refusal.code == "bad_review"


@pytest.mark.parametrize("wrong", [None, "x", 1.5, [], {}, True, 10**30])
@pytest.mark.parametrize("part", ["", "decisions", "throws", "ways"])
def test_a_damaged_figure_is_refused_or_told(part: str, wrong: object) -> None:
    """Whatever stands in place of a figure: it is no review, or one that can be gone on with."""
    record = a_match("eureka", 2, 4)
    good = json.dumps(review_to_json(review(record, depth=0)))
    begins = Match(replace(record, events=()), TypedDice()).state

    def inside(whole: dict[str, Any]) -> dict[str, Any]:
        one = whole["decisions"][0] if part == "ways" else whole
        found: dict[str, Any] = one[part][0] if part else one
        return found

    for name in inside(json.loads(good)):
        if name == "position":
            continue  # what it says is known where the rules are
        data = json.loads(good)
        inside(data)[name] = wrong
        try:
            read = review_from_json(data)
        except Refused:
            continue
        found = Reviewing(record, depth=0, before=read).review
        page(found, Teller(speaker_for(Words("en"), found, begins), found))


def test_a_newer_review_is_refused_as_newer() -> None:
    with pytest.raises(Refused) as caught:
        review_from_json({"tavola_review": 99})
    assert caught.value.refusal.details == {"what": "version", "version": 99}
    with pytest.raises(Refused) as caught:
        review_from_json({"tavola_review": 10**400})
    assert caught.value.refusal.details == {"what": "form"}


def test_a_random_number_of_broken_bytes_never_breaks_the_reader(tmp_path: Path) -> None:
    print("seed 11")
    rng, path = random.Random(11), tmp_path / "match.json"
    log.write(path, a_match("eureka", 2, 4))
    whole = path.read_bytes()
    for _ in range(200):
        data = bytearray(whole)
        for _ in range(rng.randrange(1, 4)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        with contextlib.suppress(Refused):
            salvage.read(bytes(data))
