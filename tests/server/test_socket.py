"""Tables over real sockets: two play, a third watches, the server dies and comes back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from serving import Chair, Guest, House, play_on, wish_of
from tavola.play.verify import verify
from tavola.rules.text.record import record_from_json
from tavola.words import LANGUAGES


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server for all tests that do not harm it."""
    house = House(tmp_path_factory.mktemp("house"))
    yield house
    house.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server that may be killed."""
    found = House(tmp_path)
    yield found
    found.close()


def two(house: House, **wishes: Any) -> tuple[str, list[Guest]]:
    """A table at which two people sit, and both of them."""
    white, black = house.guest(), house.guest()
    links = white.new_table(game="backgammon", opponent="friend", colour="white", **wishes)
    black.join(links["join"])
    return links["table"], [white, black]


def seated(table: str, guests: list[Guest]) -> list[Chair]:
    """Both connected, with the whole table heard."""
    chairs = [guest.sit(table) for guest in guests]
    for chair in chairs:
        assert chair.hear()["type"] == "table", "the first message is the table"
    return chairs


def test_two_play_and_a_third_watches(shared: House) -> None:
    table, guests = two(shared)
    chairs = seated(table, guests)
    watcher = shared.guest().sit(table)
    assert watcher.hear()["mine"] == []
    assert [chair.mine for chair in chairs] == [["W"], ["B"]]
    assert play_on(chairs, 60) == 60
    newest = max(chair.seq for chair in chairs)
    watcher.reach(newest)
    told = [event for m in watcher.heard if m["type"] == "events" for event in m["events"]]
    assert [event["n"] for event in told] == list(range(1, newest + 1))
    record = guests[0].web.get(f"/t/{table}/record.json").json()
    assert [event["action"] for event in told] == record["events"]
    for message in watcher.heard:
        if "view" in message:
            assert message["view"]["may"] == []
            assert message["view"]["paths"] == []
            assert message["mine"] == []
    assert all(check.passed is not False for check in verify(record_from_json(record)))
    presence = [m for m in watcher.heard if m["type"] == "presence"]
    assert presence[-1]["watching"] == 1
    assert all(seat["here"] for seat in presence[-1]["seats"])


def test_a_watcher_takes_no_seat(shared: House) -> None:
    table, guests = two(shared)
    seated(table, guests)
    watcher = shared.guest().sit(table)
    watcher.hear()
    for do in ("opening", "throw", "step", "done", "double", "resign"):
        answer = watcher.act(do, side="W")
        assert (answer["type"], answer["code"]) == ("refused", "not_seated")
    assert watcher.ask(type="play", seq=0, text="8/5")["code"] == "not_seated"
    assert watcher.ask(type="back", seq=0)["code"] == "not_seated"


def test_nobody_sits_down_by_the_link_for_watching(shared: House) -> None:
    host, other = shared.guest(), shared.guest()
    links = host.new_table(game="pin", opponent="friend")
    other.web.post("/settings", json={"name": "Eve"})
    watcher = other.sit(links["table"])
    assert watcher.hear()["mine"] == []
    assert other.web.post(f"/join/{links['table']}").status_code == 404
    assert other.web.post(f"/api/v1/join/{links['table']}").status_code == 404
    assert links["join"].rpartition("/")[2] not in json.dumps(watcher.heard)
    page = other.web.get(f"/t/{links['table']}", headers={"accept": "text/html"}).text
    assert links["join"].rpartition("/")[2] not in page
    assert host.web.get(f"/api/v1/tables/{links['table']}").json()["waiting"] is True


def test_what_was_missed_and_nothing_else(shared: House) -> None:
    table, guests = two(shared)
    chairs = seated(table, guests)
    play_on(chairs, 10)
    while wish_of(chairs[0].view) is None:
        play_on(chairs, 1)
        chairs[0].reach(max(chair.seq for chair in chairs))
    chairs[1].reach(chairs[0].seq)
    left = chairs[1].seq
    chairs[1].close()
    while (wish := wish_of(chairs[0].view)) is not None:
        chairs[0].reach(chairs[0].act(**wish)["seq"])
    newest = chairs[0].seq
    assert newest > left
    back = guests[1].sit(table, f"?after={left}&epoch=0")
    first = back.hear()
    assert first["type"] == "events"
    assert [event["n"] for event in first["events"]] == list(range(left + 1, newest + 1))
    assert first["seq"] == newest
    for query in (f"?after={newest}&epoch=7", "?after=999&epoch=0", f"?after={left}", "?epoch=0"):
        assert guests[1].sit(table, query).hear()["type"] == "table"
    nothing = guests[1].sit(table, f"?after={newest}&epoch=0").hear()
    assert (nothing["type"], nothing["events"]) == ("events", [])


def test_a_server_that_is_killed_in_mid_turn(house: House) -> None:
    table, guests = two(house)
    chairs = seated(table, guests)
    play_on(chairs, 40)
    for _ in range(200):
        newest = max(chair.seq for chair in chairs)
        for chair in chairs:
            chair.reach(newest)
        thrown = [die for die in chairs[0].view["dice"] if die["state"] == "left"]
        if len(thrown) == 1 and any(chair.view["paths"] for chair in chairs):
            break
        play_on(chairs, 1)
    else:
        pytest.fail("no turn was left in the middle")
    before = [chair.view for chair in chairs]
    seq = max(chair.seq for chair in chairs)
    house.kill()
    assert all(chair.closed() == 1006 for chair in chairs)
    house.start()
    again = [guest.sit(table, f"?after={seq - 3}&epoch=0") for guest in guests]
    for chair, view in zip(again, before, strict=True):
        first = chair.hear()
        assert [event["n"] for event in first["events"]] == [seq - 2, seq - 1, seq]
        kept = ("board", "dice", "throw", "actor", "phase", "paths", "may", "cube")
        assert {key: chair.view[key] for key in kept} == {key: view[key] for key in kept}
    play_on(again, 30)
    record = guests[0].web.get(f"/t/{table}/record.json").json()
    assert all(check.passed is not False for check in verify(record_from_json(record)))


def test_dice_are_the_same_after_a_crash(house: House) -> None:
    """Killed before the throw instead of after it: the sealed dice do not change."""
    table, guests = two(house)
    chairs = seated(table, guests)
    play_on(chairs, 20)
    play_on(chairs, 60, stop="throw")
    house.kill()
    for name in ("", "-wal", "-shm"):
        path = house.home / f"tavola.sqlite3{name}"
        if path.exists():
            (house.home / f"kept{name}").write_bytes(path.read_bytes())
    throws = []
    for _ in range(2):
        for name in ("", "-wal", "-shm"):
            path = house.home / f"kept{name}"
            target = house.home / f"tavola.sqlite3{name}"
            target.unlink(missing_ok=True)
            if path.exists():
                target.write_bytes(path.read_bytes())
        house.start()
        chairs = seated(table, guests)
        chair, wish = next((c, w) for c in chairs if (w := wish_of(c.view)))
        assert wish == {"do": "throw"}
        chair.reach(chair.act(**wish)["seq"])
        throws.append(chair.view["throw"])
        house.kill()
    assert throws[0] == throws[1]


def test_a_full_disk(house: House) -> None:
    """What cannot be stored is refused with a sentence; what was acknowledged is not lost."""
    resource = pytest.importorskip("resource", reason="no limits of processes on this system")
    if not hasattr(resource, "prlimit"):
        pytest.skip("limits of another process can be set on Linux only")
    table, guests = two(house)
    chairs = seated(table, guests)
    play_on(chairs, 20)
    pid, size = house.process.pid, resource.RLIMIT_FSIZE
    usual = resource.prlimit(pid, size)
    full = (house.home / "tavola.sqlite3-wal").stat().st_size + 10_000
    resource.prlimit(pid, size, (full, usual[1]))
    for _ in range(200):
        newest = max(chair.seq for chair in chairs)
        for chair in chairs:
            chair.reach(newest)
        chair, wish = next((c, w) for c in chairs if (w := wish_of(c.view)) is not None)
        answer = chair.act(**wish)
        if answer["type"] == "refused":
            break
        chair.reach(answer["seq"])
    assert answer["code"] == "not_stored"
    assert answer["say"].endswith(".")
    assert "Traceback" not in answer["say"]
    form = {"accept": "application/json"}
    other = house.guest(**form).web.post("/api/v1/tables", json={"game": "pin"})
    assert (other.status_code, other.json()["code"]) == (503, "not_stored")
    kept = guests[0].web.get(f"/t/{table}/record.json").json()["events"]
    assert len(kept) == chair.seq
    resource.prlimit(pid, size, usual)
    assert play_on(chairs, 6) == 6
    newest = max(chair.seq for chair in chairs)
    house.kill()
    house.start()
    after = guests[0].web.get(f"/t/{table}/record.json").json()["events"]
    assert after[: len(kept)] == kept
    assert len(after) == newest


def test_sentences_come_in_the_language_of_the_listener(shared: House) -> None:
    table, guests = two(shared)
    told = set()
    for lang in LANGUAGES:
        chair = guests[0].sit(table, f"?lang={lang}")
        told.add(chair.hear()["view"]["say"])
        chair.send({"type": "listen", "language": "en"})
        english = chair.until("table")["view"]["say"]
    assert len(told) == len(LANGUAGES)
    assert english in told


# --------------------------------------------------------------------------------- who may connect


def refused(guest: Guest, table: str, **headers: str) -> int:
    """The status that a connection is refused with."""
    with pytest.raises(InvalidStatus) as caught:
        guest.sit(table, **headers)
    return int(caught.value.response.status_code)


def test_a_foreign_page_cannot_connect(shared: House) -> None:
    table, guests = two(shared)
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{shared.port + 1}"):
        assert refused(guests[0], table, Origin=origin) == 403
    port = shared.port
    assert refused(guests[0], table, Origin=f"http://localhost:{port}") == 403
    assert guests[0].sit(table).hear()["type"] == "table"


def test_a_forged_cookie_only_watches(shared: House) -> None:
    table, guests = two(shared)
    value = guests[0].web.cookies["tavola"]
    # Not the very last letter: not all its bits belong to the signature.
    forged = value[:-2] + ("A" if value[-2] != "A" else "B") + value[-1]
    assert guests[0].sit(table, Cookie=f"tavola={forged}").hear()["mine"] == []


def test_a_table_that_is_not_there(shared: House) -> None:
    assert shared.guest().sit("nowhere").closed() == 4404


def test_too_many_connections_of_one_address(tmp_path: Path) -> None:
    """Others can still come when one address has all it may have."""
    house = House(tmp_path, TAVOLA_LIMITS="on")
    try:
        guest = house.guest()
        table = guest.new_table(game="pin", opponent="here")["table"]
        chairs = [guest.sit(table) for _ in range(200)]
        assert refused(guest, table) == 403
        chairs.pop().close()
        for _ in range(100):
            try:
                assert guest.sit(table).hear()["type"] == "table"
                break
            except InvalidStatus:
                continue
        else:
            pytest.fail("a place that became free is not given away")
    finally:
        house.close()


# ------------------------------------------------------------------------- what is not understood


def test_messages_that_make_no_sense(shared: House) -> None:
    table, guests = two(shared)
    (chair, _) = seated(table, guests)
    for message, code, id in (
        ("", "bad_message", None),
        ("{", "bad_message", None),
        ("[]", "bad_message", None),
        ({"type": "dance", "id": 7}, "bad_message", 7),
        ({"type": "act", "id": 8, "seq": 0, "do": "throw", "extra": 1}, "bad_message", 8),
        ({"type": "act", "id": -8, "seq": 0, "do": "throw"}, "bad_message", None),
        ({"type": "act", "id": 9, "seq": 0, "do": "throw", "dice": [0, 7]}, "bad_message", 9),
        ({"v": 2, "type": "act", "id": 10, "seq": 0, "do": "throw"}, "version", 10),
        ({"type": "act", "id": 11, "seq": 99, "do": "throw"}, "stale", 11),
    ):
        chair.send(message)
        answer = chair.until("refused")
        assert (answer["code"], answer["id"]) == (code, id), message
        assert answer["say"].endswith(".")
    chair.connection.send(b"\x00\x01")
    assert chair.until("refused")["code"] == "bad_message"
    chair.send({"type": "ping"})
    assert chair.until("pong")


def test_a_message_that_is_too_big(shared: House) -> None:
    table, guests = two(shared)
    (chair, other) = seated(table, guests)
    chair.send({"type": "play", "id": 1, "seq": 0, "text": "8/5 " * 10_000})
    assert chair.closed() == 1009
    other.send({"type": "ping"})
    assert other.until("pong")


def test_too_many_messages(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    counting = House(tmp_path, TAVOLA_LIMITS="on")
    request.addfinalizer(counting.close)
    table, guests = two(counting)
    (chair, other) = seated(table, guests)
    for number in range(300):
        try:
            chair.send({"type": "ask", "id": number, "what": "dice"})
        except Exception:
            break
    assert chair.closed() == 1008
    assert [m for m in chair.heard if m["type"] == "refused"][-1]["code"] == "too_fast"
    other.send({"type": "ping"})
    assert other.until("pong")
    assert guests[0].sit(table).hear()["type"] == "table"
