"""What somebody saved at one server is taken in at another: whole, once, and sealed as before."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inside import Inside, Visitor, app_of, new_table
from paper import house_in, open_page, played_out
from tavola.play.verify import verify
from tavola.rules.text.record import record_from_json
from tavola.server.match import taken_in
from tavola.server.pages.sent_files import parts_of
from tavola.server.settings import Limits, Rate
from tavola.server.store import NotStored, Person, Store
from tavola.words import LANGUAGES

IMPORT, EXPORT = "/api/v1/me/import", "/api/v1/me/export"


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with house_in(tmp_path_factory.mktemp("elsewhere")) as found:
        yield found


@pytest.fixture(scope="module")
def saved(elsewhere: Inside) -> dict[str, Any]:
    """What somebody saved who has finished a match and plays another."""
    anna = elsewhere.visitor()
    anna.post("/settings", json={"name": "Anna", "numbering": "booklet"})
    played_out(elsewhere, anna)
    new_table(anna, opponent="here")
    found: dict[str, Any] = anna.get(EXPORT).json()
    assert sorted(one["status"] for one in found["tables"]) == ["over", "running"]
    return found


def taken(visitor: Visitor, data: object, **headers: str) -> dict[str, Any]:
    answer = visitor.post(IMPORT, content=json.dumps(data).encode(), headers=headers)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def over(data: dict[str, Any]) -> dict[str, Any]:
    return next(one for one in data["tables"] if one["status"] == "over")


def test_from_one_server_to_another_and_back(
    elsewhere: Inside, house: Inside, saved: dict[str, Any]
) -> None:
    here = house.visitor()
    found = taken(here, saved)
    assert (found["matches"], found["cards"], found["left"]) == (1, 0, {"unfinished": 1})
    assert found["say"] == [
        "Matches taken in: 1.",
        "Not finished, so left where they are played: 1.",
    ]
    own = here.get(EXPORT).json()
    assert (own["name"], own["settings"]) == ("Anna", saved["settings"])
    [one], old = own["tables"], over(saved)
    for kept in ("origin", "players", "status", "created", "touched", "times", "record"):
        assert one[kept] == old[kept], kept
    assert one["id"] != old["id"]
    assert all(check.passed for check in verify(record_from_json(one["record"])))
    assert open_page(here, f"/t/{one['id']}/dice").all("p", **{"data-verdict": "yes"})
    assert open_page(here, f"/t/{one['id']}/review")
    # Once more here, and back to where it came from: nothing is doubled.
    again = taken(here, saved)
    assert (again["matches"], again["left"]) == (0, {"known": 1, "unfinished": 1})
    anna = elsewhere.visitor()
    assert taken(anna, own)["matches"] == 1, "somebody else, who has the file"
    assert taken(anna, {"tables": [*own["tables"], *saved["tables"]]})["left"]["known"] == 2
    assert len(anna.get(EXPORT).json()["tables"]) == 1


def test_who_has_it_already_keeps_it(house: Inside) -> None:
    visitor = house.visitor()
    visitor.post("/settings", json={"name": "Berta"})
    played_out(house, visitor)
    own = visitor.get(EXPORT).json()
    found = taken(visitor, {**own, "name": "Carla"})
    assert (found["matches"], found["left"]) == (0, {"known": 1})
    assert visitor.get(EXPORT).json() == {**own, "seen": visitor.get(EXPORT).json()["seen"]}


def test_a_rematch_of_what_was_taken_in_is_a_match_of_its_own(
    house: Inside, saved: dict[str, Any]
) -> None:
    """It comes from here: elsewhere it is not taken for the match before it."""
    here, store = house.visitor(), house.app.state.store
    taken(here, saved)
    [first] = here.get(EXPORT).json()["tables"]
    answer = here.post(f"/api/v1/tables/{first['id']}/rematch")
    assert answer.status_code == 200, answer.text
    second = answer.json()["table"]
    own = {one["id"]: one["origin"] for one in here.get(EXPORT).json()["tables"]}
    assert own == {first["id"]: first["origin"], second: second}
    found = house.run(store.load(second))
    assert found is not None
    assert found.options["opponent"] == "here"


def test_what_is_not_sound_is_left_and_told(house: Inside, saved: dict[str, Any]) -> None:
    good = over(saved)
    record = good["record"]
    events = record["events"]
    bad: list[tuple[object, str]] = [
        ("x", "damaged"),
        ({"id": good["id"], "damaged": True}, "damaged"),
        ({**good, "id": "../etc", "origin": None}, "damaged"),
        ({**good, "record": {**record, "game": "chess"}}, "damaged"),
        ({**good, "record": {**record, "events": events[:-1]}}, "damaged"),
        (
            {**good, "record": {**record, "events": [*events[:5], events[3], *events[5:]]}},
            "damaged",
        ),
        # Dice that are not those which were sealed, and a seal that was never made.
        (
            {**good, "record": {**record, "dice": {**record["dice"], "commitment": "0" * 64}}},
            "damaged",
        ),
        (
            {**good, "record": {**record, "dice": {**record["dice"], "secret": "0" * 64}}},
            "damaged",
        ),
        (
            {**good, "record": {**record, "dice": {**record["dice"], "seeds": ["a", "b"]}}},
            "damaged",
        ),
        ({**good, "record": None}, "damaged"),
        ({**good, "players": [2]}, "damaged"),
        ({**good, "players": [0.0]}, "damaged"),
        ({**good, "players": [True]}, "damaged"),
        ({**good, "players": []}, "others"),
        ({**good, "status": "waiting"}, "unfinished"),
    ]
    visitor = house.visitor()
    for entry, why in bad:
        found = taken(visitor, {"tables": [entry]})
        assert (found["matches"], found["left"]) == (0, {why: 1}), entry
    assert visitor.get(EXPORT).json()["tables"] == []
    assert "tavola" not in visitor.cookies, "nobody is stored for nothing"
    found = taken(visitor, {"tables": [entry for entry, _ in bad] + [good]})
    assert (found["matches"], found["left"]["damaged"]) == (1, 13), "the sound one comes over"
    strange = {**good, "origin": "other", "times": [1], "touched": "soon", "created": -1}
    assert taken(visitor, {"tables": [strange], "name": [], "settings": 7})["matches"] == 1


def test_a_record_however_deep_is_left_or_refused(saved: dict[str, Any]) -> None:
    """What can just be read may be too deep to be written down again."""
    person = Person("x" * 24, "Anna", {}, 1, 1)
    good = over(saved)
    bare = {**good, "record": {**good["record"], "events": "HERE"}}
    text = json.dumps({"tables": [bare]})

    def read(depth: int) -> bool:
        nested = text.replace('"HERE"', "[" * depth + "]" * depth).encode()
        try:
            found = taken_in.saved(nested, taken_in.Terms(person, 2_000_000_000))
        except taken_in.NotOwn:
            return False
        assert found.matches == ()
        assert dict(found.left) == {taken_in.DAMAGED: 1}
        return True

    limit = sys.getrecursionlimit()
    assert True in [read(depth) for depth in range(limit - 300, limit + 50)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_file_that_is_none_is_refused_with_a_sentence(house: Inside, lang: str) -> None:
    visitor = house.visitor()
    many: dict[str, Any] = {"tables": [{}] * (taken_in.MOST_MATCHES + 1)}
    for data, code in (
        (b"", "bad_export"),
        (b"{", "bad_export"),
        (b"\xff\xfe", "bad_export"),
        (b"[" * 100_000, "bad_export"),
        (b"[]", "bad_export"),
        (b'{"tables": 1}', "bad_export"),
        (b'{"tables": [], "cards": 3}', "bad_export"),
        (json.dumps(many).encode(), "too_much"),
    ):
        answer = visitor.post(IMPORT, content=data, headers={"accept-language": lang})
        assert (answer.status_code, answer.json()["code"]) == (422, code), data[:20]
        assert answer.json()["say"].endswith(".")


def test_a_file_is_bounded_before_it_is_read(tmp_path: Path) -> None:
    limits = Limits(own=1000, imports=Rate(0.01, 2))
    with Inside(app_of(tmp_path, limits=limits)) as small:
        visitor = small.visitor()
        for address in (IMPORT, "/mine/import"):
            assert visitor.post(address, content=b"x" * 1001).status_code == 413
            parts = (b"x" * 300 for _ in range(4))
            assert visitor.post(address, content=parts).status_code in (413, 415)
        assert visitor.post(IMPORT, content=b'{"tables": []}').status_code == 200
        assert visitor.post(IMPORT, content=b'{"tables": []}').status_code == 200
        answer = visitor.post(IMPORT, content=b'{"tables": []}')
        assert (answer.status_code, answer.json()["code"]) == (429, "too_fast")
        assert 1 <= int(answer.headers["retry-after"]) <= 100


def test_a_database_that_refuses_half_way(
    new_house: Inside, client: Visitor, saved: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each match is there whole or not at all; the same file goes on later."""
    store: Store = new_house.app.state.store
    create, left = store.create, [1]

    async def full(*given: Any, **named: Any) -> None:
        if not left:
            raise NotStored("the disk is full")
        left.pop()
        await create(*given, **named)

    good = over(saved)
    two = {"tables": [good, {**good, "id": "second", "origin": "second"}]}
    monkeypatch.setattr(store, "create", full)
    answer = client.post(IMPORT, json=two)
    assert (answer.status_code, answer.json()["code"]) == (503, "not_stored")
    assert answer.json()["say"].startswith("Matches taken in before the database refused: 1.")
    assert int(answer.headers["retry-after"]) > 0
    again = client.post(IMPORT, json=two)
    assert again.status_code == 503
    monkeypatch.setattr(store, "create", create)
    assert taken(client, two)["left"] == {"known": 1}
    assert len(client.get(EXPORT).json()["tables"]) == 2


