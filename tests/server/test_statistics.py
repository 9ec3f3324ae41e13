"""Somebody's statistics: against a slow count of the same matches, as a page and as JSON."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import erfc, sqrt
from threading import Event
from typing import Any
from unittest.mock import ANY

import pytest

from inside import PATIENCE, Inside, Visitor
from paper import Page, house_in
from seats import play
from tavola.games import GAMES, find
from tavola.play.dice import SeededDice
from tavola.play.match import Match
from tavola.play.random_match import random_playout
from tavola.rules import turn
from tavola.rules.model import movement
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Contact, Dice, Side
from tavola.rules.model.throws import Throw
from tavola.rules.text.record import Record, replay
from tavola.rules.turn.state import Kind, State
from tavola.server.pages import own_figures, statistics
from tavola.server.store import StoredMatch, StoredReview, StoredSeat
from tavola.server.tables import match_statistics, own_statistics, statistics_json
from tavola.server.tables.own_statistics import Found, Group, Played, Sums
from tavola.study import fair_dice, review_json
from tavola.study.fair_dice import Compared
from tavola.study.own_play import OwnPlay
from tavola.study.review import review
from tavola.words import comparisons
from tavola.words.speaker import Speaker
from tavola.words.translations import LANGUAGES, Words

ALL = [(a, b) for a in range(1, 7) for b in range(1, 7)]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with house_in(tmp_path_factory.mktemp("statistics")) as found:
        yield found


# ------------------------------------------------------------------------------ the mathematics


def test_the_test_goes_to_both_sides() -> None:
    """A fair coin: so many throws astray, so often."""
    n = 400
    for came in (200, 190, 215, 240):
        one = Compared(n, came, n / 2, n / 4)
        exact = _astray(n, abs(came - n / 2))
        assert one.chance == pytest.approx(exact, abs=0.05)
    assert Compared(n, 240, 200, 100).chance == Compared(n, 160, 200, 100).chance
    assert Compared(n, 240, 200, 100).deviations == 4.0
    assert Compared(n, 240, 200, 100).chance == pytest.approx(erfc(4 / sqrt(2)))


def _astray(n: int, by: float) -> float:
    """The share of all cases of a fair coin that are at least so far from the mean: counted."""
    ways = [1]
    for _ in range(n):
        ways = [a + b for a, b in zip([0, *ways], [*ways, 0], strict=True)]
    return float(sum(w for k, w in enumerate(ways) if abs(k - n / 2) >= by) / 2**n)


def test_fair_dice_are_called_fair_as_often_as_they_should() -> None:
    """Lists of fair throws: about one in twenty looks odd, as the words say."""
    rng, rules = random.Random(11), GAMES["backgammon"].rules
    state = turn.new_match(rules).but(phase=_start().phase)
    odd = {"doubles": 0, "pips": 0}
    lists = 400
    fair = {throw: fair_dice.tally_of(state, throw) for throw in ALL}
    for _ in range(lists):
        sums: dict[str, Compared] = {}
        for _ in range(100):
            for kind, one in fair[rng.choice(ALL)].items():
                sums[kind] = sums.get(kind, Compared()) + one
        for kind in odd:
            assert sums[kind].enough
            odd[kind] += sums[kind].chance < comparisons.RARE
    for kind, count in odd.items():
        assert 5 <= count <= 40, (kind, count)


def test_loaded_dice_are_found() -> None:
    rules = GAMES["backgammon"].rules
    state = turn.new_match(rules).but(phase=_start().phase)
    sums = Compared()
    for throw in [(6, 6), (3, 1), (2, 5)] * 40:
        sums = sums + fair_dice.tally_of(state, throw)["doubles"]
    assert sums.chance < comparisons.VERY_RARE
    words = Words("en")
    assert "Clearly more" in comparisons.meaning(words, sums)
    few = Compared(5, 5, 5 / 6, 25 / 36)
    assert "Too few" in comparisons.meaning(words, few)
    even = Compared(360, 61, 60, 50)
    assert comparisons.meaning(words, even) == "No difference worth speaking of."


def _start() -> State:
    record = random_playout(GAMES["backgammon"], seed=1, cap=4).record
    states = [moment.state for moment in replay(record, GAMES["backgammon"])]
    return next(state for state in states if state.phase.value == "start")


PIPS_OF_DOUBLES = {
    "backgammon": [4 * n for n in range(1, 7)],
    "puff": [28] * 6,
    "french-1": [28] * 6,
    "gioul": [84, 80, 72, 60, 44, 24],
    "ludus-lumbadorum": [2 * n for n in range(1, 7)],
}


@pytest.mark.parametrize("game", PIPS_OF_DOUBLES)
def test_pips_of_a_double_are_those_that_the_rules_give(game: str) -> None:
    state, doubles = turn.new_match(GAMES[game].rules), PIPS_OF_DOUBLES[game]
    found = [fair_dice.pips(state, (n, n)) for n in range(1, 7)]
    assert [one.came for one in found] == doubles
    mean = (sum(doubles) + 7 * 30) / 36
    assert all(one.expected == pytest.approx(mean) for one in found)


def test_doubles_of_gul_bara_run_upwards_from_the_fourth_throw_on() -> None:
    state = turn.new_match(GAMES["gul-bara"].rules)
    text = state.position.text()
    assert "runs:4" in text
    found = [
        fair_dice.pips(
            state.but(position=Position.parse(state.rules, text.replace("runs:4", now))), (5, 5)
        )
        for now in ("runs:4", "runs:2", "runs:1", "")
    ]
    assert [one.came for one in found] == [20, 20, 44, 44]


def test_where_a_throw_lets_choose_a_double_its_pips_do_not_count() -> None:
    games = [game.id for game in GAMES.values() if not fair_dice.counts_pips(game.rules)]
    assert {"acey-deucey", "us-acey-deucey", "mexican"} <= {*games}
    assert {"puff", "gioul", "backgammon"}.isdisjoint(games)


@pytest.mark.parametrize("game", GAMES)
def test_what_a_throw_could_do_is_what_trying_all_throws_says(game: str) -> None:
    """Expectations against every throw tried out."""
    record = random_playout(GAMES[game], seed=21, cap=60).record
    found = fair_dice.thrown(replay(record, GAMES[game]))
    for before, dice in random.Random(game).sample(found, min(6, len(found))):
        tally = fair_dice.tally_of(before, dice)
        rolls = list(product(range(1, 7), repeat=before.rules.dice_count))
        if before.rules.dice_count == 2:
            share = sum(a == b for a, b in rolls) / len(rolls)
            assert tally["doubles"].expected == pytest.approx(share)
        for kind, tried in (("hits", _strikes), ("entering", _enters)):
            if kind not in tally:
                continue
            can = {throw: tried(before, throw) for throw in set(map(_low, rolls))}
            expected = sum(can[_low(throw)] for throw in rolls) / len(rolls)
            assert tally[kind].expected == pytest.approx(expected), (before, kind)
            assert tally[kind].came == can[_low(dice)]
            assert 0 < expected < 1


def _low(throw: Throw) -> Throw:
    return tuple(sorted(throw))


def _after(before: State, throw: Throw) -> State:
    action = next(one for one in turn.legal(before) if one.kind is Kind.THROW)
    return turn.apply(before, type(action)(Kind.THROW, action.side, throw))[0]


def _strikes(before: State, throw: Throw) -> bool:
    """Whether any way to play a throw strikes, step by step through the machine.  Who is landed on
    by the way only is not pinned: pins are counted when a play is complete."""
    if before.rules.contact is Contact.PIN:
        thrown = _after(before, throw)
        return thrown.side is before.side and any(
            _struck(before, play.position, before.side) for play in turn.plays(thrown)
        )
    todo, seen = [_after(before, throw)], set()
    side = before.side
    while todo:
        state = todo.pop()
        if state.side is side and state.phase.value == "choose":
            chosen = [one for one in turn.legal(state) if one.kind is Kind.CHOOSE]
            todo += [turn.apply(state, one)[0] for one in chosen]
        if state.side is not side or state.phase.value != "move":
            continue
        key = (state.position.row, state.turn.left, state.turn.index)
        if key in seen:
            continue
        seen.add(key)
        assert len(seen) < 20_000
        for step in turn.steps(state):
            after = movement.after(state.rules, state.position, side, step.code)
            if _struck(state, after, side):
                return True
            todo.append(turn.apply(state, step)[0])
    return False


def _struck(state: State, after: Any, side: Side) -> bool:
    other = side.other
    if state.rules.contact is Contact.PIN:
        pins = [sum(at.pinned(p) is other for p in range(1, 25)) for at in (state.position, after)]
        return pins[1] > pins[0]
    return after.bar(other) > state.position.bar(other) or (
        state.rules.contact is Contact.CAPTURE and after.off(other) > state.position.off(other)
    )


def _enters(before: State, throw: Throw) -> bool:
    state = _after(before, throw)
    bar = before.position.bar(before.side)
    return (
        any(
            movement.after(state.rules, state.position, state.side, step.code).bar(state.side) < bar
            for step in turn.steps(state)
        )
        if state.side is before.side and state.phase.value == "move"
        else False
    )


# ----------------------------------------------------------------------------- sums of a match


def _stored(
    record: Record, seats: tuple[StoredSeat, StoredSeat], status: str, n: int
) -> StoredMatch:
    events = tuple(action.to_json() for action in record.events)
    return StoredMatch(
        id=f"match{n}-{record.game}-{seats[0].person}",
        header=record.header(),
        secret="",
        options={},
        epoch=0,
        seq=len(events),
        status=status,
        created=n,
        touched=1_700_000_000 + n * 86_400,
        next="",
        seats=seats,
        events=events,
    )


def _seats(me: str, other: str, level: str | None = None) -> tuple[StoredSeat, StoredSeat]:
    if other == "computer":
        return StoredSeat(0, me, "", "person", None, ""), StoredSeat(1, None, "", other, level, "")
    theirs = me if other == "here" else None
    return StoredSeat(0, me, "", "person", None, ""), StoredSeat(1, theirs, "", "person", None, "")


@pytest.mark.parametrize("game", GAMES)
def test_sums_are_those_of_a_slow_count(game: str) -> None:
    playout = random_playout(GAMES[game], match=MatchRules(games=2), seed=6, cap=300)
    sums = own_statistics.sums_of(_stored(playout.record, _seats("me", "computer"), "over", 1))
    games, points, doubles, throws = [0, 0], [0, 0], [0, 0], [0, 0]
    before: State | None = None
    for moment in replay(playout.record, find(game)):
        for fact in moment.facts:
            if fact.kind == "game_over" and fact.side is not None:
                player = moment.state.player(fact.side)
                games[player] += 1
                points[player] += fact.details["points"]
        event = moment.event
        counted = event and event.kind is Kind.THROW and event.dice and len(event.dice) == 2
        if event and event.dice and counted and before and not before.fixed:
            player = before.player(before.thrower)
            throws[player] += 1
            doubles[player] += event.dice[0] == event.dice[1]
        before = moment.state
    assert sums.games == tuple(games)
    assert sums.points == tuple(points)
    for player in (0, 1):
        told = sums.dice[player].get("doubles", Compared())
        assert (told.throws, told.came) == (throws[player], doubles[player])
    assert sum(sums.points) == sum(points)
    ended = sum(sums.games) + sums.drawn
    assert (sums.turns > 0) is (ended > 0) or find(game).rules.dice is Dice.FIXED


def test_the_last_turn_of_a_game_counts_and_an_unfinished_game_does_not() -> None:
    playout = random_playout(GAMES["backgammon"], match=MatchRules(games=2), seed=6, cap=900)
    moments = list(replay(playout.record, find("backgammon")))
    begins = next(m.index for m in moments if any(fact.kind == "game" for fact in m.facts))
    first = [event for event in playout.record.events[:begins] if event.dice]
    assert {event.kind for event in first} == {Kind.OPENING, Kind.THROW}
    for length in (begins, begins + 40):  # the opening throw is played, too: a turn for each
        record = replace(playout.record, events=playout.record.events[:length])
        sums = own_statistics.sums_of(_stored(record, _seats("me", "computer"), "broken", 1))
        assert sum(sums.games) == 1
        assert sums.turns == len(first)


@pytest.mark.parametrize("games", [1, 2, 3])
def test_hits_are_told_whichever_game_of_a_rotation_was_the_last(games: int) -> None:
    """Of the three of Tavli only the first has a bar."""
    match = Match.start(Record("tavli", match=MatchRules(games=games)), SeededDice(3))
    assert play(match)
    speaker = Speaker(Words("en"), match.state.rules)
    told = match_statistics.sentences(speaker, match.moments(), match.state)
    hits = [
        fact.side for moment in match.moments() for fact in moment.facts if "hit" in fact.details
    ]
    white, black = (hits.count(side) for side in Side)
    assert f"Hits: White {white}, Black {black}." in told


def test_shares_and_means_are_those_of_what_was_decided() -> None:
    words = Words("en")
    won = _played(1, True)
    assert statistics.cells(words, Group.of([won])) == ("1", "1 (100.0%)", "1 : 0", "2 : 0", "30.0")
    drawn = replace(won, won=None, sums=Sums(drawn=2, turns=90))
    assert statistics.cells(words, Group.of([won, drawn]))[1:] == (
        "1 (50.0%)", "1 : 0", "2 : 0", "40.0",
    )  # fmt: skip
    off = replace(won, won=None, broken_off=True, sums=Sums(games=(0, 1), points=(0, 1), turns=30))
    assert statistics.cells(words, Group.of([won, off])) == (
        "2", "1 (100.0%)", "1 : 1", "2 : 1", "30.0",
    )  # fmt: skip
    assert statistics.cells(words, Group.of([off]))[:2] == ("1", "0 (\N{EN DASH})")


def _played(n: int, won: bool | None, game: str = "pin", level: str = "club") -> Played:
    opponent = "computer" if level else "friend"
    sums = Sums(games=(1, 0) if won else (0, 1), points=(2, 0) if won else (0, 1), turns=30)
    return Played(f"m{n}", game, opponent, level, True, won, n * 86_400 * 20, 0, sums)


def test_groups_and_trend() -> None:
    found = Found([_played(1, True), _played(3, False, "gioul"), _played(2, True, level="")])
    assert Group.of(found.played).won == 2
    assert {name: one.matches for name, one in found.by(lambda p: p.game).items()} == {
        "pin": 2, "gioul": 1,
    }  # fmt: skip
    assert list(found.by(lambda p: p.level)) == ["club"]
    assert [ahead for _, ahead in found.trend()] == [1, 2, 1]
    assert found.chosen(game="gioul").trend()[0][1] == -1
    assert found.chosen(opponent="friend").played == [found.played[2]]
    mine, computer = found.dice()
    assert (mine, computer) == ({}, {})


# --------------------------------------------------------------------------------- page and JSON


def _keep(house: Inside, visitor: Visitor) -> str:
    """Three finished matches of a visitor in the store; his id."""
    visitor.post("/settings", data={"name": "Anna"})
    store, app = house.app.state.store, house.app
    cookie = visitor.cookies["tavola"]
    person = house.run(app.state.guests.known(cookie))
    for n, (game, other, level) in enumerate(
        [("backgammon", "computer", "club"), ("pin", "computer", "expert"), ("pin", "friend", None)]
    ):
        playout = random_playout(GAMES[game], seed=30 + n, cap=900)
        assert playout.finished
        match = _stored(playout.record, _seats(person.id, other, level), "over", n)
        house.run(store.create(replace(match, seq=0, events=(), status="running")))
        house.run(store.append(match.id, 1, match.events, status="over"))
    return str(person.id)


def test_as_many_matches_stand_by_the_name_that_is_read() -> None:
    """And not by an id that nobody sees: `fixed-throw` is before `french-2`."""
    words = Words("it")
    one = OwnPlay(1)
    found = Found(
        [
            replace(_played(n, True, game), judged=one)
            for n, game in enumerate(["fixed-throw", "pin", "french-2", "pin"])
        ]
    )
    names = ["Pin", "Backgammon francese 2", "Lancio fisso"]
    tables = dict(statistics._tables(words, found, {"game": "", "level": "x", "opponent": "x"}))
    assert [line.name for line in tables["Per gioco"]] == names
    own = own_figures.shown(words, found)
    assert own is not None
    assert [name for name, _ in dict(own.tables)["Per gioco"]] == names
    assert all(re.fullmatch(r"\d{4}-\d\d", when) for when, _ in own.months)


def test_the_page_and_the_json_tell_the_same(house: Inside) -> None:
    visitor = house.visitor(accept="text/html")
    _keep(house, visitor)
    found = visitor.get("/api/v1/me/statistics").json()
    assert found["all"]["matches"] == 3
    assert found["missing"] == found["older"] == 0
    assert {name: one["matches"] for name, one in found["games"].items()} == {
        "backgammon": 1, "pin": 2,
    }  # fmt: skip
    assert set(found["levels"]) == {"club", "expert"}
    assert found["all"]["won"] + found["all"]["lost"] == len(found["trend"]) >= 2
    assert set(found["dice"]["mine"]) >= {"doubles", "pips", "hits"}
    # Two of the three were against the computer.
    assert (
        found["dice"]["computer"]["doubles"]["throws"] < found["dice"]["mine"]["doubles"]["throws"]
    )
    for lang in LANGUAGES:
        words = Words(lang)
        page = Page(visitor.get("/mine/statistics", headers={"accept-language": lang}))
        for kind in found["dice"]["mine"]:
            assert words.text(comparisons.TITLES[kind]) in page.text
            assert str(found["dice"]["mine"][kind]["throws"]) in page.text
        assert words.text("By game") in page.text
        assert len(page.all("svg", **{"class": "review-curve"})) == 1
        assert [one["src"].rpartition("/")[2] for one in page.all("script", type="module")] == [
            "mine.js"  # which tells the months
        ]
    alone = Page(visitor.get("/mine/statistics?game=pin"))
    assert "Backgammon" not in alone.text
    assert visitor.get("/mine/statistics?game=pin&level=x&opponent=y").status_code == 200


def test_statistics_of_a_game_that_there_is_not(house: Inside) -> None:
    """But what somebody has of one that was there once, he can look at."""
    visitor = house.visitor(accept="text/html")
    person = _keep(house, visitor)
    assert visitor.get("/mine/statistics?game=chess").status_code == 404
    assert visitor.get("/mine/statistics?game=gioul").status_code == 200
    old = _stored(_short(), _seats(person, "computer", "club"), "over", 10)
    old = replace(old, header={**old.header, "game": "chess"})
    house.run(house.app.state.store.create(old))
    assert visitor.get("/mine/statistics?game=chess").status_code == 200


def test_a_match_from_a_position_counts_nowhere_but_in_the_dice(house: Inside) -> None:
    visitor = house.visitor(accept="text/html")
    person = _keep(house, visitor)
    counted = visitor.get("/api/v1/me/statistics").json()
    store, record = house.app.state.store, replace(_short(), start="W 24:2 | B 1:2 | W")
    match = _stored(record, _seats(person, "computer", "club"), "over", 9)
    house.run(store.create(match))
    made = json.dumps(review_json.review_to_json(review(_short(), depth=0)))
    house.run(store.keep_review(StoredReview(match.id, "done", 1, review=made, changed=1)))
    found = house.run(own_statistics.OwnStatistics(store).of(person))
    assert [one.id for one in found.played if one.placed] == [match.id]
    assert visitor.get("/api/v1/me/statistics").json() == {**counted, "dice": ANY}
    for lang in LANGUAGES:
        said = Words(lang).plural(
            "{count} match that began with a set-up position is not counted; its dice are.",
            "{count} matches that began with set-up positions are not counted; their dice are.",
            1,
        )
        assert said in Page(visitor.get("/mine/statistics", headers={"accept-language": lang})).text


def test_what_takes_too_long_is_told_and_done_the_next_time(house: Inside) -> None:
    visitor = house.visitor(accept="text/html")
    person = _keep(house, visitor)
    slow = own_statistics.OwnStatistics(house.app.state.store, seconds=-1)
    first = house.run(slow.of(person))
    assert first.missing == 3
    assert [one.sums for one in first.played] == [None] * 3
    patient = own_statistics.OwnStatistics(house.app.state.store)
    assert house.run(patient.of(person)).missing == 0


def test_nobody_waits_for_a_match_that_takes_too_long(
    house: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games with runs of doubles take minutes without the compiled kernel."""
    person, gate, begun = _keep(house, house.visitor()), Event(), list[str]()
    sums_of = own_statistics.sums_of

    def slow_sums(match: StoredMatch, *closed: Event) -> Sums:
        begun.append(match.id)
        assert gate.wait(PATIENCE)
        return sums_of(match, *closed)

    monkeypatch.setattr(own_statistics, "sums_of", slow_sums)
    slow = own_statistics.OwnStatistics(house.app.state.store, seconds=0.01)
    assert [house.run(slow.of(person)).missing for _ in range(3)] == [3] * 3
    assert len(begun) == 1, "it is gone on with, and no other is begun"
    gate.set()
    slow._seconds = PATIENCE
    assert house.run(slow.of(person)).missing == 0
    assert len(begun) == len(set(begun)) == 3


