"""Reviews on a server: made in a process of their own, stopped, killed, gone on with; and records
from elsewhere."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import binary_files
import tavola
from databases import database, postgresql
from inside import UNCOUNTED, Inside, Visitor
from paper import Page, boards, mirrored, open_page
from seats import play
from tavola.bots import shipped_nets
from tavola.play.dice import SeededDice
from tavola.play.match import Match
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.text.record import Record
from tavola.server.app import create_app
from tavola.server.settings import Settings
from tavola.server.store import NotStored, Store, StoredMatch, StoredReview
from tavola.server.tables import review_queue
from tavola.server.tables.review_process import NICE
from tavola.server.tables.reviews import Reviews
from tavola.study.checking import checked, decision_of, may_be_checked, play_of
from tavola.study.deck import WORST, card_from_json
from tavola.study.questions import What
from tavola.study.review_json import review_from_json
from tavola.words.translations import LANGUAGES

__all__ = ["database", "postgresql"]

PATIENCE = 300
ENDED = ("done", "stopped", "refused")
GAME = "eureka"
"""A short game with a net."""


def played(game: str = GAME, games: int = 1, seed: int = 2) -> Record:
    match = Match.start(Record(game, match=MatchRules(games=games)), SeededDice(seed))
    assert play(match)
    return match.record


def house_at(address: str) -> Inside:
    return Inside(create_app(Settings(database=address, limits=UNCOUNTED)))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One server for all whose guests know nothing of each other: its process starts once."""
    folder = tmp_path_factory.mktemp("reviews")
    with house_at(f"sqlite:///{folder / 'reviews.sqlite3'}") as found:
        yield found


def keep(visitor: Visitor, record: Record, colour: str = "white") -> str:
    answer = visitor.post("/api/v1/records", params={"colour": colour}, json=record.to_json())
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


def state(visitor: Visitor, table: str, *, figures: bool = False) -> dict[str, Any]:
    answer = visitor.get(f"/api/v1/tables/{table}/review", params={"figures": figures})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def ask(visitor: Visitor, table: str, **wish: Any) -> dict[str, Any]:
    answer = visitor.post(f"/api/v1/tables/{table}/review", json=wish)
    assert answer.status_code == 202, answer.text
    found: dict[str, Any] = answer.json()
    return found


def until(visitor: Visitor, table: str, what: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    end = time.monotonic() + PATIENCE
    while not what(found := state(visitor, table)):
        assert time.monotonic() < end, found
        time.sleep(0.05)
    return found


def ended(visitor: Visitor, table: str) -> dict[str, Any]:
    return until(visitor, table, lambda found: found["status"] in ENDED)


def review_of(visitor: Visitor, table: str) -> Any:
    return review_from_json(state(visitor, table, figures=True)["review"])


# --------------------------------------------------------------------------------------- being made


def test_a_finished_match_is_reviewed_beside_the_server(house: Inside) -> None:
    anna = house.visitor()
    table = keep(anna, played())
    assert state(anna, table)["status"] == "none"
    assert ask(anna, table, depth=0)["status"] in ("waiting", "working")
    found = ended(anna, table)
    assert (found["status"], found["done"]) == ("done", found["total"])
    review = review_of(anna, table)
    assert review.finished
    assert review.depth == 0
    assert review.by_these_nets
    assert state(anna, table, figures=True)["by_these_nets"] is True
    assert len(review.decisions) > 5
    pid = house.app.state.reviews.pid
    assert pid != os.getpid()
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, pid) == min(own + NICE, 19)


def test_the_worst_plays_become_cards(house: Inside) -> None:
    """Those of whoever played, once: what he has learnt of them since is not forgotten."""
    anna, bruno = house.visitor(), house.visitor()
    table = keep(anna, played())
    for _ in range(2):
        ask(anna, table, depth=0)
        ended(anna, table)
        cards = anna.get("/mine/deck.json").json()
        assert len(cards) == WORST
        assert {card["source"] for card in cards} == {"error"}
        assert {card["game"] for card in cards} == {GAME}
    plays = [card_from_json(card).puzzle.plays[0] for card in cards]
    worst = review_of(anna, table).errors(0.0, player=0)
    assert set(plays) <= {one.best.text for one in worst}
    assert bruno.get("/mine/deck.json").json() == []


