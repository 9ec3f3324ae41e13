"""The levels: ordered, named in four languages, and only where they differ."""

from __future__ import annotations

import itertools
from types import SimpleNamespace

import pytest

from tavola.bots import beginner_judgement, levels
from tavola.bots.levels import (
    ACCEPTED,
    LEVELS,
    NAMES,
    RACING,
    USUAL,
    foresees,
    levels_for,
    nearest,
    quick_levels,
)
from tavola.games import GAMES
from tavola.rules.kernel.backend import small
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.position import Position
from tavola.rules.model.rule_table import tables
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.text import one_line
from tavola.words import LANGUAGES, Words, names

pytestmark = pytest.mark.plain


def test_each_level_errs_less_or_looks_farther() -> None:
    assert len(set(NAMES)) == len(LEVELS) == 6
    for weaker, stronger in itertools.pairwise(LEVELS):
        assert (weaker.depth, -weaker.noise, -weaker.naive) < (
            stronger.depth,
            -stronger.noise,
            -stronger.naive,
        )
        assert weaker.noise >= stronger.noise
        assert weaker.naive >= stronger.naive


@pytest.mark.parametrize("lang", LANGUAGES)
def test_levels_have_names(lang: str) -> None:
    words = Words(lang)
    called = [names.level_name(words, name) for name in NAMES]
    told = [names.level_line(words, name) for name in NAMES]
    assert len(set(called)) == len(set(told)) == len(NAMES)
    if lang != "en":
        english = Words("en")
        assert told != [names.level_line(english, name) for name in NAMES]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_foresees_is_said_to(lang: str) -> None:
    """An expert who searches is not said to play at first sight."""
    words, rules = Words(lang), GAMES["fixed-throw"].rules
    told = {
        one.name: names.level_line(words, one.name, foresees(rules, one))
        for one in levels_for(rules)
    }
    plain = {name: names.level_line(words, name) for name in told}
    assert len(set(told.values())) == len(told)
    assert {name for name in told if told[name] != plain[name]} == {"club", "expert"}
    assert not any(foresees(GAMES["backgammon"].rules, one) for one in LEVELS)


def test_the_command_line_knows_the_levels() -> None:
    from tavola.terminal.commands import play_options

    assert ", ".join(ACCEPTED) == play_options.LEVELS


def test_only_levels_that_differ() -> None:
    found = {game.id: [one.name for one in levels_for(game.rules)] for game in GAMES.values()}
    assert found["backgammon"] == list(NAMES)
    assert found["doublets"] == ["master"]
    assert found["eureka"] == found["french-2"] == list(RACING)
    assert found["catch-me"] == [*RACING, "master"]
    assert found["backwards"] == ["beginner", "club", "expert", "master"]
    few = {game for game, listed in found.items() if len(listed) < len(NAMES)}
    assert few == {"doublets", "eureka", "french-2", "catch-me", "backwards", "fixed-throw"}
    assert found["fixed-throw"] == list(NAMES[:-1])


def test_where_the_throw_is_fixed_the_upper_levels_foresee(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = GAMES["fixed-throw"].rules
    found = {one.name: one for one in levels_for(rules)}
    assert list(found) == list(NAMES[:-1])
    assert {name for name, one in found.items() if one.budget or one.depth} == {"club", "expert"}
    assert found["expert"].depth == LEVELS[-1].depth
    assert nearest(rules, "master") is found["expert"]
    monkeypatch.setattr(levels, "backend", SimpleNamespace(compiled=False))
    assert [one.name for one in quick_levels(rules)] == list(NAMES[:3])


def test_the_nearest_level() -> None:
    rules = GAMES["eureka"].rules
    assert nearest(rules, "novice").name == "novice"
    assert nearest(rules, "casual").name == "expert"
    assert nearest(rules, "master").name == "expert"
    assert nearest(GAMES["doublets"].rules, "beginner").name == "master"
    assert USUAL in NAMES
    with pytest.raises(KeyError):
        nearest(rules, "grandmaster")


def test_levels_that_answer_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "backend", SimpleNamespace(compiled=True))
    assert quick_levels(Ruleset()) == LEVELS
    monkeypatch.setattr(levels, "backend", SimpleNamespace(compiled=False))
    assert [one.name for one in quick_levels(Ruleset())] == list(NAMES[:-1])
    assert levels.quick_levels(GAMES["doublets"].rules) == ()


# ------------------------------------------------------------------------------------- judgement


def judged(game: str, text: str, side: Side = Side.WHITE) -> float:
    rules = GAMES[game].rules
    return _judged(rules, one_line.read(rules, text, MatchRules()).position, side)


def _judged(rules: Ruleset, position: Position, side: Side) -> float:
    row = small(position.cells)
    return float(beginner_judgement.judgement_here(tables(rules).T, row, 0, int(side)))


SPLIT = "W 1:1 2:1 12:5 17:3 19:5 | B 6:5 8:3 13:5 24:2"
RUN = "W 1:1 12:6 17:3 19:5 | B 6:5 8:3 13:5 24:2"
SAFE = "W 1:2 12:4 17:3 18:1 19:5 | B 6:5 8:3 13:5 24:2"


def test_a_beginner_runs_and_hits_and_does_not_see_blots() -> None:
    even = judged("backgammon", "W 1:2 12:5 17:3 19:5 | B 6:5 8:3 13:5 24:2")
    assert judged("backgammon", RUN) > judged("backgammon", SPLIT) > even
    hit = "W 1:2 12:5 17:3 19:5 | B bar:1 6:5 8:3 13:5 24:1"
    assert judged("backgammon", hit) > even
    one_more = "W 1:2 12:5 17:2 18:1 19:5 | B 6:5 8:3 13:5 24:2"
    assert judged("backgammon", one_more) - even == pytest.approx(
        beginner_judgement.PACE / beginner_judgement.THROW
    )


def test_a_beginner_turns_round_where_the_last_one_wins() -> None:
    assert judged("reverse", SAFE) == -judged("backgammon", SAFE)


def test_a_beginner_does_not_hit_where_hitting_loses() -> None:
    hit = "W 1:2 12:5 17:3 19:5 | B bar:1 6:5 8:3 13:5 24:1"
    even = "W 1:2 12:5 17:3 19:5 | B 6:5 8:3 13:5 24:2"
    assert judged("no-hit", hit) == judged("no-hit", even)


def test_pools_and_ends() -> None:
    entering = judged("puff", "W res:15 | B res:15 | W")
    assert entering < judged("puff", "W res:14 24:1 | B res:15 | W")
    assert judged("catch-me", "W 24:1 | B 1:1 | W") == 0.0
    rules = GAMES["backgammon"].rules
    over = one_line.read(rules, "W 24:1 | B 1:1 | W", MatchRules()).position
    assert _judged(rules, over, Side.BLACK) == pytest.approx(
        -beginner_judgement.PACE * beginner_judgement.REAR / beginner_judgement.THROW
    )
