"""Hosts and schemes as they are given, cookies by TLS, settings that there are, what is kept."""

from __future__ import annotations

import asyncio
import time
from collections.abc import MutableMapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inside import Inside, Visitor, app_of
from tavola.games.agreement import Wish, agree
from tavola.server.http import guests, preferences
from tavola.server.match.new_match import TableWish, new_match
from tavola.server.pages import hotkeys
from tavola.server.settings import WEB, Limits, Rate
from tavola.server.store import Person, Store, Terms
from tavola.words.translations import LANGUAGES, Words

CLUB = "https://club.example"
WISH = {"game": "pin", "opponent": "here"}

# ----------------------------------------------------------------------------- hosts and schemes


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1:8642/evil",
        "127.0.0.1:8642?x",
        "127.0.0.1:8642#x",
        "evil@127.0.0.1:8642",
        "127.0.0.1:port",
        "127.0.0.1:123456",
        "localhost;x",
        "local host",
        "[::1",
        "",
    ],
)
def test_a_host_is_a_name_and_a_port(host: str, client: Visitor) -> None:
    answer = client.get("/api/v1/me", headers={"host": host})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_host")


@pytest.mark.parametrize("host", ["127.0.0.1", "LOCALHOST:1", "[::1]:8642", "a.localhost"])
def test_hosts_that_are_ours(host: str, client: Visitor) -> None:
    assert client.get("/api/v1/me", headers={"host": host}).status_code == 200


def test_a_page_of_the_other_scheme_is_not_ours(client: Visitor, tmp_path: Path) -> None:
    other = {"origin": "https://127.0.0.1:8642"}
    assert client.post("/api/v1/tables", json=WISH, headers=other).status_code == 403
    for broken in ("http://[", "https://127.0.0.1:x"):
        headers = {"origin": broken}
        assert client.post("/api/v1/tables", json=WISH, headers=headers).status_code == 403
    with Inside(app_of(tmp_path / "tls", public_url=CLUB)) as house:
        plain = {"origin": "http://club.example"}
        visitor = house.visitor(CLUB)
        assert visitor.post("/api/v1/tables", json=WISH, headers=plain).status_code == 403
        assert visitor.post("/api/v1/tables", json=WISH).status_code == 201


# -------------------------------------------------------------------------------------- by TLS


def test_who_comes_by_tls_comes_by_tls_again(client: Visitor, tmp_path: Path) -> None:
    assert "strict-transport-security" not in client.get("/keys").headers
    with Inside(app_of(tmp_path / "tls", public_url=CLUB)) as house:
        answer = house.visitor(CLUB).get("/keys")
        assert answer.headers["strict-transport-security"] == "max-age=31536000"
        inside = house.visitor("http://127.0.0.1:8642").get("/keys")
        assert "strict-transport-security" not in inside.headers


def test_the_cookie_by_tls_is_of_this_host_alone(tmp_path: Path) -> None:
    """And who has one by its older name is known, and gets the new one."""
    with Inside(app_of(tmp_path, public_url=CLUB)) as house:
        visitor = house.visitor(CLUB)
        name, *attributes = (
            visitor.post("/api/v1/tables", json=WISH).headers["set-cookie"].split("; ")
        )
        assert name.startswith("__Host-tavola=")
        assert {"Secure", "Path=/", "HttpOnly"} <= set(attributes)
        assert not [one for one in attributes if one.startswith("Domain")]
        value = name.partition("=")[2]
        visitor.cookies.clear()
        answer = visitor.get("/api/v1/me", headers={"cookie": f"tavola={value}"})
        assert answer.json()["known"] is True
        assert answer.headers["set-cookie"].startswith(f"__Host-tavola={value}; ")
        both = f"tavola=forged; __Host-tavola={value}"
        answer = visitor.get("/api/v1/me", headers={"cookie": both})
        assert answer.json()["known"] is True
        assert "set-cookie" not in answer.headers
        gone = visitor.delete("/api/v1/me", headers={"cookie": both})
        taken = gone.headers.get_list("set-cookie")
        assert sorted(one.partition("=")[0] for one in taken) == ["__Host-tavola", "tavola"]
        assert all("Max-Age=0" in one for one in taken)


# ------------------------------------------------------------------------------------- settings


def test_settings_that_there_are_not_are_not_kept(client: Visitor) -> None:
    """A person costs what he can set, and not what somebody thinks of."""
    junk: dict[str, Any] = {f"key{n}": "x" * 64 for n in range(48)}
    wrong = {"theme": "pink", "announce": 4, "sounds": 1, "speed": ["slow"], "key_throw": "x" * 25}
    assert client.post("/settings", json={**junk, **wrong}).status_code == 200
    assert client.get("/api/v1/me").json()["known"] is False, "nobody is stored for nothing"
    fitting = {"theme": "night", "announce": 2, "sounds": False, "key_throw": "Shift+R"}
    client.post("/settings", json={**junk, **fitting})
    found = client.get("/api/v1/me").json()["settings"]
    assert {key: found[key] for key in found if key not in guests.DEFAULTS} == {
        "language": found["language"], **{k: v for k, v in fitting.items() if k != "theme"},
    }  # fmt: skip
    assert found["theme"] == "night"


