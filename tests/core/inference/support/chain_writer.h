#ifndef SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_CHAIN_WRITER_H_
#define SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_CHAIN_WRITER_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/wire/wire_writer.h"

namespace shapewright {

struct IntsAttribute {
  absl::string_view name;
  std::vector<int64_t> values;
  bool is_list = false;
};

// Writes an ONNX model of millions of nodes straight as wire bytes.
class ChainWriter {
 public:
  // Dims are numbers or names.
  void AddInput(absl::string_view name, int element, std::initializer_list<absl::string_view> dims);
  // One-dimensional, int64.
  void AddConstant(absl::string_view name, std::initializer_list<int64_t> values);
  // Returns the name of the output.
  std::string AddNode(absl::string_view op, std::initializer_list<absl::string_view> inputs,
                      std::initializer_list<IntsAttribute> attributes = {});
  // The model; its output is the last node's.
  std::string Finish();

  int node_count() const { return nodes_; }

 private:
  WireWriter graph_;
  int nodes_ = 0;
  std::string last_;
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_TESTS_CORE_INFERENCE_SUPPORT_CHAIN_WRITER_H_
