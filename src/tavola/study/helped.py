"""How often a tutor has stopped somebody in a match, and how often he thought again.

It is no event: a record says what was played, and by whom, but not who was warned.  It is kept
beside the record, among the options of a match, where older versions leave it alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tavola.rules.turn.state import Kind

KEY = "helped"
"""Where it stands among the options of a match."""


class Help:
    """Counts warnings; `options` are those of the match, in which they are kept."""

    def __init__(self, options: dict[str, Any]) -> None:
        self._options = options
        self._last: tuple[int, int, Kind] | None = None
        self.new = False
        """Something was counted that is not stored yet."""

    def of(self, player: int) -> tuple[int, int]:
        """How often a player was warned, and how often he did something else then."""
        return _pair(self._options.get(KEY), player)

    def warned(self, player: int, seq: int, kind: Kind) -> None:
        """A player was warned of an action that would follow event `seq`; the same warning given
        again counts once."""
        if self._last != (player, seq, kind):
            self._last = player, seq, kind
            self._add(player, 1, 0)

    def acted(self, seq: int, kind: Kind) -> None:
        """After event `seq` something was done: what he was warned of, or something else."""
        if self._last is not None and self._last[1] == seq and self._last[2] is not kind:
            self._add(self._last[0], 0, 1)
        self._last = None

    def _add(self, player: int, warned: int, heeded: int) -> None:
        kept = [list(_pair(self._options.get(KEY), one)) for one in (0, 1)]
        kept[player][0] += warned
        kept[player][1] += heeded
        self._options[KEY] = kept
        self.new = True


def _pair(kept: object, player: int) -> tuple[int, int]:
    """What is kept of a player; nothing where somebody else has written there."""
    try:
        warned, heeded = kept[player]  # type: ignore[index]
        return int(warned), int(heeded)
    except (TypeError, ValueError, KeyError, IndexError):
        return 0, 0


def without(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options for the next match of the same players: nobody has been helped there yet."""
    return {key: value for key, value in options.items() if key != KEY}


__all__ = ["KEY", "Help", "without"]
