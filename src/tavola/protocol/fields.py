"""What a request may hold: fields with their types, objects with their fields, and commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tavola.protocol.errors import Fault, Json
from tavola.rules.model.refusal import Refusal

_TYPES: dict[type, str] = {
    str: "a string",
    int: "an integer",
    bool: "true or false",
    dict: "an object",
    list: "an array",
}


@dataclass(frozen=True)
class Field:
    """One field of a request: its type, for strings the allowed values, for integers the range."""

    kind: type
    values: tuple[str, ...] = ()
    low: int = 0
    high: int = 0

    def check(self, name: str, value: object) -> None:
        """Raise `Fault` unless the value fits."""
        if type(value) is not self.kind:
            message = f"{name} must be {_TYPES[self.kind]}"
            raise Fault("wrong_type", message, field=name, expected=_TYPES[self.kind])
        if self.values and value not in self.values:
            allowed = list(self.values)
            message = f"{name} must be one of {', '.join(allowed)}"
            raise Fault("bad_value", message, field=name, allowed=allowed)
        if isinstance(value, int) and self.high and not self.low <= value <= self.high:
            message = f"{name} must be from {self.low} to {self.high}"
            raise Fault("bad_value", message, field=name, low=self.low, high=self.high)


@dataclass(frozen=True)
class Shape:
    """Which fields an object has: those it needs, those it may have, groups of which one is due."""

    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()

    def check(self, data: Mapping[str, Any], fields: Mapping[str, Field]) -> None:
        """Raise `Fault` for the first thing wrong with the names and types of an object."""
        known = (*self.needs, *self.may, *self.one_of)
        for name in self.needs:
            if name not in data:
                raise Fault("missing_field", f"{name} is missing", field=name)
        for name, value in data.items():
            if name not in known:
                raise Fault("unknown_field", "a field is not known here", field=name[:40])
            fields[name].check(name, value)
        given = [name for name in self.one_of if name in data]
        if self.one_of and not given:
            choice = " or ".join(self.one_of)
            raise Fault("missing_field", f"one of {choice} is missing", field=self.one_of[0])
        if len(given) > 1:
            message = f"{' and '.join(given)} exclude each other"
            raise Fault("unknown_field", message, field=given[1])


@dataclass(frozen=True)
class Command:
    """One command: what runs it, the fields it needs, may have, and those of which one is due."""

    run: Callable[[Json], Json]
    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()

    def check(self, fields: Mapping[str, Any], known: Mapping[str, Field]) -> None:
        """Raise `Fault` unless these are fields of the command; `command` is one of all."""
        Shape(self.needs, (*self.may, "command"), self.one_of).check(fields, known)


@dataclass(frozen=True)
class Version:
    """One version of the protocol: its commands, their fields, and how it words a refusal."""

    number: int
    commands: Mapping[str, Command]
    fields: Mapping[str, Field]
    problem: Callable[[Refusal], Json]
