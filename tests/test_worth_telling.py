"""What is told of two plays: what a player at the board would name, and nothing that only looks
like a reason."""

from __future__ import annotations

import pytest

from tavola.bots import shipped_nets
from tavola.bots.adviser import Adviser
from tavola.games import GAMES
from tavola.rules.text import notation, one_line
from tavola.rules.turn.state import Action, Kind, State
from tavola.study import spoken
from tavola.study.after import Played, played
from tavola.study.doing import doing, entered
from tavola.study.questions import Question, What, of_play
from tavola.study.reasons import Fact, facts, measure_of, reasons
from tavola.study.teacher import Teacher, turned
from tavola.study.weights import weights_of


def stand(game: str, text: str) -> State:
    return one_line.read(GAMES[game].ruleset({}), text)


def play(state: State, text: str) -> Played:
    """A play as the side on turn writes it."""
    actions = notation.read_play(state, text, "own")
    return played(state, [action.code for action in actions])


def told(game: str, text: str, best: str, rival: str) -> list[Fact]:
    state = stand(game, text)
    return reasons(state, play(state, best), play(state, rival), weights_of(game))


def known(game: str, text: str, best: str, rival: str) -> set[str]:
    state = stand(game, text)
    return {measure_of(one) for one in facts(state, play(state, best), play(state, rival))}


AT_THE_END = "W 19:2 20:2 21:2 22:5 23:2 24:2 | B 2:13 15:1 bar:1 | W 5-6"
THE_HIT = (
    "W 15:1 17:2 19:2 20:3 21:2 23:2 24:2 bar:1 | B 2:2 4:2 6:3 7:2 8:2 10:1 11:1 22:2 | B 3-4"
)
PASSED = (
    "W 2:1 12:1 16:1 17:2 18:1 19:2 20:2 21:1 22:3 23:1 | "
    "B 1:1 3:3 4:1 5:1 6:3 7:2 8:2 24:2 | B 3-6"
)
PINNED = (
    "W 5:1p 6:2 8:2 10:3 12:3 21:1 22:1 23:1 24:1 | "
    "B 3:1 4:1 5:2 8:1p 13:1 14:4 16:2 18:2 22:1p | B 1-5"
)
RACE = "W 21:1 22:1 23:3 24:3 | B 1:1 2:1 3:2 4:2 5:2 6:1 | B 4-6"


def test_hits_are_named_and_not_what_follows_from_them() -> None:
    """Blots, and points that whoever is hit has before him again."""
    found = told("backgammon", AT_THE_END, "6/1 6/off", "6/off 5/off")
    assert found[0] == Fact("fewer_hits_me", (0, 20, 36))
    assert not {"blots", "he_makes_point"} & {measure_of(one) for one in found}
    assert {"blots", "he_makes_point"} <= known(
        "backgammon", AT_THE_END, "6/1 6/off", "6/off 5/off"
    )


def test_a_checker_that_is_hit_is_named_before_the_pips_it_lost() -> None:
    found = told("old-britain", THE_HIT, "22/15*", "11/7 10/7")
    assert found[0] == Fact("more_his_bar", (2, 1))
    assert "lead" not in {measure_of(one) for one in found}


def test_a_race_is_not_explained_by_points_that_stop_nobody() -> None:
    assert "entries" in known("eureka", RACE, "6/2 5/off", "6/off 4/off")
    found = told("eureka", RACE, "6/2 5/off", "6/off 4/off")
    assert not {measure_of(one) for one in found} & {"entries", "lead"}


@pytest.mark.parametrize(
    ("rival", "name"), [("24/23 24/21", "pile"), ("13/10 24/23", "i_make_point")]
)
def test_what_nobody_would_notice_is_left_out(rival: str, name: str) -> None:
    """A wall of three, a stack of a few, a throw more or less."""
    text = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | B 3-1"
    for one in told("backgammon", text, "8/5 6/5", rival):
        if measure_of(one) == name:
            assert max(one.numbers[:2]) >= 5
        if measure_of(one) == "wall":
            assert max(one.numbers) >= 4


