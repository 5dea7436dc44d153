// Einsum: letters for the axes of operands and result.
#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/cost/cost_context.h"
#include "core/rules/operands.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"
#include "core/symbolic/algebra/choice.h"

namespace shapewright::rules {
namespace {

constexpr char kEllipsis = '.';

// The axes of one operand or of the result: letters, and at most one ellipsis as a
// single kEllipsis.
using Term = absl::InlinedVector<char, 8>;

// The index of a letter in an array of 128.
size_t Slot(char letter) { return static_cast<unsigned char>(letter) & 0x7fu; }

struct Equation {
  absl::InlinedVector<Term, 3> inputs;
  Term output;
  // Without "->" the result has the letters that occur once.
  bool is_implicit = true;
};

// The size of a letter, or of an axis of the ellipsis.
struct AxisSize {
  Dim dim = 1;
  Place place;
  int uses = 0;
};

struct EinsumSizes {
  std::array<AxisSize, 128> letters;
  // From the last axis to the first.
  absl::InlinedVector<AxisSize, 4> ellipsis;
  bool knows_ellipsis = true;
  // The first operand with an ellipsis; -1 before.
  int ellipsis_input = -1;
};

// False for a text that is no term.
bool AppendToTerm(absl::string_view& text, Term& term) {
  if (absl::string_view dots = text.substr(0, 3); dots == "...") {
    text.remove_prefix(3);
    if (std::find(term.begin(), term.end(), kEllipsis) != term.end()) return false;
    term.push_back(kEllipsis);
    return true;
  }
  const char letter = text.front();
  text.remove_prefix(1);
  const bool is_letter = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
  if (is_letter) term.push_back(letter);
  return is_letter;
}

// Nothing for a malformed equation.
std::optional<Equation> ParseEquation(absl::string_view text) {
  Equation equation;
  equation.inputs.emplace_back();
  while (!text.empty()) {
    if (text.front() == ' ') {
      text.remove_prefix(1);
    } else if (text.front() == ',' && equation.is_implicit) {
      text.remove_prefix(1);
      equation.inputs.emplace_back();
    } else if (text.substr(0, 2) == "->" && equation.is_implicit) {
      text.remove_prefix(2);
      equation.is_implicit = false;
    } else if (!AppendToTerm(text,
                             equation.is_implicit ? equation.inputs.back() : equation.output)) {
      return std::nullopt;
    }
  }
  return equation;
}

// The broadcast with an unknown dim: known only if `dim` is not 1.
Dim WithUnknown(RuleContext& ctx, Dim dim) {
  return dim.is_unknown() || ctx.Bounds(dim).Contains(1) ? Dim() : dim;
}

void Merge(RuleContext& ctx, AxisSize& size, Dim dim, const Place& place) {
  const Dim old = size.dim;
  if (++size.uses == 1) {
    size.dim = dim;
  } else if (old.is_unknown() || dim.is_unknown()) {
    size.dim = WithUnknown(ctx, old.is_unknown() ? dim : old);
  } else {
    size.dim = ctx.BroadcastDims(old, size.place, dim, place);
  }
  if (!(size.dim == old)) size.place = place;
}

// `back` counts the axes of the ellipsis from its end.
void MergeEllipsis(RuleContext& ctx, EinsumSizes& sizes, size_t back, Dim dim, const Place& place) {
  if (sizes.ellipsis.size() <= back) sizes.ellipsis.resize(back + 1);
  Merge(ctx, sizes.ellipsis[back], dim, place);
}

// By the specification every ellipsis stands for equally many axes; numpy would
// broadcast.
void CheckEllipsis(RuleContext& ctx, EinsumSizes& sizes, int input, int stretched) {
  const int known = static_cast<int>(sizes.ellipsis.size());
  if (sizes.ellipsis_input >= 0 && stretched != known) {
    ctx.Error("RANK_MISMATCH", Place::Input(input),
              absl::StrCat("Ellipsis for input ", input, " represents ", stretched,
                           " dimensions, but ellipsis for input ", sizes.ellipsis_input,
                           " represents ", known, " dimensions."));
  }
  if (sizes.ellipsis_input < 0) sizes.ellipsis_input = input;
}

// A letter that occurs twice in one operand selects its diagonal.
void MergeLetter(RuleContext& ctx, EinsumSizes& sizes, const Term& term, size_t position, Dim dim,
                 const Place& place) {
  AxisSize& size = sizes.letters[Slot(term[position])];
  const auto here = term.begin() + static_cast<ptrdiff_t>(position);
  if (std::find(term.begin(), here, term[position]) == here) {
    return Merge(ctx, size, dim, place);
  }
  ++size.uses;
  ctx.RequireEqual(size.dim, size.place, dim, place, "einsum.diagonal"_check);
}

void MergeOperand(RuleContext& ctx, const Term& term, int input, EinsumSizes& sizes) {
  const Shape shape = ctx.InputShape(input);
  const bool has_ellipsis = std::find(term.begin(), term.end(), kEllipsis) != term.end();
  const int letters = static_cast<int>(term.size()) - (has_ellipsis ? 1 : 0);
  const bool is_fine = ctx.CheckRankBetween(input, letters, has_ellipsis ? kAnyRank : letters);
  if (!shape.has_rank || !is_fine) {
    sizes.knows_ellipsis &= !has_ellipsis;
    for (const char letter : term) {
      if (letter != kEllipsis) Merge(ctx, sizes.letters[Slot(letter)], Dim(), {});
    }
    return;
  }
  const int stretched = shape.rank() - letters;
  if (has_ellipsis) CheckEllipsis(ctx, sizes, input, stretched);
  int axis = 0;
  for (size_t position = 0; position < term.size(); ++position) {
    if (term[position] != kEllipsis) {
      MergeLetter(ctx, sizes, term, position, shape.dims[axis], Place::Input(input, axis));
      ++axis;
      continue;
    }
    for (int back = stretched - 1; back >= 0; --back, ++axis) {
      MergeEllipsis(ctx, sizes, static_cast<size_t>(back), shape.dims[axis],
                    Place::Input(input, axis));
    }
  }
}

// The output without "->": the ellipsis, then the letters that occur once. numpy sorts capitals
// first and onnxruntime last: false where the order matters.
bool MakeOutput(Equation& equation) {
  std::array<int, 128> uses{};
  for (const Term& term : equation.inputs) {
    for (const char letter : term) ++uses[Slot(letter)];
  }
  if (uses[kEllipsis] > 0) equation.output.push_back(kEllipsis);
  bool has_capital = false;
  bool has_small = false;
  for (char letter = 'A'; letter <= 'z'; ++letter) {
    if (uses[Slot(letter)] != 1) continue;
    equation.output.push_back(letter);
    (letter <= 'Z' ? has_capital : has_small) = true;
  }
  return !has_capital || !has_small;
}

// Each letter of the result occurs there once, and in an operand.
bool CheckOutput(const Equation& equation, const EinsumSizes& sizes) {
  std::array<int, 128> uses{};
  for (const char letter : equation.output) {
    const auto index = Slot(letter);
    if (letter != kEllipsis && (sizes.letters[index].uses == 0 || ++uses[index] > 1)) {
      return false;
    }
  }
  return true;
}

DimVector OutputDims(const Equation& equation, const EinsumSizes& sizes) {
  DimVector dims;
  for (const char letter : equation.output) {
    if (letter != kEllipsis) {
      dims.push_back(sizes.letters[Slot(letter)].dim);
      continue;
    }
    for (size_t back = sizes.ellipsis.size(); back-- > 0;) {
      dims.push_back(sizes.ellipsis[back].dim);
    }
  }
  return dims;
}

void ReportEquation(RuleContext& ctx, absl::string_view text) {
  ctx.Error("INVALID_ATTRIBUTE", {},
            absl::StrCat("Einsum cannot apply the equation \"", text, "\" to ", ctx.input_count(),
                         " operands"));
}

void InferEinsum(RuleContext& ctx) {
  const ElementType element = ctx.InputElement(0);
  const absl::string_view text = ctx.StringAttribute("equation", "");
  auto equation = ParseEquation(text);
  ctx.SetOutput(0, element, Shape());
  if (!equation || static_cast<int>(equation->inputs.size()) != ctx.input_count()) {
    return ReportEquation(ctx, text);
  }
  const bool has_order = !equation->is_implicit || MakeOutput(*equation);
  EinsumSizes sizes;
  for (int input = 0; input < ctx.input_count(); ++input) {
    MergeOperand(ctx, equation->inputs[input], input, sizes);
  }
  if (!CheckOutput(*equation, sizes)) return ReportEquation(ctx, text);
  const Term& output = equation->output;
  const bool has_ellipsis = std::find(output.begin(), output.end(), kEllipsis) != output.end();
  if (has_ellipsis && !sizes.knows_ellipsis) return;
  DimVector dims = OutputDims(*equation, sizes);
  if (!has_order) std::fill(dims.begin(), dims.end(), Dim());
  ctx.SetOutput(0, element, dims);
}

// The axes of a term in an operand's order: letters, and for the ellipsis the distance from its
// last axis, as one number for each kind.
using Labels = absl::InlinedVector<size_t, 8>;
constexpr size_t kLetters = 128;

Labels LabelsOf(const Term& term, size_t stretched) {
  Labels labels;
  for (const char letter : term) {
    if (letter != kEllipsis) labels.push_back(Slot(letter));
    for (size_t back = stretched; letter == kEllipsis && back-- > 0;) {
      labels.push_back(kLetters + back);
    }
  }
  return labels;
}

bool Contains(const Labels& labels, size_t label) {
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

// The labels of all operands, and the size of each; nothing where a rank is unknown or wrong.
struct EinsumAxes {
  absl::InlinedVector<Labels, 3> operands;
  Labels output;
  std::vector<Dim> sizes = std::vector<Dim>(kLetters, Dim(1));
};

std::optional<EinsumAxes> ReadAxes(CostContext& ctx) {
  auto equation = ParseEquation(ctx.String("equation", ""));
  if (!equation || equation->inputs.size() != ctx.input_count()) return std::nullopt;
  if (equation->is_implicit) MakeOutput(*equation);
  EinsumAxes axes;
  size_t most_stretched = 0;
  for (size_t i = 0; i < equation->inputs.size(); ++i) {
    const Term& term = equation->inputs[i];
    const Shape shape = ctx.InputShape(i);
    const bool has_ellipsis = std::find(term.begin(), term.end(), kEllipsis) != term.end();
    const size_t letters = term.size() - (has_ellipsis ? 1 : 0);
    if (!shape.has_rank || shape.dims.size() < letters) return std::nullopt;
    const size_t stretched = shape.dims.size() - letters;
    if (stretched > 0 && !has_ellipsis) return std::nullopt;
    most_stretched = std::max(most_stretched, stretched);
    axes.sizes.resize(kLetters + most_stretched, Dim(1));
    const Labels& labels = axes.operands.emplace_back(LabelsOf(term, stretched));
    for (size_t axis = 0; axis < labels.size(); ++axis) {
      // Of sizes that differ one is 1 and is stretched.
      Dim& size = axes.sizes[labels[axis]];
      if (!(size == shape.dims[axis])) {
        size = ctx.Quietly([&] { return Broadcast(ctx.exprs(), size, shape.dims[axis]); });
      }
    }
  }
  axes.output = LabelsOf(equation->output, most_stretched);
  return axes;
}

Expr SizeOf(CostContext& ctx, const EinsumAxes& axes, const Labels& labels) {
  Expr size = 1;
  for (const size_t label : labels) size = ctx.Multiply(size, axes.sizes[label]);
  return size;
}

// Pairwise from the left: a multiply-add for each combination of all labels of both; what no later
// operand and not the result has is summed there.
void EinsumCost(CostContext& ctx) {
  const auto axes = ReadAxes(ctx);
  if (!axes) return ctx.Refuse();
  if (axes->operands.size() == 1) {
    const Labels& labels = axes->operands.front();
    const bool sums = std::any_of(labels.begin(), labels.end(),
                                  [&](size_t label) { return !Contains(axes->output, label); });
    if (sums) ctx.Alu(SizeOf(ctx, *axes, labels));
    return;
  }
  Labels left;
  for (const size_t label : axes->operands.front()) {
    if (!Contains(left, label)) left.push_back(label);
  }
  for (size_t i = 1; i < axes->operands.size(); ++i) {
    Labels both = left;
    for (const size_t label : axes->operands[i]) {
      if (!Contains(both, label)) both.push_back(label);
    }
    ctx.Mac(SizeOf(ctx, *axes, both));
    left.clear();
    for (const size_t label : both) {
      bool is_needed = Contains(axes->output, label);
      for (size_t later = i + 1; later < axes->operands.size(); ++later) {
        is_needed |= Contains(axes->operands[later], label);
      }
      if (is_needed) left.push_back(label);
    }
  }
}

constexpr OperatorRow kEinsumRows[] = {
    {"",
     "Einsum",
     {12, 28},
     InferEinsum,
     "the axes that the equation's result names",
     {},
     EinsumCost},
};

}  // namespace

absl::Span<const OperatorRow> EinsumOperators() { return kEinsumRows; }

}  // namespace shapewright::rules
