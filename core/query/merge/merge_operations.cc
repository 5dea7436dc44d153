#include "core/query/merge/merge_operations.h"

#include <algorithm>
#include <array>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/graph/message/message_text.h"
#include "core/query/case_error.h"
#include "core/query/merge/ignored_aspects.h"
#include "core/query/merge/interval_operations.h"
#include "core/query/merge/type_structure.h"
#include "core/query/merge/window_message.h"
#include "core/query/read_type.h"
#include "core/shape/algebra/arithmetic.h"
#include "core/shape/algebra/axes.h"
#include "core/shape/algebra/broadcast_merge.h"
#include "core/shape/algebra/merge.h"
#include "core/shape/algebra/merge_types.h"
#include "core/shape/algebra/relations.h"
#include "core/shape/algebra/relax.h"
#include "core/shape/algebra/relaxes.h"

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

// Every row of the table: an operation, how many operands it takes, and whether
// they may be dims, or anything but tensors.
constexpr uint32_t kAnyNumber = 1'000'000;
struct OperationRow {
  v1Case::Operation operation;
  uint32_t min_operands;
  uint32_t max_operands;
  bool takes_dims;
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
  if (run.operands.are_dims && shape.has_rank && shape.dims.size() == 1) return shape.dims[0];
  return run.scope.types().Tensor(CommonElement(run), shape.view());
}

Outcome OrPath(MergeCase& run, absl::string_view field, const absl::StatusOr<ShapeValue>& shape) {
  if (shape.ok()) return ShapeOutcome(run, *shape);
  return CaseError(field, shape.status().message());
}

Outcome TypeOutcome(const MergeCase& run, TypeId type) {
  if (!run.operands.are_dims) return type;
  return run.scope.types().at(type).shape.dims[0];
}

Outcome RunMerge(MergeCase& run) {
  const auto policy = run.message.policy() == v1::MERGE_POLICY_UNSPECIFIED
                          ? shape::MergePolicy::kStrict
                          : static_cast<shape::MergePolicy>(run.message.policy());
  return TypeOutcome(run, MergeTypes(run.algebra, run.operands.types, policy));
}

Outcome RunRelax(MergeCase& run) {
  return TypeOutcome(run, RelaxTypes(run.algebra, run.operands.types));
}

Outcome RunBroadcast(MergeCase& run) {
  const std::vector<Operand> shapes = Shapes(run);
  switch (run.message.broadcast()) {
    case v1Case::BROADCAST_NONE:
      return ShapeOutcome(run, MergeShapes(run.algebra, shapes));
    case v1Case::BROADCAST_PADDLE:
      break;
    default:
      return ShapeOutcome(run, BroadcastNumpy(run.algebra, shapes));
  }
  if (shapes.size() != 2) {
    return CaseError("broadcast", "this rule is about two operands");
  }
  if (run.message.axis() < -1) {
    return CaseError("axis", absl::StrCat(run.message.axis(), " is less than -1"));
  }
  return ShapeOutcome(run, BroadcastPaddle(run.algebra, shapes[0], shapes[1], run.message.axis()));
}

template <shape::Arithmetic operation>
Outcome RunArithmetic(MergeCase& run) {
  return ShapeOutcome(run, Combine(run.algebra, operation, Shapes(run)));
}

Outcome RunMergeRank(MergeCase& run) {
  if (!run.message.has_rank()) return CaseError("rank", "this operation needs it");
  const absl::StatusOr<Interval> rank = ReadInterval(run.message.rank());
  if (!rank.ok()) return graph::Within("rank", rank.status());
  const Interval allowed = Intersect(*rank, Interval::Size());
  if (allowed.is_empty()) return CaseError("rank", "a rank is not negative");
  if (allowed.min > run.options.max_rank) {
    return CaseError("rank", absl::StrCat("is over the limit of ", run.options.max_rank));
  }
  return ShapeOutcome(run, MergeRank(run.algebra, Shapes(run)[0], allowed));
}

Outcome RunAppend(MergeCase& run) {
  const ShapeValue all = Append(Shapes(run));
  if (static_cast<int64_t>(all.dims.size()) > run.options.max_rank) {
    return CaseError(
        "operands", absl::StrCat("the result has more than ", run.options.max_rank, " dimensions"));
  }
  if (run.operands.are_dims) return run.scope.types().Tensor(CommonElement(run), all.view());
  return ShapeOutcome(run, Normalized(run.algebra, all));
}

void AddNotConcrete(MergeCase& run, size_t axis, Dim dim, absl::string_view code,
                    absl::string_view reason) {
  shape::Conflict conflict;
  if (!dim.is_unknown()) conflict.axis = static_cast<uint32_t>(axis);
  conflict.left = conflict.right = dim;
  conflict.code = code;
  conflict.reason = dim.is_unknown()
                        ? std::string(reason)
                        : absl::StrCat("axis ", axis, ": ", Explain(run.algebra, dim), reason);
  run.algebra.conflicts.push_back(std::move(conflict));
}

