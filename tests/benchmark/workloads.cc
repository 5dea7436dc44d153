#include "tests/benchmark/workloads.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "shapewright/v1/chain.pb.h"
#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/infer.pb.h"
#include "shapewright/v1/merge.pb.h"

namespace shapewright::benchmark {
namespace {

grpc::ByteBuffer ToBuffer(const std::string& bytes) {
  const grpc::Slice slice(bytes);
  return {&slice, 1};
}

// Of a fixed width, so that all requests have the same size.
std::string Number(uint64_t i) { return absl::StrFormat("%016d", i); }

// ModelProto.doc_string, field 6: it may follow any model.
std::string DocString(uint64_t i) {
  const std::string text = Number(i);
  return absl::StrCat("\x32", std::string(1, static_cast<char>(text.size())), text);
}

}  // namespace

Calls SameCalls(std::string method, const std::string& request) {
  const grpc::Slice slice(request);
  return {std::move(method), [slice](uint64_t) { return grpc::ByteBuffer(&slice, 1); }};
}

std::string ModelRequest(absl::string_view model) {
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(std::string{model});
  return request.SerializeAsString();
}

std::string IdRequest(absl::string_view model_id) {
  v1::InferShapesRequest request;
  request.mutable_model()->set_model_id(std::string{model_id});
  return request.SerializeAsString();
}

Calls DistinctModels(absl::string_view model) {
  // The model is the request's only field: its end is the request's end.
  std::string head = ModelRequest(absl::StrCat(model, DocString(0)));
  head.resize(head.size() - DocString(0).size());
  const grpc::Slice shared(head);
  return {kInferShapes, [shared](uint64_t i) {
            const grpc::Slice slices[] = {shared, grpc::Slice(DocString(i))};
            return grpc::ByteBuffer(slices, 2);
          }};
}

// More than a server allows, which is no limit.
constexpr uint64_t kManyBytes = uint64_t{1} << 40;

Calls DistinctLimits(absl::string_view model_id) {
  v1::InferShapesRequest request;
  request.mutable_model()->set_model_id(std::string{model_id});
  request.set_scope(v1::SCOPE_OUTPUTS);
  return {kInferShapes, [request](uint64_t i) {
            v1::InferShapesRequest distinct = request;
            distinct.mutable_limits()->set_answer_bytes(kManyBytes + i);
            return ToBuffer(distinct.SerializeAsString());
          }};
}

Calls DistinctBindings(const v1::ModelSpec& model, const std::vector<std::string>& symbols) {
  v1::EvaluateShapesRequest request;
  *request.mutable_model() = model;
  // What is the same in all is written once: the client's work counts in the rate.
  const std::string head = request.SerializeAsString();
  return {kEvaluateShapes, [head, symbols](uint64_t i) {
            v1::EvaluateShapesRequest rest;
            v1::Binding& bound = *rest.add_bindings();
            bound.set_label(Number(i));
            for (const std::string& symbol : symbols) {
              v1::SymbolSize& size = *bound.add_symbols();
              size.set_symbol(symbol);
              // Sizes that models of text and of images take.
              size.set_size(static_cast<int64_t>(1 + i % 500));
            }
            return ToBuffer(head + rest.SerializeAsString());
          }};
}

Calls DistinctChains(absl::string_view model_id, absl::string_view output) {
  v1::InferChainRequest request;
  request.set_scope(v1::SCOPE_OUTPUTS);
  v1::Chain& chain = *request.mutable_chain();
  v1::ChainStage& model = *chain.add_stages();
  model.set_name("model");
  model.mutable_model()->set_model_id(std::string{model_id});
  v1::ChainStage& best = *chain.add_stages();
  best.set_name("best");
  v1::Graph& graph = *best.mutable_model()->mutable_graph()->mutable_graph();
  graph.add_inputs()->set_name("scores");
  v1::Node& node = *graph.add_nodes();
  node.set_op_type("ArgMax");
  node.add_inputs("scores");
  node.add_outputs("best");
  graph.add_outputs("best");
  v1::ChainLink& link = *chain.add_links();
  link.mutable_output()->set_stage("model");
  link.mutable_output()->set_value(std::string{output});
  link.mutable_input()->set_stage("best");
  link.mutable_input()->set_value("scores");
  return {kInferChain, [request](uint64_t i) {
            v1::InferChainRequest distinct = request;
            distinct.mutable_limits()->set_answer_bytes(kManyBytes + i);
            return ToBuffer(distinct.SerializeAsString());
          }};
}

Calls DistinctMerges() {
  v1::MergeShapesRequest request;
  v1::BroadcastTypes& broadcast = *request.add_cases()->mutable_broadcast();
  broadcast.add_operands()->set_text("[N, 1, 2..8, ?]");
  broadcast.add_operands()->set_text("[H + 1, 4, 768]");
  return {kMergeShapes, [request](uint64_t i) {
            v1::MergeShapesRequest distinct = request;
            distinct.mutable_cases(0)->set_label(Number(i));
            return ToBuffer(distinct.SerializeAsString());
          }};
}

}  // namespace shapewright::benchmark
