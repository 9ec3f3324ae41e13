"""Somebody at a table with a browser: taps, drags, keys, or the table of text."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

PATIENCE = 30
"""Seconds until a table that does not come to rest counts as stuck."""

PAGE_SCRIPT = """await import(
    [...document.scripts].find((one) => one.src.endsWith('/table/main.js')).src
  )"""
"""What the script of a table's page exports."""
_EXPORTED = f"""async ({{path, argument}}) => {{
  let found = {PAGE_SCRIPT};
  let owner = found;
  for (const name of path.split('.')) [owner, found] = [found, found[name]];
  if (typeof found === 'function') found = await found.call(owner, ...argument);
  return found === undefined ? null : found;
}}"""
"""Reads or calls what the page's script exports, by its path."""
_RESTING = f"""async ({{before, reached, patience}}) => {{
  const {{ game }} = {PAGE_SCRIPT};
  const end = performance.now() + patience;
  const behind = () => game.now === before || (reached && game.now !== reached);
  while (behind() || !game.idle || game.view.thinking) {{
    if (performance.now() > end) return {{now: '', view: game.view}};
    await new Promise((done) => {{ setTimeout(done, 10); }});
  }}
  return {{now: game.now, view: game.view}};
}}"""
"""Waits until the table is another one than before, or just the one that is wanted, and at rest."""
_HEARD = """() => {
  const region = document.getElementById('said');
  window.heard = [];
  new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach(
    (line) => window.heard.push(line.textContent.trim())))).observe(region, {childList: true});
}"""
_LAST = """async ({part, patience}) => {
  const end = performance.now() + patience;
  while (!window.heard.at(-1)?.includes(part) && performance.now() < end) {
    await new Promise((done) => { setTimeout(done, 10); });
  }
}"""
_NEXT = """async ({before, patience}) => {
  const end = performance.now() + patience;
  while (window.heard.length === before && performance.now() < end) {
    await new Promise((done) => { setTimeout(done, 10); });
  }
}"""
_PACE = {"keys": 110, "text": 110}
"""Milliseconds between two moves that need several messages each: a table limits their number."""
_ANSWERS = ("take", "accept", "agree")


