#include "tests/soak/honest.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "core/wire/model_id.h"
#include "core/wire/strip.h"
#include "tests/end_to_end/support/models.h"

namespace shapewright::soak {
namespace {

using end_to_end::ChainModel;
using end_to_end::Request;

constexpr absl::Duration kDeadline = absl::Seconds(30);
// Of each kind so many different ones, so that some are kept and some are not.
constexpr int kVariants = 1000;

absl::Status Expect(bool holds) {
  return holds ? absl::OkStatus() : absl::DataLossError("a wrong answer");
}

absl::Status Infer(Client& client, const v1::InferShapesRequest& request, uint32_t nodes) {
  const auto response = client.InferShapes(request, kDeadline);
  if (!response.ok()) return response.status();
  return Expect(response->statistics().nodes() == nodes && response->statistics().errors() == 0);
}

absl::Status InferTiny(Client& client, uint64_t number) {
  return Infer(client, Request(ChainModel(5, static_cast<int>(number % kVariants))), 5);
}

absl::Status InferLarge(Client& client, uint64_t number) {
  return Infer(client, Request(ChainModel(5000, static_cast<int>(number % kVariants))), 5000);
}

// A model of the corpus; another range of a symbol each time is another inference.
HonestCall InferNormal(const std::string& name, int weight) {
  auto model = StripWeights(end_to_end::CorpusModel(name));
  return {
      absl::StrCat("infer ", name), weight,
      [model = std::move(model)](Client& client, uint64_t number) {
        if (!model.ok()) return model.status();
        v1::InferShapesRequest request = Request(*model);
        request.mutable_model()->add_premises(absl::StrCat("batch <= ", 100 + number % kVariants));
        const auto response = client.InferShapes(request, kDeadline);
        if (!response.ok()) return response.status();
        return Expect(response->statistics().errors() == 0);
      }};
}

absl::Status Bind(Client& client, const std::string& model, uint64_t number) {
  v1::EvaluateShapesRequest request = end_to_end::SizesRequest(model);
  v1::Binding& binding = *request.add_bindings();
  for (const char* symbol : {"batch", "sequence"}) {
    v1::SymbolSize& size = *binding.add_symbols();
    size.set_symbol(symbol);
    size.set_size(static_cast<int64_t>(1 + number % 64));
  }
  const auto response = client.EvaluateShapes(request, kDeadline);
  if (!response.ok()) return response.status();
  return Expect(response->evaluations_size() == 1 && response->evaluations(0).outputs_size() > 0);
}

// The client names the model itself, as it is large and was sent before.
HonestCall InferById(const std::string& name, int weight, bool binds) {
  auto model = StripWeights(end_to_end::CorpusModel(name));
  return {absl::StrCat(binds ? "bind " : "by id ", name), weight,
          [model = std::move(model), binds](Client& client, uint64_t number) {
            if (!model.ok()) return model.status();
            if (binds) return Bind(client, *model, number);
            v1::InferShapesRequest request = Request(*model);
            request.set_scope(v1::SCOPE_OUTPUTS);
            return client.InferShapes(request, kDeadline).status();
          }};
}

absl::Status Merge(Client& client, uint64_t number) {
  v1::MergeShapesRequest request;
  for (int i = 0; i < 20; ++i) {
    v1::MergeTypes& merge = *request.add_cases()->mutable_merge();
    merge.add_operands()->set_text(absl::StrCat("[", 2 + number % kVariants, ", ?]"));
    merge.add_operands()->set_text(absl::StrCat("[?, ", 3 + i, "]"));
  }
  const auto response = client.MergeShapes(request, kDeadline);
  if (!response.ok()) return response.status();
  return Expect(response->results_size() == 20 &&
                response->results(1).type().text() ==
                    absl::StrCat("[", 2 + number % kVariants, ", 4]"));
}

absl::Status Layout(Client& client, uint64_t number) {
  v1::ComputeLayoutRequest request;
  const uint64_t size = 2 + number % kVariants;
  for (int i = 0; i < 20; ++i)
    request.add_cases()->mutable_tensor()->set_text(absl::StrCat("f32[", size, ",3]{1,0}"));
  const auto response = client.ComputeLayout(request, kDeadline);
  if (!response.ok()) return response.status();
  return Expect(response->results_size() == 20 &&
                response->results(7).facts().bytes().value() == static_cast<int64_t>(12 * size));
}

}  // namespace

std::vector<HonestCall> HonestCalls() {
  return {{"tiny", 50, InferTiny},
          InferNormal("bert_base_ts17.onnx", 5),
          InferNormal("resnet50_ts17.onnx", 5),
          InferById("bert_base_ts17.onnx", 10, false),
          InferById("bert_base_ts17.onnx", 10, true),
          {"merge", 10, Merge},
          {"layout", 8, Layout},
          {"large", 2, InferLarge}};
}

}  // namespace shapewright::soak