def test_old_matches_stay_where_they_are_kept(tmp_path: Path, saved: dict[str, Any]) -> None:
    with Inside(app_of(tmp_path, match_days=10)) as house:
        visitor = house.visitor()
        old = {**over(saved), "touched": 1_000_000_000}
        assert taken(visitor, {"tables": [old]})["left"] == {"old": 1}


def test_by_the_page(house: Inside, saved: dict[str, Any]) -> None:
    visitor = house.visitor(accept="text/html")
    assert open_page(visitor, "/mine").all("form", action="/mine/import")
    answer = visitor.web.build_request(
        "POST", "/mine/import", files={"file": ("tavola.json", json.dumps(saved).encode())}
    )
    answer.read()
    kind = {"content-type": answer.headers["content-type"]}
    page = visitor.post("/mine/import", content=answer.content, headers=kind)
    assert page.status_code == 200
    assert "Matches taken in: 1." in page.text
    broken = visitor.post("/mine/import", content=answer.content[:300], headers=kind)
    assert broken.status_code == 422
    assert visitor.post("/mine/import", content=b"x").status_code == 415


def test_a_form_is_split_at_its_boundary_only() -> None:
    kind = 'multipart/form-data; boundary="xyz"'
    body = (
        b'--xyz\r\nContent-Disposition: form-data; name="colour"\r\n\r\nwhite\r\n'
        b'--xyz\r\ncontent-disposition: form-data; filename="a"; name=file\r\n'
        b"Content-Type: application/json\r\n\r\n\n\r\n\r\n-- {}\n\r\n--xyz--\r\n"
    )
    assert parts_of(kind, body) == {"colour": b"white", "file": b"\n\r\n\r\n-- {}\n"}
