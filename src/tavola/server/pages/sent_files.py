"""Forms with a file (`multipart/form-data`): split at their boundary, never read line by line,
since a file may be megabytes of line ends."""

from __future__ import annotations

from email.message import Message

from tavola.server.http.errors import Trouble

_MOST = 20
"""Fields of such a form."""
_HEAD = 2000
"""Bytes of what stands before the content of a field."""


def parts_of(kind: str, body: bytes) -> dict[str, bytes]:
    """The fields of a form, by name; `kind` is its content type.  Raises `Trouble`."""
    boundary = _parameter("content-type", kind, "boundary")
    if not kind.strip().lower().startswith("multipart/form-data"):
        raise Trouble(415)
    if not boundary:
        raise Trouble(400)
    mark = b"--" + boundary.encode("latin-1", "replace")
    found: dict[str, bytes] = {}
    for part in body.split(mark, _MOST + 1)[1:]:
        head, blank, _ = part[:_HEAD].partition(b"\r\n\r\n")
        if not blank:
            continue  # the end, or no field
        name = _name(head.decode("utf-8", "replace"))
        found[name] = part[len(head) + len(blank) :].removesuffix(b"\r\n")
    if not found:
        raise Trouble(400)
    return found


def _name(head: str) -> str:
    for line in head.split("\r\n"):
        field, _, value = line.partition(":")
        if field.strip().lower() == "content-disposition":
            return _parameter(field, value, "name")
    return ""


def _parameter(field: str, value: str, name: str) -> str:
    """A parameter of a header: `form-data; name="file"`."""
    message = Message()
    message[field] = value.replace("\r", " ").replace("\n", " ").strip()
    found = message.get_param(name, header=field)
    return found if isinstance(found, str) else ""


__all__ = ["parts_of"]
