#include "shapewright/evaluate.h"

#include <mutex>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/work.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/inference/evaluation/evaluations.h"
#include "core/library/inference_state.h"
#include "core/library/library_access.h"
#include "core/library/request.h"

namespace shapewright {
namespace {

using inference::Evaluations;
using inference::ValueSizes;

// More would hold memory for threads that come rarely.
constexpr size_t kMaxIdle = 4;
constexpr uint64_t kCountPerEvaluation = 32;

using EvaluationsPointer = std::unique_ptr<Evaluations>;

std::optional<int64_t> Known(int64_t number) {
  return number < 0 ? std::nullopt : std::optional<int64_t>(number);
}

Violation Failing(Violation::Kind kind, const std::string& message) {
  Violation violation;
  violation.kind = kind;
  violation.message = message;
  return violation;
}

// Numbers of one value; what is not a number is told of by a violation.
class ValueReader {
 public:
  ValueReader(const ValueSizes& sizes, Evaluation& out) : sizes_(sizes), out_(out) {}

  void Add(size_t place, const Value& value) {
    ValueSize& size = out_.values.emplace_back();
    size.name = value.name;
    if (value.type->is_tensor()) size.element_type = value.type->element_type;
    overflows_ = is_undefined_ = false;
    const int32_t rank = sizes_.rank(place);
    size.has_sizes = rank >= 0;
    if (rank > 0) {
      const auto count = static_cast<size_t>(rank);
      size.sizes = Read(sizes_.sizes().subspan(axis_, count));
      size.upper_sizes = Read(sizes_.upper_sizes().subspan(axis_, count));
      axis_ += count;
    }
    const int64_t bytes = sizes_.Bytes(place);
    Note(bytes);
    size.bytes = Known(bytes);
    if (overflows_) {
      out_.violations.push_back(Failing(Violation::Kind::kOverflow,
                                        absl::StrCat(value.name, " has numbers beyond 64 bits")));
    }
    if (is_undefined_) {
      out_.violations.push_back(
          Failing(Violation::Kind::kUndefined,
                  absl::StrCat(value.name, " has a size that is a division by zero or negative")));
    }
  }

 private:
  void Note(int64_t number) {
    overflows_ = overflows_ || number == inference::kSizeOverflow;
    is_undefined_ = is_undefined_ || number == inference::kSizeUndefined;
  }

  std::vector<int64_t> Read(absl::Span<const int64_t> numbers) {
    std::vector<int64_t> read;
    for (const int64_t number : numbers) {
      Note(number);
      read.push_back(number < 0 ? kUnknownSize : number);
    }
    return read;
  }

  const ValueSizes& sizes_;
  Evaluation& out_;
  size_t axis_ = 0;
  bool overflows_ = false;
  bool is_undefined_ = false;
};

void ReadViolations(const v1::Evaluation& rest, Evaluation& out) {
  for (const v1::Violation& from : rest.violations()) {
    Violation& violation = out.violations.emplace_back();
    // Of a contradiction the fact is only the one that says that two inputs share a name.
    violation.kind = from.has_constraint() ? Violation::Kind::kFact : Violation::Kind::kBinding;
    violation.message = from.message();
    violation.suggestion = from.suggestion();
    if (from.has_constraint()) violation.fact = from.constraint();
    if (from.has_left()) violation.left = from.left();
    if (from.has_right()) violation.right = from.right();
  }
}

Memory ReadMemory(const v1::Memory& from) {
  Memory memory;
  memory.weights_bytes = Known(from.weights_bytes());
  memory.inputs_bytes = Known(from.inputs_bytes());
  memory.outputs_bytes = Known(from.outputs_bytes());
  memory.peak_bytes = Known(from.peak_bytes());
  memory.lower_bound_bytes = Known(from.lower_bound_bytes());
  memory.intermediates_bytes = Known(from.intermediates_bytes());
  memory.peak_node = from.peak_step();
  memory.is_upper_bound = from.upper_bound();
  int64_t total = 0;
  bool is_known = true;
  for (const auto& part :
       {memory.weights_bytes, memory.inputs_bytes, memory.outputs_bytes, memory.peak_bytes}) {
    is_known = is_known && part.has_value() && !__builtin_add_overflow(total, *part, &total);
  }
  if (is_known) memory.total_bytes = total;
  for (const v1::Buffer& buffer : from.arena()) {
    memory.plan.push_back(
        {buffer.value(), buffer.offset(), buffer.bytes(), buffer.first_step(), buffer.last_step()});
  }
  return memory;
}

}  // namespace

class Evaluator::State {
 public:
  State(Inference inference, v1::InferShapesRequest request)
      : inference_(std::move(inference)), request_(std::move(request)) {}

