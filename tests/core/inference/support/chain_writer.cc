#include "tests/core/inference/support/chain_writer.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace shapewright {
namespace {

// Field numbers of ONNX's messages.
enum GraphField : uint32_t {
  kNode = 1,
  kName = 2,
  kInitializer = 5,
  kGraphInput = 11,
  kOutput = 12
};
enum NodeField : uint32_t { kNodeInput = 1, kNodeOutput = 2, kOpType = 4, kAttribute = 5 };

constexpr uint64_t kInt64 = 7;
constexpr uint64_t kIntType = 2;
constexpr uint64_t kIntsType = 7;
constexpr uint64_t kOpset = 17;

void WriteDim(WireWriter& out, absl::string_view text) {
  const size_t begin = out.Begin(1);
  uint64_t size = 0;
  if (absl::SimpleAtoi(text, &size)) {
    out.Varint(1, size);
  } else {
    out.Bytes(2, text);
  }
  out.End(begin);
}

void WriteAttribute(WireWriter& out, const IntsAttribute& attribute) {
  const size_t begin = out.Begin(kAttribute);
  out.Bytes(1, attribute.name);
  for (const int64_t value : attribute.values) {
    out.Varint(attribute.is_list ? 8 : 3, static_cast<uint64_t>(value));
  }
  out.Varint(20, attribute.is_list ? kIntsType : kIntType);
  out.End(begin);
}

}  // namespace

void ChainWriter::AddInput(absl::string_view name, int element,
                           std::initializer_list<absl::string_view> dims) {
  const size_t info = graph_.Begin(kGraphInput);
  graph_.Bytes(1, name);
  const size_t type = graph_.Begin(2);
  const size_t tensor = graph_.Begin(1);
  graph_.Varint(1, static_cast<uint64_t>(element));
  const size_t shape = graph_.Begin(2);
  for (const absl::string_view dim : dims) WriteDim(graph_, dim);
  graph_.End(shape);
  graph_.End(tensor);
  graph_.End(type);
  graph_.End(info);
}

void ChainWriter::AddConstant(absl::string_view name, std::initializer_list<int64_t> values) {
  const size_t begin = graph_.Begin(kInitializer);
  graph_.Varint(1, values.size());
  graph_.Varint(2, kInt64);
  for (const int64_t value : values) graph_.Varint(7, static_cast<uint64_t>(value));
  graph_.Bytes(8, name);
  graph_.End(begin);
}

std::string ChainWriter::AddNode(absl::string_view op,
                                 std::initializer_list<absl::string_view> inputs,
                                 std::initializer_list<IntsAttribute> attributes) {
  last_ = absl::StrCat("v", nodes_++);
  const size_t begin = graph_.Begin(kNode);
  for (const absl::string_view input : inputs) graph_.Bytes(kNodeInput, input);
  graph_.Bytes(kNodeOutput, last_);
  graph_.Bytes(kOpType, op);
  for (const IntsAttribute& attribute : attributes) WriteAttribute(graph_, attribute);
  graph_.End(begin);
  return last_;
}

std::string ChainWriter::Finish() {
  graph_.Bytes(kName, "chain");
  const size_t output = graph_.Begin(kOutput);
  graph_.Bytes(1, last_);
  graph_.End(output);
  WireWriter model;
  model.Varint(1, 8);  // ir_version
  model.Bytes(7, graph_.Take());
  const size_t opset = model.Begin(8);
  model.Varint(2, kOpset);
  model.End(opset);
  return model.Take();
}

}  // namespace shapewright
