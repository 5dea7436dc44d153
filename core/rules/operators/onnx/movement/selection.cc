// Operators that select elements: by rank, by condition, by index.
#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/elements/data_movement.h"
#include "core/rules/elements/element_arithmetic.h"
#include "core/rules/elements/fill_value.h"
#include "core/rules/elements/float_arithmetic.h"
#include "core/rules/operands.h"
#include "core/rules/operators/cost/reduce_cost.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

// k is an attribute at version 1.
Expr ReadK(RuleContext& ctx) {
  if (ctx.version() < 10) return ctx.IntAttribute("k", -1);
  if (!ctx.CheckRank(1, 1)) return Expr();
  const Shape shape = ctx.InputShape(1);
  if (shape.has_rank) ctx.Unify(shape.dims[0], Place::Input(1, 0), 1, {}, "topk.one"_check);
  return ctx.OnlyElementOrFresh(1);
}

void SetBoth(RuleContext& ctx, const Shape& shape) {
  ctx.SetOutput(0, ctx.InputElement(0), shape);
  ctx.SetOutput(1, ElementType::kInt64, shape);
}

// The k greatest or least along an axis.
void InferTopK(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(0);
  if (!shape.has_rank) {
    if (ctx.version() >= 10) ReadK(ctx);
    return SetBoth(ctx, shape);
  }
  const auto axis = ctx.NormalizeAxis(ctx.IntAttribute("axis", -1), shape.rank(), 0);
  DimVector dims(shape.dims.begin(), shape.dims.end());
  if (!axis) {
    std::fill(dims.begin(), dims.end(), Dim());
  } else {
    const Place place = ctx.version() < 10 ? Place() : Place::Element(1, 0);
    const Expr k = ReadK(ctx);
    const bool is_fine =
        ctx.RequireAtLeast(k, place, 0, "topk.negative"_check) &&
        ctx.RequireAtMost(k, place, dims[*axis], Place::Input(0, *axis), "topk.axis"_check);
    dims[*axis] = is_fine ? k : Dim();
  }
  FillUnknown(ctx, dims);
  SetBoth(ctx, Shape::Of(dims));
}

// Sets the coordinates of the elements that are not 0, one column each.
void SetCoordinates(RuleContext& ctx, absl::Span<const Dim> dims, absl::Span<const Expr> elements) {
  absl::InlinedVector<int64_t, 16> found;
  for (size_t i = 0; i < elements.size(); ++i) {
    if (!elements[i].is_constant(0)) found.push_back(static_cast<int64_t>(i));
  }
  const auto rank = static_cast<int64_t>(dims.size());
  const auto count = static_cast<int64_t>(found.size());
  ctx.SetOutput(0, ElementType::kInt64, {Dim(rank), Dim(count)});
  if (rank * count > kMaxElements) return;
  ExprVector coordinates(static_cast<size_t>(rank * count));
  int64_t stride = 1;
  for (int64_t axis = rank - 1; axis >= 0; --axis) {
    const int64_t size = dims[axis].constant();
    for (int64_t i = 0; i < count; ++i) {
      coordinates[axis * count + i] = found[i] / stride % size;
    }
    stride *= size;
  }
  ctx.SetIntElements(0, coordinates);
}

bool AreDecided(RuleContext& ctx, absl::Span<const Expr> elements) {
  return std::all_of(elements.begin(), elements.end(), [&ctx](Expr e) {
    return !e.is_unknown() && (e.is_constant() || !ctx.Bounds(e).Contains(0));
  });
}

// The elements of the operand as integers; constant floats count as 0 or 1.
std::optional<ExprVector> Truths(RuleContext& ctx) {
  if (const auto elements = ctx.IntElements(0)) {
    if (!AreDecided(ctx, *elements)) return std::nullopt;
    return ExprVector(elements->begin(), elements->end());
  }
  const auto floats = ctx.FloatElements(0);
  if (!floats) return std::nullopt;
  ExprVector truths;
  for (const FloatElement& element : *floats) {
    if (element.kind != FloatElement::Kind::kConstant) return std::nullopt;
    AssumePositive(ctx, element);
    truths.push_back(element.constant != 0 ? 1 : 0);
  }
  return truths;
}

// How many elements are not 0, if all are known to be 0 or to be 1.
Expr NonZeroCount(RuleContext& ctx, Expr count) {
  const auto fill = UniformFill(ctx, ctx.InputValue(0));
  if (!fill || count.is_unknown()) return Expr();
  return *fill == 0 ? Expr(0) : count;
}

