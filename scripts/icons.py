"""The icons of an installed Tavola, from `icons/tavola.svg`: PNG for those who draw no SVG.

    python -m scripts.icons

`any-*.png` are the icon as it is, `maskable-*.png` on a ground without corners and with room around
it, as telephones cut icons into shapes of their own; `touch.png` the same for iOS, `small.png` for
the list of tabs.
"""

from __future__ import annotations

import re
from pathlib import Path

ICONS = Path(__file__).parents[1] / "src" / "tavola" / "web" / "static" / "icons"
_GROUND = re.compile(r"<rect[^>]*/>")
_ROOM = '<rect width="64" height="64" fill="#0b5a45"/><g transform="translate(9.6 9.6) scale(.7)">'


def maskable(icon: str) -> str:
    """The icon on a ground that fills the square, within the circle that nobody cuts."""
    return _GROUND.sub(_ROOM, icon).replace("</svg>", "</g></svg>")


def main() -> None:
    """Write all of them."""
    import resvg_py

    icon = (ICONS / "tavola.svg").read_text(encoding="utf-8")
    wanted = {
        "small": (48, icon),
        "touch": (180, maskable(icon)),
        **{f"any-{size}": (size, icon) for size in (192, 512)},
        **{f"maskable-{size}": (size, maskable(icon)) for size in (192, 512)},
    }
    for name, (size, text) in wanted.items():
        data = resvg_py.svg_to_bytes(svg_string=text, width=size, height=size)
        (ICONS / f"{name}.png").write_bytes(bytes(data))


if __name__ == "__main__":
    main()
