"""Pictures of every page and every shape of board: phone and desktop, light and dark.

    python -m scripts.shots DIR [NAME ...]

A server of its own, with a data folder that is thrown away, shows them; the boards in all their
states come from `board_shots.py` into DIR/boards.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page
from scripts import board_shots

from tavola.games import GAMES
from tavola.play.random_match import random_playout
from tavola.rules.model.drawing_layout import layout_of
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.ruleset import Ruleset

ROOMS: dict[str, dict[str, Any]] = {
    "phone": {
        "viewport": {"width": 390, "height": 780},
        "has_touch": True,
        "is_mobile": True,
        "device_scale_factor": 2,
    },
    "small": {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True},
    "tablet": {"viewport": {"width": 768, "height": 1024}, "has_touch": True, "is_mobile": True},
    "desk": {"viewport": {"width": 1280, "height": 800}},
}
SCHEMES = ("light", "dark")
LANGUAGES = {"phone": "de-DE", "small": "fr-FR", "tablet": "en-GB", "desk": "it-IT"}
"""The longest words where there is least room."""
DOUBLING = "W 17:2 19:5 20:4 21:4 | B 8:2 6:5 5:4 4:4 | W"
MIDDLE = "W 12:4 17:4 19:5 1:2 | B 13:4 8:3 6:6 24:2 | W 5-3"
_PATIENCE = 60

Taking = Callable[["House"], Page]


class House:
    """A visitor of a server: makes tables, opens pages."""

    def __init__(self, context: BrowserContext, base: str) -> None:
        self.context = context
        self.base = base
        self.classic = _first(lambda rules: rules.cube)

    def post(self, address: str, **wishes: Any) -> Any:
        """Ask the server for something."""
        answer = self.context.request.post(self.base + address, data=wishes)
        if not answer.ok:
            raise SystemExit(f"{address}: {answer.text()}")
        return answer.json()

    def get(self, address: str) -> Any:
        """What the server tells."""
        return self.context.request.get(self.base + address).json()

    def open(self, address: str) -> Page:
        """Open a page."""
        page = self.context.new_page()
        page.goto(address if address.startswith("http") else self.base + address)
        page.wait_for_load_state("networkidle")
        return page

    def table(self, **wishes: Any) -> Page:
        """A new table of the classic game for two at one device, or as wished."""
        given = {"game": self.classic, "opponent": "here", **wishes}
        return self.open(f"/t/{self.post('/api/v1/tables', **given)['table']}")

    def over(self) -> Page:
        """A table whose match was resigned."""
        page = self.table(start=DOUBLING)
        page.locator("#more").click()
        for key in ("resign1", "confirm", "accept"):
            page.locator(f'[data-key="{key}"]').click()
        page.locator("#result ul li").first.wait_for()
        return page


def _first(wanted: Callable[[Ruleset], bool]) -> str:
    return next(game.id for game in GAMES.values() if wanted(game.rules))


def _shape(shape: str, house: House) -> Page:
    game = _first(lambda rules: layout_of(rules)["shape"] == shape)
    page = house.table(game=game)
    page.locator('[data-key="main"]').click()
    page.wait_for_timeout(1500)  # until the dice lie
    return page


def _opened(box: str, house: House) -> Page:
    page = house.table(start=MIDDLE)
    page.locator("#tab-table").click()
    found = page.locator(f"#{box}-box")
    if found.get_attribute("open") is None:
        found.locator("summary").click()
    page.wait_for_load_state("networkidle")
    return page


def _picked(house: House) -> Page:
    """A checker in hand, and where it may go."""
    page = house.table(start=MIDDLE)
    page.locator("#board").focus()
    for key in ("Control+ArrowRight", "Enter"):
        page.keyboard.press(key)
    return page


def _refused(house: House) -> Page:
    page = house.table(start=MIDDLE)
    page.locator("#tab-table").click()
    page.locator("#more-box summary").click()
    page.locator("#type").fill("24/23")
    page.locator("#type-form button:not([data-act])").click()
    page.locator("#state.refusal").wait_for()
    page.evaluate("scrollTo(0, 0)")
    return page


def _offer(house: House) -> Page:
    page = house.table(start=DOUBLING, match={"length": 5, "games": None})
    page.locator("#more").click()
    for key in ("double", "confirm"):
        page.locator(f'[data-key="{key}"]').click()
    page.locator('[data-key="take"]').wait_for()
    return page


def _text(house: House) -> Page:
    page = house.table(start=MIDDLE)
    page.locator("#tab-table").click()
    page.locator("#text-button").click()
    page.locator("#text-view td button").first.wait_for()
    return page


def _sheet(house: House) -> Page:
    page = house.table(start=DOUBLING, match={"length": 5, "games": None})
    page.locator("#more").click()
    page.locator("#sheet[open]").wait_for()
    return page


def _hint(house: House) -> Page:
    page = house.table(start=MIDDLE, opponent="computer", colour="white")
    page.locator("#ask").click()
    page.locator("#advice .best").wait_for()
    return page


def _join(house: House) -> Page:
    link = house.post("/api/v1/tables", game=house.classic, opponent="friend")["join"]
    house.context.clear_cookies()
    return house.open(link)


def _used(house: House) -> Page:
    """An invitation whose seat somebody else has taken."""
    link = house.post("/api/v1/tables", game=house.classic, opponent="friend")["join"]
    for _ in range(2):
        house.context.clear_cookies()
        page = house.open(link)
        if page.locator("form[action^='/join'] button").count():
            page.locator("form[action^='/join'] button").click()
    return page


def _goes_on(house: House) -> Page:
    house.table(start=MIDDLE)
    return house.open("/")


def _ways(house: House) -> Page:
    page = house.open("/")
    page.locator(".ways").first.click()
    return page


def _set_up(house: House) -> Page:
    page = house.open(f"/games/{house.classic}")
    page.locator(".line summary").first.click()
    return page


def _mine(house: House) -> Page:
    house.over()
    house.table(start=MIDDLE)
    return house.open("/mine")


def _reviewed(house: House) -> Page:
    """A match played at random, and reviewed."""
    played = random_playout(GAMES[house.classic], match=MatchRules(games=1), seed=3)
    address = "/api/v1/records?colour=white"
    table = house.post(address, **played.record.to_json())["table"]
    house.post(f"/api/v1/tables/{table}/review", depth=0)
    end = time.monotonic() + _PATIENCE
    while house.get(f"/api/v1/tables/{table}/review")["status"] != "done":
        if time.monotonic() > end:
            raise SystemExit("the review does not end")
        time.sleep(0.5)
    return house.open(f"/t/{table}/review")


def _page(address: str) -> Taking:
    return lambda house: house.open(address)


def _box(name: str) -> Taking:
    return lambda house: _opened(name, house)


def _board(shape: str) -> Taking:
    return lambda house: _shape(shape, house)


SHOTS: dict[str, Taking] = {
    "wall": _page("/"),
    "wall-goes-on": _goes_on,
    "wall-sheet": _ways,
    "wall-found": _page("/?q=luck"),
    "game": lambda house: house.open(f"/games/{house.classic}"),
    "game-set-up": _set_up,
    "used": _used,
    "offline": _page("/offline"),
    "join": _join,
    "mine": _mine,
    "erase": _page("/mine/erase"),
    "dice": _page("/dice"),
    "keys": _page("/keys"),
    "words": _page("/words"),
    "history": _page("/history"),
    "lessons": _page("/lessons"),
    "lesson": lambda house: house.open(f"/games/{house.classic}/lessons/block"),
    "puzzles": lambda house: house.open(f"/games/{house.classic}/puzzles"),
    "puzzle": lambda house: house.open(f"/games/{house.classic}/puzzles/1"),
    "today": _page("/today"),
    "openings": lambda house: house.open(f"/games/{house.classic}/openings"),
    "deck": _page("/mine/deck"),
    "statistics": lambda house: house.over() and house.open("/mine/statistics"),
    "editor": _page("/editor"),
    "review": _reviewed,
    "no-such-page": _page("/nothing-is-here"),
    "fairness": lambda house: house.open(f"{house.over().url}/dice"),
    **{f"table-{shape}": _board(shape) for shape in ("table", "half", "rows", "ring", "towers")},
    "table-waiting": lambda house: house.table(opponent="friend", colour="white"),
    "table-typed": lambda house: house.table(dice="typed"),
    "table-middle": lambda house: house.table(start=MIDDLE),
    "table-picked": _picked,
    "table-refused": _refused,
    "table-offer": _offer,
    "table-text": _text,
    "table-result": lambda house: house.over(),
    **{f"table-{box}": _box(box) for box in ("more", "settings", "keys", "dice")},
    "table-sheet": _sheet,
    "table-hint": _hint,
}
"""Name: how to come there."""


@contextmanager
def served() -> Iterator[str]:
    """A server with an empty data folder; its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-m", "tavola", "serve", "--no-browser", "--port", str(port)]
        process = subprocess.Popen(
            command, env={**os.environ, "TAVOLA_HOME": home}, stdout=subprocess.DEVNULL
        )
        try:
            _await(process, port)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(_PATIENCE)


