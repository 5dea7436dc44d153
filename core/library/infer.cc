#include "shapewright/infer.h"

#include <utility>

#include "core/base/work.h"
#include "core/library/inference_state.h"
#include "core/library/library_access.h"
#include "core/library/request.h"
#include "core/library/rule_call.h"

namespace shapewright {

absl::Status Inference::State::Run(const InferenceOptions& options) {
  WriteRequest(options, &request_);
  inference::InferOptions engine;
  engine.reader.check_interrupt = CheckUntil(options.deadline, options.check_interrupt);
  make_rule_ = MakeRules(options.rules);
  engine.make_rule = make_rule_;
  auto run = inference::RunInference(request_, *model_->graph, engine);
  if (!run.ok()) return InLibraryWords(run.status());
  run_ = *std::move(run);
  numbering_ = std::make_unique<const inference::AnswerNumbering>(*run_->model);
  absl::Status status = TakeSnapshot(*run_, *numbering_, options, &snapshot_);
  // What belongs to this call alone.
  run_->options = inference::InferOptions();
  run_->engine->ForgetWork();
  run_->work.Release();
  return status;
}

uint64_t Inference::State::EvaluationLimit(uint64_t asked) const {
  return WorkLimit(kDefaultMaxWork, asked, model_->graph->byte_size);
}

Inference::Inference(std::shared_ptr<const State> state) : state_(std::move(state)) {}

absl::Span<const Value> Inference::values() const { return state_->snapshot().graphs[0].values; }
absl::Span<const Value* const> Inference::inputs() const { return state_->snapshot().inputs; }
absl::Span<const Value* const> Inference::outputs() const { return state_->snapshot().outputs; }
absl::Span<const GraphInfo> Inference::graphs() const { return state_->snapshot().graphs; }
absl::Span<const Symbol> Inference::symbols() const { return state_->snapshot().symbols; }
absl::Span<const Fact> Inference::facts() const { return state_->snapshot().facts; }
const Statistics& Inference::statistics() const { return state_->snapshot().statistics; }
bool Inference::is_consistent() const { return statistics().errors == 0; }

absl::Span<const Diagnostic> Inference::diagnostics() const {
  return state_->snapshot().diagnostics;
}

const Value* Inference::FindValue(absl::string_view name) const {
  const auto& values = state_->snapshot().values_by_name;
  const auto found = values.find(name);
  return found == values.end() ? nullptr : found->second;
}

absl::StatusOr<Inference> InferShapes(const Model& model, const InferenceOptions& options) {
  auto state = std::make_shared<LibraryAccess::InferenceState>(LibraryAccess::Get(model));
  absl::Status status = state->Run(options);
  if (!status.ok()) return status;
  return LibraryAccess::Make<Inference>(std::move(state));
}

}  // namespace shapewright