class Client:
    """One page of a table."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.errors: list[str] = []
        self.now = ""
        self.chance = random.Random(seed)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._logged)

    def _logged(self, message: ConsoleMessage) -> None:
        lost = "WebSocket connection" in message.text or "ERR_" in message.text
        if message.type == "error" and not lost:
            self.errors.append(message.text)

    def open(self, address: str, **settings: Any) -> None:
        """Go to a table; nothing moves and no sound is made, unless the settings say so."""
        self.page.goto(address)
        self.page.wait_for_selector("#board svg .checker, #board svg .body", state="attached")
        for name, value in {"speed": "none", "sounds": False, **settings}.items():
            self.script("settings.set", name, value)
        self.rest()
        self.page.evaluate(_HEARD)

    def script(self, path: str, *argument: Any) -> Any:
        """What the page's script exports, or what it answers when it is called."""
        return self.page.evaluate(_EXPORTED, {"path": path, "argument": list(argument)})

    @property
    def view(self) -> dict[str, Any]:
        """The view that the table sent last."""
        found: dict[str, Any] = self.script("game.view")
        return found

    @property
    def heard(self) -> list[str]:
        """All that the live region said since the page was opened, paragraph by paragraph."""
        found: list[str] = self.page.evaluate("window.heard")
        return found

    def hear(self, part: str) -> None:
        """Wait until the last paragraph has this in it."""
        self.page.evaluate(_LAST, {"part": part, "patience": 1000 * PATIENCE})
        assert part in "".join(self.heard[-1:]), self.heard[-3:]

    def hears(self, act: Callable[[], object]) -> str:
        """Do something that says something; what it says."""
        before = len(self.heard)
        act()
        self.page.evaluate(_NEXT, {"before": before, "patience": 1000 * PATIENCE})
        return self.heard[before]

    def rest(self) -> dict[str, Any]:
        """Wait until nothing moves and nobody thinks; the view then."""
        return self._wait()

    def after(self, act: Callable[[], object]) -> dict[str, Any]:
        """Do something that changes the table; the view after it."""
        before = self.now
        act()
        return self._wait(before)

    def follow(self, other: Client) -> dict[str, Any]:
        """Wait until this page has heard what another one has: news reach one after the other."""
        return self._wait(reached=other.now)

    def _wait(self, before: str = "", reached: str = "") -> dict[str, Any]:
        argument = {"before": before, "reached": reached, "patience": 1000 * PATIENCE}
        found = self.page.evaluate(_RESTING, argument)
        view: dict[str, Any] = found["view"]
        assert found["now"], f"the table does not move: {view['say']} {self.heard[-3:]}"
        self.now = found["now"]
        return view

    def main(self) -> None:
        """The main button."""
        self.page.locator('.actions [data-key="main"]:visible').click()

    def seldom(self, key: str) -> None:
        """A button of the sheet behind the last place."""
        self.page.click("#more")
        self.page.click(f'#sheet[open] [data-key="{key}"]')

    def middle(self, place: int | str) -> tuple[float, float]:
        """Where a place is in the window."""
        box = self.script("board.boxOf", place, self.script("game.side"))
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    # ------------------------------------------------------------------------- ways to play a path

    def tap(self, path: dict[str, Any]) -> None:
        """A click on a checker; if it was only picked up, one on the target."""
        self._tapped(path, self.page.mouse.click)

    def touch(self, path: dict[str, Any]) -> None:
        """The same with a finger."""
        self._tapped(path, self.page.touchscreen.tap)

    def _tapped(self, path: dict[str, Any], tap: Callable[[float, float], None]) -> None:
        tap(*self.middle(path["from"]))
        if self.script("hand.picked") is not None:
            tap(*self.middle(path["to"]))

    def drag(self, path: dict[str, Any]) -> None:
        """Press, move, let go."""
        if path["from"] == path["to"]:  # a tower that is served where it stands
            self.tap(path)
            return
        self.page.mouse.move(*self.middle(path["from"]))
        self.page.mouse.down()
        self.page.mouse.move(*self.middle(path["to"]), steps=4)
        self.page.mouse.up()

    def keys(self, path: dict[str, Any]) -> None:
        """Through what is legal until the checker is found, and the same with the target."""
        for place in (path["from"], path["to"]):
            for _ in range(30):
                self.page.keyboard.press("Control+ArrowRight")
                if self.script("hand.cursor") == place:
                    break
            self.page.keyboard.press("Enter")

    def text(self, path: dict[str, Any]) -> None:
        """A button of the text view."""
        buttons = self.page.locator(f'#text-view [data-key="step{path["from"]}"]')
        buttons.first.press("Enter")

    # ---------------------------------------------------------------------------------- whole games

    def move(self, way: str, view: dict[str, Any]) -> None:
        """Do one thing that the view allows."""
        page, may = self.page, view["may"]
        by_key = way == "keys"
        if view["paths"]:
            steps = [path for path in view["paths"] if len(path["steps"]) == 1]
            getattr(self, way)(self.chance.choice(steps))
        elif view["name"] or view["choose"]:
            self._choose(view, by_key)
        elif any(kind in may for kind in _ANSWERS) and by_key:
            page.keyboard.press("Shift+Y")
        elif by_key:
            page.keyboard.press("r" if {"throw", "opening"} & {*may} else "Shift+Enter")
        elif way == "text":
            page.locator('.actions [data-key="main"]:visible').press("Enter")
        else:
            self.main()

    def _choose(self, view: dict[str, Any], by_key: bool) -> None:
        if not by_key:
            self.chance.choice(self.page.locator("#choices button").all()).click()
            return
        for digit in view["name"][0] if view["name"] else [4]:
            self.page.keyboard.press(str(digit))

    def play(self, way: str, most: int = 4000) -> dict[str, Any]:
        """Play a match to its end; the last view."""
        view = self.rest()
        for _ in range(most):
            if view["over"]:
                return view
            self.page.wait_for_timeout(_PACE.get(way, 40))
            view = self.after(partial(self.move, way, view))
        raise AssertionError(f"not over after {most} events: {view['say']}")


@contextmanager
def sitting(browser: Browser, **more: Any) -> Iterator[tuple[BrowserContext, Client]]:
    """A browser of somebody who was never here; errors of its pages fail the test."""
    context = browser.new_context(**{"locale": "en-GB", "reduced_motion": "reduce", **more})
    client = Client(context.new_page())
    try:
        yield context, client
        assert not client.errors
    finally:
        context.close()
