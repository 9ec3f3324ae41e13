"""Who may not come in any more: people by their id, addresses by their network.

An operator keeps the list (`tavola admin ban`); the server reads it again every few seconds.
"""

from __future__ import annotations

import ipaddress
import json
from dataclasses import asdict, dataclass
from typing import Any, Literal

FACT = "bans"
"""The fact of the house under which the list is kept."""
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(frozen=True)
class Ban:
    """One of them: whom, since when (unix seconds), and why, for the operator himself."""

    kind: Literal["person", "address"]
    value: str
    since: int
    reason: str = ""


def read(text: str | None) -> tuple[Ban, ...]:
    """The list as it is kept; a line of it that cannot be read bars nobody, the others do."""
    try:
        lines = json.loads(text or "[]")
    except ValueError:
        return ()
    return tuple(ban for line in lines if (ban := _ban(line))) if isinstance(lines, list) else ()


def _ban(line: Any) -> Ban | None:
    try:
        ban = Ban(**line)
        if not isinstance(ban.value, str):
            return None
        if ban.kind == "address":
            network_of(ban.value)
    except (ValueError, TypeError):
        return None
    return ban


def written(bans: tuple[Ban, ...]) -> str:
    """The list as it is kept."""
    return json.dumps([asdict(ban) for ban in bans])


def network_of(text: str) -> Network:
    """An address, or a network as `192.0.2.0/24`.  Raises ValueError."""
    return ipaddress.ip_network(text, strict=False)


class Bans:
    """The list as the server asks it."""

    def __init__(self) -> None:
        self._text: str | None = None
        self.people: frozenset[str] = frozenset()
        self._networks: tuple[Network, ...] = ()

    def take(self, text: str | None) -> bool:
        """Go by a list from now on; whether it is another one than before."""
        if text == self._text:
            return False
        self._text, bans = text, read(text)
        self.people = frozenset(ban.value for ban in bans if ban.kind == "person")
        self._networks = tuple(network_of(ban.value) for ban in bans if ban.kind == "address")
        return True

    def bars(self, host: str) -> bool:
        """Whether an address may not come in."""
        if not self._networks:
            return False
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        mapped = getattr(address, "ipv4_mapped", None)
        return any((mapped or address) in network for network in self._networks)


__all__ = ["FACT", "Ban", "Bans", "network_of", "read", "written"]
