// Makes one call for tests/benchmark/ledger.py, which counts its instructions: nothing but what
// runs in CountedCall() counts. The same call has run once before, so that tables exist and memory
// is warm.
//
// usage: counted_call infer|read|kept|bind|bind64|guard MODEL.onnx
//        counted_call merge|layout
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/base/reuse_memory.h"
#include "core/graph/message/parse_message.h"
#include "core/graph/onnx/onnx_reader.h"
#include "core/guard/request_check.h"
#include "core/inference/infer.h"
#include "core/query/layout/compute_layout.h"
#include "core/query/merge/merge_shapes.h"
#include "core/questions/evaluation/compiled_inference.h"
#include "core/questions/infer_request.h"
#include "core/questions/model_rpc.h"
#include "server/cache/cache_key.h"
#include "server/cache/sharded_cache.h"
#include "shapewright/v1/guard.pb.h"
#include "tests/benchmark/shape_cases.h"

namespace shapewright::benchmark {
namespace {

// A call that can be repeated. It fails if what it asks for fails.
using Call = std::function<absl::Status()>;

constexpr int64_t kSize = 128;
constexpr int kCases = 64;

// Its values are the sizes of all outputs for `bindings` bindings, which differ.
v1::EvaluateShapesRequest RequestFor(const graph::Model& model, int bindings) {
  v1::InferShapesRequest asks_symbols;
  asks_symbols.set_scope(v1::SCOPE_OUTPUTS);
  v1::InferShapesResponse answer;
  const auto bytes = questions::InferRequest(asks_symbols, model);
  if (bytes.ok()) answer.ParseFromString(*bytes);
  v1::EvaluateShapesRequest request;
  for (int i = 0; i < bindings; ++i) {
    v1::Binding& binding = *request.add_bindings();
    for (const v1::Symbol& symbol : answer.symbols()) {
      if (symbol.kind() != v1::Symbol::KIND_INPUT_DIM) continue;
      v1::SymbolSize& size = *binding.add_symbols();
      size.set_symbol(symbol.name());
      size.set_size(kSize + i);
    }
  }
  return request;
}

absl::StatusOr<Call> BindCall(std::shared_ptr<const graph::Model> model, int bindings) {
  const v1::EvaluateShapesRequest request = RequestFor(*model, bindings);
  auto compiled = questions::CompiledInference::Compile(request, *model, {});
  if (!compiled.ok()) return compiled.status();
  std::shared_ptr<const questions::CompiledInference> kept = *std::move(compiled);
  return [model, kept, bytes = request.SerializeAsString()] {
    v1::EvaluateShapesRequest parsed;
    if (!parsed.ParseFromString(bytes)) return absl::InternalError("a request that is none");
    return kept->Answer(parsed, {}).status();
  };
}

absl::StatusOr<Call> GuardCall(const std::shared_ptr<const graph::Model>& model) {
  const auto bytes =
      questions::FindModelRpc("CompileGuard")->answer(v1::CompileGuardRequest(), *model, {});
  if (!bytes.ok()) return bytes.status();
  v1::CompileGuardResponse answer;
  if (!answer.ParseFromString(*bytes)) return absl::InternalError("an answer that is none");
  v1::EvaluateShapesRequest sizes = RequestFor(*model, 1);
  for (const v1::GuardInput& input : answer.program().inputs()) sizes.add_values(input.name());
  const auto evaluated = questions::EvaluateRequest(sizes, *model);
  // The tensors view it.
  const auto evaluations = std::make_shared<v1::EvaluateShapesResponse>();
  if (!evaluated.ok()) return evaluated.status();
  if (!evaluations->ParseFromString(*evaluated)) return absl::InternalError("not an answer");
  std::vector<guard::RequestTensor> tensors;
  for (const v1::ValueSize& input : evaluations->evaluations(0).values()) {
    tensors.push_back({input.name(), input.element_type(), input.sizes(), {}});
  }
  const auto program = guard::LoadedGuard::Load(answer.program());
  if (!program.ok()) return program.status();
  const auto check = std::make_shared<guard::RequestCheck>(*program);
  return [check, evaluations, tensors] {
    return check->Check(tensors) == guard::Verdict::kFail ? absl::InternalError("refused")
                                                          : absl::OkStatus();
  };
}

// The search of an answer by the bytes of its request, which the server keeps.
absl::StatusOr<Call> KeptCall(const std::string& model) {
  using Kept = server::ShardedCache<std::shared_ptr<const std::string>>;
  constexpr size_t kCapacity = 100 << 20;
  const auto answers = std::make_shared<Kept>(kCapacity);
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(model);
  const std::string bytes = request.SerializeAsString();
  answers->Insert({server::KeyKind::kInferShapes, bytes}, std::make_shared<std::string>("answer"),
                  bytes.size());
  return [answers, bytes] {
    return answers->Find({server::KeyKind::kInferShapes, bytes}).has_value()
               ? absl::OkStatus()
               : absl::InternalError("not found");
  };
}

// From the bytes of a request of kCases cases to those of its response.
template <typename Request>
Call QueryCall(const Request& request,
               absl::Status (*answer)(const Request& request, const query::QueryOptions& options,
                                      std::string* response)) {
  return [bytes = request.SerializeAsString(), answer] {
    Request parsed;
    absl::Status status = graph::ParseMessage(bytes, &parsed);
    std::string response;
    if (status.ok()) status = answer(parsed, query::QueryOptions(), &response);
    return status;
  };
}

Call MergeCall() {
  v1::MergeShapesRequest request;
  for (const auto& [one, other] : ShapePairs(kCases)) {
    v1::MergeTypes& merge = *request.add_cases()->mutable_merge();
    merge.add_operands()->set_text(one);
    merge.add_operands()->set_text(other);
  }
  request.set_notation(v1::NOTATION_OPENVINO);
  return QueryCall<v1::MergeShapesRequest>(request, query::MergeShapes);
}

Call LayoutCall() {
  v1::ComputeLayoutRequest request;
  for (const PlacedSizes& placed : Placements(kCases)) {
    v1::LayoutCase& layout = *request.add_cases();
    v1::TensorType* tensor = layout.mutable_tensor()->mutable_tensor();
    tensor->set_element_type(v1::ELEMENT_TYPE_FLOAT);
    for (const int64_t size : placed.sizes) tensor->mutable_shape()->add_dims()->set_size(size);
    for (const int64_t dim : placed.minor_to_major) {
      layout.mutable_layout()->mutable_layout()->add_minor_to_major(dim);
    }
  }
  return QueryCall<v1::ComputeLayoutRequest>(request, query::ComputeLayout);
}

absl::StatusOr<Call> CallOf(absl::string_view kind, const std::string& model_bytes) {
  if (kind == "merge") return MergeCall();
  if (kind == "layout") return LayoutCall();
  if (kind == "kept") return KeptCall(model_bytes);
  if (kind == "infer") {
    return [model_bytes] { return inference::InferOnnxModel(model_bytes).status(); };
  }
  if (kind == "read") {
    return [model_bytes] { return graph::ReadOnnxModel(model_bytes, {}).status(); };
  }
  // The model views its bytes.
  const auto bytes = std::make_shared<const std::string>(model_bytes);
  auto read = graph::ReadOnnxModel(*bytes, {});
  if (!read.ok()) return read.status();
  const std::shared_ptr<const graph::Model> model(read->release(),
                                                  [bytes](const graph::Model* old) { delete old; });
  if (kind == "bind") return BindCall(model, 1);
  if (kind == "bind64") return BindCall(model, kCases);
  if (kind == "guard") return GuardCall(model);
  return absl::InvalidArgumentError("no such kind of call");
}

}  // namespace

// What counts. Of C, so that its name is known to who counts.
extern "C" __attribute__((noinline)) bool CountedCall(const Call& call) { return call().ok(); }

}  // namespace shapewright::benchmark

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) return 2;
  shapewright::ReuseLargeAllocations();  // as the server
  std::string model;
  if (argc == 3) {
    std::ifstream file(argv[2], std::ios::binary);
    model.assign(std::istreambuf_iterator<char>(file), {});
  }
  const auto call = shapewright::benchmark::CallOf(argv[1], model);
  const absl::Status status = call.ok() ? (*call)() : call.status();
  if (!status.ok()) {
    std::fprintf(stderr, "%s: %s\n", argv[1], status.ToString().c_str());
    return 1;
  }
  return shapewright::benchmark::CountedCall(*call) ? 0 : 1;
}
