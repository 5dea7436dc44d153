"""Client of Shapewright, the service that infers the shapes of tensor programs."""
from __future__ import annotations

from .aio import AsyncClient
from .channel import Tls
from .client import Client
from .cost import CostTable, cost_table
from .errors import ModelFileError, NotAModelError, ShapewrightError
from .expression import Expression, ExpressionError
from .guard import Guard, GuardError, GuardTensor
from .infer import infer_shapes
from .model_bytes.strip import strip_weights
from .requests import operator_rules
from .result import InferResult, Value
from .retry import Retry

__all__ = [
    "AsyncClient",
    "Client",
    "CostTable",
    "Expression",
    "ExpressionError",
    "Guard",
    "GuardError",
    "GuardTensor",
    "InferResult",
    "ModelFileError",
    "NotAModelError",
    "Retry",
    "ShapewrightError",
    "Tls",
    "Value",
    "cost_table",
    "infer_shapes",
    "operator_rules",
    "strip_weights",
]
