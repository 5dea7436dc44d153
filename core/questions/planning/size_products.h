#ifndef SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_SIZE_PRODUCTS_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_SIZE_PRODUCTS_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "core/base/work.h"
#include "core/questions/planning/box_bounds.h"
#include "core/rules/state/workspace.h"

namespace shapewright::questions {

// How many elements or bytes a tensor has: the product of its sizes times `bits`, in units of
// `unit_bits`, rounded up. Multiplied out, an expression would hide that it grows with its sizes.
struct SizeProduct {
  bool is_known = false;
  std::vector<symbolic::Expr> sizes;
  int64_t bits = 1;
  int64_t unit_bits = 1;
};

// Which sizes count as known besides those that the inputs decide: symbols that have upper bounds.
enum class KnownSizes : uint8_t { kExact, kUpperBounds };

// Of a type, over symbols of the inputs. Unknown for types that are no tensors of a known rank, and
// where a size is not known.
SizeProduct ElementsOf(rules::Workspace& workspace, shape::TypeId type, KnownSizes known);
SizeProduct BytesOf(rules::Workspace& workspace, shape::TypeId type, KnownSizes known);

// The intervals of such products over boxes. Not thread-safe.
class SizeProducts {
 public:
  // Boxes will lie within `whole`. The arena outlives this; it grows.
  SizeProducts(symbolic::ExprArena& arena, std::vector<SizeProduct> products,
               absl::Span<const symbolic::SymbolId> varying, BoxView whole);

  // One interval per product, from 0 on, valid until the next run; sizes below 0 count as 0. Its
  // least is kInfinity where all are beyond 64 bits.
  absl::Span<const symbolic::Interval> Run(BoxView box, Work& work);

  // Whether none falls as the symbol `varying[place]` grows. False if one is unknown.
  bool AllGrowWith(size_t place) const { return all_known_ && sizes_->AllGrowWith(place); }
  // The symbols in them, ascending.
  const std::vector<symbolic::SymbolId>& symbols() const { return symbols_; }

 private:
  struct Product {
    bool is_known;
    std::vector<size_t> places;  // in sizes_
    int64_t bits;
    int64_t unit_bits;
  };

  bool all_known_ = true;
  std::vector<Product> products_;
  std::vector<symbolic::SymbolId> symbols_;
  std::optional<BoxBounds> sizes_;
  std::vector<symbolic::Interval> results_;
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_PLANNING_SIZE_PRODUCTS_H_
