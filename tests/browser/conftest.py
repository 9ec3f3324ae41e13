"""What the tests in a browser share: Chromium, a server, and people who come to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from scripts import board_shots
from scripts.board_shots import CHROMIUM, open_page

from browser.visitors import People
from serving import House

HERE = Path(__file__).parent


SKIPPED = pytest.mark.skip(
    reason="Chromium is not installed: apt-get install chromium-headless-shell"
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without a browser those who look through one are skipped; who reads the scripts is not."""
    for item in items if CHROMIUM is None else []:
        shown = {"browser", "chromium"} & set(getattr(item, "fixturenames", ()))
        if HERE in item.path.parents and shown:
            item.add_marker(SKIPPED)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One browser without a window; its people do not share cookies.

    Each module has its own: Playwright does not start twice in one process, and other modules
    start it, too.
    """
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for the board alone, without a server."""
    with board_shots.browser() as found:
        yield found


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """A page with a board; at the end nothing may have gone wrong on it."""
    page = open_page(browser, 1000, 700)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    assert not errors


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that nobody kills."""
    found = House(tmp_path_factory.mktemp("house"))
    yield found
    found.close()


@pytest.fixture
def people(chromium: Browser, house: House) -> Iterator[People]:
    """People in browsers of their own; at the end none of them may have seen an error."""
    found = People(chromium, house.base)
    yield found
    found.leave()