def test_what_nobody_wants_to_know_any_more_is_not_counted() -> None:
    record = random_playout(GAMES["pin"], seed=1, cap=10).record
    match, closed = _stored(record, _seats("me", "computer"), "over", 1), Event()
    assert own_statistics.sums_of(match, closed).dice[0]
    closed.set()
    assert own_statistics.sums_of(match, closed).dice == ({}, {})


def test_a_match_of_an_unknown_game_counts_nothing() -> None:
    record = random_playout(GAMES["pin"], seed=1, cap=10).record
    match = _stored(record, _seats("me", "computer"), "over", 1)
    strange = replace(match, header={**match.header, "game": "chess"})
    assert own_statistics.sums_of(strange) == Sums()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_stranger_has_none_and_the_page_says_so(house: Inside, lang: str) -> None:
    somebody = house.visitor(accept="text/html")
    answer = somebody.get("/mine/statistics", headers={"accept-language": lang})
    assert answer.status_code == 200
    assert Words(lang).text("No match with a result yet.") in Page(answer).text
    empty = somebody.get("/api/v1/me/statistics").json()
    assert empty["all"]["matches"] == 0
    assert empty["dice"] == {"mine": {}, "computer": {}}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_reviews_say_how_somebody_plays(house: Inside, lang: str) -> None:
    visitor, words = house.visitor(accept="text/html", **{"accept-language": lang}), Words(lang)
    _keep(house, visitor)
    title = words.text("How you play")
    assert title not in Page(visitor.get("/mine/statistics")).text
    made = json.dumps(review_json.review_to_json(review(_short(), depth=0)))
    store = house.app.state.store
    person = house.run(house.app.state.guests.known(visitor.cookies["tavola"]))
    matches = house.run(store.matches_of(person.id))
    for n, match in enumerate(matches):
        status = "stopped" if match.header["game"] == "backgammon" else "done"
        house.run(store.keep_review(StoredReview(match.id, status, 1, review=made, changed=n + 1)))
    page = Page(visitor.get("/mine/statistics"))
    assert title in page.text
    assert words.text("Too few throws to say anything.") in page.text
    own = own_statistics.judged(made, 0)
    counted = str(2 * own.loss.count)
    assert own.loss.count > 0
    assert counted in page.text
    alone = Page(visitor.get("/mine/statistics?game=backgammon"))
    assert title not in alone.text
    found = house.run(own_statistics.OwnStatistics(store).of(person.id))
    assert found.own_play().matches == 2
    told = visitor.get("/api/v1/me/statistics").json()["play"]
    few = {"count": 2 * own.loss.count, "mean": None, "error": None}
    assert (told["all"]["matches"], told["all"]["loss"]) == (2, few)
    assert sum(one["matches"] for one in told["games"].values()) == 2
    many = sum([own] * 200, OwnPlay())
    loss = statistics_json.play_json(many)["loss"]
    assert loss["mean"] == pytest.approx(own.loss.mean, abs=1e-6)
    assert loss["error"] == pytest.approx(many.loss.error, abs=1e-6)
    assert own_statistics.judged("{", 0) == own_statistics.judged("[]", 1) == OwnPlay()


