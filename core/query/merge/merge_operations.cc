#include "core/query/merge/merge_operations.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/graph/message/message_text.h"
#include "core/query/case_error.h"
#include "core/query/known_value.h"
#include "core/query/merge/compare_types.h"
#include "core/query/merge/intersect_dims.h"
#include "core/query/merge/merge_operands.h"
#include "core/query/merge/window_message.h"
#include "core/query/read_type.h"
#include "core/shape/algebra/arithmetic.h"
#include "core/shape/algebra/axes.h"
#include "core/shape/algebra/broadcast_merge.h"
#include "core/shape/algebra/merge.h"
#include "core/shape/algebra/merge_types.h"
#include "core/shape/algebra/relax.h"

namespace shapewright::query {
namespace {

using shape::Dim;
using shape::Operand;
using shape::Shape;
using shape::ShapeValue;
using shape::TypeId;
using symbolic::Interval;
using Outcome = absl::StatusOr<MergeOutcome>;
using v1Case = v1::MergeCase;

// For BroadcastPaddle(): both shapes end together.
constexpr int64_t kAtTheEnd = -1;

// Every row of the table: a question, the least number of its operands, and whether they may be
// anything but tensors.
struct QuestionRow {
  v1Case::QuestionCase question;
  uint32_t min_operands;
  bool takes_any_type;
  Outcome (*run)(MergeCase& run);
};

std::vector<Operand> Shapes(const MergeCase& run) {
  std::vector<Operand> shapes;
  for (const TypeId type : run.operands.types) {
    shapes.push_back({run.scope.types().at(type).shape, static_cast<uint32_t>(shapes.size())});
  }
  return shapes;
}

const Shape& OnlyShape(const MergeCase& run) {
  return run.scope.types().at(run.operands.types[0]).shape;
}

// The element type that all operands agree on.
shape::ElementType CommonElement(MergeCase& run) {
  std::vector<TypeId> elements;
  for (const TypeId type : run.operands.types) {
    elements.push_back(
        run.scope.types().Tensor(run.scope.types().at(type).element, Shape::OfUnknownRank()));
  }
  const TypeId all = MergeTypes(run.algebra, elements, shape::MergePolicy::kStrict);
  return run.scope.types().at(all).element;
}

MergeOutcome ShapeOutcome(MergeCase& run, const ShapeValue& shape) {
  return run.scope.types().Tensor(CommonElement(run), shape.view());
}

Outcome OrPath(MergeCase& run, absl::string_view field, const absl::StatusOr<ShapeValue>& shape) {
  if (shape.ok()) return ShapeOutcome(run, Normalized(run.algebra, *shape));
  return CaseError(field, shape.status().message());
}

Outcome RunMerge(MergeCase& run) {
  const v1::MergePolicy given = run.message.merge().policy();
  absl::Status known = CheckKnown("merge.policy", given, v1::MergePolicy_IsValid);
  if (!known.ok()) return known;
  const auto policy = given == v1::MERGE_POLICY_UNSPECIFIED
                          ? shape::MergePolicy::kStrict
                          : static_cast<shape::MergePolicy>(given);
  return MergeTypes(run.algebra, run.operands.types, policy);
}

Outcome RunRelax(MergeCase& run) { return RelaxTypes(run.algebra, run.operands.types); }

Outcome RunBroadcast(MergeCase& run) {
  const v1::BroadcastTypes& question = run.message.broadcast();
  absl::Status known =
      CheckKnown("broadcast.rule", question.rule(), v1::BroadcastTypes::Rule_IsValid);
  if (!known.ok()) return known;
  const bool is_paddle = question.rule() == v1::BroadcastTypes::RULE_PADDLE;
  if (question.has_axis() && !is_paddle) {
    return CaseError("broadcast.axis", "only RULE_PADDLE has an axis");
  }
  const std::vector<Operand> shapes = Shapes(run);
  if (question.rule() == v1::BroadcastTypes::RULE_NONE) {
    return ShapeOutcome(run, MergeShapes(run.algebra, shapes));
  }
  if (!is_paddle) return ShapeOutcome(run, BroadcastNumpy(run.algebra, shapes));
  if (shapes.size() != 2) return CaseError("broadcast.rule", "this rule is about two operands");
  if (question.axis() < 0) {
    return CaseError("broadcast.axis", absl::StrCat("is negative: ", question.axis()),
                     "leave it out so that both end together");
  }
  const int64_t axis = question.has_axis() ? question.axis() : kAtTheEnd;
  return ShapeOutcome(run, BroadcastPaddle(run.algebra, shapes[0], shapes[1], axis));
}

absl::StatusOr<shape::Arithmetic> ReadOperation(const v1::ComputeDims& question) {
  switch (question.operation()) {
    case v1::ComputeDims::OPERATION_ADD:
      return shape::Arithmetic::kAdd;
    case v1::ComputeDims::OPERATION_SUBTRACT:
      return shape::Arithmetic::kSubtract;
    case v1::ComputeDims::OPERATION_MULTIPLY:
      return shape::Arithmetic::kMultiply;
    case v1::ComputeDims::OPERATION_DIVIDE:
      return shape::Arithmetic::kDivide;
    case v1::ComputeDims::OPERATION_MIN:
      return shape::Arithmetic::kMin;
    case v1::ComputeDims::OPERATION_MAX:
      return shape::Arithmetic::kMax;
    default:
      break;
  }
  return CaseError("compute.operation",
                   absl::StrCat("there is no operation of number ", question.operation()));
}

Outcome RunCompute(MergeCase& run) {
  const absl::StatusOr<shape::Arithmetic> operation = ReadOperation(run.message.compute());
  if (!operation.ok()) return operation.status();
  if (!run.operands.ranges.empty()) return NumberRange{Interval::Empty(), 0};
  return ShapeOutcome(run, Combine(run.algebra, *operation, Shapes(run)));
}

absl::Status CheckRankOfResult(const MergeCase& run, absl::string_view field, int64_t rank) {
  if (rank <= run.options.max_rank) return absl::OkStatus();
  return CaseError(field,
                   absl::StrCat("the result has more than ", run.options.max_rank, " dimensions"));
}

Outcome RunAppend(MergeCase& run) {
  const ShapeValue all = Append(Shapes(run));
  absl::Status fits =
      CheckRankOfResult(run, "append_axes.operands", static_cast<int64_t>(all.dims.size()));
  if (!fits.ok()) return fits;
  return ShapeOutcome(run, Normalized(run.algebra, all));
}

absl::StatusOr<std::vector<Dim>> ReadSizes(MergeCase& run) {
  const v1::PutAxes& question = run.message.put_axes();
  if (question.sizes_size() != question.axes_size()) {
    return CaseError("put_axes.sizes", absl::StrCat("there are ", question.sizes_size(), " for ",
                                                    question.axes_size(), " axes"));
  }
  TypeReader reader(run.options, run.scope, true);
  std::vector<Dim> sizes;
  for (int i = 0; i < question.sizes_size(); ++i) {
    const absl::StatusOr<Dim> size = reader.ReadDim(question.sizes(i));
    if (!size.ok()) return graph::Within(graph::Item("put_axes.sizes", i), size.status());
    sizes.push_back(*size);
  }
  return sizes;
}

Outcome RunSelectAxes(MergeCase& run) {
  const v1::SelectAxes& question = run.message.select_axes();
  absl::Status known =
      CheckKnown("select_axes.mode", question.mode(), v1::SelectAxes::Mode_IsValid);
  if (!known.ok()) return known;
  constexpr absl::string_view kField = "select_axes.axes";
  if (question.mode() == v1::SelectAxes::MODE_DROP) {
    return OrPath(run, kField, Reduce(OnlyShape(run), question.axes()));
  }
  absl::Status fits = CheckRankOfResult(run, kField, question.axes_size());
  if (!fits.ok()) return fits;
  const bool permutes = question.mode() == v1::SelectAxes::MODE_PERMUTE;
  return OrPath(run, kField,
                permutes ? Permute(OnlyShape(run), question.axes())
                         : Project(OnlyShape(run), question.axes()));
}

// The axes that are named, each once.
absl::StatusOr<ShapeValue> Replaced(const Shape& shape, absl::Span<const int64_t> axes,
                                    absl::Span<const Dim> sizes) {
  absl::StatusOr<ShapeValue> checked = Project(shape, axes);
  if (!checked.ok()) return checked;
  ShapeValue result = ValueOf(shape);
  for (size_t i = 0; i < axes.size(); ++i) {
    absl::StatusOr<ShapeValue> next = SetAxis(result.view(), axes[i], sizes[i]);
    if (!next.ok()) return next;
    result = *std::move(next);
  }
  return result;
}

Outcome RunPutAxes(MergeCase& run) {
  const v1::PutAxes& question = run.message.put_axes();
  const absl::StatusOr<std::vector<Dim>> sizes = ReadSizes(run);
  if (!sizes.ok()) return sizes.status();
  constexpr absl::string_view kField = "put_axes.axes";
  if (question.replace()) {
    return OrPath(run, kField, Replaced(OnlyShape(run), question.axes(), *sizes));
  }
  absl::Status fits = CheckRankOfResult(run, kField, OnlyShape(run).rank() + question.axes_size());
  if (!fits.ok()) return fits;
  return OrPath(run, kField, Inject(OnlyShape(run), question.axes(), *sizes));
}

Outcome RunConvolve(MergeCase& run) {
  const v1::Convolve& question = run.message.convolve();
  const auto window = ReadWindow(run.options, run.scope, question.window());
  if (!window.ok()) return graph::Within("convolve.window", window.status());
  if (question.groups() < 0) {
    return CaseError("convolve.groups", absl::StrCat("is negative: ", question.groups()));
  }
  const int64_t groups = std::max<int64_t>(question.groups(), 1);
  const std::vector<Operand> shapes = Shapes(run);
  return ShapeOutcome(run, Convolve(run.algebra, shapes[0], shapes[1], *window, groups));
}

Outcome RunSlideWindow(MergeCase& run) {
  const v1::SlideWindow& question = run.message.slide_window();
  const auto window = ReadWindow(run.options, run.scope, question.window());
  if (!window.ok()) return graph::Within("slide_window.window", window.status());
  const Operand data = Shapes(run)[0];
  if (question.pooling()) return ShapeOutcome(run, Pool(run.algebra, data, *window));
  return ShapeOutcome(run, SlideWindow(run.algebra, data, *window));
}

constexpr QuestionRow kQuestions[] = {
    {v1Case::kMerge, 1, true, RunMerge},
    {v1Case::kBroadcast, 1, false, RunBroadcast},
    {v1Case::kRelax, 1, true, RunRelax},
    {v1Case::kCompare, 2, true, RunCompare},
    {v1Case::kInspect, 1, true, RunInspect},
    {v1Case::kCompute, 2, false, RunCompute},
    {v1Case::kSelectAxes, 1, false, RunSelectAxes},
    {v1Case::kPutAxes, 1, false, RunPutAxes},
    {v1Case::kAppendAxes, 1, false, RunAppend},
    {v1Case::kConvolve, 2, false, RunConvolve},
    {v1Case::kSlideWindow, 1, false, RunSlideWindow},
    {v1Case::kIntersectDims, 1, false, RunIntersectDims},
};

absl::Status CheckOperands(const MergeCase& run, const QuestionRow& row) {
  const size_t count = run.operands.size();
  if (count < row.min_operands) {
    const bool has_dims = row.question == v1Case::kIntersectDims;
    return CaseError(
        has_dims ? "intersect_dims.dims" : FindOperands(run.message).list,
        absl::StrCat("there are ", count, "; the question needs at least ", row.min_operands));
  }
  if (row.takes_any_type) return absl::OkStatus();
  for (size_t i = 0; i < run.operands.types.size(); ++i) {
    const TypeId type = run.operands.types[i];
    if (type == shape::kUnknownType || run.scope.types().at(type).is_tensor()) continue;
    return CaseError(FindOperands(run.message).FieldOf(i), "the question is about tensors");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<MergeOutcome> RunQuestion(MergeCase& run) {
  const auto* const row =
      std::find_if(std::begin(kQuestions), std::end(kQuestions),
                   [&](const QuestionRow& r) { return r.question == run.message.question_case(); });
  if (row == std::end(kQuestions)) return CaseError("question", "the case has no question");
  absl::Status checked = CheckOperands(run, *row);
  if (!checked.ok()) return checked;
  return row->run(run);
}

}  // namespace shapewright::query
