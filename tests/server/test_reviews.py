"""Reviews of finished matches: made beside the server, stopped, gone on with; who may ask."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from databases import database, postgresql
from inside import Inside, Visitor
from paper import Page, open_page
from reviewing import (
    ENDED,
    GAME,
    ask,
    ended,
    house,
    house_at,
    keep,
    played,
    review_of,
    state,
    until,
)
from tavola.bots import shipped_nets
from tavola.server.store import NotStored, Store, StoredMatch, StoredReview
from tavola.server.tables import review_queue
from tavola.server.tables.review_process import NICE
from tavola.server.tables.reviews import Reviews
from tavola.study.deck import WORST, card_from_json

__all__ = ["database", "house", "postgresql"]

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
