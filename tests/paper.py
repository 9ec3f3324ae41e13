"""A page as tests look at it, and what visitors of the pages do again and again."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx

from inside import UNCOUNTED, Inside, Visitor
from seats import play
from tavola.games import GAMES
from tavola.play.dice import SealedDice, new_match_id, new_secret
from tavola.play.match import Match
from tavola.rules.text.record import Record
from tavola.server.app import create_app
from tavola.server.settings import Settings
from tavola.server.store import Store

Board = tuple[tuple[float, float], list[tuple[float, float]]]
"""Left edge and width of a drawing, and where its checkers stand."""
_BOARD = re.compile(r'<svg [^>]*viewBox="([-\d.]+) [-\d.]+ ([\d.]+) [^>]*>(.*?)</svg>', re.DOTALL)
_CHECKER = re.compile(r'<use href="#[\w-]+" x="([-\d.]+)" y="([-\d.]+)"')


def boards(html: str) -> list[Board]:
    """The boards with checkers that a page draws, from left to right and from above."""
    found = []
    for left, width, content in _BOARD.findall(html):
        checkers = [(float(x), float(y)) for x, y in _CHECKER.findall(content)]
        if checkers:
            found.append(((float(left), float(width)), sorted(checkers)))
    return found


def mirrored(found: Sequence[Board]) -> list[Board]:
    """The same boards with left and right exchanged."""
    return [
        ((left, width), sorted((round(2 * left + width - x, 2), y) for x, y in checkers))
        for (left, width), checkers in found
    ]


class Page(HTMLParser):
    """What the tests look at in a page: elements, their attributes, the text outside scripts."""

    VOID = frozenset({"meta", "link", "input", "br", "hr"})

    def __init__(self, answer: httpx.Response) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self.data: dict[str, Any] = {}
        self._open: list[tuple[str, dict[str, str]]] = []
        self.feed(answer.text)
        assert not self._open, f"not closed: {self._open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.elements.append((tag, found))
        if tag not in self.VOID:
            self._open.append((tag, found))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self._open, f"</{tag}> closes nothing"
        assert self._open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        tag, attributes = self._open[-1] if self._open else ("", {})
        if tag == "script":
            self.data[attributes["id"]] = json.loads(data)
        else:
            self.text += data

    def all(self, tag: str, **wanted: str) -> list[dict[str, str]]:
        """The attributes of all elements of a kind that have these values."""
        return [
            found
            for name, found in self.elements
            if name == tag and all(found.get(key) == value for key, value in wanted.items())
        ]

    def form(self, address: str) -> dict[str, str]:
        """What a form would send as it stands, but for its buttons."""
        assert self.all("form", action=address)
        sent: dict[str, str] = {}
        select = ""
        for tag, found in self.elements:
            name = found.get("name", "")
            if tag == "input" and found.get("type") in ("radio", "checkbox"):
                if "checked" in found:
                    sent[name] = found.get("value", "on")
            elif tag == "input" and name:
                sent[name] = found.get("value", "")
            elif tag == "select":
                select = name
            elif tag == "option" and select and "selected" in found:
                sent[select] = found["value"]
        sent.pop("back", None)
        return sent


def open_page(visitor: Visitor, address: str, lang: str = "en", status: int = 200) -> Page:
    answer = visitor.get(address, headers={"accept-language": lang})
    assert answer.status_code == status, answer.text
    page = Page(answer)
    assert page.all("html", lang=lang)
    return page


def begin(visitor: Visitor, fields: Mapping[str, str]) -> str:
    """A new table; its address."""
    answer = visitor.post("/tables", data=dict(fields))
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def record_of(visitor: Visitor, address: str) -> dict[str, Any]:
    found: dict[str, Any] = visitor.get(f"{address}/record.json").json()
    return found


def played_out(house: Inside, visitor: Visitor, scheme: int = 2, **changes: str) -> str:
    """A match that somebody has played to its end; `changes` are made in its dice."""
    address = begin(visitor, {"game": next(iter(GAMES)), "opponent": "here"})
    store: Store = house.app.state.store
    match = Match.start(
        Record(next(iter(GAMES))),
        SealedDice(new_secret(), new_match_id(), ("", "mine"), scheme=scheme),
    )
    assert play(match)
    id = address.removeprefix("/t/")
    header = match.record.header()
    header["dice"] = {**header["dice"], **changes}
    actions = match.record.to_json()["events"]
    house.run(store.append(id, 1, actions, status="over", header=header, secret="", score="2 0"))
    house.app.state.tables.forget([id])
    return address


def with_profiles() -> Any:
    """A game that has profiles."""
    return next(game for game in GAMES.values() if game.profiles)


def house_in(folder: Path) -> Inside:
    """A house without limits of speed."""
    return Inside(
        create_app(Settings(database=f"sqlite:///{folder / 'tavola.sqlite3'}", limits=UNCOUNTED))
    )
