#include "core/inference/infer_again.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/base/hash_map.h"
#include "core/graph/arena.h"
#include "core/inference/engine/answer_numbering.h"
#include "core/inference/engine/given.h"
#include "core/inference/evaluation/evaluations.h"
#include "core/inference/infer_run.h"
#include "core/wire/wire_writer.h"

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

// The sizes of an input whose elements a binding gives: its own, or one axis as long as they are.
std::vector<int64_t> SizesOf(const v1::InputSizes& given, const graph::DeclaredType* declared) {
  const bool is_scalar =
      given.scalar() || (declared != nullptr && declared->has_shape && declared->dims.empty());
  if (!given.sizes().empty() || is_scalar) return {given.sizes().begin(), given.sizes().end()};
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
    const std::vector<int64_t> sizes = SizesOf(input, declared);
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
  CasesOfRequest(const v1::ModelSpec& spec, const Bindings& bindings, const graph::Model& model,
                 const InferOptions& options, const v1::EvaluateShapesRequest& question)
      : spec_(spec), bindings_(bindings), model_(model), options_(options), question_(question) {}

  absl::StatusOr<Evaluations*> Evaluate(const v1::Binding& binding, std::vector<Pin> broken,
                                        Work& work) override;
  absl::StatusOr<Evaluations*> EvaluateAnew(const v1::Binding& binding, std::vector<Pin> pins,
                                            Work& work) override;

 private:
  // The elements that `with_elements` gives are constants of their inputs; it may be null.
  absl::StatusOr<RunPointer> Infer(const std::vector<Pin>& pins, const v1::Binding* with_elements,
                                   Work& work) const;
  absl::StatusOr<Case*> FindOrInfer(const std::vector<Pin>& pins, Work& work);

  const v1::ModelSpec& spec_;
  const Bindings& bindings_;
  const graph::Model& model_;
  const InferOptions& options_;
  const v1::EvaluateShapesRequest& question_;
  std::vector<std::unique_ptr<Case>> cases_;
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

absl::StatusOr<RunPointer> CasesOfRequest::Infer(const std::vector<Pin>& pins,
                                                 const v1::Binding* with_elements,
                                                 Work& work) const {
  InferOptions own = options_;
  own.unknown_dims = nullptr;
  own.on_inferred = nullptr;
  auto run = PrepareRun(spec_, v1::STRICTNESS_UNSPECIFIED, v1::RequestLimits(), work.FindLeft(),
                        model_, own);
  if (!run.ok()) return run;
  absl::Status status = TakeBindings(bindings_, **run);
  if (with_elements != nullptr) TakeElements(*with_elements, **run);
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
  absl::StatusOr<RunPointer> run = Infer(pins, nullptr, work);
  if (!run.ok()) return run.status();
  if (cases_.size() == kMaxCases) cases_.erase(cases_.begin());
  cases_.push_back(std::make_unique<Case>(pins, *std::move(run), question_));
  return cases_.back().get();
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

absl::StatusOr<Evaluations*> CasesOfRequest::EvaluateAnew(const v1::Binding& binding,
                                                          std::vector<Pin> pins, Work& work) {
  absl::StatusOr<RunPointer> run = Infer(pins, &binding, work);
  absl::Status status = run.status();
  if (status.ok()) {
    anew_ = std::make_unique<Case>(std::move(pins), *std::move(run), question_);
    // All that the binding says is in the inference.
    status = anew_->evaluations.EvaluateHere(v1::Binding(), work);
  }
  if (absl::IsInvalidArgument(status)) return nullptr;
  if (!status.ok()) return status;
  return anew_->evaluations.BreaksAssumptions() ? nullptr : &anew_->evaluations;
}

}  // namespace

std::unique_ptr<OwnCases> InferAgain(const v1::ModelSpec& spec, const Bindings& bindings,
                                     const graph::Model& model, const InferOptions& options,
                                     const v1::EvaluateShapesRequest& question) {
  return std::make_unique<CasesOfRequest>(spec, bindings, model, options, question);
}

}  // namespace shapewright::inference
