"""How Numba compiles the plain subset: no index is negative, so compiled code need not look.

Python counts negative indices from the end.  Numba keeps that: it compares every index of a signed
type with zero, which is a quarter of the time of a list of plays.  Here each index of an array is
taken for an unsigned number instead, between type inference and the making of machine code.
"""

from __future__ import annotations

from typing import Any

from numba.core import ir, types
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.typed_passes import NopythonRewrites


@register_pass(mutates_CFG=False, analysis_only=False)  # type: ignore[no-untyped-call]
class UnsignedIndices(FunctionPass):
    """Give every integer that is an index of an array an unsigned type."""

    _name = "unsigned_indices"

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]

    def run_pass(self, state: Any) -> bool:
        """Change the signatures that lowering reads; the types of variables stay as they are."""
        changed = False
        for block in state.func_ir.blocks.values():
            for statement in block.body:
                place = statement.value if isinstance(statement, ir.Assign) else statement
                if _is_item(place) and _has_signed(state.calltypes[place].args):
                    signature = state.calltypes.pop(place)
                    array, _, *value = signature.args
                    state.calltypes[place] = signature.replace(args=(array, types.uintp, *value))
                    changed = True
        return changed


def _is_item(place: Any) -> bool:
    """Whether something is read from, or stored at, an index that is known only when it runs."""
    return isinstance(place, ir.SetItem) or (isinstance(place, ir.Expr) and place.op == "getitem")


def _has_signed(args: tuple[Any, ...]) -> bool:
    array, index = args[:2]
    return isinstance(array, types.Array) and getattr(index, "signed", False)


class PlainCompiler(CompilerBase):
    """Numba's compiler, with the types of indices changed."""

    def define_pipelines(self) -> list[Any]:
        """The usual passes and ours."""
        passes: Any = DefaultPassBuilder.define_nopython_pipeline(  # type: ignore[no-untyped-call]
            self.state
        )
        passes.add_pass_after(UnsignedIndices, NopythonRewrites)
        passes.finalize()
        return [passes]
