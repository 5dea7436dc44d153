#include "core/rules/registry/registry.h"

#include <limits>
#include <utility>

#include "core/base/hash_map.h"
#include "core/rules/registry/families.h"

namespace shapewright::ops {
namespace {

using Family = absl::Span<const OperatorRow> (*)();

constexpr Family kFamilies[] = {
    UnaryOperators,
    BinaryOperators,
    VariadicOperators,
    CastOperators,
    ConstantOperators,
    GeneratorOperators,
    ShapeOperators,
    ReshapeOperators,
    RoundingOperators,
    AxisOperators,
    TransposeOperators,
    ExpandOperators,
    ConcatOperators,
    SplitOperators,
    SliceOperators,
    PadOperators,
    GatherOperators,
    ScatterOperators,
    ReduceOperators,
    SelectionOperators,
    MatmulOperators,
    EinsumOperators,
    ConvOperators,
    ConvTransposeOperators,
    PoolOperators,
    NormalizationOperators,
    AttentionOperators,
    ResizeOperators,
    RecurrentOperators,
    DetectionOperators,
    NonMaxSuppressionOperators,
    SignalOperators,
    TextOperators,
    QuantizeOperators,
    LossOperators,
    TrainingOperators,
    ControlFlowOperators,
    SequenceOperators,
    MlOperators,
    CumulativeOperators,
    ContribOperators,
    ContribNormOperators,
    ContribAttentionOperators,
    ContribQuantizeOperators,
    ContribMatmulOperators,
    ContribRecurrenceOperators,
    ContribSparseAttentionOperators,
    ContribWindowOperators,
    ContribTensorOperators,
};

using NameKey = std::pair<absl::string_view, absl::string_view>;
using RowsByName = HashMap<NameKey, std::vector<const OperatorRow*>>;

std::vector<const OperatorRow*> ListAll() {
  std::vector<const OperatorRow*> rows;
  for (const Family family : kFamilies) {
    for (const OperatorRow& row : family()) rows.push_back(&row);
  }
  return rows;
}

RowsByName IndexAll() {
  RowsByName index;
  for (const OperatorRow* row : AllOperators()) {
    index[{row->domain, row->name}].push_back(row);
  }
  return index;
}

}  // namespace

absl::Span<const OperatorRow* const> AllOperators() {
  static const auto& rows = *new const std::vector<const OperatorRow*>(ListAll());
  return rows;
}

ResolvedOperator ResolveOperator(const graph::OperatorName& name) {
  static const auto& index = *new const RowsByName(IndexAll());
  ResolvedOperator best;
  const auto found = index.find({name.domain, name.op_type});
  if (found == index.end()) return best;
  for (const OperatorRow* row : found->second) {
    for (const int16_t version : row->versions) {
      if (version == 0) break;
      if (version <= name.opset_version && version > best.since_version) {
        best = {row, version};
      }
    }
  }
  return best;
}

}  // namespace shapewright::ops