def shared(house: Inside, first: Visitor, second: Visitor) -> StoredMatch:
    """The match of a file with both at it, as nobody has stored it."""
    store: Store = house.app.state.store
    ours = house.run(store.load(keep(first, played(), "white")))
    theirs = house.run(store.load(keep(second, played(), "black")))
    assert ours is not None
    assert theirs is not None
    return replace(ours, seats=(ours.seats[0], theirs.seats[1]))


def test_who_erases_himself_meanwhile_leaves_the_other_his_review(
    house: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is nobody any more to keep cards for, and the review is kept all the same."""
    gone, other = house.visitor(), house.visitor()
    store: Store = house.app.state.store
    ours = shared(house, gone, other)
    both = replace(ours, id=f"{ours.id}-both")
    house.run(store.create(both))
    cards_of = store.cards_of

    async def just_erased(person: str) -> list[dict[str, Any]]:
        if person == ours.seats[0].person:
            await store.erase_person(person)
        return await cards_of(person)

    monkeypatch.setattr(store, "cards_of", just_erased)
    ask(other, both.id)
    assert until(other, both.id, lambda found: found["status"] in ENDED or idle(house))
    assert state(other, both.id)["status"] == "done"


def test_who_erases_himself_is_named_in_no_review(house: Inside) -> None:
    """Neither in one that was made here, nor in one that an older version kept with the names."""
    gone, other = house.visitor(), house.visitor()
    store: Store = house.app.state.store
    ours = shared(house, gone, other)
    header = {**ours.header, "players": ["Anna", "Bo"]}
    new, old = (replace(ours, id=f"{ours.id}-{kind}", header=header) for kind in ("new", "old"))
    for match in (new, old):
        house.run(store.create(match))
    ask(other, new.id, depth=0)
    assert ended(other, new.id)["status"] == "done"
    assert named(other, new.id) == ["Anna", "Bo"]
    made = house.run(store.review(new.id))
    assert made is not None
    with_names = json.dumps({**json.loads(made.review), "players": ["Anna", "Bo"]})
    house.run(store.keep_review(replace(made, match=old.id, review=with_names)))
    assert gone.delete("/api/v1/me").status_code == 204
    for match in (new, old):
        assert named(other, match.id) == ["", "Bo"]
        kept = house.run(store.review(match.id))
        assert kept is not None
        assert "Anna" not in kept.review
    tables = {one["id"]: one for one in other.get("/api/v1/me/export").json()["tables"]}
    assert [tables[id]["review"]["players"] for id in (new.id, old.id)] == [["", "Bo"]] * 2


def named(visitor: Visitor, table: str) -> list[str]:
    """Whom a review names."""
    found: list[str] = state(visitor, table, figures=True)["review"]["players"]
    return found


def idle(house: Inside) -> bool:
    """Whether no review is being made."""
    task = house.app.state.reviews._task
    return task is None or task.done()


def test_a_database_that_refuses_for_a_moment_leaves_no_review_stuck(
    house: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was kept says that it is being made, and nobody makes it: one can go on with it."""
    visitor, store = house.visitor(), house.app.state.store
    table, keep_review = keep(visitor, played()), store.keep_review

    async def refuses(review: StoredReview) -> None:
        if review.status != "waiting":
            raise NotStored("full")
        await keep_review(review)

    with monkeypatch.context() as patch:
        patch.setattr(store, "keep_review", refuses)
        assert ask(visitor, table)["status"] in ("waiting", "working")
        until(visitor, table, lambda _: idle(house))
    assert state(visitor, table)["status"] == "stopped"
    ask(visitor, table)
    assert ended(visitor, table)["status"] == "done"


def test_asked_twice_at_once_it_is_made_once(
    house: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both find nothing under way: the second would wait behind the first, and begin anew."""
    visitor, reviews = house.visitor(), house.app.state.reviews
    match = house.run(house.app.state.store.load(keep(visitor, played())))
    assert match is not None
    put, waited = reviews._waiting.put, []

    def counted(row: StoredReview, person: str) -> None:
        waited.append(row.match)
        put(row, person)

    monkeypatch.setattr(reviews._waiting, "put", counted)

    async def both() -> None:
        await asyncio.gather(*(reviews.ask(match, match.seats[0].person, 0) for _ in range(2)))

    house.run(both())
    assert ended(visitor, match.id)["status"] == "done"
    assert waited == [match.id]


def test_two_reviews_in_a_row_and_one_looks_deeper(house: Inside) -> None:
    anna, bruno = house.visitor(), house.visitor()
    first, second = keep(anna, played()), keep(bruno, played("hypergammon"))
    ask(anna, first, depth=0)
    ask(bruno, second, depth=0)
    ended(bruno, second)
    assert review_of(anna, first).game == GAME
    assert review_of(bruno, second).game == "hypergammon"
    one = next(one for one in review_of(anna, first).decisions if one.counts)
    ask(anna, first, depth=1, event=one.n)
    assert ended(anna, first)["status"] == "done"
    again = review_of(anna, first)
    asked = {other.n: other.asked for other in again.decisions if other.what is one.what}
    version = state(anna, first)["version"]
    assert ask(anna, first, depth=0)["status"] == "done", "there is nothing to do"
    assert state(anna, first)["version"] == version
    assert asked[one.n] == 1
    assert set(asked.values()) == {0, 1}
    ask(anna, first, depth=1)
    assert ended(anna, first)["status"] == "done"
    assert {other.asked for other in review_of(anna, first).decisions} == {1}


def test_a_stopped_review_keeps_what_it_has_and_goes_on(house: Inside) -> None:
    anna = house.visitor()
    table = keep(anna, played("backgammon", 3))
    ask(anna, table, depth=1)
    until(anna, table, lambda found: found["done"] > 3)
    ask(anna, table, do="stop")
    stopped = ended(anna, table)
    assert stopped["status"] == "stopped"
    before = review_of(anna, table)
    assert not before.finished
    assert before.decisions
    assert 'class="warn"' in anna.get(f"/t/{table}/review").text
    ask(anna, table, depth=0)
    assert ended(anna, table)["status"] == "done"
    after = review_of(anna, table)
    assert after.finished
    deep = {one.n for one in before.decisions}
    assert {one.n for one in after.decisions if one.asked == 1} == deep, "kept, not made anew"


def test_who_waits_can_be_stopped_too(house: Inside) -> None:
    anna = house.visitor()
    first, second = keep(anna, played("backgammon", 3)), keep(anna, played())
    ask(anna, first, depth=1)
    until(anna, first, lambda found: found["status"] == "working")
    assert ask(anna, second, depth=0)["status"] == "waiting"
    ask(anna, second, do="stop")
    assert state(anna, second)["status"] == "stopped"
    ask(anna, first, do="stop")
    assert ended(anna, first)["status"] == "stopped"


def test_a_killed_process_is_started_again_and_goes_on(house: Inside) -> None:
    anna = house.visitor()
    table = keep(anna, played("backgammon", 3))
    ask(anna, table, depth=1)
    until(anna, table, lambda found: found["done"] > 3)
    first = house.app.state.reviews.pid
    os.kill(first, signal.SIGKILL)
    until(anna, table, lambda found: house.app.state.reviews.pid != first)
    ask(anna, table, do="stop")
    ended(anna, table)
    ask(anna, table, depth=0)
    assert ended(anna, table)["status"] == "done"
    assert review_of(anna, table).finished


def test_a_process_that_always_ends_is_not_started_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tavola.server.tables import review_process

    monkeypatch.setattr(review_process, "COMMAND", ("false",))
    with house_at(f"sqlite:///{tmp_path / 'x.sqlite3'}") as house:
        anna = house.visitor()
        table = keep(anna, played())
        ask(anna, table, depth=0)
        found = ended(anna, table)
        assert found["status"] == "stopped"
        assert "Review this match" in Page(anna.get(f"/t/{table}/review")).text


def test_a_restart_goes_on_with_what_was_open(database: str) -> None:
    with house_at(database) as house:
        anna = house.visitor()
        table = keep(anna, played("backgammon", 3))
        ask(anna, table, depth=1)
        until(anna, table, lambda found: found["version"] and found["done"] > 5)
        row = house.run(house.app.state.store.review(table))
        assert row.status in ("waiting", "working")
    with house_at(database) as house:
        again = house.visitor()
        again.cookies.update(anna.cookies)
        until(again, table, lambda found: found["done"] > 0)
        ask(again, table, do="stop")
        ended(again, table)
        ask(again, table, depth=0)
        assert ended(again, table)["status"] == "done"


def test_a_review_goes_with_its_match(house: Inside) -> None:
    anna = house.visitor()
    table = keep(anna, played(), "both")
    ask(anna, table, depth=0)
    ended(anna, table)
    store = house.app.state.store
    assert house.run(store.reviewed(house.run(_owner(store, table)))) == {table: "done"}

    async def gone() -> None:
        from sqlalchemy import delete

        from tavola.server.store.schema import MATCHES

        def change(connection: Any) -> None:
            connection.execute(delete(MATCHES).where(MATCHES.c.id == table))

        await store._writer.do(change)

    house.run(gone())
    assert house.run(store.review(table)) is None
    with pytest.raises(KeyError):
        house.run(store.keep_review(StoredReview(table, "done", 1)))


async def _owner(store: Any, table: str) -> str:
    match = await store.load(table)
    return str(match.seats[0].person)


# ------------------------------------------------------------------------------------------ who may


def test_who_watched_reads_and_changes_nothing(house: Inside) -> None:
    anna, other = house.visitor(), house.visitor()
    table = keep(anna, played())
    assert other.post(f"/api/v1/tables/{table}/review", json={}).status_code == 403
    assert other.post(f"/t/{table}/review", data={"do": "start"}).status_code == 403
    assert "Review this match" not in Page(other.get(f"/t/{table}/review")).text
    ask(anna, table, depth=0)
    ended(anna, table)
    page = open_page(other, f"/t/{table}/review")
    assert "White" in page.text
    assert not page.all("form", action=f"/t/{table}/review", method="post")
    assert state(other, table)["mine"] is False


def test_a_match_that_goes_on_is_not_reviewed(house: Inside) -> None:
    anna = house.visitor()
    made = anna.post("/api/v1/tables", json={"game": GAME, "opponent": "here"}).json()
    for answer in (
        anna.get(f"/api/v1/tables/{made['table']}/review"),
        anna.post(f"/api/v1/tables/{made['table']}/review", json={}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (409, "not_over")
    assert anna.get(f"/t/{made['table']}/review").status_code == 409
    assert anna.get("/api/v1/tables/nothing/review").status_code == 404
    table = keep(anna, played())
    assert anna.post(f"/api/v1/tables/{table}/review", json={"event": 3}).status_code == 409
    assert anna.post(f"/api/v1/tables/{table}/review", json={"depth": 3}).status_code == 422
    for depth in ("9", "0009", "-1", "1.5", "one", "", "9" * 5000):
        assert anna.post(f"/t/{table}/review", data={"depth": depth}).status_code == 422, depth
    for wrong in ({"event": "1234567"}, {"event": "²"}, {"trials": "9" * 5000}):
        assert anna.post(f"/t/{table}/review", data=wrong).status_code == 422


def test_too_many_wait(house: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_queue, "MOST", 0)
    monkeypatch.setattr(review_queue, "FEW", 0)
    anna = house.visitor()
    answer = anna.post(f"/api/v1/tables/{keep(anna, played())}/review", json={})
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_reviews")


def test_nobody_waits_for_all_that_somebody_else_wants(
    house: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []
    one = Reviews._one

    async def noted(self: Reviews, wanted: StoredReview) -> None:
        begun.append(wanted.match)
        await one(self, wanted)

    monkeypatch.setattr(Reviews, "_one", noted)
    anna, bea = house.visitor(), house.visitor()
    long, more = keep(anna, played("backgammon", 3)), keep(anna, played())
    hers = keep(bea, played())
    ask(anna, long, depth=1)
    until(anna, long, lambda found: found["status"] == "working")
    ask(anna, more, depth=0)
    ask(bea, hers, depth=0)
    ask(anna, long, do="stop")
    assert ended(anna, more)["status"] == ended(bea, hers)["status"] == "done"
    assert begun == [long, hers, more]


def test_a_game_without_a_net_says_so(house: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = house.visitor()
    table = keep(anna, played())
    monkeypatch.setattr(shipped_nets, "present", lambda _: False)
    answer = anna.post(f"/api/v1/tables/{table}/review", json={})
    assert (answer.status_code, answer.json()["code"]) == (409, "no_net")
    assert "Nobody has taught" in answer.json()["say"]


def test_other_nets_are_told_and_a_new_review_is_offered(house: Inside) -> None:
    anna = house.visitor()
    table = keep(anna, played())
    ask(anna, table, depth=0)
    ended(anna, table)
    store = house.app.state.store
    row = house.run(store.review(table))
    old = {**json.loads(row.review), "nets": "0123456789abcdef"}
    house.run(store.keep_review(replace(row, review=json.dumps(old), changed=row.changed + 1)))
    assert state(anna, table, figures=True)["by_these_nets"] is False
    page = open_page(anna, f"/t/{table}/review")
    assert "Other nets made this review" in page.text
    assert "Make a new review" in page.text
    ask(anna, table, depth=0)
    ended(anna, table)
    assert review_of(anna, table).by_these_nets
    assert "Make a new review" not in open_page(anna, f"/t/{table}/review").text


# ------------------------------------------------------------------------------------------ records


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


# ----------------------------------------------------------------------------------------- the page


@pytest.fixture(scope="module")
def reviewed(house: Inside) -> tuple[Visitor, str]:
    """A reviewed match of somebody who played White."""
    anna = house.visitor()
    table = keep(anna, played("backgammon", 2))
    ask(anna, table, depth=0)
    assert ended(anna, table)["status"] == "done"
    return anna, table


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_is_whole_in_every_language(reviewed: tuple[Visitor, str], lang: str) -> None:
    anna, table = reviewed
    page = open_page(anna, f"/t/{table}/review", lang)
    assert "{" not in page.text
    assert len(page.all("svg", role="group")) == 2
    assert page.all("th", scope="row")
    assert len(page.all("p", role="status")) == 1
    detail = open_page(anna, f"/t/{table}/review?error=1", lang)
    assert "{" not in detail.text
    assert detail.all("h2", id="here")
    assert len([one for one in detail.all("svg") if "board small" in one.get("class", "")]) == 2


def test_errors_are_stepped_through_without_a_script(reviewed: tuple[Visitor, str]) -> None:
    anna, table = reviewed
    address, seen = f"/t/{table}/review?error=1", []
    while address:
        page = open_page(anna, address)
        seen.append(page)
        (after,) = page.all("a", id="after")
        address = after.get("href", "").partition("#")[0]
    review = review_of(anna, table)
    mine = review.errors(0.03, 0)
    assert len(seen) == len(mine) > 2
    for number, page in enumerate(seen, start=1):
        assert f"Error {number} of {len(mine)}" in page.text
        assert "you" in page.text
    assert not seen[0].all("a", id="before")[0].get("href")


def test_the_three_largest_are_the_three_that_cost_most(reviewed: tuple[Visitor, str]) -> None:
    anna, table = reviewed
    page = open_page(anna, f"/t/{table}/review")
    review = review_of(anna, table)
    errors = sorted(review.errors(0.03, 0), key=lambda one: one.n)
    worst = review.errors(0.03, 0)[:3]
    wanted = [f"?error={errors.index(one) + 1}#here" for one in worst]
    shown = [one["href"].partition("/review")[2] for one in page.all("a", **{"class": "button"})]
    assert [link for link in shown if link in wanted] == wanted


def test_thresholds_and_whose_errors_can_be_changed(reviewed: tuple[Visitor, str]) -> None:
    anna, table = reviewed
    base = f"/t/{table}/review"
    review = review_of(anna, table)
    theirs = review.errors(0.03, 1)
    assert f"of {len(theirs)}" in open_page(anna, f"{base}?whose=theirs&error=1").text
    few = open_page(anna, f"{base}?doubtful=50&wrong=60&blunder=70")
    assert "No errors." in few.text
    for nonsense in ("?doubtful=x", "?doubtful=3&wrong=2&blunder=1", "?error=x", "?error=999999"):
        assert anna.get(base + nonsense).status_code == 200


def test_any_play_of_the_list_can_be_looked_at(reviewed: tuple[Visitor, str]) -> None:
    anna, table = reviewed
    review = review_of(anna, table)
    right = next(one for one in review.decisions if one.taken == 0 and one.done.actions)
    page = open_page(anna, f"/t/{table}/review?event={right.n}")
    assert page.all("h2", id="here")
    assert "was the best." in page.text


def test_the_other_side_is_seen_from_ones_own(reviewed: tuple[Visitor, str]) -> None:
    """White reads Black's plays in the numbers of his own board: 25 less Black's."""
    anna, table = reviewed
    review = review_of(anna, table)
    theirs = sorted(review.errors(0.03, 1), key=lambda one: one.n)
    number, one = next(
        (n, one)
        for n, one in enumerate(theirs, start=1)
        if one.what.value == "play" and set(one.done.text) <= set("0123456789/ ")
    )
    told = " ".join(
        "/".join(str(25 - int(point)) for point in leg.split("/")) for leg in one.done.text.split()
    )
    page = open_page(anna, f"/t/{table}/review?whose=theirs&error={number}")
    assert told in page.text


def test_one_plays_on_from_an_error(reviewed: tuple[Visitor, str]) -> None:
    """At a new table, from the board as it was before the decision."""
    anna, table = reviewed
    page = open_page(anna, f"/t/{table}/review?error=1")
    (address,) = (one["action"] for one in page.all("form") if "/from/" in one["action"])
    answer = anna.post(address)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/t/")
    assert anna.get(answer.headers["location"]).status_code == 200


# ----------------------------------------------------------------------------------------- rollouts


def error_of(visitor: Visitor, table: str) -> Any:
    """The play that cost most."""
    return next(
        one
        for one in review_of(visitor, table).errors(0.0)
        if one.what is What.PLAY and may_be_checked(one)
    )


def rollout_of(visitor: Visitor, table: str, n: int) -> Any:
    """What is kept of the rollout of a play."""
    one = play_of(review_of(visitor, table), n)
    assert one is not None
    return one.rollout


def reviewed_by(visitor: Visitor, game: str = GAME) -> tuple[str, Any]:
    table = keep(visitor, played(game))
    ask(visitor, table, depth=0)
    assert ended(visitor, table)["status"] == "done"
    return table, error_of(visitor, table)


def test_an_error_is_checked_by_a_rollout(house: Inside) -> None:
    anna = house.visitor()
    table, one = reviewed_by(anna)
    page = open_page(anna, f"/t/{table}/review?event={one.n}")
    assert "Check by a rollout" in page.text
    assert "Checked by a rollout" not in page.text
    assert ask(anna, table, event=one.n, trials=48)["status"] in ("waiting", "working")
    assert ended(anna, table)["status"] == "done"
    found = rollout_of(anna, table, one.n)
    assert (found["trials"], found["finished"]) == (48, True)
    assert {one.best.text, one.done.text} <= {play["play"] for play in found["plays"]}
    again = play_of(review_of(anna, table), one.n)
    assert again is not None
    told = checked(again)
    assert told is not None
    assert told.best == one.best
    page = open_page(anna, f"/t/{table}/review?event={one.n}")
    assert "48 trials of each" in page.text
    assert "Unfinished" not in page.text
    assert "Roll out 192 trials" in page.text
    # Who thinks better of it at once is heard, too.
    ask(anna, table, event=one.n, trials=1296)
    ask(anna, table, do="stop")
    assert ended(anna, table)["status"] == "done"
    found = rollout_of(anna, table, one.n)
    assert 48 <= found["trials"] < 1296
    # A deeper look at the same play keeps it.
    ask(anna, table, depth=1, event=one.n)
    ended(anna, table)
    assert rollout_of(anna, table, one.n) == found


def test_a_double_is_checked_with_each_answer(house: Inside) -> None:
    anna = house.visitor()
    match = tavola.Match("backgammon", money=True, dice=7)
    match.roll()
    match.play(match.plays[0])
    match.double()
    match.take()
    match.resign()
    match.accept()
    table = keep(anna, match.record)
    ask(anna, table, depth=0)
    assert ended(anna, table)["status"] == "done"
    one = next(one for one in review_of(anna, table).decisions if one.what is What.DOUBLE)
    address = f"/t/{table}/review?event={one.n}"
    assert "Check by a rollout" in open_page(anna, address).text
    ask(anna, table, event=one.n, trials=48)
    assert ended(anna, table)["status"] == "done"
    page = open_page(anna, address)
    for said in ("no double", "double, take", "double, drop", "Cube and score count."):
        assert said in page.text
    found = decision_of(review_of(anna, table), one.n)
    assert found is not None
    assert found.rollout is not None
    assert sorted(found.rollout["columns"]) == ["double drop", "double take", "hold"]
    # The answer to it is a decision, too.
    answer = next(one for one in review_of(anna, table).decisions if one.what is What.ANSWER)
    ask(anna, table, event=answer.n, trials=48)
    assert ended(anna, table)["status"] == "done"
    assert "+1.000" not in open_page(anna, f"/t/{table}/review?event={answer.n}").text


def test_a_rollout_is_followed_stopped_and_gone_on_with(house: Inside) -> None:
    anna, other = house.visitor(), house.visitor()
    table, one = reviewed_by(anna, "backgammon")
    address = f"/t/{table}/review"
    answer = anna.post(address, data={"event": str(one.n), "trials": "1296"})
    assert answer.headers["location"] == f"{address}?event={one.n}#rollout"
    now = until(anna, table, lambda found: found["rollout"] and found["rollout"]["trials"] > 2)
    rolled = now["rollout"]
    assert (rolled["event"], rolled["wanted"], now["status"]) == (one.n, 1296, "working")
    assert rolled["plays"][0]["behind"] == 0.0
    assert rolled["plays"][0]["mean"] >= rolled["plays"][1]["mean"]
    assert rolled["plays"][0]["error"] > 0.0
    assert rolled["say"]
    page = open_page(other, f"{address}?event={one.n}")
    assert "Trials: " in page.text
    assert not page.all("button", value="stop"), "whoever watches reads and stops nothing"
    assert page.all("meta", **{"http-equiv": "refresh"}), "without a script it loads itself again"
    assert open_page(anna, f"{address}?event={one.n}").all("button", value="stop")
    anna.post(address, data={"event": str(one.n), "do": "stop", "trials": "1296"})
    assert ended(anna, table)["status"] == "done"
    kept = rollout_of(anna, table, one.n)
    assert kept["finished"] is False
    assert 0 < kept["trials"] < 1296
    page = open_page(anna, f"{address}?event={one.n}")
    assert f"Unfinished: {kept['trials']} of 1296 trials." in page.text
    assert "Go on with the rollout" in page.text
    ask(anna, table, event=one.n, trials=kept["trials"] + 12)
    ended(anna, table)
    after = rollout_of(anna, table, one.n)
    assert (after["trials"], after["finished"]) == (kept["trials"] + 12, True)


def test_a_rollout_goes_on_after_a_restart(database: str) -> None:
    with house_at(database) as house:
        anna = house.visitor()
        table, one = reviewed_by(anna, "backgammon")
        ask(anna, table, event=one.n, trials=1296)
        until(anna, table, lambda found: rollout_of(anna, table, one.n) is not None)
        before = rollout_of(anna, table, one.n)["trials"]
        row = house.run(house.app.state.store.review(table))
        assert (row.event, row.trials) == (one.n, 1296)
    with house_at(database) as house:
        again = house.visitor()
        again.cookies.update(anna.cookies)
        now = until(again, table, lambda found: found["rollout"])
        assert now["rollout"]["trials"] >= before
        ask(again, table, do="stop")
        assert ended(again, table)["status"] == "done"
        assert rollout_of(again, table, one.n)["trials"] >= before


def test_what_cannot_be_checked_gets_a_sentence(house: Inside) -> None:
    anna, other = house.visitor(), house.visitor()
    table, one = reviewed_by(anna)
    address, wish = f"/api/v1/tables/{table}/review", {"event": one.n, "trials": 12}
    assert other.post(address, json=wish).status_code == 403
    assert other.post(f"/t/{table}/review", data={"event": "3", "trials": "12"}).status_code == 403
    answers = [anna.post(address, json={**wish, "event": event}) for event in (0, 1, 99999)]
    assert {(one.status_code, one.json()["code"]) for one in answers} == {(409, "not_now")}
    assert "left a choice" in answers[0].json()["say"]
    assert anna.post(address, json={**wish, "trials": 1297}).status_code == 422
    assert anna.post(f"/t/{table}/review", data={"trials": "99999"}).status_code == 422
    store = house.app.state.store
    row = house.run(store.review(table))
    old = {**json.loads(row.review), "nets": "0123456789abcdef"}
    house.run(store.keep_review(replace(row, review=json.dumps(old), changed=row.changed + 1)))
    stale = anna.post(address, json=wish)
    assert (stale.status_code, stale.json()["code"]) == (409, "other_nets")
    deeper = anna.post(address, json={"event": one.n, "depth": 2})
    assert (deeper.status_code, deeper.json()["code"]) == (409, "other_nets")
    page = open_page(anna, f"/t/{table}/review?event={one.n}").text
    assert "Check by a rollout" not in page
    assert "Look deeper here" not in page


# --------------------------------------------------------------------------------- another play


def test_another_play_is_tried_and_judged(house: Inside) -> None:
    anna = house.visitor()
    table, one = reviewed_by(anna)
    page = open_page(anna, f"/t/{table}/review?event={one.n}")
    assert "Try another play" in page.text
    (address,) = (link["href"] for link in page.all("a") if "/try/" in link.get("href", ""))
    board = open_page(anna, address)
    assert board.all("script", id="asked")
    best = Page(anna.post(address, data={"play": one.best.text}))
    assert "It is the best play." in best.text
    same = Page(anna.post(address, data={"play": one.done.text}))
    assert f"against {one.best.text}" in same.text
    assert "It gives away" in same.text
    for text in ("", "nonsense", "1/2/3"):
        answer = anna.post(address, data={"play": text})
        assert answer.status_code == 422
        assert 'role="alert"' in answer.text
    assert anna.post(address, data={"events": "[[["}).status_code == 422
    assert anna.get(f"/t/{table}/review/try/999999").status_code == 404
    assert house.visitor().get(address).status_code == 200


def test_a_mirrored_board_stays_mirrored_while_one_tries(house: Inside) -> None:
    anna = house.visitor()
    table, one = reviewed_by(anna)
    pages = (f"/t/{table}/review?event={one.n}", f"/t/{table}/review/try/{one.n}")

    def drawn() -> list[Any]:
        texts = [anna.get(page).text for page in pages]
        texts.append(anna.post(pages[1], data={"play": one.best.text}).text)
        return [boards(text) for text in texts]

    plain = drawn()
    assert all(plain)
    anna.post("/settings", json={"mirror": True})
    assert drawn() == [mirrored(found) for found in plain]


def test_the_export_has_the_reviews(house: Inside) -> None:
    anna = house.visitor()
    table, _ = reviewed_by(anna)
    other = keep(anna, played(seed=3))
    tables = anna.get("/api/v1/me/export").json()["tables"]
    reviews_by = {one["id"]: one["review"] for one in tables}
    assert reviews_by[other] is None
    assert reviews_by[table]["tavola_review"] == 1
    assert review_from_json(reviews_by[table]) == review_of(anna, table)


def test_who_played_is_called_you(house: Inside) -> None:
    """He reads the page as the one who played there; whoever watched reads the colours."""
    anna, other = house.visitor(), house.visitor()
    table, _ = reviewed_by(anna)
    shown = [open_page(one, f"/t/{table}/review").text for one in (anna, other)]
    assert ["You, Black" in text for text in shown] == [True, False]
    assert "White, Black" in shown[1]