Outcome RunToConcrete(MergeCase& run) {
  const Shape& shape = OnlyShape(run);
  if (!shape.has_rank) AddNotConcrete(run, 0, Dim(), "NOT_CONCRETE", "the rank is not known");
  ShapeValue result = ValueOf(shape);
  for (size_t axis = 0; axis < result.dims.size(); ++axis) {
    Dim& dim = result.dims[axis];
    dim = run.algebra.facts.Finalize(dim);
    if (!dim.is_constant()) {
      AddNotConcrete(run, axis, dim, "NOT_CONCRETE", " is no constant");
    } else if (dim.constant() < 0) {
      AddNotConcrete(run, axis, dim, "NEGATIVE_SIZE", " is no size");
    }
  }
  return ShapeOutcome(run, result);
}

template <bool is_max>
Outcome RunExtreme(MergeCase& run) {
  ShapeValue result = ValueOf(OnlyShape(run));
  for (Dim& dim : result.dims) {
    dim = run.algebra.facts.Finalize(dim);
    if (dim.is_constant()) continue;
    const Interval bounds = run.scope.exprs().Bounds(dim);
    if (is_max && !bounds.has_max()) {
      dim = NewDim(run.algebra, Interval::Size(), "there is no greatest size");
    } else {
      dim = is_max ? bounds.max : std::max<int64_t>(bounds.min, 0);
    }
  }
  return ShapeOutcome(run, result);
}

absl::StatusOr<std::vector<Dim>> ReadValues(MergeCase& run) {
  TypeReader reader(run.options, run.scope, true);
  std::vector<Dim> values;
  for (int i = 0; i < run.message.values_size(); ++i) {
    const absl::StatusOr<Dim> value = reader.ReadDim(run.message.values(i));
    if (!value.ok()) return graph::Within(graph::Item("values", i), value.status());
    values.push_back(*value);
  }
  return values;
}

Outcome RunProject(MergeCase& run) {
  const auto shape = Project(OnlyShape(run), run.message.axes());
  if (shape.ok()) return ShapeOutcome(run, Normalized(run.algebra, *shape));
  return OrPath(run, "axes", shape);
}

Outcome RunReduce(MergeCase& run) {
  return OrPath(run, "axes", Reduce(OnlyShape(run), run.message.axes()));
}

Outcome RunInject(MergeCase& run) {
  const absl::StatusOr<std::vector<Dim>> values = ReadValues(run);
  if (!values.ok()) return values.status();
  if (values->size() != static_cast<size_t>(run.message.axes_size())) {
    return CaseError("values", absl::StrCat("there are ", values->size(), " for ",
                                            run.message.axes_size(), " axes"));
  }
  if (OnlyShape(run).rank() + run.message.axes_size() > run.options.max_rank) {
    return CaseError(
        "axes", absl::StrCat("the result has more than ", run.options.max_rank, " dimensions"));
  }
  return OrPath(run, "axes", Inject(OnlyShape(run), run.message.axes(), *values));
}

Outcome RunPermute(MergeCase& run) {
  const auto shape = Permute(OnlyShape(run), run.message.axes());
  if (shape.ok()) return ShapeOutcome(run, Normalized(run.algebra, *shape));
  return OrPath(run, "axes", shape);
}

Outcome RunIndex(MergeCase& run) {
  const TypeId type = run.operands.types[0];
  const bool is_tensor = type == shape::kUnknownType || run.scope.types().at(type).is_tensor();
  if (!is_tensor) return RunIndexOfTuple(run);
  const absl::StatusOr<Dim> dim = IndexShape(run.algebra, OnlyShape(run), run.message.axis());
  if (!dim.ok()) return CaseError("axis", dim.status().message());
  return *dim;
}

Outcome RunSet(MergeCase& run) {
  const absl::StatusOr<std::vector<Dim>> values = ReadValues(run);
  if (!values.ok()) return values.status();
  if (values->size() != 1) return CaseError("values", "this operation needs one");
  return OrPath(run, "axis", SetAxis(OnlyShape(run), run.message.axis(), (*values)[0]));
}

template <bool (*relation)(shape::Algebra&, TypeId, TypeId)>
Outcome RunRelation(MergeCase& run) {
  // A chain holds where each pair of neighbours does.
  const auto& types = run.operands.types;
  for (size_t i = 1; i < types.size(); ++i) {
    if (!relation(run.algebra, types[i - 1], types[i])) return false;
  }
  return true;
}

