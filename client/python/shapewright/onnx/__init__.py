"""Shapes of ONNX models as the package onnx gives them: models annotated in place, and its errors."""
