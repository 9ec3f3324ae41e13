"""Dice of a batch: xoroshiro64** by Blackman and Vigna (public domain), in the plain subset.

Two words of 32 bits in `G` from cell `at` on, never both 0, are the state of one game's dice.
"""

from __future__ import annotations

from tavola.rules.kernel.backend import Ints, inline, jit


@inline
def _turned(x: int, bits: int) -> int:
    return (x << bits | x >> 32 - bits) & 0xFFFFFFFF


@inline
def mixed(x: int) -> int:
    """The last steps of MurmurHash3 (public domain): 32 bits that depend on all bits of `x`."""
    x &= 0xFFFFFFFF
    x = ((x ^ x >> 16) * 0x85EBCA6B) & 0xFFFFFFFF
    x = ((x ^ x >> 13) * 0xC2B2AE35) & 0xFFFFFFFF
    return x ^ x >> 16


@jit
def sow(G: Ints, at: int, seed: int, number: int) -> None:
    """The dice of game `number` of a batch with a seed of 62 bits."""
    low = mixed(mixed(seed) + number * 0x9E3779B9)
    high = mixed(mixed(seed >> 31) ^ mixed(number + 0x7F4A7C15))
    G[at], G[at + 1] = low, high if high | low != 0 else 1


@jit
def die(G: Ints, at: int) -> int:
    """The next die, 1 to 6."""
    return 1 + below(G, at, 6)


@jit
def below(G: Ints, at: int, count: int) -> int:
    """The next number from 0 to count - 1."""
    a, b = G[at], G[at + 1]
    x = (_turned((a * 0x9E3779BB) & 0xFFFFFFFF, 5) * 5) & 0xFFFFFFFF
    b ^= a
    G[at] = _turned(a, 26) ^ b ^ (b << 9 & 0xFFFFFFFF)
    G[at + 1] = _turned(b, 13)
    return x * count >> 32
