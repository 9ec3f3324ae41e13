"""The cube: what theory knows about takes and doubles in money play and at match scores."""

from __future__ import annotations

from dataclasses import replace

import pytest

from matches import EVEN, B, W, begun, money, points
from tavola.bots.cube.chances import Chances, counted
from tavola.bots.cube.context import (
    Context,
    context,
    efficiency_of,
    usual,
)
from tavola.bots.cube.cubeful import Holder
from tavola.bots.cube.decisions import (
    Answer,
    Verdict,
    cube_equities,
    decided,
    double_decision,
    equities_ahead,
    leaf_of,
    play_utility,
    take_decision,
    turn_utility,
)
from tavola.bots.cube.efficiency import (
    CLASSIC_CONTACT,
    CONTACT,
    contact_efficiency,
    efficiency_here,
    race_efficiency,
)
from tavola.bots.cube.linear_utility import linear_utility
from tavola.bots.cube.match_equity import Shares, Terms, stored
from tavola.bots.cube.resigning import agree_draw
from tavola.bots.cube.result_values import worth
from tavola.games import GAMES, OFFERED
from tavola.play.random_match import random_playout
from tavola.rules.kernel.backend import small
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.rule_table import tables
from tavola.rules.text import script
from tavola.rules.text.record import replay
from tavola.rules.turn.state import Cube

MONEY = Context()
DEAD, LIVE = 0.0, 1.0


def at(mine: int, theirs: int, cube: int = 1, holder: Holder = Holder.CENTRE) -> Context:
    """A match score; a player 1 away is past the Crawford game."""
    after = 1 in (mine, theirs)
    return Context(cube, holder, away=(mine, theirs), crawford_reached=after)


def verdict(chances: Chances, here: Context, efficiency: float | None = None) -> Verdict:
    return double_decision(chances, here, efficiency).verdict


def least_take(here: Context, efficiency: float) -> float:
    """The smallest chance (no gammons) with which the side takes."""
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        if take_decision(counted(middle), here, efficiency).answer is Answer.DROP:
            low = middle
        else:
            high = middle
    return high


# ---------------------------------------------------------------------------------------- money


def test_take_points_of_money_play() -> None:
    """A quarter with a dead cube, a fifth with a live one (Keeler and Spencer)."""
    assert least_take(MONEY, DEAD) == pytest.approx(0.25, abs=1e-6)
    assert least_take(MONEY, LIVE) == pytest.approx(0.20, abs=1e-6)
    assert 0.20 < least_take(MONEY, CONTACT) < 0.25


@pytest.mark.parametrize("holder", [Holder.CENTRE, Holder.MINE])
def test_the_last_throw(holder: Holder) -> None:
    """With one throw to go: double over a half, drop below a quarter."""
    here = Context(holder=holder)
    assert verdict(counted(0.499), here, DEAD) is Verdict.NO_DOUBLE_TAKE
    assert verdict(counted(0.501), here, DEAD) is Verdict.DOUBLE_TAKE
    assert verdict(counted(0.749), here, DEAD) is Verdict.DOUBLE_TAKE
    assert verdict(counted(0.751), here, DEAD) is Verdict.DOUBLE_DROP


def test_the_last_throw_seen_ahead() -> None:
    """The same without being told: throws that end the game count exactly."""

    def seen(p: float) -> Verdict:
        leaves = [(p, leaf_of(counted(1.0))), (1.0 - p, leaf_of(counted(0.0)))]
        return decided(equities_ahead(leaves, MONEY), MONEY).verdict

    assert seen(0.49) is Verdict.NO_DOUBLE_TAKE
    assert seen(0.51) is Verdict.DOUBLE_TAKE
    assert seen(0.76) is Verdict.DOUBLE_DROP


def test_live_cubes_are_turned_at_four_fifths() -> None:
    assert verdict(counted(0.79), MONEY, LIVE) is Verdict.NO_DOUBLE_TAKE
    assert verdict(counted(0.81), MONEY, LIVE) is Verdict.DOUBLE_DROP
    here = cube_equities(counted(0.8), MONEY, LIVE)
    assert (here.no_double, here.double_take) == pytest.approx((1.0, 1.0))
    assert cube_equities(counted(0.5), MONEY).no_double == pytest.approx(0.0)


