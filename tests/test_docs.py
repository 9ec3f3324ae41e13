"""What the pages in `docs/` name exists: rulings, tests, examples, axes, modules, links."""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest

import cases
from tavola.games import GAMES, OFFERED, folder
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.ruleset import Ruleset
from tavola.rules.model.throws import written
from tavola.study.openings import table_of
from tavola.words import LANGUAGES

ROOT = Path(__file__).resolve().parent.parent
SOURCE, TESTS, DOCS = ROOT / "src" / "tavola", ROOT / "tests", ROOT / "docs"
PAGES = sorted([*DOCS.glob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"])

LABEL = r"(?:[A-Z][A-Z0-9]-\d+|[GD]\d+|[1-9]\.\d+)"
CITED = re.compile(rf"(?<![\w.-]){LABEL}(?![\w-]|\.\d)")
NAMED = re.compile(rf"(?<![\w.-]){LABEL}(?!\d|\.\d)")
"""A label in the name of a case, where anything may follow: `3.7:RB-1a`, `G10-pin`."""
RULING = re.compile(r"\b[Rr]ulings? (?P<all>[A-Z0-9][\w.-]*(?:(?:, | and )[A-Z0-9][\w.-]*)*)")


# ---------------------------------------------------------------------------------------- rulings


@cache
def _entries() -> dict[str, str]:
    """The text below each heading of `docs/rulings.md` that is a label."""
    text = (DOCS / "rulings.md").read_text(encoding="utf-8")
    parts = re.split(r"^#{2,3} (.+)$", text, flags=re.MULTILINE)
    found = dict(zip(parts[1::2], parts[2::2], strict=True))
    return {name: body for name, body in found.items() if "*Tested:*" in body}


@cache
def _prose(path: Path) -> tuple[str, ...]:
    """Comments and texts of a module."""
    tokens = tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline)
    return tuple(t.string for t in tokens if t.type in (tokenize.COMMENT, tokenize.STRING))


@cache
def _cited_by_examples() -> set[str]:
    return {example.rule for game in GAMES.values() for example in game.examples if example.rule}


@cache
def _cited_by_cases() -> set[str]:
    """Labels in the names of `cases`; `2:BG4` is just a case of the base game."""
    return {label for name in _case_names() for label in NAMED.findall(name)}


@cache
def _case_names() -> list[str]:
    lists = (value for value in vars(cases).values() if isinstance(value, list | tuple))
    return [item.id for some in lists for item in some if hasattr(item, "id")]


def _cited_by_code() -> set[str]:
    """Labels after the word `ruling` or `rulings`, in the program and its tests."""
    found = set()
    for path in [*SOURCE.rglob("*.py"), *TESTS.rglob("*.py")]:
        for text in _prose(path):
            for match in RULING.finditer(text):
                found |= {label.rstrip(".") for label in re.split(r", | and ", match["all"])}
    return found


def _cited_by_the_oracle() -> set[str]:
    prose = _prose(TESTS / "oracle.py")
    return {label for text in prose for label in CITED.findall(text)}


@pytest.mark.parametrize(
    "cited", [_cited_by_examples, _cited_by_cases, _cited_by_code, _cited_by_the_oracle]
)
def test_every_cited_ruling_has_its_entry(cited: object) -> None:
    assert callable(cited)
    labels = cited()
    assert len(labels) >= 8
    assert labels - set(_entries()) == set()


def test_rulings_are_cited_in_one_form() -> None:
    labels = "|".join(label for label in _entries() if "-" in label)
    bare = re.compile(rf"\bRULES? [A-Z0-9]|[Rr]ule [GD]\d|(?<![\w.-])(?:{labels})(?![\w-])")
    for path in SOURCE.rglob("*.py"):
        if not path.stem.endswith("examples"):
            for text in _prose(path):
                assert not bare.search(RULING.sub("", text)), (path, text)


@pytest.mark.parametrize("label", _entries())
def test_a_ruling_says_what_it_decides_and_where_it_is_tested(label: str) -> None:
    text = " ".join(_entries()[label].split())
    assert re.match(r"\*\*[^*]+[?.]\*\* \S", text), "first the question, then the answer"
    touches = re.search(r"\*Touches:\* (.+?) \*Tested:\*", text)
    assert touches, "the axes, options or games"
    names = re.findall(r"`([^`]+)`", touches[1])
    assert names
    options = {option.name for game in OFFERED.values() for option in game.options}
    assert set(names) <= _axes() | options | set(OFFERED)
    tested = re.findall(r"`([^`]+)`", text.partition("*Tested:*")[2])
    assert tested
    for item in tested:
        assert _is_tested(item), item


def _axes() -> set[str]:
    return {item.name for made in (Ruleset, MatchRules) for item in fields(made)}


def _is_tested(item: str) -> bool:
    """`examples LABEL`, `cases LABEL`, or the file and name of a test."""
    kind, _, label = item.partition(" ")
    if kind == "examples":
        return label in _cited_by_examples()
    if kind == "cases":
        return label in _cited_by_cases()
    file, _, name = item.partition("::")
    return name in _functions(ROOT / file)


@cache
def _functions(path: Path) -> set[str]:
    body = ast.parse(path.read_text("utf-8")).body
    return {node.name for node in body if isinstance(node, ast.FunctionDef)}


# ------------------------------------------------------------------------------- modules and links

QUOTED = re.compile(r"`([\w./-]+(?:\.py|/))`")
"""A module or a room: `server/wire/view.py`, `view.py`, `server/wire/`."""
TREE = re.compile(r"^ *([\w/-]+(?:\.py|/))(?: |$)", re.MULTILINE)
"""The first word of a line in a drawing of folders."""
DOTTED = re.compile(r"(?<![/\w])(?:tavola|scripts)(?:\.[a-z_][a-z_0-9]*)+")


def _named(text: str) -> Iterator[str]:
    yield from QUOTED.findall(text)
    for block in re.findall(r"^```\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL):
        yield from TREE.findall(block)


@cache
def _places() -> tuple[str, ...]:
    """Every file and folder of the project, with a slash before it; folders end in one."""
    tops = ("src", "tests", "scripts", "docs", "deploy", ".ci")
    found = [path for top in tops for path in (ROOT / top).rglob("*")] + [ROOT / t for t in tops]
    return tuple(f"/{p.relative_to(ROOT)}{'/' if p.is_dir() else ''}" for p in found)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_modules_that_a_page_names_exist(page: Path) -> None:
    for name in _named(page.read_text("utf-8")):
        assert any(place.endswith("/" + name) for place in _places()), name


def test_modules_that_code_names_exist() -> None:
    places = _places()
    for path in [*SOURCE.rglob("*.py"), *TESTS.rglob("*.py"), *(ROOT / "scripts").rglob("*.py")]:
        if path != Path(__file__):
            for name in {name for text in _prose(path) for name in QUOTED.findall(text)}:
                assert any(place.endswith("/" + name.strip("/")) for place in places), (path, name)


def test_programs_in_texts_import_what_exists() -> None:
    """Tests start processes with a line of Python, which no tool looks at."""
    for path in [*TESTS.rglob("*.py"), *SOURCE.rglob("*.py")]:
        for text in _prose(path):
            for module, name in re.findall(r"\bfrom (tavola[\w.]*) import (\w+)", text):
                assert _is_module(module), (path, module)
                folder = ROOT / "src" / module.replace(".", "/")
                if folder.is_dir() and not _is_module(f"{module}.{name}"):
                    assert name in (folder / "__init__.py").read_text("utf-8"), (path, module, name)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_dotted_names_on_a_page_exist(page: Path) -> None:
    for name in DOTTED.findall(page.read_text("utf-8")):
        assert _is_module(name) or _is_module(name.rpartition(".")[0]), name


def _is_module(name: str) -> bool:
    place = ROOT / "src" / name.replace(".", "/")
    if name.startswith("scripts"):
        place = ROOT / name.replace(".", "/")
    return place.is_dir() or place.with_suffix(".py").is_file()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_of_a_page_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        file, _, anchor = target.partition("#")
        if "//" in target:
            continue
        place = page.parent / file if file else page
        assert place.exists(), target
        if anchor:
            assert anchor in _anchors(place), target


@cache
def _anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w -]", "", text).strip().lower().replace(" ", "-") for text in headings}


# ---------------------------------------------------------------------------------------- figures

LENGTH = re.compile(r"about (\d+) turns of both")
WHITE = re.compile(r"(?:is worth|loses) (\d\.\d\d) points a game")
GAMMON = re.compile(r"(\d+) games of 100 end with a gammon(?:, and (\d+) of these with a back)?")
TRIALS = re.compile(r"the Novice won (\d+) of the (\d+) trial games, in Backgammon (\d+)")
BEHIND = re.compile(r"the one who throws twice was ahead, by about (\d\.\d) points a game")
TWO_IN = re.compile(r"two costs (\d\.\d\d) points with 6-4 and as much as (\d\.\d\d) points")
ALONE = re.compile(r"between (\d\.\d\d) and (\d\.\d\d) points, with 5-5 even (\d\.\d\d)")
DOUBLE = re.compile(r"Of 100 games about (\d+) count 2 or 3 points(?:, against (\d+)\b)?")


def _page(game: str, lang: str = "en") -> str:
    return (folder(game) / f"{lang}.md").read_text(encoding="utf-8")


def _mean(game: str, what: str) -> float:
    stored = json.loads((DOCS / "figures" / game / "character.json").read_text(encoding="utf-8"))
    return float(stored["sums"][what]["mean"])


def _telling(what: re.Pattern[str]) -> list[str]:
    return [game for game in sorted(GAMES) if what.search(_page(game))]


def _told(game: str, what: re.Pattern[str]) -> tuple[str | None, ...]:
    found = what.search(_page(game))
    assert found is not None
    return found.groups()


@pytest.mark.parametrize("judge", ["own-cube", "sage-own-cube"])
def test_the_page_of_training_has_what_doubles_and_takes_lose_from_the_figures(judge: str) -> None:
    text = (DOCS / "training.md").read_text(encoding="utf-8")
    told = next(part for part in text.split("\n\n") if f"`{judge}-0`" in part)
    for depth in (0, 1, 2):
        file = DOCS / "figures" / "backgammon" / f"{judge}-{depth}.json"
        sums = json.loads(file.read_text(encoding="utf-8"))["sums"]
        for kind in ("double", "take"):
            figure = f"{sums[kind]['mean']:.1f} ± {sums[kind]['error']:.1f}"
            assert figure in told, f"{judge}-{depth}: {kind}"


@pytest.mark.parametrize("game", _telling(LENGTH))
def test_a_page_says_how_long_a_game_is_as_the_figures_do(game: str) -> None:
    """The mean; what its card shows is the median, which long games do not move."""
    (told,) = _told(game, LENGTH)
    assert int(told or 0) == pytest.approx(_mean(game, "turns"), abs=0.51)


@pytest.mark.parametrize("game", [one for one in _telling(WHITE) if GAMES[one].rules.swap_roles])
def test_a_page_says_what_white_is_worth_as_the_figures_do(game: str) -> None:
    """Where the roles differ; the other languages name the same number."""
    (told,) = _told(game, WHITE)
    assert told is not None
    assert float(told) == pytest.approx(abs(_mean(game, "white")), abs=0.0051)
    for lang in LANGUAGES:
        assert re.search(re.escape(told).replace(r"\.", "[.,]") + r"\b", _page(game, lang)), lang


@pytest.mark.parametrize("game", _telling(DOUBLE))
def test_a_page_says_how_often_a_game_counts_double_as_the_figures_do(game: str) -> None:
    """And of the game that it compares itself with."""
    for told, measured in zip(_told(game, DOUBLE), (game, "backgammon"), strict=True):
        if told is not None:
            assert int(told) == pytest.approx(100 * _mean(measured, "gammon"), abs=0.51), measured


@pytest.mark.parametrize("game", _telling(GAMMON))
def test_a_page_says_how_often_a_game_ends_with_a_gammon_as_the_figures_do(game: str) -> None:
    for told, what in zip(_told(game, GAMMON), ("gammon", "backgammon"), strict=True):
        if told is not None:
            assert int(told) == pytest.approx(100 * _mean(game, what), abs=0.51), what


@pytest.mark.parametrize("game", _telling(TRIALS))
def test_a_page_says_of_trial_games_what_the_card_goes_by(game: str) -> None:
    card, classic = (
        json.loads((folder(one) / "measured.json").read_text(encoding="utf-8"))
        for one in (game, "backgammon")
    )
    assert {(one["by"], one["weak"]) for one in (card, classic)} == {("expert", "novice")}
    assert card["decided"] == classic["decided"]
    wanted = [card["weak_wins"], card["decided"], classic["weak_wins"]]
    assert [int(one or 0) for one in _told(game, TRIALS)] == wanted


@pytest.mark.parametrize("game", _telling(BEHIND))
def test_a_page_says_who_is_ahead_between_masters_as_the_figures_do(game: str) -> None:
    file = DOCS / "figures" / game / "top-itself.json"
    mean = json.loads(file.read_text(encoding="utf-8"))["sums"]["white"]["mean"]
    (told,) = _told(game, BEHIND)
    assert float(told or 0) == pytest.approx(-mean, abs=0.051)


def _gaps(game: str) -> dict[str, float]:
    """What the second play of each first throw costs, in points."""
    found = table_of(game).openings
    return {written(one.dice): one.values[0] - one.values[1] for one in found if len(one.plays) > 1}


@pytest.mark.parametrize("game", _telling(TWO_IN))
def test_a_page_says_what_two_that_enter_cost_as_the_openings_do(game: str) -> None:
    gaps = _gaps(game)
    told = [float(one or 0) for one in _told(game, TWO_IN)]
    assert told == pytest.approx([gaps["6-4"], gaps["5-1"]], abs=0.0051)
    assert [gaps["6-4"], gaps["5-1"]] == [min(gaps.values()), max(gaps.values())]


@pytest.mark.parametrize("game", _telling(ALONE))
def test_a_page_says_what_a_single_runner_costs_as_the_openings_do(game: str) -> None:
    gaps = _gaps(game)
    told = [float(one or 0) for one in _told(game, ALONE)]
    assert told[2] == pytest.approx(gaps.pop("5-5"), abs=0.0051)
    assert told[:2] == pytest.approx([min(gaps.values()), max(gaps.values())], abs=0.0051)