// Whether two texts name different layouts for a shape; one that names none says
// nothing.
bool HaveOtherLayouts(const LayoutTexts& a, const LayoutTexts& b) {
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (!a[i].empty() && !b[i].empty() && a[i] != b[i]) return true;
  }
  return false;
}

Outcome RunEqual(MergeCase& run) {
  const auto& layouts = run.operands.layouts;
  const bool counts = !Ignores(run.message, v1Case::ASPECT_LAYOUT);
  for (size_t i = 1; i < layouts.size() && counts; ++i) {
    if (HaveOtherLayouts(layouts[i - 1], layouts[i])) return false;
  }
  return RunRelation<shape::AreEqual>(run);
}

// All operands together, as three may have nothing in common where each two do.
Outcome RunCompatible(MergeCase& run) {
  const symbolic::QuestionScope scope(run.scope.facts());
  shape::Algebra trial{run.scope.exprs(), run.scope.facts(), run.scope.types()};
  MergeTypes(trial, run.operands.types, shape::MergePolicy::kStrict);
  return trial.conflicts.empty();
}

template <bool (*property)(shape::Algebra&, TypeId)>
Outcome RunProperty(MergeCase& run) {
  return property(run.algebra, run.operands.types[0]);
}

Outcome RunIsDynamic(MergeCase& run) { return !IsStatic(run.algebra, run.operands.types[0]); }

Outcome RunRank(MergeCase& run) { return RankOf(OnlyShape(run)); }

Outcome RunIntervals(MergeCase& run) {
  std::vector<Interval> ranges;
  for (const Operand& operand : Shapes(run)) {
    ranges.push_back(run.scope.exprs().Bounds(run.algebra.facts.Finalize(operand.shape.dims[0])));
  }
  return RunOnIntervals(run.message, ranges);
}

Outcome RunWindow(MergeCase& run) {
  const absl::StatusOr<shape::SlidingWindow> window =
      ReadWindow(run.options, run.scope, run.message);
  if (!window.ok()) return graph::Within("window", window.status());
  const std::vector<Operand> shapes = Shapes(run);
  switch (run.message.operation()) {
    case v1Case::OPERATION_WINDOW:
      return ShapeOutcome(run, SlideWindow(run.algebra, shapes[0], *window));
    case v1Case::OPERATION_POOLING:
      return ShapeOutcome(run, Pool(run.algebra, shapes[0], *window));
    default:
      break;
  }
  if (run.message.axis() < 0) {
    return CaseError("axis",
                     absl::StrCat("the number of groups is negative: ", run.message.axis()));
  }
  const int64_t groups = std::max<int64_t>(run.message.axis(), 1);
  return ShapeOutcome(run, Convolve(run.algebra, shapes[0], shapes[1], *window, groups));
}