def test_owning_the_cube_is_worth_something() -> None:
    even = counted(0.5)
    mine = cube_equities(even, Context(holder=Holder.MINE)).no_double
    theirs = cube_equities(even, Context(holder=Holder.THEIRS)).no_double
    nobody = cube_equities(even, Context(holder=Holder.NOBODY)).no_double
    assert mine > 0.0 == nobody > theirs
    assert mine == pytest.approx(-theirs)
    assert verdict(counted(0.9), Context(holder=Holder.THEIRS)) is Verdict.NO_CUBE
    assert verdict(counted(0.9), Context(holder=Holder.NOBODY)) is Verdict.NO_CUBE


GAMMONISH = counted(0.8, gammon=0.6, backgammon=0.02, gammon_lost=0.03)


def test_too_good_to_double_and_jacoby() -> None:
    assert verdict(GAMMONISH, MONEY) is Verdict.TOO_GOOD_DROP
    assert verdict(GAMMONISH, Context(jacoby=True)) is Verdict.DOUBLE_DROP
    owned = Context(cube=2, holder=Holder.MINE, jacoby=True)
    assert verdict(GAMMONISH, owned) is Verdict.TOO_GOOD_DROP


def test_gammons_make_takes_harder() -> None:
    loser = counted(0.28, gammon=0.05, gammon_lost=0.30)
    assert take_decision(counted(0.28), MONEY).answer is Answer.TAKE
    assert take_decision(loser, MONEY).answer is Answer.DROP


def test_beavers() -> None:
    beavers = Context(beavers=True)
    assert verdict(counted(0.35), beavers) is Verdict.NO_DOUBLE_BEAVER
    assert verdict(counted(0.35), MONEY) is Verdict.NO_DOUBLE_TAKE
    assert take_decision(counted(0.65), beavers).answer is Answer.BEAVER
    assert take_decision(counted(0.65), MONEY).answer is Answer.TAKE
    assert take_decision(counted(0.4), beavers).answer is Answer.TAKE
    doubled = cube_equities(counted(0.42), beavers)
    assert doubled.double_beaver == pytest.approx(2.0 * doubled.double_take)
    # After a beaver the doubler goes on; a drop would cost twice the cube.
    doubler = Context(beavers=True, offered=4, beavered=True)
    answer = take_decision(counted(0.42), doubler)
    assert answer.answer is Answer.TAKE
    assert answer.drop == -2.0
    assert answer.take == pytest.approx(cube_equities(counted(0.42), beavers).double_beaver)
    assert take_decision(counted(0.2), doubler).answer is Answer.DROP
    assert cube_equities(counted(0.2), beavers).double_beaver == -2.0


def test_jacoby_and_a_beaver() -> None:
    wild = counted(0.42, gammon=0.36, gammon_lost=0.10)
    here = Context(jacoby=True, beavers=True)
    found = cube_equities(wild, here, DEAD)
    assert found.double_take == pytest.approx(2.0 * wild.equity)
    assert found.no_double == pytest.approx(2.0 * 0.42 - 1.0)
    assert verdict(wild, here, DEAD) is Verdict.DOUBLE_TAKE
    weaker = counted(0.42, gammon=0.24, gammon_lost=0.10)
    assert verdict(weaker, here, DEAD) is Verdict.DOUBLE_BEAVER
    assert take_decision(weaker.swapped(), here, DEAD).answer is Answer.BEAVER


# ------------------------------------------------------------------------------------------ matches


def test_dead_take_points_follow_the_table() -> None:
    """Risk over risk and gain, where no cube follows: 2 away against 4 away, cube to 2."""
    chance = stored().chance
    drop, lost = chance(2, 3), chance(2, 2)
    assert least_take(at(2, 4), DEAD) == pytest.approx((drop - lost) / (1.0 - lost), abs=1e-6)
    # 3 away against 2 away the taker redoubles at once: with the cube at 2 he has nothing to lose.
    for efficiency in (DEAD, LIVE):
        assert least_take(at(3, 2), efficiency) == pytest.approx(chance(3, 1), abs=1e-6)


