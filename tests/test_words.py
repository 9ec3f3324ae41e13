"""Every sentence exists in every language, complete and up to date with the code."""

from __future__ import annotations

import ast
import gettext
import os
import re
import runpy
import shutil
import string
import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from jinja2 import Environment, nodes

from tavola.games import FAMILIES, GAMES, OFFERED, ROTATIONS, SHIPPED
from tavola.rules.model.declaration import text_of
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.ruleset import Side
from tavola.words import (
    LANGUAGES,
    Words,
    click_messages,
    names,
    pick_language,
    puzzles,
    rule_pages,
    translations,
)
from tavola.words.speaker import side_name

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "tavola"
TOOL: dict[str, Any] = runpy.run_path(str(ROOT / "scripts" / "words.py"))
PAGES = sorted((SOURCE / "web" / "templates").glob("**/*.html"))


def fields(text: str) -> list[tuple[str, str | None]]:
    """Placeholders with their conversion, sorted."""
    parsed = string.Formatter().parse(text)
    found = [(name, how) for _, name, _, how in parsed if name is not None]
    found += [(f"%{name}", None) for name in re.findall(r"%\((\w+)\)", text)]
    return sorted(found, key=str)


def forms(text: str | tuple[str, ...] | list[str]) -> list[str]:
    return [text] if isinstance(text, str) else list(text)


def catalogue_of(lang: str) -> Any:
    return TOOL["read"](TOOL["LOCALE"] / lang / "LC_MESSAGES" / "tavola.po")


def keys(messages: Any) -> set[tuple[str | None, tuple[str, ...]]]:
    return {(message.context, tuple(forms(message.id))) for message in messages if message.id}


# ------------------------------------------------------------------------------- catalogues


@cache
def extracted() -> set[tuple[str | None, tuple[str, ...]]]:
    """All that the code says, read once."""
    return keys(TOOL["extract"]())


@cache
def sentences() -> set[str]:
    """The same without the contexts."""
    return {text for _, ids in extracted() for text in ids}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_catalogue_is_complete(lang: str) -> None:
    for message in catalogue_of(lang):
        if not message.id:
            continue
        assert not message.fuzzy, message.id
        translated = forms(message.string)
        assert all(translated), message.id
        assert len(translated) == len(forms(message.id))
        for text in translated:
            wanted = [fields(form) for form in forms(message.id)]
            assert fields(text) in wanted, (message.id, text)
        if lang == "en":
            assert translated == forms(message.id)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_sticks_to_another(lang: str) -> None:
    """An editor may join the lines of two messages; the second begins in the middle of a word."""
    texts = [text for message in catalogue_of(lang) if message.id for text in forms(message.string)]
    whole = "\n".join(texts)
    for text in texts:
        if len(text) >= 40:
            stuck = re.search(r"\w" + re.escape(text), whole)
            assert stuck is None, text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_catalogue_is_up_to_date(lang: str) -> None:
    for known in (keys(catalogue_of(lang)), keys(TOOL["read"](TOOL["TEMPLATE"]))):
        changed = known ^ extracted()
        assert not changed, "run scripts/words.py update, then translate"


def test_extraction_overlooks_nothing() -> None:
    """A message inside an f-string escapes the extraction of some Pythons; not the syntax tree."""
    known = sentences()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            called = node.func.id if isinstance(node.func, ast.Name) else called
            if called not in TOOL["KEYWORDS"]:
                continue
            if called == "text" and path.is_relative_to(SOURCE / TOOL["STORE"]):
                continue  # SQL
            literal = [a.value for a in node.args[:2] if isinstance(a, ast.Constant)]
            first = literal[1:] if "within" in called else literal
            assert all(text in known for text in first), (path, node.lineno, first)


