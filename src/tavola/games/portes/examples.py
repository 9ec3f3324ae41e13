"""Worked examples of Portes."""

from __future__ import annotations

from tavola.games.common_examples import LAST_CHECKER, no_triples

EXAMPLES = (*no_triples("PO-1", "PO-2"), LAST_CHECKER)
