

"a/b.onnx