"""A small project that depends on Tavola, and what a checker of types must tell it."""

from __future__ import annotations

USER = """
import tavola

state = tavola.new_match(tavola.find("pin").ruleset())
match = tavola.Match("pin", length=3, dice=1)
bot = tavola.Bot("pin", "expert", seed=1)
reveal_type(bot.best(state)[0].equity)
reveal_type(bot.chances(match))
reveal_type(tavola.svg(state, width=300))
reveal_type(tavola.simulate("pin", games=10).wins)
reveal_type(match.plays[0].text)
reveal_type(match.svg(width=300, play=match.plays[0], last=[1]))
tavola.svg(state, wide=300)
match.svg(high=300)
match.png(theme=1)
tavola.boards
"""
TOLD = (
    'Revealed type is "float"',
    'Revealed type is "tavola.bots.cube.chances.Chances"',
    'Revealed type is "str"',
    'Revealed type is "tuple[int, int]"',
    'Unexpected keyword argument "wide"',
    'Unexpected keyword argument "high"',
    'Argument "theme" to "png" of "Match" has incompatible type "int"',
    'Module has no attribute "boards"',
    "Found 4 errors in 1 file",
)


def missing(told: str) -> list[str]:
    """What a checker should have said; `told` is what it did."""
    told = told.replace("builtins.", "")
    return [line for line in TOLD if line not in told]
