"""From the tables in files to the one tuple that the compiled look-up takes."""

from __future__ import annotations

from typing import Any

from tavola.bots.exact import coverage, home
from tavola.bots.exact.lookup import (
    CELLS,
    CODES,
    DEBT,
    HEAD,
    KEYS,
    PAIRS,
    RANKS,
    STARTS,
    TURNS,
    VALUES,
    WAYS,
    WHOLE,
    Arrays,
    no_arrays,
)
from tavola.bots.exact.typed_buffers import buffer, filled, joined, zeros
from tavola.rules.model.rule_table import tables
from tavola.rules.model.ruleset import Ruleset, Side

Content = dict[str, Any]
"""The buffers of one table by name."""


def arrays_of(rules: Ruleset, contents: list[tuple[str, Content]]) -> Arrays:
    """The tuple of the look-up from the tables that are there, each with its kind."""
    arrays: list[Any] = list(no_arrays())
    head = arrays[HEAD]
    arrays[WAYS] = home.binomials()
    roles = list(dict.fromkeys(coverage.role_of(rules, side) for side in Side))
    homes = [content for kind, content in contents if kind == "home"]
    if len(homes) == len(roles):
        arrays[STARTS], arrays[CELLS] = _homes(rules, roles, homes, head)
    for kind, content in contents:
        if kind == "home":
            continue
        arrays[VALUES] = content["values"]
        head[PAIRS if kind == "pairs" else WHOLE] = round(len(content["values"]) ** 0.5)
        if kind == "game":
            arrays[KEYS], arrays[RANKS] = _hash(content["keys"])
            arrays[CODES] = tables(rules).Z
    return tuple(arrays)


def _homes(
    rules: Ruleset, roles: list[coverage.Role], homes: list[Content], head: Any
) -> tuple[Any, Any]:
    """Turns and debts of all roles one behind the other; HEAD learns where those of a side are."""
    starts, cells = [], []
    at, first = 0, 0
    for role, content in zip(roles, homes, strict=True):
        for slot, name in ((TURNS, "turn"), (DEBT, "debt")):
            for side in Side:
                if coverage.role_of(rules, side) is role:
                    head[slot + side] = at
            shifted = [int(start) + (first << 6) for start in content[f"{name}_starts"]]
            starts.append(buffer("int32", shifted))
            cells.append(content[f"{name}_cells"])
            at, first = at + len(shifted), first + len(cells[-1])
    return joined("int32", starts), joined("uint16", cells)


def _hash(keys: Any) -> tuple[Any, Any]:
    """Open addressing: the rank of a key is its place in `keys`."""
    size = 1 << (4 * len(keys)).bit_length()
    slots, ranks = zeros("int64", size), filled("int64", size, -1)
    for rank, key in enumerate(keys):
        at = int(key) & size - 1
        while ranks[at] >= 0:
            at = (at + 1) & size - 1
        slots[at], ranks[at] = key, rank
    return slots, ranks
