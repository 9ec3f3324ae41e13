"""The application from outside: who may come in, what every answer carries, how trouble is told."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from fastapi import FastAPI
from httpx import Response
from hypothesis import given
from hypothesis import strategies as st

from inside import HERE, Inside, Visitor, app_of, new_table
from tavola.server.http import guests, preferences
from tavola.server.http.addresses import is_loopback, web_address
from tavola.server.settings import STATIC
from tavola.server.store import NotStored, Person, Store, Terms
from tavola.server.store.forgetting import DAY
from tavola.words import LANGUAGES, Words
from tavola.words.names import recorded_name

PAGE = {"accept": "text/html"}
SENTENCES = {
    "no_table": "There is no such table.",
    "not_found": "There is nothing at this address.",
}


# ------------------------------------------------------------------------------ what answers carry


def check_headers(answer: Response) -> None:
    """What belongs to every answer."""
    policy = dict(
        part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert "camera=()" in answer.headers["permissions-policy"]
    assert "cache-control" in answer.headers
    assert "server" not in answer.headers


def test_every_answer_is_guarded(new_house: Inside, client: Visitor) -> None:
    links = new_table(client)
    static = new_house.static
    for path, status in {
        "/": 200,
        "/games/pin": 200,
        "/mine": 200,
        f"/t/{links['table']}": 200,
        f"/t/{links['table']}/qr.svg": 200,
        f"/join/{links['join'].rpartition('/')[2]}": 200,
        "/api/v1/games": 200,
        "/api/openapi.json": 200,
        f"{static}/site.css": 200,
        f"{static}/nothing.css": 404,
        "/nowhere": 404,
        "/t/nowhere": 404,
        "/api/v1/tables/nowhere": 404,
        "/games/nowhere": 404,
    }.items():
        for headers in (PAGE, {"accept": "application/json"}):
            answer = client.get(path, headers=headers)
            assert answer.status_code == status, (path, answer.text)
            check_headers(answer)
    check_headers(client.post("/tables", headers={"origin": "http://evil.example"}))
    check_headers(client.get("/", headers={"host": "evil.example"}))
    check_headers(client.post("/api/v1/verify", content=b"{", headers={"content-type": "text/x"}))
    check_headers(client.delete("/"))


INLINE = re.compile(
    r"<script(?![^>]*(?:\bsrc=|type=\"application/json\"))|<style|\sstyle=|\son[a-z]+="
)


def test_no_page_has_inline_code(client: Visitor) -> None:
    table = new_table(client)["table"]
    for path in ("/", "/games/pin", "/mine", "/mine/erase", "/dice", "/keys", f"/t/{table}"):
        html = client.get(path, headers=PAGE).text
        assert html.startswith("<!doctype html>")
        assert not INLINE.findall(html), path


def test_scripts_are_kept_for_ever_by_their_version(new_house: Inside, client: Visitor) -> None:
    static = new_house.static
    now = client.get(f"{static}/site.css")
    assert now.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert now.headers["content-type"].startswith("text/css")
    old = client.get("/static/older/site.css")
    assert old.text == now.text
    assert old.headers["cache-control"] == "no-cache"
    assert client.get(f"{static}/../../server/app.py").status_code == 404
    assert client.get(f"{static}/%2e%2e/%2e%2e/server/app.py").status_code == 404
    assert client.post(f"{static}/site.css").status_code == 405


@pytest.mark.parametrize("part", ["", "nonsense", "items=0-1", "bytes=x", "bytes=5-2", "bytes=0-1"])
def test_files_are_sent_whole(part: str, new_house: Inside, client: Visitor) -> None:
    """A `Range` is a wish that nobody has to fulfil, and one that means nothing is no wish."""
    icons = [f"{new_house.static}/icons/{name}" for name in ("tavola.svg", "any-192.png")]
    for address in ("/worker.js", "/favicon.ico", f"{new_house.static}/site.css", *icons):
        whole, answer = client.get(address), client.get(address, headers={"range": part})
        assert (answer.status_code, answer.content) == (200, whole.content), address
        assert answer.headers["content-type"] == whole.headers["content-type"]
        assert "accept-ranges" not in answer.headers


def test_every_file_has_a_kind(new_house: Inside, client: Visitor) -> None:
    for path in (one for one in STATIC.rglob("*") if one.is_file()):
        address = f"{new_house.static}/{path.relative_to(STATIC).as_posix()}"
        assert client.get(address).status_code == 200, address


# ----------------------------------------------------------------------------------------- guests


def test_whoever_only_looks_gets_no_cookie(client: Visitor) -> None:
    for path in ("/", "/games/pin", "/mine", "/api/v1/me", "/api/v1/games"):
        assert "set-cookie" not in client.get(path).headers
    assert client.get("/api/v1/me").json()["known"] is False


def test_the_cookie(client: Visitor) -> None:
    answer = client.post("/api/v1/tables", json={"game": "pin", "opponent": "here"})
    name, *attributes = answer.headers["set-cookie"].split("; ")
    assert set(attributes) == {"Path=/", f"Max-Age={guests.KEPT}", "HttpOnly", "SameSite=Lax"}
    assert name.startswith("tavola=")
    assert "set-cookie" not in client.get("/").headers
    assert client.get("/api/v1/me").json()["known"] is True


def test_the_cookie_is_secure_behind_tls(tmp_path: Path) -> None:
    app = app_of(tmp_path, public_url="https://club.example")
    with Inside(app) as new_house:
        client = new_house.visitor("https://club.example")
        answer = client.post("/api/v1/tables", json={"game": "pin", "opponent": "here"})
        assert "Secure" in answer.headers["set-cookie"].split("; ")
        assert "wss://club.example" in answer.headers["content-security-policy"]


def test_a_forged_cookie_is_nobody(client: Visitor) -> None:
    new_table(client)
    real = client.cookies["tavola"]
    person, _, signature = real.rpartition(".")
    # Not its last letter: of that, two bits say nothing.
    other = ("B" if signature[0] == "A" else "A") + signature[1:]
    broken = (person, f"{person}x.{signature}", f"{person}.{other}", "x" * 5000, "ä")
    client.cookies.clear()
    for forged in broken:
        found = client.get("/api/v1/me", headers={b"cookie": f"tavola={forged}".encode("latin-1")})
        assert found.json()["known"] is False, forged
    client.cookies.set("tavola", real)
    assert client.get("/api/v1/me").json()["known"] is True


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "it"),
        ("*", "it"),
        ("de-CH,de;q=0.9,en;q=0.8", "de"),
        ("en;q=0.5, fr;q=0.7", "fr"),
        ("ru-RU,ru;q=0.9", "en"),
        ("ru, it;q=0.1", "it"),
        ("de;q=0, fr;q=0.1", "fr"),
        ("de;q=much, fr;q=0.1", "fr"),
        ("fr;q=0.9, de ; q = 0.1", "fr"),
        ("fr;q=0.9, de;Q=0.1", "fr"),
        *((f"de;q={odd}, fr;q=0.1", "fr") for odd in ("nan", "inf", "-1", "1e3", "0_9", "2", "")),
        (",,;;=", "en"),
    ],
)
def test_the_language_of_a_browser(accepted: str, language: str, client: Visitor) -> None:
    client.headers["accept-language"] = accepted
    assert client.get("/api/v1/me").json()["settings"]["language"] == language


def test_a_chosen_language_goes_first(client: Visitor) -> None:
    client.post("/settings", data={"language": "fr", "back": "/"})
    answer = client.get("/nowhere", headers={"accept-language": "de", "accept": "application/json"})
    assert answer.json()["say"] == Words("fr").text(SENTENCES["not_found"])


@given(st.text(max_size=60))
def test_any_language_header_is_read(accepted: str) -> None:
    assert guests.language_of(accepted) in LANGUAGES


@pytest.mark.parametrize(
    "text", ["\u3164", "\u115f \u1160", "\u2800\u2800", "\ufe0f", "\u0301", "\u202e\u200b"]
)
def test_a_name_that_nobody_sees_is_none(text: str) -> None:
    assert guests.clean_name(text) == ""
    assert guests.clean_name(f"A{text}") in ("A", f"A{text}"[:2])


@pytest.mark.parametrize("name", ["👩‍👩‍👧‍👦", "👩🏽‍🚒 Ada", "🏳️‍🌈", "مهدی‌زاده", "क्‍ष"])
def test_signs_that_are_joined_stay_so(name: str) -> None:
    assert guests.clean_name(f" {name} ") == name


@pytest.mark.parametrize("name", ["computer", "computer:expert", " computer:zzz "])
def test_nobody_is_called_as_records_call_the_computer(name: str) -> None:
    mine = guests.clean_name(name)
    assert mine == name.strip().capitalize()
    assert recorded_name(Words("fr"), mine) == mine
    assert recorded_name(Words("fr"), name.strip()).startswith("Ordinateur")


@given(st.text(max_size=300))
def test_names_can_be_shown(text: str) -> None:
    name = guests.clean_name(text)
    assert len(name) <= guests.NAME_LENGTH
    assert name.replace("\u200c", "").replace("\u200d", "").isprintable()
    assert name == name.strip() == guests.clean_name(name)


@given(
    st.dictionaries(
        st.text(max_size=40) | st.sampled_from(["language", "theme", "voice", "speed"]),
        st.none() | st.booleans() | st.integers() | st.text(max_size=80) | st.lists(st.integers()),
    )
)
def test_settings_stay_small(wishes: dict[str, object]) -> None:
    kept = preferences.kept(wishes)
    assert preferences.kept(kept) == kept
    assert all(isinstance(value, str | int) and len(str(value)) <= 64 for value in kept.values())
    assert kept.get("language", "it") in LANGUAGES


def test_settings_and_name_are_kept(client: Visitor) -> None:
    client.post("/settings", json={"theme": "night", "name": "  Ada\u202e \n B "})
    found = client.get("/api/v1/me").json()
    assert found["name"] == "Ada B"
    assert found["settings"]["theme"] == "night"


def test_who_never_came_back_is_forgotten(tmp_path: Path) -> None:
    app = app_of(tmp_path, forget_days=30)
    now = int(time.time())
    old, new = (
        Person(id, "", {}, seen, seen)
        for id, seen in (("old", now - 32 * DAY), ("new", now - 29 * DAY))
    )
    with Inside(app) as new_house:
        for person in (old, new):
            new_house.run(app.state.store.add_person(person))
        yesterday = app.state.store.forget_old(now - DAY, Terms(30 * DAY))
        assert new_house.run(yesterday) == 0, "it was marked"
    with Inside(app_of(tmp_path, forget_days=30)) as new_house:
        store: Store = new_house.app.state.store
        end = time.monotonic() + 60
        while new_house.run(store.person("old")) is not None:
            assert time.monotonic() < end
            time.sleep(0.05)
        assert new_house.run(store.person("new")) == new


# -------------------------------------------------------------------------------- names and origins


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("127.0.0.1:8642", True),
        ("localhost:9", True),
        ("tavola.localhost", True),
        ("192.168.7.7:8642", True),
        ("[::1]:8642", True),
        ("club.example", True),
        ("Club.Example:443", True),
        ("evil.example", False),
        ("localhost.evil.example", False),
        ("club.example.evil.example", False),
        ("", False),
        ("[", False),
        ("127.0.0.1.evil.example", False),
    ],
)
def test_names_of_the_house(host: str, known: bool, tmp_path: Path) -> None:
    with Inside(app_of(tmp_path, public_url="http://club.example")) as new_house:
        client = new_house.visitor()
        answer = client.get("/api/v1/me", headers={"host": host})
        assert answer.status_code == (200 if known else 400)


@pytest.mark.parametrize(
    ("headers", "welcome"),
    [
        ({}, True),
        ({"origin": HERE}, True),
        ({"origin": "https://127.0.0.1:8642"}, False),
        ({"origin": "http://club.example"}, True),
        ({"origin": "null"}, False),
        ({"origin": "http://127.0.0.1:8643"}, False),
        ({"origin": "http://127.0.0.1"}, False),
        ({"origin": "http://localhost:8642"}, False),
        ({"origin": "http://evil.example"}, False),
        ({"origin": "file://127.0.0.1:8642"}, False),
        ({"sec-fetch-site": "same-origin"}, True),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-site"}, False),
    ],
)
def test_only_our_own_pages_change_something(
    headers: dict[str, str], welcome: bool, tmp_path: Path
) -> None:
    with Inside(app_of(tmp_path, public_url="http://club.example/")) as new_house:
        client = new_house.visitor()
        for method, path, good in (
            ("POST", "/api/v1/tables", 201),
            ("POST", "/settings", 303),
            ("DELETE", "/api/v1/me", 204),
        ):
            body = {"json": {"game": "pin"}} if "tables" in path else {}
            answer = client.request(
                method,
                path,
                headers=headers,
                follow_redirects=False,
                **body,
            )
            assert answer.status_code == (good if welcome else 403), (method, answer.text)
        assert client.get("/", headers=headers).status_code == 200


# ----------------------------------------------------------------------------------------- trouble


@pytest.mark.parametrize("lang", LANGUAGES)
def test_trouble_is_told_in_the_language(lang: str, client: Visitor) -> None:
    client.headers["accept-language"] = lang
    words = Words(lang)
    answer = client.get("/api/v1/tables/nowhere")
    assert answer.status_code == 404
    assert answer.json() == {"code": "no_table", "say": words.text(SENTENCES["no_table"])}
    page = client.get("/nowhere", headers=PAGE)
    assert page.status_code == 404
    assert f'<html lang="{lang}"' in page.text
    assert words.text(SENTENCES["not_found"]).replace("'", "&#39;") in page.text
    refused = client.post("/api/v1/tables", json={"game": "pin", "options": {"cube": "perhaps"}})
    assert refused.status_code == 422
    assert refused.json()["code"] == "bad_option"


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("/games/pin/", "/games/pin"),
        ("/games/pin//?theme=a%26b&q=%C3%A4", "/games/pin?theme=a%26b&q=%C3%A4"),
        ("/mine/", "/mine"),
        ("/api/v1/games/", "/api/v1/games"),
        ("//games/pin/", "/games/pin"),
        ("/games/%C3%A4%3Fx/", "/games/%C3%A4%3Fx"),
        ("/t/%5Cevil/", "/t/%5Cevil"),
    ],
)
def test_a_slash_too_many_leads_on(asked: str, meant: str, client: Visitor) -> None:
    for method in ("GET", "HEAD"):
        answer = client.request(method, f"{HERE}{asked}")
        assert (answer.status_code, answer.headers.get("location")) == (301, meant)


def test_where_one_may_get_one_may_ask_for_the_head(client: Visitor) -> None:
    for method, address in (("PUT", "/"), ("POST", "/api/v1/games")):
        refused = client.request(method, f"{HERE}{address}")
        assert (refused.status_code, refused.headers["allow"]) == (405, "GET, HEAD")
        assert client.request("HEAD", f"{HERE}{address}").status_code == 200
    assert client.get("/api/v1/records").headers["allow"] == "POST"


@pytest.mark.parametrize("asked", ["/nowhere/", "//evil.example/", "/t/x/socket/", "/static/x/y/"])
def test_a_slash_behind_nothing_leads_nowhere(asked: str, client: Visitor) -> None:
    assert client.get(f"{HERE}{asked}").status_code == 404


def test_what_is_sent_to_an_address_with_a_slash_is_not_led_on(client: Visitor) -> None:
    """It would arrive there as a question."""
    assert client.post("/api/v1/tables/", json={"game": "pin"}).status_code == 404


def _failing(app: FastAPI, name: str, error: Exception) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise error

    setattr(app.state.store, name, fail)


def test_a_full_disk_is_told(new_house: Inside, client: Visitor) -> None:
    app = new_house.app
    new_table(client)
    _failing(app, "create", NotStored("database or disk is full"))
    answer = client.post("/api/v1/tables", json={"game": "pin", "opponent": "here"})
    assert answer.status_code == 503
    assert answer.json()["code"] == "not_stored"
    assert answer.json()["say"] == (
        "This could not be stored, so nothing has changed. Is the disk full? Try again."
    )
    page = client.post("/tables", data={"game": "pin", "opponent": "here"}, headers=PAGE)
    assert page.status_code == 503
    assert "nothing has changed" in page.text
    _failing(app, "person", NotStored("gone"))
    assert client.get("/", headers=PAGE).status_code == 503


def test_what_breaks_tells_no_secrets(tmp_path: Path) -> None:
    app = app_of(tmp_path)
    with Inside(app) as new_house:
        client = new_house.visitor()
        new_table(client)
        _failing(app, "load", RuntimeError("very secret"))
        for headers in (PAGE, {"accept": "application/json"}):
            answer = client.get("/t/somewhere", headers=headers)
            assert answer.status_code == 500
            assert "went wrong" in answer.text
            assert "secret" not in answer.text
            assert "Traceback" not in answer.text


def test_half_letters_break_nothing(client: Visitor) -> None:
    half = b'{"game": "\\ud800", "options": {"\\udfff": "\\ud800"}}'
    kind = {"content-type": "application/json"}
    assert client.post("/api/v1/tables", content=half, headers=kind).status_code == 422
    record = b'{"tavola": 1, "game": "\\ud800"}'
    assert client.post("/api/v1/verify", content=record, headers=kind).status_code == 422
    assert client.post("/settings", content=half, headers=kind).status_code == 200


@pytest.mark.parametrize(
    ("url", "here"),
    [
        ("http://127.0.0.1:1", True),
        ("http://localhost", True),
        ("http://a.localhost:8", True),
        ("http://[::1]:2", True),
        ("http://192.168.1.2", False),
        ("https://club.example", False),
    ],
)
def test_links_that_work_here_only(url: str, here: bool) -> None:
    assert is_loopback(url) is here


def test_addresses() -> None:
    assert web_address("127.0.0.1", 8642) == "http://127.0.0.1:8642"
    assert web_address("::1", 8642) == "http://[::1]:8642"
    assert web_address("10.0.0.1", 80) == "http://10.0.0.1"
