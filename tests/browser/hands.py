"""Ways to play: by mouse (dragging or tapping), by finger, by keyboard, by the text view.

Each knows which of the legal paths it wants and asks the page for nothing but the place to aim at.
"""

from __future__ import annotations

import random
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect

from browser.table_page import Path, Seen, TablePage

PACE = 0.1
"""Seconds between two moves, at least."""
_THROWS = ("opening", "throw")
_MAIN = ("done", "next", *_THROWS)


class Hand(ABC):
    """Somebody who plays at the page of a table."""

    one_by_one = False
    """Each number with a step of its own."""

    def __init__(self, table: TablePage, seed: int = 1) -> None:
        self.table = table
        self.page: Page = table.page
        self.chance = random.Random(seed)
        self.moved = time.monotonic()

    # ------------------------------------------------------------------------ the ways differ

    @abstractmethod
    def press(self, button: Locator) -> None:
        """Press a button beside the board."""

    @abstractmethod
    def step(self, seen: Seen, path: Path) -> None:
        """Play what one checker can do."""

    def main(self, kind: str) -> None:
        """Throw, done, next game."""
        self.press(self.table.main)

    def seldom(self, key: str) -> None:
        """What lies in the sheet behind the last place: undo_turn, back, double, ..."""
        self.press(self.page.locator("#more"))
        self.press(self.page.locator(f'#sheet[open] [data-key="{key}"]'))

    def double(self) -> None:
        """Offer a double: from the sheet, and once more."""
        self.seldom("double")
        self.press(self.table.button("confirm"))

    def resign(self, times: int = 1) -> None:
        """Give up so many times the stake."""
        self.seldom(f"resign{times}")
        self.press(self.table.button("confirm"))

    def face(self, number: int) -> None:
        """One of the six faces of a die that was thrown on the table."""
        self.press(self.page.locator(f'#choices [data-key="face{number}"]'))

    def choose(self, seen: Seen) -> None:
        """A double, or a whole throw, out of those that are offered."""
        self.press(self.page.locator("#choices button").first)

    # ------------------------------------------------------------------------------ all alike

    def move(self, dice: Sequence[int] = ()) -> Seen:
        """Do one thing of those that can be done; the table after it."""
        self.breathe()
        seen = self.table.rest()
        view = seen.view
        if view["choose"] or view["name"]:
            self.choose(seen)
        elif seen.may(*_THROWS) and view["typed"]:
            for number in dice:
                self.face(number)
        elif kind := next((kind for kind in _MAIN if seen.may(kind)), None):
            self.main(kind)
        elif seen.paths:
            self.step(seen, self.wish(seen.paths))
        else:
            raise AssertionError(f"nothing to do: {view['say']} {view['may']}")
        return self.table.rest(seen)

    def breathe(self) -> None:
        """No faster than the server lets anybody play: it cuts off who sends too much at once."""
        left = self.moved + PACE - time.monotonic()
        if left > 0:
            self.page.wait_for_timeout(1000 * left)
        self.moved = time.monotonic()

    def wish(self, paths: list[Path]) -> Path:
        """A path by chance; those that bear off first, so that games end."""
        if self.one_by_one:
            paths = [path for path in paths if len(path["steps"]) == 1]
        off = [path for path in paths if path["to"] == "off"]
        return self.chance.choice(off or paths)

    def turn(self) -> Seen:
        """Play until another side is on turn, or nobody."""
        seen = self.table.rest()
        actor = seen.view["actor"]
        while seen.view["actor"] == actor and not seen.view["over"]:
            seen = self.move()
        return seen

    def turn_of_mine(self) -> Seen:
        """Play this turn to its end, and wait until the computer has answered it."""
        seen = self.table.rest()
        side, ends = seen.mine[0], False
        while not ends and not seen.view["over"]:
            ends = seen.may("done")
            seen = self.move()
        while seen.view["actor"] != side and not seen.view["over"] and not seen.may(*_THROWS):
            seen = self.table.rest(seen)
        return seen


class Dragging(Hand):
    """By mouse: checkers are dragged to where they go."""

    def press(self, button: Locator) -> None:
        expect(button).to_be_enabled()  # an answer is dead for a moment
        button.click()

    def step(self, seen: Seen, path: Path) -> None:
        self.drag(path["from"], path["to"], seen.view["actor"])

    def drag(self, source: int | str, target: int | str, side: str | None = None) -> None:
        """Press on a place, move, let go on another one."""
        self.page.mouse.move(*self.table.spot(source, side))
        self.page.mouse.down()
        self.page.mouse.move(*self.table.spot(target, side), steps=3)
        self.page.mouse.up()


