#include "core/rules/rewrite/operator_form.h"

#include <algorithm>
#include <iterator>

#include "core/rules/registry/registry.h"

namespace shapewright::rules {
namespace {

struct FormRow {
  absl::string_view name;
  RowForm form;
};

constexpr FormRow kForms[] = {
    {"ArgMax", RowForm::kReduceOne},
    {"ArgMin", RowForm::kReduceOne},
    {"AveragePool", RowForm::kAxisFirst},
    {"BatchNormalization", RowForm::kAxisFirst},
    {"Cast", RowForm::kSame},
    {"Concat", RowForm::kConcat},
    {"ConstantOfShape", RowForm::kFill},
    {"Conv", RowForm::kAxisFirst},
    {"ConvInteger", RowForm::kAxisFirst},
    {"ConvTranspose", RowForm::kAxisFirst},
    {"CumSum", RowForm::kAlongInput},
    {"DepthToSpace", RowForm::kAxisFirst},
    {"DequantizeLinear", RowForm::kQuantize},
    {"Dropout", RowForm::kSame},
    {"Einsum", RowForm::kEinsum},
    {"Expand", RowForm::kExpand},
    {"Flatten", RowForm::kFlatten},
    {"GRU", RowForm::kRecurrent},
    {"Gather", RowForm::kGather},
    {"GatherElements", RowForm::kAlike},
    {"Gemm", RowForm::kGemm},
    {"GlobalAveragePool", RowForm::kAxisFirst},
    {"GlobalMaxPool", RowForm::kAxisFirst},
    {"GroupNormalization", RowForm::kAxisFirst},
    {"Hardmax", RowForm::kOneAxis},
    {"InstanceNormalization", RowForm::kAxisFirst},
    {"LRN", RowForm::kAxisFirst},
    {"LSTM", RowForm::kRecurrent},
    {"LayerNormalization", RowForm::kTail},
    {"LogSoftmax", RowForm::kOneAxis},
    {"LpNormalization", RowForm::kAlongAxis},
    {"MatMul", RowForm::kMatMul},
    {"MaxPool", RowForm::kAxisFirst},
    {"PRelu", RowForm::kBroadcast},
    {"Pad", RowForm::kPad},
    {"QLinearConv", RowForm::kAxisFirst},
    {"QuantizeLinear", RowForm::kQuantize},
    {"RMSNormalization", RowForm::kTail},
    {"RNN", RowForm::kRecurrent},
    {"ReduceL1", RowForm::kReduce},
    {"ReduceL2", RowForm::kReduce},
    {"ReduceLogSum", RowForm::kReduce},
    {"ReduceLogSumExp", RowForm::kReduce},
    {"ReduceMax", RowForm::kReduce},
    {"ReduceMean", RowForm::kReduce},
    {"ReduceMin", RowForm::kReduce},
    {"ReduceProd", RowForm::kReduce},
    {"ReduceSum", RowForm::kReduce},
    {"ReduceSumSquare", RowForm::kReduce},
    {"Reshape", RowForm::kReshape},
    {"Resize", RowForm::kResize},
    {"ScatterElements", RowForm::kAlike},
    {"Shape", RowForm::kShapeOf},
    {"Slice", RowForm::kSlice},
    {"Softmax", RowForm::kOneAxis},
    {"SpaceToDepth", RowForm::kAxisFirst},
    {"Split", RowForm::kSplit},
    {"Squeeze", RowForm::kRemoveAxes},
    {"Tile", RowForm::kTile},
    {"TopK", RowForm::kAlongAxis},
    {"Transpose", RowForm::kTranspose},
    {"Trilu", RowForm::kMatrix},
    {"Unsqueeze", RowForm::kInsertAxes},
    {"Upsample", RowForm::kResize},
};

}  // namespace

RowForm RowFormOf(const graph::OperatorName& op) {
  if (!op.domain.empty()) return RowForm::kUnknown;
  const auto* const found =
      std::find_if(std::begin(kForms), std::end(kForms),
                   [&](const FormRow& row) { return row.name == op.op_type; });
  if (found != std::end(kForms)) return found->form;
  const ResolvedOperator resolved = ResolveOperator(op);
  const bool is_elementwise = resolved.row != nullptr && resolved.row->traits.is_elementwise &&
                              resolved.row->traits.purity == Purity::kPure;
  if (is_elementwise) return RowForm::kBroadcast;
  const bool is_identity =
      resolved.row != nullptr && resolved.row->traits.purity == Purity::kIdentity;
  return is_identity ? RowForm::kSame : RowForm::kUnknown;
}

absl::string_view NameOf(AddedOperator op) {
  switch (op) {
    case AddedOperator::kIdentity:
      return "Identity";
    case AddedOperator::kShape:
      return "Shape";
    case AddedOperator::kGather:
      return "Gather";
    case AddedOperator::kConcat:
      return "Concat";
    case AddedOperator::kExpand:
      return "Expand";
    case AddedOperator::kMultiply:
      return "Mul";
  }
  return "";
}

}  // namespace shapewright::rules
