"""Errors of a review checked by a rollout."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import tavola
from databases import database, postgresql
from inside import Inside, Visitor
from paper import open_page
from reviewing import ask, ended, house, house_at, keep, review_of, reviewed_by, until
from tavola.study.checking import checked, decision_of, play_of
from tavola.study.questions import What

__all__ = ["database", "house", "postgresql"]


def rollout_of(visitor: Visitor, table: str, n: int) -> Any:
    """What is kept of the rollout of a play."""
    one = play_of(review_of(visitor, table), n)
    assert one is not None
    return one.rollout


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
