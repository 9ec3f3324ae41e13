"""Lessons: what is written is true of the positions, and complete in four languages."""

from __future__ import annotations

import re
import shutil
from functools import lru_cache
from pathlib import Path

import pytest

from tavola.games import GAMES
from tavola.rules.text import notation
from tavola.rules.turn.state import Kind
from tavola.study.after import Played
from tavola.study.judge import Judge
from tavola.study.lessons import answers
from tavola.study.lessons.written import (
    ASK,
    COUNT,
    CUBE,
    BadLesson,
    Lesson,
    Step,
    folders,
    lesson_of,
    lessons_of,
    read,
)
from tavola.study.reasons import facts
from tavola.words.points_in_texts import told_points
from tavola.words.speaker import Speaker
from tavola.words.translations import LANGUAGES, Words

LEAFLETS = tuple(game.id for game in GAMES.values() if game.place)
LESSONS = [(game, place) for game in GAMES for place in folders(game)]
IDS = [f"{game}/{place.name}" for game, place in LESSONS]
each = pytest.mark.parametrize(("game", "place"), LESSONS, ids=IDS)


def test_each_game_of_the_leaflets_has_a_lesson() -> None:
    assert len(LEAFLETS) == 25
    assert [game for game in LEAFLETS if not lessons_of(game)] == []


@each
def test_a_lesson_can_be_read(game: str, place: Path) -> None:
    """Positions, names and the same steps and answers in four languages."""
    lesson = read(game, place)
    assert set(lesson.texts) == set(LANGUAGES)
    for name in lesson.after:
        other, _, id = name.partition("/")
        assert id in [one.id for one in lessons_of(other)]


SIDEWAYS = {
    "it": r"\ba (destra|sinistra)",
    "de": r"\b(rechts|links)\b",
    "fr": r"\bà (droite|gauche)",
    "en": r"\b(on the|top|bottom) (right|left)\b",
}


@each
def test_no_lesson_says_what_a_mirrored_board_has_elsewhere(game: str, place: Path) -> None:
    for lang, text in read(game, place).texts.items():
        for step in text.steps.values():
            assert not re.search(SIDEWAYS[lang], " ".join((step.body, *step.replies.values())))


@each
def test_the_texts_name_the_same_points(game: str, place: Path) -> None:
    lesson = read(game, place)
    for step in lesson.steps:
        for part in ("body", *step.replies):
            named = {
                lang: sorted(
                    point
                    for told in told_points(_part(lesson, lang, step, part))
                    for point in told.points
                )
                for lang in LANGUAGES
            }
            assert len({tuple(points) for points in named.values()}) == 1, (step.name, part, named)


def _part(lesson: Lesson, lang: str, step: Step, part: str) -> str:
    text = lesson.texts[lang].steps[step.name]
    return text.body if part == "body" else text.replies[part]


@lru_cache(maxsize=4)
def _judge(game: str, options: tuple[tuple[str, object], ...]) -> Judge:
    return Judge(game, GAMES[game].ruleset(dict(options)), depth=1)


def _asked() -> list[tuple[Lesson, Step]]:
    return [
        (lesson, step) for game in GAMES for lesson in lessons_of(game) for step in lesson.steps
    ]


PLAYED = [(lesson, step) for lesson, step in _asked() if step.kind == ASK]
NAMES = [f"{lesson.game}/{lesson.id}-{step.name}" for lesson, step in PLAYED]


@pytest.mark.parametrize(("lesson", "step"), PLAYED, ids=NAMES)
def test_what_is_good_is_good(lesson: Lesson, step: Step) -> None:
    """The best play of the net at depth 1 is among the good ones, and the best of the others falls
    short by the gap; what is asked by the rules alone can be played."""
    state = lesson.state(step)
    good = [answers._outcome(state, answers.good_actions(state, text)) for text in step.good]
    for text in step.said:
        assert answers._outcome(state, answers.good_actions(state, text)) not in good
    if step.gap is None:
        return
    judge = _judge(lesson.game, tuple(sorted(lesson.options.items())))
    found = judge.adviser.candidates(state, 1, judge.budget)
    ranked = [(answers._outcome(state, one.actions), one) for one in found]
    assert ranked[0][0] in good
    others = [one for outcome, one in ranked if outcome not in good]
    assert others, "nothing else can be played"
    assert ranked[0][1].equity - others[0].equity >= step.gap
    if not step.reason:
        return
    best, rival = (Played(one.actions, one.position) for one in (ranked[0][1], others[0]))
    assert best.actions[0].kind is Kind.STEP
    told = {fact.code.partition("_")[2] for fact in facts(state, best, rival)}
    assert set(step.reason) <= told


