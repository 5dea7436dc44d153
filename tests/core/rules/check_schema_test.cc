#include "core/rules/check_schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

// Counts, and which inputs may be left out, are those of the schemas of onnx and onnxruntime.
TEST(InputCount, IsCheckedBeforeTheRule) {
  const std::string x = "float32[N]";
  CheckCases({
      {.op = "Relu",
       .outputs = {"?"},
       .diagnostics = {"ERROR WRONG_INPUT_COUNT: Relu takes 1 inputs, the node has 0"}},
      {.op = "Relu",
       .inputs = {x, x},
       .outputs = {"?"},
       .diagnostics = {"ERROR WRONG_INPUT_COUNT: Relu takes 1 inputs, the node has 2"}},
      {.op = "Clip-13", .inputs = {x, "", ""}, .outputs = {"float32[N]"}},
      {.op = "Clip-13",
       .inputs = {x, "", "", ""},
       .outputs = {"?"},
       .diagnostics = {"ERROR WRONG_INPUT_COUNT: Clip takes 1 to 3 inputs, the node has 4"}},
      {.op = "Clip-6",
       .inputs = {x, ""},
       .outputs = {"?"},
       .diagnostics = {"ERROR WRONG_INPUT_COUNT: Clip takes 1 inputs, the node has 2"}},
      {.op = "Max-13",
       .inputs = {},
       .outputs = {"?"},
       .diagnostics = {"ERROR WRONG_INPUT_COUNT: Max takes at least 1 inputs, the node has 0"}},
      {.op = "Add",
       .inputs = {"", x},
       .outputs = {"?"},
       .diagnostics = {"ERROR MISSING_INPUT input 0: Add needs input 0, which is left out"}},
  });
}

TEST(InputCount, OfOnnxruntimesOperators) {
  const std::string x = "float32[N]";
  CheckCases({
      {.op = "com.microsoft:Gelu", .inputs = {x}, .outputs = {"float32[N]"}},
      {.op = "com.microsoft:Gelu",
       .inputs = {x, x},
       .outputs = {"?"},
       .diagnostics = {"ERROR WRONG_INPUT_COUNT: Gelu takes 1 inputs, the node has 2"}},
      {.op = "com.microsoft:GatedAdd",
       .inputs = {x, "", x},
       .outputs = {"?"},
       .diagnostics = {"ERROR MISSING_INPUT input 1"}},
      // The zero points of a QLinearSigmoid may be left out, the scale between them may not.
      {.op = "com.microsoft:QLinearSigmoid",
       .inputs = {"uint8[N]", "float32[]", "", "float32[]"},
       .outputs = {"uint8[N]"}},
      {.op = "com.microsoft:QLinearSigmoid",
       .inputs = {"uint8[N]", "float32[]", "", ""},
       .outputs = {"?"},
       .diagnostics = {"ERROR MISSING_INPUT input 3"}},
  });
}

// onnxruntime 1.31 refuses each of these models: "Unrecognized attribute".
TEST(Attributes, ThatAnOperatorDoesNotHaveAreTold) {
  const std::string x = "float32[1, N]";
  CheckCases({
      {.op = "Squeeze-11",
       .inputs = {x},
       .attributes = {{"axes", Ints{0}}},
       .outputs = {"float32[N]"}},
      {.op = "Unsqueeze-13",
       .inputs = {x, "int64[1] = {0}"},
       .attributes = {{"axes", Ints{0}}},
       .outputs = {"float32[1, 1, N]"},
       .diagnostics =
           {"WARNING UNKNOWN_ATTRIBUTE: Unsqueeze-13 has no attribute axes, which is passed over"}},
      {.op = "Relu-14",
       .inputs = {x},
       .attributes = {{"alpha", 0.5}},
       .outputs = {x},
       .diagnostics = {"WARNING UNKNOWN_ATTRIBUTE: Relu-14 has no attribute alpha"}},
      {.op = "com.microsoft:Gelu-1",
       .inputs = {x},
       .attributes = {{"approximate", "tanh"}},
       .outputs = {x},
       .diagnostics = {"WARNING UNKNOWN_ATTRIBUTE: Gelu-1 has no attribute approximate"}},
  });
}

// ONNX's newest version is 28 as these schemas know it.
TEST(Attributes, OfNewerOpsetsAreNotKnown) {
  CheckCases({{.op = "Relu-99",
               .inputs = {"float32[N]"},
               .attributes = {{"alpha", 0.5}},
               .outputs = {"float32[N]"}}});
}

}  // namespace
}  // namespace shapewright::rules
