"""Every page says the same in every language: as far as paragraphs, points and numbers can tell."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tavola.games import GAMES, ROTATIONS, SHIPPED
from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.ruleset import Contact, Side
from tavola.words import LANGUAGES, general_pages, rule_pages
from tavola.words.points_in_texts import told_points
from tavola.words.rule_pages import Page, Section

NOT_YET: dict[str, str] = {}
"""Games whose pages do not say the same yet, with the reason.  One that does must not stand here:
the list can only become shorter."""

WRITTEN = {
    "it": {"Seicento": "17"},  # the century is called by its hundreds
    "de": {"siebzehnten": "17"},
    "fr": {"XVIIᵉ": "17", "dix-septième": "17"},
    "en": {"seventeenth": "17"},
}
"""What stands for a number in a language."""

EXCEPTIONS: dict[tuple[str, int], str] = {}
"""Sections, by page and place, whose numbers may differ from language to language, with the
reason: their points and their shape may not."""

BRACES = re.compile(r"\{[^{}]*\}")
NUMBER = re.compile(r"\d+(?:[.,]\d+)?")


def page_of(lang: str, name: str) -> Page:
    """A page as it is written, of a game or of all."""
    general = name in general_pages.GENERAL_PAGES
    found = (general_pages.own_general_page if general else rule_pages.own_page)(lang, name)
    assert found is not None
    return found


def shape(section: Section) -> str:
    """Paragraphs and bullets in their order: `pp--p`."""
    blocks = re.split(r"\n\s*\n", section.text)
    lines = (line for block in blocks for line in starts(block))
    return "".join(lines)


def starts(block: str) -> list[str]:
    """Each bullet or numbered point of a block; `p` for the sentences before them."""
    found = ["-" if re.match(r"\s*(?:[-*]|\d+\.) ", line) else "p" for line in block.splitlines()]
    return [one for at, one in enumerate(found) if one == "-" or at == 0]


def points(section: Section) -> Counter[str]:
    """The points that stand in braces, with whose they are."""
    return Counter(
        f"{told.side.letter if told.side is not None else ''}{point}"
        for told in told_points(section.text)
        for point in told.points
    )


def numbers(lang: str, section: Section) -> Counter[str]:
    """The numbers outside braces; 1,5 is 1.5, and dice are the same in either order."""
    text = BRACES.sub(" ", section.text)
    for written, number in WRITTEN.get(lang, {}).items():
        text = text.replace(written, number)
    return Counter(found.replace(",", ".") for found in NUMBER.findall(text))


def differences(name: str, langs: tuple[str, ...] = LANGUAGES) -> list[str]:
    """Where the page of a language is not like the first one's."""
    first, *others = (page_of(lang, name) for lang in langs)
    found = []
    for page in others:
        if len(page.sections) != len(first.sections):
            found.append(f"{page.lang}: {len(page.sections)} sections, not {len(first.sections)}")
            continue
        for at, (one, other) in enumerate(zip(first.sections, page.sections, strict=True)):
            pairs = [(shape(one), shape(other)), (points(one), points(other))]
            if (name, at) not in EXCEPTIONS:
                pairs.append((numbers(first.lang, one), numbers(page.lang, other)))
            found += [f"{page.lang}, {other.title}: {b}, not {a}" for a, b in pairs if a != b]
    return found


@pytest.mark.parametrize("name", [*general_pages.GENERAL_PAGES, *SHIPPED, *ROTATIONS])
def test_a_page_says_the_same_in_every_language(name: str) -> None:
    found = differences(name)
    if name in NOT_YET:
        assert found, "its pages agree: take it out of NOT_YET"
    else:
        assert not found, "\n".join(found)


def test_the_lists_of_exceptions_name_what_there_is() -> None:
    assert NOT_YET.keys() <= set(SHIPPED)
    assert all(NOT_YET.values())
    assert all(EXCEPTIONS.values())
    for name, at in EXCEPTIONS:
        assert at < len(page_of("en", name).sections)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Two.\n\nThree.", "Two. Three."),
        ("- one\n- two", "- one and two"),
        ("To {W:8}.", "To {W:9}."),
        ("To {W:8}.", "To {B:8}."),
        ("167 pips", "176 pips"),
    ],
)
def test_a_difference_is_seen(one: str, other: str) -> None:
    sections = [Section("", text) for text in (one, other)]
    first, second = ((shape(s), points(s), numbers("en", s)) for s in sections)
    assert first != second


def test_the_same_in_other_words_is_the_same() -> None:
    section = Section("", "Nel Seicento: 1,5 su {W:8, 9 e 10}.\n- tre")
    other = Section("", "In the 17th century: 1.5 on {W:8, 9 and 10}.\n- three")
    assert shape(section) == shape(other) == "p-"
    assert points(section) == points(other)
    assert numbers("it", section) == numbers("en", other)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", general_pages.GENERAL_PAGES)
def test_general_pages_are_written(name: str, lang: str) -> None:
    page = page_of(lang, name)
    assert page.title
    assert page.line.endswith(".")
    for numbering in ("own", "booklet"):
        told = rule_pages.markdown_of(general_pages.general_page(lang, name, numbering))
        assert not re.search(r"[{}]", told)
        if lang != "de":
            assert not re.search(r"\w'\w", told)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_of_words_claims_of_all_games_only_what_holds_in_all(lang: str) -> None:
    """Home and direction are those of backgammon; whatever game pins is named."""
    said = "\n".join(section.text for section in page_of(lang, "words").sections)
    entries = [line for line in said.splitlines() if line.startswith("- **")]
    placed = [one for one in entries if "{W:" in one]
    assert len(placed) == 2
    assert all("ackgammon" in one for one in placed)
    tracks = {geometry_of(game.rules).track[Side.WHITE] for game in GAMES.values()}
    assert len(tracks) > 1, "else it could be said of all"
    (pins,) = (one for one in entries if "Pin" in one)
    for name, game in GAMES.items():
        assert (game.rules.contact is Contact.PIN) == (page_of(lang, name).title in pins), name


def test_a_missing_page_is_shown_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    written = general_pages.own_general_page
    general_pages.general_page.cache_clear()
    monkeypatch.setattr(
        general_pages,
        "own_general_page",
        lambda lang, name: None if lang == "it" else written(lang, name),
    )
    assert general_pages.general_page("it", "words").lang == "en"
    general_pages.general_page.cache_clear()
    with pytest.raises(ValueError, match="no such language"):
        general_pages.general_page("es", "words")
