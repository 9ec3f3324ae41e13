"""Nets against each other, as `scripts/net_duel.py` measures them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from scripts import net_duel
from scripts.figures.store import Sum

from tavola.bots import shipped_nets
from tavola.bots.net.file import Net
from tavola.rules.kernel.backend import compiled

pytestmark = pytest.mark.skipif(not compiled, reason="nets take too long")
SHIPPED = shipped_nets.NETS / "catch-me.net"


@pytest.fixture
def worse(tmp_path: Path) -> Path:
    """The net of Catch me with noise on every weight."""
    net, rng = Net.load(SHIPPED), random.Random(4)
    net.weights[:] += [rng.gauss(0, 0.05) for _ in range(len(net.weights))]
    net.save(tmp_path / "worse.net")
    return tmp_path / "worse.net"


def _found(new: Path, old: Path, processes: int = 1) -> list[float]:
    how = {"depth": 0, "seed": 3, "pairs": 10, "processes": processes}
    return list(net_duel.differences("catch-me", new, old, **how))


def test_a_net_wins_nothing_of_itself() -> None:
    """Both play the same plays with the same dice, so not even luck is left."""
    assert _found(SHIPPED, SHIPPED) == [0.0] * 10


def test_processes_change_nothing(worse: Path) -> None:
    """Pairs come in their order, whoever played them."""
    found = _found(worse, SHIPPED)
    assert any(found)
    assert _found(worse, SHIPPED, processes=2) == found


def test_what_it_tells(worse: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Against the net that ships, if no other is named; mean, error and how many pairs."""
    assert net_duel.main(["catch-me", str(worse), "--pairs", "6", "--processes", "1"]) == 0
    said = capsys.readouterr().out
    assert said.endswith(" points a game, 6 pairs\n")
    assert net_duel.told(Sum(3, 0.9, 0.35)) == "+0.3000 +-0.1155 points a game, 3 pairs"


@pytest.mark.parametrize("wrong", [("catch-me", "nowhere.net"), ("chess", str(SHIPPED))])
def test_wrong_names_end_it(wrong: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is not there, a game that is none: told at once, before anybody plays."""
    with pytest.raises(SystemExit) as ended:
        net_duel.main([*wrong, "--pairs", "1"])
    assert ended.value.code == 2
    assert "error: " in capsys.readouterr().err
