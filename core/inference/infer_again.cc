#include "core/inference/infer_again.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/inference/engine/answer_numbering.h"
#include "core/inference/evaluation/evaluations.h"
#include "core/inference/infer_run.h"

namespace shapewright::inference {
namespace {

// Inferences that are kept at a time.
constexpr size_t kMaxCases = 8;
// An inference with some symbols fixed may assume something else that the binding breaks.
constexpr int kMaxRounds = 8;

using RunPointer = std::unique_ptr<InferRun>;

struct Case {
  Case(std::vector<Pin> fixed, RunPointer made, const v1::EvaluateShapesRequest& question)
      : pins(std::move(fixed)),
        run(std::move(made)),
        numbering(*run->model),
        evaluations(*run->engine, *run->report, numbering, question) {}

  const std::vector<Pin> pins;
  const RunPointer run;
  const AnswerNumbering numbering;
  Evaluations evaluations;
};

class CasesOfRequest final : public OwnCases {
 public:
  CasesOfRequest(const v1::ModelSpec& spec, const Bindings& bindings, const graph::Model& model,
                 const InferOptions& options, const v1::EvaluateShapesRequest& question)
      : spec_(spec), bindings_(bindings), model_(model), options_(options), question_(question) {}

  absl::StatusOr<const Evaluations*> Evaluate(const v1::Binding& binding, std::vector<Pin> broken,
                                              Work& work) override;

 private:
  absl::StatusOr<RunPointer> Infer(const std::vector<Pin>& pins, Work& work) const;
  absl::StatusOr<Case*> FindOrInfer(const std::vector<Pin>& pins, Work& work);

  const v1::ModelSpec& spec_;
  const Bindings& bindings_;
  const graph::Model& model_;
  const InferOptions& options_;
  const v1::EvaluateShapesRequest& question_;
  std::vector<std::unique_ptr<Case>> cases_;
};

void Fix(const std::vector<Pin>& pins, Given* given) {
  for (const Pin& pin : pins) {
    Given::Symbol& symbol = given->SymbolOf(pin.name);
    symbol.bounds = Intersect(symbol.bounds, symbolic::Interval::Point(pin.value));
    symbol.allowed.clear();
    symbol.divisor = 1;
  }
}

absl::StatusOr<RunPointer> CasesOfRequest::Infer(const std::vector<Pin>& pins, Work& work) const {
  InferOptions own = options_;
  own.unknown_dims = nullptr;
  own.on_inferred = nullptr;
  auto run = PrepareRun(spec_, v1::STRICTNESS_UNSPECIFIED, v1::RequestLimits(), work.FindLeft(),
                        model_, own);
  if (!run.ok()) return run;
  absl::Status status = TakeBindings(bindings_, **run);
  Fix(pins, &(*run)->given);
  if (status.ok()) status = FinishRun(**run);
  // Also of an inference that fails.
  if (!work.CountKept((*run)->work.count())) return work.status();
  if (!status.ok()) return status;
  (*run)->options = InferOptions();
  (*run)->engine->ForgetWork();
  (*run)->work.Release();
  return run;
}

absl::StatusOr<Case*> CasesOfRequest::FindOrInfer(const std::vector<Pin>& pins, Work& work) {
  const auto found = std::find_if(cases_.begin(), cases_.end(),
                                  [&](const auto& each) { return each->pins == pins; });
  if (found != cases_.end()) return found->get();
  absl::StatusOr<RunPointer> run = Infer(pins, work);
  if (!run.ok()) return run.status();
  if (cases_.size() == kMaxCases) cases_.erase(cases_.begin());
  cases_.push_back(std::make_unique<Case>(pins, *std::move(run), question_));
  return cases_.back().get();
}

absl::StatusOr<const Evaluations*> CasesOfRequest::Evaluate(const v1::Binding& binding,
                                                            std::vector<Pin> broken, Work& work) {
  std::vector<Pin> pins;
  for (int round = 0; round < kMaxRounds && !broken.empty(); ++round) {
    const size_t before = pins.size();
    pins.insert(pins.end(), broken.begin(), broken.end());
    std::sort(pins.begin(), pins.end());
    pins.erase(std::unique(pins.begin(), pins.end()), pins.end());
    if (pins.size() == before) break;
    const absl::StatusOr<Case*> found = FindOrInfer(pins, work);
    absl::Status status = found.status();
    if (status.ok()) status = (*found)->evaluations.EvaluateHere(binding, work);
    if (absl::IsInvalidArgument(status)) break;
    if (!status.ok()) return status;
    broken = (*found)->evaluations.BrokenAssumptions();
    if (broken.empty()) return &(*found)->evaluations;
  }
  return nullptr;
}

}  // namespace

std::unique_ptr<OwnCases> InferAgain(const v1::ModelSpec& spec, const Bindings& bindings,
                                     const graph::Model& model, const InferOptions& options,
                                     const v1::EvaluateShapesRequest& question) {
  return std::make_unique<CasesOfRequest>(spec, bindings, model, options, question);
}

}  // namespace shapewright::inference
