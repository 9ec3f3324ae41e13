"""A house of two processes behind a proxy, which are restarted one after the other: whoever plays
notices nothing."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from browser.hands import Touching
from browser.places import game_of
from browser.visitors import PHONE, People
from databases import Postgresql, postgresql
from lands import Land
from proxies import NAME, nginx, running
from serving import free_port

__all__ = ["postgresql"]

FEW = 6.0
"""Seconds that one play may take on a busy machine."""
_LISTEN = """() => {
  window.told = [];
  const note = () => window.told.push(document.getElementById('said').textContent);
  const how = { childList: true, characterData: true, subtree: true };
  new MutationObserver(note).observe(document.getElementById('said'), how);
}"""


@pytest.fixture
def land(postgresql: Postgresql, tmp_path: Path) -> Iterator[Land]:
    found = Land(postgresql.database(), tmp_path)
    yield found
    found.close()


def test_nobody_notices_a_rolling_restart(chromium: Browser, land: Land, tmp_path: Path) -> None:
    port = free_port()
    base = f"http://{NAME}:{port}"
    house = land.house(2, more=("--public-url", base))
    land.even(2)
    with running(nginx(tmp_path, port, house.port), tmp_path, port):
        guests = People(chromium, base)
        visitor = guests.come(window=PHONE, touch=True)
        table = visitor.new_table(game=game_of("table"), opponent="here", match={"games": 9})
        table.page.evaluate(_LISTEN)
        hand, longest = Touching(table), 0.0
        for process in land.processes():
            os.kill(process, signal.SIGTERM)
            after, plays = hand.table.rest(), 0
            while (old := process in land.processes()) or len(land.processes()) < 2 or plays < 2:
                began, before = time.monotonic(), after
                after = hand.move()
                plays = 0 if old else plays + 1
                assert (after.epoch, after.seq) > (before.epoch, before.seq)
                longest = max(longest, time.monotonic() - began)
        told = table.page.evaluate("told")
        strings = table.strings()
        assert not [
            said
            for said in told
            for name in ("offline", "online", "lost", "gone")
            if strings[name] in said
        ]
        assert longest < FEW
        guests.leave()
