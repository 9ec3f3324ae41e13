"""Pages from templates: what every template knows, and Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import HTMLResponse

from tavola.server.http.preferences import THEMES
from tavola.server.http.typed_state import person_of, prefs_of, words_of
from tavola.server.settings import WEB
from tavola.server.wire.browser_labels import STRINGS
from tavola.words.general_pages import GENERAL_PAGES, general_page
from tavola.words.translations import LANGUAGES

OWN_NAMES = {"it": "Italiano", "de": "Deutsch", "fr": "Français", "en": "English"}
"""What a language calls itself: the same on the pages of every language."""
_STRETCH = re.compile(r"\b\d+-\d+\b")


@lru_cache(maxsize=1)
def _templates() -> Environment:
    found = Environment(
        loader=FileSystemLoader(WEB / "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    found.filters["moment"] = moment
    found.filters["markdown"] = markdown
    found.policies["json.dumps_kwargs"] = {"separators": (",", ":"), "ensure_ascii": False}
    return found


def warm() -> None:
    """Have every template ready: the first page of a kind would stop all tables for a moment."""
    templates = _templates()
    for name in templates.list_templates():
        templates.get_template(name)


def page(
    request: Request,
    template: str,
    status: int = 200,
    *,
    here: str = "",
    **values: Any,
) -> HTMLResponse:
    """A page.  Templates say `text("...")` for every sentence; `here` is the address to come back
    to after a change of language, where it is not the one that was asked for."""
    html = _templates().get_template(template).render({**_common(request, here), **values})
    words = words_of(request)
    return HTMLResponse(html, status, {"content-language": words.lang})


def _common(request: Request, here: str) -> dict[str, Any]:
    words = words_of(request)
    return {
        "words": words,
        "text": words.text,
        "plural": words.plural,
        "within": words.within,
        "labelled": words.labelled,
        "lang": words.lang,
        "languages": {code: OWN_NAMES[code] for code in LANGUAGES},
        "themes": {theme: words.text(STRINGS[f"theme_{theme}"]) for theme in THEMES},
        "theme": theme_of(prefs_of(request)),
        "prefs": prefs_of(request),
        "person": person_of(request),
        "static": request.app.state.static,
        "path": request.url.path,
        "general": {name: general_page(words.lang, name) for name in GENERAL_PAGES},
        "here": here or _address(request),
    }


def theme_of(prefs: dict[str, Any]) -> str:
    """The colours that somebody has chosen."""
    theme = prefs.get("theme")
    return theme if theme in THEMES else THEMES[0]


def _address(request: Request) -> str:
    query = request.url.query
    return f"{request.url.path}?{query}" if query else request.url.path


def moment(seconds: int) -> str:
    """A point in time as `<time>` wants it; the page's script puts it into the reader's form."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%MZ")


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": False})
    made.add_render_rule("text", _unbroken)
    return made


def _unbroken(renderer: object, tokens: Sequence[Token], place: int, *_: object) -> str:
    """Text in which points from one to another stay in one line; a line ending in "1-" misleads."""
    return _STRETCH.sub(r'<span class="unbroken">\g<0></span>', str(escape(tokens[place].content)))


@lru_cache(maxsize=2048)
def markdown(text: str) -> Markup:
    """Markdown of our own rule pages as HTML."""
    return Markup(_markdown().render(text))