void InferNonZero(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(0);
  const Expr count = ctx.InputElementCount(0);
  if (shape.has_rank && shape.rank() > 0) {
    if (const auto elements = Truths(ctx)) return SetCoordinates(ctx, shape.dims, *elements);
  }
  Dim selected = NonZeroCount(ctx, count);
  if (selected.is_unknown()) {
    selected = ctx.DataDependentUpTo(Place::Output(0, 1), "the elements that are not 0", count);
  }
  Dim rank = shape.rank();
  if (!shape.has_rank) {
    rank = ctx.Fresh(Place::Output(0, 0), "unknown rank", shape.rank_bounds);
  } else if (shape.rank() == 0) {
    // The specification says 0 for a scalar; onnxruntime gives it one coordinate.
    rank = ctx.Fresh(Place::Output(0, 0), "runtimes disagree on scalars", {0, 1});
  }
  ctx.SetOutput(0, ElementType::kInt64, {rank, selected});
}

// Whether one slice along an axis of constant elements comes before another.
// Slices are `count` blocks of `block` elements each, as far apart as `stride`.
template <typename T>
struct SliceOrder {
  absl::Span<const T> elements;
  int64_t blocks;
  int64_t block;
  int64_t stride;

  bool operator()(int64_t a, int64_t b) const {
    for (int64_t i = 0; i < blocks * block; ++i) {
      const int64_t offset = i / block * stride + i % block;
      const T& left = elements[a * block + offset];
      const T& right = elements[b * block + offset];
      if (left != right) return left < right;
    }
    return false;
  }
};

// How many slices along the axis differ.
template <typename T>
int64_t CountUnique(absl::Span<const T> elements, absl::Span<const Dim> dims, int axis) {
  const int64_t size = dims[axis].constant();
  int64_t block = 1;
  for (size_t i = axis + 1; i < dims.size(); ++i) block *= dims[i].constant();
  const auto count = static_cast<int64_t>(elements.size());
  const SliceOrder<T> order{elements, count / (size * block), block, size * block};
  std::set<int64_t, SliceOrder<T>> unique(order);
  for (int64_t i = 0; i < size; ++i) unique.insert(i);
  return static_cast<int64_t>(unique.size());
}

// How many are unique along an axis of dims that hold the operand's elements, where
// all of these are constants.
std::optional<int64_t> KnownUnique(RuleContext& ctx, absl::Span<const Dim> dims, int axis) {
  const auto count = SmallElementCount(Shape::Of(dims));
  if (!count || *count == 0) return std::nullopt;
  if (const auto ints = ctx.ConstantInts(0)) {
    if (static_cast<int64_t>(ints->size()) != *count) return std::nullopt;
    return CountUnique<int64_t>(*ints, dims, axis);
  }
  if (const auto strings = ConstantStrings(ctx, 0)) {
    if (static_cast<int64_t>(strings->size()) != *count) return std::nullopt;
    return CountUnique<std::string>(*strings, dims, axis);
  }
  const auto floats = ctx.FloatElements(0);
  if (!floats || static_cast<int64_t>(floats->size()) != *count) return std::nullopt;
  absl::InlinedVector<double, 8> values;
  for (const FloatElement& element : *floats) {
    const bool is_number =
        element.kind == FloatElement::Kind::kConstant && !std::isnan(element.constant);
    if (!is_number) return std::nullopt;
    AssumePositive(ctx, element);
    values.push_back(element.constant);
  }
  return CountUnique<double>(values, dims, axis);
}

// How many are unique along an axis of dims that hold the operand's elements.
Dim UniqueSize(RuleContext& ctx, absl::Span<const Dim> dims, int axis) {
  const Dim size = dims[axis];
  if (const auto known = KnownUnique(ctx, dims, axis)) return *known;
  return DistinctSize(ctx, size);
}

// `shape` is that of output 0. The others are vectors: first indices, inverse indices, counts.
void SetUnique(RuleContext& ctx, const Shape& shape, Dim unique, Dim all) {
  ctx.SetOutput(0, ctx.InputElement(0), shape);
  ctx.SetOutput(1, ElementType::kInt64, {unique});
  ctx.SetOutput(2, ElementType::kInt64, {all});
  ctx.SetOutput(3, ElementType::kInt64, {unique});
}

void InferUnique(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(0);
  if (ctx.FindAttribute("axis") == nullptr) {
    const Expr count = ctx.InputElementCount(0);
    const Dim unique = UniqueSize(ctx, {count}, 0);
    return SetUnique(ctx, Shape::Of({&unique, 1}), unique, count);
  }
  if (!shape.has_rank) return SetUnique(ctx, shape, UniqueSize(ctx, {Dim()}, 0), Dim());
  const auto axis = ctx.NormalizeAxis(ctx.IntAttribute("axis", 0), shape.rank(), 0);
  if (!axis) return;
  DimVector dims(shape.dims.begin(), shape.dims.end());
  dims[*axis] = UniqueSize(ctx, shape.dims, *axis);
  SetUnique(ctx, Shape::Of(dims), dims[*axis], shape.dims[*axis]);
}

