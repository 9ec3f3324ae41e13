"""What the script of the position editor says of its own, by stable keys.

What stands on the points comes from the server with each change.
"""

from __future__ import annotations

from tavola.words.translations import Words, mark

STRINGS: dict[str, str] = {
    "bar": mark("Bar"),
    "reserve": mark("Reserve"),
    "off": mark("Off"),
    "failed": mark("That did not work. Try again."),
    "not_there": mark("{colour} has no point there."),
    "off_counts": mark("What is missing on the board is off: take checkers away instead."),
    "nothing_there": mark("Nothing is there to take away."),
    "undone": mark("Undone."),
    "nothing_undone": mark("There is nothing to undo."),
    "emptied": mark("The board is empty."),
    "puts": mark("Puts down: {colour}."),
    "takes": mark("Takes away."),
    "white": mark("White"),
    "black": mark("Black"),
    "thinks": mark("The computer thinks…"),
    "copied": mark("Copied."),
    "by_hand": mark("The link is selected: copy it with your keyboard or by a long press."),
    "possible": mark("This position is possible."),
    "labelled": mark("{label}: {text}"),
}
"""Key to English sentence."""


def editor_strings(words: Words) -> dict[str, str]:
    """All strings of the editor in one language, their {placeholders} unfilled."""
    return {key: words.text(sentence) for key, sentence in STRINGS.items()}


__all__ = ["STRINGS", "editor_strings"]