class Spoken(HTMLParser):
    """What a page says to eye or ear."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        spoken = ("alt", "aria-description", "aria-label", "placeholder", "title")
        self.said += [value or "" for name, value in attrs if name in spoken]

    def handle_data(self, data: str) -> None:
        self.said.append(data)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_pages_speak_through_the_catalogue(path: Path) -> None:
    """Every call names a sentence that is extracted, and nothing is said without a call."""
    known = sentences()
    source = path.read_text(encoding="utf-8")
    for name, said in re.findall(r"\b(text|plural|within)\(\s*([^\s,)]?)", source):
        assert said in ('"', "'"), (name, "wants a literal")
    tree = Environment().parse(source)
    for call in tree.find_all(nodes.Call):
        called = getattr(call.node, "name", getattr(call.node, "attr", ""))
        if called in TOOL["KEYWORDS"]:
            literal = [a.value for a in call.args[:2] if isinstance(a, nodes.Const)]
            assert all(text in known for text in literal["within" in called :]), literal
    spoken = Spoken()
    spoken.feed(re.sub(r"\{[{%#].*?[}%#]\}", "", source, flags=re.DOTALL))
    own = set(re.findall(r"[^\W\d_]{2,}", " ".join(spoken.said)))
    assert own <= {"Tavola", "tavola", "verify", "json"}


def test_update_changes_nothing(tmp_path: Path) -> None:
    template = TOOL["extract"]()
    for lang in LANGUAGES:
        path = tmp_path / lang / "LC_MESSAGES" / "tavola.po"
        path.parent.mkdir(parents=True)
        shutil.copy(TOOL["LOCALE"] / path.relative_to(tmp_path), path)
        before = path.read_bytes()
        TOOL["update_catalogue"](path, template)
        assert path.read_bytes() == before


def test_tool_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert TOOL["main"]([]) == 2
    assert "compile" in capsys.readouterr().out


# ------------------------------------------------------------------------------- loading


@pytest.fixture
def locale(tmp_path: Path) -> Path:
    """A copy of the catalogues with compiled ones."""
    shutil.copytree(TOOL["LOCALE"], tmp_path / "locale")
    for stale in (tmp_path / "locale").glob("*/*/*.mo"):
        stale.unlink()
    TOOL["compile_all"](tmp_path / "locale")
    return tmp_path / "locale"


def test_compiled_catalogues_do_not_say_when(locale: Path) -> None:
    """Or no two wheels of a source were the same, as soon as a minute lay between them."""
    found = [path.read_bytes() for path in locale.glob("*/*/*.mo")]
    assert len(found) == len(LANGUAGES)
    for text in found:
        assert re.findall(rb"Date: ([^\n]*)", text) == [
            b"2020-02-02 00:00+0000",
            b"YEAR-MO-DA HO:MI+ZONE",
        ]


def loaded(folder: Path) -> str:
    translations._load.cache_clear()
    try:
        return translations._load("de", folder).gettext("{player} starts.")
    finally:
        translations._load.cache_clear()


def without_babel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "babel.messages.mofile", None)


def test_compiled_catalogue_needs_no_babel(locale: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_babel(monkeypatch)
    assert loaded(locale) == "{player} beginnt."
    (locale / "de" / "LC_MESSAGES" / "tavola.po").unlink()
    assert loaded(locale) == "{player} beginnt."


def test_newer_source_wins(locale: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = locale / "de" / "LC_MESSAGES" / "tavola.po"
    text = source.read_text(encoding="utf-8").replace("{player} beginnt.", "{player} legt los.")
    source.write_text(text, encoding="utf-8")
    later = source.with_suffix(".mo").stat().st_mtime + 10
    os.utime(source, (later, later))
    assert loaded(locale) == "{player} legt los."
    without_babel(monkeypatch)
    assert loaded(locale) == "{player} beginnt."


def test_nothing_to_read_is_english(locale: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = locale / "de" / "LC_MESSAGES"
    (place / "tavola.mo").unlink()
    assert loaded(locale) == "{player} beginnt."
    without_babel(monkeypatch)
    assert loaded(locale) == "{player} starts."
    (place / "tavola.po").unlink()
    assert loaded(locale) == "{player} starts."


def test_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="es"):
        Words("es")
    with pytest.raises(ValueError, match="es"):
        rule_pages.rules_page("es", "puff")


@pytest.mark.parametrize(
    ("wanted", "environment", "lang"),
    [
        ("fr", {"TAVOLA_LANG": "de"}, "fr"),
        ("de_CH.UTF-8", {}, "de"),
        ("fr-CA", {}, "fr"),
        ("es", {}, "en"),
        (None, {}, "it"),
        ("", {"LANG": ""}, "it"),
        (None, {"LANG": "C"}, "it"),
        (None, {"LANG": "C.UTF-8"}, "it"),
        (None, {"LC_ALL": "POSIX", "LANG": "de_DE"}, "it"),
        (None, {"LANG": "de_AT@euro"}, "de"),
        (None, {"LANG": "pt_BR.UTF-8"}, "en"),
        (None, {"LANGUAGE": "es:fr:de"}, "fr"),
        (None, {"LANGUAGE": "es:pt"}, "en"),
        (None, {"TAVOLA_LANG": "it", "LANGUAGE": "de", "LC_ALL": "fr"}, "it"),
        (None, {"LC_MESSAGES": "fr_FR", "LANG": "de"}, "fr"),
    ],
)
def test_pick_language(
    wanted: str | None, environment: dict[str, str], lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TAVOLA_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert pick_language(wanted) == lang


def test_join_and_braces() -> None:
    words = Words("it")
    assert [words.join(list("abc")[:n]) for n in range(4)] == ["", "a", "a e b", "a, b e c"]
    assert words.join(["a", "b"], alternative=True) == "a o b"
    assert words.text("{not} ours") == "{not} ours"


def run_click(*arguments: str) -> str:
    @click.command()
    @click.argument("game")
    def command(game: str) -> None:
        """Nothing."""

    return CliRunner().invoke(command, list(arguments)).output


def test_click_speaks(locale: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = gettext.textdomain()
    monkeypatch.setattr(click_messages, "LOCALE", locale)
    monkeypatch.setenv("LANGUAGE", "en")
    try:
        click_messages.install_for_click("it")
        told = run_click()
        assert "Uso:" in told
        assert "Manca l’argomento 'GAME'" in told
        assert "Opzione sconosciuta: '--x'." in run_click("--x")
        click_messages.install_for_click("de")
        assert "Zeigt diese Hilfe" in run_click("--help")
    finally:
        gettext.textdomain(before)


# ------------------------------------------------------------------------------- names and pages


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_has_a_name(lang: str) -> None:
    words = Words(lang)
    assert all(names.family_name(words, family) for family in FAMILIES)
    assert {game.family for game in GAMES.values()} <= set(FAMILIES)
    assert len({names.family_name(words, family) for family in FAMILIES}) == len(FAMILIES)
    assert side_name(words, Side.WHITE) != side_name(words, Side.BLACK)
    assert all(names.match_label(words, name) != name for name in MatchRules().to_json())
    for game in OFFERED.values():
        assert names.game_name(words, game.id)
        assert all(names.profile_name(words, profile.name) for profile in game.profiles)
        for option in game.options:
            label = names.option_label(words, option.name)
            values = [names.option_value(words, option.name, value) for value in option.values]
            assert label
            assert label != option.name
            assert len(set(values)) == len(option.values)
            plain = {text_of(v) for v in option.values} - {"yes", "no"}
            assert not plain & set(values) or lang == "en", (option.name, values)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", [*SHIPPED, *ROTATIONS])
def test_rule_page(lang: str, game: str) -> None:
    page = rule_pages.own_page(lang, game)
    assert page is not None, "nobody has written it"
    assert page.title == names.game_name(Words(lang), game)
    assert page.line == names.game_line(Words(lang), game)
    assert page.line.endswith((".", "?", "!"))
    assert len(page.sections) >= 5
    assert all(section.title and section.text for section in page.sections)
    assert not re.search(r"^# ", "\n".join(s.text for s in page.sections), re.MULTILINE)


def test_rule_pages_share_their_headings() -> None:
    for lang in LANGUAGES:
        first = rule_pages.page(lang, "backgammon").sections
        for game in (*SHIPPED, *ROTATIONS):
            sections = rule_pages.page(lang, game).sections
            assert sections[0].title == first[0].title
            assert sections[-1].title == first[-1].title


@pytest.mark.parametrize(
    ("value", "french"), [(0.35, "unité"), (1.5, "unité"), (1.994, "unité"), (1.996, "unités")]
)
def test_french_counts_several_units_from_two_on(value: float, french: str) -> None:
    """It said “qui perd 2,50 unité”; the other languages say one unit of none of these."""
    told = {lang: puzzles.tempting(Words(lang), "8/5", value).rstrip(".") for lang in LANGUAGES}
    assert told["fr"].split()[-1] == french
    ends = ("units", "Einheiten", "unità")
    assert tuple(told[lang].split()[-1] for lang in ("en", "de", "it")) == ends