// How many of `size` elements a condition keeps.
Dim CompressedSize(RuleContext& ctx, Dim size, int axis) {
  const Shape condition = ctx.InputShape(1);
  // onnxruntime reads as many elements as there are, whatever their shape.
  const ToleratedChecks checks(ctx);
  ctx.CheckRank(1, 1);
  const auto kept = ctx.ConstantInts(1);
  const int64_t entries = kept ? static_cast<int64_t>(kept->size()) : 0;
  // onnxruntime ignores entries of the condition beyond the axis.
  const bool is_within =
      size.is_constant() ||
      ctx.RequireAtMost(entries, Place::Input(1, 0), size, Place::Input(0, std::max(axis, 0)),
                        "compress.condition"_check, symbolic::Basis::kAssumed);
  if (kept && is_within) {
    const int64_t length = size.is_constant() ? std::min(entries, size.constant()) : entries;
    return static_cast<int64_t>(std::count_if(kept->begin(), kept->begin() + length,
                                              [](int64_t keep) { return keep != 0; }));
  }
  Expr most = size;
  if (condition.has_rank && condition.rank() == 1) {
    most = size.is_unknown() ? condition.dims[0] : ctx.Min(size, condition.dims[0]);
  }
  return ctx.DataDependentUpTo(Place::Output(0, std::max(axis, 0)), "what the condition keeps",
                               most);
}

// Without an axis the operand is flattened.
void InferCompress(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(0);
  const ElementType element = ctx.InputElement(0);
  if (ctx.FindAttribute("axis") == nullptr) {
    return ctx.SetOutput(0, element, {CompressedSize(ctx, ctx.InputElementCount(0), -1)});
  }
  if (!shape.has_rank) return ctx.SetOutput(0, element, shape);
  const auto axis = ctx.NormalizeAxis(ctx.IntAttribute("axis", 0), shape.rank(), 0);
  if (!axis) return SetUnknownDims(ctx, 0, element, shape);
  DimVector dims(shape.dims.begin(), shape.dims.end());
  dims[*axis] = CompressedSize(ctx, dims[*axis], *axis);
  ctx.SetOutput(0, element, dims);
}

// OneHot's depth can be of any numeric type.
Expr ReadDepth(RuleContext& ctx) {
  if (!shape::IsFloat(ctx.InputElement(1))) return ctx.OnlyElementOrFresh(1);
  const auto depth = ctx.FloatElements(1);
  if (!depth || depth->size() != 1) return Expr();
  const FloatElement& element = (*depth)[0];
  AssumePositive(ctx, element);
  if (element.kind == FloatElement::Kind::kRatio && element.denominator == 1) {
    return element.numerator;
  }
  if (element.kind != FloatElement::Kind::kConstant || !(element.constant >= 0) ||
      element.constant >= 1e15) {
    return Expr();
  }
  return static_cast<int64_t>(element.constant);
}

// Before version 11 indices are not negative.
void RequireIndices(RuleContext& ctx) {
  const auto indices = ctx.IntElements(0);
  if (!indices) return;
  for (int i = 0; i < static_cast<int>(indices->size()); ++i) {
    ctx.RequireAtLeast((*indices)[i], Place::Element(0, i), 0, "one_hot.index"_check);
  }
}

// The position of `off` or `on` in operand 2, for a place along the new axis.
int64_t OneHotPosition(const RuleContext& ctx, Expr index, int64_t place, int64_t depth) {
  if (!index.is_constant()) return kUnknownElement;
  const bool is_from_end = index.constant() < 0 && ctx.version() >= 11;
  return index.constant() + (is_from_end ? depth : 0) == place ? 1 : 0;
}

// Sets the elements of output 0, whose shape is set.
void SetOneHotElements(RuleContext& ctx, int axis) {
  const auto indices = ctx.IntElements(0);
  if (!indices || !MayBeKnownByValue(ctx, 2) || !ctx.HasOutput(0)) return;
  const Shape result = OutputShape(ctx, 0);
  const auto count = SmallElementCount(result);
  if (!count) return;
  const int64_t depth = result.dims[axis].constant();
  const int64_t inner = RowMajorStrides(result.dims)[axis];
  Positions positions;
  for (int64_t i = 0; i < *count; ++i) {
    const int64_t index = i / (inner * depth) * inner + i % inner;
    positions.push_back(OneHotPosition(ctx, (*indices)[index], i / inner % depth, depth));
  }
  TakeElements(ctx, 0, 2, positions);
}

