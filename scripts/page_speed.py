"""How fast a table's page is in Chromium: until the board is there, while it rests, while it moves.

    python -m scripts.page_speed [--keep] [--trace FILE] [--seconds 5] [--rounds 5]

Against a server of its own on loopback:

- first board: from the navigation until checkers are drawn, with what was asked for and sent;
- rest: the share of a core that the page takes while nothing happens;
- motion: a long double of the computer at a quarter of the CPU's speed, from a trace: frames
  drawn and dropped while something slides or falls, the longest wait for a frame then, and the
  longest task of the page (the time of its thread, so that other programs do not count).

Measure on a machine that does nothing else.  `--keep` writes `docs/figures/page.json`, and
beside it those events of the trace from which its figures come.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page
from scripts import board_shots
from scripts.figures import table_page
from scripts.figures.store import commit, folder, machine
from scripts.shots import served

from tavola.games import GAMES
from tavola.rules.model.ruleset import Then

TRACE = "page.trace.json.gz"
THROTTLED = 4
FRAME = 1000 / 60
"""Milliseconds."""
Event = dict[str, Any]
"""An event of a trace, in Chromium's own form."""
_MAIN = "CrRendererMain"
CATEGORIES = (
    "devtools.timeline,disabled-by-default-devtools.timeline.frame,toplevel,blink.user_timing"
)
WINDOW = {"width": 1280, "height": 800}
_FIRST = """() => {
  const look = () => {
    if (document.querySelector('#board .checkers .checker')) {
      requestAnimationFrame(() => { window.firstBoard = performance.now(); });
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
"""When checkers have been drawn for the first time, in milliseconds of the navigation."""
_MARKED = """() => {
  const { animate } = Element.prototype;
  Element.prototype.animate = function marked(frames, options) {
    const animation = animate.call(this, frames, options);
    animation.ready.then(() => performance.mark(`motion ${options.duration}`), () => {});
    return animation;
  };
}"""
"""Marks in the trace where a motion begins, and how long it takes in milliseconds."""
_IMPORTED = "document.querySelector('script[type=module]').src"
_STILL = f"""async () => {{
  const {{ game }} = await import({_IMPORTED});
  while (!game.connection.connected || !game.idle) await new Promise(done => setTimeout(done, 20));
}}"""
_MOVED = f"""async (before) => {{
  const {{ game }} = await import({_IMPORTED});
  while (game.seq <= before || !game.idle) await new Promise(done => setTimeout(done, 20));
  return game.seq;
}}"""
_SEQ = f"async () => (await import({_IMPORTED})).game.seq"


def _new_table(context: BrowserContext, base: str, **wishes: Any) -> str:
    answer = context.request.post(f"{base}/api/v1/tables", data=wishes)
    if not answer.ok:
        raise SystemExit(answer.text())
    return f"{base}/t/{answer.json()['table']}"


def _context(browser: Browser, base: str) -> BrowserContext:
    """Somebody who was never here, without sounds."""
    context = browser.new_context(viewport=WINDOW, locale="en-GB")  # type: ignore[arg-type]
    context.request.post(f"{base}/settings", data={"sounds": False})
    return context


# ---------------------------------------------------------------------------------- the first board


def first_board(browser: Browser, base: str, rounds: int) -> dict[str, float]:
    """A table opened by somebody whose browser has nothing of it yet."""
    found = [_opened(browser, base) for _ in range(rounds)]
    middle = {key: median(one[key] for one in found) for key in found[0]}
    return {
        "first_board_ms": round(middle["ms"]),
        "slowest_first_board_ms": round(max(one["ms"] for one in found)),
        "requests": middle["requests"],
        "kilobytes": round(middle["bytes"] / 1000, 1),
    }


def _opened(browser: Browser, base: str) -> dict[str, float]:
    context = _context(browser, base)
    address = _new_table(context, base, game=next(iter(GAMES)), opponent="computer")
    page = context.new_page()
    client = context.new_cdp_session(page)
    client.send("Network.enable")
    sent: list[float] = []
    client.on("Network.loadingFinished", lambda one: sent.append(one["encodedDataLength"]))
    page.add_init_script(f"({_FIRST})()")
    page.goto(address)
    page.evaluate(_STILL)
    page.wait_for_load_state("networkidle")
    found = {"ms": page.evaluate("firstBoard"), "requests": len(sent), "bytes": sum(sent)}
    context.close()
    return found


# --------------------------------------------------------------------------------------------- rest


def rest(browser: Browser, base: str, seconds: float) -> dict[str, float]:
    """A table that waits for somebody to throw."""
    context = _context(browser, base)
    page = context.new_page()
    page.goto(_new_table(context, base, game=next(iter(GAMES)), opponent="here"))
    page.evaluate(_STILL)
    page.wait_for_load_state("networkidle")
    time.sleep(2)  # what follows the first board: cells for readers, the list of moves
    client = context.new_cdp_session(page)
    client.send("Performance.enable")
    before, began = _busy(client), time.monotonic()
    time.sleep(seconds)
    share = (_busy(client) - before) / (time.monotonic() - began)
    context.close()
    return {"rest_percent": round(100 * share, 2)}


def _busy(client: CDPSession) -> float:
    """Seconds of tasks of the page until now."""
    metrics = client.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))


# ------------------------------------------------------------------------------------------- motion


def motion(browser: Browser, base: str, trace: Path | None) -> list[Event]:
    """The events of a trace: the computer plays a double and its other face, eight steps."""
    game = next(one.id for one in GAMES.values() if one.rules.double_then is Then.OTHER_FACE)
    context = _context(browser, base)
    start = "W 18:5 17:5 16:5 | B 13:5 12:5 11:5 | B"
    page = context.new_page()
    page.add_init_script(f"({_MARKED})()")
    wishes = {"game": game, "start": start, "opponent": "computer", "colour": "white"}
    # Without a cube, for the computer would double.
    page.goto(_new_table(context, base, dice="typed", options={"cube": False}, **wishes))
    page.evaluate(_STILL)
    client = context.new_cdp_session(page)
    client.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLED})
    raw = _traced(browser, page, lambda: _play_double(page))
    if trace is not None:
        trace.write_bytes(raw)
    context.close()
    events: list[Event] = json.loads(raw)["traceEvents"]
    return events


def _play_double(page: Page) -> None:
    """Type 2-2 for the computer, and wait until it has played."""
    before = page.evaluate(_SEQ)
    for _ in range(2):
        page.locator('#choices [data-key="face2"]').click()
    page.evaluate(_MOVED, before + 2)


def _traced(browser: Browser, page: Page, act: Callable[[], None]) -> bytes:
    browser.start_tracing(page=page, categories=CATEGORIES.split(","))
    act()
    return browser.stop_tracing()


def frames(events: list[Event]) -> dict[str, float]:
    """What a trace says of the frames while something moved, from the marks of `_MARKED`.

    What stands still is not drawn anew, so that waits between two motions say nothing.
    """
    drawn, dropped = (_times(events, name) for name in ("DrawFrame", "DroppedFrame"))
    moved, lost, waited = 0.0, 0, list[float]()
    for begin, end in motions(events):
        moved += end - begin
        seen = [at for at in drawn if begin <= at <= end]
        waited += [b - a for a, b in pairwise([begin, *seen])]
        lost += sum(begin <= at <= end for at in dropped)
    if not waited:
        raise SystemExit("the trace has no frames")
    tasks = [float(one.get("tdur") or one.get("dur") or 0) / 1000 for one in _tasks(events)]
    return {
        "motion_ms": round(moved),
        "frames": len(waited),
        "dropped_frames": lost,
        "longest_frame_ms": round(max(waited), 1),
        "middle_frame_ms": round(median(waited), 1),
        "late_frames": sum(one > 1.5 * FRAME for one in waited),
        "longest_task_ms": round(max(tasks, default=0.0), 1),
    }


def motions(events: list[Event]) -> list[tuple[float, float]]:
    """When something moved, from and to in milliseconds of the trace; what overlaps is one."""
    found: list[tuple[float, float]] = []
    marks = [one for one in events if str(one["name"]).startswith("motion ")]
    for one in sorted(marks, key=lambda mark: float(mark["ts"])):
        begin = one["ts"] / 1000
        end = begin + float(one["name"].split()[1])
        if found and begin <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((begin, end))
    return found


def _tasks(events: list[Event]) -> list[Event]:
    """The tasks of the pages' main threads."""
    threads = {
        (one["pid"], one["tid"]) for one in events if one.get("args", {}).get("name") == _MAIN
    }
    return [
        one
        for one in events
        if one["name"].endswith("RunTask") and (one["pid"], one["tid"]) in threads
    ]


