"""What happened at a table, told to one listener: events with their sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tavola.play.match import Moment
from tavola.rules.turn.state import Action, Fact, Kind, Phase, State, step_to_json
from tavola.server.match.live_match import Look, speaker_of
from tavola.words import results, what_happened
from tavola.words.twists import twists

Json = dict[str, Any]

_SILENT = ("turn", "passed")
"""Facts that say nothing new: the next prompt or throw tells whose turn it is, and that somebody
moves nothing was told with the throw."""
_PROMPTED = ("again", "second_throw")
"""Facts that the prompt tells the one who throws."""
_THROWS = (Kind.THROW, Kind.NAME, Kind.KEEP)


def events_of(look: Look, moments: Sequence[Moment]) -> list[Json]:
    """Events as `messages.Event`; a play of several steps is told with its last one."""
    found: list[Json] = []
    for group in _groups(moments, joined=look.voice == "brief"):
        for moment in group[:-1]:
            found.append(_event(moment, []))
        told = _event(group[-1], _sentences(look, group, group[0].state))
        found.append(told | _special(look, group))
    return found


def _special(look: Look, group: Sequence[Moment]) -> Json:
    """What is special in events that belong together, each kind once; nothing where nothing is."""
    found: dict[str, str] = {}
    for moment in group:
        speaker = speaker_of(look, moment.state, group[0].state)
        for twist in twists(speaker, moment.before, moment.state, moment.facts):
            found.setdefault(twist.kind, twist.say)
    return {"twists": [{"kind": kind, "say": say} for kind, say in found.items()]} if found else {}


def _event(moment: Moment, say: list[str]) -> Json:
    return {
        "n": moment.n,
        "action": moment.action.to_json(),
        "steps": _steps(moment),
        "hits": [hit for fact in moment.facts for hit in _hits(fact)],
        "say": say,
    }


def _steps(moment: Moment) -> list[Json]:
    """What moves: the checker of a step, and a last checker that jumps by itself."""
    action = moment.action
    found = [step_to_json(action.code)] if action.kind is Kind.STEP else []
    found += [step_to_json(source << 5 | target) for source, target in action.moves]
    for fact in moment.facts:
        source = fact.details.get("source")
        if fact.kind == "jumped" and source and fact.side is action.side:
            found.append({"number": 0, "from": source, "to": fact.details["target"]})
    return found


def _hits(fact: Fact) -> list[int]:
    if fact.kind != "step":
        return []
    return [fact.details[name] for name in ("hit", "captured") if name in fact.details]


def _groups(moments: Sequence[Moment], *, joined: bool) -> Iterator[list[Moment]]:
    """Steps of one play together; joined, they stand with the throw they belong to."""
    group: list[Moment] = []
    for moment in moments:
        if group and not _belongs(group[-1].action, moment.action, joined=joined):
            yield group
            group = []
        group.append(moment)
    if group:
        yield group


def _belongs(before: Action, action: Action, *, joined: bool) -> bool:
    if action.kind is not Kind.STEP:
        return False
    return before.kind is Kind.STEP or (joined and before.kind in _THROWS)


def _sentences(look: Look, group: Sequence[Moment], board: State) -> list[str]:
    """Everything that happened in some events that belong together, with the numbers of a board."""
    state = group[-1].state
    speaker = speaker_of(look, state, board)
    facts = [fact for moment in group for fact in moment.facts if _is_news(fact, look, moment)]
    told = what_happened.tell_all(speaker, facts, state)
    if state.phase is Phase.OVER and any(fact.kind == "game_over" for fact in facts):
        told.append(results.score(speaker, state))
    return told


def _is_news(fact: Fact, look: Look, moment: Moment) -> bool:
    if fact.kind in _PROMPTED:
        return fact.side not in look.mine_in(moment.state) or moment.state.phase is not Phase.START
    return fact.kind not in _SILENT


def last_of(look: Look, moments: Sequence[Moment], most: int, now: State) -> list[str]:
    """The last sentences about some events, with the numbers of the board as it stands now.

    They do not begin with a play whose throw is left out, unless most of them would be lost.
    """
    groups = _groups(moments, joined=look.voice == "brief")
    told = [
        (sentence, group[0].action.kind is not Kind.STEP)
        for group in groups
        for sentence in _sentences(look, group, now)
    ][-most:]
    begins = next((n for n, (_, whole) in enumerate(told) if whole), 0)
    return [sentence for sentence, _ in told[begins if begins <= most // 2 else 0 :]]


__all__ = ["events_of", "last_of"]
