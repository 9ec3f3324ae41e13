"""Notes the digests of the rules that have none yet:  python tests/golden/make_digests.py

Those that are there stay: records of such games are out.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from digests import FILE, KNOWN, digests
from tavola.games import SHIPPED


def main() -> None:
    """Write what is new between what is known."""
    found = {name: digest for game in SHIPPED for name, digest in digests(game)}
    every = dict(sorted({**found, **KNOWN}.items()))
    FILE.write_text(json.dumps(every, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
