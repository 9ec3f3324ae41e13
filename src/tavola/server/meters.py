"""What a server counts for whoever watches it, in the form of Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Histogram

REGISTRY = CollectorRegistry()
EVENTS = Counter("tavola_events", "Events of matches that were stored.", registry=REGISTRY)
REFUSALS = Counter(
    "tavola_refusals", "Actions at tables that were refused.", ["code"], registry=REGISTRY
)
COMMITS = Histogram(
    "tavola_commit_seconds",
    "How long the database took to store a group of changes.",
    buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0),
    registry=REGISTRY,
)

__all__ = ["COMMITS", "EVENTS", "REFUSALS", "REGISTRY"]
