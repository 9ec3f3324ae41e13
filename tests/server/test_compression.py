"""Answers are compressed where the client wants it and nobody else can make use of their length."""

from __future__ import annotations

import pytest
from starlette.datastructures import Headers

from inside import Inside, Visitor
from paper import begin
from tavola.games import GAMES
from tavola.server.http.compression import may_compress

PACKED = {"accept-encoding": "gzip"}
PLAIN = {"accept-encoding": "identity"}


@pytest.mark.parametrize("address", ["/", f"/games/{next(iter(GAMES))}", "/api/v1/games"])
def test_pages_are_a_fraction(visitor: Visitor, address: str) -> None:
    packed, plain = (visitor.get(address, headers=wish) for wish in (PACKED, PLAIN))
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert "accept-encoding" in packed.headers["vary"].lower()
    assert packed.text == plain.text
    assert int(packed.headers["content-length"]) * 3 < len(plain.content)


def test_scripts_and_styles_are_a_fraction(house: Inside, visitor: Visitor) -> None:
    for name in ("site.css", "wall.js", "board/plan.js", "icons/tavola.svg"):
        address = f"{house.static}/{name}"
        packed, plain = (visitor.get(address, headers=wish) for wish in (PACKED, PLAIN))
        assert packed.headers["content-encoding"] == "gzip", name
        assert packed.headers["vary"] == "accept-encoding"
        assert "immutable" in packed.headers["cache-control"]
        assert packed.text == plain.text
    image = visitor.get(f"{house.static}/icons/small.png", headers=PACKED)
    assert "content-encoding" not in image.headers, "it is compressed by itself"


def test_a_foreign_page_learns_nothing_from_lengths(visitor: Visitor) -> None:
    begin(visitor, {"game": next(iter(GAMES)), "opponent": "here"})
    for site, packs in {"cross-site": False, "same-site": False, "same-origin": True}.items():
        answer = visitor.get("/mine", headers={**PACKED, "sec-fetch-site": site})
        assert ("content-encoding" in answer.headers) is packs, site


def test_who_may_have_it() -> None:
    def asks(secure: bool, **headers: str) -> bool:
        return may_compress(Headers({k.replace("_", "-"): v for k, v in headers.items()}), secure)

    for secure in (True, False):
        assert asks(secure), "a stranger has no secrets"
        assert asks(secure, sec_fetch_site="cross-site")
        assert asks(secure, cookie="tavola=x", sec_fetch_site="none")
        assert not asks(secure, cookie="tavola=x", sec_fetch_site="cross-site")
    assert asks(False, cookie="tavola=x"), "everybody can read the line anyway"
    assert not asks(True, cookie="tavola=x"), "a browser that does not say"
