#ifndef SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_GROWING_TEXTS_H_
#define SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_GROWING_TEXTS_H_

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "shapewright/v1/infer.pb.h"
#include "tests/core/inference/support/model_text.h"

namespace shapewright {

// Parts of growing requests.

inline v1::InferShapesRequest Of(const std::string& text) {
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(ParseModelText(text).SerializeAsString());
  return request;
}

// "a0, a1, ..": `item(i)` for each number, separated.
template <typename Item>
std::string List(int count, Item item, absl::string_view separator = ", ") {
  std::string list;
  for (int i = 0; i < count; ++i) absl::StrAppend(&list, i == 0 ? "" : separator, item(i));
  return list;
}

inline std::string Named(absl::string_view name, int i) { return absl::StrCat(name, i); }

template <typename Line>
std::string Lines(int count, Line line) {
  return List(count, line, "\n") + "\n";
}

inline constexpr char kInput[] = "opset 17\ninput x: float32[N, 3]\n";

inline v1::InferShapesRequest InputsOf(absl::string_view type, int n) {
  return Of(absl::StrCat("opset 17\n",
                         Lines(n, [&](int i) { return absl::StrCat("input x", i, ": ", type); })));
}

// kInput with a chain of nodes.
inline v1::InferShapesRequest ChainOfNodes(int n) {
  return Of(kInput + Lines(n, [](int i) {
              return absl::StrCat("v", i + 1, " = Relu(", i == 0 ? "x" : Named("v", i), ")");
            }));
}

// Each product has two inputs, and requires that two of their dims are equal.
inline v1::InferShapesRequest MatMuls(int n) {
  return Of(absl::StrCat("opset 17\n", Lines(n, [](int i) {
                           return absl::StrCat("input a", i, ": float32[A", i, ", B", i,
                                               "]\ninput b", i, ": float32[C", i, ", D", i, "]\ny",
                                               i, " = MatMul(a", i, ", b", i, ")");
                         })));
}

}  // namespace shapewright

#endif  // SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_GROWING_TEXTS_H_