def test_the_cube_is_dead_where_the_match_is_decided() -> None:
    """At 2 away each, the first double is for the match: the taker never redoubles."""
    here = at(2, 2)
    for p in (0.3, 0.5, 0.7):
        for efficiency in (DEAD, LIVE):
            taken = worth(here, -2) + p * (worth(here, 2) - worth(here, -2))
            found = cube_equities(counted(p), here, efficiency).double_take
            assert found == pytest.approx((taken - 0.5) / (worth(here, 1) - 0.5))
    owned = at(2, 5, cube=2, holder=Holder.MINE)
    for p in (0.2, 0.6, 0.9, 1.0):
        assert not verdict(counted(p), owned).doubles
    assert least_take(at(2, 2), CONTACT) == pytest.approx(stored().chance(2, 1), abs=1e-6)


@pytest.mark.parametrize("away", [3, 5, 7, 4, 6, 8])
@pytest.mark.parametrize("p", [0.1, 0.3, 0.45])
def test_after_the_crawford_game_the_trailer_doubles_at_once(away: int, p: float) -> None:
    here = at(away, 1)
    assert verdict(counted(p, gammon=0.1 * p, gammon_lost=0.2), here) is Verdict.DOUBLE_TAKE
    assert not verdict(counted(0.7), here.swapped).doubles


def test_the_free_drop() -> None:
    """An even number away the leader drops unless he is the favourite; an odd number away never
    near even."""
    for away, answer in ((2, Answer.DROP), (3, Answer.TAKE), (4, Answer.DROP), (5, Answer.TAKE)):
        here = at(1, away)
        assert take_decision(counted(0.47, gammon_lost=0.13), here).answer is answer, away
        assert take_decision(counted(0.53, gammon_lost=0.12), here).answer is Answer.TAKE


def test_the_leader_plays_as_if_the_cube_were_turned() -> None:
    """After the Crawford game the double is certain: 3 away gammons count as with the cube at 2."""
    assert linear_utility(at(3, 1)).gammon == pytest.approx(
        2.0 * (1.0 - worth(at(3, 1), 2)) / (worth(at(3, 1), 1) - 0.0)
    )
    assert linear_utility(at(1, 2)).gammon_lost == 0.0
    trailer = cube_equities(counted(0.5), at(3, 1))
    assert trailer.no_double == pytest.approx(trailer.double_take, abs=1e-9)


def test_gammon_go_and_gammon_save() -> None:
    """2 away against 1 away, Crawford game: a gammon wins the match for the trailer and costs the
    leader as much; the leader's own gammons are worth nothing."""
    crawford = Context(holder=Holder.NOBODY, away=(2, 1), crawford_reached=True)
    go, save = linear_utility(crawford), linear_utility(crawford.swapped)
    assert go.gammon == pytest.approx(go.win)
    assert (go.gammon_lost, save.gammon) == (0.0, 0.0)
    assert save.gammon_lost == pytest.approx(-save.win)
    assert (go.backgammon, save.backgammon_lost) == (0.0, 0.0)


def test_double_match_point() -> None:
    found = linear_utility(at(1, 1))
    assert found[:6] == pytest.approx((2.0, 0.0, 0.0, 0.0, 0.0, -1.0))
    assert not verdict(counted(0.9), at(1, 1)).doubles
    assert play_utility(counted(0.75, gammon=0.7), at(1, 1)) == pytest.approx(0.5)


def test_money_weights_are_cubeless_equity() -> None:
    chances = counted(0.6, 0.2, 0.02, 0.1, 0.01)
    assert linear_utility(MONEY).of(chances) == pytest.approx(chances.equity)
    assert linear_utility(Context(jacoby=True)).of(chances) == pytest.approx(0.2)
    assert linear_utility(Context(2, Holder.THEIRS, jacoby=True)).of(chances) == pytest.approx(0.31)
    drawn = Chances(0.5, gain=0.2, loss=0.2)
    assert linear_utility(MONEY).of(drawn) == pytest.approx(0.0)


