// Memory runs out at any point of the work: each time there is an error, and all of it is given
// back. The limits are so close together that allocations of all kinds meet them.
#include <gtest/gtest.h>

#include <functional>
#include <new>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/base/heap.h"
#include "core/questions/infer_request.h"
#include "proto/onnx/onnx.pb.h"
#include "tests/mebibyte.h"

namespace shapewright::questions {
namespace {

using inference::InferOptions;

onnx::NodeProto* AddNode(onnx::GraphProto& graph, const std::string& op, const std::string& in,
                         const std::string& out) {
  onnx::NodeProto* node = graph.add_node();
  node->set_op_type(op);
  node->set_name(absl::StrCat("a node that makes the value ", out));
  node->add_input(in);
  node->add_output(out);
  return node;
}

// Inputs with symbols of their own, and a chain of nodes whose values have names and declared
// types.
std::string Model(int inputs, int nodes) {
  onnx::ModelProto model;
  model.set_ir_version(8);
  model.add_opset_import()->set_version(17);
  onnx::GraphProto& graph = *model.mutable_graph();
  const auto describe = [](onnx::ValueInfoProto& value, const std::string& name,
                           const std::string& symbol) {
    value.set_name(name);
    auto& type = *value.mutable_type()->mutable_tensor_type();
    type.set_elem_type(onnx::TensorProto::FLOAT);
    type.mutable_shape()->add_dim()->set_dim_param(symbol);
  };
  for (int i = 0; i < inputs; ++i) {
    describe(*graph.add_input(), absl::StrCat("an input, number ", i),
             absl::StrCat("a symbol of some length, number ", i));
  }
  std::string last = "an input, number 0";
  for (int i = 0; i < nodes; ++i) {
    std::string next = absl::StrCat("value", i);
    AddNode(graph, i % 7 == 0 ? "Shape" : "NonZero", last, next);
    describe(*graph.add_value_info(), next, absl::StrCat("another symbol, number ", i));
    if (i % 7 != 0) last = absl::StrCat("an input, number ", i % inputs);
  }
  describe(*graph.add_output(), "value0", "");
  return model.SerializeAsString();
}

// The status, and the most that the work had.
absl::Status RunWithin(size_t limit, const std::string& model, size_t* most) {
  WorkMemory memory(limit);
  const HeapGuard guard(memory);
  v1::InferShapesRequest request;
  request.set_scope(v1::SCOPE_ALL_GRAPHS);
  InferOptions options;
  options.reader.check_interrupt = [] {
    return HeapGuard::is_exceeded() ? absl::ResourceExhaustedError("memory") : absl::OkStatus();
  };
  absl::Status status;
  try {
    request.mutable_model()->set_onnx(model);
    status = InferRequest(request, options).status();
  } catch (const std::bad_alloc&) {
    status = absl::ResourceExhaustedError("bad_alloc");
  }
  *most = memory.used();
  return status;
}

TEST(MemorySweep, EndsWithAnErrorWhereverMemoryRunsOut) {
  if (!IsHeapCounted()) GTEST_SKIP() << "a sanitizer allocates";
  for (const auto& [inputs, nodes] : {std::pair(40'000, 100), std::pair(10, 30'000)}) {
    const std::string model = Model(inputs, nodes);
    size_t needed = 0;
    ASSERT_TRUE(RunWithin(size_t{1} << 40, model, &needed).ok());
    ASSERT_GT(needed, 16 * kMiB);
    constexpr size_t kLimits = 48;
    size_t failed = 0;
    for (size_t i = 1; i <= kLimits; ++i) {
      const int64_t before = ThreadHeapBytes();
      const size_t limit = needed * i / kLimits;
      size_t most = 0;
      const absl::Status status = RunWithin(limit, model, &most);
      EXPECT_LE(most, limit);
      EXPECT_TRUE(status.ok() || absl::IsResourceExhausted(status)) << status;
      failed += status.ok() ? 0 : 1;
      EXPECT_LT(ThreadHeapBytes() - before, static_cast<int64_t>(kMiB)) << limit;
    }
    EXPECT_GT(failed, kLimits / 2);
  }
}

}  // namespace
}  // namespace shapewright::questions
