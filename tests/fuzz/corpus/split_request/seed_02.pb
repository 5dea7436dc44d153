

"a/b.onnx