"""Functions that jax has exported: their modules, and the types of their arguments with the names of the sizes.

MLIR writes `?` for a symbolic size; the exported function still knows its name."""
from __future__ import annotations

import re
from typing import Any, List, Tuple

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def is_exported(model: object) -> bool:
    """Whether it is a jax.export.Exported, which is not imported here."""
    return callable(getattr(model, "mlir_module", None)) and hasattr(model, "in_avals")


def module_of(exported: Any) -> bytes:
    """Its module as text."""
    return str(exported.mlir_module()).encode()


def _dim(size: object) -> str:
    text = str(size)
    return text if isinstance(size, int) or _NAME.fullmatch(text) else "?"


def input_types(exported: Any) -> List[Tuple[str, str]]:
    """The names of the module's arguments and their types, as texts."""
    # A module for several platforms takes the number of its platform first.
    first = 1 if len(exported.platforms) > 1 else 0
    types = []
    for place, argument in enumerate(exported.module_kept_var_idx):
        aval = exported.in_avals[argument]
        element = str(aval.dtype).replace("float8_", "float8").replace("float4_", "float4")
        types.append((f"arg{first + place}", f"{element}[{', '.join(map(_dim, aval.shape))}]"))
    return types