class Clicking(Hand):
    """By mouse: a click on the dice throws, clicks pick up and put down."""

    def press(self, button: Locator) -> None:
        expect(button).to_be_enabled()  # an answer is dead for a moment
        button.click()

    def step(self, seen: Seen, path: Path) -> None:
        side = seen.view["actor"]
        self.tap(*self.table.spot(path["from"], side))
        # A checker that can do one thing only was played by the first tap.
        if self.page.evaluate("seen.hand.picked !== null"):
            self.tap(*self.table.spot(path["to"], side))

    def tap(self, x: float, y: float) -> None:
        """Tap on a place of the window."""
        self.page.mouse.click(x, y)

    def refused(self) -> None:
        """Try what the rules refuse, and wait until it was said; taps are to pick up only."""
        seen = self.table.look()
        source = seen.paths[0]["from"]
        ways = {path["to"] for path in seen.paths if path["from"] == source}
        targets = (int(point) for point in seen.view["board"]["points"])
        side = seen.view["actor"]
        target = next(point for point in targets if point not in {source, *ways})
        for place in (source, target):
            self.tap(*self.table.spot(place, side))
        expect(self.page.locator("#state.refusal")).to_be_visible()


class Touching(Clicking):
    """By finger, on a phone."""

    def press(self, button: Locator) -> None:
        expect(button).to_be_enabled()
        button.tap()

    def tap(self, x: float, y: float) -> None:
        """Tap with a finger."""
        self.page.touchscreen.tap(x, y)


class Typing(Hand):
    """By keyboard alone: numbers of points, Enter, and the keys of the board."""

    def press(self, button: Locator) -> None:
        self.walk_to(button)
        self.page.keyboard.press("Enter")

    def walk_to(self, aim: Locator) -> None:
        """Go there with the tabulator, as there is no mouse."""
        expect(aim).to_be_visible()
        for _ in range(120):
            if aim.evaluate("element => element.contains(document.activeElement)"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the tabulator does not lead to {aim}")

    def keys(self, *keys: str) -> None:
        """Press keys in the board."""
        self.walk_to(self.table.board)
        for key in keys:
            self.page.keyboard.press(key)

    def main(self, kind: str) -> None:
        self.keys("Enter" if kind in _THROWS else "Shift+Enter")

    def face(self, number: int) -> None:
        self.keys(str(number))

    def choose(self, seen: Seen) -> None:
        name = seen.view["name"]
        self.keys(*map(str, name[0] if name else [seen.view["choose"][0]]))

    def step(self, seen: Seen, path: Path) -> None:
        self.keys(*self.way(path["from"]), "Enter")
        self.keys(*self.way(path["to"]), "Enter")

    def way(self, place: int | str) -> list[str]:
        """The digits that lead to a place."""
        if place in ("bar", "res", "off"):
            return list("0" if place == "bar" else "25")
        return list(self.table.name(place))


class Walking(Typing):
    """By keyboard alone: from one legal place to the next with Ctrl and arrows."""

    def main(self, kind: str) -> None:
        self.keys("r" if kind in _THROWS else "Shift+Enter")

    def step(self, seen: Seen, path: Path) -> None:
        for place in (path["from"], path["to"]):
            self.keys("Control+ArrowRight")
            for _ in range(60):
                if self.page.evaluate("place => String(seen.hand.cursor) === String(place)", place):
                    break
                self.keys("Control+ArrowRight")
            self.keys(" ")


class Reading(Typing):
    """By the text view: the board is a table of sentences, each legal step a button."""

    def __init__(self, table: TablePage, seed: int = 1) -> None:
        super().__init__(table, seed)
        self.press(self.page.locator("#tab-table"))
        self.press(self.page.locator("#text-button"))
        expect(self.page.locator("#text-view table")).to_be_visible()
        expect(table.board).to_be_hidden()

    def walk_to(self, aim: Locator) -> None:
        aim.focus()

    def main(self, kind: str) -> None:
        self.press(self.table.main)

    def face(self, number: int) -> None:
        Hand.face(self, number)

    def choose(self, seen: Seen) -> None:
        Hand.choose(self, seen)

    def step(self, seen: Seen, path: Path) -> None:
        """The buttons are those of the legal paths; the one that is wanted is pressed."""
        label = self.table.strings()["step_to"]
        number = "+".join(str(step["number"]) for step in path["steps"])
        target = self.table.name(path["to"])
        row = self.page.locator(f'#text-view tr[data-place="{path["from"]}"]')
        expect(self.page.locator("#text-view td button")).to_have_count(len(seen.paths))
        name = label.replace("{number}", number).replace("{place}", target)
        self.press(row.get_by_role("button", name=name, exact=True))


WAYS: dict[str, type[Hand]] = {
    "drag": Dragging, "click": Clicking, "touch": Touching,
    "digits": Typing, "arrows": Walking, "text": Reading,
}  # fmt: skip
"""Every way to play by its name."""