def _await(process: subprocess.Popen[bytes], port: int) -> None:
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise SystemExit("the server does not answer")


def main(folder: Path, wanted: list[str]) -> None:
    """Makes the pictures: what is seen at first, and the whole page where it is longer."""
    folder.mkdir(parents=True, exist_ok=True)
    with board_shots.browser() as browser, served() as base:
        for room in ROOMS:
            for scheme in SCHEMES:
                _take(browser, base, folder, room, scheme, wanted)
    if not wanted:
        board_shots.main(folder / "boards", [])


def _take(
    browser: Browser, base: str, folder: Path, room: str, scheme: str, wanted: list[str]
) -> None:
    for name, taking in SHOTS.items():
        if wanted and name not in wanted:
            continue
        context = browser.new_context(
            **ROOMS[room],
            color_scheme=scheme,  # type: ignore[arg-type]
            locale=LANGUAGES[room],
        )
        context.set_default_timeout(1000 * _PATIENCE)
        page = taking(House(context, base))
        stem = folder / f"{name}-{room}-{scheme}"
        page.screenshot(path=f"{stem}.png")
        if page.evaluate("document.documentElement.scrollHeight > innerHeight * 1.2"):
            page.screenshot(path=f"{stem}-whole.png", full_page=True)
        context.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
