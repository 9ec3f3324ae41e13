"""Resignations: what is really lost, and what is enough."""

from __future__ import annotations

from dataclasses import replace

import pytest

from matches import B, W, begun, money, points
from tavola.bots.cube.chances import counted
from tavola.bots.cube.resigning import accept_resignation, resignation
from tavola.rules.text import script
from tavola.rules.turn.state import Cube

pytestmark = pytest.mark.plain

LATE = "W 24:1 | B 20:5 21:5 22:5 | B"
"""Black is lost."""


def test_resigning_what_is_really_lost() -> None:
    state = begun(text=LATE)
    assert resignation(counted(0.0), state) == 1
    assert resignation(counted(0.01), state) == 0
    assert resignation(counted(0.0, gammon_lost=1.0), state) == 2
    assert resignation(counted(0.0, gammon_lost=1.0, backgammon_lost=1.0), state) == 3
    assert resignation(counted(0.0, gammon_lost=0.5), state) == 0
    assert resignation(counted(0.0, gammon_lost=1.0, backgammon_lost=0.3), state) == 0
    assert resignation(counted(0.0), replace(state, cube=Cube(4, W))) == 1


def test_resigning_one_is_enough_where_gammons_decide_nothing() -> None:
    lost = counted(0.0, gammon_lost=0.6)
    match = replace(begun(points(3), text=LATE), score=(2, 0))
    assert resignation(lost, match) == 1
    assert resignation(lost, begun(money(jacoby=True), text=LATE)) == 1
    assert resignation(lost, begun(money(), text=LATE)) == 0
    assert resignation(counted(0.0), begun(text=LATE, game="no-hit"), B) == 1


def test_accepting_a_resignation() -> None:
    state = script.run(begun(text=LATE), "resign 1")
    sure, gammonish = counted(1.0), counted(1.0, gammon=0.4)
    assert accept_resignation(sure, 1, state)
    assert not accept_resignation(gammonish, 1, state)
    assert accept_resignation(gammonish, 2, state)
    assert accept_resignation(counted(0.9), 1, state)
    match = replace(script.run(begun(points(3), text=LATE), "resign 1"), score=(2, 0))
    assert accept_resignation(gammonish, 1, match)
    assert not accept_resignation(gammonish, 1, replace(match, score=(0, 0)))
