#include "core/symbolic/numbers/simplex.h"

#include <utility>

namespace shapewright::symbolic {
namespace {

// Steps of one program at most.
constexpr int kMaxPivots = 256;

// The simplex method with Bland's rule, which always ends, over integers with one common
// denominator: each basic variable is (limit - sum(entry * non-basic variable)) / denominator. Each
// entry is a determinant of the first tableau (up to its sign), so that the divisions are exact.
class Tableau {
 public:
  Tableau(const LinearProgram& program, absl::FunctionRef<bool(uint64_t)> count)
      : count_(count), columns_(program.objective.size()) {
    for (size_t j = 0; j < columns_; ++j) outside_.push_back(j);
    for (const LinearProgram::Row& row : program.rows) {
      inside_.push_back(columns_ + inside_.size());
      rows_.push_back(row.coefficients);
      rows_.back().push_back(row.limit);
    }
  }

  // The tableau's last row is what is maximised, from here on; its entries are negative
  // coefficients.
  void SetObjective(const std::vector<Int128>& objective) {
    // Each variable of the program is outside, or a row.
    std::vector<Int128> last(columns_ + 1, 0);
    for (size_t variable = 0; variable < objective.size(); ++variable) {
      if (objective[variable] == 0) continue;
      for (size_t j = 0; j < columns_; ++j) {
        if (outside_[j] == variable) {
          last[j] = Difference(last[j], Product(objective[variable], denominator_));
        }
      }
      for (size_t i = 0; i < inside_.size(); ++i) {
        if (inside_[i] != variable) continue;
        for (size_t j = 0; j < columns_; ++j) {
          last[j] = Sum(last[j], Product(objective[variable], rows_[i][j]));
        }
        last[columns_] = Sum(last[columns_], Product(objective[variable], rows_[i][columns_]));
      }
    }
    rows_.resize(inside_.size());
    rows_.push_back(std::move(last));
  }

  // False if no y keeps all rows.
  bool FindFeasible() {
    size_t least = 0;
    for (size_t i = 1; i < inside_.size(); ++i) {
      if (rows_[i][columns_] < rows_[least][columns_]) least = i;
    }
    if (inside_.empty() || rows_[least][columns_] >= 0) return true;
    // One more variable makes every row hold if it is large; it is then minimised.
    const size_t extra = columns_ + inside_.size();
    for (auto& row : rows_) row.insert(row.begin() + static_cast<ptrdiff_t>(columns_), -1);
    outside_.push_back(extra);
    ++columns_;
    std::vector<Int128> objective(extra + 1, 0);
    objective[extra] = -1;
    SetObjective(objective);
    Pivot(least, columns_ - 1);
    const bool is_bounded = Run();
    if (!is_bounded || failed_ || rows_.back()[columns_] != 0) return false;
    return DropVariable(extra);
  }

  // False if there is no greatest value.
  bool Run() {
    for (int steps = 0; steps < kMaxPivots && !failed_; ++steps) {
      const std::optional<size_t> enters = Entering();
      if (!enters) return true;
      const std::optional<size_t> leaves = Leaving(*enters);
      if (!leaves) return false;
      Pivot(*leaves, *enters);
    }
    failed_ = true;
    return false;
  }

  bool failed() const { return failed_; }
  Fraction value() const { return {rows_.back()[columns_], denominator_}; }

 private:
  // 0 where it is too large, which is remembered.
  Int128 Kept(bool overflows, Int128 result) {
    // So far from the ends that any number may be negated.
    constexpr Int128 kMost = static_cast<Int128>(1) << 126;
    failed_ |= overflows || result > kMost || result < -kMost;
    return failed_ ? 0 : result;
  }
  Int128 Product(Int128 a, Int128 b) {
    Int128 result = 0;
    const bool overflows = __builtin_mul_overflow(a, b, &result);
    return Kept(overflows, result);
  }
  Int128 Sum(Int128 a, Int128 b) {
    Int128 result = 0;
    const bool overflows = __builtin_add_overflow(a, b, &result);
    return Kept(overflows, result);
  }
  Int128 Difference(Int128 a, Int128 b) {
    Int128 result = 0;
    const bool overflows = __builtin_sub_overflow(a, b, &result);
    return Kept(overflows, result);
  }