def test_a_long_match_is_like_money() -> None:
    for chances in (counted(0.6, 0.15, 0.01, 0.1), counted(0.75, 0.2, 0.01, 0.05)):
        far, near = cube_equities(chances, at(24, 24)), cube_equities(chances, MONEY)
        assert far.no_double == pytest.approx(near.no_double, abs=0.03)
        assert far.double_take == pytest.approx(near.double_take, abs=0.06)


def test_the_ban_of_tavola_reale() -> None:
    terms = Terms(crawford=False, ban=True)
    banned = Context(away=(2, 2), terms=terms)
    assert verdict(counted(0.7), banned) is Verdict.NO_CUBE
    assert verdict(counted(0.7), replace(banned, away=(4, 4))) is Verdict.DOUBLE_TAKE
    # 1 away it is allowed, and gains nothing.
    assert not verdict(counted(0.7), replace(banned, away=(1, 2))).doubles
    # Where neither may turn it, the cube is worth nothing to its owner.
    for holder in Holder:
        here = replace(banned, holder=holder)
        assert play_utility(counted(0.6), here) == pytest.approx(0.2)


def test_a_number_of_games() -> None:
    last = Context(lead=-3, left=0)
    assert worth(last, 2) == 0.0
    assert (worth(last, 3), worth(last, 4), worth(last, -1)) == (0.5, 1.0, 0.0)
    behind = Context(lead=-1, left=0)
    assert verdict(counted(0.4), behind) is Verdict.DOUBLE_TAKE
    assert verdict(counted(0.6), behind) is Verdict.DOUBLE_DROP
    level = Context(lead=0, left=0)
    assert not verdict(counted(0.9), level).doubles
    assert linear_utility(level)[:6] == pytest.approx((2.0, 0.0, 0.0, 0.0, 0.0, -1.0))
    early = Context(lead=0, left=8)
    assert worth(early, 2) > worth(early, 1) > worth(early, 0) == 0.5
    assert play_utility(counted(0.8), last) == pytest.approx(-1.0, abs=1e-3)
    # Without a cube games are worth less, and a lead is safer.
    plain = replace(early, holder=Holder.NOBODY, terms=Terms(cube=False))
    assert worth(plain, 2) > worth(early, 2)
    amounts = replace(plain, counts=0, terms=Terms(Shares(amount=9.0), cube=False))
    assert worth(plain, 2) > worth(amounts, 2) > 0.5


def test_amounts() -> None:
    cubeless = Context(
        holder=Holder.NOBODY, counts=0, terms=Terms(Shares(amount=5.0), cube=False, crawford=False)
    )
    chances = Chances(0.6, gain=3.6, loss=1.2)
    assert play_utility(chances, cubeless) == pytest.approx(2.4)
    assert linear_utility(cubeless).of(chances) == pytest.approx(2.4)
    match = replace(cubeless, away=(20, 20))
    better = Chances(0.6, gain=4.0, loss=1.2)
    assert linear_utility(match).of(better) > linear_utility(match).of(chances) > 0.0
    assert play_utility(better, match) > play_utility(chances, match)
    nearly = replace(cubeless, away=(1, 1))
    assert play_utility(better, nearly) == pytest.approx(0.2)
    assert linear_utility(nearly).of(better) == pytest.approx(0.2)


def test_draws_are_worth_nothing() -> None:
    stalemate = Chances(0.5, gain=0.0, loss=0.0)
    assert turn_utility(stalemate, MONEY) == 0.0
    likely = Chances(0.6, gain=0.3, loss=0.1)
    found = cube_equities(likely, MONEY)
    assert 0.1 < found.no_double < found.double_take < 1.0
    assert agree_draw(stalemate)
    assert not agree_draw(likely)
    assert agree_draw(likely.swapped(), MONEY)
    assert agree_draw(counted(0.4), at(3, 5))
    assert not agree_draw(counted(0.9), at(3, 5))
    even = counted(0.475, gammon=0.283)
    assert agree_draw(even, at(2, 2)), "the other side throws, and turns the cube before"
    assert not agree_draw(even, at(2, 2), throws=True)


