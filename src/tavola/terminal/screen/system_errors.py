"""What the operating system refuses, as sentences of the reader's language."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from tavola.words.translations import Words, mark

_REASONS = {
    errno.ENOENT: mark("“{file}” does not exist."),
    errno.EISDIR: mark("“{file}” is a folder, not a file."),
    errno.ENOTDIR: mark("“{file}” cannot be reached: a part of its path is no folder."),
    errno.EEXIST: mark("“{file}” is there already."),
    errno.EACCES: mark("“{file}” may not be read or written by you."),
    errno.EPERM: mark("“{file}” may not be read or written by you."),
    errno.EROFS: mark("“{file}” lies on a disk that cannot be written."),
    errno.ENAMETOOLONG: mark("“{file}” is too long for a file name."),
}
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def sentence(words: Words, error: OSError) -> str:
    """One sentence for an error of the system."""
    if error.errno in _FULL:
        return words.text("There is no room left on the disk.")
    if error.filename is not None and error.errno == errno.ENOENT:
        folder = Path(os.fsdecode(error.filename)).parent
        if not folder.exists():
            return words.text("The folder “{folder}” does not exist.", folder=str(folder))
    if error.filename is not None and error.errno in _REASONS:
        return words.text(_REASONS[error.errno], file=str(error.filename))
    return words.text(
        "The system could not read or write ({reason}).", reason=error.strerror or str(error)
    )
