"""The clock of the machine is set, back and forth, while people play: nothing depends on it that
could be lost."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from inside import Inside, Line, Visitor, new_table
from serving import wish_of
from tavola.server.chores import terms_of
from tavola.server.http.limits import Limiter
from tavola.server.settings import Limits

DAY = 86_400
JUMPS = (200, -400, 30_000, -19_000, 0)
"""Days that the clock is wrong by, one after the other."""


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Sets the clock that the server reads to so many days from now."""
    wrong, real, real_ns = [0.0], time.time, time.time_ns
    monkeypatch.setattr(time, "time", lambda: real() + wrong[0])
    monkeypatch.setattr(time, "time_ns", lambda: real_ns() + int(wrong[0] * 1e9))

    def set_it(days: float) -> None:
        wrong[0] = days * DAY

    return set_it


class Seat:
    """Somebody at a table for two at one device."""

    def __init__(self, visitor: Visitor) -> None:
        table = new_table(visitor, opponent="here")["table"]
        self.table, self.line = table, visitor.sit(table)
        self.told = self.until("table")

    def until(self, *kinds: str) -> dict[str, object]:
        while (message := self.line.hear())["type"] not in kinds:
            pass
        return message

    def act(self) -> None:
        """One thing that can be done now; it is accepted."""
        view = self.told["view"]
        assert isinstance(view, dict)
        self.line.send({"type": "act", "id": 1, "seq": self.told["seq"], **(wish_of(view) or {})})
        assert self.until("accepted", "refused")["type"] == "accepted"
        self.told = self.until("events")


def test_people_play_on_while_the_clock_jumps(
    new_house: Inside, clock: Callable[[float], None]
) -> None:
    visitor = new_house.visitor()
    visitor.post("/settings", json={"name": "Anna"})
    seat, app = Seat(visitor), new_house.app
    store, cookie = app.state.store, visitor.cookies["tavola"]
    for days in JUMPS:
        # A browser forgets a cookie by its own clock, which is right.
        visitor = new_house.visitor(cookie=f"tavola={cookie}")
        clock(days)
        for _ in range(6):
            seat.act()
        assert visitor.get("/api/v1/me").json()["name"] == "Anna", "the cookie holds"
        assert visitor.post("/settings", json={"numbering": "own"}).status_code == 200
        other = new_house.visitor()
        new_table(other, opponent="here")
        assert other.get("/api/v1/me").json()["known"], "somebody who comes now is known, too"
        for _ in range(2):
            now = int(time.time())
            new_house.run(store.forget_old(now, terms_of(app.state.settings)))
        for page in ("/", "/mine", f"/t/{seat.table}"):
            assert visitor.get(page, headers={"accept": "text/html"}).status_code == 200
    own = visitor.get("/api/v1/me/export").json()
    assert [len(one["record"]["events"]) for one in own["tables"]] == [seat.told["seq"]]
    assert len(own["tables"][0]["times"]) == seat.told["seq"]


def test_limits_do_not_look_at_that_clock(clock: Callable[[float], None]) -> None:
    """Nobody is shut out for years, and nobody gets more than his share."""
    limiter = Limiter(Limits().tables)
    while not limiter.wait("anna"):
        pass
    for days in JUMPS:
        clock(days)
        assert 0 < limiter.wait("anna") <= 2


def test_who_is_away_is_not_away_for_years(
    new_house: Inside, clock: Callable[[float], None]
) -> None:
    """A match must not be claimed because the clock was set."""
    host, guest = new_house.visitor(), new_house.visitor()
    made = new_table(host)
    guest.post(f"/api/v1/join/{made['join'].rpartition('/')[2]}")
    lines: list[Line] = [host.sit(made["table"]), guest.sit(made["table"])]
    for line in lines:
        line.until_pong()
    lines[1].leave()
    for days in JUMPS:
        clock(days)
        lines[0].send({"type": "claim", "id": 1, "seq": 0})
        while (message := lines[0].hear())["type"] != "refused":
            pass
        assert message["code"] == "not_away"