def told(events: list[Event]) -> list[Event]:
    """Those events of a trace that `frames` reads."""
    tasks = {id(one) for one in _tasks(events)}
    return [
        one
        for one in events
        if one["name"] in ("DrawFrame", "DroppedFrame")
        or one["name"].startswith("motion ")
        or one.get("args", {}).get("name") == _MAIN
        or id(one) in tasks
    ]


def _times(events: list[Event], name: str) -> list[float]:
    return sorted(one["ts"] / 1000 for one in events if one["name"] == name)


# --------------------------------------------------------------------------------------------- told


def main() -> None:
    """Measures, prints, and with `--keep` writes it down."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--trace", type=Path)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    with board_shots.browser() as browser, served() as base:
        _opened(browser, base)  # the server has read its files
        found = first_board(browser, base, args.rounds) | rest(browser, base, args.seconds)
        events = motion(browser, base, args.trace)
    found |= frames(events)
    for key, name in table_page.FIGURES:
        print(f"{name:<50} {found[key]:>8}")
    if args.keep:
        kept = {
            "page": found,
            "commit": commit(),
            "date": f"{datetime.now(UTC):%Y-%m-%d %H:%M}",
            "machine": machine(),
        }
        path = folder() / "page.json"
        path.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        # The same bytes whenever it was written.
        packed = gzip.compress(json.dumps({"traceEvents": told(events)}).encode(), mtime=0)
        (folder() / TRACE).write_bytes(packed)


if __name__ == "__main__":
    main()
