#include "core/symbolic/linear_rows.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "core/symbolic/numbers/simplex.h"

namespace shapewright::symbolic {
namespace {

constexpr NodeId kRowUnitNode = 0;
// Operations counted for keeping a term of a row, about.
constexpr uint64_t kCountPerRowTerm = 8;
// Of one question. Further rows are passed over; a sum with more monomials has no answer.
constexpr size_t kMaxRows = 32;
constexpr size_t kMaxMonomials = 64;
// Greater coefficients and ends of intervals are passed over: 64 products of two stay within 128
// bits.
constexpr int64_t kMaxNumber = int64_t{1} << 55;

bool IsLarge(int64_t number) { return number > kMaxNumber || number < -kMaxNumber; }

// A monomial as a number at least 0: offset + y, offset - y, or y - other where it has no end.
struct Variable {
  size_t first = 0;
  Int128 offset = 0;
  int sign = 1;
  bool is_split = false;
};

class Question {
 public:
  // The monomials of all that is asked and given, by rising node.
  Question(absl::Span<const NodeId> monomials, LookUpBounds look_up) : monomials_(monomials) {
    size_t count = 0;
    for (const NodeId monomial : monomials) {
      Interval bounds = look_up(monomial);
      if (IsLarge(bounds.min)) bounds.min = Interval::kMinusInfinity;
      if (IsLarge(bounds.max)) bounds.max = Interval::kInfinity;
      Variable& variable = variables_.emplace_back();
      variable.first = count++;
      if (bounds.has_min()) {
        variable.offset = bounds.min;
      } else if (bounds.has_max()) {
        variable.offset = bounds.max;
        variable.sign = -1;
      } else {
        variable.is_split = true;
        ++count;
      }
      if (bounds.has_min() && bounds.has_max()) {
        const Int128 length = static_cast<Int128>(bounds.max) - bounds.min;
        lengths_.push_back({variable.first, length});
      }
    }
    program_.objective.resize(count);
    for (const auto& [variable, length] : lengths_) {
      LinearProgram::Row& row = program_.rows.emplace_back();
      row.coefficients.resize(count);
      row.coefficients[variable] = 1;
      row.limit = length;
    }
  }

  static bool CanTake(absl::Span<const Term> terms) {
    return std::none_of(terms.begin(), terms.end(),
                        [](const Term& term) { return IsLarge(term.coefficient); });
  }

  // sum(terms) >= 0.
  void AddRow(absl::Span<const Term> terms) {
    if (!CanTake(terms)) return;
    LinearProgram::Row& row = program_.rows.emplace_back();
    row.coefficients.resize(program_.objective.size());
    row.limit = Fill(terms, -1, row.coefficients);
  }

  // The greatest value of sign * sum(terms), or nothing.
  std::optional<Int128> Greatest(absl::Span<const Term> terms, int sign,
                                 absl::FunctionRef<bool(uint64_t)> count) {
    if (!CanTake(terms)) return std::nullopt;
    std::fill(program_.objective.begin(), program_.objective.end(), 0);
    const Int128 constant = Fill(terms, sign, program_.objective);
    const std::optional<Fraction> most = Maximize(program_, count);
    if (!most) return std::nullopt;
    // It is an integer.
    return constant * sign + FloorDivide<Int128>(most->numerator, most->denominator);
  }

 private:
  // Adds sign * sum(terms) without its constant, which is returned without the sign.
  Int128 Fill(absl::Span<const Term> terms, int sign, std::vector<Int128>& out) const {
    Int128 constant = 0;
    for (const Term& term : terms) {
      if (term.monomial == kRowUnitNode) {
        constant += term.coefficient;
        continue;
      }
      const auto place = std::lower_bound(monomials_.begin(), monomials_.end(), term.monomial);
      const Variable& variable = variables_[static_cast<size_t>(place - monomials_.begin())];
      constant += term.coefficient * variable.offset;
      out[variable.first] += static_cast<Int128>(sign * variable.sign) * term.coefficient;
      if (variable.is_split)
        out[variable.first + 1] -= static_cast<Int128>(sign) * term.coefficient;
    }
    return constant;
  }

  absl::Span<const NodeId> monomials_;
  std::vector<Variable> variables_;
  std::vector<std::pair<size_t, Int128>> lengths_;
  LinearProgram program_;
};

}  // namespace

void LinearRows::Clear() {
  terms_.clear();
  begins_.clear();
  by_monomial_.clear();
  seen_.clear();
}

void LinearRows::Add(const ExprNodes& nodes, absl::Span<const Term> terms) {
  if (!nodes.CountWork(kCountPerRowTerm * terms.size())) return;
  for (const Term& term : terms) {
    if (term.monomial != kRowUnitNode) by_monomial_[term.monomial].push_back(seen_.size());
  }
  if (begins_.empty()) begins_.push_back(0);
  terms_.insert(terms_.end(), terms.begin(), terms.end());
  begins_.push_back(terms_.size());
  seen_.push_back(question_);
}

bool LinearRows::FindNeighbourhood(const ExprNodes& nodes, absl::Span<const Term> terms,
                                   Neighbourhood& found) const {
  // In the order in which they are come upon: what is near comes first.
  absl::InlinedVector<NodeId, kMaxMonomials> open;
  const auto add = [&](absl::Span<const Term> sum) {
    if (!nodes.CountWork(sum.size())) return false;
    for (const Term& term : sum) {
      if (term.monomial == kRowUnitNode) continue;
      const auto place =
          std::lower_bound(found.monomials.begin(), found.monomials.end(), term.monomial);
      if (place != found.monomials.end() && *place == term.monomial) continue;
      if (open.size() == kMaxMonomials) return false;
      found.monomials.insert(place, term.monomial);
      open.push_back(term.monomial);
    }
    return true;
  };
  ++question_;
  if (!add(terms)) return false;
  for (size_t i = 0; i < open.size(); ++i) {
    const auto rows = by_monomial_.find(open[i]);
    if (rows == by_monomial_.end()) continue;
    for (const size_t row : rows->second) {
      if (found.rows.size() == kMaxRows) return true;
      if (!nodes.CountWork(1)) return false;
      if (std::exchange(seen_[row], question_) == question_) continue;
      found.rows.push_back(row);
      if (!add(RowAt(row))) return false;
    }
  }
  return true;
}

Interval LinearRows::BoundsOf(const ExprNodes& nodes, absl::Span<const Term> terms,
                              LookUpBounds look_up) const {
  Neighbourhood near;
  if (!FindNeighbourhood(nodes, terms, near) || near.rows.empty()) return Interval::All();
  const auto count = [&nodes](uint64_t operations) { return nodes.CountWork(operations); };
  // The program has at most two variables for a monomial, and one row more for each.
  const size_t rows = near.rows.size() + near.monomials.size();
  if (!count(2 * rows * near.monomials.size())) return Interval::All();
  Question question(near.monomials, look_up);
  for (const size_t row : near.rows) question.AddRow(RowAt(row));
  Interval bounds = Interval::All();
  if (const auto most = question.Greatest(terms, 1, count)) {
    bounds.max = Narrow(*most).value_or(Interval::kInfinity);
  }
  if (const auto least = question.Greatest(terms, -1, count)) {
    bounds.min = Narrow(-*least).value_or(Interval::kMinusInfinity);
  }
  return bounds;
}

}  // namespace shapewright::symbolic
