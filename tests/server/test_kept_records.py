"""Records from elsewhere that are kept and reviewed."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import binary_files
from inside import Inside, Visitor
from paper import open_page
from reviewing import ask, ended, house, keep, played, review_of
from tavola.server.store import NotStored, Store, StoredMatch
from tavola.server.tables import review_queue

__all__ = ["house"]


def test_a_record_with_an_error_is_reviewed_up_to_it(house: Inside) -> None:
    anna = house.visitor()
    whole = played().to_json()
    events = whole["events"]
    at = next(n for n, event in enumerate(events) if n > 8 and event["do"] == "step")
    events[at] = {**events[at], "number": 7}
    sent = anna.post("/api/v1/records", json=whole)
    assert sent.status_code == 201
    assert sent.json()["events"] == at
    assert str(at + 1) in sent.json()["say"]
    table = sent.json()["table"]
    ask(anna, table, depth=0)
    assert ended(anna, table)["status"] == "done"
    assert str(at + 1) in open_page(anna, f"/t/{table}/review").text
    assert review_of(anna, table).events == at
    view = anna.get(f"/api/v1/tables/{table}").json()["view"]
    assert view["over"] or view["result"] is not None or not view["may"]


def test_nobody_is_said_to_have_stayed_away_from_a_match_of_elsewhere(house: Inside) -> None:
    """A record that ends early does not say why."""
    visitor, record = house.visitor(), played()
    for count in (6, 9):
        table = keep(visitor, replace(record, events=record.events[:count]))
        told = visitor.get(f"/api/v1/tables/{table}").json()["view"]["result"]
        assert told.startswith("The match was broken off. One game: you 0"), told


def test_a_damaged_file_names_its_line(house: Inside, tmp_path: Path) -> None:
    from tavola.play import log

    anna, path = house.visitor(), tmp_path / "x.json"
    log.write(path, played())
    lines = path.read_text(encoding="utf-8").split("\n")
    first = next(n for n, line in enumerate(lines) if line.startswith('{"do"'))
    damaged = "\n".join([*lines[: first + 9], "{{{", *lines[first + 9 :]])
    answer = send(anna, damaged.encode())
    assert answer.status_code == 303, answer.text
    address = answer.headers["location"]
    ended(anna, address.split("/")[2])
    assert f"line {first + 10}" in open_page(anna, address).text


def send(visitor: Visitor, data: bytes, colour: str = "white") -> Any:
    return visitor.post("/mine/records", files={"file": ("x.json", data)}, data={"colour": colour})


def test_a_file_is_kept_and_reviewed(house: Inside) -> None:
    anna = house.visitor()
    answer = send(anna, json.dumps(played().to_json()).encode(), "black")
    assert answer.status_code == 303, answer.text
    table = answer.headers["location"].split("/")[2]
    assert ended(anna, table)["status"] == "done"
    mine = open_page(anna, "/mine")
    assert any(found["href"] == f"/t/{table}/review" for found in mine.all("a"))
    assert "The review" in mine.text
    assert anna.get(f"/t/{table}").status_code == 200
    assert anna.get(f"/t/{table}/record.json").json()["events"] == played().to_json()["events"]


MAT = """ 3 point match

 Game 1
 Anna : 0                        Boris : 0
  1) 64: 24/14                   65: 24/13
  2)  Doubles => 2                Drops
      Wins 1 point
