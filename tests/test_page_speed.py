"""What is read from a trace of a table's page."""

from __future__ import annotations

from typing import Any

from scripts.figures import table_page
from scripts.page_speed import frames

PAGE, OTHER = {"pid": 1, "tid": 1}, {"pid": 2, "tid": 1}


def _at(name: str, *times: float, **more: Any) -> list[dict[str, Any]]:
    return [{"name": name, "ts": 1000 * time, **OTHER, **more} for time in times]


def test_frames_are_counted_while_something_moves() -> None:
    """A long wait is the rest between two movements: nothing of it counts."""
    task = "ThreadControllerImpl::RunTask"
    events = [
        *_at("DrawFrame", 0, 16, 32, 72, 500, 516),
        *_at("DroppedFrame", 50, 300),
        {"name": "thread_name", "args": {"name": "CrRendererMain"}, **PAGE},
        {"name": task, "ts": 0, "dur": 90_000, "tdur": 12_000, **PAGE},
        {"name": task, "ts": 0, "dur": 90_000, **OTHER},
    ]
    found = frames(events)
    assert found["frames"] == 4
    assert found["dropped_frames"] == 1
    assert found["late_frames"] == 1
    assert found["longest_frame_ms"] == 40
    assert found["middle_frame_ms"] == 16
    assert found["longest_task_ms"] == 12


def test_every_figure_of_the_trace_has_its_name() -> None:
    named = {key for key, _ in table_page.FIGURES}
    assert set(frames(_at("DrawFrame", 0, 16))) - {"begun_frames"} <= named
