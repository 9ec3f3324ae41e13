"""The JSON API: games, tables, invitations, oneself, verification."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from inside import HERE, Inside, Visitor, app_of, new_table
from tavola.games import OFFERED
from tavola.words import LANGUAGES


def test_games_in_four_languages(client: Visitor) -> None:
    for lang in LANGUAGES:
        client.headers["accept-language"] = lang
        listed = client.get("/api/v1/games").json()
        assert [game["id"] for game in listed] == list(OFFERED)
        assert len({game["line"] for game in listed}) == len(OFFERED)
    for game in listed:
        details = client.get(f"/api/v1/games/{game['id']}").json()
        assert details["layout"]["shape"] in ("table", "half", "rows", "towers", "ring")
        assert details["levels"]
        assert details["start"]["points"] or details["start"]["white"]["reserve"]


def test_a_new_table_is_as_it_was_ordered(client: Visitor) -> None:
    wish = {
        "game": "backgammon",
        "profile": "schmidt",
        "match": {"length": 3, "crawford": True},
        "opponent": "friend",
        "colour": "black",
        "dice": "typed",
        "options": {"cube": False},
    }
    links = new_table(client, **wish)
    record = client.get(f"/t/{links['table']}/record.json").json()
    assert record["match"]["length"] == 3
    assert record["match"]["crawford"] is True
    assert record["options"]["cube"] is False
    assert record["dice"]["kind"] == "typed"
    table = client.get(f"/api/v1/tables/{links['table']}").json()
    assert table["mine"] == ["B"]
    assert table["waiting"] is True


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"game": "chess"}, 422),
        ({"game": "pin", "profile": "schmidt"}, 422),
        ({"game": "pin", "level": "god"}, 422),
        ({"game": "pin", "match": {"length": 3, "games": 3}}, 422),
        ({"game": "pin", "match": {"length": 0}}, 422),
        ({"game": "pin", "match": {"length": "3"}}, 422),
        ({"game": "pin", "match": {"crawford": 1}}, 422),
        ({"game": "pin", "takeback": 0.0}, 422),
        ({"game": "pin", "seed": "x" * 65}, 422),
        ({"game": "pin", "start": "W 99:2 | B"}, 422),
        ({"game": "pin", "colour": "red"}, 422),
        ({"game": "pin", "colour": ""}, 422),
        ({"game": "pin", "level": ""}, 422),
        ({"game": "pin", "opponent": "everybody"}, 422),
        ({"game": "pin", "dice": "loaded"}, 422),
        ({"game": "pin", "options": {"mother": [1]}}, 422),
        ({"game": "pin", "options": {"mother": 1.5}}, 422),
        ({"game": "pin", "wish": 1}, 422),
        ({}, 422),
    ],
)
def test_orders_that_make_no_sense(wish: dict[str, Any], status: int, client: Visitor) -> None:
    answer = client.post("/api/v1/tables", json=wish)
    assert answer.status_code == status
    assert answer.json()["say"].endswith((".", "?"))
    assert client.get("/api/v1/me").json()["known"] is False


def test_looking_back(client: Visitor) -> None:
    table = new_table(client, opponent="here")["table"]
    assert client.get(f"/api/v1/tables/{table}/at/0").json()["paths"] == []
    assert client.get(f"/api/v1/tables/{table}/at/1").status_code == 404
    assert client.get(f"/api/v1/tables/{table}/at/-1").status_code == 422


def test_an_invitation(new_house: Inside, client: Visitor) -> None:
    links = new_table(client)
    assert links["join"].startswith(f"{HERE}/join/")
    assert links["watch"] == f"{HERE}/t/{links['table']}"
    assert links["local"] is True
    assert links["say"] == "This link works only on this computer."
    friend = new_house.visitor()
    seen = friend.get(f"/api/v1/tables/{links['table']}/links").json()
    assert seen["join"] == "", "whoever watches must not invite"
    invite = links["join"].rpartition("/")[2]
    assert client.post(f"/api/v1/join/{invite}").status_code == 409, "not against oneself"
    taken = friend.post(f"/api/v1/join/{invite}")
    assert taken.status_code == 200
    assert taken.json()["join"] == ""
    third = new_house.visitor()
    assert third.post(f"/api/v1/join/{invite}").status_code == 409
    assert third.post("/api/v1/join/nowhere").status_code == 404
    address = f"/api/v1/tables/{links['table']}"
    mine = {who.get(address).json()["mine"][0] for who in (client, friend)}
    assert mine == {"W", "B"}
    assert third.get(address).json()["mine"] == []


def test_a_code_for_telephones(new_house: Inside, client: Visitor) -> None:
    links = new_table(client)
    friend = new_house.visitor()
    mine, other = client.get(links["qr"]), friend.get(links["qr"])
    assert mine.headers["content-type"] == "image/svg+xml"
    assert mine.headers["cache-control"] == "private, no-store"
    assert mine.text.startswith("<svg")
    assert "style" not in mine.text
    assert mine.text != other.text, "the invitation is for those who play"


def test_opening_to_the_network(tmp_path: Path) -> None:
    app = app_of(tmp_path)
    with Inside(app) as new_house:
        client = new_house.visitor()
        links = new_table(client)
        assert links["can_open"] is False, "nobody could listen there"
        assert client.post(f"/api/v1/tables/{links['table']}/open").status_code == 409

        async def opened() -> str:
            return "http://192.168.7.7:8642"

        app.state.reach.open_network = opened
        address = f"/api/v1/tables/{links['table']}"
        assert client.get(f"{address}/links").json()["can_open"] is True
        stranger = new_house.visitor()
        assert stranger.get(f"{address}/links").json()["can_open"] is False
        assert stranger.post(f"{address}/open").status_code == 403
        far = new_house.visitor(address="192.168.7.9")
        far.cookies.update(client.cookies)
        assert far.get(f"{address}/links").json()["can_open"] is False
        assert far.post(f"{address}/open").status_code == 403
        found = client.post(f"{address}/open")
        assert found.status_code == 200
        assert found.json()["join"].startswith("http://192.168.7.7:8642/join/")
        assert found.json()["local"] is False
        assert "Everybody in this network" in found.json()["say"]
        assert client.post(f"{address}/open").status_code == 200, "once is enough"


def test_a_rematch_is_for_players_of_a_finished_match(new_house: Inside, client: Visitor) -> None:
    links = new_table(client)
    address = f"/api/v1/tables/{links['table']}/rematch"
    assert new_house.visitor().post(address).status_code == 403
    assert client.post(address).status_code == 422


def test_the_wish_for_another_match_is_not_passed_over_in_silence(
    new_house: Inside, client: Visitor
) -> None:
    links = new_table(client, game="backgammon", opponent="computer", level="beginner")
    address = f"/api/v1/tables/{links['table']}/rematch"
    new_house.app.state.tables._awake[links["table"]].live.break_off()
    first = client.post(address, json={"game": "pin", "level": "novice"})
    assert first.status_code == 200
    for same in ({}, {"game": "pin"}, {"level": "novice"}, {"game": "pin", "level": "novice"}):
        again = client.post(address, json=same)
        assert (again.status_code, again.json()["table"]) == (200, first.json()["table"])
    for other in ({"game": "puff"}, {"level": "expert"}, {"game": "puff", "level": "novice"}):
        refused = client.post(address, json=other)
        assert (refused.status_code, refused.json()["code"]) == (409, "rematch_made")
        assert "Pin" in refused.json()["say"]


def test_export_and_erasure(new_house: Inside, client: Visitor) -> None:
    client.post("/settings", json={"name": "Ada", "theme": "night"})
    links = new_table(client)
    friend = new_house.visitor()
    friend.post("/settings", json={"name": "Bob"})
    friend.post(f"/api/v1/join/{links['join'].rpartition('/')[2]}")
    answer = client.get("/api/v1/me/export")
    assert "attachment" in answer.headers["content-disposition"]
    found = answer.json()
    assert found["name"] == "Ada"
    assert found["settings"]["theme"] == "night"
    (table,) = found["tables"]
    assert table["id"] == links["table"]
    assert table["record"]["game"] == "pin"
    person = client.cookies["tavola"].partition(".")[0]
    assert person not in answer.text
    assert "secret" not in answer.text
    before = client.cookies["tavola"]
    gone = client.delete("/api/v1/me")
    assert gone.status_code == 204
    assert "Max-Age=0" in gone.headers["set-cookie"]
    client.cookies.set("tavola", before)
    assert client.get("/api/v1/me").json()["known"] is False
    left = friend.get(f"/t/{links['table']}/record.json")
    assert left.status_code == 200
    assert "Ada" not in left.text
    assert "Bob" in left.text
    assert "Ada" not in friend.get(f"/api/v1/tables/{links['table']}").text


def test_verification(client: Visitor) -> None:
    table = new_table(client, opponent="here")["table"]
    record = client.get(f"/t/{table}/record.json").json()
    found = client.post("/api/v1/verify", json=record).json()
    assert found["sound"] is True
    assert {check["name"] for check in found["checks"]} >= {"events"}
    record["events"] = [{"do": "throw", "side": "W", "dice": [6, 6]}]
    assert client.post("/api/v1/verify", json=record).json()["sound"] is False
    record["events"] = [{"do": "dance"}]
    assert client.post("/api/v1/verify", json=record).status_code == 422
    deep = b'{"tavola": 1, "options": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    kind = {"content-type": "application/json"}
    assert client.post("/api/v1/verify", content=deep, headers=kind).status_code in (400, 422)
