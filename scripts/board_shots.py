"""Pictures of the board in the browser: every geometry, room and theme, without a server.

    python -m scripts.board_shots DIR [NAME ...]

A page of its own shows the modules and styles of `web/static` as they are.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Route, sync_playwright

from tavola.games import GAMES
from tavola.rules.model.drawing_layout import layout_of
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Ruleset, Side

STATIC = Path(__file__).parents[1] / "src" / "tavola" / "web" / "static"
HOME = "http://board.test/"
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
"""The browser of the system, if there is one: best the one without windows of its own, which costs
a quarter of the CPU and draws the same."""
PROBE = Path(__file__).parents[1] / "tests" / "board_probe.js"
THEMES = ("walnut", "linen", "night", "contrast", "safe")
ROOMS = {"phone": (320, 640), "tall": (390, 700), "side": (720, 330), "desk": (1280, 800)}
_IN_EVERY_THEME = ("middle", "pins", "half-bar", "rows-late", "ring-late", "towers-late")
_TYPES = {".js": "text/javascript", ".css": "text/css"}
_PAGE = """<!doctype html><meta charset="utf-8"><html data-theme="linen">
<link rel="stylesheet" href="board/themes.css"><link rel="stylesheet" href="board/board.css">
<style>
html, body { margin: 0; height: 100%; background: var(--b-page, #efe9df); font-family: sans-serif }
html[data-theme=night], html[data-theme=contrast] { background: #0b0f14 }
body { background: none } #host { position: absolute; inset: 0; display: flex }
</style><div id="host"></div>
<script type="module">
import { Board } from './board/board.js';
import * as sounds from './board/sounds.js';
Object.assign(window, { Board, sounds, ready: true });
</script>"""


@dataclass(frozen=True)
class Shown:
    """A position to draw: its game, its text ('' for the start), what more of the view, and what
    the page marks and proposes."""

    game: str
    position: str = ""
    view: dict[str, Any] = field(default_factory=dict)
    marks: dict[str, Any] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)
    plays: list[dict[str, Any]] = field(default_factory=list)

    @property
    def rules(self) -> Ruleset:
        """The rules of the game."""
        return GAMES[self.game].ruleset()

    def arguments(self) -> dict[str, Any]:
        """What the page needs: layout, view, marks and options."""
        rules = self.rules
        start = Position.start(rules)
        position = Position.parse(rules, self.position) if self.position else start
        view: dict[str, Any] = {
            "actor": "W", "side": "W", "board": board_view(position), "dice": [], "ahead": {},
            "last_play": [], "last_side": None,
            "cube": {"value": 1, "owner": None} if rules.cube else None,
        }  # fmt: skip
        view |= self.view
        view["dice"] = [{"state": "left"} | die for die in view["dice"]]
        layout = layout_of(rules)
        asked = {"marks": self.marks, "plays": self.plays, "options": self.options}
        return {"layout": layout, "view": view, **asked}


def board_view(position: Position) -> dict[str, Any]:
    """A position as the table tells it."""
    points: dict[str, Any] = {}
    for point in range(1, 25):
        top = position.top(point)
        if top is not None:
            below = position.pinned(point)
            points[str(point)] = {
                "side": top.letter,
                "count": position.count(top, point),
                "pinned": 0 if below is None else position.count(below, point),
                "flat": position.lying(point),
            }
    pools = {
        side.name.lower(): {
            "bar": position.bar(side),
            "reserve": position.reserve(side),
            "off": position.off(side),
        }
        for side in Side
    }
    return {"points": points, **pools}


def _dice(*faces: int) -> list[dict[str, Any]]:
    return [{"face": face} for face in faces]


_DROPPED = [{"number": 4, "from": 13, "to": 9}] * 4
_LAST = [{"number": 6, "from": 24, "to": 18}, {"number": 4, "from": 18, "to": 14}]

SHOWN = {
    "start": Shown("backgammon", view={"dice": _dice(6, 4)}),
    "black": Shown("backgammon", view={"side": "B", "dice": _dice(6, 4)}, options={"facing": "B"}),
    "middle": Shown(
        "backgammon",
        "W 1:2 12:4 13:1 17:3 19:3 bar:2 | B 24:1 14:1 8:3 6:7 5:2 bar:1",
        {
            "cube": {"value": 2, "owner": "B"},
            "dice": [{"face": 5}, {"face": 3, "state": "used"}],
            "last_play": [*_LAST, {"number": 1, "from": 6, "to": 5}],
            "last_side": "B",
        },
        {"source": "bar", "targets": [3, 5], "side": "W", "hover": 3},
    ),
    "ending": Shown(
        "backgammon",
        "W 24:3 23:2 22:1 | B 1:1 2:2 4:1",
        {"cube": {"value": 16, "owner": "W"}, "dice": _dice(6, 6, 6, 6), "side": "W"},
        {"source": 23, "targets": ["off"], "cursor": 24},
    ),
    "tall": Shown(
        "backgammon",
        "W 12:8 1:2 bar:3 19:2 | B 13:11 24:1 bar:1 2:2",
        {"dice": [{"face": 5, "state": "lost"}, {"face": 3, "state": "lost"}]},
        {"refused": [24, "bar"], "side": "W"},
    ),
    "arrows": Shown("straight", options={"arrows": True}),
    "wait": Shown(
        "backgammon", options={"await": {"side": "W", "label": "Würfeln"}, "offerable": True},
    ),
    "offered": Shown(
        "backgammon", "W 1:1 12:5 17:3 19:5 bar:1 | B 24:2 13:4 8:3 6:5 bar:1",
        {"cube": {"value": 2, "owner": "B"}, "offer": {"kind": "double", "side": "B", "value": 4}},
    ),
    "hint": Shown(
        "backgammon", "W 1:2 12:5 17:3 19:5 | B 24:2 13:4 8:3 6:4 5:1 2:1", {"dice": _dice(3, 1)},
        plays=[
            {"from": 1, "to": 5, "side": "W", "hit": True},
            {"from": 17, "to": 21, "side": "W"}, {"from": 19, "to": 21, "side": "W"},
            {"from": 12, "to": 14, "side": "W", "kind": "no"},
        ],
    ),
    "four": Shown(
        "backgammon", "W 1:2 12:5 17:3 19:5 | B 24:2 13:1 9:4 8:3 6:5",
        {"dice": _dice(2, 1), "last_play": _DROPPED, "last_side": "B"},
    ),
    "lane": Shown(
        "catch-me", "W 24:1 20:1 3:1 | B 1:1 7:1 12:1 15:1",
        {"dice": _dice(6, 4), "last_side": "B", "last_play": [{"number": 5, "from": 23, "to": 7}]},
        plays=[{"from": 20, "to": 7, "side": "W", "hit": True}],
    ),
    "enter": Shown(
        "puff-long", "W 2:2 5:1 res:12 | B 1:6 6:2 res:7", {"dice": _dice(4, 2)},
        options={"arrows": True},
    ),
    "reserve": Shown("acey-deucey", view={"dice": _dice(2, 1)}),
    "pins": Shown(
        "pin", "W 1:12 8:1p 17:1 20:1 | B 24:12 8:2 17:1p",
        {"dice": _dice(3, 3, 3, 3), "side": "B"},
    ),
    "ahead": Shown("open-throw", view={"dice": _dice(6, 1), "ahead": {"B": [5, 5]}}),
    "ahead-bar": Shown(
        "open-throw", "W 12:5 17:3 19:1 bar:6 | B 13:5 8:3 6:2 bar:5",
        {"dice": _dice(5, 5, 5, 5), "ahead": {"B": [4, 5]}},
    ),
    "handed": Shown("gioul", view={"dice": _dice(4, 4, 4, 4), "handed": [4, 4]}),
    "to-come": Shown("gioul", view={"handed": [5, 4]}),
    "half": Shown("ludus-lumbadorum", view={"dice": _dice(5, 2)}, options={"arrows": True}),
    "half-bar": Shown("ludus-lumbadorum", "W 6:3 20:2 bar:1 | B 19:4 bar:2", {"dice": _dice(5, 2)}),
    "rows": Shown("french-2", view={"dice": _dice(5, 2)}),
    "rows-late": Shown(
        "french-2", "W 5:1 12:2 | B 20:1 13:1 bar:1", {"dice": _dice(3, 1), "side": "B"},
        options={"arrows": True},
    ),
    "ring": Shown("catch-me", view={"dice": _dice(6, 2)}),
    "ring-late": Shown(
        "catch-me", "W 24:1 | B 1:1 7:1 12:1 15:1", {"dice": _dice(6, 1)},
        {"source": 24, "targets": [19, 18]}, {"arrows": True},
    ),
    "towers": Shown("doublets", view={"dice": _dice(6, 2)}),
    "towers-late": Shown(
        "doublets", "W 24:2 23:2s 22:2 21:2s 20:2 19:2 | B 1:2 2:1 stage:3", {"dice": _dice(6, 2)},
        {"targets": [24, 22], "cursor": 20},
    ),
}  # fmt: skip
"""Name: what is shown; together they hold everything that a board can show."""


def _serve(route: Route) -> None:
    path = route.request.url.removeprefix(HOME).split("?")[0]
    file = STATIC / path
    if not path:
        route.fulfill(body=_PAGE, content_type="text/html")
    elif file.is_file():
        route.fulfill(body=file.read_text(encoding="utf-8"), content_type=_TYPES[file.suffix])
    else:
        route.fulfill(status=404, body="")


@contextmanager
def browser() -> Iterator[Browser]:
    """Chromium without a window."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


def open_page(found: Browser, width: int, height: int, **more: Any) -> Page:
    """An empty page in which boards can be shown."""
    page = found.new_page(viewport={"width": width, "height": height}, **more)
    page.route(f"{HOME}**", _serve)
    page.goto(HOME)
    page.wait_for_function("window.ready")
    page.add_script_tag(path=PROBE)
    return page


def show(page: Page, shown: Shown, **options: Any) -> None:
    """Shows a board on the whole page, as `board`; what is asked for last wins."""
    given = shown.arguments()
    given["options"] = {"facing": "W", **given["options"], **options}
    page.evaluate(
        """({layout, view, marks, plays, options}) => {
          const host = document.getElementById('host');
          host.replaceWith(host.cloneNode());
          window.board = new Board(document.getElementById('host'), layout, options);
          board.show(view);
          board.mark(marks);
          board.arrows(plays);
        }""",
        given,
    )


def main(folder: Path, wanted: list[str]) -> None:
    """Makes the pictures: all in every room, some in every theme."""
    folder.mkdir(parents=True, exist_ok=True)
    with browser() as found:
        for room, (width, height) in ROOMS.items():
            page = open_page(found, width, height)
            for name, shown in SHOWN.items():
                if not wanted or name in wanted:
                    show(page, shown)
                    page.screenshot(path=folder / f"{room}-{name}.png")
                    if name in wanted or (room in ("phone", "desk") and name in _IN_EVERY_THEME):
                        _themes(page, folder / f"{room}-{name}")
            page.close()


def _themes(page: Page, stem: Path) -> None:
    for theme in THEMES[1:]:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        page.screenshot(path=f"{stem}-{theme}.png")
    page.evaluate("document.documentElement.dataset.theme = 'walnut'")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
    print(json.dumps(sorted(SHOWN)))
