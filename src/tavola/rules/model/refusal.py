"""Why something is not allowed: a code and its details, which `words` turns into a sentence.

Codes are stable and part of the protocols.  Details are plain JSON values: points are booklet
points, sides 0 and 1, numbers as thrown.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

CODES: dict[str, tuple[str, ...]] = {
    # steps
    "no_checker": ("point",),
    "pinned": ("point",),
    "not_left": ("number",),
    "too_few": ("number", "count"),
    "none_left": (),
    "no_hit": ("point",),
    "wrong_way": (),
    "blocked": ("point", "count"),
    "full": ("point", "count"),
    "own_below": ("point",),
    "overtakes": ("point",),
    "runner_first": ("point",),
    "head_once": ("point",),
    "quarter_full": ("points",),
    "enemy_quarter_full": ("points",),
    "walled": ("point",),
    "last_two_first": ("point", "points"),
    "hitter_stays": ("point",),
    "shut_in": (),
    "bar_first": (),
    "reserve_first": ("count",),
    "entry_number": ("numbers", "entries"),
    "not_home": ("points",),
    "exact": ("number",),
    "farther": ("point",),
    "farthest_only": ("point",),
    "excess": (),
    "burst_in_need": (),
    "tower_done": ("point",),
    "no_such_step": (),
    "more_numbers": ("count",),
    "other_number": ("number",),
    "higher": ("number",),
    "low_first": ("number",),
    "low_lets_high": ("number",),
    "all_or_nothing": (),
    # actions
    "not_now": ("action",),
    "not_your_turn": (),
    "game_over": (),
    "match_over": (),
    "numbers_left": ("numbers",),
    "nothing_to_undo": (),
    "bad_dice": (),
    "no_double_named": (),
    "fixed_throw": ("dice",),
    "bad_choice": (),
    "no_cube": (),
    "cube_elsewhere": (),
    "cube_crawford": (),
    "cube_banned": (),
    "cube_before_throw": (),
    "no_beavers": (),
    "bad_resignation": ("most",),
    "not_irregular": (),
    "unclear_play": ("text",),
    # input
    "bad_action": ("text",),
    "bad_position": ("what",),
    "bad_state": ("what",),
    "bad_record": ("what",),
    "too_many_events": ("most",),
    "bad_file": ("what",),
    "not_written": ("what",),
    "foreign_variation": ("name",),
    "bad_review": ("what",),
    "bad_rollout": ("what",),
    "no_puzzle": (),
    "no_drill": (),
    "bad_option": ("option",),
    "bad_match": ("what",),
    "no_game": ("game",),
    "bad_opponent": ("text", "levels"),
    "bad_picture": ("what", "text", "known"),
    # advice
    "no_advice": ("what",),
    "bad_look": ("what", "low", "high"),
    "no_net": ("game",),
    "other_rules": (),
    # dice and files
    "bad_dice_source": ("text",),
    "in_use": (),
    "not_revealed": (),
    "still_running": (),
    "seeds_fixed": (),
    "no_seeds": (),
    "bad_seed": ("most",),
    "old_seal": (),
    "other_seed": ("player",),
    "other_dice": ("throw", "dice"),
}
"""Every code with the details that always come with it."""


@dataclass(frozen=True)
class Refusal:
    """A reason: `code` is a key of `CODES`, `details` its data."""

    code: str
    details: Mapping[str, object] = field(default_factory=dict)


class Refused(ValueError):
    """An action, a text or a file was refused; nothing has changed.

    `refusal` says why; `str()` is for programmers, players get a sentence from `words`.
    """

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code} {dict(refusal.details)}")
        self.refusal = refusal

    def __reduce__(self) -> tuple[type[Refused], tuple[Refusal]]:
        """As it comes from another process."""
        return Refused, (self.refusal,)


def as_json(data: object, most: int) -> str:
    """Data that cannot be read, as `details` show it: JSON as it came, at most so many characters;
    what is no JSON, as Python shows it."""
    try:
        return json.dumps(data, ensure_ascii=False)[:most]
    except (TypeError, ValueError, RecursionError):
        return str(data)[:most]


def refuse(code: str, **details: object) -> Refused:
    """The exception for a refusal."""
    return Refused(Refusal(code, details))