constexpr OperationRow kOperations[] = {
    {v1Case::OPERATION_MERGE, 1, kAnyNumber, true, true, RunMerge},
    {v1Case::OPERATION_BROADCAST_MERGE, 1, kAnyNumber, true, false, RunBroadcast},
    {v1Case::OPERATION_RELAX, 1, kAnyNumber, true, true, RunRelax},
    {v1Case::OPERATION_ADD, 2, kAnyNumber, true, false, RunArithmetic<shape::Arithmetic::kAdd>},
    {v1Case::OPERATION_SUBTRACT, 2, kAnyNumber, true, false,
     RunArithmetic<shape::Arithmetic::kSubtract>},
    {v1Case::OPERATION_MULTIPLY, 2, kAnyNumber, true, false,
     RunArithmetic<shape::Arithmetic::kMultiply>},
    {v1Case::OPERATION_DIVIDE, 2, kAnyNumber, true, false,
     RunArithmetic<shape::Arithmetic::kDivide>},
    {v1Case::OPERATION_MIN, 2, kAnyNumber, true, false, RunArithmetic<shape::Arithmetic::kMin>},
    {v1Case::OPERATION_MAX, 2, kAnyNumber, true, false, RunArithmetic<shape::Arithmetic::kMax>},
    {v1Case::OPERATION_MERGE_RANK, 1, 1, false, false, RunMergeRank},
    {v1Case::OPERATION_APPEND, 1, kAnyNumber, true, false, RunAppend},
    {v1Case::OPERATION_TO_CONCRETE, 1, 1, true, false, RunToConcrete},
    {v1Case::OPERATION_MIN_SHAPE, 1, 1, true, false, RunExtreme<false>},
    {v1Case::OPERATION_MAX_SHAPE, 1, 1, true, false, RunExtreme<true>},
    {v1Case::OPERATION_WINDOW, 1, 1, false, false, RunWindow},
    {v1Case::OPERATION_PROJECT, 1, 1, false, false, RunProject},
    {v1Case::OPERATION_INJECT, 1, 1, false, false, RunInject},
    {v1Case::OPERATION_REDUCE, 1, 1, false, false, RunReduce},
    {v1Case::OPERATION_INDEX, 1, 1, false, true, RunIndex},
    {v1Case::OPERATION_COMPATIBLE, 1, kAnyNumber, true, true, RunCompatible},
    {v1Case::OPERATION_SAME_SCHEME, 2, kAnyNumber, true, true, RunRelation<shape::HaveSameScheme>},
    {v1Case::OPERATION_RELAXES, 2, kAnyNumber, true, true, RunRelation<shape::Relaxes>},
    {v1Case::OPERATION_REFINES, 2, kAnyNumber, true, true, RunRelation<shape::Refines>},
    {v1Case::OPERATION_EQUAL, 2, kAnyNumber, true, true, RunEqual},
    {v1Case::OPERATION_IS_STATIC, 1, 1, true, true, RunProperty<shape::IsStatic>},
    {v1Case::OPERATION_IS_DYNAMIC, 1, 1, true, true, RunIsDynamic},
    {v1Case::OPERATION_RANK, 1, 1, false, false, RunRank},
    {v1Case::OPERATION_ALL_NON_NEGATIVE, 1, 1, true, true, RunProperty<shape::AllNonNegative>},
    {v1Case::OPERATION_INTERVAL_CONTAINS, 1, 1, true, false, RunIntervals},
    {v1Case::OPERATION_INTERVAL_SIZE, 1, 1, true, false, RunIntervals},
    {v1Case::OPERATION_INTERVAL_EMPTY, 1, 1, true, false, RunIntervals},
    {v1Case::OPERATION_INTERSECT, 1, kAnyNumber, true, false, RunIntervals},
    {v1Case::OPERATION_SET, 1, 1, false, false, RunSet},
    {v1Case::OPERATION_CONVOLUTION, 2, 2, false, false, RunWindow},
    {v1Case::OPERATION_POOLING, 1, 1, false, false, RunWindow},
    {v1Case::OPERATION_PERMUTE, 1, 1, false, false, RunPermute},
    {v1Case::OPERATION_HAS_PROPERTY, 1, 1, false, true, RunHasProperty},
    {v1Case::OPERATION_CAST_PRESERVES_VALUES, 2, 2, false, false, RunCastPreservesValues},
    {v1Case::OPERATION_SAME_LAYOUT, 2, kAnyNumber, false, true, RunSameLayout},
    {v1Case::OPERATION_FLATTEN, 1, 1, false, true, RunFlatten},
    {v1Case::OPERATION_TUPLE_SIZE, 1, 1, false, true, RunTupleSize},
    {v1Case::OPERATION_COUNT_LEAVES, 1, 1, false, true, RunCountLeaves},
    {v1Case::OPERATION_COUNT_SUBSHAPES, 1, 1, false, true, RunCountSubshapes},
};

absl::Status CheckOperands(const MergeCase& run, const OperationRow& row) {
  const absl::string_view field = OperandsField(run.message);
  const size_t count = run.operands.size();
  if (count < row.min_operands || count > row.max_operands) {
    return CaseError(field,
                     absl::StrCat("there are ", count, "; the operation needs ",
                                  count < row.min_operands ? "at least " : "at most ",
                                  count < row.min_operands ? row.min_operands : row.max_operands));
  }
  if (run.operands.are_dims && !row.takes_dims) {
    return CaseError(field, "the operation is about shapes, not dimensions");
  }
  if (IsAboutRanges(row.operation) && !run.operands.are_dims) {
    return CaseError(field, "the operation is about dimensions, not shapes");
  }
  for (size_t i = 0; i < run.operands.types.size(); ++i) {
    const bool is_tensor = run.scope.types().at(run.operands.types[i]).is_tensor();
    const bool is_unknown = run.operands.types[i] == shape::kUnknownType;
    if (is_tensor || is_unknown || row.takes_any_type) continue;
    return CaseError(graph::Item(field, static_cast<int>(i)), "the operation is about tensors");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<MergeOutcome> RunOperation(MergeCase& run) {
  const auto* const row =
      std::find_if(std::begin(kOperations), std::end(kOperations),
                   [&](const OperationRow& r) { return r.operation == run.message.operation(); });
  if (row == std::end(kOperations)) {
    return CaseError("operation",
                     absl::StrCat("there is no operation of number ", run.message.operation()));
  }
  const absl::Status checked = CheckOperands(run, *row);
  if (!checked.ok()) return checked;
  if (!run.operands.ranges.empty()) return RunOnIntervals(run.message, run.operands.ranges);
  return row->run(run);
}

}  // namespace shapewright::query
