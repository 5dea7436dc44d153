#ifndef SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_MODEL_TEXT_H_
#define SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_MODEL_TEXT_H_

#include <string>

#include "absl/strings/string_view.h"
#include "proto/onnx/onnx.pb.h"

namespace shapewright {

// A model as tests write it:
//
//   opset 17                       one line per import; `opset my.domain 1`
//   input x: float32[N, 3]         dims are sizes, names, 'texts' or ?
//   const k: int64[2] = 1 -1       an initializer
//   c = Concat(x, k) axis=0        outputs = Op(inputs) attributes
//   y = If(p) then_branch={ a = Relu(x) output a } else_branch={ ... }
//   value c: float32[M, 3]         a value_info
//   output c: float32[M, 3]        the type is optional
//   function my.domain.Twice(a) -> (b) { b = Add(a, a) }
//
// Attributes are integers, floats (with a point), 'strings', lists in [], a
// tensor written int64[2](1 -1), a graph in {}, or @name for a reference. An
// operator of another domain is written my.domain.Op. `_` leaves an operand out.
// Aborts the test on a text that it cannot read.
onnx::ModelProto ParseModelText(absl::string_view text);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_MODEL_TEXT_H_
