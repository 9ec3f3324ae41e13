"""Reasons: every fact counted once more, the right direction, and a sentence in each language."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

import oracle
from bridge import board_of, oracle_options, walk
from tavola.bots import shipped_nets
from tavola.bots.adviser import Adviser, Candidate
from tavola.bots.cube.chances import counted as chances_of
from tavola.games import GAMES, SHIPPED, folder
from tavola.rules import turn
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Side
from tavola.rules.turn.state import Action, Kind, Phase, State
from tavola.study import cube_reasons, weights
from tavola.study.after import After, Played, Throws, after, coming, played
from tavola.study.doing import doing
from tavola.study.fitting import regress
from tavola.study.measures import BY_NAME, MEASURES, counted, difference, free_sign
from tavola.study.reasons import Fact, facts, measure_of, reasons, say
from tavola.words import reasons as sentences
from tavola.words import two_plays
from tavola.words.speaker import Speaker
from tavola.words.translations import LANGUAGES, Words
from test_prospects import exposed, in_the_way, wall

CHOICES = 6
"""Decisions of each game."""


def choices(game: str) -> Iterator[tuple[State, Played, Played]]:
    """Two plays of one throw, in games played at random."""
    rng = random.Random(f"reasons {game}")
    rules = GAMES[game].ruleset({})
    for _ in range(60):
        for state in walk(rules, rng):
            if state.phase is not Phase.MOVE or state.turn.used or rng.random() < 0.7:
                continue
            plays = turn.plays(state)
            if len(plays) > 1:
                first, second = (played(state, one.steps) for one in rng.sample(plays, 2))
                yield state, first, second


def shown(game: str, one: After) -> dict[str, Any]:
    """What a position shows, counted on the oracle's board."""
    rules, position, side, other = one.rules, one.position, one.side, one.side.other
    options, board = oracle_options(game, {}), board_of(one.position)
    places = {p: n for p, n in position.points(side).items() if n}
    own = [(oracle._places(game, int(side)).get(p, 0), n) for p, n in places.items()]
    goal = oracle._point(game, int(side), oracle._length(game))
    lead = oracle.pips(game, board, int(other)) - oracle.pips(game, board, int(side))
    length = oracle._length(game)
    longest, locked = wall(rules, position, side)
    return {
        "blots": exposed(rules, position, side),
        "points": in_the_way(rules, position, side),
        "wall": longest if longest >= 3 else 0,
        "locked": locked if longest >= 5 else 0,
        "pile": max((n for p, n in places.items() if not rules.piles or p != goal), default=0),
        "stragglers": sum(n for place, n in own if place <= 6),
        "home": sum(n for place, n in own if place > length - 6),
        "lead": lead,
        "his_bar": board.bar[other],
        "his_pinned": sum(1 for _, colour in board.pinned if colour == other),
        "my_bar": board.bar[side],
        "my_reserve": board.reserve[side],
        "off": board.off[side],
        "taken": board.off[other],
        "piled": board.points[side][goal],
        "gaps": sum(1 for q in range(length - 5, length + 1) if q not in dict(own)),
        "corners": sum(places.get(p, 0) for p in oracle._corners(oracle._read(options))),
    }


@pytest.mark.parametrize("game", GAMES)
def test_every_fact_is_true(game: str) -> None:
    """Positions, counted again; throws are counted by `test_prospects.py`."""
    for state, first, second in islice(choices(game), CHOICES):
        here, there = after(state, first), after(state, second)
        mine, other = shown(game, here), shown(game, there)
        for fact in facts(state, first, second):
            name = measure_of(fact)
            assert fact.code.startswith("more_") == (fact.numbers[0] > fact.numbers[1])
            if name in mine:
                assert fact.numbers == (mine[name], other[name]), (fact, first.position)
        told = {measure_of(fact) for fact in facts(state, first, second)}
        for name in mine.keys() & BY_NAME.keys():
            values = BY_NAME[name].of(here), BY_NAME[name].of(there)
            if None not in values:
                assert (name in told) == (mine[name] != other[name]), name


