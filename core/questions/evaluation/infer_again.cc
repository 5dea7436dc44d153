#include "core/questions/evaluation/infer_again.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/base/hash_map.h"
#include "core/graph/arena.h"
#include "core/inference/engine/answer_numbering.h"
#include "core/inference/given/given.h"
#include "core/inference/infer_run.h"
#include "core/questions/binding/bound_ranks.h"
#include "core/questions/binding/unsettled_values.h"
#include "core/questions/evaluation/evaluations.h"
#include "core/wire/wire_writer.h"

namespace shapewright::questions {
namespace {

using inference::AnswerNumbering;
using inference::DeclaredInput;
using inference::FinishRun;
using inference::Given;
using inference::InferOptions;
using inference::InferRun;
using inference::PrepareRun;

// Inferences that are kept at a time.
constexpr size_t kMaxCases = 8;
// An inference with some symbols fixed may assume something else that the binding breaks.
constexpr int kMaxRounds = 8;

using RunPointer = std::unique_ptr<InferRun>;

struct Case {
  Case(std::string told, std::vector<Pin> fixed, RunPointer made,
       const v1::EvaluateShapesRequest& question)
      : ranks(std::move(told)),
        pins(std::move(fixed)),
        run(std::move(made)),
        numbering(*run->model),
        unsettled(*run->engine),
        evaluations(*run->engine, *run->report, numbering, question, &unsettled) {}

  // What bindings of this case tell (RanksKey), and the symbols that are fixed.
  const std::string ranks;
  const std::vector<Pin> pins;
  const RunPointer run;
  const AnswerNumbering numbering;
  const UnsettledValues unsettled;
  Evaluations evaluations;
};
using Cases = std::vector<std::unique_ptr<Case>>;

// The sizes of an input whose elements a binding gives: its own, or one axis as long as they are.
std::vector<int64_t> ElementSizes(const v1::InputSizes& given,
                                  const graph::DeclaredType* declared) {
  const bool is_scalar =
      given.scalar() || (declared != nullptr && declared->has_shape && declared->dims.empty());
  const absl::Span<const int64_t> sizes = SizesOf(given);
  if (!sizes.empty() || is_scalar) return {sizes.begin(), sizes.end()};
  return {given.values_size()};
}

// The elements as ONNX's int64_data has them.
std::string Pack(absl::Span<const int64_t> values) {
  WireWriter packed;
  for (const int64_t value : values) packed.Packed(static_cast<uint64_t>(value));
  return packed.Take();
}

// Makes the elements that the binding gives constants.
void TakeElements(const v1::Binding& binding, InferRun& run) {
  graph::Arena* const memory = &run.given.memory;
  HashMap<absl::string_view, const graph::Value*> inputs;
  for (const graph::ValueId id : run.model->graphs[0].inputs) {
    inputs.emplace(run.model->values[id].name, &run.model->values[id]);
  }
  for (const v1::InputSizes& input : binding.inputs()) {
    const auto found = inputs.find(input.name());
    const bool is_given = run.given.constants.contains(input.name());
    if (input.values().empty() || found == inputs.end() || is_given) continue;
    const graph::DeclaredType* const declared = DeclaredInput(*found->second, &run.given);
    const std::vector<int64_t> sizes = ElementSizes(input, declared);
    if (std::any_of(sizes.begin(), sizes.end(), [](int64_t size) { return size < 0; })) continue;
    const bool has_element =
        declared != nullptr && declared->element != shape::ElementType::kUndefined;
    const auto dims = graph::NewArray<int64_t>(memory, sizes.size());
    std::copy(sizes.begin(), sizes.end(), dims.begin());
    auto* const tensor = graph::New<graph::Tensor>(memory);
    tensor->element = has_element ? declared->element : shape::ElementType::kInt64;
    tensor->encoding = graph::TensorEncoding::kVarints;
    tensor->dims = dims;
    tensor->payload = graph::CopyText(memory, Pack(input.values()));
    run.given.constants.emplace(found->second->name, Given::Constant{0, tensor});
  }
}

class CasesOfRequest final : public OwnCases {
 public:
  CasesOfRequest(const v1::ModelSpec& spec, const graph::Model& model, const InferOptions& options,
                 const v1::EvaluateShapesRequest& question)
      : spec_(spec), model_(model), options_(options), question_(question) {}

  absl::StatusOr<Evaluations*> EvaluateRanks(const v1::Binding& binding, Work& work) override;
  absl::StatusOr<Evaluations*> Evaluate(const v1::Binding& binding, std::vector<Pin> broken,
                                        Work& work) override;
  absl::StatusOr<Evaluations*> EvaluateAnew(const v1::Binding& binding, std::vector<Pin> pins,
                                            Work& work) override;

 private:
  // With the ranks that the binding tells, and, if asked for, its elements as constants.
  absl::StatusOr<RunPointer> Infer(const v1::Binding& binding, const std::vector<Pin>& pins,
                                   bool with_elements, Work& work) const;
  absl::StatusOr<Case*> FindOrInfer(const v1::Binding& binding, const std::vector<Pin>& pins,
                                    Cases& kept, Work& work);