def test_each_of_two_people_gets_what_a_review_says_of_him(house: Inside) -> None:
    store = house.app.state.store
    people = [house.visitor() for _ in (0, 1)]
    for visitor in people:
        visitor.post("/settings", data={"name": "Anna"})
    known = [house.run(house.app.state.guests.known(one.cookies["tavola"])) for one in people]
    first, second = _seats(known[0].id, "friend")
    match = _stored(_short(), (first, replace(second, person=known[1].id)), "over", 77)
    house.run(store.create(match))
    made = json.dumps(review_json.review_to_json(review(_short(), depth=0)))
    house.run(store.keep_review(StoredReview(match.id, "done", 1, review=made, changed=1)))
    mine, theirs = (own_statistics.judged(made, player) for player in (0, 1))
    assert mine != theirs
    asked = own_statistics.OwnStatistics(store)
    for _ in (1, 2):
        found = [house.run(asked.of(one.id)).own_play() for one in known]
        assert found == [mine, theirs]


def test_of_many_matches_the_last_ones_are_looked_at(
    house: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = house.visitor()
    person = _keep(house, visitor)
    monkeypatch.setattr(own_statistics, "MOST", 2)
    found = house.run(own_statistics.OwnStatistics(house.app.state.store).of(person))
    assert (len(found.played), found.older) == (2, 1)


def _short() -> Record:
    return random_playout(GAMES["pin"], seed=3, cap=8).record
