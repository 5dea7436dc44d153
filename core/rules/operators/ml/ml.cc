// The domain ai.onnx.ml, with the shapes that onnxruntime gives: a vector of
// features is a batch of one.
#include <numeric>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/fitting.h"
#include "core/rules/operators/cost/ml_cost.h"
#include "core/rules/operators/cost/norm_cost.h"
#include "core/rules/operators/ml/ml_attributes.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

constexpr absl::string_view kDomain = "ai.onnx.ml";
constexpr int64_t kNoClasses = 0;

bool Has(const RuleContext& ctx, absl::string_view name) {
  return ctx.FindAttribute(name) != nullptr;
}

// N of an operand [N, F] or [F].
Dim BatchOf(RuleContext& ctx, int input) {
  const Shape shape = ctx.InputShape(input);
  if (shape.has_rank) return shape.rank() < 2 ? Dim(1) : shape.dims[0];
  return ctx.Fresh(Place::Output(0, 0), "unknown rank");
}

// F of an operand [N, F] or [F].
PlacedDim FeaturesOf(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(0);
  if (!shape.has_rank || shape.rank() == 0) return {};
  const int axis = shape.rank() == 1 ? 0 : 1;
  return {shape.dims[axis], Place::Input(0, axis)};
}

// Weights of a linear model: at least one for each feature and each of `rows`.
void RequireCoefficients(RuleContext& ctx, int64_t rows) {
  if (rows < 1 || !Has(ctx, "coefficients")) return;
  const PlacedDim features = FeaturesOf(ctx);
  ctx.RequireAtMost(features.dim, features.place, CountOf(ctx, "coefficients") / rows, {},
                    "ml.coefficients"_check);
}

// One number for all features, or one for each.
void RequireNumbers(RuleContext& ctx, absl::string_view name) {
  const int64_t count = CountOf(ctx, name);
  if (!Has(ctx, name) || count == 1) return;
  const PlacedDim features = FeaturesOf(ctx);
  ctx.RequireEqual(features.dim, features.place, count, {}, "ml.features"_check);
}

// Each support vector has all features. Without any, the model is linear, of a coefficient for each
// feature and each of `rows`.
void RequireVectors(RuleContext& ctx, Expr vectors, int64_t rows) {
  const bool is_linear = vectors.is_constant() && vectors.constant() == 0;
  const absl::string_view name = is_linear ? "coefficients" : "support_vectors";
  const Expr count = is_linear ? Expr(rows) : vectors;
  if (!Has(ctx, name) || !count.is_constant() || count.constant() < 1) return;
  const PlacedDim features = FeaturesOf(ctx);
  ctx.RequireEqual(features.dim, features.place, CountOf(ctx, name) / count.constant(), {},
                   "ml.vectors"_check);
}

// [N, columns].
void SetRows(RuleContext& ctx, int output, ElementType element, Dim columns) {
  ctx.SetOutput(output, element, {BatchOf(ctx, 0), columns});
}

void InferSameShapeFloat(RuleContext& ctx) {
  ctx.SetOutput(0, ElementType::kFloat, ctx.InputShape(0));
}

void InferScaler(RuleContext& ctx) {
  ctx.CheckRankBetween(0, 1, kAnyRank);
  RequireNumbers(ctx, "scale");
  RequireNumbers(ctx, "offset");
  InferSameShapeFloat(ctx);
}

void InferSame(RuleContext& ctx) { ctx.SetOutput(0, ctx.InputElement(0), ctx.InputShape(0)); }

void InferNormalizer(RuleContext& ctx) {
  ctx.CheckRankBetween(0, 1, 2);
  InferSameShapeFloat(ctx);
}