# ------------------------------------------------------------------------------------ from a state


def test_contexts_of_states() -> None:
    state = begun(points(7, crawford=True))
    state = replace(state, score=(2, 4), cube=Cube(2, B))
    here = context(state, W)
    assert (here.away, here.cube, here.holder) == ((5, 3), 2, Holder.THEIRS)
    assert context(state, B) == here.swapped
    assert context(replace(state, crawford="now"), B).holder is Holder.NOBODY
    assert context(replace(state, crawford="done"), B).crawford_reached
    assert not here.crawford_reached
    assert here.efficiency == CLASSIC_CONTACT


def test_contexts_of_money_games_and_single_games() -> None:
    state = begun(money(jacoby=True, beavers=True))
    here = context(state, W)
    assert here.money
    assert (here.jacoby, here.beavers, here.offered) == (True, True, 0)
    doubled = script.run(state, "double")
    assert context(doubled, B).offered == 2
    assert not context(doubled, B).beavered
    assert context(script.run(doubled, "beaver"), W).beavered
    single = context(begun(), W)
    assert single.money
    assert not single.jacoby
    three = replace(begun(MatchRules(games=3)), score=(4, 1), game=2)
    assert (context(three, W).lead, context(three, B).lead, context(three, W).left) == (3, -3, 1)


def test_contexts_of_other_games() -> None:
    assert context(begun(game="reverse"), W).counts == 1
    ban = context(begun(points(5), cube_ban=True), W)
    assert ban.terms.ban
    assert not ban.terms.crawford
    assert usual(begun().rules).gammon > 0.0
    assert usual(begun(game="reverse").rules) == Shares()
    assert usual(begun(game="acey-deucey").rules).amount > 1.0
    assert usual(begun(game="pin").rules).amount > usual(begun(game="acey-deucey").rules).amount


def test_statistics_of_a_game_may_be_given() -> None:
    here = context(begun(points(5)), W, Shares(0.4, 0.1), efficiency=0.5)
    assert (here.terms.shares.gammon, here.efficiency) == (0.4, 0.5)


def test_efficiency() -> None:
    race = begun(text="W 20:2 21:3 | B 3:2 4:3 | W")
    assert efficiency_of(begun(text=EVEN)) == CLASSIC_CONTACT
    assert efficiency_of(race) == race_efficiency(18)
    assert race_efficiency(0) == 0.55 < race_efficiency(50) < race_efficiency(120) == 0.70
    bar = begun(text="W 20:2 bar:1 | B 3:2 4:3 | W")
    assert efficiency_of(bar) == CLASSIC_CONTACT


def test_efficiency_with_contact_is_that_of_the_game() -> None:
    """It was measured for classic backgammon, which has house rules about small things."""
    assert 0.0 < CONTACT < CLASSIC_CONTACT < 1.0
    classic = GAMES["backgammon"]
    for option in classic.options:
        for value in option.values:
            assert contact_efficiency(classic.ruleset({option.name: value})) == CLASSIC_CONTACT
    for game in ("puff", "russian", "nackgammon", "straight"):
        assert contact_efficiency(OFFERED[game].rules) == CONTACT, game


def test_efficiency_of_rows() -> None:
    """A row is judged as a state is: on the way of random games, in games of every kind."""
    for game in ("backgammon", "pin", "puff", "eureka", "catch-me", "doublets", "french-2"):
        rules, seen = GAMES[game].rules, 0
        playout = random_playout(GAMES[game], {}, MatchRules(), seed=5, cap=60)
        for moment in replay(playout.record, GAMES[game]):
            row = small(moment.state.position.cells)
            found = efficiency_here(tables(rules).T, row, 0, contact_efficiency(rules))
            assert found == efficiency_of(moment.state), game
            seen += 1
        assert seen > 20
