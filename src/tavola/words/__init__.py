"""Every sentence the product says, in Italian, German, French and English."""

from __future__ import annotations

from tavola.words.translations import LANGUAGES, Words, pick_language

__all__ = ["LANGUAGES", "Words", "pick_language"]
