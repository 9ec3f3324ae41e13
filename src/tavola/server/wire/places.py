"""What stands on each place of a board, in sentences: for whoever walks over it by ear."""

from __future__ import annotations

from collections.abc import Container

from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.room import has_bar, has_reserve
from tavola.rules.model.ruleset import Contact, Side
from tavola.rules.turn.state import Phase, State, Turn
from tavola.words import situations
from tavola.words.speaker import Speaker
from tavola.words.translations import mark, mark_plural

_IN_POOLS = {
    "bar": (mark("{count} on the bar"),) * 2,
    "res": (mark("{count} in reserve"),) * 2,
    "off": mark_plural("{count} off", "{count} off"),
    "captured": (mark("{count} removed"),) * 2,
}


def sentences(speaker: Speaker, state: State, mine: Container[Side] = ()) -> dict[str, str]:
    """A sentence for each place that the board has; what can be played only to the side on turn."""
    shown = state if state.side in mine else _at_rest(state)
    track = geometry_of(state.rules).track
    numbers = sorted({*track[0], *track[1]})
    told = situations.points(speaker, shown, numbers)
    found = {str(point): sentence for point, sentence in told.items()}
    return found | {place: _pool(speaker, state, place) for place in _pools_of(state)}


def _at_rest(state: State) -> State:
    """The same position with nothing to play: nobody is told the moves of another."""
    return state.but(phase=Phase.START, turn=Turn())


def _pools_of(state: State) -> list[str]:
    rules = state.rules
    found = ["bar"] if has_bar(rules) else []
    found += ["res"] if has_reserve(rules) else []
    return found if rules.piles else [*found, "off"]


def _pool(speaker: Speaker, state: State, place: str) -> str:
    """Who has how many checkers on the bar, in reserve or off."""
    words, told = speaker.words, []
    captured = place == "off" and state.rules.contact is Contact.CAPTURE
    for side in speaker.sides:
        at = state.position
        count = {"bar": at.bar, "res": at.reserve, "off": at.off}[place](side)
        one, many = _IN_POOLS["captured" if captured else place]
        text = words.plural(one, many, count) if one == many == "{count} off" else ""
        text = text or words.text(one, count=count)
        line = words.text("{player}: {text}.", player=speaker.caller(side, state), text=text)
        told.append(speaker.sentence(line))
    return " ".join(told)


__all__ = ["sentences"]
