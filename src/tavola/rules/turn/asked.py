"""What programs ask about: a state, or anything that stands at one, as a match."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from tavola.rules.turn.state import State

P = ParamSpec("P")
R = TypeVar("R")


class HasState(Protocol):
    """A match, or whatever else stands at a state."""

    @property
    def state(self) -> State:
        """Where it stands."""
        ...


def state_of(asked: State | HasState) -> State:
    """The state that is asked about.  Raises TypeError for what neither is one nor has one."""
    state = asked if isinstance(asked, State) else getattr(asked, "state", None)
    if not isinstance(state, State):
        raise wanted("a State, or a Match that stands at one", asked)
    return state


class WrongKind(TypeError, ValueError):
    """An argument of another kind than is wanted.  Until November 2026 it was a ValueError."""


def wanted(what: str, given: object) -> WrongKind:
    """The error for an argument of another kind than `what`."""
    return WrongKind(f"wanted is {what}, not {type(given).__name__} {str(given)[:40]!r}")


def of_state(
    ask: Callable[Concatenate[State, P], R],
) -> Callable[Concatenate[State | HasState, P], R]:
    """The same question, which takes for a state what stands at one, too."""

    @wraps(ask)
    def asked(state: State | HasState, *args: P.args, **more: P.kwargs) -> R:
        return ask(state_of(state), *args, **more)

    return asked  # type: ignore[return-value]  # it may be called by its name, too


__all__ = ["HasState", "WrongKind", "of_state", "state_of", "wanted"]
