"""The files of the nets that ship, in the newest form.

    python -m scripts.net_files                 writes all of them anew
    python -m scripts.net_files --beginning     writes the weights that every net begins with

No weight changes.  The beginning is that of `Net.fresh`; nets whose files leave it out are read
with it, so it changes only together with what a net sees (`FEATURES`).
"""

from __future__ import annotations

import argparse
import struct
import sys

from tavola.bots import shipped_nets
from tavola.bots.net.file import BEGINNING, Net
from tavola.games import GAMES

SEED = 1
"""That of `tavola train`, where none is told."""


def beginning() -> bytes:
    """The weights that nets begin with: all low bytes, then all high ones."""
    weights = Net.fresh(GAMES["backgammon"].rules, SEED).weights
    body = struct.pack(f"<{len(weights)}e", *weights)
    return body[0::2] + body[1::2]


def main() -> int:
    """Write what is wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--beginning", action="store_true")
    if parser.parse_args().beginning:
        BEGINNING.write_bytes(beginning())
        return 0
    for path in sorted(shipped_nets.NETS.glob("*.net")):
        before = path.read_bytes()
        Net.load(path).save(path)
        after = path.stat().st_size
        if after != len(before):
            print(f"{path.name}: {len(before)} bytes before, {after} now")
    return 0


if __name__ == "__main__":
    sys.exit(main())