// One number. ONNX's own inference takes no numbers at all too, a model that no runtime runs.
void CheckDepthCount(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(1);
  if (!shape.has_rank || shape.rank() != 1) return;
  const Place place = Place::Input(1, 0);
  ctx.RequireAtMost(shape.dims[0], place, 1, place, "one_hot.depth"_check);
}

// A new axis of size `depth` among those of the indices.
void InferOneHot(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(0);
  const ElementType element = ctx.InputElement(2);
  ctx.CheckRankBetween(0, 1, kAnyRank);
  UnifyVector(ctx, 2, 2, {}, "one_hot.values"_check);
  CheckDepthCount(ctx);
  const Expr depth = ReadDepth(ctx);
  const bool is_fine = ctx.RequireAtLeast(depth, Place::Element(1, 0), 0, "size.negative"_check);
  if (ctx.version() < 11) RequireIndices(ctx);
  if (!shape.has_rank) {
    const Interval bounds = shape.rank_bounds;
    const int64_t max = bounds.has_max() ? bounds.max + 1 : bounds.max;
    return ctx.SetOutput(0, element, Shape::OfUnknownRank({bounds.min + 1, max}));
  }
  DimVector dims(shape.dims.begin(), shape.dims.end());
  const auto axis = ctx.NormalizeAxis(ctx.IntAttribute("axis", -1), shape.rank() + 1, 0);
  if (axis) {
    dims.insert(dims.begin() + *axis, is_fine ? depth : Dim());
  } else {
    dims.assign(dims.size() + 1, Dim());
  }
  ctx.SetOutput(0, element, dims);
  if (axis) SetOneHotElements(ctx, *axis);
}

// A length is at most the size of the time axis: looked at where lengths are constants.
void CheckLengths(RuleContext& ctx, Dim time) {
  const auto lengths = ctx.ConstantInts(1);
  if (!lengths || !time.is_constant()) {
    return ctx.NoteUnchecked(Place::Input(1), "lengths from 0 to the size of the time axis");
  }
  const bool is_fine = std::all_of(lengths->begin(), lengths->end(), [&](int64_t length) {
    return length >= 0 && length <= time.constant();
  });
  if (is_fine) return;
  ctx.Error("INDEX_OUT_OF_RANGE", Place::Input(1),
            absl::StrCat("ReverseSequence needs lengths from 0 to ", time.constant()));
}

// One length per sequence of the batch.
void InferReverseSequence(RuleContext& ctx) {
  const ToleratedChecks tolerated(ctx);
  const Shape shape = ctx.InputShape(0);
  ctx.CheckRankBetween(0, 2, kAnyRank);
  DimVector dims(shape.dims.begin(), shape.dims.end());
  if (dims.size() >= 2) {
    const auto axis = ctx.NormalizeAxis(ctx.IntAttribute("batch_axis", 1), shape.rank(), 0);
    if (axis) {
      dims[*axis] =
          UnifyVector(ctx, 1, dims[*axis], Place::Input(0, *axis), "sequence_lens.batch"_check);
    }
    const auto time = ctx.NormalizeAxis(ctx.IntAttribute("time_axis", 0), shape.rank(), 0);
    if (time) CheckLengths(ctx, dims[*time]);
  }
  ctx.SetOutput(0, ctx.InputElement(0), shape.has_rank ? Shape::Of(dims) : shape);
}

constexpr OperandForm kOneHotForms[] = {{1, Form::kScalarOrVector}};

constexpr OperatorRow kSelectionRows[] = {
    {"",
     "Compress",
     {9, 11, 28},
     InferCompress,
     "as many as the condition keeps",
     kBoundedSizes,
     kMoved},
    {"",
     "NonZero",
     {9, 13},
     InferNonZero,
     "[rank, up to the number of elements]; by value",
     kBoundedSizes,
     PerOperandElementCost},
    {"",
     "OneHot",
     {9, 11, 28},
     InferOneHot,
     "the indices' shape with depth at the axis; by value",
     {.forms = kOneHotForms},
     PerElement{.alu = 1}},
    {"", "ReverseSequence", {10, 28}, InferReverseSequence, "the operand's shape", {}, kMoved},
    {"",
     "TopK",
     {1, 10, 11, 24},
     InferTopK,
     "the operand's shape with k at the axis",
     {},
     TopKCost},
    {"", "Unique", {11, 28}, InferUnique, "up to the size of the axis", kBoundedSizes},
};

}  // namespace

absl::Span<const OperatorRow> SelectionOperators() { return kSelectionRows; }

}  // namespace shapewright::rules
