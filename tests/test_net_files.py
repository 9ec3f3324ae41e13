"""Net files: they keep a net exactly, leave out what stands elsewhere, and say when they are
damaged."""

from __future__ import annotations

import hashlib
import json
import math
import struct
from pathlib import Path

import pytest

from tavola.bots import shipped_nets
from tavola.bots.net.evaluate import FIRST, LEAK, OUTPUTS, PHASE_SIZE, SECOND, UPPER
from tavola.bots.net.features import FEATURES, PHASES
from tavola.bots.net.file import BadNet, Net
from tavola.games import GAMES
from tavola.rules.kernel.backend import compiled, reals

pytestmark = [pytest.mark.plain, pytest.mark.no_cover]
RULES = GAMES["catch-me"].rules
training_works = pytest.mark.skipif(not compiled, reason="making a net needs NumPy")


@pytest.fixture(scope="module")
def net() -> Net:
    """A net of sines."""
    weights = [0.1 * math.sin(n) for n in range(PHASES * PHASE_SIZE)]
    return Net(reals(weights), RULES.digest())


def test_a_net_file_keeps_the_net(net: Net, tmp_path: Path) -> None:
    path = tmp_path / "a.net"
    net.save(path)
    again = Net.load(path)
    assert again.digest == RULES.digest()
    assert all(abs(new - old) < 1e-4 for new, old in zip(again.weights, net.weights, strict=True))
    again.save(tmp_path / "b.net")
    assert (tmp_path / "b.net").read_bytes() == path.read_bytes()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.net", "b.net"]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (b'"tavola_net": 2', b'"tavola_net": 3', "another version"),
        (b'"beginning": "', b'"beginning": "x', "another version"),
        (b'"features": ', b'"features": 1', "another version"),
        (b'"layers": [', b'"layers": [7, ', "another version"),
        (b'"rules"', b'"rule"', "no net file"),
        (b"{", b"", "no net file"),
    ],
)
def test_other_net_files(old: bytes, new: bytes, reason: str, net: Net, tmp_path: Path) -> None:
    path = tmp_path / "a.net"
    net.save(path)
    path.write_bytes(path.read_bytes().replace(old, new, 1))
    with pytest.raises(BadNet, match=reason):
        Net.load(path)


def test_damaged_net_files(net: Net, tmp_path: Path) -> None:
    path = tmp_path / "a.net"
    net.save(path)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    whole = path.read_bytes()
    odd = whole.replace(b"\n\0", b"\n\2", 1)
    for harmed in (data, data[:-1], whole + b"\0", whole + b"\0\0", whole[:2000], odd):
        path.write_bytes(harmed)
        with pytest.raises(BadNet, match="damaged"):
            Net.load(path)
    with pytest.raises(FileNotFoundError):
        Net.load(tmp_path / "b.net")


def in_full(net: Net) -> bytes:
    """A net file as it was before pieces were left out."""
    body = struct.pack(f"<{len(net.weights)}e", *net.weights)
    head = {
        "tavola_net": 1,
        "features": FEATURES,
        "layers": [FIRST, SECOND, OUTPUTS, LEAK],
        "rules": net.digest,
        "sha256": hashlib.sha256(body).hexdigest(),
    }
    return json.dumps(head).encode() + b"\n" + body


def test_net_files_of_version_1_are_read(net: Net, tmp_path: Path) -> None:
    old, new = tmp_path / "old.net", tmp_path / "new.net"
    old.write_bytes(in_full(net))
    net.save(new)
    found = Net.load(old)
    assert list(found.weights) == list(Net.load(new).weights)
    assert found.digest == net.digest
    for harmed in (old.read_bytes()[:-2], old.read_bytes() + b"\0"):
        old.write_bytes(harmed)
        with pytest.raises(BadNet, match="damaged"):
            Net.load(old)


@training_works
def test_what_was_not_learnt_takes_no_room(tmp_path: Path) -> None:
    """A net of the usual seed that has learnt nothing but one weight, and a set for each phase."""
    path = tmp_path / "a.net"
    begun = Net.fresh(RULES, 1)
    begun.weights[UPPER + 3] += 1
    for net in (begun, begun.split()):
        net.save(path)
        assert path.stat().st_size < 300 + len(net.weights) // PHASE_SIZE * 400 + 2 * FIRST
        assert list(Net.load(path).weights) == [round_to_half(x) for x in net.weights]
    Net.fresh(RULES, 2).save(path)
    assert path.stat().st_size > 250_000


@training_works
def test_what_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.net").mkdir()
    with pytest.raises(OSError, match=r"a\.net"):
        Net.fresh(RULES, 2).save(tmp_path / "a.net")
    assert len(list(tmp_path.iterdir())) == 1


def round_to_half(number: float) -> float:
    found: float = struct.unpack("<e", struct.pack("<e", number))[0]
    return found


@pytest.mark.parametrize("path", sorted(shipped_nets.NETS.glob("*.net")), ids=lambda one: one.stem)
def test_no_net_that_ships_is_larger_than_it_must_be(path: Path, tmp_path: Path) -> None:
    Net.load(path).save(tmp_path / "a.net")
    said = "python -m scripts.net_files writes it anew"
    assert (tmp_path / "a.net").read_bytes() == path.read_bytes(), said
