"""Reviews as plain JSON, versioned, and back.  `docs/review.md` describes the form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from tavola.bots.cube.chances import Chances
from tavola.rules.model.refusal import Refusal, Refused, refuse
from tavola.rules.model.ruleset import Side
from tavola.rules.text.record import MOST_VERSIONS, match_from_json
from tavola.rules.turn.asked import wanted
from tavola.rules.turn.state import Action, Kind
from tavola.study.questions import What
from tavola.study.review import Review
from tavola.study.verdicts import DOES, Decision, GameEnd, Thrown, Way

VERSION = 1
"""Version of the form; older ones are read, newer ones refused."""
_CHANCES = tuple(item.name for item in fields(Chances))
_TEXT, _COUNT, _FIGURE, _NOTHING = (str,), (int,), (float, int), (type(None),)
_PLAIN_DECISION = {
    **dict.fromkeys(("n", "first", "game", "turn", "player"), _COUNT),
    "position": _TEXT,
    "taken": _COUNT,
    **dict.fromkeys(("loss", "units"), _FIGURE),
    "chance": _FIGURE + _NOTHING,
    "counts": (bool,),
    "asked": _COUNT,
    "budget": _COUNT + _NOTHING,
}
_PLAIN_THROW = {
    **dict.fromkeys(("n", "game", "turn", "player"), _COUNT),
    **dict.fromkeys(("luck", "units"), _FIGURE),
    "chance": _FIGURE + _NOTHING,
    **dict.fromkeys(("points", "worth"), _FIGURE),
}
_PLAIN_REVIEW = {
    "game": _TEXT,
    "events": _COUNT,
    **dict.fromkeys(("mark", "nets"), _TEXT),
    "depth": _COUNT,
    "budget": _COUNT + _NOTHING,
    "unit": _FIGURE,
    "finished": (bool,),
}
"""What stands in the form as it is, and what each of it may be."""


_CRAWFORD = ("", "now", "done")


def review_to_json(review: Review) -> dict[str, Any]:
    """A review as plain JSON.  Raises TypeError for what is no review."""
    if not isinstance(review, Review):
        raise wanted("a Review, as `tavola.review(match)` makes", review)
    trouble, began = review.trouble, review.began
    return {
        "tavola_review": VERSION,
        **{name: getattr(review, name) for name in _PLAIN_REVIEW},
        "options": dict(review.options),
        "match": review.match.to_json(),
        "players": list(review.players),
        "trouble": None
        if trouble is None
        else {"code": trouble.code, "details": dict(trouble.details)},
        "decisions": [_decision_to_json(one) for one in review.decisions],
        "throws": [_throw_to_json(one) for one in review.throws],
        "games": [_game_to_json(one) for one in review.games],
        **({} if began is None else {"began": {"score": list(began[0]), "crawford": began[1]}}),
    }


def _decision_to_json(one: Decision) -> dict[str, Any]:
    found: dict[str, Any] = {
        "what": one.what.value,
        "side": one.side.letter,
        "dice": None if one.dice is None else list(one.dice),
        **{name: getattr(one, name) for name in _PLAIN_DECISION},
        "ways": [_way_to_json(way) for way in one.ways],
    }
    if one.rollout is not None:
        found["rollout"] = dict(one.rollout)
    return found


def _way_to_json(way: Way) -> dict[str, Any]:
    found: dict[str, Any] = {
        "does": way.does,
        "text": way.text,
        "equity": way.equity,
        "depth": way.depth,
        "actions": [action.to_json() for action in way.actions],
    }
    if way.chances is not None:
        found["chances"] = {name: getattr(way.chances, name) for name in _CHANCES}
    return found


def _throw_to_json(one: Thrown) -> dict[str, Any]:
    plain = {name: getattr(one, name) for name in _PLAIN_THROW}
    return {"side": one.side.letter, "dice": list(one.dice), **plain}


def _game_to_json(one: GameEnd) -> dict[str, Any]:
    return {
        "n": one.n,
        "game": one.game,
        "winner": one.winner,
        "points": one.points,
        "how": one.how,
        "score": list(one.score),
    }


# ------------------------------------------------------------------------------------------ reading


def review_from_json(data: object) -> Review:
    """Read a review.  Raises `Refused` (code `bad_review`, `what` is `form` or `version`)."""
    if not isinstance(data, Mapping):
        raise refuse("bad_review", what="form")
    version = data.get("tavola_review")
    if type(version) is not int or not 1 <= version < MOST_VERSIONS:
        raise refuse("bad_review", what="form")
    if version > VERSION:
        raise refuse("bad_review", what="version", version=version)
    try:
        return _read(data)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, Refused) as problem:
        raise refuse("bad_review", what="form") from problem


def _read(data: Mapping[str, Any]) -> Review:
    trouble = data["trouble"]
    first, second = data["players"]
    return Review(
        **_plain(data, _PLAIN_REVIEW),
        options=dict(data["options"]),
        match=match_from_json(data["match"]),
        players=(str(first), str(second)),
        trouble=None if trouble is None else Refusal(trouble["code"], dict(trouble["details"])),
        decisions=tuple(_decision(one) for one in data["decisions"]),
        throws=tuple(_throw(one) for one in data["throws"]),
        games=tuple(_game(one) for one in data["games"]),
        began=_began(data["began"]) if "began" in data else None,
    )


def _began(data: Mapping[str, Any]) -> tuple[tuple[int, int], str]:
    """Score and Crawford game before the first event.  Raises ValueError or TypeError."""
    first, second = data["score"]
    if type(first) is not int or type(second) is not int or data["crawford"] not in _CRAWFORD:
        raise ValueError(data)
    return (first, second), data["crawford"]


def _plain(data: Mapping[str, Any], kinds: Mapping[str, tuple[type, ...]]) -> dict[str, Any]:
    """Fields that are taken as they are.  Raises TypeError for one of another type, and ValueError
    for a player that is none."""
    found = {name: data[name] for name in kinds}
    for name, value in found.items():
        if type(value) not in kinds[name]:
            raise TypeError(name)
    if found.get("player", 0) not in (0, 1):
        raise ValueError("player")
    return found


def _decision(data: Mapping[str, Any]) -> Decision:
    dice = data["dice"]
    found = Decision(
        **_plain(data, _PLAIN_DECISION),
        what=What(data["what"]),
        side=_side(data),
        dice=None if dice is None else tuple(map(int, dice)),
        ways=tuple(_way(way) for way in data["ways"]),
        rollout=None if data.get("rollout") is None else dict(data["rollout"]),
    )
    if not 0 <= found.taken < len(found.ways):
        raise ValueError("taken")
    return found


def _action(data: Mapping[str, Any]) -> Action:
    """An action; a throw that could be made afresh has no dice yet."""
    afresh = data.get("do") == Kind.THROW.value and "dice" not in data
    found = Action.from_json({**data, "do": Kind.DONE.value} if afresh else data)
    return replace(found, kind=Kind.THROW) if afresh else found


def _way(data: Mapping[str, Any]) -> Way:
    chances, does = data.get("chances"), str(data["does"])
    actions = tuple(_action(action) for action in data["actions"])
    if does not in DOES or (does == "play" and not actions):
        raise ValueError("way")
    return Way(
        does,
        actions,
        str(data["text"]),
        float(data["equity"]),
        int(data["depth"]),
        None if chances is None else Chances(**{name: float(chances[name]) for name in _CHANCES}),
    )


def _throw(data: Mapping[str, Any]) -> Thrown:
    plain = _plain(data, _PLAIN_THROW)
    return Thrown(**plain, side=_side(data), dice=tuple(map(int, data["dice"])))


def _game(data: Mapping[str, Any]) -> GameEnd:
    first, second = data["score"]
    winner = data["winner"]
    return GameEnd(
        int(data["n"]),
        int(data["game"]),
        None if winner is None else int(winner),
        int(data["points"]),
        str(data["how"]),
        (int(first), int(second)),
    )


def _side(data: Mapping[str, Any]) -> Side:
    return Side("WB".index(data["side"]))


__all__ = ["VERSION", "review_from_json", "review_to_json"]
