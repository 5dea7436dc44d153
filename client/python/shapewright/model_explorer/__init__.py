"""Symbolic shapes in Model Explorer: `model-explorer MODEL.onnx --extensions=shapewright.model_explorer`."""
