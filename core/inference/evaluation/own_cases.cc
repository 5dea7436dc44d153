#include "core/inference/evaluation/own_cases.h"

#include <algorithm>
#include <utility>

#include "core/inference/engine/answer_numbering.h"
#include "core/inference/evaluation/evaluations.h"
#include "core/inference/infer_run.h"

namespace shapewright::inference {
namespace {

// Inferences that are kept at a time.
constexpr size_t kMaxCases = 8;
// An inference with some symbols fixed may assume something else that the binding breaks.
constexpr int kMaxRounds = 8;

// What the inference takes is counted once, also where it fails.
class CountedRun {
 public:
  CountedRun(Work& counted, InferRun& run) : counted_(counted), run_(run) {}
  CountedRun(const CountedRun&) = delete;
  CountedRun& operator=(const CountedRun&) = delete;
  ~CountedRun() { counted_.CountKept(run_.work.count()); }

 private:
  Work& counted_;
  InferRun& run_;
};

}  // namespace

struct OwnCases::Case {
  Case(std::vector<Pin> fixed, std::unique_ptr<InferRun> made,
       const v1::EvaluateShapesRequest& question)
      : pins(std::move(fixed)),
        run(std::move(made)),
        numbering(*run->model),
        evaluations(*run->engine, *run->report, numbering, question) {}

  const std::vector<Pin> pins;
  const std::unique_ptr<InferRun> run;
  const AnswerNumbering numbering;
  Evaluations evaluations;
};

InferAgain InferAgainWith(const v1::ModelSpec& spec, const Bindings& bindings,
                          const graph::Model& model, const InferOptions& options) {
  return
      [&](const std::vector<Pin>& pins, Work& work) -> absl::StatusOr<std::unique_ptr<InferRun>> {
        InferOptions own = options;
        own.unknown_dims = nullptr;
        own.on_inferred = nullptr;
        auto prepared = PrepareRun(spec, v1::STRICTNESS_UNSPECIFIED, v1::RequestLimits(),
                                   work.FindLeft(), model, own);
        if (!prepared.ok()) return prepared;
        InferRun& run = **prepared;
        absl::Status status;
        {
          const CountedRun counted(work, run);
          status = TakeBindings(bindings, run);
          for (const Pin& pin : pins) {
            Given::Symbol& symbol = run.given.SymbolOf(pin.name);
            symbol.bounds = Intersect(symbol.bounds, symbolic::Interval::Point(pin.value));
            symbol.allowed.clear();
            symbol.divisor = 1;
          }
          if (status.ok()) status = FinishRun(run);
        }
        if (!work.status().ok()) return work.status();
        if (!status.ok()) return status;
        run.options = InferOptions();
        run.engine->ForgetWork();
        run.work.Release();
        return prepared;
      };
}

OwnCases::OwnCases(InferAgain infer, const v1::EvaluateShapesRequest& question)
    : infer_(std::move(infer)), question_(question) {}

OwnCases::~OwnCases() = default;

absl::StatusOr<OwnCases::Case*> OwnCases::FindOrInfer(const std::vector<Pin>& pins, Work& work) {
  const auto found = std::find_if(cases_.begin(), cases_.end(),
                                  [&](const auto& each) { return each->pins == pins; });
  if (found != cases_.end()) return found->get();
  absl::StatusOr<std::unique_ptr<InferRun>> run = infer_(pins, work);
  if (!run.ok()) return run.status();
  if (cases_.size() == kMaxCases) cases_.erase(cases_.begin());
  cases_.push_back(std::make_unique<Case>(pins, *std::move(run), question_));
  return cases_.back().get();
}

absl::StatusOr<const Evaluations*> OwnCases::Evaluate(const v1::Binding& binding,
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

}  // namespace shapewright::inference
