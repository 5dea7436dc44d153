#ifndef SHAPEWRIGHT_CORE_QUERY_ALLOWED_VALUES_H_
#define SHAPEWRIGHT_CORE_QUERY_ALLOWED_VALUES_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/hash_map.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/interval.h"

namespace shapewright::query {

// What premises leave of a symbol beside a range: multiples of a number, or the values of a list.
struct AllowedValues {
  int64_t divisor = 1;
  // Ascending, and multiples of the divisor; null: any.
  std::shared_ptr<const std::vector<int64_t>> list = nullptr;

  bool Allows(int64_t value) const;
  // From the least to the greatest value in the range that is allowed; empty where none is.
  symbolic::Interval Within(symbolic::Interval range) const;
  // How many values in the range are allowed; nothing where they have no end.
  std::optional<int64_t> CountWithin(symbolic::Interval range) const;
};

// What both allow. The work is counted.
AllowedValues Both(const symbolic::ExprArena& arena, const AllowedValues& a,
                   const AllowedValues& b);

// The allowed values of the symbols of a scope, with what is needed to take them back. Not
// thread-safe.
class AllowedValuesOfSymbols {
 public:
  struct Entry {
    symbolic::SymbolId symbol;
    AllowedValues allowed;
  };

  void Clear();
  // Null: all values.
  const AllowedValues* Find(symbolic::SymbolId symbol) const;
  // Returns what is left of the symbol.
  AllowedValues Restrict(const symbolic::ExprArena& arena, symbolic::SymbolId symbol,
                         const AllowedValues& allowed);
  const std::vector<Entry>& entries() const { return entries_; }

  // How many restrictions were made, and back to so many.
  size_t count() const { return trail_.size(); }
  void ForgetAfter(size_t count);

 private:
  struct Step {
    size_t entry;
    AllowedValues before;
    bool is_first;
  };

  std::vector<Entry> entries_;
  HashMap<symbolic::SymbolId, size_t> places_;
  std::vector<Step> trail_;
};

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_ALLOWED_VALUES_H_
