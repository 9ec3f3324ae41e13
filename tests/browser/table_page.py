"""The page of a table: what it shows, and how a test waits for it.

What is done goes through pointer and keys (`hands.py`); the page's own objects are only looked at,
to know what is legal and when it has come to rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

Path = dict[str, Any]
"""A legal path of the view: `from`, `to`, `steps`."""

_LOOK = """() => {
  const { game, hand } = seen;
  return { now: game.now, seq: game.seq, epoch: game.epoch, view: game.view, mine: game.mine,
    facing: game.facing, idle: game.idle && !game.later, paths: hand.paths,
    connected: game.connection.connected };
}"""
_UNTIL = """([condition, arg, patience]) => new Promise((done, fail) => {
  const { game } = seen;
  const met = {
    rest: () => game.connection.connected && game.idle && !game.later && game.now !== arg,
    reached: () => game.idle && game.seq >= arg,
    connected: () => game.connection.connected && game.idle,
    lost: () => !game.connection.connected,
    full: () => game.idle && game.view.seats.every(({ here }) => here),
  }[condition];
  const end = Date.now() + patience;
  const look = () => {
    if (met()) done();
    else if (Date.now() > end) fail(new Error([
      `not ${condition} ${arg}`, game.now, game.view.say,
      document.getElementById('prompt').innerText,
    ].join('; ')));
    else setTimeout(look, 8);
  };
  look();
})"""
"""Waits inside the page: its content policy forbids what Playwright's own waiting does."""
PATIENCE = 30_000
"""Milliseconds."""
_SPOT = """([place, side]) => {
  const here = scrollY;
  for (const top of [here, 0, 80, 160, 240]) {
    if (top !== here) scrollTo(0, top);
    const box = seen.board.boxOf(place, side);
    for (const part of [0.5, 0.25, 0.75, 0.1, 0.9]) {
      const at = [box.x + box.width / 2, box.y + box.height * part];
      const inBoard = document.elementFromPoint(...at)?.closest('#board');
      if (inBoard && seen.board.placeAt(...at) === place) return at;
    }
  }
  return null;
}"""
"""In a low window the row of actions lies above the board until the page is scrolled."""


@dataclass(frozen=True)
class Seen:
    """A table at rest, as its page has it."""

    now: str
    seq: int
    epoch: int
    view: dict[str, Any]
    mine: list[str]
    facing: str
    paths: list[Path]

    @property
    def stand(self) -> tuple[Any, ...]:
        """What must be the same after a pause: the throw, what is left of it, and the board."""
        return tuple(
            _short(self.view.get(name)) for name in ("actor", "throw", "dice", "board", "handed")
        )

    def may(self, *kinds: str) -> bool:
        """Whether one of these can be done."""
        return any(kind in self.view["may"] for kind in kinds)


class TablePage:
    """A page at `/t/...`."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.board = page.locator("#board")
        self.prompt = page.locator("#prompt")
        self.news = page.locator("#said")
        self.main = page.locator('.actions [data-key="main"]:visible')
        self.offer = page.locator("#offer")
        self.result = page.locator("#result")
        self.ready()

    def ready(self) -> None:
        """Wait until the page lives: after it was opened, or loaded again."""
        self.page.evaluate(
            "async () => { window.seen = await import("
            "document.querySelector('script[type=module]').src); }"
        )
        self.until("connected")

    def until(self, condition: str, arg: object = None) -> None:
        """Wait for the table to be: rest (and other than `arg`), reached, connected, lost, full."""
        self.page.evaluate(_UNTIL, [condition, arg, PATIENCE])

    @property
    def id(self) -> str:
        """The id of the table."""
        return self.page.url.rpartition("/")[2].partition("?")[0]

    def look(self) -> Seen:
        """The table as it is now."""
        found = self.page.evaluate(_LOOK)
        del found["idle"], found["connected"]
        return Seen(**found)

    def rest(self, before: Seen | None = None) -> Seen:
        """Wait until nothing moves and, if given, something has happened since `before`."""
        self.until("rest", before.now if before else "")
        return self.look()

    def reach(self, seq: int) -> Seen:
        """Wait until an event was heard of."""
        self.until("reached", seq)
        return self.look()

    def button(self, key: str) -> Locator:
        """A button of the action row (main, undo, take, confirm, ...) or of the open sheet."""
        return self.page.locator(f'.actions [data-key="{key}"], #sheet [data-key="{key}"]')

    def sheet(self) -> list[str]:
        """What the sheet behind the last place offers now; it is closed again."""
        self.page.locator("#more").click()
        buttons = self.page.locator("#sheet[open] button")
        expect(buttons.first).to_be_visible()
        found = [str(button.get_attribute("data-key")) for button in buttons.all()]
        self.page.keyboard.press("Escape")
        expect(self.page.locator("#sheet")).to_be_hidden()
        return found

    def tab(self, name: str) -> Locator:
        """Show a tab: log, analysis, rules, table."""
        self.page.locator(f"#tab-{name}").click()
        return self.page.locator(f"#panel-{name}")

    def open(self, box: str) -> Locator:
        """Open one of the boxes of the tab Table."""
        self.tab("table")
        found = self.page.locator(f"#{box}-box")
        if found.get_attribute("open") is None:
            found.locator("summary").click()
        expect(found).to_have_attribute("open", "")
        return found

    def spot(self, place: int | str, side: str | None = None) -> tuple[float, float]:
        """Where in the window a place can be hit."""
        self.board.scroll_into_view_if_needed()
        found = self.page.evaluate(_SPOT, [place, side])
        assert found, f"{place} is nowhere to be hit"
        return found[0], found[1]

    def drawn(self, part: str) -> tuple[float, float]:
        """Where in the window the first of some drawn things lies: the cube, a die."""
        box = self.board.locator(part).first.bounding_box()
        assert box, f"no {part} is drawn"
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def name(self, place: int | str) -> str:
        """What a place is called on this page."""
        return str(self.page.evaluate("place => seen.grid.names.of(place)", place))

    def checkers(self) -> dict[str, int]:
        """How many checkers of each colour are drawn."""
        count: dict[str, int] = self.page.evaluate(
            "() => Object.fromEntries(['W', 'B'].map(side => [side, document"
            ".querySelectorAll(`#board .checkers .checker.${side}`).length]))"
        )
        return count

    def lying(self) -> list[tuple[str, str]]:
        """On which place each checker is drawn, with its colour."""
        found: list[list[str]] = self.page.evaluate(
            """() => [...document.querySelectorAll('#board .checkers .checker')].map(element => {
              const { x, y, width, height } = element.getBoundingClientRect();
              const place = seen.board.placeAt(x + width / 2, y + height / 2);
              return [String(place), element.classList.contains('W') ? 'W' : 'B'];
            })"""
        )
        return sorted((place, side) for place, side in found)

    def strings(self) -> dict[str, str]:
        """The page's own sentences."""
        found: dict[str, str] = self.page.evaluate(
            "() => JSON.parse(document.getElementById('strings').textContent)"
        )
        return found


def _short(value: Any) -> Any:
    """Without what is as usual: messages leave it out, and the page that comes first does not."""
    if isinstance(value, dict):
        return {name: _short(part) for name, part in value.items() if part}
    return [_short(part) for part in value] if isinstance(value, list) else value


__all__ = ["Path", "Seen", "TablePage"]