@pytest.mark.parametrize(("lesson", "step"), PLAYED, ids=NAMES)
def test_good_plays_pass_and_wrong_ones_are_answered(lesson: Lesson, step: Step) -> None:
    state, text = lesson.state(step), lesson.texts["en"].steps[step.name]
    speaker = Speaker(Words("en"), lesson.rules, viewer=lesson.side, me=lesson.side)
    for good in step.good:
        done = answers.good_actions(state, good)
        assert answers.to_play(speaker, lesson, step, text, done).right
    for wrong, name in step.said.items():
        done = answers.good_actions(state, wrong)
        reply = answers.to_play(speaker, lesson, step, text, done)
        assert (reply.right, reply.say) == (False, (text.replies[name],))


def test_the_answer_to_a_weaker_play_says_which_of_the_two_it_tells_of() -> None:
    lesson = lesson_of("backgammon", "hit")
    assert lesson is not None
    step = next(one for one in lesson.steps if one.name == "hit")
    state, text = lesson.state(step), lesson.texts["en"].steps["hit"]
    speaker = Speaker(Words("en"), lesson.rules, viewer=lesson.side, me=lesson.side)
    done = notation.read_play(state, "24/21 24/18", "own")
    reply = answers.to_play(speaker, lesson, step, text, done)
    assert not reply.right
    assert reply.say[:2] == (
        "Allowed, but there is something better.",
        "What the better play does (the other one is yours):",
    )
    assert "on the bar" in reply.say[2]


COUNTED = [(lesson, step) for lesson, step in _asked() if step.kind == COUNT]


@pytest.mark.parametrize(
    ("lesson", "step"), COUNTED, ids=[f"{a.game}/{a.id}-{b.name}" for a, b in COUNTED]
)
def test_the_number_that_is_told_is_the_one_that_is_counted(lesson: Lesson, step: Step) -> None:
    """A text that answers names the number, in digits or as a word."""
    words = {
        0: r"\bNone\b",
        1: r"\b(one|One)\b",
        2: r"\bTwo\b",
        5: r"\bfive\b",
        9: r"\bNine\b",
        16: r"\bsixteen\b",
    }
    number = answers.counted(lesson, step)
    told = lesson.texts["en"].steps[step.name].replies["right"]
    assert re.search(rf"\b{number}\b", told) or re.search(words[number], told), (number, told)


CUBES = [(lesson, step) for lesson, step in _asked() if step.kind == CUBE]


@pytest.mark.parametrize(
    ("lesson", "step"), CUBES, ids=[f"{a.game}/{a.id}-{b.name}" for a, b in CUBES]
)
def test_the_cube_is_used_as_the_computer_would(lesson: Lesson, step: Step) -> None:
    state = lesson.state(step)
    judge = _judge(lesson.game, tuple(sorted(lesson.options.items())))
    found = judge.adviser.cube(state, state.side, 1, judge.budget)
    equities = found.equities
    turned = min(equities.double_take, equities.double_drop)
    if step.good[0] in ("double", "hold"):
        assert step.good == ("double" if turned > equities.no_double else "hold",)
    else:
        assert turned > equities.no_double, "nobody would double"
        assert step.good == ("take" if equities.double_take < equities.double_drop else "drop",)


# --------------------------------------------------------------------------------- a wrong file


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    place = next(place for game, place in LESSONS if place.name == "hit")
    return Path(shutil.copytree(place, tmp_path / "hit"))


@pytest.mark.parametrize(
    ("file", "old", "new", "step", "reason"),
    [
        ("lesson.toml", "1:2 12:5 17:3", "1:2 12:9 17:3", "why", "position"),
        ("lesson.toml", "gap = 0.25", "gaps = 0.25", "hit", "unknown: gaps"),
        ("lesson.toml", "gap = 0.25\n", "", "hit", "gap"),
        ("lesson.toml", '"hitting_throws"', '"luck"', "shots", "counted"),
        ("lesson.toml", "[[step]]", "[step", "", ""),
        ("it.md", "## why:", "## because:", "", "because"),
        ("de.md", "### safe", "### unsafe", "hit", "answers"),
        ("fr.md", "### hint", "### right", "", "twice"),
        ("en.md", "# Tactics", "Tactics", "", ""),
    ],
)
def test_a_wrong_file_says_what_is_wrong(
    copied: Path, file: str, old: str, new: str, step: str, reason: str
) -> None:
    path = copied / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    if file == "en.md":
        path.write_text("## why: only this\n", encoding="utf-8")
    with pytest.raises(BadLesson) as caught:
        read("backgammon", copied)
    assert caught.value.file.name == file
    assert caught.value.step == step
    assert reason in caught.value.reason
    assert file in str(caught.value)


def test_a_missing_text_is_named(copied: Path) -> None:
    (copied / "fr.md").unlink()
    with pytest.raises(BadLesson, match=r"fr\.md"):
        read("backgammon", copied)