  std::optional<size_t> Entering() const {
    std::optional<size_t> found;
    for (size_t j = 0; j < columns_; ++j) {
      if (rows_.back()[j] < 0 && (!found || outside_[j] < outside_[*found])) found = j;
    }
    return found;
  }

  std::optional<size_t> Leaving(size_t column) {
    std::optional<size_t> found;
    for (size_t i = 0; i < inside_.size(); ++i) {
      if (rows_[i][column] <= 0) continue;
      if (!found) {
        found = i;
        continue;
      }
      const Int128 here = Product(rows_[i][columns_], rows_[*found][column]);
      const Int128 there = Product(rows_[*found][columns_], rows_[i][column]);
      if (here < there || (here == there && inside_[i] < inside_[*found])) found = i;
    }
    return found;
  }

  void Pivot(size_t row, size_t column) {
    failed_ |= !count_(rows_.size() * (columns_ + 1));
    if (failed_) return;
    const Int128 pivot = rows_[row][column];
    for (size_t i = 0; i < rows_.size(); ++i) {
      if (i == row) continue;
      const Int128 factor = rows_[i][column];
      for (size_t j = 0; j <= columns_; ++j) {
        if (j == column) continue;
        rows_[i][j] =
            Difference(Product(rows_[i][j], pivot), Product(factor, rows_[row][j])) / denominator_;
      }
      rows_[i][column] = -factor;
    }
    rows_[row][column] = denominator_;
    denominator_ = pivot;
    std::swap(inside_[row], outside_[column]);
    if (denominator_ > 0) return;
    denominator_ = -denominator_;
    for (auto& each : rows_) {
      for (Int128& entry : each) entry = -entry;
    }
  }

  // Removes a variable that is 0.
  bool DropVariable(size_t variable) {
    for (size_t i = 0; i < inside_.size(); ++i) {
      if (inside_[i] != variable) continue;
      size_t column = 0;
      while (column < columns_ && rows_[i][column] == 0) ++column;
      if (column == columns_) {
        // The row says 0 = 0.
        rows_.erase(rows_.begin() + static_cast<ptrdiff_t>(i));
        inside_.erase(inside_.begin() + static_cast<ptrdiff_t>(i));
        break;
      }
      Pivot(i, column);
      break;
    }
    for (size_t j = 0; j < columns_; ++j) {
      if (outside_[j] != variable) continue;
      for (auto& row : rows_) row.erase(row.begin() + static_cast<ptrdiff_t>(j));
      outside_.erase(outside_.begin() + static_cast<ptrdiff_t>(j));
      --columns_;
      break;
    }
    return !failed_;
  }

  absl::FunctionRef<bool(uint64_t)> count_;
  size_t columns_;
  // By row: its basic variable. By column: its non-basic one. Variables of the program come first,
  // then what is left of each row's limit.
  std::vector<size_t> inside_;
  std::vector<size_t> outside_;
  // Entries, then the limit.
  std::vector<std::vector<Int128>> rows_;
  Int128 denominator_ = 1;
  bool failed_ = false;
};

}  // namespace

std::optional<Fraction> Maximize(const LinearProgram& program,
                                 absl::FunctionRef<bool(uint64_t)> count) {
  if (!count((program.rows.size() + 1) * (program.objective.size() + 1))) return std::nullopt;
  Tableau tableau(program, count);
  if (!tableau.FindFeasible()) return std::nullopt;
  tableau.SetObjective(program.objective);
  if (!tableau.Run() || tableau.failed()) return std::nullopt;
  return tableau.value();
}

}  // namespace shapewright::symbolic
