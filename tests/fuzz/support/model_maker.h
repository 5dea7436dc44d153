#ifndef SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_MODEL_MAKER_H_
#define SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_MODEL_MAKER_H_

#include <string>
#include <vector>

#include "proto/onnx/onnx.pb.h"
#include "tests/fuzz/support/decisions.h"

namespace shapewright::fuzz {

// What a made model takes, for requests about it.
struct MadeInput {
  std::string name;
  int element;  // onnx::TensorProto::DataType
  // Sizes; 0 with a name in `names` for a symbol.
  std::vector<int64_t> sizes;
  std::vector<std::string> names;
};

struct MadeModel {
  onnx::ModelProto proto;
  std::vector<MadeInput> inputs;
  std::vector<std::string> constants;
  // Values of the main graph that nodes make.
  std::vector<std::string> values;
};

// A valid model of shape arithmetic: vectors of sizes that are read off, put together and used as
// shapes; If, Loop, Scan and calls of functions whose bodies read such vectors from outside; some
// types declared, of which some are wrong.
MadeModel MakeModel(Decisions& decisions);

}  // namespace shapewright::fuzz

#endif  // SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_MODEL_MAKER_H_
