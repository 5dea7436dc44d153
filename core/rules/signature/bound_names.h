#ifndef SHAPEWRIGHT_CORE_RULES_SIGNATURE_BOUND_NAMES_H_
#define SHAPEWRIGHT_CORE_RULES_SIGNATURE_BOUND_NAMES_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/rules/rule_context.h"
#include "core/rules/signature/signature.h"

namespace shapewright::rules {

// A variable of dims at a node: open until an operand says what it is.
struct BoundDim {
  Dim dim;
  Place place;
};

// `*b` at a node, likewise.
struct BoundRank {
  bool is_bound = false;
  DimVector dims;
  Place place;  // of its first dim; the others follow
};

struct BoundElement {
  ElementType type = ElementType::kUndefined;
  int input = -1;
};

// The numbers of an attribute of the wanted kind, or its default; `attribute` may be null.
std::optional<absl::Span<const int64_t>> NumbersOf(const graph::Attribute* attribute,
                                                   const AttributeUse& use);
// What a name that is about them says; unknown if there are none.
Expr AttributeValue(const std::optional<absl::Span<const int64_t>>& numbers,
                    const NameMeaning& meaning);

// What the names of a signature stand for at a node.
class BoundNames {
 public:
  BoundNames(RuleContext& ctx, const Signature& signature);

  RuleContext& ctx() { return ctx_; }
  const Signature& signature() const { return signature_; }

  // False once the work is stopped: then there is nothing to read.
  bool is_ready() const { return is_ready_; }
  // How often the variadic operand is given, and which input its occurrence is.
  int occurrences() const { return occurrences_; }
  int InputOf(uint32_t operand, int occurrence) const {
    return static_cast<int>(operand) + (operand == signature_.variadic() ? occurrence : 0);
  }
  bool HasOperand(uint32_t operand) const;

  // Reports attributes that are missing, of another kind, or too short.
  void CheckAttributes();

  BoundDim& DimAt(uint32_t variable, int occurrence);
  BoundRank& RankAt(uint32_t variable, int occurrence);
  BoundElement& ElementAt(uint32_t variable) { return elements_[variable]; }

  // The value of a formula; unknown if an open variable is part of it.
  Expr Evaluate(const Formula& formula, int occurrence);
  // Where a dim that is still open and that an operand has is a new unknown.
  Expr EvaluateWithUnknowns(const Formula& formula);
  // A variable by itself: a new unknown if it is open.
  Dim DimOrUnknown(uint32_t variable, int occurrence);
  // What a name stands for.
  Expr ValueOf(absl::string_view name, int occurrence);
  std::optional<int64_t> AttributeNumber(uint32_t attribute) const;
  // After the variables: sets what `where` defines.
  void Define();

 private:
  Expr Run(const symbolic::Program& program, int occurrence);
  Expr ElementValue(const NameMeaning& meaning);
  Expr SumOf(uint32_t variable);
  std::optional<absl::Span<const int64_t>> Numbers(const AttributeUse& use) const;
  bool IsOfAnOperand(uint32_t variable) const;

  RuleContext& ctx_;
  const Signature& signature_;
  int occurrences_ = 0;
  // Shared ones, then those of each occurrence.
  std::vector<BoundDim> dims_;
  std::vector<BoundRank> ranks_;
  std::vector<BoundElement> elements_;
  std::vector<Expr> definitions_;
  bool makes_unknowns_ = false;
  bool is_ready_ = false;
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_SIGNATURE_BOUND_NAMES_H_
