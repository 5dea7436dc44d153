#include "core/rules/operators/onnx/control/sequence_map.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/control/fixed_point.h"
#include "core/rules/sequence_type.h"

namespace shapewright::rules {
namespace {

// The body is inferred for each element of sequences up to this length.
constexpr size_t kMaxRuns = 8;

bool IsSequence(RuleContext& ctx, int input) {
  return ctx.InputType(input).kind == shape::TypeKind::kSequence;
}

// One operand per input of the body.
class MappedOperands {
 public:
  // False if nothing is known of the results.
  bool Read(RuleContext& ctx) {
    for (int i = 0; i < ctx.input_count(); ++i) {
      sequences_.emplace_back();
      if (i > 0 && !IsSequence(ctx, i)) continue;
      sequences_.back() = ReadSequence(ctx, i);
      if (!sequences_.back()) return false;
      const Expr length = sequences_.back()->length;
      length_ = i == 0 ? length
                       : ctx.Unify(length_, Place::Input(0), length, Place::Input(i),
                                   "sequence.samples"_check);
      has_positions_ &= sequences_.back()->has_positions;
    }
    return true;
  }

  Expr length() const { return length_; }
  // Whether all sequences are known element by element.
  bool has_positions() const { return has_positions_; }

  std::vector<ValueState> At(RuleContext& ctx, size_t position) const {
    std::vector<ValueState> states;
    for (size_t i = 0; i < sequences_.size(); ++i) {
      states.push_back(ctx.InputState(static_cast<int>(i)));
      if (!sequences_[i]) continue;
      states.back() = ValueState(sequences_[i]->positions[position]);
    }
    return states;
  }

  std::vector<ValueState> Any(RuleContext& ctx) const {
    std::vector<ValueState> states;
    for (size_t i = 0; i < sequences_.size(); ++i) {
      const int input = static_cast<int>(i);
      states.push_back(ctx.InputState(input));
      if (!sequences_[i]) continue;
      states.back() = ValueState(ElementOf(ctx, sequences_[i]->inner, Place::Input(input)));
    }
    return states;
  }

 private:
  std::vector<std::optional<SequenceView>> sequences_;
  Expr length_;
  bool has_positions_ = true;
};

std::vector<ValueState> RunBody(RuleContext& ctx, Expr length,
                                absl::Span<const ValueState> inputs) {
  symbolic::Guard guard{ctx.SiteOf({}), "body"};
  if (!length.is_unknown()) guard.runs_if.push_back(length);
  auto results = ctx.runner().Run(ctx.GraphAttribute("body"), inputs, std::move(guard));
  if (results.size() >= static_cast<size_t>(ctx.output_count())) {
    return results;
  }
  ctx.Error("WRONG_OUTPUT_COUNT", {},
            absl::StrCat("SequenceMap has ", ctx.output_count(), " outputs, its body has ",
                         results.size()));
  return {};
}

// For each element the types of the results; nothing unless the body may be run for each.
std::vector<TypeIdVector> RunForEach(RuleContext& ctx, const MappedOperands& operands,
                                     symbolic::SymbolId first_symbol) {
  const auto outputs = static_cast<size_t>(ctx.output_count());
  if (!operands.has_positions() || !operands.length().is_constant()) return {};
  const auto count = static_cast<size_t>(operands.length().constant());
  if (count == 0 || count > kMaxRuns) return {};
  std::vector<TypeIdVector> types(outputs);
  ctx.runner().SetDiscardFindings(true);
  for (size_t position = 0; position < count; ++position) {
    const auto results = RunBody(ctx, operands.length(), operands.At(ctx, position));
    for (size_t i = 0; i < outputs && i < results.size(); ++i) {
      Place place = Place::Output(static_cast<int>(i));
      place.entry = static_cast<int>(position) + 1;
      types[i].push_back(RenewType(ctx, results[i].type(), first_symbol, place));
    }
  }
  ctx.runner().SetDiscardFindings(false);
  return types;
}

}  // namespace

void InferSequenceMap(RuleContext& ctx) {
  if (ctx.GraphAttribute("body") == graph::kNoGraph) {
    ctx.Error("MISSING_ATTRIBUTE", {}, "SequenceMap has no attribute body");
    return;
  }
  MappedOperands operands;
  if (!ctx.HasInput(0) || !operands.Read(ctx)) return;
  const auto first_symbol = static_cast<symbolic::SymbolId>(ctx.exprs().symbols().size());
  const auto each = RunForEach(ctx, operands, first_symbol);
  const auto results = RunBody(ctx, operands.length(), operands.Any(ctx));
  if (results.empty()) return;
  for (int i = 0; i < ctx.output_count(); ++i) {
    const auto index = static_cast<size_t>(i);
    const bool is_exact =
        !each.empty() && each[index].size() == static_cast<size_t>(operands.length().constant());
    if (is_exact) {
      SetSequence(ctx, i, each[index]);
    } else {
      SetSequence(ctx, i, RenewType(ctx, results[index].type(), first_symbol, Place::Output(i)),
                  operands.length());
    }
  }
}

}  // namespace shapewright::rules
