"""Match equity tables: the stored one, symmetry, order, Crawford, free drops, kinds of games."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavola.bots.cube import match_equity
from tavola.bots.cube.match_equity import (
    CLASSIC,
    STORED,
    MatchEquity,
    Shares,
    Terms,
    banned,
    computed,
    cubes,
    parsed,
    stored,
    table,
    text_of,
)

SMALL = 9
SINGLE = Shares()
KINDS = [
    Terms(),
    Terms(crawford=False),
    Terms(crawford=False, ban=True),
    Terms(ban=True),
    Terms(cube=False),
    Terms(SINGLE),
    Terms(SINGLE, cube=False, crawford=False),
    Terms(Shares(0.3), cube=True),
    Terms(Shares(amount=5.0), cube=False, crawford=False),
]


def check_order(equity: MatchEquity) -> None:
    """Both sides add up to 1, and a point more never does harm.

    Without the Crawford rule 1 away can be a little worse than 2 away where gammons are frequent:
    the trailer doubles at once, and the leader has no use for the cube.
    """
    slack = 1e-9 if equity.terms.crawford else 0.01
    size = range(1, equity.length + 1)
    for a in size:
        for b in size:
            for after in (False, True) if 1 in (a, b) else (False,):
                here = equity.chance(a, b, after)
                assert here + equity.chance(b, a, after) == pytest.approx(1.0, abs=1e-9)
                assert 0.0 < here < 1.0
                nearer = equity.chance(a - 1, b, after)
                assert nearer >= here - slack, (a, b)


def test_the_stored_table_is_what_the_program_computes() -> None:
    fresh = computed(Terms(), STORED)
    assert stored().terms == Terms()
    assert stored().length == STORED
    for a in range(STORED + 1):
        assert stored().before[a][1:] == pytest.approx(fresh.before[a][1:], abs=6e-6)
    assert stored().after == pytest.approx(fresh.after, abs=6e-6)
    assert text_of(stored()) == text_of(fresh)


def test_writing_and_reading(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    equity = computed(Terms(Shares(0.1, 0.01), ban=True), 4)
    again = parsed(text_of(equity))
    assert again.terms == equity.terms
    assert again.chance(2, 4) == pytest.approx(equity.chance(2, 4), abs=6e-6)
    monkeypatch.setattr(match_equity, "__file__", f"{tmp_path}/match_equity.py")
    match_equity.main()
    with open(f"{tmp_path}/match_equity.txt", encoding="utf-8") as written:
        assert parsed(written.read()) == stored()


def test_tables_are_read_or_computed() -> None:
    assert table() is stored()
    assert table(Terms(), 9) is stored()
    longer = table(Terms(), 30)
    assert longer.length == 30
    assert longer.chance(25, 20) == pytest.approx(stored().chance(25, 20), abs=6e-6)
    assert table(Terms(SINGLE), 5).chance(5, 5) == 0.5


@pytest.mark.parametrize("terms", KINDS, ids=str)
def test_order_and_symmetry(terms: Terms) -> None:
    check_order(computed(terms, SMALL))


@settings(max_examples=25, deadline=None)
@given(
    gammon=st.floats(0.0, 0.5),
    backgammon=st.floats(0.0, 1.0),
    cube=st.booleans(),
    crawford=st.booleans(),
    ban=st.booleans(),
)
def test_order_for_any_game(
    gammon: float, backgammon: float, cube: bool, crawford: bool, ban: bool
) -> None:
    check_order(computed(Terms(Shares(gammon, gammon * backgammon), cube, crawford, ban), 7))


def test_won_and_lost_matches() -> None:
    assert stored().chance(0, 3) == stored().chance(-2, 3) == 1.0
    assert stored().chance(3, 0) == stored().chance(3, -1, after=True) == 0.0


def test_the_crawford_game_is_played_without_a_cube() -> None:
    equity = computed(Terms(), SMALL)
    for b in range(2, SMALL + 1):
        lost = sum(
            share * equity.chance(1, b - k - 1, after=True)
            for k, share in enumerate(CLASSIC.multiples)
        )
        assert equity.chance(1, b) == pytest.approx(0.5 + 0.5 * lost)
        assert equity.chance(1, b) > equity.chance(1, b, after=True)


def test_a_game_without_cube_and_gammons_counts_wins() -> None:
    equity = computed(Terms(SINGLE, cube=False), SMALL)
    assert equity.chance(1, 2) == 0.75
    assert equity.chance(2, 3) == pytest.approx(11 / 16)
    assert equity.chance(1, 2, after=True) == 0.75


def test_free_drops_after_the_crawford_game() -> None:
    """An even number away the leader may drop once for free; else a point more is worth little."""
    after = computed(Terms(), 12).after
    assert 0.5 < after[2] < 0.53
    for b in range(3, 11, 2):
        assert after[b + 1] - after[b] < 0.02 < after[b + 2] - after[b + 1]
    single = computed(Terms(SINGLE), 12).after
    # Without gammons the trailer needs one game won for each two points.
    for b in (3, 5, 7, 9):
        assert single[b] == pytest.approx(1.0 - 0.5 ** ((b + 1) // 2))
        assert single[b + 1] > single[b]


def test_the_cube_helps_the_trailer_and_gammons_shorten_the_match() -> None:
    plain, cubed = computed(Terms(cube=False), SMALL), computed(Terms(), SMALL)
    assert cubed.chance(3, 7) < plain.chance(3, 7)
    assert cubed.chance(2, 5, after=True) == cubed.chance(2, 5)
    single = computed(Terms(SINGLE), SMALL)
    assert cubed.chance(1, 5) < single.chance(1, 5)


def test_tables_agree_roughly_with_what_players_learn() -> None:
    """Round values of the literature, not those of any table: within two hundredths."""
    for a, b, chance in ((1, 2, 0.68), (1, 3, 0.75), (2, 3, 0.60), (3, 4, 0.57), (4, 5, 0.57)):
        assert stored().chance(a, b) == pytest.approx(chance, abs=0.02)


def test_without_crawford_the_leader_meets_the_cube_at_once() -> None:
    equity = computed(Terms(crawford=False), SMALL)
    assert equity.before[1][1:] == pytest.approx(equity.after[1:])
    assert equity.chance(1, 3) < computed(Terms(), SMALL).chance(1, 3)


def test_the_ban_of_tavola_reale() -> None:
    assert [banned(away, 1) for away in (1, 2, 3)] == [False, True, False]
    assert [banned(away, 2) for away in (2, 3, 4, 5)] == [False, True, True, False]
    free = computed(Terms(crawford=False), SMALL)
    ban = computed(Terms(crawford=False, ban=True), SMALL)
    assert ban.chance(1, 2) > free.chance(1, 2)  # the trailer may not double for the match
    assert ban.chance(1, 2) == pytest.approx(0.5 + 0.5 * 0.74 * 0.5)


def test_amounts() -> None:
    equity = computed(Terms(Shares(amount=5.0), cube=False), 30)
    assert equity.chance(30, 30) == 0.5
    assert equity.chance(1, 30) > equity.chance(10, 30) > equity.chance(20, 30)
    always_one = computed(Terms(Shares(amount=1.0), cube=False), 5)
    assert always_one.chance(2, 3) == pytest.approx(11 / 16)


def test_heights_of_the_cube() -> None:
    assert cubes(1, 1) == (1, 2)
    assert cubes(1, 5) == (1, 2, 4, 8)
    assert cubes(4, 5) == (4, 8)
