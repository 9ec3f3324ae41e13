"""What the tests in a browser share: Chromium, a server, and people who come to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from browser.visitors import CHROMIUM, People
from serving import House

HERE = Path(__file__).parent


SKIPPED = pytest.mark.skip(reason="Chromium is not installed: apt-get install chromium")


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
