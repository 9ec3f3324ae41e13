"""What a machine can keep of careful sentences: signs, spaces, and one word for one thing."""

from __future__ import annotations

import re
import runpy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tavola.words import LANGUAGES

ROOT = Path(__file__).parent.parent
TOOL: dict[str, Any] = runpy.run_path(str(ROOT / "scripts" / "words.py"))

PLACEHOLDER = re.compile(r"\{[^{}]*\}|%\(\w+\)s")
NO_BREAK = "\N{NO-BREAK SPACE}"


@cache
def sentences(lang: str) -> list[tuple[str, str]]:
    """Every English sentence with its translation, one for each plural form."""
    catalogue = TOOL["read"](TOOL["LOCALE"] / lang / "LC_MESSAGES" / "tavola.po")
    found: list[tuple[str, str]] = []
    for message in catalogue:
        if message.id:
            ids, told = message.id, message.string
            one = (ids, told) if isinstance(ids, str) else (ids[0], " | ".join(told))
            found.append(one)
    return found


@pytest.mark.parametrize("lang", ["it", "fr", "en"])
def test_apostrophes_are_typographic(lang: str) -> None:
    straight = [s for _, s in sentences(lang) if re.search(r"[^\W\d_]'[^\W_{]|[^\W\d_]'\{", s)]
    assert not straight


SYNTAX = {"NUMBER[,NUMBER...]", "Press any key to continue..."}
"""What is typed, and what the command line library asks for by these words."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_three_dots_are_one_sign(lang: str) -> None:
    dotted = [(k, s) for k, s in sentences(lang) if "..." in s.replace("://...", "")]
    assert {key for key, _ in dotted} <= (SYNTAX if lang == "en" else {"NUMBER[,NUMBER...]"})


def test_french_signs_stand_off() -> None:
    """A space that does not break stands before `: ; ! ? »` and `%`, and after `«`."""
    for _, told in sentences("fr"):
        bare = PLACEHOLDER.sub("x", told)
        assert not re.search(rf"[^{NO_BREAK}][;!?»]", bare), told
        assert not re.search(rf"[^{NO_BREAK}][:%](\s|$)", bare), told
        assert not re.search(rf"«[^{NO_BREAK}]", bare), told


def test_french_signs_stand_off_on_pages() -> None:
    """Else a line begins with one of them on a phone.  Markup without a space (`{W:1}`) is none."""
    pages = sorted((ROOT / "src").rglob("fr.md"))
    assert len(pages) > 60
    for path in pages:
        text = path.read_text(encoding="utf-8")
        loose = re.search(r".{0,20}(?: [:;!?»%]|« ).{0,10}", text)
        assert loose is None, f"{path.parent.name}: {loose[0] if loose else ''}"


@pytest.mark.parametrize("lang", ["it", "de", "en"])
def test_other_signs_do_not(lang: str) -> None:
    for _, told in sentences(lang):
        assert not re.search(r"\s[:;!?»]", told), told
    if lang == "de":
        assert not any(
            re.search(r"[\dx]( |)%", PLACEHOLDER.sub("x", s)) for _, s in sentences(lang)
        )


@pytest.mark.parametrize(
    ("lang", "opening", "closing"),
    [("it", "«", "»"), ("fr", "«", "»"), ("de", "„", "“"), ("en", "“", "”")],
)
def test_quotation_marks_are_the_language_s_own(lang: str, opening: str, closing: str) -> None:
    others = set('«»„“”"') - {opening, closing}
    for _, told in sentences(lang):
        assert not others & set(told), told
        assert told.count(opening) == told.count(closing), told


BEGINNINGS = re.compile(
    r": (nenne|tippe|stelle|halte|starte|würfle|nimmst|lässt|von nun an|wer|er|es|ich|wir"
    r"|jeder|dieser|derselbe|kein|keine|schon|beim|auf die)\b[^:]*[.?]"
)
"""Words that begin a whole sentence, where they stand after a colon."""


def test_german_sentences_after_a_colon_begin_large() -> None:
    small = [told for _, told in sentences("de") if BEGINNINGS.search(told)]
    assert not small


def test_french_commands_are_familiar() -> None:
    """Who plays is *tu*; an imperative in -ez would be *vous*."""
    polite = [told for _, told in sentences("fr") if re.search(r"(^|[:.] ?)\w+ez\b", told, re.M)]
    assert not polite


REJECTED = {
    "it": (
        r"\bnomin(a|are)\b",  # a number is chosen: scegliere
        r"gioco a posta",  # money play: partite libere
        r"\britir|\briprend",  # to undo: annullare
        r"\bmeta\b",  # where a step ends: punta d'arrivo
        r"\b(primo|secondo|terzo|questo) tempo\b",  # a stage: fase
        r"\bvolte \{number\}",  # four 3s: quattro 3
        r"\bdi \{player\}",  # no article: di Bianco
        r"(?<!\{)\b[Pp]ips?\b(?! install)",  # passi
        r"\b[Tt]avolier[ei]\b",  # the board: tavola
        r"\bquadrant[ei]\b",  # six points: quarto
        r"\b[Rr]inunci\?|\bmatch\b",  # to drop: rifiutare; a match: incontro
    ),
    "de": (
        r"[Aa]uswürfel|würfelt .*\baus\b",  # to bear off: abtragen
        r"Geldspiel",  # money play: freie Spiele
        r"Ziel-",
        r"[Ss]teine?,? .*\bsetz(t|en) zuerst ein",  # a checker enters: kommt herein
        r"\bgilt \{value\}",  # the cube counts: zählt
        r"\bPips?\b",  # Augen
        r"\bStartzahl",  # a seed: Startwert
        r"\bRemis\b",  # a draw: Unentschieden
        r"\bWettlauf\b",  # a race: Rennen
    ),
    "fr": (
        r"\b([Ll]e|[Uu]n|[Cc]e|[Dd]u|[Ll]es|[Dd]es|quatre|deux|premier|dernier|chaque) pas\b",
        r"\b([Ll]e|[Uu]n|[Ll]es|[Dd]u) doubles?\b",  # dice: doublet; cube: videau
        r"choisisseur",
        r"\bdu bar\b",  # la barre
        r"pions? seuls?\b",  # a blot: pion isolé
        r"\ba la main\b",  # on turn: au trait
        r"\breprend(re|s)?\b",  # to undo: annuler
        r"\bRencontre\b",  # match
        r"points? (à parcourir|effectifs|de moins|de retard)",  # pips
        r"[Rr]ègles? maison",  # règle de la maison
        r"\bbourde",  # a blunder: faute grave
        r"[Pp]iles? (est|sont) défaites?",  # a tower is undone: démontée
    ),
    "en": (
        r"\btimes \{number\}",  # four 3s
        r"\bbrings? in from\b",  # enters
        r"\bmiddling\b",
        r"\bundoes\b",
    ),
}
"""Words that a language had for a thing that has another word there, by pattern."""

ALLOWED = {
    "Stopped. The same command goes on from here: {command}",
}
"""Sentences in which such a word means something else."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_word_for_one_thing(lang: str) -> None:
    used = [
        (pattern, told)
        for key, told in sentences(lang)
        for pattern in REJECTED[lang]
        if key not in ALLOWED and re.search(pattern, told)
    ]
    assert not used


