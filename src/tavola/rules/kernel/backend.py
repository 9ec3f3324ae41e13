"""How the kernel runs: compiled by Numba over arrays, or as plain Python over lists.

`TAVOLA_COMPILE` chooses when the package is imported: `0` never; `1` (the default) whenever Numba
is there; `auto` only if a compiled kernel lies in the cache already, so that nobody waits for the
compiler (`model/precompile.py` fills the cache in a process of its own).  Numba's own switch,
`NUMBA_DISABLE_JIT=1`, forbids it as `0` does.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Protocol, TypeVar, overload

Function = TypeVar("Function", bound=Callable[..., Any])


class Ints(Protocol):
    """A flat buffer of integers: NumPy array or list."""

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Ints: ...
    def __getitem__(self, index: int | slice) -> int | Ints:
        """One number, or a part of the buffer."""
        ...

    def __setitem__(self, index: int | slice, value: Any) -> None:
        """Store one number, or several."""

    def __len__(self) -> int:
        """How many numbers there are."""
        ...

    def __iter__(self) -> Iterator[int]:
        """The numbers in order."""
        ...

    def tobytes(self) -> bytes:
        """The memory of a `small` buffer."""
        ...


Buffers = tuple[Ints, ...]
"""The buffers of one search; see `generator.py`."""

_SHARED = ("slots.py", "backend.py", "unsigned_indices.py", "compile_cache.py", "precompile.py")
_LOCATORS = (
    "tavola.rules.kernel.compile_cache.PackageLocator",
    "InTreeCacheLocator",
    "UserWideCacheLocator",
    "IPythonCacheLocator",
    "ZipCacheLocator",
)
"""Where Numba looks for compiled code: in our folder, or where it always does."""
_COMPILED_BY = re.compile(rb"^@(jit|inline|numeric)$", re.MULTILINE)


def plain_subset() -> list[Path]:
    """The modules that are compiled: those with a function under `jit`, `inline` or `numeric`, and
    what they share, constants and the way they are compiled."""
    package = Path(__file__).parents[2]
    return [
        path
        for folder in ("rules", "bots")
        for path in sorted((package / folder).rglob("*.py"))
        if path.name in _SHARED or _COMPILED_BY.search(path.read_bytes())
    ]


def _fingerprint() -> str:
    """Sixteen hexadecimal digits that change with any compiled source, the machine or Numba.

    Numba itself looks at one file at a time and misses constants that come from another.
    """
    digest = hashlib.sha256()
    for path in plain_subset():
        digest.update(path.read_bytes())
    for part in (version("numba"), sys.version, platform.machine(), platform.processor()):
        digest.update(part.encode())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled code of this very source is kept: below `NUMBA_CACHE_DIR`, or below `tavola`
    in the user's cache directory."""
    mark = _fingerprint()
    given = os.environ.get("NUMBA_CACHE_DIR")
    if given:
        return Path(given) if Path(given).name == mark else Path(given) / mark
    from platformdirs import user_cache_path

    return user_cache_path("tavola") / "compiled" / mark


def ready_mark() -> Path:
    """The file that exists once everything is compiled."""
    return cache_folder() / "ready"


def numba_installed() -> bool:
    """Whether the extra `fast` is there."""
    try:
        version("numba")
    except PackageNotFoundError:
        return False
    return True


def forbidden() -> str:
    """The setting of the environment that forbids to compile, as NAME=VALUE, or nothing."""
    if os.environ.get("TAVOLA_COMPILE") == "0":
        return "TAVOLA_COMPILE=0"
    switch = os.environ.get("NUMBA_DISABLE_JIT", "")
    return f"NUMBA_DISABLE_JIT={switch}" if switch.strip() not in ("", "0") else ""


def _wanted() -> bool:
    if forbidden() or not numba_installed():
        return False
    return os.environ.get("TAVOLA_COMPILE") != "auto" or ready_mark().exists()


def _numba_jit(**options: Any) -> Callable[[Function], Function] | None:
    if not _wanted():
        return None
    os.environ["NUMBA_CACHE_DIR"] = str(cache_folder())
    os.environ.setdefault("NUMBA_CACHE_LOCATOR_CLASSES", ",".join(_LOCATORS))
    try:
        import numba

        from tavola.rules.kernel.unsigned_indices import PlainCompiler
    except ImportError:  # installed, but not for this Python
        return None

    # The kernel allocates nothing. Without `_nrt=False` four fifths of its time go into atomic
    # counts of references to the buffers.  It holds no lock either: threads train nets with it.
    settings: dict[str, Any] = {"cache": True, "_nrt": False, "nogil": True, **options}
    njit = numba.njit(pipeline_class=PlainCompiler, **settings)

    def decorate(function: Function) -> Function:
        made: Function = _one_type(njit(function))
        return made

    return decorate


def _one_type(dispatcher: Any) -> Any:
    """Keep Numba from compiling a function again for every constant that is passed to it."""
    from numba.core import types

    plain_type: Callable[[Any], Any] = types.unliteral

    template = dispatcher.get_call_template

    def plain(args: Sequence[Any], kws: dict[str, Any]) -> Any:
        return template([plain_type(arg) for arg in args], kws)

    dispatcher.get_call_template = plain
    return dispatcher


_decorator = _numba_jit()
_inliner = _numba_jit(forceinline=True)
_number_maker = _numba_jit(fastmath={"contract", "reassoc"})

compiled: bool = _decorator is not None
"""Whether the kernel of this process is compiled."""


def jit(function: Function) -> Function:
    """Compile `function` if this process compiles, else give it back."""
    return function if _decorator is None else _decorator(function)


def inline(function: Function) -> Function:
    """Like `jit`, and put into its callers: for small functions of the innermost loops."""
    return function if _inliner is None else _inliner(function)


def numeric(function: Function) -> Function:
    """Like `jit`, for sums of floating-point numbers: their order is the compiler's."""
    return function if _number_maker is None else _number_maker(function)


def small(values: int | Sequence[int]) -> Ints:
    """A buffer of numbers from -128 to 127: zeros of a length, or a copy."""
    made: Ints = _buffer(values, "int8")
    return made


def large(values: int | Sequence[int]) -> Ints:
    """A buffer of 64-bit numbers: zeros of a length, or a copy."""
    made: Ints = _buffer(values, "int64")
    return made


def reals(values: int | Sequence[float]) -> Any:
    """A buffer of 32-bit floating-point numbers: zeros of a length, or a copy."""
    if not compiled:
        return [0.0] * values if isinstance(values, int) else list(values)
    import numpy

    return (
        numpy.zeros(values, "float32")
        if isinstance(values, int)
        else numpy.array(values, "float32")
    )


def doubles(size: int) -> Any:
    """A buffer of 64-bit floating-point numbers, all zero."""
    if not compiled:
        return [0.0] * size
    import numpy

    return numpy.zeros(size, "float64")


def raw(buffer: Any) -> memoryview:
    """The memory of a `small` buffer, byte by byte."""
    return memoryview(buffer).cast("B")


def words_of(buffer: Any) -> Ints:
    """The memory of a `small` buffer, eight numbers at a time."""
    words: Ints = buffer.view("int64") if compiled else raw(buffer).cast("q")
    return words


def _buffer(values: int | Sequence[int], kind: str) -> Any:
    if not compiled:
        given = bytes(values) if isinstance(values, int) else values
        return array("b", given) if kind == "int8" else list(given)
    import numpy

    if isinstance(values, int):
        return numpy.zeros(values, dtype=kind)
    return numpy.array(values, dtype=kind)
