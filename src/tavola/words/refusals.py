"""Why something is not allowed, as sentences: the rule, the points concerned, what to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tavola.rules import turn
from tavola.rules.model.geometry import runs_home
from tavola.rules.model.refusal import Refusal, Refused
from tavola.rules.model.ruleset import Dice, Side
from tavola.rules.text import notation
from tavola.rules.text.player_names import cleaned
from tavola.rules.turn.state import Action, Fact, State
from tavola.words import plays, refused_files, refused_input
from tavola.words.speaker import Speaker
from tavola.words.translations import mark, mark_within

Details = Mapping[str, Any]
Explainer = Callable[[Speaker, Details, Side | None], str]
"""Makes the sentence of a refusal from its details; numbers are those of the side."""

PLAIN = {
    "wrong_way": mark("Checkers move forwards only: choose a point ahead."),
    "excess": mark("Another play bears off with less excess: choose another step."),
    "burst_in_need": mark("A closed point is burst only if nothing else can be played."),
    "bar_first": mark("The bar comes first: bring your checker in before you move another."),
    "none_left": mark("Nothing is left to play: finish your turn."),
    "all_or_nothing": mark(
        "A throw is played completely or not at all: after this step the rest could not be played."
    ),
    "shut_in": mark(
        "All enemy checkers stand behind six points of yours: choose a step that lets one be "
        "opened."
    ),
    "not_your_turn": mark("It is not your turn: wait for the other player."),
    "game_over": mark("The game is over: go on to the next one."),
    "match_over": mark("The match is over: begin a new one."),
    "nothing_to_undo": mark("There is no step to take back: a throw stays as it is."),
    "no_double_named": mark("You may not name a double: name two different numbers."),
    "bad_choice": mark("A double is chosen by its number: choose one from 1 to 6."),
    "no_cube": mark("This game is played without the doubling cube."),
    "cube_elsewhere": mark("Your opponent has the cube: only the owner may double."),
    "cube_crawford": mark("In the Crawford game nobody may double: throw the dice."),
    "cube_banned": mark(
        "No double here: a single game would win you the match only with the doubled cube."
    ),
    "cube_before_throw": mark("You may double only before the first throw of a turn."),
    "not_irregular": mark("The rules allow that: a record tells it as what it is."),
    "no_puzzle": mark("There is no such puzzle."),
    "no_drill": mark("There is no such drill for this game."),
    "no_beavers": mark("You cannot beaver here: take or drop the double."),
}
"""Refusals that need no details."""

ABOUT_A_POINT = {
    "pinned": mark(
        "Your checker on {point} is pinned: it stays until your opponent has left the point."
    ),
    "no_hit": mark("There is nothing to hit on {point}: leave the * out."),
    "own_below": mark(
        "Point {point} is closed: your own checker lies pinned there. Choose another point."
    ),
    "overtakes": mark(
        "No overtaking: on the way to {point} stands a checker of yours. Choose another step."
    ),
    "head_once": mark("No more checkers may leave {point} in this throw."),
    "walled": mark(
        "With {point} you would hold six points in a row, and no checker of your opponent stands "
        "in front of them. Choose another point."
    ),
    "hitter_stays": mark(
        "The checker on {point} has hit in your home: it stays there for the rest of this throw."
    ),
    "farther": mark(
        "A number larger than needed takes off only your farthest checker, the one on {point}."
    ),
    "farthest_only": mark("Only your farthest checker may leave the board, the one on {point}."),
}
"""Refusals that name a point."""

ABOUT_A_NUMBER = {
    "exact": mark("Here only the exact number takes a checker off: you need {number}."),
    "other_number": mark(
        "Both numbers can be played, but after this step the {number} could not: choose another "
        "step."
    ),
    "higher": mark(
        "Only one of the two numbers can be played, and it must be the higher: play the {number}."
    ),
    "low_first": mark(
        "The smaller number comes first: without the {number} the larger may not be played."
    ),
    "low_lets_high": mark(
        "Play the smaller number so that the {number} can be played too: choose another step."
    ),
}
"""Refusals that name a number of the throw."""

ACTIONS = {
    "opening": mark_within("infinitive", "throw for the start"),
    "throw": mark_within("infinitive", "throw"),
    "correct": mark_within("infinitive", "put the dice right"),
    "keep": mark_within("infinitive", "keep the opening dice"),
    "name": mark_within("infinitive", "name a throw"),
    "choose": mark_within("infinitive", "choose a double"),
    "step": mark_within("infinitive", "move a checker"),
    "undo": mark_within("infinitive", "take back a step"),
    "done": mark_within("infinitive", "end the turn"),
    "double": mark_within("infinitive", "offer a double"),
    "take": mark_within("infinitive", "take a double"),
    "drop": mark_within("infinitive", "drop a double"),
    "beaver": mark_within("infinitive", "beaver a double"),
    "resign": mark_within("infinitive", "resign"),
    "accept": mark_within("infinitive", "accept a resignation"),
    "refuse": mark_within("infinitive", "refuse a resignation"),
    "draw": mark_within("infinitive", "offer a draw"),
    "agree": mark_within("infinitive", "agree to a draw"),
    "decline": mark_within("infinitive", "decline a draw"),
    "next": mark_within("infinitive", "begin the next game"),
    "illegal": mark_within("infinitive", "play against the rules"),
    "concede": mark_within("infinitive", "give up out of turn"),
    "forfeit": mark_within("infinitive", "lose by forfeit"),
}
"""Every kind of action, to follow `You cannot ...`."""


def explain(speaker: Speaker, refusal: Refusal, side: Side | None) -> str:
    """One sentence for any refusal; what it quotes from a file cannot steer a terminal."""
    return cleaned(_explained(speaker, refusal, side))


def _explained(speaker: Speaker, refusal: Refusal, side: Side | None) -> str:
    words, code, details = speaker.words, refusal.code, refusal.details
    if code in PLAIN:
        return words.text(PLAIN[code])
    if code in ABOUT_A_POINT:
        return words.text(ABOUT_A_POINT[code], point=speaker.place(side, details["point"]))
    if code in ABOUT_A_NUMBER:
        return words.text(ABOUT_A_NUMBER[code], number=details["number"])
    if code in EXPLAINERS:
        return EXPLAINERS[code](speaker, details, side)
    if code == "bad_file" and details.get("what") == "rules":
        return _bad_line(speaker, details, side)
    told = refused_input.explain(speaker, refusal, side)
    if told:
        return told
    if code == "bad_record" and details.get("what") == "event":
        return _bad_event(speaker, details, side)
    return words.text("That is not allowed: {reason}.", reason=code)


def why(speaker: Speaker, state: State, text: str, numbering: str) -> str:
    """Why a typed play is not allowed now, or that it is and what it does; points in `text` have
    the numbers of `numbering`, as `notation.read_play` reads them."""
    try:
        actions = notation.read_play(state, text, numbering)
    except Refused as refused:
        return explain(speaker, refused.refusal, state.actor)
    return allowed(speaker, state, actions)


def allowed(speaker: Speaker, state: State, steps: Sequence[Action]) -> str:
    """That some steps may be played now: with which numbers, and what they do."""
    side, numbers = state.side, [action.number for action in steps]
    facts: list[Fact] = []
    for action in steps:
        state, more = turn.apply(state, action)
        facts += [fact for fact in more if fact.kind == "step"]
    words, play = speaker.words, plays.write(speaker, facts)
    doing = plays.describe(speaker.addressing(side), facts, state)
    if plays.tells_numbers(facts):
        told = words.text("{play} may be played: you {doing}.", play=play, doing=doing)
    else:
        told = words.text(
            "{play} may be played with {numbers}: you {doing}.",
            play=play,
            numbers=speaker.numbers(numbers),
            doing=doing,
        )
    return speaker.sentence(told)


def _no_checker(speaker: Speaker, details: Details, side: Side | None) -> str:
    words, place = speaker.words, details["point"]
    if place == "bar":
        return words.text("You have no checker on the bar: move one on the board.")
    if place == "res":
        return words.text("You have no checker in reserve: move one on the board.")
    point = speaker.place(side, place)
    return words.text("You have no checker on {point}: choose a point that is yours.", point=point)


def _not_left(speaker: Speaker, details: Details, side: Side | None) -> str:
    words, number = speaker.words, details["number"]
    if "needed" in details:
        return _other_number_needed(speaker, details)
    if "from" not in details:
        return words.text(
            "This step needs the number {number}, which you do not have: use the numbers left.",
            number=number,
        )
    if speaker.geometry.loops and number > _MOST_IN_A_LEAP:
        return _all_the_way_around(speaker, details, side)
    ends = (details["from"], details["to"])
    play = "/".join(str(speaker.number(side, x) if isinstance(x, int) else x) for x in ends)
    numbers = speaker.numbers(details["left"])
    told = words.text(
        "{play} is {number}: you have {numbers}.", play=play, number=number, numbers=numbers
    )
    return speaker.sentence(told)


def _no_such_step(speaker: Speaker, details: Details, side: Side | None) -> str:
    if "needed" in details:
        return _other_number_needed(speaker, details)
    return speaker.words.text("No number of this throw makes that step: look at the numbers left.")


def _other_number_needed(speaker: Speaker, details: Details) -> str:
    """A step and its number that do not belong together."""
    return speaker.words.text(
        "This step needs the number {needed}, but {number} is given as its number.",
        needed=details["needed"],
        number=details["number"],
    )


_MOST_IN_A_LEAP = 12
"""No throw is worth more: a longer way around an endless track was meant backwards."""


def _all_the_way_around(speaker: Speaker, details: Details, side: Side | None) -> str:
    return speaker.words.text(
        "Checkers run around one way only: from {source} to {target} it is {number}, more than any "
        "throw has.",
        source=speaker.place(side, details["from"]),
        target=speaker.place(side, details["to"]),
        number=details["number"],
    )


def _entry_number(speaker: Speaker, details: Details, side: Side | None) -> str:
    words = speaker.words
    return words.text(
        "With {numbers} a checker enters on {points}: each number has its own point.",
        numbers=words.join([str(number) for number in details["numbers"]]),
        points=words.join([speaker.number(side, point) for point in details["entries"]]),
    )


def _too_few(speaker: Speaker, details: Details, side: Side | None) -> str:
    number, count = details["number"], details["count"]
    if count == 1:
        return speaker.words.text("You have only one {number} left.", number=number)
    numbers = speaker.times(number, count)
    return speaker.words.text("You have only {numbers} left.", numbers=numbers)


def _blocked(speaker: Speaker, details: Details, side: Side | None) -> str:
    return speaker.words.plural(
        "Point {point} is closed: {count} checker of your opponent holds it. Choose another point.",
        "Point {point} is closed: {count} checkers of your opponent hold it. Choose another point.",
        details["count"],
        point=speaker.place(side, details["point"]),
    )


def _full(speaker: Speaker, details: Details, side: Side | None) -> str:
    if details.get("entering"):
        return speaker.words.text(
            "A checker may enter on point {point} only if none of yours is there. "
            "Choose another step.",
            point=speaker.place(side, details["point"]),
        )
    return speaker.words.plural(
        "Point {point} is full: it takes only {count} checker of yours. Choose another point.",
        "Point {point} is full: it takes only {count} checkers of yours. Choose another point.",
        details["count"],
        point=speaker.place(side, details["point"]),
    )


def _runner_first(speaker: Speaker, details: Details, side: Side | None) -> str:
    point = speaker.place(side, details["point"])
    if runs_home(speaker.rules):
        return speaker.words.text(
            "Only your runner on {point} may move until it has come home.", point=point
        )
    return speaker.words.text(
        "Only your runner on {point} may move until it has passed your opponent’s start.",
        point=point,
    )


def _quarter_full(speaker: Speaker, details: Details, side: Side | None) -> str:
    return speaker.words.text(
        "You may never hold all six points of your start quarter: leave one of {points} empty.",
        points=speaker.words.join([speaker.number(side, point) for point in details["points"]]),
    )


def _enemy_quarter_full(speaker: Speaker, details: Details, side: Side | None) -> str:
    return speaker.words.text(
        "You hold as many points of your opponent’s start quarter, {points}, as you may.",
        points=speaker.words.join([speaker.number(side, point) for point in details["points"]]),
    )


def _last_two_first(speaker: Speaker, details: Details, side: Side | None) -> str:
    return speaker.words.text(
        "With {point} you would hold six points in a row. For that you must hold {points} as well.",
        point=speaker.place(side, details["point"]),
        points=speaker.words.join([speaker.number(side, point) for point in details["points"]]),
    )


def _reserve_first(speaker: Speaker, details: Details, side: Side | None) -> str:
    return speaker.words.plural(
        "The reserve comes first: enter {count} more checker before you move another.",
        "The reserve comes first: enter {count} more checkers before you move another.",
        details["count"],
    )


def _not_home(speaker: Speaker, details: Details, side: Side | None) -> str:
    places = [speaker.place(side, place) for place in details["points"]]
    return speaker.words.text(
        "You may take checkers off only when all are home; still outside: {places}.",
        places=speaker.words.join(places),
    )


def _tower_done(speaker: Speaker, details: Details, side: Side | None) -> str:
    tower = speaker.place(side, details["point"])
    return speaker.words.text(
        "In this stage tower {tower} has nothing left to do for that number.", tower=tower
    )


def _more_numbers(speaker: Speaker, details: Details, side: Side | None) -> str:
    return speaker.words.plural(
        "Play as many numbers as you can: {count} can be played, and this step prevents it.",
        "Play as many numbers as you can: {count} can be played, and this step prevents it.",
        details["count"],
    )


def _not_now(speaker: Speaker, details: Details, side: Side | None) -> str:
    words, action = speaker.words, ACTIONS.get(details["action"])
    if action is None:
        return words.text("That is not possible now.")
    return words.text("You cannot {action} now.", action=words.within("infinitive", action))


def _numbers_left(speaker: Speaker, details: Details, side: Side | None) -> str:
    numbers = speaker.numbers(details["numbers"])
    return speaker.words.text(
        "Your turn is not over: you still have {numbers} to play.", numbers=numbers
    )


def _bad_dice(speaker: Speaker, details: Details, side: Side | None) -> str:
    if speaker.rules.dice is Dice.FIXED and not speaker.rules.fixed_double:
        return speaker.words.text("A double is thrown again here: give two different numbers.")
    if speaker.rules.dice_count > 2:
        return speaker.words.text(
            "Dice show numbers from 1 to 6: give three of them, for example 6-3-1; two where it is "
            "about the start."
        )
    return speaker.words.text("Dice show numbers from 1 to 6: give two of them, for example 3-1.")


def _fixed_throw(speaker: Speaker, details: Details, side: Side | None) -> str:
    dice = speaker.dice(details["dice"])
    return speaker.words.text("The throw of this game is fixed: it is {dice}.", dice=dice)


def _bad_resignation(speaker: Speaker, details: Details, side: Side | None) -> str:
    words, most = speaker.words, details["most"]
    if most == 1:
        return words.text("Here you can only resign the game as it stands, for 1.")
    return words.text("You can resign for 1 to {most} times the value.", most=most)


def _bad_line(speaker: Speaker, details: Details, side: Side | None) -> str:
    inner = Refusal(str(details.get("reason")), details.get("details") or {})
    return speaker.words.text(
        "{place}: that is not possible. {reason}",
        place=refused_files.place(speaker, details),
        reason=explain(speaker, inner, side),
    )


def _bad_event(speaker: Speaker, details: Details, side: Side | None) -> str:
    inner = Refusal(str(details.get("reason")), details.get("details") or {})
    return speaker.words.text(
        "Event {number} of the record is not possible. {reason}",
        number=details.get("event", 0),
        reason=explain(speaker, inner, side),
    )


EXPLAINERS: dict[str, Explainer] = {
    "no_checker": _no_checker,
    "not_left": _not_left,
    "no_such_step": _no_such_step,
    "entry_number": _entry_number,
    "too_few": _too_few,
    "blocked": _blocked,
    "full": _full,
    "runner_first": _runner_first,
    "quarter_full": _quarter_full,
    "enemy_quarter_full": _enemy_quarter_full,
    "last_two_first": _last_two_first,
    "reserve_first": _reserve_first,
    "not_home": _not_home,
    "tower_done": _tower_done,
    "more_numbers": _more_numbers,
    "not_now": _not_now,
    "numbers_left": _numbers_left,
    "bad_dice": _bad_dice,
    "fixed_throw": _fixed_throw,
    "bad_resignation": _bad_resignation,
}
"""Refusals of steps and actions that have details."""