"""


def test_matches_of_another_program_are_kept(house: Inside) -> None:
    anna = house.visitor()
    answer = send(anna, MAT.encode())
    assert answer.status_code == 303, answer.text
    assert ended(anna, answer.headers["location"].split("/")[2])["status"] == "done"
    two = send(anna, f"{MAT}\n{MAT}".encode())
    assert (two.status_code, two.headers["location"]) == (303, "/mine#finished")
    made = anna.post("/api/v1/records?colour=black", content=f"{MAT}\n{MAT}".encode()).json()
    tables = [made["table"], *made["others"]]
    assert len(set(tables)) == 2
    for table in tables:
        record = anna.get(f"/t/{table}/record.json").json()
        assert record["players"] == ["Anna", "Boris"]
        assert len(record["events"]) == made["events"]
    many = anna.post("/api/v1/records", content=f"{MAT}\n".encode() * 51)
    assert (many.status_code, many.json()["code"]) == (422, "bad_file")
    assert "50" in many.json()["say"]
    wrong = anna.post("/api/v1/records", content=MAT.replace("65: 24/13", "65: 24/12").encode())
    assert (wrong.status_code, wrong.json()["events"]) == (201, 4)
    assert wrong.json()["say"].startswith("Line 5")


def test_a_file_that_is_sent_again_is_kept_once(
    house: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the disk was full after its first match, its script asks again by itself; and a form is
    sent twice."""
    anna = house.visitor()
    store: Store = house.app.state.store
    file, made, create = f"{MAT}\n{MAT}".encode(), list[str](), store.create

    async def full(match: StoredMatch, **more: Any) -> None:
        if made:
            raise NotStored("full")
        await create(match, **more)
        made.append(match.id)

    monkeypatch.setattr(store, "create", full)
    half = anna.post("/api/v1/records", content=file)
    assert (half.status_code, half.json()["code"]) == (503, "not_stored")
    assert half.json()["say"].startswith("Matches taken in before the database refused: 1.")
    assert half.headers["retry-after"]
    monkeypatch.setattr(store, "create", create)
    answers = [anna.post("/api/v1/records", content=file).json() for _ in range(2)]
    assert answers[0] == answers[1]
    tables = {answers[0]["table"], *answers[0]["others"]}
    assert len(tables) == 2
    assert made[0] in tables
    kept = anna.get("/api/v1/me/export").json()["tables"]
    assert sorted(one["id"] for one in kept) == sorted(tables)
    assert anna.post("/api/v1/records?colour=black", content=file).json()["table"] not in tables


def test_a_file_is_kept_although_no_review_can_wait(
    house: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Told that it did not work its owner would send it again."""
    anna = house.visitor()
    monkeypatch.setattr(review_queue.ReviewQueue, "full_for", lambda *_: True)
    answer = send(anna, MAT.encode())
    assert answer.status_code == 303, answer.text
    assert "has not been reviewed yet" in anna.get(answer.headers["location"]).text


def test_what_was_left_out_is_told_in_the_answer_and_on_the_pages(house: Inside) -> None:
    """A match that breaks off, beside one that does not."""
    anna = house.visitor()
    head = " 1 point match\n\n Game 1\n Anna : 0                        Boris : 0\n"
    whole = f"{head}  1) 64: 24/14\n      Wins 1 point\n"
    made = anna.post("/api/v1/records", content=f"{whole}\n{MAT}".encode()).json()
    (broken,) = made["others"]
    said = "Line 14, column 7: the file ends there, but the match does not."
    assert (made["say"], made["notes"]) == ("", {broken: said})
    pages = {table: anna.get(f"/t/{table}/review").text for table in (made["table"], broken)}
    assert [said in text for text in pages.values()] == [False, True]
    assert anna.get("/mine").text.count(said) == 1
    anna.headers["accept-language"] = "it"
    assert "Riga 14, colonna 7: lì il file finisce" in anna.get("/mine").text


def test_a_match_of_xg_is_kept(house: Inside) -> None:
    pytest.importorskip("gvformat", reason="not there: pip install 'tavola[formats]'")
    anna = house.visitor()
    kept = anna.post("/api/v1/records", content=binary_files.xg(binary_files.paper(0))).json()
    assert kept["say"] == ""
    assert kept["notes"] == {}
    damaged = anna.post("/api/v1/records", content=b"RGMH" + bytes(9000))
    assert (damaged.status_code, damaged.json()["code"]) == (422, "bad_file")


@pytest.mark.parametrize(
    ("data", "colour"),
    [
        (gzip.compress(MAT.encode()), "both"),
        (b"", "white"),
        (b"{}", "white"),
        (b"\xff\x00", "white"),
        (b"{}", "red"),
    ],
)
def test_what_is_no_record_is_refused_with_a_sentence(
    house: Inside, data: bytes, colour: str
) -> None:
    anna = house.visitor()
    anna.headers["accept"] = "text/html"
    answer = send(anna, data, colour)
    assert answer.status_code == 422
    assert "Traceback" not in answer.text
    assert "<h1>" in answer.text
    assert anna.post("/mine/records", data={"colour": "white"}).status_code == 415
