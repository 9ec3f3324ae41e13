"""Who waits for a review: one of each person in turn."""

from __future__ import annotations

import pytest

from tavola.server.store import StoredReview
from tavola.server.store.stored import WAITING
from tavola.server.tables.review_queue import ALL, FEW, MOST, ReviewQueue


def queue(*asked: str) -> ReviewQueue:
    """Reviews that were asked for, named `PERSON NUMBER`."""
    made = ReviewQueue()
    for name in asked:
        put(made, name)
    return made


def put(made: ReviewQueue, name: str, *, first: bool = False) -> None:
    made.put(StoredReview(name, WAITING, 1), name.partition(" ")[0], first=first)


def order(made: ReviewQueue) -> list[str]:
    return [made.next()[0].match for _ in range(len(made))]


def test_each_person_in_turn_and_the_first_of_each() -> None:
    asked = [*(f"anna {n}" for n in range(4)), "bea 0", "carl 0", "bea 1"]
    found = order(queue(*asked))
    assert found == ["anna 0", "bea 0", "carl 0", "anna 1", "bea 1", "anna 2", "anna 3"]


def test_who_comes_later_is_before_all_that_somebody_else_has_more() -> None:
    made = queue("anna 0", "anna 1", "anna 2")
    assert made.next() == (StoredReview("anna 0", WAITING, 1), "anna")
    put(made, "bea 0")
    assert order(made) == ["bea 0", "anna 1", "anna 2"]
    put(made, "anna 3")
    put(made, "bea 1")
    assert order(made) == ["bea 1", "anna 3"], "anna was the last whose turn it was"


def test_what_makes_room_comes_after_others_and_what_broke_off_first_of_its_own() -> None:
    made = queue("anna 0", "anna 1", "bea 0")
    made.next()
    put(made, "anna 0")
    assert order(made) == ["bea 0", "anna 1", "anna 0"]
    made = queue("anna 0", "anna 1", "bea 0")
    made.next()
    put(made, "anna 0", first=True)
    assert order(made) == ["bea 0", "anna 0", "anna 1"]


def test_one_person_leaves_room_for_others() -> None:
    made = queue(*(f"anna {n}" for n in range(MOST)))
    assert made.full_for("anna")
    for n in range(FEW):
        assert not made.full_for("bea")
        put(made, f"bea {n}")
    assert made.full_for("bea")
    for n in range(ALL - len(made)):
        put(made, f"guest{n} 0")
    assert made.full_for("dora")


def test_who_waits_no_longer() -> None:
    made = queue("anna 0", "anna 1")
    row = made.drop("anna 0")
    assert row is not None
    assert made.drop("anna 0") is None
    assert list(made) == ["anna 1"]
    assert "anna 0" not in made
    assert order(made) == ["anna 1"]
    with pytest.raises(KeyError):
        made.next()
