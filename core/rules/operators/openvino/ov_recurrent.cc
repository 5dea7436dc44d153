// Recurrent cells and sequences of OpenVINO.
#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "core/rules/checks/checks.h"
#include "core/rules/named_dims.h"
#include "core/rules/operands.h"
#include "core/rules/operators/cost/recurrent_cost.h"
#include "core/rules/operators/openvino/ov_rules.h"

namespace shapewright::rules {
namespace {

// What tells apart the recurrent operators.
struct OvRecurrence {
  int gates;
  bool has_cell_state;
};

constexpr OvRecurrence kRnn = {1, false};
constexpr OvRecurrence kGru = {3, false};
constexpr OvRecurrence kLstm = {4, true};

constexpr absl::string_view kActivations[] = {"sigmoid", "tanh", "relu", "hardsigmoid"};

// Outside of the templates: there clang 14 makes calls of consteval functions.
constexpr const symbolic::Check& kDirectionsCheck = "rnn.weights"_check;

// The dim of an operand is so many times the hidden size.
void RequireGates(RuleContext& ctx, int input, int axis, int rank, int gates, Dim hidden) {
  const Shape shape = ctx.InputShape(input);
  if (!ctx.HasInput(input) || !shape.has_rank || shape.rank() != rank || hidden.is_unknown())
    return;
  ctx.RequireEqual(shape.dims[axis], Place::Input(input, axis), ctx.Multiply(hidden, gates), {},
                   "rnn.gates"_check);
}

// The size of the states: theirs, or a part of the weights', or what the attribute says, which
// OpenVINO does not compare with them.
Dim HiddenSize(RuleContext& ctx, NamedDims& dims, int weights, int gates) {
  Dim hidden = dims.Get('H');
  const Shape shape = ctx.InputShape(weights);
  const bool has_rows = shape.has_rank && shape.rank() >= 2;
  if (hidden.is_unknown() && has_rows && shape.dims[shape.rank() - 2].is_constant()) {
    hidden = ctx.FloorDiv(shape.dims[shape.rank() - 2], gates);
  }
  const int64_t named = OvInt(ctx, "hidden_size", 0);
  if (hidden.is_unknown() && named > 0) hidden = named;
  dims.Unify('H', hidden, {}, "rnn.hidden"_check);
  return hidden;
}

bool HasOneElementType(RuleContext& ctx, int skipped) {
  bool is_one = true;
  for (int input = 1; input < ctx.input_count(); ++input) {
    if (input != skipped) is_one = ctx.CheckSameElement(0, input) && is_one;
  }
  return is_one;
}

// Cells need a function for each gate; without a list there is one for each. Further names are not
// read.
bool CheckActivations(RuleContext& ctx, const OvRecurrence& kind) {
  const graph::Attribute* attribute = ctx.FindAttribute("activations");
  if (attribute == nullptr) return true;
  const std::vector<absl::string_view> names =
      absl::StrSplit(attribute->string_value, ',', absl::SkipEmpty());
  const size_t needed = kind.has_cell_state ? 3 : kind.gates > 1 ? 2 : 1;
  bool fits = names.size() >= needed;
  for (size_t i = 0; fits && i < needed; ++i) {
    const std::string name = absl::AsciiStrToLower(absl::StripAsciiWhitespace(names[i]));
    fits =
        std::find(std::begin(kActivations), std::end(kActivations), name) != std::end(kActivations);
  }
  if (fits) return true;
  ctx.Error("INVALID_ATTRIBUTE", {},
            absl::StrCat(ctx.op().op_type, " needs ", needed, " activations of ",
                         absl::StrJoin(kActivations, ", ")));
  return false;
}

// X [B, I], H [B, H], cell [B, H], W [gates * H, I], R [gates * H, H], B [gates * H].
template <const OvRecurrence& kind>
void InferCell(RuleContext& ctx) {
  const int states = kind.has_cell_state ? 2 : 1;
  const int least = 3 + states;
  // Version 1 of LSTMCell has weights of peepholes too.
  const bool has_peepholes = kind.has_cell_state && ctx.version() < 4;
  if (!CheckInputs(ctx, least + 1, least + (has_peepholes ? 2 : 1))) return;
  if (!CheckActivations(ctx, kind)) return;
  if (!HasOneElementType(ctx, has_peepholes ? 4 + states : -1)) return;
  NamedDims dims(ctx);
  dims.Read(0, "BI");
  for (int i = 0; i < states; ++i) dims.Read(1 + i, "BH");
  dims.Read(1 + states, ".I");
  dims.Read(2 + states, ".H");
  const Dim hidden = HiddenSize(ctx, dims, 1 + states, kind.gates);
  const int more = OvFlag(ctx, "linear_before_reset", false) ? 1 : 0;
  for (const int input : {1 + states, 2 + states})
    RequireGates(ctx, input, 0, 2, kind.gates, hidden);
  if (ctx.HasInput(3 + states) && ctx.CheckRank(3 + states, 1)) {
    RequireGates(ctx, 3 + states, 0, 1, kind.gates + more, hidden);
  }
  if (has_peepholes && ctx.HasInput(4 + states) && ctx.CheckRank(4 + states, 1)) {
    RequireGates(ctx, 4 + states, 0, 1, 3, hidden);
  }
  const ElementType element = ctx.InputElement(0);
  for (int i = 0; i < states; ++i) dims.Write(i, element, "BH");
}

// X [B, S, I], H [B, D, H], cell [B, D, H], lengths [B], W [D, gates * H, I], R [D, gates * H, H],
// B [D, gates * H]; results [B, D, S, H] and the last states.
template <const OvRecurrence& kind>
void InferSequence(RuleContext& ctx) {
  const int states = kind.has_cell_state ? 2 : 1;
  const int lengths = 1 + states;
  if (!CheckInputs(ctx, 5 + states, 6 + states)) return;
  if (!HasOneElementType(ctx, lengths)) return;
  const absl::string_view direction = OvText(ctx, "direction", "forward");
  NamedDims dims(ctx);
  dims.Unify('D', direction == "bidirectional" ? 2 : 1, {}, kDirectionsCheck);
  dims.Read(0, "BSI");
  for (int i = 0; i < states; ++i) dims.Read(1 + i, "BDH");
  dims.Read(lengths, "B");
  dims.Read(lengths + 1, "D.I");
  dims.Read(lengths + 2, "D.H");
  dims.Read(lengths + 3, "D.");
  const Dim hidden = HiddenSize(ctx, dims, lengths + 1, kind.gates);
  const int more = OvFlag(ctx, "linear_before_reset", false) ? 1 : 0;
  for (const int input : {lengths + 1, lengths + 2})
    RequireGates(ctx, input, 1, 3, kind.gates, hidden);
  RequireGates(ctx, lengths + 3, 1, 2, kind.gates + more, hidden);
  const ElementType element = ctx.InputElement(0);
  dims.Write(0, element, "BDSH");
  for (int i = 0; i < states; ++i) dims.Write(1 + i, element, "BDH");
}

constexpr absl::string_view kCell = "[batch, hidden] each";
constexpr absl::string_view kSequence = "[batch, directions, length, hidden] and the last states";

constexpr OperatorRow kOvRecurrentRows[] = {
    {kOpenVino, "GRUCell", {3}, InferCell<kGru>, kCell, {}, GruCost},
    {kOpenVino, "GRUSequence", {5}, InferSequence<kGru>, kSequence, {}, GruCost},
    {kOpenVino, "LSTMCell", {1, 4}, InferCell<kLstm>, kCell, {}, LstmCost},
    {kOpenVino, "LSTMSequence", {5}, InferSequence<kLstm>, kSequence, {}, LstmCost},
    {kOpenVino, "RNNCell", {1}, InferCell<kRnn>, kCell, {}, RnnCost},
    {kOpenVino, "RNNSequence", {5}, InferSequence<kRnn>, kSequence, {}, RnnCost},
};

}  // namespace

absl::Span<const OperatorRow> OpenVinoRecurrentOperators() { return kOvRecurrentRows; }

}  // namespace shapewright::rules