@pytest.mark.parametrize("game", GAMES)
def test_reasons_speak_for_the_better_play(game: str) -> None:
    figures = weights.weights_of(game)
    for state, first, second in islice(choices(game), CHOICES):
        known = facts(state, first, second)
        told = reasons(state, first, second, figures)
        here, there = counted(after(state, first)), counted(after(state, second))
        assert len(told) <= 3
        if told and told[0].code in sentences.DOING:
            continue  # one of the plays decides the game: `test_worth_telling.py`
        families = [BY_NAME[measure_of(fact)].family for fact in told]
        assert len(set(families)) == len(families), "two reasons that say the same"
        for fact in told:
            assert fact in known
            name = measure_of(fact)
            more = difference(here[name], there[name])
            usual = 0.0 if free_sign(state.rules) else BY_NAME[name].sign
            assert figures.worth.get(name, usual) * more > 0


@pytest.mark.parametrize("game", GAMES)
def test_throws_are_those_that_can_come(game: str) -> None:
    for state, first, _ in islice(choices(game), CHOICES):
        one = after(state, first)
        if one.his is None:
            continue
        total = sum(weight for _, weight in one.his)
        if state.rules.namer is state.side.other:
            assert (total, len(one.his)) == (15, 15)
        elif state.fixed is not None or state.ahead[state.side.other] is not None:
            assert total == 1
            assert one.his[0][0] in (state.fixed, state.ahead[state.side.other])
        else:
            assert total == 6**state.rules.dice_count


def every_fact() -> list[Fact]:
    """A fact of each code, with all the forms that its numbers can have."""
    found = []
    for one in MEASURES:
        for numbers in ((0, 2), (1, 0), (1, 2), (3, 0), (5, 4)):
            for code in (f"more_{one.name}", f"fewer_{one.name}"):
                thrown = one.name in two_plays.THROWS
                found.append(Fact(code, (*numbers, 36) if thrown else numbers))
        if one.name in two_plays.THROWS:
            found += [Fact(f"more_{one.name}", pair) for pair in ((1, 0, 1), (0, 1, 1), (3, 4, 15))]
    for name in ("wins", "gammons", "gammons_lost", "backgammons", "backgammons_lost"):
        found += [Fact(f"more_{name}", (n, 3)) for n in (0, 1, 50)]
    found += [Fact("more_lead", pair) for pair in ((5, 3), (5, -3), (-3, -5), (0, -1), (1, 0))]
    found += [Fact("fewer_lead", pair) for pair in ((3, 5), (-3, 5), (-5, -3), (-1, 0), (0, 1))]
    found += [Fact(code) for code in sentences.DOING]
    found += [Fact(code, (n,)) for code in sentences.DOING_SOME for n in (1, 3)]
    found += [Fact(code, (n, 25)) for code in sentences.CUBE for n in (0, 1, 30)]
    found += [Fact("does_hit", pair) for pair in ((1, 0), (2, 0), (1, 1), (1, 18))]
    return [*found, Fact("does_make", (20,)), Fact("does_make", (20, 21))]


