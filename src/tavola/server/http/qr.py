"""Links as QR codes, for a telephone on the other side of the board."""

from __future__ import annotations

import io

import segno


def svg(link: str) -> bytes:
    """The code of a link as an SVG without styles, dark on light in every theme."""
    out = io.BytesIO()
    segno.make_qr(link, error="m").save(
        out,
        kind="svg",
        border=4,
        omitsize=True,
        light="#fff",
        dark="#000",
        svgclass=None,
        lineclass=None,
        svgns=True,
        xmldecl=False,
        nl=False,
    )
    return out.getvalue()