  const v1::ModelSpec& spec_;
  const graph::Model& model_;
  const InferOptions& options_;
  const v1::EvaluateShapesRequest& question_;
  Cases by_ranks_;
  Cases by_pins_;
  std::unique_ptr<Case> anew_;
};

void Fix(const std::vector<Pin>& pins, Given* given) {
  for (const Pin& pin : pins) {
    Given::Symbol& symbol = given->SymbolOf(pin.name);
    symbol.bounds = Intersect(symbol.bounds, symbolic::Interval::Point(pin.value));
    symbol.allowed.clear();
    symbol.divisor = 1;
  }
}

absl::StatusOr<RunPointer> CasesOfRequest::Infer(const v1::Binding& binding,
                                                 const std::vector<Pin>& pins, bool with_elements,
                                                 Work& work) const {
  InferOptions own = options_;
  own.unknown_dims = nullptr;
  own.on_inferred = nullptr;
  auto run = PrepareRun(spec_, v1::STRICTNESS_UNSPECIFIED, v1::RequestLimits(), work.FindLeft(),
                        model_, own);
  if (!run.ok()) return run;
  Given& given = (*run)->given;
  absl::Status status =
      DeclareRanks(binding, *(*run)->model, options_.reader.limits.max_rank, &given);
  if (with_elements) TakeElements(binding, **run);
  Fix(pins, &given);
  // Its facts are not those that the caller knows by their places.
  given.is_told_by_bindings |= with_elements || !pins.empty();
  if (status.ok()) status = FinishRun(**run);
  // Also of an inference that fails.
  if (!work.CountKept((*run)->work.count())) return work.status();
  if (!status.ok()) return status;
  (*run)->options = InferOptions();
  (*run)->engine->ForgetWork();
  (*run)->work.Release();
  return run;
}

absl::StatusOr<Case*> CasesOfRequest::FindOrInfer(const v1::Binding& binding,
                                                  const std::vector<Pin>& pins, Cases& kept,
                                                  Work& work) {
  std::string ranks = RanksKey(binding);
  const auto found = std::find_if(kept.begin(), kept.end(), [&](const auto& each) {
    return each->pins == pins && each->ranks == ranks;
  });
  if (found != kept.end()) return found->get();
  absl::StatusOr<RunPointer> run = Infer(binding, pins, false, work);
  if (!run.ok()) return run.status();
  if (kept.size() == kMaxCases) kept.erase(kept.begin());
  kept.push_back(std::make_unique<Case>(std::move(ranks), pins, *std::move(run), question_));
  return kept.back().get();
}

absl::StatusOr<Evaluations*> CasesOfRequest::EvaluateRanks(const v1::Binding& binding, Work& work) {
  const absl::StatusOr<Case*> found = FindOrInfer(binding, {}, by_ranks_, work);
  absl::Status status = found.status();
  if (status.ok()) status = (*found)->evaluations.EvaluateHere(binding, work);
  if (!status.ok()) return status;
  return &(*found)->evaluations;
}

absl::StatusOr<Evaluations*> CasesOfRequest::Evaluate(const v1::Binding& binding,
                                                      std::vector<Pin> broken, Work& work) {
  std::vector<Pin> pins;
  for (int round = 0; round < kMaxRounds && !broken.empty(); ++round) {
    const size_t before = pins.size();
    pins.insert(pins.end(), broken.begin(), broken.end());
    std::sort(pins.begin(), pins.end());
    pins.erase(std::unique(pins.begin(), pins.end()), pins.end());
    if (pins.size() == before) break;
    const absl::StatusOr<Case*> found = FindOrInfer(binding, pins, by_pins_, work);
    absl::Status status = found.status();
    if (status.ok()) status = (*found)->evaluations.EvaluateHere(binding, work);
    if (absl::IsInvalidArgument(status)) break;
    if (!status.ok()) return status;
    broken = (*found)->evaluations.BrokenAssumptions();
    if (broken.empty()) return &(*found)->evaluations;
  }
  return nullptr;
}

absl::StatusOr<Evaluations*> CasesOfRequest::EvaluateAnew(const v1::Binding& binding,
                                                          std::vector<Pin> pins, Work& work) {
  absl::StatusOr<RunPointer> run = Infer(binding, pins, true, work);
  absl::Status status = run.status();
  if (status.ok()) {
    anew_ = std::make_unique<Case>("", std::move(pins), *std::move(run), question_);
    // Pins and constants hold all that the binding says.
    status = anew_->evaluations.EvaluateHere(v1::Binding(), work);
  }
  if (absl::IsInvalidArgument(status)) return nullptr;
  if (!status.ok()) return status;
  return anew_->evaluations.BreaksAssumptions() ? nullptr : &anew_->evaluations;
}

}  // namespace

std::unique_ptr<OwnCases> InferAgain(const v1::ModelSpec& spec, const graph::Model& model,
                                     const InferOptions& options,
                                     const v1::EvaluateShapesRequest& question) {
  return std::make_unique<CasesOfRequest>(spec, model, options, question);
}

}  // namespace shapewright::questions