  absl::StatusOr<Evaluation> Evaluate(const Binding& binding,
                                      const EvaluateOptions& options) const {
    const auto& inference = *LibraryAccess::Get(inference_);
    Work work(inference.EvaluationLimit(options.work_limit),
              CheckUntil(options.deadline, options.check_interrupt));
    work.set_phase("evaluate");
    absl::Status status = work.Poll();
    if (!status.ok()) return status;
    const v1::Binding given = WriteBinding(binding, inference_);
    EvaluationsPointer evaluations = Take();
    Evaluation evaluation;
    {
      const std::shared_lock<std::shared_mutex> lock(inference.engine_mutex());
      work.Count(kCountPerEvaluation + evaluations->steps());
      status = evaluations->Evaluate(given, work);
      if (status.ok()) Read(*evaluations, evaluation);
    }
    GiveBack(std::move(evaluations));
    if (status.ok()) status = work.status();
    if (!status.ok()) return status;
    return evaluation;
  }

 private:
  EvaluationsPointer Take() const {
    {
      const std::lock_guard<std::mutex> lock(idle_mutex_);
      if (!idle_.empty()) {
        EvaluationsPointer evaluations = std::move(idle_.back());
        idle_.pop_back();
        return evaluations;
      }
    }
    const auto& inference = *LibraryAccess::Get(inference_);
    const std::lock_guard<std::shared_mutex> lock(inference.engine_mutex());
    return std::make_unique<Evaluations>(*inference.run().engine, *inference.run().report,
                                         inference.numbering(), request_);
  }

  void GiveBack(EvaluationsPointer evaluations) const {
    evaluations->ForgetLast();
    const std::lock_guard<std::mutex> lock(idle_mutex_);
    if (idle_.size() < kMaxIdle) idle_.push_back(std::move(evaluations));
  }

  void Read(const Evaluations& from, Evaluation& out) const {
    ReadViolations(from.rest(), out);
    ValueReader reader(from.sizes(), out);
    out.values.reserve(from.numbers().size());
    for (size_t i = 0; i < from.numbers().size(); ++i) {
      reader.Add(i, inference_.values()[from.numbers()[i]]);
    }
    out.unbound.assign(from.rest().unbound().begin(), from.rest().unbound().end());
    if (from.rest().has_memory()) out.memory = ReadMemory(from.rest().memory());
    if (!out.violations.empty() || !inference_.is_consistent()) {
      out.verdict = Evaluation::Verdict::kInvalid;
    } else if (!out.unbound.empty() || from.is_undecided()) {
      out.verdict = Evaluation::Verdict::kOpen;
    } else {
      out.verdict = Evaluation::Verdict::kValid;
    }
  }

  const Inference inference_;
  // What is evaluated: selection and memory.
  const v1::InferShapesRequest request_;
  mutable std::mutex idle_mutex_;
  mutable std::vector<EvaluationsPointer> idle_;  // guarded by idle_mutex_
};

Evaluator::Evaluator(std::shared_ptr<const State> state) : state_(std::move(state)) {}

absl::StatusOr<Evaluator> Evaluator::Make(const Inference& inference,
                                          const EvaluatorOptions& options) {
  v1::InferShapesRequest request;
  v1::Selection& selection = *request.mutable_selection();
  selection.set_scope(options.all_values       ? v1::Selection::SCOPE_MAIN_GRAPH
                      : options.values.empty() ? v1::Selection::SCOPE_OUTPUTS
                                               : v1::Selection::SCOPE_NAMED);
  if (selection.scope() == v1::Selection::SCOPE_NAMED) {
    for (const Value* output : inference.outputs()) selection.add_names(output->name);
    for (size_t i = 0; i < options.values.size(); ++i) {
      if (inference.FindValue(options.values[i]) == nullptr) {
        return graph::FieldError(
            graph::Item("values", static_cast<int>(i)),
            absl::StrCat("the main graph has no value ", graph::Quoted(options.values[i])));
      }
      selection.add_names(options.values[i]);
    }
  }
  if (options.memory.has_value()) {
    const int64_t alignment = options.memory->alignment;
    if (alignment <= 0 || (alignment & (alignment - 1)) != 0) {
      return graph::FieldError("memory.alignment", "it is no power of two");
    }
    request.mutable_memory()->set_alignment_bytes(alignment);
    request.mutable_memory()->set_reuse_in_place(options.memory->reuse_in_place);
    if (options.memory->plan) selection.add_sections(v1::SECTION_ARENA);
  }
  return LibraryAccess::Make<Evaluator>(
      std::make_shared<const State>(inference, std::move(request)));
}

absl::StatusOr<Evaluation> Evaluator::Evaluate(const Binding& binding,
                                               const EvaluateOptions& options) const {
  return state_->Evaluate(binding, options);
}

}  // namespace shapewright
