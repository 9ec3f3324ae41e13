"""A rollout bit by bit: the same on one core and two, kept and gone on with, and honest."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import tavola
from disks import failing
from shell import ran
from tavola.games import GAMES
from tavola.rules.kernel.backend import compiled
from tavola.rules.model.refusal import Refused
from tavola.rules.text import one_line
from tavola.rules.turn.state import State
from tavola.study import rolling
from tavola.study.puzzles import rules_of
from tavola.study.rolling import Rolling
from tavola.study.rollouts import Rollout, Tally

pytestmark = pytest.mark.skipif(not compiled, reason="trials take too long")
SHORT: dict[str, Any] = {"horizon": 1, "workers": 1}


def _state(text: str = "W 22:3 20:1 | B 1:2 5:1 | W 2-1") -> State:
    return one_line.read(rules_of("backgammon"), text)


def test_means_and_errors_are_those_of_the_sums() -> None:
    tally = Tally(2)
    rows = [[1.0, 0.0], [2.0, 2.0], [0.0, -1.0], [1.5, 1.0]]
    tally.add(rows)
    gaps = [a - b for a, b in rows]
    mean = sum(gaps) / 4
    spread = (sum((gap - mean) ** 2 for gap in gaps) / 3 / 4) ** 0.5
    assert tally.mean(0) == pytest.approx(4.5 / 4)
    assert tally.gap(0, 1) == pytest.approx((mean, spread))
    assert tally.gap(0, 0) == (0.0, 0.0)
    assert Tally(1).error(0) == float("inf")


def test_it_is_the_same_on_two_cores() -> None:
    one = Rolling("backgammon", _state(), trials=30, **SHORT).run()
    two = Rolling("backgammon", _state(), trials=30, horizon=1, workers=2).run()
    assert one.finished
    assert one.to_json() == two.to_json()


def test_it_takes_only_the_cores_that_it_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rolling, "usable_cores", lambda: 3)
    assert Rolling("backgammon", _state(), trials=30, horizon=1).workers == 3


def test_it_is_stopped_kept_and_gone_on_with() -> None:
    whole = Rolling("backgammon", _state(), trials=36, **SHORT).run()
    begun = Rolling("backgammon", _state(), trials=36, **SHORT)
    next(iter(begun))
    assert not begun.finished
    data = json.loads(json.dumps(begun.to_json()))
    assert data["finished"] is False
    assert data["trials"] == begun.done
    again = Rolling("backgammon", _state(), trials=36, **SHORT)
    again.go_on_from(data)
    again.run()
    assert again.to_json() == whole.to_json()


@pytest.mark.parametrize("throw", ["2-1", ""], ids=["play", "double"])
@pytest.mark.parametrize(
    "copied",
    [deepcopy, lambda one: pickle.loads(pickle.dumps(one))],
    ids=["here", "elsewhere"],
)
def test_it_is_copied_and_gone_on_with(throw: str, copied: Callable[[Rolling], Rolling]) -> None:
    state = one_line.read(GAMES["backgammon"].rules, f"W 22:3 20:1 | B 1:2 5:1 | W {throw}")
    begun = Rolling("backgammon", state, trials=24, **SHORT)
    next(iter(begun))
    again = copied(begun)
    assert again.to_json() == begun.to_json()
    again.run()
    assert not begun.finished
    assert again.to_json() == begun.run().to_json()


def test_what_was_kept_in_another_order_stays_with_its_play() -> None:
    begun = Rolling("backgammon", _state(), trials=12, **SHORT).run()
    plays = Rollout("backgammon", _state()).plays[::-1]
    turned = Rollout("backgammon", _state(), horizon=1, plays=plays)
    again = Rolling("backgammon", _state(), trials=12, rolled=turned, **SHORT)
    again.go_on_from(json.loads(json.dumps(begun.to_json())))
    assert again.rollout.texts == begun.rollout.texts[::-1]
    assert again.results() == begun.results()


@pytest.mark.parametrize("change", [{"seed": 2}, {"position": "x"}, {"net": "y"}, {"sums": 3}, {}])
def test_it_goes_on_only_with_its_own(change: dict[str, object]) -> None:
    rolling = Rolling("backgammon", _state(), trials=12, **SHORT)
    data = {**rolling.to_json(), **change} if change else []
    with pytest.raises(Refused) as caught:
        rolling.go_on_from(data)
    assert caught.value.refusal.code == "bad_rollout"


def test_nothing_is_rolled_out_before_the_throw() -> None:
    with pytest.raises(Refused) as caught:
        tavola.rollout(_state("W 22:3 20:1 | B 1:2 5:1 | W"), "backgammon")
    assert caught.value.refusal.code == "no_advice"


def test_a_match_is_rolled_out_where_it_stands() -> None:
    match = tavola.Match("eureka", dice=3)
    while match.state.phase is not tavola.Phase.MOVE:
        match.roll()
    for wrong in ("trials", "plays", "horizon", "workers"):
        for number in (0, -5, 2.5, True, 10**7):
            with pytest.raises(Refused) as refused:
                tavola.rollout(match, **{wrong: number})  # type: ignore[arg-type]
            assert refused.value.refusal.code == "bad_look"
            assert refused.value.refusal.details["what"] == wrong
    for seed in (None, "7", 1.5, True):
        with pytest.raises(ValueError, match="a seed is a whole number"):
            tavola.rollout(match, seed=seed)  # type: ignore[arg-type]
    found = tavola.rollout(match, trials=12, plays=2, horizon=1)
    assert len(found.results()) == 2
    numpy = pytest.importorskip("numpy", reason="NumPy is not there", exc_type=ImportError)
    twelve, two, one = numpy.int64(12), numpy.int8(2), numpy.int32(1)
    same = tavola.rollout(match, trials=twelve, plays=two, seed=one, horizon=one, workers=one)
    assert same.to_json() == found.to_json()
    json.dumps(same.to_json())
    assert tavola.rollout(match, trials=2, horizon=1, seed=-(10**30)).finished
    assert found.results()[0].mean >= found.results()[1].mean


def test_the_command_keeps_what_it_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:

    kept = tmp_path / "kept.json"
    asked = ["rollout", "backgammon", "W 22:3 20:1 | B 1:2 5:1 | W 2-1", "--workers", "1"]
    asked += ["--horizon", "1", "--keep", str(kept)]
    run = ran(*asked, "--trials", "12", "--plain")
    assert run.exit_code == 0, run.output
    assert "12 trials of each play" in run.stdout
    more = ran(*asked, "--trials", "24", "--json")
    assert json.loads(more.stdout)["trials"] == 24
    with monkeypatch.context() as patch:
        failing(patch)
        full = ran(*asked, "--trials", "36", "--plain")
    assert full.exit_code == 2, full.output
    assert json.loads(kept.read_text(encoding="utf-8"))["trials"] == 24
    xgid = "XGID=-Bb-b-----------A---C-----:0:0:1:00:0:0:0:0:10"
    foreign = ["rollout", "backgammon", xgid, "--workers", "1", "--trials", "2", "--horizon", "1"]
    read = ran(*foreign, "--json")
    assert "double take" in read.stdout
    kept.write_text("[]", encoding="utf-8")
    bad = ran(*asked, "--trials", "24")
    assert bad.exit_code == 2
    assert "no Tavola rollout" in bad.output
