#include "core/rules/registry/registry.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/hash_map.h"
#include "core/rules/registry/families.h"
#include "core/rules/registry/onnx_inputs.h"

namespace shapewright::rules {
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
    OpenVinoElementwiseOperators,
    OpenVinoMovementOperators,
    OpenVinoSliceOperators,
    OpenVinoGatherOperators,
    OpenVinoReduceOperators,
    OpenVinoNeuralOperators,
    OpenVinoVisionOperators,
    OpenVinoDetectionOperators,
    OpenVinoRecurrentOperators,
    OpenVinoControlOperators,
    OpenVinoSignalOperators,
    OpenVinoTypeOperators,
    HloElementwiseOperators,
    ChloOperators,
    HloShapeOperators,
    HloMovementOperators,
    HloGatherOperators,
    HloContractionOperators,
    HloReductionOperators,
    HloControlOperators,
    HloLinearOperators,
    HloTextOperators,
};

using NameKey = std::pair<absl::string_view, absl::string_view>;
using VersionsByName = HashMap<NameKey, std::vector<ResolvedOperator>>;

std::vector<const OperatorRow*> ListAll() {
  std::vector<const OperatorRow*> rows;
  for (const Family family : kFamilies) {
    for (const OperatorRow& row : family()) rows.push_back(&row);
  }
  return rows;
}

// The inputs of an operator at a version: those of the newest version that is not newer, or of the
// oldest if onnxruntime has the operator before that. Null for operators that are not in the
// specification.
const OnnxVersion* FindOnnxVersion(absl::string_view domain, absl::string_view name, int version) {
  const OnnxOperator* const found = FindOnnxOperator(domain, name);
  if (found == nullptr) return nullptr;
  const OnnxVersion* best = &found->versions.front();
  for (const OnnxVersion& known : found->versions) {
    if (known.version != 0 && known.version <= version) best = &known;
  }
  return best;
}

VersionsByName IndexAll() {
  VersionsByName index;
  for (const OperatorRow* row : AllOperators()) {
    auto& versions = index[{row->domain, row->name}];
    for (const int16_t version : row->versions) {
      if (version == 0) break;
      ResolvedOperator& resolved = versions.emplace_back();
      resolved.row = row;
      resolved.since_version = version;
      const OnnxVersion* known = FindOnnxVersion(row->domain, row->name, version);
      if (known == nullptr) continue;
      resolved.required_inputs = known->required;
      resolved.inputs = known->types;
      resolved.attributes = &known->attributes;
      const bool goes_on =
          !known->types.empty() && known->types.back().presence == Presence::kVariadic;
      if (!goes_on) resolved.max_inputs = static_cast<int>(known->types.size());
    }
  }
  return index;
}

}  // namespace

const OnnxOperator* FindOnnxOperator(absl::string_view domain, absl::string_view name) {
  const absl::Span<const OnnxOperator> operators = OnnxOperators();
  const NameKey key = {domain, name};
  const auto* found = std::lower_bound(operators.begin(), operators.end(), key,
                                       [](const OnnxOperator& op, const NameKey& wanted) {
                                         return NameKey(op.domain, op.name) < wanted;
                                       });
  const bool is_found = found != operators.end() && NameKey(found->domain, found->name) == key;
  return is_found ? found : nullptr;
}

absl::Span<const OperatorRow* const> AllOperators() {
  static const auto& rows = *new const std::vector<const OperatorRow*>(ListAll());
  return rows;
}

ResolvedOperator ResolveOperator(const graph::OperatorName& name) {
  static const auto& index = *new const VersionsByName(IndexAll());
  ResolvedOperator best;
  const auto found = index.find({name.domain, name.op_type});
  if (found == index.end()) return best;
  for (const ResolvedOperator& known : found->second) {
    const int version = known.since_version;
    if (version <= name.opset_version && version > best.since_version) best = known;
  }
  return best;
}

const std::map<std::string, int64_t>& NewestOpsets() {
  static const auto& newest = *[] {
    auto* const found = new std::map<std::string, int64_t>();
    for (const OperatorRow* row : AllOperators()) {
      int64_t& version = (*found)[std::string(row->domain)];
      for (const int16_t since : row->versions) version = std::max<int64_t>(version, since);
    }
    return found;
  }();
  return newest;
}

}  // namespace shapewright::rules