// X[..., Y]; a vector is a batch of one.
void InferArrayFeatureExtractor(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(0);
  if (!shape.has_rank || shape.rank() == 0) {
    ctx.CheckRankBetween(0, 1, 1'000'000'000);
    ctx.SetOutput(0, ctx.InputElement(0), Shape());
    return;
  }
  DimVector dims(shape.dims.begin(), shape.dims.end() - 1);
  if (dims.empty()) dims.push_back(1);
  const Expr count = ctx.InputElementCount(1);
  dims.push_back(count.is_unknown() ? ctx.Fresh(Place::Output(0, shape.rank()), "unknown rank")
                                    : count);
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

int64_t VocabularySize(const RuleContext& ctx) {
  return CountOf(ctx, "int64_vocabulary") + CountOf(ctx, "string_vocabulary");
}

ElementType MapValueElement(RuleContext& ctx) {
  const Type& type = ctx.InputType(0);
  if (type.kind != shape::TypeKind::kMap) return ElementType::kUndefined;
  const Type& value = ctx.types().at(type.inner);
  return value.is_tensor() ? value.element : ElementType::kUndefined;
}

// The specification says 1-D, onnxruntime and the converters to it [1, size].
void InferDictVectorizer(RuleContext& ctx) {
  ctx.SetOutput(0, MapValueElement(ctx), {Dim(1), Dim(VocabularySize(ctx))});
}

ElementType CastMapElement(const RuleContext& ctx) {
  const absl::string_view target = ctx.StringAttribute("cast_to", "TO_FLOAT");
  if (target == "TO_STRING") return ElementType::kString;
  return target == "TO_INT64" ? ElementType::kInt64 : ElementType::kFloat;
}

void InferCastMap(RuleContext& ctx) {
  const bool is_sparse = ctx.StringAttribute("map_form", "DENSE") == "SPARSE";
  const Dim size = is_sparse ? Dim(ctx.IntAttribute("max_map", 1))
                             : ctx.DataDependent(Place::Output(0, 1), "the size of a map");
  ctx.SetOutput(0, CastMapElement(ctx), {Dim(1), size});
}

ElementType Opposite(ElementType element) {
  if (element == ElementType::kString) return ElementType::kInt64;
  return element == ElementType::kInt64 ? ElementType::kString : ElementType::kUndefined;
}

void InferCategoryMapper(RuleContext& ctx) {
  CheckCategoryMapper(ctx);
  ctx.SetOutput(0, Opposite(ctx.InputElement(0)), ctx.InputShape(0));
}

ElementType LabelElement(RuleContext& ctx) {
  if (ctx.version() < 2) return Opposite(ctx.InputElement(0));
  if (Has(ctx, "values_strings")) return ElementType::kString;
  if (Has(ctx, "values_int64s")) return ElementType::kInt64;
  if (Has(ctx, "values_floats")) return ElementType::kFloat;
  const graph::Attribute* values = ctx.FindAttribute("values_tensor");
  const bool is_tensor = values != nullptr && values->kind == graph::AttributeKind::kTensor;
  return is_tensor ? values->tensor->element : ElementType::kUndefined;
}

void InferLabelEncoder(RuleContext& ctx) {
  CheckLabelEncoder(ctx);
  ctx.SetOutput(0, LabelElement(ctx), ctx.InputShape(0));
}

// The number of features by the attribute with the widths; without it, by the operands' dims.
Dim FeatureCount(RuleContext& ctx) {
  if (const auto widths = ctx.IntsAttribute("inputdimensions")) {
    Expr sum = 0;
    for (const int64_t width : *widths) sum = ctx.Add(sum, width);
    return sum;
  }
  Expr sum = 0;
  for (int i = 0; i < ctx.input_count(); ++i) {
    const Shape shape = ctx.InputShape(i);
    const bool is_known = shape.has_rank && shape.rank() > 0;
    sum = is_known ? ctx.Add(sum, shape.dims[shape.rank() - 1]) : Expr();
  }
  return sum.is_unknown() ? ctx.Fresh(Place::Output(0, 1), "unknown rank") : sum;
}

void InferFeatureVectorizer(RuleContext& ctx) {
  const auto widths = ctx.IntsAttribute("inputdimensions");
  if (widths && static_cast<int>(widths->size()) != ctx.input_count()) {
    ctx.Error("WRONG_INPUT_COUNT", {},
              "FeatureVectorizer has an entry of inputdimensions per input");
  }
  Dim batch;
  for (int i = 0; i < ctx.input_count(); ++i) {
    ctx.CheckRankBetween(i, 1, 2);
    if (!ctx.InputShape(i).has_rank) continue;
    const Dim own = BatchOf(ctx, i);
    batch = batch.is_unknown()
                ? own
                : ctx.Unify(batch, Place::Input(0, 0), own, Place::Input(i, 0), "ml.samples"_check);
  }
  if (batch.is_unknown()) {
    batch = ctx.Fresh(Place::Output(0, 0), "unknown rank");
  }
  ctx.SetOutput(0, ElementType::kFloat, {batch, FeatureCount(ctx)});
}

void InferOneHotEncoder(RuleContext& ctx) {
  CheckOneHotEncoder(ctx);
  const Shape shape = ctx.InputShape(0);
  if (!shape.has_rank) {
    ctx.SetOutput(0, ElementType::kFloat, Shape::OfUnknownRank(Interval::AtLeast(1)));
    return;
  }
  DimVector dims(shape.dims.begin(), shape.dims.end());
  dims.push_back(CountOf(ctx, "cats_int64s") + CountOf(ctx, "cats_strings"));
  ctx.SetOutput(0, ElementType::kFloat, dims);
}

void InferLinearRegressor(RuleContext& ctx) {
  ctx.CheckRankBetween(0, 1, 2);
  RequireCoefficients(ctx, ctx.IntAttribute("targets", 1));
  SetRows(ctx, 0, ElementType::kFloat, ctx.IntAttribute("targets", 1));
}

// Labels [N] and scores [N, columns].
void SetClasses(RuleContext& ctx, absl::string_view strings, Dim columns) {
  ctx.CheckRankBetween(0, 1, 2);
  const ElementType label = CountOf(ctx, strings) > 0 ? ElementType::kString : ElementType::kInt64;
  ctx.SetOutput(0, label, {BatchOf(ctx, 0)});
  SetRows(ctx, 1, ElementType::kFloat, columns);
}

Dim FreshColumns(RuleContext& ctx) {
  return ctx.Fresh(Place::Output(1, 1), "the number of classes is not said", Interval::AtLeast(1));
}

// One score per intercept; for two classes a single score is returned as two columns.
Dim LinearColumns(RuleContext& ctx, int64_t classes) {
  const int64_t scores = CountOf(ctx, "intercepts");
  if (scores == 0) return classes > 1 ? Dim(classes) : FreshColumns(ctx);
  if (scores > 1) return scores;
  if (classes > 2) return FreshColumns(ctx);
  return classes == 2 ? 2 : 1;
}

void InferLinearClassifier(RuleContext& ctx) {
  const int64_t classes = CountOf(ctx, "classlabels_ints") + CountOf(ctx, "classlabels_strings");
  RequireCoefficients(ctx, CountOf(ctx, "intercepts"));
  SetClasses(ctx, "classlabels_strings", LinearColumns(ctx, classes));
}

// With probabilities one column per class; else, by support vectors, one per pair of classes. For
// two classes the only pair is returned as two columns.
Dim SvmColumns(RuleContext& ctx) {
  const int64_t vectors = CountOf(ctx, "vectors_per_class");
  if (vectors == 0) {
    const int64_t classes = CountOf(ctx, "classlabels_ints") + CountOf(ctx, "classlabels_strings");
    return classes == kNoClasses ? FreshColumns(ctx) : Dim(classes);
  }
  if (CountOf(ctx, "prob_a") > 0) return vectors;
  if (vectors == 1) return FreshColumns(ctx);
  if (vectors == 2) return 2;
  const Expr ordered = ctx.Multiply(vectors, vectors - 1);
  return ctx.FloorDiv(ordered, 2);
}

void InferSvmClassifier(RuleContext& ctx) {
  Expr vectors = 0;
  if (const auto counts = ctx.IntsAttribute("vectors_per_class")) {
    for (const int64_t count : *counts)
      vectors = ctx.IfItFits([&] { return ctx.Add(vectors, count); });
  }
  RequireVectors(ctx, vectors,
                 CountOf(ctx, "classlabels_ints") + CountOf(ctx, "classlabels_strings"));
  SetClasses(ctx, "classlabels_strings", SvmColumns(ctx));
}

void InferSvmRegressor(RuleContext& ctx) {
  ctx.CheckRankBetween(0, 1, 2);
  RequireVectors(ctx, ctx.IntAttribute("n_supports", 0), 1);
  SetRows(ctx, 0, ElementType::kFloat, 1);
}

void InferTreeClassifier(RuleContext& ctx) {
  if (!ctx.CheckRank(0, 2)) return;
  const int64_t classes = CountOf(ctx, "classlabels_int64s") + CountOf(ctx, "classlabels_strings");
  SetClasses(ctx, "classlabels_strings", classes == kNoClasses ? FreshColumns(ctx) : Dim(classes));
}

Dim TargetCount(RuleContext& ctx) {
  const int64_t targets = ctx.IntAttribute("n_targets", 0);
  if (targets > 0) return targets;
  return ctx.Fresh(Place::Output(0, 1), "the number of targets is not said", Interval::AtLeast(1));
}

void InferTreeRegressor(RuleContext& ctx) {
  ctx.CheckRank(0, 2);
  SetRows(ctx, 0, ElementType::kFloat, TargetCount(ctx));
}

// Unlike the operators that it replaces, TreeEnsemble keeps the element type.
void InferTreeEnsemble(RuleContext& ctx) {
  CheckTreeEnsemble(ctx);
  ctx.CheckRankBetween(0, 1, 2);
  SetRows(ctx, 0, ctx.InputElement(0), TargetCount(ctx));
}

void RequireColumnPerLabel(RuleContext& ctx, int64_t labels) {
  const Shape shape = ctx.InputShape(0);
  if (!shape.has_rank || shape.rank() == 0 || labels == kNoClasses) return;
  const int last = shape.rank() - 1;
  ctx.RequireEqual(shape.dims[last], Place::Input(0, last), labels, Place(), "ml.labels"_check);
}

// A sequence with a map for each row.
void InferZipMap(RuleContext& ctx) {
  ctx.CheckRankBetween(0, 1, 2);
  const int64_t strings = CountOf(ctx, "classlabels_strings");
  const int64_t ints = CountOf(ctx, "classlabels_int64s");
  RequireColumnPerLabel(ctx, strings + ints);
  Type map;
  map.kind = shape::TypeKind::kMap;
  map.element = strings > 0 ? ElementType::kString : ElementType::kInt64;
  map.inner = ctx.types().Tensor(ElementType::kFloat, absl::Span<const Dim>());
  ctx.SetOutputType(0, ctx.types().Sequence(ctx.types().Intern(map), BatchOf(ctx, 0)));
}

constexpr absl::string_view kSame = "the operand's shape";
constexpr absl::string_view kClasses = "[N] labels and [N, classes] scores";

constexpr OperatorRow kMlRows[] = {
    {kDomain,
     "ArrayFeatureExtractor",
     {1},
     InferArrayFeatureExtractor,
     "the last axis by as many features as indices",
     {},
     kMoved},
    {kDomain, "Binarizer", {1}, InferSame, kSame, {}, PerElement{.alu = 1}},
    {kDomain, "CastMap", {1}, InferCastMap, "[1, size of the map]", kBoundedSizes},
    {kDomain, "CategoryMapper", {1}, InferCategoryMapper, kSame},
    {kDomain, "DictVectorizer", {1}, InferDictVectorizer, "[1, size of the vocabulary]"},
    {kDomain,
     "FeatureVectorizer",
     {1},
     InferFeatureVectorizer,
     "[N, sum of the widths]",
     {},
     kMoved},
    {kDomain, "Imputer", {1}, InferSame, kSame, {}, PerElement{.alu = 2}},
    {kDomain, "LabelEncoder", {1, 2, 4}, InferLabelEncoder, kSame},
    {kDomain, "LinearClassifier", {1}, InferLinearClassifier, kClasses, {}, LinearModelCost},
    {kDomain, "LinearRegressor", {1}, InferLinearRegressor, "[N, targets]", {}, LinearModelCost},
    {kDomain, "Normalizer", {1}, InferNormalizer, kSame, {}, NormalizerCost},
    {kDomain, "OneHotEncoder", {1}, InferOneHotEncoder, "one more axis, of the categories"},
    {kDomain, "SVMClassifier", {1}, InferSvmClassifier, kClasses, {}, SvmClassifierCost},
    {kDomain, "SVMRegressor", {1}, InferSvmRegressor, "[N, 1]", {}, SvmRegressorCost},
    {kDomain, "Scaler", {1}, InferScaler, kSame, {}, PerElement{.alu = 2}},
    {kDomain, "TreeEnsemble", {5}, InferTreeEnsemble, "[N, targets]", {}, TreeEnsembleCost},
    {kDomain,
     "TreeEnsembleClassifier",
     {1, 3, 5},
     InferTreeClassifier,
     kClasses,
     {},
     TreeEnsembleNodesCost},
    {kDomain,
     "TreeEnsembleRegressor",
     {1, 3, 5},
     InferTreeRegressor,
     "[N, targets]",
     {},
     TreeEnsembleNodesCost},
    {kDomain, "ZipMap", {1}, InferZipMap, "a map for each row"},
};

}  // namespace

absl::Span<const OperatorRow> MlOperators() { return kMlRows; }

}  // namespace shapewright::rules
