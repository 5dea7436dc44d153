"""Client of Shapewright, the service that infers the shapes of tensor programs."""
from __future__ import annotations

from .aio import AsyncClient
from .channel import Tls
from .client import Client
from .cost import CostTable, cost_table
from .door import Admission, DoorCounts, GuardDoor, door_metrics
from .errors import ModelFileError, NotAModelError, ShapewrightError
from .evaluation import EvaluateResult, Evaluation, SizedValue
from .expression import Expression, ExpressionError
from .folder import FolderResult, infer_folder
from .guard import Guard, GuardError, GuardTensor
from .infer import evaluate, infer_shapes
from .model_bytes.strip import strip_weights
from .requests import operator_rules
from .result import Facts, InferResult, Value
from .retry import Retry
from .rewrite import RewriteError, Rewritten, freeze, rebatch, simplify, verify

__all__ = [
    "Admission",
    "AsyncClient",
    "Client",
    "CostTable",
    "DoorCounts",
    "EvaluateResult",
    "Evaluation",
    "Expression",
    "ExpressionError",
    "Facts",
    "FolderResult",
    "Guard",
    "GuardDoor",
    "GuardError",
    "GuardTensor",
    "InferResult",
    "ModelFileError",
    "NotAModelError",
    "Retry",
    "RewriteError",
    "Rewritten",
    "ShapewrightError",
    "SizedValue",
    "Tls",
    "Value",
    "cost_table",
    "door_metrics",
    "evaluate",
    "freeze",
    "infer_folder",
    "infer_shapes",
    "operator_rules",
    "rebatch",
    "simplify",
    "strip_weights",
    "verify",
]