@pytest.mark.parametrize("game", ["backgammon", "reverse"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_there_is_a_sentence_for_every_fact(lang: str, game: str) -> None:
    state = turn.new_match(GAMES[game].ruleset({}))
    speaker, english = Speaker(Words(lang), state.rules), Speaker(Words("en"), state.rules)
    for fact in every_fact():
        told = say(speaker, fact, state)
        assert re.fullmatch(r"[A-ZÀ-Ý0-9].*\.", told), (fact, told)
        assert "{" not in told, (fact, told)
        assert lang == "en" or told != say(english, fact, state), fact


@pytest.mark.parametrize("game", ["reverse", "misere"])
def test_nobody_leads_by_fewer_pips_where_the_last_one_wins(game: str) -> None:
    state = turn.new_match(GAMES[game].ruleset({}))
    speaker = Speaker(Words("en"), state.rules)
    told = [
        say(speaker, fact, state)
        for fact in (
            Fact("does_lead", (50,)),
            Fact("does_trail", (1,)),
            Fact("fewer_lead", (3, 5)),
            Fact("more_lead", (-3, -5)),
            Fact("more_lead", (4, -1)),
            Fact("fewer_lead", (0, 1)),
        )
    ]
    assert told == [
        "You have 50 pips fewer to go than your opponent after it.",
        "You have 1 pip more to go than your opponent after it.",
        "You have 3 pips fewer to go than your opponent, after the other play 5.",
        "You have 3 pips more to go than your opponent, after the other play 5.",
        "Compared with your opponent you have 5 pips fewer to go than after the other play.",
        "Compared with your opponent you have 1 pip more to go than after the other play.",
    ]


def test_a_point_is_called_by_the_number_that_its_reader_sees() -> None:
    state = turn.new_match(GAMES["backgammon"].ruleset({})).but(phase=Phase.START, side=Side.WHITE)
    own = Speaker(Words("en"), state.rules)
    booklet = Speaker(Words("en"), state.rules, "booklet")
    assert say(own, Fact("does_make", (20,)), state) == "It closes point 5."
    assert say(booklet, Fact("does_make", (20,)), state) == "It closes point 20."


def stand(text: str, side: Side, dice: tuple[int, int]) -> State:
    """A position of classic backgammon with a throw."""
    rules = GAMES["backgammon"].ruleset({})
    begun = turn.new_match(rules).but(
        phase=Phase.START, side=side, position=Position.parse(rules, text)
    )
    return turn.apply(begun, Action(Kind.THROW, None, dice))[0]


def test_the_opening_3_1_makes_the_five_point() -> None:
    state = stand("W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5", Side.WHITE, (3, 1))
    best = played(state, [(3 << 10) | (17 << 5) | 20, (1 << 10) | (19 << 5) | 20])
    rival = played(state, [(3 << 10) | (12 << 5) | 15, (1 << 10) | (19 << 5) | 20])
    speaker = Speaker(Words("it"), state.rules)
    told = facts(state, best, rival)
    hits = next(fact for fact in told if measure_of(fact) == "hits_me")
    assert hits.code == "fewer_hits_me"
    assert hits.numbers[0] == 0
    assert hits.numbers[2] == 36
    assert say(speaker, hits, state).startswith("Dopo questa giocata nessun lancio ti mangia")
    assert Fact("does_make", (20,)) in doing(state, best)


def test_a_reason_is_found_where_plays_really_differ() -> None:
    rng = random.Random(3)
    rows = []
    for _ in range(200):
        x = [rng.uniform(-2, 2) for _ in range(3)]
        rows.append((x, 2.0 * x[0] - 0.5 * x[1] + rng.gauss(0, 0.1)))
    worth, r2 = regress(rows, [1, -1, 1])
    assert worth[0] == pytest.approx(2.0, abs=0.1)
    assert worth[1] == pytest.approx(-0.5, abs=0.1)
    assert worth[2] == pytest.approx(0.0, abs=0.05)
    assert r2 > 0.95
    turned, _ = regress(rows, [-1, -1, 1])
    assert turned[0] == 0.0, "a worth that nobody would believe"


@pytest.mark.parametrize("game", SHIPPED)
def test_figures_that_ship_belong_to_the_net_that_ships(game: str) -> None:
    found = weights.weights_of(game)
    assert found.worth.keys() <= BY_NAME.keys()
    if (folder(game) / weights.FILE).exists():
        assert found.net == shipped_nets.mark(game), f"tavola reasons {game}"


def test_where_the_goal_is_turned_round_nothing_is_taken_from_other_games() -> None:
    assert weights.FORCED.worth.keys() == {"he_must_hit", "i_must_hit"}
    for game in GAMES:
        if not (folder(game) / weights.FILE).exists():
            turned = free_sign(GAMES[game].ruleset({}))
            assert weights.weights_of(game) is (weights.FORCED if turned else weights.USUAL)


def test_figures_that_cannot_be_read_are_none(tmp_path: Any) -> None:
    path = tmp_path / weights.FILE
    assert weights.read(path) is None
    for text in ("", "[]", "{}", json.dumps({"version": 99}), '{"version": 1, "worth": 3}'):
        path.write_text(text, encoding="utf-8")
        assert weights.read(path) is None
    figures = weights.Weights({"lead": 0.5}, 0.25, 4, 2, 1, "x")
    weights.write(path, figures)
    assert weights.read(path) == figures


def test_throws_of_two_kinds_are_compared_in_36ths() -> None:
    assert difference(Throws(11, 36), Throws(17, 36)) == pytest.approx(-6.0)
    assert difference(Throws(5, 15), Throws(0, 1)) == pytest.approx(12.0)
    assert difference(None, 3) == 0.0


def test_the_cube_is_explained_by_wins() -> None:
    state = stand("W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5", Side.WHITE, (3, 1))
    begun = state.but(phase=Phase.START, turn=state.turn.__class__(), fresh=True)
    begun = begun.but(match=replace(begun.match, games=None))
    told = cube_reasons.double_reasons(begun, chances_of(0.60, 0.1))
    assert [fact.code for fact in told] == ["cube_wait"]
    assert told[0].numbers[0] == 60 < told[0].numbers[1]
    told = cube_reasons.double_reasons(begun, chances_of(0.85, 0.1))
    assert [fact.code for fact in told] == ["cube_double", "cube_he_drops"]
    assert told[1].numbers[0] == 15 < told[1].numbers[1]
    offered, _ = turn.apply(begun, Action(Kind.DOUBLE, Side.WHITE))
    drop = cube_reasons.answer_reasons(offered, chances_of(0.15, 0.0, 0.0, 0.25))
    assert [fact.code for fact in drop] == ["cube_drop", "cube_gammons_lost"]
    take = cube_reasons.answer_reasons(offered, chances_of(0.35, 0.05, 0.0, 0.1))
    assert [fact.code for fact in take] == ["cube_take"]


def test_the_adviser_s_plays_are_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Candidates are compared as they come, and their chances are told as well."""
    state = stand("W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5", Side.WHITE, (6, 3))
    adviser = Adviser(state.rules, shipped_nets.load("backgammon").weights)
    found = adviser.candidates(state)
    told = facts(state, found[0], found[-1])
    assert any(fact.code == "more_wins" for fact in told)
    assert coming(state, Side.BLACK)[0] == ((1, 1), 1)


@pytest.mark.parametrize("count", [0, 1])
def test_a_known_throw_is_not_called_one_that_is_still_to_come(count: int) -> None:
    """It lies ahead, or is fixed for the whole game: nobody throws again."""
    rules = GAMES["fixed-throw"].ruleset()
    speaker, state = Speaker(Words("en"), rules), turn.new_match(rules)
    told = two_plays.compared(speaker, "hits_me", (count, 1 - count, 1), state)
    assert "your opponent can hit you in the next turn" in told


@pytest.mark.parametrize("name", two_plays.KNOWN_THROW)
def test_what_a_known_throw_cannot_do_is_not_denied_twice(name: str) -> None:
    """That one cannot only pass would say nothing."""
    rules = GAMES["fixed-throw"].ruleset()
    speaker, state = Speaker(Words("en"), rules), turn.new_match(rules)
    told = two_plays.compared(speaker, name, (0, 1, 1), state)
    assert told.startswith("After the other play ")
    assert told.endswith(", after this one not.")
    assert "cannot" not in told


@pytest.mark.parametrize(
    ("match", "score", "told"),
    [
        (MatchRules(games=None), (0, 0), {"more_gammons", "fewer_gammons_lost"}),
        (MatchRules(length=5, games=None), (4, 2), {"fewer_gammons_lost"}),
        (MatchRules(length=5, games=None), (2, 4), {"more_gammons"}),
        (MatchRules(length=5, games=None), (4, 4), set()),
    ],
)
def test_a_gammon_is_no_reason_where_it_is_worth_no_more(
    match: MatchRules, score: tuple[int, int], told: set[str]
) -> None:
    """White plays: who needs one point more gains nothing by a gammon."""
    state = stand("W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5", Side.WHITE, (6, 3))
    state = state.but(match=match, score=score)
    actions = turn.plays(state)[0].steps
    many, few = chances_of(0.5, 0.2, 0.0, 0.1), chances_of(0.5, 0.1, 0.0, 0.2)
    one = played(state, actions)
    best, rival = (Candidate(one.actions, one.position, chances, 0.0, 0) for chances in (many, few))
    assert {fact.code for fact in reasons(state, best, rival)} == told


@pytest.mark.parametrize(("score", "told"), [((0, 0), True), ((3, 2), False)])
def test_lost_gammons_speak_for_a_drop_where_they_cost_more(
    score: tuple[int, int], told: bool
) -> None:
    """In a match to five White needs two points, as many as the doubled cube gives."""
    state = stand("W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5", Side.WHITE, (3, 1))
    begun = state.but(phase=Phase.START, turn=state.turn.__class__(), fresh=True)
    begun = begun.but(match=MatchRules(length=5, games=None), score=score)
    offered, _ = turn.apply(begun, Action(Kind.DOUBLE, Side.WHITE))
    found = cube_reasons.answer_reasons(offered, chances_of(0.15, 0.0, 0.0, 0.25))
    assert ("cube_gammons_lost" in {fact.code for fact in found}) is told
