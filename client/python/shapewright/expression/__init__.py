"""Expressions of sizes, as dims of answers have them: read, evaluated and printed without a server.

docs/notation.md has the notation; tests/data/vectors/expressions.json holds every client to it.
"""
from .evaluate import Expression, ExpressionError

__all__ = ["Expression", "ExpressionError"]
