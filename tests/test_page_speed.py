"""What is read from a trace of a table's page."""

from __future__ import annotations

import gzip
import json
from typing import Any

from scripts.figures import table_page
from scripts.figures.store import folder
from scripts.page_speed import TRACE, frames, motions

PAGE, OTHER = {"pid": 1, "tid": 1}, {"pid": 2, "tid": 1}


def _at(name: str, *times: float, **more: Any) -> list[dict[str, Any]]:
    return [{"name": name, "ts": 1000 * time, **OTHER, **more} for time in times]


def _motion(at: float, lasts: float) -> dict[str, Any]:
    return {"name": f"motion {lasts:g}", "ts": 1000 * at, **PAGE}


def test_frames_are_counted_while_something_moves() -> None:
    """What lies between two movements counts for nothing."""
    task = "ThreadControllerImpl::RunTask"
    events = [
        _motion(0, 80),
        _motion(10, 60),
        _motion(500, 20),
        *_at("DrawFrame", 16, 32, 72, 200, 516),
        *_at("DroppedFrame", 50, 300),
        {"name": "thread_name", "args": {"name": "CrRendererMain"}, **PAGE},
        {"name": task, "ts": 0, "dur": 90_000, "tdur": 12_000, **PAGE},
        {"name": task, "ts": 0, "dur": 90_000, **OTHER},
    ]
    found = frames(events)
    assert found["motion_ms"] == 100
    assert found["frames"] == 4
    assert found["dropped_frames"] == 1
    assert found["late_frames"] == 1
    assert found["longest_frame_ms"] == 40
    assert found["middle_frame_ms"] == 16
    assert found["longest_task_ms"] == 12


def test_movements_that_overlap_are_one() -> None:
    events = [_motion(0, 80), _motion(90, 10), _motion(10, 100), _motion(200, 5)]
    assert motions(events) == [(0, 110), (200, 205)]


def test_the_figures_are_those_of_the_trace_that_is_kept() -> None:
    trace = json.loads(gzip.decompress((folder() / TRACE).read_bytes()))
    page = json.loads((folder() / "page.json").read_text(encoding="utf-8"))["page"]
    found = frames(trace["traceEvents"])
    assert found == {name: page[name] for name in found}


def test_every_figure_of_the_trace_has_its_name() -> None:
    named = {key for key, _ in table_page.FIGURES}
    assert set(frames([_motion(0, 20), *_at("DrawFrame", 1, 16)])) <= named