NO_HOUSE_RULES = {
    "it": r"\b[Oo]pzion[ei]\b|\b(la|c’è una) scelta «|\bscelta si chiama",
    "de": r"\bOption(en)?\b|\b[Dd]ie Wahl „|\bWahl heißt",
    "fr": r"\b[Oo]ptions?\b|\b[Ll]e choix «|\bchoix s’appelle",
    "en": r"\b[Oo]ptions?\b",
}
"""What a house rule was called under the heading that calls it one."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_pages_call_a_house_rule_by_its_heading(lang: str) -> None:
    pages = sorted((ROOT / "src" / "tavola" / "games").glob(f"*/{lang}.md"))
    assert len(pages) > 40
    for path in pages:
        found = re.search(rf".*(?:{NO_HOUSE_RULES[lang]}).*", path.read_text(encoding="utf-8"))
        assert found is None, f"{path.parent.name}: {found[0] if found else ''}"


REJECTED_ON_PAGES = {
    "it": r"\b[Tt]avolier[ei]\b|\b[Qq]uadrant[ei]\b|\b[Rr]inuncia\b|partita di Crawford",
    "de": r"\bPips?\b|\bStartzahl|\bRemis\b|\bGeldspiel",
    "fr": r"pions? seuls?\b|\bbourde|[Pp]artie de Crawford|coûtent pas de points|sont défaites",
    "en": r"\bmiddling\b",
}
"""Such words of the rule pages and the lessons, which are one book with the sentences."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_pages_use_the_words_of_the_sentences(lang: str) -> None:
    games = ROOT / "src" / "tavola" / "games"
    pages = sorted([*games.glob(f"*/{lang}.md"), *games.glob(f"*/lessons/*/{lang}.md")])
    assert len(pages) > 80
    for path in pages:
        found = re.search(rf".*(?:{REJECTED_ON_PAGES[lang]}).*", path.read_text(encoding="utf-8"))
        assert found is None, f"{path.relative_to(games)}: {found[0] if found else ''}"


GLUED = {
    "py": r"[\"'][:;] [\"']\.join|say\(f\"\{[^}]*\}: \{",
    "html": r"\}\}[:;]",
    "js": r"\}: \$\{words",
}


@pytest.mark.parametrize("kind", sorted(GLUED))
def test_code_glues_no_sign_to_what_it_shows(kind: str) -> None:
    """French stands colons and semicolons off: they are in the catalogue, not in the code."""
    files = sorted((ROOT / "src" / "tavola").rglob(f"*.{kind}"))
    assert files
    assert not [
        f"{file.name}:{n}: {line.strip()}"
        for file in files
        for n, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
        if re.search(GLUED[kind], line)
    ]
