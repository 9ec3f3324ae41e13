"""Languages and their catalogues: standard gettext, the English sentence is the key.

The compiled catalogue is read if it is there and not older than its source; a checkout that has
only the source reads that through Babel.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterable, Sequence
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from tavola.rules.model.declaration import mark, mark_within

LANGUAGES = ("it", "de", "fr", "en")
"""The languages of the product, the first language first."""

__all__ = ["LANGUAGES", "Words", "mark", "mark_plural", "mark_within", "pick_language"]

DOMAIN = "tavola"
LOCALE = Path(__file__).parent / "locale"
"""Where the catalogues lie: `<lang>/LC_MESSAGES/tavola.po` and `.mo`."""

_VARIABLES = ("TAVOLA_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
_NO_LOCALE = ("c", "posix")


def mark_plural(one: str, many: str) -> tuple[str, str]:
    """Mark two forms that `Words.plural` translates."""
    return one, many


def pick_language(wanted: str | None, otherwise: str = LANGUAGES[0]) -> str:
    """The language to speak: the wish, else the first locale variable that is set.

    A locale of another language gives English; none at all, `C` and `POSIX` give `otherwise`.
    """
    for text in (wanted, *(os.environ.get(name) for name in _VARIABLES)):
        if text and text.strip():
            return _language_of(text, otherwise)
    return otherwise


def _language_of(locales: str, otherwise: str) -> str:
    codes = [_code(locale) for locale in locales.split(":")]
    for code in codes:
        if code in LANGUAGES:
            return code
    return otherwise if all(code in _NO_LOCALE for code in codes) else "en"


def _code(locale: str) -> str:
    """`de` of `de_CH.UTF-8@euro`."""
    for separator in ".@_-":
        locale = locale.partition(separator)[0]
    return locale.strip().lower()


class Words:
    """The sentences of one language.  Raises ValueError for one that is not in `LANGUAGES`."""

    def __init__(self, lang: str) -> None:
        if lang not in LANGUAGES:
            raise ValueError(f"no such language: {lang}")
        self.lang = lang
        self._catalogue = _load(lang, LOCALE)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Words) and other.lang == self.lang

    def __hash__(self) -> int:
        return hash(self.lang)

    def text(self, message: str, **values: object) -> str:
        """A sentence, its {placeholders} filled; braces stay as they are if no values are given."""
        found = self._catalogue.gettext(message)
        return found.format(**values) if values else found

    def plural(self, one: str, many: str, count: int, **values: object) -> str:
        """The form that fits a count, which fills {count}."""
        found = self._catalogue.ngettext(one, many, count)
        return found.format(count=count, **values)

    def measured(self, one: str, many: str, value: float, digits: int, **values: object) -> str:
        """The form that fits a figure with so many digits behind the sign: French has more than one
        from 2.00 on, the others always."""
        count = 2 if round(abs(value), digits) >= 2 else 0
        return self._catalogue.ngettext(one, many, count).format(**values)

    def within(self, context: str, message: str, **values: object) -> str:
        """A word that other languages say differently from place to place."""
        found = self._catalogue.pgettext(context, message)
        return found.format(**values) if values else found

    def join(self, items: Sequence[str], *, alternative: bool = False) -> str:
        """`a, b and c`, or `a, b or c`."""
        if len(items) < 2:
            return "".join(items)
        first, last = ", ".join(items[:-1]), items[-1]
        if alternative:
            return self.text("{first} or {last}", first=first, last=last)
        return self.text("{first} and {last}", first=first, last=last)

    def clauses(self, items: Iterable[str]) -> str:
        """`a; b; c`: items that have commas of their own."""
        return self.within("between clauses", "; ").join(items)

    def after_colon(self, sentence: str) -> str:
        """A whole sentence as it stands after a colon: with a capital if the language wants it."""
        if self.within("how a sentence begins after a colon", "small") == "small":
            return sentence
        return sentence[:1].upper() + sentence[1:]

    def labelled(self, label: str, text: str) -> str:
        """`label: text`, with the space that the language wants."""
        return self.text("{label}: {text}", label=label, text=text)


@lru_cache(maxsize=16)
def _load(lang: str, folder: Path) -> gettext.NullTranslations:
    if lang == "en":
        return gettext.NullTranslations()
    place = folder / lang / "LC_MESSAGES"
    compiled, source = place / f"{DOMAIN}.mo", place / f"{DOMAIN}.po"
    if _is_fresh(compiled, source):
        return _read(compiled)
    found = _from_source(source)
    if found is not None:
        return found
    return _read(compiled) if compiled.exists() else gettext.NullTranslations()


def _is_fresh(compiled: Path, source: Path) -> bool:
    if not compiled.exists():
        return False
    return not source.exists() or compiled.stat().st_mtime >= source.stat().st_mtime


def _read(compiled: Path) -> gettext.NullTranslations:
    with compiled.open("rb") as file:
        return gettext.GNUTranslations(file)


def _from_source(source: Path) -> gettext.NullTranslations | None:
    """The catalogue made from its source, or None without source or Babel."""
    if not source.exists():
        return None
    try:
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po
    except ImportError:
        return None
    buffer = BytesIO()
    with source.open("rb") as file:
        write_mo(buffer, read_po(file))
    buffer.seek(0)
    return gettext.GNUTranslations(buffer)
