"""The catalogues: `extract` the messages of code and pages, `update` the languages, `compile` them.

    python scripts/words.py extract   writes locale/tavola.pot
    python scripts/words.py update    extracts, then gives every tavola.po the same messages
    python scripts/words.py compile   makes every tavola.mo

After `update`, translate what is still empty in the .po files; the tests refuse a gap.
"""

from __future__ import annotations

import sys
from copy import deepcopy
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "tavola"
LOCALE = SOURCE / "words" / "locale"
TEMPLATE = LOCALE / "tavola.pot"
KEYWORDS = {
    "text": None,
    "plural": (1, 2),
    "measured": (1, 2),
    "within": ((1, "c"), 2),
    "mark": None,
    "mark_plural": (1, 2),
    "mark_within": ((1, "c"), 2),
}
"""Calls whose literal arguments are messages, as Babel describes them."""

STORE = "server/store"
"""In this folder `text` is SQLAlchemy's and holds SQL; sentences are there marked only."""

PASSES: tuple[tuple[dict[str, Any], list[tuple[str, str]]], ...] = (
    (
        KEYWORDS,
        [
            (f"{STORE}/**.py", "ignore"),
            ("**.py", "python"),
            ("**/templates/**.html", "jinja2.ext:babel_extract"),
        ],
    ),
    (
        {name: kind for name, kind in KEYWORDS.items() if name != "text"},
        [(f"{STORE}/**.py", "python")],
    ),
)
"""Which calls are looked for in which files, and how; the first that fits a file counts."""

OPTIONS = {"**/templates/**.html": {"silent": "false", "trim_blocks": "true"}}
"""A template that cannot be read is an error, not a template without messages."""

_HEADER = (b'"Language:', b'"Plural-Forms:', b'"MIME-', b'"Content-')
"""Header lines that say something; the others are dates and addresses."""

DATED = datetime(2020, 2, 2, tzinfo=UTC)
"""The date in every .mo, that of all files of a wheel: the same source makes the same one, whenever
it is built."""


def sources(locale: Path = LOCALE) -> list[Path]:
    """The translated catalogues."""
    return sorted(locale.glob("*/LC_MESSAGES/tavola.po"))


def extract() -> Catalog:
    """All messages of the code and of the pages."""
    catalogue = Catalog(project="tavola", charset="utf-8", copyright_holder="Tavola")
    found = [
        item
        for keywords, methods in PASSES
        for item in extract_from_dir(SOURCE, methods, OPTIONS, keywords=keywords)
    ]
    for name, line, message, _, context in sorted(found, key=lambda item: (item[0], item[1])):
        catalogue.add(message, None, [(f"src/tavola/{name}", line)], context=context)
    return catalogue


def read(path: Path) -> Catalog:
    """A catalogue from its file."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name if path.suffix == ".po" else None)


def update_catalogue(path: Path, template: Catalog) -> None:
    """Give a language the messages of the template; English translates itself."""
    catalogue = read(path)
    catalogue.update(deepcopy(template), no_fuzzy_matching=True)
    for message in catalogue:
        if message.id and path.parent.parent.name == "en":
            message.string = message.id
        elif message.id and message.fuzzy:  # it became a plural: an open gap is better than a guess
            message.string = ("", "") if message.pluralizable else ""
        message.flags.discard("fuzzy")
    _write(path, catalogue)


def compile_all(locale: Path = LOCALE, target: Path | None = None) -> list[Path]:
    """Make the .mo of every language beside its source, or in the same folders under `target`."""
    made = []
    for path in sources(locale):
        place = (target or locale) / path.relative_to(locale).with_suffix(".mo")
        place.parent.mkdir(parents=True, exist_ok=True)
        catalogue = read(path)
        catalogue.creation_date = DATED
        with place.open("wb") as file:
            write_mo(file, catalogue)
        made.append(place)
    return made


def _write(path: Path, catalogue: Catalog) -> None:
    """Sorted, without dates and places in the code, so that only changes of messages show."""
    catalogue.fuzzy = False
    catalogue.header_comment = ""
    buffer = BytesIO()
    write_po(buffer, catalogue, width=100, ignore_obsolete=True, no_location=True, sort_output=True)
    head, _, rest = buffer.getvalue().partition(b"\n\n")
    lines = [line for line in head.splitlines() if line[:1] != b'"' or line.startswith(_HEADER)]
    path.write_bytes(b"\n".join(lines).strip() + b"\n\n" + rest.strip() + b"\n")


def main(arguments: list[str]) -> int:
    """Run one subcommand."""
    command = arguments[0] if len(arguments) == 1 else ""
    if command in ("extract", "update"):
        template = extract()
        _write(TEMPLATE, template)
        if command == "update":
            for path in sources():
                update_catalogue(path, template)
    elif command == "compile":
        compile_all()
    else:
        print(__doc__)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
