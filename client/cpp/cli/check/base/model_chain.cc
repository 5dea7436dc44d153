#include "client/cpp/cli/check/base/model_chain.h"

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "core/wire/printable.h"

namespace shapewright::cli {
namespace {

// Each stage takes a copy of its model, and a configuration may name one model many times.
constexpr size_t kMostBytes = size_t{256} << 20;

}  // namespace

int ModelChain::AddStage(const CheckedModel& model) {
  stages_.push_back(&model);
  return static_cast<int>(stages_.size()) - 1;
}

void ModelChain::Link(int from, absl::string_view output, int to, absl::string_view input,
                      const ConfigPlace& place) {
  v1::ChainLink* link = request_.mutable_chain()->add_links();
  link->mutable_output()->set_stage(absl::StrCat("s", from));
  link->mutable_output()->set_value(std::string(output));
  link->mutable_input()->set_stage(absl::StrCat("s", to));
  link->mutable_input()->set_value(std::string(input));
  places_.push_back(place);
}

void ModelChain::Check(ModelSource& source, Findings& findings) {
  if (places_.empty()) return;
  size_t bytes = 0;
  for (const CheckedModel* model : stages_) bytes += model->onnx().size();
  if (bytes > kMostBytes) return;
  for (size_t i = 0; i < stages_.size(); ++i) {
    v1::ChainStage* stage = request_.mutable_chain()->add_stages();
    stage->set_name(absl::StrCat("s", i));
    stage->mutable_model()->set_onnx(stages_[i]->onnx());
  }
  const absl::StatusOr<v1::InferChainResponse> response = source.InferChain(request_);
  if (!response.ok()) return;
  for (const v1::LinkMismatch& mismatch : response->mismatches()) {
    if (mismatch.link() >= places_.size()) continue;
    const v1::ChainLink& link = request_.chain().links(static_cast<int>(mismatch.link()));
    findings.Add(CheckCode::kMismatch, places_[mismatch.link()],
                 absl::StrCat("output \"", link.output().value(), "\" goes to input \"",
                              link.input().value(), "\""),
                 absl::StrCat("the models do not fit: ", Printable(mismatch.message())));
  }
}

}  // namespace shapewright::cli
