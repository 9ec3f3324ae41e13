"""The log as JSON: an object a line, nothing secret, one line a minute of one kind."""

from __future__ import annotations

import json
import logging
import re
import resource
import socket
import sqlite3
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from serving import Chair, House, play_on, wish_of
from tavola.server.http.quiet import JsonLines, Quiet

SECRET = "Zwetschgenknoedel"


def record(logger: str, message: str, *given: Any, **more: Any) -> logging.LogRecord:
    made = logging.LogRecord(logger, logging.ERROR, "file.py", 1, message, given, sys.exc_info())
    vars(made).update(more)
    return made


def line(one: logging.LogRecord) -> dict[str, Any]:
    text = JsonLines().format(one)
    assert "\n" not in text
    found: dict[str, Any] = json.loads(text)
    return found


def test_a_line_says_when_what_and_how_many() -> None:
    one = record("tavola.server.store", "the disk of %s\nis full", "ours", kind="not_stored")
    one.created, one.exc_info = 1_800_000_000.25, None
    assert Quiet().filter(one)
    assert line(one) == {
        "time": "2027-01-15T08:00:00.250Z",
        "level": "error",
        "kind": "not_stored",
        "say": "the disk of ours",
    }
    one.left_out = 7
    assert line(one)["left_out"] == 7


def test_an_error_is_told_without_what_it_quotes() -> None:
    try:
        int(SECRET)
    except ValueError:
        ours = record("tavola.server.tables", "a review could not be made")
        other = record("uvicorn.error", f"Exception in %s\n{SECRET}", SECRET)
    for one in (ours, other):
        found = line(one)
        assert SECRET not in json.dumps(found)
        assert found["error"] == "ValueError"
        assert re.fullmatch(r"server/test_log_lines\.py:\d+ test_an_error_.*", found["at"][-1])
    assert line(other)["say"] == "Exception in %s"


def _flood(house: House, seed: str, name: str) -> list[str]:
    """Secrets in every place where a client may put something; those that the house gave."""
    anna, bruno = house.guest(), house.guest()
    assert anna.web.post("/settings", json={"name": name}).status_code == 200
    made = anna.new_table(game="pin", opponent="friend")
    table = made["table"]
    bruno.join(made["join"])
    chairs = [anna.sit(table, f"?seed={seed}"), bruno.sit(table, f"?seed={seed}")]
    for chair in chairs:
        chair.until("table")
    play_on(chairs, 4)
    invitation = made["join"].rpartition("/")[2]
    cookie = anna.cookie()["Cookie"]
    given = {"cookie": f"{cookie}; other={SECRET}", "x-more": SECRET}
    for path in (f"/join/{invitation}", f"/t/{SECRET}", f"/{SECRET}?seed={seed}", f"/t/{table}/x"):
        house.guest().web.get(path, headers=given)
    for content in (b"{" + SECRET.encode(), json.dumps({"name": [SECRET]}).encode(), b"\xff" * 99):
        for path in ("/api/v1/tables", "/api/v1/verify", "/api/v1/records", "/settings"):
            anna.web.post(path, content=content, headers={"content-type": "application/json"})
    _fill_disk(house, chairs)
    for sent in (SECRET, json.dumps({"type": "act", "id": 1, "seq": 0, "do": SECRET[:12]})):
        chairs[0].send(sent)
        assert chairs[0].until("refused")["code"] in ("bad_message", "bad_action", "stale")
    chairs[0].send("x" * 20_000 + SECRET)
    assert chairs[0].closed() in (1009, 1006)
    for half in (
        f"GET /{SECRET} HTTP/1.1\r\nCookie: {SECRET}\r\n\x00\r\n\r\n",
        f"\x16{SECRET}\r\n",
    ):
        with socket.create_connection(("127.0.0.1", house.port), 30) as raw:
            raw.sendall(half.encode())
            raw.recv(1000)
    return [invitation, cookie.partition("=")[2], *cookie.partition("=")[2].split(".")[:1]]


def _fill_disk(house: House, chairs: list[Chair]) -> None:
    """Many things that cannot be stored, each of which is told."""
    for chair in chairs:
        chair.reach(max(one.seq for one in chairs))
    chair, wish = next((one, wish) for one in chairs if (wish := wish_of(one.view)))
    pid, size = house.process.pid, resource.RLIMIT_FSIZE
    usual = resource.prlimit(pid, size)
    full = (house.home / "tavola.sqlite3-wal").stat().st_size + 2000
    resource.prlimit(pid, size, (full, usual[1]))
    for _ in range(30):
        answer = chair.act(**wish)
        if answer["type"] == "accepted":  # it had room
            chair.reach(answer["seq"])
            wish = wish_of(chair.view) or wish
            continue
        assert answer["code"] == "not_stored"
        other = house.guest(accept="application/json").web
        assert other.post("/settings", json={"name": SECRET}).status_code == 503
    resource.prlimit(pid, size, usual)


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="limits of others: on Linux only")
def test_a_flood_leaves_nothing_secret_in_the_log(tmp_path: Path) -> None:
    house = House(tmp_path, limits="ulimit -n 256", TAVOLA_LOG="json")
    seed, name = "Powidltascherl", "Mag. Kaiserschmarrn"
    try:
        given = _flood(house, seed, name)
        half = [socket.create_connection(("127.0.0.1", house.port), 30) for _ in range(300)]
        assert httpx.get(f"{house.base}/keys", timeout=60).status_code == 200
        for one in half:
            one.close()
        house.stop()
    finally:
        house.close()
    with sqlite3.connect(tmp_path / "tavola.sqlite3") as stored:
        secrets = [row[0] for row in stored.execute("SELECT secret FROM matches")]
        house_secrets = [row[0] for row in stored.execute("SELECT value FROM house")]
        people = [row[0] for row in stored.execute("SELECT id FROM people")]
    stored.close()
    hidden = [SECRET, seed, name, *given, *secrets, *house_secrets, *people]
    assert [text for text in hidden if len(text) > 5 and text in house.said] == []
    lines = [json.loads(text) for text in house.said.splitlines() if text.startswith("{")]
    told = [(one["kind"], one["say"], *one.get("at", [])[-1:]) for one in lines]
    assert len(set(told)) == len(told), "one line of a kind"
    assert {"connections_of_an_address", "not_stored"} <= {one["kind"] for one in lines}
    others = [text for text in house.said.splitlines() if not text.startswith("{")]
    assert all("Tavola" in text or "Ctrl+C" in text for text in others), others