def test_whoever_hits_in_no_hit_has_lost() -> None:
    text = "W 1:1 2:1 12:4 14:1 17:2 19:4 20:1 21:1 | B 3:2 4:1 6:5 8:2 13:3 18:1 24:1 | B 5-6"
    assert told("no-hit", text, "24/18 18/13", "13/2*") == [Fact("other_loses")]
    teacher = teacher_of("no-hit")
    state = stand("no-hit", text)
    found = teacher.verdict(of_play(state, play(state, "13/2*").actions))
    assert list(found.facts) == [Fact("does_lose")]
    speaker = spoken.speaker_for("it", state, "own", None)
    assert spoken.verdict(speaker, found)[1] == "Mangia, e chi mangia perde la partita."


def test_a_play_that_wins_needs_no_other_reason() -> None:
    text = "W 22:1 24:1 | B 1:2 | W 3-1"
    assert told("backgammon", text, "3/off 1/off", "3/2/off") == [Fact("does_win")]


def test_a_play_that_draws_needs_no_other_reason() -> None:
    text = "W 1:1 24:1 | B 7:1 20:13 24:1p | B 6-1"
    assert told("plakoto", text, "7/1", "20/13") == [Fact("does_draw")]
    assert told("plakoto", text, "20/13", "7/1") == [Fact("other_draws")]
    state = stand("plakoto", text)
    assert doing(state, play(state, "7/1")) == [Fact("does_draw")]
    assert turned(Fact("other_draws")) == Fact("does_draw")


def test_nothing_is_praised_that_could_not_be_otherwise() -> None:
    """Whoever is on the bar has to come in, and where nobody follows no blot can be hit."""
    on_bar = stand("backgammon", "W 12:5 17:3 19:5 4:1 bar:1 | B 24:2 13:5 8:3 6:5 | W 4-3")
    codes = [one.code for one in doing(on_bar, play(on_bar, "bar/21 13/10"), 3)]
    assert codes == ["does_make"]
    behind = stand("straight", "W 1:3 4:2 6:2 8:2 10:1 12:5 | B 23:6 24:9 | W 2-1")
    codes = [one.code for one in doing(behind, play(behind, "13/11 13/12"), 3)]
    assert "does_leave_no_blot" not in codes


@pytest.mark.parametrize(
    ("game", "text", "typed", "closed"),
    [
        ("no-hit", PASSED, "8/5 7/1", (5,)),
        ("backgammon", PASSED, "8/5 7/1", (1, 5)),
        ("plakoto", PINNED, "18/13 4/3", (13,)),
    ],
)
def test_a_point_that_all_have_passed_is_closed_to_those_only_who_may_be_sent_back(
    game: str, text: str, typed: str, closed: tuple[int, ...]
) -> None:
    state = stand(game, text)
    assert Fact("does_make", closed) in doing(state, play(state, typed))


def test_no_play_is_praised_for_blots_that_the_other_side_dare_not_hit() -> None:
    """Where hitting loses they are a weapon: he may have to."""
    text = "W 9:1 12:4 16:1 18:1 19:4 20:1 22:1 24:2 | B 1:1 2:3 3:1 6:4 7:2 11:1 13:3 | W 2-3"
    codes = {}
    for game in ("backgammon", "no-hit"):
        state = stand(game, text)
        codes[game] = [one.code for one in doing(state, play(state, "16/11"))]
    assert codes["backgammon"] == ["does_leave_no_blot"]
    assert "does_leave_no_blot" not in codes["no-hit"]


def test_that_a_checker_comes_in_is_no_reason_where_it_does_so_in_any_case() -> None:
    """Every play brings the checker in from the bar, and the others give up most of the game: so
    the second best stands beside the best one, though that one comes to mind as well."""
    teacher = teacher_of("backgammon")
    state = stand(
        "backgammon",
        "W bar:1 24:2 21:2 20:3 19:2 17:2 12:3 | B 13:2 15:1 10:1 8:2 6:4 5:2 4:2 23:1 | W 5-3",
    )
    found = teacher.hint(state)
    best, second = found.plays[:2]
    assert found.natural is not None
    assert found.natural.position == best.position
    assert entered(state, best) == entered(state, second) == 1
    assert found.rival is second
    assert "fewer_blots" in [one.code for one in found.facts]
    assert "does_come_in" in [one.code for one in doing(state, best)], "what was said before"