def test_settings_that_are_changed_at_once_are_all_kept(new_house: Inside) -> None:
    """As the page of a table does, where somebody answers that all may go by itself."""
    visitor = new_house.visitor()
    visitor.post("/settings", json={"name": "Ada", "theme": "night"})
    wanted = dict.fromkeys(("auto_offered", "auto_throw", "auto_forced", "auto_done"), True)
    wishes: dict[str, object] = {**wanted, "name": "Bea"}

    async def at_once() -> None:
        asked = [visitor.web.post("/settings", json={key: wishes[key]}) for key in wishes]
        for answer in await asyncio.gather(*asked):
            assert answer.status_code == 200

    new_house.run(at_once())
    found = visitor.get("/api/v1/me").json()
    assert found["name"] == "Bea"
    assert {key: found["settings"].get(key) for key in wanted} == wanted
    assert found["settings"]["theme"] == "night"


def test_every_setting_of_the_table_is_known() -> None:
    """And every key of the board, with the values that its script has."""
    text = (WEB / "static" / "table" / "settings.js").read_text(encoding="utf-8")
    body = text.partition("export const CHOICES = {\n")[2].partition("\n};")[0]
    for line in body.splitlines():
        name, _, values = line.strip().rstrip(",").partition(": ")
        known = preferences.CHOICES[name]
        if values in ("true", "false"):
            assert known == (True, False), name
        else:
            asked = [one.strip().strip("'") for one in values.strip("[]").split(",")]
            assert sorted(asked) == sorted(map(str, known)), name
    assert set(preferences.ACTS) == set(hotkeys.USUAL)
    assert all(preferences.kept({f"key_{act}": key}) for act, key in hotkeys.USUAL.items())


def test_keys_are_shown_as_keyboards_of_the_language_have_them() -> None:
    shown = {lang: dict(hotkeys.keys_of(Words(lang))).keys() for lang in LANGUAGES}
    assert {"Shift+U", "PageUp", "End", ".", "?, F1"} <= shown["en"]
    assert {"Maj+U", "Maj+Entrée", "Page préc.", "Fin"} <= shown["fr"]
    assert {"Umsch+U", "Umsch+Enter", "Bild auf", "Ende"} <= shown["de"]
    assert {"Maiusc+U", "Maiusc+Invio", "PagSu", "Fine"} <= shown["it"]


@pytest.mark.parametrize("path", ["/settings", "/mine/records", "/api/v1/verify"])
def test_who_goes_away_in_the_middle_of_a_form_is_no_error_of_ours(
    path: str, new_house: Inside
) -> None:
    """A phone in a tunnel: the log of the house gets no traceback for it."""
    come: list[dict[str, Any]] = [
        {"type": "http.request", "body": b"name=An", "more_body": True},
        {"type": "http.disconnect"},
    ]
    headers = {"host": "localhost", "content-type": "application/x-www-form-urlencoded"}
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.encode(), text.encode()) for name, text in headers.items()],
        "client": ("127.0.0.1", 50000),
        "server": ("127.0.0.1", 8642),
    }

    async def receive() -> dict[str, Any]:
        return come.pop(0) if len(come) > 1 else come[0]

    async def send(message: MutableMapping[str, Any]) -> None:
        """Nobody is there to hear it."""

    new_house.run(new_house.app(scope, receive, send))


def test_too_many_new_people(tmp_path: Path) -> None:
    limits = Limits(people=Rate(0.01, 2))
    with Inside(app_of(tmp_path, limits=limits)) as house:
        answers = [house.visitor().post("/settings", json={"theme": "night"}) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert int(answers[2].headers["retry-after"]) <= 100
        assert answers[2].json()["code"] == "too_fast"


# ---------------------------------------------------------------------------- what is forgotten


def test_matches_that_one_plays_alone_are_forgotten(tmp_path: Path) -> None:
    """Not those of two, nor finished ones, nor all of them because the clock is wrong."""

    async def scene(store: Store) -> None:
        now, day = int(time.time()), 24 * 3600
        anna, bea = (Person(name, name, {}, now, now) for name in ("anna", "bea"))
        await store.add_person(anna)
        await store.add_person(bea)
        made = {
            name: replace(
                new_match(TableWish(agree(Wish("pin")), opponent=opponent), anna),
                id=name,
                touched=now - age * day,
            )
            for name, opponent, age in (
                ("computer", "computer", 200), ("here", "here", 200), ("friends", "friend", 200),
                ("open", "friend", 200), ("over", "computer", 200), ("young", "here", 20),
            )
        }  # fmt: skip
        made["over"] = replace(made["over"], status="over")
        for match in made.values():
            await store.create(match)
        invite = next(seat.invite for seat in made["friends"].seats if seat.invite)
        await store.take_seat(invite, "bea", "Bea")
        terms = Terms(guests=0, solo=180 * day)
        assert await store.forget_old(now + 500 * day, terms) == 0
        assert await store.forget_old(now, terms) == 0
        assert await store.forget_old(now + day, terms) == 2
        left = {match.id for match in await store.matches_of("anna")}
        assert left == {"friends", "open", "over", "young"}

    with Inside(app_of(tmp_path)) as house:
        house.run(scene(house.app.state.store))
        page = house.visitor(accept="text/html", **{"accept-language": "en"})
        page.post("/tables", data=WISH)
        assert "has touched it for 180 days" in page.get("/mine").text
