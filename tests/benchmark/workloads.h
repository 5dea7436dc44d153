#ifndef SHAPEWRIGHT_TESTS_BENCHMARK_WORKLOADS_H_
#define SHAPEWRIGHT_TESTS_BENCHMARK_WORKLOADS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "shapewright/v1/model.pb.h"
#include "tests/benchmark/load.h"

namespace shapewright::benchmark {

inline constexpr char kInferShapes[] = "/shapewright.v1.ShapeService/InferShapes";
inline constexpr char kEvaluateShapes[] = "/shapewright.v1.ShapeService/EvaluateShapes";
inline constexpr char kInferChain[] = "/shapewright.v1.ShapeService/InferChain";
inline constexpr char kMergeShapes[] = "/shapewright.v1.ShapeService/MergeShapes";

// The same request each time.
Calls SameCalls(std::string method, const std::string& request);

// InferShapes of a serialized ONNX model: the request.
std::string ModelRequest(absl::string_view model);
// InferShapes of a model that the server has, by its id.
std::string IdRequest(absl::string_view model_id);

// InferShapes of the model, each request with bytes of its own: a doc string at
// the model's end holds its number.
Calls DistinctModels(absl::string_view model);
// InferShapes by id, each request with limits of its own: the server keeps
// the model and infers it anew.
Calls DistinctLimits(absl::string_view model_id);
// EvaluateShapes of the sizes of the model's outputs: these symbols are bound, each time with
// another label and mostly to other sizes.
Calls DistinctBindings(const v1::ModelSpec& model, const std::vector<std::string>& symbols);
// InferChain of a model that the server has and of a small one that reads this output of it, each
// request with limits of its own: the server keeps the model and infers the chain anew.
Calls DistinctChains(absl::string_view model_id, absl::string_view output);
// MergeShapes of two shapes, with a label of its own each time.
Calls DistinctMerges();

}  // namespace shapewright::benchmark

#endif  // SHAPEWRIGHT_TESTS_BENCHMARK_WORKLOADS_H_