@pytest.mark.parametrize("game", ["reverse", "misere"])
@pytest.mark.parametrize(
    ("text", "played"),
    [
        ("W 1:2 12:5 17:3 19:5 | B 18:1 24:1 13:5 8:3 6:5 | W 6-6", "13/7*/1* 13/7 8/2"),
        ("W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W 3-1", "8/5 6/5"),
        ("W 19:2 20:2 | B 1:5 5:5 6:5 | W 6-5", "6/off 5/off"),
    ],
)
def test_nothing_that_helps_the_other_is_praised_where_the_last_one_wins(
    game: str, text: str, played: str
) -> None:
    """A hit throws the other one back, a point that is closed saves him pips: both help him."""
    state = stand(game, text)
    codes = {one.code for one in doing(state, play(state, played))}
    assert codes <= {"does_lead", "does_trail"}
    usual = stand("backgammon", text)
    assert not codes & {one.code for one in doing(usual, play(usual, played))}


def test_a_hit_is_a_reason_only_where_the_pips_that_it_costs_are_good() -> None:
    """The last one to come home wins: pips that the other one loses by a hit help him."""
    text = (
        "W 11:1 16:1 17:2 18:2 19:3 21:2 22:1 23:1 bar:2"
        " | B 1:1 2:1 3:1 4:2 6:1 7:2 8:2 9:1 10:1 13:1 24:2 | B 2-6"
    )
    hit, quiet = "13/11*/5", "13/7 7/5"
    assert Fact("more_his_bar", (3, 2)) in told("backgammon", text, hit, quiet)
    for game in ("reverse", "misere"):
        assert "his_bar" in known(game, text, hit, quiet)
        assert Fact("more_his_bar", (3, 2)) not in told(game, text, hit, quiet)


def teacher_of(game: str) -> Teacher:
    rules = GAMES[game].ruleset(None)
    return Teacher(game, Adviser(rules, shipped_nets.load(game).weights))


def test_the_only_play_is_called_so() -> None:
    """How the race stands was told of it, as if it spoke for the play."""
    state = stand("backgammon", "W 19:1 | B 1:5 | W 2-1")
    found = teacher_of("backgammon").hint(state)
    told = spoken.hint(spoken.speaker_for("en", state, "own", None), state, found)
    assert told == ["6/3 is the only play."]
    two = stand("backgammon", "W 19:2 | B 1:5 | W 2-1")
    found = teacher_of("backgammon").hint(two)
    told = spoken.hint(spoken.speaker_for("en", two, "own", None), two, found)
    assert told[0].startswith("Best: ")


def test_a_choice_that_was_wrong_has_its_reasons() -> None:
    state = stand("mexican", "W 23:1 24:1 | B 1:5 | B 1-2 choose")
    done = Action(Kind.CHOOSE, state.side, number=4)
    found = teacher_of("mexican").verdict(
        Question(What.CHOOSE, 0, 0, state, state.side, (done,), state)
    )
    assert found.facts[0].code == "fewer_off"
    said = spoken.verdict(spoken.speaker_for("en", state, "own", None), found)[0]
    assert "against “choose the double 1-1”" in said


@pytest.mark.parametrize(
    ("game", "text", "told"),
    [
        ("no-hit", "W 19:2 bar:1 | B 1:2 2:2 3:2 4:2 5:1 6:2 | W 5-6", "It hits, and whoever hits"),
        ("reverse", "W 24:1 | B 1:9 2:2 | W 1-5", "It loses the game at once."),
    ],
)
def test_a_play_that_loses_the_game_is_said_to_do_so(game: str, text: str, told: str) -> None:
    """It was praised for its hit, or for the pips that were left."""
    state = stand(game, text)
    found = teacher_of(game).hint(state)
    said = spoken.hint(spoken.speaker_for("en", state, "own", None), state, found)
    assert said[0].endswith("is the only play.")
    assert said[1].startswith(told)
    assert len(said) == 2
