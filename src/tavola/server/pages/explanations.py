"""The pages that explain: the board and its words, where the games come from, dice, keys."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from tavola.server.http.render import page
from tavola.server.http.typed_state import prefs_of, words_of
from tavola.server.pages import cards
from tavola.server.pages.hotkeys import for_readers, keys_of
from tavola.words.general_pages import general_page

router = APIRouter()


@router.get("/dice")
async def how_dice_are_made(request: Request) -> Response:
    """How the dice are made and checked."""
    return page(request, "dice.html")


@router.get("/keys")
async def keys(request: Request) -> Response:
    """The keys of the board."""
    words = words_of(request)
    return page(request, "keys.html", keys=keys_of(words), readers=for_readers(words))


@router.get("/words")
async def board_and_words(request: Request) -> Response:
    """The board and its words, with a drawing that names its parts."""
    words = words_of(request)
    numbering = prefs_of(request)["numbering"]
    return page(
        request,
        "general.html",
        found=general_page(words.lang, "words", numbering),
        diagrams=cards.named_boards(words.lang, numbering),
    )


@router.get("/history")
async def history(request: Request) -> Response:
    """Where the games come from, and who wrote the leaflets."""
    words = words_of(request)
    found = general_page(words.lang, "history")
    return page(request, "general.html", found=found, diagrams=())
