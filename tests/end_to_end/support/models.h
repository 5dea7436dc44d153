#ifndef SHAPEWRIGHT_TESTS_END_TO_END_SUPPORT_MODELS_H_
#define SHAPEWRIGHT_TESTS_END_TO_END_SUPPORT_MODELS_H_

#include <string>
#include <vector>

#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::end_to_end {

// Serialized ONNX models. Their input is x: float[N, 3].

// y = Relu(x).
std::string ReluModel();
// Relu after Relu. Variants are other models of the same size and shapes.
std::string ChainModel(int nodes, int variant = 0);
// Requests for so many variants of it, serialized: made before the first is sent, or that one would
// be answered while the last is made.
std::vector<std::string> SlowRequests(int count, int nodes);

// Requests for EvaluateShapes that keep a thread of a server with kLongWork busy until their
// callers cancel them: each takes minutes of it, and is in the lane of large work. What a test says
// of a busy server depends on no time so.
inline constexpr char kLongWork[] = "--max-work=1000000000000000";
std::vector<std::string> LongRequests(int count);
// Nodes of a model in the lane of large work.
inline constexpr int kLargeNodes = 60'000;

// y = MatMul(x, w) of float[2, 6] and float[7, 3]: no run gets through it.
std::string InvalidModel();
// Two nodes that read each other.
std::string CyclicModel();
// Graphs within graphs within the main graph.
std::string NestedModel(int depth);
// ReluModel with a doc string of so many bytes.
std::string PaddedModel(size_t bytes);
// A file of tests/data/corpus/models.
std::string CorpusModel(const std::string& name);

v1::InferShapesRequest Request(const std::string& onnx);
v1::InferShapesRequest RequestById(const std::string& model_id);
v1::InferShapesRequest RequestByPath(const std::string& path);
// For EvaluateShapes, without bindings.
v1::EvaluateShapesRequest SizesRequest(const std::string& onnx);

}  // namespace shapewright::end_to_end

#endif  // SHAPEWRIGHT_TESTS_END_TO_END_SUPPORT_MODELS_H_
